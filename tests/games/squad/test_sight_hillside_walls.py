"""Hillside walls and hedges (P6), on the practice map rebuilt from the text of the example.

The figure is lost. Its text fixes F in T12 with hedges towards S12 and T11, G in T13, I in U13,
C in S12 and E in T11; A is at level 2 and B at level 1. On this map, a level-2 terrace above a
level-1 field, everything that the text says comes out: who sees whom, entrenched or not, and what
would be different if T13 or U13 were up-slope towards T12.
"""

from __future__ import annotations

from typing import Any

import pytest

from salient.boards.sight_map import SightMap, parse_hex, side_between
from salient.games.squad.show.los import look_from
from salient.games.squad.sight.hillside_walls import (
    can_claim_wall_advantage,
    has_benefit,
    wall_level,
)

from .practice import Hexes, practice, rules_of, sees, shipped

SQUADS = {
    "A": "R13", "B": "T10", "C": "S12", "D": "T9", "E": "T11",
    "F": "T12", "G": "T13", "H": "U10", "I": "U13",
}  # fmt: skip


@pytest.mark.rule("squad:ex-P6.2a", "squad:ex-P6.2f")
@pytest.mark.parametrize(("level", "seen"), [(0, False), (0.5, False), (1, True), (2, True)])
def test_dug_in_behind_a_wall_one_sees_what_is_exactly_a_level_higher(
    level: float, seen: bool
) -> None:
    """Half a level, the top of an embankment, is not enough."""
    far: dict[str, Any] = (
        {"under": "rail_embankment", "under_sides": "NE SW", "rail_sides": "NE SW"}
        if level == 0.5
        else {"level": int(level)}
    )
    board = practice(C3={"sides": "S:wall"}, C6=far)
    assert sees(board, "C3+dug", "C6") is seen
    assert sees(board, "C3", "C6")


def terrace(**hexes: Any) -> SightMap:
    """The terrace of the example, with some hexes changed."""
    return shipped("practice_terrace", **hexes)


def seen_by(board: SightMap, squad: str, *, dug: bool = False) -> str:
    here = SQUADS[squad] + ("+dug" if dug else "")
    return "".join(
        name for name, there in SQUADS.items() if name != squad and sees(board, here, there)
    )


def hedge(a: str, b: str) -> Any:
    return side_between(parse_hex(a), parse_hex(b))


@pytest.mark.parametrize(
    ("squad", "seen"),
    [
        ("A", "BCDFGI"),
        ("B", "ACDEFHI"),
        ("C", "ABDEFG"),
        ("D", "ABCEFHI"),
        ("E", "BCDFHI"),
        ("F", "ABCDEGHI"),
        ("G", "ACFI"),
        ("H", "BDEFI"),
        ("I", "ABDEFGH"),
    ],
)
@pytest.mark.rule(
    "squad:ex-P6.2a",
    "squad:ex-P6.2b",
    "squad:ex-P6.2c",
    "squad:ex-P6.2d",
    "squad:ex-P6.2e",
    "squad:ex-P6.2f",
    "squad:ex-P6.2g",
    "squad:ex-P6.2h",
    "squad:ex-P6.2i",
    "squad:P6.2a",
)
def test_who_sees_whom(squad: str, seen: str) -> None:
    assert seen_by(terrace(), squad) == seen


def test_the_blocked_pairs_are_just_eight() -> None:
    board = terrace()
    blocked = {
        f"{a}-{b}"
        for a, here in SQUADS.items()
        for b, there in SQUADS.items()
        if a < b and not sees(board, here, there)
    }
    assert blocked == {"A-E", "A-H", "B-G", "C-H", "C-I", "D-G", "E-G", "G-H"}


@pytest.mark.rule("squad:ex-P6.2a", "squad:ex-P6.2f", "squad:P6.2a")
def test_an_entrenchment_behind_a_hillside_hedge_is_still_limited() -> None:
    board = terrace()
    assert seen_by(board, "A", dug=True) == "FGI"
    assert seen_by(board, "F", dug=True) == "ACEGI"
    assert "B9.21" in rules_of(look_from(board, "T12+dug", "T10"))


@pytest.mark.rule("squad:ex-P6.2b", "squad:ex-P6.2i")
def test_the_hexsides_of_t12_would_matter_if_they_were_up_slope() -> None:
    assert sees(terrace(T13={"slopes": "NW N"}), SQUADS["G"], SQUADS["B"])
    assert sees(terrace(U13={"slopes": "N NW"}), SQUADS["I"], SQUADS["C"])


@pytest.mark.rule("squad:P6.1", "squad:P6.3a")
def test_a_wall_between_different_levels_stands_at_the_higher_one() -> None:
    board = terrace()
    assert board.is_hillside(hedge("T12", "S12"))
    assert wall_level(board, hedge("T12", "S12")) == 2 * 4
    assert not board.is_hillside(hedge("T11", "T10"))


@pytest.mark.rule("squad:P6.2a")
def test_a_hillside_wall_counts_between_ends_less_than_a_level_apart() -> None:
    """Reading 18: a full level, not a fraction of one."""
    flank: Hexes = {name: {"level": 1} for name in ("C1", "C2", "C5", "C6", "C7")}
    board = practice(C3={"level": 1, "sides": "S:wall"}, **flank)
    story = look_from(board, "C2", "C6")
    assert not story.clear
    assert story.blocked is not None
    assert story.blocked.what == "wall"
    raised = practice(C3={"level": 1, "sides": "S:wall"}, **{**flank, "C6": {"level": 0}})
    assert "P6.2a" in rules_of(look_from(raised, "C2", "C6"))
    half = practice(
        C3={"level": 1, "sides": "S:wall"},
        **{**flank, "C6": {"level": 1, "under": "rail_embankment", "under_sides": "NE SW"}},
    )
    assert "P6.2a" not in rules_of(look_from(half, "C2", "C6"))


@pytest.mark.rule("squad:P6.2b", "squad:P6.2c")
def test_a_hillside_wall_adds_nothing_to_a_crest() -> None:
    high: Hexes = {f"C{row}": {"level": 2 if row == 1 else 1} for row in (1, 2, 3)}
    bare = practice(**high)
    walled = practice(**{**high, "C3": {"level": 1, "sides": "S:wall"}})
    for row in range(4, 10):
        assert sees(bare, "C1", f"C{row}") == sees(walled, "C1", f"C{row}")
        assert sees(walled, "C3", f"C{row}"), "the wall is the crest: behind it one stands at it"
    for row in range(5, 10):
        told = [look_from(board, "C1", f"C{row}").notes for board in (bare, walled)]
        (wall,) = (note for note in told[1] if note.what == "wall")
        assert wall.verdict == "ignored"
        assert [note for note in told[1] if note != wall] == list(told[0]), "as many blind hexes"


@pytest.mark.rule("squad:P6.3b", "squad:ex-P6.3")
def test_only_f_has_the_use_of_the_hedges() -> None:
    board = terrace()
    claims = {
        (squad, other): can_claim_wall_advantage(board, _eye(board, squad), hedge("T12", other))
        for squad, other in (("F", "S12"), ("F", "T11"), ("C", "S12"), ("E", "T11"))
    }
    assert claims == {
        ("F", "S12"): True, ("F", "T11"): True, ("C", "S12"): False, ("E", "T11"): False,
    }  # fmt: skip
    assert not has_benefit(board, _eye(board, "E"), hedge("T12", "T11"))


@pytest.mark.rule("squad:P6.3d")
def test_another_wall_can_still_be_claimed() -> None:
    board = terrace()
    assert can_claim_wall_advantage(board, _eye(board, "E"), hedge("T11", "T10"))


@pytest.mark.rule("squad:P6.3c")
def test_a_crested_unit_claims_a_hillside_wall_on_its_own_side_only() -> None:
    board = practice(
        C4={"level": 0, "sides": "S:wall"},
        C3={"level": 1, "under": "gully", "under_sides": "NE SW", "sides": "S:wall"},
    )
    side = hedge("C3", "C4")
    crested = board.eye(parse_hex("C3"), 0)
    assert can_claim_wall_advantage(board, crested, side, crest=frozenset({2, 3, 4}))
    assert not can_claim_wall_advantage(board, crested, side, crest=frozenset({0, 1}))


def _eye(board: SightMap, squad: str) -> Any:
    return board.eye(parse_hex(SQUADS[squad]))
