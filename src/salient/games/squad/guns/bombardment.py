"""The bombardment before play. Rule C1.822."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Modifier, Secret
from salient.engine.state import Log
from salient.games.squad.combat.mines import thin_mines
from salient.games.squad.combat.morale import check_morale
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.events.fire import Bombarded
from salient.games.squad.core.events.play import GroundRolled
from salient.games.squad.core.locations import chart_row, is_building, is_subterranean
from salient.games.squad.core.scenario import Bombardment, expand
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.guns.barrage import after_barrage, everybody_in
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.terrain.board import Hexagon
from salient.games.squad.terrain.maps import lies_within

BOMBARDED_MINES = 9
"""Reading of C1.822: mines withstand a bombardment as rail cars do (B32.57b)."""

BOMBARDED_HOUSES = {"wooden_building": 10, "stone_building": 11}
"""Reading of C1.822: the roll above which a bombarded building falls."""


def bombarded_hexes(g: SquadState, line: Bombardment) -> list[Hexagon]:
    """The hexes of a bombardment: those named, and a whole block of the map. Rule C1.822."""
    board = g.setting.board
    found = [board.hex_of[g.setting.location(name, "bombardment")] for name in expand(line.area)]
    if line.block:
        first, last = line.block
        found += [here.index for here in board.hexes if lies_within(here.name, first, last)]
    return list(dict.fromkeys(found))


class Bombarding(SquadStep, frozen=True, tag="bombarding"):
    """What a scenario has bombarded before the first turn. Rules C1.822, B32.57b, P7.1d."""

    number: int

    def run(self, g: SquadState, log: Log) -> None:
        """Hex by hex; then the debris that this has brought down."""
        line = g.bombardments[self.number]
        side = PLAYERS.index(line.side)
        g.steps[-1:] = after_barrage(g, side)
        for hexagon in bombarded_hexes(g, line):
            log.append(Bombarded(side, hexagon))
            bombard_hex(g, hexagon, log)


def bombarding_steps(g: SquadState) -> list[SquadStep]:
    """The bombardments of a scenario, the first one last."""
    return [Bombarding(n) for n in reversed(range(len(g.bombardments)))]


def bombard_mines(g: SquadState, hexagon: Hexagon, log: Log) -> None:
    """Mines may be thinned out; of those nobody knows only their owner is told. Rule C1.822."""
    dice, fields = g.dice(), g.mines[hexagon]
    told = GroundRolled(hexagon, "mines", dice)
    known = any(field.known for field in fields)
    log.append(told if known else Secret(fields[0].side, told))
    if sum(dice) > BOMBARDED_MINES:
        thin_mines(g, hexagon)


def bombard_building(g: SquadState, hexagon: Hexagon, log: Log) -> None:
    """A building may fall. Rule C1.822."""
    dice = g.dice()
    log.append(GroundRolled(hexagon, "building", dice))
    if sum(dice) > BOMBARDED_HOUSES[g.setting.board.hexes[hexagon].row.building]:
        make_rubble(g, hexagon, log)


def bombard_hex(g: SquadState, hexagon: Hexagon, log: Log) -> None:
    """Rail cars, mines and buildings suffer first, then who is left. Rule C1.822.

    Reading: everybody checks his morale, helped by his cover; nothing reaches a culvert.
    """
    if any(answer(g, hexagon, log) for answer in g.setting.chapters.bombardments):
        return
    if hexagon in g.mines:
        bombard_mines(g, hexagon, log)
    if is_building(g, hexagon):
        bombard_building(g, hexagon, log)
    for unit in each_piece(everybody_in(g, hexagon) & g.setting.personnel):
        if g.lost >> unit & 1:
            continue
        if is_subterranean(g, g.where[unit]):  # P4.24
            continue
        if g.setting.dummies >> unit & 1:  # A12.11
            continue
        cover = chart_row(g, g.where[unit]).tem
        shift = (g.fanatic >> unit & 1) - cover  # A10.8
        more = (Modifier("C1.822", shift),) if shift else ()
        if not check_morale(g, unit, 0, log, more=more):
            reveal(g, 1 << unit, log)
