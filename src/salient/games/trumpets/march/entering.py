"""What happens when units enter a hex or stop in it."""

from __future__ import annotations

from salient.engine.state import Log
from salient.games.trumpets.state import TrumpetsState


def enter_hex(g: TrumpetsState, units: tuple[int, ...], place: int, log: Log) -> None:
    """Units have entered a hex by movement."""


def stop_in_hex(g: TrumpetsState, place: int, log: Log) -> None:
    """A move has ended in a hex."""
