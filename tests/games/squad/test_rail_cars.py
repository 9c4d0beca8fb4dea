"""Rail cars: cover, bypass, guns, wrecks and counters. Rules B32.5 and B32.6."""

from __future__ import annotations

import pytest

from salient.boards.bits import members
from salient.boards.sight_lines import STEPS, opposite
from salient.boards.sight_map import Feature
from salient.engine.errors import DataError
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.bypass import passages
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, HitRolled, Tried
from salient.games.squad.core.events.men import AmbushRolled
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.events.play import Rubbled
from salient.games.squad.core.locations import (
    chart_row,
    conceals,
    is_building,
    is_goal,
    is_shelter,
    terrain_at,
)
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.stacking import may_bypass, may_set_up
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.ground.emplacements import DiggingIn
from salient.games.squad.ground.rail_cars import (
    art_crosses,
    bombard,
    car_bypass,
    car_bypass_cost,
    car_fortification,
    car_hit_cases,
    has_cars,
    shelled,
    wreck_cars,
)
from salient.games.squad.guns.to_hit import hit_cases
from salient.games.squad.phases.close_combat import ambush, vehicle_modifiers
from salient.games.squad.phases.rally import rally_modifiers
from salient.games.squad.phases.rout import rout_goals
from salient.games.squad.phases.setup import build
from salient.games.squad.sight.los import look_across
from salient.games.squad.terrain.railroads import stand_counter
from tests.games.squad.grounds import table_on
from tests.games.squad.street_table import passage
from tests.games.squad.table import Table

TRACK = "under=rail under_sides=N,S"
SIDE = {"N": 0, "NE": 1, "SE": 2, "S": 3, "SW": 4, "NW": 5}
GERMANS = "ss658 3 ss228 pak40 sig33 flak36 flak38 PzIVH SPW251 Opel ssHMG ssPSK"
AMERICANS = "us666 3 us81 usBAZ M4 us227 us3in us40"


def yard(*lines: str, **more: str) -> Table:
    return Table(*lines, german=GERMANS, american=AMERICANS, size=(8, 8), **more)


def train(cars: str = "printed", *lines: str, **more: str) -> Table:
    """Rail cars in D4 on a track from north to south."""
    return yard(f"D3 {TRACK}", f"D4 {TRACK} cars={cars}", f"D5 {TRACK}", *lines, **more)


def examples() -> Table:
    """The practice map with the examples to B32.52."""
    return table_on("practice_rail_cars", german=GERMANS, american=AMERICANS)


def total(table: Table, firer: str, target: str) -> int:
    side = table.g.side(table.unit(firer))
    origin, place = table.g.where[table.unit(firer)], table.g.where[table.unit(target)]
    attack = Attack("fire", side, (origin,), place)
    return sum(m.value for m in cover(table.g, attack, table.unit(target)))


def along(table: Table, name: str, side: str) -> bool:
    """Whether a hexside of a hex can be bypassed along."""
    return may_bypass(table.g, table.place(name), SIDE[side])


# -- terrain --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B32.5")
@pytest.mark.parametrize("cars", ["printed", "counter"])
def test_a_hex_with_rail_cars_is_railroad_and_rail_cars_at_once(cars: str) -> None:
    table = train(cars)
    place = table.place("D4")
    assert table.g.setting.board.hexes[place].rails
    assert has_cars(table.g, place)
    assert terrain_at(table.g, place) == "rail_cars"
    assert terrain_at(table.g, table.place("D5")) == "open_ground"


@pytest.mark.rule("squad:B32.51b")
def test_rail_cars_cover_and_conceal() -> None:
    table = train().put("D4", "us666.1").put("D5", "us666.2").put("E6", "ss658.1")
    assert total(table, "ss658.1", "us666.1") == 2
    assert total(table, "ss658.1", "us666.2") == 0
    assert conceals(table.g, table.place("D4"))
    assert not conceals(table.g, table.place("D5"))


@pytest.mark.rule("squad:B32.51c")
@pytest.mark.parametrize(("roll", "burns"), [((3, 4), False), ((4, 4), True)])
def test_rail_cars_are_set_on_fire_with_an_eight(roll: tuple[int, int], burns: bool) -> None:
    table = train().put("D4", "ss658.1").move("german").dice(*roll)
    table.play("move ss658.1", "kindle")
    assert table.happened(Tried)[-1].result == ("passed" if burns else "failed")
    assert bool(table.g.flames >> table.place("D4") & 1) is burns
    assert table.is_("ti", "ss658.1"), "that was its whole move"


@pytest.mark.rule("squad:B32.51c")
@pytest.mark.parametrize(
    ("line", "roll", "burns"),
    [(f"{TRACK} cars=printed", (5, 5), False), (f"{TRACK} cars=printed", (5, 6), True),
     ("wooden_building", (5, 5), True)],
)  # fmt: skip
def test_fire_spreads_to_rail_cars_with_a_nine(
    line: str, roll: tuple[int, int], burns: bool
) -> None:
    """Two more in winter: eleven. A wooden house burns with one less."""
    table = yard(f"D4 {line}")
    table.g.blazes |= 1 << table.place("C4")
    table.dice(*roll).phase("advancing", "german")
    assert bool(table.g.flames >> table.place("D4") & 1) is burns


@pytest.mark.rule("squad:B32.511")
@pytest.mark.parametrize(("line", "able"), [(f"{TRACK} cars=printed", True), ("brush", False)])
def test_a_bazooka_can_be_fired_at_infantry_in_rail_cars(line: str, able: bool) -> None:
    table = yard(f"D4 {line}").put("E6", "us666.1+usBAZ.1").put("D4", "ss658.1")
    table.fire("american", "prep")
    assert ("fire usBAZ.1" in table.offered()) is able


@pytest.mark.rule("squad:B32.511")
def test_its_shaped_charge_strikes_on_its_own_column() -> None:
    table = train().put("E6", "us666.1+usBAZ.1").put("D4", "ss658.1").fire("american", "prep")
    table.dice(1, 2, 1, 2, ...).play("fire usBAZ.1")
    (hit,), (fired,) = table.happened(HitRolled), table.happened(Fired)
    assert (hit.result, hit.need) == ("hit", 8 - 2 + 1), "range 2: 8; cover 2; point blank 1"
    assert fired.column == 8


# -- moving ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B32.52a")
def test_infantry_enters_for_two_or_bypasses_for_one() -> None:
    table = train().put("C4", "ss658.1").move("german").play("move ss658.1")
    assert "bypass D4 sw" in table.offered("bypass")
    table.play("go D4")
    assert (table.where("ss658.1"), table.spent()) == ("D4", 2)
    beside = train().put("C4", "ss658.1").move("german").play("move ss658.1", "bypass D4 sw")
    assert beside.spent() == 1


@pytest.mark.rule("squad:B32.52b")
@pytest.mark.parametrize(
    ("way", "unit"), [("tracked", "PzIVH.1"), ("halftrack", "SPW251.1"), ("truck", "Opel.1")]
)
def test_vehicles_only_go_round_rail_cars(way: str, unit: str) -> None:
    table = train().put("C4", unit)
    entry = Entry(table.unit(unit), way, table.place("C4"), table.place("D4"), SIDE["SE"])
    assert entry_cost(table.g, entry, 26).bar == "B32.51b"
    side = SIDE["SW"]
    assert not entry_cost(
        table.g, entry._replace(manner="bypass", along=side, passed=(side,)), 26
    ).bar


@pytest.mark.rule("squad:B32.52b")
def test_a_tank_drives_past_a_train() -> None:
    table = train().put("C4", "PzIVH.1", facing="se").move("german").play("move PzIVH.1")
    assert "drive D4" not in table.offered()
    table.play("bypass D4 sw")
    assert table.g.bypass[table.unit("PzIVH.1")][0] == SIDE["SW"]


@pytest.mark.rule("squad:B32.52c")
def test_however_narrow_it_is_a_train_can_be_bypassed() -> None:
    """Woods or rubble beyond the hexside leave no room beside a house, but they do here."""
    house = yard("D4 wooden_building", "C5 wooden_building")
    assert not along(house, "D4", "SW")
    assert along(train("printed", "C5 wooden_building"), "D4", "SW")
    table = train("printed", "C5 wooden_building")
    table.g.rubble[table.place("C5")] = 1
    assert along(table, "D4", "SW")


@pytest.mark.rule("squad:B32.52c")
def test_not_where_the_train_stands_across_the_hexside() -> None:
    table = train()
    assert {name: along(table, "D4", name) for name in SIDE} == {
        "N": False, "NE": True, "SE": True, "S": False, "SW": True, "NW": True,
    }  # fmt: skip


@pytest.mark.rule("squad:B32.52d")
@pytest.mark.parametrize(("side", "points"), [("n", 4), ("sw", 2)])
def test_bypass_across_the_track_costs_twice_one_and_the_terrain(side: str, points: int) -> None:
    table = train("counter").put("C4", "PzIVH.1", facing="se").move("german")
    table.mark("motion", "PzIVH.1").play("move PzIVH.1", f"bypass D4 {side}")
    assert table.spent() == points


@pytest.mark.rule("squad:ex-B32.52a")
def test_the_gun_of_the_example_sees_past_the_train_and_has_one_kind_of_cover() -> None:
    """The gun in C2 and the 5-2-7 in E2 see each other past the cars of D2; E3 is hidden."""
    table = examples().put("C2", "ss228.1+pak40.1").put("E2", "us666.1").put("E3", "M4.1")
    gun, squad, tank = (table.place(name) for name in ("C2", "E2", "E3"))
    assert look_across(table.g, gun, squad).clear
    assert not look_across(table.g, gun, tank).clear
    assert total(table, "us666.1", "ss228.1") == 2
    table.run(DiggingIn())
    assert table.is_("emplaced", "pak40.1")
    assert total(table, "us666.1", "ss228.1") == 2, "dug in or behind the train, not both"


@pytest.mark.rule("squad:ex-B32.52b", "squad:B32.54")
def test_the_tank_of_the_example_bypasses_and_the_gun_must_turn() -> None:
    """A tank in C6 goes round D6 on either side, beside woods too; the gun stands in F7."""
    table = examples().put("C6", "M4.1", facing="se").mark("motion", "M4.1")
    table.put("F7", "ss228.1+pak40.1", facing="ne").move("american").play("move M4.1")
    assert {"bypass D6 n", "bypass D6 sw"} <= table.offered("bypass")
    table.play("bypass D6 n")
    assert table.spent() == 4
    table.dice(1, 1, ...).play("fire pak40.1")
    (shot,) = table.happened(HitRolled)
    assert {m.rule: m.value for m in shot.modifiers}["C5.11"] == 2 * 3, "turned by one hexspine"


@pytest.mark.rule("squad:ex-B32.52c", "squad:B32.57c")
def test_wrecked_cars_still_stand_across_a_hexside_of_the_next() -> None:
    """H2 is wrecked. H3 stands across their hexside (red dot), not across others (white dot)."""
    table = examples()
    wreck_cars(table.g, table.place("H2"), table.events)
    assert table.g.wrecked_cars == 1 << table.place("H2")
    assert not along(table, "H3", "N")
    assert along(table, "I3", "NW"), "the hexside with wrecked H2 that no car crosses"


@pytest.mark.rule("squad:B32.52c", "squad:B32.6b", "squad:ex-B32.52c", "squad:ex-B32.6a")
@pytest.mark.rule("squad:ex-B32.6b")
@pytest.mark.parametrize(
    ("here", "there", "cars", "crosses"),
    [("N,S", "N,S", "counter", True), ("N,S", "S", "counter", False),
     ("N", "N,S", "counter", False), ("N", "N,S", "printed", True), ("N,S", "S", "printed", False)],
)  # fmt: skip
def test_counters_cross_a_hexside_that_both_tracks_cross_and_printed_cars_their_own(
    here: str, there: str, cars: str, crosses: bool
) -> None:
    """A counter in D4, and a counter or printed cars in D5."""
    table = yard(
        f"D4 under=rail under_sides={here} cars=counter",
        f"D5 under=rail under_sides={there} cars={cars}",
    )
    assert art_crosses(table.g, table.place("D4"), SIDE["S"]) is crosses
    assert along(table, "D4", "S") is not crosses


@pytest.mark.rule("squad:ex-B32.52b", "squad:ex-B32.52c")
@pytest.mark.parametrize(("burning", "free"), [("", True), ("I3", False), ("H3", True)])
def test_nobody_goes_along_burning_cars(burning: str, free: bool) -> None:
    table = examples()
    if burning:
        table.g.blazes = 1 << table.place(burning)
    assert car_bypass(table.g, table.place("I3"), SIDE["NW"]) is free


# -- guns, fortifications, close combat -----------------------------------------------------------


@pytest.mark.rule("squad:B32.53")
@pytest.mark.parametrize(
    ("gun", "bar"),
    [("pak40", ""), ("us3in", ""), ("flak38", ""), ("us40", "B32.53"), ("flak36", "B32.53"),
     ("sig33", "B32.53")],
)  # fmt: skip
def test_only_guns_that_are_small_enough_stand_between_rail_cars(gun: str, bar: str) -> None:
    """PaK 40 and FlaK 38 are small, the 3-inch AT gun average; the others too large or AA."""
    table = train()
    assert may_set_up(table.g, table.unit(f"{gun}.1"), table.place("D4")) == bar
    assert may_set_up(table.g, table.unit(f"{gun}.1"), table.place("D5")) == ""


@pytest.mark.rule("squad:B32.54")
@pytest.mark.parametrize(
    ("line", "turning", "inside"), [(f"{TRACK} cars=printed", 6, 4), ("", 3, 2)]
)
def test_turning_a_gun_and_firing_in_its_hex_are_twice_as_hard(
    line: str, turning: int, inside: int
) -> None:
    table = yard(f"D4 {line}").put("D4", "ss228.1+pak40.1").put("D4", "M4.1")
    gun, tank = table.unit("pak40.1"), table.unit("M4.1")
    table.g.bypass[tank] = (SIDE["SW"], 4)
    turned = hit_cases(table.g, gun, table.place("F5"), 1, "prep", NOBODY)
    assert {m.rule: m.value for m in turned}["C5.11"] == turning
    near = hit_cases(table.g, gun, table.place("D4"), 0, "prep", tank)
    assert sum(m.value for m in near if m.rule in ("C5.5", "B32.54")) == inside
    gunless = car_hit_cases(table.g, table.unit("ss228.1"), table.place("D4"), 0)
    assert not list(gunless), "small arms are as handy there as elsewhere"


@pytest.mark.rule("squad:B32.55")
@pytest.mark.parametrize("kind", ["ap_mines", "at_mines", "wire", "foxhole"])
def test_rail_cars_allow_what_a_ground_level_railroad_allows(kind: str) -> None:
    table = train("printed", "G4 wooden_building")
    for name in ("D3", "D4"):
        build(table.g, Fortification(kind, "german", name, strength=6), table.events)  # type: ignore[arg-type]
    if kind == "foxhole":
        with pytest.raises(DataError):
            build(table.g, Fortification("foxhole", "german", "G4", strength=6), table.events)


@pytest.mark.rule("squad:B32.56")
def test_rail_cars_are_a_house_to_ambush_and_street_fighting() -> None:
    table = train("printed", "D4 streets=SW:paved").put("D4", "ss658.1", "us666.1")
    table.g.advanced |= 1 << table.unit("ss658.1")
    table.dice(1, 6)
    assert ambush(table.g, table.place("D4"), 0, table.events) == 0
    assert table.happened(AmbushRolled)
    table.put("D4", "M4.1")
    table.g.bypass[table.unit("M4.1")] = (SIDE["SW"], 4)
    found = {m.rule for m in vehicle_modifiers(table.g, table.unit("ss658.1"), table.unit("M4.1"))}
    assert "P5.132a" in found
    table.g.rubble[table.place("D4")] = 1
    found = {m.rule for m in vehicle_modifiers(table.g, table.unit("ss658.1"), table.unit("M4.1"))}
    assert "P5.132a" not in found


@pytest.mark.rule("squad:fn-B16A")
def test_otherwise_rail_cars_are_no_building() -> None:
    table = train("printed", "B4 wooden_building")
    cars, house = table.place("D4"), table.place("B4")
    for question in (is_building, is_goal, is_shelter):
        assert not question(table.g, cars)
        assert question(table.g, house)
    assert chart_row(table.g, cars).kindle != chart_row(table.g, house).kindle
    table.put("D4", "ss658.1").mark("broken", "ss658.1")
    assert "A10.61" not in {m.rule for m in rally_modifiers(table.g, table.unit("ss658.1"))}
    table.put("B4", "ss658.1")
    assert "A10.61" in {m.rule for m in rally_modifiers(table.g, table.unit("ss658.1"))}


@pytest.mark.rule("squad:fn-B16A")
def test_nobody_routs_for_rail_cars() -> None:
    table = train("printed", "F6 woods").put("D5", "ss658.1").mark("broken", "ss658.1")
    assert rout_goals(table.g, table.unit("ss658.1")) == (table.place("F6"),)


# -- wrecks ---------------------------------------------------------------------------------------


def shell(calibre: int, dr: int) -> Table:
    """A shell hits rail cars with a squad, a gun with its crew and a tank on the move.

    On the column of 12 a roll of 2 is a 2KIA.
    """
    table = train().put("D4", "us666.1", "us227.1+us3in.1").put("D4", "M4.1")
    table.mark("motion", "M4.1").g.bypass[table.unit("M4.1")] = (SIDE["SW"], 4)
    column = next(c for c in range(11) if table.g.setting.tables.result(c, 3) == "2KIA")
    table.dice(dr, 5, 6, ...)
    table.events.clear()
    gone = shelled(table.g, table.place("D4"), calibre, (1, 2), column, table.events)
    assert gone is bool(table.happened(Rubbled))
    return table


@pytest.mark.rule("squad:B32.57a")
def test_a_heavy_shell_wrecks_rail_cars_and_what_is_not_armoured() -> None:
    table = shell(75, 2)
    for unit in ("us666.1", "us227.1", "us3in.1"):
        assert table.is_("lost", unit)
    assert not table.is_("wrecks", "M4.1")
    assert len(table.happened(BogChecked)) == 1
    assert table.is_("bogged", "M4.1"), "5 and 6 and ground pressure"


@pytest.mark.rule("squad:B32.57a")
@pytest.mark.parametrize(("calibre", "dr"), [(75, 3), (57, 1)])
def test_a_higher_die_or_a_lighter_shell_wrecks_nothing(calibre: int, dr: int) -> None:
    table = shell(calibre, dr)
    assert not table.happened(Rubbled, BogChecked)
    assert not table.is_("lost", "us666.1")


@pytest.mark.rule("squad:B32.57a")
def test_a_tank_at_rest_is_not_disturbed() -> None:
    table = train().put("D4", "M4.1")
    column = next(c for c in range(11) if table.g.setting.tables.result(c, 3) == "2KIA")
    table.dice(1)
    assert shelled(table.g, table.place("D4"), 75, (1, 2), column, table.events)
    assert not table.happened(BogChecked)


@pytest.mark.rule("squad:B32.57a", "squad:B32.57c")
def test_a_gun_wrecks_a_train_in_play() -> None:
    """Hit, then a KIA on the table: the die comes before the KIA itself."""
    table = train().put("F5", "ss228.1+pak40.1", facing="w").put("D4", "us666.1", "us666.2")
    table.fire("german", "prep").dice(1, 2, 1, 1, 1).attack("pak40.1", "D4")
    assert table.happened(Rubbled)
    assert all(table.is_("lost", f"us666.{n}") for n in (1, 2))
    assert terrain_at(table.g, table.place("D4")) == "wooden_rubble"


@pytest.mark.rule("squad:B32.57b")
@pytest.mark.parametrize(("roll", "wrecked"), [((4, 5), False), ((4, 6), True)])
def test_rail_cars_withstand_a_bombardment_with_morale_nine(
    roll: tuple[int, int], wrecked: bool
) -> None:
    table = train().put("D4", "us666.1").put("D4", "M4.1").dice(*roll)
    assert bombard(table.g, table.place("D4"), table.events) is wrecked
    assert table.is_("lost", "us666.1") is wrecked
    assert table.is_("wrecks", "M4.1") is wrecked, "nothing is left"
    assert not bombard(table.g, table.place("A1"), table.events), "nothing to wreck, no dice"


@pytest.mark.rule("squad:B32.57c")
def test_wrecked_rail_cars_are_wooden_rubble() -> None:
    table = train().dice(6, 6)
    bombard(table.g, table.place("D4"), table.events)
    row = chart_row(table.g, table.place("D4"))
    assert (row.terrain, row.tem, row.goal) == ("wooden_rubble", 2, "yes")
    assert not has_cars(table.g, table.place("D4"))
    upstairs = Table("D4 under=rail under_sides=N,S cars=printed", "C4 level=1", "F6 level=1",
                     german=GERMANS, american=AMERICANS)  # fmt: skip
    a, b = upstairs.place("C4"), upstairs.place("E5")
    before = look_across(upstairs.g, a, b).clear
    upstairs.g.rubble[upstairs.place("D4")] = 1
    assert (before, look_across(upstairs.g, a, b).clear) == (False, True), "half as high"


# -- counters -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B32.6a")
def test_a_counter_stands_on_a_railroad_and_only_one() -> None:
    table = train("")
    cars = Fortification("rail_cars", "german", "D4")
    build(table.g, cars, table.events)
    assert terrain_at(table.g, table.place("D4")) == "rail_cars"
    for item in (cars, Fortification("rail_cars", "german", "F4")):
        with pytest.raises(DataError, match=r"B32\.6a"):
            build(table.g, item, table.events)


@pytest.mark.rule("squad:B32.6b")
def test_counters_put_down_in_play_block_like_those_of_the_map() -> None:
    table = train("")
    north, south, west, east = (table.place(name) for name in ("D2", "D6", "C4", "E4"))
    assert look_across(table.g, north, south).clear
    build(table.g, Fortification("rail_cars", "german", "D4"), table.events)
    assert not look_across(table.g, north, south).clear
    assert look_across(table.g, west, east).clear, "the hexside that only one counter touches"
    assert along(table, "D4", "N")
    build(table.g, Fortification("rail_cars", "german", "D3"), table.events)
    assert not look_across(table.g, west, east).clear
    assert not along(table, "D4", "N")
    assert not along(table, "D3", "S")


A, B, C, D, E, F = "C5", "D4", "E5", "C4", "D3", "E4"
"""The hexes of the example to B32.6 on the practice map."""


def example() -> Table:
    return table_on("practice_railroad", german=GERMANS, american=AMERICANS)


def sees(table: Table, one: str, other: str) -> bool:
    return look_across(table.g, table.place(one), table.place(other)).clear


@pytest.mark.rule("squad:ex-B32.6a")
def test_a_and_c_of_the_example_see_each_other_and_b_is_bypassed_between_them() -> None:
    table = example()
    assert sees(table, A, C)
    assert along(table, B, "S")


@pytest.mark.rule("squad:ex-B32.6b")
def test_d_and_f_of_the_example_do_not_and_nobody_passes_between_b_and_e() -> None:
    table = example()
    assert not sees(table, D, F)
    assert not along(table, B, "N")
    assert not along(table, E, "S")


@pytest.mark.rule("squad:ex-B32.6c")
def test_c_and_e_of_the_example_see_each_other() -> None:
    table = example()
    assert sees(table, C, E)
    assert along(table, B, "NE")


@pytest.mark.rule("squad:ex-B32.6d")
def test_rubble_in_b_of_the_example_stands_for_its_counter() -> None:
    table = example().dice(6, 6)
    assert bombard(table.g, table.place(B), table.events)
    assert not along(table, E, "S")
    assert along(table, F, "SW")


def test_bypass_ways_past_a_train_are_offered() -> None:
    table = train().put("C4", "ss658.1")
    ways = {(p.to, p.along) for p in passages(table.g, table.unit("ss658.1"))}
    assert (table.place("D4"), SIDE["SW"]) in ways
    assert (table.place("D4"), SIDE["N"]) not in ways


@pytest.mark.rule("squad:B32.6a")
def test_counters_put_down_as_in_the_example_stand_one_on_each_of_its_hexes() -> None:
    """B and E of the example, put down by hand on rails that were empty."""
    table = train("")
    assert not table.g.cars
    for name in ("D4", "D3"):
        build(table.g, Fortification("rail_cars", "german", name), table.events)
    assert set(members(table.g.cars)) == {table.place("D3"), table.place("D4")}
    assert table.g.setting.board.hexes[table.place("D4")].rails
    wire = Fortification("wire", "german", "F4")
    assert not car_fortification(table.g, wire, table.place("F4")), "it speaks of cars only"


@pytest.mark.rule("squad:B32.52d")
def test_only_a_vehicle_that_bypasses_cars_pays_for_the_track() -> None:
    table = train("counter").put("C4", "PzIVH.1", facing="se")
    passing = passage(table, "PzIVH.1", "D4", "N", "tracked")
    assert sum(part.halves for part in car_bypass_cost(table.g, passing)) == 4
    into = passing._replace(manner="enter")
    assert not list(car_bypass_cost(table.g, into))
    walking = passing._replace(way="infantry")
    assert not list(car_bypass_cost(table.g, walking))
    assert not list(car_bypass_cost(train("").g, passing)), "without cars"


@pytest.mark.rule("squad:B32.52b", "squad:B32.52c")
def test_nobody_goes_past_cars_that_burn_but_past_those_beside_them() -> None:
    table = train()
    here = table.place("D4")
    for place, free in ((here, False), (here + 1, True), (here - 1, True), (None, True)):
        table.g.blazes = 0 if place is None else 1 << place
        assert along(table, "D4", "NE") is free


@pytest.mark.rule("squad:B32.6b", "squad:ex-B32.6b", "squad:ex-B32.6c", "squad:ex-B32.6d")
@pytest.mark.parametrize("side", range(6))
def test_two_counters_block_the_hexside_between_them_if_their_track_crosses_it(side: int) -> None:
    feature = Feature("rail_cars", "B32.5", "obstacle", 4)
    here = (3, 4)
    beyond = (here[0] + STEPS[side][0], here[1] + STEPS[side][1])
    behind = (here[0] - STEPS[side][0], here[1] - STEPS[side][1])
    joined = {here: 1 << side, beyond: 1 << opposite(side)}
    for rails, counters, blocked in (
        (joined, {here, beyond}, True),
        (joined, {here}, False),
        (joined, {here, behind}, False),
        ({here: 1 << side, beyond: 0}, {here, beyond}, False),
        ({here: 0, beyond: 1 << opposite(side)}, {here, beyond}, False),
        ({here: 1 << side}, {here, beyond}, False),
    ):
        stand = stand_counter(feature, 0, here, rails, frozenset(counters))
        assert stand[3] == (1 << side if blocked else 0)
