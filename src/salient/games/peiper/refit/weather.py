"""Step 8.617: the weather of a date. Rules P8.617, P8.6171, CG3."""

from __future__ import annotations

from salient.engine.state import Log
from salient.games.peiper.calendar import is_night
from salient.games.peiper.events import Weathered, WeatherRolled
from salient.games.peiper.state import PeiperState, Weather


def set_weather(g: PeiperState, log: Log) -> None:
    """Step 8.617. Rules P8.617, P8.6171, CG3."""
    fortunes = g.setting.charts.fortunes
    row = fortunes.weather[g.date]
    dice: tuple[int, ...] = ()
    if g.setting.random_weather:
        random = fortunes.random
        dice = (*g.dice(), g.die(), g.die())
        mist = random.mist_of(sum(dice[:2]) + random.modifier(g.date, g.weather.mist))
        cloud = random.cloud_of(mist, dice[2])
        snows = random.snows(cloud, g.date, dice[3])
        ground = "snow" if g.weather.ground == "snow" or g.weather.snowfall else "damp"
        flying = mist in ("clear", "VL") and not is_night(g.date)
        moon = row.moon
        g.weather = Weather(mist, cloud, moon, ground, snows, flying)
    else:
        dice = (g.die(),) if row.flying else ()
        flying = any(die <= row.flying for die in dice)
        g.weather = Weather(
            row.mist, row.cloud, row.moon, row.ground, row.snowfall == "yes", flying
        )
    if dice:
        log.append(WeatherRolled(dice))
    log.append(Weathered(g.weather.mist, g.weather.cloud))
