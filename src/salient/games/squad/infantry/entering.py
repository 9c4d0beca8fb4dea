"""What happens when units enter a location: hidden enemies, mines, fire that lies there."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.mines import leave_mines, meet_mines
from salient.games.squad.core.actions import SIDE_WORDS
from salient.games.squad.core.events.movement import BouncedBack, Bypassed, Exited, Moved
from salient.games.squad.core.events.play import Entered
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.points import getting_out
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.infantry.defensive_fire import meet_fire, still_moving
from salient.games.squad.sight.concealment import expose, reveal
from salient.games.squad.sight.crossings import crossed_side
from salient.games.squad.terrain.board import NO_CORNER


def enter(
    g: SquadState,
    entry: Entry,
    cost: int,
    log: Log,
    *,
    corner: int = NO_CORNER,
    vertex: int = NO_CORNER,
) -> bool:
    """Moving units enter a location; whether they are in it afterwards.

    Rule A4.2. The vertex is that of a blocked hexside.
    """
    march = g.moving
    cost += getting_out(g, march)
    seen = cost if entry.to != entry.origin else march.seen + cost
    g.change_march(
        spent=march.spent + cost, seen=seen, last=cost, hazardous=False,
        left=entry.origin, crossed=crossed_side(g, entry), vertex=vertex,
    )  # fmt: skip
    # A12.42, B28.41
    if not get_away(g, entry, log) or stumble(g, entry, log):
        return False
    march = g.moving
    for unit in march.units:
        g.put(unit, entry.to)
        g.entrenched &= ~(1 << unit)
        g.crest.pop(unit, None)
        if entry.manner == "crest":  # B20.91
            g.crest[unit] = entry.along
        if corner >= 0:  # A4.3
            g.bypass[unit] = (entry.along, corner)
        else:
            g.bypass.pop(unit, None)
    stir = (set_of(march.units) | g.load(march.units[0])) & g.hidden  # A12.14
    g.hidden &= ~stir  # A12.14
    g.concealed |= stir  # A12.14
    tell(g, entry, cost, log)
    # A12.14
    if not march.assault or not conceals(g, entry.to) or corner >= 0:
        expose(g, set_of(march.units), log)
    if not set_of(march.units) & ~g.lost:  # A12.11
        return True
    if corner >= 0:  # There it would be in the way of others (reading).
        reveal(g, set_of(march.units) & g.setting.vehicles, log)
    occupy(g, entry.to)
    meet_mines(g, march.units, entry.to, log)  # B28.41
    arrive(g, entry, log)
    meet_fire(g, log)  # A8.2
    return True


def get_away(g: SquadState, entry: Entry, log: Log) -> bool:
    """Mines attack moving units that leave their location; whether any go on. Rule B28.41.

    Who cannot go on stays behind; without its vehicle nobody does.
    """
    march = g.moving
    able = still_moving(g)
    leave_mines(g, march.units, entry, log)
    going = set_of(march.units) & ~(able & ~still_moving(g))
    left = tuple(unit for unit in march.units if going >> unit & 1)
    if not left or (entry.unit != left[0] and g.setting.vehicles >> entry.unit & 1):
        return False
    g.moved |= set_of(march.units) & ~going
    g.change_march(units=left)
    return True


def arrive(g: SquadState, entry: Entry, log: Log) -> None:
    """What the chapters have to say of those who have entered a location."""
    for answer in g.setting.chapters.arrivals:
        answer(g, entry, log)


def stumble(g: SquadState, entry: Entry, log: Log) -> bool:
    """Hidden enemies in the location are found, and the mover is thrown back. Rule A12.42."""
    hidden = g.stack(entry.to, enemy(g.mover)) & g.hidden
    if not hidden:
        return False
    reveal(g, hidden, log)
    log.append(BouncedBack(g.moving.units, entry.to))
    return True


def tell(g: SquadState, entry: Entry, cost: int, log: Log) -> None:
    """The event of an entry; of concealed units one sees that something moves."""
    units = g.moving.units
    side = g.side(units[0])
    if entry.origin == NOWHERE:
        log.append(Entered(units, entry.to))
    elif entry.manner == "bypass":
        word = SIDE_WORDS[entry.along]
        log.append(unseen(g, Bypassed(side, units, entry.origin, entry.to, word, cost)))
    else:
        log.append(unseen(g, Moved(side, units, entry.origin, entry.to, cost)))


def occupy(g: SquadState, place: Place) -> None:
    """Squads and crews on foot that enter a location control it; vehicles do not. A26.1, A26.11."""
    bit = 1 << place
    if not g.people(place, g.mover) & g.setting.squads & g.good_order():
        return
    if not g.stack(place, enemy(g.mover)) & g.setting.personnel:
        g.control[g.mover] |= bit
        g.control[enemy(g.mover)] &= ~bit
        g.taken_unseen.pop(place, None)


def leave_map(g: SquadState, units: Pieces, log: Log) -> None:
    """Units leave the map, for good. Rule A2.6."""
    place = g.where[units[0]]
    log.append(Exited(units, place))
    for unit in units:
        g.put(unit, NOWHERE)
        g.bypass.pop(unit, None)
        g.leave(1 << unit | g.carried(unit) | g.load(unit), place)
        for prisoner in [held for held, guard in g.captive.items() if guard == unit]:  # A20.5
            del g.captive[prisoner]
            g.lost |= 1 << prisoner
