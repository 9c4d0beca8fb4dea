"""Steps of a game are found by themselves, and what follows every action has its place."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from salient.engine import Event, Log, State, Step, seed_from_text
from salient.engine.state import steps_of
from salient.games import GAMES, find_game
from salient.games.mist import TigersInTheMist
from salient.games.mist.state import MistState


class TallStep(Step[State], frozen=True):
    """The base step of a game that does not exist."""


class Climb(TallStep, frozen=True):
    height: int


class Descend(Climb, frozen=True):
    pass


def test_all_descendants_of_the_base_step_are_found() -> None:
    assert set(steps_of(TallStep)) == {Climb, Descend}


def test_two_steps_with_one_tag_are_refused() -> None:
    class Fall(Step[State], frozen=True):
        pass

    class Slip(Fall, frozen=True, tag="down"):
        pass

    class Trip(Fall, frozen=True, tag="down"):
        pass

    with pytest.raises(TypeError, match=r"(Slip|Trip).* and .*(Slip|Trip) are both 'down'"):
        steps_of(Fall)


@pytest.mark.parametrize("name", GAMES)
def test_importing_a_game_brings_all_its_steps(name: str) -> None:
    code = f"""
import importlib, pkgutil, salient.games.{name} as title
from salient.engine.state import steps_of
at_once = set(steps_of(title.GAME.step_type))
for module in pkgutil.walk_packages(title.__path__, title.__name__ + "."):
    importlib.import_module(module.name)
print(*set(steps_of(title.GAME.step_type)) - at_once)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


@pytest.mark.parametrize("name", GAMES)
def test_saving_leaves_the_pending_decision_alone(name: str) -> None:
    game = find_game(name)
    g, _ = game.start(game.scenarios[0], seed_from_text("saved"))
    decision = game.decision(g)
    game.dump(g)
    assert g.offered is decision


class Rang(Event, frozen=True, tag="rang"):
    """A bell has rung."""

    drawn: int


class Ringing(TigersInTheMist):
    """Tigers in the Mist with a bell after every action."""

    def before(self, g: MistState) -> int:
        return g.drawn

    def after(self, g: MistState, log: Log, before: Any) -> bool:
        if any(isinstance(event, Rang) for event in log):
            return False
        log.append(Rang(before))
        return True


def test_a_game_can_see_to_what_follows_every_action() -> None:
    game = Ringing()
    g, log = game.start("seventh", seed_from_text("bell"))
    assert log[-1] == Rang(0)
    decision = game.decision(g)
    assert decision is not None
    assert game.play(g, decision.actions[0])[-1] == Rang(g.drawn)
    assert game.decision(g) == g.steps[-1].ask(g)
