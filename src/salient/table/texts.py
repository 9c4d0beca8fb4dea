"""The texts of the table: those of the page, and what the server itself says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from salient.engine.texts import Texts, read_catalogue

FOLDER = Path(__file__).parent / "text"


@cache
def page_texts(language: str) -> Texts:
    """What the page says."""
    return Texts(language, read_catalogue(FOLDER / f"{language}.toml"))


@cache
def table_texts(language: str) -> Texts:
    """What the server says: errors and notifications."""
    return Texts(language, read_catalogue(FOLDER / "server" / f"{language}.toml"))
