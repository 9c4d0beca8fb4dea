"""Who rides on what vehicle, and how people fall off it. Rules D6.1, D6.2, D6.24."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.events.movement import Alighted
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import NOBODY, SquadState


def people_aboard(g: SquadState, vehicle: Piece) -> list[Piece]:
    """Those aboard a vehicle."""
    return sorted(unit for unit, by in g.aboard.items() if by == vehicle)


def is_rider(g: SquadState, unit: Piece) -> bool:
    """Whether somebody aboard sits on top of a tank. Rule D6.2."""
    return not g.setting.vehicle_row(g.aboard[unit]).capacity


def fall_off(g: SquadState, unit: Piece, log: Log) -> None:
    """Whoever breaks, and a rider who is pinned, is off his vehicle. Rules D6.24, D6.61 (reading).

    A gun that he has stays hooked to it.
    """
    for gun in each_piece(g.carried(unit)):
        if gun in g.towed:
            g.owner[gun] = NOBODY
    alight(g, unit, g.where[unit], log)


def alight(g: SquadState, unit: Piece, place: Place, log: Log) -> None:
    """A unit is no longer aboard."""
    vehicle = g.aboard.pop(unit)
    g.put(unit, place)
    log.append(unseen(g, Alighted(g.side(unit), unit, vehicle, place)))
