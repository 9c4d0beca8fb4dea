"""Weapons of vehicles, fire after prep fire, on the move and out of buildings. C5, C13.8, D3."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.core.events.fire import Fired, HitRolled, ResidualLeft
from salient.games.squad.show.notes import figure_actions
from salient.games.squad.show.odds import hit_chance
from tests.games.squad.table import Table

GERMAN = "PzIVJ ss658 2 ss468 ssHMG ssPSK ss228 pak40 SPW251"


def field(*lines: str, **more: Any) -> Table:
    """A Panzer IV that looks at a squad, which looks back."""
    table = Table(*lines, german=GERMAN, american="us666 3 M4A3 usBAZ us70", **more)
    return table.put("C3", "PzIVJ.1", facing="e").put("H3", "us666.1")


def cases(table: Table) -> dict[str, int]:
    """The modifiers of the last To Hit roll."""
    return {found.rule: found.value for found in table.happened(HitRolled)[-1].modifiers}


def figures(table: Table) -> dict[str, str]:
    """The figures told of the actions on offer."""
    told = figure_actions(table.g, table.question)
    texts = map(table.g.setting.lexicon.text, table.question.actions)
    return dict(zip(texts, told, strict=True))


# -- prep fire ------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A9.2", "squad:A3.2")
def test_a_machine_gun_that_keeps_its_rate_in_prep_fire_fires_on_but_does_not_move() -> None:
    table = Table(german="ss658 ssHMG", american="us666 2").put("C3", "ss658.1+ssHMG.1")
    table.put("H3", "us666.1").put("H5", "us666.2").phase("prep")
    table.dice(1, 6, ...).play("fire ssHMG.1", "at H3", "shoot")
    assert "fire ssHMG.1" in table.offered()
    table.play("end").move()
    assert table.decision is None
    table.phase("advancing")
    assert "fire ssHMG.1" not in table.offered()


@pytest.mark.rule("squad:C2.24", "squad:A3.2")
def test_a_tank_whose_gun_keeps_its_rate_in_prep_fire_neither_moves_nor_fires_later() -> None:
    table = field().phase("prep").dice(1, 6, ...).play("fire PzIVJ.1", "shell H3")
    assert "shell H3" in table.play("fire PzIVJ.1").offered()
    table.dice(6, 5).play("shell H3").play("end").move()
    assert table.decision is None
    table.phase("advancing")
    assert "fire PzIVJ.1" not in table.offered()


@pytest.mark.rule("squad:C2.24")
def test_a_gun_that_keeps_its_rate_in_prep_fire_is_silent_in_the_advancing_fire_phase() -> None:
    table = Table(german="ss228 pak40", american="us666 2")
    table.put("C3", "ss228.1+pak40.1", facing="e").put("H3", "us666.1").put("H5", "us666.2")
    table.phase("prep").dice(1, 6, ...).play("fire pak40.1", "shell H3")
    assert "fire pak40.1" in table.offered()
    table.play("end").phase("advancing")
    assert table.decision is None


# -- gun and machine-guns -------------------------------------------------------------------------


@pytest.mark.rule("squad:D1.8")
def test_a_tank_fires_its_gun_and_its_machine_guns_in_one_phase() -> None:
    table = field().phase("prep").dice(6, 5).play("fire PzIVJ.1", "shell H3")
    assert set(table.play("fire PzIVJ.1").offered("shell")) == set()
    table.dice(6, 5).play("at H3")
    assert table.happened(Fired)[-1].column == 8  # 3 + 5 + 2 factors
    assert "fire PzIVJ.1" not in table.offered()


@pytest.mark.rule("squad:D1.8")
def test_each_machine_gun_of_a_tank_may_have_a_target_of_its_own() -> None:
    table = field().put("G5", "us666.2").phase("prep").play("fire PzIVJ.1")
    assert table.offered("burst") >= {"burst H3 bow", "burst H3 coaxial", "burst H3 top"}
    table.dice(6, 5).play("burst H3 bow")
    assert table.happened(Fired)[-1].column == 2
    assert "burst H3 bow" not in table.play("fire PzIVJ.1").offered()
    table.dice(6, 5).play("at G5")
    assert table.happened(Fired)[-1].column == 6  # The other two.


@pytest.mark.rule("squad:D1.8", "squad:D5.3")
def test_the_machine_gun_on_top_needs_open_hatches_and_the_bow_gun_the_hull() -> None:
    table = field().mark("buttoned", "PzIVJ.1")
    table.g.facing[table.unit("PzIVJ.1")] = 5  # The turret still looks east.
    table.phase("prep").play("fire PzIVJ.1")
    assert "at H3" in table.offered()
    assert not table.offered("burst")
    table.dice(6, 5).play("at H3")
    assert table.happened(Fired)[-1].column == 4  # Five factors of the coaxial gun.


@pytest.mark.rule("squad:D1.8", "squad:A8.14")
def test_first_fire_by_gun_and_machine_guns_at_one_point_spent() -> None:
    table = field().put("C3", "PzIVJ.1", facing="w")
    table.move("american").play("move us666.1", "go G4")
    table.dice(1, 6).play("fire PzIVJ.1", "shell G4")
    assert table.play("fire PzIVJ.1").offered("shell") == set()  # One MF, one shot of the gun.
    table.dice(6, 5).play("at G4")
    assert "fire PzIVJ.1" not in table.offered()


@pytest.mark.rule("squad:D1.8")
def test_the_note_on_a_single_machine_gun_tells_its_own_column() -> None:
    table = field().phase("prep").play("fire PzIVJ.1")
    told = figures(table)
    assert told["burst H3 bow"] != told["at H3"]


# -- on the move ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:C5.2", "squad:C5.3")
def test_a_tank_that_moved_fires_at_case_b_and_case_c() -> None:
    table = field().move().play("move PzIVJ.1", "drive D3", "stop").phase("advancing")
    table.dice(6, 5).play("fire PzIVJ.1", "shell H3")
    assert (cases(table)["C5.2"], cases(table)["C5.3"]) == (2, 2)


@pytest.mark.rule("squad:C5.3")
def test_without_a_turret_case_c_is_three() -> None:
    table = Table(german="SPW9", american="us666 2").put("C3", "SPW9.1", facing="e")
    table.put("H3", "us666.1").put("H5", "us666.2")
    table.move().play("move SPW9.1", "drive D3", "stop").phase("advancing")
    table.dice(6, 5).play("fire SPW9.1", "shell H3")
    assert (cases(table)["C5.2"], cases(table)["C5.3"]) == (2, 3)


@pytest.mark.rule("squad:C5.2")
@pytest.mark.parametrize(("line", "value"), [("C3 woods", 3), ("C3 rubble", 3), ("C3 brush", 2)])
def test_case_b_is_three_among_obstacles(line: str, value: int) -> None:
    table = field(line).phase("advancing").dice(6, 5).play("fire PzIVJ.1", "shell H3")
    assert cases(table)["C5.2"] == value
    assert "C5.3" not in cases(table)


@pytest.mark.rule("squad:C5.5")
@pytest.mark.parametrize(("line", "value"), [("C3 woods", 4), ("C3 brush", 2)])
def test_fire_in_the_own_hex_is_twice_as_hard_among_obstacles(line: str, value: int) -> None:
    table = field(line).put("C3", "M4A3.1", facing="w").phase("prep")
    table.dice(6, 5).play("fire PzIVJ.1", "aim M4A3.1")
    assert cases(table)["C5.5"] == value


@pytest.mark.rule("squad:C5.35")
@pytest.mark.parametrize(("dice", "hit"), [((6, 1), "hit"), ((3, 3), "missed"), ((5, 2), "missed")])
def test_a_tank_in_motion_counts_the_lower_die_twice(dice: tuple[int, int], hit: str) -> None:
    """At infantry six hexes away it needs 8 without anything else."""
    table = field().mark("motion", "PzIVJ.1").phase("prep")
    table.dice(*dice, ...).play("fire PzIVJ.1", "shell H3")
    rolled = table.happened(HitRolled)[-1]
    assert rolled.result == hit
    assert cases(table)["C5.35"] == min(dice)
    assert rolled.need == 8 - min(dice)


@pytest.mark.rule("squad:C5.35")
def test_the_chance_told_of_a_shot_in_motion_counts_the_lower_die_twice() -> None:
    table = field().mark("motion", "PzIVJ.1").phase("prep").play("fire PzIVJ.1")
    told = figures(table)
    assert told["shell H3"] == f"{hit_chance(8, doubled=True):.0%}" == "44%"


@pytest.mark.rule("squad:D2.42")
def test_machine_guns_of_a_vehicle_in_motion_fire_at_half_strength() -> None:
    table = field().mark("motion", "PzIVJ.1").phase("prep").play("fire PzIVJ.1")
    table.dice(6, 5).play("at H3")
    assert table.happened(Fired)[-1].column == 4  # Half of ten factors.


@pytest.mark.rule("squad:D3.3", "squad:C5.33")
def test_a_tank_fires_as_it_drives_and_not_again_with_the_same_weapon() -> None:
    table = field().move().play("move PzIVJ.1")
    assert "fire PzIVJ.1" not in table.offered()
    table.play("drive D3").dice(6, 5).play("fire PzIVJ.1", "shell H3")
    assert cases(table) == {"C5.2": 2, "C5.3": 2, "C5.33": 2, "C5.35": 5}
    assert "shell H3" not in table.play("fire PzIVJ.1").offered()
    table.dice(6, 5).play("burst H3 bow")
    assert table.happened(Fired)[-1].column == 0  # Three quarters of a factor.
    table.play("drive E3", "stop").phase("defensive", "german").phase("advancing")
    assert set(table.play("fire PzIVJ.1").offered()) == {
        "at H3", "burst H3 coaxial", "burst H3 top",
    }  # fmt: skip


@pytest.mark.rule("squad:D3.3")
def test_in_the_enemys_turn_all_weapons_are_loaded_again() -> None:
    table = field().move().play("move PzIVJ.1", "drive D3")
    table.dice(6, 5).play("fire PzIVJ.1", "shell H3").play("stop")
    for phase in ("defensive", "advancing"):
        table.phase(phase)
        if table.decision:
            table.play("end")
    table.move("american").play("move us666.1", "go G4", "fire PzIVJ.1")
    assert "shell G4" in table.offered()


# -- acquisition ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:C6.5")
def test_who_drives_on_loses_what_he_has_acquired() -> None:
    table = field()
    table.g.acquired[table.unit("PzIVJ.1")] = (table.place("H3"), -2)
    table.move().play("move PzIVJ.1", "drive D3", "stop").phase("advancing")
    table.dice(6, 5).play("fire PzIVJ.1", "shell H3")
    assert "C6.5" not in cases(table)


# -- backblast ------------------------------------------------------------------------------------


def house(line: str = "C3 stone_building", **more: Any) -> Table:
    table = Table(line, german="ss658 2 ssPSK", american="M4A3 2", **more)
    table.put("C3", "ss658.1+ssPSK.1", "ss658.2")
    return table.put("E3", "M4A3.1", facing="w").put("E4", "M4A3.2", facing="w")


@pytest.mark.rule("squad:C13.8")
def test_a_panzerschreck_in_a_house_hits_less_easily() -> None:
    table = house().phase("prep").dice(6, 5).play("fire ssPSK.1", "aim M4A3.1")
    assert cases(table)["C13.8"] == 2


@pytest.mark.rule("squad:C13.81")
def test_in_desperation_it_is_fired_as_ever_and_strikes_those_beside_it() -> None:
    table = house().phase("prep").play("fire ssPSK.1", "desperate")
    assert "desperate" not in table.offered()
    table.dice(1, 6, 6, 6, 6, 6, ...).play("aim M4A3.1")
    assert "C13.8" not in cases(table)
    blast = table.happened(Fired)[-1]
    assert (blast.means, blast.column, blast.dice, blast.result) == ("backblast", 1, (1,), "K/1")


@pytest.mark.rule("squad:C13.81")
def test_a_weapon_that_is_spent_by_the_shot_strikes_back_all_the_same() -> None:
    table = house().phase("prep").play("fire ssPSK.1", "desperate")
    table.dice(5, 5, ...).play("aim M4A3.1")
    assert table.is_("lost", "ssPSK.1")
    assert table.happened(Fired)[-1].means == "backblast"


@pytest.mark.rule("squad:C13.8", "squad:C13.3")
def test_a_panzerfaust_in_a_house_hits_less_easily() -> None:
    table = house(scenario="year = 1944\nmonth = 12\n").phase("prep").play("fire ss658.1")
    table.dice(1, 6, 5).play("faust M4A3.1")
    assert cases(table)["C13.8"] == 2


@pytest.mark.rule("squad:fn-B16A")
def test_between_rail_cars_there_is_no_backblast() -> None:
    table = house("C3 under=rail under_sides=N,S cars=printed").phase("prep").play("fire ssPSK.1")
    assert "desperate" not in table.offered()
    table.dice(6, 5).play("aim M4A3.1")
    assert "C13.8" not in cases(table)


@pytest.mark.rule("squad:C5.34")
def test_a_rocket_in_the_advancing_fire_phase_pays_case_c3_alone() -> None:
    table = house("C3 brush").phase("advancing").play("fire ssPSK.1")
    table.dice(6, 5).play("aim M4A3.1")
    assert cases(table)["C5.34"] == 2
    assert "C5.2" not in cases(table)


# -- smoke and residual fire ----------------------------------------------------------------------


@pytest.mark.rule("squad:A24.1")
@pytest.mark.parametrize(("die", "over"), [(6, True), (5, False)])
def test_a_six_ends_the_move_of_a_squad_that_throws_smoke(die: int, over: bool) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1").move()
    table.dice(die).play("move ss658.1", "smoke C3")
    assert (table.asked != "german march") is over


@pytest.mark.rule("squad:A8.2")
@pytest.mark.parametrize(("leader", "column"), [("us70", 6), ("us61", 4)])
def test_a_poor_leader_lowers_the_residual_fire(leader: str, column: int) -> None:
    table = Table(german="ss658", american=f"us666 2 {leader}")
    table.put("C3", "us666.1", "us666.2", f"{leader}.1").put("G3", "ss658.1").move("german")
    table.play("move ss658.1", "go F3")
    table.dice(6, 6, ...).play("fire us666.1")
    table.play("join us666.2", f"join {leader}.1")
    assert table.happened(ResidualLeft)[-1].column == column


@pytest.mark.rule("squad:C5.33")
@pytest.mark.parametrize(("turns", "value"), [(0, 2), (1, 1), (2, None)])
def test_who_has_seen_its_target_for_a_short_way_aims_badly(turns: int, value: int | None) -> None:
    """Starting and entering D3 takes two MP, each turn one more."""
    table = field().move().play("move PzIVJ.1", "drive D3")
    for order in ("turn se", "turn e")[:turns]:
        table.play(order)
        while table.asked.endswith("fire.first"):
            table.play("pass")
    while table.asked.endswith("fire.first"):
        table.play("pass")
    table.play("fire PzIVJ.1").dice(6, 5).play("shell H3")
    assert cases(table).get("C5.33") == value


@pytest.mark.rule("squad:C13.8")
def test_a_gun_in_a_house_has_no_backblast() -> None:
    table = Table("C3 stone_building", german="ss228 pak40", american="M4A3")
    table.put("C3", "ss228.1+pak40.1", facing="e").put("F3", "M4A3.1", facing="w")
    table.fire("german", "prep").dice(6, 5, ...).attack("pak40.1", "M4A3.1")
    assert "C13.8" not in cases(table)


@pytest.mark.rule("squad:C13.8")
def test_nor_does_it_matter_in_the_open() -> None:
    table = house("C3 woods").phase("prep").dice(6, 5).play("fire ssPSK.1", "aim M4A3.1")
    assert "C13.8" not in cases(table)


@pytest.mark.rule("squad:C3.1")
@pytest.mark.parametrize(
    ("state", "shelled"), [("", True), ("hidden", False), ("melee", False), ("aboard", False)]
)
def test_infantry_is_shelled_unless_it_hides_is_in_melee_or_rides(
    state: str, shelled: bool
) -> None:
    table = Table("F3 woods", german="PzIVH", american="us666 2 M3ht", size=(8, 8))
    table.put("C3", "PzIVH.1", facing="e").put("F3", "us666.1").put("F6", "us666.2")
    if state == "aboard":
        table.put("F3", "M3ht.1").aboard("M3ht.1", "us666.1")
    elif state:
        table.mark(state, "us666.1")
    orders = table.fire("german", "prep").play("fire PzIVH.1").offered("shell")
    assert ("shell F3" in orders) is shelled
    assert "shell F6" in orders


@pytest.mark.rule("squad:C2.24")
@pytest.mark.parametrize(("fired", "again"), [(True, False), (False, True)])
def test_a_gun_that_has_first_fired_does_not_fire_in_the_defensive_fire_phase(
    fired: bool, again: bool
) -> None:
    table = Table(german="ss228 pak40 ssPSK ss658", american="us666 M4A3")
    table.put("C3", "ss228.1+pak40.1", "ss658.1+ssPSK.1", facing="e").put("D3", "us666.1")
    table.put("E3", "M4A3.1", facing="w")
    if fired:
        table.mark("first_fired", "pak40.1", "ssPSK.1")
    table.fire("german", "defensive")
    assert ("fire pak40.1" in table.offered()) is again
    assert ("fire ssPSK.1" in table.offered()) is again


@pytest.mark.rule("squad:C3.7", "squad:C8.31")
@pytest.mark.parametrize(("dice", "column"), [((1, 1), 24), ((1, 2), 12)])
def test_a_shell_that_hits_with_two_ones_has_twice_its_firepower(
    dice: tuple[int, int], column: int
) -> None:
    table = field().phase("prep").dice(*dice, 6, 6, ...).play("fire PzIVJ.1", "shell H3")
    assert table.happened(Fired)[0].column == column


@pytest.mark.rule("squad:D3.3")
@pytest.mark.parametrize(
    ("state", "at", "fires"),
    [("", "H3", True), ("shocked", "H3", False), ("", "", False)],
)
def test_a_vehicle_fires_as_it_drives_if_its_crew_can_and_there_is_a_target(
    state: str, at: str, fires: bool
) -> None:
    table = Table("J9 woods", german="PzIVJ 2", american="us666").put("C3", "PzIVJ.1", facing="e")
    table.put("A8", "PzIVJ.2", facing="e")
    if at:
        table.put(at, "us666.1")
    table.move().play("move PzIVJ.1", "drive D3")
    while table.asked.endswith("fire.first"):
        table.play("pass")
    if state:
        table.mark(state, "PzIVJ.1")
        table.g.offered = None
    assert ("fire PzIVJ.1" in table.offered()) is fires
