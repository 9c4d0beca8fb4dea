"""The changing part of a game of *Tigers in the Mist*."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece
from salient.boards.pieces import AreaPieces
from salient.engine.ids import Piece, Pieces, Place
from salient.engine.state import State, Step
from salient.games.mist.setting import MistSetting

DIE = 10
"""The die: ten-sided, its 0 read as 10, so that rolls run from 1 to 10 (rule 1.0b)."""


class Special(msgspec.Struct, frozen=True):
    """A German special unit on the map. Rule 14.1."""

    effect: str
    area: Place


class Battle(msgspec.Struct, frozen=True):
    """The battle being fought. Rule 9.3.

    Attributes:
        area: Where.
        attacker: The attacking side.
        attackers: Units that attack.
        defenders: All enemy units in the area (9.15).
        oos: Set of the units out of supply when the battle began (13.16).
        river: Whether the defender fires at an enemy who came across a river (9.71d).
        combined_arms: Whether the attacker has them (9.6); known once artillery is determined.
        supported: Whether a special unit hampers the Allies here (14.24).
        markers: Successful requests not yet placed, by side.
        shells: Targets of placed artillery markers, by side (9.46).
        aims: Pairs of firer and target chosen by the side about to fire (9.33, 9.36).
    """

    area: Place
    attacker: int
    attackers: Pieces
    defenders: Pieces
    oos: int
    river: bool
    combined_arms: bool = False
    supported: bool = False
    markers: tuple[int, int] = (0, 0)
    shells: tuple[Pieces, Pieces] = ((), ())
    aims: tuple[tuple[Piece, Piece], ...] = ()

    def units(self, side: int) -> Pieces:
        """The units of a side that took part from the beginning."""
        return self.attackers if side == self.attacker else self.defenders


class MistState(AreaPieces, State, kw_only=True):
    """Where everything is and what it has done.

    Units, places and links are numbers; sets of them are ints (bit *i* = member *i*).

    Attributes:
        clock: Impulse counted from 16-1 (0), where the turn marker begins (5.31).
        where: Place of each unit, or ``NOWHERE``.
        strength: Current strength of each unit; 0 when destroyed.
        stacks: Set of units in each place.
        present: Set of places that hold units, by side.
        acted: Units that may neither move nor attack again this turn (8.1b).
        entered: Units that entered another place this turn (10.29).
        waited: Units their owner has passed over in this impulse.
        attacking: Units that must or will attack in this impulse (8.24).
        crossed: Units that came into their area over a river this impulse (9.71d).
        dug_in: Entrenched units (8.57).
        on_foot: Units that abandoned their vehicles (8.35).
        fresh: Reinforcements placed this turn (10.12a).
        outsiders: Units that appeared this turn outside the scenario's section (s2-rules-2).
        waiting: Reinforcements that have not left their entry zone yet (11.14).
        bridging: Engineers that tried a bridge this turn without success so far (10.14a, 10.16a).
        tried_once: Units that attempted one demolition in this impulse (10.23).
        tried_twice: Units that attempted two.
        arrived_at: Impulse at which each waiting reinforcement was placed.
        contested: Areas with both sides' units when the impulse began (10.24).
        occupied: Places where the moving side had units when the impulse began (9.73).
        fought: Areas with a battle in this impulse (10.14).
        german_control: Areas the Germans control (12.22).
        blown: Blown bridges.
        tried: Bridges at which demolition was attempted in this impulse (10.25).
        worked: Bridges at which bridging was attempted in this impulse (10.17).
        failures: Failed bridging attempts by ``2 * link + side`` (10.16).
        released: Impulse at which each released panzer reserve arrives; -1 before release.
        vp: German victory points, none when play begins (5.32, 12.13).
        scored: Strength points of each unit already scored in a zone (12.23).
        special: The special unit on the map.
        special_effects: Effects already chosen in this game (14.21).
        special_day: Last turn in which a special unit was used (14.11).
        battle: The battle being fought.
        outcome: How the game ended.
    """

    setting: MistSetting
    clock: int = 0
    where: list[Place]
    strength: list[int]
    stacks: list[int]
    present: list[int]
    acted: int = 0
    entered: int = 0
    waited: int = 0
    attacking: int = 0
    crossed: int = 0
    dug_in: int = 0
    on_foot: int = 0
    fresh: int = 0
    outsiders: int = 0
    waiting: int = 0
    bridging: int = 0
    tried_once: int = 0
    tried_twice: int = 0
    arrived_at: dict[int, int] = {}
    contested: int = 0
    occupied: int = 0
    fought: int = 0
    german_control: int = 0
    blown: int = 0
    tried: int = 0
    worked: int = 0
    failures: dict[int, int] = {}
    released: tuple[int, ...] = ()
    vp: int = 0
    scored: dict[int, int] = {}
    special: Special | None = None
    special_effects: tuple[str, ...] = ()
    special_day: int = 0
    battle: Battle | None = None
    outcome: str = ""

    @property
    def day(self) -> int:
        """The date in December: 16 to 22."""
        return 16 + self.clock // 3

    @property
    def impulse(self) -> int:
        """The impulse of the day: 1 to 3."""
        return self.clock % 3 + 1

    def put(self, piece: Piece, place: Place) -> None:
        """Place a unit somewhere, or take it off the map (``NOWHERE``)."""
        old = self.where[piece]
        super().put(piece, place)
        self.keep_presence(self.present, piece, old)

    def total(self, units: int) -> int:
        """The combined strength of a set of units."""
        strength, total = self.strength, 0
        for unit in each_piece(units):
            total += strength[unit]
        return total


class MistStep(Step[MistState], frozen=True):
    """A step of the sequence of play."""
