"""Streams with woods in their hex, culverts and fords: rules P4 and B33."""

from __future__ import annotations

import pytest

from salient.engine.errors import DataError
from salient.engine.events import Modifier
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.men import Became, Replaced
from salient.games.squad.core.events.movement import BogChecked, Moved
from salient.games.squad.core.locations import conceals, is_open, is_subterranean
from salient.games.squad.core.march import March
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.stacking import has_room, may_set_up
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import Attack, Cost, Entry
from salient.games.squad.core.tables import Way
from salient.games.squad.ground.crests import crest_entry, crest_orders
from salient.games.squad.ground.culverts import freeze
from salient.games.squad.ground.streams import (
    climb_out,
    is_bare_bed,
    runs_along_stream,
    tire,
    troubles_riders,
)
from salient.games.squad.phases.rout import must_rout
from salient.games.squad.phases.setup import build
from salient.games.squad.show.los import look_from
from salient.games.squad.sight.los import look_at
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

BED = "under=stream under_sides=N,S"
ALONG, ACROSS = ("C4", 0), ("B3", 1)
"""Into C3 along the stream, and across its SW side."""


def stream(terrain: str = "open_ground", depth: str = "shallow", **units: str) -> Table:
    """A stream down column C; C3 has woods, brush or an orchard as well."""
    lines = [f"C{row} {BED}" + (f" {terrain}" if row == 3 else "") for row in range(1, 7)]
    units = units or {"german": "ss658 2 ss91 PzIVH Opel", "american": "us666 2"}
    return Table(*lines, **units, size=(5, 6), scenario=f'stream = "{depth}"\n')


def price(
    table: Table, way: tuple[str, int], unit: str = "ss658.1", move: str = "infantry"
) -> Cost:
    """What entering C3 costs."""
    origin, side = way
    entry = Entry(table.unit(unit), move, table.place(origin), table.place("C3"), side)
    return entry_cost(table.g, entry, 26)


# -- entering -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P4.11a", "squad:B33.11a", "squad:B20.41", "squad:B20.42", "squad:B20.43")
@pytest.mark.parametrize("terrain", ["open_ground", "woods", "pine_woods", "brush", "orchard"])
@pytest.mark.parametrize(("depth", "halves"), [("dry", 4), ("shallow", 6), ("deep", 8)])
def test_along_the_stream_only_its_depth_counts(terrain: str, depth: str, halves: int) -> None:
    cost = price(stream(terrain, depth), ALONG)
    assert (cost.total, cost.bar) == (halves, "")


@pytest.mark.rule("squad:P4.11b", "squad:B33.11b", "squad:ex-P4.11")
@pytest.mark.parametrize(
    ("depth", "terrain", "points"),
    [
        ("shallow", "woods", 5), ("shallow", "brush", 5), ("shallow", "pine_woods", 4.5),
        ("shallow", "orchard", 4), ("dry", "woods", 4), ("shallow", "open_ground", 3),
    ],
)  # fmt: skip
def test_across_another_hexside_the_costs_add_up(depth: str, terrain: str, points: float) -> None:
    assert price(stream(terrain, depth), ACROSS).total == points * 2


@pytest.mark.rule("squad:ex-P4.11", "squad:P4.11a", "squad:P4.11b", "squad:P4.1")
@pytest.mark.parametrize(
    ("depth", "origin", "to", "points"),
    [
        ("shallow", "LL6", "MM6", 5), ("shallow", "LL11", "MM11", 5),
        ("shallow", "LL5", "MM5", 4.5), ("shallow", "KK15", "LL14", 4), ("dry", "LL6", "MM6", 4),
        ("shallow", "MM7", "MM6", 3), ("shallow", "MM6", "MM5", 3), ("shallow", "LL13", "LL14", 3),
    ],
)  # fmt: skip
def test_the_stream_hexes_of_the_documents_cost_what_their_example_says(
    depth: str, origin: str, to: str, points: float
) -> None:
    """Woods in MM6, brush in MM11, pine woods in MM5, an orchard in LL14; along the stream less."""
    table = table_on("practice_streams", german="ss658", scenario=f'stream = "{depth}"\n')
    unit, start, goal = table.unit("ss658.1"), table.place(origin), table.place(to)
    side = next(k.side for k in table.g.setting.board.links[start] if k.to == goal)
    found = entry_cost(table.g, Entry(unit, "infantry", start, goal, side), 12)
    assert (found.total, found.bar) == (points * 2, "")


@pytest.mark.rule("squad:P4.11b", "squad:B33.11b")
def test_vehicles_pay_for_the_woods_and_check_for_them_only_from_the_side() -> None:
    table = stream("woods")
    along = price(table, ALONG, "PzIVH.1", "tracked")
    across = price(table, ACROSS, "PzIVH.1", "tracked")
    assert (across.total - along.total, len(across.bogs) - len(along.bogs)) == (14, 1)
    assert {check.drm for check in across.bogs if check.rule == "P4.11b"} == {3}


@pytest.mark.rule("squad:P4.11b")
def test_a_squad_wades_into_woods_in_the_movement_phase() -> None:
    table = stream("orchard").put("B3", "ss658.1").move()
    table.play("move ss658.1", "go C3")
    assert table.happened(Moved)[-1].cost == 8


@pytest.mark.rule("squad:P4.11c", "squad:B33.11c")
def test_trees_do_not_sweep_riders_off_at_the_bottom() -> None:
    table = Table(f"C3 woods {BED}", "D3 woods", german="PzIVH")
    assert not troubles_riders(table.put("C3", "PzIVH.1").g, table.unit("PzIVH.1"))
    assert troubles_riders(table.put("D3", "PzIVH.1").g, table.unit("PzIVH.1"))


@pytest.mark.rule("squad:B20.44")
def test_nobody_enters_a_flooded_stream() -> None:
    assert price(stream("woods", "flooded"), ALONG).bar == "B20.44"


# -- crest status ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:P4.12b", "squad:B33.12", "squad:B20.9", "squad:B20.91")
@pytest.mark.parametrize(
    ("terrain", "points"), [("woods", 3), ("brush", 3), ("pine_woods", 2.5), ("orchard", 2)]
)
@pytest.mark.parametrize("depth", ["dry", "shallow"])
def test_from_the_next_hex_one_takes_to_the_crest(terrain: str, points: float, depth: str) -> None:
    table = stream(terrain, depth).put("B3", "ss658.1").move()
    table.play("move ss658.1")
    assert "climb C3 sw" in table.offered()
    table.play("climb C3 sw")
    assert (table.where("ss658.1"), table.g.crest[table.unit("ss658.1")]) == ("C3", 4)
    assert table.spent() == points


@pytest.mark.rule("squad:P4.12a", "squad:B33.12", "squad:B20.9", "squad:B20.92")
@pytest.mark.parametrize("terrain", ["woods", "brush", "orchard"])
def test_from_the_crest_one_looks_out_and_has_the_cover_of_the_rim(terrain: str) -> None:
    table = stream(terrain).put("C3", "us666.1", "us666.2").put("A3", "ss658.1")
    firer = table.unit("ss658.1")
    assert not look_at(table.g, table.unit("us666.1"), table.place("A3")).clear
    table.g.crest[table.unit("us666.1")] = 4
    assert look_at(table.g, table.unit("us666.1"), table.place("A3")).clear
    attack = Attack("fire", 0, (table.place("A3"),), table.place("C3"), firers=(firer,))
    assert Modifier("B20.92", 2) in cover(table.g, attack, table.unit("us666.1"))
    table.g.crest[table.unit("us666.1")] = 1
    assert Modifier("B20.92", 2) not in cover(table.g, attack, table.unit("us666.1"))


@pytest.mark.rule("squad:P4.12a", "squad:P4.22", "squad:B20.91")
def test_from_the_bottom_to_the_crest_only_at_sides_without_the_stream() -> None:
    table = stream("brush").put("C3", "ss658.1").move()
    table.play("move ss658.1")
    sides = {text.split()[2] for text in table.offered("climb") if text.split()[1] == "C3"}
    assert sides == {"ne", "se", "sw", "nw"}
    table.play("climb C3 se")
    assert table.spent() == 2


@pytest.mark.rule("squad:P4.22")
def test_no_crest_in_a_culvert_hex_nor_at_its_mouth() -> None:
    table = culvert().put("C4", "ss658.1")
    unit, g = table.unit("ss658.1"), table.g
    assert entry_cost(g, crest_entry(g, unit, table.place("C4"), 0)).bar == "P4.22"
    assert entry_cost(g, crest_entry(g, unit, table.place("C4"), 1)).bar == ""
    assert entry_cost(g, crest_entry(g, unit, table.place("C4"), 3)).bar == "B20.9", "the stream"
    table.put("B3", "ss658.1")
    assert entry_cost(g, crest_entry(g, unit, table.place("C3"), 4)).bar == "P4.22"


# -- cover ----------------------------------------------------------------------------------------


def modifiers(table: Table, origin: str, *, moving: bool = False) -> dict[str, int]:
    """What counts when us666.1 in C3 is fired at from a hex."""
    unit = table.unit("us666.1")
    attack = Attack("fire", 0, (table.place(origin),), table.place("C3"), moving)
    return {m.rule: m.value for m in cover(table.g, attack, unit)}


@pytest.mark.rule("squad:P4.13a", "squad:B33.13a")
@pytest.mark.parametrize("terrain", ["woods", "brush", "orchard"])
def test_along_the_stream_there_is_no_cover_and_haste_shows(terrain: str) -> None:
    table = stream(terrain).put("C3", "us666.1").put("C5", "ss658.1")
    assert modifiers(table, "C5") == {}
    table.g.mover = 1
    table.g.march = March((table.unit("us666.1"),))
    assert modifiers(table, "C5", moving=True) == {"P4.13a": -1, "A4.61": -1}
    table.g.smoke[table.place("C4")] = 2
    assert "P4.13a" not in modifiers(table, "C5", moving=True), "smoke on the line"


@pytest.mark.rule("squad:P4.13a", "squad:A10.53")
@pytest.mark.parametrize(("firer", "must"), [("C6", True), ("A3", False), ("B5", False)])
def test_a_broken_squad_in_the_line_of_the_stream_must_run(firer: str, must: bool) -> None:
    """To others the woods above it hide it, and it may stay."""
    table = stream("woods").put("C3", "us666.1").mark("broken", "us666.1")
    table.g.desperate = 0
    table.put(firer, "ss658.1")
    assert must_rout(table.g, table.unit("us666.1")) is must
    table.g.smoke[table.place("C4")] = 2
    assert not must_rout(table.g, table.unit("us666.1")), "not through smoke"


@pytest.mark.rule("squad:P4.13a", "squad:A10.53")
@pytest.mark.parametrize(
    ("place", "smoke", "bare"), [("C3", "", True), ("C3", "C4", False), ("D3", "", False)]
)
def test_only_the_bed_of_a_stream_below_trees_is_bare_to_who_looks_along_it(
    place: str, smoke: str, bare: bool
) -> None:
    table = stream("woods").put("C6", "ss658.1")
    if smoke:
        table.g.smoke[table.place(smoke)] = 2
    assert is_bare_bed(table.g, table.unit("ss658.1"), table.place(place)) is bare


@pytest.mark.rule("squad:P4.13a")
def test_from_the_rim_of_the_same_hex_the_bottom_is_open() -> None:
    table = stream("woods").put("C3", "us666.1", "ss658.1")
    table.g.crest[table.unit("ss658.1")] = 1
    assert modifiers(table, "C3") == {}
    table.g.smoke[table.place("C3")] = 2
    assert modifiers(table, "C3")["P4.13b"] == 1, "not through smoke"


@pytest.mark.rule("squad:P4.13b", "squad:B33.13b")
@pytest.mark.parametrize(
    ("terrain", "tem"), [("woods", 1), ("pine_woods", 1), ("brush", 0), ("orchard", 0)]
)
def test_from_beside_the_stream_the_trees_cover_the_bottom(terrain: str, tem: int) -> None:
    table = stream(terrain).put("C3", "us666.1").put("B3", "ss658.1")
    assert modifiers(table, "B3") == ({"P4.13b": tem} if tem else {})
    table.g.march = March((table.unit("us666.1"),))
    assert "A4.6" not in modifiers(table, "B3", moving=True)
    assert not is_open(table.g, table.place("C3"))
    assert conceals(table.g, table.place("C3"))
    plain = stream().put("C3", "us666.1").put("B3", "ss658.1")
    plain.g.march = March((plain.unit("us666.1"),))
    assert modifiers(plain, "B3", moving=True)["A4.6"] == -1


@pytest.mark.rule("squad:P4.13c", "squad:B33.13c")
@pytest.mark.parametrize(
    ("terrain", "found"), [("woods", {"P4.13c": -1}), ("pine_woods", {"P4.13c": -1}), ("brush", {})]
)
def test_shells_burst_in_the_trees_above_the_bottom(terrain: str, found: dict[str, int]) -> None:
    table = stream(terrain).put("C3", "us666.1")
    attack = Attack("shell", 0, (), table.place("C3"))
    assert {m.rule: m.value for m in cover(table.g, attack, table.unit("us666.1"))} == found


# -- culverts -------------------------------------------------------------------------------------


def culvert(depth: str = "shallow", special: str = "") -> Table:
    """ChLL6-LL7 on its own: a stream down column C with a culvert in C3."""
    lines = [f"C{row} {BED}" for row in (1, 2, 4, 5)]
    return Table(
        *lines, "C3 under=culvert under_sides=N,S wooden_building storeys=1",
        german="ss658 2 ss91 pak40 ss228 PzIVH", american="us666 2 us546", size=(5, 6),
        scenario=f'stream = "{depth}"\nspecial = [{special}]\n',
    )  # fmt: skip


@pytest.mark.rule("squad:P4.2a")
def test_a_culvert_is_a_location_of_its_own_and_open_ground() -> None:
    table = culvert()
    board = table.g.setting.board
    assert [board.locations[p].token for p in board.locations_in(table.place("C3"))] == [
        "C3", "C3/culvert"
    ]  # fmt: skip
    assert is_open(table.g, table.place("C3/culvert"))


@pytest.mark.rule("squad:P4.2b")
def test_from_a_culvert_units_see_the_next_stream_only() -> None:
    table = culvert().put("C3/culvert", "ss658.1")
    unit = table.unit("ss658.1")
    seen = {name for name in ("C1", "C2", "C3", "C4", "C5", "B3", "D3")
            if look_at(table.g, unit, table.place(name)).clear}  # fmt: skip
    assert seen == {"C2", "C4"}


@pytest.mark.rule("squad:P4.2a", "squad:P4.2b", "squad:P4.22")
def test_the_culvert_of_cheneux_is_seen_and_left_by_its_stream_only() -> None:
    table = table_on("practice_culvert", german="ss658 2").put("LL7/culvert", "ss658.1")
    table.put("LL6", "ss658.2")
    unit = table.unit("ss658.1")
    seen = {name for name in ("LL5", "LL6", "LL7", "LL8", "KK7", "KK8", "MM7", "MM8", "KK9")
            if look_at(table.g, unit, table.place(name)).clear}  # fmt: skip
    assert seen == {"LL6", "LL8"}
    board = table.g.setting.board
    ways = {board.locations[link.to].token for link in board.links[table.place("LL7/culvert")]}
    assert ways == {"LL6", "LL8"}
    table.move().play("move ss658.2")
    sides = {text.split()[2] for text in table.offered("climb") if text.split()[1] == "LL6"}
    assert sides == {"ne", "se", "sw", "nw"}, "not at LL6-LL7, the mouth of the culvert"
    assert not [text for text in table.offered("climb") if "LL7" in text]


@pytest.mark.rule("squad:P4.2c")
def test_a_culvert_holds_one_squad() -> None:
    table = culvert().put("C3/culvert", "ss658.1")
    place, second = table.place("C3/culvert"), 1 << table.unit("ss658.2")
    assert not has_room(table.g, place, second, 0)
    table.mark("half", "ss658.1", "ss658.2")
    assert has_room(table.g, place, second, 0)


@pytest.mark.rule("squad:P4.2c")
def test_a_second_squad_does_not_stop_in_a_culvert() -> None:
    for crowded in (True, False):
        table = culvert().put("C4", "ss658.2").move()
        if crowded:
            table.put("C3/culvert", "ss658.1")
        assert ("go C3/culvert" not in table.play("move ss658.2").offered()) is crowded


@pytest.mark.rule("squad:P4.2d")
def test_a_culvert_lies_underground() -> None:
    table = culvert().put("C3/culvert", "ss658.1").put("C3", "us666.1")
    assert is_subterranean(table.g, table.place("C3/culvert"))
    assert not is_subterranean(table.g, table.place("C3"))
    table.fire("american", "prep")
    assert not table.offered("fire"), "nobody above can fire at it"


@pytest.mark.rule("squad:P4.21a")
def test_nothing_is_set_up_in_a_culvert() -> None:
    table = culvert()
    place = table.place("C3/culvert")
    for name in ("ss658.1", "ss91.1", "pak40.1"):
        assert may_set_up(table.g, table.unit(name), place) == "P4.21a"
    assert may_set_up(table.g, table.unit("ss658.1"), table.place("C3")) == ""
    mines = Fortification("ap_mines", "german", "C3/culvert", strength=6)
    with pytest.raises(DataError, match=r"P4\.21a"):
        build(table.g, mines, [])


@pytest.mark.rule("squad:P4.21b")
def test_a_culvert_is_entered_from_the_stream_beside_it() -> None:
    table = culvert().put("C4", "ss658.1").put("C3", "ss658.2").put("B3", "ss91.1").move()
    table.play("move ss658.1", "go C3/culvert")
    assert table.spent() == 3, "as any other stream"
    table.play("stop")
    for name in ("ss658.2", "ss91.1"):
        board, unit = table.g.setting.board, table.unit(name)
        assert table.place("C3/culvert") not in {k.to for k in board.links[table.g.where[unit]]}
    flood = culvert("flooded")
    entry = Entry(flood.unit("ss658.1"), "infantry", flood.place("C4"),
                  flood.place("C3/culvert"), 0)  # fmt: skip
    assert entry_cost(flood.g, entry).bar == "P4.21b"
    assert entry_cost(table.g, entry).bar == ""


@pytest.mark.rule("squad:P4.21c")
def test_no_vehicle_and_no_gun_goes_through_a_culvert() -> None:
    table = culvert().put("C4", "ss228.1+pak40.1")
    to, origin = table.place("C3/culvert"), table.place("C4")
    tank = Entry(table.unit("PzIVH.1"), "tracked", origin, to, 0)
    gun = Entry(table.unit("ss228.1"), "infantry", origin, to, 0)
    assert entry_cost(table.g, tank).bar == entry_cost(table.g, gun).bar == "P4.21c"
    table.g.owner[table.unit("pak40.1")] = NOBODY
    assert entry_cost(table.g, gun).bar == ""


@pytest.mark.rule("squad:P4.23", "squad:B20.7")
def test_cold_water_wears_out_who_stays_in_a_culvert() -> None:
    cold = culvert(special='"frigid"').put("C3/culvert", "us666.1").put("C4", "us666.2")
    cold.g.mover = 1
    cold.turn("american")
    while cold.decision is not None:
        cold.play(next(text for text in cold.offered() if text in ("end", "pass", "stop")))
    assert [event.unit for event in cold.happened(Replaced)] == [cold.unit("us666.1")]
    assert not cold.is_("broken", "us666.1"), "worse men are enough"
    assert not cold.is_("disrupted", "us666.1")
    mild = culvert().put("C3/culvert", "us666.1").turn("american")
    while mild.decision is not None:
        mild.play(next(text for text in mild.offered() if text in ("end", "pass", "stop")))
    assert not mild.happened(Replaced)


@pytest.mark.rule("squad:P4.23", "squad:B20.7", "squad:A19.12")
def test_who_cannot_get_worse_is_disrupted_by_cold_water() -> None:
    table = culvert(special='"frigid"').put("C3/culvert", "ss658.1").turn("german")
    while table.decision is not None:
        table.play(next(text for text in table.offered() if text in ("end", "pass", "stop")))
    assert table.is_("broken", "ss658.1")
    assert table.is_("disrupted", "ss658.1")


@pytest.mark.rule("squad:P4.23")
def test_leaders_are_infantry_to_cold_water() -> None:
    table = culvert(special='"frigid"').put("C3/culvert", "ss91.1").turn("german")
    while table.decision is not None:
        table.play(next(text for text in table.offered() if text in ("end", "pass", "stop")))
    assert table.is_("broken", "ss91.1")
    assert table.is_("disrupted", "ss91.1")


@pytest.mark.rule("squad:P4.23", "squad:B20.7", "squad:A19.12")
def test_cold_water_wounds_a_hero_and_breaks_nobody_else_than_leaders() -> None:
    table = Table(
        *[f"C{row} {BED}" for row in (1, 2, 4, 5)], "C3 under=culvert under_sides=N,S",
        german="sshero ss91", american="us666", size=(5, 6),
        scenario='stream = "shallow"\nspecial = ["frigid"]\n',
    ).put("C3/culvert", "sshero.1", "ss91.1").dice(1, ...)  # fmt: skip
    freeze(table.g, table.events)
    assert table.is_("wounded", "sshero.1")
    assert not table.is_("broken", "sshero.1")
    assert table.is_("broken", "ss91.1")
    assert not table.is_("wounded", "ss91.1")


@pytest.mark.rule("squad:P4.24a", "squad:P4.24b")
def test_what_falls_above_leaves_the_culvert_and_those_in_it_alone() -> None:
    table = culvert().put("C3/culvert", "ss658.1").put("C3", "ss658.2").put("C4", "ss91.1")
    make_rubble(table.g, table.place("C3"), table.events)
    assert table.is_("lost", "ss658.2")
    assert not table.is_("lost", "ss658.1")
    entry = Entry(table.unit("ss91.1"), "infantry", table.place("C4"),
                  table.place("C3/culvert"), 0)  # fmt: skip
    assert entry_cost(table.g, entry).bar == "", "it is still there"


@pytest.mark.rule("squad:P4.24b", "squad:P4.24c")
def test_neither_shells_from_above_nor_snipers_find_a_culvert() -> None:
    table = culvert()
    assert is_subterranean(table.g, table.place("C3/culvert"))
    assert not is_subterranean(table.g, table.place("C3"))


@pytest.mark.rule("squad:B20.9")
def test_nobody_stands_at_the_rim_of_a_stream_that_is_all_water() -> None:
    """Where the stream runs into the Amblève, at NN6 of Cheneux."""
    table = table_on("cheneux", german="ss658").put("MM7", "ss658.1").move().play("move ss658.1")
    assert not {text for text in table.offered("climb") if text.startswith("climb NN6")}


@pytest.mark.rule("squad:P4.13b")
@pytest.mark.parametrize(("terrain", "cover"), [("woods", {"P4.13b": 1}), ("open_ground", {})])
def test_residual_fire_at_the_bottom_meets_the_woods(terrain: str, cover: dict[str, int]) -> None:
    """It comes along no line, so that nobody is in the open to it."""
    table = stream(terrain).put("C4", "ss658.1").put("A1", "us666.1").move()
    table.g.residual[table.place("C3")] = 4
    table.dice(6, 5, ...).play("move ss658.1", "go C3")
    (attack,) = table.happened(Fired)
    found = {m.rule: m.value for m in attack.modifiers if m.rule.startswith("P4")}
    assert (attack.means, found) == ("residual", cover)


# -- banks and deep water -------------------------------------------------------------------------


@pytest.mark.rule("squad:B20", "squad:B19")
@pytest.mark.parametrize(
    ("under", "unit", "checks"),
    [("stream", "PzIVH.1", True), ("stream", "SPW251.1", True), ("stream", "Opel.1", True),
     ("gully", "PzIVH.1", False), ("gully", "SPW251.1", False), ("gully", "Opel.1", True)],
)  # fmt: skip
def test_a_vehicle_checks_for_bog_where_it_climbs_out(under: str, unit: str, checks: bool) -> None:
    """Not where it goes in: the chart's BB is for leaving across a bank."""
    bed = f"under={under} under_sides=N,S"
    lines = [f"C{row} {bed}" for row in (2, 3, 4)]
    table = Table(*lines, german="PzIVH SPW251 Opel", size=(5, 5)).put("B3", unit, facing="e")
    table.mark("motion", unit).move().play(f"move {unit}", "drive C3")
    assert not table.happened(BogChecked)
    table.g.march = None
    table.g.steps = []
    table.g.moved = 0
    if checks:
        table.dice(6, 6)
    table.move().play(f"move {unit}", "drive D3")
    assert table.is_("bogged", unit) is checks
    assert table.where(unit) == ("C3" if checks else "D3"), "it bogs where it is"


@pytest.mark.rule("squad:B20")
def test_along_the_stream_no_vehicle_checks() -> None:
    table = stream().put("C4", "PzIVH.1", facing="ne").mark("motion", "PzIVH.1").move()
    table.play("move PzIVH.1", "turn nw", "drive C3")
    assert table.where("PzIVH.1") == "C3"
    assert not table.happened(BogChecked)


@pytest.mark.rule("squad:B20.43")
@pytest.mark.parametrize(("depth", "tired"), [("deep", True), ("shallow", False)])
@pytest.mark.parametrize("phase", ["move", "advance"])
def test_deep_water_tires(depth: str, tired: bool, phase: str) -> None:
    table = stream("open_ground", depth).put("B3", "ss658.1", "ss91.1").phase(phase)
    if phase == "move":
        table.play("move ss658.1", "join ss91.1", "go C3")
        assert table.is_("cx", "ss91.1") is tired
    else:
        table.play("advance ss658.1 C3")
    assert table.is_("cx", "ss658.1") is tired


# -- fords ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P4.3")
def test_the_ford_of_the_documents_lets_tanks_through_in_deep_water() -> None:
    table = table_on("practice_streams", german="ss658 PzIVH", scenario='stream = "deep"\n')
    start, goal = table.place("LL10"), table.place("MM10")
    side = next(k.side for k in table.g.setting.board.links[start] if k.to == goal)
    squad = Entry(table.unit("ss658.1"), "infantry", start, goal, side)
    tank = Entry(table.unit("PzIVH.1"), "tracked", start, goal, side)
    assert (entry_cost(table.g, squad, 12).total, entry_cost(table.g, tank, 26).bogs) == (6, ())


@pytest.mark.rule("squad:P4.3", "squad:B20.8")
@pytest.mark.parametrize(("depth", "halves"), [("dry", 4), ("shallow", 6), ("deep", 6),
                                               ("flooded", 6)])  # fmt: skip
def test_a_ford_is_shallow_and_firm(depth: str, halves: int) -> None:
    table = Table(f"C3 {BED} ford=yes", german="ss658 PzIVH", size=(5, 5),
                  scenario=f'stream = "{depth}"\n')  # fmt: skip
    assert price(table, ACROSS).total == halves
    tank = price(table, ACROSS, "PzIVH.1", "tracked")
    assert (tank.bar, tank.bogs) == ("", ())
    out = Entry(table.unit("PzIVH.1"), "tracked", table.place("C3"), table.place("B3"), 4)
    assert not entry_cost(table.g, out, 26).bogs
    assert entry_cost(stream("open_ground").g, out, 26).bogs


@pytest.mark.rule("squad:P4.12b", "squad:B20.91")
def test_nobody_takes_to_a_crest_where_there_is_no_room() -> None:
    units = {"german": "ss658 4", "american": "us666"}
    table = stream("woods", **units).put("C3", "ss658.2", "ss658.3", "ss658.4")
    table.put("B3", "ss658.1").move().play("move ss658.1")
    assert "climb C3 sw" not in table.offered()
    free = stream("woods", **units).put("C3", "ss658.2", "ss658.3").put("B3", "ss658.1").move()
    assert "climb C3 sw" in free.play("move ss658.1").offered()
    held = stream("woods", **units).put("C3", "us666.1").put("B3", "ss658.1").move()
    assert "climb C3 sw" not in held.play("move ss658.1").offered()


@pytest.mark.rule("squad:P4.11c", "squad:B33.11c")
@pytest.mark.parametrize(("terrain", "swept"), [("woods", True), ("orchard", True),
                                                ("pine_woods", True), ("open_ground", False),
                                                ("brush", False)])  # fmt: skip
def test_what_sweeps_riders_off_elsewhere(terrain: str, swept: bool) -> None:
    table = Table(f"C3 {terrain}", german="PzIVH").put("C3", "PzIVH.1")
    assert troubles_riders(table.g, table.unit("PzIVH.1")) is swept


@pytest.mark.rule("squad:B19", "squad:P4.3")
@pytest.mark.parametrize(
    ("line", "way", "checks"),
    [
        ("C4 under=gully under_sides=N,S", "truck", ["B19"]),
        ("C4 under=gully under_sides=NE,SW; D3 under=gully under_sides=NE,SW", "truck", []),
        ("C4 under=gully under_sides=N,S ford=yes", "truck", []),
        ("C4 under=gully under_sides=N,S", "infantry", []),
        ("C4 open_ground", "truck", []),
        ("C4 under=gully under_sides=N,S", "tracked", []),
    ],
)
def test_a_vehicle_may_bog_as_it_climbs_out_across_the_bank(
    line: str, way: Way, checks: list[str]
) -> None:
    lines = line.split("; ")
    table = Table(*lines, german="ss658 PzIVH", american="us666").put("C4", "PzIVH.1")
    board = table.g.setting.board
    here, there = table.place("C4"), table.place("D3")
    side = next(link.side for link in board.links[here] if link.to == there)
    leaving = Entry(table.unit("PzIVH.1"), way, here, there, side)
    found = list(climb_out(table.g, leaving))
    assert [(check.rule, check.drm) for check in found] == [(rule, 0) for rule in checks]


@pytest.mark.rule("squad:B20.43")
@pytest.mark.parametrize(("state", "told"), [("", 1), ("cx", 0), ("broken", 0)])
def test_who_is_tired_already_or_broken_is_not_tired_by_the_water(state: str, told: int) -> None:
    table = stream("open_ground", "deep").put("C3", "ss658.1")
    if state:
        table.mark(state, "ss658.1")
    wading = Entry(table.unit("ss658.1"), "infantry", table.place("B3"), table.place("C3"), 0)
    tire(table.g, wading, table.events)
    assert len(table.happened(Became)) == told
    assert table.is_("cx", "ss658.1") is (state != "broken")


@pytest.mark.rule("squad:P4.12b")
def test_who_is_in_the_bed_climbs_to_a_side_on_which_he_is_not_yet() -> None:
    table = stream("open_ground", "dry").put("C3", "ss658.1").move()
    table.play("move ss658.1")
    here = {text for text in table.offered("climb") if text.startswith("climb C3")}
    assert len(here) > 1
    first = sorted(here)[0]
    table.play(first)
    again = {text for text in table.offered("climb") if text.startswith("climb C3")}
    assert again == here - {first}


@pytest.mark.rule("squad:P4.12b")
def test_nobody_takes_to_a_crest_from_a_hexside_or_an_upper_floor() -> None:
    lines = ("C3 under=stream under_sides=N,S", "B3 stone_building storeys=2")
    table = Table(*lines, german="ss658 2", american="us666", scenario='stream = "dry"\n')
    table.put("B3", "ss658.1").put("B3/1", "ss658.2")
    below, above = (March((table.unit(f"ss658.{number}"),)) for number in (1, 2))
    assert list(crest_orders(table.g, below))
    assert not list(crest_orders(table.g, above))
    table.g.bypass[table.unit("ss658.1")] = (0, 0)
    assert not list(crest_orders(table.g, below))


@pytest.mark.rule("squad:P4.13a")
@pytest.mark.parametrize(
    ("one", "other", "along"),
    [("C5", "C3", True), ("C6", "C1", True), ("A3", "C3", False), ("C3", "B3", False)],
)
def test_a_line_runs_along_the_stream_from_bed_to_bed_only(
    one: str, other: str, along: bool
) -> None:
    board = stream().g.setting.board.sight
    assert runs_along_stream(board, look_from(board, one, other)) is along


@pytest.mark.rule("squad:P4.13a")
def test_a_stream_that_runs_aslant_is_followed_aslant() -> None:
    bed = "under=stream under_sides=NE,SW"
    board = Table(f"C4 {bed}", f"D3 {bed}", f"E3 {bed}", german="ss658").g.setting.board.sight
    assert runs_along_stream(board, look_from(board, "C4", "D3"))
    assert runs_along_stream(board, look_from(board, "E3", "C4"))
    assert not runs_along_stream(board, look_from(board, "C4", "B3"))


@pytest.mark.rule("squad:P4.13a")
def test_a_line_that_leaves_the_stream_at_a_bend_does_not_run_along_it() -> None:
    beds = [f"C{row} {BED}" for row in (1, 2, 4)]
    table = Table(*beds, "C3 under=stream under_sides=N,SE", "D3 under=stream under_sides=NW,S",
                  german="ss658")  # fmt: skip
    board = table.g.setting.board.sight
    assert runs_along_stream(board, look_from(board, "C1", "C3"))
    assert not runs_along_stream(board, look_from(board, "C1", "C4"))
    assert not runs_along_stream(board, look_from(board, "C4", "C1"))


@pytest.mark.rule("squad:B19", "squad:P4.3")
def test_who_drives_off_a_bridge_climbs_out_of_nothing() -> None:
    table = Table("C4 under=gully under_sides=NE,SW bridge=yes road=N,S", german="Opel")
    lorry, north = table.unit("Opel.1"), table.place("C3")
    below = Entry(lorry, "truck", table.place("C4"), north, 0)
    assert [check.rule for check in climb_out(table.g, below)] == ["B19"]
    above = Entry(lorry, "truck", table.place("C4/bridge"), table.place("D4"), 2)
    assert not list(climb_out(table.g, above))
