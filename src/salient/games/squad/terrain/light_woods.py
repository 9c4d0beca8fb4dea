"""Light woods (rule B35).

To sight they are a screen, a hindrance and no obstacle (B35.2; ``terrain.csv``), to movers a line
of the terrain chart: a tracked vehicle pays a third of its allotment, and its bog check is harder
by one (B35.3). There are none unless a special rule of the scenario says so.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from salient.games.squad.terrain.rows import HexRow


def thin_out(row: HexRow, special: Collection[str]) -> HexRow:
    """Under the special rule all woods are light woods; without it none are. Rule B35.1."""
    if row.terrain not in ("woods", "light_woods"):
        return row
    terrain = "light_woods" if "light_woods" in special else "woods"
    return row if row.terrain == terrain else msgspec.structs.replace(row, terrain=terrain)
