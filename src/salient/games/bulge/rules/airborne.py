"""Chapter 9.4: von der Heydte's paratroops."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.events import Rolled
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision, Log
from salient.games.bulge.events import DropFailed, Dropped
from salient.games.bulge.rules.losses import destroy, lose_step
from salient.games.bulge.rules.terrain import is_key_city
from salient.games.bulge.rules.ways import pass_through
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import DESTROYED, BulgeState, BulgeStep

DIE = 6
TURNS_BACK, ON_TARGET = 5, 6
"""Rule 9.4-2b: 1-4 drift that many hexes, 5 turns back, 6 lands on the target."""


def drop_zones(g: BulgeState) -> int:
    """Hexes that may be named as the target: no city, no forest. Rule 9.4-2a."""
    setting = g.setting
    cities = setting.towns["city"] | setting.towns["important"] | setting.towns["fortress"]
    return setting.board.all & ~cities & ~setting.base["light"] & ~setting.base["deep"]


class Drop(BulgeStep, frozen=True, tag="drop"):
    """The paratroops jump. Rule 9.4-2."""

    def ask(self, g: BulgeState) -> Decision:
        """The hex aimed at."""
        actions = [Action("land", (hex_,)) for hex_ in each_place(drop_zones(g))]
        return Decision(GERMAN, "drop", actions, ("9.4-2a", "9.4-2b"))

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Roll for the landing."""
        g.steps.pop()
        unit, aim = g.setting.role["vdh"], action.place(0)
        g.drop_turn = g.turn
        g.finished |= 1 << unit
        face = g.roll(DIE)
        log.append(Rolled(GERMAN, "drop", (face,), DIE, (), int(face != TURNS_BACK), ("9.4-2b",)))
        if face == TURNS_BACK:
            # 9.4-3: out of the game, but not destroyed.
            g.steps_left[unit] = DESTROYED
            log.append(DropFailed(unit, "turned_back"))
            return
        place = aim if face == ON_TARGET else self._drift(g, aim, face, log)
        if place < 0:
            log.append(DropFailed(unit, "off_map"))
            destroy(g, unit, "drop", log)
        else:
            land(g, unit, aim, place, log)

    def _drift(self, g: BulgeState, aim: Place, distance: int, log: Log) -> Place:
        """Where the wind carries them; -1 if off the map. Rule 9.4-2c."""
        face = g.roll(DIE)
        log.append(Rolled(GERMAN, "drift", (face,), DIE, (), 1, ("9.4-2c",)))
        way, place = g.setting.scatter[face], aim
        for _ in range(distance):
            if place >= 0:
                place = g.setting.board.neighbours[place][way]
        return place


def land(g: BulgeState, unit: Piece, aim: Place, place: Place, log: Log) -> None:
    """Come down in a hex and suffer for it; who lives may attack in this turn (9.4-4b).

    Rules 9.4-2d, 9.4-2e.
    """
    setting = g.setting
    row = setting.hex_rows[place]
    log.append(Dropped(unit, aim, place))
    if g.occupied[ALLIED] >> place & 1 or row.terrain == "deep" or is_key_city(g, place):
        destroy(g, unit, "drop", log)
        return
    g.put(unit, place)
    pass_through(g, (unit,), place)  # 13.3-2a
    if row.town or row.terrain == "light":
        lose_step(g, unit, log, "drop")
