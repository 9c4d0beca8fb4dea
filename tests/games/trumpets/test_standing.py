"""How things stand: zones of control (25.0), command and supply (6.0-9.0)."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.events import CommandJudged
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.command import judge_command, out_of_command
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.standing.supply import judge_supply, out_of_supply, supply_roads
from tests.games.trumpets.table import Table

TERRAIN = ("clear", "woods", "broken", "marsh", "forest", "town", "city")
ROWS = {
    "tab-zoc-inf": ("vg1", "1111111", "1111111"), "tab-zoc-recon": ("aa1", "1110011", "1110011"),
    "tab-zoc-afv": ("pz", "1110000", "1110000"), "tab-zoc-at": ("pak", "1110000", "1110000"),
    "tab-zoc-haa": ("flak", "1110000", "1110000"),
    "tab-zoc-laa-other": ("vierling", "0000000", "1110000"),
    "tab-zoc-art": ("ar1", "0000000", "0000000"), "tab-zoc-hq": ("HQ-12VG", "0000000", "0000000"),
}  # fmt: skip


def reaches(t: Table, place: str = "1011", *, afv: bool = False) -> bool:
    return bool(zone(t.g, GERMAN, afv=afv) >> t.hex(place) & 1)


# -- zones of control ---------------------------------------------------------------------------


@pytest.mark.rule(
    "trumpets:tab-zoc", "trumpets:tab-zoc-laa-afv", *(f"trumpets:{row}" for row in ROWS)
)
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("number", range(7))
def test_each_cell_of_the_zone_chart(row: str, number: int) -> None:
    unit, against_afv, against_others = ROWS[row]
    t = Table(ground={"1011": TERRAIN[number]}).put("1010", unit)
    assert reaches(t, afv=True) is (against_afv[number] == "1")
    assert reaches(t, afv=False) is (against_others[number] == "1")


@pytest.mark.rule("trumpets:tab-zoc-inf")
def test_engineers_are_like_infantry() -> None:
    t = Table(ground={"1011": "forest"}).put("1010", "pi")
    assert reaches(t)


VISIBILITY = {
    ("19AF", "fog"): "1000011", ("19AF", "heavy_fog"): "0000000", ("19AF", "snow"): "0000000",
    ("19EV", "clear"): "1110011", ("19EV", "fog"): "1000011",
}  # fmt: skip


@pytest.mark.rule(
    "trumpets:note-zoc-fog", "trumpets:note-zoc-heavy-fog", "trumpets:note-zoc-snow",
    "trumpets:note-zoc-night",
)  # fmt: skip
@pytest.mark.parametrize(("turn", "weather"), VISIBILITY)
@pytest.mark.parametrize("number", range(7))
def test_how_far_zones_reach_in_the_dark_and_in_fog(turn: str, weather: str, number: int) -> None:
    t = Table(turn, weather, ground={"1011": TERRAIN[number]}).put("1010", "vg1")
    assert reaches(t) is (VISIBILITY[turn, weather][number] == "1")


@pytest.mark.rule("trumpets:note-zoc-heavy-fog", "trumpets:note-zoc-snow")
@pytest.mark.parametrize("weather", ["heavy_fog", "snow"])
def test_a_unit_in_heavy_fog_or_snow_has_no_zone_into_clear_weather(weather: str) -> None:
    t = Table(ground={"1010": "5PA"}).put("1010", "vg1")
    t.g.weather["5PA"] = weather
    assert not reaches(t)


# -- command ------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-7", "trumpets:rc-cmd-1", "trumpets:rc-hq-1", "trumpets:rc-cmd-2")
def test_units_within_reach_of_their_hq_are_in_command() -> None:
    t = Table().put("1001", "HQ-12VG").put("1011", "vg1").put("1012", "vg2")
    t.put("1002", "HQ-ISS").put("1003", "HQ-6PA")
    cut = out_of_command(t.g, GERMAN)
    assert not cut >> t.unit("vg1") & 1, "ten hexes"
    assert cut >> t.unit("vg2") & 1, "eleven hexes"
    t.g.deployed = 0
    assert out_of_command(t.g, GERMAN) >> t.unit("vg1") & 1, "in march formation it reaches seven"


@pytest.mark.rule("trumpets:rc-cmd-1")
def test_a_path_does_not_run_through_the_enemy_or_his_zone() -> None:
    t = Table().put("1008", "HQ-12VG").put("1012", "vg1").put("1009", "HQ-ISS")
    t.put("1007", "HQ-6PA").put("1010", "r2")
    assert not out_of_command(t.g, GERMAN) >> t.unit("vg1") & 1, "there is a way round one"
    t.put("0710", "r1").put("1310", "r3")
    assert out_of_command(t.g, GERMAN) >> t.unit("vg1") & 1, "and none of ten hexes round three"
    t.put("1109", "vg2").put("1110", "vg3").put("1111", "pi")
    assert not out_of_command(t.g, GERMAN) >> t.unit("vg1") & 1, "friends lift the zone"


@pytest.mark.rule("trumpets:rc-cmd-2")
def test_an_hq_without_a_path_to_its_superior_takes_its_units_along() -> None:
    t = Table().put("1008", "HQ-12VG").put("0808", "vg1").put("1515", "HQ-ISS")
    t.put("1516", "HQ-6PA")
    assert not out_of_command(t.g, GERMAN) & 1 << t.unit("vg1")
    t.g.put(t.unit("HQ-ISS"), NOWHERE)
    t.g.put(t.unit("HQ-6PA"), NOWHERE)
    cut = out_of_command(t.g, GERMAN)
    assert cut >> t.unit("HQ-12VG") & 1
    assert cut >> t.unit("vg1") & 1


@pytest.mark.rule("trumpets:sop-7", "trumpets:sop-8")
def test_command_is_judged_each_turn() -> None:
    t = Table("19MO").put("0101", "vg1")
    judge_command(t.g, t.events)
    assert t.is_("ooc", "vg1")
    assert t.happened(CommandJudged) == [CommandJudged((t.unit("vg1"),))]
    t.put("0103", "vg2")
    judge_command(t.g, t.events)
    assert t.happened(CommandJudged)[1:] == [CommandJudged((t.unit("vg2"),))], "only who is new"
    t.put("0102", "HQ-12VG").put("0202", "HQ-ISS").put("0203", "HQ-6PA")
    judge_command(t.g, t.events)
    assert not t.g.ooc & (1 << t.unit("vg1") | 1 << t.unit("vg2")), "the HQ has come up"


# -- supply -------------------------------------------------------------------------------------

ROAD = tuple(f"20{row:02}-20{row + 1:02}" for row in range(1, 20))


def supplied(t: Table) -> Table:
    """Supply comes from the hex 2001 down a road along the edge."""
    t.g.setting.sources = (1 << t.hex("2001"), 0)
    return t


@pytest.mark.rule("trumpets:sop-9", "trumpets:sop-9b", "trumpets:sop-9d", "trumpets:sop-9e")
def test_by_road_to_the_hq_and_by_path_to_the_unit() -> None:
    t = supplied(Table(roads=ROAD).put("2010", "HQ-12VG").put("1510", "vg1"))
    assert not out_of_supply(t.g, GERMAN) & (1 << t.unit("HQ-12VG") | 1 << t.unit("vg1"))
    t.put("2005", "r1")
    cut = out_of_supply(t.g, GERMAN)
    assert cut >> t.unit("HQ-12VG") & 1
    assert cut >> t.unit("vg1") & 1


@pytest.mark.rule("trumpets:rc-sup-2")
def test_an_hq_stands_two_hexes_off_the_road_at_most() -> None:
    near = supplied(Table(roads=ROAD).put("1810", "HQ-12VG"))
    assert not out_of_supply(near.g, GERMAN) >> near.unit("HQ-12VG") & 1
    far = supplied(Table(roads=ROAD).put("1710", "HQ-12VG"))
    assert out_of_supply(far.g, GERMAN) >> far.unit("HQ-12VG") & 1


@pytest.mark.rule("trumpets:sop-9c")
def test_each_hq_is_judged_alone() -> None:
    t = supplied(Table(roads=ROAD).put("2010", "HQ-12VG").put("1001", "HQ-ISS"))
    cut = out_of_supply(t.g, GERMAN)
    assert cut >> t.unit("HQ-ISS") & 1
    assert not cut >> t.unit("HQ-12VG") & 1


@pytest.mark.rule("trumpets:sop-9f")
def test_the_range_is_longer_on_the_deployed_side() -> None:
    t = supplied(Table(roads=ROAD).put("2010", "HQ-12VG").put("1010", "vg1"))
    assert not out_of_supply(t.g, GERMAN) >> t.unit("vg1") & 1
    t.g.deployed = 0
    assert out_of_supply(t.g, GERMAN) >> t.unit("vg1") & 1


@pytest.mark.rule("trumpets:sop-9g", "trumpets:sop-9h")
def test_a_path_runs_through_forest_and_not_over_a_stream_except_at_a_ford() -> None:
    island = tuple(f"1510-{to}" for to in ("1509", "1511", "1610", "1611", "1410", "1411"))
    for water, fed in (("", True), ("stream", False), ("stream ford", True)):
        sides = dict.fromkeys(island, water) if water else {}
        t = supplied(Table(roads=ROAD, water=sides, ground={"1610": "forest"}))
        t.put("2010", "HQ-12VG").put("1510", "vg1")
        t.g.rubble = {t.hex("1610"): 2}
        assert (not out_of_supply(t.g, GERMAN) >> t.unit("vg1") & 1) is fed, water


@pytest.mark.rule("trumpets:sop-9i", "trumpets:sop-9j", "trumpets:rc-sup-6")
def test_an_enemy_zone_cuts_a_road_even_where_a_friend_stands() -> None:
    t = supplied(Table(roads=ROAD).put("2010", "HQ-12VG").put("1905", "r1").put("2005", "vg1"))
    assert not supply_roads(t.g, GERMAN) >> t.hex("2010") & 1
    u = supplied(Table(roads=ROAD).put("2010", "HQ-12VG").put("1910", "r1"))
    assert not out_of_supply(u.g, GERMAN) >> u.unit("HQ-12VG") & 1, "its own hex is not looked at"


@pytest.mark.rule("trumpets:sop-9a", "trumpets:sop-9k", "trumpets:rc-sup-1")
def test_supply_is_judged_before_dawn_and_holds_all_day() -> None:
    t = supplied(Table("19MO", roads=ROAD).put("0101", "vg1"))
    judge_supply(t.g, t.events)
    assert not t.is_("oos", "vg1")
    t.g.turn = turn_of("19PD")
    judge_supply(t.g, t.events)
    assert t.is_("oos", "vg1")
    t.put("2010", "HQ-12VG").put("1910", "vg1")
    t.g.turn = turn_of("19MO")
    judge_supply(t.g, t.events)
    assert t.is_("oos", "vg1"), "until the next morning"


@pytest.mark.rule("trumpets:rc-sup-1", "trumpets:rc-sup-3")
def test_on_the_first_day_all_are_in_supply_in_the_real_scenario() -> None:
    g, _ = Table.game.start("clervaux", bytes(32))
    assert not g.oos
    assert g.setting.sources[GERMAN]
    assert g.setting.sources[ALLIED]
