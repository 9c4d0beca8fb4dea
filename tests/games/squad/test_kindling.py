"""Setting fires, and how they grow and spread. Rules B25.11, B25.15 and B25.6."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.rubble import burn_on, kindle
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.play import Kindled
from tests.games.squad.table import Table


def thicket(*lines: str) -> Table:
    return Table(*lines, german="ss658 2 ss91", american="us666", size=(6, 6))


def kindling(terrain: str, *dice: int, at: str = "C4") -> Table:
    table = thicket(f"{at} {terrain}").put(at, "ss658.1").move("german").dice(*dice)
    return table.play("move ss658.1", "kindle")


@pytest.mark.rule("squad:B25.11")
@pytest.mark.parametrize(
    ("terrain", "number"),
    [("brush", 9), ("woods", 9), ("grain", 10), ("wooden_building", 7), ("stone_building", 8)],
)
def test_a_squad_sets_fire_to_its_own_place_with_its_kindling_number(
    terrain: str, number: int
) -> None:
    for roll in (number - 1, number):
        table = kindling(terrain, roll // 2, roll - roll // 2)
        assert bool(table.g.flames) is (roll == number)
        assert bool(table.happened(Kindled)) is (roll == number)
        assert table.happened(Tried)[-1].attempt == "fire"
        assert table.is_("ti", "ss658.1")


@pytest.mark.rule("squad:B25.11")
def test_a_leader_helps() -> None:
    table = thicket("C4 brush").put("C4", "ss658.1", "ss91.1").move("german").dice(4, 4)
    assert table.play("move ss658.1", "join ss91.1", "kindle").g.flames


@pytest.mark.rule("squad:B25.11")
@pytest.mark.parametrize("terrain", ["open_ground", "marsh", "rubble"])
def test_not_where_nothing_burns(terrain: str) -> None:
    table = thicket(f"C4 {terrain}").put("C4", "ss658.1").move("german").play("move ss658.1")
    assert "kindle" not in table.offered()


@pytest.mark.rule("squad:B25.11")
def test_nor_where_it_burns_already_nor_by_a_leader_alone_nor_after_moving() -> None:
    table = thicket("C4 brush", "C5 brush").put("C4", "ss658.1", "ss91.1").put("B4", "ss658.2")
    table.g.flames = 1 << table.place("C5")
    assert "kindle" not in table.move("german").play("move ss91.1").offered()
    assert "kindle" not in table.play("stop", "move ss658.2", "go C4").offered()
    table.put("C5", "ss658.1")
    assert "kindle" not in table.play("stop", "move ss658.1").offered()


@pytest.mark.rule("squad:B25", "squad:B25.15")
def test_who_lit_it_may_still_be_there_when_it_becomes_a_blaze() -> None:
    table = kindling("brush", 5, 5)
    table.play("end") if "end" in table.offered() else None
    table.dice(6, *[1] * 12, ...).phase("advancing", "german")
    assert table.g.blazes == 1 << table.place("C4")
    assert table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:B25.11")
def test_it_takes_the_whole_move_and_a_squad_among_others_does_it() -> None:
    table = thicket("C4 brush").put("C4", "ss91.1", "ss658.1").move("german").dice(4, 4)
    table.play("move ss91.1", "join ss658.1", "kindle")
    (tried,) = table.happened(Tried)
    assert tried.unit == table.unit("ss658.1")
    assert [m.value for m in tried.modifiers] == [1]
    assert table.is_("ti", "ss91.1")
    assert not table.offered("go")


@pytest.mark.rule("squad:B25.11")
def test_nobody_does_it_from_the_hexside_or_where_it_is_ablaze() -> None:
    table = thicket("C4 woods").put("C3", "ss658.1").move("german")
    assert "kindle" not in table.play("move ss658.1", "bypass C4 ne").offered()
    table = thicket("C4 brush", "D4 brush").put("C4", "ss658.1").put("D4", "ss658.2")
    table.g.flames = 1 << table.place("C4")
    table.move("german").play("move ss658.1")
    assert "kindle" not in table.offered()
    assert "kindle" in table.play("stop", "move ss658.2").offered()


@pytest.mark.rule("squad:B25.15")
@pytest.mark.parametrize(
    ("line", "flames", "blazes", "lit"),
    [("C4 brush", "", "", True), ("C4 open_ground", "", "", False), ("C4 brush", "C4", "", False),
     ("C4 brush", "", "C4", False), ("C4 brush", "C5", "C3", True)],
)  # fmt: skip
def test_a_flame_breaks_out_where_something_can_burn_and_does_not_yet(
    line: str, flames: str, blazes: str, lit: bool
) -> None:
    table = thicket(line)
    for name in flames.split():
        table.g.flames |= 1 << table.place(name)
    for name in blazes.split():
        table.g.blazes |= 1 << table.place(name)
    kindle(table.g, table.place("C4"), table.events)
    assert bool(table.happened(Kindled)) is lit
    assert (table.g.flames >> table.place("C4") & 1) == (lit or flames == "C4")


@pytest.mark.rule("squad:B25.15")
def test_nobody_goes_into_a_blaze() -> None:
    table = thicket("C4 brush").put("C3", "ss658.1").move("german")
    assert "go C4" in table.play("move ss658.1").offered()
    table.g.blazes = 1 << table.place("C4")
    table.g.offered = None
    assert "go C4" not in table.offered()
    table = thicket("C4 brush").put("C3", "ss658.1")
    table.g.blazes = 1 << table.place("C4")
    table.phase("advance", "german")
    assert "advance ss658.1 C4" not in table.offered()
    assert "advance ss658.1 D3" in table.offered()


@pytest.mark.rule("squad:B25")
@pytest.mark.parametrize(("die", "blaze"), [(6, True), (5, False)])
def test_a_flame_becomes_a_blaze_on_a_six(die: int, blaze: bool) -> None:
    table = thicket("C4 brush")
    table.g.flames = 1 << table.place("C4")
    table.dice(die, *[1] * 12, ...)
    burn_on(table.g, table.events)
    assert bool(table.g.blazes) is blaze
    assert bool(table.g.flames) is not blaze
