"""The exact outcome distribution of a battle, before anyone is committed.

Every die of chapter 9 is taken into account: requests, shots, fire, all modifiers, and losses that
silence a unit before it fires. Where a side may choose among legal targets it is assumed to take
the strongest (for artillery and fire alike), so the figures are exact for that way of playing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb

import msgspec

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.errors import SetupError
from salient.engine.events import Modifier
from salient.engine.forecast import Forecast
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.games.mist.errors import MistSetupError
from salient.games.mist.rules.artillery import (
    ATTACKERS_SHOT,
    DEFENDERS_SHOT,
    request_need,
    requests,
    shell_targets,
)
from salient.games.mist.rules.combat import has_combined_arms, open_battle
from salient.games.mist.rules.fire import modifiers, total_modifier
from salient.games.mist.rules.movement import Moving
from salient.games.mist.rules.special import can_support
from salient.games.mist.rules.targets import Target, legal_targets
from salient.games.mist.setting import SIDES, MistSetting
from salient.games.mist.state import DIE, Battle, MistState

Strengths = tuple[int, ...]
Chances = dict[Strengths, float]


# -- single dice and volleys --------------------------------------------------------------------


@cache
def volley(dice: int, need: int) -> tuple[float, ...]:
    """Chances of 0, 1, … hits with some dice that hit on ``need`` or less. Rule 9.21.

    >>> volley(2, 5)
    (0.25, 0.5, 0.25)
    """
    p = min(max(need, 0), DIE) / DIE
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


def _hit(chances: Chances, target: int, hits: Sequence[float]) -> Chances:
    """Spread each case over the hits one unit may take; excess is lost. Rule 9.22."""
    spread: defaultdict[Strengths, float] = defaultdict(float)
    for strengths, chance in chances.items():
        for count, probability in enumerate(hits):
            if probability:
                left = max(strengths[target] - count, 0)
                after = (*strengths[:target], left, *strengths[target + 1 :])
                spread[after] += chance * probability
    return dict(spread)


# -- a side's choices ---------------------------------------------------------------------------


def _place_markers(kinds: Sequence[str], strengths: Strengths, count: int) -> list[int]:
    """Which units get the artillery markers. Rule 9.46."""
    marked, placed = [0] * len(kinds), []
    for _ in range(count):
        legal = shell_targets(kinds, strengths, marked)
        target = max(legal, key=lambda i: strengths[i])
        marked[target] += 1
        placed.append(target)
    return placed


def _aim(
    firers: Sequence[int],
    firing: Strengths,
    targets: Sequence[int],
    facing: Strengths,
    *,
    defending: bool,
) -> Iterator[tuple[int, int]]:
    """Pairs of firer and target, by position. Rules 9.52, 9.53, 9.54, 9.55, 9.56, 9.57.

    Args:
        firers: Quality of each firing unit.
        firing: Its strength.
        targets: Quality of each enemy unit.
        facing: Its strength.
        defending: Whether the firing side defends.
    """
    ready = [i for i, strength in enumerate(firing) if strength]
    alive = [i for i, strength in enumerate(facing) if strength]
    aimed = [0] * len(targets)
    if not alive:
        return
    for firer in sorted(ready, key=lambda i: -firers[i]):
        seen = [Target(targets[i], facing[i], aimed[i]) for i in alive]
        legal = legal_targets(firers[firer], seen, alone=len(ready) == 1, defending=defending)
        target = max((alive[i] for i in legal), key=lambda i: facing[i])
        aimed[target] += 1
        yield firer, target


# -- the battle ---------------------------------------------------------------------------------


class _Calculation:
    """The stages of one battle as distributions over strengths.

    Rules 9.31, 9.32, 9.33, 9.34, 9.35, 9.36, 9.37.
    """

    def __init__(self, g: MistState, battle: Battle) -> None:
        self.g, self.battle = g, battle
        setting = g.setting
        self.units = (battle.attackers, battle.defenders)
        self.sides = (battle.attacker, enemy(battle.attacker))
        self.start = tuple(tuple(g.strength[unit] for unit in units) for units in self.units)
        self.quality = tuple([setting.quality[unit] for unit in units] for units in self.units)
        self.kinds = tuple([setting.units[unit].kind for unit in units] for units in self.units)
        self.values = (setting.attack, setting.defence)

    def calls(self, role: int) -> tuple[float, ...]:
        """Chances of 0, 1, … successful requests of the attacker (0) or defender (1)."""
        side = self.sides[role]
        need = request_need(self.g, self.battle.area, side)
        return volley(requests(self.g, self.battle, side), need)

    def barrage(self, battle: Battle, role: int, markers: int) -> Chances:
        """The other role's strengths after a role's artillery. Rules 9.32, 9.35."""
        value = (ATTACKERS_SHOT, DEFENDERS_SHOT)[role]
        other = 1 - role
        chances: Chances = {self.start[other]: 1.0}
        for target in _place_markers(self.kinds[other], self.start[other], markers):
            mods = modifiers(self.g, battle, self.sides[role], None, self.units[other][target])
            chances = _hit(chances, target, volley(1, value - total_modifier(mods)))
        return chances

    def fire(self, battle: Battle, role: int, firing: Strengths, facing: Strengths) -> Chances:
        """The other role's strengths after a role's units have fired. Rules 9.34, 9.37."""
        other = 1 - role
        chances: Chances = {facing: 1.0}
        aims = _aim(self.quality[role], firing, self.quality[other], facing, defending=role == 1)
        for firer, target in aims:
            unit, victim = self.units[role][firer], self.units[other][target]
            mods = modifiers(self.g, battle, self.sides[role], unit, victim)
            need = self.values[role][unit] - total_modifier(mods)
            chances = _hit(chances, target, volley(firing[firer], need))
        return chances

    def outcome(self) -> tuple[dict[tuple[Strengths, Strengths], float], float]:
        """Chances of all endings, and of combined arms."""
        endings: defaultdict[tuple[Strengths, Strengths], float] = defaultdict(float)
        united = 0.0
        for markers, chance in enumerate(self.calls(0)):
            combined = has_combined_arms(self.g, self.battle.attackers, markers)
            united += chance * combined
            battle = msgspec.structs.replace(self.battle, combined_arms=combined)
            attackers = self._after_defence(battle)
            defenders = self.barrage(battle, 0, markers)
            for left, p in attackers.items():
                for facing, q in defenders.items():
                    for final, r in self.fire(battle, 0, left, facing).items():
                        endings[left, final] += chance * p * q * r
        return dict(endings), united

    def _after_defence(self, battle: Battle) -> Chances:
        """The attackers after the defender's artillery and fire."""
        after: defaultdict[Strengths, float] = defaultdict(float)
        for markers, chance in enumerate(self.calls(1)):
            for shelled, p in self.barrage(battle, 1, markers).items():
                for left, q in self.fire(battle, 1, self.start[1], shelled).items():
                    after[left] += chance * p * q
        return dict(after)


def battle_forecast(g: MistState, battle: Battle) -> Forecast:
    """The exact distribution of a battle's outcome.

    Its tables are the total strengths left to the attacker and to the defender. Its figures are
    the expected losses, the chances that the area is cleared of defenders, that no attacker is
    left, and that the attacker gets combined arms (9.6).
    """
    calculation = _Calculation(g, battle)
    endings, united = calculation.outcome()
    left: tuple[defaultdict[int, float], ...] = (defaultdict(float), defaultdict(float))
    cleared = repulsed = 0.0
    for strengths, chance in endings.items():
        for role in (0, 1):
            left[role][sum(strengths[role])] += chance
        repulsed += chance * (not any(strengths[0]))
        cleared += chance * (any(strengths[0]) and not any(strengths[1]))
    losses = [
        sum(calculation.start[role]) - sum(total * p for total, p in left[role].items())
        for role in (0, 1)
    ]
    return Forecast(
        attackers=_names(g, battle.attackers),
        defenders=_names(g, battle.defenders),
        tables={
            "attacker_left": dict(sorted(left[0].items())),
            "defender_left": dict(sorted(left[1].items())),
        },
        figures={
            "cleared": cleared,
            "repulsed": repulsed,
            "combined_arms": united,
            "attacker_loss": losses[0],
            "defender_loss": losses[1],
        },
        modifiers=_certain_modifiers(g, battle, hope=united > 0),
    )


def _names(g: MistState, units: Sequence[int]) -> tuple[tuple[str, int], ...]:
    return tuple((g.setting.units[unit].id, g.strength[unit]) for unit in units)


def _certain_modifiers(g: MistState, battle: Battle, *, hope: bool) -> tuple[Modifier, ...]:
    """Modifiers that do not depend on the requests to come.

    Where there is no hope of combined arms, that they are missing is certain (9.71c).
    """
    known = msgspec.structs.replace(battle, combined_arms=hope)
    sides = (battle.attacker, enemy(battle.attacker))
    found = {
        modifier
        for side in sides
        for unit in battle.units(side)
        for target in battle.units(enemy(side))
        for modifier in modifiers(g, known, side, unit, target)
    }
    return tuple(sorted(found, key=lambda modifier: modifier.rule))


# -- which battle -------------------------------------------------------------------------------


def planned_battle(g: MistState, area: Place) -> Battle | None:
    """The battle that would be fought in an area as things stand.

    The units already bound to attack there, joined by the group being moved if it can get there
    (and by all friendly units present if nobody is bound yet); None if there is nobody to fight.
    """
    step = g.steps[-1] if g.steps else None
    if not isinstance(step, Moving):
        decider = g.offered.side if g.offered else 0
        return _battle_with(g, area, decider, 0, over_river=True)
    here = g.where[step.units[0]]
    if here == area:
        return _battle_with(g, area, step.side, step.group, over_river=False)
    for ford in (False, True):
        if ford and step.group & g.setting.armor:
            continue
        route = (here, *step.way(g, area, ford=ford).places)
        if len(route) > 1:
            link = g.setting.board.link_between(route[-2], area)
            bridge = link is not None and g.setting.board.links[link].bridge
            return _battle_with(g, area, step.side, step.group, over_river=bridge)
    return _battle_with(g, area, step.side, 0, over_river=True)


def _battle_with(
    g: MistState, area: Place, side: int, group: int, *, over_river: bool
) -> Battle | None:
    """The battle in an area if a group joined the attack there."""
    trial = g.copy()
    for unit in each_piece(group):
        trial.put(unit, area)
    trial.attacking |= group
    if group and not over_river:
        trial.crossed &= ~group
    elif group:
        trial.crossed |= group
    if not trial.stack(area, side) & trial.attacking:
        trial.attacking |= trial.stack(area, side)
    if not (trial.stack(area, side) and trial.stack(area, enemy(side))):
        return None
    battle = open_battle(trial, area, side)
    return msgspec.structs.replace(battle, supported=_is_supported(g, area))


def _is_supported(g: MistState, area: Place) -> bool:
    """Whether a special unit helps the Germans in an area: one placed for it will. Rule 14.24."""
    if g.battle and g.battle.area == area:
        return g.battle.supported
    return can_support(g, area)


WORDS = ("attackers", "defenders", "side", "river", "front", "support")


def described_forecast(setting: MistSetting, words: Mapping[str, str]) -> Forecast:
    """The chances of a battle described in words, see :func:`described_battle`."""
    g, battle = described_battle(setting, words)
    forecast = battle_forecast(g, battle)

    def kinds(units: Sequence[int]) -> tuple[tuple[str, int], ...]:
        return tuple((setting.units[unit].kind, g.strength[unit]) for unit in units)

    # The units only stand in for the described ones: they go by their kind, not by their names.
    return msgspec.structs.replace(
        forecast, attackers=kinds(battle.attackers), defenders=kinds(battle.defenders)
    )


def described_battle(setting: MistSetting, words: Mapping[str, str]) -> tuple[MistState, Battle]:
    """A battle described in words.

    ``attackers`` and ``defenders`` are units as kind:strength joined by commas, with ``e`` for
    entrenched and ``o`` for out of supply: ``armor:3,infantry:4`` against ``infantry:2e``.
    ``side`` is the attacker (german if missing). ``river`` (9.71d), ``front`` (9.44) and
    ``support`` (14.24) apply if they are given at all.
    """
    for word in words:
        if word not in WORDS:
            raise SetupError("no-word", word=word, expected=", ".join(WORDS))
    attacker = words.get("side", SIDES[0])
    if attacker not in SIDES:
        raise SetupError("no-side", side=attacker, expected=", ".join(SIDES))
    side = SIDES.index(attacker)
    g = MistState(
        setting=setting,
        seed=bytes(32),
        where=[NOWHERE] * len(setting.units),
        strength=[0] * len(setting.units),
        stacks=[0] * setting.place_count,
        present=[0, 0],
    )
    attackers, oos = _muster(g, words, "attackers", side)
    defenders, also_oos = _muster(g, words, "defenders", enemy(side))
    areas = setting.front if "front" in words else setting.all_areas & ~setting.front
    return g, Battle(
        area=each_place(areas)[0],
        attacker=side,
        attackers=attackers,
        defenders=defenders,
        oos=oos | also_oos,
        river="river" in words,
        supported="support" in words,
    )


def _muster(g: MistState, words: Mapping[str, str], who: str, side: int) -> tuple[Pieces, int]:
    """Units that stand for the described ones, and which of them are out of supply."""
    units, oos, told = [], 0, words.get(who, "")
    for word in told.split(","):
        kind, strength, flags = _read_unit(word, f"{who}={told}")
        unit = _spare_unit(g, kind, side, f"{who}={told}")
        g.strength[unit] = strength
        g.dug_in |= ("e" in flags) << unit
        oos |= ("o" in flags) << unit
        units.append(unit)
    return tuple(units), oos


def _read_unit(word: str, text: str) -> tuple[str, int, str]:
    kind, _, rest = word.strip().partition(":")
    digits = rest.rstrip("eo")
    if not digits.isdigit() or not 1 <= int(digits) <= 10:
        raise MistSetupError("bad-units", text=text)
    return kind, int(digits), rest[len(digits) :]


def _spare_unit(g: MistState, kind: str, side: int, text: str) -> Piece:
    """A unit of a kind that is not in the described battle yet."""
    taken = set_of(unit for unit, strength in enumerate(g.strength) if strength)
    for unit in each_piece(g.setting.army[side] & ~taken):
        if g.setting.units[unit].kind == kind:
            return unit
    raise MistSetupError("bad-units", text=text)
