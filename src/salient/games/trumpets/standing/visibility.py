"""What can be seen in a hex: night, fog and snow, squalls."""

from __future__ import annotations

from salient.engine.ids import Place
from salient.games.trumpets.calendar import is_night, turn_of
from salient.games.trumpets.state import TrumpetsState

LAST_SQUALL = turn_of("22EV")
"""Rule note-weather-2: so long there are squalls in the Schnee Eifel."""


def poor_sight(g: TrumpetsState, place: Place) -> bool:
    """Whether the charts call it fog, snow or night in a hex. Rows tab-fa, tab-fadef, we-11."""
    return is_night(g.turn) or g.weather_at(place) != "clear"


def has_squalls(g: TrumpetsState, place: Place) -> bool:
    """Whether snow squalls cross a hex. Rules note-weather-1, note-weather-2."""
    country = g.setting.country
    if country.squalls >> place & 1 and g.turn <= LAST_SQUALL:
        return True
    return country.rows[place].army in g.squalls
