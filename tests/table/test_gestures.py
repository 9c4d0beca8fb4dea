"""Undo, resignation, draws; notes, chat, and questions about the position."""

from __future__ import annotations

import pytest

from salient.engine import parse_record
from tests.table.people import Hall, Person, is_problem, new_key
from tests.table.test_orders import journal, two_players


def quiet_order(person: Person, game: str) -> str:
    """Order something that can be taken back."""
    text = next(text for text in person.offers(game) if text.startswith("activate"))
    person.order(game, text)
    assert person.position(game)["can_undo"]
    return text


# -- undo ---------------------------------------------------------------------------------------


def test_an_undo_takes_the_last_action_back_and_both_stay_in_the_journal(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    before = german.position(game)
    text = quiet_order(german, game)
    german.gesture(game, "undo")
    after = german.position(game)
    assert after["pieces"] == before["pieces"]
    assert after["question"] == before["question"]
    assert (after["seq"], after["move"]) == (2, 0)
    [_, action, undo] = allied.log(game)
    assert (action["undone"], undo["undone"]) == (True, False)
    assert (undo["kind"], undo["move"], undo["text"]) == ("undo", 0, text)
    label = next(
        offer["label"] for offer in after["question"]["offers"] if offer["action"]["text"] == text
    )
    assert label in undo["lines"][-1]["text"]
    german.order(game, text)
    assert german.position(game)["move"] == 1


def test_only_the_mover_may_undo(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    quiet_order(german, game)
    assert not allied.position(game)["can_undo"]
    assert allied.gesture(game, "undo", status=400)["code"] == "wrong-side"
    assert hall.guest().gesture(game, "undo", status=403)["code"] == "not-yours"
    assert len(journal(hall, game)) == 1


def test_without_an_action_there_is_nothing_to_undo(hall: Hall) -> None:
    german, _, game = two_players(hall)
    assert german.gesture(game, "undo", status=400)["code"] == "no-undo"
    quiet_order(german, game)
    german.gesture(game, "undo")
    assert german.gesture(game, "undo", status=400)["code"] == "no-undo"
    assert len(journal(hall, game)) == 2


def test_past_positions_follow_the_record_after_an_undo(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    first, second = person.offers(game)[:2]
    person.order(game, first)
    person.gesture(game, "undo")
    person.order(game, second)
    shown = person.position(game)["pieces"]
    assert person.position(game, move=1)["pieces"] == shown
    record = person.client.get(f"/api/games/{game}/record").text
    assert [text for _, text in parse_record(record).actions] == [second]
    assert first not in record


# -- the end by agreement -----------------------------------------------------------------------


def test_who_resigns_loses(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    allied.gesture(game, "resign")  # also when it is not his turn
    card = german.card(game)
    assert (card["status"], card["winner"]) == ("over", "german")
    assert "Allied" in card["result"]
    assert card["seed"]
    assert german.position(game)["result"] == card["result"]
    assert german.gesture(game, "resign", status=409)["code"] == "not-running"


def test_a_draw_is_offered_declined_and_accepted(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    assert allied.gesture(game, "accept", status=409)["code"] == "nothing-offered"
    german.gesture(game, "offer")
    assert allied.position(game)["draw_offer"] == "german"
    assert german.gesture(game, "offer", status=400)["code"] == "own-offer"
    assert german.gesture(game, "accept", status=409)["code"] == "nothing-offered"
    allied.gesture(game, "decline")
    assert allied.position(game)["draw_offer"] == ""
    assert allied.gesture(game, "accept", status=409)["code"] == "nothing-offered"
    german.gesture(game, "offer")
    allied.gesture(game, "accept")
    card = german.card(game)
    assert (card["status"], card["winner"]) == ("over", "")
    assert "draw" in card["result"]
    kinds = [entry["kind"] for entry in german.log(game)]
    assert kinds == ["start", "offer", "decline", "offer", "accept"]
    assert all(entry["lines"] for entry in german.log(game)[1:])


def test_an_action_answers_a_draw_offer(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    allied.gesture(game, "offer")
    german.order(game)
    assert german.position(game)["draw_offer"] == ""
    assert german.gesture(game, "accept", status=409)["code"] == "nothing-offered"


def test_one_who_plays_both_sides_says_which_one_speaks(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    person.gesture(game, "offer", side="allied")
    assert person.position(game)["draw_offer"] == "allied"
    person.gesture(game, "decline", side="german")
    person.gesture(game, "resign", side="allied")
    assert person.card(game)["winner"] == "german"


def test_nobody_speaks_for_the_other_side(hall: Hall) -> None:
    german, _, game = two_players(hall)
    for side in ("allied", "british"):
        assert german.gesture(game, "resign", side=side, status=403)["code"] == "not-yours"
    assert journal(hall, game) == []


def test_gestures_are_stale_and_repeated_like_orders(hall: Hall) -> None:
    german, _, game = two_players(hall)
    key = new_key()
    assert german.gesture(game, "offer", after=1, status=409)["seq"] == 0
    assert german.gesture(game, "offer", key=key) == {"seq": 1, "repeated": False}
    assert german.gesture(game, "offer", after=0, key=key) == {"seq": 1, "repeated": True}
    assert len(journal(hall, game)) == 1


@pytest.mark.parametrize("kind", ["", "wave", "action", "start", "x" * 11])
def test_there_are_five_gestures(hall: Hall, kind: str) -> None:
    german, _, game = two_players(hall)
    assert is_problem(german.gesture(game, kind, status=400), 400)
    assert journal(hall, game) == []


# -- notes and chat -----------------------------------------------------------------------------


def test_notes_are_private(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    for text in ("attack at dawn", "no: at noon 🕛", ""):
        german.ask("PUT", f"/api/games/{game}/notes", {"text": text})
        assert german.get(f"/api/games/{game}/notes") == {"text": text}
        assert allied.get(f"/api/games/{game}/notes") == {"text": ""}
    assert hall.stranger().get(f"/api/games/{game}/notes", status=401)["code"] == "sign-in"


def test_what_is_said_is_heard(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    for person, text in ((german, "Guten Tag"), (allied, "<script>alert(1)</script>")):
        said = person.ask("POST", f"/api/games/{game}/chat", {"text": text}, status=201)
        assert (said["name"], said["text"]) == (person.me["name"], text)
    heard = allied.get(f"/api/games/{game}/chat")
    assert [(said["name"], said["text"]) for said in heard] == [
        (german.me["name"], "Guten Tag"),
        (allied.me["name"], "<script>alert(1)</script>"),
    ]
    hall.stranger().ask("POST", f"/api/games/{game}/chat", {"text": "x"}, status=401)


@pytest.mark.parametrize("text", ["", "x" * 2001, "a\0b", None, 7])
def test_what_cannot_be_said_is_refused(hall: Hall, text: object) -> None:
    german, _, game = two_players(hall)
    refused = german.ask("POST", f"/api/games/{game}/chat", {"text": text}, status=400)
    assert is_problem(refused, 400)
    assert german.get(f"/api/games/{game}/chat") == []


# -- questions about the position ---------------------------------------------------------------


@pytest.mark.parametrize(("title", "scenario"), [("mist", "seventh"), ("bulge", "campaign")])
def test_the_board_the_places_and_the_odds_can_be_asked_for(
    hall: Hall, title: str, scenario: str
) -> None:
    person = hall.guest()
    game = person.new_game(title=title, scenario=scenario)
    board = person.get(f"/api/games/{game}/board")
    last = len(board["places"]) - 1
    assert board["svg"].startswith("<svg")
    assert {piece["id"] for piece in board["pieces"]}
    for place in (0, last):
        found = person.get(f"/api/games/{game}/places/{place}")
        assert found["place"] == place
        assert found["lines"]
        person.get(f"/api/games/{game}/odds/{place}")
    for part in ("places", "odds"):
        for place in (-1, last + 1, 10**30):
            person.get(f"/api/games/{game}/{part}/{place}", status=404)
    for overlay in board["overlays"]:
        for side in ("", "german", "allied", "spectator"):
            person.get(f"/api/games/{game}/overlays/{overlay['id']}", side=side)
    refused = person.get(f"/api/games/{game}/overlays/weather", status=404)
    assert refused["code"] == "no-such-overlay"


def test_the_way_of_an_action_is_shown_to_the_one_who_is_asked(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    text = german.offers(game)[0]
    assert "places" in german.get(f"/api/games/{game}/trace", action=text)
    assert allied.get(f"/api/games/{game}/trace", action=text, status=403)["code"] == "not-yours"
    for wrong in ("fly Berlin", "", "x" * 401):
        assert is_problem(german.get(f"/api/games/{game}/trace", action=wrong, status=400), 400)


def test_rules_can_be_read(hall: Hall) -> None:
    german, _, game = two_players(hall)
    for citation in german.position(game)["question"]["rules"]:
        for lang in ("en", "ja"):
            found = german.get(f"/api/rules/mist/{citation}", lang=lang)
            assert found
            assert all(rule["summary"] for rule in found)
    german.get("/api/rules/chess/1.1", status=400)


def test_a_journal_does_not_grow_for_ever_by_taking_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salient.table.referee.MOST_TAKEN_BACK", 3)
    person = hall.guest()
    game = person.new_game()
    for _ in range(3):
        person.order(game)
        assert person.position(game)["can_undo"]
        person.gesture(game, "undo")
    person.order(game)
    refused = person.gesture(game, "undo", status=409)
    assert refused["code"] == "undone-enough"
    for _ in range(200):
        person.order(game)
        if not person.position(game)["can_undo"]:
            break
    while not person.position(game)["can_undo"]:
        person.order(game)
    person.gesture(game, "undo")  # something stands now: the count begins anew


def test_taking_back_and_forth_comes_out_the_same_when_the_room_is_rebuilt(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    for number in range(60):
        if number % 3 == 2 and person.position(game)["can_undo"]:
            person.gesture(game, "undo")
        else:
            person.order(game)
    before = person.position(game), person.log(game), person.position(game, move=20)
    hall.table.rooms._rooms.clear()
    assert (person.position(game), person.log(game), person.position(game, move=20)) == before


def test_a_journal_from_before_moves_stood_is_still_played(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An undo that was stored counts, whatever we now think could have been learnt by it."""
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    person.gesture(game, "undo")
    before = person.position(game)["pieces"]
    monkeypatch.setattr("salient.engine.game.Game.could_learn", lambda *_: True)
    hall.table.rooms._rooms.clear()
    assert person.position(game)["pieces"] == before
    assert person.card(game)["status"] == "running"
    person.order(game)
    assert not person.position(game)["can_undo"]
    assert person.gesture(game, "undo", status=400)["code"] == "no-undo"


# -- taking back by agreement -------------------------------------------------------------------


def hand_over(german: Person, game: str) -> None:
    """Play the German side until the other is asked."""
    for _ in range(300):
        offers = german.offers(game)
        if not offers:
            return
        german.order(game, next((text for text in offers if text.startswith("end")), offers[0]))
    raise AssertionError("the other side is never asked")


def test_what_was_done_is_taken_back_if_the_other_allows_it(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    quiet_order(german, game)
    german.gesture(game, "undo")
    hand_over(german, game)
    before = german.position(game, move=german.position(game)["move"] - 1)
    assert german.position(game)["can_plead"]
    assert not allied.position(game)["can_plead"], "it has done nothing yet"
    assert allied.gesture(game, "plead", status=409)["code"] == "no-plea"
    allied.order(game)
    assert allied.gesture(game, "allow", status=409)["code"] == "no-plea"
    german.gesture(game, "plead")
    assert allied.position(game)["plea"] == "german"
    assert german.gesture(game, "plead", status=409)["code"] == "no-plea"
    assert german.gesture(game, "allow", status=409)["code"] == "no-plea"
    allied.gesture(game, "allow")
    after = german.position(game)
    assert after["pieces"] == before["pieces"]
    assert (after["move"], after["plea"]) == (before["move"], "")
    assert after["question"]
    log = german.log(game)
    assert [entry["kind"] for entry in log[-2:]] == ["plead", "allow"]
    standing = [entry for entry in log if entry["kind"] == "action" and not entry["undone"]]
    assert len(standing) == after["move"]
    german.order(game)
    record = german.client.get(f"/api/games/{game}/record").text
    hall.table.rooms._rooms.pop(game)  # rebuilt from its journal it is the same
    assert german.client.get(f"/api/games/{game}/record").text == record
    assert parse_record(record).actions[-1][0] == "german"
    assert [(e["kind"], e["undone"]) for e in german.log(game)][:-1] == [
        (e["kind"], e["undone"]) for e in log
    ]


def test_a_plea_is_refused_once_and_answered_by_playing_on(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    hand_over(german, game)
    german.gesture(game, "plead")
    allied.gesture(game, "refuse")
    assert german.gesture(game, "plead", status=409)["code"] == "no-plea", "not without end"
    assert not german.position(game)["can_plead"]
    allied.order(game)
    german.gesture(game, "plead")
    moves = german.position(game)["move"]
    allied.order(game)
    assert german.position(game)["plea"] == ""
    assert german.position(game)["move"] == moves + 1


def test_in_rated_games_and_alone_nothing_is_taken_back_by_agreement(hall: Hall) -> None:
    german, allied = hall.account(), hall.account()
    seats = {"german": "me", "allied": "open"}
    game = german.new_game(seats=seats, open=True, rated=True, time={"days": 1})
    allied.join(game)
    hand_over(german, game)
    assert german.gesture(game, "plead", status=409)["code"] == "no-plea"
    alone = german.new_game()
    german.order(alone)
    assert german.gesture(alone, "plead", status=409)["code"] == "no-plea"
    bot = german.new_game(seats={"german": "me", "allied": "bot:random"})
    german.order(bot)
    assert german.gesture(bot, "plead", after=1, status=409)["code"] == "no-plea"
