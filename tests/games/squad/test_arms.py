"""Shortage of ammunition, and weapons of the enemy. Rules A19.131, A21.11, A21.12."""

from __future__ import annotations

import pytest

from salient.boards.bits import set_of
from salient.games.squad.core.events.fire import HitRolled, Malfunctioned
from salient.games.squad.core.events.men import Became
from salient.games.squad.core.state import NOBODY
from salient.games.squad.infantry import captured_arms
from salient.games.squad.infantry.ammunition_shortage import run_low
from tests.games.squad.table import Table


def gunners(scenario: str, *dice: int) -> Table:
    table = Table(german="ss658 ssHMG", american="us666", scenario=scenario)
    table.put("C3", "ss658.1+ssHMG.1").put("G3", "us666.1")
    return table.dice(*dice, ...).fire("german", "prep")


@pytest.mark.rule("squad:A19.131")
@pytest.mark.parametrize(("scenario", "breaks"), [("", False), ('short = ["german"]', True)])
def test_a_weapon_short_of_ammunition_breaks_down_sooner(scenario: str, breaks: bool) -> None:
    table = gunners(scenario, 5, 6).attack("ssHMG.1")
    assert bool(table.happened(Malfunctioned)) is breaks


@pytest.mark.rule("squad:A19.131")
@pytest.mark.parametrize(("scenario", "again"), [("", True), ('short = ["ssHMG.1"]', False)])
def test_its_rate_of_fire_is_lower_by_one(scenario: str, again: bool) -> None:
    table = gunners(scenario, 3, 5).attack("ssHMG.1")
    assert ("fire ssHMG.1" in table.offered()) is again


@pytest.mark.rule("squad:A19.131")
def test_a_squad_that_rolls_two_sixes_fires_only_next_door_from_then_on() -> None:
    table = gunners('short = ["german"]', 6, 6).attack("ss658.1")
    assert table.is_("low", "ss658.1")
    table.g.steps.clear()
    table.g.prep_fired = table.g.broken = table.g.pinned = 0
    table.g.malfunctioned = 1 << table.unit("ssHMG.1")
    table.fire("german", "prep")
    assert table.decision is None
    table.put("D3", "us666.1").fire("german", "prep")
    assert "fire ss658.1" in table.offered()


@pytest.mark.rule("squad:A19.131")
@pytest.mark.parametrize(
    ("scenario", "roll", "before", "low", "told"),
    [
        ('short = ["german"]', 12, "", "ss658.1", 1), ('short = ["german"]', 11, "", "", 0),
        ('short = ["american"]', 12, "", "", 0),
        ('short = ["german"]', 12, "ss658.1", "ss658.1", 0),
    ],
)  # fmt: skip
def test_only_a_squad_that_is_short_and_has_fired_runs_low_and_only_once(
    scenario: str, roll: int, before: str, low: str, told: int
) -> None:
    table = Table(german="ss658 2 ssHMG ss91", american="us666", scenario=scenario)
    table.put("C3", "ss658.1+ssHMG.1", "ss658.2", "ss91.1")
    if before:
        table.mark("low", before)
    units = (table.unit(name) for name in ("ss658.1", "ssHMG.1", "ss91.1"))
    run_low(table.g, set_of(units), roll, table.events)
    assert table.g.low == (1 << table.unit(low) if low else 0)
    assert len(table.happened(Became)) == told


def spoils(german: str = "ss658", arms: str = "usBAZ", scenario: str = "captured_arms") -> Table:
    special = f'special = ["{scenario}"]' if scenario else ""
    table = Table(german=german, american=f"us666 2 M4A3 {arms}", scenario=special)
    table.put("C3", "ss658.1", f"{arms}.1").put("I9", "us666.1").put("E3", "M4A3.1")
    return table


@pytest.mark.rule("squad:A21.11")
def test_a_squad_picks_up_what_the_enemy_has_left_and_he_takes_it_back() -> None:
    table = spoils().dice(3).phase("rally").play("recover ss658.1 usBAZ.1")
    assert table.is_("captured", "usBAZ.1")
    assert table.g.side(table.unit("usBAZ.1")) == 0
    table.g.steps.clear()
    table.g.owner[table.unit("usBAZ.1")] = NOBODY
    table.put("H8", "usBAZ.1", "us666.2").dice(3).phase("rally", "american")
    table.play("recover us666.2 usBAZ.1")
    assert not table.is_("captured", "usBAZ.1")


@pytest.mark.rule("squad:A21.11")
def test_nobody_does_where_the_scenario_does_not_say_so() -> None:
    assert spoils(scenario="").phase("rally").decision is None


@pytest.mark.rule("squad:A21.12", "squad:A21.11")
def test_captured_arms_hit_worse_and_break_down_sooner() -> None:
    table = spoils().dice(3).phase("rally").play("recover ss658.1 usBAZ.1")
    table.g.steps.clear()
    table.dice(4, 5, ...).fire("german", "prep").attack("usBAZ.1", "M4A3.1")
    (shot,) = table.happened(HitRolled)
    assert {m.rule: m.value for m in shot.modifiers}["A21.12"] == 2
    assert table.happened(Malfunctioned)


@pytest.mark.rule("squad:A21.12")
def test_ones_own_arms_hit_as_well_as_ever() -> None:
    table = spoils(arms="usBAZ").dice(3).phase("rally").play("recover ss658.1 usBAZ.1")
    unit, place = table.unit("usBAZ.1"), table.place("C3")
    assert list(captured_arms.strange_aim(table.g, unit, place, 0))
    assert not list(captured_arms.strange_aim(table.g, table.unit("M4A3.1"), place, 0))


@pytest.mark.rule("squad:A21.12")
@pytest.mark.parametrize(("die", "again"), [(1, True), (2, False)])
def test_the_rate_of_fire_of_a_captured_machine_gun_is_lower_by_one(die: int, again: bool) -> None:
    table = spoils(arms="usMMG").dice(3).phase("rally").play("recover ss658.1 usMMG.1")
    table.g.steps.clear()
    table.put("G3", "us666.1").dice(die, 5, ...).fire("german", "prep").attack("usMMG.1", "G3")
    assert ("fire usMMG.1" in table.offered()) is again


@pytest.mark.rule("squad:A21.11", "squad:A19.131")
def test_captured_arms_are_never_short_of_ammunition() -> None:
    lines = 'special = ["captured_arms"]\nshort = ["american"]'
    table = Table(german="ss658", american="us666 usMMG", scenario=lines)
    table.put("C3", "ss658.1+usMMG.1").put("G3", "us666.1").mark("captured", "usMMG.1")
    table.dice(1, 5, ...).fire("german", "prep").attack("usMMG.1", "G3")
    assert "fire usMMG.1" in table.offered()


@pytest.mark.rule("squad:A21.11")
@pytest.mark.parametrize(
    ("state", "takes"), [("", True), ("rallied", False), ("hidden", False), ("broken", False)]
)
def test_who_has_done_something_else_or_hides_takes_no_arms(state: str, takes: bool) -> None:
    table = spoils()
    if state:
        table.mark(state, "ss658.1")
    assert bool(list(captured_arms.spoils(table.g, 0))) is takes
