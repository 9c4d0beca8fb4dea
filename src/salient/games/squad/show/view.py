"""The table as a side sees it: concealed enemies are question marks, hidden ones not there."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place
from salient.engine.views import Marker, PieceView
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.unit_rows import GunRow, InfantryRow, LeaderRow, VehicleRow, WeaponRow
from salient.games.squad.ground.fences import open_breaches
from salient.games.squad.ground.street_blocks import blocks
from salient.games.squad.guns.barrage import blast_area
from salient.games.squad.knowledge import SPECTATOR, known_control
from salient.games.squad.phases.setup import is_reinforcement
from salient.games.squad.phases.victory import progress
from salient.games.squad.terrain.board import SIDES

FLAGS = (
    "half", "broken", "desperate", "pinned", "cx", "ti", "wounded", "concealed", "hidden",
    "prep_fired", "first_fired", "final_fired", "moved", "melee", "motion", "buttoned", "bogged",
    "mired", "immobile", "shocked", "burning", "malfunctioned", "entrenched",
    "disrupted", "restrained", "cloaked", "abandoned", "recalled", "unarmed", "berserk",
    "fanatic", "encircled", "short", "low", "captured",
)  # fmt: skip

NOTED = ("aboard", "towed", "stunned")
"""Columns that hold more of a unit than that it is so."""

UNKNOWN_SYMBOL = "unknown"
STACK = 64
"""Question marks of a location are numbered from here on: unit count + 64 * location + place."""


def clock(g: SquadState) -> str:
    """Turn and phase."""
    return f"{g.turn}-{g.phase}"


def tracks(g: SquadState) -> dict[str, int]:
    """The numbers that everybody sees: the turn, the victory count and the losses."""
    return {
        "progress": seen_progress(g),
        "german_losses": g.losses[1],
        "american_losses": g.losses[0],
        **({"nvr": g.nvr} if g.nvr else {}),
        **({"planes": sum(not plane.gone for plane in g.aircraft)} if g.aircraft else {}),
    }


def seen_progress(g: SquadState) -> int:
    """The victory count, without locations held by units that nobody sees."""
    victory = g.victory
    if victory.kind != "control":
        return progress(g)
    held = known_control(g, SPECTATOR)[PLAYERS.index(victory.side)]
    return sum(held >> place & 1 for place in g.goals)


def pieces(g: SquadState, side: int) -> Iterator[PieceView]:
    """The counters; of concealed enemies a question mark each."""
    setting = g.setting
    shown: dict[Place, int] = {}
    cloaks: set[Place] = set()
    gone = g.lost | g.exited | g.absent | g.aside()
    for unit in map(Piece, range(len(setting.units))):
        bit, owner, place = 1 << unit, setting.side_of[unit], g.where[unit]
        if gone & bit:
            continue
        if owner != side and g.concealed & bit:
            if bit & g.cloaked:
                cloaks.add(place)
            elif bit & (setting.personnel | setting.vehicles):
                shown[place] = shown.get(place, 0) + 1
        elif owner == side or place != NOWHERE or is_reinforcement(g, unit):
            yield _piece(g, unit)
    for place in sorted({*shown, *cloaks}):
        owner = next(s for s in (0, 1) if s != side and g.stack(place, s) & g.concealed)
        if place in cloaks:  # E1.4
            yield PieceView(
                id=len(setting.units) + STACK * place + STACK - 1, name="?", side=owner,
                symbol=UNKNOWN_SYMBOL, colour=colour(owner), values=(), place=place,
                flags=("concealed", "cloaked"),
            )  # fmt: skip
        for number in range(shown.get(place, 0)):
            yield PieceView(
                id=len(setting.units) + STACK * place + number, name="?", side=owner,
                symbol=UNKNOWN_SYMBOL, colour=colour(owner), values=(), place=place,
                flags=("concealed",),
            )  # fmt: skip


def colour(side: int) -> str:
    """The colour of a side's counters."""
    return ("ss", "us")[side]


def _piece(g: SquadState, unit: Piece) -> PieceView:
    setting = g.setting
    flags = [name for name in FLAGS if getattr(g, name) >> unit & 1]
    if setting.vehicles >> unit & 1 and g.wrecks >> unit & 1:
        flags.append("wreck")
    if unit in g.bypass:
        flags.append("bypass")
    flags += [name for name in NOTED if unit in getattr(g, name)]
    place = g.where[unit]
    if place != NOWHERE:
        flags += facings(g, unit)
    return PieceView(
        id=unit,
        name=setting.units[unit].token,
        side=setting.side_of[unit],
        symbol=symbol(g, unit),
        colour=colour(setting.side_of[unit]),
        values=values(g, unit),
        place=place,
        flags=tuple(flags),
        enters=entering(g, unit) if place == NOWHERE else "",
    )


def entering(g: SquadState, unit: Piece) -> str:
    """When a unit off the map enters."""
    turn = g.entry_turn(unit)
    return f"turn:{turn}" if turn else ""


def facings(g: SquadState, unit: Piece) -> Iterator[str]:
    """Which way a gun or a vehicle faces, and its turret if that looks elsewhere. C3.2, D3.1."""
    hull = g.facing[unit]
    if (g.setting.guns | g.setting.vehicles) >> unit & 1 and hull >= 0:
        yield f"facing_{CORNER_WORDS[hull]}"
        if g.turret[unit] not in (hull, -1) and g.setting.vehicles >> unit & 1:
            yield f"turret_{CORNER_WORDS[g.turret[unit]]}"


def symbol(g: SquadState, unit: Piece) -> str:
    """What kind of troops or weapon it is."""
    row = g.setting.units[unit].row
    match row:
        case InfantryRow():
            if row.kind == "dummy":
                return UNKNOWN_SYMBOL
            return "crew" if row.kind == "crew" else "half_squad" if g.half >> unit & 1 else "squad"
        case LeaderRow() | WeaponRow():
            return row.kind
        case GunRow():
            return "mortar" if row.kind == "MTR" else "gun"
        case VehicleRow():
            return "vehicle"


def values(g: SquadState, unit: Piece) -> tuple[int, ...]:
    """The numbers on the counter as it stands: firepower, range and morale, or a gun's."""
    row = g.setting.units[unit].row
    match row:
        case InfantryRow():
            return g.firepower(unit), g.reach(unit), g.morale(unit)
        case LeaderRow():
            return g.morale(unit), g.leadership(unit)
        case WeaponRow():
            return row.fp, row.range, row.rof
        case GunRow():
            if row.kind == "MTR":
                return row.calibre, row.range, row.rof
            return row.calibre, row.rof
        case VehicleRow():
            return row.mp, row.calibre


def markers(g: SquadState, side: int) -> Iterator[Marker]:
    """What lies on the map, as far as the side knows of it."""
    board = g.setting.board
    for kind, held in (("smoke", g.smoke), ("residual", g.residual), ("foxhole", g.foxholes),
                       ("labor", g.labor)):  # fmt: skip
        for place in sorted(held):
            yield Marker(kind, (place,), str(held[place]))
    for lane in g.lanes:
        yield Marker("lane", lane.hexes)
    for kind, bits in (
        ("flame", g.flames), ("blaze", g.blazes), ("debris", g.debris), ("wire", g.wire),
        ("trench", g.trenches),
        ("rail_cars", g.cars), ("gunflash", g.flashes),
    ):  # fmt: skip
        for place in each_place(bits):
            yield Marker(kind, (place,))
    for mission in g.missions.values():
        if mission.stage:
            area = blast_area(g, mission.place) if mission.stage == "ffe" else (mission.place,)
            yield Marker(mission.stage, area)
    for shell in g.starshells:
        yield Marker("starshell", (shell.place,))
    for hexagon in sorted(g.rubble):
        yield Marker("rubble", (hexagon,))
    across = (SIDES * hexagon + along for hexagon, along, _ in blocks(g))
    for edge in (*g.roadblocks, *across):
        near = board.hexes[edge // SIDES].near[edge % SIDES]
        yield Marker("roadblock", (edge // SIDES, near) if near >= 0 else (edge // SIDES,))
    for edge in sorted(g.chains):
        yield Marker("chain", (edge // SIDES,))
    for edge in sorted(open_breaches(g)):
        yield Marker("breach", (edge // SIDES, board.hexes[edge // SIDES].near[edge % SIDES]))
    for place in sorted({Place(key // SIDES) for key in g.wall_breaches}):
        yield Marker("wall_breach", (place,))
    for place in sorted(g.mines):
        for field in g.mines[place]:
            own = field.side == side
            kind = "at_mines" if field.kind == "at" else "mines"
            yield Marker(kind, (place,), str(field.strength) if own or field.shown else "")
    for hexagon, terrain in sorted(g.fire_zones.items()):
        yield Marker("fire_zone", (hexagon,), terrain)
    for place in each_place(g.debris_bridges):
        yield Marker("debris", (place,))
    for place in sorted(g.breaks):
        yield Marker("trail_break", (place,))
    for place in g.goals:
        for owner in (0, 1):
            if g.control[owner] >> place & 1:
                yield Marker(f"{PLAYERS[owner]}_control", (place,))
    yield from _loads(g)
    for owner, hexes in sorted(g.sniper_hexes.items()):  # A14.2
        for hexagon in hexes:
            yield Marker("sniper", (hexagon,), PLAYERS[owner])
    for guard in sorted(set(g.captive.values())):  # A20.5
        names = [g.setting.units[unit].token for unit, by in g.captive.items() if by == guard]
        text = f"{g.setting.units[guard].token}: {' '.join(names)}"
        yield Marker("prisoners", (g.where[guard],), text)


def _loads(g: SquadState) -> Iterator[Marker]:
    """Who rides on which vehicle and what it tows."""
    for vehicle in sorted({*g.aboard.values(), *g.towed.values()}):
        if g.where[vehicle] != NOWHERE:
            names = [g.setting.units[unit].token for unit in each_piece(g.load(vehicle))]
            text = f"{g.setting.units[vehicle].token}: {' '.join(names)}"
            yield Marker("load", (g.where[vehicle],), text)
