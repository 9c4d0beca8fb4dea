"""Snipers. Rule A14."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.fire import Sniped
from salient.games.squad.infantry.snipers import (
    APART,
    draw_place,
    eligible,
    place_snipers,
    shoot_at_random,
    snipe,
)
from tests.games.squad.table import Table

SAN = "san = { german = 3, american = 5 }\n"


def field(*lines: str, scenario: str = SAN) -> Table:
    return Table(
        *lines, german="ss658 3 ss91 pak40 ss228", american="us666 2 us81 M4", size=(8, 8),
        scenario=scenario,
    )  # fmt: skip


def shot(*dice: int, scenario: str = SAN) -> Table:
    """Germans fire in the prep fire phase; then it ends."""
    table = field(scenario=scenario).put("D2", "ss658.1").put("D7", "us666.1").put("A8", "us81.1")
    table.phase("prep", "german").dice(*dice, ...).attack("ss658.1", "D7")
    while table.decision is not None:
        table.play("end")
    return table


@pytest.mark.rule("squad:A14.1")
@pytest.mark.parametrize(
    ("scenario", "dice", "called"),
    [(SAN, (2, 3, 6), True), (SAN, (5, 5), False), (SAN, (1, 2, 1, 1), False), ("", (2, 3), False)],
)
def test_the_enemys_roll_of_the_number_calls_the_sniper(
    scenario: str, dice: tuple[int, ...], called: bool
) -> None:
    """Germans roll: the American number 5 counts, not their own 3."""
    table = shot(*dice, scenario=scenario)
    assert [event.side for event in table.happened(Sniped)] == ([1] if called else [])
    assert table.g.calls == (0, 0)


@pytest.mark.rule("squad:A14.1")
def test_morale_and_to_hit_rolls_call_him_too() -> None:
    table = field().put("D2", "ss658.1").put("D4", "us666.1").phase("prep", "german")
    table.dice(1, 2, 1, 2, 6).attack("ss658.1", "D4")  # fire, morale check of the Americans
    assert [event.side for event in table.happened(Sniped)] == [0], "their 3 calls the German"
    table = field().put("D2", "ss228.1+pak40.1", facing="sw").put("D7", "us666.1")
    table.phase("prep", "german").dice(4, 1, 6, 6, 6).attack("pak40.1", "D7")
    while table.decision is not None:
        table.play("end")
    assert [event.side for event in table.happened(Sniped)] == [1]


@pytest.mark.rule("squad:A14.3")
@pytest.mark.parametrize(("die", "state"), [(1, "broken"), (2, "pinned"), (3, "")])
def test_a_one_breaks_and_a_two_pins(die: int, state: str) -> None:
    """Fire at D7: 5 on the column of 6 is a 1MC, passed with a 2; then the sniper."""
    table = shot(2, 3, 1, 1, die, 1)
    for flag in ("broken", "pinned"):
        assert table.is_(flag, "ss658.1") is (flag == state)


@pytest.mark.rule("squad:A14.3")
def test_a_leader_is_wounded() -> None:
    table = field().put("D2", "ss91.1").put("D7", "us666.1", "us81.1")
    table.g.calls = (0, 1)
    table.dice(1, 1, 2).phase("advance", "german")
    while table.decision is not None:
        table.play("end")
    assert table.is_("wounded", "ss91.1")


@pytest.mark.rule("squad:A14.22", "squad:P4.24c")
def test_nobody_in_a_culvert_nor_hidden_nor_in_melee_is_hit() -> None:
    lines = [f"C{row} under=stream under_sides=N,S" for row in (1, 2, 4, 5)]
    table = field(*lines, "C3 under=culvert under_sides=N,S")
    table.put("C3/culvert", "ss658.1").put("C3", "ss658.2").put("D5", "ss658.3")
    table.put("F6", "ss91.1").mark("hidden", "ss658.3").mark("melee", "ss91.1")
    assert eligible(table.g, 1) == [table.unit("ss658.2")]
    table.g.calls = (0, 1)
    table.dice(1, 1).phase("advance", "german")
    while table.decision is not None:
        table.play("end")
    assert table.is_("broken", "ss658.2")
    assert not table.is_("broken", "ss658.1")


@pytest.mark.rule("squad:P4.24c")
def test_a_sniper_who_finds_only_a_culvert_misses() -> None:
    lines = [f"C{row} under=stream under_sides=N,S" for row in (1, 2, 4, 5)]
    table = field(*lines, "C3 under=culvert under_sides=N,S").put("C3/culvert", "ss658.1")
    table.g.calls = (0, 1)
    table.dice(1, 1, ...).phase("rout", "german")
    assert [event.result for event in table.happened(Sniped)] == ["missed"]
    assert not table.is_("broken", "ss658.1")


def test_a_concealed_victim_comes_to_light() -> None:
    table = field("D2 woods").put("D2", "ss658.1").put("A8", "us666.1")
    table.mark("concealed", "ss658.1").g.calls = (0, 1)
    table.dice(2, 1).phase("rout", "german")
    assert table.is_("pinned", "ss658.1")
    assert not table.is_("concealed", "ss658.1")


@pytest.mark.rule("squad:A14.1")
def test_each_sniper_shoots_as_often_as_he_was_called() -> None:
    table = field().put("D2", "ss658.1").put("D7", "us666.1")
    table.g.calls = (1, 2)
    table.dice(6, 6, 6)
    shoot_at_random(table.g, table.events)
    assert [event.side for event in table.happened(Sniped)] == [0, 1, 1]
    assert table.g.calls == (0, 0)


@pytest.mark.rule("squad:A14.22", "squad:A14.3")
@pytest.mark.parametrize(("lot", "name"), [(1, "us666.1"), (2, "us666.2"), (3, "us81.1")])
def test_the_lot_falls_on_one_of_all_who_can_be_hit_and_shows_him(lot: int, name: str) -> None:
    table = field().put("D2", "ss658.1").put("D7", "us666.1").put("A8", "us81.1")
    table.put("E7", "us666.2").mark("concealed", "us666.1", "us666.2", "us81.1").dice(2, lot)
    snipe(table.g, 0, table.events)
    (sniped,) = table.happened(Sniped)
    assert (sniped.result, sniped.units) == ("pins", (table.unit(name),))
    for unit in ("us666.1", "us666.2", "us81.1"):
        assert table.is_("pinned", unit) is (unit == name)
        assert table.is_("concealed", unit) is (unit != name)


@pytest.mark.rule("squad:A14.3", "squad:A14.22")
def test_without_anybody_to_hit_he_misses_and_the_broken_suffer_casualties() -> None:
    table = field().put("D2", "ss658.1").dice(1)
    snipe(table.g, 0, table.events)
    assert [event.result for event in table.happened(Sniped)] == ["missed"]
    table = field().put("D7", "us666.1").mark("broken", "us666.1").dice(1, 1)
    snipe(table.g, 0, table.events)
    assert [event.result for event in table.happened(Sniped)] == ["hit"]
    assert table.is_("half", "us666.1")


TWO = "san = { german = 5 }\nsnipers = { german = 2 }"


@pytest.mark.rule("squad:A14.2")
def test_two_snipers_take_places_far_apart_as_the_first_turn_begins() -> None:
    table = Table(german="ss658", american="us666", scenario=TWO, size=(20, 20))
    place_snipers(table.g, table.events)
    first, second = table.g.sniper_hexes[0]
    assert table.g.setting.board.range(first, second) >= APART
    assert 1 not in table.g.sniper_hexes
    small = Table(german="ss658", american="us666", scenario=TWO, size=(6, 6))
    place_snipers(small.g, small.events)
    assert len(set(small.g.sniper_hexes[0])) == 2


@pytest.mark.rule("squad:A14.2")
@pytest.mark.parametrize(("die", "target"), [(3, "us666.1"), (4, "us666.2")])
def test_a_die_says_which_of_them_shoots_at_whom_is_nearest(die: int, target: str) -> None:
    table = Table(german="ss658", american="us666 3", scenario=TWO, size=(20, 20))
    table.put("B3", "us666.1").put("S18", "us666.2").put("J10", "us666.3")
    table.g.sniper_hexes = {0: (table.place("A1"), table.place("T20"))}
    table.dice(2, die, 1)
    snipe(table.g, 0, table.events)
    assert table.is_("pinned", target)
    assert table.place(table.where(target)) in table.g.sniper_hexes[0]


@pytest.mark.rule("squad:A14.2")
def test_a_third_sniper_keeps_away_from_both_of_the_others() -> None:
    table = Table(german="ss658", american="us666", scenario=TWO, size=(6, 6))
    board, taken = table.g.setting.board, (table.place("A1"), table.place("F6"))
    away = {here.index: min(board.range(here.index, at) for at in taken) for here in board.hexes}
    for _ in range(6):
        assert away[draw_place(table.g, taken)[0]] == max(away.values())
    assert table.g.sniper_counters == (2, 1), "one, if the scenario does not say"


@pytest.mark.rule("squad:A14.2")
def test_the_second_sniper_is_fifteen_hexes_off_or_more() -> None:
    table = Table(german="ss658", american="us666", scenario=TWO, size=(1, 17))
    drawn = {draw_place(table.g, (table.place("A1"),))[0] for _ in range(30)}
    assert drawn == {table.place("A16"), table.place("A17")}
