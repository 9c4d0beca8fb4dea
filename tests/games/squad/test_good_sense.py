"""The simple bot's good sense: it fears what it sees, and nothing else."""

from __future__ import annotations

import copy
import random

import msgspec

from salient.games.squad.bot.assault import close_combat_worth
from salient.games.squad.bot.judge import judge
from salient.games.squad.bot.survey import look_round, must_act, peril, place_worth
from salient.games.squad.core.scenario import Victory
from salient.games.squad.phases.movement import Movement
from tests.games.squad.table import GAME, Table


def street() -> Table:
    """Germans in the woods want a house; Americans in another see the open ground before it."""
    table = Table(
        "C3 woods", "C7 stone_building", "E6 stone_building",
        german="ss658 2 ss91", american="us666 3 usHMG", size=(8, 10),
    )  # fmt: skip
    setting = copy.copy(table.g.setting)
    wanted = Victory(side="german", kind="control", need=1, places=["C7"])
    setting.scenario = msgspec.structs.replace(setting.scenario, victory=wanted)
    setting.goals = (table.place("C7"),)
    table.g.setting = setting
    return table.put("C3", "ss658.1", "ss658.2", "ss91.1").put("E6", "us666.1+usHMG.1")


def test_open_ground_under_fire_is_dangerous_and_more_so_on_the_move() -> None:
    table = street()
    o = look_round(table.g, 0)
    bare, wood = table.place("C5"), table.place("C3")
    assert peril(o, bare) > peril(o, wood)
    assert peril(o, bare, moving=True) > peril(o, bare)
    assert peril(o, bare, moving=True) > peril(o, bare, moving=True, assault=True)


def test_who_has_fired_twice_is_no_danger_to_movers() -> None:
    table = street()
    table.g.final_fired |= table.g.stack(table.place("E6"), 1)
    assert peril(look_round(table.g, 0), table.place("C5"), moving=True) == 0


def test_hidden_enemies_change_nothing_in_what_the_bot_thinks() -> None:
    answers = []
    for hexagon in ("C6", "G9"):
        table = street().put(hexagon, "us666.2", "us666.3")
        table.g.hidden |= table.g.stack(table.place(hexagon), 1)
        table.run(Movement(0))
        decision = table.decision
        assert decision is not None
        answers.append(judge(GAME.known(table.g, 0, random.Random(1)), decision))
        table.play("move ss658.1")
        decision = table.decision
        assert decision is not None
        answers.append(judge(GAME.known(table.g, 0, random.Random(1)), decision))
    assert answers[:2] == answers[2:]


def test_a_concealed_enemy_is_an_average_squad_in_close_combat() -> None:
    table = street()
    unit = table.g.setting.unit("us666.1")

    def worth() -> float:
        outlook = look_round(table.g, 0)
        return close_combat_worth(outlook, table.unit("ss658.1"), table.place("E6"), 1 << unit)

    whole = worth()
    table.g.half |= 1 << unit
    assert worth() > whole
    table.g.concealed |= 1 << unit
    assert worth() == whole


def test_a_goal_is_worth_more_the_later_it_is() -> None:
    table = street()
    near, far = table.place("C6"), table.place("C3")
    early = look_round(table.g, 0)
    table.g.turn = table.g.setting.scenario.turns
    late = look_round(table.g, 0)
    gains = [place_worth(o, near) - place_worth(o, far) for o in (early, late)]
    assert gains[1] > gains[0]


def test_the_side_that_would_lose_must_act() -> None:
    table = street()
    assert [must_act(table.g, side) for side in (0, 1)] == [True, False]
    table.g.control[0] |= 1 << table.place("C7")
    assert must_act(table.g, 1)
