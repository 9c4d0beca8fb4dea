"""The door: connections before they are requests.

Whoever sends half a request and waits takes a place from somebody else. So a head and a body have
their time, a network has so many connections, and of all the files that the machine allows us
some are kept back for the database and for those who are inside.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import socket
from collections import Counter
from collections.abc import Iterable
from typing import Any

import h11
import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from salient.table.config import Config
from salient.table.limits import network
from salient.table.mishaps import quiet
from salient.table.packing import PackingFactory
from salient.table.texts import table_texts
from salient.table.wire import Problem

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

HEAD_SECONDS = 10.0
BODY_SECONDS = 60.0
GRACEFUL_SECONDS = 5
MOST_FILES = 65_536
KEPT_BACK = 200
"""Files that are not given to connections."""

PARTING_SECONDS = 0.2
"""So long somebody who is turned away may still be speaking."""

AT_ONCE = 16
STREET = 2048
"""So many are taken in at a time, and so many may wait to be."""

NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_SAID = msgspec.json.encode(
    Problem(status=503, code="full", message=table_texts("en").say("error.full"))
)
FULL = b"\r\n".join((
    b"HTTP/1.1 503 Service Unavailable", b"Retry-After: 5", b"Connection: close",
    b"Content-Type: application/json", b"Content-Length: %d" % len(_SAID), b"", _SAID,
))  # fmt: skip
"""The answer to one for whom there is no room: nothing is read and nobody is woken for it."""


class House:
    """Who is at the door and inside, for all connections of a server."""

    def __init__(self, most: int, from_a_network: int, proxies: Iterable[str] = ()) -> None:
        self.most = most
        self.from_a_network = from_a_network
        self.proxies = frozenset(proxies)
        self.all = 0
        self.networks: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Count a connection, if there is room for it."""
        place = network(address)
        if self.all >= self.most:
            quiet.tell("full", f"{self.all} connections")
            return False
        if self.networks[place] >= self.from_a_network and not self._speaks_for_many(address):
            quiet.tell("full", f"{self.from_a_network} connections of one network")
            return False
        self.enter(address)
        return True

    def enter(self, address: str) -> None:
        """Count one more, who has been let in before."""
        self.all += 1
        self.networks[network(address)] += 1

    def release(self, address: str) -> None:
        """Count one less."""
        place = network(address)
        self.all -= 1
        self.networks[place] -= 1
        if not self.networks[place]:
            del self.networks[place]

    def _speaks_for_many(self, address: str) -> bool:
        """Whether somebody is a proxy, or on this machine."""
        try:
            at_home = ipaddress.ip_address(address).is_loopback
        except ValueError:
            at_home = False
        return at_home or not self.proxies.isdisjoint((address, "*"))


class Calm(logging.LoggerAdapter[logging.Logger]):
    """A log in which what strangers send cannot fill pages: nonsense is told now and then."""

    @property
    def level(self) -> int:
        """From which level on it tells anything."""
        return self.logger.level

    def warning(self, msg: object, *args: object, **more: Any) -> None:
        """Tell of a request that is none."""
        quiet.tell("request", str(msg), logging.WARNING)


class Door(H11Protocol):
    """A connection that has its time and its place."""

    house: House

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.logger = Calm(self.logger)  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or say that there is no room."""
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._waits_for: object = None
        self._address = self.client[0] if self.client else "-"
        self._admitted = self.house.admit(self._address)
        if self._admitted:
            self._watch()
        else:
            self._turn_away()

    def data_received(self, data: bytes) -> None:
        """Take in what is sent, and see whether something is still missing."""
        if not self._admitted:
            self.transport.close()
            return
        super().data_received(data)
        if self._admitted:  # it may just have become a follower, for whom nobody waits
            self._watch()

    def _turn_away(self) -> None:
        """Say that there is no room, and close when what was sent has been read.

        Closed before that, the system would take our words back with the connection.
        """
        self.transport.write(FULL)
        self.transport.write_eof()
        self._timer = self.loop.call_later(PARTING_SECONDS, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_watching()
        self._leave()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Between two requests the keep-alive time counts, not ours."""
        super().on_response_complete()
        self._stop_watching()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to those who follow games."""
        self._stop_watching()
        self._leave()
        super().handle_websocket_upgrade(event)

    # -- time ---------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Wait so long for a head, so long for a body, and not at all for an answer of ours."""
        state = self.conn.their_state
        if state is self._waits_for:
            return
        self._stop_watching()
        seconds = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(state)
        if seconds is not None and not self.transport.is_closing():
            self._waits_for = state
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_watching(self) -> None:
        self._waits_for = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _leave(self) -> None:
        if self._admitted:
            self._admitted = False
            self.house.release(self._address)


class Seat(WebSocketsSansIOProtocol):
    """A connection that follows a game and keeps its place as long as it does."""

    house: House

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.conn.available_extensions = [PackingFactory()]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the place over."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "-"
        self.house.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.house.release(self._address)
        super().connection_lost(exc)


class DoorServer(uvicorn.Server):
    """A server that takes no more people at a time off the street than it can see to.

    Those who are taken are seen to a few rounds of the event loop later; if all who knock were
    taken at once, the files would be used up before anybody could be told that there is no room.
    The rest wait in the street, which the system sees to.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door."""
        asyncio.get_running_loop().set_exception_handler(_tell_mishap)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(STREET)


def _tell_mishap(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell what nobody waits for has come to; that there are no more files, in a line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NO_FILES:
        quiet.tell("full", str(context["message"]))
    else:
        loop.default_exception_handler(context)


def server_settings(app: Litestar, config: Config, **more: Any) -> uvicorn.Config:
    """How the application is served."""
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "").split(",")  # whom uvicorn believes, too
    house = House(most_connections(), config.connections, map(str.strip, proxies))
    http, follow = (type(kind.__name__, (kind,), {"house": house}) for kind in (Door, Seat))
    settings = {
        "log_level": "warning", "timeout_graceful_shutdown": GRACEFUL_SECONDS, "backlog": AT_ONCE,
        **more,
    }  # fmt: skip
    return uvicorn.Config(app, http=http, ws=follow, **settings)


def most_connections() -> int:
    """How many connections the machine lets us have, after we have asked for all it gives."""
    if resource is None:
        return MOST_FILES - KEPT_BACK
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > soft:
        soft = max(soft, MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(soft - KEPT_BACK, soft // 2)
