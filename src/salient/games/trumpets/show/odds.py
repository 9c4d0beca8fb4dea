"""Which attack is meant when somebody asks for its chances, or describes one in words."""

from __future__ import annotations

from collections.abc import Mapping

from salient.boards.bits import each_piece
from salient.engine.errors import SetupError
from salient.engine.forecast import Forecast, told_number, told_shift
from salient.engine.ids import Place
from salient.games.trumpets.fight.combat import (
    Answering,
    CombatSegment,
    Gathering,
    able,
    can_attack,
)
from salient.games.trumpets.fight.forecast import dice_chances, figures
from salient.games.trumpets.fight.modifiers import Entry
from salient.games.trumpets.fight.odds import Odds, odds_column
from salient.games.trumpets.fight.situation import defenders_of
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.roster import SIDES
from salient.games.trumpets.setting import TrumpetsSetting
from salient.games.trumpets.state import Attack, TrumpetsState

WORDS = ("attack", "defence", "shift", "drm")
"""What an attack may be described with, see :func:`described_attack`."""

GIVEN = "gc-8"
"""The rule under which shifts and modifiers stand that were given in words."""


def planned_attack(g: TrumpetsState, target: Place) -> Attack | None:
    """The attack on a hex that is put together, or the strongest that the troops could make.

    None if nobody can attack it now, or the dice have fallen.
    """
    for step in reversed(g.steps):
        if isinstance(step, Gathering | Answering):
            if g.fight.target == target and g.fight.attackers:
                return g.fight
        elif isinstance(step, CombatSegment | Movement):
            return _strongest(g, target, step.side, step.corps)
    return None


def _strongest(g: TrumpetsState, target: Place, side: int, corps: int) -> Attack | None:
    units = tuple(u for u in each_piece(able(g, corps)) if can_attack(g, u, target))
    origins = tuple(g.where[unit] for unit in units)
    attack = Attack(side, corps, target, attackers=units, origins=origins)
    return attack if units and defenders_of(g, attack) else None


def described_attack(setting: TrumpetsSetting, words: Mapping[str, str]) -> Forecast:
    """The chances of an attack described in words.

    ``attack`` and ``defence`` are total strengths, ``shift`` columns to the right (negative: to
    the left), ``drm`` the modifier of both dice (positive: for the defender).
    """
    for word in words:
        if word not in WORDS:
            raise SetupError("no-word", word=word, expected=", ".join(WORDS))
    attack, defence = told_number(words, "attack"), told_number(words, "defence")
    shift, drm = told_shift(words, "shift"), told_shift(words, "drm")
    entries = (Entry(GIVEN, shift, drm),) if shift or drm else ()
    charts = setting.combat
    odds = Odds(attack, defence, odds_column(attack, defence), entries, charts.drm)
    tables: dict[str, dict[int | str, float]] = {
        name: dict(table.items()) for name, table in dice_chances(charts, odds, frozenset()).items()
    }
    return Forecast(
        attackers=((SIDES[0], attack),),
        defenders=((SIDES[1], defence),),
        tables=tables,
        figures=figures(charts, odds, tables),
        modifiers=(*odds.shifts, *odds.drms),
    )
