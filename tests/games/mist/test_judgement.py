"""The simple bot's sense: it does the obvious thing where something is obvious."""

from __future__ import annotations

import math
import random

import pytest

from salient.games.mist import GAME
from salient.games.mist.bot.estimate import Force, expect
from salient.games.mist.bot.judge import judge
from salient.games.mist.setting import ALLIED, GERMAN
from salient.lab.arena import play_match
from tests.games.mist.table import FullTable, Table

SCENARIOS = GAME.scenarios


def best(table: Table) -> str:
    """The action the judgement likes best, as text."""
    decision = table.decision
    assert decision is not None
    worth = judge(table.g, decision)
    choice = decision.actions[max(range(len(worth)), key=worth.__getitem__)]
    return table.g.setting.lexicon.text(choice)


def follow(table: Table) -> list[str]:
    """Let the judgement play a side's movement, nobody blowing bridges; return what it did."""
    done = []
    side = table.asked.split()[0]
    while table.asked in (f"{side} movement", f"{side} activated", f"{side} group"):
        text = best(table)
        table.play(text)
        if text.split()[0] not in ("activate", "stop", "end"):
            done.append(text)
        if "crossing" in table.asked:
            table.play("decline")
    return done


# -- every decision -----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_action_of_a_random_game_gets_a_finite_worth(scenario: str) -> None:
    rng = random.Random(scenario)
    g, _ = GAME.start(scenario, bytes(32))
    while (decision := GAME.decision(g)) is not None:
        worth = judge(g, decision)
        assert len(worth) == len(decision.actions)
        assert all(math.isfinite(value) for value in worth)
        GAME.play(g, rng.choice(decision.actions))


def test_judging_changes_nothing_and_always_says_the_same() -> None:
    g, _ = GAME.start("fifth", bytes(32))
    for _ in range(200):
        decision = GAME.decision(g)
        assert decision is not None
        before = GAME.fingerprint(g)
        first = judge(g, decision)
        assert judge(g.copy(), decision) == first
        assert GAME.fingerprint(g) == before
        GAME.play(g, decision.actions[first.index(max(first))])


@pytest.mark.play
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_sensible_german_does_not_lose_to_a_random_ally(scenario: str) -> None:
    (game,) = play_match(GAME, scenario, ["simple", "random"], 1, "judgement")
    assert game.result.winner != ALLIED


@pytest.mark.play
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_sensible_ally_beats_a_random_german(scenario: str) -> None:
    (game,) = play_match(GAME, scenario, ["random", "simple"], 1, "judgement")
    assert game.result.winner == ALLIED


# -- attacks ------------------------------------------------------------------------------------


def test_ten_strength_points_are_expected_to_crush_one() -> None:
    odds = expect(Force(10, 35, 10, 4), Force(1, 4, 1), (6, 8), False)
    assert odds.clear > 0.9


def test_an_attack_on_equals_is_expected_to_lose_more_than_it_kills() -> None:
    odds = expect(Force(6, 20, 6, 3), Force(6, 27, 6, 3), (6, 8), False)
    assert odds.losses > odds.kills


def test_entrenchments_and_rivers_make_an_attack_worse() -> None:
    attack = Force(6, 20, 6, 3)
    plain = expect(attack, Force(2, 8, 2), (6, 8), False)
    assert expect(attack, Force(2, 8, 2, 0, 2), (6, 8), False).kills < plain.kills
    assert expect(attack, Force(2, 8, 2), (6, 8), True).losses > plain.losses


def test_the_germans_attack_a_weak_unit_in_their_way_with_armor_and_infantry() -> None:
    """In the last impulse of the day: nobody is kept back for a second wave."""
    table = Table("17-3").put("Birch", "ga1", "gi1").put("Cedar", "ai4").put("Elm", "ai1", "ai6")
    assert "move Cedar" in follow(table.begin("german"))
    assert table.is_("attacking", "ga1")
    assert table.is_("attacking", "gi1")


def test_nobody_attacks_a_dug_in_stack_stronger_than_himself() -> None:
    table = (
        Table("17-1").put("Birch", "gi2").put("Cedar", "ai1", "ai3").mark("dug_in", "ai1", "ai3")
    )
    assert "move Cedar" not in follow(table.begin("german"))


# -- moving and holding -------------------------------------------------------------------------


def test_a_german_column_walks_into_an_empty_victory_area() -> None:
    table = Table("17-3").put("Cedar", "gm1").put("Iris", "ai5").begin("german")
    assert "move Dale" in follow(table)


def test_on_the_last_day_the_germans_leave_through_the_zone_that_pays_most() -> None:
    table = Table("22-1").put("Iris", "gm1").put("Jade", "ai5")
    assert "move E" in follow(table.begin("german"))


def test_an_engineer_beside_a_blown_bridge_waits_for_his_friends_to_cross() -> None:
    table = Table("17-1").put("Ash", "ge2").put("Cedar", "gi1").put("Glen", "ai6")
    table.repair("Ash", "Cedar").blow("Ash", "Cedar").blow("Birch", "Cedar").begin("german")
    table.play("activate ge2")
    assert best(table) == "wait"


def test_the_only_guard_of_a_threatened_victory_area_stays_and_digs_in() -> None:
    table = Table("17-3").put("Dale", "ai1").put("Cedar", "gi1").begin("allied")
    table.play("activate ai1")
    assert best(table) == "entrench"


def test_an_allied_reserve_moves_into_the_threatened_victory_area() -> None:
    table = Table("17-3").put("P", "at1").put("Cedar", "gm1", "ga1").begin("allied")
    table.play("activate at1")
    assert best(table) == "move Dale"


# -- the small decisions ------------------------------------------------------------------------


def test_the_unmoved_engineer_blows_the_bridge() -> None:
    table = Table("17-1").put("Birch", "gm1").put("Cedar", "ai4", "ae2").begin("german")
    table.play("activate gm1", "move Cedar")
    assert table.asked == "allied crossing"
    assert best(table) == "blow ae2"


def test_bridging_is_always_tried() -> None:
    table = Table("17-1").put("Ash", "ge1").put("Cedar", "gi1").begin("german").play("end")
    assert table.asked == "german bridging"
    assert best(table) == "bridge ge1 Cedar"


def test_the_weakest_unit_of_an_overfull_area_is_given_up() -> None:
    table = Table("17-1").put("Birch", "gi1", "gi5", "ga1", "gi4").begin("german").play("end")
    assert table.asked == "german overstacked"
    assert best(table) == "remove gi4"


def test_a_special_unit_supports_a_battle_when_it_can() -> None:
    table = Table("17-1").put("Birch", "gi1").put("Cedar", "ai4").begin("german")
    table.play("special support", "place Cedar", "activate gi1", "move Cedar", "decline")
    assert table.asked == "german support"
    assert best(table) == "support"


# -- the clock of the day and the end of the game -----------------------------------------------


def test_on_the_last_evening_the_road_to_a_zone_is_contested() -> None:
    """The Germans leave through Huy in 22-1, and nobody can answer: it must be closed before."""
    table = FullTable("21-3", "fifth").put("Huy", "2/2Pz")
    table.put("Ciney", "156/116Pz", "60/116Pz", "304/2Pz").put("Assesse", "334/84", "1313Eng")
    assert "move Huy" in follow(table.begin("allied"))


def test_a_regiment_before_a_town_attacks_it_in_the_last_impulse_of_the_game() -> None:
    """What is won earlier on the last day can be lost again. Rules s1-victory-4, s1-rules-3."""
    for clock, attacks in (("18-1", False), ("18-3", True)):
        table = FullTable(clock, "seventh").put("Ettlebruck", "15/5FJ")
        table.put("Mersch", "4E/4").put("Luxembourg", "22/4").begin("german")
        assert ("move Mersch" in follow(table)) == attacks


def test_a_special_unit_is_not_wasted_where_nobody_is_left_to_be_hindered() -> None:
    table = FullTable("18-2", "seventh").put("Ettlebruck", "15/5FJ").put("Luxembourg", "22/4")
    table.mark("acted", "22/4", "15/5FJ").begin("german")
    assert "special hinder" not in follow(table)


def test_an_attack_early_in_the_day_leaves_a_second_wave() -> None:
    """One battalion in the way does not need three regiments while the day is young."""
    for clock, attackers in (("17-1", 2), ("17-3", 3)):
        table = FullTable(clock, "seventh").put("Consdorf", "914/352VG", "915/352VG", "916/352VG")
        table.put("Junglinster", "12A/4").put("Luxembourg", "22/4").begin("german")
        follow(table)
        assert table.g.attacking.bit_count() == attackers, clock


def test_activations_are_spread_over_the_day() -> None:
    marches = [0, 0, 0]
    for seed in range(3):
        g, _ = GAME.start("seventh", bytes([seed] * 32))
        while (decision := GAME.decision(g)) is not None:
            worth = judge(g, decision)
            action = decision.actions[worth.index(max(worth))]
            marches[g.clock % 3] += decision.side == GERMAN and action.verb in ("move", "attack")
            GAME.play(g, action)
    assert max(marches) < sum(marches) * 0.6
    assert min(marches) > sum(marches) * 0.15


def test_a_regiment_that_will_enter_a_town_at_the_end_is_not_spent_elsewhere() -> None:
    """Osweiler falls easily on 18-1, and nobody would be left for Luxembourg on 18-3."""
    table = FullTable("18-1", "seventh").put("Junglinster", "423/212VG").put("Osweiler", "4E/4")
    table.put("Luxembourg", "22/4").put("Mersch", "316/212VG").control("german", "Mersch")
    assert "move Osweiler" not in follow(table.begin_pair())
    assert "move Luxembourg" in follow(table.rest("18-3"))


@pytest.mark.parametrize("free", [True, False])
def test_nobody_waits_for_the_end_where_the_road_to_a_town_can_still_be_barred(free: bool) -> None:
    """From Consdorf the way to Luxembourg runs through Junglinster."""
    table = FullTable("18-1", "seventh").put("Consdorf", "423/212VG").put("Luxembourg", "8A/4")
    table.put("Esch", "90Cav/10A").control("german", "Mersch")
    if not free:
        table.mark("acted", "8A/4", "90Cav/10A")
    assert ("move Luxembourg" in follow(table.begin("german"))) == free


def test_the_allies_throw_the_germans_out_of_a_contested_town_at_the_end() -> None:
    """Mersch is lost; with Luxembourg free again the Germans do not win either. s1-victory-6."""
    table = FullTable("18-3", "seventh").control("german", "Mersch")
    table.put("Mersch", "423/212VG", "320/212VG", "316/212VG")
    table.put("Luxembourg", "987/276VG", "4E/4")
    table.put("Sandweiler", "22/4", "70Tk/4").begin("allied")
    assert "move Luxembourg" in follow(table)


def test_a_town_of_the_first_three_days_is_worth_a_hard_fight() -> None:
    """Its two points are scored once, at the end, and levels of victory lie two points apart."""
    table = FullTable("17-3", "three_days").put("Noville", "304/2Pz", "I-3/2Pz")
    table.control("german", "Noville").put("Bastogne", "501/101").begin("german")
    assert "move Bastogne" in follow(table)
