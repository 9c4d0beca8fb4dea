"""Demolition (22.0): the enemy may blow a bridge that is about to be crossed."""

from __future__ import annotations

from salient.boards.bits import members, set_of
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.trumpets.standing.bridges import is_standing
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

BLOW, KEEP = Action("blow"), Action("keep")


def crossing_guards(g: TrumpetsState, side: int, here: int, to: int) -> int:
    """Enemy engineers that may still blow a bridge between two hexes (sop-22c, rc-blow-1)."""
    site = g.setting.country.site_at.get((here, to), -1)
    if site < 0 or not is_standing(g, site):
        return 0
    guards = (g.stack(here, enemy(side)) | g.stack(to, enemy(side))) & g.setting.roster.engineers
    return guards & ~g.blow_tried


class Crossing(TrumpetsStep, frozen=True, tag="crossing"):
    """An enemy is about to cross: blow the bridge or not. Rules sop-22c, tab-blow."""

    side: int
    here: int
    to: int
    movers: tuple[int, ...]

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Blow or keep, while an engineer can."""
        guards = crossing_guards(g, enemy(self.side), self.here, self.to)
        if not guards:
            return None
        engineer = members(guards)[0]
        return Decision(
            self.side,
            "crossing",
            [BLOW, KEEP],
            ("sop-22c", "rc-blow-1"),
            {"place": Ref("place", self.to), "unit": Ref("piece", engineer)},
            (engineer,),
        )

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Try it, once for each engineer."""
        guards = crossing_guards(g, enemy(self.side), self.here, self.to)
        g.blow_tried |= guards if action == KEEP else set_of(members(guards)[:1])
        g.steps.pop()
