"""``salient match``: many games between two bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from salient.commands.shell import Shell, guarded, read_options, shell_of

if TYPE_CHECKING:
    from salient.engine import AnyGame
    from salient.lab.arena import Tally


@guarded
def match(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    scenario: Annotated[str | None, typer.Option()] = None,
    bots: Annotated[str, typer.Option(metavar="A,B")] = "simple,simple",
    games: Annotated[int, typer.Option(min=1)] = 10,
    seed: Annotated[str, typer.Option()] = "1",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE")] = None,
    pack: Annotated[list[Path] | None, typer.Option(metavar="DIR")] = None,
    jobs: Annotated[int, typer.Option(min=1)] = 1,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Let two bots play a match and print the tally."""
    from salient.commands.progress import watched
    from salient.lab.arena import Tally, play_match

    shell = shell_of(context)
    title = shell.game(game)
    scenario = scenario or title.scenarios[0]
    names = bots.split(",")
    chosen = read_options(option or [])
    work = play_match(title, scenario, names, games, seed, chosen, pack or [], jobs)
    tally = Tally()
    for finished in watched(shell, work, f"{game} {scenario} {bots}", games):
        tally.add(finished, title.sides)
    if as_json:
        shell.json(
            {
                "game": game,
                "scenario": scenario,
                "bots": dict(zip(title.sides, names, strict=True)),
                "seed": seed,
                "games": tally.games,
                "wins": tally.wins,
                "intervals": {side: tally.interval(side) for side in title.sides},
                "outcomes": tally.outcomes,
                "scores": tally.scores,
                "decisions": tally.decisions,
            }
        )
    else:
        _print(shell, title, scenario, names, tally)


def _print(shell: Shell, game: AnyGame, scenario: str, names: list[str], tally: Tally) -> None:
    from rich.table import Table

    texts, out = game.texts(shell.language), shell.out
    say = texts.say
    out.print(f"{say('game.title')}  {say(f'scenario.{scenario}')}", style="bold")
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("side", "player"):
        table.add_column(say(f"command.match.{heading}"))
    for heading in ("wins", "share", "interval"):
        table.add_column(say(f"command.match.{heading}"), justify="right")
    for side, name in zip(game.sides, names, strict=True):
        wins = tally.wins.get(side, 0)
        low, high = (f"{bound:.0%}" for bound in tally.interval(side))
        bounds = say("command.match.bounds", low=low, high=high)
        who = say(f"player.{name}") if f"player.{name}" in texts else name
        table.add_row(say(f"side.{side}"), who, *_share(wins, tally.games), bounds)
    drawn = tally.wins.get("none", 0)
    table.add_row(say("command.match.none"), "", *_share(drawn, tally.games), "")
    out.print(table)
    for outcome, count in sorted(tally.outcomes.items(), key=lambda item: -item[1]):
        out.print(f"  {count:5}  {say(f'result.{outcome}')}")
    mean = sum(tally.scores) / len(tally.scores)
    least, most = min(tally.scores), max(tally.scores)
    out.print(say("command.match.scores", mean=mean, low=least, high=most))
    length = sum(tally.decisions) / len(tally.decisions)
    out.print(say("command.match.length", mean=length))


def _share(count: int, total: int) -> tuple[str, str]:
    return str(count), f"{count / total:.0%}"
