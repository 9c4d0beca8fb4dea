"""Hillside walls and hedges (P6) in play, on the terrace of the example: C S12, E T11, F T12."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.cover import cover, has_wall_advantage
from salient.games.squad.core.subjects import Attack
from salient.games.squad.sight.hillside_walls import stands_at_wall
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

N, NE, SE, S, SW, NW = range(6)


def terrace(*changes: str, **more: str) -> Table:
    return table_on("practice_terrace", *changes, german="ss658 3", american="us666 3", **more)


def shelter(table: Table, origin: str, at: str, unit: str = "us666.1") -> dict[str, int]:
    attack = Attack("fire", 0, (table.place(origin),), table.place(at))
    return {m.rule: m.value for m in cover(table.g, attack, table.unit(unit))}


@pytest.mark.rule("squad:P6.3a")
@pytest.mark.parametrize(("kind", "value"), [("hedge", 1), ("wall", 2)])
def test_above_it_a_hillside_wall_protects_like_any_wall(kind: str, value: int) -> None:
    table = terrace(f"T12 sides=N:{kind},NW:{kind}").put("T12", "us666.1")
    for firer in ("T11", "T10", "S12"):
        assert shelter(table, firer, "T12") == {"B9.3": value}
    assert "B9.3" not in shelter(table, "T14", "T12")


@pytest.mark.rule("squad:P6.3b", "squad:ex-P6.3")
@pytest.mark.parametrize(("at", "firer"), [("T11", "T12"), ("T11", "T13"), ("S12", "T12")])
def test_below_it_a_hillside_wall_protects_nobody(at: str, firer: str) -> None:
    for kind in ("hedge", "wall"):
        table = terrace(f"T12 sides=N:{kind},NW:{kind}").put(at, "us666.1")
        assert not shelter(table, firer, at)
    level = terrace("T12 sides=N:wall,NW:wall level=1", "T13 level=1").put(at, "us666.1")
    assert shelter(level, firer, at) == {"B9.3": 2}


@pytest.mark.rule("squad:ex-P6.3", "squad:P6.3b")
@pytest.mark.parametrize("mover", ["german", "american"])
def test_only_f_has_wall_advantage_over_the_hillside_hedges(mover: str) -> None:
    """Those below cannot take it from F, whoever came first."""
    table = terrace(mover=mover).put("T12", "us666.1").put("T11", "ss658.1").put("S12", "ss658.2")
    above, below = table.unit("us666.1"), (table.unit("ss658.1"), table.unit("ss658.2"))
    assert all(stands_at_wall(table.g, above, side) for side in (N, NW))
    assert all(has_wall_advantage(table.g, table.place("T12"), side, 1) for side in (N, NW))
    assert not stands_at_wall(table.g, below[0], S)
    assert not stands_at_wall(table.g, below[1], SE)


@pytest.mark.rule("squad:P6.3d")
@pytest.mark.parametrize(
    ("higher", "sides"), [("D2", "NE:wall,SE:wall"), ("D3", "NE:wall,SE:wall")]
)
def test_through_a_corner_the_wall_that_serves_counts_beside_one_that_does_not(
    higher: str, sides: str
) -> None:
    """From E3 to C3 a line meets the corner between NE and SE; one wall stands a level higher."""
    table = Table(f"C3 sides={sides}", f"{higher} level=1", "E3 level=2", german="ss658",
                  american="us666")  # fmt: skip
    table.put("C3", "us666.1").put("E3", "ss658.1")
    assert shelter(table, "E3", "C3") == {"B9.3": 2}
    both = Table(f"C3 sides={sides}", "D2 level=1", "D3 level=1", "E3 level=2", american="us666")
    assert not shelter(both.put("C3", "us666.1"), "E3", "C3")


@pytest.mark.rule("squad:P6.3b")
def test_at_a_wall_between_equal_levels_the_neighbour_may_have_the_advantage() -> None:
    table = terrace("T12 sides=N:wall level=1").put("T12", "us666.1").put("T11", "ss658.1")
    table.g.mover = 1
    assert not has_wall_advantage(table.g, table.place("T12"), N, 1)


@pytest.mark.rule("squad:P6.3d")
def test_below_a_hillside_hedge_one_still_has_the_hedge_behind_one() -> None:
    table = terrace().put("T11", "us666.1")
    assert shelter(table, "T9", "T11") == {"B9.3": 1}
    assert stands_at_wall(table.g, table.unit("us666.1"), N)


@pytest.mark.rule("squad:P6.3c")
@pytest.mark.parametrize(
    ("base", "crest", "claims"), [(1, S, True), (1, SE, True), (1, N, False), (0, S, False)]
)
def test_at_a_crest_one_claims_a_hillside_wall_of_the_same_level_on_that_side(
    base: int, crest: int, claims: bool
) -> None:
    gully = f"C3 under=gully under_sides=NE,SW level={base} sides=S:wall"
    table = Table(gully, f"C4 level={1 - base}", german="ss658", american="us666")
    table.put("C3", "us666.1")
    assert not stands_at_wall(table.g, table.unit("us666.1"), S), "at the bottom"
    table.g.crest[table.unit("us666.1")] = crest
    assert stands_at_wall(table.g, table.unit("us666.1"), S) is claims


@pytest.mark.rule("squad:P6.3c")
@pytest.mark.parametrize("taken", range(6))
def test_at_a_crest_one_claims_the_walls_of_three_sides(taken: int) -> None:
    """C4 is a level higher than all around it, with a stream down in it."""
    walls = ",".join(f"{side}:wall" for side in ("N", "NE", "SE", "S", "SW", "NW"))
    table = Table(f"C4 level=1 under=stream under_sides=N,S sides={walls}", american="us666")
    table.put("C4", "us666.1").g.crest[table.unit("us666.1")] = taken
    claimed = {side for side in range(6) if stands_at_wall(table.g, table.unit("us666.1"), side)}
    assert claimed == {(taken - 1) % 6, taken, (taken + 1) % 6}
