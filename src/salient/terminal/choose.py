"""Choosing scenario and players before the game, from numbered menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from salient.engine import AnyGame
from salient.engine.texts import Texts
from salient.terminal.players import PLAYERS
from salient.terminal.reader import Reader
from salient.terminal.screen import HEADING_STYLE, NOTE_STYLE, NUMBER_STYLE, print_lines, side_style


class Lobby:
    """Asks what the command line has left open."""

    def __init__(self, game: AnyGame, texts: Texts, console: Console, reader: Reader) -> None:
        self.game = game
        self.texts = texts
        self.console = console
        self.reader = reader

    def scenario(self) -> str:
        """Which scenario is played."""
        say = self.texts.say
        return self._choose(
            Text(say("terminal.choose_scenario"), HEADING_STYLE),
            self.game.scenarios,
            lambda name: (say(f"scenario.{name}"), say(f"about.{name}")),
        )

    def player(self, side: int) -> str:
        """Who plays a side."""
        say = self.texts.say
        name = say(f"side.{self.game.sides[side]}")
        title = Text(say("terminal.choose_player", side=name), f"bold {side_style(side)}")
        return self._choose(title, PLAYERS, lambda player: (say(f"player.{player}"), ""))

    def _choose(
        self, title: Text, keys: Sequence[str], describe: Callable[[str], tuple[str, str]]
    ) -> str:
        """A numbered menu; the number or the word itself is typed, empty takes the first.

        Raises:
            EOFError: Nobody answers.
        """
        self.console.print()
        self.console.print(title)
        for number, key in enumerate(keys, start=1):
            name, about = describe(key)
            line = Text(f"  {number} ", NUMBER_STYLE).append(name, "not bold")
            if about:
                self.console.print(line)
                line = Text(f"    {about}", NOTE_STYLE)
            print_lines(self.console, [line])
        while True:
            answer = self.reader.line(self.texts.say("terminal.choice"), keys).casefold()
            if not answer:
                return keys[0]
            if answer.isdigit() and 1 <= int(answer) <= len(keys):
                return keys[int(answer) - 1]
            if answer in keys:
                return answer
            self.console.print(Text(self.texts.say("error.no-number", last=len(keys)), "red"))
