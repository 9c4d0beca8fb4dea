"""Profiles: what everybody may know of a person with an account.

Counted and listed are finished games that were open to everybody or rated. Others, played by
invitation, are told only to those who played in them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, exists, false, or_, select

from salient.games import GAMES, find_game
from salient.table import schema
from salient.table.cards import make_card
from salient.table.challenges import DECLINED, find_member
from salient.table.ratings import rating_cards
from salient.table.rooms import read_seats
from salient.table.storage import Storage
from salient.table.wire import Account, PastGame, Profile, Status, Tally

PAGE = 60
"""Games in a history."""


class Profiles:
    """Tells of people."""

    def __init__(self, storage: Storage, is_about: Callable[[int], bool]) -> None:
        self.storage = storage
        self.is_about = is_about

    async def show(self, name: str, reader: Account | None, language: str) -> Profile:
        """Somebody's profile.

        Raises:
            TableError: ``no-such-person``.
        """
        reader_id = reader.id if reader else None
        ratings, changes = schema.ratings, schema.rating_changes
        async with self.storage.read() as connection:
            person = await find_member(connection, name)
            known = await connection.execute(select(ratings).where(ratings.c.user_id == person.id))
            rating_rows = known.all()
            games = (await connection.execute(_finished(person.id, reader_id))).all()
            shown = games[:PAGE]
            seats = await read_seats(connection, *(row.id for row in shown))
            found = await connection.execute(select(changes).where(changes.c.user_id == person.id))
            gains = {row.game_id: round(row.after) - round(row.before) for row in found}
            shares = await connection.execute(_together(person.id, reader_id))
            together = shares.first() is not None
        by_game = {key: list(group) for key, group in groupby(seats, lambda seat: seat.game_id)}
        return Profile(
            name=person.name,
            since=person.created,
            mine=person.id == reader_id,
            online=together and self.is_about(person.id),
            ratings=rating_cards(rating_rows, language),
            tallies=_tallies(games, language),
            games=[
                PastGame(
                    make_card(row, by_game.get(row.id, []), reader_id, language),
                    _score(row),
                    gains.get(row.id),
                )
                for row in shown
            ],
        )


def _finished(user_id: int, reader_id: int | None) -> Select[Any]:
    """Games that somebody has finished and a reader may know of, the last first.

    Games with oneself are nobody's results.
    """
    games, seats = schema.games, schema.seats
    other, reader = seats.alias("other"), seats.alias("reader")
    known: ColumnElement[bool] = false()
    if reader_id is not None:
        known = exists().where(reader.c.game_id == games.c.id, reader.c.user_id == reader_id)
    return (
        select(games, seats.c.side, other.c.bot.is_not(None).label("against_bot"))
        .join(seats, and_(seats.c.game_id == games.c.id, seats.c.user_id == user_id))
        .join(other, and_(other.c.game_id == games.c.id, other.c.side != seats.c.side))
        .where(games.c.status == Status.OVER.value, games.c.result != DECLINED)
        .where(or_(other.c.user_id.is_(None), other.c.user_id != user_id))
        .where(or_(games.c.open, games.c.rated, known))
        .order_by(games.c.moved.desc(), games.c.id)
    )


def _together(user_id: int, reader_id: int | None) -> Select[Any]:
    """Games that two people play with each other."""
    games, one, other = schema.games, schema.seats.alias("one"), schema.seats.alias("other")
    return (
        select(games.c.id)
        .join(one, and_(one.c.game_id == games.c.id, one.c.user_id == user_id))
        .join(other, and_(other.c.game_id == games.c.id, other.c.user_id == reader_id))
        .where(games.c.status == Status.RUNNING.value)
        .limit(1)
    )


def _score(row: Row[Any]) -> str:
    if row.winner is None:
        return "drawn"
    return "won" if row.winner == row.side else "lost"


def _tallies(rows: Any, language: str) -> list[Tally]:
    """Results by title and side, people before bots."""
    found: dict[tuple[str, int, bool], Tally] = {}
    for row in rows:
        key = row.title, row.side, bool(row.against_bot)
        if key not in found:
            game, texts = find_game(row.title), find_game(row.title).texts(language)
            side = game.sides[row.side]
            found[key] = Tally(
                row.title, texts.say("game.title"), side, texts.say(f"side.{side}"), key[2]
            )
        tally = found[key]
        setattr(tally, _score(row), getattr(tally, _score(row)) + 1)
    order = list(GAMES)
    return [found[key] for key in sorted(found, key=lambda key: (order.index(key[0]), *key[1:]))]
