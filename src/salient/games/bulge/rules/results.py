"""Chapters 8.4, 8.5-3, 8.6 and 8.7: losses, giving ground and pursuit."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec

from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import Pursued, Withdrew
from salient.games.bulge.rules.losses import destroy, lose_step
from salient.games.bulge.rules.retreat import (
    ATTACKER_DISTANCE,
    DEFENDER_DISTANCE,
    HALT,
    Retreat,
    can_all_retreat,
    retreats,
)
from salient.games.bulge.rules.stacking import has_room
from salient.games.bulge.rules.supply import note_captures
from salient.games.bulge.rules.terrain import is_fortress
from salient.games.bulge.rules.ways import pass_through
from salient.games.bulge.state import BulgeState, BulgeStep

LOSSES: dict[str, tuple[int, int]] = {}
"""Steps lost by attacker and defender, by result."""

LOSSES["D2R"] = 0, 2  # 8.4-D2R
LOSSES["D1R"] = 0, 1  # 8.4-D1R
LOSSES["Ex2"] = 2, 2  # 8.4-Ex2
LOSSES["Ex1"] = 1, 1  # 8.4-Ex1
LOSSES["D2"] = 0, 2  # 8.4-D2
LOSSES["D1"] = 0, 1  # 8.4-D1
LOSSES["Cont"] = 0, 0  # 8.4-Cont
LOSSES["AR"] = 0, 0  # 8.4-AR
LOSSES["A1R"] = 1, 0  # 8.4-A1R
LOSSES["A2R"] = 2, 0  # 8.4-A2R
LOSSES["A1"] = 1, 0  # 8.4-A1
LOSSES["A2"] = 2, 0  # 8.4-A2
LOSSES["D1A2"] = 2, 1  # 8.4-D1A2
LOSSES["D2A1"] = 1, 2  # 8.4-D2A1

DEFENDER_RETREATS = frozenset({"D2R", "D1R"})
ATTACKER_RETREATS = frozenset({"AR", "A1R", "A2R"})
OPTIONAL_RETREATS = frozenset({"D1", "D2", "D1A2", "D2A1"})
"""Rules 8.5-1a, 8.5-3a."""

STAND, WITHDRAW = Action("stand"), Action("withdraw")


def carry_out(g: BulgeState) -> None:
    """Lay out what a result asks for; losses first, then retreat, then pursuit. Rule 8.3-5b."""
    fight = g.fight
    attacker, defender = fight.attacker, enemy(fight.attacker)
    g.steps += [Closing(), Pursuit(attacker)]
    if fight.result == "DElim":
        g.steps.append(Annihilation())
    elif fight.result == "Aopt":
        g.steps.append(Bargain())
    elif fight.result in OPTIONAL_RETREATS:
        g.steps.append(OptionalRetreat(fight.result))
    elif fight.result in DEFENDER_RETREATS and is_fortress(g, fight.target):  # 12.3a
        # The retreat is ignored: D1R and D2R become D1 and D2.
        saving = g.setting.fortress_saves_step
        g.steps.append(OptionalRetreat(fight.result.removesuffix("R"), saving=saving))
    else:
        by_attacker, by_defender = LOSSES[fight.result]
        if fight.result in ATTACKER_RETREATS:  # 8.4-AR, 8.5-1a; out of a fortress too (12.3b)
            g.steps.append(Retreat(attacker, ATTACKER_DISTANCE))
        if fight.result in DEFENDER_RETREATS:  # 8.5-1a
            g.steps.append(Retreat(defender, DEFENDER_DISTANCE))
        g.steps += [Losses(attacker, by_attacker), Losses(defender, by_defender)]


class Annihilation(BulgeStep, frozen=True, tag="annihilation"):
    """All defenders are eliminated. Rule 8.4-DElim."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Remove them."""
        g.steps.pop()
        for unit in g.alive(g.fight.defenders):
            destroy(g, unit, "combat", log)


class Bargain(BulgeStep, frozen=True, tag="bargain"):
    """The attacker chooses how many steps both sides lose. Rule 8.4-Aopt."""

    def ask(self, g: BulgeState) -> Decision:
        """The number, from none to as many as both can lose."""
        fight = g.fight
        most = min(
            sum(g.steps_left[unit] for unit in units)
            for units in (fight.attackers, fight.defenders)
        )
        actions = [Action("choose", (count,)) for count in range(most + 1)]
        return Decision(fight.attacker, "bargain", actions, ("8.4-Aopt",))

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Both lose it."""
        g.steps.pop()
        fight, count = g.fight, action.number(0)
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
        """Stand or withdraw, if that is possible."""
        fight = g.fight
        if not self._has_way_out(g):
            return None
        return Decision(
            enemy(fight.attacker),
            "option",
            [STAND, WITHDRAW],
            ("8.5-3a", "8.5-3b", "8.5-3c"),
            {"hex": Ref("place", fight.target)},
            tuple(fight.defenders),
        )

    def _has_way_out(self, g: BulgeState) -> bool:
        """Whether all who live through the other losses can get away.

        Losses come first (8.3-5b), and whom they strike is the defender's choice (8.7c). With the
        option giving_ground=units it is enough that one unit can.
        """
        units = g.fight.defenders
        if g.setting.units_give_ground:
            return any(retreats(g, unit, DEFENDER_DISTANCE) for unit in units)
        count = LOSSES[self.result][1] - self.saving
        return any(
            can_all_retreat(g, rest, DEFENDER_DISTANCE) for rest in _survivors(g, units, count)
        )

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Apply the result, one step less with the retreat."""
        self._apply(g, withdraw=action == WITHDRAW)
        if action == WITHDRAW:
            log.append(Withdrew(g.fight.target))

    def run(self, g: BulgeState, log: Log) -> None:
        """There is no way out: the losses are taken."""
        self._apply(g, withdraw=False)

    def _apply(self, g: BulgeState, *, withdraw: bool) -> None:
        g.steps.pop()
        fight = g.fight
        by_attacker, by_defender = LOSSES[self.result]
        defender = enemy(fight.attacker)
        if withdraw:
            g.steps.append(Retreat(defender, DEFENDER_DISTANCE, optional=self.saving))
            by_defender -= self.saving
        g.steps += [Losses(fight.attacker, by_attacker), Losses(defender, by_defender)]


def _survivors(g: BulgeState, units: Pieces, count: int) -> list[Pieces]:
    """Those who can be left of some units after so many steps are lost, in each way possible."""
    lives = {unit: g.steps_left[unit] for unit in units}
    found = []
    for size in range(1, len(units) + 1):
        for rest in combinations(units, size):
            dead = sum(lives[unit] for unit in units if unit not in rest)
            if dead <= count <= dead + sum(lives[unit] - 1 for unit in rest):
                found.append(rest)
    return found


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

    def _candidates(self, g: BulgeState) -> list[Piece]:
        """The units that may lose the next step."""
        fight = g.fight
        if self.side != fight.attacker:  # 8.7c
            return g.alive(fight.defenders)
        alive = g.alive(fight.attackers)
        home = dict(zip(fight.attackers, fight.origins, strict=True))
        per_stack: Counter[Place] = Counter({home[unit]: 0 for unit in alive})
        for unit, hits in fight.hits.items():  # 8.7a, ex-8.7
            if home.get(unit) in per_stack:
                per_stack[home[unit]] += hits
        least = min(per_stack.values(), default=0)  # 8.7a, ex-8.7
        even = [unit for unit in alive if per_stack[home[unit]] == least]  # 8.7a, ex-8.7
        # 8.7b
        fewest = {
            place: min(fight.hits.get(unit, 0) for unit in even if home[unit] == place)
            for place in {home[unit] for unit in even}
        }
        # 8.7b
        return [unit for unit in even if fight.hits.get(unit, 0) == fewest[home[unit]]]

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Take the step."""
        unit, fight = action.piece(0), g.fight
        hits = {**fight.hits, unit: fight.hits.get(unit, 0) + 1}
        g.engagement = msgspec.structs.replace(fight, hits=hits)
        g.steps[-1] = Losses(self.side, self.count - 1)
        lose_step(g, unit, log)


# -- pursuit (8.6) ------------------------------------------------------------------------------


class Pursuit(BulgeStep, frozen=True, tag="pursuit"):
    """Attackers may follow into the vacated hex. Rules 5.9, 8.6."""

    side: int

    def ask(self, g: BulgeState) -> Decision | None:
        """Who follows, or nobody more."""
        fight = g.fight
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

    def _eligible(self, g: BulgeState) -> list[Piece]:
        """Attackers still where they fought from; after losses only stacks that bled. Rule 8.6c."""
        fight = g.fight
        home = dict(zip(fight.attackers, fight.origins, strict=True))
        bled = {home[unit] for unit in fight.hits if unit in home}
        setting = g.setting
        found = []
        for unit in g.alive(fight.attackers):
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
        unit, target = action.piece(0), g.fight.target
        g.put(unit, target)
        pass_through(g, (unit,), target)
        log.append(Pursued(unit, target))


class Closing(BulgeStep, frozen=True, tag="closing"):
    """The combat is over."""

    def run(self, g: BulgeState, log: Log) -> None:
        """Forget it; a road it has opened may have won a city at once."""
        g.steps.pop()
        g.engagement = None
        note_captures(g)  # 13.3-2b
