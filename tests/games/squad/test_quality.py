"""Experience: replacement and disruption. Rules A19.12, A19.13, A19.132."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.quality import disrupt
from salient.games.squad.core.events.men import Became, Checked, Replaced
from salient.games.squad.phases.rally import rally_modifiers
from tests.games.squad.table import Table

RATING = "elr = { german = 2, american = 2 }"


def shot_at(unit: str, *dice: int) -> Table:
    """A unit in the open under heavy fire: what the attack rolls, then its check."""
    kind = unit.split(".")[0]
    table = Table(german="ss658 3", american=f"{kind} us666", scenario=RATING)
    table.put("C3", "ss658.1", "ss658.2", "ss658.3").put("D3", unit)
    table.dice(*dice).fire("german", "prep")
    return table.attack("ss658.1", "ss658.2", "ss658.3")


@pytest.mark.rule("squad:A19.13")
def test_a_squad_that_fails_by_more_than_its_rating_is_of_lower_quality() -> None:
    table = shot_at("us666.1", 4, 5, 5, 5)
    assert table.happened(Checked)
    assert [event.kind for event in table.happened(Replaced)] == ["us546"]
    assert table.is_("broken", "us666.1")


@pytest.mark.rule("squad:A19.13")
def test_a_leader_loses_a_grade() -> None:
    table = shot_at("us81.1", 4, 5, 6, 5)
    assert [event.kind for event in table.happened(Replaced)] == ["us80"]
    assert table.g.leadership(table.unit("us81.1")) == 0
    assert table.g.leader(table.unit("us81.1")).morale == 8


@pytest.mark.rule("squad:A19.12")
def test_the_lowest_class_is_disrupted() -> None:
    table = shot_at("us536.1", 4, 5, 5, 5)
    assert not table.happened(Replaced)
    assert table.is_("disrupted", "us536.1")
    assert table.is_("broken", "us536.1")


@pytest.mark.rule("squad:A19.13")
def test_underlined_morale_is_never_replaced() -> None:
    table = shot_at("us747.1", 4, 5, 5, 5)
    assert table.is_("broken", "us747.1")
    assert not table.happened(Replaced)
    assert not table.is_("disrupted", "us747.1")


def given_up() -> Table:
    table = Table(german="ss658", american="us536 us80")
    return table.put("C3", "us536.1").mark("broken", "us536.1").mark("disrupted", "us536.1")


@pytest.mark.rule("squad:A19.12")
def test_the_disrupted_do_not_rally_alone() -> None:
    assert given_up().phase("rally", "american").decision is None


@pytest.mark.rule("squad:A19.12")
@pytest.mark.parametrize(("dice", "rallies"), [((1, 1), True), ((2, 1), False)])
def test_under_a_leader_they_rally_at_plus_one(dice: tuple[int, int], rallies: bool) -> None:
    table = given_up().put("C3", "us80.1").dice(*dice).phase("rally", "american")
    table.play("rally us536.1")
    assert table.is_("broken", "us536.1") is not rallies
    assert table.is_("disrupted", "us536.1") is not rallies


@pytest.mark.rule("squad:A19.12")
def test_who_is_disrupted_is_so_once_and_alone_and_rallies_harder() -> None:
    table = Table(german="ss658 3", american="us666").put("C3", "ss658.1", "ss658.2")
    table.mark("broken", "ss658.1", "ss658.2")
    for _ in range(2):
        disrupt(table.g, table.unit("ss658.1"), table.events)
    assert len(table.happened(Became)) == 1
    assert table.is_("disrupted", "ss658.1")
    assert not table.is_("disrupted", "ss658.2")
    for unit, harder in (("ss658.1", True), ("ss658.2", False)):
        rules = {modifier.rule for modifier in rally_modifiers(table.g, table.unit(unit))}
        assert ("A19.12" in rules) is harder
