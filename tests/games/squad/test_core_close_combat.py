"""Advance and close combat. Rules A4.7, A11."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events import AmbushRolled, CloseCombat
from tests.games.squad.table import Table


def together(*lines: str, german: str = "ss658 2 ss91", american: str = "us666 2 M4A3") -> Table:
    table = Table(*lines, german=german, american=american)
    return table.put("C3", "ss658.1").put("D3", "us666.1")


@pytest.mark.rule("squad:A3.7", "squad:A4.7")
def test_infantry_advances_one_location_and_onto_the_enemy() -> None:
    table = together().phase("advance").play("advance ss658.1 D3")
    assert table.where("ss658.1") == "D3"
    assert "advance ss658.1 E3" not in table.offered()


@pytest.mark.rule("squad:A3.8", "squad:A11")
def test_both_sides_attack_at_once_and_the_odds_give_the_number() -> None:
    table = together().put("D3", "ss658.1").dice(1, 2, 2, 2).phase("close")
    first, second = table.happened(CloseCombat)
    assert (first.odds, first.kill, first.result) == ("1-1", 5, "eliminated")
    assert second.kill == 5
    assert table.is_("lost", "us666.1")
    assert table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:A11", "squad:A11.15")
def test_the_number_itself_costs_a_casualty_and_the_rest_is_in_melee() -> None:
    table = together().put("D3", "ss658.1").dice(2, 3, 6, 6).phase("close")
    assert table.is_("half", "us666.1")
    assert table.is_("melee", "ss658.1")
    assert table.is_("melee", "us666.1")


@pytest.mark.rule("squad:A11.15")
def test_units_in_melee_neither_fire_nor_move_nor_are_fired_at() -> None:
    table = together().put("D3", "ss658.1").dice(6, 6, 6, 6).phase("close")
    assert table.move().decision is None
    table.put("B3", "ss658.2").fire("german", "prep")
    assert table.decision is None


@pytest.mark.rule("squad:A11.4")
def test_an_ambush_in_woods_strikes_first() -> None:
    table = together("D3 woods").phase("advance").play("advance ss658.1 D3")
    if table.decision:
        table.play("end")
    table.dice(1, 5, 2, 3).phase("close")
    assert table.happened(AmbushRolled)[-1].result == "german"
    assert len(table.happened(CloseCombat)) == 1
    assert table.is_("lost", "us666.1")


@pytest.mark.rule("squad:A11.51")
def test_squads_attack_vehicles_with_their_own_number() -> None:
    table = Table(german="ss658", american="M4A3").put("D3", "ss658.1")
    table.put("D3", "M4A3.1", facing="w").dice(6, 6, 2, 3).phase("close")
    assert table.happened(CloseCombat)[-1].odds == "ccv"
    assert table.is_("wrecks", "M4A3.1")


@pytest.mark.rule("squad:A11")
@pytest.mark.parametrize(
    ("squads", "odds", "kill"), [("ss548", "10-1", 12), ("ss658", ">10-1", 13)]
)
def test_more_than_ten_to_one_has_a_kill_number_of_its_own(
    squads: str, odds: str, kill: int
) -> None:
    """A leader alone counts as one factor: squads of five have ten, of six twelve."""
    table = Table(german=f"{squads} 2", american="us70").put("D3", "us70.1")
    table.put("D3", f"{squads}.1", f"{squads}.2").dice(6, 6, ...).phase("close")
    first = table.happened(CloseCombat)[0]
    assert (first.odds, first.kill) == (odds, kill)
