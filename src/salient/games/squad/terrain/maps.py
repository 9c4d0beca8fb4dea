"""Map files: one line for each hex, for people to edit.

A map is a CSV file. Only the column ``hex`` must be there; what a line leaves empty is open
ground at level 0. ``docs/sight.md`` has the columns with examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from salient.boards.sight_lines import CORE, SIDE_NAMES, own_side
from salient.boards.sight_map import (
    LEVEL,
    Cell,
    Feature,
    Side,
    SightMap,
    Spot,
    Stand,
    flanks,
    parse_hex,
)
from salient.engine.data import Table, load_table
from salient.games.squad.errors import SquadDataError
from salient.games.squad.terrain.buildings import part_rowhouse, stand_building, stand_tower
from salient.games.squad.terrain.kinds import Kind, Place, Terrain, load_terrain
from salient.games.squad.terrain.railroads import (
    ELEVATED,
    SUNKEN,
    crossing_rule,
    stand_cars,
    stand_counter,
    stand_overpass,
)
from salient.games.squad.terrain.rows import HexRow


class Source(NamedTuple):
    """Where a map comes from, for complaints."""

    path: Path
    lines: dict[str, int]

    def wrong(
        self, row: HexRow, code: str, column: str, value: str, expected: str
    ) -> SquadDataError:
        """A complaint about a value of a line."""
        return SquadDataError(
            code, file=self.path.name, line=self.lines.get(row.hex, 0),
            column=column, value=value, expected=expected,
        )  # fmt: skip


def load_rows(path: Path, window: Sequence[str] = ()) -> list[HexRow]:
    """Read the lines of a map file, or those between two corner hexes: the rest is cut off."""
    rows = load_table(Table(path.name, HexRow, ("hex",)), [path.parent])
    return rows if not window else [row for row in rows if lies_within(row.hex, *window)]


def lies_within(hexagon: str, first: str, last: str) -> bool:
    """Whether a hex lies between two corner hexes, by its letters and by its number.

    >>> [lies_within(name, "X10", "BB17") for name in ("X10", "AA14", "CC14", "AA9")]
    [True, True, False, False]
    """
    (left, top), (column, row), (right, bottom) = map(_split, (first, hexagon, last))
    return left <= column <= right and top <= row <= bottom


def _split(hexagon: str) -> tuple[int, int]:
    """The column and the row that the name of a hex gives."""
    letters = hexagon.rstrip("0123456789")
    return parse_hex(hexagon)[0], int(hexagon[len(letters) :])


def load_map(
    path: Path, terrain: Terrain | None = None, rows: Sequence[HexRow] | None = None
) -> SightMap:
    """Read a map file; its lines may have been read, and changed, before."""
    rows = load_rows(path) if rows is None else rows
    lines: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        lines.setdefault(line.split(",", 1)[0].strip(), number)
    builder = _Builder(rows, terrain or load_terrain(), Source(path, lines))
    builder.check_slopes()
    return builder.build()


def build_map(rows: Sequence[HexRow], terrain: Terrain, source: Source | None = None) -> SightMap:
    """Turn the lines of a map file into a board."""
    return _Builder(rows, terrain, source or Source(Path("map.csv"), {})).build()


class _Builder:
    """Puts a board together, complaining about what cannot be."""

    def __init__(self, rows: Sequence[HexRow], terrain: Terrain, source: Source) -> None:
        self.terrain, self.source = terrain, source
        self.rows: dict[Spot, HexRow] = {}
        for row in rows:
            spot = self._spot(row)
            if spot in self.rows:
                raise source.wrong(row, "map-twice", "hex", row.hex, "")
            self.rows[spot] = row
        self.rails = {spot: self._rails(row) for spot, row in self.rows.items()}
        self.counters = frozenset(s for s, row in self.rows.items() if row.cars == "counter")

    def build(self) -> SightMap:
        cells = {spot: self._cell(spot, row) for spot, row in self.rows.items()}
        return SightMap(cells, self._sides(), self.terrain.reasons)

    # -- reading words ------------------------------------------------------------------------

    def _spot(self, row: HexRow) -> Spot:
        try:
            return parse_hex(row.hex)
        except ValueError:
            raise self.source.wrong(row, "map-hex", "hex", row.hex, "") from None

    def _kind(self, row: HexRow, column: str, name: str, *places: Place) -> Kind:
        kind = self.terrain.find(name, *places)
        if kind is None:
            expected = ", ".join(self.terrain.names(*places))
            raise self.source.wrong(row, "data-name", column, name, expected)
        return kind

    def _mask(self, row: HexRow, column: str, text: str) -> int:
        mask = 0
        for word in text.split():
            mask |= 1 << self._side(row, column, word)
        return mask

    def _side(self, row: HexRow, column: str, word: str) -> int:
        if word not in SIDE_NAMES:
            raise self.source.wrong(row, "data-name", column, word, ", ".join(SIDE_NAMES))
        return SIDE_NAMES.index(word)

    # -- a hex --------------------------------------------------------------------------------

    def _rails(self, row: HexRow) -> int:
        sides = self._mask(row, "rail_sides", row.rail_sides)
        return sides or (
            self._mask(row, "under_sides", row.under_sides) if "rail" in row.under else 0
        )

    def _cell(self, spot: Spot, row: HexRow) -> Cell:
        level = row.level * LEVEL
        under = self._kind(row, "under", row.under, "under") if row.under else None
        rise = under.rise if under and self._crossing(spot, row) != ELEVATED else 0
        sides = self._mask(row, "under_sides", row.under_sides)
        return Cell(
            name=row.hex,
            level=level,
            rise=max(rise, 0),
            depth=max(-rise, 0),
            rule=under.rule if under else "",
            stands=tuple(self._stands(spot, row, level, level + max(rise, 0))),
            depression=sides if rise < 0 else 0,
            rails=self.rails[spot],
            slopes=self._mask(row, "slopes", row.slopes),
            culvert=under is not None and under.name == "culvert",
            lower=self._mask(row, "lower", row.lower),
        )

    def _stands(self, spot: Spot, row: HexRow, level: int, ground: int) -> Iterator[Stand]:
        filling = self._kind(row, "terrain", row.terrain or "open_ground", "hex").feature
        if filling is not None:
            # In a depression hex it stands at the rim, never at the bottom (P4.1, B33.1).
            yield Stand(filling, ground)
        if row.building:
            yield from self._building(row, level)
        if row.tower:
            name = "tower_hindrance" if row.tower_hinders else "tower"
            yield stand_tower(self.terrain.feature(name), level, row.tower)
        if row.cars:
            yield self._cars(spot, row, ground)
        yield from self._bridge(spot, row, level)

    def _crossing(self, spot: Spot, row: HexRow) -> str:
        return crossing_rule(row.under, self._mask(row, "road", row.road), self.rails[spot])

    def _bridge(self, spot: Spot, row: HexRow, level: int) -> Iterator[Stand]:
        road, crossing = self._mask(row, "road", row.road), self._crossing(spot, row)
        name = "debris_bridge" if row.bridge == "debris" else "bridge"
        if crossing == ELEVATED:
            yield from stand_overpass(self.terrain.feature(name), level, road, self.rails[spot])
        elif row.bridge or crossing == SUNKEN:
            yield Stand(self.terrain.feature(name), level, CORE | road, road)

    def _building(self, row: HexRow, level: int) -> list[Stand]:
        feature = self._kind(row, "building", row.building, "building").feature
        assert feature is not None
        if row.storeys < 1:
            raise self.source.wrong(row, "data-name", "storeys", str(row.storeys), "1, 2, 3, 4")
        joins = self._mask(row, "joins", row.joins)
        steeple = self.terrain.feature("steeple") if row.steeple else None
        return stand_building(feature, level, row.storeys, joins, steeple)

    def _cars(self, spot: Spot, row: HexRow, ground: int) -> Stand:
        feature = self.terrain.feature("rail_cars")
        if not self.rails[spot]:
            expected = "rail_sides"
            raise self.source.wrong(row, "map-cars", "cars", row.cars, expected)
        if row.cars == "printed":
            return stand_cars(feature, ground, self.rails[spot])
        return stand_counter(feature, ground, spot, self.rails, self.counters)

    # -- hexsides -----------------------------------------------------------------------------

    def _sides(self) -> dict[Side, Feature]:
        found: dict[Side, str] = {}
        features: dict[Side, Feature] = {}
        for spot, row in self.rows.items():
            for word in row.sides.split():
                number, _, name = word.partition(":")
                kind = self._kind(row, "sides", name, "side")
                side = own_side(*spot, self._side(row, "sides", number))
                if found.setdefault(side, kind.name) != kind.name:
                    raise self.source.wrong(row, "map-side", "sides", word, found[side])
                if kind.name == "party_wall" and kind.feature is not None:
                    storeys = [self.rows[s].storeys for s in flanks(side) if s in self.rows]
                    features[side] = part_rowhouse(kind.feature, storeys)
                elif kind.feature is not None:
                    features[side] = kind.feature
        return features

    def check_slopes(self) -> None:
        """A hexside cannot fall off to both of its hexes. Rule P2.2a."""
        falling: dict[Side, HexRow] = {}
        for spot, row in self.rows.items():
            for name in row.slopes.split():
                side = own_side(*spot, self._side(row, "slopes", name))
                other = falling.setdefault(side, row)
                if other is not row:
                    raise self.source.wrong(row, "map-slope", "slopes", name, other.hex)
