"""The guided first turn at the terminal: told step by step, each when the one before is done."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from salient.engine.lessons import Lesson, lessons_for
from salient.engine.speech import Speech
from salient.terminal.screen import HEADING_STYLE


class Guide:
    """Leads one who learns through the lessons of a scenario."""

    def __init__(self, speech: Speech, side: int) -> None:
        self.speech = speech
        scenario = speech.setting.identity.scenario
        self._ahead: list[Lesson] = list(lessons_for(speech.game, scenario, side))
        self._told = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be learnt."""
        return not self._ahead

    def tell(self) -> Iterator[Text]:
        """What has not been told yet, as far as the next step that waits for an action."""
        while self._told < len(self._ahead):
            lesson = self._ahead[self._told]
            self._told += 1
            words = self.speech.texts.say(f"lesson.{lesson.id}")
            yield Text("» ", HEADING_STYLE).append(words, "default")
            if lesson.verb:
                return
        self._ahead, self._told = [], 0

    def did(self, verb: str) -> None:
        """An action was taken: the step that waited for it is done, with those before it."""
        waiting = [n for n, lesson in enumerate(self._ahead[: self._told]) if verb in lesson.verbs]
        if waiting:
            del self._ahead[: waiting[0] + 1]
            self._told = 0
