"""``salient reach``: what it costs a unit to get somewhere, part by part."""

from __future__ import annotations

from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of


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
    title, game = shell.tool("reach")
    journey = game.plan(title, scenario or title.scenarios[-1], unit, origin, to)
    if as_json:
        shell.json(game.facts(journey))
        return
    for line in game.tell(journey, shell.language):
        typer.echo(line)
