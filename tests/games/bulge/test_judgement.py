"""The simple bot's sense: it does the obvious thing where something is obvious."""

from __future__ import annotations

import math
import random

import pytest

from salient.boards.bits import members
from salient.engine import Rolled, seed_from_text
from salient.games.bulge import GAME
from salient.games.bulge.bot.judge import judge
from salient.games.bulge.bot.plan import Planner
from salient.games.bulge.bot.staff import Staff
from salient.games.bulge.bot.survey import line_ahead, survey
from salient.games.bulge.rules.breakthrough import Guarding
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState
from salient.lab.arena import play_match
from tests.amounts import amount
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield
from tests.games.bulge.table import RealTable, Table

SS_2 = ("pz/2SS", "pg1/2SS", "pg2/2SS")
VICTORY_CITIES = ("0603", "0904", "1201")
"""Charlie, Delta and Foxtrot on the test map."""


def best(table: Table) -> str:
    """The action the judgement likes best, as text."""
    decision = table.decision
    assert decision is not None
    worth = judge(table.g, decision)
    choice = decision.actions[max(range(len(worth)), key=worth.__getitem__)]
    return table.g.setting.lexicon.text(choice)


def follow(table: Table, *prompts: str) -> list[str]:
    """Let the judgement play while it is asked some questions; return what it did."""
    done = []
    while table.asked.partition(" ")[2] in prompts:
        text = best(table)
        table.play(text)
        done.append(text)
    return done


# -- every decision -----------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["historical", "free"])
def test_every_action_of_a_random_game_gets_a_finite_worth(setup: str) -> None:
    rng = random.Random(setup)
    g, _ = GAME.start("campaign", bytes(32), {"setup": setup})
    while (decision := GAME.decision(g)) is not None:
        worth = judge(g, decision)
        assert len(worth) == len(decision.actions)
        assert all(math.isfinite(value) for value in worth)
        GAME.play(g, rng.choice(decision.actions))


def test_judging_changes_nothing_and_always_says_the_same() -> None:
    g, _ = GAME.start("campaign", bytes(32))
    for _ in range(150):
        decision = GAME.decision(g)
        assert decision is not None
        before = GAME.fingerprint(g)
        worth = judge(g, decision)
        assert GAME.fingerprint(g) == before
        assert judge(g.copy(), decision) == worth
        GAME.play(g, decision.actions[worth.index(max(worth))])


@pytest.mark.play
@pytest.mark.parametrize("side", ["german", "allied"])
def test_sense_beats_chance_on_either_side(side: str) -> None:
    bots = ["simple", "random"] if side == "german" else ["random", "simple"]
    games = list(play_match(GAME, "campaign", bots, amount(1, soak=4), "sense"))
    assert all(game.result.winner == GAME.sides.index(side) for game in games)


# -- movement -----------------------------------------------------------------------------------


def test_a_panzer_regiment_walks_into_an_empty_victory_city() -> None:
    table = Table().put("0607", "pz/Lehr").move("german")
    done = follow(table, "movement", "stack", "onward")
    assert {f"move {city}" for city in VICTORY_CITIES} & set(done)
    assert table.g.captured


def test_a_lone_garrison_does_not_leave_a_threatened_victory_city() -> None:
    table = Table().put("Charlie", "i1/106").put("0605", *SS).move("allied")
    follow(table, "movement", "stack", "onward")
    assert table.where("i1/106") == "0603"


def test_allies_fill_an_empty_victory_city_before_the_enemy_does() -> None:
    table = Table().put("0403", "CCA/9A").put("0609", "pz/Lehr").move("allied")
    follow(table, "movement", "stack", "onward")
    assert table.where("CCA/9A") in VICTORY_CITIES


def test_germans_gather_around_a_weak_regiment_and_attack_it() -> None:
    table = Table().put("1107", "i1/99")
    table.put("1110", "pz/1SS", "pg1/1SS", "pg2/1SS").move("german")
    follow(table, "movement", "stack", "onward")
    table.fight("german")
    assert best(table) == "target 1107"


def test_reinforcements_come_on() -> None:
    table = Table().move("german")
    follow(table, "movement", "stack", "onward")
    assert table.where("FB")


def test_following_the_judgement_nobody_is_lost_to_overstacking() -> None:
    g, _ = GAME.start("campaign", bytes(32))
    while (decision := GAME.decision(g)) is not None and g.turn < 4:
        assert decision.prompt != "overstacked"
        worth = judge(g, decision)
        GAME.play(g, decision.actions[worth.index(max(worth))])


def test_no_american_evacuates_the_map() -> None:
    table = Table().put("0201", "i1/2").put("0205", "pz/Lehr").move("allied")
    assert "exit" not in " ".join(follow(table, "movement", "stack", "onward"))


def test_a_breakthrough_waits_for_the_last_turns() -> None:
    for turn, leaves in ((6, False), (13, True)):
        table = Table(turn).put("0601", "pz/Lehr").passed("german", *VICTORY_CITIES)
        table.move("german").play("activate pz/Lehr")
        assert (best(table).split()[0] == "exit") is leaves


# -- battles ------------------------------------------------------------------------------------


def test_a_fortress_is_not_attacked_at_even_odds() -> None:
    table = Table().put("Delta", "i1/2", "i2/2").put("0905", *SS).put("1004", *SS_2)
    table.fight("german")
    assert "target 0904" in table.offered()
    assert best(table) == "end"


def test_an_attack_is_gathered_as_planned_and_then_declared() -> None:
    table = Table().put("1107", "i1/99").put("1108", *SS).fight("german")
    done = follow(table, "declaring", "gathering")
    assert done[:1] == ["target 1107"]
    assert done[-1] == "declare"
    assert {text for text in done if text.startswith("commit")} == {f"commit {u}" for u in SS}


@pytest.mark.parametrize(("place", "choice"), [("1107", "withdraw"), ("Bravo", "stand")])
def test_defenders_stand_in_cities_and_give_ground_in_the_open(
    dice: Dice, place: str, choice: str
) -> None:
    beside = {"1107": "1108", "Bravo": "0306"}[place]
    table = Battlefield(turn=10).put(place, "i1/2", "i2/2").put(beside, *SS).fight("german")
    column = {"1107": "2:1", "Bravo": "1:1"}[place]
    dice(*table.throw("D1A2" if column == "1:1" else "D2A1", column))
    table.attack(place, *SS)
    follow(table, "losses")
    assert best(table) == choice


def test_whole_units_bleed_before_reduced_ones_die(dice: Dice) -> None:
    table = Battlefield().put("1107", "i1/2", steps=1).put("1107", "i2/2").put("1108", *SS)
    table.fight("german")
    dice(*table.throw("Ex1", "2:1"))
    table.attack("1107", *SS)
    assert table.asked == "allied losses"
    assert best(table) == "lose i2/2"


def test_victors_follow_into_a_city(dice: Dice) -> None:
    table = Battlefield(turn=10).put("Charlie", "i1/106", steps=1).put("0604", *SS)
    table.put("0602", "pz/2SS").fight("german")
    dice(1, 1)
    table.attack("Charlie", *SS, "pz/2SS")
    assert table.asked == "german pursuit"
    assert best(table).startswith("pursue")


def test_retreats_lead_away_from_the_enemy(dice: Dice) -> None:
    table = Battlefield().put("1107", "i1/2").put("1108", *SS).fight("german")
    dice(*table.throw("D1R", "4:1"))
    table.attack("1107", *SS)
    assert table.asked == "allied retreat"
    row, column = divmod(int(best(table).split()[2]), 100)
    assert (row, column) != (11, 7)
    assert column < 7


# -- holding ------------------------------------------------------------------------------------


def play_turns(turns: int, seed: str) -> BulgeState:
    """The game as both sides' judgement plays it, to the end of a turn."""
    g, _ = GAME.start("campaign", seed_from_text(seed))
    while (decision := GAME.decision(g)) is not None and g.turn <= turns:
        worth = judge(g, decision)
        GAME.play(g, decision.actions[worth.index(max(worth))])
    return g


def test_after_the_first_day_bastogne_and_st_vith_have_garrisons_and_nobody_is_in_germany() -> None:
    g = play_turns(1, "dawn")
    held, setting = g.occupied[ALLIED], g.setting
    assert held >> setting.at("Bastogne") & 1
    assert held >> setting.at("St. Vith") & 1
    assert not held & setting.germany


def test_allies_do_not_go_to_germany_for_an_attack_before_it_counts() -> None:
    for turn, may in ((3, False), (9, True)):
        table = Table(turn).put("0410", "i1/28", "i2/28").put("0413", "g1/62", steps=1)
        table.move("allied")
        follow(table, "movement", "stack", "onward")
        assert (int(table.where("i1/28")[2:]) > 11) is may, turn


def test_a_lone_regiment_does_not_wait_to_be_encircled() -> None:
    table = Table().put("1107", "i1/99").put("1110", *SS).put("1210", *SS_2).put("1103", "i1/9")
    table.move("allied")
    follow(table, "movement", "stack", "onward")
    assert int(table.where("i1/99")[2:]) < 6


def test_a_fortress_is_filled_until_it_bears_what_is_coming() -> None:
    table = Table(1).put("Delta", "i1/2").put("0908", *SS).put("1008", *SS_2)
    table.put("0902", "i2/2").put("Charlie", "i1/106", "i1/4")
    table.move("allied")
    follow(table, "movement", "stack", "onward")
    assert table.g.stack(table.place("Delta"), ALLIED).bit_count() == 3


# -- special troops in movement -----------------------------------------------------------------


def test_allies_do_not_stop_where_a_known_commando_is() -> None:
    def stand(*commandos: str) -> str:
        table = Table(1).put("0402", "i1/28").put("0610", *SS)
        for place in commandos:
            table.put(place, "Cdo1")
        table.move("allied")
        follow(table, "movement", "stack", "onward")
        return table.where("i1/28")

    wanted = stand()
    assert wanted != "0402"
    assert stand(wanted) != wanted


def test_commandos_do_not_run_into_a_garrison() -> None:
    table = Table().put("0610", "Cdo1", "Cdo2").put("0607", "i1/28").move("german")
    follow(table, "movement", "stack", "onward")
    assert not table.happened(Rolled)
    assert {"0607"}.isdisjoint({table.where("Cdo1"), table.where("Cdo2")})


def test_von_der_heydte_jumps_onto_the_roads_of_the_reinforcements() -> None:
    g = play_turns(1, "first day")
    while g.steps and (decision := GAME.decision(g)) is not None:
        worth = judge(g, decision)
        action = decision.actions[worth.index(max(worth))]
        if action.verb == "land":
            break
        assert decision.prompt in ("movement", "stack", "onward")
        GAME.play(g, action)
    near = g.setting.board.within(1 << action.place(0), 1)
    assert near & g.setting.main_hexes
    assert not near & g.occupied[GERMAN]


# -- no sleep -----------------------------------------------------------------------------------


GARRISONS = {
    "Bastogne": "501/101 502/101 506/101", "Marche": "333/84 334/84 335/84",
    "Namur": "129/43 130/43 214/43", "Dinant": "CCA/3A CCB/3A CCR/3A",
    "Givet": "504/82 505/82 508/82", "Huy": "16/1 18/1 26/1", "Liège": "117/30 119/30 120/30",
}  # fmt: skip
REAR = {
    "1834": "423/212", "1633": "13/5FJ", "1830": "916/352", "2625": "1128/560",
    "2121": "316/212", "3122": "293/18",
}  # fmt: skip


def test_infantry_in_the_rear_goes_forward_although_no_city_is_easy_to_take() -> None:
    table = RealTable(6).passed("german", "St. Vith", "Spa")
    for place, units in (GARRISONS | REAR).items():
        table.put(place, *units.split())
    table.move("german")
    follow(table, "movement", "stack", "onward", "drop")
    assert [unit for place, unit in REAR.items() if table.where(unit) == place] == []


def test_a_breakthrough_counts_from_the_first_check_of_victory() -> None:
    table = Table(8).put("0601", "pz/Lehr").passed("german", *VICTORY_CITIES)
    table.move("german").play("activate pz/Lehr")
    assert best(table).startswith("exit")


def test_who_bars_the_road_of_a_captured_city_is_attacked_first() -> None:
    table = Table().passed("german", "Charlie", "0604", "0605", "0606")
    table.put("0607", "i1/28").put("1107", "i1/99").put("0609", *SS).put("1109", *SS_2)
    table.fight("german")
    planner = Planner(table.g, GERMAN, 1)
    assert planner.defence(table.place("0607")).ground > planner.defence(table.place("1107")).ground


# -- what is left behind, and what is stepped back from ------------------------------------------


def test_panzers_do_not_guard_a_city_that_no_enemy_can_reach() -> None:
    table = RealTable(6).passed("german", "St. Vith", "Spa", "Marche")
    table.put("Marche", "Pz130/Lehr", "901/Lehr", "902/Lehr")
    table.put("Namur", "129/43").put("Huy", "16/1").put("Givet", "504/82")
    table.move("german")
    follow(table, "movement", "stack", "onward", "drop")
    assert "2613" not in {table.where(unit) for unit in ("Pz130/Lehr", "901/Lehr", "902/Lehr")}


def test_a_captured_city_within_the_enemys_reach_keeps_its_garrison() -> None:
    table = Table(6).passed("german", "Charlie").put("Charlie", "g1/62")
    table.put("0902", "i1/2", "i2/2", "i3/2").put("0609", "i1/28").move("german")
    follow(table, "movement", "stack", "onward")
    assert table.where("g1/62") == "0603"


@pytest.mark.parametrize(("turn", "stays"), [(4, True), (6, False)])
def test_when_the_offensive_is_spent_a_lone_regiment_steps_back(turn: int, stays: bool) -> None:
    table = Table(turn).passed("german", *VICTORY_CITIES).put("0601", "g1/62")
    table.put("0604", "i1/2", "i2/2", "i3/2").put("0704", "CCA/9A", "CCB/9A", "CCR/9A")
    table.move("german")
    follow(table, "movement", "stack", "onward")
    assert (table.where("g1/62") == "0601") is stays


@pytest.mark.parametrize(("turn", "called"), [(4, False), (6, True)])
def test_late_germans_are_called_to_a_threatened_city(turn: int, called: bool) -> None:
    def pull(*enemies: str) -> float:
        table = Table(turn).passed("german", *VICTORY_CITIES).put("Charlie", "g1/62")
        table.put("0402", *enemies).put("0610", "pz/Lehr").move("german")
        return Staff(table.g, GERMAN, 1 << table.unit("pz/Lehr")).field[table.place("0606")]

    assert (pull("i1/2", "i2/2", "i3/2") > pull()) is called


def test_late_germans_keep_together() -> None:
    def standing(turn: int, *comrades: str) -> float:
        table = Table(turn).put("0605", "i1/2").put("0609", "g1/62").put("0709", *comrades)
        table.move("german")
        return Staff(table.g, GERMAN, 1 << table.unit("g1/62")).standing(table.place("0609"))

    assert standing(6, "g1/560") - standing(6) > standing(4, "g1/560") - standing(4)


def test_before_the_first_check_of_victory_the_cities_draw_more() -> None:
    early, late = (dict(survey(Table(turn).g, GERMAN).wanted()) for turn in (4, 5))
    assert early.keys() == late.keys()
    assert all(late[city] > early[city] for city in early)


# -- special rules ------------------------------------------------------------------------------


def test_the_southern_line_leaves_bastogne_to_the_fifth_panzer_army() -> None:
    setting = RealTable().g.setting
    rows = [setting.board.hex(place).row for place in line_ahead(setting, 1)]
    assert rows[-1] < setting.board.hex(setting.at("Bastogne")).row


def test_planes_cover_the_hex_that_is_about_to_be_attacked() -> None:
    table = Table(10).put("1107", "i1/99").put("1108", *SS)
    table.put("0204", "i1/28").put("0205", "g1/212")
    table.g.air_left = 6
    table.fight("german")
    assert table.asked == "allied air_cover"
    assert best(table) == "cover 1107"


def test_the_weakest_unit_guards_a_broken_entry() -> None:
    table = Table(5)
    table.g.exits[table.unit("pz/Lehr")] = table.place("S1") - table.g.setting.first_entry
    table.put("0309", "14Cav", "i1/28", "CCA/10A").put("1306", "i1/9")
    for unit in members(table.g.setting.army[ALLIED]):
        if table.g.where[unit] < 0:
            table.g.steps_left[unit] = 0
    table.run(Guarding())
    assert best(table) == "guard 14Cav"
