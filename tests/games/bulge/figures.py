"""The test map with the ground and the units of the rulebook's figures laid over it.

A main road runs from 0206 over 0207 and 0208 and a river to the town Golf (0209); 0307 is light
forest off that road, and the river runs on between 0308 and Golf. Hotel (0408) is a town in light
forest behind the Brook, India (0807) a town at the end of the road through the deep forest 0707.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from salient.engine.setting import Identity
from salient.games.bulge.setting import BulgeSetting
from tests.games.bulge.battlefield import Battlefield
from tests.games.bulge.table import ToyBulge

FOLDER = Path(__file__).parent / "figure_map"


class FigureSetting(BulgeSetting):
    """The test map as the figures need it."""

    def __init__(self, identity: Identity, folders: Sequence[Path]) -> None:
        super().__init__(identity, [*folders, FOLDER])


class FigureBulge(ToyBulge):
    """The game on that map."""

    build_setting = FigureSetting


FIGURES = FigureBulge()


class Figure(Battlefield):
    """A figure of the rulebook, set up piece by piece."""

    game = FIGURES
