"""Snapshots: how a game stood after some entries, and what had come of them.

With them a long game is opened without being played again from its beginning. A snapshot tells
nothing that the journal does not: one that was made under other rules or by another program, that
does not go with the journal or cannot be read is thrown away, and the journal is played. So a
change of the rules that nobody has owned up to is still noticed at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, delete, insert, not_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

import salient
from salient.engine import SalientError
from salient.engine.retelling import Retelling
from salient.engine.stamps import agrees
from salient.table import schema
from salient.table.drafts import Draft, Page
from salient.table.journal import Written
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.room import Room
from salient.table.storage import Storage

RULES = ("engine", "boards", "games")
"""The packages that say how a game comes out."""

SOURCES = (".py", ".csv", ".toml", ".txt", ".json")
QUICKLY = 1
"""How hard snapshots are compressed: they are a quarter of their size already."""

_encode = msgspec.json.Encoder().encode
_pages = msgspec.json.Decoder(list[Page])


class Useless(Exception):
    """A snapshot from which a game cannot be opened."""


@cache
def program() -> str:
    """A hash of the code and the data that decide how a game comes out."""
    found = hashlib.sha256()
    root = Path(salient.__file__).parent
    for package in RULES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in SOURCES:
                found.update(path.relative_to(root).as_posix().encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


# -- using them ---------------------------------------------------------------------------------


def resume(room: Room, kept: Sequence[Row[Any]], entries: Sequence[Written]) -> int:
    """Take a fresh room as far as its snapshots reach.

    Returns:
        How many entries need not be played any more.

    Raises:
        Useless: They do not go with the journal; what the room is like now is not said.
    """
    chain = _chain(room, kept)
    if not chain:
        return 0
    retelling = Retelling(room.game)
    try:
        for row in chain:
            _recall(room, row, entries[row.since : row.seq], retelling)
            room.keep_state(row.state)
        room.stand_at(_state(room, chain[-1], entries))
    except (SalientError, ValueError, KeyError, TypeError, zlib.error) as error:
        raise Useless(f"{type(error).__name__}: {error}") from error
    return room.seq


def _chain(room: Room, kept: Sequence[Row[Any]]) -> list[Row[Any]]:
    """The snapshots of this program that follow one another from the beginning."""
    chain: list[Row[Any]] = []
    made = room.row.rules, program()
    if room.row.rules != room.game.rules_version:
        return []
    for row in kept:
        if row.since == (chain[-1].seq if chain else 0) and (row.rules, row.program) == made:
            chain.append(row)
    return chain


def _recall(room: Room, row: Row[Any], entries: Sequence[Written], retelling: Retelling) -> None:
    """Take over what came of a stretch of the journal."""
    pages = _pages.decode(zlib.decompress(row.pages))
    for written, page in zip(entries, pages, strict=True):
        room.recall(written, page, retelling.read(page.events))
    if room.seq != row.seq:
        raise ValueError(f"expected {row.seq} entries, found {room.seq}")


def _state(room: Room, row: Row[Any], entries: Sequence[Written]) -> Any:
    """The state of a snapshot, if it is that of the game after its entry."""
    state = room.game.load(zlib.decompress(row.state))
    same = (
        state.seed == room.row.seed and state.setting.identity == room.match.state.setting.identity
    )
    stamps = row.stamp, entries[row.seq - 1].stamp
    if not same or not all(agrees(room.game, state, stamp) for stamp in stamps):
        raise ValueError("expected the state of this game after its entry")
    return state


async def read_snapshots(
    connection: AsyncConnection, game_id: str, until: int
) -> Sequence[Row[Any]]:
    """The snapshots of a game up to an entry, oldest first."""
    table = schema.snapshots
    found = await connection.execute(
        select(table).where(table.c.game_id == game_id, table.c.seq <= until).order_by(table.c.seq)
    )
    return found.all()


# -- making them --------------------------------------------------------------------------------


class Snapshots:
    """Keeps what rooms note of themselves, in the background and one after the other.

    Attributes:
        busy: How many are not kept yet.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._drafts: asyncio.Queue[tuple[str, Draft]] = asyncio.Queue()
        self.busy = 0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is not kept yet is played again one day."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def keep(self, room: Room) -> None:
        """Keep what a room has noted of itself; all of it is in the journal."""
        drafts, room.drafts = room.drafts, []
        self.busy += len(drafts)
        for draft in drafts:
            self._drafts.put_nowait((room.id, draft))

    async def forget(self, game_id: str, after: int) -> None:
        """Throw away what is of no use for a game: the snapshots after an entry."""
        table = schema.snapshots
        change = delete(table).where(table.c.game_id == game_id, table.c.seq > after)
        await self.storage.transact(lambda link: link.execute(change))

    async def _run(self) -> None:
        while True:
            game_id, draft = await self._drafts.get()
            row = await asyncio.to_thread(_pack, game_id, draft)
            try:
                await self.storage.transact(lambda link, row=row: _store(link, row))  # type: ignore[misc]
            except IntegrityError:
                pass  # the game was taken away, or a neighbour was faster
            except STORAGE_FAILURES as error:
                quiet.failure(error)
            finally:
                self.busy -= 1


def _pack(game_id: str, draft: Draft) -> dict[str, Any]:
    return {
        "game_id": game_id, "seq": draft.seq, "since": draft.since, "rules": draft.rules,
        "program": program(), "stamp": draft.stamp,
        "state": zlib.compress(draft.state, QUICKLY),
        "pages": zlib.compress(_encode(draft.pages), QUICKLY),
    }  # fmt: skip


def _store(connection: Connection, row: dict[str, Any]) -> None:
    """Store a snapshot, unless a neighbour has come further; those of other programs go."""
    table = schema.snapshots.c
    of_game = table.game_id == row["game_id"]
    same = and_(table.rules == row["rules"], table.program == row["program"])
    connection.execute(delete(schema.snapshots).where(of_game, not_(same)))
    further = select(table.seq).where(of_game, table.seq > row["since"])
    if connection.execute(further).first() is None:
        connection.execute(insert(schema.snapshots), row)
