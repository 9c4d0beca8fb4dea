"""Where the player's lines come from: a live prompt with completion, or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class Reader(Protocol):
    """Someone who types."""

    live: bool

    def line(self, prompt: str, words: Sequence[str] = ()) -> str:
        """The next line.

        Args:
            prompt: What is printed in front of it.
            words: What can be completed.

        Raises:
            EOFError: There is nothing more to come.
        """
        ...


class PipeReader:
    """Lines from a file or another program; they are printed so that the transcript is whole."""

    live = False

    def __init__(self, console: Console) -> None:
        self.console = console

    def line(self, prompt: str, words: Sequence[str] = ()) -> str:
        """The next line of the standard input."""
        self.console.print(prompt, end="")
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise EOFError
        self.console.print(line.strip())
        return line.strip()


class LiveReader:
    """Lines from a person: history with the arrow keys, completion with the tabulator."""

    live = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self.session: PromptSession[str] = PromptSession()

    def line(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Ask for a line."""
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        return self.session.prompt(prompt, completer=completer, complete_while_typing=False).strip()


def make_reader(console: Console) -> Reader:
    """A live prompt at a terminal, a plain reader otherwise."""
    simple = os.environ.get("TERM") == "dumb"
    if sys.stdin.isatty() and sys.stdout.isatty() and not simple:
        return LiveReader()
    return PipeReader(console)
