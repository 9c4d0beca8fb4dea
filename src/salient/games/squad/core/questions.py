"""The questions that the core puts to the chapters: what they are about, and who answers.

A chapter (pine woods, slopes, fences …) is a module of small functions that answer some of these
questions. It imports the core and lists its answers as a :class:`Chapters` value at its end; the
core knows nothing of a chapter but what ``g.setting.chapters`` holds. Which chapters are in play,
and in which order they are asked, says :mod:`salient.games.squad.chapters`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from salient.boards.pieces import NOWHERE
from salient.boards.sight import Sighting
from salient.boards.sight_lines import opposite
from salient.boards.sight_map import Barrier, Eye, Feature, Side, Stand
from salient.engine.actions import Action, ArgKind
from salient.engine.events import Modifier
from salient.engine.state import Log, State, Step
from salient.games.squad.core.march import March
from salient.games.squad.core.scenario import Fortification
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
    origins: tuple[int, ...]
    target: int
    moving: bool = False
    firers: tuple[int, ...] = ()
    crossing: bool = False


class Story(NamedTuple):
    """The story of a line.

    Attributes:
        clear, hindrance: As of a :class:`Look`; the hindrance even if the line is blocked.
        range: Hexes between its ends.
        hexes: Set of hexes that the line meets.
        sighting: What is met on the way; None where the bare map blocks the line.
    """

    clear: bool
    range: int
    hindrance: int
    hexes: int = 0
    sighting: Sighting | None = None


class Ends(NamedTuple):
    """The ends of a line of sight: two eyes and the locations they are in."""

    viewer: Eye
    origin: int
    target: Eye
    place: int


class Look(NamedTuple):
    """What is seen along a line between two units or locations.

    Attributes:
        clear: Whether they see each other.
        hindrance: The total hindrance, smoke included; 0 if they do not.
        ends: The ends of the line, of which a story can be told.
    """

    clear: bool
    hindrance: int
    ends: Ends | None = None


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

G = TypeVar("G", bound=State)

Trait = Literal[
    "open", "conceals", "goal", "shelter", "obstacle", "building", "house", "heat", "expose"
]
"""What can be said of a location: the traits of the chart and some more, see ``has_trait``."""


class Chapters(msgspec.Struct, Generic[G], frozen=True, kw_only=True):
    """What chapters answer, by question: one chapter's answers, or those of all in play.

    Those who answer a question are asked in the order in which :func:`join` was given them.
    """

    needs: frozenset[str] = frozenset()
    """What the chapter is about, as ``SquadSetting.words`` calls it: if nothing of it is on the map
    or can come there, the chapter has nothing to say; without any it always may."""

    # -- locations

    traits: tuple[Callable[[G, int, Trait], bool | None], ...] = ()
    """``(g, location, trait)``: whether it has the trait, where the chart is not right; the first
    answer that is not None counts."""

    limits: tuple[Callable[[G, int], tuple[int, int] | None], ...] = ()
    """``(g, location)``: how many half-squads and leaders of a side it holds, if not as many as
    anywhere (A5.1); the first answer counts."""

    rooms: tuple[Callable[[G, int, int], bool], ...] = ()
    """``(g, location, units)``: whether there is room for what units carry, too."""

    cuts: tuple[Callable[[G, int, int], bool], ...] = ()
    """``(g, location, side)``: whether a road no longer crosses a side of a location."""

    opens: tuple[Callable[[G, int, int], bool], ...] = ()
    """``(g, unit, location)``: whether a location that is not open ground as such is so to a unit
    that looks at it (A10.53)."""

    flanks: tuple[Callable[[G, int], Iterable[int]], ...] = ()
    """``(g, unit)``: other locations whose smoke, residual fire and mines reach a unit where it
    is."""

    # -- entering

    base_costs: tuple[Callable[[G, Entry], Part | None], ...] = ()
    """``(g, entry)``: the cost of the terrain entered, in place of the chart's; the first answer
    counts."""

    extra_costs: tuple[Callable[[G, Entry], Iterable[Part]], ...] = ()
    """``(g, entry)``: what is added to it: hexsides, slopes, weather."""

    bars: tuple[Callable[[G, Entry], str], ...] = ()
    """``(g, entry)``: the rule that forbids an entry, or empty; the first answer counts."""

    openings: tuple[Callable[[G, Entry], bool], ...] = ()
    """``(g, entry)``: whether what stands on the hexside crossed does not stop this entry: a
    breach in a wall."""

    off_roads: tuple[Callable[[G, Entry], bool], ...] = ()
    """``(g, entry)``: whether an entry by a road is none for its cost."""

    bog_checks: tuple[Callable[[G, Entry], Iterable[BogCheck]], ...] = ()
    """``(g, entry)``: bog checks besides the chart's (D8.2)."""

    bypasses: tuple[Callable[[G, int, int], bool | None], ...] = ()
    """``(g, hex, side)``: whether there is room along a hexside; the first answer counts."""

    lying: tuple[Callable[[G, Manner], Lying], ...] = ()
    """``(g, manner)``: what has come about on the ground and can change the answers above, each
    with the set of hexes from where leaving depends on it; costs are remembered by it."""

    arrivals: tuple[Callable[[G, Entry, Log], None], ...] = ()
    """``(g, entry, log)``: what happens to those who have entered."""

    # -- setting up

    set_up_bars: tuple[Callable[[G, int, int], str], ...] = ()
    """``(g, unit, location)``: the rule that forbids a unit to be there, or empty."""

    fortification_bars: tuple[Callable[[G, Fortification, int], str], ...] = ()
    """``(g, fortification, location)``: the same of what is built."""

    # -- sight

    reshapes: tuple[Callable[[G], Mapping[int, Sequence[Feature | Stand]]], ...] = ()
    """``(g)``: features that stand in hexes now, besides what the map file has; a plain feature
    stands at the bottom."""

    fallen: tuple[Callable[[G], Mapping[int, Iterable[str]]], ...] = ()
    """``(g)``: names of printed features that no longer stand in hexes."""

    barriers: tuple[Callable[[G], Iterable[Barrier]], ...] = ()
    """``(g)``: what stands across hexsides now."""

    holes: tuple[Callable[[G, int, int], Side | None], ...] = ()
    """``(g, location, location)``: the hexside through whose breach two locations see each
    other."""

    sight_columns: tuple[str, ...] = ()
    """Columns of the state on which the answers above depend; sight is remembered by them."""

    # -- attacks

    covers: tuple[tuple[Target, Callable[[G, Attack, int, Look], Iterable[Cover]]], ...] = ()
    """``(g, attack, unit, look)``: cover of a target, each with the targets it is about."""

    crossing_covers: tuple[Callable[[G, Attack, int, Eye], Iterable[Cover]], ...] = ()
    """``(g, attack, origin, eye)``: cover on the hexside just crossed, against fire from a
    location (A8.15)."""

    hit_cases: tuple[Callable[[G, int, int, int], Iterable[Modifier]], ...] = ()
    """``(g, firer, location, corners)``: To Hit modifiers of a gun or vehicle that turns by
    corners to fire at a location (C5)."""

    aftermaths: tuple[Callable[[G, Attack, Log], None], ...] = ()
    """``(g, attack, log)``: what follows an attack on the fire table."""

    blasts: tuple[Callable[[G, int, int, int, int, Log], bool], ...] = ()
    """``(g, location, calibre, roll, column, log)``: a shell goes off; whether it leaves nothing
    there to be struck."""

    bursts: tuple[Callable[[G, int, int, int, Log], None], ...] = ()
    """``(g, location, roll, column, log)``: a shell from above has gone off in a location."""

    barrages: tuple[Callable[[G, int], Iterable[Step[Any]]], ...] = ()
    """``(g, side)``: shells of a side are about to fall on several hexes; the steps that follow
    when they have, the first one last."""

    bombardments: tuple[Callable[[G, int, Log], bool], ...] = ()
    """``(g, hex, log)``: a hex is bombarded before play; whether that leaves nothing there to be
    struck (C1.822)."""

    charge_targets: tuple[Callable[[G, int], Iterable[int]], ...] = ()
    """``(g, unit)``: hexsides, ``6 * hex + side``, against which a unit can set a demolition
    charge where it stands (A23.7)."""

    charge_blasts: tuple[Callable[[G, int, int, str, Log], bool | None], ...] = ()
    """``(g, hexside, location, result, log)``: a charge goes off against a hexside that was used
    from a location; whether it clears it away, None if there is nothing of this chapter."""

    aims: tuple[Callable[[G, int, Occasion], Iterable[Action]], ...] = ()
    """``(g, firer, occasion)``: what else a gun or weapon can be fired at. Who fires in first fire
    must see the moving units, or be among the blind of ``infantry.aims``, to be asked."""

    shots: Mapping[str, Callable[[G, int, Action, Occasion, Log], None]] = {}
    """``verb: (g, firer, action, occasion, log)``: firing at it."""

    rubblings: tuple[Callable[[G, int, Log], None], ...] = ()
    """``(g, hex, log)``: rubble fills a hex (B24.1)."""

    collapses: tuple[Callable[[G, int, int, int, Log], None], ...] = ()
    """``(g, hex, levels, die, log)``: a building has fallen with levels above the ground; the
    coloured die with what they add to it (B24.12)."""

    close_combat: tuple[Callable[[G, int], Iterable[Modifier]], ...] = ()
    """``(g, vehicle)``: modifiers of the attack of its machine-guns in close combat (A11.62)."""

    assaults: tuple[Callable[[G, int, int], Iterable[Modifier]], ...] = ()
    """``(g, unit, vehicle)``: modifiers of close combat with a vehicle (A11.6)."""

    # -- vehicles

    hull_bars: tuple[Callable[[G, int], str], ...] = ()
    """``(g, vehicle)``: the rule that keeps a hull from turning, or empty."""

    swing_bars: tuple[Callable[[G, int, int], str], ...] = ()
    """``(g, vehicle, corner)``: the same of a turret."""

    swings: tuple[Callable[[G, int, int, Log], int], ...] = ()
    """``(g, vehicle, corner, log)``: a turret is to turn; 0 if it does, else the halves of MP that
    trying cost."""

    # -- what else moving units may do

    orders: tuple[Callable[[G, March], Iterable[Action]], ...] = ()
    """``(g, march)``: what else moving infantry may do."""

    driver_orders: tuple[Callable[[G, March], Iterable[Action]], ...] = ()
    """``(g, march)``: what else a moving vehicle may do."""

    verbs: Mapping[str, tuple[ArgKind, ...]] = {}
    """The verbs of these orders, with the kinds of their arguments."""

    carry_out: Mapping[str, Callable[[G, Action, Log], int]] = {}
    """``verb: (g, action, log)``: doing it; the halves of MF or MP that it costs."""

    # -- the end of things

    movement_ends: tuple[Callable[[G, Log], None], ...] = ()
    """``(g, log)``: a movement phase ends."""

    player_turn_ends: tuple[Callable[[G, Log], None], ...] = ()
    """``(g, log)``: a player turn ends."""


def join(chapters: Iterable[Chapters[G]]) -> Chapters[G]:
    """The answers of several chapters, to be asked in the order given."""
    found: dict[str, Any] = {}
    for chapter in chapters:
        for name in Chapters.__struct_fields__:
            answers = getattr(chapter, name)
            if isinstance(answers, tuple):
                found[name] = found.get(name, ()) + answers
            elif isinstance(answers, Mapping):
                found[name] = {**found.get(name, {}), **answers}
    return Chapters(**found)
