"""What all commands share: language, consoles, errors as one clear line, JSON."""

from __future__ import annotations

import functools
import json
import locale
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, cast

import typer

from salient.engine.errors import RecordError, SalientError, SetupError
from salient.engine.texts import LANGUAGES, Texts, engine_texts

if TYPE_CHECKING:
    from rich.console import Console

    from salient.engine import AnyGame, Record
    from salient.engine.speech import Speech

MISTAKE, INTERRUPTED = 2, 130
"""Exit statuses."""

P = ParamSpec("P")


class Shell:
    """The surroundings of a command: the language and where to print."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: Texts = engine_texts(language)

    @functools.cached_property
    def out(self) -> Console:
        """The standard output."""
        from salient.terminal.screen import make_console

        return make_console()

    @functools.cached_property
    def err(self) -> Console:
        """The standard error output, for messages and progress."""
        from salient.terminal.screen import make_console

        return make_console(errors=True)

    def game(self, name: str) -> AnyGame:
        """A game by its id."""
        from salient.games import find_game

        return find_game(name)

    def speech(self, game: AnyGame, setting: Any) -> Speech:
        """A game's sentences in the user's language."""
        from salient.engine.speech import Speech

        return Speech(game, setting, self.language)

    def json(self, value: object) -> None:
        """Print data for programs."""
        typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def shell_of(context: typer.Context) -> Shell:
    """The shell a command runs in."""
    shell = context.find_object(Shell)
    assert shell is not None, "the program sets it up"
    return shell


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Let a command end in one clear line and a status where a user made a mistake."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        # Commands are called with their parameters by name; all have a ``context``.
        shell = shell_of(cast(typer.Context, kwargs["context"]))
        try:
            command(*args, **kwargs)
        except SalientError as error:
            typer.echo(describe(error, shell.language), err=True)
            raise typer.Exit(MISTAKE) from None
        except KeyboardInterrupt:
            typer.echo("", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return run


def describe(error: SalientError, language: str) -> str:
    """An error as one line in a language."""
    return " ".join(error.describe(language).split())


# -- language -----------------------------------------------------------------------------------


def take_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language of the user, and the arguments without the option that names it.

    ``--lang`` may stand anywhere; otherwise ``SALIENT_LANG`` or the locale decide.

    >>> take_language(["play", "mist", "--lang", "ja"])
    ('ja', ['play', 'mist'])
    """
    rest: list[str] = []
    wanted = ""
    words = iter(arguments)
    for word in words:
        if word == "--lang":
            wanted = next(words, "")
            if not wanted:
                raise SetupError("no-language", language="", expected=", ".join(LANGUAGES))
        elif word.startswith("--lang="):
            wanted = word.removeprefix("--lang=")
        else:
            rest.append(word)
    wanted = wanted or os.environ.get("SALIENT_LANG", "")
    if wanted and wanted not in LANGUAGES:
        raise SetupError("no-language", language=wanted, expected=", ".join(LANGUAGES))
    return wanted or _locale_language(), rest


def _locale_language() -> str:
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    spoken = next((name for name in names if name), locale.getlocale()[0] or "")
    return next((code for code in LANGUAGES if spoken.startswith(code)), LANGUAGES[0])


# -- arguments ----------------------------------------------------------------------------------


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise SetupError("bad-option", text=pair)
        options[name] = value
    return options


@contextmanager
def about(path: Path) -> Iterator[None]:
    """Let every complaint inside name the file it is about."""
    try:
        yield
    except SalientError as error:
        raise RecordError("file-wrong", file=str(path), reason=error) from None


def read_record(path: Path) -> Record:
    """The record in a file."""
    from salient.engine import parse_record
    from salient.terminal.files import read_text

    text = read_text(path)
    with about(path):
        return parse_record(text)


def note_other_rules(shell: Shell, game: AnyGame, record: Record) -> None:
    """Say that a record of other rules comes out the same under those of this program."""
    rules, expected = record.identity.rules, game.rules_version
    if rules != expected:
        texts = game.texts(shell.language)
        typer.echo(texts.say("command.replay.other_rules", rules=rules, expected=expected))
