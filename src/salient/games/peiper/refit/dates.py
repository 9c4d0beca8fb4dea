"""Steps 8.612 and 8.616: a new date, its snipers and its purchase points."""

from __future__ import annotations

import msgspec

from salient.engine.events import Modifier, Secret
from salient.engine.state import Log
from salient.games.peiper.calendar import date_name
from salient.games.peiper.events import DateBegan, Diced, Points
from salient.games.peiper.refit.markers import conclude
from salient.games.peiper.state import Line, PeiperState

LEAST_SAN, MOST_SAN = 2, 7
KEPT = 10
"""CPP that may be left over. Rule P8.616."""
WINNER = 3
"""What the winner of the scenario gets in CPP. Rule P8.616."""


def next_date(g: PeiperState, log: Log) -> None:
    """Step 8.612: the date and the snipers. Rules P8.6121, P8.6122."""
    if g.date >= g.setting.dates[-1]:
        conclude(g, log, last=True)
        return
    g.date += 1
    g.terms = msgspec.structs.replace(g.terms, initial=False)
    log.append(DateBegan(date_name(g.date)))
    g.roster.append(Line(g.date, "idle"))
    for side in (0, 1):
        start = g.setting.campaign.side(side).san + g.snipers[side]
        die = g.die()
        final = die + g.idle
        san = start + (1 if final >= 6 else -1 if final == 1 else 0)
        g.san_now[side] = max(LEAST_SAN, min(MOST_SAN, san))
        log.append(Diced(side, "san", (die,), 6, (), str(g.san_now[side]), "P8.6122"))


def replenish(g: PeiperState, log: Log) -> None:
    """Step 8.616: new purchase points. Rules P8.616, P8.31."""
    last = g.roster[-2] if len(g.roster) > 1 else None
    for side in (0, 1):
        dice = g.dice()
        roll = sum(dice)
        if g.setting.balance == ("american", "german")[side]:
            roll //= 2  # P8.31: the balance of one side halves the other's roll.
        gain = g.setting.charts.fortunes.cpp_gain(g.setting.cg, side, g.date)
        won = WINNER if last is not None and last.battle != "idle" and last.winner == side else 0
        total = max(0, roll + gain + won)
        g.cpp[side] = min(g.cpp[side], KEPT) + total
        modifiers = tuple(drm for drm in (Modifier("P8.616", gain), Modifier("P8.616", won))
                          if drm.value)  # fmt: skip
        log.append(Secret(side, Points(side, dice, modifiers, g.cpp[side])))
