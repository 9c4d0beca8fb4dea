"""Slope hexsides (P2) in play: cover, fire lanes and the cost of climbing.

The examples are played on the practice map of the hill: A in H13, B in I14, E in K14, F in L13.
"""

from __future__ import annotations

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.lanes import is_swept, lay_lane
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.core.ongoing import Lane
from salient.games.squad.core.subjects import Attack, Cost, Entry, Means
from salient.games.squad.ground.slopes import climbs, descends, hexside_lane_cover
from salient.games.squad.phases.movement import link_side
from tests.games.squad.grounds import lines_of, table_on
from tests.games.squad.table import Table

UNITS = {"german": "ss658 3 ssHMG PzIVH ss91", "american": "us666 2"}


def hill(*changes: str, **more: str) -> Table:
    return table_on("practice_slopes", *changes, **UNITS, **more)


def entry(
    table: Table, start: str, to: str, way: str = "infantry", unit: str = "ss658.1", **more: str
) -> Entry:
    origin, goal = table.place(start), table.place(to)
    side = link_side(table.g, origin, goal)
    return Entry(table.unit(unit), way, origin, goal, side, **more)  # type: ignore[arg-type]


def cost(table: Table, start: str, to: str, way: str = "infantry", **more: str) -> Cost:
    unit = "ss658.1" if way == "infantry" else "PzIVH.1"
    return entry_cost(table.g, entry(table, start, to, way, unit, **more), 26)


# -- cover ----------------------------------------------------------------------------------------


def shelter(table: Table, *origins: str, at: str = "K14", means: Means = "fire") -> dict[str, int]:
    """What protects the American squad in a hex from an attack."""
    table.put(at, "us666.1")
    attack = Attack(means, 0, tuple(map(table.place, origins)), table.place(at))
    return {m.rule: m.value for m in cover(table.g, attack, table.unit("us666.1"))}


@pytest.mark.rule("squad:ex-P2.41", "squad:P2.41a", "squad:P2.41b", "squad:P2.4")
@pytest.mark.parametrize(
    ("origins", "covered"),
    [
        ("I14", True), ("J12", True), ("H14", True),
        ("H13", False), ("H12", False), ("I12", False), ("L13", False),
        ("H13 I14", True),
    ],
)  # fmt: skip
def test_slope_cover_of_squad_e(origins: str, covered: bool) -> None:
    found = shelter(hill(), *origins.split())
    assert found == ({"P2.41a": 1} if covered else {})


@pytest.mark.rule("squad:P2.41a", "squad:P2.4")
@pytest.mark.parametrize(
    ("means", "covered"),
    [("fire", True), ("ordnance", True), ("lane", True), ("flame", False)],
)
def test_slope_cover_is_against_direct_fire_but_not_flames(means: Means, covered: bool) -> None:
    assert ("P2.41a" in shelter(hill(), "I14", means=means)) is covered


@pytest.mark.rule("squad:P2.41a")
def test_slope_cover_is_for_infantry_at_ground_level() -> None:
    house = hill("K14 stone_building storeys=2")
    assert "P2.41a" not in shelter(house, "I14", at="K14/1")
    tank = hill().put("K14", "PzIVH.1")
    attack = Attack("ordnance", 1, (tank.place("I14"),), tank.place("K14"))
    rules = {m.rule for m in cover(tank.g, attack, tank.unit("PzIVH.1"))}
    assert "P2.41a" not in rules


@pytest.mark.rule("squad:P2.41c")
@pytest.mark.parametrize("line", ["K14 woods", "K14 graveyard"])
def test_slope_cover_is_not_added_to_other_cover(line: str) -> None:
    assert sum(shelter(hill(), "I14").values()) == 1
    assert sum(shelter(hill(line), "I14").values()) == 1


@pytest.mark.rule("squad:P2.41c", "squad:E3.6", "squad:E3.73")
@pytest.mark.parametrize(
    ("weather", "found"),
    [
        ("", {"P2.41a": 1}),
        ('special = ["deep_snow"]', {"P2.41a": 1, "E3.73": 1}),
        ('special = ["mud"]', {"P2.41a": 1, "E3.6": 1}),
    ],
)
def test_slope_cover_is_added_to_that_of_mud_and_deep_snow(
    weather: str, found: dict[str, int]
) -> None:
    assert shelter(hill(scenario=weather), "I14", means="ordnance") == found


@pytest.mark.rule("squad:ex-P2.41")
@pytest.mark.parametrize(
    ("firer", "place", "rules"),
    [("A", "H13", {"A4.6", "A4.61"}), ("F", "L13", {"A4.6", "A4.61"}),
     ("B", "I14", {"P2.41a", "A4.61"})],
)  # fmt: skip
def test_squad_e_on_the_move_is_in_the_open_only_for_those_without_a_slope_between(
    firer: str, place: str, rules: set[str]
) -> None:
    table = hill(mover="american").put(place, "ss658.1").put("L14", "us666.1")
    if firer == "F":
        table.put("K15", "us666.1")
    table.move().play("move us666.1", "go K14").attack("ss658.1")
    fired = table.happened(Fired)[-1]
    assert {modifier.rule for modifier in fired.modifiers} == rules


@pytest.mark.rule("squad:P2.3f", "squad:ex-P2.3b")
@pytest.mark.parametrize(
    ("firer", "higher"),
    [("H13", False), ("K14", False), ("L13", False), ("K12", True), ("L12", True), ("H11", True)],
)
def test_up_slope_alone_gives_squad_b_no_height_advantage(firer: str, higher: bool) -> None:
    assert ("B10.31" in shelter(hill(), firer, at="I14")) is higher


@pytest.mark.rule("squad:P2.3d")
@pytest.mark.parametrize(("kind", "tem"), [("wall", 2), ("hedge", 1)])
def test_seeing_over_a_wall_from_up_slope_does_not_take_its_cover_away(kind: str, tem: int) -> None:
    table = Table("C3 slopes=S", f"C6 sides=N:{kind}", german="ss658", american="us666")
    assert shelter(table, "C3", at="C6") == {"B9.3": tem}
    own = Table(f"C3 slopes=S sides=S:{kind}", german="ss658", american="us666")
    assert shelter(own, "C6", at="C3") == {"B9.3": tem}, "nor that of its own wall"


@pytest.mark.rule("squad:P2.41d")
def test_up_slope_sides_neither_cover_nor_take_wall_advantage() -> None:
    for slopes in ("", "slopes=N,NE,SE,S,SW,NW"):
        table = Table(f"C5 sides=N:wall {slopes}", german="ss658", american="us666")
        assert shelter(table, "C2", at="C5") == {"B9.3": 2}
        assert shelter(table, "C8", at="C5") == {}


# -- fire lanes -----------------------------------------------------------------------------------


def swept(table: Table, weapon_at: str, target: str) -> set[str]:
    """Lay a fire lane; the hexes it sweeps."""
    table.put(weapon_at, "ss658.1+ssHMG.1")
    lay_lane(table.g, table.unit("ssHMG.1"), table.place(target), table.events)
    return {table.g.setting.board.hexes[index].name for index in table.g.lanes[-1].hexes}


def lane_modifiers(table: Table, start: str, to: str) -> dict[str, int] | None:
    """What a lane adds when a squad enters a hex; None if it does not strike."""
    steps = len(table.g.steps)
    assert not steps
    table.put(start, "us666.1").move("american").play("move us666.1", f"go {to}")
    fired = [event for event in table.happened(Fired) if event.means == "lane"]
    return {m.rule: m.value for m in fired[-1].modifiers} if fired else None


def lanes_of(weapon_at: str, target: str, *changes: str) -> Table:
    table = hill(*changes)
    swept(table, weapon_at, target)
    table.mark("final_fired", "ss658.1", "ssHMG.1")
    return table


SLOPES = {"P2.41a", "P2.42a", "P2.42b"}


@pytest.mark.rule("squad:ex-P2.42a", "squad:P2.42a", "squad:P2.4")
@pytest.mark.parametrize(("start", "to"), [("I12", "I13"), ("J12", "J13"), ("J12", "K13")])
def test_the_lane_of_a_strikes_without_slope_modifier(start: str, to: str) -> None:
    found = lane_modifiers(lanes_of("H13", "L13"), start, to)
    assert found is not None
    assert not SLOPES & set(found)


@pytest.mark.rule("squad:ex-P2.42b", "squad:P2.42a", "squad:P2.31", "squad:P2.4")
@pytest.mark.parametrize(
    ("start", "to", "slopes"),
    [("J12", "J13", set()), ("J15", "J14", set()), ("L14", "K14", {"P2.41a", "P2.42a"})],
)
def test_the_lane_of_b_to_k14(start: str, to: str, slopes: set[str]) -> None:
    found = lane_modifiers(lanes_of("I14", "K14"), start, to)
    assert found is not None
    assert SLOPES & set(found) == slopes
    assert all(found[rule] == 1 for rule in slopes)


@pytest.mark.rule("squad:ex-P2.42c")
@pytest.mark.parametrize(("start", "to"), [("L12", "L13"), ("L15", "L14")])
def test_the_lane_of_b_to_m14_strikes_beyond_k14_without_slope_modifier(
    start: str, to: str
) -> None:
    found = lane_modifiers(lanes_of("I14", "M14"), start, to)
    assert found is not None
    assert "P2.42a" not in found


@pytest.mark.rule("squad:ex-P2.42d")
@pytest.mark.parametrize(("start", "to", "drm"), [("H12", "I12", 1), ("H12", "I13", 0)])
def test_the_lane_of_b_to_i12(start: str, to: str, drm: int) -> None:
    found = lane_modifiers(lanes_of("I14", "I12"), start, to)
    assert found is not None
    assert found.get("P2.42a", 0) == drm


@pytest.mark.rule("squad:P2.31", "squad:P2.42c")
def test_a_lane_from_up_slope_ends_where_the_base_level_changes() -> None:
    assert "M14" in swept(hill(), "I14", "K14")
    assert "M14" not in swept(hill("M14 level=2"), "I14", "K14")


@pytest.mark.rule("squad:P2.42c")
def test_a_lane_from_up_slope_does_not_strike_another_base_level() -> None:
    table = hill().put("I14", "ss658.1+ssHMG.1").mark("final_fired", "ss658.1", "ssHMG.1")
    here, below = table.place("I14"), table.place("L12")
    table.g.lanes = (Lane(table.unit("ssHMG.1"), here, (below,), 4),)
    assert lane_modifiers(table, "M12", "L12") is None


@pytest.mark.rule("squad:P2.31")
def test_across_slopes_the_same_level_means_the_same_base_level() -> None:
    house = ("C2 level=1", "C5 stone_building storeys=2")
    for slope, reached in (("", True), ("C5 slopes=N", False), ("C4 slopes=N", False)):
        table = Table(*house, *filter(None, [slope]), german="ss658", size=(5, 6))
        assert is_swept(table.g, table.place("C5/1"), table.place("C2")) is reached


@pytest.mark.rule("squad:P2.42b")
@pytest.mark.parametrize(
    ("slopes", "along", "gains"),
    [("N", "ne", True), ("N", "se", True), ("NE", "se", False), ("NW", "ne", False),
     ("N", "s", False)],
)  # fmt: skip
def test_a_lane_that_meets_infantry_on_a_hexside_counts_both_of_its_hexes(
    slopes: str, along: str, gains: bool
) -> None:
    """Over NE only D4 is below C6, not C4; beyond the south side of C4 lies C5, next to C6."""
    table = Table(f"C6 slopes={slopes}", "C4 woods", german="ss658 ssHMG", american="us666")
    table.put("C6", "ss658.1+ssHMG.1").put("C4", "us666.1")
    side = ("n", "ne", "se", "s").index(along)
    table.g.bypass[table.unit("us666.1")] = (side, 3)
    attack = Attack("lane", 0, (table.place("C6"),), table.place("C4"))
    found = {m.rule: m.value for m in cover(table.g, attack, table.unit("us666.1"))}
    assert ("P2.42b" in found) is gains
    assert "P2.42a" not in found


# -- crossing -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P2.5")
def test_over_its_own_hachures_one_climbs_and_the_other_way_descends() -> None:
    table = Table("C4 slopes=N", german="ss658")
    up, down, level = (entry(table, *pair) for pair in (("C3", "C4"), ("C4", "C3"), ("C4", "C5")))
    assert [climbs(table.g, e) for e in (up, down, level)] == [True, False, False]
    assert [descends(table.g, e) for e in (up, down, level)] == [False, True, False]


@pytest.mark.rule("squad:P2.51a", "squad:P2.5")
def test_climbing_a_slope_costs_half_a_factor_and_descending_nothing() -> None:
    table = Table("C4 slopes=N", german="ss658 PzIVH")
    assert cost(table, "C3", "C4").total == 3
    assert cost(table, "C4", "C3").total == 2


@pytest.mark.rule("squad:P2.51a")
def test_a_squad_climbs_two_slopes_and_has_one_factor_left() -> None:
    table = Table("C4 slopes=N", "C5 slopes=N", german="ss658", size=(4, 8)).put("C3", "ss658.1")
    table.move().play("move ss658.1", "go C5")
    assert table.spent() == 3
    assert "go C6" in table.offered()
    assert "go C7" not in table.offered()


@pytest.mark.rule("squad:P2.51c")
def test_slopes_do_not_end_the_bonus_of_the_road() -> None:
    road = [f"C{row} road=N,S" for row in range(1, 10)]
    table = Table(*road, "C4 slopes=N", "C5 slopes=N", german="ss658", size=(4, 9))
    table.put("C3", "ss658.1").move().play("move ss658.1", *(f"go C{row}" for row in range(4, 8)))
    assert sum(event.cost for event in table.happened(Moved)) == 10


@pytest.mark.rule("squad:ex-P2.51", "squad:P2.51a")
def test_the_walks_of_the_example() -> None:
    table = hill()
    found = cost(table, "H13", "I14")
    assert found.total == 5
    assert {(part.what, part.halves) for part in found.parts} == {
        ("open_ground", 2), ("fence", 2), ("slope", 1),
    }  # fmt: skip
    assert cost(hill("I14 level=4"), "H13", "I14").total == 7
    assert cost(table, "H13", "H14").total == 5
    assert cost(table, "I14", "J13").total == 2
    table.put("H13", "ss658.1").move().play("move ss658.1", "go I14")
    assert table.spent() == 2.5


@pytest.mark.rule("squad:P2.52", "squad:P2.5")
def test_a_tank_pays_one_more_to_climb_a_slope() -> None:
    table = Table("D3 slopes=NW,SW", german="ss658 PzIVH")
    assert cost(table, "C3", "D3", "tracked").total == 4
    assert cost(table, "D3", "C3", "tracked").total == 2
    table.put("C3", "PzIVH.1", facing="e").move().play("move PzIVH.1", "drive D3")
    assert table.spent() == 1 + 2


@pytest.mark.rule("squad:P2.53")
@pytest.mark.parametrize(
    ("name", "high", "low"), [("stoumont", "J6", "K6"), ("cheneux", "X3", "Y4")]
)
def test_vehicles_do_not_cross_a_slope_that_is_a_crest_line(name: str, high: str, low: str) -> None:
    table = Table(*lines_of(name, high, low), "A1", **UNITS, size=(0, 0))
    for start, to in ((high, low), (low, high)):
        assert cost(table, start, to, "tracked").bar == "P2.53"
        assert not cost(table, start, to).bar


@pytest.mark.rule("squad:P2.53")
def test_a_slope_alone_or_a_crest_line_alone_stops_no_tank() -> None:
    for line in ("C4 slopes=N", "C4 level=1"):
        table = Table(line, **UNITS)  # type: ignore[arg-type]
        assert not cost(table, "C3", "C4", "tracked").bar
    both = Table("C4 slopes=N,NE,SE,S,SW,NW level=1", **UNITS)  # type: ignore[arg-type]
    both.put("C3", "PzIVH.1", facing="sw").move().play("move PzIVH.1")
    assert "drive C4" not in both.offered()
    assert "drive B3" in both.offered()


@pytest.mark.rule("squad:P2.54", "squad:E3.54", "squad:E3.723")
@pytest.mark.parametrize(
    ("weather", "rule", "more"), [("", "", 0), ("rain", "E3.54", 2), ("snow", "E3.723", 2)]
)
def test_in_rain_and_snow_a_slope_is_climbed_like_a_level(
    weather: str, rule: str, more: int
) -> None:
    special = f'special = ["{weather}"]' if weather else ""
    table = Table("C4 slopes=N", "D5 level=1", "B6 level=1 slopes=N", **UNITS, scenario=special)  # type: ignore[arg-type]
    assert cost(table, "C3", "C4", "tracked").total == 4 + more
    assert cost(table, "C3", "C4").total == 3 + more
    assert cost(table, "C4", "C3", "tracked").total == 2, "going down"
    up = cost(table, "D4", "D5", "tracked")
    assert up.total == 2 + 8 + more
    assert {part.rule for part in up.parts if part.what == "weather"} == ({rule} if rule else set())
    assert cost(table, "B5", "B6").total == 4 + 1 + more, "both count once"


@pytest.mark.rule("squad:E3.54", "squad:E3.723", "squad:P2.54")
@pytest.mark.parametrize("weather", ["mud", "deep_snow"])
def test_other_weather_does_not_make_climbing_dearer(weather: str) -> None:
    special = f'special = ["{weather}"]'
    table = Table("C4 slopes=N", "D5 level=1", **UNITS, scenario=special)  # type: ignore[arg-type]
    assert cost(table, "C3", "C4").total == 3
    assert cost(table, "D4", "D5").total == 4


@pytest.mark.rule("squad:E3.54", "squad:E3.723", "squad:P2.54")
@pytest.mark.parametrize("weather", ["rain", "snow"])
def test_stairs_inside_a_house_stay_dry(weather: str) -> None:
    special = f'special = ["{weather}"]'
    table = Table("C4 stone_building storeys=2", **UNITS, scenario=special)  # type: ignore[arg-type]
    assert cost(table, "C4", "C4/1").total == 2


@pytest.mark.rule("squad:E3.6", "squad:E3.73")
@pytest.mark.parametrize("weather", ["deep_snow", "mud"])
def test_soft_ground_protects_from_shells_and_from_nothing_else_nor_indoors(weather: str) -> None:
    table = Table(
        "D4 stone_building", german="ss658 PzIVH", american="us666",
        scenario=f'special = ["{weather}"]\n',
    ).put("D3", "ss658.1").put("D3", "PzIVH.1")  # fmt: skip
    rule = {"deep_snow": "E3.73", "mud": "E3.6"}[weather]

    def protects(means: Means, unit: str = "ss658.1") -> bool:
        attack = Attack(means, 1, (table.place("G3"),), table.g.where[table.unit(unit)])
        return rule in {modifier.rule for modifier in cover(table.g, attack, table.unit(unit))}

    assert protects("shell")
    assert protects("ordnance")
    assert not protects("fire")
    assert not protects("shell", "PzIVH.1")
    table.put("D4", "ss658.1")
    assert not protects("shell"), "indoors"


@pytest.mark.rule("squad:P2.42b")
def test_nobody_gains_anything_on_a_hexside_at_the_edge_of_the_map() -> None:
    table = Table("C1 slopes=N", german="ss658", american="us666")
    north = hexside_lane_cover(table.g, table.place("C4"), table.place("C1"), 0)
    assert (north.rule, north.value) == ("P2.42b", 0)
