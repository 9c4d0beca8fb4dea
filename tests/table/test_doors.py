"""Who is let in: requests of other sites, and people who knock too often."""

from __future__ import annotations

import inspect

import pytest

from salient.table import limits
from salient.table.api.reading import FIGURES
from salient.table.config import Rate
from salient.table.errors import TableError
from salient.table.limits import Limiter
from tests.table.conftest import OpenHall
from tests.table.people import (
    PASSWORD,
    Hall,
    Person,
    credentials,
    is_problem,
    new_key,
    random_match,
)

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
    ("POST", "/api/me/deletion", {"password": "a long march"}),
    ("POST", "/api/me/confirmation", None),
    ("POST", "/api/confirmations", {"key": "x"}),
    ("POST", "/api/me/subscriptions", {"endpoint": "https://x", "p256dh": "x", "auth": "x"}),
    ("POST", "/api/me/subscriptions/deletion", {"endpoint": "https://x"}),
    ("POST", "/api/resets", {"name": "Victim"}),
    ("POST", "/api/passwords", {"key": "x", "new": "a longer march"}),
    ("POST", "/api/games", {"title": "mist", "scenario": "seventh", "seats": {}}),
    ("POST", "/api/games/{game}/seats", {"side": "allied"}),
    ("DELETE", "/api/games/{game}", None),
    ("DELETE", "/api/games/{game}/challenge", None),
    ("POST", "/api/games/{game}/rematch", None),
    ("POST", "/api/games/{game}/variations", {"move": 0, "name": "What if"}),
    ("PUT", "/api/games/{game}/variation", {"name": "What if"}),
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


def test_looking_at_a_request_takes_neither_a_thread_nor_memory(hall: Hall) -> None:
    assert all(inspect.iscoroutinefunction(guard) for guard in hall.app.guards)
    stranger = hall.stranger()
    stranger.ask("GET", "/api/games?scope=open")
    known = len(FIGURES)
    for _ in range(5):
        stranger.ask("GET", "/api/games?scope=open")
    assert len(FIGURES) == known, "a route is looked at once, not with each request"


def test_answers_carry_protective_headers_also_when_they_are_errors(victim: Person) -> None:
    for path in ("/api/me", "/api/games/nothing", "/nothing", "/api/games?scope=nothing"):
        headers = victim.client.get(path).headers
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers
    page = victim.client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in page
    assert "frame-ancestors 'none'" in page
    tag = {"If-None-Match": victim.client.get("/").headers["ETag"]}
    same = victim.client.get("/", headers=tag)
    assert same.status_code == 304
    assert "Content-Security-Policy" not in same.headers, "it would take the place of the page's"


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


def test_signing_in_is_limited_by_network(open_hall: OpenHall) -> None:
    stranger = open_hall(wrong_words=Rate(3, 60)).stranger()
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


def test_a_right_password_is_not_counted(open_hall: OpenHall) -> None:
    hall = open_hall(sign_ins=Rate(2, 60), wrong_words=Rate(2, 60))
    hall.account("Courtney")
    for _ in range(5):
        hall.stranger().ask("POST", "/api/session", credentials("Courtney"), status=201)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("PUT", "/api/me/password", {"old": "wrong word", "new": "a longer march"}),
     ("POST", "/api/me/deletion", {"password": "wrong word"})],
)  # fmt: skip
def test_who_sits_at_an_open_page_guesses_no_further_than_a_stranger(
    open_hall: OpenHall, method: str, path: str, body: object
) -> None:
    person = open_hall(sign_ins=Rate(2, 60)).account("Eisenhower")
    for status in (401, 401, 429):
        person.ask(method, path, body, status=status)


@pytest.mark.parametrize("twin", ["Ｖictor1", "VICTOR1", "victor１"])
def test_another_spelling_of_a_name_is_the_same_name(open_hall: OpenHall, twin: str) -> None:
    hall = open_hall(sign_ins=Rate(3, 60))
    hall.account("Victor1")
    for name in ("victor1", "Victor1", "vIctor1"):
        hall.stranger().ask("POST", "/api/session", credentials(name, "wrong word"), status=401)
    hall.stranger().ask("POST", "/api/session", credentials(twin), status=429)


def from_(address: str) -> dict[str, str]:
    """Headers of a proxy that speaks for somebody."""
    return {"X-Forwarded-For": address}


def test_who_guesses_elsewhere_does_not_lock_the_owner_out(open_hall: OpenHall) -> None:
    hall = open_hall(sign_ins=Rate(3, 60))
    hall.account("Omar")
    guess, right = credentials("Omar", "wrong word"), credentials("Omar")
    guesser = from_("203.0.113.9")
    for status in (401, 401, 401, 429):
        hall.stranger().ask("POST", "/api/session", guess, status=status, headers=guesser)
    hall.stranger().ask("POST", "/api/session", right, status=201, headers=from_("203.0.113.8"))


def test_a_household_counts_as_one(open_hall: OpenHall) -> None:
    hall = open_hall(wrong_words=Rate(3, 60), sign_ups=Rate(1, 60))
    houses = [from_(f"2001:db8:0:1:{n}::{n}") for n in range(1, 6)]
    statuses = [
        hall.stranger().send(
            "POST", "/api/session", credentials(f"Name {n}"), headers=house
        ).status_code
        for n, house in enumerate(houses)
    ]  # fmt: skip
    assert statuses == [401, 401, 401, 429, 429]
    hall.stranger().ask("POST", "/api/guests", status=201, headers=houses[0])
    hall.stranger().ask("POST", "/api/guests", status=429, headers=houses[1])
    hall.stranger().ask("POST", "/api/guests", status=201, headers=from_("2001:db8:0:2::1"))


def test_two_servers_count_together(open_hall: OpenHall) -> None:
    halls = [open_hall(wrong_words=Rate(3, 60)) for _ in range(2)]
    statuses = [
        hall.stranger().send("POST", "/api/session", credentials("Nobody")).status_code
        for hall in (*halls, *halls)
    ]
    assert statuses == [401, 401, 401, 429]


@pytest.mark.parametrize(
    "limits", [{"games": Rate(2, 60)}, {"records": Rate(2, 60)}, {"words": Rate(2, 60)}]
)
def test_games_records_and_words_are_limited(open_hall: OpenHall, limits: dict[str, Rate]) -> None:
    hall = open_hall(**limits)
    person = hall.guest()
    game = person.new_game()
    record = random_match("mist", "seventh", "limited", actions=3).record().to_text()
    deeds = {
        "games": lambda: person.send("POST", "/api/games", {
            "title": "mist", "scenario": "seventh", "seats": {"german": "me", "allied": "me"}}),
        "records": lambda: person.send("POST", "/api/records", {"text": record}),
        "words": lambda: person.send("POST", f"/api/games/{game}/chat", {"text": "Nuts"}),
    }  # fmt: skip
    [kind] = limits
    answers = [deeds[kind]() for _ in range(3)]
    assert answers[-1].status_code == 429
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert answers[0].status_code == 201


def test_reading_is_limited_for_strangers_together_and_for_each_person(
    open_hall: OpenHall,
) -> None:
    hall = open_hall(reads=Rate(4, 60), requests=Rate(6, 60))
    stranger, guest = hall.stranger(), hall.guest()
    statuses = [stranger.client.get("/api/catalogue").status_code for _ in range(4)]
    assert statuses[-1] == 429
    assert [guest.client.get("/api/me").status_code for _ in range(7)] == [*[200] * 6, 429]
    assert hall.stranger().client.get("/").status_code == 200, "the page itself is not an answer"


# -- names and passwords ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "twin", ["аliсe", "Аlice", "AIice", "Al1ce", "A.lice", "Alice.", "A  lice"]
)
def test_a_name_that_can_be_taken_for_another_is_refused(hall: Hall, twin: str) -> None:
    if not hall.rows("SELECT 1 FROM users WHERE name = 'Alice'"):
        hall.account("Alice")
        hall.account("A lice")
    refused = hall.stranger().send("POST", "/api/accounts", credentials(twin))
    assert refused.json()["code"] in ("name-taken", "name-alphabets")


@pytest.mark.parametrize("name", ["Мikhail", "Elenа", "Σimon", "Ivan\u3164", "\u115fIvan"])
def test_a_name_of_two_alphabets_or_with_letters_that_nobody_sees_is_refused(
    hall: Hall, name: str
) -> None:
    """Though nobody has one like it."""
    refused = hall.stranger().ask("POST", "/api/accounts", credentials(name), status=400)
    assert refused["code"] == "name-alphabets"


@pytest.mark.parametrize(
    "name", ["Simple bot", "RANDOM  BOT", "Guest 1234", "ゲスト 1234", "a former player"]
)
def test_nobody_is_called_like_a_bot_or_a_guest(hall: Hall, name: str) -> None:
    refused = hall.stranger().ask("POST", "/api/accounts", credentials(name), status=409)
    assert refused["code"] == "name-reserved"


def test_a_name_of_one_foreign_alphabet_is_welcome(hall: Hall) -> None:
    for name in ("Георгий", "Ελένη", "山下 奉文 Tomoyuki"):
        assert hall.account(name).me["name"] == name


@pytest.mark.parametrize(
    "password",
    ["password", "Passw0rd!", "        ", "aaaaaaaab", "12345678", "qwertyuiop", "asdfghjkl",
     "gerow1944", "sunshine99", "87654321", "tigertiger", "1q2w3e4r", "159753456", "123456789a!"],
)  # fmt: skip
def test_a_password_that_is_tried_first_is_refused(hall: Hall, password: str) -> None:
    wanted = credentials("Gerow", password)
    refused = hall.stranger().ask("POST", "/api/accounts", wanted, status=400)
    assert refused["code"] == "weak-password", password


@pytest.mark.parametrize(
    "password", ["a long march", "Xq7#kk2p", "長い長い行軍の夜に", "mir ist so kalt"]
)
def test_other_passwords_are_good(hall: Hall, password: str) -> None:
    hall.stranger().ask(
        "POST", "/api/accounts", credentials(f"Good {abs(hash(password))}"[:20], password),
        status=201,
    )  # fmt: skip


def test_a_new_password_is_judged_like_the_first(hall: Hall) -> None:
    person = hall.account("Collins")
    change = {"old": PASSWORD, "new": "password"}
    assert person.ask("PUT", "/api/me/password", change, status=400)["code"] == "weak-password"
    assert person.get("/api/me")["name"] == "Collins"


# -- other names of the host --------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_a_name_that_is_not_ours_is_refused(hall: Hall, host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    for method, path in (("POST", "/api/guests"), ("GET", "/api/me"), ("GET", "/")):
        answer = hall.stranger().send(method, path, headers=headers)
        assert answer.status_code == 421
        assert is_problem(answer.json(), 421)


def test_nor_is_a_game_followed_under_it(hall: Hall, victim: Person, game: str) -> None:
    """Not even by a page whose origin is that very name."""
    host, follow = "evil.example", f"/api/games/{game}/live?since=-1&lang=en"
    cookies = "; ".join(f"{name}={value}" for name, value in victim.client.cookies.items())
    headers = {
        "Host": host, "Origin": f"http://{host}", "Cookie": cookies, "Connection": "Upgrade",
        "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    assert victim.client.get(follow, headers=headers).status_code == 403
    headers |= {"Host": f"127.0.0.1:{hall.port}", "Origin": f"http://127.0.0.1:{hall.port}"}
    with victim.client.stream("GET", follow, headers=headers) as answer:
        assert answer.status_code == 101


@pytest.mark.parametrize(
    "host", ["localhost", "192.168.1.7:8000", "[::1]:8000", "club.example", "Other.example:8000"]
)
def test_our_own_names_and_numbers_are_answered(open_hall: OpenHall, host: str) -> None:
    hall = open_hall(address="https://club.example", hosts=("other.example",))
    hall.stranger().ask("GET", "/api/me", headers={"Host": host})
