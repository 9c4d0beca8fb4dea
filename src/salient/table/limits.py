"""Limits: who asks too often waits.

What is done seldom and counts much (signing in and up, letters, games, records) is counted in the
database, so that all servers of a table count together and none forgets when it is started anew.
What is done often (reading, talking) is counted by each server for itself.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, select

from salient.table import schema
from salient.table.config import Rate
from salient.table.errors import TableError
from salient.table.storage import Storage

MOST_KEYS = 10_000
"""So many askers are remembered; the longest silent one is forgotten first."""

NETWORK_BITS = 64
"""Of an IPv6 address: a household is given all the rest."""

LONGEST = timedelta(days=1)
"""No rate looks back further; what is older is swept away."""


def network(address: str) -> str:
    """The network that an address belongs to, as far as it is counted as one.

    >>> network("192.0.2.7"), network("2001:db8:1:2:3::4"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))


class Limiter:
    """Counts what each key did within the last seconds, on this server."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._times: dict[str, deque[float]] = {}

    def count(self, key: str, now: float | None = None) -> None:
        """Count one more time.

        Raises:
            TableError: ``too-often``, with the seconds to wait.
        """
        now = time.monotonic() if now is None else now
        times = self._times[key] = self._times.pop(key, deque())
        if len(self._times) > MOST_KEYS:
            del self._times[next(iter(self._times))]
        while times and times[0] <= now - self.rate.seconds:
            times.popleft()
        if len(times) >= self.rate.times:
            raise TableError("too-often", seconds=int(times[0] + self.rate.seconds - now) + 1)
        times.append(now)


class Attempts:
    """Counts what each key did, in the database: together with all other servers of it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def count(self, key: str, rate: Rate) -> int:
        """Count one more time; returns its number, by which it can be forgiven.

        Raises:
            TableError: ``too-often``, with the seconds to wait.
        """
        attempts, now = schema.attempts, datetime.now(UTC)
        since = now - timedelta(seconds=rate.seconds)
        mine = (attempts.c.key == key, attempts.c.at > since, attempts.c.at <= now)

        def work(connection: Connection) -> tuple[int, datetime | None]:
            if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
                connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(key))))
            found = connection.execute(select(func.count(), func.min(attempts.c.at)).where(*mine))
            times, first = found.one()
            if times >= rate.times:
                return 0, first
            done = connection.execute(insert(attempts).values(key=key, at=now))
            assert done.inserted_primary_key is not None, "the table numbers its rows"
            return int(done.inserted_primary_key[0]), None

        number, first = await self.storage.transact(work)
        if number:
            return number
        wait = rate.seconds if first is None else rate.seconds - (now - first).total_seconds()
        raise TableError("too-often", seconds=int(wait) + 1)

    async def forgive(self, *numbers: int) -> None:
        """Let attempts not have been made: they were in order."""
        attempts = schema.attempts
        gone = delete(attempts).where(attempts.c.id.in_(numbers))
        await self.storage.transact(lambda connection: connection.execute(gone))

    async def sweep(self) -> None:
        """Forget what no rate looks back to any more."""
        attempts = schema.attempts
        old = delete(attempts).where(attempts.c.at < datetime.now(UTC) - LONGEST)
        await self.storage.transact(lambda connection: connection.execute(old))


class Crowd:
    """Counts what is held open at the same time: so many for each key and no more."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    @contextmanager
    def holding(self, most: int, *keys: str) -> Iterator[None]:
        """Hold one more for each key while the block runs.

        Raises:
            TableError: ``too-many`` if one of them holds enough already.
        """
        if any(self._held[key] >= most for key in keys):
            raise TableError("too-many", limit=most)
        self._held.update(keys)
        try:
            yield
        finally:
            self._held.subtract(keys)
            for key in keys:
                if not self._held[key]:
                    del self._held[key]
