"""Games outlive a change of their rules, or stay readable and say why they do not go on."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import or_, select, update
from sqlalchemy.exc import OperationalError

from salient.engine import Action, Event, Match, parse_record, replay
from salient.games import find_game
from salient.table import schema
from salient.table.robots import Robots
from salient.table.storage import Storage
from tests.amounts import amount
from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person, almost_over, random_match, wait_until
from tests.table.process import PATIENCE, ServerProcess
from tests.table.test_storage import open_table

MIST = find_game("mist")
RULES = MIST.rules_version
NEXT = f"{RULES}+"
"""The rules that are played, and rules of another version."""
LANGUAGES = ("en", "ja")
ACTIONS = 12
"""Of the half-played games below."""

BROKEN = 7
"""The entry that does not come out as it did, in the halted games below."""


def age(hall: Hall, game: str, rules: str = "old") -> None:
    """Let a game be one of other rules, that nobody has asked for yet."""
    hall.rows("UPDATE games SET rules = ?, begun = ? WHERE id = ?", rules, rules, game)
    hall.table.rooms._rooms.clear()


def bend(hall: Hall, game: str, seq: int = BROKEN) -> None:
    """Let an entry come out otherwise than it did."""
    hall.rows(
        "UPDATE journal SET stamp = substr(stamp, 1, 2) || '000000' WHERE game_id = ? AND seq = ?",
        game, seq,
    )  # fmt: skip


def damage(hall: Hall, game: str, seq: int = BROKEN) -> None:
    """Let an entry be one that the rules do not allow."""
    hall.rows("UPDATE journal SET text = 'fly' WHERE game_id = ? AND seq = ?", game, seq)


def half_played(person: Person, actions: int = ACTIONS) -> str:
    game: str = person.bring_in(random_match("mist", "seventh", "v", actions).record().to_text())[
        "id"
    ]
    return game


def row(hall: Hall, game: str) -> dict[str, Any]:
    names = ("rules", "begun", "status", "to_move", "seq", "halted_by", "halted_at", "result")
    [found] = hall.rows(f"SELECT {', '.join(names)} FROM games WHERE id = ?", game)
    return dict(zip(names, found, strict=True))


# -- games that go on ---------------------------------------------------------------------------


def test_a_game_that_comes_out_the_same_goes_on_under_the_new_rules(hall: Hall) -> None:
    person = hall.guest()
    game = half_played(person)
    before = person.position(game), person.log(game)
    age(hall, game)
    assert (person.position(game), person.log(game)) == before
    card = person.card(game)
    assert (card["rules"], card["status"], card["problem"]) == (RULES, "running", "")
    for lang in LANGUAGES:
        assert "old" in person.card(game, lang=lang)["note"]
    assert person.order(game)["seq"] == ACTIONS + 1
    assert row(hall, game)["begun"] == "old"


def test_a_game_that_was_never_of_other_rules_has_no_note(hall: Hall) -> None:
    person = hall.guest()
    assert person.card(half_played(person))["note"] == ""
    assert person.card(person.new_game())["note"] == ""


@pytest.mark.parametrize("kind", ["undo", "offer"])
def test_gestures_are_part_of_what_comes_out_the_same(hall: Hall, kind: str) -> None:
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    person.gesture(game, kind)
    person.order(game)
    before = person.position(game), person.log(game)
    age(hall, game)
    assert (person.position(game), person.log(game)) == before
    assert row(hall, game)["rules"] == RULES


def test_every_entry_is_stored_with_its_stamp(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    for _ in range(3):
        person.order(game)
    stored = hall.rows("SELECT stamp FROM journal WHERE game_id = ? ORDER BY seq", game)
    record = parse_record(person.client.get(f"/api/games/{game}/record").text)
    assert [stamp for (stamp,) in stored] == list(record.stamps)


def test_a_journal_without_stamps_goes_on_if_it_is_legal_and_the_same_side_is_to_move(
    hall: Hall,
) -> None:
    person = hall.guest()
    same, other = half_played(person), half_played(person)
    for game in (same, other):
        hall.rows("UPDATE journal SET stamp = '' WHERE game_id = ?", game)
    hall.rows("UPDATE games SET to_move = 1 - to_move WHERE id = ?", other)
    for game, status in ((same, "running"), (other, "halted")):
        age(hall, game)
        person.position(game)
        assert person.card(game)["status"] == status
    assert row(hall, other)["halted_at"] == ACTIONS


def test_a_free_seat_can_still_be_taken(hall: Hall) -> None:
    person, friend = hall.guest(), hall.guest()
    game = person.new_game(seats={"german": "me", "allied": "open"}, open=True)
    age(hall, game)
    friend.join(game)
    assert person.order(game)["seq"] == 1
    assert person.card(game)["status"] == "running"


def test_an_imported_record_of_other_rules_says_so(hall: Hall) -> None:
    record = random_match("mist", "seventh", "v", ACTIONS).record()
    old = record._replace(identity=msgspec.structs.replace(record.identity, rules="old"))
    card = hall.guest().bring_in(old.to_text())
    assert "old" in card["note"]
    assert card["rules"] == RULES


# -- games that do not --------------------------------------------------------------------------


@pytest.fixture(params=[bend, damage])
def halted(hall: Hall, request: pytest.FixtureRequest) -> tuple[Person, str]:
    """A game of which an entry does not come out under the present rules as it did."""
    person = hall.guest()
    game = half_played(person)
    request.param(hall, game)
    age(hall, game)
    return person, game


Halted = tuple[Person, str]


def test_a_halted_game_is_read_up_to_the_entry_that_differs(halted: Halted) -> None:
    person, game = halted
    match = random_match("mist", "seventh", "v", BROKEN - 1)
    position = person.position(game)
    assert (position["move"], position["seq"]) == (BROKEN - 1, ACTIONS)
    assert [piece["place"] for piece in position["pieces"]] == [
        piece.place for piece in MIST.view(match.state, -1).pieces
    ]
    assert position["question"] is None
    assert not position["can_undo"]
    assert person.position(game, move=3)["move"] == 3
    log = person.log(game)
    assert [entry["played"] for entry in log] == [seq < BROKEN for seq in range(ACTIONS + 1)]
    assert all(entry["text"] in entry["lines"][0]["text"] for entry in log[BROKEN:])
    for part in ("board", "places/0", "odds/0", "overlays/supply"):
        person.get(f"/api/games/{game}/{part}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_halted_game_says_why_it_does_not_go_on(halted: Halted, lang: str) -> None:
    person, game = halted
    waiting = person.position(game, lang=lang)["waiting"]
    card = person.card(game, lang=lang)
    assert card["problem"] == waiting
    assert card["status"] == "halted"
    assert all(named in waiting for named in ("old", RULES, str(BROKEN)))
    assert (card["to_move"], card["my_turn"], card["result"]) == ([], False, "")
    assert game in [each["id"] for each in person.get("/api/games", scope="mine", lang=lang)]


def test_nobody_can_act_in_a_halted_game(hall: Hall, halted: Halted) -> None:
    person, game = halted
    person.position(game)
    before = hall.contents()
    for lang in LANGUAGES:
        refused = person.order(game, "end", status=409, lang=lang)
        assert refused["code"] == "unplayable"
        assert str(BROKEN) in refused["message"]
    for kind in ("undo", "offer", "accept", "decline"):
        assert person.gesture(game, kind, status=409)["code"] == "unplayable"
    assert hall.contents() == before


def test_a_halted_game_can_be_abandoned(hall: Hall, halted: Halted) -> None:
    person, game = halted
    assert hall.guest().gesture(game, "abandon", status=403)["code"] == "not-yours"
    assert person.gesture(game, "abandon")["seq"] == ACTIONS + 1
    for lang in LANGUAGES:
        card = person.card(game, lang=lang)
        assert (card["status"], card["winner"]) == ("over", "")
        assert card["result"]
    hall.table.rooms._rooms.clear()
    assert person.position(game)["result"] == person.card(game)["result"]
    last = person.log(game)[-1]
    assert (last["kind"], last["seq"]) == ("abandon", ACTIONS + 1)
    assert last["lines"]
    assert person.gesture(game, "abandon", status=409)["code"] == "not-running"


def test_a_halted_game_can_be_resigned_or_taken_away(halted: Halted) -> None:
    person, game = halted
    person.gesture(game, "resign", side="allied")
    assert (person.card(game)["status"], person.card(game)["winner"]) == ("over", "german")
    person.ask("DELETE", f"/api/games/{game}", status=204)


def test_a_running_game_is_not_abandoned(hall: Hall) -> None:
    person = hall.guest()
    refused = person.gesture(person.new_game(), "abandon", status=409)
    assert refused["code"] == "not-halted"


def test_those_who_follow_are_told_at_once(halted: Halted) -> None:
    person, game = halted
    with person.follow(game) as follower:
        news = follower.news()
        assert news["card"]["problem"]
        assert len(news["entries"]) == ACTIONS + 1
        person.gesture(game, "abandon")
        assert follower.until(ACTIONS + 1)[-1]["card"]["status"] == "over"


def test_the_record_of_a_halted_game_is_that_of_its_own_rules(hall: Hall, halted: Halted) -> None:
    person, game = halted
    person.gesture(game, "abandon")
    record = parse_record(person.client.get(f"/api/games/{game}/record").text)
    stored = hall.rows("SELECT text, stamp FROM journal WHERE game_id = ? ORDER BY seq", game)
    assert record.identity.rules == "old"
    assert [
        (text, stamp) for (_, text), stamp in zip(record.actions, record.stamps, strict=True)
    ] == stored[:-1]
    assert record.seed is not None


def test_the_enemy_does_not_read_what_was_ordered_unseen(hall: Hall) -> None:
    """An order of a game with hidden units is told to its own side, also if it is not played."""
    german, american = hall.guest(), hall.guest()
    seats = {"german": "me", "american": "open"}
    game = german.new_game(
        title="squad", scenario="practice", seats=seats, open=True, options={"setup": "free"}
    )
    american.join(game, "american")
    people = [german, american]
    side = german.position(game)["to_decide"]
    for _ in range(3):
        assert people[side].position(game)["to_decide"] == side
        people[side].order(game)
    bend(hall, game, 2)
    age(hall, game)
    texts = [[entry["text"] for entry in person.log(game)[1:]] for person in people]
    assert all(texts[side])
    assert not any(texts[1 - side])
    told = str(people[1 - side].log(game)[2:])
    assert not any(text in told for text in texts[side])


@pytest.mark.parametrize("change", [bend, damage])
def test_a_finished_game_that_comes_out_otherwise_keeps_its_result(
    hall: Hall, change: Callable[[Hall, str], None]
) -> None:
    match, _, text = almost_over("finished")
    person = hall.guest()
    game = person.bring_in(match.record().to_text())["id"]
    person.order(game, text)
    while question := person.position(game)["question"]:  # what is left is momentous
        person.order(game, question["offers"][0]["action"]["text"])
    result = person.card(game)["result"]
    change(hall, game)
    age(hall, game)
    assert person.position(game)["result"] == result
    assert person.position(game)["move"] == BROKEN - 1
    card = person.card(game)
    assert (card["status"], card["result"]) == ("over", result)
    assert card["problem"]
    record = parse_record(person.client.get(f"/api/games/{game}/record").text)
    assert (record.identity.rules, record.result) == ("old", row(hall, game)["result"])


def test_a_journal_that_does_not_play_under_its_own_rules_is_halted_too(hall: Hall) -> None:
    person = hall.guest()
    game = half_played(person)
    damage(hall, game)
    hall.table.rooms._rooms.clear()
    assert person.position(game)["move"] == BROKEN - 1
    for lang in LANGUAGES:
        assert str(BROKEN) in person.card(game, lang=lang)["problem"]


def test_rules_that_change_without_a_new_version_are_noticed(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    person = hall.guest()
    game = half_played(person)
    bend(hall, game)
    hall.table.rooms._rooms.clear()
    assert person.position(game)["waiting"]
    assert row(hall, game)["status"] == "halted"
    assert row(hall, game)["halted_at"] == BROKEN
    for lang in LANGUAGES:
        assert RULES in person.card(game, lang=lang)["problem"]
    assert f"entry {BROKEN} does not come out as it did" in caplog.text


def test_a_finished_game_that_cannot_be_set_up_any_more_is_still_exported(hall: Hall) -> None:
    text = random_match("mist", "seventh", "old finished").record().to_text()
    person = hall.guest()
    game = person.bring_in(text)["id"]
    hall.rows("UPDATE games SET scenario = 'gone', rules = '0' WHERE id = ?", game)
    hall.table.rooms._rooms.clear()
    assert person.get(f"/api/games/{game}/position", status=409)["code"] == "unplayable"
    record = parse_record(hall.stranger().client.get(f"/api/games/{game}/record").text)
    before = parse_record(text)
    assert (record.identity.rules, record.identity.scenario) == ("0", "gone")
    assert (record.actions, record.stamps, record.seed, record.result) == (
        before.actions, before.stamps, before.seed, before.result,
    )  # fmt: skip


def test_an_unfinished_game_that_cannot_be_set_up_is_exported_to_its_players_alone(
    hall: Hall,
) -> None:
    person = hall.guest()
    game = half_played(person)
    hall.rows("UPDATE games SET scenario = 'gone', rules = '0' WHERE id = ?", game)
    hall.table.rooms._rooms.clear()
    record = parse_record(person.client.get(f"/api/games/{game}/record").text)
    assert record.seed is None
    assert len(record.actions) == ACTIONS
    assert hall.stranger().client.get(f"/api/games/{game}/record").status_code == 403


def test_a_game_that_cannot_even_be_set_up_says_so(hall: Hall) -> None:
    person = hall.guest()
    game = half_played(person)
    hall.rows("UPDATE games SET scenario = 'lost' WHERE id = ?", game)
    age(hall, game)
    for part in ("board", "position", "log"):
        assert person.get(f"/api/games/{game}/{part}", status=409)["code"] == "unplayable"
    card = next(c for c in person.get("/api/games", scope="mine") if c["id"] == game)
    assert (card["scenario_text"], card["status"]) == ("lost", "halted")
    assert "old" in card["problem"]
    person.ask("DELETE", f"/api/games/{game}", status=204)


def test_a_result_that_is_no_more_does_not_break_the_lists(hall: Hall) -> None:
    person = hall.guest()
    game = half_played(person)
    hall.rows("UPDATE games SET status = 'over', result = 'glory 7' WHERE id = ?", game)
    age(hall, game)
    card = next(c for c in person.get("/api/games", scope="mine") if c["id"] == game)
    assert card["result"] == "glory 7"


# -- an upgrade, and the way back ---------------------------------------------------------------


def upgrade(patch: pytest.MonkeyPatch) -> None:
    """New rules: whoever ends an impulse in the mist is given a victory point."""
    play = type(MIST).play

    def generous(self: Any, g: Any, action: Action, *args: Any, **how: Any) -> list[Event]:
        events = play(self, g, action, *args, **how)
        g.vp += action.verb == "end"
        return events

    patch.setattr(type(MIST), "play", generous)
    patch.setattr(type(MIST), "rules_version", NEXT)


def played_until(person: Person, verb: str, *, before: bool) -> str:
    """A game up to the first action of a kind, with or without it."""
    match = random_match("mist", "fifth", "upgrade")
    texts = [text for _, text in match.record().actions]
    first = next(index for index, text in enumerate(texts) if text.split()[0] == verb)
    return half_played_as("upgrade", person, first + (not before))


def half_played_as(seed: str, person: Person, actions: int) -> str:
    record = random_match("mist", "fifth", seed, actions).record()
    game: str = person.bring_in(record.to_text())["id"]
    return game


def visit(hall: Hall, person: Person) -> Person:
    """The same person at another server."""
    again = hall.stranger()
    again.client.cookies.update(dict(person.client.cookies))
    return again


def test_an_upgrade_lets_go_on_what_it_does_not_touch_and_the_way_back_the_rest(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_hall()
    person = first.guest()
    same = played_until(person, "end", before=True)
    other = played_until(person, "end", before=False)
    count = row(first, other)["seq"]
    with monkeypatch.context() as patch:
        upgrade(patch)
        second = open_hall()  # nobody asks for the games: they are taken up by themselves
        wait_until(lambda: row(second, other)["status"] == "halted")
        wait_until(lambda: row(second, same)["rules"] == NEXT)
        again = visit(second, person)
        assert row(second, other)["halted_at"] == count
        assert row(second, other)["rules"] == RULES
        assert again.position(other)["move"] == count - 1
        assert again.order(same, "end")["seq"] == row(second, same)["seq"]
        assert again.position(same)["tracks"][0]["value"] == 1, "by the new rules"
    third = open_hall()
    wait_until(lambda: row(third, other)["status"] == "running")
    wait_until(lambda: row(third, same)["status"] == "halted")
    again = visit(third, person)
    assert again.order(other)["seq"] == count + 1
    assert row(third, other)["halted_at"] is None
    assert again.card(same)["problem"], "it was played on under rules that are no more"


def test_a_bot_goes_on_under_the_new_rules(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Robots, "wake", lambda *_: None)
        first = open_hall()
        game = first.guest().new_game(seats={"german": "bot:random", "allied": "me"})
    age(first, game)
    second = open_hall()
    wait_until(lambda: row(second, game)["seq"] > 0, 60)
    assert row(second, game)["rules"] == RULES


def test_the_log_tells_how_far_it_has_come(
    open_hall: OpenHall, caplog: pytest.LogCaptureFixture
) -> None:
    first = open_hall()
    person = first.guest()
    games = [half_played(person) for _ in range(4)]
    bend(first, games[0])
    first.rows("UPDATE games SET rules = 'old'")
    with caplog.at_level(logging.WARNING, logger="salient.table.taking_up"):
        second = open_hall()
        wait_until(lambda: "4 of 4" in caplog.text)
    assert "4 games are of other rules" in caplog.text
    assert "3 go on, 1 can only be read" in caplog.text
    assert [row(second, game)["status"] for game in games] == ["halted", *["running"] * 3]


# -- the server is killed on the way ------------------------------------------------------------

GAMES_TO_MOVE = 20
"""Together they take seconds: who looks for the first of them comes before the last."""

KILLS = amount(2, soak=6)


@pytest.mark.play
def test_a_server_that_is_killed_on_the_way_goes_on_with_the_games_that_are_left(
    each_database: str, tmp_path: Path
) -> None:
    server = ServerProcess(each_database, tmp_path / "server.log")
    games = run(bring_in_games(each_database))
    broken = set(random.Random(7).sample(games, GAMES_TO_MOVE // 3))
    run(age_games(each_database, broken))
    before = run(read_journals(each_database))
    settled = [0]
    for _ in range(KILLS):
        server.start()
        run(kill_after_more(server, settled[-1]))
        settled.append(len(run(read_settled(each_database))))
    assert any(count < GAMES_TO_MOVE for count in settled[1:]), "all kills came too late"
    server.start()
    try:
        run(until_all(each_database))
    finally:
        server.stop()
    for game in run(read_settled(each_database)):
        if game.id in broken:
            assert (game.status, game.rules, game.halted_at) == ("halted", "old", BROKEN)
        else:
            assert (game.status, game.rules, game.begun) == ("running", RULES, "old")
    assert run(read_journals(each_database)) == before


def run(work: Any) -> Any:
    return asyncio.run(work)


async def bring_in_games(address: str) -> list[str]:
    """Long games, so that playing them again takes a while."""
    record = random_match("mist", "campaign", "long", 400).record()
    async with open_table(address) as table:
        anna = await table.accounts.admit_guest("en")
        return [await table.lobby.take_up(record, anna, {}) for _ in range(GAMES_TO_MOVE)]


async def age_games(address: str, broken: set[str]) -> None:
    """All games are of other rules, and some do not come out any more."""
    journal = schema.journal.c
    storage = Storage(address)
    async with storage.write() as connection:
        await connection.execute(update(schema.games).values(rules="old", begun="old"))
        await connection.execute(
            update(schema.journal)
            .where(journal.game_id.in_(broken), journal.seq == BROKEN)
            .values(text="fly")
        )
    await storage.close()


SETTLED = select(schema.games).where(
    or_(schema.games.c.rules == MIST.rules_version, schema.games.c.halted_by == MIST.rules_version)
)


async def read_settled(address: str) -> list[Any]:
    """The games that have been played again."""
    storage = Storage(address)
    async with storage.read() as connection:
        found = list(await connection.execute(SETTLED))
    await storage.close()
    return found


async def kill_after_more(server: ServerProcess, known: int) -> None:
    """Kill a server as soon as more games have been played again than are known.

    It is held up whenever we look, and runs for a moment in between: so it gets no further while we
    wait for a processor or for the database.
    """
    end = time.monotonic() + PATIENCE
    while True:
        with server.held_up(), suppress(OperationalError):  # it may hold a lock itself
            found = len(await read_settled(server.database))
            if known < found or found == GAMES_TO_MOVE:
                server.kill()
                return
        assert time.monotonic() < end, "no game is played again"
        await asyncio.sleep(0.01)


async def until_all(address: str) -> None:
    """Wait until all games have been played again."""
    end = time.monotonic() + PATIENCE
    while len(await read_settled(address)) < GAMES_TO_MOVE:
        assert time.monotonic() < end, "not all games are played again"
        await asyncio.sleep(0.05)


async def read_journals(address: str) -> list[Any]:
    storage = Storage(address)
    journal = schema.journal
    async with storage.read() as connection:
        found = await connection.execute(select(journal).order_by(journal.c.game_id, journal.c.seq))
        entries = [tuple(each) for each in found]
    await storage.close()
    return entries


def test_the_games_above_are_what_they_should_be() -> None:
    """The halted ones would play if they were not bent."""
    match = random_match("mist", "seventh", "v", ACTIONS)
    assert len(list(replay(MIST, match.record()))) == ACTIONS + 1
    assert Match.resume(MIST, match.record()).decision is not None
