"""The server: all routes as one application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, MediaType, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, MutableScopeHeaders
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

from salient import __version__
from salient.table.api import games, live, people, play
from salient.table.api.access import (
    COOKIE,
    DEPENDENCIES,
    Authentication,
    require_own_page,
    require_plain_path,
)
from salient.table.api.problems import answer_mistake, chapter
from salient.table.config import Config
from salient.table.table import GameTable

PAGE = Path(__file__).parent / "page"
BODY_LIMIT = 64_000
GZIP_LEVEL = 4
"""A third of the work of the usual 9, and almost as small."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

ABOUT = """Play board wargames at this table.

Programs authenticate with `Authorization: Bearer <token>`; a token is made with
`POST /api/me/tokens`. Pages of this host use the session cookie and send `X-Salient: 1` with
whatever changes something. Texts come in the language of the query parameter `lang` (`en` or
`ja`). Every error is a `Problem`.

A game is a journal of numbered entries. Follow it over the WebSocket
`/api/games/{game_id}/live?lang=&since=SEQ`, whose messages are `News`; answer a position's
question with `POST /api/games/{game_id}/orders`.
"""


@get(
    ["/", "/new", "/account", "/game/{game_id:str}", "/replay/{game_id:str}"],
    media_type=MediaType.HTML,
    include_in_schema=False,
)
async def show_page() -> str:
    """The page; which part of it is seen, its own code decides by the address."""
    return (PAGE / "index.html").read_text(encoding="utf-8")


async def add_headers(message: Message, _: Scope) -> None:
    """Send the protective headers with every answer, errors and files as well."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


# -- the application ----------------------------------------------------------------------------


def create_app(config: Config) -> Litestar:
    """The whole server as an ASGI application."""
    table = GameTable(config)

    @asynccontextmanager
    async def run(app: Litestar) -> AsyncIterator[None]:
        app.state.table = table
        await table.open()
        try:
            yield
        finally:
            await table.close()

    return Litestar(
        route_handlers=[
            show_page,
            create_static_files_router(
                path="/page", directories=[PAGE], cache_control=CacheControlHeader(no_cache=True)
            ),
            chapter("people", people.ROUTES),
            chapter("games", games.ROUTES),
            chapter("playing", play.ROUTES),
            chapter("live", live.ROUTES),
        ],
        lifespan=[run],
        logging_config=None,
        dependencies=DEPENDENCIES,
        middleware=[Authentication],
        guards=[require_plain_path, require_own_page],
        exception_handlers={Exception: answer_mistake},
        before_send=[add_headers],
        request_max_body_size=BODY_LIMIT,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=GZIP_LEVEL
        ),
        openapi_config=OpenAPIConfig(
            title="Salient",
            version=__version__,
            path="/schema",
            description=ABOUT,
            use_handler_docstrings=True,
            operation_id_creator=lambda handler, _method, _path: handler.handler_name,
            components=Components(
                security_schemes={
                    "token": SecurityScheme(type="http", scheme="bearer"),
                    "session": SecurityScheme(
                        type="apiKey", name=COOKIE, security_scheme_in="cookie"
                    ),
                }
            ),
            security=[{"token": []}, {"session": []}, {}],
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )
