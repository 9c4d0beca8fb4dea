"""The finished hex map of *Ardennes '44* as the map maker hands it on."""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, load_theatre, read_rows
from salient.theatre.hex_grid import ARDENNES, Side, hex_at
from salient.theatre.hex_regions import ArmyLine
from salient.theatre.hex_rivers import HexRiver


class Town(NamedTuple):
    """A named hex; the grade is town, city, important, fortress, or crossroads for a mere name."""

    place: str
    hex: Hex
    grade: str
    name: str
    ja: str
    reason: str


class Entry(NamedTuple):
    """A way onto the map or off it: a road at the map's edge (rules 9.3, 11.2 and 13.5)."""

    id: str
    direction: str
    hex: Hex
    colour: str
    capacity: int
    name: str
    reason: str


class Fixes(NamedTuple):
    """The hand corrections of ``bulge-corrections.csv``, each with its reason."""

    places: dict[str, Hex]
    terrain: dict[Hex, str]
    no_wall: set[Hex]
    flat: set[str]
    roads: dict[Side, str]
    rivers: dict[Side, str]
    reasons: dict[tuple[str, str], str]


class HexMap(NamedTuple):
    """The whole map."""

    terrain: dict[Hex, str]
    towns: dict[Hex, Town]
    wall: list[Hex]
    sectors: dict[Hex, str]
    armies: dict[Hex, str]
    rivers: list[HexRiver]
    roads: dict[Side, str]
    entries: list[Entry]
    lines: list[ArmyLine]
    fixes: Fixes


def load_fixes() -> Fixes:
    """Read the hand corrections."""
    fixes = Fixes({}, {}, set(), set(), {}, {}, {})
    for row in read_rows(DATA / "bulge-corrections.csv"):
        kind, a, b, value = row["kind"], row["a"], row["b"], row["value"]
        fixes.reasons[kind, a + b] = row["reason"]
        match kind:
            case "place":
                fixes.places[a] = Hex.parse(b)
            case "terrain":
                fixes.terrain[Hex.parse(a)] = value
            case "wall":
                fixes.no_wall.add(Hex.parse(a))
            case "relief":
                fixes.flat.add(a)
            case "road":
                fixes.roads[Hex.parse(a), Hex.parse(b)] = value
            case "river":
                fixes.rivers[Hex.parse(a), Hex.parse(b)] = value
            case _:
                raise ValueError(f"bulge-corrections.csv: unknown kind {kind}")
    return fixes


def load_towns(fixes: Fixes) -> dict[Hex, Town]:
    """The towns of ``bulge-towns.csv`` in their hexes."""
    towns: dict[Hex, Town] = {}
    places = load_theatre().places
    for row in read_rows(DATA / "bulge-towns.csv"):
        key = row["place"]
        hex_ = fixes.places.get(key) or hex_at(ARDENNES.to_plane(places[key].point))
        if not ARDENNES.has(hex_) or hex_ in towns:
            raise ValueError(f"bulge-towns.csv: {key} has no hex of its own: {hex_}")
        towns[hex_] = Town(key, hex_, row["class"], row["name"], row["ja"], row["reason"])
    return towns


def load_entries() -> list[Entry]:
    """The entry hexes of ``bulge-entries.csv``."""
    capacity = {"grey": 0, "yellow": 1, "orange": 2}
    return [
        Entry(
            row["id"],
            row["direction"],
            Hex.parse(row["hex"]),
            row["colour"],
            capacity[row["colour"]],
            row["name"],
            row["reason"],
        )
        for row in read_rows(DATA / "bulge-entries.csv")
    ]
