"""Steeples, two-storey houses and rowhouses: rules P5.2, P5.3 and B23.712."""

from __future__ import annotations

import pytest

from salient.boards.sight_field import Field
from salient.boards.sight_map import LEVEL, Feature, SightMap, parse_hex
from salient.engine.errors import DataError
from salient.games.squad.combat.rubble import shake
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.play import Rubbled
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.stacking import has_room, may_set_up
from salient.games.squad.core.subjects import Entry
from salient.games.squad.phases.setup import build
from salient.games.squad.show.los import read_place
from salient.games.squad.terrain.buildings import building_height, part_rowhouse
from tests.games.squad.grounds import table_on
from tests.games.squad.practice import Hexes, practice, sees, shipped
from tests.games.squad.table import Table

CHURCH = "J19 stone_building storeys=2 steeple=yes"
CHAPEL = "D4 stone_building storeys=1 steeple=yes"
HOUSE = "I20 wooden_building storeys=2"


def village() -> Table:
    """StJ19 and LgI20 with their own names; D4 stands for ChAA10."""
    return Table(
        CHURCH, CHAPEL, HOUSE, "I19", "J20", german="ss658 2 ss91 pak40 ss228", american="us666",
        size=(6, 6),
    )  # fmt: skip


def levels(table: Table, name: str) -> list[str]:
    board = table.g.setting.board
    return [board.locations[p].token for p in board.locations_in(table.place(name))]


@pytest.mark.rule("squad:P5.2a", "squad:ex-P5.2")
def test_a_steeple_is_one_location_above_the_highest_with_stairs_to_it() -> None:
    table = village()
    assert levels(table, "J19") == ["J19", "J19/1", "J19/2"]
    assert levels(table, "D4") == ["D4", "D4/1"]
    for low, high in (("J19", "J19/1"), ("J19/1", "J19/2"), ("D4", "D4/1")):
        entry = Entry(table.unit("ss91.1"), "infantry", table.place(low), table.place(high))
        assert entry_cost(table.g, entry, 12).total == 2
        assert table.place(high) in {k.to for k in table.g.setting.board.links[table.place(low)]}


@pytest.mark.rule("squad:P5.2a", "squad:ex-P5.2", "squad:P5.3")
@pytest.mark.parametrize(
    ("name", "hexes"),
    [
        ("practice_church", {"J19": ["J19", "J19/1", "J19/2"], "I20": ["I20", "I20/1"]}),
        ("practice_chapel", {"AA10": ["AA10", "AA10/1"]}),
        ("practice_two_storeys", {"I20": ["I20", "I20/1"]}),
    ],
)
def test_the_locations_of_the_churches_and_the_house_of_the_documents(
    name: str, hexes: dict[str, list[str]]
) -> None:
    """Only J19 of the church of Stoumont has a steeple; I20 is another part of it."""
    table = table_on(name, german="ss91")
    assert {place: levels(table, place) for place in hexes} == hexes
    for place, tokens in hexes.items():
        table.put(place, "ss91.1").move().play("move ss91.1", f"go {tokens[-1]}")
        assert table.where("ss91.1") == tokens[-1], "by inherent stairs"
        table.play("stop")
        table = table_on(name, german="ss91")


@pytest.mark.rule("squad:P5.3")
def test_the_house_of_la_gleize_is_one_and_a_half_levels_high() -> None:
    board = shipped("practice_two_storeys")
    house = board.cells[parse_hex("I20")].stands[0]
    assert (house.top - house.base) / LEVEL == 1.5


@pytest.mark.rule("squad:P5.2a")
def test_a_leader_climbs_from_the_door_to_the_steeple() -> None:
    table = village().put("J19", "ss91.1").move().play("move ss91.1", "go J19/2")
    assert (table.where("ss91.1"), table.spent()) == ("J19/2", 2)


@pytest.mark.rule("squad:P5.2b")
@pytest.mark.parametrize(
    ("at", "die", "falls"),
    [("D4/1", 2, True), ("D4/1", 3, False), ("D4", 1, True), ("D4", 2, False)],
)
def test_a_stone_steeple_falls_as_easily_as_a_wooden_house(at: str, die: int, falls: bool) -> None:
    table = village().dice(die, ...)
    column = 10
    roll = next(r for r in range(2, 13) if table.g.setting.tables.result(column, r) == "2KIA")
    shake(table.g, table.place(at), 75, roll, column, table.events)
    assert bool(table.happened(Rubbled)) is falls


@pytest.mark.rule("squad:P5.2b")
def test_a_steeple_has_no_roof_and_cannot_be_fortified() -> None:
    table = village()
    assert "J19/3" not in table.g.setting.board.token
    with pytest.raises(DataError, match=r"P5\.2b"):
        build(table.g, Fortification("wire", "german", "J19/2"), [])
    build(table.g, Fortification("wire", "german", "J19"), [])


@pytest.mark.rule("squad:P5.2b", "squad:P5.3")
@pytest.mark.parametrize(
    ("name", "place", "roof"),
    [("practice_church", "I20", True), ("practice_church", "J19", False),
     ("practice_chapel", "AA10", False), ("practice_two_storeys", "I20", False)],
)  # fmt: skip
def test_where_others_have_roofs_steeples_and_two_storey_houses_have_none(
    name: str, place: str, roof: bool
) -> None:
    table = table_on(name, german="ss91", scenario='special = ["rooftops"]\n')
    assert (f"{place}/roof" in levels(table, place)) is roof


@pytest.mark.rule("squad:P5.21")
def test_a_steeple_holds_a_half_squad_and_no_gun() -> None:
    table = village()
    steeple, floor = table.place("J19/2"), table.place("J19/1")
    squad, gun = table.unit("ss658.1"), table.unit("pak40.1")
    assert not has_room(table.g, steeple, 1 << squad, 0)
    assert has_room(table.g, floor, 1 << squad, 0)
    assert may_set_up(table.g, squad, steeple) == "A5.1"
    table.mark("half", "ss658.1")
    assert has_room(table.g, steeple, 1 << squad, 0)
    assert has_room(table.g, steeple, 1 << squad | 1 << table.unit("ss91.1"), 0)
    table.mark("half", "ss658.2")
    assert not has_room(table.g, steeple, 1 << squad | 1 << table.unit("ss658.2"), 0)
    assert may_set_up(table.g, gun, steeple) == "P5.21"
    table.put("J19/1", "ss228.1+pak40.1")
    entry = Entry(table.unit("ss228.1"), "infantry", floor, steeple)
    assert entry_cost(table.g, entry, 8).bar == "P5.21"


@pytest.mark.rule("squad:P5.21")
def test_a_whole_squad_does_not_get_into_a_steeple_but_half_of_it_does() -> None:
    table = village().put("J19/1", "ss658.1", "ss658.2").mark("half", "ss658.2").move()
    table.play("move ss658.1")
    assert "go J19/2" not in table.offered()
    table.play("stop", "move ss658.2", "go J19/2")
    assert table.where("ss658.2") == "J19/2"


@pytest.mark.rule("squad:P5.3")
def test_a_two_storey_house_has_two_levels_and_no_roof() -> None:
    table = village()
    assert levels(table, "I20") == ["I20", "I20/1"]
    table.put("I20", "ss658.1").move().play("move ss658.1", "go I20/1")
    assert (table.where("ss658.1"), table.spent()) == ("I20/1", 1)


# -- rowhouses ------------------------------------------------------------------------------------

ROW = {
    "I15": {"storeys": 3, "joins": "S SE"},
    "I16": {"storeys": 2, "joins": "N NE SE S", "sides": "NE:party_wall SE:party_wall"},
    "I17": {"storeys": 2, "joins": "N NE"},
    "J15": {"storeys": 3, "joins": "NW SW S", "sides": "S:party_wall"},
    "J16": {"storeys": 2, "joins": "N NW SW S"},
    "J17": {"storeys": 2, "joins": "N"},
}
"""The rowhouse of the example to B23.712, as far as its text tells."""


def rowhouse(*without: str) -> SightMap:
    houses: Hexes = {name: {"building": "stone_building", **row} for name, row in ROW.items()}
    for name in without:
        houses[name].pop("sides", None)
    return practice("HIJK", 14, 18, **houses)


@pytest.mark.rule("squad:err-B23.712")
def test_one_row_has_houses_of_different_heights() -> None:
    board = rowhouse()
    tops = {name: board.cells[parse_hex(name)].stands[0].top for name in ("I15", "J16")}
    assert tops == {"I15": 10, "J16": 6}, "levels 2 and 1, and half a level more"
    lines = [f"{name} stone_building storeys={row['storeys']}" for name, row in ROW.items()]
    table = Table(*lines, german="ss658", size=(1, 1))
    assert levels(table, "I15") == ["I15", "I15/1", "I15/2"]
    assert levels(table, "J16") == ["J16", "J16/1"]


@pytest.mark.rule("squad:fn-B3B")
@pytest.mark.parametrize("target", ["I16", "I16@1", "J16", "J16@1", "J17@1", "J17"])
def test_from_the_upper_floor_nobody_sees_through_the_wall(target: str) -> None:
    """J15 at level 2 of the example to B23.712."""
    assert not sees(rowhouse(), "J15@2", target)
    assert Field(rowhouse()).sees(*(read_place(rowhouse(), p) for p in ("J15", "J16"))) is False


@pytest.mark.rule("squad:fn-B3B")
def test_over_the_wall_and_without_it_one_sees() -> None:
    assert sees(rowhouse(), "J15@2.5", "J16@1.5"), "from roof to roof"
    assert sees(rowhouse("J15", "I16"), "J15@1", "J16@1")
    assert sees(rowhouse(), "J16", "I17"), "no wall there"


@pytest.mark.rule("squad:fn-B3B")
def test_nobody_goes_through_the_wall_either() -> None:
    lines = [f"{name} stone_building storeys={row['storeys']}" for name, row in ROW.items()]
    table = Table(*lines, "J16 sides=NW:party_wall", german="ss658", size=(1, 1))
    squad, here = table.unit("ss658.1"), table.place("J16")
    through = Entry(squad, "infantry", here, table.place("I16"), 5)
    beside = Entry(squad, "infantry", here, table.place("I17"), 4)
    assert entry_cost(table.g, through, 8).bar == "B23.71"
    assert entry_cost(table.g, beside, 8).total == 4


@pytest.mark.rule("squad:err-B23.712")
def test_the_wall_between_two_houses_of_a_row_is_as_high_as_the_higher() -> None:
    low, high = 1, 2
    wall = part_rowhouse(Feature("party_wall", "B23.71", "obstacle", 0), (low, high))
    assert wall.height == building_height(high) > building_height(low)
    assert wall.solid
