"""Where rules begin and end: the next unit, the next hex, one point more, the other state."""

from __future__ import annotations

from typing import Literal

import pytest

from salient.boards.bits import each_piece
from salient.boards.sight_lines import CORE
from salient.boards.sight_map import ALL_SIDES, LEVEL, Stand
from salient.engine import Event
from salient.engine.actions import Action
from salient.engine.events import seen_events
from salient.games.squad.combat.attack import strike_those_aboard, told_by
from salient.games.squad.combat.bogging import bog_checks
from salient.games.squad.combat.cover import hindrances, terrain_cover
from salient.games.squad.combat.encirclement import note_fire
from salient.games.squad.combat.firepower import bears_on_crossing, far_range, mark_spent
from salient.games.squad.combat.morale import check_all, check_morale, eliminate, feel_loss, worth
from salient.games.squad.combat.rubble import burn_on
from salient.games.squad.combat.stunning import check_crew
from salient.games.squad.combat.vehicle_arms import ARMS, exhausted
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.cost_memory import follows_road
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, HitRolled, Sighted, Tried
from salient.games.squad.core.events.men import Checked, Eliminated, HeatRolled
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.events.play import Controlled
from salient.games.squad.core.locations import STONE, terrain_at
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.points import mp_of, mp_unspent, ridden
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.stacking import closed_places
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import (
    Attack,
    BogCheck,
    Entry,
    Manner,
    Means,
    Occasion,
    Trait,
)
from salient.games.squad.ground.cloaking import come_near
from salient.games.squad.ground.darkness import wake_up
from salient.games.squad.ground.debris import buried_features, debris_features
from salient.games.squad.ground.fences import breach
from salient.games.squad.ground.fire_zones import zone_features
from salient.games.squad.ground.mine_clearing import LIFT, lift_mines, lifting_orders
from salient.games.squad.ground.narrow_streets import block_barrier
from salient.games.squad.ground.rail_cars import art_crosses, car_gun_bar, wreck_cars
from salient.games.squad.ground.streams import combined_trait, stream_cost
from salient.games.squad.ground.street_fighting import note_house
from salient.games.squad.ground.towers import tower_cover, tower_room
from salient.games.squad.guns.aircraft import make_out
from salient.games.squad.guns.flak import is_flak
from salient.games.squad.guns.indirect import burst
from salient.games.squad.guns.machine_guns import mg_aims
from salient.games.squad.guns.mortars import area_number
from salient.games.squad.guns.panzerfausts import faust_aims
from salient.games.squad.guns.smoke_shells import Ammunition, deplete, smoke_targets
from salient.games.squad.infantry.aims import find_targets
from salient.games.squad.infantry.ambuscade import dummy_bar
from salient.games.squad.infantry.captured_arms import BREAKS, SLOWER, slower, sooner
from salient.games.squad.infantry.entering import enter, get_away
from salient.games.squad.infantry.fire import has_shot_left, sharing
from salient.games.squad.infantry.heat_of_battle import heat
from salient.games.squad.infantry.trenches import get_in, trench_bog
from salient.games.squad.infantry.weapons import weapon_orders
from salient.games.squad.knowledge import known_control
from salient.games.squad.phases.advance import advances
from salient.games.squad.phases.close_combat import vehicle_value
from salient.games.squad.phases.movement import in_the_open
from salient.games.squad.phases.rally import recover
from salient.games.squad.phases.setup import Deployment, build, is_setting_up
from salient.games.squad.phases.victory import take_control
from salient.games.squad.sight.concealment import vanish
from salient.games.squad.sight.crossings import crossing_of, is_indoors
from salient.games.squad.sight.los import look_across, sight_of
from salient.games.squad.terrain.board import NO_SIDE
from salient.games.squad.terrain.railroads import stand_overpass
from salient.games.squad.vehicles.armoured_assault import escort_cover
from salient.games.squad.vehicles.crews import is_unqualified
from salient.games.squad.vehicles.driving import Driving
from salient.games.squad.vehicles.fittings import settle_in
from salient.games.squad.vehicles.passengers import charge_loading, takes
from tests.games.squad.table import COLUMNS, GAME, Table, on_the_march

GERMAN, AMERICAN = 0, 1


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A7.7")
@pytest.mark.parametrize(("at", "sides"), [("", 0), ("C1", 1), ("C5", 8)])
def test_fire_of_who_is_gone_comes_through_no_side(at: str, sides: int) -> None:
    """Fire from the north comes through the first side, from the south through the fourth."""
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    if at:
        table.put(at, "us666.1")
    target, unit = table.place("C3"), table.unit("us666.1")
    fired = Fired(AMERICAN, (unit,), target, "fire", 4, (3, 4), (), "")
    note_fire(table.g, Attack("fire", AMERICAN, (), target, False, (unit,)), [fired])
    assert table.g.fire_from[target] == sides


@pytest.mark.rule("squad:A8.15")
@pytest.mark.parametrize(("firer", "snaps"), [("F4", True), ("M4", True), ("P4", False)])
def test_no_snap_shot_goes_beyond_twice_the_range(firer: str, snaps: bool) -> None:
    """The range of the squad is five hexes."""
    table = Table(german="ss658 2", american="us666", mover="american", size=(20, 8))
    table.put(firer, "ss658.1").put("F5", "ss658.2").put("C3", "us666.1")
    table.move().play("move us666.1", "go C4")
    assert ("snap ss658.1" in table.offered()) is snaps
    assert "snap ss658.2" in table.offered()


@pytest.mark.rule("squad:A8.14")
@pytest.mark.parametrize(
    ("halves", "shots", "left"),
    [(1, 0, True), (2, 0, True), (2, 1, False), (4, 1, True), (4, 2, False), (6, 2, True),
     (6, 3, False), (5, 2, False)],
)  # fmt: skip
def test_a_unit_fires_as_often_as_points_were_spent(halves: int, shots: int, left: bool) -> None:
    table = Table(german="ss658 2", american="us666")
    unit, other = table.unit("ss658.1"), table.unit("ss658.2")
    on_the_march(table, "us666.1", last=halves, shots=(unit,) * shots)
    assert has_shot_left(table.g, unit) is left
    assert has_shot_left(table.g, other)


@pytest.mark.rule("squad:A8.1")
def test_a_vehicle_under_a_question_mark_is_fired_at_as_a_place() -> None:
    table = Table(german="ss658", american="M4A3 Truck").put("C3", "M4A3.1").put("C6", "ss658.1")
    on_the_march(table, "M4A3.1")
    seen = find_targets(table.g, GERMAN, "first")
    assert seen.aim == 1 << table.unit("M4A3.1")
    table.mark("concealed", "M4A3.1")
    unseen = find_targets(table.g, GERMAN, "first")
    assert unseen.aim == 0
    assert unseen.at == 1 << table.place("C3")


# -- movement -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B28.53", "squad:P5.142b")
@pytest.mark.parametrize(
    ("known", "lifts"), [((True, False), 1), ((False, False), 0), ((True, True), 1), ((), 0)]
)
def test_one_known_minefield_is_enough_to_begin_to_clear(
    known: tuple[bool, ...], lifts: int
) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    fields = tuple(Minefield("ap", 6, AMERICAN, one) for one in known)
    table.g.mines[table.place("C3")] = fields
    on_the_march(table, "ss658.1")
    assert len(list(lifting_orders(table.g, table.g.moving))) == lifts


@pytest.mark.rule("squad:A12.14")
@pytest.mark.parametrize(
    ("corner", "assault", "concealed"),
    [(-1, True, True), (-1, False, False), (0, True, False), (1, True, False)],
)
def test_who_goes_round_the_woods_is_seen_whatever_his_manner(
    corner: int, assault: bool, concealed: bool
) -> None:
    table = Table("C4 woods", german="ss658", american="us666 2").put("C3", "ss658.1")
    table.put("F4", "us666.1").put("C1", "us666.2").mark("concealed", "ss658.1")
    on_the_march(table, "ss658.1", assault=assault)
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), table.place("C4"), 3)
    manner = entry._replace(manner="bypass", along=1) if corner >= 0 else entry
    enter(table.g, manner, 2, table.events, corner=corner)
    assert table.is_("concealed", "ss658.1") is concealed


@pytest.mark.rule("squad:A4.2")
@pytest.mark.parametrize(("corner", "concealed"), [(-1, True), (0, False)])
def test_a_vehicle_beside_an_obstacle_loses_its_question_mark(corner: int, concealed: bool) -> None:
    """There it would be in the way of others, even where nobody looks."""
    table = Table("C4 woods", german="PzIVH", american="us666").put("C3", "PzIVH.1")
    table.mark("concealed", "PzIVH.1")
    on_the_march(table, "PzIVH.1")
    entry = Entry(table.unit("PzIVH.1"), "tracked", table.place("C3"), table.place("C4"), 3)
    manner = entry._replace(manner="bypass", along=1) if corner >= 0 else entry
    enter(table.g, manner, 2, table.events, corner=corner)
    assert table.is_("concealed", "PzIVH.1") is concealed


@pytest.mark.rule("squad:A4.43")
@pytest.mark.parametrize(
    ("hidden", "given"),
    [((), True), (("ss658.1",), False), (("ss658.2",), False), (("ss658.1", "ss658.2"), True)],
)
def test_weapons_are_not_handed_between_who_hides_and_who_does_not(
    hidden: tuple[str, ...], given: bool
) -> None:
    table = Table(german="ss658 2 ssLMG", american="us666")
    table.put("C3", "ss658.1+ssLMG.1", "ss658.2")
    for unit in hidden:
        table.mark("hidden", unit)
    on_the_march(table, "ss658.1")
    verbs = {action.verb for action in weapon_orders(table.g, table.g.moving)}
    assert verbs == {"drop", "transfer"} if given else verbs == {"drop"}


# -- what is known --------------------------------------------------------------------------------


@pytest.mark.rule("squad:A26.1")
def test_what_a_hidden_unit_took_its_own_side_knows_to_be_taken() -> None:
    table = Table("C3 stone_building", german="ss658", american="us666").put("C3", "ss658.1")
    place = table.place("C3")
    table.mark("hidden", "ss658.1").g.taken_unseen[place] = AMERICAN
    table.g.control = [1 << place, 0]
    assert known_control(table.g, GERMAN) == [1 << place, 0]
    assert known_control(table.g, AMERICAN) == [0, 1 << place]


@pytest.mark.rule("squad:A12.11")
def test_nothing_is_left_of_a_question_mark_with_nobody_under_it() -> None:
    table = Table("C4 woods", german="ss658 2", american="us666").put("C4", "ss658.1", "ss658.2")
    unit, other = table.unit("ss658.1"), table.unit("ss658.2")
    for one in (unit, other):
        table.g.bypass[one] = (1, 0)
        table.g.crest[one] = 2
    flags = ("entrenched", "pinned", "moved", "cx")
    for flag in flags:
        table.mark(flag, "ss658.1", "ss658.2")
    vanish(table.g, unit, table.events)
    assert table.is_("lost", "ss658.1")
    assert not table.is_("lost", "ss658.2")
    for flag in flags:
        assert not table.is_(flag, "ss658.1")
        assert table.is_(flag, "ss658.2")
    assert set(table.g.bypass) == set(table.g.crest) == {other}


# -- vehicles -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:D2.2")
@pytest.mark.parametrize(
    ("line", "spent", "back"),
    [("", 0, {"B3", "B4"}), ("B3 stone_building", 0, {"B4"}), ("B3 water", 0, {"B4"}),
     ("", 24, set())],
)  # fmt: skip
def test_a_vehicle_backs_only_where_it_could_drive(line: str, spent: int, back: set[str]) -> None:
    table = Table(*([line] if line else []), german="PzIVH", american="us666")
    table.put("C4", "PzIVH.1", facing="e")
    on_the_march(table, "PzIVH.1", spent=spent)
    found = Driving(GERMAN).reverses(table.g, table.g.moving)
    assert {table.g.setting.board.locations[to].token for to, _ in found} == back


@pytest.mark.rule("squad:D8.23")
@pytest.mark.parametrize(
    ("state", "checks"), [("", 2), ("immobile", 1), ("wrecks", 1), ("pinned", 2)]
)
def test_what_cannot_move_any_more_cannot_get_stuck(state: str, checks: int) -> None:
    table = Table(german="Opel 2", american="us666", scenario=(
        'special = ["off_road_set_up", "mud"]\n'))  # fmt: skip
    table.put("C3", "Opel.1").put("E5", "Opel.2")
    if state:
        table.mark(state, "Opel.1")
    table.g.turn = 1
    settle_in(table.g, table.events)
    assert len(table.happened(BogChecked, told=GERMAN)) == checks


# -- leaders --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A3.2", "squad:A7.53")
@pytest.mark.parametrize("directs", [True, False])
def test_who_directed_prep_fire_directs_nobody_in_advancing_fire(directs: bool) -> None:
    table = Table(german="ss658 2 ss91", american="us666")
    table.put("C3", "ss658.1", "ss658.2", "ss91.1").put("E3", "us666.1").fire("german", "prep")
    table.dice(5, 6, ...).play("fire ss658.1", *(["join ss91.1"] if directs else []), "shoot")
    table.g.steps.clear()
    table.fire("german", "advancing").play("fire ss658.2")
    assert ("join ss91.1" in table.offered()) is not directs


# -- checks and values ----------------------------------------------------------------------------


@pytest.mark.rule("squad:A10.3")
@pytest.mark.parametrize(
    ("state", "less", "pinned"),
    [("", 0, True), ("", 1, False), ("broken", 0, False), ("broken", 1, False)],
)
def test_only_who_is_not_broken_is_pinned_by_a_check_just_passed(
    state: str, less: int, pinned: bool
) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    if state:
        table.mark(state, "ss658.1")
    unit = table.unit("ss658.1")
    roll = table.g.morale(unit) - less
    assert check_morale(table.g, unit, 0, table.events, dice=(roll - 3, 3))
    assert table.is_("pinned", "ss658.1") is pinned
    assert not table.is_("pinned", "ss658.2")


@pytest.mark.rule("squad:A7.8")
@pytest.mark.parametrize(("pinned", "less"), [(False, 0), (True, 1)])
@pytest.mark.parametrize(("unit", "value"), [("ss658.1", 5), ("ss228.1", 4), ("ss658.2", 3)])
def test_what_squads_crews_and_half_squads_are_worth_against_vehicles(
    unit: str, value: int, pinned: bool, less: int
) -> None:
    table = Table(german="ss658 2 ss228", american="M4A3").put("C3", unit).mark("half", "ss658.2")
    if pinned:
        table.mark("pinned", unit)
    assert vehicle_value(table.g, table.unit(unit)) == value - less


@pytest.mark.rule("squad:A21.11")
@pytest.mark.parametrize(("captured", "less"), [(True, BREAKS), (False, 0)])
def test_only_captured_weapons_break_down_sooner(captured: bool, less: int) -> None:
    table = Table(german="ss658 ssLMG 2", american="us666").put("C3", "ss658.1+ssLMG.1+ssLMG.2")
    table.mark("captured", "ssLMG.1" if captured else "ssLMG.2")
    assert sooner(table.g, table.unit("ssLMG.1")) == less


@pytest.mark.rule("squad:E7.5")
@pytest.mark.parametrize(("unit", "fires"), [("ss658.1", False), ("pak40.1", False)])
def test_no_squad_and_no_anti_tank_gun_fires_at_aircraft(unit: str, fires: bool) -> None:
    table = Table(german="ss658 2 pak40", american="us666").put("C3", "ss658.2+pak40.1", "ss658.1")
    assert is_flak(table.g, table.unit(unit)) is fires


@pytest.mark.rule("squad:B3.4")
@pytest.mark.parametrize(
    ("line", "follows"), [("C4 road=N,S level=1", True), ("C4 level=1", False)]
)
def test_a_road_uphill_is_still_a_road(line: str, follows: bool) -> None:
    table = Table("C3 road=N,S", line, german="ss658", american="us666").put("C3", "ss658.1")
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), table.place("C4"), 3)
    cost = entry_cost(table.g, entry)
    assert len(cost.parts) == 2
    assert follows_road(cost) is follows


@pytest.mark.rule("squad:C8.31")
def test_a_shell_bursts_on_who_moves_as_on_who_stands() -> None:
    """That he moves in the open counts when he is to be hit, and not on the table."""
    table = Table(german="PzIVH", american="us666", mover="american")
    table.put("C3", "PzIVH.1", facing="e").put("F5", "us666.1").move()
    table.play("move us666.1", "go F4").dice(1, 2, 5, 6, ...).play("fire PzIVH.1", "shell F4")
    (shell,) = table.happened(Fired)
    assert not shell.modifiers
    (roll,) = table.happened(HitRolled)
    assert {m.rule for m in roll.modifiers} >= {"A4.6", "A4.61"}


@pytest.mark.rule("squad:A12.11")
def test_a_question_mark_with_nobody_under_it_is_no_loss() -> None:
    table = Table(german="ssDummy ss658", american="us666").put("C3", "ssDummy.1", "ss658.1")
    eliminate(table.g, table.unit("ssDummy.1"), "fire", table.events)
    assert not table.happened(Eliminated)
    eliminate(table.g, table.unit("ss658.1"), "fire", table.events)
    assert [event.unit for event in table.happened(Eliminated)] == [table.unit("ss658.1")]


@pytest.mark.rule("squad:A21.22", "squad:D2.1")
def test_strangers_drive_their_own_vehicle_slower_and_no_other() -> None:
    """Of fourteen MP a quarter, rounded up, is four."""
    table = (
        Table(german="ss658 PzIVH 2", american="us666").put("C3", "PzIVH.1").put("D3", "PzIVH.2")
    )
    tanks = [table.unit("PzIVH.1"), table.unit("PzIVH.2")]
    full = 2 * table.g.setting.vehicle_row(tanks[0]).mp
    assert [mp_of(table.g, tank) for tank in tanks] == [full, full]
    table.g.crewing = {table.unit("ss658.1"): tanks[0]}
    quarter = 2 * -(-full // 2 // 4)
    assert [mp_of(table.g, tank) for tank in tanks] == [full - quarter, full]


@pytest.mark.rule("squad:A5.5")
@pytest.mark.parametrize(
    ("unit", "size"),
    [("ss658.1", 2), ("ss658.2", 1), ("ss228.1", 1), ("ss91.1", 0), ("pak40.1", 0)],
)
def test_how_many_half_squads_a_unit_counts_as(unit: str, size: int) -> None:
    table = Table(german="ss658 2 ss228 ss91 pak40", american="us666").mark("half", "ss658.2")
    assert table.g.size(table.unit(unit)) == size


@pytest.mark.rule("squad:A21.12")
@pytest.mark.parametrize(("captured", "less"), [(True, SLOWER), (False, 0)])
def test_only_captured_weapons_fire_less_often(captured: bool, less: int) -> None:
    table = Table(german="ss658 ssHMG 2", american="us666").put("C3", "ss658.1+ssHMG.1+ssHMG.2")
    table.mark("captured", "ssHMG.1" if captured else "ssHMG.2")
    assert slower(table.g, table.unit("ssHMG.1")) == less


@pytest.mark.rule("squad:A2.5")
def test_only_the_side_that_sets_up_is_not_seen_yet() -> None:
    table = Table(german="ss658", american="us666")
    assert not is_setting_up(table.g, GERMAN)
    table.g.steps.append(Deployment(GERMAN))
    assert is_setting_up(table.g, GERMAN)
    assert not is_setting_up(table.g, AMERICAN)
    table.g.steps.append(Deployment(AMERICAN))
    assert is_setting_up(table.g, GERMAN), "both do"


@pytest.mark.rule("squad:B28.41")
@pytest.mark.parametrize(("units", "goes"), [("PzIVH.1 ss658.1", False), ("ss658.1", True)])
def test_when_mines_stop_the_tank_nobody_goes_on_beside_it(units: str, goes: bool) -> None:
    table = Table(german="PzIVH ss658", american="us666").put("C3", "PzIVH.1", "ss658.1")
    table.g.mines[table.place("C3")] = (Minefield("at", 5, AMERICAN),)
    on_the_march(table, *units.split())
    first = table.g.moving.units[0]
    way = "tracked" if table.g.setting.vehicles >> first & 1 else "infantry"
    entry = Entry(first, way, table.place("C3"), table.place("C4"), 3)
    table.dice(1, 1, 1, 1, ...)
    assert get_away(table.g, entry, table.events) is goes
    assert table.is_("wrecks", "PzIVH.1") or table.is_("immobile", "PzIVH.1") or goes


@pytest.mark.rule("squad:C10.3")
def test_who_pushes_a_gun_into_somebody_hidden_goes_no_farther() -> None:
    table = Table(german="ss228 pak40", american="us666").put("C3", "ss228.1+pak40.1", facing="e")
    table.put("D3", "us666.1").mark("hidden", "us666.1").move("german")
    table.dice(1, 2, ...).play("move ss228.1", "push D3")
    assert table.where("ss228.1") == "C3"
    assert not table.offered("push")


@pytest.mark.rule("squad:E1.21")
def test_who_is_broken_does_not_see_for_himself_that_an_enemy_comes() -> None:
    """Nor does it help him that a friend who may move stands beside him and sees it."""
    table = Table(german="ss658", american="us666 2", mover="american", scenario=(
        'special = ["night"]\n'))  # fmt: skip
    table.put("C3", "us666.1", "us666.2").put("C4", "ss658.1").mark("broken", "us666.1")
    table.g.restrained = 1 << table.unit("us666.1")
    table.g.phase = "move"
    wake_up(table.g, table.events)
    assert table.g.restrained == 1 << table.unit("us666.1")
    table.g.broken = 0
    wake_up(table.g, table.events)
    assert not table.g.restrained


# -- weapons --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A9.61")
@pytest.mark.parametrize(("more", "aimed"), [(0, True), (1, False)])
def test_a_machine_gun_pierces_up_to_its_range_and_not_beyond(more: int, aimed: bool) -> None:
    table = Table(german="SPW251", american="us666 us50", size=(26, 4))
    table.put("A2", "us666.1+us50.1")
    gun = table.unit("us50.1")
    column = table.g.reach(gun) + more
    table.put(f"{COLUMNS[column]}2", "SPW251.1", facing="w")
    assert table.g.setting.board.range(table.place("A2"), table.place(table.where("SPW251.1"))) == (
        column
    )
    assert bool(list(mg_aims(table.g, gun, "prep"))) is aimed


@pytest.mark.rule("squad:A9.61")
@pytest.mark.parametrize(
    ("state", "aimed"), [("", True), ("concealed", False), ("hidden", False), ("wrecks", False)]
)
def test_no_machine_gun_is_aimed_at_what_is_not_known_or_a_wreck(state: str, aimed: bool) -> None:
    table = Table(german="SPW251 2", american="us666 us50").put("C3", "us666.1+us50.1")
    table.put("F3", "SPW251.1", facing="w")
    if state:
        table.mark(state, "SPW251.1")
    assert bool(list(mg_aims(table.g, table.unit("us50.1"), "prep"))) is aimed


@pytest.mark.rule("squad:C13.3")
@pytest.mark.parametrize(
    ("state", "aimed"), [("", True), ("concealed", False), ("hidden", False), ("wrecks", False)]
)
def test_no_panzerfaust_is_aimed_at_what_is_not_known_or_a_wreck(state: str, aimed: bool) -> None:
    table = Table(german="ss658", american="M4A3 2", scenario="panzerfaust = 2\n")
    table.put("C3", "ss658.1").put("D3", "M4A3.1")
    if state:
        table.mark(state, "M4A3.1")
    assert bool(list(faust_aims(table.g, table.unit("ss658.1"), "prep"))) is aimed


@pytest.mark.rule("squad:A15.1")
@pytest.mark.parametrize(
    ("unit", "state", "rolls"),
    [("ss658.1", "", True), ("ss658.1", "berserk", False), ("sshero.1", "", False)],
)
def test_neither_the_berserk_nor_heroes_are_moved_by_the_heat_of_battle(
    unit: str, state: str, rolls: bool
) -> None:
    table = Table(german="ss658 sshero", american="us666").put("C3", "ss658.1", "sshero.1")
    if state:
        table.mark(state, unit)
    heat(table.g, table.unit(unit), table.events)
    assert bool(table.happened(HeatRolled)) is rolls


# -- what an attack does --------------------------------------------------------------------------


@pytest.mark.rule("squad:A12.1")
@pytest.mark.parametrize(
    ("targets", "states", "told"),
    [
        ("ss658.1 Opel.1", {}, "ss658.1"), ("Opel.1", {}, "Opel.1"), ("PzIVH.1", {}, ""),
        ("Opel.1", {"Opel.1": "hidden"}, ""), ("Opel.1", {"Opel.1": "wrecks"}, ""),
        ("ss658.1 Opel.1", {"ss658.1": "hidden"}, "Opel.1"),
        ("ss658.1 ss658.2", {"ss658.1": "concealed"}, "ss658.2"),
        ("ss658.1 Opel.1", {"ss658.1": "concealed"}, "ss658.1"),
    ],
)  # fmt: skip
def test_an_attack_is_told_by_somebody_whom_everybody_sees(
    targets: str, states: dict[str, str], told: str
) -> None:
    table = Table(german="PzIVH Opel ss658 2", american="us666").put("C3", *targets.split())
    for unit, state in states.items():
        table.mark(state, unit)
    bits = sum(1 << table.unit(unit) for unit in targets.split())
    assert told_by(table.g, bits) == (table.unit(told) if told else NOBODY)


@pytest.mark.rule("squad:D8.2", "squad:P3.3c")
@pytest.mark.parametrize(("state", "checks"), [("", 2), ("wrecks", 0), ("immobile", 2)])
def test_no_wreck_is_checked_for_bogging(state: str, checks: int) -> None:
    table = Table(german="PzIVH", american="us666").put("C3", "PzIVH.1").mark("motion", "PzIVH.1")
    if state:
        table.mark(state, "PzIVH.1")
    table.dice(6, 6, 6, 6, ...)
    two = (BogCheck("D8.2", 0), BogCheck("P3.3b", 0))
    bog_checks(table.g, table.unit("PzIVH.1"), two, table.events)
    assert len(table.happened(BogChecked)) == checks
    assert table.is_("mired", "PzIVH.1") is table.is_("bogged", "PzIVH.1") is bool(checks)
    assert table.is_("motion", "PzIVH.1") is not bool(checks)


@pytest.mark.rule("squad:B13.3", "squad:A7.6")
@pytest.mark.parametrize(
    ("line", "means", "value"),
    [("C3 woods", "fire", 1), ("C3 woods", "shell", -1), ("C3 stone_building", "fire", 3),
     ("C3 stone_building", "shell", 3), ("C3 brush", "shell", 0), ("C3 orchard", "shell", 0)],
)  # fmt: skip
def test_only_shells_burst_in_the_trees(line: str, means: Means, value: int) -> None:
    table = Table(line, german="ss658", american="us666").put("C3", "ss658.1")
    attack = Attack(means, AMERICAN, (), table.place("C3"))
    (found,) = terrain_cover(table.g, attack, table.unit("ss658.1"))
    assert found.value == value


@pytest.mark.rule("squad:B13.3", "squad:B37.2")
@pytest.mark.parametrize("means", ["fire", "shell"])
def test_debris_without_trees_covers_from_shells_as_from_fire(means: Means) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    table.g.debris = 1 << table.place("C3")
    attack = Attack(means, AMERICAN, (), table.place("C3"))
    (found,) = terrain_cover(table.g, attack, table.unit("ss658.1"))
    assert found.value == 1


@pytest.mark.rule("squad:A11.8", "squad:B32.56")
@pytest.mark.parametrize(
    ("manner", "origin", "noted"),
    [("advance", "C3", True), ("move", "C3", False), ("advance", "C3/1", False)],
)
def test_who_advances_from_the_ground_floor_onto_a_road_comes_out_of_a_house(
    manner: Manner, origin: str, noted: bool
) -> None:
    table = Table("C3 stone_building storeys=2", "C4 road=NE,SW", german="ss658", american="us666")
    entry = Entry(
        table.unit("ss658.1"), "infantry", table.place(origin), table.place("C4"), 3, manner
    )
    note_house(table.g, entry, table.events)
    assert (table.unit("ss658.1") in table.g.out_of_houses) is noted


@pytest.mark.rule("squad:B32.51b", "squad:B32.52a")
def test_rail_cars_that_came_in_play_are_terrain_where_they_stand() -> None:
    table = Table("C3 under=rail under_sides=N,S", "C4 under=rail under_sides=N,S", german="ss658")
    table.g.cars = 1 << table.place("C3")
    assert terrain_at(table.g, table.place("C3")) == "rail_cars"
    assert terrain_at(table.g, table.place("C4")) != "rail_cars"


@pytest.mark.rule("squad:B37.6")
def test_debris_buries_the_terrain_and_changes_the_bridge() -> None:
    table = Table("C3 woods", german="ss658", american="us666")
    table.g.debris = 1 << table.place("C3")
    table.g.debris_bridges = 1 << table.place("D3")
    buried = {place: set(names) for place, names in buried_features(table.g).items()}
    assert buried == {table.place("C3"): {"woods"}, table.place("D3"): {"bridge"}}


@pytest.mark.rule("squad:A6.7")
@pytest.mark.parametrize(("at", "values"), [("E5", [2]), ("E6", [])])
def test_smoke_over_the_target_hides_it_from_a_plane(at: str, values: list[int]) -> None:
    table = Table(german="ss658", american="us666").put("E5", "ss658.1")
    table.g.smoke[table.place(at)] = 2
    make_out(table.g, AMERICAN, table.place("E5"), table.events)
    (sighted,) = table.happened(Sighted)
    assert [m.value for m in sighted.modifiers if m.rule == "A6.7"] == values


@pytest.mark.rule("squad:A4.14")
@pytest.mark.parametrize(
    ("units", "closed"),
    [("us666.1", True), ("M4A3.1", True), ("ss658.2", False), ("us666.1 us666.2", True)],
)
def test_a_location_is_closed_by_enemies_and_not_by_friends(units: str, closed: bool) -> None:
    table = Table(german="ss658 2", american="us666 2 M4A3").put("C3", "ss658.1")
    table.put("C4", *units.split())
    assert (table.place("C4") in closed_places(table.g, GERMAN)) is closed
    assert table.place("C3") not in closed_places(table.g, GERMAN)


@pytest.mark.rule("squad:A4.14")
@pytest.mark.parametrize(("state", "closed"), [("", True), ("hidden", False)])
def test_a_hidden_enemy_closes_nothing(state: str, closed: bool) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1").put("C4", "us666.1")
    if state:
        table.mark(state, "us666.1")
    assert bool(closed_places(table.g, GERMAN)) is closed


@pytest.mark.rule("squad:A10.7")
@pytest.mark.parametrize(("wounded", "value"), [("ss91.1", 0), ("ss92.1", -1), ("", -1)])
def test_a_wound_takes_one_off_what_a_leader_is_worth(wounded: str, value: int) -> None:
    table = Table(german="ss91 ss92", american="us666").put("C3", "ss91.1", "ss92.1")
    if wounded:
        table.mark("wounded", wounded)
    assert table.g.leadership(table.unit("ss91.1")) == value


@pytest.mark.rule("squad:B37.2", "squad:B37.63")
def test_debris_on_a_bridge_is_as_high_as_the_bridge() -> None:
    table = Table("C3 under=stream under_sides=NE,SW bridge=yes road=N,S", german="ss658")
    bridge = next(p.index for p in table.g.setting.board.locations if p.floor == "bridge")
    table.g.debris_bridges = 1 << bridge
    found = debris_features(table.g)
    (stand,) = found[table.place("C3")]
    assert isinstance(stand, Stand)
    assert stand.feature.name == "debris_bridge"


@pytest.mark.rule("squad:B24.7", "squad:B28.53")
@pytest.mark.parametrize(
    ("leader", "roll", "values", "done"),
    [("", (2, 3), [], True), ("", (3, 3), [], False), ("ss91.1", (3, 3), [-1], True),
     ("ss91.1", (3, 4), [-1], False)],
)  # fmt: skip
def test_mines_are_cleared_on_a_five_and_a_leader_helps(
    leader: str, roll: tuple[int, int], values: list[int], done: bool
) -> None:
    table = Table(german="ss658 ss91", american="us666").put("C3", "ss658.1", "ss91.1")
    place = table.place("C3")
    table.g.mines[place] = (Minefield("ap", 6, AMERICAN),)
    on_the_march(table, "ss658.1", *filter(None, [leader])).dice(*roll)
    lift_mines(table.g, LIFT, table.events)
    (tried,) = table.happened(Tried)
    assert [m.value for m in tried.modifiers] == values
    assert (place not in table.g.mines) is done


@pytest.mark.rule("squad:A26.11")
@pytest.mark.parametrize(("hidden", "told"), [(False, 1), (True, 0)])
def test_that_a_place_is_taken_by_somebody_hidden_is_told_to_nobody(
    hidden: bool, told: int
) -> None:
    victory = '[victory]\nside = "german"\nkind = "control"\nneed = 1\nplaces = ["C3"]\n'
    table = Table("C3 stone_building", german="ss658", american="us666", scenario=victory)
    table.put("C3", "ss658.1")
    if hidden:
        table.mark("hidden", "ss658.1")
    take_control(table.g, table.events)
    assert table.g.control[GERMAN] >> table.place("C3") & 1
    assert len(table.happened(Controlled)) == told
    assert bool(table.g.taken_unseen) is hidden


@pytest.mark.rule("squad:D.8")
def test_a_shell_strikes_those_aboard_a_vehicle_on_the_move_as_if_it_stood() -> None:
    table = Table(german="pak40 ss228", american="us666 M3ht", mover="american")
    table.put("C3", "ss228.1+pak40.1").put("F4", "M3ht.1").aboard("M3ht.1", "us666.1")
    on_the_march(table, "M3ht.1", "us666.1").dice(5, 6, ...)
    vehicle = table.unit("M3ht.1")
    strike_those_aboard(table.g, table.unit("pak40.1"), vehicle, 5, table.events)
    (fired,) = table.happened(Fired)
    assert not {"A4.6", "A4.61"} & {m.rule for m in fired.modifiers}


@pytest.mark.rule("squad:A12.14")
@pytest.mark.parametrize(("result", "concealed"), [("NMC", False), ("1MC", False), ("PTC", True)])
def test_who_must_check_his_morale_loses_his_question_mark(result: str, concealed: bool) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    table.mark("concealed", "ss658.1", "ss658.2").dice(1, 2, ...)
    check_all(table.g, {table.unit("ss658.1"): result}, table.events)
    assert table.is_("concealed", "ss658.1") is concealed
    assert table.is_("concealed", "ss658.2")


@pytest.mark.rule("squad:B36.1")
@pytest.mark.parametrize("kind", ["vineyard", "open_ground"])
def test_a_zone_of_fire_lies_where_it_was_cleared(kind: Literal["vineyard", "open_ground"]) -> None:
    table = Table("C3 woods", "C4 woods", german="ss658", american="us666")
    build(table.g, Fortification(kind, "german", "C3"), table.events)
    assert table.g.fire_zones == {table.place("C3"): kind}
    assert not table.g.hidden_zones


@pytest.mark.rule("squad:A8.15")
@pytest.mark.parametrize(
    ("unit", "able"), [("ss658.1", True), ("ssHMG.1", True), ("PzIVH.1", True), ("pak40.1", False)]
)
def test_no_gun_fires_a_snap_shot(unit: str, able: bool) -> None:
    table = Table(german="ss658 ssHMG PzIVH ss228 pak40", american="us666", mover="american")
    table.put("F4", "ss658.1+ssHMG.1", "PzIVH.1", facing="w").put("G4", "ss228.1+pak40.1")
    table.put("C3", "us666.1").move().play("move us666.1", "go C4")
    crossing = crossing_of(table.g)
    assert crossing is not None
    assert bears_on_crossing(table.g, table.unit(unit), crossing, "first") is able


@pytest.mark.rule("squad:B32.53")
def test_that_a_gun_is_too_large_for_rail_cars_bars_no_squad() -> None:
    rails = "C3 under=rail under_sides=N,S cars=printed"
    table = Table(rails, german="ss658 pak40", american="us666")
    assert not car_gun_bar(table.g, table.unit("ss658.1"), table.place("C3"))
    assert not car_gun_bar(table.g, table.unit("pak40.1"), table.place("D3"))


@pytest.mark.rule("squad:B32.57a", "squad:B32.57c")
def test_the_flames_of_wrecked_cars_are_out_and_no_others() -> None:
    rails = [f"C{row} under=rail under_sides=N,S cars=printed" for row in (3, 4)]
    table = Table(*rails, german="ss658", american="us666")
    table.g.flames = table.g.cars = 1 << table.place("C3") | 1 << table.place("C4")
    wreck_cars(table.g, table.place("C3"), table.events)
    assert table.g.flames == table.g.cars == 1 << table.place("C4")


@pytest.mark.rule("squad:A4.7")
def test_who_is_in_bypass_advances_through_the_sides_at_his_corner() -> None:
    table = Table("C4 woods", german="ss658", american="us666").put("C4", "ss658.1")
    unit, here = table.unit("ss658.1"), table.g.setting.board.hexes[table.place("C4")]
    assert set(advances(table.g, unit)) == set(here.near)
    table.g.bypass[unit] = (1, 2)
    assert set(advances(table.g, unit)) - {table.place("C4")} == {here.near[1], here.near[2]}


@pytest.mark.rule("squad:A4.2")
def test_stairs_lead_up_and_down_one_level_at_a_time() -> None:
    table = Table("C3 stone_building storeys=3", german="ss658")
    board = table.g.setting.board

    def stairs(name: str) -> set[str]:
        links = board.links[table.place(name)]
        return {board.locations[link.to].token for link in links if link.side == NO_SIDE}

    assert stairs("C3/2") == {"C3/1"}
    assert stairs("C3/1") == {"C3", "C3/2"}
    assert stairs("C3") == {"C3/1"}
    assert stairs("D3") == set()


@pytest.mark.rule("squad:D9.31")
@pytest.mark.parametrize(
    ("vehicle", "state", "covered"),
    [("PzIVH.1", "", True), ("PzIVH.1", "wrecks", False), ("Opel.1", "", False)],
)
def test_only_an_afv_that_is_whole_covers_those_beside_it(
    vehicle: str, state: str, covered: bool
) -> None:
    table = Table(german="PzIVH Opel ss658 2", american="us666").put("C3", vehicle, "ss658.1")
    if state:
        table.mark(state, vehicle)
    on_the_march(table, vehicle, "ss658.1")
    place = table.place("C3")
    attack, look = Attack("fire", AMERICAN, (), place), look_across(table.g, place, place)
    for unit, gains in (("ss658.1", covered), ("ss658.2", False), (vehicle, False)):
        assert bool(list(escort_cover(table.g, attack, table.unit(unit), look))) is gains


@pytest.mark.rule("squad:B36.23", "squad:B37.6")
@pytest.mark.parametrize(("debris", "left"), [("C3", {"C4"}), ("C4", {"C3"}), ("", {"C3", "C4"})])
def test_debris_buries_the_vineyard_of_its_own_hex(debris: str, left: set[str]) -> None:
    table = Table(german="ss658", american="us666")
    table.g.fire_zones = {table.place("C3"): "vineyard", table.place("C4"): "vineyard"}
    if debris:
        table.g.debris = 1 << table.place(debris)
    assert set(zone_features(table.g)) == {table.place(name) for name in left}


@pytest.mark.rule("squad:C8.9")
@pytest.mark.parametrize("kind", ["smoke", "wp"])
def test_a_gun_that_has_no_such_shells_left_has_others_and_its_neighbour_all(
    kind: Ammunition,
) -> None:
    table = Table(german="PzIVH 2", american="us666")
    deplete(table.g, table.unit("PzIVH.1"), kind, table.events)
    gone = 1 << table.unit("PzIVH.1")
    assert table.g.out_of_smoke == (gone if kind == "smoke" else 0)
    assert table.g.out_of_wp == (gone if kind == "wp" else 0)


@pytest.mark.rule("squad:D6.4")
@pytest.mark.parametrize(
    ("vehicle", "unit", "takes_on"),
    [("C3", "C3", True), ("C3", "E5", False), ("", "", True), ("C3", "", False), ("", "C3", False)],
)
def test_a_vehicle_takes_on_who_stands_beside_it_or_enters_with_it(
    vehicle: str, unit: str, takes_on: bool
) -> None:
    group = '[[group]]\nside = "german"\nunits = { "SPW251" = 1, "ss658" = 1 }\narea = ["A5"]\n'
    table = Table(german="ss91", american="us666", scenario=group)
    if vehicle:
        table.put(vehicle, "SPW251.1")
    if unit:
        table.put(unit, "ss658.1")
    assert takes(table.g, table.unit("SPW251.1"), (table.unit("ss658.1"),)) is takes_on


@pytest.mark.rule("squad:B32.51c")
@pytest.mark.parametrize(("die", "burns"), [(6, True), (5, False)])
def test_a_flame_becomes_a_blaze_in_its_own_place(die: int, burns: bool) -> None:
    table = Table("C3 stone_building", "C4 stone_building", german="ss658", american="us666")
    table.g.flames = 1 << table.place("C3")
    table.dice(die, 1, 1, ...)
    burn_on(table.g, table.events)
    assert table.g.blazes == (1 << table.place("C3") if burns else 0)
    assert bool(table.g.flames >> table.place("C3") & 1) is not burns


@pytest.mark.rule("squad:A12.1")
@pytest.mark.parametrize(("state", "seen"), [("", True), ("hidden", False), ("concealed", False)])
def test_only_enemies_on_the_map_whom_nothing_hides_are_in_the_open(state: str, seen: bool) -> None:
    table = Table(german="ss658", american="us666 2").put("C3", "ss658.1").put("E3", "us666.1")
    if state:
        table.mark(state, "us666.1")
    assert in_the_open(table.g, GERMAN) == (1 << table.unit("us666.1") if seen else 0)


@pytest.mark.rule("squad:B24.11", "squad:C1.5", "squad:C3.33", "squad:P5.1411d")
def test_a_shell_strikes_where_there_are_no_rail_cars_to_catch_it() -> None:
    g, _ = GAME.start("practice", bytes(32), {"setup": "ready"})
    assert not g.setting.chapters.blasts
    unit = next(unit for unit in each_piece(g.on_map(g.setting.squads)))
    attack = Attack("shell", 1 - g.side(unit), (), g.where[unit])
    log: list[Event] = []
    burst(g, attack, 105, 5, 1 << unit, log)
    assert any(isinstance(event, Fired) for event in seen_events(log, None))


# -- sight and range ------------------------------------------------------------------------------


@pytest.mark.rule("squad:A6.7", "squad:E3.1")
@pytest.mark.parametrize(
    ("hindrance", "haze", "found"),
    [(3, 1, {"A6.7": 2, "E3.1": 1}), (3, 0, {"A6.7": 3}), (0, 0, {})],
)
def test_mist_is_told_apart_from_what_else_hinders(
    hindrance: int, haze: int, found: dict[str, int]
) -> None:
    table = Table(german="ss658", american="us666")
    look = look_across(table.g, table.place("C3"), table.place("F3"))
    told = hindrances(look._replace(hindrance=hindrance, haze=haze))
    assert {cover.rule: cover.value for cover in told} == found


@pytest.mark.rule("squad:A19.131")
@pytest.mark.parametrize(("low", "reach"), [("ss658.1", 1), ("ss658.2", 10), ("", 10)])
def test_short_of_ammunition_nobody_fires_beyond_the_next_hex(low: str, reach: int) -> None:
    table = Table(german="ss658 2 ss91", american="us666").put("C3", "ss658.1", "ss658.2")
    if low:
        table.mark("low", low)
    assert far_range(table.g, table.unit("ss658.1")) == reach
    table.mark("low", "ss91.1")
    assert far_range(table.g, table.unit("ss91.1")) == -1, "a leader has no arms"


@pytest.mark.rule("squad:B23")
@pytest.mark.parametrize(
    ("joins", "rubble", "inside"),
    [("C3", "", True), ("C4", "", True), ("", "", False), ("C3", "C4", False), ("C3", "C3", False)],
)
def test_a_building_spans_a_hexside_if_both_of_its_hexes_stand(
    joins: str, rubble: str, inside: bool
) -> None:
    sides = {"C3": "S", "C4": "N"}
    lines = [
        f"{name} stone_building" + (f" joins={sides[name]}" if name == joins else "")
        for name in ("C3", "C4")
    ]
    table = Table(*lines, german="ss658")
    if rubble:
        table.g.rubble[table.place(rubble)] = STONE
    assert is_indoors(table.g, table.place("C3"), 3) is inside
    assert is_indoors(table.g, table.place("C4"), 0) is inside


@pytest.mark.rule("squad:P3.21e", "squad:P3.21a")
def test_who_opens_a_fence_betrays_himself_and_nobody_else() -> None:
    table = Table("C4 sides=N:fence", german="ss658 2", american="us666").put("C3", "ss658.1")
    table.put("E9", "ss658.2").mark("hidden", "ss658.1", "ss658.2")
    on_the_march(table, "ss658.1")
    assert breach(table.g, Action("breach", ("s",)), table.events) == 2 * 2, "two MF"
    assert not table.is_("hidden", "ss658.1")
    assert table.is_("hidden", "ss658.2")
    assert not table.is_("concealed", "ss658.2")


@pytest.mark.rule("squad:D.8")
@pytest.mark.parametrize(("wreck", "attacks"), [(False, 1), (True, 0)])
def test_nobody_is_aboard_a_wreck_any_more(wreck: bool, attacks: int) -> None:
    table = Table(german="pak40 ss228", american="us666 M3ht").put("C3", "ss228.1+pak40.1")
    table.put("F4", "M3ht.1").aboard("M3ht.1", "us666.1").dice(5, 6, ...)
    if wreck:
        table.mark("wrecks", "M3ht.1")
    gun, vehicle = table.unit("pak40.1"), table.unit("M3ht.1")
    strike_those_aboard(table.g, gun, vehicle, 5, table.events)
    assert len(table.happened(Fired)) == attacks


@pytest.mark.rule("squad:E3.32")
def test_on_a_clear_day_there_is_no_mist_between_anybody() -> None:
    table = Table(german="ss658", american="us666")
    assert sight_of(table.g).fog(table.place("A1"), table.place("J9")) == 0


# -- losses ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A26.2", "squad:A26.21")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("ss103.1", 4), ("ss91.1", 2), ("ss80.1", 1), ("ss658.1", 2), ("ss658.2", 1), ("ss228.1", 2),
     ("pak40.1", 2), ("ssLMG.1", 0)],
)  # fmt: skip
def test_how_many_points_a_loss_is_worth(unit: str, points: int) -> None:
    units = "ss103 ss91 ss80 ss658 2 ss228 pak40 ssLMG"
    table = Table(german=units, american="us666").mark("half", "ss658.2")
    assert worth(table.g, table.unit(unit)) == points


@pytest.mark.rule("squad:A10.2")
def test_all_who_stand_with_a_dead_leader_check_whoever_is_next_in_the_list() -> None:
    table = Table(german="ss91 ss658 2").put("C3", "ss658.1", "ss658.2")
    assert table.unit("ss658.1") == table.unit("ss91.1") + 1
    feel_loss(table.g, table.unit("ss91.1"), table.place("C3"), table.events, dead=True)
    assert {event.unit for event in table.happened(Checked)} == {
        table.unit("ss658.1"), table.unit("ss658.2"),
    }  # fmt: skip


@pytest.mark.rule(
    "squad:B32.52c", "squad:B32.6b", "squad:ex-B32.52c", "squad:ex-B32.6a", "squad:ex-B32.6b"
)
@pytest.mark.parametrize(
    ("north", "south", "counters", "across"),
    [
        ("cars=printed", "", "", True), ("", "cars=printed", "", True), ("", "", "", False),
        ("", "", "C3", False), ("", "", "C3 C4", True),
    ],
)  # fmt: skip
def test_cars_stand_across_the_hexside_between_two_hexes_of_the_track(
    north: str, south: str, counters: str, across: bool
) -> None:
    track = "under=rail under_sides=N,S rail_sides=N,S"
    table = Table(f"C3 {track} {north}", f"C4 {track} {south}", german="ss658", american="us666")
    for name in counters.split():
        table.g.cars |= 1 << table.place(name)
    assert art_crosses(table.g, table.place("C3"), 3) is across
    assert not art_crosses(table.g, table.place("C3"), 1)


@pytest.mark.rule("squad:A12.14")
def test_who_hides_and_moves_is_not_hidden_any_more() -> None:
    table = Table("C4 woods", german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    table.mark("hidden", "ss658.1", "ss658.2")
    on_the_march(table, "ss658.1", assault=True)
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), table.place("C4"), 3)
    enter(table.g, entry, 4, table.events)
    assert table.is_("concealed", "ss658.1")
    assert not table.is_("hidden", "ss658.1")
    assert table.is_("hidden", "ss658.2")


@pytest.mark.rule("squad:B34.21")
@pytest.mark.parametrize(
    ("weapons", "room"), [("us50.1", True), ("us50.1+usBAZ.1", False), ("usMMG.1+usBAZ.1", True)]
)
def test_a_tower_holds_five_portage_points(weapons: str, room: bool) -> None:
    special = 'special = ["towers"]\n'
    table = Table("C4 tower=2", american="us666 us50 usBAZ usMMG", scenario=special)
    table.put("C3", f"us666.1+{weapons}")
    found = tower_room(table.g, table.place("C4/tower"), 1 << table.unit("us666.1"))
    assert found is room


@pytest.mark.rule("squad:A8.3", "squad:A8.4")
@pytest.mark.parametrize(
    ("occasion", "final", "marked"),
    [
        ("prep", False, {"prep_fired"}), ("first", False, {"kept_rate", "first_fired"}),
        ("first", True, {"kept_rate", "first_fired", "final_fired"}),
        ("defensive", False, {"kept_rate", "first_fired", "final_fired"}),
    ],
)  # fmt: skip
def test_how_it_is_marked_that_somebody_has_fired(
    occasion: Occasion, final: bool, marked: set[str]
) -> None:
    table = Table(german="ss658 2", american="us666").mark("kept_rate", "ss658.1")
    mark_spent(table.g, table.unit("ss658.1"), occasion, final=final)
    flags = ("kept_rate", "prep_fired", "first_fired", "final_fired")
    assert {flag for flag in flags if table.is_(flag, "ss658.1")} == marked
    assert not any(table.is_(flag, "ss658.2") for flag in flags)


@pytest.mark.rule("squad:A7.302")
@pytest.mark.parametrize("state", ["hidden", "concealed"])
def test_who_is_lost_is_shown(state: str) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    table.mark(state, "ss658.1", "ss658.2")
    eliminate(table.g, table.unit("ss658.1"), "fire", table.events)
    assert not table.is_(state, "ss658.1")
    assert table.is_(state, "ss658.2")


@pytest.mark.rule("squad:D10", "squad:D5.6")
@pytest.mark.parametrize(("before", "burns", "after"), [(0, True, 2), (3, True, 3), (0, False, 0)])
def test_a_burning_wreck_smokes(before: int, burns: bool, after: int) -> None:
    table = Table(german="PzIVH", american="us666").put("C3", "PzIVH.1")
    place = table.place("C3")
    assert table.g.setting.numbers.fire.burning_wreck == 2
    if before:
        table.g.smoke[place] = before
    wreck(table.g, table.unit("PzIVH.1"), table.events, burns=burns)
    assert table.g.smoke.get(place, 0) == after
    assert table.is_("burning", "PzIVH.1") is burns


@pytest.mark.rule("squad:D2.1", "squad:D6.4")
def test_what_a_vehicle_has_spent_is_not_left() -> None:
    table = Table(german="PzIVH", american="us666").put("C3", "PzIVH.1")
    on_the_march(table, "PzIVH.1", spent=6)
    full = mp_of(table.g, table.unit("PzIVH.1"))
    assert mp_unspent(table.g, table.g.moving) == full - 6


@pytest.mark.rule("squad:D6.4")
@pytest.mark.parametrize(("before", "halves", "after"), [(0, 0, 0), (0, 7, 7), (9, 7, 9)])
def test_a_vehicle_pays_the_most_that_anything_it_takes_on_costs(
    before: int, halves: int, after: int
) -> None:
    table = Table(german="SPW251", american="us666").put("C3", "SPW251.1")
    vehicle = table.unit("SPW251.1")
    if before:
        table.g.loading[vehicle] = before
    assert charge_loading(table.g, vehicle, halves) == 2, "an MF of each who gets on"
    assert table.g.loading[vehicle] == after


@pytest.mark.rule("squad:P4.13a", "squad:P4.13b", "squad:B33.13b")
@pytest.mark.parametrize(
    ("line", "trait", "has"),
    [
        ("woods under=stream under_sides=N,S", "open", False),
        ("woods under=stream under_sides=N,S", "conceals", True),
        ("woods under=stream under_sides=N,S", "building", None),
        ("woods", "open", None), ("under=stream under_sides=N,S", "conceals", None),
    ],
)  # fmt: skip
def test_woods_in_a_stream_hex_conceal_and_are_not_open(
    line: str, trait: Trait, has: bool | None
) -> None:
    table = Table(f"C3 {line}", german="ss658", american="us666")
    assert combined_trait(table.g, table.place("C3"), trait) is has


@pytest.mark.rule("squad:C3.33")
@pytest.mark.parametrize(
    ("row", "band"), [(2, 0), (7, 0), (8, 1), (55, 8), (56, 9), (62, 9), (66, 9)]
)
def test_beyond_the_table_the_number_of_its_last_band_counts(row: int, band: int) -> None:
    table = Table(german="ss228 grw34", american="us666", size=(2, 70))
    table.put("A1", "ss228.1+grw34.1")
    number = area_number(table.g, table.unit("grw34.1"), table.place(f"A{row}"))
    assert number == table.g.setting.tables.hit["area"][band]


@pytest.mark.rule("squad:A12.11")
@pytest.mark.parametrize(
    ("unit", "at", "bar"),
    [("ssDummy.1", "C3", "A12.11"), ("ssDummy.1", "C4", ""), ("ss658.1", "C3", "")],
)
def test_a_dummy_is_set_up_where_something_conceals_it(unit: str, at: str, bar: str) -> None:
    table = Table("C4 woods", german="ssDummy ss658", american="us666")
    assert dummy_bar(table.g, table.unit(unit), table.place(at)) == bar


@pytest.mark.rule("squad:A21.11", "squad:A4.44")
@pytest.mark.parametrize("concealed", [True, False])
def test_what_somebody_concealed_picks_up_is_concealed_with_him(concealed: bool) -> None:
    table = Table(german="ss658", american="us666 usBAZ").put("C3", "ss658.1", "usBAZ.1")
    if concealed:
        table.mark("concealed", "ss658.1")
    table.dice(1)
    recover(table.g, table.unit("ss658.1"), table.unit("usBAZ.1"), table.events)
    assert table.is_("captured", "usBAZ.1")
    assert table.is_("concealed", "usBAZ.1") is concealed


@pytest.mark.rule("squad:B32.43a")
def test_a_railroad_bridge_spans_the_middle_of_its_hex_and_the_sides_of_the_track() -> None:
    table = Table(german="ss658")
    bridge = table.g.setting.terrain.feature("bridge")
    rails, road = 0b001001, 0b010010
    bank, span = stand_overpass(bridge, 4, road, rails)
    assert (bank[1], bank[2]) == (4, ALL_SIDES & ~(road | rails))
    assert (span[1], span[2], span[3]) == (4 + LEVEL, CORE | rails, rails)


@pytest.mark.rule("squad:D6.5")
@pytest.mark.parametrize(
    ("unloading", "quarters", "taken"),
    [(True, 1, 0), (False, 1, 2), (True, 3, 4), (False, 2, 4)],
)
def test_riding_takes_the_part_of_the_mf_that_the_vehicle_drove(
    unloading: bool, quarters: int, taken: int
) -> None:
    """A squad has four MF; the quarter for letting people off is not counted twice."""
    table = Table(german="SPW251 ss658", american="us666").put("C3", "SPW251.1")
    table.aboard("SPW251.1", "ss658.1")
    vehicle = table.unit("SPW251.1")
    table.g.driven[vehicle] = quarters * mp_of(table.g, vehicle) // 4
    if unloading:
        table.g.unloading[vehicle] = table.place("C3")
    assert ridden(table.g, table.unit("ss658.1"), vehicle) == taken


@pytest.mark.rule("squad:A7.351")
@pytest.mark.parametrize(
    ("crew", "group", "taken"),
    [
        ("ss658.1", "", False), ("ss658.1", "ss658.1", False), ("ss658.1", "ss658.1 ssLMG.2", True),
        ("ss658.2", "", False), ("ss658.2", "ss658.2", True), ("ss658.2", "ss658.1", False),
    ],
)  # fmt: skip
def test_a_squad_has_two_pairs_of_hands_and_a_half_squad_one(
    crew: str, group: str, taken: bool
) -> None:
    table = Table(german="ss658 2 ssLMG 2", american="us666").mark("half", "ss658.2")
    table.put("C3", f"{crew}+ssLMG.1+ssLMG.2", *{"ss658.1", "ss658.2"} - {crew})
    firing = [table.unit(name) for name in group.split()]
    assert sharing(table.g, table.unit("ssLMG.1"), firing) is taken


@pytest.mark.rule("squad:C13.81", "squad:C13.8")
def test_a_rocket_that_is_not_fired_in_desperation_blows_nobody_up_behind_it() -> None:
    houses = ("C3 stone_building", "F3 stone_building")
    table = Table(*houses, german="ss658 ssPSK", american="us666").put("C3", "ss658.1+ssPSK.1")
    table.put("F3", "us666.1").fire("german", "prep").play("fire ssPSK.1")
    table.dice(1, 2, 5, 6, ...).play("shell F3")
    assert {event.target for event in table.happened(Fired)} <= {table.place("F3")}


@pytest.mark.rule("squad:E1.43")
@pytest.mark.parametrize(("at", "cloaked"), [("D4", False), ("J9", True)])
def test_a_cloak_falls_when_somebody_comes_near_and_not_before(at: str, cloaked: bool) -> None:
    night = 'special = ["night"]\n'
    table = Table(german="ss658", american="us666", scenario=night).put("D3", "ss658.1")
    table.put(at, "us666.1").mark("concealed", "us666.1").mark("cloaked", "us666.1")
    table.g.nvr = 1
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), table.place("D3"), 2)
    come_near(table.g, entry, table.events)
    assert table.is_("cloaked", "us666.1") is cloaked


@pytest.mark.rule("squad:B34.31")
@pytest.mark.parametrize(
    ("terrain", "values"), [("woods", [-1]), ("open_ground", []), ("orchard", [])]
)
def test_without_trees_no_shell_bursts_beside_a_tower(terrain: str, values: list[int]) -> None:
    special = 'special = ["towers"]\n'
    table = Table(f"C4 {terrain} tower=1", german="ss658", american="us666", scenario=special)
    table.put("C4/tower", "ss658.1")
    place = table.place("C4/tower")
    attack, look = Attack("shell", AMERICAN, (), place), look_across(table.g, place, place)
    found = tower_cover(table.g, attack, table.unit("ss658.1"), look)
    assert [cover.value for cover in found] == values


@pytest.mark.rule("squad:A9.2")
@pytest.mark.parametrize("die", [1, 2])
def test_a_squad_without_a_weapon_has_no_rate_of_fire(die: int) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1").put("C5", "ss658.2")
    table.put("E3", "us666.1").fire("german", "prep").dice(die, 6, ...).play("fire ss658.1")
    if "shoot" in table.offered():
        table.play("shoot")
    assert table.is_("prep_fired", "ss658.1")


@pytest.mark.rule("squad:A12.14")
def test_a_crew_that_checks_its_morale_shows_its_vehicle() -> None:
    table = Table(german="PzIVH 2", american="us666").put("C3", "PzIVH.1", "PzIVH.2")
    table.mark("concealed", "PzIVH.1", "PzIVH.2").dice(1, 2)
    check_crew(table.g, table.unit("PzIVH.1"), 0, table.events)
    assert not table.is_("concealed", "PzIVH.1")
    assert table.is_("concealed", "PzIVH.2")


@pytest.mark.rule("squad:A12.12")
@pytest.mark.parametrize(
    ("unit", "at", "concealed"),
    [("ss548.1", "C4", True), ("ss548.1", "C3", False), ("ss658.1", "C4", False)],
)
def test_a_concealed_group_is_concealed_where_something_conceals_it(
    unit: str, at: str, concealed: bool
) -> None:
    group = '[[group]]\nside = "german"\nunits = { "ss548" = 1 }\narea = ["A5"]\nconcealed = true\n'
    table = Table("C4 woods", german="ss658", american="us666", scenario=group)
    Deployment(GERMAN).conceal(table.g, table.unit(unit), table.place(at))
    assert table.is_("concealed", unit) is concealed


@pytest.mark.rule("squad:A24.2")
def test_no_smoke_is_laid_beyond_the_edge_of_the_map() -> None:
    table = Table(german="PzIVH", american="us666").put("A1", "PzIVH.1", facing="se")
    places = list(smoke_targets(table.g, table.unit("PzIVH.1"), "smoke", "prep"))
    assert places
    assert min(places) >= 0


@pytest.mark.rule("squad:A7.7")
@pytest.mark.parametrize(("means", "noted"), [("fire", True), ("shell", True), ("mines", False)])
def test_fire_and_shells_close_a_ring_and_mines_do_not(means: Means, noted: bool) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1").put("C1", "us666.1")
    target, unit = table.place("C3"), table.unit("us666.1")
    fired = Fired(AMERICAN, (unit,), target, means, 4, (3, 4), (), "")
    note_fire(table.g, Attack(means, AMERICAN, (), target, False, (unit,)), [fired])
    assert bool(table.g.fire_from.get(target, 0)) is noted


@pytest.mark.rule("squad:A4.2", "squad:B27.4")
@pytest.mark.parametrize(("entrenched", "spent"), [(True, 2 + 2), (False, 2)])
def test_who_climbs_out_of_a_foxhole_pays_for_that_too(entrenched: bool, spent: int) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    if entrenched:
        table.mark("entrenched", "ss658.1")
    on_the_march(table, "ss658.1")
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), table.place("C4"), 3)
    enter(table.g, entry, 2, table.events)
    assert table.g.moving.spent == spent
    assert not table.is_("entrenched", "ss658.1")


@pytest.mark.rule("squad:A21.22")
def test_a_machine_gun_needs_no_crew() -> None:
    table = Table(german="ss658 ssLMG pak40", american="us666").put("C3", "ss658.1+ssLMG.1")
    assert not is_unqualified(table.g, table.unit("ssLMG.1"))
    assert not is_unqualified(table.g, table.unit("pak40.1")), "nobody serves it"


@pytest.mark.rule("squad:P4.3", "squad:P4.11a")
@pytest.mark.parametrize(("ford", "rule"), [("", "B20.42"), ("ford=yes", "P4.3")])
def test_it_is_the_ford_that_says_what_a_ford_costs(ford: str, rule: str) -> None:
    table = Table(f"C4 under=stream under_sides=NE,SW {ford}", german="ss658", american="us666")
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), table.place("C4"), 3)
    part = stream_cost(table.g, entry)
    assert part is not None
    assert part.rule == rule


@pytest.mark.rule("squad:P5.11b")
@pytest.mark.parametrize("high", ["C3", "C4"])
def test_a_roadblock_stands_on_the_lower_ground(high: str) -> None:
    table = Table(f"{high} level=1", german="ss658")
    board = table.g.setting.board
    first, second = (board.hexes[table.place(name)].spot for name in ("C3", "C4"))
    feature = table.g.setting.terrain.feature("wreck")
    assert block_barrier(board.sight, feature, first, second)[3] == 0


@pytest.mark.rule("squad:B28.53")
@pytest.mark.parametrize(
    ("unit", "spent", "bypass", "lifts"),
    [("ss658.1", 0, False, 1), ("ss658.1", 2, False, 0), ("ss658.1", 0, True, 0),
     ("ss91.1", 0, False, 0)],
)  # fmt: skip
def test_only_a_squad_that_has_not_moved_clears_mines(
    unit: str, spent: int, bypass: bool, lifts: int
) -> None:
    table = Table(german="ss658 ss91", american="us666").put("C3", "ss658.1", "ss91.1")
    table.g.mines[table.place("C3")] = (Minefield("ap", 6, AMERICAN),)
    if bypass:
        table.g.bypass[table.unit(unit)] = (1, 0)
    on_the_march(table, unit, spent=spent)
    assert len(list(lifting_orders(table.g, table.g.moving))) == lifts


@pytest.mark.rule("squad:B28.53")
def test_who_clears_mines_is_seen_and_the_better_leader_helps() -> None:
    table = Table(german="ss658 ss92 ss91", american="us666").put(
        "C3", "ss658.1", "ss92.1", "ss91.1"
    )
    table.g.mines[table.place("C3")] = (Minefield("ap", 6, AMERICAN),)
    table.mark("concealed", "ss658.1", "ss91.1", "ss92.1").dice(3, 4)
    on_the_march(table, "ss658.1", "ss91.1", "ss92.1")
    lift_mines(table.g, LIFT, table.events)
    (tried,) = table.happened(Tried)
    assert [m.value for m in tried.modifiers] == [-2]
    assert not any(table.is_("concealed", unit) for unit in ("ss658.1", "ss91.1", "ss92.1"))


@pytest.mark.rule("squad:B27.5")
def test_a_tank_that_crosses_a_trench_checks_without_a_modifier() -> None:
    table = Table(german="PzIVH ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    table.g.trenches = 1 << table.place("C3")
    here, there = table.place("C4"), table.place("C3")
    tank = Entry(table.unit("PzIVH.1"), "tracked", here, there, 0)
    assert [(check.rule, check.drm) for check in trench_bog(table.g, tank)] == [("B27.5", 0)]
    on_the_march(table, "ss658.2")
    get_in(table.g, Entry(table.unit("ss658.1"), "infantry", here, there, 0), table.events)
    assert table.is_("entrenched", "ss658.1"), "he who enters"
    assert not table.is_("entrenched", "ss658.2"), "and not another who moves"


@pytest.mark.rule("squad:A8.14")
@pytest.mark.parametrize(("halves", "shots", "over"), [(4, 1, False), (4, 2, True), (2, 1, True)])
def test_each_weapon_of_a_vehicle_fires_as_often_as_points_were_spent(
    halves: int, shots: int, over: bool
) -> None:
    table = Table(german="PzIVH 2", american="us666")
    tank, other = table.unit("PzIVH.1"), table.unit("PzIVH.2")
    on_the_march(table, "us666.1", last=halves, volleys=((tank, ARMS[0]),) * shots)
    assert bool(exhausted(table.g, tank) & ARMS[0]) is over
    assert not exhausted(table.g, other)
