"""How a table is set up."""

from __future__ import annotations

from typing import get_type_hints

import msgspec

LOOPBACK = ("127.0.0.0/8", "::1/128")
"""The networks of the machine itself."""


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
        hosts: Further names it may be reached by.
        secure: Whether cookies travel over HTTPS only.
        smtp: ``smtp://user:password@host:port`` for notifications by e-mail, or empty.
        sender: The e-mail address they come from.
        private_webhooks: Whether webhooks may point into private networks.
        bot_workers: Processes in which bots think.
        metrics_from: Networks that may read the metrics.
        pause: Seconds, at most, before the table answers for a side that has nothing to decide
            and whose enemy must not learn that; 0 answers at once.
        rooms: How many games are kept in memory.
        entries: How many journal entries are, over all games: a thousand take about 2 MB.
        sign_ups: Limit of new accounts and guests from one network.
        sign_ins: Limit of wrong passwords for one name from one network.
        wrong_words: Limit of wrong passwords for all names from one network.
        letters: Limit of letters that one account, or one network, has sent to an address.
        games: Limit of games that one person sets up.
        records: Limit of records that one person brings in.
        words: Limit of what one person says.
        requests: Limit of requests of one person.
        reads: Limit of requests without an account from one network.
        sockets: How many games one person follows at a time; a network, eight times as many.
        connections: How many connections one network may hold (the machine itself: any number).
    """

    database: str
    guests: bool = False
    address: str = "http://127.0.0.1:8000"
    hosts: tuple[str, ...] = ()
    secure: bool = False
    smtp: str = ""
    sender: str = "salient@localhost"
    private_webhooks: bool = False
    bot_workers: int = 1
    metrics_from: tuple[str, ...] = LOOPBACK
    pause: float = 5.0
    rooms: int = 400
    entries: int = 150_000
    sign_ups: Rate = Rate(20, 3600)
    sign_ins: Rate = Rate(10, 300)
    wrong_words: Rate = Rate(30, 300)
    letters: Rate = Rate(5, 3600)
    games: Rate = Rate(60, 3600)
    records: Rate = Rate(20, 3600)
    words: Rate = Rate(20, 60)
    requests: Rate = Rate(6000, 60)
    reads: Rate = Rate(1500, 60)
    sockets: int = 40
    connections: int = 200


def unlimited() -> dict[str, Rate]:
    """Settings under which nothing is counted: for programs in a closed house."""
    hints = get_type_hints(Config)
    return {name: Rate(2**31, 1) for name, kind in hints.items() if kind is Rate}
