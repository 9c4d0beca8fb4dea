"""Web push: what is sent can be read by the browser it is for, and by nobody else."""

from __future__ import annotations

import asyncio
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from salient.table.push import (
    LONGEST,
    Subscription,
    decode,
    encode,
    encrypt,
    public_point,
    read_key,
    sign,
)
from salient.table.subscriptions import MOST
from salient.table.wire import NewSubscription
from tests.table.people import Hall, Json
from tests.table.test_notify import (
    ALLIED,
    HANS,
    MARY,
    Table,
    _hang_up,
    _quick,  # noqa: F401 - so that nobody waits
    running,
)


class Browser:
    """A browser with the keys of its subscription: it can read what is pushed to it."""

    def __init__(self, key: bytes | None = None, auth: bytes | None = None) -> None:
        self.key = read_key(key) if key else ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or os.urandom(16)

    def at(self, endpoint: str) -> Subscription:
        return Subscription(endpoint, public_point(self.key), self.auth)

    def wire(self, endpoint: str) -> NewSubscription:
        return NewSubscription(endpoint, encode(public_point(self.key)), encode(self.auth))

    def read(self, sent: bytes) -> bytes:
        """What a message says, by RFC 8291 from the other end."""
        salt, size, length = sent[:16], int.from_bytes(sent[16:20], "big"), sent[20]
        point, sealed = sent[21 : 21 + length], sent[21 + length :]
        assert len(sent) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self.key.exchange(ec.ECDH(), theirs)

        def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        info = b"WebPush: info\0" + public_point(self.key) + point
        secret = derive(shared, self.auth, info, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        return text[:-1]


class PushService:
    """A push service on the machine itself that keeps what is posted to it."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.headers: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/push/abc"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in head[1:] if line)
        self.headers.append({name.lower(): value for name, value in pairs})
        self.bodies.append(await reader.readexactly(int(self.headers[-1]["content-length"])))
        status = self.statuses.pop(0) if self.statuses else 201
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n".encode())
        await _hang_up(writer)


def check_token(header: str, audience: str) -> dict[str, Any]:
    """What a push service checks: the token is signed with the key that is named."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    head, claims, seal = parts["t"].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(seal)
    first, second = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    signed = f"{head}.{claims}".encode()
    key.verify(encode_dss_signature(first, second), signed, ec.ECDSA(hashes.SHA256()))
    told: dict[str, Any] = json.loads(decode(claims))
    assert told["aud"] == audience
    assert time.time() < told["exp"] <= time.time() + 86400
    return told | {"key": parts["k"]}


# -- the letter (RFC 8291) ------------------------------------------------------------------------


def test_the_example_of_the_rfc_comes_out_byte_for_byte() -> None:
    """RFC 8291, chapter 5 and appendix A."""
    receiver = Browser(
        decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), decode("BTBZMqHH6r4Tts7J_aSIgg")
    )
    sent = encrypt(
        b"When I grow up, I want to be a watermelon",
        receiver.at("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"),
        key=read_key(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(sent) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_its_browser_reads_a_letter_and_no_two_are_alike() -> None:
    mine, other = Browser(), Browser()
    letters = [encrypt("あなたの番です".encode(), mine.at("https://x.example")) for _ in range(2)]
    assert letters[0] != letters[1]
    assert {mine.read(letter).decode() for letter in letters} == {"あなたの番です"}
    with pytest.raises(InvalidTag):
        other.read(letters[0])


def test_the_longest_letter_fits_into_one_record_and_a_longer_one_is_refused() -> None:
    browser = Browser()
    to = browser.at("https://x.example")
    assert len(browser.read(encrypt(b"x" * LONGEST, to))) == LONGEST
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (LONGEST + 1), to)


def test_a_token_is_for_the_push_service_alone() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    header = sign(key, "https://push.example.net:8443/a/b?c", "mailto:us@table.example")
    told = check_token(header, "https://push.example.net:8443")
    assert told["sub"] == "mailto:us@table.example"


# -- being told -----------------------------------------------------------------------------------


def push(folder: Path, *statuses: int, language: str = "en") -> tuple[PushService, Browser, int]:
    """Mary is asked while she has no page open; her push service, browser, and browsers left."""
    service, browser, left = PushService(*statuses), Browser(), [0]

    async def evening() -> None:
        async with running(service), Table(folder) as table:
            await table.settings(MARY, language=language)
            subscriptions = table.notifier.subscriptions
            await subscriptions.add(MARY, browser.wire(service.address))
            await table.turn(ALLIED, HANS)
            await table.settle()
            left[0] = len(await subscriptions.of(MARY))

    asyncio.run(evening())
    return service, browser, left[0]


@pytest.mark.parametrize(("language", "words"), [("en", "your turn"), ("ja", "番です")])
def test_who_has_no_page_open_is_told_by_his_browser(
    tmp_path: Path, language: str, words: str
) -> None:
    service, browser, left = push(tmp_path, language=language)
    (body,), (headers,) = service.bodies, service.headers
    told = json.loads(browser.read(body))
    assert told["link"] == "/game/g1"
    assert told["tag"] == "g1"
    assert words in told["body"]
    assert "https://" not in told["body"]
    assert told["title"]
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    claims = check_token(headers["authorization"], f"http://127.0.0.1:{service.port}")
    assert claims["sub"] == "https://table.example/"
    assert left == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int) -> None:
    service, _, left = push(tmp_path, status)
    assert len(service.bodies) == 1
    assert left == 0


@pytest.mark.parametrize(("status", "tries"), [(503, 3), (400, 1), (302, 1)])
def test_a_push_service_in_trouble_is_asked_again_and_one_that_refuses_is_not(
    tmp_path: Path, status: int, tries: int
) -> None:
    service, _, left = push(tmp_path, *[status] * tries)
    assert len(service.bodies) == tries
    assert left == 1


def test_the_key_of_the_table_stays_and_is_shared(tmp_path: Path) -> None:
    keys: list[str] = []

    async def evening() -> None:
        async with Table(tmp_path) as table:
            keys.append(await table.notifier.subscriptions.public_key())
            again = type(table.notifier.subscriptions)(table.storage)
            keys.append(await again.public_key())

    asyncio.run(evening())
    assert keys[0] == keys[1]
    assert len(decode(keys[0])) == 65


# -- whom not -------------------------------------------------------------------------------------


def test_nothing_is_pushed_into_private_networks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service, browser = PushService(), Browser()

    async def evening() -> None:
        async with running(service), Table(tmp_path) as table:
            await table.notifier.subscriptions.add(MARY, browser.wire(service.address))
            table.notifier._post.private = False
            await table.turn(ALLIED, HANS)
            await table.settle()

    asyncio.run(evening())
    assert service.bodies == []
    assert "not public" in caplog.text
    assert "push/abc" not in caplog.text


def subscribe(hall: Hall, **change: Json) -> tuple[Any, Any]:
    person, browser = hall.guest(), Browser()
    wanted = browser.wire("https://push.example/abc")
    body = {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth, **change}
    return person, person.client.post("/api/me/subscriptions", json=body)


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/abc"},
        {"endpoint": "file:///etc/passwd"},
        {"p256dh": "AAAA"},
        {"p256dh": encode(b"\x04" + bytes(64))},
        {"auth": "short"},
        {"auth": "not base64 !"},
    ],
)
def test_what_is_no_subscription_is_refused(hall: Hall, change: dict[str, str]) -> None:
    _, answer = subscribe(hall, **change)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-subscription"


def test_strangers_cannot_subscribe(hall: Hall) -> None:
    body = {"endpoint": "https://push.example/abc", "p256dh": "x", "auth": "x"}
    answer = hall.stranger().client.post("/api/me/subscriptions", json=body)
    assert answer.status_code == 401


def test_one_subscribes_is_told_so_in_one_s_data_and_ends_it(hall: Hall) -> None:
    person, answer = subscribe(hall)
    assert answer.status_code == 204, answer.text
    held = person.get("/api/me/export")["browsers"]
    assert [one["endpoint"] for one in held] == ["https://push.example/abc"]
    body = {"endpoint": "https://push.example/abc"}
    stranger = hall.guest()
    assert stranger.client.post("/api/me/subscriptions/deletion", json=body).status_code == 204
    assert person.get("/api/me/export")["browsers"]
    assert person.client.post("/api/me/subscriptions/deletion", json=body).status_code == 204
    assert person.get("/api/me/export")["browsers"] == []


def test_only_so_many_browsers_of_one_person_are_told(tmp_path: Path) -> None:
    found: list[Subscription] = []

    async def evening() -> None:
        async with Table(tmp_path) as table:
            for number in range(MOST + 3):
                wanted = Browser().wire(f"https://push.example/{number}")
                await table.notifier.subscriptions.add(MARY, wanted)
            found.extend(await table.notifier.subscriptions.of(MARY))

    asyncio.run(evening())
    assert len(found) == MOST
    assert found[-1].endpoint == f"https://push.example/{MOST + 2}"


def test_a_browser_belongs_to_who_came_last(tmp_path: Path) -> None:
    counts: list[int] = []

    async def evening() -> None:
        async with Table(tmp_path) as table:
            subscriptions, browser = table.notifier.subscriptions, Browser()
            for person in (HANS, MARY):
                await subscriptions.add(person, browser.wire("https://push.example/one"))
            counts.extend([len(await subscriptions.of(one)) for one in (HANS, MARY)])

    asyncio.run(evening())
    assert counts == [0, 1]
