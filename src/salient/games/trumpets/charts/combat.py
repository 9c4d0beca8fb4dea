"""Charts of the combat segment: results, terrain, weapons, positions, artillery, air, barrages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from salient.engine.data import load_document
from salient.engine.errors import DataError
from salient.engine.typed import convert
from salient.games.trumpets.charts.cells import Grid, read_chart
from salient.games.trumpets.charts.names import formation_id

ODDS = ("1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
"""The columns of the combat results table (tab-crt)."""

NATIONS = ("us", "british", "german")
BARRAGE_COLUMNS = tuple(f"c{number}" for number in range(1, 9))
SUPPORT_COLUMNS = (
    "clear", "woods", "forest", "broken", "town", "marsh", "city", "strongpoint", "fortress",
)  # fmt: skip
"""What a hex may be on the charts of attack support (tab-nw, tab-fa)."""

POSITIONS = ("ip5", "ip6", "roadblock", "strongpoint", "fortress")
AIRCRAFT = ("fw190", "me262", "ju88", "p47", "b26")
FIRST_TURN = "16MO"
DOUBLES = {
    "any double on the red and white die": frozenset(range(1, 7)),
    "double six": frozenset({6}),
}
"""The faces whose doubles are meant."""

ATTRITION = {"a1": "a1", "a1v": "a1v", "-": ""}


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the terrain chart: columns, die modifier, multiplier of the defence."""

    shift: int = 0
    drm: int = 0
    df: int = 1


class WeaponEffect(NamedTuple):
    """A line of the weapon effects chart.

    Rows we-01, we-02, we-03, we-04, we-05, we-06, we-07, we-08, we-09, we-10, we-11, we-12, we-13,
    we-14, we-15, we-16, we-17, we-18, we-19, we-20, we-21, we-22, we-23, we-24, we-25, we-26,
    we-27.
    """

    rule: str
    shift: int
    drm: int


class Position(NamedTuple):
    """What a position does in combat. Rows tab-pos-*.

    Attributes:
        er: ER of its garrison, 0 if it does not change it.
        shift: Columns.
        ignores_ca: Whether its garrison ignores CA.
        combined_arms, stug, flank, overrun: Whether these work against it.
        advance: ``normal``, ``basic`` or ``stop_in_roadblock``.
    """

    er: int
    shift: int
    ignores_ca: bool
    combined_arms: bool
    stug: bool
    flank: bool
    overrun: bool
    advance: str


class AirSupport(NamedTuple):
    """What an aircraft adds to a combat: factors and columns. Rows tab-air-*."""

    cf: int
    shift: int


class Barrage(NamedTuple):
    """A cell of a barrage table.

    Attributes:
        share: Part of the firing CF that is added.
        effect: ``S`` for shock, ``A`` for abort, empty for neither.
        stars: Die modifiers for the combat that follows.
    """

    share: Fraction
    effect: str
    stars: int


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a code of the combat results table means. Rows res-crt-*.

    Attributes:
        def_eliminated, att_eliminated: Whether all defenders, attackers are eliminated.
        def_steps, att_steps: Steps they lose.
        def_afv, att_afv: Whether that is an AFV step loss.
        def_retreat, att_retreat: Hexes they retreat.
        marker: ``ca`` or ``engaged``.
        both_sides: Whether the marker concerns both sides.
    """

    def_eliminated: bool = False
    def_steps: int = 0
    def_afv: bool = False
    def_retreat: int = 0
    att_eliminated: bool = False
    att_steps: int = 0
    att_afv: bool = False
    att_retreat: int = 0
    marker: str = ""
    both_sides: bool = False


class BlitzResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a code of the blitzkrieg table means. Rows tab-blitz, rc-blitz-3."""

    advance: int = 0
    marker: str = ""
    attacker_steps: int = 0
    status: str = ""


class AdvanceCell(NamedTuple):
    """Hexes of an advance by class. Rows tab-adv-*."""

    recon: int
    road: int
    basic: int


class Rolls(NamedTuple):
    """The lowest and the highest row of a table."""

    low: int
    high: int

    def row(self, roll: int) -> int:
        """The row of a modified roll: those beyond the table use its ends (note-crt-5)."""
        return max(self.low, min(roll, self.high))


class CombatCharts:
    """Everything that is looked up while combats are fought.

    Attributes:
        crt: White die: codes by row, in the order of :data:`ODDS` (tab-crt--3, tab-crt--2,
            tab-crt--1 and on).
        attrition: Red die, likewise (tab-red-1, tab-red-2, tab-red-3, tab-red-4, tab-red-5,
            tab-red-6, tab-red-7).
        rows: The rows of the two.
        results: Codes of both (res-crt-att-afv, res-crt-att-step, res-crt-d1v and others).
        drm: The lowest and the highest total die modifier (gc-14c, gc-14d).
        terrain: By row of the chart and column.
        weapons: The lines by rule.
        positions: By kind.
        rockets: NW attack support: fraction by first turn or not, and column (tab-nw).
        artillery: FA attack support: fraction by poor visibility or not, and column (tab-fa).
        surprise_fire: The same for Germans in the first turn (tab-fa-16mo).
        defence: Defence support: fraction by visibility, and whether from one hex.
        air: By aircraft, and whether in fog.
        barrage_from: CF from which each column begins, by nation.
        coordination: The highest die that coordinates fire, by nation.
        on_defender, on_attacker: The barrage tables, by roll and column.
        star: Die modifier of a star on the defender, on the attacker.
        blitz: Codes by row, by column of :data:`ODDS` (tab-blitz--2, tab-blitz--1 and on).
        blitz_rows: Its rows.
        blitz_results: Its codes.
        blitz_from: The least odds of such an attack.
        advance: Hexes by result.
        advance_road: Cost of a road hex in an advance, in half MF (note-adv-4).
        losses: The four lists of priorities (tab-loss).
        cancelling: Doubles that cancel an attack, by case (cancel-1, cancel-2).
        night_divisions: Formations with night superiority (note-terrain-3, note-terrain-4).
        advancing_hqs: Formations whose HQ advances (note-adv-1).
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read the charts."""
        self._read_results(folders)
        self._read_ground(folders)
        self._read_artillery(folders)
        self._read_barrages(folders)
        self._read_blitzkrieg(folders)
        self._read_sequel(folders)

    # -- results ------------------------------------------------------------------------------

    def _read_results(self, folders: Sequence[Path]) -> None:
        crt = read_chart("crt", ("roll",), folders)
        red = read_chart("crt_attacker_attrition", ("roll",), folders)
        document = load_document("charts/crt_results.toml", folders)
        limits = document["limits"]
        self.rows = Rolls(limits["roll_min"], limits["roll_max"])
        self.drm = Rolls(limits["drm_min"], limits["drm_max"])
        codes = {code for cells in crt.values() for code in _row(cells, ODDS)}
        self.results = {code: convert(document[code], Result) for code in (*codes, "a1", "a1v")}
        self.crt = {int(roll): _row(cells, ODDS) for (roll,), cells in crt.items()}
        self.attrition = {
            int(roll): tuple(ATTRITION[cell] for cell in _row(cells, ODDS))
            for (roll,), cells in red.items()
        }

    # -- ground and arms ----------------------------------------------------------------------

    def _read_ground(self, folders: Sequence[Path]) -> None:
        document = load_document("charts/terrain_combat.toml", folders)
        columns = document["columns"]
        self.terrain = {
            (row, column): convert(cells[column], TerrainEffect)
            for row, cells in document.items()
            if isinstance(cells, dict) and columns[0] in cells and row != "column_use"
            for column in columns
        }
        weapons = load_document("charts/weapon_effects.toml", folders)
        self.weapons = {
            line["id"]: WeaponEffect(line["id"], line["shift"], line["drm"])
            for line in weapons["effect"]
        }
        positions = load_document("charts/positions.toml", folders)
        self.positions = {kind: _position(positions[kind]) for kind in POSITIONS}
        air = read_chart("air_support", ("aircraft",), folders)
        self.air = {
            (kind, fog): AirSupport(int(air[kind,][f"{sky}_cf"]), int(air[kind,][f"{sky}_shift"]))
            for kind in AIRCRAFT
            for fog, sky in ((False, "clear"), (True, "fog"))
        }
        names = load_document("charts/formations.toml", folders)
        self.night_divisions = tuple(map(formation_id, names["night_superiority"]))
        self.advancing_hqs = tuple(map(formation_id, names["special_advance_hq"]))

    # -- artillery ----------------------------------------------------------------------------

    def _read_artillery(self, folders: Sequence[Path]) -> None:
        rockets = read_chart("nw_attack_support", ("turn", "weather"), folders)
        self.rockets = {
            (first, column): Fraction(rockets[turn, "any"][column])
            for first, turn in ((True, FIRST_TURN), (False, "other"))
            for column in SUPPORT_COLUMNS
        }
        guns = read_chart("fa_attack_support", ("turn", "side", "weather"), folders)
        self.surprise_fire = {
            column: Fraction(guns[FIRST_TURN, "german", "any"][column])
            for column in SUPPORT_COLUMNS
        }
        self.artillery = {
            (poor, column): Fraction(guns["other", "any", sky][column])
            for poor, sky in ((False, "clear"), (True, "night_fog_snow"))
            for column in SUPPORT_COLUMNS
        }
        defence = read_chart("fa_defense_support", ("weather",), folders)
        self.defence = {
            (poor, several): Fraction(defence[sky,][f"attacked_from_{many}"])
            for poor, sky in ((False, "clear"), (True, "night_fog_snow"))
            for several, many in ((False, "one_hex"), (True, "several_hexes"))
        }

    def _read_barrages(self, folders: Sequence[Path]) -> None:
        columns = read_chart("barrage_columns", ("nation",), folders)
        self.barrage_from = {
            nation: tuple(_lowest(cell) for cell in _row(columns[nation,], BARRAGE_COLUMNS))
            for nation in NATIONS
        }
        effects = load_document("charts/barrage_effects.toml", folders)
        self.coordination = {nation: effects["coordination"][nation][1] for nation in NATIONS}
        pattern = re.compile(effects["cell_pattern"])
        self.on_defender = _barrages("barrage_on_defender", pattern, folders)
        self.on_attacker = _barrages("barrage_on_attacker", pattern, folders)
        self.star = (effects["on_defender"]["star_drm"], effects["on_attacker"]["star_drm"])

    def barrage_column(self, nation: str, cf: int) -> int:
        """The column of a barrage from 0, -1 below the first. Rows tab-bd-cols, tab-ba-cols."""
        return sum(cf >= least for least in self.barrage_from[nation]) - 1

    # -- blitzkrieg, losses, advance ----------------------------------------------------------

    def _read_blitzkrieg(self, folders: Sequence[Path]) -> None:
        table = read_chart("blitzkrieg", ("roll",), folders)
        document = load_document("charts/blitzkrieg_results.toml", folders)
        self.blitz_from = ODDS.index(document["min_odds"])
        self.blitz_rows = Rolls(
            min(int(roll) for (roll,) in table), max(int(roll) for (roll,) in table)
        )
        columns = [odds for odds in ODDS if odds in table["1",]]
        self.blitz = {int(roll): _row(cells, columns) for (roll,), cells in table.items()}
        self.blitz_results = {
            code: convert(meaning, BlitzResult) for code, meaning in document["result"].items()
        }

    def blitz_code(self, roll: int, column: int) -> str:
        """The cell of the blitzkrieg table; odds beyond 5-1 use that column. Row tab-blitz."""
        cells = self.blitz[self.blitz_rows.row(roll)]
        return cells[min(column - self.blitz_from, len(cells) - 1)]

    def _read_sequel(self, folders: Sequence[Path]) -> None:
        table = read_chart("advance_after_combat", ("result",), folders)
        self.advance = {
            result: AdvanceCell(int(cells["recon"]), int(cells["road"]), int(cells["basic"]))
            for (result,), cells in table.items()
        }
        rules = load_document("charts/advance_rules.toml", folders)
        self.advance_road: int = 2 * rules["limits"]["road_cost"]
        losses = load_document("charts/loss_priorities.toml", folders)
        self.losses = {
            name: tuple(losses[name])
            for name in (
                "attacker_afv_loss", "defender_afv_loss", "attacker_loss", "defender_loss",
            )
        }  # fmt: skip
        cases = load_document("charts/attack_cancellation.toml", folders)["case"]
        self.cancelling = {case["id"]: DOUBLES[case["dice"]] for case in cases}


def _row(cells: Mapping[str, str], columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(cells[column] for column in columns)


def _position(cells: Mapping[str, Any]) -> Position:
    return Position(
        cells["defender_er"],
        cells["crt_shift"],
        cells["ignores_ca"],
        cells["combined_arms_allowed"],
        cells["stug_assault_allowed"],
        cells["flank_attack_allowed"],
        cells["overrun_allowed"],
        cells["advance"],
    )


def _lowest(cell: str) -> int:
    """The least number of a range.

    >>> _lowest("26-30"), _lowest("61+")
    (26, 61)
    """
    return int(re.split(r"[-+]", cell)[0])


def _barrages(
    name: str, pattern: re.Pattern[str], folders: Sequence[Path]
) -> dict[int, tuple[Barrage, ...]]:
    table: Grid = read_chart(name, ("roll",), folders)
    return {
        int(roll): tuple(_barrage(cell, pattern, name) for cell in _row(cells, BARRAGE_COLUMNS))
        for (roll,), cells in table.items()
    }


def _barrage(cell: str, pattern: re.Pattern[str], name: str) -> Barrage:
    match = pattern.match(cell)
    if match is None:
        raise DataError.entry(f"{name}.csv", cell, "a barrage result")
    share, _, effect, stars = match.groups()
    return Barrage(Fraction(share or 1), effect or "", len(stars or ""))
