"""A random player, and a simple sensible one."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from salient.engine import Action, AnyGame, Decision, SetupError


class Bot(ABC):
    """Someone who answers decisions.

    Attributes:
        looks: Whether the bot wants to see the position. It then gets what its side knows of it,
            with dice of its own: it cannot cheat, not even by playing on.
    """

    name: ClassVar[str]
    looks: ClassVar[bool] = True

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def answer(self, game: AnyGame, g: Any, decision: Decision) -> Action:
        """Choose one of the offered actions."""
        if self.looks:
            g = game.known(g, decision.side, self.rng)
        return self.choose(game, g, decision)

    @abstractmethod
    def choose(self, game: AnyGame, g: Any, decision: Decision) -> Action:
        """Choose; ``g`` is what the bot's side knows, its own to try things on."""


class RandomBot(Bot):
    """Plays any legal action with equal chance: the measure of all others."""

    name = "random"
    looks = False

    def choose(self, game: AnyGame, g: Any, decision: Decision) -> Action:
        """Pick one."""
        actions = decision.actions
        return actions[int(self.rng.random() * len(actions))]


class SimpleBot(Bot):
    """Plays what the game's own judgement likes best, with a little whim among equals."""

    name = "simple"

    def choose(self, game: AnyGame, g: Any, decision: Decision) -> Action:
        """Pick the most sensible action."""
        worth = game.judge(g, decision)
        best = max(worth)
        good = [i for i, value in enumerate(worth) if value >= best - 1e-9]
        return decision.actions[self.rng.choice(good)]


BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, SimpleBot)}


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by name.

    >>> make_bot("random", 7).name
    'random'
    """
    if name not in BOTS:
        raise SetupError("no-bot", bot=name, expected=", ".join(BOTS))
    return BOTS[name](seed)
