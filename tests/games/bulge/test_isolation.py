"""Rules 11.3-11.5 and 12.4: what units suffer that are cut off."""

from __future__ import annotations

import pytest

from salient.games.bulge.events import CombatResolved, Destroyed, LostStep, SupplyChanged
from tests.conftest import Dice
from tests.games.bulge.phases import check_supply, record, status
from tests.games.bulge.table import Table


def cut_off(*units: str) -> Table:
    """Allied units between two German regiments that hold all hexes around them."""
    return Table().put("0208", "g1/212").put("0209", *units).put("0210", "g2/212")


def besieged(*units: str) -> Table:
    """Allied units in the fortress Delta, between two German regiments."""
    return Table().put("0903", "g1/62").put("Delta", *units).put("0905", "g2/62")


# -- out of supply (11.3) -------------------------------------------------------------------------


@pytest.mark.rule("bulge:11.3")
def test_a_unit_that_loses_its_path_is_out_of_supply() -> None:
    table = check_supply(cut_off("i1/28"), "allied")
    assert [event.status for event in table.happened(SupplyChanged)] == ["out_of_supply"]


@pytest.mark.rule("bulge:11.3")
def test_attacks_out_of_supply_are_added_and_then_halved_downwards(dice: Dice) -> None:
    dice(4, 4)
    table = Table().put("0208", "VDH").put("0209", "i1/2", "501/101")
    table.mark("oos", "i1/2", "501/101").fight("allied").attack("0208", "i1/2", "501/101")
    assert table.happened(CombatResolved)[0].attack == 3  # 3 and 4 are 7


@pytest.mark.rule("bulge:11.3")
def test_only_the_units_out_of_supply_are_halved(dice: Dice) -> None:
    dice(4, 4)
    table = Table().put("0208", "g1/62").put("0209", "i1/2", "i2/2", "501/101")
    table.mark("oos", "i1/2", "501/101").fight("allied")
    table.attack("0208", "i1/2", "i2/2", "501/101")
    assert table.happened(CombatResolved)[0].attack == 3 + 3


@pytest.mark.rule("bulge:11.3", "bulge:11.4a")
@pytest.mark.parametrize(("flag", "defence"), [("oos", 7), ("isolated", 4)])
def test_defence_is_halved_only_in_isolation_and_upwards(
    flag: str, defence: int, dice: Dice
) -> None:
    dice(4, 4)
    table = Table().put("0208", "g1/62", "150").put("0209", "CCA/9A", "CCB/9A")
    table.mark(flag, "g1/62", "150").fight("allied").attack("0208", "CCA/9A", "CCB/9A")
    assert table.happened(CombatResolved)[0].defence == defence  # 3 and 4 are 7


# -- isolated (11.4) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:11.4a")
def test_a_unit_out_of_supply_without_a_path_is_isolated() -> None:
    table = cut_off("i1/28").mark("oos", "i1/28", "g1/212")
    check_supply(table, "allied")
    assert status(table, "i1/28") == "isolated"
    assert table.steps("i1/28") == 2
    assert not table.is_("oos", "i1/28"), "the marker has been turned over"
    assert table.is_("oos", "g1/212"), "that of others has not"


@pytest.mark.rule("bulge:11.4a")
def test_isolated_attackers_are_halved_downwards(dice: Dice) -> None:
    dice(4, 4)
    table = Table().put("0208", "VDH").put("0209", "i1/2", "501/101")
    table.mark("isolated", "i1/2", "501/101").fight("allied").attack("0208", "i1/2", "501/101")
    assert table.happened(CombatResolved)[0].attack == 3


@pytest.mark.rule("bulge:11.4a")
def test_only_the_isolated_defenders_are_halved(dice: Dice) -> None:
    dice(4, 4)
    table = Table().put("0208", "g1/62", "150").put("0209", "CCA/9A", "CCB/9A")
    table.mark("isolated", "g1/62").fight("allied").attack("0208", "CCA/9A", "CCB/9A")
    assert table.happened(CombatResolved)[0].defence == 2 + 4


@pytest.mark.rule("bulge:11.4b")
def test_nothing_is_told_of_a_unit_that_was_in_supply_all_the_time() -> None:
    table = Table().put("0209", "i1/28").put("0213", "i1/4").mark("oos", "i1/4")
    assert check_supply(table, "allied").happened(SupplyChanged) == [
        SupplyChanged(table.unit("i1/4"), "supplied")
    ]


@pytest.mark.rule("bulge:11.4b")
@pytest.mark.parametrize("flag", ["oos", "isolated"])
def test_a_path_restores_supply_at_once(flag: str) -> None:
    table = check_supply(Table().put("0209", "i1/28").mark(flag, "i1/28"), "allied")
    assert status(table, "i1/28") == "supplied"
    assert [event.status for event in table.happened(SupplyChanged)] == ["supplied"]


# -- isolation goes on (11.5) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:11.5a")
def test_every_unit_of_an_isolated_stack_loses_a_step() -> None:
    units = ("i1/2", "i2/2", "i3/2")
    table = check_supply(cut_off(*units).mark("isolated", *units), "allied")
    assert [table.steps(unit) for unit in units] == [1, 1, 1]
    assert {status(table, unit) for unit in units} == {"isolated"}


@pytest.mark.rule("bulge:11.5a")
def test_a_stack_mate_that_is_not_yet_isolated_loses_nothing() -> None:
    table = cut_off("i1/2", "i2/2").mark("isolated", "i1/2").mark("oos", "i2/2")
    check_supply(table, "allied")
    assert (table.steps("i1/2"), table.steps("i2/2")) == (1, 2)


@pytest.mark.rule("bulge:11.5b", "bulge:13.4-3")
def test_a_reduced_isolated_unit_is_removed_and_counts() -> None:
    table = cut_off("i1/28").put("0209", "i1/28", steps=1).mark("isolated", "i1/28")
    check_supply(table, "allied")
    assert table.where("i1/28") == ""
    assert [event.reason for event in table.happened(Destroyed)] == ["isolation"]
    assert record(table, "allied") == 1


@pytest.mark.rule("bulge:11.4a", "bulge:11.5a", "bulge:11.5b")
def test_a_unit_cut_off_for_good_goes_through_all_stages() -> None:
    table = cut_off("i1/28")
    assert status(check_supply(table, "allied"), "i1/28") == "out_of_supply"
    assert status(check_supply(table, "allied"), "i1/28") == "isolated"
    assert check_supply(table, "allied").steps("i1/28") == 1
    assert check_supply(table, "allied").steps("i1/28") == 0


@pytest.mark.rule("bulge:12.4", "bulge:11.5a")
def test_an_isolated_fortress_garrison_loses_one_step_in_all() -> None:
    units = ("i1/2", "CCA/9A", "501/101")
    table = check_supply(besieged(*units).mark("isolated", *units), "allied")
    assert table.asked == "allied starvation"
    assert table.offered() == {f"lose {unit}" for unit in units}
    assert [event.unit for event in table.play("lose CCA/9A").happened(LostStep)] == [
        table.unit("CCA/9A")
    ]


@pytest.mark.rule("bulge:12.4", "bulge:12.6")
def test_in_a_fallen_fortress_each_unit_loses_a_step() -> None:
    units = ("i1/2", "CCA/9A")
    table = Table().put("0804", "g3/62").move("german")
    table.play("activate g3/62", "move Delta", "stop", "end")
    table.put("0601", "g3/62").put("0903", "g1/62").put("0905", "g2/62").put("Delta", *units)
    check_supply(table.mark("isolated", *units), "allied")
    assert [table.steps(unit) for unit in units] == [1, 1]
