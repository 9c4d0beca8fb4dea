"""Fortress cities and what is left of them once the Germans have been there (chapter 12)."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.bulge import GAME
from salient.games.bulge.events import Destroyed, LostStep, Retreated, Withdrew
from salient.games.bulge.rules.stacking import may_stack
from salient.games.bulge.rules.supply import SupplyCheck
from salient.games.bulge.rules.terrain import is_fortress, is_key_city
from salient.games.bulge.setting import ALLIED, BulgeSetting
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield

SECOND_SS = ("pz/2SS", "pg1/2SS", "pg2/2SS")
DELTA = "0904"


def stormed(dice: Dice, result: str, **options: Any) -> Battlefield:
    """Both SS divisions attack one regiment in Delta: 36 to 4, in the end 6:1."""
    t = Battlefield(**options).put(DELTA, "i1/2").put("0905", *SS).put("1005", *SECOND_SS)
    dice(*t.throw(result, "6:1"))
    t.fight("german").attack(DELTA, *SS, *SECOND_SS)
    assert (t.combat.odds, t.combat.column) == ("9:1", "6:1")
    return t


@pytest.mark.rule("bulge:12.1")
def test_the_fortress_cities_are_st_vith_and_bastogne() -> None:
    setting = GAME.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    names = {row.name for row in setting.hex_rows.values() if row.town == "fortress"}
    assert names == {"St. Vith", "Bastogne"}


# -- no encirclement (12.2) -----------------------------------------------------------------------


@pytest.mark.rule("bulge:12.2")
def test_an_encircled_fortress_gives_no_shift(dice: Dice) -> None:
    t = Battlefield().put(DELTA, "i1/2").put("0905", *SS).put("1003", "g1/12").put("0804", "fj/3FJ")
    dice(*t.throw("AR", "1:1"))
    t.fight("german").attack(DELTA, *SS)
    assert t.shifts == {"8.3-4a": -3}


@pytest.mark.rule("bulge:12.2", "bulge:12.6")
def test_a_fallen_fortress_can_be_encircled(dice: Dice) -> None:
    """The same ring; the important city it has become is worth 2L."""
    t = Battlefield().put(DELTA, "i1/2").put("0905", *SS).put("1003", "g1/12").put("0804", "fj/3FJ")
    t.g.ruined |= 1 << t.place(DELTA)
    dice(*t.throw("Cont", "4:1"))
    t.fight("german").attack(DELTA, *SS)
    assert t.shifts == {"8.3-4a": -2, "8.3-4c": 2}


# -- no forced retreat (12.3) ---------------------------------------------------------------------


@pytest.mark.rule("bulge:12.3a")
def test_a_garrison_ignores_a_forced_retreat(dice: Dice) -> None:
    t = stormed(dice, "D1R").play("stand")
    assert (t.where("i1/2"), t.steps("i1/2")) == (DELTA, 1)
    assert not t.happened(Retreated)


@pytest.mark.rule("bulge:12.3a")
def test_d2r_costs_a_garrison_two_steps(dice: Dice) -> None:
    t = stormed(dice, "D2R").play("stand")
    assert t.steps("i1/2") == 0


@pytest.mark.rule("bulge:12.3a")
def test_an_encircled_garrison_does_not_surrender(dice: Dice) -> None:
    t = Battlefield().put(DELTA, "i1/2").put("0905", *SS).put("1005", *SECOND_SS)
    t.put("0803", "fj/3FJ").put("0902", "g1/12").fight("german")
    dice(*t.throw("D1R", "6:1"))
    t.attack(DELTA, *SS, *SECOND_SS)
    assert (t.where("i1/2"), t.steps("i1/2")) == (DELTA, 1)
    assert not t.happened(Destroyed, Withdrew)


@pytest.mark.rule("bulge:12.3a", "bulge:8.5-3a")
def test_a_garrison_may_give_ground_and_save_a_step(dice: Dice) -> None:
    t = stormed(dice, "D1R").play("withdraw", "retreat i1/2 0902")
    assert (t.where("i1/2"), t.steps("i1/2")) == ("0902", 2)
    assert t.is_("shaken", "i1/2")


@pytest.mark.rule("bulge:12.3a")
def test_with_the_option_a_garrison_that_leaves_saves_nothing(dice: Dice) -> None:
    """It loses what the result says, and keeps its order like anyone forced to retreat."""
    t = stormed(dice, "D1R", fortress_retreat="none").play("withdraw", "retreat i1/2 0902")
    assert (t.where("i1/2"), t.steps("i1/2")) == ("0902", 1)
    assert not t.is_("shaken", "i1/2")
    assert not t.is_("wary", "i1/2")


@pytest.mark.rule("bulge:12.3a")
def test_with_the_option_a_garrison_still_ignores_a_forced_retreat(dice: Dice) -> None:
    t = stormed(dice, "D1R", fortress_retreat="none").play("stand")
    assert (t.where("i1/2"), t.steps("i1/2")) == (DELTA, 1)


@pytest.mark.rule("bulge:12.3a", "bulge:8.4-D1")
def test_the_option_leaves_an_ordinary_d1_alone(dice: Dice) -> None:
    t = stormed(dice, "D1", fortress_retreat="none").play("withdraw", "retreat i1/2 0902")
    assert (t.steps("i1/2"), t.is_("shaken", "i1/2")) == (2, True)


@pytest.mark.rule("bulge:12.3a", "bulge:8.4-DElim")
def test_delim_is_not_softened(dice: Dice) -> None:
    t = stormed(dice, "DElim")
    assert t.where("i1/2") == ""


@pytest.mark.rule("bulge:12.3a")
def test_a_fallen_fortress_no_longer_saves_its_garrison(dice: Dice) -> None:
    t = Battlefield().put(DELTA, "i1/2").put("0905", *SS).put("1005", *SECOND_SS)
    t.g.ruined |= 1 << t.place(DELTA)
    dice(*t.throw("D1R", "7:1"))
    t.fight("german").attack(DELTA, *SS, *SECOND_SS)
    assert t.asked == "allied retreat"


@pytest.mark.rule("bulge:12.3b")
def test_attackers_from_a_fortress_must_retreat(dice: Dice) -> None:
    t = Battlefield().put(DELTA, "CCA/9A").put("0905", "g1/12").fight("allied")
    dice(*t.throw("AR", "1:1"))
    t.attack("0905", "CCA/9A")
    assert t.asked == "allied retreat"
    t.play("retreat CCA/9A 0903")
    assert t.where("CCA/9A") == "0903"


@pytest.mark.rule("bulge:12.3b")
def test_attackers_from_an_encircled_fortress_surrender(dice: Dice) -> None:
    t = Battlefield().put(DELTA, "CCA/9A").put("0905", "g1/12").put("1003", "g1/62")
    t.put("0803", "g2/62").fight("allied")
    dice(*t.throw("AR", "1:1"))
    t.attack("0905", "CCA/9A")
    assert [event.reason for event in t.happened(Destroyed)] == ["surrender"]


# -- isolation (12.4) -----------------------------------------------------------------------------


RINGS = {DELTA: ("0905", "1003", "0803"), "1107": ("1108", "1206", "1006")}
"""Where three units hold every hex around a place."""


def starving(place: str, *units: str, fallen: bool = False) -> Battlefield:
    """Isolated units cut off by a ring of Germans, at the Allied supply check."""
    t = Battlefield().put(place, *units).mark("isolated", *units)
    t.g.ruined |= fallen << t.place(place)
    for hex_, unit in zip(RINGS[place], ("g1/12", "g1/62", "g2/62"), strict=True):
        t.put(hex_, unit)
    return t.run(SupplyCheck(ALLIED))


@pytest.mark.rule("bulge:12.4")
def test_an_isolated_garrison_loses_one_step_in_all() -> None:
    t = starving(DELTA, "i1/2", "i2/2", "i3/2")
    assert t.offered() == {"lose i1/2", "lose i2/2", "lose i3/2"}
    t.play("lose i2/2")
    assert [t.steps(unit) for unit in ("i1/2", "i2/2", "i3/2")] == [2, 1, 2]
    assert t.asked == ""


@pytest.mark.rule("bulge:12.4", "bulge:11.5a")
def test_elsewhere_every_isolated_unit_loses_a_step() -> None:
    t = starving("1107", "i1/2", "i2/2", "i3/2")
    assert [t.steps(unit) for unit in ("i1/2", "i2/2", "i3/2")] == [1, 1, 1]
    assert len(t.happened(LostStep)) == 3


@pytest.mark.rule("bulge:12.4")
def test_one_unit_alone_in_a_fortress_loses_its_step() -> None:
    assert starving(DELTA, "i1/2").steps("i1/2") == 1


# -- stacking (12.5) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:12.5")
@pytest.mark.parametrize(("place", "legal"), [(DELTA, True), ("1107", False)])
def test_any_divisions_may_stack_in_a_fortress(place: str, legal: bool) -> None:
    t = Battlefield()
    units = sum(1 << t.unit(name) for name in ("i1/2", "i1/99", "i1/106"))
    assert may_stack(t.g, t.place(place), units) is legal


@pytest.mark.rule("bulge:12.5")
def test_a_fortress_still_holds_three_units_of_one_nation() -> None:
    t = Battlefield()
    four = sum(1 << t.unit(name) for name in ("i1/2", "i1/99", "i1/106", "i1/28"))
    mixed = sum(1 << t.unit(name) for name in ("i1/2", "b29"))
    assert not may_stack(t.g, t.place(DELTA), four)
    assert not may_stack(t.g, t.place(DELTA), mixed)


@pytest.mark.rule("bulge:12.5")
def test_a_unit_moves_into_a_fortress_with_another_division() -> None:
    """Both hosts have moved already, so nobody makes room."""
    t = Battlefield().put(DELTA, "i1/99").put("0902", "i1/2").put("0903", "i1/106").move("allied")
    t.mark("finished", "i1/99", "i1/106")
    assert DELTA in t.reach("i1/2")
    assert "0903" not in t.reach("i1/2")


# -- the fall (12.6) ------------------------------------------------------------------------------


@pytest.mark.rule("bulge:12.6")
def test_a_fortress_the_germans_enter_becomes_an_important_city(dice: Dice) -> None:
    t = stormed(dice, "DElim")
    delta = t.place(DELTA)
    assert is_fortress(t.g, delta)
    assert not is_key_city(t.g, delta)
    t.play("pursue pz/1SS", "halt")
    assert not is_fortress(t.g, delta)
    assert is_key_city(t.g, delta)


@pytest.mark.rule("bulge:12.6", "bulge:13.3-2a")
def test_a_fortress_without_a_road_home_has_not_fallen_yet(dice: Dice) -> None:
    """The regiment in 0610 cuts the road to Germany, so Delta is entered but not occupied."""
    t = Battlefield().put(DELTA, "i1/2", steps=1).put("0905", *SS).put("0610", "i1/28")
    dice(*t.throw("DElim", "6:1"))
    t.fight("german").attack(DELTA, *SS).play("pursue pz/1SS", "halt")
    assert t.where("pz/1SS") == DELTA
    assert is_fortress(t.g, t.place(DELTA))


@pytest.mark.rule("bulge:12.6")
def test_a_fortress_stays_fallen_when_it_is_retaken(dice: Dice) -> None:
    t = Battlefield().put("0905", "g1/12").put("0802", "i1/2").move("german")
    t.play("activate g1/12", f"move {DELTA}", "move 0905", "stop", "end")
    t.move("allied").play("activate i1/2", f"move {DELTA}", "end")
    t.put("0905", *SS[1:]).fight("german")
    dice(*t.throw("AR", "1:1"))
    t.attack(DELTA, "g1/12", *SS[1:])
    assert t.shifts == {"8.3-4a": -2}


@pytest.mark.rule("bulge:12.6", "bulge:12.5")
def test_in_a_fallen_fortress_divisions_matter_again() -> None:
    t = Battlefield()
    t.g.ruined |= 1 << t.place(DELTA)
    units = sum(1 << t.unit(name) for name in ("i1/2", "i1/99"))
    assert not may_stack(t.g, t.place(DELTA), units)


@pytest.mark.rule("bulge:12.6", "bulge:12.4")
def test_in_a_fallen_fortress_every_isolated_unit_starves() -> None:
    t = starving(DELTA, "i1/2", "i2/2", fallen=True)
    assert [t.steps(unit) for unit in ("i1/2", "i2/2")] == [1, 1]


@pytest.mark.rule("bulge:12.6", "bulge:8.8b")
def test_german_armies_attack_a_fallen_fortress_together() -> None:
    t = Battlefield().put(DELTA, "i1/2").put("0905", *SS).put("0903", "pz/Lehr")
    t.g.ruined |= 1 << t.place(DELTA)
    assert t.fight("german").commit(DELTA, *SS).offered("commit") == {"commit pz/Lehr"}
