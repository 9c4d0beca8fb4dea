"""The scenarios that tests over all games play."""

from __future__ import annotations

from salient.games import GAMES, find_game
from tests.amounts import SOAK

LARGE = {"trumpets": ("clervaux", "losheim", "bastogne"), "peiper": ("cheneux",)}
"""Of games with a thousand pieces the scenarios that stand for all with every change."""

SCENARIOS = [
    (name, scenario)
    for name in GAMES
    for scenario in find_game(name).scenarios
    if SOAK or scenario in LARGE.get(name, (scenario,))
]


VEILS = {"adjacent": "inspection"}
"""Choices of other options by which a game hides pieces."""


def set_up(how: str) -> dict[str, str]:
    """The options of a game that is set up in some way."""
    return {VEILS.get(how, "setup"): how} if how else {}


def ways_to_set_up(title: str, number: int) -> tuple[str, ...]:
    """How a scenario is set up, if that is an option: with every change in one way, turn about."""
    if not any(option.id == "setup" for option in find_game(title).options):
        return ("",)
    return ("ready", "free") if SOAK else (("ready", "free")[number % 2],)


HIDING = [
    (title, scenario, setup)
    for number, (title, scenario) in enumerate(SCENARIOS)
    for setup in ways_to_set_up(title, number)
    if find_game(title).hides_in(set_up(setup))
]
"""Games with secrets: title, scenario, and how it is set up."""

VEILED = [
    ("trumpets", scenario, "adjacent") for title, scenario in SCENARIOS if title == "trumpets"
][: None if SOAK else 1]
"""Games that hide what is in stacks only if that is chosen."""
