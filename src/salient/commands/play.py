"""``salient play``: a game at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salient.commands.shell import (
    Shell,
    about,
    guarded,
    note_other_rules,
    read_options,
    read_record,
    shell_of,
)
from salient.engine.errors import SetupError

if TYPE_CHECKING:
    from salient.engine import AnyGame, Match
    from salient.terminal.reader import Reader


@guarded
def play(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    scenario: Annotated[str | None, typer.Option()] = None,
    side: Annotated[list[str] | None, typer.Option(metavar="SIDE=PLAYER")] = None,
    bots: Annotated[str | None, typer.Option(metavar="A,B")] = None,
    seed: Annotated[str | None, typer.Option()] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE")] = None,
    pack: Annotated[list[Path] | None, typer.Option(metavar="DIR")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
) -> None:
    """Play a game."""
    from salient.terminal.players import read_players
    from salient.terminal.reader import make_reader

    shell = shell_of(context)
    title = shell.game(game)
    named = _named_sides(context.args, title.sides)
    players = read_players(title.sides, side or [], bots, named)
    if save is not None and save.exists() and not force:
        raise SetupError("file-exists", file=str(save))
    reader = make_reader(shell.out)
    try:
        if load is not None:
            match, own_seed = _resume(shell, title, load, pack or [])
        else:
            match, own_seed = _start(
                shell, title, reader, scenario, seed, read_options(option or []), pack or []
            )
        names = _seats(shell, title, reader, players)
    except EOFError:
        return
    _sit_down(shell, match, names, own_seed, reader, save, force=force, resumed=load is not None)


def _named_sides(arguments: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """``--german simple`` and the like: an option of its own for each side of the game."""
    named: dict[str, str] = {}
    words = iter(arguments)
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in sides:
            expected = ", ".join(f"--{side}" for side in sides)
            raise SetupError("no-argument", word=word, expected=expected)
        named[name] = value if equals else next(words, "")
    return named


def _resume(shell: Shell, game: AnyGame, path: Path, packs: list[Path]) -> tuple[Match[Any], str]:
    from salient.engine import Match

    record = read_record(path)
    with about(path):
        match = Match.resume(game, record, packs)
    note_other_rules(shell, game, record)
    return match, f"{record.commitment}/{len(record.actions)}"


def _start(
    shell: Shell,
    game: AnyGame,
    reader: Reader,
    scenario: str | None,
    seed: str | None,
    options: dict[str, str],
    packs: list[Path],
) -> tuple[Match[Any], str]:
    from salient.engine import Match, new_seed, seed_from_text
    from salient.terminal.choose import Lobby

    if scenario is None:
        scenario = Lobby(game, game.texts(shell.language), shell.out, reader).scenario()
    dice = new_seed() if seed is None else seed_from_text(seed)
    match = Match.start(game, scenario, dice, options, packs)
    return match, dice.hex() if seed is None else seed


def _seats(shell: Shell, game: AnyGame, reader: Reader, players: dict[str, str]) -> list[str]:
    """A player for each side, asking where the command line says nothing."""
    from salient.terminal.choose import Lobby

    lobby = Lobby(game, game.texts(shell.language), shell.out, reader)
    return [
        players[name] if name in players else lobby.player(index)
        for index, name in enumerate(game.sides)
    ]


def _sit_down(
    shell: Shell,
    match: Match[Any],
    names: list[str],
    seed: str,
    reader: Reader,
    save: Path | None,
    *,
    force: bool,
    resumed: bool,
) -> None:
    from salient.terminal.files import write_new
    from salient.terminal.orders import rescue
    from salient.terminal.players import seat_players
    from salient.terminal.session import Session

    session = Session(match, seat_players(names, seed), shell.language, shell.out, reader)
    try:
        session.welcome()
        session.run(() if resumed else match.log[0][1])
    except KeyboardInterrupt:
        rescue(session)
        raise
    if save is not None:
        write_new(save, match.record().to_text(), force=force)
        session.print(session.say("terminal.saved", file=save))
        session.print(session.say("terminal.replay", file=save))
    else:
        rescue(session)
