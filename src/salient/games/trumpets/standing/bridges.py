"""Bridges (21.0): whole, blown or built anew, and whom they carry."""

from __future__ import annotations

from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

LIGHT_BRIDGE, FULL_BRIDGE, BAILEY = 2, 3, 2
"""Stages over a river: the German ``B`` carries all but heavy AFV, ``J`` carries all, and so does
a Bailey bridge; over a stream the first stage carries all (rc-bridge-1)."""


def passable(g: TrumpetsState, *, heavy: bool) -> int:
    """The sites whose bridge carries a class, whole or built anew."""
    found = g.setting.all_sites & ~g.down
    for site, stage in g.stages.items():
        if stage >= _needed(g, site, heavy=heavy):
            found |= 1 << site
    return found


def _needed(g: TrumpetsState, site: int, *, heavy: bool) -> int:
    """The stage from which a bridge that is being built carries a class. Rule rc-bridge-1."""
    if g.setting.country.sites[site].water == "stream":
        return 1
    if g.builders[site] != GERMAN:
        return BAILEY
    return FULL_BRIDGE if heavy else LIGHT_BRIDGE


def is_standing(g: TrumpetsState, site: int) -> bool:
    """Whether a bridge carries anybody at all."""
    return bool(passable(g, heavy=False) >> site & 1)
