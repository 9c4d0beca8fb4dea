"""Good sense on foot: who moves, where to, and what they do on the way; and the set-up."""

from __future__ import annotations

from salient.boards.bits import each_piece, members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision
from salient.games.squad.bot.company import company
from salient.games.squad.bot.drivers import has_work, is_there
from salient.games.squad.bot.marksmanship import blast_worth
from salient.games.squad.bot.survey import (
    Outlook,
    distance_to_goal,
    gain_by_moving,
    is_wanted,
    peril,
    place_worth,
    stands_well,
    way_peril,
)
from salient.games.squad.bot.weights import (
    AT_THE_DOOR,
    COMFORT,
    FROM_THE_AIR,
    HANDED_OVER,
    NOT_NOW,
    ORDERS,
    PRIZE,
    RISK,
    RUSH,
    SEARCH,
    SEARCH_COST,
    SMOKE_PAYS,
    SMOKE_WORTH,
    TOO_FAR,
    TROUBLE,
    UNDER_COVER,
)
from salient.games.squad.combat.cover import FOXHOLE
from salient.games.squad.core.locations import chart_row
from salient.games.squad.core.paths import Reach
from salient.games.squad.core.stacking import seen_enemies
from salient.games.squad.phases.movement import Marching

# -- who ------------------------------------------------------------------------------------------


def movement(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Whoever is not where they are needed moves; those off the map first."""
    g = o.g
    if action.verb == "end":
        return 0.5
    if action.verb == "sortie":
        return FROM_THE_AIR
    unit = action.piece(0)
    if action.verb == "abandon":
        return -1.0
    if action.verb == "man":
        return 3.0 if g.setting.crews >> unit & 1 else -1.0
    if g.where[unit] == NOWHERE:
        return 5.5 if g.setting.personnel >> unit & 1 else 5.0  # So that they can get on.
    if action.verb in ("unload", "unhook"):
        return 2.0 if is_there(o, g.where[unit]) else 0.0
    if g.carried(unit) & (g.setting.guns | g.setting.mortars):
        return 0.0
    if g.setting.vehicles >> unit & 1:
        idle = o.must_act or not has_work(o, unit)
        return 1.0 if idle or (g.motion | g.bogged) >> unit & 1 else 0.0
    if g.setting.leaders >> unit & 1:
        return leading(o, unit)
    if o.must_act:
        near = distance_to_goal(o, g.where[unit])
        return 1.0 + 0.1 * (near + len(members(g.carried(unit) & g.setting.demolitions)))
    return 1.0 if gain_by_moving(o, unit) > COMFORT else 0.0


def leading(o: Outlook, leader: Piece) -> float:
    """A leader goes with others, or stays with those who need him; else he looks for them."""
    g = o.g
    mates = g.people(g.where[leader], o.side) & g.setting.squads
    if mates & (g.broken | ~g.moved):
        return 0.0
    lost = g.on_map(g.setting.army[o.side] & g.setting.squads & g.broken)
    return 1.0 if o.must_act or lost or not mates else 0.0


# -- on foot --------------------------------------------------------------------------------------


def march(o: Outlook, decision: Decision) -> list[float]:
    """Where infantry goes: where it is better than here, by a way that is not deadly."""
    g = o.g
    step = g.steps[-1]
    assert isinstance(step, Marching)
    reach = step.reach(g, g.moving)
    return [_march(o, reach, action) for action in decision.actions]


def _march(o: Outlook, reach: Reach, action: Action) -> float:
    g = o.g
    unit = g.moving.units[0]
    here = stands_well(o, unit)
    if g.where[unit] != NOWHERE:
        here += presence(o, g.where[unit])
    match action.verb:
        case "stop":
            return here
        case "join":
            return ORDERS - 10.0 if goes_along(o, action.piece(0)) else here - NOT_NOW
        case "exit":
            return ORDERS
        case "plant":
            safe = 1.0 - peril(o, g.where[unit], moving=True)
            return here + safe * blast_worth(g, o.side, action.place(0))
        case "affix" | "blast":
            return here + 1.0 if o.must_act and waiting_vehicles(o, unit) else here - NOT_NOW
        case "hook" if g.where[unit] == NOWHERE:
            return ORDERS
        case "board" if g.setting.vehicle_row(action.piece(0)).capacity:
            far = g.where[unit] == NOWHERE or distance_to_goal(o, g.where[unit]) >= TOO_FAR
            return ORDERS if far and o.must_act else here - NOT_NOW
        case "transfer":
            better = is_in_better_hands(o, action.piece(0), action.piece(1))
            return HANDED_OVER if better else here - NOT_NOW
        case "string":
            return here + (UNDER_COVER if not o.must_act else -NOT_NOW)
        case "dig":
            return here + (UNDER_COVER if should_dig(o, g.where[unit]) else -NOT_NOW)
        case "entrench":
            return here + UNDER_COVER
        case "rush":
            return rush(o, unit, here)
        case "search":
            return here + search_worth(o) - SEARCH_COST
        case "smoke":
            return throw_smoke(o, action.place(0), here)
        case "go":
            place = action.place(0)
            return arrival(o, place, way_peril(o, reach.route(place)))
        case "assault":
            place = action.place(0)
            return arrival(o, place, peril(o, place, moving=True, assault=True))
        case "dash":
            # The road is crossed under half the fire (A4.63).
            over, place = action.place(0), action.place(1)
            danger = (peril(o, over, moving=True) + peril(o, place, moving=True)) / 2
            return arrival(o, place, danger)
    return here - NOT_NOW


def should_dig(o: Outlook, place: Place) -> bool:
    """Whether it is time to dig: to those who wait, in the open, while nobody fires at them."""
    return not o.must_act and chart_row(o.g, place).tem < FOXHOLE.value and not peril(o, place)


def goes_along(o: Outlook, unit: Piece) -> bool:
    """Whether somebody goes with a squad: a leader whom no broken men need where he is."""
    g = o.g
    needed = g.people(g.where[unit], o.side) & g.setting.squads & g.broken
    return bool(g.setting.leaders >> unit & 1) and len(g.moving.units) == 1 and not needed


def arrival(o: Outlook, place: Place, danger: float) -> float:
    """What it is worth to the moving units to set out for a location with a danger on the way."""
    lost = RISK + (o.by_time(PRIZE) if is_wanted(o, place) else 0.0)
    return place_worth(o, place) + presence(o, place) - lost * danger - TROUBLE


def presence(o: Outlook, place: Place) -> float:
    """What the moving units are to others there: a leader to his men, a charge to the enemy."""
    g = o.g
    first = g.moving.units[0]
    if g.setting.leaders >> first & 1 and len(g.moving.units) == 1:
        return company(o, place, first)
    if not any(g.carried(unit) & g.setting.demolitions for unit in g.moving.units):
        return 0.0
    near = (link.to for link in g.setting.board.links[place])
    return AT_THE_DOOR if any(seen_enemies(g, to, o.side) for to in near) else 0.0


def rush(o: Outlook, unit: Piece, here: float) -> float:
    """Double time pays far from the enemy only."""
    place = o.g.where[unit]
    if place == NOWHERE or not o.must_act:
        return here - NOT_NOW
    far = distance_to_goal(o, place) >= TOO_FAR and not peril(o, place)
    return RUSH if far else here - NOT_NOW


def throw_smoke(o: Outlook, place: Place, here: float) -> float:
    """Smoke into a deadly hex on the way, where others are to follow."""
    g = o.g
    board, at = g.setting.board, g.where[g.moving.units[0]]
    nearer = distance_to_goal(o, place) < distance_to_goal(o, at)
    if g.moving.spent or not o.must_act or not nearer:
        return here - NOT_NOW
    others = g.on_map(g.setting.army[o.side] & g.setting.squads & g.good_order() & ~g.moved)
    others &= ~g.prep_fired & ~(1 << g.moving.units[0])
    near = sum(board.range(g.where[unit], at) <= 1 for unit in each_piece(others))
    pays = near >= 1 and distance_to_goal(o, place) <= 2
    pays = pays and peril(o, place, moving=True) > SMOKE_PAYS
    return here + SMOKE_WORTH if pays else here - NOT_NOW


def search_worth(o: Outlook) -> float:
    """What a search brings to light: the unknown next door, for those who can then fire at them."""
    g, board = o.g, o.g.setting.board
    units = g.moving.units
    here = g.where[units[0]]
    near = {link.to for link in board.links[here]}
    unknown = sum((seen_enemies(g, place, o.side) & g.concealed).bit_count() for place in near)
    if not unknown:
        return 0.0
    others = g.on_map(g.setting.army[o.side] & g.setting.squads & g.good_order() & ~g.prep_fired)
    ready = sum(board.range(g.where[one], here) <= 1 for one in each_piece(others & ~set_of(units)))
    return SEARCH * unknown * ready


def is_in_better_hands(o: Outlook, item: Piece, unit: Piece) -> bool:
    """Whether a machine-gun does more with somebody else: a squad that has none yet."""
    g = o.g
    owner = g.owner[item]
    weak = g.size(owner) < g.size(unit) or g.carried(owner).bit_count() > 1
    return bool(g.setting.mgs >> item & 1 and weak and g.size(unit) > 1 and not g.carried(unit))


def waiting_vehicles(o: Outlook, unit: Piece) -> bool:
    """Whether own vehicles are near enough to use a street that a charge opens."""
    g = o.g
    own = g.on_map(g.setting.army[o.side] & g.setting.vehicles & ~(g.wrecks | g.immobile))
    board = g.setting.board
    return any(
        board.range(g.where[vehicle], g.where[unit]) <= TOO_FAR for vehicle in each_piece(own)
    )


# -- setting up -----------------------------------------------------------------------------------


def deploy(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """In cover, near what matters, not all in one place."""
    g = o.g
    unit, place = action.piece(0), action.place(1)
    row = chart_row(g, place)
    near = distance_to_goal(o, place)
    there = g.stack(place, o.side)
    if g.setting.leaders >> unit & 1:
        squads = (there & g.setting.squads).bit_count()
        return 3.0 * min(squads, 2) - 8.0 * (there & g.setting.leaders).bit_count() - 0.5 * near
    crowd = (there & g.setting.squads).bit_count()
    worth = -0.5 * near - 2.0 * max(0, crowd - o.must_act)
    if g.setting.vehicles >> unit & 1:
        return worth - 3.0 * (row.obstacle == "yes")
    return worth + 2.0 * row.tem + (place in g.goals and not o.must_act)
