"""Games in their middle, played by the engine, to be imported into a table."""

from __future__ import annotations

from functools import cache
from random import Random

from salient.bots import make_bot
from salient.engine import Decision, Match, seed_from_text
from salient.games import find_game
from salient.lab.arena import hash_seed

SEED = "Bastogne"


@cache
def game_before(verb: str, title: str, scenario: str) -> str:
    """The record of a random game up to the first question that offers a verb."""
    rng, match = Random(SEED), Match.start(find_game(title), scenario, seed_from_text(SEED))
    while (decision := match.decision) and not offers(decision, verb):
        match.play(rng.choice(decision.actions))
    return match.record().to_text()


@cache
def game_without(verb: str, title: str, scenario: str) -> str:
    """The record of a game in which nobody does anything, up to the first offer of a verb."""
    match = Match.start(find_game(title), scenario, seed_from_text(SEED))
    while (decision := match.decision) and not offers(decision, verb):
        ends = [action for action in decision.actions if not action.args]
        match.play((ends or decision.actions)[-1])
    return match.record().to_text()


@cache
def game_of_bots(title: str, scenario: str, actions: int, verb: str = "") -> str:
    """The record of a game of two bots: so many actions, and more until a verb is offered."""
    bots = [make_bot("simple", hash_seed(SEED, side)) for side in (0, 1)]
    match = Match.start(find_game(title), scenario, seed_from_text(SEED))
    while decision := match.decision:
        if len(match.log) > actions and (not verb or offers(decision, verb)):
            break
        match.play(bots[decision.side].answer(match.game, match.state, decision))
    return match.record().to_text()


def finished_game() -> str:
    """The record of a short game of two bots."""
    return game_of_bots("mist", "seventh", 10_000)


def offers(decision: Decision, verb: str) -> bool:
    """Whether an action with a verb is among the answers."""
    return any(action.verb == verb for action in decision.actions)
