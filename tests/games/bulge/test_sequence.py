"""Chapter 4: the sequence of play."""

import pytest

from salient.engine.events import GameEnded
from salient.games.bulge.events import PhaseBegan, Recorded
from salient.games.bulge.sequence import EndOfTurn
from salient.games.bulge.setting import ALLIED, GERMAN
from tests.conftest import Dice
from tests.games.bulge.battlefield import Battlefield
from tests.games.bulge.phases import check_supply, record
from tests.games.bulge.table import Table


def cast(turn: int = 1) -> Table:
    """One unit of every kind on either side, Germans and Allies in contact at 1108 and 1107."""
    table = Table(turn=turn).put("1108", "pz/1SS", "g1/12").put("0905", "Cdo1")
    return table.put("1107", "i1/2", "CCA/10A").put("0106", "14Cav")


# -- the turn (4.1, 4.2) ------------------------------------------------------------------------


@pytest.mark.rule("bulge:4.2")
def test_a_turn_is_a_german_player_turn_and_then_an_allied_one() -> None:
    table = Table(turn=1).begin_turn()
    phases = [(event.turn, event.phase) for event in table.happened(PhaseBegan)]
    first = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]
    assert phases == [*((1, phase) for phase in first), (2, "A1")]
    assert table.asked == "german movement"


@pytest.mark.rule("bulge:4.1", "bulge:4.2")
def test_the_next_turn_begins_when_all_phases_are_done() -> None:
    table = Table(turn=4).put("0103", "i1/2").begin_turn().play("end")
    assert (table.asked, table.g.turn) == ("allied movement", 4)
    table.play("end")
    assert (table.asked, table.g.turn) == ("german movement", 5)


@pytest.mark.rule("bulge:4.2-A5", "bulge:4.2-B5")
def test_points_are_recorded_at_the_end_of_each_player_turn() -> None:
    table = Table(turn=1).begin_turn()
    order = [type(event) for event in table.happened(PhaseBegan, Recorded)]
    assert order == [*[PhaseBegan] * 4, Recorded, *[PhaseBegan] * 4, Recorded, PhaseBegan]
    assert [event.side for event in table.happened(Recorded)] == [GERMAN, ALLIED]


# -- who moves and fights when (4.2-A1 to 4.2-B4) ------------------------------------------------


@pytest.mark.rule("bulge:4.2-A1")
def test_all_german_units_move_in_their_first_phase() -> None:
    table = cast().move("german", 1)
    assert table.offered("activate") == {"activate pz/1SS", "activate g1/12", "activate Cdo1"}


@pytest.mark.rule("bulge:4.2-A1")
@pytest.mark.parametrize("flag", ["oos", "isolated", "shaken", "wary"])
def test_german_units_in_trouble_move_in_their_first_phase_too(flag: str) -> None:
    table = Table().put("1108", "pz/1SS").put("0912", "g1/62").mark(flag, "pz/1SS", "g1/62")
    table.move("german", 1)
    assert table.offered("activate") >= {"activate pz/1SS", "activate g1/62"}
    assert table.reach("pz/1SS")


@pytest.mark.rule("bulge:4.2-A2")
def test_all_german_units_next_to_the_enemy_fight_in_their_first_phase() -> None:
    table = cast().put("0912", "g1/62").fight("german", 1)
    assert table.offered("target") == {"target 1107"}
    assert table.play("target 1107").offered("commit") == {"commit pz/1SS", "commit g1/12"}


@pytest.mark.rule("bulge:4.2-A3")
def test_german_mechanized_units_and_commandos_move_in_the_second_phase() -> None:
    table = cast().move("german", 2)
    assert table.offered("activate") == {"activate pz/1SS", "activate Cdo1"}


@pytest.mark.rule("bulge:4.2-A4")
def test_only_german_mechanized_units_fight_in_the_second_phase() -> None:
    table = cast().fight("german", 2).play("target 1107")
    assert table.offered("commit") == {"commit pz/1SS"}
    assert Table().put("1108", "g1/12").put("1107", "i1/2").fight("german", 2).asked == ""


@pytest.mark.rule("bulge:4.2-B1")
def test_all_allied_units_move_in_their_first_phase() -> None:
    table = cast().move("allied", 1)
    assert table.offered("activate") == {"activate i1/2", "activate CCA/10A", "activate 14Cav"}


@pytest.mark.rule("bulge:4.2-B2")
def test_all_allied_units_next_to_the_enemy_fight_in_their_first_phase() -> None:
    table = cast().fight("allied", 1)
    assert table.offered("target") == {"target 1108"}
    assert table.play("target 1108").offered("commit") == {"commit i1/2", "commit CCA/10A"}


@pytest.mark.rule("bulge:4.2-B3")
def test_only_allied_mechanized_units_move_in_the_second_phase() -> None:
    table = cast().move("allied", 2)
    assert table.offered("activate") == {"activate CCA/10A", "activate 14Cav"}


@pytest.mark.rule("bulge:4.2-B3")
def test_reinforcements_do_not_come_on_in_the_second_phase() -> None:
    """10th Armored is mechanized and due."""
    table = Table(turn=2).put("0406", "CCA/9A")
    assert "activate CCA/10A" in table.move("allied", 1).offered()
    table = Table(turn=2).put("0406", "CCA/9A").move("allied", 2)
    assert table.offered("activate") == {"activate CCA/9A"}


@pytest.mark.rule("bulge:4.2-B4")
def test_only_allied_mechanized_units_fight_in_the_second_phase() -> None:
    table = Table().put("1108", "g1/12").put("1107", "i1/2", "CCA/10A").fight("allied", 2)
    assert table.play("target 1108").offered("commit") == {"commit CCA/10A"}
    assert Table().put("1108", "g1/12").put("1107", "i1/2").fight("allied", 2).asked == ""


# -- recording (4.2-A5, 4.2-B5) -----------------------------------------------------------------


@pytest.mark.rule("bulge:4.2-A5")
def test_points_of_the_german_player_turn_are_added_at_its_end() -> None:
    table = Table(turn=1).put("0604", "pz/Lehr").put("0103", "14Cav").begin_turn()
    table.play("activate pz/Lehr", "move Charlie", "stop")
    assert table.g.vp == 0
    table.play("end")
    assert table.happened(Recorded) == [Recorded(GERMAN, 10)]
    assert table.g.vp == 10


@pytest.mark.rule("bulge:4.2-B5")
def test_points_of_the_allied_player_turn_are_added_at_its_end(dice: Dice) -> None:
    field = Battlefield(turn=1).put("0610", "g1/62").put("0609", "CCA/10A", steps=1).begin_turn()
    dice(*field.throw("A2", "1:2"))
    field.play("end", "end", "end", "target 0610", "commit CCA/10A", "declare")
    assert field.happened(Recorded) == [Recorded(GERMAN, 0), Recorded(ALLIED, 1)]


@pytest.mark.rule("bulge:4.2-B5", "bulge:13.3-2b")
def test_a_city_counts_as_soon_as_the_unit_that_barred_its_road_has_starved() -> None:
    """The regiment in 0608 dies at the Allied supply check: a point, and ten for Charlie."""
    table = Table(5, city_vp="kept").put("Charlie", "pz/1SS").passed("german", "Charlie")
    table.put("0608", "i1/28", steps=1).mark("isolated", "i1/28")
    table.put("0609", "g1/12").put("0507", "g1/62").put("0707", "g2/62")
    assert record(table, "german") == 0
    assert record(check_supply(table, "allied"), "allied") == 11


# -- the end (4.3) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:4.3")
def test_the_game_is_over_after_turn_13() -> None:
    table = Table(turn=13)
    table.g.vp = 57
    table.run(EndOfTurn())
    assert table.happened(GameEnded) == [GameEnded("draw", 57)]
    assert table.decision is None


@pytest.mark.rule("bulge:4.3")
@pytest.mark.parametrize("points", [0, 60])
def test_the_game_does_not_end_before_turn_8(points: int) -> None:
    table = Table(turn=7)
    table.g.vp = points
    table.run(EndOfTurn())
    assert table.happened(GameEnded) == []
    assert table.g.turn == 8


@pytest.mark.rule("bulge:4.3")
@pytest.mark.parametrize(("points", "outcome"), [(35, "allied_victory"), (60, "german_victory")])
def test_the_game_can_end_after_turn_8(points: int, outcome: str) -> None:
    table = Table(turn=8)
    table.g.vp = points
    table.run(EndOfTurn())
    assert table.happened(GameEnded) == [GameEnded(outcome, points)]
