"""The stacking chart (23.0, 24.0): how many units a hex holds, and which divisions may mix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from salient.boards.bits import set_of
from salient.engine.data import load_document
from salient.games.trumpets.charts.names import COUNTED_AS_ONE, PRINTED_UNITS, formation_id
from salient.games.trumpets.roster import GERMAN, SIDES, Roster


class StackingChart:
    """What may be together in a hex.

    Attributes:
        units: Units a hex holds, by side, HQs apart (stack-3, stack-4).
        artillery_units: Units of German artillery formations among them (stack-6).
        tank_battalions: Allied tank battalions among them (stack-5).
        artillery_formations: Battalions of German artillery and rocket corps and brigades, and
            all substitutes (rc-stack-1).
        pairs: Formations whose units may share a hex (stack-7, stack-8).
        counted_as_one: Sets of two units that count as one (stack-7).
    """

    def __init__(self, folders: Sequence[Path], roster: Roster) -> None:
        """Read the chart for the units of a scenario."""
        chart = load_document("charts/stacking.toml", folders)
        self.units = tuple(int(chart[side]["units_per_hex"]) for side in SIDES)
        self.artillery_units = int(chart["german"]["artillery_formation_units_per_hex"])
        self.tank_battalions = int(chart["allied"]["tank_battalions_per_hex"])
        pairs = [tuple(row["pair"]) for row in chart["special"]]
        index = roster.formation_index
        self.pairs = tuple(
            (index[formation_id(a)], index[formation_id(b)])
            for a, b in pairs
            if (a, b) != COUNTED_AS_ONE
        )
        twins = [PRINTED_UNITS[name] for name in COUNTED_AS_ONE]
        self.counted_as_one = (
            (set_of(roster.index[unit] for unit in twins),)
            if COUNTED_AS_ONE in pairs and all(unit in roster.index for unit in twins)
            else ()
        )
        self.artillery_formations = roster.substitutes | set_of(
            number
            for number, unit in enumerate(roster.units)
            if unit.side == GERMAN and unit.guns.startswith(("VAK", "VWB"))
        )
