"""``salient games``: what can be played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salient.commands.shell import Shell, guarded, shell_of

if TYPE_CHECKING:
    from rich.text import Text

    from salient.engine.texts import Texts


@guarded
def games(context: typer.Context, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List the games with their scenarios and options."""
    from salient.games import GAMES

    shell = shell_of(context)
    listed = [shell.game(name) for name in GAMES]
    if as_json:
        shell.json({"games": [_data(shell, game) for game in listed]})
        return
    for game in listed:
        _print(shell, game)


def _data(shell: Shell, game: Any) -> dict[str, object]:
    texts = game.texts(shell.language)
    return {
        "id": game.id,
        "title": texts.say("game.title"),
        "rules": game.rules_version,
        "sides": list(game.sides),
        "scenarios": {name: texts.say(f"scenario.{name}") for name in game.scenarios},
        "options": {
            option.id: {
                "title": texts.say(f"option.{option.id}.title"),
                "rule": option.rule,
                "choices": {c: texts.say(f"option.{option.id}.{c}") for c in option.choices},
            }
            for option in game.options
        },
    }


def _print(shell: Shell, game: Any) -> None:
    from salient.terminal.screen import print_lines

    print_lines(shell.out, _lines(game, game.texts(shell.language)))


def _lines(game: Any, texts: Texts) -> Iterator[Text]:
    from rich.text import Text

    yield Text(f"{game.id}  ", "bold").append(texts.say("game.title"), "not bold")
    yield Text(texts.say("game.about"), "dim")
    yield Text(texts.say("command.games.scenarios"), "bold")
    for name in game.scenarios:
        yield Text(f"  {name}  ", "bold").append(texts.say(f"scenario.{name}"), "not bold")
        yield Text(f"    {texts.say(f'about.{name}')}", "dim")
    yield Text(texts.say("command.games.options"), "bold")
    for option in game.options:
        title = texts.say(f"option.{option.id}.title")
        yield Text(f"  {option.id}  ", "bold").append(title, "not bold")
        for choice in option.choices:
            said = texts.say(f"option.{option.id}.{choice}")
            yield Text(f"    {option.id}={choice}  ").append(said, "dim")
