"""Clocks: what they cost whom, and who is out of time, whatever happens to the servers."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

from salient.table import schema, timekeeper
from salient.table.clocks import FIRST, FREE, Control, Timing, read_timing
from salient.table.errors import TableError
from salient.table.journal import Written
from salient.table.referee import Referee
from salient.table.room import Room
from tests.table.clocked import (
    DAYS,
    LIVE,
    ago,
    ahead,
    entries_of,
    on_table,
    row_of,
    set_pulse,
    set_row,
    sit_down,
)  # fmt: skip
from tests.table.conftest import OpenHall
from tests.table.people import SIDES, Hall, Person, is_problem, wait_until
from tests.table.process import PATIENCE, ServerProcess
from tests.table.test_storage import on_connection

NOON = datetime(1944, 12, 16, 12, tzinfo=UTC)
GERMAN, ALLIED, NOBODY = 0, 1, -1


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "BEAT", 0.2)


def entry(kind: str, minutes: float, text: str = "") -> Any:
    return SimpleNamespace(kind=kind, text=text, at=NOON + timedelta(minutes=minutes), user_id=1)


def live(main: int = 600, increment: int = 10) -> Timing:
    """A live clock in a game whose first action was done at noon, with the German side asked."""
    timing = Timing(Control(main, increment)).begin(NOON - timedelta(hours=1), GERMAN)
    return timing.after(entry("action", 0), GERMAN, GERMAN)


# -- whose time it is ---------------------------------------------------------------------------


def test_the_first_action_of_a_live_game_costs_nothing_and_has_a_day() -> None:
    timing = Timing(Control(600)).begin(NOON, GERMAN)
    assert timing.deadline == NOON + FIRST
    timing = timing.after(entry("offer", 5), GERMAN, GERMAN)
    assert timing.left == ()
    timing = timing.after(entry("action", 60), GERMAN, ALLIED)
    assert timing.left == (timedelta(minutes=10),) * 2
    assert timing.deadline == NOON + timedelta(minutes=70) + FREE


def test_time_runs_for_the_side_that_is_asked_until_another_is() -> None:
    timing = live()
    assert timing.deadline == NOON + timedelta(minutes=10, seconds=10)
    timing = timing.after(entry("action", 2), GERMAN, GERMAN)  # one of many in a turn
    assert timing.deadline == NOON + timedelta(minutes=10, seconds=10)
    timing = timing.after(entry("action", 4), GERMAN, ALLIED)
    assert timing.left == (timedelta(minutes=6, seconds=10), timedelta(minutes=10))
    assert timing.deadline == NOON + timedelta(minutes=14, seconds=10)
    timing = timing.after(entry("action", 5), ALLIED, GERMAN)
    assert timing.left == (timedelta(minutes=6, seconds=10), timedelta(minutes=9, seconds=10))
    assert timing.deadline == NOON + timedelta(minutes=11, seconds=20)


@pytest.mark.parametrize("increment", [0, 10])
def test_brief_answers_cost_nothing_and_earn_nothing(increment: int) -> None:
    """As a pause of the table does, which answers for one who has nothing to decide."""
    timing, at = live(increment=increment), 0.0
    for count in range(50):
        at += FREE / timedelta(minutes=1)
        timing = timing.after(entry("confirm", at), count % 2, 1 - count % 2)
        assert timing.left == (timedelta(minutes=10),) * 2


def test_an_answer_of_the_table_itself_costs_nothing_however_late_it_comes() -> None:
    timing = live().after(entry("action", 1), GERMAN, ALLIED)
    late = entry("confirm", 300)
    late.user_id = None
    assert timing.after(late, ALLIED, GERMAN).left == timing.left


def test_who_has_almost_no_time_left_does_not_lose_by_a_pause_of_the_table() -> None:
    timing = msgspec.structs.replace(live(), left=(timedelta(seconds=1),) * 2)
    timing = timing.after(entry("action", 0), GERMAN, ALLIED)
    assert not timing.is_over(NOON + FREE)
    assert timing.is_over(NOON + timedelta(seconds=12))


@pytest.mark.parametrize("kind", ["offer", "decline", "undo"])
def test_words_of_the_other_side_cost_nobody_time(kind: str) -> None:
    timing = live()
    assert timing.after(entry(kind, 3), GERMAN, GERMAN) == timing


def test_a_correspondence_clock_is_full_each_time_one_is_asked() -> None:
    timing = Timing(Control(days=3)).begin(NOON, GERMAN)
    assert timing.deadline == NOON + timedelta(days=3)
    timing = timing.after(entry("action", 60), GERMAN, GERMAN)
    timing = timing.after(entry("action", 2 * 1440), GERMAN, GERMAN)
    assert timing.deadline == NOON + timedelta(days=3, hours=1), "not renewed by each action"
    timing = timing.after(entry("action", 2 * 1440), GERMAN, ALLIED)
    timing = timing.after(entry("action", 4 * 1440), ALLIED, GERMAN)
    assert timing.deadline == NOON + timedelta(days=7)


def test_a_pause_moves_the_deadline() -> None:
    timing = live().after(entry("pause", 9, "90000"), GERMAN, GERMAN)
    assert timing.deadline == NOON + timedelta(minutes=11, seconds=40)


def test_a_clock_that_stood_goes_on_with_what_was_left() -> None:
    timing = live().after(entry("action", 4), GERMAN, ALLIED)
    stood = Timing(timing.control, timing.left)  # the game was halted meanwhile
    assert stood.after(entry("action", 50), ALLIED, GERMAN) == stood
    went_on = stood.after(entry("pause", 60, "0"), ALLIED, ALLIED)
    assert went_on.deadline == NOON + timedelta(minutes=70, seconds=10)


def test_when_the_game_ends_no_clock_runs() -> None:
    timing = live().after(entry("resign", 4), GERMAN, NOBODY)
    assert timing.deadline is None
    assert timing.left[GERMAN] == timedelta(minutes=6, seconds=10)
    late = live().after(entry("timeout", 11), GERMAN, NOBODY)
    assert late.left[GERMAN] == timedelta()


def test_without_a_limit_there_is_no_clock() -> None:
    timing = Timing().begin(NOON, GERMAN).after(entry("action", 1), GERMAN, ALLIED)
    assert timing == Timing()


def test_what_the_row_keeps_is_what_there_is() -> None:
    timing = live().after(entry("action", 4), GERMAN, ALLIED)
    row = SimpleNamespace(main=600, increment=10, days=0, **timing.columns())
    assert read_timing(row) == timing


@pytest.mark.parametrize(
    "control",
    [Control(59), Control(86_401), Control(0, 5), Control(600, 601), Control(600, 0, 3),
     Control(days=31), Control(600, -1), Control(days=-1)],
)  # fmt: skip
def test_limits_out_of_bounds_are_refused(control: Control) -> None:
    with pytest.raises(TableError) as mistake:
        control.check()
    assert mistake.value.code == "bad-setting"


# -- setting up ---------------------------------------------------------------------------------


def test_a_game_says_what_its_clocks_say(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    card = german.card(game)
    assert card["time"]["limit"] == {"main": 600, "increment": 10, "days": 0}
    assert card["time"]["left"] == []
    german.order(game)
    for teller in (german.card(game), allied.position(game)):
        assert teller["time"]["left"] == [600, 600]
        assert teller["time"]["deadline"]
    assert german.create()["time"] is None


@pytest.mark.parametrize(
    ("wanted", "code"),
    [({"seats": dict.fromkeys(SIDES, "me"), "time": LIVE}, "two-people"),
     ({"seats": {"german": "me", "allied": "bot:simple"}, "time": DAYS}, "two-people"),
     ({"time": {"main": 30}}, "bad-setting"),
     ({"time": {"main": -1}}, "bad-request"),
     ({"time": {"main": 600, "days": 1}}, "bad-setting"),
     ({"time": {"minutes": 5}}, "bad-request"),
     ({"time": None}, "bad-request"),
     ({"rated": True}, "rated-clock")],
)  # fmt: skip
def test_a_clock_that_cannot_be_is_refused(hall: Hall, wanted: Any, code: str) -> None:
    seats = {"german": "me", "allied": "open"}
    answer = hall.account().create(status=400, **{"seats": seats, **wanted})
    assert is_problem(answer, 400)
    assert answer["code"] == code


def test_nobody_plays_against_himself_by_the_clock(hall: Hall) -> None:
    person = hall.account()
    game = person.new_game(seats={"german": "me", "allied": "open"}, time=LIVE, open=True)
    assert person.join(game, status=400)["code"] == "two-people"


def test_the_clock_starts_when_the_last_seat_is_taken(hall: Hall) -> None:
    german = hall.account()
    game = german.new_game(seats={"german": "me", "allied": "open"}, time=DAYS, open=True)
    assert german.card(game)["time"]["deadline"] is None
    hall.account().join(game)
    deadline = datetime.fromisoformat(german.card(game)["time"]["deadline"])
    assert timedelta(days=2.9) < deadline - datetime.now(UTC) <= timedelta(days=3)


# -- out of time --------------------------------------------------------------------------------


def play_until_asked(people: dict[str, Person], game: str, side: str) -> None:
    """Play on until a side is asked and something has been done."""
    anybody = next(iter(people.values()))
    for count in range(400):
        (asked,) = anybody.card(game)["to_move"]
        if count and asked == side:
            return
        people[asked].order(game)
    raise AssertionError(f"{side} is never asked")


def expire(hall: Hall, game: str, deadline: datetime | None) -> None:
    """Let the side that is asked run out of time then; what is in memory is forgotten."""
    set_row(hall, game, deadline=deadline)
    room = hall.table.rooms.found(game)
    if room is not None:
        hall.table.rooms._rooms.pop(game)


@pytest.mark.parametrize("limit", [LIVE, DAYS], ids=["live", "days"])
def test_who_runs_out_of_time_loses_though_nobody_is_there(hall: Hall, limit: Any) -> None:
    german, allied, game = sit_down(hall, time=limit)
    people = {"german": german, "allied": allied}
    play_until_asked(people, game, "german")
    expire(hall, game, ahead(seconds=0.5))
    wait_until(lambda: row_of(hall, game).status == "over")
    card = allied.card(game)
    assert (card["winner"], card["result"]) == ("allied", "German ran out of time.")
    assert allied.get(f"/api/games/{game}", lang="ja")["result"] == "ドイツ軍の時間切れ。"
    (last,) = entries_of(hall, game, "timeout")
    assert allied.log(game)[-1]["kind"] == "timeout"
    assert allied.log(game)[-1]["lines"][-1]["text"] == "German has no time left."
    assert (last.user_id, last.side) == (None, 0)
    assert german.order(game, "end", status=409)["code"] == "not-running"
    assert allied.position(game)["time"]["deadline"] is None


def test_those_who_look_on_hear_of_it_at_once(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    german.order(game)
    set_row(hall, game, deadline=ahead(seconds=0.7))
    with allied.follow(game) as follower:
        while (news := follower.news()).get("card", {}).get("status") != "over":
            pass
    assert news["position"]["result"] == "German ran out of time."
    assert news["now"]


def test_an_order_after_the_deadline_is_refused(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper.Timekeeper, "keep", lambda _: _asleep())
    german, allied, game = sit_down(hall)  # meanwhile a round that was under way ends
    german.order(game)
    expire(hall, game, ago(seconds=1))
    before = row_of(hall, game).seq
    for answer in (german.order(game, status=409), german.gesture(game, "resign", status=409),
                   allied.gesture(game, "offer", status=409)):  # fmt: skip
        assert answer["code"] == "time-over"
    assert row_of(hall, game).seq == before


async def _asleep() -> None:
    """The timekeeper does nothing."""


def test_a_game_without_a_clock_never_ends_by_itself(hall: Hall) -> None:
    german, _, game = sit_down(hall, time={})
    set_row(hall, game, moved=ago(days=900))
    hall.account()
    time.sleep(0.6)
    assert german.card(game)["status"] == "running"


# -- times of the journal and of the row --------------------------------------------------------


def test_the_row_is_what_the_journal_plays_out_to(hall: Hall) -> None:
    german, allied, game = sit_down(hall)
    people = {"german": german, "allied": allied}
    begun = row_of(hall, game)
    for _ in range(3):
        play_until_asked(people, game, "allied")
        allied.gesture(game, "offer")
        play_until_asked(people, game, "german")
    row = row_of(hall, game)
    fresh = SimpleNamespace(**{
        **row._mapping, "seq": 0, "left_0": None, "left_1": None, "deadline": begun.deadline,
    })  # fmt: skip
    seats = [SimpleNamespace(side=side, user_id=side, name="-", bot=None, kept_for=None)
             for side in (0, 1)]  # fmt: skip
    room = Room(fresh, seats)  # type: ignore[arg-type]
    journal = schema.journal
    entries = on_table(
        hall,
        lambda link: list(
            link.execute(select(journal).where(journal.c.game_id == game).order_by(journal.c.seq))
        ),
    )
    for each in entries:
        written = Written(
            each.kind, each.side, each.text, each.key, each.at, each.user_id, each.stamp
        )
        room.enter(written, ask=not each.stamp)
    assert room.timing.columns() == {
        name: getattr(row, name) for name in ("left_0", "left_1", "deadline")
    }
    assert all(0 < left <= 600_000 for left in (row.left_0, row.left_1))


# -- the table is away --------------------------------------------------------------------------


def test_while_the_table_is_away_no_clock_runs(open_hall: OpenHall, tmp_path: Path) -> None:
    with Hall(tmp_path / "table.db") as hall:
        german, _, game = sit_down(hall)
        german.order(game)
        wait_until(lambda: on_table(hall, lambda link: link.execute(select(schema.pulse)).all()))
    alive = ago(minutes=30)
    set_row(hall, game, moved=ago(minutes=31), deadline=alive + timedelta(minutes=9))
    set_pulse(hall, alive)
    again = open_hall()
    row = row_of(again, game)
    assert row.status == "running"
    assert timedelta(minutes=8.7) < row.deadline - datetime.now(UTC) < timedelta(minutes=9.3)
    (pause,) = entries_of(again, game, "pause")
    assert int(pause.text) == pytest.approx(30 * 60_000, rel=0.02)
    there = again.stranger()
    there.client.cookies.update(dict(german.client.cookies))
    told = there.log(game)[-1]["lines"][-1]["text"]
    assert told == "The table was away for about 30 min. The clock stood meanwhile."
    there.order(game)  # and on it goes
    time.sleep(0.5)
    assert len(entries_of(again, game, "pause")) == 1


def test_a_short_break_is_nobodys(
    open_hall: OpenHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "AWAY", timedelta(minutes=10))  # a slow start is short, too
    with Hall(tmp_path / "table.db") as hall:
        german, _, game = sit_down(hall)
        german.order(game)
        wait_until(lambda: on_table(hall, lambda link: link.execute(select(schema.pulse)).all()))
    set_row(hall, game, moved=ago(minutes=5), deadline=ago(seconds=1))
    set_pulse(hall, ago(minutes=2))
    again = open_hall()
    assert entries_of(again, game, "pause") == []
    assert row_of(again, game).status == "over"


def test_who_was_out_of_time_before_the_table_went_away_has_lost(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    with Hall(tmp_path / "table.db") as hall:
        german, _, game = sit_down(hall)
        german.order(game)
        wait_until(lambda: on_table(hall, lambda link: link.execute(select(schema.pulse)).all()))
    set_row(hall, game, moved=ago(hours=2), deadline=ago(hours=1, seconds=2))
    set_pulse(hall, ago(hours=1))
    again = open_hall()
    assert row_of(again, game).result == "timeout 0"


def test_a_clock_stands_while_its_game_is_halted(hall: Hall) -> None:
    german, _, game = sit_down(hall)
    german.order(game)
    expire(hall, game, None)  # as a game that was halted and goes on
    wait_until(lambda: row_of(hall, game).deadline is not None)
    assert row_of(hall, game).deadline > ahead(minutes=9)
    assert [entry.text for entry in entries_of(hall, game, "pause")] == ["0"]


def test_a_killed_server_ends_it_when_it_is_back(each_database: str, tmp_path: Path) -> None:
    """Nobody is connected, and the server was killed without a word."""
    server = ServerProcess(each_database, tmp_path / "log")
    server.start()
    wait_until(server.answers, PATIENCE)
    game = _two_over_http(server.address)
    server.kill()
    games = schema.games

    def expire(link: Any) -> None:
        link.execute(games.update().values(deadline=ahead(seconds=1)))
        link.execute(schema.pulse.delete())
        link.execute(schema.pulse.insert().values(id=1, alive=ago(seconds=1)))

    def look(link: Any) -> Any:
        return link.execute(select(games).where(games.c.id == game)).one()

    on_connection(each_database, expire, migrated=False)
    server.start()
    try:
        wait_until(server.answers, PATIENCE)
        wait_until(lambda: on_connection(each_database, look, migrated=False).status == "over")
    finally:
        server.kill()
    row = on_connection(each_database, look, migrated=False)
    assert (row.result, row.winner) == ("timeout 0", 1)


def _two_over_http(address: str) -> str:
    """Two guests at a game with a clock, one action done."""
    with (
        httpx.Client(base_url=address, headers={"X-Salient": "1"}, timeout=PATIENCE) as first,
        httpx.Client(base_url=address, headers={"X-Salient": "1"}, timeout=PATIENCE) as second,
    ):
        for client in (first, second):
            client.post("/api/guests").raise_for_status()
        body = {"title": "mist", "scenario": "seventh", "open": True, "time": LIVE,
                "seats": {"german": "me", "allied": "open"}}  # fmt: skip
        game: str = first.post("/api/games", json=body).json()["id"]
        second.post(f"/api/games/{game}/seats", json={"side": "allied"}).raise_for_status()
        return game


def test_who_has_nothing_to_decide_is_not_late(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server that should have answered for a side was killed, and time went by."""
    answered: list[tuple[str, int]] = []

    async def answer(_: Referee, game_id: str, after: int) -> None:
        answered.append((game_id, after))

    german, american = hall.account(), hall.account()
    seats = {"german": "me", "american": "open"}
    game = german.new_game(title="squad", scenario="practice", seats=seats, time=DAYS, open=True)
    monkeypatch.setattr(Room, "is_veil", property(lambda room: room.id == game))
    monkeypatch.setattr(Referee, "stand_in", answer)
    american.join(game, "american")
    expire(hall, game, ago(seconds=1))
    wait_until(lambda: (game, 0) in answered)
    assert row_of(hall, game).status == "running"
    monkeypatch.setattr(Room, "is_veil", property(lambda _: False))
    wait_until(lambda: row_of(hall, game).status == "over")


# -- several servers ----------------------------------------------------------------------------


def test_of_several_servers_one_ends_a_game(postgres: str) -> None:
    with Hall(postgres) as one, Hall(postgres) as two, Hall(postgres) as three:
        games, people = [], []
        for _ in range(4):
            german, _, game = sit_down(one, rated=True)
            german.order(game, after=0)
            games.append(game)
            people.append(german)
        when = ahead(seconds=1)
        for game in games:
            set_row(one, game, deadline=when)
        for hall in (one, two, three):
            wait_until(
                lambda hall=hall: all(
                    hall.stranger().card(game)["status"] == "over" for game in games
                )
            )
        for game in games:
            assert len(entries_of(one, game, "timeout")) == 1
        for person in people:
            profile = three.stranger().get(f"/api/people/{person.me['name']}")
            assert [rating["games"] for rating in profile["ratings"]] == [1]
