"""The maps of 40-metre hexes: every terrain drawn, names free, legends true, files small."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from salient.boards.counters import SIZE
from salient.boards.looks import load_looks
from salient.engine.texts import LANGUAGES, package_texts
from salient.engine.views import Marker, View
from salient.games import find_game
from salient.games.squad.core.setting import FOLDER, SquadSetting
from salient.games.squad.show.drawing.art import COVERS, DRAWERS, VARIANTS, drawing, scatter
from salient.games.squad.show.drawing.grid import ACROSS, DOWN, Grid, beyond, chains, loops, strands
from salient.games.squad.show.drawing.hexes import NOTHING, HexPicture
from salient.games.squad.show.drawing.legend import Legend
from salient.games.squad.show.drawing.marks import FLAGS, HEAPS, PICTOGRAMS
from salient.games.squad.show.drawing.sheet import LEVELS, WIDE, SquadSheet, name_shift
from salient.games.squad.show.drawing.ways import Ways
from salient.games.squad.show.drawing.works import HEXSIDES
from salient.games.squad.show.sheet import NORTH, OWN_WORDS, THINGS, lay_out, sheet_of
from salient.games.squad.terrain.board import Board
from salient.games.squad.terrain.kinds import load_terrain

SVG = "{http://www.w3.org/2000/svg}"
MAPS = ("stoumont", "cheneux", "la_gleize", "station", "practice_railroad")
WORDS = Legend({key: key for key in (*THINGS, *OWN_WORDS)})
LOOKS = load_looks(FOLDER / "show" / "looks.toml")
LETTER, CAPITAL = 5.2, 6.2
"""Width and height of a capital of a hex's name, rather too large."""


@cache
def map_sheet(name: str, language: str = "en") -> SquadSheet:
    board = Board(FOLDER / "data" / "maps" / f"{name}.csv", load_terrain())
    return sheet_of(board, load_terrain(), language, north=NORTH.get(name))


def bare(name: str) -> str:
    return map_sheet(name).board(name).svg


def one(**look: object) -> str:
    """A map of a single hex."""
    hexagon = HexPicture("A1", (0, 0), **look)  # type: ignore[arg-type]
    return SquadSheet([hexagon], {}, WORDS, LOOKS).board("one").svg


def print_of(drawn: str) -> list[tuple[str, str]]:
    """What is seen in a picture of one hex: classes and shapes, without paper and legend."""
    tree = ElementTree.fromstring(drawn)
    group = next(g for g in tree.iter(f"{SVG}g") if g.attrib.get("pointer-events") == "none")
    shown = [part for part in group if "paper" not in part.attrib.get("class", "")][:-1]
    return [(e.attrib.get("class", ""), e.attrib.get("d", e.attrib.get("href", "")))
            for part in shown for e in part.iter()]  # fmt: skip


def words_in(drawn: str) -> set[str]:
    return {e.text or "" for e in ElementTree.fromstring(drawn).iter(f"{SVG}text")}


# -- terrain ------------------------------------------------------------------------------------


def test_every_terrain_that_fills_a_hex_has_a_drawing_of_its_own() -> None:
    kinds = load_terrain().names("hex")
    looks = {kind: print_of(one(terrain=kind)) for kind in kinds}
    for a, b in combinations(kinds, 2):
        assert looks[a] != looks[b], f"{a} looks like {b}"
    assert set(COVERS) == {*kinds} - {"open_ground", "water"}


def test_terrains_differ_in_shape_and_not_only_in_colour() -> None:
    shapes = {kind: re.findall(r' d="([^"]+)"', drawing(kind, 0)) for kind in COVERS}
    for a, b in combinations(COVERS, 2):
        assert shapes[a] != shapes[b]
    assert len(set(DRAWERS.values())) == len(DRAWERS)


def test_light_woods_are_sparser_than_woods() -> None:
    trees = {kind: drawing(kind, 0).count("h0") for kind in ("woods", "light_woods")}
    assert 2 * trees["light_woods"] <= trees["woods"]


@pytest.mark.parametrize("kind", COVERS)
def test_no_two_drawings_of_a_terrain_need_be_alike(kind: str) -> None:
    drawn = [re.sub(r' id="[^"]+"', "", drawing(kind, variant)) for variant in range(VARIANTS)]
    assert len(set(drawn)) > 1


def test_trees_keep_away_from_the_name() -> None:
    for variant in range(9):
        for x, y in scatter(f"woods {variant}", 22, 12.5):
            assert not (abs(x) < 13 and y < -23)


def test_everything_that_stands_on_a_hexside_has_a_drawing_of_its_own() -> None:
    assert set(HEXSIDES) == set(load_terrain().names("side"))
    assert len(set(HEXSIDES.values())) == len(HEXSIDES)
    for kind, strokes in HEXSIDES.items():
        classes = [name for name, _ in print_of(one(sides=(kind, *NOTHING[1:])))]
        assert [f"side {stroke}" for stroke in strokes] == [c for c in classes if "side " in c]


def test_every_depression_and_embankment_has_a_drawing_of_its_own() -> None:
    looks = {}
    for kind in load_terrain().names("under"):
        rails = 0b001001 if "rail" in kind else 0
        road = 0b001001 if "road" in kind else 0
        looks[kind] = print_of(one(under=kind, under_sides=0b001001, rails=rails, road=road))
    for a, b in combinations(looks, 2):
        assert looks[a] != looks[b], f"{a} looks like {b}"


def test_buildings_tell_material_storeys_steeple_and_towers_apart() -> None:
    looks = [
        print_of(one(building="stone")), print_of(one(building="wood")),
        print_of(one(building="stone", storeys=2)), print_of(one(building="stone", steeple=True)),
        print_of(one(tower=1)), print_of(one(tower=1, open_tower=True)),
        print_of(one(building="stone", joins=0b1)),
    ]  # fmt: skip
    for a, b in combinations(looks, 2):
        assert a != b
    assert ">3</text>" in one(building="stone", storeys=3)


def test_roads_paths_bridges_fords_and_cars_are_to_be_seen() -> None:
    plain = {"road": 0b001001}
    looks = [
        one(), one(**plain), one(**plain, paved=0b001001), one(path=0b001001),
        one(**plain, bridge=True, deck=0b001001), one(**plain, ford=True),
        one(rails=0b001001), one(rails=0b001001, cars=True), one(streets=("paved", *NOTHING[1:])),
    ]  # fmt: skip
    for a, b in combinations(map(print_of, looks), 2):
        assert a != b
    assert ("way car", "#way-cars") in print_of(one(rails=0b001001, cars=True))


def test_higher_ground_is_darker() -> None:
    def lightness(colour: str) -> int:
        return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5))

    tints = [lightness(colour) for colour in LEVELS[1:]]
    assert tints == sorted(tints, reverse=True)
    assert len(set(tints)) == len(tints)


def test_each_level_above_the_lowest_has_its_crest_line() -> None:
    levels = {here.level for here in map_sheet("stoumont").hexes}
    drawn = bare("stoumont")
    assert drawn.count('class="crest"') == len(levels) - 1


# -- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_names_lie_inside_their_hexes_near_the_top(name: str) -> None:
    for here in map_sheet(name).hexes:
        x, y = name_shift(here)
        half = LETTER * len(here.name) / 2
        assert y - CAPITAL > -DOWN + 4, "clear of the top side and what stands on it"
        assert y <= -SIZE / 2 or x + half <= -SIZE / 2 + 1, "clear of a counter"
        slack = ACROSS * (DOWN - abs(y - CAPITAL)) / DOWN
        assert abs(x) + half < ACROSS + slack, f"{here.name} sticks out of its hex"


@pytest.mark.parametrize("name", MAPS)
def test_names_stand_beside_what_crosses_the_top_side(name: str) -> None:
    for here in map_sheet(name).hexes:
        if (here.road | here.rails | here.path | here.under_sides) & 1:
            x, _ = name_shift(here)
            half = 16.5 if here.under in WIDE else 6.2
            assert x + LETTER * len(here.name) / 2 <= -half


def test_every_hex_is_named_once() -> None:
    board = map_sheet("cheneux")
    tree = ElementTree.fromstring(bare("cheneux"))
    (group,) = [g for g in tree.iter(f"{SVG}g") if g.attrib.get("class") == "halo name"]
    names = [e.text for e in group.iter(f"{SVG}text")]
    assert sorted(map(str, names)) == sorted(here.name for here in board.hexes)


# -- the legend ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_names_what_is_on_the_map_and_nothing_else(language: str) -> None:
    texts = package_texts(FOLDER / "text", language)
    setting = find_game("squad").setting("station")
    assert isinstance(setting, SquadSetting)
    shown = words_in(lay_out(setting, language).board("x").svg)
    for key in ("light_woods", "brush", "water", "rail", "sunken_rail", "rail_elevated", "fence",
                "stone_building", "wooden_building", "tower", "tower_hindrance"):  # fmt: skip
        assert texts.say(f"thing.{key}") in shown
    for key in ("paved", "unpaved", "level", "metres", "north"):
        assert texts.say(f"legend.{key}") in shown
    for key in ("vineyard", "marsh", "bocage", "gully"):
        assert texts.say(f"thing.{key}") not in shown


def test_a_practice_ground_has_no_north() -> None:
    assert "N" not in words_in(bare("practice_railroad"))
    assert "N" in words_in(bare("cheneux"))


@pytest.mark.parametrize("scenario", ["sanatorium", "village", "station"])
def test_places_of_victory_have_a_flag(scenario: str) -> None:
    setting = find_game("squad").setting(scenario)
    assert isinstance(setting, SquadSetting)
    goals = {setting.board.hex_of[place] for place in setting.goals}
    drawn = lay_out(setting, "en").board("x").svg
    assert drawn.count('href="#goal"') == len(goals) + 1, "and one in the legend"


# -- markers ------------------------------------------------------------------------------------


def mark(*markers: Marker) -> str:
    view = View(clock="", pieces=(), markers=markers, tracks={})
    return map_sheet("practice_railroad").marks(view)


def kinds_of_markers() -> list[str]:
    text = (FOLDER / "text" / "en.toml").read_text(encoding="utf-8")
    section = text.partition("[marker]\n")[2].partition("\n[")[0]
    return re.findall(r"^(\w+) =", section, re.MULTILINE)


@pytest.mark.parametrize("kind", kinds_of_markers())
def test_every_marker_has_a_pictogram_and_its_word_as_a_title(kind: str) -> None:
    assert kind in {*PICTOGRAMS, *HEAPS, *FLAGS, "roadblock", "lane"}, (
        "draw it in show/drawing/marks.py"
    )
    assert "<title>" in mark(Marker(kind, (12, 13), "2"))


def test_cards_of_a_hex_stand_side_by_side() -> None:
    drawn = mark(Marker("mines", (12,), "6"), Marker("foxhole", (12,), "1"))
    spots = re.findall(r'<g transform="translate\(([^)]+)\)"><title>', drawn)
    assert len(spots) == len(set(spots)) == 2


def test_heaps_look_like_the_terrain_they_are() -> None:
    drawn = bare("practice_railroad")
    for href in re.findall(
        r'href="#([^"]+)"', mark(Marker("rubble", (3,)), Marker("debris", (4,)))
    ):
        assert f'id="{href}"' in drawn


# -- the file -----------------------------------------------------------------------------------


def test_the_largest_map_of_the_books_stays_small() -> None:
    assert len(bare("stoumont").encode()) < 400_000


@pytest.mark.parametrize("name", MAPS)
def test_whatever_is_used_is_defined_once(name: str) -> None:
    drawn = bare(name)
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(ids)


def test_a_map_is_drawn_the_same_everywhere() -> None:
    script = (
        "from salient.games import find_game; from salient.games.squad.show.sheet import lay_out;"
        "from hashlib import sha256; s = lay_out(find_game('squad').setting('practice'), 'en');"
        "print(sha256(s.board('x').svg.encode()).hexdigest())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(printed) == 1


# -- geometry -----------------------------------------------------------------------------------


def test_an_area_with_a_hole_has_two_outlines() -> None:
    ring = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    assert sorted(len(loop) for loop in loops(ring)) == [6, 18]


def test_sides_that_meet_become_one_line_and_rings_close() -> None:
    hexagon = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)]
    ring = list(zip(hexagon, [*hexagon[1:], hexagon[0]], strict=True))
    (chain,) = chains(ring)
    assert chain[0] == chain[-1]
    assert len(chain) == 7
    fork = [((0, 0), (1, 1)), ((0, 0), (1, -1)), ((0, 0), (-2, 0))]
    assert len(chains(fork)) == 3


def test_a_branch_ends_on_the_road_that_goes_on() -> None:
    assert strands(0b001101) == [(0, 3), (2,)]
    assert strands(0b000001) == [(0,)]
    assert strands(0) == []


UPPER, LOWER = (5, 1), (4, 2)
"""The sides by which a way to the east enters and leaves a hex, and the next one."""


def way_along(*turns: tuple[int, int], kind: str = "road") -> tuple[str, list[str]]:
    """A way through hexes, each entered and left by two sides: its first point, its strokes."""
    spot, hexes = (0, 0), {}
    for number, (enters, leaves) in enumerate(turns):
        sides = 1 << enters | 1 << leaves
        ways = {"road": sides, "paved": sides} if kind == "road" else {kind: sides}
        hexes[spot] = HexPicture(name=str(number), spot=spot, **ways)  # type: ignore[arg-type]
        spot = beyond(spot, leaves)
    (drawn,) = Ways(Grid(100.0, 100.0), hexes).paths.values()
    return drawn, re.findall("[MLHVlhvc][^MLHVlhvc]*", drawn)


@pytest.mark.parametrize("kind", ["road", "rails", "path"])
def test_a_way_that_goes_on_in_one_direction_is_drawn_without_a_bend(kind: str) -> None:
    drawn, _ = way_along(UPPER, LOWER, UPPER, LOWER, kind=kind)
    heights = {float(start.split()[-1]) for start in re.findall(r"M([\d. -]+)", drawn)}
    assert "c" not in drawn
    assert len(heights) == 1, "all on one line"
    assert not re.search(r"[vV]", drawn)


def test_a_way_that_turns_is_still_a_bend() -> None:
    drawn, _ = way_along((5, 1), (4, 0), (3, 5))
    assert drawn.count("c") == 3
    along, _ = way_along(UPPER, LOWER, UPPER, (4, 1))
    assert along.count("c") == 1, "it turns only where it leaves the line"
