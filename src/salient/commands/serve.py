"""``salient serve``: the table, for browsers and programs."""

from __future__ import annotations

import gc
import os
import socket
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from salient.commands.shell import guarded, shell_of
from salient.engine.errors import SetupError

LOCAL = ("127.0.0.1", "localhost", "::1")


@guarded
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option()] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    database: Annotated[str, typer.Option(envvar="SALIENT_DATABASE")] = "",
    address: Annotated[str, typer.Option(envvar="SALIENT_ADDRESS")] = "",
    guests: Annotated[bool | None, typer.Option("--guests/--no-guests")] = None,
    smtp: Annotated[str, typer.Option(envvar="SALIENT_SMTP")] = "",
    sender: Annotated[str, typer.Option(envvar="SALIENT_SENDER")] = "salient@localhost",
    private_webhooks: Annotated[bool, typer.Option("--private-webhooks")] = False,
    bot_workers: Annotated[int, typer.Option(min=1, max=64)] = 1,
    browser: Annotated[bool, typer.Option("--browser")] = False,
) -> None:
    """Serve the table."""
    import asyncio

    import uvicorn

    from salient.table.config import Config
    from salient.table.server import create_app
    from salient.table.storage import prepare

    shell = shell_of(context)
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    shown = host if host in LOCAL else "localhost" if host in ("0.0.0.0", "::") else host
    reached = address.rstrip("/") or f"http://{shown}:{port}"
    config = Config(
        database=database or f"sqlite:///{_default_file()}",
        guests=host in LOCAL if guests is None else guests,
        address=reached,
        secure=reached.startswith("https:"),
        smtp=smtp,
        sender=sender,
        private_webhooks=private_webhooks,
        bot_workers=bot_workers,
    )
    app = create_app(config)
    asyncio.run(prepare(config.database))  # here what is wrong with it is told in one line
    shell.out.print(shell.texts.say("serve.address", address=reached))
    if browser:
        webbrowser.open(reached)
    _calm_collector()
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything is said or opened; 0 takes a free one."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise SetupError("no-port", host=host, port=port, reason=error.strerror) from error
    return listener


def _calm_collector() -> None:
    """Let the search for garbage be rare: over all the games in memory it takes long.

    Almost nothing here refers to itself, so it finds next to nothing. And what is loaded by now
    stays; it need never be searched.
    """
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000)


def _default_file() -> Path:
    """Where a table at home keeps its games."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "salient"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "table.db"
