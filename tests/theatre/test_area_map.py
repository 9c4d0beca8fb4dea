"""The area map of *Tigers in the Mist*: every known fact of the printed map, over the data files.

The facts are those of the rulebook (numbers like 5.1) and of play reports by owners of the printed
game (S1, S2 ...); the rest of the map is reconstructed and only has to be sound.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from salient.theatre.area_files import borders_csv, links_csv, shapes_json
from salient.theatre.area_map import GAME_DATA, make_area_map
from salient.theatre.geography import load_theatre, read_rows
from salient.theatre.planar import contains, crossings, ring_area, segments

NUMBERED = {
    10: "Irrel",
    11: "Echternach",
    16: "Luxembourg",
    19: "Nusbaum",
    20: "Beaufort",
    40: "Wahlerscheid",
    41: "Monschau",
    51: "Dasburg",
    55: "Gemund",
    69: "Holzhum",
    70: "Marnach",
}
NAMED = """Arlon Martelange Bastogne Noville Houffalize Vielsalm Stavelot Malmedy Hoffrai Mersch
Diekirch Ettlebruck Vianden Trois_Ponts Stoumont Wallendorf Lutzkampen Habscheid Bleialf Auw
Schoenburg Hosheid Grandmenil St._Vith Baraque Aywaille Oneux Rochefort Wellin Grupont Marche"""
ATTACKED = "Wallendorf Vianden Holzhum Marnach Lutzkampen Habscheid Bleialf Auw"
RING = "ADEFGHIJKLMNPCB"


class LinkFact(NamedTuple):
    """A row of ``links.csv``."""

    a: str
    b: str
    road: str
    river: str
    bridge: str


@cache
def areas() -> dict[str, dict[str, str]]:
    return {row["number"]: row for row in read_rows(GAME_DATA / "areas.csv")}


@cache
def zones() -> dict[str, dict[str, str]]:
    return {row["letter"]: row for row in read_rows(GAME_DATA / "zones.csv")}


@cache
def links() -> tuple[LinkFact, ...]:
    rows = read_rows(GAME_DATA / "links.csv")
    return tuple(LinkFact(r["a"], r["b"], r["road"], r["river"], r["bridge"]) for r in rows)


@cache
def adjoining() -> frozenset[frozenset[str]]:
    return frozenset(frozenset((r["a"], r["b"])) for r in read_rows(GAME_DATA / "borders.csv"))


@cache
def shapes() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GAME_DATA / "shapes.json").read_text("utf-8"))
    return document


def rings() -> dict[str, list[tuple[float, float]]]:
    both = {**shapes()["areas"], **shapes()["zones"]}
    return {key: [(x, y) for x, y in ring] for key, ring in both.items()}


def number(name: str) -> str:
    return next(key for key, row in areas().items() if row["name"] == name)


def link(a: str, b: str) -> LinkFact:
    ends = {number(a), number(b)}
    return next(fact for fact in links() if {fact.a, fact.b} == ends)


def linked(key: str) -> set[str]:
    return {f.b for f in links() if f.a == key} | {f.a for f in links() if f.b == key}


def reach(start: str, inside: Iterable[str]) -> set[str]:
    """The places that roads lead to without leaving the given ones."""
    allowed = set(inside)
    found, waiting = {start}, [start]
    while waiting:
        for there in (linked(waiting.pop()) & allowed) - found:
            found.add(there)
            waiting.append(there)
    return found


def section(name: str) -> set[str]:
    both = {**areas(), **zones()}
    return {key for key, row in both.items() if row[name] == "1"}


# Areas


@pytest.mark.rule("mist:3.22a")
def test_every_area_has_a_number_of_its_own_and_a_name_of_its_own() -> None:
    assert list(areas()) == [str(n) for n in range(1, len(areas()) + 1)]
    assert len({row["name"] for row in areas().values()}) == len(areas())
    assert all(row["name"].isascii() and row["ja"] for row in areas().values())


@pytest.mark.rule("mist:3.22a")
def test_every_area_stands_for_a_town_or_crossroads_of_the_theatre() -> None:
    places = load_theatre().places
    for row in areas().values():
        place = places[row["place"]]
        assert (place.lat, place.lon) == (float(row["lat"]), float(row["lon"]))
        assert place.kind in {"city", "town", "village", "crossroads"}


@pytest.mark.parametrize(("key", "name"), NUMBERED.items())
def test_the_numbers_known_of_the_printed_map_are_kept(key: int, name: str) -> None:
    assert areas()[str(key)]["name"] == name
    assert areas()[str(key)]["printed"].split()[:2] == ["number", "name"]


@pytest.mark.parametrize("name", NAMED.split())
def test_the_names_known_of_the_printed_map_are_areas(name: str) -> None:
    assert "name" in areas()[number(name.replace("_", " "))]["printed"].split()


@pytest.mark.rule("mist:3.22b")
def test_areas_with_consecutive_numbers_adjoin() -> None:
    for n in range(1, len(areas())):
        assert frozenset((str(n), str(n + 1))) in adjoining()


@pytest.mark.rule("mist:ex-3.22")
def test_area_75_adjoins_areas_74_and_76() -> None:
    assert {frozenset(("74", "75")), frozenset(("75", "76"))} <= adjoining()


def test_there_are_at_least_76_areas() -> None:
    assert len(areas()) >= 76


@pytest.mark.parametrize("name", ATTACKED.split())
def test_areas_attacked_in_the_first_impulse_are_allied_front_areas(name: str) -> None:
    row = areas()[number(name)]
    assert (row["control"], row["front"]) == ("allied", "1")


def test_the_front_areas_are_the_allied_areas_that_adjoin_german_ones() -> None:
    german = {key for key, row in areas().items() if row["control"] == "german"}
    for key, row in areas().items():
        is_facing = any(frozenset((key, other)) in adjoining() for other in german)
        assert row["front"] == str(int(key not in german and is_facing)), row["name"]


def test_schoenburg_is_not_a_front_area() -> None:
    assert areas()[number("Schoenburg")]["front"] == "0"


def test_bastogne_is_worth_most() -> None:
    values = {row["name"]: int(row["vp"]) for row in areas().values()}
    assert [name for name in values if values[name] == max(values.values())] == ["Bastogne"]


# Zones


@pytest.mark.rule("mist:3.21a")
def test_zones_are_capital_letters_and_areas_are_numbers() -> None:
    assert "".join(zones()) == "ABCDEFGHIJKLMNP"
    assert all(key.isdigit() for key in areas())


def test_zones_lie_on_the_map_edge_in_ring_order() -> None:
    width, height = shapes()["width"], shapes()["height"]
    touching = {key: set(rings()[key]) for key in RING}
    for key, after in zip(RING, RING[1:] + RING[0], strict=True):
        assert touching[key] & touching[after], f"{key} and {after}"
        assert any(x in (0, width) or y in (0, height) for x, y in touching[key])
    assert all(0 < x < width and 0 < y < height for n in areas() for x, y in rings()[n])


def test_the_sides_and_multipliers_of_the_zones_follow_the_rulebook() -> None:
    for key, row in zones().items():
        assert row["side"] == ("german" if key in "ABC" else "allied")
        assert int(row["multiplier"]) in ((1, 2, 3) if key in "DEFGHIJK" else (0,))


@pytest.mark.rule("mist:11.13")
def test_every_zone_is_joined_to_the_areas_beside_it_by_primary_roads() -> None:
    sides: dict[frozenset[tuple[float, float]], list[str]] = defaultdict(list)
    for key, ring in rings().items():
        for a, b in segments([*ring, ring[0]]):
            sides[frozenset((a, b))].append(key)
    shared: Counter[tuple[str, ...]] = Counter()
    for owners in sides.values():
        if len(owners) == 2 and sum(key.isalpha() for key in owners) == 1:
            shared[tuple(sorted(owners))] += 1
    joined = {(fact.a, fact.b): fact.road for fact in links() if fact.b.isalpha()}
    assert set(joined.values()) == {"primary"}
    assert set(joined) <= set(shared)
    assert all(pair in joined for pair, pieces in shared.items() if pieces > 2)
    assert {zone for _, zone in joined} == set(zones())


def test_no_road_leads_from_a_zone_to_an_area_of_the_other_side() -> None:
    for fact in links():
        if fact.b.isalpha():
            assert areas()[fact.a]["control"] == zones()[fact.b]["side"]


# Roads, rivers and bridges


@pytest.mark.rule("mist:3.22c")
def test_every_road_is_primary_or_secondary_and_joins_two_adjoining_places() -> None:
    for fact in links():
        assert fact.road in ("primary", "secondary")
        assert fact.b.isalpha() or frozenset((fact.a, fact.b)) in adjoining()
    assert len({frozenset((fact.a, fact.b)) for fact in links()}) == len(links())


@pytest.mark.rule("mist:3.23a")
def test_a_road_has_a_bridge_exactly_where_it_crosses_a_river() -> None:
    lines = {(road["a"], road["b"]): road["points"] for road in shapes()["roads"]}
    sites = {(bridge["a"], bridge["b"]) for bridge in shapes()["bridges"]}
    for fact in links():
        road = [(x, y) for x, y in lines[fact.a, fact.b]]
        crossed = {
            river["name"]
            for river in shapes()["rivers"]
            if crossings(road, [(x, y) for x, y in river["points"]])
        }
        assert bool(fact.river) == bool(fact.bridge) == ((fact.a, fact.b) in sites)
        assert (fact.river in crossed) if fact.river else not crossed


@pytest.mark.rule("mist:5.1a")
def test_exactly_the_five_bridges_of_rule_5_1_are_blown() -> None:
    blown = {(fact.a, fact.b) for fact in links() if fact.bridge == "blown"}
    assert blown == {("10", "11"), ("19", "20"), ("40", "41"), ("51", "70"), ("55", "69")}


@pytest.mark.rule("mist:3.23b")
def test_all_other_bridges_are_intact() -> None:
    states = Counter(fact.bridge for fact in links() if fact.river)
    assert states == {"blown": 5, "intact": states.total() - 5}


@pytest.mark.parametrize(
    ("a", "b", "river"),
    [
        ("Irrel", "Echternach", "Sauer"),
        ("Nusbaum", "Beaufort", "Sauer"),
        ("Dasburg", "Marnach", "Our"),
        ("Gemund", "Holzhum", "Our"),
    ],
)
def test_the_blown_bridges_of_the_south_lie_on_our_and_sauer(a: str, b: str, river: str) -> None:
    assert link(a, b).river == river


@pytest.mark.parametrize("name", ["Vielsalm", "Stavelot", "Stoumont"])
def test_trois_ponts_has_its_three_bridges(name: str) -> None:
    assert link("Trois Ponts", name).bridge == "intact"


def test_diekirch_and_ettlebruck_are_joined_by_a_bridge() -> None:
    assert link("Diekirch", "Ettlebruck").bridge == "intact"


def test_bleialf_and_schoenburg_are_joined_by_a_bridge_over_the_our() -> None:
    assert link("Bleialf", "Schoenburg")[3:] == ("Our", "intact")


def test_vianden_is_reached_from_the_german_bank_over_an_intact_our_bridge() -> None:
    vianden = number("Vianden")
    german = [key for key in linked(vianden) if areas()[key]["control"] == "german"]
    assert german
    assert all(
        (fact.river, fact.bridge) == ("Our", "intact")
        for fact in links()
        if {fact.a, fact.b} & set(german) and vianden in fact
    )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Vianden", "Hosheid"),
        ("Bleialf", "Auw"),
        ("Rochefort", "Wellin"),
        ("Rochefort", "Grupont"),
        ("Rochefort", "Marche"),
    ],
)
def test_roads_named_in_play_exist(a: str, b: str) -> None:
    assert link(a, b)


def test_auw_is_cut_off_when_bleialf_falls() -> None:
    allied = {key for key, row in areas().items() if row["control"] == "allied"}
    allied |= {key for key, row in zones().items() if row["side"] == "allied"}
    auw = number("Auw")
    assert reach(auw, allied) & set(zones())
    assert not reach(auw, allied - {number("Bleialf")}) & set(zones())


def test_the_rivers_named_in_play_are_on_the_map() -> None:
    assert {"Our", "Prum", "Sauer", "Ourthe", "Meuse"} <= {r["name"] for r in shapes()["rivers"]}


def test_the_road_net_is_one_and_no_area_is_a_dead_end() -> None:
    assert reach("1", areas()) == set(areas())
    assert all(2 <= len(linked(key)) <= 8 for key in areas())


def test_the_meuse_is_crossed_only_by_bridges() -> None:
    beyond = [fact for fact in links() if fact.b in tuple("GHIJK")]
    assert {(fact.river, fact.bridge) for fact in beyond} == {("Meuse", "intact")}


@pytest.mark.parametrize(
    "road",
    [
        "Bastogne Noville Houffalize Baraque Grandmenil Werbomont Aywaille",
        "Arlon Martelange Bastogne Champlon Marche Ciney Assesse",
        "Prum Sellerich Bleialf Schoenburg St._Vith Vielsalm",
        "Prum Pronsfeld Habscheid St._Vith",
        "St._Vith Weiswampach Marnach Holzhum Hosheid Diekirch",
        "Dasburg Marnach Clervaux Longvilly Bastogne",
        "Luxembourg Mersch Ettlebruck Heiderscheid Wiltz Bastogne",
        "Losheim Losheimergraben Bullingen Butgenbach Malmedy Stavelot Trois_Ponts Werbomont",
        "St._Vith Ligneuville Malmedy Hoffrai Eupen",
        "Houffalize La_Roche Marche Rochefort Celles Dinant",
    ],
)
def test_the_historic_main_roads_are_primary(road: str) -> None:
    towns = [name.replace("_", " ") for name in road.split()]
    assert {link(a, b).road for a, b in pairwise(towns)} == {"primary"}


# Scenario sections


def test_the_fifth_panzer_army_section_holds_the_places_known_to_be_in_it() -> None:
    inside = section("fifth")
    known = ["Bastogne", "St. Vith", "Baraque", "Diekirch", "Ettlebruck"]
    assert {number(name) for name in known} <= inside
    assert not {number("Aywaille"), number("Oneux")} & inside
    assert inside & set(zones()) == set("BCGHIJK")


def test_the_seventh_army_section_holds_the_places_known_to_be_in_it() -> None:
    inside = section("seventh")
    assert {number(name) for name in ("Vianden", "Diekirch", "Mersch", "Luxembourg")} <= inside
    assert inside & set(zones()) == set("CP")


@pytest.mark.parametrize("name", ["seventh", "fifth"])
def test_a_section_is_joined_by_roads_and_reaches_all_its_zones(name: str) -> None:
    inside = section(name)
    land = inside & set(areas())
    assert reach(min(land), land) == land
    for zone in inside & set(zones()):
        assert linked(zone) & land


# Shapes


def test_the_shapes_cover_the_map_without_gap_or_overlap() -> None:
    width, height = shapes()["width"], shapes()["height"]
    sides = Counter(pair for ring in rings().values() for pair in segments([*ring, ring[0]]))
    for (a, b), count in sides.items():
        is_edge = (a[0] == b[0] and a[0] in (0, width)) or (a[1] == b[1] and a[1] in (0, height))
        assert count == 1
        assert sides[b, a] == (0 if is_edge else 1)
    assert sum(abs(ring_area(r)) for r in rings().values()) == pytest.approx(width * height)


def test_no_shape_crosses_itself() -> None:
    for key, ring in rings().items():
        closed = [*ring, ring[0]]
        for i in range(len(ring)):
            rest = closed[i + 2 : len(closed) - (i == 0)]
            assert not crossings(closed[i : i + 2], rest), key


def test_centres_and_anchors_lie_inside_their_shapes() -> None:
    for key, ring in rings().items():
        for x, y in (shapes()["centres"][key], shapes()["anchors"][key]):
            assert contains(ring, (x, y)), key


def test_adjoining_areas_share_a_border_in_the_shapes() -> None:
    owners: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    for key, ring in rings().items():
        for pair in segments([*ring, ring[0]]):
            owners[tuple(sorted(pair))].add(key)
    touching = {frozenset(keys) for keys in owners.values() if len(keys) == 2}
    assert adjoining() <= touching


def test_the_map_maker_gives_the_files_byte_for_byte() -> None:
    area_map = make_area_map()
    assert links_csv(area_map) == (GAME_DATA / "links.csv").read_text("utf-8")
    assert borders_csv(area_map) == (GAME_DATA / "borders.csv").read_text("utf-8")
    assert shapes_json(area_map) == (GAME_DATA / "shapes.json").read_text("utf-8")
