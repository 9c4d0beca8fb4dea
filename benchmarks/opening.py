"""How long it takes to open a long game: from its journal alone, and from its snapshots.

Processor time, so that other work on the machine does not show; one JSON line for each title.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Callable
from typing import Any

import msgspec

from salient.engine import Match, seed_from_text
from salient.games import find_game
from salient.table.config import Config, unlimited
from salient.table.rebuilding import rebuild
from salient.table.table import GameTable

GAMES = {
    "mist": "campaign", "bulge": "campaign", "squad": "village", "trumpets": "campaign",
    "peiper": "la_gleize",
}  # fmt: skip
TIMES = 3


def record_of(title: str, entries: int) -> str:
    """A game played at random for so many actions."""
    rng, match = random.Random(title), Match.start(
        find_game(title), GAMES[title], seed_from_text(title)
    )  # fmt: skip
    while (decision := match.decision) is not None and len(match.log) <= entries:
        match.play(rng.choice(decision.actions))
    return match.record().to_text()


def best(work: Callable[[], Any]) -> float:
    """The least milliseconds of processor time of several tries."""
    spent = []
    for _ in range(TIMES):
        begin = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - begin))
    return min(spent)


async def measure(title: str, entries: int) -> dict[str, object]:
    """Bring a long game in, and open it in both ways."""
    with tempfile.TemporaryDirectory() as folder:
        config = msgspec.structs.replace(
            Config(database=f"sqlite:///{folder}/table.db"), **unlimited()
        )
        table = GameTable(config)
        await table.open()
        try:
            anna = await table.accounts.admit_guest("en")
            game_id = await table.lobby.bring_in(record_of(title, entries), anna, {})
            await table.rooms.get(game_id)
            while table.rooms.snapshots.busy:
                await asyncio.sleep(0.01)
            row, seats, journal = await table.rooms._read(game_id)
            kept = await table.rooms._read_snapshots(row)
            played = best(lambda: rebuild(row, seats, journal))
            opened = best(lambda: rebuild(row, seats, journal, kept))
        finally:
            await table.close()
    stored = sum(len(each.state) + len(each.pages) for each in kept)
    return {
        "title": title, "entries": len(journal), "journal_ms": round(played),
        "snapshots_ms": round(opened), "times": round(played / opened, 1),
        "snapshots": len(kept), "kilobytes": stored // 1000,
    }  # fmt: skip


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=3000)
    arguments = parser.parse_args()
    for title in GAMES:
        print(json.dumps(asyncio.run(measure(title, arguments.entries))), flush=True)


if __name__ == "__main__":
    main()
