"""Shortages of ammunition and fuel, and what becomes of vehicles that have none."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.games.peiper.battle.ammunition import phase_begins as pass_rounds
from salient.games.peiper.battle.ammunition import shared, sharings
from salient.games.peiper.battle.wrecks import phase_begins, scroungings
from salient.games.squad.combat.firepower import breakdown_of, rate_of
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.infantry.ammunition_shortage import is_short, run_low
from salient.games.squad.sequence import Phase
from tests.games.peiper.table import Campaign

GERMAN, AMERICAN = 0, 1


# -- the Americans --------------------------------------------------------------------------------


def short_of_rounds(*others: str) -> Campaign:
    table = Campaign("cheneux").battle("american").put("P9", "us747.1", *others)
    table.g.steps = []
    return table.mark("short", "us747.1")


@pytest.mark.rule("peiper:CG17a")
def test_who_is_cut_off_gets_ammunition_from_those_beside_him_for_a_whole_turn() -> None:
    table = short_of_rounds("us747.2").run(Phase(AMERICAN, "rally"))
    table.play("share us747.1 us747.2")
    assert table.is_("ti", "us747.1")
    assert table.is_("ti", "us747.2")
    assert table.is_("short", "us747.1")
    shared(table.g, table.events)
    assert not table.g.short


@pytest.mark.rule("peiper:CG17a")
def test_who_breaks_meanwhile_stays_short() -> None:
    table = short_of_rounds("us747.2").run(Phase(AMERICAN, "rally"))
    table.play("share us747.1 us747.2").mark("broken", "us747.2")
    shared(table.g, table.events)
    assert table.is_("short", "us747.1")


@pytest.mark.rule("peiper:CG17a")
def test_only_a_unit_as_large_shares_in_its_own_turn_and_with_ammunition() -> None:
    table = short_of_rounds("us747.2")
    assert list(sharings(table.g, AMERICAN))
    table.mark("half", "us747.2")
    assert not list(sharings(table.g, AMERICAN))
    table.g.half = 0
    table.mark("short", "us747.2")
    assert not list(sharings(table.g, AMERICAN))
    table.g.short &= ~(1 << table.unit("us747.2"))
    table.g.mover = GERMAN
    assert not list(sharings(table.g, AMERICAN))


@pytest.mark.rule("peiper:CG17b")
def test_a_machine_gun_has_what_its_bearers_have_but_not_the_heaviest() -> None:
    table = Campaign("cheneux").battle("american")
    table.put("P9", "us747.1+usMMG.1", "us747.2+us50.1", "us747.3+usMMG.2", "us747.4+usBAZ.1")
    table.mark("short", "usMMG.1", "us50.1", "usMMG.2", "us747.3", "usBAZ.1")
    pass_rounds(table.g, table.events)
    assert not table.is_("short", "usMMG.1")
    for name in ("us50.1", "usMMG.2", "usBAZ.1"):
        assert table.is_("short", name)


@pytest.mark.rule("peiper:CG17b")
def test_captured_weapons_are_never_short() -> None:
    table = Campaign("cheneux").put("P9", "us747.1+ssLMG.1")
    table.mark("short", "ssLMG.1").mark("captured", "ssLMG.1")
    assert "captured_arms" in table.g.setting.special
    assert not is_short(table.g, table.unit("ssLMG.1"))


@pytest.mark.rule("peiper:CG17b", "peiper:P8.6057")
def test_those_who_stay_in_an_isolated_area_are_short_and_others_no_longer() -> None:
    table = Campaign("cheneux", "20N").hold_limits()
    table.hold("american", "J8", "L10", "M11", "N8", "N10", "P9")
    table.put("P9", "us747.1+usMMG.1").put("L10", "us747.2+usBAZ.1")
    table.mark("short", "us747.2", "usBAZ.1")
    table.step(605).play("stay us747.1")
    for name, short in (("us747.1", True), ("usMMG.1", True), ("us747.2", False)):
        assert table.is_("short", name) is short
    assert not table.is_("short", "usBAZ.1")
    gun = table.unit("usMMG.1")
    assert breakdown_of(table.g, gun, 12) == 11
    assert rate_of(table.g, gun, 2) == 1


# -- the Germans ----------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.618")
def test_in_a_shortage_all_germans_on_the_map_are_short() -> None:
    table = Campaign("cheneux", "21PM").hold_limits().put("V8", "ss658.1+ssLMG.1")
    table.box("TT1", "ss658.2").put("P5", "us747.1")
    table.dice(2, 3).step(618)
    assert table.g.ammo_short
    table.terms(first=AMERICAN, attacker=AMERICAN).dice(...).step(625)
    for name, short in (("ss658.1", True), ("ssLMG.1", True), ("ss658.2", False)):
        assert table.is_("short", name) is short
    assert not table.is_("short", "us747.1")
    run_low(table.g, 1 << table.unit("ss658.1"), 12, table.events)
    assert table.is_("low", "ss658.1")


@pytest.mark.rule("peiper:P8.618")
@pytest.mark.parametrize(("held", "short"), [(False, False), (True, True)])
def test_the_loss_of_the_depot_makes_supplies_scarcer(held: bool, short: bool) -> None:
    table = Campaign("stoumont", "21AM").hold_limits()
    if held:
        table.hold("american", "P56")
    table.dice(3, 3).step(618)
    assert table.g.ammo_short is short


@pytest.mark.rule("peiper:P8.6057", "peiper:P8.618")
@pytest.mark.parametrize(("dice", "short"), [((2, 2), True), ((2, 3), False)])
def test_germans_who_are_cut_off_count_one_date_later(dice: tuple[int, int], short: bool) -> None:
    """On the night of the 20th the number is 3, of the next date 4."""
    table = Campaign("cheneux", "20N").hold("german", "L10", "Y9", "TT1")
    table.hold("american", "J8", "M11", "N8", "N10", "P9", "L8", "K11", "J10")
    table.put("L10", "ss658.1").put("Y9", "ss658.2")
    for name in ("ss658.1", "ss658.2"):
        table.g.home[table.unit(name)] = table.g.hex(table.unit(name))
    table.dice(*dice, ...).step(618)
    assert not table.g.ammo_short
    assert table.is_("short", "ss658.1") is short
    assert not table.is_("short", "ss658.2")


# -- vehicles -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG19c")
def test_a_vehicle_without_fuel_crew_and_weapons_is_a_burnt_out_wreck() -> None:
    table = Campaign("stoumont").battle("american").put("S22", "SPW251.1")
    table.mark("dry", "SPW251.1").mark("abandoned", "SPW251.1")
    phase_begins(table.g, table.events)
    assert not table.g.wrecks  # Its machine-gun is still there.
    table.mark("dismounted", "SPW251.1")
    phase_begins(table.g, table.events)
    assert table.is_("wrecks", "SPW251.1")
    assert table.is_("burnt", "SPW251.1")
    assert table.g.losses[AMERICAN] == 5 - 2  # Its crew is not in it.


@pytest.mark.rule("peiper:CG19d")
def test_lorries_leave_no_wreck() -> None:
    table = Campaign("stoumont").battle("american").put("S22", "Truck.1", "M4A3.1")
    table.dice(...)
    for name in ("Truck.1", "M4A3.1"):
        wreck(table.g, table.unit(name), table.events)
    phase_begins(table.g, table.events)
    assert table.where("Truck.1") == ""
    assert table.is_("lost", "Truck.1")
    assert table.is_("wrecks", "M4A3.1")


@pytest.mark.rule("peiper:CG19e")
def test_a_wreck_that_is_stripped_or_has_no_fuel_is_burnt_out() -> None:
    table = Campaign("stoumont").battle("american").put("S22", "PzIVJ.1", "us666.1")
    table.put("F44", "PzIVJ.2").mark("dry", "PzIVJ.2").dice(...)
    for name in ("PzIVJ.1", "PzIVJ.2"):
        wreck(table.g, table.unit(name), table.events)
    assert not table.is_("burnt", "PzIVJ.1")
    assert table.is_("burnt", "PzIVJ.2")
    table.g.steps = []
    table.g.melee = table.g.pinned = 0
    crew = table.g.setting.inherent[table.unit("PzIVJ.1")]
    table.g.put(crew, NOWHERE)
    table.run(Phase(AMERICAN, "move")).play("scrounge us666.1 PzIVJ.1")
    assert table.is_("burnt", "PzIVJ.1")
    gun = table.g.setting.removable[table.unit("PzIVJ.1")]
    assert table.g.owner[gun] == table.unit("us666.1")
    assert table.g.captured >> gun & 1
    assert not list(scroungings(table.g, AMERICAN))


@pytest.mark.rule("peiper:CG19e")
def test_the_wrecks_of_a_group_run_out_of_fuel_with_it() -> None:
    table = Campaign("stoumont", "21PM").hold_limits().put("F44", "PzIVJ.1").put("K40", "PzIVJ.2")
    table.force("german", "V1", "PzIVJ.1", "PzIVJ.2").mark("wrecks", "PzIVJ.2")
    table.dice(6, 6, 1, 2).step(618)
    assert table.is_("dry", "PzIVJ.1")
    assert table.is_("burnt", "PzIVJ.2")
