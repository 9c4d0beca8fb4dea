"""Letters with a key in them: an address is confirmed, a forgotten password is replaced.

Nothing else is ever sent to an address that its owner has not confirmed. A key works once and for
a while; the database has its digest only. Who asks for a letter is told the same whether or not
there is anybody to send it to.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, select, update

from salient.table import schema
from salient.table.accounts import Accounts
from salient.table.config import Config
from salient.table.errors import TableError
from salient.table.limits import Attempts
from salient.table.names import name_key
from salient.table.notify import Notifier
from salient.table.storage import Storage
from salient.table.texts import table_texts
from salient.table.wire import Account

LIVES = {"confirm": timedelta(days=3), "reset": timedelta(hours=2)}
"""How long the key of a letter works."""


class Letter(msgspec.Struct, frozen=True):
    """What is written."""

    subject: str
    text: str


class Letters:
    """Writes letters with keys, and takes the keys."""

    def __init__(
        self, config: Config, accounts: Accounts, attempts: Attempts, notifier: Notifier
    ) -> None:
        self.config = config
        self.storage: Storage = accounts.storage
        self.accounts = accounts
        self.attempts = attempts
        self.notifier = notifier
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let what is being sent go out."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- writing ------------------------------------------------------------------------------

    async def ask_to_confirm(self, account: Account) -> None:
        """Write to a new address, if there is one and letters can be sent.

        Raises:
            TableError: ``too-often``.
        """
        if account.email and not account.confirmed and self.config.smtp:
            await self.attempts.count(f"letter {account.id}", self.config.letters)
            await self._write("confirm", account.id, account.email, account.language)

    async def offer_reset(self, name: str, network: str) -> None:
        """Write to the owner of a name, if their address is confirmed.

        Raises:
            TableError: ``too-often``, for the network that asks; ``no-letters``.
        """
        if not self.config.smtp:
            raise TableError("no-letters")
        await self.attempts.count(f"reset {network}", self.config.letters)
        users = schema.users
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(users).where(users.c.name_key == name_key(name))
            )
            row = found.one_or_none()
        if row is not None and row.email and row.email == row.confirmed and row.password:
            await self._write("reset", row.id, row.email, row.language)

    async def _write(self, purpose: str, user_id: int, address: str, language: str) -> None:
        key, letters = secrets.token_urlsafe(24), schema.letters
        async with self.storage.write() as connection:
            await connection.execute(
                delete(letters).where(letters.c.user_id == user_id, letters.c.purpose == purpose)
            )
            await connection.execute(
                insert(letters).values(
                    digest=_digest(key), user_id=user_id, purpose=purpose, address=address,
                    expires=datetime.now(UTC) + LIVES[purpose],
                )
            )  # fmt: skip
        link = f"{self.config.address.rstrip('/')}/account?{purpose}={key}"
        say = table_texts(language).say
        letter = Letter(say(f"letter.{purpose}_subject"), say(f"letter.{purpose}_body", link=link))
        # Not waited for: how long it takes would tell whether anybody was written to.
        task = asyncio.create_task(self.notifier.send_letter(user_id, address, letter))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- taking keys --------------------------------------------------------------------------

    async def confirm(self, key: str) -> None:
        """The owner of an address has its letter.

        Raises:
            TableError: ``bad-key``.
        """
        row = await self._take(key, "confirm")
        users = schema.users
        async with self.storage.write() as connection:
            await connection.execute(
                update(users)
                .where(users.c.id == row.user_id, users.c.email == row.address)
                .values(confirmed=row.address)
            )
            await connection.run_sync(self.storage.announce, "person", row.user_id)
        self.accounts.forget(row.user_id)

    async def reset(self, key: str, password: str) -> Account:
        """Let the reader of a letter choose a new password.

        Raises:
            TableError: ``bad-key`` or ``weak-password``; a key that was good stays so then.
        """
        row = await self._find(key, "reset")
        account = await self.accounts.find(row.user_id)
        await self.accounts.set_password(account, password)
        await self._take(key, "reset")
        return account

    async def _take(self, key: str, purpose: str) -> Row[Any, Any]:
        """What a key stands for; it is used up."""
        row, letters = await self._find(key, purpose), schema.letters
        async with self.storage.write() as connection:
            done = await connection.execute(delete(letters).where(letters.c.digest == _digest(key)))
        if not done.rowcount:
            raise TableError("bad-key")
        return row

    async def _find(self, key: str, purpose: str) -> Row[Any, Any]:
        letters = schema.letters
        async with self.storage.read() as connection:
            found = await connection.execute(
                select(letters.c.user_id, letters.c.address)
                .where(letters.c.digest == _digest(key), letters.c.purpose == purpose)
                .where(letters.c.expires > datetime.now(UTC))
            )
            row = found.one_or_none()
        if row is None:
            raise TableError("bad-key")
        return row


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
