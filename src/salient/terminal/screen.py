"""What is printed, and how it is laid out: consoles, colours, columns of any script."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from salient.terminal.wrap import wrap

SIDE_STYLES = ("cyan", "yellow")
"""Two colours that people with any kind of colour vision can tell apart."""

DICE_STYLE = "dim"
HEADING_STYLE = "bold"
NUMBER_STYLE = "bold"
NOTE_STYLE = "dim"
GAP = 3


def make_console(*, errors: bool = False) -> Console:
    """A console that prints texts as they are; colours only where the terminal has them."""
    return Console(
        file=sys.stderr if errors else sys.stdout, markup=False, highlight=False, emoji=False
    )


def side_style(side: int) -> str:
    """The colour of a side; -1 is nobody's."""
    return SIDE_STYLES[side % len(SIDE_STYLES)] if side >= 0 else ""


def pad(text: Text, width: int) -> Text:
    """A copy of a text filled up with spaces; full-width characters count as two."""
    padded = text.copy()
    padded.append(" " * max(width - cell_len(text.plain), 0))
    return padded


def fold(console: Console, line: Text) -> list[Text]:
    """A line as it fits on the screen; what is wrapped keeps the indentation."""
    if cell_len(line.plain) <= console.width:
        return [line]
    indent = len(line.plain) - len(line.plain.lstrip(" "))
    body = wrap(line[indent:], max(console.width - indent, 1))
    return [Text(" " * indent).append_text(part) for part in body]


def print_lines(console: Console, lines: Iterable[Text]) -> None:
    """Print lines, wrapped where they are too long."""
    for line in lines:
        for part in fold(console, line):
            console.print(part)


def in_columns(items: Sequence[Text], width: int, indent: int = 2) -> list[Text]:
    """Lay short items out in as many columns as fit, reading downwards.

    >>> [line.plain for line in in_columns([Text(word) for word in "abcd"], 10)]
    ['  a   c', '  b   d']
    """
    if not items:
        return []
    widest = max(cell_len(item.plain) for item in items)
    count = max((width - indent + GAP) // (widest + GAP), 1)
    rows = -(-len(items) // count)
    lines = []
    for row in range(rows):
        line = Text(" " * indent, no_wrap=count > 1)
        for index in range(row, len(items), rows):
            line.append_text(pad(items[index], widest + GAP))
        line.rstrip()
        lines.append(line)
    return lines


def in_rows(items: Sequence[Text], label: Text, width: int, hang: int) -> list[Text]:
    """Lay items out behind a label, wrapping under the first item."""
    lines: list[Text] = []
    line = pad(label, hang)
    for item in items:
        needed = cell_len(line.plain) + cell_len(item.plain)
        if needed > width and cell_len(line.plain) > hang:
            line.rstrip()
            lines.append(line)
            line = Text(" " * hang)
        line.append_text(item)
        line.append(" " * GAP)
    line.rstrip()
    return [*lines, line]


def shorten(text: str, width: int) -> str:
    """Cut a text to a width on the screen, with an ellipsis if something is lost.

    >>> shorten("Martelange", 6), shorten("Wiltz", 6)
    ('Marte…', 'Wiltz')
    """
    if cell_len(text) <= width:
        return text
    kept = ""
    for letter in text:
        if cell_len(kept + letter) > width - 1:
            break
        kept += letter
    return kept + "…"
