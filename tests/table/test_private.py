"""A private game is its players' own: nobody else reads it or changes anything in it, by any route.

Which route needs what is read from the server itself, so a new one is tried as soon as it is there.
"""

from __future__ import annotations

import pytest

from tests.table.people import Hall, Person
from tests.table.test_doors import CHANGES

GAME = "/api/games/{game_id}"
ANY = {"place": "0", "piece": "0", "origin": "0", "target": "1", "overlay": "supply"}
"""What is asked about where a route wants something."""

UNLISTED = {f"{GAME}/sketch"}
"""Routes that the document of the API does not name."""


@pytest.fixture(scope="module")
def players(hall: Hall) -> tuple[Person, Person, str]:
    first, second = hall.account("First"), hall.account("Second")
    card = first.create(seats={"german": "me", "allied": "open"})
    second.join(card["id"], invite=card["invite"])
    first.order(card["id"])
    for person in (first, second):
        note = {"text": f"a plan of {person.me['name']}"}
        person.ask("PUT", f"/api/games/{card['id']}/notes", note)
    return first, second, card["id"]


def readings(hall: Hall) -> set[str]:
    """All routes that tell something of one game."""
    paths = hall.stranger().get("/schema/openapi.json")["paths"]
    named = {path for path, methods in paths.items() if path.startswith(GAME) and "get" in methods}
    return named | UNLISTED


@pytest.mark.parametrize("invite", ["", "wrong"])
def test_nobody_else_reads_a_private_game(
    hall: Hall, players: tuple[Person, Person, str], invite: str
) -> None:
    _, _, game = players
    others = hall.stranger(), hall.account(), hall.guest()
    routes = readings(hall)
    assert len(routes) > 20
    for route in routes:
        path = route.format(game_id=game, **ANY)
        for other in others:
            answer = other.client.get(path, params={"invite": invite, "action": "end"})
            assert answer.status_code in (401, 403), f"{path}: {answer.text}"


def test_nobody_else_changes_anything(hall: Hall, players: tuple[Person, Person, str]) -> None:
    _, _, game = players
    others = hall.stranger(), hall.account(), hall.guest()
    before = hall.contents()
    tried = [each for each in CHANGES if "{game}" in each[1]]
    assert len(tried) > 8
    for method, path, body in tried:
        for other in others:
            answer = other.send(method, path.format(game=game), body)
            assert answer.status_code in (401, 403), f"{method} {path}: {answer.text}"
    assert hall.contents() == before


def test_the_players_read_it_and_each_his_own_notes(
    players: tuple[Person, Person, str],
) -> None:
    first, second, game = players
    for person in (first, second):
        notes = person.get(f"/api/games/{game}/notes")["text"]
        assert notes == f"a plan of {person.me['name']}"
        assert person.position(game)["seq"] == 1


def test_one_player_does_not_act_for_the_other(
    hall: Hall, players: tuple[Person, Person, str]
) -> None:
    first, second, game = players
    before = hall.contents()
    asked, other = (first, second) if first.offers(game) else (second, first)
    text = asked.offers(game)[0]
    assert other.order(game, text, status=400)["code"] == "wrong-side"
    side = asked.card(game)["to_move"][0]
    for kind in ("resign", "undo", "offer"):
        assert other.gesture(game, kind, side=side, status=403)["code"] == "not-yours"
    other.ask("DELETE", f"/api/games/{game}", status=403)
    assert hall.contents() == before
