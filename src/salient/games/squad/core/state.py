"""The changing part of a game: where everybody is, in what state, and what lies about.

Units are numbers and sets of units ints, one bit each; locations and hexes are numbers of the
board (the ground level of a hex has the number of the hex).
"""

from __future__ import annotations

from typing import Annotated, Any, Self

import msgspec

from salient.boards.bits import members, set_of
from salient.boards.pieces import NOWHERE, Pieces
from salient.engine.ids import enemy
from salient.engine.state import State, Step
from salient.games.squad.core.march import March
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.tables import InfantryRow

NOBODY = -1

Unit = Annotated[int, "unit"]
"""A unit, by its number."""

Units = Annotated[int, "units"]
"""A set of units, a bit each."""


class Lane(msgspec.Struct, frozen=True):
    """A fire lane. Rule A9.22.

    Attributes:
        weapon: The machine-gun that fires along it.
        origin: Location of the weapon.
        hexes: The hexes it covers.
        column: Its firepower column.
        sides: The hexsides it runs along, ``6 * hex + side`` as each of their hexes names them.
    """

    weapon: int
    origin: int
    hexes: tuple[int, ...]
    column: int
    sides: tuple[int, ...] = ()


class Minefield(msgspec.Struct, frozen=True):
    """Mines in a location. Rules B28, P7.

    Attributes:
        kind: ``ap``, ``at`` or ``dummy``.
        strength: Firepower (A-P) or number of mines (A-T).
        side: Who laid it.
        known: Whether the enemy knows that it is there.
        shown: Whether the enemy knows its strength.
    """

    kind: str
    strength: int
    side: int
    known: bool = True
    shown: bool = False


class SquadState(Pieces, State, kw_only=True):
    """Everything that changes.

    Attributes:
        turn: Game turn.
        mover: Whose player turn it is: the ATTACKER (A1.5).
        phase: ``setup``, ``rally``, ``prep``, ``move``, ``defensive``, ``advancing``, ``rout``,
            ``advance``, ``close``.
        where: Location of each unit, or ``NOWHERE``.
        stacks: Set of units by location.
        owner: Who has each weapon or gun, or ``NOBODY``.
        facing: Corner that each gun or vehicle faces: CA or VCA (C3.2, D3.1).
        turret: Corner that each turret faces: TCA.
        kind: Kind of each unit; replaced units have a lower one (A19.13).
        half, broken, desperate, pinned, cx, ti, wounded: States of personnel.
        concealed, hidden: Units under concealment, units not on the table (A12).
        prep_fired, first_fired, final_fired, moved, advanced, rallied, routed: What has been done.
        kept_rate: Weapons and guns that may fire again in this prep fire phase (A9.2, C2.24).
        arms_fired, arms_spent: Weapons of a vehicle, a bit each, that have fired in this phase (in
            the movement and the defensive fire phase together), and that have no fire left (D1.8).
        melee: Units locked in melee (A11.15).
        motion, buttoned, bogged, mired, immobile, shocked: States of vehicles.
        wrecks, burning: Vehicles that are wrecks, wrecks that burn.
        malfunctioned: Weapons, guns and main armaments that are out of order.
        lost: Units eliminated, captured or exited.
        exited: Units that have left the map.
        entrenched: Units in a foxhole.
        emplaced: Guns that are dug in where they were set up (C11.2).
        bypass: Side and corner of units in bypass (A4.3, D2.3).
        crest: Side of the crest that a unit stands at (B20.9).
        aboard: Vehicle that a squad or leader rides on or in (D6).
        towed: Vehicle that a gun is hooked to (C10.1).
        acquired: Location that a gun has acquired and the To Hit modifier (C6.5).
        control: Locations that each side controls (A26.1).
        losses: Casualty points that each side has inflicted (A26.2).
        smoke: Hindrance of smoke by location (A24); ``grenades`` are those of this phase.
        screens: Strength of shell smoke by location, and whether it is fresh (A24.2).
        out_of_smoke, out_of_wp: Guns that have no such shells left (C8.9).
        missions: How often each battery of the scenario has fired (C1).
        calls: How often each side's sniper has been called in this phase (A14.1).
        residual: Column of residual fire by location (A8.2).
        lanes: Fire lanes (A9.22).
        flames, blazes: Locations that burn (B25).
        rubble: Hexes of rubble: 1 wooden, 2 stone (B24).
        debris: Hexes of debris (B37).
        wrecked_cars, cars: Hexes whose rail cars are wrecked; hexes with rail-car counters (B32.6).
        breaks: Sides opened by trail breaks, by hex (B24.7).
        breaches: Unit that holds a fence open, by hex and side ``6 * hex + side`` (P3.21).
        fire_zones: What a prepared fire zone made of a hex (B36).
        mines: Minefields by location.
        wire, foxholes: Locations with wire; capacity of foxholes by location (B26, B27).
        roadblocks: Hexsides with a roadblock, ``6 * hex + side`` (B29).
        march: The units moving at the moment.
        taken_unseen: Locations that hidden units have taken, and who seems to hold them (A26.1).
        absent: Units that are somewhere, nobody knows where: only in what a side knows.
        loading: Halves of MP that a vehicle has lost in this player turn by loading (D6.4).
        driven: Halves of MP that a vehicle has spent in this player turn (D6.5).
        unloading: Where a vehicle has stopped in this player turn to let people off (D6.5).
        fausts_fired: Panzerfausts used up (C13.31).
        charges_laid: Who laid each demolition charge that will go off (A23.4).
        charges_set: The hexside that such a charge lies or is set against (P5.1411b).
        charges_wired: Those of them that were set with care, as a whole turn (A23.7).
        debris_bridges: Bridges under debris (B37.63).
        debris_waits, held_debris: Whether debris waits for the end of an attack; how often it will
            fall, by location (B37.64b).
        through_breaks: Units that have come through a trail break in debris (B37.621).
        hidden_zones: Fire zones that the enemy does not know of, with whose they are (fn-B21).
        beside_road: Hex in which a vehicle has left the road aside (B35.3).
        out_of_houses: Location to which a unit has come out of a house (A11.8).
        stairs: Location from which a unit has come to the stairs of a tower (B34.43b).
        street_blocks: Hexsides of narrow streets with a roadblock, and the corner that its arrow
            points at (P5.141a).
        swings: How often a vehicle on a narrow street has tried to turn its turret in this phase
            (P5.122b).
        wall_breaches: What lies beyond the breaches in walls, by location and side
            ``6 * location + side`` (B23.71).
        outcome, score: How the game ended.
    """

    setting: SquadSetting
    turn: int = 1
    mover: int = 0
    phase: str = "setup"
    where: list[int]
    stacks: dict[int, int] = {}
    owner: list[int]
    facing: list[int]
    turret: list[int]
    kind: list[str]
    half: Units = 0
    broken: Units = 0
    desperate: Units = 0
    pinned: Units = 0
    cx: Units = 0
    ti: Units = 0
    wounded: Units = 0
    concealed: Units = 0
    hidden: Units = 0
    prep_fired: Units = 0
    first_fired: Units = 0
    final_fired: Units = 0
    kept_rate: Units = 0
    arms_fired: dict[Unit, int] = {}
    arms_spent: dict[Unit, int] = {}
    moved: Units = 0
    advanced: Units = 0
    rallied: Units = 0
    routed: Units = 0
    melee: Units = 0
    motion: Units = 0
    buttoned: Units = 0
    bogged: Units = 0
    mired: Units = 0
    immobile: Units = 0
    shocked: Units = 0
    wrecks: Units = 0
    burning: Units = 0
    malfunctioned: Units = 0
    lost: Units = 0
    exited: Units = 0
    entrenched: Units = 0
    emplaced: Units = 0
    bypass: dict[Unit, tuple[int, int]] = {}
    crest: dict[Unit, int] = {}
    aboard: dict[Unit, int] = {}
    towed: dict[Unit, int] = {}
    acquired: dict[Unit, tuple[int, int]] = {}
    control: list[int]
    losses: list[int]
    smoke: dict[int, int] = {}
    grenades: int = 0
    screens: dict[int, tuple[int, bool]] = {}
    out_of_smoke: Units = 0
    out_of_wp: Units = 0
    missions: dict[int, int] = {}
    calls: tuple[int, int] = (0, 0)
    residual: dict[int, int] = {}
    lanes: tuple[Lane, ...] = ()
    flames: int = 0
    blazes: int = 0
    rubble: dict[int, int] = {}
    debris: int = 0
    cars: int = 0
    wrecked_cars: int = 0
    breaks: dict[int, int] = {}
    breaches: dict[int, int] = {}
    fire_zones: dict[int, str] = {}
    mines: dict[int, tuple[Minefield, ...]] = {}
    wire: int = 0
    foxholes: dict[int, int] = {}
    roadblocks: int = 0
    march: March | None = None
    taken_unseen: dict[int, int] = {}
    absent: Units = 0
    loading: dict[Unit, int] = {}
    driven: dict[Unit, int] = {}
    unloading: dict[Unit, int] = {}
    fausts_fired: int = 0
    charges_laid: dict[Unit, int] = {}
    charges_set: dict[Unit, int] = {}
    charges_wired: Units = 0
    debris_bridges: int = 0
    debris_waits: bool = False
    held_debris: dict[int, int] = {}
    through_breaks: Units = 0
    hidden_zones: dict[int, int] = {}
    beside_road: dict[Unit, int] = {}
    out_of_houses: dict[Unit, int] = {}
    stairs: dict[Unit, int] = {}
    street_blocks: dict[int, int] = {}
    swings: dict[Unit, int] = {}
    wall_breaches: dict[int, int] = {}
    outcome: str = ""
    score: int = 0

    # -- moving -------------------------------------------------------------------------------

    @property
    def moving(self) -> March:
        """The units that move: to be asked only while some do."""
        assert self.march is not None, "nobody moves"
        return self.march

    def is_dashing(self, place: int) -> bool:
        """Whether the moving units are in a location only to dash across its road. Rule A4.63."""
        return self.march is not None and self.march.dashing == place != NOWHERE

    def change_march(self, **changes: Any) -> None:
        """Those who move do so in another way from now on."""
        self.march = msgspec.structs.replace(self.moving, **changes)

    # -- places -------------------------------------------------------------------------------

    def put(self, piece: int, place: int) -> None:
        """Place a unit, with all that it has or carries, or take it off (``NOWHERE``).

        What a gun has acquired is lost when it gets to another place, and its emplacement. Rules
        C6.5, C11.2.
        """
        moves = place != self.where[piece]
        super().put(piece, place)
        if moves:
            self.acquired.pop(piece, None)
            self.emplaced &= ~(1 << piece)
        for item in members(self.carried(piece) | self.load(piece)):
            super().put(item, place)
            if moves:
                self.acquired.pop(item, None)
                self.emplaced &= ~(1 << item)

    def carried(self, unit: int) -> int:
        """The weapons and guns a unit has."""
        owner = self.owner
        if unit not in owner:
            return 0
        return set_of(item for item in members(self.setting.items) if owner[item] == unit)

    def riding(self) -> int:
        """All who are aboard a vehicle. Rule D6."""
        return set_of(self.aboard) if self.aboard else 0

    def off_centre(self) -> int:
        """All whose eyes may be elsewhere than in the middle of their location, as others' are."""
        return self.entrenched | set_of((*self.bypass, *self.crest, *self.aboard))

    def load(self, vehicle: int) -> int:
        """All that a vehicle carries and tows: people, what they have, a gun. Rules D6, C10."""
        if not (self.aboard or self.towed):
            return 0
        found = set_of(gun for gun, by in self.towed.items() if by == vehicle)
        for unit, by in self.aboard.items():
            if by == vehicle:
                found |= 1 << unit | self.carried(unit)
        return found

    def people(self, place: int, side: int) -> int:
        """A side's squads, crews and leaders on foot in a location."""
        there = self.stacks.get(place, 0) & self.setting.army[side] & self.setting.personnel
        return there & ~self.riding()

    def vehicles(self, place: int, side: int) -> int:
        """A side's vehicles in a location that are not wrecks."""
        return self.stack(place, side) & self.setting.vehicles & ~self.wrecks

    def on_map(self, pieces: int) -> int:
        """Those of a set of units that stand on the map; asked of whole armies."""
        return sum(self.stacks.values()) & pieces  # Nobody is in two of them.

    def hex(self, unit: int) -> int:
        """The hex of a unit on the map."""
        return self.setting.board.hex_of[self.where[unit]]

    def side(self, unit: int) -> int:
        """The side of a unit."""
        return self.setting.side_of[unit]

    def seems_infantry(self, unit: int) -> bool:
        """Whether a unit is infantry, or concealed: then fire at it is reckoned alike. A12.1."""
        return bool((self.setting.personnel | self.concealed) >> unit & 1)

    # -- values -------------------------------------------------------------------------------

    def row(self, unit: int) -> InfantryRow:
        """The row of a squad or crew as it is now."""
        row = self.setting.tables.kinds[self.kind[unit]]
        assert isinstance(row, InfantryRow)
        return row

    def is_squad(self, unit: int) -> bool:
        """Whether a unit is a whole squad."""
        bit = 1 << unit
        return bool(bit & self.setting.squads & ~self.setting.crews & ~self.half)

    def size(self, unit: int) -> int:
        """Half-squads that a unit counts as: 2 a squad, 1 a half-squad or crew (A5.5)."""
        return 2 if self.is_squad(unit) else 1 if self.setting.squads >> unit & 1 else 0

    def firepower(self, unit: int) -> int:
        """Printed firepower of personnel as they stand."""
        if self.setting.squads >> unit & 1:
            row = self.row(unit)
            return row.half_fp if self.half >> unit & 1 else row.fp
        return self.setting.leader_row(unit).fp

    def reach(self, unit: int) -> int:
        """Normal range of personnel or of a support weapon."""
        if self.setting.weapons >> unit & 1:
            return self.setting.weapon_row(unit).range
        if self.setting.squads >> unit & 1:
            row = self.row(unit)
            return row.half_range if self.half >> unit & 1 else row.range
        return self.setting.leader_row(unit).range

    def morale(self, unit: int) -> int:
        """Morale level as the unit stands: broken side, half-squad, wounds. Rules A10.1, A17.1."""
        broken, half = self.broken >> unit & 1, self.half >> unit & 1
        if self.setting.squads >> unit & 1:
            row = self.row(unit)
            if half:
                return row.half_broken if broken else row.half_morale
            return row.broken if broken else row.morale
        leader = self.setting.leader_row(unit)
        return (leader.broken if broken else leader.morale) - (self.wounded >> unit & 1)

    def leadership(self, unit: int) -> int:
        """Leadership modifier of a leader, a wound included. Rules A10.7, A17.2."""
        return self.setting.modifier[unit] + (self.wounded >> unit & 1)

    def good_order(self) -> int:
        """Personnel in Good Order: neither broken nor in melee. Rule A10.11."""
        return self.setting.personnel & ~(self.broken | self.melee | self.lost)

    def armed(self) -> int:
        """Units that can hurt: unbroken personnel and vehicles that are not wrecks."""
        return (self.setting.personnel & ~self.broken | self.setting.vehicles) & ~(
            self.wrecks | self.lost
        )

    # -- dice ---------------------------------------------------------------------------------

    def call_sniper(self, side: int, roll: int) -> None:
        """A side has rolled; the sniper of the other may have been called. Rule A14.1."""
        other = enemy(side)
        if roll == self.setting.san[other]:
            german, american = self.calls
            self.calls = (german + (other == 0), american + (other == 1))

    def die(self) -> int:
        """One die."""
        return self.roll(6)

    def dice(self) -> tuple[int, int]:
        """Two dice, the coloured one first (A.3)."""
        return self.die(), self.die()


TURN_FLAGS = (
    "pinned", "ti", "prep_fired", "first_fired", "final_fired", "moved", "advanced", "routed",
)  # fmt: skip
"""States that end with a player turn."""


class SquadStep(Step[SquadState], frozen=True):
    """A step of the squad game."""

    def as_enemy_knows(self) -> Self | None:
        """The step without what its side has in mind; None if the enemy knows nothing of it."""
        return self
