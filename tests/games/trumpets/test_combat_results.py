"""The combat results table and what its codes do (tab-crt, tab-red, res-crt, gc-15 to gc-17)."""

from __future__ import annotations

import pytest

from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.events import (
    CombatCancelled,
    CombatResolved,
    Eliminated,
    LostStep,
    Retreated,
)
from tests.conftest import Dice
from tests.games.trumpets.battles import battles
from tests.games.trumpets.table import Table, fix_odds

rule = pytest.mark.rule

CRT = {
    -3: "DR2 DR3 DR4 1DR1 1DR1 1DR2 1DR3 DE DE DE DE",
    -2: "DR1 DR2 DR3 DR4 DR4 1DR1 1DR2 1DR4 DE DE DE",
    -1: "CA DR1 DR2 DR3 DR3 DR4 1DR1 1DR3 1DR4 DE DE",
    0: "D1 CA DR1 DR2 DR2 DR3 DR4 1DR2 1DR3 1DR4 DE",
    1: "Eng D1 CA DR1 DR1 DR2 DR3 1DR1 1DR2 1DR3 1DR4",
    2: "NE Eng D1 CA CA DR1 DR2 DR4 1DR1 1DR2 1DR3",
    3: "AR1 NE Eng D1v D1 CA DR1 DR3 DR4 1DR1 1DR2",
    4: "1AR1 AR1 NE Eng D1v D1v CA DR2 DR3 DR4 1DR1",
    5: "AR2 1AR1 AR1 NE Eng Eng D1v DR1 DR2 DR3 DR4",
    6: "AR3 AR2 1AR1 AR1 NE NE Eng CA DR1 DR2 DR3",
    7: "AE AR3 AR2 1AR1 AR1 AR1 NE D1v CA DR1 DR2",
    8: "AE AE AR3 AR2 1AR1 1AR1 AR1 Eng D1v CA DR1",
    9: "AE AE AE AR3 AR2 AR2 1AR1 NE Eng D1v CA",
    10: "AE AE AE AE AR3 AR3 AR2 1AR1 NE Eng D1v",
}
RED = {
    "1-4": {-1: "a1", 0: "a1"}, "1-3": {0: "a1", 1: "a1"}, "1-2": {1: "a1", 2: "a1"},
    "1-1": {2: "a1", 3: "a1v"}, "3-2": {3: "a1", 4: "a1v"}, "2-1": {3: "a1", 4: "a1v"},
    "3-1": {4: "a1", 5: "a1v"}, "4-1": {6: "a1", 7: "a1v"}, "5-1": {7: "a1", 8: "a1v"},
    "6-1": {8: "a1", 9: "a1v"}, "7-1": {9: "a1", 10: "a1v"},
}  # fmt: skip
"""Marked rows of the red die, with the kind of loss (rc-red-1)."""


def rolled(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, odds: str, drm: int, red: int, white: int
) -> Table:
    """An attack at given odds and die modifier: the strengths are set, the rest is played."""
    fix_odds(monkeypatch, odds, drm)
    t = Table().put("1010", "r1", "r2").put("1110", "vg1", "vg2")
    t.fight().choose("1010", "vg1", "vg2")
    dice(red, white, ...)
    return t.play("attack")


def throw(row: int) -> tuple[int, int]:
    """A face and a die modifier that give a row."""
    face = max(1, min(row, 6))
    return face, row - face


def fought(dice: Dice, odds: str, row: int, *, white: bool) -> Table:
    """An attack with real units that comes to a column, and one of the dice to a row.

    The other die shows something else: twins would lose sight of each other in fog.
    """
    face, drm = throw(row)
    battle = battles()[odds, drm]
    t = battle.declare()
    other = face % 6 + 1
    dice(*((other, face) if white else (face, other)), ...)
    battle.resolve(t)
    assert sum(t.drm.values()) == drm or abs(sum(t.drm.values())) > abs(drm) == 4
    return t


@rule("trumpets:tab-crt", "trumpets:gc-15d", "trumpets:note-crt-8")
@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=rule(f"trumpets:tab-crt-{row}")) for row in CRT]
)
@pytest.mark.parametrize("odds", ODDS)
def test_the_white_die(dice: Dice, odds: str, row: int) -> None:
    t = fought(dice, odds, row, white=True)
    assert (t.combat.column, t.combat.result) == (odds, CRT[row].split()[ODDS.index(odds)])


@rule("trumpets:gc-15b", "trumpets:gc-15c", "trumpets:note-crt-7", "trumpets:rc-red-1")
@pytest.mark.parametrize(
    "odds", [pytest.param(odds, marks=rule(f"trumpets:tab-red-{odds}")) for odds in ODDS]
)
@pytest.mark.parametrize("row", CRT)
def test_the_red_die(dice: Dice, odds: str, row: int) -> None:
    t = fought(dice, odds, row, white=False)
    assert t.combat.attrition == RED[odds].get(row, "")


@rule("trumpets:gc-15", "trumpets:gc-15a", "trumpets:note-crt-6")
def test_two_dice_both_modified(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """Red 3 and white 5 with -2 are read in rows 1 and 3."""
    t = rolled(monkeypatch, dice, "1-2", -2, 3, 5)
    assert (t.combat.red, t.combat.white) == (3, 5)
    assert (t.combat.attrition, t.combat.result) == ("a1", "Eng")


@rule("trumpets:note-crt-5")
@pytest.mark.parametrize(("white", "drm", "row"), [(6, 4, 10), (1, -4, -3)])
def test_rolls_beyond_the_table_use_its_ends(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, white: int, drm: int, row: int
) -> None:
    t = rolled(monkeypatch, dice, "2-1", drm, white, white)
    assert t.combat.result == CRT[row].split()[ODDS.index("2-1")]
    charts = t.g.setting.combat
    assert charts.rows.row(11) == 10
    assert charts.rows.row(-4) == -3


# -- what the codes do --------------------------------------------------------------------------


def duel(monkeypatch: pytest.MonkeyPatch, dice: Dice, code: str) -> Table:
    """An attack of two battalions on two that comes out with a code, without attrition."""
    for row, codes in CRT.items():
        if code in codes.split():
            odds = ODDS[codes.split().index(code)]
            face, drm = throw(row)
            blank = next(r for r in range(1, 7) if RED[odds].get(r + drm, "") == "")
            t = rolled(monkeypatch, dice, odds, drm, blank, face)
            assert t.combat.result == code
            return t
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("code", "hexes", "steps"),
    [
        pytest.param(f"{one}DR{n}", n, len(one), marks=rule(f"trumpets:res-crt-{one}dr{n}"))
        for n in (1, 2, 3, 4)
        for one in ("", "1")
    ],
)  # fmt: skip
def test_the_defender_retreats_after_his_loss(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, code: str, hexes: int, steps: int
) -> None:
    t = duel(monkeypatch, dice, code)
    if steps:
        assert t.asked == "allied losses"
        t.play("lose r1")
        assert t.steps("r1") == 2
    assert t.asked == "allied retreat"
    board, target = t.g.setting.board, t.hex("1010")
    ends = {text.split()[2] for text in t.offered("retreat")}
    assert ends
    assert {board.distance(target, t.hex(end)) for end in ends} == {hexes}
    while t.asked == "allied retreat":
        t.play(sorted(t.offered("retreat"))[0])
    assert board.distance(target, t.hex(t.where("r2"))) == hexes
    assert t.asked == "german advancing"


@rule("trumpets:res-crt-d1", "trumpets:gc-19")
def test_d1_takes_a_step_of_the_defender(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = duel(monkeypatch, dice, "D1")
    assert t.asked == "allied losses"
    t.play("lose r2")
    assert (t.steps("r1"), t.steps("r2"), t.decision) == (3, 2, None)


@rule("trumpets:res-crt-d1v")
def test_d1v_uses_the_list_of_afv_losses(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """1-1, white 3: tanks and rangers defend; the tanks lose the step."""
    fix_odds(monkeypatch, "1-1")
    t = Table().put("1010", "tk", "rng").put("1110", "tiger")
    dice(6, 3)
    t.fight().attack("1010", "tiger")
    assert (t.combat.result, t.steps("tk"), t.steps("rng")) == ("D1v", 2, 2)


@rule("trumpets:res-crt-de")
def test_de_eliminates_all_defenders(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = duel(monkeypatch, dice, "DE")
    assert (t.steps("r1"), t.steps("r2"), t.where("r1")) == (0, 0, "")
    assert t.asked == "german advancing"


@rule("trumpets:res-crt-ae")
def test_ae_eliminates_all_attackers(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = duel(monkeypatch, dice, "AE")
    assert {event.unit for event in t.happened(Eliminated)} == {t.unit("vg1"), t.unit("vg2")}
    assert t.decision is None


@pytest.mark.parametrize(
    ("code", "hexes", "steps"),
    [
        pytest.param("AR1", 1, 0, marks=rule("trumpets:res-crt-ar1")),
        pytest.param("1AR1", 1, 1, marks=rule("trumpets:res-crt-1ar1")),
        pytest.param("AR2", 2, 0, marks=rule("trumpets:res-crt-ar2")),
        pytest.param("AR3", 3, 0, marks=rule("trumpets:res-crt-ar3")),
    ],
)
@rule("trumpets:gc-17")
def test_the_attacker_retreats_after_his_loss(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, code: str, hexes: int, steps: int
) -> None:
    t = duel(monkeypatch, dice, code)
    if steps:
        assert t.asked == "german losses"
        t.play("lose vg1")
    assert t.asked == "german retreat"
    board, home = t.g.setting.board, t.hex("1110")
    ends = {text.split()[2] for text in t.offered("retreat")}
    assert {board.distance(home, t.hex(end)) for end in ends} == {hexes}


@rule("trumpets:res-crt-ne")
def test_a_dash_is_no_effect(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = duel(monkeypatch, dice, "NE")
    assert t.decision is None
    assert not t.happened(LostStep, Eliminated, Retreated)
    assert (t.g.engaged, t.g.ca) == (0, 0)


@rule("trumpets:res-crt-att-step", "trumpets:note-crt-9", "trumpets:gc-15e")
def test_losses_from_both_dice(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """1-2: red 1 marked, white 6 1AR1: two steps of the attacker, then the retreat."""
    t = rolled(monkeypatch, dice, "1-2", 0, 1, 6)
    assert (t.combat.attrition, t.combat.result) == ("a1", "1AR1")
    t.play("lose vg1")
    assert t.asked == "german losses"
    t.play("lose vg2")
    assert (t.steps("vg1"), t.steps("vg2")) == (2, 2)
    assert t.asked == "german retreat"


@rule("trumpets:res-crt-att-afv")
def test_the_afv_loss_of_the_attacker(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """2-1, red 4: panzers and better infantry attacked; the panzers lose it (list 52.3)."""
    fix_odds(monkeypatch, "2-1")
    t = Table().put("1010", "r1").put("1110", "tiger").put("1109", "pg")
    dice(4, 6)
    t.fight().attack("1010", "tiger", "pg")
    assert (t.combat.attrition, t.steps("tiger"), t.steps("pg")) == ("a1v", 1, 3)


@rule("trumpets:gc-16", "trumpets:gc-17")
def test_the_defender_applies_his_results_first(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """3-1: red 4 marked, white 1 with -2: 1DR1. First the defender bleeds and goes."""
    t = rolled(monkeypatch, dice, "3-1", -2, 6, 1)
    assert (t.combat.attrition, t.combat.result) == ("a1", "1DR1")
    assert t.asked == "allied losses"
    t.play("lose r1")
    assert t.asked == "allied retreat"
    while t.asked == "allied retreat":
        t.play(sorted(t.offered("retreat"))[0])
    assert t.asked == "german losses"
    t.play("lose vg1")
    assert t.asked == "german advancing"


# -- cancelled attacks --------------------------------------------------------------------------


@rule("trumpets:cancel-1")
@pytest.mark.parametrize(
    ("weather", "squall", "dice_", "cancelled"),
    [
        ("snow", False, (3, 3), True), ("snow", False, (3, 4), False),
        ("heavy_fog", False, (1, 1), True), ("clear", True, (2, 2), True),
        ("clear", True, (2, 3), False), ("clear", False, (2, 2), False),
    ],
)  # fmt: skip
def test_doubles_cancel_an_attack_in_snow_heavy_fog_and_squalls(
    dice: Dice, weather: str, squall: bool, dice_: tuple[int, int], cancelled: bool
) -> None:
    t = Table(weather=weather, ground={"1010": "squall"} if squall else {})
    t.put("1010", "r1").put("1110", "vg1").put("1310", "vak1")
    t.fight().choose("1010", "vg1").play("guns vak")
    dice(*dice_, ...)
    t.play("attack")
    assert bool(t.happened(CombatCancelled)) == cancelled
    assert bool(t.happened(CombatResolved)) != cancelled
    assert t.is_("fired", "vak1")
    assert t.is_("fought", "vg1")


@rule("trumpets:cancel-2")
@pytest.mark.parametrize(
    ("weather", "dice_", "cancelled"),
    [("fog", (6, 6), True), ("fog", (5, 5), False), ("clear", (6, 6), False)],
)
def test_a_double_six_cancels_an_attack_in_fog(
    dice: Dice, weather: str, dice_: tuple[int, int], cancelled: bool
) -> None:
    t = Table(weather=weather).put("1010", "r1").put("1110", "vg1")
    t.fight().choose("1010", "vg1")
    dice(*dice_, ...)
    assert bool(t.play("attack").happened(CombatCancelled)) == cancelled


@rule("trumpets:cancel-1")
def test_the_squalls_of_the_schnee_eifel_end_with_the_22nd(dice: Dice) -> None:
    t = Table("23MO", ground={"1010": "squall"}).put("1010", "r1").put("1110", "vg1")
    dice(2, 2, ...)
    assert not t.fight().attack("1010", "vg1").happened(CombatCancelled)


@rule("trumpets:cancel-1")
def test_squalls_of_an_army_area(dice: Dice) -> None:
    t = Table(ground={"1010": "5PA"}).put("1010", "r1").put("1110", "vg1")
    t.g.squalls = frozenset({"5PA"})
    dice(2, 2)
    assert t.fight().attack("1010", "vg1").happened(CombatCancelled)


# -- roadblock ----------------------------------------------------------------------------------


@rule("trumpets:tab-pos-crt", "trumpets:rc-pos-4")
@pytest.mark.parametrize(("odds", "white", "hit"), [("4-1", 7, False), ("5-1", 8, True)])
def test_a_manned_roadblock_loses_steps_only_from_five_to_one(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, odds: str, white: int, hit: bool
) -> None:
    fix_odds(monkeypatch, odds, white - 6)
    t = Table().put("1010", "eng").put("1110", "pg").works("1010", "roadblock")
    t.fight().choose("1010", "pg")
    dice(1, 6, ...)
    t.play("attack")
    assert t.combat.result == "D1v"
    assert t.steps("eng") == (1 if hit else 2)
