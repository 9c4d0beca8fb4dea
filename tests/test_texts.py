"""Every message id that the code uses has a text in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import salient
from salient.bots import RandomBot
from salient.commands.titles import title_commands
from salient.engine import Event, Match, seed_from_text
from salient.engine.events import GameEnded, Moved, Rolled, SetUp
from salient.engine.speech import Number
from salient.engine.texts import LANGUAGES, engine_texts
from salient.games import GAMES, find_game
from salient.terminal.orders import ORDERS
from salient.terminal.players import PLAYERS
from salient.testing.texts import check_said, fields_of, named_texts

SOURCE = Path(salient.__file__).parent
ERRORS = ("RuleViolation", "DataError", "RecordError", "SaveError", "SetupError")
OUTCOMES = [
    *("german_decisive", "german_tactical", "german_limited", "draw"),
    *("allied_limited", "allied_tactical", "allied_decisive", "both_lose"),
]


# -- reading the source -------------------------------------------------------------------------


def calls(name: str, folder: Path = SOURCE) -> Iterator[ast.Call]:
    """All calls of a function or a class in the source."""
    for path in sorted(folder.rglob("*.py")):
        for called, node in _calls(path):
            if called == name:
                yield node


@cache
def _calls(path: Path) -> list[tuple[str, ast.Call]]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            target = node.func
            name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
            found.append((str(name), node))
    return found


def words(node: ast.expr) -> list[str]:
    """The texts an expression can be; a formatted one ends with its first gap and a ``*``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return words(node.body) + words(node.orelse)
    if isinstance(node, ast.JoinedStr):
        first = node.values[0]
        return [f"{first.value!s}*" if isinstance(first, ast.Constant) else "*"]
    if isinstance(node, ast.BinOp):
        return [f"{word}*" for word in words(node.left)]
    return []


def arguments(name: str, position: int, folder: Path = SOURCE) -> set[str]:
    """What stands at a position of all calls of a function."""
    return {
        word
        for call in calls(name, folder)
        if len(call.args) > position
        for word in words(call.args[position])
    }


def has_text(texts: Any, message: str) -> bool:
    if message.endswith("*"):
        return any(known.startswith(message[:-1]) for known in texts.ids())
    return message in texts


def all_events(base: type[Event] = Event) -> Iterator[type[Event]]:
    for event in base.__subclasses__():
        yield event
        yield from all_events(event)


# -- the same in all languages ------------------------------------------------------------------


@pytest.mark.parametrize("game", [None, *GAMES])
def test_languages_have_the_same_ids_with_the_same_values(game: str | None) -> None:
    catalogues = [
        (engine_texts(code) if game is None else find_game(game).texts(code)).as_mapping()
        for code in LANGUAGES
    ]
    first = catalogues[0]
    for other in catalogues[1:]:
        assert other.keys() == first.keys()
        for message, template in first.items():
            assert fields_of(other[message]) == fields_of(template), message


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_template_formats(game: str, language: str) -> None:
    texts = find_game(game).texts(language)
    for message, template in texts.as_mapping().items():
        for count in (0, 1, 2):
            said = texts.say(message, **{name: Number(count) for name in fields_of(template)})
            assert "{" not in said, message
            assert "|" not in said, message


# -- what the engine and the program use --------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_code_has_a_text(language: str) -> None:
    codes: set[str] = set()
    for kind in ERRORS:
        codes |= arguments(kind, 0)
    assert codes, "the source raises errors"
    for code in codes:
        assert f"error.{code}" in engine_texts(language), code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_error_of_a_title_has_a_text(name: str, language: str) -> None:
    folder, prefix = SOURCE / "games" / name, name.capitalize()
    for kind in ERRORS:
        for code in arguments(f"{prefix}{kind}", 0, folder):
            assert f"error.{code}" in find_game(name).texts(language), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_of_titles_have_texts(language: str) -> None:
    found = list(title_commands())
    assert {command.name for _, command in found} >= {"los", "reach"}
    for game, command in found:
        texts = game.texts(language)
        assert f"command.{command.name}.help" in texts
        assert not command.draws or f"command.{command.name}.drawn" in texts
        for parameter in command.parameters:
            ids = {f"command.{part}.{parameter.name}" for part in (command.name, "any")}
            assert ids & texts.ids(), parameter.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", ["terminal", "commands", "engine"])
def test_every_message_said_outside_the_games_has_a_text(folder: str, language: str) -> None:
    for game in GAMES:
        texts = find_game(game).texts(language)
        for message in arguments("say", 0, SOURCE / folder):
            assert has_text(texts, message), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_players_and_kinds_of_rules_have_texts(language: str) -> None:
    texts = engine_texts(language)
    for word in ORDERS:
        if word.isalpha() and word != "exit":
            assert f"order.{word}.form" in texts
            assert f"order.{word}.help" in texts
    for player in PLAYERS:
        assert f"player.{player}" in texts
    for game in GAMES:
        for rule in find_game(game).ledger.rules.values():
            assert f"rule_kind.{rule.kind}" in texts


# -- what a game uses ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
class TestGameTexts:
    """The texts of one game in one language."""

    def test_events(self, name: str, language: str) -> None:
        texts = find_game(name).texts(language)
        own = [e for e in all_events() if e.__module__.startswith(f"salient.games.{name}.")]
        assert own, "a game has events"
        common: list[type[Event]] = [Rolled, Moved, SetUp, GameEnded]
        for event in [*own, *common]:
            tag = str(event.__struct_config__.tag)
            template = texts.as_mapping()[f"event.{tag}"]
            assert fields_of(template) <= set(event.__struct_fields__), tag

    def test_dice(self, name: str, language: str) -> None:
        texts = find_game(name).texts(language)
        folder = SOURCE / "games" / name
        for purpose in arguments("Rolled", 1, folder):
            assert has_text(texts, f"roll.{purpose}"), purpose
        for rule in arguments("Modifier", 0, folder):
            assert has_text(texts, f"modifier.{rule}"), rule

    def test_prompts(self, name: str, language: str) -> None:
        texts = find_game(name).texts(language)
        prompts = arguments("Decision", 1, SOURCE / "games" / name)
        assert prompts, "a game asks questions"
        for prompt in prompts:
            assert has_text(texts, f"prompt.{prompt}"), prompt

    def test_messages_of_its_own(self, name: str, language: str) -> None:
        texts = find_game(name).texts(language)
        said = {*arguments("say", 0, SOURCE / "games" / name), *self.told(name)}
        assert said, "a game tells something"
        for message in said:
            assert has_text(texts, message), message

    def told(self, name: str) -> set[str]:
        return arguments("message", 0, SOURCE / "games" / name)

    def test_series(self, name: str, language: str) -> None:
        texts = find_game(name).texts(language)
        for between in arguments("series", 1, SOURCE / "games" / name) - {""}:
            assert between in texts, between

    def test_names(self, name: str, language: str) -> None:
        game = find_game(name)
        texts = game.texts(language)
        assert [message for message in named_texts(game) if message not in texts] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_of_mist_has_a_text(language: str) -> None:
    texts = find_game("mist").texts(language)
    for outcome in OUTCOMES:
        assert f"result.{outcome}" in texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", [-1, 0, 1])
@pytest.mark.parametrize(
    ("name", "scenario"),
    [("mist", "seventh"), ("mist", "campaign"), ("squad", "sanatorium"), ("squad", "village")],
)
def test_everything_in_a_view_has_a_text(
    name: str, scenario: str, language: str, side: int
) -> None:
    game = find_game(name)
    match = Match.start(game, scenario, seed_from_text("texts"))
    bot = RandomBot(1)
    for _ in range(400):
        check_said(match, side, language)
        decision = match.decision
        if decision is None:
            break
        match.play(bot.answer(game, match.state, decision))


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("ja.toml")), ids=lambda path: str(path)[-40:])
def test_japanese_has_its_own_brackets_and_colons(path: Path) -> None:
    narrow = re.compile(r"[ぁ-んァ-ヶー一-龠}）](: |:\"$)|\([^()]*[ぁ-んァ-ヶー一-龠{][^()]*\)")
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if not line.startswith("#") and narrow.search(line)]
    assert not found, "\n".join(found)
