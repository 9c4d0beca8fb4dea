"""Figures of sight lines, one JSON line each, on a made-up map of 45 x 57 hexes.

``plain_python`` measures a fixed piece of plain Python in the same run, so that figures can be
compared as ratios: machines wander. Times are those of the processor, so that other work on the
machine does not count.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from time import process_time

from salient.boards.sight import glance, look
from salient.boards.sight_field import Field, cover
from salient.boards.sight_lines import SIDE_NAMES, distance, trace
from salient.boards.sight_map import Eye, SightMap, Spot, hex_name
from salient.games.squad.terrain.kinds import load_terrain
from salient.games.squad.terrain.maps import build_map
from salient.games.squad.terrain.rows import HexRow

COLUMNS, ROWS = 45, 57
CHECKS = 4000

GROUND = {
    "open_ground": 74, "woods": 8, "pine_woods": 4, "brush": 6, "orchard": 3, "grain": 3,
    "debris": 1, "light_woods": 1,
}  # fmt: skip


def emit(figure: str, value: float, **notes: object) -> None:
    """Print one figure."""
    print(json.dumps({"figure": figure, "value": round(value, 3), **notes}), flush=True)


def plain_python() -> int:
    """A fixed amount of plain work: a thousand additions and look-ups."""
    table = dict.fromkeys(range(100), 1)
    return sum(table[i % 100] for i in range(1000))


def seconds(work: Callable[[], object]) -> float:
    """How long something takes, the best of three."""

    def once() -> float:
        begin = process_time()
        work()
        return process_time() - begin

    return min(once() for _ in range(3))


def make_map(seed: int = 1944) -> SightMap:
    """Hills, woods, fields, walls, slopes and houses, always the same."""
    dice = random.Random(seed)
    hills = [
        (dice.randrange(COLUMNS), dice.randrange(2 * ROWS), dice.randint(1, 4), dice.randint(4, 9))
        for _ in range(10)
    ]
    spots = [(c, 2 * r + c % 2) for c in range(COLUMNS) for r in range(ROWS)]
    return build_map([_row(dice, spot, hills) for spot in spots], load_terrain())


def _row(dice: random.Random, spot: Spot, hills: list[tuple[int, int, int, int]]) -> HexRow:
    level = 0
    for column, height, top, radius in hills:
        away = distance(spot[0] - column, spot[1] - height)
        if away < radius:
            level = max(level, min(top, 1 + (radius - away) * top // radius))
    terrain = dice.choices(list(GROUND), list(GROUND.values()))[0]
    house = terrain == "open_ground" and dice.random() < 0.05
    walls = [f"{side}:hedge" for side in SIDE_NAMES[:3] if dice.random() < 0.02]
    slopes = [side for side in SIDE_NAMES[:3] if dice.random() < 0.03]
    return HexRow(
        hex=hex_name(spot), level=level, terrain=terrain, sides=" ".join(walls),
        slopes=" ".join(slopes), building="stone_building" if house else "", storeys=2,
    )  # fmt: skip


def main() -> None:
    """Measure everything."""
    emit("plain_python", 1e6 * seconds(plain_python), unit="microseconds")
    board = make_map()
    field = Field(board)
    dice = random.Random(16)
    spots = list(board.cells)
    pairs = [(board.eye(dice.choice(spots)), board.eye(dice.choice(spots))) for _ in range(CHECKS)]
    middle = board.eye((COLUMNS // 2, ROWS - 1 + COLUMNS // 2 % 2))

    def all_from_one_cold() -> None:
        trace.cache_clear()
        cover.cache_clear()
        field.seen_from(middle)

    emit("all_from_one_cold", seconds(all_from_one_cold), unit="seconds", hexes=len(spots))
    emit("all_from_one", seconds(lambda: field.seen_from(middle)), unit="seconds", hexes=len(spots))
    viewers: list[Eye] = [board.eye(spot) for spot in dice.sample(spots, 5)]

    def bulk() -> None:
        for viewer in viewers:
            field.seen_from(viewer)

    bulk()
    checks = len(viewers) * (len(spots) - 1)
    emit("los_bulk", checks / seconds(bulk), unit="checks per second")
    judges: dict[str, Callable[[Eye, Eye], object]] = {
        "los_random_pairs": field.hindrance,
        "los_reference": partial(glance, board),
        "los_with_story": partial(look, board),
    }
    for name, judge in judges.items():

        def all_pairs(judge: Callable[[Eye, Eye], object] = judge) -> None:
            for a, b in pairs:
                judge(a, b)

        all_pairs()
        emit(name, CHECKS / seconds(all_pairs), unit="checks per second")


if __name__ == "__main__":
    main()
