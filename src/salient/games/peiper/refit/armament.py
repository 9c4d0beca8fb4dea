"""What single vehicles are fitted with when they join an order of battle. Rules CG8, SSR-KGP17.

Our counters have all the machine-guns that are printed on them, so that flamethrowers are all that
is asked for. Side skirts hang on every Pz IV; what they are worth is a matter of armour in the
squad game (SSR-KGP14, D11.2).
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log
from salient.games.peiper.events import UnitDiced, UnitFared
from salient.games.peiper.state import Force, PeiperState, PeiperStep
from salient.games.squad.core.actions import END
from salient.games.squad.vehicles.fittings import HAS_GYRO

FLAMING, HAS_FLAMES = "M4A3", 1
"""The tank that may have a flamethrower (US vehicle note F), and the highest die that gives it."""


def fit_out(g: PeiperState, units: int, side: int, log: Log) -> None:
    """A die for the gyrostabilizer of each tank that may have one: for good. Rule SSR-KGP17."""
    for tank in each_piece(units & g.setting.vehicles):
        if "gyro" not in g.setting.vehicle_row(tank).fittings.split():
            continue
        die = g.die()
        result = "fitted" if die <= HAS_GYRO else "unfitted"
        g.gyros |= (die <= HAS_GYRO) << tank
        event = UnitDiced(side, tank, "gyro", (die,), HAS_GYRO, (), result, "SSR-KGP17")
        log.append(Secret(side, event))


# -- flamethrowers --------------------------------------------------------------------------------


def may_ask(g: PeiperState) -> list[Piece]:
    """New tanks for which a flamethrower may be asked for: one a platoon. Rules CG8, SSR-I.4."""
    found: list[Piece] = []
    for force in g.forces:
        if force.date != g.date or not force.new or force.units & g.flamers:
            continue
        tanks = force.units & g.setting.counters(FLAMING) & ~g.asked
        if given(force) and g.flamers & g.setting.counters(FLAMING):
            continue  # SSR-I.4: of the three that are given no more than one.
        found += each_piece(tanks)
    return found


def given(force: Force) -> bool:
    """Whether a tank is one of the three of the first order of battle at Stoumont. SSR-I.4."""
    return force.chart == FLAMING


class Requests(PeiperStep, frozen=True, tag="requests"):
    """For which tanks a flamethrower is asked for; each is diced for by itself. CG8, SSR-I.4."""

    side: int

    def as_enemy_knows(self) -> None:
        """Nobody hears of it."""
        return

    def question(self, g: PeiperState) -> Decision | None:
        """The next tank, or no more."""
        actions = [Action("request", (tank,)) for tank in may_ask(g)]
        return Decision(self.side, "request", [*actions, END], ("CG8",)) if actions else None

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """A die, but for one of those that are given: that one has it. Rules CG8, SSR-I.4."""
        if action == END:
            g.steps.pop()
            return
        tank = action.piece(0)
        g.asked |= 1 << tank
        force = g.force_of(tank)
        if force is not None and given(force):
            g.flamers |= 1 << tank
            log.append(Secret(self.side, UnitFared(self.side, tank, "flaming", "SSR-I.4")))
            return
        die = g.die()
        result = "fitted" if die <= HAS_FLAMES else "unfitted"
        g.flamers |= (die <= HAS_FLAMES) << tank
        event = UnitDiced(self.side, tank, "flames", (die,), HAS_FLAMES, (), result, "CG8")
        log.append(Secret(self.side, event))
