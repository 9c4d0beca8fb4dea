"""What is settled while a side sets up: hooks, crews, radios, fittings, snipers."""

from __future__ import annotations

import random

import pytest

from salient.games.peiper.refit.armament import fit_out
from salient.games.peiper.refit.deploy import SettingUp, home_hexes
from salient.games.peiper.standing.control import areas_of
from salient.games.squad.combat.vehicle_damage import kill_roll
from salient.games.squad.core.arcs import aspect
from salient.games.squad.core.events.fire import KillRolled, SniperPlaced
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.march import March
from salient.games.squad.ground.street_vehicles import swing_bar
from salient.games.squad.guns.to_hit import late_cases
from salient.games.squad.infantry.snipers import place_snipers, snipe
from salient.games.squad.vehicles.fittings import settle_in
from tests.games.peiper.table import GAME, Campaign

GERMAN, AMERICAN = 0, 1


def setting_up(name: str = "stoumont", date: str = "20AM", side: int = AMERICAN) -> Campaign:
    """A side that has put all its units down."""
    table = Campaign(name, date).hold_limits()
    table.g.steps = [SettingUp(side)]
    return table


# -- guns, crews, radios --------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG12c")
def test_a_gun_starts_hooked_or_unhooked_as_its_owner_likes() -> None:
    table = setting_up().put("S22", "us227.1+us57.1", "Truck.1").run()
    table.play("hook Truck.1")
    gun, crew, truck = map(table.unit, ("us57.1", "us227.1", "Truck.1"))
    assert table.g.towed == {gun: truck}
    assert table.g.aboard == {crew: truck}
    assert "move us227.1" not in table.offered()
    table.play("unhook us57.1 S22")
    assert not table.g.towed
    assert not table.g.aboard


@pytest.mark.rule("peiper:CG12c", "peiper:SSR-I.3")
def test_american_guns_of_the_first_scenario_at_stoumont_set_up_unhooked() -> None:
    table = setting_up().put("S22", "us227.1+us57.1", "Truck.1").terms(initial=True).run()
    assert not table.texts("hook")


@pytest.mark.rule("peiper:CG12b", "peiper:P8.6031b")
def test_a_gun_that_was_towed_when_the_set_up_begins_may_be_anywhere_in_its_area() -> None:
    table = Campaign("stoumont", "20AM").hold_limits()
    table.put("S22", "us227.1+us57.1", "Truck.1").terms(first=AMERICAN, attacker=AMERICAN)
    crew, gun = table.unit("us227.1"), table.unit("us57.1")
    table.g.home = {crew: table.place("S22"), gun: table.place("S22")}
    areas = areas_of(table.g)
    near = home_hexes(table.g, areas, crew)
    table.g.towed[gun] = table.unit("Truck.1")
    table.step(624)
    assert not table.g.towed
    assert home_hexes(table.g, areas, crew).bit_count() > near.bit_count()


@pytest.mark.rule("peiper:CG9")
def test_a_kept_vehicle_may_start_abandoned_its_crew_and_machine_gun_in_the_same_area() -> None:
    table = setting_up().put("S22", "M4A3.1", "M4A3.2").run()
    assert not table.texts("abandon")
    tank = table.unit("M4A3.1")
    table.g.home[tank] = table.place("S22")
    table.g.offered = None
    table.play("abandon M4A3.1")
    crew = table.g.setting.inherent[tank]
    assert table.is_("abandoned", "M4A3.1")
    assert table.g.where[crew] == table.place("S22")
    assert table.g.home[crew] == table.place("S22")
    assert table.g.carried(crew) == 1 << table.g.setting.removable[tank]
    name = table.g.setting.units[crew].token
    table.play(f"man {name} M4A3.1")
    assert not table.is_("abandoned", "M4A3.1")
    assert table.g.spare >> crew & 1


@pytest.mark.rule("peiper:CG22c")
def test_a_kept_radio_goes_to_another_leader_of_the_area() -> None:
    table = setting_up().put("S22", "us91.1+usRadio.1").put("T24", "us80.1").put("QQ29", "us81.1")
    table.run()
    assert "give usRadio.1 us80.1" in table.offered()
    assert "give usRadio.1 us81.1" not in table.offered()
    table.play("give usRadio.1 us80.1")
    assert table.where("usRadio.1") == "T24"


@pytest.mark.rule("peiper:CG22c")
def test_a_registered_hex_may_be_changed_on_a_later_date() -> None:
    table = Campaign("cheneux", "20N").hold_limits().force("american", "P")
    table.g.change_force(0, objective=table.place("Q12"), date=table.g.date)
    table.g.cpp = [0, 20]
    table.step(619)
    assert not table.texts("reregister")
    table.g.change_force(0, date=table.g.date - 1)
    table.step(619)
    table.play("reregister Q12", "objective S10")
    assert table.g.forces[0].objective == table.place("S10")


# -- fittings -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:SSR-KGP17", "peiper:CG8")
@pytest.mark.parametrize(("die", "fitted"), [(2, True), (3, False)])
def test_a_die_gives_a_tank_its_gyrostabilizer_for_the_campaign(die: int, fitted: bool) -> None:
    table = Campaign("stoumont").put("S22", "M4A3.1", "M36.1")
    tank = table.unit("M4A3.1")
    table.dice(die)
    fit_out(table.g, 1 << tank | 1 << table.unit("M36.1"), AMERICAN, table.events)
    assert table.is_("gyros", "M4A3.1") is fitted
    table.step(602)
    assert "gyros" not in table.g.setting.special  # No die is thrown for another scenario.
    assert table.is_("gyros", "M4A3.1") is fitted
    table.g.march = March((tank,), spent=2, seen=2)
    cases = list(late_cases(table.g, tank, "bounding", closed=False))
    assert any(case.rule == "D11.1" for case in cases) is fitted


@pytest.mark.rule("peiper:SSR-KGP14")
@pytest.mark.parametrize(("calibre", "need"), [(0, 10 - 3 - 1), (75, 10 - 3)])
def test_skirts_of_a_pz_iv_count_against_shaped_charges(calibre: int, need: int) -> None:
    table = Campaign("stoumont").battle("american").put("S22", "PzIVJ.1")
    tank, board = table.unit("PzIVJ.1"), table.g.setting.board
    beside = (board.hexes[near].name for near in board.hexes[table.place("S22")].near)
    side = next(n for n in beside if aspect(table.g, tank, table.place(n), turret=False) == "side")
    table.put(side, "us666.1+usBAZ.1").dice(6, 6)
    kill_roll(table.g, table.unit("usBAZ.1"), tank, 10, 0, table.events, hull=True, calibre=calibre)
    (event,) = table.happened(KillRolled)
    assert event.need == need


@pytest.mark.rule("peiper:SSR-KGP7", "peiper:CG2")
def test_a_long_gun_is_hemmed_in_on_a_one_lane_road() -> None:
    table = Campaign("stoumont").battle("german")
    table.terms(words=tuple(sorted(table.g.setting.special)))
    roads = [here for here in table.g.setting.board.hexes if here.road and not here.row.building]
    lane = next(here.name for here in roads if not here.row.paved)
    paved = next(here.name for here in roads if here.row.paved and not any(here.streets))
    table.put(lane, "PzVG.1").put(paved, "PzVG.2")
    for unit in ("PzVG.1", "PzVG.2"):
        table.g.swings[table.unit(unit)] = 9
    corner = (table.g.facing[table.unit("PzVG.1")] + 1) % 6
    assert swing_bar(table.g, table.unit("PzVG.1"), corner) == "P5.122b"
    assert not swing_bar(table.g, table.unit("PzVG.2"), corner)


@pytest.mark.rule("peiper:SSR-KGP8")
def test_who_sets_up_off_the_road_in_snow_checks_for_bog_in_secret() -> None:
    table = Campaign("la_gleize", "23AM").battle("german", "snow", "off_road_set_up")
    assert "off_road_set_up" in table.g.setting.special
    board = table.g.setting.board
    road = next(h.name for h in board.hexes if h.road)
    field = next(h.name for h in board.hexes if h.row.terrain == "open_ground" and not h.road)
    table.put(road, "PzIVJ.1").put(field, "PzIVJ.2")
    table.dice(6, 6)
    settle_in(table.g, table.events)
    assert [event.unit for event in table.happened(BogChecked)] == [table.unit("PzIVJ.2")]
    assert not table.happened(BogChecked, told=AMERICAN)
    assert table.is_("bogged", "PzIVJ.2")


# -- snipers --------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG16a")
@pytest.mark.parametrize(("name", "count"), [("stoumont", 2), ("cheneux", 0), ("la_gleize", 2)])
def test_a_side_has_two_snipers_far_apart_and_one_at_cheneux(name: str, count: int) -> None:
    table = Campaign(name).battle("american")
    place_snipers(table.g, table.events)
    assert len(table.happened(SniperPlaced)) == 2 * count
    for hexes in table.g.sniper_hexes.values():
        assert table.g.setting.board.range(*hexes) >= 15


@pytest.mark.rule("peiper:CG16b")
@pytest.mark.parametrize(("die", "victim"), [(3, "ss658.1"), (4, "ss658.2")])
def test_a_die_says_which_of_two_snipers_shoots(die: int, victim: str) -> None:
    table = Campaign("stoumont").battle("american").put("A20", "ss658.1").put("RR50", "ss658.2")
    table.g.sniper_hexes = {AMERICAN: (table.place("B20"), table.place("QQ50"))}
    before = table.g.san
    table.dice(1, die, ...)
    snipe(table.g, AMERICAN, table.events)
    assert table.is_("broken", victim)
    assert table.g.san == before


@pytest.mark.rule("peiper:P8.602h")
def test_snipers_come_off_the_map() -> None:
    table = Campaign("stoumont").battle("american")
    place_snipers(table.g, table.events)
    assert not table.step(602).g.sniper_hexes


# -- who comes to light ---------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.602")
def test_nobody_looks_under_question_marks_that_are_only_taken_off() -> None:
    table = Campaign("cheneux").hold_limits().battle("american")
    table.put("V8", "ss658.1").put("Y9", "ss658.2")
    table.mark("concealed", "ss658.1")
    table.g.steps = []
    table.step(602)
    assert not table.g.concealed
    known = GAME.known(table.g, AMERICAN, random.Random(1))
    there = known.stacks.get(table.place("V8"), 0)
    assert there & known.concealed
    assert not GAME.known(table.g, GERMAN, random.Random(1)).concealed
