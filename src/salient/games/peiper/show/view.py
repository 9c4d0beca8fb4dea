"""The campaign as a side sees it: the date, its own counters in boxes, arrows and objectives.

What is told is told of the position as the side knows it: of the enemy's papers nothing is in it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.views import Marker, PieceView
from salient.games.peiper.calendar import date_name
from salient.games.peiper.show.odds import ends_now
from salient.games.peiper.standing.control import lvp_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.knowledge import SPECTATOR, known_control
from salient.games.squad.show import view as squad
from salient.games.squad.terrain.board import Hexagon

BOXES = ("waiting", "exited")
"""What the two parts of a holding box are for (P8.15)."""


def clock(g: PeiperState) -> str:
    """The date, with turn and phase in play and the step of the refit phase between."""
    date = date_name(g.date)
    return f"{date}-{g.refit}" if g.refit else f"{date} T{g.turn}-{g.phase}"


def tracks(g: PeiperState) -> dict[str, int]:
    """Victory points now and in all, losses, attack chits left, and when it ends (CG23)."""
    found = {}
    held = known_control(g, SPECTATOR)
    for side, name in enumerate(PLAYERS):
        found[f"{name}_lvp"] = sum(
            lvp_of(g, place) for place in g.setting.lvp if held[side] >> place & 1
        )
        found[f"{name}_total"] = g.cg_lvp[side]
        found[f"{name}_chits"] = g.setting.campaign.side(side).chits - g.chits[side]
    found |= {"german_losses": g.losses[1], "american_losses": g.losses[0]}
    if not g.refit:
        found["end"] = round(100 * ends_now(g))
    return found | ({"nvr": g.nvr} if g.nvr else {})


def pieces(g: PeiperState, side: int) -> Iterator[PieceView]:
    """The counters on the map, and a side's own in its holding boxes or at hand. Rule P8.15."""
    for piece in squad.pieces(g, side):
        if piece.place != NOWHERE or piece.id >= len(g.setting.units):
            yield piece
        elif piece.side == side:
            yield _off_map(g, piece)


def _off_map(g: PeiperState, piece: PieceView) -> PieceView:
    """A counter off the map, with the box it waits in."""
    box = g.box.get(Piece(piece.id))
    if box is None:
        return msgspec.structs.replace(piece, enters="")
    centre = g.setting.board.hexes[g.setting.entries[box // 2].centre].name
    return msgspec.structs.replace(piece, enters=f"box:{BOXES[box % 2]}:{centre}")


def markers(g: PeiperState, side: int) -> Iterator[Marker]:
    """What lies on the map: arrows with their colours, objectives, works to be built."""
    yield from squad.markers(g, side)
    for entry in g.setting.entries:
        for owner in (0, 1):
            for colour in sorted(entry.open_colours(owner, g.date)):
                yield Marker(f"entry_{colour}", (entry.centre,), entry.name)
    for owner, name in enumerate(PLAYERS):
        for here in members(g.objectives[owner]):
            yield Marker(f"{name}_objective", (here,))
    for force in g.forces:
        if force.side == side and force.objective >= 0 and not _is_shown(g, force.objective):
            yield Marker("secret_objective", (force.objective,), force.chart)
    for owner, work, here in g.planned:
        if owner == side:
            yield Marker("planned", (here,), work)


def _is_shown(g: PeiperState, here: Hexagon) -> bool:
    return bool((g.objectives[0] | g.objectives[1]) >> here & 1)
