"""Farewells: everything that is held about a person, to take along; and the end of an account.

What others share stays theirs: games in which somebody else sits remain, with a former player on
the other side, and so do the orders in their journals. Everything else goes: name, password,
addresses, sessions, words, notes, ratings, and games that were nobody else's.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from salient.games import find_game
from salient.table import schema
from salient.table.accounts import Accounts
from salient.table.errors import TableError
from salient.table.lobby import Lobby
from salient.table.ratings import rating_cards
from salient.table.referee import Referee
from salient.table.storage import Storage
from salient.table.wire import (
    Account,
    Credentials,
    Gesture,
    HeldAttempt,
    HeldBrowser,
    HeldEntry,
    HeldGame,
    HeldSession,
    HeldText,
    Holdings,
    Status,
)

COUNTED = ("game", "record", "letter")
"""What is counted for a person by number."""

TRIES = 5
"""So often a resignation is tried against an opponent who is playing on."""


class Farewells:
    """Tells people what is held about them, and lets them go."""

    def __init__(
        self, storage: Storage, accounts: Accounts, referee: Referee, lobby: Lobby
    ) -> None:
        self.storage = storage
        self.accounts = accounts
        self.referee = referee
        self.lobby = lobby

    # -- taking along -------------------------------------------------------------------------

    async def holdings(self, account: Account, language: str) -> Holdings:
        """Everything that the table holds about a person; secrets of theirs are not readable."""
        users, sessions, notes = schema.users, schema.sessions, schema.notes
        journal, chat, keeps = schema.journal, schema.chat, schema.keeps
        me = account.id
        async with self.storage.read() as connection:

            async def rows(query: Any) -> Sequence[Row[Any]]:
                return (await connection.execute(query)).all()

            (person,) = await rows(select(users).where(users.c.id == me))
            ratings = await rows(select(schema.ratings).where(schema.ratings.c.user_id == me))
            said = await rows(select(chat).where(chat.c.user_id == me).order_by(chat.c.id))
            made = await rows(
                select(journal)
                .where(journal.c.user_id == me)
                .order_by(journal.c.game_id, journal.c.seq)
            )
            return Holdings(
                account=account,
                created=person.created,
                sessions=[
                    HeldSession(row.created, row.expires)
                    for row in await rows(select(sessions).where(sessions.c.user_id == me))
                ],
                games=await _games(connection, me),
                entries=[HeldEntry(e.game_id, e.seq, e.kind, e.text, e.at) for e in made],
                words=[HeldText(row.game_id, row.text, row.at) for row in said],
                notes=[
                    HeldText(row.game_id, row.text)
                    for row in await rows(select(notes).where(notes.c.user_id == me))
                ],
                ratings=rating_cards(ratings, language),
                challenges=[
                    row.game_id for row in await rows(select(keeps).where(keeps.c.user_id == me))
                ],
                variations=[
                    HeldText(row.game_id, row.name)
                    for row in await rows(
                        select(schema.variations).where(schema.variations.c.user_id == me)
                    )
                ],
                browsers=[
                    HeldBrowser(row.endpoint, row.created)
                    for row in await rows(
                        select(schema.subscriptions).where(schema.subscriptions.c.user_id == me)
                    )
                ],
                letters=[
                    row.purpose
                    for row in await rows(
                        select(schema.letters).where(schema.letters.c.user_id == me)
                    )
                ],
                attempts=[
                    HeldAttempt(row.key.split(" ")[0], row.at)
                    for row in await rows(select(schema.attempts).where(_counted(me)))
                ],
            )

    # -- going --------------------------------------------------------------------------------

    async def delete(self, account: Account, password: str) -> None:
        """Delete an account and everything that is held about its person.

        Games that run with somebody else are resigned first: nobody shall wait for one who is
        gone.

        Raises:
            TableError: ``wrong-password``.
        """
        if not account.guest:
            await self.accounts.sign_in(Credentials(account.name, password))
        seats, games, users = schema.seats, schema.games, schema.users
        mine = select(seats.c.game_id).where(seats.c.user_id == account.id)
        other = seats.alias()
        shared = exists().where(
            other.c.game_id == games.c.id, other.c.user_id.is_not(None),
            other.c.user_id != account.id,
        )  # fmt: skip
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(games.c.id, games.c.status).where(games.c.id.in_(mine), shared)
            )
            with_others = found.all()
        for row in with_others:
            if row.status in (Status.RUNNING.value, Status.HALTED.value):
                await self._resign(row.id, account)
        async with self.storage.write() as connection:
            touched = await connection.execute(
                select(games.c.id).where(or_(games.c.id.in_(mine), games.c.maker == account.id))
            )
            ids = [row.id for row in touched]
            own = or_(games.c.id.in_(mine), games.c.maker == account.id)
            await connection.execute(delete(games).where(and_(own, ~shared)))
            await connection.execute(delete(schema.chat).where(schema.chat.c.user_id == account.id))
            await connection.execute(delete(schema.attempts).where(_counted(account.id)))
            await connection.execute(delete(users).where(users.c.id == account.id))
            await connection.run_sync(self.storage.announce, "person", account.id)
            for game_id in ids:
                await connection.run_sync(self.storage.announce, "changed", game_id)
        self.accounts.forget(account.id)
        for game_id in ids:
            await self.lobby.refresh(game_id)

    async def _resign(self, game_id: str, account: Account) -> None:
        """Give a game up, however often the other side plays on meanwhile."""
        for _ in range(TRIES):
            try:
                room = await self.referee.rooms.get(game_id)
                wish = Gesture("resign", room.seq, f"farewell-{secrets.token_hex(8)}")
                await self.referee.gesture(room, account.id, wish)
            except TableError as error:
                if error.code != "stale":
                    return  # it is over, or cannot be played any more
            else:
                return


def _counted(user_id: int) -> ColumnElement[bool]:
    return schema.attempts.c.key.in_([f"{what} {user_id}" for what in COUNTED])


async def _games(connection: AsyncConnection, user_id: int) -> list[HeldGame]:
    games, seats = schema.games, schema.seats
    found = await connection.execute(
        select(games, seats.c.side)
        .outerjoin(seats, and_(seats.c.game_id == games.c.id, seats.c.user_id == user_id))
        .where(or_(seats.c.user_id == user_id, games.c.maker == user_id))
        .order_by(games.c.created, games.c.id, seats.c.side)
    )
    held: dict[str, HeldGame] = {}
    for row in found:
        game = held.setdefault(
            row.id,
            HeldGame(
                id=row.id, title=row.title, scenario=row.scenario, sides=[], status=row.status,
                result=row.result, created=row.created, moved=row.moved, rated=row.rated,
            ),
        )  # fmt: skip
        if row.side is not None:
            game.sides.append(find_game(row.title).sides[row.side])
    return list(held.values())
