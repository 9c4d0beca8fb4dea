"""Live updates: complete at once, nothing missed, nothing doubled, nothing for strangers."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from salient.table import packing
from salient.table.api import live
from salient.table.packing import Packing
from salient.table.wire import News
from tests.table.people import PATIENCE, Follower, Hall, Person, wait_until
from tests.table.test_orders import two_players

REFUSED = 4403


def numbers(*messages: dict[str, Any]) -> list[int]:
    return [entry["seq"] for news in messages for entry in news.get("entries", [])]


def close_reason(follower: Follower) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as caught:
        follower.news()
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


# -- what comes ---------------------------------------------------------------------------------


def test_the_first_message_is_complete(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    for _ in range(3):
        person.order(game)
    with person.follow(game) as follower:
        news = follower.news()
    assert news["seq"] == 3
    assert news["entries"] == person.log(game)
    assert news["position"] == person.position(game)
    assert news["card"] == person.card(game)
    assert set(news["position"]["looks"]) == {
        str(piece["id"]) for piece in news["position"]["pieces"]
    }


def test_who_comes_back_gets_what_he_missed(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    for _ in range(4):
        person.order(game)
    for since in range(5):
        with person.follow(game, since) as follower:
            news = follower.news()
        assert numbers(news) == list(range(since + 1, 5))
        assert news["position"] == person.position(game)


def test_who_has_the_position_is_not_sent_it_again(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    with person.follow(game, 0, seen=True) as follower:
        news = follower.news()
        assert "position" not in news
        assert news["card"] == person.card(game)
        person.order(game)
        news = follower.news()
    assert numbers(news) == [1]
    assert news["position"]["pieces"] == person.position(game)["pieces"]
    assert len(news["position"]["looks"]) < 3, "only what looks different now"
    with person.follow(game, 0, seen=True) as late:  # it has an older one
        assert len(late.news()["position"]["looks"]) > 10


@pytest.mark.parametrize("since", [99, 2**31, 10**30, -2, -(10**30)])
def test_an_impossible_number_begins_again(hall: Hall, since: int) -> None:
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    with person.follow(game, since) as follower:
        assert numbers(follower.news()) == [0, 1]


def test_an_order_reaches_all_who_follow_each_from_his_side(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    watcher = hall.stranger()
    with (
        german.follow(game) as first,
        allied.follow(game, lang="ja") as second,
        watcher.follow(game) as third,
    ):
        followers = (first, second, third)
        for follower in followers:
            follower.news()
        german.order(game)
        told = [follower.until(1)[-1] for follower in followers]
    assert [news["seq"] for news in told] == [1, 1, 1]
    assert [numbers(news) for news in told] == [[1], [1], [1]]
    assert [news["position"]["side"] for news in told] == [0, 1, -1]
    asked = [news["position"]["question"] is not None for news in told]
    assert asked == [True, False, False]
    assert told[0]["position"]["clock"] == told[2]["position"]["clock"]
    assert told[0]["position"]["clock"] != told[1]["position"]["clock"], "in Japanese"


def test_an_update_brings_only_pictures_that_changed_and_they_add_up(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    rng = random.Random(16)
    with person.follow(game) as follower:
        merged = dict(follower.news()["position"]["looks"])
        partly = 0
        for seq in range(1, 25):
            person.order(game, rng.choice(person.offers(game)))
            [news] = follower.until(seq)
            looks = news["position"]["looks"]
            assert all(merged.get(piece) != look for piece, look in looks.items())
            merged |= looks
            partly += len(looks) < len(merged)
            full = person.position(game)
            assert {piece: merged[piece] for piece in full["looks"]} == full["looks"]
            assert news["position"] | {"looks": full["looks"]} == full
    assert partly == 24


def test_the_card_comes_when_the_game_ends(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    with allied.follow(game) as follower:
        assert follower.news()["card"]["status"] == "running"
        german.order(game)
        assert "card" not in follower.news()
        german.gesture(game, "resign")
        news = follower.news()
    assert news["card"]["status"] == "over"
    assert news["card"]["seed"]
    assert news["position"]["result"] == news["card"]["result"]


def test_a_waiting_maker_is_woken_when_the_seat_is_taken(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    game = maker.new_game(seats={"german": "me", "allied": "open"}, open=True)
    with maker.follow(game) as follower:
        first = follower.news()
        assert first["card"]["status"] == "open"
        assert first["position"]["question"] is None
        other.join(game)
        news = follower.news()
        assert news["card"]["status"] == "running"
        assert news["card"]["seats"][1]["player"] == other.me["name"]
        assert news["position"]["question"]
        assert numbers(news) == []
        maker.order(game)
        assert numbers(follower.news()) == [1]


def test_what_is_said_arrives_once_and_alone(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    german.ask("POST", f"/api/games/{game}/chat", {"text": "before"}, status=201)
    with allied.follow(game) as follower:
        first = follower.news()
        assert [said["text"] for said in first["said"]] == ["before"]
        for text in ("one", "two"):
            said = german.ask("POST", f"/api/games/{game}/chat", {"text": text}, status=201)
            news = follower.news()
            assert news["said"] == [said]
            assert "position" not in news
            assert "entries" not in news
        german.order(game)
        assert "said" not in follower.news()


def test_what_was_said_is_told_to_one_who_comes_back(hall: Hall) -> None:
    german, allied, game = two_players(hall)
    german.ask("POST", f"/api/games/{game}/chat", {"text": "you there?"}, status=201)
    hall.table.rooms._rooms.clear()  # put away meanwhile
    with allied.follow(game, since=0) as follower:
        assert [said["text"] for said in follower.news()["said"]] == ["you there?"]


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_missed_or_doubled_over_random_disconnects(hall: Hall, seed: int) -> None:
    """Random play of both sides; two clients hang up at random and go on where they were."""
    rng = random.Random(seed)
    person, watcher = hall.guest(), hall.stranger()
    game = person.new_game(open=True)
    heard: dict[Person, list[int]] = {person: [], watcher: []}
    seq = 0
    while seq < 40:
        with (
            person.follow(game, max(heard[person], default=-1)) as one,
            watcher.follow(game, max(heard[watcher], default=-1)) as two,
        ):
            for _ in range(rng.randint(0, 12)):
                position = person.position(game)
                if position["can_undo"] and rng.random() < 0.2:
                    seq = person.gesture(game, "undo")["seq"]
                else:
                    seq = person.order(game, rng.choice(person.offers(game)))["seq"]
            for who, follower in ((person, one), (watcher, two)):
                if rng.random() < 0.7:  # else it hangs up with messages unread
                    heard[who] += numbers(*follower.until(seq))
        for _ in range(rng.randint(0, 3)):  # while nobody listens
            seq = person.order(game, rng.choice(person.offers(game)))["seq"]
    for who, known in heard.items():
        with who.follow(game, max(known, default=-1)) as follower:
            known += numbers(*follower.until(seq))
        assert known == list(range(seq + 1))


# -- who may not --------------------------------------------------------------------------------


def test_a_page_of_another_site_cannot_follow(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    for origin in ("https://evil.example", "null", "http://["):
        with person.follow(game, origin=origin) as follower:
            assert close_reason(follower) == (REFUSED, "cross-site")
    with person.follow(game, origin=f"http://127.0.0.1:{hall.port}") as follower:
        assert follower.news()["seq"] == 0


def test_a_private_game_is_followed_by_invitation_only(hall: Hall) -> None:
    maker = hall.guest()
    card = maker.create()
    for person in (hall.guest(), hall.stranger()):
        for invite in ("", "wrong", "招待"):
            with person.follow(card["id"], invite=invite) as follower:
                assert close_reason(follower) == (REFUSED, "not-yours")
        with person.follow(card["id"], invite=card["invite"]) as follower:
            assert follower.news()["position"]["side"] == -1


def test_a_game_that_is_not_there_cannot_be_followed(hall: Hall) -> None:
    for game in ("nothing", "x" * 100, "%F0%9F%8E%B2"):
        with hall.guest().follow(game) as follower:
            assert close_reason(follower) == (REFUSED, "no-such-game")


def test_those_who_follow_a_game_that_is_taken_away_are_told(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    with person.follow(game) as follower:
        follower.news()
        person.ask("DELETE", f"/api/games/{game}", status=204)
        assert close_reason(follower) == (REFUSED, "no-such-game")


def test_what_a_client_sends_is_not_heeded(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    with person.follow(game) as follower:
        follower.news()
        for message in ('{"kind": "resign"}', b"\x00\xff", ""):
            follower.socket.send(message)
        person.order(game)
        assert numbers(follower.news()) == [1]
    assert person.card(game)["status"] == "running"


# -- told to many ---------------------------------------------------------------------------------


def test_what_is_told_to_many_is_made_and_packed_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = hall.guest()
    game = person.new_game(open=True)
    with (
        hall.stranger().follow(game) as first,
        hall.stranger().follow(game) as second,
        hall.stranger().follow(game, lang="ja") as third,
    ):
        for follower in (first, second, third):
            follower.news()
        made: list[int] = []
        encode = live._encode

        def noted(news: News) -> str:
            made.append(news.seq)
            return encode(news)

        monkeypatch.setattr(live, "_encode", noted)
        before = packing.packed.cache_info()
        for seq in (1, 2, 3):
            person.order(game, after=seq - 1)
            texts = [str(follower.socket.recv(PATIENCE)) for follower in (first, second, third)]
            assert texts[0] == texts[1] != texts[2]
            assert json.loads(texts[0])["seq"] == seq
        after = packing.packed.cache_info()
    assert made == [1, 1, 2, 2, 3, 3], "once in each language"
    assert (after.misses - before.misses, after.hits - before.hits) == (6, 3)
    room = hall.table.rooms.found(game)
    assert room is not None
    wait_until(lambda: not room.bulletins)  # nobody is left to be told


def test_who_comes_later_is_told_what_the_others_have_already(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(open=True)
    with hall.stranger().follow(game) as first:
        looks = first.news()["position"]["looks"]
        person.order(game, after=0)
        looks |= first.news()["position"]["looks"]
        with hall.stranger().follow(game) as second:
            newer = second.news()["position"]["looks"]
            assert newer == person.position(game, side="spectator")["looks"]
            person.order(game, after=1)
            told = [follower.news() for follower in (first, second)]
        for news, had in zip(told, (looks, newer), strict=True):
            now = person.position(game, side="spectator")["looks"]
            assert {**had, **news["position"]["looks"]}.items() >= now.items()


@pytest.mark.parametrize("text", ["", "x", "äöü" * 50_000])
def test_a_packed_message_is_read_as_it_was(text: str) -> None:
    sent = Packing(False, True, 12, 12, {}).encode(Frame(Opcode.TEXT, text.encode()))
    assert sent.rsv1
    read = PerMessageDeflate(True, False, 12, 12, {}).decode(sent)
    assert bytes(read.data).decode() == text
