"""What each thing on a sight line does: block it, hide an end, hinder it, or be seen over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from salient.boards.sight_lines import (
    CENTRE,
    CORNERS,
    WHOLE,
    Contact,
    HexContact,
    Line,
    Point,
    SideContact,
    crossing,
    distance,
)
from salient.boards.sight_map import (
    LEVEL,
    Barrier,
    Cell,
    Eye,
    Feature,
    Side,
    SightMap,
    Spot,
    Stand,
    flanks,
    side_between,
)
from salient.boards.sight_view import (
    View,
    house_across,
    is_down,
    is_joined,
    other_end,
    own_number,
    range_between,
    side_of,
    spots_through,
)

Verdict = Literal["blocks", "blind", "hinders", "over", "ignored", "raises", "levels"]
"""What a thing does: block outright, hide the low end in its blind zone, hinder, be seen over,
be left out by a rule; a slope ``raises`` an end, a railroad ``levels`` all that stands along it."""

GROUND = "ground"
"""In place of a feature's name: the earth itself."""


class Note(NamedTuple):
    """One thing that the line met and what it did.

    Attributes:
        place: Where on the line, in parts of the line's scale.
        spot: The hex.
        side: The hexside, if it stands on one.
        what: A feature's name, or ``ground``, or the reason itself.
        verdict: What it did.
        rules: The rules it stands on.
        top: The level of its top, in quarters.
        drm: How much it hinders.
        blind: How many hexes behind it are hidden.
        range: The range from the viewer.
    """

    place: int
    spot: Spot
    side: Side | None
    what: str
    verdict: Verdict
    rules: tuple[str, ...]
    top: int = 0
    drm: int = 0
    blind: int = 0
    range: int = 0

    @property
    def stops(self) -> bool:
        """Whether nothing is seen beyond it."""
        return self.verdict in ("blocks", "blind")


def total_hindrance(view: View, notes: Iterable[Note]) -> int:
    """Hindrances add up, but of those at the same range only the worst counts.

    The range is counted from the low end, whoever looks, so that both count the same.
    """
    worst: dict[int, int] = {}
    for note in notes:
        if note.verdict == "hinders":
            away = range_between(view.low.spot, note.spot)
            worst[away] = max(worst.get(away, 0), note.drm)
    return sum(worst.values())


def too_much(board: SightMap, target: Eye, line: Line, total: int) -> Note:
    """The note that so much hindrance blocks."""
    rules = (board.reasons.limit,)
    return Note(line.scale, target.spot, None, "limit", "blocks", rules, drm=total)


# -- hexes and hexsides ---------------------------------------------------------------------------


def weigh(board: SightMap, view: View, viewer: Eye, line: Line) -> Iterator[Note]:
    """Everything on the line that the rules have something to say about."""
    yield from _slopes(board, view)
    if view.flat:
        yield Note(0, viewer.spot, None, "rail", "levels", (board.reasons.rail,))
    yield from _depressions(board, view, viewer, line)
    yield from _floors(board, view)
    if not line.scale:
        # Both ends are the same point: nothing can come between them.
        return
    for contact in line.hexes:
        yield from weigh_hex(board, view, viewer, line, contact)
    for side in line.sides:
        yield from weigh_side(board, view, viewer, side)
    for barrier in board.barriers:
        yield from _barrier(board, view, viewer, line, barrier)


def _slopes(board: SightMap, view: View) -> Iterator[Note]:
    """The ends that a slope lifts."""
    for eye in view.raised:
        top = eye.level + board.reasons.slope_rise
        yield Note(0, eye.spot, None, "slope", "raises", (board.reasons.slope,), top)


def weigh_hex(
    board: SightMap, view: View, viewer: Eye, line: Line, contact: HexContact
) -> Iterator[Note]:
    """The ground of a hex and all that stands in it."""
    spot = (viewer.column + contact.column, viewer.height + contact.height)
    cell = board.cells.get(spot)
    if cell is None:
        return
    away = distance(contact.column, contact.height)
    is_end = spot in (view.high.spot, view.low.spot)
    drop = LEVEL if cell.lower and _is_below_crest(line, contact, cell) else 0
    if not is_end:
        yield from _ground(board, view, cell, spot, contact.enter, away, drop)
    for stand in cell.stands:
        if is_end and not _is_beside(view, spot):
            continue
        if spot in view.bottom and stand.base > view.high.level:
            continue
        if _is_met(board, viewer, line, contact, stand):
            base = (stand.base - cell.ground if view.flat else stand.base) - drop
            yield from _stand(board, view, stand.feature, base, spot, None, contact.enter, away)


def _is_beside(view: View, spot: Spot) -> bool:
    """Whether an end in this hex stands at a corner, so that its own hex can be in the way."""
    return any(eye.spot == spot and eye.corner != CENTRE for eye in (view.high, view.low))


def _is_met(board: SightMap, viewer: Eye, line: Line, contact: HexContact, stand: Stand) -> bool:
    """Whether the line touches a feature of a hex, and not only the hex."""
    if contact.contact is Contact.THROUGH:
        return stand.parts == WHOLE or bool(line.parts(contact) & stand.parts)
    if contact.contact is Contact.AT:
        return stand.feature.inherent
    for side in line.sides:
        if side.contact is not Contact.ALONG:
            continue
        name = side_of(side, viewer)
        number = _number_in(contact, viewer, name)
        if number is not None and stand.edges >> number & 1:
            return not (stand.feature.open_along_walls and name in board.sides)
    return False


def _number_in(contact: HexContact, viewer: Eye, side: Side) -> int | None:
    eye = Eye(viewer.column + contact.column, viewer.height + contact.height, 0)
    return own_number(eye, side)


def _is_below_crest(line: Line, contact: HexContact, cell: Cell) -> bool:
    """Whether a line passes only that part of a hex which lies lower than the rest."""
    return contact.contact is Contact.THROUGH and not line.parts(contact) & ~cell.lower


def _ground(
    board: SightMap, view: View, cell: Cell, spot: Spot, place: int, away: int, drop: int
) -> Iterator[Note]:
    """The earth itself: a hill between two ends, or the crest that one of them looks over."""
    top = cell.ground - drop
    if view.flat or top <= view.rim or spot in view.bottom:
        return
    reasons = board.reasons
    if top >= view.reach:
        yield Note(place, spot, None, GROUND, "blocks", (reasons.higher,), top, range=away)
        return
    # One hex fewer than behind something that stands up: ground falls off gently.
    blind = max(0, _blind_hexes(board, view, top, view.rim, spot) - 1)
    hidden = blind >= range_between(spot, view.low.spot)
    past = not hidden and top >= view.high.level
    rule = reasons.slope_crest if past else reasons.crest
    verdict: Verdict = "blind" if hidden else "over"
    yield Note(place, spot, None, GROUND, verdict, (rule,), top, blind=blind, range=away)


def weigh_side(board: SightMap, view: View, viewer: Eye, contact: SideContact) -> Iterator[Note]:
    """What stands on a hexside."""
    side = side_of(contact, viewer)
    stand = board.sides.get(side)
    if stand is None:
        return
    reasons, feature = board.reasons, stand.feature
    away = min(range_between(viewer.spot, spot) for spot in flanks(side))
    spot = side[:2]

    def note(verdict: Verdict, rule: str) -> Note:
        rules = (feature.rule,) if feature.rule == rule else (feature.rule, rule)
        return Note(contact.enter, spot, side, feature.name, verdict, rules, stand.top, range=away)

    own = [eye for eye in (view.high, view.low) if eye.spot in flanks(side)]
    if own and feature.solid:
        if stand.top > view.high.level:
            yield note("blocks", reasons.higher)
    elif own:
        limited = any(_is_limited(view, eye, stand) for eye in own)
        yield note("blocks", reasons.entrenched) if limited else note("ignored", reasons.own_side)
    elif board.is_hillside(side) and view.high.level - view.low.level >= LEVEL:
        yield note("ignored", reasons.hillside)
    else:
        yield from _stand(board, view, feature, stand.base, spot, side, contact.enter, away)


def _is_limited(view: View, eye: Eye, stand: Stand) -> bool:
    """Whether an entrenchment behind a wall keeps an end from seeing across it.

    It sees the next hex, and what is at least a level higher.
    """
    other = view.low if eye == view.high else view.high
    return (
        eye.entrenched
        and eye.level >= stand.base
        and range_between(eye.spot, other.spot) > 1
        and other.level - eye.level < LEVEL
    )


def _stand(
    board: SightMap,
    view: View,
    feature: Feature,
    base: int,
    spot: Spot,
    side: Side | None,
    place: int,
    away: int,
) -> Iterator[Note]:
    """Weigh a feature by the level of its top."""
    reasons, top = board.reasons, base + feature.height
    low, high = view.low.level, view.high.level
    if top <= low:
        return
    hinders = feature.effect == "hindrance" or (feature.effect == "screen" and low == high)
    drm = feature.drm if hinders else 0

    def note(verdict: Verdict, rule: str, blind: int = 0) -> Note:
        rules = (feature.rule, rule)
        return Note(
            place,
            spot,
            side,
            feature.name,
            verdict,
            rules,
            top,
            drm * (verdict == "hinders"),
            blind,
            away,
        )

    if top >= view.reach:
        yield note("hinders", reasons.hindrance) if hinders else note("blocks", reasons.higher)
        return
    # What is less than a level high hides nothing behind it.
    full = top // LEVEL * LEVEL if feature.height >= LEVEL else low
    blind = _blind_hexes(board, view, full, low, spot) if full > low else 0
    if blind and range_between(spot, view.low.spot) <= blind:
        yield note("hinders" if hinders else "blind", reasons.blind, blind)
    else:
        rule = reasons.slope_over if top >= high else reasons.blind if blind else reasons.higher
        yield note("over", rule, blind)


def _blind_hexes(board: SightMap, view: View, top: int, low: int, spot: Spot) -> int:
    """How many hexes behind a top cannot be seen by the high end.

    One for each full level that the top rises above the low end, one more for each full step of
    range from the high end to it, one less for each level that the high end is higher than just
    above it; at least one.
    """
    depth = (top - low) // LEVEL
    depth += range_between(view.high.spot, spot) // board.reasons.blind_step
    depth -= max(0, (view.high.level - top) // LEVEL - 1)
    return max(1, depth)


# -- buildings ------------------------------------------------------------------------------------


def _floors(board: SightMap, view: View) -> Iterator[Note]:
    """From one hex of a building to the next, floors and roofs hide those at another level."""
    high, low = view.high, view.low
    side = side_between(high.spot, low.spot)
    if side is None or high.level == low.level or house_across(board, high, side) is None:
        return
    house = house_across(board, low, side)
    if house is None or low.level >= house.top:
        return
    rules = (house.feature.rule, board.reasons.floors)
    yield Note(0, low.spot, side, house.feature.name, "blocks", rules, house.top, range=1)


# -- depressions ----------------------------------------------------------------------------------


def _depressions(board: SightMap, view: View, viewer: Eye, line: Line) -> Iterator[Note]:
    """Ends in a depression see along it, and out of it as far as the other end is higher."""
    if view.flat:
        return
    target = other_end(view, viewer)
    spots = spots_through(viewer, target, line)
    if view.bottom:
        yield from _culverts(board, spots)
        return
    for eye, path in ((viewer, spots), (target, spots[::-1])):
        if not is_down(board, eye):
            continue
        other = other_end(view, eye)
        cell = board.cells[eye.spot]
        last = _last_in_depression(board, path)
        enough = other.level - eye.level >= LEVEL * range_between(last, other.spot)
        if cell.culvert or not enough:
            rule = board.reasons.culvert if cell.culvert else board.reasons.depression
            place = 0 if eye == viewer else line.scale
            yield Note(place, last, None, "depression", "blocks", (rule,), cell.ground)


def _culverts(board: SightMap, spots: list[Spot]) -> Iterator[Note]:
    """Into a culvert, or out of it, one sees no farther than the next hex."""
    closed = [spot for spot in spots if board.cells[spot].culvert]
    if closed and len(spots) > 2:
        yield Note(0, closed[0], None, "culvert", "blocks", (board.reasons.culvert,))


def _last_in_depression(board: SightMap, path: list[Spot]) -> Spot:
    """The last hex of the depression that a line follows before it leaves it."""
    last = path[0]
    for spot in path[1:]:
        if not is_joined(board, last, spot, "depression"):
            break
        last = spot
    return last


# -- barriers -------------------------------------------------------------------------------------


def _barrier(
    board: SightMap, view: View, viewer: Eye, line: Line, barrier: Barrier
) -> Iterator[Note]:
    """What stands across a hexside is in the way of a line that crosses it between its ends."""
    target = other_end(view, viewer)
    place = crossing(_point(viewer), _point(target), *_ends(barrier))
    if place is None:
        return
    at, of = place
    where, feature = line.scale * at // of, barrier.feature
    away = range_between(viewer.spot, barrier.first)
    side = side_between(barrier.first, barrier.second)
    if side is not None and any(_is_at(eye, side) for eye in (viewer, target)):
        rules = (feature.rule, board.reasons.own_side)
        yield Note(
            where, barrier.first, side, feature.name, "ignored", rules, barrier.top, range=away
        )
    else:
        yield from _stand(board, view, feature, barrier.base, barrier.first, side, where, away)


def _is_at(eye: Eye, side: Side) -> bool:
    """Whether an eye is at a corner of a hexside: what stands across that is right before it."""
    if eye.corner == CENTRE:
        return False
    column, height, number = side
    ends = (Eye(column, height, 0, corner % 6) for corner in (number, number + 1))
    return _point(eye) in map(_point, ends)


def _point(eye: Eye) -> Point:
    x, y = CORNERS[eye.corner] if eye.corner != CENTRE else (0, 0)
    return 3 * eye.column + x, eye.height + y


def _ends(barrier: Barrier) -> tuple[Point, Point]:
    (a, b), (c, d) = barrier.first, barrier.second
    return (3 * a, b), (3 * c, d)
