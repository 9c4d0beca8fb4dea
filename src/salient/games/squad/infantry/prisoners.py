"""Surrender, prisoners and their guards; no quarter and massacre. Rule A20.

Readings: prisoners are taken off the map and are where their guard is, unseen by fire; who guards
them fires at half strength and not in prep fire, and is not concealed. Points for prisoners count
twice as long as they are held. Who is freed has no arms until he picks up a weapon; a squad is then
a half-squad of the lowest class. All of it is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.squad.combat.morale import credit, drop_all, eliminate, reduce, remove, worth
from salient.games.squad.core.actions import PIECE, PLACE
from salient.games.squad.core.events.men import (
    Captured,
    Escaped,
    Guarded,
    Massacred,
    Rearmed,
    Refused,
)
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.sight.los import sees_unit

WORD = "prisoners"
MOST = 5
"""How many times its own size a guard can hold (A20.5)."""

REFUSE = Action("refuse")
TAKING = Modifier("A20.22", 1)
"""What it adds to close combat that prisoners are to be taken."""

TO_THE_LAST = Modifier("A20.3", 1)
"""The same against those who know that they are given no quarter."""


# -- guards ---------------------------------------------------------------------------------------


def held_by(g: SquadState, guard: Piece) -> list[Piece]:
    """The prisoners of a guard."""
    return [unit for unit, by in g.captive.items() if by == guard]


def can_hold(g: SquadState, guard: Piece, unit: Piece) -> bool:
    """Whether a guard can take one prisoner more. Rule A20.5."""
    held = sum(g.size(one) for one in held_by(g, guard))
    return held + g.size(unit) <= MOST * g.size(guard)


def guards_in(g: SquadState, place: Place, side: int, unit: Piece) -> list[Piece]:
    """A side's squads and crews in a location that could guard somebody."""
    there = g.people(place, side) & g.setting.squads & ~(g.broken | g.unarmed | g.berserk)
    return [guard for guard in each_piece(there) if can_hold(g, guard, unit)]


def captors_of(g: SquadState, unit: Piece) -> list[Piece]:
    """Enemy squads and crews in Good Order that may take a unit next to them. Rule A20.21."""
    board, side = g.setting.board, enemy(g.side(unit))
    ready = g.on_map(g.setting.army[side] & g.setting.squads & g.good_order()) & ~g.riding()
    ready &= ~(g.hidden | g.concealed | g.unarmed | g.berserk)
    return [
        foe for foe in each_piece(ready)
        if board.range(g.where[foe], g.where[unit]) <= 1
        and sees_unit(g, foe, unit)
        and can_hold(g, foe, unit)
    ]  # fmt: skip


# -- surrender ------------------------------------------------------------------------------------


def gives_up(g: SquadState, unit: Piece) -> bool:
    """Whether a disrupted unit surrenders rather than run. Rules A19.12, A20.21."""
    return bool(g.disrupted >> unit & 1 and not is_desperate(g, unit) and captors_of(g, unit))


def is_desperate(g: SquadState, unit: Piece) -> bool:
    """Whether a unit fights to the last: its enemies give no quarter. Rule A20.3."""
    return bool(g.no_quarter >> enemy(g.side(unit)) & 1)


def surrender(g: SquadState, unit: Piece, log: Log) -> bool:
    """Who cannot rout surrenders to an enemy next to him, if he may hope for quarter. A20.21."""
    if not captors_of(g, unit):
        return False
    if is_desperate(g, unit):  # A20.3
        reduce(g, unit, "no_quarter", log)
        return True
    g.steps.append(Surrender(enemy(g.side(unit)), unit))
    return True


class Surrender(SquadStep, frozen=True, tag="surrender"):
    """A side says who guards a unit that surrenders, or gives no quarter. Rules A20.21, A20.3."""

    side: int
    unit: Piece

    def ask(self, g: SquadState) -> Decision | None:
        """Who takes it."""
        if g.lost >> self.unit & 1 or g.where[self.unit] == NOWHERE:
            return None
        actions = [Action("guard", (captor,)) for captor in captors_of(g, self.unit)]
        values: dict[str, Ref | int | str] = {"unit": Ref("piece", self.unit)}
        rules = ("A20.21", "A20.3")
        return Decision(self.side, "surrender", [*actions, REFUSE], rules, values)

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Take it, or not."""
        g.steps.pop()
        if action == REFUSE:
            log.append(Refused(self.side, self.unit))
            g.no_quarter |= 1 << self.side
            eliminate(g, self.unit, "no_quarter", log)
        else:
            capture(g, self.unit, action.piece(0), log)


def capture(g: SquadState, unit: Piece, guard: Piece, log: Log) -> None:
    """A unit is taken prisoner; its arms stay where they are. Rules A20.5, A26.21."""
    bit = 1 << unit
    half = g.half & bit
    reveal(g, 1 << guard | bit, log)
    for answer in g.setting.chapters.losses:
        answer(g, unit, log)
    log.append(Captured(g.side(guard), unit, guard))
    credit(g, unit, 2 * worth(g, unit))
    drop_all(g, unit)
    remove(g, unit)
    g.half |= half
    g.captive[unit] = guard


def capture_in(g: SquadState, unit: Piece, place: Place, log: Log) -> bool:
    """A unit beaten in close combat is taken prisoner, if anybody can guard it. Rule A20.22."""
    guards = guards_in(g, place, enemy(g.side(unit)), unit)
    if guards:
        capture(g, unit, guards[0], log)
    return bool(guards)


def capture_modifiers(g: SquadState, side: int) -> tuple[Modifier, ...]:
    """What it costs to take prisoners in close combat. Rules A20.22, A20.3."""
    return (TAKING, TO_THE_LAST) if g.no_quarter >> side & 1 else (TAKING,)


# -- losing them ----------------------------------------------------------------------------------


def lose_guard(g: SquadState, guard: Piece, log: Log) -> None:
    """A guard breaks or is lost: somebody beside him takes his prisoners, or they are free.

    Rules A20.5, A20.551.
    """
    if guard not in g.captive.values():
        return
    place, side = g.where[guard], g.side(guard)
    for unit in held_by(g, guard):
        others = [one for one in guards_in(g, place, side, unit) if one != guard]
        if others and not g.melee >> guard & 1:
            g.captive[unit] = others[0]
            log.append(Guarded(side, unit, others[0]))
        else:
            set_free(g, unit, place, log)


def set_free(g: SquadState, unit: Piece, place: Place, log: Log) -> None:
    """A prisoner is free, without arms. Rule A20.551."""
    del g.captive[unit]
    credit(g, unit, -2 * worth(g, unit))
    g.put(unit, place)
    if g.setting.squads >> unit & 1:
        g.unarmed |= 1 << unit
    log.append(Escaped(g.side(unit), unit, place))


def rearm(g: SquadState, log: Log) -> None:
    """Freed men who have got a weapon are half-squads of the lowest class. Rule A20.551."""
    for unit in each_piece(g.on_map(g.unarmed)):
        if not g.carried(unit):
            continue
        kind = g.row(unit)
        while kind.lower:
            g.kind[unit] = kind.lower
            kind = g.row(unit)
        g.unarmed &= ~(1 << unit)
        if g.is_squad(unit):
            g.half |= 1 << unit
            credit(g, unit, 1)
        log.append(Rearmed(unit, kind.id))


# -- massacre -------------------------------------------------------------------------------------


def massacres(g: SquadState, side: int) -> Iterator[Action]:
    """Guards of the SS who could kill their prisoners in a fire phase. Rule A20.4."""
    for guard in sorted(set(g.captive.values())):
        if g.side(guard) == side and g.row(guard).is_ss and g.good_order() >> guard & 1:
            yield Action("massacre", (guard,))


def massacre(g: SquadState, action: Action, log: Log) -> None:
    """They do; from now on nobody surrenders to their side. Rules A20.4, A20.3."""
    guard = action.piece(0)
    victims = tuple(held_by(g, guard))
    log.append(Massacred(g.side(guard), guard, victims))
    for unit in victims:
        del g.captive[unit]
        credit(g, unit, -worth(g, unit))
        g.half &= ~(1 << unit)
        g.lost |= 1 << unit
    g.no_quarter |= 1 << g.side(guard)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    quitters=(gives_up,),
    surrenders=(surrender,),
    captures=(capture_in,),
    capture_modifiers=(capture_modifiers,),
    losses=(lose_guard,),
    player_turn_ends=(rearm,),
    fire_orders=(massacres,),
    fire_deeds={"massacre": massacre},
    verbs={"guard": (PIECE,), "refuse": (), "massacre": (PIECE,), "capture": (PLACE,)},
)
