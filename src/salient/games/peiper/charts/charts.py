"""All charts of the campaign, read once for a list of packs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from pathlib import Path

import msgspec

from salient.engine.data import load_table
from salient.engine.errors import DataError
from salient.games.peiper.calendar import parse_date
from salient.games.peiper.charts.campaigns import SIDES, Campaign, load_campaigns
from salient.games.peiper.charts.fortunes import Fortunes
from salient.games.peiper.charts.groups import Group, GroupCharts, Item, TypeTable
from salient.games.peiper.charts.rows import (
    ENTRIES,
    LEADERS,
    LVP,
    PRESETS,
    PURCHASES,
    WORKS,
    PurchaseRow,
    WorkRow,
)
from salient.games.squad.core.unit_rows import SideName

NO_LEADER = "none"
PHONE = "usPhone"
"""The counter that an American may take instead of a radio (CG15c, note o)."""
PLANES = 2
"""Fighter-bombers of a group. Rule P8.619."""
RARE = 2
"""Of a kind that a table seldom gives there are counters for so many deviations above its mean."""


PRESET = {"foxhole": "foxhole1", "roadblock": "roadblock"}
"""Works that a first order of battle names, as the list of works calls them."""


class Preset(msgspec.Struct, frozen=True):
    """A group, or a loose counter or work, that a side has at the start."""

    group: Group | None
    kind: str
    count: int
    enters: bool


class Charts:
    """What the campaign looks up.

    Attributes:
        campaigns: The three campaigns by name.
        groups: Both reinforcement group charts.
        fortunes: What the dates bring.
        works: What fortification points buy.
        entry_rows, lvp_rows: Entry areas and victory points as the files have them.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read and check everything."""
        self.campaigns: dict[str, Campaign] = load_campaigns(folders)
        self.groups = GroupCharts(folders)
        self.fortunes = Fortunes(folders, self.campaigns)
        self.works: dict[str, WorkRow] = {row.work: row for row in load_table(WORKS, folders)}
        self.entry_rows = load_table(ENTRIES, folders)
        for row in self.entry_rows:
            try:
                parse_date(row.since)
            except ValueError as error:
                raise DataError.entry(ENTRIES.file, f"{row.map} {row.hex}", str(error)) from None
        self.lvp_rows = load_table(LVP, folders)
        self._leaders = {row.roll: row for row in load_table(LEADERS, folders)}
        if set(self._leaders) != set(range(2, 13)):
            raise DataError.entry(LEADERS.file, "roll", "a line for each roll from 2 to 12")
        self._presets = load_table(PRESETS, folders)
        self._purchases = load_table(PURCHASES, folders)
        self._named = tuple(group for chart in self.groups.sides for group in chart.values())
        self._numbers = {
            (SIDES.index(group.row.side), group.id): number
            for number, group in enumerate(self._named)
        }
        for preset in self._presets:
            self._check_group(PRESETS.file, preset.side, preset.group)
        for purchase in self._purchases:
            self._check_group(PURCHASES.file, purchase.side, purchase.group)

    def _check_group(self, file: str, side: SideName, group: str) -> None:
        if group:
            self.groups.group(SIDES.index(side), group, file)

    # -- what a side has at first -------------------------------------------------------------

    def presets(self, campaign: str, side: int) -> Iterator[Preset]:
        """What a side has at the start.

        Rules P8.51-GE-OB, P8.51-US-OB, P8.52-GE-OB, P8.52-US-OB, P8.53-GE-OB, P8.53-US-OB.
        """
        for row in self._presets:
            if (row.campaign, row.side) == (campaign, SIDES[side]):
                group = self.groups.sides[side][row.group] if row.group else None
                yield Preset(group, row.kind, row.count, row.how == "enter")

    def plans(self, campaign: str, side: int) -> dict[int, list[PurchaseRow]]:
        """What the staff proposes to buy for the first scenario."""
        found: dict[int, list[PurchaseRow]] = {}
        for row in self._purchases:
            if (row.campaign, row.side) == (campaign, SIDES[side]):
                found.setdefault(row.plan, []).append(row)
        return found

    # -- names --------------------------------------------------------------------------------

    def group_number(self, side: int, group_id: str) -> int:
        """The number of a group among all: the Germans' first."""
        return self._numbers[side, group_id]

    def group_name(self, number: int, language: str) -> str:
        """What people call a group: its name, with its id."""
        group = self._named[number]
        name = group.name(language)
        return f"{name}（{group.id}）" if language == "ja" else f"{name} ({group.id})"

    # -- dice ---------------------------------------------------------------------------------

    def leader(self, column: str, roll: int) -> str:
        """The leader that comes with a group, empty for none. Rule P8.6205."""
        kind = str(getattr(self._leaders[min(max(roll, 2), 12)], column))
        return "" if kind == NO_LEADER else kind

    def leader_kinds(self, column: str) -> list[str]:
        """The leaders of a column from the best to the worst."""
        kinds = (self.leader(column, roll) for roll in sorted(self._leaders))
        return list(dict.fromkeys(kind for kind in kinds if kind))

    # -- counters -----------------------------------------------------------------------------

    def groups_in_play(self, campaign: str, side: int) -> dict[str, int]:
        """How many of each group a side can have in a campaign: presets and all it may buy."""
        most = {name: group.most[campaign] for name, group in self.groups.sides[side].items()}
        for preset in self.presets(campaign, side):
            if preset.group:
                most[preset.group.id] += preset.count
        return {name: count for name, count in most.items() if count}

    def pool(self, campaign: str, side: int) -> dict[str, int]:
        """The counters a side can have in a campaign, by kind. Rule rc-pool.

        Of what is diced there are enough of the usual kind, and of the others as many as come
        by chance but for one time in twenty or so.
        """
        found: dict[str, int] = {}

        def add(kind: str, count: int) -> None:
            found[kind] = found.get(kind, 0) + count

        diced: dict[str, int] = {}
        for name, many in self.groups_in_play(campaign, side).items():
            for item in self._widest(self.groups.sides[side][name]):
                if item.table:
                    diced[item.table] = diced.get(item.table, 0) + many * item.count
                else:
                    add(item.kind, many * item.count)
        for table, many in diced.items():
            for kind, count in self._shares(self.groups.tables[table], campaign, many).items():
                add(kind, count)
        for preset in self.presets(campaign, side):
            if preset.kind and preset.kind not in self.works and preset.kind != "foxhole":
                add(preset.kind, preset.count)
        for kind, count in self._leaders_of(campaign, side).items():
            add(kind, count)
        phones = sum(
            many for name, many in self.groups_in_play(campaign, side).items()
            if "phone" in self.groups.means(side, name)
        )  # fmt: skip
        if phones:
            add(PHONE, phones)
        return found

    def _widest(self, group: Group) -> Iterator[Item]:
        """The lines of a group's full strength, and of the other form of a mortar section."""
        for strength in ("full", "module"):
            yield from group.contents.get(strength, ())

    def _shares(self, table: TypeTable, campaign: str, many: int) -> dict[str, int]:
        lines = table.for_campaign(campaign)
        shares = {table.row.usual: many}
        for line in lines:
            if line.kind != table.row.usual:
                chance = _chance(line.low, line.high, table.row.dice)
                spread = sqrt(many * chance * (1 - chance))
                shares[line.kind] = min(many, ceil(many * chance + RARE * spread))
        return shares

    def _leaders_of(self, campaign: str, side: int) -> dict[str, int]:
        """Leaders: of each grade as many as come by chance but for one time in twenty or so."""
        wanted: dict[str, int] = {}
        for name, many in self.groups_in_play(campaign, side).items():
            column = self.groups.sides[side][name].row.leaders
            if column:
                wanted[column] = wanted.get(column, 0) + many
        found: dict[str, int] = {}
        for column, many in wanted.items():
            for kind in self.leader_kinds(column):
                rolls = [roll for roll in range(2, 13) if self.leader(column, roll) == kind]
                chance = sum(_chance(roll, roll, 2) for roll in rolls)
                spread = sqrt(many * chance * (1 - chance))
                count = min(many, ceil(many * chance + RARE * spread))
                found[kind] = found.get(kind, 0) + count
        return found

    def leaders_coming(self, campaign: str, side: int) -> int:
        """How many leaders can come with groups at most. Rule P8.6205."""
        chart = self.groups.sides[side]
        in_play = self.groups_in_play(campaign, side)
        return sum(many for name, many in in_play.items() if chart[name].row.leaders)


def _chance(low: int, high: int, dice: int) -> float:
    """The chance of a roll from low to high.

    >>> _chance(2, 3, 2) == 3 / 36, _chance(5, 6, 1) == 2 / 6
    (True, True)
    """
    if dice == 1:
        return (high - low + 1) / 6
    return sum(6 - abs(7 - roll) for roll in range(max(low, 2), min(high, 12) + 1)) / 36
