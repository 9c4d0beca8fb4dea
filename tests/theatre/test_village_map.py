"""The maps of the squad game: what the documents say of them holds, and they hang together."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from salient.boards.sight_lines import SIDE_NAMES, own_side
from salient.boards.sight_map import LEVEL, Side, SightMap, Spot, parse_hex
from salient.engine.errors import DataError
from salient.games.squad.show.los import look_from
from salient.games.squad.terrain.maps import load_map
from salient.theatre.village_map import FOLDER, MAPS, map_files
from salient.theatre.village_map_model import Fact, between, beyond, check_words, load_drawing

Row = dict[str, str]
drawing = cache(load_drawing)


@cache
def rows(name: str) -> dict[Spot, Row]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return {parse_hex(row["hex"]): row for row in csv.DictReader(lines)}


def sides(row: Row, column: str) -> list[int]:
    return [SIDE_NAMES.index(word) for word in row[column].split()]


@cache
def side_things(name: str, column: str) -> dict[Side, str]:
    found = {}
    for spot, row in rows(name).items():
        for word in row[column].split():
            number, _, what = word.partition(":")
            found[own_side(*spot, SIDE_NAMES.index(number))] = what
    return found


@cache
def slopes(name: str) -> dict[Side, Spot]:
    return {
        own_side(*spot, side): spot
        for spot, row in rows(name).items()
        for side in sides(row, "slopes")
    }


def level(name: str, spot: Spot) -> int:
    return int(rows(name)[spot]["level"])


def building(name: str, spot: Spot) -> set[Spot]:
    """All hexes of a building."""
    found, front = {spot}, [spot]
    while front:
        here = front.pop()
        near = {beyond(here, side) for side in sides(rows(name)[here], "joins")} - found
        found |= near
        front += near
    return found


def locations(name: str, spot: Spot) -> int:
    """The locations of a building, or the one of a bridge."""
    row = rows(name)[spot]
    if row["bridge"]:
        return 1
    assert row["building"], row["hex"]
    parts = [rows(name)[part] for part in building(name, spot)]
    return sum(int(part["storeys"]) + bool(part["steeple"]) for part in parts)


def victory_points(name: str) -> int:
    marked = drawing(name).about("lvp")
    return sum(int(fact.value) * locations(name, fact.at[0]) for fact in marked)


def depths(name: str) -> set[int]:
    """All levels of the ground, the beds of streams included."""
    found = {level(name, spot) for spot in rows(name)}
    return found | {
        level(name, spot) - 1
        for spot, row in rows(name).items()
        if row["under"] in ("stream", "culvert", "sunken_rail")
    }


def holds(name: str, fact: Fact) -> bool:
    """Whether the map agrees with a fact."""
    if fact.what == "lvp_total":
        return victory_points(name) == int(fact.value)
    if fact.what == "levels":
        low, high = map(int, fact.value.split())
        return (min(depths(name)), max(depths(name))) == (low, high)
    if len(fact.at) == 2:
        return holds_of_side(name, fact)
    return holds_of_hex(name, fact)


def holds_of_side(name: str, fact: Fact) -> bool:
    a, b = fact.at
    side = between(a, b)
    match fact.what:
        case "side":
            is_hillside = level(name, a) != level(name, b)
            stands = side_things(name, "sides").get(side) == fact.value
            return stands and (fact.value == "fence" or is_hillside == (fact.rule == "P6.1"))
        case "street":
            return side_things(name, "streets").get(side) == fact.value
        case "slope":
            return slopes(name).get(side) == parse_hex(fact.value)
        case "crest_slope":
            upper = slopes(name).get(side)
            return upper == max(a, b, key=lambda spot: level(name, spot)) and (
                level(name, a) != level(name, b)
            )
    raise AssertionError(fact.what)


def holds_of_hex(name: str, fact: Fact) -> bool:
    (spot,) = fact.at
    row = rows(name)[spot]
    match fact.what:
        case "hex":
            return True
        case "level" | "terrain" | "storeys":
            return row[fact.what] == fact.value
        case "stream" | "culvert":
            return row["under"] == fact.what and bool(row["under_sides"])
        case "ford" | "steeple" | "bridge":
            return row[fact.what] == "yes"
        case "building" | "road":
            return bool(row[fact.what])
        case "locations":
            return locations(name, spot) == int(fact.value)
        case "lvp":
            return locations(name, spot) > 0
        case "entry":
            return near_edge(name, spot)
    raise AssertionError(fact.what)


def near_edge(name: str, spot: Spot) -> bool:
    """Whether a hex lies at the edge of the map, or one or two hexes from it."""
    near = {spot}
    for _ in range(3):
        near |= {beyond(here, side) for here in near for side in range(6)}
    return not near <= rows(name).keys()


@pytest.mark.parametrize("name", MAPS)
def test_every_fact_of_the_documents_holds(name: str) -> None:
    assert drawing(name).facts
    assert [fact for fact in drawing(name).facts if not holds(name, fact)] == []


def test_facts_are_marked_as_printed_and_nothing_else_is() -> None:
    columns = {
        "level": "level", "terrain": "terrain", "building": "building", "storeys": "storeys",
        "steeple": "steeple", "stream": "under", "culvert": "under", "ford": "ford",
        "bridge": "bridge", "road": "road", "side": "sides", "street": "streets",
        "slope": "slopes", "crest_slope": "slopes",
    }  # fmt: skip
    for name in MAPS:
        stated: dict[str, set[str]] = defaultdict(set)
        for fact in drawing(name).facts:
            if fact.what in columns:
                for spot in fact.at:
                    stated[rows(name)[spot]["hex"]].add(columns[fact.what])
        marked = {row["hex"]: set(row["printed"].split()) for row in rows(name).values()}
        assert all(found <= stated[hex_] for hex_, found in marked.items())
        for fact in drawing(name).facts:
            if fact.what in columns:
                hexes = [rows(name)[spot]["hex"] for spot in fact.at]
                assert any(columns[fact.what] in marked[hex_] for hex_ in hexes), fact


@pytest.mark.parametrize(
    ("words", "place", "expected"),
    [
        ({"hieghts": "A1:2"}, "hieghts", "heights"),
        ({"feild": [{"edge": "hedge"}]}, "feild", "field"),
        ({"field": [{"edge": "hedge"}, {"rign": "A1 A3 C3"}]}, "[[field]] 2, rign", "ring"),
        ({"road": [{"paved": True, "leave": "end"}]}, "[[road]] 1, leave", "leaves"),
    ],
)
def test_a_misspelt_word_of_a_drawing_is_an_error_that_names_it(
    words: dict[str, object], place: str, expected: str
) -> None:
    with pytest.raises(DataError) as caught:
        check_words("stoumont.toml", words)
    assert caught.value.params["file"] == "stoumont.toml"
    assert caught.value.params["place"] == place
    assert expected in str(caught.value)


def test_the_words_of_a_drawing_are_looked_at_when_it_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "toy.toml").write_text("colums = 4\n", encoding="utf-8")
    monkeypatch.setattr("salient.theatre.village_map_model.DRAWINGS", tmp_path)
    with pytest.raises(DataError, match="colums"):
        load_drawing("toy")


def test_the_committed_maps_are_what_the_maker_makes() -> None:
    for name, text in map_files().items():
        assert (FOLDER / f"{name}.csv").read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("name", MAPS)
def test_the_map_loads_for_play(name: str) -> None:
    board = load_map(FOLDER / f"{name}.csv")
    words = drawing(name).words
    assert len(board.cells) == words["columns"] * words["rows"]
    assert {cell.level // LEVEL for cell in board.cells.values()} <= set(range(-1, 10))


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_differ_by_a_level_at_most(name: str) -> None:
    for spot, row in rows(name).items():
        for side in range(3):
            there = beyond(spot, side)
            if there in rows(name) and row["terrain"] != "water" != rows(name)[there]["terrain"]:
                assert abs(level(name, spot) - level(name, there)) <= 1, row["hex"]


def river_banks(name: str) -> Iterator[tuple[Row, Row]]:
    for spot, row in rows(name).items():
        for side in range(6):
            there = rows(name).get(beyond(spot, side))
            if row["terrain"] == "water" and not row["bridge"] and there and there["level"] != "-1":
                yield row, there


def test_the_river_lies_in_a_flat_valley() -> None:
    banks = list(river_banks("cheneux"))
    assert banks
    assert {int(water["level"]) for water, _ in banks} == {-1}
    assert {int(bank["level"]) for _, bank in banks} <= {0, 1}


def test_the_bridge_is_level_with_the_road_and_the_river_flows_below_it() -> None:
    cheneux = rows("cheneux")
    here = parse_hex("NN6")
    row = cheneux[here]
    assert (row["level"], row["terrain"], row["under"]) == ("0", "water", "stream")
    for side in sides(row, "road"):
        assert cheneux[beyond(here, side)]["level"] == "0"
    for side in sides(row, "under_sides"):
        assert cheneux[beyond(here, side)]["terrain"] == "water"


@pytest.mark.parametrize("name", MAPS)
def test_ways_fit_together_at_every_hexside(name: str) -> None:
    for column in ("road", "paved", "rail_sides", "joins"):
        for spot, row in rows(name).items():
            for side in sides(row, column):
                there = rows(name).get(beyond(spot, side))
                assert there is None or (side + 3) % 6 in sides(there, column), row["hex"]


@pytest.mark.parametrize("name", MAPS)
def test_all_roads_are_one_net(name: str) -> None:
    net = {spot for spot, row in rows(name).items() if row["road"]}
    seen, front = set(), [min(net)]
    while front:
        here = front.pop()
        if here not in seen:
            seen.add(here)
            front += [
                there
                for side in sides(rows(name)[here], "road")
                if (there := beyond(here, side)) in rows(name)
            ]
    assert seen == net


@pytest.mark.parametrize("name", MAPS)
def test_no_house_stands_in_the_road_or_in_the_water(name: str) -> None:
    for row in rows(name).values():
        if row["building"]:
            assert not row["road"], row["hex"]
            assert not row["under"], row["hex"]
            assert row["terrain"] == "open_ground", row["hex"]


@pytest.mark.parametrize("name", MAPS)
def test_no_road_crosses_a_crest_line_slope(name: str) -> None:
    for side, upper in slopes(name).items():
        other = side[:2] if side[:2] != upper else beyond(upper, side[2])
        number = next(i for i in range(6) if beyond(upper, i) == other)
        if level(name, upper) != level(name, other):
            assert number not in sides(rows(name)[upper], "road")


@pytest.mark.parametrize("name", MAPS)
def test_slopes_never_fall_uphill(name: str) -> None:
    for side, upper in slopes(name).items():
        other = side[:2] if side[:2] != upper else beyond(upper, side[2])
        assert level(name, upper) >= level(name, other)


@pytest.mark.parametrize("name", MAPS)
def test_streams_run_downhill_to_a_river_or_off_the_map(name: str) -> None:
    wet = {spot for spot, row in rows(name).items() if row["under"] in ("stream", "culvert")}
    assert wet
    for spot in wet:
        seen, front = set(), [spot]
        while front:
            here = front.pop()
            seen.add(here)
            for side in sides(rows(name)[here], "under_sides"):
                there = beyond(here, side)
                if there not in rows(name) or rows(name)[there]["terrain"] == "water":
                    break
                if there not in seen and level(name, there) <= level(name, here):
                    front.append(there)
            else:
                continue
            break
        else:
            pytest.fail(f"{rows(name)[spot]['hex']} does not drain")


@pytest.mark.parametrize("name", MAPS)
def test_a_road_crosses_water_on_a_bridge_through_a_ford_or_over_a_culvert(name: str) -> None:
    for row in rows(name).values():
        is_wet = row["under"] in ("stream", "culvert") or row["terrain"] == "water"
        if row["road"] and is_wet:
            assert row["bridge"] or row["ford"] or row["under"] == "culvert", row["hex"]


def test_the_sanatorium_keeps_eight_locations_when_two_of_its_hexes_are_rubble() -> None:
    parts = building("stoumont", parse_hex("AA15"))
    storeys = [int(rows("stoumont")[part]["storeys"]) for part in parts]
    rubbled = [1, 1, *storeys[2:]]
    assert (sum(storeys), sum(rubbled)) == (10, 8)


def seen_from(board: SightMap, squads: dict[str, str], squad: str) -> str:
    """The squads of an example that one of them sees, whichever end one looks from."""
    seen = ""
    for name, there in squads.items():
        sighting = look_from(board, squads[squad], there)
        assert sighting.clear == look_from(board, there, squads[squad]).clear
        seen += name if name != squad and sighting.clear else ""
    return seen


def test_the_slopes_of_stoumont_give_the_sight_lines_of_the_example() -> None:
    board = load_map(FOLDER / "stoumont.csv")
    squads = {"A": "H13", "B": "I14", "C": "K12", "D": "L12", "E": "K14", "F": "L13", "G": "H11"}
    assert {squad: seen_from(board, squads, squad) for squad in "ABEF"} == {
        "A": "BEF", "B": "ACDEFG", "E": "ABF", "F": "ABDE",
    }  # fmt: skip
    assert not look_from(board, "L13", "I12").clear


def test_the_terrace_of_stoumont_gives_the_sight_lines_of_the_example() -> None:
    board = load_map(FOLDER / "stoumont.csv")
    squads = {
        "A": "R13", "B": "T10", "C": "S12", "D": "T9", "E": "T11",
        "F": "T12", "G": "T13", "H": "U10", "I": "U13",
    }  # fmt: skip
    assert {squad: seen_from(board, squads, squad) for squad in squads} == {
        "A": "BCDFGI", "B": "ACDEFHI", "C": "ABDEFG", "D": "ABCEFHI", "E": "BCDFHI",
        "F": "ABCDEGHI", "G": "ACFI", "H": "BDEFI", "I": "ABDEFGH",
    }  # fmt: skip


def test_the_yard_gives_the_sight_lines_of_the_example() -> None:
    board = load_map(FOLDER / "practice_railroad.csv")
    lines = {"A-C": ("C5", "E5"), "D-F": ("C4", "E4"), "C-E": ("E5", "D3")}
    clear = {name: look_from(board, *ends).clear for name, ends in lines.items()}
    assert clear == {"A-C": True, "D-F": False, "C-E": True}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("practice_*.csv")), ids=lambda path: path.stem)
def test_every_practice_map_is_ready_for_play(path: Path) -> None:
    board = load_map(path)
    assert 60 <= len(board.cells) <= 120
