"""Special rules of the campaigns while a scenario is played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from salient.games.peiper.battle.arrivals import phase_begins as reinforce
from salient.games.peiper.battle.chapters import CAMPAIGN
from salient.games.peiper.battle.ending import end_of_player_turn, roll_for_end
from salient.games.peiper.battle.night import game_turn_begins
from salient.games.peiper.battle.reserves import Releasing, phase_begins, triggered
from salient.games.peiper.calendar import parse_date
from salient.games.peiper.events import ObjectiveShown
from salient.games.peiper.refit.artillery import hand_out_radios, ready_batteries, usable
from salient.games.peiper.sequence import Refit
from salient.games.peiper.standing.pool import muster
from salient.games.peiper.state import HELD
from salient.games.squad.chapters import CHAPTERS
from salient.games.squad.core.actions import VERBS
from salient.games.squad.core.ongoing import Mission
from salient.games.squad.core.questions import join
from salient.games.squad.infantry.snipers import eligible
from salient.games.squad.sequence import GameTurn, Phase
from tests.games.peiper.table import Campaign


@pytest.mark.rule("peiper:CG23", "peiper:ex-CG23")
@pytest.mark.parametrize(
    ("date", "turn", "die", "ends"),
    [
        ("20PM", 6, 1, True), ("20PM", 6, 2, False), ("20PM", 7, 3, True), ("20PM", 7, 4, False),
        ("20N", 6, 1, False), ("20N", 7, 3, False), ("20N", 7, 2, True), ("20PM", 10, 6, True),
    ],
)  # fmt: skip
def test_a_scenario_ends_by_a_die(date: str, turn: int, die: int, ends: bool) -> None:
    table = Campaign("cheneux", date)
    table.g.turn = turn
    table.dice(die)
    assert roll_for_end(table.g, table.events) is ends


@pytest.mark.rule("peiper:CG23")
def test_before_turn_six_nobody_rolls() -> None:
    table = Campaign("cheneux").dice()
    table.g.turn = 5
    assert not roll_for_end(table.g, table.events)


@pytest.mark.rule("peiper:CG23")
def test_the_length_of_a_day_is_what_the_track_gives() -> None:
    charts = Campaign("cheneux").g.setting.charts.fortunes
    left, mean, turns = Fraction(1), Fraction(0), 0
    for turn in range(1, 11):
        for _ in (0, 1):
            turns += 1
            chance = Fraction(charts.end_chance(turn, night=False), 6)
            mean += left * chance * turns
            left *= 1 - chance
    assert left == 0
    assert round(float(mean), 1) == 13.1


@pytest.mark.rule("peiper:P8.11", "peiper:P8.6", "peiper:P8.3")
def test_after_a_scenario_comes_the_refit_phase() -> None:
    table = Campaign("cheneux").hold_limits().battle("american")
    table.g.steps.append(GameTurn())
    table.g.turn = 10
    table.dice(1)
    end_of_player_turn(table.g, table.events)
    assert len(table.g.steps) == 1
    assert isinstance(table.g.steps[0], Refit)
    assert table.g.steps[0].left[0] == 601


@pytest.mark.rule("peiper:P8.2-objective-b")
def test_an_objective_is_shown_when_its_own_infantry_takes_it_and_stays_strategic() -> None:
    table = Campaign("cheneux").battle("american").force("american", "I2")
    here = table.place("Q12")
    table.g.change_force(0, objective=here)
    table.put("Q12", "M10.1")
    end_of_player_turn(table.g, table.events)
    assert not table.g.objectives[1]
    table.put("Q12", "us747.1")
    end_of_player_turn(table.g, table.events)
    assert table.g.objectives[1] >> here & 1
    assert table.happened(ObjectiveShown)


# -- reserves -------------------------------------------------------------------------------------


def reserve() -> Campaign:
    table = Campaign("cheneux").battle("american").put("V8", "ss658.1")
    return table.mark("reserve", "ss658.1").mark("concealed", "ss658.1")


@pytest.mark.rule("peiper:CG7b-1")
def test_a_reserve_does_nothing_until_it_sees_an_enemy_within_six_hexes() -> None:
    table = reserve()
    phase_begins(table.g, table.events)
    assert table.is_("ti", "ss658.1")
    assert not triggered(table.g, table.unit("ss658.1"))
    table.put("V9", "us747.1")
    assert triggered(table.g, table.unit("ss658.1"))
    table.put("V16", "us747.1")
    assert not triggered(table.g, table.unit("ss658.1"))


@pytest.mark.rule("peiper:CG7b-2", "peiper:CG13b")
def test_the_owner_may_release_a_reserve_and_it_brings_panzerfausts() -> None:
    table = reserve().put("V9", "us747.1")
    table.g.fausts = 1
    table.g.steps = [Releasing(0)]
    table.run()
    assert table.asked == "german release"
    table.play("release V8")
    assert not table.g.reserve
    assert not table.is_("concealed", "ss658.1")
    assert (table.g.fausts, table.g.panzerfausts) == (4, 2)


@pytest.mark.rule("peiper:CG13b")
def test_half_a_panzerfaust_is_none() -> None:
    table = Campaign("cheneux")
    table.g.fausts = 1
    assert table.g.panzerfausts == 0


@pytest.mark.rule("peiper:CG7b-2")
def test_a_reserve_laid_bare_by_an_attack_is_released() -> None:
    table = reserve()
    table.g.concealed = 0
    phase_begins(table.g, table.events)
    assert not table.g.reserve
    assert not table.is_("ti", "ss658.1")


@pytest.mark.rule("peiper:CG7b-3", "peiper:CG7b-6", "peiper:CG7a-8")
def test_reserves_hold_nothing_lead_nobody_and_do_not_deploy() -> None:
    table = reserve().put("V8", "ss91.1").mark("reserve", "ss91.1").mark("concealed", "ss91.1")
    table.hold("american", "V8")
    end_of_player_turn(table.g, table.events)
    assert table.g.control[1] >> table.place("V8") & 1
    assert not table.g.good_order() & table.g.reserve
    table.g.mover = 0
    table.g.steps = []
    table.run(Phase(0, "rally"))
    assert not any("ss658.1" in text for text in table.offered())


@pytest.mark.rule("peiper:CG7b-5")
def test_snipers_do_not_hit_reserves() -> None:
    table = reserve().put("Y9", "ss658.2")
    assert eligible(table.g, 1) == [table.unit("ss658.2")]


@pytest.mark.rule("peiper:SSR-III.6")
@pytest.mark.parametrize(("roll", "freed"), [((1, 3), True), ((1, 4), False)])
def test_at_la_gleize_a_roll_releases_a_reserve(roll: tuple[int, int], freed: bool) -> None:
    table = Campaign("la_gleize").battle("american", initial=True).put("N25", "ss658.1")
    table.mark("reserve", "ss658.1").mark("concealed", "ss658.1")
    table.g.turn, table.g.released, table.g.mover = 5, 1, 0
    table.dice(*roll)
    phase_begins(table.g, table.events)
    steps = [step for step in table.g.steps if isinstance(step, Releasing) and step.any]
    assert bool(steps) is freed


# -- arrivals -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:SSR-III.5", "peiper:SSR-I.2", "peiper:CG5e")
@pytest.mark.parametrize(
    ("name", "initial", "turn", "die", "enters"),
    [
        ("la_gleize", True, 2, 1, True), ("la_gleize", True, 2, 2, False),
        ("stoumont", True, 3, 1, True), ("stoumont", True, 3, 2, False),
        ("cheneux", False, 4, 3, True), ("cheneux", False, 4, 4, False),
    ],
)  # fmt: skip
def test_a_reinforcement_die_lets_a_group_in(
    name: str, initial: bool, turn: int, die: int, enters: bool
) -> None:
    table = Campaign(name).battle("german", initial=initial)
    entry, unit = {"la_gleize": ("K57", "M4A3.1"), "stoumont": ("GG1", "M4A3.1"),
                   "cheneux": ("A10", "us747.1")}[name]  # fmt: skip
    table.box(entry, unit).force("american", "V2", unit, placing="enter", since=HELD)
    table.g.turn, table.g.mover = turn, 1
    table.dice(die)
    reinforce(table.g, table.events)
    assert (table.g.entry_turn(table.unit(unit)) <= turn) is enters


@pytest.mark.rule("peiper:P8.52-US-setup", "peiper:CG6a", "peiper:P8.53-US-setup")
def test_units_in_a_box_enter_by_its_nine_hexes() -> None:
    table = Campaign("cheneux").battle("american").box("A10", "us747.1+usMMG.1")
    table.mark("beside", "us747.1")
    table.g.steps = []
    table.run(Phase(1, "move")).play("move us747.1")
    entries = {text.split()[1] for text in table.offered("go")}
    assert "A10" in entries
    table.play("go A10")
    assert table.where("us747.1") == "A10"
    assert not table.g.box
    assert table.where("usMMG.1") == "A10"


@pytest.mark.rule("peiper:CG20")
def test_no_vehicle_uses_the_railway_bridge() -> None:
    table = Campaign("cheneux").hold_limits().battle("german")
    entry = table.g.setting.entries[table.entry("HH0")]
    name = table.g.setting.board.hexes[entry.centre].name
    table.put(name, "ss658.1", "SdKfz104.1")
    assert table.g.exit_at(table.unit("ss658.1"), entry.centre) == table.entry("HH0")
    assert table.g.exit_at(table.unit("SdKfz104.1"), entry.centre) < 0


@pytest.mark.rule("peiper:P8.2-holding-box")
@pytest.mark.rule("peiper:CG21a", "peiper:CG22a")
def test_who_leaves_by_an_entry_area_waits_for_the_next_scenario() -> None:
    table = Campaign("cheneux").hold_limits().battle("american").put("A10", "us747.1+usMMG.1")
    table.g.steps = []
    table.run(Phase(1, "move")).play("move us747.1", "exit")
    assert table.boxed("us747.1") == table.boxed("usMMG.1") == "A10*"
    assert table.g.entry_turn(table.unit("us747.1")) == 0
    table.g.steps = []
    table.terms(first=1, attacker=1).step(625)
    assert table.boxed("us747.1") == "A10"
    assert table.g.entry_turn(table.unit("us747.1")) == 1


@pytest.mark.rule("peiper:CG21a")
def test_germans_who_leave_la_gleize_are_gone() -> None:
    table = Campaign("la_gleize").hold_limits().battle("german").put("E1", "ss658.1")
    table.g.leave(1 << table.unit("ss658.1"), table.place("E1"))
    assert not table.g.box


# -- quality, night, artillery --------------------------------------------------------------------


@pytest.mark.rule("peiper:CG4a", "peiper:CG4c", "peiper:SSR-KGP11")
def test_elr_is_that_of_the_campaign_less_one_for_a_night_defender() -> None:
    table = Campaign("stoumont").battle("american", "night").put("F44", "ss658.1", "ger468.1")
    table.put("S22", "us666.1")
    assert table.g.elr(table.unit("us666.1")) == 3
    assert table.g.elr(table.unit("ss658.1")) == 4
    assert table.g.elr(table.unit("ger468.1")) == 2
    table.terms(words=())
    assert table.g.elr(table.unit("ss658.1")) == 5
    assert table.g.elr(table.unit("ger468.1")) == 3


@pytest.mark.rule("peiper:CG5c")
def test_two_leaders_of_a_night_defender_are_free() -> None:
    table = Campaign("cheneux", "20N").battle("american", "night")
    table.put("V8", "ss92.1").put("Y9", "ss91.1").put("S10", "ss80.1").put("S10", "ss658.1")
    table.g.restrained = sum(1 << table.unit(t) for t in ("ss92.1", "ss91.1", "ss80.1", "ss658.1"))
    game_turn_begins(table.g, table.events)
    assert not table.is_("restrained", "ss92.1")
    assert not table.is_("restrained", "ss91.1")
    assert table.is_("restrained", "ss80.1")


@pytest.mark.rule("peiper:CG18", "peiper:ex-CG18", "peiper:CG1", "peiper:SSR-KGP1")
@pytest.mark.parametrize(("name", "sections"), [("stoumont", 2), ("cheneux", 1), ("la_gleize", 2)])
def test_as_many_squads_rally_alone_as_the_map_has_sections(name: str, sections: int) -> None:
    setting = Campaign(name).g.setting
    assert setting.scenario.self_rally == sections
    assert setting.scenario.map == name


@pytest.mark.rule("peiper:CG4b")
def test_no_quarter_lasts_for_the_campaign() -> None:
    table = Campaign("cheneux")
    table.g.no_quarter = 1
    assert table.step(602).g.no_quarter == 1


@pytest.mark.rule("peiper:CG19a")
def test_what_became_of_the_ground_stays() -> None:
    table = Campaign("cheneux")
    here = table.place("P9")
    table.g.rubble[here] = 2
    table.g.foxholes[table.place("Q12")] = 1
    table.g.wire = 1 << table.place("R12")
    table.step(602)
    table.terms(first=1, attacker=1).step(625)
    assert here in table.g.rubble
    assert table.place("Q12") in table.g.foxholes
    assert table.g.wire


def modules(*names: str) -> Campaign:
    table = Campaign("la_gleize", "21AM").hold_limits()
    for number, name in enumerate(names, 1):
        unit = f"usRadio.{number}"
        table.g.spare &= ~(1 << table.unit(unit))
        table.force("american", name, unit, form="module" if name == "G4" else "radio")
    return table


@pytest.mark.rule("peiper:CG15a", "peiper:CG22e")
def test_two_modules_are_usable_on_a_date_and_the_m12_besides() -> None:
    assert [force.chart for force in usable(modules("O1", "G4", "O2").g, 1)] == ["O1", "G4"]
    assert len(usable(modules("O1", "O2", "O3").g, 1)) == 3


@pytest.mark.rule("peiper:CG15c")
def test_a_radio_goes_to_a_leader_who_is_not_isolated() -> None:
    table = Campaign("cheneux", "20N").hold_limits()
    table.hold("american", "J8", "L10", "M11", "N8", "N10", "P9").put("P9", "us91.1")
    table.g.spare &= ~(1 << table.unit("usRadio.1"))
    table.force("american", "G4", "usRadio.1", form="module")
    hand_out_radios(table.g, 1)
    assert table.g.owner[table.unit("usRadio.1")] == -1  # P9 is cut off.
    table.box("A10", "us80.1")
    hand_out_radios(table.g, 1)
    assert table.g.owner[table.unit("usRadio.1")] == table.unit("us80.1")


@pytest.mark.rule("peiper:CG15b", "peiper:CG22b", "peiper:P8.602a", "peiper:P8.602d")
def test_a_module_that_has_fired_is_gone_and_another_is_restored() -> None:
    table = modules("O1", "O2").put("K57", "us91.1+usRadio.1", "us80.1+usRadio.2")
    ready_batteries(table.g)
    assert [(b.calibre, b.black, b.red) for b in table.g.batteries] == [(105, 10, 3), (155, 10, 3)]
    table.g.missions = {0: Mission(4, 2, fired=True), 1: Mission(2, 2)}
    table.step(602)
    assert [force.chart for force in table.g.forces] == ["O2"]
    assert table.is_("lost", "usRadio.1")
    assert not table.g.missions
    ready_batteries(table.g)
    assert [(b.black, b.red) for b in table.g.batteries] == [(10, 3)]


@pytest.mark.rule("peiper:CG15d", "peiper:CG15e", "peiper:P8.6206")
def test_a_phone_needs_a_line_to_an_entry_area_or_becomes_a_radio() -> None:
    table = Campaign("la_gleize", "21AM").hold_limits().put("K57", "us91.1+usPhone.1")
    table.force("american", "O1", "usPhone.1", form="phone")
    ready_batteries(table.g)
    battery = table.g.batteries[0]
    assert battery.link == "phone"
    assert battery.line
    table.put("N25", "us91.1").force("american", "O2", form="observer")
    ready_batteries(table.g)
    assert [b.link for b in table.g.batteries] == ["radio", "observer"]
    assert table.is_("lost", "usPhone.1")
    assert parse_date("21AM") == table.g.date


def test_no_verb_of_the_campaign_means_something_else_in_the_squad_game() -> None:
    """Else an action of the one would be read and written with the words of the other."""
    assert not join(CAMPAIGN).verbs.keys() & {*VERBS, *join(CHAPTERS).verbs}


@pytest.mark.rule("peiper:P8.6202")
def test_a_counter_that_came_back_into_the_box_leaves_its_old_group() -> None:
    """Two half-squads recombined (A1.32); the counter is bought once more."""
    table = Campaign("cheneux").force("american", "I2", "us747.1", "us747.2")
    unit, other = table.unit("us747.1"), table.unit("us747.2")
    table.g.spare |= 1 << unit
    number = table.g.force_number(unit)
    muster(table.g, unit)
    assert table.g.forces[number].units == 1 << other
    assert not table.g.spare >> unit & 1
