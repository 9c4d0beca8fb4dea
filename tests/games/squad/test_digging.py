"""Trenches, and foxholes dug in play. Rules B27.5, B27.11, P3.2b."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.fire import Fired, Tried
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.infantry.foxholes import TakingCover
from salient.games.squad.phases.setup import build
from tests.games.squad.table import Table


def field(*lines: str, scenario: str = "", german: str = "ss658 2 ss91", american: str = "us666 2"
          ) -> Table:  # fmt: skip
    return Table(*lines, german=german, american=american, scenario=scenario, size=(10, 12))


def trench(table: Table, *places: str) -> Table:
    for place in places:
        table.g.trenches |= 1 << table.place(place)
    return table


@pytest.mark.rule("squad:B27.5")
def test_who_goes_into_a_trench_is_covered_and_comes_out_for_nothing() -> None:
    table = trench(field(), "C5").put("C4", "ss658.1").put("C11", "us666.1").move("german")
    table.play("move ss658.1", "go C5")
    while table.asked.endswith("fire.first"):
        table.play("pass")
    assert table.spent() == 1
    assert table.is_("entrenched", "ss658.1")
    table.play("go C6")
    assert table.spent() == 2, "out for nothing"
    assert not table.is_("entrenched", "ss658.1")


@pytest.mark.rule("squad:B27.5", "squad:B27.3")
def test_a_trench_covers_all_in_it() -> None:
    table = trench(field(), "C5").put("C5", "ss658.1", "ss658.2", "ss91.1").put("C9", "us666.1")
    table.run(TakingCover())
    assert all(table.is_("entrenched", unit) for unit in ("ss658.1", "ss658.2", "ss91.1"))
    table.fire("american", "prep").dice(5, 6, ...).attack("us666.1", "C5")
    (shot,) = table.happened(Fired)
    assert ("B27.3", 2) in {(m.rule, m.value) for m in shot.modifiers}


@pytest.mark.rule("squad:B27.5")
def test_only_tracks_cross_a_trench_and_may_bog() -> None:
    table = trench(field(german="PzIVH Opel"), "C5").put("C4", "PzIVH.1", facing="se")
    table.put("E4", "Opel.1", facing="se").put("I12", "us666.1")
    trench(table, "E5").move("german").play("move Opel.1")
    assert "drive E5" not in table.offered()
    table = trench(field(german="PzIVH"), "C5").put("C4", "PzIVH.1", facing="se")
    table.put("I12", "us666.1").move("german").dice(1, 1).play("move PzIVH.1", "drive C5")
    assert table.happened(BogChecked)


@pytest.mark.rule("squad:P3.2b", "squad:B27.5")
@pytest.mark.parametrize(("trenches", "spent"), [(("C4", "C5"), 1), (("C5",), 2)])
def test_along_a_trench_a_fence_costs_nothing(trenches: tuple[str, ...], spent: int) -> None:
    table = trench(field("C4 sides=S:fence", "C5 sides=N:fence"), *trenches)
    table.put("C4", "ss658.1").put("I12", "us666.1").move("german")
    table.play("move ss658.1", "go C5")
    assert table.spent() == spent


@pytest.mark.rule("squad:B27.5", "squad:B27.1")
def test_a_scenario_builds_trenches_where_one_can_dig() -> None:
    table = field(scenario='[[fortification]]\nkind = "trench"\nside = "german"\nat = "C5"\n')
    (item,) = table.g.setting.scenario.fortification
    build(table.g, item, table.events)
    assert table.g.trenches == 1 << table.place("C5")


# -- digging --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B27.11")
@pytest.mark.parametrize(("dice", "labor", "leader", "dug"), [
    ((2, 3), 0, False, True), ((3, 3), 0, False, False), ((3, 3), 1, False, True),
    ((3, 3), 0, True, True),
])  # fmt: skip
def test_five_or_less_makes_a_foxhole(
    dice: tuple[int, int], labor: int, leader: bool, dug: bool
) -> None:
    table = field().put("C5", "ss658.1").put("I12", "us666.1")
    if labor:
        table.g.labor[table.place("C5")] = labor
    if leader:
        table.put("C5", "ss91.1")
    table.move("german").play("move ss658.1")
    if leader:
        table.play("join ss91.1")
    table.dice(*dice).play("dig")
    (tried,) = table.happened(Tried)
    assert tried.result == ("passed" if dug else "failed")
    assert table.g.foxholes == ({table.place("C5"): 1} if dug else {})
    assert table.is_("entrenched", "ss658.1") is dug
    assert table.g.labor == ({} if dug else {table.place("C5"): labor + 1})
    assert table.is_("ti", "ss658.1")
    assert not table.offered("go"), "it was its whole move"


@pytest.mark.rule("squad:B27.11", "squad:B27.1")
@pytest.mark.parametrize(("line", "scenario", "digs"), [
    ("C5 woods", "", True), ("C5 stone_building", "", False), ("C5 paved=yes road=N,S", "", False),
    ("C5 under=stream under_sides=N,S", "", False), ("", 'special = ["frozen"]\n', False),
])  # fmt: skip
def test_nobody_digs_in_houses_paved_roads_streams_and_frozen_ground(
    line: str, scenario: str, digs: bool
) -> None:
    table = field(*([line] if line else []), scenario=scenario).put("C5", "ss658.1")
    table.put("I12", "us666.1").move("german").play("move ss658.1")
    assert ("dig" in table.offered()) is digs


@pytest.mark.rule("squad:B27.11")
def test_who_has_moved_or_is_no_squad_does_not_dig() -> None:
    table = field().put("C5", "ss91.1").put("I12", "us666.1").move("german").play("move ss91.1")
    assert "dig" not in table.offered()
    table = field().put("C5", "ss658.1").put("I12", "us666.1").move("german").play("move ss658.1")
    table.play("go C6")
    while table.asked.endswith("fire.first"):
        table.play("pass")
    assert "dig" not in table.offered()
