"""What stands between two eyes: tops, blind zones, crests, depressions, walls, hindrances."""

from __future__ import annotations

import msgspec
import pytest

from salient.boards.sight import BLOCKED, glance, look
from salient.boards.sight_field import Field
from salient.boards.sight_map import LEVEL, Barrier, Cell, Eye, SightMap, hex_name, parse_hex

from .sight_boards import (
    BRUSH,
    HOUSE,
    ORCHARD,
    REASONS,
    SPOTS,
    TALL,
    THICKET,
    WALL,
    WOODS,
    board,
    eye,
)


def seen(sight_map: SightMap, a: str, b: str, above: int = 0, over: int = 0) -> bool:
    return look(sight_map, eye(sight_map, a, above), eye(sight_map, b, over)).clear


class TestTops:
    """Only the level of a top matters."""

    def test_an_obstacle_blocks_what_is_below_its_top(self) -> None:
        woods = board(features={"C4": WOODS})
        assert not seen(woods, "C2", "C6")
        assert seen(woods, "C2", "C3")

    def test_ends_as_high_as_a_top_see_each_other(self) -> None:
        assert seen(board({"C2": 1, "C6": 1}, {"C4": WOODS}), "C2", "C6")

    def test_who_is_only_as_high_as_a_top_does_not_see_beyond_and_below(self) -> None:
        assert not seen(board({"C2": 1}, {"C4": WOODS}), "C2", "C8")

    def test_who_is_higher_sees_over_it(self) -> None:
        assert seen(board({"C2": 2}, {"C4": WOODS}), "C2", "C8")

    def test_the_terrain_of_the_ends_does_not_matter(self) -> None:
        assert seen(board(features={"C2": WOODS, "C4": TALL}), "C2", "C4")

    def test_a_hill_between_two_ends_blocks(self) -> None:
        assert not seen(board({"C4": 1}), "C2", "C6")
        assert seen(board({"C4": 1, "C2": 1, "C6": 1}), "C2", "C6")

    def test_a_plateau_hides_what_is_below_its_crest(self) -> None:
        plateau = board({"C2": 1, "C3": 1, "C4": 1})
        assert not seen(plateau, "C2", "C6")
        assert seen(plateau, "C4", "C6")


class TestBlindZones:
    """Full levels, range and height of the viewer make them deeper or shallower."""

    @pytest.mark.parametrize(
        ("level", "feature", "hidden"),
        [(2, WOODS, 1), (3, WOODS, 1), (3, TALL, 2), (4, TALL, 1), (2, HOUSE, 1)],
    )
    def test_how_deep(self, level: int, feature: object, hidden: int) -> None:
        sight_map = board({"C1": level}, {"C3": feature})  # type: ignore[dict-item]
        answers = [seen(sight_map, "C1", f"C{row}") for row in range(4, 8)]
        assert answers == [row >= hidden for row in range(4)]

    def test_five_hexes_of_range_add_one(self) -> None:
        sight_map = board({"C1": 2}, {"C6": WOODS})
        assert [seen(sight_map, "C1", f"C{row}") for row in (7, 8)] == [False, False]

    def test_a_crest_hides_one_hex_fewer(self) -> None:
        terrace = board({"C2": 2, "C3": 1})
        assert seen(terrace, "C2", "C4")
        far = board({"C1": 2, **{f"C{row}": 1 for row in range(2, 7)}})
        assert not seen(far, "C1", "C7")
        assert seen(far, "C1", "C8")

    def test_what_is_lower_than_a_level_hides_nothing(self) -> None:
        assert seen(board({"C2": 1}, walls={("C3", 3): WALL}), "C2", "C4")

    def test_a_hindrance_in_whose_blind_zone_one_stands_still_hinders(self) -> None:
        sight_map = board({"C2": 2}, {"C4": ORCHARD})
        ends = [(eye(sight_map, "C2"), eye(sight_map, f"C{row}")) for row in (5, 6)]
        assert [look(sight_map, *pair).hindrance for pair in ends] == [1, 0]


class TestHindrances:
    """They add up, one for each range, up to a limit."""

    def test_they_add_up(self) -> None:
        sight_map = board(features={"C3": BRUSH, "C4": BRUSH, "C5": ORCHARD})
        assert look(sight_map, eye(sight_map, "C2"), eye(sight_map, "C7")).hindrance == 3

    def test_at_one_range_only_the_worst_counts(self) -> None:
        sight_map = board(features={"D4": THICKET, "D3": BRUSH})
        story = look(sight_map, eye(sight_map, "C4"), eye(sight_map, "E4"))
        assert [note.what for note in story.notes] == ["brush", "thicket"]
        assert story.hindrance == 2

    def test_six_block(self) -> None:
        rows = {f"C{row}": THICKET for row in (2, 3, 4)}
        sight_map = board(features=rows)
        story = look(sight_map, eye(sight_map, "C1"), eye(sight_map, "C5"))
        assert story.blocked is not None
        assert story.blocked.rules == ("limit",)

    def test_who_is_higher_sees_over_them(self) -> None:
        sight_map = board({"C2": 1}, {"C4": BRUSH})
        assert look(sight_map, eye(sight_map, "C2"), eye(sight_map, "C6")).hindrance == 0


class TestHexsides:
    """Walls block between other hexes; lines along a side or through a corner meet all there."""

    def test_a_wall_blocks_only_away_from_the_ends(self) -> None:
        wall = board(walls={("C4", 3): WALL})
        assert not seen(wall, "C3", "C6")
        assert seen(wall, "C4", "C6")
        assert seen(wall, "C2", "C5")

    def test_a_line_along_a_side_meets_the_terrain_of_both_hexes(self) -> None:
        for name in ("D3", "D4"):
            assert not seen(board(features={name: WOODS}), "C4", "E4")

    def test_a_line_along_a_wall_crosses_it(self) -> None:
        assert not seen(board(walls={("D4", 0): WALL}), "C4", "E4")

    def test_a_line_along_a_side_misses_a_house(self) -> None:
        assert seen(board(features={"D4": HOUSE}), "C4", "E4")

    def test_a_line_through_a_corner_meets_walls_there(self) -> None:
        # From C4 to E4 the line leaves D3 and D4 at the corner where E4 begins.
        assert not seen(board(walls={("F4", 5): WALL}), "C4", "G4")

    def test_a_corner_touches_inherent_terrain_and_ground_but_not_drawings(self) -> None:
        def ends(sight_map: SightMap) -> tuple[Eye, Eye]:
            # This line touches C2 at no more than a corner.
            return sight_map.eye((0, 2)), sight_map.eye((5, 5))

        for feature, hindrance in ((ORCHARD, 1), (BRUSH, 0)):
            sight_map = board(features={"C2": feature})
            assert look(sight_map, *ends(sight_map)).hindrance == hindrance
        hill = board({"C2": 1})
        assert not look(hill, *ends(hill)).clear


class TestDepressions:
    """Along the bottom as far as it goes, out of it only steeply."""

    @pytest.fixture
    def gully(self) -> SightMap:
        sight_map = board({"A1": 2})
        for row in range(3, 7):
            spot = parse_hex(f"C{row}")
            cell = sight_map.cells[spot]
            sight_map.cells[spot] = msgspec.structs.replace(cell, depth=LEVEL, depression=0b1001)
        return SightMap(sight_map.cells, {}, REASONS)

    def test_along_the_bottom(self, gully: SightMap) -> None:
        assert look(gully, gully.eye(parse_hex("C3")), gully.eye(parse_hex("C6"))).clear

    def test_not_out_of_it_on_the_flat(self, gully: SightMap) -> None:
        story = look(gully, gully.eye(parse_hex("C3")), gully.eye(parse_hex("E3")))
        assert story.blocked is not None
        assert story.blocked.rules == ("depression",)

    def test_into_the_next_hex(self, gully: SightMap) -> None:
        assert look(gully, gully.eye(parse_hex("C3")), gully.eye(parse_hex("D3"))).clear

    def test_over_it_nothing_is_in_the_way(self, gully: SightMap) -> None:
        assert look(gully, gully.eye(parse_hex("B4")), gully.eye(parse_hex("D4"))).clear


class TestBarriers:
    """What stands from centre to centre across a hexside."""

    def test_a_line_between_its_ends_is_blocked(self) -> None:
        sight_map = board().with_barriers(Barrier(parse_hex("D3"), parse_hex("D4"), WALL, 0))
        a, b = sight_map.eye(parse_hex("C4")), sight_map.eye(parse_hex("E4"))
        assert not look(sight_map, a, b).clear
        assert glance(sight_map, a, b) == Field(sight_map).hindrance(a, b) == BLOCKED

    def test_a_line_from_one_of_its_ends_is_not(self) -> None:
        sight_map = board().with_barriers(Barrier(parse_hex("D3"), parse_hex("D4"), WALL, 0))
        assert look(sight_map, sight_map.eye(parse_hex("D3")), sight_map.eye(parse_hex("F4"))).clear


class TestStories:
    """The story names every hex and the rules of what it did."""

    def test_rules_come_from_the_data(self) -> None:
        sight_map = board(features={"C4": WOODS})
        story = look(sight_map, eye(sight_map, "C2"), eye(sight_map, "C6"))
        assert story.blocked is not None
        assert story.blocked.rules == ("w", "higher")
        assert story.blocked.spot == parse_hex("C4")
        assert len(story.line.hexes) == story.range + 1 == 5

    def test_the_viewer_meets_things_in_order(self) -> None:
        sight_map = board(features={"C3": BRUSH, "C5": WOODS})
        story = look(sight_map, eye(sight_map, "C2"), eye(sight_map, "C6"))
        assert [note.what for note in story.notes] == ["brush", "woods"]
        back = look(sight_map, eye(sight_map, "C6"), eye(sight_map, "C2"))
        assert [note.what for note in back.notes] == ["woods", "brush"]


def test_everything_of_a_flat_open_board_is_seen() -> None:
    sight_map = board()
    field = Field(sight_map)
    for spot in SPOTS[::7]:
        assert len(field.seen_from(sight_map.eye(spot))) == len(SPOTS) - 1


def test_names_of_hexes() -> None:
    for name in ("A1", "B0", "Z9", "AA12", "BB3", "AAA1"):
        assert hex_name(parse_hex(name)) == name
    for wrong in ("", "5", "E", "AB3", "e5", "E-1"):
        with pytest.raises(ValueError, match="expected a hex"):
            parse_hex(wrong)


def test_floor_of_a_cell() -> None:
    assert Cell(name="x", level=8, depth=4).floor == 4
    assert Cell(name="x", level=8, rise=2).floor == 10
    assert Cell(name="x", level=8, depth=4, culvert=True).floor == 8
