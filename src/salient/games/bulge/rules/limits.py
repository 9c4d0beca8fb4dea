"""Who may not move, and where units may not go: chapters 9.1, 9.4, 9.6 and 9.7."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place, set_of
from salient.engine import remembered
from salient.engine.ids import Pieces, Place, Places
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


def frozen_units(g: BulgeState, side: int, number: int) -> int:
    """Units that may not move in the movement phase ``number``.

    Germans next to one unit of the 9th Infantry Division free it as a whole; that still holds when
    this unit has moved away from them.
    """
    setting = g.setting
    if side == GERMAN:  # 9.4-4a
        return 1 << setting.role["vdh"] if g.drop_turn == g.turn else 0
    frozen = 0
    if g.turn < NINTH_INFANTRY_FREE:  # 9.1e
        infantry = setting.division.get(NINTH_INFANTRY, 0)
        if not g.finished & infantry and not _next_to_germans(g, infantry):
            frozen |= infantry
    if g.turn == 1 and number == 1:  # 9.1h
        armored = setting.division.get(NINTH_ARMORED, 0)
        frozen |= armored & ~_next_to_germans(g, armored)
    return frozen


def _next_to_germans(g: BulgeState, units: int) -> int:
    near = g.setting.board.around(g.occupied[GERMAN])
    return set_of(unit for unit in each_piece(g.on_map(units)) if near >> g.where[unit] & 1)


def allowed_hexes(g: BulgeState, units: Pieces) -> int:
    """The hexes some units may be in. Rules 9.6a, 9.7a.

    A retreat or a pursuit may have carried a unit over an army boundary line; it does not cross
    one by moving on from there.
    """
    setting = g.setting
    allowed = setting.board.all
    for unit in units:
        army = setting.units[unit].army
        if army and g.turn < FREE_LINES_TURN:
            barred = beyond_lines(setting, army)
            if not barred >> g.where[unit] & 1:
                allowed &= ~barred
        if setting.british >> unit & 1 and british_held_back(g):
            allowed &= behind_meuse(setting)
    return allowed


# -- army boundary lines, turns 1-4 (9.6a) ------------------------------------------------------


@remembered(most=64)
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


@remembered(most=256)
def line_sides(
    setting: BulgeSetting, line: Places, *, printed_only: bool = False
) -> tuple[int, int]:
    """The hexes north and south of a line, the line itself in neither.

    With ``printed_only`` just the strip east of the line's western end is looked at.
    """
    board = setting.board
    strip = board.all
    if printed_only:
        west = min(_across(setting, hex_) for hex_ in line)
        strip = set_of(hex_ for hex_ in each_place(strip) if _across(setting, hex_) >= west)
    strip &= ~set_of(line)
    north = board.spread(_top_row(setting, strip), (board.all,) * 6, strip)
    return north, strip & ~north


def _across(setting: BulgeSetting, hex_: Place) -> float:
    """How far east a hex lies."""
    row, column = divmod(hex_, setting.board.width)
    return column + 0.5 * (row % 2)


def _top_row(setting: BulgeSetting, hexes: int) -> int:
    below = (hexes.bit_length() - 1) // setting.board.width * setting.board.width
    return hexes >> below << below


# -- the British (9.7) --------------------------------------------------------------------------


def british_held_back(g: BulgeState) -> bool:
    """Whether the British stay behind the Meuse. Rules 9.7a, 9.7b."""
    return g.turn <= BRITISH_TURN and not g.alarm


def meuse_alarm(g: BulgeState) -> bool:
    """Whether a German unit is near Spa, the Meuse or one of its important cities. Rule 9.7b.

    Commandos raise no alarm: they wear American uniforms.
    """
    return bool(alarm_zone(g.setting) & g.occupied[GERMAN])


@remembered(most=8)
def alarm_zone(setting: BulgeSetting) -> int:
    """The hexes in which Germans free the British. Rule 9.7b.

    The important cities of the Meuse lie on its banks.
    """
    watched = meuse_hexes(setting)
    if "Spa" in setting.names:
        watched |= 1 << setting.names["Spa"]
    return setting.board.within(watched, BRITISH_ALARM)


@remembered(most=8)
def meuse_hexes(setting: BulgeSetting) -> int:
    """Hexes along the Meuse, on both banks."""
    return set_of(hex_ for side in setting.meuse_sides for hex_ in side)


def meuse_cities(setting: BulgeSetting) -> int:
    """Important cities next to the Meuse."""
    return setting.towns["important"] & meuse_hexes(setting)


@remembered(most=8)
def behind_meuse(setting: BulgeSetting) -> int:
    """The north and west bank of the Meuse, and its important cities. Rule 9.7a."""
    board = setting.board
    leave = [board.all] * 6
    for a, b in setting.meuse_sides:
        way = board.direction(a, b)
        assert way is not None, "hexsides join neighbours"
        leave[way] &= ~(1 << a)
        leave[way.opposite] &= ~(1 << b)
    north_west = set_of(setting.entry_hex[entry] for entry in setting.entries_of.get("NW", ()))
    return board.spread(north_west, leave, board.all) | meuse_cities(setting)
