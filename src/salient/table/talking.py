"""Talking: what is said at a table, and what somebody notes there for himself."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from salient.table import schema
from salient.table.config import Rate
from salient.table.limits import Limiter
from salient.table.room import CHAT_PAGE, Room
from salient.table.rooms import Rooms
from salient.table.storage import Storage
from salient.table.wire import Account, Said


class Talk:
    """The words of all tables, and the notes of all people."""

    def __init__(self, storage: Storage, rooms: Rooms, measure: Rate) -> None:
        """Listen.

        Args:
            storage: Where words and notes are kept.
            rooms: Where they are heard.
            measure: How much one person may say.
        """
        self.storage = storage
        self.rooms = rooms
        self._measure = Limiter(measure)

    # -- said to all ----------------------------------------------------------------------------

    async def say(self, room: Room, user: Account, text: str, at: datetime) -> Said:
        """Say something at a table."""
        self._measure.count(f"person {user.id}")
        async with self.storage.write() as connection:
            done = await connection.execute(
                insert(schema.chat).values(game_id=room.id, user_id=user.id, text=text, at=at)
            )
            assert done.inserted_primary_key is not None, "the table numbers its rows"
            said = Said(done.inserted_primary_key[0], user.name, text, at)
            await connection.run_sync(self.storage.announce, "said", room.id)
        present = await self.rooms.get(room.id)  # it may have been given up meanwhile
        present.said.append(said)
        present.publish()
        return said

    async def overhear(self, game_id: str) -> None:
        """Take over what was said at a neighbour's, if anybody here listens."""
        room = self.rooms.found(game_id)
        if room is not None and room.listeners:
            known = {words.id for words in room.said}
            room.said.extend(words for words in await self.heard(room) if words.id not in known)
            room.publish()

    async def heard(self, room: Room) -> list[Said]:
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

    # -- noted for oneself ----------------------------------------------------------------------

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
