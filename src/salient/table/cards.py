"""Cards: a game as lists show it, to one person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row

from salient.engine import AnyGame, commitment
from salient.engine.speech import say_clock
from salient.engine.texts import Texts
from salient.games import find_game
from salient.table.clocks import read_timing, tell_time
from salient.table.room import explain_halt
from salient.table.telling import player_name, spell_result
from salient.table.texts import table_texts
from salient.table.wire import GameCard, Seat, Status


def make_card(
    row: Row[Any], seats: Sequence[Row[Any]], user_id: int | None, language: str
) -> GameCard:
    """A game's card as one person may see it."""
    game = find_game(row.title)
    texts = game.texts(language)
    status = Status(row.status)
    over = status is Status.OVER
    mine = {seat.side for seat in seats if user_id is not None and seat.user_id == user_id}
    to_move = row.to_move if status is Status.RUNNING else -1
    return GameCard(
        id=row.id,
        title=row.title,
        title_text=texts.say("game.title"),
        scenario=row.scenario,
        scenario_text=_scenario(texts, row.scenario),
        options=row.options,
        rules=row.rules,
        status=status,
        seats=[_seat(game, seat, seat.side in mine, over, language, user_id) for seat in seats],
        open=row.open,
        pace=row.pace,
        created=row.created,
        moved=row.moved,
        seq=row.seq,
        to_move=[game.sides[to_move]] if to_move >= 0 else [],
        my_turn=to_move in mine,
        clock=say_clock(texts, row.clock),
        commitment=commitment(row.seed),
        seed=row.seed.hex() if over else "",
        result=spell_result(game, row.result, language) if over else "",
        winner="" if row.winner is None else game.sides[row.winner],
        invite=row.invite if mine or row.maker == user_id is not None else "",
        problem=_problem(game, row, language),
        note=_note(row, language),
        time=tell_time(read_timing(row)),
        rated=row.rated,
    )


def _scenario(texts: Texts, scenario: str) -> str:
    """A scenario's name; rules that this program does not know may have had another one."""
    message = f"scenario.{scenario}"
    return texts.say(message) if message in texts else scenario


def _seat(
    game: AnyGame, seat: Row[Any], mine: bool, over: bool, language: str, user_id: int | None
) -> Seat:
    free = is_free(seat) and not over
    away = seat.vacation if seat.vacation and seat.vacation > datetime.now(UTC) else None
    return Seat(
        side=game.sides[seat.side],
        text=game.texts(language).say(f"side.{game.sides[seat.side]}"),
        player="" if free else player_name(seat.bot, seat.name, language),
        bot=bool(seat.bot),
        mine=mine,
        away=away,
        person=bool(seat.user_id and seat.member),
        kept=seat.kept_name or "",
        for_me=seat.kept_for is not None and seat.kept_for == user_id,
    )


def _problem(game: AnyGame, row: Row[Any], language: str) -> str:
    """Why a game cannot be played on, if that has turned out."""
    if row.halted_at is None or row.halted_by != game.rules_version:
        return ""
    return explain_halt(game, row.rules, row.halted_at).describe(language)


def _note(row: Row[Any], language: str) -> str:
    """That a game has outlived a change of its rules."""
    if row.begun == row.rules:
        return ""
    return table_texts(language).say("note.other_rules", begun=row.begun, rules=row.rules)


def is_free(seat: Row[Any]) -> bool:
    """Whether a seat can be taken."""
    return seat.user_id is None and seat.bot is None
