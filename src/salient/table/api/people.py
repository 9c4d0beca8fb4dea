"""Accounts, sessions and settings."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from salient.table.accounts import SESSION
from salient.table.api.access import COOKIE, Language, Table, User, require_user
from salient.table.errors import TableError
from salient.table.table import GameTable
from salient.table.wire import Account, Credentials, NewPassword, Settings, Token

Client = Request[Any, Any, Any]


def _address(request: Client) -> str:
    return request.client.host if request.client else "-"


async def _welcome(table: GameTable, account: Account) -> Response[Account]:
    """Answer with an account and a session in a cookie."""
    token = await table.accounts.open_session(account.id)
    cookie = Cookie(
        COOKIE, value=token, max_age=int(SESSION.total_seconds()), path="/",
        httponly=True, samesite="lax", secure=table.config.secure,
    )  # fmt: skip
    return Response(account, cookies=[cookie])


@get("/api/me")
async def show_me(user: User) -> Account | None:
    """Who is signed in, or null."""
    return user


@post("/api/accounts", status_code=201)
async def sign_up(
    request: Client, data: JSONBody[Credentials], table: Table, user: User
) -> Response[Account]:
    """Make an account and sign in; a guest keeps all games."""
    table.sign_ups.count(_address(request))
    return await _welcome(table, await table.accounts.sign_up(data, user))


@post("/api/guests", status_code=201)
async def come_as_guest(
    request: Client, table: Table, user: User, language: Language
) -> Response[Account]:
    """Play without an account, at tables that admit guests."""
    if user is not None:
        return Response(user)
    if not table.config.guests:
        raise TableError("no-guests")
    table.sign_ups.count(_address(request))
    return await _welcome(table, await table.accounts.admit_guest(language))


@post("/api/session", status_code=201)
async def sign_in(request: Client, data: JSONBody[Credentials], table: Table) -> Response[Account]:
    """Sign in with name and password."""
    table.sign_ins.count(_address(request))
    table.sign_ins.count(f"name {data.name.casefold()}")
    return await _welcome(table, await table.accounts.sign_in(data))


@delete(
    "/api/session",
    status_code=204,
    response_cookies=[Cookie(COOKIE, value="", max_age=0, path="/")],
)
async def sign_out(request: Client, table: Table) -> None:
    """Sign out: the session is forgotten."""
    if request.auth:
        await table.accounts.close_session(request.auth)


@patch("/api/me")
async def change_me(data: JSONBody[Settings], table: Table, user: User) -> Account:
    """Change one's settings."""
    return await table.accounts.change(require_user(user), data)


@post("/api/me/tokens", status_code=201)
async def make_token(table: Table, user: User) -> Token:
    """A key for programs that play in one's name."""
    account = require_user(user)
    if account.guest:
        raise TableError("no-account")
    return Token(await table.accounts.open_session(account.id, lasting=True))


@delete("/api/me/tokens", status_code=204)
async def revoke_tokens(table: Table, user: User) -> None:
    """Make all keys of one's programs worthless."""
    await table.accounts.revoke_tokens(require_user(user))


@put("/api/me/password")
async def change_password(
    request: Client, data: JSONBody[NewPassword], table: Table, user: User
) -> Response[Account]:
    """Change the password; all other sessions and all tokens end."""
    account = require_user(user)
    table.sign_ins.count(_address(request))
    await table.accounts.change_password(account, data)
    return await _welcome(table, account)


ROUTES = [
    show_me, sign_up, come_as_guest, sign_in, sign_out, change_me, make_token, revoke_tokens,
    change_password,
]  # fmt: skip
