"""Hidden things stay hidden: the dice to come, and what the other side is asked."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from salient.engine import Match, seed_from_text
from salient.games import GAMES, find_game
from salient.table import telling
from tests.table.people import Hall, Person

CASES = [(title, scenario) for title in GAMES for scenario in find_game(title).scenarios]
SAMPLES = 2
LOOKS = ("board", "position", "log", "record", "chat", "")


def spellings(secret: bytes) -> Iterator[str]:
    """Ways in which bytes could be written."""
    yield secret.hex()
    yield secret.hex().upper()
    for start in range(3):  # base64 depends on where in the text the bytes begin
        inner = base64.b64encode(b"\0" * start + secret).decode()[4 if start else 0 :]
        for text in (inner, inner.replace("+", "-").replace("/", "_")):
            yield text[:40]
    yield json.dumps(list(secret), separators=(",", ":"))
    yield str(int.from_bytes(secret, "big"))
    yield str(int.from_bytes(secret, "little"))


def everything(person: Person, game: str, invite: str) -> str:
    """All that a person can get to see of a game, as one text."""
    found = [
        person.client.get(f"/api/games/{game}/{part}".rstrip("/"), params={"invite": invite}).text
        for part in LOOKS
    ]
    with person.follow(game, invite=invite) as follower:
        found.append(json.dumps(follower.news()))
    return "\n".join(found)


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_nobody_is_shown_the_dice_or_the_other_sides_question(
    hall: Hall, title: str, scenario: str
) -> None:
    rng = random.Random(f"{title} {scenario}")
    sides = find_game(title).sides
    first, second, watcher = hall.guest(), hall.guest(), hall.stranger()
    card = first.create(
        title=title, scenario=scenario, seats={sides[0]: "me", sides[1]: "open"}, open=True
    )
    game, invite = card["id"], card["invite"]
    second.join(game, sides[1])
    people = {0: first, 1: second}
    [(seed,)] = hall.rows("SELECT seed FROM games WHERE id = ?", game)
    for _ in range(SAMPLES):
        for _ in range(rng.randint(1, 8)):
            asked = people[watcher.position(game)["to_decide"]]
            asked.order(game, rng.choice(asked.offers(game)))
        decides = watcher.position(game)["to_decide"]
        question = people[decides].position(game)["question"]
        for person in (first, second, watcher):
            seen = everything(person, game, invite)
            assert not any(text in seen for text in spellings(seed))
            if person is not people[decides]:
                assert person.position(game)["question"] is None
                assert json.dumps(question["prompt"])[1:-1] not in seen
                assert '"offers"' not in seen


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_what_is_seen_does_not_depend_on_dice_that_have_not_fallen(
    title: str, scenario: str
) -> None:
    game, rng = find_game(title), random.Random(44)
    match = Match.start(game, scenario, seed_from_text("real"))
    for number in range(120):
        if (decision := match.decision) is None:
            break
        if number % 40 == 0:
            twin = match.state.imagine(seed_from_text("other"))
            for side in (-1, 0, 1):
                assert views(game, match.state, side) == views(game, twin, side)
        match.play(rng.choice(decision.actions))


def views(game: Any, g: Any, side: int) -> list[object]:
    """Everything that is told of a state."""
    report = telling.report_of(game)
    decision = game.decision(g)
    places = range(0, len(g.setting.lexicon.places), 17)
    return [
        game.view(g, side),
        report.describe_decision(g, decision, "en"),
        report.describe_actions(g, decision, "en"),
        [report.describe_place(g, place, "en") for place in places],
        [game.forecast(g, place) for place in places],
        [report.overlay(g, name, side, "en") for name in report.overlays(g)],
    ]
