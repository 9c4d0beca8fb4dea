"""Letters: addresses are confirmed before anything is sent there; passwords are replaced."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from salient.table.config import Rate
from tests.table.conftest import OpenHall
from tests.table.people import PASSWORD, Hall, Person, credentials, wait_until

MARY = "mary@example.org"
OpenPost = Callable[..., tuple[Hall, list[EmailMessage]]]


@pytest.fixture
def open_post(open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch) -> OpenPost:
    """Opens a server that can send letters, and the letters that it sends."""

    def open_(**settings: object) -> tuple[Hall, list[EmailMessage]]:
        sent: list[EmailMessage] = []
        monkeypatch.setattr("salient.table.notify.send_mail", lambda _, mail: sent.append(mail))
        return open_hall(smtp="smtp://127.0.0.1:1", **settings), sent

    return open_


def key_in(mail: EmailMessage, purpose: str) -> str:
    found = re.search(rf"/account\?{purpose}=([\w-]+)", mail.get_content())
    assert found, mail.get_content()
    return found[1]


def confirmed(hall: Hall, sent: list[EmailMessage], name: str = "Mary") -> Person:
    """Somebody whose address is confirmed."""
    person = hall.account(name)
    person.ask("PATCH", "/api/me", {"email": MARY})
    wait_until(lambda: sent)
    key = key_in(sent.pop(), "confirm")
    hall.stranger().ask("POST", "/api/confirmations", {"key": key}, status=204)
    return person


def test_an_address_is_confirmed_with_the_key_of_a_letter(open_post: OpenPost) -> None:
    hall, sent = open_post()
    person = hall.account("Mary")
    assert person.ask("PATCH", "/api/me", {"email": MARY})["confirmed"] is False
    wait_until(lambda: sent)
    assert sent[0]["To"] == MARY
    key = key_in(sent[0], "confirm")
    assert key not in str(hall.contents())
    hall.stranger().ask("POST", "/api/confirmations", {"key": key}, status=204)
    assert person.get("/api/me")["confirmed"] is True
    used = hall.stranger().ask("POST", "/api/confirmations", {"key": key}, status=404)
    assert used["code"] == "bad-key"


def test_another_address_is_to_be_confirmed_anew(open_post: OpenPost) -> None:
    hall, sent = open_post()
    person = confirmed(hall, sent)
    assert person.ask("PATCH", "/api/me", {"email": "other@example.org"})["confirmed"] is False
    wait_until(lambda: sent)
    old = key_in(sent[0], "confirm")
    person.ask("PATCH", "/api/me", {"email": "third@example.org"})
    hall.stranger().ask("POST", "/api/confirmations", {"key": old}, status=404)


def test_nothing_is_sent_to_an_address_that_is_not_confirmed(
    open_post: OpenPost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salient.table.notify.GRACE", 0.0)
    hall, sent = open_post()
    person, other = hall.account("Mary"), hall.account()
    person.ask("PATCH", "/api/me", {"email": MARY})
    wait_until(lambda: sent)
    letter = sent.pop()
    for attempt in range(2):
        game = other.new_game(seats={"german": "open", "allied": "me"}, open=True)
        person.join(game, "german")
        wait_until(lambda: not hall.table.notifier._tasks)
        if attempt == 0:
            key = key_in(letter, "confirm")
            person.ask("POST", "/api/confirmations", {"key": key}, status=204)
    wait_until(lambda: sent)
    assert len(sent) == 1, "of the second game only"
    assert game in sent[0].get_content()


def test_a_letter_can_be_asked_for_again_but_not_for_ever(open_post: OpenPost) -> None:
    hall, sent = open_post(letters=Rate(3, 3600))
    person = hall.account("Mary")
    person.ask("PATCH", "/api/me", {"email": MARY})
    for status in (204, 204, 429):
        person.ask("POST", "/api/me/confirmation", status=status)
    wait_until(lambda: len(sent) == 3)
    keys = [key_in(mail, "confirm") for mail in sent]
    hall.stranger().ask("POST", "/api/confirmations", {"key": keys[0]}, status=404)
    hall.stranger().ask("POST", "/api/confirmations", {"key": keys[2]}, status=204)


def test_a_forgotten_password_is_replaced(open_post: OpenPost) -> None:
    hall, sent = open_post()
    person = confirmed(hall, sent)
    reader = hall.stranger()
    reader.ask("POST", "/api/resets", {"name": "ＭＡＲＹ"}, status=204)
    wait_until(lambda: sent)
    key = key_in(sent[0], "reset")
    weak = {"key": key, "new": "password"}
    assert reader.ask("POST", "/api/passwords", weak, status=400)["code"] == "weak-password"
    wanted = {"key": key, "new": "another long march"}
    assert reader.ask("POST", "/api/passwords", wanted, status=201)["name"] == "Mary"
    assert reader.get("/api/me")["name"] == "Mary"
    assert person.get("/api/me") is None, "all sessions of before end"
    hall.stranger().ask("POST", "/api/session", credentials("Mary", PASSWORD), status=401)
    hall.stranger().ask("POST", "/api/passwords", wanted, status=404)


def test_who_asks_for_a_letter_does_not_learn_whether_there_is_anybody(open_post: OpenPost) -> None:
    hall, sent = open_post()
    hall.account("No address")
    guest = hall.guest().me["name"]
    unconfirmed = hall.account("Not yet")
    unconfirmed.ask("PATCH", "/api/me", {"email": MARY})
    wait_until(lambda: sent)
    sent.clear()
    for name in ("No address", "Nobody", "Not yet", guest):
        hall.stranger().ask("POST", "/api/resets", {"name": name}, status=204)
    confirmed(hall, sent)
    assert sent == []


def test_letters_for_forgotten_passwords_are_limited(open_post: OpenPost) -> None:
    hall, _ = open_post(letters=Rate(2, 3600))
    for status in (204, 204, 429):
        hall.stranger().ask("POST", "/api/resets", {"name": "Anybody"}, status=status)


def test_an_old_key_is_worthless(open_post: OpenPost) -> None:
    hall, sent = open_post()
    confirmed(hall, sent)
    hall.stranger().ask("POST", "/api/resets", {"name": "Mary"}, status=204)
    wait_until(lambda: sent)
    hall.rows("UPDATE letters SET expires = '2020-01-01 00:00:00'")
    wanted = {"key": key_in(sent[0], "reset"), "new": "another long march"}
    hall.stranger().ask("POST", "/api/passwords", wanted, status=404)


def test_a_table_without_a_mail_server_says_so(open_hall: OpenHall) -> None:
    hall = open_hall()
    assert hall.stranger().get("/api/catalogue")["letters"] is False
    refused = hall.stranger().ask("POST", "/api/resets", {"name": "Mary"}, status=409)
    assert refused["code"] == "no-letters"
