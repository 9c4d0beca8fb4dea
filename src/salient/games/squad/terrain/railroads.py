"""Railroads and rail cars (rule B32): what they are, and what they are to sight.

How units cross railroads is in :mod:`.rail_moves`, what rail cars do in play in :mod:`.rail_cars`.
Along a railroad all is one level, whatever the ground beside it does (B32.13, fn-B12).
Rail cars are obstacles only where they are drawn: a band along the track.
"""

from __future__ import annotations

from collections.abc import Mapping

from salient.boards.sight_lines import CORE, STEPS, opposite
from salient.boards.sight_map import ALL_SIDES, LEVEL, Feature, Spot, Stand

KINDS = {
    "rail": "B32.41", "rail_embankment": "B32.42", "rail_elevated": "B32.43a",
    "sunken_rail": "B32.44",
}  # fmt: skip
"""Kinds of railroads and the rules of their crossings (GLRR, EmRR, ElRR, SuRR)."""

ELEVATED, SUNKEN = KINDS["rail_elevated"], KINDS["sunken_rail"]


def crossing_rule(under: str, road: int, rails: int) -> str:
    """By which rule a road crosses the railroad of a hex; empty if none does. Rule B32.4a.

    Args:
        under: What lies under the foot in the hex; a railroad without more is at ground level.
        road: The hexsides that the road crosses.
        rails: The hexsides that the track crosses.

    >>> crossing_rule("rail_elevated", 0b001001, 0b010010), crossing_rule("", 0b1, 0b1)
    ('B32.43a', '')
    """
    if not rails or not road & ~rails:
        return ""
    return KINDS.get(under or "rail", "")


def stand_overpass(bridge: Feature, base: int, road: int, rails: int) -> list[Stand]:
    """An elevated railroad on its bridge over a road, and the embankment beside both.

    Rule B32.43a. The ground of the hex is that of the road, which passes beneath.

    Args:
        bridge: What a bridge is.
        base: The level of the ground.
        road: The hexsides that the road crosses.
        rails: The hexsides that the track crosses.
    """
    bank = Feature("rail_elevated", ELEVATED, "obstacle", LEVEL)
    beside = ALL_SIDES & ~(road | rails)
    return [Stand(bank, base, beside, beside), Stand(bridge, base + LEVEL, CORE | rails, rails)]


def stand_cars(feature: Feature, base: int, rails: int) -> Stand:
    """Rail cars printed in a hex, drawn across each hexside that the track crosses.

    Rule B32.51a.
    """
    return Stand(feature, base, CORE | rails, rails)


def stand_counter(
    feature: Feature, base: int, spot: Spot, rails: Mapping[Spot, int], counters: frozenset[Spot]
) -> Stand:
    """A rail-car counter: the track of its hex, but not at the hexsides. Rules B32.6, B32.6b.

    A hexside is blocked where the track crosses it and the next hex has a counter, too.

    Args:
        feature: What rail cars are.
        base: The level of the ground.
        spot: The hex.
        rails: The hexsides that the track crosses, by hex.
        counters: All hexes with a counter.
    """
    track = rails[spot]
    edges = 0
    for side, (dc, dh) in enumerate(STEPS):
        beyond = (spot[0] + dc, spot[1] + dh)
        back = rails.get(beyond, 0) >> opposite(side) & 1
        if track >> side & 1 and back and beyond in counters:
            edges |= 1 << side
    return Stand(feature, base, CORE | track, edges)
