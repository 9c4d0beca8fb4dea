"""Chapter 9: combat, battle by battle and step by step."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from salient.boards.bits import each_piece, each_place, set_of
from salient.engine.actions import Action
from salient.engine.events import Rolled
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.mist.events import BattleBegan, BattleEnded, Fired, SpecialUsed
from salient.games.mist.rules import special
from salient.games.mist.rules.artillery import Barrage, Shelling, call
from salient.games.mist.rules.fire import modifiers, total_modifier
from salient.games.mist.rules.losses import lose_strength
from salient.games.mist.rules.supply import out_of_supply
from salient.games.mist.rules.targets import Target, legal_targets
from salient.games.mist.setting import DECLINE, GERMAN, SUPPORT
from salient.games.mist.state import DIE, Battle, MistState, MistStep


class Combats(MistStep, frozen=True, tag="combats"):
    """All battles of an impulse, in the order the moving player likes. Rules 8.39, 9.0, 9.39."""

    side: int

    def ask(self, g: MistState) -> Decision | None:
        """Which battle is next."""
        areas = battle_areas(g, self.side)
        if not areas:
            return None
        return Decision(
            self.side,
            "combats",
            [Action("fight", (area,)) for area in each_place(areas)],
            ("9.0", "9.12", "9.39"),
        )

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Begin the battle: nine steps, the last one at the bottom. Rule 9.3."""
        attacker, defender = self.side, enemy(self.side)
        g.battle = open_battle(g, action.place(0), attacker)
        log.append(BattleBegan(g.battle.area, g.battle.attackers, g.battle.defenders))
        g.steps += [
            BattleEnd(),
            Fire(attacker),
            Aiming(attacker),
            Barrage(attacker),
            Fire(defender),
            Aiming(defender),
            Barrage(defender),
            Shelling(attacker),
            Shelling(defender),
            Requests(),
            BattlefieldSupport(),
        ]


def battle_areas(g: MistState, side: int) -> int:
    """The areas in which a side's units must fight. Rules 8.23, 9.12, 9.14a, 9.17."""
    attackers = each_piece(g.attacking & g.setting.army[side])
    return set_of(g.where[unit] for unit in attackers) & g.present[enemy(side)]


def open_battle(g: MistState, area: Place, attacker: int) -> Battle:
    """Who fights, and under which conditions."""
    attackers = g.stack(area, attacker) & g.attacking  # 9.13, 9.14a
    defenders = g.stack(area, enemy(attacker))  # 8.23, 9.15
    oos = out_of_supply(g, attackers | defenders)  # 13.16
    return Battle(
        area=area,
        attacker=attacker,
        attackers=each_piece(attackers),
        defenders=each_piece(defenders),
        oos=oos,
        river=came_over_river(g, area, attacker),
    )


def came_over_river(g: MistState, area: Place, attacker: int) -> bool:
    """Whether everybody on the attacking side in an area came over a river in this impulse.

    Rule 9.71d. One who came another way (9.72) or was there when the impulse began (9.73) is
    enough to spare them the river.
    """
    dry = g.stack(area, attacker) & ~g.crossed
    return not (dry or g.occupied >> area & 1)


def has_combined_arms(g: MistState, attackers: Pieces, artillery: int) -> bool:
    """Whether the attack unites infantry, armor and artillery. Rule 9.6 (option combined_arms)."""
    setting, units = g.setting, set_of(attackers)
    infantry = setting.foot if setting.foot_for_combined_arms else ~setting.armor
    return bool(artillery and units & setting.armor and units & infantry)


class BattlefieldSupport(MistStep, frozen=True, tag="battlefield_support"):
    """The German player may throw the special unit into this battle. Rule 14.24."""

    def ask(self, g: MistState) -> Decision | None:
        """Use it here or keep it."""
        battle = _battle(g)
        if not special.can_support(g, battle.area):
            return None
        return Decision(
            GERMAN, "support", [SUPPORT, DECLINE], ("14.24",), {"area": Ref("place", battle.area)}
        )

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Mark the battle; the effect is spent."""
        g.steps.pop()
        if action == SUPPORT:
            battle = _battle(g)
            g.battle = msgspec.structs.replace(battle, supported=True)
            log.append(SpecialUsed(battle.area))
            special.withdraw(g, log)


class Requests(MistStep, frozen=True, tag="requests"):
    """Step 1: both sides call for artillery. Rules 9.31, 9.6."""

    def run(self, g: MistState, log: Log) -> None:
        """Roll the requests, defender first, and settle combined arms."""
        g.steps.pop()
        battle = _battle(g)
        successes = [0, 0]
        for side in (enemy(battle.attacker), battle.attacker):
            successes[side] = call(g, battle, side, log)
        g.battle = msgspec.structs.replace(
            battle,
            markers=(successes[0], successes[1]),
            combined_arms=has_combined_arms(g, battle.attackers, successes[battle.attacker]),
        )


class Aiming(MistStep, frozen=True, tag="aiming"):
    """Steps 3 and 6: a side chooses targets for all its units. Rules 9.33, 9.36, 9.5.

    Firers choose in order of quality, equals in the order their owner likes (9.57a). Nobody is
    asked for an order that makes no difference: among units alike, or against a lone target.
    """

    side: int

    def ask(self, g: MistState) -> Decision | None:
        """Which unit fires at which target."""
        battle = _battle(g)
        firers = _alive(g, battle.units(self.side))
        targets = _alive(g, battle.units(enemy(self.side)))
        aimed = {firer for firer, _ in battle.aims}
        waiting = [unit for unit in firers if unit not in aimed]
        if not waiting or not targets:
            return None
        quality = g.setting.quality
        best = max(quality[unit] for unit in waiting)
        seen = [
            Target(quality[unit], g.strength[unit], sum(t == unit for _, t in battle.aims))
            for unit in targets
        ]
        legal = legal_targets(
            best, seen, alone=len(firers) == 1, defending=self.side != battle.attacker
        )
        equals = [unit for unit in waiting if quality[unit] == best]
        choosing = equals[:1] if len(targets) == 1 else _unlike(g, equals)
        actions = [Action("fire", (unit, targets[i])) for unit in choosing for i in legal]
        rules = ("9.52", "9.53", "9.55", "9.57")
        return Decision(self.side, "aiming", actions, rules, {"area": Ref("place", battle.area)})

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Note the pair; all are fixed before anyone fires (9.59)."""
        battle = _battle(g)
        firer, target = action.piece(0), action.piece(1)
        g.battle = msgspec.structs.replace(battle, aims=(*battle.aims, (firer, target)))


class Fire(MistStep, frozen=True, tag="fire"):
    """Steps 4 and 7: a side's units fire at the targets chosen. Rules 9.34, 9.37, 9.21, 9.58."""

    side: int

    def run(self, g: MistState, log: Log) -> None:
        """Each unit rolls one die per strength point at its one target."""
        g.steps.pop()
        battle, setting = _battle(g), g.setting
        values = setting.attack if self.side == battle.attacker else setting.defence
        # 9.59: who shoots at whom, and under which conditions, is fixed before the first die falls.
        shots = [(*aim, modifiers(g, battle, self.side, *aim)) for aim in battle.aims]
        for firer, target, mods in shots:
            shift = total_modifier(mods)
            faces = tuple(g.roll(DIE) for _ in range(g.strength[firer]))
            hits = sum(face + shift <= values[firer] for face in faces)
            log.append(Rolled(self.side, "fire", faces, values[firer], mods, hits, ("9.21",)))
            log.append(Fired(firer, target, hits))
            lose_strength(g, target, hits, log)
        g.battle = msgspec.structs.replace(battle, aims=())


class BattleEnd(MistStep, frozen=True, tag="battle_end"):
    """Step 8: one round only; survivors of both sides stay where they are. Rule 9.38."""

    def run(self, g: MistState, log: Log) -> None:
        """Close the battle; attackers have had their activation. Rules 8.24, 9.11."""
        g.steps.pop()
        battle = _battle(g)
        g.attacking &= ~set_of(battle.attackers)
        g.fought |= 1 << battle.area  # 10.14b
        g.battle = None
        log.append(BattleEnded(battle.area))


def _battle(g: MistState) -> Battle:
    assert g.battle is not None, "combat steps run inside a battle"
    return g.battle


def _unlike(g: MistState, units: Sequence[Piece]) -> list[Piece]:
    """Of units of one type, which share their supply in an area, one for each strength."""
    sorts: dict[int, Piece] = {}
    for unit in units:
        sorts.setdefault(g.strength[unit], unit)
    return list(sorts.values())


def _alive(g: MistState, units: Pieces) -> list[Piece]:
    return [unit for unit in units if g.strength[unit]]
