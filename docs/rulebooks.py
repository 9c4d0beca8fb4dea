"""The rulebooks of the site: written from the ledgers of the titles whenever it is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mkdocs.structure.files import File, Files

from salient.engine.texts import LANGUAGES
from salient.games import GAMES, find_game

HEADINGS = {"en": "Rulebook", "ja": "ルールブック"}
NOTES = {
    "en": "All rules in our own words, with the numbers of the original.",
    "ja": "全ルールの要約です。番号は原典と同じです。",
}


def on_config(config: Any) -> Any:
    """Put the rulebooks into the contents."""
    books = [{_name(game, lang): _path(game, lang)} for game in GAMES for lang in LANGUAGES]
    players = next(part for part in config.nav if "For players" in part)
    players["For players"].append({"Rulebooks": books})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add a page for each title and language."""
    for game in GAMES:
        for language in LANGUAGES:
            text = "\n".join(_page(game, language))
            files.append(File.generated(config, _path(game, language), content=text))
    return files


def _page(game: str, language: str) -> Iterator[str]:
    title = find_game(game)
    yield from (f"# {_name(game, language)}", "", NOTES[language], "")
    yield from title.rulebook.markdown(language)


def _name(game: str, language: str) -> str:
    return f"{HEADINGS[language]}: {find_game(game).texts(language).say('game.title')}"


def _path(game: str, language: str) -> str:
    return f"rulebooks/{game}.{language}.md"
