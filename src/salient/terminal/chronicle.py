"""The game told in words: what just happened, and the whole log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from salient.engine import Event, Rolled
from salient.engine.events import condense, references, seen_events
from salient.engine.speech import Speech
from salient.engine.views import View
from salient.terminal.screen import DICE_STYLE, HEADING_STYLE, side_style

INDENT = "  "


class Chronicle:
    """Turns events into lines for the screen.

    Which side a piece belongs to is kept from the views it has seen, because a destroyed piece
    is in no view any more.
    """

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self._sides: dict[int, int] = {}

    def see(self, view: View) -> None:
        """Learn whose pieces are whose."""
        self._sides.update((piece.id, piece.side) for piece in view.pieces)

    def lines(self, events: Sequence[Event], side: int | None) -> Iterator[Text]:
        """What a side sees of the events (None: all) as sentences, headings set off."""
        for event in condense(seen_events(events, side)):
            heading = self.speech.heading(event)
            if heading:
                yield Text()
                yield Text(heading, f"{HEADING_STYLE} {side_style(self._side(event))}")
            elif isinstance(event, Rolled):
                yield Text(2 * INDENT + self.speech.event(event), DICE_STYLE)
            else:
                yield Text(INDENT + self.speech.event(event), side_style(self._side(event)))

    def story(
        self, entries: Iterable[tuple[str, str, Sequence[Event]]], viewer: int | None = None
    ) -> Iterator[list[Text]]:
        """A log: who did what, and what came of it, in blocks.

        Actions of which nothing came stand in one line with the next of the same side, as one
        types them.

        Args:
            entries: Side name (empty for the start), action text and events.
            viewer: The side that reads it (-1: a spectator; None: who may see everything). Where
                pieces can be hidden it does not read what the others ordered.
        """
        pending: list[str] = []
        doer = ""
        for side, text, events in entries:
            if side != doer and pending:
                yield [self._orders(doer, pending, viewer)]
                pending = []
            doer = side
            pending += [text] if side else []
            lines = list(self.lines(events, viewer))
            if lines:
                yield [*([self._orders(side, pending, viewer)] if side else []), *lines]
                pending = []
        if pending:
            yield [self._orders(doer, pending, viewer)]

    def _orders(self, side: str, texts: Sequence[str], viewer: int | None) -> Text:
        """What a side ordered, as far as the reader may know it."""
        game = self.speech.game
        name = self.speech.texts.say(f"side.{side}")
        index = game.sides.index(side)
        hides = game.hides_in(self.speech.setting.identity.options)
        told = not hides or viewer in (None, index)
        return Text(f"{name}: {'; '.join(texts)}" if told else name, side_style(index))

    def _side(self, event: Event) -> int:
        """The side an event is about."""
        for kind, index in references(event):
            if kind == "side":
                return index
            if kind == "piece":
                return self._sides.get(index, -1)
        return -1
