"""The lobby: games are set up, found, joined and taken away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person, is_problem

ME_AND_OPEN = {"german": "me", "allied": "open"}


def listed(person: Person, scope: str) -> list[str]:
    return [card["id"] for card in person.get("/api/games", scope=scope)]


def players(card: dict[str, Any]) -> list[tuple[str, bool, bool]]:
    return [(seat["player"], seat["bot"], seat["mine"]) for seat in card["seats"]]


# -- setting up ---------------------------------------------------------------------------------


def test_the_catalogue_says_what_can_be_chosen(hall: Hall) -> None:
    stranger = hall.stranger()
    for lang in ("en", "ja"):
        catalogue = stranger.get("/api/catalogue", lang=lang)
        assert {title["id"] for title in catalogue["titles"]} >= {"mist", "bulge"}
        for title in catalogue["titles"]:
            assert title["scenarios"]
            assert len(title["sides"]) == 2
            assert all(scenario["about"] for scenario in title["scenarios"])
            assert all(
                choice["text"] for option in title["options"] for choice in option["choices"]
            )
        assert {bot["id"] for bot in catalogue["bots"]} >= {"random", "simple"}


def test_everything_in_the_catalogue_can_be_set_up(hall: Hall) -> None:
    person = hall.guest()
    for title in person.get("/api/catalogue")["titles"]:
        for scenario in title["scenarios"]:
            options = {option["id"]: option["choices"][-1]["id"] for option in title["options"]}
            seats = {side["id"]: "open" for side in title["sides"]}
            card = person.create(
                title=title["id"], scenario=scenario["id"], options=options, seats=seats
            )
            assert card["options"] == options
            assert card["title_text"] == title["text"]
            assert card["scenario_text"] == scenario["text"]


def test_a_game_for_one_screen_runs_at_once(hall: Hall) -> None:
    person = hall.guest()
    card = person.create()
    assert card["status"] == "running"
    assert players(card) == [(person.me["name"], False, True)] * 2
    assert card["to_move"] == ["german"]
    assert card["my_turn"]
    assert card["seed"] == ""
    assert len(card["commitment"]) == 64


def test_an_open_seat_lets_the_game_wait(hall: Hall) -> None:
    card = hall.guest().create(seats=ME_AND_OPEN)
    assert card["status"] == "open"
    assert card["to_move"] == []
    assert not card["my_turn"]
    assert players(card)[1] == ("", False, False)


def test_a_side_that_is_not_named_is_open(hall: Hall) -> None:
    assert hall.guest().create(seats={"german": "me"})["status"] == "open"


@pytest.mark.parametrize(
    ("wanted", "code", "named"),
    [
        ({"title": "chess"}, "no-game", "chess"),
        ({"title": ""}, "no-game", "mist"),
        ({"title": "../mist"}, "no-game", "mist"),
        ({"scenario": "eighth"}, "no-scenario", "eighth"),
        ({"options": {"weather": "fine"}}, "no-option", "weather"),
        ({"options": {"gaps": "wide"}}, "no-choice", "wide"),
        ({"seats": {"german": "you"}}, "seat-value", "you"),
        ({"seats": {"german": "bot:genius"}}, "no-bot", "genius"),
        ({"seats": {"german": "bot"}}, "no-bot", "simple"),
        ({"seats": {"german": "bot:"}}, "no-bot", "simple"),
        ({"seats": {"british": "me"}}, "bad-setting", "british"),
        ({"pace": "hasty"}, "bad-setting", "hasty"),
        ({"pace": "x" * 11}, "bad-request", "pace"),
        ({"seats": "me"}, "bad-request", "seats"),
        ({"open": "yes"}, "bad-request", "open"),
        ({"seed": "00"}, "bad-request", "seed"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_both_languages(
    hall: Hall, wanted: dict[str, object], code: str, named: str
) -> None:
    person, before = hall.guest(), hall.rows("SELECT count(*) FROM games")
    said = []
    for lang in ("en", "ja"):
        refused = person.create(status=400, lang=lang, **wanted)
        assert is_problem(refused, 400)
        assert refused["code"] == code
        assert named in refused["message"]
        said.append(refused["message"])
    assert said[0] != said[1]
    assert hall.rows("SELECT count(*) FROM games") == before


def test_a_stranger_sets_nothing_up(hall: Hall) -> None:
    assert hall.stranger().create(status=401)["code"] == "sign-in"


# -- finding and joining ------------------------------------------------------------------------


def test_an_open_game_is_found_and_joined(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    game = maker.new_game(seats=ME_AND_OPEN, open=True)
    assert game in listed(other, "open")
    assert game in listed(hall.stranger(), "open")
    assert game not in listed(maker, "open")
    card = other.join(game)
    assert card["status"] == "running"
    assert players(card) == [(maker.me["name"], False, False), (other.me["name"], False, True)]
    assert game not in listed(hall.stranger(), "open")
    assert game in listed(hall.stranger(), "watch")
    assert game not in listed(other, "watch")
    assert game in listed(other, "mine")
    assert maker.card(game)["my_turn"]
    assert not other.card(game)["my_turn"]


def test_a_game_begins_when_its_last_seat_is_taken(hall: Hall) -> None:
    maker, first, second = hall.guest(), hall.guest(), hall.guest()
    game = maker.new_game(seats={}, open=True)
    assert first.join(game, "german")["status"] == "open"
    assert second.join(game, "allied")["status"] == "running"
    assert first.order(game)["seq"] == 1


def test_a_taken_seat_is_refused(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    game = maker.new_game(seats=ME_AND_OPEN, open=True)
    assert other.join(game, "german", status=409)["code"] == "seat-taken"
    other.join(game)
    assert hall.guest().join(game, status=409)["code"] == "seat-taken"
    assert other.join(game, "british", status=400)["code"] == "bad-setting"
    robots = maker.new_game(seats={"german": "open", "allied": "bot:random"}, open=True)
    assert other.join(robots, status=409)["code"] == "seat-taken"


def test_one_may_take_the_second_seat_oneself(hall: Hall) -> None:
    maker = hall.guest()
    game = maker.new_game(seats=ME_AND_OPEN, open=True)
    assert maker.join(game)["status"] == "running"
    assert [mine for _, _, mine in players(maker.card(game))] == [True, True]


def test_a_seat_of_a_finished_game_cannot_be_taken(hall: Hall) -> None:
    maker = hall.guest()
    game = maker.new_game(seats=ME_AND_OPEN, open=True)
    hall.rows("UPDATE games SET status = 'over', result = 'draw' WHERE id = ?", game)
    assert hall.guest().join(game, status=409)["code"] == "seat-taken"
    assert maker.card(game)["status"] == "over"


def test_a_private_game_needs_its_invitation(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    card = maker.create(seats=ME_AND_OPEN)
    game, invite = card["id"], card["invite"]
    assert len(invite) >= 16
    for scope in ("open", "watch", "finished"):
        assert game not in listed(other, scope)
    for wrong in ("", "wrong", "招待", invite + "x", invite[:-1]):
        assert other.join(game, invite=wrong, status=403)["code"] == "not-yours"
        assert other.card(game, invite=wrong, status=403)["code"] == "not-yours"
        for part in ("board", "position", "log", "chat", "notes", "record", "places/0", "odds/0"):
            other.get(f"/api/games/{game}/{part}", invite=wrong, status=403)
    assert other.card(game, invite=invite)["invite"] == "", "who was invited does not invite"
    assert other.position(game, invite=invite)["side"] == -1
    assert other.join(game, invite=invite)["invite"] == invite
    assert other.position(game)["side"] == 1


def test_a_stranger_owns_no_games(hall: Hall) -> None:
    hall.guest().new_game(seats=ME_AND_OPEN)
    assert listed(hall.stranger(), "mine") == []


def test_there_are_four_lists(hall: Hall) -> None:
    refused = hall.guest().get("/api/games", scope="secret", status=400)
    assert refused["code"] == "bad-setting"
    assert "mine, open, watch, finished" in refused["message"]


def test_a_game_one_made_is_ones_own_without_a_seat(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(seats={})
    assert listed(person, "mine") == [game]
    assert person.card(game)["invite"]


def test_games_that_wait_for_one_come_first(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    turns = [other.new_game(seats={"german": "open", "allied": "me"}, open=True) for _ in "ab"]
    for game in turns:
        maker.join(game, "german")
    waiting = other.new_game(seats={"german": "me", "allied": "open"}, open=True)
    maker.join(waiting)
    over = maker.new_game()
    maker.gesture(over, "resign")
    found = listed(maker, "mine")
    assert found == [turns[1], turns[0], waiting, over]


def test_old_games_that_run_are_not_crowded_out_by_finished_ones(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salient.table.lobby.PAGE", 2)
    person = open_hall().guest()
    running = person.new_game()
    for _ in range(3):
        person.gesture(person.new_game(), "resign")
    assert running in listed(person, "mine")
    assert len(listed(person, "mine")) == 2


def test_a_finished_open_game_is_for_everybody(hall: Hall) -> None:
    maker = hall.guest()
    game = maker.new_game(open=True)
    assert game not in listed(hall.stranger(), "finished")
    maker.gesture(game, "resign")
    assert game in listed(hall.stranger(), "finished")
    assert game not in listed(hall.stranger(), "watch")


# -- taking away --------------------------------------------------------------------------------


def test_the_maker_takes_a_game_away_with_all_its_rows(hall: Hall) -> None:
    maker = hall.guest()
    game = maker.new_game()
    maker.order(game)
    maker.ask("POST", f"/api/games/{game}/chat", {"text": "mine"}, status=201)
    maker.ask("PUT", f"/api/games/{game}/notes", {"text": "mine"})
    maker.ask("DELETE", f"/api/games/{game}", status=204)
    assert maker.card(game, status=404)["code"] == "no-such-game"
    for name in ("seats", "journal", "chat", "notes"):
        assert hall.rows(f"SELECT * FROM {name} WHERE game_id = ?", game) == []


def test_nobody_else_takes_a_game_away(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    game = maker.new_game(seats=ME_AND_OPEN, open=True)
    other.ask("DELETE", f"/api/games/{game}", status=403)
    hall.stranger().ask("DELETE", f"/api/games/{game}", status=401)
    other.join(game)
    for person in (maker, other):
        person.ask("DELETE", f"/api/games/{game}", status=403)
    assert maker.card(game)["status"] == "running"


def test_a_game_that_is_not_there_cannot_be_touched(hall: Hall) -> None:
    person = hall.guest()
    person.ask("DELETE", "/api/games/nothing", status=404)
    person.join("nothing", status=404)
    person.card("nothing", status=404)
