"""The counters in the box: how they come into an order of battle and leave it. Rule P8.2-OB."""

from __future__ import annotations

from collections.abc import Mapping

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.state import NOBODY


def spare_of(g: PeiperState, kind: str, side: int) -> Piece | None:
    """A counter of a kind in the box, if there is one left; not one kept for crews and the like."""
    left = g.spare & g.setting.counters(kind) & g.setting.army[side] & ~g.setting.spares
    return each_piece(left)[0] if left else None


def left_of(g: PeiperState, kind: str, side: int) -> int:
    """How many counters of a kind are in the box."""
    left = g.spare & g.setting.counters(kind) & g.setting.army[side] & ~g.setting.spares
    return left.bit_count()


def muster(g: PeiperState, unit: Piece) -> None:
    """A counter comes out of the box: whole, unharmed, of its own kind.

    One that came back into the box when half-squads recombined is no more of its old group (A1.32).
    """
    g.spare &= ~(1 << unit)
    old = g.force_number(unit)
    if old >= 0:
        g.change_force(old, units=g.forces[old].units & ~(1 << unit))
    g.kind[unit] = g.setting.units[unit].row.id
    g.owner[unit] = NOBODY
    g.facing[unit] = g.turret[unit] = -1


def lose(g: PeiperState, unit: Piece) -> None:
    """A counter leaves the order of battle for good. Rules P8.2-eliminated, P8.6041b.

    Those whom it guards are free, those who man it are lost with it, and so is a gun on its hook
    (P8.6031b).
    """
    if g.where[unit] != NOWHERE:
        for answer in g.setting.chapters.losses:
            answer(g, unit, [])
    for crew in [crew for crew, vehicle in g.crewing.items() if vehicle == unit]:
        del g.crewing[crew]
        g.lost |= 1 << crew
    for gun in [gun for gun, vehicle in g.towed.items() if vehicle == unit]:
        lose(g, gun)
    for item in each_piece(g.carried(unit)):
        g.owner[item] = NOBODY
    g.put(unit, NOWHERE)
    g.owner[unit] = NOBODY
    for table in (g.box, g.home, g.bypass, g.crest, g.aboard, g.towed, g.acquired):
        table.pop(unit, None)
    keep = ~(1 << unit)
    g.reserve &= keep
    g.dry &= keep
    g.short &= keep
    g.spare &= keep
    g.exited &= keep
    for name in CLEARED:
        setattr(g, name, getattr(g, name) & keep)
    g.lost |= 1 << unit


def lose_guns_of_wrecks(g: PeiperState, hooked: Mapping[Piece, Piece]) -> None:
    """Guns are eliminated in the refit phase with the vehicles that towed them. Rule P8.6031b."""
    for gun, vehicle in hooked.items():
        if g.wrecks >> vehicle & 1:
            lose(g, gun)


CLEARED = (
    "half", "broken", "desperate", "pinned", "cx", "ti", "wounded", "concealed", "hidden", "melee",
    "motion", "buttoned", "bogged", "mired", "immobile", "shocked", "wrecks", "burning",
    "malfunctioned", "entrenched", "emplaced", "disrupted", "unarmed", "berserk", "fanatic",
    "abandoned", "recalled", "encircled", "cloaked", "restrained", "burnt", "captured", "gyros",
    "veiled", "beside", "low", "dismounted", "flamers", "asked", "noted", "unlaid",
)  # fmt: skip
"""States that a counter loses with the map."""
