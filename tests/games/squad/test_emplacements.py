"""Guns that are dug in where they were set up. Rule C11.2."""

from __future__ import annotations

import pytest

from salient.engine import seed_from_text
from salient.games.squad import GAME
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.ground.emplacements import DiggingIn
from tests.games.squad.table import Table


def battery(*lines: str, at: str = "D4") -> Table:
    """A gun and its crew, set up before play."""
    table = Table(*lines, german="ss228 pak40 Opel", american="us666", size=(8, 8))
    table.put(at, "ss228.1+pak40.1", facing="e").put("G4", "us666.1")
    return table.run(DiggingIn())


def cover_of(table: Table) -> dict[str, int]:
    table.fire("american", "prep").dice(6, 5).attack("us666.1", "D4")
    return {modifier.rule: modifier.value for modifier in table.happened(Fired)[-1].modifiers}


@pytest.mark.rule("squad:C11.2")
def test_a_gun_set_up_before_play_covers_its_crew() -> None:
    assert cover_of(battery()) == {"C11.2": 2}


@pytest.mark.rule("squad:C11.2")
@pytest.mark.parametrize(
    ("line", "dug_in"),
    [("D4 brush", True), ("D4 road=N,S", True), ("D4 road=N,S paved=N,S", False),
     ("D4 runway", False), ("D4 stone_building", False)],
)  # fmt: skip
def test_where_the_ground_is_soft(line: str, dug_in: bool) -> None:
    assert battery(line).is_("emplaced", "pak40.1") is dug_in


@pytest.mark.rule("squad:C11.2")
def test_other_terrain_does_not_add_to_it() -> None:
    assert cover_of(battery("D4 woods")) == {"C11.2": 2}


@pytest.mark.rule("squad:C11.2")
def test_a_gun_that_is_moved_is_dug_in_no_more() -> None:
    table = battery("H8 woods").put("H8", "us666.1").move()
    table.dice(1, 1).play("move ss228.1", "push D5")
    assert table.where("pak40.1") == "D5"
    assert not table.is_("emplaced", "pak40.1")


@pytest.mark.rule("squad:C11.2")
def test_neither_a_gun_behind_its_lorry_nor_one_without_a_crew_is_dug_in() -> None:
    table = Table(german="ss228 pak40 2 Opel").put("D4", "Opel.1", "pak40.2", facing="e")
    table.aboard("Opel.1", "ss228.1", towing="pak40.1").run(DiggingIn())
    assert not table.g.emplaced


@pytest.mark.rule("squad:C11.2")
def test_a_question_mark_has_the_cover_of_anybody() -> None:
    table = battery("D4 brush").mark("concealed", "ss228.1")
    assert "C11.2" not in cover_of(table)


@pytest.mark.rule("squad:C11.2")
def test_the_gun_of_a_scenario_is_dug_in() -> None:
    g, _ = GAME.start("armour", seed_from_text("dug in"))
    assert g.emplaced == g.on_map(g.setting.guns) != 0


@pytest.mark.rule("squad:C11.2")
def test_who_stands_beside_the_gun_has_no_cover_of_it() -> None:
    table = Table(german="ss228 pak40 ss658", american="us666", size=(8, 8))
    table.put("D4", "ss228.1+pak40.1", facing="e").put("D5", "ss658.1").put("G4", "us666.1")
    table.run(DiggingIn()).fire("american", "prep").dice(6, 5).attack("us666.1", "D5")
    assert not table.happened(Fired)[-1].modifiers
