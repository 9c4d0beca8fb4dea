"""Accounts, sessions and settings."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from salient.table.accounts import SESSION
from salient.table.api.access import COOKIE, Language, Table, User, network_of, require_user
from salient.table.errors import TableError
from salient.table.table import GameTable
from salient.table.wire import (
    Account,
    Credentials,
    Forgotten,
    LetterKey,
    NewPassword,
    NewSubscription,
    OldSubscription,
    PushKey,
    Replacement,
    Settings,
    Token,
)

Client = Request[Any, Any, Any]


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
    await table.count_sign_up(network_of(request))
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
    await table.count_sign_up(network_of(request))
    return await _welcome(table, await table.accounts.admit_guest(language))


@post("/api/session", status_code=201)
async def sign_in(request: Client, data: JSONBody[Credentials], table: Table) -> Response[Account]:
    """Sign in with name and password."""
    async with table.guessing(data.name, network_of(request)):
        account = await table.accounts.sign_in(data)
    return await _welcome(table, account)


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
    before = require_user(user)
    account = await table.accounts.change(before, data)
    if account.email != before.email:
        await table.letters.ask_to_confirm(account)
    return account


@post("/api/me/confirmation", status_code=204)
async def ask_for_letter(table: Table, user: User) -> None:
    """Have the letter that confirms one's address sent again."""
    await table.letters.ask_to_confirm(require_user(user))


@post("/api/confirmations", status_code=204)
async def confirm_address(data: JSONBody[LetterKey], table: Table) -> None:
    """Confirm an address with the key of a letter."""
    await table.letters.confirm(data.key)


@post("/api/resets", status_code=204)
async def forget_password(request: Client, data: JSONBody[Forgotten], table: Table) -> None:
    """Ask for a letter to the owner of a name who has forgotten the password."""
    await table.letters.offer_reset(data.name, network_of(request))


@post("/api/passwords", status_code=201)
async def replace_password(
    request: Client, data: JSONBody[Replacement], table: Table
) -> Response[Account]:
    """Choose a new password with the key of a letter; all sessions end and a new one begins."""
    async with table.guessing("", network_of(request)):
        account = await table.letters.reset(data.key, data.new)
    return await _welcome(table, account)


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


@get("/api/push")
async def show_push_key(table: Table) -> PushKey:
    """What browsers know this table by when they subscribe to its messages."""
    return PushKey(await table.notifier.subscriptions.public_key())


@post("/api/me/subscriptions", status_code=204)
async def subscribe(data: JSONBody[NewSubscription], table: Table, user: User) -> None:
    """Have messages pushed to a browser: your turn, a challenge."""
    await table.notifier.subscriptions.add(require_user(user).id, data)


@post("/api/me/subscriptions/deletion", status_code=204)
async def unsubscribe(data: JSONBody[OldSubscription], table: Table, user: User) -> None:
    """Have none pushed to it any more."""
    await table.notifier.subscriptions.remove(data.endpoint, require_user(user).id)


@put("/api/me/password")
async def change_password(
    request: Client, data: JSONBody[NewPassword], table: Table, user: User
) -> Response[Account]:
    """Change the password; all other sessions and all tokens end."""
    account = require_user(user)
    async with table.guessing(account.name, network_of(request)):
        await table.accounts.change_password(account, data)
    return await _welcome(table, account)


ROUTES = [
    show_me, sign_up, come_as_guest, sign_in, sign_out, change_me, make_token, revoke_tokens,
    show_push_key, subscribe, unsubscribe, change_password, ask_for_letter, confirm_address,
    forget_password, replace_password,
]  # fmt: skip
