"""Playing: the board, positions, orders and everything one asks while playing.

What takes long to work out is worked out in another thread, while nothing moves in the room.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from random import Random
from typing import Annotated

from litestar import Response, get, post, put
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from salient.table import answers, telling
from salient.table.answers import Outlook, look_out
from salient.table.api.access import GameId, Invite, Language, Table, User, require_user
from salient.table.api.files import OWN_PACKING, Client, tell_once
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
    Lifeline,
    Notes,
    Odds,
    Order,
    Position,
    Reason,
    Said,
    Saying,
    Sight,
    Status,
    Trace,
)

SPECTATOR = "spectator"

PlaceIndex = Annotated[int, PathParameter(description="Index of the place on the board")]
PieceIndex = Annotated[int, PathParameter(description="Index of the piece")]
Side = Annotated[str, QueryParameter(description="Whose view is wanted")]
Move = Annotated[int | None, QueryParameter(description="After so many actions; else now")]


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


async def look_from(room: Room, user: Account | None, side: str, move: int | None) -> Outlook:
    """The position as the reader may know it: now, or after a number of actions."""
    return await asyncio.to_thread(look_out, room, view_side(room, user, side), move)


@get("/api/games/{game_id:str}/board", opt={OWN_PACKING: True})
async def show_board(
    request: Client, game_id: GameId, table: Table, user: User, language: Language,
    invite: Invite = "",
) -> Response[Board]:  # fmt: skip
    """Map, names and everything else that never changes in a game."""
    room = await table.enter(game_id, user, invite)
    side = room.viewpoint(user.id if user else None)
    start = room.game.known(room.state_at(0), side, Random(0))
    board = await asyncio.to_thread(telling.tell_board, room.game, start, side, language)
    return await asyncio.to_thread(tell_once, request, board)


@get("/api/games/{game_id:str}/position")
async def show_position(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = "",
    side: Side = "", move: Move = None,
) -> Position:  # fmt: skip
    """What one sees now, or saw after a number of actions."""
    async with table.look(game_id, user, invite) as room:
        viewer = view_side(room, user, side)
        if move is None or move == room.moves:
            return telling.tell_position(room, viewer, language)
        return await asyncio.to_thread(telling.tell_past, room, move, viewer, language)


@get("/api/games/{game_id:str}/log")
async def show_log(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = "",
    since: Annotated[int, QueryParameter(description="Entries after this number")] = -1,
) -> list[Entry]:  # fmt: skip
    """The journal in words."""
    async with table.look(game_id, user, invite) as room:
        reader = room.reader(user.id if user else None)
        return await telling.tell_entries(room, since, reader, language, table.breathing)


@post("/api/games/{game_id:str}/orders", status_code=201)
async def give_order(
    game_id: GameId, data: JSONBody[Order], table: Table, user: User
) -> Acknowledgement:
    """Carry out an action. It is stored before it is acknowledged."""
    account = require_user(user)
    with table.metrics.ordering():
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
        return await asyncio.to_thread(answers.tell_odds, room, place, side, language)


@get("/api/games/{game_id:str}/trace")
async def show_trace(
    game_id: GameId, table: Table, user: User,
    action: Annotated[str, QueryParameter(max_length=400)], invite: Invite = "",
) -> Trace:  # fmt: skip
    """The way an offered action takes over the board."""
    async with table.look(game_id, user, invite) as room:
        if room.decider < 0 or room.viewpoint(user.id if user else None) != room.decider:
            raise TableError("not-yours")
        return answers.tell_trace(room, action)


@get("/api/games/{game_id:str}/why")
async def show_reason(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = "",
    piece: Annotated[int | None, QueryParameter(description="A piece that is not offered")] = None,
    place: Annotated[int | None, QueryParameter(description="A place that is not offered")] = None,
) -> Reason:  # fmt: skip
    """Why a piece cannot be chosen, or a place cannot be gone to, by whoever is asked."""
    async with table.look(game_id, user, invite) as room:
        if room.decider < 0 or room.viewpoint(user.id if user else None) != room.decider:
            raise TableError("not-yours")
        if place is not None:
            answers.find_place(room, place)
        if piece is not None:
            answers.find_piece(room, piece)
        return answers.tell_reason(room, piece, place, language)


@get("/api/games/{game_id:str}/sight/{origin:int}/{target:int}")
async def show_sight(
    game_id: GameId, origin: PlaceIndex, target: PlaceIndex, table: Table, user: User,
    language: Language, invite: Invite = "", side: Side = "", move: Move = None,
) -> Sight:  # fmt: skip
    """Whether two places see each other, and why: now, or after a number of actions."""
    async with table.look(game_id, user, invite) as room:
        outlook = await look_from(room, user, side, move)
        return await asyncio.to_thread(answers.tell_sight, outlook, origin, target, language)


@get("/api/games/{game_id:str}/overlays/{overlay:str}")
async def show_overlay(
    game_id: GameId, overlay: FromPath[str], table: Table, user: User, language: Language,
    invite: Invite = "", side: Side = "", move: Move = None,
) -> list[Layer]:  # fmt: skip
    """Places shaded for some purpose: now, or after a number of actions."""
    async with table.look(game_id, user, invite) as room:
        outlook = await look_from(room, user, side, move)
        return await asyncio.to_thread(answers.tell_overlay, outlook, overlay, language)


@get("/api/games/{game_id:str}/reach/{piece:int}")
async def show_reach(
    game_id: GameId, piece: PieceIndex, table: Table, user: User, language: Language,
    invite: Invite = "", side: Side = "", move: Move = None,
) -> Layer:  # fmt: skip
    """Where a piece could go by itself, whoever's turn it is: now, or after some actions."""
    async with table.look(game_id, user, invite) as room:
        outlook = await look_from(room, user, side, move)
        return await asyncio.to_thread(answers.tell_reach, outlook, piece, language)


@get("/api/games/{game_id:str}/lifelines/{piece:int}")
async def show_lifelines(
    game_id: GameId, piece: PieceIndex, table: Table, user: User, language: Language,
    invite: Invite = "", side: Side = "", move: Move = None,
) -> list[Lifeline]:  # fmt: skip
    """The lines a piece lives by: whether they hold, where they end or are cut, and why."""
    async with table.look(game_id, user, invite) as room:
        outlook = await look_from(room, user, side, move)
        return await asyncio.to_thread(answers.tell_lifelines, outlook, piece, language)


@get("/api/games/{game_id:str}/places/{place:int}")
async def show_place(
    game_id: GameId, place: PlaceIndex, table: Table, user: User, language: Language,
    invite: Invite = "", side: Side = "", move: Move = None,
) -> Inspection:  # fmt: skip
    """All that is to be known of a place: now, or after a number of actions."""
    async with table.look(game_id, user, invite) as room:
        outlook = await look_from(room, user, side, move)
        return await asyncio.to_thread(answers.tell_place, outlook, place, language)


@get("/api/games/{game_id:str}/chat")
async def show_chat(game_id: GameId, table: Table, user: User, invite: Invite = "") -> list[Said]:
    """What was said at the table."""
    return await table.talk.heard(await table.enter(game_id, user, invite))


@post("/api/games/{game_id:str}/chat", status_code=201)
async def say_something(
    game_id: GameId, data: JSONBody[Saying], table: Table, user: User, invite: Invite = ""
) -> Said:
    """Say something at the table."""
    account = require_user(user)
    room = await table.enter(game_id, account, invite)
    return await table.talk.say(room, account, data.text, datetime.now(UTC))


@get("/api/games/{game_id:str}/notes")
async def show_notes(game_id: GameId, table: Table, user: User, invite: Invite = "") -> Notes:
    """One's private notes on a game."""
    account = require_user(user)
    return Notes(await table.talk.read_notes(await table.enter(game_id, account, invite), account))


@put("/api/games/{game_id:str}/notes")
async def keep_notes(
    game_id: GameId, data: JSONBody[Notes], table: Table, user: User, invite: Invite = ""
) -> Notes:
    """Keep one's private notes."""
    account = require_user(user)
    await table.talk.write_notes(await table.enter(game_id, account, invite), account, data.text)
    return data


ROUTES = [
    show_board, show_position, show_log, give_order, make_gesture, show_odds, show_trace,
    show_reason, show_sight, show_overlay, show_reach, show_lifelines, show_place, show_chat,
    say_something, show_notes, keep_notes,
]  # fmt: skip
