"""The mile map of A Time for Trumpets: what the map maker makes of the theatre."""

from __future__ import annotations

from itertools import pairwise

import pytest

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, load_theatre, read_rows
from salient.theatre.hex_grid import MILES, banks, centre, hex_at, side_of
from salient.theatre.hex_rivers import HexRiver
from salient.theatre.mile_map import FILES, GAME_DATA, make_mile_map
from salient.theatre.mile_model import MileMap
from salient.theatre.planar import nearest_on, segments


@pytest.fixture(scope="module")
def made() -> MileMap:
    return make_mile_map()


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_map_maker_writes(made: MileMap, name: str) -> None:
    assert (GAME_DATA / name).read_text(encoding="utf-8") == FILES[name](made)


# -- the grid ---------------------------------------------------------------------------------


def test_the_middle_of_a_hex_lies_where_the_formula_of_the_grid_puts_it() -> None:
    for number, lon, lat in (
        ("9012", 6.348, 50.462),
        ("9112", 6.348 + 0.019536, 50.462 - 0.014470 / 2),
        ("9013", 6.348, 50.462 - 0.014470),
    ):
        assert str(hex_at(MILES.to_plane((lon, lat)))) == number
        x, y = MILES.to_plane((lon, lat))
        assert (x, y) == pytest.approx(centre(Hex.parse(number)))


def test_pictures_of_the_map_have_north_up_and_east_to_the_right() -> None:
    west, east = (MILES.to_map(centre(Hex.parse(it))) for it in ("1626", "7924"))
    north, south = (MILES.to_map(centre(Hex.parse(it))) for it in ("6503", "6365"))
    assert west[0] < east[0]
    assert north[1] < south[1]
    width, height = MILES.map_size()
    assert all(
        0 < x < width and 0 < y < height
        for x, y in (MILES.to_map(centre(hex_)) for hex_ in MILES.hexes())
    )


# -- rivers -----------------------------------------------------------------------------------


def whole(made: MileMap, name: str) -> HexRiver:
    """A river with its upper course."""
    first, *rest = (river for river in made.rivers if river.name == name)
    for river in rest:
        assert river.corners[0] == first.corners[-1]
        first = first._replace(corners=first.corners + river.corners[1:])
    return first


def test_rivers_are_unbroken_chains_of_hexsides(made: MileMap) -> None:
    for name in {river.name for river in made.rivers}:
        river = whole(made, name)
        assert len(set(river.corners)) == len(river.corners), name
        assert all(b in a.next_corners() for a, b in pairwise(river.corners)), name


def test_tributaries_end_in_their_river(made: MileMap) -> None:
    rows = [row for row in read_rows(DATA / "mile-rivers.csv") if row["into"]]
    assert len(rows) > 40
    for row in rows:
        assert whole(made, row["label"]).corners[-1] in whole(made, row["into"]).corners, row


def test_no_place_lies_on_the_wrong_bank(made: MileMap) -> None:
    """Every place that touches a river in its hex touches it from the bank it really lies on."""
    lines = {river.name: MILES.line_to_plane(river.line) for river in load_theatre().rivers}
    places = {}
    for place in sorted(load_theatre().places.values(), key=lambda it: it.importance):
        point = MILES.to_plane(place.point)
        places[hex_at(point)] = (place.id, point)
    checked = 0
    for row in read_rows(DATA / "mile-rivers.csv"):
        line = lines[row["river"]]
        for a, b in pairwise(whole(made, row["label"]).corners):
            for hex_, is_right in zip(banks(a, b), (False, True), strict=True):
                if hex_ not in places:
                    continue
                key, (x, y) = places[hex_]
                _, near, p, q = min(
                    (abs(x - n[0]) + abs(y - n[1]), n, p, q)
                    for p, q in segments(line)
                    for n in [nearest_on(p, q, (x, y))]
                )
                if near == line[0]:
                    continue  # above the source there is no bank
                cross = (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
                assert (cross < 0) == is_right, (row["label"], key)
                checked += 1
    assert checked > 200


# -- roads ------------------------------------------------------------------------------------


def test_roads_cross_rivers_only_where_the_theatre_has_a_crossing_or_a_correction(
    made: MileMap,
) -> None:
    names = {row["river"]: row["label"] for row in read_rows(DATA / "mile-rivers.csv")}
    crossings = [
        (names[it.river], MILES.to_plane(it.point))
        for it in load_theatre().bridges
        if it.river in names
    ]
    for side in made.bridges:
        (x0, y0), (x1, y1) = map(centre, side)
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        near = any(
            (middle[0] - x) ** 2 + (middle[1] - y) ** 2 < 1.41**2
            for name, (x, y) in crossings
            if name == made.water[side].name
        )
        by_hand = made.fixes.roads.get(side, "none") != "none"
        over_a_stream = side in made.lanes and made.water[side].grade == "stream"
        assert near or by_hand or over_a_stream, side


def test_corrections_name_neighbours_in_their_order_and_say_whether_they_are_history(
    made: MileMap,
) -> None:
    for a, b in (*made.fixes.roads, *made.fixes.rivers, *made.fixes.bridges, *made.fixes.fords):
        assert (a, b) == side_of(a, b)
    for (kind, key), reason in made.fixes.reasons.items():
        assert kind == "squall" or reason.startswith(("history: ", "reconstructed: ")), key
