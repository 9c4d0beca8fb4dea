"""The hex map of Ardennes '44: everything known of the printed one holds, and it hangs together."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

import pytest

from salient.boards.hexes import Hex
from salient.theatre.geography import read_rows
from salient.theatre.hex_files import entries_csv, hexes_csv, lines_csv, sides_csv
from salient.theatre.hex_grid import (
    ARDENNES,
    Corner,
    banks,
    centre,
    distance,
    neighbours,
)
from salient.theatre.hex_map import GAME_DATA, make_hex_map
from salient.theatre.hex_model import HexMap
from salient.theatre.hex_shapes import map_json

Rows = list[dict[str, str]]
Graph = dict[str, set[str]]

SECTORS = ("9", "2", "99", "106", "28", "4")
WORTH = ("important", "fortress")
MEUSE_CITIES = {"Liège", "Huy", "Namur", "Dinant", "Givet"}


@cache
def table(name: str) -> Rows:
    return read_rows(GAME_DATA / name)


@cache
def hexes() -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in table("hexes.csv")}


@cache
def sides() -> dict[tuple[str, str], dict[str, str]]:
    return {(row["a"], row["b"]): row for row in table("sides.csv")}


def steps(a: str, b: str) -> int:
    return distance(Hex.parse(a), Hex.parse(b))


def around(hex_: str) -> set[str]:
    return {str(it) for it in neighbours(Hex.parse(hex_)) if ARDENNES.has(it)}


def named(name: str) -> str:
    (found,) = (key for key, row in hexes().items() if row["name"] == name)
    return found


def wall() -> list[str]:
    return [key for key, row in hexes().items() if row["wall"] == "1"]


def from_wall(hex_: str) -> int:
    return min(steps(hex_, other) for other in wall())


def connected(start: str, graph: Graph) -> set[str]:
    seen, front = {start}, [start]
    while front:
        for there in graph[front.pop()] - seen:
            seen.add(there)
            front.append(there)
    return seen


def road_graph(grades: Iterable[str] = ("road", "main")) -> Graph:
    graph: Graph = defaultdict(set)
    for (a, b), row in sides().items():
        if row["road"] in grades:
            graph[a].add(b)
            graph[b].add(a)
    return graph


def is_city(hex_: str) -> bool:
    return hexes()[hex_]["town"] in ("city", "important", "fortress")


def sector_hexes(division: str) -> list[str]:
    return [key for key, row in hexes().items() if division in row["sector"].split("/")]


@pytest.fixture(scope="module")
def made() -> HexMap:
    return make_hex_map()


# -- the grid ---------------------------------------------------------------------------------


@pytest.mark.rule("bulge:3.2b")
def test_every_hex_has_a_number_of_four_digits_of_its_own() -> None:
    rows = table("hexes.csv")
    assert len(rows) == ARDENNES.rows * ARDENNES.columns == len(hexes())
    assert all(len(key) == 4 and key.isdigit() for key in hexes())


@pytest.mark.rule("bulge:3.2a")
def test_a_hex_has_up_to_six_neighbours_one_hex_away() -> None:
    for key in hexes():
        near = around(key)
        assert len(near) == 6 or ARDENNES.has_at_edge(Hex.parse(key))
        assert all(key in around(other) and steps(key, other) == 1 for other in near)


@pytest.mark.parametrize(("a", "b"), [("3635", "3734"), ("3735", "3734"), ("2731", "2730")])
def test_hexes_that_the_rulebook_steps_between_are_neighbours(a: str, b: str) -> None:
    assert b in around(a)


def test_the_columns_hold_only_known_words() -> None:
    known = {
        "terrain": {"plain", "hill", "light", "deep"},
        "town": {"", "town", "city", "important", "fortress"},
        "wall": {"0", "1"},
        "sector": {"", *SECTORS, "106/28"},
        "army": {"", "6SS", "5PZ", "7A", "6SS/5PZ", "5PZ/7A"},
    }
    for column, words in known.items():
        assert {row[column] for row in hexes().values()} == words
    for row in hexes().values():
        assert bool(row["name"]) == bool(row["ja"])
        assert row["name"] or not row["town"]


# -- terrain and towns ------------------------------------------------------------------------


def test_the_terrain_that_the_rulebook_names_is_there() -> None:
    assert hexes()["1922"]["terrain"] == "hill"
    assert hexes()["2730"]["terrain"] == "deep"
    assert hexes()["3734"]["terrain"] == "light"
    assert hexes()["3734"]["town"] in ("", "town")  # its cost is the one of the wood


@pytest.mark.rule("bulge:12.1")
def test_st_vith_and_bastogne_are_the_fortress_cities() -> None:
    fortresses = {row["name"] for row in hexes().values() if row["town"] == "fortress"}
    assert fortresses == {"St. Vith", "Bastogne"}
    assert named("Bastogne") == "1922"


def test_eight_to_ten_cities_are_worth_points_and_most_are_far_away() -> None:
    worth = [key for key, row in hexes().items() if row["town"] in WORTH]
    assert 8 <= len(worth) <= 10
    assert sum(from_wall(key) > 12 for key in worth) >= 6
    assert {hexes()[key]["name"] for key in worth} >= MEUSE_CITIES


def test_important_cities_on_the_meuse_touch_it() -> None:
    for name in MEUSE_CITIES:
        key = named(name)
        touching = [row for pair, row in sides().items() if key in pair]
        assert any(row["name"] == "Meuse" and row["river"] == "great" for row in touching), name


def test_clervaux_is_a_city_within_five_hexes_of_the_wall() -> None:
    assert is_city(named("Clervaux"))
    assert from_wall(named("Clervaux")) <= 5


@pytest.mark.parametrize(
    ("name", "hex_"),
    [
        ("Houffalize", "2523"), ("La Roche", "2518"), ("Marnach", "2329"), ("Liège", "4315"),
        ("Hotton", "2815"), ("Hosingen", "2130"), ("Namur", "3301"), ("Huy", "3709"),
        ("Marche", "2613"), ("Rochefort", "2310"), ("Dinant", "2503"), ("Givet", "2003"),
        ("Schönberg", "3332"), ("Spa", "3922"), ("Verviers", "4222"), ("Eupen", "4525"),
        ("Malmedy", "3726"), ("Stavelot", "3524"), ("Neufchâteau", "1218"), ("Arlon", "0726"),
        ("Trois-Ponts", "3423"), ("Monschau", "4330"), ("Losheim", "3734"), ("Prüm", "3136"),
        ("Luxembourg", "0634"), ("Wiltz", "1927"), ("Ettelbruck", "1531"), ("Bitburg", "2240"),
        ("Dasburg", "2331"), ("Echternach", "1538"), ("Clervaux", "2328"), ("St. Vith", "3230"),
    ],
)  # fmt: skip
def test_towns_lie_where_the_grid_puts_them(name: str, hex_: str) -> None:
    assert steps(named(name), hex_) <= 1


def test_the_ardennes_are_wooded_and_the_condroz_is_not() -> None:
    def share(rows: range, columns: range, *terrain: str) -> float:
        picked = [hexes()[str(Hex(row, column))] for row in rows for column in columns]
        return sum(row["terrain"] in terrain for row in picked) / len(picked)

    assert share(range(13, 22), range(8, 17), "light", "deep") > 0.6  # St. Hubert
    assert share(range(29, 40), range(4, 13), "plain") > 0.9  # Condroz
    assert share(range(19, 28), range(22, 34), "plain") < 0.2  # Our and Clerf
    everything = share(range(1, ARDENNES.rows + 1), range(1, ARDENNES.columns + 1), "deep")
    assert 0.1 < everything < 0.25


# -- rivers -----------------------------------------------------------------------------------


def test_sides_lie_between_neighbours_and_are_listed_once() -> None:
    assert len(sides()) == len(table("sides.csv"))
    for (a, b), row in sides().items():
        assert a < b
        assert b in around(a)
        assert row["river"] in ("", "river", "great")
        assert row["road"] in ("", "road", "main")
        assert bool(row["river"]) == bool(row["name"])
        assert row["river"] or row["road"] or "road" in row["printed"]


def test_the_our_flows_between_2730_and_2731() -> None:
    assert sides()["2730", "2731"]["river"] == "river"
    assert sides()["2730", "2731"]["name"] == "Our"


def test_great_rivers_are_the_meuse_and_the_lower_sure_only() -> None:
    names = {row["name"] for row in sides().values() if row["river"] == "great"}
    assert names == {"Meuse", "Sûre"}
    assert all(row["river"] == "great" for row in sides().values() if row["name"] == "Meuse")
    assert any(row["name"] == "Sûre" and row["river"] == "river" for row in sides().values())


def test_rivers_are_unbroken_chains_of_hexsides(made: HexMap) -> None:
    for river in made.rivers:
        assert len(set(river.corners)) == len(river.corners), river.name
        for a, b in pairwise(river.corners):
            assert b in a.next_corners(), river.name


def test_tributaries_end_in_their_river(made: HexMap) -> None:
    corners: dict[str, set[Corner]] = defaultdict(set)
    for river in made.rivers:
        corners[river.name] |= set(river.corners)
    for name, into in (
        *(("Our", "Sûre"), ("Clerf", "Wiltz"), ("Wiltz", "Sûre"), ("Ourthe", "Meuse")),
        *(("Amblève", "Ourthe"),),
        *(("Salm", "Amblève"), ("Lesse", "Meuse"), ("Semois", "Meuse"), ("Vesdre", "Ourthe")),
    ):
        mouths = [river.corners[-1] for river in made.rivers if river.name == name]
        assert any(mouth in corners[into] for mouth in mouths), name


@pytest.mark.parametrize(
    ("town", "river", "is_right"),
    [
        ("Liège", "Meuse", False), ("Namur", "Meuse", False), ("Huy", "Meuse", True),
        ("Dinant", "Meuse", True), ("Givet", "Meuse", False), ("Andenne", "Meuse", True),
        ("Sedan", "Meuse", True),
        ("Echternach", "Sûre", True), ("Diekirch", "Sûre", False), ("Stavelot", "Amblève", True),
        ("Vianden", "Our", True), ("Dasburg", "Our", False), ("Höfen", "Roer", True),
        ("Bouillon", "Semois", False), ("Vielsalm", "Salm", True), ("Wiltz", "Wiltz", False),
    ],
)  # fmt: skip
def test_towns_lie_on_their_real_bank(made: HexMap, town: str, river: str, is_right: bool) -> None:
    key = Hex.parse(named(town))
    touching = [
        right == key
        for it in made.rivers
        if it.name == river
        for a, b in pairwise(it.corners)
        for left, right in [banks(a, b)]
        if key in (left, right)
    ]
    assert touching
    assert set(touching) == {is_right}


def test_the_meuse_parts_the_map_from_edge_to_edge() -> None:
    meuse = {pair for pair, row in sides().items() if row["name"] == "Meuse"}
    dry: Graph = defaultdict(set)
    for key in hexes():
        dry[key] = {b for b in around(key) if (min(key, b), max(key, b)) not in meuse}
    far = connected(named("Liège"), dry)
    assert named("Namur") in far
    assert named("Bastogne") not in far
    assert named("Dinant") not in far


# -- roads and entries ------------------------------------------------------------------------


def test_the_roads_of_the_rulebook_are_there_and_the_missing_one_is_not() -> None:
    assert sides()["3734", "3735"]["road"]
    assert not sides()["3635", "3734"]["road"]


def test_the_road_net_is_one_and_reaches_every_town_and_entry() -> None:
    graph = road_graph()
    reached = connected("1922", graph)
    assert reached == {key for key in graph if graph[key]}
    assert {key for key, row in hexes().items() if row["town"]} <= reached
    assert {row["hex"] for row in table("entries.csv")} <= reached


def test_the_main_roads_are_one_net() -> None:
    graph = road_graph(["main"])
    assert connected("1922", graph) == {key for key in graph if graph[key]}
    assert all(key in graph for key, row in hexes().items() if row["town"] in WORTH)


def test_main_roads_end_only_at_the_edge_of_the_map() -> None:
    """At an entry, or where the real road goes on beyond the edge."""
    graph = road_graph(["main"])
    ends = [key for key, joined in graph.items() if len(joined) == 1]
    assert [key for key in ends if not ARDENNES.has_at_edge(Hex.parse(key))] == []


@pytest.mark.parametrize(
    ("way", "grade"),
    [
        (("3527", "3526", "3525", "3524"), "road"),  # Ligneuville - Stavelot, Peiper's way
        (("1933", "1833", "1733", "1633"), "main"),  # Vianden - Diekirch
        (("2925", "2825", "2724", "2624", "2523"), "main"),  # Bovigny - Houffalize
        (("2815", "2915", "2916", "3017", "3018", "3019", "3020"), "main"),  # Hotton - Manhay
        (("4330", "4431", "4531"), "road"),  # Monschau - Simmerath
    ],
)
def test_roads_of_the_campaign_lead_where_they_led(way: tuple[str, ...], grade: str) -> None:
    for a, b in pairwise(way):
        row = sides()[min(a, b), max(a, b)]
        assert row["road"] == grade
        assert "road" in row["history"]


def test_kampfgruppe_peiper_comes_to_stavelot_over_the_bridge() -> None:
    assert sides()["3524", "3525"]["name"] == "Amblève"


def test_the_crest_of_the_schnee_eifel_is_deep_forest() -> None:
    crest = ("3535", "3435", "3335", "3334", "3235")
    assert {hexes()[key]["terrain"] for key in crest} == {"deep"}
    assert all(b in around(a) for a, b in pairwise(crest))


def test_ordinary_roads_end_only_in_towns_and_entries() -> None:
    graph = road_graph()
    entries = {row["hex"] for row in table("entries.csv")}
    for key, joined in graph.items():
        assert len(joined) > 1 or hexes()[key]["name"] or key in entries, key


@pytest.mark.parametrize(
    "towns",
    [
        ("Dasburg", "Marnach", "Clervaux", "Longvilly", "Bastogne"),
        ("Liège", "Aywaille", "Werbomont", "Manhay", "Houffalize", "Noville", "Bastogne"),
        ("Namur", "Sinsin", "Marche", "Champlon", "Bastogne", "Martelange", "Arlon"),
        ("St. Vith", "Weiswampach", "Heinerscheid", "Marnach", "Hosingen", "Diekirch"),
        ("Malmedy", "Ligneuville", "St. Vith", "Winterspelt", "Pronsfeld", "Prüm"),
        ("Losheim", "Losheimergraben", "Büllingen", "Bütgenbach", "Waimes", "Malmedy"),
        ("Marche", "Rochefort", "Celles", "Dinant"),
    ],
)
def test_the_great_routes_are_main_roads_without_much_detour(towns: tuple[str, ...]) -> None:
    graph = road_graph(["main"])
    for a, b in pairwise(towns):
        seen, front, length = {named(a)}, {named(a)}, 0
        while named(b) not in front:
            front = {there for here in front for there in graph[here]} - seen
            seen |= front
            length += 1
            assert front, (a, b)
        assert length <= 1.5 * steps(named(a), named(b)) + 1, (a, b)


def test_dasburg_marnach_and_clervaux_lie_on_row_23() -> None:
    assert [named(name) for name in ("Dasburg", "Marnach", "Clervaux")] == ["2331", "2329", "2328"]
    for pair in (("2328", "2329"), ("2329", "2330"), ("2330", "2331")):
        assert sides()[pair]["road"] == "main"
    assert {"2430", "2231"} <= around("2330")  # both must go to open the road


def test_entries_stand_at_the_edge_with_their_colour_and_capacity() -> None:
    rows = table("entries.csv")
    assert {row["direction"] for row in rows} == {"N", "NW", "W", "SW", "S", "E"}
    assert len({row["id"] for row in rows}) == len({row["hex"] for row in rows}) == len(rows)
    capacity = {"grey": "0", "yellow": "1", "orange": "2"}
    for row in rows:
        assert row["id"].rstrip("0123456789") == row["direction"]
        assert ARDENNES.has_at_edge(Hex.parse(row["hex"]))
        assert row["capacity"] == capacity[row["colour"]]
        assert (row["colour"] == "grey") == (row["direction"] == "E")


def test_german_entries_lie_behind_every_army_and_allied_ones_on_this_side_of_the_wall() -> None:
    armies = set()
    for row in table("entries.csv"):
        army = hexes()[row["hex"]]["army"]
        assert bool(army) == (row["direction"] == "E")
        armies |= set(army.split("/"))
    assert {"6SS", "5PZ", "7A"} <= armies


# -- wall, sectors and lines ------------------------------------------------------------------


def test_the_wall_is_a_chain_from_the_north_to_the_east_edge(made: HexMap) -> None:
    chain = made.wall
    assert sorted(map(str, chain)) == sorted(wall())
    assert chain[0].row == ARDENNES.rows
    assert chain[-1].column == ARDENNES.columns
    assert all(distance(a, b) == 1 for a, b in pairwise(chain))


def test_the_wall_keeps_the_distances_of_play() -> None:
    assert from_wall(named("St. Vith")) == 5
    assert from_wall(named("Clervaux")) <= 5
    assert from_wall("1922") >= 5
    for key in ("2430", "2530", "2231"):
        assert 1 <= from_wall(key) <= 2
        assert not hexes()[key]["army"]


def test_every_hex_is_wall_or_east_or_west_of_it() -> None:
    graph: Graph = defaultdict(set)
    behind = set(wall())
    for key in hexes():
        graph[key] = around(key) - behind
    west = connected("1922", graph)
    east = {key for key, row in hexes().items() if row["army"]}
    assert not west & east
    assert west | east | behind == set(hexes())
    assert all(not hexes()[key]["army"] and not hexes()[key]["sector"] for key in behind)
    for key in west:
        assert bool(hexes()[key]["sector"]) == (from_wall(key) <= 5)


def test_every_division_has_room_for_its_three_regiments_without_stacking() -> None:
    for division in SECTORS:
        legal = [key for key in sector_hexes(division) if from_wall(key) <= 2]
        assert len(legal) >= 3, division
    assert any(is_city(key) and from_wall(key) <= 5 for key in sector_hexes("28"))


def test_sectors_follow_each_other_from_north_to_south() -> None:
    middles = []
    for division in SECTORS:
        rows = [int(key[:2]) for key in sector_hexes(division)]
        middles.append(sum(rows) / len(rows))
    assert middles == sorted(middles, reverse=True)
    assert "9" in hexes()[named("Monschau")]["sector"]
    for key in ("2430", "2530", "2231"):
        assert hexes()[key]["sector"] == "28"


def test_the_border_of_106th_and_28th_is_open_to_both() -> None:
    assert set(sector_hexes("106")) & set(sector_hexes("28"))


def test_the_cavalry_group_has_a_legal_hex() -> None:
    legal = {
        key for division in ("99", "106") for key in sector_hexes(division) if from_wall(key) == 1
    }
    assert legal


def test_the_second_division_can_hold_a_deep_forest() -> None:
    near = [key for key in sector_hexes("2") if from_wall(key) <= 2]
    assert any(hexes()[key]["terrain"] == "deep" for key in near)


def test_the_ninth_armored_has_cities_to_choose_from() -> None:
    far = {hexes()[key]["name"] for key in hexes() if is_city(key) and from_wall(key) >= 5}
    assert {"St. Vith", "Bastogne", "Malmedy", "Wiltz"} <= far


@pytest.mark.parametrize(("army", "divisions"), [("6SS", 8), ("5PZ", 7), ("7A", 4)])
def test_army_areas_hold_their_divisions(army: str, divisions: int) -> None:
    own = [key for key, row in hexes().items() if army in row["army"].split("/")]
    assert len(own) >= divisions * 2  # three units a division, three units a hex: room to choose
    near = [key for key in own if from_wall(key) == 1]
    assert len(near) >= divisions


def test_army_lines_run_west_from_the_edge_to_their_start_hexes() -> None:
    lines: dict[str, list[str]] = defaultdict(list)
    for row in table("lines.csv"):
        assert int(row["order"]) == len(lines[row["line"]])
        lines[row["line"]].append(row["hex"])
    assert {name: chain[-1] for name, chain in lines.items()} == {
        "6SS/5PZ": "3432",
        "5PZ/7A": "2029",
    }
    for name, chain in lines.items():
        assert Hex.parse(chain[0]).column == ARDENNES.columns
        for a, b in pairwise(chain):
            assert b in around(a)
            assert centre(Hex.parse(b))[0] < centre(Hex.parse(a))[0]
        assert all(hexes()[key]["army"] in ("", name) for key in chain)
        shared = {key for key, row in hexes().items() if row["army"] == name}
        assert shared <= set(chain)


def test_armies_do_not_adjoin_except_along_their_line() -> None:
    for key, row in hexes().items():
        for other in around(key):
            pair = {row["army"], hexes()[other]["army"]}
            assert not {"6SS", "5PZ"} <= pair
            assert not {"5PZ", "7A"} <= pair


# -- files ------------------------------------------------------------------------------------


def test_what_is_known_of_the_printed_map_is_marked() -> None:
    for key in ("1922", "2730", "3734", "3432", "2029"):
        assert "hex" in hexes()[key]["printed"].split()
    assert "river" in sides()["2730", "2731"]["printed"].split()
    assert "road" in sides()["3734", "3735"]["printed"].split()
    for row in (*table("hexes.csv"), *table("sides.csv")):
        assert not set(row["printed"].split()) & set(row["history"].split())
        assert not row["printed"] or row["note"]


def test_the_drawing_has_every_road_river_town_and_entry() -> None:
    drawing = json.loads((GAME_DATA / "map.json").read_text(encoding="utf-8"))
    assert drawing["width"] > 2000
    assert drawing["height"] > 2000
    assert set(drawing["towns"]) == {key for key, row in hexes().items() if row["name"]}
    assert set(drawing["entries"]) == {row["id"] for row in table("entries.csv")}
    rivers = {row["name"] for row in sides().values() if row["river"]}
    assert {it["name"] for it in drawing["rivers"]} == rivers
    x, y = ARDENNES.to_map(centre(Hex(19, 22)))
    bastogne = (round(x, 1), round(y, 1))
    assert (drawing["towns"]["1922"]["x"], drawing["towns"]["1922"]["y"]) == bastogne
    assert bastogne in {tuple(it["points"][i]) for it in drawing["roads"] for i in (0, -1)}


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("hexes.csv", hexes_csv),
        ("sides.csv", sides_csv),
        ("entries.csv", entries_csv),
        ("lines.csv", lines_csv),
        ("map.json", map_json),
    ],
)
def test_the_files_are_what_the_map_maker_writes(
    made: HexMap, name: str, write: Callable[[HexMap], str]
) -> None:
    assert (GAME_DATA / name).read_text(encoding="utf-8") == write(made)
