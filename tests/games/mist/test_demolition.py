"""Rule 10.2: blowing bridges in front of the enemy.

On the test map whole bridges lead from Birch to Cedar, and from Glen to Elm, Heath and Iris.
"""

from __future__ import annotations

import pytest

from salient.engine.events import Moved
from salient.games.mist.events import BridgeBlown, BridgeHeld
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table


def crossing(*defenders: str, clock: str = "17-1", **options: str) -> Table:
    """German infantry in Birch before the bridge to Cedar, which the defenders hold."""
    return Table(clock, **options).put("Birch", "gi1", "gi2").put("Cedar", *defenders)


def cross(table: Table, unit: str = "gi1") -> Table:
    """Order a unit over the bridge into Cedar."""
    return table.play(f"activate {unit}", "move Cedar")


def three_bridges(*defenders: str) -> Table:
    """Defenders of Glen with Germans before each of its three bridges."""
    table = Table().put("Glen", *defenders)
    return table.put("Elm", "gi1").put("Heath", "gi2").put("Iris", "gi3").begin("german")


# -- who, when and where (10.21-10.22) ------------------------------------------------------------


@pytest.mark.rule("mist:10.21a")
def test_the_owner_of_an_infantry_beside_the_bridge_is_asked_when_an_enemy_crosses() -> None:
    table = cross(crossing("ai1").begin("german"))
    assert table.asked == "allied crossing"
    assert table.offered() == {"blow ai1", "decline"}


@pytest.mark.rule("mist:10.21a")
def test_the_germans_may_blow_bridges_in_the_allied_impulse() -> None:
    table = Table().put("Cedar", "ai1").put("Birch", "gi1").begin("allied")
    table.play("activate ai1", "move Birch")
    assert table.asked == "german crossing"
    assert table.offered() == {"blow gi1", "decline"}


@pytest.mark.rule("mist:10.21a")
def test_nobody_is_asked_when_only_armor_stands_beside_the_bridge() -> None:
    table = cross(crossing("aa1").begin("german"))
    assert table.where("gi1") == "Cedar"
    assert table.asked == "german movement"


@pytest.mark.rule("mist:10.21b")
def test_a_bridge_is_blown_only_at_the_moment_it_is_crossed() -> None:
    table = crossing("ai1").begin("german")
    assert not table.offered("blow")
    table.play("activate gi1", "move Ash")
    assert table.asked == "german group"
    table.play("stop", "end")
    assert table.begin("allied").asked == "allied movement"
    assert not table.offered("blow")


@pytest.mark.rule("mist:10.21b")
def test_a_move_by_road_without_a_bridge_gives_no_chance_of_demolition() -> None:
    table = Table().put("Elm", "gi1").put("Cedar", "ai1").begin("german")
    assert cross(table).where("gi1") == "Cedar"


@pytest.mark.rule("mist:10.22a")
@pytest.mark.parametrize("unit", ["ae1", "am1", "at1", "ai1"])
def test_every_infantry_type_unit_may_try(unit: str) -> None:
    assert cross(crossing(unit).begin("german")).offered("blow") == {f"blow {unit}"}


@pytest.mark.rule("mist:10.22a")
def test_armor_in_the_stack_may_not_try() -> None:
    table = cross(crossing("aa1", "aa2", "ai1").begin("german"))
    assert table.offered("blow") == {"blow ai1"}


@pytest.mark.rule("mist:10.22b")
@pytest.mark.parametrize("area", ["Dale", "Elm"])
def test_a_unit_that_is_not_at_an_end_of_the_bridge_may_not_try(area: str) -> None:
    table = Table().put("Birch", "gi1").put(area, "ae1").begin("german")
    assert cross(table).where("gi1") == "Cedar"


@pytest.mark.rule("mist:10.22b")
@pytest.mark.parametrize("area", ["Birch", "Cedar", "Fern"])
def test_only_the_ends_of_this_bridge_count(area: str) -> None:
    table = Table().put("Glen", "gi1").put("Heath", "gi2").put(area, "ae1").begin("german")
    assert table.play("activate gi1", "move Heath").where("gi1") == "Heath"


@pytest.mark.rule("mist:10.22b")
@pytest.mark.parametrize(
    ("side", "mover", "here", "there", "enemy"),
    [("german", "gi1", "Birch", "Cedar", "ai1"), ("allied", "ai1", "Cedar", "Birch", "gi1")],
)
def test_either_end_of_the_bridge_will_do(
    side: str, mover: str, here: str, there: str, enemy: str
) -> None:
    table = Table().put(here, mover).put(there, enemy).begin(side)
    assert table.play(f"activate {mover}", f"move {there}").offered("blow") == {f"blow {enemy}"}


@pytest.mark.rule("mist:10.21a", "mist:10.25")
def test_nobody_is_asked_where_the_bridge_is_down_already() -> None:
    table = crossing("ai1").blow("Birch", "Cedar").begin("german")
    table.play("activate gi1", "move Cedar")
    assert table.where("gi1") == "Cedar"
    assert not table.offered("blow")


@pytest.mark.rule("mist:10.23a", "mist:10.25")
def test_no_bridge_of_the_map_has_been_tried_when_an_impulse_begins() -> None:
    """The first of them crosses the Semois."""
    table = FullTable().put("Bouillon", "51Eng").put("Libramont", "304/2Pz").begin("german")
    table.play("activate 304/2Pz", "move Bouillon")
    assert table.offered("blow") == {"blow 51Eng"}


@pytest.mark.rule("mist:qa-13")
def test_a_unit_in_a_boundary_zone_may_try() -> None:
    table = Table().put("Iris", "gi1").put("E", "ai1").begin("german")
    assert table.play("activate gi1", "move E").offered() == {"blow ai1", "decline"}
    others = Table().put("Iris", "gi1").put("E", "ai1")
    others.g.blown = (1 << len(others.g.setting.board.links)) - 1 & ~(1 << others.link("Iris", "E"))
    assert "blow ai1" in others.begin("german").play("activate gi1", "move E").offered()


# -- how often (10.23, 10.25) ---------------------------------------------------------------------


@pytest.mark.rule("mist:10.23a")
def test_a_unit_that_tried_can_still_move_and_may_try_again_in_the_next_impulse(
    dice: Dice,
) -> None:
    dice(4, 4)
    table = three_bridges("ai1").play("activate gi1", "move Glen", "blow ai1", "stop", "end")
    assert "activate ai1" in table.begin("allied").offered()
    table.play("end").g.clock += 1
    table.begin("german").play("activate gi2", "move Glen", "blow ai1")
    assert table.is_blown("Glen", "Heath")


@pytest.mark.rule("mist:10.23a", "mist:10.23b")
def test_a_unit_that_tried_two_bridges_may_try_the_third_in_the_next_impulse(dice: Dice) -> None:
    dice(4, 4)
    table = three_bridges("ai1").play("activate gi1", "move Glen", "blow ai1", "stop")
    table.play("activate gi2", "move Glen", "blow ai1", "stop", "end").g.clock += 1
    table.begin("german").play("activate gi3", "move Glen")
    assert table.offered() == {"blow ai1", "decline"}


@pytest.mark.rule("mist:10.23b")
def test_one_unit_tries_at_most_two_bridges_in_an_impulse(dice: Dice) -> None:
    dice(10, 10)
    table = three_bridges("ai1")
    table.play("activate gi1", "move Glen", "blow ai1")
    table.play("activate gi2", "move Glen", "blow ai1")
    table.play("activate gi3", "move Glen")
    assert table.asked == "german movement"
    assert table.where("gi3") == "Glen"


def enter_trois_ponts(*defenders: str) -> Table:
    """Germans come from Vielsalm and Stavelot and are at the third bridge, from Stoumont."""
    table = FullTable().put("Trois Ponts", *defenders).put("Vielsalm", "27/12VG")
    table.put("Stavelot", "48/12VG").put("Stoumont", "89/12VG").begin("german")
    table.play("activate 27/12VG", "move Trois-Ponts", "blow 9/2")
    table.play("activate 48/12VG", "move Trois-Ponts", "blow 9/2")
    return table.play("activate 89/12VG", "move Trois-Ponts")


@pytest.mark.rule("mist:qa-15")
def test_one_infantry_checks_only_two_of_the_bridges_of_trois_ponts(dice: Dice) -> None:
    dice(10, 10)
    table = enter_trois_ponts("9/2")
    assert table.asked == "german movement"
    assert table.where("89/12VG") == "Trois Ponts"


@pytest.mark.rule("mist:qa-15")
def test_two_infantry_check_all_three_bridges_of_trois_ponts(dice: Dice) -> None:
    dice(10, 10, 10)
    table = enter_trois_ponts("9/2", "38/2")
    assert table.offered() == {"blow 38/2", "decline"}
    assert len(table.play("blow 38/2").happened(BridgeHeld)) == 3


@pytest.mark.rule("mist:10.25")
def test_a_second_unit_may_not_retry_a_bridge_in_the_same_impulse(dice: Dice) -> None:
    dice(10)
    table = cross(crossing("ai1", "ai2").begin("german")).play("blow ai1")
    assert cross(table, "gi2").asked == "german movement"
    assert table.where("gi2") == "Cedar"


@pytest.mark.rule("mist:qa-14")
def test_two_units_do_not_make_two_attempts_at_one_crossing(dice: Dice) -> None:
    dice(10)
    table = cross(crossing("ai1", "ai2").begin("german"))
    assert table.offered() == {"blow ai1", "blow ai2", "decline"}
    assert table.play("blow ai1").asked == "german movement"
    assert table.where("gi1") == "Cedar"


@pytest.mark.rule("mist:10.25")
def test_declining_is_no_attempt() -> None:
    table = cross(crossing("ai1").begin("german")).play("decline")
    assert cross(table, "gi2").offered() == {"blow ai1", "decline"}


@pytest.mark.rule("mist:10.25")
def test_a_bridge_that_held_may_be_tried_again_in_the_next_impulse(dice: Dice) -> None:
    dice(10, 10, 1, 10, 10)  # the bridge holds; a request fails; the intruder is shot
    table = cross(crossing("ai1").put("Birch", "gi4").begin("german"), "gi4")
    table.play("blow ai1", "end").g.clock += 1
    assert table.where("gi4") == ""
    assert cross(table.begin("german")).offered("blow") == {"blow ai1"}


# -- who may not (10.24, 10.26, 13.24) ------------------------------------------------------------


@pytest.mark.rule("mist:10.24")
def test_a_unit_that_began_the_impulse_beside_enemies_may_not_try() -> None:
    table = crossing("ai1").put("Cedar", "gi4").begin("german")
    assert cross(table).where("gi1") == "Cedar"


@pytest.mark.rule("mist:10.24")
def test_a_unit_on_the_near_bank_began_the_impulse_beside_the_enemy_and_may_not_try() -> None:
    table = Table().put("Birch", "gi1", "ai1").begin("german")
    assert cross(table).where("gi1") == "Cedar"


@pytest.mark.rule("mist:qa-16", "mist:10.24")
def test_an_enemy_that_entered_in_this_impulse_does_not_prevent_an_attempt_against_another() -> (
    None
):
    table = crossing("ai1").put("Elm", "gi3").begin("german")
    assert cross(table, "gi3").where("gi3") == "Cedar"
    assert cross(table).offered() == {"blow ai1", "decline"}


@pytest.mark.rule("mist:10.26")
@pytest.mark.parametrize("clock", ["16-1", "16-2", "16-3"])
def test_the_allies_blow_nothing_on_16_december(clock: str) -> None:
    table = cross(crossing("ae1", clock=clock).begin("german"))
    assert table.where("gi1") == "Cedar"


@pytest.mark.rule("mist:10.26")
def test_the_allies_blow_bridges_from_17_december() -> None:
    assert cross(crossing("ae1", clock="17-1").begin("german")).offered("blow") == {"blow ae1"}


@pytest.mark.rule("mist:10.26")
def test_the_germans_may_blow_bridges_on_16_december() -> None:
    table = Table("16-2").put("Cedar", "ai1").put("Birch", "gi1").begin("allied")
    assert table.play("activate ai1", "move Birch").offered("blow") == {"blow gi1"}


@pytest.mark.rule("mist:13.24")
def test_a_unit_out_of_supply_may_not_try() -> None:
    table = crossing("ai1").put("Dale", "gi3").put("Elm", "gi4").begin("german")
    assert cross(table).where("gi1") == "Cedar"


@pytest.mark.rule("mist:13.24")
def test_a_unit_with_one_road_left_to_its_supply_may_try() -> None:
    table = crossing("ai1").put("Elm", "gi4").begin("german")
    assert cross(table).offered("blow") == {"blow ai1"}


# -- the check (10.27-10.29) ----------------------------------------------------------------------


@pytest.mark.rule("mist:10.29a")
def test_a_bridge_that_is_blown_stops_the_mover_before_it_crosses(dice: Dice) -> None:
    dice(4)
    table = cross(crossing("ai1").begin("german")).play("blow ai1")
    assert table.is_blown("Birch", "Cedar")
    assert table.happened(BridgeBlown)
    assert table.where("gi1") == "Birch"
    assert table.asked == "german group"


@pytest.mark.rule("mist:10.29a")
def test_a_bridge_that_holds_is_crossed(dice: Dice) -> None:
    dice(5)
    table = cross(crossing("ai1").begin("german")).play("blow ai1")
    assert not table.is_blown("Birch", "Cedar")
    assert [type(event) for event in table.happened(BridgeHeld, Moved)] == [BridgeHeld, Moved]
    assert table.where("gi1") == "Cedar"


@pytest.mark.rule("mist:10.29b")
@pytest.mark.parametrize(("unit", "highest"), [("ae1", 8), ("am1", 4), ("at1", 4), ("ai1", 4)])
@pytest.mark.parametrize("above", [0, 1])
def test_the_chances_of_units_that_have_not_moved(
    dice: Dice, unit: str, highest: int, above: int
) -> None:
    dice(highest + above)
    table = cross(crossing(unit).begin("german")).play(f"blow {unit}")
    assert table.is_blown("Birch", "Cedar") is (above == 0)


@pytest.mark.rule("mist:10.29b")
@pytest.mark.parametrize(("unit", "highest"), [("ae1", 4), ("am1", 2), ("at1", 2), ("ai1", 2)])
@pytest.mark.parametrize("above", [0, 1])
def test_the_chances_of_units_that_have_moved_this_turn(
    dice: Dice, unit: str, highest: int, above: int
) -> None:
    dice(highest + above)
    table = Table().put("Birch", "gi1").put("Dale", unit).begin("allied")
    table.play(f"activate {unit}", "move Cedar", "stop").g.clock += 1
    cross(table.begin("german")).play(f"blow {unit}")
    assert table.is_blown("Birch", "Cedar") is (above == 0)


def blow_after_digging(dice: Dice, unit: str, face: int, **options: str) -> bool:
    """Whether a unit that dug in earlier this turn blows the bridge with a roll."""
    dice(face)
    table = crossing(unit, **options).begin("allied")
    table.play(f"activate {unit}", "entrench").g.clock += 1
    cross(table.begin("german")).play(f"blow {unit}")
    return table.is_blown("Birch", "Cedar")


@pytest.mark.rule("mist:10.29b", "mist:10.27")
@pytest.mark.parametrize(
    ("unit", "face", "blown"),
    [("ae1", 8, True), ("ae1", 9, False), ("ai1", 4, True), ("ai1", 5, False)],
)
def test_digging_in_is_not_moving(dice: Dice, unit: str, face: int, blown: bool) -> None:
    assert blow_after_digging(dice, unit, face, moved="entered") is blown


@pytest.mark.rule("mist:10.29b")
@pytest.mark.parametrize(
    ("unit", "face", "blown"),
    [("ae1", 4, True), ("ae1", 5, False), ("ai1", 2, True), ("ai1", 3, False)],
)
def test_with_the_option_every_unit_that_acted_counts_as_moved(
    dice: Dice, unit: str, face: int, blown: bool
) -> None:
    assert blow_after_digging(dice, unit, face, moved="acted") is blown


@pytest.mark.rule("mist:10.27")
@pytest.mark.parametrize("moved", ["entered", "acted"])
@pytest.mark.parametrize(
    ("unit", "face", "blown"),
    [("ae1", 8, True), ("ae1", 9, False), ("ai1", 4, True), ("ai1", 5, False)],
)
def test_an_entrenched_unit_blows_bridges_like_any_other(
    dice: Dice, unit: str, face: int, blown: bool, moved: str
) -> None:
    dice(face)
    table = crossing(unit, moved=moved).mark("dug_in", unit).begin("german")
    cross(table).play(f"blow {unit}")
    assert table.is_blown("Birch", "Cedar") is blown
    assert table.is_("dug_in", unit)


@pytest.mark.rule("mist:10.28a")
def test_the_last_bridge_of_the_map_can_be_blown_too(dice: Dice) -> None:
    dice(4)
    table = crossing("ai1")
    table.g.blown = table.g.setting.bridges
    cross(table.repair("Birch", "Cedar").begin("german")).play("blow ai1")
    assert table.g.blown == table.g.setting.bridges
    table.game.check(table.g)
