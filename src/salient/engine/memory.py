"""What has been worked out and could be worked out again: memories apart from shared data.

A setting's data never change; what is found out about it while games are played is kept in its
:class:`Memory`. Emptying a memory costs time and changes nothing else; ``salient fuzz`` compares
decisions made with a full memory with those made with an empty one.

A memory has three lives:

- answers of a :class:`Memo` are kept as long as the setting. Their *key* holds all that they
  depend on, so they are never wrong; when there are too many, all are dropped;
- what is worked out about a state *at rest*, while its next question is put together, is kept
  for just that long: nothing changes meanwhile. The state is known by identity, for a changed
  copy of it is another;
- what a question was made of is *held* for its answer, once.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

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

    def forget(self) -> None:
        """Empty it."""
        self._answers.clear()
        self.stir()
        self._held = None, None, None
