"""Who is to decide, what that side knows, what it may do, and what comes of it.

An environment holds the true position and gives none of it away: a player gets observations made
of what its side knows, and plans on positions that it may take the true one to be.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from salient.bots import Bot
from salient.engine import (
    Action,
    AnyGame,
    Decision,
    Event,
    Match,
    Record,
    Result,
    RuleViolation,
    View,
    seed_from_text,
    seen_events,
)


class Observation(NamedTuple):
    """What a side sees, and is asked.

    Attributes:
        side: Who sees it.
        view: The table.
        actions: All legal actions, if this side is asked.
        prompt: What it is asked, as a message id.
        rules: The rules that the question stands on.
    """

    side: int
    view: View
    actions: Sequence[Action] = ()
    prompt: str = ""
    rules: Sequence[str] = ()


class Outcome(NamedTuple):
    """What came of an action.

    Attributes:
        events: What happened, as the side that acted sees it.
        rewards: What each side gets for it: nothing until the end, then 1, 0 or -1.
        over: Whether the game is over.
    """

    events: Sequence[Event]
    rewards: tuple[float, ...]
    over: bool


class Environment:
    """A scenario to be played again and again.

    >>> from salient.games import find_game
    >>> env = Environment(find_game("mist"), "seventh")
    >>> env.reset("a seed").side
    0
    >>> while not env.over:
    ...     outcome = env.step(0)
    >>> sum(outcome.rewards)
    0.0
    """

    def __init__(
        self,
        game: AnyGame,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        packs: Sequence[Path] = (),
    ) -> None:
        """Prepare a scenario and begin a first game.

        Args:
            game: The title.
            scenario: One of its scenarios; None is the first.
            options: Options of the title, as for a game at the table.
            packs: Folders with other data.

        Raises:
            SetupError: No such scenario, option or choice.
            PackError: A pack cannot be read.
        """
        self.game = game
        self.packs = tuple(packs)
        self.setting = game.setting(scenario or game.scenarios[0], options, packs)
        self.played: list[Action] = []
        self.reset("0")

    def reset(self, seed: str) -> Observation:
        """Begin a new game: the same seed and the same actions give the same game everywhere.

        Returns:
            What the side sees that is asked first.
        """
        self.seed = seed_from_text(seed)
        self.imagined = False
        self._state, _ = self.game.begin(self.setting, self.seed)
        self.played = []
        return self.observe()

    # -- looking ------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """Who is asked what; None when the game is over."""
        return self.game.decision(self._state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.decision is None

    @property
    def side(self) -> int:
        """The side that is asked, -1 when the game is over."""
        return -1 if self.decision is None else self.decision.side

    @property
    def result(self) -> Result | None:
        """How the game has ended."""
        return self.game.result(self._state)

    def observe(self, side: int | None = None) -> Observation:
        """What a side sees; without a word the side that is asked, or anybody at the end."""
        decision = self.decision
        side = self.side if side is None else side
        view = self.game.view(self._state, side)
        if decision is None or decision.side != side:
            return Observation(side, view)
        return Observation(side, view, decision.actions, decision.prompt, decision.rules)

    # -- playing ------------------------------------------------------------------------------

    def step(self, action: Action | str | int) -> Outcome:
        """Carry out an action of the side that is asked.

        Args:
            action: The action, its text, or its number among those offered.

        Raises:
            RuleViolation: It is not legal, cannot be read, or the game is over; nothing happens.
        """
        decision = self.decision
        if decision is None:
            raise RuleViolation("game-over")
        chosen = self._read(action, decision)
        events = self.game.play(self._state, chosen, decision.side)
        self.played.append(chosen)
        return Outcome(seen_events(events, decision.side), self.rewards, self.over)

    def let_play(self, bot: Bot) -> Outcome:
        """Let a bot answer for the side that is asked; it gets what that side knows.

        Raises:
            RuleViolation: The game is over.
        """
        if self.decision is None:
            raise RuleViolation("game-over")
        return self.step(bot.answer(self.game, self._state, self.decision))

    def _read(self, action: Action | str | int, decision: Decision) -> Action:
        if isinstance(action, str):
            parsed: Action = self.setting.lexicon.parse(action)
            return parsed
        if isinstance(action, tuple):
            return action
        if not 0 <= action < len(decision.actions):
            raise RuleViolation("no-such-offer", number=action, most=len(decision.actions) - 1)
        return decision.actions[action]

    @property
    def rewards(self) -> tuple[float, ...]:
        """1 for who has won, -1 for who has lost, 0 for all as long as nobody has."""
        result = self.result
        sides = range(len(self.game.sides))
        if result is None or result.winner is None:
            return tuple(0.0 for _ in sides)
        return tuple(1.0 if side == result.winner else -1.0 for side in sides)

    def worth(self, side: int) -> float:
        """What the title makes of the position for a side that knows what it knows.

        The larger the better, on the title's own scale.
        """
        return self.game.value(self.game.known(self._state, side, Random(0)), side)

    # -- planning and keeping -----------------------------------------------------------------

    def imagine(self, rng: Random) -> Environment:
        """A game that goes on from what the side that is asked knows, with dice of its own.

        What the side cannot know is absent from it or guessed, so planning on it is no cheating.
        """
        return self._branch(self.game.known(self._state, self.side, rng), imagined=True)

    def fork(self) -> Environment:
        """The true game once more, with its secrets and its dice to come: for experimenters."""
        return self._branch(self._state.copy(), imagined=self.imagined)

    def _branch(self, state: Any, *, imagined: bool) -> Environment:
        twin = copy.copy(self)
        twin._state, twin.played, twin.imagined = state, list(self.played), imagined
        return twin

    def record(self) -> Record:
        """The game so far as a record that anybody can replay.

        Raises:
            RuleViolation: It was imagined: its dice are not those that its beginning was played on.
        """
        if self.imagined:
            raise RuleViolation("imagined")
        match = Match(self.game, *self.game.begin(self.setting, self.seed))
        for action in self.played:
            match.play(action)
        return match.record()
