"""What one reads and looks up beside the board: briefing, tables, keys, standing."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from salient.table import aftermath, library
from salient.table.api.access import GameId, Invite, Language, Table, User
from salient.table.api.files import OWN_PACKING, Client, tell_once
from salient.table.wire import Aftermath, Handbook, Reference, Standing


@get("/api/games/{game_id:str}/reference", opt={OWN_PACKING: True})
async def show_reference(
    request: Client, game_id: GameId, table: Table, user: User, language: Language,
    invite: Invite = "",
) -> Response[Reference]:  # fmt: skip
    """Briefing and lessons."""
    async with table.look(game_id, user, invite) as room:
        side = room.viewpoint(user.id if user else None)
        told = await asyncio.to_thread(library.tell_reference, room, side, language)
        return tell_once(request, told)


@get("/api/games/{game_id:str}/handbook", opt={OWN_PACKING: True})
async def show_handbook(
    request: Client, game_id: GameId, table: Table, user: User, language: Language,
    invite: Invite = "",
) -> Response[Handbook]:  # fmt: skip
    """Tables and keys."""
    async with table.look(game_id, user, invite) as room:
        side = room.viewpoint(user.id if user else None)
        told = await asyncio.to_thread(library.tell_handbook, room, side, language)
        return tell_once(request, told)


@get("/api/games/{game_id:str}/standing")
async def show_standing(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = ""
) -> Standing:
    """Who would win now and why, the turns with their arrivals, the phases."""
    async with table.look(game_id, user, invite) as room:
        side = room.viewpoint(user.id if user else None)
        return await asyncio.to_thread(library.tell_standing, room, side, language)


@get("/api/games/{game_id:str}/aftermath")
async def show_aftermath(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = ""
) -> Aftermath:
    """Of a game that is over: who won and why, the turns, the losses, the best moments."""
    async with table.look(game_id, user, invite) as room:
        return await asyncio.to_thread(aftermath.tell_aftermath, room, language)


ROUTES = [show_reference, show_handbook, show_standing, show_aftermath]
