"""Chapters 9.1 and 9.2: setting up."""

from __future__ import annotations

from collections import Counter

from salient.boards.bits import each_piece, each_place, set_of, union
from salient.engine import remembered
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import Deployed
from salient.games.bulge.rules.stacking import may_stack
from salient.games.bulge.setting import BulgeSetting
from salient.games.bulge.state import BulgeState, BulgeStep

FRONT = 2
"""Rule 9.1b, 9.1d: hexes from the West Wall within a division's own sector."""

CITY = 5
"""Rules 9.1b, 9.1g: infantry in cities at most, 9th Armored at least this far from the wall."""

INFANTRY = ("2", "99", "106", "28", "4")
STACKING = ("2", "9A")
"""Rules 9.1c, 9.1g: divisions whose units may stack at set-up."""

CAVALRY_SECTORS = ("99", "106")
"""Rule 9.1f."""


NOBODY = Piece(-1)
"""The unit of a side that has yet to choose one."""


@remembered(most=1024)
def set_up_hexes(setting: BulgeSetting, unit: Piece) -> int:
    """The hexes a unit may be set up in, stacking apart. Rule 9.1."""
    row, board = setting.units[unit], setting.board
    if row.army:  # 9.2
        return setting.army_sectors[row.army] & setting.germany & ~setting.wall
    west = board.all & ~setting.germany & ~setting.wall
    cities = setting.towns["city"] | setting.towns["important"] | setting.towns["fortress"]
    if row.division == "9A":  # 9.1g
        return west & cities & ~board.within(setting.wall, CITY - 1)
    if row.division:  # 9.1b, 9.1d
        own = setting.sectors.get(row.division, 0) & board.within(setting.wall, FRONT) & west
        if row.division not in INFANTRY:
            return own
        return own | west & cities & board.within(setting.wall, CITY)
    first, second = (setting.sectors.get(name, 0) for name in CAVALRY_SECTORS)
    # 9.1f
    return west & (first | second) & board.around(setting.wall)


def may_deploy(g: BulgeState, unit: Piece, place: Place) -> bool:
    """Whether a unit may be set up beside those already there. Rules 9.1c, 9.1g."""
    row = g.setting.units[unit]
    there = g.stacks.get(place, 0)
    if not there:
        return True
    if row.army:  # 9.2
        return may_stack(g, place, there | 1 << unit)
    rows = [g.setting.units[other] for other in each_piece(there)]
    same = all(other.division == row.division for other in rows)
    return same and row.division in STACKING and may_stack(g, place, there | 1 << unit)


def can_all_deploy(g: BulgeState, units: int) -> bool:
    """Whether each of some units can still have a hex.

    Those that may not stack, and the Germans, of whom there is no lack of hexes, need one each;
    the others of a division can share one.
    """
    alone = [unit for unit in each_piece(units) if g.setting.units[unit].division not in STACKING]
    free = {unit: set_up_hexes(g.setting, unit) & ~set_of(g.stacks) for unit in alone}
    owner: dict[Place, Piece] = {}

    def settle(unit: Piece, tried: set[Place]) -> bool:
        for place in each_place(free[unit]):
            if place not in tried:
                tried.add(place)
                if place not in owner or settle(owner[place], tried):
                    owner[place] = unit
                    return True
        return False

    return all(settle(unit, set()) for unit in alone) and all(
        any(place not in owner and may_deploy(g, unit, place) for place in _hexes(g, unit))
        for unit in each_piece(units)
        if unit not in free
    )


def _hexes(g: BulgeState, unit: Piece) -> Places:
    return each_place(set_up_hexes(g.setting, unit))


class Deployment(BulgeStep, frozen=True, tag="deployment"):
    """A side sets up its units one by one, in any order; the Allies first. Rules 9.1a, 9.2.

    Attributes:
        side: Who sets up.
        unit: The unit chosen to come next, or ``NOBODY``.
    """

    side: int
    unit: Piece = NOBODY

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit comes next, then where it goes."""
        if self.unit >= 0:
            return Decision(
                self.side,
                "deployment",
                [Action("deploy", (self.unit, place)) for place in self._places(g)],
                ("9.1", "9.2"),
                {"unit": Ref("piece", self.unit)},
                (self.unit,),
            )
        waiting = each_piece(self._waiting(g))
        if not waiting:
            return None
        actions = [Action("muster", (unit,)) for unit in waiting]
        return Decision(self.side, "mustering", actions, ("9.1", "9.2"), {"count": len(waiting)})

    def _waiting(self, g: BulgeState) -> int:
        """Units that have no hex yet."""
        units = g.setting.at_start & g.setting.army[self.side]
        return units & ~g.on_map(units)

    def _places(self, g: BulgeState) -> list[Place]:
        """Where the unit may go, so that nobody is left without a hex."""
        rest = self._waiting(g) & ~(1 << self.unit)
        scarce = self._scarce(g, rest)
        return [
            place
            for place in _hexes(g, self.unit)
            if may_deploy(g, self.unit, place)
            and (not scarce >> place & 1 or self._leaves_room(g, place, rest))
        ]

    def _scarce(self, g: BulgeState, rest: int) -> int:
        """The hexes for which there are as many units still to come as hexes."""
        wanted = Counter(set_up_hexes(g.setting, unit) for unit in each_piece(rest))
        taken = set_of(g.stacks)
        return union(
            [
                hexes
                for hexes in wanted
                if (hexes & ~taken).bit_count()
                <= sum(count for others, count in wanted.items() if others & hexes)
            ]
        )

    def _leaves_room(self, g: BulgeState, place: Place, rest: int) -> bool:
        trial = g.copy()
        trial.put(self.unit, place)
        return can_all_deploy(trial, rest)

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Choose the unit, or set it up."""
        unit = action.piece(0)
        if action.verb == "muster":
            g.steps[-1] = Deployment(self.side, unit)
            return
        g.steps[-1] = Deployment(self.side)
        g.put(unit, action.place(1))
        log.append(Deployed(unit, action.place(1)))


class ReadyMade(BulgeStep, frozen=True, tag="ready_made"):
    """The historical set-up, to start at once."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Place everybody."""
        g.steps.pop()
        setting = g.setting
        for unit in each_piece(setting.at_start):
            place = setting.at(setting.units[unit].start)
            g.put(unit, place)
            log.append(Deployed(unit, place))
