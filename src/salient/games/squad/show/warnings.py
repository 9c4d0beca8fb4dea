"""What an offered action costs for good, said before it is ordered."""

from __future__ import annotations

from collections.abc import Sequence

from salient.engine.ids import Place
from salient.engine.messages import Value, message, series
from salient.engine.state import Ref
from salient.games.squad.core.state import SquadState


def warn_of_mines(g: SquadState, way: Sequence[int]) -> Value:
    """Known mines that a way leads into: they attack whoever enters. Rule B28.41.

    Args:
        g: The position as the deciding side knows it.
        way: The locations that an action leads through, where it begins first.
    """
    mined = [place for place in dict.fromkeys(way[1:]) if g.mines.get(Place(place))]
    if not mined:
        return ""
    return message("warning.mines", places=series(Ref("place", place) for place in mined))
