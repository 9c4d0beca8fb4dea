"""Why something cannot be done: what bars a unit, a hex or an attack, with its rule."""

from __future__ import annotations

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Value, Word, message, series
from salient.engine.reports import Refusals
from salient.engine.state import Ref
from salient.games.trumpets.calendar import code
from salient.games.trumpets.conditions import Exits
from salient.games.trumpets.fight.combat import CombatSegment, Gathering, able, can_attack
from salient.games.trumpets.march.allowance import may_dismount
from salient.games.trumpets.march.edges import exit_hexes
from salient.games.trumpets.march.groups import GroupMove
from salient.games.trumpets.march.movement import Moving, movable
from salient.games.trumpets.march.overrun import RATIO, SURPRISED_RATIO
from salient.games.trumpets.march.ranges import STRATEGIC_DISTANCE, Movers
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.roster import GERMAN, is_foot
from salient.games.trumpets.show.notes import is_held_up
from salient.games.trumpets.standing.who import chosen
from salient.games.trumpets.state import TrumpetsState

REFUSALS = Refusals[TrumpetsState]()

FAR = 200
"""More half MF than any way costs."""


# -- movement -----------------------------------------------------------------------------------


@REFUSALS.add(Movement, "pick")
def _pick(g: TrumpetsState, segment: Movement, action: Action) -> Value:
    unit = action.piece(0)
    return _stranger(g, segment.side, unit) or _unable(g, segment.corps, unit)


@REFUSALS.add(Movement, "group")
def _group(g: TrumpetsState, segment: Movement, _action: Action) -> Value:
    """Which formations can be moved as one now. Rule rc-group-1."""
    asked = segment.ask(g)
    offered = [one.choice(0) for one in asked.actions if one.verb == "group"] if asked else []
    if not offered:
        return message("refusal.no_group")
    return message("refusal.group", groups=series(Word(one, ("formation",)) for one in offered))


def _stranger(g: TrumpetsState, side: int, unit: Piece) -> Value:
    """Why a unit is not there to be ordered about."""
    name = Ref("piece", unit)
    if not g.setting.army[side] >> unit & 1:
        return message("refusal.enemy", unit=name)
    if not g.steps_left[unit]:
        return message("refusal.eliminated", unit=name)
    return message("refusal.left", unit=name) if g.exited >> unit & 1 else ""


def _unable(g: TrumpetsState, corps: int, unit: Piece) -> Value:
    """Why a unit of one's own does not move now. Rules sop-24, sop-24a."""
    name = Ref("piece", unit)
    if g.corps_of(g.under[unit]) != corps:
        return message("refusal.other_corps", unit=name)
    if g.moved >> unit & 1:
        return message("refusal.moved", unit=name)
    if g.reserve >> unit & 1:
        return message("refusal.reserve", unit=name)
    if g.where[unit] == NOWHERE:
        turn = g.waiting.get(unit, g.turn)
        due = turn > g.turn
        return message(
            "refusal.due" if due else "refusal.no_entry",
            unit=name,
            turn=Word(code(turn), ("turn",)),
        )
    return message("refusal.busy", unit=name)


@REFUSALS.add(Moving, "pick")
@REFUSALS.add(Moving, "group")
@REFUSALS.add(Moving, "follow")
@REFUSALS.add(Moving, "staff")
@REFUSALS.add(Moving, "end")
def _still_moving(_g: TrumpetsState, moving: Moving, _action: Action) -> Value:
    """Nobody else moves before a move is over. Rule rc-move-3."""
    last = "stop" if moving.mode else "wait"
    return message("refusal.still_moving", unit=Ref("piece", moving.units[0]), order=last)


@REFUSALS.add(Moving, "exit")
def _exit(g: TrumpetsState, moving: Moving, _action: Action) -> Value:
    """Where a stack may leave the map for good. Rules rc-exit-1, sop-24p."""
    where = 0
    for condition in g.setting.conditions:
        if isinstance(condition, Exits) and not moving.group & ~chosen(g, condition.who):
            where |= exit_hexes(g, condition)
    if moving.side != GERMAN or not where:
        return message("refusal.no_exit")
    return message("refusal.exit", places=series(Ref("place", hex_) for hex_ in members(where)))


@REFUSALS.add(Moving, "join")
def _join(g: TrumpetsState, moving: Moving, action: Action) -> Value:
    unit = action.piece(0)
    name = Ref("piece", unit)
    if stranger := _stranger(g, moving.side, unit):
        return stranger
    if moving.mode:
        return message("refusal.under_way", unit=name)
    if g.where[unit] != g.where[moving.units[0]]:
        return message("refusal.elsewhere", unit=name)
    if not movable(g, moving.corps) >> unit & 1:
        return _unable(g, moving.corps, unit)
    return message("refusal.stack", unit=name)


@REFUSALS.add(Moving, "foot")
@REFUSALS.add(Moving, "move")  # the one nearest to the function is asked first
def _move(g: TrumpetsState, moving: Moving, action: Action) -> Value:
    """Why a stack cannot go to a hex: one bar after the other. Rules sop-24, rc-zoc-1."""
    place, on_foot = action.place(0), action.verb == "foot"
    if barred := _never(g, moving, place):
        return barred
    if on_foot and moving.mode != "foot" and not all(may_dismount(g, u) for u in moving.units):
        return message("refusal.no_vehicles")
    here = g.where[moving.units[0]]
    movers = Movers(g, moving.side, moving.units, on_foot=on_foot, kgp=moving.kgp)
    left, fresh = max(0, moving.left(g, on_foot=on_foot)), not moving.mode
    if movers.reach(left, fresh=fresh, rested=not moving.spent).hexes >> place & 1:
        return message("refusal.full")
    cost = movers.reach(FAR, fresh=fresh).flood.cost(place)
    if cost is not None and cost > left:
        return message("refusal.far", cost=f"{cost / 2:g}", left=f"{left / 2:g}")
    if not on_foot and "foot" in (ways := moving.reaches(g)) and ways["foot"].hexes >> place & 1:
        return message("refusal.dismount")
    driven = not all(map(is_foot, movers.kinds))  # Who walks may begin with a river.
    if driven and not movers.unseen(FAR).hexes >> place & 1:
        return message("refusal.no_way")
    if is_held_up(g, moving.units, moving.side, here) or movers.zones():
        return message("refusal.zone")
    return message("refusal.no_way")


def _never(g: TrumpetsState, moving: Moving, place: Place) -> Value:
    """Why a stack cannot go to a hex in any way."""
    here = g.where[moving.units[0]]
    if place == here:
        return message("refusal.here")
    if here == NOWHERE or moving.group & g.deployed:
        return message("refusal.deployed")
    return message("refusal.occupied") if g.occupied[enemy(moving.side)] >> place & 1 else ""


@REFUSALS.add(Moving, "march")
def _march(g: TrumpetsState, moving: Moving, action: Action) -> Value:
    """Why a stack cannot march to a hex. Rules rc-strat-1, tab-strat."""
    place = action.place(0)
    if barred := _never(g, moving, place):
        return barred
    if "march" not in moving.reaches(g):
        return message("refusal.no_march")
    foes = g.held[enemy(moving.side)]
    near = g.setting.board.within(foes, STRATEGIC_DISTANCE)
    if near & (1 << place | 1 << g.where[moving.units[0]]):
        return message("refusal.march_near", count=STRATEGIC_DISTANCE)
    return message("refusal.march_road")


@REFUSALS.add(Moving, "overrun")
def _overrun(g: TrumpetsState, moving: Moving, action: Action) -> Value:
    """Why a stack cannot overrun a hex. Rule rc-over-1."""
    place = action.place(0)
    if not g.occupied[enemy(moving.side)] >> place & 1:
        return message("refusal.nobody")
    if g.setting.board.direction(g.where[moving.units[0]], place) is None:
        return message("refusal.overrun_next")
    return message("refusal.overrun", times=SURPRISED_RATIO if moving.kgp else RATIO)


@REFUSALS.add(GroupMove, "to")
def _to(g: TrumpetsState, group: GroupMove, action: Action) -> Value:
    """Why a formation cannot be sent to a hex. Rule rc-group-1."""
    occupied = g.occupied[enemy(group.side)] >> action.place(0) & 1
    return message("refusal.occupied" if occupied else "refusal.group_far")


# -- combat -------------------------------------------------------------------------------------


@REFUSALS.add(CombatSegment, "mark")
@REFUSALS.add(CombatSegment, "fight")
def _target(g: TrumpetsState, segment: CombatSegment, action: Action) -> Value:
    """Why a hex cannot be attacked. Rules gc-2, gc-3, gc-4, gc-5."""
    target = action.place(0)
    if not g.occupied[enemy(segment.side)] >> target & 1:
        return message("refusal.nobody")
    if g.attacked.get(segment.corps, 0) >> target & 1:
        return message("refusal.attacked")
    if not segment.marking and not segment.marks >> target & 1:
        return message("refusal.unmarked")
    return message("refusal.none_near")


@REFUSALS.add(Gathering, "commit")
def _commit(g: TrumpetsState, gathering: Gathering, action: Action) -> Value:
    """Why a unit cannot take part. Rules gc-4, gc-6a, rc-att-1."""
    unit, fight = action.piece(0), g.fight
    name = Ref("piece", unit)
    if stranger := _stranger(g, gathering.side, unit):
        return stranger
    if unit in fight.attackers:
        return message("refusal.committed", unit=name)
    if g.corps_of(g.under[unit]) != fight.corps:
        return message("refusal.other_corps", unit=name)
    if g.fought >> unit & 1:
        return message("refusal.fought", unit=name)
    if not able(g, fight.corps) >> unit & 1:
        return message("refusal.not_able", unit=name)
    return "" if can_attack(g, unit, fight.target) else message("refusal.not_next", unit=name)
