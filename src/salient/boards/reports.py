"""What can be told of any game with pieces on places: the way of a move."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from salient.boards.pieces import Pieces
from salient.engine.actions import Action, ArgKind
from salient.engine.events import seen_events
from salient.engine.reports import Report
from salient.engine.state import Decision, Log, State

S = TypeVar("S", bound=State)


class PieceReport(Report[S]):
    """A report that finds ways by beginning to go them.

    The steps of such a game log what pieces do at once by events with ``to``, the place they come
    to, and keep what is still ahead of them in a column ``route``.
    """

    leading: ClassVar[frozenset[str]] = frozenset()
    """Verbs that lead pieces from where they stand to somewhere else."""

    def trace_action(self, g: S, decision: Decision, action: Action) -> list[int]:
        """The places an action leads through, from where its pieces stand to the last.

        The action is begun on a copy of the state. No die falls before a step runs.
        """
        if action.verb not in self.leading:
            return []
        twin, log = g.copy(), Log()
        twin.steps[-1].take(twin, action, log)
        done = [event.to for event in seen_events(log, decision.side) if hasattr(event, "to")]
        ahead = next((step.route for step in reversed(twin.steps) if hasattr(step, "route")), ())
        way = self.start_of(g, decision, action), *done, *ahead
        # Who comes from beyond the map stands nowhere; a turn on the spot is no place.
        return [place for place in way if place >= 0]

    def start_of(self, g: S, decision: Decision, action: Action) -> int:
        """Where the piece stands that an action names, or that the question is about."""
        assert isinstance(g, Pieces), "pieces stand somewhere"
        kinds = g.setting.lexicon.verbs[action.verb]
        named = kinds[:1] == (ArgKind.PIECE,)
        return g.where[action.piece(0) if named else decision.acting[0]]
