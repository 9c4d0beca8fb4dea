"""The backblast of bazookas, panzerschrecks and panzerfausts. Rules C13.8, C13.81, fn-B16A.

Out of a building they are fired with +2 to the To Hit roll (Case C3); or in desperation without
it, and then everybody of their own side in the location is attacked on the column of one factor
with the coloured die alone. Rail cars are no building (fn-B16A).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack

OUT_OF_A_BUILDING = Modifier("C13.8", 2)
ONE_FACTOR = 0
"""The column of the fire table."""


def has_backblast(g: SquadState, unit: Piece) -> bool:
    """Whether what a unit fires blows back: its rocket, or a squad's panzerfaust. Rule C13.8."""
    return bool((g.setting.latws | g.setting.personnel) >> unit & 1)


def is_confined(g: SquadState, unit: Piece) -> bool:
    """Whether a backblast would strike those who fire: they are in a building. C13.8, fn-B16A."""
    return has_backblast(g, unit) and is_building(g, g.where[unit])


def backblast_cases(g: SquadState, unit: Piece, *, desperate: bool) -> Iterator[Modifier]:
    """What firing out of a building costs, unless in desperation. Rules C13.8, C13.81."""
    if not desperate and is_confined(g, unit):
        yield OUT_OF_A_BUILDING


def blast_back(g: SquadState, side: int, place: Place, die: int, log: Log) -> None:
    """The backblast strikes everybody of the firer's side where he fired. Rule C13.81.

    Whatever has become of the weapon since.
    """
    if not is_building(g, place):
        return
    attack = Attack("backblast", side, (), place)
    strike(g, attack, ONE_FACTOR, (die,), (), g.people(place, side), log, same_dice=True)
