"""The games behind the interfaces that learners know: PettingZoo for two, Gymnasium for one.

An action is the number of an offered one; ``action_mask`` says which numbers are legal, and
``observation["actions"]`` what each of them is.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from salient.bots import Bot, make_bot
from salient.research.arrays import Coder
from salient.research.environment import Environment

Seen = dict[str, Any]
LOW, HIGH = -(1 << 31), (1 << 31) - 1


def observation_space(coder: Coder) -> spaces.Dict:
    """The space of what a coder writes."""
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(LOW, HIGH, shape, np.int32) if name != "markers"
        else spaces.Box(0, 1, shape, np.int8)
        for name, shape in coder.shapes.items()
    }  # fmt: skip
    mask = spaces.Box(0, 1, (coder.most_actions,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(boxes), "action_mask": mask})


def look(coder: Coder, env: Environment, side: int) -> Seen:
    """What a side sees and may do, in the shape of :func:`observation_space`."""
    seen = env.observe(side)
    return {"observation": coder.write(seen), "action_mask": coder.mask(seen)}


class TwoPlayers(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """Both sides of a scenario, as an environment of PettingZoo."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "salient_v0", "render_modes": [], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, env: Environment, most_actions: int | None = None) -> None:
        """Wrap an environment, with room for so many actions (None: see ``Coder``)."""
        super().__init__()
        self.env = env
        self.coder = Coder(env, most_actions)
        self.render_mode = None
        self.possible_agents = list(env.game.sides)
        self.agents: list[str] = []
        space = observation_space(self.coder)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            side: spaces.Discrete(self.coder.most_actions) for side in self.possible_agents
        }
        self._games = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a side sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; after one with a seed each has dice of its own that follow from it."""
        if seed is not None:
            self._games = np.random.default_rng(seed)
        self.env.reset(_seed(self._games))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = self.possible_agents[self.env.side]

    def observe(self, agent: str) -> Seen:
        """What a side sees; whoever is not asked can do nothing."""
        return look(self.coder, self.env, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Carry out the action with a number.

        Raises:
            RuleViolation: There is none with that number.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        outcome = self.env.step(int(action))  # type: ignore[arg-type]
        self.rewards = dict(zip(self.possible_agents, outcome.rewards, strict=True))
        if outcome.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.env.side]
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is held open."""


class AgainstBot(gymnasium.Env[Seen, np.int64]):
    """One side of a scenario against a bot, as an environment of Gymnasium."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # type: ignore[misc]

    def __init__(
        self, env: Environment, side: str, bot: str = "simple", most_actions: int | None = None
    ) -> None:
        """Wrap an environment.

        Args:
            env: The scenario.
            side: The side that learns.
            bot: The name of the bot on the other side.
            most_actions: Room for so many actions.

        Raises:
            ValueError: The title has no such side.
            SetupError: There is no such bot.
        """
        if side not in env.game.sides:
            raise ValueError(f"no side {side!r}; expected one of {', '.join(env.game.sides)}")
        make_bot(bot)
        self.env, self.bot = env, bot
        self.side = env.game.sides.index(side)
        self.coder = Coder(env, most_actions)
        self.observation_space = observation_space(self.coder)
        self.action_space = spaces.Discrete(self.coder.most_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game and let the bot play until the learner is asked."""
        super().reset(seed=seed, options=options)
        self.env.reset(_seed(self.np_random))
        self._enemy = make_bot(self.bot, int(self.np_random.integers(1 << 32)))
        self._let_enemy_play(self._enemy)
        return self._look(), {}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Carry out the action with a number, and what the bot answers.

        Raises:
            RuleViolation: There is none with that number, or the game is over.
        """
        self.env.step(int(action))
        self._let_enemy_play(self._enemy)
        return self._look(), self.env.rewards[self.side], self.env.over, False, {}

    def _let_enemy_play(self, enemy: Bot) -> None:
        while not self.env.over and self.env.side != self.side:
            self.env.let_play(enemy)

    def _look(self) -> Seen:
        return look(self.coder, self.env, self.side)

    def action_masks(self) -> NDArray[np.int8]:
        """Which numbers are legal now, under the name that masked learners look for."""
        return self.coder.mask(self.env.observe(self.side))


def _seed(rng: np.random.Generator) -> str:
    """The seed of a game's dice."""
    return rng.bytes(16).hex()
