"""What a platoon leader sees at a glance: danger, cover, distance, the worth of a place.

The position is the one that the bot's side knows; a question mark is an average squad.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, Places, enemy
from salient.games.squad.bot.weights import (
    COVER,
    CROWD,
    FEAR,
    FIELD,
    GUARD,
    GUN_POWER,
    HELD,
    HOLD,
    PINNED,
    PRIZE,
    PULL,
    SECOND_SHOT,
    SECRECY,
    UNKNOWN_MORALE,
    UNKNOWN_POWER,
    UNKNOWN_RANGE,
    VEHICLE_RANGE,
    VOLLEYS,
)
from salient.games.squad.combat.cover import FOXHOLE, WALLS
from salient.games.squad.combat.firepower import EIGHTHS, column_of
from salient.games.squad.combat.lanes import lanes_at
from salient.games.squad.core.locations import chart_row, is_open
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Look
from salient.games.squad.core.tables import Tables
from salient.games.squad.phases.victory import progress
from salient.games.squad.show.odds import squad_chances
from salient.games.squad.sight.los import look_across
from salient.games.squad.sight.stories import entering

USUAL_LENGTH = 8
"""Turns of a battle whose length is not fixed."""


class Battery(NamedTuple):
    """Enemies in one location: what they fire with, and how far.

    Attributes:
        place: Their location.
        guns: Eighths of firepower and normal range of each, as they stand.
        ready: The same of those who can still fire at somebody who moves now.
        before: How far away the squads are that come at them, the nearest first.
    """

    place: Place
    guns: tuple[tuple[int, int], ...]
    ready: tuple[tuple[int, int], ...]
    before: tuple[int, ...]

    def share(self, away: int) -> float:
        """How much of their fire a squad so far away must expect.

        They have a few volleys in a turn: who comes alone gets all of them, of a company that
        comes at once each squad gets its part.
        """
        others = bisect_right(self.before, max(away, UNKNOWN_RANGE))
        return min(1.0, VOLLEYS / others) if others else 1.0


class Outlook(NamedTuple):
    """The battle as one side sees it at a decision.

    Attributes:
        batteries: The seen enemies that can hurt, by location.
        goals: The hexes that matter to the side now.
        must_act: Whether it is this side that loses if nothing happens.
        late: How far the battle has gone, from 0 to 1.
        perils: The dangers of places that have been looked at, by place and how they are entered.
        grounds: What the ground of places is worth that have been looked at.
    """

    g: SquadState
    side: int
    batteries: tuple[Battery, ...]
    goals: Places
    must_act: bool
    late: float
    perils: dict[tuple[int, bool, bool], tuple[float, ...]]
    grounds: dict[int, float]

    def by_time(self, pair: tuple[float, float]) -> float:
        """A weight that changes from the start of the battle to its end."""
        return pair[0] + self.late * (pair[1] - pair[0])


def look_round(g: SquadState, side: int) -> Outlook:
    """Take in the situation of a side."""
    found: dict[Place, list[Piece]] = {}
    for foe in enemies(g, side):
        found.setdefault(g.where[foe], []).append(foe)
    acts, board = must_act(g, side), g.setting.board
    own = storm_troops(g, side) if acts else []
    batteries = tuple(
        Battery(
            place,
            tuple(punch(g, foe) for foe in foes),
            tuple(gun for foe in foes if (gun := first_punch(g, foe))[0]),
            tuple(sorted(board.range(at, place) for at in own)),
        )
        for place, foes in found.items()
    )
    late = min(1.0, (g.turn - 1) / max(1, (g.turns or USUAL_LENGTH) - 1))
    return Outlook(g, side, batteries, tuple(goals(g, side, acts=acts)), acts, late, {}, {})


def storm_troops(g: SquadState, side: int) -> list[Place]:
    """The places of the squads with which a side attacks, one for each squad."""
    own = g.on_map(g.setting.army[side] & g.setting.squads & g.good_order())
    return [g.where[unit] for unit in each_piece(own)]


def enemies(g: SquadState, side: int) -> list[Piece]:
    """The enemies of a side that can fire."""
    return list(each_piece(g.on_map(g.setting.army[enemy(side)]) & g.armed()))


def punch(g: SquadState, foe: Piece) -> tuple[int, int]:
    """Eighths of firepower and range of an enemy with his weapons."""
    if g.concealed >> foe & 1:
        return UNKNOWN_POWER * EIGHTHS, UNKNOWN_RANGE
    if g.setting.vehicles >> foe & 1:
        row = g.setting.vehicle_row(foe)
        power = row.bmg + row.cmg + row.aamg + (GUN_POWER if row.calibre else 0)
        return power * EIGHTHS, VEHICLE_RANGE
    power, reach = g.firepower(foe), g.reach(foe)
    for item in each_piece(g.carried(foe) & g.setting.mgs & ~g.malfunctioned):
        power += g.setting.weapon_row(item).fp
        reach = max(reach, g.reach(item))
    return power * EIGHTHS, reach


def first_punch(g: SquadState, foe: Piece) -> tuple[int, int]:
    """What he can still bring against somebody who moves: less once he has fired. A8.3."""
    power, reach = punch(g, foe)
    if g.concealed >> foe & 1:
        return power, reach
    if g.final_fired >> foe & 1:
        return 0, 0
    return (power // 2, reach // 2) if (g.first_fired | g.pinned) >> foe & 1 else (power, reach)


# -- what matters ---------------------------------------------------------------------------------


def goals(g: SquadState, side: int, *, acts: bool) -> list[Place]:
    """The hexes that matter: those of the victory conditions, or where the enemy is.

    Those who must act make for what is not theirs yet, and where nobody of theirs stands already.
    """
    victory, board = g.victory, g.setting.board
    if victory.kind == "losses" or not g.goals:
        return [board.hex_of[g.where[foe]] for foe in enemies(g, side)]
    places: list[Place] = list(g.goals)
    if victory.kind != "exit" and acts:
        wanted = [place for place in places if not g.control[side] >> place & 1]
        places = [place for place in wanted if not is_taken(g, side, place)] or wanted or places
    return [board.hex_of[place] for place in places]


def is_taken(g: SquadState, side: int, place: Place) -> bool:
    """Whether somebody of a side stands in a location who will control it. Rule A26.11."""
    own = g.people(place, side) & g.good_order() & g.setting.squads & ~moving_units(g)
    return bool(own) and not g.people(place, enemy(side)) & ~g.hidden


def must_act(g: SquadState, side: int) -> bool:
    """Whether it is this side that loses if nothing happens any more."""
    victory = g.victory
    attacks = side in g.attackers
    if victory.kind != "control":
        return attacks
    done = progress(g) - victory.need
    return done <= 0 if attacks else done >= 0  # Just enough is soon too little.


def distance_to_goal(o: Outlook, place: Place) -> int:
    """Hexes to the nearest hex that matters."""
    board = o.g.setting.board
    return min((board.range(place, goal) for goal in o.goals), default=0)


def effort(o: Outlook, place: Place) -> float:
    """How far it is to the goal that is reached most easily: held ones count as farther away."""
    board = o.g.setting.board
    if not o.must_act:
        return distance_to_goal(o, place)
    held: dict[Place, int] = {
        board.hex_of[battery.place]: len(battery.guns) for battery in o.batteries
    }
    ways = (board.range(place, goal) + HELD * held.get(goal, 0) for goal in o.goals)
    return min(ways, default=0.0)


# -- danger ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def out_of_action(tables: Tables, column: int, drm: int, morale: int) -> float:
    """The chance that one target is broken or worse; a pinned one counts in part."""
    if column < 0:
        return 0.0
    fates = squad_chances(tables, column, drm, morale, 0)
    lost = sum(fates.get(state, 0.0) for state in ("broken", "reduced", "eliminated"))
    return lost + PINNED * fates.get("pinned", 0.0)


def peril(o: Outlook, place: Place, *, moving: bool = False, assault: bool = False) -> float:
    """The chance that an average squad in a location is put out of action by those seen."""
    safe = 1.0
    for chance in perils(o, place, moving=moving, assault=assault):
        safe *= 1.0 - chance
    return 1.0 - safe


def perils(
    o: Outlook, place: Place, *, moving: bool = False, assault: bool = False
) -> tuple[float, ...]:
    """The same by who fires: each battery, then what lies on the ground."""
    found = o.perils.get((place, moving, assault))
    if found is None:
        found = tuple(
            share * out_of_action(o.g.setting.tables, column, drm, UNKNOWN_MORALE)
            for column, drm, share in attacks_on(o, place, moving=moving, assault=assault)
        )
        o.perils[place, moving, assault] = found
    return found


def way_peril(o: Outlook, route: Places) -> float:
    """The chance to be put out of action on a way.

    Each battery fires once with all it has, where it hurts most; what it does elsewhere on the way
    counts in part (A8.3). What lies on the ground strikes every time.
    """
    worst = [0.0] * len(o.batteries)
    total = [0.0] * len(o.batteries)
    safe = 1.0
    for place in route:
        chances = perils(o, place, moving=True)
        for number, chance in enumerate(chances[: len(worst)]):
            worst[number] = max(worst[number], chance)
            total[number] += chance
        for chance in chances[len(worst) :]:
            safe *= 1.0 - chance
    for most, whole in zip(worst, total, strict=True):
        safe *= (1.0 - most) * max(0.0, 1.0 - SECOND_SHOT * (whole - most))
    return 1.0 - safe


def attacks_on(
    o: Outlook, place: Place, *, moving: bool, assault: bool
) -> Iterator[tuple[int, int, float]]:
    """Column, modifiers and likelihood of the attacks to be expected in a location.

    First one of each battery, then what lies on the ground.
    """
    g, board = o.g, o.g.setting.board
    bare, haste = is_open(g, place), moving - (moving and assault)
    for battery in o.batteries:
        away = board.range(battery.place, place)
        power = firepower_at(battery.ready if moving else battery.guns, away)
        look = look_across(g, battery.place, place) if power else None
        if look is None or not look.clear:
            yield -1, 0, 0.0
            continue
        cover = shelter(g, place, look)
        if not moving and (place in g.foxholes or g.trenches >> place & 1):
            cover = max(cover, FOXHOLE.value)
        exposed = moving and bare and not cover and not look.hides
        drm = cover + look.hindrance - haste - exposed
        yield column_of(power), drm, battery.share(away)
    if moving:
        cover = chart_row(g, place).tem
        columns = [g.residual.get(place, -1), *(lane.column for lane in lanes_at(g, place))]
        yield from ((column, cover - haste, 1.0) for column in columns if column >= 0)


def firepower_at(guns: Iterable[tuple[int, int]], away: int) -> int:
    """Eighths that weapons bring to bear at a distance. Rules A7.21, A7.22."""
    total = 0
    for power, reach in guns:
        if away <= 2 * reach:
            total += power * 2 if away <= 1 else power // 2 if away > reach else power
    return total


def shelter(g: SquadState, place: Place, look: Look) -> int:
    """Cover in a location against fire along a line: the terrain, or a wall on its edge."""
    sides = g.setting.board.hex(place).sides
    if not any(sides):
        return chart_row(g, place).tem
    walls = [WALLS[sides[side]].value for side in entering(g, look) if sides[side] in WALLS]
    return max(chart_row(g, place).tem, *walls) if walls else chart_row(g, place).tem


# -- places ---------------------------------------------------------------------------------------


def place_worth(o: Outlook, place: Place, who: int = 0) -> float:
    """How good a location is to be in: near the goal, covered, out of fire, not crowded by others.

    Those who must act fear less and press on more as time runs out. Only squads hold a place.

    Args:
        o: The situation.
        place: The location.
        who: Those who would be there; who moves just now by themselves.
    """
    g = o.g
    good = 0.0
    who = who or moving_units(g)
    if not who or who & g.setting.squads:
        guarded = bool(g.people(place, o.side) & g.setting.squads & ~who)
        good += goal_worth(o, place, guarded=guarded) - crowding(o, place, who)
    return good + ground_worth(o, place)


def crowding(o: Outlook, place: Place, who: int) -> float:
    """What it costs that others are in a location already: a third squad is one too many."""
    others = (o.g.people(place, o.side) & o.g.setting.squads & ~who).bit_count()
    return (CROWD[0] if o.must_act else CROWD[1]) * max(0, others - 1)


def ground_worth(o: Outlook, place: Place) -> float:
    """The same but for who else is there, and who holds the place."""
    found = o.grounds.get(place)
    if found is None:
        row = chart_row(o.g, place)
        found = COVER * max(0, row.tem) + (SECRECY if row.conceals == "yes" else 0.0)
        pull, fear = (o.by_time(PULL), o.by_time(FEAR)) if o.must_act else HOLD
        if o.must_act:
            found += FIELD * min(2, targets_in_sight(o, place))
        found -= pull * effort(o, place) + fear * peril(o, place)
        o.grounds[place] = found
    return found


def goal_worth(o: Outlook, place: Place, *, guarded: bool) -> float:
    """What it is worth to be in a location that counts for victory, or above it to guard it."""
    g = o.g
    below = g.setting.board.hex_of[place]
    if o.must_act or g.control[enemy(o.side)] >> below & 1:
        return o.by_time(PRIZE) if is_wanted(o, place) else 0.0
    return o.by_time(GUARD) if below in o.goals and not guarded else 0.0


def is_wanted(o: Outlook, place: Place) -> bool:
    """Whether a location counts for victory and is not the side's own yet."""
    g = o.g
    if place not in g.goals or g.control[o.side] >> place & 1:
        return False
    return not is_taken(g, o.side, place)


def targets_in_sight(o: Outlook, place: Place) -> int:
    """Places with enemies that can be fired at from a location."""
    board = o.g.setting.board
    return sum(
        board.range(battery.place, place) <= UNKNOWN_RANGE
        and look_across(o.g, place, battery.place).clear
        for battery in o.batteries
    )


def moving_units(g: SquadState) -> int:
    """Those who move just now."""
    return sum(1 << unit for unit in g.march.units) if g.march is not None else 0


def stands_well(o: Outlook, unit: Piece) -> float:
    """How good a place a unit has."""
    place = o.g.where[unit]
    return -100.0 if place == NOWHERE else place_worth(o, place, 1 << unit)


def gain_by_moving(o: Outlook, unit: Piece) -> float:
    """How much better the best place next to a unit is than its own."""
    g = o.g
    here = stands_well(o, unit)
    near = {link.to for link in g.setting.board.links[g.where[unit]]}
    return max((place_worth(o, place, 1 << unit) for place in near), default=here) - here
