"""Chapters 2 and 5: what is on the table when the game begins, and the first impulse."""

from __future__ import annotations

import pytest

from salient.boards.bits import members
from salient.games import find_game
from tests.games.mist.table import FullTable, Table, names_of

SCENARIOS = ("seventh", "fifth", "three_days", "campaign")
PRINTED_BLOWN = {
    frozenset(("Wahlerscheid", "Monschau")),
    frozenset(("Dasburg", "Marnach")),
    frozenset(("Gemund", "Holzhum")),
    frozenset(("Nusbaum", "Beaufort")),
    frozenset(("Irrel", "Echternach")),
}


def blown_bridges(table: Table) -> set[frozenset[str]]:
    """The pairs of areas whose bridge is blown."""
    names, links = table.g.setting.place_names, table.g.setting.board.links
    return {frozenset(names[end] for end in links[link][:2]) for link in members(table.g.blown)}


def of_the_28th(scenario: str, area: str) -> list[str]:
    """Units of the 28th Infantry Division that begin a scenario in an area."""
    setting = FullTable.set_up(scenario).g.setting
    found = [u for u, place in setting.start_at.items() if place == setting.place(area)]
    return [setting.units[u].id for u in found if setting.units[u].formation == "28"]


# -- sides and markers ---------------------------------------------------------------------------


@pytest.mark.rule("mist:2.0a")
def test_two_sides_play_the_germans_first() -> None:
    assert find_game("mist").sides == ("german", "allied")
    table = Table.set_up().run()
    assert table.asked == "german movement"
    assert table.play("end").asked == "allied movement"


@pytest.mark.rule("mist:5.31")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_begins_in_16_1(scenario: str) -> None:
    table = FullTable.set_up(scenario).run()
    assert table.clock == "16-1"
    assert table.asked == "german movement"


@pytest.mark.rule("mist:5.32", "mist:12.13")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_victory_points_begin_at_zero(scenario: str) -> None:
    table = FullTable.set_up(scenario).run()
    assert table.g.vp == 0
    tracks = table.game.view(table.g, -1).tracks
    assert tracks == ({} if scenario == "seventh" else {"vp": 0}), "practice knows no points"


# -- bridges -------------------------------------------------------------------------------------


@pytest.mark.rule("mist:5.1a", "mist:3.23b")
def test_exactly_the_five_printed_bridges_begin_blown() -> None:
    assert blown_bridges(FullTable.set_up()) == PRINTED_BLOWN


@pytest.mark.rule("mist:3.23b")
def test_all_other_bridges_begin_intact_and_can_be_crossed() -> None:
    table = Table.set_up()
    assert blown_bridges(table) == {
        frozenset(("Ash", "Cedar")),
        frozenset(("Elm", "Fern")),
        frozenset(("Iris", "Jade")),
    }
    table.run().play("activate ga1")
    assert "move Cedar" in table.offered()


@pytest.mark.rule("mist:s2-setup-bridge")
def test_fifth_panzer_army_begins_with_the_bridge_from_diekirch_to_ettelbruck_blown() -> None:
    extra = {frozenset(("Diekirch", "Ettlebruck"))}
    assert blown_bridges(FullTable.set_up("fifth")) == PRINTED_BLOWN | extra
    assert blown_bridges(FullTable.set_up("three_days")) == PRINTED_BLOWN


# -- units ---------------------------------------------------------------------------------------


@pytest.mark.rule("mist:5.21", "mist:s3-setup", "mist:s4-setup")
@pytest.mark.parametrize("scenario", ["three_days", "campaign"])
def test_each_starting_unit_of_the_whole_map_stands_in_its_listed_area(scenario: str) -> None:
    table = FullTable.set_up(scenario)
    for row in table.g.setting.units:
        assert table.where(row.id) == row.area, row.id
        assert bool(row.area) == (row.enters == "start"), row.id


@pytest.mark.rule("mist:5.21")
@pytest.mark.parametrize(
    ("unit", "area"),
    [
        ("304/2Pz", "Dasburg"),
        ("110A/28", "Marnach"),
        ("422/106", "Auw"),
        ("60AI/9A", "Beaufort"),
        ("12B/4", "Echternach"),
        ("I-1/1SS", "Stadtkyll"),
    ],
)
def test_well_known_units_stand_where_history_had_them(unit: str, area: str) -> None:
    assert FullTable.set_up().where(unit) == area


@pytest.mark.rule("mist:5.22")
def test_exactly_the_units_listed_as_entrenched_begin_entrenched() -> None:
    table = FullTable.set_up()
    for row in table.g.setting.units:
        assert table.is_("dug_in", row.id) == row.entrenched, row.id


@pytest.mark.rule("mist:s3-setup")
def test_the_first_three_days_begin_like_the_campaign() -> None:
    campaign, days = FullTable.set_up().g, FullTable.set_up("three_days").g
    assert days.setting.units == campaign.setting.units
    assert days.where == campaign.where
    assert days.dug_in == campaign.dug_in
    assert days.blown == campaign.blown


@pytest.mark.rule("mist:s1-setup")
def test_the_practice_scenario_begins_without_the_28th_in_vianden_and_diekirch() -> None:
    assert of_the_28th("campaign", "Vianden") == ["109B/28"]
    assert of_the_28th("campaign", "Diekirch") == ["109A/28"]
    assert of_the_28th("seventh", "Vianden") == []
    assert of_the_28th("seventh", "Diekirch") == []


@pytest.mark.rule("mist:s1-setup", "mist:s1-map")
def test_the_practice_scenario_sets_up_inside_its_section_only() -> None:
    g = FullTable.set_up("seventh").g
    occupied = g.present[0] | g.present[1]
    assert occupied
    assert names_of(g.setting, occupied & ~g.setting.section) == []


@pytest.mark.rule("mist:s2-setup")
def test_fifth_panzer_army_uses_the_units_of_its_own_list_only() -> None:
    campaign, fifth = FullTable.set_up(), FullTable.set_up("fifth")
    listed = {row.id for row in campaign.g.setting.units if row.fifth}
    assert {row.id for row in fifth.g.setting.units} == listed
    assert "I-1/1SS" not in listed
    assert fifth.where("304/2Pz") == campaign.where("304/2Pz") == "Dasburg"


# -- the first impulse ---------------------------------------------------------------------------


@pytest.mark.rule("mist:5.23a")
def test_only_yellow_allied_units_move_in_16_1() -> None:
    table = Table("16-1").put("Elm", "aa1", "aa2").put("Dale", "ai3").begin("allied")
    assert table.play("activate aa1").offered("move")
    table.play("wait", "activate ai3")
    assert table.asked == "allied frozen"
    assert not table.offered("move")


@pytest.mark.rule("mist:5.23a")
def test_the_other_allied_units_move_from_16_2_on() -> None:
    table = Table("16-2").put("Dale", "ai3").begin("allied").play("activate ai3")
    assert {"move Cedar", "move Fern", "move Elm"} <= table.offered("move")


@pytest.mark.rule("mist:5.23a")
def test_a_frozen_unit_is_not_carried_along_by_a_yellow_one() -> None:
    table = Table("16-1").put("Elm", "aa1", "aa2").begin("allied").play("activate aa1")
    assert "join aa2" not in table.offered()


@pytest.mark.rule("mist:5.23b")
def test_frozen_allied_infantry_may_entrench_in_16_1() -> None:
    table = Table("16-1").put("Dale", "ai3").begin("allied").play("activate ai3", "entrench")
    assert table.is_("dug_in", "ai3")
    assert table.where("ai3") == "Dale"


@pytest.mark.rule("mist:5.23b")
def test_yellow_allied_infantry_may_entrench_in_16_1_too() -> None:
    table = FullTable("16-1").put("Elsenborn", "23/2").begin("allied").play("activate 23/2")
    assert "entrench" in table.offered()
    assert table.offered("move")


@pytest.mark.rule("mist:5.23b")
@pytest.mark.parametrize("unit", ["am1", "at1", "ae1"])
def test_every_infantry_type_may_entrench_in_16_1(unit: str) -> None:
    table = Table("16-1").put("Dale", unit).begin("allied").play(f"activate {unit}")
    assert table.offered() == {"entrench", "wait"}


@pytest.mark.rule("mist:5.23b")
def test_allied_armor_does_not_entrench_in_16_1() -> None:
    table = Table("16-1").put("Elm", "aa1").begin("allied").play("activate aa1")
    assert "entrench" not in table.offered()


@pytest.mark.rule("mist:5.23b")
def test_allied_units_beside_germans_do_not_entrench_in_16_1() -> None:
    table = Table("16-1").put("Dale", "ai3").put("Dale", "gi1").begin("allied")
    table.play("activate ai3")
    assert table.asked == "allied frozen"
    assert "entrench" not in table.offered()


@pytest.mark.rule("mist:5.23a")
def test_frozen_allied_units_may_attack_where_they_stand() -> None:
    table = Table("16-1", frozen_attack="yes").put("Dale", "ai3").put("Dale", "gi1")
    assert table.begin("allied").play("activate ai3").offered() == {"attack", "wait"}


@pytest.mark.rule("mist:5.23a")
def test_by_option_frozen_allied_units_do_not_attack() -> None:
    table = Table("16-1", frozen_attack="no").put("Dale", "ai3", "ai4").put("Dale", "gi1")
    assert "attack" not in table.begin("allied").play("activate ai3").offered()


@pytest.mark.rule("mist:5.23a")
def test_the_option_ends_with_the_first_impulse() -> None:
    table = Table("16-2", frozen_attack="no").put("Dale", "ai3").put("Dale", "gi1")
    assert "attack" in table.begin("allied").play("activate ai3").offered()


@pytest.mark.rule("mist:5.24")
def test_red_german_units_do_nothing_in_16_1() -> None:
    table = Table("16-1").put("Birch", "ga1", "ga2").begin("german")
    assert table.offered("activate") == {"activate ga1"}
    assert table.play("activate ga1").offered("move")
    assert "join ga2" not in table.offered()


@pytest.mark.rule("mist:5.24")
def test_red_german_units_move_in_16_2() -> None:
    table = Table("16-2").put("Birch", "ga2").begin("german").play("activate ga2", "move Cedar")
    assert table.where("ga2") == "Cedar"


@pytest.mark.rule("mist:5.24", "mist:5.23b")
def test_red_german_units_of_the_campaign_neither_move_nor_dig_in_16_1() -> None:
    """Digging in is granted to the units that may not move on the Allied side only."""
    table = FullTable.set_up("campaign").begin("german")
    held = {row.id for row in table.g.setting.units if row.first == "held"}
    assert "I-1/1SS" in held
    assert not {f"activate {unit}" for unit in held} & table.offered()


@pytest.mark.rule("mist:5.24")
def test_red_german_units_of_the_campaign_act_in_16_2() -> None:
    table = FullTable("16-2").put("Losheim", "I-1/1SS", "I-12/12SS").begin("german")
    assert {"activate I-1/1SS", "activate I-12/12SS"} <= table.offered()
    assert table.play("activate I-1/1SS").offered("move")
