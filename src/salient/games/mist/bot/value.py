"""How good a position looks: the hook of bots that weigh one state against another."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.games.mist.rules.victory import TOWN_POINTS, town_state
from salient.games.mist.setting import GERMAN
from salient.games.mist.state import MistState

STRENGTH_WORTH = 0.5
"""Victory points that a strength point is worth on the map."""


def evaluate(g: MistState, side: int) -> float:
    """Points scored and in hand plus the balance of strength, seen from a side."""
    setting = g.setting
    balance = sum(
        strength if setting.side_of[unit] == GERMAN else -strength
        for unit, strength in enumerate(g.strength)
        if g.where[unit] >= 0
    )
    score = g.vp + holdings(g) + STRENGTH_WORTH * balance
    return score if side == GERMAN else -score


def holdings(g: MistState) -> float:
    """What the Germans would score for the ground they hold now."""
    setting = g.setting
    if setting.towns:
        return sum(TOWN_POINTS[town_state(g, town)] for town in setting.towns)
    areas = sum(setting.vp[area] for area in each_place(g.german_control & setting.section))
    zones = sum(
        g.total(g.stack(zone, GERMAN)) * setting.multiplier[zone]
        for zone in each_place(g.present[GERMAN] & setting.exit_zones)
    )
    return areas + zones
