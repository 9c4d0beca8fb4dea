"""What the dates bring: purchase points, weather, supply, strength, the end of a scenario.

Rules P8.616, P8.617, P8.6171, P8.618, P8.6201, CG23.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from salient.engine.data import Table, convert_document, load_document, load_table
from salient.engine.errors import DataError
from salient.games.peiper.calendar import date_name, day_of, parse_date, part_of
from salient.games.peiper.charts.campaigns import SIDES, Campaign
from salient.games.peiper.charts.rows import (
    CPP,
    GAME_END,
    STRENGTH,
    SUPPLY,
    WEATHER,
    Mist,
    WeatherRow,
)

RANDOM = "charts/random_weather.toml"
THICK, THIN = ("ExH", "VH"), ("clear", "VL")
OVERCAST_MISTS = ("ExH", "VH", "H", "M")
NIGHT_DRM = 1
"""What a night adds to the die that ends a scenario. Rule CG23."""


class Shortage(NamedTuple):
    """Two dice of at most the number: a shortage of ammunition, of fuel. Rule P8.618."""

    ammo: int
    fuel: int


class _MistLine(msgspec.Struct, frozen=True):
    low: int
    high: int
    is_: Mist = msgspec.field(name="is")


class _Clouds(msgspec.Struct, frozen=True):
    overcast_in_L: int  # noqa: N815 - as the file has it
    scattered_in_VL: int  # noqa: N815


class _Snow(msgspec.Struct, frozen=True):
    falls: int
    since: str


class _Drm(msgspec.Struct, frozen=True):
    AM: int
    PM: int
    N: int
    after_thick: int
    after_thin: int
    late: int
    late_from: str


class RandomWeather(msgspec.Struct, frozen=True):
    """Weather at random, by agreement. Rule P8.6171."""

    drm: _Drm
    mist: list[_MistLine]
    cloud: _Clouds
    snow: _Snow

    def modifier(self, date: int, last_mist: str) -> int:
        """What is added to the two dice for the mist."""
        drm = int(getattr(self.drm, part_of(date)))
        if last_mist in THICK:
            drm += self.drm.after_thick
        if last_mist in THIN:
            drm += self.drm.after_thin
        return drm + (self.drm.late if date >= parse_date(self.drm.late_from) else 0)

    def mist_of(self, final: int) -> Mist:
        """The mist of a final roll."""
        return next(line.is_ for line in self.mist if line.low <= final <= line.high)

    def cloud_of(self, mist: str, die: int) -> str:
        """The clouds over a mist."""
        if mist in OVERCAST_MISTS:
            return "overcast"
        if mist == "L":
            return "overcast" if die <= self.cloud.overcast_in_L else "scattered"
        return "scattered" if die <= self.cloud.scattered_in_VL else "clear"

    def snows(self, cloud: str, date: int, die: int) -> bool:
        """Whether snow falls."""
        late = date >= parse_date(self.snow.since)
        return cloud == "overcast" and late and die <= self.snow.falls


class Fortunes:
    """What is looked up by date.

    Attributes:
        weather: The historical weather of each date.
        random: The random one.
        ends: The die at or under which a scenario ends, by turn.
    """

    def __init__(self, folders: Sequence[Path], campaigns: dict[str, Campaign]) -> None:
        """Read the charts and check that no date is missing."""
        self._cpp = {_date(CPP, row.date): row for row in load_table(CPP, folders)}
        self.weather: dict[int, WeatherRow] = {
            _date(WEATHER, row.date): row for row in load_table(WEATHER, folders)
        }
        self._supply = {_date(SUPPLY, row.date): row for row in load_table(SUPPLY, folders)}
        self._strength = {row.day: row.full for row in load_table(STRENGTH, folders)}
        self.ends = {row.turn: row.number for row in load_table(GAME_END, folders)}
        self.random = convert_document(RANDOM, "", load_document(RANDOM, folders), RandomWeather)
        for name, campaign in campaigns.items():
            self._check(name, campaign)

    def _check(self, name: str, campaign: Campaign) -> None:
        for date in campaign.dates:
            here = date_name(date)
            if date not in self.weather:
                raise DataError.entry(WEATHER.file, here, "the weather of this date")
            if day_of(date) not in self._strength:
                raise DataError.entry(STRENGTH.file, here, "a line for this day")
            row = self._supply.get(date)
            if row is None or any(
                getattr(row, f"{name}_{what}") is None for what in ("ammo", "fuel")
            ):
                raise DataError.entry(SUPPLY.file, here, f"numbers for {name}")
            if date == campaign.dates[0]:
                continue
            gains = self._cpp.get(date)
            if gains is None or any(getattr(gains, f"{name}_{side}") is None for side in SIDES):
                raise DataError.entry(CPP.file, here, f"numbers for {name}")

    def cpp_gain(self, campaign: str, side: int, date: int) -> int:
        """What is added to a side's roll for purchase points. Rule P8.616."""
        gain = getattr(self._cpp[date], f"{campaign}_{SIDES[side]}")
        assert isinstance(gain, int)
        return gain

    def shortage(self, campaign: str, date: int) -> Shortage:
        """When ammunition and fuel are short. Rule P8.618."""
        row = self._supply[date]
        return Shortage(
            getattr(row, f"{campaign}_ammo") or 0, getattr(row, f"{campaign}_fuel") or 0
        )

    def full_strength(self, date: int) -> int:
        """Two dice of at most this: a German group is at full strength. Rule P8.6201."""
        return self._strength[day_of(date)]

    def end_number(self, turn: int) -> int:
        """The die at or under which a scenario ends in a turn, 0 for never. Rule CG23."""
        last = max(self.ends)
        return self.ends[last] if turn > last else self.ends.get(turn, 0)

    def end_chance(self, turn: int, *, night: bool) -> int:
        """On how many faces of the die a scenario ends at the end of a player turn. Rule CG23.

        A night adds one to the die, so it ends on one face less, but for the last turn's certainty.
        """
        return max(0, min(6, self.end_number(turn) - (NIGHT_DRM if night else 0)))


def _date(table: Table[Any], text: str) -> int:
    try:
        return parse_date(text)
    except ValueError as error:
        raise DataError.entry(table.file, text, str(error)) from None
