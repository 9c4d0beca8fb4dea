"""Surrender, prisoners, guards, no quarter, massacre. Rule A20."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.firepower import eighths
from salient.games.squad.combat.morale import break_unit, eliminate
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.men import (
    Captured,
    CloseCombat,
    Eliminated,
    Escaped,
    Guarded,
    Massacred,
    Rearmed,
    Refused,
)
from salient.games.squad.infantry.entering import leave_map
from salient.games.squad.infantry.prisoners import can_hold, capture, massacres, rearm
from salient.games.squad.phases.close_combat import roll_attack
from tests.games.squad.table import Table

PRISONERS = 'special = ["prisoners"]'


def cornered(scenario: str = PRISONERS, american: str = "us666 2 us81") -> Table:
    """A broken German squad that cannot run anywhere."""
    table = Table(german="ss658 ss468 ss91 ssLMG", american=american, scenario=scenario)
    table.put("C3", "ss658.1+ssLMG.1").mark("broken", "ss658.1")
    table.put("B3", "us666.1").put("D2", "us666.2")
    for name in ("C2", "C4", "B2", "D3"):
        table.g.blazes |= 1 << table.place(name)
    return table.phase("rout")


def guarded(units: str = "us666 2 us81") -> Table:
    """An American squad that guards a German one."""
    table = Table(german="ss658 2 ss468 ssLMG", american=units, scenario=PRISONERS)
    table.put("C3", "us666.1").put("D3", "ss658.1").put("H3", "ss468.1")
    capture(table.g, table.unit("ss658.1"), table.unit("us666.1"), table.events)
    return table


@pytest.mark.rule("squad:A20.21", "squad:A26.21")
def test_who_cannot_run_surrenders_to_an_enemy_of_the_captors_choice() -> None:
    table = cornered()
    assert table.offered() == {"guard us666.1", "guard us666.2", "refuse"}
    table.play("guard us666.2")
    assert table.happened(Captured)[-1].guard == table.unit("us666.2")
    assert table.where("ss658.1") == ""
    assert table.g.captive == {table.unit("ss658.1"): table.unit("us666.2")}
    assert table.where("ssLMG.1") == "C3"
    assert table.g.losses == [0, 4]


@pytest.mark.rule("squad:A20.21")
def test_without_that_chapter_he_is_lost() -> None:
    table = cornered(scenario="")
    assert table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:A20.21", "squad:A19.12")
def test_the_disrupted_surrender_rather_than_run() -> None:
    table = Table(german="ss658", american="us536", scenario=PRISONERS)
    table.put("C3", "ss658.1").put("D3", "us536.1").mark("broken", "us536.1")
    table.mark("disrupted", "us536.1").phase("rout")
    assert table.offered() == {"guard ss658.1", "refuse"}


@pytest.mark.rule("squad:A20.3")
def test_who_gives_no_quarter_gets_no_more_prisoners() -> None:
    table = cornered().play("refuse")
    assert table.happened(Refused)
    assert table.happened(Eliminated)[-1].cause == "no_quarter"
    assert table.g.losses == [0, 2]
    assert table.g.no_quarter == 1 << 1
    again = cornered()
    again.g.steps.clear()
    again.g.no_quarter = 1 << 1
    again.g.routed = 0
    again.phase("rout")
    assert again.is_("half", "ss658.1")
    assert again.where("ss658.1") == "C3"


@pytest.mark.rule("squad:A20.22", "squad:A20.3")
@pytest.mark.parametrize(("quarter", "drm"), [(True, 1), (False, 2)])
def test_an_attack_to_take_prisoners_is_harder_and_captures(quarter: bool, drm: int) -> None:
    table = Table(german="ss658", american="us666 2", scenario=PRISONERS)
    table.put("C3", "ss658.1", "us666.1", "us666.2").mark("melee", "ss658.1", "us666.1")
    table.mark("pinned", "ss658.1")
    table.g.no_quarter = 0 if quarter else 1 << 1
    table.dice(6, 6, 1, 1, ...).phase("close", "german").play("fight C3", "capture C3")
    rolled = table.happened(CloseCombat)[-1]
    assert sum(m.value for m in rolled.modifiers if m.rule in ("A20.22", "A20.3")) == drm
    assert table.happened(Captured)
    assert table.unit("ss658.1") in table.g.captive


@pytest.mark.rule("squad:A20.5")
def test_a_guard_fires_at_half_strength_and_not_in_prep_fire() -> None:
    table = guarded().fire("american", "prep")
    assert table.decision is None
    table = guarded()
    table.dice(6, 5, ...).fire("american", "defensive").attack("us666.1")
    assert table.happened(Fired)[-1].column == 2


@pytest.mark.rule("squad:A20.5")
def test_a_guard_holds_no_more_than_five_times_its_size() -> None:
    table = Table(german="ss658 6", american="us666", scenario=PRISONERS).put("C3", "us666.1")
    guard = table.unit("us666.1")
    for number in range(1, 6):
        table.put("D3", f"ss658.{number}")
        capture(table.g, table.unit(f"ss658.{number}"), guard, table.events)
    table.put("D3", "ss658.6").mark("broken", "ss658.6").phase("rout")
    assert not table.offered("guard")


@pytest.mark.rule("squad:A20.5")
def test_somebody_beside_the_guard_takes_over() -> None:
    table = guarded().put("C3", "us666.2")
    break_unit(table.g, table.unit("us666.1"), table.events)
    assert table.happened(Guarded)[-1].guard == table.unit("us666.2")


@pytest.mark.rule("squad:A20.5", "squad:A20.551", "squad:A26.21")
def test_without_a_guard_they_are_free_and_have_no_arms() -> None:
    table = guarded()
    eliminate(table.g, table.unit("us666.1"), "fire", table.events)
    assert table.happened(Escaped)
    assert table.where("ss658.1") == "C3"
    unit = table.unit("ss658.1")
    assert (table.g.firepower(unit), table.g.reach(unit), table.g.morale(unit)) == (1, 0, 7)
    assert table.g.losses == [2, 0]


@pytest.mark.rule("squad:A20.551")
def test_a_weapon_makes_a_half_squad_of_the_lowest_class_of_them() -> None:
    table = guarded()
    eliminate(table.g, table.unit("us666.1"), "fire", table.events)
    table.put("C3", "ss658.1+ssLMG.1")
    rearm(table.g, table.events)
    assert table.happened(Rearmed)[-1].kind == "ss436"
    assert table.is_("half", "ss658.1")
    assert not table.is_("unarmed", "ss658.1")


@pytest.mark.rule("squad:A20.4")
def test_the_ss_can_murder_its_prisoners_and_nobody_surrenders_to_it_any_more() -> None:
    table = Table(german="ss658", american="us666 2", scenario=PRISONERS)
    table.put("C3", "ss658.1").put("D3", "us666.1").put("I9", "us666.2")
    capture(table.g, table.unit("us666.1"), table.unit("ss658.1"), table.events)
    table.fire("german", "advancing").play("massacre ss658.1")
    assert table.happened(Massacred)
    assert table.is_("lost", "us666.1")
    assert table.g.losses == [2, 0]
    assert table.g.no_quarter == 1
    assert not guarded().fire("american", "advancing").offered("massacre")


@pytest.mark.rule("squad:A20.5")
def test_a_guard_holds_just_five_times_its_size() -> None:
    table = Table(german="ss658 6", american="us666", scenario=PRISONERS).put("C3", "us666.1")
    for number in range(1, 5):
        table.put("D3", f"ss658.{number}")
        capture(table.g, table.unit(f"ss658.{number}"), table.unit("us666.1"), table.events)
    assert can_hold(table.g, table.unit("us666.1"), table.unit("ss658.5"))
    capture(table.g, table.unit("ss658.5"), table.unit("us666.1"), table.events)
    assert not can_hold(table.g, table.unit("us666.1"), table.unit("ss658.6"))


@pytest.mark.rule("squad:A20.5")
def test_comrades_of_a_guard_fire_with_all_they_have() -> None:
    table, at = guarded().put("C5", "us666.2"), "F4"
    for unit, factor in (("us666.1", 3), ("us666.2", 6)):
        assert eighths(table.g, table.unit(unit), table.place(at), "defensive") == 8 * factor


@pytest.mark.rule("squad:A20.5")
def test_who_leaves_the_map_takes_his_own_prisoners_along_and_nobody_elses() -> None:
    table = Table(german="ss658 2", american="us666 2", scenario=PRISONERS)
    table.put("C3", "us666.1", "ss658.1").put("F3", "us666.2", "ss658.2")
    for number in (1, 2):
        guard = table.unit(f"us666.{number}")
        capture(table.g, table.unit(f"ss658.{number}"), guard, table.events)
    leave_map(table.g, (table.unit("us666.1"),), table.events)
    assert table.g.captive == {table.unit("ss658.2"): table.unit("us666.2")}
    assert table.is_("lost", "ss658.1")
    assert not table.is_("lost", "ss658.2")


@pytest.mark.rule("squad:A20.4")
@pytest.mark.parametrize(
    ("guard", "state", "able"),
    [("ss658.1", "", True), ("ger467.1", "", False), ("ss658.1", "melee", False)],
)
def test_only_guards_of_the_ss_in_good_order_murder(guard: str, state: str, able: bool) -> None:
    table = Table(german="ss658 2 ger467", american="us666", scenario=PRISONERS)
    table.put("C3", guard).put("F6", "ss658.2").put("D3", "us666.1")
    capture(table.g, table.unit("us666.1"), table.unit(guard), table.events)
    if state:
        table.mark(state, guard)
    assert bool(list(massacres(table.g, 0))) is able
    assert not list(massacres(table.g, 1))


@pytest.mark.rule("squad:A20.22")
@pytest.mark.parametrize(
    ("dice", "taking", "taken", "lost", "half"),
    [
        ((1, 1), True, True, False, False),
        ((1, 1), False, False, True, False),
        ((1, 4), True, False, False, True),
        ((3, 4), True, False, False, False),
    ],
)
def test_who_is_beaten_in_close_combat_is_taken_if_that_is_wanted(
    dice: tuple[int, int], taking: bool, taken: bool, lost: bool, half: bool
) -> None:
    """Six against six, and one for taking: a four is a five, the number itself."""
    table = Table(german="ss658", american="us666 us81", scenario=PRISONERS)
    table.put("C3", "ss658.1", "us666.1").dice(*dice, ...)
    foes, place = 1 << table.unit("us666.1"), table.place("C3")
    own = 1 << table.unit("ss658.1")
    roll_attack(table.g, place, 0, 12, foes, (), table.events, own=own, taking=taking)
    assert bool(table.g.captive) is taken
    assert (table.is_("lost", "us666.1"), table.is_("half", "us666.1")) == (lost, half)


@pytest.mark.rule("squad:A20.22")
def test_a_crew_or_leader_that_is_just_hit_is_taken_and_without_a_guard_nobody_is() -> None:
    for guard, taken in (("ss658.1", True), ("ss91.1", False)):
        table = Table(german="ss658 ss91", american="us227", scenario=PRISONERS)
        table.put("C3", guard, "us227.1").dice(1, 4, ...)
        foes, place = 1 << table.unit("us227.1"), table.place("C3")
        roll_attack(table.g, place, 0, 4, foes, (), table.events, taking=True)
        assert bool(table.g.captive) is taken
        assert table.is_("lost", "us227.1") is not taken


@pytest.mark.rule("squad:A20.551")
@pytest.mark.parametrize(
    ("unit", "state", "factors"),
    [("ss658.1", "", 6), ("ss658.1", "half", 3), ("ss658.1", "unarmed", 1), ("sshero.1", "", 1),
     ("ss91.1", "", 0), ("ss228.1", "", 2), ("ss548.1", "half", 2)],
)  # fmt: skip
def test_what_men_fire_with_as_they_stand(unit: str, state: str, factors: int) -> None:
    table = Table(german="ss658 2 ss548 sshero ss91 ss228", american="us666").put("C3", unit)
    if state:
        table.mark(state, unit)
    assert table.g.firepower(table.unit(unit)) == factors
    assert table.g.firepower(table.unit("ss658.2")) == 6


@pytest.mark.rule("squad:A20.551")
def test_only_those_who_have_found_a_weapon_are_armed_again() -> None:
    table = Table(german="ss658 2 ss228 ssLMG 2", american="us666", scenario=PRISONERS)
    table.put("C3", "ss658.1+ssLMG.1", "ss658.2", "ss228.1+ssLMG.2")
    table.mark("unarmed", "ss658.1", "ss658.2", "ss228.1")
    rearm(table.g, table.events)
    assert [table.is_("unarmed", unit) for unit in ("ss658.1", "ss658.2", "ss228.1")] == [
        False, True, False,
    ]  # fmt: skip
    assert [table.is_("half", unit) for unit in ("ss658.1", "ss658.2")] == [True, False]
    assert table.g.losses == [0, 1], "half of the squad is lost for good"
