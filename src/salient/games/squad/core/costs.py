"""What entering a location costs. Rules A4.13, B1-B37, D2.1.

The total is made of parts, each with its rule: the terrain entered (or what a chapter says in its
place), doubled for climbing; hexsides crossed; smoke. Points are counted in halves.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Place
from salient.engine.state import once
from salient.games.squad.core.locations import (
    burns,
    chart_row,
    has_roadblock,
    terrain_at,
    uses_road,
)
from salient.games.squad.core.points import ONE
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck, Cost, Entry, Part
from salient.games.squad.core.tables import Price
from salient.games.squad.terrain.board import NO_SIDE

HEXSIDES: dict[str, dict[str, int]] = {
    "wall": {"infantry": 2, "tracked": 2},
    "hedge": {"infantry": 2, "tracked": 2, "halftrack": 4, "armoured_car": 6},
    "bocage": {"infantry": 4},
    "fence": {},
    "pond": {},
    "party_wall": {},
}
"""Halves that crossing a hexside adds, by way of moving; who is not named may not cross.

A fence is a chapter of its own (P3) and adds nothing here."""

HEXSIDE_RULE = {"wall": "B9.4", "hedge": "B9.4", "bocage": "B9.54", "pond": "B21",
                "party_wall": "B23.71"}  # fmt: skip
BOG_HEDGE = ("halftrack", "armoured_car")


def entry_cost(g: SquadState, entry: Entry, allotment: int = 0, *, alone: bool = False) -> Cost:
    """What an entry costs, or which rule forbids it.

    Args:
        g: The state.
        entry: Who enters what, and how.
        allotment: All the halves the unit has, for costs that are a part of them.
        alone: Whether other vehicles are left out of account.
    """
    bar = barred(g, entry)
    if bar:
        return Cost(0, bar=bar)
    base, bogs = base_cost(g, entry, allotment)
    if base is None:
        return Cost(0, bar=chart_row(g, entry.to).rule)
    parts = [base, *climbing(g, entry, base), *hexside(g, entry), *smoke(g, entry),
             *wire(g, entry), *corners(g, entry)]  # fmt: skip
    if not alone:  # D2.14
        parts += traffic(g, entry)
    for answer in g.setting.chapters.extra_costs:
        parts += answer(g, entry)
    checks: list[BogCheck] = []
    if not entry.on_foot:
        more = [check for question in g.setting.chapters.bog_checks for check in question(g, entry)]
        checks += () if any(check.sole for check in more) else bogs
        checks += [*bog_hexside(g, entry), *more]
    total = sum(part.halves for part in parts) * (BACKWARDS if entry.back else 1)
    return Cost(total, tuple(part for part in parts if part.halves), tuple(checks))


BACKWARDS = 4
"""Rule D2.2: going backwards costs four times as much."""


def barred(g: SquadState, entry: Entry) -> str:
    """The rule that forbids an entry, or empty."""
    for answer in g.setting.chapters.bars:
        rule = answer(g, entry)
        if rule:
            return rule
    if burns(g, entry.to):  # B25.15
        return "B25.15"
    board = g.setting.board
    floor = board.locations[entry.to].floor
    if not entry.on_foot and floor not in ("ground", "bridge"):  # B23.41
        return "B23.41"
    if board.hex_of[entry.to] in g.rubble and floor not in ("ground", "bridge", "culvert"):
        return "B24.2"
    if entry.crossing:
        what = board.hex(entry.origin).sides[entry.side]
        closed = what and what != "fence" and entry.way not in HEXSIDES.get(what, {entry.way: 0})
        # B9.4, B9.54
        if closed and not any(answer(g, entry) for answer in g.setting.chapters.openings):
            return HEXSIDE_RULE[what]
        # B29.3
        if not entry.on_foot and has_roadblock(g, board.hex_of[entry.origin], entry.side):
            return "B29.3"
    return ""


def base_cost(
    g: SquadState, entry: Entry, allotment: int
) -> tuple[Part | None, tuple[BogCheck, ...]]:
    """The cost of the terrain itself: stairs, a road, bypass, or the chart's line."""
    for answer in g.setting.chapters.base_costs:
        part = answer(g, entry)
        if part is not None:
            return part, ()
    if entry.side == NO_SIDE and entry.origin not in (NOWHERE, entry.to):
        return Part("B23.4", ONE, "stairs"), ()
    if entry.manner == "bypass":
        price = g.setting.tables.chart.prices["open_ground"][entry.way]
        assert price is not None
        return Part("A4.3" if entry.on_foot else "D2.3",
                    price.halves * (1 if entry.on_foot else 2), "bypass"), ()  # fmt: skip
    if uses_road(g, entry) or is_bridge(g, entry):
        return road_rate(g, entry), ()
    name = terrain_at(g, entry.to)
    row = g.setting.chart[name]
    price = g.setting.tables.chart.prices[name][entry.way]
    if price is None:
        return None, ()
    return (
        Part(row.rule, whole_price(price, allotment), name),
        (BogCheck(row.rule, price.bog_drm),) if price.bog else (),
    )


def is_bridge(g: SquadState, entry: Entry) -> bool:
    """Whether a bridge is entered. Rule B6."""
    return g.setting.board.locations[entry.to].floor == "bridge"


def road_rate(g: SquadState, entry: Entry) -> Part:
    """Along a road: 1 MF, half an MP, or one for a buttoned-up vehicle. Rules B3.4, D2.16."""
    if entry.on_foot or g.buttoned >> entry.unit & 1:
        return Part("B3.4", ONE, "road")
    return Part("B3.4", ONE // 2, "road")


def whole_price(price: Price, allotment: int) -> int:
    """Points of a price; a part of the allotment is rounded up. Rules B13.41, B37.3.

    >>> whole_price(Price(0, 4, True), 26)
    8
    """
    if not price.part:
        return price.halves
    points = allotment // ONE
    return -(-points // price.part) * ONE


def climbing(g: SquadState, entry: Entry, base: Part) -> Iterator[Part]:
    """Going up: terrain twice on foot, four MP a level for vehicles. Rules B10.4, B10.51."""
    if not entry.crossing or (entry.manner == "bypass" and not entry.on_foot):
        return
    board = g.setting.board
    levels = board.hex(entry.to).level - board.hex(entry.origin).level
    if levels <= 0:
        return
    if entry.on_foot:
        yield Part("B10.4", base.halves * levels, "climb")
    else:
        road = uses_road(g, entry)
        yield Part("B10.51", (2 if road else 4) * ONE * levels, "climb")


def hexside(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Walls, hedges and roadblocks. Rules B9.4, B9.54."""
    if not entry.crossing:
        return
    board = g.setting.board
    what = board.hex(entry.origin).sides[entry.side]
    if what in HEXSIDE_RULE and not uses_road(g, entry):
        yield Part(HEXSIDE_RULE[what], HEXSIDES[what].get(entry.way, 0), what)
    if has_roadblock(g, board.hex_of[entry.origin], entry.side):  # B29.3
        yield Part("B29.3", ONE, "roadblock")


def smoke(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Entering smoke costs one more. Rule A24.7."""
    if entry.to in g.smoke:
        yield Part("A24.7", ONE, "smoke")


def wire(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Getting off wire takes time, crossing it too. Rules B26.4, B26.5 (reading: 2 MF, 1 MP)."""
    if entry.on_foot and entry.origin != NOWHERE and g.wire >> entry.origin & 1:
        yield Part("B26.4", 2 * ONE, "wire")
    elif not entry.on_foot and g.wire >> entry.to & 1:
        yield Part("B26.5", (1 if entry.way == "tracked" else 4) * ONE, "wire")


def corners(g: SquadState, entry: Entry) -> Iterator[Part]:
    """A vehicle in bypass turns at every corner where it goes on. Rule D2.33."""
    if entry.manner == "bypass" and not entry.on_foot:
        turns = len(entry.passed) - 1 + (entry.unit in g.bypass)
        if turns:
            yield Part("D2.33", ONE * turns, "turn")


def in_the_way(g: SquadState) -> dict[Place, int]:
    """How many wrecks and known vehicles stand in the middle of each location. Rule D2.14."""
    return once(g, "in the way", lambda: _in_the_way(g))


def _in_the_way(g: SquadState) -> dict[Place, int]:
    counts: dict[Place, int] = {}
    unknown = g.hidden | g.concealed
    for vehicle in each_piece(g.setting.vehicles & ~unknown):
        place = g.where[vehicle]
        if place != NOWHERE and vehicle not in g.bypass:
            counts[place] = counts.get(place, 0) + 1
    return counts


def traffic(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Each wreck or vehicle in a hex costs those that drive into it one MP more. Rule D2.14."""
    if entry.on_foot or entry.manner == "bypass" or entry.to == entry.origin:
        return
    count = in_the_way(g).get(entry.to, 0)
    if count:
        yield Part("D2.14", ONE * count, "vehicle")


def bog_hexside(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """Half-tracks and armoured cars may bog crossing a hedge. Rule B9.41."""
    if not entry.crossing or entry.way not in BOG_HEDGE:
        return
    if g.setting.board.hex(entry.origin).sides[entry.side] == "hedge":
        yield BogCheck("B9.41", 0)
