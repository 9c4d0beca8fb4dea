"""The exact chances of an attack, every modifier with its rule, before it is declared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from salient.boards.bits import members
from salient.engine.errors import SetupError
from salient.engine.events import Modifier
from salient.engine.forecast import Forecast
from salient.games.bulge.combat import (
    DIE,
    MIN_COLUMN,
    Gathering,
    Odds,
    able,
    defending,
    may_combine,
    odds_column,
    work_out,
)
from salient.games.bulge.results import ATTACKER_RETREATS, DEFENDER_RETREATS, LOSSES
from salient.games.bulge.setting import SIDES, BulgeSetting
from salient.games.bulge.state import BulgeState, Combat
from salient.games.bulge.terrain import is_fortress

RESULTS = tuple([*LOSSES, "DElim", "Aopt"])
"""All results; their place in this list is their key in a forecast's table."""

WORDS = ("attack", "defence", "shift", "fortress")


def chances(setting: BulgeSetting, column: int) -> dict[str, float]:
    """The chance of each result in a column of the table. Rule 8.3-5."""
    found: defaultdict[str, float] = defaultdict(float)
    for first in range(1, DIE + 1):
        for second in range(1, DIE + 1):
            result = setting.crt[first + second][max(column, MIN_COLUMN)]
            found[result] += 1 / DIE**2
    return dict(found)


def planned_attack(g: BulgeState, target: int) -> tuple[Combat, int] | None:
    """The attack being put together on a hex, or the strongest one that could be."""
    step = g.steps[-1] if g.steps else None
    if isinstance(step, Gathering) and step.combat.target == target:
        if step.combat.attackers:
            return step.combat, step.side
        return _strongest(g, target, step.side, step.number)
    for declared in g.declared:
        if declared.target == target:
            return declared, g.setting.side_of[declared.attackers[0]]
    decider = g.offered.side if g.offered else 0
    return _strongest(g, target, decider, 1)


def _strongest(g: BulgeState, target: int, side: int, number: int) -> tuple[Combat, int] | None:
    if not defending(g, target, side):
        return None
    around = g.setting.board.around(1 << target)
    chosen: list[int] = []
    for unit in sorted(members(able(g, side, number)), key=g.attack, reverse=True):
        near = around >> g.where[unit] & 1
        if near and all(may_combine(g, target, unit, other) for other in chosen):
            chosen.append(unit)
    return (Combat(target, tuple(chosen)), side) if chosen else None


def attack_forecast(g: BulgeState, combat: Combat, side: int) -> Forecast:
    """The chances of all results of an attack. Rules 8.3, 8.4."""
    odds = work_out(g, combat, side)
    defenders = defending(g, combat.target, side)
    return _forecast(
        g.setting,
        odds,
        fortress=is_fortress(g, combat.target),
        attackers=tuple((g.setting.units[u].id, g.attack(u)) for u in combat.attackers),
        defenders=tuple((g.setting.units[u].id, g.defence(u)) for u in defenders),
    )


def _forecast(
    setting: BulgeSetting,
    odds: Odds,
    *,
    fortress: bool,
    attackers: tuple[tuple[str, int], ...],
    defenders: tuple[tuple[str, int], ...],
) -> Forecast:
    table = chances(setting, odds.column)
    losses = {result: LOSSES.get(result, (0, 0)) for result in table}
    retreat = 0.0 if fortress else sum(table.get(result, 0) for result in DEFENDER_RETREATS)
    return Forecast(
        attackers=attackers,
        defenders=defenders,
        tables={result: {losses[result][1]: chance} for result, chance in sorted(table.items())},
        figures={
            "column": float(max(odds.column, MIN_COLUMN)),
            "defender_gone": retreat + table.get("DElim", 0.0),
            "attacker_retreats": sum(table.get(result, 0) for result in ATTACKER_RETREATS),
            "attacker_loss": sum(losses[r][0] * p for r, p in table.items()),
            "defender_loss": sum(losses[r][1] * p for r, p in table.items()),
        },
        modifiers=odds.shifts,
    )


def described_attack(setting: BulgeSetting, words: Mapping[str, str]) -> Forecast:
    """The chances of an attack described in words.

    ``attack`` and ``defence`` are total strengths, ``shift`` columns to the right (negative: to
    the left), ``fortress`` if it is given at all.
    """
    for word in words:
        if word not in WORDS:
            raise SetupError("no-word", word=word, expected=", ".join(WORDS))
    numbers = {name: _number(words, name) for name in ("attack", "defence", "shift")}
    shift = Modifier("8.3-4", numbers["shift"])
    odds = Odds(
        numbers["attack"],
        numbers["defence"],
        odds_column(numbers["attack"], numbers["defence"]),
        (shift,) if shift.value else (),
    )
    return _forecast(
        setting,
        odds,
        fortress="fortress" in words,
        attackers=((SIDES[0], odds.attack),),
        defenders=((SIDES[1], odds.defence),),
    )


def _number(words: Mapping[str, str], name: str) -> int:
    text = words.get(name, "0")
    try:
        return int(text)
    except ValueError:
        raise SetupError("not-number", word=name, text=text) from None


