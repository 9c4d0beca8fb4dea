"""A scenario: its turns, the section of the map, supply, and what winning means."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from salient.engine.data import load_document
from salient.engine.errors import DataError, SetupError
from salient.engine.typed import convert
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.country import Section

SCENARIOS = "scenarios.toml"


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that brings the Germans points at the end. Rule rc-vic-1."""

    hex: str
    points: int


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario lays down. Rules rc-scn-1, rc-scn-2.

    Each has a row of its own: rc-scn-clervaux, rc-scn-losheim, rc-scn-army-7, rc-scn-bastogne,
    rc-scn-st-vith, rc-scn-panzer-6, rc-scn-panzer-5, rc-scn-campaign, rc-scn-meuse,
    rc-scn-iii-corps, rc-scn-salm-ourthe, rc-scn-end-game.

    Attributes:
        first, last: Its turns (``16MO``).
        section: First and last column, first and last row of the map.
        setup: Whose set-up file it uses.
        closed: Hexes that neither side may enter.
        supply: Hexes where supply comes from, by side (rc-sup-3).
        prizes: Places that count.
        draw, win: Points from which the game is a draw, and from which the Germans win.
        aircraft: Share of the campaign's squadrons, rounded up (rc-air-1).
    """

    first: str
    last: str
    section: tuple[int, int, int, int]
    setup: str
    supply: dict[str, list[str]]
    draw: int
    win: int
    prizes: list[Prize] = []
    closed: list[str] = []
    aircraft: float = 1.0

    @property
    def first_turn(self) -> int:
        """Number of the first turn."""
        return turn_of(self.first)

    @property
    def last_turn(self) -> int:
        """Number of the last turn."""
        return turn_of(self.last)


def read_scenario(name: str, folders: Sequence[Path]) -> Scenario:
    """Read one scenario of the file."""
    document = load_document(SCENARIOS, folders)
    if name not in document:
        raise SetupError("no-scenario", scenario=name, expected=", ".join(document))
    try:
        return convert(document[name], Scenario)
    except msgspec.ValidationError as error:
        raise DataError.entry(SCENARIOS, name, str(error)) from None


def section_of(scenario: Scenario) -> Section:
    """The section of the map a scenario is played on."""
    return Section(*scenario.section)
