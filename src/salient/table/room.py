"""A room: one game in memory, the outcome of its journal."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row

from salient.engine import AnyGame, Event, Match, Record, commitment
from salient.engine.events import references
from salient.games import find_game
from salient.table.errors import TableError
from salient.table.wire import Entry, Position, Said, Status

STRIDE = 32
"""After so many actions a copy of the state is kept, so that looking back is quick."""

BREATH = 8
"""After so many entries in a row, played or told, other games get their turn."""

CHAT_PAGE = 200
"""Words of the chat that are shown to one who comes in."""

ENDINGS = ("resign", "accept", "abandon")
"""Gestures that end a game."""


class Written(msgspec.Struct, frozen=True):
    """A journal entry as it is stored."""

    kind: str
    side: int
    text: str
    key: str
    at: datetime
    user_id: int | None = None
    stamp: str = ""


class Moment(msgspec.Struct):
    """A journal entry and what came of it.

    Attributes:
        move: How many actions stand in the record after it.
        events: What happened.
        undone: Whether a later entry took it back.
        played: Whether it took effect here; after a game is halted nothing does any more.
        told: The entry in words, by language and reader.
    """

    written: Written
    move: int
    events: list[Event]
    clock: str
    tracks: dict[str, int]
    undone: bool = False
    played: bool = True
    told: dict[tuple[str, int | None], Entry] = {}


class Room:
    """One game: who sits there, its match, and everything that happened in it.

    ``lock`` is held while the game changes, and while anybody looks at its present state: between
    playing an action and storing it nobody may see it.

    Attributes:
        listeners: Set when there is news; one for each open connection.
        present: The people of these connections.
        said: What has been said lately, since the room was opened.
        halted_at: The first entry that does not come out under the present rules as it did when
            it was made, or None. From there on the journal is kept and shown, but not played.
    """

    def __init__(self, row: Row[Any], seats: Sequence[Row[Any]]) -> None:
        self.id: str = row.id
        self.row = row
        self.game: AnyGame = find_game(row.title)
        self.lock = asyncio.Lock()
        self.users: dict[int, int | None] = {seat.side: seat.user_id for seat in seats}
        self.names: dict[int, str | None] = {seat.side: seat.name for seat in seats}
        self.bots: dict[int, str] = {seat.side: seat.bot for seat in seats if seat.bot}
        self.status = Status.RUNNING if row.status == Status.HALTED else Status(row.status)
        self.halted_at: int | None = None
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
        if written.kind in ENDINGS or self.match.decision is None:
            self.status = Status.OVER
        self._remember(written, events)

    def pass_over(self, written: Written) -> None:
        """Keep a journal entry that does not come out as it did: the game is halted before it."""
        if self.halted_at is None:
            self.halted_at = self.seq + 1
            self.status = Status.OVER if self.row.status == Status.OVER else Status.HALTED
            self.offer = None
        last = self.moments[-1]
        moment = Moment(written, self.moves, [], last.clock, last.tracks, played=False)
        self.moments.append(moment)
        self.keys[written.key] = self.seq

    @property
    def problem(self) -> TableError | None:
        """Why nobody can play on here, if so."""
        if self.halted_at is None:
            return None
        return explain_halt(self.game, self.row.rules, self.halted_at)

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
        """From which side a person sees the game: their own, the deciding one of two, or none."""
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
            view = self.match.view(viewer)
            self.sides.update((piece.id, piece.side) for piece in view.pieces)

    def ending(self) -> tuple[str, int | None]:
        """How the game ended: outcome and score, ``resign``, ``draw`` or ``abandoned``; who won."""
        result = self.game.result(self.match.state)
        if result is not None:
            return f"{result.outcome} {result.score}", result.winner
        last = self.moments[-1].written
        if last.kind == "resign":
            return f"resign {last.side}", 1 - last.side
        if last.kind == "abandon":
            return "abandoned", None
        if last.kind == "accept":
            return "draw", None
        return self.row.result, self.row.winner

    def record(self) -> Record:
        """The game's record; its dice are told when it is over.

        Of a halted game it is that of the rules it was played under.
        """
        over = self.status is Status.OVER
        if self.halted_at is None:
            return self.match.record(reveal=over)
        stands: list[Written] = []
        for moment in self.moments:
            if moment.written.kind == "action":
                stands.append(moment.written)
            elif moment.written.kind == "undo":
                stands.pop()
        identity = self.match.state.setting.identity
        return Record(
            identity=msgspec.structs.replace(identity, rules=self.row.rules),
            commitment=commitment(self.row.seed),
            actions=[(self.game.sides[written.side], written.text) for written in stands],
            seed=self.row.seed if over else None,
            result=self.ending()[0] if over and self.moments[-1].written.kind == "action" else "",
            stamps=[written.stamp for written in stands],
        )


def explain_halt(game: AnyGame, rules: str, seq: int) -> TableError:
    """Why a game cannot be played on.

    Args:
        game: The game.
        rules: The rules it was played under.
        seq: The first entry of its journal that does not come out as it did; 0 if not even its
            set-up is possible.
    """
    known = {"rules": rules, "expected": game.rules_version, "seq": seq}
    if not seq:
        return TableError("unplayable", reason=TableError("no-set-up", **known))
    code = "bad-journal" if rules == game.rules_version else "other-outcome"
    return TableError("unplayable", reason=TableError(code, **known))
