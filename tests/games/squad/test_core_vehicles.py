"""Vehicles and guns: driving, To Hit, To Kill, bogging, mines. Rules C3-C8, D2, D8, B28."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from salient.games.squad.combat.bogging import bog_checks, try_to_free
from salient.games.squad.combat.stunning import button_up
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.arcs import arc_of, aspect, facing_of
from salient.games.squad.core.events.fire import Fired, HitRolled, KillRolled, MinesAttacked
from salient.games.squad.core.events.men import Wrecked
from salient.games.squad.core.events.movement import BogChecked, Buttoned
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.subjects import BogCheck
from tests.games.squad.table import Table


def tanks(*lines: str, at: str = "C3", facing: str = "e", **more: Any) -> Table:
    table = Table(
        *lines, german="PzIVH ss658 ss228 pak40 ssPSK Opel", american="M4A3 us666 usBAZ", **more
    )
    return table.put(at, "PzIVH.1", facing=facing)


def drive(table: Table, *words: str) -> Table:
    return table.move().play("move PzIVH.1", *words)


@pytest.mark.rule("squad:D2.1", "squad:D3.1")
def test_a_vehicle_pays_to_start_and_goes_where_its_hull_looks() -> None:
    table = drive(tanks(), "drive E3")
    assert table.where("PzIVH.1") == "E3"
    assert table.spent() == 3
    assert table.is_("motion", "PzIVH.1")
    table.play("stop")
    assert not table.is_("motion", "PzIVH.1")


@pytest.mark.rule("squad:D2.11")
def test_turning_costs_one_and_takes_the_turret_along() -> None:
    table = drive(tanks(), "turn se")
    assert table.spent() == 2
    unit = table.unit("PzIVH.1")
    assert table.g.facing[unit] == table.g.turret[unit] == 3


@pytest.mark.rule("squad:D2.11")
@pytest.mark.parametrize("stalls", [False, True])
def test_who_does_not_start_does_not_turn_and_his_move_is_over(stalls: bool) -> None:
    """No vehicle of this game stalls; captured ones may, in campaigns."""
    table = tanks()
    setting = copy.copy(table.g.setting)
    answers = (lambda _g, _vehicle, _log: stalls,)
    setting.chapters = msgspec.structs.replace(setting.chapters, stalls=answers)
    table.g.setting = setting
    drive(table, "turn se")
    unit = table.unit("PzIVH.1")
    assert table.g.facing[unit] == CORNER_WORDS.index("e" if stalls else "se")
    assert (table.g.march is None) is stalls


@pytest.mark.rule("squad:D2.2")
def test_backing_costs_four_times_as_much() -> None:
    table = drive(tanks(), "reverse B3")
    assert table.where("PzIVH.1") == "B3"
    assert table.spent() == 5


@pytest.mark.rule("squad:B3.4")
def test_the_road_costs_half_a_point() -> None:
    table = tanks("C3 road=SE", "D3 road=NW,NE", "E3 road=SW")
    assert drive(table, "drive E3").spent() == 2


@pytest.mark.rule("squad:D2.4")
def test_a_vehicle_that_ends_in_motion_stays_in_motion() -> None:
    table = drive(tanks(), "drive E3", "end")
    assert table.is_("motion", "PzIVH.1")


@pytest.mark.rule("squad:D8.2")
def test_walls_stop_lorries_and_woods_may_bog_tanks() -> None:
    table = tanks("D3 woods").put("F6", "Opel.1", facing="e")
    table.dice(6, 5)
    drive(table, "drive D3")
    assert table.is_("bogged", "PzIVH.1")
    assert table.happened(BogChecked)[-1].result == "bogged"


@pytest.mark.rule("squad:D8.3")
def test_two_failed_checks_leave_it_mired_and_dice_free_it() -> None:
    table = tanks()
    unit = table.unit("PzIVH.1")
    table.dice(6, 5, 6, 6)
    bog_checks(table.g, unit, [BogCheck("D8.2", 0), BogCheck("P3.3b", 0)], table.events)
    assert table.is_("mired", "PzIVH.1")
    table.dice(2)
    try_to_free(table.g, unit, table.events)
    assert not table.is_("bogged", "PzIVH.1")


@pytest.mark.rule("squad:C3.2")
@pytest.mark.parametrize(("place", "covered"), [("F3", True), ("A3", False), ("C6", False)])
def test_a_gun_covers_a_sixth_of_the_map(place: str, covered: bool) -> None:
    table = tanks()
    arc = arc_of(table.g, table.unit("PzIVH.1"), turret=True)
    assert bool(arc >> table.place(place) & 1) is covered


@pytest.mark.rule("squad:C3.2")
@pytest.mark.parametrize(
    ("place", "turns"),
    [
        ("K6", 0), ("K4", 0), ("K9", 0), ("K3", 1), ("K10", 1), ("F1", 1), ("F11", 1),
        ("B4", 2), ("B8", 2), ("A6", 3), ("F6", 0),
    ],
)  # fmt: skip
def test_a_gun_is_turned_by_as_few_corners_as_bring_its_target_into_the_arc(
    place: str, turns: int
) -> None:
    """The two rows of hexes beyond the sides at its corner belong to the arc."""
    table = Table(german="ss228 pak40", american="M4A3", size=(11, 11))
    table.put("F6", "ss228.1+pak40.1", facing="e").put(place, "M4A3.1", facing="w")
    table.fire("german", "prep").dice(6, 5, ...).attack("pak40.1", "M4A3.1")
    hit = table.happened(HitRolled)[-1]
    turned = {m.rule: m.value for m in hit.modifiers}.get("C5.11", 0)
    assert turned == (turns + 2 if turns else 0)
    assert (table.g.facing[table.unit("pak40.1")] == 2) is (turns == 0)


@pytest.mark.rule("squad:D3.1")
@pytest.mark.parametrize(("origin", "face"), [("G3", "front"), ("A3", "rear"), ("C8", "side")])
def test_armour_is_met_from_where_the_shot_comes(origin: str, face: str) -> None:
    table = tanks()
    found = aspect(table.g, table.unit("PzIVH.1"), table.place(origin), turret=False)
    assert found == face


def duel(*lines: str) -> Table:
    return tanks(*lines).put("H3", "M4A3.1", facing="w")


@pytest.mark.rule("squad:C3.3", "squad:C7")
def test_a_tank_hits_and_destroys_another() -> None:
    table = duel().fire("german", "prep").dice(2, 3, 3, 4).attack("PzIVH.1", "M4A3.1")
    hit, kill = table.happened(HitRolled)[-1], table.happened(KillRolled)[-1]
    assert (hit.need, hit.result) == (10 + 1, "hit")
    assert (kill.aspect, kill.need) == ("turret_front", 17 - 8)
    assert table.happened(Wrecked)[-1].state == "wrecked"
    assert table.is_("wrecks", "M4A3.1")


def test_turning_the_turret_makes_hitting_harder() -> None:
    table = tanks(facing="w").put("H3", "M4A3.1", facing="w").fire("german", "prep")
    table.dice(6, 6).attack("PzIVH.1", "M4A3.1")
    assert table.happened(HitRolled)[-1].need == 11 - 3
    assert table.is_("malfunctioned", "PzIVH.1")


def test_a_missed_shot_helps_the_next() -> None:
    table = duel().fire("german", "prep").dice(1, 6, ...).attack("PzIVH.1", "M4A3.1")
    assert table.g.acquired[table.unit("PzIVH.1")] == (table.place("H3"), -1)


@pytest.mark.rule("squad:C6.8")
def test_shells_count_cover_when_they_hit_and_not_on_the_table() -> None:
    table = tanks("F3 stone_building").put("F3", "us666.1").fire("german", "prep")
    table.dice(1, 3, 4, 4, ...).play("fire PzIVH.1", "shell F3")
    hit = table.happened(HitRolled)[-1]
    assert hit.need == 8 - 3
    assert hit.result == "hit"
    assert table.happened(Fired)[-1].modifiers == ()


def test_a_shell_fired_straight_at_woods_does_not_burst_in_the_trees() -> None:
    table = tanks("F3 woods").put("F3", "us666.1").fire("german", "prep")
    table.dice(1, 3, 4, 4, ...).play("fire PzIVH.1", "shell F3")
    assert table.happened(HitRolled)[-1].need == 8 - 1
    assert table.happened(Fired)[-1].modifiers == ()


@pytest.mark.rule("squad:C13")
def test_a_panzerschreck_has_its_own_numbers() -> None:
    table = Table(german="ss658 ssPSK", american="M4A3").put("C3", "ss658.1+ssPSK.1")
    table.put("E3", "M4A3.1", facing="w").fire("german", "prep")
    table.dice(2, 4, 6, 6).attack("ssPSK.1", "M4A3.1")
    assert table.happened(HitRolled)[-1].need == 8 + 1 + 1
    assert table.happened(KillRolled)[-1].need == 26 - 8
    assert table.is_("wrecks", "M4A3.1")


@pytest.mark.rule("squad:C6.1")
def test_first_fire_hits_moving_vehicles_less_easily() -> None:
    table = duel().move().play("move PzIVH.1", "turn se")
    assert table.asked == "american fire.first"
    table.dice(6, 6).attack("M4A3.1")
    rules = {modifier.rule: modifier.value for modifier in table.happened(HitRolled)[-1].modifiers}
    assert rules["C6.1"] >= 3


@pytest.mark.rule("squad:C6.1")
@pytest.mark.parametrize(("turns", "value"), [(0, 4), (1, 3), (2, 3), (3, 2)])
def test_who_is_seen_for_a_short_way_only_is_hardest_to_hit(turns: int, value: int) -> None:
    """Entering a hex begins to count anew: one MP there, two, three and four."""
    table = duel().mark("motion", "PzIVH.1").move()
    orders = ["move PzIVH.1", "drive D3", "turn se", "turn e", "turn se"][: 2 + turns]
    for order in orders[:-1]:
        table.play(order)
        while table.asked.endswith("fire.first"):
            table.play("pass")
    table.play(orders[-1]).dice(6, 6).attack("M4A3.1")
    hit = table.happened(HitRolled)[-1]
    assert {m.rule: m.value for m in hit.modifiers}["C6.1"] == value


@pytest.mark.rule("squad:C6.1")
@pytest.mark.parametrize(("moving", "value"), [(True, 2), (False, None)])
def test_a_vehicle_that_was_left_in_motion_is_harder_to_hit(
    moving: bool, value: int | None
) -> None:
    table = duel()
    if moving:
        table.mark("motion", "PzIVH.1")
    table.fire("american", "prep").dice(6, 5, ...).attack("M4A3.1", "PzIVH.1")
    hit = table.happened(HitRolled)[-1]
    assert {m.rule: m.value for m in hit.modifiers}.get("C6.1") == value


@pytest.mark.rule("squad:B28.51")
def test_mines_attack_those_who_drive_or_walk_into_them() -> None:
    table = tanks()
    table.g.mines[table.place("D3")] = (Minefield("at", 3, 1, known=False),)
    table.dice(2, 6, 6)
    drive(table, "drive D3")
    assert table.happened(MinesAttacked)[-1].result == "hit"
    assert table.is_("wrecks", "PzIVH.1")
    assert table.g.mines[table.place("D3")][0].known


@pytest.mark.rule("squad:A12.14")
def test_a_hidden_gun_fires_and_is_seen() -> None:
    table = Table(german="ss228 pak40", american="M4A3 us666")
    table.put("C3", "ss228.1+pak40.1", facing="e")
    table.mark("hidden", "ss228.1").put("H3", "M4A3.1", facing="w")
    table.fire("german", "defensive").dice(6, 5, ...).attack("pak40.1", "M4A3.1")
    assert not table.is_("hidden", "pak40.1")
    assert not table.is_("hidden", "ss228.1")


@pytest.mark.rule("squad:D2.2")
def test_a_vehicle_backs_into_the_two_hexes_behind_it_where_there_is_room() -> None:
    table = Table(german="PzIVH 4", american="M4A3").put("C3", "PzIVH.1", facing="e").move()
    assert table.play("move PzIVH.1").offered("reverse") == {"reverse B3", "reverse B2"}
    full = Table(german="PzIVH 4", american="M4A3").put("C3", "PzIVH.1", facing="e")
    full.put("B3", "PzIVH.2", "PzIVH.3").put("B2", "PzIVH.4").move()
    assert full.play("move PzIVH.1").offered("reverse") == {"reverse B2"}
    facing = Table(german="PzIVH", american="M4A3").put("C3", "PzIVH.1", facing="ne").move()
    assert facing.play("move PzIVH.1").offered("reverse") == {"reverse C4", "reverse B3"}


@pytest.mark.rule("squad:D3.1")
@pytest.mark.parametrize(
    ("vehicle", "turret", "faces"),
    [
        ("PzIVH.1", True, "w"),
        ("PzIVH.1", False, "e"),
        ("SPW9.1", True, "e"),
        ("SPW9.1", False, "e"),
    ],
)
def test_a_turret_looks_where_it_likes_and_what_has_none_where_its_hull_does(
    vehicle: str, turret: bool, faces: str
) -> None:
    table = Table(german="PzIVH SPW9", american="us666").put("C3", vehicle, facing="e")
    unit = table.unit(vehicle)
    table.g.turret[unit] = CORNER_WORDS.index("w")
    assert CORNER_WORDS[facing_of(table.g, unit, turret=turret)] == faces


@pytest.mark.rule("squad:C6.5")
@pytest.mark.parametrize(("place", "value"), [("H3", -2), ("G6", None), ("", None)])
def test_only_the_acquired_place_is_hit_more_easily(place: str, value: int | None) -> None:
    table = duel()
    unit = table.unit("PzIVH.1")
    if place:
        table.g.acquired[unit] = (table.place(place), -2)
    table.fire("german", "prep").dice(6, 5, ...).attack("PzIVH.1", "M4A3.1")
    hit = table.happened(HitRolled)[-1]
    assert {m.rule: m.value for m in hit.modifiers}.get("C6.5") == value


@pytest.mark.rule("squad:D5.3")
@pytest.mark.parametrize(
    ("vehicle", "open_before", "closes"), [("PzIVH.1", True, 1), ("PzIVH.1", False, 0),
                                           ("SPW251.1", True, 0)],
)  # fmt: skip
def test_a_crew_closes_hatches_that_are_open_and_that_it_has(
    vehicle: str, open_before: bool, closes: int
) -> None:
    table = Table(german="PzIVH SPW251", american="us666").put("C3", vehicle)
    if not open_before:
        table.mark("buttoned", vehicle)
    button_up(table.g, table.unit(vehicle), table.events)
    assert len(table.happened(Buttoned)) == closes
    assert table.is_("buttoned", vehicle) is (vehicle == "PzIVH.1")


@pytest.mark.rule("squad:D5.6", "squad:D10")
def test_a_wreck_is_seen_by_all_and_in_no_other_state() -> None:
    table = Table(german="PzIVH ss658", american="us666").put("C3", "PzIVH.1").put("C4", "ss658.1")
    states = ("motion", "buttoned", "shocked", "concealed")
    table.mark("concealed", "ss658.1")
    for state in states:
        table.mark(state, "PzIVH.1")
    wreck(table.g, table.unit("PzIVH.1"), table.events)
    assert table.is_("wrecks", "PzIVH.1")
    assert not any(table.is_(state, "PzIVH.1") for state in states)
    assert not table.is_("burning", "PzIVH.1")
    assert table.is_("concealed", "ss658.1")
    losses = list(table.g.losses)
    wreck(table.g, table.unit("PzIVH.1"), table.events, burns=True)
    assert table.g.losses == losses, "it is lost once"


@pytest.mark.rule("squad:D2.11")
@pytest.mark.parametrize(("line", "points"), [("C3 open_ground", 2), ("C3 woods", 3)])
def test_turning_costs_a_point_and_among_trees_two(line: str, points: int) -> None:
    """One more for starting."""
    table = Table(line, german="PzIVH", american="us666").put("C3", "PzIVH.1", facing="e")
    table.move("german").play("move PzIVH.1", "turn se")
    assert table.spent() == points
    assert table.g.turret[table.unit("PzIVH.1")] == table.g.facing[table.unit("PzIVH.1")]


@pytest.mark.rule("squad:D8.3")
@pytest.mark.parametrize(
    ("die", "mired", "result"),
    [(1, False, "freed"), (2, False, "freed"), (1, True, "freed"), (2, True, "freed"),
     (3, False, "freed"), (5, False, "bogged"), (5, True, "immobile"), (6, False, "mired"),
     (6, True, "immobile"), (4, True, "bogged")],
)  # fmt: skip
def test_a_bogged_vehicle_gets_free_or_sinks_in(die: int, mired: bool, result: str) -> None:
    table = tanks().mark("bogged", "PzIVH.1").dice(die)
    if mired:
        table.mark("mired", "PzIVH.1")
    try_to_free(table.g, table.unit("PzIVH.1"), table.events)
    assert table.happened(BogChecked)[-1].result == result
    assert table.is_("bogged", "PzIVH.1") is (result != "freed")
    assert table.is_("mired", "PzIVH.1") is ((mired and result != "freed") or result == "mired")
    assert table.is_("immobile", "PzIVH.1") is (result == "immobile")
