"""The attack on Marnach on the afternoon of 16 December, on the map and with the units of the game.

I and II/304 attack the first battalion of the 110th from two hexes, with all guns in reach.
"""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import Barrage
from tests.conftest import Dice
from tests.games.trumpets.table import Marnach

rule = pytest.mark.rule


def attacked(rules: str, dice: Dice, *faces: int) -> Marnach:
    """The whole attack; the dice fall when the last American guns have answered."""
    t = Marnach(rules)
    t.fight("german", "XLVII").choose("7540", "I/304", "II/304")
    t.play("guns vak766", "guns ar-2pz", "attack", "guns 28id-da")
    dice(*faces, ...)
    return t.play("guns 28id-fa687")


@rule(
    "trumpets:gc-8", "trumpets:gc-8a", "trumpets:gc-8b", "trumpets:rc-art-5", "trumpets:tab-fadef"
)
def test_sixty_against_fifteen(dice: Dice) -> None:
    """AF 20, guns 44 of which 40 count; DF 9, guns 12 halved, for they come from two hexes."""
    t = attacked("standard", dice, 3, 6)
    assert (t.combat.attack, t.combat.defence, t.combat.odds) == (20 + 40, 9 + 6, "4-1")


@rule("trumpets:tab-pos-er", "trumpets:tab-pos-arms", "trumpets:tab-terrain-village")
def test_the_position_and_the_village_give_plus_two(dice: Dice) -> None:
    t = attacked("standard", dice, 3, 6)
    assert (t.shifts, t.drm) == ({}, {"gc-9b": 1, "tab-terrain-village": 1})
    assert t.combat.column == "4-1"


@rule("trumpets:tab-crt", "trumpets:gc-15")
@pytest.mark.parametrize(
    ("white", "result"), [(1, "DR3"), (2, "DR2"), (3, "DR1"), (4, "CA"), (5, "D1v"), (6, "Eng")]
)
def test_the_white_die(dice: Dice, white: int, result: str) -> None:
    assert attacked("standard", dice, 1, white).combat.result == result


@rule("trumpets:tab-red-4-1", "trumpets:rc-red-1", "trumpets:loss-aafv-3")
@pytest.mark.parametrize(("red", "attrition"), [(1, ""), (3, ""), (4, "a1"), (5, "a1v"), (6, "")])
def test_the_red_die(dice: Dice, red: int, attrition: str) -> None:
    """The AFV step falls on infantry: there is nobody else."""
    t = attacked("standard", dice, red, 6)
    assert t.combat.attrition == attrition
    assert (t.asked == "german losses") == bool(attrition)


@rule("trumpets:tab-bd-cols", "trumpets:note-bd-c", "trumpets:res-bd-s")
@pytest.mark.parametrize(
    ("coordination", "roll", "defence", "odds", "drm"),
    [
        ((3,), (1, 4), 5 + 6, "5-1", 2),
        ((3,), (1, 1), 5 + 6, "5-1", 1),
        ((3,), (2, 4), 9 + 6, "4-1", 2),
        ((4,), (), 9 + 6, "4-1", 2),
    ],
    ids=["shock", "shock and a star", "no effect", "not coordinated"],
)
def test_the_barrage(
    dice: Dice,
    coordination: tuple[int, ...],
    roll: tuple[int, ...],
    defence: int,
    odds: str,
    drm: int,
) -> None:
    """44 CF are the second German column; two formations must be coordinated."""
    t = attacked("advanced", dice, *coordination, *roll, 1, 6)
    (event,) = t.happened(Barrage)
    assert (event.column, event.cf) == (2, 44)
    assert (t.combat.defence, t.combat.odds, sum(t.drm.values())) == (defence, odds, drm)
