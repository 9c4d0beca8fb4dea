"""Forecasts on the screen: the chances of a combat."""

from __future__ import annotations

from collections.abc import Iterator

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
            attackers=_force(forecast.attackers, speech),
            defenders=_force(forecast.defenders, speech),
        ),
        HEADING_STYLE,
    )
    for key, value in forecast.figures.items():
        yield Text("  " + say(f"forecast.{key}", value=value))
    for modifier in forecast.modifiers:
        yield Text(say("terminal.odds_modifier", modifier=speech.modifier(modifier).strip(" ,、")))
    for index, (key, chances) in enumerate(forecast.tables.items()):
        yield Text("  " + say(f"forecast.{key}"), HEADING_STYLE)
        for outcome, chance in sorted(chances.items()):
            if chance >= SMALL:
                line = Text(f"  {outcome:4}  {chance:6.1%}  ")
                yield line.append("█" * round(chance * BAR), side_style(index))


def _force(units: tuple[tuple[str, int], ...], speech: Speech) -> str:
    """Names and strengths; units of a described combat go by their kind."""
    say = speech.texts.say
    return speech.enumerate(
        [
            say("terminal.odds_unit", name=speech.word("kind", name), strength=strength)
            for name, strength in units
        ]
    )
