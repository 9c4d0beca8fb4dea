"""What can happen in *Tigers in the Mist*, as data."""

from __future__ import annotations

from salient.engine.events import Event, Rolled, Side
from salient.engine.ids import Piece, Pieces, Place


class DiceResult:
    """What dice came to, which a short log tells before them."""

    __slots__ = ()

    def join(self, previous: Event) -> tuple[Event, ...]:
        """The result, then the dice."""
        assert isinstance(self, Event)
        return (self, previous) if isinstance(previous, Rolled) else (previous, self)


class ImpulseBegan(Event, frozen=True, tag="impulse"):
    """A player impulse begins. Rule 8.1."""

    side: Side
    clock: str


class Arrived(Event, frozen=True, tag="arrived"):
    """A reinforcement is placed in its entry zone. Rule 11.11."""

    unit: Piece
    zone: Place


class Released(Event, frozen=True, tag="released"):
    """A panzer reserve is released. Rule 11.3."""

    reserve: str
    area: Place
    clock: str


class Abandoned(Event, frozen=True, tag="abandoned"):
    """Units give up their vehicles to cross a river. Rule 8.35."""

    units: Pieces


class Remounted(Event, frozen=True, tag="remounted"):
    """A unit gets its vehicles back. Rule 8.35."""

    unit: Piece


class Shifted(Event, frozen=True, tag="shifted"):
    """Reinforcements change their entry zone. Rule 11.14."""

    units: Pieces
    to: Place
    cost: int


class Entrenched(Event, frozen=True, tag="entrenched"):
    """A unit digs in. Rule 8.5."""

    unit: Piece


class LeftEntrenchment(Event, frozen=True, tag="left_entrenchment"):
    """A unit gives up its entrenchment. Rules 8.58, 8.59."""

    units: Pieces


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """Units already in a contested area will attack. Rule 9.13."""

    units: Pieces
    area: Place


class BridgeBlown(DiceResult, Event, frozen=True, tag="bridge_blown"):
    """A bridge is destroyed. Rule 10.29."""

    unit: Piece
    a: Place
    b: Place


class BridgeHeld(DiceResult, Event, frozen=True, tag="bridge_held"):
    """A demolition attempt fails. Rule 10.29."""

    unit: Piece
    a: Place
    b: Place


class BridgeBuilt(DiceResult, Event, frozen=True, tag="bridge_built"):
    """A bridge is restored. Rule 10.15."""

    unit: Piece
    a: Place
    b: Place


class BridgingFailed(DiceResult, Event, frozen=True, tag="bridging_failed"):
    """A bridging attempt fails; the next one is easier. Rule 10.16."""

    unit: Piece
    a: Place
    b: Place
    failures: int


class OverstackRemoved(Event, frozen=True, tag="overstack_removed"):
    """A unit beyond the stacking limit is taken off the map. Rule 7.2."""

    unit: Piece
    area: Place


class BattleBegan(Event, frozen=True, tag="battle"):
    """A battle begins. Rule 9.3."""

    area: Place
    attackers: Pieces
    defenders: Pieces


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """One round has been fought and the battle is over. Rule 9.38."""

    area: Place


class MarkerPlaced(Event, frozen=True, tag="marker_placed"):
    """An artillery marker is put on a target. Rule 9.46."""

    side: Side
    target: Piece


class Fired(DiceResult, Event, frozen=True, tag="fired"):
    """A unit fires at its target. Rule 9.21."""

    firer: Piece
    target: Piece
    hits: int


class Shelled(DiceResult, Event, frozen=True, tag="shelled"):
    """An artillery shot falls on its target. Rule 9.47."""

    side: Side
    target: Piece
    hits: int


class LostStrength(Event, frozen=True, tag="lost_strength"):
    """A unit loses strength and is still there. Rules 9.21, 13.21."""

    unit: Piece
    lost: int
    left: int


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit is destroyed. Rules 9.21, 13.21."""

    unit: Piece


class SpecialPlaced(Event, frozen=True, tag="special_placed"):
    """A German special unit goes to work. Rule 14.12."""

    effect: str
    area: Place


class SpecialUsed(Event, frozen=True, tag="special_used"):
    """The special unit supports this battle. Rule 14.24."""

    area: Place


class SpecialRemoved(Event, frozen=True, tag="special_removed"):
    """The special unit leaves the map. Rule 14.3."""

    area: Place


class ControlChanged(Event, frozen=True, tag="control"):
    """An area changes hands. Rule 12.22."""

    area: Place
    side: Side


class Starved(Event, frozen=True, tag="starved"):
    """A unit out of supply suffers attrition. Rule 13.21."""

    unit: Piece


class TurnedBack(Event, frozen=True, tag="turned_back"):
    """A unit that did not reach the scenario's section in time is removed. Rule s2-rules-2."""

    unit: Piece


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn of a scenario without victory points is over. Rule 6.0-IX."""

    day: int


class TownStands(Event, frozen=True, tag="town_stands"):
    """Whose a town is that decides the scenario. Rules 12.22, s1-victory-1."""

    town: Place
    state: str


class Scored(Event, frozen=True, tag="scored"):
    """German victory points at the end of a turn. Rule 12.11."""

    day: int
    gained: int
    total: int
