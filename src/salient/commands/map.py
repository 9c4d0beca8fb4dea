"""``salient map``: the board as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salient.commands.shell import about, guarded, read_record, shell_of
from salient.engine.errors import SetupError

if TYPE_CHECKING:
    from salient.engine import AnyGame


@guarded
def draw_map(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.svg")],
    scenario: Annotated[str | None, typer.Option()] = None,
    load: Annotated[Path | None, typer.Option(metavar="RECORD")] = None,
    pack: Annotated[list[Path] | None, typer.Option(metavar="DIR")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
) -> None:
    """Draw the board, empty, at the start of a scenario or as a record leaves it."""
    from salient.boards.sheets import draw_map
    from salient.terminal.files import write_new

    shell = shell_of(context)
    title = shell.game(game)
    if output.exists() and not force:
        raise SetupError("file-exists", file=str(output))
    state = _state(title, scenario, load, pack or [])
    write_new(output, draw_map(title, state, shell.language), force=force)
    typer.echo(shell.texts.say("command.map.drawn", file=output))


def _state(game: AnyGame, scenario: str | None, load: Path | None, packs: list[Path]) -> Any:
    from salient.engine import Match, seed_from_text

    if load is not None:
        record = read_record(load)
        with about(load):
            return Match.resume(game, record, packs).state
    if scenario is not None:
        return game.start(scenario, seed_from_text("map"), None, packs)[0]
    return None
