"""Guns and vehicles: what counts in a To Hit roll, bypass, bogging, riders. Chapters C and D."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.bogging import bog_modifiers
from salient.games.squad.combat.vehicle_damage import immobilise, wreck
from salient.games.squad.core.events.fire import HitRolled, Sniped, Tried
from salient.games.squad.core.subjects import BogCheck
from salient.games.squad.vehicles.driving import Driving
from tests.games.squad.table import Table


def armour(*lines: str, **more: Any) -> Table:
    german = "PzIVH PzVIB Opel SPW251 ss228 pak40 ss658 2 ss91 5 ssHMG"
    return Table(*lines, german=german, american="M4A3 M5A1 M10 us666 2", **more)


def cases(table: Table) -> dict[str, int]:
    """What counted in the last To Hit roll."""
    return {modifier.rule: modifier.value for modifier in table.happened(HitRolled)[-1].modifiers}


def shot(table: Table, firer: str, target: str) -> dict[str, int]:
    table.fire("german", "prep").dice(6, 5, ...).attack(firer, target)
    return cases(table)


def gun(at: str = "H3", **more: Any) -> Table:
    table = armour(**more).put("B3", "ss228.1+pak40.1", facing="e")
    return table.put(at, "M4A3.1", facing="w")


# -- To Hit ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C3.1")
def test_infantry_is_shelled_and_vehicles_are_aimed_at() -> None:
    table = gun().put("F3", "us666.1").fire("german", "prep").play("fire pak40.1")
    assert table.offered("aim") == {"aim M4A3.1"}
    assert table.offered("shell") == {"shell F3"}
    both = gun().put("H3", "us666.1").fire("german", "prep").play("fire pak40.1")
    assert {"aim M4A3.1", "shell H3"} <= both.offered()


@pytest.mark.rule("squad:C5.4")
def test_a_pinned_crew_hits_less_easily() -> None:
    assert "C5.4" not in shot(gun(), "pak40.1", "M4A3.1")
    assert shot(gun().mark("pinned", "ss228.1"), "pak40.1", "M4A3.1")["C5.4"] == 2


@pytest.mark.rule("squad:C5.9", "squad:D5.3")
def test_behind_closed_hatches_a_tank_hits_less_easily() -> None:
    for shut in (False, True):
        table = armour().put("B3", "PzIVH.1", facing="e").put("H3", "M4A3.1", facing="w")
        if shut:
            table.mark("buttoned", "PzIVH.1")
        assert shot(table, "PzIVH.1", "M4A3.1").get("C5.9", 0) == (1 if shut else 0)


@pytest.mark.rule("squad:D5.3", "squad:B3.4")
def test_behind_closed_hatches_a_tank_is_slower_on_the_road() -> None:
    road = ("C3 road=SE", "D3 road=NW,NE", "E3 road=SW")
    for shut, points in ((False, 2), (True, 3)):
        table = armour(*road).put("C3", "PzIVH.1", facing="e")
        if shut:
            table.mark("buttoned", "PzIVH.1")
        assert table.move("german").play("move PzIVH.1", "drive E3").spent() == points


@pytest.mark.rule("squad:C6.4")
@pytest.mark.parametrize(("place", "value"), [("C3", -2), ("D3", -1), ("E3", 0)])
def test_at_point_blank_range_one_hits_more_easily(place: str, value: int) -> None:
    assert shot(gun(at=place), "pak40.1", "M4A3.1").get("C6.4", 0) == value
    table = gun().put(place, "us666.1")
    assert shot(table, "pak40.1", place).get("C6.4", 0) == value


@pytest.mark.rule("squad:C6.7")
@pytest.mark.parametrize(("target", "value"), [("M4A3", -1), ("M10", 0), ("M5A1", 1)])
def test_a_large_target_is_hit_more_easily_than_a_small_one(target: str, value: int) -> None:
    table = armour().put("B3", "ss228.1+pak40.1", facing="e").put("H3", f"{target}.1", facing="w")
    assert shot(table, "pak40.1", f"{target}.1").get("C6.7", 0) == value


# -- driving --------------------------------------------------------------------------------------


def round_the_house(*lines: str) -> Table:
    table = armour("D3 stone_building", *lines).put("C3", "PzIVH.1", facing="e").move("german")
    return table.play("move PzIVH.1", "bypass D3 sw")


@pytest.mark.rule("squad:D2.3", "squad:D2.33")
def test_a_tank_goes_round_a_house_at_twice_the_cost_and_turns_at_the_corners() -> None:
    table = round_the_house()
    assert table.spent() == 1 + 2
    table.play("bypass D3 s")
    assert table.spent() == 3 + 1 + 2, "one for the corner"


@pytest.mark.rule("squad:D2.3")
def test_between_two_houses_there_is_no_room_for_a_vehicle() -> None:
    assert "bypass D3 s" in round_the_house().offered()
    assert "bypass D3 s" not in round_the_house("D4 stone_building joins=N").offered()


@pytest.mark.rule("squad:D8.1")
def test_an_immobile_vehicle_stays_where_it_is_and_may_still_fire() -> None:
    table = armour().put("C3", "PzIVH.1", "Opel.1", facing="e").put("H3", "M4A3.1", facing="w")
    table.mark("motion", "PzIVH.1")
    immobilise(table.g, table.unit("PzIVH.1"), table.events)
    assert not table.is_("motion", "PzIVH.1")
    assert table.move("german").offered("move") == {"move Opel.1"}
    assert "fire PzIVH.1" in table.fire("german", "prep").offered()


@pytest.mark.rule("squad:D1.4", "squad:D8.21")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [("PzIVH.1", {"D1.4": 1}), ("PzVIB.1", {"D1.4": 2}), ("SPW251.1", {"D1.4": 1, "D8.21": 1})],
)
def test_ground_pressure_and_wheels_make_bogging_likelier(
    unit: str, expected: dict[str, int]
) -> None:
    table = armour()
    found = bog_modifiers(table.g, table.unit(unit), BogCheck("B13", 0))
    assert {modifier.rule: modifier.value for modifier in found} == expected


@pytest.mark.rule("squad:D8.21")
def test_a_lorry_bogs_most_easily_of_all() -> None:
    table = armour()
    found = bog_modifiers(table.g, table.unit("Opel.1"), BogCheck("B13", 0))
    assert [modifier.value for modifier in found] == [1, 1, 1]


@pytest.mark.rule("squad:D8.3")
@pytest.mark.parametrize(
    ("mired", "die", "state"),
    [
        (False, 4, "free"), (False, 5, "bogged"), (False, 6, "mired"),
        (True, 3, "free"), (True, 6, "immobile"),
    ],
)  # fmt: skip
def test_a_die_frees_a_bogged_tank_or_makes_it_worse(mired: bool, die: int, state: str) -> None:
    table = armour().put("C3", "PzIVH.1", facing="e").mark("bogged", "PzIVH.1")
    if mired:
        table.mark("mired", "PzIVH.1")
    table.move("german").dice(die).play("move PzIVH.1", "free")
    assert table.is_("bogged", "PzIVH.1") is (state != "free")
    assert table.is_("mired", "PzIVH.1") is (state in ("mired", "immobile"))
    assert table.is_("immobile", "PzIVH.1") is (state == "immobile")


# -- riders ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:D6.2")
def test_a_closed_tank_carries_fourteen_points_on_top() -> None:
    """A squad is ten points, a leader one: four leaders find room beside it, a fifth does not."""
    table = armour().put("C3", "PzIVH.1", "ss658.1", "ss658.2", "ss91.1", "ss91.2")
    table.aboard("PzIVH.1", "ss658.1").move("german")
    assert "board PzIVH.1" not in table.play("move ss658.2").offered()
    table.play("stop", "move ss91.1")
    assert "board PzIVH.1" in table.offered()
    full = armour().put("C3", "PzIVH.1", "ss91.5")
    full.aboard("PzIVH.1", "ss658.1", "ss91.1", "ss91.2", "ss91.3", "ss91.4").move("german")
    assert "board PzIVH.1" not in full.play("move ss91.5").offered()


@pytest.mark.rule("squad:D6.2")
def test_nobody_rides_on_an_open_tank() -> None:
    table = armour(mover="american").put("C3", "M10.1", "M5A1.1", "us666.1").move("american")
    assert table.play("move us666.1").offered("board") == {"board M5A1.1"}


@pytest.mark.rule("squad:D6.9")
@pytest.mark.parametrize(("dice", "lives"), [((4, 4), True), ((4, 5), False)])
def test_riders_get_off_a_wreck_more_easily(dice: tuple[int, int], lives: bool) -> None:
    """The survival number of the Panzer IV is 6; two less on the roll make 8 enough."""
    table = armour().put("C3", "PzIVH.1").aboard("PzIVH.1", "ss658.1").dice(*dice)
    wreck(table.g, table.unit("PzIVH.1"), table.events)
    (tried,) = [event for event in table.happened(Tried) if event.attempt == "survival"]
    assert [(m.rule, m.value) for m in tried.modifiers] == [("D6.9", -2)]
    assert table.is_("lost", "ss658.1") is not lives


# -- snipers --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A14")
@pytest.mark.parametrize(("scenario", "calls"), [("", False), ("san = { german = 11 }\n", True)])
def test_only_a_side_that_has_a_sniper_is_helped_by_the_enemys_rolls(
    scenario: str, calls: bool
) -> None:
    table = armour(scenario=scenario).put("C3", "ss658.1").put("F3", "us666.1")
    table.fire("american", "prep").dice(5, 6, 2, ...).attack("us666.1")
    table.phase("rout", "american")
    assert bool(table.happened(Sniped)) is calls


@pytest.mark.rule("squad:D6.2")
def test_with_four_leaders_beside_the_squad_the_tank_is_full_and_not_before() -> None:
    table = armour().put("C3", "PzIVH.1", "ss91.4")
    table.aboard("PzIVH.1", "ss658.1", "ss91.1", "ss91.2", "ss91.3").move("german")
    assert "board PzIVH.1" in table.play("move ss91.4").offered()


@pytest.mark.rule("squad:D6.2")
@pytest.mark.parametrize("vehicle", ["SPW9.1", "FlakPz.1", "SdKfz71.1"])
def test_what_has_neither_seats_nor_a_closed_top_takes_nobody(vehicle: str) -> None:
    table = Table(german="SPW9 FlakPz SdKfz71 ss91", american="us666").put("C3", vehicle, "ss91.1")
    assert not table.move("german").play("move ss91.1").offered("board")


@pytest.mark.rule("squad:C5.9")
def test_a_gun_has_no_hatches() -> None:
    table = armour().put("B3", "ss228.1+pak40.1", facing="e").put("H3", "M4A3.1", facing="w")
    assert "C5.9" not in shot(table, "pak40.1", "M4A3.1")


@pytest.mark.rule("squad:D6.9", "squad:D5.6")
def test_a_gun_behind_a_wreck_is_towed_no_more() -> None:
    table = Table(german="Opel ss228 pak40", american="us666").put("C3", "Opel.1")
    table.aboard("Opel.1", "ss228.1", towing="pak40.1").dice(1, 1)
    wreck(table.g, table.unit("Opel.1"), table.events)
    assert not table.g.towed
    assert table.where("pak40.1") == "C3"
    assert not table.is_("lost", "pak40.1")


@pytest.mark.rule("squad:D2.4")
def test_who_is_in_motion_stops_or_stays_so_and_who_is_not_can_only_stop() -> None:
    """Of thirteen MP one goes for starting and one for each hex."""
    table = Table(german="PzIVH", american="us666", size=(16, 10)).put("A5", "PzIVH.1", facing="e")
    table.move("german").play("move PzIVH.1")
    assert table.offered() & {"stop", "end"} == {"stop"}, "it has not even started"
    for hexes, endings in ((1, {"stop", "end"}), (11, {"stop", "end"}), (12, {"end"})):
        table.play(f"drive {'ABCDEFGHIJKLMN'[hexes]}5")
        assert table.spent() == 1 + hexes
        assert table.offered() & {"stop", "end"} == endings


@pytest.mark.rule("squad:D8.21")
@pytest.mark.parametrize(
    ("vehicle", "alone", "total"),
    [("PzIVH.1", True, 2), ("Opel.1", True, 2), ("PzIVH.1", False, 3), ("Opel.1", False, 5),
     ("SPW251.1", False, 4), ("PzVIB.1", False, 4)],
)  # fmt: skip
def test_a_check_that_stands_alone_has_nothing_added_to_it(
    vehicle: str, alone: bool, total: int
) -> None:
    """Wheels and half-tracks one more, a lorry two, and what presses hard on the ground."""
    table = Table(german="PzIVH PzVIB SPW251 Opel", american="us666").put("C3", vehicle)
    found = bog_modifiers(table.g, table.unit(vehicle), BogCheck("B13", 2, alone=alone))
    assert sum(modifier.value for modifier in found) == total
    none = bog_modifiers(table.g, table.unit(vehicle), BogCheck("B13", 0, alone=True))
    assert none == (), "what is nothing is not told"


@pytest.mark.rule("squad:D2.3")
def test_a_vehicle_bypasses_what_lies_before_it_if_it_has_the_points_and_nobody_is_there() -> None:
    lines = ("D3 woods", "D4 woods", "B3 woods")
    table = Table(*lines, german="PzIVH", american="us666 M4A3").put("C3", "PzIVH.1", facing="e")
    table.move("german").play("move PzIVH.1")
    ahead = {text.split()[1] for text in table.offered("bypass")}
    assert ahead <= {"D3", "D4"}, "nothing behind it"
    assert ahead
    step = table.g.steps[-1]
    assert isinstance(step, Driving)
    for spent, some in ((13 - 3, True), (13 - 2, False)):
        table.g.change_march(spent=2 * spent)
        assert bool(step.passages(table.g, table.g.moving)) is some
    table.g.change_march(spent=0)
    for name in ahead:
        table.put(name, "us666.1")
        left = {passage.to for passage in step.passages(table.g, table.g.moving)}
        assert table.place(name) not in left
