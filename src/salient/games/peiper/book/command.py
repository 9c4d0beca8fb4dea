"""``salient campaign``: the book of a campaign played by hand, order by order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from salient.engine.commands import Answer, Command, Parameter
from salient.engine.dice import new_seed, seed_from_text
from salient.engine.game import AnyGame
from salient.engine.messages import Value, Word, message
from salient.games.peiper.book.buying import buy, give_first_groups
from salient.games.peiper.book.groups import contents_of, tell_groups
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
    remember,
    write_book,
)
from salient.games.peiper.book.sheet import draw_book
from salient.games.peiper.calendar import date_name
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.charts import Charts
from salient.games.peiper.errors import BookError

Say = Callable[[Value], str]


def run(game: AnyGame, book: Path, order: str, what: str, how: str, seed: str, side: str) -> Answer:
    """Carry an order out, keep the book, and tell how it stands, to one side only its own."""
    charts = Charts([game.data_folder])
    sides = (side_of(side),) if side else (0, 1)
    if order == "new":
        if book.exists():
            raise BookError("book-exists", file=str(book))
        pages = open_book(charts, what, seed_from_text(seed) if seed else new_seed())
        give_first_groups(pages, charts)
        told: list[Value] = []
    elif order == "undo":
        pages, told = take_back(read_book(book)), []
    else:
        pages = read_book(book)
        before = remember(pages)
        told = carry_out(pages, charts, order, what, how)
        pages.before = before if order else pages.before
    if order:
        write_book(book, pages)
    return Answer(
        [*told, *tell(pages, charts, sides)],
        as_data(pages, sides),
        draw=lambda say: draw_book(pages, charts, sides, say),
    )


def as_data(book: Book, sides: Sequence[int]) -> dict[str, object]:
    """The book as data: of the given sides what they have bought, without the former book."""
    bought = [line for line in book.bought if line.side in sides]
    found: dict[str, object] = msgspec.to_builtins(book)
    del found["before"]
    return {**found, "bought": msgspec.to_builtins(bought)}


def take_back(book: Book) -> Book:
    """The book before the last order; the same dice fall again."""
    if book.before is None:
        raise BookError("book-no-undo")
    return book.before


def carry_out(book: Book, charts: Charts, order: str, what: str, how: str) -> list[Value]:
    """One order; nothing is changed if it makes no sense."""
    if book.winner != NOBODY and order:
        raise BookError("book-over")
    if book.ended and order not in ("", "won"):
        raise BookError("book-ended")
    match order:
        case "":
            return []
        case "won":
            book.winner = side_of(what)
            return []
        case "buy":
            line = buy(book, charts, side_of(what), how)
            strength = Word(line.strength, ("strength",))
            return [message("book.bought", group=line.group, price=line.price,
                            strength=strength, contents=contents_of(line.units))]  # fmt: skip
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
    """The next date; after the last one hexes decide, and the players say who has won.

    Rules P8.2-CG-end, P8.612, P8.51-VC, P8.52-VC, P8.53-VC.
    """
    book.ended = book.winner == NOBODY and not next_date(book, charts)


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


def tell(book: Book, charts: Charts, sides: Sequence[int]) -> Iterator[Value]:
    """The roster, and of the given sides their points and all that they have."""
    campaign = charts.campaigns[book.campaign]
    yield message("book.title", name=Word(book.campaign, ("scenario",)))
    for line in book.roster:
        yield tell_line(line)
    for side in sides:
        left = campaign.side(side).chits - book.chits[side]
        yield message(f"book.{SIDES[side]}", cpp=book.cpp[side], chits=left, san=book.san[side],
                      total=book.total[side])  # fmt: skip
        yield from (message("book.indented", line=line) for line in tell_groups(book, side))
    if book.winner != NOBODY:
        yield message("book.won", side=Word(SIDES[book.winner], ("side",)))
    elif book.ended:
        yield message("book.ended")


def tell_line(line: Entry) -> Value:
    """A date: weather, battle, and once it has been fought the points."""
    short = message("book.short") if line.ammo_short else ""
    if line.battle in ("", "idle") or not any((*line.total, *line.cvp, line.winner + 1)):
        return message(
            "book.coming", date=date_name(line.date), mist=Word(line.mist, ("mist",)),
            battle=Word(line.battle, ("battle",)) if line.battle else message("book.no_chits"),
            short=short,
        )  # fmt: skip
    winner: Value = Word(SIDES[line.winner], ("side",)) if line.winner != NOBODY else "–"
    return message(
        "book.line", date=date_name(line.date), mist=Word(line.mist, ("mist",)),
        battle=Word(line.battle, ("battle",)), winner=winner,
        lvp=f"{line.lvp[0]} : {line.lvp[1]}", total=f"{line.total[0]} : {line.total[1]}",
        cvp=f"{line.cvp[0]} : {line.cvp[1]}",
        short=short,
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
        Parameter("side", option=True),
    ),
    draws=True,
)
