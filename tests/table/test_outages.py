"""The database goes and comes, the disk is full, the clock jumps: nothing is lost, quietly."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from salient.table import accounts, lobby, mishaps, referee
from tests.amounts import amount
from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person, new_key, wait_until
from tests.table.postgres import Postgres, running_postgres

OUTAGES = amount(2, soak=20)
TWO_BOTS = {"german": "bot:random", "allied": "bot:random"}
AWAY = 1.5
"""Seconds for which the database is away, at least."""

MOST_TOLD = 12_000
"""Characters of the log that one outage may cost; once it was megabytes."""

pytestmark = pytest.mark.play


@pytest.fixture
def database() -> Iterator[Postgres]:
    """A PostgreSQL server of our own, to be stopped."""
    with running_postgres() as server:
        yield server


class Stubborn:
    """Somebody who sends every order until it is acknowledged, and keeps the acknowledgements."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.game = person, game
        self.acknowledged: dict[int, str] = {}
        self.put_off = 0

    def order(self, end: float) -> bool:
        """Order something; False if the time is over before it is acknowledged."""
        body: dict[str, Any] = {}
        while time.monotonic() < end:
            if not body:
                seen = self._try("GET", "position")
                if seen is None:
                    continue
                text = seen["question"]["offers"][0]["action"]["text"]
                body = {"text": text, "after": seen["seq"], "key": new_key()}
            given = self._try("POST", "orders", body)
            if given is not None:
                self.acknowledged[given["seq"]] = body["text"]
                return True
        return False

    def _try(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, or None if one is asked to wait."""
        try:
            answer = self.person.send(method, f"/api/games/{self.game}/{path}", body)
        except httpx.TransportError:
            answer = None
        if answer is not None and answer.status_code < 300:
            return answer.json()
        assert answer is None or answer.status_code == 503, answer.text
        self.put_off += 1
        time.sleep(0.02)
        return None


def told(caplog: pytest.LogCaptureFixture) -> int:
    """How much the log has said; no traceback is in it."""
    loud = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not any(record.exc_info for record in loud), loud
    return sum(len(record.getMessage()) for record in loud)


def test_a_database_that_goes_and_comes_loses_nothing(
    database: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    with Hall(database.database()) as hall:
        person = hall.guest()
        player = Stubborn(person, person.new_game(scenario="campaign"))
        bots = person.new_game(scenario="campaign", seats=TWO_BOTS)
        assert player.order(time.monotonic() + 60)
        for _ in range(OUTAGES):
            mishaps.quiet.__init__()  # type: ignore[misc]
            caplog.clear()
            database.stop()
            assert not player.order(time.monotonic() + AWAY)
            database.go_on()
            assert player.order(time.monotonic() + 120), "it goes on by itself"
            assert told(caplog) < MOST_TOLD
        assert player.put_off
        before = person.card(bots)["seq"]
        wait_until(lambda: person.card(bots)["seq"] > before, 120)
        log = person.log(player.game)
        assert [entry["seq"] for entry in log] == list(range(len(log)))
        for seq, text in player.acknowledged.items():
            assert log[seq]["text"] == text


def test_a_full_disk_takes_nothing_and_loses_nothing(
    open_hall: OpenHall, caplog: pytest.LogCaptureFixture
) -> None:
    hall = open_hall()
    person = hall.guest()
    player = Stubborn(person, person.new_game(scenario="campaign"))
    assert player.order(time.monotonic() + 60)

    def pages(most: int) -> None:
        """Let the database have so many pages more, as if the disk had no more room."""

        def limit(connection: Connection) -> None:
            have = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count={have + most}")

        writing = hall.table.storage.transact(limit)
        hall.soon(writing)

    mishaps.quiet.__init__()  # type: ignore[misc]
    pages(0)
    while player.put_off < 5:  # what is left in the pages there are is still written
        player.order(time.monotonic() + 0.3)
        assert len(player.acknowledged) < 2000
    assert person.position(player.game)["seq"] == max(player.acknowledged), "reading works"
    pages(10_000)
    assert player.order(time.monotonic() + 60)
    assert told(caplog) < MOST_TOLD
    log = person.log(player.game)
    assert [entry["text"] for entry in log[1:]] == [
        player.acknowledged[seq] for seq in range(1, len(log))
    ]


JUMPS = {
    "an hour back": -timedelta(hours=1),
    "three years back": -timedelta(days=3 * 365),
    "two months ahead": timedelta(days=58),
}


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_jumps_stops_nobody(
    open_hall: OpenHall, jump: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall()
    person = hall.account("Patience")
    game = person.new_game()
    for _ in range(3):
        person.order(game)

    class Clock(datetime):
        """A clock that is wrong."""

        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + JUMPS[jump]

    for module in (referee, accounts, lobby):
        monkeypatch.setattr(module, "datetime", Clock)
    for _ in range(3):
        person.order(game)
    later = open_hall()  # a server that starts while the clock is wrong
    again = later.stranger()
    again.client.cookies.update(dict(person.client.cookies))
    monkeypatch.undo()
    assert again.get("/api/me")["name"] == "Patience", "no session is lost for good"
    assert again.order(game)["seq"] == 7
    assert [entry["seq"] for entry in again.log(game)] == list(range(8))


def test_a_clock_far_ahead_at_a_start_costs_nobody_a_session(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten weeks are longer than a session lasts; then the clock is put right."""
    person = open_hall().account("Patience")

    class Clock(datetime):
        """A clock that is ahead."""

        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(days=70)

    with monkeypatch.context() as patch:
        patch.setattr(accounts, "datetime", Clock)
        later = open_hall()
    again = later.stranger()
    again.client.cookies.update(dict(person.client.cookies))
    assert again.get("/api/me")["name"] == "Patience"
