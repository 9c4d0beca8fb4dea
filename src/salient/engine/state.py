"""The state of a game, the steps on its stack, and the decisions they ask for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Generic, Self, TypeVar

import msgspec

from salient.engine.actions import Action
from salient.engine.copies import Copy, make_copy
from salient.engine.dice import draw
from salient.engine.events import Event
from salient.engine.setting import Setting

Log = list[Event]


class Ref(msgspec.Struct, frozen=True):
    """A typed reference among the values of a prompt: ``Ref("piece", 7)``."""

    kind: str
    value: int


class Decision(msgspec.Struct, frozen=True):
    """What one side is asked.

    Attributes:
        side: Index of the side that decides.
        prompt: Message id of the question (``prompt.<id>`` in the game's texts).
        actions: All legal actions, and only they.
        rules: The rules the question stands on.
        values: What the prompt's sentence names.
        acting: The pieces the question is about: those that are moving, firing, falling back.
    """

    side: int
    prompt: str
    actions: list[Action]
    rules: tuple[str, ...]
    values: dict[str, Ref | int | str] = {}
    acting: tuple[int, ...] = ()


class State(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Everything that changes while a game is played; games add their own columns.

    Static things (board, units, tables, scenario, options) are in ``setting``, which all copies
    share and which a save stores only by name. ``offered`` keeps the pending decision so that it
    is worked out once; it is never saved. Columns are values (numbers, words, tuples, frozen
    structs) or lists, dicts and sets of them.
    """

    setting: Setting
    seed: bytes
    drawn: int = 0
    steps: list[Any] = []
    offered: Decision | None = None

    def copy(self) -> Self:
        """An independent copy that shares what cannot change."""
        twin: Self = _COPIES[type(self)](self)
        return twin

    def roll(self, sides: int) -> int:
        """Throw one die and remember that it was thrown."""
        face, self.drawn = draw(self.seed, self.drawn, sides)
        return face


class _Copies(dict[type[State], Copy]):
    """How states of a class are copied, worked out when the first one is."""

    def __missing__(self, state: type[State]) -> Copy:
        copy = self[state] = make_copy(state, shared={"setting", "offered"})
        return copy


_COPIES = _Copies()
S = TypeVar("S", bound=State)


class Step(msgspec.Struct, Generic[S], frozen=True, tag_field="step"):
    """One item of the sequence of play, on the state's stack of steps.

    The top step either asks a side something (:meth:`ask` returns a decision, answered through
    :meth:`take`), or acts by itself (:meth:`run`), or is over (the default ``run`` takes it off
    the stack). Steps are values: to change, a step replaces itself; to interrupt, it pushes
    another step, which comes first.
    """

    def ask(self, g: S) -> Decision | None:
        """The decision to put, or None if there is nothing to ask."""
        return None

    def take(self, g: S, action: Action, log: Log) -> None:
        """Carry out the answer."""
        raise NotImplementedError

    def run(self, g: S, log: Log) -> None:
        """Act when there is nothing to ask. Must change the stack."""
        g.steps.pop()


A = TypeVar("A", bound=Decision | None)
Asking = TypeVar("Asking", bound=Step[Any])
Found = TypeVar("Found")


@contextmanager
def resting(g: State) -> Iterator[None]:
    """For a while a state does not change: what is worked out about it is kept so long."""
    memory = g.setting.memory
    memory.rest(g)
    try:
        yield
    finally:
        memory.stir()


def at_rest(ask: Callable[[Asking, S], A]) -> Callable[[Asking, S], A]:
    """A step's question, for whose length what is worked out about the state is kept."""

    @wraps(ask)
    def put(step: Asking, g: S) -> A:
        memory = g.setting.memory  # As in ``resting``, for a question without a manager's fee.
        memory.rest(g)
        try:
            return ask(step, g)
        finally:
            memory.stir()

    return put


def once(g: State, key: Hashable, work: Callable[[], Found]) -> Found:
    """Work something out, of a state at rest only once."""
    known = g.setting.memory.found_of(g)
    if known is None:
        return work()
    if key not in known:
        known[key] = work()
    found: Found = known[key]
    return found


def steps_of(base: type[Step[Any]]) -> tuple[type[Step[Any]], ...]:
    """All steps derived from a game's own base step, which saves name by their tags.

    Raises:
        TypeError: Two of them have the same tag.
    """
    found: dict[str, type[Step[Any]]] = {}
    waiting = base.__subclasses__()
    while waiting:
        step = waiting.pop()
        waiting += step.__subclasses__()
        tag = str(step.__struct_config__.tag)
        if tag in found:
            twins = " and ".join(f"{s.__module__}.{s.__name__}" for s in (found[tag], step))
            raise TypeError(f"steps of a game need tags of their own: {twins} are both {tag!r}")
        found[tag] = step
    return tuple(found.values())


def advance(g: State, log: Log) -> None:
    """Run steps until one needs a decision or the stack is empty.

    A decision with a single legal action is taken at once: nothing is learnt from asking.
    """
    while g.steps:
        step = g.steps[-1]
        decision = step.ask(g)
        if decision is None:
            step.run(g, log)
        elif len(decision.actions) == 1:
            step.take(g, decision.actions[0], log)
        else:
            g.offered = decision
            return
    g.offered = None
