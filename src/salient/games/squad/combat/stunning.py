"""What shakes the crew of a vehicle: stun and shock. Rules D5.34, C7.41, C7.42.

A crew that looks out of its hatches checks its morale when fire tells on it, behind the sides of
its vehicle (D5.31); who fails is stunned for this and the next player turn, and recalled then where
crews have counters (:mod:`~salient.games.squad.vehicles.recalls`). A shocked crew throws a die in
each rally phase of its own: it comes round, stays as it is, or the vehicle was destroyed after all.
Neither acts meanwhile. All of it is reconstructed.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.combat.morale import tell_check
from salient.games.squad.core.events.men import Became, ShockRolled
from salient.games.squad.core.events.movement import Buttoned
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState
from salient.games.squad.sight.concealment import reveal

BEHIND_ARMOUR = 2
"""What the sides of an AFV add to fire at its exposed crew (D5.31)."""

PLAYER_TURNS = 2
"""How long a crew is stunned."""

RECOVERS, DESTROYED = 2, 5
"""The highest die that ends a shock, and the lowest that was the end of the vehicle (C7.42)."""


def expose_crew(g: SquadState, vehicle: Piece, result: str, log: Log) -> None:
    """Fire tells on an exposed crew: it checks its morale, a casualty stuns it. Rule D5.34."""
    if g.abandoned >> vehicle & 1 or vehicle in g.stunned:
        return
    if "K" in result:
        stun(g, vehicle, log)
    elif result.endswith("MC"):
        check_crew(g, vehicle, 0 if result == "NMC" else int(result.removesuffix("MC")), log)


def check_crew(g: SquadState, vehicle: Piece, plus: int, log: Log) -> None:
    """The morale check of an exposed crew; who fails is stunned. Rules D5.34, D5.1."""
    side = g.side(vehicle)
    found = (Modifier("A10.2", plus), Modifier("D5.34", g.recalled >> vehicle & 1))
    modifiers = tuple(modifier for modifier in found if modifier.value)
    need, dice = g.setting.numbers.crew_morale[PLAYERS[side]], g.dice()
    g.call_sniper(side, sum(dice))
    passed = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
    reveal(g, 1 << vehicle, log)  # A12.14
    tell_check(g, vehicle, "mc", dice, need, modifiers, log, passed=passed)
    if not passed:
        stun(g, vehicle, log)


def stun(g: SquadState, vehicle: Piece, log: Log) -> None:
    """A crew does nothing in this and the next player turn; its vehicle stops. Rule D5.34."""
    bit = 1 << vehicle
    reveal(g, bit, log)
    g.shocked |= bit
    g.motion &= ~bit
    g.stunned[vehicle] = PLAYER_TURNS
    log.append(Became(vehicle, "stunned"))
    button_up(g, vehicle, log)


def button_up(g: SquadState, vehicle: Piece, log: Log) -> None:
    """The crew closes its hatches. Rule D5.3."""
    if g.setting.vehicle_row(vehicle).open == "no" and not g.buttoned >> vehicle & 1:
        g.buttoned |= 1 << vehicle
        log.append(Buttoned(vehicle, "closed"))


def come_round(g: SquadState, log: Log) -> None:
    """Stunned crews come round when the next player turn ends. Rule D5.34."""
    for vehicle in sorted(g.stunned):
        g.stunned[vehicle] -= 1
        if not g.stunned[vehicle]:
            del g.stunned[vehicle]
            g.shocked &= ~(1 << vehicle)
            log.append(Became(vehicle, "restored"))
            for answer in g.setting.chapters.recalls:
                answer(g, vehicle, log)


def roll_for_shock(g: SquadState, side: int, log: Log) -> list[Piece]:
    """The shocked crews of a side throw their dice; the vehicles that were destroyed. C7.42."""
    lost = []
    for vehicle in each_piece(g.on_map(g.shocked & g.setting.army[side])):
        if vehicle in g.stunned:
            continue
        die = g.die()
        result = "restored" if die <= RECOVERS else "wrecked" if die >= DESTROYED else "none"
        log.append(ShockRolled(vehicle, (die,), result))
        if result == "restored":
            g.shocked &= ~(1 << vehicle)
        elif result == "wrecked":
            lost.append(vehicle)
    return lost
