"""Strengths, odds, limits (gc-8, gc-11, gc-13, gc-14) and efficiency (gc-9), in combats."""

from __future__ import annotations

import pytest

from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.fight.odds import odds_column
from tests.conftest import Dice
from tests.games.trumpets.table import Table

# -- strengths and ratio ------------------------------------------------------------------------


@pytest.mark.rule("trumpets:gc-8", "trumpets:gc-8c", "trumpets:gc-8d")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (30, 20, "3-2"), (41, 21, "3-2"), (29, 10, "2-1"), (100, 5, "7-1"), (1, 9, "1-4"),
        (20, 20, "1-1"), (29, 20, "1-1"), (39, 20, "3-2"), (40, 20, "2-1"), (60, 20, "3-1"),
        (99, 20, "4-1"), (140, 20, "7-1"), (19, 20, "1-2"), (10, 20, "1-2"), (9, 20, "1-3"),
        (5, 16, "1-4"), (6, 16, "1-3"), (0, 5, "1-4"), (5, 0, "7-1"),
    ],
)  # fmt: skip
def test_fractions_go_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert ODDS[odds_column(attack, defence)] == odds


@pytest.mark.rule("trumpets:gc-8a", "trumpets:tab-air-fw190", "trumpets:tab-air")
def test_attackers_aircraft_and_guns_are_added(dice: Dice) -> None:
    """Panzers 20, an FW190 9, guns 12."""
    t = Table().put("1010", "r1").put("1110", "pz").put("1210", "hvy").fly("german", "fw190")
    dice(6, 6)
    t.fight().choose("1010", "pz").play("air 0", "guns hvy", "attack")
    assert t.combat.attack == 20 + 9 + 12


@pytest.mark.rule("trumpets:gc-8b", "trumpets:tab-fadef")
def test_all_units_of_the_hex_and_their_guns_are_added(dice: Dice) -> None:
    """A rifle battalion 13, guns in the hex 3 and their CF 13, an HQ 2."""
    t = Table().put("1010", "r1", "fa1", "HQ-106ID").put("1110", "pz")
    dice(6, 6)
    t.fight().choose("1010", "pz").play("attack", "guns fa106")
    assert t.combat.defence == 13 + 3 + 2 + 13


@pytest.mark.rule("trumpets:gc-8b", "trumpets:rc-unit-2")
def test_a_unit_short_of_steps_counts_in_proportion(dice: Dice) -> None:
    """Two of three steps of 13 are 9."""
    t = Table().put("1010", "r1", steps=2).put("1110", "pz")
    dice(6, 6)
    assert t.fight().attack("1010", "pz").combat.defence == 9


# -- limits -------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:gc-10", "trumpets:gc-11", "trumpets:gc-14", "trumpets:gc-14a")
def test_odds_may_go_beyond_seven_to_one_before_they_come_back(dice: Dice) -> None:
    """A JU88 and a weak garrison take 7-1 three columns beyond; the strongpoint takes one back."""
    t = Table().put("1010", "aaw").put("1110", "pz").put("1109", "pg").fly("german", "ju88")
    t.works("1010", "strongpoint")
    dice(6, 5)
    t.fight().choose("1010", "pz", "pg").play("air 0", "attack")
    assert t.combat.odds == "7-1"
    assert t.shifts == {"we-07": 1, "tab-pos-crt": -1, "tab-air-ju88": 2}
    assert t.combat.column == "7-1"


@pytest.mark.rule("trumpets:gc-13", "trumpets:gc-14b", "trumpets:note-crt-2", "trumpets:gc-12")
def test_odds_below_one_to_four_are_resolved_there(dice: Dice) -> None:
    t = Table(ground={"1010": "forest"}).put("1010", "r1", "r2", "r3").put("1110", "vg1")
    t.works("1010", "fortress")
    dice(1, 2)
    t.fight().attack("1010", "vg1")
    assert (t.combat.odds, t.shifts["tab-pos-crt"], t.combat.column) == ("1-4", -2, "1-4")


@pytest.mark.rule("trumpets:gc-14", "trumpets:note-crt-3")
def test_all_shifts_are_added(dice: Dice) -> None:
    """2R for a JU88, 1L for forest, 2L for the fortress: one to the left of 3-1."""
    t = Table(ground={"1010": "forest"}).put("1010", "r1").put("1110", "pg").put("1109", "ss2")
    t.works("1010", "fortress").fly("german", "ju88")
    dice(6, 5)
    t.fight().choose("1010", "pg").play("air 0", "attack")
    assert (t.combat.odds, t.combat.column) == ("2-1", "3-2")


@pytest.mark.rule("trumpets:gc-14c", "trumpets:gc-15a", "trumpets:note-crt-4")
def test_the_die_modifier_is_minus_four_at_most(dice: Dice) -> None:
    """Five modifiers of -1 and more: a white 1 is read in row -3."""
    t = Table("19EV", ground={"1009": "woods", "1010": "woods"})
    t.put("1010", "r3").put("1009", "vg1", "stug", "pi").put("1110", "pg").put("1109", "aa1")
    t.put("0910", "vg2")
    dice(1, 1)
    t.fight().attack("1010", "vg1", "stug", "pi", "pg", "aa1", "vg2")
    assert t.drm == {
        "gc-9a": -1, "note-terrain-2": -1, "we-09": -1, "we-10": -1, "we-11": -1,
    }  # fmt: skip
    charts = t.g.setting.combat
    assert t.combat.result == charts.crt[1 - 4][ODDS.index(t.combat.column)]


@pytest.mark.rule("trumpets:gc-14d")
def test_the_die_modifier_is_plus_four_at_most(dice: Dice) -> None:
    """Village, engineers, AA against aircraft, ER, reconnaissance in fog: +5 counts +4."""
    t = Table("19AF", "fog", ground={"1010": "village"}).put("1010", "cav", "eng", "aaw")
    t.put("1110", "vg4").fly("german", "ju88")
    dice(3, 5)
    t.fight().choose("1010", "vg4").play("air 0", "attack")
    assert sum(t.drm.values()) == 5
    charts = t.g.setting.combat
    assert t.combat.result == charts.crt[5 + 4][ODDS.index(t.combat.column)]


# -- efficiency ---------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:gc-9", "trumpets:gc-9a", "trumpets:we-14")
def test_the_better_attacker_gets_minus_one(dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "pg")
    dice(6, 5)
    assert t.fight().attack("1010", "pg").drm == {"gc-9a": -1}


@pytest.mark.rule("trumpets:gc-9b", "trumpets:we-15", "trumpets:gc-12")
def test_the_better_defender_gets_plus_one(dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg4")
    dice(6, 5)
    assert t.fight().attack("1010", "vg4").drm == {"gc-9b": 1}


@pytest.mark.rule("trumpets:gc-9")
def test_the_best_of_each_side_is_compared(dice: Dice) -> None:
    """4 with a worse fellow against 4: nothing."""
    t = Table().put("1010", "r1", "r3").put("1110", "vg4", "vg1")
    dice(6, 5)
    assert t.fight().attack("1010", "vg4", "vg1").drm == {}
