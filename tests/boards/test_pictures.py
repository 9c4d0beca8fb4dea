"""Boards as pictures: for a page that moves the pieces itself, and whole for documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from salient.boards import svg
from salient.boards.counters import SIZE, Counters
from salient.boards.looks import load_looks
from salient.boards.sheets import draw_map
from salient.bots import RandomBot
from salient.engine import SetupError, seed_from_text
from salient.engine.game import AnyGame, Game
from salient.engine.pictures import BoardPicture
from salient.engine.speech import Speech
from salient.engine.texts import LANGUAGES
from salient.engine.views import Marker, PieceView, View
from salient.games import GAMES, find_game
from salient.games.squad.show.drawing.counters import (
    FACINGS,
    LABELS,
    MARKS,
    SILHOUETTES,
    STATES,
    SquadCounters,
)
from tests.scenarios import SCENARIOS

SHOWN = {
    "mist": "campaign", "bulge": "campaign", "squad": "village", "trumpets": "clervaux",
    "peiper": "cheneux",
}  # fmt: skip
"""The scenario that stands for a game where one is enough."""

SVG = "{http://www.w3.org/2000/svg}"


def read(text: str) -> ElementTree.Element:
    """A picture as a tree; a part of a picture is put into one first."""
    whole = text if text.startswith("<svg xmlns") else f'<svg xmlns="{SVG[1:-1]}">{text}</svg>'
    return ElementTree.fromstring(whole)


@cache
def board_of(name: str, scenario: str, language: str = "en") -> BoardPicture:
    game = find_game(name)
    setting = game.setting(scenario)
    return game.sheet(setting, language).board(Speech(game, setting, language).caption())


@cache
def outlines(name: str, scenario: str) -> dict[str, ElementTree.Element]:
    """The outlines of the places of the bare map, by id."""
    tree = read(board_of(name, scenario).svg)
    named = [element for element in tree.iter() if "id" in element.attrib]
    return {e.attrib["id"]: e for e in named if e.attrib["id"].startswith("place-")}


@cache
def defined(name: str, scenario: str) -> set[str]:
    """What parts of a picture may be used: all that the bare map gives an id."""
    tree = read(board_of(name, scenario).svg)
    return {f"#{element.attrib['id']}" for element in tree.iter() if "id" in element.attrib}


def views(name: str, scenario: str, decisions: int) -> Iterator[View]:
    """What a spectator sees of a random game, now and then."""
    game, bot = find_game(name), RandomBot(7)
    g, _ = game.start(scenario, seed_from_text(f"{scenario} pictures"))
    for number in range(decisions):
        decision = game.decision(g)
        if decision is None:
            return
        if number % 10 == 0:
            yield game.view(g, -1)
        game.play(g, bot.answer(game, g, decision))


# -- the bare map -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_bare_map_is_well_formed_and_keeps_its_size(
    name: str, scenario: str, language: str
) -> None:
    board = board_of(name, scenario, language)
    tree = read(board.svg)
    assert tree.tag == f"{SVG}svg"
    assert tree.attrib["viewBox"] == f"0 0 {board.width:g} {board.height:g}"
    assert tree.attrib["class"] == "board"
    assert board.counter == SIZE


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_place_on_the_map_has_an_outline_and_an_anchor(name: str, scenario: str) -> None:
    game, board = find_game(name), board_of(name, scenario)
    setting: Any = game.setting(scenario)
    assert len(board.anchors) == len(setting.lexicon.places)
    on_map = {index for index, anchor in enumerate(board.anchors) if anchor is not None}
    assert set(outlines(name, scenario)) == {f"place-{index}" for index in on_map}
    for index in on_map:
        x, y = board.anchors[index] or (-1.0, -1.0)
        assert 0 < x < board.width
        assert 0 < y < board.height
    if name == "bulge":
        entries = range(setting.first_entry, setting.first_entry + len(setting.entries))
        assert on_map == set(setting.hex_rows) | set(entries)
    elif name == "trumpets":
        assert on_map == set(setting.country.rows)
    else:
        assert on_map == set(range(len(board.anchors)))


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_outlines_inherit_their_paint_so_that_any_can_be_laid_over_them(
    name: str, scenario: str
) -> None:
    for element in outlines(name, scenario).values():
        assert not {"class", "style", "fill", "stroke"} & element.attrib.keys()
        assert not list(element), "a tooltip would be copied with the outline"


def test_hexes_can_be_pointed_at_though_they_have_no_ground_of_their_own() -> None:
    tree = read(board_of("bulge", "campaign").svg)
    (grid,) = [group for group in tree.iter(f"{SVG}g") if group.attrib.get("class") == "hex"]
    assert grid.attrib["pointer-events"] == "all"


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_style_touches_nothing_outside_the_board(name: str, scenario: str) -> None:
    tree = read(board_of(name, scenario).svg)
    (style,) = tree.iter(f"{SVG}style")
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", style.text or "")
    assert len(rules) > 10
    for rule in rules:
        for selector in rule.split(","):
            assert selector.strip().startswith(".board .")


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_no_picture_needs_anything_from_elsewhere(name: str, scenario: str) -> None:
    text = board_of(name, scenario).svg
    assert "<script" not in text
    assert "<image" not in text
    assert not re.findall(r"url\((?!#)", text)  # its own patterns are no foreigners
    assert not re.findall(r" on\w+=", text)
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {SVG[1:-1]}


def test_the_paper_is_painted_first_so_that_a_dark_page_does_not_show_through() -> None:
    for name, scenario in SCENARIOS:
        board = board_of(name, scenario)
        inner = read(board.svg).find(f"{SVG}svg")
        assert inner is not None
        assert "board" in inner.attrib["class"]
        first = inner[0]
        assert first.tag == f"{SVG}rect"
        assert (first.attrib["width"], first.attrib["height"]) == (
            f"{board.width:g}",
            f"{board.height:g}",
        )


def test_a_game_without_a_map_says_so() -> None:
    class Mapless(type(find_game("mist"))):  # type: ignore[misc]
        """A game that does not say how it is drawn."""

        sheet = Game.sheet

    game = Mapless()
    with pytest.raises(SetupError) as caught:
        game.sheet(game.setting("campaign"), "en")
    assert caught.value.code == "no-map"


# -- marks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_marks_are_well_formed_and_refer_to_places_that_exist(name: str, scenario: str) -> None:
    game = find_game(name)
    known = defined(name, scenario)
    for view in views(name, scenario, 400):
        (group,) = read(game.sheet(game.setting(scenario), "en").marks(view))
        assert group.tag == f"{SVG}g"
        assert "board" in group.attrib["class"].split(), "the style of the map applies wherever"
        assert group.attrib["pointer-events"] == "none"
        assert {use.attrib["href"] for use in group.iter(f"{SVG}use")} <= known
        assert not [element for element in group.iter() if "id" in element.attrib]


def mark(game: AnyGame, scenario: str, *markers: Marker) -> str:
    g, _ = game.start(scenario, seed_from_text("marks"))
    view = game.view(g, -1)
    return game.sheet(g.setting, "en").marks(msgspec.structs.replace(view, markers=markers))


def test_control_is_a_wash_over_the_place() -> None:
    for name in ("mist", "bulge"):
        place = 12 if name == "mist" else min(find_game(name).setting("campaign").hex_rows)
        drawn = mark(find_game(name), "campaign", Marker("german_control", (place,)))
        assert f'<use href="#place-{place}" class="held"/>' in drawn


def test_blown_bridges_are_crossed_out_and_attempts_to_mend_them_noted() -> None:
    game = find_game("mist")
    setting: Any = game.setting("campaign")
    link = next(link for link in setting.board.links if link.bridge)
    plain = mark(game, "campaign")
    assert 'class="blown"' not in plain
    crossed = mark(game, "campaign", Marker("blown", link[:2]), Marker("bridging", link[:2], "-2"))
    assert crossed.count('class="blown"') == 1
    assert ">-2</text>" in crossed


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("mist", kind) for kind in ("special", "battle")),
        *(("bulge", kind) for kind in ("interdiction", "air_cover", "air_supply", "opened")),
        ("bulge", "attack"),
    ],
)
def test_other_markers_have_a_ring_and_a_sign(name: str, kind: str) -> None:
    place = 12 if name == "mist" else min(find_game(name).setting("campaign").hex_rows)
    drawn = mark(find_game(name), "campaign", Marker(kind, (place,)))
    assert f'href="#place-{place}" class="ring"' in drawn
    assert drawn.count('class="glyph"') == 1


def test_two_signs_of_a_place_stand_side_by_side() -> None:
    drawn = mark(find_game("mist"), "campaign", Marker("battle", (12,)), Marker("special", (12,)))
    spots = re.findall(r'<g transform="translate\(([^)]+)\)', drawn)
    assert len(set(spots)) == 2


def test_lines_of_the_armies_are_drawn_through_their_hexes() -> None:
    game = find_game("bulge")
    setting: Any = game.setting("campaign")
    drawn = mark(game, "campaign", Marker("line0", setting.lines[0][:3]))
    (path,) = [path for path in read(drawn).iter(f"{SVG}path") if path.attrib["class"] == "line"]
    assert len(re.findall(r"-?[\d.]+", path.attrib["d"])) == 3 * 2


# -- counters -----------------------------------------------------------------------------------


def piece(**changes: Any) -> PieceView:
    fields: dict[str, Any] = {
        "id": 3, "name": "2/1SS", "side": 0, "symbol": "armor", "colour": "ss",
        "values": (4, 5, 6, 8), "place": 7, "flags": (),
    }  # fmt: skip
    return PieceView(**{**fields, **changes})


LOOKS = {name: load_looks(find_game(name).folder / "show" / "looks.toml") for name in GAMES}
SQUADS = ("squad", "peiper")
"""Titles whose counters are drawn as those of the squad game."""

COUNTERS = {
    name: SquadCounters(looks) if name in SQUADS else Counters(looks)
    for name, looks in LOOKS.items()
}
STATES_OF = {
    name: STATES if name in SQUADS else {*LOOKS[name].badges, "dug_in", "reduced"} for name in GAMES
}


def look(unit: PieceView, tooltip: str = "x", game: str = "mist") -> str:
    return COUNTERS[game].look(unit, tooltip)


def test_a_look_does_not_depend_on_the_place() -> None:
    assert look(piece(place=1)) is look(piece(place=2, id=9))


def test_a_counter_is_its_look_put_somewhere() -> None:
    game = find_game("mist")
    g, _ = game.start("campaign", seed_from_text("put"))
    view = game.view(g, -1)
    alone = msgspec.structs.replace(view, pieces=(piece(),), markers=())
    drawn = game.sheet(g.setting, "en").draw("x", alone, {3: "2nd & 3rd"})
    (group,) = [e for e in read(drawn).iter(f"{SVG}g") if e.attrib.get("class") == "piece"]
    assert group.attrib["data-piece"] == "3"
    assert re.fullmatch(r"translate\(\d+\.\d \d+\.\d\)", group.attrib["transform"])
    assert look(piece(), "2nd & 3rd") in drawn
    assert group.findtext(f".//{SVG}title") == "2nd & 3rd"


def test_a_look_carries_its_own_paint() -> None:
    tree = read(look(piece(flags=("acted", "out_of_supply", "dug_in", "reduced"))))
    assert not [element for element in tree.iter() if {"class", "id"} & element.attrib.keys()]


def test_sides_differ_in_shape_and_not_only_in_colour() -> None:
    looks = [read(look(piece(side=side))) for side in (0, 1)]
    corners = [{rect.attrib.get("rx") for rect in tree.iter(f"{SVG}rect")} for tree in looks]
    assert corners[0] != corners[1]


@pytest.mark.parametrize(
    ("name", "flag"),
    [(name, flag) for name in ("mist", "bulge", "trumpets") for flag in sorted(STATES_OF[name])],
)
def test_states_differ_in_shape_and_not_only_in_colour(name: str, flag: str) -> None:
    def shapes(*flags: str) -> list[str]:
        return re.findall(r' d="([^"]+)"', look(piece(flags=flags), game=name))

    for other in STATES_OF[name] - {flag}:
        assert shapes(flag) != shapes(other)
    assert len(shapes(flag)) > len(shapes())


@pytest.mark.parametrize("name", GAMES)
def test_every_symbol_colour_and_badge_of_the_games_is_drawn(name: str) -> None:
    for scenario in (scenario for title, scenario in SCENARIOS if title == name):
        for view in views(name, scenario, 200):
            for unit in view.pieces:
                assert unit.symbol in (SILHOUETTES if name in SQUADS else LOOKS[name].symbols)
                assert unit.colour in LOOKS[name].paints
                assert set(unit.flags) <= STATES_OF[name]


def squad(**changes: Any) -> PieceView:
    fields = {"name": "ss658.1", "symbol": "squad", "values": (6, 5, 8)}
    return piece(**{**fields, **changes})


@pytest.mark.parametrize(
    ("symbol", "values", "flags", "said"),
    [
        ("squad", (6, 5, 8), (), "6-5-8"),
        ("squad", (0, 0, 8), ("broken",), "8"),
        ("leader", (9, -1), (), "9-1"),
        ("leader", (6, 1), (), "6+1"),
        ("leader", (8, 0), (), "8-0"),
        ("mg", (7, 16, 3), (), "7-16"),
        ("gun", (75, 2), (), "75"),
        ("vehicle", (13, 75), (), "75·13MP"),
    ],
)
def test_values_of_small_units_are_written_as_they_are_read(
    symbol: str, values: tuple[int, ...], flags: tuple[str, ...], said: str
) -> None:
    drawn = look(squad(symbol=symbol, values=values, flags=flags), game="squad")
    assert f">{said}</text>" in drawn


def test_every_silhouette_is_another() -> None:
    values = {"leader": (9, -1), "hero": (9, 0), "gun": (75, 2), "vehicle": (13, 75)}
    looks = {
        look(squad(symbol=s, values=values.get(s, (1, 2, 3))), game="squad") for s in SILHOUETTES
    }
    assert len(looks) == len(SILHOUETTES)


def test_a_question_mark_tells_nothing_else() -> None:
    drawn = look(squad(symbol="unknown", values=(), flags=("concealed",), name="?"), "?", "squad")
    assert re.findall(r">([^<]+)</", drawn) == ["?", "?"], "its tooltip and its sign"


@pytest.mark.parametrize("flag", sorted({*LABELS, *MARKS, *FACINGS}))
def test_states_of_small_units_differ_in_shape(flag: str) -> None:
    def shapes(*flags: str) -> list[str]:
        return re.findall(r' d="([^"]+)"', look(squad(flags=flags), game="squad"))

    assert len(shapes(flag)) > len(shapes())
    for other in {*LABELS, *MARKS, *FACINGS} - {flag}:
        assert shapes(flag) != shapes(other)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("name", "colour"), [(name, colour) for name in GAMES for colour in LOOKS[name].paints]
)
def test_values_and_names_can_be_read(name: str, colour: str) -> None:
    paint = LOOKS[name].paints[colour]
    assert contrast(paint.ground, paint.ink) >= 7
    assert contrast(paint.band, paint.band_ink) >= 4.5


def test_long_names_are_squeezed_into_the_counter() -> None:
    assert "textLength" in look(piece(name="Pi212/212VG"))
    assert "textLength" not in look(piece(name="2/9"))


# -- the whole picture --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_whole_picture_is_map_marks_and_counters(
    name: str, scenario: str, language: str
) -> None:
    game = find_game(name)
    g, _ = game.start(scenario, seed_from_text("whole"))
    sheet, view = game.sheet(g.setting, language), game.view(g, -1)
    whole = draw_map(game, g, language)
    tree = read(whole)
    assert sheet.marks(view) in whole
    drawn = [e.attrib["data-piece"] for e in tree.iter() if "data-piece" in e.attrib]
    assert sorted(map(int, drawn)) == [unit.id for unit in view.pieces if unit.place >= 0]
    bare = read(sheet.board("whole").svg)
    ids = [{e.attrib["id"] for e in t.iter() if "id" in e.attrib} for t in (tree, bare)]
    assert ids[0] == ids[1]


def single(view: View) -> PieceView | None:
    """A counter that has its place to itself, if there is one."""
    stacks = [unit.place for unit in view.pieces]
    return next((u for u in view.pieces if u.place >= 0 and stacks.count(u.place) == 1), None)


@pytest.mark.parametrize("name", GAMES)
def test_a_single_counter_stands_on_its_anchor(name: str) -> None:
    game, bot = find_game(name), RandomBot(7)
    g, _ = game.start(SHOWN[name], seed_from_text("whole"))
    while (alone := single(game.view(g, -1))) is None:  # a campaign begins with an empty map
        decision = game.decision(g)
        assert decision is not None
        game.play(g, bot.answer(game, g, decision))
    tree = read(draw_map(game, g, "en"))
    (group,) = [e for e in tree.iter() if e.attrib.get("data-piece") == str(alone.id)]
    x, y = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"]))
    anchor = board_of(name, SHOWN[name]).anchors[alone.place]
    assert anchor is not None
    assert (x + SIZE / 2, y + SIZE / 2) == pytest.approx(anchor, abs=1.0)


def test_without_a_state_the_map_is_empty() -> None:
    for name in GAMES:
        game = find_game(name)
        assert "data-piece" not in draw_map(game, None, "en")


def test_text_in_pictures_is_escaped() -> None:
    assert svg.text("<b>&", 0, 0) == '<text x="0" y="0">&lt;b&gt;&amp;</text>'
