"""What can be laid over the map: supply, control, reinforcements, threats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place, members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, enemy
from salient.engine.messages import Value, message, series
from salient.engine.reports import Arrival, Overlays, Shade, tell_arrivals
from salient.engine.state import Ref
from salient.games.mist.rules.groups import allowance
from salient.games.mist.rules.movement import Moving, is_frozen
from salient.games.mist.rules.reinforcements import NOT_RELEASED
from salient.games.mist.rules.supply import in_supply, lines, out_of_supply
from salient.games.mist.setting import ALLIED, GERMAN, impulse_name
from salient.games.mist.state import MistState

NEVER = 999
"""The clock of reserves that have not been released: after everything else."""


OVERLAYS = Overlays[MistState]()


@OVERLAYS.add("supply")
def _supply(g: MistState, _side: int) -> Iterator[Shade]:
    """Where each side can be supplied, and its units that are not. Rules 13.11, 13.14."""
    for owner in (GERMAN, ALLIED):
        reach = lines(g, owner)
        yield Shade("supply", owner, members(reach.dry))
        yield Shade("supply_wet", owner, members(reach.wet & ~reach.dry))
        starving: dict[int, list[Ref]] = {}
        for unit in _on_map(g, owner):
            if not in_supply(g, unit):
                starving.setdefault(g.where[unit], []).append(Ref("piece", unit))
        notes = {place: series(units) for place, units in starving.items()}
        yield Shade("cut_off", owner, tuple(notes), notes)


@OVERLAYS.add("control")
def _control(g: MistState, _side: int) -> Iterator[Shade]:
    """Who controls the areas, and those worth points. Rules 12.21, 12.22."""
    setting = g.setting
    areas = setting.all_areas & setting.section
    for owner, held in ((GERMAN, g.german_control), (ALLIED, ~g.german_control)):
        places = members(areas & held)
        counted = setting.scenario.scoring == "areas"
        worth = {place: setting.vp[place] for place in places if counted and setting.vp[place]}
        notes = {place: message("shade.vp", vp=vp) for place, vp in worth.items()}
        yield Shade("control", owner, places, notes)
    yield Shade("contested", -1, members(g.present[GERMAN] & g.present[ALLIED] & areas))


@OVERLAYS.add("reinforcements")
def _reinforcements(g: MistState, _side: int) -> Iterator[Shade]:
    """The zones by which units still to come will enter. Rules 11.1, 11.3."""
    for owner in (GERMAN, ALLIED):
        notes = tell_arrivals(arrivals(g, owner), arrival_date)
        yield Shade("reinforcements", owner, tuple(notes), notes)


def arrivals(g: MistState, side: int) -> list[Arrival]:
    """A side's units still to come, once for each zone they may enter by. Rules 11.1, 11.3."""
    setting = g.setting
    dates = {unit: clock for clock, units in setting.due.items() for unit in units}
    for units, clock in zip(setting.reserve_units, g.released, strict=True):
        dates |= dict.fromkeys(units, NEVER if clock == NOT_RELEASED else clock)
    return [
        Arrival(clock, zone, setting.units[unit].id)
        for unit, clock in dates.items()
        if setting.army[side] >> unit & 1 and g.where[unit] == NOWHERE and g.strength[unit]
        for zone in setting.entry[unit]
    ]


def arrival_date(clock: int) -> Value:
    """What the players call the impulse of an arrival."""
    return message("shade.reserve") if clock == NEVER else impulse_name(clock)


@OVERLAYS.add("threat")
def _threat(g: MistState, side: int) -> Iterator[Shade]:
    """What the enemies of a side could move into when they next act, and with what strength."""
    for foe in (GERMAN, ALLIED):
        if foe != side:
            strength = _reach(g, foe)
            notes = {p: message("shade.strength", strength=strength[p]) for p in sorted(strength)}
            yield Shade("threat", foe, tuple(notes), notes)


def range_of(g: MistState, side: int, unit: Piece) -> int:
    """The places a unit on the map can reach alone. Rule 8.1."""
    alone = Moving(side, (unit,), allowance(g, unit), oos=out_of_supply(g, 1 << unit))
    return alone.range(g, alone.mp, fords=alone.walks(g)).reached


def _reach(g: MistState, side: int) -> Counter[int]:
    """The strength a side's units, each alone, can bring to places that are not its own yet."""
    setting, other = g.setting, enemy(side)
    held = g.german_control if other == GERMAN else ~g.german_control
    goals = setting.all_areas & held | g.present[other] | setting.home_zones[other]
    found: Counter[int] = Counter()
    for unit in _on_map(g, side):
        if is_frozen(g, unit):
            continue
        for place in each_place(range_of(g, side, unit) & goals):
            found[place] += g.strength[unit]
    return found


def _on_map(g: MistState, side: int) -> Iterator[Piece]:
    for place in each_place(g.present[side]):
        yield from each_piece(g.stack(place, side))
