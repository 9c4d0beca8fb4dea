"""What becomes of men between scenarios: prisoners who arm themselves, leaders who go up."""

from __future__ import annotations

import pytest

from tests.games.peiper.table import Campaign

GERMAN, AMERICAN = 0, 1


def guarded(*others: str) -> Campaign:
    """An encircled guard with a prisoner."""
    table = Campaign("cheneux").put("P9", "us747.1+usMMG.1", *others)
    prisoner = table.unit("ss658.1")
    table.g.spare &= ~(1 << prisoner)
    table.g.captive[prisoner] = table.unit("us747.1")
    return table.mark("encircled", "us747.1")


@pytest.mark.rule("peiper:P8.6041b")
def test_prisoners_arm_themselves_with_what_their_guard_leaves() -> None:
    table = guarded().dice(6, 6).step(604)
    assert table.is_("lost", "us747.1")
    assert not table.g.captive
    assert table.where("ss658.1") == "P9"
    assert not table.is_("unarmed", "ss658.1")
    assert table.g.owner[table.unit("usMMG.1")] == table.unit("ss658.1")
    assert table.is_("captured", "usMMG.1")
    assert table.is_("half", "ss658.1")


@pytest.mark.rule("peiper:P8.6041b")
def test_a_friend_of_the_guard_takes_them_over_and_the_weapon_stays() -> None:
    table = guarded("us747.2").dice(6, 6).step(604)
    assert table.g.captive == {table.unit("ss658.1"): table.unit("us747.2")}
    assert table.g.owner[table.unit("usMMG.1")] == -1
    assert table.where("usMMG.1") == "P9"


@pytest.mark.rule("peiper:P8.6113")
@pytest.mark.parametrize(("dice", "promoted"), [((6, 6), True), ((5, 6), False)])
def test_a_very_good_roll_brings_a_leader_up_a_grade(dice: tuple[int, int], promoted: bool) -> None:
    table = Campaign("cheneux").hold_limits().put("V8", "ss81.1", "ss80.1")
    table.dice(3, 4, *dice).step(611)
    assert (table.asked == "german promotion") is promoted
    if promoted:
        table.play("pick ss81.1")
        assert table.g.kind[table.unit("ss81.1")] == "ss91"
