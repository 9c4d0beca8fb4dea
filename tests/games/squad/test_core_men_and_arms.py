"""Stacks, weapons, casualties, close combat, concealment. Rules A4, A5, A7, A9-A12, A15, A17."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.morale import eliminate, fail, feel_loss, reduce
from salient.games.squad.core.events.fire import Fired, HitRolled, Searched
from salient.games.squad.core.events.men import Checked, CloseCombat
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.points import allotment
from salient.games.squad.core.stacking import has_room, may_set_up
from salient.games.squad.core.state import NOBODY
from salient.games.squad.infantry.searching import FOUND
from salient.games.squad.phases.setup import ReadyMade, set_up_steps
from salient.games.squad.sequence import EndOfPlayerTurn
from tests.games.squad.table import Table

DONE = ("end", "pass", "stop", "hold")


def two_sides(*lines: str, **more: Any) -> Table:
    german = "ss658 4 ss91 5 sshero ss228 2 ssHMG ssLMG 2 pak40 PzIVH 3 SPW251"
    return Table(*lines, german=german, american="us666 3 us81 us80 us92 M4A3 Truck", **more)


# -- stacking -------------------------------------------------------------------------------------


def room_for(table: Table, unit: str, place: str = "C3") -> bool:
    return has_room(table.g, table.place(place), 1 << table.unit(unit), 0)


@pytest.mark.rule("squad:A5.1")
def test_a_location_holds_three_squads_and_four_leaders() -> None:
    table = two_sides().put("C3", "ss658.1", "ss658.2")
    assert room_for(table, "ss658.3")
    table.put("C3", "ss658.3")
    assert not room_for(table, "ss658.4")
    for number in range(1, 5):
        assert room_for(table, f"ss91.{number}")
        table.put("C3", f"ss91.{number}")
    assert not room_for(table, "ss91.5")


@pytest.mark.rule("squad:A5.1")
def test_a_fourth_squad_may_pass_but_not_stay() -> None:
    table = two_sides().put("C4", "ss658.1", "ss658.2", "ss658.3").put("C3", "ss658.4")
    table.move("german").play("move ss658.4")
    assert "go C4" not in table.offered()
    assert "go C5" in table.offered()
    assert may_set_up(table.g, table.unit("ss658.4"), table.place("C4")) == "A5.1"


@pytest.mark.rule("squad:A5.5")
def test_two_half_squads_or_crews_count_as_a_squad() -> None:
    table = two_sides().put("C3", "ss658.1", "ss658.2", "ss228.1")
    assert not room_for(table, "ss658.3")
    assert room_for(table, "ss228.2")
    table.mark("half", "ss658.3")
    assert room_for(table, "ss658.3")


@pytest.mark.rule("squad:A5.132")
def test_a_location_holds_two_vehicles_of_a_side_and_wrecks_besides() -> None:
    table = two_sides().put("C3", "PzIVH.1", "PzIVH.2")
    assert not room_for(table, "PzIVH.3")
    table.mark("wrecks", "PzIVH.1")
    assert room_for(table, "PzIVH.3")


@pytest.mark.rule("squad:C2.7")
def test_guns_and_vehicles_are_set_up_at_ground_level_only() -> None:
    table = two_sides("C3 stone_building storeys=2")
    for unit in ("pak40.1", "PzIVH.1"):
        assert may_set_up(table.g, table.unit(unit), table.place("C3/1")) == "C2.7"
    assert may_set_up(table.g, table.unit("pak40.1"), table.place("C3")) == ""
    assert may_set_up(table.g, table.unit("ss658.1"), table.place("C3/1")) == ""


# -- weapons --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.4", "squad:A4.42")
@pytest.mark.parametrize(
    ("items", "halves"), [("ssLMG.1", 8), ("ssHMG.1", 6), ("ssHMG.1+ssLMG.1", 4)]
)
def test_a_squad_carries_three_points_and_each_more_costs_a_factor(items: str, halves: int) -> None:
    table = two_sides().put("C3", f"ss658.1+{items}")
    assert allotment(table.g, (table.unit("ss658.1"),)) == halves


@pytest.mark.rule("squad:A4.42", "squad:A4.4")
@pytest.mark.parametrize(("items", "halves"), [("ssLMG.1+ssLMG.2", 8), ("ssHMG.1", 4)])
def test_half_a_squad_carries_two_points(items: str, halves: int) -> None:
    table = two_sides().put("C3", f"ss658.1+{items}").mark("half", "ss658.1")
    assert allotment(table.g, (table.unit("ss658.1"),)) == halves


@pytest.mark.rule("squad:A4.1")
@pytest.mark.parametrize(
    ("units", "factors"),
    [
        ("ss658.1", 4), ("ss436.1", 3), ("ger436.1", 3), ("ss91.1", 6), ("ss91.2", 3),
        ("ss658.1 ss658.2 ss91.1", 6), ("ss436.1 ss91.1", 5), ("ss658.1 ss91.2", 3),
        ("ss91.1 sshero.1", 6), ("ss658.1 ss436.1", 3),
    ],
)  # fmt: skip
def test_the_slowest_counts_and_a_leader_gives_two_unless_he_is_wounded(
    units: str, factors: int
) -> None:
    """The second leader is wounded; green squads and conscripts have one MF less."""
    table = Table(german="ss658 2 ss436 ger436 ss91 2 sshero", american="us666")
    names = units.split()
    table.put("C3", *names).mark("wounded", "ss91.2")
    assert allotment(table.g, tuple(map(table.unit, names))) == 2 * factors


@pytest.mark.rule("squad:A4.4")
def test_those_who_come_later_bring_their_weapons_along() -> None:
    """A gun goes to the crew, the rest to the squads in order, nobody two before all have one."""
    later = (
        '[[group]]\nside = "german"\nturn = 2\narea = ["A1"]\n'
        "units = { ss228 = 1, ss838 = 2, ssDC = 2, ssLMG = 2, pak40 = 1 }\n"
    )
    table = Table(german="ss658 ssHMG", american="us666", scenario=later)
    assert isinstance(set_up_steps(table.g)[0], ReadyMade)
    given = {item: owner for item, owner in enumerate(table.g.owner) if owner >= 0}
    assert given == {
        table.unit(item): table.unit(owner)
        for item, owner in (
            ("ssDC.1", "ss838.1"), ("ssDC.2", "ss838.2"), ("ssLMG.1", "ss228.1"),
            ("ssLMG.2", "ss838.1"), ("pak40.1", "ss228.1"),
        )
    }  # fmt: skip


@pytest.mark.rule("squad:A4.42")
def test_a_leader_carries_one_point() -> None:
    for item, halves in (("ssLMG.1", 12), ("ssHMG.1", 6)):
        table = two_sides().put("C3", f"ss91.1+{item}")
        assert allotment(table.g, (table.unit("ss91.1"),)) == halves


@pytest.mark.rule("squad:A4.431")
def test_the_weapons_of_the_lost_stay_where_they_are() -> None:
    table = two_sides().put("C3", "ss658.1+ssHMG.1")
    eliminate(table.g, table.unit("ss658.1"), "fire", table.events)
    assert (table.where("ssHMG.1"), table.g.owner[table.unit("ssHMG.1")]) == ("C3", -1)
    assert not table.is_("lost", "ssHMG.1")


@pytest.mark.rule("squad:A4.44")
@pytest.mark.parametrize(("die", "done"), [(5, True), (6, False)])
def test_a_unit_in_good_order_picks_up_what_lies_there(die: int, done: bool) -> None:
    table = two_sides().put("C3", "ssHMG.1", "ss658.1", "ss658.2").put("D4", "ss658.3")
    table.mark("broken", "ss658.2").phase("rally", "german")
    assert table.offered("recover") == {"recover ss658.1 ssHMG.1"}, "not the broken nor from afar"
    table.dice(die).play("recover ss658.1 ssHMG.1")
    assert (table.g.owner[table.unit("ssHMG.1")] == table.unit("ss658.1")) is done
    assert not table.offered("recover"), "one try in a phase"


@pytest.mark.rule("squad:A9.72")
@pytest.mark.parametrize(("die", "state"), [(3, "whole"), (4, "out"), (5, "out"), (6, "lost")])
def test_a_die_repairs_a_weapon_or_ruins_it(die: int, state: str) -> None:
    """The heavy machine-gun is repaired by a three or less."""
    table = two_sides().put("C3", "ss658.1+ssHMG.1").mark("malfunctioned", "ssHMG.1")
    table.phase("rally", "german").dice(die).play("repair ssHMG.1")
    assert table.is_("malfunctioned", "ssHMG.1") is (state == "out")
    assert table.is_("lost", "ssHMG.1") is (state == "lost")
    assert not table.offered("repair"), "one try in a phase"


@pytest.mark.rule("squad:A9.72")
def test_the_broken_repair_nothing() -> None:
    table = two_sides().put("C3", "ss658.1+ssHMG.1").mark("malfunctioned", "ssHMG.1")
    table.mark("broken", "ss658.1").phase("rally", "german")
    assert not table.offered("repair")


@pytest.mark.rule("squad:A7.351")
def test_a_squad_uses_two_of_its_arms_and_half_of_one_only_one() -> None:
    table = two_sides().put("B3", "ss658.1+ssLMG.1+ssLMG.2").put("E3", "us666.1")
    table.fire("german", "prep").dice(6, 5, ...).play("fire ssLMG.1", "shoot")
    table.dice(6, 5, ...).play("fire ssLMG.2")
    if "shoot" in table.offered():
        table.play("shoot")
    assert "fire ss658.1" not in table.offered(), "both hands are full"
    half = two_sides().put("B3", "ss658.1+ssLMG.1").mark("half", "ss658.1").put("E3", "us666.1")
    half.fire("german", "prep").dice(6, 5, ...).play("fire ssLMG.1")
    if "shoot" in half.offered():
        half.play("shoot")
    assert "fire ss658.1" not in half.offered()
    whole = two_sides().put("B3", "ss658.1+ssLMG.1").put("E3", "us666.1").fire("german", "prep")
    whole.dice(6, 5, ...).play("fire ssLMG.1", "shoot")
    assert "fire ss658.1" in whole.offered()


# -- tired troops ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.51")
def test_the_tired_fire_less_well() -> None:
    table = two_sides().put("B3", "ss658.1").put("E3", "us666.1").mark("cx", "ss658.1")
    table.fire("german", "prep").dice(6, 5).attack("ss658.1")
    assert [(m.rule, m.value) for m in table.happened(Fired)[-1].modifiers] == [("A4.51", 1)]
    gun = two_sides().put("B3", "ss228.1+pak40.1", facing="e").put("F3", "us666.1")
    gun.mark("cx", "ss228.1").fire("german", "prep").dice(6, 6, ...).attack("pak40.1", "F3")
    assert ("A4.51", 1) in [(m.rule, m.value) for m in gun.happened(HitRolled)[-1].modifiers]


@pytest.mark.rule("squad:A4.51")
def test_the_tired_are_easy_prey_in_close_combat() -> None:
    table = two_sides().put("C3", "ss658.1", "us666.1").mark("cx", "us666.1")
    table.dice(6, 6, 6, 6).phase("close", "german")
    german, american = table.happened(CloseCombat)
    assert [(m.rule, m.value) for m in german.modifiers] == [("A4.51", -1)]
    assert [(m.rule, m.value) for m in american.modifiers] == [("A4.51", 1)]


@pytest.mark.rule("squad:A4.72")
def test_an_advance_that_takes_all_mf_tires_and_the_tired_cannot() -> None:
    table = two_sides("C4 marsh").put("C3", "ss658.1", "ss658.2").mark("cx", "ss658.2")
    table.phase("advance", "german")
    assert "advance ss658.2 C4" not in table.offered()
    assert "advance ss658.2 D3" in table.offered()
    table.play("advance ss658.1 C4")
    assert table.is_("cx", "ss658.1")
    easy = two_sides().put("C3", "ss658.1").phase("advance", "german").play("advance ss658.1 C4")
    assert not easy.is_("cx", "ss658.1")


@pytest.mark.rule("squad:A4.5", "squad:A4.51")
def test_who_runs_has_two_factors_more_and_is_tired() -> None:
    table = two_sides().put("C3", "ss658.1").move("german").play("move ss658.1")
    assert "go C9" not in table.offered()
    table.play("rush", "go C9")
    assert table.where("ss658.1") == "C9"
    assert table.is_("cx", "ss658.1")


# -- casualties -----------------------------------------------------------------------------------


@pytest.mark.rule("squad:A7.302")
def test_a_casualty_halves_a_squad_and_takes_half_a_squad_or_a_crew() -> None:
    table = two_sides().put("C3", "ss658.1", "ss228.1")
    reduce(table.g, table.unit("ss658.1"), "fire", table.events)
    assert table.is_("half", "ss658.1")
    assert not table.is_("lost", "ss658.1")
    for unit in ("ss658.1", "ss228.1"):
        reduce(table.g, table.unit(unit), "fire", table.events)
        assert table.is_("lost", unit)


@pytest.mark.rule("squad:A7.302")
def test_on_the_table_one_unit_by_lot_suffers_and_all_check() -> None:
    table = two_sides().put("C3", "ss658.1").put("D3", "us666.1", "us666.2").fire("german", "prep")
    table.dice(1, 2, 6, 2, 1, 1, 1, 1).attack("ss658.1")
    assert table.happened(Fired)[-1].result == "K/3"
    assert table.is_("half", "us666.1")
    assert not table.is_("half", "us666.2")


@pytest.mark.rule("squad:A17", "squad:A7.302")
@pytest.mark.parametrize(("die", "lives"), [(4, True), (5, False)])
def test_a_leader_who_is_hit_is_wounded_or_dies(die: int, lives: bool) -> None:
    table = two_sides().put("C3", "ss91.1").dice(die)
    reduce(table.g, table.unit("ss91.1"), "fire", table.events)
    assert table.is_("wounded", "ss91.1") is lives
    assert table.is_("lost", "ss91.1") is not lives
    if lives:
        assert allotment(table.g, (table.unit("ss91.1"),)) == 6, "three MF"
        reduce(table.g, table.unit("ss91.1"), "fire", table.events)
        assert table.is_("lost", "ss91.1"), "a second wound kills"


@pytest.mark.rule("squad:A15.2")
def test_a_hero_does_not_break_but_is_wounded() -> None:
    table = two_sides().put("C3", "sshero.1").dice(3)
    fail(table.g, table.unit("sshero.1"), 2, table.events)
    assert not table.is_("broken", "sshero.1")
    assert table.is_("wounded", "sshero.1")


@pytest.mark.rule("squad:A10.2")
def test_the_number_of_the_result_is_added_to_the_check() -> None:
    """Twelve factors next door: a five is a 2MC."""
    table = two_sides().put("C3", "ss658.1").put("D3", "us666.1").fire("german", "prep")
    table.dice(1, 4, 1, 1).attack("ss658.1")
    assert table.happened(Fired)[-1].result == "2MC"
    (check,) = table.happened(Checked)
    assert [(m.rule, m.value) for m in check.modifiers] == [("A10.2", 2)]


@pytest.mark.rule("squad:A10.2", "squad:A7.302")
def test_the_death_of_a_leader_is_felt_by_those_of_lower_morale() -> None:
    """The 9-2 falls: squads of morale 6 check at +2, and a leader as good as he does not."""
    table = two_sides().put("C3", "us92.1", "us666.1").dice(1, 1)
    eliminate(table.g, table.unit("us92.1"), "fire", table.events)
    (check,) = table.happened(Checked)
    assert (check.unit, check.check) == (table.unit("us666.1"), "llmc")
    assert [m.value for m in check.modifiers] == [2]
    gone = two_sides().put("C3", "us92.1", "us666.1").mark("broken", "us92.1")
    eliminate(gone.g, gone.unit("us92.1"), "fire", gone.events)
    assert not gone.happened(Checked), "nobody looked to him any more"
    better = two_sides().put("C3", "us80.1", "ss91.1", "us92.1")
    eliminate(better.g, better.unit("us80.1"), "fire", better.events)
    assert not better.happened(Checked)


@pytest.mark.rule("squad:A10.4")
def test_the_broken_neither_fire_nor_move_nor_advance() -> None:
    table = two_sides().put("C3", "ss658.1").put("E3", "us666.1").mark("broken", "ss658.1")
    assert table.fire("german", "prep").decision is None
    assert table.move("german").decision is None
    assert table.phase("advance", "german").decision is None


# -- close combat ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:A11.141")
def test_a_leader_helps_the_attack_of_his_side() -> None:
    table = two_sides().put("C3", "ss658.1", "ss91.1", "us666.1")
    table.dice(6, 6, 6, 6).phase("close", "german").play("fight C3")
    german, american = table.happened(CloseCombat)
    assert [(m.rule, m.value) for m in german.modifiers] == [("A11.141", -1)]
    assert american.modifiers == ()


@pytest.mark.rule("squad:A11.16")
def test_the_broken_do_not_fight_and_are_easy_prey() -> None:
    table = two_sides().put("C3", "ss658.1", "us666.1").mark("broken", "us666.1")
    table.dice(6, 6, ...).phase("close", "german")
    attacks = table.happened(CloseCombat)
    assert [event.side for event in attacks] == [0]
    assert [(m.rule, m.value) for m in attacks[0].modifiers] == [("A11.16", -2)]


@pytest.mark.rule("squad:A11.8")
@pytest.mark.parametrize(("house", "road", "value"), [("stone_building", "road=N,S", -1),
                                                      ("open_ground", "road=N,S", 0),
                                                      ("stone_building", "", 0)])  # fmt: skip
def test_out_of_a_house_a_vehicle_on_the_road_is_attacked_more_easily(
    house: str, road: str, value: int
) -> None:
    table = two_sides(f"C3 {house}", f"D3 {road}").put("C3", "ss658.1").put("D3", "M4A3.1")
    table.dice(1, 1, ...).phase("advance", "german")
    table.play("advance ss658.1 D3")
    if table.decision:
        table.play("end")
    table.dice(6, 6, 6, 6, ...).phase("close", "german")
    attack = next(event for event in table.happened(CloseCombat) if event.odds == "ccv")
    assert {m.rule: m.value for m in attack.modifiers}.get("A11.8", 0) == value


# -- concealment ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:A12.12")
@pytest.mark.parametrize(
    ("place", "watched", "concealed"),
    [("D3", False, True), ("D3", True, False), ("E5", False, False)],
)
def test_out_of_sight_in_concealment_terrain_units_become_concealed(
    place: str, watched: bool, concealed: bool
) -> None:
    table = two_sides("D3 woods", "B9 woods").put(place, "us666.1")
    table.put("B3" if watched else "B9", "ss658.1").mark(
        "broken", *([] if watched else ["ss658.1"])
    )
    table.turn("american")
    while table.decision is not None:
        table.play(next(word for word in DONE if word in table.offered()))
    assert table.is_("concealed", "us666.1") is concealed


@pytest.mark.rule("squad:A12.152")
@pytest.mark.parametrize(("die", "found"), [(FOUND, True), (FOUND + 1, False)])
def test_a_search_takes_the_whole_move_and_finds_what_is_next_door(die: int, found: bool) -> None:
    table = two_sides("D3 woods", "E5 woods").put("C3", "ss658.1")
    table.put("D3", "us666.1").put("E5", "us666.2").mark("hidden", "us666.1", "us666.2")
    table.g.mines[table.place("C4")] = (Minefield("ap", 6, 1, known=False),)
    table.move("german").dice(die).play("move ss658.1", "search")
    assert table.is_("hidden", "us666.1") is not found
    assert table.g.mines[table.place("C4")][0].known is found
    assert table.is_("hidden", "us666.2"), "two hexes away"
    assert table.is_("ti", "ss658.1")
    assert table.happened(Searched)[-1].dice == (die,)
    assert "move ss658.1" not in table.offered()


@pytest.mark.rule("squad:A12.152")
def test_a_leader_and_a_second_squad_help_to_search() -> None:
    table = two_sides("D3 woods").put("C3", "ss658.1", "ss658.2", "ss91.1")
    table.put("D3", "us666.1").mark("hidden", "us666.1").move("german").dice(FOUND + 2)
    table.play("move ss658.1", "join ss658.2", "join ss91.1", "search")
    assert not table.is_("hidden", "us666.1")


@pytest.mark.rule("squad:A7.351")
def test_in_a_fire_group_a_squad_has_two_hands_and_half_of_one_a_single_one() -> None:
    table = two_sides().put("B3", "ss658.1+ssLMG.1+ssLMG.2").put("E3", "us666.1")
    table.fire("german", "prep").play("fire ss658.1")
    assert {"join ssLMG.1", "join ssLMG.2"} <= table.offered("join")
    assert "join ssLMG.2" not in table.play("join ssLMG.1").offered("join")
    half = two_sides().put("B3", "ss658.1+ssLMG.1").mark("half", "ss658.1").put("E3", "us666.1")
    half.put("B3", "ss658.2").fire("german", "prep").play("fire ss658.1")
    assert half.offered("join") == {"join ss658.2"}


@pytest.mark.rule("squad:A7.1", "squad:A10.4")
@pytest.mark.parametrize(
    ("state", "squad", "gun"),
    [
        ("", True, True),
        ("broken", False, False),
        ("melee", False, False),
        ("ti", False, False),
        ("aboard", False, False),
        ("malfunctioned", True, False),
        ("left", True, False),
    ],
)
def test_who_can_fire_and_with_what(state: str, squad: bool, gun: bool) -> None:
    """Broken, in melee, busy or aboard nobody fires, nor does anybody fire what he is not at."""
    table = two_sides().put("B3", "ss658.1+ssHMG.1", "ss658.2").put("E3", "us666.1")
    if state == "aboard":
        table.put("B3", "SPW251.1").aboard("SPW251.1", "ss658.1+ssHMG.1")
    elif state == "malfunctioned":
        table.mark("malfunctioned", "ssHMG.1")
    elif state == "left":
        table.g.owner[table.unit("ssHMG.1")] = NOBODY
    elif state:
        table.mark(state, "ss658.1")
    table.fire("german", "prep")
    assert ("fire ss658.1" in table.offered()) is squad
    assert ("fire ssHMG.1" in table.offered()) is gun
    assert "fire ss658.2" in table.offered(), "others are not concerned"


@pytest.mark.rule("squad:A7.1", "squad:A10.4")
@pytest.mark.parametrize(("state", "fires"), [("", True), ("shocked", False), ("wrecks", False),
                                              ("malfunctioned", True)])  # fmt: skip
def test_a_tank_fires_unless_its_crew_is_stunned_or_dead(state: str, fires: bool) -> None:
    """With its gun out of order it still has its machine-guns."""
    table = two_sides().put("B3", "PzIVH.1", facing="e").put("B4", "ss658.1").put("E3", "us666.1")
    if state:
        table.mark(state, "PzIVH.1")
    assert ("fire PzIVH.1" in table.fire("german", "prep").offered()) is fires


@pytest.mark.rule("squad:A7.1")
@pytest.mark.parametrize(("at", "fires"), [("L3", True), ("M3", False)])
def test_nobody_fires_beyond_twice_his_range(at: str, fires: bool) -> None:
    table = Table(german="ss658", american="us666", size=(14, 5)).put("B3", "ss658.1")
    table.put(at, "us666.1").fire("german", "prep")
    assert ("fire ss658.1" in table.offered()) is fires


@pytest.mark.rule("squad:A9.7")
@pytest.mark.parametrize(("dice", "lost"), [((6, 4), True), ((6, 3), False)])
def test_a_panzerschreck_that_breaks_down_is_gone_for_good(
    dice: tuple[int, int], lost: bool
) -> None:
    table = Table(german="ssPSK ss658", american="M4A3").put("C3", "ss658.1+ssPSK.1")
    table.put("E3", "M4A3.1", facing="w").fire("german", "prep").dice(*dice, ...)
    table.attack("ssPSK.1", "M4A3.1")
    assert table.is_("lost", "ssPSK.1") is lost
    assert (table.where("ssPSK.1") == "") is lost
    assert (table.g.owner[table.unit("ssPSK.1")] < 0) is lost
    assert not table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:A11.8")
def test_after_the_player_turn_nobody_comes_out_of_a_house_any_more() -> None:
    table = two_sides("C3 stone_building", "D3 road=N,S").put("C3", "ss658.1").put("D3", "Truck.1")
    table.phase("advance", "german").play("advance ss658.1 D3")
    assert table.g.out_of_houses == {table.unit("ss658.1"): table.place("D3")}
    table.run(EndOfPlayerTurn(0))
    assert table.g.out_of_houses == {}


@pytest.mark.rule("squad:A5.1", "squad:A5.5")
def test_two_squads_and_two_halves_are_three_squads() -> None:
    table = two_sides().put("C3", "ss658.1", "ss658.2", "ss228.1")
    assert room_for(table, "ss228.2")
    table.put("C3", "ss228.2")
    assert not room_for(table, "ss658.3")
    assert room_for(table, "ss91.1")


@pytest.mark.rule("squad:A5.1")
def test_in_a_culvert_there_is_room_for_one_squad() -> None:
    lines = ("C2 under=stream under_sides=N,S", "C4 under=stream under_sides=N,S")
    table = two_sides(*lines, "C3 under=culvert under_sides=N,S")
    assert room_for(table, "ss658.1", "C3/culvert")
    table.put("C3/culvert", "ss658.1")
    assert not room_for(table, "ss658.2", "C3/culvert")


@pytest.mark.rule("squad:P4.2c")
def test_beside_a_squad_a_culvert_holds_no_half_of_one() -> None:
    lines = ("C2 under=stream under_sides=N,S", "C4 under=stream under_sides=N,S")
    table = two_sides(*lines, "C3 under=culvert under_sides=N,S").put("C3/culvert", "ss658.1")
    assert not room_for(table, "ss228.1", "C3/culvert")
    assert room_for(table, "ss91.1", "C3/culvert")


@pytest.mark.rule("squad:A4.4", "squad:A4.5")
def test_whoever_carries_far_too_much_does_not_move_at_all() -> None:
    table = Table(german="ss658 ssHMG ssMMG", american="us666")
    table.put("C3", "ss658.1+ssHMG.1+ssMMG.1").mark("half", "ss658.1")
    assert allotment(table.g, (table.unit("ss658.1"),)) == 0
    assert allotment(table.g, (table.unit("ss658.1"),), rushed=True) == 2


@pytest.mark.rule("squad:A10.2")
@pytest.mark.parametrize(
    ("leader", "dead", "checks"),
    [
        ("ss91.1", True, {"ss658.1": ("llmc", 1), "ss447.1": ("llmc", 1)}),
        ("ss80.1", True, {"ss447.1": ("llmc", 0)}),
        ("ss91.1", False, {"ss658.1": ("ptc", 0), "ss447.1": ("ptc", 0)}),
        ("ss80.1", False, {"ss447.1": ("ptc", 0)}),
    ],
)
def test_whom_the_loss_of_a_leader_shakes(
    leader: str, dead: bool, checks: dict[str, tuple[str, int]]
) -> None:
    """Those of lower morale than his, and a good leader is missed the more."""
    table = Table(german="ss658 2 ss447 ss91 ss80 ssDummy", american="us666")
    table.put("C3", "ss658.1", "ss447.1", leader, "ssDummy.1").put("D4", "ss658.2")
    feel_loss(table.g, table.unit(leader), table.place("C3"), table.events, dead=dead)
    found = {event.unit: event for event in table.happened(Checked)}
    assert set(found) == {table.unit(unit) for unit in checks}
    for unit, (check, more) in checks.items():
        event = found[table.unit(unit)]
        assert event.check == check
        assert sum(m.value for m in event.modifiers if m.rule == "A10.2") == more


@pytest.mark.rule("squad:A10.2")
def test_a_leader_who_breaks_does_not_pin_those_who_are_broken() -> None:
    table = Table(german="ss658 ss447 ss92", american="us666")
    table.put("C3", "ss658.1", "ss447.1", "ss92.1").mark("broken", "ss447.1")
    feel_loss(table.g, table.unit("ss92.1"), table.place("C3"), table.events, dead=False)
    assert [event.unit for event in table.happened(Checked)] == [table.unit("ss658.1")]
