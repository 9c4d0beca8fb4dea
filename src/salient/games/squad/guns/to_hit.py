"""The To Hit roll: the basic number and all cases that add to it. Rules C3.3, C4, C5, C6."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.games.squad.combat.firepower import ON_THE_MOVE, crew_of
from salient.games.squad.core.locations import is_obstacle, terrain_at
from salient.games.squad.core.points import ONE
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.guns.armament import BAND, Shot, shot_of
from salient.games.squad.guns.backblast import backblast_cases

CRITICAL = 2
MOST_ACQUIRED = -2
MOVING = 2
"""Case J against a vehicle in motion."""

DASHING = 2
"""Case J against infantry that dashes across a road (A4.63)."""

IN_MOTION = "C5.35"
"""Case C4: the rule by which the lower die counts twice."""

LATE, LATE_AMONG_OBSTACLES = 2, 3
"""Case B, in the open and in woods, buildings or rubble."""

TURN_COST = {"T": (1, 1), "ST": (2, 1), "NT": (3, 1), "gun": (3, 1)}
"""Rule C5.11: what the first corner turned adds, and each further one."""


# -- To Hit ---------------------------------------------------------------------------------------


def basic_number(g: SquadState, shot: Shot, away: int, row: str) -> int:
    """The To Hit number before modifiers. Rules C3.3, C4."""
    tables = g.setting.tables.hit
    band = min(max(away - 1, 0) // BAND, 9)
    number = int(tables[row][band])
    if shot.barrel:
        number += int(tables[shot.barrel][band])
    if shot.calibre <= 40:
        number += int(tables["40"][band])
    elif shot.calibre <= 57:
        number += int(tables["57"][band])
    return number


def own_number(g: SquadState, unit: Piece, away: int) -> int:
    """The To Hit number of a light anti-tank weapon, which has numbers of its own. Rule C13."""
    return int(g.setting.weapon_row(unit).th.split()[away])


def hit_cases(
    g: SquadState,
    unit: Piece,
    place: Place,
    turns: int,
    occasion: Occasion,
    target: Piece,
    *,
    desperate: bool = False,
) -> list[Modifier]:
    """The modifiers of a To Hit roll, case by case.

    Args:
        g: The state.
        unit: The firing gun, vehicle or light anti-tank weapon.
        place: Location of the target.
        turns: Corners its gun is turned.
        occasion: When.
        target: A vehicle aimed at, or ``NOBODY``.
        desperate: Whether the firer takes a backblast for a better aim (C13.81).
    """
    setting, found = g.setting, []
    shot, crew = shot_of(g, unit), crew_of(g, unit)
    board = setting.board
    closed = is_obstacle(g, g.where[unit]) and unit not in g.bypass
    if shot is not None and turns:  # C5.11
        first, more = TURN_COST[shot.mount]
        value = first + more * (turns - 1)
        found.append(Modifier("C5.11", value * (2 if closed else 1)))
    if occasion in ON_THE_MOVE:
        found += late_cases(g, unit, occasion, closed=closed and not among_cars(g, unit))
    found += backblast_cases(g, unit, desperate=desperate)
    if g.pinned >> crew & 1:  # C5.4
        found.append(Modifier("C5.4", 2))
    if g.where[unit] == place:  # C5.5
        found.append(Modifier("C5.5", 4 if closed and not among_cars(g, unit) else 2))
    if g.buttoned >> unit & 1:  # C5.9
        found.append(Modifier("C5.9", 1))
    if g.cx >> crew & 1:  # A4.51
        found.append(Modifier("A4.51", 1))
    found.append(Modifier("D3.44", setting.commander.get(unit, 0)))
    if target != NOBODY:
        found += vehicle_cases(g, target, board.range(g.where[unit], place))
    away = board.range(g.where[unit], place)
    if target == NOBODY and occasion == "first" and g.is_dashing(place):  # C6.1
        found.append(Modifier("C6.1", DASHING))
    if target == NOBODY and away <= 2 and away:  # C6.4
        found.append(Modifier("C6.4", -2 if away == 1 else -1))
    if unit in g.acquired and g.acquired[unit][0] == place:  # C6.5
        found.append(Modifier("C6.5", g.acquired[unit][1]))
    for answer in g.setting.chapters.hit_cases:
        found += answer(g, unit, place, turns)
    return [modifier for modifier in found if modifier.value]


def among_cars(g: SquadState, unit: Piece) -> bool:
    """Whether a firer stands between rail cars, about which B32.54 has its own word."""
    return terrain_at(g, g.where[unit]) == "rail_cars"


GYRO = -1
"""Rule D11.1: what a gyroscope is worth while a tank drives."""


def late_cases(
    g: SquadState, unit: Piece, occasion: Occasion, *, closed: bool
) -> Iterator[Modifier]:
    """Fire in the advancing fire phase, after moving and while driving.

    Case C comes on top of Case B. What a light anti-tank weapon pays in that phase is Case C3.
    """
    if not (g.setting.vehicles | g.setting.guns) >> unit & 1:  # C5.34
        yield Modifier("C5.34", LATE)
        return
    yield Modifier("C5.2", LATE_AMONG_OBSTACLES if closed else LATE)
    if not (g.moved >> unit & 1 or occasion == "bounding"):  # C5.3
        return
    shot = shot_of(g, unit)
    yield Modifier("C5.3", 3 if shot is not None and shot.mount == "NT" else 2)
    if occasion == "bounding":  # C5.33
        seen = g.moving.seen
        yield Modifier("C5.33", 2 if seen <= 2 * ONE else 1 if seen <= 3 * ONE else 0)
        if g.gyros >> unit & 1:  # D11.1
            yield Modifier("D11.1", GYRO)


def vehicle_cases(g: SquadState, target: Piece, away: int) -> list[Modifier]:
    """Cases of a vehicle as target: it moves, it is large, it is near.

    Of a concealed target, vehicle or not, nobody knows how it moves or how large it is.
    """
    near = [Modifier("C6.4", -2 if away == 1 else -1)] if away in (1, 2) else []
    if g.concealed >> target & 1:  # C6.2
        return [*near, Modifier("C6.2", 2)]
    size = Modifier("C6.7", g.setting.vehicle_row(target).size)
    return [Modifier("C6.1", moving_target(g, target)), size, *near]


def moving_target(g: SquadState, target: Piece) -> int:
    """What a vehicle in motion is harder to hit: more if it was seen for a short way. Rule C6.1."""
    if not g.motion >> target & 1:
        return 0
    if g.march is None or target not in g.march.units:
        return MOVING
    return MOVING + (2 if g.march.seen <= ONE else 1 if g.march.seen <= 3 * ONE else 0)


class HitRoll(NamedTuple):
    """A To Hit roll: the dice, the number they had to reach, and what counted. Rule C3."""

    dice: tuple[int, int]
    need: int
    modifiers: tuple[Modifier, ...]

    @property
    def critical(self) -> bool:
        """Whether it is a critical hit. Rule C3.7."""
        return sum(self.dice) == CRITICAL

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.critical or sum(self.dice) <= self.need

    @property
    def result(self) -> str:
        """What to call it."""
        return "critical" if self.critical else "hit" if self.hit else "missed"


def roll_to_hit(g: SquadState, unit: Piece, basic: int, modifiers: Iterable[Modifier]) -> HitRoll:
    """Roll to hit; for a vehicle in motion the lower die counts twice (Case C4). C3, C5.35."""
    dice, found = g.dice(), tuple(modifiers)
    if g.motion >> unit & 1:
        found += (Modifier(IN_MOTION, min(dice)),)
    return HitRoll(dice, basic - sum(modifier.value for modifier in found), found)
