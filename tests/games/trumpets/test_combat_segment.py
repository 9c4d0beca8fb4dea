"""Marking, choosing and declaring attacks (gc-1 to gc-6), and who may attack (rc-att-1)."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import AttackDeclared, CombatResolved
from tests.conftest import Dice
from tests.games.trumpets.table import Table

rule = pytest.mark.rule


def front() -> Table:
    """Two American hexes, 1010 and 1012, before three German battalions."""
    t = Table().put("1010", "r1").put("1012", "r2")
    return t.put("1110", "vg1").put("1111", "vg2").put("1112", "vg3")


@rule("trumpets:gc-2", "trumpets:gc-3", "trumpets:sop-27")
def test_hexes_are_marked_first_and_nobody_has_to() -> None:
    t = front().fight()
    assert t.asked == "german marking"
    assert t.offered() == {"mark 1010", "mark 1012", "done"}
    t.play("done")
    assert t.decision is None
    assert not t.happened(AttackDeclared)


@rule("trumpets:gc-2", "trumpets:gc-6")
def test_only_marked_hexes_are_attacked_in_the_order_the_attacker_likes() -> None:
    t = front().fight().play("mark 1012", "done")
    assert t.offered() == {"fight 1012", "end"}
    t = front().fight().play("mark 1012", "mark 1010")
    assert t.offered() == {"fight 1010", "fight 1012", "end"}
    assert t.g.marked == 1 << t.hex("1010") | 1 << t.hex("1012")


@rule("trumpets:gc-5", "trumpets:gc-4")
def test_attacks_are_resolved_one_at_a_time(dice: Dice) -> None:
    t = front().fight().play("mark 1010", "mark 1012", "fight 1010", "commit vg1")
    dice(6, 4)
    t.play("attack")
    assert len(t.happened(CombatResolved)) == 1
    dice(6, 4)
    t.play("fight 1012", "commit vg3", "attack")
    assert len(t.happened(CombatResolved)) == 2


@rule("trumpets:gc-4", "trumpets:gc-4a", "trumpets:gc-4b")
def test_a_corps_attacks_a_hex_once_another_corps_again(dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1").put("1109", "vg2").put("0910", "ss2")
    dice(6, 4)
    t.fight().attack("1010", "vg1")
    assert t.fight().decision is None
    assert t.fight(corps="IISS").offered() == {"mark 1010", "done"}


@rule("trumpets:gc-4")
def test_nobody_attacks_twice_in_a_turn(dice: Dice) -> None:
    """The battalion between two enemies has fought."""
    t = Table().put("1010", "r1").put("1012", "r2").put("1111", "vg1")
    t.put("1011", "vg2")
    dice(6, 4)
    t.fight().play("mark 1010", "mark 1012", "fight 1010", "commit vg2", "attack")
    t.play("fight 1012")
    assert t.offered("commit") == {"commit vg1"}


@rule("trumpets:gc-6a")
def test_attackers_stand_next_to_the_hex() -> None:
    t = front().fight().choose("1010")
    assert t.offered("commit") == {"commit vg1"}


@rule("trumpets:gc-6")
def test_an_attack_can_be_given_up_before_it_is_made() -> None:
    t = front().fight().choose("1010", "vg1").play("cancel")
    assert t.offered() == {"fight 1010", "end"}
    assert t.g.fought == 0
    assert t.g.attack is None


@rule("trumpets:gc-6a")
def test_all_able_units_are_committed_with_one_word() -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("1109", "pg")
    t.fight().choose("1010").play("all")
    assert set(t.g.fight.attackers) == {t.unit(name) for name in ("vg1", "vg2", "pg")}


@rule("trumpets:rc-att-1")
@pytest.mark.parametrize("flag", ["reserve", "building", "fought", "marched"])
def test_who_is_busy_does_not_attack(flag: str) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").flag(flag, "vg1")
    if flag == "building":
        t.g.works[t.unit("vg1")] = "ip5"
    assert t.fight().choose("1010").offered("commit") == {"commit vg2"}


@rule("trumpets:rc-att-1")
@pytest.mark.parametrize("column", ["ferrying", "bridging"])
def test_engineers_at_a_ferry_or_a_bridge_do_not_attack(column: str) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "pi")
    getattr(t.g, column)[t.unit("pi")] = 0
    assert t.fight().choose("1010").offered("commit") == {"commit vg1"}


@rule("trumpets:rc-att-1", "trumpets:rc-act-2")
def test_resting_units_do_not_attack() -> None:
    t = Table().put("1010", "r1").put("1110", "vg1").put("1109", "pg").put("1310", "HQ-12VG")
    t.flag("resting", "HQ-12VG")
    assert t.fight().choose("1010").offered("commit") == {"commit pg"}


@rule("trumpets:rc-att-1")
def test_guns_and_hqs_do_not_attack() -> None:
    t = Table().put("1010", "r1").put("1110", "ar1", "HQ-12VG")
    assert t.fight().decision is None


@rule("trumpets:rc-att-1")
@pytest.mark.parametrize(
    ("water", "roads", "units"),
    [
        ({"1010-1110": "river"}, [], {"commit vg1"}),
        ({"1010-1110": "river"}, ["1010-1110"], {"commit vg1", "commit stug"}),
        ({"1010-1110": "great"}, [], {"commit vg1"}),
    ],
    ids=["a river", "a bridge", "the Meuse"],
)
def test_vehicles_must_be_able_to_enter_foot_attacks_over_water(
    water: dict[str, str], roads: list[str], units: set[str]
) -> None:
    t = Table(water=water, roads=roads).put("1010", "r1").put("1110", "vg1", "stug")
    assert t.fight().choose("1010").offered("commit") == units


@rule("trumpets:rc-att-1")
def test_tanks_get_into_a_forest_only_by_road() -> None:
    off = Table(ground={"1010": "forest"}).put("1010", "r1").put("1110", "pz")
    assert off.fight().decision is None
    on = Table(ground={"1010": "forest"}, roads=["1010-1110"]).put("1010", "r1").put("1110", "pz")
    assert on.fight().offered() == {"mark 1010", "done"}


@rule("trumpets:gc-6c", "trumpets:gc-6d", "trumpets:gc-6f")
def test_the_attacker_commits_first_then_the_defender() -> None:
    t = front().put("0910", "fa1").put("1310", "vak1").fly("allied", "p47")
    t.fight().choose("1010", "vg1")
    assert t.asked == "german gathering"
    t.play("guns vak", "attack")
    assert t.asked == "allied answering"
    assert t.offered() == {"air 0", "guns fa106", "staff", "done"}
    assert t.is_("fired", "vak1")
    assert not t.is_("fired", "fa1")


@rule("trumpets:gc-1")
def test_combat_comes_after_the_movement_of_the_corps() -> None:
    """What a unit did in movement does not keep it from attacking."""
    t = front().flag("moved", "vg1", "vg2", "vg3")
    assert t.fight().offered() == {"mark 1010", "mark 1012", "done"}
