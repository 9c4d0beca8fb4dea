"""The charts of the campaign, cell by cell and in what follows from them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from salient.engine.errors import DataError
from salient.games.peiper.calendar import date_name, is_night, parse_date
from salient.games.peiper.charts.campaigns import CAMPAIGNS
from salient.games.peiper.charts.charts import Charts
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.charts.places import edge_of, entries_of, lvp_of
from salient.games.peiper.charts.rows import TABLES
from salient.games.squad.core.setting import FOLDER as SQUAD
from tests.games.peiper.maps import AMERICAN, DATA, GERMAN, board, charts, names

BOTH = (GERMAN, AMERICAN)
TWO_DICE = [a + b for a, b in product(range(1, 7), repeat=2)]


def chance(least: int, most: int) -> int:
    """The chance of two dice in per cent."""
    return round(100 * sum(least <= roll <= most for roll in TWO_DICE) / 36)


# -- the calendar ---------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.1", "peiper:P8.2-CG-date")
def test_three_dates_make_a_day() -> None:
    """AM, PM, night, and on to the next day."""
    start = parse_date("19AM")
    assert [date_name(start + n) for n in range(4)] == ["19AM", "19PM", "19N", "20AM"]
    assert [is_night(date) for date in range(3)] == [False, False, True]
    with pytest.raises(ValueError, match="expected a CG date"):
        parse_date("18AM")


@pytest.mark.rule("peiper:P8.51", "peiper:P8.52", "peiper:P8.53")
def test_the_campaigns_have_eight_four_and_thirteen_dates() -> None:
    """First and last date of each."""
    found = {name: [date_name(d) for d in c.dates] for name, c in charts().campaigns.items()}
    assert found["stoumont"] == ["19AM", "19PM", "19N", "20AM", "20PM", "20N", "21AM", "21PM"]
    assert found["cheneux"] == ["20PM", "20N", "21AM", "21PM"]
    assert (len(found["la_gleize"]), found["la_gleize"][0], found["la_gleize"][-1]) == (
        13, "19PM", "23PM",
    )  # fmt: skip


@pytest.mark.rule(
    "peiper:P8.51-chits", "peiper:P8.52-chits", "peiper:P8.53-chits", "peiper:P8.51-init-order",
    "peiper:P8.52-init-order", "peiper:P8.53-init-order", "peiper:P8.2-map-group",
    "peiper:P8.2-map-section",
)  # fmt: skip
def test_what_the_set_ups_say_of_the_sides() -> None:
    """ELR, SAN, purchase points, chits; who sets up and who moves first."""
    found = [
        (c.german.elr, c.german.san, c.german.cpp, c.german.chits,
         c.american.elr, c.american.san, c.american.cpp, c.american.chits,
         c.sets_up_first, c.first, c.sections)
        for c in charts().campaigns.values()
    ]  # fmt: skip
    assert found == [
        (5, 2, 85, 3, 3, 3, 25, 5, "american", "german", 2),
        (5, 4, 35, 1, 5, 2, 24, 3, "german", "american", 1),
        (5, 2, 30, 3, 4, 2, 14, 8, "german", "american", 2),
    ]


# -- groups ---------------------------------------------------------------------------------------

GERMAN_CHART = """
I1 9 6/–/3, I2 6 5/5/6, I3 9 1‡/–/2‡, I4 6 1/–/1, HW1 5 2/2/2, HW2 9 1/–/1, HW3 6 1/1/1, V1 9 3/–/3,
V2 12 3/–/4, V3 10 1‡/–/4, V4 4 1/2/2, V5 6 1/1/2, V6 4 –/2/1, V7 5 1/–/1, O1 7 1‡/1‡/1‡,
O2 9 1‡/–/1‡, P 1 2/1/2, F 3 4/4/8, S 2 2/1/3
"""
AMERICAN_CHART = """
I1 6 14/–/14, I2 6 –/10/2, I3 10 3/–/5, I4 8 1/1/2, I5 6 3/2/3, G1 7 2/1/2, G2 6 1‡/–/1‡,
G3 6 2/1/2, G4 4 3/2/3, V1 15 2‡/–/3‡, V2 17 3/–/4, V3 9 2/2/2, V4 9 1‡/–/2‡, V5 8 1‡/–/1‡,
V6 5 1/–/1, O1 6 3/2/5, O2 8 2/1/4, O3 7 –/–/2‡, O4 6 1/1/2, P 1 3/2/4, F 3 4/2/4, S 2 2/2/3,
B 8 1‡/–/3‡, FB 6 1‡/–/2‡
"""


@pytest.mark.rule("peiper:rc-rg-german", "peiper:rc-rg-american")
@pytest.mark.parametrize(("side", "text"), [(GERMAN, GERMAN_CHART), (AMERICAN, AMERICAN_CHART)])
def test_a_chart_has_these_prices_and_limits(side: int, text: str) -> None:
    """Id, price, most in each campaign, a dagger where not for the first scenario."""
    said = [
        f"{group.id} {group.cpp} " + "/".join(
            (str(group.most[name]) if group.most[name] else "–") + "‡" * (name in group.barred)
            for name in CAMPAIGNS
        )
        for group in charts().groups.sides[side].values()
    ]  # fmt: skip
    assert said == [line.strip() for line in text.replace("\n", " ").split(",")]


@pytest.mark.rule("peiper:rc-rg-german", "peiper:rc-rg-american")
def test_money_binds_and_not_counters() -> None:
    """The price of all that may be bought, and the value of what a side starts with."""

    def value(side: int, name: str) -> tuple[int, int]:
        groups = charts().groups.sides[side].values()
        presets = charts().presets(name, side)
        return (
            sum(group.cpp * group.most[name] for group in groups),
            sum(preset.group.cpp * preset.count for preset in presets if preset.group),
        )

    assert [value(GERMAN, name) for name in CAMPAIGNS] == [(246, 129), (90, 35), (304, 15)]
    assert [value(AMERICAN, name) for name in CAMPAIGNS] == [(378, 60), (157, 18), (532, 23)]


@pytest.mark.rule("peiper:P8.6194a", "peiper:P8.6194b")
def test_setting_up_normally_costs_half_as_much_again_and_early_entry_a_quarter() -> None:
    """Rounded up."""
    german, american = charts().groups.sides
    assert german["I2"].price("map") == 9
    assert german["V2"].price("map") == 18
    assert german["I1"].price("map") == 14
    assert american["V1"].price("early") == 19
    assert german["I1"].price() == 9


DATES = [
    (GERMAN, "V3", "stoumont", "20AM"), (GERMAN, "V3", "la_gleize", "19N"),
    (AMERICAN, "I2", "la_gleize", "23AM"), (AMERICAN, "I3", "stoumont", "20AM"),
    (AMERICAN, "I3", "la_gleize", "20PM"), (AMERICAN, "G2", "la_gleize", "22AM"),
    (AMERICAN, "V1", "stoumont", "20AM"), (AMERICAN, "V3", "cheneux", "20N"),
    (AMERICAN, "O1", "stoumont", "19PM"), (AMERICAN, "O3", "la_gleize", "21AM"),
    (AMERICAN, "B", "stoumont", "20AM"),
]  # fmt: skip


@pytest.mark.rule("peiper:P8.6196")
@pytest.mark.parametrize(("side", "group", "campaign", "date"), DATES)
def test_some_groups_come_late(side: int, group: str, campaign: str, date: str) -> None:
    """The first date on which they may be bought."""
    assert date_name(charts().groups.sides[side][group].since[campaign]) == date


@pytest.mark.rule("peiper:P8.6197", "peiper:CG6")
def test_colours_say_by_which_arrows_a_group_enters() -> None:
    """The mortars by any."""
    american = charts().groups.sides[AMERICAN]
    assert american["V5"].matches("red")
    assert not american["V5"].matches("blue")
    assert all(american["G4"].matches(colour) for colour in ("red", "green", "blue", "orange"))


@pytest.mark.rule("peiper:P8.6191", "peiper:P8.2-objective-a")
def test_the_prefix_tells_the_kind() -> None:
    """Objective hexes are for I and HW only."""
    german = charts().groups.sides[GERMAN]
    assert [german[name].kind for name in ("I1", "HW3", "V7", "O1", "P", "F", "S")] == [
        "infantry", "heavy", "vehicle", "artillery", "registered", "works", "sniper",
    ]  # fmt: skip
    assert [name for name, group in german.items() if group.has_objective] == [
        "I1", "I2", "I3", "I4", "HW1", "HW2", "HW3",
    ]  # fmt: skip


def lines(group: Group, strength: str) -> str:
    """What a group consists of, in words."""
    return ", ".join(
        f"{item.count} {item.kind or item.table}" + f"<={item.need}" * bool(item.need)
        + "/2" * item.half
        for item in group.contents.get(strength, ())
    )  # fmt: skip


CONTENTS = {
    (GERMAN, "I1"): ("3 ss658, 2 ssLMG, 1 ssPSK<=4, 3 SPW251", "2 ss658, 1 ssLMG, 2 SPW251"),
    (GERMAN, "I2"): ("3 ss658, 1 ssLMG, 1 ssPSK<=3", "2 ss658, 1 ssLMG"),
    (GERMAN, "I3"): ("3 ss838, 1 ssFT, 2 ssDC", "2 ss838, 1 ssDC"),
    (GERMAN, "I4"): ("3 ger468, 2 ssLMG", "2 ger468, 1 ssLMG"),
    (GERMAN, "HW1"): ("3 ss658/2, 2 ssHMG, 1 ssMMG", "2 ss658/2, 1 ssHMG, 1 ssMMG"),
    (GERMAN, "HW2"): ("2 ss658/2, 2 ssHMG, 1 SPW251, 1 SPW9, 1 SPW2",
                      "2 ss658/2, 2 ssHMG, 1 SPW251, 1 SPW9"),
    (GERMAN, "HW3"): ("2 german_guns, 2 ss228, 2 Opel", "1 leig18, 1 ss228, 1 Opel"),
    (GERMAN, "V1"): ("2 german_pziv", "1 german_pziv"),
    (GERMAN, "V2"): ("2 PzVG", "1 PzVG"),
    (GERMAN, "V3"): ("1 PzVIB", ""),
    (GERMAN, "V4"): ("2 SdKfz104", "1 SdKfz104"),
    (GERMAN, "V5"): ("2 german_flak_ht", "1 german_flak_ht"),
    (GERMAN, "V6"): ("2 german_flak_truck", "1 german_flak_truck"),
    (GERMAN, "V7"): ("1 FlakPz", ""),
    (AMERICAN, "I1"): ("3 us_line, 1 usBAZ, 1 usMMG<=3", ""),
    (AMERICAN, "I2"): ("3 us_parachute, 1 usBAZ, 1 usMMG<=3", ""),
    (AMERICAN, "I3"): ("3 us_select, 1 usBAZ, 1 usHMG, 3 M3ht", ""),
    (AMERICAN, "I4"): ("3 us_select, 1 usFT<=3, 2 usDC, 2 usDaisy", ""),
    (AMERICAN, "I5"): ("3 us_select/2, 2 usHMG, 1 us50", ""),
    (AMERICAN, "G1"): ("3 us57, 3 us227, 3 Truck", ""),
    (AMERICAN, "G2"): ("1 us90m2, 1 us227, 1 M4hst", ""),
    (AMERICAN, "G3"): ("2 usMTR81, 2 us227, 1 Truck", ""),
    (AMERICAN, "G4"): ("2 us666/2, 2 usMTR60", ""),
    (AMERICAN, "V1"): ("4 us_medium_1", ""),
    (AMERICAN, "V2"): ("4 us_medium_2", ""),
    (AMERICAN, "V3"): ("2 us_destroyers", ""),
    (AMERICAN, "V4"): ("2 M4105", ""),
    (AMERICAN, "V5"): ("3 M5A1", ""),
    (AMERICAN, "V6"): ("2 us_flak_ht", ""),
}  # fmt: skip


@pytest.mark.rule("peiper:P8.6193", "peiper:P8.6204", "peiper:P8.2-full", "peiper:P8.2-reduced")
@pytest.mark.parametrize(("side", "name"), CONTENTS)
def test_a_group_consists_of_this(side: int, name: str) -> None:
    """At full and at reduced strength."""
    group = charts().groups.sides[side][name]
    assert (lines(group, "full"), lines(group, "reduced")) == CONTENTS[side, name]


TYPES = {
    "us_line": "2-3 us546, 4-9 us666, 10-13 us667",
    "us_select": "2-4 us666, 5-12 us667",
    "us_parachute": "2-3 us667, 4-12 us747",
    "us_medium_1": "2-7 M4, 8-11 M4A1, 12-12 M4A176",
    "us_medium_2": "2-8 M4A3, 9-10 M4A375, 11-11 M4A376, 12-12 M4A3E2",
    "us_destroyers": "2-8 M10, 9-12 M36",
    "us_flak_ht": "1-4 M16, 5-6 M15A1",
    "german_pziv": "1-5 PzIVJ, 6-6 PzIVH",
    "german_flak_ht": "1-4 SdKfz71, 5-6 SdKfz62",
    "german_flak_truck": "1-4 LKW20, 5-6 LKW37",
    "german_guns": "1-4 leig18, 5-6 sig33",
}


@pytest.mark.rule("peiper:P8.6202", "peiper:P8.6203")
@pytest.mark.parametrize("name", TYPES)
def test_a_table_of_types_gives_this(name: str) -> None:
    """Roll by roll."""
    table = charts().groups.tables[name]
    said = ", ".join(f"{r.low}-{r.high} {r.kind}" for r in table.for_campaign("stoumont"))
    assert said == TYPES[name]
    assert set(charts().groups.tables) == set(TYPES)


@pytest.mark.rule("peiper:P8.6202", "peiper:P8.6203")
def test_dates_and_campaigns_change_the_tables() -> None:
    """Line infantry is better from 21AM on; at Cheneux there are more M36."""
    table = charts().groups.tables["us_line"]
    early, late = parse_date("20N"), parse_date("21AM")
    assert table.look_up(9, "stoumont", early).kind == "us666"
    assert table.look_up(9, "stoumont", late).kind == "us667"
    guns = charts().groups.tables["us_destroyers"]
    assert [guns.look_up(7, name, 0).kind for name in CAMPAIGNS] == ["M10", "M36", "M10"]
    assert (chance(2, 3), chance(4, 9), chance(10, 12)) == (8, 75, 17)


LEADERS = {
    "ss": "ss102 ss92 ss91 ss91 ss81 ss81 ss81 ss80 ss80 ss70 -",
    "german": "ss102 ss92 ss91 ss81 ss81 ss80 ss80 ss80 ss70 ss70 -",
    "parachute": "us102 us92 us91 us91 us81 us81 us80 us80 us80 us70 -",
    "american": "us92 us91 us91 us81 us81 us80 us80 us80 us70 us61 -",
}


@pytest.mark.rule("peiper:P8.6205")
@pytest.mark.parametrize("column", LEADERS)
def test_leaders_come_by_two_dice(column: str) -> None:
    """From 2 to 12."""
    found = [charts().leader(column, roll) or "-" for roll in range(2, 13)]
    assert found == LEADERS[column].split()


@pytest.mark.rule("peiper:P8.6205")
def test_what_leaders_of_the_ss_come_to() -> None:
    """A -2 or better 8 %, a -1 64 %, none 3 %."""
    assert (chance(2, 3), chance(4, 8), chance(12, 12)) == (8, 64, 3)


# -- what follows by date -------------------------------------------------------------------------

CPP = {
    "stoumont": (("4 2 3 1 0 0 0", 144), ("6 8 14 14 8 14 10", 148)),
    "cheneux": (("3 2 0", 61), ("10 14 12", 81)),
    "la_gleize": (("6 5 4 4 3 3 12 2 0 -2 -4 -4", 143), ("3 8 10 4 8 8 3 8 10 4 12 10", 186)),
}


@pytest.mark.rule("peiper:P8.616")
@pytest.mark.parametrize("name", CPP)
def test_purchase_points_come_to_this(name: str) -> None:
    """Each date's number; with seven for the dice, the mean of a whole campaign."""
    campaign = charts().campaigns[name]
    for side in BOTH:
        gains = [charts().fortunes.cpp_gain(name, side, date) for date in campaign.dates[1:]]
        numbers, total = CPP[name][side]
        assert gains == [int(word) for word in numbers.split()]
        assert campaign.side(side).cpp + sum(gain + 7 for gain in gains) == total


WEATHER = """
19AM ExH overcast - damp no 0, 19PM M overcast - damp no 0, 19N L overcast none damp no 0,
20AM H overcast - damp no 0, 20PM VH overcast - damp no 0, 20N M overcast none damp no 0,
21AM H overcast - damp no 0, 21PM M overcast - damp yes 0, 21N M overcast none damp yes 0,
22AM M overcast - snow no 0, 22PM L scattered - snow no 2, 22N clear clear half frozen no 0,
23AM VL clear - frozen no 6, 23PM clear clear - frozen no 6
"""


@pytest.mark.rule("peiper:P8.617", "peiper:CG3")
def test_the_weather_was_this() -> None:
    """Mist, cloud, moon, ground, falling snow, aircraft."""
    said = [
        f"{r.date} {r.mist} {r.cloud} {r.moon or '-'} {r.ground} {r.snowfall} {r.flying}"
        for r in charts().fortunes.weather.values()
    ]
    assert said == [line.strip() for line in WEATHER.replace("\n", " ").split(",")]


@pytest.mark.rule("peiper:SSR-I.1", "peiper:SSR-II.1", "peiper:SSR-III.1")
def test_the_mist_of_the_first_scenarios_is_printed() -> None:
    """ExH at Stoumont, VH at Cheneux, M at La Gleize."""
    rows = [charts().fortunes.weather[c.dates[0]] for c in charts().campaigns.values()]
    assert [(row.mist, row.printed) for row in rows] == [
        ("ExH", "mist"), ("VH", "mist"), ("M", "mist"),
    ]  # fmt: skip


def mists(part: str) -> dict[str, int]:
    """The chances of a mist in per cent, without what the last date adds."""
    random = charts().fortunes.random
    drm = random.modifier(parse_date(f"20{part}"), "M")
    found: dict[str, int] = {}
    for roll in TWO_DICE:
        mist = random.mist_of(roll + drm)
        found[mist] = found.get(mist, 0) + 1
    return {mist: round(100 * count / 36) for mist, count in found.items()}


@pytest.mark.rule("peiper:P8.6171")
def test_weather_at_random_is_thicker_in_the_morning() -> None:
    """AM: ExH or VH 17 %, H 25, M 31, L 19, better 8; PM: VH 3, H 14, M 25, L 31, better 28."""
    morning, afternoon = mists("AM"), mists("PM")
    assert (morning["H"], morning["M"], morning["L"]) == (25, 31, 19)
    assert (afternoon["VH"], afternoon["H"], afternoon["M"], afternoon["L"]) == (3, 14, 25, 31)
    assert "ExH" not in afternoon


@pytest.mark.rule("peiper:P8.6171")
def test_random_weather_remembers_the_last_date_and_clears_up_late() -> None:
    """Thick mist -1, thin +1, from 22PM +2; clouds follow the mist, snow the clouds."""
    random = charts().fortunes.random
    noon = parse_date("20PM")
    assert [random.modifier(noon, mist) for mist in ("ExH", "M", "clear")] == [0, 1, 2]
    assert random.modifier(parse_date("22PM"), "M") == 3
    assert [random.cloud_of("M", 6), random.cloud_of("L", 4), random.cloud_of("L", 5)] == [
        "overcast", "overcast", "scattered",
    ]  # fmt: skip
    assert [random.cloud_of("VL", 3), random.cloud_of("clear", 4)] == ["scattered", "clear"]
    assert random.snows("overcast", parse_date("21AM"), 1)
    assert not random.snows("overcast", parse_date("20N"), 1)
    assert not random.snows("scattered", parse_date("21AM"), 1)


SUPPLY = {
    "stoumont": "0/0 2/2 3/3 3/3 4/4 4/4 5/5 5/6",
    "cheneux": "2/0 3/2 4/3 5/4",
    "la_gleize": "0/2 2/3 2/3 3/4 3/4 4/5 4/5 5/6 5/6 6/7 5/7 6/8 7/8",
}
WITHOUT_FUEL = {
    "stoumont": [0, 3, 9, 10, 19, 21, 34, 52],
    "la_gleize": [3, 9, 10, 19, 21, 34, 38, 53, 58, 73, 77, 87, 89],
}


def at_most(number: int) -> Fraction:
    """The chance of two dice of at most a number."""
    return Fraction(sum(roll <= number for roll in TWO_DICE), 36)


@pytest.mark.rule("peiper:P8.618")
@pytest.mark.parametrize("name", SUPPLY)
def test_ammunition_and_fuel_run_short_by_date(name: str) -> None:
    """The numbers, and the share of groups without fuel that follows from them."""
    campaign = charts().campaigns[name]
    found = [charts().fortunes.shortage(name, date) for date in campaign.dates]
    assert [f"{short.ammo}/{short.fuel}" for short in found] == SUPPLY[name].split()
    dry, shares = Fraction(0), []
    for short in found:
        # Who is dry gets fuel on the number and three more; who is not, runs dry on the number.
        dry = dry * at_most(short.fuel + 2) + (1 - dry) * at_most(short.fuel)
        shares.append(round(100 * dry))
    if name in WITHOUT_FUEL:
        assert shares == WITHOUT_FUEL[name]


@pytest.mark.rule("peiper:P8.6201")
def test_german_groups_arrive_reduced_more_and_more_often() -> None:
    """Full on 9, 8, 7, 6, 6: 83, 72, 58, 42 and 42 %."""
    found = [charts().fortunes.full_strength(parse_date(f"{day}PM")) for day in range(19, 24)]
    assert found == [9, 8, 7, 6, 6]
    assert [chance(2, number) for number in found] == [83, 72, 58, 42, 42]


def lengths(*, night: bool) -> Iterator[Fraction]:
    """The chance that a scenario has ended by the end of each player turn from turn 6 on."""
    going = Fraction(1)
    for player_turn in range(10):
        faces = charts().fortunes.end_chance(6 + player_turn // 2, night=night)
        going *= 1 - Fraction(faces, 6)
        yield 1 - going


@pytest.mark.rule("peiper:CG23", "peiper:ex-CG23")
def test_scenarios_last_so_long() -> None:
    """By exact enumeration: about 13.1 player turns by day and 14.3 by night."""
    day, night = list(lengths(night=False)), list(lengths(night=True))
    assert [round(float(100 * c), 1) for c in day[:7]] == [16.7, 30.6, 65.3, 82.6, 97.1, 99.5, 100]
    assert [round(float(100 * c), 1) for c in night[:9]] == [
        0, 0, 33.3, 55.6, 85.2, 95.1, 99.2, 99.9, 100,
    ]  # fmt: skip
    means = [11 + sum((1 - c for c in chances), Fraction(0)) for chances in (day, night)]
    assert [round(float(mean), 1) for mean in means] == [13.1, 14.3]
    assert charts().fortunes.end_chance(5, night=False) == 0


NINE_AT_GG1 = "CC1 DD0 EE1 FF0 GG1 HH0 II1 JJ0 KK1"
NINE_AT_TT1 = "QQ1 RR0 SS1 TT0 TT1 TT2 TT3 TT4 TT5"

# -- places ---------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.2-LVP-a", "peiper:P8.6033-table", "peiper:ex-P8.2-LVP")
def test_the_victory_points_of_the_maps_come_to_52_14_and_34() -> None:
    """The sanatorium has ten locations of two points."""
    values = {name: lvp_of(board(name), name, charts().lvp_rows) for name in CAMPAIGNS}
    assert [sum(values[name].values()) for name in CAMPAIGNS] == [52, 14, 34]
    ours = board("stoumont")
    sanatorium = [
        value for place, value in values["stoumont"].items()
        if ours.hex(place).name in ("AA14", "AA15", "AA16", "BB13", "BB16")
    ]  # fmt: skip
    assert sanatorium == [2] * 10
    church = [ours.locations[p].token for p in values["stoumont"] if ours.hex(p).name == "J19"]
    assert "J19/2" in church  # The steeple counts (P5.2).
    bridge = [p for p in values["cheneux"] if board("cheneux").hex(p).name == "NN6"]
    assert [board("cheneux").locations[p].token for p in bridge] == ["NN6/bridge"]


def test_markers_and_arrows_are_those_of_the_list_of_facts() -> None:
    """What the campaign reads is what the maps were drawn by."""
    text = (SQUAD / "data/drawings/facts.csv").read_text(encoding="utf-8")
    facts = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    said = {(f["map"], f["at"], f["value"]) for f in facts if f["what"] == "lvp"}
    assert said == {(row.map, row.hex, str(row.value)) for row in charts().lvp_rows}
    arrows = {(f["map"], f["at"]) for f in facts if f["what"] == "entry"}
    ours = {(row.map, row.hex) for row in charts().entry_rows}
    assert arrows - ours == {("stoumont", "QQ53"), ("la_gleize", "R1")}
    assert ours - arrows == {("stoumont", "SS53"), ("la_gleize", "R0")}


@pytest.mark.rule("peiper:P8.2-entry-area", "peiper:CG6")
def test_an_entry_area_has_nine_hexes_of_the_edge() -> None:
    """Round corners as well."""
    entries = {
        board(name).hexes[entry.centre].name: names(name, entry.hexes)
        for name in CAMPAIGNS for entry in entries_of(board(name), name, charts().entry_rows)
    }  # fmt: skip
    assert entries["GG1"] == set(NINE_AT_GG1.split())
    assert all(len(hexes) == 9 for hexes in entries.values())
    assert entries["TT1"] == set(NINE_AT_TT1.split())
    assert len(set(edge_of(board("cheneux")))) == len(edge_of(board("cheneux")))


@pytest.mark.rule("peiper:CG6c-1", "peiper:CG6a", "peiper:CG20")
def test_arrows_open_on_their_dates_for_their_sides() -> None:
    """Borgoumont is blue from 20AM and red from 20PM; the railway bridge is for men on foot."""
    entries = {
        board(name).hexes[entry.centre].name: entry
        for name in CAMPAIGNS for entry in entries_of(board(name), name, charts().entry_rows)
    }  # fmt: skip
    north = entries["TT48"]
    assert north.since(GERMAN) is None
    assert north.open_colours(AMERICAN, parse_date("19N")) == frozenset()
    assert north.open_colours(AMERICAN, parse_date("20AM")) == {"blue"}
    assert north.open_colours(AMERICAN, parse_date("20PM")) == {"blue", "red"}
    west = entries["E1"]
    assert (west.since(GERMAN), west.since(AMERICAN)) == (parse_date("19PM"), parse_date("23AM"))
    assert [name for name, entry in entries.items() if not entry.vehicles] == ["HH0"]


# -- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.file)
def test_every_file_says_what_is_printed_and_what_reconstructed(table: object) -> None:
    """In its first line or in its columns."""
    path = DATA / table.file  # type: ignore[attr-defined]
    head = " ".join(
        line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")
    )
    assert "econstructed" in head or "rinted" in head


WRONG = [
    ("groups.csv", "german,I1,SS Panzergrenadier Platoon,SS装甲擲弾兵小隊,9,6",
     "german,I1,SS Panzergrenadier Platoon,SS装甲擲弾兵小隊,9,six", "number, with ‡"),
    ("groups.csv", "german,V3,Tiger II,ティーガーII,10,1‡,,4,20AM",
     "german,V3,Tiger II,ティーガーII,10,1‡,,4,20XM", "CG date"),
    ("contents.csv", "german,I1,full,1,ss658,,3", "german,I1,full,1,ss658,us_line,3", "either"),
    ("contents.csv", "german,I1,full,1,ss658,,3", "german,X1,full,1,ss658,,3", "groups.csv"),
    ("types.csv", "us_line,,4,9", "us_line,,5,9", "once"),
    ("types.csv", "german_pziv,,6,6,PzIVH", "german_pziv,,6,7,PzIVH", "from 1 to 6"),
    ("cpp.csv", "20N,0,8,3", "20N,0,8,", "numbers for cheneux"),
    ("supply.csv", "20N,4,4,3,2", "20N,4,4,3,", "numbers for cheneux"),
    ("weather.csv", "23PM,clear", "23N,clear", "weather of this date"),
    ("leaders.csv", "2,ss102", "13,ss102", "from 2 to 12"),
    ("presets.csv", "cheneux,german,1,I2", "cheneux,german,1,I9", "one of I1"),
    ("campaigns.toml", 'begins = "20PM"', 'begins = "20XX"', "CG date"),
    ("campaigns.toml", "[cheneux.later]\nlvp_gain = 2", '[cheneux.later]\nlvp_gain = "two"', "int"),
    ("entry_areas.csv", "cheneux,A10,american,green,20PM", "cheneux,A10,american,green,20", "date"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "complaint"), WRONG)
def test_a_wrong_value_is_named_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, complaint: str
) -> None:
    """What is wrong, where, and what was expected."""
    (tmp_path / "charts").mkdir()
    for path in (DATA / "charts").iterdir():
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "charts" / path.name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        Charts([tmp_path])
    assert complaint in str(caught.value)
    assert file in str(caught.value)


def test_a_pack_lays_the_printed_chart_over_ours(tmp_path: Path) -> None:
    """Only what it names changes."""
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "groups.csv").write_text(
        "side,id,cpp,stoumont\ngerman,V2,13,4\n", encoding="utf-8"
    )
    changed = Charts([DATA, tmp_path]).groups.sides[GERMAN]["V2"]
    assert (changed.cpp, changed.most["stoumont"], changed.most["la_gleize"]) == (13, 4, 4)
