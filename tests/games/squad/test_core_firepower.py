"""How much fires, and how often: the columns, cowering, second fire, fire lanes. Rules A7 to A9."""

from __future__ import annotations

from typing import Any

import pytest

from salient.boards.bits import members
from salient.games.squad.combat.attack import struck
from salient.games.squad.combat.firepower import column_of, eighths
from salient.games.squad.combat.lanes import can_lay, grain, is_swept, lanes_at, lay_lane
from salient.games.squad.core.events.fire import Cowered, Fired
from salient.games.squad.core.march import March
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.infantry.aims import Targets, find_targets
from tests.games.squad.table import Table

AMERICAN = 1
PRINTED = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)


def last_fire(table: Table) -> Fired:
    fired: Fired = table.happened(Fired)[-1]
    return fired


# -- the columns ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:A7.3")
@pytest.mark.parametrize(("index", "factor"), [*enumerate(PRINTED)])
def test_a_column_is_reached_by_its_factors_and_by_nothing_less(index: int, factor: int) -> None:
    assert COLUMNS[index] == factor
    assert column_of(8 * factor) == index
    assert column_of(8 * factor - 1) == index - 1


@pytest.mark.rule("squad:A7.3")
def test_rolls_beyond_the_table_are_read_in_its_first_and_last_line() -> None:
    tables = Table(german="ss658").g.setting.tables
    assert [tables.result(0, roll) for roll in (-4, -1, 0, 1, 2)] == [
        "1KIA", "1KIA", "1KIA", "K/1", "1MC",
    ]  # fmt: skip
    assert [tables.result(10, roll) for roll in (14, 15, 16, 30)] == ["NMC", "PTC", "PTC", "PTC"]
    assert tables.result(9, 14) == "PTC"


@pytest.mark.rule("squad:A7.3")
@pytest.mark.parametrize(
    ("unit", "at", "power"),
    [
        ("ss658.1", "C4", 18), ("ss658.1", "C3", 12), ("ss658.1", "E4", 6), ("ss658.1", "H4", 6),
        ("ss658.1", "I4", 3), ("ssHMG.1", "D4", 14), ("ssHMG.1", "E4", 7), ("ss91.1", "D4", 0),
        ("ssFT.1", "D4", 24), ("ssFT.1", "E4", 12), ("ssFT.1", "C4", 24),
    ],
)  # fmt: skip
def test_near_counts_double_and_far_half_but_flames_are_no_hotter_next_door(
    unit: str, at: str, power: int
) -> None:
    table = Table(german="ss658 ss91 ssFT ssHMG", american="us666", size=(12, 10))
    table.put("C4", "ss658.1+ssFT.1+ssHMG.1", "ss91.1").put(at, "us666.1")
    assert eighths(table.g, table.unit(unit), table.place(at), "prep") == power * 8


@pytest.mark.rule("squad:A7.3")
def test_one_known_target_among_question_marks_is_fired_at_in_full() -> None:
    for concealed, column in (("us666.1", 6), ("us666.1 us666.2", 2)):
        table = Table("F3 woods", german="ss658", american="us666 2").put("C3", "ss658.1")
        table.put("F3", "us666.1", "us666.2").mark("concealed", *concealed.split())
        table.fire("german", "prep").dice(6, 5).attack("ss658.1")
        assert last_fire(table).column == column


@pytest.mark.rule("squad:A7.36", "squad:A7.24")
@pytest.mark.parametrize(
    ("unit", "at", "power"),
    [
        ("ss658.1", "F3", 4), ("ss658.1", "D3", 7), ("ss658.1", "I3", 1.5), ("ss548.1", "F3", 4),
        ("ger468.1", "F3", 2), ("ss228.1", "D3", 2), ("ssLMG.1", "F3", 1.5), ("PzVG.1", "F3", 5),
    ],
)  # fmt: skip
def test_assault_fire_is_for_squads_that_have_it_within_their_range(
    unit: str, at: str, power: float
) -> None:
    """Half of five is two and a half: it is rounded up, and one is added."""
    table = Table(german="ss658 ss548 ger468 ss228 ssLMG PzVG", american="us666", size=(12, 10))
    table.put("C3", "ss658.1+ssLMG.1", "ss548.1", "ger468.1", "ss228.1").put(at, "us666.1")
    table.put("C3", "PzVG.1", facing="e")
    assert eighths(table.g, table.unit(unit), table.place(at), "advancing") == power * 8


@pytest.mark.rule("squad:A7.36")
def test_the_pinned_have_no_assault_fire() -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1").put("F3", "us666.1")
    table.mark("pinned", "ss658.1")
    assert eighths(table.g, table.unit("ss658.1"), table.place("F3"), "advancing") == 12


# -- cowering -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A7.9")
@pytest.mark.parametrize(
    ("firers", "dice", "column", "cowers"),
    [
        ("ss658.1", (3, 3), 4, True),
        ("ss658.1", (3, 4), 6, False),
        ("ss436.1", (3, 3), 1, True),
        ("ss436.1 ss658.1", (3, 3), 4, True),
        ("ss658.1 ss658.2", (3, 3), 8, True),
        ("ssHMG.1", (4, 4), 4, True),
        ("sshero.1", (3, 3), 1, False),
        ("PzVG.1", (5, 5), 8, False),
    ],
)
def test_doubles_cost_squads_a_column_and_raw_ones_two(
    firers: str, dice: tuple[int, int], column: int, cowers: bool
) -> None:
    table = Table(german="ss658 2 ss436 sshero ssHMG PzVG", american="us666 2")
    table.put("C3", "ss658.1+ssHMG.1", "ss658.2", "ss436.1", "sshero.1").put("E3", "us666.1")
    table.put("C3", "PzVG.1", facing="e").fire("german", "prep")
    first, *others = firers.split()
    table.dice(*dice, ...).attack(first, "E3", *others)
    assert last_fire(table).column == column
    assert bool(table.happened(Cowered)) is cowers


# -- firing again ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:A8.3")
@pytest.mark.parametrize(
    ("known", "again"),
    [("", True), ("ss658.2", False), ("concealed ss658.2", True), ("hidden ss658.2", True)],
)
def test_a_second_fire_goes_to_the_nearest_enemy_that_is_known(known: str, again: bool) -> None:
    """The runner is three hexes off; the other squad, in the woods, is two."""
    table = Table("F6 woods", german="ss658 2", american="us666", mover="german")
    table.put("C3", "ss658.1").put("D7", "us666.1")
    if known:
        state, _, unit = known.rpartition(" ")
        table.put("F6", unit)
        if state:
            table.mark(state, unit)
    table.move().play("move ss658.1").play("go C4").dice(6, 5).attack("us666.1", "C4")
    assert last_fire(table).column == 6
    while table.asked.endswith("fire.first"):
        table.play("pass")
    table.play("go B4")
    assert ("fire us666.1" in table.offered()) is again


@pytest.mark.rule("squad:A8.3")
@pytest.mark.parametrize(("to", "again"), [("C5", True), ("B4", False)])
def test_a_second_fire_reaches_no_farther_than_the_normal_range(to: str, again: bool) -> None:
    table = Table(german="ss658", american="us666", mover="german", size=(10, 14))
    table.put("C3", "ss658.1").put("D10", "us666.1").move().play("move ss658.1", "go C4")
    table.dice(6, 5).attack("us666.1")
    while table.asked.endswith("fire.first"):
        table.play("pass")
    table.play(f"go {to}")
    assert ("fire us666.1" in table.offered()) is again


@pytest.mark.rule("squad:A8.3")
def test_the_machine_guns_of_a_tank_fire_again_at_half_strength_each_that_has_fired() -> None:
    """Two and four factors of hull and turret at C4; then all of them again, at C5."""
    table = Table(german="ss658", american="M4A3", mover="german")
    table.put("C3", "ss658.1").put("E6", "M4A3.1", facing="nw").move().play("move ss658.1", "go C4")
    full = eighths(table.g, table.unit("M4A3.1"), table.place("C4"), "first")
    table.dice(6, 6, ...).attack("M4A3.1", "C4")
    while table.asked.endswith("fire.first"):
        table.play("pass")
    table.play("go C5")
    assert "fire M4A3.1" in table.offered()
    near = table.place("C5")
    assert eighths(table.g, table.unit("M4A3.1"), near, "first") == full // 2


# -- fire lanes -----------------------------------------------------------------------------------


def gunner(*lines: str, at: str = "D8", weapon: str = "usMMG", **more: Any) -> Table:
    """An American machine-gun that reaches ten hexes; a German runs before it."""
    table = Table(*lines, german="ss658 2", american="us666 2 usMMG usHMG", **more)
    return table.put(at, f"us666.1+{weapon}.1").put("B2", "ss658.1")


@pytest.mark.rule("squad:A9.22")
@pytest.mark.parametrize(
    ("target", "lays"),
    [("D3", True), ("D1", True), ("F7", True), ("E5", False), ("C5", False), ("B4", False),
     ("G6", False), ("F8", True), ("H6", True), ("B7", True)],
)  # fmt: skip
def test_a_lane_is_laid_along_a_row_of_hexes_only(target: str, lays: bool) -> None:
    table = gunner()
    gun = table.unit("usMMG.1")
    offset = grain_of(table, "D8", target)
    assert can_lay(table.g, (gun,), table.place(target)) is lays is (offset is not None)


def grain_of(table: Table, one: str, other: str) -> tuple[int, int] | None:
    here, there = (table.g.setting.board.hex(table.place(name)).spot for name in (one, other))
    return grain(there[0] - here[0], there[1] - here[1])


@pytest.mark.rule("squad:A9.22")
def test_a_lane_is_laid_by_one_fresh_machine_gun_within_its_range() -> None:
    table = gunner(size=(6, 24), at="D22")
    gun, squad, other = (table.unit(name) for name in ("usMMG.1", "us666.1", "us666.2"))
    assert can_lay(table.g, (gun,), table.place("D12")), "ten hexes"
    assert not can_lay(table.g, (gun,), table.place("D11"))
    assert not can_lay(table.g, (squad,), table.place("D18"))
    assert not can_lay(table.g, (gun, other), table.place("D18"))
    table.mark("first_fired", "us666.1", "us666.2")
    assert can_lay(table.g, (gun,), table.place("D18")), "others have fired"
    table.mark("first_fired", "usMMG.1")
    assert not can_lay(table.g, (gun,), table.place("D18"))


@pytest.mark.rule("squad:A9.22")
@pytest.mark.parametrize(
    ("lines", "last"),
    [((), "D12"), (("D15 woods",), "D15"), (("D14 level=1",), "D15"), (("D17 brush",), "D12")],
)
def test_a_lane_goes_on_to_the_range_of_the_gun_or_to_where_it_sees_no_farther(
    lines: tuple[str, ...], last: str
) -> None:
    table = gunner(*lines, size=(6, 24), at="D22")
    gun = table.unit("usMMG.1")
    lay_lane(table.g, gun, table.place("D19"), table.events)
    (lane,) = table.g.lanes
    assert (lane.weapon, lane.origin) == (gun, table.place("D22"))
    assert lane.column == 1, "half of four factors"
    rows = range(int(last[1:]), 22)
    assert set(lane.hexes) == {table.place(f"D{row}") for row in rows}
    assert [bool(lanes_at(table.g, table.place(f"D{row}"))) for row in (int(last[1:]), 11)] == [
        True, False,
    ]  # fmt: skip
    assert not lanes_at(table.g, table.place("E18"))


@pytest.mark.rule("squad:A9.22")
def test_a_lane_sweeps_its_own_level_and_what_it_sees() -> None:
    table = gunner("D5 level=1", "E8 woods", "F7 open_ground")
    origin = table.place("D8")
    for name, swept in (("D6", True), ("D5", False), ("D4", False), ("E8", True), ("F7", False)):
        assert is_swept(table.g, origin, table.place(name)) is swept


# -- first fire -----------------------------------------------------------------------------------


def moving(*units: str, riding: str = "") -> Table:
    """Germans on the move in D4, others beside them; the Americans may fire."""
    table = Table(german="ss658 3 PzIVH Opel SPW251", american="us666", mover="german")
    table.put("D4", *units, facing="e").put("D4", "ss658.3").put("F3", "ss658.2")
    table.put("H4", "us666.1")
    if riding:
        table.aboard(units[0], riding)
    table.g.march = March(tuple(table.unit(unit) for unit in units))
    return table


@pytest.mark.rule("squad:A8.1")
@pytest.mark.parametrize(
    ("units", "riding", "small", "shell", "aim"),
    [
        ("ss658.1", "", True, True, False),
        ("PzIVH.1", "", False, False, True),
        ("PzIVH.1", "ss658.1", True, False, True),
        ("PzIVH.1 ss658.1", "", True, True, True),
        ("Opel.1", "", True, False, True),
        ("SPW251.1", "ss658.1", True, False, True),
    ],
)
def test_first_fire_is_aimed_at_those_who_move(
    units: str, riding: str, small: bool, shell: bool, aim: bool
) -> None:
    table = moving(*units.split(), riding=riding)
    here = 1 << table.place("D4")
    found = find_targets(table.g, AMERICAN, "first")
    assert found.at == (here if small else 0)
    assert found.places == (here if small else 0)
    assert found.shell == (here if shell else 0)
    assert found.aim == (1 << table.unit(units.split()[0]) if aim else 0)


@pytest.mark.rule("squad:A8.1")
def test_nobody_is_fired_at_where_nobody_moves_and_in_other_phases_all_are() -> None:
    table = moving("ss658.1")
    places = {table.place(name) for name in ("D4", "F3")}
    assert set(members(find_targets(table.g, AMERICAN, "defensive").places)) == places
    table.g.march = None
    assert find_targets(table.g, AMERICAN, "first") == Targets(0, 0, 0, 0)


@pytest.mark.rule("squad:A8.1")
def test_an_attack_strikes_those_who_move_or_all_who_are_there_and_not_in_melee() -> None:
    table = moving("PzIVH.1", riding="ss658.1")
    here = table.place("D4")

    def names(units: int) -> set[str]:
        return {table.g.setting.units[unit].token for unit in members(units)}

    assert names(struck(table.g, here, 0, moving=True)) == {"PzIVH.1", "ss658.1"}
    assert names(struck(table.g, here, 0, moving=False)) == {"PzIVH.1", "ss658.1", "ss658.3"}
    table.mark("melee", "ss658.3")
    assert names(struck(table.g, here, 0, moving=False)) == {"PzIVH.1", "ss658.1"}
    table.g.march = None
    assert names(struck(table.g, here, 0, moving=True)) == {"PzIVH.1", "ss658.1"}
    assert not struck(table.g, here, AMERICAN, moving=False)
