"""True of every board: sight is the same both ways, fast and slow, and adding opens nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from salient.boards.bits import members
from salient.boards.sight import BLOCKED, glance, look
from salient.boards.sight_field import Field, run
from salient.boards.sight_lines import Contact, own_side, trace
from salient.boards.sight_map import LEVEL, Eye, SightMap

from .sight_boards import FEATURES, WALL, WOODS, boards, eyes, spots


@given(st.data())
@settings(max_examples=120)
def test_sight_is_the_same_both_ways(data: st.DataObject) -> None:
    board = data.draw(boards())
    a, b = data.draw(eyes(board)), data.draw(eyes(board))
    there, back = look(board, a, b), look(board, b, a)
    assert there.clear == back.clear
    assert there.hindrance == back.hindrance
    assert {note[1:-1] for note in there.notes} == {note[1:-1] for note in back.notes}


@given(st.data())
@settings(max_examples=120)
def test_the_fast_way_gives_the_same_answers(data: st.DataObject) -> None:
    board = data.draw(boards())
    field = Field(board)
    for _ in range(6):
        a, b = data.draw(eyes(board)), data.draw(eyes(board))
        story = look(board, a, b)
        expected = story.hindrance if story.clear else BLOCKED
        assert glance(board, a, b) == expected
        assert field.hindrance(a, b) == expected


@given(st.data())
@settings(max_examples=25)
def test_seen_from_is_what_looking_finds(data: st.DataObject) -> None:
    board = data.draw(boards())
    viewer = data.draw(eyes(board, plain=True))
    seen = Field(board).seen_from(viewer)
    for spot in board.cells:
        story = look(board, viewer, board.eye(spot))
        if spot != viewer.spot:
            assert (story.hindrance if story.clear else None) == seen.get(spot)


@given(st.data())
@settings(max_examples=120)
def test_adding_terrain_never_opens_a_line(data: st.DataObject) -> None:
    board = data.draw(boards())
    a, b = data.draw(eyes(board)), data.draw(eyes(board))
    feature = data.draw(st.sampled_from(FEATURES))
    more = board.with_stands({data.draw(spots()): [feature]})
    before, after = look(board, a, b), look(more, a, b)
    assert before.clear or not after.clear
    assert not after.clear or after.hindrance >= before.hindrance


@given(st.data())
def test_adding_a_wall_never_opens_a_line(data: st.DataObject) -> None:
    board = data.draw(boards())
    a, b = data.draw(eyes(board)), data.draw(eyes(board))
    side = own_side(*data.draw(spots()), data.draw(st.integers(0, 5)))
    if not board.beside(side):
        return
    more = SightMap(board.cells, {**board.features, side: WALL}, board.reasons)
    assert look(board, a, b).clear or not look(more, a, b).clear


@given(st.data())
@settings(max_examples=120)
def test_raising_the_viewer_in_the_flat_never_closes_a_line(data: st.DataObject) -> None:
    """Screens excepted: between different levels they block what they only hindered before."""
    board = data.draw(boards(flat=True, screens=False))
    a, b = data.draw(spots()), data.draw(spots())
    target = board.eye(b)
    lower = look(board, board.eye(a, 0), target)
    higher = look(board, board.eye(a, LEVEL * data.draw(st.integers(1, 4))), target)
    assert not lower.clear or higher.clear
    assert not lower.clear or higher.hindrance <= lower.hindrance


@given(st.data())
def test_a_woods_hex_in_between_always_matters_at_ground_level(data: st.DataObject) -> None:
    board = data.draw(boards(flat=True))
    a, b = data.draw(spots()), data.draw(spots())
    viewer, target = board.eye(a), board.eye(b)
    line = look(board, viewer, target).line
    inside = [
        (a[0] + met.column, a[1] + met.height)
        for met in line.hexes
        if met.contact == 0 and (a[0] + met.column, a[1] + met.height) not in (a, b)
    ]
    for spot in inside:
        if spot in board.cells:
            assert not look(board.with_stands({spot: [WOODS]}), viewer, target).clear


@given(st.data())
def test_a_unit_sees_its_own_hex(data: st.DataObject) -> None:
    board = data.draw(boards())
    spot = data.draw(spots())
    eye: Eye = board.eye(spot)
    assert look(board, eye, eye).clear


@given(spots(), spots(), st.integers(-1, 5), st.integers(-1, 5))
@settings(max_examples=300)
def test_a_run_is_what_a_traced_line_goes_through(
    a: tuple[int, int], b: tuple[int, int], start: int, end: int
) -> None:
    columns, heights = b[0] - a[0], b[1] - a[1]
    if (columns, heights) == (0, 0) and start == end:
        return
    line, stride, size = trace(columns, heights, start, end), 101, 20_000
    expected = {
        (part, contact.column * stride + contact.height)
        for contact in line.hexes
        if contact.contact is Contact.THROUGH
        and (contact.column, contact.height) not in ((0, 0), (columns, heights))
        for part in members(line.parts(contact))
    }
    found = run(columns, heights, start, end, stride, size)
    assert expected == {
        (delta // size, delta % size + found.shift) for delta in members(found.parts)
    }
    met = {contact.column * stride + contact.height for contact in line.hexes}
    assert met <= {delta + found.shift for delta in members(found.near)}
