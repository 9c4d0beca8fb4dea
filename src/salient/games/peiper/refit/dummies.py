"""Question marks with nobody under them: with reserves, or bought. CG7a-4, CG7b-4, P8.621."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Place
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.setting import DUMMIES
from salient.games.peiper.standing.pool import muster, spare_of
from salient.games.peiper.state import PeiperState


def draw_dummy(g: PeiperState, side: int) -> int:
    """A dummy out of the box, as a set; none if there is none left."""
    unit = spare_of(g, DUMMIES[SIDES[side]][0], side)
    if unit is None:
        return 0
    muster(g, unit)
    return 1 << unit


def put_out(g: PeiperState, side: int, here: Place) -> None:
    """A dummy stack that was bought lies in its hex, but not with a reserve. CG7b-4, P8.621."""
    if g.stacks.get(here, 0) & g.reserve:
        return
    for unit in each_piece(draw_dummy(g, side)):
        g.put(unit, here)
        g.concealed |= 1 << unit


def do_without(g: PeiperState, dummies: int) -> None:
    """Dummies go back into the box. Rules CG7a-4, P8.602e."""
    for unit in each_piece(dummies):
        g.put(unit, NOWHERE)
        g.box.pop(unit, None)
        g.home.pop(unit, None)
        for table in (g.bypass, g.crest):
            table.pop(unit, None)
        number = g.force_number(unit)
        if number >= 0:
            g.change_force(number, units=g.forces[number].units & ~(1 << unit))
    for name in ("lost", "concealed", "reserve", "cloaked", "restrained", "ti", "exited", "fled"):
        setattr(g, name, getattr(g, name) & ~dummies)
    g.spare |= dummies
