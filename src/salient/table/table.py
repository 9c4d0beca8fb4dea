"""The table: all its parts, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy import and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from salient.table import schema
from salient.table.accounts import Accounts
from salient.table.config import Config
from salient.table.errors import TableError
from salient.table.limits import Limiter
from salient.table.lobby import Lobby
from salient.table.notify import Notifier
from salient.table.referee import Referee
from salient.table.robots import Robots
from salient.table.room import CHAT_PAGE, Room
from salient.table.rooms import Rooms, admits
from salient.table.storage import Storage
from salient.table.taking_up import TakingUp
from salient.table.wire import Account, Said

NOBODY = -1
"""The side that decided before a game began."""


class GameTable:
    """What the routes work with."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.storage = Storage(config.database)
        self.rooms = Rooms(self.storage, config.rooms)
        self.referee = Referee(self.storage, self.rooms)
        self.robots = Robots(self.rooms, self.referee, config.bot_workers)
        self.taking_up = TakingUp(self.storage, self.rooms, self.robots)
        self.notifier = Notifier(config, self.storage)
        self.referee.watchers.append(self.notifier.watch)
        self.accounts = Accounts(self.storage)
        self.lobby = Lobby(self.storage, self.rooms)
        self.sign_ups = Limiter(config.sign_ups)
        self.sign_ins = Limiter(config.sign_ins)

    async def open(self) -> None:
        """Open the database and take up the games where they were."""
        await self.storage.open()
        await self.accounts.purge()
        self.taking_up.begin()

    async def close(self) -> None:
        """Stop the bots, send what is to be sent, close the database."""
        await self.taking_up.close()
        await self.robots.close()
        await self.rooms.close()
        await self.notifier.close()
        await self.storage.close()

    async def begin(self, game_id: str) -> None:
        """Tell the side that is to move, if all seats are taken: a bot thinks, a person hears."""
        try:
            room = await self.rooms.get(game_id)
        except TableError:
            return  # it cannot even be set up
        for watch in self.referee.watchers:
            watch(room, NOBODY)

    async def enter(self, game_id: str, user: Account | None, invite: str) -> Room:
        """The room of a game for one who may see it."""
        room = await self.rooms.get(game_id)
        _require_admission(room, user, invite)
        return room

    @asynccontextmanager
    async def look(self, game_id: str, user: Account | None, invite: str) -> AsyncIterator[Room]:
        """The same, and nothing moves while one looks."""
        async with self.rooms.hold(game_id) as room:
            _require_admission(room, user, invite)
            yield room

    # -- talking ------------------------------------------------------------------------------

    async def say(self, room: Room, user: Account, text: str, at: datetime) -> Said:
        """Say something at a table."""
        async with self.storage.write() as connection:
            done = await connection.execute(
                insert(schema.chat).values(game_id=room.id, user_id=user.id, text=text, at=at)
            )
            assert done.inserted_primary_key is not None, "the table numbers its rows"
            said = Said(done.inserted_primary_key[0], user.name, text, at)
        present = await self.rooms.get(room.id)  # it may have been given up meanwhile
        present.said.append(said)
        present.publish()
        return said

    async def chat(self, room: Room) -> list[Said]:
        """What was said last, oldest first."""
        chat, users = schema.chat, schema.users
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(chat, users.c.name)
                .outerjoin(users, users.c.id == chat.c.user_id)
                .where(chat.c.game_id == room.id)
                .order_by(chat.c.id.desc())
                .limit(CHAT_PAGE)
            )
            return [Said(row.id, row.name or "", row.text, row.at) for row in found][::-1]

    async def read_notes(self, room: Room, user: Account) -> str:
        """A person's private notes on a game."""
        notes = schema.notes
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(notes.c.text).where(notes.c.game_id == room.id, notes.c.user_id == user.id)
            )
            return found.scalar_one_or_none() or ""

    async def write_notes(self, room: Room, user: Account, text: str) -> None:
        """Keep a person's private notes."""
        notes = schema.notes
        mine = and_(notes.c.game_id == room.id, notes.c.user_id == user.id)
        change = update(notes).where(mine).values(text=text)
        first = insert(notes).values(game_id=room.id, user_id=user.id, text=text)
        try:
            async with self.storage.write() as connection:
                if not (await connection.execute(change)).rowcount:
                    await connection.execute(first)
        except IntegrityError:  # another page of theirs was faster
            async with self.storage.write() as connection:
                await connection.execute(change)


def _require_admission(room: Room, user: Account | None, invite: str) -> None:
    user_id = user.id if user else None
    if not admits(room.row, room.status, room.users.values(), user_id, invite):
        raise TableError("not-yours")
