"""The map and the units as a side sees them."""

from __future__ import annotations

from collections.abc import Container, Iterator

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.views import Marker, PieceView
from salient.games.trumpets.calendar import code
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.state import TrumpetsState
from salient.games.trumpets.victory import german_points

FLAGS = {
    "oos": "out_of_supply", "ooc": "out_of_command", "disrupted1": "disrupted1",
    "disrupted2": "disrupted2", "shock": "shock", "engaged": "engaged", "ca": "counter_attack",
    "fired": "fired", "reserve": "reserve", "building": "construction", "alert": "alert",
    "dismounted": "dismounted", "moved": "acted", "fatigued": "fatigued",
    "exhausted": "exhausted", "resting": "resting", "low_fuel": "low_fuel",
}  # fmt: skip
"""Flags of a counter by the column of the state that holds them."""

STACK = 64
"""Counters that are not looked at are numbered from here on: unit count + 64 * hex + place."""


def clock(g: TrumpetsState) -> str:
    """The turn as the cards call it."""
    return code(g.turn)


def tracks(g: TrumpetsState) -> dict[str, int]:
    """The numbers beside the map: the German points as things stand, and captured fuel."""
    return {"points": german_points(g), "fuel": sum(g.fuel.values())}


def pieces(g: TrumpetsState, _side: int) -> Iterator[PieceView]:
    """The counters on the map, those still to come, and those that left it for points."""
    setting = g.setting
    yield from _strangers(g)
    for number, row in enumerate(setting.units):
        unit = Piece(number)
        place = g.where[unit]
        if (
            g.unseen >> unit & 1
            or not g.steps_left[unit]
            or (place == NOWHERE and unit not in g.waiting and not g.exited >> unit & 1)
        ):
            continue
        yield PieceView(
            id=unit,
            name=row.id,
            side=row.side,
            symbol=row.type,
            colour=row.nation,
            values=values_of(g, unit),
            place=place,
            flags=tuple(flags_of(g, unit)),
            enters=f"turn:{code(g.waiting[unit])}" if unit in g.waiting else "",
        )


def _strangers(g: TrumpetsState) -> Iterator[PieceView]:
    """Counters that are not looked at: whose they are, and how many. Rules gc-6b, gc-6e."""
    setting = g.setting
    for place, units in sorted(g.stacks.items()):
        hidden = units & g.unseen
        for number in range(hidden.bit_count()):
            side = setting.side_of[hidden.bit_length() - 1]
            yield PieceView(
                id=len(setting.units) + STACK * place + number,
                name="?",
                side=side,
                symbol="unknown",
                colour=("german", "us")[side],
                values=(),
                place=place,
                flags=(),
            )


def values_of(g: TrumpetsState, unit: Piece) -> tuple[int, ...]:
    """Attack, defence and efficiency; of guns their combat factor and range."""
    row = g.setting.units[unit]
    if g.setting.roster.guns >> unit & 1:
        return (g.cf(unit), row.range)
    return (g.af(unit), g.df(unit), row.er)


def flags_of(g: TrumpetsState, unit: Piece) -> Iterator[str]:
    """The states of a unit."""
    for column, name in FLAGS.items():
        if getattr(g, column) >> unit & 1:
            yield name
    if g.setting.roster.emplaced >> unit & 1 and not g.deployed >> unit & 1:
        yield "march"
    if g.steps_left[unit] < g.setting.units[unit].steps:
        yield "reduced"
    at_work: dict[str, Container[Piece]] = {
        "ferry": g.ferrying,
        "ready": g.ready,
        "bridging": g.bridging,
    }
    yield from (name for name, engineers in at_work.items() if unit in engineers)


def markers(g: TrumpetsState, _side: int) -> Iterator[Marker]:
    """What else lies on the map."""
    for place, position in sorted(g.positions.items()):
        yield Marker(position, (place,))
    for place, level in sorted(g.rubble.items()):
        yield Marker(f"rubble{level}", (place,))
    for number in members(g.setting.all_sites & ~passable(g, heavy=False)):
        site = g.setting.country.sites[number]
        yield Marker("blown", (site.a, site.b))
    for place in (attack.target for attack in (g.attack,) if attack):
        yield Marker("attack", (place,))
