"""The exact chances of a planned attack: the same odds and modifiers, all dice gone through."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import msgspec

from salient.boards.bits import members
from salient.engine.forecast import Forecast
from salient.engine.ids import Pieces, Place
from salient.games.trumpets.charts.combat import Barrage, CombatCharts
from salient.games.trumpets.fight.artillery import attack_fire, defence_fire
from salient.games.trumpets.fight.barrage import (
    after_attack_barrage,
    after_defence_barrage,
    barrage_column,
    nation_of,
    needs_coordination,
    uncoordinated,
    without,
)
from salient.games.trumpets.fight.odds import Odds, work_out
from salient.games.trumpets.fight.results import DIE, cancelling_doubles
from salient.games.trumpets.fight.situation import defenders_of
from salient.games.trumpets.state import Attack, TrumpetsState

FACES = range(1, DIE + 1)
CANCELLED, BROKEN_OFF = "cancelled", "broken_off"
"""Ends of an attack that are no codes of the table."""

Chances = dict[str, float]


@cache
def two_dice() -> Mapping[int, float]:
    """The chance of each sum of two dice."""
    found: defaultdict[int, float] = defaultdict(float)
    for first, second in product(FACES, FACES):
        found[first + second] += 1 / DIE**2
    return dict(found)


# -- barrages -----------------------------------------------------------------------------------


def committed(g: TrumpetsState, attack: Attack) -> Attack:
    """An attack with its defenders and the fire of both sides as they are now."""
    return msgspec.structs.replace(
        attack,
        defenders=members(defenders_of(g, attack)),
        fire=attack_fire(g, attack),
        return_fire=defence_fire(g, attack),
    )


def after_barrages(g: TrumpetsState, attack: Attack) -> list[tuple[float, Attack]]:
    """How an attack may look after both barrages, with the chances. Rule gc-7.

    The defender is taken to fire on the strongest of the attacking hexes.
    """
    if not g.setting.advanced:
        return [(1.0, attack)]
    found: defaultdict[Attack, float] = defaultdict(float)
    for first, shelled in _on_defender(g, attack):
        for second, answered in _on_attacker(g, shelled):
            found[answered] += first * second
    return [(chance, case) for case, chance in found.items()]


def _on_defender(g: TrumpetsState, attack: Attack) -> Iterator[tuple[float, Attack]]:
    table = g.setting.combat.on_defender
    for chance, cell in _cells(g, attack.guns, attack.fire, table):
        yield chance, attack if cell is None else after_attack_barrage(attack, cell)


def _on_attacker(g: TrumpetsState, attack: Attack) -> Iterator[tuple[float, Attack]]:
    guns, cf = attack.defending_guns, attack.return_fire
    if barrage_column(g, guns, cf) < 0:
        yield 1.0, attack
        return
    for chance, cell in _cells(g, guns, cf, g.setting.combat.on_attacker):
        if cell is None:
            yield chance, uncoordinated(attack)
        else:
            shelled = after_defence_barrage(attack, cell)
            yield chance, without(shelled, _strongest(g, attack)) if cell.effect else shelled


def _cells(
    g: TrumpetsState, guns: Pieces, cf: int, table: Mapping[int, tuple[Barrage, ...]]
) -> Iterator[tuple[float, Barrage | None]]:
    """The cells that a barrage may come to; None for none at all or fire not coordinated."""
    column = barrage_column(g, guns, cf)
    if column < 0:
        yield 1.0, None
        return
    coordinated = 1.0
    if needs_coordination(g, guns):
        coordinated = g.setting.combat.coordination[nation_of(g, guns)] / DIE
    if coordinated < 1:
        yield 1 - coordinated, None
    for roll, chance in two_dice().items():
        yield coordinated * chance, table[roll][column]


def _strongest(g: TrumpetsState, attack: Attack) -> Place:
    strength: defaultdict[Place, int] = defaultdict(int)
    for unit, home in zip(attack.attackers, attack.origins, strict=True):
        strength[home] += g.af(unit)
    return max(strength, key=lambda home: (strength[home], -home))


# -- dice ---------------------------------------------------------------------------------------


def dice_chances(charts: CombatCharts, odds: Odds, doubles: frozenset[int]) -> dict[str, Chances]:
    """Chances of the codes of the white and of the red die. Rule gc-15."""
    results: defaultdict[str, float] = defaultdict(float)
    attrition: defaultdict[str, float] = defaultdict(float)
    for red, white in product(FACES, FACES):
        if red == white and white in doubles:
            results[CANCELLED] += 1 / DIE**2
            continue
        results[charts.crt[charts.rows.row(white + odds.drm)][odds.column]] += 1 / DIE**2
        code = charts.attrition[charts.rows.row(red + odds.drm)][odds.column]
        if code:
            attrition[code] += 1 / DIE**2
    return {"result": results, "attrition": attrition}


def blitz_chances(charts: CombatCharts, odds: Odds) -> Chances:
    """Chances of the codes of the blitzkrieg table. Row tab-blitz."""
    found: defaultdict[str, float] = defaultdict(float)
    for die in FACES:
        below = odds.column < charts.blitz_from
        found["NE" if below else charts.blitz_code(die + odds.drm, odds.column)] += 1 / DIE
    return found


def attack_forecast(g: TrumpetsState, planned: Attack) -> Forecast:
    """The chances of all results of a planned attack, and what they cost on average.

    Tables: the codes of the white and of the red die. Figures: the column (from 1-4 as 0) and die
    modifier before barrages, the chances that the defenders leave and that the attackers retreat,
    and the steps that both sides lose by the dice.
    """
    attack, charts = committed(g, planned), g.setting.combat
    tables: dict[str, defaultdict[int | str, float]] = {
        "result": defaultdict(float),
        "attrition": defaultdict(float),
    }
    doubles = cancelling_doubles(g, attack.target)
    for chance, case in after_barrages(g, attack):
        if not case.attackers:
            tables["result"][BROKEN_OFF] += chance
            continue
        odds = work_out(g, case)
        found = (
            {"result": blitz_chances(charts, odds)}
            if case.blitz
            else dice_chances(charts, odds, doubles)
        )
        for name, codes in found.items():
            for code, share in codes.items():
                tables[name][code] += chance * share
    plain = work_out(g, attack)
    return Forecast(
        attackers=tuple((g.setting.units[u].id, g.af(u)) for u in attack.attackers),
        defenders=tuple((g.setting.units[u].id, g.df(u)) for u in attack.defenders),
        tables={name: dict(table) for name, table in tables.items() if table},
        figures=figures(charts, plain, tables),
        modifiers=(*plain.shifts, *plain.drms),
    )


def figures(
    charts: CombatCharts, odds: Odds, tables: Mapping[str, Mapping[int | str, float]]
) -> dict[str, float]:
    """The column from 1-4 as 0, the die modifier, and what the codes of the tables come to."""
    plain = {"column": float(odds.column), "drm": float(odds.drm)}
    totals: defaultdict[str, float] = defaultdict(float)
    for table in tables.values():
        for code, chance in table.items():
            result = charts.results.get(str(code))
            if result is None:
                continue
            totals["defender_leaves"] += chance * (result.def_retreat > 0 or result.def_eliminated)
            totals["attacker_retreats"] += chance * (result.att_retreat > 0)
            totals["defender_steps"] += chance * result.def_steps
            totals["attacker_steps"] += chance * result.att_steps
    names = ("defender_leaves", "attacker_retreats", "defender_steps", "attacker_steps")
    return plain | {name: totals[name] for name in names}
