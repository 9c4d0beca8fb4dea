"""The movement phase, and infantry on the move. Rules A3.3, A4."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import members, set_of
from salient.engine.actions import Action
from salient.engine.state import Decision, Log, Ref
from salient.games.squad import chapters
from salient.games.squad.actions import END, EXIT, RUSH, SEARCH, SIDE_WORDS, STOP
from salient.games.squad.board import NO_SIDE
from salient.games.squad.bypass import Passage, passages
from salient.games.squad.defensive_fire import FirstFire, still_moving
from salient.games.squad.entering import can_leave, enter, leave_map
from salient.games.squad.events import Hastened
from salient.games.squad.limits import has_room, may_pass
from salient.games.squad.paths import (
    ROAD_BONUS,
    Reach,
    allotment,
    find_reach,
    follows_road,
    march_entry,
    price,
)
from salient.games.squad.searching import search
from salient.games.squad.setting import side_of
from salient.games.squad.smoke import smoke_places, throw
from salient.games.squad.state import NOWHERE, March, SquadState, SquadStep, enemy
from salient.games.squad.vehicles import Driving, can_drive


class Movement(SquadStep, frozen=True, tag="movement"):
    """Units move one after the other, or stacks together. Rules A3.3, A4.2."""

    side: int

    def ask(self, g: SquadState) -> Decision | None:
        """Who moves next, or nobody any more."""
        actions = [Action("move", (unit,)) for unit in movers(g, self.side)]
        if not actions:
            return None
        return Decision(self.side, "movement", [*actions, END], ("A3.3", "A4.1"))

    def take(self, g: SquadState, action: Action, log: Log) -> None:  # noqa: ARG002
        """Begin a move, or close the phase."""
        if action == END:
            g.steps.pop()
            return
        unit = int(action.args[0])
        g.march = March((unit,))
        vehicle = g.setting.vehicles >> unit & 1
        g.steps.append(Driving(self.side) if vehicle else Marching(self.side))


def movers(g: SquadState, side: int) -> list[int]:
    """The units that may still move. Rules A4.1, A7.8, A10.4, D8."""
    return [
        unit
        for unit in members(g.setting.army[side] & (g.setting.personnel | g.setting.vehicles))
        if can_move(g, unit)
    ]


def can_move(g: SquadState, unit: int) -> bool:
    """Whether a unit may begin a move in this phase."""
    out = g.moved | g.lost | g.exited | g.prep_fired | g.ti
    if out >> unit & 1:
        return False
    if g.where[unit] == NOWHERE:
        return is_due(g, unit)
    if g.setting.vehicles >> unit & 1:
        return can_drive(g, unit)
    if (g.broken | g.pinned | g.melee) >> unit & 1:
        return False
    return not g.carried(unit) & (g.setting.guns | g.prep_fired)


def is_due(g: SquadState, unit: int) -> bool:
    """Whether a unit off the map may enter in this turn. Rule A2.5."""
    group = g.setting.scenario.group[g.setting.units[unit].group]
    return 0 < group.turn <= g.turn


class Marching(SquadStep, frozen=True, tag="marching"):
    """Infantry on the move. Rules A4.1-A4.6.

    Attributes:
        rushed: Whether it double-times (A4.5).
        on_road: Whether it has used roads only (B3.4).
        route: Locations still to be entered.
        over: Whether it may not go on.
    """

    side: int
    rushed: bool = False
    on_road: bool = True
    route: tuple[int, ...] = ()
    over: bool = False

    # -- asking -------------------------------------------------------------------------------

    def ask(self, g: SquadState) -> Decision | None:
        """Where to, who comes along, or what else to do."""
        march = g.march
        if self.route or self.over or march is None or not still_moving(g):
            return None
        actions = list(self.orders(g, march))
        if not actions:
            return None
        left = self.left(g, march)
        values: dict[str, Ref | int | str] = {
            "unit": Ref("piece", march.units[0]),
            "points": left // 2,
        }
        return Decision(self.side, "march", [*actions, STOP], ("A4.1", "A4.2", "A8.1"), values)

    def orders(self, g: SquadState, march: March) -> Iterator[Action]:
        """All that the units can do."""
        fresh = not march.spent
        if fresh:
            yield from (Action("join", (unit,)) for unit in self.companions(g, march))
            if not self.rushed and not set_of(march.units) & (g.cx | g.wounded):
                yield RUSH
        reach = self.reach(g, march)
        yield from (Action("go", (place,)) for place in reach.ends)
        if g.where[march.units[0]] == NOWHERE:
            return
        if fresh and not self.rushed:
            yield from (Action("assault", (place,)) for place in self.assaults(g, march))
        for passage in self.passages(g, march):
            yield Action("bypass", (passage.to, SIDE_WORDS[passage.along]))
        left = self.left(g, march)
        for unit in march.units:
            if g.setting.squads >> unit & 1:
                places = [p for p, cost in smoke_places(g, unit) if cost <= left]
                yield from (Action("smoke", (place,)) for place in places)
                break
        if fresh:
            yield SEARCH
        if can_leave(g, march.units[0]) and left >= 2:
            yield EXIT
        for answer in chapters.ORDERS:
            yield from answer(g, march)

    def left(self, g: SquadState, march: March) -> int:
        """Halves of MF that are left."""
        return allotment(g, march.units, rushed=self.rushed) - march.spent

    def companions(self, g: SquadState, march: March) -> list[int]:
        """Units that may move along from the same place. Rule A4.2."""
        first = march.units[0]
        place, group = g.where[first], g.setting.units[first].group
        return [
            unit for unit in movers(g, self.side)
            if unit not in march.units and g.setting.personnel >> unit & 1
            and g.where[unit] == place
            and (place != NOWHERE or g.setting.units[unit].group == group)
            and g.bypass.get(unit) == g.bypass.get(first)
        ]  # fmt: skip

    def reach(self, g: SquadState, march: March) -> Reach:
        """Where the units can get to."""
        return find_reach(
            g, march.units, self.left(g, march), fresh=not march.spent, on_road=self.on_road
        )

    def assaults(self, g: SquadState, march: March) -> list[int]:
        """Neighbouring locations that assault movement reaches without all MF. Rule A4.61."""
        if march.units[0] in g.bypass:
            return []
        units, left = set_of(march.units), self.left(g, march)
        found = []
        for link in g.setting.board.links[g.where[march.units[0]]]:
            entry = march_entry(g, march.units, link.to, link.side)._replace(manner="assault")
            cost = price(g, entry, left)
            if cost.bar or cost.total >= left or not may_pass(g, link.to, self.side):
                continue
            if has_room(g, link.to, units, self.side):
                found.append(link.to)
        return found

    def passages(self, g: SquadState, march: March) -> list[Passage]:
        """Hexsides along which the units can bypass. Rule A4.3."""
        left = self.left(g, march)
        found = []
        for passage in passages(g, march.units[0]):
            entry = passage.entry(g, march.units[0], "infantry")
            cost = price(g, entry, left)
            bonus = ROAD_BONUS if self.on_road and follows_road(cost) else 0
            if cost.bar or cost.total > left + bonus or not may_pass(g, passage.to, self.side):
                continue
            found.append(passage)
        return found

    # -- doing --------------------------------------------------------------------------------

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Carry out what was chosen; going somewhere is done location by location."""
        march = g.march
        assert march is not None
        match action.verb:
            case "stop":
                self.finish(g)
            case "join":
                g.march = msgspec.structs.replace(march, units=(*march.units, int(action.args[0])))
            case "rush":
                g.cx |= set_of(march.units)
                veiled = not set_of(march.units) & ~g.concealed & ~g.hidden
                log.append(Hastened(self.side, veiled, march.units))
                g.steps[-1] = msgspec.structs.replace(self, rushed=True)
            case "go":
                route = self.reach(g, march).route(int(action.args[0]))
                g.steps[-1] = msgspec.structs.replace(self, route=route)
            case "assault":
                g.march = msgspec.structs.replace(march, assault=True)
                self.step(g, int(action.args[0]), log, last=True)
            case "bypass":
                self.pass_by(g, int(action.args[0]), side_of(str(action.args[1])), log)
            case "smoke":
                self.smoke(g, int(action.args[0]), log)
            case "search":
                search(g, march.units, log)
                self.spend(g, self.left(g, march))
                g.steps[-1] = msgspec.structs.replace(self, over=True)
            case "exit":
                leave_map(g, march.units, log)
                self.finish(g)
            case _:
                g.march = msgspec.structs.replace(march, hazardous=False)
                spent = chapters.CARRY_OUT[action.verb](g, action, log)
                self.spend(g, spent, hazardous=g.march.hazardous)

    def run(self, g: SquadState, log: Log) -> None:
        """The next location of the route, or the end of the move."""
        if self.over or not self.route or not still_moving(g):
            self.finish(g)
            return
        to, *rest = self.route
        self.step(g, to, log, rest=tuple(rest))

    def step(
        self, g: SquadState, to: int, log: Log, rest: tuple[int, ...] = (), *, last: bool = False
    ) -> None:
        """Enter one location; then the enemy may fire."""
        self.drop_out(g)
        march = g.march
        assert march is not None
        origin = g.where[march.units[0]]
        side = link_side(g, origin, to)
        entry = march_entry(g, march.units, to, side)
        if march.assault:
            entry = entry._replace(manner="assault")
        left = self.left(g, march)
        cost = price(g, entry, left)
        road = self.on_road and follows_road(cost)
        whole = cost.total > left + (2 if road else 0)
        g.steps[-1] = msgspec.structs.replace(self, route=rest, on_road=road, over=last or whole)
        if whole:
            # A minimum move takes all there is and tires (A4.134).
            g.cx |= set_of(march.units)
        spent = left if whole else cost.total
        if enter(g, entry, spent, log):
            self.fire_back(g)
        else:
            g.steps[-1] = msgspec.structs.replace(self, route=(), over=True)

    def pass_by(self, g: SquadState, to: int, along: int, log: Log) -> None:
        """Bypass along a hexside. Rule A4.3."""
        march = g.march
        assert march is not None
        passage = next(p for p in self.passages(g, march) if p.to == to and p.along == along)
        entry = passage.entry(g, march.units[0], "infantry")
        cost = price(g, entry, self.left(g, march))
        road = self.on_road and follows_road(cost)
        g.steps[-1] = msgspec.structs.replace(self, on_road=road)
        if enter(g, entry, cost.total, log, corner=passage.corner):
            self.fire_back(g)
        else:
            g.steps[-1] = msgspec.structs.replace(self, route=(), over=True)

    def smoke(self, g: SquadState, place: int, log: Log) -> None:
        """Throw smoke grenades. Rule A24.1."""
        assert g.march is not None
        unit = next(u for u in g.march.units if g.setting.squads >> u & 1)
        cost = dict(smoke_places(g, unit))[place]
        self.spend(g, cost)
        throw(g, unit, place, log)

    def spend(self, g: SquadState, halves: int, *, hazardous: bool = False) -> None:
        """Spend MF where they are; the enemy may fire."""
        assert g.march is not None
        march = g.march
        g.march = msgspec.structs.replace(
            march, spent=march.spent + halves, last=halves, hazardous=hazardous
        )
        self.fire_back(g)

    def fire_back(self, g: SquadState) -> None:
        """The enemy's first fire."""
        g.steps.append(FirstFire(enemy(self.side)))

    def drop_out(self, g: SquadState) -> None:
        """Units that cannot go on stay behind. Rule A4.2."""
        assert g.march is not None
        going = still_moving(g)
        stay = set_of(g.march.units) & ~going
        g.moved |= stay
        left = tuple(unit for unit in g.march.units if going >> unit & 1)
        g.march = msgspec.structs.replace(g.march, units=left)

    def finish(self, g: SquadState) -> None:
        """The move is over."""
        if g.march is not None:
            g.moved |= set_of(g.march.units)
        g.march = None
        g.steps.pop()


def link_side(g: SquadState, origin: int, to: int) -> int:
    """The hexside crossed from one location to the next."""
    if origin in (NOWHERE, to):
        return NO_SIDE
    links = g.setting.board.links[origin]
    return next((link.side for link in links if link.to == to), NO_SIDE)
