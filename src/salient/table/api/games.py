"""The catalogue, the lobby, seats and records."""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from salient import __version__
from salient.bots import BOTS
from salient.games import GAMES, find_game
from salient.table.api.access import GameId, Invite, Language, Table, User, require_user
from salient.table.api.files import OWN_PACKING, Client, card_of, tell_once
from salient.table.library import tell_book, tell_rules
from salient.table.lobby import SCOPES
from salient.table.telling import player_name
from salient.table.texts import page_texts, table_texts
from salient.table.wire import (
    Book,
    Catalogue,
    Choice,
    GameCard,
    Joining,
    NewGame,
    OptionCard,
    RecordText,
    RuleText,
    Title,
)

RECORD_LIMIT = 4_000_000


@get("/api/texts", opt={OWN_PACKING: True})
async def show_texts(request: Client, language: Language) -> Response[dict[str, str]]:
    """The texts of the page."""
    return tell_once(request, page_texts(language).as_mapping())


@get("/api/catalogue", opt={OWN_PACKING: True})
async def show_catalogue(request: Client, table: Table, language: Language) -> Response[Catalogue]:
    """What can be played, and against whom."""
    catalogue = Catalogue(
        titles=[_title(name, language) for name in GAMES],
        bots=[
            Choice(name, player_name(name, None, language), _about_bot(name, language))
            for name in BOTS
        ],
        guests=table.config.guests,
        letters=bool(table.config.smtp),
        version=__version__,
    )
    return tell_once(request, catalogue)


def _about_bot(name: str, language: str) -> str:
    texts = table_texts(language)
    return texts.say(f"about_bot.{name}") if f"about_bot.{name}" in texts else ""


def _title(name: str, language: str) -> Title:
    game = find_game(name)
    texts = game.texts(language)
    say = texts.say
    return Title(
        id=name,
        text=say("game.title"),
        about=say("game.about"),
        length=say("game.length") if "game.length" in texts else "",
        difficulty=game.difficulty,
        picture=f"/api/titles/{name}/picture" if card_of(game).exists() else "",
        rules=game.rules_version,
        sides=[Choice(side, say(f"side.{side}")) for side in game.sides],
        scenarios=[Choice(s, say(f"scenario.{s}"), say(f"about.{s}")) for s in game.scenarios],
        options=[
            OptionCard(
                id=option.id,
                text=say(f"option.{option.id}.title"),
                rule=option.rule,
                choices=[Choice(c, say(f"option.{option.id}.{c}")) for c in option.choices],
            )
            for option in game.options
        ],
    )


@get("/api/rules/{title:str}")
async def show_book(title: FromPath[str], language: Language) -> Book:
    """The whole rulebook in our own words, in chapters."""
    return tell_book(find_game(title), language)


@get("/api/rules/{title:str}/{citation:str}")
async def show_rule(
    title: FromPath[str], citation: FromPath[str], language: Language
) -> list[RuleText]:
    """A rule in our own words; a number also finds its parts."""
    return tell_rules(find_game(title), citation, language)


@get("/api/games")
async def list_games(
    table: Table,
    user: User,
    language: Language,
    kind: Annotated[
        str,
        QueryParameter(
            name="scope",
            description="One's own games, free seats, games to watch, or finished ones",
            schema_extra={"enum": SCOPES},
        ),
    ] = "open",
) -> list[GameCard]:
    """Games of one kind."""
    return await table.lobby.list(kind, user.id if user else None, language)


@post("/api/games", status_code=201)
async def create_game(
    data: JSONBody[NewGame], table: Table, user: User, language: Language
) -> GameCard:
    """Set a game up."""
    account = require_user(user)
    await table.count_game(account)
    game_id = await table.lobby.create(data, account)
    await table.begin(game_id)
    await table.challenge(game_id, account)
    return await table.lobby.card(game_id, account.id, language)


@get("/api/games/{game_id:str}")
async def show_game(
    game_id: GameId, table: Table, user: User, language: Language, invite: Invite = ""
) -> GameCard:
    """The head of a game."""
    return await table.lobby.show(game_id, user.id if user else None, invite, language)


@post("/api/games/{game_id:str}/seats", status_code=201)
async def take_seat(
    game_id: GameId, data: JSONBody[Joining], table: Table, user: User, language: Language
) -> GameCard:
    """Take a free seat."""
    account = require_user(user)
    await table.lobby.take_seat(game_id, account, data)
    await table.begin(game_id)
    return await table.lobby.card(game_id, account.id, language)


@delete("/api/games/{game_id:str}", status_code=204)
async def remove_game(game_id: GameId, table: Table, user: User) -> None:
    """Take away a game of one's own that nobody else has joined."""
    await table.lobby.remove(game_id, require_user(user))


@get("/api/games/{game_id:str}/record", media_type=MediaType.TEXT)
async def export_record(
    game_id: GameId, table: Table, user: User, invite: Invite = ""
) -> Response[str]:
    """The record of a game; its dice are told when it is over, and so are hidden pieces."""
    title, text = await table.export(game_id, user, invite)
    name = f'attachment; filename="salient-{title}-{game_id}.record"'
    return Response(text, headers={"Content-Disposition": name}, media_type=MediaType.TEXT)


@post("/api/records", status_code=201, request_max_body_size=RECORD_LIMIT + 1000)
async def import_record(
    data: JSONBody[RecordText], table: Table, user: User, language: Language
) -> GameCard:
    """Make a game of a record: to be looked at if it is finished, else to go on with."""
    account = require_user(user)
    await table.count_record(account)
    game_id = await table.lobby.bring_in(data.text, account, data.bots)
    return await table.lobby.card(game_id, account.id, language)


ROUTES = [
    show_texts, show_catalogue, show_book, show_rule, list_games, create_game,
    show_game, take_seat, remove_game, export_record, import_record,
]  # fmt: skip
