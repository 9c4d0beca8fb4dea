"""Steps 8.605 to 8.618: areas, escape, equipment, fires, dates, points, weather, supply."""

from __future__ import annotations

import pytest

from salient.boards.bits import members
from salient.games.peiper.calendar import date_name, parse_date
from salient.games.peiper.events import Diced, Points, UnitDiced
from salient.games.peiper.refit.dates import LEAST_SAN, MOST_SAN
from salient.games.peiper.standing.control import areas_of, strategic_hexes
from salient.games.squad.core.ongoing import Minefield
from tests.games.peiper.table import Campaign

SIX = ("J8", "L10", "M11", "N8", "N10", "P9")
"""What the Americans hold in the worked example (design 3.1)."""


def example() -> Campaign:
    """Cheneux after 20PM: the Americans hold six houses."""
    return Campaign("cheneux").hold_limits().hold("american", *SIX)


@pytest.mark.rule("peiper:P8.605", "peiper:P8.6051", "peiper:P8.6053", "peiper:P8.6054")
def test_six_houses_give_the_americans_37_hexes_and_one() -> None:
    areas = areas_of(example().g)
    assert sorted(part.bit_count() for part in areas.parts[1]) == [1, 37]
    assert areas.no_mans_land.bit_count() == 15
    assert areas.front[1].bit_count() == 22


@pytest.mark.rule("peiper:P8.6052")
def test_a_house_behind_no_mans_land_is_isolated() -> None:
    table = example()
    areas = areas_of(table.g)
    assert areas.isolated[1] >> table.place("P9") & 1
    assert not areas.isolated[1] >> table.place("L10") & 1


@pytest.mark.rule("peiper:rc-headquarters")
def test_at_la_gleize_a_way_to_the_school_is_enough() -> None:
    table = Campaign("la_gleize").hold_limits()
    for name in ("E1", "R0"):
        table.hold("american", name)
    assert not areas_of(table.g).isolated[0] >> table.place("N25") & 1
    table.hold("american", "N25")
    assert areas_of(table.g).isolated[0] >> table.place("K22") & 1


def test_guns_and_stuck_tanks_make_a_hex_strategic() -> None:
    table = Campaign("stoumont").put("N40", "us227.1+us57.1").put("P40", "PzVG.1")
    here, tank = table.place("N40"), table.place("P40")
    assert strategic_hexes(table.g, 1) >> here & 1
    assert not strategic_hexes(table.g, 0) >> tank & 1
    table.mark("immobile", "PzVG.1")
    assert strategic_hexes(table.g, 0) >> tank & 1
    table.mark("malfunctioned", "PzVG.1", "us57.1")
    assert not strategic_hexes(table.g, 0) >> tank & 1
    assert not strategic_hexes(table.g, 1) >> here & 1


@pytest.mark.rule("peiper:P8.6055")
def test_units_stay_in_their_area_and_come_back_to_it_from_nearby() -> None:
    table = example().put("L10", "us747.1").put("H12", "us747.2").put("A27", "us747.3")
    table.step(605)
    assert table.g.home[table.unit("us747.1")] == table.place("L10")
    assert areas_of(table.g).setup[1] >> table.g.home[table.unit("us747.2")] & 1
    assert table.unit("us747.3") not in table.g.home


@pytest.mark.rule("peiper:P8.2-escape")
@pytest.mark.rule("peiper:P8.6056", "peiper:P8.606", "peiper:P8.6061")
def test_a_squad_in_no_mans_land_escapes_to_the_nearest_area() -> None:
    table = example().put("R9", "us747.1").step(605)
    assert table.unit("us747.1") not in table.g.home
    table.dice(3, 4).step(606)
    event = table.happened(UnitDiced)[-1]
    assert (event.result, event.need) == ("passed", 7)
    assert sum(drm.value for drm in event.modifiers) == 0  # four hexes +1, elite -1
    assert areas_of(table.g).setup[1] >> table.g.home[table.unit("us747.1")] & 1


@pytest.mark.rule("peiper:P8.606")
@pytest.mark.parametrize(("dice", "half", "lost"), [((4, 4), True, False), ((5, 5), False, True)])
def test_who_fails_to_escape_is_reduced_or_lost(
    dice: tuple[int, int], half: bool, lost: bool
) -> None:
    table = example().put("R9", "us747.1").step(605)
    table.dice(*dice).step(606)
    assert table.is_("half", "us747.1") is half
    assert table.is_("lost", "us747.1") is lost


@pytest.mark.rule("peiper:P8.6057")
def test_who_is_isolated_stays_or_breaks_out() -> None:
    table = example().put("P9", "us747.1").step(605)
    assert table.asked == "american isolated"
    table.play("escape us747.1")
    assert table.unit("us747.1") not in table.g.home
    table = example().put("P9", "us747.1").step(605)
    table.play("stay us747.1")
    assert table.g.home[table.unit("us747.1")] == table.place("P9")


@pytest.mark.rule("peiper:P8.6058")
def test_who_escapes_goes_where_there_is_room() -> None:
    table = example().put("R9", "us747.4")
    full = table.dice(1, 1, ...).step(605).step(606).g.hex(table.unit("us747.4"))
    table = example().put("R9", "us747.4")
    name = table.g.setting.board.hexes[full].name
    table.put(name, "us747.1", "us747.2", "us747.3").dice(1, 1, ...).step(605).step(606)
    assert table.g.hex(table.unit("us747.4")) != full


@pytest.mark.rule("peiper:P8.6062")
def test_encirclement_ends_with_the_escape() -> None:
    table = example().put("L10", "us747.1").mark("encircled", "us747.1").step(605).step(606)
    assert not table.g.encircled


@pytest.mark.rule("peiper:P8.6071")
def test_weapons_that_nobody_has_go_to_a_squad_of_the_area_or_are_lost() -> None:
    table = example().put("L10", "us747.1").put("J8", "usMMG.1").put("A27", "usMMG.2").step(605)
    table.step(607)
    assert table.g.owner[table.unit("usMMG.1")] == table.unit("us747.1")
    assert table.is_("lost", "usMMG.2")


@pytest.mark.rule("peiper:P8.6072")
def test_a_stuck_vehicle_in_an_enemy_area_is_a_wreck() -> None:
    table = example().put("L10", "SPW251.1").put("A27", "SPW251.2")
    table.mark("immobile", "SPW251.1", "SPW251.2").step(605).step(606).step(607)
    assert table.is_("wrecks", "SPW251.1")
    assert not table.is_("wrecks", "SPW251.2")


@pytest.mark.rule("peiper:P8.6073")
def test_hidden_mines_in_no_mans_land_are_known_from_then_on() -> None:
    table = example()
    for name in ("R9", "Y9"):
        table.g.mines[table.place(name)] = (Minefield("ap", 6, 0, known=False),)
    table.step(607)
    assert table.g.mines[table.place("R9")][0].known
    assert not table.g.mines[table.place("R9")][0].shown
    assert not table.g.mines[table.place("Y9")][0].known


@pytest.mark.rule("peiper:P8.608")
def test_prisoners_leave_play() -> None:
    table = example().put("L10", "us747.1")
    unit = table.unit("ss658.1")
    table.g.spare &= ~(1 << unit)
    table.g.captive[unit] = table.unit("us747.1")
    table.step(608)
    assert table.is_("lost", "ss658.1")
    assert not table.g.captive


@pytest.mark.rule("peiper:P8.609", "peiper:P8.6091", "peiper:P8.6092", "peiper:P8.6093")
def test_fires_go_out_and_burnt_houses_may_fall() -> None:
    table = Campaign("cheneux")
    house, field = table.place("P9"), table.place("R9")
    table.g.blazes = 1 << house | 1 << field
    table.g.flames = 1 << table.place("Q8")
    table.dice(1, ...).step(609)
    assert not table.g.blazes
    assert not table.g.flames
    assert house in table.g.rubble
    assert field not in table.g.rubble
    table = Campaign("cheneux")
    table.g.blazes = 1 << house
    table.dice(5).step(609)
    assert house not in table.g.rubble


@pytest.mark.rule("peiper:P8.6094", "peiper:P8.6095", "peiper:CG19b", "peiper:SSR-KGP10")
def test_burning_wrecks_are_burnt_out_but_gone_under_rubble() -> None:
    table = Campaign("cheneux").put("R9", "SPW251.1").put("P9", "SPW251.2")
    table.mark("wrecks", "SPW251.1", "SPW251.2").mark("burning", "SPW251.1")
    table.g.blazes = 1 << table.place("P9")
    table.dice(1, ...).step(609)
    assert table.is_("burnt", "SPW251.1")
    assert not table.g.burning
    assert table.is_("lost", "SPW251.2")


@pytest.mark.rule("peiper:P8.610")
@pytest.mark.parametrize(("die", "state"), [(3, "fit"), (4, "wounded"), (6, "lost")])
def test_wounded_leaders_recover_or_are_evacuated(die: int, state: str) -> None:
    table = Campaign("cheneux").put("L10", "us91.1").mark("wounded", "us91.1")
    table.dice(die).step(610)
    assert table.is_("lost", "us91.1") is (state == "lost")
    assert table.is_("wounded", "us91.1") is (state == "wounded")


@pytest.mark.rule("peiper:P8.6111")
def test_half_squads_of_an_area_recombine() -> None:
    table = example().put("L10", "us747.1").put("J8", "us747.2").put("P9", "us747.3")
    table.mark("half", "us747.1", "us747.2", "us747.3")
    table.dice(3, 4, 3, 4).step(611)
    assert table.is_("lost", "us747.2")
    assert not table.is_("half", "us747.1")
    assert table.is_("half", "us747.3")


@pytest.mark.rule("peiper:P8.6113")
def test_a_good_roll_raises_a_squad_and_a_bad_one_lowers_it() -> None:
    table = Campaign("stoumont").hold_limits().put("M20", "us666.1", "us666.2")
    table.dice(5, 5, 3, 4).step(611)
    assert table.asked == "american upgrade"
    table.play("pick us666.1")
    assert table.g.kind[table.unit("us666.1")] == "us667"
    assert not table.decision


@pytest.mark.rule("peiper:P8.6113")
def test_casualties_and_victory_count_for_the_upgrade() -> None:
    table = Campaign("stoumont")
    table.g.losses = [34, 3]
    table.terms(attacker=0, lvp=(0, 0), initial=True)
    table.dice().step(603)
    table.dice(3, 4, 3, 4).step(611)
    values = [sum(drm.value for drm in event.modifiers) for event in table.happened(Diced)]
    assert sorted(values) == [-2, 3]


# -- dates ----------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.2-CG-end")
@pytest.mark.rule("peiper:P8.6121")
def test_the_next_date_comes_and_after_the_last_the_campaign_ends() -> None:
    table = Campaign("cheneux").dice(3, 3).step(612)
    assert date_name(table.g.date) == "20N"
    table = Campaign("cheneux", "21PM").hold_limits().step(612)
    assert table.result.winner == 0


@pytest.mark.rule("peiper:P8.6122")
@pytest.mark.parametrize(
    ("die", "idle", "san"), [(1, False, 3), (6, False, 5), (5, True, 5), (3, False, 4)]
)
def test_san_goes_up_and_down_by_one(die: int, idle: bool, san: int) -> None:
    table = Campaign("cheneux")
    table.g.idle = idle
    table.dice(die, 3).step(612)
    assert table.g.san_now[0] == san
    assert LEAST_SAN <= table.g.san_now[1] <= MOST_SAN


@pytest.mark.rule("peiper:P8.2-shift")
@pytest.mark.rule("peiper:P8.613")
def test_units_shift_to_a_box_and_at_night_the_dice_decide() -> None:
    table = example().put("L10", "us747.1").step(605).step(613)
    table.play("relocate us747.1")
    assert "to A10" in table.offered()
    table.play("to A10")
    assert table.boxed("us747.1") == "A10"
    table = example()
    table.g.date = parse_date("20N")
    table.put("L10", "us747.1").step(605).step(613).play("relocate us747.1")
    table.dice(5, 5).play("to A10")
    assert table.where("us747.1") == "L10"


@pytest.mark.rule("peiper:P8.614")
@pytest.mark.parametrize(
    ("die", "broken", "lost"), [(3, False, False), (4, True, False), (6, True, True)]
)
def test_weapons_are_repaired_or_ruined(die: int, broken: bool, lost: bool) -> None:
    table = Campaign("cheneux").put("L10", "us747.1+usMMG.1").mark("malfunctioned", "usMMG.1")
    table.dice(die).step(614)
    assert table.is_("lost", "usMMG.1") is lost
    assert lost or table.is_("malfunctioned", "usMMG.1") is broken


@pytest.mark.rule("peiper:P8.614", "peiper:SSR-II.5")
def test_tracks_are_mended_on_a_one_but_not_those_of_the_captured_half_track() -> None:
    table = Campaign("cheneux").put("L10", "M10.1", "SPW9us.1")
    table.mark("immobile", "M10.1", "SPW9us.1").dice(1).step(614)
    assert not table.is_("immobile", "M10.1")
    assert table.is_("immobile", "SPW9us.1")


@pytest.mark.rule("peiper:P8.2-eliminated")
@pytest.mark.rule("peiper:P8.615")
def test_a_wreck_behind_the_front_line_is_cleared_away() -> None:
    table = Campaign("cheneux").hold_limits().put("Y9", "SPW251.1").mark("wrecks", "SPW251.1")
    front = members(areas_of(table.g).front[0])[0]
    table.put(table.g.setting.board.hexes[front].name, "SPW251.2")
    table.mark("wrecks", "SPW251.2").step(615)
    assert table.offered("clear_away") == {"clear_away Y9"}
    table.play("clear_away Y9")
    assert table.is_("lost", "SPW251.1")


@pytest.mark.rule("peiper:P8.616")
def test_points_come_by_the_dice_the_date_and_a_victory() -> None:
    table = Campaign("cheneux")
    table.terms(attacker=1).hold("american", "L10", "P9").terms(lvp=(0, 0)).step(603)
    table.dice(3, 3).step(612)
    table.g.cpp = [15, 2]
    table.dice(2, 4, 4, 4).step(616)
    assert table.g.cpp == [10 + 6 + 3, 2 + 8 + 10 + 3]


@pytest.mark.rule("peiper:P8.31")
def test_the_balance_halves_the_other_sides_roll() -> None:
    table = Campaign("cheneux", "20N", balance="american")
    table.dice(4, 5, 4, 5).step(616)
    events = {event.side: event.total for event in table.happened(Points)}
    assert events == {0: 4 + 3, 1: 9 + 10}


@pytest.mark.rule("peiper:P8.617", "peiper:CG3")
def test_the_weather_is_that_of_the_date() -> None:
    table = Campaign("cheneux", "21AM").step(617)
    assert (table.g.weather.mist, table.g.weather.flying) == ("H", False)
    table = Campaign("la_gleize", "22PM").dice(2).step(617)
    assert table.g.weather.flying


@pytest.mark.rule("peiper:P8.6171", "peiper:CG3")
def test_by_agreement_the_weather_is_diced() -> None:
    table = Campaign("cheneux", "21AM", weather="random")
    table.dice(1, 1, 3, 3).step(617)
    assert table.g.weather.mist == "ExH"


@pytest.mark.rule("peiper:P8.618")
def test_ammunition_and_fuel_run_short_and_come_again() -> None:
    table = Campaign("stoumont", "20PM").put("N40", "PzVG.1").force("german", "V2", "PzVG.1")
    table.dice(2, 2, 2, 2).step(618)
    assert table.g.ammo_short
    assert table.is_("dry", "PzVG.1")
    table.dice(3, 2, 3, 3).step(618)
    assert not table.g.ammo_short
    assert table.is_("dry", "PzVG.1")
    table.dice(3, 2, 3, 4).step(618)
    assert not table.g.dry
