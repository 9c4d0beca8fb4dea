"""Rule 7.2: strategic movement."""

import pytest

from salient.boards.bits import members
from salient.engine.events import Moved
from salient.games.bulge.sequence import MovementPhase
from salient.games.bulge.setting import GERMAN
from tests.games.bulge.table import Table

# -- main roads (7.2-1) -------------------------------------------------------------------------


@pytest.mark.rule("bulge:7.2")
def test_strategic_movement_goes_as_far_as_its_own_allowance() -> None:
    """Twelve hexes for German panzers, on a road that is theirs from end to end."""
    table = Table(turn=6).put("0613", "pz/Lehr")
    table.passed("german", *(f"06{column:02}" for column in range(1, 11))).move("german")
    assert "0601" in table.reach("pz/Lehr", "march")
    table = Table(turn=6).put("0614", "pz/Lehr")
    table.passed("german", *(f"06{column:02}" for column in range(1, 11))).move("german")
    assert "0602" in table.reach("pz/Lehr", "march")
    assert "0601" not in table.reach("pz/Lehr", "march")


@pytest.mark.rule("bulge:7.2", "bulge:7.2-1")
def test_strategic_movement_follows_main_roads() -> None:
    table = Table().put("0605", "CCA/10A").move("allied")
    setting = table.g.setting
    main = {str(setting.board.hex(place)) for place in members(setting.main_hexes)}
    assert {"0103", "1306", "0601", "0610"} < table.reach("CCA/10A", "march") < main


@pytest.mark.rule("bulge:7.2-1")
def test_a_unit_off_the_main_road_cannot_use_strategic_movement() -> None:
    table = Table().put("0505", "i1/2").put("0707", "i1/106").move("allied")
    assert table.reach("i1/2", "march") == set()
    assert table.reach("i1/106", "march") == set()


@pytest.mark.rule("bulge:7.2-1")
def test_strategic_movement_does_not_turn_off_into_side_roads() -> None:
    table = Table().put("0606", "i1/2").move("allied")
    assert "0608" in table.reach("i1/2", "march")
    assert "0707" not in table.reach("i1/2", "march")


@pytest.mark.rule("bulge:7.2-1")
def test_main_roads_that_only_pass_side_by_side_are_not_changed() -> None:
    """0503 and 0604 touch and both have a main road, but none runs from one to the other."""
    table = Table().put("0503", "i1/2").move("allied").play("activate i1/2", "march 0604")
    assert [event.to for event in table.happened(Moved)] == [
        table.place("Charlie"), table.place("0604"),
    ]  # fmt: skip


# -- enemy zones (7.2-2) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:7.2-2")
def test_strategic_movement_does_not_enter_enemy_zones() -> None:
    table = Table().put("0603", "i1/2").put("0708", "g1/62").move("allied")
    assert "0607" in table.reach("i1/2", "march")
    assert "0608" not in table.reach("i1/2", "march")
    assert "0610" not in table.reach("i1/2", "march")


@pytest.mark.rule("bulge:7.2-2")
def test_a_unit_in_an_enemy_zone_cannot_use_strategic_movement() -> None:
    table = Table().put("0608", "i1/2").put("0708", "g1/62").move("allied")
    assert table.reach("i1/2", "march") == set()
    assert "0606" in table.reach("i1/2")


# -- own hexes (7.2-3) --------------------------------------------------------------------------


@pytest.mark.rule("bulge:7.2-2")
@pytest.mark.parametrize(("enemy", "free"), [("0608", True), ("0607", False)])
def test_a_march_begins_beside_a_zone_of_control_but_not_in_it(enemy: str, free: bool) -> None:
    table = Table().put("0606", "i1/2").put(enemy, "g1/62").move("allied")
    assert ("0604" in table.reach("i1/2", "march")) is free


@pytest.mark.rule("bulge:7.2-3a")
def test_strategic_movement_does_not_enter_hexes_the_enemy_occupies() -> None:
    table = Table().put("0603", "i1/2")
    table.passed("german", *(f"06{column:02}" for column in range(7, 11))).move("allied")
    assert "0606" in table.reach("i1/2", "march")
    assert "0607" not in table.reach("i1/2", "march")
    assert "0607" in table.reach("i1/2")


@pytest.mark.rule("bulge:7.2-3a")
def test_strategic_movement_passes_own_hexes_only() -> None:
    table = Table(turn=6).put("0612", "pz/Lehr").passed("german", "0610", "0609").move("german")
    assert "0609" in table.reach("pz/Lehr", "march")
    assert "0608" not in table.reach("pz/Lehr", "march")


@pytest.mark.rule("bulge:7.2-3a")
def test_strategic_movement_does_not_enter_hexes_nobody_occupies() -> None:
    """The Germans were there last, but the road to their source is blocked at 0609."""
    table = Table(turn=6).put("0606", "pz/Lehr").put("0609", "i1/106")
    table.passed("german", "0604", "0605", "0606", "0607").move("german")
    assert table.reach("pz/Lehr", "march") == set()


@pytest.mark.rule("bulge:7.2-3a")
def test_the_same_hexes_are_open_when_the_road_is_free() -> None:
    table = Table(turn=6).put("0606", "pz/Lehr")
    table.passed("german", *(f"06{column:02}" for column in range(4, 11))).move("german")
    assert {"0604", "0612"} <= table.reach("pz/Lehr", "march")
    assert "0603" not in table.reach("pz/Lehr", "march")


@pytest.mark.rule("bulge:7.2-3c")
def test_hexes_taken_in_this_phase_are_not_open_yet() -> None:
    table = Table(turn=6).put("0611", "pz/Lehr").put("0612", "150")
    table.run(MovementPhase(GERMAN, 2), MovementPhase(GERMAN, 1))
    table.play("activate pz/Lehr", "move 0607", "stop")
    assert "0611" in table.reach("150", "march")
    assert "0610" not in table.reach("150", "march")
    table.play("end")
    assert "0608" in table.reach("150", "march")
    assert "0606" not in table.reach("150", "march")


# -- commandos (7.2-3b) -------------------------------------------------------------------------


@pytest.mark.rule("bulge:7.2-3b")
def test_commandos_move_strategically_on_roads_the_enemy_occupies() -> None:
    table = Table(turn=6).put("0612", "Cdo1").put("0613", "pz/Lehr").move("german")
    assert "0604" in table.reach("Cdo1", "march")
    assert "0604" not in table.reach("pz/Lehr", "march")


@pytest.mark.rule("bulge:7.2-3b")
def test_commandos_do_not_march_into_a_key_city_the_enemy_occupies() -> None:
    """The city is Allied though no unit stands in it."""
    table = Table(turn=6).put("0610", "Cdo1").move("german")
    assert "0604" in table.reach("Cdo1", "march")
    assert not {"0603", "0602", "0703"} & table.reach("Cdo1", "march")


@pytest.mark.rule("bulge:7.2-3b")
def test_commandos_enter_such_a_city_by_combat_movement() -> None:
    table = Table(turn=6).put("0610", "Cdo1").move("german")
    assert "0603" in table.reach("Cdo1", "move")


@pytest.mark.rule("bulge:7.2-3b")
def test_commandos_march_into_a_key_city_of_their_own() -> None:
    table = Table(turn=6).put("0610", "Cdo1")
    table.passed("german", *(f"06{column:02}" for column in range(3, 11))).move("german")
    assert {"0603", "0602"} <= table.reach("Cdo1", "march")


@pytest.mark.rule("bulge:7.2-3b", "bulge:7.2-3c")
def test_a_city_taken_in_this_phase_is_still_closed_to_marching_commandos() -> None:
    table = Table(turn=6).put("0604", "pz/Lehr").put("0610", "Cdo1").move("german")
    table.play("activate pz/Lehr", "move Charlie", "stop")
    assert "0603" not in table.reach("Cdo1", "march")


@pytest.mark.rule("bulge:7.2-1", "bulge:7.2-3b")
def test_commandos_too_need_a_main_road() -> None:
    table = Table(turn=6).put("0707", "Cdo1").move("german")
    assert table.reach("Cdo1", "march") == set()


@pytest.mark.rule("bulge:9.5-3f")
def test_points_thrown_away_before_a_commando_are_gone_from_a_march() -> None:
    """Three of 14 points are used up to 0604; of the other eleven nine are thrown away."""
    table = Table().put("0601", "CCA/10A").put("0604", "Cdo1").move("allied")
    table.play("activate CCA/10A", "march 0604", "discard 9")
    assert "march 0606" in table.offered()
    assert "march 0607" not in table.offered()


# -- stacks and reinforcements ------------------------------------------------------------------


@pytest.mark.rule("bulge:7.2")
def test_a_stack_marches_at_the_pace_of_its_slowest_unit() -> None:
    table = Table(turn=6).put("0613", "pz/Lehr", "g1/62")
    table.passed("german", *(f"06{column:02}" for column in range(1, 11))).move("german")
    table.play("activate pz/Lehr", "join g1/62")
    assert "march 0603" in table.offered()
    assert "march 0602" not in table.offered()


@pytest.mark.rule("bulge:7.2")
def test_a_march_may_be_made_in_stages_within_one_allowance() -> None:
    table = Table().put("0601", "CCA/10A").move("allied").play("activate CCA/10A", "march 0609")
    assert table.spent() == 8
    assert "march 0610" in table.offered()
    assert table.play("stop").is_("finished", "CCA/10A")


@pytest.mark.rule("bulge:7.2-1")
def test_a_reinforcement_may_march_on_along_a_main_road() -> None:
    table = Table(turn=4).move("allied").play("activate r1/1", "enter N1")
    assert "march 0603" in table.offered()
    table.play("march 1206")
    assert table.spent() == 2


@pytest.mark.rule("bulge:7.2-1")
def test_a_reinforcement_does_not_march_on_along_an_ordinary_road() -> None:
    table = Table(turn=4).move("allied").play("activate 501/101", "enter SW1")
    assert table.offered("march") == set()
    assert "move 0301" in table.offered()
