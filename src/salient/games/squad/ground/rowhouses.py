"""Rowhouses and rooftops in play: rules B23.71, B23.711, B23.712 and B23.8.

The black line between two houses of a row (``party_wall``) is a wall that nobody goes through or
sees through. Three ways lead round it: a breach at one level (B23.711), the rooftops, and at ground
level the corner where the line ends. A breach is kept as a mark at both of its locations: the key
is ``6 * location + side``, the value the location beyond.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.boards.sight_lines import opposite
from salient.boards.sight_map import Side, side_between
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.actions import CHOICE, CORNER_WORDS, SIDE_WORDS
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.labor import is_done
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import corner_of, side_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry, Lying, Manner
from salient.games.squad.infantry.entering import enter
from salient.games.squad.terrain.board import NO_SIDE, SIDES

WALL = "party_wall"
PIERCED = 5
"""Reading of B23.711: the roll, a leader's modifier included, that breaks through a wall."""


def beyond_wall(g: SquadState, place: Place, side: int) -> Place:
    """The location that a wall keeps from a location of a house, ``NOWHERE`` if there is none.

    At the level of a house that is lower by one storey it is its rooftop.
    """
    board = g.setting.board
    if board.hex(place).sides[side] != WALL:
        return NOWHERE
    to = next((link.to for link in board.links[place] if link.side == side), NOWHERE)
    return NOWHERE if to == NOWHERE or board.hex_of[to] in g.rubble else to


def is_breached(g: SquadState, place: Place, side: int, to: Place) -> bool:
    """Whether a breach joins two locations. Rule B23.711."""
    return g.wall_breaches.get(SIDES * place + side) == to


# -- going through, over and round ----------------------------------------------------------------


def opens_wall(g: SquadState, entry: Entry) -> bool:
    """Whether the black line does not stop an entry.

    There is a breach, both are rooftops, or infantry stands at the corner where the line ends.
    """
    board = g.setting.board
    floors = board.locations[entry.origin].floor, board.locations[entry.to].floor
    # B23.711, B23.8
    if floors == ("rooftop", "rooftop") or is_breached(g, entry.origin, entry.side, entry.to):
        return True
    # B23.71
    if floors != ("ground", "ground") or not entry.on_foot or entry.unit not in g.bypass:
        return False
    corner = g.bypass[entry.unit][1]  # B23.71
    # B23.71
    return g.where[entry.unit] == entry.origin and (corner, entry.side) in free_corners(
        g, entry.origin
    )


def roof_bar(g: SquadState, entry: Entry) -> str:
    """From an upper floor onto the roof next door one gets only through a breach. Rule B23.711."""
    if not entry.crossing:
        return ""
    locations = g.setting.board.locations
    floors = {locations[entry.origin].floor, locations[entry.to].floor}
    if floors != {"upper", "rooftop"} or is_breached(g, entry.origin, entry.side, entry.to):
        return ""
    return "B23.711"


def free_corners(g: SquadState, place: Place) -> Iterator[tuple[int, int]]:
    """The corners of a house where a black line ends, with the line's side. Rule B23.71.

    At a corner between two lines there is no room.
    """
    board = g.setting.board
    if board.locations[place].floor != "ground" or place in g.rubble:
        return
    sides = board.hex(place).sides
    for corner in range(SIDES):
        before = (corner - 1) % SIDES
        walls = [side for side in (before, corner) if sides[side] == WALL]
        if len(walls) == 1:
            yield corner, walls[0]


def corner_entry(g: SquadState, unit: Piece, corner: int, side: int) -> Entry:
    """Stepping out to a corner of one's own house: bypass of that vertex. Rule B23.71."""
    place = g.where[unit]
    return Entry(unit, "infantry", place, place, NO_SIDE, "bypass", side, corner=corner)


def corner_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The corners round which moving infantry may go into the next house. Rule B23.71."""
    first = march.units[0]
    place = g.where[first]
    if place == NOWHERE or first in g.bypass:
        return
    left = mf_left(g, march)
    for corner, side in free_corners(g, place):
        if entry_cost(g, corner_entry(g, first, corner, side)).total <= left:
            yield Action("corner", (CORNER_WORDS[corner],))


def go_to_corner(g: SquadState, action: Action, log: Log) -> int:
    """Step out to the corner; the MF are spent by entering. Rule B23.71."""
    first, corner = g.moving.units[0], corner_of(action.choice(0))
    side = dict(free_corners(g, g.where[first]))[corner]
    entry = corner_entry(g, first, corner, side)
    enter(g, entry, entry_cost(g, entry).total, log, corner=corner)
    return 0


# -- breaches -------------------------------------------------------------------------------------


def breach_wall(g: SquadState, place: Place, side: int) -> None:
    """A breach joins a location with the one beyond the wall. Rule B23.711."""
    to = beyond_wall(g, place, side)
    g.wall_breaches[SIDES * place + side] = to
    g.wall_breaches[SIDES * to + opposite(side)] = place


def piercing_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The walls that a squad in a house may try to break through. Rule B23.711 (reading).

    It takes a squad that has not moved, and its whole turn, as clearing does (B24.7).
    """
    place = g.where[march.units[0]]
    if march.spent or place == NOWHERE or march.units[0] in g.bypass:
        return
    if not any(g.setting.squads >> unit & 1 for unit in march.units):
        return
    if g.setting.board.locations[place].floor not in ("ground", "upper"):
        return
    for side in range(SIDES):
        to = beyond_wall(g, place, side)
        if to != NOWHERE and not is_breached(g, place, side, to):
            yield Action("pierce", (SIDE_WORDS[side],))


def pierce(g: SquadState, action: Action, log: Log) -> int:
    """Try to break through a wall. Rule B23.711."""
    march = g.moving
    place = g.where[march.units[0]]
    led = Modifier("A10.7", g.best_leadership(march.units))
    squad = next(u for u in march.units if g.setting.squads >> u & 1)
    if is_done(g, log, squad, "wall", PIERCED, led):
        breach_wall(g, place, side_of(action.choice(0)))
        log.append(Marked(place, "wall_breach", "placed"))
    g.ti |= set_of(march.units)
    return mf_left(g, march)


def hole_between(g: SquadState, origin: Place, place: Place) -> Side | None:
    """The hexside through whose breach two locations see each other. Rule B23.711.

    Reading: a breach shows only the location right beyond it.
    """
    if not g.wall_breaches:
        return None
    board = g.setting.board
    side = side_between(board.hex(origin).spot, board.hex(place).spot)
    if side is None:
        return None
    number = board.hex(origin).near.index(board.hex_of[place])
    return side if is_breached(g, origin, number, place) else None


def lying_holes(g: SquadState, manner: Manner) -> Lying:  # noqa: ARG001
    """Breaches in walls, for costs to be remembered by."""
    for key, beyond in g.wall_breaches.items():
        yield g.setting.board.around[key // SIDES], ("wall_breach", key, beyond)


CHAPTER: Chapters[SquadState] = Chapters(
    bars=(roof_bar,),
    openings=(opens_wall,),
    holes=(hole_between,),
    sight_columns=("wall_breaches",),
    orders=(
        corner_orders,
        piercing_orders,
    ),
    verbs={"corner": (CHOICE,), "pierce": (CHOICE,)},
    carry_out={"corner": go_to_corner, "pierce": pierce},
    lying=(lying_holes,),
)
