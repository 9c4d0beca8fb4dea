"""The list of 58.0: what goes and what stays at the end of a combat segment."""

from __future__ import annotations

import pytest

from salient.games.trumpets.endings import end_of_combat
from salient.games.trumpets.game import OF_A_TURN
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.sequence import PlayerSegment
from tests.conftest import Dice
from tests.games.trumpets.table import Table

rule = pytest.mark.rule


def segment(dice: Dice, turn: str = "19AF") -> Table:
    """An attack with guns and an aircraft, over."""
    t = Table(turn).put("1010", "r1").put("1110", "vg1", "vg2").put("1310", "vak1")
    t.put("0810", "fa1").fly("german", "fw190", "ju88")
    t.fight().choose("1010", "vg1", "vg2").play("guns vak", "air 0", "attack")
    dice(6, 6, ...)
    return t.play("guns fa106")


@rule("trumpets:eoc-1", "trumpets:sop-29")
def test_attack_markers_go(dice: Dice) -> None:
    t = segment(dice)
    assert t.g.marked
    end_of_combat(t.g, 0)
    assert t.g.marked == 0


@rule("trumpets:eoc-2", "trumpets:rc-kgp-4")
@pytest.mark.parametrize(
    ("turn", "side", "stays"),
    [("19AF", 0, False), ("16EV", 0, True), ("17PD", 0, True), ("16EV", 1, False)],
)
def test_alert_markers_go_except_before_peiper(
    dice: Dice, turn: str, side: int, stays: bool
) -> None:
    t = Table(turn).put("1010", "r1").flag("alert", "r1")
    dice(...)
    end_of_combat(t.g, side)
    assert t.is_("alert", "r1") == stays


@rule("trumpets:eoc-3")
def test_aircraft_on_ground_support_go(dice: Dice) -> None:
    t = segment(dice)
    end_of_combat(t.g, 0)
    assert [plane.type for plane in t.g.aircraft] == ["ju88"]


@rule("trumpets:eoc-4", "trumpets:eoc-5", "trumpets:gc-6g")
def test_fired_markers_stay(dice: Dice) -> None:
    t = segment(dice)
    end_of_combat(t.g, 0)
    assert t.is_("fired", "vak1")
    assert t.is_("fired", "fa1")


@rule("trumpets:eoc-6")
def test_ca_and_engaged_stay_where_they_apply() -> None:
    t = Table().put("1010", "r1").put("1110", "vg1").put("0510", "r2")
    t.flag("engaged", "r1", "r2").flag("ca", "r1")
    end_of_combat(t.g, 0)
    assert t.is_("engaged", "r1")
    assert t.is_("ca", "r1")
    assert not t.is_("engaged", "r2")


@rule("trumpets:eoc-7", "trumpets:eoc-8")
def test_shock_and_spent_leaders_stay() -> None:
    t = Table().put("1010", "r1").flag("shock", "r1")
    t.g.leaders_spent = 1 << t.formation("4ID")
    end_of_combat(t.g, 0)
    assert t.is_("shock", "r1")
    assert t.g.leaders_spent


@pytest.mark.parametrize("column", OF_A_TURN)
def test_what_a_turn_leaves_behind_is_noticed(column: str) -> None:
    """Before the first segment of a turn the referee looks whether all has come off."""
    t = Table("19MO").put("1010", "pi")
    t.g.steps = [PlayerSegment(GERMAN)]
    t.game.check(t.g)
    left = getattr(t.g, column)
    unit = t.unit("pi")
    setattr(t.g, column, {unit: 1} if isinstance(left, dict) else 1 << unit)
    with pytest.raises(ValueError, match=r"expected: .*(last turn|work|Construction|bridge)"):
        t.game.check(t.g)
