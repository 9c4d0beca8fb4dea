"""Experience: troops that fail badly turn out to be worse than they seemed. Rules A19.13, A19.12.

Readings: a squad becomes the next lower kind, a leader loses a grade. Who has an underlined morale
is never replaced (A19.132). The lowest class of squads gives up: it is disrupted, rallies only
under a leader, and surrenders to any enemy next to it. Crews and the worst leaders just break.
"""

from __future__ import annotations

from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.core.events.men import Became, Replaced
from salient.games.squad.core.state import SquadState


def lose_quality(g: SquadState, unit: Piece, log: Log) -> None:
    """Replace a unit that failed a check by more than the rating of its side. Rule A19.13."""
    if g.setting.leaders >> unit & 1:
        replace(g, unit, g.leader(unit).lower, log)
        return
    row = g.row(unit)
    if row.steady == "yes" or row.kind == "crew":
        return
    if row.lower:
        replace(g, unit, row.lower, log)
    else:
        disrupt(g, unit, log)


def replace(g: SquadState, unit: Piece, kind: str, log: Log) -> None:
    """A unit is of another kind from now on, if there is one. Rule A19.13."""
    if kind:
        g.kind[unit] = kind
        log.append(Replaced(unit, kind))


def disrupt(g: SquadState, unit: Piece, log: Log) -> None:
    """The lowest class gives up. Rule A19.12."""
    if not g.disrupted >> unit & 1:
        g.disrupted |= 1 << unit
        log.append(Became(unit, "disrupted"))
