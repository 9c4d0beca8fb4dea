"""Texts in several languages: catalogues of message ids, never sentences in code.

A catalogue is a TOML file per language (``text/en.toml``, ``text/ja.toml``) whose nested tables
give dotted message ids. Values are plain ``str.format`` templates. A test compares the ids of
the languages, so a missing text cannot ship.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ja")


class Texts:
    """The texts of one language, looked up by dotted message id.

    >>> Texts("en", {"hit": "{n} hit(s)"}).say("hit", n=2)
    '2 hit(s)'
    """

    def __init__(self, language: str, *catalogues: Mapping[str, str]) -> None:
        self.language = language
        self._templates: dict[str, str] = {}
        for catalogue in catalogues:
            self._templates.update(catalogue)

    def __contains__(self, message: object) -> bool:
        return message in self._templates

    def say(self, message: str, **values: object) -> str:
        """Render a message; an unknown id is a programming error and raises ``KeyError``."""
        return self._templates[message].format(**values)

    def ids(self) -> frozenset[str]:
        """All message ids of this language."""
        return frozenset(self._templates)

    def as_mapping(self) -> dict[str, str]:
        """The raw templates, e.g. to be served to a page as JSON."""
        return dict(self._templates)


def read_catalogue(path: Path) -> dict[str, str]:
    """Read one TOML catalogue as a flat mapping of dotted ids."""
    return dict(_flatten("", tomllib.loads(path.read_text(encoding="utf-8"))))


def _flatten(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(f"{prefix}{key}.", value)
        else:
            yield prefix + key, str(value)


@cache
def package_texts(folder: Path, language: str, beneath: Path | None = None) -> Texts:
    """The engine's texts together with those of one game's ``text`` folder and its rooms.

    Args:
        folder: The game's folder of texts.
        language: The language.
        beneath: The folder of the game that it is played with, if it stands on another one.
    """
    folders = (beneath, folder) if beneath else (folder,)
    files = [file for each in folders for file in _catalogues(each, language)]
    return Texts(language, _engine_catalogue(language), *map(read_catalogue, files))


def _catalogues(folder: Path, language: str) -> list[Path]:
    """A folder's file of a language, and those of its rooms."""
    return [folder / f"{language}.toml", *sorted(folder.glob(f"*/{language}.toml"))]


@cache
def engine_texts(language: str) -> Texts:
    """The texts that every game shares: errors, the terminal's words, common events."""
    return Texts(language, _engine_catalogue(language))


@cache
def _engine_catalogue(language: str) -> dict[str, str]:
    return read_catalogue(Path(__file__).parent / "text" / f"{language}.toml")
