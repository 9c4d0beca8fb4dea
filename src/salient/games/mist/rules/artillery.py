"""Chapter 9.4: artillery, abstract for both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from salient.boards.bits import set_of
from salient.engine.actions import Action
from salient.engine.events import Rolled
from salient.engine.ids import Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.mist.events import MarkerPlaced, Shelled
from salient.games.mist.rules.fire import modifiers, total_modifier
from salient.games.mist.rules.losses import lose_strength
from salient.games.mist.setting import ALLIED
from salient.games.mist.state import DIE, Battle, MistState, MistStep

STRENGTH_PER_REQUEST = 3
"""Rule 9.42a."""

REQUEST_NEEDS = {"9.43": 8, "9.44": 6, "9.45": 4}
"""The highest roll of a successful request: of the Allies, of the Germans against an area of the
Allied start line, and of the Germans elsewhere."""

ATTACKERS_SHOT, DEFENDERS_SHOT = 3, 5
"""Rule 9.48: an artillery shot for the attacker hits on 1-3, for the defender on 1-5."""


def requests(g: MistState, battle: Battle, side: int) -> int:
    """Artillery requests of a side: one per three full strength points in the battle.

    Units out of supply count for nothing; the defender always has one request while a unit of
    theirs is in supply. Rules 9.42, 13.22 (option oos_artillery).
    """
    units = set_of(battle.units(side))
    defending = side != battle.attacker
    if not (defending and g.setting.oos_defender_calls):
        units &= ~battle.oos
    count = g.total(units) // STRENGTH_PER_REQUEST
    return max(count, 1) if defending and units else count


def request_need(g: MistState, area: Place, side: int) -> int:
    """The highest roll with which a request succeeds."""
    return REQUEST_NEEDS[request_rule(g, area, side)]


def request_rule(g: MistState, area: Place, side: int) -> str:
    """The clause by which a side's requests succeed in an area."""
    if side == ALLIED:
        return "9.43"
    return "9.44" if g.setting.front >> area & 1 else "9.45"


def call(g: MistState, battle: Battle, side: int, log: Log) -> int:
    """Roll a side's requests; return the successes. Rules 9.31, 9.41."""
    need = request_need(g, battle.area, side)
    faces = tuple(g.roll(DIE) for _ in range(requests(g, battle, side)))
    successes = sum(face <= need for face in faces)
    if faces:
        rules = ("9.42", request_rule(g, battle.area, side))
        log.append(Rolled(side, "artillery", faces, need, (), successes, rules))
    return successes


def shell_targets(
    kinds: Sequence[str], strengths: Sequence[int], marked: Sequence[int]
) -> list[int]:
    """Which enemy units may get the next artillery marker, by position.

    The type with the highest total strength, markers already on it taken off; no unit gets a
    second marker before every unit has one. Rule 9.46.

    >>> shell_targets(["armor", "infantry"], [4, 4], [1, 0])
    [1]
    """
    unmarked = [i for i, count in enumerate(marked) if not count]
    open_ = unmarked or range(len(marked))
    totals: Counter[str] = Counter()
    for kind, strength, count in zip(kinds, strengths, marked, strict=True):
        totals[kind] += strength - count
    best = max(totals[kinds[i]] for i in open_)
    return [i for i in open_ if totals[kinds[i]] == best]


class Shelling(MistStep, frozen=True, tag="shelling"):
    """A side puts its artillery markers on enemy units. Rules 9.31, 9.46."""

    side: int

    def ask(self, g: MistState) -> Decision | None:
        """Which unit gets the next marker."""
        battle = g.battle
        assert battle is not None
        if not battle.markers[self.side]:
            return None
        units = battle.units(enemy(self.side))
        placed = battle.shells[self.side]
        targets = shell_targets(
            [g.setting.units[unit].kind for unit in units],
            [g.strength[unit] for unit in units],
            [placed.count(unit) for unit in units],
        )
        return Decision(
            self.side,
            "shelling",
            [Action("shell", (units[i],)) for i in targets],
            ("9.46",),
            {"area": Ref("place", battle.area), "markers": battle.markers[self.side]},
        )

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Place the marker."""
        battle, target = g.battle, action.piece(0)
        assert battle is not None
        shells, markers = list(battle.shells), list(battle.markers)
        shells[self.side] = (*shells[self.side], target)
        markers[self.side] -= 1
        g.battle = msgspec.structs.replace(battle, shells=tuple(shells), markers=tuple(markers))
        log.append(MarkerPlaced(self.side, target))


class Barrage(MistStep, frozen=True, tag="barrage"):
    """A side's artillery fires at the marked units. Rules 9.32, 9.35, 9.47, 9.48, 9.49.

    It fires even if none of its own units is left (qa-10); shots at a unit that is already
    destroyed are lost (9.47b).
    """

    side: int

    def run(self, g: MistState, log: Log) -> None:
        """Roll one die for each marker."""
        g.steps.pop()
        battle = g.battle
        assert battle is not None
        value = ATTACKERS_SHOT if self.side == battle.attacker else DEFENDERS_SHOT
        for target in battle.shells[self.side]:
            if not g.strength[target]:
                continue
            mods = modifiers(g, battle, self.side, None, target)
            face = g.roll(DIE)
            hits = int(face + total_modifier(mods) <= value)
            log.append(Rolled(self.side, "barrage", (face,), value, mods, hits, ("9.47", "9.48")))
            log.append(Shelled(self.side, target, hits))
            lose_strength(g, target, hits, log)
