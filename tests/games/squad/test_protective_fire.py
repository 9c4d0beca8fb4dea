"""Final protective fire (A8.31): a last volley at neighbours, paid with one's own nerves."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.core.events.fire import Fired, Malfunctioned
from salient.games.squad.core.events.men import Became, Checked
from salient.games.squad.show.odds import planned_attack
from tests.games.squad.table import Table

FIRER, MOVER = "ss658.1", "us666.1"


def line(*more: str, fired: bool = True, at: str = "C4", **kinds: Any) -> Table:
    """A squad in D4 that has fired all it can, and one that moves next to it."""
    kinds = {"german": "ss658 3 ss91 2 ssHMG ssLMG", "american": "us666 2", **kinds}
    table = Table(*more, mover="american", **kinds)
    table.put("D4", FIRER).put("B3", MOVER)
    if fired:
        table.mark("first_fired", FIRER).mark("final_fired", FIRER)
    return table.move().play(f"move {MOVER}", f"go {at}")


def checks(table: Table) -> list[Checked]:
    return [event for event in table.happened(Checked) if event.check == "fpf"]


@pytest.mark.rule("squad:A8.31")
def test_who_has_no_fire_left_may_fire_at_neighbours_again() -> None:
    table = line()
    assert table.offered() == {f"protect {FIRER}", "pass", "hold"}
    table.dice(1, 5, ...).play(f"protect {FIRER}")
    fired = table.happened(Fired)[-1]
    assert (fired.means, fired.column) == ("fire", 6), "doubled next door, halved as fire again"
    assert {m.rule: m.value for m in fired.modifiers} == {"A4.6": -1, "A4.61": -1}


@pytest.mark.rule("squad:A8.31")
def test_only_neighbours_are_fired_at() -> None:
    table = line(at="B4")
    assert table.g.setting.board.range(table.place("D4"), table.place("B4")) == 2
    assert "fire.first" not in table.asked


@pytest.mark.rule("squad:A8.31")
def test_who_can_still_fire_otherwise_does_not_need_it() -> None:
    table = line(fired=False)
    assert f"fire {FIRER}" in table.offered()
    assert table.offered("protect") == set()
    table.dice(1, 2, 1, 1, ...).play("pass", "go C5")
    assert table.offered("protect") == set()


@pytest.mark.rule("squad:A8.31")
@pytest.mark.parametrize(
    ("dice", "state"),
    [((1, 5), ""), ((3, 5), "pinned"), ((4, 5), "broken"), ((6, 5), "broken")],
)
def test_the_dice_of_the_attack_are_a_morale_check_of_the_firers(
    dice: tuple[int, int], state: str
) -> None:
    """The morale of the squad is 8."""
    table = line().dice(*dice, ...).play(f"protect {FIRER}")
    check = checks(table)[-1]
    assert check.dice == dice == table.happened(Fired)[-1].dice
    assert check.unit == table.unit(FIRER)
    found = {event.state for event in table.happened(Became) if event.unit == table.unit(FIRER)}
    assert found == ({state} if state else set())


@pytest.mark.rule("squad:A8.31")
def test_boxcars_cost_a_casualty_besides() -> None:
    table = line().dice(6, 6).play(f"protect {FIRER}")
    assert table.is_("broken", FIRER)
    assert table.is_("half", FIRER)


@pytest.mark.rule("squad:A8.31")
def test_the_attack_counts_even_if_the_firers_break() -> None:
    table = line("C4 runway", "D4 stone_building").put("D3", "ss658.2")
    table.mark("first_fired", "ss658.2").mark("final_fired", "ss658.2").play(f"protect {FIRER}")
    table.dice(4, 5, 6, 5).play("join ss658.2")
    assert table.is_("broken", FIRER)
    assert table.is_("broken", "ss658.2")
    assert table.happened(Fired)[-1].result != "none"
    assert len(checks(table)) == 2


@pytest.mark.rule("squad:A8.31")
def test_a_leader_who_directs_pays_too_and_helps_the_others() -> None:
    table = line().put("D4", "ss91.1").play(f"protect {FIRER}")
    table.dice(3, 6, ...).play("join ss91.1")
    assert [event.unit for event in checks(table)] == [table.unit("ss91.1"), table.unit(FIRER)]
    assert not table.is_("broken", FIRER), "9 - 1 against 8"
    assert table.is_("pinned", FIRER)


@pytest.mark.rule("squad:A8.31")
def test_whose_gun_keeps_up_a_lane_has_no_protective_fire_with_it() -> None:
    from salient.games.squad.combat.lanes import lay_lane

    for lane in (False, True):
        table = Table(german="ss658 ssHMG", american="us666", mover="american")
        table.put("D4", "ss658.1+ssHMG.1").put("B3", MOVER)
        table.mark("first_fired", "ssHMG.1").mark("final_fired", "ssHMG.1")
        if lane:
            lay_lane(table.g, table.unit("ssHMG.1"), table.place("D2"), table.events)
        table.move().play(f"move {MOVER}", "go C4")
        assert ("protect ssHMG.1" in table.offered()) is not lane


@pytest.mark.rule("squad:A8.31")
def test_there_is_no_protective_fire_of_ordnance() -> None:
    table = Table(german="ss228 pak40", american="us666", mover="american")
    table.put("D4", "ss228.1+pak40.1", facing="w").put("B3", MOVER)
    table.mark("first_fired", "pak40.1").mark("final_fired", "pak40.1")
    table.move().play(f"move {MOVER}", "go C4")
    assert "protect pak40.1" not in table.offered()


@pytest.mark.rule("squad:A8.31")
def test_the_broken_the_busy_and_those_in_melee_do_not_fire() -> None:
    for state in ("broken", "ti"):
        table = Table(german="ss658", american="us666", mover="american")
        table.put("D4", FIRER).put("B3", MOVER).mark(state, FIRER)
        table.mark("first_fired", FIRER).mark("final_fired", FIRER)
        table.move().play(f"move {MOVER}", "go C4")
        assert table.offered("protect") == set()


@pytest.mark.rule("squad:A8.14", "squad:A8.31")
def test_nobody_fires_oftener_than_mf_were_spent() -> None:
    table = line().dice(1, 2, 1, 1, ...).play(f"protect {FIRER}")
    assert table.offered("protect") == set()


def test_the_forecast_tells_the_price() -> None:
    table = line().put("D3", "ss658.2").mark("final_fired", "ss658.2").play(f"protect {FIRER}")
    forecast = planned_attack(table.g, table.place("C4"))
    assert forecast is not None
    price = forecast.tables["price"]
    assert price["pinned"] == pytest.approx(5 / 36), "an 8"
    assert price["broken"] == pytest.approx(9 / 36), "9, 10 and 11"
    assert price["reduced"] == pytest.approx(1 / 36), "12"
    assert sum(price.values()) == pytest.approx(1)
    table.dice(1, 2).play("shoot")
    assert table.happened(Fired)[-1].column == forecast.figures["column"]
    assert table.happened(Fired)[-1].modifiers == forecast.modifiers


def test_a_bot_weighs_the_price() -> None:
    for lines, taken in (((), True), (("C4 stone_building",), False)):
        decision = line(*lines).decision
        assert decision is not None
        table = line(*lines)
        verbs = [action.verb for action in decision.actions]
        worth = dict(zip(verbs, table.game.judge(table.g, decision), strict=True))
        assert (worth["protect"] > worth["pass"]) is taken


@pytest.mark.rule("squad:A8.31")
def test_the_squad_pays_for_its_machine_gun_even_if_that_breaks_down() -> None:
    table = Table(german="ss658 ssLMG", american="us666", mover="american")
    table.put("D4", "ss658.1+ssLMG.1").put("B3", MOVER)
    table.mark("first_fired", "ssLMG.1").mark("final_fired", "ssLMG.1")
    table.move().play(f"move {MOVER}", "go C4").dice(6, 6).play("protect ssLMG.1")
    assert table.happened(Malfunctioned)
    assert [event.unit for event in checks(table)] == [table.unit("ss658.1")]
