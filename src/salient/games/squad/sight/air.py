"""What is in the air: mist, falling snow, darkness, and what lights it up. Rules E1, E3.1, E3.32.

Whoever looks far through mist or snow is hindered the more, the farther he looks. Thin mist and
snow are LV hindrances: they add to the roll, but neither block a line by themselves nor hide who
runs in the open. Thick mist is a hindrance like smoke. At night nobody sees farther than the
night visibility range (NVR), unless there is light where he looks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import each_place, union
from salient.games.squad.core.numbers import MistRow
from salient.games.squad.core.setting import EVERYWHERE
from salient.games.squad.core.state import SquadState

FALLING_SNOW = 6
"""Rule E3.71: falling snow hinders beyond so many hexes."""

MIST = "mist_"
"""How the special rules of mist begin."""

BLAZE_LIGHT = 2
"""Rule E1.93: a blaze lights up the hexes so far around it."""


class Air(NamedTuple):
    """What is in the air.

    Attributes:
        mist: The mist, if there is any.
        snow: Whether snow falls.
        nvr: How far one sees at night; 0 by day.
        lit: Locations with light.
        flashes: Locations from where somebody has just fired.
    """

    mist: MistRow | None
    snow: bool
    nvr: int
    lit: int
    flashes: int


def air_of(g: SquadState) -> Air | None:
    """What is in the air now; None if it is clear."""
    mist, snow = mist_of(g), "falling_snow" in g.special
    if mist is None and not snow and not g.nvr:
        return None
    return Air(mist, snow, g.nvr, lit_places(g), g.flashes)


def mist_of(g: SquadState) -> MistRow | None:
    """The density of the mist, if there is any. Rule E3.32."""
    density = mist_among(g.special)
    return g.setting.numbers.mist.get(density) if density else None


@lru_cache(maxsize=64)
def mist_among(special: frozenset[str]) -> str:
    """The density of mist that special rules name; empty for none."""
    return next((word.removeprefix(MIST) for word in special if word.startswith(MIST)), "")


def lit_places(g: SquadState) -> int:
    """The locations with light, at night. Rules E1.92, E1.93."""
    if not g.nvr:
        return 0
    within, light = g.setting.board.within, g.setting.numbers.night.light
    fires = [within(place, BLAZE_LIGHT) for place in each_place(g.blazes)]
    return union((*fires, *(within(shell.place, light) for shell in g.starshells)))


def mist_at(row: MistRow, away: int) -> int:
    """The hindrance of mist at a range; none next door. Rule E3.32.

    >>> [mist_at(MistRow(6, 1), away) for away in (1, 7, 8, 13, 24)]
    [0, 1, 1, 2, 3]
    """
    return (away - row.skip) // row.every if away > 1 else 0


@lru_cache(maxsize=32)
def hindrances(mist: MistRow | None, *, snow: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """LV hindrances by range, and those of thick mist. Rules E3.1, E3.71, E3.32."""
    drifts = [mist_at(mist, away) if mist else 0 for away in range(EVERYWHERE)]
    thick = mist is not None and mist.blocks
    haze = [
        (0 if thick else drift) + (snow and away > FALLING_SNOW)
        for away, drift in enumerate(drifts)
    ]
    return tuple(haze), tuple(drifts) if thick else (0,) * EVERYWHERE
