"""A server that is killed again and again loses nothing that it has acknowledged or shown."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
import websockets
from sqlalchemy import select

from salient.engine import Match
from salient.games import find_game
from salient.table import schema
from salient.table.journal import DEEDS
from salient.table.storage import Storage
from tests.amounts import amount
from tests.table.process import PATIENCE, ServerProcess

KILLS = {"sqlite": amount(15, soak=400), "postgres": amount(15, soak=300), "two servers":
         amount(20, soak=300)}  # fmt: skip
"""Fifty with every change, a thousand in a soak."""

EARLY = 0.1
"""How many of the kills come while the server is still starting."""

LONGEST_LIFE = 30, 4.0
"""Acknowledgements that a server gives before it is killed, and seconds it lives, at most."""

UNDO = 0.1
"""How often a player takes back what he may."""

TABLES: Sequence[tuple[str, str, dict[str, str]]] = (
    ("mist", "seventh", {"german": "me", "allied": "me"}),
    ("bulge", "campaign", {"german": "me", "allied": "me"}),
    ("mist", "campaign", {"german": "me", "allied": "bot:simple"}),
    ("bulge", "campaign", {"german": "bot:simple", "allied": "me"}),
    ("mist", "seventh", {"german": "bot:simple", "allied": "bot:random"}),
)

pytestmark = [
    pytest.mark.play,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to find processes"),
]


class Deed(NamedTuple):
    """An order or a gesture as it is sent, and sent again until it is acknowledged."""

    path: str
    body: dict[str, Any]

    @property
    def kind(self) -> str:
        """What the journal calls it."""
        return str(self.body.get("kind", "action"))


class Door(NamedTuple):
    """A server as players find it: the way to it, and whether it is up."""

    client: httpx.AsyncClient
    up: asyncio.Event
    port: int


class Player:
    """Sits at one game after the other, plays at random, and keeps every acknowledgement."""

    def __init__(self, doors: Sequence[Door], seed: int) -> None:
        self.doors = doors
        self.chance = random.Random(seed)
        self.title, self.scenario, self.seats = TABLES[seed % len(TABLES)]
        self.game_id = ""
        self.games: set[str] = set()
        self.pending: Deed | None = None
        self.waiting_for_bot = False
        self.acknowledged: dict[tuple[str, str], tuple[int, str, str]] = {}
        self.repeated = 0

    async def play(self) -> None:
        """Play for ever, through all crashes."""
        while True:
            self.client = (await self.open_door()).client
            try:
                if self.pending is None:
                    self.pending = await self._choose()
                if self.pending is not None:
                    await self._send(self.pending)
            except httpx.TransportError:
                await asyncio.sleep(0.02)

    async def open_door(self) -> Door:
        """One of the servers that are up."""
        while not (up := [door for door in self.doors if door.up.is_set()]):
            await asyncio.sleep(0.01)
        return self.chance.choice(up)

    async def _choose(self) -> Deed | None:
        """What to do next, if one is asked."""
        if not self.game_id:
            await self._sit_down()
        position = await self._get(f"/api/games/{self.game_id}/position")
        if position["result"]:
            self.game_id = ""
            return None
        question = position["question"]
        self.waiting_for_bot = question is None
        if question is None:
            await asyncio.sleep(0.05)
            return None
        sent = {"after": position["seq"], "key": secrets.token_urlsafe(9)}
        path = f"/api/games/{self.game_id}"
        if position["can_undo"] and self.chance.random() < UNDO:
            return Deed(f"{path}/gestures", {"kind": "undo", **sent})
        offer = self.chance.choice(question["offers"])
        return Deed(f"{path}/orders", {"text": offer["action"]["text"], **sent})

    async def _sit_down(self) -> None:
        wanted = {"title": self.title, "scenario": self.scenario, "seats": self.seats}
        answer = await self.client.post("/api/games", json=wanted)
        assert answer.status_code == 201, answer.text
        self.game_id = answer.json()["id"]
        self.games.add(self.game_id)

    async def _get(self, path: str) -> Any:
        answer = await self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def _send(self, deed: Deed) -> None:
        answer = await self.client.post(deed.path, json=deed.body)
        if len(self.doors) > 1 and answer.status_code == 409 and "stale" in answer.text:
            self.pending = None  # what it answers was seen at a server that lagged behind
            return
        assert answer.status_code == 201, f"{deed}: {answer.text}"
        given = answer.json()
        self.repeated += given["repeated"]
        key = self.game_id, deed.body["key"]
        self.acknowledged[key] = given["seq"], deed.kind, deed.body.get("text", "")
        self.pending = None


Aim = Callable[[Player], object]
AIMS: Sequence[Aim] = (
    lambda _: True,
    lambda player: player.pending,
    lambda player: player.waiting_for_bot and not player.pending,
)
"""The moments at which the server is killed: any, amid an order, while a bot thinks."""


class Onlooker:
    """Follows a player's game over its WebSocket and remembers what it was shown."""

    def __init__(self, player: Player, cookie: str) -> None:
        self.player = player
        self.cookie = cookie
        self.shown: dict[tuple[str, int], tuple[str, str]] = {}

    async def watch(self) -> None:
        """Watch for ever, through all crashes."""
        while True:
            door = await self.player.open_door()
            with contextlib.suppress(OSError, websockets.WebSocketException):
                await self._follow(self.player.game_id, door.port)
            await asyncio.sleep(0.05)

    async def _follow(self, game_id: str, port: int) -> None:
        last = max((seq for game, seq in self.shown if game == game_id), default=-1)
        address = f"ws://127.0.0.1:{port}/api/games/{game_id}/live?since={last}"
        headers = {"Cookie": self.cookie}
        async with websockets.connect(address, additional_headers=headers) as socket:
            while self.player.game_id == game_id:
                with contextlib.suppress(TimeoutError):
                    text = await asyncio.wait_for(socket.recv(), 0.5)
                    for entry in msgspec.json.decode(text).get("entries", ()):
                        seen = entry["kind"], entry["text"]
                        assert self.shown.setdefault((game_id, entry["seq"]), seen) == seen


class Crashes:
    """The whole story: players, onlookers, and the hand that kills."""

    def __init__(self, servers: Sequence[ServerProcess], doors: Sequence[Door], kills: int) -> None:
        self.servers = servers
        self.doors = doors
        self.kills = kills
        self.chance = random.Random("crashes")
        self.players = [Player(doors, seed) for seed in range(len(TABLES))]
        self.in_flight = self.thinking = 0
        self.starts: list[float] = []

    async def run(self) -> list[Onlooker]:
        """Play while servers die again and again, and until every game has gone on."""
        for number in range(len(self.servers)):
            await self._start(number)
        answer = await self.doors[0].client.post("/api/guests")
        assert answer.status_code == 201, answer.text
        for door in self.doors[1:]:
            door.client.cookies.update(dict(self.doors[0].client.cookies))
        cookies = self.doors[0].client.cookies
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        onlookers = [Onlooker(player, cookie) for player in self.players]
        tasks = [asyncio.create_task(player.play()) for player in self.players]
        tasks += [asyncio.create_task(onlooker.watch()) for onlooker in onlookers]
        story = asyncio.create_task(self._kill_and_go_on())
        done, _ = await asyncio.wait((story, *tasks), return_when=asyncio.FIRST_COMPLETED)
        await _end({story, *tasks})
        for task in done:
            task.result()
        return onlookers

    async def _kill_and_go_on(self) -> None:
        for number in range(self.kills):
            which = number % len(self.servers)
            await self._live()
            await self._aim(AIMS[number % len(AIMS)])
            await self._kill(which)
            if self.chance.random() < EARLY:
                self.servers[which].start()
                await asyncio.sleep(self.chance.uniform(0, 1))
                await self._kill(which)
            await self._start(which)
        before = {player: len(player.acknowledged) for player in self._people()}

        def all_go_on() -> bool:
            return all(len(player.acknowledged) >= n + 3 for player, n in before.items())

        assert await _until(all_go_on, PATIENCE), "a game does not go on"

    async def _live(self) -> None:
        """Let the server work for a while."""
        acknowledgements, seconds = LONGEST_LIFE
        enough = self._acknowledged() + self.chance.randint(0, acknowledgements)
        await _until(lambda: self._acknowledged() >= enough, seconds)

    async def _aim(self, aim: Aim) -> None:
        """Wait for a certain kind of moment."""
        await _until(lambda: any(aim(player) for player in self.players), 2)
        await asyncio.sleep(self.chance.uniform(0, 0.01))

    def _acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    def tell(self) -> str:
        """The story in figures."""
        repeated, starts = sum(player.repeated for player in self.players), sorted(self.starts)
        return (
            f"{self._acknowledged()} orders, {repeated} of them stored before a kill and "
            f"acknowledged after it; {self.in_flight} kills amid an order, {self.thinking} amid "
            f"a thought; start-up {starts[len(starts) // 2]:.2f} s, at most {starts[-1]:.2f} s"
        )

    def _people(self) -> list[Player]:
        return [player for player in self.players if "me" in player.seats.values()]

    async def _start(self, which: int) -> None:
        begin, server = time.monotonic(), self.servers[which]
        server.start()
        while not await asyncio.to_thread(server.answers):
            assert time.monotonic() < begin + PATIENCE, server.log.read_text()
            await asyncio.sleep(0.02)
        self.starts.append(time.monotonic() - begin)
        self.doors[which].up.set()

    async def _kill(self, which: int) -> None:
        if self.doors[which].up.is_set():
            self.in_flight += any(player.pending for player in self.players)
            self.thinking += any(player.waiting_for_bot for player in self.players)
        self.doors[which].up.clear()
        server = self.servers[which]
        await asyncio.to_thread(server.kill)
        assert not await asyncio.to_thread(server.left_over), "workers outlive the server"


async def _end(tasks: set[asyncio.Task[Any]]) -> None:
    """Stop tasks; ``wait_for`` of Python 3.11 may swallow a cancellation, so it is repeated."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=1)


async def _until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait for a condition, at most so long; whether it came to be."""
    deadline = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < deadline:
        await asyncio.sleep(0.002)
    return met


@pytest.fixture(params=KILLS)
def killing(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[list[ServerProcess], int]:
    """Servers on one database, and how often one of them is killed."""
    address = f"sqlite:///{tmp_path / 'table.db'}"
    if request.param != "sqlite":
        address = request.getfixturevalue("postgres")
    count = 2 if request.param == "two servers" else 1
    logs = [tmp_path / f"server-{number}.log" for number in range(count)]
    return [ServerProcess(address, log) for log in logs], KILLS[request.param]


def test_nothing_is_lost_or_doubled_when_servers_are_killed(
    killing: tuple[list[ServerProcess], int],
) -> None:
    servers, kills = killing

    async def work() -> tuple[Crashes, list[Onlooker]]:
        async with contextlib.AsyncExitStack() as stack:
            doors = []
            for server in servers:
                client = httpx.AsyncClient(
                    base_url=server.address, headers={"X-Salient": "1"}, timeout=30
                )
                await stack.enter_async_context(client)
                doors.append(Door(client, asyncio.Event(), server.port))
            crashes = Crashes(servers, doors, kills)
            return crashes, await crashes.run()

    try:
        crashes, onlookers = asyncio.run(work())
    finally:
        statuses = [server.stop() for server in servers]
    assert not any(server.left_over() for server in servers)
    assert set(statuses) <= {0, -15}
    _compare(servers[0].database, crashes.players, onlookers)
    assert crashes.in_flight > kills / 4, "the kills came at idle moments"
    assert crashes.thinking > kills / 10
    print(crashes.tell())


def _compare(address: str, players: Sequence[Player], onlookers: Sequence[Onlooker]) -> None:
    """Hold what was acknowledged and what was shown against what is stored."""
    games, journals = asyncio.run(_read(address))
    for game_id, row in games.items():
        journal = journals.get(game_id, [])
        assert [entry.seq for entry in journal] == list(range(1, len(journal) + 1))
        assert len({entry.key for entry in journal}) == len(journal)
        assert row.seq == len(journal)
        _replay(row, journal)
    for player in players:
        assert player.games <= set(games)
        for (game_id, key), (seq, kind, text) in player.acknowledged.items():
            entry = journals[game_id][seq - 1]
            did = "action" if entry.kind in DEEDS else entry.kind
            assert (entry.key, did) == (key, kind)
            assert entry.kind == "undo" or entry.text == text
    for onlooker in onlookers:
        assert onlooker.shown
        for (game_id, seq), (kind, text) in onlooker.shown.items():
            if seq:
                entry = journals[game_id][seq - 1]
                assert (entry.kind, entry.text) == (kind, text)


async def _read(address: str) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    storage = Storage(address)
    try:
        async with storage.read() as connection:
            games = {row.id: row for row in await connection.execute(select(schema.games))}
            journals: dict[str, list[Any]] = {}
            for row in await connection.execute(
                select(schema.journal).order_by(schema.journal.c.game_id, schema.journal.c.seq)
            ):
                journals.setdefault(row.game_id, []).append(row)
    finally:
        await storage.close()
    return games, journals


def _replay(row: Any, journal: Sequence[Any]) -> None:
    """Play a journal by the rules alone; an illegal entry raises."""
    match = Match.start(find_game(row.title), row.scenario, row.seed, row.options)
    for entry in journal:
        if entry.kind == "undo":
            match.undo(entry.side)
        else:
            match.play(entry.text, entry.side, ask=entry.user_id is not None)
