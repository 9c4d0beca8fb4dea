"""Web push in use: notices to the browsers that people have subscribed with."""

from __future__ import annotations

from email.utils import parseaddr

from salient.table.config import Config
from salient.table.mishaps import STORAGE_FAILURES, quiet
from salient.table.posting import Post, Posted, require_taken
from salient.table.push import DAY, Subscription, encrypt, sign
from salient.table.subscriptions import Subscriptions

GONE = (404, 410)
"""What a push service says of a browser that is subscribed no more."""


class Pusher:
    """Posts messages to the push services of browsers."""

    def __init__(self, config: Config, subscriptions: Subscriptions, post: Post) -> None:
        self.config = config
        self.subscriptions = subscriptions
        self.post = post

    async def browsers(self, user_id: int) -> list[Subscription]:
        """The browsers of a person; none while the database is away."""
        try:
            return await self.subscriptions.of(user_id)
        except STORAGE_FAILURES as error:
            quiet.failure(error)
            return []

    async def push(self, browser: Subscription, message: bytes, attempt: int) -> None:
        """Push a message to a browser; one that is gone for good is forgotten.

        Raises:
            Refused: Its push service does not take it.
            OSError: It may be tried again.
        """
        key = await self.subscriptions.key()
        headers = {
            "Authorization": sign(key, browser.endpoint, self._contact()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAY),
            "Urgency": "normal",
        }
        letter = Posted(encrypt(message, browser), headers)
        status = await self.post.send(browser.endpoint, letter, attempt)
        if status in GONE:
            await self.subscriptions.remove(browser.endpoint)
        else:
            require_taken(status)

    def _contact(self) -> str:
        """Whom a push service may ask about this table."""
        address, sender = self.config.address, parseaddr(self.config.sender)[1]
        return address if address.startswith("https://") else f"mailto:{sender}"
