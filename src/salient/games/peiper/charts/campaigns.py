"""The three campaigns: dates, orders, budgets, limits of the first set-up, victory.

Rules P8.51, P8.52, P8.53.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from salient.boards.bits import set_of, union
from salient.boards.sight_map import parse_hex
from salient.engine.data import convert_document, load_document
from salient.engine.errors import DataError
from salient.engine.ids import Place
from salient.games.peiper.calendar import parse_date
from salient.games.squad.core.unit_rows import SideName
from salient.games.squad.terrain.board import Board, Hex

FILE = "charts/campaigns.toml"
CAMPAIGNS = ("stoumont", "cheneux", "la_gleize")
SIDES: tuple[SideName, ...] = ("german", "american")


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns of a map, down to a slanting line or from it on.

    Attributes:
        columns: The first and the last.
        at: Where the line crosses the first column: a row, every second column half a row more.
        slope: How much farther it lies in each next column.
        at_least: Whether the rows from the line on are meant, else those up to it.
    """

    columns: tuple[str, str]
    at_least: bool
    at: float
    slope: float

    def holds(self, here: Hex) -> bool:
        """Whether a hex lies in the band."""
        first, last = column_of(self.columns[0]), column_of(self.columns[1])
        column, height = here.spot
        if not first <= column <= last:
            return False
        line = self.at + self.slope * (column - first)
        depth = height / 2 + 1
        return depth >= line if self.at_least else depth <= line


class NearBuildings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes within so many of a building hex with a number in ``rows``. Rule P8.51-US-setup."""

    rows: tuple[int, int]
    within: int


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the set-up of a campaign says of a side.

    Attributes:
        bands, near_buildings: The limits of its first set-up; neither for who only enters.
        thin: Columns in which one squad or one vehicle each may set up (P8.52-GE-setup).
        outside_buildings: Squad-equivalents that must be outside buildings (P8.51-US-setup).
    """

    elr: int
    san: int
    cpp: int
    chits: int
    bands: list[Band] = []
    near_buildings: NearBuildings | None = None
    thin: tuple[str, str] | None = None
    outside_buildings: int = 0


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the Americans need to win the campaign; any of it.

    Rules P8.51-VC, P8.52-VC, P8.53-VC.

    Attributes:
        cg_lvp: Their CG-LVP total at the end of a scenario.
        buildings: Buildings to hold wholly at the end of the campaign.
        all_lvp: Whether holding every LVP location at the end of a scenario wins.
        lvp_hexes: LVP hexes to hold at the end of the campaign.
        counts: Hexes that count as several.
        bridge: The bridge that the Germans must not destroy.
    """

    cg_lvp: int = 0
    buildings: list[str] = []
    all_lvp: bool = False
    lvp_hexes: int = 0
    counts: dict[str, int] = {}
    bridge: str = ""


class Initial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side needs to win the first scenario; any of it. Rules P8.51-init-VC and on."""

    side: SideName
    lvp: int = 0
    cvp: int = 0
    cvp_lead: int = 0
    hexes: list[str] = []


class Later(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins a scenario after the first. Rule P8.6234.

    Attributes:
        lvp_gain: What the attacker's LVP must have risen by.
        cvp_lead: Or by how much his CVP exceed the enemy's.
        dual_lvp: What an LVP gained counts in a dual attack, where a CVP counts 1.
        dual_lead: By how much the winner of one must be ahead.
    """

    lvp_gain: int
    cvp_lead: int
    dual_lvp: int
    dual_lead: int


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign.

    Attributes:
        number: I, II or III.
        prefix: What stands before its hexes in the rules.
        begins, ends: Its first and last CG date.
        sections: Map sections: snipers and self-rallies depend on them (CG16, CG18).
        first: Who moves first in the first scenario.
        sets_up_first: Who sets up first in it.
        fanatic: Scenarios for which the Germans may declare fanaticism (CG14).
        headquarters: Hexes to which isolated Germans may trace as well (P8.2-isolated).
        depot: The hex whose loss makes German supplies scarcer, if any (P8.618).
        printed: The keys whose values are printed, separated by spaces.
    """

    number: str
    title: str
    ja: str
    map: str
    prefix: str
    begins: str
    ends: str
    sections: int
    first: SideName
    sets_up_first: SideName
    fanatic: int
    headquarters: list[str]
    depot: str
    printed: str
    german: Side
    american: Side
    victory: Victory
    initial: Initial
    later: Later

    @property
    def dates(self) -> range:
        """Its CG dates."""
        return range(parse_date(self.begins), parse_date(self.ends) + 1)

    def side(self, side: int) -> Side:
        """What it says of a side."""
        return self.american if side else self.german

    def limits(self, board: Board, side: int) -> int:
        """The hexes in which a side may set up at first. Rules P8.5f, P8.51-US-setup and on."""
        given = self.side(side)
        found = set_of(
            here.index for here in board.hexes if any(band.holds(here) for band in given.bands)
        )
        near = given.near_buildings
        if near is None:
            return found
        low, high = near.rows
        houses = [
            here.index for here in board.hexes
            if here.row.building and low <= row_of(here) <= high
        ]  # fmt: skip
        return found | union(_disc(board, house, near.within) for house in houses)

    def thin(self, board: Board, side: int) -> int:
        """The hexes of the columns that hold one squad or vehicle each. Rule P8.52-GE-setup."""
        columns = self.side(side).thin
        if columns is None:
            return 0
        first, last = (column_of(letters) for letters in columns)
        limits = self.limits(board, side)
        return limits & set_of(here.index for here in board.hexes if first <= here.spot[0] <= last)


def column_of(letters: str) -> int:
    """The column with a name, from 0.

    >>> column_of("A"), column_of("Z"), column_of("AA")
    (0, 25, 26)
    """
    return parse_hex(f"{letters}1")[0]


def row_of(here: Hex) -> int:
    """The number in the name of a hex."""
    return int(here.name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _disc(board: Board, centre: Place, within: int) -> int:
    """The hexes no farther than so many from one."""
    away = board.ranges(centre)
    return set_of(index for index in range(len(board.hexes)) if away[index] <= within)


def load_campaigns(folders: Sequence[Path]) -> dict[str, Campaign]:
    """Read the campaigns and check their dates."""
    document = load_document(FILE, folders)
    found = {}
    for name in CAMPAIGNS:
        if name not in document:
            raise DataError.entry(FILE, name, "a table for this campaign")
        found[name] = convert_document(FILE, name, document[name], Campaign)
        for key in ("begins", "ends"):
            _check_date(name, key, getattr(found[name], key))
    return found


def _check_date(campaign: str, key: str, text: str) -> None:
    try:
        parse_date(text)
    except ValueError as error:
        raise DataError.entry(FILE, f"{campaign}.{key}", str(error)) from None
