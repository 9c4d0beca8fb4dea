"""A room is rebuilt in a time that grows with its journal, and no faster."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from salient.table.journal import Written
from salient.table.rebuilding import rebuild
from salient.table.wire import NewGame
from tests.table.test_storage import open_table, run

HOT_SEAT = NewGame(title="mist", scenario="seventh", seats={"german": "me", "allied": "me"})
PAIRS = 500
TIMES = 6
"""A journal that is so many times as long may take so many times as long to play, and a bit."""

NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The row of a game, and its seats."""
    address = f"sqlite:///{tmp_path_factory.mktemp('rebuilding') / 'table.db'}"

    async def work() -> tuple[Any, Any]:
        async with open_table(address) as table:
            anna = await table.accounts.admit_guest("en")
            row, seats, _ = await table.rooms._read(await table.lobby.create(HOT_SEAT, anna))
            return row, seats

    return run(work)


def back_and_forth(head: tuple[Any, Any], pairs: int) -> list[Written]:
    """A journal in which the first order is given and taken back again and again."""
    room = rebuild(*head, [])
    decision, lexicon = room.match.decision, room.match.state.setting.lexicon
    assert decision is not None
    text = next(
        lexicon.text(action) for action in decision.actions if action.verb not in lexicon.momentous
    )
    side, person = decision.side, room.users[decision.side]
    return [
        Written(kind, side, text, f"{kind}-{number}", NOW, person)
        for number in range(pairs)
        for kind in ("action", "undo")
    ]


def seconds(head: tuple[Any, Any], entries: list[Written]) -> float:
    """Processor time in which a journal is played again; the best of three."""
    times = []
    for _ in range(3):
        begin = time.thread_time()
        room = rebuild(*head, entries)
        times.append(time.thread_time() - begin)
        assert (room.seq, room.moves, room.halted_at) == (len(entries), 0, None)
    return min(times)


def test_a_journal_that_is_longer_takes_longer_by_as_much(head: tuple[Any, Any]) -> None:
    short = seconds(head, back_and_forth(head, PAIRS))
    long = seconds(head, back_and_forth(head, PAIRS * TIMES))
    assert long < 2 * TIMES * short, f"{short:.3f} s, {long:.3f} s: more than in proportion"
