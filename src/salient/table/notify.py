"""Notifications: "your turn" by webhook and e-mail, for people who are not at the table.

They are sent in the background: whatever happens to one is logged and never touches the game.
A webhook's address comes from a stranger, so it is looked up once, checked, and connected to as
it was checked: it cannot be used to reach into the server's own network.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import smtplib
import socket
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid, parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx
import msgspec
from sqlalchemy import Row, select

from salient import __version__
from salient.table import schema
from salient.table.config import Config
from salient.table.room import Room
from salient.table.storage import Storage
from salient.table.texts import table_texts

GRACE = 3.0
"""Seconds before a notification goes out: a page that is being reloaded is nobody's absence."""

QUIET = 300.0
"""Seconds between two notifications of one game to one person."""

PAUSES = (1.0, 5.0)
"""Seconds before the second and the third try."""

WEBHOOK_SECONDS = 5.0
MAIL_SECONDS = 20.0
CLOSING_SECONDS = 5.0
THREADS = 4

log = logging.getLogger(__name__)


class Refused(Exception):
    """A notification that will not be taken, however often it is tried."""


class Notice(msgspec.Struct, frozen=True):
    """What a person is told; title, scenario and side are ids, as everywhere in the API."""

    game: str
    title: str
    scenario: str
    side: str
    link: str
    subject: str
    text: str


class Notifier:
    """Tells people that they are asked.

    Within :data:`QUIET` seconds of a notification the next one waits, and goes out only if the
    person is still asked and still away when they have passed. So a quick exchange makes one
    notification, and yet its end is never missed.
    """

    def __init__(self, config: Config, storage: Storage) -> None:
        self.config = config
        self.storage = storage
        # Threads of its own: slow name or mail servers must not hold up what else needs threads.
        self._threads = ThreadPoolExecutor(THREADS, "notify")
        self._trust = httpx.create_ssl_context()
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
        if side == before or user_id is None or user_id in room.present:
            return
        just_moved = user_id == room.moments[-1].written.user_id
        if not just_moved and (room.id, user_id) not in self._waiting:
            self._waiting.add((room.id, user_id))
            task = asyncio.create_task(self._tell(room, user_id))
            self._tasks.add(task)
            task.add_done_callback(self._finish)

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
        if user_id in room.present:
            return
        person = await self._asked(room.id, user_id)
        if person is None or (person.vacation is not None and person.vacation > datetime.now(UTC)):
            return
        now = loop.time()
        self._told = {known: at for known, at in self._told.items() if at > now - QUIET}
        self._told[key] = now
        await self._send(person, self._compose(room, person))

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

    # -- what ---------------------------------------------------------------------------------

    def _compose(self, room: Room, person: Row[Any]) -> Notice:
        side, scenario = room.game.sides[person.to_move], room.row.scenario
        link = f"{self.config.address.rstrip('/')}/game/{room.id}"
        ours, texts = table_texts(person.language), room.game.texts(person.language)
        values = {
            "title": texts.say("game.title"),
            "scenario": texts.say(f"scenario.{scenario}"),
            "side": texts.say(f"side.{side}"),
            "link": link,
        }
        return Notice(
            game=room.id,
            title=room.game.id,
            scenario=scenario,
            side=side,
            link=link,
            subject=ours.say("notification.subject", **values),
            text=ours.say("notification.body", **values),
        )

    # -- how ----------------------------------------------------------------------------------

    async def _send(self, person: Row[Any], notice: Notice) -> None:
        """Send a notice by all the ways the person has set."""
        ways = []
        if person.webhook:
            body = payload(person.webhook_kind, notice)
            ways.append(self._insist("webhook", person.id, self._poster(person.webhook, body)))
        if person.email and self.config.smtp:
            mail = compose_mail(self.config.sender, person.email, notice)
            ways.append(self._insist("e-mail", person.id, self._mailer(mail)))
        await asyncio.gather(*ways)

    async def _insist(self, way: str, user_id: int, send: Callable[[int], Awaitable[None]]) -> None:
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

    def _poster(self, address: str, body: dict[str, Any]) -> Callable[[int], Awaitable[None]]:
        async def post(attempt: int) -> None:
            async with asyncio.timeout(WEBHOOK_SECONDS):
                url = httpx.URL(address)
                hosts = await self._look_up(url)
                status = await _post(url, hosts[attempt % len(hosts)], body, self._trust)
            if status >= 500:
                raise ConnectionError(f"status {status}")
            if status >= 300:
                raise Refused(f"status {status}")

        return post

    async def _look_up(self, url: httpx.URL) -> list[str]:
        """The numeric addresses of a webhook's host, all of them checked."""
        if url.scheme not in ("http", "https") or not url.raw_host:
            raise Refused("no web address")
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, _addresses, url.raw_host.decode()
        )
        if not self.config.private_webhooks and not all(is_public(address) for address in found):
            raise Refused("the address is not public")
        return found

    def _mailer(self, mail: EmailMessage) -> Callable[[int], Awaitable[None]]:
        async def hand_over(_attempt: int) -> None:
            await asyncio.get_running_loop().run_in_executor(
                self._threads, send_mail, self.config.smtp, mail
            )

        return hand_over


# -- webhooks -----------------------------------------------------------------------------------


def payload(kind: str, notice: Notice) -> dict[str, Any]:
    """What is posted to a webhook of a kind: ``json``, ``discord`` or ``slack``."""
    if kind == "discord":
        return {"content": notice.text, "allowed_mentions": {"parse": []}}
    if kind == "slack":
        return {"text": notice.text}
    return {
        "event": "your-turn",
        "game": notice.game,
        "title": notice.title,
        "scenario": notice.scenario,
        "side": notice.side,
        "link": notice.link,
        "text": notice.text,
    }


def is_public(text: str) -> bool:
    """Whether a numeric address belongs to the public internet.

    >>> is_public("1.1.1.1"), is_public("192.168.1.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        # These carry an IPv4 address to which they may be translated.
        inner = address.ipv4_mapped or address.sixtofour or _translated(address)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast and not address.is_reserved


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None


def _addresses(host: str) -> list[str]:
    """The numeric addresses of a host, the best first."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]


async def _post(url: httpx.URL, host: str, body: dict[str, Any], trust: ssl.SSLContext) -> int:
    """Post to a checked address under the name of its host, and return the status.

    A bare transport makes one request: no redirects, no proxies, and no connection kept that
    was made under another name. The answer's body is not read.
    """
    request = httpx.Request(
        "POST",
        url.copy_with(host=host),
        headers={"Host": url.netloc.decode(), "User-Agent": f"Salient/{__version__}"},
        json=body,
        extensions={"sni_hostname": url.raw_host.decode()},
    )
    async with httpx.AsyncHTTPTransport(verify=trust) as transport:
        response = await transport.handle_async_request(request)
        await response.aclose()
    return response.status_code


# -- e-mail -------------------------------------------------------------------------------------


def compose_mail(sender: str, receiver: str, notice: Notice) -> EmailMessage:
    """A notice as a letter, in a form that every mail server takes."""
    mail = EmailMessage(SMTP.clone(cte_type="7bit"))
    mail["From"] = sender
    mail["To"] = receiver
    mail["Subject"] = notice.subject
    mail["Date"] = datetime.now(UTC)
    mail["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or None)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(notice.text)
    return mail


def send_mail(server: str, mail: EmailMessage) -> None:
    """Hand a letter to a mail server: ``smtp://user:password@host:port`` or ``smtps://…``.

    Raises:
        Refused: The server does not take it.
        OSError: The server cannot be reached.
    """
    parts = urlsplit(server)
    if parts.scheme not in ("smtp", "smtps"):
        raise Refused("the mail server's address begins neither with smtp:// nor with smtps://")
    host, port = parts.hostname or "localhost", parts.port or 0  # 0: the usual one
    trust = _mail_trust(secret=bool(parts.username))
    try:
        with (
            smtplib.SMTP_SSL(host, port, timeout=MAIL_SECONDS, context=trust)
            if parts.scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=MAIL_SECONDS)
        ) as client:
            client.ehlo()
            if parts.scheme == "smtp" and client.has_extn("starttls"):
                client.starttls(context=trust)
            if parts.username:
                client.login(unquote(parts.username), unquote(parts.password or ""))
            client.send_message(mail)
    except (smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError):
        raise
    except smtplib.SMTPException as error:
        raise Refused(str(error)) from None


def _mail_trust(*, secret: bool) -> ssl.SSLContext:
    """Encryption to a mail server; who it is matters if it is shown a password.

    Without one, a relay next door with a certificate of its own making is as good as any, as it
    is among mail servers.
    """
    context = ssl.create_default_context()
    if not secret:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
