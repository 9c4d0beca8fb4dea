"""Fighter-bombers. Rules E7.1, E7.2, E7.3, E7.4, E7.41, E7.42.

Readings: a die says in which turn a flight comes. In each of its side's movement phases a plane may
attack once. It must make the target out: two dice, with what hides it, of no more than 7. Who can
fires at it then (:mod:`.flak`); if it comes through it strafes three hexes in a row, or drops its
bombs on one and flies home. In mist that is more than light, and under an overcast sky, nobody
flies.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import each_piece
from salient.engine.actions import Action, ArgKind
from salient.engine.events import Modifier
from salient.engine.ids import Place, enemy
from salient.engine.state import Decision, Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.vehicle_damage import immobilise, kill_result, shake_crew, wreck
from salient.games.squad.core.actions import PASS, SIDE_WORDS
from salient.games.squad.core.events.fire import FlightArrived, Sighted, Tried
from salient.games.squad.core.locations import terrain_at
from salient.games.squad.core.ongoing import Aircraft
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import PLAYERS, side_of
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Attack
from salient.games.squad.guns.barrage import after_barrage, everybody_in
from salient.games.squad.guns.flak import change, gunners, shoot_at
from salient.games.squad.guns.indirect import burst, column_for, exposed_to_shells
from salient.games.squad.sight.air import mist_of
from salient.games.squad.terrain.board import OFF_MAP, Hexagon

RUN = 3
"""Rule E7.41: hexes that a plane strafes."""

IN_MOTION = -2
"""Rule E7.3: a vehicle on the move is easily seen."""

BOMB_CALIBRE = 200
"""What bombs do to buildings (B24.11)."""


# -- coming and going -----------------------------------------------------------------------------


def flies(g: SquadState) -> bool:
    """Whether the weather lets anybody fly. Rule E7.1."""
    mist = mist_of(g)
    return "overcast" not in g.special and (mist is None or mist.flies)


def take_off(g: SquadState, log: Log) -> None:
    """In the first turn a die says when each flight comes. Rule E7.2."""
    if g.turn > 1 or g.aircraft or not flies(g):
        return
    for flight in g.flights:
        dice = () if flight.turn else (g.die(),)
        turn = flight.turn or sum(dice)
        side = PLAYERS.index(flight.side)
        g.aircraft += (Aircraft(side, turn),) * flight.planes
        log.append(FlightArrived(side, dice, turn, flight.planes))


def land(g: SquadState, log: Log) -> None:  # noqa: ARG001
    """A player turn ends: in the next one planes attack anew. Rule E7.4."""
    g.aircraft = tuple(msgspec.structs.replace(plane, flown=False) for plane in g.aircraft)


# -- attacking ------------------------------------------------------------------------------------


def sorties(g: SquadState, side: int) -> Iterator[Action]:
    """The planes that may attack in this movement phase. Rule E7.4."""
    for number, plane in enumerate(g.aircraft):
        ready = plane.turn <= g.turn and not (plane.gone or plane.flown)
        if plane.side == side == g.mover and ready and targets(g, side):
            yield Action("sortie", (number,))


def targets(g: SquadState, side: int) -> list[Place]:
    """The hexes with enemies that a side knows of. Rule E7.3."""
    foes = g.setting.army[enemy(side)] & ~(g.hidden | g.wrecks | g.lost)
    foes &= g.setting.personnel | g.setting.vehicles
    hex_of = g.setting.board.hex_of
    return sorted({hex_of[place] for place, stack in g.stacks.items() if stack & foes})


def sortie(g: SquadState, action: Action, log: Log) -> None:  # noqa: ARG001
    """A plane comes in; what at?"""
    g.steps.append(Sortie(g.mover, action.number(0)))


class Sortie(SquadStep, frozen=True, tag="sortie"):
    """A plane comes in: what does it attack, and how? Rules E7.3, E7.4."""

    side: int
    plane: int

    def as_enemy_knows(self) -> None:
        """Nobody knows what it makes for."""
        return

    def ask(self, g: SquadState) -> Decision:
        """Bombs on a hex, or a run along three."""
        hexes = targets(g, self.side)
        actions = [Action("bomb", (place,)) for place in hexes]
        actions += [Action("strafe", (place, word)) for place in hexes for word in SIDE_WORDS]
        return Decision(self.side, "sortie", [*actions, PASS], ("E7.3", "E7.4", "E7.41", "E7.42"))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Make it out; then the enemy fires at the plane."""
        g.steps.pop()
        change(g, self.plane, flown=True)
        if action == PASS:
            return
        change(g, self.plane, sighted=True)
        place = action.place(0)
        along = side_of(action.choice(1)) if action.verb == "strafe" else -1
        if make_out(g, self.side, place, log):
            g.steps.append(Dive(enemy(self.side), self.plane, place, along))


def make_out(g: SquadState, side: int, place: Place, log: Log) -> bool:
    """Whether a plane sees its target. Rules E7.3, err-E7.3, B35.1."""
    numbers, found = g.setting.numbers.aircraft, []
    hides = numbers.hides.get(terrain_at(g, place), 0)
    found.append(Modifier("E7.3", hides))
    found.append(Modifier("A6.7", g.smoke.get(place, 0)))
    seen = g.stacks.get(place, 0) & g.setting.army[enemy(side)] & g.motion & ~g.concealed
    if seen:
        found.append(Modifier("E7.3", IN_MOTION))
    modifiers = tuple(modifier for modifier in found if modifier.value)
    dice = g.dice()
    made_out = sum(dice) + sum(modifier.value for modifier in modifiers) <= numbers.sighting
    log.append(Sighted(side, place, dice, modifiers, "passed" if made_out else "failed"))
    return made_out


class Dive(SquadStep, frozen=True, tag="dive"):
    """A plane dives on its target, and whoever can fires at it. Rules E7.4, E7.5.

    Attributes:
        side: Who fires at it.
        along: The direction in which it strafes, -1 for bombs.
        fired: Who has fired at it.
    """

    side: int
    plane: int
    place: Place
    along: int
    fired: tuple[int, ...] = ()

    def ask(self, g: SquadState) -> Decision | None:
        """Who fires at it."""
        able = gunners(g, self.side, self.place)
        actions = [Action("flak", (unit,)) for unit in able if unit not in self.fired]
        if not actions or g.aircraft[self.plane].gone:
            return None
        return Decision(self.side, "flak", [*actions, PASS], ("E7.5",))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Fire, or let it come."""
        if action == PASS:
            self.run(g, log)
            return
        unit = action.piece(0)
        g.steps[-1] = msgspec.structs.replace(self, fired=(*self.fired, unit))
        shoot_at(g, unit, self.plane, log)

    def run(self, g: SquadState, log: Log) -> None:
        """It comes through, or it is gone."""
        g.steps.pop()
        if g.aircraft[self.plane].gone:
            return
        if self.along < 0:
            drop_bombs(g, self.plane, self.place, log)
        else:
            strafe(g, self.plane, Hexagon(self.place), self.along, log)


def strafe(g: SquadState, plane: int, place: Hexagon, along: int, log: Log) -> None:
    """Machine-guns along three hexes, on all who are there. Rule E7.41."""
    side, numbers = g.aircraft[plane].side, g.setting.numbers.aircraft
    column = column_for(numbers.strafing)
    for _ in range(RUN):
        if place == OFF_MAP:
            return
        units = exposed_to_shells(g, everybody_in(g, place))
        if units:
            strike(g, Attack("fire", side, (), place), column, g.dice(), (), units, log)
            hit_armour(g, units, numbers.strafed_armour, "strafing", log)
        place = g.setting.board.hexes[place].near[along]


def drop_bombs(g: SquadState, plane: int, place: Place, log: Log) -> None:
    """Bombs on all in a hex; then the plane flies home. Rule E7.42."""
    side, numbers = g.aircraft[plane].side, g.setting.numbers.aircraft
    change(g, plane, gone=True)
    after = after_barrage(g, side)  # B37.64b
    units = everybody_in(g, Hexagon(place))
    bombs = Attack("shell", side, (), place)
    burst(g, bombs, BOMB_CALIBRE, column_for(numbers.bombs), units, log)
    hit_armour(g, units, numbers.bombed_armour, "bombing", log)
    g.steps += after  # B37.64b


def hit_armour(g: SquadState, units: int, need: int, how: str, log: Log) -> None:
    """What a plane does to AFVs, which the fire table does not hurt. Rules E7.41, E7.42."""
    for vehicle in each_piece(units & g.setting.armour & ~g.wrecks):
        dice = g.dice()
        result = kill_result(sum(dice), need, hull=True)
        log.append(Tried(vehicle, how, dice, (), result))
        if result in ("burning", "wrecked"):
            wreck(g, vehicle, log, burns=result == "burning")
        elif result == "immobilised":
            immobilise(g, vehicle, log)
            shake_crew(g, vehicle, log)


CHAPTER: Chapters[SquadState] = Chapters(
    game_turns=(take_off,),
    whole_moves=(sorties,),
    move_deeds={"sortie": sortie},
    verbs={
        "sortie": (ArgKind.NUMBER,), "bomb": (ArgKind.PLACE,), "flak": (ArgKind.PIECE,),
        "strafe": (ArgKind.PLACE, ArgKind.CHOICE),
    },
    player_turn_ends=(land,),
)  # fmt: skip
