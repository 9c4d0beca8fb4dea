"""The files of finished village maps, in the format of the squad game's map files."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from typing import NamedTuple

from salient.boards.sight_map import Side, Spot, hex_name
from salient.theatre.village_map_model import Drawing, Plot, Village, beyond, side_of, side_words

COLUMNS = (
    "hex", "level", "terrain", "building", "storeys", "steeple", "joins", "under", "under_sides",
    "rail_sides", "road", "paved", "bridge", "ford", "sides", "streets", "slopes", "name",
    "printed", "history", "note",
)  # fmt: skip


class Window(NamedTuple):
    """A part of a map that makes a map of its own.

    Attributes:
        map: The map it is cut from.
        columns: The letters of its columns, with spaces between them.
        rows: Its rows.
        title: What it shows.
    """

    map: str
    columns: str
    rows: range
    title: str


def village_csv(drawing: Drawing, village: Village) -> str:
    """The text of a map file: one line for each hex."""
    sides = _by_hex(village, village.sides)
    streets = _by_hex(village, village.streets)
    falls: dict[Spot, set[int]] = defaultdict(set)
    for side, upper in village.slopes.items():
        lower = side[:2] if upper != side[:2] else beyond(upper, side[2])
        falls[upper].add(side_of(upper, lower))
    out = io.StringIO()
    out.write(f"# {drawing.words['title']}. Made by salient.theatre.village_map from drawings/")
    out.write(f"{drawing.map}.toml: change that, not this.\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for spot, plot in village.plots.items():
        writer.writerow([
            hex_name(spot), *_plot_cells(plot), sides[spot], streets[spot],
            side_words(falls[spot]), plot.name, " ".join(sorted(plot.printed)),
            "name" if plot.name else "", " ".join(plot.rules),
        ])  # fmt: skip
    return out.getvalue()


def _plot_cells(plot: Plot) -> list[str]:
    under = plot.under_sides or (plot.rails if "rail" in plot.under else set())
    return [
        str(plot.level), plot.terrain, plot.building, str(plot.storeys) if plot.building else "",
        _yes(plot.steeple), side_words(plot.joins), plot.under, side_words(under),
        side_words(plot.rails), side_words(plot.road), side_words(plot.paved),
        _yes(plot.bridge), _yes(plot.ford),
    ]  # fmt: skip


def _by_hex(village: Village, found: dict[Side, str]) -> dict[Spot, str]:
    """What stands on sides, as words in the lines of the hexes that own them."""
    words: dict[Spot, list[str]] = defaultdict(list)
    for side, what in sorted(found.items()):
        spot, number = village.owner(side)
        words[spot].append(f"{side_words({number})}:{what}")
    return defaultdict(str, {spot: " ".join(parts) for spot, parts in words.items()})


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""


def cut_csv(text: str, window: Window) -> str:
    """The text of a map file with only the hexes of a window."""
    _, header, *lines = text.splitlines()
    columns, kept = window.columns.split(), []
    for line in lines:
        match = re.match(r"([A-Z]+)(\d+),", line)
        assert match is not None
        if match[1] in columns and int(match[2]) in window.rows:
            kept.append(line)
    title = f"# A part of {window.map}: {window.title}. Made by salient.theatre.village_map."
    return "\n".join([title, header, *kept, ""])
