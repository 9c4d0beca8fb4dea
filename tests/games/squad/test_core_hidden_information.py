"""What a side does not know is in nothing it sees. Rules A12, B28."""

from __future__ import annotations

import random

import pytest

from salient.engine import seed_from_text
from salient.games.squad.events import Checked, Deployed, Moved, Stirred
from salient.games.squad.state import Minefield
from tests.games.squad.table import GAME, Table


def forest() -> Table:
    woods = ("D3 woods", "D4 woods", "E5 woods")
    table = Table(*woods, german="ss658 2", american="us666 3 usHMG M4A3")
    return table.put("B3", "ss658.1")


def test_hidden_units_are_not_there_for_the_enemy() -> None:
    here = forest().put("D4", "us666.1+usHMG.1").mark("hidden", "us666.1").move()
    there = forest().put("E5", "us666.1+usHMG.1").mark("hidden", "us666.1").move()
    for side in (0, -1):
        assert GAME.view(here.g, side) == GAME.view(there.g, side)
    assert GAME.view(here.g, 1) != GAME.view(there.g, 1)
    here.play("move ss658.1")
    there.play("move ss658.1")
    assert here.offered() == there.offered()


def test_concealed_units_are_question_marks_without_names() -> None:
    one = forest().put("D4", "us666.1+usHMG.1").mark("concealed", "us666.1").move()
    other = forest().put("D4", "us666.2").mark("concealed", "us666.2").move()
    assert GAME.view(one.g, 0).pieces == GAME.view(other.g, 0).pieces
    names = {piece.name for piece in GAME.view(one.g, 0).pieces if piece.side == 1}
    assert names == {"?"}
    assert {p.name for p in GAME.view(one.g, 1).pieces} >= {"us666.1", "usHMG.1"}


def test_unknown_mines_are_seen_by_those_who_laid_them_only() -> None:
    table = forest().move()
    table.g.mines[table.place("C3")] = (Minefield("ap", 6, 1, known=False),)
    kinds = [{marker.kind for marker in GAME.view(table.g, side).markers} for side in (0, 1)]
    assert "mines" not in kinds[0]
    assert "mines" in kinds[1]


def test_moving_in_sight_reveals_and_assault_movement_in_cover_does_not() -> None:
    table = forest().put("D3", "us666.1").mark("concealed", "us666.1").move("american")
    table.play("move us666.1", "assault D4")
    assert table.is_("concealed", "us666.1")
    table = forest().put("D3", "us666.1").mark("concealed", "us666.1").move("american")
    table.play("move us666.1", "go D2")
    assert not table.is_("concealed", "us666.1")


def test_events_are_told_to_each_side_as_it_may_see_them() -> None:
    moved = Moved(1, True, (3,), 4, 5, 2)
    assert moved.seen_by(1) is moved
    assert moved.seen_by(0) == Stirred(1, 4, 5)
    assert Deployed(1, True, 3, 4).seen_by(0) is None
    assert Checked(1, True, 3, "ptc", (1, 1), 7, (), "passed").seen_by(-1) is None


def test_units_out_of_sight_become_concealed_at_the_end_of_a_player_turn() -> None:
    table = forest().put("H9", "us666.1").put("E5", "us666.2")
    table.turn("american")
    rng = random.Random(4)
    while table.decision and table.g.mover == 1:
        actions = sorted(table.offered())
        table.play("end" if "end" in actions else rng.choice(actions))
    assert not table.is_("concealed", "us666.1")


@pytest.mark.parametrize("seed", range(3))
def test_views_never_name_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    g, _ = GAME.start("armour", seed_from_text(f"hidden {seed}"))
    for _ in range(150):
        decision = GAME.decision(g)
        if decision is None:
            return
        for side in (0, 1, -1):
            for piece in GAME.view(g, side).pieces:
                secret = piece.id < len(g.setting.units) and piece.side != side
                if secret:
                    assert not (g.hidden | g.concealed) >> piece.id & 1 or piece.place < 0
        GAME.play(g, rng.choice(decision.actions))
