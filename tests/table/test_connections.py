"""Connections: half-sent requests, too many at once, sockets that outlive a session."""

from __future__ import annotations

import contextlib
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from salient.commands.serve import _listen
from salient.table import door, mishaps
from salient.table.api.live import FROM_A_NETWORK
from salient.table.door import House
from tests.table.conftest import OpenHall
from tests.table.people import (
    PASSWORD,
    PATIENCE,
    SIDES,
    Follower,
    Hall,
    Person,
    new_key,
    wait_until,
)
from tests.table.process import ServerProcess

HEAD_SECONDS = door.HEAD_SECONDS
HALF_A_HEAD = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Salient: 1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
)


FILES = 260
"""That a server has; most of them are kept back."""


@contextlib.contextmanager
def knocking(port: int, data: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        with contextlib.suppress(ConnectionError):  # it may have been turned away already
            connection.sendall(data)
        yield connection


def sending(hall: Hall, data: bytes) -> AbstractContextManager[socket.socket]:
    return knocking(hall.port, data)


def read_all(connection: socket.socket) -> bytes:
    """What is sent until the connection is closed, from whichever side."""
    with contextlib.suppress(ConnectionResetError):
        return b"".join(iter(lambda: connection.recv(4096), b""))
    return b""


@pytest.mark.parametrize("data", [b"", HALF_A_HEAD, HALF_A_BODY])
def test_half_a_request_is_not_waited_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(door, "BODY_SECONDS", 0.3)
    with sending(hall, data) as connection:
        begin = time.monotonic()
        read_all(connection)
        assert time.monotonic() - begin < HEAD_SECONDS, "not even as long as usual"


PLAIN = (
    b"Host: 127.0.0.1\r\nX-Salient: 1\r\nContent-Type: application/json\r\nConnection: close\r\n"
)
READ = b"GET /api/me HTTP/1.1\r\n" + PLAIN
SEND = b"POST /api/session HTTP/1.1\r\n" + PLAIN
NONSENSE = {
    "two lengths": SEND + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a length and chunks, and another request behind them": SEND
    + b"Content-Length: 30\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    + READ + b"\r\n",
    "a coding that there is not": SEND + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a length below nothing": SEND + b"Content-Length: -1\r\n\r\n",
    "a packed body": SEND + b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\x1f\x8b\x08",
    "a blank before the colon": READ + b"X-A : b\r\n\r\n",
    "NUL": READ + b"X-A: a\0b\r\n\r\n",
    "a huge header": READ + b"X-A: " + b"a" * 200_000 + b"\r\n\r\n",
    "a header without end": READ + b"X-A: " + b"a" * 200_000,
    "no host": b"GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two hosts": READ + b"Host: evil.example\r\n\r\n",
    "another language": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}  # fmt: skip


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused_once_and_whatever_follows_it_is_not_read(
    hall: Hall, what: str
) -> None:
    with sending(hall, NONSENSE[what]) as connection:
        answer = read_all(connection)
    cut_off = not answer and len(NONSENSE[what]) > 100_000  # in the middle of what it sends
    assert answer.startswith(b"HTTP/1.1 400") or cut_off
    assert answer.count(b"HTTP/1.1 ") <= 1


def test_a_flood_of_nonsense_does_not_fill_the_log(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    mishaps.quiet.__init__()  # type: ignore[misc]
    for _ in range(40):
        with sending(hall, NONSENSE["another language"]) as connection:
            read_all(connection)
    assert [record.getMessage() for record in caplog.records] == [
        "request: Invalid HTTP request received. (1 so far)"
    ]


def test_a_request_that_comes_in_pieces_is_answered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", PATIENCE)
    with sending(hall, HALF_A_HEAD) as connection:
        time.sleep(0.1)
        connection.sendall(b"no more\r\nConnection: close\r\n\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200")


def test_a_follower_may_wait_for_long(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than any head or body of a request, which it is not any more."""
    person = hall.guest()
    game = person.new_game()
    with contextlib.ExitStack() as stack:
        with monkeypatch.context() as patch:
            patch.setattr(door, "HEAD_SECONDS", 1.0)  # in which its head must arrive
            follower = stack.enter_context(person.follow(game))
            follower.news()
            time.sleep(1.5)
        person.order(game)
        assert follower.news()["seq"] == 1


def test_who_is_let_in_to_a_full_house_hears_that_it_is_full(hall: Hall) -> None:
    house: House = hall.house
    wait_until(lambda: house.all == sum(house.networks.values()))
    with sending(hall, HALF_A_HEAD):
        wait_until(lambda: house.all > 0)
        before, house.most = house.most, house.all
        try:
            with socket.create_connection(("127.0.0.1", hall.port), timeout=PATIENCE) as late:
                answer = read_all(late)
        finally:
            house.most = before
    assert answer.startswith(b"HTTP/1.1 503")
    assert b"Retry-After: 5" in answer
    assert b'"code":"full"' in answer


def test_a_network_has_so_many_connections_and_the_machine_itself_any_number() -> None:
    house = House(10, 2)
    assert [house.admit("2001:db8::1"), house.admit("2001:db8::2")] == [True, True]
    assert not house.admit("2001:db8::3")
    assert all(house.admit("127.0.0.1") for _ in range(5))
    house.release("2001:db8::1")
    assert house.admit("2001:db8::3")
    assert [house.admit(f"203.0.113.{n}") for n in range(5)] == [True, True, True, False, False]


@pytest.mark.parametrize("proxies", [["10.0.0.2"], ["*"]])
def test_a_proxy_speaks_for_many(proxies: list[str]) -> None:
    house = House(10, 2, proxies)
    assert all(house.admit("10.0.0.2") for _ in range(5))


def test_everybody_who_leaves_gives_the_place_back(open_hall: OpenHall) -> None:
    hall = open_hall()  # in which nobody else keeps a connection
    person = hall.guest()
    game = person.new_game()
    person.client.close()
    wait_until(lambda: hall.house.all == 0)
    again = hall.stranger()
    again.client.cookies.update(dict(person.client.cookies))
    with again.follow(game) as follower:
        follower.news()
        assert hall.house.all >= 1
    again.client.close()
    wait_until(lambda: hall.house.all == 0)
    assert not hall.house.networks


def test_answers_are_sent_at_once() -> None:
    listener = _listen("127.0.0.1", 0)
    try:
        assert listener.proto == socket.IPPROTO_TCP, "else asyncio leaves TCP_NODELAY off"
    finally:
        listener.close()


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of a process")
def test_a_crowd_at_the_door_neither_stops_those_inside_nor_fills_the_log(tmp_path: Path) -> None:
    """A server with few files, and more half-sent requests than it has."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'table.db'}", tmp_path / "log", files=FILES)
    server.start()
    try:
        wait_until(server.answers)
        with httpx.Client(
            base_url=server.address, headers={"X-Salient": "1"}, timeout=PATIENCE
        ) as player, contextlib.ExitStack() as crowd:  # fmt: skip
            player.post("/api/guests").raise_for_status()
            seats = dict.fromkeys(SIDES, "me")
            wanted = {"title": "mist", "scenario": "seventh", "seats": seats}
            game = f"/api/games/{player.post('/api/games', json=wanted).json()['id']}"
            before = server.log.stat().st_size
            for _ in range(2 * FILES):
                crowd.enter_context(knocking(server.port, HALF_A_HEAD))
            for seq in range(5):
                offers = player.get(f"{game}/position").json()["question"]["offers"]
                order = {"text": offers[0]["action"]["text"], "after": seq, "key": new_key()}
                assert player.post(f"{game}/orders", json=order).status_code == 201
            with knocking(server.port, b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as late:
                assert read_all(late).startswith(b"HTTP/1.1 503")
        wait_until(server.answers)  # they have gone, and there is room again
        told = server.log.read_text()[before:]
    finally:
        server.kill()
    assert "Traceback" not in told
    assert len(told.splitlines()) <= 3, told


# -- following ----------------------------------------------------------------------------------


def test_a_person_and_a_network_follow_so_many_games(open_hall: OpenHall) -> None:
    hall = open_hall(sockets=1)
    person, other = hall.guest(), hall.guest()
    game = person.new_game(open=True)
    with person.follow(game) as first, person.follow(game) as second, other.follow(game) as third:
        assert first.news()["seq"] == third.news()["seq"] == 0
        assert refused(second) == "too-many"
    wait_until(lambda: not hall.table.followers._held)


def test_strangers_of_a_network_follow_so_many_games_together(open_hall: OpenHall) -> None:
    hall = open_hall(sockets=1)
    game = hall.guest().new_game(open=True)
    with contextlib.ExitStack() as stack:
        inside = [stack.enter_context(hall.stranger().follow(game)) for _ in range(FROM_A_NETWORK)]
        assert all(follower.news()["seq"] == 0 for follower in inside)
        assert refused(stack.enter_context(hall.stranger().follow(game))) == "too-many"
    wait_until(lambda: not hall.table.followers._held)
    with hall.stranger().follow(game) as follower:
        assert follower.news()["seq"] == 0


def refused(follower: Follower) -> str:
    """Why a connection was closed."""
    with pytest.raises(ConnectionClosed) as closed:
        follower.until(1000)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    return str(closed.value.rcvd.reason)


def leave(person: Person) -> None:
    person.ask("DELETE", "/api/session", status=204)


def change_password(person: Person) -> None:
    person.ask("PUT", "/api/me/password", {"old": PASSWORD, "new": "another long march"})


@pytest.mark.parametrize("end", [leave, change_password])
def test_a_socket_ends_with_its_session(hall: Hall, end: Callable[[Person], None]) -> None:
    person = hall.account()
    game = person.new_game()
    with person.follow(game) as follower:
        follower.news()
        end(person)
        assert refused(follower) == "sign-in"


def test_a_socket_of_another_session_goes_on(hall: Hall) -> None:
    person = hall.account("Two browsers")
    game = person.new_game()
    other = hall.stranger()
    sign_in = {"name": "Two browsers", "password": PASSWORD}
    other.ask("POST", "/api/session", sign_in, status=201)
    with other.follow(game) as follower:
        follower.news()
        leave(person)
        other.order(game)
        assert follower.news()["seq"] == 1


def test_an_old_cookie_of_a_guest_who_signed_up_is_worthless(hall: Hall) -> None:
    guest = hall.guest()
    old = dict(guest.client.cookies)
    guest.ask("POST", "/api/accounts", {"name": "No guest", "password": PASSWORD}, status=201)
    thief = hall.stranger()
    thief.client.cookies.update(old)
    assert thief.get("/api/me") is None
    assert guest.get("/api/me")["name"] == "No guest"
