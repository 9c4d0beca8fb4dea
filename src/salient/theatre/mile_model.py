"""The mile map of *A Time for Trumpets* as the map maker hands it on, and its lists."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, load_theatre, read_rows
from salient.theatre.hex_grid import MILES, Side, hex_at
from salient.theatre.hex_rivers import HexRiver


class Named(NamedTuple):
    """A named hex: a city, town or village, or a mere name."""

    place: str
    hex: Hex
    kind: str
    name: str
    ja: str
    reason: str


class Gate(NamedTuple):
    """A road at the edge of the map by which units come and go; its number among its side's."""

    id: str
    side: str
    order: int
    hex: Hex
    name: str
    ja: str
    reason: str


class Water(NamedTuple):
    """What flows along a hexside: the name, and the class great, river or stream."""

    name: str
    grade: str


class Fixes(NamedTuple):
    """The hand corrections of ``mile-corrections.csv``, each with its reason."""

    terrain: dict[Hex, str]
    rivers: dict[Side, str]
    roads: dict[Side, str]
    bridges: dict[Side, str]
    fords: set[Side]
    wall: dict[Hex, str]
    squalls: set[Hex]
    reasons: dict[tuple[str, str], str]


class MileMap(NamedTuple):
    """The whole map.

    Attributes:
        terrain: What covers each hex.
        named: Cities, towns, villages and mere names.
        rivers: The rivers from source to mouth, with the class of their water.
        water: The same by hexside.
        roads: Primary or secondary, by hexside.
        lanes: Roads that only join a village to the net.
        bridges: Whole or blown, by hexside.
        fords: The hexsides of fords.
        armies: The German army area of each hex.
        lxvii: The area of LXVII Corps.
        east: The hexes beyond the Our and the Sauer.
        wall: Fortress hexes.
        areas: Areas of operations by date and US corps.
        gates: The ways onto the map.
        fixes: The hand corrections.
    """

    terrain: dict[Hex, str]
    named: dict[Hex, Named]
    rivers: list[HexRiver]
    water: dict[Side, Water]
    roads: dict[Side, str]
    lanes: set[Side]
    bridges: dict[Side, str]
    fords: set[Side]
    armies: dict[Hex, str]
    lxvii: set[Hex]
    east: set[Hex]
    wall: set[Hex]
    areas: dict[tuple[str, str], set[Hex]]
    gates: list[Gate]
    fixes: Fixes


def load_fixes() -> Fixes:
    """Read the hand corrections."""
    fixes = Fixes({}, {}, {}, {}, set(), {}, set(), {})
    for row in read_rows(DATA / "mile-corrections.csv"):
        kind, a, value = row["kind"], Hex.parse(row["a"]), row["value"]
        side = (a, Hex.parse(row["b"])) if row["b"] else (a, a)
        fixes.reasons[kind, row["a"] + row["b"]] = row["reason"]
        match kind:
            case "terrain":
                fixes.terrain[a] = value
            case "river":
                fixes.rivers[side] = value
            case "road":
                fixes.roads[side] = value
            case "bridge":
                fixes.bridges[side] = value
            case "ford":
                fixes.fords.add(side)
            case "wall":
                fixes.wall[a] = value
            case "squall":
                fixes.squalls.add(a)
            case _:
                raise ValueError(f"mile-corrections.csv: unknown kind {kind}")
    return fixes


def load_named() -> dict[Hex, Named]:
    """The named hexes of ``mile-places.csv``."""
    found: dict[Hex, Named] = {}
    places = load_theatre().places
    for row in read_rows(DATA / "mile-places.csv"):
        key = row["place"]
        hex_ = Hex.parse(row["hex"]) if row["hex"] else hex_at(MILES.to_plane(places[key].point))
        if not MILES.has(hex_) or hex_ in found:
            raise ValueError(f"mile-places.csv: {key} has no hex of its own: {hex_}")
        found[hex_] = Named(key, hex_, row["kind"], row["name"], row["ja"], row["reason"])
    return found


def load_gates() -> list[Gate]:
    """The gates of ``mile-gates.csv``, those of a side in their order."""
    count: dict[str, int] = defaultdict(int)
    gates = []
    for row in read_rows(DATA / "mile-gates.csv"):
        edge, side = row["edge"], row["side"]
        count[edge] += 1
        count[side] += 1
        gates.append(
            Gate(
                f"{edge}{count[edge]}",
                side,
                count[side],
                Hex.parse(row["hex"]),
                row["name"],
                row["ja"],
                row["reason"],
            )
        )
    return gates
