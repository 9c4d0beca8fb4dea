"""Surprise by Kampfgruppe Peiper (95.0): who has not been alerted on the first two nights."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place
from salient.games.trumpets.calendar import code
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.state import TrumpetsState

KGP = "KGP"
RIDERS = "3FJ"
ROUTE_OWNER, ROUTE_COLUMN, ROUTE_HEXES = "12SS", 90, 3
"""Whose the southern route is, and how many of its hexes Peiper may enter a turn (rc-kgp-3)."""

TURNS = ("16EV", "17PD")
"""The turns of Peiper's exploitation (sop-30c)."""


def kgp_formation(g: TrumpetsState) -> int:
    """The number of the Kampfgruppe."""
    return g.setting.formation(KGP.casefold())


def kgp_units(g: TrumpetsState) -> int:
    """The units of the Kampfgruppe on the map, its HQ among them."""
    formation = kgp_formation(g)
    mine = g.on_map(g.setting.army[GERMAN])
    return sum(1 << unit for unit in each_piece(mine) if formation in g.chain(g.under[unit]))


def is_kgp_turn(g: TrumpetsState) -> bool:
    """Whether Peiper may exploit in this turn. Rules sop-30c, kgp-1."""
    return code(g.turn) in TURNS


def raise_alarm(g: TrumpetsState) -> None:
    """After a German corps has moved, US units next to German combat units are alert (kgp-3)."""
    near = g.setting.board.around(g.held[GERMAN])
    g.alert |= g.units_in(near, g.setting.army[ALLIED])


def may_ride(g: TrumpetsState, unit: Piece, group: int) -> bool:
    """Whether a battalion of 3 FJ may ride on the tanks of a stack, one at a time.

    Rules kgp-10, rc-kgp-2.
    """
    roster = g.setting.roster
    if not group & roster.afv or group & g.riders or not roster.infantry >> unit & 1:
        return False
    return any(roster.formations[one].id == RIDERS for one in g.chain(g.under[unit]))


def southern_route(g: TrumpetsState) -> int:
    """The road hexes of the 12th SS Panzer Division's route. Rules kgp-11, rc-kgp-3."""
    return g.setting.southern_route


def is_route_closed(g: TrumpetsState, place: Place) -> bool:
    """Whether a hex is of the southern route and closed to Peiper. Rules kgp-11, kgp-12."""
    return bool(closed_route(g) >> place & 1)


def closed_route(g: TrumpetsState) -> int:
    """The southern route, once Peiper has used as much of it as he may. Rules kgp-11, kgp-12.

    It is free when no unit of the 12th SS is west of column 90 (rc-kgp-3).
    """
    if g.kgp_route < ROUTE_HEXES:
        return 0
    owner = g.setting.formation(ROUTE_OWNER.casefold())
    column = g.setting.country.column
    crowded = any(
        g.where[unit] >= 0 and column(g.where[unit]) < ROUTE_COLUMN
        for unit in each_piece(g.setting.army[GERMAN])
        if owner in g.chain(g.under[unit])
    )
    return southern_route(g) if crowded else 0


def note_route(g: TrumpetsState, place: Place) -> None:
    """Count the hexes of the southern route that Peiper enters in a turn. Rule kgp-11."""
    if southern_route(g) >> place & 1:
        g.kgp_route += 1


def is_surprised(g: TrumpetsState, place: Place) -> bool:
    """Whether none of the US units in a hex has Alert. Rule kgp-7."""
    return not g.stack(place, ALLIED) & g.alert
