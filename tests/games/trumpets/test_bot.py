"""The simple bot: its habits; it plays a scenario to the end and is not beaten by chance."""

from __future__ import annotations

from random import Random

import pytest

from salient.engine import seed_from_text
from salient.games.trumpets.bot.survey import goals, survey
from salient.games.trumpets.march.crossing import Crossing
from salient.games.trumpets.march.movement import Moving
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
    assert answer(t).startswith("bridge")


def test_americans_dig_when_germans_are_near_and_not_otherwise() -> None:
    t = Table().put("1010", "r1").put("1013", "vg1").run(Orders(ALLIED, Table().formation("VIII")))
    assert answer(t) == "dig r1"
    u = Table().put("1010", "r1").put("1018", "vg1").run(Orders(ALLIED, Table().formation("VIII")))
    assert answer(u) == "end"


def test_a_bridge_is_blown_under_the_enemys_feet() -> None:
    t = Table(water={"1010-1011": "river"}, roads=("1010-1011",)).put("1010", "eng")
    put_out(t, "pz", "1012")
    t.run(Crossing(ALLIED, t.hex("1011"), t.hex("1010"), (t.unit("pz"),)))
    assert answer(t) == "blow"


def test_a_corps_far_from_the_enemy_rests_at_night() -> None:
    for turn, word in (("19EV", "rest iss"), ("19AF", "corps iss")):
        t = Table(turn).put("0202", "HQ-ISS", "vg1").put("2020", "r1")
        t.run(Activation(GERMAN)).play("army 6pa")
        assert answer(t) == word


def test_germans_go_for_places_that_count_and_americans_into_them() -> None:
    t = Table.real("clervaux", "16AF")
    prizes = {t.g.setting.at(p.hex) for p in t.g.setting.scenario.prizes}
    assert all(p in prizes for p in range(1000) if goals(t.g, GERMAN) >> p & 1)
    look = survey(t.g, GERMAN)
    assert look.way(t.hex("7540")) == 0
    assert look.way(t.hex("7640")) < look.way(t.hex("8040"))


def test_guns_stay_behind_the_front() -> None:
    t = put_out(Table().put("1010", "r1"), "vak1", "1018")
    t.run(Moving(GERMAN, t.formation("ISS"), (t.unit("vak1"),)))
    assert answer(t) == "deploy", "eight hexes away, and they reach ten"
    u = put_out(Table().put("1003", "r1"), "nw1", "1018")
    u.run(Moving(GERMAN, u.formation("ISS"), (u.unit("nw1"),)))
    assert answer(u).startswith("move"), "rockets reach four"
