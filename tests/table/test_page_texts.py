"""The page says nothing that is not in its catalogues, and nothing is missing from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import salient.table
from salient.engine.texts import LANGUAGES, read_catalogue

TABLE = Path(salient.table.__file__).parent
PAGE = TABLE / "page"
SCRIPTS = sorted(PAGE.rglob("*.js"))
CATALOGUES = {
    language: read_catalogue(TABLE / "text" / f"{language}.toml") for language in LANGUAGES
}
IDS = set(CATALOGUES["en"])
TABLES = {message.partition(".")[0] for message in IDS}

SAID = re.compile(r"""\bsay\(\s*["']([^"']+)["']""")
LITERAL = re.compile(r"""["'`]([a-z_]+(?:\.[a-z0-9_-]+)+)["'`]""")
MEMORY = re.compile(
    r"""\b(?:recall|remember|recallHere|rememberHere|isOn|toggle)\(\s*["'][^"']+["']"""
)
TEMPLATE = re.compile(r"`([a-z_]+\.(?:[a-z0-9_-]+\.)*)\$\{")
IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*["']([^"']+\.js)["']""")
LINKED = re.compile(r"""(?:src|href)="/page/([^"]+)\"""")
STYLED = re.compile(r'"\./([\w/-]+\.css)"')
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def read(script: Path) -> str:
    return script.read_text(encoding="utf-8")


def literals(script: Path) -> set[str]:
    """Ids said directly, and strings that can only be ids because a catalogue has their table.

    What the browser remembers has names of the same shape, which are no ids.
    """
    text = MEMORY.sub("", read(script))
    hidden = {word for word in LITERAL.findall(text) if word.partition(".")[0] in TABLES}
    return set(SAID.findall(text)) | hidden


def prefixes(script: Path) -> set[str]:
    """What stands before the first value in ids that are put together."""
    return {word for word in TEMPLATE.findall(read(script)) if word.partition(".")[0] in TABLES}


def name(script: Path) -> str:
    return script.relative_to(PAGE).as_posix()


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_every_text_that_is_said_exists(script: Path) -> None:
    assert literals(script) <= IDS
    for prefix in prefixes(script):
        assert any(message.startswith(prefix) for message in IDS), prefix


def test_every_text_is_said() -> None:
    said = {message for script in SCRIPTS for message in literals(script)}
    begun = tuple({prefix for script in SCRIPTS for prefix in prefixes(script)})
    assert {message for message in IDS - said if not message.startswith(begun)} == set()


def test_the_languages_have_the_same_texts() -> None:
    assert set(CATALOGUES["en"]) == set(CATALOGUES["ja"])


@pytest.mark.parametrize("message", sorted(IDS))
def test_the_languages_fill_in_the_same_values(message: str) -> None:
    english, japanese = (CATALOGUES[language].get(message, "") for language in LANGUAGES)
    assert set(PLACEHOLDER.findall(english)) == set(PLACEHOLDER.findall(japanese))
    assert english.strip()
    assert japanese.strip()


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_every_imported_module_exists(script: Path) -> None:
    for path in IMPORTED.findall(read(script)):
        assert (script.parent / path).is_file(), path


def test_everything_the_page_links_exists() -> None:
    linked = LINKED.findall((PAGE / "index.html").read_text(encoding="utf-8"))
    assert linked
    assert [path for path in linked if not (PAGE / path).is_file()] == []


def test_every_style_sheet_is_used() -> None:
    linked = {PAGE / path for path in LINKED.findall(read(PAGE / "index.html"))}
    sheets = set(PAGE.rglob("*.css"))
    named = {
        file.parent / path for file in (*sheets, *SCRIPTS) for path in STYLED.findall(read(file))
    }
    assert sheets == {path for path in linked | named if path.suffix == ".css"}


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_no_text_becomes_markup(script: Path) -> None:
    assert not re.search(
        r"\b(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write", read(script)
    )
