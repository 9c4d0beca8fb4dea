"""Live updates: one WebSocket for each viewer of a game.

A connection knows how far its client has come and sends what is new. It may lag behind without
harm: it is woken, looks at the room, and brings its client up to date in one message.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery
from uvicorn.protocols.utils import ClientDisconnected

from salient.engine import SalientError
from salient.table.api.access import (
    GameId,
    Lang,
    choose_language,
    is_own_origin,
    network_of,
)
from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.room import Bulletin, Room
from salient.table.table import GameTable
from salient.table.telling import tell_entries, tell_position
from salient.table.wire import Account, Company, Entry, News, Position, Said, Status

REFUSED = 4403
"""Close code of a connection that may not be; the reason is the error's code."""

AGAIN_LATER = 1013
"""Close code of a connection that may be tried again in a moment."""

FROM_A_NETWORK = 8
"""So many times as many games as one person are followed from one network."""

LOOK_AGAIN = 600.0
"""Seconds after which the session behind a connection is looked at again: it may have run out."""

GONE = (WebSocketDisconnect, ClientDisconnected)
"""What it is called when a client has hung up: no mishap, and none of the database."""

NO_LOOKS: Mapping[int, str] = {}
"""The pictures that a newcomer has."""

Socket = WebSocket[Any, Any, Any]


@websocket("/api/games/{game_id:str}/live")
async def follow(
    socket: Socket,
    game_id: GameId,
    lang: Lang = "",
    invite: FromQuery[str] = "",
    since: FromQuery[int] = -1,
    seen: FromQuery[bool] = False,
) -> None:
    """Send news of a game until the client goes away.

    Args:
        socket: The line.
        game_id: The game.
        lang: The language of the words.
        invite: The secret of an invitation.
        since: The last entry that the client has.
        seen: Whether it has the whole position after that entry, too, with its pictures.
    """
    table: GameTable = socket.app.state.table
    await socket.accept()
    language = choose_language(lang, socket.headers.get("accept-language", ""))
    connection = Connection(table, socket, game_id, socket.user, language, since, seen)
    try:
        with _place_for(table, socket):
            await table.enter(game_id, socket.user, invite)
            async with table.presence(game_id, socket.user):
                await _serve(connection)
    except SalientError as error:
        await _close(socket, REFUSED, error.code)
    except STORAGE_FAILURES as error:
        quiet.failure(error)
        await _close(socket, AGAIN_LATER, "no-storage")


@contextlib.contextmanager
def _place_for(table: GameTable, socket: Socket) -> Iterator[None]:
    """Room for one more follower, if it is our own page that asks, and not one too many."""
    if not is_own_origin(socket):
        raise TableError("cross-site")
    most = table.config.sockets
    with table.followers.holding(FROM_A_NETWORK * most, network_of(socket)):
        if socket.user is None:
            yield
            return
        with table.followers.holding(most, f"person {socket.user.id}"):
            yield


async def _serve(connection: Connection) -> None:
    """Send news until the client goes away or its session ends."""
    tasks = [
        asyncio.create_task(_until_gone(connection.socket)),
        asyncio.create_task(connection.run()),
        asyncio.create_task(_until_signed_out(connection)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception) and not isinstance(end, GONE):
            raise end


async def _close(socket: Socket, code: int, reason: str) -> None:
    with contextlib.suppress(*GONE, RuntimeError):
        await socket.close(code, reason)


async def _until_signed_out(connection: Connection) -> None:
    """Wait until the session behind a connection has ended.

    Raises:
        TableError: ``sign-in``; it has.
    """
    user, accounts = connection.user, connection.table.accounts
    if user is None:
        await asyncio.Event().wait()
        return
    changed = asyncio.Event()
    with accounts.inside(user.id, changed.set):
        while (found := await accounts.whose(connection.socket.auth)) and found.id == user.id:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), LOOK_AGAIN)
            changed.clear()
    raise TableError("sign-in")


async def _until_gone(socket: Socket) -> None:
    """Read, and forget, what the client sends until it hangs up."""
    while True:
        await socket.receive_data("text")


class Connection:
    """One viewer: how far they have come, and which pictures of pieces they have."""

    def __init__(
        self,
        table: GameTable,
        socket: Socket,
        game_id: str,
        user: Account | None,
        language: str,
        since: int,
        seen: bool,
    ) -> None:
        self.table = table
        self.socket = socket
        self.game_id = game_id
        self.user = user
        self.language = language
        self.seq = since
        self.seen = seen
        self.heard: set[int] = set()
        self.looks: Mapping[int, str] = NO_LOOKS
        self.company: Company | None = None
        self.news = asyncio.Event()
        self.status: Status | None = None

    async def run(self) -> None:
        """Follow the game; a room that is given up is followed by its successor."""
        while True:
            room = await self.table.rooms.get(self.game_id)
            room.listeners.add(self.news)
            self.table.robots.wake(room)  # if its bot was stopped by some mishap
            self.table.stand_ins.wake(room)
            try:
                self.status = None
                said = await self.table.talk.heard(room)
                while self.table.rooms.holds(room):
                    self.news.clear()
                    await self._send(room, said)
                    said = []
                    await self.news.wait()
            finally:
                room.listeners.discard(self.news)
                if not room.listeners:
                    room.bulletins.clear()

    async def _send(self, room: Room, said: Sequence[Said]) -> None:
        """Bring the client up to date; ``said`` is what was said before the room was opened."""
        user_id = self.user.id if self.user else None
        if room.viewpoint(user_id) < 0:  # who only looks on is in no hurry
            await self.table.breathing.pause()
        async with room.lock:
            if not self.table.rooms.holds(room):  # what it remembers may not be stored
                return
            fresh = {words.id: words for words in (*said, *room.said)}
            heard = [words for number, words in fresh.items() if number not in self.heard]
            self.heard |= fresh.keys()
            company = self.table.presence_of.company(room, user_id)
            alone = self.status is not room.status or heard or company != self.company
            if alone or self.seen or not 0 <= self.seq < room.seq:
                text = await self._tell(room, user_id, heard, company)
            else:
                text = await self._tell_all(room, user_id)
        if text:
            await self.socket.send_text(text)

    async def _tell(
        self, room: Room, user_id: int | None, heard: list[Said], company: Company | None
    ) -> str:
        """What is new for this client; empty if nothing is."""
        seen = self.seen and self.seq == room.seq
        news = News(room.seq, await self._entries(room, user_id), said=heard)
        if self.status is not room.status:
            self.status = room.status
            news.card = await self.table.lobby.card(room.id, user_id, self.language)
        if news.entries or news.card:
            news.position = self._position(room, user_id)
        if seen:  # but now it is known which pictures the client has
            news.position = None
        self.seen = False
        if company != self.company:
            self.company = news.company = company
        if not (news.position or news.card or news.said or news.company):
            return ""
        return _encode(news)

    async def _tell_all(self, room: Room, user_id: int | None) -> str:
        """The last entries, made once for all who have the same and are shown the same."""
        side, reader, since = room.viewpoint(user_id), room.reader(user_id), self.seq
        key = side, reader, self.language, since, id(self.looks)
        if key not in room.bulletins:
            before, entries = self.looks, await self._entries(room, user_id)
            if side < 0:  # the position is a piece of its own
                await self.table.breathing.pause()
            text = _encode(News(room.seq, entries, self._position(room, user_id)))
            room.bulletins[key] = Bulletin(text, before, self.looks)
        bulletin = room.bulletins[key]
        self.seq, self.looks = room.seq, bulletin.after
        return bulletin.text

    async def _entries(self, room: Room, user_id: int | None) -> list[Entry]:
        """The entries the client does not have yet."""
        if self.seq > room.seq:  # from another life of this game: begin again
            self.seq = -1
        since, self.seq = self.seq, room.seq
        reader, breathing = room.reader(user_id), self.table.breathing
        return await tell_entries(room, since, reader, self.language, breathing)

    def _position(self, room: Room, user_id: int | None) -> Position:
        """What the viewer sees, with those pictures of pieces that the client does not have."""
        position = tell_position(room, room.viewpoint(user_id), self.language)
        changed = {
            piece: look for piece, look in position.looks.items() if self.looks.get(piece) != look
        }
        # Who has the pictures that are seen now and no others has the same as many.
        merged = {**self.looks, **changed}
        self.looks = position.looks if len(merged) == len(position.looks) else merged
        return msgspec.structs.replace(position, looks=changed)


def _encode(news: News) -> str:
    """A message as it is sent."""
    news.now = datetime.now(UTC)
    return msgspec.json.encode(news).decode()


ROUTES = [follow]
