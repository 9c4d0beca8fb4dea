"""Events: what happened, as data.

The log in any language, the animation on the page and the statistics of the lab are all made from
events. Each game subclasses :class:`Event`; the annotations of the fields say which integers are
pieces or places, so that one renderer names them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

import msgspec

from salient.engine.ids import Piece, Place

AnyPiece = Annotated[int, "piece"]
AnyPlace = Annotated[int, "place"]
Side = Annotated[int, "side"]
AnyPieces = Annotated[tuple[int, ...], "piece"]
AnyPlaces = Annotated[tuple[int, ...], "place"]
"""The same as :mod:`salient.engine.ids` for fields that also take plain ints."""


class Modifier(msgspec.Struct, frozen=True):
    """One entry of a die roll's modifiers, with the rule that gives it."""

    rule: str
    value: int


class Lot(msgspec.Struct, frozen=True):
    """A lot drawn among many: which of how many."""

    number: int
    among: int


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of all events.

    Every die that falls is told by one event, as one of its dice or of its ``lots``: with the seed
    that is told when the game is over, everyone can throw them again.
    """

    reveals: ClassVar[bool] = False
    """Whether something is learnt from it, so that undo must stop there."""

    counted: ClassVar[bool] = False
    """Whether a crowd of them is told as one line in a short log: so many were set up."""

    chooses: ClassVar[bool] = False
    """Whether its dice only say which of several it is: high or low, they are nobody's luck."""

    @property
    def tag(self) -> str:
        """The event's name, the key of its text in the catalogue (``event.<tag>``)."""
        return str(self.__struct_config__.tag)

    @property
    def thrown(self) -> tuple[int, ...]:
        """The dice of it as they fell: its field ``faces`` or ``dice``, or what a title says."""
        faces: tuple[int, ...] = getattr(self, "faces", getattr(self, "dice", ()))
        return faces

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The lots that were drawn; a field of those that have any."""
        return ()

    def seen_by(self, side: int | None) -> Event | None:
        """What a side may see of it (-1: a spectator; None: who may see everything), or None.

        Games with hidden information wrap what is hidden in a :class:`Secret`; whoever shows a log
        shows what this gives.
        """
        return self

    def join(self, previous: Event) -> tuple[Event, ...]:
        """What a short log tells of an event and this one after it: both, or fewer.

        The steps of a march become one march; what dice decided comes before the dice.
        """
        return previous, self

    def rumour(self) -> Event | None:
        """What is seen of it by those who do not see its pieces."""
        return None


class Secret(Event, frozen=True, tag="secret"):
    """What pieces do or suffer unseen: only their own side sees it.

    Attributes:
        side: Whose pieces they are.
        deed: What happened.
        known: What the others see of it, if anything.
    """

    side: Side
    deed: Event
    known: Event | None = None

    def seen_by(self, side: int | None) -> Event | None:
        """The event itself, or what others see of it."""
        return self.deed if side in (None, self.side) else self.known


def seen_events(events: Sequence[Event], side: int | None) -> list[Event]:
    """What a side sees of what happened (-1: a spectator; None: who may see everything)."""
    return [told for event in events if (told := event.seen_by(side)) is not None]


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were thrown for a purpose.

    Attributes:
        side: Who rolled.
        purpose: Message id of what the roll was for (``roll.<purpose>``).
        faces: The dice as they fell.
        need: The highest modified roll that succeeds.
        modifiers: What is added to each die, with the rules.
        successes: How many dice succeeded.
        rules: The rules behind the roll.
    """

    reveals: ClassVar[bool] = True

    side: Side
    purpose: str
    faces: tuple[int, ...]
    need: int
    modifiers: tuple[Modifier, ...]
    successes: int
    rules: tuple[str, ...] = ()


class Leg:
    """One leg of a march: those of the same pieces, one after the other, are told as one."""

    __slots__ = ()

    units: AnyPieces
    to: AnyPlace
    cost: int

    def join(self, previous: Event) -> tuple[Event, ...]:
        """The march so far, or both."""
        assert isinstance(self, Event)
        if type(previous) is not type(self) or previous.units != self.units:
            return previous, self
        cost = previous.cost + self.cost
        return (msgspec.structs.replace(previous, to=self.to, cost=cost),)


class Moved(Leg, Event, frozen=True, tag="moved"):
    """Pieces enter a place."""

    units: AnyPieces
    origin: AnyPlace
    to: AnyPlace
    cost: int


class SetUp(Event, frozen=True, tag="set_up"):
    """Many pieces have been set up; only a short log has it."""

    count: int


class GameEnded(Event, frozen=True, tag="ended"):
    """The game is over."""

    outcome: str
    score: int


CROWD = 4
"""From so many on, events that are ``counted`` are told as one."""


def condense(events: Sequence[Event]) -> list[Event]:
    """The same events with what belongs together put together, for a shorter log.

    >>> condense([Moved((7,), 1, 2, 1), Moved((7,), 2, 3, 2)])
    [Moved(units=(7,), origin=1, to=3, cost=3)]
    """
    crowd = sum(event.counted for event in events)
    found: list[Event] = []
    for event in events:
        if event.counted and crowd >= CROWD:
            if SetUp(crowd) not in found:
                found.append(SetUp(crowd))
        else:
            found[-1:] = event.join(found[-1]) if found else (event,)
    return found


def reference_kinds(event: type[Event]) -> dict[str, str]:
    """Which fields of an event are pieces, places or sides.

    >>> reference_kinds(Rolled)["side"]
    'side'
    """
    kinds = {}
    for name, hint in get_type_hints(event, include_extras=True).items():
        kind = _reference_kind(hint)
        if kind:
            kinds[name] = kind
    return kinds


def _reference_kind(hint: Any) -> str:
    """What a field of a type refers to, if anything."""
    named, *_ = *get_args(hint), hint
    if named in (Piece, Place):
        return str(named.__name__).lower()
    return next(map(str, getattr(hint, "__metadata__", ())), "")


@cache
def _reference_fields(event: type[Event]) -> tuple[tuple[str, str], ...]:
    return tuple(reference_kinds(event).items())


def references(event: Event) -> list[tuple[str, int]]:
    """The pieces, places and sides an event names, in the order of its fields.

    >>> references(Rolled(1, "demolition", (3,), 2, (), 0))
    [('side', 1)]
    """
    found: list[tuple[str, int]] = []
    for name, kind in _reference_fields(type(event)):
        value = getattr(event, name)
        if isinstance(value, tuple):
            found += [(kind, index) for index in value]
        elif isinstance(value, int):
            found.append((kind, value))
    return found


@cache
def _piece_fields(event: type[Event]) -> tuple[str, ...]:
    return tuple(name for name, kind in reference_kinds(event).items() if kind == "piece")


def pieces_named(event: Event) -> int:
    """The pieces an event names, as a set."""
    found = 0
    for name in _piece_fields(type(event)):
        value = getattr(event, name)
        if isinstance(value, int):
            found |= 1 << value
        elif isinstance(value, tuple):
            for piece in value:
                found |= 1 << piece
    return found
