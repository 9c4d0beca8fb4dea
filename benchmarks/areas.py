"""How long it takes to divide a map into areas (rule P8.605): ``python -m benchmarks.areas``."""

from __future__ import annotations

from time import process_time

from salient.boards.bits import set_of
from salient.games.peiper.areas import Ground, survey
from salient.games.squad.core.setting import FOLDER
from salient.games.squad.core.tables import Tables
from salient.games.squad.terrain.board import Board
from salient.games.squad.terrain.kinds import Terrain

ROUNDS = 50
MAPS = ("cheneux", "stoumont", "la_gleize")


def main() -> None:
    """Half of the houses for each side, all entry edges as gates."""
    for name in MAPS:
        board = Board(FOLDER / "data" / "maps" / f"{name}.csv", Terrain.load([]))
        ground = Ground(board, Tables([FOLDER / "data"]))
        houses = [here.index for here in board.hexes if here.row.building or here.row.bridge]
        held = set_of(houses[::2]), set_of(houses[1::2])
        start = process_time()
        for _ in range(ROUNDS):
            survey(ground, held, (1, 1 << len(board.hexes) - 1))
        spent = (process_time() - start) / ROUNDS
        print(f"{name}: {len(board.hexes)} hexes, {1000 * spent:.2f} ms")


if __name__ == "__main__":
    main()
