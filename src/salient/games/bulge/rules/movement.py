"""Chapter 7: movement."""

from __future__ import annotations

import msgspec

from salient.boards.bits import members, pick, set_of, union
from salient.boards.hexes import Flood, Prices
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Moved
from salient.engine.ids import enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import BrokeThrough, Entered, Evacuated
from salient.games.bulge.rules import commandos
from salient.games.bulge.rules.airborne import Drop
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.entering import (
    common_entries,
    due_units,
    exit_points,
    release_guard,
)
from salient.games.bulge.rules.limits import allowed_hexes, frozen_units
from salient.games.bulge.rules.losses import lose_step, take_off
from salient.games.bulge.rules.stacking import MAX_UNITS, may_stack
from salient.games.bulge.rules.ways import entry_price, find_range, pass_through, prices, step_price
from salient.games.bulge.setting import ALLIED, END, GERMAN, STOP, WAIT
from salient.games.bulge.state import BulgeState, BulgeStep

LEAVING_EZOC = 2
"""Rules 5.5a, 7.8: movement points to leave an enemy zone of control."""

EXIT_COST = 1
"""Rule 13.5b: movement points to leave the map from the edge hex."""


class Moving(BulgeStep, frozen=True, tag="moving"):
    """A stack on the move. Rules 7.1-7.8.

    Attributes:
        side: The moving side.
        units: The stack; all began in one hex or wait at one entry.
        mp: Combat movement points of its slowest unit.
        spent: Movement points used.
        mode: Empty until it moves, then ``combat`` or ``strategic`` (7.1a).
        entry: Where a reinforcement comes on, or -1.
        route: Hexes still to be entered on an ordered move.
    """

    side: int
    units: tuple[int, ...]
    mp: int
    spent: int = 0
    mode: str = ""
    entry: int = -1
    route: tuple[int, ...] = ()

    @property
    def group(self) -> int:
        """The stack as a set."""
        return set_of(self.units)

    def here(self, g: BulgeState) -> int:
        """The hex of the stack, or ``NOWHERE`` while it waits at the map edge."""
        return g.where[self.units[0]]

    # -- asking -------------------------------------------------------------------------------

    def ask(self, g: BulgeState) -> Decision | None:
        """Where the stack goes."""
        if self.route:
            return None
        here = self.here(g)
        outside = here == NOWHERE and self.entry < 0
        actions = self._entries(g) if outside else self._moves(g)
        if not self.mode:
            actions += self._joins(g, here)
            actions.append(WAIT)
        elif here != NOWHERE:
            actions.append(STOP)
            actions += self._discards(g, here)
        return Decision(
            self.side,
            "stack",
            actions,
            ("7.1", "7.3", "7.4", "7.7"),
            {"unit": Ref("piece", self.units[0]), "mp": max(self.mp - self.spent, 0)},
            self.units,
        )

    def _entries(self, g: BulgeState) -> list[Action]:
        """Where the stack may come onto the map. Rule 9.3."""
        first = g.setting.first_entry
        return [Action("enter", (first + entry,)) for entry in common_entries(g, self.units)]

    def _moves(self, g: BulgeState) -> list[Action]:
        """Where it may go, in both modes until it has chosen one. Rules 7.1a, 7.2, 7.4."""
        setting = g.setting
        actions: list[Action] = []
        if self.mode != "strategic":
            actions += pick(setting.move, self._ends(g, self.combat_range(g).hexes))
            actions += self._exits(g)
        if self.mode != "combat" and self._on_main_road(g):
            actions += pick(setting.march, self._ends(g, self.strategic_range(g).hexes))
        return actions

    def _on_main_road(self, g: BulgeState) -> bool:
        """Whether strategic movement can begin where the stack is, or comes on. Rules 7.2, 9.3."""
        here = self.here(g)
        start = g.setting.entry_hex[self.entry] if here == NOWHERE else here
        return bool(g.setting.main_hexes >> start & 1)

    def _ends(self, g: BulgeState, reached: int) -> int:
        """Those hexes of a range in which the stack may end its move.

        It may end in a hex where it is one too many while friends there can still move away:
        the limits count at the end of the phase. Rule 6.3a.
        """
        here = self.here(g)
        if here != NOWHERE:
            reached &= ~(1 << here)
        crowded = reached & g.occupied[self.side]
        if crowded:
            group, movable = self.group, g.steps[-2].ready(g)
            for to in members(crowded):
                staying = g.stack(to, self.side) & ~movable
                if staying and not may_stack(g, to, staying | group):
                    reached ^= 1 << to
        return reached

    def combat_range(self, g: BulgeState, avoid: int = 0, enter: Prices | None = None) -> Flood:
        """Combat movement: terrain costs, stop in EZOC, two more MP to leave one. Rules 7.4-7.8."""
        setting, here, hostile = g.setting, self.here(g), self._hostile(g)
        within = self._open(g) & ~avoid
        if g.wary & self.group:
            within &= ~hostile
        mech, budget = self._rides(g), max(self.mp, 0)
        if here == NOWHERE:
            start = self._come_on(g, within)
            if hostile >> setting.entry_hex[self.entry] & 1:
                # 5.4: the first hex is the last.
                budget = min(budget, *start)
        elif hostile >> here & 1:
            costs = enter or prices(g, self.side, mech=mech)
            start = self._disengage(g, here, costs, within & ~hostile)
        else:
            start = {self.spent: 1 << here}
        if enter:
            return setting.board.flood(start, enter, hostile, within, budget)
        table = (mech, False, g.interdicted if self.side == GERMAN else 0)
        return find_range(setting, tuple(start.items()), table, hostile, within, budget)

    def _come_on(self, g: BulgeState, within: int) -> dict[int, int]:
        """The first hex of a stack that waits at the map edge, and its price. Rule 9.3."""
        edge = g.setting.entry_hex[self.entry]
        return {entry_price(g, self.side, edge): 1 << edge & within}

    def _disengage(self, g: BulgeState, here: int, enter: Prices, free: int) -> dict[int, int]:
        """The first hexes of a stack that begins in an EZOC: out of it. Rules 5.5, 7.8."""
        start: dict[int, int] = {}
        if not self.mode:
            for cost, masks in enter.enter.items():
                first = g.setting.board.step(1 << here, masks) & free
                start[cost + LEAVING_EZOC] = first
        return start

    def strategic_range(self, g: BulgeState, avoid: int = 0) -> Flood:
        """Strategic movement along main roads through own hexes. Rule 7.2."""
        setting, here, hostile = g.setting, self.here(g), self._hostile(g)
        usable = setting.main_hexes & self._open(g) & ~avoid
        usable &= ~g.closed_cities if self._sneaks(g) else g.march_hexes & ~hostile
        start: dict[int, int] = {}
        if here == NOWHERE:
            start = self._come_on(g, usable)
        elif not hostile >> here & 1:
            start = {self.spent: 1 << here}
        table = (True, True, g.interdicted if self.side == GERMAN else 0)
        budget = self._allowance(g, "strategic")
        return find_range(setting, tuple(start.items()), table, 0, usable, budget)

    def _allowance(self, g: BulgeState, mode: str) -> int:
        """Movement points in a mode; those of the mode it has begun may have been cut (9.5-3f)."""
        if mode == "combat" or self.mode:
            return self.mp
        return min(g.setting.allowance[unit][1] for unit in self.units)

    def _sneaks(self, g: BulgeState) -> bool:
        """Whether the stack is a commando, alone as ever, whom no ZOC holds up. Rule 9.5-3a."""
        return bool(g.setting.commandos >> self.units[0] & 1)

    def _rides(self, g: BulgeState) -> bool:
        """Whether vehicles are in the stack: it then moves at their prices. Rule 7.4."""
        return bool(g.setting.mech & self.group)

    def _hostile(self, g: BulgeState) -> int:
        """The enemy zones of control that hold the stack up. Rules 5.4, 9.5-3a."""
        return 0 if self._sneaks(g) else ezoc(g, self.side)

    def _open(self, g: BulgeState) -> int:
        """Hexes the stack may enter at all."""
        allowed = allowed_hexes(g, self.units)
        if self._sneaks(g):
            return allowed
        return allowed & ~g.occupied[enemy(self.side)]

    def _joins(self, g: BulgeState, here: int) -> list[Action]:
        """Units that can still join the stack. Rule 7.5."""
        if self._sneaks(g) or len(self.units) >= MAX_UNITS:
            return []
        phase, group = g.steps[-2], self.group
        others = phase.arriving(g) if here == NOWHERE else phase.ready(g) & g.stacks[here]
        return [
            g.setting.join[unit]
            for unit in members(others & ~group & ~g.setting.commandos)
            if may_stack(g, NOWHERE, group | 1 << unit)
            and (here != NOWHERE or common_entries(g, (*self.units, unit)))
        ]

    def _discards(self, g: BulgeState, here: int) -> list[Action]:
        """MP an Allied stack may throw away in a commando's hex. Rule 9.5-3f."""
        left = self.mp - self.spent
        if self.side != ALLIED or left <= 0 or not commandos.present(g, here):
            return []
        return [Action("discard", (count,)) for count in range(1, left + 1)]

    def _exits(self, g: BulgeState) -> list[Action]:
        """Leaving the map by the edge: breakthrough or evacuation. Rules 13.5, 13.9."""
        here, left = self.here(g), self.mp - self.spent
        if here not in g.setting.entries_at or left < EXIT_COST or self._sneaks(g):
            return []
        held = ezoc(g, self.side) >> here & 1
        if held and (self.mode or left < EXIT_COST + LEAVING_EZOC):
            return []
        return [
            Action("exit", (g.setting.first_entry + entry,))
            for entry in exit_points(g, self.side, here, len(self.units))
        ]

    # -- acting -------------------------------------------------------------------------------

    def take(self, g: BulgeState, action: Action, log: Log) -> None:  # noqa: ARG002
        """Carry out the owner's choice."""
        verb = action.verb
        if verb == "join":
            g.steps[-1] = form_stack(g, self.side, (*self.units, action.piece(0)))
        elif verb == "enter":
            entry = action.place(0) - g.setting.first_entry
            g.steps[-1] = msgspec.structs.replace(self, entry=entry)
        elif verb in ("move", "march"):
            self._order(g, action.place(0), verb)
        elif verb == "exit":
            self._set_out(g, "combat", (action.place(0),))
        elif verb == "discard":
            g.steps[-1] = msgspec.structs.replace(self, mp=self.mp - action.number(0))
        else:
            g.steps.pop()
            g.finished |= self.group

    def _order(self, g: BulgeState, to: int, verb: str) -> None:
        """Set out along the cheapest way."""
        mode = "combat" if verb == "move" else "strategic"
        path = self._way(g, mode, to)
        self._set_out(g, mode, tuple(path[1:] if path[0] == self.here(g) else path))

    def _set_out(self, g: BulgeState, mode: str, route: tuple[int, ...]) -> None:
        """Leave the hex; commandos in it may have something to say first. Rule 9.5-3b."""
        here, mp = self.here(g), self._allowance(g, mode)
        g.steps[-1] = msgspec.structs.replace(self, mode=mode, route=route, mp=mp)
        if self.side == ALLIED and here != NOWHERE and commandos.present(g, here):
            g.steps.append(commandos.Detection(here, moving=False))

    def _way(self, g: BulgeState, mode: str, to: int) -> list[int]:
        """A cheapest way to a hex; of several one past no air marker and no commando."""
        reach_of = self.combat_range if mode == "combat" else self.strategic_range
        reach = reach_of(g)
        danger = self._dangers(g) & reach.hexes & ~(1 << to)
        if danger:
            safe = reach_of(g, danger)
            if any(a & b & 1 << to for a, b in zip(safe.levels, reach.levels, strict=True)):
                reach = safe
        return g.setting.board.way(reach, to)

    def _dangers(self, g: BulgeState) -> int:
        """Hexes a stack had better not pass: air markers (10.4c), commandos (9.5-3b)."""
        if self._sneaks(g):
            return g.occupied[ALLIED]
        if self.side == GERMAN:
            return g.interdicted
        return set_of(g.where[unit] for unit in members(g.on_map(g.setting.commandos)))

    def _leave(self, g: BulgeState, entry: int, log: Log) -> None:
        """Go off the map for good. Rules 13.5b, 13.9a, 13.10."""
        g.steps.pop()
        for unit in self.units:
            take_off(g, unit)
            if self.side == GERMAN:
                g.exits[unit] = entry
                g.exit_vp += 2 if g.setting.mech >> unit & 1 else 1
            else:
                g.evacuated[unit] = entry
        g.finished |= self.group
        place = g.setting.first_entry + entry
        if self.side == GERMAN:
            log.append(BrokeThrough(self.units, place))
        else:
            log.append(Evacuated(self.units, place))

    def run(self, g: BulgeState, log: Log) -> None:
        """Go along the route until something happens, or leave the map."""
        first = g.setting.first_entry
        if self.route[0] >= first:
            self._leave(g, self.route[0] - first, log)
            return
        spent, entered = self.spent, 0
        costs = prices(g, self.side, mech=self._rides(g), main=self.mode == "strategic")
        hostile = self._hostile(g)
        eventful = hostile | self._dangers(g)
        for to in self.route:
            spent += self._enter(g, to, costs, hostile, log)
            entered += 1
            if eventful >> to & 1:
                break
        g.steps[-1] = msgspec.structs.replace(self, spent=spent, route=self.route[entered:])
        self._arrive(g, to, hostile)

    def _enter(self, g: BulgeState, to: int, costs: Prices, hostile: int, log: Log) -> int:
        """Enter the next hex; what it costs. Rules 5.5a, 7.4, 7.8, 9.3."""
        setting, here = g.setting, self.here(g)
        for unit in self.units:
            g.put(unit, to)
        if here == NOWHERE:
            cost = entry_price(g, self.side, to)
            log.append(Entered(self.units, setting.first_entry + self.entry, to))
            release_guard(g, self.entry, self.group)
        else:
            cost = step_price(setting, costs, here, to)
            if hostile >> here & 1:
                cost += LEAVING_EZOC
            log.append(Moved(self.units, here, to, cost))
        pass_through(g, self.units, to)
        return cost

    def _arrive(self, g: BulgeState, to: int, hostile: int) -> None:
        """What happens to a stack in the hex it has entered. Rules 5.4, 7.7, 9.5-3, 10.4c."""
        if self._sneaks(g):
            if g.occupied[ALLIED] >> to & 1:
                g.steps.append(commandos.Detection(to, moving=True))
            return
        if hostile >> to & 1:
            g.steps.pop()
            g.finished |= self.group
        elif self.side == ALLIED and commandos.present(g, to):
            # 9.5-3f: a halt, to think about what to throw away.
            g.steps[-1] = msgspec.structs.replace(g.steps[-1], route=())
        if self.side == GERMAN and g.interdicted >> to & 1:
            g.steps.append(Bombed(self.units))

    def without(self, unit: int) -> Moving | None:
        """The stack after it has lost a unit; None if nobody is left."""
        rest = tuple(u for u in self.units if u != unit)
        return msgspec.structs.replace(self, units=rest) if rest else None


class Bombed(BulgeStep, frozen=True, tag="bombed"):
    """A stack that entered an interdiction marker's hex loses a step. Rule 10.4c."""

    units: tuple[int, ...]

    def ask(self, g: BulgeState) -> Decision:
        """Which unit suffers."""
        return Decision(
            GERMAN,
            "bombed",
            [Action("lose", (unit,)) for unit in self.units],
            ("10.4c",),
            {"hex": Ref("place", g.where[self.units[0]])},
        )

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Take the step; the rest of the stack goes on."""
        g.steps.pop()
        unit = action.piece(0)
        lose_step(g, unit, log, "air")
        if not g.steps_left[unit] and g.steps and isinstance(g.steps[-1], Moving):
            rest = g.steps[-1].without(unit)
            if rest is None:
                g.steps.pop()
            else:
                g.steps[-1] = rest


def form_stack(g: BulgeState, side: int, units: tuple[int, ...]) -> Moving:
    """A stack about to move."""
    return Moving(side, units, min(g.setting.allowance[unit][0] for unit in units))


class Movement(BulgeStep, frozen=True, tag="movement"):
    """A movement phase: stack after stack, in any order. Rules 4.2, 7.3, 7.5."""

    side: int
    number: int

    def ask(self, g: BulgeState) -> Decision:
        """Whom to move, or the end of the phase."""
        setting = g.setting
        actions = pick(setting.activate, self.candidates(g))
        if self.side == GERMAN and self.number == 1:
            actions += commandos.choices(g)
            actions += airborne_choice(g)
        actions.append(END)
        return Decision(self.side, "movement", actions, ("4.2", "7.3", "7.5"))

    def candidates(self, g: BulgeState) -> int:
        """Units that may still move in this phase, on the map or onto it."""
        return self.ready(g) & union(g.stacks.values()) | self.arriving(g)

    def ready(self, g: BulgeState) -> int:
        """Units that may still move in it where they are on the map. Rules 2.4-2b, 4.2, 7.5."""
        setting = g.setting
        units = setting.army[self.side] & ~g.finished
        if self.number == 2:
            units &= setting.mech | setting.commandos
        return units & ~frozen_units(g, self.side, self.number)

    def arriving(self, g: BulgeState) -> int:
        """Units off the map that may still come on in it, in the first one only. Rules 4.2, 9.3."""
        if self.number == 2:
            return 0
        return due_units(g, g.setting.army[self.side] & ~g.finished)

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Start a move, bring in special troops, or close the phase."""
        if action == END:
            g.steps.pop()
        elif action.verb == "skorzeny":
            commandos.choose(g, action.choice(0), log)
        elif action.verb == "drop":
            g.steps.append(Drop())
        else:
            g.steps.append(form_stack(g, self.side, (action.piece(0),)))


def airborne_choice(g: BulgeState) -> list[Action]:
    """The airborne drop, while the paratroops have not come on. Rule 9.4-1."""
    unit = g.setting.role.get("vdh")
    if unit is None:
        return []
    return [Action("drop")] if due_units(g, 1 << unit & ~g.finished) else []
