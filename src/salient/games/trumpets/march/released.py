"""Reserves on the move (17.0, 59.0), advanced: they respond, change place or exploit."""

from __future__ import annotations

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.orders.leaders import EXPLOIT, RESPONSE, has_leader, spend
from salient.games.trumpets.orders.reserves import reserves_of
from salient.games.trumpets.setting import END, PASS
from salient.games.trumpets.standing.stacking import division_of
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

RESPONSE_DISTANCE = 10
"""Hexes from an HQ within which a unit of the corps that moved must be (4.14)."""


class Response(TrumpetsStep, frozen=True, tag="response"):
    """Steps 25-26: the enemy of a corps that has moved may let reserves react.

    Rules sop-17, sop-25, sop-26, tab-leader-R, tab-reserve-1.

    Attributes:
        side: Who may react.
        corps: The corps that has moved.
    """

    side: int
    corps: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which leader, or none."""
        able = [one for one in self._formations(g) if self._may_react(g, one)]
        if not able:
            return None
        actions = [Action("respond", (g.setting.word(one),)) for one in able]
        return Decision(self.side, "response", [*actions, PASS], ("sop-26", "tab-leader-R"))

    def _formations(self, g: TrumpetsState) -> list[int]:
        rows = g.setting.roster.formations
        return [i for i, row in enumerate(rows) if row.side == self.side and row.letters]

    def _may_react(self, g: TrumpetsState, formation: int) -> bool:
        if not has_leader(g, formation, RESPONSE) or not reserves_of(g, formation):
            return False
        hq = g.setting.roster.formations[formation].hq
        near = g.setting.board.within(1 << g.where[hq], RESPONSE_DISTANCE)
        return bool(g.units_in(near, g.corps_units(self.corps)))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """His reserves may move, or the moving player goes on."""
        if action == PASS:
            g.steps.pop()
            return
        formation = g.setting.formation(action.choice(0))
        spend(g, formation)
        g.steps.append(Releasing(self.side, formation, half=True))


class Releasing(TrumpetsStep, frozen=True, tag="releasing"):
    """The reserves of a formation move and are reserves no longer. Rules tab-reserve-1, 3.

    Attributes:
        side: Whose they are.
        formation: The formation of the leader who released them.
        half: Whether they have half their MF (response) or all (exploitation).
    """

    side: int
    formation: int
    half: bool

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which reserve next, or no more."""
        reserves = reserves_of(g, self.formation)
        if not reserves:
            return None
        actions = [*g.setting.offer["pick"].of(members(reserves)), END]
        rules = ("tab-reserve-1" if self.half else "tab-reserve-3",)
        return Decision(self.side, "released", actions, rules)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """It moves."""
        if action == END:
            g.steps.pop()
            return
        unit = action.piece(0)
        g.reserve &= ~(1 << unit)
        g.steps.append(Moving(self.side, -1, (unit,), half=self.half))


class Exploitation(TrumpetsStep, frozen=True, tag="exploitation"):
    """Step 30: reserves change place, or exploit under a leader. Rules sop-30, tab-reserve-2, 3.

    Attributes:
        side: The player.
        shifted: Reserves that have changed place.
    """

    side: int
    shifted: int = 0

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Who is shifted, or whose reserves exploit."""
        mine = g.on_map(g.reserve & g.setting.army[self.side])
        if not mine:
            return None
        ready = [u for u in each_piece(mine & ~self.shifted) if division_of(g, u) >= 0]
        rows = g.setting.roster.formations
        leaders = [
            one
            for one, row in enumerate(rows)
            if row.side == self.side and has_leader(g, one, EXPLOIT) and reserves_of(g, one)
        ]
        actions = [
            *g.setting.offer["shift"].of(ready),
            *(Action("exploit", (g.setting.word(one),)) for one in leaders),
        ]
        if not actions:
            return None
        return Decision(self.side, "exploitation", [*actions, END], ("sop-30a", "sop-30b"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Half MF and still in reserve, or full MF and out of it."""
        if action == END:
            g.steps.pop()
        elif action.verb == "shift":
            unit = action.piece(0)
            g.steps[-1] = Exploitation(self.side, self.shifted | 1 << unit)
            g.steps.append(Moving(self.side, -1, (unit,), half=True))
        else:
            formation = g.setting.formation(action.choice(0))
            spend(g, formation)
            g.steps.append(Releasing(self.side, formation, half=False))
