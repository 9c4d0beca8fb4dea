"""What the staff proposes: always something that is offered, and sensible."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.bots import SimpleBot
from salient.engine import Match, seed_from_text
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.games.peiper.game import PeiperGame
from salient.games.peiper.staff.fields import distances, prizes
from salient.games.peiper.staff.proposals import propose, strength, wants_to_attack
from salient.games.peiper.staff.purchases import missing, ways_to_come
from salient.games.peiper.state import PeiperState
from salient.games.squad.bot.survey import must_act
from salient.games.squad.phases.rout import Routing
from salient.games.squad.sequence import Phase
from tests.games.peiper.maps import AMERICAN, GERMAN, board, charts
from tests.games.peiper.table import Campaign

GAME = PeiperGame()


def before_the_first_turn(name: str) -> tuple[list[tuple[int, str, Action]], PeiperState]:
    """All answers of the staff up to the first turn of a campaign, and what it came to."""
    match = Match.start(GAME, name, seed_from_text("staff"))
    given = []
    while match.decision is not None and match.state.refit:
        decision = match.decision
        answer = propose(match.state, decision.side, decision.prompt, decision.actions)
        assert answer in decision.actions, decision.prompt
        given.append((decision.side, decision.prompt, answer))
        match.play(answer)
    return given, match.state


@pytest.mark.parametrize("name", GAME.scenarios)
def test_the_plans_of_the_first_day_cost_what_there_is(name: str) -> None:
    """No plan costs more than the budget; the first set-up of Stoumont is free of surcharges."""
    for side in (GERMAN, AMERICAN):
        chart = charts().groups.sides[side]
        for rows in charts().plans(name, side).values():
            cost = sum(chart[row.group].price(row.placing) * row.count for row in rows)
            assert cost <= charts().campaigns[name].side(side).cpp


def test_the_staff_prepares_the_first_battle_of_cheneux_by_its_plan() -> None:
    """It buys what the plan says, builds foxholes, and sets everybody up."""
    given, g = before_the_first_turn("cheneux")
    bought = [a.choice(0) for side, prompt, a in given if (side, a.verb) == (GERMAN, "buy")]
    assert bought == ["i2", "i2", "i2", "i2", "hw1", "f", "f"]
    assert any(action.verb == "fort" for _, _, action in given)
    assert g.cpp == [0, 0]
    assert g.on_map(g.setting.army[GERMAN] & g.setting.squads)
    held = g.on_map(g.setting.army[GERMAN] & g.setting.personnel)
    assert held.bit_count() > 10


def test_objectives_lie_on_the_way_to_the_enemys_points() -> None:
    """The Americans of Cheneux name hexes within a few hexes of the first houses."""
    given, g = before_the_first_turn("cheneux")
    away = distances(g, prizes(g, AMERICAN, held=False))
    hexes = [a.place(0) for side, _, a in given if (side, a.verb) == (AMERICAN, "objective")]
    assert hexes
    assert all(away[here] <= 8 for here in hexes)
    assert len(set(hexes)) == len(hexes)


def test_distances_are_to_the_nearest() -> None:
    """Of no hexes everything is far."""
    _, g = before_the_first_turn("cheneux")
    ours = board("cheneux")
    a, b = ours.named["l10"], ours.named["nn6"]
    away = distances(g, [a, b])
    assert (away[a], away[b]) == (0, 0)
    assert away[ours.named["p9"]] == ours.range(a, ours.named["p9"])
    assert set(distances(g, [])) == {255}


def test_the_americans_of_cheneux_attack_by_day_as_long_as_they_have_chits() -> None:
    """The night is left to the platoons that come up."""
    _, g = before_the_first_turn("cheneux")
    g = g.copy()
    g.date = g.setting.dates[1]
    assert not wants_to_attack(g, AMERICAN)  # By night: only the last date counts (P8.52-VC).
    g.date = g.setting.dates[2]
    assert wants_to_attack(g, AMERICAN)
    g.chits[AMERICAN] = 3
    offered = [Action("chit", ("idle",))]
    assert propose(g, AMERICAN, "chit", offered) == offered[0]


def test_what_is_bought_on_the_date_counts_for_what_is_missing() -> None:
    """One module of artillery is not bought after the other: it has no counters yet (P8.620)."""
    table = Campaign("cheneux", "21AM").hold_limits()
    table.g.cpp[AMERICAN] = 26
    before = missing(table.g, AMERICAN)["artillery"]
    table.force("american", "O2")
    assert missing(table.g, AMERICAN)["artillery"] < 0 < before


def test_platoons_set_up_on_the_map_where_the_front_is_a_long_march_away() -> None:
    """From A10 it is a way to the bridge (P8.6194a)."""
    table = Campaign("cheneux", "20N").hold_limits()
    assert ways_to_come(table.g, AMERICAN)[0] == "reserve"
    assert ways_to_come(table.g, AMERICAN).index("enter") < 2
    hexes = table.g.setting.board.hexes
    table.hold("american", *(here.name for here in hexes if here.spot[0] < 30))
    assert ways_to_come(table.g, AMERICAN).index("map") == 1


def test_strength_is_counted_in_casualty_points() -> None:
    """A side that loses its vehicles is weaker."""
    _, g = before_the_first_turn("cheneux")
    g = g.copy()
    before = strength(g, GERMAN)
    for unit in range(len(g.setting.units)):
        if g.setting.vehicles & g.setting.army[GERMAN] & g.on_map(1 << unit):
            g.put(Piece(unit), NOWHERE)
    assert 0 < strength(g, GERMAN) < before


def test_what_is_missing_most_is_bought() -> None:
    """With points to spend after the first date there is always something wanted."""
    _, g = before_the_first_turn("cheneux")
    g = g.copy()
    g.cpp[AMERICAN] = 40
    assert max(missing(g, AMERICAN).values()) > 0


@pytest.mark.play
def test_bots_play_a_campaign_to_its_end() -> None:
    """Cheneux, four dates; the roster has a line for each, and somebody has won."""
    match = Match.start(GAME, "cheneux", seed_from_text("to the end"))
    bots = (SimpleBot(1), SimpleBot(2))
    while match.decision is not None:
        side = match.decision.side
        match.play(bots[side].answer(GAME, match.state, match.decision))
    assert GAME.result(match.state) is not None
    assert [line.date for line in match.state.roster] == list(match.state.setting.dates)
    GAME.check(match.state)


# -- leaving it to the staff ----------------------------------------------------------------------


def test_the_staff_buys_names_and_builds_as_it_proposes() -> None:
    """One order does a step to its end: the same groups, objectives and works as one by one."""
    _, g = before_the_first_turn("cheneux")
    match = Match.start(GAME, "cheneux", seed_from_text("staff"))
    while match.decision is not None and match.state.refit:
        staff = Action("staff")
        match.play(staff if staff in match.decision.actions else match.decision.actions[-1])
    assert match.state.forces == g.forces
    assert match.state.planned == g.planned


def test_the_staff_names_what_is_asked_for_and_leaves_the_purchase_to_the_player() -> None:
    """Asked for objectives it names them; what is bought is asked next."""
    table = Campaign.begun("cheneux", 3)
    assert table.asked == "german objective"
    table.play("staff")
    assert table.asked == "german buy"
    assert all(force.objective >= 0 for force in table.g.forces
               if force.side == GERMAN and force.chart in ("I2", "HW1"))  # fmt: skip
    table.play("buy i2 reserve")
    assert table.asked == "german objective"
    table.play("staff", "staff")
    assert table.asked == "american objective"
    assert table.g.cpp[GERMAN] == 0


def test_the_staff_chooses_a_hex_for_one_work_only() -> None:
    """The player says what is built, the staff where."""
    table = Campaign("cheneux", "20N").hold_limits()
    table.g.fpp = [10, 0]
    table.step(621).play("fort wire")
    assert table.asked == "german site"
    table.play("staff")
    assert table.asked == "german fort"
    assert [plan[1] for plan in table.g.planned] == ["wire"]
    table.play("staff")
    assert table.decision is None
    assert len(table.g.planned) > 1


@pytest.mark.rule("peiper:P8.6057")
def test_the_staff_decides_who_breaks_out_of_isolated_areas() -> None:
    """Who holds points stays, as one by one."""
    table = Campaign("cheneux", "20N").hold_limits().hold("american", "L10", "J8", "P9")
    table.put("P9", "us747.1", "us747.2").step(605)
    assert table.asked == "american isolated"
    table.play("staff")
    assert table.decision is None
    assert {table.unit("us747.1"), table.unit("us747.2")} <= set(table.g.home)


@pytest.mark.rule("peiper:P8.6233")
@pytest.mark.parametrize(("attacker", "acts"), [(-1, [True, True]), (1, [False, True])])
def test_in_a_dual_attack_both_sides_go_for_the_points(attacker: int, acts: list[bool]) -> None:
    table = Campaign("cheneux", "21AM").hold_limits().hold("american", "P9", "L10")
    table.battle("german").terms(attacker=attacker)
    assert [must_act(table.g, side) for side in (GERMAN, AMERICAN)] == acts


@pytest.mark.parametrize("hexagon", ["A10", "A20"])
def test_nobody_leaves_the_map_of_his_own_free_will(hexagon: str) -> None:
    table = Campaign("cheneux").hold_limits().battle("american").put(hexagon, "us747.1")
    table.put("P9", "ss658.1")
    table.g.steps = []
    table.run(Phase(1, "move")).play("move us747.1")
    assert "exit" in table.offered()
    values = GAME.judge(table.g, table.question)
    best = table.question.actions[values.index(max(values))]
    assert best.verb != "exit"
    table.mark("broken", "us747.1").mark("desperate", "us747.1")
    table.g.steps, table.g.march = [], None
    table.run(Routing(1))
    values = GAME.judge(table.g, table.question)
    assert table.question.actions[values.index(max(values))].verb != "run_off"
