"""What units are worth where they stand: the eye of a staff officer for ground.

Worths are victory points, or what a plain officer would give for them.
"""

from __future__ import annotations

from operator import mul

from salient.boards.bits import members
from salient.engine.ids import Place, enemy
from salient.games.mist.bot.day import is_last_day
from salient.games.mist.bot.ending import Line
from salient.games.mist.bot.plan import cut_worth
from salient.games.mist.bot.survey import Survey, survey
from salient.games.mist.bot.weights import (
    BRIDGE_WORTH,
    BUMP,
    CAPTURE,
    DRIVE,
    EXIT_WORTH,
    FIRM,
    GUARD_WORTH,
    HOLD,
    KEEP,
    RELIEF,
    RISK,
    SITE_WORTH,
    STOP_SHARE,
    TAKEN,
)
from salient.games.mist.setting import ALLIED, GERMAN
from salient.games.mist.state import MistState


def firmness(strength: int, side: int) -> float:
    """How well some strength holds an area, from 0 to 1.

    The first point already stops everybody who comes along the road; a stack that outlasts the
    heaviest attack takes more.
    """
    if not strength:
        return 0.0
    mass = strength * strength
    return BUMP[side] + (1 - BUMP[side]) * mass / (mass + FIRM[side] * FIRM[side])


class Staff:
    """The officer at work on one decision of movement."""

    def __init__(self, g: MistState, side: int, group: int = 0) -> None:
        """Look at the map.

        Args:
            g: The state.
            side: Whose staff it is.
            group: The units to be moved: they do not count as already somewhere.
        """
        self.g, self.side, self.group = g, side, group
        self.view: Survey = survey(g, side)
        self.points = g.total(group)
        self.mine = g.present[side]
        self.line = Line(g, self._others()) if side == ALLIED and group else None
        days = (g.setting.last_clock - g.clock) // 3
        self.exit_worth = EXIT_WORTH[days] if days < len(EXIT_WORTH) else 0.0
        own = self.view.own
        held = self._others() & ~g.present[enemy(side)]
        self.goals = [
            weight * (TAKEN if held >> goal & 1 else 1.0)
            for goal, weight in zip(own.goals, own.weights, strict=True)
        ]
        self.calls = [
            self.view.threat[post] * (1 - firmness(self._friends(post), side))
            for post in self.view.posts
        ]

    def _others(self) -> int:
        """Places held by units outside the group."""
        if not self.group:
            return self.mine
        here = self.g.where[members(self.group)[0]]
        alone = not self.g.stack(here, self.side) & ~self.group
        return self.mine & ~(1 << here) if alone else self.mine

    def _friends(self, place: Place) -> int:
        """The strength of ours in a place, the group not counted."""
        if not self.mine >> place & 1:
            return 0
        return self.g.total(self.g.stack(place, self.side) & ~self.group)

    def drive(self, place: Place) -> float:
        """How near a place is to what we want, per strength point."""
        return float(sum(map(mul, self.goals, self.view.own.pull[place])))

    def standing(self, place: Place) -> float:
        """What the group is worth in a place, if it need not fight to be there."""
        g, side, view, points = self.g, self.side, self.view, self.points
        setting, worth = g.setting, 0.0
        if not is_last_day(g):
            worth += points * DRIVE[side] * self.drive(place)
            worth += points * RELIEF[side] * sum(map(mul, self.calls, view.post_pull[place]))
        if setting.all_zones >> place & 1:
            if side == GERMAN:
                return points * setting.multiplier[place] * self.exit_worth
            return worth + (self._bridges(place) if self.group & setting.engineers else 0.0)
        friends = self._friends(place)
        firmer = firmness(friends + points, side) - firmness(friends, side)
        worth += HOLD[side] * view.threat[place] * firmer
        worth += self.kept(place) * firmer
        if not g.present[enemy(side)] >> place & 1:
            worth += cut_worth(g, side, view, place)
            if not self._others() >> place & 1 and not self._is_ours(place):
                worth += CAPTURE[side] * view.worth[place]
        if self.line:
            worth += STOP_SHARE * self.line.saved(place)
        if self.group & setting.engineers:
            worth += self._bridges(place)
        if not setting.section >> place & 1:
            worth -= points
        if view.precarious >> place & 1:
            worth -= RISK[side] * points
        return worth

    def _is_ours(self, place: Place) -> bool:
        """Whether our side controls an area."""
        return bool(self.g.german_control >> place & 1) == (self.side == GERMAN)

    def kept(self, place: Place) -> float:
        """What a guard keeps within the enemy's reach: a prize, and the supply of others."""
        view = self.view
        if not view.exposed >> place & 1:
            return 0.0
        prize = KEEP[self.side] * view.worth[place] if self._is_ours(place) else 0.0
        return prize + GUARD_WORTH[self.side] * view.guards[place]

    def _bridges(self, place: Place) -> float:
        """What engineers find to do in a place: build bridges ahead, or blow those behind."""
        g, board = self.g, self.g.setting.board
        best = 0.0
        if g.stack(place, self.side) & g.setting.engineers & ~self.group:
            return best
        for far, link, _, bridge in board.exits[place]:
            if not bridge:
                continue
            if g.blown >> link & 1:
                best = max(best, self._site(place, far))
            elif self.side == ALLIED:
                best = max(best, SITE_WORTH * self.view.threat[place])
        return best

    def _site(self, near: Place, far: Place) -> float:
        """What a blown bridge is worth to engineers beside it."""
        ahead = self.drive(far) - self.drive(near)
        ready = 1.0 if self.mine >> far & 1 else 0.5
        return max(0.0, ahead) * ready * BRIDGE_WORTH
