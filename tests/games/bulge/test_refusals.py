"""What cannot be done is refused with the reason and its rule."""

from __future__ import annotations

import pytest

from salient.engine import Match, RuleViolation
from tests.games.bulge.table import Table


def refusal(table: Table, text: str) -> str:
    """What a player is told who tries it."""
    match = Match(table.game, table.g, [])
    with pytest.raises(RuleViolation) as caught:
        match.play(text)
    assert caught.value.describe("ja")
    return caught.value.describe("en")


def moving(table: Table, unit: str, side: str) -> Table:
    return table.move(side).play(f"activate {unit}")


def test_an_enemy_unit_cannot_be_activated() -> None:
    table = Table().put("0604", "i1/2").put("0608", "g1/62").move("allied")
    assert "g1/62 is not yours." in refusal(table, "activate g1/62")


def test_a_unit_that_has_moved_says_so() -> None:
    table = Table().put("0604", "i1/2", "i2/2").move("allied")
    table.play("activate i1/2", "move 0605", "stop")
    assert "i1/2 has moved in this phase (7.5)" in refusal(table, "activate i1/2")


def test_a_reinforcement_tells_its_date() -> None:
    table = Table(turn=1).put("0604", "i1/2").move("allied")
    later = next(
        u for u, row in enumerate(table.g.setting.units) if row.turn > 1 and row.side == "allied"
    )
    name = table.g.setting.units[later].id
    turn = table.g.setting.units[later].turn
    assert f"{name} is due in turn {turn} (9.3)" in refusal(table, f"activate {name}")


@pytest.mark.parametrize(
    ("put", "to", "reason"),
    [
        ({"0604": "pz/Lehr"}, "0614", "The way costs 10 MP, and 6 are left (7.4)."),
        ({"0604": "pz/Lehr", "0607": "i1/2"}, "0607", "There are enemy units (5.2, 7.3)."),
        (
            {"0604": "pz/Lehr", "0806": "i1/2", "0606": "i2/2", "0406": "i3/2"},
            "0608",
            "Enemy zones of control stop it",
        ),
        ({"0607": "pz/Lehr"}, "0708", "Vehicles need a road there"),
        ({"0604": "pz/Lehr"}, "0604", "The stack is there."),
    ],
)
def test_a_move_that_is_barred_tells_what_bars_it(
    put: dict[str, str], to: str, reason: str
) -> None:
    table = Table(turn=6)
    for place, unit in put.items():
        table.put(place, unit)
    assert reason in refusal(moving(table, "pz/Lehr", "german"), f"move {to}")


def test_a_full_hex_is_told_from_a_far_one() -> None:
    table = Table(turn=6).put("0605", "g1/62", "g2/62", "g3/62").put("0604", "pz/Lehr")
    table.move("german").mark("finished", "g1/62", "g2/62", "g3/62").play("activate pz/Lehr")
    assert "one too many" in refusal(table, "move 0605")


def test_an_army_line_is_named() -> None:
    table = Table(turn=2).put("1013", "pz/1SS")
    assert "An army boundary line bars it" in refusal(
        moving(table, "pz/1SS", "german"), "move 0813"
    )


def test_strategic_movement_tells_that_it_needs_main_roads() -> None:
    table = Table(turn=6).put("0604", "pz/Lehr")
    assert "goes and ends on main roads (7.2)" in refusal(
        moving(table, "pz/Lehr", "german"), "march 0504"
    )


@pytest.mark.parametrize(
    ("target", "reason"),
    [("1101", "No enemy unit is there"), ("0404", "No unit that can still attack is next to it")],
)
def test_a_target_that_cannot_be_attacked_tells_why(target: str, reason: str) -> None:
    table = Table().put("1108", "pz/1SS").put("1107", "i1/2").put("0404", "i2/2").fight("german")
    assert reason in refusal(table, f"target {target}")


def test_a_unit_that_cannot_take_part_tells_why() -> None:
    table = Table().put("1108", "pz/1SS").put("0808", "pg1/1SS").put("1107", "i1/2")
    table.fight("german").play("target 1107")
    assert "pg1/1SS is not next to the target (8.2-5)" in refusal(table, "commit pg1/1SS")
