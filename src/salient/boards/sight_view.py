"""The two ends of a sight line, compared: which is higher, which is raised, what they follow."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple

from salient.boards.sight_lines import CENTRE, Contact, Line, SideContact, distance, trace
from salient.boards.sight_map import Eye, Side, SightMap, Spot, Stand, flanks, side_between


class View(NamedTuple):
    """What the two ends bring with them.

    Attributes:
        high, low: The ends by their real levels; both at 0 if the line is ``flat``.
        reach: The level that a top must stay below to be seen over: the higher of the ends,
            slopes included.
        raised: The ends that look across an up-slope hexside of their own.
        rim: The ground of the low end: the rim of a depression it is in, else its level.
        flat: Whether the line follows a railroad, so that all heights count from the ground.
        bottom: The hexes of the depression that the line follows from end to end.
    """

    high: Eye
    low: Eye
    reach: int
    raised: tuple[Eye, ...]
    rim: int
    flat: bool
    bottom: frozenset[Spot]


def line_between(viewer: Eye, target: Eye) -> Line:
    """The line between two ends."""
    return trace(
        target.column - viewer.column, target.height - viewer.height, viewer.corner, target.corner
    )


def make_view(board: SightMap, viewer: Eye, target: Eye, line: Line) -> View:
    """Compare the ends: which is higher, which is raised by a slope."""
    ends = (viewer, target)
    grounded = all(_is_on_ground(board, eye) for eye in ends)
    flat = grounded and _follows(board, viewer, target, line, "rails")
    down = all(is_down(board, eye) for eye in ends)
    bottom: frozenset[Spot] = frozenset()
    if down and _follows(board, viewer, target, line, "depression"):
        bottom = frozenset(spots_through(viewer, target, line))
    raised = tuple(eye for eye in ends if _is_up_slope(board, eye, viewer, line))
    low, high = ends if (viewer.level, viewer) <= (target.level, target) else ends[::-1]
    reach = high.level
    for eye in raised:
        reach = max(reach, eye.level + board.reasons.slope_rise)
    if flat:
        reach = board.reasons.slope_rise if raised else 0
        low, high = low._replace(level=0), high._replace(level=0)
        return View(high, low, reach, raised, 0, flat, bottom)
    return View(high, low, reach, raised, _rim(board, low), flat, bottom)


def _is_up_slope(board: SightMap, eye: Eye, viewer: Eye, line: Line) -> bool:
    """Whether the line crosses a hexside, corners included, that makes this end up-slope."""
    slopes = board.cells[eye.spot].slopes
    if not slopes:
        return False
    for contact in line.sides:
        number = own_number(eye, side_of(contact, viewer))
        if number is not None and slopes >> number & 1 and contact.contact is not Contact.ALONG:
            return True
    return False


def own_number(eye: Eye, side: Side) -> int | None:
    """Which of an end's own six sides a hexside is, if any."""
    first, second = flanks(side)
    if eye.spot == first:
        return side[2]
    return side[2] + 3 if eye.spot == second else None


def is_down(board: SightMap, eye: Eye) -> bool:
    """Whether an end is in a depression."""
    return eye.level < board.cells[eye.spot].ground


def _is_on_ground(board: SightMap, eye: Eye) -> bool:
    return eye.level == board.cells[eye.spot].floor


def _rim(board: SightMap, eye: Eye) -> int:
    return board.cells[eye.spot].ground if is_down(board, eye) else eye.level


def spots_through(viewer: Eye, target: Eye, line: Line) -> list[Spot]:
    """The hexes from end to end whose inside the line passes; the ends are always among them."""
    ends = (viewer.spot, target.spot)
    if ends[0] == ends[1]:
        return [viewer.spot]
    through = [
        (viewer.column + contact.column, viewer.height + contact.height)
        for contact in line.hexes
        if contact.contact is Contact.THROUGH
    ]
    return [ends[0], *(spot for spot in through if spot not in ends), ends[1]]


Way = Literal["rails", "depression"]


def _follows(board: SightMap, viewer: Eye, target: Eye, line: Line, way: Way) -> bool:
    """Whether the line follows a railroad or a depression from hex to hex, end to end."""
    if not getattr(board.cells[viewer.spot], way) or not getattr(board.cells[target.spot], way):
        return False
    spots = spots_through(viewer, target, line)
    return len(spots) > 1 and all(is_joined(board, a, b, way) for a, b in pairwise(spots))


def is_joined(board: SightMap, a: Spot, b: Spot, way: Way) -> bool:
    """Whether a railroad or a depression crosses the hexside between two hexes."""
    side = side_between(a, b)
    if side is None or a not in board.cells or b not in board.cells:
        return False
    first, _ = flanks(side)
    one, other = (a, b) if first == a else (b, a)
    sides, back = getattr(board.cells[one], way), getattr(board.cells[other], way)
    return bool(sides >> side[2] & 1 and back >> (side[2] + 3) & 1)


def other_end(view: View, eye: Eye) -> Eye:
    """The end that looks back at an end."""
    return view.low if eye == view.high else view.high


def range_between(a: Spot, b: Spot) -> int:
    """The range between two hexes."""
    return distance(b[0] - a[0], b[1] - a[1])


def side_of(contact: SideContact, viewer: Eye) -> Side:
    """The hexside of a contact on the board."""
    return viewer.column + contact.column, viewer.height + contact.height, contact.side


def house_across(board: SightMap, eye: Eye, side: Side) -> Stand | None:
    """What an end is in, or on, that reaches across a hexside of its hex and has floors."""
    number = own_number(eye, side)
    assert number is not None
    stands = board.cells[eye.spot].stands if eye.corner == CENTRE else ()
    found = (stand for stand in stands if stand.feature.roofed and stand.edges >> number & 1)
    return next(found, None)
