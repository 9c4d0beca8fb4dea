"""What a stack is worth in a hex: the staff officer's view of one decision of movement."""

from __future__ import annotations

from salient.boards.bits import members
from salient.games.bulge.bot.survey import (
    CITY_WORTH,
    Field,
    Survey,
    cuts,
    field,
    firmness,
    survey,
    toll,
)
from salient.games.bulge.rules.combat import odds_column
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.terrain import terrain_shift
from salient.games.bulge.rules.victory import INTRUSION_TURN
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState

RETAKE = 0.015
"""What a lost city calls Allied units with, per defence point and as a share of its points."""

RELIEF = 0.03
"""Worth of being near a threatened post, per defence point and as a share of its need."""

LEAST_NEED = 0.1
"""Posts that need less call nobody."""

BLOCK = 0.45
"""Worth of the first Allied unit on a hex in the enemy's way, per point of the traffic there."""

SECOND_LINE = 0.35
"""What is left of that worth where another unit's zone of control already closes the way."""

CAPTURE = 0.85
"""Share of a city's points that walking into it is worth: it may be lost again."""

CUT = 0.3
"""Share of a city's points that cutting its road home is worth: the road may be opened again."""

HUNGER = (0.35, 0.6)
"""What being out of supply costs a unit, by side."""

DANGER = (0.2, 0.5)
"""How probable it is that the enemy attacks a stack within reach, by side."""

MOST_STEPS = 2.0
"""Steps that the heaviest attack costs."""

HEAVIEST = 6
"""The odds column against a stack from which on things cannot get worse."""

ATTACK_CAP = 45
"""The most attack strength that can be expected against one hex: room is short."""

CONTACT = (0.12, 0.12)
"""What it costs to stop beside an enemy without an attack, per unit, by side."""

INTRUSION = 1.5
"""Worth of an Allied unit beyond the West Wall, rule 13.11: two points if it can stay."""

TOO_EARLY = -1.0
"""The same before the turn from which it counts: who crosses now will never count."""


class Staff:
    """The officer at work on one decision of movement."""

    def __init__(self, g: BulgeState, side: int, group: int = 0) -> None:
        """Look at the map.

        Args:
            g: The state.
            side: Whose staff it is.
            group: The units to be moved: they do not count as already somewhere.
        """
        self.g, self.side, self.group, self.setting = g, side, group, g.setting
        self.view: Survey = survey(g, side)
        units = members(group)
        self.count = len(units)
        self.guard = sum(map(g.defence, units))
        self.points = sum(map(g.attack, units)) if side == GERMAN else self.guard
        self.toll = toll(g, units)
        self.others = self._others()
        self.zone = g.setting.board.around(self.others)
        self.prizes = g.setting.prizes
        raiding = side == ALLIED and isinstance(g.steps[-1], Movement | Moving)
        self.cuts = cuts(g, self.view) if raiding else {}
        army = g.setting.units[units[0]].army if units else ""
        self.field = self.lure(mech=bool(group & g.setting.mech), army=army)

    def _others(self) -> int:
        """Hexes of the own units outside the group."""
        found = self.g.occupied[self.side]
        for unit in members(self.group):
            here = self.g.where[unit]
            if here >= 0 and not self.g.stack(here, self.side) & ~self.group:
                found &= ~(1 << here)
        return found

    def lure(self, *, mech: bool, army: str) -> Field:
        """What draws units in each hex, per strength point."""
        if self.side == GERMAN:
            return self.view.drive(mech=mech, army=army)
        return relief(self.g, self.view, self.group, mech=mech)

    def friends(self, place: int) -> int:
        """Own units in a hex outside the group."""
        if not self.others >> place & 1:
            return 0
        return self.g.stack(place, self.side) & ~self.group

    def standing(self, place: int) -> float:
        """What the group is worth in a hex, if it need not fight to be there."""
        view, side = self.view, self.side
        friends = self.friends(place)
        worth = self.points * self.field[place] + self._post(place, friends)
        if not view.fed >> place & 1:
            worth -= HUNGER[side] * self.count
        if view.hostile >> place & 1:
            worth -= CONTACT[side] * self.count
        if view.power[place]:
            worth -= self._danger(place, friends)
        if side == ALLIED:
            worth += self._in_the_way(place, friends) + self._behind_the_lines(place)
        return worth

    def _post(self, place: int, friends: int) -> float:
        """What the group does for a city: takes it, or makes it firmer."""
        view = self.view
        if not view.posts >> place & 1:
            return 0.0
        german = view.kept >> place & 1
        if self.prizes >> place & 1 and german == (self.side == ALLIED):
            return CAPTURE * CITY_WORTH
        worth = view.needs.get(place)
        if not worth:
            return 0.0
        before = sum(map(self.g.defence, members(friends)))
        firmer = firmness(self.g, place, self.side, before + self.guard)
        return worth * (firmer - firmness(self.g, place, self.side, before))

    def _danger(self, place: int, friends: int) -> float:
        """What the group must expect to lose if the enemy attacks it here."""
        defence = self.guard + sum(map(self.g.defence, members(friends)))
        attack = min(int(self.view.power[place]), ATTACK_CAP)
        column = odds_column(attack, max(defence, 1))
        column += terrain_shift(self.g, place, self.side).value
        if column <= 0 or not self.group:
            return 0.0
        steps = MOST_STEPS * min(column, HEAVIEST) / HEAVIEST
        whole, last = int(steps), len(self.toll) - 1
        lost = self.toll[min(whole, last)]
        lost += (steps - whole) * (self.toll[min(whole + 1, last)] - lost)
        return DANGER[self.side] * lost

    def _in_the_way(self, place: int, friends: int) -> float:
        """What the group does by standing in the enemy's way."""
        way = self.view.way[place]
        if not way or friends:
            return 0.0
        return BLOCK * way * (SECOND_LINE if self.zone >> place & 1 else 1.0)

    def _behind_the_lines(self, place: int) -> float:
        """What the group does to the enemy's roads, and on enemy soil."""
        worth = CUT * CITY_WORTH * self.cuts.get(place, 0)
        if self.setting.germany >> place & 1:
            worth += self.count * (INTRUSION if self.g.turn >= INTRUSION_TURN else TOO_EARLY)
        return worth


def relief(g: BulgeState, view: Survey, group: int, *, mech: bool) -> Field:
    """How strongly threatened posts and lost cities call Allied units, per defence point."""
    calls = [(city, RETAKE * CITY_WORTH) for city in members(view.kept & ~view.foe)]
    for post, worth in view.needs.items():
        if (view.kept | view.foe) >> post & 1:
            continue
        held = sum(map(g.defence, members(g.stack(post, ALLIED) & ~group)))
        need = worth * (1 - firmness(g, post, ALLIED, held))
        if need > LEAST_NEED:
            calls.append((post, round(RELIEF * need, 3)))
    return field(g.setting, tuple(calls), mech=mech)
