"""Company: profiles, ratings, rematches, challenges, thumbnails, and the way out."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from salient.table.api.access import (
    COOKIE,
    GameId,
    Invite,
    Language,
    Table,
    User,
    network_of,
    require_user,
)
from salient.table.api.files import OWN_PACKING, Client, unless_known
from salient.table.ratings import best_of
from salient.table.wire import (
    Farewell,
    GameCard,
    Holdings,
    NamedVariation,
    NewVariation,
    Profile,
    Ranked,
    Variations,
)


@get("/api/people/{name:str}")
async def show_profile(
    name: FromPath[str], table: Table, user: User, language: Language
) -> Profile:
    """What everybody may know of a person: ratings, results, finished games."""
    return await table.profiles.show(name, user, language)


@get("/api/ratings/{title:str}")
async def show_best(title: FromPath[str], table: Table, user: User) -> list[Ranked]:
    """The best players of a title of whom enough is known."""
    return await best_of(table.storage, title, user.id if user else None)


@get("/api/me/export")
async def export_me(table: Table, user: User, language: Language) -> Response[Holdings]:
    """Everything that the table holds about oneself."""
    account = require_user(user)
    held = await table.farewells.holdings(account, language)
    name = f'attachment; filename="salient-{account.id}-{datetime.now(UTC):%Y-%m-%d}.json"'
    return Response(held, headers={"Content-Disposition": name})


@post(
    "/api/me/deletion",
    status_code=204,
    response_cookies=[Cookie(COOKIE, value="", max_age=0, path="/")],
)
async def delete_me(request: Client, data: JSONBody[Farewell], table: Table, user: User) -> None:
    """Delete one's account with all that is held about oneself; running games are resigned."""
    account = require_user(user)
    async with table.guessing(account.name, network_of(request)):
        await table.farewells.delete(account, data.password)


@post("/api/games/{game_id:str}/rematch", status_code=201)
async def ask_rematch(game_id: GameId, table: Table, user: User, language: Language) -> GameCard:
    """The same game once more with the sides swapped: offered, or accepted if the other did."""
    account = require_user(user)
    await table.count_game(account)
    again = await table.rematches.rematch(game_id, account)
    await table.begin(again)
    await table.challenge(again, account)
    await table.retell(game_id)
    return await table.lobby.card(again, account.id, language)


@delete("/api/games/{game_id:str}/challenge", status_code=204)
async def decline_challenge(game_id: GameId, table: Table, user: User) -> None:
    """Decline a seat that is kept for oneself."""
    await table.rematches.decline(game_id, require_user(user))


@get("/api/games/{game_id:str}/variations")
async def list_variations(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = ""
) -> Variations:
    """One's variations of a game, and of what it is one itself."""
    room = await table.enter(game_id, user, invite)
    return await table.variations.list(room, user, language)


@post("/api/games/{game_id:str}/variations", status_code=201)
async def make_variation(
    game_id: GameId, data: JSONBody[NewVariation], table: Table, user: User, language: Language,
    invite: Invite = "",
) -> GameCard:  # fmt: skip
    """Play on from a moment of a finished game, alone or against a bot."""
    account = require_user(user)
    await table.count_record(account)
    room = await table.enter(game_id, account, invite)
    made = await table.variations.make(room, account, data)
    await table.begin(made)
    return await table.lobby.card(made, account.id, language)


@put("/api/games/{game_id:str}/variation")
async def name_variation(
    game_id: GameId, data: JSONBody[NamedVariation], table: Table, user: User
) -> NamedVariation:
    """Give a variation another name. It is taken away as any game of one's own is."""
    await table.variations.rename(game_id, require_user(user), data.name)
    return data


@get("/api/games/{game_id:str}/sketch", include_in_schema=False, opt={OWN_PACKING: True})
async def show_sketch(
    request: Client,
    game_id: GameId,
    table: Table,
    user: User,
    invite: Invite = "",
) -> Response[bytes]:
    """How a game stands, as a small picture."""
    room = await table.enter(game_id, user, invite)
    drawn = await table.sketches.draw(room)
    return unless_known(request, drawn, "image/svg+xml", "private, no-cache")


PEOPLE = [show_profile, show_best, export_me, delete_me]
PLAYED = [ask_rematch, decline_challenge, list_variations, make_variation, name_variation]
GAMES = [*PLAYED, show_sketch]
ROUTES = [*PEOPLE, *PLAYED]
