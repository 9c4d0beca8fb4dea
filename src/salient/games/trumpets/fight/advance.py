"""Advance after combat (55.0, 56.0): how far, by whom, along what."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.charts.combat import AdvanceCell
from salient.games.trumpets.events import Advanced
from salient.games.trumpets.fight.situation import is_manned
from salient.games.trumpets.march.allowance import allowance
from salient.games.trumpets.march.crossing import Crossing, crossing_guards
from salient.games.trumpets.march.entering import enter_hex, stop_in_hex
from salient.games.trumpets.roster import is_foot
from salient.games.trumpets.setting import END
from salient.games.trumpets.standing.control import enemy_zone
from salient.games.trumpets.standing.passage import (
    by_road,
    movement_class,
    terrain_at,
    water_between,
)
from salient.games.trumpets.standing.stacking import may_stop
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

ROAD_ARMS = frozenset({"mechanized", "armor", "heavy_tank"})
"""Armored infantry, tanks and panzers (note-adv-2)."""

IMPASSABLE_RUBBLE = 2
"""Rule rc-rubble-1: advances end in it."""

Route = tuple[Place, ...]
"""The hexes of an advance, without the one it begins in."""


# -- how far ------------------------------------------------------------------------------------


def advance_class(g: TrumpetsState, unit: Piece) -> str:
    """The column of the advance chart. Rules note-adv-1, note-adv-2, note-adv-3."""
    setting, bit = g.setting, 1 << unit
    roster = setting.roster
    if (roster.recon | roster.rangers) & bit or _special_hq(g, unit):
        return "recon"
    if setting.units[unit].type in ROAD_ARMS:
        return "road"
    return "basic"


def _special_hq(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit is the HQ of KGP, KGC or the Führer Escort. Rules note-adv-1, note-adv-9."""
    piece = g.setting.units[unit]
    name = g.setting.roster.formations[piece.formation].id
    return piece.kind == "hq" and name in g.setting.combat.advancing_hqs


def advance_limits(g: TrumpetsState) -> AdvanceCell:
    """Hexes that the combat just fought lets each class advance. Chart tab-adv.

    Strongpoint and fortress: always the basic rate (note-adv-5); a manned roadblock: one hex
    (note-adv-6, tab-pos-advance).
    """
    fight, charts = g.fight, g.setting.combat
    row = fight.result.removeprefix("1")
    cell = charts.advance.get(row, charts.advance["eliminated_by_D1"])
    position = "" if fight.surprised else g.positions.get(fight.target, "")
    manner = charts.positions[position].advance if position else "normal"
    if manner == "stop_in_roadblock" and is_manned(g, set_of(fight.defenders)):
        return AdvanceCell(1, 1, 1)
    if manner == "basic":
        return AdvanceCell(cell.basic, cell.basic, cell.basic)
    return cell


def step_cost(g: TrumpetsState, kind: str, a: Place, b: Place, *, first: bool) -> int | None:
    """What a step costs in an advance, in half MF; None if it cannot be taken.

    A road hex costs 1 MF (note-adv-4). A ford that needs engineers is closed (note-ford-3), and
    foot crosses a river only where the advance begins (note-off-8).
    """
    charts, country = g.setting.movement, g.setting.country
    if by_road(g, kind, a, b):
        return g.setting.combat.advance_road
    cost = charts.off_road[kind, terrain_at(g, b), g.ground]
    if cost is None:
        return None
    added: int = charts.weather[is_night(g.turn)][g.weather_at(b)]
    cost += added
    water = water_between(g, a, b)
    if not water:
        return cost
    if country.across(country.fords, a, b):
        ford = charts.fords[kind, g.ground]
        return None if ford is None or ford.engineers else cost + ford.cost
    if water == "river" and (not first or country.across(country.water["great"], a, b)):
        return None
    side = charts.sides[kind, water, g.ground]
    return None if side is None else cost + side


def routes(
    g: TrumpetsState,
    unit: Piece,
    hexes: int,
    begin: int,
    held: int,
    *,
    on_road: bool = False,
) -> dict[Place, Route]:
    """Where a unit can advance, with a cheapest route to each hex. Rules note-adv-7, rc-adv-1.

    Args:
        g: The state.
        unit: Who.
        hexes: How many hexes at most.
        begin: The hexes that the first step may lead to.
        held: Hexes in which an advance ends, after the first.
        on_road: Whether every step must be along a road (note-adv-10, note-adv-11).
    """
    board, side = g.setting.board, g.setting.side_of[unit]
    kind, mf = movement_class(g, unit), allowance(g, unit)
    closed = g.occupied[enemy(side)]
    front: dict[Place, tuple[int, Route]] = {g.where[unit]: (0, ())}
    found: dict[Place, Route] = {}
    for number in range(hexes):
        further: dict[Place, tuple[int, Route]] = {}
        for here, (spent, route) in front.items():
            if number and _ends_here(g, here, held, first=number == 1):
                continue
            for to in board.neighbours[here]:
                if to < 0 or closed >> to & 1 or (not number and not begin >> to & 1):
                    continue
                if on_road and not by_road(g, kind, here, to):
                    continue
                cost = step_cost(g, kind, here, to, first=not number)
                if cost is None or spent + cost > mf:
                    continue
                if to not in further or spent + cost < further[to][0]:
                    further[to] = (spent + cost, (*route, to))
        for there, (_, route) in further.items():
            found.setdefault(there, route)
        front = further
    found.pop(g.where[unit], None)
    return found


def _ends_here(g: TrumpetsState, here: Place, held: int, *, first: bool) -> bool:
    """Whether an advance ends in a hex: enemy zones after the first hex, rubble anywhere."""
    if g.rubble.get(here, 0) >= IMPASSABLE_RUBBLE:
        return True
    return not first and bool(held >> here & 1)


def advance_routes(g: TrumpetsState, unit: Piece) -> dict[Place, Route]:
    """Where a unit may advance after the combat just fought.

    Rules tab-adv, note-adv-1, note-adv-2, note-adv-3, note-adv-4, note-adv-5, note-adv-6,
    note-adv-7, note-adv-8, note-adv-9, note-adv-10, note-adv-11, note-adv-12.
    """
    limits, column = advance_limits(g), advance_class(g, unit)
    begin = 1 << g.fight.target
    held = enemy_zone(g, g.fight.side, afv=bool(g.setting.roster.afv >> unit & 1))
    hexes = limits.recon if column == "recon" else limits.basic
    found = routes(g, unit, hexes, begin, held)
    if column == "road":
        found |= routes(g, unit, limits.road, begin, held, on_road=True)
    return {to: way for to, way in found.items() if may_stop(g, 1 << unit, to)}


# -- who ----------------------------------------------------------------------------------------


def advancing(g: TrumpetsState, done: Pieces) -> list[Piece]:
    """Units that may advance: attackers still in place, and special HQs with them.

    Those with Ready to Blow may not (sop-24m); nor guns and other HQs (note-adv-8, note-adv-9).
    """
    fight = g.fight
    home = dict(zip(fight.attackers, fight.origins, strict=True))
    units = [
        unit
        for unit in g.alive(fight.attackers)
        if g.where[unit] == home[unit] and unit not in g.ready
    ]
    hqs = g.units_in(set_of(g.where[unit] for unit in units), g.setting.roster.hqs)
    units += [hq for hq in each_piece(hqs) if _special_hq(g, hq)]
    return [unit for unit in units if unit not in done]


class Advancing(TrumpetsStep, frozen=True, tag="advancing"):
    """The attackers may follow into the hex they have won, and beyond. Rules gc-20, rc-adv-1.

    Attributes:
        side: Who.
        done: Units that have advanced.
    """

    side: int
    done: Pieces = ()

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Who goes where, or nobody more."""
        target = g.fight.target
        if g.occupied[enemy(self.side)] >> target & 1:
            return None
        actions = [
            Action("advance", (unit, to))
            for unit in advancing(g, self.done)
            for to in self.routes(g, unit)
        ]
        if not actions:
            return None
        return Decision(
            self.side,
            "advancing",
            [*actions, END],
            ("gc-20", "tab-adv", "rc-adv-1"),
            {"hex": Ref("place", target)},
        )

    def routes(self, g: TrumpetsState, unit: Piece) -> dict[Place, Route]:
        """Where a unit may go."""
        return advance_routes(g, unit)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Go, or stay."""
        if action == END:
            g.steps.pop()
            return
        unit, to = action.piece(0), action.place(1)
        route = self.routes(g, unit)[to]
        g.steps[-1] = msgspec.structs.replace(self, done=(*self.done, unit))
        g.steps.append(Pursuing(self.side, unit, route))


class Pursuing(TrumpetsStep, frozen=True, tag="pursuing"):
    """A unit advances hex by hex; a bridge may be blown before it. Rules rc-adv-1, sop-22c."""

    side: int
    unit: Piece
    route: Route

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The next hex."""
        unit, here = self.unit, g.where[self.unit]
        if not self.route or not self._open(g, here):
            g.steps.pop()
            stop_in_hex(g, here, log)
            return
        to = self.route[0]
        # The engineers who held the hex may still blow the bridge as they leave it.
        leaving = set_of(g.fight.defenders) if to == g.fight.target else 0
        if crossing_guards(g, self.side, here, to, leaving):
            g.steps.append(Crossing(enemy(self.side), here, to, (unit,), leaving))
            return
        g.steps[-1] = msgspec.structs.replace(self, route=self.route[1:])
        if g.attack is not None and g.attack.kgp:  # kgp-14: an advance spends MF
            cost = step_cost(g, movement_class(g, unit), here, to, first=True) or 0
            g.kgp_spent[unit] = g.kgp_spent.get(unit, 0) + cost
        g.put(unit, to)
        log.append(Advanced(unit, to))
        enter_hex(g, (unit,), to, log)

    def halted(self) -> Pursuing:
        """The same advance, with the way ahead cut (rc-blow-1)."""
        return msgspec.structs.replace(self, route=())

    def _open(self, g: TrumpetsState, here: Place) -> bool:
        """Whether the next hex can still be entered: its bridge may have been blown."""
        kind = movement_class(g, self.unit)
        return is_foot(kind) or step_cost(g, kind, here, self.route[0], first=True) is not None
