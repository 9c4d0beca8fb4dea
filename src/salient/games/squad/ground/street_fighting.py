"""Street fighting: infantry that comes out of a house at a vehicle on the road. Rule A11.8.

Reading: it counts for who has advanced in this player turn from the ground floor of a house beside
the road into the vehicle's location. Narrow streets have their own rule (P5.132a).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.locations import is_house
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.debris import is_boulevard
from salient.games.squad.ground.narrow_streets import street_under

STREET_FIGHTING = -1
"""Rule A11.8."""


def is_street(g: SquadState, place: Place) -> bool:
    """Whether vehicles in a location are open to street fighting: on a road. Rules A11.8, B37.61.

    Debris on the road does not change it; a boulevard is too wide (B37.62).
    """
    board = g.setting.board
    floor = board.locations[place].floor
    return floor == "ground" and bool(board.hex(place).row.road) and not is_boulevard(g, place)


def note_house(g: SquadState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """Remember who advances out of a house onto a road. Rules A11.8, B32.56."""
    if entry.manner != "advance" or g.setting.board.locations[entry.origin].floor != "ground":
        return
    if is_house(g, entry.origin) and is_street(g, entry.to):
        g.out_of_houses[entry.unit] = entry.to


def fight_out_of_houses(g: SquadState, unit: Piece, vehicle: Piece) -> Iterator[Modifier]:
    """The advantage over a vehicle on the road. Rule A11.8."""
    came = g.out_of_houses.get(unit)
    if came == g.where[vehicle] and street_under(g, vehicle) is None:
        yield Modifier("A11.8", STREET_FIGHTING)


def forget_houses(g: SquadState, log: Log) -> None:  # noqa: ARG001
    """The player turn is over. Rule A11.8."""
    g.out_of_houses.clear()


CHAPTER: Chapters[SquadState] = Chapters(
    arrivals=(note_house,),
    assaults=(fight_out_of_houses,),
    player_turn_ends=(forget_houses,),
)
