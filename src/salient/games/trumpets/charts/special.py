"""Charts of the 6th Panzer Army's own: infiltration, commandos; and the events of LXXX Corps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from salient.engine.data import load_document
from salient.games.trumpets.charts.cells import read_chart

TURN_RULES = {
    "16EV": "drm-skor-1", "17PD": "drm-skor-1", "17MO": "drm-skor-2", "17AF": "drm-skor-2",
    "17EV": "drm-skor-3", "18PD": "drm-skor-3", "18MO": "drm-skor-4", "18AF": "drm-skor-4",
    "18EV": "drm-skor-5",
}  # fmt: skip
"""The row of the ledger behind the modifier of each turn."""


class TurnModifier(NamedTuple):
    """What a turn adds to a roll, and the rule for it."""

    rule: str
    value: int


class Misdirection(NamedTuple):
    """A line of the commando table: two dice from low to high. Chart tab-commando."""

    low: int
    high: int
    mf_lost: int
    team: str


class SpecialCharts:
    """What only some formations look up.

    Attributes:
        infiltration_need: Two dice at or under this succeed (tab-skor).
        infiltration_turns: Turns in which it is possible, with their modifiers (note-skor-5).
        infiltration_drm: Modifiers by condition.
        misdirection: The commando table.
        lxxx_events: Events of LXXX Corps by die and turn (78.0).
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read the charts."""
        skorzeny = load_document("charts/skorzeny_infiltration.toml", folders)
        self.infiltration_need = int(skorzeny["success"])
        self.infiltration_turns = {
            turn: TurnModifier(TURN_RULES[turn], int(value))
            for turn, value in skorzeny["turn_drm"].items()
        }
        self.infiltration_drm: dict[str, int] = skorzeny["condition_drm"]
        teams = read_chart("commando_misdirection", ("low",), folders)
        self.misdirection = tuple(
            Misdirection(int(row["low"]), int(row["high"]), int(row["mf_lost"]), row["team"])
            for row in teams.values()
        )
        events = read_chart("random_events_lxxx", ("die",), folders)
        self.lxxx_events = {int(die): row for (die,), row in events.items()}
