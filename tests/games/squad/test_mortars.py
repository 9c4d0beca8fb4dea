"""Mortars: area fire, air bursts, spotters, and where they may stand. Rules C3.33, C9."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.core.events.fire import Fired, HitRolled
from salient.games.squad.core.events.men import Eliminated
from salient.games.squad.core.events.play import Marked, Rubbled
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.ground.street_blocks import blocks
from salient.games.squad.guns.mortars import can_lob, is_mortar, sight_of
from salient.games.squad.show.described_odds import described_combat
from salient.games.squad.show.odds import planned_attack
from tests.games.squad.street_table import block, on_street, street
from tests.games.squad.table import Table

GERMAN = "ss658 3 ss91 ssMTR50 ss228 2 grw34 grw42 pak40"
AMERICAN = "us666 3 us81 usMTR60"


def field(*lines: str, **more: Any) -> Table:
    return Table(*lines, german=GERMAN, american=AMERICAN, size=(12, 16), **more)


def battle(*lines: str, mortar: str = "ss658.1+ssMTR50.1", at: str = "D2", **more: Any) -> Table:
    """A mortar in D2 fires at the Americans in D7, five hexes off."""
    table = field(*lines, **more).put(at, mortar, facing="sw").put("D7", "us666.1")
    return table.fire("german", "prep")


def modifiers(table: Table) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in table.happened(Fired)[-1].modifiers}


@pytest.mark.rule("squad:B23.423", "squad:fn-B16A")
@pytest.mark.parametrize(
    ("weapon", "at", "state", "lobs"),
    [
        ("grw34.1", "D2", "", True), ("grw34.1", "D3", "", False),
        ("grw34.1", "D2", "malfunctioned", False), ("pak40.1", "D2", "", False),
    ],
)  # fmt: skip
def test_only_a_mortar_in_order_and_under_no_roof_lobs_its_shells(
    weapon: str, at: str, state: str, lobs: bool
) -> None:
    table = field("D3 stone_building").put(at, f"ss228.1+{weapon}", facing="sw")
    if state:
        table.mark(state, weapon)
    assert can_lob(table.g, table.unit(weapon), "prep") is lobs


# -- To Hit and effect ----------------------------------------------------------------------------


@pytest.mark.rule("squad:C3.33")
@pytest.mark.parametrize(
    ("mortar", "to", "need", "column"),
    [("ss658.1+ssMTR50.1", "D7", 7, 2), ("ss228.1+grw34.1", "D7", 7, 8),
     ("ss228.1+grw34.1", "D15", 8, 8), ("ss228.1+grw42.1", "D15", 8, 12)],
)  # fmt: skip
def test_a_hit_is_half_the_shell_and_the_range_gives_the_number(
    mortar: str, to: str, need: int, column: int
) -> None:
    table = field().put("D2", mortar, facing="sw").put(to, "us666.1").fire("german", "prep")
    name = mortar.split("+")[1]
    table.dice(3, 4, 3, 3, ...).attack(name, to)
    (roll,) = table.happened(HitRolled)
    assert (roll.need, roll.result) == (need, "hit")
    assert table.happened(Fired)[0].column == column


@pytest.mark.rule("squad:C3.7")
def test_an_original_two_has_the_whole_effect() -> None:
    table = battle().dice(1, 1, 3, 3, ...).attack("ssMTR50.1", "D7")
    assert table.happened(HitRolled)[0].result == "critical"
    assert table.happened(Fired)[0].column == 6


@pytest.mark.rule("squad:C3.33", "squad:B13.3")
def test_cover_counts_on_the_table_and_not_in_the_to_hit_roll() -> None:
    table = battle("D7 stone_building").dice(3, 4, 3, 3).attack("ssMTR50.1", "D7")
    (roll,) = table.happened(HitRolled)
    assert (roll.need, roll.modifiers) == (7, ())
    assert modifiers(table) == {"B23": 3}


@pytest.mark.rule("squad:C3.33")
def test_neither_concealment_nor_nearness_matters_to_an_area() -> None:
    table = field().put("D2", "ss658.1+ssMTR50.1").put("D4", "us666.1")
    table.mark("concealed", "us666.1").fire("german", "prep")
    table.dice(3, 4, 6, 6).attack("ssMTR50.1", "D4")
    (roll,) = table.happened(HitRolled)
    assert (roll.need, roll.modifiers) == (7, ())


@pytest.mark.rule("squad:C3.33", "squad:A6.7")
def test_a_hindrance_counts_in_the_to_hit_roll_alone() -> None:
    table = battle("D5 brush").dice(3, 3, 6, 6).attack("ssMTR50.1", "D7")
    (roll,) = table.happened(HitRolled)
    assert {m.rule: m.value for m in roll.modifiers} == {"A6.7": 1}
    assert modifiers(table) == {}


@pytest.mark.rule("squad:P1.1b", "squad:B13.3", "squad:B35.1")
@pytest.mark.parametrize(
    ("terrain", "scenario"),
    [("woods", ""), ("pine_woods", ""), ("woods", 'special = ["light_woods"]\n')],
)
def test_bombs_burst_in_the_trees(terrain: str, scenario: str) -> None:
    table = battle(f"D7 {terrain}", scenario=scenario)
    table.dice(3, 4, 3, 3, ...).attack("ssMTR50.1", "D7")
    assert list(modifiers(table).values()) == [-1]


@pytest.mark.rule("squad:B27.3")
def test_a_foxhole_is_deep_enough_for_bombs() -> None:
    table = field().put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1")
    table.mark("entrenched", "us666.1").fire("german", "prep")
    table.dice(3, 4, 3, 3).attack("ssMTR50.1", "D7")
    assert modifiers(table) == {"B27.3": 4}


@pytest.mark.rule("squad:C1", "squad:C3.33")
def test_walls_and_heights_help_nobody() -> None:
    table = battle("D7 sides=N:wall level=1").dice(3, 4, 3, 3, ...).attack("ssMTR50.1", "D7")
    assert modifiers(table) == {}


@pytest.mark.rule("squad:C3.33", "squad:A4.6", "squad:A4.61")
def test_who_runs_in_the_open_is_easier_prey() -> None:
    table = field().put("D2", "ss658.1+ssMTR50.1").put("D8", "us666.1")
    table.move("american").play("move us666.1", "go D7").dice(3, 4, 6, 6)
    table.attack("ssMTR50.1", "D7")
    assert modifiers(table) == {"A4.6": -1, "A4.61": -1}


def test_hidden_units_suffer_too_and_nothing_tells_of_them() -> None:
    table = field().put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1", "us666.2")
    table.mark("hidden", "us666.1").mark("entrenched", "us666.1").fire("german", "prep")
    table.dice(3, 4, 1, 1, 1, 1, ...).attack("ssMTR50.1", "D7")
    assert modifiers(table) == {}, "those of the one who is seen"


# -- range, sight, rate of fire -------------------------------------------------------------------


@pytest.mark.rule("squad:C2.25")
@pytest.mark.parametrize(
    ("to", "offered"), [("D3", False), ("D4", True), ("D15", True), ("D16", False)]
)
def test_a_mortar_has_a_least_and_a_greatest_range(to: str, offered: bool) -> None:
    table = field().put("D2", "ss658.1+ssMTR50.1").put(to, "us666.1").fire("german", "prep")
    assert ("fire ssMTR50.1" in table.offered()) is offered


@pytest.mark.rule("squad:C9.3")
def test_who_does_not_see_needs_a_spotter_next_to_him_and_that_costs_two() -> None:
    table = field("D4 woods", "C2 level=3").put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1")
    assert "fire ssMTR50.1" not in table.fire("german", "prep").offered()
    table = field("D4 woods", "C2 level=3").put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1")
    table.put("C2", "ss91.1").fire("german", "prep").dice(6, 6).attack("ssMTR50.1", "D7")
    (roll,) = table.happened(HitRolled)
    assert (roll.need, {m.rule: m.value for m in roll.modifiers}) == (5, {"C9.3": 2})
    far = field("D4 woods", "B2 level=3").put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1")
    far.put("B2", "ss91.1").fire("german", "prep")
    assert "fire ssMTR50.1" not in far.offered(), "two hexes off nobody hears him"
    broken = field("D4 woods", "C2 level=3").put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1")
    broken.put("C2", "ss91.1").mark("broken", "ss91.1").fire("german", "prep")
    assert "fire ssMTR50.1" not in broken.offered()


@pytest.mark.rule("squad:C9.3")
@pytest.mark.parametrize("smoke", ["C2", "E2"])
def test_of_two_spotters_the_one_who_sees_better_is_taken(smoke: str) -> None:
    table = field("D4 woods", "C2 level=3", "E2 level=3").put("D2", "ss658.1+ssMTR50.1")
    table.put("D7", "us666.1").put("C2", "ss91.1").put("E2", "ss658.2")
    table.g.smoke[table.place(smoke)] = 2
    found = sight_of(table.g, table.unit("ssMTR50.1"), table.place("D7"))
    assert found is not None
    assert (found[0].hindrance, found[1]) == (0, True)


@pytest.mark.rule("squad:C2.24", "squad:C6.5")
def test_a_low_coloured_die_lets_it_fire_again_on_an_acquired_target() -> None:
    table = battle().dice(3, 6).attack("ssMTR50.1", "D7").dice(4, 6).attack("ssMTR50.1", "D7")
    assert [{m.rule: m.value for m in roll.modifiers} for roll in table.happened(HitRolled)] == [
        {}, {"C6.5": -1},
    ]  # fmt: skip
    assert "fire ssMTR50.1" not in table.offered()


@pytest.mark.rule("squad:C5.11")
def test_a_heavy_mortar_must_be_turned_and_a_light_one_not() -> None:
    for mortar, cases in (("ss228.1+grw34.1", {"C5.11": 4}), ("ss658.1+ssMTR50.1", {})):
        table = field().put("D2", mortar, facing="ne").put("D7", "us666.1").fire("german", "prep")
        table.dice(6, 6).attack(mortar.split("+")[1], "D7")
        (roll,) = table.happened(HitRolled)
        assert {m.rule: m.value for m in roll.modifiers} == cases


def test_no_mortar_is_aimed_at_a_vehicle() -> None:
    table = Table(german="ss658 ssMTR50", american="M4", size=(6, 9)).put("D7", "M4.1")
    table.put("D2", "ss658.1+ssMTR50.1").fire("german", "prep")
    assert "fire ssMTR50.1" not in table.offered()


# -- where they may stand -------------------------------------------------------------------------


@pytest.mark.rule("squad:B23.423", "squad:fn-B16A")
@pytest.mark.parametrize(
    ("line", "fires"),
    [("D2 wooden_building", False), ("D2 stone_building", False), ("D2 woods", True),
     ("D2 under=rail under_sides=N,S cars=printed", True)],
)  # fmt: skip
def test_no_mortar_fires_inside_a_building_but_one_does_between_rail_cars(
    line: str, fires: bool
) -> None:
    assert ("fire ssMTR50.1" in battle(line).offered()) is fires


@pytest.mark.rule("squad:B32.53", "squad:fn-B16A")
@pytest.mark.parametrize(("gun", "bar"), [("grw34", ""), ("grw42", "")])
def test_mortars_of_any_size_stand_between_rail_cars(gun: str, bar: str) -> None:
    table = field("D2 under=rail under_sides=N,S cars=printed")
    assert may_set_up(table.g, table.unit(f"{gun}.1"), table.place("D2")) == bar


@pytest.mark.rule("squad:B34.4b")
def test_a_light_mortar_is_carried_up_a_tower_and_no_heavy_one_is() -> None:
    table = field("D2 tower=1", scenario='special = ["towers"]\n').put("D7", "us666.1")
    assert may_set_up(table.g, table.unit("grw34.1"), table.place("D2")) == "B34.4b"
    table.mark("half", "ss658.1").put("D2/tower", "ss658.1+ssMTR50.1").fire("german", "prep")
    assert "fire ssMTR50.1" in table.offered()


# -- chapters -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.141c", "squad:ex-P5.141e")
def test_a_roadblock_gives_no_cover_from_a_mortar() -> None:
    """H bypasses O17; F in P17 spots for the mortar in Q18, and fires at him, too."""
    table = street(german="ss658 2 ssMTR50", american="us666")
    block(table)
    on_street(table, "us666.1", "O17", "sw", "sw")
    table.put("Q18", "ss658.1+ssMTR50.1").put("P17", "ss658.2").fire("german", "prep")
    table.dice(1, 2, 6, 6).attack("ssMTR50.1", "O17")
    (roll,) = table.happened(HitRolled)
    assert roll.result == "hit"
    assert "P5.141e" not in {modifier.rule for modifier in roll.modifiers}
    assert modifiers(table) == {}
    table.dice(6, 6).attack("ss658.2", "O17")
    assert modifiers(table)["P5.141e"] == 2


@pytest.mark.rule("squad:P5.1411d")
@pytest.mark.parametrize(("at", "dice", "gone"), [
    ("O18", (1, 1), True), ("O17", (1, 1), True), ("O18", (3, 4), False), ("N17", (1, 1), False),
])  # fmt: skip
def test_a_bomb_that_would_kill_removes_a_roadblock(
    at: str, dice: tuple[int, int], gone: bool
) -> None:
    table = street(german="ss228 grw34", american="us666")
    block(table).put("M16", "ss228.1+grw34.1", facing="e").put(at, "us666.1")
    table.fire("german", "prep").dice(1, 2, *dice, 6, 6, 6, 6, ...)
    table.attack("grw34.1", at)
    assert table.happened(HitRolled)[0].result == "hit"
    assert bool(list(blocks(table.g))) is not gone
    assert bool(table.happened(Marked)) is gone


@pytest.mark.rule("squad:B24.11")
def test_a_heavy_bomb_may_bring_a_house_down() -> None:
    table = battle("D7 wooden_building", mortar="ss228.1+grw34.1")
    table.dice(1, 2, 1, 1, 1, 1, 1)  # hit, 1KIA, the morale check in the house, its fall
    table.attack("grw34.1", "D7")
    assert table.happened(Rubbled)
    assert [event.cause for event in table.happened(Eliminated)]


# -- forecast -------------------------------------------------------------------------------------


def test_the_forecast_of_a_shot_is_exact() -> None:
    """By hand: need 7 hits with 21 of 36, one of them critical; column 2 and 6, woods -1."""
    table = field("D7 woods").put("D2", "ss658.1+ssMTR50.1").put("D7", "us666.1")
    table.put("F7", "us666.2").fire("german", "prep").play("fire ssMTR50.1")
    found = planned_attack(table.g, table.place("D7"))
    assert found is not None
    assert found.figures["hit"] == pytest.approx(21 / 36)
    assert sum(found.tables["result"].values()) == pytest.approx(1)
    assert sum(found.tables["fate"].values()) == pytest.approx(1)
    tables = table.g.setting.tables
    ways = {n: 6 - abs(7 - n) for n in range(2, 13)}
    kills = sum(
        w * (20 * tables.result(1, n - 1).endswith("KIA") + tables.result(3, n - 1).endswith("KIA"))
        for n, w in ways.items()
    ) / 36 / 36  # fmt: skip
    assert sum(c for r, c in found.tables["result"].items() if str(r).endswith("KIA")) == (
        pytest.approx(kills)
    )


def test_a_shell_can_be_described_in_words() -> None:
    setting = field().g.setting
    found = described_combat(setting, {"hit": "12", "fp": "8"})
    bullet = described_combat(setting, {"fp": "8"})
    assert found.figures["hit"] == pytest.approx(1)
    assert found.figures["out_of_action"] > bullet.figures["out_of_action"], "critical hits"
    miss = described_combat(setting, {"hit": "2", "fp": "8"})
    assert miss.figures["hit"] == pytest.approx(1 / 36)


@pytest.mark.rule("squad:C9")
def test_mortars_are_mortars_and_other_guns_are_not() -> None:
    table = Table(german="ss228 pak40 ssMTR50 ssHMG", american="us666 usMTR60")
    mortars = {"ssMTR50.1", "usMTR60.1"}
    for unit in ("pak40.1", "ssMTR50.1", "ssHMG.1", "usMTR60.1", "ss228.1"):
        assert is_mortar(table.g, table.unit(unit)) is (unit in mortars)
