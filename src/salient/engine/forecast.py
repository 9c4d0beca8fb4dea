"""Forecasts: the exact chances of a combat before anyone is committed."""

from __future__ import annotations

import msgspec

from salient.engine.events import Modifier


class Forecast(msgspec.Struct, frozen=True):
    """What a combat will come to, in a shape that any front end can show.

    Attributes:
        attackers: Names and strengths of the attacking pieces.
        defenders: Names and strengths of the defending pieces.
        tables: Distributions by message id (``forecast.<id>``): chance of each outcome, a number
            or a word of the table of that name.
        figures: Single numbers by message id: expected losses, chances of events.
        modifiers: The modifiers that apply, with their rules.
    """

    attackers: tuple[tuple[str, int], ...]
    defenders: tuple[tuple[str, int], ...]
    tables: dict[str, dict[int | str, float]]
    figures: dict[str, float]
    modifiers: tuple[Modifier, ...]
