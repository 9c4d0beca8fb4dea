"""Heat of battle, berserks, fanatics, leaders from the ranks. Rules A15, A10.8, A18.2."""

from __future__ import annotations

import pytest

from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.games.squad.combat.morale import check_morale, crush, fail, pin
from salient.games.squad.core.events.men import (
    Became,
    CloseCombat,
    Hardened,
    HeatRolled,
    HeroMade,
    LeaderMade,
)
from salient.games.squad.core.points import ONE, allotment
from salient.games.squad.infantry.heat_of_battle import calm_down, must_advance, prey_of
from salient.games.squad.phases.charging import charge
from salient.games.squad.phases.movement import Movement
from tests.games.squad.table import Table

HOT = 'special = ["heat_of_battle"]'


def checked(unit: str, *dice: int, broken: bool = False) -> Table:
    """A unit that checks its morale with two ones; then the dice of heat of battle."""
    kind = unit.split(".")[0]
    table = Table(german=f"{kind} ss91", american="us666", scenario=HOT)
    table.put("C3", unit).put("I9", "us666.1")
    if broken:
        table.mark("broken", unit)
    table.dice(1, 1, *dice)
    check_morale(table.g, table.unit(unit), 0, table.events)
    return table


@pytest.mark.rule("squad:A15.1")
@pytest.mark.parametrize(
    ("dice", "result"),
    [((1, 3), "hero"), ((3, 3), "hero_hardened"), ((4, 4), "hardened"), ((5, 6), "berserk"),
     ((6, 6), "gives_up")],
)  # fmt: skip
def test_two_ones_in_a_check_heat_the_battle(dice: tuple[int, int], result: str) -> None:
    assert checked("ger467.1", *dice).happened(HeatRolled)[-1].result == result


@pytest.mark.rule("squad:A15.1")
@pytest.mark.parametrize(
    ("unit", "broken", "value"),
    [("ss658.1", False, -1), ("ger436.1", False, 1), ("ger467.1", True, 1)],
)
def test_elite_troops_gain_by_it_raw_and_broken_ones_do_not(
    unit: str, broken: bool, value: int
) -> None:
    (heat,) = checked(unit, 3, 4, broken=broken).happened(HeatRolled)
    assert sum(modifier.value for modifier in heat.modifiers) == value


@pytest.mark.rule("squad:A15.1")
def test_a_rally_under_a_leader_heats_it_too_one_alone_does_not() -> None:
    for leader, heats in (("C3", True), ("E5", False)):
        table = Table(german="ger467 ss91", american="us666", scenario=HOT).put("I9", "us666.1")
        table.put("C3", "ger467.1").mark("broken", "ger467.1").put(leader, "ss91.1")
        table.dice(1, 1, *((4, 4) if heats else ())).phase("rally").play("rally ger467.1")
        assert bool(table.happened(HeatRolled)) is heats


@pytest.mark.rule("squad:A15.21")
def test_a_hero_stands_up_beside_his_squad() -> None:
    table = checked("ger467.1", 1, 2)
    assert table.happened(HeroMade)
    assert table.where("sshero.1") == "C3"
    assert not table.is_("spare", "sshero.1")
    assert checked("ss91.1", 1, 2).happened(Hardened)


@pytest.mark.rule("squad:A15.3")
@pytest.mark.parametrize(
    ("unit", "kind", "fanatic"),
    [("ger447.1", "ger467", False), ("ss658.1", "ss658", True), ("ss81.1", "ss91", False)],
)
def test_troops_are_hardened_by_a_class_or_a_grade(unit: str, kind: str, fanatic: bool) -> None:
    table = checked(unit, 4, 4)
    assert table.happened(Hardened)[-1].kind == kind
    assert table.is_("fanatic", unit) is fanatic


@pytest.mark.rule("squad:A15.3")
def test_the_broken_rally_when_they_are_hardened() -> None:
    table = checked("ger467.1", 3, 4, broken=True)
    assert not table.is_("broken", "ger467.1")


@pytest.mark.rule("squad:A15.1")
def test_who_has_had_enough_is_broken_and_disrupted() -> None:
    table = checked("ger467.1", 6, 6)
    assert table.is_("broken", "ger467.1")
    assert table.is_("disrupted", "ger467.1")


@pytest.mark.rule("squad:A10.8")
def test_fanatics_have_a_higher_morale() -> None:
    table = Table(
        german="ss658 2", american="us666 2", scenario='fanatic = ["ss658.2", "american"]'
    )
    morale = {name: table.g.morale(table.unit(name)) for name in ("ss658.1", "ss658.2", "us666.2")}
    assert morale == {"ss658.1": 8, "ss658.2": 9, "us666.2": 7}
    table.put("C3", "ss658.2").mark("broken", "ss658.2")
    assert table.g.morale(table.unit("ss658.2")) == 10


def berserk() -> Table:
    table = Table(german="ss658 ss468", american="us666 2", scenario=HOT, size=(16, 10))
    return table.put("B3", "ss658.1").mark("berserk", "ss658.1").put("J3", "us666.1")


@pytest.mark.rule("squad:A15.43")
def test_berserks_are_not_pinned_and_suffer_where_others_break() -> None:
    table = berserk()
    unit = table.unit("ss658.1")
    assert table.g.morale(unit) == 10
    assert table.g.morale(table.unit("ss468.1")) == 8, "who is not berserk"
    pin(table.g, unit, table.events)
    assert not table.is_("pinned", "ss658.1")
    fail(table.g, unit, 1, table.events)
    assert table.is_("half", "ss658.1")
    assert not table.is_("broken", "ss658.1")
    crush(table.g, unit, table.events)
    assert table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:A15.43")
def test_berserks_do_not_fire() -> None:
    assert berserk().fire("german", "prep").decision is None


@pytest.mark.rule("squad:A15.42")
def test_berserks_run_at_the_nearest_enemy_before_anybody_moves_and_advance_on_him() -> None:
    table = berserk().put("A9", "ss468.1")
    assert allotment(table.g, (table.unit("ss658.1"),)) == 8 * ONE
    table.move()
    while table.asked.endswith("fire.first"):
        table.play("hold")
    assert table.where("ss658.1") == "I3" or table.where("ss658.1") == "I2"
    table.g.steps.clear()
    table.phase("advance")
    assert table.where("ss658.1") == "J3"


@pytest.mark.rule("squad:A15.42")
def test_who_sees_no_enemy_any_more_calms_down() -> None:
    table = berserk()
    calm_down(table.g, table.events)
    assert table.is_("berserk", "ss658.1")
    table.mark("concealed", "us666.1")
    calm_down(table.g, table.events)
    assert not table.is_("berserk", "ss658.1")


@pytest.mark.rule("squad:A18.2")
@pytest.mark.parametrize(
    ("die", "leader", "kind"),
    [(2, "", "ss81"), (4, "", "ss80"), (6, "", "ss70"), (2, "ss70.1", "")],
)
def test_two_ones_in_close_combat_without_a_leader_make_one(
    die: int, leader: str, kind: str
) -> None:
    table = Table(
        german="ss447 2 ss70", american="us666 4", scenario='special = ["leader_creation"]'
    )
    table.put("C3", "ss447.1", "ss447.2", "us666.1")
    if leader:
        table.put("C3", leader)
    table.dice(1, 1, *(() if leader else (die,)), ...).phase("close").play("fight C3")
    assert table.happened(CloseCombat)
    made = [event.kind for event in table.happened(LeaderMade)]
    assert made == ([kind] if kind else [])
    if kind:
        assert table.where(f"{kind}.{2 if kind == 'ss70' else 1}") == "C3"


@pytest.mark.rule("squad:A15.43")
def test_others_are_pinned_once_and_not_when_they_are_broken() -> None:
    table = berserk().put("B5", "ss468.1")
    pin(table.g, table.unit("ss468.1"), table.events)
    assert table.is_("pinned", "ss468.1")
    pin(table.g, table.unit("ss468.1"), table.events)
    assert len(table.happened(Became)) == 1
    table.g.pinned = 0
    table.mark("broken", "ss468.1")
    pin(table.g, table.unit("ss468.1"), table.events)
    assert not table.is_("pinned", "ss468.1")


@pytest.mark.rule("squad:A15.42", "squad:A4.1")
@pytest.mark.parametrize(
    ("unit", "state", "points"),
    [("ss658.1", "", 4), ("ss658.1", "berserk", 8), ("ss436.1", "", 3), ("ss91.1", "", 6),
     ("ss91.1", "wounded", 3), ("ss91.1", "berserk", 8)],
)  # fmt: skip
def test_how_far_their_legs_carry_them(unit: str, state: str, points: int) -> None:
    table = Table(german="ss658 ss436 ss91", american="us666", scenario=HOT).put("B3", unit)
    if state:
        table.mark(state, unit)
    assert allotment(table.g, (table.unit(unit),)) == points * ONE


@pytest.mark.rule("squad:A15.42")
@pytest.mark.parametrize(
    ("inside", "state", "goes"),
    [("us666.1", "", True), ("M4A3.1", "", False), ("ss468.1", "", False), ("", "", False),
     ("us666.1", "hidden", False)],
)  # fmt: skip
def test_whom_a_berserk_advances_on(inside: str, state: str, goes: bool) -> None:
    table = Table(german="ss658 ss468", american="us666 M4A3", scenario=HOT).put("B3", "ss658.1")
    if inside:
        table.put("C3", inside)
    if state:
        table.mark(state, inside)
    unit = table.unit("ss658.1")
    places: list[Place] = [table.place("C3"), table.place("B4")]
    assert must_advance(table.g, unit, places) == places, "who is calm goes where he likes"
    table.mark("berserk", "ss658.1")
    assert must_advance(table.g, unit, places) == ([table.place("C3")] if goes else [])


@pytest.mark.rule("squad:A15.42")
def test_a_berserk_who_cannot_get_nearer_has_moved() -> None:
    table = Table(german="ss658 ss468", american="us666", scenario=HOT).put("B3", "ss658.1")
    table.put("B4", "us666.1").put("H9", "ss468.1").mark("berserk", "ss658.1")
    charge(table.g, Action("charge", (table.unit("ss658.1"),)), table.events)
    assert table.is_("moved", "ss658.1")
    assert not table.is_("moved", "ss468.1")
    assert table.g.march is None
    assert table.where("ss658.1") == "B3"


@pytest.mark.rule("squad:A15.42")
@pytest.mark.parametrize(
    ("near", "state", "prey"),
    [("F3", "", "us666.2"), ("F3", "hidden", "us666.1"), ("F3", "concealed", "us666.1"),
     ("N3", "", "us666.1")],
)  # fmt: skip
def test_a_berserk_runs_at_the_nearest_enemy_he_knows(near: str, state: str, prey: str) -> None:
    table = berserk().put(near, "us666.2")
    if state:
        table.mark(state, "us666.2")
    assert prey_of(table.g, table.unit("ss658.1")) == table.unit(prey)


@pytest.mark.rule("squad:A3.3", "squad:A15.42")
def test_who_must_move_does_so_before_anybody_may() -> None:
    table = berserk().put("A9", "ss468.1").put("J5", "us666.2")
    decision = Movement(0).ask(table.g)
    assert decision is not None
    assert {action.args[0] for action in decision.actions} == {table.unit("ss658.1")}
    table.g.berserk = 0
    free = Movement(0).ask(table.g)
    assert free is not None
    assert len(free.actions) == 3, "either of them, or nobody any more"
