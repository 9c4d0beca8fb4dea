"""The commands that titles bring along (:mod:`salient.engine.commands`)."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter as Place
from inspect import Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from salient.commands.shell import Shell, guarded, shell_of
from salient.engine.commands import Answer, Command, Parameter

if TYPE_CHECKING:
    from salient.engine import AnyGame
    from salient.engine.speech import Speech


def title_commands() -> Iterator[tuple[AnyGame, Command]]:
    """All commands of all titles; this loads the titles."""
    from salient.games import GAMES, find_game

    for name in GAMES:
        game = find_game(name)
        for command in game.commands:
            yield game, command


def make_command(game: AnyGame, command: Command) -> Any:
    """A command of a title, ready to be typed."""

    @guarded
    def run(
        *,
        context: typer.Context,
        as_json: bool,
        svg: Path | None = None,
        force: bool = False,
        **values: Any,
    ) -> None:
        shell = shell_of(context)
        answer = command.run(game, **values)
        _tell(shell, game, answer, as_json=as_json)
        if svg is not None:
            _draw(shell, game, command, answer, svg, force=force)
        if not answer.sound:
            raise typer.Exit(1)

    run.__signature__ = Signature(list(_signature(command)))  # type: ignore[attr-defined]
    alone = typer.Typer(add_completion=False)
    alone.command(command.name)(run)
    return get_command(alone)


def _signature(command: Command) -> Iterator[Place]:
    """The parameters as the command line reads them."""
    yield _place("context", typer.Context)
    yield from map(_parameter, command.parameters)
    if command.draws:
        svg = typer.Option("--svg", metavar="FILE.svg")
        yield _place("svg", Annotated[Path | None, svg], None)
        yield _place("force", Annotated[bool, typer.Option("--force")], default=False)
    yield _place("as_json", Annotated[bool, typer.Option("--json")], default=False)


def _parameter(parameter: Parameter) -> Place:
    name, metavar = parameter.name, parameter.metavar or None
    if parameter.option:
        info: Any = typer.Option(f"--{name}", metavar=metavar, show_default=False)
    else:
        info = typer.Argument(metavar=metavar, show_default=False)
    if parameter.required:
        kind: Any = Path if parameter.kind == "file" else str
        return _place(name, Annotated[kind, info])
    if parameter.kind == "file":
        return _place(name, Annotated[Path | None, info], None)
    return _place(name, Annotated[str, info], "")


def _place(name: str, kind: Any, default: Any = Place.empty) -> Place:
    return Place(name, Place.KEYWORD_ONLY, annotation=kind, default=default)


def _tell(shell: Shell, game: AnyGame, answer: Answer, *, as_json: bool) -> None:
    speech = _speech(shell, game, answer)
    if as_json:
        shell.json(speech.say_data(answer.data))
        return
    for line in answer.lines:
        typer.echo(speech.say(line))


def _speech(shell: Shell, game: AnyGame, answer: Answer) -> Speech:
    return shell.speech(game, answer.setting or game.setting(game.scenarios[0]))


def _draw(
    shell: Shell, game: AnyGame, command: Command, answer: Answer, file: Path, *, force: bool
) -> None:
    from salient.terminal.files import write_new

    assert answer.draw is not None, "a command that draws has a picture"
    speech = _speech(shell, game, answer)
    write_new(file, answer.draw(speech.say), force=force)
    typer.echo(speech.texts.say(f"command.{command.name}.drawn", file=file), err=True)
