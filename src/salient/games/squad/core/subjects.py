"""What the questions to the chapters are about: entries and costs, attacks, looks, cover."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal, NamedTuple

from salient.boards.pieces import NOWHERE
from salient.boards.sight import Sighting
from salient.boards.sight_lines import opposite
from salient.boards.sight_map import Eye
from salient.engine.ids import Piece, Pieces, Place, Places
from salient.games.squad.terrain.board import NO_SIDE

Manner = Literal[
    "move", "assault", "advance", "rout", "bypass", "crest", "dash", "set_up",
    "armoured",
]  # fmt: skip
"""In what manner a location is entered; ``crest`` takes crest status (B20.9), ``dash`` is A4.63.

``armoured`` is assault behind a tank (D9.31)."""

Means = Literal["fire", "residual", "lane", "snap", "shell", "impact", "ordnance", "mines",
                "flame", "charge", "overrun", "backblast"]  # fmt: skip
"""By what means somebody is attacked: small arms, residual fire, a fire lane, a snap shot,
the blast of a shell from above on the fire table, that of one fired straight at them, a To Hit
roll, mines, a flamethrower, a demolition charge, an overrun, the backblast of their own rocket."""

Occasion = Literal["prep", "first", "protective", "defensive", "advancing", "bounding"]
"""When fire happens: the three fire phases, first fire at moving units, the final protective
fire of those who have no other fire left (A8.31), and fire of a vehicle as it drives (D3.3)."""


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

    unit: Piece
    way: str
    origin: Place
    to: Place
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
    def far_side(self) -> int:
        """The hexside crossed, as numbered in the hex it enters."""
        return opposite(self.side)

    @property
    def on_foot(self) -> bool:
        """Whether it pays MF."""
        return self.way == "infantry"


class Part(NamedTuple):
    """A part of what an entry costs: the rule, halves of MF or MP, and what for."""

    rule: str
    halves: int
    what: str


class BogCheck(NamedTuple):
    """A bog check that an entry calls for, with what the terrain adds to it. Rule D8.2.

    If it stands ``alone``, nothing else adds to it: neither ground pressure nor wheels. A ``sole``
    one stands for that of the terrain in the hex, too (B32.33c). One on ``leaving`` is made where
    the vehicle comes from.
    """

    rule: str
    drm: int
    alone: bool = False
    sole: bool = False
    leaving: bool = False


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
    origins: Places
    target: Place
    moving: bool = False
    firers: Pieces = ()
    crossing: bool = False


class CloseRoll(NamedTuple):
    """The roll of an attack in close combat. Rule A11.11.

    Attributes:
        place: Where.
        side: Who attacks.
        own: The infantry that attacks; none if it is a vehicle.
        dice: As they fell.
        kill: The kill number.
    """

    place: Place
    side: int
    own: int
    dice: tuple[int, int]
    kill: int


class Story(NamedTuple):
    """The story of a line.

    Attributes:
        clear, hindrance: As of a :class:`Look`; the hindrance even if the line is blocked.
        range: Hexes between its ends.
        hexes: Set of hexes that the line meets.
        sighting: What is met on the way; None where the bare map blocks the line.
        mist: How much of the hindrance is mist and falling snow (E3.1, E3.32).
        dark: Whether it is too dark to see so far (E1.1).
    """

    clear: bool
    range: int
    hindrance: int
    hexes: int = 0
    sighting: Sighting | None = None
    mist: int = 0
    dark: bool = False


class Ends(NamedTuple):
    """The ends of a line of sight: two eyes and the locations they are in."""

    viewer: Eye
    origin: Place
    target: Eye
    place: Place


class Look(NamedTuple):
    """What is seen along a line between two units or locations.

    Attributes:
        clear: Whether they see each other.
        hindrance: The total hindrance, smoke included; 0 if they do not.
        ends: The ends of the line, of which a story can be told.
        haze: How much of the hindrance is an LV hindrance: who is in the open still is (E3.1).
    """

    clear: bool
    hindrance: int
    ends: Ends | None = None
    haze: int = 0

    @property
    def hides(self) -> bool:
        """Whether a hindrance makes open ground something else for those who move. Rule A4.6."""
        return self.hindrance > self.haze


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


Target = Literal[
    "any",
    "marching",
    "bypassing",
    "crested",
    "aboard",
    "in_smoke",
    "sheltered",
    "in_lane",
    "shelled",
]
"""Targets of an attack that a kind of cover is about: those on the march, in bypass, at a crest,
aboard a vehicle, in hexes that slopes shelter, under fire of a lane or of shells from above, all if
there is smoke on the map, or any."""

Lying = Iterable[tuple[int, Hashable]]
"""Things on the ground, each with the hexes from where what entering costs may depend on it."""

Trait = Literal[
    "open", "conceals", "goal", "shelter", "obstacle", "building", "house", "heat", "expose"
]
"""What can be said of a location: the traits of the chart and some more, see ``has_trait``."""
