"""What is worked out while a question is put: the state does not change meanwhile.

The same things are asked of a state again and again until its next question is put together: who
may fire, what lies about, who sees what. They are kept for so long and no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

from salient.engine.state import Decision
from salient.games.squad.core.state import SquadState, SquadStep

A = TypeVar("A", bound=Decision | None)
Found = TypeVar("Found")
S = TypeVar("S", bound=SquadStep)


def at_rest(ask: Callable[[S, SquadState], A]) -> Callable[[S, SquadState], A]:
    """A step's question, for whose length what is worked out about the state is kept."""

    @wraps(ask)
    def put(step: S, g: SquadState) -> A:
        memory = g.setting.memory
        memory.rest(g)
        try:
            return ask(step, g)
        finally:
            memory.stir()

    return put


def once(g: SquadState, key: Hashable, work: Callable[[], Found]) -> Found:
    """Work something out, of a state at rest only once."""
    known = g.setting.memory.found_of(g)
    if known is None:
        return work()
    if key not in known:
        known[key] = work()
    found: Found = known[key]
    return found
