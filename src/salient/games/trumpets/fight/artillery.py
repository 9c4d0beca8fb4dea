"""Chapters 44 to 47: the guns that support a combat, and what their fire counts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from salient.boards.bits import each_piece, members
from salient.engine.ids import Piece, Place, enemy
from salient.games.trumpets.calendar import code
from salient.games.trumpets.charts.cells import half_up
from salient.games.trumpets.charts.combat import FIRST_TURN
from salient.games.trumpets.fight.situation import defenders_of, position_at
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.passage import terrain_at
from salient.games.trumpets.standing.visibility import poor_sight
from salient.games.trumpets.state import Attack, TrumpetsState

SHELTERS = ("strongpoint", "fortress")
"""Positions with a column of their own on the support charts (tab-pos-fa, tab-pos-nw)."""

LIMIT = 2
"""Rule rc-art-5: guns count at most so many times what the troops they support count."""

FULL = Fraction(1)
OUT_OF_SUPPLY = Fraction(1, 2)
"""Rule rc-sup-4: what guns out of supply count in defence, instead of a lesser cut."""


# -- who may support ----------------------------------------------------------------------------


def is_ready(g: TrumpetsState, gun: Piece, target: Place) -> bool:
    """Whether guns can fire at or into a hex at all. Rules rc-art-2, gc-6c.

    The hex must be in range: note-fa-range, note-nw-range, note-fadef-range.
    """
    bit, place = 1 << gun, g.where[gun]
    if place < 0 or not g.deployed & bit or g.fired & bit or not g.cf(gun):
        return False
    if g.setting.board.distance(place, target) > g.setting.units[gun].range:
        return False
    return not (g.engaged & bit and _is_beset(g, gun))


def _is_beset(g: TrumpetsState, gun: Piece) -> bool:
    """Whether an enemy combat unit stands next to guns."""
    around = g.setting.board.around(1 << g.where[gun])
    return bool(around & g.held[enemy(g.setting.side_of[gun])])


def attack_guns(g: TrumpetsState, attack: Attack) -> list[Piece]:
    """Guns that may still join an attack. Rules rc-art-2, rc-art-3."""
    guns = g.setting.roster.guns & g.setting.army[attack.side] & ~g.oos
    army = g.army_of(attack.corps)
    return [
        gun
        for gun in each_piece(guns)
        if gun not in attack.guns
        and g.corps_of(g.under[gun]) in (attack.corps, army)
        and is_ready(g, gun, attack.target)
    ]


def defence_guns(g: TrumpetsState, attack: Attack) -> list[Piece]:
    """Guns that may still join a defence; never rockets. Rules gc-6f, rc-art-3, kgp-18."""
    if attack.surprised:
        return []
    roster = g.setting.roster
    defenders = members(defenders_of(g, attack))
    corps = {g.corps_of(g.under[unit]) for unit in defenders}
    armies = {g.army_of(g.under[unit]) for unit in defenders}
    found = []
    for gun in each_piece(roster.artillery & g.setting.army[enemy(attack.side)]):
        if gun in attack.defending_guns or not is_ready(g, gun, attack.target):
            continue
        formation = g.under[gun]
        if g.setting.units[gun].nation == "us":
            serves = g.army_of(formation) in armies
        else:
            serves = g.corps_of(formation) in corps | armies
        if serves:
            found.append(gun)
    return found


# -- what their fire counts ---------------------------------------------------------------------


def columns_of(g: TrumpetsState, attack: Attack) -> list[str]:
    """The columns of the support charts that a hex falls under. Rules note-nw-worst, rc-art-4."""
    position = "" if attack.surprised else position_at(g, attack.target)
    found = [terrain_at(g, attack.target)]
    return [*found, position] if position in SHELTERS else found


def attack_fire(g: TrumpetsState, attack: Attack) -> int:
    """CF of the guns of an attack after the cuts: artillery and rockets. Charts tab-fa, tab-nw.

    The total of all is cut, and once at most (note-nw-quarter, note-fa-quarter, note-fa-once).
    """
    if attack.fire >= 0:
        return attack.fire
    charts, columns = g.setting.combat, columns_of(g, attack)
    first = code(g.turn) == FIRST_TURN and attack.side == GERMAN
    poor = poor_sight(g, attack.target)
    rockets = g.setting.roster.rockets
    field = [gun for gun in attack.guns if not rockets >> gun & 1]
    nebel = [gun for gun in attack.guns if rockets >> gun & 1]
    if first:
        share = min(charts.surprise_fire[column] for column in columns)
    else:
        share = min(charts.artillery[poor, column] for column in columns)
    if attack.side == ALLIED and is_spotted(g, attack.target):
        share = FULL
    rocket_share = min(charts.rockets[first, column] for column in columns)
    return _cut(g, field, share) + _cut(g, nebel, rocket_share)


def defence_fire(g: TrumpetsState, attack: Attack) -> int:
    """CF of the guns of a defence after the cut. Chart tab-fadef, rule rc-sup-4.

    The total of all is halved, and once at most (note-fadef-half, note-fadef-once).
    """
    if attack.return_fire >= 0:
        return attack.return_fire
    several = len(set(attack.origins)) > 1
    share = g.setting.combat.defence[poor_sight(g, attack.target), several]
    if attack.side == GERMAN and is_spotted(g, attack.target):
        share = FULL
    short = [gun for gun in attack.defending_guns if g.oos >> gun & 1]
    supplied = [gun for gun in attack.defending_guns if gun not in short]
    total = _sum(g, supplied) * share + _sum(g, short) * min(share, OUT_OF_SUPPLY)
    return half_up(total)


def is_spotted(g: TrumpetsState, place: Place) -> bool:
    """Whether US spotters see all: event I, in the area of the 7th Army (rc-ev-1)."""
    return g.spotters and g.setting.country.rows[place].army == "7A"


def _sum(g: TrumpetsState, guns: Iterable[Piece]) -> int:
    return sum(map(g.cf, guns))


def _cut(g: TrumpetsState, guns: Iterable[Piece], share: Fraction) -> int:
    """Add up all CF of a kind, cut once, round to the nearest. Rules note-fa-half, note-nw-half."""
    return half_up(_sum(g, guns) * share)


# -- formations ---------------------------------------------------------------------------------


def by_formation(g: TrumpetsState, guns: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Guns by the artillery formation they fire with, in the words of actions. Rule rc-art-1."""
    found: dict[str, list[Piece]] = {}
    for gun in guns:
        found.setdefault(g.setting.units[gun].guns.casefold(), []).append(gun)
    return found
