"""Notifications: to whom, when, in which form, and what they may never do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, update

from salient.games import find_game
from salient.table import notify, posting, schema
from salient.table.config import Config
from salient.table.notify import Notifier
from salient.table.posting import is_public
from salient.table.referee import Referee
from salient.table.rooms import Rooms
from salient.table.storage import Storage
from salient.table.wire import Order, Status

GAME = "g1"
GERMAN, ALLIED = 0, 1
HANS, MARY = 1, 2
NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "GRACE", 0.0)
    monkeypatch.setattr(notify, "PAUSES", (0.01, 0.02))


# -- sinks --------------------------------------------------------------------------------------


class WebSink:
    """A web server that keeps what is posted to it and answers as it is told."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.heads: list[str] = []
        self.bodies: list[Any] = []
        self.port = 0

    def headers(self, index: int = -1) -> dict[str, str]:
        lines = self.heads[index].split("\r\n")[1:]
        return dict(line.lower().split(": ", 1) for line in lines if line)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.heads.append(head)
        length = int(self.headers()["content-length"])
        self.bodies.append(json.loads(await reader.readexactly(length)))
        status = self.statuses.pop(0) if self.statuses else 204
        writer.write(f"HTTP/1.1 {status} X\r\nLocation: /elsewhere\r\n".encode())
        writer.write(b"Content-Length: 0\r\n\r\n")
        await _hang_up(writer)


class MailSink:
    """A mail server with the few words it needs."""

    def __init__(self, *, start_tls: ssl.SSLContext | None = None, refuse: bool = False) -> None:
        self.start_tls = start_tls
        self.refuse = refuse
        self.commands: list[str] = []
        self.letters: list[bytes] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def say(*lines: str) -> None:
            writer.write("".join(f"{line}\r\n" for line in lines).encode())
            await writer.drain()

        await say("220 sink")
        while line := (await reader.readline()).decode().rstrip("\r\n"):
            self.commands.append(line)
            verb = line.partition(" ")[0].upper()
            if verb == "EHLO":
                await say(
                    "250-sink", *(["250-STARTTLS"] if self.start_tls else []), "250 AUTH PLAIN"
                )
            elif verb == "STARTTLS" and self.start_tls:
                await say("220 go ahead")
                await writer.start_tls(self.start_tls)
            elif verb == "AUTH":
                await say("235 welcome")
            elif verb == "RCPT" and self.refuse:
                await say("550 nobody here")
            elif verb == "DATA":
                await say("354 go on")
                self.letters.append(await reader.readuntil(b"\r\n.\r\n"))
                await say("250 taken")
            elif verb == "QUIT":
                await say("221 bye")
                break
            else:
                await say("250 fine")
        await _hang_up(writer)

    def letter(self) -> EmailMessage:
        (data,) = self.letters
        letter = message_from_bytes(data.removesuffix(b".\r\n"), policy=default)
        assert isinstance(letter, EmailMessage)
        return letter


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


@contextlib.asynccontextmanager
async def running(sink: Any, tls: ssl.SSLContext | None = None) -> AsyncIterator[Any]:
    visits: list[asyncio.Task[None]] = []

    def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(asyncio.create_task(sink.serve(reader, writer)))

    server = await asyncio.start_server(welcome, "127.0.0.1", 0, ssl=tls)
    sink.port = server.sockets[0].getsockname()[1]
    async with server:
        yield sink
    await asyncio.gather(*visits, return_exceptions=True)


def dead_port() -> int:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        return int(closed.getsockname()[1])


# -- a table ------------------------------------------------------------------------------------


class Table:
    """A database with two people and a game between them; the room itself is a stand-in."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.config = Config(
            database=f"sqlite:///{folder / 'table.db'}",
            address="https://table.example/",
            **{"private_webhooks": True, **settings},
        )
        self.storage = Storage(self.config.database)
        self.room: Any = SimpleNamespace(
            id=GAME,
            game=find_game("mist"),
            row=SimpleNamespace(id=GAME, scenario="seventh"),
            is_veil=False,
            users={GERMAN: HANS, ALLIED: MARY},
            present=[],
            decider=GERMAN,
            moments=[],
        )

    async def __aenter__(self) -> Table:
        await self.storage.open()
        game = find_game("mist")
        async with self.storage.write() as connection:
            for number, name in ((HANS, "Hans"), (MARY, "Mary")):
                await connection.execute(
                    insert(schema.users).values(
                        id=number, name=name, name_key=name.casefold(), created=NOW
                    )
                )
            await connection.execute(
                insert(schema.games).values(
                    id=GAME, title="mist", rules=game.rules_version, scenario="seventh",
                    options={}, seed=bytes(32), status="running", open=False, pace="slow",
                    invite="x", maker=HANS, created=NOW, moved=NOW, seq=0, to_move=GERMAN,
                )
            )  # fmt: skip
            for side, number in ((GERMAN, HANS), (ALLIED, MARY)):
                await connection.execute(
                    insert(schema.seats).values(game_id=GAME, side=side, user_id=number)
                )
        self.notifier = Notifier(
            self.config, self.storage, lambda _game, user_id: user_id in self.room.present
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.notifier.close()
        await self.storage.close()

    async def settings(self, user_id: int, **values: Any) -> None:
        async with self.storage.write() as connection:
            await connection.execute(
                update(schema.users).where(schema.users.c.id == user_id).values(values)
            )

    async def turn(self, side: int, mover: int | None = None) -> None:
        """Let the deciding side be this one now, after a move of a person (None: of a bot)."""
        before, self.room.decider = self.room.decider, side
        self.room.moments = [SimpleNamespace(written=SimpleNamespace(user_id=mover))]
        async with self.storage.write() as connection:
            await connection.execute(update(schema.games).values(to_move=side))
        self.notifier.watch(self.room, before)

    async def settle(self) -> None:
        """Wait until every notification is sent or given up."""
        await asyncio.gather(*self.notifier._tasks)


Scene = Callable[[Table, WebSink], Awaitable[None]]


def play(
    folder: Path, scene: Scene, *statuses: int, kind: str = "json", language: str = "en"
) -> WebSink:
    """Play a scene at a table where Mary has a webhook; return what came in there."""
    sink = WebSink(*statuses)

    async def evening() -> None:
        async with running(sink), Table(folder) as table:
            address = f"http://127.0.0.1:{sink.port}/hook?key=ä"
            await table.settings(MARY, webhook=address, webhook_kind=kind, language=language)
            await scene(table, sink)

    asyncio.run(evening())
    return sink


async def hand_over(table: Table, _sink: WebSink) -> None:
    await table.turn(ALLIED, HANS)


def run(evening: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(evening())


# -- webhooks -----------------------------------------------------------------------------------


def test_a_webhook_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    sink = play(tmp_path, hand_over)
    assert sink.bodies == [
        {
            "event": "your-turn",
            "game": "g1",
            "title": "mist",
            "scenario": "seventh",
            "side": "allied",
            "link": "https://table.example/game/g1",
            "text": "It is your turn as Allied in Tigers in the Mist: The Attack of 7th Army.\n"
            "https://table.example/game/g1",
        }
    ]
    assert sink.heads[0].startswith("POST /hook?key=%C3%A4 HTTP/1.1\r\n")
    assert sink.headers()["host"] == f"127.0.0.1:{sink.port}"
    assert sink.headers()["content-type"] == "application/json"
    assert sink.headers()["user-agent"].startswith("salient/")


def test_discord_gets_its_own_form_and_mentions_nobody(tmp_path: Path) -> None:
    (body,) = play(tmp_path, hand_over, kind="discord", language="ja").bodies
    assert body.keys() == {"content", "allowed_mentions"}
    assert body["allowed_mentions"] == {"parse": []}
    assert "連合軍の番です。\nhttps://table.example/game/g1" in body["content"]


def test_slack_gets_its_own_form(tmp_path: Path) -> None:
    (body,) = play(tmp_path, hand_over, kind="slack").bodies
    assert body.keys() == {"text"}
    assert body["text"].startswith("It is your turn as Allied")


@pytest.mark.parametrize(("status", "tries"), [(503, 3), (404, 1), (302, 1)])
def test_only_a_server_in_trouble_is_asked_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int, tries: int
) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.turn(ALLIED, HANS)
        await table.settle()

    sink = play(tmp_path, scene, *[status] * tries)
    assert len(sink.bodies) == tries
    assert f"status {status}" in caplog.text
    assert "hook" not in caplog.text.replace("webhook", "")


def test_a_second_try_may_succeed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert len(play(tmp_path, hand_over, 500).bodies) == 2
    assert not caplog.records


def test_the_host_is_looked_up_once_and_addressed_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = name_server(monkeypatch, "127.0.0.1")
    sink = WebSink()

    async def evening() -> None:
        async with running(sink), Table(tmp_path) as table:
            await table.settings(MARY, webhook=f"http://hook.example:{sink.port}/")
            await table.turn(ALLIED, HANS)

    run(evening)
    assert asked == ["hook.example"]
    assert sink.headers()["host"] == f"hook.example:{sink.port}"


def name_server(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every ``*.example`` have these addresses; return the list of names asked for."""
    asked: list[str] = []
    look_up = socket.getaddrinfo

    def answer(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if not str(host).endswith(".example"):
            return look_up(host, port, *args, **more)
        asked.append(host)
        kind = socket.SOCK_STREAM
        return [(socket.AF_INET, kind, 6, "", (address, port or 0)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


# -- private addresses --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fd00::1", "ff02::1"),
        *("fec0::1", "feff::1"),
        *("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:7f00:1::"),
    ],
)
def test_a_private_address_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:8.8.8.8"]
)
def test_a_public_address_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "0x7f.1", "2130706433", "inside.example"]
)
def test_no_webhook_reaches_into_the_servers_own_network(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    host: str,
) -> None:
    name_server(monkeypatch, "1.1.1.1", "127.0.0.1")  # one that is private is enough
    sink = WebSink()

    async def evening() -> None:
        async with running(sink), Table(tmp_path, private_webhooks=False) as table:
            await table.settings(MARY, webhook=f"http://{host}:{sink.port}/")
            await table.turn(ALLIED, HANS)

    run(evening)
    assert not sink.bodies
    assert "refused: the address is not public" in caplog.text


@pytest.mark.parametrize(
    "address",
    ["ftp://127.0.0.1/", "file:///etc/passwd", "//host", "http://", "http://a b/", "http://[/"],
)
def test_a_webhook_is_on_the_web(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.settings(MARY, webhook=address)
        await table.turn(ALLIED, HANS)

    assert not play(tmp_path, scene).bodies
    assert "refused: no web address" in caplog.text


# -- to whom and when ---------------------------------------------------------------------------


def test_who_moves_himself_is_told_nothing(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        table.room.users = {GERMAN: MARY, ALLIED: MARY}
        await table.turn(ALLIED, MARY)

    assert not play(tmp_path, scene).bodies


def test_a_bots_move_is_told(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        table.room.users = {GERMAN: None, ALLIED: MARY}
        await table.turn(ALLIED)

    assert len(play(tmp_path, scene).bodies) == 1


def test_further_decisions_of_a_turn_are_not_told(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        table.room.decider = ALLIED
        await table.turn(ALLIED, HANS)

    assert not play(tmp_path, scene).bodies


def test_the_end_of_the_game_is_not_a_turn(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.turn(-1, HANS)

    assert not play(tmp_path, scene).bodies


def test_who_is_at_the_table_is_told_nothing(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        table.room.present.append(MARY)
        await table.turn(ALLIED, HANS)

    assert not play(tmp_path, scene).bodies


def test_who_comes_to_the_table_meanwhile_is_told_nothing(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.turn(ALLIED, HANS)
        table.room.present.append(MARY)

    assert not play(tmp_path, scene).bodies


@pytest.mark.parametrize(("days", "told"), [(1, 0), (-1, 1)])
def test_nothing_is_sent_on_vacation(tmp_path: Path, days: int, told: int) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.settings(MARY, vacation=datetime.now(UTC) + timedelta(days=days))
        await table.turn(ALLIED, HANS)

    assert len(play(tmp_path, scene).bodies) == told


def test_a_quick_exchange_is_one_notification(tmp_path: Path) -> None:
    async def scene(table: Table, sink: WebSink) -> None:
        await table.turn(ALLIED, HANS)
        await table.settle()
        for _ in range(4):
            await table.turn(GERMAN, MARY)
            await table.turn(ALLIED, HANS)
        await asyncio.sleep(0.1)
        assert len(sink.bodies) == 1

    play(tmp_path, scene)


def test_the_last_turn_of_a_quick_exchange_is_told_when_it_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "QUIET", 0.3)

    async def scene(table: Table, sink: WebSink) -> None:
        await table.turn(ALLIED, HANS)
        await table.settle()
        await table.turn(GERMAN, MARY)
        await table.turn(ALLIED, HANS)
        await table.settle()
        assert len(sink.bodies) == 2

    play(tmp_path, scene)


def test_what_was_answered_meanwhile_is_not_told(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.turn(ALLIED, HANS)
        await table.settle()
        await table.turn(GERMAN, MARY)
        await table.turn(ALLIED, HANS)
        await table.turn(GERMAN, MARY)

    assert len(play(tmp_path, scene).bodies) == 1


def test_what_waits_is_sent_when_the_server_closes(tmp_path: Path) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.turn(ALLIED, HANS)
        await table.settle()
        await table.turn(GERMAN, MARY)
        await table.turn(ALLIED, HANS)

    assert len(play(tmp_path, scene).bodies) == 2


# -- e-mail -------------------------------------------------------------------------------------


def mail(folder: Path, sink: MailSink, tls: ssl.SSLContext | None = None, **more: str) -> None:
    """Let Mary, who has an e-mail address, be asked."""

    async def evening() -> None:
        async with running(sink, tls):
            scheme, user = "smtps" if tls else "smtp", more.get("user", "")
            smtp = f"{scheme}://{user}{more.get('host', '127.0.0.1')}:{sink.port}"
            async with Table(folder, smtp=smtp, sender="Salient <table@table.example>") as table:
                language = more.get("language", "en")
                await table.settings(
                    MARY, email="mary@example.org", confirmed="mary@example.org", language=language
                )
                await table.turn(ALLIED, HANS)

    run(evening)


def test_a_letter_has_all_it_needs(tmp_path: Path) -> None:
    sink = MailSink()
    mail(tmp_path, sink)
    letter = sink.letter()
    assert letter["From"] == "Salient <table@table.example>"
    assert letter["To"] == "mary@example.org"
    assert letter["Subject"] == "Your turn: Tigers in the Mist"
    assert letter["Message-ID"].endswith("@table.example>")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert abs(letter["Date"].datetime - datetime.now(UTC)) < timedelta(minutes=1)
    assert "https://table.example/game/g1" in letter.get_content()
    assert [line.split()[0] for line in sink.commands] == ["ehlo", "mail", "rcpt", "data", "QUIT"]
    assert sink.commands[1].startswith("mail FROM:<table@table.example>")
    assert sink.commands[2] == "rcpt TO:<mary@example.org>"


def test_a_japanese_letter_is_readable_and_travels_as_ascii(tmp_path: Path) -> None:
    sink = MailSink()
    mail(tmp_path, sink, language="ja")
    assert sink.letters[0].isascii()
    letter = sink.letter()
    assert letter["Subject"] == "あなたの番です：タイガース・イン・ザ・ミスト"
    assert "「第7軍の攻撃」で連合軍の番です。" in letter.get_content()
    assert letter.get_content_charset() == "utf-8"


def test_a_refused_letter_is_logged_and_not_repeated(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sink = MailSink(refuse=True)
    mail(tmp_path, sink)
    assert [line.split()[0] for line in sink.commands] == ["ehlo", "mail", "rcpt", "rset", "QUIT"]
    assert "e-mail to person 2 is refused" in caplog.text


def test_without_a_mail_server_no_letter_is_tried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        async with Table(tmp_path) as table:
            await table.settings(MARY, email="mary@example.org", confirmed="mary@example.org")
            await table.turn(ALLIED, HANS)

    run(evening)
    assert not caplog.records


# -- encryption ---------------------------------------------------------------------------------

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate")


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A server's certificate for ``good.example`` that clients trust."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=good.example"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-addext", "subjectAltName=DNS:good.example"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return context


@needs_openssl
@pytest.mark.parametrize(("host", "told"), [("good.example", 1), ("bad.example", 0)])
def test_a_secure_webhook_must_prove_its_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    certificate: ssl.SSLContext,
    caplog: pytest.LogCaptureFixture,
    host: str,
    told: int,
) -> None:
    name_server(monkeypatch, "127.0.0.1")
    names: list[str | None] = []
    certificate.sni_callback = lambda _socket, name, _context: names.append(name)
    sink = WebSink()

    async def evening() -> None:
        quiet_handshakes()
        async with running(sink, certificate), Table(tmp_path) as table:
            await table.settings(MARY, webhook=f"https://{host}:{sink.port}/")
            await table.turn(ALLIED, HANS)

    run(evening)
    assert set(names) == {host}
    assert len(sink.bodies) == told
    assert ("CERTIFICATE_VERIFY_FAILED" in caplog.text) is not bool(told)


def quiet_handshakes() -> None:
    """A server whose client hangs up in the handshake says so; here that is what is wanted."""
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)


@needs_openssl
@pytest.mark.parametrize("start_tls", [True, False])
def test_a_password_is_only_shown_to_the_right_mail_server(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    certificate: ssl.SSLContext,
    start_tls: bool,
) -> None:
    name_server(monkeypatch, "127.0.0.1")
    for host, user, taken in (
        ("good.example", "table:p%40ss@", 1),
        ("bad.example", "table:p%40ss@", 0),
        ("bad.example", "", 1),
    ):
        folder = tmp_path / f"{host}{len(user)}"
        folder.mkdir()
        sink = MailSink(start_tls=certificate if start_tls else None)
        mail(folder, sink, None if start_tls else certificate, host=host, user=user)
        assert len(sink.letters) == taken
        shown = any(line.startswith("AUTH PLAIN") for line in sink.commands)
        assert shown is (bool(user) and bool(taken))


# -- nothing hurts ------------------------------------------------------------------------------


def test_dead_sinks_are_tried_three_times_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = dead_port()

    async def evening() -> None:
        async with Table(tmp_path, smtp=f"smtp://127.0.0.1:{port}") as table:
            await table.settings(
                MARY,
                webhook=f"http://127.0.0.1:{port}/secret",
                email="mary@example.org",
                confirmed="mary@example.org",
            )
            await table.turn(ALLIED, HANS)

    run(evening)
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert "webhook to person 2 failed" in caplog.text
    assert "e-mail to person 2 failed" in caplog.text
    assert "secret" not in caplog.text


def test_a_sink_that_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 1.0)

    class Dripping(WebSink):
        async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            self.heads.append("")
            with contextlib.suppress(OSError):
                while not writer.is_closing():
                    writer.write(b"H")
                    await writer.drain()
                    await asyncio.sleep(0.02)
            await _hang_up(writer)

    sink = Dripping()

    async def evening() -> None:
        async with running(sink), Table(tmp_path) as table:
            await table.settings(MARY, webhook=f"http://127.0.0.1:{sink.port}/")
            await table.turn(ALLIED, HANS)
            await table.settle()

    run(evening)
    assert len(sink.heads) == 3
    assert "failed: TimeoutError" in caplog.text


def test_closing_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = notify.CLOSING_SECONDS
    monkeypatch.setattr(notify, "CLOSING_SECONDS", 0.1)
    closed = []

    class Silent(WebSink):
        async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            await _hang_up(writer)

    sink = Silent()

    async def evening() -> None:
        async with running(sink), Table(tmp_path) as table:
            await table.settings(MARY, webhook=f"http://127.0.0.1:{sink.port}/")
            await table.turn(ALLIED, HANS)
            start = asyncio.get_running_loop().time()
            await table.notifier.close()
            closed.append(asyncio.get_running_loop().time() - start)

    run(evening)
    assert closed[0] < usual


def test_a_broken_notification_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(table: Table, _sink: WebSink) -> None:
        await table.settings(MARY, language="xx")
        await table.turn(ALLIED, HANS)

    assert not play(tmp_path, scene).bodies
    assert "a notification failed" in caplog.text


# -- a real game --------------------------------------------------------------------------------


def test_a_real_game_tells_each_turn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many decisions a side takes, it is told once that it is asked."""
    monkeypatch.setattr(notify, "QUIET", 0.0)
    expected: list[str] = []
    sink = WebSink()

    async def evening() -> None:
        async with running(sink), Table(tmp_path) as table:
            for person in (HANS, MARY):
                await table.settings(person, webhook=f"http://127.0.0.1:{sink.port}/")
            rooms = Rooms(table.storage, 10)
            referee = Referee(table.storage, rooms)
            referee.watchers.append(table.notifier.watch)
            room = await rooms.get(GAME)
            while room.status is Status.RUNNING:
                before, user_id = room.decider, room.users[room.decider]
                decision = room.match.decision
                assert decision is not None
                assert user_id is not None
                text = room.match.state.setting.lexicon.text(decision.actions[-1])
                await referee.order(room, user_id, Order(text, room.seq, f"order-{room.seq:04}"))
                if room.decider not in (before, -1):
                    expected.append(room.game.sides[room.decider])
                await table.settle()

    run(evening)
    assert len(expected) > 1
    assert [body["side"] for body in sink.bodies] == expected
