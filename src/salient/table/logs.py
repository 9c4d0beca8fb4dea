"""The log of a server: a line for each thing that happened, for people or for programs."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

from salient.table.errors import TableError

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """Writes each record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def set_up_logs(form: str) -> None:
    """Write the log of the whole program in a form: ``plain`` or ``json``.

    Raises:
        TableError: ``bad-logs``.
    """
    forms = {"plain": logging.Formatter(PLAIN), "json": JsonLines()}
    if form not in forms:
        raise TableError("bad-logs", value=form)
    handler = logging.StreamHandler()
    handler.setFormatter(forms[form])
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
