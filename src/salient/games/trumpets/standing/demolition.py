"""Demolition (22.0): who may blow a bridge, and the dice for it."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.trumpets.events import BridgeBlown
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.state import TrumpetsState

DIE = 6
GENERAL_SERVICE = frozenset({"us_gseng"})
"""Engineers that do not blow bridges (rc-blow-2)."""


def can_demolish(g: TrumpetsState, unit: Piece) -> bool:
    """Combat engineers, not general-service units. Rule rc-blow-2."""
    setting = g.setting
    combat = setting.units[unit].toe not in GENERAL_SERVICE
    return combat and bool(setting.roster.engineers >> unit & 1)


def bridge_kind(g: TrumpetsState, site: int) -> str:
    """The row of the demolition table that a bridge has. Rules tab-blow."""
    if g.down >> site & 1:
        return "german_j_or_b" if g.builders[site] == GERMAN else "bailey"
    return "stream" if g.setting.country.sites[site].water == "stream" else "river"


def demolition_modifiers(
    g: TrumpetsState, engineer: Piece, site: int, movers: int
) -> tuple[Modifier, ...]:
    """What makes it harder. Rules drm-blow-1, drm-blow-2, drm-blow-3, drm-blow-4.

    Args:
        g: The position.
        engineer: Who lights the fuse.
        site: The bridge.
        movers: Enemies at the crossing point: those about to cross and those in the hex they leave.
    """
    roster, row = g.setting.roster, g.setting.country.sites[site]
    found = []
    if movers & roster.engineers:
        found.append(Modifier("drm-blow-1", 1))
    if movers & roster.classes.get("afv_heavy", 0):
        found.append(Modifier("drm-blow-2", 1))
    if g.teams & (1 << row.a | 1 << row.b):
        found.append(Modifier("drm-blow-3", 1))
    if g.ready.get(engineer) != site:
        found.append(Modifier("drm-blow-4", 2))
    return tuple(found)


def try_to_blow(g: TrumpetsState, engineer: Piece, site: int, movers: int, log: Log) -> bool:
    """Two dice at or under the number of the bridge. Rules tab-blow, note-blow-1, note-blow-2."""
    need = g.setting.preparation.demolition[g.setting.demolition][bridge_kind(g, site)]
    modifiers = demolition_modifiers(g, engineer, site, movers)
    faces = (g.roll(DIE), g.roll(DIE))
    blown = sum(faces) + sum(modifier.value for modifier in modifiers) <= need
    side = g.setting.side_of[engineer]
    log.append(Rolled(side, "demolition", faces, need, modifiers, int(blown), ("tab-blow",)))
    g.ready.pop(engineer, None)
    if blown:
        blow(g, site, log)
    return blown


def blow(g: TrumpetsState, site: int, log: Log) -> None:
    """A Blown Bridge marker. Rule note-blow-1."""
    row = g.setting.country.sites[site]
    g.down |= 1 << site
    g.stages.pop(site, None)
    g.builders.pop(site, None)
    g.columns.pop(site, None)
    g.ready = {unit: at for unit, at in g.ready.items() if at != site}
    log.append(BridgeBlown(row.a, row.b))


def guards(g: TrumpetsState, units: int) -> list[Piece]:
    """Those of some units that can blow bridges, the ready ones first."""
    able = [unit for unit in each_piece(units) if can_demolish(g, unit)]
    return sorted(able, key=lambda unit: (unit not in g.ready, unit))
