"""What a plain staff officer would do: the sense of the simple bot."""

from __future__ import annotations

from salient.engine.state import Decision
from salient.games.bulge.state import BulgeState


def judge(g: BulgeState, decision: Decision) -> list[float]:  # noqa: ARG001
    """A worth for each offered action."""
    return [0.0 for _ in decision.actions]
