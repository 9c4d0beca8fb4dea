"""How a table is set up."""

from __future__ import annotations

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """So many times in so many seconds."""

    times: int
    seconds: float


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server.

    Attributes:
        database: ``sqlite:///file`` or ``postgresql://…``.
        guests: Whether people may play without an account: for a table at home.
        address: How the server is reached from outside, for links in notifications.
        secure: Whether cookies travel over HTTPS only.
        smtp: ``smtp://user:password@host:port`` for notifications by e-mail, or empty.
        sender: The e-mail address they come from.
        private_webhooks: Whether webhooks may point into private networks.
        bot_workers: Processes in which bots think.
        rooms: How many games are kept in memory.
        sign_ups: Limit of new accounts and guests from one address.
        sign_ins: Limit of attempts to sign in, per address and per name.
    """

    database: str
    guests: bool = False
    address: str = "http://127.0.0.1:8000"
    secure: bool = False
    smtp: str = ""
    sender: str = "salient@localhost"
    private_webhooks: bool = False
    bot_workers: int = 1
    rooms: int = 400
    sign_ups: Rate = Rate(20, 3600)
    sign_ins: Rate = Rate(10, 300)
