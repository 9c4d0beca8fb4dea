"""Who is struck, seen, freed or counted, and who is not: the empty hex, the first of all units."""

from __future__ import annotations

import pytest

from salient.engine.ids import Place
from salient.games.squad.combat.rubble import burn_on, bury, lay_rubble, takes_rubble
from salient.games.squad.combat.vehicle_damage import fire_at_vehicles
from salient.games.squad.core.events.fire import Sighted
from salient.games.squad.core.events.men import Checked
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import STONE
from salient.games.squad.core.ongoing import Aircraft, Minefield
from salient.games.squad.core.scenario import MineAllotment
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import (
    Attack,
)
from salient.games.squad.ground.darkness import alarm, set_free
from salient.games.squad.ground.falling_debris import fall_on
from salient.games.squad.ground.mine_clearing import LIFT, lift_mines
from salient.games.squad.ground.mine_laying import counters_left
from salient.games.squad.ground.rail_cars import wreck_cars
from salient.games.squad.guns.aircraft import drop_bombs, make_out, targets
from salient.games.squad.guns.artillery import accuracy
from salient.games.squad.infantry.heat_of_battle import must_advance
from salient.games.squad.infantry.prisoners import captors_of
from salient.games.squad.infantry.smoke import throw
from salient.games.squad.phases.advance import advance
from salient.games.squad.phases.rally import repair_gun
from tests.games.squad.table import Table, on_the_march

GERMAN, AMERICAN = 0, 1


@pytest.mark.rule("squad:A12.42")
def test_hidden_enemies_come_to_light_as_soon_as_somebody_advances_upon_them() -> None:
    table = Table(german="ss658", american="us666 2").put("C3", "ss658.1").put("D3", "us666.1")
    table.put("E5", "us666.2").mark("hidden", "us666.1", "us666.2")
    advance(table.g, table.unit("ss658.1"), table.place("D3"), table.events)
    assert not table.is_("hidden", "us666.1")
    assert table.is_("hidden", "us666.2")


@pytest.mark.rule("squad:E7.3")
@pytest.mark.parametrize(("place", "values"), [("E5", []), ("A1", [-2])])
def test_a_tank_that_drives_elsewhere_does_not_show_a_plane_its_target(
    place: str, values: list[int]
) -> None:
    """Not even the first unit of all, where those who are the target are upstairs."""
    table = Table("E5 stone_building storeys=2", german="PzIVH ss658", american="us666")
    table.put("A1", "PzIVH.1").mark("motion", "PzIVH.1").put("E5/1", "ss658.1")
    assert table.unit("PzIVH.1") == 0
    make_out(table.g, AMERICAN, table.place(place), table.events)
    (sighted,) = table.happened(Sighted)
    assert [m.value for m in sighted.modifiers if m.value < 0] == values


@pytest.mark.rule("squad:D5.31")
@pytest.mark.parametrize(
    ("final", "stunned"), [(-1, True), (0, True), (1, False), (6, False), (7, False)]
)
def test_the_sides_of_a_tank_are_worth_two_to_its_exposed_crew(final: int, stunned: bool) -> None:
    """On the column of four factors a final two is the last that costs a casualty."""
    table = Table(german="PzIVH 2", american="us666").put("C3", "PzIVH.1").dice(1, 1, ...)
    fire_at_vehicles(table.g, 2, {table.unit("PzIVH.1"): final}, table.events)
    assert (table.unit("PzIVH.1") in table.g.stunned) is stunned
    assert table.is_("buttoned", "PzIVH.1"), "effective fire closes the hatches"


@pytest.mark.rule("squad:B28.1")
@pytest.mark.parametrize(
    ("factors", "counters"),
    [(5, []), (6, [6]), (7, [6]), (8, [8, 6]), (11, [8, 6]), (12, [12, 8, 6]), (30, [12, 8, 6])],
)
def test_a_p_mines_are_laid_in_counters_of_six_eight_and_twelve(
    factors: int, counters: list[int]
) -> None:
    known = list(counters_left(MineAllotment(known=factors)))
    assert known == [f"ap{strength}" for strength in counters]


@pytest.mark.rule("squad:A9.72")
@pytest.mark.parametrize(("die", "state"), [(1, "repaired"), (2, "out"), (5, "out")])
def test_only_a_one_repairs_the_gun_of_a_vehicle(die: int, state: str) -> None:
    table = Table(german="PzIVH 2", american="us666").put("C3", "PzIVH.1").dice(die)
    table.mark("malfunctioned", "PzIVH.1", "PzIVH.2")
    repair_gun(table.g, table.unit("PzIVH.1"), table.events)
    assert table.is_("malfunctioned", "PzIVH.1") is (state == "out")
    assert table.is_("malfunctioned", "PzIVH.2")


@pytest.mark.rule("squad:C1.33")
@pytest.mark.parametrize(
    ("post", "place", "need"),
    [("A1", "A9", 4), ("A1", "A10", 3), ("A1", "A18", 3), ("A1", "A19", 2), ("A1", "C5", 2)],
)
def test_each_three_points_of_mist_take_one_off_registered_fire(
    post: str, place: str, need: int
) -> None:
    """In heavy mist there is a point for each three hexes; C5 is not registered at all."""
    guns = (
        'special = ["mist_heavy"]\n[[artillery]]\nside = "american"\ncalibre = 105\n'
        f'accuracy = 2\nlink = "observer"\npost = "{post}"\n'
        'registered = ["A9", "A10", "A18", "A19"]\n'
    )
    table = Table(german="ss658", american="us666", size=(3, 20), scenario=guns)
    assert accuracy(table.g, table.g.batteries[0], table.place(place)) == need


@pytest.mark.rule("squad:B24.7", "squad:B28.53")
def test_clearing_mines_takes_the_whole_turn_and_leaves_what_nobody_knows_of() -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    place, unknown = table.place("C3"), Minefield("at", 2, AMERICAN, known=False)
    table.g.mines[place] = (Minefield("ap", 6, AMERICAN), unknown)
    on_the_march(table, "ss658.1").dice(1, 1)
    assert lift_mines(table.g, LIFT, table.events) == 4 * 2, "all its MF"
    assert table.g.mines[place] == (unknown,)
    assert [event.change for event in table.happened(Marked)] == ["removed"]


@pytest.mark.rule("squad:B37.64b", "squad:E7.42")
def test_the_debris_of_a_bombed_house_falls_when_the_bombs_have_fallen() -> None:
    scenario = 'special = ["debris"]\n[[air]]\nside = "american"\n'
    table = Table("C4 wooden_building storeys=2", german="ss658", american="us666", size=(6, 8),
                  scenario=scenario).put("C5", "ss658.1")  # fmt: skip
    table.g.aircraft = (Aircraft(AMERICAN, 1),)
    table.dice(1, 1, 1, 6, 2, ...)
    drop_bombs(table.g, 0, table.place("C4"), table.events)
    assert table.g.held_debris
    table.run()
    assert table.asked == "american debris"
    while table.asked == "american debris":
        table.play(sorted(table.offered())[0])
    assert not table.g.debris_waits


# -- where nobody is ------------------------------------------------------------------------------


def first_of_all(special: str = "") -> Table:
    """A German squad in A1 that is the first of all units; E5 and its cars are empty."""
    cars = "E5 under=rail under_sides=N,S cars=printed"
    table = Table(cars, german="ss658 ss91", american="us666 2", scenario=(
        f'special = ["{special}"]\n' if special else ""))  # fmt: skip
    assert table.unit("ss658.1") == 0
    return table.put("A1", "ss658.1").put("C8", "us666.1")


@pytest.mark.rule("squad:B24.1", "squad:B24.121")
def test_rubble_where_nobody_is_buries_nobody_elsewhere() -> None:
    table = first_of_all()
    lay_rubble(table.g, table.place("E5"), STONE, table.events)
    assert not table.g.lost


@pytest.mark.rule("squad:B32.51c")
def test_a_blaze_where_nobody_is_burns_nobody_elsewhere() -> None:
    table = first_of_all().dice(6, ...)
    table.g.flames = 1 << table.place("E5")
    burn_on(table.g, table.events)
    assert table.g.blazes == 1 << table.place("E5")
    assert not table.g.lost


@pytest.mark.rule("squad:B32.57a")
def test_cars_that_are_wrecked_without_anybody_in_them_bury_nobody_elsewhere() -> None:
    table = first_of_all()
    wreck_cars(table.g, table.place("E5"), table.events)
    assert not table.g.lost


@pytest.mark.rule("squad:B37.64a")
def test_debris_where_nobody_is_hurts_nobody_elsewhere() -> None:
    table = first_of_all("debris")
    fall_on(table.g, table.place("D3"), table.events)
    assert not table.happened(Checked)
    assert table.g.debris == 1 << table.place("D3")


@pytest.mark.rule("squad:E1.21")
def test_an_attack_on_nobody_frees_nobody_elsewhere() -> None:
    table = first_of_all("night")
    table.g.restrained = 1 << table.unit("ss658.1")
    alarm(table.g, Attack("fire", AMERICAN, (), table.place("E5")), table.events)
    set_free(table.g, [table.unit("ss91.1")], table.events)
    assert table.g.restrained, "nor does one who is not on the map"
    alarm(table.g, Attack("fire", AMERICAN, (), table.place("A1")), table.events)
    assert not table.g.restrained


@pytest.mark.rule("squad:A15.42")
def test_the_berserk_advance_on_enemies_and_not_where_nobody_is() -> None:
    table = first_of_all().mark("berserk", "us666.1")
    places: list[Place] = [table.place(name) for name in ("E5", "A1", "C9")]
    assert must_advance(table.g, table.unit("us666.1"), places) == [table.place("A1")]
    assert must_advance(table.g, table.unit("us666.2"), places) == places


@pytest.mark.rule("squad:E7.3")
@pytest.mark.parametrize(
    ("unit", "state", "aimed"),
    [("ss658.1", "", True), ("PzIVH.1", "", True), ("ssLMG.1", "", False), ("us666.1", "", False),
     ("ss658.1", "hidden", False), ("PzIVH.1", "wrecks", False), ("ss658.1", "concealed", True)],
)  # fmt: skip
def test_planes_look_for_men_and_vehicles_of_the_enemy(unit: str, state: str, aimed: bool) -> None:
    table = Table(german="ss658 ssLMG PzIVH", american="us666").put("C3", unit)
    if state:
        table.mark(state, unit)
    assert targets(table.g, AMERICAN) == ([table.place("C3")] if aimed else [])


@pytest.mark.rule("squad:A20.21")
def test_nobody_is_taken_prisoner_by_his_own_side_or_by_a_leader() -> None:
    special = 'special = ["prisoners"]\n'
    table = Table(german="ss658 2", american="us666 3 us81", scenario=special).put("C3", "ss658.1")
    table.put("C4", "ss658.2").put("D3", "us666.1").put("B3", "us81.1").put("C5", "us666.2")
    table.mark("broken", "ss658.1")
    assert captors_of(table.g, table.unit("ss658.1")) == [table.unit("us666.1")]


@pytest.mark.rule("squad:B24.12")
@pytest.mark.parametrize(
    ("line", "state", "top", "falls"),
    [
        ("", "", 1, True), ("level=1", "", 1, False), ("level=1", "", 2, True),
        ("stone_building", "", 1, False), ("under=rail under_sides=N,S cars=printed", "", 1, False),
        ("", "rubble", 1, False), ("", "cars", 1, False), ("", "cars beside", 1, True),
        ("under=gully under_sides=N,S", "", 1, False), ("woods", "", 1, True),
    ],
)  # fmt: skip
def test_where_the_rubble_of_a_falling_house_comes_to_lie(
    line: str, state: str, top: int, falls: bool
) -> None:
    table = Table(f"C3 {line}", german="ss658", american="us666")
    here, beside = table.place("C3"), table.place("C4")
    table.g.rubble = {here: STONE} if state == "rubble" else {beside: STONE}
    table.g.cars = 1 << here if state == "cars" else 1 << beside if state else 0
    assert takes_rubble(table.g, here, top) is falls


@pytest.mark.rule("squad:A24.1")
@pytest.mark.parametrize(
    ("unit", "die", "placed"),
    [("ss658.1", 1, True), ("ss658.1", 2, True), ("ss658.1", 3, False), ("us666.1", 3, True),
     ("us666.1", 4, False), ("us666.1", 6, False)],
)  # fmt: skip
def test_smoke_lies_on_a_die_up_to_the_exponent_and_who_throws_it_is_seen(
    unit: str, die: int, placed: bool
) -> None:
    """The exponent of the SS squad is two, that of the American three."""
    table = Table(german="ss658 2", american="us666 2").put("C3", "ss658.1").put("F3", "us666.1")
    table.put("D9", "ss658.2").put("G9", "us666.2").mark("concealed", "ss658.1", "us666.1")
    table.mark("concealed", "ss658.2", "us666.2").dice(die)
    over = throw(table.g, table.unit(unit), table.place("C4"), table.events)
    assert table.g.smoke == ({table.place("C4"): 2} if placed else {})
    assert bool(table.g.grenades) is placed
    assert over is (die == 6)
    assert [name for name in ("ss658.1", "ss658.2", "us666.1", "us666.2")
            if not table.is_("concealed", name)] == [unit]  # fmt: skip


@pytest.mark.rule("squad:B24.121")
def test_a_weapon_that_is_buried_belongs_to_nobody_any_more() -> None:
    table = Table(german="ss658 ssLMG 2", american="us666").put("C3", "ss658.1+ssLMG.1+ssLMG.2")
    bury(table.g, table.unit("ssLMG.1"), "rubble", table.events)
    assert table.g.owner[table.unit("ssLMG.1")] == NOBODY
    assert table.g.owner[table.unit("ssLMG.2")] == table.unit("ss658.1")
    assert table.is_("lost", "ssLMG.1")
    assert table.where("ssLMG.1") == ""
