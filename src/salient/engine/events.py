"""Events: what happened, as data.

The log in any language, the animation on the page and the statistics of the lab are all made from
events. Each game subclasses :class:`Event`; the annotations of the fields say which integers are
pieces or places, so that one renderer names them all.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, get_type_hints

import msgspec

Piece = Annotated[int, "piece"]
Place = Annotated[int, "place"]
Side = Annotated[int, "side"]
Pieces = Annotated[tuple[int, ...], "piece"]
Places = Annotated[tuple[int, ...], "place"]


class Modifier(msgspec.Struct, frozen=True):
    """One entry of a die roll's modifiers, with the rule that gives it."""

    rule: str
    value: int


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of all events. ``reveals`` marks those after which undo must stop."""

    reveals: ClassVar[bool] = False

    @property
    def tag(self) -> str:
        """The event's name, the key of its text in the catalogue (``event.<tag>``)."""
        return str(self.__struct_config__.tag)


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


def reference_kinds(event: type[Event]) -> dict[str, str]:
    """Which fields of an event are pieces, places or sides.

    >>> reference_kinds(Rolled)["side"]
    'side'
    """
    kinds = {}
    for name, hint in get_type_hints(event, include_extras=True).items():
        for note in getattr(hint, "__metadata__", ()):
            kinds[name] = str(note)
    return kinds
