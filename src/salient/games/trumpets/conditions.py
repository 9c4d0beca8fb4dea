"""What counts in a scenario besides places: bridges, exits, losses (rc-scn-2, rc-vic-1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from salient.engine.data import load_document
from salient.engine.errors import DataError
from salient.engine.typed import convert

CONDITIONS = "conditions.toml"


class Condition(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that brings the Germans points, or costs them."""


class Bridges(Condition, frozen=True, tag="bridge"):
    """Each bridge over a river that stands, with its western end in German hands."""

    river: str
    points: int
    most: int


class WestOf(Condition, frozen=True, tag="west_of"):
    """Each such German unit west of a column at the end."""

    column: int
    who: str
    points: int


class Exits(Condition, frozen=True, tag="exit"):
    """Each such German unit that leaves over the roads of a column. Rule rc-exit-1."""

    column: int
    rows: tuple[int, int]
    who: str
    points: int
    by: str = "26EV"


class Eliminations(Condition, frozen=True, tag="eliminated"):
    """Every so many eliminated battalions of a side."""

    side: str
    points: int
    each: int


class RoadAround(Condition, frozen=True, tag="road_around"):
    """A German supply road past a hex, north and south of it."""

    hex: str
    points: int
    most: int


class Before(Condition, frozen=True, tag="before"):
    """More points for a place that fell before a turn and is still held."""

    hex: str
    turn: str
    points: int


class WestOfRiver(Condition, frozen=True, tag="west_of_river"):
    """Every so many battalions of a side west of a river at the end."""

    river: str
    side: str
    points: int
    each: int


class Destroyed(Condition, frozen=True, tag="destroyed"):
    """Each destroyed division of a side, perhaps of one nation: no front-line unit is left."""

    side: str
    points: int
    nation: str = ""


class OverTheMeuse(Condition, frozen=True, tag="meuse"):
    """So many German front-line units in supply beyond the Meuse win at once."""

    units: int = 2


class StaysWest(Condition, frozen=True, tag="stays_west_of_river"):
    """A formation that may not cross a river eastwards: a limit, no points."""

    river: str
    who: str


AnyCondition = (
    Bridges | WestOf | Exits | Eliminations | RoadAround | Before | WestOfRiver | Destroyed
    | OverTheMeuse | StaysWest
)  # fmt: skip
"""All conditions; ``kind`` says which."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory: how a game with at least so many German points ends. Rule rc-vic-1."""

    outcome: str
    at_least: int
    winner: str


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts in a scenario besides places, and what the sum means.

    Attributes:
        points: The conditions.
        levels: The levels of victory, the best for the Germans first; none: win, draw, loss.
    """

    points: tuple[AnyCondition, ...] = ()
    levels: tuple[Level, ...] = ()


def read_conditions(scenario: str, folders: Sequence[Path]) -> Conditions:
    """The conditions of a scenario."""
    document = load_document(CONDITIONS, folders)
    try:
        return convert(document.get(scenario, {}), Conditions)
    except msgspec.ValidationError as error:
        raise DataError.entry(CONDITIONS, scenario, str(error)) from None
