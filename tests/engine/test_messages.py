"""Messages: what games give to be said, and how it is said."""

from __future__ import annotations

import pytest

from salient.engine import (
    FullRef,
    Modifier,
    Reason,
    Ref,
    Series,
    Speech,
    State,
    Value,
    Word,
    message,
    series,
)
from salient.engine.reports import Overlays, Shade
from salient.games import find_game

MIST = find_game("mist")
SETTING = MIST.setting("campaign")
SAYS = {language: Speech(MIST, SETTING, language) for language in ("en", "ja")}
UNIT = SETTING.lexicon.pieces[0]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("as it is", "as it is"),
        ("", ""),
        (7, "7"),
        (message("report.cost", cost=3), "3 MP"),
        (message("report.title_vp", vp=1), ", 1 victory point a turn"),
        (message("report.title_vp", vp=2), ", 2 victory points a turn"),
        (message("report.zone", side=Ref("side", 1)), "Allied zone"),
        (message("report.unit_flag", flag=message("flag_short.dug_in")), " dug in"),
        (series([1, "two", message("report.cost", cost=3)]), "1, two, 3 MP"),
        (series(["a", "b"], ""), "ab"),
        (series([]), ""),
        (Series(("a", "b"), "list.arrow"), "a → b"),
        (Ref("piece", 0), UNIT),
        (Word("armor", ("nothing", "kind")), "armor"),
        (Word("camel", ("nothing", "kind")), "camel"),
    ],
)
def test_whatever_can_be_said_is_said(value: Value, said: str) -> None:
    assert SAYS["en"].say(value) == said


def test_a_full_reference_is_said_by_its_long_name() -> None:
    short, long = (SAYS["en"].say(kind("piece", 0)) for kind in (Ref, FullRef))
    assert short == UNIT
    assert len(long) > len(short)
    assert SAYS["ja"].say(FullRef("piece", 0)) != long


def test_modifiers_are_said_with_their_reason() -> None:
    rule = next(iter(MIST.ledger.rules))
    title = MIST.ledger.rules[rule].say("en")[0]
    assert SAYS["en"].say(Reason(rule)) == title
    assert title in SAYS["en"].say(Modifier(rule, 2))
    assert SAYS["en"].say(Reason("no such rule")) == "no such rule"


def test_messages_in_data_are_said_and_the_rest_is_left_alone() -> None:
    data = {"cost": message("report.cost", cost=2), "list": [Ref("side", 0), 3, None], "x": "y"}
    assert SAYS["en"].say_data(data) == {"cost": "2 MP", "list": ["German", 3, None], "x": "y"}


def test_equal_messages_are_equal() -> None:
    assert message("a", b=series([1])) == message("a", b=series([1]))


# -- overlays -----------------------------------------------------------------------------------


def test_overlays_are_found_by_name_where_they_are_of_use() -> None:
    g, _ = MIST.start("seventh", bytes(32))
    found = Overlays[State]()

    @found.add("always")
    def _always(g: State, side: int) -> list[Shade]:  # noqa: ARG001
        return [Shade("supply", side, (1, 2)), Shade("control", side, ())]

    found.add("never", when=lambda _: False)(_always)
    assert found.names(g) == ("always",)
    assert found.draw(g, "always", 0) == [Shade("supply", 0, (1, 2))], "empty layers are left out"
    with pytest.raises(KeyError):
        found.draw(g, "weather", 0)


def test_a_shade_is_named_after_its_side() -> None:
    assert SAYS["en"].shade(Shade("supply", 1, ())) == "Allied supply"
    assert SAYS["en"].shade(Shade("contested", -1, ())) == "Contested"
