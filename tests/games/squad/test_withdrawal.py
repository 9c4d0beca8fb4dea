"""Getting out of a melee; rings of fire. Rules A11.2, A11.22, A7.7."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.encirclement import (
    cannot_rout,
    end_turn,
    is_held,
    note_fire,
    side_towards,
)
from salient.games.squad.core.events.men import CloseCombat, Disengaged
from salient.games.squad.core.subjects import Attack
from salient.games.squad.phases.withdrawal import depart, free_units
from tests.games.squad.table import Table

MELEE = 'special = ["withdrawal"]'
RING = 'special = ["encirclement", "prisoners"]'


def melee(german: str = "ss658 2", american: str = "us666 3", scenario: str = MELEE) -> Table:
    table = Table(german=german, american=american, scenario=scenario)
    table.put("C3", "ss658.1", "us666.1", "us666.2")
    return table.mark("melee", "ss658.1", "us666.1", "us666.2")


@pytest.mark.rule("squad:A11.2")
def test_a_unit_leaves_a_melee_under_attack_and_does_not_attack_itself() -> None:
    table = melee().put("D3", "us666.3").dice(6, 5, ...).phase("close")
    assert "withdraw ss658.1 D3" not in table.offered()
    table.play("withdraw ss658.1 C4").play("end")
    while table.decision:
        table.play("fight C3" if "fight C3" in table.offered() else "end")
    assert table.happened(Disengaged)
    assert table.where("ss658.1") == "C4"
    assert not table.is_("melee", "ss658.1")
    (attack,) = table.happened(CloseCombat)
    assert {m.rule: m.value for m in attack.modifiers}["A11.2"] == -2


@pytest.mark.rule("squad:A11.2")
@pytest.mark.parametrize("state", ["pinned", "broken"])
def test_the_pinned_and_the_broken_stay(state: str) -> None:
    table = melee(scenario=MELEE).mark(state, "ss658.1").dice(6, 5, ...).phase("close")
    assert not any("ss658.1" in text for text in table.offered("withdraw"))


@pytest.mark.rule("squad:A11.2")
def test_who_comes_to_close_combat_does_not_withdraw_from_it() -> None:
    table = melee()
    table.g.melee = 0
    table.dice(4, 5, ...).phase("close")
    assert not table.offered("withdraw")


@pytest.mark.rule("squad:A11.22")
@pytest.mark.parametrize(
    ("dice", "unit"), [((1, 1, 1, 2, 3, 5, 6), "ss658.1"), ((6, 6, 5, 6), "us666.1")]
)
def test_extreme_rolls_let_somebody_slip_through(dice: tuple[int, ...], unit: str) -> None:
    table = melee().put("C3", "us666.3").mark("cx", "ss658.1")
    table.g.melee = 0
    table.dice(*dice, ...).phase("close")
    while table.decision and not table.offered("infiltrate"):
        table.play("fight C3")
    assert unit in {text.split()[1] for text in table.offered("infiltrate")}
    assert {text.split()[1][:2] for text in table.offered("infiltrate")} == {unit[:2]}
    table.play(f"infiltrate {unit} C4")
    assert table.where(unit) == "C4"


def ring(*places: str) -> Table:
    """Americans around a German squad in C5 fire at it, one after the other."""
    table = Table("C5 stone_building", german="ss658", american="us666 3", scenario=RING)
    table.put("C5", "ss658.1")
    for number, place in enumerate(places, 1):
        table.put(place, f"us666.{number}")
    table.dice(6, 5, 6, 5, 6, 5, ...).fire("american", "prep")
    for number in range(1, len(places) + 1):
        table.play(f"fire us666.{number}")
        while "shoot" in table.offered():
            table.play("shoot")
    return table


@pytest.mark.rule("squad:A7.7")
@pytest.mark.parametrize(
    ("places", "encircled"),
    [(("C3", "C7"), True), (("C3", "D5"), False), (("C3", "E6", "A6"), True), (("C3",), False)],
)
def test_fire_through_opposite_sides_or_three_apart_encircles(
    places: tuple[str, ...], encircled: bool
) -> None:
    table = ring(*places)
    unit = table.unit("ss658.1")
    assert bool(table.g.encircled >> unit & 1) is encircled
    assert table.g.morale(unit) == 8 - encircled


@pytest.mark.rule("squad:A7.7")
def test_nobody_routs_out_of_a_ring() -> None:
    table = ring("C3", "C7").mark("broken", "ss658.1").put("C4", "us666.3")
    table.g.steps.clear()
    table.phase("rout", "american")
    assert not table.offered("rout")
    assert table.offered("guard")


@pytest.mark.rule("squad:A7.7")
def test_a_ring_opens_when_one_of_its_sides_is_free() -> None:
    table = ring("C3", "C7")
    end_turn(table.g, table.events)
    assert table.g.encircled
    assert not table.g.fire_from
    table.put("J9", "us666.1")
    end_turn(table.g, table.events)
    assert not table.g.encircled


@pytest.mark.rule("squad:A7.7")
def test_who_is_upstairs_is_cut_off_by_enemies_below() -> None:
    table = Table("C5 stone_building storeys=2", german="ss658", american="us666", scenario=RING)
    table.put("C5/1", "ss658.1").put("C5", "us666.1")
    end_turn(table.g, table.events)
    assert table.is_("encircled", "ss658.1")


@pytest.mark.rule("squad:A7.7")
@pytest.mark.parametrize(
    ("above", "below", "cut_off"),
    [("ss658.1", "us666.1", True), ("us666.1", "ss658.1", True), ("ss658.1", "ss658.2", False),
     ("us666.1", "us666.2", False)],
)  # fmt: skip
def test_either_side_may_be_cut_off_upstairs(above: str, below: str, cut_off: bool) -> None:
    house = "C5 stone_building storeys=2"
    table = Table(house, german="ss658 2", american="us666 2", scenario=RING)
    table.put("C5/1", above).put("C5", below)
    end_turn(table.g, table.events)
    assert table.is_("encircled", above) is cut_off
    assert not table.is_("encircled", below)


def test_fire_comes_through_the_side_that_looks_at_the_firer() -> None:
    table = Table(german="ss658", american="us666", size=(10, 10))
    sides = [side_towards(table.g, table.place("E5"), table.place(at)) for at in ("E1", "E9", "G4")]
    assert sides == [0, 3, 1]


@pytest.mark.rule("squad:A11.2")
def test_who_has_said_that_he_goes_is_free_no_more_and_goes_if_he_is_not_broken() -> None:
    table = Table(german="ss658 4", american="us666", scenario=MELEE)
    table.put("C3", "ss658.1", "ss658.2", "ss658.3", "us666.1").put("F6", "ss658.4")
    table.mark("melee", "ss658.1", "ss658.2", "ss658.3", "us666.1")
    here, units = table.place("C3"), [table.unit(f"ss658.{number}") for number in range(1, 5)]
    table.g.withdrawing = dict.fromkeys((units[0], units[2], units[3]), table.place("C4"))
    assert free_units(table.g, here, 0) == 1 << units[1]
    table.mark("broken", "ss658.3")
    depart(table.g, here, table.events)
    assert [table.where(f"ss658.{number}") for number in range(1, 5)] == ["C4", "C3", "C3", "F6"]
    assert not table.g.withdrawing


@pytest.mark.rule("squad:A7.7")
@pytest.mark.parametrize(
    ("state", "where", "held"),
    [("", "C7", True), ("broken", "C7", False), ("melee", "C7", False), ("", "J9", False),
     ("", "C6", True)],
)  # fmt: skip
def test_who_keeps_a_ring_closed(state: str, where: str, held: bool) -> None:
    """The first American stays at C3; the ring is north and south of C5."""
    table = Table(german="ss658 2", american="us666 2", scenario=RING).put("C5", "ss658.1")
    table.put("C3", "us666.1").put(where, "us666.2")
    if state:
        table.mark(state, "us666.2")
    assert is_held(table.g, table.unit("ss658.1"), 0b001001) is held


@pytest.mark.rule("squad:A7.7")
def test_friends_around_close_no_ring() -> None:
    table = Table(german="ss658 3", american="us666 2", scenario=RING).put("C5", "ss658.1")
    table.put("C3", "ss658.2").put("C7", "ss658.3").put("J9", "us666.1")
    assert not is_held(table.g, table.unit("ss658.1"), 0b001001)


@pytest.mark.rule("squad:A7.7")
def test_who_has_got_out_of_a_ring_may_rout_and_others_always() -> None:
    table = Table(german="ss658 2", american="us666", scenario=RING)
    table.put("C5", "ss658.1", "ss658.2")
    inside, other = table.unit("ss658.1"), table.unit("ss658.2")
    table.g.rings = {inside: (table.place("C5"), 0b001001)}
    assert cannot_rout(table.g, inside)
    assert not cannot_rout(table.g, other)
    table.put("D7", "ss658.1")
    assert not cannot_rout(table.g, inside)


@pytest.mark.rule("squad:A7.7")
@pytest.mark.parametrize(("state", "known"), [("", True), ("hidden", False), ("concealed", False)])
def test_fire_of_those_whom_nobody_knows_closes_no_ring(state: str, known: bool) -> None:
    table = Table(german="ss658", american="us666 2", scenario=RING).put("C5", "ss658.1")
    table.put("C3", "us666.1").put("J9", "us666.2").fire("american", "prep").dice(6, 5, ...)
    table.attack("us666.1", "C5")
    table.g.fire_from.clear()
    if state:
        table.mark(state, "us666.1")
    place = table.place("C5")
    attack = Attack("fire", 1, (table.place("C3"),), place, False, (table.unit("us666.1"),))
    note_fire(table.g, attack, table.events)
    assert table.g.fire_from == {place: 1 if known else 0}
