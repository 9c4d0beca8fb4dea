"""Words for battles: line up two sides in an area, let one attack, look at the dice.

Units are named in one string, a strength that differs from the counter after ``=``::

    field = line_up("ga1 gi1=2", "am1")
    dice(...)                       # requests (defender first), barrage, fire; then the attacker
    field.attack()
"""

from __future__ import annotations

from typing import Self

from salient.engine import Event
from salient.engine.events import Rolled
from salient.games.mist.events import BattleBegan, BattleEnded, Fired, MarkerPlaced, Shelled
from salient.games.mist.setting import SIDES
from tests.games.mist.table import Table

MISS = 10
"""The die that hits nothing and calls nothing."""


class Battlefield(Table):
    """A table at which battles are fought and their dice inspected."""

    attackers: tuple[str, ...] = ()

    def deploy(self, where: str, units: str) -> Self:
        """Place units such as ``ga1 gi1=2``."""
        for word in units.split():
            name, _, strength = word.partition("=")
            self.put(where, name, strength=int(strength) if strength else None)
        return self

    def attack(self) -> Self:
        """The lined-up attackers attack where they stand; their side moves nobody else."""
        first, *others = self.attackers
        self.begin("german" if first.startswith("g") else "allied")
        self.play(f"activate {first}", *(f"join {unit}" for unit in others), "attack")
        return self.end_movement()

    def enter(self, *marches: str) -> Self:
        """Units go one by one, ``gi1 ford Cedar``; nobody blows a bridge; then movement ends."""
        for march in marches:
            unit, order = march.split(maxsplit=1)
            self.play(f"activate {unit}", order)
            self.play(*sorted(self.offered("decline")))
        return self.end_movement()

    def end_movement(self) -> Self:
        """Close the movement phase, unless it closed itself for want of units."""
        if self.asked.endswith("movement"):
            self.play("end")
        return self

    # -- what the dice say ----------------------------------------------------------------------

    def rolls(self, purpose: str, side: str = "") -> list[Rolled]:
        """The rolls made for artillery requests, barrage or fire, perhaps of one side only."""
        return [
            roll
            for roll in self.happened(Rolled)
            if roll.purpose == purpose and side in ("", SIDES[roll.side])
        ]

    def requests(self, side: str) -> int:
        """How many request dice a side has thrown."""
        return sum(len(roll.faces) for roll in self.rolls("artillery", side))

    def hits(self, purpose: str, side: str) -> int:
        """How many dice of a side succeeded."""
        return sum(roll.successes for roll in self.rolls(purpose, side))

    def shift(self, purpose: str, side: str) -> dict[str, int]:
        """The modifiers of a side's last roll by rule."""
        return {entry.rule: entry.value for entry in self.rolls(purpose, side)[-1].modifiers}

    def sequence(self) -> list[str]:
        """Whose dice were thrown for what, in order: ``allied artillery``."""
        return [f"{SIDES[roll.side]} {roll.purpose}" for roll in self.happened(Rolled)]

    # -- what the units do ----------------------------------------------------------------------

    def name(self, unit: int) -> str:
        return str(self.g.setting.units[unit].id)

    def names(self, units: tuple[int, ...]) -> set[str]:
        return {self.name(unit) for unit in units}

    def shots(self, side: str = "") -> list[str]:
        """Who fired at whom, in order: ``ga1 am1``."""
        return [
            f"{self.name(shot.firer)} {self.name(shot.target)}"
            for shot in self.happened(Fired)
            if side in ("", SIDES[self.g.setting.side_of[shot.firer]])
        ]

    def marked(self, side: str) -> list[str]:
        """The units that got a side's artillery markers, in order."""
        return self._targets(MarkerPlaced, side)

    def shelled(self, side: str) -> list[str]:
        """The units at which a side's artillery rolled, in order."""
        return self._targets(Shelled, side)

    def battles(self) -> list[str]:
        """Where battles were fought to their end, in order."""
        return [self.g.setting.place_names[end.area] for end in self.happened(BattleEnded)]

    def opened(self) -> BattleBegan:
        """How the last battle began."""
        began = self.happened(BattleBegan)[-1]
        assert isinstance(began, BattleBegan)
        return began

    def _targets(self, kind: type[Event], side: str) -> list[str]:
        return [
            self.name(event.target) for event in self.happened(kind) if SIDES[event.side] == side
        ]


def line_up(
    attackers: str, defenders: str, area: str = "Elm", clock: str = "17-1", **options: str
) -> Battlefield:
    """Both sides in one area since the last impulse, everybody in supply, the attack to come."""
    field = Battlefield(clock, **options)
    field.deploy(area, attackers).deploy(area, defenders)
    field.attackers = tuple(word.partition("=")[0] for word in attackers.split())
    return field


def cut_off_attackers(attackers: str, defenders: str, **options: str) -> Battlefield:
    """Germans in Elm with American blocks in Cedar and Birch behind them: all out of supply."""
    field = line_up(attackers, defenders, **options)
    return field.deploy("Birch", "ai3").deploy("Cedar", "ai2")


def cut_off_defenders(attackers: str, defenders: str, **options: str) -> Battlefield:
    """Americans in Elm whose line leads over a blown bridge: only armor is out of supply."""
    field = line_up(attackers, defenders, **options)
    field.deploy("Dale", "gi1").deploy("Cedar", "gi2").blow("Elm", "Glen")
    return field
