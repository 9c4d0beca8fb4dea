"""What can be laid over the map: what units see, what their enemies can fire at, control."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place
from salient.engine.reports import Overlays, Shade
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.los import look_across

OVERLAYS = Overlays[SquadState]()


@OVERLAYS.add("sight")
def _sight(g: SquadState, side: int) -> Iterator[Shade]:
    """The hexes in sight of a side's own units; a spectator sees none."""
    for owner in (0, 1):
        if owner != side:
            continue
        own = g.on_map(g.setting.army[owner]) & g.armed()
        eyes = {g.where[unit] for unit in each_piece(own)}
        seen = [h.index for h in g.setting.board.hexes
                if any(look_across(g, place, h.index).clear for place in eyes)]  # fmt: skip
        yield Shade("sight", owner, tuple(seen))


@OVERLAYS.add("threat")
def _threat(g: SquadState, side: int) -> Iterator[Shade]:
    """The hexes that the enemies of a side could fire at, as far as it sees them."""
    for foe in (0, 1):
        if foe == side:
            continue
        # Of a question mark nobody knows what it can do.
        places: dict[Place, int] = {}
        for unit in each_piece(g.on_map(g.setting.army[foe]) & (g.armed() | g.concealed)):
            place = g.where[unit]
            places[place] = max(6, _reach(g, unit), places.get(place, 0))
        board = g.setting.board
        under = [
            h.index for h in board.hexes
            if any(board.range(place, h.index) <= reach and look_across(g, place, h.index).clear
                   for place, reach in places.items())
        ]  # fmt: skip
        yield Shade("threat", foe, tuple(under))


def _reach(g: SquadState, unit: Piece) -> int:
    return 12 if (g.setting.vehicles | g.concealed) >> unit & 1 else g.reach(unit)


@OVERLAYS.add("control", when=lambda g: bool(g.goals))
def _control(g: SquadState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    """Who holds the places that count."""
    for owner in (0, 1):
        held = tuple(place for place in g.goals if g.control[owner] >> place & 1)
        yield Shade("control", owner, held)
