"""The tables of the finished mile map: hexes, sides, gates and areas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from salient.boards.hexes import Hex
from salient.theatre.geography import DATA, read_rows
from salient.theatre.hex_files import table
from salient.theatre.hex_grid import MILES, Side
from salient.theatre.mile_model import MileMap

#: Corrections whose reason begins so follow the real ground.
_HISTORY = "history: "

_Facts = dict[tuple[str, str], tuple[list[str], str]]


def _facts() -> _Facts:
    """What is known of the printed map: the columns of a row, and from where."""
    return {
        (row["file"], row["key"]): (row["columns"].split(), row["source"])
        for row in read_rows(DATA / "mile-printed.csv")
    }


def hexes_csv(mile_map: MileMap) -> str:
    """The text of ``hexes.csv``: one row per hex."""
    facts = _facts()
    columns = "hex,terrain,settlement,name,ja,army,lxvii,wall,squall,east,printed,history,note"
    return table(columns, (_hex_row(mile_map, hex_, facts) for hex_ in MILES.hexes()))


def _hex_row(mile_map: MileMap, hex_: Hex, facts: _Facts) -> list[object]:
    key, named, fixes = str(hex_), mile_map.named.get(hex_), mile_map.fixes
    known, source = facts.get(("hexes", key), ([], ""))
    real, notes = ["terrain"], [source]
    if named:
        notes.append(named.reason)
        if not named.reason.startswith("reconstructed: "):
            real += ["name", "ja"]
    notes += [fixes.reasons.get((kind, key), "") for kind in ("terrain", "wall", "squall")]
    if fixes.reasons.get(("wall", key), "").startswith(_HISTORY):
        real.append("wall")
    return [
        key,
        mile_map.terrain[hex_],
        named.kind if named and named.kind != "name" else "",
        named.name if named else "",
        named.ja if named else "",
        mile_map.armies[hex_],
        int(hex_ in mile_map.lxvii),
        int(hex_ in mile_map.wall),
        int(hex_ in fixes.squalls),
        int(hex_ in mile_map.east),
        " ".join(known),
        " ".join(it for it in real if it not in known),
        "; ".join(filter(None, notes)),
    ]


def sides_csv(mile_map: MileMap) -> str:
    """The text of ``sides.csv``: one row per hexside with water or a road."""
    facts = _facts()
    sides = sorted({*mile_map.water, *mile_map.roads})
    columns = "a,b,water,road,ford,bridge,name,printed,history,note"
    return table(columns, (_side_row(mile_map, side, facts) for side in sides))


def _side_row(mile_map: MileMap, side: Side, facts: _Facts) -> list[object]:
    a, b = map(str, side)
    flow, road = mile_map.water.get(side), mile_map.roads.get(side, "")
    known, source = facts.get(("sides", f"{a}-{b}"), ([], ""))
    reasons = {
        kind: mile_map.fixes.reasons.get((kind, a + b), "")
        for kind in ("river", "road", "bridge", "ford")
    }
    is_lane = side in mile_map.lanes
    notes = [source, *reasons.values(), "a lane to a village" if is_lane else ""]
    real = ["water", "name"] if flow else []
    if road and not is_lane and (not reasons["road"] or reasons["road"].startswith(_HISTORY)):
        real.append("road")
    real += [kind for kind in ("bridge", "ford") if reasons[kind].startswith(_HISTORY)]
    return [
        a,
        b,
        flow.grade if flow else "",
        road,
        int(side in mile_map.fords),
        mile_map.bridges.get(side, ""),
        flow.name if flow else "",
        " ".join(known),
        " ".join(it for it in real if it not in known),
        "; ".join(dict.fromkeys(filter(None, notes))),
    ]


def gates_csv(mile_map: MileMap) -> str:
    """The text of ``gates.csv``: the ways onto the map, those of a side in their order."""
    rows = (
        [gate.id, gate.side, gate.order, gate.hex, gate.name, gate.ja, "", "name ja", gate.reason]
        for gate in mile_map.gates
    )
    return table("id,side,order,hex,name,ja,printed,history,note", rows)


def areas_csv(mile_map: MileMap) -> str:
    """The text of ``areas.csv``: the areas of operations of the US corps, column by column."""
    rows = (
        [turn, corps, column, first, last, "", "", ""]
        for (turn, corps), hexes in mile_map.areas.items()
        for column, first, last in _spans(hexes)
    )
    return table("turn,corps,column,first,last,printed,history,note", rows)


def _spans(hexes: set[Hex]) -> Iterator[tuple[int, int, int]]:
    """The runs of neighbouring rows in each column of the map."""
    for column, group in groupby(sorted(hexes), key=lambda it: it.row):
        numbers = [hex_.column for hex_ in group]
        for _, run in groupby(enumerate(numbers), key=lambda it: it[1] - it[0]):
            rows = [number for _, number in run]
            yield column, rows[0], rows[-1]
