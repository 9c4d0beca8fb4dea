"""Counters in the box: pieces that no scenario sets up and that chapters bring into play.

A squad that deploys needs a second half-squad (A1.31), a vehicle that is given up a crew (D5.4),
heat of battle and close combat new heroes and leaders (A15.2, A18.2). The setting has them from
the start, so that a piece is a number for the whole game; the state knows which of them are still
in the box (``SquadState.spare``). If a counter runs out, what would bring it does not happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from salient.engine.ids import Piece
from salient.games.squad.core.unit_rows import InfantryRow, SideName, UnitRow, VehicleRow

SIDES: tuple[SideName, ...] = ("german", "american")
HEROES_EACH = 2
"""Heroes in the box of each side: ours."""

VEHICLE_CREWS: Mapping[SideName, str] = {"german": "ss127", "american": "us126"}
"""The kind of crew that leaves a vehicle (D5.4)."""

REMOVABLE: Mapping[tuple[SideName, int], str] = {
    ("german", 2): "ssLMG",
    ("german", 3): "ssLMG",
    ("american", 4): "usMMG",
}
"""The machine-gun that a crew takes off its vehicle, by side and firepower (D6.631)."""

HEROES: Mapping[SideName, str] = {"german": "sshero", "american": "ushero"}
"""The kind of hero that a side has (A15.21)."""

NEW_LEADERS: Mapping[SideName, tuple[str, ...]] = {
    "german": ("ss81", "ss80", "ss70"),
    "american": ("us81", "us80", "us70", "us61"),
}
"""Leaders who come up from the ranks (A18.2); the SS has none worse than a 7-0."""

Role = Literal["half", "crew", "gun", "hero", "leader"]


class Spare(NamedTuple):
    """A counter in the box.

    Attributes:
        row: What it is.
        unit: The unit of the order of battle that it belongs to, or by whose group it stands.
        role: What it is for: a second half-squad, the crew or the removable machine-gun of a
            vehicle, a hero, a new leader.
    """

    row: UnitRow
    unit: Piece
    role: Role


def spare_counters(
    rows: Sequence[UnitRow], kinds: Mapping[str, UnitRow], special: frozenset[str]
) -> Iterator[Spare]:
    """The counters in the box of an order of battle, as its special rules need them.

    Args:
        rows: The rows of its units.
        kinds: All rows by kind.
        special: Its special rules.
    """
    for unit, row in enumerate(rows):
        if "deployment" in special and isinstance(row, InfantryRow) and row.kind == "squad":
            yield Spare(row, Piece(unit), "half")
        if "crews" in special and isinstance(row, VehicleRow) and (row.armoured or row.calibre):
            yield Spare(kinds[VEHICLE_CREWS[row.side]], Piece(unit), "crew")
            gun = REMOVABLE.get((row.side, row.aamg))
            if gun:
                yield Spare(kinds[gun], Piece(unit), "gun")
    for side in SIDES:
        first = next((Piece(unit) for unit, row in enumerate(rows) if row.side == side), None)
        if first is None:
            continue
        if "heat_of_battle" in special:
            yield from (Spare(kinds[HEROES[side]], first, "hero") for _ in range(HEROES_EACH))
        if "leader_creation" in special:
            yield from (Spare(kinds[name], first, "leader") for name in NEW_LEADERS[side])
