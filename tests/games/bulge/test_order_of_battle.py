"""The order of battle agrees with every known fact of the printed game.

Facts marked W1 to W13 come from play reports of the printed game, the others from its rulebook.
"""

import csv
import re
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import salient
from salient.boards.hexes import Hex, HexBoard

DATA = Path(salient.__file__).parent / "games" / "bulge" / "data"
ARMIES = {
    "6SS": {"1SS", "2SS", "9SS", "12SS", "3FJ", "12", "277", "326"},
    "5PZ": {"2Pz", "116Pz", "Lehr", "18", "26VG", "62", "560"},
    "7A": {"5FJ", "212", "276", "352"},
}
FRONT_DIVISIONS = ("2", "99", "106", "28", "4")
PANZER_DIVISIONS = ("1SS", "2SS", "9SS", "12SS", "2Pz", "116Pz", "Lehr")
CITIES = ("city", "important", "fortress")
MOST_UNITS = 3  # rule 6.2
LAST_TURN = 13

Row = dict[str, str]


def read(file: str) -> list[Row]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


UNITS = read("units.csv")
UNIT = {row["id"]: row for row in UNITS}
HEXES = {row["hex"]: row for row in read("hexes.csv")}
BOARD = HexBoard(100, 100)


def of(division: str) -> list[Row]:
    return [unit for unit in UNITS if unit["division"] == division]


def starting(side: str) -> list[Row]:
    return [unit for unit in UNITS if unit["side"] == side and unit["turn"] == "0"]


def later(side: str) -> list[Row]:
    return [unit for unit in UNITS if unit["side"] == side and unit["turn"] != "0"]


def total(units: list[Row], column: str) -> int:
    return sum(int(unit[column]) for unit in units)


# -- the map at set-up ---------------------------------------------------------------------------


def flag(row: Row, column: str) -> bool:
    return row[column] in ("1", "true")


def distance(a: str, b: str) -> int:
    return BOARD.distance(BOARD.index(Hex.parse(a)), BOARD.index(Hex.parse(b)))


WALL = [name for name, row in HEXES.items() if flag(row, "wall")]


@cache
def from_wall(place: str) -> int:
    """Hexes to the nearest West Wall hex."""
    return min(distance(place, wall) for wall in WALL)


def hex_named(name: str) -> str:
    return next(number for number, row in HEXES.items() if row["name"] == name)


def is_west(place: str) -> bool:
    return not flag(HEXES[place], "wall") and not HEXES[place]["army"]


def in_sector(place: str, division: str, steps: int) -> bool:
    sectors = HEXES[place]["sector"].split("/")
    return is_west(place) and division in sectors and from_wall(place) <= steps


def is_city(place: str) -> bool:
    return is_west(place) and HEXES[place]["town"] in CITIES


def may_start(unit: Row, place: str) -> bool:
    """Whether a unit may be set up in a hex, stacking apart. Rules 9.1, 9.2."""
    if unit["army"]:
        own = unit["army"] in HEXES[place]["army"].split("/")
        return own and not flag(HEXES[place], "wall")
    if unit["division"] == "9A":
        return is_city(place) and from_wall(place) >= 5
    if unit["division"] == "9":
        return in_sector(place, "9", 2)
    if unit["division"]:
        city = is_city(place) and from_wall(place) <= 5
        return in_sector(place, unit["division"], 2) or city
    return in_sector(place, "99", 1) or in_sector(place, "106", 1)


def stacks(side: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for unit in starting(side):
        found[unit["start"]].append(unit)
    return found


# -- the file itself -----------------------------------------------------------------------------


def test_unit_ids_are_unique_words_that_can_be_typed() -> None:
    ids = [unit["id"] for unit in UNITS]
    assert len({name.casefold() for name in ids}) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9/]{2,10}", name) for name in ids)


def test_every_unit_has_a_name_in_both_languages() -> None:
    for language in ("name", "ja"):
        assert all(unit[language] for unit in UNITS)
        assert len({unit[language] for unit in UNITS}) == len(UNITS)
    assert not any(unit["ja"].isascii() for unit in UNITS)


def test_sources_name_columns_of_the_file() -> None:
    columns = set(UNITS[0])
    for row in UNITS:
        named = [*row["printed"].split(), *row["history"].split()]
        assert set(named) <= columns, row["id"]
        assert len(set(named)) == len(named), row["id"]


def test_the_number_of_units_is_playable() -> None:
    assert 85 <= sum(unit["side"] == "german" for unit in UNITS) <= 100
    assert 95 <= sum(unit["side"] == "allied" for unit in UNITS) <= 120


# -- colours, sizes and names (chapter 2) --------------------------------------------------------


@pytest.mark.rule("bulge:2.2")
@pytest.mark.rule("bulge:2.4")
def test_every_unit_has_side_colours_size_branch_and_two_strengths() -> None:
    for unit in UNITS:
        assert unit["side"] in ("german", "allied"), unit["id"]
        assert unit["size"] in ("III", "X", "I"), unit["id"]
        assert unit["nation"], unit["id"]
        assert unit["colour"], unit["id"]
        assert unit["branch"], unit["id"]
        least = 0 if unit["role"] == "commando" else 1
        assert int(unit["attack"]) >= least, unit["id"]
        assert int(unit["defence"]) >= least, unit["id"]


@pytest.mark.rule("bulge:2.3a")
def test_the_front_is_stronger_than_the_back() -> None:
    for unit in UNITS:
        attack, defence = int(unit["attack"]), int(unit["defence"])
        if unit["role"] == "commando":
            assert unit["attack2"] == unit["defence2"] == "0"
        else:
            assert int(unit["attack2"]) == attack // 2, unit["id"]
            assert int(unit["defence2"]) == (defence + 1) // 2, unit["id"]
            assert int(unit["defence2"]) < defence, unit["id"]


@pytest.mark.rule("bulge:2.4-1a")
def test_germans_fight_americans_and_british() -> None:
    looks = {(unit["side"], unit["nation"]) for unit in UNITS}
    assert looks == {("german", "german"), ("allied", "us"), ("allied", "british")}


@pytest.mark.rule("bulge:2.4-1b")
def test_six_commandos_without_strength_belong_to_the_german_side() -> None:
    commandos = [unit for unit in UNITS if unit["role"] == "commando"]
    assert len(commandos) == 6
    for unit in commandos:
        assert unit["side"] == "german"
        assert unit["attack"] == unit["defence"] == "0"
        assert unit["mech"] == "0"
    assert {u["id"] for u in commandos} == {u["id"] for u in UNITS if u["colour"] == "commando"}


@pytest.mark.rule("bulge:2.4-2a")
def test_function_colours_say_who_is_mechanized() -> None:
    mechanized = {unit["colour"] for unit in UNITS if unit["mech"] == "1"}
    assert mechanized == {"panzer", "armor", "cavalry"}
    assert all(unit["colour"] not in mechanized for unit in UNITS if unit["mech"] == "0")
    branches = {unit["branch"] for unit in UNITS if unit["mech"] == "1"}
    assert branches == {"panzer", "panzergrenadier", "armor", "cavalry"}


@pytest.mark.rule("bulge:2.4-2c")
def test_only_von_der_heydte_is_blue() -> None:
    assert [unit["id"] for unit in UNITS if unit["colour"] == "blue"] == ["VDH"]
    assert [unit["id"] for unit in UNITS if unit["role"] == "vdh"] == ["VDH"]


@pytest.mark.rule("bulge:2.4-3")
def test_only_germans_set_up_at_start_carry_an_army_stripe() -> None:
    for unit in UNITS:
        at_start = unit["side"] == "german" and unit["turn"] == "0"
        assert bool(unit["army"]) == at_start, unit["id"]


@pytest.mark.rule("bulge:2.6-1")
def test_divisions_are_made_of_regiments_and_brigades_stand_alone_or_are_british() -> None:
    for unit in UNITS:
        if unit["division"]:
            assert unit["size"] == ("X" if unit["nation"] == "british" else "III"), unit["id"]
    alone = {unit["id"]: unit["size"] for unit in UNITS if not unit["division"]}
    assert alone["14Cav"] == "III"
    assert {alone[name] for name in ("FB", "FG", "VDH", "150", "29/Br")} == {"X"}


@pytest.mark.rule("bulge:2.6-2a")
def test_british_armoured_brigades_belong_to_no_division() -> None:
    brigades = [u for u in UNITS if u["nation"] == "british" and u["mech"] == "1"]
    assert len(brigades) >= 2
    assert {unit["division"] for unit in brigades} == {""}


@pytest.mark.rule("bulge:2.6-2b")
def test_a_division_belongs_to_one_side_and_one_nation() -> None:
    nations: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for unit in UNITS:
        if unit["division"]:
            nations[unit["division"]].add((unit["side"], unit["nation"]))
            assert unit["id"].partition("/")[2] == unit["division"], unit["id"]
    assert all(len(found) == 1 for found in nations.values())


@pytest.mark.rule("bulge:2.6-2c")
def test_american_armored_divisions_have_three_combat_commands() -> None:
    divisions = {u["division"] for u in UNITS if u["nation"] == "us" and u["colour"] == "armor"}
    assert {"9A", "10A"} <= divisions
    for division in divisions:
        names = {unit["id"] for unit in of(division)}
        assert names == {f"CC{letter}/{division}" for letter in "ABR"}


@pytest.mark.rule("bulge:2.6-4a")
def test_units_have_a_starting_hex_or_a_turn_and_a_place_of_arrival() -> None:
    for unit in UNITS:
        if unit["turn"] == "0":
            assert unit["start"], unit["id"]
            assert not unit["direction"], unit["id"]
        else:
            assert 2 <= int(unit["turn"]) <= LAST_TURN, unit["id"]
            assert unit["direction"], unit["id"]
            assert not unit["start"], unit["id"]


# -- strengths known from the figures ------------------------------------------------------------


def test_strengths_of_figure_8_1() -> None:
    assert [UNIT["9/2"]["attack"], UNIT["9/2"]["defence"]] == ["3", "4"]
    assert total(of("2"), "defence") == 12
    assert total(of("62"), "attack") == 6
    assert UNIT["Pz2/2SS"]["attack"] == "8"
    right = [*of("1SS"), UNIT["3/2SS"], UNIT["4/2SS"]]
    assert total(right, "attack") == 28
    assert total([*of("62"), UNIT["Pz2/2SS"]], "attack") == 14


@pytest.mark.parametrize("division", ["1SS", "2SS", "9SS", "12SS"])
def test_the_four_ss_panzer_divisions_are_equal(division: str) -> None:
    assert [unit["attack"] for unit in of(division)] == ["8", "5", "5"]


def test_two_ss_divisions_get_three_to_one_on_the_whole_2nd_division() -> None:
    """W12: in deep forest that is 1:1."""
    assert total(of("1SS") + of("2SS"), "attack") == 36
    assert 36 // total(of("2"), "defence") == 3


def test_a_combat_command_defends_with_five_beside_four() -> None:
    """W11: two units on turn 2 defended with 9, and two in St. Vith with 8."""
    early = of("9A") + of("7A") + of("10A")
    assert {unit["defence"] for unit in early} == {"5"}
    assert {unit["defence"] for unit in of("28") + of("4") + of("9")} == {"4"}
    assert {unit["defence"] for unit in of("106")} == {"3"}


def test_german_regiments_defend_as_well_as_their_enemies() -> None:
    """Chosen for the balance (docs/balance.md), and never said to be printed."""
    germans = [unit for unit in UNITS if unit["side"] == "german" and unit["role"] != "commando"]
    foot = {unit["defence"] for unit in germans if unit["branch"] == "infantry"}
    riders = {unit["defence"] for unit in germans if unit["branch"] == "panzergrenadier"}
    assert foot == {"3", "4"}
    assert riders == {"5"}
    assert all("defence" not in f"{unit['printed']} {unit['history']}".split() for unit in germans)


def test_figure_5_1_has_its_units() -> None:
    assert {"1128/560", "1129/560", "CCA/9A"} <= set(UNIT)


# -- the armies ----------------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.2")
@pytest.mark.parametrize("army", ARMIES)
def test_german_armies_have_eight_seven_and_four_divisions(army: str) -> None:
    units = [unit for unit in UNITS if unit["army"] == army]
    assert {unit["division"] for unit in units} == ARMIES[army]
    assert len(ARMIES[army]) == {"6SS": 8, "5PZ": 7, "7A": 4}[army]
    assert set(Counter(unit["division"] for unit in units).values()) == {3}


@pytest.mark.parametrize("division", PANZER_DIVISIONS)
def test_seven_panzer_divisions_of_one_panzer_and_two_panzergrenadier_regiments(
    division: str,
) -> None:
    """W8: four SS divisions and three of 5th Panzer Army."""
    branches = Counter(unit["branch"] for unit in of(division))
    assert branches == {"panzer": 1, "panzergrenadier": 2}
    mechanized = {u["division"] for u in starting("german") if u["mech"] == "1"}
    assert mechanized == set(PANZER_DIVISIONS)


@pytest.mark.rule("bulge:9.1b")
def test_five_american_infantry_divisions_have_fifteen_units() -> None:
    expected = {
        "2": "9 23 38", "99": "393 394 395", "106": "422 423 424", "28": "109 110 112",
        "4": "8 12 22",
    }  # fmt: skip
    for division, regiments in expected.items():
        units = of(division)
        assert {unit["id"] for unit in units} == {f"{r}/{division}" for r in regiments.split()}
        assert {unit["turn"] for unit in units} == {"0"}
    assert tuple(expected) == FRONT_DIVISIONS


def test_the_allies_start_with_22_units() -> None:
    groups = Counter(unit["division"] for unit in starting("allied"))
    assert groups == {**dict.fromkeys(FRONT_DIVISIONS, 3), "9": 3, "9A": 3, "": 1}
    assert {unit["id"] for unit in of("9")} == {"39/9", "47/9", "60/9"}
    assert UNIT["14Cav"]["mech"] == "1"


def test_function_colours_of_the_stacking_examples() -> None:
    """1st SS may stack with the 3rd Parachute Division, but not with 2nd SS, nor Lehr with FB."""
    assert UNIT["Pz1/1SS"]["colour"] == UNIT["3/2SS"]["colour"]
    assert {UNIT["Pz1/1SS"]["army"]} == {UNIT["5/3FJ"]["army"]}
    assert UNIT["Pz1/1SS"]["colour"] != UNIT["5/3FJ"]["colour"]
    assert UNIT["901/Lehr"]["colour"] == UNIT["FB"]["colour"]


@pytest.mark.rule("bulge:9.5-1b")
def test_the_150th_brigade_is_mechanized() -> None:
    assert UNIT["150"]["role"] == "brigade"
    assert UNIT["150"]["mech"] == "1"


# -- reinforcements ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:14.1-2")
def test_germans_come_from_the_east_and_nobody_from_the_west() -> None:
    assert {unit["direction"] for unit in later("german")} == {"E"}
    assert {unit["direction"] for unit in later("allied")} == {"N", "NW", "SW", "S"}


def test_entries_exist_for_every_direction_of_arrival() -> None:
    open_ways = {row["direction"] for row in read("entries.csv")}
    assert {unit["direction"] for unit in UNITS if unit["direction"]} <= open_ways


def test_german_reinforcements_of_turn_two() -> None:
    second = {unit["id"]: unit["role"] for unit in later("german") if unit["turn"] == "2"}
    named = {"FB": "fb", "FG": "fg", "VDH": "vdh", "150": "brigade"}
    assert second == named | {f"Cdo{n}": "commando" for n in range(1, 7)}
    roles = Counter(unit["role"] for unit in UNITS if unit["role"])
    assert roles == Counter(fb=1, fg=1, vdh=1, brigade=1, commando=6)


def test_the_10th_armored_and_troops_for_elsenborn_come_on_turn_two() -> None:
    """W4 and W7."""
    assert {(u["turn"], u["direction"]) for u in of("10A")} == {("2", "S")}
    north = [u for u in later("allied") if (u["turn"], u["direction"]) == ("2", "N")]
    assert any(unit["colour"] == "infantry" for unit in north)


def test_the_airborne_divisions_come_on_turn_three_by_the_south_west() -> None:
    """W4 to W6."""
    for division in ("82", "101"):
        assert {(u["turn"], u["direction"]) for u in of(division)} == {("3", "SW")}


def test_the_british_arrive_on_turn_five_from_the_north_west() -> None:
    british = [unit for unit in UNITS if unit["nation"] == "british"]
    assert {unit["direction"] for unit in british} == {"NW"}
    assert min(int(unit["turn"]) for unit in british) == 5
    first = [unit for unit in british if unit["turn"] == "5"]
    assert sum(unit["mech"] == "1" for unit in first) >= 2
    assert {unit["colour"] for unit in first} == {"armor", "infantry"}


def test_reinforcements_come_in_divisions() -> None:
    """A division arrives by one way, and in at most three days."""
    for division in {unit["division"] for unit in UNITS if unit["division"]}:
        units = of(division)
        assert len({unit["direction"] for unit in units}) == 1, division
        turns = [int(unit["turn"]) for unit in units]
        assert max(turns) - min(turns) <= 2, division


def test_the_allies_outgrow_the_germans_from_turn_five() -> None:
    """Strength on the map and on its way, without losses."""

    def strength(side: str, turn: int) -> int:
        units = [u for u in UNITS if u["side"] == side and int(u["turn"]) <= turn]
        return total(units, "attack")

    assert strength("german", 1) > 3 * strength("allied", 1)
    assert strength("german", 4) > 1.3 * strength("allied", 4)
    assert strength("german", 5) < strength("allied", 5)
    assert strength("german", 13) < strength("allied", 13) < 1.5 * strength("german", 13)


# -- the set-up ----------------------------------------------------------------------------------


def test_nobody_starts_in_a_west_wall_hex() -> None:
    assert not {unit["start"] for unit in UNITS} & set(WALL)


def test_the_historical_set_up_of_the_allies_obeys_the_rules() -> None:
    wrong = [u["id"] for u in starting("allied") if not may_start(u, u["start"])]
    assert wrong == []


def test_the_historical_set_up_of_the_germans_obeys_the_rules() -> None:
    wrong = [u["id"] for u in starting("german") if not may_start(u, u["start"])]
    assert wrong == []


def test_only_the_2nd_infantry_and_the_9th_armored_stack_at_set_up() -> None:
    for place, units in stacks("allied").items():
        if len(units) > 1:
            assert {unit["division"] for unit in units} in ({"2"}, {"9A"}), place


def test_german_stacks_of_the_set_up_are_legal() -> None:
    for place, units in stacks("german").items():
        assert len(units) <= MOST_UNITS, place
        assert len({unit["army"] for unit in units}) == 1, place
        for a, b in combinations(units, 2):
            assert a["colour"] != b["colour"] or a["division"] == b["division"], place


def test_no_mechanized_unit_starts_in_woods_it_cannot_leave() -> None:
    roads = {row[end] for row in read("sides.csv") if row["road"] for end in ("a", "b")}
    for unit in UNITS:
        if unit["start"] and unit["mech"] == "1" and HEXES[unit["start"]]["terrain"] == "deep":
            assert unit["start"] in roads, unit["id"]


def test_the_set_up_of_the_play_reports_is_legal() -> None:
    """W1 to W3."""
    for place in ("2430", "2530", "2231", hex_named("Clervaux")):
        assert may_start(UNIT["110/28"], place), place
    st_vith, bastogne = hex_named("St. Vith"), hex_named("Bastogne")
    assert may_start(UNIT["22/4"], st_vith)
    assert may_start(UNIT["CCB/9A"], st_vith)
    assert may_start(UNIT["CCA/9A"], bastogne)
    assert may_start(UNIT["CCR/9A"], bastogne)


def test_the_28th_bars_the_road_through_clervaux() -> None:
    """W1: both regiments must be removed."""
    held = {unit["start"] for unit in of("28")}
    assert "2231" in held
    assert held & {"2430", "2530"}


def test_every_division_has_room_in_its_sector() -> None:
    """So that units which may not stack find a place."""
    for division in (*FRONT_DIVISIONS, "9"):
        legal = [place for place in HEXES if in_sector(place, division, 2)]
        assert len(legal) >= 3, division
    assert any(may_start(UNIT["14Cav"], place) for place in HEXES)


def test_the_sectors_run_from_north_to_south() -> None:
    """W13; the hexes between the 106th and the 28th are open to both."""
    order = ("9", "2", "99", "106", "28", "4")
    rows = [
        [int(place[:2]) for place, row in HEXES.items() if division in row["sector"].split("/")]
        for division in order
    ]
    middles = [sum(found) / len(found) for found in rows]
    assert middles == sorted(middles, reverse=True)
    assert any({"106", "28"} <= set(row["sector"].split("/")) for row in HEXES.values())
