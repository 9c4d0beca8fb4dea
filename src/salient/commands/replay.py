"""``salient replay``: prove a record by playing it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from salient.commands.shell import (
    Shell,
    about,
    guarded,
    note_other_rules,
    read_record,
    shell_of,
)

if TYPE_CHECKING:
    from salient.engine import AnyGame, Event, Record
    from salient.engine.views import View


class Played(NamedTuple):
    """A record that has been played again to its end."""

    game: AnyGame
    record: Record
    opening: View
    entries: list[tuple[str, str, list[Event]]]
    state: Any


@guarded
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument()],
    pack: Annotated[list[Path] | None, typer.Option(metavar="DIR")] = None,
    log: Annotated[bool, typer.Option("--log")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Check a record and tell its result, or the whole game."""
    shell = shell_of(context)
    record = read_record(file)
    with about(file):
        played = _play(shell.game(record.identity.game), record, pack or [])
    if as_json:
        shell.json(_data(shell, played, whole=log))
        return
    if log:
        _print_log(shell, played)
    _print_result(shell, played, file)


def _play(game: AnyGame, record: Record, packs: list[Path]) -> Played:
    from salient.engine import replay as play_again

    entries: list[tuple[str, str, list[Event]]] = []
    opening: View | None = None
    state: Any = None
    moves = play_again(game, record, packs)
    for (side, text), (state, events) in zip([("", ""), *record.actions], moves, strict=True):
        opening = opening or game.view(state, -1)
        entries.append((side, text, events))
    assert opening is not None, "a game has a beginning"
    return Played(game, record, opening, entries, state)


def _data(shell: Shell, played: Played, *, whole: bool) -> dict[str, object]:
    game, identity = played.game, played.record.identity
    result = game.result(played.state)
    data: dict[str, object] = {
        "game": identity.game,
        "rules": identity.rules,
        "played_under": game.rules_version,
        "scenario": identity.scenario,
        "options": identity.options,
        "packs": [pack.name for pack in identity.packs],
        "actions": len(played.record.actions),
        "finished": result is not None,
        "outcome": result.outcome if result else None,
        "winner": game.sides[result.winner] if result and result.winner is not None else None,
        "score": result.score if result else None,
        "fingerprint": game.fingerprint(played.state),
    }
    if whole:
        from salient.engine.events import seen_events

        speech = shell.speech(game, played.state.setting)
        data["log"] = [
            {"side": side, "action": text, "events": [speech.event(event) for event in events]}
            for side, text, told in played.entries for events in [seen_events(told, None)]
        ]  # fmt: skip
    return data


def _print_log(shell: Shell, played: Played) -> None:
    from salient.terminal.chronicle import Chronicle
    from salient.terminal.screen import print_lines

    chronicle = Chronicle(shell.speech(played.game, played.state.setting))
    chronicle.see(played.opening)
    for block in chronicle.story(played.entries):
        print_lines(shell.out, block)
    shell.out.print()


def _print_result(shell: Shell, played: Played, file: Path) -> None:
    from salient.engine.speech import Number, say_clock

    game, identity = played.game, played.record.identity
    texts = game.texts(shell.language)
    result = game.result(played.state)
    typer.echo(
        texts.say(
            "command.replay.proven",
            file=file,
            count=len(played.record.actions),
            game=texts.say("game.title"),
            scenario=texts.say(f"scenario.{identity.scenario}"),
        )
    )
    note_other_rules(shell, game, played.record)
    if result is None:
        clock = say_clock(texts, game.clock(played.state))
        typer.echo(texts.say("command.replay.unfinished", clock=clock))
    else:
        said = texts.say(f"result.{result.outcome}")
        score = texts.say("game.score", score=Number(result.score))
        typer.echo(texts.say("terminal.result", result=said, score=score))
