"""Hidden things stay hidden: the dice to come, and what the other side is asked."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from salient.engine import Match, seed_from_text
from salient.games import find_game
from tests.amounts import amount
from tests.scenarios import HIDING, SCENARIOS, set_up
from tests.table.people import Hall, Person

SAMPLES = 2
LOOKS = ("board", "position", "log", "record", "chat", "")
ORDERS = amount(45, soak=90)
STRIDE = 15
"""After so many orders everything that can be asked for is looked through."""

LOOKS_EVERY = amount(60, soak=20)
"""After so many actions what is seen of a state is compared with what is seen of another."""


WORD = re.compile(r"[\w.]+")
"""How pieces are named; a sentence may end after one."""


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
        found.append(json.dumps(follower.news(), ensure_ascii=False))
    return "\n".join(found)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
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


class Onlooker:
    """Somebody at a table, all that he has been sent, and all pieces that he has ever seen."""

    def __init__(self, person: Person, side: int) -> None:
        self.person, self.side = person, side
        self.known: set[str] = set()

    def secrets(self, match: Match[Any]) -> set[str]:
        """The names of pieces that he cannot know to be where they are."""
        g, army = match.state, match.state.setting.army
        unseen = (g.hidden | g.concealed) & ~(army[self.side] if self.side >= 0 else 0)
        seen = {piece.id for piece in match.game.view(g, self.side).pieces}
        names = g.setting.lexicon.pieces
        return {
            name for unit, name in enumerate(names)
            if unseen >> unit & 1 or (g.where[unit] >= 0 and unit not in seen)
        } - self.known  # fmt: skip

    def check(self, text: str, match: Match[Any]) -> None:
        """Complain if a text names what he cannot know."""
        words = {word.strip(".") for word in WORD.findall(text)}
        assert not words & self.secrets(match)

    def meet(self, match: Match[Any]) -> None:
        """Remember what is in sight."""
        self.known |= {piece.name for piece in match.game.view(match.state, self.side).pieces}

    def ask_about(self, game: str, match: Match[Any], place: int) -> Iterator[str]:
        """What he is told if he asks about a place."""
        report = match.game.report
        paths = [f"odds/{place}", f"places/{place}", f"sight/{place}/0"]
        for path in (*paths, *(f"overlays/{name}" for name in report.overlays(match.state))):
            yield self.person.client.get(f"/api/games/{game}/{path}").text


@pytest.mark.parametrize(("title", "scenario", "setup"), HIDING)
def test_nobody_is_told_of_pieces_that_he_does_not_see(
    hall: Hall, title: str, scenario: str, setup: str
) -> None:
    rng = random.Random(f"{title} {scenario} {setup}")
    found = find_game(title)
    first, second, watcher = hall.guest(), hall.guest(), hall.stranger()
    card = first.create(
        title=title, scenario=scenario, options=set_up(setup),
        seats={found.sides[0]: "me", found.sides[1]: "open"}, open=True,
    )  # fmt: skip
    game, invite = card["id"], card["invite"]
    second.join(game, found.sides[1])
    [(seed,)] = hall.rows("SELECT seed FROM games WHERE id = ?", game)
    match = Match.start(found, scenario, seed, set_up(setup))
    people = [Onlooker(first, 0), Onlooker(second, 1), Onlooker(watcher, -1)]
    hidden = 0
    with (
        first.follow(game) as one, second.follow(game) as other, watcher.follow(game) as third,
    ):  # fmt: skip
        for number in range(ORDERS):
            decision = match.decision
            if decision is None:
                break
            action = rng.choice(decision.actions)
            text = match.state.setting.lexicon.text(action)
            people[decision.side].person.order(game, text)
            for onlooker in people:
                onlooker.meet(match)
            match.play(action, ask=True)
            for onlooker, follower in zip(people, (one, other, third), strict=True):
                onlooker.meet(match)
                hidden += len(onlooker.secrets(match))
                told = json.dumps(follower.until(number + 1), ensure_ascii=False)
                onlooker.check(told, match)
                if number % STRIDE == STRIDE - 1:
                    place = rng.randrange(len(match.state.setting.lexicon.places))
                    onlooker.check(everything(onlooker.person, game, invite), match)
                    onlooker.check("".join(onlooker.ask_about(game, match, place)), match)
    assert hidden, "there was something to be hidden"
    assert all(WORD.fullmatch(name) for name in match.state.setting.lexicon.pieces)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_what_is_seen_does_not_depend_on_dice_that_have_not_fallen(
    title: str, scenario: str
) -> None:
    game, rng = find_game(title), random.Random(44)
    match = Match.start(game, scenario, seed_from_text("real"))
    for number in range(120):
        if (decision := match.decision) is None:
            break
        if number % LOOKS_EVERY == 0:
            twin = match.state.copy()
            twin.seed = seed_from_text("other")
            for side in (-1, 0, 1):
                assert views(game, match.state, side) == views(game, twin, side)
        match.play(rng.choice(decision.actions))


def views(game: Any, g: Any, side: int) -> list[object]:
    """Everything that is told of a state."""
    report = game.report
    decision = game.decision(g)
    places = range(0, len(g.setting.lexicon.places), 17)
    return [
        game.view(g, side),
        report.describe_decision(g, decision),
        report.describe_actions(g, decision),
        [report.describe_place(g, place) for place in places],
        [game.forecast(g, place) for place in places],
        [report.overlay(g, name, side) for name in report.overlays(g)],
    ]
