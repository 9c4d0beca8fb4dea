"""Chapter 11: reinforcements and the panzer reserve."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places
from salient.engine.state import Decision, Log, Ref
from salient.games.mist.events import Arrived, Released
from salient.games.mist.rules.supply import out_of_supply
from salient.games.mist.setting import ALLIED, GERMAN, impulse_name
from salient.games.mist.state import MistState, MistStep

NOT_RELEASED = -1


def arriving(g: MistState) -> list[Piece]:
    """Units due in this impulse that are not on the map yet. Rules 6.0-I, 11.3."""
    setting = g.setting
    units = list(setting.due.get(g.clock, ()))
    for reserve, clock in zip(setting.reserve_units, g.released, strict=True):
        if clock == g.clock:
            units += reserve
    return [unit for unit in units if g.where[unit] == NOWHERE and g.strength[unit]]


class Reinforcement(MistStep, frozen=True, tag="reinforcement"):
    """Both sides place the units that arrive in this impulse. Rules 6.0-I, 11.11."""

    def ask(self, g: MistState) -> Decision | None:
        """The entry zone of a unit that has a choice. Rule 11.11b."""
        for unit in arriving(g):
            zones = entry_zones(g, unit)
            if zones:
                return Decision(
                    g.setting.side_of[unit],
                    "arrival",
                    [Action("arrive", (unit, zone)) for zone in zones],
                    ("11.11",),
                    {"unit": Ref("piece", unit)},
                    (unit,),
                )
        return None

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Place the unit in the zone."""
        unit, zone = action.piece(0), action.place(1)
        g.put(unit, zone)
        g.arrived_at[unit] = g.clock
        g.waiting |= 1 << unit
        g.fresh |= 1 << unit
        if not g.setting.section >> zone & 1:
            g.outsiders |= 1 << unit
        log.append(Arrived(unit, zone))


def entry_zones(g: MistState, unit: Piece) -> Places:
    """The zones a reinforcement may be placed in. Rules 11.11, 11.21a.

    A zone held by the Germans is no way in; if all its zones are, the unit is placed all the same
    and has to wait or to shift (11.14).
    """
    zones = g.setting.entry[unit]
    if g.setting.side_of[unit] == ALLIED:
        open_ = tuple(zone for zone in zones if not g.present[GERMAN] >> zone & 1)
        return open_ or zones
    return zones


def release_reserves(g: MistState, log: Log) -> None:
    """After an Allied impulse, superiority in a marked area frees a panzer reserve.

    German strength in supply there must exceed the Allied strength; one area of a reserve's list
    is enough (11.33a). Rules 11.3, 11.31, 11.32.
    """
    setting, released = g.setting, list(g.released)
    for index, row in enumerate(setting.reserves):
        if released[index] != NOT_RELEASED or g.clock < setting.reserve_opens[index]:
            continue
        for area in each_place(setting.reserve_areas[index] & g.present[GERMAN]):
            if has_superiority(g, area):
                released[index] = g.clock + row.delay
                log.append(Released(row.name, area, impulse_name(released[index])))
                break
    g.released = tuple(released)


def has_superiority(g: MistState, area: Place) -> bool:
    """Whether supplied German strength in an area exceeds Allied strength. Rules 11.3, 11.33b."""
    germans = g.stack(area, GERMAN)
    supplied = germans & ~out_of_supply(g, germans)
    return g.total(supplied) > g.total(g.stack(area, ALLIED))
