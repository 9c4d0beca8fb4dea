"""After a start: games that wait for a bot go on, games of other rules are played again.

Both happen while the server serves already, game by game: first those in which a person waits,
last those of bots among themselves, which are begun one by one as workers come free. A game that
somebody asks for meanwhile comes first, because asking for it rebuilds its room, and that is all
there is to do. So nothing is lost when the server is ended on the way: the next start goes on with
the games that are left.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, and_, exists, not_, or_, select, true

from salient.games import GAMES, find_game
from salient.table import schema
from salient.table.errors import TableError
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.robots import Robots
from salient.table.rooms import Rooms
from salient.table.storage import Storage
from salient.table.wire import Status

TOLD_EVERY = 25
"""After so many games the log says how far it has come."""

LOOK_SECONDS = 5.0
"""So often a server looks for bots of neighbours that have died."""

log = logging.getLogger(__name__)


class TakingUp:
    """Takes up the games of a server that has just started."""

    def __init__(self, storage: Storage, rooms: Rooms, robots: Robots) -> None:
        self.storage = storage
        self.rooms = rooms
        self.robots = robots
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(_complain)

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._task

    async def _run(self) -> None:
        for game_id in await self._waiting_for_bots(with_people=True):
            await self._take_up(game_id)
        await self._play_again()
        for game_id in await self._waiting_for_bots(with_people=False):
            await self.robots.until_idle()
            await self._take_up(game_id)
        while self.storage.shared:
            await asyncio.sleep(LOOK_SECONDS)
            await self._take_over()

    async def _take_over(self) -> None:
        """Go on with the bots of a neighbour that is no more: nobody holds their games' locks."""
        since = datetime.now(UTC) - timedelta(seconds=LOOK_SECONDS)
        try:
            for with_people in (True, False):
                for game_id in await self._waiting_for_bots(with_people=with_people, since=since):
                    await self.robots.until_idle()
                    self.robots.begin(game_id)
        except STORAGE_FAILURES as error:
            quiet.failure(error)

    async def _play_again(self) -> None:
        left = await self._of_other_rules()
        if not left:
            return
        log.warning("%d games are of other rules and are played again", len(left))
        halted = 0
        for number, game_id in enumerate(left, start=1):
            halted += await self._take_up(game_id) in (None, Status.HALTED)
            if number % TOLD_EVERY == 0 or number == len(left):
                log.warning(
                    "%d of %d games played again: %d go on, %d can only be read",
                    number, len(left), number - halted, halted,
                )  # fmt: skip

    async def _take_up(self, game_id: str) -> Status | None:
        """Rebuild a game's room and let its bot think; its status, or None if that failed."""
        try:
            room = await self.rooms.get(game_id)
        except TableError as error:
            log.warning("game %s: %s", game_id, error)
        except Exception:
            log.exception("game %s cannot be taken up", game_id)
        else:
            self.robots.wake(room)
            return room.status
        return None

    # -- which --------------------------------------------------------------------------------

    async def _waiting_for_bots(
        self, *, with_people: bool, since: datetime | None = None
    ) -> list[str]:
        """Games in which a bot is asked, and has been since some time."""
        games, seats = schema.games, schema.seats
        others = seats.alias()
        person = exists().where(others.c.game_id == games.c.id, others.c.user_id.is_not(None))
        asked = and_(seats.c.game_id == games.c.id, seats.c.side == games.c.to_move)
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(games.c.id)
                .join(seats, asked)
                .where(games.c.status == Status.RUNNING.value, seats.c.bot.is_not(None))
                .where(person if with_people else not_(person))
                .where(games.c.moved < since if since else true())
                .order_by(games.c.moved.desc())
            )
            return [row.id for row in found]

    async def _of_other_rules(self) -> list[str]:
        """Games that go on, if they can; finished ones are looked at when they are asked for."""
        games = schema.games
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(games.c.id)
                .where(games.c.status != Status.OVER.value, or_(*map(_is_other, GAMES)))
                .order_by(games.c.moved.desc())
            )
            return [row.id for row in found]


def _is_other(title: str) -> ColumnElement[bool]:
    """Games of a title that are not known to come out, or not, under its present rules."""
    games, version = schema.games.c, find_game(title).rules_version
    return and_(
        games.title == title,
        or_(games.rules != version, games.status == Status.HALTED.value),
        games.halted_by != version,
    )


def _complain(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception():
        log.error("the games could not be taken up", exc_info=task.exception())
