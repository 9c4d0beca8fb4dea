"""Chapter 8: activation, movement and entrenching."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, each_place, pick, set_of, union
from salient.engine.actions import Action
from salient.engine.events import Moved
from salient.engine.ids import Piece, Pieces, Place, Places, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.mist.events import (
    Abandoned,
    AttackDeclared,
    Entrenched,
    LeftEntrenchment,
    Remounted,
    Shifted,
)
from salient.games.mist.rules import special
from salient.games.mist.rules.bridges import Crossing, demolishers
from salient.games.mist.rules.groups import FOOT_ALLOWANCE, SHIFT_COST, Group, allowance
from salient.games.mist.rules.stacking import MAX_STRENGTH, MAX_UNITS, fits, has_room
from salient.games.mist.rules.supply import has_sound_line, out_of_supply
from salient.games.mist.setting import ALLIED, ATTACK, END, ENTRENCH, GERMAN, STOP, WAIT
from salient.games.mist.state import MistState, MistStep

ENGINEER_DIGGING = 4
"""Rule 8.36d: movement points an engineer spends to entrench."""

FIRST_IMPULSE = 0

MOVEMENT_STEP = ("6.0-II-1", "6.0-III-1")
"""The step of the sequence of play in which each side moves."""


# -- who may act --------------------------------------------------------------------------------


def may_act(g: MistState, side: int) -> int:
    """The units a side may activate now.

    A German unit in an Allied zone never acts again. German units with a red strength have nothing
    to do in 16-1: they do not move, digging in is granted to the Allies only, and no enemy is with
    them yet.
    """
    away = g.setting.exit_zones if side == GERMAN else 0  # 12.25
    idle = g.setting.held if g.clock == FIRST_IMPULSE else 0  # 5.23b, 5.24
    return union(pick(g.stacks, g.present[side] & ~away)) & _waiting(g, side) & ~idle


def _waiting(g: MistState, side: int) -> int:
    """A side's units, on the map or not, whose turn to act has not come yet.

    A unit acts once a turn (8.1b, 8.25, 9.16), so who has moved does not dig in later (qa-9). One
    that its owner passed over waits for the next impulse, in an entry zone as long as its owner
    likes (11.15).
    """
    return g.setting.army[side] & ~(g.acted | g.waited)


def is_frozen(g: MistState, unit: Piece) -> bool:
    """Whether a unit may not move in the first impulse of the game. Rules 5.23a, 5.24."""
    if g.clock != FIRST_IMPULSE:
        return False
    if g.setting.side_of[unit] == ALLIED:
        return not g.setting.free >> unit & 1
    return bool(g.setting.held >> unit & 1)


# -- what a group does --------------------------------------------------------------------------


class Moving(Group, MistStep, frozen=True, tag="moving"):
    """An active group: joins, moves, digs or attacks until it stops.

    Reinforcements do so in the impulse in which they arrive (11.12). Rules 8.2, 8.3, 8.4, 8.5,
    9.13.

    Attributes:
        route: Places still to be entered on an ordered move.
        costs: What entering each of them costs; the order was offered at this price.
        settled: Bridge on the route whose demolition has been settled, or -1.
    """

    route: Places = ()
    costs: tuple[int, ...] = ()
    settled: int = -1

    # -- asking -------------------------------------------------------------------------------

    def ask(self, g: MistState) -> Decision | None:
        """What the group does next; nothing while it is on its way."""
        if self.route:
            return None
        here, group = g.where[self.units[0]], self.group
        frozen = is_frozen(g, self.units[0])
        actions = [] if frozen else self.moves(g)
        if not self.moved:
            actions += self._joins(g, here, group)
            actions += self._attacks(g, here)
        actions += self._digging(g, here, group)
        if self.moved and len(self.units) > 1:
            actions += [Action("leave", (unit,)) for unit in self.units if self._may_stay(g, unit)]
        if not self.moved:
            actions.append(WAIT)
        elif has_room(g, here, self.side, group) or not actions:
            actions.append(STOP)
        prompt = "frozen" if frozen else "group" if self.moved else "activated"
        return Decision(
            self.side,
            prompt,
            actions,
            ("5.23", "9.13") if frozen else ("8.21", "8.33", "8.36"),
            {"unit": Ref("piece", self.units[0]), "mp": self.left},
            self.units,
        )

    def _joins(self, g: MistState, here: Place, group: int) -> list[Action]:
        """Units that can still join the group. Rule 8.21."""
        if len(self.units) >= MAX_UNITS:
            return []
        strength, frozen = g.total(group), is_frozen(g, self.units[0])
        return [
            g.setting.join[unit]
            for unit in each_piece(g.stacks[here] & _waiting(g, self.side) & ~group)
            if strength + g.strength[unit] <= MAX_STRENGTH and is_frozen(g, unit) == frozen
        ]

    def _attacks(self, g: MistState, here: Place) -> list[Action]:
        """Attacking where the group stands. Rule 9.13 (option frozen_attack)."""
        setting = g.setting
        if not g.contested & g.present[enemy(self.side)] & setting.all_areas & (1 << here):
            return []
        if is_frozen(g, self.units[0]) and not setting.frozen_may_attack:
            return []
        return [ATTACK]

    def _digging(self, g: MistState, here: Place, group: int) -> list[Action]:
        """Entrenching: infantry-type units but not armor, away from enemies, instead of moving.

        Engineers may do it after a short move too, though not through a river.
        """
        setting = g.setting
        if group & (setting.armor | g.dug_in):  # 8.51a, 8.54
            return []
        if (g.present[enemy(self.side)] | setting.all_zones) >> here & 1:  # 8.55
            return []
        if not self.moved:  # 5.23b, 8.53, 13.23-4
            return [ENTRENCH]
        only_engineers = not group & ~setting.engineers  # 8.52, 8.53, 13.23-3
        enough = only_engineers and self.spent + ENGINEER_DIGGING <= self.mp  # 8.36d, qa-8
        return [ENTRENCH] if enough and has_room(g, here, self.side, group) else []

    # -- acting -------------------------------------------------------------------------------

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Carry out the owner's choice."""
        verb = action.verb
        if verb == "join":
            g.steps[-1] = form_group(g, self.side, (*self.units, action.piece(0)))
        elif verb in ("move", "ford"):
            self._order(g, action.place(0), ford=verb == "ford")
        elif verb == "shift":
            self._shift(g, action.place(0), log)
        elif verb == "leave":
            self._drop(g, action.piece(0))
        else:
            self._finish(g, action, log)

    def _order(self, g: MistState, to: Place, *, ford: bool) -> None:
        """Set out, at the price the order was offered for."""
        way = self.way(g, to, ford=ford)
        g.steps[-1] = msgspec.structs.replace(self, route=way.places, costs=way.costs, settled=-1)

    def _drop(self, g: MistState, unit: Piece) -> None:
        """Leave a unit behind. Rule 8.21."""
        g.acted |= 1 << unit
        g.steps[-1] = self._without(g, unit)

    def _without(self, g: MistState, unit: Piece) -> Moving:
        """The group without a unit: the others go on with their own movement points.

        Movement points belong to each unit (8.31, 8.32); in a stack the fewest count.
        """
        rest = tuple(other for other in self.units if other != unit)
        mp = min(allowance(g, other) for other in rest)
        return msgspec.structs.replace(self, units=rest, mp=mp)

    def _may_stay(self, g: MistState, unit: Piece) -> bool:
        """Whether a unit can be left here: beside the whole group, or if that can go on.

        Rules 7.1a, 8.21, qa-1.
        """
        here = g.where[unit]
        if has_room(g, here, self.side, self.group):
            return True
        friends = g.stack(here, self.side) & ~self.group
        return fits(g, friends | 1 << unit) and bool(self._without(g, unit).moves(g))

    def _shift(self, g: MistState, zone: Place, log: Log) -> None:
        cost = SHIFT_COST * abs(zone - g.where[self.units[0]])
        for unit in self.units:
            g.put(unit, zone)
            g.arrived_at[unit] += cost // SHIFT_COST
        log.append(Shifted(self.units, zone, cost))
        g.entered |= self.group
        g.steps[-1] = msgspec.structs.replace(self, spent=self.spent + cost, moved=True)

    def _finish(self, g: MistState, action: Action, log: Log) -> None:
        """The last act of an activation: wait, stop, dig in, or attack on the spot."""
        g.steps.pop()
        if action == WAIT:
            g.waited |= self.group
            return
        g.acted |= self.group
        if action == ENTRENCH:
            g.dug_in |= self.group  # 8.51b: every unit for itself
            log.extend(Entrenched(unit) for unit in self.units)
        elif action == ATTACK:
            log.append(AttackDeclared(self.units, g.where[self.units[0]]))
            leave_entrenchment(g, self.units, log)
            g.attacking |= self.group

    def run(self, g: MistState, log: Log) -> None:
        """Enter the next place of the route, unless the enemy tries to blow its bridge."""
        here, to = g.where[self.units[0]], self.route[0]
        link = g.setting.board.link_between(here, to)
        assert link is not None, "a route follows links"
        bridge = g.setting.board.links[link].bridge
        # 6.0-II-2a, 6.0-III-2, 8.41, 10.21b
        if bridge and self.settled != link and demolishers(g, link, enemy(self.side)):
            g.steps[-1] = msgspec.structs.replace(self, settled=link)
            g.steps.append(Crossing(link, enemy(self.side)))
        else:
            self._enter(g, here, to, link, log)

    def _enter(self, g: MistState, here: Place, to: Place, link: int, log: Log) -> None:
        """One step of a move."""
        setting, group = g.setting, self.group
        spent = self.spent + self.costs[0]  # 8.33, 8.36
        mp = self._wade(g, log) if g.blown >> link & 1 else self.mp
        assert spent <= mp, "nobody goes where they cannot pay for (8.38)"
        leave_entrenchment(g, self.units, log)  # 8.58
        for unit in self.units:
            g.put(unit, to)
        log.append(Moved(self.units, here, to, self.costs[0]))
        g.entered |= group  # 10.29b
        g.waiting &= ~group  # 11.14, 11.21a
        g.crossed &= ~group  # 9.71d
        if setting.board.links[link].bridge:  # 9.71d
            g.crossed |= group
        if g.present[enemy(self.side)] & setting.all_areas & (1 << to):  # 8.22
            g.attacking |= group
            g.acted |= group
            g.steps.pop()
        else:
            g.steps[-1] = msgspec.structs.replace(
                self, mp=mp, spent=spent, moved=True, route=self.route[1:], costs=self.costs[1:]
            )

    def _wade(self, g: MistState, log: Log) -> int:
        """Leave all vehicles on this bank; the movement points that remain. Rules 8.34a, 8.35."""
        riders = self.group & ~(g.setting.foot | g.on_foot)
        if riders:
            g.on_foot |= riders
            log.append(Abandoned(each_piece(riders)))
        return min(self.mp, FOOT_ALLOWANCE)

    def crossing(self) -> Moving:
        """The group after the bridge in front of it has held: it crosses, and is asked again.

        Its owner has learnt something and goes on step by step. Rule 10.25.
        """
        return msgspec.structs.replace(self, route=self.route[:1], costs=self.costs[:1])

    def interrupted(self) -> Moving:
        """The group after the bridge in front of it was blown: one MP poorer.

        Rules 8.36c, 8.42, qa-5.
        """
        return msgspec.structs.replace(self, spent=self.spent + 1, moved=True, route=(), costs=())


def leave_entrenchment(g: MistState, units: Pieces, log: Log) -> None:
    """Entrenchments do not outlast their unit's departure or attack. Rules 8.58, 8.59."""
    leaving = tuple([unit for unit in units if g.dug_in >> unit & 1])
    if leaving:
        g.dug_in &= ~set_of(leaving)
        log.append(LeftEntrenchment(leaving))


def return_vehicles(g: MistState, log: Log) -> bool:
    """Give units on foot their vehicles back the moment a line over sound bridges exists.

    A group on the move goes on at the five movement points of this impulse (8.35b, 13.15, qa-4).

    Returns:
        Whether any unit got them.
    """
    moving = union(step.group for step in g.steps if isinstance(step, Moving))
    riders = [unit for unit in each_piece(g.on_foot & ~moving) if has_sound_line(g, unit)]
    g.on_foot &= ~set_of(riders)
    log.extend(Remounted(unit) for unit in riders)
    return bool(riders)


def form_group(g: MistState, side: int, units: Pieces) -> Moving:
    """A group about to act, with its supply settled before it moves. Rule 13.15."""
    mp = min(allowance(g, unit) for unit in units)
    return Moving(side, units, mp, oos=out_of_supply(g, set_of(units)))


class Movement(MistStep, frozen=True, tag="movement"):
    """A side activates its units one group at a time. Rule 8.1."""

    side: int

    def ask(self, g: MistState) -> Decision | None:
        """Whom to activate, or the end of movement."""
        actions = pick(g.setting.activate, may_act(g, self.side))
        if self.side == GERMAN:
            actions += special.choices(g)
        actions.append(END)  # 6.0-II-1, 6.0-III-1: all, some or none of them move.
        rules = (MOVEMENT_STEP[self.side], "8.1b", "8.25")
        return Decision(self.side, "movement", actions, rules)

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Start an activation, place a special unit, or close the phase."""
        if action == END:
            g.steps.pop()
            mark_bystanders(g, self.side)
        elif action.verb == "special":
            g.steps.append(special.Infiltration(action.choice(0)))
        else:
            g.steps.append(form_group(g, self.side, (action.piece(0),)))


def mark_bystanders(g: MistState, side: int) -> None:
    """Units that stand by while newcomers attack have had their activation. Rule 9.14b."""
    newcomers = g.attacking & g.entered
    for area in each_place(g.present[side]):
        if g.stacks[area] & newcomers:
            g.acted |= g.stack(area, side)
