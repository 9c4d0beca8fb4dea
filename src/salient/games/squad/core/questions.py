"""The few plain questions that the core asks of the chapters, as values.

A chapter (pine woods, slopes, fences …) is a module of small functions that answer some of these
questions. :mod:`~salient.games.squad.chapters` lists who answers what; the core knows nothing else
of a chapter. A chapter imports this module, the state and the board, never the core modules that
ask (costs, cover, movement …).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from salient.boards.sight import Sighting
from salient.games.squad.core.state import NOWHERE
from salient.games.squad.terrain.board import NO_SIDE

Manner = Literal[
    "move", "assault", "advance", "rout", "bypass", "crest", "dash", "set_up",
    "armoured", "trench", "charge",
]  # fmt: skip
"""In what manner a location is entered; ``crest`` takes crest status (B20.9), ``dash`` is A4.63.

``armoured`` is assault behind a tank (D9.31). ``trench`` (between trenches) and ``charge`` (of
cavalry) are not offered by the core; the chapters that speak of them know them (P2.53, P3.2b)."""

Means = Literal["fire", "residual", "lane", "snap", "shell", "impact", "ordnance", "mines",
                "flame", "charge", "overrun"]  # fmt: skip
"""By what means somebody is attacked: small arms, residual fire, a fire lane, a snap shot,
the blast of a shell from above on the fire table, that of one fired straight at them, a To Hit
roll, mines, a flamethrower, a demolition charge, an overrun."""


class Entry(NamedTuple):
    """Somebody enters a location.

    Attributes:
        unit: Who; a group enters as its slowest member.
        way: How it pays: ``infantry``, ``tracked`` … (see ``tables.WAYS``).
        origin: The location it leaves, ``NOWHERE`` from off the map.
        to: The location it enters.
        side: The hexside crossed, as numbered in the hex it leaves; ``NO_SIDE`` for stairs.
        manner: How it goes.
        along: For bypass, the side of the entered hex it goes along at last; for crest status the
            side it takes it at.
        passed: For bypass, all the sides of the entered hex it goes along, in order.
        corner: For bypass, the corner it comes to.
        back: Whether a vehicle goes backwards.
        off_road: Whether it leaves the road aside that it could take.
    """

    unit: int
    way: str
    origin: int
    to: int
    side: int = NO_SIDE
    manner: Manner = "move"
    along: int = NO_SIDE
    back: bool = False
    passed: tuple[int, ...] = ()
    off_road: bool = False
    corner: int = -1

    @property
    def crossing(self) -> bool:
        """Whether it crosses a hexside between two hexes of the map."""
        return self.side != NO_SIDE and self.origin != NOWHERE

    @property
    def on_foot(self) -> bool:
        """Whether it pays MF."""
        return self.way in ("infantry", "cavalry")


class Part(NamedTuple):
    """A part of what an entry costs: the rule, halves of MF or MP, and what for."""

    rule: str
    halves: int
    what: str


class BogCheck(NamedTuple):
    """A bog check that an entry calls for, with what the terrain adds to it. Rule D8.2.

    If it stands ``alone``, nothing else adds to it: neither ground pressure nor wheels. A ``sole``
    one stands for that of the terrain in the hex, too (B32.33c).
    """

    rule: str
    drm: int
    alone: bool = False
    sole: bool = False


class Cost(NamedTuple):
    """What an entry costs.

    Attributes:
        total: Halves of MF or MP.
        parts: What it is made of.
        bogs: Bog checks that follow.
        bar: The rule that forbids the entry, or empty.
    """

    total: int
    parts: tuple[Part, ...] = ()
    bogs: tuple[BogCheck, ...] = ()
    bar: str = ""


class Attack(NamedTuple):
    """An attack on a location.

    Attributes:
        means: By what.
        side: Who attacks.
        origins: Locations of the firers.
        target: The location attacked.
        moving: Whether moving units are attacked in their movement phase (A8.1).
        firers: The firing units.
        crossing: Whether they are attacked on the hexside that they have just crossed (A8.15).
    """

    means: Means
    side: int
    origins: tuple[int, ...]
    target: int
    moving: bool = False
    firers: tuple[int, ...] = ()
    crossing: bool = False


class Look(NamedTuple):
    """What is seen along a line between two units or locations.

    Attributes:
        clear: Whether they see each other.
        range: Hexes between them.
        hindrance: The total hindrance, smoke included.
        hexes: Set of hexes that the line meets.
        leaving, entering: The sides of the viewer's and of the target's hex that it crosses.
        sighting: The whole story.
    """

    clear: bool
    range: int
    hindrance: int
    hexes: int = 0
    leaving: tuple[int, ...] = ()
    entering: tuple[int, ...] = ()
    sighting: Sighting | None = None


class Cover(NamedTuple):
    """A modifier that protects a target, or betrays it.

    Attributes:
        rule: The rule behind it.
        value: What it adds to the roll.
        kind: ``tem``: of several only the best counts; ``drm``: always added.
    """

    rule: str
    value: int
    kind: Literal["tem", "drm"] = "drm"
