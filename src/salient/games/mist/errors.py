"""Mistakes that only this game knows; their sentences stand in its own catalogue."""

from __future__ import annotations

from pathlib import Path

from salient.engine.errors import DataError, SalientError, SetupError
from salient.engine.texts import Texts, package_texts


class _MistError(SalientError):
    def texts(self, language: str) -> Texts:
        return package_texts(Path(__file__).parent / "text", language)


class MistDataError(_MistError, DataError):
    """A table of the game is wrong."""


class MistSetupError(_MistError, SetupError):
    """A battle that is not described in the words of the game."""
