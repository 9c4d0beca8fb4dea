"""Strategic bombing (5.1): rubble in the road towns."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.state import Log
from salient.games.trumpets.calendar import part, turn_of
from salient.games.trumpets.events import Bombed
from salient.games.trumpets.state import TrumpetsState

DIE = 6
FIRST_RAID = turn_of("23MO")
"""Rule note-bomb-1."""

TARGETS = {
    "houffalize": "Houffalize", "malmedy": "Malmedy", "st_vith": "St. Vith", "la_roche": "La Roche",
}  # fmt: skip
"""Names on the map of the places that the table names (tab-bomb)."""


def bomb(g: TrumpetsState, log: Log) -> None:
    """Step 5a: two dice on clear day turns from 23MO. Rules sop-5a, note-bomb-1, rc-air-5."""
    if g.turn < FIRST_RAID or part(g.turn) not in ("MO", "AF"):
        return
    if g.weather.get("5PA", "clear") != "clear":
        return
    faces = (g.roll(DIE), g.roll(DIE))
    for raid in g.setting.air.raids:
        if raid.low <= sum(faces) <= raid.high:
            place = g.setting.country.names.get(TARGETS.get(raid.place, ""), NOWHERE)
            if place >= 0:
                g.rubble[place] = max(raid.rubble, g.rubble.get(place, 0))
            log.append(Bombed(faces, place))
