"""Minefields: what they do (B28), what is learnt of them and what shells leave of them (P7)."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.vehicle_damage import immobilise, wreck
from salient.games.squad.core.events.fire import MinesAttacked, Tried
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.core.tables import COLUMNS

STRENGTHS = (12, 8, 6)
"""A-P counters, the strongest first (B28.1)."""

DUMMY = Minefield("dummy", 0, 0)

AT_KILL = 13
"""Rule B28.51: kill number of an A-T mine (the last column of the vehicle line)."""


def meet_mines(g: SquadState, units: Pieces, place: Place, log: Log) -> None:
    """Mines attack those who are in their location. Rule B28.41.

    Whoever laid them knows the way only on paper: they attack him, too. Mines whose dice are
    thrown are known, and dummies found out.
    """
    expose_dummies(g, place, log)  # P7.2b
    for at, number, field in fields_at(g, units, place):
        people = set_of(units) & g.setting.personnel & ~g.lost
        vehicles = set_of(units) & g.setting.vehicles & ~g.wrecks
        if field.kind == "ap" and people:
            show(g, at, number)
            blast(g, field.strength, field.side, people, place, log)
        elif field.kind in ("ap", "at") and vehicles:
            discover(g, at, number)  # P7.3a
            spring = at_mines_hit if field.kind == "at" else ap_mines_hit
            if spring(g, field, vehicles, place, log):
                show(g, at, number)


def at_mines_hit(g: SquadState, field: Minefield, vehicles: int, place: Place, log: Log) -> bool:
    """A-T mines go off under vehicles on a die up to their number; whether they do. B28.51."""
    die = g.die()
    hit = die <= field.strength
    log.append(MinesAttacked(place, "at", (die,), "hit" if hit else "none"))
    if hit:
        for vehicle in each_piece(vehicles):
            explode(g, vehicle, log)
    return hit


def ap_mines_hit(g: SquadState, field: Minefield, vehicles: int, place: Place, log: Log) -> bool:
    """A-P mines stop vehicles on a roll under the kill number of their column. Rule B28.41."""
    dice = g.dice()
    hit = sum(dice) < g.setting.tables.vehicle_line[field.strength]
    log.append(MinesAttacked(place, "ap", dice, "hit" if hit else "none"))
    if hit:
        for vehicle in each_piece(vehicles):
            immobilise(g, vehicle, log)
    return hit


def leave_mines(g: SquadState, units: Pieces, entry: Entry, log: Log) -> None:
    """Mines attack those who leave their hex, too. Rule B28.41."""
    if g.mines and entry.crossing and entry.to != entry.origin:
        meet_mines(g, units, entry.origin, log)


def fields_at(g: SquadState, units: Pieces, place: Place) -> list[tuple[Place, int, Minefield]]:
    """The minefields that attack units in a location, with where they lie and their numbers.

    Where those of another hex reach the units too, only the strongest of each kind does (P5.142c).
    """
    flanks = [at for answer in g.setting.chapters.flanks for at in answer(g, units[0])]
    found = [
        (at, number, field)
        for at in (place, *flanks) for number, field in enumerate(g.mines.get(at, ()))
    ]  # fmt: skip
    if len({at for at, _, _ in found}) < 2:
        return found
    best: dict[str, tuple[Place, int, Minefield]] = {}
    for item in found:
        kind = item[2].kind
        if kind not in best or item[2].strength > best[kind][2].strength:
            best[kind] = item
    return list(best.values())


def blast(g: SquadState, strength: int, side: int, people: int, place: Place, log: Log) -> None:
    """A-P mines attack on the column of their strength, without any cover. Rule B28.41."""
    column = max(i for i, factor in enumerate(COLUMNS) if factor <= max(strength, 1))
    attack = Attack("mines", enemy(g.mover) if side < 0 else side, (), place, moving=True)
    strike(g, attack, column, g.dice(), (), people, log)


def explode(g: SquadState, vehicle: Piece, log: Log) -> None:
    """An A-T mine goes off under a vehicle. Rule B28.51."""
    dice = g.dice()
    roll = sum(dice)
    log.append(Tried(vehicle, "mine", dice, (), "failed"))
    wreck(g, vehicle, log, burns=roll * 2 <= AT_KILL)


def show(g: SquadState, place: Place, number: int) -> None:
    """A minefield that has attacked is known, with its strength. Rule B28.45."""
    fields = list(g.mines[place])
    fields[number] = msgspec.structs.replace(fields[number], known=True, shown=True)
    g.mines[place] = tuple(fields)


def face(field: Minefield) -> str:
    """What the enemy sees of a counter: a dummy looks like any other. Rules P7.1a, P7.2a."""
    return "at_mines" if field.kind == "at" else "ap_mines"


def replace_field(g: SquadState, place: Place, number: int, *fields: Minefield) -> None:
    """Put another counter, or none, in the place of one."""
    left = list(g.mines[place])
    left[number : number + 1] = fields
    if left:
        g.mines[place] = tuple(left)
    else:
        del g.mines[place]


def discover(g: SquadState, place: Place, number: int) -> None:
    """The enemy learns that mines are there, not how strong they are. Rules P7.3a, P7.3b."""
    field = g.mines[place][number]
    replace_field(g, place, number, msgspec.structs.replace(field, known=True))


def expose_dummies(g: SquadState, place: Place, log: Log) -> bool:
    """Somebody is in the location, or has searched it: a dummy is removed. Rule P7.2b.

    In a line of known minefields (special rule ``mine_lines``, F.7A) the counter stays and shows
    that there are no mines.
    """
    found = [n for n, field in enumerate(g.mines.get(place, ())) if field.kind == "dummy"]
    for number in reversed(found):
        if "mine_lines" in g.special:
            field = g.mines[place][number]
            replace_field(g, place, number, msgspec.structs.replace(field, shown=True))
        else:
            replace_field(g, place, number)
            log.append(Marked(place, "dummy_mines", "removed"))
    return bool(found)


def find_mines(g: SquadState, place: Place, side: int, log: Log) -> bool:
    """A search of a location by the enemies of a side; whether it finds mines or a dummy.

    Rules A12.152, P7.3a.
    """
    found = False
    for number, field in enumerate(g.mines.get(place, ())):
        if field.side == side and not field.known:
            discover(g, place, number)
            log.append(Marked(place, face(field), "placed"))
            found = True
    own = any(field.side == side for field in g.mines.get(place, ()))  # P7.2b
    # P7.2b
    return (own and expose_dummies(g, place, log)) or found


def thin_mines(g: SquadState, place: Place) -> None:
    """Artillery or bombs thin out the mines of a location. Rules B28.62, P7.1d, P7.2c.

    Reading of B28.62: one size smaller. A counter on the map is replaced by the next one, face
    down if it lay so, and by a dummy if nothing is left; so dummies stay what they are.
    """
    for number, field in reversed(tuple(enumerate(g.mines.get(place, ())))):
        strength = thinned(field)
        if strength:
            replace_field(g, place, number, msgspec.structs.replace(field, strength=strength))
        elif field.known:
            dummy = msgspec.structs.replace(DUMMY, side=field.side, shown=field.shown)
            replace_field(g, place, number, dummy)
        else:
            replace_field(g, place, number)


def thinned(field: Minefield) -> int:
    """The strength of the next smaller counter, 0 for none."""
    if field.kind == "at":
        return field.strength - 1
    return next((size for size in STRENGTHS if size < field.strength), 0)
