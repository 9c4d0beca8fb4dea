"""What a stack is worth in a hex: the staff officer's view of one decision of movement."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place
from salient.engine.ids import Place
from salient.games.bulge.bot.danger import (
    ENCIRCLED,
    approaches,
    can_be_trapped,
    caution,
    column_against,
    expected_loss,
    is_holding,
    temptation,
)
from salient.games.bulge.bot.roads import cuts
from salient.games.bulge.bot.survey import (
    Field,
    Survey,
    Weights,
    field,
    firmness,
    survey,
    toll,
)
from salient.games.bulge.bot.weights import (
    BLOCK,
    CAPTURE,
    CITY_WORTH,
    CONTACT,
    CUT,
    DANGER,
    HUNGER,
    INTRUSION,
    LEAST_NEED,
    LINK,
    LINK_REACH,
    RELIEF,
    RETAKE,
    SECOND_LINE,
    TOO_EARLY,
)
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.terrain import is_fortress
from salient.games.bulge.rules.victory import INTRUSION_TURN
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState


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
        units = each_piece(group)
        self.count = len(units)
        self.guard = sum(map(g.defence, units))
        self.points = sum(map(g.attack, units)) if side == GERMAN else self.guard
        self.toll = toll(g, units)
        self.lures: dict[tuple[bool, str], Field] = {}
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
        for unit in each_piece(self.group):
            here = self.g.where[unit]
            if here >= 0 and not self.g.stack(here, self.side) & ~self.group:
                found &= ~(1 << here)
        return found

    def lure(self, *, mech: bool, army: str) -> Field:
        """What draws units in each hex, per strength point."""
        view, key = self.view, (mech, army)
        if key not in self.lures:
            if self.side == ALLIED:
                goals = retaking(view)
            elif not is_holding(self.g, GERMAN):
                return view.drive(mech=mech, army=army)
            else:
                goals = view.wanted()
            goals += relief(self.g, view, self.group)
            self.lures[key] = field(self.setting, goals, mech=mech, army=view.bound(army))
        return self.lures[key]

    def friends(self, place: Place) -> int:
        """Own units in a hex outside the group."""
        if not self.others >> place & 1:
            return 0
        return self.g.stack(place, self.side) & ~self.group

    def standing(self, place: Place) -> float:
        """What the group is worth in a hex, if it need not fight to be there."""
        view, side = self.view, self.side
        friends = self.friends(place)
        worth = self.points * self.field[place] + self.post(place)
        if not view.fed >> place & 1:
            worth -= HUNGER[side] * self.count
        if view.hostile >> place & 1:
            worth -= CONTACT[side] * self.count
        if view.power[place]:
            worth += self._links(place) - self._danger(place, friends)
        if side == ALLIED:
            worth += self._in_the_way(place, friends) + self._behind_the_lines(place)
        return worth

    def post(self, place: Place) -> float:
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
        return worth * self._firmer(place, self.friends(place))

    def _firmer(self, place: Place, friends: int) -> float:
        """The share of the defence a hex needs that the group adds to its comrades'."""
        before = sum(map(self.g.defence, each_piece(friends)))
        held = firmness(self.g, self.view, place, before)
        return firmness(self.g, self.view, place, before + self.guard) - held

    def _danger(self, place: Place, friends: int, *, trapped: bool = False) -> float:
        """What the group must expect to lose if the enemy attacks it here."""
        g = self.g
        defence = self.guard + sum(map(g.defence, each_piece(friends)))
        shift = self.view.shift(g, place) + ENCIRCLED * trapped
        column = column_against(self.view.power[place], defence, shift)
        if column <= 0 or not self.group:
            return 0.0
        firm = is_fortress(g, place)
        lost = expected_loss(g.setting, self.toll, column, trapped=trapped, firm=firm)
        return caution(g, DANGER, self.side) * temptation(column) * lost

    def snare(self, place: Place) -> float:
        """What more the group must expect to lose because its retreat could be cut off here."""
        if not self.view.power[place] or is_fortress(self.g, place):
            return 0.0
        reached = approaches(self.g, self.side, self.others | 1 << place)
        mech = bool(self.group & self.setting.mech)
        if not can_be_trapped(self.g, place, reached, mech=mech):
            return 0.0
        friends = self.friends(place)
        return self._danger(place, friends, trapped=True) - self._danger(place, friends)

    def _links(self, place: Place) -> float:
        """What comrades within reach of each other's zones are worth to a line."""
        link = caution(self.g, LINK, self.side)
        if not link:
            return 0.0
        near = self.setting.board.within(1 << place, LINK_REACH) & self.others & ~(1 << place)
        return link * min(near.bit_count(), 2)

    def _in_the_way(self, place: Place, friends: int) -> float:
        """What the group does by standing in the enemy's way."""
        way = self.view.way[place]
        if not way:
            return 0.0
        behind = SECOND_LINE if self.zone >> place & 1 else 1.0
        return BLOCK * way * behind * self._firmer(place, friends)

    def _behind_the_lines(self, place: Place) -> float:
        """What the group does to the enemy's roads, and on enemy soil."""
        worth = CUT * CITY_WORTH * self.cuts.get(place, 0)
        if self.setting.germany >> place & 1:
            worth += self.count * (INTRUSION if self.g.turn >= INTRUSION_TURN else TOO_EARLY)
        return worth


def retaking(view: Survey) -> Weights:
    """How strongly empty lost cities call Allied units, per defence point."""
    return tuple((city, RETAKE * CITY_WORTH) for city in each_place(view.kept & ~view.foe))


def relief(g: BulgeState, view: Survey, group: int) -> Weights:
    """How strongly threatened posts call the units of their owner."""
    calls = []
    lost = view.foe | (view.kept if view.side == ALLIED else ~view.kept)
    for post, worth in view.needs.items():
        if lost >> post & 1:
            continue
        held = sum(map(g.defence, each_piece(g.stack(post, view.side) & ~group)))
        need = worth * (1 - firmness(g, view, post, held))
        if need > LEAST_NEED:
            calls.append((post, round(RELIEF * need, 2)))
    return tuple(calls)
