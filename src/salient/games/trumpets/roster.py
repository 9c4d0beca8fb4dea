"""The units and formations of a scenario, and the sets of them that the charts speak of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from salient.boards.bits import set_of
from salient.engine.errors import DataError
from salient.engine.ids import Piece, Pieces
from salient.games.trumpets.rows import FormationRow, SubstituteRow, UnitRow

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

FRONT_LINE = frozenset({
    "infantry", "motorized", "mechanized", "parachute", "glider",
    "armor", "heavy_tank", "recon", "cavalry",
})  # fmt: skip
"""Arms that fight in the front line (rc-unit-4)."""

SUPPORT = frozenset({"engineer", "antitank", "tank_destroyer", "assault_gun", "antiaircraft"})
"""Arms that support combat (rc-unit-4)."""

INFANTRY = frozenset({"infantry", "motorized", "mechanized", "parachute", "glider"})
AFV = frozenset({"armor", "heavy_tank", "assault_gun", "tank_destroyer"})
TANKS = frozenset({"armor", "heavy_tank"})
GUNS = frozenset({"artillery", "rocket"})
RECON = frozenset({"recon", "cavalry"})
"""Also the arm of the lost icon on the weapon chart (rc-icon-1)."""

ZONE_CLASSES = (
    "infantry_engineer", "recon_cavalry", "afv", "anti_tank", "heavy_aa", "light_aa_mg",
)  # fmt: skip
"""The rows of the zone chart that have a zone of control (tab-zoc)."""

NO_UNIT = Piece(-1)
"""In place of a unit that the scenario does not have."""

HQ_DEFENCE, HQ_MF = 2, 8
"""Defence and movement factors of an HQ, which moves on trucks (rc-hq-2)."""

SUBSTITUTE_ER, SUBSTITUTE_DEFENCE = 3, 5
"""Rule rc-sub-1."""


class Unit(msgspec.Struct, frozen=True):
    """A piece: a battalion, an HQ or a substitute for guns.

    Attributes:
        kind: ``battalion``, ``hq`` or ``substitute``.
        formation: Number of the formation it is under at first; of an HQ its own.
        movement: Movement class as the charts call it: foot differs by side.
        mf: Movement factors in halves.
        members: The battalions a substitute stands for.
    """

    id: str
    name: str
    ja: str
    kind: str
    side: int
    nation: str
    formation: int
    guns: str
    type: str
    toe: str
    size: str
    movement: str
    mf: int
    af: int
    df: int
    er: int
    steps: int
    cf: int = 0
    range: int = 0
    at: int = 0
    members: Pieces = ()


class Formation(msgspec.Struct, frozen=True):
    """A formation of the order of battle.

    Attributes:
        parent: Number of the formation above, -1 for none.
        hq: Its HQ as a piece, -1 where the scenario has none.
    """

    id: str
    name: str
    ja: str
    side: int
    nation: str
    level: str
    parent: int
    range: int
    range_march: int
    letters: str
    hq: Piece = NO_UNIT


class Roster:
    """All pieces of a scenario. Sets of them are ints.

    Attributes:
        units: The pieces.
        formations: The formations, all of the order of battle.
        hqs, front, support, combat, artillery, rockets, guns: Sets by role; ``combat`` units are
            front-line and support units, ``guns`` field artillery and rockets (rc-unit-4).
        classes: Sets by movement class.
    """

    def __init__(
        self,
        wanted: Sequence[str],
        formations: Sequence[FormationRow],
        units: Sequence[UnitRow],
        substitutes: Sequence[SubstituteRow],
    ) -> None:
        """Muster the pieces of a scenario.

        Args:
            wanted: Ids of those that are set up or arrive.
            formations: All formations.
            units: All battalions.
            substitutes: All substitutes for guns.
        """
        self._numbers = {row.id: number for number, row in enumerate(formations)}
        self._rows = {row.id: row for row in formations}
        self._battalions = {row.id: row for row in units}
        self._substitutes = {row.id: row for row in substitutes}
        self.units = self._muster(wanted)
        self.index = {unit.id: Piece(number) for number, unit in enumerate(self.units)}
        self.formations = tuple(self._formation(row) for row in formations)
        self.formation_index = self._numbers
        self._sort()

    # -- pieces -------------------------------------------------------------------------------

    def _muster(self, wanted: Sequence[str]) -> tuple[Unit, ...]:
        ids = list(dict.fromkeys(wanted))
        for name in wanted:
            if name in self._substitutes:
                ids += [m for m in self._substitutes[name].members.split() if m not in ids]
        index = {name: Piece(number) for number, name in enumerate(ids)}
        return tuple(self._unit(name, index) for name in ids)

    def _unit(self, name: str, index: Mapping[str, Piece]) -> Unit:
        if name in self._battalions:
            return self._battalion(self._battalions[name])
        if name in self._substitutes:
            return self._substitute(self._substitutes[name], index)
        if name.startswith("HQ-") and name[3:] in self._rows:
            return self._hq(self._rows[name[3:]])
        raise DataError.entry("units.csv", name, "a unit, a substitute or the HQ of a formation")

    def _number(self, formation: str, unit: str) -> int:
        if formation not in self._numbers:
            raise DataError.entry("formations.csv", unit, f"a formation, not {formation!r}")
        return self._numbers[formation]

    def _battalion(self, row: UnitRow) -> Unit:
        return Unit(
            row.id, row.name, row.ja, "battalion", SIDES.index(row.side), row.nation,
            self._number(row.formation, row.id), row.guns, row.type, row.toe, row.size,
            chart_class(row.movement, row.side), 2 * row.mf,
            row.af, row.df, row.er, row.steps, row.cf, row.range, row.at,
        )  # fmt: skip

    def _hq(self, row: FormationRow) -> Unit:
        return Unit(
            f"HQ-{row.id}", row.name, row.ja, "hq", SIDES.index(row.side), row.nation,
            self._numbers[row.id], "", "hq", row.level, row.level, "truck", 2 * HQ_MF,
            0, HQ_DEFENCE, row.er, 1,
        )  # fmt: skip

    def _substitute(self, row: SubstituteRow, index: Mapping[str, Piece]) -> Unit:
        """Sum of the guns, least range, slowest class. Rule rc-sub-1."""
        rows = [self._battalions[name] for name in row.members.split()]
        slowest = min(rows, key=lambda unit: unit.mf)
        return Unit(
            row.id, row.name, row.ja, "substitute", SIDES.index(slowest.side), slowest.nation,
            self._number(row.formation, row.id), row.guns, rows[0].type, rows[0].toe, "II",
            chart_class(slowest.movement, slowest.side), 2 * slowest.mf,
            0, SUBSTITUTE_DEFENCE, SUBSTITUTE_ER, len(rows),
            sum(unit.cf for unit in rows), min(unit.range for unit in rows),
            members=tuple(index[unit.id] for unit in rows),
        )  # fmt: skip

    def _formation(self, row: FormationRow) -> Formation:
        return Formation(
            row.id, row.name, row.ja, SIDES.index(row.side), row.nation, row.level,
            self._numbers[row.parent] if row.parent else -1,
            row.range, row.range_march, row.letters,
            self.index.get(f"HQ-{row.id}", NO_UNIT),
        )  # fmt: skip

    # -- sets ---------------------------------------------------------------------------------

    def _sort(self) -> None:
        some = self._those
        self.side_of = tuple(unit.side for unit in self.units)
        self.army = tuple(some(lambda unit, side=side: unit.side == side) for side in (0, 1))
        self.hqs = some(lambda unit: unit.kind == "hq")
        self.substitutes = some(lambda unit: unit.kind == "substitute")
        self.front = some(lambda unit: unit.type in FRONT_LINE)
        self.support = some(lambda unit: unit.type in SUPPORT)
        self.combat = self.front | self.support
        self.artillery = some(lambda unit: unit.type == "artillery")
        self.rockets = some(lambda unit: unit.type == "rocket")
        self.guns = self.artillery | self.rockets
        self.emplaced = self.guns | self.hqs  # Pieces with two modes (rc-mode-1).
        self.afv = some(lambda unit: unit.type in AFV)
        self.tanks = some(lambda unit: unit.type in TANKS)
        self.heavy_tanks = some(lambda unit: unit.type == "heavy_tank")
        self.infantry = some(lambda unit: unit.type in INFANTRY)
        self.recon = some(lambda unit: unit.type in RECON and not is_foot(unit.movement))
        self.stug = some(lambda unit: unit.toe in ("g_stug", "g_stug_co"))
        self.engineers = some(lambda unit: unit.type == "engineer")
        self.bridging = some(lambda unit: unit.toe == "g_brueko")
        self.army_engineers = self.engineers & some(self._is_army_engineer)
        self.heavy_aa = some(lambda unit: unit.toe in ("g_flak_h", "us_aag"))
        self.light_aa = (
            some(lambda unit: unit.type == "antiaircraft" or unit.toe == "g_mg") & ~self.heavy_aa
        )
        self.antiaircraft = some(lambda unit: unit.type == "antiaircraft")
        self.machine_guns = some(lambda unit: unit.toe == "g_mg")
        self.antitank = some(lambda unit: unit.type == "antitank")
        self.improved_at = some(lambda unit: unit.at == 2)
        self.heavy_armour = some(lambda unit: unit.toe in ("g_tiger1", "g_tiger2", "g_jpanther"))
        self.rangers = some(lambda unit: unit.toe == "us_ranger")
        self.british = some(lambda unit: unit.nation == "british")
        self.zone_of = tuple(map(self._zone_index, map(Piece, range(len(self.units)))))
        self.of_zone = tuple(
            set_of(unit for unit, kind in enumerate(self.zone_of) if kind == number)
            for number in range(2 * len(ZONE_CLASSES))
        )
        self.classes = {
            name: some(lambda unit, name=name: unit.movement == name)
            for name in {unit.movement for unit in self.units}
        }

    def _those(self, test: Callable[..., bool]) -> int:
        return set_of(number for number, unit in enumerate(self.units) if test(unit))

    def _zone_index(self, unit: Piece) -> int:
        """Number of a unit's zone class, the side's classes in a row; -1 for none (tab-zoc)."""
        of_class = (
            self.infantry | self.engineers | (self.front & ~self.afv & ~self.recon),
            self.recon, self.afv, self.antitank, self.heavy_aa, self.light_aa,
        )  # fmt: skip
        for number, units in enumerate(of_class):
            if units >> unit & 1:
                return self.side_of[unit] * len(ZONE_CLASSES) + number
        return -1

    def _is_army_engineer(self, unit: Unit) -> bool:
        """German army engineers; US engineers of a corps, an army or a group (rc-unit-4)."""
        if unit.side == GERMAN:
            return unit.toe in ("g_pi_army", "g_brueko")
        return self.formations[unit.formation].level in ("corps", "army", "brigade", "group")


def is_foot(movement: str) -> bool:
    """Whether a movement class of the charts is on foot."""
    return movement in ("foot_german", "foot_allied")


def chart_class(movement: str, side: str) -> str:
    """A movement class as the charts call it: foot differs by side.

    >>> chart_class("foot", "allied"), chart_class("truck", "german")
    ('foot_allied', 'truck')
    """
    return f"foot_{side}" if movement == "foot" else movement
