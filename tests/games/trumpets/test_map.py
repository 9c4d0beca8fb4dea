"""The mile map: every fact known of the printed one, and what set-ups and rules need of it."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from salient.boards.bits import each_place
from salient.engine.data import load_table
from salient.games.trumpets.country import WHOLE, Country
from salient.games.trumpets.rows import GATES, HEXES, HEXSIDES, GateRow, HexRow, SideRow

DATA = Path(__file__).parents[3] / "src/salient/games/trumpets/data"
HEX_ROWS = load_table(HEXES, [DATA])
SIDE_ROWS = load_table(HEXSIDES, [DATA])
GATE_ROWS = load_table(GATES, [DATA])
BY_HEX: dict[str, HexRow] = {row.hex: row for row in HEX_ROWS}
BY_SIDE: dict[tuple[str, str], SideRow] = {(row.a, row.b): row for row in SIDE_ROWS}
COUNTRY = Country(WHOLE, (), HEX_ROWS, SIDE_ROWS)
BOARD = COUNTRY.board

Graph = dict[str, set[str]]

PLACES = """
Arlon 6365 · Bastogne 5844 · Baugnez 7616 · Bitburg 9946 · Bleialf 8727 · Bollendorf 9054 ·
Büllingen 8515 · Bütgenbach 8314 · Celles 2128 · Ciney 2624 · Clervaux 7440 · Consdorf 9059 ·
Dasburg 7940 · Diekirch 8053 · Dinant 1626 · Drauffelt 7342 · Echternach 9457 · Ettelbruck 7754 ·
Eupen 7401 · Foy 5940 · Francorchamps 7013 · Gemünd 8145 · Givet 1234 · Haller 8756 ·
Hollerath 9312 · Honsfeld 8618 · Hosingen 7743 · Hotton 4425 · Houffalize 6134 · Huy 3308 ·
Krinkelt 8714 · La Gleize 6416 · La Roche 5031 · Lanzerath 8919 · Ligneuville 7517 ·
Losheim 9118 · Losheimergraben 9018 · Lützkampen 8133 · Malmedy 7314 · Manderfeld 9021 ·
Manhay 5624 · Marche 3928 · Marnach 7540 · Martelange 5955 · Mersch 7861 · Monschau 8505 ·
Müllerthal 8858 · Namur 1412 · Noville 6040 · Ormont 9521 · Ouren 7934 · Poteau 7322 ·
Prüm 9430 · Recht 7520 · Rochefort 3233 · Samrée 5329 · Schleiden 9707 · Schönberg 8624 ·
Spa 6510 · St. Hubert 4042 · St. Vith 7924 · Stadtkyll 9919 · Stavelot 6916 · Steinebrück 8227 ·
Stoumont 6216 · Trois-Ponts 6618 · Verviers 6503 · Vianden 8348 · Vielsalm 6824 ·
Wallendorf 8752 · Werbomont 5618 · Wiltz 6946 · Winterspelt 8328 · Luxembourg 7970 ·
Heinerscheid 7737 · Holzthum 7544 · Donnange 7039 · Wilwerwiltz 7245 · Munshausen 7442 ·
Troisvierges 7236 · Möderscheid 8218 · Altrier 8961 · Mompach 9661 · Bissen 7558 ·
Beaufort 8755 · Neffe 6044 · Wardin 6144 · Longvilly 6442 · Bourcy 6240 · Mageret 6142 ·
Benonchamps 6143 · Prümerberg 8124 · Hünningen (St. Vith) 7823 · Petit-Thier 7122 ·
Breitfeld 8026 · Galhausen 7927 · Grufflingen 7727 · Leithum 7734 · Beiler 7431 ·
Huldange 7332 · Gouvy 6931 · Ober-Emmels 7721 · Waimes 7815
"""
"""The tables of places and the named hexes of the set-ups."""

NAMED = """
Fouhren, Hoscheid, Höfen, Kalterherberg, Vielsalm, Auw, Lützkampen, Troisvierges, Bourscheid,
Berdorf, Herborn, Marvie, Mande-St-Étienne, Senonchamps, Sibret, Salmchâteau, Beho, Crombach,
Rodt, Burg Reuland, Cherain, Elsenborn, Neufchâteau, Baraque de Fraiture, Kalborn, Welchenhausen,
Dillingen, Edingen, Cheneux, Hampteau, Weilerbach, Rosport, Wasserbillig, Stolzembourg, Roth (Our)
"""
"""Places that scenarios, events and points name without a hex."""

OUR = """
9018 9019 9119 9120 9021 9022 8922 8822 8722 8723 8624 8524 8425 8325 8326 8227 8127 8128 8029 8030
8031 8032 7932 8033 7933 7934 7935 7936 7837 7937 7838 7839 7840 7940 7941 7942 7943 7944 8045
8145 8046 8146 8147 8247 8347 8348 8349 8450 8451 8551 8552 8652
"""
"""The hexes the Our passes; Reisdorf and Wallendorf at its mouth lie on the Sauer."""
CLERF = """
7333 7234 7235 7236 7336 7337 7438 7338 7439 7339 7440 7340 7441 7341 7342 7243 7244 7245 7345
7346 7347
"""

BLOWN = {
    "Dasburg": ("7840", "7940"), "Gemünd": ("8045", "8145"), "Stolzembourg": ("8146", "8247"),
    "Vianden": ("8348", "8449"), "Roth (Our)": ("8349", "8449"),
    "Wallendorf": ("8653", "8752"), "Bollendorf": ("9054", "9055"),
    "Weilerbach": ("9256", "9257"), "Echternach": ("9457", "9556"),
    "Rosport": ("9857", "9957"), "Wasserbillig": ("9864", "9963"),
}  # fmt: skip
FORDS = {
    "Kalborn": "Our", "Welchenhausen": "Our", "Dillingen": "Sûre", "Edingen": "Sûre",
    "Cheneux": "Amblève", "Hampteau": "Ourthe",
}  # fmt: skip
SCHNEE_EIFEL = """
8926 8927 9026 9027 9124 9125 9126 9224 9225 9321 9322 9323 9324 9421 9422 9423 9521
"""
GATES_OF = {
    "allied": "8401 7401 6401 5801 5201 5001 2801 2001 0129 0134 0759 2675 4575 6175 7875 9175",
    "german": "9901 9905 9909 9919 9929 9946 9957 9963",
}


def named(name: str) -> str:
    (found,) = (row.hex for row in HEX_ROWS if row.name == name)
    return found


def around(number: str) -> set[str]:
    return {COUNTRY.number(it) for it in BOARD.neighbours[COUNTRY.at(number)] if it >= 0}


def steps(a: str, b: str) -> int:
    return BOARD.distance(COUNTRY.at(a), COUNTRY.at(b))


def side(a: str, b: str) -> SideRow:
    return BY_SIDE[min(a, b), max(a, b)]


def touching(name: str) -> dict[str, list[SideRow]]:
    """The sides of a river by the hexes that touch it."""
    found = defaultdict(list)
    for row in SIDE_ROWS:
        if row.name == name:
            found[row.a].append(row)
            found[row.b].append(row)
    return found


def graph_of(rows: Iterable[SideRow]) -> Graph:
    graph: Graph = defaultdict(set)
    for row in rows:
        graph[row.a].add(row.b)
        graph[row.b].add(row.a)
    return graph


@cache
def roads() -> Graph:
    return graph_of(row for row in SIDE_ROWS if row.road)


def connected(start: str, graph: Graph) -> set[str]:
    seen, front = {start}, [start]
    while front:
        for there in graph[front.pop()] - seen:
            seen.add(there)
            front.append(there)
    return seen


def road_length(a: str, b: str) -> int:
    """The steps from hex to hex by road."""
    seen, front, length = {a}, {a}, 0
    while b not in front:
        front = {there for here in front for there in roads()[here]} - seen
        assert front, (a, b)
        seen |= front
        length += 1
    return length


def bank(start: str, river: str) -> set[str]:
    """The hexes that are reached without crossing a river."""
    seen, front = {start}, [start]
    while front:
        here = front.pop()
        for there in around(here) - seen:
            row = BY_SIDE.get((min(here, there), max(here, there)))
            if row is None or row.name != river:
                seen.add(there)
                front.append(there)
    return seen


# -- hexes and places -------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-map-1")
def test_the_map_has_99_columns_and_75_rows_numbered_column_first() -> None:
    numbers = [f"{column:02}{row:02}" for column in range(1, 100) for row in range(1, 76)]
    assert [row.hex for row in HEX_ROWS] == numbers
    assert {"5743", "5744", "5843", "5845", "5943", "5944"} == around("5844")


@pytest.mark.parametrize("entry", PLACES.replace("\n", " ").split(" · "))
def test_places_lie_in_their_hexes(entry: str) -> None:
    name, number = entry.strip().rsplit(" ", 1)
    assert named(name) == number


@pytest.mark.parametrize("name", NAMED.replace("\n", " ").split(","))
def test_places_of_the_scenarios_have_a_name_in_both_languages(name: str) -> None:
    row = BY_HEX[named(name.strip())]
    assert row.ja
    assert row.settlement


def test_names_are_unique_and_in_both_languages() -> None:
    names = Counter(row.name for row in HEX_ROWS if row.name)
    japanese = Counter(row.ja for row in HEX_ROWS if row.ja)
    assert max(names.values()) == max(japanese.values()) == 1
    assert all(bool(row.name) == bool(row.ja) for row in HEX_ROWS)
    assert all(row.name for row in HEX_ROWS if row.settlement)


@pytest.mark.rule("trumpets:tab-dump-verviers")
def test_verviers_is_a_city_of_several_hexes() -> None:
    hexes = [row for row in HEX_ROWS if row.name.startswith("Verviers")]
    assert [row.hex for row in hexes] == ["6503", "6603"]
    assert {row.settlement for row in hexes} == {"city"}


def test_what_the_cards_call_towns_are_towns() -> None:
    """The dump chart and its note 12.3.1 name them."""
    for name in ("Eupen", "Spa", "Stavelot", "Malmedy", "Wiltz", "Vianden", "Schleiden",
                 "Stadtkyll", "Prüm", "Bitburg"):  # fmt: skip
        row = BY_HEX[named(name)]
        assert row.settlement == "town"
        assert "settlement" in row.printed.split()
    for name in ("Samrée", "Francorchamps"):
        assert BY_HEX[named(name)].settlement == "village"


@pytest.mark.rule("trumpets:rc-map-1")
def test_terrain_is_as_the_land_is() -> None:
    terrain = {
        "forest": ("9018", "9125", "8124", "7840", "7940"),
        "broken": ("7440", "8858"),
        "marsh": ("7508",),
        "clear": ("5844", "7924", "8714", "6040", "7540", "7640", "7740"),
    }
    for kind, numbers in terrain.items():
        assert {BY_HEX[number].terrain for number in numbers} == {kind}
    count = Counter(row.terrain for row in HEX_ROWS)
    assert 4_300 < count["clear"] < 4_700
    assert 1_400 < count["forest"] < 1_650
    assert 800 < count["broken"] < 950
    assert 400 < count["woods"] < 500
    assert 15 <= count["marsh"] <= 20


# -- water ------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-map-2", "trumpets:note-jam-1")
def test_the_olef_is_a_stream_from_9012_to_9806_and_no_further() -> None:
    hexes = touching("Olef")
    assert {"9012", "9806", named("Schleiden")} <= set(hexes)
    columns = {int(number[:2]) for number in hexes}
    assert columns == set(range(90, 99))
    assert {row.water for rows in hexes.values() for row in rows} == {"stream"}
    assert "9806" in {number for number in hexes if number.startswith("98")}
    assert not set(hexes) & {"9113", "9213", "9805", "9804"}


@pytest.mark.parametrize(("river", "hexes"), [("Our", OUR), ("Clerf", CLERF)])
def test_our_and_clerf_flow_past_the_hexes_they_pass(river: str, hexes: str) -> None:
    assert set(hexes.split()) <= set(touching(river))


def test_the_our_is_a_river_from_schonberg_on_and_the_clerf_from_troisvierges() -> None:
    for river, last in (("Our", "8624"), ("Clerf", "7235")):
        grades = {row.water for row in SIDE_ROWS if row.name == river}
        assert grades == {"stream", "river"}
        upper = [row for row in SIDE_ROWS if row.name == river and row.water == "stream"]
        assert max(int(number[2:]) for row in upper for number in (row.a, row.b)) <= int(last[2:])


def test_great_rivers_are_the_meuse_and_the_moselle_from_edge_to_edge() -> None:
    assert {row.name for row in SIDE_ROWS if row.water == "great"} == {"Meuse", "Moselle"}
    for river, here, there in (("Meuse", "5844", "0112"), ("Moselle", "8670", "9970")):
        assert there not in bank(here, river)
    west = bank("0101", "Meuse")
    assert {named("Namur"), named("Givet"), named("Charleville")} <= west
    assert not {named("Dinant"), named("Huy"), named("Andenne"), named("Sedan")} & west


# -- roads, bridges, fords --------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-map-3")
def test_every_road_over_water_is_a_bridge_and_nothing_else_is() -> None:
    for row in SIDE_ROWS:
        assert bool(row.bridge) == bool(row.road and row.water)
        assert row.b in around(row.a)
        assert row.a < row.b
        assert bool(row.water) == bool(row.name)


@pytest.mark.rule("trumpets:rc-map-3")
def test_the_bridges_of_the_front_are_blown_and_all_others_stand() -> None:
    blown = {pair for pair, row in BY_SIDE.items() if row.bridge == "blown"}
    assert blown == set(BLOWN.values())
    for name, pair in BLOWN.items():
        assert named(name) in pair
    for name in ("Ouren", "Steinebrück", "Schönberg"):
        bridges = [row for row in touching("Our")[named(name)] if row.bridge]
        assert bridges
        assert {row.bridge for row in bridges} == {"whole"}


def test_below_dasburg_no_bridge_over_the_border_stands() -> None:
    east = {row.hex for row in HEX_ROWS if row.east}
    for row in SIDE_ROWS:
        over = (row.a in east) != (row.b in east) and row.name in ("Our", "Sûre", "Moselle")
        if over and row.bridge == "whole":
            assert int(row.a[2:]) < 40


@pytest.mark.rule("trumpets:rc-map-4")
def test_fords_lie_on_rivers_and_the_known_ones_are_there() -> None:
    fords = [row for row in SIDE_ROWS if row.ford]
    known = {}
    for name, river in FORDS.items():
        (row,) = (row for row in fords if named(name) in (row.a, row.b))
        assert row.name == river
        known[row.a, row.b] = name
    sites = [row for row in SIDE_ROWS if row.bridge or row.ford]
    for row in fords:
        assert row.water == "river"
        assert not row.road
        if (row.a, row.b) in known:
            continue
        assert "forest" not in {BY_HEX[row.a].terrain, BY_HEX[row.b].terrain}
        others = [other for other in sites if other is not row]
        ends = ((a, b) for it in others for a in (row.a, row.b) for b in (it.a, it.b))
        assert min(steps(a, b) for a, b in ends) >= 4


def test_the_road_net_is_one_and_reaches_every_settlement() -> None:
    reached = connected(named("Bastogne"), roads())
    assert reached == {number for number, joined in roads().items() if joined}
    assert {row.hex for row in HEX_ROWS if row.settlement} <= reached


@pytest.mark.rule("trumpets:rc-off-1")
@pytest.mark.parametrize("side_", ["allied", "german"])
def test_gates_stand_in_their_order_and_reach_bastogne_or_bitburg_by_road(side_: str) -> None:
    gates: list[GateRow] = [row for row in GATE_ROWS if row.side == side_]
    assert [gate.hex for gate in gates] == GATES_OF[side_].split()
    assert [gate.order for gate in gates] == list(range(1, len(gates) + 1))
    goal = named("Bastogne" if side_ == "allied" else "Bitburg")
    standing = graph_of(row for row in SIDE_ROWS if row.road and row.bridge != "blown")
    assert {gate.hex for gate in gates} <= connected(goal, standing)
    assert all(gate.ja for gate in gates)


@pytest.mark.parametrize(
    "chain",
    [
        "9919 9219 8919 8618 8515",  # Kampfgruppe Peiper to Büllingen
        "8618 8218 7517 6916",  # ... past Möderscheid to Ligneuville and Stavelot
        "9018 8515 8314 7815 7314",  # the southern route of 12SS
        "6916 6717 6416 6216",  # Stavelot to La Gleize and Stoumont
        "7940 7540 7440 6841 5844",  # Dasburg, Marnach, Clervaux, Bastogne
        "7924 7540 7743 8053",  # Skyline Drive
        "5844 6040 6134 5926 5624",  # N15 to Manhay
        "5844 3928 1412",  # N4 to Namur
        "7401 8304 8505",  # Eupen, Mützenich, Monschau
        "9430 8624 7924 6824",  # Prüm, Schönberg, St. Vith, Vielsalm
        "9946 8348 8053 7754",  # Bitburg, Vianden, Diekirch, Ettelbruck
        "9457 7970 6365 5955 5844",  # Echternach, Luxembourg, Arlon, Martelange, Bastogne
    ],
)
def test_the_roads_of_the_campaign_lead_where_they_led(chain: str) -> None:
    numbers = chain.split()
    for a, b in pairwise(numbers):
        assert road_length(a, b) <= 1.5 * steps(a, b) + 2, (a, b)


def test_peiper_comes_from_stavelot_to_la_gleize_without_crossing_the_ambleve() -> None:
    dry = graph_of(row for row in SIDE_ROWS if row.road and row.name != "Amblève")
    assert named("La Gleize") in connected(named("Stavelot"), dry)
    assert side("6916", "7017").bridge == "whole"
    assert side("6316", "6416").name == "Amblève"


def test_the_meuse_has_the_bridges_of_1944() -> None:
    bridges = {name for name in ("Namur", "Huy", "Dinant", "Givet", "Andenne", "Sedan")
               if any(row.bridge for row in touching("Meuse")[named(name)])}  # fmt: skip
    assert bridges == {"Namur", "Huy", "Dinant", "Givet", "Andenne", "Sedan"}
    dinant = [row for row in touching("Meuse")[named("Dinant")] if row.bridge]
    assert [(row.a, row.b) for row in dinant] == [("1526", "1626")]


@pytest.mark.parametrize(
    ("column", "rows", "least"),
    [("66", range(34, 51), 5), ("87", range(36, 47), 3), ("99", range(11, 25), 1),
     ("78", range(11, 25), 3), ("71", range(34, 53), 4), ("46", range(34, 53), 3),
     ("91", range(16, 35), 4), ("64", range(16, 35), 3), ("64", range(44, 71), 4)],
)  # fmt: skip
def test_sections_have_roads_for_their_supply(column: str, rows: range, least: int) -> None:
    assert sum(f"{column}{row:02}" in roads() for row in rows) >= least


# -- areas ------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-area-1")
def test_army_areas_lie_north_between_and_south_of_their_lines() -> None:
    lines = {
        "6PA": "9919 9621 9222 8722 8423 7822 7223 6723 5621 4417 3412 2709",
        "5PA": "9943 9044 8345 8146 7747 7248 6547 5748 4948 3946 2642 1238",
    }
    after = {"6PA": "5PA", "5PA": "7A"}
    for army, line in lines.items():
        for number in line.split():
            below = f"{number[:2]}{int(number[2:]) + 1:02}"
            assert BY_HEX[number].army == army
            assert BY_HEX[below].army == after[army]
    for column in range(1, 100):
        armies = [BY_HEX[f"{column:02}{row:02}"].army for row in range(1, 76)]
        assert armies == sorted(armies, key=("6PA", "5PA", "7A").index)
    for name, army in (("Malmedy", "6PA"), ("Stavelot", "6PA"), ("St. Vith", "5PA"),
                       ("Bastogne", "5PA"), ("Vianden", "7A"), ("Echternach", "7A")):  # fmt: skip
        assert BY_HEX[named(name)].army == army


@pytest.mark.rule("trumpets:note-jam-1")
def test_the_area_of_lxvii_corps_is_north_and_north_west_of_the_olef() -> None:
    inside = {row.hex for row in HEX_ROWS if row.lxvii}
    assert {"9012", "9308", "8412", named("Monschau"), named("Wahlerscheid")} <= inside
    assert not {"9806", "9320", "9112", "8413", named("Hellenthal"), named("Hollerath")} & inside
    for row in SIDE_ROWS:
        if row.name == "Olef":
            assert (row.a in inside) != (row.b in inside)


def test_east_of_the_our_and_the_sauer_is_germany_from_the_5th_panzer_army_on() -> None:
    east = {row.hex for row in HEX_ROWS if row.east}
    for name in ("Dasburg", "Gemünd", "Roth (Our)", "Wallendorf", "Bollendorf", "Bitburg", "Prüm",
                 "Neuerburg", "Winterspelt", "Lützkampen", "Bleialf"):  # fmt: skip
        assert named(name) in east
    for name in ("Vianden", "Ouren", "Marnach", "Echternach", "Wasserbillig", "St. Vith",
                 "Reisdorf", "Remich", "Losheim"):  # fmt: skip
        assert named(name) not in east
    assert {BY_HEX[number].army for number in east} == {"5PA", "7A"}
    for row in SIDE_ROWS:
        if row.name in ("Our", "Sûre") and row.a in east and row.b in east:
            pytest.fail(f"{row.a}-{row.b} lies inside the area")


@pytest.mark.rule("trumpets:note-weather-2")
def test_snow_squalls_are_in_the_schnee_eifel() -> None:
    assert [row.hex for row in HEX_ROWS if row.squall] == SCHNEE_EIFEL.split()
    wooded = [BY_HEX[number].terrain == "forest" for number in SCHNEE_EIFEL.split()]
    assert sum(wooded) >= len(wooded) - 4


@pytest.mark.rule("trumpets:rc-map-5")
def test_about_twenty_hexes_of_the_west_wall_are_fortresses() -> None:
    wall = [row for row in HEX_ROWS if row.wall]
    assert 18 <= len(wall) <= 22
    assert {"9124", "9125"} <= {row.hex for row in wall}
    assert all(row.name or row.squall or row.note for row in wall)


def corps_areas() -> dict[tuple[str, str], set[str]]:
    areas: dict[tuple[str, str], set[str]] = defaultdict(set)
    with (DATA / "areas.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            hexes = range(int(row["first"]), int(row["last"]) + 1)
            areas[row["turn"], row["corps"]] |= {f"{int(row['column']):02}{it:02}" for it in hexes}
    return areas


@pytest.mark.rule("trumpets:rc-area-2")
def test_the_areas_of_the_us_corps_cover_the_map_and_hold_the_places_of_their_corps() -> None:
    areas = corps_areas()
    corps = defaultdict(set)
    for turn, name in areas:
        corps[turn].add(name)
    assert corps == {
        "16EV": {"V", "VIII"},
        "18PD": {"V", "VIII", "XVIII"},
        "20PD": {"V", "VIII", "XVIII", "III", "XII"},
        "22PD": {"V", "VIII", "XVIII", "VII", "III", "XII"},
    }
    for turn, names in corps.items():
        assert set().union(*(areas[turn, name] for name in names)) == set(BY_HEX)
    for turn, name, place in (
        ("16EV", "V", "Elsenborn"), ("16EV", "V", "Malmedy"), ("16EV", "VIII", "St. Vith"),
        ("18PD", "XVIII", "Werbomont"), ("18PD", "VIII", "St. Vith"),
        ("20PD", "XVIII", "St. Vith"), ("20PD", "VIII", "Bastogne"), ("20PD", "III", "Arlon"),
        ("20PD", "XII", "Echternach"), ("22PD", "VII", "Marche"), ("22PD", "XVIII", "Manhay"),
        ("22PD", "VIII", "Bastogne"), ("22PD", "III", "Bastogne"), ("22PD", "III", "Martelange"),
        ("22PD", "XII", "Diekirch"),
    ):  # fmt: skip
        assert named(place) in areas[turn, name], (turn, name, place)


# -- where it comes from ----------------------------------------------------------------------


def test_what_is_known_of_the_printed_map_is_marked() -> None:
    assert "hex" in BY_HEX["9012"].printed.split()
    assert "hex" in BY_HEX["9806"].printed.split()
    for row in (*HEX_ROWS, *SIDE_ROWS):
        assert not set(row.printed.split()) & set(row.history.split())
        assert not row.printed or row.note
    assert "bridge" in side("7840", "7940").history.split()
    assert "bridge" not in side("8146", "8247").history.split()


def test_a_section_keeps_the_neighbours_of_the_whole_map() -> None:
    for place in each_place(BOARD.all):
        number = COUNTRY.number(place)
        column, row = int(number[:2]), int(number[2:])
        low = 1 if column % 2 else 0
        beside = {f"{column + dx:02}{row + low - dy:02}" for dx in (-1, 1) for dy in (0, 1)}
        above = {f"{column:02}{row - 1:02}", f"{column:02}{row + 1:02}"}
        assert around(number) == (beside | above) & set(BY_HEX)
