"""Step losses: the four lists (52.3 to 52.6), substitutes, HQs, enhanced AFV combat (53.0)."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import Eliminated
from salient.games.trumpets.harm.losses import Losses, lose_steps
from tests.conftest import Dice
from tests.games.trumpets.table import Table, fix_odds

rule = pytest.mark.rule


def hit_attackers(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, *units: str, afv: bool, rules: str = "standard"
) -> Table:
    """An attack at 2-1 whose red die takes a step (3) or an AFV step (4) of the attackers."""
    fix_odds(monkeypatch, "2-1")
    t = Table(rules=rules).put("1010", "r1")
    for number, unit in enumerate(units):
        t.put(("1110", "1109", "0910", "0909")[number], unit)
    dice(4 if afv else 3, 6)
    return t.fight().attack("1010", *units)


def hit_defenders(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, *units: str, afv: bool, side: str = "german"
) -> Table:
    """An attack at 3-2 whose white die takes a step (3) or an AFV step (4) of the defenders."""
    fix_odds(monkeypatch, "3-2")
    ours = "vg1" if side == "german" else "r1"
    t = Table().put("1010", *units).put("1110", ours)
    dice(6, 4 if afv else 3)
    return t.fight(side).attack("1010", ours)


def hurt(t: Table) -> set[str]:
    """Units with fewer steps than printed."""
    return {
        unit.id
        for number, unit in enumerate(t.g.setting.units)
        if t.g.steps_left[number] < unit.steps
    }


# -- the lists ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "victim"),
    [
        pytest.param(("tiger", "pz", "pg"), "pz", marks=rule("trumpets:loss-aafv-1")),
        pytest.param(("tiger", "stug", "pg"), "tiger", marks=rule("trumpets:loss-aafv-1")),
        pytest.param(("stug", "pg", "pi"), "stug", marks=rule("trumpets:loss-aafv-2")),
        pytest.param(("vg4", "pg", "pi"), "pg", marks=rule("trumpets:loss-aafv-3")),
        pytest.param(("pi", "ss2"), "pi", marks=rule("trumpets:loss-aafv-4")),
    ],
)
@rule("trumpets:tab-loss")
def test_afv_losses_of_the_attacker(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, units: tuple[str, ...], victim: str
) -> None:
    """The first kind on the list, and of that the unit with the highest ER; ss2 is elsewhere."""
    here = tuple(unit for unit in units if unit != "ss2")
    assert hurt(hit_attackers(monkeypatch, dice, *here, afv=True)) == {victim}


@pytest.mark.parametrize(
    ("units", "victim"),
    [
        pytest.param(("vg4", "vg1", "pi"), "vg1", marks=rule("trumpets:loss-aloss-1")),
        pytest.param(("vg4", "tiger", "stug"), "tiger", marks=rule("trumpets:loss-aloss-1")),
        pytest.param(("tiger", "pg"), "pg", marks=rule("trumpets:loss-aloss-1")),
        pytest.param(("stug",), "stug", marks=rule("trumpets:loss-aloss-2")),
    ],
)
@rule("trumpets:tab-loss")
def test_losses_of_the_attacker(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, units: tuple[str, ...], victim: str
) -> None:
    assert hurt(hit_attackers(monkeypatch, dice, *units, afv=False)) == {victim}


@pytest.mark.parametrize(
    ("units", "victim"),
    [
        pytest.param(("tk", "rng"), "tk", marks=rule("trumpets:loss-dafv-1")),
        pytest.param(("m10", "rng"), "m10", marks=rule("trumpets:loss-dafv-1")),
        pytest.param(("r1", "eng", "fa1"), "r1", marks=rule("trumpets:loss-dafv-2")),
        pytest.param(("cav", "eng"), "cav", marks=rule("trumpets:loss-dafv-2")),
        pytest.param(("eng", "fa1"), "eng", marks=rule("trumpets:loss-dafv-3")),
        pytest.param(("fa1", "HQ-106ID"), "fa1", marks=rule("trumpets:loss-dafv-4")),
        pytest.param(("HQ-106ID",), "HQ-106ID", marks=rule("trumpets:loss-dafv-5")),
    ],
)
@rule("trumpets:tab-loss")
def test_afv_losses_of_the_defender(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, units: tuple[str, ...], victim: str
) -> None:
    assert hurt(hit_defenders(monkeypatch, dice, *units, afv=True)) == {victim}


@pytest.mark.parametrize(
    ("units", "victim"),
    [
        pytest.param(("r1", "eng", "fa1"), "r1", marks=rule("trumpets:loss-dloss-1")),
        pytest.param(("tk", "m10"), "tk", marks=rule("trumpets:loss-dloss-1")),
        pytest.param(("eng", "fa1"), "eng", marks=rule("trumpets:loss-dloss-2")),
        pytest.param(("fa1", "HQ-106ID"), "fa1", marks=rule("trumpets:loss-dloss-3")),
        pytest.param(("HQ-106ID",), "HQ-106ID", marks=rule("trumpets:loss-dloss-4")),
    ],
)
@rule("trumpets:tab-loss")
def test_losses_of_the_defender(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, units: tuple[str, ...], victim: str
) -> None:
    assert hurt(hit_defenders(monkeypatch, dice, *units, afv=False)) == {victim}


@rule("trumpets:tab-loss", "trumpets:gc-19")
def test_among_equals_the_owner_chooses(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = hit_defenders(monkeypatch, dice, "r1", "r2", "eng", afv=False)
    assert t.asked == "allied losses"
    assert t.offered() == {"lose r1", "lose r2"}


@rule("trumpets:note-loss-1")
def test_hits_go_down_the_list_and_then_where_the_owner_likes() -> None:
    """Three hits on two units: one each, then a choice."""
    t = Table().put("1010", "r1", "eng")
    units = (t.unit("r1"), t.unit("eng"))
    t.run(Losses(1, units, "defender_loss", 3))
    assert (t.steps("r1"), t.steps("eng")) == (2, 1)
    assert t.offered() == {"lose r1", "lose eng"}
    t.play("lose eng")
    assert t.where("eng") == ""


@rule("trumpets:note-loss-1")
def test_two_hits_on_one_unit() -> None:
    t = Table().put("1010", "r1")
    t.run(Losses(1, (t.unit("r1"),), "defender_loss", 2))
    assert t.steps("r1") == 1


# -- what becomes of them -----------------------------------------------------------------------


@rule("trumpets:rc-unit-2")
def test_the_last_step_is_the_unit_with_all_its_markers(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    fix_odds(monkeypatch, "3-2")
    t = Table().put("1010", "eng", steps=1).put("1110", "vg1").flag("engaged", "eng")
    t.g.engaged_since[t.unit("eng")] = 1
    dice(6, 3, ...)
    t.fight().attack("1010", "vg1")
    assert t.happened(Eliminated)
    assert (t.where("eng"), t.g.engaged, t.g.engaged_since) == ("", 0, {})


@rule("trumpets:note-loss-2", "trumpets:rc-sub-1")
def test_a_hit_on_a_substitute_removes_a_battalion_of_the_owners_choice(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """5, 6 and 8 CF are 19; without the 6 they are 13."""
    t = hit_defenders(monkeypatch, dice, "sub", afv=False, side="allied")
    assert t.asked == "german battalion"
    assert t.offered() == {"lose sa", "lose sb", "lose sc"}
    assert t.g.cf(t.unit("sub")) == 19
    t.play("lose sb")
    assert (t.steps("sub"), t.g.cf(t.unit("sub"))) == (2, 13)


@rule("trumpets:note-loss-2")
def test_a_substitute_eliminated_takes_its_battalions_along(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    fix_odds(monkeypatch, "7-1", -4)
    t = Table().put("1010", "sub").put("1110", "r1")
    dice(6, 1)
    t.fight("allied").attack("1010", "r1")
    assert [t.steps(name) for name in ("sub", "sa", "sb", "sc")] == [0, 0, 0, 0]


@rule("trumpets:note-loss-2", "trumpets:rc-sub-1")
def test_who_loses_all_battalions_at_once_is_not_asked_for_one() -> None:
    """Two hits of a retreat take the last two; a question without answers would end the game."""
    t = Table().put("1010", "sub", steps=2)
    t.g.steps_left[t.unit("sc")] = 0
    lose_steps(t.g, t.unit("sub"), 2, t.events)
    t.run(*t.g.steps)
    assert t.asked == ""
    assert [t.steps(name) for name in ("sub", "sa", "sb", "sc")] == [0, 0, 0, 0]


# -- enhanced AFV combat (advanced) ---------------------------------------------------------------


@rule("trumpets:afv-1", "trumpets:rc-afv-1")
@pytest.mark.parametrize(
    ("rules", "guns", "left"),
    [("advanced", "pak", 1), ("advanced", "vg2", 2), ("standard", "pak", 2)],
)
def test_german_anti_tank_guns_hit_twice(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, rules: str, guns: str, left: int
) -> None:
    fix_odds(monkeypatch, "3-2")
    t = Table(rules=rules).put("1010", "tk").put("1110", "vg1", guns)
    dice(6, 4)
    t.fight().attack("1010", "vg1", guns)
    assert t.steps("tk") == left


@rule("trumpets:afv-1", "trumpets:rc-afv-1")
def test_allied_attackers_suffer_the_same(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    fix_odds(monkeypatch, "2-1")
    t = Table(rules="advanced").put("1010", "pak", "vg1").put("1110", "tk")
    dice(4, 6)
    t.fight("allied").attack("1010", "tk")
    assert t.steps("tk") == 1


@rule("trumpets:afv-1")
def test_an_ordinary_step_loss_is_not_doubled(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    fix_odds(monkeypatch, "3-2")
    t = Table(rules="advanced").put("1010", "tk").put("1110", "vg1", "pak")
    dice(6, 3)
    t.fight().attack("1010", "vg1", "pak")
    assert t.steps("tk") == 2


@rule("trumpets:afv-2", "trumpets:rc-afv-2")
@pytest.mark.parametrize(
    ("rules", "attacker", "left"),
    [("advanced", "m10", 2), ("advanced", "m36", 1), ("standard", "m10", 1)],
)
def test_heavy_armour_ignores_afv_losses_without_improved_guns(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, rules: str, attacker: str, left: int
) -> None:
    fix_odds(monkeypatch, "3-2")
    t = Table(rules=rules).put("1010", "tiger").put("1110", attacker)
    dice(6, 4)
    t.fight("allied").attack("1010", attacker)
    assert t.steps("tiger") == left


@rule("trumpets:afv-2")
def test_lighter_armour_does_not(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    fix_odds(monkeypatch, "3-2")
    t = Table(rules="advanced").put("1010", "pz").put("1110", "m10")
    dice(6, 4)
    t.fight("allied").attack("1010", "m10")
    assert t.steps("pz") == 2
