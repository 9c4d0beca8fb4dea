"""The changing part of a game of *Battle of the Bulge: Ardennes '44*."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from salient.boards import pieces
from salient.engine.ids import Piece, Pieces, Place, Places
from salient.engine.state import State, Step
from salient.games.bulge.setting import BulgeSetting

FULL, REDUCED, DESTROYED = 2, 1, 0
"""Steps a unit has left (2.3)."""


class Combat(msgspec.Struct, frozen=True):
    """A declared combat: one target hex and the units that attack it. Rules 8.2, 8.3."""

    target: Place
    attackers: Pieces = ()
    air: bool = False


class Engagement(msgspec.Struct, frozen=True):
    """The combat being resolved, once its dice have fallen. Rules 8.4, 8.5, 8.6, 8.7.

    Attributes:
        target: The hex attacked.
        attacker: The attacking side.
        attackers: Units that attack.
        origins: The hex each attacker fights from.
        defenders: Units in the hex.
        result: The result of 8.4 that applies.
        hits: Steps each unit has lost in this combat (8.7).
    """

    target: Place
    attacker: int
    attackers: Pieces
    origins: Places
    defenders: Pieces
    result: str
    hits: dict[Piece, int] = {}


class BulgeState(pieces.Pieces, State, kw_only=True):
    """Where everything is and what it has done.

    Units are numbers and sets of them ints; hexes are numbers of the board and sets of them ints.

    Attributes:
        turn: Game turn, 1 to 13.
        where: Hex of each unit, or ``NOWHERE``.
        steps_left: 2 full, 1 reduced, 0 destroyed.
        stacks: Set of units by hex, for hexes that hold any.
        occupied: Hexes with units (commandos apart), by side.
        finished: Units that have moved in this phase (7.5).
        fought: Units that have attacked, or been attacked, in this combat phase (8.2-2).
        attacked: Hexes that have been declared targets in this combat phase.
        shaken: Units without ZOC until the enemy player turn ends (8.5-3b).
        wary: Units that may not enter an EZOC in their next player turn (8.5-3c).
        oos: Units out of supply (11.3).
        isolated: Isolated units (11.4).
        german_last: Hexes last passed by German units (13.3).
        opened: Main-road hexes a commando has opened (9.5-2).
        march_hexes: Hexes the moving side may use strategically in this phase (7.2-3).
        closed_cities: Cities closed to strategic movement of commandos in this phase (7.2-3b).
        captured: Cities the Germans have occupied and the Allies not recaptured (13.3-4).
        ruined: Fortress cities that the Germans have occupied once (12.6).
        destroyed_vp: German points from destroyed units (13.4).
        exit_vp: German points from units that broke through (13.10).
        vp: The German total as last recorded (4.2-A5, B5), none at first (14.3).
        intruders: Allied units that count as beyond the West Wall (13.11).
        early_intruders: Allied units that crossed before turn 8 and have stayed (13.11-1b).
        air_left: Air support markers not used this turn (10.2).
        interdicted: Hexes with interdiction markers in this phase (10.4).
        covered: Hexes with defensive support in this phase (10.5).
        dropped_supply: Hexes supplied from the air this turn (10.7).
        lines: The extensions of the two army boundary lines (9.6).
        alarm: Whether Germans are near enough to the Meuse to free the British (9.7b).
        skorzeny: ``brigade`` or ``commandos`` once chosen (9.5-1).
        drop_turn: Turn of the airborne drop, 0 before it (9.4).
        exits: Units that broke through, and where (13.5).
        exit_oos: Broken-through units that were out of supply at the last check (13.8).
        guards: Guard unit by entry (13.7).
        evacuated: Allied units that left the map, and where (13.9).
        declared: The combats of this phase in their order (8.3-1, 8.3-2).
        engagement: The combat being resolved.
        outcome: How the game ended.
    """

    setting: BulgeSetting
    turn: int = 1
    where: list[Place]
    steps_left: list[int]
    stacks: dict[Place, int] = {}
    occupied: list[int]
    finished: int = 0
    fought: int = 0
    attacked: int = 0
    shaken: int = 0
    wary: int = 0
    oos: int = 0
    isolated: int = 0
    german_last: int = 0
    opened: int = 0
    march_hexes: int = 0
    closed_cities: int = 0
    captured: int = 0
    ruined: int = 0
    destroyed_vp: int = 0
    exit_vp: int = 0
    vp: int = 0
    intruders: int = 0
    early_intruders: int = 0
    air_left: int = 0
    interdicted: int = 0
    covered: int = 0
    dropped_supply: int = 0
    lines: tuple[Places, Places] = ((), ())
    alarm: bool = False
    skorzeny: str = ""
    drop_turn: int = 0
    exits: dict[Piece, int] = {}
    exit_oos: int = 0
    guards: dict[int, Piece] = {}
    evacuated: dict[Piece, int] = {}
    declared: tuple[Combat, ...] = ()
    engagement: Engagement | None = None
    outcome: str = ""

    def put(self, piece: Piece, place: Place) -> None:
        """Place a unit in a hex, or take it off the map (``NOWHERE``)."""
        old = self.where[piece]
        super().put(piece, place)
        if not self.setting.commandos >> piece & 1:  # 5.2
            self.keep_presence(self.occupied, piece, old)

    def stack(self, place: Place, side: int) -> int:
        """A side's units in a hex, commandos apart."""
        return self.stacks.get(place, 0) & self.setting.regulars[side]

    @property
    def fight(self) -> Engagement:
        """The combat being resolved, where there is one."""
        assert self.engagement is not None, "results belong to a combat"
        return self.engagement

    def alive(self, units: Iterable[Piece]) -> list[Piece]:
        """Those of some units that have not been destroyed."""
        return [unit for unit in units if self.steps_left[unit]]

    def attack(self, unit: Piece) -> int:
        """Attack strength as the unit stands. Rules 2.3, 2.6-3."""
        row = self.setting.units[unit]
        return row.attack if self.steps_left[unit] == FULL else row.attack2

    def defence(self, unit: Piece) -> int:
        """Defence strength as the unit stands. Rules 2.3, 2.6-3."""
        row = self.setting.units[unit]
        return row.defence if self.steps_left[unit] == FULL else row.defence2


class BulgeStep(Step[BulgeState], frozen=True):
    """A step of the sequence of play."""
