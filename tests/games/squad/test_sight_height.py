"""From the same place a higher eye never sees less, on every map that ships."""

from __future__ import annotations

import random

import pytest

from salient.boards.sight import look
from salient.boards.sight_map import LEVEL, SightMap, Spot
from salient.games.squad.terrain.kinds import FOLDER
from salient.games.squad.terrain.maps import load_map
from tests.amounts import amount

MAPS = sorted(path.stem for path in (FOLDER / "data" / "maps").glob("*.csv"))

BETWEEN_LEVELS = {"B35.2", "B14", "B23.25"}
"""Rules by which a line between different levels meets what one level does not: light woods and
summer orchards, floors and roofs."""

PAIRS = amount(1000, soak=2500)
"""How many lines are looked along on a whole map."""


def sampled(board: SightMap, count: int) -> list[tuple[Spot, Spot]]:
    """Pairs of hexes; every other one begins up-slope, if the map has such hexes."""
    luck = random.Random(1944)
    spots = list(board.cells)
    sloping = [spot for spot in spots if board.cells[spot].slopes] or spots
    pairs = [(luck.choice((sloping, spots)[n % 2]), luck.choice(spots)) for n in range(count)]
    return [(here, there) for here, there in pairs if here != there]


@pytest.mark.rule("squad:P2.3e")
@pytest.mark.parametrize("name", MAPS)
def test_a_higher_eye_in_the_same_place_never_sees_less(name: str) -> None:
    board = load_map(FOLDER / "data" / "maps" / f"{name}.csv")
    for here, there in sampled(board, 250 if name.startswith("practice") else PAIRS):
        target = board.eye(there)
        ground = board.eye(here)._replace(level=board.cells[here].ground)
        lower = look(board, ground, target)
        if any(note.verdict == "levels" for note in lower.notes):
            continue  # Along a railroad heights do not count (B32.13).
        for level in range(1, 4):
            higher = look(board, ground._replace(level=ground.level + level * LEVEL), target)
            told = (board.cells[here].name, board.cells[there].name, level)
            if higher.clear:
                assert not lower.clear or higher.hindrance <= lower.hindrance, told
            elif lower.clear:
                assert higher.blocked is not None
                assert BETWEEN_LEVELS.intersection(higher.blocked.rules), told
                break
            lower = higher
