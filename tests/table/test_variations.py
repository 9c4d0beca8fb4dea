"""What if: variations of finished games are made, listed, named, shown and taken away."""

from __future__ import annotations

import pytest

from tests.table.people import Hall, Json, Person, random_match


@pytest.fixture(scope="module")
def finished() -> str:
    return random_match("mist", "seventh", "finished").record().to_text()


def make(person: Person, game: str, move: int, **more: Json) -> Json:
    answer = person.client.post(f"/api/games/{game}/variations", json={"move": move, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def variations(person: Person, game: str, **params: str) -> Json:
    answer = person.client.get(f"/api/games/{game}/variations", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_it_stands_where_the_game_stood_after_that_move(hall: Hall, finished: str) -> None:
    person = hall.guest()
    game = person.bring_in(finished)["id"]
    made = make(person, game, 20)
    assert made["status"] == "running"
    was = person.client.get(f"/api/games/{game}/position", params={"move": 20}).json()
    now = person.client.get(f"/api/games/{made['id']}/position").json()
    assert now["clock"] == was["clock"]
    assert [p["place"] for p in now["pieces"]] == [p["place"] for p in was["pieces"]]
    assert now["question"]


def test_they_are_listed_with_their_names_the_newest_first(hall: Hall, finished: str) -> None:
    person = hall.guest()
    game = person.bring_in(finished)["id"]
    first = make(person, game, 10, name="Through Wiltz")["id"]
    second = make(person, game, 0, name="Wait", bots={"allied": "simple"})["id"]
    found = variations(person, game)
    assert found["of"] == ""
    assert [(one["id"], one["name"], one["move"]) for one in found["own"]] == [
        (second, "Wait", 0),
        (first, "Through Wiltz", 10),
    ]
    assert all(one["clock"] and one["of"] == game for one in found["own"])
    seats = person.card(second)["seats"]
    assert [seat["bot"] for seat in seats] == [False, True]


def test_a_variation_knows_where_it_began(hall: Hall, finished: str) -> None:
    person = hall.guest()
    game = person.bring_in(finished)["id"]
    one, other = (make(person, game, move, name=str(move))["id"] for move in (5, 6))
    found = variations(person, one)
    assert (found["of"], found["move"], found["name"]) == (game, 5, "5")
    assert {each["id"] for each in found["own"]} == {one, other}


def test_it_is_named_anew_by_its_owner_only(hall: Hall, finished: str) -> None:
    person, stranger = hall.guest(), hall.guest()
    game = person.bring_in(finished)["id"]
    made = make(person, game, 5)["id"]
    path = f"/api/games/{made}/variation"
    assert person.client.put(path, json={"name": "北へ"}).status_code == 200
    assert variations(person, game)["own"][0]["name"] == "北へ"
    assert stranger.client.put(path, json={"name": "mine"}).json()["code"] == "not-yours"
    assert person.client.put(path, json={"name": "x" * 61}).status_code == 400
    assert variations(stranger, game)["own"] == []


def test_who_has_the_link_sees_it_and_nobody_else(hall: Hall, finished: str) -> None:
    person, reader = hall.guest(), hall.stranger()
    made = make(person, person.bring_in(finished)["id"], 5)["id"]
    assert reader.client.get(f"/api/games/{made}/position").json()["code"] == "not-yours"
    invite = variations(person, made)["own"][0]["invite"]
    shown = reader.client.get(f"/api/games/{made}/position", params={"invite": invite})
    assert shown.status_code == 200
    assert shown.json()["question"] is None
    assert variations(reader, made, invite=invite)["own"] == []


def test_it_is_taken_away_and_the_game_stays(hall: Hall, finished: str) -> None:
    person = hall.guest()
    game = person.bring_in(finished)["id"]
    made = make(person, game, 5)["id"]
    assert person.client.delete(f"/api/games/{made}").status_code == 204
    assert variations(person, game)["own"] == []
    assert person.card(game)["status"] == "over"
    assert not hall.rows("SELECT * FROM variations WHERE game_id = ?", made)


def test_while_a_game_goes_on_there_are_none_of_it(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    answer = person.client.post(f"/api/games/{game}/variations", json={"move": 0})
    assert answer.json()["code"] == "not-over"


def test_there_is_no_moment_after_the_last(hall: Hall, finished: str) -> None:
    person = hall.guest()
    game = person.bring_in(finished)["id"]
    answer = person.client.post(f"/api/games/{game}/variations", json={"move": 100_000})
    assert answer.json()["code"] == "no-such-move"


def test_of_a_game_in_which_something_was_taken_back_only_what_stood_counts(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    person.gesture(game, "undo")
    person.order(game, person.offers(game)[1])
    person.gesture(game, "resign")
    now = person.client.get(f"/api/games/{make(person, game, 1)['id']}/position").json()
    was = person.client.get(f"/api/games/{game}/position", params={"move": 1}).json()
    assert [p["place"] for p in now["pieces"]] == [p["place"] for p in was["pieces"]]
