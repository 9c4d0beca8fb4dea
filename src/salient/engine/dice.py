"""Dice that can be proven fair and replayed bit for bit.

Die number *n* of a game is a keyed hash (BLAKE2b) of *n* under the game's secret 32-byte seed.
The seed and the count of dice drawn are part of the state, so the same seed and the same actions
give the same game. Before the game a host publishes the *commitment* (a hash of the seed); after
the game it reveals the seed, and everyone can check every die.
"""

from __future__ import annotations

import hashlib
import secrets

from salient.engine.errors import SetupError

SEED_BYTES = 32
MOST_SEED_BYTES = hashlib.blake2b.MAX_KEY_SIZE
_WORD = 1 << 64


def new_seed() -> bytes:
    """A secret seed nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from_text(text: str) -> bytes:
    """A seed that a person can type, for repeatable games: ``--seed 42``.

    64 hexadecimal digits are the seed itself; anything else is hashed into one.

    >>> seed_from_text("42") == seed_from_text("42"), len(seed_from_text("42"))
    (True, 32)
    """
    if not text:
        raise SetupError("seed-empty")
    if len(text) == 2 * SEED_BYTES:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    return hashlib.blake2b(text.encode(), digest_size=SEED_BYTES, person=b"salient-seed").digest()


def commitment(seed: bytes) -> str:
    """The hash of a seed that is published before the game and checked after it."""
    return hashlib.sha256(b"salient commitment " + seed).hexdigest()


def draw(seed: bytes, count: int, sides: int) -> tuple[int, int]:
    """Draw one die.

    Args:
        seed: The game's seed.
        count: How many words have been drawn before.
        sides: Number of faces.

    Returns:
        The face, 1 to ``sides``, and the new count. A word beyond the last whole multiple of
        ``sides`` is drawn again, so that no face is favoured.
    """
    limit = _WORD - _WORD % sides
    while True:
        word = int.from_bytes(
            hashlib.blake2b(count.to_bytes(8, "big"), key=seed, digest_size=8).digest(), "big"
        )
        count += 1
        if word < limit:
            return word % sides + 1, count
