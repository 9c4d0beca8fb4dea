"""Barrage shock (48.0, advanced): columns, coordination, both tables, what the cells do."""

from __future__ import annotations

import pytest

from salient.games.trumpets.charts.combat import NATIONS
from salient.games.trumpets.events import AttackBrokenOff, Barrage, CombatResolved, Marked
from salient.games.trumpets.fight.barrage import nation_of
from salient.games.trumpets.state import TrumpetsState
from tests.conftest import Dice
from tests.games.trumpets.table import Table

rule = pytest.mark.rule

ON_DEFENDER = {
    2: "CF+S CF+S* CF+S* CF+S* CF+S** CF+S** CF+S** CF+S***",
    3: "CF+S CF+S CF+S* CF+S* CF+S* CF+S** CF+S** CF+S**",
    4: "CF+S CF+S CF+S CF+S* CF+S* CF+S* CF+S** CF+S**",
    5: "CF CF+S CF+S CF+S CF+S* CF+S* CF+S* CF+S**",
    6: "CF CF CF+S CF+S CF+S CF+S* CF+S* CF+S*",
    7: "CF CF CF CF+S CF+S CF+S CF+S* CF+S*",
    8: "CF CF CF CF CF+S CF+S CF+S CF+S*",
    9: "CF CF CF CF CF CF+S CF+S CF+S",
    10: "CF CF CF CF CF CF CF+S CF+S",
    11: "CF CF CF CF CF CF CF CF+S",
    12: "CF CF CF CF CF CF CF CF",
}
ON_ATTACKER = {
    2: "1/2CF+S CF+S* CF+S* CF+S* CF+S** CF+S** CF+S** CF+S***",
    3: "1/2CF+S 1/2CF+S CF+S* CF+S* CF+S* CF+S** CF+S** CF+S**",
    4: "1/2CF+S 1/2CF+S 1/2CF+S CF+S* CF+S* CF+S* CF+S** CF+S**",
    5: "1/2CF+A 1/2CF+S 1/2CF+S 1/2CF+S CF+S* CF+S* CF+S* CF+S**",
    6: "1/2CF+A 1/2CF+A 1/2CF+S 1/2CF+S 1/2CF+S CF+S* CF+S* CF+S*",
    7: "1/2CF+A 1/2CF+A 1/2CF+A 1/2CF+S 1/2CF+S 1/2CF+S CF+S* CF+S*",
    8: "1/2CF 1/2CF+A 1/2CF+A 1/2CF+A 1/2CF+S 1/2CF+S 1/2CF+S CF+S*",
    9: "1/2CF 1/2CF 1/2CF+A 1/2CF+A 1/2CF+A 1/2CF+S 1/2CF+S 1/2CF+S",
    10: "1/2CF 1/2CF 1/2CF 1/2CF+A 1/2CF+A 1/2CF+A 1/2CF+S 1/2CF+S",
    11: "1/4CF 1/2CF 1/2CF 1/2CF 1/2CF+A 1/2CF+A 1/2CF+A 1/2CF+S",
    12: "1/4CF 1/4CF 1/2CF 1/2CF 1/2CF 1/2CF+A 1/2CF+A 1/2CF+A",
}
FIRST = {"us": 26, "british": 31, "german": 36}
"""CF of the first column; each column is five wide."""


def table(cf: int = 40, *, rules: str = "advanced") -> Table:
    """Germans of 54 AF before 1010, with guns of one formation that make some CF."""
    t = Table(rules=rules).put("1010", "r1", "eng").put("1110", "pz", "pg").put("1109", "kpz")
    t.put("1310", "vak1")
    set_cf(t, "vak1", cf)
    return t


CHOSEN: dict[int, int] = {}
"""CF of guns that a test has set."""


def set_cf(t: Table, gun: str, cf: int) -> None:
    """Let guns have some CF."""
    CHOSEN[t.unit(gun)] = cf


@pytest.fixture(autouse=True)
def guns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guns have the CF that a test has set, others theirs."""
    printed = TrumpetsState.cf
    CHOSEN.clear()
    monkeypatch.setattr(
        TrumpetsState, "cf", lambda self, unit: CHOSEN.get(unit, printed(self, unit))
    )


def shelled(t: Table, dice: Dice, *faces: int) -> Table:
    """The attack with its guns: barrage dice, then a dull combat."""
    t.fight().choose("1010", "pz", "pg", "kpz").play("guns vak")
    for text in sorted(t.offered("guns")):
        t.play(text)
    dice(*faces, 6, 5, ...)
    return t.play("attack")


def split(roll: int) -> tuple[int, int]:
    """Two dice with a sum."""
    return (min(roll - 1, 6), roll - min(roll - 1, 6))


# -- columns ------------------------------------------------------------------------------------


@rule("trumpets:tab-bd-cols", "trumpets:tab-ba-cols", "trumpets:note-bd-a", "trumpets:note-ba-a",
      "trumpets:gc-7a")  # fmt: skip
@pytest.mark.parametrize("nation", NATIONS)
@pytest.mark.parametrize("column", range(8))
def test_the_columns_of_each_nation(nation: str, column: int) -> None:
    charts = Table().g.setting.combat
    low = FIRST[nation] + 5 * column
    assert charts.barrage_column(nation, low) == column
    assert charts.barrage_column(nation, low - 1) == column - 1
    assert charts.barrage_column(nation, low + 4) == column
    assert charts.barrage_column(nation, 200) == 7


@rule("trumpets:gc-7a", "trumpets:tab-bd-cols")
@pytest.mark.parametrize(("cf", "column"), [(35, 0), (36, 1), (40, 1), (41, 2), (71, 8)])
def test_german_guns_need_thirty_six(dice: Dice, cf: int, column: int) -> None:
    t = shelled(table(cf), dice, *([] if not column else [6, 6]))
    found = t.happened(Barrage)
    assert [event.column for event in found] == ([column] if column else [])


@rule("trumpets:gc-7", "trumpets:doc-advanced")
def test_the_standard_game_has_no_barrages(dice: Dice) -> None:
    assert not shelled(table(71, rules="standard"), dice).happened(Barrage)


@rule("trumpets:gc-7a", "trumpets:tab-ba-cols")
@pytest.mark.parametrize(("cf", "rolls"), [(25, False), (26, True)])
def test_us_guns_need_twenty_six(dice: Dice, cf: int, rolls: bool) -> None:
    t = Table(rules="advanced").put("1010", "r1").put("1110", "pz", "pg").put("0810", "fa1")
    set_cf(t, "fa1", cf)
    t.fight().choose("1010", "pz", "pg").play("attack")
    dice(*([6, 6] if rolls else []), 6, 5, ...)
    assert bool(t.play("guns fa106").happened(Barrage)) == rolls


# -- coordination -------------------------------------------------------------------------------


@rule("trumpets:note-bd-b", "trumpets:note-bd-c", "trumpets:note-bd-e", "trumpets:note-bd-f",
      "trumpets:note-bd-g")  # fmt: skip
@pytest.mark.parametrize(("die", "coordinated"), [(1, True), (3, True), (4, False), (6, False)])
def test_two_german_formations_coordinate_on_three(dice: Dice, die: int, coordinated: bool) -> None:
    t = table(30).put("1311", "hvy")
    shelled(t, dice, die, *([2, 2] if coordinated else []))
    (event,) = t.happened(Barrage)
    assert (event.die, event.roll) == (die, 4 if coordinated else 0)
    assert t.g.shock == (1 << t.unit("r1") | 1 << t.unit("eng") if coordinated else 0)
    assert t.combat.attack == 54 + 42  # note-bd-g


@rule("trumpets:note-bd-d", "trumpets:note-bd-b")
@pytest.mark.parametrize(("die", "coordinated"), [(5, True), (6, False)])
def test_two_us_formations_coordinate_on_five(dice: Dice, die: int, coordinated: bool) -> None:
    t = Table(rules="advanced").put("1010", "vg1").put("1110", "r1", "r2", "r3")
    t.put("1310", "fa1").put("1311", "fa3")
    t.g.assign(t.unit("fa3"), t.formation("VIII"))
    set_cf(t, "fa3", 20)
    t.fight("allied").choose("1010", "r1", "r2", "r3").play("guns fa106", "guns favii")
    dice(die, *([6, 6] if coordinated else []), 6, 5, ...)
    t.play("attack")
    (event,) = t.happened(Barrage)
    assert (event.die, bool(event.roll)) == (die, coordinated)


@rule("trumpets:note-bd-b")
def test_one_formation_needs_no_coordination(dice: Dice) -> None:
    (event,) = shelled(table(40), dice, 5, 6).happened(Barrage)
    assert event.die == 0


@rule("trumpets:note-ba-b", "trumpets:note-ba-d", "trumpets:note-ba-e", "trumpets:note-ba-f")
@pytest.mark.parametrize(("die", "coordinated"), [(5, True), (6, False)])
def test_us_formations_coordinate_on_five(dice: Dice, die: int, coordinated: bool) -> None:
    """40 CF not coordinated are 10."""
    t = table(1).put("0809", "fa3")
    set_cf(t, "fa3", 60)
    t = answered(t, dice, 20, [die, *([6, 6] if coordinated else [])])
    event = t.happened(Barrage)[0]
    assert (event.die, event.roll) == (die, 12 if coordinated else 0)
    expected = 20 if coordinated else 10
    assert t.combat.defence == 13 + 8 + expected


@rule("trumpets:note-ba-c", "trumpets:note-ba-b")
@pytest.mark.parametrize(("die", "coordinated"), [(3, True), (4, False)])
def test_german_defenders_coordinate_on_three(dice: Dice, die: int, coordinated: bool) -> None:
    t = Table(rules="advanced").put("1010", "vg1", "vg2").put("1110", "r1", "r2")
    t.put("0810", "ar1").put("0811", "hvy")
    set_cf(t, "ar1", 30)
    set_cf(t, "hvy", 10)
    t.fight("allied").choose("1010", "r1", "r2").play("attack", "guns ar12")
    dice(die, *([6, 6] if coordinated else []), 6, 5, ...)
    t.play("guns hvy")
    (event,) = t.happened(Barrage)
    assert (event.die, bool(event.roll)) == (die, coordinated)


@rule("trumpets:rc-bar-1")
def test_us_and_british_guns_use_the_british_row() -> None:
    t = Table()
    assert nation_of(t.g, [t.unit("fa1"), t.unit("br25")]) == "british"
    assert nation_of(t.g, [t.unit("fa1")]) == "us"


@rule("trumpets:rc-bar-1")
def test_rockets_and_artillery_count_together(dice: Dice) -> None:
    """26 and 10 are 36: a column; they are two formations."""
    t = table(26).put("1210", "nw1")
    set_cf(t, "nw1", 10)
    shelled(t, dice, 1, 6, 6)
    assert [event.column for event in t.happened(Barrage)] == [1]


@rule("trumpets:rc-art-5")
def test_surplus_guns_count_for_the_column(dice: Dice) -> None:
    """10 AF let 20 CF count for the odds, but 71 CF are column 8."""
    t = Table(rules="advanced").put("1010", "r1").put("1110", "stug").put("1310", "vak1")
    set_cf(t, "vak1", 71)
    t.fight().choose("1010", "stug").play("guns vak")
    dice(6, 6, 6, 5, ...)
    t.play("attack")
    assert t.happened(Barrage)[0].column == 8
    assert t.combat.attack == 10 + 20


# -- on the defender ----------------------------------------------------------------------------


@rule("trumpets:tab-bd", "trumpets:res-bd-cf", "trumpets:gc-7b")
@pytest.mark.parametrize(
    "roll", [pytest.param(roll, marks=rule(f"trumpets:tab-bd-{roll}")) for roll in ON_DEFENDER]
)
@pytest.mark.parametrize("column", range(8))
def test_the_barrage_on_the_defender(dice: Dice, roll: int, column: int) -> None:
    t = shelled(table(36 + 5 * column), dice, *split(roll))
    cell = ON_DEFENDER[roll].split()[column]
    shocked, stars = "S" in cell, cell.count("*")
    assert t.combat.attack == 54 + 36 + 5 * column
    assert t.combat.defence == (11 if shocked else 21)
    assert t.drm.get("drm-bd-star", 0) == -stars
    assert t.is_("shock", "r1") == shocked


@rule("trumpets:res-bd-s", "trumpets:res-bd-mark", "trumpets:res-bd-eng", "trumpets:we-24",
      "trumpets:drm-bd-star", "trumpets:gc-7b")  # fmt: skip
def test_shock_halves_the_hex_and_silences_its_engineers(dice: Dice) -> None:
    """13 and 8 are 21: 11. Three stars are -3."""
    t = shelled(table(71), dice, 1, 1)
    assert (t.combat.defence, t.drm["drm-bd-star"]) == (11, -3)
    assert "we-24" not in t.drm
    assert t.happened(Marked)[0].units == (t.unit("r1"), t.unit("eng"))
    assert "we-24" in shelled(table(36), dice, 6, 6).drm


@rule("trumpets:res-bd-s", "trumpets:rc-art-5")
def test_the_defenders_guns_are_limited_before_the_shock(dice: Dice) -> None:
    """8 DF let 16 of 25 CF count; the shock halves the 8, not the guns."""
    t = Table(rules="advanced").put("1010", "eng").put("1110", "pz", "pg").put("0810", "fa1")
    t.put("1310", "vak1")
    set_cf(t, "vak1", 71)
    set_cf(t, "fa1", 25)
    t.fight().choose("1010", "pz", "pg").play("guns vak", "attack")
    dice(1, 1, 6, 5, ...)
    t.play("guns fa106")
    assert t.combat.defence == 4 + 16


@rule("trumpets:tab-pos-tot", "trumpets:tab-fa-clear")
@pytest.mark.parametrize(("position", "rolls"), [("ip6", True), ("strongpoint", False)])
def test_time_on_target_against_a_strongpoint_counts_half(
    dice: Dice, position: str, rolls: bool
) -> None:
    """30 CF are enough for a barrage, 15 are not."""
    t = Table(rules="advanced").put("1010", "vg1").put("1110", "r1", "r2", "r3").put("1310", "fa1")
    set_cf(t, "fa1", 30)
    t.works("1010", position).fight("allied").choose("1010", "r1", "r2", "r3").play("guns fa106")
    dice(*([6, 6] if rolls else []), 6, 5, ...)
    assert bool(t.play("attack").happened(Barrage)) == rolls


# -- on the attacker ----------------------------------------------------------------------------


def answered(t: Table, dice: Dice, cf: int, faces: list[int], choose: str = "1110") -> Table:
    """The defender's guns, of one formation that makes some CF, answer the attack."""
    t.put("0810", "fa1")
    set_cf(t, "fa1", cf)
    t.fight().choose("1010", "pz", "pg", "kpz").play("attack")
    for text in sorted(t.offered("guns")):
        if text in t.offered():
            dice(*faces, 6, 5, ...)
            t.play(text)
    if t.asked == "allied answering":
        t.play("done")
    if t.asked == "allied barrage":
        dice(*faces, 6, 5, ...)
        t.play(f"choose {choose}")
    return t


def fire_of(cell: str, cf: int) -> int:
    """What a cell adds to the defence."""
    if cell.startswith("1/2"):
        return -(-cf // 2)
    return int(cf / 4 + 0.5) if cell.startswith("1/4") else cf


@rule("trumpets:tab-ba", "trumpets:res-ba-cf", "trumpets:res-ba-half", "trumpets:res-ba-quarter",
      "trumpets:drm-ba-star")  # fmt: skip
@pytest.mark.parametrize(
    "roll", [pytest.param(roll, marks=rule(f"trumpets:tab-ba-{roll}")) for roll in ON_ATTACKER]
)
@pytest.mark.parametrize("column", range(8))
def test_the_barrage_on_the_attacker(dice: Dice, roll: int, column: int) -> None:
    """Attackers from two hexes: half the guns count; the panzers in 1109 go on."""
    cf = 26 + 5 * column
    t = answered(table(1), dice, 2 * cf, [*split(roll)])
    cell = ON_ATTACKER[roll].split()[column]
    event = t.happened(Barrage)[0]
    assert (event.column, event.cf) == (column + 1, cf)
    if "A" in cell or "S" in cell:
        while t.asked == "german retreat":
            t.play(sorted(t.offered("retreat"))[0])
        assert t.asked == "german breaking_off"
        dice(6, 5, ...)
        t.play("attack")
        assert t.combat.attack == 20
    else:
        assert t.combat.attack == 54
    assert t.combat.defence == 21 + min(fire_of(cell, cf), 42)
    assert t.drm.get("drm-ba-star", 0) == cell.count("*")
    assert t.is_("shock", "pz") == ("S" in cell)


@rule("trumpets:res-ba-s", "trumpets:res-ba-mark")
def test_shocked_attackers_retreat_a_hex(dice: Dice) -> None:
    """Every unit of the hex is shocked, also the HQ that did not attack."""
    t = answered(table(1).put("1110", "HQ-1SS"), dice, 122, [1, 1])
    assert {name for name in ("pz", "pg", "HQ-1SS", "kpz") if t.is_("shock", name)} == {
        "pz", "pg", "HQ-1SS",
    }  # fmt: skip
    assert t.asked == "german retreat"
    t.play("retreat pz 1210", "retreat pg 1210")
    assert (t.where("pz"), t.where("HQ-1SS")) == ("1210", "1110")


@rule("trumpets:res-ba-a")
def test_aborted_attackers_stay_and_are_out(dice: Dice) -> None:
    t = answered(table(1), dice, 52, [3, 3])
    assert t.asked == "german breaking_off"
    assert (t.where("pz"), t.is_("shock", "pz"), t.is_("fought", "pz")) == ("1110", False, True)
    assert t.g.fight.attackers == (t.unit("kpz"),)


@rule("trumpets:res-ba-a", "trumpets:rc-bar-2")
def test_the_rest_may_break_off(dice: Dice) -> None:
    t = answered(table(1), dice, 52, [3, 3]).play("cancel")
    assert t.happened(AttackBrokenOff)
    assert not t.happened(CombatResolved)
    assert t.g.attack is None


@rule("trumpets:res-ba-a")
def test_nobody_left_is_the_end_of_the_attack(dice: Dice) -> None:
    t = Table(rules="advanced").put("1010", "r1").put("1110", "pz", "pg").put("0810", "fa1")
    set_cf(t, "fa1", 26)
    t.fight().choose("1010", "pz", "pg").play("attack")
    dice(3, 3)
    t.play("guns fa106")
    assert t.happened(AttackBrokenOff)
    assert t.decision is None


@rule("trumpets:rc-bar-2")
def test_the_defender_names_the_hex(dice: Dice) -> None:
    t = answered(table(1), dice, 52, [3, 3], choose="1109")
    assert set(t.g.fight.attackers) == {t.unit("pz"), t.unit("pg")}


@rule("trumpets:gc-7")
def test_the_attack_barrage_comes_first(dice: Dice) -> None:
    t = table(71).put("0810", "fa1")
    set_cf(t, "fa1", 52)
    t.fight().choose("1010", "pz", "pg", "kpz").play("guns vak", "attack")
    dice(6, 6, ...)
    t.play("guns fa106")
    assert t.asked == "allied barrage"
    assert [event.side for event in t.happened(Barrage)] == [0]
    dice(6, 6, 6, 5, ...)
    t.play("choose 1110")
    assert [event.side for event in t.happened(Barrage)] == [0, 1]
