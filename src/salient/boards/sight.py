"""Whether two eyes see each other, and the whole story why.

The line is exact geometry (:mod:`salient.boards.sight_lines`); here each thing that it meets is
weighed against the two ends. The question does not know who looks and who is looked at: there is
a *high* end and a *low* end, so sight is the same both ways by construction.

Of anything that the line meets only the level of its top matters:

- not above the low end: it does not matter;
- as high as the high end, or higher: it blocks (or hinders);
- in between: it is seen over, but it may hide the low end in its *blind zone*.

An end that looks across an up-slope hexside of its own hex counts as higher for the second
question, never for the third.

**Lines along a hexside** meet both hexes beside it: what fills a hex reaches its sides. What does
not fill its hex (a house) is met only if it is drawn up to that hexside. At each range only the
worst hindrance counts, so the two hexes beside such a line never count twice.

**Lines through a corner** meet all that meets there: the three hexsides with their walls and
slopes, and of a hex that is touched at no more than that corner its ground and its inherent
terrain, but not what is drawn elsewhere in it.

:func:`look` is the reference: it tells the story of one line. :mod:`salient.boards.sight_field`
answers many questions at once and is tested against it.
"""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.sight_lines import Contact, Line
from salient.boards.sight_map import Eye, SightMap
from salient.boards.sight_view import line_between, make_view, range_between
from salient.boards.sight_weigh import Note, too_much, total_hindrance, weigh

__all__ = ["BLOCKED", "Contact", "Note", "Sighting", "glance", "look"]


class Sighting(NamedTuple):
    """The story of one line, as the viewer sees it.

    Attributes:
        viewer, target: The ends.
        range: Hexes between them.
        line: All hexes and hexsides that the line meets.
        notes: What they did, in order; a hex without a note did nothing.
        hindrance: The total hindrance.
    """

    viewer: Eye
    target: Eye
    range: int
    line: Line
    notes: tuple[Note, ...]
    hindrance: int

    @property
    def blocked(self) -> Note | None:
        """The first thing that stops the line."""
        return next((note for note in self.notes if note.stops), None)

    @property
    def clear(self) -> bool:
        """Whether the two see each other."""
        return self.blocked is None


def look(board: SightMap, viewer: Eye, target: Eye) -> Sighting:
    """Look from one end to the other and tell what the line met."""
    line = line_between(viewer, target)
    view = make_view(board, viewer, target, line)
    notes = sorted(weigh(board, view, viewer, line), key=lambda note: note.place)
    total = total_hindrance(view, notes)
    if total >= board.reasons.most:
        notes.append(too_much(board, target, line, total))
    away = range_between(viewer.spot, target.spot)
    return Sighting(viewer, target, away, line, tuple(notes), total)


BLOCKED = -1
"""In place of a hindrance: the line is blocked."""


def glance(board: SightMap, viewer: Eye, target: Eye) -> int:
    """The total hindrance between two ends, or ``BLOCKED``, without the story."""
    line = line_between(viewer, target)
    view = make_view(board, viewer, target, line)
    notes = []
    for note in weigh(board, view, viewer, line):
        if note.stops:
            return BLOCKED
        notes.append(note)
    total = total_hindrance(view, notes)
    return total if total < board.reasons.most else BLOCKED
