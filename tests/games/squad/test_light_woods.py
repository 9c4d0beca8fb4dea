"""Light woods in play. Rule B35."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import BogChecked, Moved
from salient.games.squad.core.locations import chart_row, terrain_at
from salient.games.squad.core.ongoing import Lane
from salient.games.squad.core.subjects import Attack, Cost, Entry
from salient.games.squad.ground.off_road import turns_off
from salient.games.squad.sight.los import look_across, look_between
from salient.games.squad.terrain.board import NO_SIDE
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

SSR = 'special = ["light_woods"]'
GERMANS = "ss658 2 ssHMG PzVG PzIVH SPW251 Opel"


def woods(*lines: str, scenario: str = SSR) -> Table:
    return Table(*lines, german=GERMANS, american="us666 2", size=(8, 8), scenario=scenario)


@pytest.mark.rule("squad:B35.1")
@pytest.mark.parametrize("terrain", ["woods", "light_woods"])
@pytest.mark.parametrize(("scenario", "kind"), [(SSR, "light_woods"), ("", "woods")])
def test_woods_are_light_only_by_a_special_rule(terrain: str, scenario: str, kind: str) -> None:
    table = woods(f"C4 {terrain}", scenario=scenario)
    assert terrain_at(table.g, table.place("C4")) == kind
    clear = look_across(table.g, table.place("C3"), table.place("C5")).clear
    assert clear is (kind == "light_woods")


@pytest.mark.rule("squad:B35.1")
def test_otherwise_they_are_like_woods() -> None:
    light, dense = (chart_row(t.g, t.place("C4")) for t in (woods("C4 woods"), woods(
        "C4 woods", scenario="")))  # fmt: skip
    for name in ("tem", "bursts", "conceals", "goal", "shelter", "obstacle", "kindle", "spread",
                 "infantry", "truck"):  # fmt: skip
        assert getattr(light, name) == getattr(dense, name)


@pytest.mark.rule("squad:B35.2")
@pytest.mark.parametrize(("many", "drm"), [(1, 2), (2, 4)])
def test_they_hinder_a_fire_lane_as_well(many: int, drm: int) -> None:
    lines = [f"C{row} woods" for row in range(4, 4 + many)]
    table = woods(*lines).put("C2", "ss658.1+ssHMG.1").put("C7", "us666.1")
    weapon, origin, to = table.unit("ssHMG.1"), table.place("C2"), table.place("C7")
    attack = Attack("lane", 0, (origin,), to, firers=(weapon,))
    found = {m.rule: m.value for m in cover(table.g, attack, table.unit("us666.1"))}
    assert found["A6.7"] == drm


@pytest.mark.rule("squad:B35.2")
def test_who_walks_into_a_lane_behind_light_woods_is_hit_with_that_modifier() -> None:
    table = woods("C4 woods").put("C2", "ss658.1+ssHMG.1").put("D6", "us666.1")
    origin = table.place("C2")
    hexes = tuple(table.place(f"C{row}") for row in range(3, 8))
    table.move("american")
    table.g.lanes = (Lane(table.unit("ssHMG.1"), origin, hexes, 2),)
    table.dice(6, 6).play("move us666.1", "go C7")
    lane = next(e for e in table.happened(Fired) if e.means == "lane")
    assert {m.rule: m.value for m in lane.modifiers} == {"A6.7": 2, "A4.61": -1}


def board_42() -> Table:
    """The hexes of board 42 that the example names."""
    units = {"german": GERMANS, "american": "us666"}
    return table_on("practice_light_woods", scenario=SSR, **units)


@pytest.mark.rule("squad:ex-B35.2")
@pytest.mark.parametrize("corner", ["ne", "e"])
def test_the_squad_that_bypasses_z5_in_the_example(corner: str) -> None:
    """From AA6 towards Z4 along Z5-AA5; Y6 fires at either corner of that hexside."""
    table = board_42()
    table.put("Y6", "ss658.1").put("AA6", "us666.1").move("american").play("move us666.1")
    table.play("bypass Z5 ne")
    mover, firer = table.unit("us666.1"), table.unit("ss658.1")
    assert table.g.bypass[mover] == (1, 1)
    table.g.bypass[mover] = (1, {"ne": 1, "e": 2}[corner])
    assert table.asked == "german fire.first"
    attack = Attack("fire", 0, (table.place("Y6"),), table.place("Z5"), True, (firer,))
    assert {m.rule: m.value for m in cover(table.g, attack, mover)} == {"A6.7": 2, "A4.61": -1}
    table.put("Y6/1", "ss658.1")
    assert not look_between(table.g, firer, mover).clear, "from another level they are blocked"


@pytest.mark.rule("squad:ex-B35.2")
def test_and_the_shot_itself() -> None:
    table = board_42()
    table.put("Y6", "ss658.1").put("AA6", "us666.1").move("american")
    table.play("move us666.1", "bypass Z5 ne").dice(6, 6).play("fire ss658.1")
    assert sum(m.value for m in table.happened(Fired)[0].modifiers) == 1


def enter(table: Table, unit: str, way: str, origin: str, side: int, **more: bool) -> Cost:
    mp = table.g.setting.vehicle_row(table.unit(unit)).mp
    entry = Entry(table.unit(unit), way, table.place(origin), table.place("C4"), side, **more)  # type: ignore[arg-type]
    return entry_cost(table.g, entry, 2 * mp)


@pytest.mark.rule("squad:B35.3")
@pytest.mark.parametrize(
    ("unit", "way", "points", "drm"),
    [("PzVG.1", "tracked", 5, 1), ("PzIVH.1", "tracked", 5, 1), ("SPW251.1", "halftrack", 6, 1),
     ("Opel.1", "truck", 28, 0)],
)  # fmt: skip
def test_tracked_vehicles_pay_a_third(unit: str, way: str, points: int, drm: int) -> None:
    """15 MP: 5; 13 MP: 4 1/3 and up; 16 MP: 5 1/3 and up. A truck needs all, as in any woods."""
    cost = enter(woods("C4 woods"), unit, way, "C5", 0)
    assert cost.total == 2 * points
    assert [check.drm for check in cost.bogs] == [drm]


@pytest.mark.rule("squad:B35.3")
@pytest.mark.parametrize(("dice", "bogs"), [((4, 5), False), ((5, 5), True)])
def test_and_bog_down_more_easily(dice: tuple[int, int], bogs: bool) -> None:
    """+1 for light woods, +1 for ground pressure: 10 bogs."""
    table = woods("C4 woods").put("C5", "PzVG.1", facing="nw").move("german")
    table.dice(*dice).play("move PzVG.1", "drive C4")
    assert len(table.happened(BogChecked)) == 1
    assert table.is_("bogged", "PzVG.1") is bogs


@pytest.mark.rule("squad:B35.3")
def test_not_on_the_road_through_them_but_off_it() -> None:
    table = woods("C4 woods road=N,S", "C5 road=N,S")
    by_road = enter(table, "PzVG.1", "tracked", "C5", 0)
    assert (by_road.total, by_road.bogs) == (1, ())
    for cost in (enter(table, "PzVG.1", "tracked", "C5", 0, off_road=True),
                 enter(table, "PzVG.1", "tracked", "C4", NO_SIDE)):  # fmt: skip
        assert (cost.total, [check.drm for check in cost.bogs]) == (10, [1])


@pytest.mark.rule("squad:B35.3")
def test_a_tank_leaves_the_road_for_the_woods_beside_it() -> None:
    """BB6 is a road through light woods; a Panther has 15 MP."""
    table = board_42().put("BB5", "PzVG.1", facing="se").mark("motion", "PzVG.1").move("german")
    table.dice(1, 1).play("move PzVG.1", "aside BB6")
    assert (table.where("PzVG.1"), table.happened(Moved)[-1].cost) == ("BB6", 2 * 5)
    assert len(table.happened(BogChecked)) == 1
    assert "aside BB6" not in table.offered()


@pytest.mark.rule("squad:B35.3")
def test_or_turns_off_in_the_middle_of_them() -> None:
    table = board_42().put("BB6", "PzVG.1", facing="se").mark("motion", "PzVG.1").move("german")
    table.dice(1, 1).play("move PzVG.1", "aside BB6")
    assert (table.spent(), len(table.happened(BogChecked))) == (5, 1)
    assert "aside BB6" not in table.offered(), "it is among the trees"
    truck = board_42().put("BB6", "Opel.1", facing="se").mark("motion", "Opel.1").move("german")
    assert "drive BB7" in truck.play("move Opel.1").offered()


@pytest.mark.rule("squad:B35.3")
@pytest.mark.parametrize(
    ("line", "turns"),
    [("C4 woods road=N,S", True), ("C4 woods", False), ("C4 open_ground road=N,S", False),
     ("C4 pine_woods road=N,S", False)],
)  # fmt: skip
def test_where_a_vehicle_may_turn_off_the_road(line: str, turns: bool) -> None:
    table = woods(line).put("C4", "PzVG.1", facing="nw")
    tank = table.unit("PzVG.1")
    assert turns_off(table.g, tank) is turns
    table.g.beside_road[tank] = table.place("C4")
    assert not turns_off(table.g, tank), "it is off the road already"
