"""Steps 15 to 20 of ground combat: what the dice say, and who suffers it in what order."""

from __future__ import annotations

import msgspec

from salient.boards.bits import set_of
from salient.engine.ids import Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.charts.combat import ODDS, Result
from salient.games.trumpets.events import CombatCancelled, CombatResolved
from salient.games.trumpets.fight.advance import Advancing
from salient.games.trumpets.fight.engaged import demand_counter_attack, engage
from salient.games.trumpets.fight.odds import Odds
from salient.games.trumpets.fight.situation import is_manned
from salient.games.trumpets.harm.losses import Losses, eliminate, leave_work
from salient.games.trumpets.harm.retreat import Retreat
from salient.games.trumpets.standing.visibility import has_squalls
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
BLOCK_BREAKS = ODDS.index("5-1")
"""Rule rc-pos-4: from these odds the garrison of a roadblock loses steps."""


def cancelling_doubles(g: TrumpetsState, place: Place) -> frozenset[int]:
    """The doubles that cancel an attack on a hex. Rules cancel-1, cancel-2."""
    weather, cases = g.weather_at(place), g.setting.combat.cancelling
    if has_squalls(g, place) or weather in ("heavy_fog", "snow"):
        return cases["cancel-1"]
    return cases["cancel-2"] if weather == "fog" else frozenset()


def resolve(g: TrumpetsState, odds: Odds, log: Log) -> None:
    """Roll a red and a white die, both modified, and lay out the results. Rule gc-15.

    The red one strikes the attacker besides (note-crt-6, note-crt-7, note-crt-8, note-crt-9).
    """
    charts, target = g.setting.combat, g.fight.target
    red, white = g.roll(DIE), g.roll(DIE)
    if red == white and white in cancelling_doubles(g, target):
        log.append(CombatCancelled(target, red, white))
        g.attack = None
        return
    result = charts.crt[charts.rows.row(white + odds.drm)][odds.column]
    attrition = charts.attrition[charts.rows.row(red + odds.drm)][odds.column]
    log.append(
        CombatResolved(
            target=target,
            attack=odds.attack,
            defence=odds.defence,
            odds=ODDS[odds.base],
            shifts=odds.shifts,
            drm=odds.drms,
            column=ODDS[odds.column],
            red=red,
            white=white,
            attrition=attrition,
            result=result,
        )
    )
    g.attack = msgspec.structs.replace(
        g.fight, column=odds.column, result=result, attrition=attrition
    )
    carry_out(g, log)


def carry_out(g: TrumpetsState, log: Log) -> None:
    """Defender first, then attacker: losses, then retreat; then the advance.

    Rules gc-16, gc-17, gc-18, gc-19, gc-20.
    """
    fight, charts = g.fight, g.setting.combat
    side, other = fight.side, enemy(fight.side)
    result, foes = charts.results[fight.result], set_of(fight.origins)
    g.steps += [Closing(), Advancing(side)]
    if result.att_retreat:
        g.steps.append(Retreat(side, fight.attackers, result.att_retreat, 1 << fight.target))
    _attacker_losses(g, result)
    if fight.attrition:
        _attacker_losses(g, charts.results[fight.attrition])
    if result.def_retreat:
        g.steps.append(Retreat(other, fight.defenders, result.def_retreat, foes))
    if result.def_steps and not _is_spared(g):
        kind = "defender_afv_loss" if result.def_afv else "defender_loss"
        g.steps.append(Losses(other, fight.defenders, kind, result.def_steps, fight.attackers))
    if result.def_eliminated:
        _eliminate(g, fight.defenders, log)
    if result.att_eliminated:
        _eliminate(g, fight.attackers, log)
    if result.marker == "engaged":
        engage(g, log)
    elif result.marker == "ca":
        demand_counter_attack(g, log)


def _attacker_losses(g: TrumpetsState, result: Result) -> None:
    """A loss of the attacker from either die. Rules gc-15e, rc-red-1."""
    if result.att_steps:
        fight = g.fight
        kind = "attacker_afv_loss" if result.att_afv else "attacker_loss"
        g.steps.append(Losses(fight.side, fight.attackers, kind, result.att_steps, fight.defenders))


def _is_spared(g: TrumpetsState) -> bool:
    """Whether a manned roadblock spares its garrison the loss. Rules tab-pos-crt, rc-pos-4."""
    fight = g.fight
    if fight.surprised or g.positions.get(fight.target) != "roadblock":
        return False
    return fight.column < BLOCK_BREAKS and is_manned(g, set_of(fight.defenders))


def _eliminate(g: TrumpetsState, units: Pieces, log: Log) -> None:
    for unit in g.alive(units):
        eliminate(g, unit, "combat", log)


class Closing(TrumpetsStep, frozen=True, tag="closing"):
    """The combat is over."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Forget it; engineers who were driven off have lost their charges."""
        g.steps.pop()
        fight = g.fight
        g.attack = None
        homes = dict(zip(fight.attackers, fight.origins, strict=True))
        for unit in (*fight.attackers, *fight.defenders):
            if g.where[unit] != homes.get(unit, fight.target):
                leave_work(g, unit)
