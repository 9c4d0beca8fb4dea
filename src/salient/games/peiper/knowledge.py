"""What a side knows of a campaign: of the other's order of battle only what is on the map.

Secret are purchase points, purchases (snipers and artillery too), holding boxes, objectives,
planned works, chits that are not turned over, and until a scenario begins every set-up (8.6, 8.15,
8.2). A guess of who is under a question mark is made of all counters that the other side could
have: which of them it has bought nobody knows.
"""

from __future__ import annotations

from random import Random

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.games.peiper.battle.reserves import FAUSTS
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.state import Line, PeiperState, of_campaign
from salient.games.squad import knowledge as squad
from salient.games.squad.core.scenario import Battery
from salient.games.squad.core.setting import GERMAN

NOTED = (
    "buttoned", "bogged", "mired", "immobile", "abandoned", "dry", "malfunctioned", "fanatic",
    "short", "flamers", "gyros",
)  # fmt: skip
"""States that the enemy does not see as long as they are on paper. Rule CG10."""


def known(g: PeiperState, side: int, rng: Random) -> PeiperState:
    """The campaign as a side may take it to be (-1: a spectator)."""
    base = g.copy()
    for foe in (0, 1):
        if foe != side:
            forget_orders(base, foe)
    twin = of_campaign(squad.known(base, side, rng))
    for foe in (0, 1):
        if foe != side:
            put_back(twin, foe)
    if g.offered is not None and g.offered.side == side:
        twin.offered = g.offered
    return twin


def could_learn(before: PeiperState, after: PeiperState, side: int) -> bool:
    """Whether a side has gone where something of the enemy may lie unseen: mines can be bought.

    Between scenarios nobody finds anything by moving about his own areas. Rules A12.3, P8.621.
    """
    return not before.refit and squad.could_learn(before, after, side)


def forget_orders(g: PeiperState, foe: int) -> None:
    """A side's papers are taken away, and its counters off the map mixed with those in the box."""
    setting = g.setting
    army = g.arsenal(foe)
    g.concealed |= g.on_map(g.veiled & army)  # P8.602
    forget_notes(g, army, foe)
    g.cpp[foe] = g.fpp[foe] = g.watched[foe] = 0
    g.chosen[foe] = ""
    forget_snipers(g, foe)
    for number, battery in enumerate(g.guns_behind):
        if battery.side == SIDES[foe]:
            calibre = battery.calibre if number in g.missions else 0
            g.guns_behind[number] = Battery(battery.side, calibre)
    g.forces = [force for force in g.forces if force.side != foe]
    g.planned = [plan for plan in g.planned if plan[0] != foe]
    g.roster = [forget_line(line, foe) for line in g.roster]
    off = army & ~g.on_map(army) & ~(g.lost | g.exited | set_of((*g.captive, *g.crewing)))
    g.spare &= ~(off & ~setting.spares)
    for unit in each_piece(army):
        g.box.pop(unit, None)
        g.home.pop(unit, None)
    for unit in each_piece(off):
        g.kind[unit] = setting.units[unit].row.id
    for name in ("half", "malfunctioned", "wounded", "immobile", "dry", "short", "settled"):
        seen = army & ~off if name in ("half", "wounded", "malfunctioned", "immobile") else 0
        setattr(g, name, getattr(g, name) & (~army | seen))


def forget_snipers(g: PeiperState, foe: int) -> None:
    """Snipers bought on the date show in the SAN of the scenario, and not before. Rule P8.6122."""
    if g.refit:
        chart = g.setting.charts.groups.sides[foe]
        g.san_now[foe] -= sum(
            force.side == foe and force.date == g.date and force.chart in chart
            and chart[force.chart].kind == "sniper" for force in g.forces
        )  # fmt: skip
    g.snipers[foe] = 0


def forget_notes(g: PeiperState, army: int, foe: int) -> None:
    """What a side keeps on paper: states, works, what its guns are sighted in on. Rule CG10."""
    noted = g.noted & army
    for name in NOTED:
        setattr(g, name, getattr(g, name) & ~noted)
    for unit in each_piece(noted & g.setting.vehicles):
        g.turret[unit] = g.facing[unit]
    for unit in [unit for unit in g.bore if army >> unit & 1]:
        del g.bore[unit]
    for here in [here for here, side in g.dug.items() if side == foe]:
        g.foxholes.pop(here, None)
        g.trenches &= ~(1 << here)
        del g.dug[here]


def forget_line(line: Line, foe: int) -> Line:
    """A line of the roster without what a side bought. Rule P8.619."""
    german, american = line.bought
    bought = (german if foe else (), () if foe else american)
    return msgspec.structs.replace(line, bought=bought)


def put_back(g: PeiperState, foe: int) -> None:
    """Counters that are nowhere in sight are in the box, as far as anybody knows."""
    army = g.arsenal(foe)
    off = army & ~g.on_map(army) & ~(g.lost | g.exited | set_of((*g.captive, *g.crewing)))
    g.spare |= off
    g.absent &= ~off
    if foe == GERMAN and not g.refit:
        squads = g.on_map(army & g.setting.squads & ~g.setting.crews)
        seen = FAUSTS * sum(g.is_squad(unit) for unit in each_piece(squads))
        g.fausts = max(seen, 2 * g.fausts_fired)  # CG13a
