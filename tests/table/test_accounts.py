"""Accounts: coming in, going out, settings, and what the database keeps of them."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete

from salient.table import passwords, schema
from salient.table.accounts import KNOWN_SECONDS
from tests.table.conftest import OpenHall
from tests.table.people import PASSWORD, Hall, Person, credentials, is_problem
from tests.table.test_storage import open_table

COOKIE = "salient_session"


def in_(hall: Hall, name: str, password: str = PASSWORD) -> Person:
    person = hall.stranger()
    person.me = person.ask("POST", "/api/session", credentials(name, password), status=201)
    return person


# -- coming and going ---------------------------------------------------------------------------


def test_a_stranger_is_nobody(hall: Hall) -> None:
    assert hall.stranger().get("/api/me") is None


def test_signing_up_signs_in(hall: Hall) -> None:
    person = hall.account("Hasso")
    assert person.get("/api/me")["name"] == "Hasso"
    assert person.get("/api/me")["guest"] is False


def test_signing_in_needs_the_right_password(hall: Hall) -> None:
    hall.account("Troy")
    assert in_(hall, "Troy").get("/api/me")["name"] == "Troy"
    refused = hall.stranger().ask(
        "POST", "/api/session", credentials("Troy", "a wrong march"), status=401
    )
    assert refused["code"] == "wrong-password"


def test_an_unknown_name_is_refused_like_a_wrong_password(hall: Hall) -> None:
    hall.account("Norman")
    answers = [
        hall.stranger().ask("POST", "/api/session", credentials(name, "wrong again"), status=401)
        for name in ("Norman", "Nobody at all")
    ]
    assert answers[0] == answers[1]


def test_an_unknown_name_costs_as_much_work_as_a_wrong_password(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.account("Leonard")
    guest, verified = hall.guest(), []

    def verify(stored: str, password: str) -> bool:
        verified.append(stored.rpartition("$")[0].rpartition("$")[0])
        return bool(password == PASSWORD)

    monkeypatch.setattr(passwords, "_verify", verify)
    for name in ("Leonard", "Unknown soldier", guest.me["name"]):
        hall.stranger().ask("POST", "/api/session", credentials(name, "wrong again"), status=401)
    assert len(verified) == 3
    assert len(set(verified)) == 1, "the same kind of hash each time"
    # Nor does the right word of a decoy open anything.
    hall.stranger().ask("POST", "/api/session", credentials("Unknown soldier"), status=401)


@pytest.mark.parametrize("twin", ["Mcauliffe", "MCAULIFFE", "mcauliffe", "ＭｃＡｕｌｉｆｆｅ"])
def test_names_that_look_alike_are_taken(hall: Hall, twin: str) -> None:
    if not hall.rows("SELECT 1 FROM users WHERE name_key = 'mcauliffe'"):
        hall.account("McAuliffe")
    refused = hall.stranger().ask("POST", "/api/accounts", credentials(twin), status=409)
    assert refused["code"] == "name-taken"
    assert in_(hall, twin).me["name"] == "McAuliffe"


@pytest.mark.parametrize(
    "name", ["", "x", "x" * 25, " x", "x ", "<b>x</b>", "a\nb", "ab\n", "a\0b", "a/b", "ﷺ" * 24]
)
def test_names_have_a_form(hall: Hall, name: str) -> None:
    before = hall.contents()
    refused = hall.stranger().ask("POST", "/api/accounts", credentials(name), status=400)
    assert is_problem(refused, 400)
    assert hall.contents() == before


def test_names_may_be_japanese(hall: Hall) -> None:
    assert hall.account("栗林 忠道").get("/api/me")["name"] == "栗林 忠道"


def test_a_short_password_is_refused(hall: Hall) -> None:
    hall.stranger().ask("POST", "/api/accounts", credentials("Shorty", "seven77"), status=400)


def test_a_guest_who_signs_up_keeps_his_games(hall: Hall) -> None:
    guest = hall.guest()
    game = guest.new_game()
    account = guest.ask("POST", "/api/accounts", credentials("No more guest"), status=201)
    assert account["id"] == guest.me["id"]
    assert [card["id"] for card in guest.get("/api/games", scope="mine")] == [game]
    assert in_(hall, "No more guest").offers(game)


def test_a_guest_who_takes_a_taken_name_stays_a_guest(hall: Hall) -> None:
    hall.account("Taken already")
    guest = hall.guest()
    guest.ask("POST", "/api/accounts", credentials("Taken already"), status=409)
    assert guest.get("/api/me") == guest.me


def test_somebody_signed_in_is_not_made_a_guest(hall: Hall) -> None:
    person = hall.account()
    assert person.ask("POST", "/api/guests", status=201)["id"] == person.me["id"]


def test_a_table_may_refuse_guests(open_hall: OpenHall) -> None:
    stranger = open_hall(guests=False).stranger()
    assert stranger.ask("POST", "/api/guests", status=403)["code"] == "no-guests"
    assert stranger.get("/api/catalogue")["guests"] is False


def test_signing_out_kills_the_session(hall: Hall) -> None:
    person = hall.account()
    token = person.client.cookies[COOKIE]
    person.ask("DELETE", "/api/session", status=204)
    assert COOKIE not in person.client.cookies
    person.client.cookies[COOKIE] = token  # a thief who kept it
    assert person.get("/api/me") is None


def test_an_expired_session_is_over(hall: Hall) -> None:
    person = hall.guest()
    hall.rows(
        "UPDATE sessions SET expires = '2020-01-01 00:00:00' WHERE user_id = ?", person.me["id"]
    )
    assert person.get("/api/me") is None


# -- what is stored and sent --------------------------------------------------------------------


def test_the_database_keeps_digests_of_sessions_and_hashes_of_passwords(hall: Hall) -> None:
    person = hall.account("Otto")
    token = person.client.cookies[COOKIE]
    [(digest,)] = hall.rows("SELECT digest FROM sessions WHERE user_id = ?", person.me["id"])
    [(password,)] = hall.rows("SELECT password FROM users WHERE id = ?", person.me["id"])
    assert digest == hashlib.sha256(token.encode()).digest()
    assert password.startswith("$argon2id$")
    everything = str(hall.contents())
    assert token not in everything
    assert PASSWORD not in everything


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    open_hall: OpenHall, secure: bool
) -> None:
    response = open_hall(secure=secure).stranger().send("POST", "/api/guests")
    flags = {flag.strip().lower() for flag in response.headers["Set-Cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert ("secure" in flags) is secure


def test_an_account_never_shows_its_password(hall: Hall) -> None:
    assert not any("password" in field for field in hall.account().get("/api/me"))


# -- tokens -------------------------------------------------------------------------------------


def test_a_token_lets_a_program_play_in_ones_name(hall: Hall) -> None:
    person = hall.account()
    token = person.ask("POST", "/api/me/tokens", status=201)["token"]
    program = hall.stranger()
    del program.client.headers["X-Salient"]  # no page: the token is enough
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me")["id"] == person.me["id"]
    game = program.new_game()
    assert program.order(game)["seq"] == 1
    [(expires,)] = hall.rows(
        "SELECT expires FROM sessions WHERE digest = ?", hashlib.sha256(token.encode()).digest()
    )
    assert expires is None


def test_a_token_can_be_given_back(hall: Hall) -> None:
    person = hall.account()
    token = person.ask("POST", "/api/me/tokens", status=201)["token"]
    program = hall.stranger()
    program.client.headers["Authorization"] = f"Bearer {token}"
    program.ask("DELETE", "/api/session", status=204)
    assert program.get("/api/me") is None
    assert person.get("/api/me") == person.me


def test_a_guest_and_a_stranger_get_no_token(hall: Hall) -> None:
    assert hall.guest().ask("POST", "/api/me/tokens", status=400)["code"] == "no-account"
    assert hall.stranger().ask("POST", "/api/me/tokens", status=401)["code"] == "sign-in"


def test_a_wrong_token_is_nobody_even_beside_a_good_cookie(hall: Hall) -> None:
    person = hall.account()
    for header in ("Bearer wrong", "Bearer", "Bearer é", "Basic dXNlcjpwYXNz"):
        answer = person.client.get("/api/me", headers={b"Authorization": header.encode()})
        assert answer.status_code == 200
        assert (answer.json() is None) is header.startswith("Bearer "), header


# -- settings -----------------------------------------------------------------------------------


def test_settings_change_one_by_one(hall: Hall) -> None:
    person = hall.account()
    until = (datetime.now(UTC) + timedelta(days=7)).replace(microsecond=0)
    changes = [
        {"language": "ja"}, {"email": "a@example.org"}, {"webhook": "https://example.org/x"},
        {"webhook_kind": "discord"}, {"vacation": until.isoformat().replace("+00:00", "Z")},
    ]  # fmt: skip
    wanted = dict(person.me)
    for change in changes:
        wanted |= change
        assert person.ask("PATCH", "/api/me", change) == wanted
    assert person.get("/api/me") == wanted
    back = {"vacation": None, "email": "", "webhook": ""}
    assert person.ask("PATCH", "/api/me", back) == wanted | back
    assert person.ask("PATCH", "/api/me", {}) == wanted | back


def test_a_vacation_may_be_told_in_any_time_zone(hall: Hall) -> None:
    changed = hall.account().ask("PATCH", "/api/me", {"vacation": "2030-01-01T08:00:00+09:00"})
    assert changed["vacation"] == "2029-12-31T23:00:00Z"


@pytest.mark.parametrize(
    "change",
    [
        {"language": "de"}, {"email": "nobody"}, {"email": "a@b\r\nBcc: c@d"},
        {"email": "A <a@b.c>"}, {"webhook": "javascript:alert(1)"}, {"webhook": "https://"},
        {"webhook": "https://[/"}, {"webhook": "http://a b/"}, {"webhook": "http://127.0.0.1/x"},
        {"webhook": "https://[fec0::1]/"}, {"webhook": "http://localhost:8000/"},
        {"webhook_kind": "pigeon"}, {"vacation": "tomorrow"},
        {"vacation": "2030-01-01T00:00:00"}, {"vacation": "0001-01-01T00:00:00+14:00"},
        {"vacation": "9999-12-31T23:59:59-12:00"}, {"name": "Another"}, {"guest": True},
        {"id": 1}, {"email": None}, {"webhook": "https://x/" + "y" * 500},
    ],
)  # fmt: skip
def test_a_bad_setting_is_refused_and_changes_nothing(
    hall: Hall, change: dict[str, object]
) -> None:
    person = hall.account()  # a guest may have no address at all
    refused = person.ask("PATCH", "/api/me", {"webhook_kind": "slack", **change}, status=400)
    assert is_problem(refused, 400)
    assert refused["code"] in ("bad-setting", "bad-request")
    assert person.get("/api/me") == person.me


@pytest.mark.parametrize("change", [{"email": "a@example.org"}, {"webhook": "https://x.example"}])
def test_a_guest_has_no_address(hall: Hall, change: dict[str, str]) -> None:
    assert hall.guest().ask("PATCH", "/api/me", change, status=400)["code"] == "no-account"


def test_a_bad_setting_is_explained_in_both_languages(hall: Hall) -> None:
    person, change = hall.guest(), {"webhook_kind": "pigeon"}
    said = {
        lang: person.ask("PATCH", "/api/me", change, status=400, lang=lang)["message"]
        for lang in ("en", "ja")
    }
    assert said["en"] != said["ja"]
    assert all("pigeon" in text and "json, discord, slack" in text for text in said.values())


def test_a_stranger_has_no_settings(hall: Hall) -> None:
    assert hall.stranger().ask("PATCH", "/api/me", {}, status=401)["code"] == "sign-in"


# -- passwords and tokens -----------------------------------------------------------------------


def test_a_new_password_ends_every_other_session_and_token(hall: Hall) -> None:
    person = hall.account("Kurt")
    elsewhere = in_(hall, "Kurt")
    token = person.ask("POST", "/api/me/tokens", status=201)["token"]
    change = {"old": PASSWORD, "new": "another long march"}
    assert person.ask("PUT", "/api/me/password", change, status=200)["name"] == "Kurt"
    assert person.get("/api/me")["name"] == "Kurt"
    assert elsewhere.get("/api/me") is None
    program = hall.stranger()
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me") is None
    assert in_(hall, "Kurt", "another long march").get("/api/me")["name"] == "Kurt"


def test_the_old_password_is_needed_for_a_new_one(hall: Hall) -> None:
    person = hall.account("Heinz")
    change = {"old": "not the old one", "new": "another long march"}
    refused = person.ask("PUT", "/api/me/password", change, status=401)
    assert refused["code"] == "wrong-password"
    assert in_(hall, "Heinz").get("/api/me")["name"] == "Heinz"


def test_revoking_tokens_leaves_the_session_alone(hall: Hall) -> None:
    person = hall.account("Matthew")
    token = person.ask("POST", "/api/me/tokens", status=201)["token"]
    person.ask("DELETE", "/api/me/tokens", status=204)
    program = hall.stranger()
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me") is None
    assert person.get("/api/me")["name"] == "Matthew"


# -- being recognised -----------------------------------------------------------------------------


def test_who_is_known_does_not_wait_to_be_recognised_and_not_for_long(
    each_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking a session up again takes nobody's time; one that has ended is over in a moment."""
    monkeypatch.setattr("salient.table.accounts.FRESH_SECONDS", 0.0)

    async def work() -> None:
        async with open_table(each_database) as table:
            accounts = table.accounts
            anna = await accounts.admit_guest("en")
            token = await accounts.open_session(anna.id)
            assert await accounts.whose(token) == anna
            free, read = asyncio.Event(), table.storage.read

            @asynccontextmanager
            async def slow() -> AsyncIterator[Any]:
                await free.wait()
                async with read() as connection:
                    yield connection

            monkeypatch.setattr(table.storage, "read", slow)
            async with table.storage.write() as connection:  # unnoticed: nobody announces it
                await connection.execute(delete(schema.sessions))
            assert await asyncio.wait_for(accounts.whose(token), 5) == anna
            free.set()
            deadline = time.monotonic() + KNOWN_SECONDS / 2
            while await accounts.whose(token):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)

    asyncio.run(work())
