"""Blitzkrieg attacks (57.0): past the defender instead of against him."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.events import BlitzResolved
from salient.games.trumpets.fight.advance import Advancing, Route, advance_class, routes
from salient.games.trumpets.fight.engaged import engage
from salient.games.trumpets.fight.odds import Odds, work_out
from salient.games.trumpets.fight.results import DIE, Closing
from salient.games.trumpets.harm.losses import Losses
from salient.games.trumpets.standing.control import enemy_zone
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.standing.stacking import may_stop
from salient.games.trumpets.state import Attack, TrumpetsState

VEHICLES = frozenset({"afv_light_medium", "afv_heavy", "cross_country", "truck"})
RECON_RATE = 2
"""Rule note-blitz-6."""


def may_blitz(g: TrumpetsState, attack: Attack) -> bool:
    """Who may, and at what odds. Rules sop-28, rc-blitz-1, note-blitz-1, note-blitz-2."""
    roster, units = g.setting.roster, set_of(attack.attackers)
    if not units or units & ~roster.front or not units & (roster.afv | roster.recon):
        return False
    if any(movement_class(g, unit) not in VEHICLES for unit in attack.attackers):
        return False
    odds = work_out(g, msgspec.structs.replace(attack, blitz=True))
    return odds.unlimited >= g.setting.combat.blitz_from


def resolve_blitz(g: TrumpetsState, odds: Odds, log: Log) -> None:
    """One die; the defender stays in any case. Rules tab-blitz, note-blitz-3, note-blitz-4.

    If the defender's guns and aircraft have brought the odds below the table, nothing happens.
    """
    charts, fight = g.setting.combat, g.fight
    die = g.roll(DIE)
    code = "NE"
    if odds.column >= charts.blitz_from:
        code = charts.blitz_code(die + odds.drm, odds.column)
    log.append(
        BlitzResolved(
            target=fight.target,
            attack=odds.attack,
            defence=odds.defence,
            odds=ODDS[odds.base],
            shifts=odds.shifts,
            drm=odds.drms,
            column=ODDS[odds.column],
            die=die,
            result=code,
        )
    )
    g.attack = msgspec.structs.replace(fight, column=odds.column, result=code)
    result = charts.blitz_results[code]
    g.steps.append(Closing())
    if result.advance:
        g.steps.append(Passing(fight.side, hexes=result.advance))
    if result.attacker_steps:  # rc-blitz-3
        g.steps.append(
            Losses(
                fight.side, fight.attackers, "attacker_loss",
                result.attacker_steps, fight.defenders,
            )
        )  # fmt: skip
    if result.marker == "engaged":
        engage(g, log)


class Passing(Advancing, frozen=True, tag="passing"):
    """The attackers slip past the hex they attacked. Rules sop-28a, rc-blitz-2.

    Attributes:
        hexes: How many hexes; those of the recon column twice that (note-blitz-5, note-blitz-6).
    """

    hexes: int = 0

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Who goes where, or nobody more."""
        actions = [
            Action("advance", (unit, to))
            for unit in self._waiting(g)
            for to in self.routes(g, unit)
        ]
        if not actions:
            return None
        return Decision(
            self.side,
            "passing",
            [*actions, Action("end")],
            ("sop-28a", "rc-blitz-2"),
            {"hex": Ref("place", g.fight.target)},
        )

    def _waiting(self, g: TrumpetsState) -> list[Piece]:
        return [unit for unit in g.alive(g.fight.attackers) if unit not in self.done]

    def routes(self, g: TrumpetsState, unit: Piece) -> dict[Place, Route]:
        """Past the hex: first to one next to it and to the unit's own. Rule rc-blitz-2."""
        board, target = g.setting.board, g.fight.target
        rate = RECON_RATE if advance_class(g, unit) == "recon" else 1
        begin = board.around(1 << target) & board.around(1 << g.where[unit])
        found = routes(g, unit, rate * self.hexes, begin, _other_zones(g, unit))
        return {to: way for to, way in found.items() if may_stop(g, 1 << unit, to)}


def _other_zones(g: TrumpetsState, unit: Piece) -> int:
    """Enemy zones of all hexes but the one attacked."""
    side = g.setting.side_of[unit]
    twin = g.copy()
    for foe in each_piece(g.stack(g.fight.target, enemy(side))):
        twin.put(foe, NOWHERE)
    return enemy_zone(twin, side, afv=bool(g.setting.roster.afv >> unit & 1))
