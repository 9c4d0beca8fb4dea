"""Overruns. Rule D7."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import BouncedBack
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.vehicles.overruns import overrun_power
from tests.games.squad.table import Table


def tank(*lines: str, at: str = "D3") -> Table:
    table = Table(*lines, german="PzIVH ss658 Opel", american="us666 2 usBAZ M4A3")
    return table.put("C3", "PzIVH.1", facing="e").put(at, "us666.1+usBAZ.1")


@pytest.mark.rule("squad:D7.1", "squad:D7.11")
def test_a_tank_drives_over_a_squad_in_the_open_for_a_quarter_of_its_points_more() -> None:
    table = tank().move().dice(1, 1).play("move PzIVH.1", "overrun D3")
    fired = table.happened(Fired)[0]
    assert fired.means == "overrun"
    assert fired.column == 16  # (3 + 5) machine-gun factors x 3 / 2, and 4 for the tracks
    assert table.where("us666.1") == ""
    assert table.where("PzIVH.1") == "D3"
    assert table.spent() == 1 + 1 + 4


@pytest.mark.rule("squad:D7.1")
def test_those_who_live_answer_with_what_they_have() -> None:
    table = tank().move().dice(6, 6).play("move PzIVH.1", "overrun D3")
    assert "fire usBAZ.1" in table.offered()


@pytest.mark.rule("squad:D7.1")
def test_no_tank_overruns_a_house_woods_or_another_tank() -> None:
    for line in ("D3 stone_building", "D3 woods"):
        assert not tank(line).move().play("move PzIVH.1").offered("overrun")
    table = tank().put("D3", "M4A3.1").move().play("move PzIVH.1")
    assert not table.offered("overrun")


@pytest.mark.rule("squad:D7.1")
def test_hidden_infantry_is_no_target_and_lorries_overrun_nobody() -> None:
    table = tank().mark("hidden", "us666.1").move().play("move PzIVH.1")
    assert not table.offered("overrun")
    table = tank().put("B2", "Opel.1", facing="e").put("C2", "us666.2").move().play("move Opel.1")
    assert not table.offered("overrun")


@pytest.mark.rule("squad:D7.1")
def test_behind_it_nothing_is_overrun() -> None:
    assert not tank(at="B3").move().play("move PzIVH.1").offered("overrun")


@pytest.mark.rule("squad:D7.1")
def test_who_is_overrun_is_seen_for_what_he_is() -> None:
    table = tank().mark("concealed", "us666.1").move().dice(6, 6, ...)
    table.play("move PzIVH.1", "overrun D3")
    assert not table.is_("concealed", "us666.1")


@pytest.mark.rule("squad:D7.11")
@pytest.mark.parametrize(
    ("vehicle", "buttoned", "factors"),
    [("PzIVH.1", True, 16), ("PzVIB.1", True, 16), ("PzVIB.1", False, 19), ("M8.1", False, 12)],
)
def test_the_firepower_of_an_overrun(vehicle: str, buttoned: bool, factors: int) -> None:
    """Half as much again as its machine-guns, and four for tracks."""
    table = Table(german="PzIVH PzVIB", american="M8 us666").put("C3", vehicle)
    if buttoned:
        table.mark("buttoned", vehicle)
    row = table.g.setting.vehicle_row(table.unit(vehicle))
    guns = row.bmg + row.cmg + (0 if buttoned else row.aamg)
    assert overrun_power(table.g, table.unit(vehicle)) == 8 * factors
    assert 2 * factors == 3 * guns + (8 if row.move == "tracked" else 0)


@pytest.mark.rule("squad:D7.1", "squad:A12.42")
def test_a_concealed_tank_comes_to_light_and_stops_an_overrun() -> None:
    table = tank().put("D3", "M4A3.1").mark("concealed", "us666.1", "M4A3.1").move()
    table.play("move PzIVH.1", "overrun D3")
    assert table.happened(BouncedBack)
    assert not table.is_("concealed", "M4A3.1")
    assert table.is_("concealed", "us666.1")
    assert table.where("PzIVH.1") == "C3"


@pytest.mark.rule("squad:D7.1", "squad:D7.11")
def test_a_tank_that_mines_stop_overruns_nobody() -> None:
    table = tank()
    table.g.mines[table.place("D3")] = (Minefield("at", 5, 1),)
    table.move().dice(1, 6, 1, ...).play("move PzIVH.1", "overrun D3")
    assert not table.is_("motion", "PzIVH.1")
    assert "overrun" not in {event.means for event in table.happened(Fired)}
