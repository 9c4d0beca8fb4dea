"""Web push: a message to a browser with no page of ours open.

The browser's own push service carries it. It learns who sends (VAPID, RFC 8292: a token signed with
the key of this table) and not what is sent: that is encrypted for the browser alone (RFC 8291,
RFC 8188).
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT = 65
"""Bytes of a public key: an uncompressed point."""

AUTH = 16
SALT = 16
RECORD = 4096
"""Bytes of the only record of a message; push services need not take more (RFC 8030)."""

LONGEST = RECORD - 16 - 1 - 86
"""Bytes of a message that fit into it beside the head, the end mark and the seal."""

DAY = 86400
SIGNED_FOR = 12 * 3600
"""Seconds for which a token is good; no push service takes more than a day."""


class Subscription(NamedTuple):
    """Where a browser is reached, and what is encrypted for it."""

    endpoint: str
    p256dh: bytes
    auth: bytes


def encode(data: bytes) -> str:
    """Bytes as they are written in web push: base64url without padding.

    >>> encode(bytes([250, 251, 252]))
    '-vv8'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of such a text.

    Raises:
        ValueError: It is none.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


def read_subscription(endpoint: str, p256dh: str, auth: str) -> Subscription:
    """A subscription as a browser gives it, checked.

    Raises:
        ValueError: A key is none.
    """
    point, secret = decode(p256dh), decode(auth)
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    if len(point) != POINT or len(secret) != AUTH:
        raise ValueError("the keys have another length")
    return Subscription(endpoint, point, secret)


# -- what is said (RFC 8291) ----------------------------------------------------------------------


def encrypt(
    text: bytes,
    to: Subscription,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only the browser of a subscription can read.

    Args:
        text: What is said; at most :data:`LONGEST` bytes.
        to: The subscription.
        key: The key of this message; a new one if missing.
        salt: The same.
    """
    if len(text) > LONGEST:
        raise ValueError(f"a message has at most {LONGEST} bytes, not {len(text)}")
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(SALT)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.p256dh)
    ours = public_point(key)
    shared = key.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, to.auth, b"WebPush: info\0" + to.p256dh + ours, 32)
    sealing = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(sealing).encrypt(nonce, text + b"\x02", None)  # the last record


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


# -- who says it (RFC 8292) -----------------------------------------------------------------------


def new_key() -> bytes:
    """A new key for a table, to be kept."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")


def read_key(kept: bytes) -> ec.EllipticCurvePrivateKey:
    """The key of a table as it was kept."""
    return ec.derive_private_key(int.from_bytes(kept, "big"), CURVE)


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def sign(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str) -> str:
    """The header by which a push service knows the table.

    Args:
        key: The key of the table.
        endpoint: Where the message goes.
        contact: Whom the push service may ask: an address that begins with https: or mailto:.
    """
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": contact,
    }
    head = encode(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    body = f"{head}.{encode(json.dumps(claims).encode())}"
    first, second = decode_dss_signature(key.sign(body.encode(), ec.ECDSA(hashes.SHA256())))
    seal = first.to_bytes(32, "big") + second.to_bytes(32, "big")
    return f"vapid t={body}.{encode(seal)}, k={encode(public_point(key))}"
