"""Bridges under the enemy's feet (22.0): he may blow one that is about to be crossed."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.trumpets.standing.bridges import is_standing
from salient.games.trumpets.standing.demolition import guards, try_to_blow
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

BLOW, KEEP = Action("blow"), Action("keep")


def crossing_guards(
    g: TrumpetsState, side: int, here: Place, to: Place, leaving: int = 0
) -> list[Piece]:
    """Enemy engineers that may still blow a bridge between two hexes (sop-22c, rc-blow-1).

    Args:
        g: The state.
        side: Who is about to cross.
        here: Where from.
        to: Where to.
        leaving: Units that have just been driven from there.
    """
    site = g.setting.country.site_at.get((here, to), -1)
    if site < 0 or not is_standing(g, site):
        return []
    units = g.stack(here, enemy(side)) | g.stack(to, enemy(side)) | g.on_map(leaving)
    return guards(g, units & ~g.blow_tried)


def use_ferry(g: TrumpetsState, units: Pieces, here: Place, to: Place) -> None:
    """Units that need engineers at a ford use up an Eng Ferry marker. Rule sop-20f."""
    country = g.setting.country
    if not country.across(country.fords, here, to):
        return
    for unit in units:
        ford = g.setting.movement.fords[movement_class(g, unit), g.ground]
        if ford is None or not ford.engineers:
            continue
        ends = {(here, to), (to, here)}
        used = [one for one, far in g.ferrying.items() if (g.where[one], far) in ends]
        for engineer in used[:1]:
            del g.ferrying[engineer]
            g.moved |= 1 << engineer


class Crossing(TrumpetsStep, frozen=True, tag="crossing"):
    """An enemy is about to cross: blow the bridge or not. Rules sop-22c, tab-blow.

    Attributes:
        side: Who may blow it.
        here, to: The hexes it joins, in the direction of the crossing.
        movers: Those about to cross.
        leaving: Units that have just been driven from the hex beyond.
    """

    side: int
    here: Place
    to: Place
    movers: Pieces
    leaving: int = 0

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Blow or keep, while an engineer can."""
        able = crossing_guards(g, enemy(self.side), self.here, self.to, self.leaving)
        if not able:
            return None
        return Decision(
            self.side,
            "crossing",
            [BLOW, KEEP],
            ("sop-22c", "rc-blow-1"),
            {"place": Ref("place", self.to), "unit": Ref("piece", able[0])},
            (able[0],),
        )

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Try it, once for each engineer and segment."""
        able = crossing_guards(g, enemy(self.side), self.here, self.to, self.leaving)
        if action == KEEP:
            g.blow_tried |= set_of(able)
            g.steps.pop()
            return
        g.blow_tried |= 1 << able[0]
        site = g.setting.country.site_at[self.here, self.to]
        at_hand = set_of(self.movers) | g.stack(self.here, enemy(self.side))
        if try_to_blow(g, able[0], site, at_hand, log):
            g.steps.pop()
            g.steps[-1] = g.steps[-1].halted()
