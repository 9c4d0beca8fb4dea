"""Foxholes, roofs and vehicles in the way. Rules B27, B23.32, D2.14."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.morale import eliminate
from salient.games.squad.core.cost_memory import tolls_of
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.infantry.foxholes import TakingCover, room_left
from tests.games.squad.table import GAME, Table


def dug(*lines: str, squads: int = 1) -> Table:
    table = Table(*lines, german="ss658 2 ss91 ss228", american="us666 usMTR60")
    table.g.foxholes[table.place("C3")] = squads
    return table.put("C3", "ss658.1", "ss91.1", "ss658.2").run(TakingCover())


@pytest.mark.rule("squad:B27.4")
@pytest.mark.parametrize(("squads", "second"), [(1, False), (2, True)])
def test_who_sets_up_at_foxholes_is_in_them_as_far_as_there_is_room(
    squads: int, second: bool
) -> None:
    table = dug(squads=squads)
    assert table.is_("entrenched", "ss658.1")
    assert table.is_("entrenched", "ss91.1")
    assert table.is_("entrenched", "ss658.2") is second


@pytest.mark.rule("squad:B27.3", "squad:B27.4")
def test_in_the_scenario_of_the_sanatorium_the_orchard_is_held_from_foxholes() -> None:
    g, _ = GAME.start("sanatorium", bytes(32), {"setup": "ready"})
    place = g.setting.board.place("CC13")
    assert g.entrenched & g.stacks[place]


@pytest.mark.rule("squad:B27.4")
def test_getting_out_costs_one_factor_more() -> None:
    table = dug().move().play("move ss658.1")
    assert table.question.values["points"] == 3
    table.play("go D3")
    assert table.spent() == 2
    assert not table.is_("entrenched", "ss658.1")
    table = dug().move().play("move ss658.2", "go D3")
    assert table.spent() == 1


@pytest.mark.rule("squad:B27.4")
def test_getting_in_costs_one_factor_and_gives_cover() -> None:
    table = Table(german="ss658 2", american="us666").put("B3", "ss658.1").put("G3", "us666.1")
    table.g.foxholes[table.place("C3")] = 1
    table.move().play("move ss658.1")
    assert "entrench" not in table.offered()
    table.play("go C3", "pass", "entrench")
    assert table.spent() == 2
    table.play("pass")
    table.fire("american", "defensive").dice(6, 6, ...).attack("us666.1", "C3")
    fired = table.happened(Fired)[-1]
    assert {m.rule: m.value for m in fired.modifiers}["B27.3"] == 2


@pytest.mark.rule("squad:B27.4")
def test_a_full_foxhole_takes_nobody_else() -> None:
    table = dug().move().play("move ss658.2")
    assert "entrench" not in table.offered()


@pytest.mark.rule("squad:B23.32")
@pytest.mark.parametrize(("place", "cover"), [("G3", 4), ("G3/1", 3)])
def test_a_storey_above_protects_from_mortars(place: str, cover: int) -> None:
    table = Table("G3 stone_building storeys=2", german="ss658", american="us666 usMTR60")
    table.put("C3", "us666.1+usMTR60.1").put(place, "ss658.1").fire("american", "prep")
    table.dice(1, 2, 6, 6, ...).attack("usMTR60.1", place)
    assert {m.rule: m.value for m in table.happened(Fired)[0].modifiers} == {"B23": cover}


@pytest.mark.rule("squad:D2.14")
@pytest.mark.parametrize(("wreck", "spent"), [(True, 3), (False, 3)])
def test_a_wreck_or_a_vehicle_in_the_way_costs_a_point(wreck: bool, spent: int) -> None:
    table = Table(german="PzIVH 2", american="us666").put("C3", "PzIVH.1", facing="e")
    table.put("D3", "PzIVH.2", facing="e")
    if wreck:
        table.mark("wrecks", "PzIVH.2")
    table.move().play("move PzIVH.1", "drive D3")
    assert table.spent() == spent


@pytest.mark.rule("squad:D2.14")
def test_vehicles_that_nobody_sees_cost_nothing_and_so_betray_nothing() -> None:
    table = Table(german="PzIVH 2", american="M4A3").put("C3", "PzIVH.1", facing="e")
    table.put("E3", "M4A3.1").mark("hidden", "M4A3.1").move().play("move PzIVH.1")
    assert "drive E3" in table.offered()
    table.play("drive D3")
    assert table.spent() == 2


@pytest.mark.rule("squad:B27.4")
def test_nobody_gets_in_from_the_hexside_nor_without_a_factor_left() -> None:
    table = Table("C4 woods", german="ss658", american="us666").put("C3", "ss658.1")
    table.g.foxholes[table.place("C4")] = 1
    assert "entrench" not in table.move().play("move ss658.1", "bypass C4 ne").offered()
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    table.g.foxholes[table.place("C7")] = table.g.foxholes[table.place("C6")] = 1
    assert "entrench" in table.move().play("move ss658.1", "go C6").offered()
    assert "entrench" not in table.play("go C7").offered()


@pytest.mark.rule("squad:D2.14")
def test_what_can_be_reached_reckons_with_vehicles_in_the_way() -> None:
    """Thirteen MP: one to start, twelve for twelve hexes of open ground."""
    table = Table(german="PzIVH 2", american="us666", size=(15, 5))
    table.put("A3", "PzIVH.1", facing="e").put("A5", "PzIVH.2", facing="e").move()
    assert "drive M3" in table.play("move PzIVH.1").offered()
    table = Table(german="PzIVH 2", american="us666", size=(15, 5)).put("A3", "PzIVH.1", facing="e")
    table.put("M3", "PzIVH.2", facing="e").mark("wrecks", "PzIVH.2").move()
    table.play("move PzIVH.1")
    assert "drive M3" not in table.offered()
    assert "drive L3" in table.offered()


@pytest.mark.rule("squad:B27.1")
@pytest.mark.parametrize(
    ("holes", "inside", "room"),
    [(1, "", 2), (2, "", 4), (2, "ss658.1", 2), (1, "ss658.1", 0), (2, "ss91.1", 4),
     (2, "ss658.1 ss91.1", 2), (0, "", 0)],
)  # fmt: skip
def test_a_foxhole_has_room_for_a_squad_and_leaders_take_none(
    holes: int, inside: str, room: int
) -> None:
    """Who stands beside it, or in another one, takes no room in it either."""
    table = Table(german="ss658 4 ss91", american="us666").put("D3", "ss658.1", "ss91.1", "ss658.2")
    table.put("F6", "ss658.3").mark("entrenched", "ss658.3", *inside.split())
    if holes:
        table.g.foxholes = {table.place("D3"): holes}
    assert room_left(table.g, table.place("D3")) == room
    assert room_left(table.g, table.place("H9")) == 0, "nothing is dug there"
    table.g.foxholes[table.place("H9")] = 1
    assert room_left(table.g, table.place("H9")) == 2, "nobody is there"


@pytest.mark.rule("squad:D2.14")
def test_only_the_hex_with_the_vehicle_costs_more_and_for_each_of_them() -> None:
    """From C3, facing east, D2 and D3 lie ahead; E3 is beyond D3 and D2 alike."""
    for wrecks, spent in (((), 2), (("PzIVH.2",), 3), (("PzIVH.2", "PzIVH.3"), 4)):
        table = Table(german="PzIVH 3", american="us666").put("C3", "PzIVH.1", facing="e")
        table.put("D3", *wrecks, facing="e").mark("wrecks", *wrecks)
        tolls = known_from(table, "C3")
        assert {name: tolls[table.place(name)] for name in ("D2", "D3", "C2")} == {
            "D2": 2, "D3": 2 * (spent - 1), "C2": 2,
        }  # fmt: skip


def known_from(table: Table, name: str) -> dict[int, int]:
    """What a tank pays to the hexes around, in halves."""
    tank = table.unit("PzIVH.1")
    return {
        way.to: way.halves
        for way in tolls_of(table.g, tank, "tracked", "move", 26)[table.place(name)].ways
    }


@pytest.mark.rule("squad:A4.2", "squad:B27.4")
@pytest.mark.parametrize("orders", [("go C3",), ("go C3", "pass", "entrench")])
def test_who_moves_with_one_that_is_lost_goes_on_from_where_he_is(orders: tuple[str, ...]) -> None:
    table = Table(german="ss658 2", american="us666").put("B3", "ss658.1", "ss658.2")
    table.put("G3", "us666.1").g.foxholes[table.place("C3")] = 2
    table.move().play("move ss658.1", "join ss658.2", *orders)
    eliminate(table.g, table.unit("ss658.1"), "kia", table.events)
    table.play("pass")
    assert {"go B3", "go D3"} <= table.offered("go")
    table.play("go D3")
    assert table.where("ss658.2") == "D3"
