"""Movement (24.0, 31.0): who may move, and a stack on its way."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Moved
from salient.engine.ids import Pieces, Place, Places, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.trumpets.events import Entered, ModeChanged
from salient.games.trumpets.march.allowance import (
    allowance,
    halved,
    kept_by_work,
    may_dismount,
    not_alarmed,
)
from salient.games.trumpets.march.avoidance import Avoiding, may_avoid
from salient.games.trumpets.march.commandos import misdirect
from salient.games.trumpets.march.crossing import Crossing, crossing_guards, use_ferry
from salient.games.trumpets.march.edges import entry_hexes, leave_for_gate, leave_for_good, ways_out
from salient.games.trumpets.march.entering import enter_hex, stop_in_hex
from salient.games.trumpets.march.infiltration import infiltrates, infiltration_routes
from salient.games.trumpets.march.overrun import Overrunners, overrun
from salient.games.trumpets.march.ranges import Movers, Reach
from salient.games.trumpets.march.surprise import is_route_closed, kgp_units, may_ride, note_route
from salient.games.trumpets.setting import STOP, WAIT
from salient.games.trumpets.standing.freshness import is_resting
from salient.games.trumpets.standing.fuel import is_low_on_fuel
from salient.games.trumpets.standing.stacking import may_stop
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DEPLOY, PACK = Action("deploy"), Action("pack")


def movable(g: TrumpetsState, corps: int) -> int:
    """The units of a corps that may still move, those that come on among them. Rule sop-24a."""
    found = movable_on_map(g, corps)
    off, waiting, turn = g.troops.corps.get(corps, 0) & ~g.present & ~g.moved, g.waiting, g.turn
    for unit in each_piece(off):
        if waiting.get(unit, turn + 1) <= turn and g.steps_left[unit] and entry_hexes(g, unit):
            found |= 1 << unit
    return found


def movable_on_map(g: TrumpetsState, corps: int) -> int:
    """The units of a corps on the map that may still move. Rule sop-24a."""
    mine = g.corps_on_map(corps) & ~(g.moved | g.reserve | kept_by_work(g))
    return mine & ~not_alarmed(g)


class Moving(TrumpetsStep, frozen=True, tag="moving"):
    """A stack on the move. Rules sop-24, rc-move-3.

    Attributes:
        side: The moving side.
        corps: The corps that moves; -1 for a reserve, which moves alone (tab-reserve).
        units: The stack; all began in one hex, or come on at one.
        spent: Half MF used.
        mode: Empty until it moves, then ``move``, ``foot``, ``march`` or ``infiltrate``.
        route: Hexes still to be entered, each with its cost.
        over: Whether it cannot go on.
        half: Whether it has only half its MF: reserves that respond or change place (tab-reserve).
        kgp: Whether it is Peiper's exploitation, which zones do not stop (kgp-5).
        checked: The hex of the route whose interruptions have been dealt with.
        trail: Hexes it has left so far.
    """

    side: int
    corps: int
    units: Pieces
    spent: int = 0
    mode: str = ""
    route: tuple[tuple[Place, int], ...] = ()
    over: bool = False
    half: bool = False
    kgp: bool = False
    checked: int = -1
    trail: Places = ()

    @property
    def group(self) -> int:
        """The stack as a set."""
        return set_of(self.units)

    def left(self, g: TrumpetsState, *, on_foot: bool = False) -> int:
        """Half MF left to its slowest unit."""
        drivers = [unit for unit in self.units if not g.riders >> unit & 1]
        most = min(allowance(g, unit, on_foot=on_foot) for unit in drivers)
        return (halved(most) if self.half else most) - self.spent

    # -- asking -------------------------------------------------------------------------------

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Where the stack goes, while it can."""
        if self.route or self.over or len(g.alive(self.units)) < len(self.units):
            return None
        if g.where[self.units[0]] == NOWHERE:
            actions = [g.setting.offer["enter"][hex_] for hex_ in entry_hexes(g, self.units[0])]
        else:
            actions = [*self._moves(g), *self._modes(g)]
            actions += ways_out(g, self.side, self.units, self.left(g))
        if not self.mode:
            actions += self._joins(g)
            actions.append(WAIT)
        elif actions:
            actions.append(STOP)
        else:
            return None
        return Decision(
            self.side,
            "onward" if self.mode else "stack",
            actions,
            ("sop-24", "rc-move-3"),
            {"unit": Ref("piece", self.units[0]), "mf": f"{self.left(g) / 2:g}"},
            self.units,
        )

    def _moves(self, g: TrumpetsState) -> list[Action]:
        """The hexes they can move to and stop in."""
        if self.group & g.deployed:
            return []
        if self.units[0] in g.ferrying:  # sop-20f: his own ford, and nothing else
            return [g.setting.offer["move"][far] for far in self.stops(g, self._ferry_hex(g))]
        offers, found = g.setting.offer, list[Action]()
        for verb, reach in g.setting.memory.hold(g, self, self.reaches(g)).items():
            found += offers[verb].of(self.stops(g, reach.hexes))
        overrunners = Overrunners(g, self.side, self.units, self.kgp)
        if self.mode != "march":
            found += offers["overrun"].of(overrunners.targets(self.left(g)))
        if not self.mode and infiltrates(g, self.units):
            hexes = set_of(infiltration_routes(g, self.side, self.units, self.left(g)))
            found += offers["infiltrate"].of(self.stops(g, hexes))
        return found

    def reaches(self, g: TrumpetsState) -> dict[str, Reach]:
        """Where they can go, by the order for it."""
        fresh, rested = not self.mode, not self.spent
        found = {}
        if self.mode in ("", "move"):
            movers = Movers(g, self.side, self.units, kgp=self.kgp)
            found["move"] = movers.reach(self.left(g), fresh=fresh, rested=rested)
        if self.mode == "foot" or (fresh and all(may_dismount(g, unit) for unit in self.units)):
            movers = Movers(g, self.side, self.units, on_foot=True, kgp=self.kgp)
            left = self.left(g, on_foot=True)
            found["foot"] = movers.reach(left, fresh=fresh, rested=rested)
        if self.mode in ("", "march") and self._may_march(g):
            found["march"] = Movers(g, self.side, self.units).strategic(self.left(g))
        return found

    def _ferry_hex(self, g: TrumpetsState) -> int:
        """The hex across the ford that an engineer keeps, if it is free of the enemy."""
        return 1 << g.ferrying[self.units[0]] & ~g.occupied[enemy(self.side)]

    def _may_march(self, g: TrumpetsState) -> bool:
        """Who may move strategically. Rules rc-strat-1, rc-act-2, rc-cmd-3, rc-sup-4."""
        barred = g.engaged | g.disrupted | g.oos | g.ooc
        if self.group & barred or self.corps < 0:
            return False
        return not any(is_low_on_fuel(g, unit) or is_resting(g, unit) for unit in self.units)

    def stops(self, g: TrumpetsState, hexes: int) -> list[Place]:
        """Hexes where stacking lets them stop. Rules stack-3, stack-4, sop-24e."""
        crowded = hexes & g.occupied[self.side]
        return [
            *each_place(hexes & ~crowded),
            *(place for place in each_place(crowded) if may_stop(g, self.group, place)),
        ]

    def _modes(self, g: TrumpetsState) -> list[Action]:
        """Guns and HQs deploy and go to march formation. Rules rc-mode-1, low-4."""
        emplaced = g.setting.roster.emplaced
        if len(self.units) > 1 or not emplaced >> self.units[0] & 1:
            return []
        if g.deployed >> self.units[0] & 1:
            return [] if self.mode else [PACK]
        cost = halved(allowance(g, self.units[0]))
        return [DEPLOY] if self.left(g) >= cost and self.mode != "march" else []

    def _joins(self, g: TrumpetsState) -> list[Action]:
        """Others in the hex that may come along. Rule rc-move-3."""
        here = g.where[self.units[0]]
        if self.kgp:
            return self._fellows_of_peiper(g, here)
        if here == NOWHERE or self.group & g.deployed or self.corps < 0:
            return []
        fellows = g.stack(here, self.side) & ~self.group & ~g.deployed
        if fellows:
            fellows &= movable_on_map(g, self.corps)
        join = g.setting.offer["join"]
        return [
            join[unit] for unit in each_piece(fellows) if may_stop(g, self.group | 1 << unit, here)
        ]

    def _fellows_of_peiper(self, g: TrumpetsState, here: Place) -> list[Action]:
        """Units of the group in the hex, and one battalion of 3 FJ on its tanks. Rule kgp-10."""
        join, found = g.setting.offer["join"], list[Action]()
        for unit in each_piece(g.stack(here, self.side) & ~self.group & ~g.deployed):
            mine = kgp_units(g) & g.reserve
            rides = may_ride(g, unit, self.group)
            same = g.kgp_spent.get(unit, 0) <= self.spent
            if (mine >> unit & 1 and same) or rides:
                found.append(join[unit])
        return found

    # -- acting -------------------------------------------------------------------------------

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Set out, take others along, change mode or stop."""
        held: dict[str, Reach] | None = g.setting.memory.release(g, self)
        match action.verb:
            case "move" if self.units[0] in g.ferrying:
                del g.ferrying[self.units[0]]
                self._set_out(g, "move", ((action.place(0), self.left(g)),))
            case "move" | "foot" | "march":
                reach = (held or self.reaches(g))[action.verb]
                route = reach.route(g, action.place(0))
                self._set_out(g, action.verb, route)
            case "infiltrate":
                routes = infiltration_routes(g, self.side, self.units, self.left(g))
                way = routes[action.place(0)]
                passed = way.attempt(g, self.units, log)
                self._set_out(g, "infiltrate", way.route if passed else (), over=not passed)
            case "overrun":
                target = action.place(0)
                cost = Overrunners(g, self.side, self.units, self.kgp).targets(self.left(g))[target]
                self._set_out(g, self.mode or "move", ((target, cost),))
                overrun(g, self.side, self.units, target, log)
            case "join":
                if self.kgp and not kgp_units(g) >> action.piece(0) & 1:
                    g.riders |= 1 << action.piece(0)
                g.steps[-1] = self._with(units=(*self.units, action.piece(0)))
            case "enter":
                self._enter(g, action.place(0), log)
            case "exit":
                leave_for_good(g, self.units, log)
                g.steps.pop()
            case "leave":
                leave_for_gate(g, self.units, action.place(0), log)
                g.moved |= self.group
                g.steps.pop()
            case "deploy":
                self._change_mode(g, log, over=True)
            case "pack":
                self._change_mode(g, log, over=False)
            case _:
                self._finish(g, log)

    def _with(self, **changes: object) -> Moving:
        return msgspec.structs.replace(self, **changes)

    def _set_out(
        self,
        g: TrumpetsState,
        mode: str,
        route: tuple[tuple[Place, int], ...],
        *,
        over: bool = False,
    ) -> None:
        g.steps[-1] = self._with(mode=mode, route=route, over=over, checked=-1)
        if mode == "march":
            g.marched |= self.group

    def _enter(self, g: TrumpetsState, place: Place, log: Log) -> None:
        """Come onto the map. Rules sop-23, rc-arr-1, rc-arr-2."""
        for unit in self.units:
            g.put(unit, place)
            g.waiting.pop(unit, None)
            if g.setting.roster.hqs >> unit & 1:
                g.rested[unit] = 1  # sop-23c
        log.append(Entered(self.units, place))
        enter_hex(g, self.units, place, log)
        g.steps[-1] = self._with(mode="")

    def _change_mode(self, g: TrumpetsState, log: Log, *, over: bool) -> None:
        """Half the MF to change mode, either way. Rule rc-mode-1."""
        unit = self.units[0]
        g.deployed ^= 1 << unit
        log.append(ModeChanged(unit, "deployed" if g.deployed >> unit & 1 else "march"))
        spent = self.spent + halved(allowance(g, unit))
        g.steps[-1] = self._with(spent=spent, mode=self.mode or "move", over=over)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Go on along the route, one hex at a time, or end the move."""
        alive = tuple(g.alive(self.units))
        if not alive or not self.route:
            self._finish(g, log)
            return
        (to, cost), *rest = self.route
        here = g.where[alive[0]]
        closed = self.mode != "infiltrate" and g.occupied[enemy(self.side)] >> to & 1
        if closed or (self.kgp and is_route_closed(g, to)):
            g.steps[-1] = self._with(units=alive, route=())
            return
        if self.mode != "infiltrate" and crossing_guards(g, self.side, here, to):
            g.steps.append(Crossing(enemy(self.side), here, to, alive))
            return
        if self.checked != to and may_avoid(g, self.side, alive, here, to):
            g.steps[-1] = self._with(units=alive, checked=to)
            g.steps.append(Avoiding(self.side, alive, here, to))
            return
        use_ferry(g, alive, here, to)
        for unit in alive:
            g.put(unit, to)
        log.append(Moved(alive, here, to, cost))
        enter_hex(g, alive, to, log)
        if self.kgp:
            note_route(g, to)
        lost = misdirect(g, self.side, here, to, log)
        if self.mode == "foot":
            g.dismounted |= set_of(alive)
        g.steps[-1] = self._with(
            units=alive,
            spent=self.spent + cost + lost,
            route=() if lost else tuple(rest),
            over=self.over or (not rest and self._is_held(g, alive, to)),
            trail=(*self.trail, here),
        )

    def _is_held(self, g: TrumpetsState, alive: Pieces, place: Place) -> bool:
        """Whether an enemy zone ends the move; reconnaissance goes on. Rules rc-zoc-1, rc-zoc-2."""
        if self.kgp:
            return False
        recon = not set_of(alive) & ~g.setting.roster.recon
        return not recon and bool(Movers(g, self.side, alive).zones(moved=True) >> place & 1)

    def halted(self) -> Moving:
        """The same move, with the way ahead cut: it may go on otherwise (rc-blow-1)."""
        return self._with(route=())

    def stopped(self) -> Moving:
        """The same move, over after the next hex (res-avoid-stop)."""
        return self._with(route=self.route[:1], over=True)

    def cheaper(self, saved: int) -> Moving:
        """The same move, with less to pay for the next hex (res-avoid-go)."""
        (to, cost), *rest = self.route
        return self._with(route=((to, cost - saved), *rest))

    def _finish(self, g: TrumpetsState, log: Log) -> None:
        """The move is over."""
        alive = g.alive(self.units)
        g.steps.pop()
        self._go_back(g, tuple(alive), log)
        if self.kgp:
            # Who waits has done his part of the night.
            spent = {unit: self.spent if self.mode else allowance(g, unit) for unit in alive}
            g.kgp_spent.update(spent)
        else:
            g.moved |= set_of(alive)
        for place in sorted({g.where[unit] for unit in alive} - {NOWHERE}):
            stop_in_hex(g, place, log)

    def _go_back(self, g: TrumpetsState, alive: Pieces, log: Log) -> None:
        """A stack whose way was cut in a full hex goes back to the last with room (sop-24e)."""
        group = set_of(alive)
        here = g.where[alive[0]] if alive else NOWHERE
        if here == NOWHERE or may_stop(g, group, here):
            return
        for place in reversed(self.trail):
            if may_stop(g, group, place):
                for unit in alive:
                    g.put(unit, place)
                log.append(Moved(alive, here, place, 0))
                return
