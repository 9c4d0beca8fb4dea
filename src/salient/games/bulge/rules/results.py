"""Chapters 8.4, 8.5, 8.6 and 8.7: losses, retreats and pursuit."""

from __future__ import annotations

from collections import Counter

import msgspec

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import Pursued, Retreated, Withdrew
from salient.games.bulge.rules.control import retreat_steps
from salient.games.bulge.rules.losses import destroy, lose_step
from salient.games.bulge.rules.stacking import has_room
from salient.games.bulge.rules.supply import note_captures
from salient.games.bulge.rules.terrain import is_fortress
from salient.games.bulge.rules.ways import pass_through
from salient.games.bulge.state import BulgeState, BulgeStep, Engagement

LOSSES = {
    "D2R": (0, 2), "D1R": (0, 1), "Ex2": (2, 2), "Ex1": (1, 1), "D2": (0, 2), "D1": (0, 1),
    "Cont": (0, 0), "AR": (0, 0), "A1R": (1, 0), "A2R": (2, 0), "A1": (1, 0), "A2": (2, 0),
    "D1A2": (2, 1), "D2A1": (1, 2),
}  # fmt: skip
"""Rule 8.4: steps lost by attacker and defender."""

DEFENDER_RETREATS = frozenset({"D2R", "D1R"})
ATTACKER_RETREATS = frozenset({"AR", "A1R", "A2R"})
OPTIONAL_RETREATS = frozenset({"D1", "D2", "D1A2", "D2A1"})
"""Rules 8.5-1a, 8.5-3a."""

DEFENDER_DISTANCE, ATTACKER_DISTANCE = 2, 1
STAND, WITHDRAW, HALT = Action("stand"), Action("withdraw"), Action("halt")


def carry_out(g: BulgeState) -> None:
    """Lay out what a result asks for; losses first, then retreat, then pursuit. Rule 8.3-5b."""
    fight = _engagement(g)
    attacker, defender = fight.attacker, enemy(fight.attacker)
    g.steps += [Closing(), Pursuit(attacker)]
    if fight.result == "DElim":
        g.steps.append(Annihilation())
    elif fight.result == "Aopt":
        g.steps.append(Bargain())
    elif fight.result in OPTIONAL_RETREATS:
        g.steps.append(OptionalRetreat(fight.result))
    elif fight.result in DEFENDER_RETREATS and is_fortress(g, fight.target):
        # 12.3a: a fortress ignores the retreat; D1R and D2R become D1 and D2.
        saving = g.setting.fortress_saves_step
        g.steps.append(OptionalRetreat(fight.result.removesuffix("R"), saving=saving))
    else:
        by_attacker, by_defender = LOSSES[fight.result]
        if fight.result in ATTACKER_RETREATS:  # out of a fortress too (12.3b)
            g.steps.append(Retreat(attacker, ATTACKER_DISTANCE))
        if fight.result in DEFENDER_RETREATS:
            g.steps.append(Retreat(defender, DEFENDER_DISTANCE))
        g.steps += [Losses(attacker, by_attacker), Losses(defender, by_defender)]


class Annihilation(BulgeStep, frozen=True, tag="annihilation"):
    """All defenders are eliminated. Rule 8.4-DElim."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Remove them."""
        g.steps.pop()
        for unit in _alive(g, _engagement(g).defenders):
            destroy(g, unit, "combat", log)


class Bargain(BulgeStep, frozen=True, tag="bargain"):
    """The attacker chooses how many steps both sides lose. Rule 8.4-Aopt."""

    def ask(self, g: BulgeState) -> Decision:
        """The number, from none to as many as both can lose."""
        fight = _engagement(g)
        most = min(
            sum(g.steps_left[unit] for unit in units)
            for units in (fight.attackers, fight.defenders)
        )
        actions = [Action("choose", (count,)) for count in range(most + 1)]
        return Decision(fight.attacker, "bargain", actions, ("8.4-Aopt",))

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Both lose it."""
        g.steps.pop()
        fight, count = _engagement(g), action.number(0)
        g.steps += [Losses(fight.attacker, count), Losses(enemy(fight.attacker), count)]


class OptionalRetreat(BulgeStep, frozen=True, tag="optional_retreat"):
    """The defender may give ground to save a step. Rules 8.5-3a, 12.3a.

    Attributes:
        result: The result to be faced.
        saving: Whether giving ground saves a step, at the price of disorder. A garrison that
            leaves its fortress only because it may (option fortress_retreat=none) saves nothing.
    """

    result: str
    saving: bool = True

    def ask(self, g: BulgeState) -> Decision | None:
        """Stand or withdraw; only if every unit can get away (option giving_ground: if one can)."""
        fight = _engagement(g)
        if g.setting.units_give_ground:
            way_out = any(retreats(g, unit, DEFENDER_DISTANCE) for unit in fight.defenders)
        else:
            way_out = can_all_retreat(g, fight.defenders, DEFENDER_DISTANCE)
        if not way_out:
            return None
        return Decision(
            enemy(fight.attacker),
            "option",
            [STAND, WITHDRAW],
            ("8.5-3a", "8.5-3b", "8.5-3c"),
            {"hex": Ref("place", fight.target)},
            tuple(fight.defenders),
        )

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Apply the result, one step less with the retreat."""
        self._apply(g, withdraw=action == WITHDRAW)
        if action == WITHDRAW:
            log.append(Withdrew(_engagement(g).target))

    def run(self, g: BulgeState, log: Log) -> None:
        """There is no way out: the losses are taken."""
        self._apply(g, withdraw=False)

    def _apply(self, g: BulgeState, *, withdraw: bool) -> None:
        g.steps.pop()
        fight = _engagement(g)
        by_attacker, by_defender = LOSSES[self.result]
        defender = enemy(fight.attacker)
        if withdraw:
            g.steps.append(Retreat(defender, DEFENDER_DISTANCE, optional=self.saving))
            by_defender -= self.saving
        g.steps += [Losses(fight.attacker, by_attacker), Losses(defender, by_defender)]


class Losses(BulgeStep, frozen=True, tag="losses"):
    """A side loses steps: the attacker spreads them evenly, the defender freely. Rule 8.7."""

    side: int
    count: int

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit loses the next step."""
        units = self._candidates(g)
        if not self.count or not units:
            return None
        return Decision(
            self.side,
            "losses",
            [Action("lose", (unit,)) for unit in units],
            ("8.4", "8.7"),
            {"count": self.count},
        )

    def _candidates(self, g: BulgeState) -> list[int]:
        fight = _engagement(g)
        if self.side != fight.attacker:
            return _alive(g, fight.defenders)
        alive = _alive(g, fight.attackers)
        home = dict(zip(fight.attackers, fight.origins, strict=True))
        per_stack: Counter[int] = Counter({home[unit]: 0 for unit in alive})
        for unit, hits in fight.hits.items():
            if home.get(unit) in per_stack:
                per_stack[home[unit]] += hits
        least = min(per_stack.values(), default=0)
        even = [unit for unit in alive if per_stack[home[unit]] == least]
        fewest = {
            place: min(fight.hits.get(unit, 0) for unit in even if home[unit] == place)
            for place in {home[unit] for unit in even}
        }
        return [unit for unit in even if fight.hits.get(unit, 0) == fewest[home[unit]]]

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Take the step."""
        unit, fight = action.piece(0), _engagement(g)
        hits = {**fight.hits, unit: fight.hits.get(unit, 0) + 1}
        g.engagement = msgspec.structs.replace(fight, hits=hits)
        g.steps[-1] = Losses(self.side, self.count - 1)
        lose_step(g, unit, log)


# -- retreat (8.5) ------------------------------------------------------------------------------


def retreats(g: BulgeState, unit: int, distance: int) -> list[int]:
    """The hexes a unit may retreat to. Rules 8.5-1b, 8.5-2.

    They lie just the prescribed distance away and have room; if the only ones left are full, the
    unit goes one hex further.
    """
    origin = g.where[unit]
    front = {origin}
    for steps in range(1, distance + 1):
        front = _further(g, unit, origin, front, steps)
    free = [place for place in front if has_room(g, place, 1 << unit)]
    if not free and front:
        beyond = _further(g, unit, origin, front, distance + 1)
        free = [place for place in beyond if has_room(g, place, 1 << unit)]
    return sorted(free)


def _further(g: BulgeState, unit: int, origin: int, front: set[int], steps: int) -> set[int]:
    board = g.setting.board
    return {
        to
        for place in front
        for to in members(retreat_steps(g, place, unit))
        if board.distance(origin, to) == steps
    }


def can_all_retreat(g: BulgeState, units: tuple[int, ...], distance: int) -> bool:
    """Whether all units of a stack can complete a retreat, none in the way of another."""
    if not all(retreats(g, unit, distance) for unit in units):
        return False
    return len(units) < 2 or any(
        can_all_retreat(_moved(g, unit, to), tuple(u for u in units if u != unit), distance)
        for unit in units
        for to in retreats(g, unit, distance)
    )


def _moved(g: BulgeState, unit: int, to: int) -> BulgeState:
    trial = g.copy()
    trial.put(unit, to)
    return trial


class Retreat(BulgeStep, frozen=True, tag="retreat"):
    """A side's units in the combat retreat, each where its owner likes. Rules 8.5-1, 8.5-2.

    Attributes:
        side: Who retreats.
        distance: How many hexes.
        optional: Whether it was chosen to save a step (8.5-3). With the option giving_ground=units
            some of the stack may then stay where they are.
        done: Units that have retreated.
    """

    side: int
    distance: int
    optional: bool = False
    done: tuple[int, ...] = ()

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit goes where."""
        waiting = self._waiting(g)
        actions = [
            Action("retreat", (unit, to))
            for unit in waiting
            for to in retreats(g, unit, self.distance)
        ]
        if not actions:
            return None
        if self._may_stay(g) and self.done:
            actions.append(HALT)
        return Decision(self.side, "retreat", actions, ("8.5-1", "8.5-2"))

    def _may_stay(self, g: BulgeState) -> bool:
        return self.optional and g.setting.units_give_ground

    def _waiting(self, g: BulgeState) -> list[int]:
        units = _engagement(g).attackers
        if self.side != _engagement(g).attacker:
            units = _engagement(g).defenders
        return [unit for unit in _alive(g, units) if unit not in self.done]

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Go, or let the others stay."""
        if action == HALT:
            g.steps.pop()
            return
        unit, to = action.piece(0), action.place(1)
        g.put(unit, to)
        pass_through(g, (unit,), to)
        if self.optional:
            g.shaken |= 1 << unit
            g.wary |= 1 << unit
        log.append(Retreated(unit, to))
        g.steps[-1] = msgspec.structs.replace(self, done=(*self.done, unit))

    def run(self, g: BulgeState, log: Log) -> None:
        """Whoever cannot get away surrenders. Rules 5.6, 8.5-2c, 13.9d."""
        waiting = [] if self._may_stay(g) else self._waiting(g)
        g.steps.pop()
        for unit in waiting:
            destroy(g, unit, "surrender", log)


# -- pursuit (8.6) ------------------------------------------------------------------------------


class Pursuit(BulgeStep, frozen=True, tag="pursuit"):
    """Attackers may follow into the vacated hex. Rules 5.9, 8.6."""

    side: int

    def ask(self, g: BulgeState) -> Decision | None:
        """Who follows, or nobody more."""
        fight = _engagement(g)
        if g.occupied[enemy(self.side)] >> fight.target & 1:
            return None
        units = [unit for unit in self._eligible(g) if has_room(g, fight.target, 1 << unit)]
        if not units:
            return None
        actions = [Action("pursue", (unit,)) for unit in units]
        return Decision(
            self.side, "pursuit", [*actions, HALT], ("8.6a", "8.6c"),
            {"hex": Ref("place", fight.target)},
        )  # fmt: skip

    def _eligible(self, g: BulgeState) -> list[int]:
        """Attackers still where they fought from; after losses only stacks that bled. Rule 8.6c."""
        fight = _engagement(g)
        home = dict(zip(fight.attackers, fight.origins, strict=True))
        bled = {home[unit] for unit in fight.hits if unit in home}
        setting = g.setting
        found = []
        for unit in _alive(g, fight.attackers):
            if g.where[unit] != home[unit] or (bled and home[unit] not in bled):
                continue
            steps = setting.steps_mech if setting.mech >> unit & 1 else setting.steps_foot
            if steps[home[unit]] >> fight.target & 1:
                found.append(unit)
        return found

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Follow, or stay."""
        if action == HALT:
            g.steps.pop()
            return
        unit, target = action.piece(0), _engagement(g).target
        g.put(unit, target)
        pass_through(g, (unit,), target)
        log.append(Pursued(unit, target))


class Closing(BulgeStep, frozen=True, tag="closing"):
    """The combat is over."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Forget it; a road it has opened may have won a city at once (13.3-2b)."""
        g.steps.pop()
        g.engagement = None
        note_captures(g)


def _engagement(g: BulgeState) -> Engagement:
    assert g.engagement is not None, "results belong to a combat"
    return g.engagement


def _alive(g: BulgeState, units: tuple[int, ...]) -> list[int]:
    return [unit for unit in units if g.steps_left[unit]]
