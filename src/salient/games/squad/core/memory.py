"""What is worked out while a question is put: the state does not change meanwhile.

The same things are asked of a state again and again until its next question is put together: who
may fire, what lies about, who sees what. They are kept for so long and no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from salient.engine.state import Decision
from salient.games.squad.core.state import SquadState, SquadStep

A = TypeVar("A", bound=Decision | None)
Found = TypeVar("Found")
S = TypeVar("S", bound=SquadStep)


def at_rest(ask: Callable[[S, SquadState], A]) -> Callable[[S, SquadState], A]:
    """A step's question, for whose length what is worked out about the state is kept."""

    @wraps(ask)
    def put(step: S, g: SquadState) -> A:
        g.setting.at_rest = g, {}
        try:
            return ask(step, g)
        finally:
            g.setting.at_rest = None, {}

    return put


def kept(g: SquadState) -> dict[Hashable, Any] | None:
    """What has been worked out about a state at rest; None for any other state.

    It is known by identity: a changed copy of the state that is asked about is another one.
    """
    resting, found = g.setting.at_rest
    return found if resting is g else None


def keep_for_answer(g: SquadState, step: SquadStep, found: Found) -> Found:
    """Keep what a step's question was made of: where a unit can go is asked by the answer again."""
    g.setting.asked = g, step, found
    return found


def kept_for_answer(g: SquadState, step: SquadStep) -> Any:
    """What the last question of just this state was made of, once; None for any other."""
    asked, by, found = g.setting.asked
    g.setting.asked = None, None, None
    return found if asked is g and by == step else None


def once(g: SquadState, key: Hashable, work: Callable[[], Found]) -> Found:
    """Work something out, of a state at rest only once."""
    memory = kept(g)
    if memory is None:
        return work()
    if key not in memory:
        memory[key] = work()
    found: Found = memory[key]
    return found
