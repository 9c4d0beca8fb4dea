"""The page's types of the wire are those of the server."""

from __future__ import annotations

import re

import pytest

from tests.page.wire_types import FILE, write


@pytest.fixture(scope="module")
def told() -> str:
    return write()


def test_the_types_of_the_wire_are_up_to_date(told: str) -> None:
    """If a change of the wire was meant, write them anew: make wire."""
    assert FILE.read_text(encoding="utf-8") == told


def test_every_type_that_is_named_is_told(told: str) -> None:
    code = re.sub(r"/\*\*.*?\*/", "", told, flags=re.DOTALL)
    known = set(re.findall(r"export (?:interface|type) (\w+)", code))
    assert set(re.findall(r"\b[A-Z]\w+", re.sub(r'".*?"', "", code))) == known | {"Record"}


def test_what_is_sent_may_leave_out_what_has_a_default_and_what_comes_is_complete(
    told: str,
) -> None:
    def fields(name: str) -> str:
        return told.partition(f"export interface {name} {{")[2].partition("\n}")[0]

    assert "pace?: string;" in fields("NewGame")  # a request
    assert "pace: string;" in fields("GameCard")  # an answer
    assert "card?: GameCard | null;" in fields("News")  # leaves its defaults out
