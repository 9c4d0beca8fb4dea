"""Names: what makes two of them the same, and which ones nobody may take."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from salient.engine.texts import LANGUAGES
from salient.table.errors import TableError
from salient.table.texts import table_texts

LONGEST_KEY = 64

INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that show nothing."""

LOOKALIKES = str.maketrans(
    "авсеһіјкмнорѕтухьԁԛԝ" "αβγεηικμνορτυχω" "01ií",
    "abcehljkmhopstyxbdqw" "abyenlkuvoptuxw" "olll",
)  # fmt: skip
"""Small letters and digits that can be taken for others: Cyrillic, Greek, 0 and o, 1, i and l."""

EUROPEAN = frozenset(("LATIN", "CYRILLIC", "GREEK"))
"""Alphabets that share shapes: a name is written in one of them."""


def name_key(name: str) -> str:
    """What two names have in common that are the same: case, width and the like do not count.

    Everything that knows people by their names uses it: signing in, signing up, limits.

    Raises:
        TableError: ``bad-setting``; some letters stand for whole words and make it too long.
    """
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if len(key) > LONGEST_KEY:
        raise TableError("bad-setting", setting="name", value=name, expected=f"≤ {LONGEST_KEY}")
    return key


def likeness(name: str) -> str:
    """What two names have in common that can be taken for one another.

    >>> likeness("аlice") == likeness("Alice"), likeness("a  b") == likeness("A.b")
    (True, True)
    """
    return re.sub(r"[\s.'_-]+", " ", name_key(name)).strip().translate(LOOKALIKES)


def require_free_form(name: str) -> None:
    """Refuse a name that could be taken for one of the table's own, or that mixes alphabets.

    Raises:
        TableError: ``name-alphabets`` or ``name-reserved``.
    """
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in name_key(name)}
    if len(alphabets & EUROPEAN) > 1 or INVISIBLE & set(name):
        raise TableError("name-alphabets", name=name)
    if likeness(name) in _reserved() or _guest().fullmatch(re.sub(r"\s", "", name_key(name))):
        raise TableError("name-reserved", name=name)


@cache
def _reserved() -> frozenset[str]:
    """The names of bots, and what one is called who has left."""
    return frozenset(
        likeness(text)
        for texts in map(table_texts, LANGUAGES)
        for message, text in texts.as_mapping().items()
        if message.startswith("bot.") or message == "person.gone"
    )


@cache
def _guest() -> re.Pattern[str]:
    """How guests are called, without blanks."""
    number = 7777
    names = [table_texts(language).say("person.guest", number=number) for language in LANGUAGES]
    plain = [re.escape(re.sub(r"\s", "", name_key(name))) for name in names]
    return re.compile("|".join(plain).replace(str(number), r"\d+"))
