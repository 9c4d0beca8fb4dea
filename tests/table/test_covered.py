"""Whatever the server tells of a game is held against what a side knows: nothing is left out.

A new route or a new field of a live message fails here until it is said what it is made of.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from litestar.routes import WebSocketRoute

from salient.games import find_game
from salient.table.wire import Acknowledgement, News, Problem
from tests.table.people import Hall, Person, new_key
from tests.table.test_knowledge import ASKED, TOLD_BY_OTHERS, forget

GAME = "/api/games/{game_id}"
OF_NO_POSITION = {
    "/api/me": {"get", "patch"},
    "/api/accounts": {"post"},
    "/api/guests": {"post"},
    "/api/session": {"post", "delete"},
    "/api/me/tokens": {"post", "delete"},
    "/api/me/password": {"put"},
    "/api/me/export": {"get"},  # what one has written oneself
    "/api/me/deletion": {"post"},
    "/api/people/{name}": {"get"},  # finished games
    "/api/ratings/{title}": {"get"},
    "/api/me/confirmation": {"post"},
    "/api/confirmations": {"post"},
    "/api/resets": {"post"},
    "/api/passwords": {"post"},
    "/api/push": {"get"},
    "/api/me/subscriptions": {"post"},
    "/api/me/subscriptions/deletion": {"post"},
    "/api/texts": {"get"},
    "/api/catalogue": {"get"},
    "/api/rules/{title}": {"get"},
    "/api/rules/{title}/{citation}": {"get"},
    "/api/games": {"get", "post"},  # cards, as "" of a game is one
    "/api/records": {"post"},
}
"""Routes that tell nothing of a position: people, texts, lists."""

CHANGES = {
    "": {"delete"}, "/seats": {"post"}, "/orders": {"post"}, "/gestures": {"post"},
    "/chat": {"post"}, "/notes": {"put"}, "/rematch": {"post"}, "/challenge": {"delete"},
    "/variations": {"post"}, "/variation": {"put"},
}  # fmt: skip
"""Routes that change a game: what they answer is an acknowledgement, a card or a refusal."""

LIVE = {"seq", "entries", "position", "card", "said", "company", "now"}
"""A live message: entries are those of ``/log``, others what the routes of the same names tell.

``company`` and ``now`` say who is there, and what time it is.
"""


def test_every_route_is_looked_at(hall: Hall) -> None:
    paths = hall.stranger().get("/schema/openapi.json")["paths"]
    wanted = {**OF_NO_POSITION}
    for route in ASKED | TOLD_BY_OTHERS | CHANGES.keys():
        reads = {"get"} if route in ASKED | TOLD_BY_OTHERS else set()
        wanted[GAME + route] = reads | CHANGES.get(route, set())
    assert {path: set(methods) for path, methods in paths.items()} == wanted


def test_the_only_socket_is_the_live_one(hall: Hall) -> None:
    sockets = [route.path for route in hall.app.routes if isinstance(route, WebSocketRoute)]
    assert sockets == ["/api/games/{game_id:str}/live"]


def test_every_field_of_a_live_message_and_of_an_answer_to_an_order_is_looked_at() -> None:
    assert set(News.__struct_fields__) == LIVE
    assert set(Acknowledgement.__struct_fields__) == {"seq", "repeated"}
    assert set(Problem.__struct_fields__) == {"status", "code", "message", "seq"}


def first_message(person: Person, game: str) -> dict[str, Any]:
    """What somebody is sent who comes to a game, without who is asked, which everybody sees."""
    with person.follow(game) as follower:
        news: dict[str, Any] = follower.news()
    del news["now"]
    for told in ("to_decide", "waiting"):
        news["position"].pop(told, None)
    return news


def refusals(person: Person, game: str, seq: int, rng: random.Random) -> list[Any]:
    """What somebody is told who orders what is not offered."""
    room = person.hall.table.rooms.found(game)
    assert room is not None
    lexicon = room.match.state.setting.lexicon
    texts = [
        f"go {rng.choice(lexicon.places)}", f"fire {rng.choice(lexicon.pieces)}", "end", "shoot",
        f"aim {rng.choice(lexicon.pieces)}", f"target {rng.choice(lexicon.places)}",
    ]  # fmt: skip
    offered = set(person.offers(game))
    found = []
    for text in texts:
        if text not in offered:
            body = {"text": text, "after": seq, "key": new_key()}
            answer = person.send("POST", f"/api/games/{game}/orders", body)
            assert 400 <= answer.status_code < 500, answer.text
            found.append(answer.json())
    return found


@pytest.mark.parametrize("setup", ["ready", "free"])
def test_live_messages_and_refusals_are_made_from_what_a_side_knows(hall: Hall, setup: str) -> None:
    """The true position is exchanged for the one that the side takes it to be."""
    rng, found = random.Random(f"live {setup}"), find_game("squad")
    first, second, watcher = hall.guest(), hall.guest(), hall.stranger()
    game = first.new_game(
        title="squad", scenario="sanatorium", options={"setup": setup}, open=True,
        seats={found.sides[0]: "me", found.sides[1]: "open"},
    )  # fmt: skip
    second.join(game, found.sides[1])
    people = {0: first, 1: second, -1: watcher}
    for number in range(24):
        decides = watcher.position(game)["to_decide"]
        people[decides].order(game, rng.choice(people[decides].offers(game)))
        if number % 8 < 7:
            continue
        room = hall.table.rooms.found(game)
        assert room is not None
        truth, asked, seed = room.match.state, room.decider, rng.random()
        for side, person in people.items():
            seen = []
            for g in (truth, found.known(truth, side, random.Random(0))):
                room.match.state = g
                forget(room)
                told: list[Any] = [first_message(person, game)]
                if side == asked:
                    told.append(refusals(person, game, room.seq, random.Random(seed)))
                seen.append(msgspec.json.encode(told))
            room.match.state = truth
            forget(room)
            assert seen[0] == seen[1]
