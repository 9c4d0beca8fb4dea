"""Does the memory of a server stay flat? One JSON line a minute.

A real server process; bots that play game after game of all titles, and people who come, look at
the map, follow, order, take back, look back and go. Each game that ends makes room for a new one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import websockets

from benchmarks.server import HEADERS, LIMITS, children, free_port, megabytes, serving
from salient.games import find_game

SCENARIOS = (
    ("mist", "seventh"), ("squad", "practice"), ("bulge", "campaign"), ("trumpets", "clervaux"),
    ("squad", "sanatorium"), ("mist", "campaign"), ("peiper", "cheneux"),
)  # fmt: skip
PAUSE = 0.2, 1.0
STAY = 40
"""Orders after which a person goes to another table."""


class Evening:
    """All who play, and what they have done."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.end = time.monotonic() + seconds
        self.done: Counter[str] = Counter()
        self._numbers = itertools.count()

    async def go_on(self, life: Callable[[], Awaitable[None]]) -> None:
        """Live, and begin again when a connection is lost."""
        while True:
            try:
                await life()
            except (httpx.TransportError, OSError):
                self.done["connections lost"] += 1

    async def host(self, tables: int) -> None:
        """Keep so many games between bots going."""
        async with self._client() as client:
            await client.post("/api/guests")
            running: set[str] = set()
            while True:
                for game_id in list(running):
                    card = (await client.get(f"/api/games/{game_id}")).json()
                    if card["status"] == "over":
                        running.discard(game_id)
                        self.done["games between bots"] += 1
                while len(running) < tables:
                    running.add(await self._create(client, "bot:simple"))
                await asyncio.sleep(5)

    async def visit(self, seed: int) -> None:
        """Be somebody who comes and goes."""
        chance = random.Random(seed)
        while True:
            async with self._client() as client:
                (await client.post("/api/guests")).raise_for_status()
                game_id = await self._create(client, "me")
                await client.get(f"/api/games/{game_id}/board")
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                following = asyncio.create_task(self._follow(game_id, cookie))
                try:
                    for _ in range(STAY):
                        await asyncio.sleep(chance.uniform(*PAUSE))
                        if not await self._act(client, game_id, chance):
                            break
                finally:
                    following.cancel()
                    await asyncio.gather(following, return_exceptions=True)
            self.done["visits"] += 1

    async def _act(self, client: httpx.AsyncClient, game_id: str, chance: random.Random) -> bool:
        """Look, look back, take back or order; whether the game goes on."""
        path = f"/api/games/{game_id}"
        position = (await client.get(f"{path}/position")).json()
        if position["question"] is None:
            return bool(position["waiting"])  # the table answers for the other side in a moment
        sent = {"after": position["seq"], "key": secrets.token_hex(8)}
        if position["move"] and chance.random() < 0.2:
            await client.get(f"{path}/position?move={chance.randrange(position['move'])}")
        if position["can_undo"] and chance.random() < 0.1:
            answer = await client.post(f"{path}/gestures", json={"kind": "undo", **sent})
        else:
            text = chance.choice(position["question"]["offers"])["action"]["text"]
            answer = await client.post(f"{path}/orders", json={"text": text, **sent})
        self.done["orders" if answer.status_code == 201 else "refused"] += 1
        return True

    async def _follow(self, game_id: str, cookie: str) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/games/{game_id}/live"
        headers = {"Cookie": cookie}
        while True:
            try:
                async with websockets.connect(
                    address, additional_headers=headers, max_size=None
                ) as line:
                    async for _ in line:
                        self.done["messages"] += 1
            except (OSError, websockets.WebSocketException):
                self.done["lines lost"] += 1

    async def _create(self, client: httpx.AsyncClient, player: str) -> str:
        title, scenario = SCENARIOS[next(self._numbers) % len(SCENARIOS)]
        seats = dict.fromkeys(find_game(title).sides, player)
        wanted = {"title": title, "scenario": scenario, "seats": seats}
        answer = await client.post("/api/games", json=wanted)
        answer.raise_for_status()
        return str(answer.json()["id"])

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.port}",
            headers=HEADERS,
            timeout=120,
            trust_env=False,
            limits=LIMITS,
        )

    async def metrics(self) -> dict[str, Any]:
        """What the server says of itself."""
        async with self._client() as client:
            text = (await client.get("/metrics")).text
        lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, value in lines if name in WATCHED}


WATCHED = ("salient_rooms", "salient_entries", "salient_followers")


async def run(pid: int, port: int, arguments: argparse.Namespace) -> None:
    """Play, and tell every minute how much memory it takes."""
    evening = Evening(port, 60 * arguments.minutes)
    lives = [lambda: evening.host(arguments.bot_games)]
    lives += [partial(evening.visit, seed) for seed in range(arguments.people)]
    tasks = [asyncio.create_task(evening.go_on(life)) for life in lives]
    for minute in range(arguments.minutes + 1):
        told: dict[str, Any] = {"minute": minute, "server_MB": round(megabytes(pid), 1)}
        workers: list[float] = []
        for child in children(pid):
            with contextlib.suppress(FileNotFoundError, StopIteration):  # it has just gone
                workers.append(round(megabytes(child), 1))
        told |= {"workers_MB": workers, **await evening.metrics(), **evening.done}
        print(json.dumps(told), flush=True)
        done, _ = await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--bot-games", type=int, default=12)
    parser.add_argument("--people", type=int, default=6)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with serving(f"sqlite:///{folder}/table.db", port, 1) as (process, _):
            asyncio.run(run(process.pid, port, arguments))


if __name__ == "__main__":
    main()
