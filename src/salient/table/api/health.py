"""How the server is, for those who watch over it."""

from __future__ import annotations

from litestar import MediaType, get
from sqlalchemy import select

from salient.table.api.access import Table
from salient.table.api.files import Client
from salient.table.errors import TableError
from salient.table.metrics import is_within


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def is_alive() -> str:
    """That the server runs; whether it should be started anew, this tells."""
    return "alive\n"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def is_ready(table: Table) -> str:
    """That the database answers; 503 while it does not, and then nobody should be sent here."""
    async with table.storage.read() as connection:
        await connection.execute(select(1))
    return "ready\n"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def show_metrics(request: Client, table: Table) -> str:
    """Figures for Prometheus, to those who may have them."""
    address = request.client.host if request.client else ""
    if not is_within(address, table.config.metrics_from):
        raise TableError("metrics-elsewhere")
    return table.metrics.tell(table)


ROUTES = [is_alive, is_ready, show_metrics]
