"""The browsers that people want to be told by, and the key with which the table signs."""

from __future__ import annotations

from datetime import UTC, datetime

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from salient.table import schema
from salient.table.errors import TableError
from salient.table.posting import is_reachable
from salient.table.push import Subscription, decode, encode, new_key, read_key, read_subscription
from salient.table.storage import Storage
from salient.table.wire import NewSubscription

MOST = 10
"""So many browsers of one person are told; the oldest is forgotten for one more."""

KEY = "vapid"


class Subscriptions:
    """Subscriptions to web push by person."""

    def __init__(self, storage: Storage, *, private: bool = False) -> None:
        """Keep them.

        Args:
            storage: Where.
            private: Whether endpoints without encryption are taken, as in tests.
        """
        self.storage = storage
        self.private = private
        self._key: EllipticCurvePrivateKey | None = None

    async def key(self) -> EllipticCurvePrivateKey:
        """The key of the table; it is made when it is first needed, once for all its servers."""
        if self._key is None:
            secrets = schema.secrets
            wanted = select(secrets.c.value).where(secrets.c.name == KEY)
            async with self.storage.read() as connection:
                kept = (await connection.execute(wanted)).scalar_one_or_none()
            if kept is None:
                try:
                    async with self.storage.write() as connection:
                        await connection.execute(insert(secrets).values(name=KEY, value=new_key()))
                except IntegrityError:  # another server was faster
                    pass
                async with self.storage.read() as connection:
                    kept = (await connection.execute(wanted)).scalar_one()
            self._key = read_key(kept)
        return self._key

    async def add(self, user_id: int, wanted: NewSubscription) -> None:
        """Tell a person by a browser, too.

        Raises:
            TableError: ``bad-subscription``.
        """
        secret = self.private or wanted.endpoint.startswith("https://")
        if not secret or not is_reachable(wanted.endpoint, private=self.private):
            raise TableError("bad-subscription")
        try:
            read_subscription(wanted.endpoint, wanted.p256dh, wanted.auth)
        except ValueError:
            raise TableError("bad-subscription") from None
        table = schema.subscriptions
        async with self.storage.write() as connection:
            # Who signs in at the same browser after another takes it over.
            await connection.execute(delete(table).where(table.c.endpoint == wanted.endpoint))
            await connection.execute(
                insert(table).values(
                    user_id=user_id, endpoint=wanted.endpoint, p256dh=wanted.p256dh,
                    auth=wanted.auth, created=datetime.now(UTC),
                )
            )  # fmt: skip
            newest = (
                select(table.c.id)
                .where(table.c.user_id == user_id)
                .order_by(table.c.id.desc())
                .limit(MOST)
            )
            kept = [row.id for row in await connection.execute(newest)]
            mine = table.c.user_id == user_id
            await connection.execute(delete(table).where(mine, table.c.id.not_in(kept)))

    async def remove(self, endpoint: str, user_id: int | None = None) -> None:
        """Forget a browser: its owner wants it, or its push service knows it no more."""
        table = schema.subscriptions
        gone = delete(table).where(table.c.endpoint == endpoint)
        if user_id is not None:
            gone = gone.where(table.c.user_id == user_id)
        async with self.storage.write() as connection:
            await connection.execute(gone)

    async def of(self, user_id: int) -> list[Subscription]:
        """The browsers of a person."""
        table = schema.subscriptions
        async with self.storage.read() as connection:
            rows = await connection.execute(select(table).where(table.c.user_id == user_id))
            return [Subscription(r.endpoint, decode(r.p256dh), decode(r.auth)) for r in rows]

    async def public_key(self) -> str:
        """What browsers know the table by."""
        numbers = (await self.key()).public_key().public_numbers()
        point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        return encode(point)
