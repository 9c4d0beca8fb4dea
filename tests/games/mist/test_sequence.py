"""Chapter 6 and rules 8.1a, 8.39: the sequence of play."""

from __future__ import annotations

import pytest

from salient.engine.events import GameEnded, Moved
from salient.games.mist.events import (
    Arrived,
    BattleBegan,
    BattleEnded,
    ImpulseBegan,
    Scored,
    Starved,
)
from salient.games.mist.setting import SIDES
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table


def impulses(table: Table) -> list[str]:
    """The impulses that have begun: ``german 17-1``."""
    return [f"{SIDES[event.side]} {event.clock}" for event in table.happened(ImpulseBegan)]


# -- I: reinforcements ----------------------------------------------------------------------------


@pytest.mark.rule("mist:6.0-I")
def test_the_units_due_now_are_placed_before_the_german_impulse() -> None:
    table = Table("17-1").begin_pair()
    assert table.asked == "allied arrival"
    assert not table.happened(ImpulseBegan)
    table.play("arrive at2 D")
    assert table.asked == "german movement"
    assert [table.where(unit) for unit in ("gi7", "ai7", "at2")] == ["B", "E", "D"]


@pytest.mark.rule("mist:6.0-I")
def test_units_of_other_impulses_are_not_placed() -> None:
    table = Table("17-2").put("Birch", "gi1").begin_pair()
    assert [table.where(unit) for unit in ("gi7", "ai7", "at2", "at3")] == ["", "", "", "H"]


@pytest.mark.rule("mist:6.0-I")
def test_every_pair_of_impulses_begins_with_reinforcements() -> None:
    table = Table("17-1").begin_pair().play("arrive at2 D", "end", "end")
    assert impulses(table)[-1] == "german 17-2"
    assert table.happened(Arrived, ImpulseBegan)[-2] == Arrived(table.unit("at3"), table.place("H"))


# -- II and III: a player's impulse ---------------------------------------------------------------


@pytest.mark.rule("mist:6.0-II-1")
def test_the_germans_may_move_none_of_their_units() -> None:
    table = Table("20-1").put("Birch", "gi1").put("Iris", "ai6").begin_pair().play("end")
    assert table.asked == "allied movement"
    assert not table.happened(Moved)


@pytest.mark.rule("mist:6.0-II-1")
def test_the_germans_may_move_all_their_units_and_reinforcements_too() -> None:
    table = Table("17-1").put("Ash", "gi1", "gm1").begin_pair().play("arrive at2 D")
    assert table.offered("activate") == {"activate gi1", "activate gm1", "activate gi7"}
    table.play("activate gi7", "move Elm", "stop", "activate gi1", "move Cedar", "stop")
    table.play("activate gm1", "move Birch", "stop")
    assert table.offered("activate") == set()


@pytest.mark.rule("mist:6.0-III-1")
def test_the_allies_may_move_none_of_their_units() -> None:
    table = Table("20-1").put("Iris", "ai6").begin("allied")
    assert "6.0-III-1" in table.question.rules
    table.play("end")
    assert table.decision is None
    assert not table.happened(Moved)


@pytest.mark.rule("mist:6.0-III-1")
def test_the_allies_may_move_all_their_units_and_reinforcements_too() -> None:
    table = Table("17-1").put("Glen", "ai1").begin_pair().play("arrive at2 D", "end")
    assert table.offered("activate") == {"activate ai1", "activate ai7", "activate at2"}
    table.play("activate at2", "move Heath", "stop", "activate ai7", "move Iris", "stop")
    table.play("activate ai1", "move Fern")
    assert table.where("ai1") == "Fern"


@pytest.mark.rule("mist:6.0-II-2a")
def test_the_allies_may_blow_bridges_while_the_germans_move() -> None:
    table = Table("17-1").put("Birch", "gi1").put("Cedar", "ai1").begin("german")
    table.play("activate gi1", "move Cedar")
    assert table.asked == "allied crossing"
    assert table.offered() == {"blow ai1", "decline"}


@pytest.mark.rule("mist:6.0-II-2b")
@pytest.mark.parametrize("clock", ["16-1", "16-2", "16-3"])
def test_the_allies_blow_no_bridge_on_16_december(clock: str) -> None:
    table = Table(clock).put("Birch", "gi1", "gi2").put("Cedar", "ai1").begin("german")
    table.play("activate gi1", "move Cedar")
    assert table.asked == "german movement"
    assert table.where("gi1") == "Cedar"


@pytest.mark.rule("mist:6.0-III-2")
@pytest.mark.parametrize("clock", ["16-1", "17-1"])
def test_the_germans_may_blow_bridges_on_any_day(clock: str) -> None:
    table = Table(clock).put("Glen", "aa1").put("Elm", "gi1").begin("allied")
    table.play("activate aa1", "move Elm")
    assert table.asked == "german crossing"
    assert table.offered() == {"blow gi1", "decline"}


@pytest.mark.rule("mist:6.0-II-3", "mist:6.0-II-4")
def test_the_germans_fight_all_battles_and_then_build_bridges(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Ash", "ge1").put("Cedar", "gi4")
    table.put("Elm", "ai4").put("Dale", "ai2").begin("german")
    dice()
    table.play("activate gi1", "move Elm", "activate gi2", "move Dale")
    assert not table.offered("bridge")
    table.play("end")
    assert table.asked == "german combats"
    assert table.offered() == {"fight Elm", "fight Dale"}
    # requests of both sides, defender's fire, attacker's fire: nobody hits
    dice(10, 10, 10, 10, 10, 10, 10)
    dice(10, 10, 10, 10, 10, 10, 10)
    table.play("fight Elm")
    assert len(table.happened(BattleEnded)) == 2
    assert table.asked == "german bridging"
    assert "bridge ge1 Cedar" in table.offered()


@pytest.mark.rule("mist:6.0-III-3", "mist:6.0-III-4")
def test_the_allies_fight_all_battles_and_then_build_bridges(dice: Dice) -> None:
    table = Table("20-1").put("Glen", "ai1").put("Heath", "at1").put("Iris", "ae1")
    table.put("Jade", "ai5").put("Fern", "gi4").put("Elm", "gi6").begin("allied")
    dice()
    table.play("activate ai1", "move Elm", "decline", "activate at1", "move Fern")
    assert not table.offered("bridge")
    table.play("end")
    assert table.asked == "allied combats"
    assert table.offered() == {"fight Elm", "fight Fern"}
    dice(10, 10, 10, 10, 10, 10)
    dice(10, 10, 10, 10, 10, 10)
    table.play("fight Elm")
    assert len(table.happened(BattleEnded)) == 2
    assert table.asked == "allied bridging"
    assert "bridge ae1 Jade" in table.offered()


@pytest.mark.rule("mist:8.39")
def test_other_stacks_move_after_one_has_met_the_enemy_before_any_die_is_thrown(
    dice: Dice,
) -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Ash", "gi3").put("Elm", "ai1")
    table.begin("german")
    dice()
    table.play("activate gi1", "move Elm")
    assert table.offered("activate") == {"activate gi2", "activate gi3"}
    table.play("activate gi2", "move Cedar", "stop")
    assert table.asked == "german movement"
    assert not table.happened(BattleBegan)


# -- IV to IX: turns ------------------------------------------------------------------------------


@pytest.mark.rule("mist:6.0-IVa")
def test_a_turn_has_three_impulses_of_each_side() -> None:
    table = Table("20-1").put("Birch", "gi1").put("Iris", "ai6").begin_pair()
    table.play("end", "end", "end", "end", "end", "end")
    assert impulses(table)[:6] == [
        "german 20-1", "allied 20-1", "german 20-2", "allied 20-2", "german 20-3", "allied 20-3",
    ]  # fmt: skip
    assert [event.day for event in table.happened(Scored)] == [20]


@pytest.mark.rule("mist:8.1a")
@pytest.mark.parametrize(("last", "first"), [("18-3", "19-1"), ("20-3", "21-1")])
def test_every_turn_begins_with_the_germans(last: str, first: str) -> None:
    table = Table(last).put("Birch", "gi1").put("Iris", "ai6").begin_pair()
    table.play("end", "end")
    assert impulses(table) == [f"german {last}", f"allied {last}", f"german {first}"]
    assert table.asked == "german movement"


@pytest.mark.rule("mist:6.0-IVb")
def test_22_december_has_one_impulse_of_each_side() -> None:
    table = Table("22-1").put("Birch", "gi1").put("Iris", "ai6").begin_pair()
    table.play("end")
    assert table.asked == "allied movement"
    table.play("end")
    assert impulses(table) == ["german 22-1", "allied 22-1"]
    assert table.happened(GameEnded)


@pytest.mark.rule("mist:8.1a", "mist:6.0-IVa")
def test_a_turn_of_the_campaign_is_six_impulses_three_for_each_player_in_turn() -> None:
    table = FullTable.set_up("campaign").begin_pair().rest("17-1")
    assert impulses(table) == [
        "german 16-1",
        "allied 16-1",
        "german 16-2",
        "allied 16-2",
        "german 16-3",
        "allied 16-3",
        "german 17-1",
    ]
    *_, end, next_day = table.happened(ImpulseBegan, Scored)
    assert (end.day, next_day.clock) == (16, "17-1"), "the turn ends after the sixth"


@pytest.mark.rule("mist:8.1a")
@pytest.mark.parametrize(
    ("clock", "day", "impulse"),
    [
        ("16-1", 16, 1),
        ("16-3", 16, 3),
        ("17-1", 17, 1),
        ("19-2", 19, 2),
        ("22-1", 22, 1),
    ],
)
def test_an_impulse_is_named_by_the_date_and_its_number(clock: str, day: int, impulse: int) -> None:
    table = FullTable(clock)
    assert (table.g.day, table.g.impulse, table.clock) == (day, impulse, clock)


@pytest.mark.rule("mist:6.0-IVb")
def test_the_campaign_ends_after_one_impulse_of_each_side_on_the_22nd() -> None:
    table = (
        FullTable("21-3").put("Bitburg", "986/276VG").put("Arlon", "501/101").begin_pair().rest()
    )
    assert impulses(table) == ["german 21-3", "allied 21-3", "german 22-1", "allied 22-1"]
    assert (table.clock, bool(table.happened(GameEnded))) == ("22-1", True)


@pytest.mark.rule("mist:6.0-IVb", "mist:s2-rules-5")
def test_fifth_panzer_army_has_one_german_impulse_on_the_22nd() -> None:
    table = FullTable("21-3", "fifth").put("Bitburg", "304/2Pz").put("Bastogne", "501/101")
    assert impulses(table.begin_pair().rest())[2:] == ["german 22-1"]


@pytest.mark.rule("mist:6.0-VIII")
def test_units_out_of_supply_lose_one_strength_when_the_turn_ends() -> None:
    table = Table("20-3").put("Birch", "gi1").put("Cedar", "gi2").put("Ash", "ai2")
    table.put("Jade", "gm2").put("Heath", "ai6").put("Iris", "ai1").begin_pair()
    table.play("end", "end")
    assert [table.strength(unit) for unit in ("ai2", "gm2")] == [1, 1]
    assert [table.strength(unit) for unit in ("gi1", "gi2", "ai6", "ai1")] == [4, 3, 5, 3]


@pytest.mark.rule("mist:6.0-VIII")
@pytest.mark.parametrize("clock", ["20-1", "20-2"])
def test_nobody_starves_between_the_impulses_of_a_turn(clock: str) -> None:
    table = Table(clock).put("Birch", "gi1").put("Cedar", "gi2").put("Ash", "ai2").begin_pair()
    table.play("end", "end")
    assert table.strength("ai2") == 2


@pytest.mark.rule("mist:6.0-IX")
def test_points_are_counted_after_attrition_and_then_the_marker_advances() -> None:
    table = Table("20-3").put("Birch", "gi1").put("Cedar", "gi2").put("Ash", "ai2")
    table.control("german", "Dale").begin_pair().play("end", "end")
    starved, scored, began = table.happened(Starved, Scored, ImpulseBegan)[-3:]
    assert starved == Starved(table.unit("ai2"))
    assert scored == Scored(20, 2, 2)
    assert began.clock == "21-1"


@pytest.mark.rule("mist:6.0-IX")
def test_no_points_are_counted_within_a_turn() -> None:
    table = Table("20-2").put("Birch", "gi1").put("Iris", "ai6").control("german", "Dale")
    table.begin_pair().play("end", "end")
    assert impulses(table)[-1] == "german 20-3"
    assert table.g.vp == 0
