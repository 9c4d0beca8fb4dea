"""People at a real table: a server on a free port, and clients with cookies of their own."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from salient.engine import Match, seed_from_text
from salient.games import find_game
from salient.table.config import Config, unlimited
from salient.table.door import DoorServer, House, server_settings
from salient.table.server import create_app
from salient.table.table import GameTable

PASSWORD = "a long march"
PATIENCE = 120
"""Seconds after which something that should have come will not come, on a busy machine, too."""

SIDES = ("german", "allied")

Json = Any


class Hall:
    """A running server with its database: a file, or the address of a PostgreSQL database."""

    def __init__(self, database: Path | str, **settings: Any) -> None:
        self.database = database
        address = database if isinstance(database, str) else f"sqlite:///{database}"
        wanted = {"guests": True, "pause": 0.0, **unlimited(), **settings}
        self.config = Config(database=address, **wanted)
        self.app = create_app(self.config)
        self._server = DoorServer(
            server_settings(
                self.app, self.config, port=0, log_config=None, timeout_graceful_shutdown=1
            )
        )
        self._thread = threading.Thread(target=self._server.run)
        self._people: list[Person] = []
        self._names = count(1)

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server starts"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for person in self._people:
            person.client.close()
        self._server.should_exit = True
        self._thread.join()

    @property
    def port(self) -> int:
        port: int = self._server.servers[0].sockets[0].getsockname()[1]
        return port

    @property
    def house(self) -> House:
        """Who is connected."""
        house: House = self._server.config.http_protocol_class.house  # type: ignore[attr-defined]
        return house

    @property
    def thread(self) -> threading.Thread:
        """The thread of the event loop, which must not do long work."""
        return self._thread

    @property
    def table(self) -> GameTable:
        """The inside of the server, for tests that let it fail."""
        table: GameTable = self.app.state.table
        return table

    def soon(self, work: Any) -> Any:
        """What comes of work that is done inside the server."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return self._server.servers[0].get_loop()

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What stands in the database, or is written there behind the server's back."""
        connection = sqlite3.connect(self.database, timeout=PATIENCE)
        try:
            with connection:
                return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def contents(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table but that of attempts: to compare before and after."""
        names = self.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'attempts'"
        )
        return {name: self.rows(f"SELECT * FROM {name}") for (name,) in names}

    # -- who comes in ---------------------------------------------------------------------------

    def stranger(self) -> Person:
        """Somebody without a session."""
        person = Person(self)
        self._people.append(person)
        return person

    def guest(self) -> Person:
        """Somebody who plays without an account."""
        person = self.stranger()
        person.me = person.ask("POST", "/api/guests", status=201)
        return person

    def account(self, name: str = "") -> Person:
        """Somebody with an account."""
        person = self.stranger()
        name = name or f"Person {next(self._names)}"
        person.me = person.ask("POST", "/api/accounts", credentials(name), status=201)
        return person


class Person:
    """A client of a table, with short words for what people do there."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.me: Json = None
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{hall.port}",
            headers={"X-Salient": "1"},
            timeout=PATIENCE,
            verify=False,  # nothing is encrypted here; reading certificates takes time
        )

    def send(
        self, method: str, path: str, body: Json = None, lang: str = "en", **more: Any
    ) -> httpx.Response:
        """Send a request."""
        params = {"lang": lang, **more.pop("params", {})}
        return self.client.request(method, path, json=body, params=params, **more)

    def ask(
        self, method: str, path: str, body: Json = None, *, status: int = 200, **more: Any
    ) -> Json:
        """Send a request that is to be answered with a status, and return the answer."""
        response = self.send(method, path, body, **more)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    def get(self, path: str, *, status: int = 200, lang: str = "en", **params: Any) -> Json:
        """Look at something."""
        return self.ask("GET", path, status=status, lang=lang, params=params)

    # -- games --------------------------------------------------------------------------------

    def create(self, *, status: int = 201, lang: str = "en", **wanted: Any) -> Json:
        """Set a game up: alone at both sides unless seats are given."""
        seats = dict.fromkeys(SIDES, "me")
        body = {"title": "mist", "scenario": "seventh", "seats": seats, **wanted}
        return self.ask("POST", "/api/games", body, status=status, lang=lang)

    def new_game(self, **wanted: Any) -> str:
        """Set a game up and return its id."""
        game: str = self.create(**wanted)["id"]
        return game

    def join(self, game: str, side: str = "allied", *, invite: str = "", status: int = 201) -> Json:
        """Take a seat."""
        body = {"side": side, "invite": invite}
        return self.ask("POST", f"/api/games/{game}/seats", body, status=status)

    def card(self, game: str, **params: Any) -> Json:
        """The head of a game."""
        return self.get(f"/api/games/{game}", **params)

    def position(self, game: str, **params: Any) -> Json:
        """What one sees."""
        return self.get(f"/api/games/{game}/position", **params)

    def offers(self, game: str) -> list[str]:
        """The texts of the actions one may choose from."""
        question = self.position(game)["question"]
        return [offer["action"]["text"] for offer in question["offers"]] if question else []

    def log(self, game: str, since: int = -1, **params: Any) -> Json:
        """The journal in words."""
        return self.get(f"/api/games/{game}/log", since=since, **params)

    def order(
        self, game: str, text: str = "", *, after: int | None = None, key: str = "",
        status: int = 201, lang: str = "en",
    ) -> Json:  # fmt: skip
        """Order an action: the first that is offered unless one is given."""
        text = text or self.offers(game)[0]
        body = {"text": text, "after": self._seq(game, after), "key": key or new_key()}
        return self.ask("POST", f"/api/games/{game}/orders", body, status=status, lang=lang)

    def gesture(
        self, game: str, kind: str, *, side: str = "", after: int | None = None, key: str = "",
        status: int = 201, lang: str = "en",
    ) -> Json:  # fmt: skip
        """Undo, resign, or a word about a draw."""
        body = {
            "kind": kind, "after": self._seq(game, after), "key": key or new_key(), "side": side,
        }  # fmt: skip
        return self.ask("POST", f"/api/games/{game}/gestures", body, status=status, lang=lang)

    def _seq(self, game: str, after: int | None) -> int:
        if after is not None:
            return after
        seq: int = self.hall.rows("SELECT seq FROM games WHERE id = ?", game)[0][0]
        return seq

    def bring_in(self, text: str, *, status: int = 201, lang: str = "en") -> Json:
        """Import a record."""
        return self.ask("POST", "/api/records", {"text": text}, status=status, lang=lang)

    # -- live ---------------------------------------------------------------------------------

    @contextmanager
    def follow(
        self, game: str, since: int = -1, *, origin: str | None = None, **params: Any
    ) -> Iterator[Follower]:
        """Follow a game live."""
        query = httpx.QueryParams({"since": since, "lang": "en", **params})
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address = f"ws://127.0.0.1:{self.hall.port}/api/games/{game}/live?{query}"
        headers = {"Cookie": cookies} if cookies else {}
        # A busy machine is no reason to hang up: whoever waits too long says so himself.
        with connect(
            address,
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            ping_interval=None,
        ) as socket:
            yield Follower(socket)


class Follower:
    """An open live connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def news(self, timeout: float = PATIENCE) -> Json:
        """The next message."""
        return json.loads(self.socket.recv(timeout))

    def until(self, seq: int) -> list[Json]:
        """All messages until a journal number is reached."""
        found = [self.news()]
        while found[-1]["seq"] < seq:
            found.append(self.news())
        return found


# -- small things -------------------------------------------------------------------------------


def credentials(name: str, password: str = PASSWORD) -> dict[str, str]:
    return {"name": name, "password": password}


def new_key() -> str:
    return secrets.token_hex(8)


def wait_until(done: Any, patience: float = PATIENCE) -> None:
    """Wait until something has come true."""
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def random_match(title: str, scenario: str, seed: str, actions: int | None = None) -> Match[Any]:
    """A game played at random, to its end or for some actions."""
    rng, match = Random(seed), Match.start(find_game(title), scenario, seed_from_text(seed))
    while (decision := match.decision) is not None and actions != len(match.log) - 1:
        match.play(rng.choice(decision.actions))
    return match


def almost_over(seed: str = "1944") -> tuple[Match[Any], str, str]:
    """A game before its last action, the side that decides, and that action."""
    whole = random_match("mist", "seventh", seed)
    record = whole.record()
    side, text = record.actions[-1]
    shortened = record._replace(actions=record.actions[:-1], result="")
    return Match.resume(whole.game, shortened), side, text


def is_problem(answer: Mapping[str, Any], status: int) -> bool:
    """Whether an answer is an error in the shape that all errors have."""
    words = answer.get("code") and answer.get("message")
    return bool(words) and answer.get("status") == status and "seq" in answer
