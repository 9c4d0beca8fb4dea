"""The tables of a finished hex map: hexes, sides, entries and lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from salient.theatre.geography import DATA, read_rows
from salient.theatre.hex_grid import ARDENNES, Side
from salient.theatre.hex_model import HexMap

#: Corrections whose reason begins so follow the real ground.
_HISTORY = "history: "

_Facts = dict[tuple[str, str], tuple[list[str], str]]


def table(columns: str, rows: Iterable[Iterable[object]]) -> str:
    """A CSV text: the heading, then the rows."""
    out = io.StringIO()
    out.write(columns + "\n")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _facts() -> _Facts:
    """What is known of the printed map: the columns of a row, and from where."""
    return {
        (row["file"], row["key"]): (row["columns"].split(), row["source"])
        for row in read_rows(DATA / "bulge-printed.csv")
    }


def hexes_csv(hex_map: HexMap) -> str:
    """The text of ``hexes.csv``: one row per hex."""
    facts = _facts()
    wall = set(hex_map.wall)
    rows = []
    for hex_ in ARDENNES.hexes():
        key = str(hex_)
        town = hex_map.towns.get(hex_)
        known, source = facts.get(("hexes", key), ([], ""))
        real = ["terrain"]
        notes = [source] if source else []
        if town:
            real += ["name", "ja"]
            notes += [town.reason] if town.reason else []
            if town.place in hex_map.fixes.places:
                notes.append(hex_map.fixes.reasons["place", town.place + key])
        for kind in ("terrain", "wall"):
            reason = hex_map.fixes.reasons.get((kind, key), "")
            if reason and reason not in notes:
                notes.append(reason)
        rows.append(
            [
                key,
                hex_map.terrain[hex_],
                town.grade if town and town.grade != "crossroads" else "",
                town.name if town else "",
                town.ja if town else "",
                int(hex_ in wall),
                hex_map.sectors.get(hex_, ""),
                hex_map.armies.get(hex_, ""),
                " ".join(known),
                " ".join(name for name in real if name not in known),
                "; ".join(notes),
            ]
        )
    columns = "hex,terrain,town,name,ja,wall,sector,army,printed,history,note"
    return table(columns, rows)


def sides_csv(hex_map: HexMap) -> str:
    """The text of ``sides.csv``: one row per hexside with a river or a road."""
    facts = _facts()
    rivers: dict[Side, tuple[str, str]] = {}
    for river in hex_map.rivers:
        for side in river.sides(ARDENNES):
            rivers[side] = (river.grade, river.name)
    rows = []
    for side in sorted({*rivers, *hex_map.roads, *hex_map.fixes.roads}):
        a, b = map(str, side)
        grade, name = rivers.get(side, ("", ""))
        road = hex_map.roads.get(side, "")
        known, source = facts.get(("sides", f"{a}-{b}"), ([], ""))
        reason = hex_map.fixes.reasons.get(("road", a + b), "")
        notes = [text for text in (source, reason if reason != source else "") if text]
        if not (grade or road or known):
            continue
        real = ["river", "name"] if grade else []
        if road and (not reason or reason.startswith(_HISTORY)):
            real.append("road")
        rows.append(
            [
                *(a, b, grade, road, name, " ".join(known)),
                *(" ".join(it for it in real if it not in known), "; ".join(notes)),
            ]
        )
    return table("a,b,river,road,name,printed,history,note", rows)


def entries_csv(hex_map: HexMap) -> str:
    """The text of ``entries.csv``: the ways onto the map and off it."""
    rows = [
        [
            *(entry.id, entry.direction, entry.hex, entry.colour, entry.capacity),
            *("direction", "hex", f"to {entry.name}: {entry.reason}"),
        ]
        for entry in hex_map.entries
    ]
    return table("id,direction,hex,colour,capacity,printed,history,note", rows)


def lines_csv(hex_map: HexMap) -> str:
    """The text of ``lines.csv``: the army boundary lines from the east edge on."""
    rows = []
    for line in hex_map.lines:
        for order, hex_ in enumerate(line.hexes):
            is_start = hex_ == line.hexes[-1]
            note = "rule 9.6-1: the line is extended from here" if is_start else ""
            printed, real = ("hex", "") if is_start else ("", "hex")
            rows.append([line.name, order, hex_, printed, real, note])
    return table("line,order,hex,printed,history,note", rows)
