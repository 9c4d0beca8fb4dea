"""The habits of the simple bot: positions in which it must choose what a platoon leader would.

It is asked with what its side knows of the position only.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from salient.games.squad.bot.judge import judge
from salient.games.squad.core.ongoing import Mission
from tests.games.squad.street_table import on_street, street
from tests.games.squad.table import GAME, Table


def aims_at(*places: str, side: str = "german", need: int = 1) -> str:
    """A scenario that is about some places."""
    words = ", ".join(f'"{place}"' for place in places)
    return f'[victory]\nside = "{side}"\nkind = "control"\nneed = {need}\nplaces = [{words}]\n'


def worths(table: Table) -> dict[str, float]:
    """What the bot thinks of each offered action."""
    question = table.question
    known = GAME.known(table.g, question.side, random.Random(1))
    found = judge(known, question)
    texts = map(table.g.setting.lexicon.text, question.actions)
    return dict(zip(texts, found, strict=True))


def choice(table: Table) -> str:
    """What it does."""
    found = worths(table)
    return max(found, key=lambda text: found[text])


def field(*lines: str, german: str, american: str, goal: str = "C7", **more: Any) -> Table:
    """Open ground with some lines changed; the Germans want a place."""
    side = more.pop("side", "german")
    return Table(
        *lines, german=german, american=american, scenario=aims_at(goal, side=side), **more
    )


# -- on foot --------------------------------------------------------------------------------------


def crossing(*lines: str) -> Table:
    """A squad in the woods at C3; a machine-gun in the house G5 sees the field before it."""
    table = field(
        "C3 woods",
        "B4 woods",
        "B5 woods",
        "B6 woods",
        "C8 stone_building",
        "G5 stone_building",
        *lines,
        german="ss658 3 ss91",
        american="us666 usHMG us81",
        goal="C8",
    )
    return table.put("C3", "ss658.1").put("G5", "us666.1+usHMG.1", "us81.1").move()


def test_it_does_not_walk_over_open_ground_that_a_machine_gun_sees() -> None:
    table = crossing().play("move ss658.1")
    found = worths(table)
    assert found["go B5"] > max(found["go C5"], found["go D5"]), "which are as near"


def test_it_goes_into_a_hex_under_fire_by_assault_movement() -> None:
    table = (
        field(
            "C3 woods", "C4 woods", "G3 stone_building", german="ss658", american="us666", goal="C5"
        )
        .put("C3", "ss658.1")
        .put("G3", "us666.1")
        .move()
    )
    found = worths(table.play("move ss658.1"))
    assert found["assault C4"] > found["go C4"]


def storm(many: int) -> Table:
    """Squads in the woods of C3 and D3, a machine-gun in the house G5, the goal across a field."""
    table = field(
        "C3 woods", "D3 woods", "C8 stone_building", "G5 stone_building",
        german="ss658 6", american="us666 usHMG us81", goal="C8",
    )  # fmt: skip
    table.put("C3", *(f"ss658.{number + 1}" for number in range(min(many, 3))))
    if many > 3:
        table.put("D3", *(f"ss658.{number + 1}" for number in range(3, many)))
    table.put("G5", "us666.1+usHMG.1", "us81.1").move().play("move ss658.1")
    table.g.turn = table.g.setting.scenario.turns // 2
    return table


@pytest.mark.parametrize(("many", "goes"), [(1, False), (6, True)])
def test_a_company_crosses_open_ground_that_one_squad_does_not(many: int, goes: bool) -> None:
    """Those who fire have a few volleys only: of many each gets its part."""
    assert choice(storm(many)).startswith("go") is goes


def test_who_stands_as_well_elsewhere_stays() -> None:
    """Two houses side by side, both as far from the goal and out of all fire."""
    table = field("C3 stone_building", "D3 stone_building", german="ss658", american="us666")
    table.put("C3", "ss658.1").put("J10", "us666.1")
    table.g.control[0] |= 1 << table.place("C7")
    table.move().play("move ss658.1")
    found = worths(table)
    assert found["stop"] >= found["go D3"]


def test_who_sees_nobody_yet_stops_in_a_house_and_not_on_the_field_beyond() -> None:
    """The house lies two hexes farther from the goal than he could get in the open."""
    lines = ("C3 woods", "B5 stone_building")
    table = field(*lines, german="ss658", american="us666", goal="C8", size=(16, 10))
    table.put("C3", "ss658.1").put("P9", "us666.1").move().play("move ss658.1")
    found = worths(table)
    assert found["go B5"] > found["go C7"]
    assert choice(table) == "go B5"


def test_smoke_is_thrown_into_a_deadly_hex_before_others_follow() -> None:
    table = field(
        "C3 stone_building", "C5 stone_building", german="ss658 3", american="us666 3", goal="C5"
    ).put("C3", "ss658.1", "ss658.2")
    table.put("C5", "us666.1", "us666.2", "us666.3").move().play("move ss658.1")
    assert choice(table) == "smoke C4"


def test_a_machine_gun_goes_from_a_half_squad_to_a_squad_without_one() -> None:
    table = field("C3 woods", german="ss658 2 ssMMG", american="us666").put("J10", "us666.1")
    table.put("C3", "ss658.1+ssMMG.1", "ss658.2").mark("half", "ss658.1").move()
    assert choice(table.play("move ss658.1")) == "transfer ssMMG.1 ss658.2"
    table = field("C3 woods", german="ss658 2 ssMMG", american="us666").put("J10", "us666.1")
    table.put("C3", "ss658.1+ssMMG.1", "ss658.2").move().play("move ss658.1")
    assert not choice(table).startswith("transfer"), "a whole squad keeps it"


@pytest.mark.parametrize(("concealed", "searches"), [(True, True), (False, False)])
def test_unknown_enemies_next_door_are_searched_for_if_others_can_use_it(
    concealed: bool, searches: bool
) -> None:
    table = field(
        "C3 stone_building", "C4 stone_building", german="ss447 3", american="us666 2", goal="C4"
    ).put("C3", "ss447.1", "ss447.2", "ss447.3")
    table.put("C4", "us666.1", "us666.2")
    if concealed:
        table.mark("concealed", "us666.1", "us666.2")
    table.g.turn = table.g.setting.scenario.turns - 1
    table.move().play("move ss447.1")
    assert (choice(table) == "search") is searches


def test_a_squad_with_a_charge_lays_it_next_to_the_enemy() -> None:
    table = (
        field(
            "C3 stone_building",
            "C4 stone_building",
            german="ss838 ssDC",
            american="us666 2",
            goal="C4",
        )
        .put("C3", "ss838.1+ssDC.1")
        .put("C4", "us666.1", "us666.2")
    )
    table.g.pinned |= table.g.stack(table.place("C4"), 1)
    assert choice(table.move().play("move ss838.1")) == "plant C4"


def test_passengers_get_off_near_the_goal_and_not_before() -> None:
    for hexagon, there in (("C4", True), ("C12", False)):
        table = field(
            "C1 stone_building", german="ss658 SPW251", american="us666", goal="C1", size=(8, 14)
        ).put(hexagon, "SPW251.1", facing="e")
        table.aboard("SPW251.1", "ss658.1").put("C1", "us666.1").move()
        found = worths(table)
        off = max(found[text] for text in found if text.startswith("unload"))
        assert (off > found["move SPW251.1"]) is there


def test_who_is_far_from_the_goal_gets_on_a_vehicle() -> None:
    table = (
        field("C1 stone_building", german="ss658 SPW251", american="us666", goal="C1", size=(8, 14))
        .put("C13", "SPW251.1", facing="e")
        .put("C13", "ss658.1")
    )
    table.put("C1", "us666.1").move()
    assert choice(table.play("move ss658.1")) == "board SPW251.1"


# -- leaders and the broken -----------------------------------------------------------------------


def test_a_leader_does_not_advance_away_from_his_squads() -> None:
    table = field(
        "C3 stone_building", "C4 stone_building", german="ss658 2 ss91", american="us666"
    ).put("C3", "ss658.1", "ss658.2", "ss91.1")
    table.put("J10", "us666.1").mark("prep_fired", "ss658.1", "ss658.2").phase("advance")
    table.g.pinned |= 1 << table.unit("ss658.1") | 1 << table.unit("ss658.2")
    found = worths(table)
    assert found["advance ss91.1 C4"] < found["end"]


def test_a_leader_goes_with_the_squad_that_moves() -> None:
    table = field("C3 woods", german="ss658 ss91", american="us666").put("C3", "ss658.1", "ss91.1")
    table.put("J10", "us666.1").move()
    assert choice(table) == "move ss658.1"
    assert choice(table.play("move ss658.1")) == "join ss91.1"


def test_a_leader_does_not_leave_broken_men_to_go_with_others() -> None:
    table = field("C3 woods", german="ss658 2 ss91", american="us666").put("J10", "us666.1")
    table.put("C3", "ss658.1", "ss658.2", "ss91.1").mark("broken", "ss658.2").move()
    assert choice(table.play("move ss658.1")) != "join ss91.1"


def test_a_leader_without_men_goes_to_the_broken() -> None:
    lines = ("C3 woods", "C5 woods")
    table = field(*lines, german="ss658", american="us666 us91", goal="C2", size=(16, 10))
    table.put("C3", "us91.1").put("C5", "us666.1").mark("broken", "us666.1").put("P9", "ss658.1")
    assert choice(table.move("american")) == "move us91.1"
    assert choice(table.play("move us91.1")) == "go C5"


def test_leaders_are_rallied_before_their_men() -> None:
    table = field("C3 woods", german="ss658 2 ss91 ss80", american="us666")
    table.put("C3", "ss658.1", "ss91.1", "ss80.1").mark("broken", "ss658.1", "ss91.1")
    table.put("J10", "us666.1").phase("rally")
    assert choice(table) == "rally ss91.1"


def test_broken_units_run_to_the_shelter_where_a_leader_is() -> None:
    table = field("B4 woods", "D4 woods", german="ss658 ss91", american="us666", goal="J10")
    table.put("C4", "ss658.1").mark("broken", "ss658.1").put("D4", "ss91.1").put("C2", "us666.1")
    table.phase("rout", "american")
    assert choice(table) == "rout D4"


# -- close combat ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("many", "goes"), [(3, True), (1, False)])
def test_it_advances_into_close_combat_only_with_good_odds(many: int, goes: bool) -> None:
    table = field(
        "C3 stone_building", "C4 stone_building", german="ss658 3", american="us666 3", goal="J1"
    )
    table.put("C3", *(f"ss658.{number + 1}" for number in range(many)))
    enemies = ("us666.1",) if many == 3 else ("us666.1", "us666.2", "us666.3")
    table.put("C4", *enemies).phase("advance")
    assert choice(table).endswith("C4") is goes


@pytest.mark.parametrize(("door", "goes"), [("D3", True), ("A1", False)])
def test_close_combat_is_judged_with_those_who_can_follow_from_next_door(
    door: str, goes: bool
) -> None:
    table = field(
        "C3 stone_building", "C4 stone_building", "D3 stone_building",
        german="ss658 3", american="us666 2", goal="J1",
    )  # fmt: skip
    table.put("C3", "ss658.1").put(door, "ss658.2", "ss658.3")
    table.put("C4", "us666.1", "us666.2").phase("advance")
    found = worths(table)
    assert (found["advance ss658.1 C4"] > found["end"]) is goes


def test_broken_enemies_are_attacked_without_fear() -> None:
    table = (
        field(
            "C3 stone_building", "C4 stone_building", german="ss658", american="us666 2", goal="J1"
        )
        .put("C3", "ss658.1")
        .put("C4", "us666.1", "us666.2")
    )
    found = worths(table.phase("advance"))
    assert found["advance ss658.1 C4"] < found["end"]
    table = (
        field(
            "C3 stone_building", "C4 stone_building", german="ss658", american="us666 2", goal="J1"
        )
        .put("C3", "ss658.1")
        .put("C4", "us666.1", "us666.2")
    )
    table.mark("broken", "us666.1", "us666.2").phase("advance")
    assert choice(table) == "advance ss658.1 C4"


# -- victory places -------------------------------------------------------------------------------


def test_on_the_last_turn_an_empty_victory_place_is_entered_under_fire() -> None:
    table = field(
        "C3 woods",
        "C5 stone_building",
        "G5 stone_building",
        german="ss658",
        american="us666 2",
        goal="C5",
    ).put("C3", "ss658.1")
    table.put("G5", "us666.1", "us666.2")
    table.g.turn = table.g.setting.scenario.turns
    assert choice(table.move().play("move ss658.1")) == "go C5"


def test_the_last_guard_of_a_victory_place_stays_at_the_end() -> None:
    """The house behind is safe from the fire, the orchard that counts is not."""
    lines = ("C5 orchard", "C6 stone_building")
    table = field(*lines, german="ss658 3", american="us666", goal="C5").put("C5", "us666.1")
    table.put("C2", "ss658.1", "ss658.2", "ss658.3")
    table.g.control[1] |= 1 << table.place("C5")
    table.g.turn = table.g.setting.scenario.turns
    assert choice(table.phase("advance", "american")) == "end"


# -- fire -----------------------------------------------------------------------------------------


def firing_line() -> Table:
    """A squad with a machine-gun and another squad, and enemies in two places."""
    table = field(
        "C3 stone_building", "C6 woods", "E6 woods", german="ss658 2 ssHMG", american="us666 3"
    ).put("C3", "ss658.1+ssHMG.1", "ss658.2")
    return table.put("C6", "us666.1", "us666.2").put("E6", "us666.3")


def test_what_may_keep_its_rate_of_fire_fires_first() -> None:
    assert choice(firing_line().fire("german", "prep")) == "fire ssHMG.1"


def test_a_machine_gun_fires_apart_where_together_it_does_no_more() -> None:
    table = field(
        "C3 stone_building", "C6 woods", german="ss658 2 ssLMG", american="us666 2", goal="J1"
    ).put("C3", "ss658.1+ssLMG.1", "ss658.2")
    table.put("C6", "us666.1", "us666.2").fire("german", "prep").play("fire ss658.1")
    assert choice(table) == "shoot"


def test_prep_fire_comes_from_good_positions_and_others_move() -> None:
    for line, fires in (("C3 stone_building", True), ("B4 stone_building", False)):
        table = (
            field(line, "C7 woods", german="ss658", american="us666", goal="C5")
            .put("C3", "ss658.1")
            .put("C7", "us666.1")
        )
        table.mark("concealed", "us666.1").fire("german", "prep")
        assert (choice(table) != "end") is fires, line


def test_a_machine_gun_lays_a_fire_lane_if_many_are_still_to_come() -> None:
    for many, lays in ((6, True), (1, False)):
        table = field(german="ss658 6", american="us666 usMMG", goal="D9")
        table.put("D8", "us666.1+usMMG.1")
        table.put("C3", *(f"ss658.{number + 1}" for number in range(min(many, 3))))
        if many > 3:
            table.put("E3", *(f"ss658.{number + 1}" for number in range(3, many)))
        table.move().play("move ss658.1", "go D3", "fire usMMG.1")
        assert (choice(table) == "lane") is lays


def test_a_tank_lays_smoke_on_strong_enemies_before_a_charge() -> None:
    for many, smokes in ((3, True), (1, False)):
        table = field(
            "C9 stone_building",
            german="ss658 3 ssHMG",
            american="us666 4 M4A3",
            goal="C9",
            side="american",
            mover="american",
        )
        table.put("C9", "ss658.1+ssHMG.1", "ss658.2", "ss658.3")
        table.put("C5", *(f"us666.{number + 1}" for number in range(many)))
        table.put("C2", "M4A3.1", facing="e").fire("american", "prep").play("fire M4A3.1")
        assert choice(table).startswith("load") is smokes


def test_a_charge_is_thrown_where_many_are() -> None:
    table = field("C3 stone_building", german="ss838 ssDC", american="us666 3", goal="C4")
    table.put("C3", "ss838.1+ssDC.1").put("C4", "us666.1", "us666.2", "us666.3")
    found = worths(table.fire("german", "advancing"))
    assert found["fire ssDC.1"] > found["fire ss838.1"]


# -- artillery ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wood", "calls"), [("J9 woods", True), ("E6 woods", False)])
def test_artillery_is_called_only_by_who_sees_enemies(wood: str, calls: bool) -> None:
    """He would lose his turn over it."""
    guns = '[[artillery]]\nside = "american"\ncalibre = 105\n'
    table = Table(
        wood, german="ss658 3", american="us666 us81 usRadio", size=(10, 10),
        scenario=guns + aims_at("E3", side="american"),
    )  # fmt: skip
    table.put("E9", "us81.1+usRadio.1").put("E3", "ss658.1", "ss658.2", "ss658.3")
    found = worths(table.put("I9", "us666.1").fire("american", "prep"))
    assert (found["call us81.1"] > found["end"]) is calls


def test_a_spotting_round_does_not_fall_where_nobody_is() -> None:
    guns = '[[artillery]]\nside = "american"\ncalibre = 105\n'
    table = Table(
        german="ss658 3", american="us666 us81 usRadio", size=(10, 10),
        scenario=guns + aims_at("E3", side="american"),
    )  # fmt: skip
    table.put("E9", "us81.1+usRadio.1").put("E3", "ss658.1").put("H9", "us666.1")
    table.g.missions[0] = Mission(7, 3, stage="sr", place=table.place("E8"))
    assert choice(table.fire("american", "prep").dice(1, 1).play("call us81.1")) == "pass"


# -- vehicles -------------------------------------------------------------------------------------


def test_narrow_streets_are_driven() -> None:
    houses = [f"{column}{row} stone_building" for column in "MNOPQ" for row in range(15, 20)]
    table = street(*houses, scenario=aims_at("O22"))
    table = on_street(table, "PzIVH.1", "O17", "sw", "sw").put("P22", "us666.1")
    table.put("O16", "ss658.1").move().play("move PzIVH.1")
    assert choice(table).startswith("bypass O18 ")


def test_a_tank_turns_its_front_to_the_gun_that_it_sees() -> None:
    table = field(german="PzVG ss658", american="us227 us3in us666", goal="C5", size=(12, 10))
    table.put("F5", "PzVG.1", facing="w").put("F6", "ss658.1").put("K5", "us227.1+us3in.1")
    table.put("C5", "us666.1").move().play("move PzVG.1")
    found = worths(table)
    turns = {text: found[text] for text in found if text.startswith("turn ")}
    assert max(turns.values()) > found["stop"]


def test_a_turret_is_swung_to_the_enemy_before_a_tank_stops() -> None:
    table = field(german="PzVG ss658", american="us666", goal="C5", size=(12, 10))
    table.put("F5", "PzVG.1", facing="e").put("F6", "ss658.1").put("C5", "us666.1")
    table.move().play("move PzVG.1")
    found = worths(table)
    turrets = {text: found[text] for text in found if text.startswith("turret ")}
    best = max(turrets, key=lambda text: turrets[text])
    assert best == "turret w"
    assert turrets[best] > found["stop"]


def test_a_tank_fires_from_its_machine_guns_on_the_move_and_stops_for_its_gun() -> None:
    table = field(german="PzVG ss658", american="us666 2", goal="C5", size=(12, 10))
    table.put("H5", "PzVG.1", facing="w").put("G5", "ss658.1").put("C5", "us666.1", "us666.2")
    table.move().play("move PzVG.1")
    table.play("drive F5" if "drive F5" in table.offered() else "drive F6")
    while table.asked.endswith("fire.first"):
        table.play("hold")
    found = worths(table)
    assert found["fire PzVG.1"] > found["stop"] > found["end"]
    assert choice(table.play("fire PzVG.1")).startswith(("at", "burst"))


def test_a_tank_of_the_defender_that_sees_nobody_looks_for_work() -> None:
    for rows, idle in ((range(3, 8), True), (range(1, 3), False)):
        woods = [f"{column}{row} woods" for column in "EF" for row in rows]
        table = field(*woods, german="ss658", american="us666 M4A3", goal="C5", size=(12, 10))
        table.put("D5", "ss658.1").put("G5", "M4A3.1", facing="w").put("C5", "us666.1")
        found = worths(table.move("american"))
        assert (found["move M4A3.1"] > found["end"]) is idle
