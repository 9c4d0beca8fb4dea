"""``salient reach``: what it costs a unit to get somewhere, part by part."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of

SQUAD = "salient.games.squad.show.reaching"
"""The game whose maps these are; it is looked up when it is needed, like every title."""


@guarded
def reach(
    context: typer.Context,
    unit: Annotated[str, typer.Argument(metavar="UNIT")],
    origin: Annotated[str, typer.Argument(metavar="FROM")],
    to: Annotated[str, typer.Argument(metavar="TO")],
    scenario: Annotated[str | None, typer.Option()] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Tell the cheapest way and what each step of it costs."""
    shell = shell_of(context)
    game, title = import_module(SQUAD), shell.game("squad")
    journey = game.plan(title, scenario or title.scenarios[-1], unit, origin, to)
    if as_json:
        shell.json(game.facts(journey))
        return
    for line in game.tell(journey, shell.language):
        typer.echo(line)
