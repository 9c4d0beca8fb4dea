"""Lines, columns and sketches in any script."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from salient.engine.speech import Number
from salient.terminal.screen import fold, in_columns, in_rows, make_console, pad, shorten
from salient.terminal.wrap import NEVER_FIRST, wrap

texts = st.text(st.sampled_from("ab 橋を渡る。、（）11/VG,."), max_size=60)


@given(texts, st.integers(4, 30))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, width: int) -> None:
    parts = wrap(Text(text), width)
    assert all(cell_len(part.plain) <= width for part in parts)
    assert "".join("".join(p.plain.split()) for p in parts) == "".join(text.split())


def test_no_line_begins_with_a_closing_mark() -> None:
    text = Text("両軍が移動を終えた後、戦闘を処理する。（例外あり）、以上。" * 4)
    for width in range(8, 40):
        assert all(part.plain[0] not in NEVER_FIRST for part in wrap(text, width)[1:])


def test_folded_lines_keep_their_indentation() -> None:
    console = Console(file=io.StringIO(), width=20)
    lines = fold(console, Text("   one two three four five six"))
    assert len(lines) > 1
    assert all(line.plain.startswith("   ") and line.plain[3] != " " for line in lines)


@given(st.lists(st.text(st.sampled_from("ab橋"), min_size=1, max_size=12), max_size=30))
def test_columns_show_every_item_within_the_width(items: list[str]) -> None:
    lines = in_columns([Text(item) for item in items], 40)
    assert sorted(" ".join(line.plain for line in lines).split()) == sorted(items)
    assert all(cell_len(line.plain) <= 40 for line in lines)


def test_columns_of_wide_characters_are_aligned() -> None:
    lines = in_columns([Text(word) for word in ("橋", "road", "エリア", "x")], 24)
    starts = {cell_len(line.plain[: line.plain.rindex("  ") + 2]) for line in lines}
    assert len(starts) == 1


def test_rows_wrap_under_the_first_item() -> None:
    lines = in_rows([Text(f"unit{n}") for n in range(6)], Text(" Roth"), 30, 10)
    assert lines[0].plain.startswith(" Roth     unit0")
    assert all(line.plain.startswith(" " * 10 + "unit") for line in lines[1:])


def test_padding_counts_cells() -> None:
    assert cell_len(pad(Text("橋"), 6).plain) == 6


@pytest.mark.parametrize(("text", "short"), [("ルクセンブルク", "ルクセ…"), ("Wiltz", "Wiltz")])
def test_shortening_counts_cells(text: str, short: str) -> None:
    assert shorten(text, 7) == short


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert make_console().no_color


@pytest.mark.parametrize(("count", "said"), [(0, "none"), (1, "one"), (5, "5 of them")])
def test_numbers_choose_their_words(count: int, said: str) -> None:
    assert f"{Number(count):none|one|# of them}" == said
    assert f"{Number(count):+d}" == f"+{count}"
