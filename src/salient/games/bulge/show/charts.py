"""The tables of the map sheet: combat results, terrain, movement. Rules 14.2, 14.4, 14.5."""

from __future__ import annotations

from salient.engine.messages import Value, Word, message
from salient.engine.reports import Chart
from salient.games.bulge.setting import ODDS, BulgeSetting


def charts(setting: BulgeSetting) -> dict[str, Chart]:
    """The tables by their names."""
    return {
        "results": _results(setting),
        "codes": _codes(setting),
        "terrain": _terrain(setting),
        "movement": _movement(setting),
    }


def _results(setting: BulgeSetting) -> Chart:
    """The combat results table: two dice, odds and result. Rule 8.3-5."""
    rows = tuple((str(dice), *line) for dice, line in sorted(setting.crt.items()))
    return Chart((message("chart.dice"), *ODDS), rows, ("8.3-5", "8.4"))


def _codes(setting: BulgeSetting) -> Chart:
    """What the results of the table mean. Rule 8.4."""
    found = dict.fromkeys(code for _, line in sorted(setting.crt.items()) for code in line)
    rows = tuple((Word(code, ("result",)),) for code in found)
    return Chart((message("chart.meaning"),), rows, ("8.4",))


def _terrain(setting: BulgeSetting) -> Chart:
    """What entering costs, and what helps the defender. Rule 3.3."""
    head = (message(f"chart.{key}") for key in ("ground", "foot", "mech", "shift"))
    rows: list[tuple[Value, ...]] = []
    for name, row in setting.terrain.items():
        word = Word(name, ("terrain", "town", "road", "river", "chart"))
        rows.append((word, row.foot, row.mech, row.shift))
    return Chart(tuple(head), tuple(rows), ("3.3", "7.6", "8.3-4"))


def _movement(setting: BulgeSetting) -> Chart:
    """Movement points of each kind of unit. Rule 7.1b."""
    head = (message(f"chart.{key}") for key in ("troops", "combat", "strategic"))
    rows: list[tuple[Value, ...]] = []
    for row in setting.allowances:
        nation, colour = message(f"nation.{row.nation}"), message(f"colour.{row.colour}")
        troops = message("chart.of_nation", nation=nation, colour=colour)
        rows.append((troops, row.combat, row.strategic))
    return Chart(tuple(head), tuple(rows), ("7.1b", "14.5"))
