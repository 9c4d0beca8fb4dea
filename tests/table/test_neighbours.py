"""Several servers on one PostgreSQL database: what one stores the others show, at once."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from salient.games import find_game
from salient.table import accounts, taking_up
from salient.table.robots import Robots
from tests.table.people import PASSWORD, Follower, Hall, Person, wait_until
from tests.table.postgres import Postgres

TWO_BOTS = {"german": "bot:random", "allied": "bot:random"}

OpenHere = Callable[[], Hall]


@pytest.fixture
def open_here(postgres: str) -> Iterator[OpenHere]:
    """Opens servers on one PostgreSQL database."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Hall(postgres))


@pytest.fixture(scope="module")
def halls(postgres_server: Postgres) -> Iterator[tuple[Hall, Hall]]:
    """Two servers on one database that all tests share; nobody stops them."""
    address = postgres_server.database()
    with Hall(address) as first, Hall(address) as second:
        yield first, second


def twin(person: Person, hall: Hall) -> Person:
    """The same person at another server."""
    there = hall.stranger()
    there.client.cookies.update(dict(person.client.cookies))
    there.me = person.me
    return there


def test_an_order_here_is_news_there(halls: tuple[Hall, Hall]) -> None:
    here = halls[0].guest()
    there = twin(here, halls[1])
    game = here.new_game()
    with there.follow(game) as follower:
        assert follower.news()["seq"] == 0
        for seq in range(1, 6):
            here.order(game, after=seq - 1)
            assert follower.until(seq)[-1]["seq"] == seq
        assert there.position(game) == here.position(game)
        here.gesture(game, "resign", after=5)
        last = follower.until(6)[-1]
        assert last["card"]["status"] == "over"
    assert there.log(game) == here.log(game)


def play_side_by_side(people: list[Person], game: str) -> int:
    """Order at one server and look at both; how often the only thing left was asked for."""
    rng, held = random.Random("side by side"), 0
    verbs = find_game("mist").setting("seventh").lexicon.momentous
    for seq in range(120):
        here, there = (person.position(game) for person in people)
        assert here == there
        offers = [offer["action"] for offer in here["question"]["offers"]]
        held += len(offers) == 1
        light = [offer for offer in offers if offer["verb"] not in verbs]
        people[0].order(game, rng.choice(light or offers)["text"], after=seq)
        wait_until(lambda: people[1].position(game)["seq"] == seq + 1)  # noqa: B023
    return held


def test_what_is_asked_here_is_asked_there(halls: tuple[Hall, Hall]) -> None:
    """Also the only thing that is left, where it is momentous."""
    here = halls[0].guest()
    there = twin(here, halls[1])
    game = here.new_game()
    for person in (here, there):
        person.position(game)
    assert play_side_by_side([here, there], game) > 0
    assert there.log(game) == here.log(game)


def test_who_has_seen_an_order_there_can_answer_it_here_at_once(halls: tuple[Hall, Hall]) -> None:
    people = [halls[0].guest()]
    people.append(twin(people[0], halls[1]))
    game = people[0].new_game()
    for person in people:
        person.position(game)
    for seq in range(20):
        person = people[seq % 2]
        asked = people[(seq + 1) % 2] if seq else person  # the other server is ahead
        text = asked.offers(game)[0]
        assert person.order(game, text, after=seq)["seq"] == seq + 1


def test_a_seat_that_is_taken_here_is_taken_there(halls: tuple[Hall, Hall]) -> None:
    here, there = halls[0].guest(), halls[1].guest()
    game = here.new_game(seats={"german": "me", "allied": "open"}, open=True)
    with there.follow(game) as watcher, here.follow(game) as owner:
        assert watcher.news()["card"]["status"] == "open"
        owner.news()
        there.join(game)
        wait_until(lambda: here.card(game)["status"] == "running")
        while owner.news().get("card", {}).get("status") != "running":
            pass
    wait_until(lambda: here.position(game)["question"] is not None)


def test_words_cross_over(halls: tuple[Hall, Hall]) -> None:
    here = halls[0].guest()
    there = twin(here, halls[1])
    game = here.new_game()
    with there.follow(game) as follower:
        follower.news()
        here.ask("POST", f"/api/games/{game}/chat", {"text": "Nuts"}, status=201)
        assert [words["text"] for words in follower.news()["said"]] == ["Nuts"]


def closed(follower: Follower) -> str:
    with pytest.raises(ConnectionClosed) as end:
        follower.until(1000)
    return str(end.value.rcvd.reason) if end.value.rcvd else ""


def test_a_session_that_ends_here_ends_there(halls: tuple[Hall, Hall]) -> None:
    here = halls[0].account("Traveller")
    there = twin(here, halls[1])
    game = here.new_game()
    assert there.get("/api/me")["name"] == "Traveller"
    with there.follow(game) as follower:
        follower.news()
        change = {"old": PASSWORD, "new": "another long march"}
        here.ask("PUT", "/api/me/password", change)
        assert closed(follower) == "sign-in"
    assert there.get("/api/me") is None


def test_a_token_that_is_revoked_here_is_worthless_there_at_once(halls: tuple[Hall, Hall]) -> None:
    person = halls[0].account("Programmer")
    program = halls[1].stranger()
    token = person.ask("POST", "/api/me/tokens", status=201)["token"]
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me")["name"] == "Programmer"
    before = time.monotonic()
    person.ask("DELETE", "/api/me/tokens", status=204)
    wait_until(lambda: program.get("/api/me") is None)
    assert time.monotonic() - before < accounts.KNOWN_SECONDS, "it does not wait to be forgotten"


def test_a_session_of_nobody_is_no_news(
    halls: tuple[Hall, Hall], caplog: pytest.LogCaptureFixture
) -> None:
    """A stranger with a cookie of his own making cannot write into the logs of all servers."""
    thief = halls[0].stranger()
    thief.client.cookies["salient_session"] = "made up"
    thief.ask("DELETE", "/api/session", status=204)
    here = halls[0].guest()
    there = twin(here, halls[1])
    game = here.new_game()
    with there.follow(game) as follower:
        follower.news()
        here.order(game, after=0)
        follower.until(1)  # what was announced before has been heard
    assert caplog.records == []


def test_who_looks_on_there_is_present_here_until_the_server_is_gone(
    open_here: OpenHere, postgres: str
) -> None:
    first = open_here()
    here = first.guest()
    game = here.new_game()
    neighbours = first.table.neighbours
    with Hall(postgres) as second:
        there = twin(here, second)
        with there.follow(game) as follower:
            follower.news()
            wait_until(lambda: neighbours.is_present(game, here.me["id"]))
            third = open_here()  # who comes later hears of it, too
            wait_until(lambda: third.table.neighbours.is_present(game, here.me["id"]))
        wait_until(lambda: not neighbours.is_present(game, here.me["id"]))


def test_a_bot_is_played_by_one_server(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking: list[tuple[int, int]] = []
    think = Robots._think

    async def noted(self: Robots, room: object, save: bytes, tries: int = 3) -> object:
        thinking.append((id(self), room.seq))  # type: ignore[attr-defined]
        return await think(self, room, save, tries)  # type: ignore[arg-type]

    monkeypatch.setattr(Robots, "_think", noted)
    here = halls[0].guest()
    there = twin(here, halls[1])
    game = here.new_game(seats=TWO_BOTS)
    with here.follow(game), there.follow(game) as follower:
        while follower.news().get("card", {}).get("status") != "over":
            pass
    numbers = [seq for _, seq in thinking]
    assert len(numbers) == len(set(numbers)), "no position is thought about twice"
    assert there.log(game) == here.log(game)


def test_the_bots_of_a_server_that_is_gone_are_taken_over(
    open_here: OpenHere, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking_up, "LOOK_SECONDS", 0.3)
    begin = Robots.begin
    with Hall(postgres) as first:
        monkeypatch.setattr(Robots, "begin", lambda *_: None)  # it dies before its bot has begun
        here = first.guest()
        game = here.new_game(seats={"german": "bot:random", "allied": "me"})
        second = open_here()
        there = twin(here, second)
        time.sleep(0.5)
        assert there.card(game)["seq"] == 0
    monkeypatch.setattr(Robots, "begin", begin)
    wait_until(lambda: there.card(game)["seq"] > 0)


def test_after_the_line_was_cut_nothing_is_missed(halls: tuple[Hall, Hall]) -> None:
    here = halls[0].guest()
    there = twin(here, halls[1])
    game = here.new_game()
    with there.follow(game) as follower:
        follower.news()
        line = halls[1].table.neighbours._line
        line.terminate()
        here.order(game, after=0)
        assert follower.until(1)[-1]["seq"] == 1
