"""German reserves under cloaking counters. Rules CG7a, CG7b, SSR-III.6."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log
from salient.games.peiper.events import Diced, ReserveMoved, ReserveReleased
from salient.games.peiper.state import PeiperState, PeiperStep
from salient.games.squad.core.actions import END, PLACE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.sight.concealment import reveal, vanish
from salient.games.squad.sight.los import sees_unit

NEAR = 6
"""How near an enemy in sight lets a reserve be released. Rule CG7b-1."""

FAUSTS = 3
"""Halves of a panzerfaust shot that a squad brings. Rule CG13b."""

RELOCATED = 3
"""How far a reserve is taken out of a fire that it cannot leave. Rule CG7b-7."""

SINCE = 3
"""The turn from which reserves of La Gleize are diced for. Rule SSR-III.6."""


def phase_begins(g: PeiperState, log: Log) -> None:
    """Reserves do nothing, nor deploy; those laid bare by an attack are reserves no more.

    Rules CG7a-8, CG7b-1.
    """
    bare = g.reserve & ~g.concealed
    if bare:
        let_go(g, bare, log)
    g.ti |= g.reserve
    if not g.reserve:
        return
    clear_dummies(g, log)
    if g.phase in ("rally", "move", "defensive", "advancing", "advance"):
        g.steps.append(Releasing(GERMAN))
    if on_fire(g):
        g.steps.append(Fleeing(GERMAN))
    if g.phase == "rally" and g.mover == GERMAN:
        roll_release(g, log)


def clear_dummies(g: PeiperState, log: Log) -> None:
    """A dummy stack is not with a reserve when a phase ends: else there is nobody. CG7b-4."""
    places = {g.where[unit] for unit in each_piece(g.reserve)}
    for unit in each_piece(g.on_map(g.setting.dummies) & ~g.reserve):
        if g.where[unit] in places and g.side(unit) == GERMAN:
            vanish(g, unit, log)


def restrained(g: PeiperState, side: int) -> int:
    """Reserves stay where they are. Rule CG7b-1."""
    return g.reserve & g.setting.army[side]


class Releasing(PeiperStep, frozen=True, tag="releasing"):
    """The owner may let reserves go that see an enemy near them. Rules CG7b-1, CG7b-2.

    Attributes:
        any: Whether one may be let go wherever it is (SSR-III.6).
    """

    side: int
    any: bool = False

    def question(self, g: PeiperState) -> Decision | None:
        """Every stack that may be."""
        ready = g.reserve & (g.setting.personnel | g.setting.vehicles)
        seeing = (unit for unit in each_piece(ready) if self.any or triggered(g, unit))
        places = sorted({g.where[unit] for unit in seeing})
        actions = [Action("release", (place,)) for place in places]
        if not actions:
            return None
        return Decision(self.side, "release", [*actions, END], ("CG7b-1", "CG7b-2"))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """Its contents come to light, or nothing does."""
        if self.any or action == END:
            g.steps.pop()
        if action != END:
            let_go(g, g.stacks[action.place(0)] & g.reserve, log)


def on_fire(g: PeiperState) -> list[Place]:
    """Locations where a reserve that has not fled yet stands in the fire. Rule CG7b-7."""
    burning = g.flames | g.blazes
    return sorted({g.where[unit] for unit in each_piece(g.reserve & ~g.fled)
                   if burning >> g.where[unit] & 1}) if burning else []  # fmt: skip


class Fleeing(PeiperStep, frozen=True, tag="fleeing"):
    """Reserves in the fire may go elsewhere, once. Rule CG7b-7."""

    side: int

    def question(self, g: PeiperState) -> Decision | None:
        """Where the next stack goes."""
        for place in on_fire(g):
            actions = [Action("leave_fire", (place, to)) for to in ways_out(g, place)]
            if actions:
                return Decision(self.side, "leave_fire", [*actions, END], ("CG7b-7",))
        return None

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It goes, or stays."""
        if action == END:
            g.steps.pop()
            return
        for unit in each_piece(g.stacks[action.place(0)] & g.reserve):
            g.fled |= 1 << unit
            if not g.setting.items >> unit & 1:
                g.put(unit, action.place(1))
        log.append(Secret(self.side, ReserveMoved(self.side, action.place(0), action.place(1))))


def ways_out(g: PeiperState, place: Place) -> list[Place]:
    """Where reserves may go from a fire: next door, or else within three hexes. Rule CG7b-7.

    Nowhere nearer to an enemy on the map, whether he is seen or not.
    """
    board = g.setting.board
    units = g.stacks[place] & g.reserve
    foes = g.on_map(g.setting.army[enemy(GERMAN)] & (g.setting.personnel | g.setting.vehicles))
    hexes = {g.hex(foe) for foe in each_piece(foes & ~(g.hidden | g.wrecks))}

    def is_safe(to: Place) -> bool:
        burns = (g.flames | g.blazes) >> to & 1
        nearer = any(board.range(to, foe) < board.range(place, foe) for foe in hexes)
        room = all(not may_set_up(g, unit, to) for unit in each_piece(units & ~g.setting.items))
        return not burns and not nearer and room

    beside = [link.to for link in board.links[place] if is_safe(link.to)]
    if beside:
        return sorted(set(beside))
    return [to for to in each_place(board.within(place, RELOCATED)) if to != place and is_safe(to)]


def triggered(g: PeiperState, unit: Piece) -> bool:
    """Whether a reserve sees an enemy ground unit near it. Rule CG7b-1."""
    setting, place = g.setting, g.where[unit]
    foes = g.on_map(setting.army[enemy(g.side(unit))] & (setting.personnel | setting.vehicles))
    near = setting.board.within(place, NEAR)
    return any(
        near >> g.where[foe] & 1 and sees_unit(g, unit, foe)
        for foe in each_piece(foes & ~(g.hidden | g.wrecks))
    )


def let_go(g: PeiperState, units: int, log: Log) -> None:
    """Reserves are on the map, unconcealed, and may act. Rules CG7b-2, CG13b."""
    places = sorted({g.where[unit] for unit in each_piece(units)})
    for unit in each_piece(units):
        if g.is_squad(unit) and g.side(unit) == GERMAN and not g.setting.crews >> unit & 1:
            g.fausts += FAUSTS
    g.reserve &= ~units
    g.ti &= ~units
    g.released += len(places)
    reveal(g, units, log)
    for place in places:
        log.append(ReserveReleased(GERMAN, place))


def roll_release(g: PeiperState, log: Log) -> None:
    """At La Gleize the dice let reserves go in the first scenario. Rule SSR-III.6."""
    if not g.terms.initial or g.setting.cg != "la_gleize" or g.turn < SINCE:
        return
    dice = g.dice()
    freed = sum(dice) + g.released <= g.turn
    result = "released" if freed else "held"
    log.append(Diced(GERMAN, "reserves", dice, g.turn - g.released, (), result, "SSR-III.6"))
    if freed:
        g.steps.append(Releasing(GERMAN, any=True))


CHAPTER: Chapters[PeiperState] = Chapters(
    phases=(phase_begins,), restraints=(restrained,), verbs={"leave_fire": (PLACE, PLACE)}
)
