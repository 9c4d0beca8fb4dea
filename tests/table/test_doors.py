"""Who is let in: requests of other sites, and people who knock too often."""

from __future__ import annotations

import pytest

from salient.table import limits
from salient.table.config import Rate
from salient.table.errors import TableError
from salient.table.limits import Limiter
from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person, credentials, is_problem, new_key

HOST = "127.0.0.1"

# -- other sites --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def victim(hall: Hall) -> Person:
    return hall.account("Victim")


@pytest.fixture(scope="module")
def game(victim: Person) -> str:
    return victim.new_game()


CHANGES = [
    ("POST", "/api/accounts", credentials("Intruder")),
    ("POST", "/api/session", credentials("Victim")),
    ("DELETE", "/api/session", None),
    ("POST", "/api/guests", None),
    ("PATCH", "/api/me", {"email": "thief@example.org"}),
    ("POST", "/api/me/tokens", None),
    ("DELETE", "/api/me/tokens", None),
    ("PUT", "/api/me/password", {"old": "a long march", "new": "a longer march"}),
    ("POST", "/api/games", {"title": "mist", "scenario": "seventh", "seats": {}}),
    ("POST", "/api/games/{game}/seats", {"side": "allied"}),
    ("DELETE", "/api/games/{game}", None),
    ("POST", "/api/games/{game}/orders", {"text": "x", "after": 0, "key": new_key()}),
    ("POST", "/api/games/{game}/gestures", {"kind": "resign", "after": 0, "key": new_key()}),
    ("POST", "/api/games/{game}/chat", {"text": "hello"}),
    ("PUT", "/api/games/{game}/notes", {"text": "hello"}),
    ("POST", "/api/records", {"text": "x"}),
]


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null", "http://[", "x"])
@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_a_page_of_another_site_changes_nothing(
    hall: Hall, victim: Person, game: str, method: str, path: str, body: object, origin: str | None
) -> None:
    before = hall.contents()
    # It cannot send our header; if it could, its origin would still tell on it.
    headers = {"X-Salient": "" if origin is None else "1"} | ({"Origin": origin} if origin else {})
    refused = victim.ask(method, path.format(game=game), body, status=403, headers=headers)
    assert refused["code"] == "cross-site"
    assert hall.contents() == before


def test_every_changing_route_was_tried(hall: Hall) -> None:
    paths = hall.stranger().get("/schema/openapi.json")["paths"]
    changing = {
        (method.upper(), path.replace("{game_id}", "{game}"))
        for path, methods in paths.items()
        for method in methods
        if method not in ("get", "head", "options")
    }
    assert changing == {(method, path) for method, path, _ in CHANGES}


def test_our_own_page_may_change_things(hall: Hall, victim: Person) -> None:
    victim.ask("PATCH", "/api/me", {}, headers={"Origin": f"http://{HOST}:{hall.port}"})


def test_behind_a_proxy_the_public_address_is_our_own(open_hall: OpenHall) -> None:
    person = open_hall(address="https://table.example.org").guest()
    person.ask("PATCH", "/api/me", {}, headers={"Origin": "https://table.example.org"})
    person.ask("PATCH", "/api/me", {}, status=403, headers={"Origin": "https://example.org"})


def test_looking_needs_no_header(victim: Person, game: str) -> None:
    headers = {"X-Salient": "", "Origin": "https://evil.example"}
    victim.ask("GET", f"/api/games/{game}", headers=headers)


def test_answers_carry_protective_headers_also_when_they_are_errors(victim: Person) -> None:
    for path in ("/api/me", "/api/games/nothing", "/nothing", "/api/games?scope=nothing"):
        headers = victim.client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers


# -- too often ----------------------------------------------------------------------------------


def test_a_limiter_counts_within_its_time() -> None:
    limiter = Limiter(Rate(2, 10))
    limiter.count("a", 0.0)
    limiter.count("a", 1.0)
    with pytest.raises(TableError, match="wait 9 seconds") as caught:
        limiter.count("a", 2.0)
    assert caught.value.status == 429
    limiter.count("b", 2.0)  # somebody else
    limiter.count("a", 10.5)  # the first time is forgotten
    with pytest.raises(TableError):
        limiter.count("a", 10.6)


def test_a_refused_attempt_does_not_lengthen_the_wait() -> None:
    limiter = Limiter(Rate(1, 10))
    limiter.count("a", 0.0)
    for moment in (1.0, 5.0, 9.0):
        with pytest.raises(TableError):
            limiter.count("a", moment)
    limiter.count("a", 10.0)


def test_a_limiter_forgets_the_longest_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 2)
    limiter = Limiter(Rate(1, 10))
    for key in "abc":
        limiter.count(key, 0.0)
    limiter.count("a", 1.0)
    with pytest.raises(TableError):
        limiter.count("c", 1.0)
    assert len(limiter._times) == 2


def test_signing_in_is_limited_by_name(open_hall: OpenHall) -> None:
    hall = open_hall(sign_ins=Rate(3, 60))
    hall.account("Bernard")
    stranger = hall.stranger()
    for _ in range(3):
        stranger.ask("POST", "/api/session", credentials("bernard", "wrong word"), status=401)
    response = stranger.send("POST", "/api/session", credentials("BERNARD"))
    assert response.status_code == 429
    assert is_problem(response.json(), 429)
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert stranger.get("/api/me") is None


def test_signing_in_is_limited_by_address(open_hall: OpenHall) -> None:
    stranger = open_hall(sign_ins=Rate(3, 60)).stranger()
    statuses = [
        stranger.send("POST", "/api/session", credentials(f"Name {n}")).status_code
        for n in range(5)
    ]
    assert statuses == [401, 401, 401, 429, 429]


def test_signing_up_is_limited_and_guests_count(open_hall: OpenHall) -> None:
    hall = open_hall(sign_ups=Rate(2, 60))
    hall.guest()
    hall.account("Second")
    for path, body in (("/api/guests", None), ("/api/accounts", credentials("Third"))):
        refused = hall.stranger().ask("POST", path, body, status=429)
        assert refused["code"] == "too-often"
    assert hall.rows("SELECT count(*) FROM users") == [(2,)]


def test_a_guest_who_comes_again_is_not_counted(open_hall: OpenHall) -> None:
    guest = open_hall(sign_ups=Rate(1, 60)).guest()
    for _ in range(3):
        assert guest.ask("POST", "/api/guests", status=201) == guest.me
