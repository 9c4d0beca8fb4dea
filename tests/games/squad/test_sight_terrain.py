"""Woods, streams, villages, railroads, towers, fire zones and debris as sight lines meet them."""

from __future__ import annotations

from typing import Any

import pytest

from salient.boards.sight_map import SightMap, parse_hex
from salient.engine.errors import RuleViolation
from salient.games.squad.ground.fire_zones import clear_terrain
from salient.games.squad.ground.narrow_streets import block_barrier
from salient.games.squad.ground.streams import is_in_the_open
from salient.games.squad.show.los import look_from
from salient.games.squad.terrain.buildings import building_height, building_levels

from .practice import TERRAIN, Hexes, hindrance, practice, rules_of, sees, stopped_by

# -- woods ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P1.2")
def test_pine_woods_are_two_levels_high() -> None:
    for level, woods, pines in (
        (0, False, False),
        (1, False, False),
        (2, True, False),
        (3, True, True),
    ):
        here = {"level": level}
        assert sees(practice(C2=here, C4={"terrain": "woods"}), "C2", "C9") is woods
        assert sees(practice(C2=here, C4={"terrain": "pine_woods"}), "C2", "C9") is pines
    assert "P1.2" in rules_of(look_from(practice(C4={"terrain": "pine_woods"}), "C2", "C9"))


@pytest.mark.rule("squad:P1.2")
def test_pine_woods_hide_two_hexes_from_a_viewer_one_level_above_them() -> None:
    board = practice(C2={"level": 3}, C4={"terrain": "pine_woods"})
    assert [sees(board, "C2", f"C{row}") for row in (5, 6, 7)] == [False, False, True]
    higher = practice(C2={"level": 4}, C4={"terrain": "pine_woods"})
    assert [sees(higher, "C2", f"C{row}") for row in (5, 6)] == [False, True]


@pytest.mark.rule("squad:A6.4")
def test_blind_zones_grow_with_range() -> None:
    near = practice(C4={"level": 2}, C6={"terrain": "woods"}, last=12)
    far = practice(C1={"level": 2}, C6={"terrain": "woods"}, last=12)
    assert [sees(near, "C4", f"C{row}") for row in (7, 8)] == [False, True]
    assert [sees(far, "C1", f"C{row}") for row in (7, 8, 9)] == [False, False, True]


@pytest.mark.rule("squad:B35.2")
def test_light_woods_hinder_between_equal_levels_and_block_between_others() -> None:
    woods: Hexes = {"C3": {"terrain": "light_woods"}, "C4": {"terrain": "light_woods"}}
    assert hindrance(practice(**woods), "C1", "C6") == 4
    assert not sees(practice(C1={"level": 1}, **woods), "C1", "C6")
    assert sees(practice(C1={"level": 1}, C6={"level": 1}, **woods), "C1", "C6")


@pytest.mark.rule("squad:B35.2")
@pytest.mark.parametrize("corner", ["E", "NE"])
def test_light_woods_hinder_a_line_to_a_corner_of_their_hex(corner: str) -> None:
    """The bypassing squad of the example to B35.2."""
    board = practice("XYZ", 3, 8, Z5={"terrain": "light_woods"}, Y6={"building": "stone_building"})
    assert hindrance(board, "Y6", f"Z5/{corner}") == 2
    assert not sees(board, "Y6@1", f"Z5/{corner}")


def test_a_bypassing_unit_is_hidden_by_the_house_it_bypasses() -> None:
    board = practice(C4={"building": "stone_building"})
    assert not sees(board, "C2", "C4/SE")
    assert sees(board, "C2", "C4/NE")


# -- streams --------------------------------------------------------------------------------------

BED: dict[str, Any] = {"under": "stream", "under_sides": "N S"}


@pytest.mark.rule("squad:P4.1", "squad:B33.1")
def test_woods_in_a_stream_hex_stand_at_its_rim() -> None:
    board = practice(C4={**BED, "terrain": "pine_woods"})
    stand = board.cells[parse_hex("C4")].stands[0]
    assert (stand.base, stand.top) == (0, 8)
    assert not sees(board, "B3", "D5")


@pytest.mark.rule("squad:P4.13a", "squad:B33.13a")
def test_along_the_stream_a_unit_at_the_bottom_is_in_the_open() -> None:
    beds: Hexes = {f"C{row}": {**BED, "terrain": "woods"} for row in range(1, 8)}
    board = practice(**beds)
    along = look_from(board, "C2", "C5")
    assert along.clear
    assert is_in_the_open(board, along)
    assert is_in_the_open(board, look_from(board, "C3@0", "C3")), "from the rim of the same hex"
    beside = look_from(board, "D4", "C5")
    assert beside.clear
    assert not is_in_the_open(board, beside)
    wreck = board.with_stands({parse_hex("C4"): [TERRAIN.feature("wreck")]})
    hindered = look_from(wreck, "C2", "C5")
    assert hindered.hindrance == 1
    assert not is_in_the_open(wreck, hindered)


@pytest.mark.rule("squad:A6.3", "squad:B19")
def test_out_of_a_depression_one_sees_as_far_as_the_other_is_higher() -> None:
    bed = {"under": "gully", "under_sides": "NE SW"}
    board = practice(C4=bed, E3={"level": 0}, C2={"level": 1})
    assert sees(board, "C4", "C3"), "the next hex"
    assert not sees(board, "C4", "C6")
    assert sees(board, "C4", "C2"), "two levels higher, two hexes away"
    assert not sees(board, "C4", "C1")
    assert sees(board, "C4@0", "C7"), "from the rim"
    assert "A6.3" in rules_of(look_from(board, "C4", "C6"))


@pytest.mark.rule("squad:P4.2b")
def test_from_a_culvert_one_sees_the_next_stretch_of_the_stream_only() -> None:
    beds: dict[str, Any] = {f"C{row}": BED for row in range(1, 7)}
    beds["C4"] = {"under": "culvert", "under_sides": "N S"}
    board = practice(**beds)
    assert sees(board, "C4@-1", "C3")
    assert sees(board, "C4@-1", "C5")
    assert not sees(board, "C4@-1", "C2")
    assert not sees(board, "C4@-1", "C4@0")
    assert not sees(board, "C4@-1", "D4")
    assert not sees(board, "C3", "C5"), "nor through it"
    assert sees(board, "C4", "E4"), "above it the ground is as usual"
    assert sees(board, "C1", "C3"), "along the open stream as far as one likes"


# -- villages -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.3")
def test_a_two_storey_house_is_one_and_a_half_levels_high() -> None:
    assert [building_height(storeys) for storeys in (1, 2, 3)] == [4, 6, 10]
    assert building_levels(2) == [0, 1]
    upper = {"building": "stone_building", "storeys": 2}
    board = practice(C2=upper, C4=upper, C6=upper)
    assert not sees(board, "C2@1", "C6@1")
    lower = practice(C2=upper, C4={**upper, "storeys": 1}, C6=upper)
    assert sees(lower, "C2@1", "C6@1")


@pytest.mark.rule("squad:P5.2a", "squad:ex-P5.2")
def test_a_steeple_is_one_more_location_on_top() -> None:
    assert building_levels(2, steeple=True) == [0, 1, 2]
    assert building_levels(1, steeple=True) == [0, 1]
    church = {"building": "stone_building", "storeys": 2, "steeple": "yes"}
    board = practice(C2=church, C5={"building": "stone_building", "storeys": 2}, C9={"level": 2})
    assert sees(board, "C2@2", "C9"), "the steeple looks over a two-storey house"
    assert not sees(board, "C2@1", "C9@-1")


def test_a_line_beside_a_house_misses_it() -> None:
    house = {"building": "stone_building"}
    board = practice(D4=house)
    assert not sees(board, "C4", "E5"), "through the middle of D4"
    assert sees(board, "C4", "E4"), "along its side"
    row = practice(D4={**house, "joins": "N"}, D3={**house, "joins": "S"})
    assert not sees(row, "C4", "E4"), "a building that crosses that side"


@pytest.mark.rule("squad:P5.141a", "squad:P5.141b", "squad:ex-P5.141a")
def test_a_roadblock_across_a_narrow_street_stops_sight_along_it() -> None:
    board = practice("MNOPQ", 15, 20)
    assert sees(board, "P17", "N17")
    roadblock = TERRAIN.feature("roadblock")
    ends = parse_hex("O17"), parse_hex("O18")
    blocked = board.with_barriers(block_barrier(board, roadblock, *ends))
    assert not sees(blocked, "P17", "N17")
    assert stopped_by(blocked, "P17", "N17") == ("roadblock", "O17")
    assert sees(blocked, "O17", "O18"), "from its own ends it is not in the way"
    assert sees(blocked, "P16", "N16")
    assert sees(blocked, "P17", "O17/E"), "nor before it"
    assert sees(blocked, "P17", "O17/SW"), "at its foot it is cover, as a wall of one's own hex"
    tall = practice("MNOPQ", 15, 20, P17={"level": 1})
    over = tall.with_barriers(block_barrier(tall, roadblock, *ends))
    assert sees(over, "P17", "N17")


@pytest.mark.rule("squad:P3.1a")
def test_a_barbed_wire_fence_does_nothing_to_sight() -> None:
    board = practice(C4={"sides": "N:fence"})
    story = look_from(board, "C2", "C6")
    assert story.clear
    assert not story.notes


# -- railroads ------------------------------------------------------------------------------------


def test_an_embankment_is_half_a_level_of_ground() -> None:
    track = {"under": "rail_embankment", "under_sides": "NE SW"}
    board = practice(C4=track)
    assert not sees(board, "C3", "C5")
    assert sees(board, "C4", "C6")
    assert sees(practice(C3={"level": 1}, C4=track), "C3", "C5")


@pytest.mark.rule("squad:fn-B12")
def test_along_a_railroad_all_is_one_level() -> None:
    kinds = ["rail_embankment", "rail_elevated", "rail_elevated", "rail", "rail_embankment"]
    track: Hexes = {
        f"C{row}": {"under": kind, "under_sides": "N S"} for row, kind in enumerate(kinds, 2)
    }
    board = practice(**track)
    story = look_from(board, "C2", "C6")
    assert story.clear
    assert "B32.13" in rules_of(story)
    assert sees(board, "C2", "C5")
    bent = practice(**{**track, "C4": {"under": "rail_elevated", "under_sides": "N SE"}})
    assert not sees(bent, "C2", "C6")
    wreck = board.with_stands({parse_hex("C3"): [TERRAIN.feature("wreck")]})
    assert hindrance(wreck, "C2", "C6") == 1


@pytest.mark.rule("squad:B32.51a")
def test_rail_cars_block_where_they_are_drawn() -> None:
    cars = {"under": "rail", "under_sides": "N S", "cars": "printed"}
    board = practice(D4=cars)
    assert not sees(board, "C4", "E5"), "across the track"
    assert not sees(board, "C4", "E4"), "along a side that the train crosses"
    across = practice(D4={**cars, "under_sides": "NW SE"})
    assert sees(across, "C4", "E4"), "a train that does not reach that side"
    assert not sees(practice(D4=cars), "D2", "D6")
    upstairs = practice(C4={"level": 2}, D4=cars)
    assert sees(upstairs, "C4", "F6")


def yard() -> SightMap:
    """The hexes A to F of the examples to B32.6, around B in D4.

    E is north of B, then clockwise F, C, a hex with a printed train, A and D. B, E and F hold
    counters; tracks join B and E, and none of the others.
    """
    return practice(
        D4={"under": "rail", "under_sides": "N S", "cars": "counter"},
        D3={"under": "rail", "under_sides": "N S", "cars": "counter"},
        E4={"under": "rail", "under_sides": "NE SE", "cars": "counter"},
        D5={"under": "rail", "under_sides": "NW SE", "cars": "printed"},
    )


def test_rail_car_counters_of_the_example() -> None:
    board = yard()
    assert not sees(board, "C4", "E4"), "D and F: B and E are joined and both hold counters"
    assert sees(board, "D3", "E5"), "C and E: no track crosses from B to F"
    assert sees(board, "C5", "E5"), "A and C: beside B stands a train of another track"


@pytest.mark.rule("squad:B32.6b")
def test_a_counter_blocks_its_track_but_not_its_sides() -> None:
    board = practice(D4={"under": "rail", "under_sides": "N S", "cars": "counter"})
    assert not sees(board, "D2", "D6")
    assert sees(board, "C4", "E4"), "the side that only one counter touches"
    assert not sees(yard(), "C4", "E4")


# -- towers ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B34.1", "squad:B34.2a")
def test_a_tower_is_half_a_level_higher_than_its_location() -> None:
    for level, seen in ((1, False), (2, True)):
        board = practice(C2={"level": level}, C6={"level": level}, C4={"tower": 1})
        assert sees(board, "C2", "C6") is seen
    assert sees(practice(C4={"tower": 1}), "B4", "D4"), "thin: a line beside it misses it"
    assert sees(practice(C4={"tower": 2}), "C4@2", "C9"), "its one location"
    assert sees(practice(C4={"tower": 2, "terrain": "brush"}), "C4", "C5"), "the hex below stays"


@pytest.mark.rule("squad:ex-B34.2", "squad:B34.2a")
def test_a_tower_hindrance_of_the_example() -> None:
    """Reading: the rule's 1 1/2 levels, not the printed 1/2."""
    tower = {"tower": 1, "tower_hinders": "yes"}
    for level, drm in ((0, 1), (1, 1), (2, 0)):
        board = practice(C2={"level": level}, C6={"level": level}, C4=tower)
        assert hindrance(board, "C2", "C6") == drm


# -- fire zones -----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B36.21", "squad:B36.22")
@pytest.mark.parametrize(
    ("terrain", "one"),
    [
        ("woods", "vineyard"), ("pine_woods", "vineyard"), ("light_woods", "vineyard"),
        ("brush", "open_ground"), ("vineyard", "open_ground"), ("orchard", "open_ground"),
        ("grain", "open_ground"),
    ],
)  # fmt: skip
def test_what_one_value_of_a_fire_zone_clears(terrain: str, one: str) -> None:
    assert clear_terrain(TERRAIN, terrain, 1) == one


@pytest.mark.rule("squad:B36.21", "squad:B36.22", "squad:ex-B36.22a", "squad:ex-B36.22b")
def test_a_fire_zone_cannot_clear_everything() -> None:
    with pytest.raises(RuleViolation, match=r"cannot change.*brush.*vineyard.*woods") as refused:
        clear_terrain(TERRAIN, "rubble", 1)
    assert "open_ground" not in str(refused.value), "what can be cleared is named, and nothing else"
    with pytest.raises(RuleViolation):
        clear_terrain(TERRAIN, "woods", 3)


@pytest.mark.rule("squad:ex-B36.22a")
@pytest.mark.parametrize(
    ("plan", "left"),
    [
        ((1, 1, 1, 1), {"vineyard": 4}),
        ((1, 1, 2), {"vineyard": 2, "open_ground": 1}),
        ((2, 2), {"open_ground": 2}),
    ],
)
def test_four_values_in_three_ways(plan: tuple[int, ...], left: dict[str, int]) -> None:
    assert sum(plan) == 4
    cleared = [clear_terrain(TERRAIN, "woods", values) for values in plan]
    assert {name: cleared.count(name) for name in cleared} == left


# -- debris ---------------------------------------------------------------------------------------


def test_debris_hinders_by_one_except_along_a_walled_side() -> None:
    assert hindrance(practice(C4={"terrain": "debris"}), "C2", "C6") == 1
    beside = {"terrain": "debris"}
    assert hindrance(practice(D4=beside), "C4", "E4") == 1, "inherent: along its side, too"
    walled = practice(D4={**beside, "sides": "N:hedge"})
    story = look_from(walled, "C4", "E4")
    assert "debris" not in {note.what for note in story.notes}
    assert hindrance(practice(C2={"level": 1}, C4=beside), "C2", "C6") == 0


@pytest.mark.rule("squad:ex-B34.2", "squad:B34.2a", "squad:B34.1")
@pytest.mark.parametrize("name", ["B3", "B4", "D3", "D4"])
def test_a_line_along_the_side_of_its_hex_misses_a_tower(name: str) -> None:
    hexes: Hexes = {name: {"tower": 1, "tower_hinders": "yes"}}
    assert hindrance(practice(**hexes), "A3", "E3") == 0
