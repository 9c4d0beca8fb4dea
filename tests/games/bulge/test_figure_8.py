"""The worked example of two combats, figure 8-I.

The figure lets the 62nd Division attack together with the 2nd SS, which their stripes allow from
turn 10 (8.8c).
"""

from __future__ import annotations

import pytest

from salient.games.bulge.events import Destroyed, LostStep, Pursued
from tests.conftest import Dice
from tests.games.bulge.battlefield import SS, Battlefield


def figure_8_1() -> Battlefield:
    """The 9th Regiment in light forest, two more regiments in the deep forest behind it."""
    t = Battlefield(10).put("0506", "i1/2").put("0707", "i2/2", "i3/2")
    t.put("0406", "g1/62", "g2/62", "g3/62").put("0507", "pz/2SS").put("0605", "g1/560")
    t.put("0405", "g1/212").put("0608", *SS).put("0708", "pg1/2SS", "pg2/2SS")
    t.fight("german").declare("0506", "g1/62", "g2/62", "g3/62", "pz/2SS")
    t.declare("0707", *SS, "pg1/2SS", "pg2/2SS").close()
    return t


@pytest.mark.rule("bulge:ex-fig-8-I-1")
def test_figure_8_1_odds_with_encirclement(dice: Dice) -> None:
    t = figure_8_1()
    dice(2, 2)
    t.play("resolve 0506")
    assert (t.combat.attack, t.combat.defence) == (14, 4)
    assert (t.combat.odds, t.combat.column) == ("3:1", "4:1")
    assert t.shifts == {"8.3-4a": -1, "8.3-4c": 2}


@pytest.mark.rule("bulge:ex-fig-8-I-2")
def test_figure_8_1_results_of_both_combats(dice: Dice) -> None:
    t = figure_8_1()
    dice(2, 2, 2, 3)
    t.play("resolve 0506")
    assert t.combat.result == "D1R"
    assert [event.reason for event in t.happened(Destroyed)] == ["surrender"]
    t.play("pursue pz/2SS")
    assert [event.unit for event in t.happened(Pursued)] == [t.unit("pz/2SS")]
    assert (t.combat.attack, t.combat.defence) == (28, 8)
    assert (t.combat.odds, t.combat.column, t.combat.result) == ("3:1", "1:1", "Ex1")
    t.play("lose i2/2", "lose pg1/2SS")
    assert (t.steps("i2/2"), t.steps("i3/2"), t.steps("pg1/2SS")) == (1, 2, 1)
    assert len(t.happened(LostStep)) == 3
