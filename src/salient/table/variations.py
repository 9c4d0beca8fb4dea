"""Variations: what if? A game of its own, played on from a moment of another one."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, insert, or_, select, update

from salient.engine.speech import say_clock
from salient.games import find_game
from salient.table import schema
from salient.table.errors import TableError
from salient.table.lobby import Lobby
from salient.table.room import Room
from salient.table.wire import Account, NewVariation, Status, Variation, Variations

MOST = 100
"""So many of one's variations of a game are listed."""


class VariationShelf:
    """Makes variations of finished games, lists and names those of a person."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.storage = lobby.storage

    async def make(self, room: Room, user: Account, wanted: NewVariation) -> str:
        """Play on from a moment of a finished game; returns the id of that game.

        While a game goes on nobody may know its dice.

        Raises:
            TableError: ``not-over`` or ``no-such-move``.
        """
        if room.status is not Status.OVER:
            raise TableError("not-over")
        if wanted.move > room.moves:
            raise TableError("no-such-move", move=wanted.move, last=room.moves)
        record, count = room.record(), _actions_until(room, wanted.move)
        begun = record._replace(
            actions=record.actions[:count], stamps=record.stamps[:count], result=""
        )
        clock = room.game.clock(room.state_at(wanted.move))
        game_id = await self.lobby.take_up(begun, user, wanted.bots)
        async with self.storage.write() as connection:
            await connection.execute(
                insert(schema.variations).values(
                    game_id=game_id, of=room.id, move=wanted.move, clock=clock, name=wanted.name,
                    user_id=user.id,
                )
            )  # fmt: skip
        return game_id

    async def list(self, room: Room, user: Account | None, language: str) -> Variations:
        """One's variations of a game; at one of them also what it is a variation of."""
        table, games = schema.variations, schema.games
        async with self.storage.read() as connection:
            found = await connection.execute(select(table).where(table.c.game_id == room.id))
            this = found.one_or_none()
            origins = [room.id] if this is None else [room.id, this.of]
            own = await connection.execute(
                select(table, games.c.status, games.c.invite, games.c.moved, games.c.title)
                .join(games, games.c.id == table.c.game_id)
                .where(
                    or_(*(table.c.of == origin for origin in origins)),
                    table.c.user_id == (user.id if user else -1),
                )
                .order_by(games.c.created.desc())
                .limit(MOST)
            )
            rows = own.all()
        return Variations(
            of=this.of if this else "",
            move=this.move if this else 0,
            name=this.name if this else "",
            own=[_tell(row, language) for row in rows],
        )

    async def rename(self, game_id: str, user: Account, name: str) -> None:
        """Give a variation of one's own another name.

        Raises:
            TableError: ``not-yours``.
        """
        table = schema.variations
        async with self.storage.write() as connection:
            done = await connection.execute(
                update(table)
                .where(table.c.game_id == game_id, table.c.user_id == user.id)
                .values(name=name)
            )
            if not done.rowcount:
                raise TableError("not-yours")


def _actions_until(room: Room, move: int) -> int:
    """How many actions of a record were played after so many that were asked for."""
    return sum(
        moment.written.kind == "action" and moment.played and not moment.undone
        for moment in room.moments
        if moment.move <= move
    )


def _tell(row: Row[Any], language: str) -> Variation:
    return Variation(
        id=row.game_id,
        of=row.of,
        move=row.move,
        clock=say_clock(find_game(row.title).texts(language), row.clock),
        name=row.name,
        status=Status(row.status),
        moved=row.moved,
        invite=row.invite,
    )
