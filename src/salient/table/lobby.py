"""The lobby: games are set up, found, joined and imported here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

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
from salient.engine import Match, Record, new_seed, parse_record
from salient.games import find_game
from salient.table import schema
from salient.table.cards import is_free, make_card
from salient.table.challenges import (
    BOT,
    DECLINED,
    PERSON,
    find_member,
    read_limit,
    rematches_of,
    require_fit,
    require_patience,
)
from salient.table.clocks import Control, Timing, read_timing
from salient.table.errors import TableError
from salient.table.rooms import Rooms, admits, is_invited, read_game, read_seats
from salient.table.storage import Storage
from salient.table.wire import Account, GameCard, Joining, NewGame, Status

PACES = ("live", "slow")
SCOPES = ("mine", "open", "watch", "finished")
PAGE = 60
"""Games in one list."""

LONGEST_RECORD = 20_000
NO_CLOCK = Control()


class Rematch(NamedTuple):
    """A game once more: the game of which it is one, and for whom which seat is kept."""

    of: str
    kept: Mapping[int, int]


class Lobby:
    """Games as cards: lists of them, new ones, free seats."""

    def __init__(
        self, storage: Storage, rooms: Rooms, is_online: Callable[[int], bool] = lambda _: False
    ) -> None:
        self.storage = storage
        self.rooms = rooms
        self.is_online = is_online

    # -- looking ------------------------------------------------------------------------------

    async def card(self, game_id: str, user_id: int | None, language: str) -> GameCard:
        """One game."""
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
            rematches = await rematches_of(connection, [row], user_id)
        return self._card(row, seats, user_id, language, rematches)

    async def show(self, game_id: str, user_id: int | None, invite: str, language: str) -> GameCard:
        """One game, to somebody who may see it."""
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
            rematches = await rematches_of(connection, [row], user_id)
        players = [person for seat in seats for person in (seat.user_id, seat.kept_for)]
        if not admits(row, Status(row.status), players, user_id, invite):
            raise TableError("not-yours")
        return self._card(row, seats, user_id, language, rematches)

    def _card(
        self,
        row: Row[Any],
        seats: Sequence[Row[Any]],
        user_id: int | None,
        language: str,
        rematches: Mapping[str, str],
    ) -> GameCard:
        """A game's card with what is of today: who is about, and whether a rematch is wanted."""
        card = make_card(row, seats, user_id, language)
        card.rematch = rematches.get(row.id, "")
        if any(seat.mine for seat in card.seats) and card.status is not Status.OVER:
            for seat, known in zip(card.seats, seats, strict=True):
                seat.online = known.user_id is not None and self.is_online(known.user_id)
        return card

    async def list(self, scope: str, user_id: int | None, language: str) -> list[GameCard]:
        """Games of one kind: those that wait for the asking person, then those moved last."""
        if scope not in SCOPES:
            raise TableError(
                "bad-setting", setting="scope", value=scope, expected=", ".join(SCOPES)
            )
        async with self.storage.read() as connection:
            rows = (await connection.execute(_listing(scope, user_id))).all()
            seats = await read_seats(connection, *(row.id for row in rows))
            rematches = await rematches_of(connection, rows, user_id)
        by_game = {key: list(group) for key, group in groupby(seats, lambda seat: seat.game_id)}
        cards = [
            self._card(row, by_game.get(row.id, []), user_id, language, rematches) for row in rows
        ]
        return sorted(cards, key=lambda card: not card.my_turn)

    # -- setting up ---------------------------------------------------------------------------

    async def create(self, wanted: NewGame, user: Account, again: Rematch | None = None) -> str:
        """Set a game up; returns its id.

        Args:
            wanted: The game.
            user: Who sets it up.
            again: If it is a rematch: of what, and with whom.
        """
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
        control = read_limit(wanted, players, user)
        seed = new_seed()
        match = await asyncio.to_thread(Match.start, game, wanted.scenario, seed, wanted.options)
        seats = [
            {"user_id": user.id if player == "me" else None, "bot": _bot_name(player)}
            for player in players
        ]
        async with self.storage.write() as connection:
            kept = again.kept if again else await self._keep(connection, players, user)
            return await _insert_game(
                connection, match, seats, maker=user.id, open_=wanted.open, pace=wanted.pace,
                control=control, rated=wanted.rated, kept=kept,
                rematch_of=again.of if again else None,
            )  # fmt: skip

    async def _keep(
        self, connection: AsyncConnection, players: Sequence[str], user: Account
    ) -> dict[int, int]:
        """The people for whom seats are kept, by side."""
        kept: dict[int, int] = {}
        for side, player in enumerate(players):
            if not player.startswith(PERSON):
                continue
            if user.guest:
                raise TableError("no-account")
            found = await find_member(connection, player.removeprefix(PERSON))
            if found.id == user.id:
                raise TableError("two-people")
            await require_patience(connection, user.id, found.id)
            kept[side] = found.id
        return kept

    async def take_seat(self, game_id: str, user: Account, wanted: Joining) -> None:
        """Take a free seat; the game begins when none is left."""
        async with self.storage.write() as connection:
            row, seats = await read_game(connection, game_id)
            game = find_game(row.title)
            awaited = any(seat.kept_for == user.id for seat in seats)
            if not row.open and not awaited and not is_invited(row, wanted.invite):
                raise TableError("not-yours")
            if wanted.side not in game.sides:
                raise TableError(
                    "bad-setting", setting="side", value=wanted.side,
                    expected=", ".join(game.sides),
                )  # fmt: skip
            side = game.sides.index(wanted.side)
            require_fit(row, seats, side, user)
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
            if sum(is_free(seat) for seat in seats) == 1:
                now = datetime.now(UTC)
                timing = read_timing(row).begin(now, row.to_move)
                await connection.execute(
                    update(schema.games)
                    .where(schema.games.c.id == game_id)
                    .values(status=Status.RUNNING.value, moved=now, **timing.columns())
                )
            await connection.execute(
                delete(schema.keeps).where(
                    schema.keeps.c.game_id == game_id, schema.keeps.c.side == side
                )
            )
            await connection.run_sync(self.storage.announce, "changed", game_id)
        await self.refresh(game_id)

    async def remove(self, game_id: str, user: Account) -> None:
        """Take away a game that nobody else has joined."""
        async with self.storage.write() as connection:
            row, seats = await read_game(connection, game_id)
            others = [seat.user_id for seat in seats if seat.user_id not in (None, user.id)]
            if row.maker != user.id or others:
                raise TableError("not-yours")
            await connection.execute(delete(schema.games).where(schema.games.c.id == game_id))
            await connection.run_sync(self.storage.announce, "changed", game_id)
        await self.refresh(game_id)

    async def refresh(self, game_id: str) -> None:
        """Let the room be built anew: who sits there has changed."""
        try:
            self.rooms.drop(await self.rooms.get(game_id))
        except TableError:
            return

    # -- records ------------------------------------------------------------------------------

    async def bring_in(self, text: str, user: Account, bots: Mapping[str, str]) -> str:
        """Make a game of a record: to be looked at if it is finished, else to go on with.

        Args:
            text: The record.
            user: Who plays it on.
            bots: The bots that play with them, by side.
        """
        return await self.take_up(await asyncio.to_thread(parse_record, text), user, bots)

    async def take_up(self, record: Record, user: Account, bots: Mapping[str, str]) -> str:
        """The same with a record that has been read."""
        if record.identity.packs:
            raise TableError("record-packs")
        if len(record.actions) > LONGEST_RECORD:
            raise TableError("record-long", count=len(record.actions), limit=LONGEST_RECORD)
        game = find_game(record.identity.game)
        match = await asyncio.to_thread(Match.resume, game, record)
        over = match.decision is None
        names = [_bot_of(side, game.sides, bots) for side in game.sides]
        seats = [
            {"user_id": None if over or name else user.id, "bot": None if over else name}
            for name in names
        ]
        async with self.storage.write() as connection:
            return await _insert_game(
                connection, match, seats, maker=user.id, open_=False, pace="slow",
                begun=record.identity.rules,
            )  # fmt: skip


def _bot_of(side: str, sides: Sequence[str], bots: Mapping[str, str]) -> str | None:
    """The bot that plays a side, if one does."""
    if unknown := sorted(set(bots) - set(sides)):
        expected = ", ".join(sides)
        raise TableError("bad-setting", setting="bots", value=unknown[0], expected=expected)
    return _bot_name(_read_seat(side, f"bot:{bots[side]}")) if side in bots else None


# -- rows ---------------------------------------------------------------------------------------


def _listing(scope: str, user_id: int | None) -> Select[Any]:
    games, seats, keeps = schema.games, schema.seats, schema.keeps
    own: ColumnElement[bool] = false()
    if user_id is not None:
        own = or_(
            exists().where(seats.c.game_id == games.c.id, seats.c.user_id == user_id),
            exists().where(keeps.c.game_id == games.c.id, keeps.c.user_id == user_id),
        )
    wanted: dict[str, ColumnElement[bool]] = {
        "mine": or_(own, games.c.maker == user_id) if user_id is not None else own,
        "open": and_(games.c.status == Status.OPEN.value, games.c.open, not_(own)),
        "watch": and_(games.c.status == Status.RUNNING.value, games.c.open, not_(own)),
        "finished": and_(
            games.c.status == Status.OVER.value, games.c.open, games.c.result != DECLINED
        ),
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
    control: Control = NO_CLOCK,
    rated: bool = False,
    kept: Mapping[int, int] = MappingProxyType({}),
    rematch_of: str | None = None,
) -> str:
    """Store a new game with its seats and, for an imported one, its journal."""
    identity, now = match.state.setting.identity, datetime.now(UTC)
    decision, result = match.decision, match.game.result(match.state)
    record = match.record()
    waits = any(seat["user_id"] is None and seat["bot"] is None for seat in seats)
    status = Status.OVER if decision is None else Status.OPEN if waits else Status.RUNNING
    game_id = secrets.token_urlsafe(9)
    asked = -1 if decision is None else decision.side
    timing = Timing(control)
    if status is Status.RUNNING:
        timing = timing.begin(now, asked)
    await connection.execute(
        insert(schema.games).values(
            id=game_id, title=identity.game, rules=identity.rules, scenario=identity.scenario,
            options=identity.options, seed=match.state.seed, status=status.value, open=open_,
            pace=pace, invite=secrets.token_urlsafe(12), maker=maker, created=now, moved=now,
            seq=len(record.actions), to_move=asked, main=control.main,
            increment=control.increment, days=control.days, rated=rated, rematch_of=rematch_of,
            **timing.columns(),
            result=f"{result.outcome} {result.score}" if result else "",
            winner=result.winner if result else None,
            clock=match.game.clock(match.state), begun=begun or identity.rules,
        )
    )  # fmt: skip
    await connection.execute(
        insert(schema.seats),
        [{"game_id": game_id, "side": side, **seat} for side, seat in enumerate(seats)],
    )
    for seat, user_id in kept.items():
        await connection.execute(
            insert(schema.keeps).values(game_id=game_id, side=seat, user_id=user_id)
        )
    if record.actions:
        sides, told = match.game.sides, zip(record.actions, record.stamps, strict=True)
        await connection.execute(
            insert(schema.journal),
            [
                {
                    "game_id": game_id, "seq": seq, "kind": "action", "side": sides.index(side),
                    "text": text, "user_id": maker, "key": f"import-{seq}", "at": now,
                    "stamp": stamp,
                }
                for seq, ((side, text), stamp) in enumerate(told, start=1)
            ],
        )  # fmt: skip
    return game_id


def _read_seat(side: str, value: str) -> str:
    kind, _, name = value.partition(":")
    if kind == "bot":
        make_bot(name)
    elif value not in ("me", "open") and not value.startswith(PERSON):
        raise TableError("seat-value", side=side, value=value)
    return value


def _bot_name(player: str) -> str | None:
    return player.removeprefix(BOT) if player.startswith(BOT) else None
