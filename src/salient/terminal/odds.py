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

NARROWEST = 5
"""Width of the column of outcomes, at least."""

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
        yield Text("  " + speech.figure(key, value))
    for modifier in forecast.modifiers:
        yield Text(say("terminal.odds_modifier", modifier=speech.modifier(modifier).strip(" ,、")))
    for index, (key, chances) in enumerate(forecast.tables.items()):
        yield Text("  " + say(f"forecast.{key}"), HEADING_STYLE)
        names = {outcome: speech.outcome(outcome) for outcome in chances}
        widest = max(NARROWEST, *map(cell_len, names.values()))
        for outcome, chance in chances.items():
            if chance >= SMALL:
                name = names[outcome]
                line = Text(f"  {' ' * (widest - cell_len(name))}{name}  {chance:6.1%}  ")
                yield line.append("█" * round(chance * BAR), side_style(index))
