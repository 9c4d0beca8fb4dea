"""The legal actions as a numbered menu: grouped by verb, in columns, with notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from salient.engine.actions import ArgKind
from salient.engine.errors import SalientError
from salient.engine.speech import Number, Speech
from salient.engine.state import Decision
from salient.engine.views import ActionView, PieceView, View, view_action
from salient.terminal.screen import (
    GAP,
    HEADING_STYLE,
    NOTE_STYLE,
    NUMBER_STYLE,
    in_columns,
    in_rows,
    side_style,
)

CLUSTERED = 8
"""From so many pieces on, a group is arranged by the places they are in."""

LISTED = 60
"""A group of more places than this is typed, not read: only the first are listed."""

FIRST = 12
"""How many of such a group are listed."""

NUMBER_WIDTH = 3


class Choice(NamedTuple):
    """One line of the menu.

    Attributes:
        number: What to type for it.
        text: The canonical text of the action.
        spoken: The same with the language's own names.
        label: What the menu shows.
        note: A remark behind the label.
        where: Where its piece stands or when it is due; empty if it is about no piece.
        side: Whose piece it is, or whose pieces are in its place, or -1.
    """

    number: int
    text: str
    spoken: str
    label: str
    note: str
    where: str
    side: int

    def show(self) -> Text:
        """The line as it is printed."""
        line = Text(f"{self.number:{NUMBER_WIDTH}} ", style=NUMBER_STYLE)
        line.append(self.label, style=f"not bold {side_style(self.side)}".strip())
        if self.note:
            line.append(f" {self.note}", style=f"not bold {NOTE_STYLE}")
        return line


class Unclear(SalientError):
    """A typed line that can mean several actions."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__("unclear")
        self.choices = choices


class Menu:
    """The menu of one decision."""

    def __init__(
        self,
        speech: Speech,
        decision: Decision,
        view: View,
        notes: Sequence[str],
        order: Sequence[int],
    ) -> None:
        """Number the actions.

        Args:
            speech: The language.
            decision: What is asked.
            view: What the deciding side sees.
            notes: A remark on each action.
            order: All places, the most important first.
        """
        self.speech = speech
        self.asked = decision.side
        self._say = speech.texts.say
        self.pieces = {piece.id: piece for piece in view.pieces}
        self.enemies = {p.place: p.side for p in view.pieces if p.side != decision.side}
        self.rank = {place: rank for rank, place in enumerate(order)}
        groups: dict[str, list[tuple[ActionView, str]]] = {}
        for action, note in zip(decision.actions, notes, strict=True):
            shown = view_action(speech.setting.lexicon, action)
            groups.setdefault(action.verb, []).append((shown, note))
        self.groups: dict[str, list[Choice]] = {}
        self.choices: list[Choice] = []
        for verb, items in groups.items():
            items.sort(key=lambda item: self._rank(item[0]))
            self.groups[verb] = [self._choice(action, note) for action, note in items]

    def _choice(self, action: ActionView, note: str) -> Choice:
        words = self.speech.arguments(action.verb, action.args, self.asked)
        choice = Choice(
            number=len(self.choices) + 1,
            text=action.text,
            spoken=" ".join([action.verb, *words]),
            label=self._label(action) or self._say(f"verb.{action.verb}"),
            note=note,
            where=self._where(action),
            side=self._side(action),
        )
        self.choices.append(choice)
        return choice

    def _label(self, action: ActionView) -> str:
        """The arguments by their names; a piece whose mark tells little, by mark and name."""
        words = []
        for position, (kind, value) in enumerate(action.args):
            said = self.speech.argument(action.verb, position, kind, value, self.asked)
            if kind is ArgKind.PIECE:
                mark = self.speech.setting.name("piece", int(value), self.speech.language)
                said = said if said == mark else f"{mark} {said}"
            words += [said] if said else []
        return self._say("list.arrow").join(words)

    def _rank(self, action: ActionView) -> int:
        """Places near the front first, and pieces by the places they are in."""
        piece = self._piece(action)
        place = -1 if piece is None else piece.place
        if place < 0 and len(action.args) == 1 and action.args[0][0] is ArgKind.PLACE:
            place = int(action.args[0][1])
        return self.rank.get(place, len(self.rank))

    def _piece(self, action: ActionView) -> PieceView | None:
        """The piece an action is about, if it names one first."""
        for kind, value in action.args[:1]:
            if kind is ArgKind.PIECE:
                return self.pieces.get(int(value))
        return None

    def _where(self, action: ActionView) -> str:
        """Where the acting piece stands, or when and where it is due."""
        piece = self._piece(action)
        return "" if piece is None else self.speech.whereabouts(piece)

    def _side(self, action: ActionView) -> int:
        """Whose colour an action has: its piece's, or that of an enemy in its place."""
        piece = self._piece(action)
        if piece is not None:
            return piece.side
        for kind, value in action.args[:1]:
            if kind is ArgKind.PLACE:
                return self.enemies.get(int(value), -1)
        return -1

    # -- finding ------------------------------------------------------------------------------

    def number(self, number: int) -> Choice | None:
        """The choice with a number."""
        return self.choices[number - 1] if 1 <= number <= len(self.choices) else None

    def search(self, line: str) -> list[Choice]:
        """The choices a typed line can mean: exactly, or by its beginning."""
        typed = _plain(line)
        for test in (str.__eq__, str.startswith):
            found = [
                choice
                for choice in self.choices
                if test(_plain(choice.text), typed) or test(_plain(choice.spoken), typed)
            ]
            if found:
                return found
        return []

    def words(self) -> list[str]:
        """What can be completed while typing."""
        return [choice.text for choice in self.choices]

    # -- showing ------------------------------------------------------------------------------

    def lines(self, width: int) -> list[Text]:
        """The menu line by line; of very long groups only the beginning."""
        found: list[Text] = []
        for verb, choices in self.groups.items():
            if len(choices) > LISTED and not choices[0].where:
                found += self.group(verb, width, FIRST)
                rest = Number(len(choices) - FIRST)
                found.append(Text("  " + self._say("terminal.rest", count=rest, verb=verb)))
            else:
                found += self.group(verb, width)
        return found

    def group(self, verb: str, width: int, most: int | None = None) -> list[Text]:
        """The actions of one verb line by line, or the first of them."""
        choices = self.groups[verb][:most]
        if choices[0].text == verb:
            line = Text("  ").append_text(choices[0].show())
            return [line.append(f"  {verb}", NOTE_STYLE)]
        heading = Text(f" {self._say(f'verb.{verb}')}", HEADING_STYLE)
        heading.append(f"  {verb}", f"not bold {NOTE_STYLE}")
        if choices[0].where and len(choices) >= CLUSTERED:
            return [heading, *self._clusters(choices, width)]
        return [heading, *in_columns([choice.show() for choice in choices], width)]

    def _clusters(self, choices: Sequence[Choice], width: int) -> list[Text]:
        """Pieces one place to a line, so that stacks are seen together."""
        stacks: dict[str, list[Text]] = {}
        for choice in choices:
            stacks.setdefault(choice.where, []).append(choice.show())
        hang = max(map(cell_len, stacks)) + GAP
        found: list[Text] = []
        for where, items in stacks.items():
            found += in_rows(items, Text(f"  {where}"), width, hang)
        return found


def _plain(text: str) -> str:
    """A typed line as it is compared: case and spacing do not matter."""
    return " ".join(text.casefold().split())
