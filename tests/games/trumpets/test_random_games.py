"""Random games of *A Time for Trumpets*: nothing breaks, and what must not happen does not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from salient.boards.bits import each_piece, set_of
from salient.engine import Action, Decision, Event, seed_from_text
from salient.games.trumpets.events import AttackDeclared, GunsAnswered
from salient.games.trumpets.game import TimeForTrumpets
from salient.games.trumpets.march.surprise import kgp_units
from salient.games.trumpets.standing.freshness import is_resting
from salient.games.trumpets.state import TrumpetsState
from tests.amounts import amount

GAME = TimeForTrumpets()
SHORT, LONG = ("clervaux", "losheim", "army_7", "bastogne", "st_vith"), ("campaign",)
IDLE = frozenset({"end", "rest", "done", "stop", "wait", "cancel", "hold", "idle", "dig", "pack"})
SAVE_EVERY, CHECK_EVERY = 60, 5

pytestmark = pytest.mark.play


def choose(rng: random.Random, decision: Decision) -> Action:
    """Something that happens, nine times of ten; half of them by the verb first."""
    actions = decision.actions
    if rng.random() < 0.9:
        actions = [action for action in actions if action.verb not in IDLE] or actions
    if rng.random() < 0.5:
        verb = rng.choice(sorted({action.verb for action in actions}))
        actions = [action for action in actions if action.verb == verb]
    return rng.choice(actions)


def save_and_load(g: TrumpetsState, decision: Decision) -> None:
    """A loaded game asks the same, and what a copy plays leaves the original alone."""
    print_, twin = GAME.fingerprint(g), GAME.load(GAME.dump(g))
    assert GAME.decision(twin) == decision
    other = g.copy()
    for action in (decision.actions[0], decision.actions[-1]):
        for state in (twin, other):
            if action in getattr(GAME.decision(state), "actions", ()):
                GAME.play(state, action)
    assert GAME.fingerprint(twin) == GAME.fingerprint(other)
    assert GAME.fingerprint(g) == print_


class Watch:
    """What one turn must not see twice."""

    def __init__(self, g: TrumpetsState) -> None:
        self.turn, self.attacked, self.steps = g.turn, 0, list(g.steps_left)

    def look(self, before: TrumpetsState, g: TrumpetsState, log: list[Event]) -> None:
        """No second attack but Peiper's, none of those who rest, no gun twice, no step gained."""
        roster = g.setting.roster
        for event in log:
            if isinstance(event, AttackDeclared):
                units = set_of(event.units)
                assert not units & self.attacked & ~kgp_units(g), "nobody attacks twice"
                assert not any(is_resting(before, unit) for unit in each_piece(units))
                self.attacked |= units
            if isinstance(event, AttackDeclared | GunsAnswered):
                assert not set_of(event.guns) & before.fired, "fired guns do not fire"
        if g.setting.identity.options["events"] == "no":
            grown = (u for u, steps in enumerate(g.steps_left) if steps > self.steps[u])
            assert not set_of(grown) & ~(roster.hqs | roster.substitutes), "no unit grows"
        self.steps = list(g.steps_left)
        if g.turn != self.turn:
            self.turn, self.attacked = g.turn, 0


def play(scenario: str, number: int, most: int) -> tuple[list[Action], TrumpetsState]:
    """A random game, looked at again and again."""
    key = f"{scenario}/{number}"
    rng = random.Random(key)
    options = {option.id: rng.choice(option.choices) for option in GAME.options}
    g, _ = GAME.start(scenario, seed_from_text(key), options)
    watch, played = Watch(g), list[Action]()
    for decision in decisions(g, most):
        if len(played) % CHECK_EVERY == 0:
            GAME.check(g)
        if len(played) % SAVE_EVERY == 0:
            save_and_load(g, decision)
        played.append(choose(rng, decision))
        before = g.copy()
        watch.look(before, g, GAME.play(g, played[-1]))
    GAME.check(g)
    again, _ = GAME.start(scenario, seed_from_text(key), options)
    for action in played:
        GAME.play(again, action)
    assert GAME.fingerprint(again) == GAME.fingerprint(g), "replay equals play"
    return played, g


def decisions(g: TrumpetsState, most: int) -> Iterator[Decision]:
    """What is asked, up to a bound."""
    for _ in range(most):
        decision = GAME.decision(g)
        if decision is None:
            return
        assert decision.actions
        yield decision


@pytest.mark.parametrize("scenario", SHORT)
def test_short_games_keep_the_invariants(scenario: str) -> None:
    """To the end in the long campaign of tests, some hundred decisions with every change."""
    for number in range(amount(1, 60)):
        _, g = play(scenario, number, amount(300, 1_000_000))
        assert amount(1, 0) or GAME.result(g) is not None


@pytest.mark.parametrize("scenario", LONG)
def test_the_campaign_keeps_the_invariants(scenario: str) -> None:
    """Its first decisions with every change, whole campaigns now and then."""
    for number in range(amount(1, 5)):
        _, g = play(scenario, number, amount(100, 1_000_000))
        assert amount(1, 0) or GAME.result(g) is not None
