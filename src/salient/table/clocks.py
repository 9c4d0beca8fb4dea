"""Clocks: how much time a side has, worked out from the times of the journal alone.

Time runs for the side that is asked, whoever writes an entry meanwhile: words about a draw, a
message or an undo of the other side cost nobody anything. It changes hands only when another side
is asked. Two kinds of clock:

- *live*: so much time for the whole game, of which the first seconds of each answer do not count:
  in these games one is asked often and briefly. It starts with the first action; who is to begin
  has a day for that.
- *correspondence*: so many days each time one is asked, until the other side is.

What is kept in a game's row is as of its last entry: the time left of each side when it was last
asked, and the deadline of the one that is asked now. When the table was away, an entry of the
kind ``pause`` says for how long, and the deadline moves by as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

import msgspec

from salient.table.errors import TableError
from salient.table.wire import Clocks, TimeLimit

MINUTE, DAY = 60, 86_400
SHORTEST, LONGEST = MINUTE, 24 * 3600
LONGEST_INCREMENT = 600
MOST_DAYS = 30
"""Bounds of what can be chosen, in seconds and days."""

FIRST = timedelta(days=1)
"""So long the side that begins a live game has for its first action."""

FREE = timedelta(seconds=5)
"""So much of each answer in a live game never counts: the table may answer for a side that has
nothing to decide, after a pause that is nobody's, and clocks must not tell that it did."""

DEEDS = ("action", "confirm")
PAUSE, TIMEOUT = "pause", "timeout"
"""Entries that the table itself makes: it was away; a side has no time left."""


class Control(msgspec.Struct, frozen=True):
    """What time limit a game has: seconds for the game, free ones for each answer, or days.

    >>> bool(Control()), bool(Control(days=3))
    (False, True)
    """

    main: int = 0
    increment: int = 0
    days: int = 0

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.main or self.days)

    @property
    def whole(self) -> timedelta:
        """What a side has at first, or each time it is asked."""
        return timedelta(seconds=self.main, days=self.days)

    @property
    def free(self) -> timedelta:
        """How much of each answer does not count."""
        return timedelta() if self.days else max(FREE, timedelta(seconds=self.increment))

    def check(self) -> None:
        """Refuse a limit that is out of bounds or of both kinds.

        Raises:
            TableError: ``bad-setting``.
        """
        if self.days:
            if self.main or self.increment or not 1 <= self.days <= MOST_DAYS:
                _refuse("days", self.days, f"1 – {MOST_DAYS}, main 0, increment 0")
        elif self.main:
            if not SHORTEST <= self.main <= LONGEST:
                _refuse("main", self.main, f"{SHORTEST} – {LONGEST}")
            if not 0 <= self.increment <= LONGEST_INCREMENT:
                _refuse("increment", self.increment, f"0 – {LONGEST_INCREMENT}")
        elif self.increment:
            _refuse("increment", self.increment, "0, without main")


def _refuse(setting: str, value: int, expected: str) -> None:
    raise TableError("bad-setting", setting=setting, value=value, expected=expected)


class Entry(Protocol):
    """What a clock needs of a journal entry."""

    @property
    def kind(self) -> str:
        """Its kind."""

    @property
    def text(self) -> str:
        """Of a pause: its milliseconds."""

    @property
    def at(self) -> datetime:
        """When it was made."""

    @property
    def user_id(self) -> int | None:
        """Who made it; None if the table did, for a side that has nothing to decide."""


class Timing(msgspec.Struct, frozen=True):
    """Both clocks of a game after an entry.

    Attributes:
        control: The limit.
        left: What each side had when it was last asked; empty before the first action.
        deadline: When the side that is asked runs out of time; None while no clock runs.
    """

    control: Control = Control()
    left: tuple[timedelta, ...] = ()
    deadline: datetime | None = None

    def begin(self, at: datetime, asked: int) -> Timing:
        """The game begins: its seats are taken."""
        if not self.control or asked < 0:
            return self
        first = self.control.whole if self.control.days else max(FIRST, self.control.whole)
        return msgspec.structs.replace(self, deadline=at + first)

    def after(self, entry: Entry, before: int, asked: int) -> Timing:
        """The clocks after an entry.

        Args:
            entry: What was entered.
            before: The side that was asked before it, for which the time ran.
            asked: The side that is asked after it, or -1.
        """
        if not self.control:
            return self
        if entry.kind == PAUSE:
            return self._go_on(entry, asked)
        if self.deadline is None:
            return self
        left = self.left
        if not left:
            if entry.kind not in DEEDS and asked >= 0:
                return self  # nothing has begun
            left = (self.control.whole,) * 2
            return self._hand_over(left, entry.at, asked)
        if asked == before:
            return self
        rest = left[before]
        if entry.user_id is not None or asked < 0:
            rest = min(rest, max(self.deadline - entry.at, timedelta()))
        if self.control.days and asked >= 0:
            rest = self.control.whole
        changed = tuple(rest if side == before else time for side, time in enumerate(left))
        return self._hand_over(changed, entry.at, asked)

    def _go_on(self, pause: Entry, asked: int) -> Timing:
        """The clock goes on after a pause; one that stood begins again with what was left."""
        if self.deadline is not None:
            return msgspec.structs.replace(self, deadline=self.deadline + _granted(pause.text))
        if not self.left:
            return self.begin(pause.at, asked)
        return self._hand_over(self.left, pause.at, asked)

    def _hand_over(self, left: tuple[timedelta, ...], at: datetime, asked: int) -> Timing:
        deadline = at + left[asked] + self.control.free if asked >= 0 else None
        return msgspec.structs.replace(self, left=left, deadline=deadline)

    def is_over(self, at: datetime) -> bool:
        """Whether the side that is asked has no time left."""
        return self.deadline is not None and at > self.deadline

    def columns(self) -> dict[str, Any]:
        """What a game's row says of it."""
        kept: Sequence[int | None] = [_milliseconds(time) for time in self.left] or (None, None)
        return {"left_0": kept[0], "left_1": kept[1], "deadline": self.deadline}


def read_timing(row: Any) -> Timing:
    """The clocks of a game as its row has them."""
    control = Control(row.main, row.increment, row.days)
    kept: Sequence[int | None] = (row.left_0, row.left_1)
    left = tuple(timedelta(milliseconds=time) for time in kept if time is not None)
    return Timing(control, left, row.deadline)


def tell_time(timing: Timing) -> Clocks | None:
    """The clocks of a game, if it has any."""
    if not timing.control:
        return None
    limit = TimeLimit(timing.control.main, timing.control.increment, timing.control.days)
    return Clocks(limit, [time.total_seconds() for time in timing.left], timing.deadline)


def pause_text(length: timedelta) -> str:
    """The text of a pause."""
    return str(_milliseconds(length))


def _granted(text: str) -> timedelta:
    return timedelta(milliseconds=int(text))


def _milliseconds(time: timedelta) -> int:
    return round(time / timedelta(milliseconds=1))
