"""Ratings: rated games between two people count, in the very transaction that ends them.

Each game is a rating period of its own for those who played it, and time without games makes a
rating less sure. Only a win counts, whether by the rules, by resignation or on time: what two
people agree upon says nothing of their strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from salient.games import GAMES, find_game
from salient.table import schema
from salient.table.errors import TableError
from salient.table.glicko import Rating, rate
from salient.table.storage import Storage
from salient.table.wire import Ranked, RatingCard

PERIOD = timedelta(days=7)
"""A rating period without games."""

SETTLED = 150.0
"""With a larger deviation nobody stands in the table of the best."""

PAGE = 50
"""Places in the table of the best."""


def settle(connection: Connection, row: Row[Any], winner: int | None, at: datetime) -> None:
    """Count a game that has just ended.

    Args:
        connection: The transaction in which it ends.
        row: The game.
        winner: The side that has won, or None.
        at: When.
    """
    if not row.rated or winner is None:
        return
    seats = schema.seats
    found = connection.execute(select(seats).where(seats.c.game_id == row.id))
    people = {seat.side: seat.user_id for seat in found}
    if None in people.values() or len(set(people.values())) != len(people):
        return
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        lock = func.pg_advisory_xact_lock(func.hashtext(f"ratings {row.title}"))
        connection.execute(select(lock))
    before = {side: _read(connection, user, row.title, at) for side, user in people.items()}
    for side, user in people.items():
        after = rate(before[side], [(before[1 - side], 1.0 if side == winner else 0.0)])
        _write(connection, user, row.title, after, at)
        connection.execute(
            insert(schema.rating_changes).values(
                game_id=row.id, user_id=user, before=before[side].rating, after=after.rating
            )
        )


def _read(connection: Connection, user: int, title: str, at: datetime) -> Rating:
    ratings = schema.ratings
    mine = (ratings.c.user_id == user, ratings.c.title == title)
    row = connection.execute(select(ratings).where(*mine)).one_or_none()
    return Rating() if row is None else _present(row, at)


def _present(row: Row[Any], at: datetime) -> Rating:
    """A kept rating as it is now."""
    kept = Rating(row.rating, row.deviation, row.volatility)
    return kept.rested((at - row.played) / PERIOD)


def _write(connection: Connection, user: int, title: str, rating: Rating, at: datetime) -> None:
    ratings = schema.ratings
    values = {
        "rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility,
        "played": at,
    }  # fmt: skip
    mine = (ratings.c.user_id == user, ratings.c.title == title)
    change = update(ratings).where(*mine).values(games=ratings.c.games + 1, **values)
    if not connection.execute(change).rowcount:
        connection.execute(insert(ratings).values(user_id=user, title=title, games=1, **values))


# -- looking ------------------------------------------------------------------------------------


def rating_cards(rows: Sequence[Row[Any]], language: str) -> list[RatingCard]:
    """Somebody's ratings, title by title, as they are today."""
    by_title = {row.title: row for row in rows}
    return [_card(by_title[title], language) for title in GAMES if title in by_title]


def _card(row: Row[Any], language: str) -> RatingCard:
    now = _present(row, datetime.now(UTC))
    return RatingCard(
        title=row.title,
        text=find_game(row.title).texts(language).say("game.title"),
        rating=round(now.rating),
        deviation=round(now.deviation),
        games=row.games,
        settled=now.deviation <= SETTLED,
    )


async def best_of(storage: Storage, title: str, user_id: int | None) -> list[Ranked]:
    """The best players of a title of whom enough is known.

    Raises:
        TableError: ``no-such-title``.
    """
    if title not in GAMES:
        raise TableError("no-such-title", title=title, expected=", ".join(GAMES))
    ratings, users, now = schema.ratings, schema.users, datetime.now(UTC)
    async with storage.read() as connection:
        found = await connection.execute(
            select(ratings, users.c.name)
            .join(users, users.c.id == ratings.c.user_id)
            .where(ratings.c.title == title, ratings.c.deviation <= SETTLED)
            .order_by(ratings.c.rating.desc(), users.c.id)
        )
        known = [(row, _present(row, now)) for row in found]
    settled = [(row, rating) for row, rating in known if rating.deviation <= SETTLED]
    return [
        Ranked(place, row.name, round(rating.rating), round(rating.deviation), row.games,
               row.user_id == user_id)
        for place, (row, rating) in enumerate(settled[:PAGE], start=1)
    ]  # fmt: skip
