"""The reinforcement group charts: what may be bought, and what a group consists of.

Rules P8.619, P8.6191, P8.6193, P8.6197, P8.620.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path

import msgspec

from salient.engine.data import load_table
from salient.engine.errors import DataError
from salient.games.peiper.calendar import parse_date
from salient.games.peiper.charts.campaigns import CAMPAIGNS, SIDES
from salient.games.peiper.charts.rows import (
    CONTENTS,
    GROUPS,
    MODULES,
    TYPE_TABLES,
    TYPES,
    ContentRow,
    GroupRow,
    ModuleRow,
    TypeRow,
    TypeTableRow,
)

DAGGER = "‡"
ANY_COLOUR = "any"
ON_MAP, EARLY = 2, 4
"""Normal set-up costs half as much again, early entry a quarter, rounded up (8.6194a, 8.6194b)."""
KINDS = {
    "I": "infantry", "HW": "heavy", "V": "vehicle", "G": "gun", "O": "artillery",
    "P": "registered", "F": "works", "S": "sniper", "B": "bombardment", "FB": "aircraft",
}  # fmt: skip
"""What the prefix of an id means. Rule P8.6191."""


class Item(msgspec.Struct, frozen=True):
    """A line of what a group consists of.

    Attributes:
        kind: A counter of the squad game; empty if diced on
        table: A table of types.
        count: How many.
        need: Each comes on a die of at most so much; 0 for those that are given.
        half: Whether they are half-squads.
    """

    kind: str
    table: str
    count: int
    need: int
    half: bool


class Group(msgspec.Struct, frozen=True):
    """A line of a reinforcement group chart with its contents.

    Attributes:
        most: The most that may be bought, by campaign.
        barred: Campaigns for whose first scenario it may not be bought.
        since: The first date it may be bought, by campaign.
        until: The last date.
        contents: Its lines by strength.
    """

    row: GroupRow
    most: dict[str, int]
    barred: frozenset[str]
    since: dict[str, int]
    until: int
    contents: dict[str, tuple[Item, ...]]

    @property
    def id(self) -> str:
        """Its id on the chart."""
        return self.row.id

    @property
    def kind(self) -> str:
        """What its prefix means. Rule P8.6191."""
        return KINDS[self.row.id.rstrip("0123456789")]

    @property
    def cpp(self) -> int:
        """Its price."""
        return self.row.cpp

    @property
    def has_objective(self) -> bool:
        """Whether an objective hex is named for it. Rule P8.2-objective-a."""
        return self.kind in ("infantry", "heavy")

    def price(self, placing: str = "") -> int:
        """Its price, set up normally (``map``) or entering early (``early``) included.

        Rules P8.6194a, P8.6194b.
        """
        extra = {"map": ON_MAP, "early": EARLY}.get(placing)
        return self.cpp + (ceil(self.cpp / extra) if extra else 0)

    def matches(self, colour: str) -> bool:
        """Whether it enters by arrows of a colour. Rules P8.6197, CG6a."""
        colours = self.row.colours.split()
        return ANY_COLOUR in colours or colour in colours

    def name(self, language: str) -> str:
        """What people call it."""
        return self.row.ja if language == "ja" else self.row.name


class TypeTable(msgspec.Struct, frozen=True):
    """A table of types. Rules P8.6202, P8.6203."""

    row: TypeTableRow
    since: int
    lines: tuple[TypeRow, ...]

    def for_campaign(self, campaign: str) -> tuple[TypeRow, ...]:
        """Its lines in a campaign: those of its own if it has any."""
        own = tuple(line for line in self.lines if line.campaign == campaign)
        return own or tuple(line for line in self.lines if not line.campaign)

    def look_up(self, roll: int, campaign: str, date: int) -> TypeRow:
        """What a roll gives."""
        final = roll + (self.row.drm if self.row.drm and date >= self.since else 0)
        for line in self.for_campaign(campaign):
            if line.low <= final <= line.high:
                return line
        raise DataError.entry("charts/types.csv", self.row.table, f"a line for the roll {final}")

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds it can give."""
        return frozenset(line.kind for line in self.lines)


class GroupCharts:
    """Both charts. Rules rc-rg-german, rc-rg-american.

    Attributes:
        sides: Groups by id, by side.
        tables: Tables of types.
        modules: Artillery by side and group.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read and check the charts."""
        contents = _contents(load_table(CONTENTS, folders))
        self.sides: tuple[dict[str, Group], ...] = ({}, {})
        for row in load_table(GROUPS, folders):
            side = SIDES.index(row.side)
            self.sides[side][row.id] = _group(row, contents.pop((row.side, row.id), {}))
        for side_name, group in contents:
            raise DataError.entry(CONTENTS.file, f"{side_name} {group}", "a group of groups.csv")
        self.tables = _tables(load_table(TYPE_TABLES, folders), load_table(TYPES, folders))
        self.modules: dict[tuple[int, str], ModuleRow] = {
            (SIDES.index(row.side), row.group): row for row in load_table(MODULES, folders)
        }
        self._check()

    def _check(self) -> None:
        for side, groups in enumerate(self.sides):
            for group in groups.values():
                for item in (item for items in group.contents.values() for item in items):
                    if item.table and item.table not in self.tables:
                        raise DataError.entry(
                            CONTENTS.file, f"{SIDES[side]} {group.id}",
                            f"a table of type_tables.csv, not {item.table!r}",
                        )  # fmt: skip
        for side, group_id in self.modules:
            if group_id not in self.sides[side]:
                raise DataError.entry(
                    MODULES.file, f"{SIDES[side]} {group_id}", "a group of groups.csv"
                )

    def group(self, side: int, group_id: str, file: str) -> Group:
        """The group with an id, as a data file names it."""
        found = self.sides[side].get(group_id)
        if found is None:
            raise DataError.entry(
                file, f"{SIDES[side]} {group_id}",
                f"one of {', '.join(self.sides[side])}",
            )  # fmt: skip
        return found

    def means(self, side: int, group_id: str) -> tuple[str, ...]:
        """By what a group's artillery may be called, empty for other groups. Rule P8.6206."""
        module = self.modules.get((side, group_id))
        return tuple(module.means.split()) if module else ()

    def kinds_of(self, item: Item) -> frozenset[str]:
        """All kinds that a line of a group can come to."""
        return self.tables[item.table].kinds if item.table else frozenset({item.kind})


def _group(row: GroupRow, contents: Mapping[str, tuple[Item, ...]]) -> Group:
    if row.id.rstrip("0123456789") not in KINDS:
        raise DataError.entry(GROUPS.file, row.id, f"a prefix out of {', '.join(KINDS)}")
    most, barred, since = {}, set(), {}
    for campaign in CAMPAIGNS:
        text = getattr(row, campaign)
        if text.endswith(DAGGER):
            barred.add(campaign)
        most[campaign] = _number(row, campaign, text.removesuffix(DAGGER))
        since[campaign] = _date(row, f"from_{campaign}", 0)
    return Group(row, most, frozenset(barred), since, _date(row, "to", 99), dict(contents))


def _number(row: GroupRow, column: str, text: str) -> int:
    if not text:
        return 0
    if not text.isdigit():
        raise DataError.entry(
            GROUPS.file, f"{row.side} {row.id} {column}", "a number, with ‡ or without"
        )
    return int(text)


def _date(row: GroupRow, column: str, missing: int) -> int:
    text = getattr(row, column)
    if not text:
        return missing
    try:
        return parse_date(text)
    except ValueError as error:
        raise DataError.entry(GROUPS.file, f"{row.side} {row.id} {column}", str(error)) from None


def _contents(
    rows: Sequence[ContentRow],
) -> dict[tuple[str, str], dict[str, tuple[Item, ...]]]:
    found: dict[tuple[str, str], dict[str, tuple[Item, ...]]] = {}
    for row in rows:
        if bool(row.kind) == bool(row.table):
            raise DataError.entry(
                CONTENTS.file, f"{row.side} {row.group} {row.strength} {row.line}",
                "either a kind or a table",
            )  # fmt: skip
        by_strength = found.setdefault((row.side, row.group), {})
        item = Item(row.kind, row.table, row.count, row.need, row.half == "yes")
        by_strength[row.strength] = (*by_strength.get(row.strength, ()), item)
    return found


def _tables(heads: Sequence[TypeTableRow], lines: Sequence[TypeRow]) -> dict[str, TypeTable]:
    found = {}
    for head in heads:
        own = tuple(line for line in lines if line.table == head.table)
        since = parse_date(head.since) if head.since else 0
        table = found[head.table] = TypeTable(head, since, own)
        if head.usual not in table.kinds:
            raise DataError.entry(TYPE_TABLES.file, head.table, "a usual kind that it can give")
        for campaign in CAMPAIGNS:
            _check_lines(head, table.for_campaign(campaign))
    return found


def _check_lines(head: TypeTableRow, lines: Sequence[TypeRow]) -> None:
    """Every roll must give something, and only one thing."""
    rolls = [roll for line in lines for roll in range(line.low, line.high + 1)]
    wanted = range(head.dice, 6 * head.dice + 1 + max(head.drm, 0))
    if sorted(rolls) != list(wanted):
        raise DataError.entry(
            TYPES.file, head.table, f"lines for each roll from {wanted[0]} to {wanted[-1]}, once"
        )
