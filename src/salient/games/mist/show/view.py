"""The map and the counters as a side sees them."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place, members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.views import Marker, PieceView
from salient.games.mist.rules.movement import FIRST_IMPULSE, is_frozen
from salient.games.mist.rules.reinforcements import NOT_RELEASED
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.setting import ALLIED, impulse_name
from salient.games.mist.state import MistState

FLAGS = ("acted", "attacking", "dug_in", "on_foot")


def clock(g: MistState) -> str:
    """The day and the impulse."""
    return impulse_name(g.clock)


def tracks(g: MistState) -> dict[str, int]:
    """The numbers beside the map. The practice scenario has no points (s1)."""
    return {} if g.setting.scenario.scoring == "two_towns" else {"vp": g.vp}


def pieces(g: MistState, _side: int) -> Iterator[PieceView]:
    """The counters; nothing of them is hidden."""
    setting = g.setting
    for unit, row in zip(setting.all_units, setting.units, strict=True):
        if not g.strength[unit]:
            continue
        place = g.where[unit]
        flags = [flag for flag in FLAGS if getattr(g, flag) >> unit & 1]
        if place != NOWHERE:
            flags += _situation(g, unit)
        yield PieceView(
            id=unit,
            name=row.id,
            side=setting.side_of[unit],
            symbol="airborne" if row.airborne else row.kind,
            colour=row.service or row.nation,
            values=(
                g.strength[unit],
                setting.attack[unit],
                setting.defence[unit],
                setting.allowance[unit],
            ),
            place=place,
            flags=tuple(flags),
            enters="" if place != NOWHERE else _arrival(g, unit),
        )


def _situation(g: MistState, unit: Piece) -> Iterator[str]:
    """What follows from where and when a unit stands: supply, and the colours of 16-1.

    A red strength holds a German unit fast, and all but a yellow one an Allied unit (5.23, 5.24).
    """
    if not in_supply(g, unit):
        yield "out_of_supply"
    if is_frozen(g, unit):
        yield "held" if g.setting.held >> unit & 1 else "frozen"
    elif g.clock == FIRST_IMPULSE and g.setting.side_of[unit] == ALLIED:
        yield "free"


def _arrival(g: MistState, unit: Piece) -> str:
    """When a unit still to come is due, and in which zones: ``due:17-2:D/E``. Rules 11.1, 11.3."""
    row = g.setting.units[unit]
    for units, clock in zip(g.setting.reserve_units, g.released, strict=True):
        if unit in units and clock != NOT_RELEASED:
            return f"due:{impulse_name(clock)}:{row.zones}"
    when = row.enters if row.enters.startswith("reserve:") else f"due:{row.enters}"
    return f"{when}:{row.zones}"


def markers(g: MistState, _side: int) -> Iterator[Marker]:
    """What else lies on the map; nothing of it is hidden."""
    setting = g.setting
    for link in members(g.blown):
        yield Marker("blown", setting.board.links[link][:2])
    for link in members(setting.blown_at_start & ~g.blown):
        yield Marker("rebuilt", setting.board.links[link][:2])
    for key, failures in sorted(g.failures.items()):
        yield Marker("bridging", setting.board.links[key // 2][:2], f"-{failures}")
    for area in each_place(g.german_control & setting.all_areas):
        yield Marker("german_control", (area,))
    if g.special:
        yield Marker("special", (g.special.area,), g.special.effect)
    if g.battle:
        yield Marker("battle", (g.battle.area,))
