"""Notifications: "your turn" by webhook, e-mail and push, for people who are not at the table.

They are sent in the background: whatever happens to one is logged and never touches the game. How
a webhook, a mail server or a push service is reached, others say (:mod:`salient.table.posting`,
:mod:`salient.table.mailing`, :mod:`salient.table.pushing`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import httpx
from sqlalchemy import Row, select

from salient.games import find_game
from salient.table import schema
from salient.table.config import Config
from salient.table.mailing import Written, compose_mail, send_mail
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.notices import (
    CHALLENGE,
    YOUR_TURN,
    Notice,
    Subject,
    for_browser,
    for_webhook,
    write_notice,
)
from salient.table.posting import Post, Posted, Refused, require_taken
from salient.table.push import Subscription
from salient.table.pushing import Pusher
from salient.table.room import Room
from salient.table.storage import Storage
from salient.table.subscriptions import Subscriptions

GRACE = 3.0
"""Seconds before a notification goes out: a page that is being reloaded is nobody's absence."""

QUIET = 300.0
"""Seconds between two notifications of one game to one person."""

PAUSES = (1.0, 5.0)
"""Seconds before the second and the third try."""

CLOSING_SECONDS = 5.0
THREADS = 4

Present = Callable[[str, int], bool]
"""Whether somebody looks at a game."""

Send = Callable[[int], Awaitable[None]]
"""One way of telling somebody, called with the number of the try."""

log = logging.getLogger(__name__)


class Notifier:
    """Tells people that they are asked.

    Within :data:`QUIET` seconds of a notification the next one waits, and goes out only if the
    person is still asked and still away when they have passed. So a quick exchange makes one
    notification, and yet its end is never missed.
    """

    def __init__(self, config: Config, storage: Storage, is_present: Present) -> None:
        self.config = config
        self.storage = storage
        self.is_present = is_present
        self.subscriptions = Subscriptions(storage, private=config.private_webhooks)
        # Threads of its own: slow name or mail servers must not hold up what else needs threads.
        self._threads = ThreadPoolExecutor(THREADS, "notify")
        self._post = Post(self._threads, private=config.private_webhooks)
        self._pusher = Pusher(config, self.subscriptions, self._post)
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: set[tuple[str, int]] = set()
        self._told: dict[tuple[str, int], float] = {}
        self._closing = asyncio.Event()

    def watch(self, room: Room, before: int) -> None:
        """Look at a room after a change: is somebody asked now who does not see it?

        Args:
            room: Where something changed.
            before: Index of the side that was asked before, or -1 if none was.
        """
        side = room.decider
        user_id = room.users.get(side)
        if side == before or user_id is None or self.is_present(room.id, user_id) or room.is_veil:
            return
        just_moved = user_id == room.moments[-1].written.user_id
        if not just_moved and (room.id, user_id) not in self._waiting:
            self._waiting.add((room.id, user_id))
            self._begin(self._tell(room, user_id))

    def challenge(self, game: Row[Any], side: int, user_id: int, name: str) -> None:
        """Tell somebody that a seat is kept for them.

        Args:
            game: The game's row.
            side: The seat.
            user_id: For whom it is kept.
            name: Who challenges them.
        """
        self._begin(self._challenge(game, side, user_id, name))

    def _begin(self, telling: Coroutine[Any, Any, None]) -> None:
        """Tell somebody something, in the background."""
        task = asyncio.create_task(telling)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    async def _challenge(self, game: Row[Any], side: int, user_id: int, name: str) -> None:
        users = schema.users
        async with self.storage.read() as connection:
            found = await connection.execute(select(users).where(users.c.id == user_id))
            person = found.one_or_none()
        if person is not None:
            what = Subject(game.id, find_game(game.title), game.scenario, side)
            await self._send(person, self._write(what, person, CHALLENGE, name=name))

    async def close(self) -> None:
        """Send what still waits, and give it and what is under way a moment."""
        self._closing.set()
        tasks = list(self._tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=CLOSING_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a notification failed", exc_info=task.exception())

    # -- whether ------------------------------------------------------------------------------

    async def _tell(self, room: Room, user_id: int) -> None:
        """Notify a person of a game, in good time and if there is still reason to."""
        key, loop = (room.id, user_id), asyncio.get_running_loop()
        try:
            quiet_until = self._told.get(key, -QUIET) + QUIET
            await self._pause(max(GRACE, quiet_until - loop.time()))
        finally:
            self._waiting.discard(key)
        if self.is_present(room.id, user_id):
            return
        try:
            person = await self._asked(room.id, user_id)
        except STORAGE_FAILURES as error:  # whoever is asked sees it when he comes
            quiet.failure(error)
            return
        if person is None or (person.vacation is not None and person.vacation > datetime.now(UTC)):
            return
        now = loop.time()
        self._told = {known: at for known, at in self._told.items() if at > now - QUIET}
        self._told[key] = now
        what = Subject(room.id, room.game, room.row.scenario, person.to_move)
        await self._send(person, self._write(what, person, YOUR_TURN))

    def _write(self, what: Subject, person: Row[Any], message: str, **more: str) -> Notice:
        return write_notice(what, self.config.address, person.language, message, **more)

    async def _pause(self, seconds: float) -> None:
        """Wait; not when the server is closing, for then it is now or never."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    async def _asked(self, game_id: str, user_id: int) -> Row[Any] | None:
        """The person's settings and the side they are asked as; None if the game has moved on."""
        users, games, seats = schema.users, schema.games, schema.seats
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(users, games.c.to_move)
                .join(seats, seats.c.user_id == users.c.id)
                .join(games, games.c.id == seats.c.game_id)
                .where(games.c.id == game_id, users.c.id == user_id)
                .where(games.c.to_move == seats.c.side)
            )
            return found.one_or_none()

    # -- how ----------------------------------------------------------------------------------

    async def _send(self, person: Row[Any], notice: Notice) -> None:
        """Send a notice by all the ways the person has set."""
        ways = []
        if person.webhook:
            body = json.dumps(for_webhook(person.webhook_kind, notice)).encode()
            ways.append(self._insist("webhook", person.id, self._poster(person.webhook, body)))
        if person.email and person.email == person.confirmed and self.config.smtp:
            mail = compose_mail(self.config.sender, person.email, notice)
            ways.append(self._insist("e-mail", person.id, self._mailer(mail)))
        ways += [
            self._insist("push", person.id, self._pushing(browser, for_browser(notice)))
            for browser in await self._pusher.browsers(person.id)
        ]
        await asyncio.gather(*ways)

    async def send_letter(self, user_id: int, address: str, letter: Written) -> None:
        """Send a letter that somebody has asked for."""
        mail = compose_mail(self.config.sender, address, letter)
        await self._insist("e-mail", user_id, self._mailer(mail))

    async def _insist(self, way: str, user_id: int, send: Send) -> None:
        """Try, and try again when the network is to blame.

        The log names the person by number and no address: a webhook's address is a secret.
        """
        for attempt, pause in enumerate((0.0, *PAUSES)):
            await self._pause(pause)
            try:
                return await send(attempt)
            except (OSError, httpx.TransportError) as error:
                problem = error
            except Refused as error:
                return log.warning("%s to person %d is refused: %s", way, user_id, error)
            except Exception:
                return log.exception("%s to person %d failed", way, user_id)
        return log.warning("%s to person %d failed: %r", way, user_id, problem)

    def _poster(self, address: str, body: bytes) -> Send:
        async def post(attempt: int) -> None:
            letter = Posted(body, {"Content-Type": "application/json"})
            require_taken(await self._post.send(address, letter, attempt))

        return post

    def _pushing(self, browser: Subscription, message: bytes) -> Send:
        async def push(attempt: int) -> None:
            await self._pusher.push(browser, message, attempt)

        return push

    def _mailer(self, mail: EmailMessage) -> Send:
        async def hand_over(_attempt: int) -> None:
            await asyncio.get_running_loop().run_in_executor(
                self._threads, send_mail, self.config.smtp, mail
            )

        return hand_over
