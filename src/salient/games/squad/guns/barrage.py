"""Shells of a battery fall: on a hex and its neighbours, on friend and foe. Rules C1.31, C1.5."""

from __future__ import annotations

from salient.engine.state import Log, Step
from salient.games.squad.combat.mines import thin_mines
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.guns.indirect import burst, column_for, he_power
from salient.games.squad.terrain.board import OFF_MAP, Hexagon


def after_barrage(g: SquadState, side: int) -> list[Step[SquadState]]:
    """Shells are about to fall on several hexes: what will follow when they have. Rule B37.64b."""
    return [step for answer in g.setting.chapters.barrages for step in answer(g, side)]


def scatter(g: SquadState, aimed: Hexagon, die: int) -> tuple[Hexagon, tuple[int, ...]]:
    """Where shells fall that miss, with the dice: half a die hexes in the direction of another.

    Rule C1.31; ``OFF_MAP`` if they miss the map.
    """
    way, far = g.die(), g.die()
    hexagon = aimed
    for _ in range((far + 1) // 2):
        hexagon = g.setting.board.hexes[hexagon].near[way - 1]
        if hexagon == OFF_MAP:
            return OFF_MAP, (die, way, far)
    return hexagon, (die, way, far)


def blast_area(g: SquadState, hexagon: Hexagon) -> tuple[Hexagon, ...]:
    """A hex and its neighbours, clockwise from the north. Rule C1.5."""
    return (hexagon, *(near for near in g.setting.board.hexes[hexagon].near if near != OFF_MAP))


def shell_hex(g: SquadState, side: int, calibre: int, hexagon: Hexagon, log: Log) -> None:
    """Shells fall on everything in a hex, with one roll. Rule C1.5."""
    attack = Attack("shell", side, (), hexagon)
    column = column_for(he_power(g, calibre))
    dice = burst(g, attack, calibre, column, everybody_in(g, hexagon), log)
    if g.setting.tables.result(column, sum(dice)).endswith("KIA"):  # B28.62
        thin_mines(g, hexagon)


def everybody_in(g: SquadState, hexagon: Hexagon) -> int:
    """All units in the locations of a hex, of both sides."""
    found = 0
    for place in g.setting.board.locations_in(hexagon):
        found |= g.stacks.get(place, 0)
    return found & (g.setting.personnel | g.setting.vehicles) & ~g.wrecks
