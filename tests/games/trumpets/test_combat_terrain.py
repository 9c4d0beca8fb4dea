"""The terrain chart of combat, cell by cell in play, with its six notes; and the positions."""

from __future__ import annotations

from itertools import product

import pytest

from tests.conftest import Dice
from tests.games.trumpets.table import Table

# Day, night, combined arms, StuG assault; German night: combined arms, attack, defence.
CHART = {
    "clear": ("", "1L", "2R", "", "2R", "1R", "2L"),
    "woods": ("", "1L", "1R", "-1", "1R", "1R", "2L"),
    "broken": ("1L", "2L", "", "-1", "", "", "3L"),
    "forest": ("1L", "2L", "", "", "", "", "3L"),
    "marsh": ("", "1L", "", "", "", "1R", "2L"),
    "village": ("+1", "+1 1L", "2R", "+1", "2R", "+1 1R", "+1 2L"),
    "town": ("x2", "x2 1L", "", "", "", "x2 1R", "x2 2L"),
    "city": ("x3", "x3 1L", "", "", "", "x3 1R", "x3 2L"),
    "stream": ("1L", "2L", "", "", "", "", "3L"),
    "river": ("2L", "3L", "", "", "", "1L", "4L"),
}
"""The cards; the village stands in clear ground, whose combined arms it keeps."""


def read(cell: str) -> tuple[int, int, int]:
    """Shift, die modifier and multiplier of a cell."""
    shift, drm, times = 0, 0, 1
    for word in cell.split():
        if word[0] == "x":
            times = int(word[1:])
        elif word[-1] in "LR":
            shift += int(word[:-1]) * (1 if word[-1] == "R" else -1)
        else:
            drm += int(word)
    return shift, drm, times


def field(row: str, turn: str = "19AF", home: str = "") -> Table:
    """A table whose hex 1010 has the terrain of a row, with a road from 1110."""
    water = {"1010-1110": row} if row in ("stream", "river") else {}
    ground = {"1010": row if not water else "", "1110": home}
    return Table(turn, ground=ground, water=water, roads=["1010-1110"])


def terrain_of(t: Table) -> tuple[int, int]:
    """The shifts and modifiers of the rows of the terrain chart together."""
    found = [
        sum(value for rule, value in entries.items() if rule.startswith("tab-terrain-"))
        for entries in (t.shifts, t.drm)
    ]
    return found[0], found[1]


ROWS = [pytest.param(row, marks=pytest.mark.rule(f"trumpets:tab-terrain-{row}")) for row in CHART]


@pytest.mark.rule("trumpets:tab-terrain")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("turn", "column"), [("19MO", 0), ("19AF", 0), ("19EV", 1), ("20PD", 1)])
def test_day_and_night(dice: Dice, row: str, turn: str, column: int) -> None:
    t = field(row, turn).put("1010", "r1").put("1110", "vg1")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1")
    shift, drm, times = read(CHART[row][column])
    assert (*terrain_of(t), t.combat.defence) == (shift, drm, 13 * times)


@pytest.mark.rule("trumpets:tab-terrain", "trumpets:note-terrain-3")
@pytest.mark.parametrize("row", ROWS)
def test_a_night_attack_of_a_division_with_night_superiority(dice: Dice, row: str) -> None:
    t = field(row, "19EV").put("1010", "r1").put("1110", "pg")
    dice(6, 5, ...)
    t.fight().attack("1010", "pg")
    shift, drm, times = read(CHART[row][5])
    assert (*terrain_of(t), t.combat.defence) == (shift, drm, 13 * times)


@pytest.mark.rule("trumpets:tab-terrain", "trumpets:note-terrain-4")
@pytest.mark.parametrize("row", ROWS)
def test_a_night_defence_of_a_division_with_night_superiority(dice: Dice, row: str) -> None:
    t = field(row, "19EV").put("1010", "ss2").put("1110", "r1")
    dice(6, 5, ...)
    t.fight("allied").attack("1010", "r1")
    shift, drm, times = read(CHART[row][6])
    assert (*terrain_of(t), t.combat.defence) == (shift, drm, 12 * times)


@pytest.mark.rule("trumpets:note-terrain-3", "trumpets:note-terrain-4")
def test_superiority_needs_a_front_line_unit_of_the_division(dice: Dice) -> None:
    """Guns of 2SS in the hex, and infantry of another division, give the normal night column."""
    t = field("clear", "19EV").put("1010", "ar3").put("1110", "r1")
    dice(6, 5, ...)
    t.fight("allied").attack("1010", "r1")
    assert t.shifts["tab-terrain-clear"] == -1


@pytest.mark.rule("trumpets:note-terrain-3")
def test_peiper_belongs_to_the_first_ss_division(dice: Dice) -> None:
    t = field("clear", "19EV").put("1010", "r1").put("1110", "kpz")
    dice(6, 5, ...)
    assert t.fight().attack("1010", "kpz").shifts["tab-terrain-clear"] == 1


# -- combined arms ------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:note-terrain-1", "trumpets:tab-terrain")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("turn", "column"), [("19AF", 2), ("19EV", 4)])
def test_combined_arms(dice: Dice, row: str, turn: str, column: int) -> None:
    t = field(row, turn).put("1010", "r1").put("1110", "pz", "pg").put("1310", "vak1")
    dice(6, 5, ...)
    t.fight().choose("1010", "pz", "pg").play("guns vak", "attack")
    assert t.shifts.get("note-terrain-1", 0) == read(CHART[row][column])[0]


@pytest.mark.rule("trumpets:note-terrain-1")
@pytest.mark.parametrize(("units", "guns"), [(["pz"], True), (["pg"], True), (["pz", "pg"], False)])
def test_combined_arms_need_tanks_infantry_and_guns(
    dice: Dice, units: list[str], guns: bool
) -> None:
    t = field("clear").put("1010", "r1").put("1110", "pz", "pg").put("1310", "vak1")
    dice(6, 5, ...)
    t.fight().choose("1010", *units)
    if guns:
        t.play("guns vak")
    assert "note-terrain-1" not in t.play("attack").shifts


@pytest.mark.rule("trumpets:note-terrain-1")
def test_combined_arms_do_not_work_across_water(dice: Dice) -> None:
    """The tanks come over the stream, the infantry does not: neither the shift nor the stream."""
    t = Table(water={"1010-1110": "stream"}, roads=["1010-1110"])
    t.put("1010", "r1").put("1110", "pz").put("1109", "pg").put("1310", "vak1")
    dice(6, 5, ...)
    t.fight().choose("1010", "pz", "pg").play("guns vak", "attack")
    assert t.shifts == {}


@pytest.mark.rule("trumpets:tab-pos-arms", "trumpets:tab-pos")
@pytest.mark.parametrize("position", ["ip5", "ip6", "roadblock", "strongpoint", "fortress"])
def test_combined_arms_do_not_work_against_positions(dice: Dice, position: str) -> None:
    t = field("clear").put("1010", "r1").put("1110", "pz", "pg").put("1310", "vak1")
    t.works("1010", position)
    dice(6, 5, ...)
    t.fight().choose("1010", "pz", "pg").play("guns vak", "attack")
    assert "note-terrain-1" not in t.shifts


# -- infantry and assault guns ------------------------------------------------------------------


@pytest.mark.rule("trumpets:note-terrain-2", "trumpets:tab-terrain")
@pytest.mark.parametrize("row", [row for row in ROWS if row.values != ("village",)])
@pytest.mark.parametrize("home", ["woods", "broken"])
def test_stug_assault(dice: Dice, row: str, home: str) -> None:
    t = field(row, home=home).put("1010", "r1").put("1110", "vg1", "stug")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "stug")
    assert t.drm.get("note-terrain-2", 0) == read(CHART[row][3])[1]


@pytest.mark.rule("trumpets:note-terrain-6", "trumpets:tab-terrain-village")
def test_a_village_cancels_the_assault(dice: Dice) -> None:
    t = field("woods village", home="woods").put("1010", "r1").put("1110", "vg1", "stug")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "stug")
    assert t.drm == {"tab-terrain-village": 1, "note-terrain-2": -1}


@pytest.mark.rule("trumpets:note-terrain-2")
@pytest.mark.parametrize("defender", ["m36", "tk", "at57", "aa90"])
def test_the_assault_is_cancelled_by_afv_and_antitank_guns(dice: Dice, defender: str) -> None:
    t = field("woods", home="woods").put("1010", defender).put("1110", "vg1", "stug")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "stug")
    assert "note-terrain-2" not in t.drm


@pytest.mark.rule("trumpets:note-terrain-2")
@pytest.mark.parametrize(
    ("home", "beside"),
    [("clear", False), ("woods", True)],
    ids=["out of clear ground", "from two hexes"],
)
def test_the_assault_starts_together_out_of_woods_or_broken(
    dice: Dice, home: str, beside: bool
) -> None:
    ground = {"1010": "woods", "1110": home, "1109": home}
    t = Table(ground=ground, roads=["1010-1110", "1010-1109"]).put("1010", "r1")
    t.put("1110", "stug").put("1109" if beside else "1110", "vg1")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "stug")
    assert "note-terrain-2" not in t.drm


@pytest.mark.rule("trumpets:note-terrain-2")
def test_the_assault_does_not_work_across_water(dice: Dice) -> None:
    t = Table(
        ground={"1010": "woods", "1110": "woods"},
        water={"1010-1110": "stream"},
        roads=["1010-1110"],
    )
    t.put("1010", "r1").put("1110", "vg1", "stug")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "stug")
    assert "note-terrain-2" not in t.drm


@pytest.mark.rule("trumpets:tab-pos-stug", "trumpets:note-pos-1", "trumpets:tab-pos-er")
@pytest.mark.parametrize("position", ["ip5", "ip6", "roadblock", "strongpoint", "fortress"])
def test_the_assault_works_against_positions_which_keep_their_benefit(
    dice: Dice, position: str
) -> None:
    t = field("woods", home="woods").put("1010", "r1").put("1110", "vg1", "stug")
    t.works("1010", position)
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "stug")
    assert t.drm["note-terrain-2"] == -1
    assert ("gc-9b" in t.drm) == (position != "roadblock")


# -- water --------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:note-terrain-5", "trumpets:rc-terr-1")
@pytest.mark.parametrize(
    ("second", "expected"),
    [("", {}), ("stream", {"tab-terrain-stream": -1}), ("river", {"tab-terrain-river": -2})],
)
def test_water_counts_only_if_all_come_across(
    dice: Dice, second: str, expected: dict[str, int]
) -> None:
    """Over a river and the dry side: nothing; over a river and a stream: the stream."""
    water = {"1010-1110": "river"} | ({"1010-1109": second} if second else {})
    t = Table(water=water).put("1010", "r1").put("1110", "vg1").put("1109", "vg2")
    dice(6, 5, ...)
    assert t.fight().attack("1010", "vg1", "vg2").shifts == expected


@pytest.mark.rule("trumpets:rc-terr-1")
def test_a_bridge_does_not_help(dice: Dice) -> None:
    t = Table(water={"1010-1110": "river"}, roads=["1010-1110"]).put("1010", "r1").put("1110", "pz")
    dice(6, 5, ...)
    assert t.fight().attack("1010", "pz").shifts["tab-terrain-river"] == -2


@pytest.mark.rule("trumpets:tab-terrain-river", "trumpets:tab-terrain-forest")
def test_the_night_counts_once(dice: Dice) -> None:
    """Forest 1L and a river by night 3L: four columns, not five."""
    t = Table("19EV", ground={"1010": "forest"}, water={"1010-1110": "river"})
    t.put("1010", "r1").put("1110", "vg1")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1")
    assert t.shifts == {"tab-terrain-forest": -1, "tab-terrain-river": -3}


@pytest.mark.rule("trumpets:note-crt-1")
def test_seven_to_one_is_possible_against_a_city(dice: Dice) -> None:
    t = Table(ground={"1010": "city"}).put("1010", "aaw", steps=1).put("1110", "pz", "pg")
    t.put("1109", "vg1", "vg2", "vg3").put("1310", "vak1").put("1311", "vak2").put("1312", "vak3")
    t.put("0910", "tiger")
    dice(6, 5, ...)
    t.fight().choose("1010").play("all", "guns vak", "attack")
    assert t.combat.column == "7-1"


# -- positions ----------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:tab-pos", "trumpets:tab-pos-crt", "trumpets:gc-12")
@pytest.mark.parametrize(
    ("position", "shift"),
    [("ip5", 0), ("ip6", 0), ("roadblock", 0), ("strongpoint", -1), ("fortress", -2)],
)
def test_the_shift_of_a_position(dice: Dice, position: str, shift: int) -> None:
    t = field("clear").put("1010", "r1").put("1110", "vg1").works("1010", position)
    dice(6, 5, ...)
    assert t.fight().attack("1010", "vg1").shifts.get("tab-pos-crt", 0) == shift


@pytest.mark.rule("trumpets:tab-pos", "trumpets:tab-pos-er")
@pytest.mark.parametrize(
    ("position", "attacker", "drm"),
    [
        ("ip5", "vg1", {"gc-9b": 1}),  # 4 against 5
        ("ip5", "pg", {"gc-9a": -1}),  # 6 against 5
        ("ip6", "pg", {}),
        ("roadblock", "vg1", {"gc-9a": -1}),  # 4 against the printed 2
        ("strongpoint", "pg", {}),
        ("fortress", "pg", {}),
    ],
)
def test_the_er_of_a_position(
    dice: Dice, position: str, attacker: str, drm: dict[str, int]
) -> None:
    t = field("clear").put("1010", "r3").put("1110", attacker).works("1010", position)
    dice(6, 5, ...)
    assert t.fight().attack("1010", attacker).drm == drm


@pytest.mark.rule("trumpets:tab-pos-er")
def test_a_better_printed_er_is_used(dice: Dice) -> None:
    """Panzer grenadiers of ER 6 in an IP of ER 5."""
    t = field("clear").put("1010", "pg").put("1110", "tk").works("1010", "ip5")
    dice(6, 5, ...)
    assert t.fight("allied").attack("1010", "tk").drm == {"gc-9b": 1}


@pytest.mark.rule("trumpets:tab-pos-flank")
@pytest.mark.parametrize("position", ["ip5", "ip6", "roadblock", "strongpoint", "fortress"])
def test_flank_attacks_work_against_positions(dice: Dice, position: str) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1").put("1109", "vg2").put("0910", "vg3")
    t.works("1010", position)
    dice(6, 5, ...)
    assert t.fight().attack("1010", "vg1", "vg2", "vg3").drm["we-10"] == -1


@pytest.mark.rule("trumpets:tab-pos")
def test_works_without_a_garrison_have_no_effect_elsewhere(dice: Dice) -> None:
    t = field("clear").put("1010", "r1").put("1110", "vg1").works("1009", "fortress")
    dice(6, 5, ...)
    assert t.fight().attack("1010", "vg1").shifts == {}


def test_the_chart_of_these_tests_has_every_row_and_column() -> None:
    charts = Table().g.setting.combat
    assert {row for row, _ in charts.terrain} == set(CHART)
    assert len(charts.terrain) == len(list(product(CHART, range(7))))
