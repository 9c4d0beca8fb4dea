"""Mist, falling snow and snow on the ground. Rules E3.1, E3.71, E3.72, E3.74, E3.32."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import BogChecked
from salient.games.squad.sight.los import look_across
from salient.games.squad.sight.stories import story_of
from tests.games.squad.table import Table

ROW = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DENSITIES = {
    "very_light": (0, 0, 0, 1, 1, 1, 2, 3),
    "light": (0, 0, 1, 1, 1, 2, 2, 4),
    "moderate": (0, 1, 1, 2, 2, 3, 4, 6),
    "heavy": (0, 1, 2, 2, 3, 4, 5, 8),
    "very_heavy": (1, 2, 3, 4, 5, None, None, None),
    "extreme": (2, 4, None, None, None, None, None, None),
}
"""The table of the printed sheet: hindrance at 2, 4, 6, 8, 10, 12, 16 and 24 hexes."""
RANGES = (2, 4, 6, 8, 10, 12, 16, 24)


def air(*words: str, lines: tuple[str, ...] = (), german: str = "ss658", american: str = "us666 3"
        ) -> Table:  # fmt: skip
    special = ", ".join(f'"{word}"' for word in words)
    return Table(*lines, german=german, american=american, size=(5, 30),
                 scenario=f"special = [{special}]\n")  # fmt: skip


def hindrance(table: Table, origin: str, to: str) -> int | None:
    look = look_across(table.g, table.place(origin), table.place(to))
    story = story_of(table.g, look)
    assert story.clear == look.clear
    assert not look.clear or story.hindrance == look.hindrance
    return look.hindrance if look.clear else None


@pytest.mark.rule("squad:E3.32")
@pytest.mark.parametrize("density", DENSITIES)
def test_mist_hinders_as_the_printed_table_says(density: str) -> None:
    table = air(f"mist_{density}")
    found = tuple(hindrance(table, "C1", f"C{1 + away}") for away in RANGES)
    assert found == DENSITIES[density]
    assert hindrance(table, "C1", "C2") == 0, "never next door"


@pytest.mark.rule("squad:E3.71")
def test_falling_snow_hinders_beyond_six_hexes_only() -> None:
    table = air("falling_snow")
    assert [hindrance(table, "C1", f"C{row}") for row in (7, 8, 25)] == [0, 1, 1]


@pytest.mark.rule("squad:E3.1")
def test_thin_mist_never_blocks_alone_but_does_with_another_hindrance() -> None:
    assert hindrance(air("mist_heavy"), "C1", "C25") == 8
    assert hindrance(air("mist_heavy", lines=("C3 brush",)), "C1", "C25") is None
    assert hindrance(air("mist_heavy", lines=("C3 brush",)), "C1", "C10") == 4
    assert hindrance(air("mist_heavy", lines=("C3 brush",)), "C1", "C13") == 5
    assert hindrance(air("mist_heavy", lines=("C3 brush",)), "C1", "C16") is None, "six are enough"


@pytest.mark.rule("squad:E3.1", "squad:A4.6")
@pytest.mark.parametrize(("density", "runs_in_the_open"), [("heavy", True), ("very_heavy", False)])
def test_thin_mist_does_not_cover_who_runs_in_the_open(
    density: str, runs_in_the_open: bool
) -> None:
    table = air(f"mist_{density}").put("C1", "ss658.1").put("C6", "us666.1").move("german")
    table.play("move ss658.1", "go C2").dice(3, 3, ...).attack("us666.1", "C2")
    (shot,) = table.happened(Fired)
    found = {modifier.rule: modifier.value for modifier in shot.modifiers}
    assert ("A4.6" in found) is runs_in_the_open
    assert (
        found.get("E3.1" if runs_in_the_open else "A6.7") == {"heavy": 1, "very_heavy": 2}[density]
    )


@pytest.mark.rule("squad:E3.32")
def test_nobody_fires_through_thick_mist() -> None:
    table = air("mist_extreme").put("C1", "ss658.1").put("C8", "us666.1").fire("german", "prep")
    assert not table.offered("fire")
    table = air("mist_extreme").put("C1", "ss658.1").put("C5", "us666.1").fire("german", "prep")
    assert table.offered("fire")


@pytest.mark.rule("squad:E3.72")
@pytest.mark.parametrize(("words", "more"), [
    (("snow",), 1), (("deep_snow",), 1), (("snow", "frozen"), 0), (("mud",), 0),
])  # fmt: skip
def test_snow_on_soft_ground_makes_bogging_likelier(words: tuple[str, ...], more: int) -> None:
    table = air(*words, lines=("C3 woods",), german="PzIVH").put("C2", "PzIVH.1", facing="se")
    table.move("german").play("move PzIVH.1").dice(1, 1, 1, 1, ...).play("drive C3")
    checks = table.happened(BogChecked)
    assert checks
    for check in checks:
        assert sum(m.value for m in check.modifiers if m.rule == "E3.72") == more


@pytest.mark.rule("squad:E3.74")
@pytest.mark.parametrize(("word", "throws"), [("snow", False), ("deep_snow", False), ("mud", True)])
def test_no_smoke_grenades_where_snow_lies(word: str, throws: bool) -> None:
    table = air(word).put("C1", "us666.1").put("C12", "ss658.1").move("american")
    table.play("move us666.1")
    assert bool(table.offered("smoke")) is throws
