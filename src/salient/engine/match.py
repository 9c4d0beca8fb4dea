"""A match: one game being played, with its log, its record and undo.

Log and undo are kept here, beside the state and never in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Generic

from salient.engine.actions import Action
from salient.engine.dice import commitment
from salient.engine.errors import RuleViolation
from salient.engine.events import Event, seen_events
from salient.engine.game import Game
from salient.engine.records import Record, replay
from salient.engine.speech import Saying
from salient.engine.stamps import stamp
from salient.engine.state import Decision, S
from salient.engine.views import View


class Match(Generic[S]):
    """A game at the table.

    Undo goes back action by action, but never past a die, a reveal or the other side's decision:
    what a player has learnt cannot be unlearnt.
    """

    def __init__(self, game: Game[S, Any], state: S, events: list[Event]) -> None:
        self.game = game
        self.state = state
        self.log: list[tuple[str, list[Event]]] = [("", events)]
        self._actions: list[tuple[int, Action]] = []
        self._stamps: list[str] = []
        self._past: list[S] = []
        self._known: dict[int, S] = {}

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

    def play(self, action: Action | str, side: int | None = None) -> list[Event]:
        """Carry out an action, given as such or as text, and return what happened.

        Raises:
            RuleViolation: As :meth:`Game.play <salient.engine.game.Game.play>`, or ``refused``,
                where the game can say what bars an action that is not offered.
        """
        if isinstance(action, str):
            action = self.state.setting.lexicon.parse(action)
        before = self.state.copy()
        decision = self.decision
        try:
            events = self.game.play(self.state, action, side)
        except RuleViolation as refusal:
            raise self._explain(refusal, action) from None
        self._remember(before, _decider(decision), action, events)
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

    def _remember(self, before: S, side: int, action: Action, events: list[Event]) -> None:
        after = self.decision
        self._known.clear()
        self._actions.append((side, action))
        self._stamps.append(stamp(self.game, self.state))
        self.log.append((self.state.setting.lexicon.text(action), events))
        learnt = before.drawn != self.state.drawn or any(
            event.reveals for event in seen_events(events, None)
        )
        if learnt or after is None or after.side != side:
            self._past.clear()
        else:
            self._past.append(before)

    @property
    def undoable(self) -> int:
        """How many of the last actions can be taken back."""
        return len(self._past)

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return self.undoable > 0

    def undo(self, side: int | None = None) -> None:
        """Take the last action back.

        Raises:
            RuleViolation: ``no-undo`` if something was learnt since, or ``wrong-side``.
        """
        if not self._past:
            raise RuleViolation("no-undo")
        mover = self._actions[-1][0]
        if side is not None and side != mover:
            raise RuleViolation("wrong-side", side=self.game.sides[mover])
        self.state = self._past.pop()
        self._known.clear()
        self._actions.pop()
        self._stamps.pop()
        self.log.pop()

    def record(self, *, reveal: bool = True) -> Record:
        """The game so far as a record; without the seed while the dice must stay secret."""
        result = self.game.result(self.state)
        lexicon = self.state.setting.lexicon
        return Record(
            identity=self.state.setting.identity,
            commitment=commitment(self.state.seed),
            actions=[(self.game.sides[side], lexicon.text(act)) for side, act in self._actions],
            seed=self.state.seed if reveal or result else None,
            result=f"{result.outcome} {result.score}" if result else "",
            stamps=self._stamps.copy(),
        )


def _decider(decision: Decision | None) -> int:
    return -1 if decision is None else decision.side
