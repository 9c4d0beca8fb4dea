"""What becomes of weapons: fired, out of order, repaired, picked up. Rules A4.44, A8.3, A9.7."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.state import Log
from salient.games.squad.core.events import Malfunctioned
from salient.games.squad.core.questions import Occasion
from salient.games.squad.core.state import NOBODY, SquadState


def mark_fired(g: SquadState, unit: int, occasion: Occasion, *, final: bool = False) -> None:
    """Rules A8.3, A8.4."""
    bit = 1 << unit
    if occasion == "prep":
        g.prep_fired |= bit
    elif occasion == "first" and not final:
        g.first_fired |= bit
    else:
        g.first_fired |= bit
        g.final_fired |= bit


def malfunction(g: SquadState, weapon: int, log: Log) -> None:
    """A weapon breaks down, or is gone for good. Rule A9.7."""
    row = g.setting.weapon_row(weapon)
    if row.lost == "yes":
        g.put(weapon, NOWHERE)
        g.lost |= 1 << weapon
        g.owner[weapon] = NOBODY
        log.append(Malfunctioned(weapon, "lost"))
    else:
        g.malfunctioned |= 1 << weapon
        log.append(Malfunctioned(weapon, "malfunctioned"))
