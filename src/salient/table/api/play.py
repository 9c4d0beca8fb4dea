"""Playing: the board, positions, orders and everything one asks while playing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from random import Random
from typing import Annotated

from litestar import get, post, put
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from salient.table import telling
from salient.table.api.access import GameId, Invite, Language, Table, User, require_user
from salient.table.errors import TableError
from salient.table.room import Room
from salient.table.wire import (
    Account,
    Acknowledgement,
    Board,
    Entry,
    Gesture,
    Inspection,
    Layer,
    Notes,
    Odds,
    Order,
    Position,
    Said,
    Saying,
    Sight,
    Status,
    Trace,
)

SPECTATOR = "spectator"

PlaceIndex = Annotated[int, PathParameter(description="Index of the place on the board")]
Side = Annotated[str, QueryParameter(description="Whose view is wanted")]


def view_side(room: Room, user: Account | None, wanted: str) -> int:
    """The side whose view is given: one's own while the game goes on, any when it is over."""
    own = room.viewpoint(user.id if user else None)
    if not wanted:
        return own
    if wanted == SPECTATOR:
        return -1
    sides = room.game.sides
    if wanted not in sides:
        raise TableError(
            "bad-setting", setting="side", value=wanted, expected=", ".join((*sides, SPECTATOR))
        )
    side = sides.index(wanted)
    mine = user is not None and room.users.get(side) == user.id
    if room.status is not Status.OVER and not mine:
        raise TableError("other-side", side=wanted)
    return side


@get("/api/games/{game_id:str}/board")
async def show_board(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = ""
) -> Board:
    """Map, names and everything else that never changes in a game."""
    room = await table.enter(game_id, user, invite)
    side = room.viewpoint(user.id if user else None)
    start = room.game.known(room.state_at(0), side, Random(0))
    return await asyncio.to_thread(telling.tell_board, room.game, start, side, language)


@get("/api/games/{game_id:str}/position")
async def show_position(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = "",
    side: Side = "",
    move: Annotated[int | None, QueryParameter(description="After so many actions")] = None,
) -> Position:  # fmt: skip
    """What one sees now, or saw after a number of actions."""
    async with table.look(game_id, user, invite) as room:
        viewer = view_side(room, user, side)
        if move is None or move == room.moves:
            return telling.tell_position(room, viewer, language)
        return telling.tell_past(room, move, viewer, language)


@get("/api/games/{game_id:str}/log")
async def show_log(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = "",
    since: Annotated[int, QueryParameter(description="Entries after this number")] = -1,
) -> list[Entry]:  # fmt: skip
    """The journal in words."""
    async with table.look(game_id, user, invite) as room:
        reader = room.reader(user.id if user else None)
        return await telling.tell_entries(room, since, reader, language)


@post("/api/games/{game_id:str}/orders", status_code=201)
async def give_order(
    game_id: GameId, data: JSONBody[Order], table: Table, user: User
) -> Acknowledgement:
    """Carry out an action. It is stored before it is acknowledged."""
    account = require_user(user)
    return await table.referee.order(await table.rooms.get(game_id), account.id, data)


@post("/api/games/{game_id:str}/gestures", status_code=201)
async def make_gesture(
    game_id: GameId, data: JSONBody[Gesture], table: Table, user: User
) -> Acknowledgement:
    """Undo, resign, or a word about a draw."""
    account = require_user(user)
    return await table.referee.gesture(await table.rooms.get(game_id), account.id, data)


@get("/api/games/{game_id:str}/odds/{place:int}")
async def show_odds(
    game_id: GameId,
    place: PlaceIndex,
    table: Table,
    user: User,
    language: Language,
    invite: Invite = "",
) -> Odds | None:
    """The exact chances of the combat that would be fought in a place."""
    async with table.look(game_id, user, invite) as room:
        side = room.viewpoint(user.id if user else None)
        return telling.tell_odds(room, place, side, language)


@get("/api/games/{game_id:str}/trace")
async def show_trace(
    game_id: GameId, table: Table, user: User,
    action: Annotated[str, QueryParameter(max_length=400)], invite: Invite = "",
) -> Trace:  # fmt: skip
    """The way an offered action takes over the board."""
    async with table.look(game_id, user, invite) as room:
        if room.decider < 0 or room.viewpoint(user.id if user else None) != room.decider:
            raise TableError("not-yours")
        return telling.tell_trace(room, action)


@get("/api/games/{game_id:str}/sight/{origin:int}/{target:int}")
async def show_sight(
    game_id: GameId, origin: PlaceIndex, target: PlaceIndex, table: Table, user: User,
    language: Language, invite: Invite = "",
) -> Sight:  # fmt: skip
    """Whether two places see each other, and why."""
    async with table.look(game_id, user, invite) as room:
        side = room.viewpoint(user.id if user else None)
        return telling.tell_sight(room, origin, target, side, language)


@get("/api/games/{game_id:str}/overlays/{overlay:str}")
async def show_overlay(
    game_id: GameId, overlay: FromPath[str], table: Table, user: User, language: Language,
    invite: Invite = "", side: Side = "",
) -> list[Layer]:  # fmt: skip
    """Places shaded for some purpose."""
    async with table.look(game_id, user, invite) as room:
        return telling.tell_overlay(room, overlay, view_side(room, user, side), language)


@get("/api/games/{game_id:str}/places/{place:int}")
async def show_place(
    game_id: GameId,
    place: PlaceIndex,
    table: Table,
    user: User,
    language: Language,
    invite: Invite = "",
) -> Inspection:
    """All that is to be known of a place."""
    async with table.look(game_id, user, invite) as room:
        side = room.viewpoint(user.id if user else None)
        return telling.tell_place(room, place, side, language)


@get("/api/games/{game_id:str}/chat")
async def show_chat(game_id: GameId, table: Table, user: User, invite: Invite = "") -> list[Said]:
    """What was said at the table."""
    return await table.chat(await table.enter(game_id, user, invite))


@post("/api/games/{game_id:str}/chat", status_code=201)
async def say_something(
    game_id: GameId, data: JSONBody[Saying], table: Table, user: User, invite: Invite = ""
) -> Said:
    """Say something at the table."""
    account = require_user(user)
    room = await table.enter(game_id, account, invite)
    return await table.say(room, account, data.text, datetime.now(UTC))


@get("/api/games/{game_id:str}/notes")
async def show_notes(game_id: GameId, table: Table, user: User, invite: Invite = "") -> Notes:
    """One's private notes on a game."""
    account = require_user(user)
    return Notes(await table.read_notes(await table.enter(game_id, account, invite), account))


@put("/api/games/{game_id:str}/notes")
async def keep_notes(
    game_id: GameId, data: JSONBody[Notes], table: Table, user: User, invite: Invite = ""
) -> Notes:
    """Keep one's private notes."""
    account = require_user(user)
    await table.write_notes(await table.enter(game_id, account, invite), account, data.text)
    return data


ROUTES = [
    show_board, show_position, show_log, give_order, make_gesture, show_odds, show_trace,
    show_sight, show_overlay, show_place, show_chat, say_something, show_notes, keep_notes,
]  # fmt: skip
