"""The order of battle of a book: each group with what it consists of, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from salient.engine.messages import Value, Word, message, series
from salient.games.peiper.book.pages import Book
from salient.games.peiper.calendar import date_name
from salient.games.peiper.charts.charts import PRESET


def tell_groups(book: Book, side: int) -> Iterator[Value]:
    """What a side was given and has bought, in the order of the purchase record. Rule P8.6198."""
    for line in book.bought:
        if line.side != side:
            continue
        contents = contents_of(line.units)
        if not line.group:
            yield message("book.loose", contents=contents)
        elif line.given:
            yield message("book.given", group=line.group, contents=contents)
        else:
            date = date_name(line.date)
            yield message("book.group", group=line.group, date=date, contents=contents)


def contents_of(units: Sequence[str]) -> Value:
    """Counters by their names, each kind once with its number; half-squads say so."""
    counted = Counter(units)
    if not counted:
        return "–"
    return series([_counters(kind, count) for kind, count in counted.items()], "list.comma")


def _counters(kind: str, count: int) -> Value:
    name, _, half = kind.partition("/")
    text = "report.item_half" if half else "report.item"
    return message(text, count=count, kind=Word(PRESET.get(name, name), ("kind", "choice")))
