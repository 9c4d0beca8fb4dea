"""The map and the units as a side sees them."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.views import Marker, PieceView
from salient.games.bulge.rules.movement import Movement
from salient.games.bulge.rules.supply import occupied_hexes
from salient.games.bulge.setting import GERMAN
from salient.games.bulge.state import FULL, BulgeState

FLAGS = {"oos": "out_of_supply", "isolated": "isolated", "shaken": "shaken", "wary": "wary"}


def clock(g: BulgeState) -> str:
    """The number of the turn."""
    return str(g.turn)


def tracks(g: BulgeState) -> dict[str, int]:
    """The numbers beside the map."""
    return {"vp": g.vp, "air": g.air_left}


def pieces(g: BulgeState, _side: int) -> Iterator[PieceView]:
    """The counters; nothing of them is hidden."""
    setting = g.setting
    moved = g.finished if any(isinstance(step, Movement) for step in g.steps) else 0
    for unit, row in zip(setting.all_units, setting.units, strict=True):
        if not g.steps_left[unit]:
            continue
        flags = [name for flag, name in FLAGS.items() if getattr(g, flag) >> unit & 1]
        if g.steps_left[unit] < FULL:
            flags.append("reduced")
        if moved >> unit & 1:
            flags.append("acted")
        place = g.where[unit]
        yield PieceView(
            id=unit,
            name=row.id,
            side=setting.side_of[unit],
            symbol=row.branch,
            colour=row.army or row.nation,
            values=(g.attack(unit), g.defence(unit)),
            place=place,
            flags=tuple(flags),
            enters="" if place != NOWHERE else _whereabouts(g, unit),
        )


def _whereabouts(g: BulgeState, unit: Piece) -> str:
    """Where a unit off the map is, or when and where it is due."""
    entries = g.setting.entries
    guarded = [entry for entry, guard in g.guards.items() if guard == unit]
    if unit in g.exits:
        return f"exited:{entries[g.exits[unit]].id}"
    if guarded:
        return f"guard:{entries[guarded[0]].id}"
    if unit in g.evacuated:
        return f"evacuated:{entries[g.evacuated[unit]].id}"
    row = g.setting.units[unit]
    return f"turn:{row.turn} {row.direction}" if row.turn else ""


def markers(g: BulgeState, _side: int) -> Iterator[Marker]:
    """What else lies on the map; nothing of it is hidden."""
    setting = g.setting
    for place in each_place(occupied_hexes(g, GERMAN) & (setting.prizes | setting.main_hexes)):
        if not setting.germany >> place & 1:
            yield Marker("german_control", (place,))
    for kind, hexes in (
        ("interdiction", g.interdicted),
        ("air_cover", g.covered),
        ("air_supply", g.dropped_supply),
        ("opened", g.opened),
    ):
        for place in each_place(hexes):
            yield Marker(kind, (place,))
    for combat in g.declared:
        yield Marker("attack", (combat.target,))
    for number, line in enumerate(g.lines):
        if line:
            yield Marker(f"line{number}", line)
