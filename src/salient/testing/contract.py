"""One call that tests the whole contract of any game.

    from salient.testing.contract import check_contract

    def test_my_game() -> None:
        check_contract(MyGame(), games=5)

It plays random games and asserts, at every decision, what every front end and bot relies on.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from salient.engine import Action, AnyGame, ArgKind, Match, RuleViolation, seed_from_text

VEILS: tuple[tuple[int, ...], ...] = ((), (0,), (1,), (0, 1))


def check_contract(
    game: AnyGame, games: int = 4, seed: str = "contract", most: int | None = None
) -> None:
    """Play random games of every scenario and check the contract at every decision.

    Args:
        game: The title.
        games: How many games.
        seed: Of their dice and of what is chosen.
        most: How many decisions of each, if not all of them.
    """
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        scenario = game.scenarios[number % len(game.scenarios)]
        options = {option.id: rng.choice(option.choices) for option in game.options}
        match = Match.start(game, scenario, seed_from_text(f"{seed}/{number}"), options)
        _check_columns(game, match.state)
        assert match.state.setting.lexicon.momentous <= match.state.setting.lexicon.verbs.keys()
        while (decision := match.decision) is not None and len(match.deeds) != most:
            _check_offer(game, match.state)
            _check_refusals(game, match.state, rng)
            if rng.random() < 0.2:
                _check_reasons(match, rng)
            if rng.random() < 0.1:
                _check_copies(game, match.state, rng)
                check_knowledge(game, match.state)
            action = rng.choice(decision.actions)
            text = match.state.setting.lexicon.text(action)
            asked, veil = rng.random() < 0.5, rng.choice(VEILS)
            before = match.state.copy() if rng.random() < 0.2 else None
            given = text if rng.random() < 0.5 else action
            match.play(given, decision.side, ask=asked, veil=veil)
            if match.is_held:
                _check_held(match, decision.side, veil)
            if before is not None:
                _check_nothing_learnt(match, before, action, decision.side)
            if rng.random() < 0.1:
                _check_undo(match, asked=asked, veil=veil)
        if decision is None:
            _check_end(game, match.state)
        _check_record(match)


def _check_columns(game: AnyGame, g: Any) -> None:
    """A game names the columns its stamps are made of; their values have an order of their own."""
    assert game.on_table, "on_table names the columns that say what lies on the table"
    for column in game.on_table:
        assert isinstance(getattr(g, column), int | str | list | tuple), column


def _check_offer(game: AnyGame, g: Any) -> None:
    """A decision offers distinct actions whose text reads back as the same action."""
    decision = game.decision(g)
    assert decision is not None
    assert decision.actions, "a decision offers something"
    assert len(set(decision.actions)) == len(decision.actions), "no action is offered twice"
    assert decision.prompt, "a decision has a prompt"
    lexicon = g.setting.lexicon
    for action in decision.actions:
        assert lexicon.parse(lexicon.text(action)) == action, action
    for rule in decision.rules:
        assert game.ledger.find(rule), f"the prompt cites {rule}, which the ledger lacks"
    texts = game.texts("en"), game.texts("ja")
    assert all(f"prompt.{decision.prompt}" in text for text in texts), decision.prompt


def _check_refusals(game: AnyGame, g: Any, rng: random.Random) -> None:
    """Anything not offered, and anything by the wrong side, is refused and changes nothing."""
    decision = game.decision(g)
    assert decision is not None
    before = game.dump(g)
    verb = rng.choice(sorted(g.setting.lexicon.verbs))
    args = tuple(rng.randrange(-2, 400) for _ in g.setting.lexicon.verbs[verb])
    forged = Action(verb, args)
    attempts = [(decision.actions[0], 1 - decision.side), (Action("cheat"), decision.side)]
    if forged not in decision.actions:
        attempts.append((forged, decision.side))
    for action, side in attempts:
        try:
            game.play(g, action, side)
        except RuleViolation as refusal:
            assert refusal.describe("en")
            assert refusal.describe("ja")
        else:
            raise AssertionError(f"{action} by side {side} was accepted")
    assert game.dump(g) == before, "a refused action changed the state"


def _check_reasons(match: Match[Any], rng: random.Random) -> None:
    """Whatever is in the game can be tried, and is refused in words where it is not offered."""
    decision, lexicon = match.decision, match.state.setting.lexicon
    assert decision is not None
    domains = {
        ArgKind.PIECE: len(lexicon.pieces),
        ArgKind.PLACE: len(lexicon.places),
        ArgKind.NUMBER: 10,
    }
    verbs = sorted({action.verb for action in decision.actions})
    verbs = [verb for verb in verbs if ArgKind.CHOICE not in lexicon.verbs[verb]]
    if not verbs:
        return
    verb = rng.choice(verbs)
    action = Action(verb, tuple(rng.randrange(domains[kind]) for kind in lexicon.verbs[verb]))
    if action in decision.actions:
        return
    before = match.game.dump(match.state)
    try:
        match.play(action, decision.side)
    except RuleViolation as refusal:
        assert refusal.code in ("refused", "not-offered")
        assert refusal.describe("en")
        assert refusal.describe("ja")
    else:
        raise AssertionError(f"{action} was accepted")
    assert match.game.dump(match.state) == before, "a refused action changed the state"


def _check_copies(game: AnyGame, g: Any, rng: random.Random) -> None:
    """Copies and loaded saves go the same way and leave the original alone."""
    before = game.dump(g)
    twin, loaded = g.copy(), game.load(before)
    for _ in range(5):
        decision = game.decision(twin)
        assert decision == game.decision(loaded), "a loaded state offers the same actions"
        if decision is None:
            break
        action = rng.choice(decision.actions)
        assert game.play(twin, action) == game.play(loaded, action), "the same events follow"
    assert game.dump(g) == before, "playing on a copy changed the original"


def check_knowledge(game: AnyGame, g: Any) -> None:
    """What a side knows is a position that looks, asks and is known to the side like the true one.

    It can be played on, and hides all that the true one hides: known once more, it is the same.
    """
    before, decision = game.dump(g), game.decision(g)
    for side in (-1, *range(len(game.sides))):
        known = game.known(g, side, random.Random(1))
        again, fresh = (game.known(state, side, random.Random(2)) for state in (known, g))
        assert game.dump(again) == game.dump(fresh), "what a side knows depends on nothing else"
        assert known.seed != g.seed, "nobody knows the dice to come"
        game.check(known)
        assert game.scene(known, side) == game.scene(fresh, side), "a guess does not show"
        if decision is not None and decision.side == side:
            assert game.decision(known) == decision
            known.offered = None
            assert game.decision(known) == decision, "what is asked depends on what is known"
            _play_on(game, known)
    assert game.dump(g) == before, "looking changed the position"


def _play_on(game: AnyGame, g: Any) -> None:
    rng = random.Random(3)
    for _ in range(8):
        decision = game.decision(g)
        if decision is None:
            return
        game.play(g, rng.choice(decision.actions))
        game.check(g)


def _check_held(match: Match[Any], side: int, veil: Collection[int]) -> None:
    """What is forced is asked for only of the side that acted, and only if it is momentous.

    Or of one whose enemy must not learn that it has no choice.
    """
    decision = match.decision
    assert decision is not None
    if decision.veils:
        assert 1 - decision.side in veil
        return
    assert decision.side == side
    assert decision.actions[0].verb in match.state.setting.lexicon.momentous


def _check_nothing_learnt(match: Match[Any], before: Any, action: Action, side: int) -> None:
    """What can be taken back has taught its side nothing: it could have foreseen what came of it.

    Else one would try place after place, and take back wherever nothing is
    (:meth:`~salient.engine.game.Game.could_learn`).
    """
    game = match.game
    foreseen, real = (game.known(g, side, random.Random(3)) for g in (before, match.state))
    if not match.can_undo:
        return
    game.play(foreseen, action, side, ask=True)
    seen = game.known(foreseen, side, random.Random(3))
    assert game.scene(seen, side) == game.scene(real, side), f"{action} can be taken back"
    assert game.decision(foreseen) == match.decision, f"{action} can be taken back"


def _check_record(match: Match[Any]) -> None:
    """A record does not tell whether what was forced was asked for: it comes to the same."""
    record = match.record()
    again = Match.resume(match.game, record)
    assert match.game.dump(again.state) == match.game.dump(match.state)
    assert again.record() == record


def _check_undo(match: Match[Any], *, asked: bool, veil: Collection[int]) -> None:
    """Undo and the same action again lead to the same state."""
    if not match.can_undo:
        return
    after = match.game.dump(match.state)
    action, events = match.log[-1]
    match.undo()
    assert match.play(action, ask=asked, veil=veil) == events
    assert match.game.dump(match.state) == after


def _check_end(game: AnyGame, g: Any) -> None:
    """At the end there is a result with a text, and nothing can be played."""
    result = game.result(g)
    assert result is not None
    assert all(f"result.{result.outcome}" in game.texts(language) for language in ("en", "ja"))
    try:
        game.play(g, Action("end"))
    except RuleViolation as refusal:
        assert refusal.code == "game-over"
    else:
        raise AssertionError("an action was accepted after the end")
