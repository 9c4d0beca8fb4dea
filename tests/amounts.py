"""How much random play: some with every change, the full campaign in ``make soak``."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("SALIENT_SOAK"))


def amount(with_every_change: int, soak: int) -> int:
    """How many games, kills or examples a test of random play takes now."""
    return soak if SOAK else with_every_change
