"""A match: one game being played, with its log, its record and undo.

Log and undo are kept here, beside the state and never in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple

from salient.engine.actions import Action
from salient.engine.dice import commitment
from salient.engine.errors import RuleViolation
from salient.engine.events import Event, seen_events
from salient.engine.game import Game
from salient.engine.records import Record, replay
from salient.engine.speech import Saying
from salient.engine.stamps import stamp
from salient.engine.state import Decision, S, is_held
from salient.engine.views import View


class Deed(NamedTuple):
    """An action of a match.

    Attributes:
        side: Who did it.
        action: What it was.
        stamp: What lay on the table after it; empty if something forced was asked for then.
        forced: Whether nothing else was left: it was asked for only because it is momentous, or
            because the enemy must not learn that.
    """

    side: int
    action: Action
    stamp: str
    forced: bool = False


class Match(Generic[S]):
    """A game at the table.

    Undo goes back action by action, but never past a die, a reveal or the other side's decision:
    what a player has learnt cannot be unlearnt. Nor past an action by which something could have
    been learnt (:meth:`Game.could_learn <salient.engine.game.Game.could_learn>`).
    """

    def __init__(self, game: Game[S, Any], state: S, events: list[Event]) -> None:
        self.game = game
        self.state = state
        self.log: list[tuple[str, list[Event]]] = [("", events)]
        self.deeds: list[Deed] = []
        self._past: list[S] = []
        self._stands = 0  # so many of them stand, for something could have been learnt by them
        self._known: dict[int, S] = {}
        self._stamp: str | None = None

    @classmethod
    def start(
        cls,
        game: Game[S, Any],
        scenario: str,
        seed: bytes,
        options: Mapping[str, str] | None = None,
        packs: Sequence[Path] = (),
    ) -> Match[S]:
        """Begin a scenario."""
        return cls(game, *game.start(scenario, seed, options, packs))

    @classmethod
    def resume(cls, game: Game[S, Any], record: Record, packs: Sequence[Path] = ()) -> Match[S]:
        """Take up a recorded game where it stopped, with its log and its undo."""
        moves = replay(game, record, packs)
        match = cls(game, *next(moves))
        before = match.state.copy()
        side = _decider(match.decision)
        # Strictly: the replay is drawn to its end, where it is compared with the record's own.
        for (_, text), (state, events) in zip(record.actions, moves, strict=True):
            match._remember(before, side, state.setting.lexicon.parse(text), events)
            before = state.copy()
            side = _decider(match.decision)
        return match

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""
        return self.game.decision(self.state)

    def known(self, side: int) -> S:
        """What a side knows of the position (-1: a spectator): all that it is told is made of it.

        It is worked out once for everybody who asks, so it is to be looked at, not played on.
        """
        if side not in self._known:
            self._known[side] = self.game.known(self.state, side, Random(0))
        return self._known[side]

    def view(self, side: int) -> View:
        """What a side sees of the table (-1: a spectator)."""
        return self.game.scene(self.known(side), side)

    @property
    def is_held(self) -> bool:
        """Whether somebody is asked for the only thing left: it is momentous, or it veils."""
        return self.decision is not None and is_held(self.state)

    @property
    def stamp(self) -> str:
        """The stamp of the position; it has none while something forced is asked for."""
        if self._stamp is None:
            self._stamp = "" if self.is_held else stamp(self.game, self.state)
        return self._stamp

    def _change(self) -> None:
        """Forget what was worked out of the position before."""
        self._known.clear()
        self._stamp = None

    def play(
        self,
        action: Action | str,
        side: int | None = None,
        *,
        ask: bool = False,
        veil: Collection[int] = (),
    ) -> list[Event]:
        """Carry out an action, given as such or as text, and return what happened.

        Args:
            action: One of the offered actions.
            side: Who acts; None trusts the caller.
            ask: Whether that side is asked for what is momentous even if nothing else is left.
            veil: Sides that must not learn whether their enemy has anything to decide.

        Raises:
            RuleViolation: As :meth:`Game.play <salient.engine.game.Game.play>`, or ``refused``,
                where the game can say what bars an action that is not offered.
        """
        if isinstance(action, str):
            action = self.state.setting.lexicon.parse(action)
        before = self.state.copy()
        decision, forced = self.decision, self.is_held
        try:
            events = self.game.play(self.state, action, side, ask=ask, veil=veil)
        except RuleViolation as refusal:
            raise self._explain(refusal, action) from None
        self._remember(before, _decider(decision), action, events, forced=forced)
        return events

    def _explain(self, refusal: RuleViolation, action: Action) -> RuleViolation:
        """The same refusal with its reason, as far as the deciding side can know it."""
        decision = self.decision
        if refusal.code != "not-offered" or decision is None or not self._exists(action):
            return refusal
        reason = self.game.report.explain_refusal(self.known(decision.side), action)
        if not reason:
            return refusal
        saying = Saying(self.game, self.state.setting, reason)
        return RuleViolation("refused", text=refusal.params["text"], reason=saying)

    def _exists(self, action: Action) -> bool:
        """Whether an action has the form of its verb, and all that it names is in the game."""
        lexicon = self.state.setting.lexicon
        try:
            return lexicon.parse(lexicon.text(action)) == action
        except (RuleViolation, KeyError, IndexError, ValueError, TypeError):
            return False

    def _remember(
        self, before: S, side: int, action: Action, events: list[Event], *, forced: bool = False
    ) -> None:
        after = self.decision
        self._change()
        self.deeds.append(Deed(side, action, self.stamp, forced))
        self.log.append((self.state.setting.lexicon.text(action), events))
        learnt = before.drawn != self.state.drawn or any(
            event.reveals for event in seen_events(events, None)
        )
        if learnt or after is None or after.side != side:
            self._past.clear()
            self._stands = 0
        else:
            self._past.append(before)
            if self.game.could_learn(before, self.state, side):
                self._stands = len(self._past)

    @property
    def undoable(self) -> int:
        """How many of the last actions can be taken back."""
        return len(self._past) - self._stands

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return self.undoable > 0

    def undo(self, side: int | None = None, *, as_written: bool = False) -> None:
        """Take the last action back.

        Args:
            side: Who does so; None trusts the caller.
            as_written: Whether a journal says so, which may be older than our idea of what could
                have been learnt.

        Raises:
            RuleViolation: ``no-undo`` if something was or could be learnt by it, or ``wrong-side``.
        """
        if not self._past or not (self.can_undo or as_written):
            raise RuleViolation("no-undo")
        mover = self.deeds[-1].side
        if side is not None and side != mover:
            raise RuleViolation("wrong-side", side=self.game.sides[mover])
        self.state = self._past.pop()
        self._stands = min(self._stands, len(self._past))
        self._change()
        self.deeds.pop()
        self.log.pop()

    @property
    def rests(self) -> bool:
        """Whether all that was done stands, and nothing forced is asked for."""
        return not self._past and not self.is_held

    def recall(self, deed: Deed, events: list[Event]) -> None:
        """Take over a deed and what came of it without playing it; :meth:`stand_at` must follow."""
        self.deeds.append(deed)
        self.log.append((self.state.setting.lexicon.text(deed.action), events))

    def stand_at(self, state: S) -> None:
        """Go on from a position in which all that was done stands."""
        self.state = state
        self._change()

    def forget(self, moves: int) -> None:
        """Let only so many actions have been done; :meth:`stand_at` must follow."""
        self._past.clear()
        self._stands = 0
        del self.deeds[moves:], self.log[moves + 1 :]

    def record(self, *, reveal: bool = True) -> Record:
        """The game so far as a record; without the seed while the dice must stay secret.

        What was forced is not in it; the stamp of an action is that of all that followed it.
        """
        result = self.game.result(self.state)
        lexicon = self.state.setting.lexicon
        free: list[Deed] = []
        stamps: list[str] = []
        for deed in self.deeds:
            if deed.forced:
                stamps[-1] = deed.stamp
            else:
                free.append(deed)
                stamps.append(deed.stamp)
        return Record(
            identity=self.state.setting.identity,
            commitment=commitment(self.state.seed),
            actions=[(self.game.sides[deed.side], lexicon.text(deed.action)) for deed in free],
            seed=self.state.seed if reveal or result else None,
            result=f"{result.outcome} {result.score}" if result else "",
            stamps=stamps,
        )


def _decider(decision: Decision | None) -> int:
    return -1 if decision is None else decision.side
