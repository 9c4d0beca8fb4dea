"""Nonsense and malice: always a problem with a reason, never a broken server, nothing changed."""

from __future__ import annotations

import http.client
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.people import PATIENCE, Hall, Person, is_problem, new_key

JSON = {"X-Salient": "1", "Content-Type": "application/json"}
CASES = pytest.mark.parametrize


@pytest.fixture(scope="module")
def person(hall: Hall) -> Person:
    return hall.account("Abuser")


@pytest.fixture(scope="module")
def game(person: Person) -> str:
    game = person.new_game()
    person.order(game)
    return game


@pytest.fixture(autouse=True)
def _nothing_changes_or_breaks(
    hall: Hall, game: str, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    before = hall.contents()
    yield
    assert game
    assert hall.contents() == before
    assert [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR] == []


def raw(
    hall: Hall, person: Person, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, Any]]:
    """Send a request as it is, without a library that tidies it up; the answer must be JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
    session = person.client.cookies["salient_session"]
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {**JSON, "Cookie": f"salient_session={session}", **named}
    try:
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else {}
    finally:
        connection.close()


# -- bodies -------------------------------------------------------------------------------------

BODIES = {
    "nothing": b"",
    "no json": b"hello",
    "half": b'{"text": "x", "after": 1',
    "null": b"null",
    "list": b"[]",
    "number": b"1e999",
    "not utf-8": b'{"text": "\xff\xfe", "after": 1, "key": "abcdefgh"}',
    "lone surrogate": b'{"text": "\\ud800", "after": 1, "key": "abcdefgh"}',
    "NUL": b'{"text": "\\u0000", "after": 1, "key": "abcdefgh"}',
    "raw NUL": b'\x00{"text": "x", "after": 1, "key": "abcdefgh"}',
    "deep": b"[" * 30_000 + b"]" * 30_000,
    "deep object": b'{"text":' * 7_000 + b"1" + b"}" * 7_000,
    "unknown field": b'{"text": "end", "after": 1, "key": "abcdefgh", "side": "allied"}',
    "twice": b'{"text": "end", "after": 1, "after": 99, "key": "abcdefgh"}',
    "negative": b'{"text": "end", "after": -1, "key": "abcdefgh"}',
    "huge number": b'{"text": "end", "after": 99999999999999999999999, "key": "abcdefgh"}',
    "fraction": b'{"text": "end", "after": 1.5, "key": "abcdefgh"}',
    "true": b'{"text": "end", "after": true, "key": "abcdefgh"}',
    "short key": b'{"text": "end", "after": 1, "key": "abc"}',
    "odd key": b'{"text": "end", "after": 1, "key": "abcdefgh\\n"}',
    "long text": json.dumps({"text": "x" * 401, "after": 1, "key": "abcdefgh"}).encode(),
    "digits": json.dumps({"text": "move " + "9" * 390, "after": 1, "key": "abcdefgh"}).encode(),
}


@CASES("name", BODIES)
def test_a_nonsense_order_is_a_problem(hall: Hall, person: Person, game: str, name: str) -> None:
    status, answer = raw(hall, person, "POST", f"/api/games/{game}/orders", BODIES[name])
    assert status in (400, 409)
    assert is_problem(answer, status)


@CASES("path", ["/api/games", "/api/session", "/api/accounts", "/api/records", "/api/me"])
@CASES("body", [b"", b"[", b"[" * 30_000, b'{"a": 1}', b"null", b'"\\ud800"'])
def test_a_nonsense_body_is_a_problem_everywhere(
    hall: Hall, person: Person, path: str, body: bytes
) -> None:
    method = "PATCH" if path == "/api/me" else "POST"
    status, answer = raw(hall, person, method, path, body)
    assert status == 400
    assert is_problem(answer, 400)


WORDS_FOR_NUMBERS = {
    "POST /api/games/{game}/orders": ({"text": "end", "after": "1", "key": "abcdefgh"}, "after"),
    "POST /api/games/{game}/gestures": ({"kind": "undo", "after": "1", "key": "abcdefgh"}, "after"),
    "POST /api/games": (
        {"title": "mist", "scenario": "seventh", "seats": {"german": "me", "allied": "open"},
         "time": {"main": "600"}}, "time.main"),
    "POST /api/records": ({"text": 7}, "text"),
    "POST /api/session": ({"name": "Abuser", "password": 12345678}, "password"),
    "POST /api/accounts": ({"name": ["Abuser"], "password": "a long march"}, "name"),
    "PATCH /api/me": ({"vacation": 1}, "vacation"),
    "PUT /api/games/{game}/notes": ({"text": None}, "text"),
    "POST /api/games/{game}/chat": ({"text": 1}, "text"),
}  # fmt: skip


@CASES("where", WORDS_FOR_NUMBERS)
def test_a_word_is_no_number_and_the_field_is_named(
    hall: Hall, person: Person, game: str, where: str
) -> None:
    method, path = where.format(game=game).split()
    body, field = WORDS_FOR_NUMBERS[where]
    status, answer = raw(hall, person, method, path, json.dumps(body).encode())
    assert (status, answer["code"]) == (400, "bad-request")
    assert f"{field}: Expected `" in answer["message"]


@CASES("value", ["yes", "on", '"true"', "1", "0", "null"])
def test_only_true_and_false_are_true_or_false(hall: Hall, person: Person, value: str) -> None:
    seats = '"seats": {"german": "me", "allied": "me"}'
    body = f'{{"title": "mist", "scenario": "seventh", {seats}, "open": {json.dumps(value)}}}'
    status, answer = raw(hall, person, "POST", "/api/games", body.encode())
    assert status == 400
    assert "open: Expected `bool`" in answer["message"]


@CASES("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "x"])
def test_the_wrong_kind_of_content_is_a_problem(
    hall: Hall, person: Person, game: str, kind: str
) -> None:
    status, answer = raw(
        hall, person, "POST", f"/api/games/{game}/orders", b"text=end", Content_Type=kind
    )
    assert status in (400, 415)
    assert is_problem(answer, status)


def test_a_body_that_is_too_large_is_refused(hall: Hall, person: Person, game: str) -> None:
    path = f"/api/games/{game}/notes"
    status, answer = raw(hall, person, "PUT", path, b'{"text": "' + b"x" * 70_000 + b'"}')
    assert status == 413
    assert is_problem(answer, 413)
    assert "64000" in answer["message"]


def test_who_hangs_up_in_the_middle_of_a_body_breaks_nothing(
    hall: Hall, person: Person, game: str
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
    session = person.client.cookies["salient_session"]
    headers = {**JSON, "Cookie": f"salient_session={session}", "Content-Length": "1000"}
    connection.request("POST", f"/api/games/{game}/orders", b'{"action"', headers)
    connection.close()
    person.get("/api/games")
    time.sleep(0.2)  # What the server thinks of it, it writes to its log a moment later.


def test_a_body_that_does_not_tell_its_length_is_refused_as_well(person: Person, game: str) -> None:
    def stream() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(100):
            yield b"x" * 1000
        yield b'"}'

    response = person.client.put(f"/api/games/{game}/notes", content=stream())
    assert response.status_code == 413
    assert is_problem(response.json(), 413)


# -- addresses ----------------------------------------------------------------------------------


@CASES(
    "game_id",
    ["x", "x" * 500, "%00", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%F0%9F%8E%B2", "%FF", "a'--", "*",
     "-1", "0", "null", "%0d%0aX-Evil:1"],
)  # fmt: skip
@CASES("part", ["", "/board", "/position", "/log", "/record", "/chat", "/notes", "/odds/0"])
def test_an_unknown_game_is_not_found(hall: Hall, person: Person, game_id: str, part: str) -> None:
    status, answer = raw(hall, person, "GET", f"/api/games/{game_id}{part}")
    assert status == 404
    assert is_problem(answer, 404)


@CASES(
    "query",
    ["position?move=99999999999999999999", "position?move=-1", "position?move=x", "position?move=",
     "position?move=1e3", "position?move=5.0", "position?move=1.0", "position?move=null",
     "position?move=0&move=1", "position?move=00", "position?move=+1", "position?move=true",
     "log?since=0.0", "log?since=null", "why?piece=1.0", "why?place=1e0",
     "position?move=" + "9" * 5000,
     "position?side=" + "x" * 1000,
     "position?side=%00", "position?side=%FF", "log?since=x", "log?since=" + "9" * 5000,
     "trace", "trace?action=%00", "trace?action=" + "x" * 2000, "board?invite=" + "x" * 1000],
)  # fmt: skip
def test_a_nonsense_question_is_a_problem(
    hall: Hall, person: Person, game: str, query: str
) -> None:
    status, answer = raw(hall, person, "GET", f"/api/games/{game}/{query}")
    assert status == 400, answer
    assert is_problem(answer, 400)


@CASES(("query", "field"), [("position?move=5.0", "move"), ("log?since=x", "since")])
def test_a_nonsense_question_hears_which_part_of_it_is_wrong(
    hall: Hall, person: Person, game: str, query: str, field: str
) -> None:
    _, answer = raw(hall, person, "GET", f"/api/games/{game}/{query}")
    assert f"{field}: Expected `int`" in answer["message"]


@CASES(
    "query",
    ["position?lang=xx", "position?lang=%00", "position?lang=../../en", "position?lang=ja&lang=en",
     "position?unknown=1", "log?since=99999999999999999999999", "log?since=-99999999999999999999",
     "board?invite=%00%FF", "position?&&&=", "position?lang[]=en"],
)  # fmt: skip
def test_an_odd_question_is_answered(hall: Hall, person: Person, game: str, query: str) -> None:
    status, _ = raw(hall, person, "GET", f"/api/games/{game}/{query}")
    assert status == 200


@CASES("part", ["places", "odds"])
@CASES("place", ["-1", "999999", "9" * 30, "9" * 5000, "x", "1.5", "", "%00"])
def test_a_place_that_is_not_there_is_not_found(
    hall: Hall, person: Person, game: str, part: str, place: str
) -> None:
    path = f"/api/games/{game}/{part}/{place}"
    status, answer = raw(hall, person, "GET", path)
    assert status in (400, 404)
    assert is_problem(answer, status)


@CASES(
    "path",
    ["/page/../server.py", "/page/..%2fserver.py", "/page/%2e%2e/server.py", "/page//etc/passwd",
     "/page/%2e%2e%2f%2e%2e%2fwire.py", "/page/..\\server.py", "/page/%00", "/page/nothing.js",
     "/page/%5c..%5cserver.py", "/page/....//server.py", "/../server.py", "/page", "/page/",
     "/page/" + "x" * 5000, "/page/" + "a/" * 500],
)  # fmt: skip
def test_only_files_of_the_page_are_served(hall: Hall, person: Person, path: str) -> None:
    status, answer = raw(hall, person, "GET", path)
    assert status in (400, 404)
    assert is_problem(answer, status)


@CASES(
    ("method", "path"),
    [("PUT", "/api/me"), ("POST", "/api/catalogue"), ("DELETE", "/api/games"),
     ("PATCH", "/api/games/x"), ("TRACE", "/api/me"), ("BREW", "/api/me"), ("GET", "/api/session"),
     ("POST", "/"), ("DELETE", "/page/index.html"), ("CONNECT", "/api/me")],
)  # fmt: skip
def test_an_odd_method_is_not_allowed(hall: Hall, person: Person, method: str, path: str) -> None:
    status, answer = raw(hall, person, method, path)
    assert status == 405
    assert is_problem(answer, 405)


def test_a_method_that_is_not_allowed_is_told_which_are(person: Person) -> None:
    allowed = person.client.request("PUT", "/api/me").headers["Allow"]
    assert {"GET", "PATCH"} <= {method.strip() for method in allowed.split(",")}


# -- headers ------------------------------------------------------------------------------------


@CASES(
    "headers",
    [{"Cookie": "salient_session="}, {"Cookie": "salient_session=\xff\xfe"}, {"Cookie": "=;=;;"},
     {"Cookie": "salient_session=" + "x" * 5000}, {"Authorization": "Bearer " + "x" * 5000},
     {"Authorization": "Bearer \xff"}, {"Accept-Language": "\xff;;,,;q=x"},
     {"Accept": "application/xml"}, {"X_HTTP_Method_Override": "DELETE"}, {"Accept": "x"},
     {"X_Forwarded_Host": "evil.example"}, {"Accept_Encoding": "gzip;q=x, br"}],
)  # fmt: skip
def test_odd_headers_are_endured(hall: Hall, person: Person, headers: dict[str, str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request("GET", "/api/me", headers=named)
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.read() == b"null"
    finally:
        connection.close()
    assert person.me


def test_a_forged_key_of_a_bot_is_only_a_key(person: Person, game: str) -> None:
    body = {"text": "fly", "after": 1, "key": f"bot-{new_key()}"}
    assert person.send("POST", f"/api/games/{game}/orders", body).status_code == 400
