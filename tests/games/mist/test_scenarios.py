"""Fifth Panzer Army and the campaign game: sections, arrivals, ends and levels of victory."""

from __future__ import annotations

import pytest

from salient.boards.bits import members
from salient.engine.events import GameEnded
from salient.games.mist.events import ImpulseBegan, Scored, TurnedBack
from salient.games.mist.setting import ALLIED, GERMAN
from tests.games.mist.table import FullTable, Table, names_of


def fifth(clock: str = "17-1", **options: str) -> Table:
    """Fifth Panzer Army on the test map; Iris, Jade and zones A, D-F, L-P are outside."""
    return Table(clock, "fifth", **options)


def ending_with(vp: int, scenario: str) -> Table:
    """A game on the full map that ends with a number of points."""
    table = FullTable("22-1", scenario)
    table.g.vp = vp
    return table.begin_pair().rest()


def impulses(table: Table) -> list[tuple[int, str]]:
    return [(event.side, event.clock) for event in table.happened(ImpulseBegan)]


# -- the red section -----------------------------------------------------------------------------


@pytest.mark.rule("mist:s2-map")
def test_the_red_section_has_zones_b_c_and_g_to_k_and_the_road_to_the_meuse() -> None:
    setting = FullTable(scenario="fifth").g.setting
    inside = set(names_of(setting, setting.section))
    assert inside & set("ABCDEFGHIJKLMNP") == set("BCGHIJK")
    assert {"Bastogne", "St. Vith", "Clervaux", "Diekirch", "Ettlebruck", "Dinant"} <= inside
    assert not inside & {"Luxembourg", "Monschau", "Malmedy", "Eupen", "Echternach"}


@pytest.mark.rule("mist:s2-map", "mist:s2-rules-1")
def test_nobody_can_leave_the_red_section_from_anywhere_in_it() -> None:
    setting = FullTable(scenario="fifth").g.setting
    inside = {f"move {setting.place_tokens[place]}" for place in members(setting.section)}
    for place in members(setting.section & setting.all_areas):
        table = FullTable("16-2", "fifth").put(setting.place_names[place], "304/2Pz")
        moves = table.begin("german").play("activate 304/2Pz").offered("move")
        assert moves, setting.place_names[place]
        assert moves <= inside, setting.place_names[place]


@pytest.mark.rule("mist:s2-rules-1")
def test_units_do_not_cross_the_red_line() -> None:
    table = fifth().put("Heath", "ga1").begin("german").play("activate ga1")
    assert {"move Glen", "move G", "move J"} <= table.offered()
    assert not table.offered() & {"move Iris", "move Jade", "move D", "move E"}


@pytest.mark.rule("mist:s2-rules-1")
def test_the_red_line_is_not_there_in_the_campaign() -> None:
    table = Table().put("Heath", "ga1").begin("german").play("activate ga1")
    assert {"move Iris", "move Jade", "move D", "move E"} <= table.offered()


# -- units from outside the section --------------------------------------------------------------


@pytest.mark.rule("mist:s2-rules-2")
def test_a_reinforcement_still_outside_at_the_end_of_its_turn_is_removed() -> None:
    table = fifth("17-1").begin_pair().play("arrive at2 D").rest("18-1")
    assert table.happened(TurnedBack) == [TurnedBack(table.unit("at2"))]
    assert (table.where("at2"), table.strength("at2")) == ("", 0)


@pytest.mark.rule("mist:s2-rules-2")
def test_a_reinforcement_from_outside_may_wait_until_the_last_impulse_of_its_turn() -> None:
    table = fifth("17-1").begin_pair().play("arrive at2 D").rest("17-3")
    table.play("end", "activate at2", "move Heath", "stop").rest("18-1")
    assert table.happened(TurnedBack) == []
    assert table.where("at2") == "Heath"


@pytest.mark.rule("mist:s2-rules-2")
def test_a_reinforcement_that_is_inside_but_out_of_supply_is_removed() -> None:
    table = fifth("17-1").begin_pair().play("arrive at2 D", "end")
    table.play("activate at2", "move Heath", "stop")
    table.put("G", "gi1").put("H", "gi2").put("I", "ga1").put("J", "gm1").put("Fern", "gi5")
    table.rest("18-1")
    assert TurnedBack(table.unit("at2")) in table.events
    assert table.where("at2") == ""


@pytest.mark.rule("mist:s2-rules-2")
def test_a_unit_set_up_outside_must_come_in_on_the_16th() -> None:
    table = Table.set_up("fifth").run()
    assert table.where("ai6") == "Iris"
    table.rest("17-1")
    assert TurnedBack(table.unit("ai6")) in table.events


@pytest.mark.rule("mist:s2-rules-2")
def test_a_unit_set_up_outside_that_comes_in_stays() -> None:
    table = Table.set_up("fifth").run().rest("16-2")
    table.play("end", "activate ai6", "move Glen", "stop").rest("17-2")
    assert table.happened(TurnedBack) == []
    assert table.where("ai6") == "Glen"


@pytest.mark.rule("mist:s2-rules-2")
def test_a_reinforcement_inside_the_section_may_stay_in_its_zone() -> None:
    table = fifth("17-2").begin_pair().rest("19-1")
    assert table.where("at3") == "H"


@pytest.mark.rule("mist:s2-rules-2")
def test_the_full_game_turns_ccb_9a_back_unless_it_comes_down_from_ligneuville() -> None:
    table = FullTable.set_up("fifth").run()
    assert table.where("CCB/9A") == "Ligneuville"
    assert not table.g.setting.section >> table.place("Ligneuville") & 1
    table.rest("17-1")
    assert table.happened(TurnedBack) == [TurnedBack(table.unit("CCB/9A"))]


@pytest.mark.rule("mist:s2-rules-2")
def test_a_unit_set_up_inside_that_is_out_of_supply_starves_but_is_not_turned_back() -> None:
    """With Germans in Fern and Heath nobody in Dale has a road to a source."""
    table = Table.set_up("fifth").put("Fern", "gi1").put("Heath", "gi2").run().rest("17-1")
    assert table.happened(TurnedBack) == [TurnedBack(table.unit("ai6"))]
    assert (table.where("ai3"), table.strength("ai3")) == ("Dale", 3)


# -- supply --------------------------------------------------------------------------------------


@pytest.mark.rule("mist:s2-rules-3")
def test_all_units_are_in_supply_at_set_up_even_outside_the_section() -> None:
    table = Table.set_up("fifth").run()
    assert all(table.supplied(row.id) for row in table.g.setting.units if row.area)
    full = FullTable.set_up("fifth").run()
    assert all(full.supplied(row.id) for row in full.g.setting.units if row.area)


@pytest.mark.rule("mist:s2-rules-3")
def test_a_reinforcement_is_in_supply_when_it_is_placed_outside_the_section() -> None:
    table = fifth("17-1").begin_pair().play("arrive at2 E", "end")
    assert table.supplied("at2")
    assert table.play("activate at2").left() == 8
    assert {"move Iris", "move Glen"} <= table.offered()


@pytest.mark.rule("mist:s2-rules-3")
@pytest.mark.parametrize("unit", ["ai6", "gi1"])
def test_nobody_is_in_supply_outside_the_section_but_in_the_turn_of_appearance(unit: str) -> None:
    table = fifth().put("Iris", unit)
    assert not table.supplied(unit)
    assert table.mark("outsiders", unit).supplied(unit)


@pytest.mark.rule("mist:s2-rules-3")
def test_supply_lines_stay_inside_the_section() -> None:
    """The only way from Glen to Heath and its zones goes round by Iris, which is outside."""
    table = fifth().put("Glen", "aa1").put("Fern", "gi1").blow("Glen", "Heath")
    assert not table.supplied("aa1")
    campaign = Table().put("Glen", "aa1").put("Fern", "gi1").blow("Glen", "Heath")
    campaign.put("E", "gi2").put("F", "gi3")
    assert campaign.supplied("aa1")


@pytest.mark.rule("mist:s2-rules-4")
def test_zone_a_supplies_no_german_in_fifth_panzer_army() -> None:
    table = fifth().put("Ash", "ga1").put("Birch", "ai1")
    assert not table.supplied("ga1")
    assert table.put("Birch", "gi1").supplied("gi1")


@pytest.mark.rule("mist:s2-rules-4")
def test_zone_p_supplies_no_ally_in_fifth_panzer_army() -> None:
    table = fifth().put("Dale", "ai1").put("Cedar", "gi1").put("Elm", "gi2").put("Fern", "gi3")
    assert not table.supplied("ai1")


@pytest.mark.rule("mist:s2-rules-4")
@pytest.mark.parametrize("gone", ["gi1", "gi2", "gi3", "gi4", "gi5"])
def test_each_of_zones_g_to_k_supplies_the_allies(gone: str) -> None:
    table = fifth().put("Dale", "ai1")
    table.put("G", "gi1").put("H", "gi2").put("I", "gi3").put("J", "gi4").put("K", "gi5")
    assert not table.supplied("ai1")
    assert table.put("Birch", gone).supplied("ai1")


@pytest.mark.rule("mist:s2-rules-4")
def test_the_printed_sources_of_fifth_panzer_army() -> None:
    setting = FullTable(scenario="fifth").g.setting
    assert names_of(setting, setting.sources[GERMAN]) == list("BC")
    assert names_of(setting, setting.sources[ALLIED]) == list("GHIJK")


# -- the end of Fifth Panzer Army ----------------------------------------------------------------


@pytest.mark.rule("mist:s2-rules-5")
@pytest.mark.parametrize("kind", [Table, FullTable])
def test_fifth_panzer_army_ends_after_the_german_impulse_of_22_1(kind: type[Table]) -> None:
    table = kind("21-3", "fifth").begin_pair().rest()
    assert impulses(table) == [(GERMAN, "21-3"), (ALLIED, "21-3"), (GERMAN, "22-1")]
    assert [event.day for event in table.happened(Scored)] == [21, 22]
    assert table.happened(GameEnded)


@pytest.mark.rule("mist:s2-victory")
@pytest.mark.parametrize(
    ("vp", "outcome", "winner"),
    [
        (99, "german_decisive", GERMAN),
        (16, "german_decisive", GERMAN),
        (15, "german_tactical", GERMAN),
        (13, "german_tactical", GERMAN),
        (12, "draw", None),
        (10, "draw", None),
        (9, "allied_tactical", ALLIED),
        (7, "allied_tactical", ALLIED),
        (6, "allied_decisive", ALLIED),
        (0, "allied_decisive", ALLIED),
    ],
)
def test_levels_of_fifth_panzer_army(vp: int, outcome: str, winner: int | None) -> None:
    table = ending_with(vp, "fifth")
    result = table.result
    assert (result.outcome, result.winner, result.score) == (outcome, winner, vp)


# -- the campaign --------------------------------------------------------------------------------


@pytest.mark.rule("mist:s4-map")
def test_the_campaign_uses_the_whole_map() -> None:
    setting = FullTable().g.setting
    assert setting.section == setting.everywhere
    assert len(setting.areas) == 110
    assert [row.letter for row in setting.zones] == list("ABCDEFGHIJKLMNP")


@pytest.mark.rule("mist:s4-map")
def test_the_campaign_map_has_a_road_from_everywhere_to_everywhere() -> None:
    setting = FullTable().g.setting
    zone_a = 1 << setting.place("A")
    assert setting.board.trace(zone_a, 0, 0).dry == setting.everywhere


@pytest.mark.rule("mist:12.26a")
def test_the_campaign_ends_after_both_impulses_of_22_1() -> None:
    table = FullTable("21-3").begin_pair().rest()
    assert impulses(table)[-2:] == [(GERMAN, "22-1"), (ALLIED, "22-1")]
    assert [event.day for event in table.happened(Scored)] == [21, 22]
    assert table.happened(GameEnded)


@pytest.mark.rule("mist:s4-victory")
@pytest.mark.parametrize(
    ("vp", "outcome", "winner"),
    [
        (99, "german_decisive", GERMAN),
        (40, "german_decisive", GERMAN),
        (39, "german_limited", GERMAN),
        (30, "german_limited", GERMAN),
        (29, "draw", None),
        (25, "draw", None),
        (24, "allied_limited", ALLIED),
        (15, "allied_limited", ALLIED),
        (14, "allied_decisive", ALLIED),
        (0, "allied_decisive", ALLIED),
    ],
)
def test_levels_of_the_campaign(vp: int, outcome: str, winner: int | None) -> None:
    table = ending_with(vp, "campaign")
    result = table.result
    assert (result.outcome, result.winner, result.score) == (outcome, winner, vp)


@pytest.mark.rule("mist:2.0b")
def test_the_german_total_alone_decides_and_not_the_armies_left() -> None:
    germans, allies = Table("22-1"), Table("22-1")
    germans.g.vp = allies.g.vp = 25
    germans.put("Glen", "gi1", "gi2").put("Elm", "ga1")
    allies.put("Birch", "ai1", "ai2").put("Ash", "aa1")
    assert germans.begin_pair().rest().g.outcome == "draw"
    assert allies.begin_pair().rest().g.outcome == "draw"


@pytest.mark.rule("mist:2.0b")
def test_areas_and_zones_together_make_the_total() -> None:
    table = Table("21-3").control("german", "Dale").put("Dale", "gi1").put("E", "ga1")
    table.g.vp = 9
    result = table.begin_pair().rest().result
    assert (result.score, result.outcome) == (9 + 2 + 2 + 12, "draw")


@pytest.mark.rule("mist:s2-rules-1")
def test_who_has_come_into_the_section_does_not_leave_it_again_in_the_same_order() -> None:
    """From Nusbaum, outside, the way to Wallendorf, outside, leads through Mettendorf, inside."""
    table = FullTable("17-1", "fifth").put("Nusbaum", "304/2Pz").mark("outsiders", "304/2Pz")
    table.begin("german").play("activate 304/2Pz")
    assert "move Mettendorf" in table.offered()
    assert "move Wallendorf" not in table.offered()
    assert "move Wallendorf" not in table.play("move Mettendorf").offered()
