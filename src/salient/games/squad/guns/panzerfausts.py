"""Panzerfausts: what every SS squad of late 1944 may have at hand. Rules C13.3, C13.31.

They are no counters: a squad that wants one rolls a die for it, and a side has no more of them in
a battle than its scenario says, or than it has squads.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import ALL, each_piece, set_of
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import is_again, mark_fired
from salient.games.squad.combat.vehicle_damage import kill_roll
from salient.games.squad.core.events.fire import HitRolled, Tried
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.guns.backblast import blast_back
from salient.games.squad.guns.to_hit import hit_cases, roll_to_hit
from salient.games.squad.sight.concealment import expose
from salient.games.squad.sight.los import sees_unit

WORSE = 1
"""What a half-squad, exhaustion and being pinned each add to the die (reading of C13.31)."""


def allotted(g: SquadState) -> int:
    """How many there are in a battle. Rule C13.31."""
    given = g.panzerfausts
    return may_have_fausts(g).bit_count() if given is None else given


def faust_range(g: SquadState) -> int:
    """How far they reach, by the date of the battle; 0 before there are any. Rule C13.31."""
    now = g.setting.scenario.year * 12 + g.setting.scenario.month
    dates = g.setting.numbers.panzerfaust.since
    return sum(now >= int(since[:4]) * 12 + int(since[5:]) for since in dates)


def faust_aims(
    g: SquadState, unit: Piece, occasion: Occasion, among: int = ALL
) -> Iterator[Action]:
    """The enemy vehicles that a squad knows, near enough for a panzerfaust. Rule C13.3."""
    if not may_fire_faust(g, unit, occasion):
        return
    foes = g.setting.army[enemy(GERMAN)] & g.setting.vehicles
    foes &= ~(g.hidden | g.concealed | g.wrecks)
    for foe in each_piece(g.on_map(foes & among)):
        if faust_reaches(g, unit, g.where[foe]) and sees_unit(g, unit, foe):
            yield Action("faust", (foe,))


def may_have_fausts(g: SquadState) -> int:
    """Who can have a panzerfaust at hand: squads. Rule C13.31."""
    return g.setting.army[GERMAN] & g.setting.squads & ~g.setting.crews


def may_fire_faust(g: SquadState, unit: Piece, occasion: Occasion) -> bool:
    """Whether a unit may look for a panzerfaust: a squad, while there are any. Rule C13.31."""
    if (
        not may_have_fausts(g) >> unit & 1
        or occasion == "protective"
        or is_again(g, unit, occasion)
    ):
        return False
    return g.fausts_fired < allotted(g)


def faust_reaches(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a location is near enough for a panzerfaust. Rule C13.31."""
    return g.setting.board.range(g.where[unit], place) <= faust_range(g)


def at_hand(g: SquadState, unit: Piece, log: Log, what: str = "panzerfaust") -> bool:
    """Whether a squad has a panzerfaust, or a magnetic mine, at hand: a die. C13.31, C13.7."""
    states = (set_of([unit]) if not g.is_squad(unit) else 0, g.cx, g.pinned)
    worse = WORSE * sum(state >> unit & 1 for state in states)
    modifiers = (Modifier("C13.31", worse),) if worse else ()
    die = g.die()
    found = die + worse <= g.setting.numbers.panzerfaust.at_hand
    log.append(Tried(unit, what, (die,), modifiers, "passed" if found else "failed"))
    return found


def fire_faust(
    g: SquadState,
    unit: Piece,
    target: Piece,
    occasion: Occasion,
    log: Log,
    *,
    desperate: bool = False,
) -> None:
    """Look for a panzerfaust and fire it at a vehicle: To Hit, then To Kill. Rules C13.3, C7.

    At a concealed unit that is no vehicle it is wasted.
    """
    numbers, place = g.setting.numbers.panzerfaust, g.where[target]
    mark_fired(g, unit, occasion)
    expose(g, 1 << unit, log)
    if not at_hand(g, unit, log):
        return
    g.fausts_fired += 1
    away = g.setting.board.range(g.where[unit], place)
    attack = Attack("ordnance", GERMAN, (g.where[unit],), place, occasion == "first", (unit,))
    cases = hit_cases(g, unit, place, 0, occasion, target, desperate=desperate)
    roll = roll_to_hit(g, unit, numbers.to_hit[away], (*cases, *cover(g, attack, target)))
    hit = roll.hit and bool(g.setting.vehicles >> target & 1)
    result = roll.result if hit else "missed"
    log.append(HitRolled(unit, place, roll.dice, roll.need, roll.modifiers, result))
    if desperate:
        blast_back(g, g.side(unit), g.where[unit], roll.dice[0], log)
    if hit:
        hull = roll.dice[0] >= roll.dice[1]
        kill_roll(g, unit, target, numbers.to_kill, 0, log, hull=hull, critical=roll.critical)
