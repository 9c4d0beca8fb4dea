"""Minefields. Rule B28; known minefields are a chapter of their own (P7)."""

from __future__ import annotations

import msgspec

from salient.boards.bits import members, set_of
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.vehicle_damage import immobilise, wreck
from salient.games.squad.core.events import MinesAttacked
from salient.games.squad.core.questions import Attack
from salient.games.squad.core.setting import enemy
from salient.games.squad.core.state import Minefield, SquadState
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.ground.known_mines import discover, expose_dummies

AT_KILL = 13
"""Rule B28.52: kill number of an A-T mine (the last column of the vehicle line)."""


def enter_mines(g: SquadState, units: tuple[int, ...], place: int, log: Log) -> None:
    """Mines attack those who enter their location. Rules B28.41, B28.42, B28.51.

    Whoever laid them knows the way only on paper: they attack him, too. Mines whose dice are
    thrown are known (P7.3a), and dummies found out (P7.2b).
    """
    expose_dummies(g, place, log)
    for at, number, field in fields_at(g, units, place):
        people = set_of(units) & g.setting.personnel & ~g.lost
        vehicles = set_of(units) & g.setting.vehicles & ~g.wrecks
        if field.kind == "ap" and people:
            show(g, at, number)
            blast(g, field.strength, field.side, people, place, log)
        elif field.kind == "at" and vehicles:
            discover(g, at, number)
            die = g.roll(6)
            hit = die <= field.strength
            log.append(MinesAttacked(place, "at", (die,), "hit" if hit else "none"))
            if hit:
                show(g, at, number)
                for vehicle in members(vehicles):
                    explode(g, vehicle, log)
        elif field.kind == "ap" and vehicles:
            discover(g, at, number)
            dice = g.dice()
            hit = sum(dice) < g.setting.tables.vehicle_line[field.strength]
            log.append(MinesAttacked(place, "ap", dice, "hit" if hit else "none"))
            if hit:
                show(g, at, number)
                for vehicle in members(vehicles):
                    immobilise(g, vehicle, log)


def fields_at(
    g: SquadState, units: tuple[int, ...], place: int
) -> list[tuple[int, int, Minefield]]:
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
    best: dict[str, tuple[int, int, Minefield]] = {}
    for item in found:
        kind = item[2].kind
        if kind not in best or item[2].strength > best[kind][2].strength:
            best[kind] = item
    return list(best.values())


def blast(g: SquadState, strength: int, side: int, people: int, place: int, log: Log) -> None:
    """A-P mines attack on the column of their strength, without any cover. Rule B28.41."""
    column = max(i for i, factor in enumerate(COLUMNS) if factor <= max(strength, 1))
    attack = Attack("mines", enemy(g.mover) if side < 0 else side, (), place, moving=True)
    strike(g, attack, column, g.dice(), (), people, log)


def explode(g: SquadState, vehicle: int, log: Log) -> None:
    """An A-T mine goes off under a vehicle. Rule B28.52."""
    roll = sum(g.dice())
    if roll <= AT_KILL:
        wreck(g, vehicle, log, burns=roll * 2 <= AT_KILL)
    else:
        immobilise(g, vehicle, log)


def show(g: SquadState, place: int, number: int) -> None:
    """A minefield that has attacked is known, with its strength. Rule B28.45."""
    fields = list(g.mines[place])
    fields[number] = msgspec.structs.replace(fields[number], known=True, shown=True)
    g.mines[place] = tuple(fields)
