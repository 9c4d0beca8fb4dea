"""The ``salient`` program.

Commands are declared in :mod:`salient.commands` without a word of prose; their help comes from
the text catalogue of the user's language (``command.<command>.<parameter>``).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.main import get_command

from salient import __version__
from salient.commands import (
    bench,
    fuzz,
    games,
    match,
    odds,
    pack,
    play,
    replay,
    rules,
    serve,
)
from salient.commands import map as map_command
from salient.commands.shell import INTERRUPTED, MISTAKE, Shell, describe, take_language
from salient.commands.titles import make_command, title_commands
from salient.engine.errors import SalientError
from salient.engine.texts import LANGUAGES, Texts

app = typer.Typer(
    add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
packs = typer.Typer(no_args_is_help=True)

app.command()(games.games)
app.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})(play.play)
app.command()(serve.serve)
app.command()(replay.replay)
app.command()(rules.rules)
app.command(context_settings={"ignore_unknown_options": True})(odds.odds)
app.command("map")(map_command.draw_map)
app.command()(match.match)
app.command()(fuzz.fuzz)
app.command()(bench.bench)
packs.command("check")(pack.check)
app.add_typer(packs, name="pack")


@packs.callback()
def _pack() -> None:
    """Packs override a game's data."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"salient {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    lang: Annotated[str, typer.Option(metavar="|".join(LANGUAGES))] = "",
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """The program; its language is settled before anything else (see ``take_language``)."""


def add_title_commands(program: Any, words: Sequence[str], language: str) -> dict[str, Texts]:
    """Let the program have the titles' own commands, and give the texts of each.

    Titles are loaded only where one of these commands may be meant or listed.
    """
    if next((word for word in words if not word.startswith("-")), "") in program.commands:
        return {}
    found = {}
    for game, command in title_commands():
        program.commands[command.name] = make_command(game, command)
        found[command.name] = game.texts(language)
    return found


def translate(command: Any, texts: Texts, titles: Mapping[str, Texts], name: str = "main") -> None:
    """Give a command, its parameters and its subcommands their help in a language."""
    texts = titles.get(name, texts)
    details = f"command.{name}.details"
    command.short_help = command.help = texts.say(f"command.{name}.help")
    if details in texts:
        command.help += "\n\n" + texts.say(details)
    for parameter in command.params:
        own, shared = f"command.{name}.{parameter.name}", f"command.any.{parameter.name}"
        parameter.help = texts.say(own if own in texts else shared)
    for key, child in getattr(command, "commands", {}).items():
        translate(child, texts, titles, key)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    try:
        language, rest = take_language(sys.argv[1:] if arguments is None else arguments)
    except SalientError as error:
        typer.echo(describe(error, "en"), err=True)
        return MISTAKE
    shell = Shell(language)
    command = get_command(app)
    titles = add_title_commands(command, rest, language)
    translate(command, shell.texts, titles)
    try:
        command.main(list(rest), prog_name="salient", obj=shell)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
