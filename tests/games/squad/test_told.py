"""Dice that only choose, or say what becomes of the ground, are told to whom they concern."""

from __future__ import annotations

import pytest

from salient.engine.speech import Speech
from salient.games.squad.combat.morale import apply_results
from salient.games.squad.core.events.fire import Sniped
from salient.games.squad.core.events.men import Selected
from salient.games.squad.core.events.play import GroundRolled
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.guns.bombardment import bombard_mines
from tests.games.squad.table import Table

SPECTATOR = -1


def stack(*concealed: str) -> Table:
    """Three American squads under fire, some of them concealed; two dice fall high."""
    table = Table(american="us666 3", german="ss658")
    table.put("D7", "us666.1", "us666.2", "us666.3").put("D2", "ss658.1")
    table.mark("concealed", *concealed).dice(6, 2, 1, ...)
    units = [table.unit(f"us666.{number}") for number in (1, 2, 3)]
    apply_results(table.g, dict.fromkeys(units, "1KIA"), table.events)
    return table


@pytest.mark.rule("squad:A.9")
def test_everybody_is_told_whose_die_fell_how() -> None:
    table = stack()
    units = tuple(table.unit(f"us666.{number}") for number in (1, 2, 3))
    for side in (GERMAN, AMERICAN, SPECTATOR, None):
        (event,) = table.happened(Selected, told=side)
        assert (event.units, event.dice) == (units, (6, 2, 1))


@pytest.mark.rule("squad:A.9")
def test_of_a_selection_among_units_he_does_not_see_an_enemy_is_told_the_dice_alone() -> None:
    table = stack("us666.2")
    for side, named in ((AMERICAN, 3), (None, 3), (GERMAN, 0), (SPECTATOR, 0)):
        (event,) = table.happened(Selected, told=side)
        assert (len(event.units), event.dice) == (named, (6, 2, 1))


@pytest.mark.parametrize(("known", "told"), [(True, 1), (False, 0)])
def test_dice_for_mines_that_nobody_knows_are_told_to_their_owner(known: bool, told: int) -> None:
    table = Table(german="ss658").dice(2, 3)
    table.g.mines[table.place("D4")] = (Minefield("ap", 12, GERMAN, known=known),)
    bombard_mines(table.g, table.place("D4"), table.events)
    assert len(table.happened(GroundRolled, told=GERMAN)) == 1
    assert len(table.happened(GroundRolled, told=None)) == 1
    for side in (AMERICAN, SPECTATOR):
        assert len(table.happened(GroundRolled, told=side)) == told


@pytest.mark.parametrize(("language", "said"), [("en", "lot 2 of 3"), ("ja", "くじ3本中2番")])
def test_a_snipers_lot_stands_in_the_log(language: str, said: str) -> None:
    table = Table(american="us666 3", german="ss658").put("D2", "ss658.1")
    table.put("D7", "us666.1", "us666.2", "us666.3").g.calls = (1, 0)
    table.dice(2, 2).phase("rout", "german")
    (event,) = table.happened(Sniped)
    assert said in Speech(table.game, table.g.setting, language).event(event)
