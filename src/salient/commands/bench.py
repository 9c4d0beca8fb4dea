"""``salient bench``: how fast a game is on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of


@guarded
def bench(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    scenario: Annotated[str | None, typer.Option()] = None,
    seconds: Annotated[float, typer.Option(min=0)] = 5.0,
    seed: Annotated[str, typer.Option()] = "1",
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Measure random play, copies and saves."""
    import msgspec
    from rich.table import Table

    from salient.lab.bench import measure

    shell = shell_of(context)
    title = shell.game(game)
    # The last scenario of a game is its largest, and says most about its speed.
    scenario = scenario or title.scenarios[-1]
    title.setting(scenario)
    with shell.err.status(shell.texts.say("command.bench.working", game=game)):
        figures = measure(title, scenario, seed, seconds)
    data = msgspec.to_builtins(figures)
    if as_json:
        shell.json(data)
        return
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for name, value in data.items():
        number = f"{value:,}" if isinstance(value, int | float) else str(value)
        table.add_row(shell.texts.say(f"figure.{name}"), number)
    shell.out.print(table)
