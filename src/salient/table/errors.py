"""What can go wrong at the table."""

from __future__ import annotations

from salient.engine.errors import SalientError
from salient.engine.texts import Texts
from salient.table.texts import table_texts


class TableError(SalientError):
    """A request the table refuses; ``error.<code>`` is its text in the table's own catalogue.

    Attributes:
        status: The HTTP status it is answered with.
    """

    STATUS = {
        "sign-in": 401, "wrong-password": 401,
        "not-yours": 403, "no-guests": 403, "cross-site": 403, "other-side": 403,
        "hidden-record": 403,
        "no-such-game": 404, "no-such-page": 404, "no-such-place": 404, "no-such-overlay": 404,
        "no-sight": 404,
        "stale": 409, "key-used": 409, "name-taken": 409, "seat-taken": 409, "not-running": 409,
        "nothing-offered": 409, "unplayable": 409, "not-halted": 409,
        "too-often": 429, "too-large": 413,
        "no-database": 500, "newer-database": 500, "broken": 500,
    }  # fmt: skip

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.STATUS.get(self.code, 400)

    def texts(self, language: str) -> Texts:
        """The table's own texts."""
        return table_texts(language)
