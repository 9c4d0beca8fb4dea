"""The tables of the printed charts: fire, terrain, guns, close combat."""

from __future__ import annotations

from salient.engine.messages import Value, Word, message
from salient.engine.reports import Chart
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.show.notes import thing_word

COLUMNS = ("1", "2", "4", "6", "8", "12", "16", "20", "24", "30", "36+")
"""Firepower over the columns of the fire table. Rule A7.3."""

BAND = 6
"""Hexes in a range band of the To Hit table. Rule C3.3."""

FIRE_CODES = (
    ("#KIA", "kia"),
    ("K/#", "reduction"),
    ("#MC", "check"),
    ("NMC", "normal"),
    ("PTC", "pin"),
)
"""The results of the fire table, # being a number, and the texts that explain them."""


def charts(setting: SquadSetting) -> dict[str, Chart]:
    """The tables by their names."""
    return {
        "fire": _fire(setting),
        "codes": _codes(),
        "terrain": _terrain(setting),
        "hit": _hit(setting),
        "kill": _kill(setting),
        "close": _close_combat(setting),
    }


def _fire(setting: SquadSetting) -> Chart:
    """The Infantry Fire Table. Rule A7.3."""
    rows = tuple((str(roll), *line) for roll, line in enumerate(setting.tables.fire))
    return Chart((message("chart.roll"), *COLUMNS), rows, ("A7.3",))


def _codes() -> Chart:
    """What the results of the fire table mean. Rules A7.301, A7.302."""
    head = message("chart.result"), message("chart.meaning")
    rows = tuple((code, message(f"chart.code_{key}")) for code, key in FIRE_CODES)
    return Chart(head, rows, ("A7.3", "A7.301", "A7.302"))


def _terrain(setting: SquadSetting) -> Chart:
    """The terrain chart: cover, and what entering costs."""
    keys = ("ground", "cover", "infantry", "tracked", "halftrack", "truck")
    rows: list[tuple[Value, ...]] = [
        (thing_word(name), row.tem, row.infantry, row.tracked, row.halftrack, row.truck)
        for name, row in setting.tables.chart.rows.items()
    ]
    return Chart(tuple(message(f"chart.{key}") for key in keys), tuple(rows))


def _hit(setting: SquadSetting) -> Chart:
    """Basic To Hit numbers by range. Rule C3.3."""
    lines = setting.tables.hit
    bands = range(len(next(iter(lines.values()))))
    head = (f"{band * BAND + 1}-{(band + 1) * BAND}" for band in bands)
    rows: list[tuple[Value, ...]] = [
        (Word(name, ("chart",)), *line) for name, line in lines.items()
    ]
    return Chart((message("chart.target"), *head), tuple(rows), ("C3.3", "C4"))


def _kill(setting: SquadSetting) -> Chart:
    """Basic To Kill numbers of guns. Rule C7.31."""
    rows = tuple((gun, kill) for gun, kill in setting.tables.kill.items())
    return Chart((message("chart.gun"), message("chart.number")), rows, ("C7.31",))


def _close_combat(setting: SquadSetting) -> Chart:
    """Kill numbers of close combat by odds. Rule A11.11."""
    rows = tuple((f"{row.attack}-{row.defence}", row.kill) for row in setting.tables.odds)
    return Chart((message("chart.odds"), message("chart.number")), rows, ("A11",))
