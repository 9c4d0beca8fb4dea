"""``salient fuzz``: random games that try to break a game."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of
from salient.engine.errors import SetupError

BROKEN = 1
"""Exit status when a game misbehaved."""

MANY = 1_000_000_000
"""Games when only the time is limited."""

DEFAULT_GAMES = 20


@guarded
def fuzz(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    scenario: Annotated[list[str] | None, typer.Option()] = None,
    games: Annotated[int | None, typer.Option(min=1)] = None,
    seed: Annotated[str, typer.Option()] = "1",
    seconds: Annotated[float | None, typer.Option(min=0)] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Play random games and check everything on the way."""
    from salient.commands.progress import watched
    from salient.lab.fuzz import Broken
    from salient.lab.fuzz import fuzz as play_random_games

    shell = shell_of(context)
    title = shell.game(game)
    if output is not None and output.exists():
        raise SetupError("file-exists", file=str(output))
    total = games or (DEFAULT_GAMES if seconds is None else MANY)
    played = decisions = saves = recalls = 0
    outcomes: Counter[str] = Counter()
    message = shell.texts.say("command.fuzz.working", game=game)
    try:
        limit = math.inf if seconds is None else seconds
        work = play_random_games(title, total, seed, seconds=limit, scenarios=scenario or ())
        for done in watched(shell, work, message, None if total == MANY else total):
            played, decisions = played + 1, decisions + done.decisions
            saves, recalls = saves + done.saves, recalls + done.recalls
            if done.outcome:
                outcomes[done.outcome] += 1
    except Broken as broken:
        _report(broken.record.to_text(), output)
        typer.echo(shell.texts.say("command.fuzz.broken", what=str(broken)), err=True)
        raise typer.Exit(BROKEN) from None
    data = {
        "game": game, "seed": seed, "games": played, "decisions": decisions, "saves": saves,
        "recalls": recalls,
    }  # fmt: skip
    if as_json:
        shell.json({**data, "outcomes": dict(outcomes)})
    else:
        typer.echo(shell.texts.say("command.fuzz.done", **data))


def _report(record: str, output: Path | None) -> None:
    """Keep the game that went wrong."""
    from salient.terminal.files import write_new

    if output is None:
        typer.echo(record)
    else:
        write_new(output, record)
