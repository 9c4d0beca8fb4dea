"""``salient serve``: the table, for browsers and programs."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of
from salient.engine.errors import SetupError

LOCAL = ("127.0.0.1", "localhost", "::1")
TURN_SECONDS = 0.0005
"""After so long a thread lets another have its turn; usually it is ten times as much.

Whoever writes an order to the database waits for a turn after each of its statements.
"""


@guarded
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option()] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    database: Annotated[str, typer.Option(envvar="SALIENT_DATABASE")] = "",
    address: Annotated[str, typer.Option(envvar="SALIENT_ADDRESS")] = "",
    also_known_as: Annotated[list[str] | None, typer.Option(envvar="SALIENT_HOSTS")] = None,
    guests: Annotated[bool | None, typer.Option("--guests/--no-guests")] = None,
    smtp: Annotated[str, typer.Option(envvar="SALIENT_SMTP")] = "",
    sender: Annotated[str, typer.Option(envvar="SALIENT_SENDER")] = "salient@localhost",
    private_webhooks: Annotated[bool, typer.Option("--private-webhooks")] = False,
    limits: Annotated[bool, typer.Option("--limits/--no-limits")] = True,
    metrics_from: Annotated[list[str] | None, typer.Option(envvar="SALIENT_METRICS_FROM")] = None,
    logs: Annotated[str, typer.Option(envvar="SALIENT_LOGS")] = "plain",
    bot_workers: Annotated[int, typer.Option(min=1, max=64)] = 1,
    pause: Annotated[float, typer.Option(min=0, max=60)] = 5.0,
    browser: Annotated[bool, typer.Option("--browser")] = False,
) -> None:
    """Serve the table."""
    import asyncio

    import msgspec

    from salient.table.config import LOOPBACK, Config, unlimited
    from salient.table.door import DoorServer, server_settings
    from salient.table.logs import set_up_logs
    from salient.table.metrics import read_networks
    from salient.table.server import create_app
    from salient.table.storage import prepare, sit_alone

    shell = shell_of(context)
    set_up_logs(logs)
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    shown = host if host in LOCAL else "localhost" if host in ("0.0.0.0", "::") else host
    reached = address.rstrip("/") or f"http://{shown}:{port}"
    config = Config(
        database=database or f"sqlite:///{_default_file()}",
        guests=host in LOCAL if guests is None else guests,
        address=reached,
        hosts=(host, *(also_known_as or ())),
        secure=reached.startswith("https:"),
        smtp=smtp,
        sender=sender,
        private_webhooks=private_webhooks,
        bot_workers=bot_workers,
        pause=pause,
        metrics_from=read_networks(metrics_from) if metrics_from else LOOPBACK,
    )
    if not limits:
        config = msgspec.structs.replace(config, **unlimited())
    app = create_app(config)
    alone = sit_alone(config.database)
    asyncio.run(prepare(config.database))  # here what is wrong with it is told in one line
    shell.out.print(shell.texts.say("serve.address", address=reached))
    if browser:
        webbrowser.open(reached)
    _calm_collector()
    sys.setswitchinterval(TURN_SECONDS)
    with alone:
        DoorServer(server_settings(app, config, log_config=None)).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything is said or opened; 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: only then are answers sent at once, without waiting to be joined.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise SetupError("no-port", host=host, port=port, reason=error.strerror) from error
    return listener


def _calm_collector() -> None:
    """Let the search for garbage be brief, and rare over all the games in memory.

    Almost nothing here refers to itself, so it finds next to nothing. Of what is new a little is
    looked through at a time (by the usual ten thousand everybody waits for 15 ms), and what is
    loaded by now stays; it need never be searched.
    """
    gc.freeze()
    gc.set_threshold(1_000, 2, 7_000)


def _default_file() -> Path:
    """Where a table at home keeps its games."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "salient"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "table.db"
