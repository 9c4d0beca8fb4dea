"""The server: all routes as one application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.status_codes import HTTP_304_NOT_MODIFIED
from litestar.types import Message, Scope

from salient import __version__
from salient.table.api import company, files, games, health, learning, live, people, play
from salient.table.api.access import (
    COOKIE,
    DEPENDENCIES,
    Authentication,
    require_measure,
    require_own_host,
    require_own_page,
    require_plain_path,
)
from salient.table.api.problems import answer_mistake, chapter
from salient.table.api.reading import Reader, require_plain_query
from salient.table.config import Config
from salient.table.table import GameTable

BODY_LIMIT = 64_000
GZIP_LEVEL = 4
"""A third of the work of the usual 9, and almost as small."""

PAGE_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Of whatever is no page: shown by itself it may load and run nothing."""

HEADERS = {
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


async def admit(connection: ASGIConnection, handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Let a request in, or refuse it.

    One guard for all there is to look at: each costs a copy of the route, and one that does not
    wait for anything an errand to a thread.
    """
    require_own_host(connection)
    require_plain_path(connection)
    require_own_page(connection)
    require_measure(connection)
    require_plain_query(connection, handler)


async def add_headers(message: Message, scope: Scope) -> None:
    """Send the protective headers with every answer, errors and files as well, and count it."""
    if message["type"] == "http.response.start":
        table: GameTable = scope["litestar_app"].state.table
        table.metrics.answers[message["status"]] += 1
        headers = MutableScopeHeaders.from_message(message)
        if message["status"] != HTTP_304_NOT_MODIFIED:  # that keeps the policy it has
            is_page = headers.get("Content-Type", "").startswith("text/html")
            headers.setdefault("Content-Security-Policy", PAGE_POLICY if is_page else POLICY)
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
            *files.ROUTES,
            *health.ROUTES,
            chapter("people", [*people.ROUTES, *company.PEOPLE]),
            chapter("games", [*games.ROUTES, *company.GAMES]),
            chapter("playing", play.ROUTES),
            chapter("learning", learning.ROUTES),
            chapter("live", live.ROUTES),
        ],
        lifespan=[run],
        logging_config=None,
        dependencies=DEPENDENCIES,
        middleware=[Authentication],
        guards=[admit],
        request_class=Reader,
        exception_handlers={Exception: answer_mistake},
        before_send=[add_headers],
        request_max_body_size=BODY_LIMIT,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=GZIP_LEVEL,
            exclude_opt_key=files.OWN_PACKING,
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
