"""Towers in play. Rule B34."""

from __future__ import annotations

import pytest

from salient.engine.errors import DataError
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.bypass import passages
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, ResidualLeft
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.locations import conceals, is_building, is_goal, terrain_at
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.stacking import has_room, may_set_up
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.ground.towers import fall_back, repelled
from salient.games.squad.phases.rout import rout_goals
from salient.games.squad.phases.setup import build
from salient.games.squad.sight.concealment import gain
from salient.games.squad.sight.los import look_across
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

SSR = 'special = ["towers"]'
GERMANS = "ss658 2 ss548 2 ss91 ss228 leig18 ssHMG 2 ssLMG PzIVH FlakPz SPW251"
SIDE = {"N": 0, "NE": 1, "SE": 2, "S": 3, "SW": 4, "NW": 5}


def place(*lines: str, scenario: str = SSR) -> Table:
    return Table(*lines, german=GERMANS, american="us666 3 us81 usHMG usMMG 2", size=(8, 8),
                 scenario=scenario)  # fmt: skip


def tower(level: int = 2, terrain: str = "open_ground", *more: str) -> Table:
    """A tower in C4 whose location is so many levels up; half-squads are at hand."""
    table = place(f"C4 {terrain} tower={level}", *more)
    return table.mark("half", "ss658.1", "ss658.2")


def ground(scenario: str = SSR) -> Table:
    """The practice map of towers."""
    return table_on("practice_towers", german=GERMANS, american="us666 3", scenario=scenario)


def tokens(table: Table, name: str) -> list[str]:
    board = table.g.setting.board
    return [board.locations[p].token for p in board.locations_in(table.place(name))]


def total(table: Table, means: str, origin: str, target: str, **more: bool) -> int:
    unit = table.unit(target)
    origins = (table.place(origin),) if origin else ()
    attack = Attack(means, 1, origins, table.g.where[unit], **more)  # type: ignore[arg-type]
    return sum(m.value for m in cover(table.g, attack, unit))


# -- what they are --------------------------------------------------------------------------------


@pytest.mark.rule("squad:B34.1", "squad:B34.21")
def test_a_tower_is_one_location_above_the_ground_of_its_hex() -> None:
    assert tokens(tower(1), "C4") == ["C4", "C4/tower"], "neither a ground floor nor a roof"
    table = tower(1, "brush")
    assert terrain_at(table.g, table.place("C4")) == "brush"
    assert table.g.setting.board.level(table.place("C4/tower")) == 4


@pytest.mark.rule("squad:ex-B34.2", "squad:B34.2a")
@pytest.mark.parametrize(("level", "drm"), [(0, 1), (1, 1), (2, 0)])
def test_pbc9_of_the_example_hinders_up_to_a_level_and_a_half(level: int, drm: int) -> None:
    """Reading: the rule's 1 1/2 levels, not the printed 1/2."""
    changes = (f"C7 level={level}", f"C11 level={level}")
    table = table_on("practice_towers", *changes, german=GERMANS, scenario=SSR)
    assert table.g.setting.board.level(table.place("C9/tower")) == 4, "one level above the ground"
    found = look_across(table.g, table.place("C7"), table.place("C11"))
    assert (found.clear, found.hindrance) == (True, drm)


@pytest.mark.rule("squad:fn-B18")
def test_without_a_special_rule_a_round_house_is_no_tower() -> None:
    table = place("C4 tower=1", scenario="")
    assert tokens(table, "C4") == ["C4"]
    assert terrain_at(table.g, table.place("C4")) == "wooden_building"
    assert tokens(place("C4 wooden_building"), "C4") == ["C4"], "not every house is one either"


@pytest.mark.rule("squad:B34.21")
def test_a_tower_holds_a_half_squad_the_ground_as_many_as_ever() -> None:
    table = tower()
    first, second, whole = (1 << table.unit(u) for u in ("ss658.1", "ss658.2", "ss548.1"))
    up, down = table.place("C4/tower"), table.place("C4")
    assert has_room(table.g, up, first, 0)
    assert not has_room(table.g, up, first | second, 0)
    assert not has_room(table.g, up, whole, 0)
    assert has_room(table.g, down, first | second | whole, 0)


@pytest.mark.rule("squad:B34.21")
def test_five_portage_points_find_room_in_a_tower() -> None:
    """A heavy machine-gun has 4, a light one 1."""
    table = tower().put("C4", "ss658.1+ssHMG.1", "ss91.1+ssLMG.1")
    units = 1 << table.unit("ss658.1") | 1 << table.unit("ss91.1")
    assert has_room(table.g, table.place("C4/tower"), units, 0)
    table.put("C4", "ss91.1+ssHMG.2")
    assert not has_room(table.g, table.place("C4/tower"), units, 0)
    alone = 1 << table.unit("ss658.1")
    assert has_room(table.g, table.place("C4/tower"), alone, 0), "what others carry stays below"


@pytest.mark.rule("squad:B34.21")
def test_a_tower_is_not_fortified() -> None:
    table = tower()
    build(table.g, Fortification("wire", "german", "C4"), table.events)
    with pytest.raises(DataError, match=r"B34\.21"):
        build(table.g, Fortification("wire", "german", "C4/tower"), table.events)


# -- cover ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B34.3a")
@pytest.mark.parametrize(
    ("where", "terrain", "level", "drm"),
    [("C4/tower", "woods", 0, 1), ("C4/tower", "woods", 2, 0), ("C4", "woods", 0, 1),
     ("C4", "open_ground", 0, 0)],
)  # fmt: skip
def test_a_tower_gives_height_and_nothing_else(
    where: str, terrain: str, level: int, drm: int
) -> None:
    """The ground has the cover of its own terrain; C6 looks up from below, or from level 2."""
    table = tower(2, terrain, f"C6 level={level}").put(where, "ss658.1")
    assert total(table, "fire", "C6", "ss658.1") == drm


@pytest.mark.rule("squad:B34.3b")
@pytest.mark.parametrize(("level", "drm"), [(1, -1), (0, -2)])
def test_nobody_is_caught_in_the_open_in_a_tower_hex(level: int, drm: int) -> None:
    """Without a tower: -1 for open ground and -1 for haste."""
    table = tower(level).put("C5", "ss658.1").put("C7", "us666.1").move("german")
    table.play("move ss658.1", "go C4")
    while table.where("ss658.1") != "C4":
        table.play("pass")
    table.play("fire us666.1")
    (fired,) = table.happened(Fired)
    assert sum(m.value for m in fired.modifiers) == drm


@pytest.mark.rule("squad:B34.3b")
def test_nor_climbing_it_or_going_round_it() -> None:
    table = tower(1).put("C4", "ss658.1").put("C7", "us666.1").move("german")
    table.play("move ss658.1", "go C4/tower", "fire us666.1")
    modifiers = {m.rule for m in table.happened(Fired)[0].modifiers}
    assert "A4.6" not in modifiers
    round_it = tower(1).put("C5", "ss658.1").put("C7", "us666.1").move("german")
    round_it.play("move ss658.1", "bypass C4 se", "fire us666.1")
    assert "A4.6" not in {m.rule for m in round_it.happened(Fired)[0].modifiers}


@pytest.mark.rule("squad:B34.31")
@pytest.mark.parametrize(
    ("terrain", "level", "drm"),
    [("woods", 1, -1), ("woods", 2, 0), ("pine_woods", 2, -1), ("pine_woods", 3, 0),
     ("open_ground", 1, 0)],
)  # fmt: skip
def test_shells_burst_in_trees_as_high_as_the_tower(terrain: str, level: int, drm: int) -> None:
    table = tower(level, terrain).put("C4/tower", "ss658.1")
    assert total(table, "shell", "", "ss658.1") == drm


# -- moving ---------------------------------------------------------------------------------------


def entry(table: Table, unit: str, way: str, manner: str = "move") -> Entry:
    """Entering C4 from C5, perhaps along its south-eastern side."""
    found = Entry(
        table.unit(unit),
        way,
        table.place("C5"),
        table.place("C4"),
        SIDE["N"],
        manner,  # type: ignore[arg-type]
    )
    side = SIDE["SE"]
    return found._replace(along=side, passed=(side,)) if manner == "bypass" else found


@pytest.mark.rule("squad:B34.4a")
@pytest.mark.parametrize(("terrain", "points"), [("open_ground", 2), ("brush", 3)])
def test_the_ground_below_costs_infantry_one_more(terrain: str, points: int) -> None:
    table = tower(1, terrain)
    assert entry_cost(table.g, entry(table, "ss658.1", "infantry"), 8).total == 2 * points


@pytest.mark.rule("squad:B34.4b")
def test_no_gun_stands_in_a_tower_hex() -> None:
    table = tower()
    gun = table.unit("leig18.1")
    for name, bar in (("C4", "B34.4b"), ("C4/tower", "B34.4b"), ("C5", "")):
        assert may_set_up(table.g, gun, table.place(name)) == bar
    assert not may_set_up(table.g, table.unit("ss658.1"), table.place("C4")), "a squad does"
    table.put("C5", "ss228.1+leig18.1")
    assert entry_cost(table.g, entry(table, "ss228.1", "infantry"), 8).bar == "B34.4b"


@pytest.mark.rule("squad:B34.41")
@pytest.mark.parametrize(
    ("unit", "way", "shut", "bar"),
    [("PzIVH.1", "tracked", True, ""), ("PzIVH.1", "tracked", False, "B34.41"),
     ("FlakPz.1", "tracked", True, "B34.41"), ("SPW251.1", "halftrack", True, "B34.41")],
)  # fmt: skip
def test_only_a_shut_tank_drives_into_a_tower(unit: str, way: str, shut: bool, bar: str) -> None:
    table = tower()
    if shut:
        table.mark("buttoned", unit)
    assert entry_cost(table.g, entry(table, unit, way), 26).bar == bar
    assert not entry_cost(table.g, entry(table, unit, way, "bypass"), 26).bar


@pytest.mark.rule("squad:B34.41")
@pytest.mark.parametrize(("dice", "bogs"), [((4, 4), False), ((4, 5), True)])
def test_there_it_may_bog_down_as_in_a_low_house(dice: tuple[int, int], bogs: bool) -> None:
    """Half of 13 MP. Buildings add 3, one storey takes 1 off, ground pressure adds 1: 9 bogs."""
    table = tower().put("C5", "PzIVH.1", facing="nw").mark("buttoned", "PzIVH.1")
    table.mark("motion", "PzIVH.1").move("german").dice(*dice).play("move PzIVH.1")
    spent = entry_cost(table.g, entry(table, "PzIVH.1", "tracked"), 26).total
    assert spent == 2 * 7
    table.play("drive C4")
    (check,) = table.happened(BogChecked)
    assert [m.value for m in check.modifiers] == [2, 1]
    assert table.is_("bogged", "PzIVH.1") is bogs


@pytest.mark.rule("squad:B34.41")
def test_vehicles_go_round_it() -> None:
    table = tower().put("C5", "SPW251.1", facing="nw").move("german").play("move SPW251.1")
    assert "drive C4" not in table.offered()
    assert "bypass C4 se" in table.offered("bypass")
    assert passages(table.g, table.unit("SPW251.1"))


@pytest.mark.rule("squad:B34.42")
@pytest.mark.parametrize("level", [1, 2])
def test_stairs_cost_one_for_each_level(level: int) -> None:
    table = tower(level).put("C4", "ss658.1").move("german")
    table.play("move ss658.1", "go C4/tower")
    assert (table.where("ss658.1"), table.spent()) == ("C4/tower", level)


@pytest.mark.rule("squad:B34.42")
@pytest.mark.parametrize(("special", "up"), [('"towers", "snow"', 4), ('"towers"', 2)])
def test_in_snow_the_way_up_costs_more(special: str, up: int) -> None:
    """The tower of F4 on the practice map is two levels high."""
    table = ground(scenario=f"special = [{special}]").put("F4", "ss91.1").move("german")
    table.play("move ss91.1", "go F4/tower")
    assert table.spent() == up
    down = ground(scenario=f"special = [{special}]").put("F4/tower", "ss91.1").move("german")
    assert down.play("move ss91.1", "go F4").spent() == 2


@pytest.mark.rule("squad:B34.42")
@pytest.mark.parametrize(("special", "tired"), [('"towers", "snow"', True), ('"towers"', False)])
def test_an_advance_up_two_levels_of_snowy_stairs_takes_all_of_a_squad(
    special: str, tired: bool
) -> None:
    """Two levels and as much again for the snow are the four MF of a squad."""
    table = ground(scenario=f"special = [{special}]").put("F4", "ss658.1")
    table.mark("half", "ss658.1").phase("advance", "german").play("advance ss658.1 F4/tower")
    assert table.is_("cx", "ss658.1") is tired


@pytest.mark.rule("squad:B34.42", "squad:B23.424")
def test_or_one_scales_it_with_a_whole_move_and_passes_no_stairs() -> None:
    table = ground().put("F4", "ss91.1").put("F7", "us666.1").move("german")
    table.play("move ss91.1", "scale F4/tower")
    assert (table.where("ss91.1"), table.spent()) == ("F4/tower", 6)
    table.play("fire us666.1")
    modifiers = {m.rule: m.value for m in table.happened(Fired)[0].modifiers}
    assert modifiers["A4.62"] == -2, "hazardous movement"
    laden = ground().put("F4", "ss658.1+ssHMG.1").mark("half", "ss658.1").move("german")
    assert not laden.play("move ss658.1").offered("scale")


@pytest.mark.rule("squad:B34.42")
def test_nobody_stays_on_the_stairs() -> None:
    table = tower(2).put("C4", "ss658.1", "ss91.1").move("german").play("move ss658.1")
    assert "go C4/stairs" not in table.offered()
    assert not {text for text in table.offered("assault") if "C4/" in text}
    table.play("stop", "move ss91.1")
    assert "go C4/stairs" not in table.offered()
    advance = tower(2).put("C4", "ss658.1").phase("advance", "german")
    assert "advance ss658.1 C4/stairs" not in advance.offered()
    assert "advance ss658.1 C4/tower" in advance.offered()


# -- the stairs half-way --------------------------------------------------------------------------


def climb(level: int = 2) -> Table:
    """A half-squad climbs the tower of C4 in sight of a squad in C7; a leader waits below."""
    table = tower(level).put("C4", "ss658.1", "ss91.1").put("C7", "us666.1")
    return table.move("german").play("move ss658.1", "go C4/tower")


@pytest.mark.rule("squad:B34.43a")
def test_who_climbs_two_levels_is_fired_at_half_way() -> None:
    table = climb()
    assert table.where("ss658.1") == "C4/stairs"
    assert table.asked == "american fire.first"
    table.dice(6, 5).play("fire us666.1")
    fired = table.happened(Fired)[0]
    assert fired.target == table.place("C4/stairs")
    values = {m.rule: m.value for m in fired.modifiers}
    assert values == {"B10.31": 1, "A4.61": -1}, "no cover of its own, not open ground"


@pytest.mark.rule("squad:B34.43a")
def test_half_way_the_woods_of_the_hex_are_no_cover() -> None:
    table = tower(2, "woods").put("C4", "ss658.1").put("C5", "us666.1").move("german")
    table.play("move ss658.1", "go C4/tower", "fire us666.1")
    fired = table.happened(Fired)[0]
    assert fired.target == table.place("C4/stairs")
    assert {m.rule: m.value for m in fired.modifiers} == {"B10.31": 1, "A4.61": -1}


@pytest.mark.rule("squad:B34.43a", "squad:B34.43b")
def test_then_again_in_the_tower_and_on_the_way_down_on_the_ground() -> None:
    table = climb()
    assert table.g.stairs == {table.unit("ss658.1"): table.place("C4")}
    table.play("pass")
    assert (table.where("ss658.1"), table.asked) == ("C4/tower", "american fire.first")
    assert not table.g.stairs
    assert table.spent() == 2
    table.play("pass")
    down = tower(2).put("C4/tower", "ss658.1").put("C7", "us666.1").move("german")
    down.play("move ss658.1", "go C4")
    assert down.where("ss658.1") == "C4/stairs"
    down.play("pass")
    assert (down.where("ss658.1"), down.asked) == ("C4", "american fire.first")


@pytest.mark.rule("squad:B34.43a")
def test_one_level_up_there_is_no_half_way() -> None:
    table = climb(1)
    assert table.where("ss658.1") == "C4/tower"


@pytest.mark.rule("squad:B34.43b")
@pytest.mark.parametrize(("dice", "state"), [((2, 3, 6, 5), "broken"), ((3, 5, 6, 6), "pinned")])
def test_who_breaks_or_is_pinned_half_way_goes_back(dice: tuple[int, ...], state: str) -> None:
    table = climb().dice(*dice).play("fire us666.1")
    assert table.is_(state, "ss658.1")
    assert table.where("ss658.1") == "C4"
    assert table.asked == "german movement"


@pytest.mark.rule("squad:B34.43b")
def test_on_the_way_down_that_is_the_tower() -> None:
    table = tower(2).put("C4/tower", "ss658.1").put("C7", "us666.1").move("german")
    table.play("move ss658.1", "go C4").dice(2, 3, 6, 5).play("fire us666.1")
    assert table.is_("broken", "ss658.1")
    assert table.where("ss658.1") == "C4/tower"


@pytest.mark.rule("squad:B34.43b")
def test_fire_at_empty_stairs_sends_nobody_back() -> None:
    table = tower(2).put("A1", "ss658.1").mark("broken", "ss658.1")
    assert table.unit("ss658.1") == 0
    repelled(table.g, Attack("residual", 1, (), table.place("C4/stairs")), table.events)
    assert table.where("ss658.1") == "A1"


@pytest.mark.rule("squad:B34.43b")
def test_residual_fire_where_it_returns_strikes_it_anew() -> None:
    table = climb()
    table.g.residual[table.place("C4")] = 3
    table.dice(2, 3, 6, 5, 6, 6).play("fire us666.1")
    assert [e.means for e in table.happened(Fired)] == ["fire", "residual"]
    assert table.happened(Fired)[1].target == table.place("C4")


@pytest.mark.rule("squad:B34.43b")
def test_who_goes_back_has_moved_and_residual_fire_finds_him_on_the_move() -> None:
    table = climb().put("C4", "ss658.2")
    table.g.residual[table.place("C4")] = 6
    unit, stairs = table.unit("ss658.1"), table.place("C4/stairs")
    table.dice(1, 2, ...)
    fall_back(table.g, unit, stairs, table.events)
    assert table.is_("moved", "ss658.1")
    assert not table.is_("moved", "ss658.2")
    (fired,) = table.happened(Fired)
    assert "A4.61" in {modifier.rule for modifier in fired.modifiers}
    assert table.is_("lost", "ss658.1")
    assert not table.is_("lost", "ss658.2"), "who was there already"


@pytest.mark.rule("squad:B34.43c")
def test_residual_fire_stays_half_way_and_meets_the_next_there() -> None:
    table = climb().dice(6, 5).play("fire us666.1")
    (left,) = table.happened(ResidualLeft)
    assert left.place == table.place("C4/stairs")
    while table.asked != "german movement":
        table.play(next(text for text in ("hold", "stop") if text in table.offered()))
    assert table.where("ss658.1") == "C4/tower"
    table.events.clear()
    table.dice(6, 6).play("move ss91.1", "go C4/tower")
    (fired,) = table.happened(Fired)
    assert (fired.means, fired.target) == ("residual", table.place("C4/stairs"))


# -- concealment, rout, victory -------------------------------------------------------------------


@pytest.mark.rule("squad:B34.5")
@pytest.mark.parametrize(("terrain", "below"), [("open_ground", False), ("brush", True)])
def test_below_a_tower_its_terrain_conceals_and_up_there_nothing(terrain: str, below: bool) -> None:
    table = tower(2, terrain).put("C4", "ss658.1").put("C4/tower", "ss658.2")
    assert conceals(table.g, table.place("C4")) is below
    assert not conceals(table.g, table.place("C4/tower"))
    gain(table.g, 0, table.events)
    assert table.is_("concealed", "ss658.1") is below
    assert not table.is_("concealed", "ss658.2")


@pytest.mark.rule("squad:B34.6")
def test_nobody_routs_for_a_tower() -> None:
    table = tower(1, "open_ground", "F6 woods").put("C5", "ss658.1").mark("broken", "ss658.1")
    assert not is_goal(table.g, table.place("C4"))
    assert not is_goal(table.g, table.place("C4/tower"))
    assert rout_goals(table.g, table.unit("ss658.1")) == (table.place("F6"),)
    house = place("C4 wooden_building", "F6 woods").put("C5", "ss658.1").mark("broken", "ss658.1")
    assert rout_goals(house.g, house.unit("ss658.1")) == (house.place("C4"),)


@pytest.mark.rule("squad:B34.7")
def test_for_victory_the_tower_is_a_building_and_its_ground_is_not() -> None:
    table = tower()
    assert is_building(table.g, table.place("C4/tower"))
    assert not is_building(table.g, table.place("C4"))


@pytest.mark.rule("squad:E3.723", "squad:B34.42")
@pytest.mark.parametrize("weather", ["", "snow"])
def test_the_stairs_of_a_tower_are_dearer_upwards_in_snow(weather: str) -> None:
    words = '", "'.join(filter(None, ("towers", weather)))
    table = place("C4 level=1 tower=1", scenario=f'special = ["{words}"]')
    low, high, squad = table.place("C4"), table.place("C4/tower"), table.unit("ss658.1")
    up = entry_cost(table.g, Entry(squad, "infantry", low, high, -1), 16)
    down = entry_cost(table.g, Entry(squad, "infantry", high, low, -1), 16)
    more = [("E3.723", 2)] if weather else []
    assert [(part.rule, part.halves) for part in up.parts] == [("B34.42", 2), *more]
    assert [part.halves for part in down.parts if part.halves] == [2]


@pytest.mark.rule("squad:B34.43b")
def test_who_falls_back_leaves_his_comrades_to_climb_on() -> None:
    table = tower().put("C4", "ss658.1", "ss91.1").put("C7", "us666.1").move("german")
    table.play("move ss658.1", "join ss91.1", "go C4/tower").dice(3, 4, 1, 1, 6, 5)
    table.play("fire us666.1")
    assert table.is_("broken", "ss658.1")
    assert table.where("ss658.1") == "C4"
    assert table.g.moving.units == (table.unit("ss91.1"),)


@pytest.mark.rule("squad:B34.31")
def test_trees_in_which_nothing_bursts_change_nothing_for_a_tower() -> None:
    table = tower(1, "orchard").put("C4/tower", "ss658.1")
    attack = Attack("shell", 1, (), table.place("C4/tower"))
    assert "B34.31" not in {m.rule for m in cover(table.g, attack, table.unit("ss658.1"))}
