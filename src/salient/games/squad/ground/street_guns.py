"""Guns that fire at a roadblock across a narrow street, and at nothing else. Rule P5.1411c."""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.combat.firepower import AT_MOVERS
from salient.games.squad.core.actions import CHOICE, PLACE, SIDE_WORDS
from salient.games.squad.core.events.fire import HitRolled, Tried
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Occasion
from salient.games.squad.ground.street_blocks import blast_block, sees_whole_block
from salient.games.squad.guns.armament import can_shoot, may_bear, shot_of
from salient.games.squad.guns.ordnance import finish_shot, shell_column, turn_gun
from salient.games.squad.guns.to_hit import basic_number, hit_cases, roll_to_hit
from salient.games.squad.terrain.board import SIDES, Hexside, apart


def block_aims(g: SquadState, unit: Piece, occasion: Occasion) -> Iterator[Action]:
    """The roadblocks that a gun can be fired at: it sees all of their hexside. Rule P5.1411c."""
    shot = shot_of(g, unit) if g.street_blocks else None
    if shot is None or not shot.he or occasion in AT_MOVERS or not can_shoot(g, unit, occasion):
        return
    for key in g.street_blocks:
        hexagon, side = apart(key, SIDES)
        if may_bear(g, unit, hexagon) and sees_whole_block(g, unit, key):
            yield Action("batter", (hexagon, SIDE_WORDS[side]))


def batter(g: SquadState, unit: Piece, action: Action, occasion: Occasion, log: Log) -> None:
    """Fire at a roadblock alone; a KIA removes it. Rules P5.1411c, B29.5.

    Reading: To Hit as at infantry, without cover; what stands beside it is not affected.
    """
    shot = shot_of(g, unit)
    assert shot is not None
    hexagon = action.place(0)
    key = Hexside(SIDES * hexagon + side_of(action.choice(1)))
    turns = turn_gun(g, unit, hexagon, log)
    if turns < 0:
        return
    modifiers = hit_cases(g, unit, hexagon, turns, occasion, NOBODY)
    basic = basic_number(g, shot, g.setting.board.range(g.where[unit], hexagon), "infantry")
    roll = roll_to_hit(g, unit, basic, modifiers)
    finish_shot(g, unit, roll.dice, occasion, hexagon, log)
    log.append(HitRolled(unit, hexagon, roll.dice, roll.need, roll.modifiers, roll.result))
    if not roll.hit:
        return
    blast = g.dice()
    column = shell_column(g, shot, critical=roll.critical)
    gone = blast_block(g, key, "ordnance", g.setting.tables.result(column, sum(blast)), log,
                       unit=unit)  # fmt: skip
    log.append(Tried(unit, "battering", blast, (), "passed" if gone else "failed"))


CHAPTER: Chapters[SquadState] = Chapters(
    aims=(block_aims,),
    verbs={"batter": (PLACE, CHOICE)},
    shots={"batter": batter},
)
