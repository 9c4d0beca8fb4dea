"""Chapter 13: supply."""

from __future__ import annotations

from salient.boards.areas import Reach
from salient.boards.bits import each_piece, each_place
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.mist.events import Starved, TurnedBack
from salient.games.mist.rules.losses import lose_strength, remove
from salient.games.mist.state import MistState


def lines(g: MistState, side: int) -> Reach:
    """The places from which a side's units can trace a supply line.

    A line runs along roads inside the scenario's section to one of the side's source zones (13.11).
    It may begin in an area with enemy units (13.13) but pass through none, and end in no zone that
    holds enemy units (13.12); zones that are no source are not passed through. Rules 13.14,
    s1-rules-2, s2-rules-3, s2-rules-4.
    """
    setting = g.setting
    closed = g.present[enemy(side)] | setting.no_supply[side]
    return setting.board.trace(setting.sources[side], closed, g.blown)


def in_supply(g: MistState, unit: Piece) -> bool:
    """Whether a unit is in supply where it stands. Rule 13.11.

    Infantry-type units may trace over one blown bridge, armor over none. In the Fifth Panzer Army
    scenario a unit outside the section is in supply in the turn it appears.
    """
    setting, place = g.setting, g.where[unit]
    if not setting.section >> place & 1:  # s2-rules-3
        return bool(g.outsiders >> unit & 1)
    reach = lines(g, setting.side_of[unit])
    usable = reach.dry if setting.armor >> unit & 1 else reach.wet  # 13.14
    return bool(usable >> place & 1)


def has_sound_line(g: MistState, unit: Piece) -> bool:
    """Whether a unit can trace a line that uses no blown bridge at all. Rule 8.35b."""
    reach = lines(g, g.setting.side_of[unit])
    return bool(reach.dry >> g.where[unit] & 1)


def out_of_supply(g: MistState, units: int) -> int:
    """Those of a set of units that are out of supply."""
    found = 0
    for unit in each_piece(units):
        if not in_supply(g, unit):
            found |= 1 << unit
    return found


def attrition(g: MistState, log: Log) -> None:
    """Every unit out of supply loses one strength, both sides at the same moment.

    Status is settled for all units before any loss, so that losses change nobody's supply in this
    phase. Rules 6.0-VIII, 13.17, 13.21.
    """
    for unit in each_piece(out_of_supply(g, _on_map(g))):
        log.append(Starved(unit))
        lose_strength(g, unit, 1, log)


def turn_back_stragglers(g: MistState, log: Log) -> None:
    """Remove units that appeared this turn outside the section and did not make it in.

    They must stand inside the section and be in supply at the end of the turn in which they
    appeared. Rule s2-rules-2.
    """
    for unit in each_piece(g.outsiders & _on_map(g)):
        inside = g.setting.section >> g.where[unit] & 1
        if not (inside and in_supply(g, unit)):
            log.append(TurnedBack(unit))
            remove(g, unit)


def _on_map(g: MistState) -> int:
    units = 0
    for place in each_place(g.present[0] | g.present[1]):
        units |= g.stacks[place]
    return units
