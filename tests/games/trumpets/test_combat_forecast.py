"""The forecast of a planned attack: the same list of modifiers, all dice gone through."""

from __future__ import annotations

import pytest

from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.fight.forecast import attack_forecast
from tests.games.trumpets.table import Table, fix_odds

SIXTHS = {
    "1-2": (0, 1, 1, 2, 2), "1-1": (1, 1, 1, 1, 2), "3-2": (1, 2, 1, 0, 2), "2-1": (2, 1, 1, 0, 2),
    "3-1": (3, 1, 1, 0, 2), "4-1": (5, 1, 1, 0, 1), "5-1": (6, 2, 0, 0, 0), "7-1": (6, 4, 0, 0, 0),
}  # fmt: skip
"""At drm 0: defender leaves, loses a step, CA, attacker retreats, attacker bleeds on red."""


@pytest.mark.rule("trumpets:gc-15", "trumpets:gc-15a")
@pytest.mark.parametrize("odds", SIXTHS)
def test_the_chances_of_a_column(monkeypatch: pytest.MonkeyPatch, odds: str) -> None:
    fix_odds(monkeypatch, odds)
    t = Table().put("1010", "r1").put("1110", "vg1")
    told = attack_forecast(t.g, t.planned("1010", "vg1"))
    leaves, step, counter, back, bleeds = SIXTHS[odds]
    assert sum(told.tables["result"].values()) == pytest.approx(1)
    assert told.figures["defender_leaves"] == pytest.approx(leaves / 6)
    assert told.figures["defender_steps"] == pytest.approx(step / 6)
    assert told.tables["result"].get("CA", 0) == pytest.approx(counter / 6)
    assert told.figures["attacker_retreats"] == pytest.approx(back / 6)
    assert sum(told.tables.get("attrition", {}).values()) == pytest.approx(bleeds / 6)
    assert told.figures["column"] == ODDS.index(odds)


def test_modifiers_and_strengths_are_told() -> None:
    t = Table(ground={"1010": "forest"}).put("1010", "r1").put("1110", "vg4")
    told = attack_forecast(t.g, t.planned("1010", "vg4"))
    assert (told.attackers, told.defenders) == ((("vg4", 8),), (("r1", 13),))
    assert [(one.rule, one.value) for one in told.modifiers] == [
        ("tab-terrain-forest", -1), ("gc-9b", 1),
    ]  # fmt: skip


@pytest.mark.rule("trumpets:gc-15", "trumpets:cancel-1")
@pytest.mark.parametrize(("weather", "chance"), [("clear", 0), ("fog", 1 / 36), ("snow", 6 / 36)])
def test_cancelled_attacks_count(weather: str, chance: float) -> None:
    t = Table(weather=weather).put("1010", "r1").put("1110", "vg1")
    told = attack_forecast(t.g, t.planned("1010", "vg1"))
    assert told.tables["result"].get("cancelled", 0) == pytest.approx(chance)


def test_a_barrage_changes_the_chances() -> None:
    """60 CF of one German formation, column 5: shock on 8 or less, 26 of 36."""
    chances = {}
    for rules in ("standard", "advanced"):
        t = Table(rules=rules).put("1010", "r1", "r2").put("1110", "pz", "pg").put("1310", "vak1")
        t.put("1311", "vak2").put("1312", "vak3").works("1010", "ip6")
        guns = tuple(t.unit(name) for name in ("vak1", "vak2", "vak3"))
        told = attack_forecast(t.g, t.planned("1010", "pz", "pg", guns=guns))
        assert sum(told.tables["result"].values()) == pytest.approx(1)
        chances[rules] = told.figures["defender_leaves"]
    assert chances["advanced"] > chances["standard"]


def test_fire_that_must_be_coordinated_often_is_not() -> None:
    """13 and 35 CF of two US formations, column 5: coordinated on 5, then S or A on 11 or less."""
    t = Table(rules="advanced").put("1010", "r1", "r2").put("1110", "pz", "pg")
    t.put("0810", "fa1").put("0811", "fa3")
    guns = tuple(t.unit(name) for name in ("fa1", "fa3"))
    told = attack_forecast(t.g, t.planned("1010", "pz", "pg", defending_guns=guns))
    assert sum(told.tables["result"].values()) == pytest.approx(1)
    assert told.tables["result"]["broken_off"] == pytest.approx(5 / 6 * 35 / 36)


def test_a_barrage_may_break_the_attack_off() -> None:
    """26 CF of US guns in one formation: S or A on 7 or less, 21 of 36."""
    t = Table(rules="advanced").put("1010", "r1").put("1110", "pz", "pg").put("0810", "fa1", "fa2")
    guns = (t.unit("fa1"), t.unit("fa2"))
    told = attack_forecast(t.g, t.planned("1010", "pz", "pg", defending_guns=guns))
    assert told.tables["result"]["broken_off"] == pytest.approx(21 / 36)


def test_a_blitzkrieg_is_forecast_from_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows 2 to 7 of the column 3-1."""
    fix_odds(monkeypatch, "3-1", 1)
    t = Table().put("1010", "r1").put("1110", "pz")
    told = attack_forecast(t.g, t.planned("1010", "pz", blitz=True))
    assert told.tables == {
        "result": pytest.approx({"Adv1": 2 / 6, "NE": 2 / 6, "Eng": 1 / 6, "A1": 1 / 6})
    }
