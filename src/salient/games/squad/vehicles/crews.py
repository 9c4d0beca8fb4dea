"""Crews of vehicles: survival, giving a vehicle up, manning it. Rules D5.4, D5.6, D6.631, A21.22.

Every vehicle has a crew, whose counter stays in the box while it is inside. Readings: a crew that
gets out alive is pinned where the vehicle stands; what it is worth (A26.2) goes with it. A crew
that gives its vehicle up takes the machine-gun on top along. Whoever else mans a vehicle or a gun
is no crew of it: he hits worse, has no rate of fire and drives by a quarter less (A21.22). All of
it is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece, members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.morale import CREW, credit, eliminate, pin, tell_check
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.men import Abandoned, Manned
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import NOBODY, SquadState

WORD = "crews"
BURNING = 3
"""How much worse it is to get out of a vehicle that burns (D5.6)."""

UNQUALIFIED = Modifier("A21.22", 2)
"""What it adds To Hit that no crew serves a gun or a vehicle."""


# -- who is inside -------------------------------------------------------------------------------


def makeshift(g: SquadState, vehicle: Piece) -> list[Piece]:
    """Those who man a vehicle in place of its own crew. Rule A21.22."""
    return [unit for unit, manned in g.crewing.items() if manned == vehicle]


def inside(g: SquadState, vehicle: Piece) -> list[Piece]:
    """Those who man a vehicle: its own crew, or others.

    Its crew is not inside once it has got out, nor where an enemy only guesses at the vehicle.
    """
    others = makeshift(g, vehicle)
    crew = g.setting.inherent.get(vehicle)
    if others or crew is None or g.abandoned >> vehicle & 1:
        return others
    return [crew] if g.spare >> crew & 1 else []


def get_out(g: SquadState, unit: Piece, vehicle: Piece) -> None:
    """Somebody who mans a vehicle stands beside it."""
    g.crewing.pop(unit, None)
    g.spare &= ~(1 << unit)
    g.put(unit, g.where[vehicle])
    g.moved |= 1 << unit


# -- survival ------------------------------------------------------------------------------------


def survive(g: SquadState, vehicle: Piece, burns: bool, log: Log) -> None:
    """The crew of a destroyed vehicle may get out alive. Rules D5.6, A26.2."""
    need = g.setting.vehicle_row(vehicle).crew
    modifiers = (Modifier("D5.6", BURNING),) if burns else ()
    for unit in inside(g, vehicle):
        own = g.spare >> unit & 1
        dice = g.dice()
        lives = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
        log.append(Tried(unit, "survival", dice, modifiers, "passed" if lives else "failed"))
        get_out(g, unit, vehicle)
        if lives:
            pin(g, unit, log)
            if own:  # Its points were those of the vehicle.
                credit(g, unit, -min(CREW, g.setting.vehicle_row(vehicle).cvp - 1))
            continue
        if own:
            credit(g, unit, -CREW)
        eliminate(g, unit, "wreck", log)
    g.abandoned &= ~(1 << vehicle)


def lose_heart(g: SquadState, vehicle: Piece, log: Log) -> None:
    """The crew of a vehicle that fire has immobilised takes a task check, or gives it up. D5.5."""
    crew = g.setting.inherent.get(vehicle)
    if crew is None or crew not in inside(g, vehicle):
        return
    need, dice = g.setting.numbers.crews.courage[PLAYERS[g.side(vehicle)]], g.dice()
    passed = sum(dice) <= need
    tell_check(g, vehicle, "stay", dice, need, (), log, passed=passed)
    if not passed:
        abandon(g, vehicle, log)


# -- giving up and manning -----------------------------------------------------------------------


def abandon(g: SquadState, vehicle: Piece, log: Log) -> None:
    """Those who man a vehicle get out, with the machine-gun on top. Rules D5.4, D6.631."""
    bit = 1 << vehicle
    for unit in inside(g, vehicle):
        get_out(g, unit, vehicle)
        log.append(Abandoned(g.side(vehicle), unit, vehicle))
        gun = g.setting.removable.get(vehicle)
        if gun is not None and g.spare >> gun & 1 and not g.carried(unit):
            g.spare &= ~(1 << gun)
            g.dismounted |= bit
            g.owner[gun] = unit
            g.put(unit, g.where[vehicle])
    g.abandoned |= bit
    g.moved |= bit
    g.motion &= ~bit
    seen = bit | g.load(vehicle)
    g.concealed &= ~seen
    g.cloaked &= ~seen


def can_abandon(g: SquadState, vehicle: Piece) -> bool:
    """Whether those inside a vehicle may give it up: it stands still. Rule D5.4."""
    out = g.wrecks | g.abandoned | g.motion | g.moved | g.prep_fired | g.shocked | g.hidden
    return not out >> vehicle & 1 and bool(inside(g, vehicle))


def men_ready(g: SquadState, side: int) -> int:
    """A side's squads and crews in Good Order on foot that have not moved yet."""
    ready = g.on_map(g.setting.army[side] & g.setting.squads & g.good_order())
    return ready & ~(g.moved | g.prep_fired | g.ti | g.pinned | g.riding() | g.unarmed | g.berserk)


def crew_orders(g: SquadState, side: int) -> Iterator[Action]:
    """Vehicles that may be given up, and those that somebody beside them may man. Rule D5.4."""
    for vehicle in each_piece(g.on_map(g.setting.vehicles & g.setting.army[side])):
        if can_abandon(g, vehicle):
            yield Action("abandon", (vehicle,))
    if not g.abandoned:
        return
    for vehicle in each_piece(g.on_map(g.abandoned & g.setting.army[side])):
        place = g.where[vehicle]
        if g.people(place, enemy(side)):
            continue
        for unit in each_piece(men_ready(g, side) & g.people(place, side)):
            if not g.carried(unit) & g.setting.guns:
                yield Action("man", (unit, vehicle))


def leave(g: SquadState, action: Action, log: Log) -> None:
    """Get out, as a whole move. Rule D5.4."""
    abandon(g, action.piece(0), log)


def man(g: SquadState, action: Action, log: Log) -> None:
    """Get in, as a whole move; its own crew puts the machine-gun back. Rules D5.4, A21.22."""
    unit, vehicle = action.piece(0), action.piece(1)
    log.append(Manned(g.side(unit), unit, vehicle))
    g.moved |= 1 << unit | 1 << vehicle
    g.abandoned &= ~(1 << vehicle)
    gun = g.setting.removable.get(vehicle)
    if gun is not None and g.owner[gun] == unit:
        g.owner[gun] = NOBODY
        g.put(gun, NOWHERE)
        g.spare |= 1 << gun
        g.dismounted &= ~(1 << vehicle)
    for state in ("concealed", "cloaked", "entrenched", "cx"):
        setattr(g, state, getattr(g, state) & ~(1 << unit))
    g.bypass.pop(unit, None)
    g.crest.pop(unit, None)
    own = g.setting.inherent.get(vehicle) == unit
    for item in members(g.carried(unit)) if own else ():
        g.owner[item] = NOBODY
    g.put(unit, NOWHERE)
    if own:
        g.spare |= 1 << unit
    else:
        g.crewing[unit] = vehicle


# -- those who are no crew -----------------------------------------------------------------------


def is_unqualified(g: SquadState, unit: Piece) -> bool:
    """Whether a vehicle or gun is served by others than a crew. Rule A21.22."""
    setting = g.setting
    if setting.vehicles >> unit & 1:
        return g.has_strangers(unit)
    if not setting.guns >> unit & 1 or g.owner[unit] == NOBODY:
        return False
    return not setting.crews >> g.owner[unit] & 1


def clumsy_aim(g: SquadState, unit: Piece, place: Place, turns: int) -> Iterable[Modifier]:  # noqa: ARG001
    """They hit worse. Rule A21.22."""
    return (UNQUALIFIED,) if is_unqualified(g, unit) else ()


def no_rate(g: SquadState, unit: Piece) -> int:
    """They have no rate of fire. Rule A21.22."""
    return -NEVER if is_unqualified(g, unit) else 0


NEVER = 6
"""More than any rate of fire."""


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    wreckings=(survive,),
    immobilisings=(lose_heart,),
    whole_moves=(crew_orders,),
    move_deeds={"abandon": leave, "man": man},
    verbs={"abandon": (PIECE,), "man": (PIECE, PIECE)},
    hit_cases=(clumsy_aim,),
    rates=(no_rate,),
)
