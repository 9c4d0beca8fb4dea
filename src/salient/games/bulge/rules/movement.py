"""Chapter 7: movement."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, pick, set_of, union
from salient.boards.hexes import Flood, Prices
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Moved
from salient.engine.ids import Pieces, Place, Places
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import BrokeThrough, Entered, Evacuated
from salient.games.bulge.rules import commandos
from salient.games.bulge.rules.airborne import Drop
from salient.games.bulge.rules.breakthrough import breakthrough_points
from salient.games.bulge.rules.entering import (
    common_entries,
    due_units,
    exit_points,
    release_guard,
    sharing_entries,
)
from salient.games.bulge.rules.limits import frozen_units
from salient.games.bulge.rules.losses import lose_step, take_off
from salient.games.bulge.rules.ranges import LEAVING_EZOC, Stack
from salient.games.bulge.rules.stacking import may_stack
from salient.games.bulge.rules.ways import entry_price, pass_through, prices, step_price
from salient.games.bulge.setting import ALLIED, END, GERMAN, STOP, WAIT
from salient.games.bulge.state import BulgeState, BulgeStep

MODES = {"move": "combat", "march": "strategic"}
"""Rule 7.1a: the kinds of movement, by the orders for them."""

EXIT_COST = 1
"""Rule 13.5b: movement points to leave the map from the edge hex."""


class Moving(BulgeStep, frozen=True, tag="moving"):
    """A stack on the move. Rules 7.1, 7.2, 7.3, 7.5.

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
    units: Pieces
    mp: int
    spent: int = 0
    mode: str = ""
    entry: int = -1
    route: Places = ()

    @property
    def group(self) -> int:
        """The stack as a set."""
        return set_of(self.units)

    @property
    def left(self) -> int:
        """Movement points it has left."""
        return self.mp - self.spent

    def here(self, g: BulgeState) -> Place:
        """The hex of the stack, or ``NOWHERE`` while it waits at the map edge."""
        return g.where[self.units[0]]

    def stack(self, g: BulgeState) -> Stack:
        """The stack on the map as it is now."""
        return Stack(g, self.side, self.units, self.entry)

    def ranges(self, stack: Stack, avoid: int = 0) -> dict[str, Flood]:
        """Where the stack can go, in both modes until it has chosen one. Rules 7.1a, 7.2, 7.4."""
        found = {}
        if self.mode != "strategic":
            found["combat"] = stack.combat_range(self.left, fresh=not self.mode, avoid=avoid)
        if self.mode != "combat" and stack.g.setting.main_hexes >> stack.start & 1:
            left = self._allowance(stack.g, "strategic") - self.spent
            found["strategic"] = stack.strategic_range(left, avoid=avoid)
        return found

    def _allowance(self, g: BulgeState, mode: str) -> int:
        """Movement points in a mode; those of the mode it has begun may have been cut (9.5-3f)."""
        if mode == "combat" or self.mode:
            return self.mp
        return min(g.setting.allowance[unit][1] for unit in self.units)

    # -- asking -------------------------------------------------------------------------------

    def ask(self, g: BulgeState) -> Decision | None:
        """Where the stack goes, while it can."""
        if self.route or not self.left or len(g.alive(self.units)) < len(self.units):
            return None
        here = self.here(g)
        outside = here == NOWHERE and self.entry < 0
        actions = self._entries(g) if outside else self._moves(g)
        if not self.mode:
            actions += self._joins(g, here)
            actions.append(WAIT)
        elif actions or commandos.present(g, here):
            actions.append(STOP)
            actions += self._discards(g, here)
            actions += self._next(g)
        else:
            return None
        return Decision(
            self.side,
            "onward" if self.mode else "stack",
            actions,
            ("7.1", "7.3", "7.4", "7.5", "7.7"),
            {"unit": Ref("piece", self.units[0]), "mp": self.left},
            self.units,
        )

    def _entries(self, g: BulgeState) -> list[Action]:
        """Where the stack may come onto the map. Rule 9.3."""
        places = g.setting.entry_place
        return [Action("enter", (places[entry],)) for entry in common_entries(g, self.units)]

    def _moves(self, g: BulgeState) -> list[Action]:
        """Where it may go."""
        setting, stack = g.setting, self.stack(g)
        ranges = self.ranges(stack)
        setting.memory.hold(g, self, (stack, ranges))
        reached = union([found.hexes for found in ranges.values()])
        free = reached ^ stack.full(reached, g.steps[-2].ready(g))
        actions: list[Action] = []
        if "combat" in ranges:
            actions += pick(setting.move, ranges["combat"].hexes & free)
            actions += self._exits(stack)
        if "strategic" in ranges:
            actions += pick(setting.march, ranges["strategic"].hexes & free)
        return actions

    def _joins(self, g: BulgeState, here: Place) -> list[Action]:
        """Units that can still join the stack. Rule 7.5."""
        phase, group = g.steps[-2], self.group
        if group & g.setting.commandos:
            return []
        if here != NOWHERE:
            others = phase.ready(g) & g.stacks[here]
        else:
            others = sharing_entries(g, self.units, phase.arriving(g))
        return [
            g.setting.join[unit]
            for unit in each_piece(others & ~group & ~g.setting.commandos)
            if may_stack(g, NOWHERE, group | 1 << unit)
        ]

    def _next(self, g: BulgeState) -> list[Action]:
        """Whom to move next, or the end of the phase: either ends this move. Rule 7.5."""
        return [*pick(g.setting.activate, g.steps[-2].candidates(g) & ~self.group), END]

    def _discards(self, g: BulgeState, here: Place) -> list[Action]:
        """MP an Allied stack may throw away in a commando's hex. Rule 9.5-3f."""
        if self.side != ALLIED or not commandos.present(g, here):
            return []
        return [Action("discard", (count,)) for count in range(1, self.left + 1)]

    def _exits(self, stack: Stack) -> list[Action]:
        """Leaving the map by the edge: breakthrough or evacuation. Rules 13.5, 13.9."""
        g, here = stack.g, stack.here
        if here not in g.setting.entries_at or self.left < EXIT_COST or stack.sneaks:
            return []
        held = stack.hostile >> here & 1
        if held and (self.mode or self.left < EXIT_COST + LEAVING_EZOC):
            return []
        return [
            Action("exit", (g.setting.entry_place[entry],))
            for entry in exit_points(g, self.side, here, len(self.units))
        ]

    # -- acting -------------------------------------------------------------------------------

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
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
            self._finish(g)
            if action not in (STOP, WAIT):
                g.steps[-1].take(g, action, log)

    def _order(self, g: BulgeState, to: Place, verb: str) -> None:
        """Set out for a hex."""
        stack, ranges = self._recall(g)
        mode = MODES[verb]
        self._set_out(g, mode, self.way(stack, ranges[mode], mode, to))

    def way(self, stack: Stack, reach: Flood, mode: str, to: Place) -> Places:
        """The hexes of a cheapest way; of several one past no air marker and no commando."""
        danger = stack.dangers & reach.hexes & ~(1 << to)
        if danger:
            safe = self.ranges(stack, danger)[mode]
            if safe.cost(to) == reach.cost(to):
                reach = safe
        path = stack.g.setting.board.way(reach, to)
        return tuple(path[1:] if path[0] == stack.here else path)

    def _recall(self, g: BulgeState) -> tuple[Stack, dict[str, Flood]]:
        """The stack and its ranges, as they were worked out for the question."""
        held: tuple[Stack, dict[str, Flood]] | None = g.setting.memory.release(g, self)
        if held is None:
            stack = self.stack(g)
            held = stack, self.ranges(stack)
        return held

    def _set_out(self, g: BulgeState, mode: str, route: Places) -> None:
        """Leave the hex; commandos in it may have something to say first. Rule 9.5-3b."""
        here, mp = self.here(g), self._allowance(g, mode)
        g.steps[-1] = msgspec.structs.replace(self, mode=mode, route=route, mp=mp)
        if self.side == ALLIED and here != NOWHERE and commandos.present(g, here):
            g.steps.append(commandos.Detection(here, moving=False))

    def _leave(self, g: BulgeState, entry: int, log: Log) -> None:
        """Go off the map for good. Rules 13.5b, 13.9a."""
        self._finish(g)
        for unit in self.units:
            take_off(g, unit)
            if self.side == GERMAN:
                g.exits[unit] = entry
                g.exit_vp += breakthrough_points(g, unit)  # 13.10-1, 13.10-2
            else:
                g.evacuated[unit] = entry
        place = g.setting.entry_place[entry]
        if self.side == GERMAN:
            log.append(BrokeThrough(self.units, place))
        else:
            log.append(Evacuated(self.units, place))

    def run(self, g: BulgeState, log: Log) -> None:
        """Go along the route until something happens, leave the map, or be done."""
        first, alive = g.setting.first_entry, tuple(g.alive(self.units))
        if alive and alive != self.units:
            g.steps[-1] = msgspec.structs.replace(self, units=alive)
        elif not alive or not self.route:
            self._finish(g)
        elif self.route[0] >= first:
            self._leave(g, self.route[0] - first, log)
        else:
            self._go(g, log)

    def _finish(self, g: BulgeState) -> None:
        """The stack moves no more in this phase. Rule 7.5."""
        g.steps.pop()
        g.finished |= self.group

    def _go(self, g: BulgeState, log: Log) -> None:
        stack, spent, entered = self.stack(g), self.spent, 0
        costs = prices(g, self.side, "main" if self.mode == "strategic" else stack.pace)
        eventful = stack.hostile | stack.dangers
        for to in self.route:
            spent += self._enter(g, to, costs, stack.hostile, log)
            entered += 1
            if eventful >> to & 1:
                break
        g.steps[-1] = msgspec.structs.replace(self, spent=spent, route=self.route[entered:])
        self._arrive(g, to, stack)

    def _enter(self, g: BulgeState, to: Place, costs: Prices, hostile: int, log: Log) -> int:
        """Enter the next hex; what it costs. Rule 7.4."""
        here = self.here(g)
        for unit in self.units:
            g.put(unit, to)
        if here == NOWHERE:
            cost = entry_price(g, self.side, to)  # 9.3
            log.append(Entered(self.units, g.setting.entry_place[self.entry], to))
            release_guard(g, self.entry, self.group)  # 13.8b
        else:
            cost = step_price(costs, here, to)
            if hostile >> here & 1:  # 5.5a, 7.8
                cost += LEAVING_EZOC
            log.append(Moved(self.units, here, to, cost))
        pass_through(g, self.units, to)  # 13.3-2a
        return cost

    def _arrive(self, g: BulgeState, to: Place, stack: Stack) -> None:
        """What happens to a stack in the hex it has entered. Rules 5.4, 7.7, 9.5-3, 10.4c."""
        if stack.sneaks and g.occupied[ALLIED] >> to & 1:
            g.steps.append(commandos.Detection(to, moving=True))
        if stack.hostile >> to & 1:
            self._finish(g)
        elif self.side == ALLIED and commandos.present(g, to):
            # 9.5-3f: a halt, to think about what to throw away.
            g.steps[-1] = msgspec.structs.replace(g.steps[-1], route=())
        if self.side == GERMAN and g.interdicted >> to & 1:
            g.steps.append(Bombed(self.units))


class Bombed(BulgeStep, frozen=True, tag="bombed"):
    """A stack that entered an interdiction marker's hex loses a step. Rule 10.4c."""

    units: Pieces

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
        lose_step(g, action.piece(0), log, "air")


def form_stack(g: BulgeState, side: int, units: Pieces) -> Moving:
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
        on_map = sum(g.stacks.values())  # no unit is in two of them
        return self.ready(g) & on_map | self.arriving(g)

    def ready(self, g: BulgeState) -> int:
        """Units that may still move in it where they are on the map."""
        setting = g.setting
        units = setting.army[self.side] & ~g.finished  # 4.2-A1, 4.2-B1, 7.5
        if self.number == 2:  # 2.4-2b, 4.2-A3, 4.2-B3
            units &= setting.mech | setting.commandos
        return units & ~frozen_units(g, self.side, self.number)

    def arriving(self, g: BulgeState) -> int:
        """Units off the map that may still come on in it, in the first one only. Rule 9.3."""
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
