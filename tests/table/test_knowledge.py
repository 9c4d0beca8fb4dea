"""Every answer about a game is made from what the asking side knows, and from nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from salient.games import find_game
from tests.amounts import amount
from tests.games.peiper.test_campaigns import choose
from tests.scenarios import HIDING, VEILED, set_up
from tests.table.people import Hall, Person

ORDERS, STRIDE = amount(30, soak=200), 10
REFITS = amount(3, soak=20)
ASKED = {
    "", "/board", "/position", "/odds/{place}", "/sight/{origin}/{target}", "/overlays/{overlay}",
    "/places/{place}", "/standing", "/reference", "/handbook", "/why",
    "/reach/{piece}", "/lifelines/{piece}", "/trace",
}  # fmt: skip
TOLD_BY_OTHERS = {"/log", "/record", "/chat", "/notes", "/aftermath", "/variations"}
"""From events, which ``test_hidden`` looks through, or from people.

The aftermath is told of finished games only, in which nothing is hidden any more, and of them alone
there are variations.
"""


class Asked(NamedTuple):
    """What somebody asks about."""

    overlays: list[str]
    places: list[int]
    pieces: list[int]
    actions: list[str]


def answers(person: Person, game: str, asked: Asked) -> dict[str, Any]:
    """All that somebody can ask about a position."""
    _, places, pieces, _ = asked
    paths = [
        "",
        "/board",
        "/position",
        "/standing",
        "/reference",
        "/handbook",
        *(f"/overlays/{name}" for name in asked.overlays),
        *(f"/trace?action={quote(text)}" for text in asked.actions),
    ]
    for place in places:
        paths += [f"/odds/{place}", f"/places/{place}", f"/sight/{place}/{places[0]}"]
        paths += [f"/why?place={place}", f"/why?piece={pieces[0]}&place={place}"]
    paths += [f"/why?piece={piece}" for piece in pieces]
    paths += [f"/{part}/{piece}" for part in ("reach", "lifelines") for piece in pieces]
    found = {path: person.client.get(f"/api/games/{game}{path}").json() for path in paths}
    for told in ("to_decide", "waiting"):  # who is asked everybody sees
        found["/position"].pop(told, None)
    return found


def test_every_route_about_a_game_is_asked(hall: Hall) -> None:
    paths = hall.stranger().get("/schema/openapi.json")["paths"]
    prefix = "/api/games/{game_id}"
    routes = {path.removeprefix(prefix) for path in paths if path.startswith(prefix)
              and "get" in paths[path]}  # fmt: skip
    assert {re.sub(r"^/", "/", route) for route in routes} == ASKED | TOLD_BY_OTHERS


@pytest.mark.parametrize(("title", "scenario", "setup"), [*HIDING, *VEILED])
def test_a_position_that_looks_the_same_to_a_side_gives_it_the_same_answers(
    hall: Hall, title: str, scenario: str, setup: str
) -> None:
    """The true position is exchanged for the one that the side takes it to be."""
    rng, found = random.Random(f"{scenario} {setup}"), find_game(title)
    first, second, watcher = hall.guest(), hall.guest(), hall.stranger()
    game = first.new_game(
        title=title, scenario=scenario, options=set_up(setup),
        seats={found.sides[0]: "me", found.sides[1]: "open"}, open=True,
    )  # fmt: skip
    second.join(game, found.sides[1])
    people = {0: first, 1: second, -1: watcher}
    for number in range(ORDERS):
        decides = watcher.position(game)["to_decide"]
        if decides < 0:
            break
        people[decides].order(game, rng.choice(people[decides].offers(game)))
        if number % STRIDE == STRIDE - 1:
            compare(hall, game, people, rng)


@pytest.mark.parametrize("scenario", find_game("peiper").scenarios[: amount(1, soak=3)])
def test_the_same_holds_between_the_scenarios_of_a_campaign(hall: Hall, scenario: str) -> None:
    """From purchase to set-up and on to the refit phase after a battle that nobody fights out."""
    rng, found = random.Random(scenario), find_game("peiper")
    first, second, watcher = hall.guest(), hall.guest(), hall.stranger()
    game = first.new_game(
        title="peiper", scenario=scenario, open=True,
        seats={found.sides[0]: "me", found.sides[1]: "open"},
    )  # fmt: skip
    second.join(game, found.sides[1])
    people, asked = {0: first, 1: second, -1: watcher}, set[tuple[int, str]]()
    room = hall.table.rooms.found(game)
    assert room is not None
    dates = find_game("peiper").setting(scenario).dates[:2]
    while (decision := room.match.decision) is not None and room.match.state.date in dates:
        question = room.match.state.date, decision.prompt
        told = sum(date == question[0] for date, _ in asked)
        if room.match.state.refit and question not in asked and told < REFITS:
            asked.add(question)
            forget(room)
            compare(hall, game, people, rng)
        room.match.play(choose(decision, rng))
    assert len(asked) == 2 * REFITS or REFITS > 3


@pytest.mark.parametrize(("title", "scenario", "setup"), [*HIDING, *VEILED][:: amount(3, soak=1)])
def test_of_a_past_position_a_side_is_told_what_it_could_know_then(
    hall: Hall, title: str, scenario: str, setup: str
) -> None:
    """What it was told in the present it is told of the same moment later, and nothing more."""
    rng, found = random.Random(f"{scenario} {setup}"), find_game(title)
    first, second, watcher = hall.guest(), hall.guest(), hall.stranger()
    game = first.new_game(
        title=title, scenario=scenario, options=set_up(setup),
        seats={found.sides[0]: "me", found.sides[1]: "open"}, open=True,
    )  # fmt: skip
    second.join(game, found.sides[1])
    people, told = {0: first, 1: second, -1: watcher}, dict[tuple[int, str], Any]()
    for number in range(ORDERS):
        position = watcher.position(game)
        if position["to_decide"] < 0:
            break
        if number % STRIDE == 0:
            for path, side in product(some_paths(hall, game, rng), people):
                asked = f"{path}?move={position['move']}"
                told[side, asked] = people[side].client.get(path).json()
        decides = people[position["to_decide"]]
        decides.order(game, rng.choice(decides.offers(game)))
    assert told
    later = {(side, path): people[side].client.get(path).json() for side, path in told}
    assert [asked for asked in told if later[asked] != told[asked]] == []


def some_paths(hall: Hall, game: str, rng: random.Random) -> list[str]:
    """What can be asked of any moment."""
    room = hall.table.rooms.found(game)
    assert room is not None
    state = room.match.state
    places = rng.sample(range(len(state.setting.lexicon.places)), 3)
    pieces = rng.sample(range(len(state.setting.lexicon.pieces)), 4)
    ends: dict[str, Sequence[int | str]] = {
        "overlays": list(room.game.report.overlays(state)), "places": places,
        "sight": [f"{place}/{places[0]}" for place in places],
        "reach": pieces, "lifelines": pieces,
    }  # fmt: skip
    return [f"/api/games/{game}/{part}/{end}" for part, asked in ends.items() for end in asked]


def test_the_past_of_the_enemy_is_not_told_while_a_game_goes_on(hall: Hall) -> None:
    first, second = hall.guest(), hall.guest()
    game = first.new_game(
        title="squad", scenario="practice", seats={"german": "me", "american": "open"}, open=True
    )
    second.join(game, "american")
    for part in ("overlays/threat", "places/0", "sight/0/1", "reach/0", "lifelines/0"):
        answer = first.client.get(f"/api/games/{game}/{part}?move=0&side=american")
        assert (answer.status_code, answer.json()["code"]) == (403, "other-side"), part
        answer = first.client.get(f"/api/games/{game}/{part}?move=99")
        assert answer.json()["code"] == "no-such-move", part


def compare(hall: Hall, game: str, people: dict[int, Person], rng: random.Random) -> None:
    """Whoever asks gets the same answers of the true position and of the one that he knows."""
    room = hall.table.rooms.found(game)
    assert room is not None
    match, truth = room.match, room.match.state
    lexicon = truth.setting.lexicon
    offered = match.decision.actions if match.decision is not None else []
    asked = Asked(
        list(room.game.report.overlays(truth)),
        rng.sample(range(len(lexicon.places)), 4),
        rng.sample(range(len(lexicon.pieces)), 4),
        [lexicon.text(rng.choice(offered)) for _ in offered[:4]],
    )
    for side in (0, 1, -1):
        before = answers(people[side], game, asked)
        try:
            match.state = room.game.known(truth, side, random.Random(0))
            forget(room)
            after = answers(people[side], game, asked)
            assert [path for path in before if after[path] != before[path]] == []
        finally:
            match.state = truth
            forget(room)


def forget(room: Any) -> None:
    """Let nothing be remembered of the position before."""
    room.positions.clear()
    room.match._known.clear()
