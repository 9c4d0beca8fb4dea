"""Exact odds: by hand, against the engine's own dice, and as probabilities must behave."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.engine import SetupError
from salient.engine.forecast import Forecast
from salient.games.mist.show.odds import volley
from salient.games.mist.state import MistState
from tests.games.mist.table import TOY, Table


def odds(attackers: str, defenders: str, *flags: str) -> Forecast:
    words = {"attackers": attackers, "defenders": defenders} | dict.fromkeys(flags, "")
    return TOY.describe_combat(TOY.setting("campaign"), words)


def test_a_volley_is_a_binomial_distribution() -> None:
    assert volley(1, 3) == pytest.approx((0.7, 0.3))
    assert volley(2, 0) == pytest.approx((1.0, 0.0, 0.0))
    assert sum(volley(10, 7)) == pytest.approx(1.0)


def test_one_against_one_comes_out_as_worked_by_hand() -> None:
    """One strength of infantry attacks one of infantry, neither in a start-line area.

    The attacker has no request, so no combined arms: defender shots get -1. The Allied request
    succeeds with 8/10 and its shot hits on 1-6; then infantry fires on 1-5. The attacker is left
    with (1 - 0.8 * 0.6) * 0.5 = 0.26 and kills with 0.3.
    """
    forecast = odds("infantry:1", "infantry:1")
    assert forecast.tables["attacker_left"][1] == pytest.approx(0.26)
    assert forecast.figures["repulsed"] == pytest.approx(0.74)
    assert forecast.figures["cleared"] == pytest.approx(0.078)
    assert forecast.figures["combined_arms"] == 0


def test_modifiers_are_named_with_their_rules() -> None:
    forecast = odds("infantry:3", "infantry:2eo", "river", "support")
    assert [(m.rule, m.value) for m in forecast.modifiers] == [
        ("14.24", 1),
        ("9.71a", 1),
        ("9.71b", 1),
        ("9.71c", -1),
        ("9.71d", -1),
    ]


def rules_of(forecast: Forecast | None) -> list[str]:
    assert forecast is not None
    return [modifier.rule for modifier in forecast.modifiers]


@pytest.mark.rule("mist:9.71c")
def test_an_attack_that_cannot_have_combined_arms_is_told_so() -> None:
    """Armor, infantry and a request are all needed for the least hope of them."""
    assert "9.71c" in rules_of(odds("infantry:3,engineer:3", "infantry:2"))
    assert "9.71c" in rules_of(odds("armor:1,infantry:1", "infantry:2"))
    assert "9.71c" not in rules_of(odds("armor:3,infantry:3", "infantry:2"))


@pytest.mark.rule("mist:14.24")
def test_a_special_unit_placed_for_support_is_listed_and_counted() -> None:
    forecasts = []
    for special in ([], ["special support", "place Elm"]):
        table = Table("17-1").put("Birch", "ga1", "gi2").put("Elm", "ai1", "am1").begin("german")
        table.play(*special, "activate ga1", "join gi2")
        forecasts.append(table.game.forecast(table.g, table.place("Elm")))
    alone, helped = forecasts
    assert alone is not None
    assert helped is not None
    assert ("14.24" in rules_of(alone), "14.24" in rules_of(helped)) == (False, True)
    assert helped.figures["attacker_loss"] < alone.figures["attacker_loss"]


@pytest.mark.rule("mist:14.24")
def test_a_special_unit_that_was_declined_is_not_counted_in_its_battle() -> None:
    table = Table("17-1").put("Birch", "ga1", "gi2").put("Elm", "ai1", "am1").begin("german")
    table.play("special support", "place Elm", "activate ga1", "join gi2", "move Elm", "decline")
    assert table.g.battle is not None
    assert "14.24" not in rules_of(table.game.forecast(table.g, table.place("Elm")))


def test_the_start_line_helps_german_artillery() -> None:
    near = odds("armor:3,infantry:3", "infantry:2", "front")
    far = odds("armor:3,infantry:3", "infantry:2")
    assert near.figures["combined_arms"] == pytest.approx(1 - 0.4**2)
    assert far.figures["combined_arms"] == pytest.approx(1 - 0.6**2)


kinds = st.sampled_from(["armor", "mechanized", "infantry", "engineer"])
forces = st.lists(
    st.tuples(kinds, st.integers(1, 3)), min_size=1, max_size=3, unique_by=lambda u: u[0]
).map(lambda units: ",".join(f"{kind}:{strength}" for kind, strength in units))


@settings(deadline=None, max_examples=40)
@given(forces, forces)
def test_chances_add_up_to_one(attackers: str, defenders: str) -> None:
    forecast = odds(attackers, defenders)
    for table in forecast.tables.values():
        assert sum(table.values()) == pytest.approx(1.0)
    assert 0 <= forecast.figures["cleared"] + forecast.figures["repulsed"] <= 1 + 1e-9


def strengths_left(g: MistState, seed: int) -> tuple[int, int]:
    """What is left in Elm after the battle, each side firing at the strongest, as odds assume."""
    trial = TOY.known(g, 0, random.Random(seed))
    TOY.play(trial, trial.setting.lexicon.parse("end"))
    while (decision := TOY.decision(trial)) is not None:
        actions = decision.actions
        strongest = max(actions, key=lambda a: trial.strength[int(a.args[-1])])
        TOY.play(trial, strongest)
    elm = trial.setting.place("Elm")
    return trial.total(trial.stack(elm, 0)), trial.total(trial.stack(elm, 1))


def test_the_engine_rolls_what_the_odds_promise() -> None:
    table = Table("17-1").put("Birch", "ga1", "gi2").put("Elm", "ai1", "am1")
    table.begin("german").play("activate ga1", "join gi2")
    forecast = TOY.forecast(table.g, table.place("Elm"))
    assert forecast is not None
    table.play("move Elm")
    games = 3000
    left = Counter(strengths_left(table.g, seed) for seed in range(games))
    for role, name in ((0, "attacker_left"), (1, "defender_left")):
        for total, chance in forecast.tables[name].items():
            seen = sum(count for ending, count in left.items() if ending[role] == total)
            spread = 4.5 * (chance * (1 - chance) / games) ** 0.5 + 1e-3
            assert abs(seen / games - chance) < spread, (name, total)


def test_there_are_no_odds_without_enemies() -> None:
    table = Table("17-1").put("Birch", "ga1").begin("german").play("activate ga1")
    assert TOY.forecast(table.g, table.place("Cedar")) is None


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"attackers": "armor", "defenders": "infantry:2"}, "bad-units"),
        ({"attackers": "armor:0", "defenders": "infantry:2"}, "bad-units"),
        ({"attackers": "camel:2", "defenders": "infantry:2"}, "bad-units"),
        ({"attackers": "armor:2", "defenders": ""}, "bad-units"),
        ({"attackers": "armor:2", "defenders": "armor:1", "side": "swiss"}, "no-side"),
        ({"attackers": "armor:2", "defenders": "armor:1", "rain": ""}, "no-word"),
    ],
)
def test_wrong_words_are_refused(words: dict[str, str], code: str) -> None:
    with pytest.raises(SetupError) as error:
        TOY.describe_combat(TOY.setting("campaign"), words)
    assert error.value.code == code
