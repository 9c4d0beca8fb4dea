"""Chapters 9.0 to 9.3: who fights, what a hit is, and the steps of a battle."""

from __future__ import annotations

import pytest

from salient.games.mist.events import BattleBegan, Eliminated
from salient.games.mist.state import DIE
from tests.conftest import Dice
from tests.games.mist.battlefield import MISS, Battlefield, line_up
from tests.games.mist.table import Table


@pytest.mark.rule("mist:1.0b")
def test_a_die_shows_one_to_ten_and_its_zero_counts_as_ten() -> None:
    table = Table()
    assert {table.g.roll(DIE) for _ in range(10_000)} == set(range(1, 11))


# -- 9.0: when and in which order -----------------------------------------------------------------


@pytest.mark.rule("mist:9.0")
def test_no_battle_is_fought_before_all_movement_is_over() -> None:
    field = Battlefield().deploy("Birch", "gi1 gi2").deploy("Elm", "ai1")
    field.begin("german").play("activate gi1", "move Elm")
    assert field.asked == "german movement"
    assert "activate gi2" in field.offered()
    assert not field.happened(BattleBegan)
    field.play("end")
    assert field.battles() == ["Elm"]


def three_battles(side: str) -> Battlefield:
    """Each area holds one unit of each side, and those of one side attack."""
    field = Battlefield()
    field.deploy("Cedar", "gi1 ai1").deploy("Dale", "gi2 ai2").deploy("Elm", "gi5 ai3")
    field.begin(side)
    for unit in {"german": ("gi1", "gi2", "gi5"), "allied": ("ai1", "ai2", "ai3")}[side]:
        field.play(f"activate {unit}", "attack")
    return field.end_movement()


@pytest.mark.rule("mist:9.0", "mist:9.39")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_the_moving_player_picks_the_order_until_all_battles_are_fought(side: str) -> None:
    field = three_battles(side)
    assert field.asked == f"{side} combats"
    assert field.offered() == {"fight Cedar", "fight Dale", "fight Elm"}
    field.play("fight Dale")
    assert field.offered() == {"fight Cedar", "fight Elm"}
    field.play("fight Elm")
    assert field.battles() == ["Dale", "Elm", "Cedar"]
    assert field.decision is None


# -- 9.1: who fights ------------------------------------------------------------------------------


@pytest.mark.rule("mist:9.11")
def test_a_unit_attacks_once_a_turn(dice: Dice) -> None:
    field = line_up("gi4", "ai1", clock="18-2").deploy("Birch", "gi1")
    field.begin_pair()
    dice(*[MISS] * 5)
    field.play("activate gi4", "attack", "end", "end")
    assert field.offered("activate") == {"activate gi1"}  # 18-3
    field.play("end", "end")
    assert field.offered("activate") == {"activate gi1", "activate gi4"}  # 19-1


@pytest.mark.rule("mist:9.11", "mist:9.42d")
def test_a_unit_defends_in_every_enemy_impulse_and_calls_artillery_each_time(dice: Dice) -> None:
    field = line_up("gi4", "ai5").deploy("Elm", "gi6 gi3=1")
    for attacker in ("gi4", "gi6", "gi3"):
        dice(*[MISS] * 3)
        field.begin("german").play(f"activate {attacker}", "attack", "end")
    assert field.shots("allied") == ["ai5 gi4", "ai5 gi6", "ai5 gi3"]
    assert field.requests("allied") == 3


@pytest.mark.rule("mist:9.12")
def test_a_unit_that_enters_an_enemy_area_must_attack() -> None:
    field = Battlefield().deploy("Birch", "gi1 gi2").deploy("Elm", "ai1")
    field.begin("german").play("activate gi1", "move Elm")
    assert "activate gi1" not in field.offered()
    field.play("end")
    assert field.names(field.opened().attackers) == {"gi1"}


@pytest.mark.rule("mist:9.13")
def test_in_a_contested_area_a_unit_attacks_or_moves_or_stays() -> None:
    field = Battlefield().deploy("Dale", "gi1 ai1").begin("german").play("activate gi1")
    assert {text.split()[0] for text in field.offered()} == {"attack", "move", "wait"}


@pytest.mark.rule("mist:9.13")
def test_a_unit_that_stays_among_enemies_without_attacking_fights_no_battle() -> None:
    field = Battlefield().deploy("Elm", "gi1 ai1").begin("german").play("activate gi1", "wait")
    field.play("end")
    assert not field.happened(BattleBegan)
    assert not field.is_("acted", "gi1")


@pytest.mark.rule("mist:9.13")
def test_a_unit_may_leave_its_enemies_and_spares_them_a_battle() -> None:
    field = Battlefield().deploy("Elm", "gi1 ai1").begin("german")
    field.play("activate gi1", "move Birch", "stop", "end")
    assert field.where("gi1") == "Birch"
    assert not field.happened(BattleBegan)


@pytest.mark.rule("mist:9.13")
def test_without_enemies_there_is_nobody_to_attack() -> None:
    field = Battlefield().deploy("Elm", "gi1").begin("german").play("activate gi1")
    assert not field.offered("attack")


def newcomer_and_veteran() -> Battlefield:
    """gi1 has just entered Dale, where gi2 and the enemy have been for some time."""
    field = Battlefield().deploy("Cedar", "gi1").deploy("Dale", "gi2 ai1")
    field.begin("german").play("activate gi1", "move Dale")
    return field


@pytest.mark.rule("mist:9.14a")
def test_newcomers_attack_while_the_units_already_there_keep_their_choice() -> None:
    field = newcomer_and_veteran()
    assert "activate gi1" not in field.offered()
    field.play("activate gi2")
    assert {text.split()[0] for text in field.offered()} == {"attack", "move", "wait"}


@pytest.mark.rule("mist:9.14a")
def test_a_unit_already_there_may_join_the_attack_of_newcomers() -> None:
    field = newcomer_and_veteran()
    field.play("activate gi2", "attack", "end")
    assert field.names(field.opened().attackers) == {"gi1", "gi2"}


@pytest.mark.rule("mist:9.14a", "mist:9.14b")
@pytest.mark.parametrize("refusal", [("activate gi2", "wait"), ()])
def test_who_stands_by_while_newcomers_attack_has_had_his_turn(refusal: tuple[str, ...]) -> None:
    field = newcomer_and_veteran()
    field.deploy("Ash", "gi3").play(*refusal, "end")
    assert field.names(field.opened().attackers) == {"gi1"}
    assert field.is_("acted", "gi2")
    field.begin("german")
    assert field.offered("activate") == {"activate gi3"}


@pytest.mark.rule("mist:9.14a", "mist:9.46a")
def test_units_that_stand_by_are_neither_shelled_nor_fired_at(dice: Dice) -> None:
    """gi5 is the largest unit in the area, but it stays there without fighting (9.13, 9.22)."""
    field = Battlefield("20-1").deploy("Elm", "gi5 ai1").deploy("Birch", "gi4").begin("german")
    dice(1, ...)
    field.play("activate gi4", "move Elm").end_movement()
    assert field.marked("allied") == field.shelled("allied") == ["gi4"]
    assert {shot.split()[1] for shot in field.shots("allied")} <= {"gi4"}
    assert field.strength("gi5") == 5


@pytest.mark.rule("mist:9.14b")
def test_who_stays_idle_without_newcomers_may_still_act_later() -> None:
    field = Battlefield().deploy("Elm", "gi2 ai1").deploy("Cedar", "ai2").deploy("Birch", "gi1")
    field.begin("german").enter("gi1 move Cedar")
    field.begin("german")
    assert field.offered("activate") == {"activate gi2"}


@pytest.mark.rule("mist:9.14b")
def test_who_is_joined_by_friends_and_no_enemy_may_still_act_later() -> None:
    field = Battlefield().deploy("Elm", "gi2").deploy("Birch", "gi1").begin("german")
    field.play("activate gi1", "move Elm", "stop", "end").begin("german")
    assert field.offered("activate") == {"activate gi2"}


@pytest.mark.rule("mist:9.15")
def test_no_defender_can_stay_out_of_a_battle() -> None:
    field = line_up("gi5", "aa1 ai1 ae1 ai2")
    field.mark("acted", "aa1").mark("dug_in", "ai1").mark("on_foot", "ae1")
    field.attack()
    assert field.names(field.opened().defenders) == {"aa1", "ai1", "ae1", "ai2"}


@pytest.mark.rule("mist:9.16")
def test_a_unit_that_has_attacked_moves_no_more_even_if_the_enemy_is_gone(dice: Dice) -> None:
    field = line_up("gi4", "ai4").deploy("Birch", "gi1")
    dice(MISS, MISS, 1)
    field.attack()
    assert field.happened(Eliminated)
    for _ in range(2):
        field.begin("german")
        assert field.offered("activate") == {"activate gi1"}
        field.play("end")


@pytest.mark.rule("mist:9.17")
def test_nobody_attacks_in_a_zone() -> None:
    field = Battlefield().deploy("F", "ga1 ai7 ai1").begin("allied").play("activate ai7")
    assert field.offered("move")
    assert not field.offered("attack")
    field.play("wait").end_movement()
    assert not field.happened(BattleBegan)


@pytest.mark.rule("mist:9.17")
def test_entering_a_zone_that_holds_enemies_starts_no_battle() -> None:
    field = Battlefield().deploy("E", "ga1").deploy("Iris", "ai6")
    field.begin("allied").play("activate ai6", "move E").end_movement()
    assert field.where("ai6") == "E"
    assert not field.happened(BattleBegan)


# -- 9.2: hits ------------------------------------------------------------------------------------


@pytest.mark.rule("mist:9.21a")
def test_a_defender_hits_with_every_die_up_to_his_defence_value(dice: Dice) -> None:
    field = line_up("ga1=1 gi1=2", "am1")
    dice(MISS, 1)  # the attacker's artillery comes: no modifier
    dice(2, 5, 6)  # am1: strength 3, defence 5
    dice(MISS, MISS)  # barrage and ga1; gi1 has lost both points
    field.attack()
    (roll,) = field.rolls("fire", "allied")
    assert (roll.faces, roll.need, roll.successes) == ((2, 5, 6), 5, 2)
    assert field.where("gi1") == ""


@pytest.mark.rule("mist:9.21a")
def test_an_attacker_hits_with_every_die_up_to_his_attack_value(dice: Dice) -> None:
    field = line_up("ga2", "am1")
    dice(MISS, MISS, *[MISS] * 3)
    dice(2, 5, 6)  # ga2: strength 3, attack 5
    field.attack()
    (roll,) = field.rolls("fire", "german")
    assert (roll.faces, roll.need, roll.successes) == ((2, 5, 6), 5, 2)
    assert field.strength("am1") == 1


@pytest.mark.rule("mist:9.21b")
def test_a_single_hit_removes_a_unit_of_strength_one(dice: Dice) -> None:
    field = line_up("gi4", "ai4")
    dice(MISS, MISS, 1)
    field.attack()
    assert (field.where("ai4"), field.strength("ai4")) == ("", 0)


@pytest.mark.rule("mist:9.21b")
def test_a_single_hit_costs_a_stronger_unit_one_point(dice: Dice) -> None:
    field = line_up("gi4", "ai4=2")
    dice(MISS, MISS, MISS, 1)
    field.attack()
    assert (field.where("ai4"), field.strength("ai4")) == ("Elm", 1)


@pytest.mark.rule("mist:9.22")
def test_hits_beyond_the_strength_of_the_target_are_lost(dice: Dice) -> None:
    field = line_up("ga2", "aa2 am1")
    dice(MISS, MISS, *[MISS] * 4)
    field.attack()
    dice(1, 1, 1)
    field.play("fire ga2 aa2")
    assert field.hits("fire", "german") == 3
    assert (field.strength("aa2"), field.strength("am1")) == (0, 3)


@pytest.mark.rule("mist:9.23", "mist:9.37")
def test_a_weakened_unit_keeps_its_values_and_rolls_for_the_strength_it_has_left(
    dice: Dice,
) -> None:
    field = line_up("gm1", "ai1")
    dice(MISS, MISS, 1, 1, MISS)  # gm1 goes from 4 to 2
    dice(4, 5)
    field.attack()
    (roll,) = field.rolls("fire", "german")
    assert (roll.faces, roll.need) == ((4, 5), 4)
    assert field.strength("gm1") == 2
    assert field.where("gm1") == "Elm"


@pytest.mark.rule("mist:ex-9.23")
@pytest.mark.parametrize(("hits", "left", "where"), [(1, 3, "Elm"), (2, 2, "Elm"), (4, 0, "")])
def test_a_unit_of_strength_four_is_worn_down_hit_by_hit(
    dice: Dice, hits: int, left: int, where: str
) -> None:
    field = line_up("gi1", "ai3")
    dice(MISS, MISS, *[MISS] * 4, *[1] * hits, *[MISS] * (4 - hits))
    field.attack()
    assert (field.strength("ai3"), field.where("ai3")) == (left, where)


# -- 9.3: step by step ----------------------------------------------------------------------------


@pytest.mark.rule("mist:9.31")
def test_both_sides_call_and_place_artillery_before_anybody_fires(dice: Dice) -> None:
    field = line_up("ga2 gi2", "am1 ai1")
    dice(8, 8, 4, 4)  # two requests each, all successful
    field.attack()
    assert field.sequence() == ["allied artillery", "german artillery"]
    assert field.asked == "allied shelling"
    field.play("shell ga2")
    assert field.asked == "german shelling"
    assert not field.rolls("barrage")


@pytest.mark.rule("mist:9.31", "mist:9.32", "mist:9.34", "mist:9.35", "mist:9.37")
def test_a_battle_runs_from_requests_over_the_defenders_fire_to_the_attackers(dice: Dice) -> None:
    field = line_up("gi2", "ai1")
    dice(8, 4, *[MISS] * 8)
    field.attack()
    assert field.sequence() == [
        "allied artillery",
        "german artillery",
        "allied barrage",
        "allied fire",
        "german barrage",
        "german fire",
    ]


@pytest.mark.rule("mist:9.32")
def test_the_defenders_artillery_hits_before_he_chooses_targets(dice: Dice) -> None:
    field = line_up("ga2=2 gi4", "aa1")
    dice(8, MISS, 5)  # the marker must lie on ga2, the stronger type
    field.attack()
    assert field.asked == "allied aiming"
    assert field.strength("ga2") == 1


@pytest.mark.rule("mist:9.33")
@pytest.mark.parametrize(
    ("face", "targets"),
    [(5, {"fire aa1 gm2", "fire aa1 gi4"}), (7, {"fire aa1 ga2", "fire aa1 gm2", "fire aa1 gi4"})],
)
def test_a_unit_destroyed_by_the_defenders_artillery_is_no_target(
    dice: Dice, face: int, targets: set[str]
) -> None:
    field = line_up("ga2=1 gm2=1 gi4", "aa1")
    dice(8, MISS)
    field.attack()
    dice(face)
    field.play("shell ga2")
    assert field.offered() == targets


@pytest.mark.rule("mist:9.33", "mist:9.59")
def test_the_defender_chooses_for_all_his_units_before_any_of_them_fires(dice: Dice) -> None:
    field = line_up("gi4 gi6 gi3=1", "ai4=1 ai2=2 ai5=3")
    dice(*[MISS] * 3)
    field.attack()
    field.play("fire ai5 gi6")
    assert field.asked == "allied aiming"
    assert not field.shots()
    dice(*[MISS] * 6)
    field.play("fire ai4 gi3")  # ai2 is left with gi4
    assert field.shots() == ["ai5 gi6", "ai4 gi3", "ai2 gi4"]


@pytest.mark.rule("mist:9.34")
def test_an_attacker_destroyed_by_the_defenders_fire_does_not_fire(dice: Dice) -> None:
    field = line_up("gi4", "ai4")
    dice(MISS, 1)
    field.attack()
    assert field.shots() == ["ai4 gi4"]
    assert field.strength("ai4") == 1


@pytest.mark.rule("mist:9.35")
def test_a_unit_destroyed_by_the_attackers_artillery_is_no_target(dice: Dice) -> None:
    field = line_up("ga2", "aa2 am1=1 ai4")
    dice(MISS, 4)
    field.attack()
    dice(*[MISS] * 3, 3)  # the defenders fire, then the shell falls
    field.play("shell aa2")
    assert field.where("aa2") == ""
    assert field.offered() == {"fire ga2 am1", "fire ga2 ai4"}


@pytest.mark.rule("mist:9.36")
def test_each_surviving_attacker_gets_one_target(dice: Dice) -> None:
    field = line_up("gi4 gi6 ge2", "ai4")
    dice(MISS, MISS)
    field.attack()
    dice(1, MISS, MISS)
    field.play("fire ai4 gi4")
    assert field.shots("german") == ["ge2 ai4", "gi6 ai4"]


@pytest.mark.rule("mist:9.38")
def test_after_one_round_the_survivors_stay_where_they_are(dice: Dice) -> None:
    field = line_up("gi4", "ai4=2")
    dice(*[MISS] * 4)
    field.attack()
    assert field.battles() == ["Elm"]
    assert len(field.shots()) == 2
    assert (field.where("gi4"), field.where("ai4")) == ("Elm", "Elm")
    assert field.decision is None
