"""What a side knows: the position with everything absent or guessed that is kept from it.

Hidden units and those of an enemy who still sets up are absent (A12.3, A2.5); a question mark is
somebody of those who are not seen (A12.1); mines, dummies and fire zones that the enemy keeps
secret are not there, or of any strength (B28, P7, fn-B21). A guess depends on nothing but what the
side sees: two positions that look the same to it become the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.games.squad.combat.mines import STRENGTHS
from salient.games.squad.core.arcs import CORNERS
from salient.games.squad.core.columns import Unit, Units
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.secrets import lurks
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.ground.fire_zones import forget_zones
from salient.games.squad.ground.mine_laying import MOST_AT
from salient.games.squad.phases.movement import Marching
from salient.games.squad.phases.setup import is_reinforcement, is_setting_up
from salient.games.squad.terrain.board import Hexside
from salient.games.squad.vehicles.driving import Driving

SPECTATOR = -1
"""Who looks on without playing knows what both sides know."""


def known(g: SquadState, side: int, rng: Random) -> SquadState:
    """The position as a side may take it to be (-1: a spectator)."""
    twin = g.copy()
    twin.seed, twin.drawn = rng.randbytes(32), 0
    twin.control, twin.taken_unseen = known_control(g, side), {}
    twin.steps = list(_known_steps(g.steps, side))
    _forget_march(twin, side)
    if twin.march is not None and side != enemy(g.mover) and lurks(g, enemy(g.mover)):
        twin.change_march(held=False)  # That somebody holds his fire tells that he is there. A12.3
    for foe in (0, 1):
        if foe != side:
            guess = Random(twin.seed + bytes([foe]))
            _guess_units(twin, foe, guess)
            _guess_mines(twin, foe, guess)
            _forget_calls(twin, foe)
            twin.chains = {key: owner for key, owner in twin.chains.items() if owner != foe}
    forget_zones(twin, side)
    if g.offered is None or g.offered.side != side:
        twin.offered = None
    return twin


def could_learn(before: SquadState, after: SquadState, side: int) -> bool:
    """Whether a side has gone where something of the enemy may lie unseen, or seen what he does.

    Who enters a location finds out whether mines, hidden units or fire zones are there (A12.3,
    B28, fn-B21), and sees from there who loses his question mark (A12.14); who spends movement
    points or ends a phase, whether somebody unseen can do anything about it (A8.1, A12.3): it
    stands, also where nothing came of it. That there may be something, the scenario says to
    everybody. And who lets a moving enemy go on sees where he goes.
    """
    if before.phase == "setup":
        return False
    foes = after.setting.army[enemy(side)] & ~(before.hidden | after.hidden)
    march = after.march
    spent = march is not None and march.spent > (before.march or march).spent
    going = march is not None and bool(set_of(march.units) & foes)
    if (spent and going) or _has_gone(before, after, foes):
        return True
    if side != after.mover and before.march != after.march:  # He may turn without being seen to.
        return True
    if not _may_be_surprised(before, enemy(side)):
        return False
    ended = (before.phase, before.mover) != (after.phase, after.mover)
    moved = before.bypass != after.bypass or _has_gone(before, after, after.setting.army[side])
    return ended or spent or moved


def _has_gone(before: SquadState, after: SquadState, units: int) -> bool:
    """Whether somebody of some units is elsewhere than he was."""
    return any(before.where[unit] != after.where[unit] for unit in each_piece(units))


def _may_be_surprised(g: SquadState, foe: int) -> bool:
    """Whether a side may have something on the map that its enemies do not see."""
    if g.musters_in_secret:
        return True
    scenario, name = g.setting.scenario, PLAYERS[foe]
    given = {*scenario.mines, *scenario.fire_zones}
    given |= {built.side for built in scenario.fortification if built.hidden}
    return name in given or bool(unseen_units(g, foe))


def known_control(g: SquadState, side: int) -> list[int]:
    """The locations that each side controls as a side sees it: who hides takes nothing in sight.

    Rule A26.1.
    """
    control = g.control.copy()
    for place, before in g.taken_unseen.items():
        for owner in (0, 1):
            there = g.people(place, owner)
            if owner != side and control[owner] >> place & 1 and there and not there & ~g.hidden:
                control[owner] &= ~(1 << place)
                if before != NOBODY:
                    control[before] |= 1 << place
    return control


def _known_steps(steps: Sequence[SquadStep], side: int) -> Iterator[SquadStep]:
    """The sequence of play without what the enemy has in mind."""
    for step in steps:
        seen = step if getattr(step, "side", side) == side else step.as_enemy_knows()
        if seen is not None:
            yield seen


def _forget_march(g: SquadState, side: int) -> None:
    """Nobody knows who is about to move, nor of those who are hidden. Rules A8.1, A12.3."""
    if g.march is None or g.mover == side:
        return
    begun = g.march.spent or g.march.crossed >= 0  # Who has no MF may still make a minimum move.
    if not begun or not set_of(g.march.units) & ~g.hidden:
        g.march = None
        g.steps = [step for step in g.steps if not isinstance(step, Marching | Driving)]


# -- units ----------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """A question mark: where it is, and how it is seen moving (``foot``, ``vehicle``), if it is."""

    place: Place
    moving: str
    unit: Piece
    cloak: bool = False


def _guess_units(g: SquadState, foe: int, guess: Random) -> None:
    """Take a side's unseen units off the map, and put somebody of them under each question mark."""
    vehicles = unseen_units(g, foe) & g.setting.vehicles
    manning = set_of(unit for unit, at in g.crewing.items() if vehicles >> at & 1)  # A21.22
    _take_off(g, manning)
    unseen = unseen_units(g, foe)
    if is_setting_up(g, foe):
        _take_off(g, unseen)
        return
    slots, breaches = _slots(g, unseen), dict(g.breaches)
    _take_off(g, unseen)
    g.absent |= unseen
    setting = g.setting
    able = unseen & (setting.personnel | setting.vehicles)
    pool = list(each_piece(able & ~setting.spares))
    guess.shuffle(pool)
    pool += each_piece(able & setting.spares)  # Heroes and crews that came up: only if need be.
    guessed: dict[Piece, Piece] = {}
    for slot in slots:
        unit = next((unit for unit in pool if _fits(g, unit, slot)), pool[0])
        pool.remove(unit)
        guessed[slot.unit] = unit
        _put_under_question_mark(g, unit, slot.place, guess)
        g.cloaked |= slot.cloak << unit
    _hand_out(g, unseen & setting.army[foe], guess)
    _keep_moving(g, guessed, unseen)
    _keep_open(g, breaches, unseen, guessed)


def unseen_units(g: SquadState, foe: int) -> int:
    """The units of a side that its enemies do not see for what they are, with all they carry.

    Of those off the map they see only who is to enter later.
    """
    army = g.arsenal(foe) & ~(g.lost | g.exited | g.aside())
    on_map = g.on_map(army)
    if is_setting_up(g, foe):
        found = on_map
    else:
        off = each_piece(army & ~on_map & ~g.absent)
        waiting = set_of(unit for unit in off if is_reinforcement(g, unit))
        found = (army & ~on_map & ~waiting) | (on_map & (g.hidden | g.concealed))
    return found | _loads(g, found)


def _loads(g: SquadState, units: int) -> int:
    """All that some units carry and tow: people, what they have, guns. Rules C10, D6."""
    moved = (*g.aboard.items(), *g.towed.items())
    aboard = set_of(unit for unit, vehicle in moved if units >> vehicle & 1)
    owners, owner = units | aboard, g.owner
    items = g.setting.items
    return aboard | set_of(
        item for item in each_piece(items) if owner[item] != NOBODY and owners >> owner[item] & 1
    )


def _slots(g: SquadState, unseen: int) -> list[Slot]:
    """The question marks on the map: those seen moving first, then those no vehicle can be under.

    The order says nothing of who is there.
    """
    setting = g.setting
    marching = g.march.units if g.march is not None else ()
    marks = g.concealed & unseen & (setting.personnel | setting.vehicles) & ~g.riding()
    marks &= ~_beneath(g, marks & g.cloaked, marching)
    kinds = {unit: "vehicle" if setting.vehicles >> unit & 1 else "foot" for unit in marching}

    def slot(unit: Piece, moving: str) -> Slot:
        return Slot(g.where[unit], moving, unit, bool(g.cloaked >> unit & 1))

    moving = [slot(unit, kinds[unit]) for unit in marching if marks >> unit & 1]
    still = [slot(unit, "") for unit in each_piece(marks & ~set_of(marching))]
    still.sort(
        key=lambda slot: (
            not slot.cloak and may_hold_vehicle(g, slot.place), slot.place, slot.cloak,
        )
    )  # fmt: skip
    return [*moving, *still]


def _beneath(g: SquadState, cloaked: int, marching: Pieces) -> int:
    """All but one of each cloaked stack, moving ones and others apart: it is one counter. E1.4."""
    seen: set[tuple[int, bool]] = set()
    found = 0
    for unit in each_piece(cloaked):
        key = g.where[unit], unit in marching
        found |= (key in seen) << unit
        seen.add(key)
    return found


def may_hold_vehicle(g: SquadState, place: Place) -> bool:
    """Whether a question mark in a location could be a vehicle."""
    on_ground = g.setting.board.locations[place].floor in ("ground", "bridge")
    return on_ground and not is_obstacle(g, place)


def _fits(g: SquadState, unit: Piece, slot: Slot) -> bool:
    """Whether a unit could be under a question mark, as far as anybody can tell."""
    vehicle = bool(g.setting.vehicles >> unit & 1)
    if slot.cloak:
        return not vehicle
    if slot.moving:
        return vehicle == (slot.moving == "vehicle")
    return not vehicle or may_hold_vehicle(g, slot.place)


def _take_off(g: SquadState, units: int) -> None:
    """Nothing is known of units any more, neither where they are nor in what state."""
    for unit in each_piece(g.on_map(units)):
        g.put(unit, NOWHERE)
    for unit in each_piece(units):
        g.owner[unit] = NOBODY
        g.facing[unit] = g.turret[unit] = -1
        g.kind[unit] = g.setting.units[unit].row.id
    sets, tables = _columns(type(g))
    for name in sets:
        setattr(g, name, getattr(g, name) & ~units)
    for name in tables:
        held: dict[int, Any] = getattr(g, name)
        setattr(g, name, {unit: what for unit, what in held.items() if not units >> unit & 1})


@cache
def _columns(state: type[SquadState]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns of a state that are sets of units, and those that are tables by unit."""
    hints = get_type_hints(state, include_extras=True)
    tables = [name for name, hint in hints.items() if get_origin(hint) is dict]
    return (
        tuple(name for name, hint in hints.items() if hint == Units),
        tuple(name for name in tables if get_args(hints[name])[0] == Unit),
    )


def _put_under_question_mark(g: SquadState, unit: Piece, place: Place, guess: Random) -> None:
    g.put(unit, place)
    g.concealed |= 1 << unit
    g.absent &= ~(1 << unit)
    if g.setting.vehicles >> unit & 1:
        g.facing[unit] = g.turret[unit] = guess.randrange(CORNERS)


def _hand_out(g: SquadState, unseen: int, guess: Random) -> None:
    """Give unseen weapons to unseen squads, and guns to crews."""
    setting = g.setting
    for item in each_piece(unseen & (setting.weapons | setting.guns)):
        gun = setting.guns >> item & 1
        hands = setting.leaders if setting.radios >> item & 1 else setting.squads & ~setting.crews
        takers = each_piece(unseen & (setting.crews if gun else hands) & ~setting.spares)
        if not takers:
            continue
        taker = guess.choice(takers)
        place = g.where[taker]
        held = g.carried(taker)
        laden = held & setting.guns or (held & setting.weapons).bit_count() > 1
        if place == NOWHERE or laden or (gun and not may_hold_vehicle(g, place)):
            continue
        g.owner[item] = taker
        g.put(taker, place)
        g.concealed |= 1 << item
        g.absent &= ~(1 << item)
        if gun:
            g.facing[item] = g.turret[item] = guess.randrange(CORNERS)


def _keep_moving(g: SquadState, guessed: dict[Piece, Piece], unseen: int) -> None:
    """Whoever is under the question marks that move is moving."""
    if g.march is not None and guessed:
        units = tuple(
            guessed.get(unit, unit) for unit in g.march.units
            if unit in guessed or not unseen >> unit & 1
        )  # fmt: skip
        g.change_march(units=units)


def _keep_open(
    g: SquadState, breaches: dict[Hexside, Piece], unseen: int, guessed: dict[Piece, Piece]
) -> None:
    """Whoever is under the question mark at a fence holds it open. Rule P3.21b."""
    for key, unit in breaches.items():
        if unseen >> unit & 1 and unit in guessed:
            g.breaches[key] = guessed[unit]
            g.ti |= 1 << guessed[unit]


def _forget_calls(g: SquadState, foe: int) -> None:
    """Nobody hears whether a side has called its batteries in vain. Rule C1.2."""
    for number, mission in g.missions.items():
        if PLAYERS.index(g.batteries[number].side) == foe:
            g.missions[number] = msgspec.structs.replace(mission, acted=False)


# -- mines ----------------------------------------------------------------------------------------


def _guess_mines(g: SquadState, foe: int, guess: Random) -> None:
    """Take a side's unknown mines away; of known ones nobody knows the strength. Rules B28, P7."""
    for place in sorted(g.mines):
        fields = (_guess_field(field, foe, guess) for field in g.mines[place])
        left = tuple(field for field in fields if field is not None)
        if left:
            g.mines[place] = left
        else:
            del g.mines[place]


def _guess_field(field: Minefield, foe: int, guess: Random) -> Minefield | None:
    if field.side != foe or field.shown:
        return field
    if not field.known:
        return None
    kind = "at" if field.kind == "at" else "ap"
    strength = guess.randint(1, MOST_AT) if kind == "at" else guess.choice(STRENGTHS)
    return msgspec.structs.replace(field, kind=kind, strength=strength)
