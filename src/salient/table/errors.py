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
        "hidden-record": 403, "metrics-elsewhere": 403,
        "no-such-game": 404, "no-such-page": 404, "no-such-place": 404, "no-such-overlay": 404,
        "no-such-piece": 404,
        "no-sight": 404,
        "no-ranges": 404,
        "no-lifelines": 404,
        "stale": 409, "key-used": 409, "name-taken": 409, "seat-taken": 409, "not-running": 409,
        "name-reserved": 409,
        "nothing-offered": 409, "undone-enough": 409, "unplayable": 409, "not-halted": 409,
        "still-running": 409, "no-letters": 409, "bad-key": 404,
        "time-over": 409, "no-plea": 409, "seat-kept": 403, "not-over": 409,
        "challenged-enough": 429,
        "no-such-person": 404, "no-such-title": 404,
        "too-often": 429, "too-many": 429, "too-large": 413, "other-host": 421,
        "no-storage": 503, "full": 503,
        "no-database": 500, "database-served": 500, "newer-database": 500, "broken": 500,
    }  # fmt: skip

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.STATUS.get(self.code, 400)

    def texts(self, language: str) -> Texts:
        """The table's own texts."""
        return table_texts(language)
