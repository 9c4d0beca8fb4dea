"""Actions as text: one canonical form, forgiving reading, clear refusals."""

from __future__ import annotations

import pytest

from salient.engine import Action, ArgKind, Lexicon, RuleViolation

NAMES = Lexicon(
    {"move": (ArgKind.PIECE, ArgKind.PLACE), "bid": (ArgKind.NUMBER,), "end": ()},
    ["112/28", "CCB/7A"],
    ["St-Vith", "Wiltz"],
    {"43": 0},
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("move 112/28 Wiltz", Action("move", (0, 1))),
        ("  MOVE  ccb/7a   st-vith ", Action("move", (1, 0))),
        ("move 112/28 43", Action("move", (0, 0))),
        ("bid -3", Action("bid", (-3,))),
        ("end", Action("end")),
    ],
)
def test_text_is_read_in_any_case_and_spacing(text: str, action: Action) -> None:
    assert NAMES.parse(text) == action


@pytest.mark.parametrize("action", [Action("move", (1, 1)), Action("bid", (7,)), Action("end")])
def test_the_canonical_text_reads_back_as_the_action(action: Action) -> None:
    assert NAMES.parse(NAMES.text(action)) == action


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("", "unknown-verb", "move"),
        ("mvoe 112/28 Wiltz", "unknown-verb", "move"),
        ("move Wiltz", "wrong-count", "move <piece> <place>"),
        ("move 112/28 Wilz", "unknown-name", "wiltz"),
        ("bid many", "not-a-number", "many"),
    ],
)
def test_a_wrong_text_is_refused_with_what_was_expected(text: str, code: str, hint: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        NAMES.parse(text)
    assert refusal.value.code == code
    assert hint in str(refusal.value)
