"""Chapters 9.1 and 9.2: setting up."""

from __future__ import annotations

from functools import lru_cache

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
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


@lru_cache(maxsize=1024)
def set_up_hexes(setting: BulgeSetting, unit: int) -> int:
    """The hexes a unit may be set up in, stacking apart. Rules 9.1, 9.2."""
    row, board = setting.units[unit], setting.board
    if row.army:
        return setting.army_sectors[row.army] & setting.germany & ~setting.wall
    west = board.all & ~setting.germany & ~setting.wall
    cities = setting.towns["city"] | setting.towns["important"] | setting.towns["fortress"]
    if row.division == "9A":
        return west & cities & ~board.within(setting.wall, CITY - 1)
    if row.division:
        own = setting.sectors.get(row.division, 0) & board.within(setting.wall, FRONT) & west
        if row.division not in INFANTRY:
            return own
        return own | west & cities & board.within(setting.wall, CITY)
    first, second = (setting.sectors.get(name, 0) for name in CAVALRY_SECTORS)
    return west & (first | second) & board.around(setting.wall)


def may_deploy(g: BulgeState, unit: int, place: int) -> bool:
    """Whether a unit may be set up beside those already there. Rules 6.2, 9.1c, 9.1g."""
    row = g.setting.units[unit]
    there = g.stacks.get(place, 0)
    if not there:
        return True
    if row.army:
        return may_stack(g, place, there | 1 << unit)
    rows = [g.setting.units[other] for other in members(there)]
    same = all(other.division == row.division for other in rows)
    return same and row.division in STACKING and may_stack(g, place, there | 1 << unit)


class Deployment(BulgeStep, frozen=True, tag="deployment"):
    """A side sets up its units one by one; the Allies first. Rules 9.1a, 9.2."""

    side: int

    def ask(self, g: BulgeState) -> Decision | None:
        """Where the next unit goes."""
        for unit in self.order(g):
            if g.where[unit] == NOWHERE:
                return Decision(
                    self.side,
                    "deployment",
                    [
                        Action("deploy", (unit, place))
                        for place in members(set_up_hexes(g.setting, unit))
                        if may_deploy(g, unit, place)
                    ],
                    ("9.1", "9.2"),
                    {"unit": Ref("piece", unit)},
                    (unit,),
                )
        return None

    def order(self, g: BulgeState) -> list[int]:
        """Units with the least room come first, so that nobody is left without a hex."""
        units = members(g.setting.at_start & g.setting.army[self.side])
        return sorted(units, key=lambda unit: set_up_hexes(g.setting, unit).bit_count())

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Set the unit up."""
        unit, place = action.piece(0), action.place(1)
        g.put(unit, place)
        log.append(Deployed(unit, place))


class ReadyMade(BulgeStep, frozen=True, tag="ready_made"):
    """The historical set-up, to start at once."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Place everybody."""
        g.steps.pop()
        setting = g.setting
        for unit in members(setting.at_start):
            place = setting.at(setting.units[unit].start)
            g.put(unit, place)
            log.append(Deployed(unit, place))
