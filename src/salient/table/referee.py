"""The referee: whatever changes a game goes through here, one entry after the other.

An entry is played, stored with its number in one transaction, and only then acknowledged and
shown. If storing fails the room is thrown away, because its memory is ahead of its journal.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from salient.engine import Lexicon, RuleViolation
from salient.table import schema
from salient.table.breathing import PIECE, Breathing
from salient.table.errors import TableError
from salient.table.journal import Written
from salient.table.pleas import PLEADING, plea_of
from salient.table.ratings import settle
from salient.table.room import Room
from salient.table.rooms import Rooms
from salient.table.storage import Storage
from salient.table.wire import Acknowledgement, Gesture, Order, Status

GESTURES = ("undo", "resign", "offer", "accept", "decline", "abandon", *PLEADING)
LAST = ("resign", "abandon")
"""What the players of a halted game can still do."""

MOST_TAKEN_BACK = 500
"""So often something is taken back before something must stand: journals do not grow for ever."""

Watcher = Callable[[Room, int], None]
"""Told after each change: the room, and the side that was to move before it."""


class _Stored(Exception):
    """An entry is in the journal already."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Referee:
    """Takes orders and gestures, checks them, stores them."""

    def __init__(self, storage: Storage, rooms: Rooms, *, at_once: bool = False) -> None:
        """Take a seat.

        Args:
            storage: Where entries go.
            rooms: The games.
            at_once: Whether the table answers without a pause for those who have nothing to decide.
        """
        self.storage = storage
        self.rooms = rooms
        self.at_once = at_once
        self.breathing = Breathing()
        self.watchers: list[Watcher] = []

    # -- what people do -----------------------------------------------------------------------

    async def order(self, room: Room, user_id: int, order: Order) -> Acknowledgement:
        """Carry out an action of a person.

        Raises:
            TableError: ``not-yours``, ``not-running`` or ``stale``.
            RuleViolation: The action is not offered, or not to this side.
        """
        async with self.rooms.hold(room.id) as room:
            if repeated := _repeated(room, user_id, order.key):
                return repeated
            _require_player(room, user_id)
            await self._hurry(room, order.after)
            _require_running(room)
            _require_present(room, order.after)
            side = room.decider
            if room.users[side] != user_id:
                raise RuleViolation("wrong-side", side=room.game.sides[side])
            text = _canonical(room, order.text)
            return await self._store(room, [_write("action", side, text, order.key, user_id)])

    async def gesture(self, room: Room, user_id: int, gesture: Gesture) -> Acknowledgement:
        """Carry out an undo, a resignation, a word about a draw; or let a halted game go."""
        if gesture.kind not in GESTURES:
            raise TableError("bad-gesture", kind=gesture.kind, expected=", ".join(GESTURES))
        async with self.rooms.hold(room.id) as room:
            if repeated := _repeated(room, user_id, gesture.key):
                return repeated
            _require_player(room, user_id)
            await self._hurry(room, gesture.after)
            if gesture.kind == "abandon" and room.status is Status.RUNNING:
                raise TableError("not-halted")
            if gesture.kind not in LAST or room.status is not Status.HALTED:
                _require_running(room)
            _require_present(room, gesture.after)
            side = _speaker(room, user_id, gesture)
            _check_offer(room, side, gesture.kind)
            if gesture.kind == "undo":
                _check_undo(room)
            text = _tell_gesture(room, side, gesture.kind)
            return await self._store(room, [_write(gesture.kind, side, text, gesture.key, user_id)])

    async def play_bot(self, room: Room, after: int, texts: Sequence[tuple[int, str]]) -> None:
        """Carry out what a bot has thought of, unless the game has moved on meanwhile."""
        async with self.rooms.hold(room.id) as room:
            if room.seq != after or room.status is not Status.RUNNING:
                return
            key = f"bot-{secrets.token_hex(8)}"
            await self._store(
                room,
                [
                    _write("action", side, text, f"{key}-{number}")
                    for number, (side, text) in enumerate(texts)
                ],
            )

    async def stand_in(self, game_id: str, after: int) -> None:
        """Answer for a side that has nothing to decide, unless the game has moved on meanwhile."""
        async with self.rooms.hold(game_id) as room:
            if room.seq == after and room.is_veil:
                await self._store(room, [_stand_in(room)])

    async def _hurry(self, room: Room, after: int) -> None:
        """Catch up with what the asking person has seen at a neighbour's already."""
        if after > room.seq and self.storage.shared:
            await self.rooms.catch_up(room)
            if not self.rooms.holds(room):
                raise TableError("stale", seq=after, after=after)

    # -- storing ------------------------------------------------------------------------------

    async def _store(self, room: Room, entries: Sequence[Written]) -> Acknowledgement:
        """Play entries and store them: all of them, or none."""
        before, first = room.decider, room.seq + 1
        stamps: list[str] = []
        done: list[Written] = []
        waiting = deque(entries)
        try:
            while waiting:
                written = _as_asked(room, waiting.popleft())
                room.enter(written, ask=written.user_id is not None, veil=room.veiled)
                stamps.append(room.match.stamp)
                done.append(written)
                if self.at_once and room.is_veil and room.decider not in room.bots:
                    waiting.appendleft(_stand_in(room))
                if len(done) % PIECE == 0:
                    await self.breathing.pause()
            await self._commit(room, first, done, stamps)
        except _Stored as stored:
            self.rooms.drop(room)
            return Acknowledgement(stored.seq, repeated=True)
        except BaseException:
            if room.seq >= first:
                self.rooms.drop(room)
            raise
        self.rooms.snapshots.keep(room)
        room.publish()
        for watch in self.watchers:
            watch(room, before)
        return Acknowledgement(room.seq)

    async def _commit(
        self, room: Room, first: int, entries: Sequence[Written], stamps: Sequence[str]
    ) -> None:
        result, winner = room.ending() if room.status is Status.OVER else ("", None)
        rows = [
            {
                "game_id": room.id, "seq": first + index, "kind": written.kind,
                "side": written.side, "text": written.text, "key": written.key,
                "user_id": written.user_id, "at": written.at, "stamp": stamps[index],
            }
            for index, written in enumerate(entries)
        ]  # fmt: skip
        head = update(schema.games).where(schema.games.c.id == room.id).values(
            seq=room.seq, moved=entries[-1].at, to_move=room.decider, status=room.status.value,
            result=result, winner=winner, clock=room.moments[-1].clock, **room.timing.columns(),
        )  # fmt: skip

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.journal), rows)
            connection.execute(self.storage.announcing(head, "moved", room.id, room.seq))
            if room.status is Status.OVER:
                settle(connection, room.row, winner, entries[-1].at)

        try:
            await self.storage.transact(write)
        except IntegrityError:
            # A neighbour was faster; perhaps with this very entry, which was sent there first.
            if stored := await self._stored_before(room.id, entries[0]):
                raise _Stored(stored) from None
            seq = await self._stored_seq(room.id)
            raise TableError("stale", seq=seq, after=first - 1) from None

    async def _stored_before(self, game_id: str, written: Written) -> int:
        """The number under which an entry with the same key and of the same person is stored."""
        journal = schema.journal
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(journal.c.seq)
                .where(journal.c.game_id == game_id, journal.c.key == written.key)
                .where(journal.c.user_id == written.user_id)
            )
            return found.scalar_one_or_none() or 0

    async def _stored_seq(self, game_id: str) -> int:
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(schema.games.c.seq).where(schema.games.c.id == game_id)
            )
            seq = found.scalar_one_or_none()
        if seq is None:
            raise TableError("no-such-game", game=game_id)
        return int(seq)


def _write(kind: str, side: int, text: str, key: str, user_id: int | None = None) -> Written:
    return Written(kind, side, text, key, datetime.now(UTC), user_id)


def _as_asked(room: Room, written: Written) -> Written:
    """An entry as the journal has it: what was the only thing left is a word, not a choice."""
    if written.kind != "action" or not room.match.is_held:
        return written
    return msgspec.structs.replace(written, kind="confirm")


def _stand_in(room: Room) -> Written:
    """The only answer of a side that is asked lest its enemy learn that it has no choice."""
    decision, lexicon = room.match.decision, room.match.state.setting.lexicon
    assert decision is not None, "somebody is asked"
    key = f"table-{secrets.token_hex(8)}"
    return _write("confirm", decision.side, lexicon.text(decision.actions[0]), key)


def _canonical(room: Room, text: str) -> str:
    """An action's text as the record has it, whatever way it was typed."""
    lexicon: Lexicon = room.match.state.setting.lexicon
    return lexicon.text(lexicon.parse(text))


def _repeated(room: Room, user_id: int, key: str) -> Acknowledgement | None:
    """The acknowledgement of an entry that was stored before under the same key."""
    seq = room.keys.get(key)
    if seq is None:
        return None
    if room.moments[seq].written.user_id != user_id:
        raise TableError("key-used", key=key)
    return Acknowledgement(seq, repeated=True)


def _require_player(room: Room, user_id: int) -> None:
    if user_id not in room.users.values():
        raise TableError("not-yours")


def _require_running(room: Room) -> None:
    if room.problem is not None and room.status is Status.HALTED:
        raise room.problem
    if room.status is not Status.RUNNING:
        raise TableError("not-running", status=room.status.value)
    if room.timing.is_over(datetime.now(UTC)):
        raise TableError("time-over")


def _require_present(room: Room, after: int) -> None:
    if after != room.seq:
        raise TableError("stale", seq=room.seq, after=after)


def _speaker(room: Room, user_id: int, gesture: Gesture) -> int:
    """The side that makes a gesture: one's own; of two, the named or the deciding one."""
    mine = [side for side, owner in room.users.items() if owner == user_id]
    if gesture.side:
        if gesture.side not in room.game.sides or room.game.sides.index(gesture.side) not in mine:
            raise TableError("not-yours")
        return room.game.sides.index(gesture.side)
    return room.decider if room.decider in mine else mine[0]


def _tell_gesture(room: Room, side: int, kind: str) -> str:
    """What a gesture is about: an undo tells what it takes back, a plea how far it goes.

    Raises:
        TableError: ``no-plea`` if nothing can be asked for, or nothing was.
    """
    if kind == "undo":
        return str(room.match.log[-1][0])
    if kind not in PLEADING:
        return ""
    plea = plea_of(room, side) if kind == "plead" else room.plea
    if plea is None or (kind != "plead" and plea.side == side):
        raise TableError("no-plea")
    return str(plea.moves)


def _check_undo(room: Room) -> None:
    """Something can be taken back, and not for ever."""
    if not room.match.can_undo:
        raise RuleViolation("no-undo")
    if room.taken_back >= MOST_TAKEN_BACK:
        raise TableError("undone-enough", limit=MOST_TAKEN_BACK)


def _check_offer(room: Room, side: int, kind: str) -> None:
    """A draw is accepted or declined by the side to which it was offered."""
    if kind in ("accept", "decline") and room.offer != 1 - side:
        raise TableError("nothing-offered")
    if kind == "offer" and room.offer == side:
        raise TableError("own-offer")
