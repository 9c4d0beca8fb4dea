"""Accounts: names, passwords, sessions and tokens."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from itertools import count
from math import inf
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from salient.engine.texts import LANGUAGES
from salient.table import schema
from salient.table.errors import TableError
from salient.table.names import likeness, name_key, require_free_form
from salient.table.passwords import hash_password, is_right, require_good
from salient.table.posting import is_reachable
from salient.table.storage import Storage
from salient.table.texts import table_texts
from salient.table.wire import Account, Credentials, NewPassword, Settings

SESSION = timedelta(days=60)
FRESH_SECONDS, KNOWN_SECONDS = 5.0, 10.0
"""So long a session is not looked up again, and so long nobody waits until that is done.

If something about its person changes it is looked up at once.
"""

MOST_KNOWN = 10_000
FIRST_YEAR, LAST_YEAR = 2000, 2999
WEBHOOK_KINDS = ("json", "discord", "slack")

Leaving = Callable[[], None]
"""Called when a session may have ended."""


class Accounts:
    """Who plays at this table."""

    def __init__(self, storage: Storage, *, private_webhooks: bool = False) -> None:
        self.storage = storage
        self.private_webhooks = private_webhooks
        self._known: dict[bytes, tuple[float, Account]] = {}
        self._looking_up: dict[bytes, asyncio.Task[Account | None]] = {}
        self._errands: set[asyncio.Task[Account | None]] = set()
        self._inside: dict[int, set[Leaving]] = {}

    # -- coming and going ---------------------------------------------------------------------

    async def sign_up(self, wanted: Credentials, guest: Account | None) -> Account:
        """A new account; a guest becomes one and keeps all games, but no session of before."""
        require_free_form(wanted.name)
        require_good(wanted.password, wanted.name)
        values = _named(wanted.name) | {"password": await hash_password(wanted.password)}
        try:
            async with self.storage.write() as connection:
                if guest is not None and guest.guest:
                    await connection.execute(
                        update(schema.users).where(schema.users.c.id == guest.id).values(values)
                    )
                    account = await self._read(connection, guest.id)
                else:
                    account = await self._insert(connection, values)
        except IntegrityError:
            raise TableError("name-taken", name=wanted.name) from None
        if guest is not None:
            await self._end_sessions(account.id)
        return account

    async def admit_guest(self, language: str) -> Account:
        """A guest with a name chosen freely."""
        for digits in count(4):
            number = secrets.randbelow(9 * 10**digits) + 10**digits
            name = table_texts(language).say("person.guest", number=number)
            values = _named(name) | {"language": language}
            try:
                async with self.storage.write() as connection:
                    return await self._insert(connection, values)
            except IntegrityError:
                continue
        raise AssertionError("numbers do not run out")

    async def sign_in(self, given: Credentials) -> Account:
        """The account with a name, if the password is right."""
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(schema.users).where(schema.users.c.name_key == name_key(given.name))
            )
            row = found.one_or_none()
        right = await is_right(None if row is None else row.password, given.password)
        if row is None or not right:
            raise TableError("wrong-password")
        return _account(row)

    async def open_session(self, user_id: int, *, lasting: bool = False) -> str:
        """A secret that stands for an account: a browser's session, or a program's token."""
        token, now = secrets.token_urlsafe(32), datetime.now(UTC)
        async with self.storage.write() as connection:
            await connection.execute(
                insert(schema.sessions).values(
                    digest=_digest(token),
                    user_id=user_id,
                    created=now,
                    expires=None if lasting else now + SESSION,
                )
            )
        return token

    async def close_session(self, token: str) -> None:
        """Forget a session."""
        mine = schema.sessions.c.digest == _digest(token)
        async with self.storage.write() as connection:
            found = await connection.execute(select(schema.sessions.c.user_id).where(mine))
            user_id = found.scalar_one_or_none()
            if user_id is None:  # a token of nobody: there is nothing to tell the neighbours
                return
            await connection.execute(delete(schema.sessions).where(mine))
            await connection.run_sync(self.storage.announce, "person", user_id)
        self.forget(user_id)

    async def revoke_tokens(self, account: Account) -> None:
        """Forget all keys that were made for programs."""
        await self._end_sessions(account.id, schema.sessions.c.expires.is_(None))

    async def purge(self) -> None:
        """Forget the sessions that have run out.

        Not at once: a clock that is ahead when the server starts must not cost anybody a session.
        """
        async with self.storage.write() as connection:
            await connection.execute(
                delete(schema.sessions).where(
                    schema.sessions.c.expires < datetime.now(UTC) - SESSION * 6
                )
            )

    async def change_password(self, account: Account, wanted: NewPassword) -> None:
        """A new password; every session and token but those opened afterwards ends."""
        await self.sign_in(Credentials(account.name, wanted.old))
        await self.set_password(account, wanted.new)

    async def set_password(self, account: Account, password: str) -> None:
        """Let an account have a password; all its sessions and tokens end."""
        require_good(password, account.name)
        hashed = await hash_password(password)
        async with self.storage.write() as connection:
            await connection.execute(
                update(schema.users).where(schema.users.c.id == account.id).values(password=hashed)
            )
        await self._end_sessions(account.id)

    async def _end_sessions(self, user_id: int, *which: ColumnElement[bool]) -> None:
        async with self.storage.write() as connection:
            await connection.execute(
                delete(schema.sessions).where(schema.sessions.c.user_id == user_id, *which)
            )
            await connection.run_sync(self.storage.announce, "person", user_id)
        self.forget(user_id)

    async def whose(self, token: str) -> Account | None:
        """The account that a session or token stands for."""
        digest = _digest(token)
        known = self._known.get(digest)
        age = inf if known is None else time.monotonic() - known[0]
        if age >= FRESH_SECONDS and digest not in self._looking_up:
            task = self._looking_up[digest] = asyncio.create_task(self._look_up(digest))
            self._errands.add(task)
            task.add_done_callback(lambda done: self._looked_up(digest, done))
        if known is not None and age < KNOWN_SECONDS:
            return known[1]
        return await asyncio.shield(self._looking_up[digest])

    async def _look_up(self, digest: bytes) -> Account | None:
        now = time.monotonic()
        known = self._known  # replaced by a change meanwhile, which is then not overlooked
        sessions, users = schema.sessions, schema.users
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(users, sessions.c.expires)
                .join(sessions, sessions.c.user_id == users.c.id)
                .where(sessions.c.digest == digest)
            )
            row = found.one_or_none()
        if row is None or (row.expires is not None and row.expires < datetime.now(UTC)):
            known.pop(digest, None)
            return None
        if len(known) >= MOST_KNOWN:
            known.clear()
        account = _account(row)
        known[digest] = now, account
        return account

    def _looked_up(self, digest: bytes, task: asyncio.Task[Account | None]) -> None:
        self._errands.discard(task)
        if self._looking_up.get(digest) is task:
            del self._looking_up[digest]
        if not task.cancelled():
            task.exception()  # told to those who wait; the next one to come asks again

    async def close(self) -> None:
        """Wait for what is still being looked up: it holds a line to the database."""
        await asyncio.gather(*self._errands, return_exceptions=True)

    def forget(self, user_id: int) -> None:
        """Look a person up again next time, and now wherever they are inside: something changed."""
        self._known = {
            digest: known for digest, known in self._known.items() if known[1].id != user_id
        }
        self._looking_up = {}  # they may have read what was there before
        for leaving in list(self._inside.get(user_id, ())):
            leaving()

    @contextmanager
    def inside(self, user_id: int, leaving: Leaving) -> Iterator[None]:
        """Be called, while the block runs, whenever a session of a person may have ended."""
        mine = self._inside.setdefault(user_id, set())
        mine.add(leaving)
        try:
            yield
        finally:
            mine.discard(leaving)
            if not mine:
                self._inside.pop(user_id, None)

    # -- settings -----------------------------------------------------------------------------

    async def change(self, account: Account, wanted: Settings) -> Account:
        """Change settings; what is not named stays."""
        values = {
            name: value
            for name in wanted.__struct_fields__
            if (value := getattr(wanted, name)) is not msgspec.UNSET
        }
        for name, value in values.items():
            self._check_setting(name, value)
        if account.guest and (values.get("email") or values.get("webhook")):
            raise TableError("no-account")  # whoever is sent something can be found
        async with self.storage.write() as connection:
            if values:
                await connection.execute(
                    update(schema.users).where(schema.users.c.id == account.id).values(values)
                )
            changed = await self._read(connection, account.id)
            await connection.run_sync(self.storage.announce, "person", account.id)
        self.forget(account.id)
        return changed

    def _check_setting(self, name: str, value: Any) -> None:
        """Refuse what cannot be; a webhook that could never be reached is told of at once."""
        if name == "language" and value not in LANGUAGES:
            _refuse(name, value, ", ".join(LANGUAGES))
        if name == "webhook_kind" and value not in WEBHOOK_KINDS:
            _refuse(name, value, ", ".join(WEBHOOK_KINDS))
        if name == "email" and value and not _is_email(value):
            _refuse(name, value, "name@example.org")
        if name == "vacation" and value and not FIRST_YEAR <= value.year <= LAST_YEAR:
            _refuse(name, value, f"{FIRST_YEAR} – {LAST_YEAR}")
        if name == "webhook" and value and not is_reachable(value, private=self.private_webhooks):
            _refuse(name, value, "https://…")

    async def find(self, user_id: int) -> Account:
        """The account with a number."""
        async with self.storage.read() as connection:
            return await self._read(connection, user_id)

    async def _insert(self, connection: Any, values: dict[str, Any]) -> Account:
        done = await connection.execute(
            insert(schema.users).values(created=datetime.now(UTC), **values)
        )
        return await self._read(connection, done.inserted_primary_key[0])

    async def _read(self, connection: Any, user_id: int) -> Account:
        found = await connection.execute(select(schema.users).where(schema.users.c.id == user_id))
        return _account(found.one())


def _named(name: str) -> dict[str, str]:
    """The columns of a name."""
    return {"name": name, "name_key": name_key(name), "likeness": likeness(name)}


def _account(row: Row[Any]) -> Account:
    return Account(
        id=row.id, name=row.name, guest=row.password is None, language=row.language,
        email=row.email, confirmed=bool(row.email) and row.email == row.confirmed,
        webhook=row.webhook, webhook_kind=row.webhook_kind, vacation=row.vacation,
    )  # fmt: skip


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _refuse(name: str, value: object, expected: str) -> None:
    raise TableError("bad-setting", setting=name, value=value, expected=expected)


def _is_email(text: str) -> bool:
    name, address = parseaddr(text)
    user, at, host = address.rpartition("@")
    plain = not name and address == text and text.isprintable() and " " not in text
    return plain and bool(user and at and host)
