"""The simple bot: its habits; it plays a scenario to the end and is not beaten by chance."""

from __future__ import annotations

from random import Random

import pytest

from salient.boards.bits import each_piece, members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine import seed_from_text
from salient.engine.ids import Place
from salient.games.trumpets.bot import judge as judging
from salient.games.trumpets.bot.battle import answered, enough, guns_needed, worth
from salient.games.trumpets.bot.driven import driven
from salient.games.trumpets.bot.ground import place_worth
from salient.games.trumpets.bot.survey import attacks, bars, cuts_of, goals, lurkers, survey
from salient.games.trumpets.bot.weights import BARRED_ROAD
from salient.games.trumpets.fight.combat import CombatSegment
from salient.games.trumpets.march.crossing import Crossing
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.sequence import Activation
from salient.games.trumpets.state import TrumpetsState
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

GAME = Table.game


def answer(t: Table) -> str:
    """What the bot does."""
    decision = t.question
    worths = GAME.judge(t.g, decision)
    best = max(range(len(worths)), key=worths.__getitem__)
    return t.g.setting.lexicon.text(decision.actions[best])


def play_out(scenario: str, seed: int, bots: tuple[bool, bool]) -> TrumpetsState:
    """A game between bots and chance."""
    rng = Random(seed)
    g, _ = GAME.start(scenario, seed_from_text(str(seed)))
    while (decision := GAME.decision(g)) is not None:
        action = rng.choice(decision.actions)
        if bots[decision.side]:
            worths = GAME.judge(g, decision)
            action = decision.actions[max(range(len(worths)), key=worths.__getitem__)]
        GAME.play(g, action)
    return g


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("seed", range(2))
def test_chance_does_not_beat_it(side: int, seed: int) -> None:
    g = play_out("clervaux", seed, (side == GERMAN, side == ALLIED))
    result = GAME.result(g)
    assert result is not None
    assert result.winner != 1 - side


@pytest.mark.parametrize("scenario", ["clervaux", "losheim"])
def test_it_plays_both_sides_to_the_end(scenario: str) -> None:
    g = play_out(scenario, 1, (True, True))
    assert GAME.result(g) is not None


def test_bridges_are_always_built() -> None:
    t = Table.real("clervaux", "16MO").run(
        Orders(GERMAN, Table.real("clervaux", "16MO").formation("XLVII"))
    )
    while answer(t) != "end":
        assert answer(t).startswith("bridge")
        t.play(answer(t))
    assert len(t.g.bridging) == 2


def test_americans_dig_when_germans_are_near_and_not_otherwise() -> None:
    t = Table().put("1010", "r1").put("1013", "vg1").run(Orders(ALLIED, Table().formation("VIII")))
    assert answer(t) == "dig r1"
    u = Table().put("1010", "r1").put("1018", "vg1").run(Orders(ALLIED, Table().formation("VIII")))
    assert answer(u) == "end"


def test_who_should_not_stay_does_not_dig() -> None:
    t = Table().put("1010", "r1", steps=1).put("1011", "vg1", "vg2").put("1110", "pg", "pz")
    t.run(Orders(ALLIED, t.formation("VIII")))
    assert "staff" in t.offered()
    assert answer(t) == "end", "alone in the open before a panzer division"


def test_late_in_the_battle_the_germans_hold_what_they_have() -> None:
    assert attacks(Table.real("clervaux", "16AF").g, GERMAN)
    assert attacks(Table.real("meuse", "23PD").g, GERMAN)
    assert not attacks(Table.real("iii_corps", "22PD").g, GERMAN)
    assert not attacks(Table.real("clervaux", "16AF").g, ALLIED)


def test_a_bridge_is_blown_under_the_enemys_feet() -> None:
    t = Table(water={"1010-1011": "river"}, roads=("1010-1011",)).put("1010", "eng")
    put_out(t, "pz", "1012")
    t.run(Crossing(ALLIED, t.hex("1011"), t.hex("1010"), (t.unit("pz"),)))
    assert answer(t) == "blow"


def test_a_corps_far_from_the_enemy_rests_at_night() -> None:
    for turn, word in (("19EV", "staff"), ("19AF", "corps iss")):
        t = Table(turn).put("0202", "HQ-ISS", "vg1").put("2020", "r1")
        t.run(Activation(GERMAN)).play("army 6pa")
        assert answer(t) == word


def test_germans_go_for_places_that_count_and_americans_into_them() -> None:
    t = Table.real("clervaux", "16AF")
    prizes = {t.g.setting.at(p.hex) for p in t.g.setting.scenario.prizes}
    assert {
        place for hexes in goals(t.g, GERMAN, attack=True).values() for place in members(hexes)
    } <= prizes
    look = survey(t.g, GERMAN)
    assert look.way(t.hex("7540")) < look.way(t.hex("7640")) < look.way(t.hex("8040"))


def test_guns_and_hqs_are_left_to_the_staff() -> None:
    t = Table().put("1010", "r1").put("1016", "vg1").put("1013", "nw1")
    t.run(Movement(GERMAN, t.formation("ISS")))
    assert answer(t) == "pick vg1"
    t.play("pick vg1", "wait")
    assert t.offered("pick") == {"pick nw1"}
    assert answer(t) == "end", "they serve where they are"
    u = put_out(Table().put("1003", "r1"), "nw1", "1018")
    u.run(Movement(GERMAN, u.formation("ISS")))
    assert answer(u) == "staff", "rockets reach four"


def test_americans_keep_a_place_that_counts_in_force() -> None:
    t = Table.real("bastogne", "19PD")
    look = survey(t.g, ALLIED)
    town, field = t.hex("5844"), t.hex("5746")
    for name in ("1/506", "2/506"):
        worths = (place_worth(look, t.unit(name), place) for place in (town, field))
        assert next(worths) > next(worths)


def test_germans_turn_on_those_who_bar_their_supply_road_and_on_nobody_else() -> None:
    t = Table.real("losheim", "17MO")
    assert not bars(t.g, GERMAN)
    assert not goals(t.g, GERMAN, attack=True).get(0, 0), "the best of seven places counts four"
    for unit in each_piece(t.g.on_map(t.g.setting.army[ALLIED])):
        t.g.put(unit, NOWHERE)
    t.g.control |= 1 << t.hex("8314")  # Bütgenbach
    assert not bars(t.g, GERMAN), "nobody stands between it and the road"
    for name, hex_ in (("1/394", "8414"), ("2/394", "8016"), ("3/394", "8022")):
        t.g.put(t.unit(name), t.hex(hex_))
    barring = bars(t.g, GERMAN)
    assert barring == {t.hex("8414"): 4}, "were he not there, the road would be open"
    wanted = goals(t.g, GERMAN, set_of(barring), attack=True)
    assert wanted[0] == set_of(barring)
    assert min(cost for cost in wanted if cost) > BARRED_ROAD, "places come after that"
    t.g.put(t.unit("1/394"), NOWHERE)
    assert not bars(t.g, GERMAN), "another way is open"


def test_an_empty_place_that_counts_is_worth_more_than_an_enemy_beside_the_way() -> None:
    t = Table.real("losheim", "17AF")
    for unit in each_piece(t.g.on_map(t.g.setting.army[ALLIED])):
        t.g.put(unit, NOWHERE)
    t.g.put(t.unit("1/394"), t.hex("8516"))
    t.g.put(t.unit("I/FJ9"), t.hex("8617"))
    look = survey(t.g, GERMAN)
    empty, contact = t.hex("8515"), t.hex("8616")
    assert place_worth(look, t.unit("I/FJ9"), empty) > place_worth(look, t.unit("I/FJ9"), contact)


def test_no_more_join_an_attack_than_it_needs() -> None:
    t = Table().put("1010", "r1").put("1012", "r2", steps=1)
    t.put("1011", "vg1", "vg2", "vg3").put("0910", "pz")
    t.run(CombatSegment(GERMAN, t.formation("ISS"))).play("mark 1010", "mark 1012")
    if "done" in t.offered():
        t.play("done")
    t.play("fight 1010")
    first = enough(t.g, t.g.fight)
    assert t.unit("pz") in first, "it can do nothing else"
    t.play("cancel", "fight 1012")
    assert enough(t.g, t.g.fight)
    assert t.unit("pz") not in enough(t.g, t.g.fight)


def clear_losheim(turn: str, *, taken: str, allied: dict[str, str]) -> Table:
    """The Losheim Gap without Americans but some, and with places in German hands."""
    t = Table.real("losheim", turn)
    for unit in each_piece(t.g.on_map(t.g.setting.army[ALLIED])):
        t.g.put(unit, NOWHERE)
    for hex_ in taken.split():
        t.g.control |= 1 << t.hex(hex_)
    for name, hex_ in allied.items():
        t.g.put(t.unit(name), t.hex(hex_))
    return t


def test_guns_fire_against_the_guns_that_answer() -> None:
    t = Table().put("1010", "r1", steps=1).put("1011", "vg1", "vg2", "vg3").put("0910", "pz")
    t.put("1015", "ar1").run(CombatSegment(GERMAN, t.formation("ISS")))
    t.play("mark 1010").play("fight 1010", "all")
    assert not guns_needed(t.g, t.g.fight), "seven to one without them"
    assert answer(t) == "attack"
    u = Table().put("1010", "r1", steps=1).put("1011", "vg1", "vg2", "vg3").put("0910", "pz")
    u.put("1015", "ar1").put("1005", "fa1").run(CombatSegment(GERMAN, u.formation("ISS")))
    u.play("mark 1010").play("fight 1010", "all")
    assert answered(u.g, u.g.fight).defending_guns == (u.unit("fa1"),)
    assert guns_needed(u.g, u.g.fight) == {u.unit("ar1")}
    assert answer(u) == "guns ar12"
    u.play("guns ar12")
    assert answer(u) == "attack"


def test_a_step_that_is_not_there_is_not_counted() -> None:
    t = Table().put("1010", "r1", steps=1).put("1011", "vg1", "vg2", "vg3").put("0910", "pz")
    t.run(CombatSegment(GERMAN, t.formation("ISS"))).play("mark 1010").play("fight 1010", "all")
    last = worth(t.g, t.g.fight)
    t.g.steps_left[t.unit("r1")] = 2
    assert worth(t.g, t.g.fight) != last, "who can lose two is worth more, and harder to beat"
    assert last <= 1.0 + 1.5, "a step and a hex"


def test_who_counts_off_the_map_does_not_stop_beside_enemies() -> None:
    t = clear_losheim("17MO", taken="", allied={"1/394": "8516"})
    for name in ("III/SS2", "I/FJ9"):
        t.g.put(t.unit(name), t.hex("8617"))
    look = survey(t.g, GERMAN)
    leaver, beside, onward = t.unit("III/SS2"), t.hex("8616"), t.hex("8218")
    assert look.leavers >> leaver & 1
    assert place_worth(look, leaver, onward) > place_worth(look, leaver, beside)


def test_towards_the_end_germans_look_after_those_who_lurk_beside_their_road() -> None:
    road = "9018 8919 8618"
    for turn, sought in (("16EV", False), ("17PD", True), ("17AF", True)):
        t = clear_losheim(turn, taken=road, allied={"1/394": "9216", "2/394": "8012"})
        near = lurkers(t.g, GERMAN)
        assert set(near) == ({t.hex("9216")} if sought else set()), "the other is too far off"
        assert goals(t.g, GERMAN, 0, set_of(near), attack=True).get(8, 0) == set_of(near)
        assert bool(survey(t.g, GERMAN).stake(t.hex("9216"))) == sought


def test_who_bars_the_road_to_more_points_is_gone_for_first() -> None:
    """One stands where all roads come together, one before Bütgenbach alone."""
    west = {"1/394": "8414", "2/394": "8016", "3/394": "8022", "801TD": "9220"}
    t = clear_losheim("17AF", taken="8314 8515 8618", allied=west)
    trunk, branch = t.hex("9220"), t.hex("8414")
    look = survey(t.g, GERMAN)
    assert (look.barring[trunk], look.barring[branch]) == (4 + 3 + 2, 4)
    assert (look.stake(trunk), look.stake(branch)) == (9, 4)
    unit = t.unit("I/FJ9")
    t.g.put(unit, t.hex("9520"))
    t.g.steps_left[t.unit("801TD")] = t.g.steps_left[t.unit("1/394")] = 1
    alike = survey(t.g, GERMAN)._replace(ways=tuple(0 for _ in look.ways))
    assert place_worth(alike, unit, t.hex("9221")) > place_worth(alike, unit, t.hex("8415"))


def test_who_may_yet_bar_a_road_stands_for_less_than_who_does() -> None:
    t = clear_losheim("17AF", taken="9018 8919 8618", allied={"1/394": "9216"})
    look = survey(t.g, GERMAN)
    points = look.lurking[t.hex("9216")]
    assert points > look.stake(t.hex("9216")) > 0


def test_where_others_are_enough_one_more_is_not_drawn() -> None:
    """Three battalions stand before a company: the fourth looks for something else to do."""
    t = Table().put("1010", "r1", steps=1).put("1510", "r2", steps=1)
    t.put("1011", "vg1", "vg2").put("1110", "vg3").put("1013", "pz")
    look = survey(t.g, GERMAN)
    alike = look._replace(ways=tuple(0 for _ in look.ways))
    crowded, free = t.hex("0910"), t.hex("1511")
    assert place_worth(alike, t.unit("pz"), free) > place_worth(alike, t.unit("pz"), crowded)


def test_points_hang_on_the_hexes_of_the_road() -> None:
    t = clear_losheim("17AF", taken="9018 8618", allied={})
    cuts = cuts_of(t.g)
    assert cuts[t.hex("8618")] == 2
    assert cuts[t.hex("9018")] >= 2
    assert max(cuts.values()) == 4, "where both places hang on one road"


def test_in_the_last_turn_americans_step_onto_the_german_road() -> None:
    t = clear_losheim("17AF", taken="9018 8919 8618", allied={"1/394": "9216"})
    look, unit = survey(t.g, ALLIED), t.unit("1/394")
    best = Place(max(look.cuts, key=look.cuts.__getitem__))
    assert place_worth(look, unit, best) > place_worth(look, unit, t.hex("9216"), stays=True)
    assert place_worth(look, unit, t.hex("8618")) > 0, "or into a place that nobody holds"
    t.g.put(unit, best)
    there = survey(t.g, ALLIED)
    assert best in there.barring
    assert place_worth(there, unit, best, stays=True) > place_worth(there, unit, t.hex("9216"))
    before = clear_losheim("17MO", taken="9018 8919 8618", allied={"1/394": "9216"})
    assert not survey(before.g, ALLIED).cuts, "the Germans would throw him off it again"


@pytest.mark.parametrize(("turn", "order"), [("17MO", "dig 1/394"), ("17AF", "end")])
def test_in_the_last_turn_nobody_digs(turn: str, order: str) -> None:
    t = clear_losheim(turn, taken="", allied={"1/394": "8314"})
    t.g.put(t.unit("I/FJ9"), t.hex("8317"))
    t.run(Orders(ALLIED, t.formation("V")))
    assert "dig 1/394" in t.offered()
    assert answer(t) == order


def attacked_from(beside: Place, turn: str) -> Table:
    """A battalion near the German road, and Germans on one side of it alone."""
    t = clear_losheim(turn, taken="9018 8919 8618", allied={"1/394": "9216"})
    for unit in each_piece(t.g.on_map(t.g.setting.roster.combat & t.g.setting.army[GERMAN])):
        t.g.put(unit, NOWHERE)
    for name in ("I/FJ9", "II/FJ9", "III/FJ9"):
        t.g.put(t.unit(name), beside)
    return t


def test_who_is_driven_off_may_bar_the_road_or_go_away_from_it() -> None:
    first = attacked_from(Place(0), "17AF")
    target = first.hex("9216")
    sides = [place for place in first.g.setting.board.neighbours[target] if place >= 0]
    lost = {beside: driven(attacked_from(beside, "17AF").g, GERMAN, target) for beside in sides}
    assert max(lost.values()) == 2, "from the far side: a place beyond the road"
    assert min(lost.values()) == 0, "from the side of the road"


@pytest.mark.parametrize(("turn", "matters"), [("17MO", False), ("17AF", True)])
def test_in_the_last_turn_nobody_is_driven_onto_ones_road(
    turn: str, *, matters: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = attacked_from(Place(0), turn)
    target = first.hex("9216")
    sides = [place for place in first.g.setting.board.neighbours[target] if place >= 0]
    worst = max(sides, key=lambda beside: driven(attacked_from(beside, turn).g, GERMAN, target))
    t = attacked_from(worst, turn)
    t.run(CombatSegment(GERMAN, t.formation("ISS")))
    lexicon = t.g.setting.lexicon
    mark = [lexicon.text(action) for action in t.question.actions].index("mark 9216")
    wary = GAME.judge(t.g, t.question)[mark]
    monkeypatch.setattr(judging, "driven", lambda *_: 0)
    careless = GAME.judge(t.g.copy(), t.question)[mark]
    assert (wary < careless) == matters
    assert wary <= careless
