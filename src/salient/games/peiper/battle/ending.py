"""How a CG scenario ends: the die at the end of each player turn. Rule CG23."""

from __future__ import annotations

from salient.engine.events import Modifier
from salient.engine.state import Log
from salient.games.peiper.calendar import is_night
from salient.games.peiper.charts.fortunes import NIGHT_DRM
from salient.games.peiper.events import GameEndRolled, ObjectiveShown
from salient.games.peiper.standing.control import take_all
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.questions import Chapters


def end_of_player_turn(g: PeiperState, log: Log) -> None:
    """Control, objectives, and the die for the end of the scenario. Rules CG23, A26.11."""
    take_all(g)
    show_objectives(g, log)
    if roll_for_end(g, log):
        del g.steps[1:]  # Under the scenario lies the refit phase that follows it (P8.11).


def roll_for_end(g: PeiperState, log: Log) -> bool:
    """Whether the scenario ends now. Rules CG23, ex-CG23."""
    need = g.setting.charts.fortunes.end_number(g.turn)
    if not need:
        return False
    die = g.die()
    modifiers = (Modifier("CG23", NIGHT_DRM),) if is_night(g.date) else ()
    ends = die + sum(drm.value for drm in modifiers) <= need
    log.append(GameEndRolled(g.mover, die, modifiers, need, "ended" if ends else "goes_on"))
    return ends


def show_objectives(g: PeiperState, log: Log) -> None:
    """Objective hexes that their side's infantry has taken are shown. Rule P8.2-objective-b."""
    for force in g.forces:
        here, side = force.objective, force.side
        if here < 0 or g.objectives[side] >> here & 1:
            continue
        squads = g.setting.squads & g.good_order() & ~g.reserve
        if g.stack(here, side) & squads and g.control[side] >> here & 1:
            g.objectives[side] |= 1 << here
            log.append(ObjectiveShown(side, here))


CHAPTER: Chapters[PeiperState] = Chapters(player_turn_ends=(end_of_player_turn,))
