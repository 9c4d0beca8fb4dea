"""The movement phase, and infantry on the move. Rules A3.3, A4."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.attack import moving_place
from salient.games.squad.core.actions import (
    CORNER_WORDS,
    END,
    EXIT,
    GO,
    RUSH,
    SEARCH,
    SIDE_WORDS,
    STOP,
)
from salient.games.squad.core.cost_memory import follows_road
from salient.games.squad.core.events.movement import CrossedAt, Hastened
from salient.games.squad.core.march import March
from salient.games.squad.core.paths import (
    Reach,
    assaults,
    find_reach,
    march_entry,
    open_passages,
    price,
)
from salient.games.squad.core.points import ONE, ROAD_BONUS, mf_left, ridden
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.setting import corner_of, side_of
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.ground.fire_zones import as_known, secret_zones
from salient.games.squad.ground.night import SETTING_OUT, may_stray, strays
from salient.games.squad.ground.street_blocks import vertices_to_declare
from salient.games.squad.infantry.dash import dashes
from salient.games.squad.infantry.defensive_fire import FirstFire, still_moving
from salient.games.squad.infantry.entering import enter, leave_map
from salient.games.squad.infantry.searching import search
from salient.games.squad.infantry.smoke import smoke_places, throw
from salient.games.squad.infantry.weapons import drop, transfer
from salient.games.squad.terrain.board import NO_HEXSIDE, NO_SIDE
from salient.games.squad.vehicles.driving import Driving, can_drive
from salient.games.squad.vehicles.manhandling import (
    carrying_orders,
    endanger,
    gun_of,
    pushes,
    try_to_push,
)
from salient.games.squad.vehicles.passengers import get_off, let_off, own_exits
from salient.games.squad.vehicles.towing import HALF, own_unhookings, release


class Movement(SquadStep, frozen=True, tag="movement"):
    """Units move one after the other, or stacks together. Rules A3.3, A4.2."""

    side: int

    def ask(self, g: SquadState) -> Decision | None:
        """Who moves next, or nobody any more; who must move does so first."""
        for forced in g.setting.chapters.forced_moves:
            musts = list(forced(g, self.side))
            if musts:
                return Decision(self.side, "movement", musts, ("A3.3",))
        actions = [Action("move", (unit,)) for unit in movers(g, self.side)]
        actions += [*own_exits(g, self.side), *own_unhookings(g, self.side)]
        for answer in g.setting.chapters.whole_moves:
            actions += answer(g, self.side)
        if not actions:
            return None
        return Decision(self.side, "movement", [*actions, END], ("A3.3", "A4.1"))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Begin a move, perhaps by getting off a vehicle, or close the phase."""
        if action == END:
            g.steps.pop()
            return
        if action.verb in g.setting.chapters.move_deeds:
            g.setting.chapters.move_deeds[action.verb](g, action, log)
            return
        unit = action.piece(0)
        if action.verb == "unhook":
            let_off(g, g.towed[unit], HALF, log)
            release(g, unit, action.place(1), log)
            return
        g.march = March((unit,))
        if action.verb == "unload":
            vehicle = g.aboard[unit]
            g.change_march(spent=ridden(g, unit, vehicle))
            let_off(g, vehicle, 1, log)
            marching = Marching(self.side)
            g.steps.append(marching)
            get_off(g, unit, action.place(1), log)
            marching.spend(g, ONE)
            return
        drives = g.setting.vehicles >> unit & 1
        g.steps.append(Driving(self.side) if drives else Marching(self.side))


def movers(g: SquadState, side: int) -> list[Piece]:
    """The units that may still move. Rules A4.1, A7.8, A10.4, D8, E1.21."""
    units = g.setting.army[side] & (g.setting.personnel | g.setting.vehicles) & ~g.aside()
    for answer in g.setting.chapters.restraints:
        units &= ~answer(g, side)
    return [unit for unit in each_piece(units) if can_move(g, unit)]


def can_move(g: SquadState, unit: Piece) -> bool:
    """Whether a unit may begin a move in this phase."""
    out = g.moved | g.lost | g.exited | g.prep_fired | g.ti | g.aside()
    if out >> unit & 1 or unit in g.aboard:
        return False
    if g.where[unit] == NOWHERE:
        return is_due(g, unit)
    if g.setting.vehicles >> unit & 1:
        return can_drive(g, unit)
    if (g.broken | g.pinned | g.melee) >> unit & 1:
        return False
    return not g.carried(unit) & g.prep_fired


def is_due(g: SquadState, unit: Piece) -> bool:
    """Whether a unit off the map may enter in this turn. Rule A2.5."""
    return 0 < g.entry_turn(unit) <= g.turn


def may_run(g: SquadState, march: March) -> bool:
    """Whether units may double time: at night only from a road. Rules A4.5, E1.54."""
    if set_of(march.units) & (g.cx | g.wounded):
        return False
    place = g.where[march.units[0]]
    return not g.nvr or place == NOWHERE or bool(g.setting.board.hex(place).road)


def in_the_open(g: SquadState, side: int) -> int:
    """The enemies of a side on the map who are neither hidden nor concealed. Rule A12.1."""
    return g.on_map(g.setting.army[enemy(side)]) & ~(g.hidden | g.concealed)


class Marching(SquadStep, frozen=True, tag="marching"):
    """Infantry on the move. Rules A4.1, A4.2, A4.3, A4.4, A4.5, A4.6.

    Attributes:
        on_road: Whether it has used roads only (B3.4).
        route: Locations still to be entered.
        over: Whether it may not go on.
        vertex: The corner declared for the blocked hexside to be crossed next (P5.141e).
        company: Who set out on a way of several locations, together.
        seen: The enemies who stood in the open then.
    """

    side: int
    on_road: bool = True
    route: Places = ()
    over: bool = False
    vertex: int = -1
    company: int = 0
    seen: int = 0

    def as_enemy_knows(self) -> Marching:
        """Nobody knows where it goes on to."""
        return msgspec.structs.replace(self, route=(), company=0, seen=0)

    # -- asking -------------------------------------------------------------------------------

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Where to, who comes along, or what else to do."""
        g, march = as_known(g, self.side), g.march
        if self.over or march is None or not still_moving(g):
            return None
        unit = Ref("piece", march.units[0])
        if self.route:
            return self.ask_vertex(g, march, unit) if g.street_blocks else None
        actions = list(self.orders(g, march))
        if not actions:
            return None
        left = mf_left(g, march)
        values: dict[str, Ref | int | str] = {"unit": unit, "points": left // ONE}
        actions.append(STOP)
        reasons = ("A4.1", "A4.2", "A8.1")
        return Decision(self.side, "march", actions, reasons, values, march.units)

    def ask_vertex(self, g: SquadState, march: March, unit: Ref) -> Decision | None:
        """At which corner the next hexside is crossed, if it is blocked. Rule P5.141e."""
        first = each_piece(still_moving(g))[0]
        origin, to = g.where[first], self.route[0]
        if self.vertex >= 0 or origin == NOWHERE or first in g.bypass:
            return None
        entry = march_entry(g, (first,), to, link_side(g, origin, to))
        corners = vertices_to_declare(g, entry)
        actions = [Action("vertex", (CORNER_WORDS[corner],)) for corner in corners]
        if not actions:
            return None
        values: dict[str, Ref | int | str] = {"unit": unit, "place": Ref("place", to)}
        return Decision(self.side, "vertex", actions, ("P5.141e", "A8.15"), values, march.units)

    def orders(self, g: SquadState, march: March) -> Iterator[Action]:
        """All that the units can do."""
        fresh = not march.spent
        if fresh and not march.rushed:
            yield from (Action("join", (unit,)) for unit in self.companions(g, march))
        yield from carrying_orders(g, march, mf_left(g, march))
        if gun_of(g, march) is not None:
            return
        if fresh and not march.rushed and may_run(g, march):
            yield RUSH
        reach = g.setting.memory.hold(g, self, self.reach(g, march))  # The answer asks again.
        yield from GO.of(reach.ends)
        if set_of(march.units) & g.setting.dummies:  # A12.11
            return
        if g.where[march.units[0]] == NOWHERE:
            return
        left = mf_left(g, march)
        if fresh and not march.rushed:
            yield from (Action("assault", (place,)) for place in assaults(g, march.units, left))
            yield from (Action("dash", way) for way in dashes(g, march.units, left))
        for passage in open_passages(g, march.units, left, on_road=self.on_road):
            yield Action("bypass", (passage.to, SIDE_WORDS[passage.along]))
        for unit in march.units:
            if g.setting.squads >> unit & 1:
                places = [p for p, cost in smoke_places(g, unit) if cost <= left]
                yield from (Action("smoke", (place,)) for place in places)
                break
        if fresh:
            yield SEARCH
        if g.may_leave(march.units[0]) and left >= ONE:
            yield EXIT
        for answer in g.setting.chapters.orders:
            yield from answer(g, march)

    def companions(self, g: SquadState, march: March) -> list[Piece]:
        """Units that may move along from the same place. Rule A4.2."""
        first = march.units[0]
        place = g.where[first]
        return [
            unit for unit in movers(g, self.side)
            if unit not in march.units and g.setting.personnel >> unit & 1
            and g.where[unit] == place
            and (place != NOWHERE or g.enters_with(first, unit))
            and g.bypass.get(unit) == g.bypass.get(first)
            and not g.carried(unit) & g.setting.guns
        ]  # fmt: skip

    def reach(self, g: SquadState, march: March) -> Reach:
        """Where the units can get to."""
        return find_reach(
            g, march.units, mf_left(g, march), fresh=not march.spent, on_road=self.on_road
        )

    # -- doing --------------------------------------------------------------------------------

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Carry out what was chosen; going somewhere is done location by location."""
        march = g.moving
        if action.verb in SETTING_OUT and may_stray(g) and strays(g, mf_left(g, march), log):
            g.steps[-1] = msgspec.structs.replace(self, over=True)
            self.fire_back(g)
            return
        match action.verb:
            case "stop":
                self.finish(g)
            case "join":
                g.change_march(units=(*march.units, action.piece(0)))
            case "drop":
                drop(g, action.piece(0), log)
            case "transfer":
                transfer(g, action.piece(0), action.piece(1), log)
            case "rush":
                g.cx |= set_of(march.units)
                log.append(unseen(g, Hastened(self.side, march.units)))
                g.change_march(rushed=True)
            case "go":
                known = as_known(g, self.side)
                reach = g.setting.memory.release(known, self) or self.reach(known, march)
                route = reach.route(action.place(0))
                g.steps[-1] = msgspec.structs.replace(
                    self, route=route, company=still_moving(g), seen=in_the_open(g, self.side)
                )
            case "assault":
                g.change_march(assault=True)
                g.steps[-1] = msgspec.structs.replace(self, route=(action.place(0),))
            case "dash":
                via, to = action.place(0), action.place(1)
                g.change_march(dashing=via)
                g.steps[-1] = msgspec.structs.replace(self, route=(via, to))
            case "vertex":
                corner = corner_of(action.choice(0))
                log.append(CrossedAt(self.side, moving_place(g), CORNER_WORDS[corner]))
                g.steps[-1] = msgspec.structs.replace(self, vertex=corner)
            case "bypass":
                self.pass_by(g, action.place(0), side_of(action.choice(1)), log)
            case "smoke":
                self.smoke(g, action.place(0), log)
            case "push":
                self.push(g, action.place(0), log)
            case "search":
                search(g, march.units, log)
                self.spend(g, mf_left(g, march))
                g.steps[-1] = msgspec.structs.replace(self, over=True)
            case "exit":
                leave_map(g, march.units, log)
                self.finish(g)
            case _:
                g.change_march(hazardous=False)
                spent = g.setting.chapters.carry_out[action.verb](g, action, log)
                if spent:
                    self.spend(g, spent, hazardous=g.moving.hazardous)
                else:  # Entering has spent what it costs.
                    self.fire_back(g)

    def run(self, g: SquadState, log: Log) -> None:
        """The next location of the route, or the end of the move."""
        if self.over or not self.route or not still_moving(g):
            self.finish(g)
        elif self.is_startled(g):
            g.steps[-1] = msgspec.structs.replace(self, route=(), company=0, seen=0)
        else:
            self.step(g, log)

    def is_startled(self, g: SquadState) -> bool:
        """Whether those on their way are asked again where to.

        Somebody has broken or fallen out, or an enemy has come to light: a move is spent location
        by location (A4.2), and nobody need go on as he set out.
        """
        if not self.company:
            return False
        return still_moving(g) != self.company or bool(in_the_open(g, self.side) & ~self.seen)

    def step(self, g: SquadState, log: Log) -> None:
        """Enter the next location of the route; then the enemy may fire."""
        self.drop_out(g)
        march = g.moving
        to, rest = self.route[0], self.route[1:]
        origin = g.where[march.units[0]]
        side = link_side(g, origin, to)
        entry = march_entry(g, march.units, to, side)
        if march.assault or march.dashing != NOWHERE:
            entry = entry._replace(manner="assault" if march.assault else "dash")
        last = entry.manner != "move" and not rest
        left = mf_left(g, march)
        cost = price(g, entry, left)
        road = self.on_road and follows_road(cost)
        whole = cost.total > left + (ROAD_BONUS if road else 0)
        g.steps[-1] = Marching(
            self.side, road, rest, over=last or whole, company=self.company, seen=self.seen
        )
        if whole:
            # A minimum move takes all there is and tires (A4.134).
            g.cx |= set_of(march.units)
        spent, unknown = left if whole else cost.total, secret_zones(g, self.side)
        if enter(g, entry, spent, log, vertex=self.vertex):
            if entry.manner == "move" and secret_zones(g, self.side) != unknown:
                # What is now seen is not what it set out for.
                g.steps[-1] = msgspec.structs.replace(g.steps[-1], route=())
            self.fire_back(g)
        else:
            g.steps[-1] = msgspec.structs.replace(self, route=(), over=True)

    def pass_by(self, g: SquadState, to: Place, along: int, log: Log) -> None:
        """Bypass along a hexside. Rule A4.3."""
        march = g.moving
        ways = open_passages(g, march.units, mf_left(g, march), on_road=self.on_road)
        passage = next(way for way in ways if (way.to, way.along) == (to, along))
        entry = passage.entry(g, march.units[0], "infantry")
        cost = price(g, entry, mf_left(g, march))
        road = self.on_road and follows_road(cost)
        g.steps[-1] = msgspec.structs.replace(self, on_road=road)
        if enter(g, entry, cost.total, log, corner=passage.corner):
            self.fire_back(g)
        else:
            g.steps[-1] = msgspec.structs.replace(self, route=(), over=True)

    def push(self, g: SquadState, to: Place, log: Log) -> None:
        """Push a gun into the next location, or fail and be busy. Rule C10.3."""
        march = g.moving
        entry, cost = pushes(g, march, mf_left(g, march))[to]
        if not try_to_push(g, march, cost, log):
            self.spend(g, mf_left(g, march), hazardous=True)
        elif enter(g, entry, cost, log):
            endanger(g)
            self.fire_back(g)
        else:
            g.steps[-1] = msgspec.structs.replace(self, route=(), over=True)

    def smoke(self, g: SquadState, place: Place, log: Log) -> None:
        """Throw smoke grenades. Rule A24.1."""
        unit = next(u for u in g.moving.units if g.setting.squads >> u & 1)
        cost = dict(smoke_places(g, unit))[place]
        if throw(g, unit, place, log):
            g.steps[-1] = msgspec.structs.replace(self, over=True)
        self.spend(g, cost)

    def spend(self, g: SquadState, halves: int, *, hazardous: bool = False) -> None:
        """Spend MF where they are; the enemy may fire."""
        march = g.moving
        g.change_march(
            spent=march.spent + halves, last=halves, hazardous=hazardous, crossed=NO_HEXSIDE
        )
        self.fire_back(g)

    def fire_back(self, g: SquadState) -> None:
        """The enemy's first fire."""
        g.steps.append(FirstFire(enemy(self.side)))

    def drop_out(self, g: SquadState) -> None:
        """Units that cannot go on stay behind. Rule A4.2."""
        going = still_moving(g)
        stay = set_of(g.moving.units) & ~going
        g.moved |= stay
        left = tuple(unit for unit in g.moving.units if going >> unit & 1)
        g.change_march(units=left)

    def finish(self, g: SquadState) -> None:
        """The move is over."""
        if g.march is not None:
            g.moved |= set_of(g.march.units)
        g.march = None
        g.steps.pop()


def link_side(g: SquadState, origin: Place, to: Place) -> int:
    """The hexside crossed from one location to the next."""
    if origin in (NOWHERE, to):
        return NO_SIDE
    links = g.setting.board.links[origin]
    return next((link.side for link in links if link.to == to), NO_SIDE)
