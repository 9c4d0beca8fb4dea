"""The track of a campaign: its dates, and the steps of the refit phase or the phases of a turn."""

from __future__ import annotations

from salient.engine.ids import enemy
from salient.engine.messages import Value, message
from salient.engine.turns import TurnTrack
from salient.games.peiper.calendar import date_name
from salient.games.peiper.sequence import INITIAL, REFIT
from salient.games.peiper.state import PeiperState
from salient.games.squad.sequence import PHASES


def turn_track(g: PeiperState) -> TurnTrack:
    """The CG dates and where one stands. Rules P8.2-CG-date, P8.6, A3.

    A date has a refit phase and as many turns as the dice allow: the rounds of the track.
    """
    dates = tuple(date_name(date) for date in g.setting.dates)
    phases, phase = refit_steps(g) if g.refit else phases_of_turn(g)
    fought = 0 if g.refit else g.turn
    return TurnTrack(dates, g.setting.dates.index(g.date), phases, phase, fought)


def refit_steps(g: PeiperState) -> tuple[tuple[tuple[int, Value], ...], int]:
    """The steps of this refit phase, and which is being done. Rule P8.6-table."""
    first = g.terms.initial and g.refit in INITIAL
    steps = INITIAL if first else tuple(REFIT)
    return tuple((-1, message(f"phase.{step}")) for step in steps), steps.index(g.refit)


def phases_of_turn(g: PeiperState) -> tuple[tuple[tuple[int, Value], ...], int]:
    """The phases of both player turns, and which is being played. Rule A3."""
    sides = (g.first, enemy(g.first))
    phases = tuple((side, message(f"phase.{name}")) for side in sides for name in PHASES)
    if g.phase not in PHASES:
        return phases, -1
    return phases, sides.index(g.mover) * len(PHASES) + PHASES.index(g.phase)
