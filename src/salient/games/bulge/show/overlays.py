"""What can be laid over the map: supply, zones of control, occupation, reinforcements, threats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Value, message
from salient.engine.reports import Arrival, Overlays, Shade, tell_arrivals
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.rules.entering import FORM
from salient.games.bulge.rules.limits import frozen_units
from salient.games.bulge.rules.movement import form_stack
from salient.games.bulge.rules.supply import occupied_hexes, supplied_hexes
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.show.notes import unit_names
from salient.games.bulge.state import BulgeState

OVERLAYS = Overlays[BulgeState]()


@OVERLAYS.add("supply")
def _supply(g: BulgeState, _side: int) -> Iterator[Shade]:
    """Where each side can be supplied, and its units that are not. Rules 11.2, 11.3, 11.4."""
    for owner in (GERMAN, ALLIED):
        fed = supplied_hexes(g, owner)
        yield Shade("supply", owner, each_place(fed))
        notes: dict[int, Value] = {
            place: unit_names(each_piece(g.stack(place, owner)))
            for place in each_place(g.occupied[owner] & ~fed)
        }
        yield Shade("cut_off", owner, tuple(notes), notes)


@OVERLAYS.add("zoc")
def _zones(g: BulgeState, _side: int) -> Iterator[Shade]:
    """The zones of control. Rule 5.1."""
    for owner in (GERMAN, ALLIED):
        yield Shade("zoc", owner, each_place(zoc(g, owner)))


@OVERLAYS.add("control")
def _control(g: BulgeState, _side: int) -> Iterator[Shade]:
    """The hexes each side occupies, and the cities worth points. Rules 13.3, 13.3-4."""
    cities = g.setting.towns["important"] | g.setting.towns["fortress"]
    for owner in (GERMAN, ALLIED):
        held = occupied_hexes(g, owner)
        prizes = each_place(held & cities)
        notes: dict[int, Value] = {place: message("report.prize") for place in prizes}
        yield Shade("control", owner, each_place(held), notes)


@OVERLAYS.add("reinforcements")
def _reinforcements(g: BulgeState, _side: int) -> Iterator[Shade]:
    """The entries by which units still to come may enter. Rules 9.3, 9.5-1."""
    setting = g.setting
    gone = {*g.exits, *g.evacuated, *g.guards.values()}
    coming: tuple[list[Arrival], list[Arrival]] = ([], [])
    for unit, row in zip(setting.all_units, setting.units, strict=True):
        if not row.turn or not g.steps_left[unit] or g.where[unit] != NOWHERE or unit in gone:
            continue
        if g.skorzeny and FORM.get(row.role, g.skorzeny) != g.skorzeny:
            continue
        turn = max(row.turn, g.turn)
        coming[setting.side_of[unit]].extend(
            Arrival(turn, setting.entry_place[entry], row.id)
            for entry in setting.entries_of.get(row.direction, ())
        )
    for owner in (GERMAN, ALLIED):
        notes = tell_arrivals(coming[owner], lambda turn: message("game.clock", clock=turn))
        yield Shade("reinforcements", owner, tuple(notes), notes)


@OVERLAYS.add("threat")
def _threat(g: BulgeState, side: int) -> Iterator[Shade]:
    """What the enemies of a side could enter or attack when they next move."""
    for foe in (GERMAN, ALLIED):
        if foe != side:
            reach, attack = _reach(g, foe)
            yield Shade("threat", foe, each_place(reach & ~g.occupied[foe]))
            notes: dict[int, Value] = {
                place: message("shade.odds", attack=attack[place], defence=_defence(g, place))
                for place in sorted(attack)
            }
            yield Shade("targets", foe, tuple(notes), notes)


def range_of(g: BulgeState, side: int, unit: Piece) -> int:
    """The hexes a unit on the map can enter alone by combat movement. Rule 7.1a."""
    move = form_stack(g, side, (unit,))
    return move.ranges(move.stack(g))["combat"].hexes


def _reach(g: BulgeState, side: int) -> tuple[int, Counter[Place]]:
    """The hexes a side's units can enter by combat movement, each alone, and what they can attack.

    A stack is attacked with everything that can stand next to it, more than would find room.
    """
    board, targets = g.setting.board, g.occupied[enemy(side)]
    units = g.on_map(g.setting.army[side]) & ~frozen_units(g, side, 1)
    everywhere, attack = 0, Counter[Place]()
    for unit in each_piece(units):
        reach = range_of(g, side, unit) | 1 << g.where[unit]
        everywhere |= reach
        for place in each_place(board.around(reach) & targets):
            attack[place] += g.attack(unit)
    return everywhere, attack


def _defence(g: BulgeState, place: Place) -> int:
    return sum(map(g.defence, each_piece(g.stacks[place] & ~g.setting.commandos)))
