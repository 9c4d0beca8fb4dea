"""Sight lines as geometry: exact, the same both ways, and equal to a slow clipping of polygons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from salient.boards.sight_field import cover
from salient.boards.sight_lines import (
    CENTRE,
    CORE,
    CORNERS,
    STEPS,
    WHOLE,
    Contact,
    Line,
    distance,
    own_side,
    trace,
)

Point = tuple[Fraction, Fraction]


@st.composite
def offsets(draw: st.DrawFn, farthest: int = 12) -> tuple[int, int]:
    columns = draw(st.integers(-farthest, farthest))
    heights = draw(st.integers(-farthest, farthest))
    return columns, 2 * heights + columns % 2


corners = st.integers(CENTRE, 5)


def clip(a: Point, b: Point, polygon: list[Point]) -> tuple[Fraction, Fraction] | None:
    """Where a segment is inside a convex polygon, its border included (the slow way)."""
    enter, leave = Fraction(0), Fraction(1)
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        # Corners run clockwise on the picture: inside is where the cross product is >= 0.
        at = (qx - px) * (a[1] - py) - (qy - py) * (a[0] - px)
        rate = (qx - px) * (b[1] - a[1]) - (qy - py) * (b[0] - a[0])
        if rate == 0:
            if at < 0:
                return None
        elif rate > 0:
            enter = max(enter, -at / rate)
        else:
            leave = min(leave, -at / rate)
    return (enter, leave) if enter <= leave else None


def hexagon(column: int, height: int, share: Fraction = Fraction(1)) -> list[Point]:
    return [(3 * column + share * x, height + share * y) for x, y in CORNERS]


def point(column: int, height: int, corner: int) -> Point:
    x, y = CORNERS[corner] if corner != CENTRE else (0, 0)
    return Fraction(3 * column + x), Fraction(height + y)


def is_on_border(spot: Point, column: int, height: int) -> bool:
    x, y = spot[0] - 3 * column, spot[1] - height
    return abs(y) == 1 or abs(x + y) == 2 or abs(x - y) == 2


@given(offsets(4), corners, corners)
@settings(max_examples=80)
def test_hexes_met_are_those_that_clipping_finds(
    offset: tuple[int, int], start: int, end: int
) -> None:
    columns, heights = offset
    a, b = point(0, 0, start), point(columns, heights, end)
    if a == b:
        return
    met = {(h.column, h.height): h for h in trace(columns, heights, start, end).hexes}
    for column in range(min(0, columns) - 2, max(0, columns) + 3):
        for half in range(min(0, heights) - 4, max(0, heights) + 5):
            if (column + half) % 2:
                continue
            found = clip(a, b, hexagon(column, half))
            is_end = (column, half) in ((0, 0), offset)
            touches = found is not None and (found[0] < found[1] or 0 < found[0] < 1)
            if not is_end:
                assert touches == ((column, half) in met), (column, half)
            if found and found[0] < found[1] and (column, half) in met:
                contact = met[column, half].contact
                middle = (found[0] + found[1]) / 2
                at = (a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle)
                along = is_on_border(at, column, half)
                assert contact is (Contact.ALONG if along else Contact.THROUGH)


@given(offsets(8))
def test_parts_met_are_those_that_clipping_finds(offset: tuple[int, int]) -> None:
    columns, heights = offset
    line = trace(columns, heights)
    a, b = point(0, 0, CENTRE), point(columns, heights, CENTRE)
    half = Fraction(1, 2)
    for contact in line.hexes:
        here = (contact.column, contact.height)
        if here in ((0, 0), offset) or contact.contact is not Contact.THROUGH:
            continue
        outer, inner = hexagon(*here), hexagon(*here, half)
        strips = [[outer[i], outer[(i + 1) % 6], inner[(i + 1) % 6], inner[i]] for i in range(6)]
        parts = sum(1 << i for i, strip in enumerate(strips) if runs_through(a, b, strip))
        parts |= CORE if runs_through(a, b, inner) else 0
        assert line.parts(contact) == parts


def runs_through(a: Point, b: Point, polygon: list[Point]) -> bool:
    """Whether a segment has a stretch inside a polygon, its border not included."""
    found = clip(a, b, polygon)
    if found is None or found[0] == found[1]:
        return False
    middle = (found[0] + found[1]) / 2
    x, y = a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle
    return all(
        (qx - px) * (y - py) - (qy - py) * (x - px) > 0
        for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    )


@example((-1, -1), 0, 2)  # One vertex, named as a corner of two hexes.
@given(offsets(), corners, corners)
def test_a_line_is_the_same_both_ways(offset: tuple[int, int], start: int, end: int) -> None:
    columns, heights = offset
    there = trace(columns, heights, start, end)
    back = trace(-columns, -heights, end, start)
    assert {(h.column, h.height, h.contact) for h in there.hexes} == {
        (h.column + columns, h.height + heights, h.contact) for h in back.hexes
    }
    assert {(s.column, s.height, s.side, s.contact) for s in there.sides} == {
        (s.column + columns, s.height + heights, s.side, s.contact) for s in back.sides
    }
    places = [(h.enter, h.leave) for h in there.hexes]
    assert sorted((there.scale - b, there.scale - a) for a, b in places) == sorted(
        (h.enter, h.leave) for h in back.hexes
    )


@given(offsets())
def test_the_line_leaves_no_gap(offset: tuple[int, int]) -> None:
    line = trace(*offset)
    reached = 0
    for contact in line.hexes:
        if contact.contact is not Contact.AT:
            assert contact.enter <= reached
            reached = max(reached, contact.leave)
    assert reached == line.scale


@given(offsets(20))
def test_the_fast_cover_is_the_line(offset: tuple[int, int]) -> None:
    if offset == (0, 0):
        return
    stride, line = 200, trace(*offset)
    found = cover(*offset, stride)
    ends = {(0, 0), offset}

    def places(bits: int) -> set[int]:
        return {i + found.shift for i in range(bits.bit_length()) if bits >> i & 1}

    between = [h for h in line.hexes if (h.column, h.height) not in ends]
    assert places(found.met) == {h.column * stride + h.height for h in between}
    assert places(found.through) == {
        h.column * stride + h.height for h in between if h.contact is Contact.THROUGH
    }
    for side in range(3):
        assert places(found.sides[side]) == {
            s.column * stride + s.height
            for s in line.sides
            if s.side == side and not flanks(s.column, s.height, side) & ends
        }
    assert found.leaves == own_sides(line, (0, 0))
    assert found.enters == own_sides(line, offset)


def flanks(column: int, height: int, side: int) -> set[tuple[int, int]]:
    return {(column, height), (column + STEPS[side][0], height + STEPS[side][1])}


def own_sides(line: Line, spot: tuple[int, int]) -> int:
    met = {(s.column, s.height, s.side) for s in line.sides}
    return sum(1 << side for side in range(6) if own_side(*spot, side) in met)


def test_a_line_to_the_next_hex_but_one_runs_along_a_hexside() -> None:
    line = trace(2, 0)
    assert [(h.column, h.height, h.contact) for h in line.hexes] == [
        (0, 0, Contact.THROUGH), (1, -1, Contact.ALONG), (1, 1, Contact.ALONG),
        (2, 0, Contact.THROUGH),
    ]  # fmt: skip
    along = [s for s in line.sides if s.contact is Contact.ALONG]
    assert [(s.column, s.height, s.side) for s in along] == [(1, 1, 0)]
    assert len([s for s in line.sides if s.contact is Contact.AT]) == 4


def test_a_line_to_oneself_meets_nothing_else() -> None:
    line = trace(0, 0)
    assert len(line.hexes) == 1
    assert not line.sides
    assert line.scale == 0


@pytest.mark.parametrize(
    ("offset", "hexes"), [((0, 4), 2), ((1, 1), 1), ((3, 1), 3), ((5, 5), 5), ((2, 6), 4)]
)
def test_range(offset: tuple[int, int], hexes: int) -> None:
    assert distance(*offset) == hexes


def test_all_parts_of_a_hex() -> None:
    assert CORE | 63 == WHOLE
