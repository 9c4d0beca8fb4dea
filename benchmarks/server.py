"""Figures of the table under load, one JSON line each.

A real server process, bots playing at many tables, viewers following all of them over WebSockets,
and people who order at the same time: how long do they wait for the acknowledgement, and how long
until their page is told? Everything runs on one machine, so the clients' own work is in the
figures; viewers, who would sit elsewhere, are a process of their own that stands back. The line
``load`` says how busy the machine was besides.

``--report`` measures all that docs and README speak of, one after the other, in about five minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import websockets
from tests.table.postgres import Postgres, find_programs

HEADERS = {"X-Salient": "1"}
GUESTS = 12
"""People; some sit at several tables, as the server admits only so many guests at once."""

PAUSE = 0.4, 1.2
"""Seconds between two orders of a person: one who knows what he wants."""

LIMITS = httpx.Limits(keepalive_expiry=2)
"""A connection is not used any more that the server is about to close."""

STANDING_BACK = 5
"""How far viewers stand back when others want the processor."""

WARM_UP = 8.0
CAMPAIGNS = ("mist", "bulge")
TICKS = os.sysconf("SC_CLK_TCK")


RUSH = "--seconds 40 --rush --bot-games 0 --sockets 24"
REPORT = (
    ("SQLite, 200 sockets, 50 games of bots", "--seconds 60"),
    ("PostgreSQL, 200 sockets, 50 games of bots", "--seconds 40"),
    ("PostgreSQL, one server, no pauses", RUSH),
    ("PostgreSQL, two servers, no pauses", f"{RUSH} --servers 2"),
)  # fmt: skip
"""Measurements of the report."""


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
        self.processor = 0.0
        self.counting = False

    def add(self, others: Figures) -> None:
        """Add what viewers have counted."""
        self.messages += others.messages
        self.bytes += others.bytes
        self.entries += others.entries
        self.processor += others.processor


class Place(NamedTuple):
    """Where a viewer sits, and whether it counts what happens there."""

    address: str
    cookie: str
    counts_entries: bool = False


class Viewer:
    """Follows a game and remembers how far it has come."""

    def __init__(self, place: Place, figures: Figures) -> None:
        self.place = place
        self.figures = figures
        self.seq = -1
        self.seen = Seen()
        self.moved = asyncio.Condition()

    async def follow(self) -> None:
        """Take in the news for ever."""
        async with websockets.connect(
            self.place.address, additional_headers={"Cookie": self.place.cookie}, max_size=None
        ) as connection:
            async for text in connection:
                await self._take_in(text.encode() if isinstance(text, str) else text)

    async def _take_in(self, text: bytes) -> None:
        told = msgspec.json.decode(text, type=Told)
        if self.figures.counting:
            self.figures.messages += 1
            self.figures.bytes += len(text)
            if self.place.counts_entries and self.seq >= 0:
                self.figures.entries += told.seq - self.seq
        async with self.moved:
            self.seq = told.seq
            self.seen = told.position or self.seen
            self.moved.notify_all()

    async def reaches(self, seq: int) -> None:
        """Wait until the viewer has been told of a journal number."""
        async with self.moved:
            await self.moved.wait_for(lambda: self.seq >= seq)


async def play(
    client: httpx.AsyncClient, game_id: str, viewer: Viewer, seed: int, pause: tuple[float, float]
) -> None:
    """Be a person at both sides of a table: look, wait a little, order, see what comes of it."""
    chance, figures = random.Random(seed), viewer.figures
    await viewer.reaches(0)
    while not viewer.seen.result:
        await asyncio.sleep(chance.uniform(*pause))
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


# -- viewers, in a process of their own ---------------------------------------------------------


def watch(places: Sequence[Place], line: Connection) -> None:
    """Follow games: say when all do, count from one word to the next, and tell the figures."""
    os.nice(STANDING_BACK)
    line.send(asyncio.run(_watch(places, line)))


async def _watch(places: Sequence[Place], line: Connection) -> Figures:
    figures = Figures()
    viewers = [Viewer(place, figures) for place in places]
    tasks = [asyncio.create_task(viewer.follow()) for viewer in viewers]
    counting = asyncio.create_task(_count(viewers, figures, line))
    done, _ = await asyncio.wait((counting, *tasks), return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


async def _count(viewers: Sequence[Viewer], figures: Figures, line: Connection) -> None:
    for viewer in viewers:
        await viewer.reaches(0)
    line.send(None)
    await asyncio.to_thread(line.recv)
    figures.counting, begin = True, time.process_time()
    await asyncio.to_thread(line.recv)
    figures.counting, figures.processor = False, time.process_time() - begin


class Audience:
    """The viewers, seen from outside."""

    def __init__(self, places: Sequence[Place]) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=watch, args=(places, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def sit_down(self) -> None:
        """Wait until all follow their games."""
        self._line.recv()

    def count(self) -> None:
        """Begin to count, or end it."""
        self._line.send(None)

    def figures(self) -> Figures:
        """What they have counted."""
        figures: Figures = self._line.recv()
        self._process.join()
        return figures


# -- all together -------------------------------------------------------------------------------


class Load:
    """All clients of one measurement."""

    def __init__(self, ports: Sequence[int], arguments: argparse.Namespace) -> None:
        self.ports = ports
        self.arguments = arguments
        self.figures = Figures()
        self.tasks: list[asyncio.Task[None]] = []

    async def run(self) -> float:
        """Set everything going, measure, and return the seconds measured."""
        async with contextlib.AsyncExitStack() as stack:
            guests = [
                await self._guest(stack, self.ports[number % len(self.ports)])
                for number in range(GUESTS)
            ]
            audience = Audience(await self._fill_bot_tables(guests))
            await self._fill_people_tables(guests)
            await asyncio.to_thread(audience.sit_down)
            await self._go_on(WARM_UP)
            audience.count()
            self.figures.counting, begin = True, time.perf_counter()
            own = time.process_time()
            await self._go_on(self.arguments.seconds)
            self.figures.counting = False
            self.figures.processor = time.process_time() - own
            audience.count()
            spent = time.perf_counter() - begin
            self.figures.add(await asyncio.to_thread(audience.figures))
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        return spent

    async def _guest(self, stack: contextlib.AsyncExitStack, port: int) -> httpx.AsyncClient:
        client = await stack.enter_async_context(
            httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{port}",
                headers=HEADERS,
                timeout=60,
                trust_env=False,
                limits=LIMITS,
            )
        )
        (await client.post("/api/guests")).raise_for_status()
        return client

    async def _fill_bot_tables(self, guests: Sequence[httpx.AsyncClient]) -> list[Place]:
        """Set bots playing; returns where the viewers sit."""
        count, places = self.arguments.bot_games, []
        viewers = self.arguments.sockets - self.arguments.people
        for number in range(count):
            host = guests[number % GUESTS]
            bots = {"german": "bot:simple", "allied": "bot:simple"}
            game_id = await _create(host, number, bots)
            for place in range(viewers * number // count, viewers * (number + 1) // count):
                first = place == viewers * number // count
                places.append(_place(game_id, guests[place % GUESTS], counts_entries=first))
        return places

    async def _fill_people_tables(self, guests: Sequence[httpx.AsyncClient]) -> None:
        for number in range(self.arguments.people):
            person = guests[number % GUESTS]
            game_id = await _create(person, number, {"german": "me", "allied": "me"})
            viewer = Viewer(_place(game_id, person), self.figures)
            self.tasks.append(asyncio.create_task(viewer.follow()))
            pause = (0.0, 0.0) if self.arguments.rush else PAUSE
            self.tasks.append(asyncio.create_task(play(person, game_id, viewer, number, pause)))

    async def _go_on(self, seconds: float) -> None:
        """Let everything run; a client that fails ends the measurement."""
        done, _ = await asyncio.wait(
            self.tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        for task in done:
            task.result()


def _place(game_id: str, guest: httpx.AsyncClient, *, counts_entries: bool = False) -> Place:
    """Where a guest follows a game."""
    cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    address = f"ws://127.0.0.1:{guest.base_url.port}/api/games/{game_id}/live?lang=en"
    return Place(address, cookie, counts_entries)


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
    command = [sys.executable, "-m", "salient.cli", "serve", "--guests", "--no-limits",
               "--port", str(port), "--database", database,
               "--bot-workers", str(workers)]  # fmt: skip
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
    parser.add_argument("--servers", type=int, default=1, help="several need PostgreSQL")
    parser.add_argument("--rush", action="store_true", help="people do not pause")
    parser.add_argument("--report", action="store_true", help="all that is reported")
    arguments = parser.parse_args()
    if arguments.report:
        report(parser)
    else:
        measure_once(arguments)


def report(parser: argparse.ArgumentParser) -> None:
    """All that is reported, one measurement after the other."""
    begin = time.perf_counter()
    with durable_postgres() as server:
        for heading, wanted in REPORT:
            print(json.dumps({"measurement": heading}), flush=True)
            words = wanted.split()
            if server is not None and "PostgreSQL" in heading:
                words += ["--database", server.database()]
            elif "PostgreSQL" in heading:
                print(json.dumps({"skipped": "PostgreSQL is not installed"}), flush=True)
                continue
            measure_once(parser.parse_args(words))
    emit("report", time.perf_counter() - begin, "seconds")


@contextlib.contextmanager
def durable_postgres() -> Iterator[Postgres | None]:
    """A PostgreSQL server of our own that writes to the disk before it says so, if there is one."""
    if (programs := find_programs()) is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="salient-postgres-") as folder:
        server = Postgres(Path(folder), programs, settings=("max_connections=60",))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def measure_once(arguments: argparse.Namespace) -> None:
    """One measurement, on fresh servers."""
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"sqlite:///{folder}/table.db"
        ports = [free_port() for _ in range(arguments.servers)]
        with contextlib.ExitStack() as stack:
            begun = [
                stack.enter_context(serving(database, port, arguments.bot_workers))
                for port in ports
            ]
            measure([process.pid for process, _ in begun], begun[0][1], Load(ports, arguments))


def measure(pids: Sequence[int], start: float, load: Load) -> None:
    """Run the clients against servers and print what came of it."""
    emit("start", start, "seconds")
    emit("memory_empty", megabytes(pids[0]), "MB")
    begin = time.perf_counter()
    worked = sum(map(processor_seconds, pids))
    spent = asyncio.run(load.run())
    whole = time.perf_counter() - begin
    figures = load.figures
    emit("orders", len(figures.orders) / spent, "per second")
    emit("bot_actions", figures.entries / spent, "per second")
    emit_latency("order", figures.orders)
    emit_latency("news", figures.news)
    emit("messages", figures.messages / spent, "per second")
    emit("traffic", figures.bytes / spent / 1e6, "MB per second, unpacked")
    worked = sum(map(processor_seconds, pids)) - worked
    peaks = [round(megabytes(pid, "VmHWM"), 1) for pid in pids]
    emit("memory", max(map(megabytes, pids)), "MB", peak=max(peaks), servers=len(pids))
    workers = [megabytes(child) for pid in pids for child in children(pid)]
    emit("memory_worker", max(workers, default=0), "MB")
    emit("processor_server", 100 * worked / whole, "%")
    if figures.orders:
        emit("processor_order", 1000 * worked * spent / whole / len(figures.orders), "ms")
    emit("processor_clients", 100 * figures.processor / spent, "%")
    emit("load", os.getloadavg()[0], "processes", cores=os.cpu_count())


if __name__ == "__main__":
    main()
