"""Barbed-wire fences (rule P3): who crosses them, what that costs, and temporary breaches.

A fence is part of the map and nothing takes it away (P3.1b). A squad can hold it open for a while:
``g.breaches`` keeps who does so and where, and a breach is there only as long as the squad goes on
(P3.21b).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.core.actions import CHOICE, SIDE_WORDS
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck, Entry, Lying, Manner, Part
from salient.games.squad.sight.concealment import expose
from salient.games.squad.terrain.board import OFF_MAP, SIDES, Hexside

CROSSING = 2
"""Halves of MF that crossing adds (P3.2a)."""

BREACHED = 1
"""Halves of MF that crossing at a breach adds (P3.21c)."""

BREACHING = 4
"""Halves of MF that making a breach takes (P3.21a)."""

BOG_DRM = {"tracked": 0, "truck": 2}
"""What adds to the bog check of a fence (P3.3d; reading: +2 stands in place of +1)."""

WHEELED = 1
"""The same for everybody else: not fully tracked."""


# -- crossing -------------------------------------------------------------------------------------


def crosses_fence(g: SquadState, entry: Entry) -> bool:
    """Whether a fence is crossed at ground level; going along it is not crossing. Rule P3.4."""
    if not entry.crossing:
        return False
    board = g.setting.board
    if board.locations[entry.to].floor in ("upper", "culvert"):
        return False
    return board.hex(entry.origin).sides[entry.side] == "fence"


def fence_cost(g: SquadState, entry: Entry) -> Iterator[Part]:
    """What a fence adds for infantry, but not behind a tank. Rule P3.2a."""
    if not entry.on_foot:  # P3.3a
        return
    if not crosses_fence(g, entry):
        return
    if entry.manner == "armoured":  # P3.2b
        return
    if g.trenches >> entry.origin & 1 and g.trenches >> entry.to & 1:  # P3.2b
        return
    dark = 2 if "night" in g.special else 1  # P3.2d
    if uses_breach(g, entry):  # P3.21c
        yield Part("P3.21c", BREACHED * dark, "breach")
    else:
        yield Part("P3.2a", CROSSING * dark, "fence")


def fence_bar(g: SquadState, entry: Entry) -> str:
    """The exhausted cannot cross a fence. Rule P3.2c."""
    tired = entry.on_foot and g.cx >> entry.unit & 1
    return "P3.2c" if tired and crosses_fence(g, entry) else ""


def fence_bog(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """A vehicle that crosses a fence, breached or not, may bog. Rules P3.3b, P3.21d."""
    if not entry.on_foot and crosses_fence(g, entry):
        yield BogCheck("P3.3b", BOG_DRM.get(entry.way, WHEELED), alone=True)


# -- temporary breaches ---------------------------------------------------------------------------


def holds(g: SquadState, unit: Piece, key: Hexside) -> bool:
    """Whether a squad still keeps its breach open. Rule P3.21b."""
    idle = g.broken | g.pinned | g.melee | g.lost
    at_it = g.where[unit] != NOWHERE and g.hex(unit) == key // SIDES
    return at_it and bool((g.ti & ~idle) >> unit & 1)


def open_breaches(g: SquadState) -> dict[Hexside, Piece]:
    """The breaches there are at the moment: who holds each, by hex and side."""
    return {key: unit for key, unit in g.breaches.items() if holds(g, unit, key)}


def uses_breach(g: SquadState, entry: Entry) -> bool:
    """Whether infantry crosses a fence at a breach. Rule P3.21c.

    Not if it is broken or berserk, nor if it pushes a gun; there are no human waves here.
    """
    if not g.breaches or entry.way != "infantry" or not crosses_fence(g, entry):
        return False
    if (g.broken | g.berserk) >> entry.unit & 1 or g.carried(entry.unit) & g.setting.guns:
        return False
    board, back = g.setting.board, entry.far_side
    ahead = Hexside(SIDES * board.hex_of[entry.origin] + entry.side)
    keys = ahead, Hexside(SIDES * board.hex_of[entry.to] + back)
    return any(key in g.breaches and holds(g, g.breaches[key], key) for key in keys)


def pass_breach(g: SquadState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """To go through a breach is hazardous movement. Rules P3.21c, A4.62."""
    if g.march is not None and uses_breach(g, entry):
        g.change_march(hazardous=True)


def can_breach(g: SquadState, unit: Piece) -> bool:
    """Whether a unit is able to hold a fence open where it stands. Rule P3.21a."""
    place = g.where[unit]
    able = g.setting.squads & g.good_order() & ~g.entrenched
    if place == NOWHERE or not able >> unit & 1:
        return False
    if g.wire >> place & 1 or unit in g.bypass:
        return False
    board = g.setting.board
    low = board.hex(place).cell.depth and unit not in g.crest
    return board.locations[place].floor == "ground" and not low


def breach_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The fences that a moving squad may hold open. Rule P3.21a.

    It does so alone: those who come along would have to stay with it.
    """
    unit = march.units[0]
    if len(march.units) > 1 or not can_breach(g, unit):
        return
    if mf_left(g, march) < BREACHING:
        return
    here = g.setting.board.hex(g.where[unit])
    for side, what in enumerate(here.sides):
        if what == "fence" and here.near[side] != OFF_MAP:
            yield Action("breach", (SIDE_WORDS[side],))


def breach(g: SquadState, action: Action, log: Log) -> int:
    """Hold a fence open; whoever sees it knows the squad. Rule P3.21a."""
    unit = g.moving.units[0]
    bits = (1 << unit | g.carried(unit)) & g.hidden  # P3.21e
    g.hidden &= ~bits  # P3.21e
    g.concealed |= bits  # P3.21e
    g.breaches[Hexside(SIDES * g.hex(unit) + side_of(action.choice(0)))] = unit
    g.ti |= 1 << unit  # P3.21b
    log.append(Marked(g.hex(unit), "breach", "placed"))
    expose(g, 1 << unit, log)  # P3.21e
    return BREACHING


def close_breaches(g: SquadState, log: Log) -> None:
    """Breaches that nobody holds any more are gone. Rule P3.21b."""
    kept = open_breaches(g)
    for key in sorted(set(g.breaches) - set(kept)):
        log.append(Marked(key // SIDES, "breach", "removed"))
    g.breaches = kept


def lying_breaches(g: SquadState, manner: Manner) -> Lying:  # noqa: ARG001
    """Breaches held open, for costs to be remembered by."""
    for key in open_breaches(g):
        yield g.setting.board.around[key // SIDES], ("breach", key)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"fence"}),
    extra_costs=(fence_cost,),
    bars=(fence_bar,),
    bog_checks=(fence_bog,),
    arrivals=(pass_breach,),
    orders=(breach_orders,),
    verbs={"breach": (CHOICE,)},
    carry_out={"breach": breach},
    player_turn_ends=(close_breaches,),
    lying=(lying_breaches,),
)
