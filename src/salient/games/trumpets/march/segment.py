"""The movement segment of a corps (24.0): unit by unit, formation by formation, or by the staff."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Pieces, Place, enemy
from salient.engine.state import Decision, Log, at_rest
from salient.games.trumpets.march.groups import GroupMove, mobile, parts
from salient.games.trumpets.march.movement import Moving, movable
from salient.games.trumpets.march.rear import BringingUp, is_rear_amiss, to_bring_up
from salient.games.trumpets.setting import END, STAFF
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

FOLLOW = Action("follow")


class Movement(TrumpetsStep, frozen=True, tag="movement"):
    """The units of a corps move. Rules sop-24, rc-group-1, rc-staff-1.

    Attributes:
        side: Whose corps it is.
        corps: The corps.
        last: The unit that was chosen last, -1 before one was.
        origin: Where it stood then.
    """

    side: int
    corps: int
    last: int = -1
    origin: Place = NOWHERE

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Who moves next: a unit, a formation, those behind the last, guns and HQs.

        Who has moved everybody is still asked before the segment ends.
        """
        able = movable(g, self.corps)
        name, offer = g.setting.word, g.setting.offer
        groups = [part for part, units in parts(g, able).items() if units & (units - 1)]
        actions = [*offer["pick"].of(members(able))]
        actions += [Action("group", (name(part),)) for part in sorted(groups)]
        if self._followers(g, able):
            actions.append(FOLLOW)
        if is_rear_amiss(g, able):
            actions.append(STAFF)
        return Decision(
            self.side,
            "movement",
            [*actions, END],
            ("sop-24", "rc-group-1"),
            {"corps": g.setting.roster.formations[self.corps].id},
        )

    def _followers(self, g: TrumpetsState, able: int) -> Pieces:
        """Those behind a unit of their formation that has just gone somewhere."""
        if self.last < 0 or g.where[self.last] in (self.origin, -1):
            return ()
        under, ahead = g.under[self.last], self._ahead(g)
        return tuple(
            unit
            for unit in each_piece(mobile(g, able))
            if g.under[unit] == under and not (g.present >> unit & 1 and ahead >> g.where[unit] & 1)
        )

    def _ahead(self, g: TrumpetsState) -> int:
        """The hexes nearer to the enemy than the unit that has just moved."""
        ring, ahead, place = g.held[enemy(self.side)], 0, g.where[self.last]
        while not ring >> place & 1 and ring != ahead:
            ring, ahead = ring | g.setting.board.around(ring), ring
        return ahead

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Begin a move, or end the segment."""
        if action == END:
            g.steps.pop()
        elif action.verb == "pick":
            unit = action.piece(0)
            g.steps[-1] = msgspec.structs.replace(self, last=unit, origin=g.where[unit])
            g.steps.append(Moving(self.side, self.corps, (unit,)))
        else:
            self._lead(g, action, movable(g, self.corps))

    def _lead(self, g: TrumpetsState, action: Action, able: int) -> None:
        """Several units are set in motion with one order."""
        if action == STAFF:
            g.steps.append(
                BringingUp(self.side, self.corps, tuple(each_piece(to_bring_up(g, able))))
            )
        elif action == FOLLOW:
            goal, under = g.where[self.last], g.under[self.last]
            followers = self._followers(g, able)
            g.steps.append(GroupMove(self.side, self.corps, under, followers, goal))
        else:
            part = g.setting.formation(action.choice(0))
            units = tuple(each_piece(parts(g, able)[part]))
            g.steps.append(GroupMove(self.side, self.corps, part, units))
