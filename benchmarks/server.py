"""Figures of the table under load, one JSON line each.

A real server process, bots playing at many tables, viewers following all of them over WebSockets,
and people who order at the same time: how long do they wait for the acknowledgement, and how long
until their page is told? Everything runs on one machine, so the clients' own work is in the
figures; the line ``load`` says how busy the machine was besides.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

HEADERS = {"X-Salient": "1"}
GUESTS = 12
"""People; some sit at several tables, as the server admits only so many guests at once."""

PAUSE = 0.4, 1.2
"""Seconds between two orders of a person: one who knows what he wants."""

WARM_UP = 5.0
CAMPAIGNS = ("mist", "bulge")
TICKS = os.sysconf("SC_CLK_TCK")


class Lookup(msgspec.Struct):
    """What a client needs of an action."""

    text: str


class Offered(msgspec.Struct):
    """A legal action."""

    action: Lookup


class Asked(msgspec.Struct):
    """The pending question."""

    offers: list[Offered]


class Seen(msgspec.Struct):
    """What a client needs of a position."""

    question: Asked | None = None
    result: str = ""


class Told(msgspec.Struct):
    """What a client needs of a live message."""

    seq: int
    position: Seen | None = None


class Figures:
    """What has been measured so far."""

    def __init__(self) -> None:
        self.orders: list[float] = []
        self.news: list[float] = []
        self.messages = 0
        self.bytes = 0
        self.entries = 0
        self.counting = False


class Viewer:
    """Follows a game and remembers how far it has come."""

    def __init__(self, port: int, game_id: str, cookie: str, figures: Figures) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/games/{game_id}/live?lang=en"
        self.cookie = cookie
        self.figures = figures
        self.seq = -1
        self.seen = Seen()
        self.moved = asyncio.Condition()
        self.counts_entries = False

    async def follow(self) -> None:
        """Take in the news for ever."""
        async with websockets.connect(
            self.address, additional_headers={"Cookie": self.cookie}, max_size=None
        ) as connection:
            async for text in connection:
                await self._take_in(text.encode() if isinstance(text, str) else text)

    async def _take_in(self, text: bytes) -> None:
        told = msgspec.json.decode(text, type=Told)
        if self.figures.counting:
            self.figures.messages += 1
            self.figures.bytes += len(text)
            if self.counts_entries and self.seq >= 0:
                self.figures.entries += told.seq - self.seq
        async with self.moved:
            self.seq = told.seq
            self.seen = told.position or self.seen
            self.moved.notify_all()

    async def reaches(self, seq: int) -> None:
        """Wait until the viewer has been told of a journal number."""
        async with self.moved:
            await self.moved.wait_for(lambda: self.seq >= seq)


async def play(client: httpx.AsyncClient, game_id: str, viewer: Viewer, seed: int) -> None:
    """Be a person at both sides of a table: look, wait a little, order, see what comes of it."""
    chance, figures = random.Random(seed), viewer.figures
    await viewer.reaches(0)
    while not viewer.seen.result:
        await asyncio.sleep(chance.uniform(*PAUSE))
        assert viewer.seen.question is not None, "a person at both sides is always asked"
        offer = chance.choice(viewer.seen.question.offers)
        order = {"text": offer.action.text, "after": viewer.seq, "key": secrets.token_hex(8)}
        begin = time.perf_counter()
        answer = await client.post(f"/api/games/{game_id}/orders", json=order)
        acknowledged = time.perf_counter()
        assert answer.status_code == 201, answer.text
        await viewer.reaches(answer.json()["seq"])
        told = time.perf_counter()
        if figures.counting:
            figures.orders.append(acknowledged - begin)
            figures.news.append(told - begin)


class Load:
    """All clients of one measurement."""

    def __init__(self, port: int, arguments: argparse.Namespace) -> None:
        self.port = port
        self.arguments = arguments
        self.figures = Figures()
        self.tasks: list[asyncio.Task[None]] = []

    async def run(self) -> float:
        """Set everything going, measure, and return the seconds measured."""
        async with contextlib.AsyncExitStack() as stack:
            guests = [await self._guest(stack) for _ in range(GUESTS)]
            await self._fill_bot_tables(guests)
            await self._fill_people_tables(guests)
            await self._go_on(WARM_UP)
            self.figures.counting, begin = True, time.perf_counter()
            await self._go_on(self.arguments.seconds)
            self.figures.counting = False
            spent = time.perf_counter() - begin
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        return spent

    async def _guest(self, stack: contextlib.AsyncExitStack) -> httpx.AsyncClient:
        client = await stack.enter_async_context(
            httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{self.port}",
                headers=HEADERS,
                timeout=60,
                trust_env=False,
            )
        )
        (await client.post("/api/guests")).raise_for_status()
        return client

    async def _fill_bot_tables(self, guests: Sequence[httpx.AsyncClient]) -> None:
        count = self.arguments.bot_games
        viewers = self.arguments.sockets - self.arguments.people
        for number in range(count):
            host = guests[number % GUESTS]
            bots = {"german": "bot:simple", "allied": "bot:simple"}
            game_id = await _create(host, number, bots)
            for place in range(viewers * number // count, viewers * (number + 1) // count):
                viewer = self._viewer(game_id, guests[place % GUESTS])
                viewer.counts_entries = place == viewers * number // count

    async def _fill_people_tables(self, guests: Sequence[httpx.AsyncClient]) -> None:
        for number in range(self.arguments.people):
            person = guests[number % GUESTS]
            game_id = await _create(person, number, {"german": "me", "allied": "me"})
            viewer = self._viewer(game_id, person)
            self.tasks.append(asyncio.create_task(play(person, game_id, viewer, number)))

    def _viewer(self, game_id: str, guest: httpx.AsyncClient) -> Viewer:
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        viewer = Viewer(self.port, game_id, cookie, self.figures)
        self.tasks.append(asyncio.create_task(viewer.follow()))
        return viewer

    async def _go_on(self, seconds: float) -> None:
        """Let everything run; a client that fails ends the measurement."""
        done, _ = await asyncio.wait(
            self.tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        for task in done:
            task.result()


async def _create(host: httpx.AsyncClient, number: int, seats: dict[str, str]) -> str:
    title = CAMPAIGNS[number % len(CAMPAIGNS)]
    wanted = {"title": title, "scenario": "campaign", "seats": seats, "open": True}
    answer = await host.post("/api/games", json=wanted)
    answer.raise_for_status()
    return str(answer.json()["id"])


# -- the server ---------------------------------------------------------------------------------


@contextlib.contextmanager
def serving(database: str, port: int, workers: int) -> Any:
    """A server process; yields it and the seconds until it answered."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "salient.cli", "serve", "--guests", "--port", str(port),
               "--database", database, "--bot-workers", str(workers)]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while True:
            assert process.poll() is None, "the server has ended"
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://127.0.0.1:{port}/api/me", trust_env=False)
                break
            time.sleep(0.02)
        yield process, time.perf_counter() - begin
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def processor_seconds(pid: int) -> float:
    """What a process has worked so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def megabytes(pid: int, figure: str = "VmRSS") -> float:
    """The memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(figure)) / 1024


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


# -- the report ---------------------------------------------------------------------------------


def emit(figure: str, value: float, unit: str, **notes: object) -> None:
    """Print one figure."""
    line = {"figure": figure, "value": round(value, 2), "unit": unit, **notes}
    print(json.dumps(line), flush=True)


def emit_latency(figure: str, seconds: Sequence[float]) -> None:
    """Print how long something takes, mostly and at worst."""
    ordered = sorted(seconds)
    for name, share in (("p50", 0.5), ("p99", 0.99), ("most", 1.0)):
        value = ordered[min(int(len(ordered) * share), len(ordered) - 1)]
        emit(f"{figure}_{name}", 1000 * value, "ms", count=len(ordered))


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", default="", help="default: SQLite in a temporary folder")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--bot-games", type=int, default=50)
    parser.add_argument("--people", type=int, default=24)
    parser.add_argument("--bot-workers", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"sqlite:///{folder}/table.db"
        port = free_port()
        with serving(database, port, arguments.bot_workers) as (process, start):
            measure(process.pid, start, Load(port, arguments))


def measure(pid: int, start: float, load: Load) -> None:
    """Run the clients against a server and print what came of it."""
    emit("start", start, "seconds")
    emit("memory_empty", megabytes(pid), "MB")
    worked, own, begin = processor_seconds(pid), time.process_time(), time.perf_counter()
    spent = asyncio.run(load.run())
    whole = time.perf_counter() - begin
    figures = load.figures
    emit("orders", len(figures.orders) / spent, "per second")
    emit("bot_actions", figures.entries / spent, "per second")
    emit_latency("order", figures.orders)
    emit_latency("news", figures.news)
    emit("messages", figures.messages / spent, "per second")
    emit("traffic", figures.bytes / spent / 1e6, "MB per second, unpacked")
    emit("memory", megabytes(pid), "MB", peak=round(megabytes(pid, "VmHWM"), 1))
    emit("memory_worker", max(map(megabytes, children(pid)), default=0), "MB")
    emit("processor_server", 100 * (processor_seconds(pid) - worked) / whole, "%")
    emit("processor_clients", 100 * (time.process_time() - own) / whole, "%")
    emit("load", os.getloadavg()[0], "processes", cores=os.cpu_count())


if __name__ == "__main__":
    main()
