"""``salient campaign``: the book of a campaign played by hand, order by order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from salient.engine.commands import Answer, Command, Parameter
from salient.engine.dice import new_seed, seed_from_text
from salient.engine.game import AnyGame
from salient.engine.messages import Value, Word, message, series
from salient.games.peiper.book.buying import buy
from salient.games.peiper.book.pages import (
    NOBODY,
    Book,
    Entry,
    enter_result,
    join_battle,
    lay_chit,
    next_date,
    open_book,
    read_book,
    write_book,
)
from salient.games.peiper.book.sheet import draw_book
from salient.games.peiper.calendar import date_name
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.charts import Charts
from salient.games.peiper.errors import BookError

Say = Callable[[Value], str]


def run(game: AnyGame, book: Path, order: str, what: str, how: str, seed: str) -> Answer:
    """Carry an order out, keep the book, and tell how it stands."""
    charts = Charts([game.data_folder])
    if order == "new":
        if book.exists():
            raise BookError("book-exists", file=str(book))
        pages = open_book(charts, what, seed_from_text(seed) if seed else new_seed())
        told: list[Value] = []
    else:
        pages = read_book(book)
        told = carry_out(pages, charts, order, what, how)
    if order:
        write_book(book, pages)
    return Answer(
        [*told, *tell(pages, charts)],
        msgspec.to_builtins(pages),
        draw=lambda say: draw_book(pages, charts, say),
    )


def carry_out(book: Book, charts: Charts, order: str, what: str, how: str) -> list[Value]:
    """One order; nothing is changed if it makes no sense."""
    if book.winner != NOBODY and order:
        raise BookError("book-over")
    match order:
        case "":
            return []
        case "buy":
            line = buy(book, charts, side_of(what), how)
            contents = series(line.units) if line.units else ""
            strength = Word(line.strength, ("strength",))
            return [message("book.bought", group=line.group, price=line.price,
                            strength=strength, contents=contents)]  # fmt: skip
        case "chit":
            return chit(book, charts, what, how)
        case "result":
            return result(book, charts, what, how)
    raise BookError("book-order", word=order)


def chit(book: Book, charts: Charts, what: str, how: str) -> list[Value]:
    """A chit is laid; when both lie, there is a battle or the next date."""
    lay_chit(book, charts.campaigns[book.campaign], side_of(what), how)
    if not all(book.chosen):
        return [message("book.laid")]
    join_battle(book)
    battle = book.roster[-1].battle
    if battle == "idle":
        close_date(book, charts)
    return [message("book.joined", battle=Word(battle, ("battle",)))]


def result(book: Book, charts: Charts, what: str, how: str) -> list[Value]:
    """The outcome of a scenario: LVP and CVP of both sides, and perhaps who won."""
    points, _, name = how.partition("=")
    winner = side_of(name) if name else NOBODY
    enter_result(book, charts, pair(what), pair(points), winner)
    close_date(book, charts)
    return []


def close_date(book: Book, charts: Charts) -> None:
    """The next date; after the last one the Germans have won, unless the players say otherwise.

    Rules P8.2-CG-end, P8.612.
    """
    if book.winner == NOBODY and not next_date(book, charts):
        book.winner = 0


def side_of(word: str) -> int:
    """The side with a name."""
    if word not in SIDES:
        raise BookError("book-side", word=word, expected=", ".join(SIDES))
    return SIDES.index(word)


def pair(word: str) -> tuple[int, int]:
    """Two numbers, the Germans' first.

    >>> pair("12:2")
    (12, 2)
    """
    german, colon, american = word.partition(":")
    if not (colon and german.isdigit() and american.isdigit()):
        raise BookError("book-pair", word=word)
    return int(german), int(american)


# -- telling --------------------------------------------------------------------------------------


def tell(book: Book, charts: Charts) -> Iterator[Value]:
    """The roster, the points of both sides, and what each has."""
    campaign = charts.campaigns[book.campaign]
    yield message("book.title", name=Word(book.campaign, ("scenario",)))
    for line in book.roster:
        yield tell_line(line)
    for side, name in enumerate(SIDES):
        left = campaign.side(side).chits - book.chits[side]
        yield message(f"book.{name}", cpp=book.cpp[side], chits=left, san=book.san[side],
                      total=book.total[side])  # fmt: skip
    for bought in book.bought:
        yield message(
            "book.group", side=Word(SIDES[bought.side], ("side",)), group=bought.group,
            date=date_name(bought.date), contents=series(bought.units) if bought.units else "–",
        )  # fmt: skip
    if book.winner != NOBODY:
        yield message("book.won", side=Word(SIDES[book.winner], ("side",)))


def tell_line(line: Entry) -> Value:
    """A date: weather, battle, points."""
    winner: Value = Word(SIDES[line.winner], ("side",)) if line.winner != NOBODY else "–"
    return message(
        "book.line", date=date_name(line.date), mist=Word(line.mist, ("mist",)),
        battle=Word(line.battle, ("battle",)) if line.battle else "–", winner=winner,
        lvp=f"{line.lvp[0]} : {line.lvp[1]}", total=f"{line.total[0]} : {line.total[1]}",
        cvp=f"{line.cvp[0]} : {line.cvp[1]}",
        short=message("book.short") if line.ammo_short else "",
    )  # fmt: skip


COMMAND = Command(
    "campaign",
    run,
    (
        Parameter("book", "BOOK.json", kind="file", required=True),
        Parameter("order", "ORDER"),
        Parameter("what", "WHAT"),
        Parameter("how", "HOW"),
        Parameter("seed", option=True),
    ),
    draws=True,
)
