"""Who is signed in, and how one comes in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from salient.table.wire.base import Name, Password, Request, Short


class Credentials(Request):
    """A name and its password."""

    name: Name
    password: Password


class Account(msgspec.Struct):
    """Who is signed in, with the settings that nobody else sees.

    Attributes:
        guest: Whether this is a guest of a local table, without a password.
        email: Where "your turn" goes, if anywhere.
        confirmed: Whether its owner has confirmed that address; before, nothing is sent there.
        webhook: Address that "your turn" is posted to, if any.
        webhook_kind: Its form: ``json``, ``discord`` or ``slack``.
        vacation: Until when they are away (nobody ever loses by being away; the others see it).
        language: The language of their notifications.
    """

    id: int
    name: str
    guest: bool
    language: str = "en"
    email: str = ""
    confirmed: bool = False
    webhook: str = ""
    webhook_kind: str = "json"
    vacation: datetime | None = None


class Settings(Request):
    """A change of the settings; what is left out stays."""

    language: Annotated[str, Meta(max_length=5)] | msgspec.UnsetType = msgspec.UNSET
    email: Short | msgspec.UnsetType = msgspec.UNSET
    webhook: Annotated[str, Meta(max_length=500)] | msgspec.UnsetType = msgspec.UNSET
    webhook_kind: Annotated[str, Meta(max_length=10)] | msgspec.UnsetType = msgspec.UNSET
    vacation: Annotated[datetime, Meta(tz=True)] | msgspec.UnsetType | None = msgspec.UNSET


class NewPassword(Request):
    """A change of the password."""

    old: Password
    new: Password


class LetterKey(Request):
    """The key of a letter that confirms an address."""

    key: Short


class Forgotten(Request):
    """The name of an account whose password is forgotten."""

    name: Name


class Replacement(Request):
    """A new password, with the key of a letter."""

    key: Short
    new: Password


class Token(msgspec.Struct):
    """A key for programs, shown once: ``Authorization: Bearer <token>``."""

    token: str


class PushKey(msgspec.Struct):
    """What a browser knows this table by when it subscribes to its messages."""

    key: str


class NewSubscription(Request):
    """A browser that wants to be told, as its push service gives it.

    Attributes:
        endpoint: Where messages to it are posted.
        p256dh: The public key that messages are encrypted for.
        auth: The secret that goes with it.
    """

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class OldSubscription(Request):
    """A browser that is not to be told any more."""

    endpoint: Annotated[str, Meta(max_length=1000)]
