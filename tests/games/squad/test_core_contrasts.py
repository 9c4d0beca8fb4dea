"""Contrasts: each rule beside the nearest case in which it does not hold, or not so much."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.arcs import facing_of
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import HitRolled
from salient.games.squad.core.events.men import CloseCombat
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.debris import lies_in
from salient.games.squad.guns.armament import shot_of
from salient.games.squad.guns.to_hit import basic_number
from salient.games.squad.phases.close_combat import vehicle_strength
from salient.games.squad.phases.rout import rout_goals
from tests.games.squad.table import Table


def cases(table: Table) -> dict[str, int]:
    """What counted in the last To Hit roll."""
    return {modifier.rule: modifier.value for modifier in table.happened(HitRolled)[-1].modifiers}


@pytest.mark.rule("squad:C6.2")
@pytest.mark.parametrize(("target", "order"), [("us666.1", "shell D4"), ("M4A3.1", "suspect D4")])
def test_a_concealed_target_is_hit_less_easily_by_two(target: str, order: str) -> None:
    table = Table("D4 woods", german="ss228 pak40", american="us666 M4A3 2").put("D4", target)
    table.put("D9", "ss228.1+pak40.1").mark("concealed", target, "M4A3.2")
    table.fire("german", "prep").dice(6, 5, ...).play("fire pak40.1", order)
    assert cases(table)["C6.2"] == 2
    known = Table("D4 woods", german="ss228 pak40", american="us666 M4A3 2").put("D4", target)
    known.put("D9", "ss228.1+pak40.1").fire("german", "prep").dice(6, 5, ...)
    known.attack("pak40.1", "D4", target)
    assert "C6.2" not in cases(known)


@pytest.mark.rule("squad:A23.6")
def test_nothing_but_a_charge_is_thrown() -> None:
    for weapon, thrown in (("ssDC.1", True), ("ssLMG.1", False)):
        table = Table(german="ss658 ssDC ssLMG", american="us666 2")
        table.put("C3", f"ss658.1+{weapon}").put("D3", "us666.1").put("C4", "us666.2")
        table.fire("german", "prep").play(f"fire {weapon}")
        assert bool(table.offered("throw")) is thrown


@pytest.mark.rule("squad:A11.62")
def test_a_vehicle_fights_with_its_coaxial_gun_and_that_on_top_while_it_is_open() -> None:
    table = Table(german="PzIVJ", american="us666").put("C3", "PzIVJ.1", "us666.1")
    tank = table.unit("PzIVJ.1")
    assert vehicle_strength(table.g, tank) == 2 * (5 + 2)
    table.mark("buttoned", "PzIVJ.1")
    assert vehicle_strength(table.g, tank) == 2 * 5
    table.mark("shocked", "PzIVJ.1")
    assert vehicle_strength(table.g, tank) == 0


@pytest.mark.rule("squad:A11.62")
@pytest.mark.parametrize(("shut", "odds"), [(False, "1-1"), (True, "1-2")])
def test_the_machine_gun_on_top_changes_the_odds(shut: bool, odds: str) -> None:
    """Seven factors against the six of a squad, or five."""
    table = Table(german="PzIVJ", american="us666").put("C3", "PzIVJ.1", "us666.1")
    if shut:
        table.mark("buttoned", "PzIVJ.1")
    table.dice(6, 6, 6, 6, ...).phase("close", "german")
    attack = next(event for event in table.happened(CloseCombat) if event.side == 0)
    assert attack.odds == odds


@pytest.mark.rule("squad:P4.11a", "squad:B33.11a")
@pytest.mark.parametrize(("unit", "way", "halves"), [("ss658.1", "infantry", 2),
                                                     ("PzIVH.1", "tracked", 2)])  # fmt: skip
def test_beside_the_stream_nobody_pays_for_it(unit: str, way: str, halves: int) -> None:
    bed = [f"C{row} under=stream under_sides=N,S" for row in range(1, 6)]
    table = Table(*bed, german="ss658 PzIVH", american="us666", scenario='stream = "deep"\n')
    entry = Entry(table.unit(unit), way, table.place("E3"), table.place("E4"), 3)
    assert entry_cost(table.g, entry, 26).total == halves
    tank = Entry(table.unit("PzIVH.1"), "tracked", table.place("C3"), table.place("C4"), 3)
    assert entry_cost(table.g, tank, 26).total == 2 * 3, "a tank pays the same at any depth"


@pytest.mark.rule("squad:err-D8.21")
@pytest.mark.parametrize("debris", [False, True])
def test_without_debris_there_is_one_check_of_the_woods_alone(debris: bool) -> None:
    table = Table("C4 woods", german="PzIVH", american="us666", scenario='special = ["debris"]\n')
    table.put("C3", "PzIVH.1", facing="se")
    table.g.debris = 1 << table.place("C4" if debris else "H8")
    table.move("german").dice(1, 1, 1, 1, ...).play("move PzIVH.1", "drive C4")
    (check,) = table.happened(BogChecked)
    assert ("err-D8.21" in {m.rule for m in check.modifiers}) is debris


@pytest.mark.rule("squad:ex-B37.5", "squad:B37.5b")
def test_debris_falls_into_the_corner_of_the_map_as_well() -> None:
    table = Table("A2 stone_building storeys=3", german="ss658", american="us666",
                  scenario='special = ["debris"]\n')  # fmt: skip
    table.dice(6, 3, ...)
    make_rubble(table.g, table.place("A2"), table.events)
    assert lies_in(table.g, table.place("A1"))


@pytest.mark.rule("squad:B34.42")
def test_the_stairs_of_a_tower_have_a_rule_of_their_own() -> None:
    table = Table("C4 tower=1", german="ss658", scenario='special = ["towers"]\n')
    here, above = table.place("C4"), table.place("C4/tower")
    cost = entry_cost(table.g, Entry(table.unit("ss658.1"), "infantry", here, above, -1), 8)
    assert [(part.rule, part.halves) for part in cost.parts] == [("B34.42", 2)]


@pytest.mark.rule("squad:C3.3")
@pytest.mark.parametrize(("gun", "row"), [("flak38.1", "40"), ("us40.1", "40"), ("us57.1", "57")])
def test_small_guns_hit_less_easily_at_long_range(gun: str, row: str) -> None:
    """All of them have long barrels, as the gun of 75 mm has."""
    table = Table(german="flak38 pak40", american="us40 us57")
    hit = table.g.setting.tables.hit
    for away in (6, 7, 19, 31):
        numbers = []
        for unit in (gun, "pak40.1"):
            shot = shot_of(table.g, table.unit(unit))
            assert shot is not None
            numbers.append(basic_number(table.g, shot, away, "vehicle"))
        assert numbers[0] - numbers[1] == int(hit[row][(away - 1) // 6])


@pytest.mark.rule("squad:C3.3")
def test_a_gun_of_seventy_five_has_the_number_of_the_table() -> None:
    table = Table(german="pak40", american="us57 M4A3")
    hit = table.g.setting.tables.hit
    short = shot_of(table.g, table.unit("M4A3.1"))
    assert short is not None
    assert basic_number(table.g, short, 8, "infantry") == int(hit["infantry"][1])


@pytest.mark.rule("squad:A18.11", "squad:A10.63")
def test_a_leader_of_the_defender_rallies_himself_and_a_squad_does_not() -> None:
    table = Table(german="ss658", american="us666 us81").put("H8", "us81.1").put("D4", "us666.1")
    table.mark("broken", "us81.1", "us666.1").phase("rally", "german")
    assert table.asked == "american rally"
    assert table.offered("rally") == {"rally us81.1"}


@pytest.mark.rule("squad:A4.44")
@pytest.mark.parametrize("concealed", [False, True])
def test_what_a_concealed_squad_picks_up_is_as_concealed_as_it_is(concealed: bool) -> None:
    table = Table("C3 woods", german="ss658 ssHMG", american="us666").put(
        "C3", "ssHMG.1", "ss658.1"
    )
    if concealed:
        table.mark("concealed", "ss658.1")
    table.phase("rally", "german").dice(1).play("recover ss658.1 ssHMG.1")
    assert table.is_("concealed", "ssHMG.1") is concealed


@pytest.mark.rule("squad:A10.51")
def test_of_two_shelters_within_reach_the_nearer_one_is_the_goal() -> None:
    table = Table("C5 woods", "C7 woods", german="ss658", american="us666")
    table.put("C3", "ss658.1").mark("broken", "ss658.1").put("C2", "us666.1")
    table.mark("pinned", "us666.1")
    assert [table.g.setting.board.locations[place].token
            for place in rout_goals(table.g, table.unit("ss658.1"))] == ["C5"]  # fmt: skip


@pytest.mark.rule("squad:C3.3")
@pytest.mark.parametrize("row", ["vehicle", "infantry"])
def test_the_number_changes_every_six_hexes_and_with_the_length_of_the_barrel(row: str) -> None:
    table = Table(german="pak40 PzVG", american="M4A3")
    hit = table.g.setting.tables.hit
    for unit, barrel in (("pak40.1", "L"), ("PzVG.1", "LL"), ("M4A3.1", "")):
        shot = shot_of(table.g, table.unit(unit))
        assert shot is not None
        for away in (0, 1, 6, 7, 12, 13, 48, 49, 54, 55, 60, 70):
            band = min(max(0, (away - 1) // 6), 9)
            more = int(hit[barrel][band]) if barrel else 0
            assert basic_number(table.g, shot, away, row) == int(hit[row][band]) + more


@pytest.mark.rule("squad:D3.1")
def test_a_gun_without_a_turret_points_where_it_faces() -> None:
    table = Table(german="ss228 pak40 PzIVH", american="us666")
    table.put("C3", "ss228.1+pak40.1", facing="e").put("C5", "PzIVH.1", facing="e")
    west = CORNER_WORDS.index("w")
    for unit, turret in (("pak40.1", False), ("PzIVH.1", True)):
        number = table.unit(unit)
        table.g.turret[number] = west
        aims = facing_of(table.g, number, turret=True)
        assert aims == (west if turret else table.g.facing[number])
        assert facing_of(table.g, number, turret=False) == table.g.facing[number]


@pytest.mark.rule("squad:A4.51")
@pytest.mark.parametrize(("tired", "value"), [(True, 1), (False, 0)])
def test_only_tired_gunners_hit_less_well(tired: bool, value: int) -> None:
    table = Table(german="ss228 pak40", american="us666").put("F3", "us666.1")
    table.put("B3", "ss228.1+pak40.1", facing="e")
    if tired:
        table.mark("cx", "ss228.1")
    table.fire("german", "prep").dice(6, 6, ...).attack("pak40.1", "F3")
    rolled = {m.rule: m.value for m in table.happened(HitRolled)[-1].modifiers}
    assert rolled.get("A4.51", 0) == value
