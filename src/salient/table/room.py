"""A room: one game in memory, the outcome of its journal."""

from __future__ import annotations

import asyncio
import zlib
from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row

from salient.engine import AnyGame, Event, Match, Record
from salient.engine.events import references
from salient.engine.match import Deed
from salient.games import find_game
from salient.table.clocks import TIMEOUT, read_timing
from salient.table.drafts import Draft, Page
from salient.table.errors import TableError
from salient.table.journal import DEEDS, ENDINGS, Written, written_record
from salient.table.pleas import PLEADING, Plea
from salient.table.wire import Entry, Position, Said, Status

STRIDE = 32
"""After so many actions a copy of the state is kept, so that looking back is quick."""

STRETCH = 100
"""After so many entries, as soon as all of them stand, what came of them is kept."""

CHAT_PAGE = 200
"""Words of the chat that are shown to one who comes in."""


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


class Bulletin(NamedTuple):
    """A live message that many are sent, and the pictures of pieces they have before and after."""

    text: str
    before: Mapping[int, str]
    after: Mapping[int, str]


class Room:
    """One game: who sits there, its match, and everything that happened in it.

    ``lock`` is held while the game changes, and while anybody looks at its present state: between
    playing an action and storing it nobody may see it.

    Attributes:
        positions: What each side sees now, by side and language.
        bulletins: What was sent of the last entries, by who is sent it and what they have.
        listeners: Set when there is news; one for each open connection.
        asked_at: When somebody last asked for it, by the clock of the program.
        paces: How many seconds each side took lately to answer what its enemy's deeds asked.
        changed_at: When something was last done, by the clock of the program.
        said: What has been said lately, since the room was opened.
        plea: What a side asks to have taken back, until it is answered.
        refused_at: How many actions stood when that was last refused.
        taken_back: How often something was taken back since it could last not be.
        timing: The clocks after the last entry.
        halted_at: The first entry that does not come out under the present rules as it did when
            it was made, or None. From there on the journal is kept and shown, but not played.
        drafts: What is to be kept of it, and ``drafted``, up to which entry that was noted.
        recalled: The last entry that was not played when the room was built, but recalled.
    """

    def __init__(self, row: Row[Any], seats: Sequence[Row[Any]]) -> None:
        self.id: str = row.id
        self.row = row
        self.game: AnyGame = find_game(row.title)
        self.lock = asyncio.Lock()
        self.users: dict[int, int | None] = {seat.side: seat.user_id for seat in seats}
        self.names: dict[int, str | None] = {seat.side: seat.name for seat in seats}
        self.kept_for = {seat.kept_for for seat in seats if seat.kept_for is not None}
        self.bots: dict[int, str] = {seat.side: seat.bot for seat in seats if seat.bot}
        self.status = Status.RUNNING if row.status == Status.HALTED else Status(row.status)
        self.halted_at: int | None = None
        self.offer: int | None = None
        self.plea: Plea | None = None
        self.refused_at = -1
        self.keys: dict[str, int] = {}
        self.moments: list[Moment] = []
        self.sides: dict[int, int] = {}
        self.positions: dict[tuple[int, str], Position] = {}
        self.bulletins: dict[Hashable, Bulletin] = {}
        self.listeners: set[asyncio.Event] = set()
        self.asked_at = 0.0
        self.paces: dict[int, deque[float]] = {}
        self.changed_at = 0.0
        self.said: deque[Said] = deque(maxlen=CHAT_PAGE)
        self.match = Match.start(self.game, row.scenario, row.seed, row.options)
        self._kept: dict[int, Any] = {0: self.match.state.copy()}
        self._saved: dict[int, bytes] = {}
        self.drafts: list[Draft] = []
        self.drafted = 0
        self.recalled = 0
        self._standing: list[int] = []  # numbers of the actions that were not taken back
        self.taken_back = 0
        self.timing = read_timing(row)
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
    def hides(self) -> bool:
        """Whether pieces can be on the map that a side does not see."""
        return self.game.hides_in(self.row.options)

    @property
    def decider(self) -> int:
        """Index of the side that is asked, or -1."""
        decision = self.match.decision if self.status is Status.RUNNING else None
        return -1 if decision is None else decision.side

    @property
    def is_debated(self) -> bool:
        """Whether something that one side has asked for is not answered yet."""
        return self.offer is not None or self.plea is not None

    @property
    def veiled(self) -> frozenset[int]:
        """The sides that must not learn whether their enemy has anything to decide.

        Who plays both sides knows it, and bots do not look.
        """
        return frozenset(
            side for side, user in self.users.items()
            if user is not None and user != self.users.get(1 - side)
        )  # fmt: skip

    @property
    def is_among_bots(self) -> bool:
        """Whether nobody waits for what happens here."""
        return len(self.bots) == len(self.game.sides)

    @property
    def is_veil(self) -> bool:
        """Whether a side is asked only lest its enemy learn that it has nothing to decide."""
        decision = self.match.decision if self.status is Status.RUNNING else None
        return decision is not None and decision.veils

    # -- entries ------------------------------------------------------------------------------

    def enter(self, written: Written, *, ask: bool = False, veil: Collection[int] = ()) -> None:
        """Let a journal entry take effect.

        Args:
            written: The entry.
            ask: Whether a momentous action that is the only one left after it is asked for.
            veil: Sides that must not learn whether their enemy has anything to decide then.

        Raises:
            RuleViolation: The entry is not legal; nothing has changed.
        """
        events: list[Event] = []
        before = self.decider
        if written.kind == "confirm" and not self.match.is_held:
            pass  # it is not asked for any more: it has followed the entry before
        elif written.kind in DEEDS:
            events = self.match.play(written.text, written.side, ask=ask, veil=veil)
            self.offer = self.plea = None
            self._standing.append(self.seq + 1)
            if not self.match.can_undo:
                self.taken_back = 0
            if self.moves % STRIDE == 0:
                self._kept[self.moves] = self.match.state.copy()
        elif written.kind == "undo":
            self._take_back(written.side)
        elif written.kind == "offer":
            self.offer = written.side
        elif written.kind == "decline":
            self.offer = None
        elif written.kind in PLEADING:
            self._plead(written)
        if written.kind in ENDINGS or self.match.decision is None:
            self.status = Status.OVER
        self._remember(written, events)
        moving = self.is_debated or self.taken_back  # A snapshot tells of neither.
        if self.seq - self.drafted >= STRETCH and self.match.rests and not moving:
            self._draft()
        if self.seq > self.row.seq:  # up to there the row knows it
            self.timing = self.timing.after(written, before, self.decider)

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

    # -- what is kept -------------------------------------------------------------------------

    def _draft(self) -> None:
        """Note what came of the entries since the last draft: none of them can be taken back."""
        first = bisect_right(self._standing, self.drafted)
        deeds = dict(zip(self._standing[first:], self.match.deeds[first:], strict=True))
        pages = [
            Page(
                moment.move, moment.events, moment.clock, moment.tracks, moment.undone,
                (deeds[number].stamp, deeds[number].forced) if number in deeds else None,
            )
            for number, moment in islice(enumerate(self.moments), self.drafted + 1, None)
        ]  # fmt: skip
        state = self.game.dump(self.match.state)
        rules, stamp = self.game.rules_version, self.match.stamp
        self.drafts.append(Draft(self.drafted, self.seq, rules, stamp, state, pages))
        self.drafted = self.seq

    def recall(self, written: Written, page: Page, events: list[Event]) -> None:
        """Take over an entry and what came of it without playing it.

        When all that stands has been recalled, :meth:`stand_at` must follow.
        """
        if page.deed is not None:
            action = self.match.state.setting.lexicon.parse(written.text)
            self.match.recall(Deed(written.side, action, *page.deed), events)
            self._standing.append(self.seq + 1)
        elif written.kind == "allow":
            self._strike(int(written.text))
        moment = Moment(written, page.move, events, page.clock, page.tracks, page.undone)
        self.moments.append(moment)
        self.keys[written.key] = self.seq

    def keep_state(self, save: bytes) -> None:
        """Keep the state that the room has come to, as a save: from there one can look back."""
        self._saved[self.moves] = save

    def stand_at(self, state: Any) -> None:
        """Go on from a state, after what led there was recalled."""
        self.match.stand_at(state)
        self._turn_over()
        self.drafted = self.recalled = self.seq

    def _take_back(self, side: int) -> None:
        self.match.undo(side, as_written=True)
        self.taken_back += 1
        self._kept.pop(self.moves + 1, None)
        self.moments[self._standing.pop()].undone = True

    def _plead(self, written: Written) -> None:
        """A word about taking back what only both can: asked for, allowed, refused."""
        if written.kind == "plead":
            self.plea = Plea(written.side, int(written.text))
            return
        self.plea = None
        if written.kind == "allow":
            self._go_back(int(written.text))
        else:
            self.refused_at = self.moves

    def _go_back(self, moves: int) -> None:
        """Let only so many actions stand."""
        state = self.state_at(moves)
        self._strike(moves)
        self.match.stand_at(state)
        self.taken_back = 0

    def _strike(self, moves: int) -> None:
        """Forget all but so many actions; the position is not touched."""
        self.match.forget(moves)
        for seq in self._standing[moves:]:
            self.moments[seq].undone = True
        del self._standing[moves:]
        self._kept = {move: state for move, state in self._kept.items() if move <= moves}
        self._saved = {move: save for move, save in self._saved.items() if move <= moves}

    def _remember(self, written: Written, events: list[Event]) -> None:
        game, state = self.game, self.match.state
        clock, tracks = game.clock(state), game.tracks(state)
        self.moments.append(Moment(written, self.moves, events, clock, tracks))
        self.keys[written.key] = self.seq
        self._turn_over()

    def _turn_over(self) -> None:
        """Forget what was told of the position before."""
        self.positions.clear()
        self.bulletins.clear()

    def publish(self) -> None:
        """Wake everybody who listens."""
        for listener in self.listeners:
            listener.set()

    # -- looking ------------------------------------------------------------------------------

    def state_at(self, move: int) -> Any:
        """The state after so many actions, as a copy of its own."""
        if not 0 <= move <= self.moves:
            raise TableError("no-such-move", move=move, last=self.moves)
        kept = max(known for known in (*self._kept, *self._saved) if known <= move)
        if kept not in self._kept:
            self._kept[kept] = self.game.load(zlib.decompress(self._saved[kept]))
        state, deeds = self._kept[kept].copy(), self.match.deeds
        for number in range(kept, move):
            # What was asked for is an action of its own; what was not follows the one before it.
            side = self._asked_after(number)
            veil = () if side is None else (1 - side,)
            self.game.play(state, deeds[number].action, ask=side is not None, veil=veil)
            if (number + 1) % STRIDE == 0:
                self._kept[number + 1] = state.copy()
        return state

    def _asked_after(self, number: int) -> int | None:
        """The side that was asked after an action for the only thing left, if one was."""
        deeds, decision = self.match.deeds, self.match.decision
        if number + 1 < len(deeds):
            return deeds[number + 1].side if deeds[number + 1].forced else None
        return decision.side if decision is not None and self.match.is_held else None

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
        """How the game ended and who won.

        Outcome and score, ``resign`` or ``timeout`` with the side, ``draw`` or ``abandoned``.
        """
        result = self.game.result(self.match.state)
        if result is not None:
            return f"{result.outcome} {result.score}", result.winner
        last = self.moments[-1].written
        if last.kind in ("resign", TIMEOUT):
            return f"{last.kind} {last.side}", 1 - last.side
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
        written = [moment.written for moment in self.moments]
        ended = over and written[-1].kind in DEEDS
        return written_record(self.row, written, self.ending()[0] if ended else "", reveal=over)


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
