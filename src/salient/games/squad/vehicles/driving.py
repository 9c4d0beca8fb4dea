"""Vehicles on the move: starting, turning, driving, bypass, bogging down. Rules D2, D8."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.bogging import bog_checks, try_to_free
from salient.games.squad.combat.firepower import firers
from salient.games.squad.core.actions import (
    BUTTON,
    CORNER_WORDS,
    DRIVE,
    END,
    EXIT,
    SIDE_WORDS,
    STOP,
)
from salient.games.squad.core.arcs import CORNERS, front_sides
from salient.games.squad.core.bypass import Passage, passages
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.courses import find_course, inward, is_hull_barred
from salient.games.squad.core.events.movement import Buttoned, Started, Stopped, Turned
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mp_left, mp_of
from salient.games.squad.core.setting import corner_of, side_of
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.fire_zones import as_known, secret_zones
from salient.games.squad.infantry.aims import has_target
from salient.games.squad.infantry.defensive_fire import FirstFire, still_moving
from salient.games.squad.infantry.entering import enter, leave_map
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.terrain.board import NO_CORNER
from salient.games.squad.vehicles.armoured_assault import escorts, followers, foot_cost

FREE = Action("free")

STOPPING = ("unload", "unhook")
"""What a vehicle stops for (D6.5, C10.12)."""


def can_drive(g: SquadState, vehicle: Piece) -> bool:
    """Whether a vehicle can move at all, or try to get free. Rules D8.1, D8.3."""
    return not (g.wrecks | g.immobile | g.shocked | g.melee | g.abandoned) >> vehicle & 1


def can_bound(g: SquadState, vehicle: Piece, side: int) -> bool:
    """Whether a vehicle has something to fire at as it drives. Rule D3.3."""
    able = firers(g, side, "bounding", 1 << vehicle)
    return bool(able) and has_target(g, vehicle, side, "bounding")


def may_not_stop(g: SquadState, vehicle: Piece) -> bool:
    """Whether a special rule keeps a vehicle from stopping where it is."""
    return any(answer(g, vehicle) for answer in g.setting.chapters.stop_bars)


class Driving(SquadStep, frozen=True, tag="driving"):
    """A vehicle on the move. Rules D2.1, D2.11, D2.2, D2.3, D2.4.

    Attributes:
        route: What it still does on its way (see :class:`Course`).
        over: Whether it may not go on.
        swung: Whether it has turned its turret, or used its hatches, in this move.
        walked: Halves of MF that the infantry beside it has spent (D9.31).
    """

    side: int
    route: tuple[int, ...] = ()
    over: bool = False
    swung: bool = False
    walked: int = 0

    def as_enemy_knows(self) -> Driving:
        """Nobody knows where it goes on to."""
        return msgspec.structs.replace(self, route=())

    # -- asking -------------------------------------------------------------------------------

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Where to, and how."""
        g, march = as_known(g, self.side), g.march
        if self.route or self.over or march is None:
            return None
        vehicle = march.units[0]
        values: dict[str, Ref | int | str] = {
            "unit": Ref("piece", vehicle),
            "points": mp_left(g, march) // ONE,
        }
        rules = ("D2.1", "D2.11", "A8.1")
        if g.bogged >> vehicle & 1:
            return Decision(self.side, "bogged", [FREE, END], ("D8.3",), values, (vehicle,))
        if not still_moving(g) >> vehicle & 1:
            return None
        actions = list(self.orders(g, march))
        if not actions:
            return None
        actions += self.endings(g, march)
        return Decision(self.side, "drive", actions, rules, values, march.units)

    def drives(self, g: SquadState, march: March) -> list[Place]:
        """Where it can drive to; with infantry beside it hex by hex. Rules D2.1, D9.31."""
        course = find_course(g, march.units[0], mp_left(g, march))
        g.setting.memory.hold(g, self, course)
        if not escorts(g, march):
            return sorted(course.ends)
        return [
            to for to in sorted(course.ends)
            if sum(step >= 0 for step in course.way(to)) == 1
            and foot_cost(g, march, to, self.walked) is not None
        ]  # fmt: skip

    def orders(self, g: SquadState, march: March) -> Iterator[Action]:
        """All that the vehicle can do."""
        vehicle, left = march.units[0], mp_left(g, march)
        if left < 0:
            return
        yield from DRIVE.of(self.drives(g, march))
        if g.where[vehicle] == NOWHERE:
            return
        if march.spent and can_bound(g, vehicle, self.side):
            yield Action("fire", (vehicle,))
        yield from (Action("join", (unit,)) for unit in followers(g, march))
        if left >= ONE and not is_hull_barred(g, vehicle):
            for turn in (-1, 1):
                corner = (g.facing[vehicle] + turn) % CORNERS
                yield Action("turn", (CORNER_WORDS[corner],))
        if not escorts(g, march):
            yield from self.odd_ways(g, march)
        if not self.swung:
            row = g.setting.vehicle_row(vehicle)
            if row.turret != "NT":
                for corner in range(CORNERS):
                    barred = any(
                        answer(g, vehicle, corner) for answer in g.setting.chapters.swing_bars
                    )
                    if corner != g.turret[vehicle] and not barred:
                        yield Action("turret", (CORNER_WORDS[corner],))
            if row.open == "no" and row.armoured:
                yield BUTTON

    def odd_ways(self, g: SquadState, march: March) -> Iterator[Action]:
        """What only a vehicle by itself can do: back, go along hexsides, leave the map."""
        yield from (Action("reverse", (place,)) for place, _ in self.reverses(g, march))
        for passage in self.passages(g, march):
            yield Action("bypass", (passage.to, SIDE_WORDS[passage.along]))
        if g.may_leave(march.units[0]) and mp_left(g, march) >= ONE:
            yield EXIT
        halted = may_not_stop(g, march.units[0])
        for answer in g.setting.chapters.driver_orders:
            for action in answer(g, march):
                if not halted or action.verb not in STOPPING:
                    yield action

    def endings(self, g: SquadState, march: March) -> list[Action]:
        """Stop for one MP, or end the phase in motion. Rules D2.13, D2.4."""
        vehicle = march.units[0]
        if not g.motion >> vehicle & 1:
            return [STOP]
        if mp_left(g, march) < ONE or may_not_stop(g, vehicle):
            return [END]
        return [STOP, END]

    def reverses(self, g: SquadState, march: March) -> list[tuple[Place, Entry]]:
        """Hexes behind the vehicle that it can back into. Rule D2.2."""
        vehicle, left = march.units[0], mp_left(g, march)
        if vehicle in g.bypass:
            return []
        way, here = g.setting.vehicle_row(vehicle).move, g.where[vehicle]
        rear = front_sides((g.facing[vehicle] + 3) % CORNERS)
        found = []
        for link in g.setting.board.links[here]:
            if link.side not in rear or not may_pass(g, link.to, self.side):
                continue
            entry = Entry(vehicle, way, here, link.to, link.side, back=True)
            cost = entry_cost(g, entry, mp_of(g, vehicle))
            if cost.bar or cost.total > left:
                continue
            if has_room(g, link.to, 1 << vehicle, self.side):
                found.append((link.to, entry))
        return found

    def passages(self, g: SquadState, march: March) -> list[Passage]:
        """Hexsides along which the vehicle can bypass: in front of it. Rule D2.3."""
        vehicle, left = march.units[0], mp_left(g, march)
        way, found = g.setting.vehicle_row(vehicle).move, []
        for passage in passages(g, vehicle):
            if vehicle not in g.bypass and passage.side not in front_sides(g.facing[vehicle]):
                continue
            cost = entry_cost(g, passage.entry(g, vehicle, way), mp_of(g, vehicle))
            if not cost.bar and cost.total <= left and may_pass(g, passage.to, self.side):
                found.append(passage)
        return found

    # -- doing --------------------------------------------------------------------------------

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Carry out what was chosen."""
        march = g.moving
        vehicle = march.units[0]
        match action.verb:
            case "drive":
                known = as_known(g, self.side)
                course = g.setting.memory.release(known, self)
                course = course or find_course(known, vehicle, mp_left(g, march))
                way = course.way(action.place(0))
                g.steps[-1] = msgspec.structs.replace(self, route=way)
            case "join":
                g.change_march(units=(*march.units, action.piece(0)))
            case "fire":
                g.steps.append(Aiming(self.side, "bounding", (vehicle,)))
            case "turn":
                self.turn(g, vehicle, corner_of(action.choice(0)), log)
            case "reverse":
                self.step(g, dict(self.reverses(g, march))[action.place(0)], log)
            case "bypass":
                self.pass_by(g, action.place(0), side_of(action.choice(1)), log)
            case "turret":
                self.swing(g, vehicle, action.choice(0), log)
            case "button":
                g.buttoned ^= 1 << vehicle
                closed = g.buttoned >> vehicle & 1
                log.append(Buttoned(vehicle, "closed" if closed else "opened"))
                g.steps[-1] = msgspec.structs.replace(self, swung=True)
            case "free":
                try_to_free(g, vehicle, log)
                self.finish(g)
            case "exit":
                leave_map(g, march.units, log)
                self.finish(g)
            case "stop":
                if g.motion >> vehicle & 1:
                    g.motion &= ~(1 << vehicle)
                    g.change_march(spent=march.spent + ONE)
                    log.append(Stopped(vehicle))
                self.finish(g)
            case "unload" | "unhook":
                self.spend(g, g.setting.chapters.carry_out[action.verb](g, action, log))
            case verb if verb in g.setting.chapters.carry_out:
                start = self.start(g, vehicle, log)
                if not g.motion >> vehicle & 1:
                    self.halt(g)
                    return
                spent = start + g.setting.chapters.carry_out[verb](g, action, log)
                if spent:
                    self.spend(g, spent)
                else:  # Entering has spent what it costs.
                    g.steps.append(FirstFire(enemy(self.side)))
            case _:
                self.finish(g)

    def run(self, g: SquadState, log: Log) -> None:
        """The next part of the way, or the end of the move."""
        vehicle = g.march.units[0] if g.march is not None else Piece(0)
        if self.over or not self.route or not still_moving(g) >> vehicle & 1:
            self.finish(g)
            return
        step, *rest = self.route
        g.steps[-1] = msgspec.structs.replace(self, route=tuple(rest))
        if step < 0:
            self.turn(g, vehicle, -1 - step, log)
            return
        here = g.where[vehicle]
        side = next((k.side for k in g.setting.board.links[here] if k.to == step), -1) if (
            here != NOWHERE) else -1  # fmt: skip
        way = g.setting.vehicle_row(vehicle).move
        self.step(g, Entry(vehicle, way, here, Place(step), side), log)

    def start(self, g: SquadState, vehicle: Piece, log: Log) -> int:
        """Start if it stands; the halves that costs. Rule D2.12. It may stall (D2.51)."""
        if g.motion >> vehicle & 1:
            return 0
        on_map = g.where[vehicle] != NOWHERE
        if on_map and any(answer(g, vehicle, log) for answer in g.setting.chapters.stalls):
            return 0
        g.motion |= 1 << vehicle
        if not on_map:
            return 0
        log.append(Started(vehicle))
        return ONE

    def turn(self, g: SquadState, vehicle: Piece, corner: int, log: Log) -> None:
        """Turn the hull, and the turret with it. Rule D2.11."""
        cost = self.start(g, vehicle, log)
        if not g.motion >> vehicle & 1:
            self.halt(g)
            return
        slow = 2 if is_obstacle(g, g.where[vehicle]) and vehicle not in g.bypass else 1
        by = corner - g.facing[vehicle]
        g.facing[vehicle] = corner
        g.turret[vehicle] = (g.turret[vehicle] + by) % CORNERS
        log.append(Turned(vehicle, CORNER_WORDS[corner]))
        self.spend(g, cost + ONE * slow)

    def swing(self, g: SquadState, vehicle: Piece, word: str, log: Log) -> None:
        """Turn the turret, if nothing holds it; trying in vain may cost MP. Rule P5.122b."""
        corner = corner_of(word)
        cost = sum(answer(g, vehicle, corner, log) for answer in g.setting.chapters.swings)
        if cost:
            self.spend(g, cost)
            return
        g.turret[vehicle] = corner
        log.append(Turned(vehicle, word))
        g.steps[-1] = msgspec.structs.replace(self, swung=True)

    def spend(self, g: SquadState, halves: int) -> None:
        """Spend MP where it is; the enemy may fire."""
        g.change_march(spent=g.moving.spent + halves, seen=g.moving.seen + halves, last=halves)
        g.steps.append(FirstFire(enemy(self.side)))

    def step(self, g: SquadState, entry: Entry, log: Log, corner: int = NO_CORNER) -> None:
        """Enter a hex; bog checks, then the enemy's fire."""
        vehicle = entry.unit
        if entry.origin == NOWHERE:
            g.facing[vehicle] = g.turret[vehicle] = inward(g, entry.to)
        cost = entry_cost(g, entry, mp_of(g, vehicle))
        spent = self.start(g, vehicle, log) + cost.total
        if not g.motion >> vehicle & 1:
            self.halt(g)
            return
        bog_checks(g, vehicle, [check for check in cost.bogs if check.leaving], log)
        if g.bogged >> vehicle & 1:
            self.halt(g)
            self.spend(g, spent)
            return
        self.walk(g, entry.to)
        unknown = secret_zones(g, self.side)
        if not enter(g, entry, spent, log, corner=corner):
            self.halt(g)
            return
        if secret_zones(g, self.side) != unknown:
            g.steps[-1] = msgspec.structs.replace(g.steps[-1], route=())
        bog_checks(g, vehicle, [check for check in cost.bogs if not check.leaving], log)
        g.steps.append(FirstFire(enemy(self.side)))

    def walk(self, g: SquadState, to: Place) -> None:
        """The infantry beside it comes along; who cannot go on stays behind. Rule D9.31."""
        going = still_moving(g)
        g.moved |= set_of(g.moving.units) & ~going
        left = tuple(unit for unit in g.moving.units if going >> unit & 1)
        g.change_march(units=left)
        if escorts(g, g.moving):
            step = g.steps[-1]
            assert isinstance(step, Driving)
            walked = self.walked + (foot_cost(g, g.moving, to, self.walked) or 0)
            g.steps[-1] = msgspec.structs.replace(step, walked=walked)

    def pass_by(self, g: SquadState, to: Place, along: int, log: Log) -> None:
        """Bypass along a hexside; the vehicle then faces where it goes. Rules D2.3, D2.33."""
        vehicle = g.moving.units[0]
        passage = next(p for p in self.passages(g, g.moving) if (p.to, p.along) == (to, along))
        way = g.setting.vehicle_row(vehicle).move
        entry = passage.entry(g, vehicle, way)
        self.step(g, entry, log, passage.corner)
        if vehicle in g.bypass:
            by = passage.corner - g.facing[vehicle]
            g.facing[vehicle] = passage.corner
            g.turret[vehicle] = (g.turret[vehicle] + by) % CORNERS

    def halt(self, g: SquadState) -> None:
        """Thrown back: the move is over."""
        g.steps[-1] = msgspec.structs.replace(self, route=(), over=True)

    def finish(self, g: SquadState) -> None:
        """The move is over."""
        if g.march is not None:
            g.driven[g.march.units[0]] = g.march.spent
            for unit in g.march.units:
                g.moved |= 1 << unit
        g.march = None
        g.steps.pop()
