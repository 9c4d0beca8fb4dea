"""Company: ratings, profiles, challenges, rematches, presence, sketches."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest

from salient.table import ratings
from salient.table.config import Rate
from salient.table.notices import Notice
from salient.table.notify import Notifier
from tests.table.clocked import LIVE, SEATS, sit_down
from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person, is_problem, wait_until
from tests.table.test_lobby import listed


def profile(reader: Person, person: Person, **more: Any) -> Any:
    return reader.get(f"/api/people/{quote(person.me['name'])}", **more)


def rating(person: Person) -> tuple[int, int]:
    """A person's rating in mist, and from how many games it is."""
    found = profile(person, person)["ratings"]
    return next(((one["rating"], one["games"]) for one in found if one["title"] == "mist"), (0, 0))


# -- ratings ------------------------------------------------------------------------------------


def test_a_rated_game_that_is_won_counts_once(hall: Hall) -> None:
    german, allied, game = sit_down(hall, rated=True)
    assert german.card(game)["rated"]
    german.gesture(game, "resign")
    assert rating(german) == (1338, 1)
    assert rating(allied) == (1662, 1)
    assert german.gesture(game, "resign", status=409)["code"] == "not-running"
    assert rating(german) == (1338, 1)
    (past,) = profile(german, german)["games"]
    assert (past["score"], past["change"]) == ("lost", -162)


def test_a_rated_game_that_is_agreed_upon_does_not_count(hall: Hall) -> None:
    german, allied, game = sit_down(hall, rated=True)
    german.gesture(game, "offer")
    allied.gesture(game, "accept")
    assert rating(german) == rating(allied) == (0, 0)
    assert profile(german, german)["games"][0]["change"] is None


def test_a_game_that_is_not_rated_does_not_count(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    german.gesture(game, "resign")
    assert rating(allied) == (0, 0)


def test_ratings_are_for_accounts(hall: Hall) -> None:
    guest = hall.guest()
    refused = guest.create(seats=SEATS, time=LIVE, rated=True, status=400)
    assert refused["code"] == "no-account"
    game = hall.account().new_game(seats=SEATS, time=LIVE, rated=True, open=True)
    assert guest.join(game, status=400)["code"] == "no-account"


def test_the_best_are_those_of_whom_enough_is_known(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    german, _, game = sit_down(hall, rated=True)
    german.gesture(game, "resign")
    names = [one["name"] for one in german.get("/api/ratings/mist")]
    assert german.me["name"] not in names
    monkeypatch.setattr(ratings, "SETTLED", 349.0)
    best = german.get("/api/ratings/mist")
    assert [one["place"] for one in best] == list(range(1, len(best) + 1))
    assert [one["rating"] for one in best] == sorted((o["rating"] for o in best), reverse=True)
    mine = [one["name"] for one in best if one["mine"]]
    assert mine == [german.me["name"]]
    assert german.get("/api/ratings/bulge") == []
    assert is_problem(german.get("/api/ratings/chess", status=404), 404)


# -- profiles -----------------------------------------------------------------------------------


def test_a_profile_tells_results_by_title_and_side(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    allied.gesture(game, "resign")
    told = profile(hall.stranger(), german)
    (tally,) = told["tallies"]
    assert (tally["title"], tally["side"], tally["bots"]) == ("mist", "german", False)
    assert (tally["won"], tally["lost"], tally["drawn"]) == (1, 0, 0)
    assert [past["card"]["id"] for past in told["games"]] == [game]
    assert profile(hall.stranger(), german, lang="ja")["tallies"][0]["side_text"] == "ドイツ軍"
    assert not told["mine"]
    assert profile(german, german)["mine"]


def test_private_games_are_told_to_those_who_played_in_them(hall: Hall) -> None:
    german, allied = hall.account(), hall.account()
    card = german.create(seats=SEATS)
    allied.join(card["id"], invite=card["invite"])
    allied.gesture(card["id"], "resign")
    assert profile(hall.account(), german)["games"] == []
    assert profile(hall.stranger(), german)["tallies"] == []
    for reader in (german, allied):
        assert [past["card"]["id"] for past in profile(reader, german)["games"]] == [card["id"]]


def test_games_with_oneself_are_no_results_and_bots_are_told_apart(hall: Hall) -> None:
    person = hall.account()
    alone = person.new_game(open=True)
    person.gesture(alone, "resign")
    against = person.new_game(open=True, seats={"german": "me", "allied": "bot:random"})
    person.gesture(against, "resign")
    (tally,) = profile(person, person)["tallies"]
    assert (tally["bots"], tally["lost"]) == (True, 1)


@pytest.mark.parametrize("name", ["Nobody here", "Guest 1234", "x" * 60, "..", "%00"])
def test_who_is_not_there_has_no_profile(hall: Hall, name: str) -> None:
    answer = hall.stranger().send("GET", f"/api/people/{quote(name)}")
    assert answer.status_code in (400, 404)
    assert is_problem(answer.json(), answer.status_code)


def test_guests_have_no_profile(hall: Hall) -> None:
    guest = hall.guest()
    assert profile(guest, guest, status=404)["code"] == "no-such-person"


# -- challenges ---------------------------------------------------------------------------------


def challenge(person: Person, other: Person, **wanted: Any) -> Any:
    seats = {"german": "me", "allied": f"person:{other.me['name']}"}
    return person.create(seats=seats, **wanted)


def test_a_seat_is_kept_for_who_is_challenged(hall: Hall) -> None:
    german, allied, other = hall.account(), hall.account(), hall.account()
    card = challenge(german, allied, time=LIVE, rated=True)
    assert card["status"] == "open"
    assert card["seats"][1]["kept"] == allied.me["name"]
    game = card["id"]
    assert game in listed(allied, "mine")
    assert allied.card(game)["seats"][1]["for_me"]
    assert game not in listed(other, "open")
    assert other.get(f"/api/games/{game}", status=403)["code"] == "not-yours"
    assert other.join(game, invite=card["invite"], status=403)["code"] == "seat-kept"
    assert allied.join(game)["status"] == "running"
    assert allied.card(game)["seats"][1]["kept"] == ""


def test_a_challenge_can_be_declined(hall: Hall) -> None:
    german, allied = hall.account(), hall.account()
    game = challenge(german, allied)["id"]
    path = f"/api/games/{game}/challenge"
    assert german.ask("DELETE", path, status=403)["code"] == "not-yours"
    allied.ask("DELETE", path, status=204)
    card = german.card(game)
    assert (card["status"], card["result"]) == ("over", "The challenge was declined.")
    assert game not in listed(allied, "mine")
    assert game not in listed(allied, "finished")
    assert profile(german, german)["games"] == []
    assert allied.join(game, status=403)["code"] == "not-yours"
    assert german.ask("POST", f"/api/games/{game}/rematch", status=409)["code"] == "not-over"
    german.ask("DELETE", f"/api/games/{game}", status=204)


def test_nobody_is_challenged_without_end(hall: Hall) -> None:
    german, allied = hall.account(), hall.account()
    for _ in range(5):
        challenge(german, allied)
    seats = {"german": "me", "allied": f"person:{allied.me['name']}"}
    assert german.create(seats=seats, status=429)["code"] == "challenged-enough"
    other = hall.account()
    challenge(german, other)


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [("Nobody there", 404, "no-such-person"), ("", 404, "no-such-person"),
     ("y" * 190, 400, "bad-setting")],
)  # fmt: skip
def test_who_is_not_there_cannot_be_challenged(
    hall: Hall, name: str, status: int, code: str
) -> None:
    seats = {"german": "me", "allied": f"person:{name}"}
    assert hall.account().create(seats=seats, status=status)["code"] == code


def test_who_is_challenged_while_away_is_told(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, Notice]] = []

    async def note(_: Notifier, person: Any, notice: Notice) -> None:
        told.append((person.id, notice))

    monkeypatch.setattr(Notifier, "_send", note)
    german, allied = hall.account(), hall.account()
    allied.get("/api/me")
    challenge(german, allied)  # who is about sees it in the lobby
    hall.table.presence_of._seen.clear()
    game = challenge(german, allied)["id"]
    wait_until(lambda: told)
    ((person, notice),) = told
    assert (person, notice.event, notice.game) == (allied.me["id"], "challenge", game)
    assert german.me["name"] in notice.subject
    assert notice.link in notice.text


def test_guests_neither_challenge_nor_are_challenged(hall: Hall) -> None:
    guest, member = hall.guest(), hall.account()
    seats = {"german": "me", "allied": f"person:{member.me['name']}"}
    assert guest.create(seats=seats, status=400)["code"] == "no-account"
    seats["allied"] = f"person:{guest.me['name']}"
    assert member.create(seats=seats, status=404)["code"] == "no-such-person"
    seats["allied"] = f"person:{member.me['name']}"
    assert member.create(seats=seats, status=400)["code"] == "two-people"


# -- rematches ----------------------------------------------------------------------------------


def rematch(person: Person, game: str, status: int = 201) -> Any:
    return person.ask("POST", f"/api/games/{game}/rematch", status=status)


def test_a_rematch_swaps_the_sides_and_waits_for_the_other(hall: Hall) -> None:
    german, allied, game = sit_down(hall, rated=True)
    assert rematch(german, game, 409)["code"] == "not-over"
    german.gesture(game, "resign")
    assert rematch(hall.account(), game, 403)["code"] == "not-yours"
    with allied.follow(game) as follower:
        assert follower.news()["card"]["rematch"] == ""
        card = rematch(german, game)
        while not (news := follower.news()).get("card", {}).get("rematch"):
            pass
    assert news["card"]["rematch"] == card["id"]
    assert card["status"] == "open"
    assert [seat["mine"] for seat in card["seats"]] == [False, True]
    assert (card["rated"], card["time"]["limit"]["main"]) == (True, 600)
    assert rematch(german, game)["id"] == card["id"]
    assert allied.card(game)["rematch"] == card["id"]
    assert hall.stranger().card(game)["rematch"] == ""
    begun = rematch(allied, game)
    assert (begun["id"], begun["status"]) == (card["id"], "running")
    assert [seat["mine"] for seat in begun["seats"]] == [True, False]


def test_guests_have_their_rematch_too(hall: Hall) -> None:
    german, allied = hall.guest(), hall.guest()
    game = german.new_game(seats=SEATS, open=True)
    allied.join(game)
    german.gesture(game, "resign")
    again = rematch(german, game)["id"]
    assert rematch(allied, game) | {"seats": [], "invite": ""} == allied.card(again) | {
        "seats": [], "invite": "",
    }  # fmt: skip
    assert allied.card(again)["status"] == "running"


def test_a_rematch_with_a_bot_begins_at_once(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(seats={"german": "me", "allied": "bot:random"})
    person.gesture(game, "resign")
    card = rematch(person, game)
    assert card["status"] == "running"
    assert [seat["bot"] for seat in card["seats"]] == [True, False]


# -- presence -----------------------------------------------------------------------------------


def test_players_see_who_is_at_the_table_and_others_do_not(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    looker = hall.account()
    with german.follow(game) as follower:
        assert follower.news()["company"] == {"present": ["german"], "watching": 0}
        with allied.follow(game):
            assert follower.news()["company"]["present"] == ["german", "allied"]
            with looker.follow(game) as watching:
                assert "company" not in watching.news()
                assert follower.news()["company"]["watching"] == 1
            assert follower.news()["company"]["watching"] == 0
        assert follower.news()["company"]["present"] == ["german"]


def test_only_who_plays_with_somebody_learns_that_they_are_about(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    stranger = hall.account()
    card = german.card(game)
    assert [seat["online"] for seat in card["seats"]] == [True, True]
    for reader in (stranger, hall.stranger()):
        assert not any(seat["online"] for seat in reader.card(game)["seats"])
        assert not profile(reader, allied)["online"]
    assert profile(german, allied)["online"]
    hall.table.presence_of._seen.clear()
    assert [seat["online"] for seat in german.card(game)["seats"]] == [True, False]
    german.gesture(game, "resign")
    assert not any(seat["online"] for seat in german.card(game)["seats"])
    assert not profile(german, allied)["online"]


def test_who_is_about_there_is_about_here(postgres: str) -> None:
    with Hall(postgres) as one, Hall(postgres) as two:
        german, game = one.account(), ""
        game = german.new_game(seats=SEATS, open=True)
        there = two.account("Traveller two")
        there.join(game)
        wait_until(lambda: german.card(game)["seats"][1]["online"])


# -- sketches -----------------------------------------------------------------------------------


def test_a_game_to_watch_has_a_small_picture(hall: Hall) -> None:
    _, _, game = sit_down(hall)
    path = f"/api/games/{game}/sketch"
    first = hall.stranger().send("GET", path)
    assert first.headers["Content-Type"].startswith("image/svg+xml")
    assert first.text.startswith("<svg")
    assert len(first.content) < 20_000
    known = {"If-None-Match": first.headers["ETag"]}
    assert hall.stranger().send("GET", path, headers=known).status_code == 304


def test_a_private_game_has_none_for_strangers(hall: Hall) -> None:
    game = hall.account().new_game()
    assert hall.stranger().get(f"/api/games/{game}/sketch", status=403)["code"] == "not-yours"


def test_what_is_hidden_is_not_in_the_picture(hall: Hall) -> None:
    german, american = hall.guest(), hall.guest()
    seats = {"german": "me", "american": "open"}
    game = german.new_game(title="squad", scenario="station", open=True, seats=seats)
    american.join(game, "american")

    def places(person: Person) -> set[int]:
        pieces = person.position(game)["pieces"]
        return {piece["place"] for piece in pieces if piece["place"] >= 0}

    seen = places(hall.stranger())
    assert places(american) - seen, "the American side has hidden somebody"
    drawn = hall.stranger().send("GET", f"/api/games/{game}/sketch").text
    marks = "".join(re.findall(r'd="([^"]*)" fill="#', drawn))
    assert 0 < marks.count("z") <= len(seen)


def test_challenges_are_counted_as_games(open_hall: OpenHall) -> None:
    hall = open_hall(games=Rate(2, 3600))
    german, _, game = sit_down(hall)
    german.gesture(game, "resign")
    rematch(german, game)
    assert rematch(german, game, 429)["code"] == "too-often"
