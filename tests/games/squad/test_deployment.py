"""Squads deploy into half-squads and recombine; squads rally alone. Rules A1.31, A1.32, A18.11."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.men import Checked, Recombined, Split
from salient.games.squad.game import check_state
from salient.games.squad.infantry.deployment import Splitting
from tests.games.squad.table import Table

DEPLOYING = 'special = ["deployment"]'


def squad(german: str = "ss658 2 ss91 ssLMG 2", scenario: str = DEPLOYING, **more: str) -> Table:
    table = Table(german=german, american="us666", scenario=scenario, **more)  # type: ignore[arg-type]
    return table.put("H8", "us666.1")


@pytest.mark.rule("squad:A1.31")
def test_a_squad_deploys_under_a_leader_and_its_halves_share_its_weapons() -> None:
    table = squad().put("C3", "ss658.1+ssLMG.1+ssLMG.2", "ss91.1").dice(4, 5).phase("rally")
    table.play("split ss658.1")
    assert table.happened(Checked)[-1].check == "deploy"
    assert table.happened(Split)
    assert table.is_("half", "ss658.1")
    assert table.is_("half", "ss658.3")
    assert table.where("ss658.3") == "C3"
    held = {table.g.owner[table.unit(name)] for name in ("ssLMG.1", "ssLMG.2")}
    assert held == {table.unit("ss658.1"), table.unit("ss658.3")}


@pytest.mark.rule("squad:A1.31")
def test_who_fails_to_deploy_stays_together_and_does_not_try_again() -> None:
    table = squad().put("C3", "ss658.1", "ss91.1").dice(5, 5).phase("rally")
    table.play("split ss658.1")
    assert not table.happened(Split)
    assert not table.is_("half", "ss658.1")
    assert "split ss658.1" not in table.offered()


@pytest.mark.rule("squad:A1.31")
@pytest.mark.parametrize(("dice", "deploys"), [((4, 3), True), ((4, 4), False)])
def test_ss_and_americans_try_alone_at_plus_one(dice: tuple[int, int], deploys: bool) -> None:
    table = squad().put("C3", "ss658.1").dice(*dice).phase("rally")
    table.play("split ss658.1")
    assert table.is_("half", "ss658.1") is deploys


@pytest.mark.rule("squad:A1.31")
def test_other_germans_need_a_leader() -> None:
    table = squad("ger467 2 ss91").put("C3", "ger467.1").put("E5", "ger467.2", "ss91.1")
    table.phase("rally")
    assert table.offered("split") == {"split ger467.2"}


@pytest.mark.rule("squad:A1.31")
def test_the_broken_and_the_busy_do_not_deploy() -> None:
    table = squad().put("C3", "ss658.1", "ss658.2", "ss91.1").mark("broken", "ss658.1")
    table.mark("ti", "ss658.2").phase("rally")
    assert not table.offered("split")


@pytest.mark.rule("squad:A1.31")
def test_nobody_deploys_where_the_scenario_does_not_say_so() -> None:
    table = squad(scenario="").put("C3", "ss658.1", "ss91.1").phase("rally")
    assert table.decision is None


@pytest.mark.rule("squad:A1.32")
def test_two_half_squads_with_a_leader_recombine_in_the_worse_state() -> None:
    table = squad().put("C3", "ss658.1", "ss658.2+ssLMG.1", "ss91.1")
    table.mark("half", "ss658.1", "ss658.2").mark("cx", "ss658.2").phase("rally")
    table.play("recombine ss658.1 ss658.2")
    assert table.happened(Recombined)
    assert not table.is_("half", "ss658.1")
    assert table.is_("cx", "ss658.1")
    assert table.is_("spare", "ss658.2")
    assert table.g.owner[table.unit("ssLMG.1")] == table.unit("ss658.1")


@pytest.mark.rule("squad:A1.32")
def test_half_squads_of_two_kinds_or_without_a_leader_do_not_recombine() -> None:
    table = squad("ss658 2 ss468 ss91").put("C3", "ss658.1", "ss468.1", "ss91.1")
    table.mark("half", "ss658.1", "ss658.2", "ss468.1").put("E5", "ss658.2").phase("rally")
    assert not table.offered("recombine")


@pytest.mark.rule("squad:A1.31")
def test_a_quarter_of_the_squads_may_be_set_up_deployed() -> None:
    table = Table(german="ss658 5", american="us666", scenario=DEPLOYING)
    table.run(Splitting(0, 2)).play("split ss658.1", "split ss658.4")
    assert table.decision is None
    assert table.g.half.bit_count() == 4
    assert table.g.spare.bit_count() == 4
    check_state(table.g)


@pytest.mark.rule("squad:A18.11")
def test_as_many_squads_rally_alone_as_the_scenario_says() -> None:
    table = Table(german="ss658 3 ss91", american="us666", scenario="self_rally = 2")
    table.put("C3", "ss658.1").put("E5", "ss658.2").put("G7", "ss658.3")
    table.mark("broken", "ss658.1", "ss658.2", "ss658.3").phase("rally")
    table.dice(5, 5).play("rally ss658.1")
    table.dice(5, 5).play("rally ss658.2")
    assert table.decision is None


@pytest.mark.rule("squad:A18.11")
def test_who_rallies_under_a_leader_does_not_count() -> None:
    table = Table(german="ss658 2 ss91", american="us666")
    table.put("C3", "ss658.1", "ss91.1").put("E5", "ss658.2")
    table.mark("broken", "ss658.1", "ss658.2").phase("rally")
    table.dice(5, 5).play("rally ss658.1")
    assert table.offered("rally") == {"rally ss658.2"}


@pytest.mark.rule("squad:A1.31")
def test_neither_half_does_anything_else_in_the_phase_in_which_they_part() -> None:
    table = squad().put("C3", "ss658.1", "ss91.1").dice(4, 5).phase("rally").play("split ss658.1")
    assert table.is_("rallied", "ss658.1")
    assert table.is_("rallied", "ss658.3")
    assert not table.offered("recombine")


@pytest.mark.rule("squad:A1.32")
@pytest.mark.parametrize("state", ["cx", "concealed", "entrenched"])
@pytest.mark.parametrize("who", ["ss658.1", "ss658.2", "ss658.1 ss658.2", ""])
def test_what_becomes_of_the_states_of_two_halves(state: str, who: str) -> None:
    """Tired if one was; concealed, or in a foxhole, only if both were."""
    table = squad().put("C3", "ss658.1", "ss658.2+ssLMG.1", "ss91.1")
    table.mark("half", "ss658.1", "ss658.2").mark(state, *who.split()).phase("rally")
    table.play("recombine ss658.1 ss658.2")
    both = len(who.split()) == 2
    assert table.is_(state, "ss658.1") is (both or (state == "cx" and bool(who)))
    assert not table.is_("half", "ss658.1")
    assert table.is_("rallied", "ss658.1")
    assert table.g.owner[table.unit("ssLMG.1")] == table.unit("ss658.1")
    assert table.where("ss658.2") == ""
    assert table.is_("spare", "ss658.2")
    assert "split ss658.1" not in table.offered(), "it has done enough in this phase"
