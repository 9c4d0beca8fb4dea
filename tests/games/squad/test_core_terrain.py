"""Terrain: what it costs, what it covers, what it hides. Chapter B, rules A.5, A4.34, A6, A24.7."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import Attack, Cost, Entry, Means
from salient.games.squad.ground.street_dangers import fortification_bar
from salient.games.squad.phases.setup import build
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import look_across
from salient.games.squad.terrain.board import Hexside
from tests.games.squad.practice import hindrance, practice, sees
from tests.games.squad.table import Table

GERMAN = "ss658 2 ss91 PzIVH SPW251 Opel ss228 pak40"
WAYS = {"ss658.1": "infantry", "PzIVH.1": "tracked", "SPW251.1": "halftrack", "Opel.1": "truck",
        "M8.1": "armoured_car"}  # fmt: skip


def ground(*lines: str, **more: Any) -> Table:
    return Table(*lines, german=GERMAN, american="us666 3 M8", **more)


def price(table: Table, unit: str, start: str = "C3", goal: str = "C4") -> Cost:
    """What it costs a unit to go from a hex into the next."""
    here, there = table.place(start), table.place(goal)
    side = next(link.side for link in table.g.setting.board.links[here] if link.to == there)
    points = 2 * (
        4 if WAYS[unit] == "infantry" else table.g.setting.vehicle_row(table.unit(unit)).mp
    )
    return entry_cost(table.g, Entry(table.unit(unit), WAYS[unit], here, there, side), points)


def covers(table: Table, *origins: str, at: str = "D3") -> dict[str, int]:
    """What protects us666.1 from fire out of some hexes."""
    table.put(at, "us666.1")
    places = tuple(table.place(name) for name in origins)
    attack = Attack("fire", 0, places, table.place(at))
    return {m.rule: m.value for m in cover(table.g, attack, table.unit("us666.1"))}


# -- cover ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("shellholes", {"B2": 1}, marks=pytest.mark.rule("squad:B2")),
        pytest.param("runway", {"B7": -1}, marks=pytest.mark.rule("squad:B7")),
        pytest.param("crag", {"B17": 1}, marks=pytest.mark.rule("squad:B17")),
        pytest.param("open_ground", {}, marks=pytest.mark.rule("squad:B1")),
        pytest.param(
            "sides=NW:bocage,SW:bocage", {"B9.52": 2}, marks=pytest.mark.rule("squad:B9.52")
        ),
    ],
)
def test_what_covers_and_what_does_not(line: str, expected: dict[str, int]) -> None:
    assert covers(ground(f"D3 {line}"), "B3") == expected


@pytest.mark.rule("squad:B7")
def test_on_a_runway_a_squad_is_hit_more_easily_in_play() -> None:
    table = ground("D3 runway").put("B3", "ss658.1").put("D3", "us666.1").fire("german", "prep")
    table.dice(6, 5).attack("ss658.1")
    assert [(m.rule, m.value) for m in table.happened(Fired)[-1].modifiers] == [("B7", -1)]


@pytest.mark.rule("squad:A.5")
def test_the_line_that_is_worst_for_the_firers_decides_for_all_of_them() -> None:
    """From B4 fire crosses a wall, from D1 it does not; together they meet the wall."""
    wall = "D3 sides=SW:wall"
    assert covers(ground(wall), "D1") == {}
    assert covers(ground(wall), "B4") == covers(ground(wall), "B4", "D1") == {"B9.3": 2}


@pytest.mark.rule("squad:A7.6")
def test_of_several_kinds_of_cover_the_best_counts_and_hindrances_are_added() -> None:
    table = ground("D3 woods sides=SW:wall,NW:wall", "C3 brush")
    assert covers(table, "B3") == {"B9.3": 2, "A6.7": 1}


@pytest.mark.rule("squad:B9.32")
@pytest.mark.parametrize(("mover", "covered"), [("german", True), ("american", False)])
def test_only_one_side_profits_from_a_wall_between_them(mover: str, covered: bool) -> None:
    """Those whose player turn it is not were there first."""
    table = ground("D3 sides=N:wall", mover=mover).put("D2", "ss658.1")
    assert covers(table, "D1") == ({"B9.3": 2} if covered else {})
    table.mark("broken", "ss658.1")
    assert covers(table, "D1") == {"B9.3": 2}, "the broken claim nothing"


@pytest.mark.rule("squad:A4.34")
def test_in_bypass_a_unit_is_in_the_open_and_seen_at_its_corner() -> None:
    table = ground("D3 stone_building")
    assert covers(table, "D1") == {"B23": 3}
    table.g.bypass[table.unit("us666.1")] = (side_of("ne"), 1)
    assert covers(table, "D1") == {}
    moving = ground("D3 woods").put("C3", "ss658.1").put("G3", "us666.1").move("german")
    moving.play("move ss658.1", "bypass D3 ne").dice(6, 5).attack("us666.1")
    found = {m.rule: m.value for m in moving.happened(Fired)[-1].modifiers}
    assert found == {"A4.6": -1, "A4.61": -1}


@pytest.mark.rule("squad:D9.3")
def test_beside_a_tank_that_stands_infantry_has_cover_and_beside_one_that_moves_none() -> None:
    table = Table(german="ss658", american="us666 M4A3 Truck").put("D3", "Truck.1")
    assert covers(table, "B3") == {}, "a lorry is no cover"
    table.put("D3", "M4A3.1")
    assert covers(table, "B3") == {"D9.3": 1}
    table.mark("motion", "M4A3.1")
    assert covers(table, "B3") == {}


# -- sight ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A6.2")
def test_what_is_as_high_as_the_higher_end_blocks_and_what_is_lower_does_not() -> None:
    woods = {"terrain": "woods"}
    assert not sees(practice(C4=woods), "C2", "C6")
    for level, seen in ((1, False), (2, True)):
        assert sees(practice(C2={"level": level}, C3=woods), "C2", "C8") is seen
    assert not sees(practice(C4={"level": 1}), "C2", "C6"), "ground, too"


@pytest.mark.rule("squad:A6.8")
def test_in_a_house_one_sees_the_next_level_and_not_the_one_above_it() -> None:
    table = Table("C4 stone_building storeys=3", german="ss658", american="us666")
    for one, other, seen in (("C4", "C4/1", True), ("C4/1", "C4/2", True), ("C4", "C4/2", False)):
        assert look_across(table.g, table.place(one), table.place(other)).clear is seen


@pytest.mark.rule("squad:B12.7")
def test_a_vineyard_hinders_at_the_side_of_its_hex_as_well() -> None:
    assert hindrance(practice(D4={"terrain": "vineyard"}), "C4", "E5") == 1
    assert hindrance(practice(D4={"terrain": "vineyard"}), "C4", "E4") == 1, "it fills its hex"


@pytest.mark.rule("squad:B14")
def test_an_orchard_hinders_and_hides_nobody_in_winter() -> None:
    assert hindrance(practice(C4={"terrain": "orchard"}), "C2", "C6") == 1
    assert sees(practice(C2={"level": 1}, C4={"terrain": "orchard"}), "C2", "C6")


@pytest.mark.rule("squad:B4", "squad:B20")
@pytest.mark.parametrize("under", ["sunken_road", "stream", "gully"])
def test_who_is_down_in_a_depression_is_not_seen_from_afar(under: str) -> None:
    board = practice(C4={"under": under, "under_sides": "NE SW"})
    assert sees(board, "C4", "C3")
    assert not sees(board, "C4", "C6")


@pytest.mark.rule("squad:B5")
def test_a_road_on_an_embankment_hides_what_is_behind_it() -> None:
    board = practice(C4={"under": "elevated_road", "under_sides": "NE SW"})
    assert not sees(board, "C2", "C6")
    assert sees(board, "C4", "C7"), "from above one sees far"


@pytest.mark.rule("squad:D10", "squad:D9.4")
def test_a_wreck_hinders_sight_and_stays() -> None:
    table = ground().put("D4", "Opel.1").mark("wrecks", "Opel.1")
    assert look_across(table.g, table.place("D2"), table.place("D6")).hindrance == 1
    table.turn("german")
    while table.decision is not None:
        table.play("end")
    assert table.where("Opel.1") == "D4"
    assert "move Opel.1" not in table.move("german").offered()


# -- entering -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A24.7")
@pytest.mark.parametrize("unit", ["ss658.1", "PzIVH.1"])
def test_smoke_costs_one_more(unit: str) -> None:
    table = ground()
    before = price(table, unit).total
    table.g.smoke[table.place("C4")] = 2
    assert price(table, unit).total == before + 2


@pytest.mark.rule("squad:B9.4")
def test_a_wall_costs_one_more_on_foot_and_on_tracks_and_stops_the_others() -> None:
    table, plain = ground("C4 sides=N:wall"), ground()
    for unit in ("ss658.1", "PzIVH.1"):
        assert price(table, unit).total == price(plain, unit).total + 2
    for unit in ("SPW251.1", "Opel.1", "M8.1"):
        assert price(table, unit).bar == "B9.4"


@pytest.mark.rule("squad:B9.41")
def test_half_tracks_and_armoured_cars_may_bog_in_a_hedge() -> None:
    table, plain = ground("C4 sides=N:hedge"), ground()
    for unit, more in (("SPW251.1", 2), ("M8.1", 3), ("PzIVH.1", 1)):
        cost = price(table, unit)
        assert cost.total == price(plain, unit).total + 2 * more
        checks = [(check.rule, check.drm) for check in cost.bogs]
        assert checks == ([] if unit == "PzIVH.1" else [("B9.41", 0)])
    assert price(table, "Opel.1").bar == "B9.4"


@pytest.mark.rule("squad:B9.54")
def test_bocage_costs_two_more_and_is_crossed_by_infantry_only() -> None:
    table = ground("C4 sides=N:bocage")
    assert price(table, "ss658.1").total == 2 * (1 + 2)
    assert {price(table, unit).bar for unit in WAYS if unit != "ss658.1"} == {"B9.54"}


@pytest.mark.rule("squad:B10.51")
def test_uphill_a_vehicle_pays_four_a_level_and_two_by_road() -> None:
    assert price(ground("C4 level=1"), "PzIVH.1").total == 2 * (1 + 4)
    assert price(ground("C4 level=2"), "PzIVH.1").total == 2 * (1 + 8)
    road = ground("C3 road=S", "C4 level=1 road=N")
    assert price(road, "PzIVH.1").total == 1 + 2 * 2
    assert price(ground("C3 level=1"), "PzIVH.1").total == 2, "downhill it is as flat ground"


@pytest.mark.rule("squad:B21")
def test_nobody_enters_water() -> None:
    table = ground("C4 water")
    assert {price(table, unit).bar for unit in WAYS} == {"B21"}
    assert may_set_up(table.g, table.unit("ss658.1"), table.place("C4")) == "B21"
    walking = ground("C4 water").put("C3", "ss658.1").move("german").play("move ss658.1")
    assert "go C4" not in walking.offered()


@pytest.mark.rule("squad:B23.41")
def test_only_a_tracked_afv_drives_into_a_house_for_half_its_points_and_may_bog() -> None:
    table = ground("C4 stone_building storeys=2")
    cost = price(table, "PzIVH.1")
    assert (cost.total, len(cost.bogs)) == (2 * 7, 1)
    assert all(price(table, unit).bar for unit in ("SPW251.1", "Opel.1", "M8.1"))
    here, above = table.place("C4"), table.place("C4/1")
    upstairs = Entry(table.unit("PzIVH.1"), "tracked", here, above, -1)
    assert entry_cost(table.g, upstairs, 26).bar == "B23.41"


@pytest.mark.rule("squad:B24.2", "squad:B24", "squad:B24.121")
def test_in_a_fallen_house_there_is_no_upper_level_any_more() -> None:
    table = ground("C4 stone_building storeys=2").put("C4/1", "us666.1").put("C3", "ss658.1")
    make_rubble(table.g, table.place("C4"), table.events)
    assert table.is_("lost", "us666.1")
    table.move("german").play("move ss658.1")
    assert "go C4" in table.offered()
    assert "go C4/1" not in table.offered()
    assert price(table, "ss658.1").total == 2 * 3


@pytest.mark.rule("squad:B26.4", "squad:B26.5")
def test_wire_holds_infantry_that_leaves_and_vehicles_that_enter() -> None:
    table, plain = ground(), ground()
    for name in ("C3", "C4"):
        table.g.wire |= 1 << table.place(name)
    assert price(table, "ss658.1").total == price(plain, "ss658.1").total + 2 * 2
    assert price(table, "ss658.1", "D3", "C4").total == price(plain, "ss658.1", "D3", "C4").total
    for unit, more in (("PzIVH.1", 1), ("SPW251.1", 4), ("Opel.1", 4)):
        assert price(table, unit).total == price(plain, unit).total + 2 * more


@pytest.mark.rule("squad:B29.3", "squad:B29")
@pytest.mark.parametrize(("start", "goal"), [("C3", "C4"), ("C4", "C3")])
def test_a_roadblock_costs_infantry_one_more_and_stops_vehicles(start: str, goal: str) -> None:
    road = ("C3 road=S", "C4 road=N")
    table, plain = ground(*road), ground(*road)
    table.g.roadblocks = (Hexside(6 * table.place("C3") + side_of("s")),)
    assert (
        price(table, "ss658.1", start, goal).total == price(plain, "ss658.1", start, goal).total + 2
    )
    assert price(table, "PzIVH.1", start, goal).bar == "B29.3"
    assert not price(plain, "PzIVH.1", start, goal).bar


@pytest.mark.rule("squad:B29")
@pytest.mark.parametrize(("hexagon", "side"), [("D3", "n"), ("D2", "s")])
def test_behind_a_roadblock_infantry_has_cover_from_fire_across_it(hexagon: str, side: str) -> None:
    table = ground("D2 road=S", "D3 road=N")
    table.g.roadblocks = (Hexside(6 * table.place(hexagon) + side_of(side)),)
    assert covers(table, "D1") == {"B29": 2}
    assert covers(table, "B3") == {}, "not from the side"
    played = ground("D2 road=S", "D3 road=N").put("D1", "ss658.1").put("D3", "us666.1")
    played.g.roadblocks = table.g.roadblocks
    played.fire("german", "prep").dice(6, 5).attack("ss658.1")
    assert [(m.rule, m.value) for m in played.happened(Fired)[-1].modifiers] == [("B29", 2)]


@pytest.mark.rule("squad:B6")
def test_a_bridge_carries_the_road_over_the_stream_below() -> None:
    lines = ("C3 road=S", "C4 under=stream under_sides=NE,SW bridge=yes road=N,S", "C5 road=N")
    table = ground(*lines).put("C3", "ss658.1", "PzIVH.1").move("german").play("move ss658.1")
    assert {"go C4/bridge", "go C4"} <= table.offered()
    table.play("go C4/bridge")
    assert table.happened(Moved)[-1].cost == 2
    assert table.where("ss658.1") == "C4/bridge"
    assert table.g.setting.board.level(table.place("C4/bridge")) > table.g.setting.board.level(
        table.place("C4")
    )


@pytest.mark.parametrize(
    ("depth", "points"),
    [
        pytest.param("dry", 2, marks=pytest.mark.rule("squad:B20.41")),
        pytest.param("shallow", 3, marks=pytest.mark.rule("squad:B20.42")),
        pytest.param("deep", 4, marks=pytest.mark.rule("squad:B20.43")),
    ],
)
def test_a_stream_costs_by_its_depth(depth: str, points: int) -> None:
    bed = "C4 under=stream under_sides=NE,SW"
    table = ground(bed, scenario=f'stream = "{depth}"\n').put("C3", "ss658.1")
    table.move("german").play("move ss658.1", "go C4")
    assert table.happened(Moved)[-1].cost == 2 * points


@pytest.mark.rule("squad:B28.1")
@pytest.mark.parametrize(("paved", "may"), [("", True), ("paved=yes", False)])
def test_no_mines_are_laid_in_a_paved_road(paved: str, may: bool) -> None:
    table = ground(f"C4 road=N,S {paved}")
    mines = Fortification("ap_mines", "german", "C4", strength=6)
    assert (not fortification_bar(table.g, mines, table.place("C4"))) is may


@pytest.mark.rule("squad:B24.121")
def test_rubble_buries_people_vehicles_and_what_lies_about() -> None:
    table = Table("C4 stone_building", german="ss658 SPW251 ssHMG", american="us666")
    table.put("C4", "us666.1", "SPW251.1", "ssHMG.1")
    make_rubble(table.g, table.place("C4"), table.events)
    assert table.is_("lost", "us666.1")
    assert table.is_("wrecks", "SPW251.1")
    assert table.is_("lost", "ssHMG.1")
    assert table.where("ssHMG.1") == ""
    assert table.g.losses[0] == 2, "a squad is worth two points to its enemy"


@pytest.mark.rule("squad:B6")
def test_a_tank_keeps_to_the_road_over_a_bridge() -> None:
    """Half an MP for each hex of the road, the bridge like the rest."""
    lines = ("C3 road=S", "C4 under=stream under_sides=NE,SW bridge=yes road=N,S", "C5 road=N")
    table = ground(*lines).put("C3", "PzIVH.1", facing="sw").move("german")
    table.play("move PzIVH.1", "drive C5")
    assert [event.cost for event in table.happened(Moved)] == [3, 1]
    assert table.spent() == 2
    below = ground("C4 under=stream under_sides=NE,SW bridge=yes road=N,S")
    assert price(below, "ss658.1").total > 2, "down in the stream"


@pytest.mark.rule("squad:B26.4", "squad:B29.3", "squad:B25.15", "squad:B27.4", "squad:B37.5a")
def test_what_a_scenario_has_built_is_there() -> None:
    table = ground(scenario='special = ["debris"]\n')
    here, near = table.place("C4"), table.place("C5")
    for item in (
        Fortification("wire", "german", "C4"),
        Fortification("blaze", "german", "C5"),
        Fortification("flame", "german", "C6"),
        Fortification("debris", "german", "C7"),
        Fortification("foxhole", "german", "D4", strength=2),
        Fortification("foxhole", "german", "D5"),
        Fortification("roadblock", "german", "D6", hexside="S"),
    ):
        build(table.g, item, table.events)
    assert (table.g.wire, table.g.blazes) == (1 << here, 1 << near)
    assert table.g.flames == 1 << table.place("C6")
    assert table.g.debris == 1 << table.place("C7")
    assert table.g.foxholes == {table.place("D4"): 2, table.place("D5"): 1}
    assert table.g.roadblocks == (6 * table.place("D6") + 3,)


@pytest.mark.rule("squad:A4.34")
def test_in_bypass_a_wall_of_the_hex_is_no_cover_either() -> None:
    table = ground("D3 stone_building sides=N:wall")
    table.g.bypass[table.unit("us666.1")] = (side_of("ne"), 1)
    assert covers(table, "D1") == {}


@pytest.mark.rule("squad:A4.34")
def test_the_eyes_of_a_unit_in_bypass_are_at_its_corner_also_aboard_a_vehicle() -> None:
    table = ground("D3 stone_building").put("D3", "ss658.1")
    table.g.bypass[table.unit("ss658.1")] = (side_of("ne"), 1)
    unit = table.unit("ss658.1")
    assert eye_of(table.g, unit) == table.g.setting.board.eye_at(table.place("D3"), 1)
    rider = ground("D3 woods").put("D3", "PzIVH.1").aboard("PzIVH.1", "ss658.1")
    rider.g.bypass[rider.unit("PzIVH.1")] = (side_of("ne"), 2)
    assert eye_of(rider.g, unit) == rider.g.setting.board.eye_at(rider.place("D3"), 2)


@pytest.mark.rule("squad:B24.121")
def test_what_lies_in_a_falling_house_is_buried_with_what_it_holds() -> None:
    """A gun that its crew has left, with what belongs to it, is nobody's any more."""
    table = Table("C4 stone_building", german="ss228 pak40 ssHMG", american="us666")
    table.put("C4", "pak40.1", "ssHMG.1")
    table.g.owner[table.unit("ssHMG.1")] = table.unit("pak40.1")
    make_rubble(table.g, table.place("C4"), table.events)
    for item in ("pak40.1", "ssHMG.1"):
        assert table.is_("lost", item)
        assert table.g.owner[table.unit(item)] == NOBODY


@pytest.mark.rule("squad:B9.3")
@pytest.mark.parametrize(
    ("side", "origin", "value"),
    [("NW:wall", "B3", 2), ("NW:hedge", "B3", 1), ("NW:fence", "B3", 0), ("SE:wall", "B3", 0),
     ("NW:wall", "", 0), ("NW:wall", "F5", 0), ("SW:wall", "B3", 0)],
)  # fmt: skip
def test_a_wall_covers_from_fire_that_crosses_it_at_the_target(
    side: str, origin: str, value: int
) -> None:
    table = Table(f"D4 sides={side}", german="ss658", american="us666").put("D4", "us666.1")
    origins = (table.place(origin),) if origin else ()
    found = cover(table.g, Attack("fire", 0, origins, table.place("D4")), table.unit("us666.1"))
    assert {m.rule: m.value for m in found}.get("B9.3", 0) == value


@pytest.mark.rule("squad:B23.32")
@pytest.mark.parametrize(
    ("at", "means", "value"),
    [("D4", "shell", 5), ("D4/1", "shell", 4), ("D4/2", "shell", 3), ("D4", "fire", 3),
     ("D4/2", "fire", 3), ("F4", "shell", 0)],
)  # fmt: skip
def test_each_storey_above_protects_from_shells_and_from_nothing_else(
    at: str, means: Means, value: int
) -> None:
    lines = ("D4 stone_building storeys=3", "F4 open_ground")
    table = Table(*lines, german="ss658", american="us666").put(at, "us666.1")
    found = cover(table.g, Attack(means, 0, (), table.place(at)), table.unit("us666.1"))
    assert sum(m.value for m in found) == value
