"""What a game can tell about a position beyond its view: for menus, place reports and sketches.

A game that has more to say than a view holds subclasses :class:`Report` and overrides as much as
it needs (:attr:`Game.report <salient.engine.game.Game.report>`); the rest is reported plainly.
Whatever is to be read by people is given as messages and said by a
:class:`~salient.engine.speech.Speech`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple

import msgspec

from salient.engine.actions import Action, ArgKind
from salient.engine.ids import Piece, Place
from salient.engine.messages import FullRef, Message, Value, message, series
from salient.engine.state import Decision, S
from salient.engine.turns import TurnTrack
from salient.engine.views import PieceView


class Shade(msgspec.Struct, frozen=True):
    """Places of a kind, to be shaded on the map: one layer of an overlay.

    Attributes:
        what: What is shown: the text ``shade.<what>.<side>``, or ``shade.<what>`` of no side.
        side: Index of the side it belongs to, or -1.
        places: The places.
        notes: A few words on some of them.
    """

    what: str
    side: int
    places: tuple[int, ...]
    notes: Mapping[int, Value] = {}


class SightLine(msgspec.Struct, frozen=True):
    """Whether two places see each other, and why.

    Attributes:
        clear: Whether they do.
        lines: The story: the judgement first, then what the line meets on its way.
        places: The places it meets, the ends among them.
    """

    clear: bool
    lines: list[Value]
    places: tuple[int, ...]


class Lifeline(msgspec.Struct, frozen=True):
    """A line that a piece lives by: of supply, of command.

    Attributes:
        what: Which: the text ``lifeline.<what>``.
        sound: Whether it holds.
        way: The places it passes, from the piece to where it ends. Of one that is cut, those of the
            line that would come nearest to holding; empty if there is none at all.
        cuts: The positions in the way at which it is cut, on the step that leads there.
        lines: The judgement first, then each cut, with the rules.
    """

    what: str
    sound: bool
    way: tuple[int, ...]
    cuts: tuple[int, ...]
    lines: list[Value]


class Chart(msgspec.Struct, frozen=True):
    """A table of the game that players look things up in: combat results, terrain, points.

    Attributes:
        head: What stands over the columns.
        rows: The rows, each as long as the head.
        rules: The rules it belongs to.
    """

    head: tuple[Value, ...]
    rows: tuple[tuple[Value, ...], ...]
    rules: tuple[str, ...] = ()


class Arrival(NamedTuple):
    """A piece still to come: when, where and what it is called."""

    clock: int
    place: int
    name: str


def tell_arrivals(arrivals: Iterable[Arrival], name: Callable[[int], Value]) -> dict[int, Message]:
    """For each place who comes there next, and how many come later.

    Args:
        arrivals: The pieces still to come.
        name: What the players call a moment.
    """
    coming: dict[int, dict[int, list[str]]] = {}
    for arrival in sorted(arrivals):
        coming.setdefault(arrival.place, {}).setdefault(arrival.clock, []).append(arrival.name)
    notes = {}
    for place, dates in coming.items():
        (clock, first), *later = dates.items()
        told = {"clock": name(clock), "units": series(first)}
        if later:
            count = sum(len(names) for _, names in later)
            notes[place] = message("shade.arrival_more", **told, count=count)
        else:
            notes[place] = message("shade.arrival", **told)
    return notes


Drawing = Callable[[S, int], Iterable[Shade]]
"""What makes the layers of an overlay as a side wants to see it (-1: a spectator)."""


class Overlay(NamedTuple, Generic[S]):
    """Something that can be laid over the map: how, and when it is of use."""

    draw: Drawing[S]
    when: Callable[[S], bool]


class Overlays(Generic[S]):
    """The overlays of a game by their ids, which have the texts ``overlay.<id>``.

    A title makes one and lets its functions draw::

        OVERLAYS = Overlays[MyState]()

        @OVERLAYS.add("supply")
        def _supply(g: MyState, side: int) -> Iterator[Shade]: ...

    A title that stands on another one begins with its overlays (``beneath``).
    """

    def __init__(self, beneath: Overlays[Any] | None = None) -> None:
        self._known: dict[str, Overlay[S]] = dict(beneath._known) if beneath else {}

    def add(
        self, name: str, when: Callable[[S], bool] = lambda _: True
    ) -> Callable[[Drawing[S]], Drawing[S]]:
        """Let a function draw an overlay, where it is of use."""

        def remember(draw: Drawing[S]) -> Drawing[S]:
            self._known[name] = Overlay(draw, when)
            return draw

        return remember

    def names(self, g: S) -> tuple[str, ...]:
        """The overlays that are of use in a position."""
        return tuple(name for name, overlay in self._known.items() if overlay.when(g))

    def draw(self, g: S, name: str, side: int) -> list[Shade]:
        """The layers of an overlay that have places."""
        return [shade for shade in self._known[name].draw(g, side) if shade.places]


Explainer = Callable[[S, Any, Action], Value]
"""What says why an action is not possible: of the position, the step that asks, the action."""


class Refusals(Generic[S]):
    """Why actions are not offered, by the step that asks and the verb that is tried.

    A title makes one and lets its functions explain::

        REFUSALS = Refusals[MyState]()

        @REFUSALS.add(Moving, "move")
        def _move(g: MyState, moving: Moving, action: Action) -> Value: ...

    A title that stands on another one begins with its explanations (``beneath``).
    """

    def __init__(self, beneath: Refusals[Any] | None = None) -> None:
        known = dict(beneath._known) if beneath else {}
        self._known: dict[tuple[type, str], Explainer[S]] = known

    def add(self, step: type, verb: str) -> Callable[[Explainer[S]], Explainer[S]]:
        """Let a function explain why an action of a verb does not answer a step's question."""

        def remember(explain: Explainer[S]) -> Explainer[S]:
            self._known[step, verb] = explain
            return explain

        return remember

    def verbs(self, g: S) -> list[str]:
        """The verbs that a step's question is explained for, those told first first."""
        return [verb for step, verb in self._known if isinstance(g.steps[-1], step)]

    def explain(self, g: S, action: Action) -> Value:
        """What bars an action now; empty where nobody has anything to say."""
        step = g.steps[-1]
        explain = self._known.get((type(step), action.verb))
        return explain(g, step, action) if explain else ""


class Report(Generic[S]):
    """What a game tells about a position; as it stands here, what can be said of any game."""

    layers: Overlays[S] = Overlays()
    refusals: Refusals[S] = Refusals()

    def describe_actions(self, g: S, decision: Decision) -> list[Value]:
        """A short note on each offered action, e.g. what a move costs; empty where none helps."""
        return [""] * len(decision.actions)

    def figure_actions(self, g: S, decision: Decision) -> list[str]:
        """A figure for each offered action to be written on the map, e.g. what a move costs."""
        return [""] * len(decision.actions)

    def left_out(self, g: S, decision: Decision) -> frozenset[int]:
        """The pieces that would miss their chance if the phase ended now: front ends ask once.

        Those whom the offered actions begin with, unless they are asked for what one rarely does,
        or can still do later.
        """
        verbs = g.setting.lexicon.verbs
        return frozenset(
            action.piece(0)
            for action in decision.actions
            if verbs[action.verb][:1] == (ArgKind.PIECE,)
        )

    def warn_of_actions(self, g: S, decision: Decision) -> list[Value]:
        """What each offered action costs for good beyond what its words say; empty if nothing.

        Vehicles left behind, mines set off, a town without a garrison: front ends say it before
        the action is ordered.
        """
        return [""] * len(decision.actions)

    def describe_decision(self, g: S, decision: Decision) -> list[Value]:
        """What one must have in mind to decide: who is moving, who is fighting."""
        return []

    def explain_refusal(self, g: S, action: Action) -> Value:
        """Why an action that is not offered is not possible now, with the rule that bars it.

        Args:
            g: The position as the deciding side knows it.
            action: What is not offered; its pieces and places exist.

        Returns:
            The reason; empty where no more can be said than what is possible.
        """
        return self.refusals.explain(g, action)

    def describe_standing(self, g: S) -> list[Value]:
        """Who would win now and why, line by line: points by their sources, goals, thresholds."""
        return []

    def verdict(self, g: S) -> Value:
        """Who would win now, in one sentence."""
        lines = self.describe_standing(g)
        return lines[-1] if lines else ""

    def turn_track(self, g: S) -> TurnTrack | None:
        """The turns and phases and where one stands; None if the game has no fixed turns."""
        return None

    def charts(self, g: S) -> Mapping[str, Chart]:
        """The tables of the game by their ids, which have the texts ``chart.<id>``."""
        return {}

    def sum_pieces(self, g: S, pieces: Sequence[PieceView], side: int) -> int:
        """The number that stands for pieces of one side in one place on a sketch.

        Args:
            g: The position.
            pieces: The pieces.
            side: Who looks at it (-1: a spectator).
        """
        return sum(piece.values[0] if piece.values else 1 for piece in pieces)

    def holders(self, g: S, pieces: Sequence[PieceView]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The places that each side holds: as its overlay ``control`` says, or where it stands.

        Args:
            g: The position.
            pieces: All pieces on the map.
        """
        if "control" in self.overlays(g):
            shades = self.overlay(g, "control", -1)
            found = [[p for it in shades if it.side == side for p in it.places] for side in (0, 1)]
        else:
            found = [[piece.place for piece in pieces if piece.side == side] for side in (0, 1)]
        both = set(found[0]) & set(found[1])
        first, second = (tuple(sorted(set(places) - both)) for places in found)
        return first, second

    def reach(self, g: S, piece: Piece) -> tuple[int, ...] | None:
        """The places a piece could go to by itself if it were to move now, whoever's turn it is.

        Returns:
            The places; None if the game cannot say.
        """
        return None

    def look_along(self, g: S, origin: Place, target: Place) -> SightLine | None:
        """The line of sight between two places; None if the game has no such lines."""
        return None

    def lifelines(self, g: S, piece: Piece) -> list[Lifeline] | None:
        """The lines a piece on the map lives by, as they are now; None if the game has none."""
        return None

    def note_place(self, g: S, place: Place) -> Value:
        """A few words on a place for a table: number, owner, worth."""
        return ""

    def mark_place(self, g: S, place: Place) -> Value:
        """A letter or two for the ground of a place on a sketch; ``piece.sketch`` explains them."""
        return ""

    def describe_place(self, g: S, place: Place) -> list[Value]:
        """All that is to be known of a place except the pieces in it, line by line."""
        return [FullRef("place", place)]

    def order_places(self, g: S) -> list[int]:
        """All places, those that matter most at the moment first."""
        return list(range(len(g.setting.lexicon.places)))

    def locate_places(self, g: S) -> dict[int, tuple[float, float]]:
        """Where the places in play lie: east and south of the corner, from 0 to 1."""
        return {}

    def trace_action(self, g: S, decision: Decision, action: Action) -> list[int]:
        """The places an offered action leads a piece through, from where it stands to the last.

        It is the way the rules would take; the enemy or the dice may cut it short. Empty if the
        action moves nothing.
        """
        return []

    def overlays(self, g: S) -> tuple[str, ...]:
        """What can be laid over the map: ids with the texts ``overlay.<id>``."""
        return self.layers.names(g)

    def overlay(self, g: S, name: str, side: int) -> list[Shade]:
        """One of these overlays as a side wants to see it (-1: a spectator).

        Raises:
            KeyError: There is no such overlay.
        """
        return self.layers.draw(g, name, side)
