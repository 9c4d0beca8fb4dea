"""Chapter 10: Allied air support."""

from __future__ import annotations

from salient.boards.bits import each_piece, pick
from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.bulge.events import AirMission
from salient.games.bulge.setting import ALLIED, END, GERMAN
from salient.games.bulge.state import BulgeState, BulgeStep

CLEAR_TURNS = range(8, 13)
"""Rule 10.1."""

MARKERS = 6
"""Rule 10.2."""


def markers_for(turn: int) -> int:
    """Air support markers of a turn. Rules 10.1, 10.2, 10.3b."""
    return MARKERS if turn in CLEAR_TURNS else 0


class Interdiction(BulgeStep, frozen=True, tag="interdiction"):
    """Role 1: traffic is attacked for the length of a movement phase. Rules 10.3-1, 10.4."""

    def ask(self, g: BulgeState) -> Decision | None:
        """Where the next marker goes."""
        return _ask(g, "interdict", self.targets(g), ("10.4a", "10.4b", "10.4c"))

    def targets(self, g: BulgeState) -> int:
        """Any hex, one marker each."""
        return g.setting.board.all & ~g.interdicted

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Place it, or hold the rest back."""
        if _took(g, action, "interdict", log):
            g.interdicted |= 1 << action.place(0)


class DefensiveSupport(BulgeStep, frozen=True, tag="defensive_support"):
    """Role 2: attacks on covered hexes are shifted left. Rules 10.3-2, 10.5."""

    def ask(self, g: BulgeState) -> Decision | None:
        """Which hex is covered next."""
        return _ask(g, "cover", self.targets(g), ("10.5",))

    def targets(self, g: BulgeState) -> int:
        """Hexes with Allied units that Germans stand next to."""
        near = g.setting.board.around(g.occupied[GERMAN])
        return g.occupied[ALLIED] & near & ~g.covered

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Cover it, or hold the rest back."""
        if _took(g, action, "cover", log):
            g.covered |= 1 << action.place(0)


class AirSupply(BulgeStep, frozen=True, tag="air_supply"):
    """Role 4: supply is dropped to units cut off. Rules 10.3-4, 10.7."""

    def ask(self, g: BulgeState) -> Decision | None:
        """Who is supplied next."""
        return _ask(g, "supply", self.targets(g), ("10.7",))

    def targets(self, g: BulgeState) -> int:
        """Hexes with Allied units out of supply or isolated."""
        found = 0
        for unit in each_piece(g.on_map((g.oos | g.isolated) & g.setting.army[ALLIED])):
            found |= 1 << g.where[unit]
        return found & ~g.dropped_supply

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Supply it, or hold the rest back."""
        if _took(g, action, "supply", log):
            g.dropped_supply |= 1 << action.place(0)


def _ask(g: BulgeState, verb: str, targets: int, rules: tuple[str, ...]) -> Decision | None:
    if not g.air_left or not targets:
        return None
    actions = pick(g.setting.mission[verb], targets)
    return Decision(ALLIED, f"air_{verb}", [*actions, END], rules, {"markers": g.air_left})


def _took(g: BulgeState, action: Action, role: str, log: Log) -> bool:
    """Whether a marker was used; if not, the step is over. Rule 10.3a."""
    if action == END:
        g.steps.pop()
        return False
    g.air_left -= 1
    log.append(AirMission(role, action.place(0)))
    return True
