"""The practice scenario: Seventh Army's attack."""

from __future__ import annotations

import pytest

from salient.boards.bits import members
from salient.engine.events import GameEnded
from salient.games.mist.events import Starved
from salient.games.mist.setting import ALLIED, GERMAN
from tests.games.mist.table import FullTable, Table, names_of


def practice(clock: str = "17-1") -> Table:
    """The practice scenario on the test map; its two towns are Cedar and Elm."""
    return Table(clock, "seventh")


GARRISONS = {"Luxembourg": ("986/276VG", "22/4"), "Mersch": ("987/276VG", "12A/4")}


def towns(luxembourg: str, mersch: str) -> FullTable:
    """The last impulse with two towns that are German, contested or Allied, played to the end."""
    table = at_the_end_of_the_practice()
    for (town, (german, allied)), state in zip(
        GARRISONS.items(), (luxembourg, mersch), strict=True
    ):
        if state in ("german", "contested"):
            table.put(town, german)
        if state in ("allied", "contested"):
            table.put(town, allied)
    return table.begin_pair().rest()


def at_the_end_of_the_practice(**options: str) -> FullTable:
    """The last impulse of the real scenario, the map still empty."""
    return FullTable("18-3", "seventh", **options)


# -- the section of the map ----------------------------------------------------------------------


@pytest.mark.rule("mist:s1-map")
def test_the_green_section_has_zones_c_and_p_and_the_two_towns() -> None:
    setting = FullTable(scenario="seventh").g.setting
    inside = set(names_of(setting, setting.section))
    assert inside & set("ABCDEFGHIJKLMNP") == {"C", "P"}
    assert {"Luxembourg", "Mersch", "Vianden", "Diekirch", "Echternach", "Wallendorf"} <= inside
    assert not inside & {"Bastogne", "St. Vith", "Monschau", "Arlon", "Dasburg", "Prum"}


@pytest.mark.rule("mist:s1-map", "mist:s1-rules-1")
def test_nobody_can_leave_the_green_section_from_anywhere_in_it() -> None:
    setting = FullTable(scenario="seventh").g.setting
    inside = {f"move {setting.place_tokens[place]}" for place in members(setting.section)}
    for place in members(setting.section & setting.all_areas):
        table = FullTable("16-2", "seventh").put(setting.place_names[place], "22/4")
        moves = table.begin("allied").play("activate 22/4").offered("move")
        assert moves, setting.place_names[place]
        assert moves <= inside, setting.place_names[place]


@pytest.mark.rule("mist:s1-rules-1")
def test_units_do_not_cross_the_green_line() -> None:
    table = practice().put("Dale", "aa1").begin("allied").play("activate aa1")
    assert {"move Cedar", "move Elm", "move Birch", "move P"} <= table.offered()
    assert not table.offered() & {"move Fern", "move Glen", "move K"}


@pytest.mark.rule("mist:s1-rules-1")
def test_the_green_line_is_not_there_in_the_campaign() -> None:
    table = Table().put("Dale", "aa1").begin("allied").play("activate aa1")
    assert {"move Fern", "move Glen", "move K"} <= table.offered()


@pytest.mark.rule("mist:s1-rules-1")
def test_zones_outside_the_section_are_closed() -> None:
    table = practice().put("Birch", "ga1").begin("german").play("activate ga1")
    assert "move C" in table.offered()
    assert not table.offered() & {"move A", "move B"}


# -- supply --------------------------------------------------------------------------------------


@pytest.mark.rule("mist:s1-rules-2")
def test_german_supply_comes_from_zone_c_only() -> None:
    table = practice().put("Ash", "gi1")
    assert table.supplied("gi1")
    assert not table.put("Birch", "ai1").put("Cedar", "ai2").supplied("gi1")
    campaign = Table().put("Ash", "gi1").put("Birch", "ai1").put("Cedar", "ai2")
    assert campaign.supplied("gi1")


@pytest.mark.rule("mist:s1-rules-2")
def test_allied_supply_comes_from_zone_p_only() -> None:
    table = practice().put("Elm", "ai1")
    assert table.supplied("ai1")
    assert not table.put("Dale", "gi1").supplied("ai1")
    assert Table().put("Elm", "ai1").put("Dale", "gi1").supplied("ai1")


@pytest.mark.rule("mist:s1-rules-2")
def test_the_printed_sources_are_c_and_p() -> None:
    setting = FullTable(scenario="seventh").g.setting
    assert names_of(setting, setting.sources[GERMAN]) == ["C"]
    assert names_of(setting, setting.sources[ALLIED]) == ["P"]


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("mist:s1-rules-3")
def test_the_scenario_ends_with_the_turn_of_the_18th() -> None:
    table = practice("18-2").put("Birch", "gi1").put("Dale", "ai1").begin_pair().rest("18-3")
    assert table.game.result(table.g) is None
    table.play("end")
    assert (table.asked, table.game.result(table.g)) == ("allied movement", None)
    table.play("end")
    assert table.decision is None
    assert table.happened(GameEnded)


@pytest.mark.rule("mist:s1-rules-3")
def test_the_printed_end_is_the_turn_of_the_18th() -> None:
    table = FullTable("18-3", "seventh").put("Bitburg", "987/276VG").put("Esch", "22/4")
    assert table.begin_pair().rest().happened(GameEnded)
    assert table.clock == "18-3"


@pytest.mark.rule("mist:s1-rules-3")
def test_the_last_turn_has_its_attrition() -> None:
    """Germans in Luxembourg with Americans on all roads to it starve."""
    table = at_the_end_of_the_practice().put("Luxembourg", "986/276VG")
    ring = table.g.setting.board.exits[table.place("Luxembourg")]
    foes = iter(("22/4", "12A/4", "12B/4", "12C/4", "8A/4", "8/4", "4E/4", "89Cav/9A"))
    for exit_ in ring:
        table.put(table.g.setting.place_names[exit_.to], next(foes))
    full = table.strength("986/276VG")
    table.begin_pair().rest()
    assert Starved(table.unit("986/276VG")) in table.events
    assert table.strength("986/276VG") == full - 1


# -- victory -------------------------------------------------------------------------------------


@pytest.mark.rule("mist:s1-victory-1")
def test_the_towns_of_the_full_game_are_luxembourg_and_mersch() -> None:
    table = FullTable("18-3", "seventh").put("Luxembourg", "987/276VG").put("Mersch", "988/276VG")
    table.begin_pair().rest()
    assert table.g.outcome == "german_decisive"


@pytest.mark.rule("mist:s1-victory-1")
def test_both_towns_are_a_german_decisive_victory() -> None:
    table = towns("german", "german")
    assert table.g.outcome == "german_decisive"
    assert table.result.winner == GERMAN


@pytest.mark.rule("mist:s1-victory-1")
def test_control_is_enough_without_a_garrison() -> None:
    table = at_the_end_of_the_practice().control("german", "Luxembourg", "Mersch")
    table.begin_pair().rest()
    assert table.g.outcome == "german_decisive"


@pytest.mark.rule("mist:s1-victory-2")
@pytest.mark.parametrize("states", [("german", "contested"), ("contested", "german")])
def test_one_town_and_the_other_contested_is_a_german_tactical_victory(
    states: tuple[str, str],
) -> None:
    table = towns(*states)
    assert table.g.outcome == "german_tactical"
    assert table.result.winner == GERMAN


@pytest.mark.rule("mist:s1-victory-2")
def test_by_option_a_contested_town_is_contested_whoever_controls_it() -> None:
    table = at_the_end_of_the_practice(towns="contested")
    table.put("Luxembourg", "986/276VG").control("german", "Mersch")
    table.put("Mersch", "987/276VG", "12A/4").begin_pair().rest()
    assert table.g.outcome == "german_tactical"


@pytest.mark.rule("mist:12.22a", "mist:s1-victory-1")
def test_a_town_the_germans_control_is_theirs_while_the_allies_contest_it() -> None:
    """Control stays with the last side that held the town alone, so both towns are controlled."""
    table = at_the_end_of_the_practice().put("Luxembourg", "986/276VG").control("german", "Mersch")
    table.put("Mersch", "987/276VG", "12A/4").begin_pair().rest()
    assert table.g.outcome == "german_decisive"


@pytest.mark.rule("mist:12.22a", "mist:s1-victory-2")
def test_a_town_the_allies_control_is_contested_while_germans_are_in_it() -> None:
    table = at_the_end_of_the_practice().put("Luxembourg", "986/276VG")
    table.put("Mersch", "987/276VG", "12A/4").begin_pair().rest()
    assert table.g.outcome == "german_tactical"


@pytest.mark.rule("mist:s1-victory-6")
def test_a_controlled_town_under_attack_and_a_quiet_one_are_lost_for_both() -> None:
    table = at_the_end_of_the_practice().control("german", "Mersch")
    table.put("Mersch", "987/276VG", "12A/4").begin_pair().rest()
    assert table.g.outcome == "both_lose"


@pytest.mark.rule("mist:s1-victory-3")
def test_two_contested_towns_are_a_draw() -> None:
    table = towns("contested", "contested")
    assert table.g.outcome == "draw"
    assert table.result.winner is None


@pytest.mark.rule("mist:s1-victory-4")
@pytest.mark.parametrize("states", [("contested", "allied"), ("allied", "contested")])
def test_one_contested_town_is_an_allied_tactical_victory(states: tuple[str, str]) -> None:
    table = towns(*states)
    assert table.g.outcome == "allied_tactical"
    assert table.result.winner == ALLIED


@pytest.mark.rule("mist:s1-victory-5")
@pytest.mark.parametrize("states", [("allied", "allied"), ("empty", "allied"), ("empty", "empty")])
def test_no_contested_town_is_an_allied_decisive_victory(states: tuple[str, str]) -> None:
    table = towns(*states)
    assert table.g.outcome == "allied_decisive"
    assert table.result.winner == ALLIED


@pytest.mark.rule("mist:s1-victory-6")
@pytest.mark.parametrize("states", [("german", "allied"), ("empty", "german")])
def test_both_lose_when_the_germans_have_one_town_and_the_other_is_quiet(
    states: tuple[str, str],
) -> None:
    table = towns(*states)
    assert table.g.outcome == "both_lose"
    assert table.result.winner is None


@pytest.mark.rule("mist:2.0b")
def test_points_do_not_decide_the_practice_scenario() -> None:
    table = at_the_end_of_the_practice()
    table.g.vp = 50
    assert table.begin_pair().rest().g.outcome == "allied_decisive"


@pytest.mark.rule("mist:s1-rules-3")
def test_the_last_impulse_of_the_practice_scenario_is_the_allied_one_of_18_3() -> None:
    table = at_the_end_of_the_practice().put("Bitburg", "987/276VG").put("Esch", "22/4")
    table.begin_pair().play("end")
    assert (table.asked, table.clock) == ("allied movement", "18-3")
    assert table.game.result(table.g) is None
    assert table.play("end").happened(GameEnded)


@pytest.mark.rule("mist:s1-victory-5")
def test_other_towns_do_not_count_in_the_practice_scenario() -> None:
    """The Germans hold Diekirch and contest Echternach; nobody disputes the two towns."""
    table = at_the_end_of_the_practice().put("Diekirch", "987/276VG")
    table.put("Echternach", "986/276VG", "12B/4").begin_pair().rest()
    assert table.g.outcome == "allied_decisive"
