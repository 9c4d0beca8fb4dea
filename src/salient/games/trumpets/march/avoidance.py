"""Interdiction on forest roads (33.0): German vehicles may try their luck instead of paying."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.actions import Action
from salient.engine.events import Rolled
from salient.engine.ids import Pieces, Place
from salient.engine.state import Decision, Log, Ref
from salient.games.trumpets.air.patrols import patrolled
from salient.games.trumpets.harm.disruption import disrupt
from salient.games.trumpets.harm.losses import lose_step
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
AVOID, PAY = Action("avoid"), Action("pay")
GO, STOP, DISRUPT, HIT = "go", "stop", "disrupt", "hit_disrupt"
"""The results of the table (tab-avoid)."""


def may_avoid(g: TrumpetsState, side: int, units: Pieces, here: Place, to: Place) -> bool:
    """German vehicles on a forest road under a patrol. Rules sop-24o, note-inter-1."""
    country = g.setting.country
    if side != GERMAN or not country.terrain["forest"] >> to & 1:
        return False
    if not country.across(country.any_road, here, to) or not patrolled(g, side) >> to & 1:
        return False
    return all(movement_class(g, unit) in g.setting.air.avoidance for unit in units)


class Avoiding(TrumpetsStep, frozen=True, tag="avoiding"):
    """Pay for the patrol, or roll to slip past it. Rules sop-24o, tab-avoid."""

    side: int
    units: Pieces
    here: Place
    to: Place

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Avoid or pay."""
        place = {"place": Ref("place", self.to), "unit": Ref("piece", self.units[0])}
        rules = ("sop-24o", "tab-avoid")
        return Decision(self.side, "avoid", [AVOID, PAY], rules, {**place}, self.units)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """One die for the stack; its worst class counts."""
        g.steps.pop()
        if action == PAY:
            return
        face = g.roll(DIE)
        kinds = {movement_class(g, unit) for unit in self.units}
        ladder = (GO, STOP, DISRUPT, HIT)
        rows = [g.setting.air.avoidance[kind][face - 1] for kind in kinds]
        result = max(rows, key=ladder.index)
        log.append(
            Rolled(self.side, "avoidance", (face,), DIE, (), int(result == GO), ("tab-avoid",))
        )
        move = g.steps[-1]
        if result == GO:  # res-avoid-go
            saved = max(g.setting.movement.interdiction[kind, "forest"] for kind in kinds)
            g.steps[-1] = move.cheaper(saved)
            return
        g.steps[-1] = move.stopped()  # res-avoid-stop
        if result in (DISRUPT, HIT):  # res-avoid-dis
            disrupt(g, set_of(self.units), "res-avoid-dis", log)
        if result == HIT:  # res-avoid-hit
            for unit in self.units:
                lose_step(g, unit, log, "res-avoid-hit")
