"""Slope hexsides (P2), on the practice map that is rebuilt from the text of the examples.

The figure of the examples is lost. What the text says fixes: A in H13, B in I14, E in K14, F in
L13, slopes below H14, I14, J14, K13, K15 and L13. Where C, D and G stood it does not say; here they
are in K12, L12 and H11, below the crest of the level-3 hill. A hedge between J12 and K13 stands for
what kept F from seeing I12.
"""

from __future__ import annotations

from typing import Any

import pytest

from salient.boards.sight_map import SightMap, parse_hex, side_between
from salient.games.squad.show.los import look_from
from salient.games.squad.sight.slopes import (
    crosses_slope,
    fire_lane_drm,
    is_up_slope,
    lane_reaches,
    slope_tem,
    snap_shot_drm,
)
from salient.games.squad.terrain.slopes import down_slope_sides, is_sheltered

from .practice import TERRAIN, Hexes, hindrance, practice, rules_of, sees, shipped

SQUADS = {"A": "H13", "B": "I14", "C": "K12", "D": "L12", "E": "K14", "F": "L13", "G": "H11"}
SLOPES = ("H14", "I14", "J14", "K13", "K15", "L13")
LEVEL = {name: {"slopes": ""} for name in SLOPES}
"""The hill without its slopes."""


def hill(**hexes: Any) -> SightMap:
    """The hill of the examples, with some hexes changed."""
    return shipped("practice_slopes", **hexes)


def with_wreck(board: SightMap, *names: str) -> SightMap:
    wreck = TERRAIN.feature("wreck")
    return board.with_stands({parse_hex(name): [wreck] for name in names})


def squads_seen(board: SightMap, squad: str) -> set[str]:
    here = SQUADS[squad]
    return {name for name, there in SQUADS.items() if name != squad and sees(board, here, there)}


@pytest.mark.rule("squad:ex-P2.3a", "squad:P2.3a")
def test_squad_a_sees_its_own_level_as_if_there_were_no_slopes() -> None:
    board = hill()
    flat = hill(**LEVEL)
    assert squads_seen(board, "A") == {"B", "E", "F"}
    for there in ("I14", "K14", "L13", "J13"):
        assert sees(board, "H13", there) == sees(flat, "H13", there)
        assert hindrance(board, "H13", there) == 0


@pytest.mark.rule("squad:ex-P2.3b", "squad:P2.3b", "squad:P2.3c")
def test_squad_b_sees_everybody_past_the_crest_of_its_hill() -> None:
    board = hill()
    assert squads_seen(board, "B") == {"A", "C", "D", "E", "F", "G"}
    assert squads_seen(hill(**LEVEL), "B") == {"A", "E", "F"}
    story = look_from(board, "I14", "L12")
    assert rules_of(story) >= {"P2.3b", "P2.3c"}
    raised = next(note for note in story.notes if note.verdict == "raises")
    assert raised.top == 3 * 4 + 3


@pytest.mark.rule("squad:ex-P2.3c")
def test_squads_e_and_f() -> None:
    board = hill()
    assert squads_seen(board, "E") == {"A", "B", "F"}
    assert squads_seen(board, "F") == {"A", "B", "D", "E"}
    assert not sees(board, "L13", "I12")
    steeper = hill(L13={"slopes": "SW NW"})
    assert squads_seen(steeper, "F") == {"A", "B", "C", "D", "E", "G"}
    assert sees(steeper, "L13", "I12")


@pytest.mark.rule("squad:ex-P2.3d", "squad:P2.3d", "squad:P2.3e")
def test_up_slope_one_sees_over_a_two_storey_building_but_not_into_its_blind_hex() -> None:
    house = {"building": "stone_building", "storeys": 2}
    board = hill(J11={**house, "joins": "SE"}, K12={**house, "joins": "NW"})
    assert not sees(board, "I14", "K11")
    assert look_from(board, "I14", "K11").blocked.verdict == "blind"  # type: ignore[union-attr]
    assert sees(board, "I14", "L10")
    level = hill(**LEVEL, J11={**house, "joins": "SE"}, K12=house)
    assert not sees(level, "I14", "L10")


@pytest.mark.rule("squad:ex-P2.3e", "squad:P2.3d")
def test_a_wreck_hinders_only_who_is_not_up_slope() -> None:
    board = with_wreck(hill(), "J13")
    assert hindrance(board, "H13", "K14") == 1
    assert hindrance(board, "I14", "K14") == 0
    assert hindrance(board, "H13", "L13") == 0
    assert hindrance(board, "I14", "L13") == 0


@pytest.mark.rule("squad:ex-P2.3f")
@pytest.mark.parametrize(
    "there",
    [
        {},
        {"H12": {"sides": "N:wall"}},
        {"H12": {"sides": "N:hedge"}},
        {"H12": {"sides": "SE:wall"}},
        {"H12": {"slopes": "N"}},
        {"H12": {"slopes": "SE"}},
    ],
)
def test_nothing_low_comes_between_b_and_g(there: dict[str, Any]) -> None:
    board = with_wreck(hill(**there), "H12", "I13")
    assert hindrance(board, "I14", "H11") == 0


@pytest.mark.rule("squad:P2.1")
def test_a_line_through_an_end_of_a_slope_hexside_crosses_it() -> None:
    board = practice(C3={"slopes": "NE"})
    east = look_from(board, "C3", "E3")
    assert is_up_slope(board, east, east.viewer), "the corner between NE and SE"
    assert not is_up_slope(board, look_from(board, "C3", "C5"), east.viewer)


@pytest.mark.rule("squad:P2.2a", "squad:P2.2b")
def test_status_is_asked_for_each_hexside() -> None:
    board = practice(C3={"slopes": "N"}, C4={"slopes": "N"})
    north, south = look_from(board, "C3", "C1"), look_from(board, "C3", "C6")
    assert is_up_slope(board, north, north.viewer)
    assert not is_up_slope(board, south, south.viewer)
    assert down_slope_sides(board, parse_hex("C3")) == 1 << 3, "C4 is up-slope of it"
    assert down_slope_sides(board, parse_hex("C2")) == 1 << 3


@pytest.mark.rule("squad:P2.3a", "squad:P2.3e")
def test_slopes_away_from_the_ends_do_nothing() -> None:
    slopes: Hexes = {f"C{row}": {"slopes": "N S"} for row in (3, 5)}
    board = practice(**slopes)
    story = look_from(board, "C1", "C7")
    assert story.clear
    assert story.hindrance == 0
    assert not story.notes


@pytest.mark.rule("squad:P2.3e")
def test_slopes_do_not_change_blind_hexes() -> None:
    for slopes in ({}, {"slopes": "S"}):
        board = practice(C2={"level": 3, **slopes}, C4={"terrain": "pine_woods"})
        assert [sees(board, "C2", f"C{row}") for row in (5, 6, 7)] == [False, False, True]


@pytest.mark.rule("squad:P2.3e", "squad:P2.3c")
def test_a_far_crest_hides_as_much_from_an_up_slope_end_as_from_one_a_level_higher() -> None:
    """One hex for every five from the end to the crest (A6.41), whatever the slope does."""
    for crest, seen in (("C5", [True, True]), ("C7", [False, True]), ("C12", [False, False, True])):
        row = int(crest[1:])
        beyond = [f"C{row + 1 + behind}" for behind in range(len(seen))]
        ground: Hexes = {crest: {"level": 1}}
        up = practice(last=16, C2={"level": 1, "slopes": "S"}, **ground)
        higher = practice(last=16, C2={"level": 2}, **ground)
        assert [sees(up, "C2", there) for there in beyond] == seen
        assert [sees(higher, "C2", there) for there in beyond] == seen
    story = look_from(up, "C2", "C13")
    assert story.blocked is not None
    assert (story.blocked.verdict, story.blocked.rules) == ("blind", ("B10.23",))


@pytest.mark.rule("squad:P2.3g")
def test_slopes_do_not_change_the_base_level() -> None:
    board = practice(C3={"level": 2, "slopes": "N NE SE S SW NW"})
    assert board.eye(parse_hex("C3")).level == 2 * 4


@pytest.mark.rule("squad:P2.3d")
def test_a_top_as_high_as_the_raised_end_is_not_below_it() -> None:
    """Reading 3: lower means lower."""
    board = practice(C3={"slopes": "S"}, C4={"tower": 1}, C5={"level": 0})
    # A tower of 1 1/2 levels stands above 3/4; a hedge of 1/2 does not.
    assert not sees(board, "C3", "C6")
    hedge = practice(C3={"slopes": "S"}, C4={"sides": "S:hedge"})
    assert sees(hedge, "C3", "C6")
    assert not sees(practice(C4={"sides": "S:hedge"}), "C3", "C6")


@pytest.mark.rule("squad:P2.3d")
def test_an_entrenchment_behind_a_wall_is_limited_even_up_slope() -> None:
    board = practice(C3={"slopes": "S", "sides": "S:wall"})
    assert sees(board, "C3", "C6")
    assert not sees(board, "C3+dug", "C6")


# -- cover ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P2.41a")
@pytest.mark.parametrize(
    ("sides", "enough"), [(0b11, False), (0b101, True), (0b1001, True), (0b111, True), (1, False)]
)
def test_three_down_slope_sides_or_two_apart_shelter(sides: int, enough: bool) -> None:
    assert is_sheltered(sides) is enough


@pytest.mark.rule("squad:P2.41a")
@pytest.mark.parametrize(
    ("below", "covered"),
    [("C4 S", 0), ("C4 S,B4 SE", 0), ("C4 S,B4 SE,D4 SW", 1), ("C4 S,C6 N", 1)],
)
def test_a_hex_shelters_only_with_enough_down_slope_sides(below: str, covered: int) -> None:
    slopes: Hexes = {name: {"slopes": side} for name, side in map(str.split, below.split(","))}
    board = practice(**slopes)
    assert slope_tem(board, look_from(board, "C2", "C5")) == covered


@pytest.mark.rule("squad:P2.41a")
def test_upstairs_there_is_no_slope_cover() -> None:
    house = {"building": "stone_building", "storeys": 2}
    board = practice(C4={"slopes": "S"}, C6={"slopes": "N"}, C5=house)
    assert slope_tem(board, look_from(board, "C2", "C5")) == 1
    assert slope_tem(board, look_from(board, "C2", "C5@1")) == 0


@pytest.mark.rule("squad:P2.41b")
def test_slope_cover_in_the_example() -> None:
    board = hill()
    cover = {place: slope_tem(board, look_from(board, place, "K14")) for place in (
        "I14", "J12", "H14", "H13", "H12", "I12", "L13"
    )}  # fmt: skip
    assert cover == {"I14": 1, "J12": 1, "H14": 1, "H13": 0, "H12": 0, "I12": 0, "L13": 0}


@pytest.mark.rule("squad:P2.41b")
def test_slope_cover_fails_against_a_firer_as_many_levels_higher_as_hexes_away() -> None:
    sides: Hexes = {"C4": {"slopes": "S"}, "B4": {"slopes": "SE"}, "D4": {"slopes": "SW"}}
    for level, covered in ((2, 0), (1, 1)):
        board = practice(C3={"level": level}, **sides)
        assert slope_tem(board, look_from(board, "C3", "C5")) == covered


@pytest.mark.rule("squad:P2.41d")
def test_an_up_slope_side_gives_no_cover() -> None:
    board = practice(C5={"slopes": "N NE SE S SW NW"})
    assert slope_tem(board, look_from(board, "C2", "C5")) == 0


# -- fire lanes -----------------------------------------------------------------------------------


@pytest.mark.rule("squad:ex-P2.42a", "squad:P2.42a")
def test_no_slope_modifier_in_the_lane_of_a() -> None:
    board = hill()
    for place in ("I13", "J13", "K13", "I14", "K14"):
        story = look_from(board, "H13", place)
        assert lane_reaches(board, story)
        assert fire_lane_drm(board, story) == 0


@pytest.mark.rule("squad:ex-P2.42b", "squad:P2.42a", "squad:P2.31")
def test_the_lane_of_b_to_k14() -> None:
    board = hill()
    drm = {place: fire_lane_drm(board, look_from(board, "I14", place)) for place in (
        "J13", "J14", "K14"
    )}  # fmt: skip
    assert drm == {"J13": 0, "J14": 0, "K14": 1}
    assert slope_tem(board, look_from(board, "I14", "K14")) == 1
    assert all(lane_reaches(board, look_from(board, "I14", place)) for place in drm)


@pytest.mark.rule("squad:ex-P2.42c", "squad:P2.42b")
def test_the_lane_of_b_beyond_k14() -> None:
    board = hill()
    first, second = look_from(board, "I14", "L13"), look_from(board, "I14", "L14")
    assert fire_lane_drm(board, first) == fire_lane_drm(board, second) == 0
    assert snap_shot_drm(board, first, second) == 0
    gains = look_from(board, "I14", "K14")
    assert snap_shot_drm(board, gains, gains) == 1
    assert snap_shot_drm(board, gains, second) == 0


@pytest.mark.rule("squad:ex-P2.42d")
def test_the_lane_of_b_to_i12() -> None:
    board = hill()
    assert fire_lane_drm(board, look_from(board, "I14", "I13")) == 0
    assert fire_lane_drm(board, look_from(board, "I14", "I12")) == 1


@pytest.mark.rule("squad:P2.42c", "squad:P2.31")
def test_a_lane_from_up_slope_does_not_reach_another_base_level() -> None:
    board = hill()
    assert sees(board, "I14", "L12")
    assert not lane_reaches(board, look_from(board, "I14", "L12"))


@pytest.mark.rule("squad:P2.31")
@pytest.mark.parametrize(
    ("one", "other", "crosses"),
    [("I14", "I12", True), ("I14", "L12", True), ("H14", "H13", True), ("L13", "L12", False)],
)  # fmt: skip
def test_a_line_crosses_a_slope_whoever_looks(one: str, other: str, crosses: bool) -> None:
    board = hill()
    assert crosses_slope(board, look_from(board, one, other)) is crosses
    assert crosses_slope(board, look_from(board, other, one)) is crosses


def test_the_hedge_of_the_practice_map_is_where_the_text_says() -> None:
    side = side_between(parse_hex("J12"), parse_hex("K13"))
    assert side in hill().sides
