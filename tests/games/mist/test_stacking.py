"""Chapter 7: how many units an area holds."""

from __future__ import annotations

import pytest

from salient.engine.errors import RuleViolation
from salient.engine.ids import Place
from salient.games import find_game
from salient.games.mist.events import BattleBegan, OverstackRemoved
from salient.games.mist.rules.stacking import has_room, overstacked
from salient.games.mist.setting import ALLIED, GERMAN, impulse_index
from tests.conftest import Dice
from tests.games.mist.table import Table

SMALL = ("gi3", "gi4", "gi6", "ge2")
"""Four German units, five strength points."""


@pytest.mark.rule("mist:7.1a")
@pytest.mark.parametrize(
    ("residents", "mover", "legal"),
    [
        (("gi2", "gi3", "gi4"), "gi1", True),  # 4 units, 3+2+1+4 = 10
        (("gi2", "gi3", "gi4"), "gi5", False),  # 4 units, 3+2+1+5 = 11
        (SMALL, "gi1", False),  # 5 units, 9
        (("gi1", "gi2"), "gi5", False),  # 3 units, 12
    ],
)
def test_an_area_holds_four_units_and_ten_strength_points(
    residents: tuple[str, ...], mover: str, legal: bool
) -> None:
    table = Table("20-1").put("Cedar", *residents).put("Birch", mover).begin("german")
    table.play(f"activate {mover}")
    assert ("move Cedar" in table.offered()) == legal


@pytest.mark.rule("mist:7.1a")
def test_each_player_is_counted_for_himself() -> None:
    table = Table("20-1").put("Cedar", "aa1", "aa2", "ai6", "ai4").put("Cedar", "gi2")
    table.put("Birch", "gi1").begin("german").play("activate gi1")
    assert "move Cedar" in table.offered()


@pytest.mark.rule("mist:7.1a")
def test_the_limit_counts_where_a_move_ends_and_not_on_the_way() -> None:
    table = Table("20-1").put("Birch", *SMALL).put("Ash", "gm1").begin("german")
    table.play("activate gm1")
    assert "move Birch" not in table.offered()
    table.play("move Elm")
    assert table.where("gm1") == "Elm"


@pytest.mark.rule("mist:7.1a")
def test_a_stack_counts_as_a_whole() -> None:
    table = Table("20-1").put("Cedar", "gi4", "gi6", "ge2").put("Birch", "gi2", "gi3")
    table.begin("german").play("activate gi2")
    assert "move Cedar" in table.offered()
    table.play("join gi3")
    assert "move Cedar" not in table.offered()


# -- the two German set-up stacks -----------------------------------------------------------------


@pytest.mark.rule("mist:7.1b")
@pytest.mark.parametrize("clock", ["16-1", "16-2"])
def test_overstacked_set_up_areas_stay_as_they_are_at_first(clock: str) -> None:
    table = Table(clock).put("Birch", "gi1", *SMALL).begin("german").play("end")
    assert table.decision is None
    assert not table.happened(OverstackRemoved)


@pytest.mark.rule("mist:7.1b")
def test_overstacked_set_up_areas_are_reduced_after_the_third_impulse() -> None:
    table = Table("16-3").put("Birch", "gi1", *SMALL).begin("german").play("end")
    assert table.asked == "german overstacked"
    table.play("remove gi4")
    assert table.decision is None
    assert table.where("gi4") == ""


@pytest.mark.rule("mist:7.1b")
def test_a_set_up_area_thinned_out_in_time_loses_nothing() -> None:
    table = Table("16-3").put("Birch", "gi1", *SMALL).begin("german")
    table.play("activate gi1", "move Ash", "stop", "end")
    assert table.decision is None
    assert not table.happened(OverstackRemoved)


@pytest.mark.rule("mist:7.1b")
def test_two_german_set_up_areas_and_no_allied_ones_exceed_the_limit() -> None:
    game = find_game("mist")
    g = game.set_up(game.setting("campaign"), bytes(32))
    assert overstacked(g, GERMAN) == []
    g.clock = impulse_index("16-3")
    assert len(overstacked(g, GERMAN)) == 2
    assert overstacked(g, ALLIED) == []


@pytest.mark.rule("mist:7.1c")
@pytest.mark.parametrize("clock", ["16-1", "16-2", "16-3"])
def test_the_germans_form_no_new_overstack_on_16_december(clock: str) -> None:
    table = Table(clock).put("Cedar", *SMALL).put("Birch", "gi1").begin("german")
    table.play("activate gi1")
    assert "move Cedar" not in table.offered()
    assert "move Elm" in table.offered()


@pytest.mark.rule("mist:7.1c")
def test_an_overstacked_set_up_area_may_only_shrink() -> None:
    table = Table("16-1").put("Birch", "gi1", *SMALL).put("Ash", "gi2").begin("german")
    table.play("activate gi2")
    assert "move Birch" not in table.offered()
    table.play("wait", "activate gi1", "move Cedar", "move Elm", "stop")
    assert table.where("gi1") == "Elm"


@pytest.mark.rule("mist:7.1c")
def test_a_moving_stack_keeps_the_limit_itself() -> None:
    table = Table("16-1").put("Birch", "gi1", "gi5", *SMALL).begin("german")
    table.play("activate gi5", "join gi1")
    assert "join gi4" in table.offered()
    assert "join gi3" not in table.offered()
    table.play("join gi4")
    assert table.offered("join") == set()


# -- removing what is too much --------------------------------------------------------------------


@pytest.mark.rule("mist:7.2")
def test_the_owner_removes_one_whole_unit_of_his_choice() -> None:
    table = Table("20-1").put("Birch", "gi1", *SMALL).begin("german").play("end")
    assert table.offered() == {
        "remove gi1", "remove gi3", "remove gi4", "remove gi6", "remove ge2",
    }  # fmt: skip
    table.play("remove gi1")
    assert table.decision is None
    assert table.happened(OverstackRemoved) == [
        OverstackRemoved(table.unit("gi1"), table.place("Birch"))
    ]
    assert [table.strength(unit) for unit in ("gi1", *SMALL)] == [0, 2, 1, 1, 1]


@pytest.mark.rule("mist:7.2")
def test_units_are_removed_until_the_strength_is_within_the_limit() -> None:
    table = Table("20-1").put("Iris", "ai6", "ai3", "ai4", "ai5").begin("allied").play("end")
    assert table.asked == "allied overstacked"
    table.play("remove ai4")
    assert table.decision is None


@pytest.mark.rule("mist:7.2")
def test_ten_strength_points_in_four_units_are_not_too_much() -> None:
    table = Table("20-1").put("Iris", "ai6", "ai1", "ai4", "ai5").begin("allied").play("end")
    assert table.decision is None
    assert not table.happened(OverstackRemoved)


@pytest.mark.rule("mist:7.2")
def test_what_is_too_much_is_removed_before_the_battles(dice: Dice) -> None:
    table = Table("20-1").put("Elm", "gi1", *SMALL).put("Elm", "ai1").begin("german")
    table.play("activate gi1", "attack", "end")
    dice()
    assert table.asked == "german overstacked"
    table.play("remove gi1")
    assert not table.happened(BattleBegan)


@pytest.mark.rule("mist:7.2", "mist:8.42")
def test_a_unit_stranded_in_a_full_area_by_a_demolition_is_an_accident(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "gi1").put("Elm", *SMALL).put("Cedar", "ai2")
    table.put("Glen", "ai1").begin("german")
    dice(1)
    table.play("activate gi1", "move Glen", "blow ai1")
    assert table.where("gi1") == "Elm"
    table.play("end")
    assert table.asked == "german overstacked"
    table.play("remove gi6")
    assert table.decision is None
    assert table.where("gi1") == "Elm"


@pytest.mark.rule("mist:qa-1", "mist:8.42")
def test_a_unit_stopped_in_a_full_area_by_a_demolition_goes_on_while_it_can(dice: Dice) -> None:
    table = Table("20-1").put("Birch", "ge1").put("Elm", *SMALL).put("Cedar", "ai2")
    table.put("Glen", "ai1").begin("german")
    dice(1)
    table.play("activate ge1", "move Glen", "blow ai1")
    assert table.where("ge1") == "Elm"
    assert table.left() == 4
    assert table.offered("stop") == table.offered("entrench") == set()
    assert "move Dale" in table.offered()


@pytest.mark.rule("mist:qa-1")
def test_nobody_overstacks_on_purpose_to_get_rid_of_worn_out_units() -> None:
    table = Table("20-1").put("Elm", "gi1", "gi2", "gi3", "gi5", strength=1).put("Elm", "ai1")
    table.put("Birch", "ga1").begin("german").play("activate ga1")
    with pytest.raises(RuleViolation, match="not legal"):
        table.play("move Elm")


@pytest.mark.rule("mist:7.3")
def test_zones_hold_any_number_of_units() -> None:
    crowd = ("ga1", "gm1", "gm2", "gt1", "ge1", "gi1", "gi2", "gi5", *SMALL)
    table = Table("20-1").put("B", *crowd).put("Birch", "ga2").begin("german")
    table.play("activate ga2", "move B", "stop", "end")
    assert table.decision is None
    assert not table.happened(OverstackRemoved)
    assert table.g.stacks[table.place("B")].bit_count() == 13


@pytest.mark.rule("mist:7.1a", "mist:7.3")
def test_every_area_has_the_limit_and_no_zone_has() -> None:
    table = Table("20-1")
    group = 1 << table.unit("gi1")
    setting = table.g.setting
    for place, name in enumerate(setting.place_names):
        table.put(name, *SMALL)
        room = has_room(table.g, Place(place), GERMAN, group)
        assert room is bool(setting.all_zones >> place & 1), name
