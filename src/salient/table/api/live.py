"""Live updates: one WebSocket for each viewer of a game.

A connection knows how far its client has come and sends what is new. It may lag behind without
harm: it is woken, looks at the room, and brings its client up to date in one message.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery

from salient.engine import SalientError
from salient.table.api.access import GameId, Lang, choose_language, is_own_origin
from salient.table.room import Room
from salient.table.table import GameTable
from salient.table.telling import tell_entries, tell_position
from salient.table.wire import Account, Entry, News, Position, Said, Status

REFUSED = 4403
"""Close code of a connection that may not be; the reason is the error's code."""

Socket = WebSocket[Any, Any, Any]


@websocket("/api/games/{game_id:str}/live")
async def follow(
    socket: Socket,
    game_id: GameId,
    lang: Lang = "",
    invite: FromQuery[str] = "",
    since: FromQuery[int] = -1,
) -> None:
    """Send news of a game until the client goes away."""
    table: GameTable = socket.app.state.table
    await socket.accept()
    try:
        if not is_own_origin(socket):
            await socket.close(REFUSED, "cross-site")
            return
        await table.enter(game_id, socket.user, invite)
    except SalientError as error:
        await socket.close(REFUSED, error.code)
        return
    language = choose_language(lang, socket.headers.get("accept-language", ""))
    connection = Connection(table, socket, game_id, socket.user, language, since)
    gone = asyncio.create_task(_until_gone(socket))
    sending = asyncio.create_task(connection.run())
    try:
        await asyncio.wait((gone, sending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (gone, sending):
            task.cancel()
        ends = await asyncio.gather(gone, sending, return_exceptions=True)
    for end in ends:
        if isinstance(end, SalientError):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(REFUSED, end.code)
        elif isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
            raise end


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
    ) -> None:
        self.table = table
        self.socket = socket
        self.game_id = game_id
        self.user = user
        self.language = language
        self.seq = since
        self.heard: set[int] = set()
        self.looks: dict[int, str] = {}
        self.news = asyncio.Event()
        self.status: Status | None = None

    async def run(self) -> None:
        """Follow the game; a room that is given up is followed by its successor."""
        while True:
            room = await self.table.rooms.get(self.game_id)
            room.listeners.add(self.news)
            self.table.robots.wake(room)  # if its bot was stopped by some mishap
            if self.user is not None:
                room.present.append(self.user.id)
            try:
                self.status = None
                said = await self.table.chat(room)
                while self.table.rooms.holds(room):
                    self.news.clear()
                    await self._send(room, said)
                    said = []
                    await self.news.wait()
            finally:
                room.listeners.discard(self.news)
                if self.user is not None:
                    room.present.remove(self.user.id)

    async def _send(self, room: Room, said: Sequence[Said]) -> None:
        """Bring the client up to date; ``said`` is what was said before the room was opened."""
        user_id = self.user.id if self.user else None
        async with room.lock:
            if not self.table.rooms.holds(room):  # what it remembers may not be stored
                return
            news = News(room.seq, await self._entries(room, user_id))
            if self.status is not room.status:
                self.status = room.status
                news.card = await self.table.lobby.card(room.id, user_id, self.language)
            if news.entries or news.card:
                news.position = self._position(room, user_id)
            fresh = {words.id: words for words in (*said, *room.said)}
            news.said = [words for number, words in fresh.items() if number not in self.heard]
            self.heard |= fresh.keys()
        if news.position or news.said:
            await self.socket.send_text(msgspec.json.encode(news).decode())

    async def _entries(self, room: Room, user_id: int | None) -> list[Entry]:
        """The entries the client does not have yet."""
        if self.seq > room.seq:  # from another life of this game: begin again
            self.seq = -1
        since, self.seq = self.seq, room.seq
        return await tell_entries(room, since, room.reader(user_id), self.language)

    def _position(self, room: Room, user_id: int | None) -> Position:
        """What the viewer sees, with those pictures of pieces that the client does not have."""
        position = tell_position(room, room.viewpoint(user_id), self.language)
        changed = {
            piece: look for piece, look in position.looks.items() if self.looks.get(piece) != look
        }
        self.looks |= changed
        return msgspec.structs.replace(position, looks=changed)


ROUTES = [follow]
