"""The lobby: games are set up, found, joined and imported here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    delete,
    exists,
    false,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from salient.bots import make_bot
from salient.engine import AnyGame, Match, commitment, new_seed, parse_record
from salient.engine.speech import say_clock
from salient.engine.texts import Texts
from salient.games import find_game
from salient.table import schema
from salient.table.errors import TableError
from salient.table.room import explain_halt
from salient.table.rooms import Rooms, admits, is_invited, read_game, read_seats
from salient.table.storage import Storage
from salient.table.telling import player_name, spell_result
from salient.table.texts import table_texts
from salient.table.wire import Account, GameCard, Joining, NewGame, Seat, Status

PACES = ("live", "slow")
SCOPES = ("mine", "open", "watch", "finished")
PAGE = 60
"""Games in one list."""

LONGEST_RECORD = 20_000


class Lobby:
    """Games as cards: lists of them, new ones, free seats."""

    def __init__(self, storage: Storage, rooms: Rooms) -> None:
        self.storage = storage
        self.rooms = rooms

    # -- looking ------------------------------------------------------------------------------

    async def card(self, game_id: str, user_id: int | None, language: str) -> GameCard:
        """One game."""
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
        return make_card(row, seats, user_id, language)

    async def show(self, game_id: str, user_id: int | None, invite: str, language: str) -> GameCard:
        """One game, to somebody who may see it."""
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
        players = [seat.user_id for seat in seats]
        if not admits(row, Status(row.status), players, user_id, invite):
            raise TableError("not-yours")
        return make_card(row, seats, user_id, language)

    async def list(self, scope: str, user_id: int | None, language: str) -> list[GameCard]:
        """Games of one kind: those that wait for the asking person, then those moved last."""
        if scope not in SCOPES:
            raise TableError(
                "bad-setting", setting="scope", value=scope, expected=", ".join(SCOPES)
            )
        async with self.storage.read() as connection:
            rows = (await connection.execute(_listing(scope, user_id))).all()
            seats = await read_seats(connection, *(row.id for row in rows))
        by_game = {key: list(group) for key, group in groupby(seats, lambda seat: seat.game_id)}
        cards = [make_card(row, by_game.get(row.id, []), user_id, language) for row in rows]
        return sorted(cards, key=lambda card: not card.my_turn)

    # -- setting up ---------------------------------------------------------------------------

    async def create(self, wanted: NewGame, user: Account) -> str:
        """Set a game up; returns its id."""
        game = find_game(wanted.title)
        players = [_read_seat(side, wanted.seats.get(side, "open")) for side in game.sides]
        if unknown := next((side for side in wanted.seats if side not in game.sides), None):
            raise TableError(
                "bad-setting", setting="seats", value=unknown, expected=", ".join(game.sides)
            )
        if wanted.pace not in PACES:
            raise TableError(
                "bad-setting", setting="pace", value=wanted.pace, expected=", ".join(PACES)
            )
        seed = new_seed()
        match = await asyncio.to_thread(Match.start, game, wanted.scenario, seed, wanted.options)
        seats = [
            {"user_id": user.id if player == "me" else None, "bot": _bot_name(player)}
            for player in players
        ]
        async with self.storage.write() as connection:
            return await _insert_game(
                connection, match, seats, maker=user.id, open_=wanted.open, pace=wanted.pace
            )

    async def take_seat(self, game_id: str, user: Account, wanted: Joining) -> None:
        """Take a free seat; the game begins when none is left."""
        async with self.storage.write() as connection:
            row, seats = await read_game(connection, game_id)
            game = find_game(row.title)
            if not row.open and not is_invited(row, wanted.invite):
                raise TableError("not-yours")
            if wanted.side not in game.sides:
                raise TableError(
                    "bad-setting", setting="side", value=wanted.side,
                    expected=", ".join(game.sides),
                )  # fmt: skip
            side = game.sides.index(wanted.side)
            mine = schema.seats.c.game_id == game_id
            taken = await connection.execute(
                update(schema.seats)
                .where(
                    mine,
                    schema.seats.c.side == side,
                    schema.seats.c.user_id.is_(None),
                    schema.seats.c.bot.is_(None),
                )
                .values(user_id=user.id)
            )
            if not taken.rowcount or row.status != Status.OPEN.value:
                raise TableError("seat-taken", side=wanted.side)
            if sum(_is_free(seat) for seat in seats) == 1:
                await connection.execute(
                    update(schema.games)
                    .where(schema.games.c.id == game_id)
                    .values(status=Status.RUNNING.value, moved=datetime.now(UTC))
                )
        await self.refresh(game_id)

    async def remove(self, game_id: str, user: Account) -> None:
        """Take away a game that nobody else has joined."""
        async with self.storage.write() as connection:
            row, seats = await read_game(connection, game_id)
            others = [seat.user_id for seat in seats if seat.user_id not in (None, user.id)]
            if row.maker != user.id or others:
                raise TableError("not-yours")
            await connection.execute(delete(schema.games).where(schema.games.c.id == game_id))
        await self.refresh(game_id)

    async def refresh(self, game_id: str) -> None:
        """Let the room be built anew: who sits there has changed."""
        try:
            self.rooms.drop(await self.rooms.get(game_id))
        except TableError:
            return

    # -- records ------------------------------------------------------------------------------

    async def bring_in(self, text: str, user: Account) -> str:
        """Make a game of a record: to be looked at if it is finished, else to go on with."""
        record = parse_record(text)
        if record.identity.packs:
            raise TableError("record-packs")
        if len(record.actions) > LONGEST_RECORD:
            raise TableError("record-long", count=len(record.actions), limit=LONGEST_RECORD)
        game = find_game(record.identity.game)
        match = await asyncio.to_thread(Match.resume, game, record)
        over = match.decision is None
        seats = [{"user_id": None if over else user.id, "bot": None} for _ in game.sides]
        async with self.storage.write() as connection:
            return await _insert_game(
                connection, match, seats, maker=user.id, open_=False, pace="slow",
                begun=record.identity.rules,
            )  # fmt: skip


# -- rows ---------------------------------------------------------------------------------------


def _listing(scope: str, user_id: int | None) -> Select[Any]:
    games, seats = schema.games, schema.seats
    own: ColumnElement[bool] = false()
    if user_id is not None:
        own = exists().where(seats.c.game_id == games.c.id, seats.c.user_id == user_id)
    wanted: dict[str, ColumnElement[bool]] = {
        "mine": or_(own, games.c.maker == user_id) if user_id is not None else own,
        "open": and_(games.c.status == Status.OPEN.value, games.c.open, not_(own)),
        "watch": and_(games.c.status == Status.RUNNING.value, games.c.open, not_(own)),
        "finished": and_(games.c.status == Status.OVER.value, games.c.open),
    }
    over = games.c.status == Status.OVER.value
    return select(games).where(wanted[scope]).order_by(over, games.c.moved.desc()).limit(PAGE)


async def _insert_game(
    connection: AsyncConnection,
    match: Match[Any],
    seats: Sequence[dict[str, Any]],
    *,
    maker: int,
    open_: bool,
    pace: str,
    begun: str = "",
) -> str:
    """Store a new game with its seats and, for an imported one, its journal."""
    identity, now = match.state.setting.identity, datetime.now(UTC)
    decision, result = match.decision, match.game.result(match.state)
    record = match.record()
    waits = any(seat["user_id"] is None and seat["bot"] is None for seat in seats)
    status = Status.OVER if decision is None else Status.OPEN if waits else Status.RUNNING
    game_id = secrets.token_urlsafe(9)
    await connection.execute(
        insert(schema.games).values(
            id=game_id, title=identity.game, rules=identity.rules, scenario=identity.scenario,
            options=identity.options, seed=match.state.seed, status=status.value, open=open_,
            pace=pace, invite=secrets.token_urlsafe(12), maker=maker, created=now, moved=now,
            seq=len(record.actions), to_move=-1 if decision is None else decision.side,
            result=f"{result.outcome} {result.score}" if result else "",
            winner=result.winner if result else None,
            clock=match.game.clock(match.state), begun=begun or identity.rules,
        )
    )  # fmt: skip
    await connection.execute(
        insert(schema.seats),
        [{"game_id": game_id, "side": side, **seat} for side, seat in enumerate(seats)],
    )
    if record.actions:
        sides, kept = match.game.sides, zip(record.actions, record.stamps, strict=True)
        await connection.execute(
            insert(schema.journal),
            [
                {
                    "game_id": game_id, "seq": seq, "kind": "action", "side": sides.index(side),
                    "text": text, "user_id": maker, "key": f"import-{seq}", "at": now,
                    "stamp": stamp,
                }
                for seq, ((side, text), stamp) in enumerate(kept, start=1)
            ],
        )  # fmt: skip
    return game_id


def _read_seat(side: str, value: str) -> str:
    kind, _, name = value.partition(":")
    if kind == "bot":
        make_bot(name)
    elif value not in ("me", "open"):
        raise TableError("seat-value", side=side, value=value)
    return value


def _bot_name(player: str) -> str | None:
    return player.partition(":")[2] or None


def _is_free(seat: Row[Any]) -> bool:
    return seat.user_id is None and seat.bot is None


# -- cards --------------------------------------------------------------------------------------


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
        seats=[_seat(game, seat, seat.side in mine, over, language) for seat in seats],
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
    )


def _scenario(texts: Texts, scenario: str) -> str:
    """A scenario's name; rules that this program does not know may have had another one."""
    message = f"scenario.{scenario}"
    return texts.say(message) if message in texts else scenario


def _seat(game: AnyGame, seat: Row[Any], mine: bool, over: bool, language: str) -> Seat:
    free = _is_free(seat) and not over
    away = seat.vacation if seat.vacation and seat.vacation > datetime.now(UTC) else None
    return Seat(
        side=game.sides[seat.side],
        text=game.texts(language).say(f"side.{game.sides[seat.side]}"),
        player="" if free else player_name(seat.bot, seat.name, language),
        bot=bool(seat.bot),
        mine=mine,
        away=away,
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
