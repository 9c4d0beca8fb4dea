"""The exact chances of an attack, every modifier with its rule, before it is declared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from salient.engine import remembered
from salient.engine.errors import SetupError
from salient.engine.events import Modifier
from salient.engine.forecast import Forecast, told_number, told_shift
from salient.engine.ids import Piece, Place
from salient.games.bulge.rules.combat import (
    DIE,
    MIN_COLUMN,
    Declaring,
    Gathering,
    Odds,
    Ordering,
    Resolution,
    able,
    attack_strength,
    blocs,
    defending,
    is_allowed,
    next_to,
    odds_column,
    work_out,
)
from salient.games.bulge.rules.movement import Movement
from salient.games.bulge.rules.results import ATTACKER_RETREATS, DEFENDER_RETREATS, LOSSES
from salient.games.bulge.rules.retreat import DEFENDER_DISTANCE, retreats
from salient.games.bulge.rules.terrain import is_fortress
from salient.games.bulge.setting import SIDES, BulgeSetting
from salient.games.bulge.state import FULL, BulgeState, Combat

WORDS = ("attack", "defence", "shift", "steps", "fortress")
"""What an attack may be described with, see :func:`described_attack`."""


@remembered(most=64)
def chances(setting: BulgeSetting, column: int) -> Mapping[str, float]:
    """The chance of each result in a column of the table, 1:2 being 0. Rule 8.3-5."""
    found: defaultdict[str, float] = defaultdict(float)
    for first in range(1, DIE + 1):
        for second in range(1, DIE + 1):
            found[setting.crt[first + second][max(column, MIN_COLUMN)]] += 1 / DIE**2
    return dict(sorted(found.items()))


# -- which attack -------------------------------------------------------------------------------


def planned_attack(g: BulgeState, target: Place) -> tuple[Combat, int] | None:
    """The attack on a hex that is put together, declared, or the strongest that could be.

    None if there is none that the rules allow, or its dice have fallen.
    """
    for step in reversed(g.steps):
        if isinstance(step, Gathering | Resolution) and step.combat.target == target:
            if step.combat.attackers:
                return _if_allowed(g, step.combat, step.side)
        elif isinstance(step, Declaring | Ordering) and (combat := _declared(g, target)):
            return _if_allowed(g, combat, step.side)
        elif isinstance(step, Declaring):
            return _strongest(g, target, step.side, able(g, step.side, step.number))
        elif isinstance(step, Movement):
            fresh = g.copy()
            fresh.fought = 0
            return _strongest(fresh, target, step.side, able(fresh, step.side, step.number))
    return None


def _declared(g: BulgeState, target: Place) -> Combat | None:
    return next((combat for combat in g.declared if combat.target == target), None)


def _strongest(g: BulgeState, target: Place, side: int, units: int) -> tuple[Combat, int] | None:
    groups = blocs(g, target, next_to(g, target, units))
    if not groups:
        return None
    return _if_allowed(g, Combat(target, max(groups, key=lambda b: attack_strength(g, b))), side)


def _if_allowed(g: BulgeState, combat: Combat, side: int) -> tuple[Combat, int] | None:
    if not defending(g, combat.target, side):
        return None
    return (combat, side) if is_allowed(g.setting, work_out(g, combat, side)) else None


# -- its chances --------------------------------------------------------------------------------


def attack_forecast(g: BulgeState, combat: Combat, side: int) -> Forecast:
    """The chances of all results of an attack. Rules 8.3, 8.4."""
    defenders = defending(g, combat.target, side)
    return _forecast(
        g.setting,
        work_out(g, combat, side),
        attackers=tuple((g.setting.units[u].id, g.attack(u)) for u in combat.attackers),
        defenders=tuple((g.setting.units[u].id, g.defence(u)) for u in defenders),
        steps=(_steps(g, combat.attackers), _steps(g, defenders)),
        fortress=is_fortress(g, combat.target),
        trapped=not any(retreats(g, unit, DEFENDER_DISTANCE) for unit in defenders),
    )


def _steps(g: BulgeState, units: Sequence[Piece]) -> int:
    return sum(g.steps_left[unit] for unit in units)


def _forecast(
    setting: BulgeSetting,
    odds: Odds,
    *,
    attackers: tuple[tuple[str, int], ...],
    defenders: tuple[tuple[str, int], ...],
    steps: tuple[int, int],
    fortress: bool,
    trapped: bool,
) -> Forecast:
    """The chances in a column, for a defender who stands wherever possible.

    Its tables give the chances of the results and of the steps the defender loses. Its figures
    are the column (1:2 by a name of its own), the chances that the defenders are gone and that the
    attackers must retreat, and the steps both sides lose on average; the Aopt of 8.4 counts as
    no loss.

    Args:
        setting: Where the table is.
        odds: Strengths and shifts.
        attackers: Names and strengths.
        defenders: Names and strengths.
        steps: Steps the attackers and the defenders have.
        fortress: Whether the defenders ignore forced retreats (12.3a).
        trapped: Whether a forced retreat makes all defenders surrender (5.6).
    """
    table = chances(setting, odds.column)
    lost, gone = {}, 0.0
    for result, chance in table.items():
        driven = result in DEFENDER_RETREATS and not fortress
        by_attacker, by_defender = LOSSES.get(result, (0, 0))
        if result == "DElim" or (driven and trapped):
            by_defender = steps[1]
        lost[result] = (min(by_attacker, steps[0]), min(by_defender, steps[1]))
        if driven or lost[result][1] == steps[1]:
            gone += chance
    return Forecast(
        attackers=attackers,
        defenders=defenders,
        tables={
            "result": dict(table.items()),
            "defender_lost": _by_steps(lost, table),
        },
        figures={
            "column" if odds.column > MIN_COLUMN else "lowest_column": max(odds.column, 0.5),
            "defender_gone": gone,
            "attacker_retreats": sum(table.get(result, 0.0) for result in ATTACKER_RETREATS),
            "attacker_loss": sum(lost[result][0] * chance for result, chance in table.items()),
            "defender_loss": sum(lost[result][1] * chance for result, chance in table.items()),
        },
        modifiers=odds.shifts,
    )


def _by_steps(
    lost: Mapping[str, tuple[int, int]], table: Mapping[str, float]
) -> dict[int | str, float]:
    found: defaultdict[int | str, float] = defaultdict(float)
    for result, chance in table.items():
        found[lost[result][1]] += chance
    return dict(sorted(found.items()))


# -- in words -----------------------------------------------------------------------------------


def described_attack(setting: BulgeSetting, words: Mapping[str, str]) -> Forecast:
    """The chances of an attack described in words.

    ``attack`` and ``defence`` are total strengths, ``shift`` columns to the right (negative: to
    the left), ``steps`` those of the defenders (two, one full unit, if missing); ``fortress`` alone
    or with ``yes`` says that they are in one. Of an attack that may not be made just that is said
    (8.2-1c).
    """
    for word in words:
        if word not in WORDS:
            raise SetupError("no-word", word=word, expected=", ".join(WORDS))
    attack, defence = told_number(words, "attack"), told_number(words, "defence")
    shift = Modifier("8.3-4", told_shift(words, "shift"))
    odds = Odds(attack, defence, odds_column(attack, defence), (shift,) if shift.value else ())
    steps = told_number(words, "steps", range(1, 100), FULL)
    fortress = _flag(words, "fortress")
    attackers, defenders = ((SIDES[0], attack),), ((SIDES[1], defence),)
    if not is_allowed(setting, odds):
        return Forecast(attackers, defenders, {}, {"not_allowed": odds.column}, odds.shifts)
    return _forecast(
        setting,
        odds,
        attackers=attackers,
        defenders=defenders,
        steps=(FULL, steps),
        fortress=fortress,
        trapped=False,
    )


def _flag(words: Mapping[str, str], name: str) -> bool:
    """Whether something is said to be so: a word alone is a yes."""
    text = words.get(name, "no")
    if text not in ("", "yes", "no"):
        raise SetupError("no-argument", word=f"{name}={text}", expected=f"{name}=yes, {name}=no")
    return text != "no"
