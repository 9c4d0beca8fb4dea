"""Pine woods (P1)."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.core import locations as ground
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.core.subjects import Attack, Cost, Entry, Means
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table


def forest(kind: str = "pine_woods", *lines: str) -> Table:
    table = Table(
        f"C4 {kind}", f"C5 {kind}", *lines, german="ss658 PzIVH", american="us666", size=(5, 9)
    )
    return table.put("C3", "ss658.1", "PzIVH.1")


def cost(table: Table, way: str = "infantry", unit: str = "ss658.1", *, to: str = "C4") -> Cost:
    entry = Entry(table.unit(unit), way, table.place("C3"), table.place(to), 3)
    return entry_cost(table.g, entry, 26)


@pytest.mark.rule("squad:P1.1a")
def test_solid_green_is_pine_woods_and_an_outline_is_ordinary_woods() -> None:
    table = table_on("practice_pine_woods", german="ss658")
    assert ground.terrain_at(table.g, table.place("KK13")) == "pine_woods"
    assert ground.terrain_at(table.g, table.place("LL12")) == "woods"


@pytest.mark.rule("squad:P1.1b")
@pytest.mark.parametrize(("means", "total"), [("fire", 1), ("residual", 1), ("shell", -1)])
def test_pine_woods_protect_from_bullets_and_burst_shells_like_woods(
    means: Means, total: int
) -> None:
    for kind in ("woods", "pine_woods"):
        table = forest(kind).put("C4", "us666.1")
        attack = Attack(means, 0, (), table.place("C4"))
        found = cover(table.g, attack, table.unit("us666.1"))
        assert sum(modifier.value for modifier in found) == total


@pytest.mark.rule("squad:P1.1b")
def test_pine_woods_hide_shelter_and_burn_like_woods() -> None:
    pines, woods = forest(), forest("woods")
    place = pines.place("C4")
    for trait in (
        ground.conceals, ground.is_goal, ground.is_shelter, ground.is_obstacle, ground.is_open,
    ):  # fmt: skip
        assert trait(pines.g, place) == trait(woods.g, place)
    rows = ground.chart_row(pines.g, place), ground.chart_row(woods.g, place)
    assert rows[0].kindle == rows[1].kindle
    assert rows[0].spread == rows[1].spread


@pytest.mark.rule("squad:P1.1b", "squad:P1.3")
@pytest.mark.parametrize("way", ["tracked", "halftrack", "truck", "armoured_car"])
def test_vehicles_enter_pine_woods_as_they_enter_woods(way: str) -> None:
    pines, woods = (cost(forest(kind), way, "PzIVH.1") for kind in ("pine_woods", "woods"))
    assert (pines.total, len(pines.bogs), bool(pines.bar)) == (
        woods.total, len(woods.bogs), bool(woods.bar),
    )  # fmt: skip


@pytest.mark.rule("squad:P1.3")
def test_infantry_pays_one_and_a_half() -> None:
    assert (cost(forest()).total, cost(forest("woods")).total) == (3, 4)


@pytest.mark.rule("squad:P1.3")
def test_a_squad_enters_two_hexes_of_pine_woods_in_a_turn() -> None:
    table = forest().move().play("move ss658.1", "go C4", "go C5")
    assert table.spent() == 3
    assert [event.cost for event in table.happened(Moved)] == [3, 3]


@pytest.mark.rule("squad:P1.3")
def test_the_pine_woods_of_the_practice_map_are_entered_faster_than_its_woods() -> None:
    table = table_on("practice_pine_woods", german="ss658").put("LL11", "ss658.1").move()
    table.play("move ss658.1", "go LL12")
    assert table.spent() == 2
    table = table_on("practice_pine_woods", german="ss658").put("KK14", "ss658.1").move()
    table.play("move ss658.1", "go KK13")
    assert table.spent() == 1.5


@pytest.mark.rule("squad:P1.3")
def test_going_up_into_pine_woods_doubles_the_cost_and_a_road_or_bypass_avoids_it() -> None:
    assert cost(forest("pine_woods", "C4 level=1")).total == 6
    assert cost(forest("pine_woods", "C3 road=S", "C4 road=N,S")).total == 2
    table = forest().move().play("move ss658.1", "bypass C4 ne")
    assert table.spent() == 1
    table.play("go C4")
    assert table.happened(Moved)[-1].cost == 3
