"""Mistakes that only this game knows; their sentences stand in its own catalogue."""

from __future__ import annotations

from pathlib import Path

from salient.engine.errors import DataError, RuleViolation, SalientError, SetupError
from salient.engine.texts import Texts, package_texts


class _SquadError(SalientError):
    def texts(self, language: str) -> Texts:
        return package_texts(Path(__file__).parent / "text", language)


class SquadDataError(_SquadError, DataError):
    """A map or a table of the game is wrong."""


class SquadSetupError(_SquadError, SetupError):
    """No such map, place or way."""


class SquadRuleViolation(_SquadError, RuleViolation):
    """Something that a special rule of the game does not allow."""
