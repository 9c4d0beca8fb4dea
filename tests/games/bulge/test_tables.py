"""The tables agree with every known fact of the printed game.

Facts marked W9 and W10, and the results seen in each column, come from play reports.
"""

import csv
from itertools import pairwise
from pathlib import Path

import pytest

import salient
from salient.games.bulge.rules.results import LOSSES

DATA = Path(salient.__file__).parent / "games" / "bulge" / "data"
COLUMNS = ("o12", "o11", "o21", "o31", "o41", "o51", "o61", "o71")
DICE = range(2, 13)
WAYS = {dice: 6 - abs(dice - 7) for dice in DICE}  # of 36
CODES = {
    "DElim", "D2R", "D1R", "Ex2", "Ex1", "Aopt", "D2", "D1", "Cont", "AR", "A1R", "A2R", "A1",
    "A2", "D1A2", "D2A1",
}  # fmt: skip
FORCED = {"D1R", "D2R", "DElim"}
WORTH = {
    "DElim": 4, "D2R": 3, "D2": 2, "D1R": 2, "D1": 1, "D2A1": 1, "Aopt": 0.5, "Ex2": 0, "Ex1": 0,
    "Cont": 0, "D1A2": -1, "AR": -1, "A1": -1, "A1R": -2, "A2": -2, "A2R": -3,
}  # fmt: skip
"""A result for the attacker: steps of the defender less his own, a forced retreat as one step."""

Row = dict[str, str]


def read(file: str) -> list[Row]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


CRT = {int(row["dice"]): row for row in read("crt.csv")}
TERRAIN = {row["terrain"]: row for row in read("terrain.csv")}
ALLOWANCES = {(row["nation"], row["colour"]): row for row in read("allowances.csv")}
FILES = ("crt.csv", "terrain.csv", "allowances.csv", "scatter.csv")


def column(name: str) -> list[str]:
    return [CRT[dice][name] for dice in DICE]


def chance(name: str, results: set[str]) -> int:
    """In how many of 36 throws a column gives one of some results."""
    return sum(WAYS[dice] for dice in DICE if CRT[dice][name] in results)


@pytest.mark.parametrize("file", FILES)
def test_sources_name_columns_of_the_file(file: str) -> None:
    for row in read(file):
        assert {*row["printed"].split(), *row["history"].split()} <= set(row)


# -- the combat results table (8.3-5, 8.4) -------------------------------------------------------


def test_the_table_has_a_line_for_every_sum_of_two_dice() -> None:
    assert list(CRT) == list(DICE)


@pytest.mark.rule("bulge:ex-fig-8-I-2")
def test_the_two_results_of_figure_8_1() -> None:
    assert CRT[4]["o41"] == "D1R"
    assert CRT[5]["o11"] == "Ex1"


@pytest.mark.rule("bulge:8.4")
@pytest.mark.parametrize("code", sorted(CODES))
def test_every_result_of_the_rules_is_in_the_table(code: str) -> None:
    assert any(code in column(name) for name in COLUMNS)


@pytest.mark.rule("bulge:8.4")
def test_the_table_has_no_other_results() -> None:
    assert {code for name in COLUMNS for code in column(name)} == CODES


def test_two_to_one_drives_the_defender_out_once_in_twelve() -> None:
    """W10."""
    assert {dice for dice in DICE if CRT[dice]["o21"] in FORCED} == {2, 3}
    assert chance("o21", FORCED) * 12 == 36


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("o11", {"Ex1", "AR", "A2R"}),
        ("o21", {"D1R", "A1", "A1R", "A2R"}),
        ("o31", {"Ex2", "Cont"}),
        ("o41", {"D1R", "D1", "D2R"}),
        ("o51", {"DElim", "D2", "Ex2"}),
        ("o61", {"Aopt"}),
        ("o71", {"D2R"}),
    ],
)
def test_results_seen_in_played_games_are_in_their_columns(name: str, seen: set[str]) -> None:
    assert seen <= set(column(name))


def test_retreat_with_two_steps_lost_is_the_worst_at_one_and_two_to_one() -> None:
    for name in ("o11", "o21"):
        assert min(column(name), key=WORTH.__getitem__) == "A2R"
        assert CRT[12][name] == "A2R"


def test_exchanges_of_two_steps_are_common_from_three_to_five_to_one() -> None:
    assert all(chance(name, {"Ex2"}) >= 9 for name in ("o31", "o41", "o51"))


def test_a_double_one_can_destroy_the_defender() -> None:
    """W9."""
    assert "DElim" in CRT[2].values()


@pytest.mark.parametrize("name", COLUMNS)
def test_low_dice_favour_the_attacker(name: str) -> None:
    """W9."""
    worths = [WORTH[code] for code in column(name)]
    assert worths == sorted(worths, reverse=True)


@pytest.mark.parametrize("dice", DICE)
def test_better_odds_never_give_a_worse_result(dice: int) -> None:
    worths = [WORTH[CRT[dice][name]] for name in COLUMNS]
    assert worths == sorted(worths)


def test_each_column_is_better_than_the_one_before() -> None:
    means = [sum(WAYS[d] * WORTH[CRT[d][name]] for d in DICE) / 36 for name in COLUMNS]
    assert all(b - a > 0.2 for a, b in pairwise(means))
    assert means[2] < 0 < means[3], "below 3:1 an attack costs more than it gains"


STEPS = {code: defender for code, (_, defender) in LOSSES.items()} | {"DElim": 3, "Aopt": 0}
OWN_STEPS = {code: attacker for code, (attacker, _) in LOSSES.items()} | {"DElim": 0, "Aopt": 0}
"""Steps each side loses; DElim ranks above two steps, and of Aopt nobody need lose any."""


def mean(name: str, worth: dict[str, int]) -> int:
    """The average of a column, in 36ths."""
    return sum(WAYS[dice] * worth[CRT[dice][name]] for dice in DICE)


@pytest.mark.parametrize("dice", DICE)
def test_better_odds_never_spare_the_defender_a_step_or_a_retreat(dice: int) -> None:
    codes = [CRT[dice][name] for name in COLUMNS]
    harm = [(STEPS[code], code in FORCED) for code in codes]
    assert harm == sorted(harm)


def test_the_defender_loses_more_steps_from_column_to_column() -> None:
    """A lone regiment of two steps."""
    losses = [mean(name, {code: min(2, lost) for code, lost in STEPS.items()}) for name in COLUMNS]
    assert all(a < b for a, b in pairwise(losses))


def test_a_lone_regiment_is_destroyed_more_often_from_column_to_column() -> None:
    """Two steps are its end; below 3:1 that does not happen."""
    fatal = {code for code, lost in STEPS.items() if lost >= 2}
    chances = [chance(name, fatal) for name in COLUMNS]
    assert chances[:3] == [0, 0, 0]
    assert all(a < b for a, b in pairwise(chances[2:]))


def test_a_lone_regiment_is_driven_off_or_destroyed_more_often_from_column_to_column() -> None:
    gone = FORCED | {code for code, lost in STEPS.items() if lost >= 2}
    chances = [chance(name, gone) for name in COLUMNS]
    assert all(a < b for a, b in pairwise(chances[1:]))


def test_the_attacker_loses_fewer_steps_from_column_to_column() -> None:
    losses = [mean(name, OWN_STEPS) for name in COLUMNS]
    assert all(a > b for a, b in pairwise(losses[:7]))
    assert losses[6] == losses[7] == 0, "from 6:1 on the attacker loses what he likes"


# -- the terrain effects chart (3.3) -------------------------------------------------------------


@pytest.mark.rule("bulge:3.3")
def test_the_chart_has_every_kind_of_terrain() -> None:
    base, towns = {"plain", "hill", "light", "deep"}, {"town", "city", "important", "fortress"}
    assert set(TERRAIN) == base | towns | {"wall", "river", "great", "road", "main"}


@pytest.mark.rule("bulge:3.3")
@pytest.mark.parametrize(
    ("terrain", "shift"),
    [
        ("plain", 0), ("hill", 1), ("light", 1), ("deep", 2), ("town", 1), ("fortress", 3),
        ("wall", 2), ("river", 1), ("road", 0), ("main", 0),
    ],
)  # fmt: skip
def test_shifts_known_from_the_rules(terrain: str, shift: int) -> None:
    assert int(TERRAIN[terrain]["shift"]) == shift


@pytest.mark.parametrize(
    ("terrain", "cost"), [("plain", 1), ("light", 2), ("river", 1), ("road", 1), ("main", 1)]
)
def test_costs_known_from_the_rules(terrain: str, cost: int) -> None:
    assert int(TERRAIN[terrain]["foot"]) == int(TERRAIN[terrain]["mech"]) == cost


def test_larger_towns_are_no_weaker() -> None:
    """An important city lies between a town and a fortress."""
    order = ("town", "city", "important", "fortress")
    shifts = [int(TERRAIN[name]["shift"]) for name in order]
    assert shifts == sorted(shifts)
    assert 1 < shifts[2] < 3


def test_towns_and_the_west_wall_cost_nothing_of_their_own() -> None:
    for name in ("town", "city", "important", "fortress", "wall"):
        assert TERRAIN[name]["foot"] == TERRAIN[name]["mech"] == "0"


def test_a_great_river_is_at_least_a_river() -> None:
    for effect in ("foot", "mech", "shift"):
        assert int(TERRAIN["great"][effect]) >= int(TERRAIN["river"][effect])
    assert int(TERRAIN["great"]["foot"]) > int(TERRAIN["river"]["foot"])


def test_vehicles_are_never_better_off_road_than_men_on_foot() -> None:
    for row in TERRAIN.values():
        assert int(row["mech"]) >= int(row["foot"])


# -- the movement allowance table (7.1b, 14.5) ---------------------------------------------------


@pytest.mark.rule("bulge:7.1b")
def test_every_function_colour_has_an_allowance() -> None:
    units = read("units.csv")
    assert {(unit["nation"], unit["colour"]) for unit in units} == set(ALLOWANCES)


def test_american_infantry_and_german_panzers_have_six_points() -> None:
    assert ALLOWANCES["us", "infantry"]["combat"] == "6"
    assert ALLOWANCES["german", "panzer"]["combat"] == "6"


def test_strategic_movement_goes_at_least_twice_as_far() -> None:
    for row in ALLOWANCES.values():
        assert 2 * int(row["combat"]) <= int(row["strategic"]) <= 3 * int(row["combat"])


def test_every_unit_can_leave_a_zone_of_control_into_woods() -> None:
    """2 points for leaving (7.8), and deep forest on foot or light forest for vehicles."""
    worst = 2 + max(int(TERRAIN["deep"]["foot"]), int(TERRAIN["light"]["mech"]))
    assert all(int(row["combat"]) >= worst for row in ALLOWANCES.values())


# -- the airdrop table (9.4-2c) ------------------------------------------------------------------


def test_each_face_of_the_die_has_its_own_direction() -> None:
    rows = read("scatter.csv")
    assert [row["die"] for row in rows] == list("123456")
    assert {row["direction"] for row in rows} == {"E", "NE", "NW", "W", "SW", "SE"}
