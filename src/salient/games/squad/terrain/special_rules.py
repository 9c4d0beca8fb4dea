"""What the special rules of a scenario make of a map (SSR)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from salient.games.squad.terrain.buildings import round_off
from salient.games.squad.terrain.light_woods import thin_out
from salient.games.squad.terrain.rows import HexRow


def apply_special_rules(rows: Sequence[HexRow], special: Collection[str]) -> list[HexRow]:
    """The lines of a map under the special rules of a scenario: towers, light woods, crest lines.

    >>> woods = HexRow("A1", terrain="woods")
    >>> [row.terrain for row in apply_special_rules([woods], ["light_woods"])]
    ['light_woods']
    """
    return [
        round_off_crest(snow_in(thin_out(round_off(row, special), special), special), special)
        for row in rows
    ]


def round_off_crest(row: HexRow, special: Collection[str]) -> HexRow:
    """Without an agreement on real crest lines a hex is all of one level. Rule fn-B3A."""
    if not row.lower or "crest_lines" in special:
        return row
    return msgspec.structs.replace(row, lower="")


def snow_in(row: HexRow, special: Collection[str]) -> HexRow:
    """Deep snow makes open ground of a vineyard (E3.73), but not of a fire zone's (B36.21)."""
    if row.terrain == "vineyard" and "deep_snow" in special:
        return msgspec.structs.replace(row, terrain="open_ground")
    return row
