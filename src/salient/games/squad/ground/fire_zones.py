"""Prepared fire zones (rule B36): terrain that was cleared before the battle."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from salient.boards.bits import each_piece
from salient.boards.sight_map import Eye, Feature, Stand
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log
from salient.games.squad.core.actions import END
from salient.games.squad.core.events.play import ZoneCleared
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Entry, Lying, Manner, Part
from salient.games.squad.errors import SquadRuleViolation
from salient.games.squad.sight.lines import Sight, eye_of
from salient.games.squad.sight.los import sight_of
from salient.games.squad.terrain.board import Hexagon, each_hex, side_mask
from salient.games.squad.terrain.kinds import Terrain

HIDDEN = "hidden_zones"
"""Fire zones that the enemy does not know, with their side; also the special rule for it."""

PATH = 2
"""MF halves along a path through woods (reading of B13.6)."""


def clear_terrain(terrain: Terrain, name: str, values: int) -> str:
    """What becomes of terrain when so many PFZ values are spent on it. Rules B36.21, B36.22.

    One value turns woods of any kind into a vineyard, and a vineyard, brush, an orchard or grain
    into open ground.

    >>> from salient.games.squad.terrain.kinds import load_terrain
    >>> clear_terrain(load_terrain(), "pine_woods", 2)
    'open_ground'
    """
    for _ in range(values):
        cleared = terrain.kinds[name].cleared
        if not cleared:
            expected = ", ".join(
                sorted(kind.name for kind in terrain.kinds.values() if kind.cleared)
            )
            raise SquadRuleViolation("fire-zone", value=name, expected=expected)
        name = cleared
    return name


# -- what the ground is ---------------------------------------------------------------------------


def filling(g: SquadState, hexagon: Hexagon) -> str:
    """What fills a hex now: a fire zone or debris is there in place of it. Rules B36.2, B37.6."""
    if g.debris >> hexagon & 1:
        return "open_ground"
    return g.fire_zones.get(hexagon, g.setting.board.hexes[hexagon].row.terrain)


def zone_features(g: SquadState) -> Mapping[Hexagon, Sequence[Feature | Stand]]:
    """Vineyards of fire zones, at the rim where there is a stream. Rules B36.23, B37.6."""
    board, terrain = g.setting.board, g.setting.terrain
    return {
        index: [Stand(terrain.feature(name), board.hexes[index].cell.ground)]
        for index, name in g.fire_zones.items()
        if name != "open_ground" and not g.debris >> index & 1
    }


def zone_clearings(g: SquadState) -> Mapping[Hexagon, Iterable[str]]:
    """What was cut down; walls, hedges and water stay. Rules B36.2, B36.4, B36.5."""
    hexes = g.setting.board.hexes
    return {index: (hexes[index].row.terrain,) for index in g.fire_zones}


def path_cost(g: SquadState, entry: Entry) -> Part | None:
    """Infantry on a path goes through woods like in the open; a fire zone has no paths left.

    Rules B13.6, B36.3.
    """
    if entry.way != "infantry" or not entry.crossing or entry.manner == "bypass":
        return None
    board = g.setting.board
    here, there = board.hex_of[entry.origin], board.hex_of[entry.to]
    if not has_path(g, here, entry.side) or not has_path(g, there, entry.far_side):
        return None
    return Part("B13.6", PATH, "path") if entry.to == there else None


def has_path(g: SquadState, hexagon: Hexagon, side: int) -> bool:
    """Whether a path crosses a side of a hex of woods. Rules B13.6, B36.3."""
    if hexagon in g.fire_zones:
        return False
    return bool(side_mask(g.setting.board.hexes[hexagon].row.path) >> side & 1)


# -- clearing -------------------------------------------------------------------------------------


class ZoneClearing(SquadStep, frozen=True, tag="zone_clearing"):
    """Before anybody sets up, a side spends its PFZ values. Rules B36.1, B36.2.

    Attributes:
        side: Who.
        left: Values left.
    """

    side: int
    left: int

    def ask(self, g: SquadState) -> Decision | None:
        """Which hex the next value is spent on."""
        if not self.left:
            return None
        actions = [Action("place", (hexagon, "zone")) for hexagon in eligible(g, self.side)]
        if not actions:
            return None
        rules = ("B36.1", "B36.2", "B36.21", "B36.22")
        return Decision(self.side, "zones", [*actions, END], rules, {"count": self.left})

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Clear a hex, or leave the rest."""
        if action == END:
            g.steps.pop()
            return
        clear_hex(g, Hexagon(action.place(0)), self.side, log)
        g.steps[-1] = ZoneClearing(self.side, self.left - 1)


def zone_steps(g: SquadState) -> list[SquadStep]:
    """The clearing of fire zones by those who have values, the side that sets up first last."""
    values = g.setting.scenario.fire_zones
    first = g.first
    return [
        ZoneClearing(side, values[PLAYERS[side]])  # type: ignore[index]
        for side in (first, enemy(first)) if PLAYERS[side] in values
    ]  # fmt: skip


def set_up_area(g: SquadState, side: int) -> int:
    """The locations where a side sets up before play."""
    area = 0
    for group, places in zip(g.setting.scenario.group, g.setting.areas, strict=True):
        if PLAYERS.index(group.side) == side and not group.turn:
            area |= places
    return area


def eligible(g: SquadState, side: int) -> Iterator[Hexagon]:
    """The hexes of a side's set-up area whose terrain can be cleared (further). Rule B36.2."""
    board = g.setting.board
    for place in each_hex(set_up_area(g, side)):
        if board.locations[place].floor != "ground" or board.hex(place).row.building:
            continue
        if g.setting.terrain.kinds[filling(g, place)].cleared:
            yield place


def clear_hex(g: SquadState, hexagon: Hexagon, side: int, log: Log) -> None:
    """Spend a value on a hex. Rules B36.21, B36.22; hidden only by special rule (fn-B21)."""
    g.fire_zones[hexagon] = clear_terrain(g.setting.terrain, filling(g, hexagon), 1)
    secret = HIDDEN in g.special
    if secret:
        g.hidden_zones[hexagon] = side
    cleared = ZoneCleared(side, hexagon, g.fire_zones[hexagon])
    log.append(Secret(side, cleared) if secret else cleared)


def secret_zones(g: SquadState, side: int) -> list[Hexagon]:
    """The hexes of fire zones that a side does not know of. Rule fn-B21."""
    return [hexagon for hexagon, owner in g.hidden_zones.items() if owner != side]


def as_known(g: SquadState, side: int) -> SquadState:
    """The position on the map that a side knows, by which it is asked and answered. Rule fn-B21."""
    return without(g, secret_zones(g, side)) if g.hidden_zones else g


def forget_zones(g: SquadState, side: int) -> None:
    """Take away the fire zones that a side does not know of. Rule fn-B21."""
    for hexagon in secret_zones(g, side):
        del g.fire_zones[hexagon]
        del g.hidden_zones[hexagon]


def without(g: SquadState, hexes: Collection[Hexagon]) -> SquadState:
    """The position as if some hexes had not been cleared; only to be looked at."""
    if not hexes:
        return g
    twin = copy.copy(g)
    twin.fire_zones = {index: what for index, what in g.fire_zones.items() if index not in hexes}
    return twin


def spot_zones(g: SquadState, log: Log) -> bool:
    """Hidden fire zones come to light when they change what an unbroken enemy sees. Rule fn-B21.

    Reading: also when he sees the hex or stands next to it.
    """
    found = False
    for hexagon, side in sorted(g.hidden_zones.items()):
        foes, sight = g.on_map(g.setting.army[enemy(side)] & g.armed()), sight_of(g)
        if any(notices(g, sight, foe, hexagon) for foe in each_piece(foes)):
            found = True
            del g.hidden_zones[hexagon]
            log.append(ZoneCleared(side, hexagon, g.fire_zones[hexagon]))
    return found


def notices(g: SquadState, sight: Sight, unit: Piece, hexagon: Hexagon) -> bool:
    """Whether a fire zone is in a unit's sight, or any line of its sight depends on the zone.

    Who stands where another has looked, and with the same in the way, need not look again.
    """
    eye, here = eye_of(g, unit), g.where[unit]
    if g.setting.board.range(here, hexagon) <= 1:
        return True
    found = sight.noticed.get((eye, here, hexagon))
    if found is None:
        found = sight.sees(g, unit, hexagon) or depends_on(g, sight, eye, here, hexagon)
        sight.noticed[eye, here, hexagon] = found
    return found


def depends_on(g: SquadState, sight: Sight, eye: Eye, here: Place, hexagon: Hexagon) -> bool:
    """Whether any line from an eye past a fire zone depends on the zone."""
    board = g.setting.board
    now, before = sight.hindrance, sight_of(without(g, (hexagon,))).hindrance
    eyes, far, hex_of = board.eyes, board.ranges(here), board.hex_of
    near, zone, away = board.field.near, board.field_bits[hexagon], far[hexagon]
    return any(
        now(eye, here, eyes[place], place) != before(eye, here, eyes[place], place)
        for place in board.places
        if far[hex_of[place]] > away and near(eye, eyes[place]) & zone
    )  # fmt: skip


def spot_on_arrival(g: SquadState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """Somebody has moved and may see a hidden fire zone. Rule fn-B21."""
    spot_zones(g, log)


def lying_zones(g: SquadState, manner: Manner) -> Lying:  # noqa: ARG001
    """Prepared fire zones, for costs to be remembered by."""
    for hexagon, terrain in g.fire_zones.items():
        yield g.setting.board.around[hexagon], ("fire_zone", hexagon, terrain)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"fire_zone", "path"}),
    base_costs=(path_cost,),
    arrivals=(spot_on_arrival,),
    reshapes=(zone_features,),
    fallen=(zone_clearings,),
    sight_columns=("fire_zones",),
    lying=(lying_zones,),
)
