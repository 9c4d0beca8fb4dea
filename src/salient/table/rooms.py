"""Rooms: the games that are being played, alive in memory, each the outcome of its journal."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from salient.engine import AnyGame, Event, Match, SalientError, SaveError
from salient.engine.events import references
from salient.games import find_game
from salient.table import schema
from salient.table.errors import TableError
from salient.table.storage import Storage
from salient.table.wire import Entry, Position, Said, Status

STRIDE = 32
"""After so many actions a copy of the state is kept, so that looking back is quick."""

BREATH = 8
"""After so many entries in a row, played or told, other games get their turn."""

CHAT_PAGE = 200
"""Words of the chat that are shown to one who comes in."""

GAME_ID = re.compile(r"[\w-]{1,24}", re.ASCII)


class Written(msgspec.Struct, frozen=True):
    """A journal entry as it is stored."""

    kind: str
    side: int
    text: str
    key: str
    at: datetime
    user_id: int | None = None


class Moment(msgspec.Struct):
    """A journal entry and what came of it.

    Attributes:
        move: How many actions stand in the record after it.
        events: What happened.
        undone: Whether a later entry took it back.
        told: The entry in words, by language and reader.
    """

    written: Written
    move: int
    events: list[Event]
    clock: str
    tracks: dict[str, int]
    undone: bool = False
    told: dict[tuple[str, int | None], Entry] = {}


class Room:
    """One game: who sits there, its match, and everything that happened in it.

    ``lock`` is held while the game changes, and while anybody looks at its present state: between
    playing an action and storing it nobody may see it.

    Attributes:
        listeners: Set when there is news; one for each open connection.
        present: The people of these connections.
        said: What has been said lately, since the room was opened.
    """

    def __init__(self, row: Row[Any], seats: Sequence[Row[Any]]) -> None:
        self.id: str = row.id
        self.row = row
        self.game: AnyGame = find_game(row.title)
        self.lock = asyncio.Lock()
        self.users: dict[int, int | None] = {seat.side: seat.user_id for seat in seats}
        self.names: dict[int, str | None] = {seat.side: seat.name for seat in seats}
        self.bots: dict[int, str] = {seat.side: seat.bot for seat in seats if seat.bot}
        self.status = Status(row.status)
        self.offer: int | None = None
        self.keys: dict[str, int] = {}
        self.moments: list[Moment] = []
        self.sides: dict[int, int] = {}
        self.positions: dict[tuple[int, str], Position] = {}
        self.listeners: set[asyncio.Event] = set()
        self.present: list[int] = []
        self.said: deque[Said] = deque(maxlen=CHAT_PAGE)
        self.match = Match.start(self.game, row.scenario, row.seed, row.options)
        self._kept: dict[int, Any] = {0: self.match.state.copy()}
        self._named: dict[int, frozenset[int]] = {}
        self._meet_pieces()
        start = Written("start", -1, "", "", row.created)
        self._remember(start, self.match.log[0][1])

    @property
    def seq(self) -> int:
        """The number of the last journal entry."""
        return len(self.moments) - 1

    @property
    def moves(self) -> int:
        """How many actions stand in the record."""
        return len(self.match.log) - 1

    @property
    def decider(self) -> int:
        """Index of the side that is asked, or -1."""
        decision = self.match.decision if self.status is Status.RUNNING else None
        return -1 if decision is None else decision.side

    # -- entries ------------------------------------------------------------------------------

    def enter(self, written: Written) -> None:
        """Let a journal entry take effect.

        Raises:
            RuleViolation: The entry is not legal; nothing has changed.
        """
        events: list[Event] = []
        if written.kind == "action":
            events = self.match.play(written.text, written.side)
            self.offer = None
            if self.moves % STRIDE == 0:
                self._kept[self.moves] = self.match.state.copy()
        elif written.kind == "undo":
            self._take_back(written.side)
        elif written.kind == "offer":
            self.offer = written.side
        elif written.kind == "decline":
            self.offer = None
        if written.kind in ("resign", "accept") or self.match.decision is None:
            self.status = Status.OVER
        self._remember(written, events)

    def _take_back(self, side: int) -> None:
        self.match.undo(side)
        self._kept = {move: state for move, state in self._kept.items() if move <= self.moves}
        last = max(
            index
            for index, moment in enumerate(self.moments)
            if moment.written.kind == "action" and not moment.undone
        )
        self.moments[last].undone = True

    def _remember(self, written: Written, events: list[Event]) -> None:
        game, state = self.game, self.match.state
        clock, tracks = game.clock(state), game.tracks(state)
        self.moments.append(Moment(written, self.moves, events, clock, tracks))
        self.keys[written.key] = self.seq
        self.positions.clear()

    def publish(self) -> None:
        """Wake everybody who listens."""
        for listener in self.listeners:
            listener.set()

    # -- looking ------------------------------------------------------------------------------

    def state_at(self, move: int) -> Any:
        """The state after so many actions, as a copy of its own."""
        if not 0 <= move <= self.moves:
            raise TableError("no-such-move", move=move, last=self.moves)
        kept = max(known for known in self._kept if known <= move)
        state = self._kept[kept].copy()
        for text, _ in self.match.log[kept + 1 : move + 1]:
            self.game.play(state, state.setting.lexicon.parse(text))
        return state

    def viewpoint(self, user_id: int | None) -> int:
        """From which side a person sees the game: his own, the deciding one of two, or none."""
        mine = [
            side for side, owner in self.users.items() if owner is not None and owner == user_id
        ]
        if len(mine) > 1 and self.decider in mine:
            return self.decider
        return mine[0] if len(mine) == 1 else -1

    def named(self, side: int) -> frozenset[int]:
        """The pieces that the board names to a side: those it saw at the beginning."""
        if side not in self._named:
            view = self.game.view(self._kept[0], side)
            self._named[side] = frozenset(piece.id for piece in view.pieces)
        return self._named[side]

    def reader(self, user_id: int | None) -> int | None:
        """As which side a person reads the log: when the game is over, as one who may know all."""
        return None if self.status is Status.OVER else self.viewpoint(user_id)

    def side_of(self, event: Event) -> int:
        """The side an event is about, or -1."""
        for kind, index in references(event):
            if kind == "side":
                return index
            if kind == "piece":
                if index not in self.sides:
                    self._meet_pieces()
                return self.sides.get(index, -1)
        return -1

    def _meet_pieces(self) -> None:
        """Learn whose the pieces are that are in play now; they remain so when they are lost."""
        for viewer in (-1, *range(len(self.game.sides))):
            view = self.game.view(self.match.state, viewer)
            self.sides.update((piece.id, piece.side) for piece in view.pieces)

    def ending(self) -> tuple[str, int | None]:
        """How the game ended: outcome and score, or ``resign`` or ``draw``, and who won."""
        result = self.game.result(self.match.state)
        if result is not None:
            return f"{result.outcome} {result.score}", result.winner
        last = self.moments[-1].written
        if last.kind == "resign":
            return f"resign {last.side}", 1 - last.side
        return ("draw", None) if last.kind == "accept" else ("", None)


class Rooms:
    """All rooms in memory; a game that nobody has asked for lately is put away."""

    def __init__(self, storage: Storage, limit: int) -> None:
        self.storage = storage
        self.limit = limit
        self._rooms: OrderedDict[str, asyncio.Task[Room]] = OrderedDict()

    async def get(self, game_id: str) -> Room:
        """The room of a game, rebuilt from its journal if need be.

        Raises:
            TableError: ``no-such-game``, or ``unplayable`` if its rules are not those of this
                program.
        """
        task = self._rooms.get(game_id)
        if task is None:
            task = self._rooms[game_id] = asyncio.create_task(self._load(game_id))
            self._put_away()
        else:
            self._rooms.move_to_end(game_id)
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done() and self._rooms.get(game_id) is task:
                del self._rooms[game_id]
            raise

    @asynccontextmanager
    async def hold(self, game_id: str) -> AsyncIterator[Room]:
        """The room of a game, with its lock.

        A room that was given up while one waited for its lock may remember what was never stored:
        then its successor is waited for.
        """
        while True:
            room = await self.get(game_id)
            async with room.lock:
                if self.holds(room):
                    yield room
                    return

    def drop(self, room: Room) -> None:
        """Forget a room whose memory may differ from its journal; listeners get a new one."""
        if self.holds(room):
            del self._rooms[room.id]
        room.publish()

    def holds(self, room: Room) -> bool:
        """Whether a room is still the one its game is played in."""
        task = self._rooms.get(room.id)
        return task is not None and _outcome(task) is room

    def _put_away(self) -> None:
        for game_id, task in list(self._rooms.items()):
            if len(self._rooms) <= self.limit:
                return
            room = _outcome(task)
            if room is not None and not room.listeners and not room.lock.locked():
                del self._rooms[game_id]

    async def _load(self, game_id: str) -> Room:
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
            entries = [
                Written(e.kind, e.side, e.text, e.key, e.at, e.user_id)
                for e in await connection.execute(
                    select(schema.journal)
                    .where(schema.journal.c.game_id == game_id)
                    .order_by(schema.journal.c.seq)
                )
            ]
        return await asyncio.to_thread(_rebuild, row, seats, entries)


def _outcome(task: asyncio.Task[Room]) -> Room | None:
    """The room that was loaded, if it has been."""
    loaded = task.done() and not task.cancelled() and task.exception() is None
    return task.result() if loaded else None


def _rebuild(row: Row[Any], seats: Sequence[Row[Any]], entries: Sequence[Written]) -> Room:
    check_rules(row)
    try:
        room = Room(row, seats)
        for written in entries:
            room.enter(written)
    except SalientError as error:
        raise TableError("unplayable", reason=error) from None
    return room


def admits(
    row: Row[Any], status: Status, players: Iterable[int | None], user_id: int | None, invite: str
) -> bool:
    """Whether somebody may see a game.

    Open and finished games are for everybody, others for their players and for those who were
    given the link.
    """
    public = row.open or status is Status.OVER
    known = user_id is not None and user_id in (*players, row.maker)
    return public or known or is_invited(row, invite)


def is_invited(row: Row[Any], invite: str) -> bool:
    """Whether somebody was given the link of a game."""
    return secrets.compare_digest(invite.encode(), row.invite.encode())


def check_rules(row: Row[Any]) -> None:
    """Refuse a game that was begun under other rules than this program's."""
    try:
        game = find_game(row.title)
        if row.rules != game.rules_version:
            raise SaveError("other-rules", rules=row.rules, expected=game.rules_version)
    except SalientError as error:
        raise TableError("unplayable", reason=error) from None


async def read_game(
    connection: AsyncConnection, game_id: str
) -> tuple[Row[Any], Sequence[Row[Any]]]:
    """A game's row and its seats."""
    row = None
    if GAME_ID.fullmatch(game_id):
        found = await connection.execute(select(schema.games).where(schema.games.c.id == game_id))
        row = found.one_or_none()
    if row is None:
        raise TableError("no-such-game", game=game_id)
    return row, await read_seats(connection, game_id)


async def read_seats(connection: AsyncConnection, *game_ids: str) -> Sequence[Row[Any]]:
    """The seats of games, each with the name of its person and how long he is away."""
    seats, users = schema.seats, schema.users
    found = await connection.execute(
        select(seats, users.c.name, users.c.vacation)
        .outerjoin(users, users.c.id == seats.c.user_id)
        .where(seats.c.game_id.in_(game_ids))
        .order_by(seats.c.game_id, seats.c.side)
    )
    return found.all()
