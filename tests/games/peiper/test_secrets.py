"""What is kept from a side between and in the scenarios of a campaign: exchange tests.

Two positions that differ only in what a side cannot know are exchanged for one another: its view,
its papers, what it is offered and told, its odds and its bot's move stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from salient.bots import SimpleBot
from salient.engine.actions import Action
from salient.engine.speech import Speech
from salient.engine.state import Decision
from salient.games.peiper.refit.works import build_area
from salient.games.peiper.sequence import AGAIN, ENDING, ONCE, Refit
from salient.games.peiper.state import Force, PeiperState
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.scenario import Battery
from salient.games.squad.terrain.board import Hexagon, each_hex
from salient.testing.contract import check_knowledge
from tests.amounts import amount
from tests.games.peiper.maps import AMERICAN, GERMAN
from tests.games.peiper.table import GAME, Campaign
from tests.games.peiper.test_campaigns import choose

SPECTATOR = -1
WATCHERS = {GERMAN: (AMERICAN, SPECTATOR), AMERICAN: (GERMAN, SPECTATOR)}
PLACES = ("P9", "AA10", "NN6", "R9")


def fought_out() -> Campaign:
    """Cheneux at the end of the second scenario: both hold something, both wait in boxes."""
    table = Campaign("cheneux", "20N").hold_limits().hold("american", "J8", "L10", "M11", "P9")
    table.put("L10", "us747.1", "us80.1").put("P9", "us747.2").put("R9", "us747.3")
    table.put("V8", "ss658.1", "ss81.1").put("AA10", "ss658.2").put("GG9", "ss658.3")
    table.put("Q10", "ss658.4").box("A10", "us747.4").box("TT1", "ss658.5")
    table.force("american", "I2", "us747.1", "us747.2", "us747.3", "us747.4", new=False)
    table.force("german", "I2", "ss658.1", "ss658.2", "ss658.3", new=False)
    table.force("german", "I2", "ss658.4", "ss658.5", new=False)
    table.battle("american")
    return table


def told(g: PeiperState, side: int) -> dict[str, Any]:
    """All that a side can look at: what it knows, sees, is offered and told, and its bot's move."""
    known = GAME.known(g, side, Random(1))
    report, board = GAME.report, g.setting.board
    speech = Speech(GAME, g.setting, "en")
    decision = known.offered
    found = {
        "known": GAME.dump(known),
        "scene": GAME.scene(known, side),
        "standing": report.describe_standing(known),
        "charts": {name: chart.rows for name, chart in report.charts(known).items()},
        "overlays": {name: report.overlay(known, name, side) for name in report.overlays(known)},
        "places": [report.describe_place(known, board.place(name)) for name in PLACES],
        "odds": [GAME.forecast(known, board.place(name)) for name in PLACES],
    }
    if decision is not None and decision.side == side:
        found |= {
            "offers": decision,
            "details": [speech.say(line) for line in report.describe_decision(known, decision)],
            "notes": [speech.say(line) for line in report.describe_actions(known, decision)],
            "figures": report.figure_actions(known, decision),
            "why": report.explain_refusal(known, Action("buy", ("I1", "reserve"))),
            "bot": SimpleBot(1).answer(GAME, known, decision),
        }
    return found


def points(g: PeiperState, side: int) -> None:
    g.cpp[side] += 5
    g.fpp[side] += 2


def purchase(g: PeiperState, side: int) -> None:
    """A group more in the record and on the date's line of the roster."""
    g.forces.append(
        Force("I2", side, g.date, placing="enter", objective=Hexagon(g.setting.board.place("P8")))
    )
    line = g.roster[-1]
    bought = tuple((*line.bought[s], "I2") if s == side else line.bought[s] for s in (0, 1))
    g.roster[-1] = msgspec.structs.replace(line, bought=bought)


def sniper(g: PeiperState, side: int) -> None:
    g.forces.append(Force("S", side, g.date, placing="set"))
    g.snipers[side] += 1
    g.san_now[side] += 1


def objective(g: PeiperState, side: int) -> None:
    number = next(n for n, force in enumerate(g.forces) if force.side == side)
    g.change_force(number, objective=g.setting.board.place("Q9"), strength="reduced")


def works(g: PeiperState, side: int) -> None:
    """Everything it may build it plans: roadblocks on all roads, foxholes beside them, mines."""
    hexes, _ = build_area(g, side)
    for here in each_hex(hexes):
        road = g.setting.board.hexes[here].road
        g.planned.append((side, "roadblock" if road else ("foxhole1", "ap6")[here % 2], here))


def buried(g: PeiperState, side: int) -> None:
    """It has mines from former scenarios wherever they can be hidden."""
    for here in each_hex(g.setting.all_hexes):
        if conceals(g, here):
            g.mines[here] = (*g.mines.get(here, ()), Minefield("ap", 8, side, known=False))


def patrol(g: PeiperState, side: int) -> None:
    g.watched[side] ^= 1 << g.setting.board.place("R8")


def chit(g: PeiperState, side: int) -> None:
    g.chosen[side] = "idle" if g.chosen[side] == "attack" else "attack"


def boxes(g: PeiperState, side: int) -> None:
    """Who waits in a box is in the other part of it, and in another state."""
    waiting = [unit for unit in g.box if g.side(unit) == side]
    for unit in waiting:
        g.box[unit] ^= 1
        g.half |= 1 << unit


def registered(g: PeiperState, side: int) -> None:
    g.guns_behind = [
        msgspec.structs.replace(battery, registered=["P9"], calibre=battery.calibre + 1)
        if battery.side == ("german", "american")[side]
        else battery
        for battery in g.guns_behind
    ]


EXCHANGES: tuple[Callable[[PeiperState, int], None], ...] = (
    points, purchase, sniper, objective, works, buried, patrol, chit, boxes, registered,
)  # fmt: skip


def asked_anew(g: PeiperState, side: int) -> Decision | None:
    """What a side is asked, made out of the position itself once more and not kept from before."""
    twin = g.copy()
    twin.offered = None
    decision = GAME.decision(twin)
    return decision if decision is not None and decision.side == side else None


def exchange(g: PeiperState, side: int) -> None:
    """Change the secrets of a side, one by one and all at once: nobody else sees a difference."""
    all_changed = g.copy()
    for change in EXCHANGES:
        other = g.copy()
        for state in (other, all_changed):
            change(state, side)
        for watcher in WATCHERS[side]:
            known, fresh = (GAME.known(state, watcher, Random(1)) for state in (g, other))
            assert GAME.dump(known) == GAME.dump(fresh), change.__name__
        assert asked_anew(other, 1 - side) == asked_anew(g, 1 - side), change.__name__
    for watcher in WATCHERS[side]:
        assert told(g, watcher) == told(all_changed, watcher)


def test_nobody_is_told_of_the_other_sides_papers_in_any_step_of_the_refit_phase() -> None:
    """At every new question from the end of a scenario to the first turn of the next."""
    table, rng, asked = fought_out(), Random(4), set[str]()
    table.g.guns_behind = [Battery("german", 120), Battery("american", 81)]
    table.run()
    last = table.g.setting.dates[2]
    while table.g.refit and table.decision is not None and table.g.date <= last:
        question = f"{table.g.date} {table.asked}"
        if question not in asked:
            asked.add(question)
            check_knowledge(GAME, table.g)
            # What is asked is made of the secrets of who is asked: those of the other are changed.
            exchange(table.g, 1 - table.question.side)
        table.events += GAME.play(table.g, choose(table.question, rng))
    prompts = {question.split()[-1] for question in asked}
    assert {"isolated", "shift", "buy", "recon", "chit"} <= prompts
    assert prompts & {"deploy", "arrange"}


@pytest.mark.play
@pytest.mark.parametrize("name", GAME.scenarios[: amount(1, soak=3)])
@pytest.mark.parametrize("seed", range(amount(1, soak=4)))
def test_what_a_side_knows_keeps_the_contract_in_the_first_refit(name: str, seed: int) -> None:
    g, _ = GAME.start(name, bytes([seed + 1]) * 32)
    rng, asked = Random(seed), set[str]()
    while g.refit and (decision := GAME.decision(g)) is not None:
        question = f"{decision.side} {decision.prompt}"
        if question not in asked:
            asked.add(question)
            check_knowledge(GAME, g)
            exchange(g, 1 - decision.side)
        GAME.play(g, choose(decision, rng))
    assert {"0 buy", "1 buy", "0 objective", "0 deploy"} <= asked


def building(name: str, date: str = "") -> Campaign:
    """Both have points for all kinds of works, at first where their limits overlap, or later."""
    table = Campaign(name, date).hold_limits()
    table.terms(initial=not date, first=1, attacker=1)
    table.force("german", "I2").force("american", "I1").g.fpp = [40, 40]
    if date:
        table.hold("american", "J8", "L10", "M11", "N8", "N10", "P9")
    return table.step(621)


@pytest.mark.rule("peiper:P8.621")
@pytest.mark.parametrize(("name", "date"), [("stoumont", ""), ("cheneux", "20N")])
def test_where_a_work_may_stand_tells_nothing_of_the_enemys(name: str, date: str) -> None:
    """For every work, and where the limits of both overlap (8.5f): all offers stay the same."""
    table, asked = building(name, date), set[str]()
    while table.decision is not None:
        side = table.question.side
        for change in (works, buried):
            other = table.g.copy()
            change(other, 1 - side)
            assert asked_anew(other, side) == table.decision
        new = [text for text in sorted(table.texts("fort")) if f"{side} {text}" not in asked]
        asked |= {f"{side} {text}" for text in new[:1]}
        table.play(new[0] if new else "end")
    assert {"0 fort roadblock", "1 fort roadblock", "0 fort ap8", "1 fort foxhole1"} <= asked


def test_saves_at_every_question_of_the_refit_phase_play_on_the_same() -> None:
    """A save loaded at any question asks the same and goes the same way."""
    table, rng, asked = fought_out(), Random(7), set[str]()
    table.run()
    while table.g.refit and table.decision is not None:
        action = choose(table.question, rng)
        if table.asked not in asked:
            asked.add(table.asked)
            saved = GAME.dump(table.g)
            loaded = GAME.load(saved)
            assert GAME.dump(loaded) == saved
            assert GAME.decision(loaded) == table.decision
            twin = table.g.copy()
            assert GAME.play(loaded, action) == GAME.play(twin, action)
            assert GAME.dump(loaded) == GAME.dump(twin)
        table.events += GAME.play(table.g, action)
    assert len(asked) >= 10


def test_the_steps_of_a_side_tell_the_other_nothing() -> None:
    """Steps on the stack that hold what a side has in mind are shown without it."""
    table = fought_out()
    table.g.steps = [Refit((*ENDING, *ONCE, *AGAIN))]
    table.run()
    rng = Random(2)
    while table.g.refit and table.decision is not None:
        side = table.question.side
        known = GAME.known(table.g, 1 - side, Random(1))
        own = [step for step in known.steps if getattr(step, "side", 1 - side) == side]
        for step in own:
            assert step.as_enemy_knows() == step
        table.events += GAME.play(table.g, choose(table.question, rng))
