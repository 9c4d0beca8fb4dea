"""Orders: what is legal is done once, stored, and everything else changes nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from salient.engine import commitment
from tests.table.people import Hall, Person, almost_over, is_problem, new_key

ME_AND_OPEN = {"german": "me", "allied": "open"}


def two_players(hall: Hall) -> tuple[Person, Person, str]:
    """The German player, the Allied player and their game."""
    german, allied = hall.guest(), hall.guest()
    game = german.new_game(seats=ME_AND_OPEN, open=True)
    allied.join(game)
    return german, allied, game


def journal(hall: Hall, game: str) -> list[tuple[Any, ...]]:
    return hall.rows(
        "SELECT seq, kind, side, text FROM journal WHERE game_id = ? ORDER BY seq", game
    )


# -- legal --------------------------------------------------------------------------------------


def test_a_legal_order_is_stored_and_told(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    text = german.offers(game)[0]
    assert german.order(game, text) == {"seq": 1, "repeated": False}
    assert journal(hall, game) == [(1, "action", 0, text)]
    [start, entry] = allied.log(game)
    assert (start["seq"], start["kind"]) == (0, "start")
    assert (entry["seq"], entry["side"], entry["text"]) == (1, "german", text)
    assert entry["move"] == 1
    assert allied.position(game)["seq"] == german.card(game)["seq"] == 1


def test_an_order_is_read_as_people_type_it(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    text = person.offers(game)[0]
    person.order(game, f"  {text.upper()} ")
    assert journal(hall, game) == [(1, "action", 0, text)]


def test_the_log_begins_after_a_number(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    for _ in range(3):
        person.order(game)
    assert [entry["seq"] for entry in person.log(game)] == [0, 1, 2, 3]
    assert [entry["seq"] for entry in person.log(game, since=1)] == [2, 3]
    assert [entry["seq"] for entry in person.log(game, since=-100)] == [0, 1, 2, 3]
    assert person.log(game, since=3) == person.log(game, since=10**30) == []


def test_words_come_in_the_asked_language(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    assert person.position(game)["question"]["prompt"].isascii()
    assert not person.position(game, lang="ja")["question"]["prompt"].isascii()
    assert person.position(game, lang="tlh") == person.position(game)
    response = person.client.get(
        f"/api/games/{game}/position", headers={"Accept-Language": "fr, ja;q=0.8, en;q=0.5"}
    )
    assert response.json() == person.position(game, lang="ja")


# -- refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fly Berlin", "unknown-verb"),
        ("activate", "wrong-count"),
        ("activate nobody", "unknown-name"),
        ("  ", "unknown-verb"),
        ("activate\0", "unknown-verb"),
        ("アクティベート", "unknown-verb"),
    ],
)
def test_what_is_no_action_is_refused_in_both_languages(hall: Hall, text: str, code: str) -> None:
    person = hall.guest()
    game = person.new_game()
    answers = [person.order(game, text, after=0, status=400, lang=lang) for lang in ("en", "ja")]
    assert [answer["code"] for answer in answers] == [code, code]
    assert answers[0]["message"] != answers[1]["message"]
    assert journal(hall, game) == []
    assert person.position(game)["seq"] == 0


def test_an_action_that_is_not_offered_is_refused(hall: Hall) -> None:
    german, _, game = two_players(hall)
    [enemy] = [piece["name"] for piece in german.position(game)["pieces"] if piece["side"] == 1][:1]
    before = german.position(game)
    refused = german.order(game, f"activate {enemy}", status=400)
    assert refused["code"] == "refused"
    assert refused["message"].endswith(f"{enemy} is not yours.")
    assert german.position(game) == before
    assert journal(hall, game) == []


def test_the_side_that_is_not_asked_cannot_order(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    text = german.offers(game)[0]
    assert allied.position(game)["question"] is None
    assert allied.order(game, text, status=400)["code"] == "wrong-side"
    assert journal(hall, game) == []


def test_who_does_not_play_cannot_order(hall: Hall) -> None:
    german, _, game = two_players(hall)
    text = german.offers(game)[0]
    assert hall.guest().order(game, text, status=403)["code"] == "not-yours"
    assert hall.stranger().order(game, text, status=401)["code"] == "sign-in"
    assert hall.guest().order("nothing", text, after=0, status=404)["code"] == "no-such-game"
    assert journal(hall, game) == []


def test_a_game_that_still_waits_takes_no_orders(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(seats=ME_AND_OPEN)
    assert person.position(game)["question"] is None
    assert "Allied" in person.position(game)["waiting"]
    refused = person.order(game, "end", status=409)
    assert refused["code"] == "not-running"


def test_a_stale_order_changes_nothing_and_says_where_the_game_is(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    text, before = person.offers(game)[0], hall.contents()
    for after in (0, 2, 2**31 - 1):
        refused = person.order(game, text, after=after, status=409)
        assert refused["code"] == "stale"
        assert refused["seq"] == 1
    assert hall.contents() == before
    assert person.order(game, text, after=1)["seq"] == 2


# -- keys and races -----------------------------------------------------------------------------


def test_the_same_key_twice_is_one_entry(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    text, key = person.offers(game)[0], new_key()
    first = person.order(game, text, after=0, key=key)
    assert person.order(game, text, after=0, key=key) == {"seq": 1, "repeated": True}
    person.order(game)
    assert person.order(game, text, after=0, key=key) == {"seq": 1, "repeated": True}
    assert first == {"seq": 1, "repeated": False}
    assert len(journal(hall, game)) == 2


def test_a_key_belongs_to_one_person_and_one_game(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    key = new_key()
    german.order(game, key=key)
    refused = allied.gesture(game, "offer", key=key, status=409)
    assert refused["code"] == "key-used"
    assert len(journal(hall, game)) == 1
    other = german.new_game()
    assert german.order(other, key=key) == {"seq": 1, "repeated": False}


def test_of_two_who_race_exactly_one_wins(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    tries = 6
    for after in range(4):
        texts, barrier = person.offers(game), threading.Barrier(tries)

        def race(n: int, after: int = after, texts: Any = texts, barrier: Any = barrier) -> Any:
            barrier.wait()
            body = {"text": texts[n % len(texts)], "after": after, "key": new_key()}
            return person.send("POST", f"/api/games/{game}/orders", body)

        with ThreadPoolExecutor(tries) as pool:
            answers = list(pool.map(race, range(tries)))
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [201] + [409] * (tries - 1)
        for answer in answers:
            if answer.status_code == 409:
                assert is_problem(answer.json(), 409)
                assert answer.json()["seq"] == after + 1
    assert [row[0] for row in journal(hall, game)] == [1, 2, 3, 4]


def test_one_order_sent_by_an_impatient_client_is_stored_once(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    body = {"text": person.offers(game)[0], "after": 0, "key": new_key()}
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda _: person.ask("POST", f"/api/games/{game}/orders", body, status=201),
                     range(6))
        )  # fmt: skip
    assert sorted(answer["repeated"] for answer in answers) == [False] + [True] * 5
    assert {answer["seq"] for answer in answers} == {1}
    assert len(journal(hall, game)) == 1


def test_of_many_who_want_a_seat_exactly_one_gets_it(hall: Hall) -> None:
    game = hall.guest().new_game(seats=ME_AND_OPEN, open=True)
    crowd = [hall.guest() for _ in range(5)]
    with ThreadPoolExecutor(5) as pool:
        answers = list(
            pool.map(
                lambda person: person.send("POST", f"/api/games/{game}/seats", {"side": "allied"}),
                crowd,
            )
        )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


# -- looking back -------------------------------------------------------------------------------


def test_past_positions_can_be_looked_at(hall: Hall) -> None:
    person = hall.guest()
    game, seen = person.new_game(), []
    for _ in range(40):  # more than one kept copy of the state
        seen.append(person.position(game))
        person.order(game)
    for move in (0, 1, 31, 32, 33, 39):
        past = person.position(game, move=move, side="german")
        assert past["move"] == move
        assert past["pieces"] == seen[move]["pieces"]
        assert past["markers"] == seen[move]["markers"]
        assert past["clock"] == seen[move]["clock"]
        assert past["question"] is None
    assert person.position(game, move=40) == person.position(game)
    for move in (-1, 41, 10**19, -(10**19)):
        refused = person.position(game, move=move, status=400)
        assert is_problem(refused, 400)


def test_the_other_sides_view_is_closed_while_the_game_runs(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    assert german.position(game, side="german")["side"] == 0
    assert german.position(game, side="spectator")["side"] == -1
    for params in ({}, {"move": 0}):
        refused = german.position(game, side="allied", status=403, **params)
        assert refused["code"] == "other-side"
    assert hall.stranger().position(game, side="german", status=403)["code"] == "other-side"
    assert hall.stranger().position(game)["side"] == -1
    assert german.position(game, side="british", status=400)["code"] == "bad-setting"
    german.gesture(game, "resign")
    for person in (german, allied, hall.stranger()):
        assert person.position(game, side="allied")["side"] == 1
        assert person.position(game, side="german", move=0)["side"] == 0


# -- the end ------------------------------------------------------------------------------------


def test_the_last_order_ends_the_game_and_reveals_the_dice(hall: Hall) -> None:
    match, side, text = almost_over()
    person = hall.guest()
    game = person.bring_in(match.record().to_text())["id"]
    before = person.card(game)
    assert (before["status"], before["seed"], before["result"]) == ("running", "", "")
    person.order(game, text)
    after = person.card(game)
    assert after["status"] == "over"
    assert after["result"]
    assert commitment(bytes.fromhex(after["seed"])) == before["commitment"] == after["commitment"]
    assert after["to_move"] == []
    position = person.position(game)
    assert position["result"] == after["result"]
    assert position["question"] is None
    assert position["to_decide"] == -1
    assert person.order(game, text, status=409)["code"] == "not-running"
    assert side in ("german", "allied")
