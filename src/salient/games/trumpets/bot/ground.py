"""What a hex is worth to a unit that fights: the Germans attack, the Allies hold."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place
from salient.engine.ids import Piece, Place
from salient.games.trumpets.bot.screen import screened
from salient.games.trumpets.bot.survey import Survey, guard
from salient.games.trumpets.bot.weights import (
    CONTACT,
    CROWD,
    DANGER,
    ENOUGH_THERE,
    EXPOSED,
    FULL_GUARD,
    GOOD_ODDS,
    GROUND,
    GUNS,
    LAST_POINT,
    LOST,
    MOST_STAKE,
    POST,
    POST_POINT,
    RING,
    SAFE,
    SCREEN_POINT,
    STAKE,
    SUPPORT,
    TAKEN_POINT,
)

WALK = 8
"""Hexes from which an enemy may walk into a place that nobody guards."""

SHELTER = {"broken": 1.2, "forest": 1.3, "woods": 1.1, "village": 1.2, "town": 1.4, "city": 1.6}
WORKS = {"ip5": 1.2, "ip6": 1.4, "roadblock": 1.2, "strongpoint": 1.6, "fortress": 1.8}
"""What ground and works make of defence factors, about."""


def place_worth(look: Survey, unit: Piece, place: Place, *, stays: bool = False) -> float:
    """The worth of a unit in a hex."""
    worth = -GROUND * look.way_of(unit, place) + 0.05 * stays
    if look.attacks:
        return worth + _attacker(look, unit, place)
    return worth + _defender(look, unit, place)


def _attacker(look: Survey, unit: Piece, place: Place) -> float:
    """Next to enemies whom all who stand there could throw out; not all in one hex.

    Who counts off the map has other things to do than to look for enemies.
    """
    g = look.g
    worth = 0.0
    if look.near >> place & 1 and not look.leavers >> unit & 1:
        around = g.setting.board.around(1 << place)
        worth = max(_contact(look, unit, target) for target in each_place(around & look.foes))
    friends = (g.stack(place, look.side) & g.setting.roster.combat & ~(1 << unit)).bit_count()
    worth -= CROWD * friends
    if place in look.prizes:
        worth += _claim(look, place) if not friends else POST / (1 + friends)
    if look.is_last:
        worth += SCREEN_POINT * screened(g, look.side, unit, place)
    return worth


def _contact(look: Survey, unit: Piece, target: Place) -> float:
    """Being one of those who could attack a hex, the better the odds become."""
    g, own = look.g, look.g.af(unit)
    ours, theirs = look.odds_at(target)
    here = g.where[unit]
    if here >= 0 and g.setting.board.direction(here, target) is not None:
        ours -= own
    need = GOOD_ODDS * max(1.0, theirs * cover(look, target))
    worth = CONTACT * (1.0 + STAKE * min(MOST_STAKE, look.stake(target)))
    if ours >= need:
        return worth * ENOUGH_THERE
    return worth * (0.5 + min(1.0, (ours + own) / need))


def _claim(look: Survey, place: Place) -> float:
    """Being the first in a place that counts: to take it, or to keep it when it matters."""
    is_own = look.g.control >> place & 1
    if is_own and not (look.is_last and look.distance(place) <= WALK):
        return POST
    return POST + TAKEN_POINT * look.prizes[place]


def _defender(look: Survey, unit: Piece, place: Place) -> float:
    """In places that count and around them, strong enough to stand, not alone in the open."""
    g = look.g
    if look.moves_last:
        return _last_stroke(look, unit, place)
    fellows = each_piece(g.stack(place, look.side) & g.setting.roster.combat & ~(1 << unit))
    there, own = sum(map(g.df, fellows)), g.df(unit)
    worth = _post(look, place) * (_held(there + own) - _held(there))
    if look.near >> place & 1:
        around = g.setting.board.around(1 << place) & look.foes
        worth -= EXPOSED * around.bit_count()
    if look.strikes(place):
        here = g.where[unit]
        left = 0 if here < 0 or g.stack(here, look.side) & ~(1 << unit) else 1 << here
        friends = g.setting.board.around(1 << place) & g.held[look.side] & ~left
        worth += SUPPORT * min(2, friends.bit_count())
    danger = _danger(look, place, there + own)
    worth -= DANGER * g.steps_left[unit] * danger
    if fellows:
        relief = _danger(look, place, there) - danger
        worth += DANGER * sum(g.steps_left[fellow] for fellow in fellows) * relief
    return worth


def _last_stroke(look: Survey, unit: Piece, place: Place) -> float:
    """Nobody strikes back any more: into places that the enemy has left, or onto his road."""
    g = look.g
    if g.where[unit] == place:
        return LAST_POINT * look.barring.get(place, 0)
    if g.stack(place, look.side):
        return 0.0
    lost = look.prizes.get(place, 0) * (g.control >> place & 1)
    return LAST_POINT * max(lost, look.cuts.get(place, 0))


def hold_worth(look: Survey, unit: Piece) -> float:
    """Whether a unit should stay where it is: positive where the post is worth the danger."""
    place = look.g.where[unit]
    there = guard(look.g, place, look.side)
    return _post(look, place) - look.g.steps_left[unit] * _danger(look, place, there)


def _post(look: Survey, place: Place) -> float:
    """The worth of holding a hex well: a place that counts, or one beside it."""
    worth = 0.0
    if place in look.prizes:
        worth += POST + POST_POINT * look.prizes[place]
    for near in each_place(look.g.setting.board.around(1 << place)):
        worth += RING * look.prizes.get(near, 0)
    return worth


def _held(strength: int) -> float:
    """How well so many defence factors hold a hex, from 0 to 1."""
    return min(1.0, strength / FULL_GUARD)


def _danger(look: Survey, place: Place, strength: int) -> float:
    """The share of a stack that is likely to be lost in a hex, from 0 to 1."""
    struck = GUNS * look.strikes(place) / max(1.0, strength * cover(look, place))
    return min(1.0, max(0.0, (struck - SAFE) / (LOST - SAFE)))


def cover(look: Survey, place: Place) -> float:
    """What ground and works make of defence factors in a hex."""
    g, country = look.g, look.g.setting.country
    row = country.rows.get(place)
    if row is None:
        return 1.0
    ground = SHELTER.get(row.settlement) or SHELTER.get(row.terrain, 1.0)
    return ground * WORKS.get(g.positions.get(place, ""), 1.0)
