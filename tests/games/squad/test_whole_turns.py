"""What takes a squad a whole turn: digging, clearing, setting fire, drawing chains, charges.

Whoever sets about it spends all the MF he has, together with those beside him, and does nothing
else in that player turn (TI).
"""

from __future__ import annotations

import pytest

from salient.engine.actions import Action
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.locations import STONE
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.ground.debris import clear_debris
from salient.games.squad.ground.kindling import set_fire
from salient.games.squad.ground.mine_clearing import lift_mines
from salient.games.squad.ground.street_blocks import clear_block
from salient.games.squad.infantry.charges import set_charge
from salient.games.squad.infantry.daisy_chains import string
from salient.games.squad.infantry.digging import dig
from tests.games.squad.street_table import block, street
from tests.games.squad.table import Table, on_the_march

ALL = 2 * (4 + 2)
"""Halves of MF of a squad whom a leader leads."""


def workers(*lines: str) -> Table:
    """A leader and a squad in C3 who set out together, and another squad that stays."""
    table = Table(*lines, german="ss92 ss658 2", american="us666")
    table.put("C3", "ss92.1", "ss658.1", "ss658.2")
    return on_the_march(table, "ss92.1", "ss658.1")


def is_the_whole_turn(table: Table, spent: int) -> None:
    """They have spent everything and may do nothing more, and nobody else is barred."""
    assert spent == ALL
    assert table.g.ti == 1 << table.unit("ss92.1") | 1 << table.unit("ss658.1")


@pytest.mark.rule("squad:B25.11", "squad:B32.51c")
@pytest.mark.parametrize(("dice", "burns"), [((3, 2), False), ((3, 3), True)])
def test_setting_a_stone_house_on_fire(dice: tuple[int, int], burns: bool) -> None:
    """Its number is eight, and the leader helps by two."""
    table = workers("C3 stone_building").dice(*dice)
    is_the_whole_turn(table, set_fire(table.g, Action("kindle"), table.events))
    (tried,) = table.happened(Tried)
    assert tried.unit == table.unit("ss658.1"), "the squad does it"
    assert [modifier.value for modifier in tried.modifiers] == [2]
    assert table.g.flames == (1 << table.place("C3") if burns else 0)


@pytest.mark.rule("squad:B24.7", "squad:B37.7")
@pytest.mark.parametrize("what", ["debris", "rubble"])
@pytest.mark.parametrize(("dice", "done"), [((3, 4), True), ((4, 4), False)])
def test_clearing_a_way_through_debris_or_rubble(
    what: str, dice: tuple[int, int], done: bool
) -> None:
    table = workers().dice(*dice)
    if what == "debris":
        table.g.debris = 1 << table.place("C3")
    else:
        table.g.rubble[table.place("C3")] = STONE
    is_the_whole_turn(table, clear_debris(table.g, Action("clear", ("n", "s")), table.events))
    (tried,) = table.happened(Tried)
    assert (tried.unit, tried.attempt) == (table.unit("ss658.1"), what)
    assert table.g.breaks == ({table.place("C3"): 0b001001} if done else {})
    assert table.g.moving.hazardous


@pytest.mark.rule("squad:B27.11")
@pytest.mark.parametrize(("dice", "done"), [((3, 4), True), ((4, 4), False)])
def test_digging_a_foxhole(dice: tuple[int, int], done: bool) -> None:
    table = workers().dice(*dice)
    spent = dig(table.g, Action("dig"), table.events)
    # What is left would take those who are in the new hole out of it.
    is_the_whole_turn(table, spent + (2 if done else 0))
    assert table.g.foxholes == ({table.place("C3"): 1} if done else {})
    assert table.g.labor == ({} if done else {table.place("C3"): 1})
    assert table.is_("entrenched", "ss658.1") is done


@pytest.mark.rule("squad:B28.53")
def test_clearing_mines() -> None:
    table = workers().dice(1, 1)
    table.g.mines[table.place("C3")] = (Minefield("ap", 6, 1),)
    is_the_whole_turn(table, lift_mines(table.g, Action("lift"), table.events))
    assert not table.g.mines


@pytest.mark.rule("squad:B28.7")
def test_drawing_a_chain_of_mines_across_a_road() -> None:
    table = Table("C3 road=N,S", german="ss658", american="us666 2 usDaisy 2")
    table.put("C3", "us666.1+usDaisy.1", "us666.2+usDaisy.2")
    on_the_march(table, "us666.1")
    assert string(table.g, Action("string", ("n",)), table.events) == 2 * 4
    assert table.g.ti == 1 << table.unit("us666.1")
    assert table.g.chains == {6 * table.place("C3"): 1}
    assert table.is_("lost", "usDaisy.1")
    assert not table.is_("lost", "usDaisy.2")
    assert table.g.owner[table.unit("usDaisy.2")] == table.unit("us666.2")


@pytest.mark.rule("squad:P5.1411a", "squad:B29.5")
@pytest.mark.parametrize(("dice", "done"), [((3, 4), True), ((4, 4), False)])
def test_clearing_a_roadblock_across_a_street(dice: tuple[int, int], done: bool) -> None:
    table = block(street(german="ss92 ss658 2")).dice(*dice)
    table.put("O18", "ss92.1", "ss658.1", "ss658.2")
    on_the_march(table, "ss92.1", "ss658.1")
    order = Action("unblock", (table.place("O18"), "n"))
    is_the_whole_turn(table, clear_block(table.g, order, table.events))
    assert bool(table.g.street_blocks) is not done


@pytest.mark.rule("squad:A23.7", "squad:P5.1411b")
def test_setting_a_charge_with_care() -> None:
    table = block(street(german="ss658 2 ssDC 2")).put("O18", "ss658.1+ssDC.1", "ss658.2+ssDC.2")
    on_the_march(table, "ss658.1")
    order = Action("set", (table.place("O18"), "n"))
    assert set_charge(table.g, order, table.events) == 2 * 4
    assert table.g.ti == 1 << table.unit("ss658.1")
    assert table.g.charges_wired == 1 << table.unit("ssDC.1")
    assert table.g.charges_set == {table.unit("ssDC.1"): 6 * table.place("O18")}
