"""Chapter 9.5: Skorzeny's force, as a brigade or as commandos in American uniform."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.hexes import Flood
from salient.engine.actions import Action
from salient.engine.events import Moved, Rolled
from salient.engine.ids import Pieces, Place
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import CommandoFound, Misled, SkorzenyChosen
from salient.games.bulge.rules.losses import destroy
from salient.games.bulge.rules.ranges import Stack
from salient.games.bulge.rules.stacking import has_room
from salient.games.bulge.rules.supply import occupied_hexes
from salient.games.bulge.rules.terrain import key_cities
from salient.games.bulge.rules.ways import pass_through
from salient.games.bulge.setting import ALLIED, GERMAN, STOP
from salient.games.bulge.state import BulgeState, BulgeStep

BRIGADE, COMMANDOS = "brigade", "commandos"
UNDETECTED = 3
"""Rule 9.5-3b: on 1-3 a commando is not discovered."""

DIE = 6


def choices(g: BulgeState) -> list[Action]:
    """How Skorzeny's force may be used, until it is settled. Rule 9.5-1a."""
    brigade = g.setting.role.get("brigade")
    if g.skorzeny or brigade is None or g.turn < g.setting.units[brigade].turn:
        return []
    return [Action("skorzeny", (BRIGADE,)), Action("skorzeny", (COMMANDOS,))]


def choose(g: BulgeState, use: str, log: Log) -> None:
    """Settle the use of the force for good. Rule 9.5-1a."""
    g.skorzeny = use
    log.append(SkorzenyChosen(use))


def present(g: BulgeState, place: Place) -> int:
    """The commandos in a hex."""
    return g.stacks.get(place, 0) & g.setting.commandos


def barred_cities(g: BulgeState) -> int:
    """Cities closed to the commandos' strategic movement. Rules 7.2-3b, 9.5-2a.

    They are those the Allies occupy in the sense of rule 13.3: no garrison is needed.
    """
    return key_cities(g) & occupied_hexes(g, ALLIED)


class Detection(BulgeStep, frozen=True, tag="detection"):
    """The Allied player looks twice at some soldiers. Rule 9.5-3b.

    Attributes:
        hex: Where.
        moving: Whether a commando has come into an Allied hex; otherwise Allied units leave the
            commandos' hex.
    """

    hex: Place
    moving: bool

    def run(self, g: BulgeState, log: Log) -> None:
        """Roll for each commando; undiscovered ones at a junction mislead a moving stack."""
        g.steps.pop()
        mover = g.steps[-1]
        suspects = mover.group & g.setting.commandos if self.moving else present(g, self.hex)
        for unit in g.alive(each_piece(suspects)):
            face = g.roll(DIE)
            unseen = int(face <= UNDETECTED)
            log.append(Rolled(ALLIED, "detection", (face,), UNDETECTED, (), unseen, ("9.5-3b",)))
            if not unseen:
                log.append(CommandoFound(unit))
                destroy(g, unit, "found", log)
        if not self.moving and present(g, self.hex) and g.setting.junctions >> self.hex & 1:
            log.append(Misled(mover.units))
            g.steps[-1] = Misdirection(mover.units, mover.mp - mover.spent)


class Misdirection(BulgeStep, frozen=True, tag="misdirection"):
    """The German player leads an Allied stack astray, by road. Rule 9.5-3e.

    It moves by the rules of its own side: not onto Germans, out of an EZOC at a price, no farther
    than the next one, not where it may not be, and to no hex that cannot hold it.
    """

    units: Pieces
    mp: int

    def ask(self, g: BulgeState) -> Decision:
        """Where it ends up."""
        group = set_of(self.units)
        reached = self._range(g).hexes & ~(1 << g.where[self.units[0]])
        actions = [Action("mislead", (to,)) for to in each_place(reached) if has_room(g, to, group)]
        return Decision(
            GERMAN,
            "misled",
            [*actions, STOP],
            ("9.5-3e",),
            {"unit": Ref("piece", self.units[0])},
            self.units,
        )

    def _range(self, g: BulgeState) -> Flood:
        return Stack(g, ALLIED, self.units).combat_range(self.mp, fresh=True, avoid=0, pace="road")

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Go there; the move is over."""
        g.steps.pop()
        g.finished |= set_of(self.units)
        if action == STOP:
            return
        path = g.setting.board.way(self._range(g), action.place(0))
        for to in path:
            here = g.where[self.units[0]]
            if to == here:
                continue
            for unit in self.units:
                g.put(unit, to)
            pass_through(g, self.units, to)
            log.append(Moved(self.units, here, to, g.setting.road_cost))
