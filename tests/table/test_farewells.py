"""Leaving: everything that is held is told, and nothing of it remains but what others share."""

from __future__ import annotations

from typing import Any

from tests.table.clocked import LIVE, SEATS, sit_down
from tests.table.people import PASSWORD, Hall, Person, credentials
from tests.table.test_lobby import listed


def leave(person: Person, password: str = PASSWORD, status: int = 204) -> Any:
    return person.ask("POST", "/api/me/deletion", {"password": password}, status=status)


def everything(hall: Hall) -> str:
    """All that is in the database, as one text."""
    return repr(hall.contents())


def test_the_export_has_everything_that_is_held(hall: Hall) -> None:
    german, allied, game = sit_down(hall, rated=True)
    german.ask("PATCH", "/api/me", {"email": "german@example.org"})
    german.ask("POST", f"/api/games/{game}/chat", {"text": "Good luck"}, status=201)
    allied.ask("POST", f"/api/games/{game}/chat", {"text": "Same to you"}, status=201)
    german.ask("PUT", f"/api/games/{game}/notes", {"text": "Take Wiltz"})
    german.order(game)
    german.gesture(game, "resign")
    answer = german.send("GET", "/api/me/export")
    assert "attachment" in answer.headers["Content-Disposition"]
    held = answer.json()
    assert held["account"]["email"] == "german@example.org"
    assert [words["text"] for words in held["words"]] == ["Good luck"]
    assert [note["text"] for note in held["notes"]] == ["Take Wiltz"]
    assert [(e["game"], e["kind"]) for e in held["entries"]] == [(game, "action"), (game, "resign")]
    assert [(one["id"], one["sides"]) for one in held["games"]] == [(game, ["german"])]
    assert [one["games"] for one in held["ratings"]] == [1]
    assert len(held["sessions"]) == 1
    assert "argon2" not in answer.text
    assert "digest" not in answer.text
    hall.stranger().get("/api/me/export", status=401)


def test_who_leaves_is_a_former_player(hall: Hall) -> None:
    german, allied, game = sit_down(hall, rated=True)
    name = german.me["name"]
    german.ask("POST", f"/api/games/{game}/chat", {"text": "Words of mine"}, status=201)
    german.order(game)
    alone = german.new_game()
    offered = german.new_game(seats=SEATS)
    assert leave(german, "a wrong march", 401)["code"] == "wrong-password"
    leave(german)
    assert german.get("/api/me") is None
    card = allied.card(game)
    assert (card["status"], card["winner"]) == ("over", "allied")  # nobody waits for the gone
    assert [seat["player"] for seat in card["seats"]] == ["a former player", allied.me["name"]]
    assert not card["seats"][0]["person"]
    assert [entry["kind"] for entry in allied.log(game)] == ["start", "action", "resign"]
    assert allied.get(f"/api/games/{game}/chat") == []
    for gone in (alone, offered):
        assert hall.stranger().get(f"/api/games/{gone}", status=404)["code"] == "no-such-game"
    assert f"'{name}'" not in everything(hall)
    assert "Words of mine" not in everything(hall)
    stranger = hall.stranger()
    assert stranger.get(f"/api/people/{name}", status=404)["code"] == "no-such-person"
    stranger.ask("POST", "/api/session", credentials(name), status=401)
    assert hall.account(name).get("/api/games", scope="mine") == []  # the name is free again


def test_all_sessions_end_and_programs_too(hall: Hall) -> None:
    person = hall.account()
    token = person.ask("POST", "/api/me/tokens", status=201)["token"]
    leave(person)
    program = hall.stranger()
    program.client.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/me") is None


def test_a_guest_leaves_without_a_password(hall: Hall) -> None:
    guest = hall.guest()
    game = guest.new_game(open=True)
    leave(guest, "")
    assert guest.get("/api/me") is None
    assert game not in listed(hall.guest(), "watch")
    leave(hall.stranger(), "", 401)


def test_a_challenge_to_one_who_leaves_is_open_again(hall: Hall) -> None:
    german, allied = hall.account(), hall.account()
    seats = {"german": "me", "allied": f"person:{allied.me['name']}"}
    card = german.create(seats=seats, time=LIVE)
    leave(allied)
    assert german.card(card["id"])["seats"][1]["kept"] == ""
    assert hall.account().join(card["id"], invite=card["invite"])["status"] == "running"


def test_a_new_person_inherits_nothing(hall: Hall) -> None:
    """SQLite may give the number of one who has left to the next who comes."""
    allied, last = hall.account(), hall.account()
    other = last.new_game(seats=SEATS, open=True)
    allied.join(other)
    number = last.me["id"]
    leave(last)
    heir = hall.account()
    assert heir.me["id"] == number
    assert heir.get("/api/games", scope="mine") == []
    assert not any(seat["mine"] for seat in heir.card(other)["seats"])
    assert heir.gesture(other, "resign", status=403)["code"] == "not-yours"


def test_leaving_is_the_same_on_postgresql(postgres: str) -> None:
    with Hall(postgres) as hall:
        german, allied, game = sit_down(hall, rated=True)
        german.order(game, after=0)
        assert len(german.get("/api/me/export")["entries"]) == 1
        leave(german)
        card = allied.card(game)
        assert (card["status"], card["winner"]) == ("over", "allied")
        assert card["seats"][0]["player"] == "a former player"
        profile = allied.get(f"/api/people/{allied.me['name']}")
        assert [one["games"] for one in profile["ratings"]] == [1]
