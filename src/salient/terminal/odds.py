"""Forecasts on the screen: the chances of a combat."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from salient.engine.forecast import Forecast
from salient.engine.speech import Speech
from salient.terminal.screen import HEADING_STYLE, side_style

BAR = 30
"""Width of the bar of a certain outcome."""

SMALL = 0.0005
"""Chances that would be printed as nothing."""


def forecast_lines(forecast: Forecast, speech: Speech) -> Iterator[Text]:
    """A forecast as figures and bars."""
    say = speech.texts.say
    yield Text(
        say(
            "terminal.odds_title",
            attackers=speech.force(forecast.attackers),
            defenders=speech.force(forecast.defenders),
        ),
        HEADING_STYLE,
    )
    for key, value in forecast.figures.items():
        yield Text("  " + say(f"forecast.{key}", value=value))
    for modifier in forecast.modifiers:
        yield Text(say("terminal.odds_modifier", modifier=speech.modifier(modifier).strip(" ,、")))
    for index, (key, chances) in enumerate(forecast.tables.items()):
        yield Text("  " + say(f"forecast.{key}"), HEADING_STYLE)
        for outcome, chance in chances.items():
            if chance >= SMALL:
                name = speech.word("chance", str(outcome))
                line = Text(f"  {' ' * (5 - cell_len(name))}{name}  {chance:6.1%}  ")
                yield line.append("█" * round(chance * BAR), side_style(index))
