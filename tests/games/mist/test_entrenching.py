"""Rules 8.5, qa-8 and qa-9: entrenchments."""

from __future__ import annotations

import pytest

from salient.engine.events import Rolled
from salient.games.mist.events import (
    BattleBegan,
    Eliminated,
    Entrenched,
    LeftEntrenchment,
)
from salient.games.mist.rules.losses import remove
from tests.conftest import Dice
from tests.games.mist.table import TOY, Table

DIGGERS = ("gi1", "gi3", "gm1", "gt1", "ge1")
"""Infantry, airborne, mechanized, motorized, engineer."""


@pytest.mark.rule("mist:8.51a")
@pytest.mark.parametrize("unit", DIGGERS)
def test_infantry_type_units_entrench_in_their_own_impulse(unit: str) -> None:
    table = Table("20-1").put("Elm", unit).begin("german").play(f"activate {unit}", "entrench")
    assert table.is_("dug_in", unit)


@pytest.mark.rule("mist:8.51a")
def test_nobody_entrenches_in_the_enemys_impulse() -> None:
    table = Table("20-1").put("Birch", "gi1").put("Elm", "ai1").begin("german")
    assert table.offered("activate") == {"activate gi1"}


@pytest.mark.rule("mist:8.51b")
def test_an_entrenchment_is_for_the_unit_that_dug_it() -> None:
    table = Table("20-1").put("Elm", "gi1", "gi2").begin("german")
    table.play("activate gi1", "entrench")
    assert [table.is_("dug_in", unit) for unit in ("gi1", "gi2")] == [True, False]


@pytest.mark.rule("mist:8.51b")
def test_an_entrenchment_does_not_protect_others_in_the_area(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4", "gi6").put("Elm", "ai4", "ai5")
    table.mark("dug_in", "ai4").begin("german")
    dice(10, 10, 10, 10, 10)
    table.play("activate gi4", "join gi6", "move Elm", "fire ai4 gi4", "fire gi4 ai4")
    at_entrenched, at_open = table.happened(Rolled)[-2:]
    assert [modifier.rule for modifier in at_entrenched.modifiers] == ["9.71a"]
    assert at_open.modifiers == ()


@pytest.mark.rule("mist:8.51b")
def test_the_units_of_a_stack_dig_one_entrenchment_each() -> None:
    table = Table("20-1").put("Elm", "gi1", "gi2").begin("german")
    table.play("activate gi1", "join gi2", "entrench")
    assert table.happened(Entrenched) == [
        Entrenched(table.unit("gi1")),
        Entrenched(table.unit("gi2")),
    ]


# -- what it costs --------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.52")
@pytest.mark.parametrize(
    ("start", "legal"),
    [
        ("Birch", True),  # 2 to Elm, 2 to Dale
        ("B", False),  # 1 more to Birch
    ],
)
def test_an_engineer_moves_up_to_four_points_and_entrenches(start: str, legal: bool) -> None:
    table = Table("20-1").put(start, "ge1").begin("german")
    table.play("activate ge1", "move Elm", "move Dale")
    assert table.spent() == (4 if legal else 5)
    assert ("entrench" in table.offered()) == legal


@pytest.mark.rule("mist:8.52")
def test_an_engineer_entrenches_when_it_has_left_its_infantry() -> None:
    table = Table("20-1").put("Birch", "ge1", "gi1").begin("german")
    table.play("activate ge1", "join gi1", "move Elm")
    assert "entrench" not in table.offered()
    table.play("leave gi1", "entrench")
    assert [table.is_("dug_in", unit) for unit in ("ge1", "gi1")] == [True, False]


@pytest.mark.rule("mist:8.52")
def test_two_engineers_move_together_and_both_entrench() -> None:
    table = Table("20-1").put("Birch", "ge1", "ge2").begin("german")
    table.play("activate ge1", "join ge2", "move Elm", "entrench")
    assert [table.is_("dug_in", unit) for unit in ("ge1", "ge2")] == [True, True]


@pytest.mark.rule("mist:8.53")
def test_entrenching_is_all_an_infantry_unit_does_in_a_turn() -> None:
    table = Table("20-1").put("Elm", "gi1", "gi2").put("Iris", "ai6").begin_pair()
    table.play("activate gi1", "entrench")
    assert table.is_("acted", "gi1")
    assert table.offered("activate") == {"activate gi2"}
    table.play("end", "end")
    assert table.offered("activate") == {"activate gi2"}


@pytest.mark.rule("mist:8.53")
@pytest.mark.parametrize("unit", ["gi1", "gm1", "gt1"])
def test_infantry_that_has_moved_does_not_entrench(unit: str) -> None:
    table = Table("20-1").put("Birch", unit).begin("german")
    table.play(f"activate {unit}", "move Ash")
    assert "stop" in table.offered()
    assert "entrench" not in table.offered()


@pytest.mark.rule("mist:8.53")
def test_infantry_stopped_by_a_demolition_does_not_entrench(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi1").put("Cedar", "ai1").begin("german")
    dice(1)
    table.play("activate gi1", "move Cedar", "blow ai1")
    assert table.where("gi1") == "Birch"
    assert "entrench" not in table.offered()


# -- who may not ----------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.54")
def test_armor_does_not_entrench() -> None:
    table = Table("20-1").put("Elm", "ga1", "gi1").begin("german").play("activate ga1")
    assert "entrench" not in table.offered()
    table.play("join gi1")
    assert "entrench" not in table.offered()


@pytest.mark.rule("mist:8.55")
@pytest.mark.parametrize("unit", DIGGERS)
def test_nobody_entrenches_beside_an_enemy(unit: str) -> None:
    table = Table("20-1").put("Elm", unit).put("Elm", "aa2").begin("german")
    table.play(f"activate {unit}")
    assert "attack" in table.offered()
    assert "entrench" not in table.offered()


# -- what it is worth -----------------------------------------------------------------------------


@pytest.mark.rule("mist:8.56")
@pytest.mark.parametrize(("face", "left"), [(4, 1), (3, 0)])
def test_fire_at_an_entrenched_unit_needs_one_less(dice: Dice, face: int, left: int) -> None:
    table = Table("20-1").put("Birch", "gm1", strength=1).put("Elm", "ai4").mark("dug_in", "ai4")
    table.begin("german")
    dice(10, 10, face)  # request, defender's fire, attacker's fire with attack value 4
    table.play("activate gm1", "move Elm")
    assert table.strength("ai4") == left


@pytest.mark.rule("mist:8.56")
def test_fire_at_a_unit_in_the_open_does_not(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gm1", strength=1).put("Elm", "ai4").begin("german")
    dice(10, 10, 4)
    table.play("activate gm1", "move Elm")
    assert table.strength("ai4") == 0


# -- markers --------------------------------------------------------------------------------------


@pytest.mark.rule("mist:8.57a")
def test_an_entrenched_unit_is_shown_as_such() -> None:
    table = Table("20-1").put("Elm", "gi1", "gi2").begin("german")
    table.play("activate gi1", "entrench")
    flags = {piece.name: piece.flags for piece in TOY.view(table.g, 0).pieces}
    assert "dug_in" in flags["gi1"]
    assert "dug_in" not in flags["gi2"]


@pytest.mark.rule("mist:8.57b")
def test_there_is_no_limit_to_entrenchments() -> None:
    table = Table("20-1").put("Ash", "gi1", "gi2", "gi3", "gi4").put("Birch", "gi5", "gi6", "ge1")
    table.put("Cedar", "gm1", "gm2", "gt1", "ge2").put("Elm", "gi7").begin("german")
    table.play("activate gi1", "join gi2", "join gi3", "join gi4", "entrench")
    table.play("activate gi5", "join gi6", "join ge1", "entrench")
    table.play("activate gm1", "join gm2", "join gt1", "join ge2", "entrench")
    table.play("activate gi7", "entrench")
    assert table.g.dug_in.bit_count() == 12


@pytest.mark.rule("mist:8.58")
def test_an_entrenchment_is_gone_when_its_unit_moves_away() -> None:
    table = Table("20-1").put("Elm", "gi1", "gi2").mark("dug_in", "gi1").begin("german")
    table.play("activate gi1", "move Cedar")
    assert table.happened(LeftEntrenchment) == [LeftEntrenchment((table.unit("gi1"),))]
    assert table.g.dug_in == 0
    table.play("move Elm")
    assert not table.is_("dug_in", "gi1")


@pytest.mark.rule("mist:8.58")
def test_an_entrenchment_is_gone_when_its_unit_is_eliminated(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gm1", strength=1).put("Elm", "ai4").mark("dug_in", "ai4")
    table.begin("german")
    dice(10, 10, 1)
    table.play("activate gm1", "move Elm")
    assert table.happened(Eliminated) == [Eliminated(table.unit("ai4"))]
    assert table.g.dug_in == 0


@pytest.mark.rule("mist:8.59")
def test_a_unit_gives_up_its_entrenchment_to_attack(dice: Dice) -> None:
    table = Table("20-1").put("Elm", "gi4", "gi6").put("Elm", "ai4").mark("dug_in", "gi4", "gi6")
    table.begin("german").play("activate gi4", "attack")
    assert [table.is_("dug_in", unit) for unit in ("gi4", "gi6")] == [False, True]
    dice(10, 10, 10)
    table.play("end")
    assert [type(event) for event in table.happened(LeftEntrenchment, BattleBegan)] == [
        LeftEntrenchment,
        BattleBegan,
    ]
    dice(10, ...)
    bare = Table("20-1").put("Elm", "gi4").put("Elm", "ai4").begin("german")
    assert not bare.play("activate gi4", "attack").happened(LeftEntrenchment)


@pytest.mark.rule("mist:8.59")
def test_a_unit_attacked_stays_in_its_entrenchment(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi4").put("Elm", "ai4").mark("dug_in", "ai4")
    table.begin("german")
    dice(10, 10, 10)
    table.play("activate gi4", "move Elm")
    assert table.is_("dug_in", "ai4")


# -- questions and answers ------------------------------------------------------------------------


@pytest.mark.rule("mist:qa-8")
def test_an_engineer_does_not_entrench_after_wading() -> None:
    table = Table("20-1").put("Ash", "ge1").begin("german").play("activate ge1", "ford Cedar")
    assert table.left() == 2
    assert "entrench" not in table.offered()


@pytest.mark.rule("mist:qa-9")
def test_infantry_that_moved_does_not_entrench_in_a_later_impulse() -> None:
    table = Table("20-1").put("Birch", "gi1", "gi2").put("Iris", "ai6").begin_pair()
    table.play("activate gi1", "move Ash", "stop", "end", "end")
    assert table.offered("activate") == {"activate gi2"}
    table.play("end", "end")
    assert table.offered("activate") == {"activate gi2"}


@pytest.mark.rule("mist:8.58")
def test_a_unit_that_is_taken_off_the_map_leaves_nothing_behind() -> None:
    flags = ("dug_in", "attacking", "waiting", "on_foot")
    table = Table("20-1").put("Elm", "gm1", "gi1")
    for flag in flags:
        table.mark(flag, "gm1", "gi1")
    remove(table.g, table.unit("gm1"))
    assert (table.where("gm1"), table.strength("gm1")) == ("", 0)
    assert not [flag for flag in flags if table.is_(flag, "gm1")]
    assert [flag for flag in flags if table.is_(flag, "gi1")] == list(flags)
