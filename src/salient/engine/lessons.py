"""The guided first turn: what a newcomer is told, step by step, and what ends a step.

``lessons.csv`` of a title names the steps in their order. The words are the texts ``lesson.<id>``.
A step with a verb waits until the learner has done such an action; one without is only read. They
are written for the first side of the first scenario.
"""

from __future__ import annotations

import msgspec

from salient.engine.data import Table, load_table
from salient.engine.game import AnyGame

LESSONS = "lessons.csv"
LEARNER = 0
"""The side the steps are written for."""


class Lesson(msgspec.Struct, frozen=True):
    """A step of the guided first turn.

    Attributes:
        id: Name of its text, ``lesson.<id>``.
        verb: The verb of the action that completes it, or several; empty if it is only read.
    """

    id: str
    verb: str

    @property
    def verbs(self) -> list[str]:
        """The verbs that complete it."""
        return self.verb.split()


def lessons_for(game: AnyGame, scenario: str, side: int) -> list[Lesson]:
    """The steps for a side of a scenario; none where none are written."""
    if scenario != game.scenarios[0] or side != LEARNER or not (game.folder / LESSONS).exists():
        return []
    return load_table(Table(LESSONS, Lesson, ("id",)), [game.folder])
