"""What is asked of the changing part of a game again and again, and the steps that change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, Places, enemy
from salient.engine.state import Step
from salient.games.squad.core.columns import Columns
from salient.games.squad.core.march import March
from salient.games.squad.core.scenario import Battery, Bombardment, Flight, Victory
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.spares import VEHICLE_CREWS
from salient.games.squad.core.unit_rows import InfantryRow, LeaderRow
from salient.games.squad.terrain.board import Hexagon

NOBODY = Piece(-1)

BERSERK = 10
"""Morale of the berserk (A15.43)."""


class SquadState(Columns, kw_only=True):
    """Everything that changes, with what is asked of it again and again."""

    # -- moving -------------------------------------------------------------------------------

    @property
    def moving(self) -> March:
        """The units that move: to be asked only while some do."""
        assert self.march is not None, "nobody moves"
        return self.march

    def is_dashing(self, place: Place) -> bool:
        """Whether the moving units are in a location only to dash across its road. Rule A4.63."""
        return self.march is not None and self.march.dashing == place != NOWHERE

    def change_march(self, **changes: Any) -> None:
        """Those who move do so in another way from now on."""
        self.march = msgspec.structs.replace(self.moving, **changes)

    # -- places -------------------------------------------------------------------------------

    def put(self, piece: Piece, place: Place) -> None:
        """Place a unit, with all that it has or carries, or take it off (``NOWHERE``).

        What a gun has acquired is lost when it gets to another place, and its emplacement. Rules
        C6.5, C11.2.
        """
        moves = place != self.where[piece]
        super().put(piece, place)
        if moves:
            self.acquired.pop(piece, None)
            self.emplaced &= ~(1 << piece)
        for item in each_piece(self.carried(piece) | self.load(piece)):
            super().put(item, place)
            if moves:
                self.acquired.pop(item, None)
                self.emplaced &= ~(1 << item)

    def carried(self, unit: Piece) -> int:
        """The weapons and guns a unit has."""
        owner = self.owner
        if unit not in owner:
            return 0
        return set_of(item for item in each_piece(self.setting.items) if owner[item] == unit)

    def riding(self) -> int:
        """All who are aboard a vehicle. Rule D6."""
        return set_of(self.aboard) if self.aboard else 0

    def off_centre(self) -> int:
        """All whose eyes may be elsewhere than in the middle of their location, as others' are."""
        return self.entrenched | set_of((*self.bypass, *self.crest, *self.aboard))

    def load(self, vehicle: Piece) -> int:
        """All that a vehicle carries and tows: people, what they have, a gun. Rules D6, C10."""
        if not (self.aboard or self.towed):
            return 0
        found = set_of(gun for gun, by in self.towed.items() if by == vehicle)
        for unit, by in self.aboard.items():
            if by == vehicle:
                found |= 1 << unit | self.carried(unit)
        return found

    def people(self, place: Place, side: int) -> int:
        """A side's squads, crews and leaders on foot in a location."""
        there = self.stacks.get(place, 0) & self.setting.army[side] & self.setting.personnel
        return there & ~self.riding()

    def vehicles(self, place: Place, side: int) -> int:
        """A side's vehicles in a location that are not wrecks."""
        return self.stack(place, side) & self.setting.vehicles & ~self.wrecks

    def on_map(self, pieces: int) -> int:
        """Those of a set of units that stand on the map; asked of whole armies."""
        return sum(self.stacks.values()) & pieces  # Nobody is in two of them.

    def hex(self, unit: Piece) -> Hexagon:
        """The hex of a unit on the map."""
        return self.setting.board.hex_of[self.where[unit]]

    def side(self, unit: Piece) -> int:
        """The side of a unit; of captured arms that of those who have them. Rule A21.11."""
        return self.setting.side_of[unit] ^ (self.captured >> unit & 1)

    def arsenal(self, side: int) -> int:
        """All that a side has, captured arms included. Rule A21.11."""
        own = self.setting.army[side]
        return own ^ self.captured if self.captured else own

    def seems_infantry(self, unit: Piece) -> bool:
        """Whether a unit is infantry, or concealed: then fire at it is reckoned alike. A12.1."""
        return bool((self.setting.personnel | self.concealed) >> unit & 1)

    # -- what holds in this battle --------------------------------------------------------------
    # A scenario says it once and for all, a campaign anew for each battle.

    @property
    def special(self) -> frozenset[str]:
        """The special rules in force."""
        return self.setting.special

    @property
    def first(self) -> int:
        """The side that moves first."""
        return self.setting.first

    @property
    def turns(self) -> int:
        """How many turns there are; 0 if that is not fixed."""
        return self.setting.scenario.turns

    @property
    def victory(self) -> Victory:
        """What one side must do to win."""
        return self.setting.scenario.victory

    @property
    def attackers(self) -> tuple[int, ...]:
        """The sides that must do something to win."""
        return (PLAYERS.index(self.victory.side),)

    @property
    def goals(self) -> Places:
        """The locations that it is about."""
        return self.setting.goals

    @property
    def san(self) -> tuple[int, ...]:
        """Sniper activation numbers by side. Rule A14.1."""
        return self.setting.san

    @property
    def panzerfausts(self) -> int | None:
        """How many panzerfausts there are; None for one a squad. Rule C13.31."""
        return self.setting.scenario.panzerfaust or None

    @property
    def batteries(self) -> Sequence[Battery]:
        """Artillery off the map. Rule C1."""
        return self.setting.scenario.artillery

    @property
    def flights(self) -> Sequence[Flight]:
        """Aircraft that come in the course of play. Rule E7."""
        return self.setting.scenario.air

    @property
    def bombardments(self) -> Sequence[Bombardment]:
        """What is bombarded before play. Rule C1.822."""
        return self.setting.scenario.bombardment

    @property
    def sniper_counters(self) -> tuple[int, ...]:
        """Snipers of each side; two have counters on the map. Rule A14.2."""
        counts = self.setting.scenario.snipers
        return counts.get("german", 1), counts.get("american", 1)

    @property
    def self_rally(self) -> int:
        """Squads of a side that may rally by themselves in a rally phase. Rule A18.11."""
        return self.setting.scenario.self_rally

    def snipers_prey(self) -> int:
        """Whom snipers may hit. Rule A14.22."""
        return self.on_map(self.setting.personnel) & ~(self.hidden | self.melee)

    def elr(self, unit: Piece) -> int:
        """Experience level rating of a unit. Rule A19.1."""
        return self.setting.elr[self.side(unit)]

    def entry_turn(self, unit: Piece) -> int:
        """The turn from which a unit off the map may enter; 0 if it does not. Rule A2.5."""
        return self.setting.scenario.group[self.setting.units[unit].group].turn

    def enters_with(self, unit: Piece, other: Piece) -> bool:
        """Whether two units off the map enter together: those of one group do. Rule A2.5."""
        return self.setting.units[unit].group == self.setting.units[other].group

    def may_leave(self, unit: Piece) -> bool:
        """Whether a unit may leave the map where it stands. Rule A2.6."""
        victory = self.victory
        if victory.kind != "exit" or PLAYERS.index(victory.side) != self.side(unit):
            return False
        return self.hex(unit) in self.goals

    def leave(self, units: int, place: Place) -> None:
        """Units have left the map in a location. Rule A2.6."""
        self.exited |= units

    def is_away(self, unit: Piece) -> bool:
        """Whether a unit has left the map and is still somewhere. Rule A2.6."""
        return bool(self.exited >> unit & 1)

    def area(self, unit: Piece) -> int:
        """The locations where a unit may set up, or enter. Rule A2.5."""
        return self.setting.areas[self.setting.units[unit].group]

    def flash(self, unit: Piece) -> None:
        """Somebody fires: at night everybody sees the flash, and no cloak helps. E1.8, E1.43."""
        if self.nvr and self.where[unit] != NOWHERE:
            self.flashes |= 1 << self.where[unit]
            self.cloaked &= ~self.stacks[self.where[unit]]

    # -- values -------------------------------------------------------------------------------

    def row(self, unit: Piece) -> InfantryRow:
        """The row of a squad or crew as it is now."""
        row = self.setting.tables.kinds[self.kind[unit]]
        assert isinstance(row, InfantryRow)
        return row

    def leader(self, unit: Piece) -> LeaderRow:
        """The row of a leader or hero as he is now."""
        row = self.setting.tables.kinds[self.kind[unit]]
        assert isinstance(row, LeaderRow)
        return row

    def is_squad(self, unit: Piece) -> bool:
        """Whether a unit is a whole squad."""
        bit = 1 << unit
        return bool(bit & self.setting.squads & ~self.setting.crews & ~self.half)

    def size(self, unit: Piece) -> int:
        """Half-squads that a unit counts as: 2 a squad, 1 a half-squad or crew (A5.5)."""
        return 2 if self.is_squad(unit) else 1 if self.setting.squads >> unit & 1 else 0

    def firepower(self, unit: Piece) -> int:
        """Printed firepower of personnel as they stand; 1 without arms. Rule A20.551."""
        if self.unarmed >> unit & 1:
            return 1
        if not self.setting.leaders >> unit & 1:
            row = self.row(unit)
            return row.half_fp if self.half >> unit & 1 else row.fp
        return self.leader(unit).fp

    def reach(self, unit: Piece) -> int:
        """Normal range of personnel or of a support weapon."""
        if self.setting.weapons >> unit & 1:
            return self.setting.weapon_row(unit).range
        if self.unarmed >> unit & 1:
            return 0
        if not self.setting.leaders >> unit & 1:
            row = self.row(unit)
            return row.half_range if self.half >> unit & 1 else row.range
        return self.leader(unit).range

    def morale(self, unit: Piece) -> int:
        """Morale level as the unit stands: broken side, half-squad, wounds, spirit.

        Rules A10.1, A17.1.
        """
        if self.berserk >> unit & 1:  # A15.43
            return BERSERK
        low = (self.unarmed >> unit & 1) + (self.encircled >> unit & 1)  # A20.551, A7.7
        return self.printed_morale(unit) + (self.fanatic >> unit & 1) - low  # A10.8

    def printed_morale(self, unit: Piece) -> int:
        """Morale level of the side of its counter that a unit shows. Rules A10.1, A17.1."""
        broken, half = self.broken >> unit & 1, self.half >> unit & 1
        if not self.setting.leaders >> unit & 1:
            row = self.row(unit)
            if half:
                return row.half_broken if broken else row.half_morale
            return row.broken if broken else row.morale
        leader = self.leader(unit)
        return (leader.broken if broken else leader.morale) - (self.wounded >> unit & 1)

    def leadership(self, unit: Piece) -> int:
        """Leadership modifier of a leader, a wound included. Rules A10.7, A17.2."""
        return self.leader(unit).modifier + (self.wounded >> unit & 1)

    def best_leadership(self, units: Sequence[Piece]) -> int:
        """Leadership modifier of the best leader among some units; 0 without one. Rule A10.7."""
        leaders = self.setting.leaders
        return min((self.leadership(unit) for unit in units if leaders >> unit & 1), default=0)

    def good_order(self) -> int:
        """Personnel in Good Order: neither broken nor in melee, and real. Rules A10.11, A12.11."""
        out = self.broken | self.melee | self.lost | self.aside() | self.setting.dummies
        return self.setting.personnel & ~out

    def guards(self) -> int:
        """Those who guard prisoners. Rule A20.5."""
        return set_of(self.captive.values()) if self.captive else 0

    def unseen(self) -> int:
        """Units that their enemies do not see for what they are. Rules A12.1, A12.3."""
        return self.hidden | self.concealed

    def aside(self) -> int:
        """Who is neither on the map nor to come: counters in the box, prisoners, makeshift crews.

        Rules A20.5, A21.22.
        """
        if not (self.captive or self.crewing):
            return self.spare
        return self.spare | set_of((*self.captive, *self.crewing))

    def stock(self) -> int:
        """Counters in the box that chapters may bring into play. Rules A1.31, A15.2, A18.2."""
        return self.spare

    def armed(self) -> int:
        """Units that can hurt: unbroken personnel and vehicles that are not wrecks."""
        return (self.setting.personnel & ~self.broken | self.setting.vehicles) & ~(
            self.wrecks | self.lost | self.abandoned | self.aside() | self.setting.dummies
        )

    def has_strangers(self, vehicle: Piece) -> bool:
        """Whether others than a crew man a vehicle. Rule A21.22."""
        crews = VEHICLE_CREWS.values()
        return any(
            manned == vehicle and self.kind[unit] not in crews
            for unit, manned in self.crewing.items()
        )

    # -- dice ---------------------------------------------------------------------------------

    def call_sniper(self, side: int, roll: int) -> None:
        """A side has rolled; the sniper of the other may have been called. Rule A14.1."""
        other = enemy(side)
        if roll == self.san[other]:
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

    def sets_up(self, side: int) -> bool:
        """Whether a side sets up in it: nobody sees its units before it is done. Rule A2.5."""
        return False
