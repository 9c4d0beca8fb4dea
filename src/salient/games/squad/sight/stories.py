"""The stories of lines of sight: what they meet, and what smoke, wrecks, rubble do to them.

Lines over the bare map are traced once and remembered. A line is drawn anew only if one of the
hexes that it meets holds something that came in play, and then remembered with what lies there.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from salient.boards.sight import look
from salient.boards.sight_lines import STEPS, Contact, trace
from salient.boards.sight_map import Eye, Side, SightMap, Spot
from salient.engine.memory import Memo
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Look, Story
from salient.games.squad.sight.clutter import Lying, drawn
from salient.games.squad.sight.lines import end_smoke, hexes_on
from salient.games.squad.sight.los import sight_of
from salient.games.squad.terrain.board import Board

STORIES: Memo[tuple[Eye, Eye, Side | None], Story] = Memo("stories over the bare map", 20_000)
"""Lines by their two ends and the hexside with a breach that they go through."""

DRAWN: Memo[Hashable, Story] = Memo("stories of lines in play", 20_000)
"""Lines by their two ends and what lies on them (see :func:`.clutter.drawn`)."""


def story_of(g: SquadState, look: Look, *, whole: bool = False) -> Story:
    """The story of a look; the ``whole`` one even if the bare map blocks the line."""
    found = _story(g, look, whole=whole)
    if look.ends is None or not found.clear:
        return found
    origin, place, sight = look.ends.origin, look.ends.place, sight_of(g)
    haze, fog, dark = (
        sight.haze(origin, place),
        sight.fog(origin, place),
        sight.is_dark(origin, place),
    )
    total, most = found.hindrance + haze + fog, g.setting.numbers.fire.hindrance_block
    clear = not dark and (total < most or total == haze)  # E1.1, E3.1
    return found._replace(clear=clear, hindrance=total, mist=haze + fog, dark=dark)


def _story(g: SquadState, look: Look, *, whole: bool) -> Story:
    """The story of a look in clear air."""
    if look.ends is None:
        return Story(look.clear, 0, look.hindrance)
    viewer, origin, target, place = look.ends
    if viewer[:2] == target[:2] and viewer.corner == target.corner:
        return Story(look.clear, int(origin != place), look.hindrance)
    sight, board = sight_of(g), g.setting.board
    clutter, hole = sight.clutter, sight.hole(origin, place)
    met, between = sight.met(viewer, target)
    if hole is None and not whole and sight.is_shut(viewer, origin, target, place):
        found = Story(False, board.range(origin, place), 0, met)
    else:
        found = _bare(g, viewer, target, hole)
    if not found.clear and not met & clutter.opened:
        return found
    if met & clutter.hexes or between & sight.parked:
        lying = Lying(clutter, met, between & sight.parked, hole)
        found = drawn(
            DRAWN, g.setting, viewer, target, lying, lambda s: _trace(board, s, viewer, target)
        )
    if not g.smoke or not found.clear:
        return found
    total = found.hindrance + end_smoke(g.smoke, origin, place)
    return found._replace(hindrance=total, clear=total < g.setting.numbers.fire.hindrance_block)


def _bare(g: SquadState, viewer: Eye, target: Eye, hole: Side | None) -> Story:
    """The story of a line over the bare map."""
    known, board = g.setting.memory.of(STORIES), g.setting.board
    found = known.get((viewer, target, hole))
    if found is None:
        sight = board.sight if hole is None else board.sight.without_side(hole)
        found = known.keep((viewer, target, hole), _trace(board, sight, viewer, target))
    return found


def _trace(board: Board, sight: SightMap, viewer: Eye, target: Eye) -> Story:
    """Draw a line and keep what is asked of it."""
    story = look(sight, viewer, target)
    return Story(
        story.clear, story.range, story.hindrance, hexes_on(board, viewer, story.line),
        story,
    )  # fmt: skip


def entering(g: SquadState, look: Look) -> tuple[int, ...]:
    """The sides over which a line that the bare map lets through comes into its last hex."""
    if look.ends is None:
        return ()
    viewer, origin, target, place = look.ends
    if viewer[:2] == target[:2] and viewer.corner == target.corner:
        return ()
    sight = sight_of(g)
    if sight.is_shut(viewer, origin, target, place) and sight.hole(origin, place) is None:
        return ()
    columns, heights = target.column - viewer.column, target.height - viewer.height
    return _entered_sides(columns, heights, viewer.corner, target.corner)


@lru_cache(maxsize=65536)
def _entered_sides(columns: int, heights: int, start: int, end: int) -> tuple[int, ...]:
    """The sides of the last hex that a line meets, but not along them."""
    crossed = (
        _own_side((columns, heights), (side.column, side.height), side.side)
        for side in trace(columns, heights, start, end).sides
        if side.contact is not Contact.ALONG
    )
    return tuple(side for side in crossed if side >= 0)


def _own_side(spot: Spot, of: Spot, side: int) -> int:
    """Which side of a hex a hexside is, named from a hex south or west of it; -1 for none."""
    if spot == of:
        return side
    dc, dh = STEPS[side]
    return side + 3 if spot == (of[0] + dc, of[1] + dh) else -1
