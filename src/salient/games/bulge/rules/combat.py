"""Chapters 8.1, 8.2 and 8.3: declaring attacks and working out the odds.

The rulebook works out a whole fight in two figures (ex-fig-8-I-1, ex-fig-8-I-2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from salient.boards.bits import each_piece, each_place, set_of, union
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import AirMission, CombatCancelled, CombatDeclared, CombatResolved
from salient.games.bulge.rules.control import is_encircled
from salient.games.bulge.rules.results import carry_out
from salient.games.bulge.rules.sectors import may_attack_here
from salient.games.bulge.rules.terrain import is_fortress, is_key_city, river_shift, terrain_shift
from salient.games.bulge.setting import ALLIED, END, GERMAN, ODDS, BulgeSetting
from salient.games.bulge.state import BulgeState, BulgeStep, Combat, Engagement

DIE = 6
MIN_COLUMN, MAX_COLUMN = 0, len(ODDS) - 1
BEYOND = 99
"""Farther than any shift leads back to the columns of the table."""

ENCIRCLED = Modifier("8.3-4c", 2)  # 5.7b
AIR_COVER = Modifier("10.5", -1)
AIR_STRIKE = Modifier("10.6", 1)
FREE_ATTACKS_TURN = 10
"""Rule 8.8c: from this turn German armies attack together freely."""

AIR, DECLARE, CANCEL = Action("air"), Action("declare"), Action("cancel")


# -- strengths and odds -------------------------------------------------------------------------


class Odds(NamedTuple):
    """The odds of an attack: strengths, base column, shifts and final column.

    Columns are counted from 1:2 as 0; before the shifts are applied they may lie beyond the table.
    """

    attack: int
    defence: int
    base: int
    shifts: tuple[Modifier, ...]

    @property
    def column(self) -> int:
        """The final column; above 7:1 counts as 7:1. Rule 8.3-4d."""
        return min(self.base + sum(shift.value for shift in self.shifts), MAX_COLUMN)


def attack_strength(g: BulgeState, units: Sequence[Piece]) -> int:
    """Attack strengths together; those of units short of supply are halved as one, fractions down.

    Rules 8.3-3, 11.3, 11.4a.
    """
    weak = g.oos | g.isolated
    weakened = sum(g.attack(unit) for unit in units if weak >> unit & 1)
    return sum(map(g.attack, units)) - weakened + weakened // 2


def defence_strength(g: BulgeState, units: Sequence[Piece]) -> int:
    """Defence strengths together; those of isolated units are halved as one, fractions up.

    Rules 8.2-3, 8.3-3, 11.4a.
    """
    isolated = sum(g.defence(unit) for unit in units if g.isolated >> unit & 1)
    return sum(map(g.defence, units)) - isolated // 2


def odds_column(attack: int, defence: int) -> int:
    """The column of a ratio, fractions in the defender's favour. Rule 8.3-3.

    >>> odds_column(14, 3), odds_column(3, 4), odds_column(3, 7)
    (4, 0, -1)
    """
    if defence <= 0:
        return BEYOND
    if attack >= defence:
        return attack // defence
    if attack <= 0:
        return -BEYOND
    return 2 - -(-defence // attack)


def defending(g: BulgeState, target: Place, attacker: int) -> Pieces:
    """The units that defend a hex, all together. Rule 8.2-3.

    Nobody can have retreated into it in this phase: its attackers' ZOC covers it (8.5-2a).
    """
    return each_piece(g.stack(target, enemy(attacker)))


def work_out(g: BulgeState, combat: Combat, attacker: int) -> Odds:
    """Strengths, odds and shifts of an attack. Rules 8.3-3, 8.3-4, 10.5, 10.6, 12.2."""
    target = combat.target
    defenders = defending(g, target, attacker)
    attack = attack_strength(g, combat.attackers)
    defence = defence_strength(g, defenders)
    shifts = [terrain_shift(g, target, enemy(attacker))]
    river = river_shift(g, target, {g.where[unit] for unit in combat.attackers})
    if river:
        shifts.append(river)
    if not is_fortress(g, target) and is_encircled(g, target, set_of(defenders)):
        shifts.append(ENCIRCLED)
    if attacker == GERMAN and g.covered >> target & 1:
        shifts.append(AIR_COVER)
    if combat.air:
        shifts.append(AIR_STRIKE)
    real = tuple(shift for shift in shifts if shift.value)
    return Odds(attack, defence, odds_column(attack, defence), real)


def is_allowed(setting: BulgeSetting, odds: Odds) -> bool:
    """Whether the odds are good enough to attack at all. Rule 8.2-1c (option minimum_odds)."""
    return (odds.column if setting.odds_after_shifts else odds.base) >= MIN_COLUMN


# -- who may attack what ------------------------------------------------------------------------


def able(g: BulgeState, side: int, number: int) -> int:
    """Units that may attack in this phase."""
    setting = g.setting
    units = setting.regulars[side] & ~g.fought  # 8.2-2
    if number == 2:  # 4.2-A4, 4.2-B4, 8.2-1b
        units &= setting.mech
    near = setting.board.around(g.occupied[enemy(side)])
    # 4.2-A2, 4.2-B2
    units &= union([g.stacks[place] for place in each_place(near & g.occupied[side])])
    # 2.6-3, 9.6b
    return set_of(unit for unit in each_piece(units) if g.attack(unit) and may_attack_here(g, unit))


def armies_unite(g: BulgeState, target: Place) -> bool:
    """Whether German armies may attack a hex together. Rules 8.8b, 8.8c."""
    return g.turn >= FREE_ATTACKS_TURN or is_key_city(g, target)


def may_combine(g: BulgeState, target: Place, a: Piece, b: Piece) -> bool:
    """Whether two units may attack one target together. Rule 8.8."""
    first, second = g.setting.units[a], g.setting.units[b]
    if first.nation != second.nation:
        return False
    if not first.army or not second.army or first.army == second.army:
        return True
    return armies_unite(g, target)


def blocs(g: BulgeState, target: Place, units: Sequence[Piece]) -> list[Pieces]:
    """The largest groups of some units that may attack a target together. Rule 8.8."""
    rows, found = g.setting.units, []
    for nation in sorted({rows[unit].nation for unit in units}):
        own = tuple(unit for unit in units if rows[unit].nation == nation)
        armies = {rows[unit].army for unit in own} - {""}
        if not armies or armies_unite(g, target):
            found.append(own)
        else:
            found += [
                tuple(unit for unit in own if rows[unit].army in ("", army))
                for army in sorted(armies)
            ]
    return found


def next_to(g: BulgeState, target: Place, units: int) -> Pieces:
    """Those of a set of units that stand next to a hex. Rules 5.3, 8.2-5."""
    around = g.setting.board.around(1 << target)
    return tuple(unit for unit in each_piece(units) if around >> g.where[unit] & 1)


def can_be_attacked(g: BulgeState, target: Place, units: int, side: int) -> bool:
    """Whether some of a side's units together reach the minimum odds. Rule 8.2-1c."""
    air = side == ALLIED and g.air_left > 0
    return any(
        is_allowed(g.setting, work_out(g, Combat(target, bloc, air), side))
        for bloc in blocs(g, target, next_to(g, target, units))
    )


class Declaring(BulgeStep, frozen=True, tag="declaring"):
    """The attacker announces all attacks before the first is resolved. Rules 8.2, 8.3-1."""

    side: int
    number: int

    def ask(self, g: BulgeState) -> Decision | None:
        """The next target hex, or no more."""
        units = able(g, self.side, self.number)
        if not units:
            return None
        near = g.setting.board.around(set_of(g.where[unit] for unit in each_piece(units)))
        actions = [
            Action("target", (place,))
            for place in each_place(near & g.occupied[enemy(self.side)] & ~g.attacked)
            if can_be_attacked(g, place, units, self.side)
        ]
        if not actions:
            return None
        return Decision(self.side, "declaring", [*actions, END], ("8.2-1", "8.3-1"))

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Choose attackers for a target, or close the list."""
        if action == END:
            g.steps.pop()
        else:
            g.steps.append(Gathering(self.side, self.number, Combat(action.place(0))))


class Gathering(BulgeStep, frozen=True, tag="gathering"):
    """The attacker chooses the units for one attack. Rules 8.2-4, 8.2-5, 8.8, 10.6."""

    side: int
    number: int
    combat: Combat

    def ask(self, g: BulgeState) -> Decision:
        """More units, one less, air support, the declaration, or nothing after all."""
        target, chosen = self.combat.target, self.combat.attackers
        units = self._candidates(g)
        actions = [Action("commit", (unit,)) for unit in units]
        actions += [Action("mass", (place,)) for place in self._massed(g, units)]
        actions += [Action("release", (unit,)) for unit in chosen]
        if self.side == ALLIED and g.air_left and not self.combat.air:  # 10.3-3, 10.6
            actions.append(AIR)
        if chosen and is_allowed(g.setting, work_out(g, self.combat, self.side)):
            actions.append(DECLARE)
        return Decision(
            self.side,
            "gathering",
            [*actions, CANCEL],
            ("8.2-1c", "8.2-5", "8.8"),
            {"hex": Ref("place", target)},
            chosen,
        )

    def _candidates(self, g: BulgeState) -> list[Piece]:
        """Units that may attack too. Rules 8.2-5, 8.8."""
        target, chosen = self.combat.target, self.combat.attackers
        return [
            unit
            for unit in next_to(g, target, able(g, self.side, self.number))
            if unit not in chosen and all(may_combine(g, target, unit, other) for other in chosen)
        ]

    def _massed(self, g: BulgeState, units: Sequence[Piece]) -> list[Place]:
        """Hexes of which several units, and all together, may attack too."""
        stacks: dict[Place, list[Piece]] = {}
        for unit in units:
            stacks.setdefault(g.where[unit], []).append(unit)
        return [
            place
            for place, stack in sorted(stacks.items())
            if len(stack) > 1 and len(blocs(g, self.combat.target, stack)) == 1
        ]

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Build the attack up."""
        combat = self.combat
        if action == AIR:
            self._change(g, msgspec.structs.replace(combat, air=True))
        elif action.verb in ("commit", "mass", "release"):
            attackers = self._attackers(g, action)
            self._change(g, msgspec.structs.replace(combat, attackers=attackers))
        else:
            g.steps.pop()
            if action == DECLARE:
                self._declare(g, log)

    def _attackers(self, g: BulgeState, action: Action) -> Pieces:
        """The units that attack, as an action leaves them."""
        chosen = self.combat.attackers
        if action.verb == "commit":
            return (*chosen, action.piece(0))
        if action.verb == "release":
            return tuple(unit for unit in chosen if unit != action.piece(0))
        place = action.place(0)
        return (*chosen, *(unit for unit in self._candidates(g) if g.where[unit] == place))

    def _change(self, g: BulgeState, combat: Combat) -> None:
        g.steps[-1] = msgspec.structs.replace(self, combat=combat)

    def _declare(self, g: BulgeState, log: Log) -> None:
        combat = self.combat
        g.attacked |= 1 << combat.target
        g.declared = (*g.declared, combat)
        g.fought |= set_of(combat.attackers)
        if combat.air:  # 10.3a
            g.air_left -= 1
            log.append(AirMission("strike", combat.target))
        log.append(CombatDeclared(combat.attackers, combat.target))


class Ordering(BulgeStep, frozen=True, tag="ordering"):
    """The attacker fixes the order of attacks before the first. Rule 8.3-2."""

    side: int
    ordered: tuple[Combat, ...] = ()

    def ask(self, g: BulgeState) -> Decision | None:
        """The next attack to be resolved."""
        rest = [combat for combat in g.declared if combat not in self.ordered]
        if not rest:
            return None
        actions = [Action("resolve", (combat.target,)) for combat in rest]
        return Decision(self.side, "ordering", actions, ("8.3-2",))

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Note it."""
        chosen = next(combat for combat in g.declared if combat.target == action.place(0))
        g.steps[-1] = Ordering(self.side, (*self.ordered, chosen))

    def run(self, g: BulgeState, log: Log) -> None:
        """All are in order: fight them one by one."""
        g.steps.pop()
        g.declared = self.ordered
        g.steps += [Resolution(self.side, combat) for combat in reversed(self.ordered)]


class Resolution(BulgeStep, frozen=True, tag="resolution"):
    """One attack: odds, dice, result. Rules 8.3-3, 8.3-4, 8.3-5."""

    side: int
    combat: Combat

    def run(self, g: BulgeState, log: Log) -> None:
        """Roll, unless earlier results have made the attack impossible. Rule 8.2-1c."""
        g.steps.pop()
        combat = self.combat
        defenders = defending(g, combat.target, self.side)
        odds = work_out(g, combat, self.side)
        if not defenders or not is_allowed(g.setting, odds):
            log.append(CombatCancelled(combat.target))
            return
        dice = (g.roll(DIE), g.roll(DIE))
        column = max(odds.column, MIN_COLUMN)
        result = g.setting.crt[sum(dice)][column]
        log.append(
            CombatResolved(
                target=combat.target,
                attack=odds.attack,
                defence=odds.defence,
                odds=ratio(odds.base),
                shifts=odds.shifts,
                column=ODDS[column],
                dice=dice,
                result=result,
            )
        )
        g.engagement = Engagement(
            target=combat.target,
            attacker=self.side,
            attackers=combat.attackers,
            origins=tuple(g.where[unit] for unit in combat.attackers),
            defenders=defenders,
            result=result,
        )
        carry_out(g)


def ratio(column: int) -> str:
    """The odds of a column, beyond the table too.

    >>> ratio(0), ratio(3), ratio(8), ratio(-1)
    ('1:2', '3:1', '8:1', '1:3')
    """
    return f"{column}:1" if column > 0 else f"1:{2 - column}"
