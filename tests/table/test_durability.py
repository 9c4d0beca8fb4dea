"""What is acknowledged stays; what fails leaves no trace."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from salient.table import mishaps
from salient.table.mishaps import Quiet
from tests.table.conftest import OpenHall
from tests.table.people import Hall, is_problem, new_key

# -- the server goes and comes ------------------------------------------------------------------


def test_everything_acknowledged_survives_a_restart(open_hall: OpenHall) -> None:
    first = open_hall()
    person = first.account("Survivor")
    game = person.new_game()
    for _ in range(5):
        person.order(game)
    while not person.position(game)["can_undo"]:
        person.order(game)
    person.gesture(game, "undo")
    person.gesture(game, "offer", side="allied")
    seen = [
        person.position(game), person.log(game), person.card(game), person.position(game, move=3),
    ]  # fmt: skip
    cookies = dict(person.client.cookies)
    second = open_hall()  # on the same database
    again = second.stranger()
    again.client.cookies.update(cookies)
    assert [
        again.position(game), again.log(game), again.card(game), again.position(game, move=3),
    ] == seen  # fmt: skip
    assert again.order(game)["seq"] == seen[0]["seq"] + 1


def test_a_key_is_remembered_over_a_restart(open_hall: OpenHall) -> None:
    person, key = open_hall().guest(), new_key()
    game = person.new_game()
    text = person.offers(game)[0]
    person.order(game, text, after=0, key=key)
    again = open_hall().stranger()
    again.client.cookies.update(dict(person.client.cookies))
    assert again.order(game, text, after=0, key=key) == {"seq": 1, "repeated": True}


def test_a_game_that_was_put_away_is_played_on(open_hall: OpenHall) -> None:
    hall = open_hall(rooms=1)
    person = hall.guest()
    games = [person.new_game() for _ in range(3)]
    for seq in (1, 2, 3):
        for game in games:
            assert person.order(game)["seq"] == seq
    assert len(hall.table.rooms._rooms) == 1


def test_a_game_that_nobody_asks_for_is_put_away_and_found_again(open_hall: OpenHall) -> None:
    hall = open_hall()
    person = hall.guest()
    watched, idle = person.new_game(), person.new_game()
    person.order(idle)
    rooms = hall.table.rooms
    with person.follow(watched) as follower:
        follower.news()
        rooms._put_away(time.monotonic() + 1)
        assert list(rooms._rooms) == [watched]
    assert person.order(idle)["seq"] == 2


def test_long_games_weigh_more_than_short_ones(open_hall: OpenHall) -> None:
    hall = open_hall(entries=10)
    person = hall.guest()
    long = person.new_game()
    for _ in range(11):
        person.order(long)
    short = [person.new_game() for _ in range(3)]
    assert list(hall.table.rooms._rooms) == short


def test_two_servers_on_one_database_never_fork_a_game(open_hall: OpenHall) -> None:
    here = open_hall().guest()
    there = open_hall().stranger()
    there.client.cookies.update(dict(here.client.cookies))
    game = here.new_game()
    assert here.position(game)["seq"] == there.position(game)["seq"] == 0
    text = here.offers(game)[0]
    here.order(game, text, after=0)
    refused = there.order(game, text, after=0, status=409)  # it had not seen the other's order
    assert (refused["code"], refused["seq"]) == ("stale", 1)
    assert there.position(game) == here.position(game)
    assert there.order(game)["seq"] == 2


# -- storing fails ------------------------------------------------------------------------------


class Broken(Exception):
    """What a full disk raises here."""


@pytest.fixture
def break_writing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bool], None]]:
    """Lets every transaction fail, before it is stored, until told otherwise."""
    storage = hall.table.storage
    transact = storage.transact

    async def fail(work: Callable[[Connection], None]) -> None:
        def break_off(connection: Connection) -> None:
            work(connection)
            raise Broken

        await transact(break_off)

    def set_(broken: bool) -> None:
        monkeypatch.setattr(storage, "transact", fail if broken else transact)

    yield set_
    set_(False)


def test_an_order_that_is_not_stored_leaves_no_trace(
    hall: Hall, break_writing: Callable[[bool], None]
) -> None:
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    before, shown, key = hall.contents(), person.position(game), new_key()
    text = person.offers(game)[0]
    break_writing(True)
    refused = person.order(game, text, key=key, status=500)
    assert refused["code"] == "broken"
    assert is_problem(refused, 500)
    assert "Broken" not in refused["message"], "no inner parts are shown"
    assert person.position(game) == shown
    assert hall.contents() == before
    break_writing(False)
    assert person.order(game, text, key=key) == {"seq": 2, "repeated": False}
    assert [entry["seq"] for entry in person.log(game)] == [0, 1, 2]


def test_a_failing_server_never_acknowledges_what_it_has_not_stored(
    hall: Hall, break_writing: Callable[[bool], None]
) -> None:
    person = hall.guest()
    game = person.new_game()
    body = {"text": person.offers(game)[0], "after": 0, "key": new_key()}
    break_writing(True)
    with ThreadPoolExecutor(5) as pool:  # who waits for the room meets one that was given up
        answers = list(
            pool.map(lambda _: person.send("POST", f"/api/games/{game}/orders", body), range(5))
        )
    assert {answer.status_code for answer in answers} == {500}
    break_writing(False)
    assert person.ask("POST", f"/api/games/{game}/orders", body, status=201)["repeated"] is False


def test_those_who_follow_see_nothing_of_an_order_that_failed(
    hall: Hall, break_writing: Callable[[bool], None]
) -> None:
    person = hall.guest()
    game = person.new_game()
    with person.follow(game) as follower:
        assert follower.news()["seq"] == 0
        text = person.offers(game)[0]
        break_writing(True)
        person.order(game, text, after=0, status=500)
        break_writing(False)
        person.order(game, text, after=0)
        messages = follower.until(1)
    entries = [entry["seq"] for news in messages for entry in news.get("entries", [])]
    assert entries == [1]


def test_a_game_that_failed_to_load_is_tried_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = hall.guest()
    game = person.new_game()
    hall.table.rooms._rooms.clear()

    def fail(*_: object) -> None:
        raise Broken

    with monkeypatch.context() as patch:
        patch.setattr("salient.table.rooms.rebuild", fail)
        person.position(game, status=500)
    assert person.position(game)["seq"] == 0


# -- the database is away -----------------------------------------------------------------------


def test_while_the_database_is_away_everybody_is_asked_to_wait_and_the_log_says_it_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person = hall.guest()
    game = person.new_game()
    text = person.offers(game)[0]
    mishaps.quiet.__init__()  # type: ignore[misc]  # nothing has been told yet

    def gone(*_: object) -> None:
        raise OperationalError("COMMIT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(hall.table.storage, "transact", gone)
        patch.setattr(hall.table.storage, "read", gone)
        for _ in range(20):
            refused = person.send("GET", "/api/games", params={"scope": "mine"})
            assert refused.status_code == 503
            assert refused.json()["code"] == "no-storage"
            assert int(refused.headers["Retry-After"]) > 0
        person.order(game, text, after=0, status=503)
    assert person.order(game, text, after=0)["seq"] == 1
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(told) == 1
    assert told[0].exc_info is None


def test_many_equal_mishaps_are_told_now_and_then_with_their_number(
    caplog: pytest.LogCaptureFixture,
) -> None:
    times = [0.0, 1.0, 2.0, 9.9, 10.0, 11.0]
    clock = iter(times)
    quiet = Quiet(lambda: next(clock))
    for _ in times:
        quiet.tell("database", "it is away")
    assert [record.getMessage() for record in caplog.records] == [
        "database: it is away (1 so far)",
        "database: it is away (4 so far)",
    ]
