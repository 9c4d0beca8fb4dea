"""The state of a game, the steps on its stack, and the decisions they ask for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Generic, Self, TypeVar

import msgspec

from salient.engine.actions import Action
from salient.engine.copies import Copy, make_copy
from salient.engine.dice import draw
from salient.engine.events import Event, Lot
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
        veils: Whether the enemy must not learn that there is nothing to decide: that would tell
            what the side has that he does not see.
    """

    side: int
    prompt: str
    actions: list[Action]
    rules: tuple[str, ...]
    values: dict[str, Ref | int | str] = {}
    acting: tuple[int, ...] = ()
    veils: bool = False


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

    def lot(self, among: int) -> Lot:
        """Draw a lot."""
        return Lot(self.roll(among), among)


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


def is_momentous(g: State, decision: Decision) -> bool:
    """Whether the only answer to a question is a momentous one: dice, a loss, the end of a turn."""
    return decision.actions[0].verb in g.setting.lexicon.momentous


def is_held(g: State) -> bool:
    """Whether a side is asked for the only thing that it can do: it is momentous, or veils."""
    return g.offered is not None and len(g.offered.actions) == 1


def advance(
    g: State, log: Log, mover: int | None = None, drawn: int = 0, veil: Collection[int] = ()
) -> None:
    """Run steps until one needs a decision or the stack is empty.

    A decision with a single legal action is taken at once: nothing is learnt from asking. Only a
    momentous one is left to the side that has just done something it could still take back, and
    one that veils is put where the enemy would learn something if it were not.

    Args:
        g: The state.
        log: What happens.
        mover: That side, if there is one.
        drawn: How many dice had fallen before it acted: after another one there is no way back.
        veil: Sides that must not learn whether their enemy has anything to decide.
    """
    while g.steps:
        step = g.steps[-1]
        decision = step.ask(g)
        if decision is None:
            step.run(g, log)
        elif len(decision.actions) == 1 and not (
            1 - decision.side in veil
            if decision.veils
            else decision.side == mover and drawn == g.drawn and is_momentous(g, decision)
        ):
            step.take(g, decision.actions[0], log)
        else:
            g.offered = decision
            return
    g.offered = None
