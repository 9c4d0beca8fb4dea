"""Kampfgruppe Peiper (95.0): exploitation in the nights of 16 and 17 December."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.trumpets.fight.combat import KGP_ATTACK, Gathering, can_attack
from salient.games.trumpets.march.allowance import allowance
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.march.surprise import (
    is_kgp_turn,
    is_surprised,
    kgp_formation,
    kgp_units,
    raise_alarm,
)
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.setting import END, PASS
from salient.games.trumpets.state import Attack, TrumpetsState, TrumpetsStep


class PeiperHolds(TrumpetsStep, frozen=True, tag="peiper_holds"):
    """At the start of his corps' movement Peiper may be put in reserve. Rules kgp-1, kgp-2."""

    corps: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Hold him for the night, or let him move as others do."""
        hq = g.setting.roster.formations[kgp_formation(g)].hq
        units = kgp_units(g)
        if not is_kgp_turn(g) or hq < 0 or not units >> hq & 1 or g.moved & units:
            return None
        if g.corps_of(g.under[hq]) != self.corps:
            return None
        return Decision(GERMAN, "peiper", [g.setting.offer["reserve"][hq], PASS], ("kgp-1",))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """The whole group is in reserve, next to the enemy too (kgp-2)."""
        g.steps.pop()
        if action != PASS:
            g.reserve |= kgp_units(g)


class Alerting(TrumpetsStep, frozen=True, tag="alerting"):
    """After the movement of a German corps the Americans next to it are awake. Rule kgp-3."""

    side: int

    def run(self, g: TrumpetsState, log: Log) -> None:
        """On the two nights only."""
        g.steps.pop()
        if self.side == GERMAN and is_kgp_turn(g):
            raise_alarm(g)


class PeiperExploits(TrumpetsStep, frozen=True, tag="peiper_exploits"):
    """Move, overrun, attack, advance, and again, while MF are left.

    Rules kgp-4, kgp-5, kgp-6, kgp-7, kgp-8, kgp-9, kgp-10, kgp-11, kgp-12, kgp-13, kgp-14, kgp-15,
    kgp-16, kgp-17, kgp-18, kgp-19.
    """

    side: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which stack moves, which hex is attacked, or enough."""
        if self.side != GERMAN or not is_kgp_turn(g):
            return None
        ready = self._ready(g)
        g_offers = g.setting.offer
        actions = [
            *g_offers["pick"].of(members(ready)),
            *g_offers["fight"].of(members(self._targets(g, ready))),
        ]
        if not actions:
            return None
        return Decision(GERMAN, "peiper_exploits", [*actions, END], ("sop-30c", "kgp-14"))

    def _ready(self, g: TrumpetsState) -> int:
        """Units of the group that were held in reserve and have MF left."""
        return set_of(
            unit
            for unit in each_piece(kgp_units(g) & g.reserve)
            if g.kgp_spent.get(unit, 0) < allowance(g, unit)
        )

    def _targets(self, g: TrumpetsState, ready: int) -> int:
        """US hexes that fit units can attack, each once in the segment. Rules kgp-13, kgp-14."""
        done, found = g.attacked.get(kgp_formation(g), 0), 0
        for unit in each_piece(fit_to_attack(g, ready)):
            near = g.setting.board.around(1 << g.where[unit]) & g.occupied[ALLIED] & ~done & ~found
            found |= set_of(hex_ for hex_ in each_place(near) if can_attack(g, unit, hex_))
        return found

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Drive on, attack, or end the night."""
        g.ghosts = kgp_units(g)
        if action == END:
            self.run(g, log)
        elif action.verb == "pick":
            unit = action.piece(0)
            g.steps.append(Moving(GERMAN, -1, (unit,), spent=g.kgp_spent.get(unit, 0), kgp=True))
        else:
            target = action.place(0)
            g.exploiting = fit_to_attack(g, self._ready(g))
            g.attack = Attack(
                GERMAN, kgp_formation(g), target, kgp=True, surprised=is_surprised(g, target)
            )
            g.steps.append(Gathering(GERMAN))

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The group is in reserve no longer, and Alert comes off (rc-kgp-4)."""
        g.steps.pop()
        if self.side == GERMAN and is_kgp_turn(g):
            g.reserve &= ~kgp_units(g)
            g.alert = g.exploiting = g.riders = g.ghosts = 0
            g.kgp_spent = {}


def fit_to_attack(g: TrumpetsState, units: int) -> int:
    """Those with MF for an attack and a factor to attack with. Rule rc-kgp-1."""
    return set_of(
        unit
        for unit in each_piece(units & g.setting.roster.combat)
        if g.af(unit) and allowance(g, unit) - g.kgp_spent.get(unit, 0) >= KGP_ATTACK
    )
