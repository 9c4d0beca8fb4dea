"""Where the staff sets units up: who attacks near the goal, who defends in what counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from salient.engine.ids import Piece, Place
from salient.games.peiper.staff.fields import distances, front, prizes
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.locations import chart_row

PRIZE, COVER, NEAR, CROWD, VIEW = 2.0, 1.0, 0.5, 1.5, 0.1
"""What points, cover, nearness to the goal and to the front, and a crowd count for."""
IN_HOUSES = 3.0
"""What guns and vehicles lose in a building or wood where they see nothing."""


def best_place(g: PeiperState, unit: Piece, places: Sequence[Place]) -> Place:
    """Good cover near what counts, and not all in one heap."""
    side = g.side(unit)
    attacks = (g.terms.attacker in (side, -1) and not g.terms.initial) or g.terms.first == side
    goals: Iterable[Place] = prizes(g, side, held=not attacks) or list(g.setting.lvp)
    near, beyond = distances(g, goals), distances(g, front(g, side))
    hex_of = g.setting.board.hex_of
    heavy = g.setting.vehicles >> unit & 1

    def worth(place: Place) -> tuple[float, int]:
        here = hex_of[place]
        crowd = (g.stack(place, side) & g.setting.personnel).bit_count()
        cover = chart_row(g, place).tem
        value = 0.0 if heavy else PRIZE * g.setting.lvp.get(place, 0)
        shut = IN_HOUSES if heavy and cover > 1 else 0.0
        return (
            COVER * cover + value - NEAR * near[here] - VIEW * beyond[here] - CROWD * crowd - shut,
            -place,
        )

    return max(places, key=worth)
