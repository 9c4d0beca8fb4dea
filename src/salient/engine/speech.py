"""Events, questions and names as sentences, for any game and any language.

Everything a person reads is made here from message ids and values: the terminal's log, the page's
log and the files that tell a whole game. What a title adds to it is only its text catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from salient.engine.actions import Action, ArgKind
from salient.engine.events import Event, Lot, Modifier, Rolled, reference_kinds, references
from salient.engine.game import AnyGame, Result
from salient.engine.messages import FullRef, Message, Reason, Series, Value, Word
from salient.engine.reports import Shade
from salient.engine.setting import Setting
from salient.engine.state import Decision, Ref
from salient.engine.texts import Texts
from salient.engine.views import PieceView

ROUND = " T"
"""What stands in a clock between a turn and its round (``20PM T3``)."""

_WORD_TABLES = {"outcome": "result", "date": "turn"}
"""Fields whose words stand in a table of another name."""


class Number(int):
    """A number that a template can put in words: zero, one, many (``#`` is the number).

    >>> "{n:no hit|1 hit|# hits}".format(n=Number(3)), "{n:1 hit|# hits}".format(n=Number(1))
    ('3 hits', '1 hit')
    """

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return int(self).__format__(spec)
        *zero, one, many = spec.split("|")
        form = zero[0] if zero and self == 0 else one if self == 1 else many
        return form.replace("#", str(int(self)))


def say_clock(texts: Texts, clock: str) -> str:
    """The turn in words (``game.clock``), with its phase.

    Turns and phases go by their names, if they have any (``turn.<id>``, ``phase.<id>``). A turn
    that goes through its phases more than once is told with the round (``game.clock_round``).
    """
    when, _, phase = clock.partition("-")
    turn, _, rounds = when.partition(ROUND)
    named = {"turn": _name(texts, "turn", turn), "phase": _name(texts, "phase", phase)}
    if rounds:
        return texts.say("game.clock_round", **named, round=rounds)
    return texts.say("game.clock", clock=clock, **named)


def _name(texts: Texts, table: str, key: str) -> str:
    """The text ``<table>.<key>``, or the key itself where a word needs no text."""
    message = f"{table}.{key}"
    return texts.say(message) if message in texts else key


class Speech:
    """One game's setting in one language."""

    def __init__(
        self, game: AnyGame, setting: Setting, language: str, *, spoken: bool = False
    ) -> None:
        """Be ready to speak.

        Args:
            game: The game.
            setting: What the names are of.
            language: The language.
            spoken: Whether pieces are called in sentences as people call them, and not by the names
                that orders are typed with.
        """
        self.spoken = spoken
        self.game = game
        self.setting = setting
        self.language = language
        self.texts = game.texts(language)

    # -- names --------------------------------------------------------------------------------

    def side(self, index: int) -> str:
        """The name of a side."""
        return self.texts.say(f"side.{self.game.sides[index]}")

    def caption(self) -> str:
        """The title of a picture: game and scenario."""
        scenario = self.texts.say(f"scenario.{self.setting.identity.scenario}")
        return f"{self.texts.say('game.title')} — {scenario}"

    def name(self, kind: str, index: int, *, long: bool = False) -> str:
        """The name of a piece, a place or a side."""
        if kind == "side":
            return self.side(index)
        if self.spoken and kind == "piece" and not long:
            return self.setting.spoken_name(index, self.language)
        return self.setting.name(kind, index, self.language, long=long)

    def names(self, kind: str, indices: Sequence[int]) -> str:
        """Several names as one enumeration."""
        return self.enumerate([self.name(kind, index) for index in indices])

    def enumerate(self, words: Sequence[str]) -> str:
        """Words joined as the language joins them."""
        if not words:
            return self.texts.say("list.none")
        *first, last = words
        if not first:
            return last
        return self.texts.say("list.comma").join(first) + self.texts.say("list.last") + last

    def word(self, table: str, key: str) -> str:
        """The text ``<table>.<key>``, what the data call it, or the key itself."""
        if f"{table}.{key}" in self.texts:
            return self.texts.say(f"{table}.{key}")
        return self.setting.word_name(table, key, self.language) or key

    def value_names(self, symbol: str, count: int) -> list[str]:
        """What the numbers on a piece mean: by its kind (``values.<kind>``), or by their order."""
        message = f"values.{symbol}"
        if message in self.texts:
            return self.texts.say(message).split(" / ")
        return [self.word("value", str(index)) for index in range(count)]

    # -- sentences ----------------------------------------------------------------------------

    def say(self, value: Value) -> str:
        """A message, or whatever else can be said, in this language."""
        match value:
            case Message():
                values = {name: self._part(part) for name, part in value.values.items()}
                return self.texts.say(value.id, **values)
            case Series():
                between = self.texts.say(value.between) if value.between else ""
                return between.join(map(self.say, value.parts))
            case Ref():
                return self.name(value.kind, value.value, long=isinstance(value, FullRef))
            case Word():
                said = (self.word(table, value.key) for table in value.tables)
                return next((word for word in said if word != value.key), value.key)
            case Reason():
                return self.reason(value.rule)
            case Modifier():
                return self.modifier(value)
            case _:
                return str(value)

    def _part(self, value: Value) -> object:
        """A value as templates take it: numbers stay numbers."""
        if isinstance(value, int):
            return Number(value)
        return value if isinstance(value, float) else self.say(value)

    def say_data(self, value: Any) -> Any:
        """Data for programs with every message in it said."""
        if isinstance(value, dict):
            return {key: self.say_data(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.say_data(each) for each in value]
        said = Message | Series | Word | Reason | Ref | Modifier
        return self.say(value) if isinstance(value, said) else value

    def shade(self, shade: Shade) -> str:
        """What a layer of an overlay shows."""
        owner = f".{self.game.sides[shade.side]}" if shade.side >= 0 else ""
        return self.texts.say(f"shade.{shade.what}{owner}")

    def prompt(self, decision: Decision) -> str:
        """What a side is asked."""
        return self.texts.say(f"prompt.{decision.prompt}", **self._values(decision.values, {}))

    def event(self, event: Event) -> str:
        """What happened.

        A game may have other words for what happened to nobody (``event.<tag>_nobody``), or
        without dice (``event.<tag>_undiced``).
        """
        message = f"event.{event.tag}"
        lacking = {
            f"{message}_nobody": not any(kind == "piece" for kind, _ in references(event)),
            f"{message}_undiced": not getattr(event, "dice", True),
        }
        found = (name for name, lacks in lacking.items() if lacks and name in self.texts)
        return self.texts.say(next(found, message), **self._fields(event))

    def heading(self, event: Event) -> str:
        """The title of what an event begins, such as a turn; empty for most events."""
        message = f"heading.{event.tag}"
        return self.texts.say(message, **self._fields(event)) if message in self.texts else ""

    def result(self, result: Result) -> str:
        """How the game ended."""
        return self.word("result", result.outcome)

    def whereabouts(self, piece: PieceView) -> str:
        """Where a piece is: its place, where it went, or when it is due and by which places."""
        if piece.place >= 0:
            return self.name("place", piece.place)
        if not piece.enters:
            return self.texts.say("terminal.off_map")
        table, _, rest = piece.enters.partition(":")
        key, _, places = rest.partition(":")
        if key:
            return self.texts.say(f"enters.{table}", name=self.word(table, key), places=places)
        return self.texts.say("terminal.due", when=piece.enters)

    def figure(self, key: str, value: float) -> str:
        """A figure of a forecast; one that stands for a word (``figure.<key>``) is said by it."""
        word = self.word(f"figure.{key}", f"{value:g}")
        return self.texts.say(f"forecast.{key}", value=value, word=word).strip()

    def outcome(self, outcome: int | str) -> str:
        """How a combat may end; a code of the table of results with its meaning."""
        return self.say(Word(str(outcome), ("chance", "result")))

    def force(self, units: Sequence[tuple[str, int]]) -> str:
        """Names and strengths; in a described combat pieces go by their kind, or by their side."""
        named = [(self.word("kind", self.word("side", name)), power) for name, power in units]
        say = self.texts.say
        return self.enumerate(
            [say("terminal.odds_unit", name=name, strength=power) for name, power in named]
        )

    def arguments(
        self, verb: str, args: Iterable[tuple[ArgKind, int | str]], side: int = -1
    ) -> list[str]:
        """The arguments of an action by their names, as far as they are said.

        Args:
            verb: The verb.
            args: Kind and value of each.
            side: Who acts, if that is known.
        """
        words = (self.argument(verb, at, *arg, side) for at, arg in enumerate(args))
        return [word for word in words if word]

    def argument(
        self, verb: str, position: int, kind: ArgKind, value: int | str, side: int = -1
    ) -> str:
        """One argument of an action by its name; empty where it need not be said."""
        if kind in (ArgKind.PIECE, ArgKind.PLACE):
            return self.name(kind.value, int(value))
        named = self.setting.argument_name(verb, position, value, side, self.language)
        if named is not None:
            return named
        return self.word("choice", str(value)) if kind is ArgKind.CHOICE else str(value)

    def action(self, action: Action, side: int = -1) -> str:
        """An action's arguments by their names, or what the verb means if it has none."""
        kinds = self.setting.lexicon.verbs[action.verb]
        words = self.arguments(action.verb, zip(kinds, action.args, strict=True), side)
        arrow = self.texts.say("list.arrow")
        return arrow.join(words) if words else self.texts.say(f"verb.{action.verb}")

    def modifier(self, modifier: Modifier) -> str:
        """A modifier of a die roll or of odds, with its reason and its rule.

        A game that says upward and downward modifiers in words of their own, as shifts of
        columns, has the texts ``roll.plus`` and ``roll.minus``.
        """
        signed = "roll.minus" if modifier.value < 0 else "roll.plus"
        return self.texts.say(
            signed if signed in self.texts else "roll.modifier",
            value=modifier.value,
            size=Number(abs(modifier.value)),
            reason=self.reason(modifier.rule),
            rule=modifier.rule,
        )

    def lot(self, lot: Lot) -> str:
        """A lot that was drawn: which of how many."""
        return self.texts.say("roll.lot", number=lot.number, among=lot.among)

    def reason(self, rule: str) -> str:
        """Why a rule modifies something: in words of its own, or by the title of the rule."""
        message = f"modifier.{rule}"
        if message in self.texts:
            return self.texts.say(message)
        rules = self.game.ledger.find(rule)
        return rules[0].say(self.language)[0] if rules else rule

    # -- values -------------------------------------------------------------------------------

    def _fields(self, event: Event) -> dict[str, object]:
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        said = self._values(values, _kinds(type(event)))
        if isinstance(event, Rolled):
            said |= self._dice(event)
        return said

    def _dice(self, event: Rolled) -> dict[str, object]:
        texts = self.texts
        cited = texts.say("list.comma").join(event.rules)
        return {
            "purpose": self.word("roll", event.purpose),
            "rules": texts.say("roll.rules", rules=cited) if cited else "",
        }

    def _values(self, values: Mapping[str, Any], kinds: Mapping[str, str]) -> dict[str, object]:
        return {name: self._value(name, value, kinds.get(name)) for name, value in values.items()}

    def _value(self, name: str, value: Any, kind: str | None) -> object:
        if isinstance(value, Ref):
            return self.name(value.kind, value.value)
        if kind and isinstance(value, tuple):
            return self.names(kind, value)
        if kind:
            return self.name(kind, value)
        if isinstance(value, tuple):
            return self._row(name, value)
        if isinstance(value, str):
            return self.word(_WORD_TABLES.get(name, name), value)
        return Number(value) if isinstance(value, int) else value

    def _row(self, name: str, values: tuple[Any, ...]) -> str:
        """Modifiers or lots, words (``types`` by ``type``), or plain numbers such as dice."""
        if values and isinstance(values[0], Modifier):
            return "".join(self.modifier(modifier) for modifier in values)
        if values and isinstance(values[0], Lot):
            return "".join(self.lot(lot) for lot in values)
        if values and isinstance(values[0], str):
            return self.enumerate([self.word(name.removesuffix("s"), word) for word in values])
        return " ".join(map(str, values))


class Saying:
    """A message of a game that can be said later, in the language of whoever reads it."""

    def __init__(self, game: AnyGame, setting: Setting, value: Value) -> None:
        self.game = game
        self.setting = setting
        self.value = value

    def describe(self, language: str) -> str:
        """The message in a language."""
        return Speech(self.game, self.setting, language).say(self.value)


@cache
def _kinds(event: type[Event]) -> dict[str, str]:
    return reference_kinds(event)
