"""``salient los``: whether two places see each other, with the whole story."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from salient.commands.shell import Shell, guarded, shell_of
from salient.engine.errors import SetupError


@guarded
def los(
    context: typer.Context,
    map_file: Annotated[Path | None, typer.Argument(metavar="MAP", show_default=False)] = None,
    viewer: Annotated[str, typer.Argument(metavar="FROM", show_default=False)] = "",
    target: Annotated[str, typer.Argument(metavar="TO", show_default=False)] = "",
    board: Annotated[str, typer.Option(metavar="NAME", show_default=False)] = "",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE.svg")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
    boards: Annotated[Path | None, typer.Option("--boards", metavar="FILE.csv")] = None,
    cases: Annotated[Path | None, typer.Option("--cases", metavar="FILE.csv")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Tell the story of one line, or compare many with what is expected of them."""
    shell = shell_of(context)
    _, game = shell.tool("los")
    if boards is not None and cases is not None and map_file is None:
        _compare(shell, game, boards, cases, as_json=as_json)
    elif map_file is not None and viewer and target and boards is None and cases is None:
        sighting_board = game.load_board(map_file, board)
        sighting = game.look_from(sighting_board, viewer, target)
        _tell(shell, game, sighting_board, sighting, as_json=as_json)
        if svg is not None:
            _draw(shell, game.draw(sighting_board, sighting, shell.language), svg, force=force)
    else:
        raise SetupError("los-arguments")


def _tell(shell: Shell, game: Any, board: Any, sighting: Any, *, as_json: bool) -> None:
    if as_json:
        shell.json(game.facts(board, sighting, shell.language))
        return
    for line in game.tell(board, sighting, shell.language):
        typer.echo(line)


def _draw(shell: Shell, picture: str, file: Path, *, force: bool) -> None:
    from salient.terminal.files import write_new

    write_new(file, picture, force=force)
    typer.echo(shell.texts.say("command.los.drawn", file=file), err=True)


def _compare(shell: Shell, game: Any, boards: Path, cases: Path, *, as_json: bool) -> None:
    report = game.check_cases(boards, cases)
    if as_json:
        shell.json(game.report_data(report))
    else:
        _print_report(shell, report)
    if any(tally.agree != tally.firm for tally in report.boards.values()):
        raise typer.Exit(1)


def _print_report(shell: Shell, report: Any) -> None:
    say = shell.texts.say
    for name, tally in report.boards.items():
        typer.echo(
            say(
                "command.los.tally", board=name, firm=tally.firm, agree=tally.agree,
                hindrance=tally.hindrance, grazing=tally.grazing,
                grazing_agree=tally.grazing_agree,
            )
        )  # fmt: skip
    for title, found in (
        ("command.los.disagreements", report.disagreements),
        ("command.los.grazing", report.grazing_disagreements),
    ):
        typer.echo(say(title, count=len(found)))
        for item in found:
            typer.echo(
                say(
                    "command.los.disagreement", line=item.line, board=item.board,
                    viewer=item.viewer, target=item.target, expected=item.expected,
                    found=item.found, where=item.where, rules=", ".join(item.rules),
                )
            )  # fmt: skip
