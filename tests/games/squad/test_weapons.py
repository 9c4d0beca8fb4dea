"""Weapons change hands. Rules A4.43, A4.431, A4.44."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.squad.table import GAME, Table


def squads(**more: Any) -> Table:
    table = Table(german="ss658 2 ss91 ssLMG 2 ssMMG", american="us666", **more)
    return table.put("C3", "ss658.1+ssLMG.1+ssMMG.1", "ss658.2", "ss91.1").put("H9", "us666.1")


def owner(table: Table, item: str) -> int:
    return table.g.owner[table.unit(item)]


@pytest.mark.rule("squad:A4.43")
def test_who_is_about_to_move_hands_a_weapon_to_the_one_beside_it() -> None:
    table = squads().move().play("move ss658.1")
    assert {"transfer ssLMG.1 ss658.2", "transfer ssLMG.1 ss91.1"} <= table.offered("transfer")
    table.play("transfer ssLMG.1 ss658.2")
    assert owner(table, "ssLMG.1") == table.unit("ss658.2")
    assert not [text for text in table.offered("transfer") if "ssLMG.1" in text]


@pytest.mark.rule("squad:A4.43")
def test_nobody_takes_more_than_his_hands_hold_nor_when_broken_or_done_firing() -> None:
    table = squads().put("C3", "ss91.1+ssLMG.2").move().play("move ss658.1")
    assert "transfer ssLMG.1 ss91.1" not in table.offered()
    table = squads().put("C3", "ss91.1+ssLMG.2").move().play("move ss91.1")
    assert "transfer ssLMG.2 ss658.1" not in table.offered(), "it has two already"
    assert "transfer ssLMG.2 ss658.2" in table.offered()
    for state in ("broken", "prep_fired"):
        table = squads().mark(state, "ss658.2").move().play("move ss658.1")
        assert not [text for text in table.offered("transfer") if "ss658.2" in text]


@pytest.mark.rule("squad:A4.43")
def test_a_weapon_is_as_concealed_as_who_has_it() -> None:
    table = squads().mark("concealed", "ss658.1").move().play("move ss658.1")
    table.play("transfer ssLMG.1 ss658.2")
    assert not table.is_("concealed", "ssLMG.1")
    table = squads().mark("concealed", "ss658.2").move().play("move ss658.1")
    table.play("transfer ssLMG.1 ss658.2")
    assert table.is_("concealed", "ssLMG.1")
    assert "ssLMG.1" not in {piece.name for piece in GAME.view(table.g, 1).pieces}


@pytest.mark.rule("squad:A4.431", "squad:A4.44")
def test_a_weapon_left_behind_lies_there_and_another_may_pick_it_up() -> None:
    table = squads().mark("broken", "us666.1").move().play("move ss658.1")
    assert table.question.values["points"] == 3  # Four portage points are one too many.
    table.play("drop ssMMG.1")
    assert table.question.values["points"] == 4
    assert table.where("ssMMG.1") == "C3"
    table.play("go D3", "stop")
    assert "drop ssLMG.1" not in table.offered()
    table.phase("rally").dice(5).play("recover ss658.2 ssMMG.1")
    assert owner(table, "ssMMG.1") == table.unit("ss658.2")


@pytest.mark.rule("squad:A4.431")
@pytest.mark.parametrize("state", ["concealed", "hidden"])
def test_what_is_left_behind_is_seen_by_everybody(state: str) -> None:
    table = squads().mark(state, "ss658.1").move().play("move ss658.1", "drop ssMMG.1")
    assert not table.is_(state, "ssMMG.1")
    assert table.is_(state, "ss658.1")
    assert table.is_(state, "ssLMG.1")
