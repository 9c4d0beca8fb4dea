"""What can be laid over the map: supply, zones of control, occupation, reinforcements, threats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import enemy
from salient.engine.reports import Arrival, Shade, tell_arrivals
from salient.engine.texts import Texts
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.rules.entering import FORM
from salient.games.bulge.rules.limits import frozen_units
from salient.games.bulge.rules.movement import form_stack
from salient.games.bulge.rules.supply import occupied_hexes, supplied_hexes
from salient.games.bulge.setting import ALLIED, GERMAN, SIDES
from salient.games.bulge.show.wording import texts_of, unit_ids
from salient.games.bulge.state import BulgeState


def overlays(g: BulgeState) -> tuple[str, ...]:  # noqa: ARG001
    """All overlays of the game."""
    return tuple(LAYERS)


def overlay(g: BulgeState, name: str, side: int, language: str) -> list[Shade]:
    """One overlay; layers without places are left out."""
    return [shade for shade in LAYERS[name](g, side, texts_of(language)) if shade.places]


def _supply(g: BulgeState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """Where each side can be supplied, and its units that are not. Rules 11.2-11.4."""
    for owner in (GERMAN, ALLIED):
        fed = supplied_hexes(g, owner)
        yield Shade(_key("supply", owner), owner, members(fed))
        notes = {
            place: unit_ids(g, members(g.stack(place, owner)), texts)
            for place in members(g.occupied[owner] & ~fed)
        }
        yield Shade(_key("cut_off", owner), owner, tuple(notes), notes)


def _zones(g: BulgeState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """The zones of control. Rule 5.1."""
    for owner in (GERMAN, ALLIED):
        yield Shade(_key("zoc", owner), owner, members(zoc(g, owner)))


def _control(g: BulgeState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """The hexes each side occupies, and the cities worth points. Rules 13.3, 13.3-4."""
    cities = g.setting.towns["important"] | g.setting.towns["fortress"]
    for owner in (GERMAN, ALLIED):
        held = occupied_hexes(g, owner)
        notes = {place: texts.say("report.prize") for place in members(held & cities)}
        yield Shade(_key("control", owner), owner, members(held), notes)


def _reinforcements(g: BulgeState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """The entries by which units still to come may enter. Rules 9.3, 9.5-1."""
    setting = g.setting
    gone = {*g.exits, *g.evacuated, *g.guards.values()}
    coming: tuple[list[Arrival], list[Arrival]] = ([], [])
    for unit, row in enumerate(setting.units):
        if not row.turn or not g.steps_left[unit] or g.where[unit] != NOWHERE or unit in gone:
            continue
        if g.skorzeny and FORM.get(row.role, g.skorzeny) != g.skorzeny:
            continue
        turn = max(row.turn, g.turn)
        coming[setting.side_of[unit]].extend(
            Arrival(turn, setting.first_entry + entry, row.id)
            for entry in setting.entries_of.get(row.direction, ())
        )
    for owner in (GERMAN, ALLIED):
        notes = tell_arrivals(
            coming[owner], texts, lambda turn: texts.say("game.clock", clock=turn)
        )
        yield Shade(_key("reinforcements", owner), owner, tuple(notes), notes)


def _threat(g: BulgeState, side: int, texts: Texts) -> Iterator[Shade]:
    """What the enemies of a side could enter or attack when they next move."""
    for foe in (GERMAN, ALLIED):
        if foe != side:
            reach, attack = _reach(g, foe)
            yield Shade(_key("threat", foe), foe, members(reach & ~g.occupied[foe]))
            notes = {
                place: texts.say("shade.odds", attack=attack[place], defence=_defence(g, place))
                for place in sorted(attack)
            }
            yield Shade(_key("targets", foe), foe, tuple(notes), notes)


def _reach(g: BulgeState, side: int) -> tuple[int, Counter[int]]:
    """The hexes a side's units can enter by combat movement, each alone, and what they can attack.

    A stack is attacked with everything that can stand next to it, more than would find room.
    """
    board, targets = g.setting.board, g.occupied[enemy(side)]
    units = g.on_map(g.setting.army[side]) & ~frozen_units(g, side, 1)
    everywhere, attack = 0, Counter[int]()
    for unit in members(units):
        reach = form_stack(g, side, (unit,)).combat_range(g).hexes | 1 << g.where[unit]
        everywhere |= reach
        for place in members(board.around(reach) & targets):
            attack[place] += g.attack(unit)
    return everywhere, attack


def _defence(g: BulgeState, place: int) -> int:
    return sum(map(g.defence, members(g.stacks[place] & ~g.setting.commandos)))


def _key(what: str, side: int) -> str:
    return f"shade.{what}.{SIDES[side]}"


LAYERS: dict[str, Callable[[BulgeState, int, Texts], Iterator[Shade]]] = {
    "supply": _supply,
    "zoc": _zones,
    "control": _control,
    "reinforcements": _reinforcements,
    "threat": _threat,
}
"""What makes the layers of each overlay."""
