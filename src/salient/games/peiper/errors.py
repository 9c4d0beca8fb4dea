"""Mistakes that only this game knows; their sentences stand in its own catalogue."""

from __future__ import annotations

from pathlib import Path

from salient.engine.errors import SetupError
from salient.engine.texts import Texts, package_texts
from salient.games.squad.core.setting import FOLDER as SQUAD


class BookError(SetupError):
    """An order to the book of a campaign that makes no sense."""

    def texts(self, language: str) -> Texts:
        """The campaign's own texts over those of the squad game."""
        return package_texts(Path(__file__).parent / "text", language, SQUAD / "text")
