"""Who asks, in which language, and whether they may."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import Annotated
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.di import NamedDependency, Provide
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.params import PathParameter, QueryParameter, SkipValidation
from litestar.types import Scope

from salient.engine.texts import LANGUAGES
from salient.table.errors import TableError
from salient.table.limits import network
from salient.table.table import GameTable
from salient.table.wire import Account

COOKIE = "salient_session"
PAGE_HEADER = "X-Salient"
LONGEST_PATH = 250
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))

GameId = Annotated[str, PathParameter(description="Id of the game")]
Lang = Annotated[str, QueryParameter(description="Language of the texts: en or ja")]
Invite = Annotated[str, QueryParameter(max_length=80, description="The secret of its link")]


class Authentication(AbstractAuthenticationMiddleware):
    """Finds the account behind a session cookie or a bearer token."""

    async def authenticate_request(self, connection: ASGIConnection) -> AuthenticationResult:  # type: ignore[type-arg]
        """The account, or None for a stranger."""
        token = bearer(connection) or connection.cookies.get(COOKIE, "")
        table: GameTable = connection.app.state.table
        user = await table.accounts.whose(token) if token else None
        return AuthenticationResult(user=user, auth=token)


def bearer(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """The token of a program."""
    scheme, _, token = connection.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def require_own_page(connection: ASGIConnection) -> None:  # type: ignore[type-arg]
    """Refuse changes that another site's page asks for.

    Such a page can send the cookie along, but neither the header nor a token, and its origin
    tells it.
    """
    if connection.scope.get("method", "GET") in SAFE or bearer(connection):
        return
    if not connection.headers.get(PAGE_HEADER) or not is_own_origin(connection):
        raise TableError("cross-site")


def require_plain_path(connection: ASGIConnection) -> None:  # type: ignore[type-arg]
    """Refuse addresses that neither a file nor a row of a database can have."""
    path = connection.scope["path"]
    if "\0" in path or len(path.encode()) > LONGEST_PATH:
        raise TableError("no-such-page", path=path)


def require_own_host(connection: ASGIConnection) -> None:  # type: ignore[type-arg]
    """Refuse to be reached under a name that is not ours.

    A foreign page may let its own name point to this server and would then be a page of the same
    host. It cannot do so with a number, and not with the names that machines have for themselves.
    """
    table: GameTable = connection.app.state.table
    host = connection.headers.get("Host", "")
    if not is_own_host(host, table.config.address, table.config.hosts):
        raise TableError("other-host", host=host)


def is_own_host(host: str, address: str, further: tuple[str, ...] = ()) -> bool:
    """Whether a name is one of this server's own.

    >>> [is_own_host(host, "https://t.example") for host in ("t.example", "[::1]:80", "e.example")]
    [True, True, False]
    """
    name = _host_name(host)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = {"localhost", _host_name(urlsplit(address).netloc), *map(str.lower, further)}
        return name in own | _machine() or name.endswith(".localhost")
    return True


def _host_name(netloc: str) -> str:
    """A host without its port."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".")
    except ValueError:
        return ""


@cache
def _machine() -> frozenset[str]:
    """What the machine calls itself in its own house."""
    name = socket.gethostname().lower()
    return frozenset((name, f"{name}.local"))


def require_measure(connection: ASGIConnection) -> None:  # type: ignore[type-arg]
    """Refuse who asks for more than anybody can read."""
    if connection.scope["path"].startswith("/api/"):
        table: GameTable = connection.app.state.table
        user: Account | None = connection.scope.get("user")
        if user is None:
            table.reads.count(network_of(connection))
        else:
            table.requests.count(str(user.id))
            table.presence_of.see(user.id)


def network_of(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """The network somebody comes from."""
    return network(connection.client.host) if connection.client else "-"


def is_own_origin(connection: ASGIConnection) -> bool:  # type: ignore[type-arg]
    """Whether the page that asks was served by this host (or is no page at all).

    Behind a proxy the host may be known under the table's public address only.
    """
    origin = connection.headers.get("Origin")
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    table: GameTable = connection.app.state.table
    own = (connection.headers.get("Host"), urlsplit(table.config.address).netloc)
    return bool(scheme and host) and host in own


def require_user(user: Account | None) -> Account:
    """The account, or a request to sign in."""
    if user is None:
        raise TableError("sign-in")
    return user


def choose_language(lang: str, accepted: str = "") -> str:
    """The asked language, else what the browser prefers, else English."""
    if lang in LANGUAGES:
        return lang
    wanted = [part.split(";")[0].strip()[:2] for part in accepted.split(",")]
    return next((code for code in wanted if code in LANGUAGES), LANGUAGES[0])


# -- what handlers are given --------------------------------------------------------------------


Table = NamedDependency[SkipValidation[GameTable]]
User = NamedDependency[SkipValidation[Account | None]]
Language = NamedDependency[SkipValidation[str]]


def provide_table(state: State) -> GameTable:
    """The table this server runs."""
    table: GameTable = state.table
    return table


def provide_user(scope: Scope) -> Account | None:
    """Who asks."""
    user: Account | None = scope.get("user")
    return user


def provide_language(headers: Headers, lang: Lang = "") -> str:
    """The language to answer in."""
    return choose_language(lang, headers.get("accept-language", ""))


DEPENDENCIES = {
    "table": Provide(provide_table, sync_to_thread=False),
    "user": Provide(provide_user, sync_to_thread=False),
    "language": Provide(provide_language, sync_to_thread=False),
}
