"""The data files of the campaign, row by row."""

from __future__ import annotations

from typing import Any, Literal

from salient.engine.data import Sourced, Table
from salient.games.squad.core.unit_rows import Flag, SideName

MapName = Literal["stoumont", "cheneux", "la_gleize"]
Mist = Literal["clear", "VL", "L", "M", "H", "VH", "ExH"]
Cloud = Literal["clear", "scattered", "overcast"]
Moon = Literal["", "none", "half", "full"]
Soil = Literal["damp", "snow", "frozen"]
Strength = Literal["full", "reduced", "module"]
Colour = Literal["blue", "red", "green", "grey", "orange"]
Where = Literal["area", "roadside", "hidden", "any"]


class GroupRow(Sourced, frozen=True):
    """A line of a reinforcement group chart. Rules P8.619, P8.6191.

    Attributes:
        id: The prefix tells the kind: I infantry, HW heavy weapons, V vehicles, G guns, O
            artillery, P a pre-registered hex, F fortifications, S a sniper, B a bombardment,
            FB aircraft.
        cpp: Its price.
        stoumont, cheneux, la_gleize: The most bought in the campaign, with a double dagger if
            none may be bought for its first scenario; empty for none.
        from_stoumont, from_cheneux, from_la_gleize: The first date it may be bought.
        to: The last date.
        colours: Entry colours, ``any`` for all (8.6197).
        leaders: The column of the leader table, empty for none.
        leader_drm: What is added to the roll for the leader.
        rolled: Whether it may arrive reduced (8.6201).
    """

    side: SideName
    id: str
    name: str
    ja: str
    cpp: int
    stoumont: str
    cheneux: str
    la_gleize: str
    from_stoumont: str
    from_cheneux: str
    from_la_gleize: str
    to: str
    colours: str
    leaders: str
    leader_drm: int
    rolled: Flag


class ContentRow(Sourced, frozen=True):
    """A line of what a group consists of. Rules P8.6193, P8.6204.

    Attributes:
        kind: A counter of the squad game, or else
        table: A table that is diced.
        need: Each comes on a die of at most so much; 0 for those that are given.
        half: Whether they are half-squads.
    """

    side: SideName
    group: str
    strength: Strength
    line: int
    kind: str
    table: str
    count: int
    need: int
    half: Flag


class TypeTableRow(Sourced, frozen=True):
    """How a table of types is diced. Rules P8.6202, P8.6203.

    Attributes:
        each: One roll for each counter, else one for the group.
        drm: What is added from the date ``since`` on.
        usual: The kind that takes the place of one that has run out.
    """

    table: str
    dice: Literal[1, 2]
    each: Flag
    drm: int
    since: str
    usual: str


class TypeRow(Sourced, frozen=True):
    """What a roll on a table of types gives; ``count`` 0 for as many as the group has."""

    table: str
    campaign: Literal["", "stoumont", "cheneux", "la_gleize"]
    low: int
    high: int
    kind: str
    count: int


class ModuleRow(Sourced, frozen=True):
    """Artillery off the map. Rules CG15, CG22, P8.6206.

    Attributes:
        black, red: Its draw pile.
        means: By what it may be called: radio, phone, observer.
        counted: Whether it is one of the two usable on a date (CG15a).
    """

    side: SideName
    group: str
    calibre: int
    black: int
    red: int
    means: str
    counted: Flag


class PresetRow(Sourced, frozen=True):
    """What a side has at the start. Rules P8.51-GE-OB, P8.51-US-OB, P8.52-GE-OB.

    Rules P8.52-US-OB, P8.53-GE-OB, P8.53-US-OB.

    Attributes:
        group: A group of the chart, or else
        kind: A counter of the squad game, or a work.
        how: Whether it sets up or enters.
    """

    campaign: MapName
    side: SideName
    line: int
    group: str
    kind: str
    count: int
    how: Literal["map", "enter"]


class PurchaseRow(Sourced, frozen=True):
    """What the staff proposes to buy before the first scenario."""

    campaign: MapName
    side: SideName
    plan: int
    line: int
    group: str
    count: int
    placing: Literal["", "map"]
    form: Literal["", "module"]


class CppRow(Sourced, frozen=True):
    """What is added to the roll for purchase points. Rule P8.616."""

    date: str
    stoumont_german: int | None = None
    stoumont_american: int | None = None
    cheneux_german: int | None = None
    cheneux_american: int | None = None
    la_gleize_german: int | None = None
    la_gleize_american: int | None = None


class WeatherRow(Sourced, frozen=True):
    """The weather of a date. Rule P8.617; ``flying``: the die on which aircraft come."""

    date: str
    mist: Mist
    cloud: Cloud
    moon: Moon
    ground: Soil
    snowfall: Flag
    flying: int


class SupplyRow(Sourced, frozen=True):
    """German ammunition and fuel: short on two dice of at most the number. Rule P8.618."""

    date: str
    stoumont_ammo: int | None = None
    stoumont_fuel: int | None = None
    cheneux_ammo: int | None = None
    cheneux_fuel: int | None = None
    la_gleize_ammo: int | None = None
    la_gleize_fuel: int | None = None


class StrengthRow(Sourced, frozen=True):
    """Two dice of at most ``full``: the group is at full strength. Rule P8.6201."""

    day: int
    full: int


class LeaderRollRow(Sourced, frozen=True):
    """The leader that comes with a group, ``none`` for no one. Rule P8.6205."""

    roll: int
    ss: str
    german: str
    parachute: str
    american: str


class WorkRow(Sourced, frozen=True):
    """What fortification points buy. Rule P8.621.

    Attributes:
        squads: What a foxhole holds.
        factors: Firepower of A-P mines, number of A-T mines.
        where: In what part of an own area it may lie.
        front: Whether it may lie in the front line by day.
    """

    work: str
    name: str
    ja: str
    fpp: int
    squads: int
    factors: int
    where: Where
    front: Flag


class GameEndRow(Sourced, frozen=True):
    """The die at or under which a scenario ends in a turn. Rule CG23."""

    turn: int
    number: int


class EntryRow(Sourced, frozen=True):
    """An entry area's arrow. Rules CG6, CG20."""

    map: MapName
    hex: str
    side: SideName
    colour: Colour
    since: str
    name: str
    ja: str
    vehicles: Flag


class LvpRow(Sourced, frozen=True):
    """A marker of location victory points. Rule P8.2-LVP-a."""

    map: MapName
    hex: str
    value: int


GROUPS = Table("charts/groups.csv", GroupRow, ("side", "id"))
CONTENTS = Table("charts/contents.csv", ContentRow, ("side", "group", "strength", "line"))
TYPE_TABLES = Table("charts/type_tables.csv", TypeTableRow, ("table",))
TYPES = Table("charts/types.csv", TypeRow, ("table", "campaign", "low"))
MODULES = Table("charts/modules.csv", ModuleRow, ("side", "group"))
PRESETS = Table("charts/presets.csv", PresetRow, ("campaign", "side", "line"))
PURCHASES = Table("charts/purchases.csv", PurchaseRow, ("campaign", "side", "plan", "line"))
CPP = Table("charts/cpp.csv", CppRow, ("date",))
WEATHER = Table("charts/weather.csv", WeatherRow, ("date",))
SUPPLY = Table("charts/supply.csv", SupplyRow, ("date",))
STRENGTH = Table("charts/strength.csv", StrengthRow, ("day",))
LEADERS = Table("charts/leaders.csv", LeaderRollRow, ("roll",))
WORKS = Table("charts/works.csv", WorkRow, ("work",))
GAME_END = Table("charts/game_end.csv", GameEndRow, ("turn",))
ENTRIES = Table("charts/entry_areas.csv", EntryRow, ("map", "hex", "side", "colour"))
LVP = Table("charts/lvp.csv", LvpRow, ("map", "hex"))

TABLES: tuple[Table[Any], ...] = (
    GROUPS, CONTENTS, TYPE_TABLES, TYPES, MODULES, PRESETS, PURCHASES, CPP, WEATHER, SUPPLY,
    STRENGTH, LEADERS, WORKS, GAME_END, ENTRIES, LVP,
)  # fmt: skip
DOCUMENTS = ("charts/campaigns.toml", "charts/random_weather.toml")
DATA_FILES = (*(table.file for table in TABLES), *DOCUMENTS)
"""Files that packs may override."""
