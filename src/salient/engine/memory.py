"""What has been worked out and could be worked out again: memories apart from shared data.

A setting's data never change; what is found out about it while games are played is kept in its
:class:`Memory`. Emptying a memory costs time and changes nothing else; ``salient fuzz`` compares
decisions made with a full memory with those made with an empty one.

A memory has four lives:

- answers of a :class:`Memo` are kept as long as the setting. Their *key* holds all that they
  depend on, so they are never wrong; when there are too many, all are dropped;
- what is worked out about a state *at rest*, while its next question is put together, is kept
  for just that long: nothing changes meanwhile. The state is known by identity, for a changed
  copy of it is another;
- what a question was made of is *held* for its answer, once;
- what was found for a question is the *last* of its kind until the next: who asks again says
  himself what of it still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Answers(dict[K, V]):
    """The answers of a memo by their keys, no more than so many."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, answer: V) -> V:
        """Remember an answer, and give it back.

        >>> answers = Answers[str, int](most=2)
        >>> [answers.keep(word, len(word)) for word in ("pin", "wound", "rout")]
        [3, 5, 4]
        >>> dict(answers)
        {'rout': 4}
        """
        if len(self) >= self.most:
            self.clear()
        self[key] = answer
        return answer


class Memo(Generic[K, V]):
    """A kind of answers that settings remember, declared by whoever works them out."""

    def __init__(self, name: str, most: int) -> None:
        """Declare a memo of no more than ``most`` answers."""
        self.name, self.most = name, most

    def __repr__(self) -> str:
        return f"Memo({self.name!r}, {self.most})"


class Memory:
    """All that is remembered of one setting."""

    def __init__(self) -> None:
        self._answers: dict[Memo[Any, Any], Answers[Any, Any]] = {}
        self._still: tuple[object, dict[Hashable, Any]] = (None, {})
        self._held: tuple[object, object, Any] = (None, None, None)
        self._last: dict[Hashable, Any] = {}

    def of(self, memo: Memo[K, V]) -> Answers[K, V]:
        """The answers of a memo."""
        found = self._answers.get(memo)
        if found is None:
            found = self._answers[memo] = Answers(memo.most)
        return found

    def rest(self, state: object) -> None:
        """A state rests from now on: what is worked out about it is kept until it stirs."""
        self._still = state, {}

    def stir(self) -> None:
        """The state that rested may change again."""
        self._still = None, {}

    def found_of(self, state: object) -> dict[Hashable, Any] | None:
        """What has been worked out about a state at rest; None for any other state."""
        still, found = self._still
        return found if still is state else None

    def hold(self, state: object, question: object, found: V) -> V:
        """Keep what a question about a state was made of, in place of what was held before."""
        self._held = state, question, found
        return found

    def release(self, state: object, question: object) -> Any:
        """What just this question about just this state was made of, once; else None."""
        held, asked, found = self._held
        self._held = None, None, None
        return found if held is state and asked == question else None

    def last(self, question: Hashable) -> Any:
        """What was found for the last question of a kind; None if there was none."""
        return self._last.get(question)

    def keep_last(self, question: Hashable, found: Any) -> None:
        """Keep what was found for a question until the next one of its kind."""
        self._last[question] = found

    def forget(self) -> None:
        """Empty it."""
        self._answers.clear()
        self._last.clear()
        self.stir()
        self._held = None, None, None


F = TypeVar("F", bound=Callable[..., Any])


def remembered(most: int) -> Callable[[F], F]:
    """Let a setting remember what a function says of it, by the function's other arguments.

    For functions of a setting, the first argument, whose answers depend on its unchanging data
    and the other arguments alone. No more than ``most`` answers are kept, and they go with the
    setting.
    """

    def remember(work: F) -> F:
        memo: Memo[Hashable, Any] = Memo(f"{work.__module__}.{work.__qualname__}", most)

        @wraps(work)
        def recall(setting: Any, *args: Hashable, **kwargs: Hashable) -> Any:
            answers = setting.memory.of(memo)
            key = (args, *kwargs.items()) if kwargs else args
            if key in answers:
                return answers[key]
            return answers.keep(key, work(setting, *args, **kwargs))

        return cast("F", recall)

    return remember
