"""Blitzkrieg attacks (57.0): the table, who may, and how they pass the defender."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import BlitzResolved, Retreated
from tests.conftest import Dice
from tests.games.trumpets.battles import blitzes
from tests.games.trumpets.table import Table, fix_odds

rule = pytest.mark.rule

BLITZ = {
    -2: "Adv3 Adv3 Adv4 Adv4", -1: "Adv2 Adv3 Adv4 Adv4", 0: "Adv2 Adv2 Adv3 Adv4",
    1: "Adv1 Adv2 Adv3 Adv3", 2: "Adv1 Adv1 Adv2 Adv3", 3: "NE Adv1 Adv2 Adv2",
    4: "NE NE Adv1 Adv2", 5: "Eng NE Adv1 Adv1", 6: "A1 Eng NE Adv1", 7: "A1 A1 NE NE",
    8: "A2 A1 Eng NE", 9: "A2 A2 A1 Eng",
}  # fmt: skip
COLUMNS = ("2-1", "3-1", "4-1", "5-1", "6-1", "7-1")


def blitz(
    monkeypatch: pytest.MonkeyPatch,
    dice: Dice,
    odds: str,
    roll: int,
    *units: str,
    table: Table | None = None,
) -> Table:
    """A blitzkrieg attack out of 1110 on 1010 with a modified roll."""
    die = max(1, min(roll, 6))
    fix_odds(monkeypatch, odds, roll - die)
    t = table or Table().put("1010", "r1").put("1110", *(units or ("pz",)))
    t.fight().choose("1010", *(units or ("pz",)))
    dice(die, ...)
    t.play("blitz")
    return t


def result(t: Table) -> str:
    (event,) = t.happened(BlitzResolved)
    return str(event.result)


def ends(t: Table, unit: str) -> set[str]:
    return {text.split()[2] for text in t.offered("advance") if text.split()[1] == unit}


def passed(dice: Dice, odds: str, roll: int) -> Table:
    """A blitzkrieg with real units that comes to a column and to a modified roll."""
    drm = -4 if roll < -2 else -3 if roll <= 3 else 3 if roll <= 9 else 4
    battle = blitzes()[odds, drm]
    t = battle.declare()
    dice(roll - drm, ...)
    battle.resolve(t)
    (event,) = t.happened(BlitzResolved)
    assert (event.column, event.die) == (odds, roll - drm)
    assert sum(one.value for one in event.drm) == drm or abs(drm) == 4
    return t


@rule("trumpets:tab-blitz")
@pytest.mark.parametrize(
    "roll", [pytest.param(roll, marks=rule(f"trumpets:tab-blitz-{roll}")) for roll in BLITZ]
)
@pytest.mark.parametrize("odds", COLUMNS)
def test_the_table(dice: Dice, odds: str, roll: int) -> None:
    cells = BLITZ[roll].split()
    assert result(passed(dice, odds, roll)) == cells[min(COLUMNS.index(odds), 3)]


@rule("trumpets:tab-blitz")
@pytest.mark.parametrize(("roll", "row"), [(-3, -2), (10, 9)])
@pytest.mark.parametrize("odds", COLUMNS)
def test_rolls_beyond_the_table_use_its_ends(dice: Dice, odds: str, roll: int, row: int) -> None:
    cells = BLITZ[row].split()
    assert result(passed(dice, odds, roll)) == cells[min(COLUMNS.index(odds), 3)]


# -- who and when -------------------------------------------------------------------------------


@rule("trumpets:sop-28", "trumpets:rc-blitz-1")
@pytest.mark.parametrize(("odds", "allowed"), [("3-2", False), ("2-1", True), ("1-1", False)])
def test_the_odds_must_be_two_to_one(
    monkeypatch: pytest.MonkeyPatch, odds: str, allowed: bool
) -> None:
    fix_odds(monkeypatch, odds)
    t = Table().put("1010", "r1").put("1110", "pz").fight().choose("1010", "pz")
    assert ("blitz" in t.offered()) == allowed


@rule("trumpets:rc-blitz-1")
@pytest.mark.parametrize(
    ("units", "allowed"),
    [
        (("pz",), True), (("aa1",), True), (("pz", "pg"), True), (("pg",), False),
        (("vg1",), False), (("stug",), False), (("tiger",), True),
    ],
)  # fmt: skip
def test_front_line_vehicles_with_afv_or_reconnaissance(
    monkeypatch: pytest.MonkeyPatch, units: tuple[str, ...], allowed: bool
) -> None:
    fix_odds(monkeypatch, "4-1")
    t = Table().put("1010", "r1").put("1110", *units).fight().choose("1010", *units)
    assert ("blitz" in t.offered()) == allowed


@rule("trumpets:rc-blitz-1")
def test_those_who_left_their_vehicles_do_not_blitz(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_odds(monkeypatch, "4-1")
    t = Table().put("1010", "r1").put("1110", "pz", "pg").flag("dismounted", "pg")
    assert "blitz" not in t.fight().choose("1010", "pz", "pg").offered()


@rule("trumpets:note-blitz-1", "trumpets:note-blitz-2", "trumpets:we-03", "trumpets:we-12",
      "trumpets:we-13", "trumpets:we-26", "trumpets:we-27")  # fmt: skip
@pytest.mark.parametrize(
    ("turn", "weather", "shift", "drm"),
    [
        ("19AF", "clear", 0, {"we-12": -1, "we-26": 1}),
        ("19AF", "fog", 1, {"we-11": -1, "we-13": -2, "we-25": 1, "we-27": 2}),
        ("19AF", "snow", 1, {"we-11": -1, "we-13": -2, "we-25": 1, "we-27": 2}),
        ("19EV", "clear", 1, {"we-11": -1, "we-13": -2, "we-25": 1, "we-27": 2}),
    ],
)
def test_ardennes_44_by_clear_day_tigers_in_the_mist_otherwise(
    dice: Dice, turn: str, weather: str, shift: int, drm: dict[str, int]
) -> None:
    """Reconnaissance on both sides; the lines of a normal attack stay what they are."""
    t = Table(turn, weather).put("1010", "cav").put("1110", "aa1", "pz", "pg")
    t.fight().choose("1010", "aa1", "pz", "pg")
    dice(3, ...)
    t.play("blitz")
    (event,) = t.happened(BlitzResolved)
    shifts = {one.rule: one.value for one in event.shifts}
    drms = {one.rule: one.value for one in event.drm}
    drms.pop("gc-9a")
    assert (shifts.get("we-03", 0), drms) == (shift, drm)


@rule("trumpets:we-03", "trumpets:we-12", "trumpets:we-13", "trumpets:we-26", "trumpets:we-27")
@pytest.mark.parametrize(("turn", "weather"), [("19AF", "clear"), ("19AF", "fog")])
def test_a_normal_attack_has_none_of_these_lines(dice: Dice, turn: str, weather: str) -> None:
    t = Table(turn, weather).put("1010", "cav").put("1110", "aa1", "pz", "pg")
    dice(3, 4, ...)
    t.fight().attack("1010", "aa1", "pz", "pg")
    assert not {*t.shifts, *t.drm} & {"we-03", "we-12", "we-13", "we-26", "we-27"}


@rule("trumpets:note-blitz-3")
def test_terrain_and_positions_count(dice: Dice) -> None:
    t = Table(ground={"1010": "broken"}).put("1010", "aaw").put("1110", "pz", "pg")
    t.works("1010", "strongpoint").fight().choose("1010", "pz", "pg")
    dice(3, ...)
    t.play("blitz")
    (event,) = t.happened(BlitzResolved)
    shifts = {one.rule: one.value for one in event.shifts}
    assert (shifts["tab-terrain-broken"], shifts["tab-pos-crt"]) == (-1, -1)


@rule("trumpets:sop-28")
def test_guns_of_the_defender_can_spoil_it(dice: Dice) -> None:
    """Panzers 34 against 13 are 2-1; with 26 CF they are below the table, and nothing happens."""
    t = Table().put("1010", "r1").put("1110", "pz", "pg").put("0810", "fa1", "fa2")
    t.fight().choose("1010", "pz", "pg").play("blitz")
    dice(1)
    t.play("guns fa106")
    assert (result(t), t.decision) == ("NE", None)


# -- results ------------------------------------------------------------------------------------


@rule("trumpets:sop-28a", "trumpets:note-blitz-4", "trumpets:note-blitz-5", "trumpets:rc-blitz-2")
def test_the_attackers_pass_and_the_defender_stays(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """Adv2: first 1009's side or the other, next to both hexes, then one more; not the hex."""
    t = blitz(monkeypatch, dice, "3-1", 1)
    assert result(t) == "Adv2"
    assert ends(t, "pz") >= {"1109", "1011"}
    assert "1010" not in ends(t, "pz")
    board = t.g.setting.board
    assert max(board.distance(t.hex("1110"), t.hex(to)) for to in ends(t, "pz")) == 2
    t.play("advance pz 1009")
    assert (t.where("pz"), t.where("r1")) == ("1009", "1010")
    assert not t.happened(Retreated)


@rule("trumpets:rc-blitz-2")
def test_other_zones_stop_them(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """Rifles in 1108 control 1109 and 1009; the way over 1011 is open."""
    t = Table().put("1010", "r1").put("1110", "pz").put("1108", "r2")
    blitz(monkeypatch, dice, "5-1", 1, table=t)
    assert "1109" in ends(t, "pz")
    assert "1008" not in ends(t, "pz")
    assert "0912" in ends(t, "pz")


@rule("trumpets:note-blitz-6")
@pytest.mark.parametrize(("unit", "hexes"), [("aa1", 2), ("pz", 1)])
def test_reconnaissance_goes_twice_as_far(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, unit: str, hexes: int
) -> None:
    t = blitz(monkeypatch, dice, "2-1", 1, unit)
    board, home = t.g.setting.board, t.hex("1110")
    assert max(board.distance(home, t.hex(to)) for to in ends(t, unit)) == hexes


@rule("trumpets:rc-blitz-3")
@pytest.mark.parametrize(("roll", "steps"), [(6, 1), (8, 2)])
def test_a1_and_a2_cost_steps(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, roll: int, steps: int
) -> None:
    t = blitz(monkeypatch, dice, "2-1", roll)
    assert (result(t), t.steps("pz"), t.decision) == (f"A{steps}", 3 - steps, None)


@rule("trumpets:tab-blitz")
def test_eng_engages_both_sides(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = blitz(monkeypatch, dice, "2-1", 5)
    assert t.is_("engaged", "pz")
    assert t.is_("engaged", "r1")


@rule("trumpets:tab-blitz", "trumpets:note-blitz-4")
def test_ne_changes_nothing(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = blitz(monkeypatch, dice, "2-1", 3)
    assert (t.decision, t.g.engaged, t.where("r1")) == (None, 0, "1010")
