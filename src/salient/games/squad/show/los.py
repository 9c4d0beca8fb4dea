"""Sight lines for people: reading maps and places, telling the story, drawing it.

This is what the ``los`` command (:mod:`.commands`) and the report know of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from salient.boards.sight import Contact, Note, Sighting, look
from salient.boards.sight_lines import CENTRE, CORNER_NAMES, SIDE_NAMES
from salient.boards.sight_map import Eye, Side, SightMap, Spot, flanks, parse_hex
from salient.boards.sight_svg import draw_sighting
from salient.engine.messages import Message, Value, message, series
from salient.games.squad.errors import SquadSetupError
from salient.games.squad.show.los_cases import Comparison, compare, read_boards, read_cases
from salient.games.squad.terrain.kinds import FOLDER, levels, load_terrain, quarters
from salient.games.squad.terrain.maps import load_map

COLOURS = {
    "woods": "#7fa866", "pine_woods": "#3f6b3a", "light_woods": "#a9c98d", "orchard": "#b9d38f",
    "summer_orchard": "#9cc36b", "brush": "#c9c98a", "vineyard": "#c6b0cf", "grain": "#ecd777",
    "marsh": "#a8c8c0", "crag": "#b8b2a7", "graveyard": "#c9c5d2", "rubble": "#a0958a",
    "debris": "#c2b5a3", "wrecked_rail_cars": "#a0958a",
}  # fmt: skip
"""What fills a hex in a picture, by name of the terrain."""

_PLACE = re.compile(r"([A-Z]+\d+)(?:@(-?[\d./]+))?(?:/([A-Z]+))?(\+dug)?")


def load_board(path: Path, board: str = "") -> SightMap:
    """A map file or map of the game by its name, or one board of a file (see :mod:`.los_cases`)."""
    if not board:
        return load_map(find_map(path))
    boards = read_boards(path, load_terrain())
    if board not in boards:
        raise SquadSetupError(
            "los-no-board", board=board, file=path.name, expected=", ".join(boards)
        )
    return boards[board]


def find_map(path: Path) -> Path:
    """The file itself, or the map of the game with this name."""
    if path.exists():
        return path
    own = {file.stem: file for file in sorted((FOLDER / "data" / "maps").glob("*.csv"))}
    if str(path) not in own:
        raise SquadSetupError("los-no-map", map=path, expected=", ".join(own))
    return own[str(path)]


def check_cases(boards: Path, cases: Path) -> Comparison:
    """Compare expected sightings with ours."""
    known = read_boards(boards, load_terrain())
    return compare(known, read_cases(cases, known))


def look_from(board: SightMap, viewer: str, target: str) -> Sighting:
    """Look from a place to another, as people write them: ``E5``, ``E5@1``, ``E5/NE``."""
    return look(board, read_place(board, viewer), read_place(board, target))


def read_place(board: SightMap, text: str) -> Eye:
    """A place: hex, levels above its base level, the corner of a bypassing unit, dug in or not.

    ``E5@1`` is the first floor, ``E5@-1`` the bottom of a stream, ``E5@0`` the rim or bridge above
    it, ``E5/NE`` a corner (NW, NE, E, SE, SW, W), ``E5+dug`` an entrenchment.
    """
    match = _PLACE.fullmatch(text)
    above = quarters(match[2]) if match and match[2] else None
    corner = match[3] if match else None
    if match is None or (match[2] and above is None) or (corner and corner not in CORNER_NAMES):
        raise SquadSetupError("los-place", text=text)
    try:
        spot = parse_hex(match[1])
    except ValueError:
        raise SquadSetupError("los-place", text=text) from None
    if spot not in board.cells:
        names = [cell.name for _, cell in sorted(board.cells.items())]
        raise SquadSetupError("los-off-map", hex=match[1], first=names[0], last=names[-1])
    number = CORNER_NAMES.index(corner) if corner else CENTRE
    return board.eye(spot, above, corner=number, entrenched=bool(match[4]))


# -- words ----------------------------------------------------------------------------------------


def tell(board: SightMap, sighting: Sighting) -> list[Value]:
    """The story line by line: the judgement first, then every hex and hexside on the way."""
    return [_judgement(board, sighting), *_way(board, sighting)]


def _judgement(board: SightMap, sighting: Sighting) -> Message:
    ends: dict[str, Value] = {
        "viewer": _place(board, sighting.viewer),
        "target": _place(board, sighting.target),
        "range": sighting.range,
    }
    stop = sighting.blocked
    if stop is not None:
        where, what = _where(board, stop), message(f"thing.{stop.what}")
        return message("story.blocked", **ends, where=where, what=what, rules=_rules(stop))
    if sighting.hindrance:
        return message("story.hindered", **ends, hindrance=sighting.hindrance)
    return message("story.clear", **ends)


class _Station(NamedTuple):
    """A hex or a hexside that the line meets."""

    place: int
    order: int
    name: str
    spot: Spot
    side: Side | None


def _way(board: SightMap, sighting: Sighting) -> Iterator[Message]:
    """Each hex and hexside in the order of the line, with what it did."""
    told: set[Note] = set()
    for station in sorted(_stations(board, sighting)):
        notes = [
            note
            for note in sighting.notes
            if (note.side or note.spot) == (station.side or station.spot) and note not in told
        ]
        told.update(notes)
        said = series(map(reason, notes), "story.and") if notes else message("story.nothing")
        yield message("story.station", name=station.name, said=said)
    for note in sighting.notes:
        if note not in told:
            yield message("story.station", name=_where(board, note), said=reason(note))


def _stations(board: SightMap, sighting: Sighting) -> Iterator[_Station]:
    """The hexes of the line, and its hexsides where something stands on them."""
    viewer = sighting.viewer
    for met in sighting.line.hexes:
        spot = (viewer.column + met.column, viewer.height + met.height)
        if spot in board.cells:
            yield _Station(met.enter, 1, board.cells[spot].name + _SIGNS[met.contact], spot, None)
    for contact in sighting.line.sides:
        side = (viewer.column + contact.column, viewer.height + contact.height, contact.side)
        if side in board.sides:
            yield _Station(contact.enter, 0, _side_name(board, side), side[:2], side)


_SIGNS = {Contact.THROUGH: "", Contact.ALONG: " |", Contact.AT: " ."}
"""How a hex is met, as a sign behind its name: along a side, or at a corner."""


def _side_name(board: SightMap, side: Side) -> str:
    names = [board.cells[spot].name for spot in flanks(side) if spot in board.cells]
    return "-".join(sorted(names)) if len(names) == 2 else f"{names[0]} {SIDE_NAMES[side[2]]}"


def _where(board: SightMap, note: Note) -> Value:
    if note.side is not None:
        return _side_name(board, note.side)
    cell = board.cells.get(note.spot)
    return cell.name if cell else message("story.off_map")


def _rules(note: Note) -> str:
    return ", ".join(note.rules)


def _place(board: SightMap, eye: Eye) -> Message:
    name = board.cells[eye.spot].name
    corner = message("story.corner", corner=CORNER_NAMES[eye.corner]) if eye.corner >= 0 else ""
    dug = message("story.dug") if eye.entrenched else ""
    return message("story.place", hex=name, level=levels(eye.level), corner=corner, dug=dug)


def reason(note: Note) -> Message:
    """What a thing did and by which rules."""
    return message(
        f"reason.{note.verdict}",
        what=message(f"thing.{note.what}"), top=levels(note.top), drm=note.drm,
        blind=note.blind, rules=_rules(note),
    )  # fmt: skip


# -- data and pictures ----------------------------------------------------------------------------


def facts(board: SightMap, sighting: Sighting) -> dict[str, Any]:
    """The story as data for programs; messages in it are still to be said."""
    stop = sighting.blocked
    return {
        "from": _end(board, sighting.viewer),
        "to": _end(board, sighting.target),
        "range": sighting.range,
        "clear": sighting.clear,
        "hindrance": sighting.hindrance,
        "blocked_in": _where(board, stop) if stop else None,
        "hexes": list(_hexes(board, sighting)),
        "notes": [_fact(board, note) for note in sighting.notes],
    }


def _hexes(board: SightMap, sighting: Sighting) -> Iterator[dict[str, str]]:
    for met in sighting.line.hexes:
        spot = (sighting.viewer.column + met.column, sighting.viewer.height + met.height)
        if spot in board.cells:
            yield {"hex": board.cells[spot].name, "contact": met.contact.name.lower()}


def _fact(board: SightMap, note: Note) -> dict[str, Any]:
    return {
        "where": _where(board, note),
        "what": note.what,
        "verdict": note.verdict,
        "top": levels(note.top),
        "hindrance": note.drm,
        "blind_hexes": note.blind,
        "rules": list(note.rules),
        "said": reason(note),
    }


def _end(board: SightMap, eye: Eye) -> dict[str, Any]:
    corner = CORNER_NAMES[eye.corner] if eye.corner != CENTRE else None
    name = board.cells[eye.spot].name
    return {"hex": name, "level": levels(eye.level), "corner": corner, "entrenched": eye.entrenched}


def draw(board: SightMap, sighting: Sighting, say: Callable[[Value], str]) -> str:
    """The story as an SVG picture."""
    reasons = {note: say(reason(note)) for note in sighting.notes}
    labels = {name: say(message(f"thing.{name}")) for name in load_terrain().kinds}
    return draw_sighting(
        board, sighting, say(_judgement(board, sighting)), reasons, COLOURS, labels
    )
