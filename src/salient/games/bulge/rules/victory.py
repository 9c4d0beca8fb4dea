"""Chapter 13: victory points and the end of the game."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.engine.events import GameEnded
from salient.engine.state import Log
from salient.games.bulge.events import Recorded
from salient.games.bulge.rules.supply import note_captures, occupied_hexes
from salient.games.bulge.setting import ALLIED, GERMAN, LAST_TURN
from salient.games.bulge.state import BulgeState

CITY = 10
"""Rule 13.3-4."""

INTRUDER = 2
"""Rule 13.11: points the Germans lose for each Allied unit beyond the West Wall."""

INTRUSION_TURN = 8
GERMAN_GOAL = 60
ALLIED_GOAL = {8: 35, 9: 40, 10: 45, 11: 48, 12: 51, 13: 54}
"""Rule 13.1b."""


def city_points(g: BulgeState) -> int:
    """Points of the important and fortress cities the Germans occupy. Rule 13.3-4.

    With the option city_vp=kept a captured city counts until the Allies recapture it, even if it
    loses its road.
    """
    setting = g.setting
    if setting.city_vp_kept:
        return CITY * g.captured.bit_count()
    return CITY * (occupied_hexes(g, GERMAN) & setting.prizes).bit_count()


def german_total(g: BulgeState) -> int:
    """All German victory points as things stand. Rules 13.2, 13.4, 13.10, 13.11."""
    intruders = g.intruders.bit_count()
    return city_points(g) + g.destroyed_vp + g.exit_vp - INTRUDER * intruders


def take_stock(g: BulgeState) -> None:
    """Note what has changed hands and who is in Germany. Rules 13.3-2b, 13.11."""
    note_captures(g)
    update_intruders(g)


def update_intruders(g: BulgeState) -> None:
    """Allied units that have gone beyond the West Wall since turn 8. Rules 13.11-1, 13.11-2.

    A unit counts from the moment it crosses; it stops counting when it leaves Germany, is
    isolated or destroyed. Units that crossed earlier never count while they stay.
    """
    inside = 0
    for place in each_place(g.setting.germany & g.occupied[ALLIED]):
        inside |= g.stack(place, ALLIED)
    g.intruders &= inside
    g.early_intruders &= inside
    if g.turn < INTRUSION_TURN:
        g.early_intruders |= inside
    else:
        g.intruders |= inside & ~g.early_intruders & ~g.isolated


def record(g: BulgeState, side: int, log: Log) -> None:
    """Record the German points at the end of a player turn. Rules 4.2-A5, 4.2-B5."""
    take_stock(g)
    g.vp = german_total(g)
    log.append(Recorded(side, g.vp))


def judge_turn(g: BulgeState, log: Log) -> None:
    """Whether the game is won at the end of a game turn. Rules 4.3, 13.1."""
    if g.turn in ALLIED_GOAL:
        if g.vp >= GERMAN_GOAL:
            g.outcome = "german_victory"
        elif g.vp <= ALLIED_GOAL[g.turn]:
            g.outcome = "allied_victory"
        elif g.turn == LAST_TURN:
            g.outcome = "draw"
    if g.outcome:
        log.append(GameEnded(g.outcome, g.vp))


def winner(g: BulgeState) -> int | None:
    """The side that won, if one did."""
    return {"german_victory": GERMAN, "allied_victory": ALLIED}.get(g.outcome)
