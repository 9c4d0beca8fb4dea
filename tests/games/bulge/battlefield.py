"""The test map in combat, and the real one: what the tests of chapters 8 and 12 need besides."""

from __future__ import annotations

from typing import Self

from salient.games.bulge import GAME
from salient.games.bulge.events import CombatResolved
from salient.games.bulge.setting import ODDS
from tests.games.bulge.table import Table

SS = ("pz/1SS", "pg1/1SS", "pg2/1SS")
"""A panzer division of 18 attack strength: 4:1 against one American regiment."""

FIELD = "1107"
"""Open ground. A stack in 1108 to its east leaves 1106, 1207 and 1007 free to retreat to."""

RING = ("1108", "1206", "1006")
"""Units here hold every hex around the field."""


class Battlefield(Table):
    """A table with shorthand for combats."""

    def throw(self, result: str, column: str) -> tuple[int, int]:
        """Two dice that give a result in a column of the combat results table (8.3-5)."""
        lines = self.g.setting.crt.items()
        total = next(dice for dice, line in lines if line[ODDS.index(column)] == result)
        return total // 2, total - total // 2

    def quiet(self, column: str) -> tuple[int, int]:
        """Two dice that do the defender no harm."""
        found = {line[ODDS.index(column)] for line in self.g.setting.crt.values()}
        harmless = ("Cont", "AR", "A1", "Aopt")
        return self.throw(next(result for result in harmless if result in found), column)

    @property
    def combat(self) -> CombatResolved:
        """The last combat that was resolved."""
        resolved: CombatResolved = self.happened(CombatResolved)[-1]
        return resolved

    @property
    def shifts(self) -> dict[str, int]:
        """The shifts of the last combat by rule."""
        return {shift.rule: shift.value for shift in self.combat.shifts}

    def commit(self, target: str, *units: str) -> Self:
        """Name a target and the units that attack it, without declaring yet."""
        self.play(f"target {target}", *(f"commit {unit}" for unit in units))
        return self

    def declare(self, target: str, *units: str) -> Self:
        """Declare an attack; more may follow."""
        self.commit(target, *units).play("declare")
        return self

    def close(self) -> Self:
        """Close the list of attacks; if there was nothing left to attack it is closed already."""
        if self.asked.endswith(" declaring"):
            self.play("end")
        return self


class Ardennes(Battlefield):
    """The real map, empty."""

    game = GAME
