"""One game at the terminal: people type, bots move, everything is told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from salient.bots import Bot
from salient.engine import Event, Match, SalientError, SetupError
from salient.engine.speech import Number, Speech, say_clock
from salient.engine.views import View
from salient.terminal.atlas import Atlas
from salient.terminal.chronicle import Chronicle
from salient.terminal.ending import ending_lines
from salient.terminal.lessons import Guide
from salient.terminal.menu import Menu, Unclear
from salient.terminal.orders import ORDERS, complete_order, leave
from salient.terminal.players import Player
from salient.terminal.reader import Reader
from salient.terminal.screen import (
    HEADING_STYLE,
    NOTE_STYLE,
    fold,
    in_columns,
    print_lines,
    side_style,
)

SEVERAL = re.compile("[;；]")
"""What stands between several actions in one line."""

ROOM = 8
"""Lines of the screen kept free of the menu: heading, question, input."""


class Session:
    """A match between players at one terminal."""

    def __init__(
        self,
        match: Match[Any],
        players: Sequence[Player],
        language: str,
        console: Console,
        reader: Reader,
    ) -> None:
        self.match = match
        self.game = match.game
        self.players = players
        self.language = language
        self.console = console
        self.reader = reader
        self.speech = Speech(self.game, match.state.setting, language, spoken=True)
        self.say = self.speech.texts.say
        self.chronicle = Chronicle(self.speech)
        self.atlas = Atlas(self.game, self.speech)
        self.report = self.game.report
        self.menu: Menu | None = None
        self.hidden: list[Text] = []
        self.guide: Guide | None = None
        self.saved = len(match.log)
        self.over = False

    # -- the course of the game ---------------------------------------------------------------

    def run(self, news: Sequence[Event] = ()) -> None:
        """Play until the game is over or somebody leaves.

        Args:
            news: What has happened before the first question.
        """
        self._tell(news)
        while not self.over:
            decision = self.match.decision
            if decision is None:
                self._finish()
                return
            bot = self.players[decision.side]
            if bot is None:
                self._ask(decision.side)
            else:
                self._let(bot)

    def view(self) -> View:
        """What the deciding side sees."""
        return self.match.view(self.asked)

    @property
    def known(self) -> Any:
        """What the deciding side knows of the position."""
        return self.match.known(self.asked)

    @property
    def asked(self) -> int:
        """Who is asked, or -1."""
        decision = self.match.decision
        return decision.side if decision else -1

    def reader_side(self) -> int | None:
        """Who reads the screen: the only person; of two, the one whose turn it is; else nobody.

        When the game is over everything may be read.
        """
        people = [side for side, player in enumerate(self.players) if player is None]
        decision = self.match.decision
        if decision is None:
            return None
        if len(people) == 1:
            return people[0]
        return decision.side if people else -1

    def _let(self, bot: Bot) -> None:
        """Let bots act until a person is asked or something new begins, then tell what they did."""
        events: list[Event] = []
        player: Player = bot
        while player is not None:
            decision = self.match.decision
            if decision is None:
                break
            events += self.match.play(player.answer(self.game, self.match.state, decision))
            if any(self.speech.heading(event) for event in events):
                break
            after = self.match.decision
            player = self.players[after.side] if after else None
        self._tell(events)

    def _ask(self, side: int) -> None:
        """Put one question to a person and carry out the answer."""
        self.open_menu()
        self.teach()
        before = len(self.match.log)
        while not self.over and len(self.match.log) == before:
            prompt = self.say("terminal.input", side=self.speech.side(side))
            try:
                line = self.reader.line(prompt, self._words())
            except EOFError:
                self.over = True
                return
            try:
                self._obey(line, side)
            except SalientError as error:
                self.complain(error)

    def teach(self) -> None:
        """Tell one who learns what comes next."""
        if self.guide is not None:
            self.print_lines(self.guide.tell())
            self.guide = None if self.guide.is_over else self.guide

    def _obey(self, line: str, side: int) -> None:
        """Do what a typed line says: an action, several, or an order to the terminal."""
        if not line:
            if self.hidden:
                self.more()
            else:
                self.open_menu()
            return
        word, *words = line.split()
        if word.casefold() in ORDERS and word.casefold() not in self.speech.setting.lexicon.verbs:
            ORDERS[word.casefold()](self, words)
            return
        parts = [part for part in map(str.strip, SEVERAL.split(line)) if part]
        self._play_all(parts, side)

    def _play_all(self, parts: Sequence[str], side: int) -> None:
        """Carry out one action after the other; if one is refused, none is, where that can be."""
        events: list[Event] = []
        for done, part in enumerate(parts):
            try:
                if done:
                    self._require_asked(side, part)
                    self.menu = self._make_menu()
                events += self.match.play(self._find_action(part), side, ask=True)
                if self.guide is not None:
                    self.guide.did(self.match.deeds[-1].action.verb)
            except SalientError:
                self._break_off(done, events)
                raise
        self._tell(events)

    def _require_asked(self, side: int, part: str) -> None:
        """Refuse to go on with a line when somebody else must decide first."""
        if self.asked != side:
            raise SetupError("line-cut", text=part)

    def _break_off(self, done: int, events: Sequence[Event]) -> None:
        """Take back what was done of a line that cannot be carried out whole, or tell it."""
        if done <= self.match.undoable:
            for _ in range(done):
                self.match.undo()
            self.menu = self._make_menu()
        else:
            self._tell(events)

    def _find_action(self, line: str) -> str:
        """The text of the action that a person means.

        An action that is not offered is returned as it was typed: the refusal says why.

        Raises:
            SetupError: There is no such number or word.
            Unclear: It can mean several actions.
        """
        menu = self.menu
        assert menu is not None, "a question has a menu"
        if line.isdigit():
            choice = menu.number(int(line))
            if choice is None:
                raise SetupError("no-number", last=len(menu.choices))
            return choice.text
        found = menu.search(line)
        if len(found) > 1:
            raise Unclear(found)
        word = line.split()[0]
        if not found and word.casefold() not in self.speech.setting.lexicon.verbs:
            offered = self.say("list.comma").join(menu.groups)
            raise SetupError("no-order", word=word, actions=offered)
        return found[0].text if found else line

    def _words(self) -> list[str]:
        menu = [] if self.menu is None else self.menu.words()
        return [*menu, *complete_order(self.speech)]

    # -- what is shown ------------------------------------------------------------------------

    def welcome(self) -> None:
        """Say what is played, and how."""
        scenario = self.match.state.setting.identity.scenario
        self.console.print()
        self.print(f"{self.say('game.title')}: {self.say(f'scenario.{scenario}')}", HEADING_STYLE)
        self.print(self.say(f"about.{scenario}"), NOTE_STYLE)
        if f"briefing.{scenario}.situation" in self.speech.texts and None in self.players:
            self.print(self.say(f"briefing.{scenario}.situation"))
            self.print(self.say(f"briefing.{scenario}.victory"))
        if None in self.players:
            self.print(self.say("terminal.welcome"), NOTE_STYLE)

    def open_menu(self) -> None:
        """Show the question and the legal actions."""
        decision = self.match.decision
        if decision is None:
            return
        self.menu = self._make_menu()
        self._head(self.view())
        side = self.speech.side(decision.side) + self.say("terminal.colon")
        question = Text().append(side, f"{HEADING_STYLE} {side_style(decision.side)}")
        question.append(self.speech.prompt(decision))
        self.print_lines([question])
        for detail in self.report.describe_decision(self.known, decision):
            self.print(f"  {self.speech.say(detail)}", NOTE_STYLE)
        self.hidden = self.menu.lines(self.console.width)
        self.more()

    def _make_menu(self) -> Menu:
        """The legal actions of the pending question."""
        decision, known = self.match.decision, self.known
        assert decision is not None, "somebody is asked"
        view = self.view()
        self.chronicle.see(view)
        notes = list(map(self.speech.say, self.report.describe_actions(known, decision)))
        return Menu(self.speech, decision, view, notes, self.report.order_places(known))

    def _head(self, view: View) -> None:
        scenario = self.say(f"scenario.{self.speech.setting.identity.scenario}")
        title = self.say("terminal.head", game=self.say("game.title"), scenario=scenario)
        tracks = [say_clock(self.speech.texts, view.clock)]
        tracks += [f"{self.say(f'track.{key}')} {value}" for key, value in view.tracks.items()]
        self.console.print()
        line = Text(title, NOTE_STYLE).append("  ").append("  ".join(tracks), "bold not dim")
        self.console.print(Rule(line, align="left", style=NOTE_STYLE))

    def more(self) -> None:
        """Show as much of the waiting lines as the screen holds."""
        room = max(self.console.height - ROOM, ROOM) if self.reader.live else len(self.hidden)
        if len(self.hidden) <= room + 1:
            room = len(self.hidden)
        page, self.hidden = self.hidden[:room], self.hidden[room:]
        self.print_lines(page)
        if self.hidden:
            self.print(self.say("terminal.more", count=Number(len(self.hidden))), NOTE_STYLE)

    def show_paged(self, lines: Iterable[Text]) -> None:
        """Print a long report page by page."""
        self.hidden = [part for line in lines for part in fold(self.console, line)]
        self.more()

    def table_lines(self, table: Table) -> list[Text]:
        """A table line by line as it fits on the screen."""
        rows = self.console.render_lines(table, pad=False)
        return [Text.assemble(*((part.text, part.style or "") for part in row)) for row in rows]

    def print(self, text: str, style: str = "") -> None:
        """Print a sentence."""
        self.print_lines([Text(text, style)])

    def print_lines(self, lines: Iterable[Text]) -> None:
        """Print finished lines."""
        print_lines(self.console, lines)

    def complain(self, error: SalientError) -> None:
        """Say what was wrong with the last line."""
        self.print(error.describe(self.language), "red")
        if isinstance(error, Unclear):
            choices = [choice.show() for choice in error.choices]
            self.show_paged(in_columns(choices, self.console.width))

    def _tell(self, events: Sequence[Event]) -> None:
        side = self.reader_side()
        self.print_lines(self.chronicle.lines(events, side))
        self.chronicle.see(self.match.view(-1 if side is None else side))

    def _finish(self) -> None:
        """The result, and how to keep the game."""
        result = self.game.result(self.match.state)
        assert result is not None, "a game without decisions is over"
        self.console.print()
        score = self.say("game.score", score=Number(result.score))
        line = self.say("terminal.result", result=self.speech.result(result), score=score)
        winner = -1 if result.winner is None else result.winner
        self.print(line, f"{HEADING_STYLE} {side_style(winner)}")
        self.print_lines(ending_lines(self))
        self.over = True
        if None in self.players:
            leave(self, [])
