"""Who may not move, and where units may not go: chapters 9.1, 9.4, 9.6 and 9.7."""

from __future__ import annotations

from functools import lru_cache

from salient.boards.bits import members
from salient.games.bulge.setting import ARMIES, GERMAN, BulgeSetting
from salient.games.bulge.state import BulgeState

FREE_LINES_TURN = 5
"""Rule 9.6a: before this turn the army boundary lines bind movement."""

BRITISH_TURN = 5
"""Rule 9.7: the turn in which the British stay behind the Meuse."""

BRITISH_ALARM = 3
"""Rule 9.7b: Germans this near free the British."""

NINTH_INFANTRY, NINTH_ARMORED = "9", "9A"
NINTH_INFANTRY_FREE = 3
"""Rule 9.1e: the 9th Infantry Division moves freely from this turn."""


def is_frozen(g: BulgeState, unit: int, number: int) -> bool:
    """Whether a unit may not move in the movement phase ``number``. Rules 9.1e, 9.1h, 9.4-4a."""
    setting = g.setting
    division = setting.units[unit].division
    if setting.side_of[unit] == GERMAN:
        return unit == setting.role.get("vdh") and g.drop_turn == g.turn
    if division == NINTH_INFANTRY and g.turn < NINTH_INFANTRY_FREE:
        return not any(_germans_near(g, u) for u in members(setting.division[division]))
    if division == NINTH_ARMORED and g.turn == 1 and number == 1:
        return not _germans_near(g, unit)
    return False


def _germans_near(g: BulgeState, unit: int) -> bool:
    if g.where[unit] < 0:
        return False
    return bool(g.setting.board.around(1 << g.where[unit]) & g.occupied[GERMAN])


def allowed_hexes(g: BulgeState, units: tuple[int, ...]) -> int:
    """The hexes some units may be in. Rules 9.6a, 9.7a."""
    setting = g.setting
    allowed = setting.board.all
    for unit in units:
        army = setting.units[unit].army
        if army and g.turn < FREE_LINES_TURN:
            allowed &= ~beyond_lines(setting, army)
        if setting.british >> unit & 1 and british_held_back(g):
            allowed &= behind_meuse(setting)
    return allowed


# -- army boundary lines, turns 1-4 (9.6a) ------------------------------------------------------


@lru_cache(maxsize=64)
def beyond_lines(setting: BulgeSetting, army: str) -> int:
    """The hexes on the far side of an army's printed boundary lines.

    A line binds as far west as it is printed; its own hexes belong to both sides. Rule 9.6a.
    """
    rank = ARMIES.index(army)
    barred = 0
    for number, line in enumerate(setting.lines):
        north, south = line_sides(setting, line, printed_only=True)
        barred |= south if rank <= number else north
    return barred


def line_sides(
    setting: BulgeSetting, line: tuple[int, ...], *, printed_only: bool = False
) -> tuple[int, int]:
    """The hexes north and south of a line, the line itself in neither.

    With ``printed_only`` just the strip east of the line's western end is looked at.
    """
    board = setting.board
    wall = 0
    west = min(_across(setting, hex_) for hex_ in line)
    for hex_ in line:
        wall |= 1 << hex_
    strip = 0
    for index in members(board.all & ~wall):
        if not printed_only or _across(setting, index) >= west:
            strip |= 1 << index
    top = strip & _top_rows(setting, strip)
    everywhere = (board.all,) * 6
    north = board.spread(top, everywhere, strip)
    return north, strip & ~north


def _across(setting: BulgeSetting, index: int) -> float:
    """How far east a hex lies."""
    row, column = divmod(index, setting.board.width)
    return column + 0.5 * (row % 2)


def _top_rows(setting: BulgeSetting, hexes: int) -> int:
    row = (hexes.bit_length() - 1) // setting.board.width
    return hexes >> row * setting.board.width << row * setting.board.width


# -- the British (9.7) --------------------------------------------------------------------------


def british_held_back(g: BulgeState) -> bool:
    """Whether the British stay behind the Meuse. Rules 9.7a, 9.7b."""
    return g.turn <= BRITISH_TURN and not g.alarm


def meuse_alarm(g: BulgeState) -> bool:
    """Whether a German unit is near Spa, the Meuse or one of its important cities. Rule 9.7b."""
    setting = g.setting
    watched = meuse_hexes(setting) | meuse_cities(setting)
    if "Spa" in setting.names:
        watched |= 1 << setting.names["Spa"]
    near = setting.board.within(watched, BRITISH_ALARM)
    return bool(near & g.occupied[GERMAN])


@lru_cache(maxsize=8)
def meuse_hexes(setting: BulgeSetting) -> int:
    """Hexes along the Meuse, on both banks."""
    found = 0
    for side in setting.meuse_sides:
        found |= 1 << side[0] | 1 << side[1]
    return found


def meuse_cities(setting: BulgeSetting) -> int:
    """Important cities next to the Meuse."""
    return setting.towns["important"] & meuse_hexes(setting)


@lru_cache(maxsize=8)
def behind_meuse(setting: BulgeSetting) -> int:
    """The north and west bank of the Meuse, and its important cities. Rule 9.7a."""
    board = setting.board
    closed = [0] * 6
    for a, b in setting.meuse_sides:
        way = board.direction(a, b)
        assert way is not None, "hexsides join neighbours"
        closed[way] |= 1 << a
        closed[way.opposite] |= 1 << b
    leave = tuple(board.all & ~mask for mask in closed)
    edges = 0
    for direction in ("NW",):
        for entry in setting.entries_of.get(direction, ()):
            edges |= 1 << setting.entry_hex[entry]
    return board.spread(edges, leave, board.all) | meuse_cities(setting)

