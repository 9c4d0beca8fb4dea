"""``salient odds``: the exact chances of a combat described in words."""

from __future__ import annotations

from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of


@guarded
def odds(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    words: Annotated[list[str], typer.Argument(metavar="NAME=VALUE...")],
    scenario: Annotated[str | None, typer.Option()] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Work out a combat."""
    import msgspec

    from salient.terminal.odds import forecast_lines
    from salient.terminal.screen import print_lines

    shell = shell_of(context)
    title = shell.game(game)
    # The last scenario of a game is its largest, so it knows every kind of piece.
    setting = title.setting(scenario or title.scenarios[-1])
    forecast = title.describe_combat(setting, read_words(words))
    if as_json:
        shell.json(msgspec.to_builtins(forecast, str_keys=True))
        return
    print_lines(shell.out, forecast_lines(forecast, shell.speech(title, setting)))


def read_words(words: list[str]) -> dict[str, str]:
    """``attackers=armor:3 river`` as a mapping; a word alone is simply there.

    >>> read_words(["attackers=armor:3", "river"])
    {'attackers': 'armor:3', 'river': ''}
    """
    pairs = (word.removeprefix("--").partition("=") for word in words)
    return {name: value for name, _, value in pairs}
