"""Combats described in words, and what it costs to get somewhere."""

from __future__ import annotations

import pytest

from salient.cli import main
from salient.engine import SetupError
from salient.engine.forecast import Forecast
from tests.games.squad.table import GAME


def odds(**words: str) -> Forecast:
    return GAME.describe_combat(GAME.setting("village"), words)


def test_every_table_of_chances_adds_up() -> None:
    for words in (
        {"fp": "12", "range": "1", "cover": "3", "leadership": "-1", "morale": "8"},
        {"by": "ss658,ss658", "range": "8", "open": "", "moving": ""},
        {"gun": "us57", "target": "PzIVJ", "range": "8", "face": "side", "motion": ""},
        {"gun": "usBAZ", "target": "PzVG", "range": "2", "face": "rear"},
        {"gun": "M4A3", "range": "6", "cover": "2"},
        {"close": "", "fp": "12", "against": "8", "ambush": "1"},
        {"close": "", "target": "PzIVJ", "by": "crew", "pinned": ""},
        {"hit": "7", "fp": "8"},
    ):
        for chances in odds(**words).tables.values():
            assert sum(chances.values()) == pytest.approx(1)


def test_firepower_counts_by_range_and_state() -> None:
    def column(**words: str) -> float:
        return odds(**words).figures["column"]

    assert column(by="ss658", range="5") == 6
    assert column(by="ss658", range="1") == 12
    assert column(by="ss658", range="6") == 2, "beyond the normal range of 5"
    assert column(by="ss658", range="11") == 0, "beyond twice the normal range"
    assert column(by="ss658,ss658", range="3") == 12
    assert column(by="ss658", range="3", concealed="") == column(by="ss658", range="3", pinned="")
    assert column(fp="8", range="6", reach="4") == 4


def test_words_become_modifiers_with_their_rules() -> None:
    found = odds(fp="8", cover="2", leadership="-1", hindrance="1", open="", moving="")
    assert {m.rule: m.value for m in found.modifiers} == {
        "A7.53": -1, "A7.6": 2, "A6.7": 1, "A4.6": -1, "A4.61": -1,
    }  # fmt: skip


def test_a_shot_is_hit_and_kill_by_hull_and_turret() -> None:
    sure = odds(gun="pak40", target="SPW251", range="1")
    assert sure.figures["hit"] > 0.9
    front = odds(gun="us57", target="PzVG", range="8", face="front")
    side = odds(gun="us57", target="PzVG", range="8", face="side")
    assert front.figures["hit"] == side.figures["hit"]
    assert front.figures["destroyed"] < side.figures["destroyed"]
    wide = odds(gun="us57", target="PzVG", range="8", drm="20")
    assert wide.tables["shot"]["missed"] == pytest.approx(35 / 36), "two ones always hit (C3.7)"


def test_close_combat_by_hand() -> None:
    even = odds(close="", fp="8", against="8")
    assert even.tables["attack"] == even.tables["answer"]
    kill = int(even.figures["kill_number"])
    under = sum(6 - abs(7 - roll) for roll in range(2, kill)) / 36
    assert even.tables["attack"]["eliminated"] == pytest.approx(under)
    ambush = odds(close="", fp="8", against="8", ambush="1")
    assert ambush.tables["attack"]["eliminated"] > under > ambush.tables["answer"]["eliminated"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"fp": "many"}, "not-number"),
        ({"fp": "-8"}, "number-range"),
        ({"range": "-4"}, "number-range"),
        ({"cover": "-50"}, "number-range"),
        ({"gun": "us57", "target": "PzVG", "acquired": "1"}, "number-range"),
        ({"firepower": "8"}, "no-word"),
        ({"by": "ss658,tiger"}, "no-word"),
        ({"gun": "ss658", "target": "PzVG"}, "no-word"),
        ({"gun": "usMTR60"}, "no-word"),
        ({"gun": "us57", "target": "ss658"}, "no-word"),
        ({"gun": "us57", "target": "PzVG", "face": "top"}, "no-word"),
        ({"gun": "usBAZ", "target": "PzVG", "range": "30"}, "no-word"),
        ({"close": "", "target": "PzVG", "by": "cook"}, "no-word"),
    ],
)
def test_bad_words_are_refused(words: dict[str, str], code: str) -> None:
    with pytest.raises(SetupError) as error:
        odds(**words)
    assert error.value.code == code


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_odds_command_speaks_both_languages(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", language, "odds", "squad", "gun=us57", "target=PzVG"]) == 0
    told = capsys.readouterr().out
    assert {"en": "burning", "ja": "炎上"}[language] in told
    assert main(["--lang", language, "odds", "squad", "gun=cannon"]) != 0
    assert "us57" in capsys.readouterr().err


# -- ways -----------------------------------------------------------------------------------------


def test_a_way_is_told_part_by_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", "ss658", "E5", "G7", "--scenario", "station"]) == 0
    title, *steps = capsys.readouterr().out.splitlines()
    assert title == "ss658.1 gets from E5 to G7 for 4 MF of 4."
    assert steps[-1] == "  G7: 2 = open ground 1 (B1), barbed-wire fence 1 (P3.2a)"


def test_a_vehicle_starts_and_turns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reach", "PzVG", "O20", "I14"]) == 0
    told = capsys.readouterr().out
    assert "starting 1 (D2.12)" in told
    assert "turning" in told


def test_bad_ways_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["elephant", "E5", "G7"], ["ss658", "E5", "ZZ99"], ["M36", "E5", "G7/1"]):
        assert main(["--lang", "ja", "reach", *words, "--scenario", "station"]) != 0
        assert capsys.readouterr().err
