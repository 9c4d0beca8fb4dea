"""Exact odds: by hand, as probabilities must behave, and against the engine's own dice."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.engine import SetupError
from salient.engine.forecast import Forecast
from salient.games.bulge.events import CombatResolved
from salient.games.bulge.setting import ODDS, BulgeSetting
from salient.games.bulge.show.odds import chances
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield
from tests.games.bulge.table import TOY


def forecast(t: Battlefield, place: str) -> Forecast:
    """The forecast of the attack on a hex; there must be one."""
    found = t.game.forecast(t.g, t.place(place))
    assert found is not None
    return found


def odds(**words: object) -> Forecast:
    """A described attack."""
    texts = {name: str(value) for name, value in words.items()}
    return TOY.describe_combat(TOY.setting("campaign"), texts)


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.rule("bulge:8.3-5a")
def test_the_chance_of_a_result_is_that_of_its_dice() -> None:
    """4:1: DElim on 2, D2R on 3, D1R on 4 and 5, D2 on 6, D1 on 7 and so on."""
    setting = TOY.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    found = {result: round(chance * 36) for result, chance in chances(setting, 4).items()}
    assert found == {
        "DElim": 1, "D2R": 2, "D1R": 3 + 4, "D2": 5, "D1": 6, "Ex2": 5 + 4, "Cont": 3, "A1": 2,
        "A1R": 1,
    }  # fmt: skip


@given(st.integers(1, 60), st.integers(1, 20), st.integers(-6, 3))
@settings(deadline=None, max_examples=60)
def test_chances_add_up_to_one(attack: int, defence: int, shift: int) -> None:
    found = odds(attack=attack, defence=defence, shift=shift)
    assert all(sum(table.values()) == pytest.approx(1) for table in found.tables.values())
    assert 0 <= found.figures.get("defender_gone", 0) <= 1 + 1e-9


# -- described attacks ----------------------------------------------------------------------------


def test_a_described_attack_comes_out_as_worked_by_hand() -> None:
    """14 against 3 is 4:1. The defender has two steps and stands where he may.

    He is driven out or dies by DElim (1), D2R (2), D1R (7), D2 (5) and Ex2 (9 of 36).
    """
    found = odds(attack=14, defence=3)
    assert found.figures["column"] == 4
    assert found.figures["defender_gone"] == pytest.approx(24 / 36)
    assert found.figures["attacker_retreats"] == pytest.approx(1 / 36)
    assert found.figures["attacker_loss"] == pytest.approx((9 * 2 + 2 + 1) / 36)
    assert found.figures["defender_loss"] == pytest.approx((1 * 2 + 2 * 2 + 7 + 10 + 6 + 18) / 36)
    assert found.tables["result"]["D1R"] == pytest.approx(7 / 36)
    assert found.tables["result"]["DElim"] == pytest.approx(1 / 36)
    assert found.tables["defender_lost"][2] == pytest.approx((1 + 2 + 5 + 9) / 36)


def test_a_shift_moves_the_column() -> None:
    found = odds(attack=14, defence=3, shift=-1)
    assert found.figures["column"] == 3
    assert [modifier.value for modifier in found.modifiers] == [-1]


@pytest.mark.rule("bulge:12.3a")
def test_a_fortress_is_not_left_for_a_forced_retreat() -> None:
    """With four steps only DElim empties it."""
    assert odds(attack=14, defence=3, steps=4).figures["defender_gone"] == pytest.approx(10 / 36)
    held = odds(attack=14, defence=3, steps=4, fortress="")
    assert held.figures["defender_gone"] == pytest.approx(1 / 36)


@pytest.mark.parametrize(("word", "is_one"), [("", True), ("yes", True), ("no", False)])
def test_whether_it_is_a_fortress_is_said_with_yes_or_no(word: str, is_one: bool) -> None:
    found = odds(attack=14, defence=3, steps=4, fortress=word)
    assert (found.figures["defender_gone"] < 10 / 36 - 1e-9) == is_one


@pytest.mark.parametrize(
    ("attack", "shift", "said"),
    [
        (14, 0, "Odds after all shifts: 4:1"),
        (3, 0, "Odds after all shifts: 1:1"),
        (2, 0, "Odds after all shifts: 1:2"),
        (3, -1, "Odds after all shifts: 1:2"),
    ],
)
def test_the_column_is_named_as_in_the_table(attack: int, shift: int, said: str) -> None:
    found = odds(attack=attack, defence=3, shift=shift)
    name, value = next(iter(found.figures.items()))
    assert TOY.texts("en").say(f"forecast.{name}", value=value) == said


@pytest.mark.rule("bulge:8.2-1c")
def test_of_an_attack_below_one_to_two_nothing_is_worked_out() -> None:
    found = odds(attack=9, defence=9, shift=-3)
    assert (found.figures, found.tables) == ({"not_allowed": -2}, {})


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"attacks": "3"}, "no-word"),
        ({"attack": "many", "defence": "3"}, "not-number"),
        ({"attack": "-5", "defence": "3"}, "number-range"),
        ({"attack": "5", "defence": "3", "shift": "21"}, "number-range"),
        ({"attack": "5", "defence": "3", "steps": "0"}, "number-range"),
        ({"attack": "3", "defence": "3", "fortress": "maybe"}, "no-argument"),
    ],
)
def test_words_are_checked(words: dict[str, str], code: str) -> None:
    with pytest.raises(SetupError) as error:
        odds(**words)
    assert error.value.code == code


# -- attacks on the map ---------------------------------------------------------------------------


def test_the_forecast_names_units_strengths_and_shifts() -> None:
    t = Battlefield().put("0506", "i1/2").put("0507", *SS).fight("german")
    found = forecast(t, "0506")
    assert found.attackers == (("pz/1SS", 8), ("pg1/1SS", 5), ("pg2/1SS", 5))
    assert found.defenders == (("i1/2", 4),)
    assert [(modifier.rule, modifier.value) for modifier in found.modifiers] == [("8.3-4a", -1)]
    assert ODDS[int(found.figures["column"])] == "3:1"


def test_while_an_attack_is_put_together_it_is_the_one_forecast() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german").commit("1107", "pz/1SS")
    assert forecast(t, "1107").figures["column"] == 2
    assert forecast(t.play("commit pg1/1SS"), "1107").figures["column"] == 3


def test_a_declared_attack_is_forecast_until_its_dice_fall(dice: Dice) -> None:
    t = Battlefield().put("1107", "i1/2", "i2/2").put("1208", "i1/9").put("1108", *SS)
    t.fight("german").declare("1208", "pz/1SS").declare("1107", *SS[1:]).close()
    assert forecast(t, "1107").attackers == (("pg1/1SS", 5), ("pg2/1SS", 5))
    dice(*t.throw("AR", "1:1"))
    t.play("resolve 1107")
    assert t.asked == "german retreat"
    assert t.game.forecast(t.g, t.place("1107")) is None
    assert forecast(t, "1208").attackers == (("pz/1SS", 8),)


def test_the_strongest_legal_group_is_forecast() -> None:
    """The red stack of 11 beats the yellow panzers of 8; both may not attack together (8.8b)."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1208", "pz/Lehr", "g1/62")
    t.put("1207", "g2/62").fight("german")
    assert {name for name, _ in forecast(t, "1107").attackers} == {"pz/Lehr", "g1/62", "g2/62"}


def test_in_the_second_phase_infantry_is_left_out() -> None:
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS", "g1/12").fight("german", 2)
    assert forecast(t, "1107").attackers == (("pz/1SS", 8),)


def test_in_a_movement_phase_the_coming_attack_is_forecast(dice: Dice) -> None:
    """Units that fought in the first phase may fight again in the second."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*t.throw("Cont", "4:1"))
    t.attack("1107", *SS).move("german", 2)
    assert forecast(t, "1107").figures["column"] == 4


@pytest.mark.rule("bulge:8.2-1c")
def test_there_is_no_forecast_of_an_attack_that_is_not_allowed() -> None:
    t = Battlefield().put("0707", "i1/2").put("0608", "pg1/1SS").put("1107", "i1/9")
    t.put("1108", *SS).fight("german")
    assert t.game.forecast(t.g, t.place("0707")) is None
    assert t.game.forecast(t.g, t.place("1301")) is None


def test_a_trapped_defender_loses_everything_in_a_retreat() -> None:
    """2:1 and encircled: 4:1. D1R costs the regiment both steps."""
    t = Battlefield().put("1107", "i1/2").put("1108", "pz/1SS").put("1206", "g1/12")
    found = forecast(t.put("1006", "fj/3FJ").fight("german").commit("1107", "pz/1SS"), "1107")
    assert found.figures["column"] == 4
    assert found.tables["defender_lost"][1] == pytest.approx(6 / 36)


def test_the_engines_dice_agree_with_the_forecast() -> None:
    """Two thousand throws of the same attack."""
    t = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german").commit("1107", *SS)
    expected = forecast(t, "1107").tables["result"]
    declare, seeds = t.g.setting.lexicon.parse("declare"), random.Random(1944)
    count: Counter[str | int] = Counter()
    for _ in range(2000):
        events = t.game.play(t.game.known(t.g, 0, seeds), declare)
        count.update(e.result for e in events if isinstance(e, CombatResolved))
    assert set(count) == set(expected)
    for result, chance in expected.items():
        assert count[result] / 2000 == pytest.approx(chance, abs=0.035)
