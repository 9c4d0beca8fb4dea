"""Passwords: how they are kept, and which ones are too easily guessed."""

from __future__ import annotations

import asyncio
import re
import secrets
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from salient.table.errors import TableError
from salient.table.names import likeness

COMMON = Path(__file__).parent / "common-passwords.txt"
FEWEST_DIFFERENT = 5
"""Different characters that a password has at least."""

RUNS = (
    "0123456789012345", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn",
)  # fmt: skip
"""Rows of keys, of letters and of digits."""

WRITTEN_ALSO = str.maketrans("013457@$!", "oleastasi")

_hasher = PasswordHasher()


async def hash_password(password: str) -> str:
    """What is kept of a password."""
    return await asyncio.to_thread(_hasher.hash, password)


async def is_right(stored: str | None, password: str) -> bool:
    """Whether a password is the one that was kept.

    Where none was kept a decoy is tried, so that both take equally long.
    """
    kept = await asyncio.to_thread(_decoy) if stored is None else stored
    return await asyncio.to_thread(_verify, kept, password) and stored is not None


def require_good(password: str, name: str) -> None:
    """Refuse a password that is among the first to be tried.

    Raises:
        TableError: ``weak-password``.
    """
    plain = password.casefold()
    stem = re.sub(r"[^a-z]+$|^[^a-z]+", "", plain).translate(WRITTEN_ALSO)
    digits = re.sub(r"\D+$", "", plain)
    own = likeness(name).replace(" ", "")
    rest = likeness(password).replace(" ", "").replace(own, "") if own else plain
    runs = [way for run in RUNS for way in (run, run[::-1])]
    if (
        len(set(plain)) < FEWEST_DIFFERENT
        or not {plain, digits}.isdisjoint(_common())
        or (stem and _repeats(stem) in _common())
        or any(plain in run for run in runs)
        or len(rest) < FEWEST_DIFFERENT
    ):
        raise TableError("weak-password")


def _repeats(text: str) -> str:
    """The part of which a text is made by repeating it: mostly the whole of it."""
    return text[: (text + text).index(text, 1)]


@cache
def _common() -> frozenset[str]:
    lines = COMMON.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _decoy() -> str:
    return _hasher.hash(secrets.token_hex())


def _verify(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except VerificationError:
        return False
