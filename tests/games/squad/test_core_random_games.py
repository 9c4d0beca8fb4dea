"""Whole games at random: invariants, saves, replays, and bots that finish."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from msgspec.structs import replace

from salient.boards.bits import each_piece
from salient.bots.players import make_bot
from salient.engine import Match, parse_record, replay, seed_from_text
from salient.engine.events import seen_events
from salient.engine.ids import Piece
from salient.games.squad.chapters import CHAPTERS
from salient.games.squad.core.cost_memory import tolls_of
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.points import mp_of
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.game import SquadGame
from salient.games.squad.knowledge import could_learn, unseen_units
from salient.testing.contract import check_contract
from tests.amounts import amount
from tests.games.squad.table import GAME

pytestmark = pytest.mark.play


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("seed", range(amount(2, soak=6)))
def test_random_games_keep_the_invariants(scenario: str, seed: int) -> None:
    rng = random.Random(seed)
    options = {"setup": "free" if seed % 2 else "ready"}
    g, _ = GAME.start(scenario, seed_from_text(f"random {seed}"), options)
    while (decision := GAME.decision(g)) is not None:
        GAME.play(g, rng.choice(decision.actions))
        GAME.check(g)
    assert GAME.result(g) is not None


def test_the_contract_is_kept() -> None:
    check_contract(GAME, games=amount(4, soak=10))


def test_a_record_replays_to_the_same_end() -> None:
    match = Match.start(GAME, "practice", seed_from_text("record"))
    rng = random.Random(9)
    while (decision := match.decision) is not None:
        match.play(rng.choice(decision.actions))
    text = match.record().to_text()
    *_, (last, _) = replay(GAME, parse_record(text))
    assert GAME.fingerprint(last) == GAME.fingerprint(match.state)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_simple_bots_finish(scenario: str) -> None:
    bots = [make_bot("simple", 1), make_bot("simple", 2)]
    g, _ = GAME.start(scenario, seed_from_text("bots"))
    for _ in range(3000):
        decision = GAME.decision(g)
        if decision is None:
            break
        GAME.play(g, bots[decision.side].answer(GAME, g, decision))
    assert GAME.result(g) is not None


# -- what is remembered ---------------------------------------------------------------------------

PLAYED = ("sanatorium", "station", "village")


@pytest.mark.parametrize("scenario", PLAYED)
@pytest.mark.parametrize("seed", range(amount(1, soak=4)))
def test_what_is_remembered_never_changes_what_is_offered(scenario: str, seed: int) -> None:
    rng, fresh = random.Random(seed), SquadGame()
    g, _ = GAME.start(scenario, seed_from_text(f"memory {seed}"))
    for count in itertools.count():
        decision = GAME.decision(g)
        if decision is None:
            break
        if count % 40 == seed:
            twin = fresh.load(GAME.dump(g))
            twin.setting.memory.forget()
            assert fresh.decision(twin) == decision
        GAME.play(g, rng.choice(decision.actions))


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_chapters_without_anything_on_the_map_have_nothing_to_say(scenario: str) -> None:
    rng, everything = random.Random(3), [replace(c, needs=frozenset()) for c in CHAPTERS]
    g, _ = GAME.start(scenario, seed_from_text("chapters"))
    all_asked = SquadSetting(g.setting.identity, g.setting.folders, everything, g.setting.scenario)
    for count in itertools.count():
        decision = GAME.decision(g)
        if decision is None:
            break
        action, twin = rng.choice(decision.actions), None
        if count % 20 == 0:
            twin = g.copy()
            twin.setting, twin.offered = all_asked, None
            assert GAME.decision(twin) == decision
        events = GAME.play(g, action)
        if twin is not None:
            assert GAME.play(twin, action) == events


@pytest.mark.parametrize("scenario", PLAYED)
def test_what_a_question_was_made_of_never_changes_its_answer(scenario: str) -> None:
    rng, moved = random.Random(5), 0
    g, _ = GAME.start(scenario, seed_from_text("kept"))
    while (decision := GAME.decision(g)) is not None and moved < 60:
        action, twin = rng.choice(decision.actions), None
        if action.verb in ("go", "drive"):
            twin, moved = g.copy(), moved + 1  # Of a copy nothing is kept.
        GAME.play(g, action)
        if twin is not None:
            GAME.play(twin, action)
            assert GAME.fingerprint(twin) == GAME.fingerprint(g)
    assert moved


@pytest.mark.parametrize("scenario", PLAYED)
def test_remembered_ways_cost_what_entering_costs(scenario: str) -> None:
    rng = random.Random(7)
    g, _ = GAME.start(scenario, seed_from_text("ways"))
    for count in itertools.count():
        decision = GAME.decision(g)
        if decision is None:
            break
        GAME.play(g, rng.choice(decision.actions))
        if count % 60:
            continue
        for unit in rng.sample(each_piece(g.on_map(g.setting.squads | g.setting.vehicles)), 3):
            assert_ways(g, unit)


def assert_ways(g: SquadState, unit: Piece) -> None:
    vehicle = g.setting.vehicles >> unit & 1
    way = g.setting.vehicle_row(unit).move if vehicle else "infantry"
    points = mp_of(g, unit) if vehicle else 12
    tolls = tolls_of(g, unit, way, "move", points)
    for place in g.setting.board.places[::7]:
        if place == g.where[unit] or not (unit in g.bypass or unit in g.crest):
            links = g.setting.board.links[place]
            costs = [entry_cost(g, Entry(unit, way, place, to, side), points) for to, side in links]
            found = [(cost.total, bool(cost.bogs)) for cost in costs if not cost.bar]
            assert found == [(way.halves, way.bogs) for way in tolls.ways(place)]


def seen_of_the_enemy(g: SquadState, side: int) -> list[tuple[int, str, int]]:
    pieces = GAME.view(g, side).pieces
    return [(piece.id, piece.name, piece.place) for piece in pieces if piece.side == 1 - side]


@pytest.mark.parametrize("scenario", PLAYED)
def test_undo_stops_where_something_new_was_learnt(scenario: str) -> None:
    rng = random.Random(3)
    match = Match.start(GAME, scenario, seed_from_text("undo"))
    undone = 0
    while (decision := match.decision) is not None and undone < 150:
        before, side = match.state.copy(), decision.side
        match.play(rng.choice(decision.actions))
        if match.can_undo:
            assert seen_of_the_enemy(match.state, side) == seen_of_the_enemy(before, side)
            match.undo(side)
            assert GAME.fingerprint(match.state) == GAME.fingerprint(before)
            assert match.decision == decision
            match.play(rng.choice(decision.actions))
            undone += 1
    assert undone


@pytest.mark.parametrize("scenario", PLAYED)
def test_who_has_gone_where_something_may_lie_unseen_cannot_take_it_back(scenario: str) -> None:
    """Whether or not something lies there: else undo would find mines and ambushes."""
    rng = random.Random(4)
    match = Match.start(GAME, scenario, seed_from_text("probing"), {"setup": "free"})
    gone = 0
    for _ in range(amount(400, soak=2000)):
        decision = match.decision
        if decision is None:
            break
        before, side = match.state.copy(), decision.side
        match.play(rng.choice(decision.actions))
        after = match.state
        moved = before.phase != "setup" and any(
            before.where[unit] != after.where[unit]
            for unit in range(len(before.where)) if before.side(Piece(unit)) == side
        )  # fmt: skip
        if moved and unseen_units(before, 1 - side):
            gone += 1
            assert not match.can_undo
        earlier, later = (GAME.known(g, side, random.Random(0)) for g in (before, after))
        assert could_learn(before, after, side) == could_learn(earlier, later, side)
    assert gone or scenario == "practice"


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_die_is_told(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever checks the dice afterwards finds each of them in the log."""
    fallen: Counter[int] = Counter()
    die = SquadState.die

    def noted(g: SquadState) -> int:
        face = die(g)
        fallen[face] += 1
        return face

    monkeypatch.setattr(SquadState, "die", noted)
    rng = random.Random(f"told {scenario}")
    match = Match.start(GAME, scenario, seed_from_text("told"), {"setup": "free"})
    for _ in range(amount(300, soak=3000)):
        decision = match.decision
        if decision is None:
            break
        fallen.clear()
        events = match.play(rng.choice(decision.actions))
        told = Counter(
            face for event in seen_events(events, None) for face in getattr(event, "dice", ())
        )
        assert not fallen - told, (match.log[-1][0], fallen - told)
