"""Guns that a scenario ended with on the hook: they, their crews and lorries stay together."""

from __future__ import annotations

import pytest

from salient.games.peiper.standing.pool import lose
from tests.games.peiper.table import Campaign

GUN, CREW, LORRY = "us57.1", "us227.1", "Truck.1"


def hooked(where: str) -> Campaign:
    """A gun on the hook of a lorry, its crew beside it: all have got off (P8.6031b)."""
    table = Campaign("stoumont", "20AM").hold_limits().put(where, f"{CREW}+{GUN}", LORRY)
    table.g.towed[table.unit(GUN)] = table.unit(LORRY)
    return table


@pytest.mark.rule("peiper:P8.613", "peiper:P8.6031b")
def test_a_gun_on_the_hook_and_its_crew_shift_with_the_lorry() -> None:
    table = hooked("S22").step(605).step(613)
    assert f"relocate {CREW}" not in table.offered()
    table.play(f"relocate {LORRY}", "to GG1")
    assert [table.boxed(unit) for unit in (LORRY, GUN, CREW)] == ["GG1"] * 3


@pytest.mark.rule("peiper:P8.613", "peiper:P8.6031b")
def test_they_come_out_of_a_box_together() -> None:
    table = Campaign("stoumont", "20AM").hold_limits().box("GG1", f"{CREW}+{GUN}", LORRY)
    table.g.towed[table.unit(GUN)] = table.unit(LORRY)
    table.step(605).step(613)
    assert f"relocate {CREW}" not in table.offered()
    table.play(f"relocate {LORRY}")
    target = next(text for text in table.texts("to") if text not in ("to GG1", "to SS20"))
    table.play(target)
    assert table.where(LORRY) == table.where(GUN) == table.where(CREW) == target.split()[1]


@pytest.mark.rule("peiper:P8.606", "peiper:P8.6031b")
def test_a_gun_on_the_hook_and_its_crew_escape_or_fall_with_the_lorry() -> None:
    table = hooked("N50").dice(1, 1).step(605).step(606)
    assert table.where(LORRY) != "N50"
    assert table.where(LORRY) == table.where(GUN) == table.where(CREW)
    assert table.boxed(LORRY) == table.boxed(GUN) == table.boxed(CREW)
    table = hooked("N50").dice(6, 6).step(605).step(606)
    assert all(table.is_("lost", unit) for unit in (LORRY, GUN, CREW))


@pytest.mark.rule("peiper:P8.606", "peiper:P8.6031b")
def test_from_a_lorry_that_cannot_move_only_the_crew_escapes() -> None:
    table = hooked("N50").mark("immobile", LORRY).dice(1, 1).step(605).step(606)
    assert table.where(CREW) != "N50"
    assert table.where(LORRY) == table.where(GUN) == "N50"
    table.step(607)
    assert table.is_("lost", GUN)


@pytest.mark.rule("peiper:P8.6057", "peiper:P8.6031b")
def test_who_is_cut_off_with_a_gun_on_the_hook_stays_or_goes_with_it() -> None:
    table = Campaign("cheneux", "20N").hold_limits().hold("american", "P9")
    table.put("P9", f"{CREW}+{GUN}", LORRY)
    table.g.towed[table.unit(GUN)] = table.unit(LORRY)
    table.step(605)
    assert set(table.offered()) == {f"stay {LORRY}", f"escape {LORRY}", "stay_all", "staff"}
    table.play(f"escape {LORRY}")
    assert table.decision is None
    assert not table.g.home


@pytest.mark.rule("peiper:P8.6031b", "peiper:P8.6044")
def test_a_gun_is_eliminated_with_the_vehicle_that_towed_it() -> None:
    table = hooked("S22").mark("recalled", LORRY).step(604)
    assert table.is_("lost", GUN)
    assert table.where(CREW) == "S22"
    table = hooked("S22").mark("shocked", LORRY).dice(6, ...).step(604)
    assert table.is_("lost", GUN)
    assert not table.g.towed


@pytest.mark.rule("peiper:P8.6071", "peiper:P8.6031b")
def test_a_gun_without_a_crew_comes_off_the_hook_for_a_squad() -> None:
    table = hooked("S22").put("T24", "us666.1")
    lose(table.g, table.unit(CREW))
    table.step(605).step(607)
    assert table.where(GUN) == "T24"
    assert not table.g.towed
