"""Starshells: lights over the battlefield. Rule E1.92.

Readings: a leader in Good Order or the crew of an AFV tries once a player turn, in a rally phase,
in its own prep fire phase or in the defensive fire phase of the enemy's turn. A die up to 3 (up to
4 if a light is up already) puts a light over a hex within 3 hexes; it lights up 3 hexes around it
until the end of the next player turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place
from salient.engine.actions import Action, ArgKind
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log, Ref
from salient.games.squad.core.events.movement import LightFaded, LightFired
from salient.games.squad.core.locations import is_building, is_subterranean
from salient.games.squad.core.ongoing import Starshell
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.terrain.board import Hexagon

PHASES = ("rally", "prep", "defensive")
LASTS = 2
"""Ends of player turns until a light has burnt down."""


def lighters(g: SquadState, side: int) -> int:
    """Who may try to fire a starshell now. Rule E1.92."""
    if not g.nvr or g.phase not in PHASES:
        return 0
    crews = g.setting.armour & ~(g.wrecks | g.shocked)
    able = g.setting.leaders & g.good_order() | crews
    able &= ~(g.pinned | g.ti | g.lighters | g.prep_fired | g.riding())
    return g.on_map(g.setting.army[side] & able)


def lights(g: SquadState, side: int) -> Iterator[Action]:
    """The tries that can be made: out in the open, or out of a window."""
    for unit in each_piece(lighters(g, side)):
        place = g.where[unit]
        if not is_subterranean(g, place) and not (
            is_building(g, place) and g.setting.vehicles >> unit & 1
        ):
            yield Action("light", (unit,))


def light(g: SquadState, action: Action, log: Log) -> None:  # noqa: ARG001
    """Where the light is to go up."""
    g.steps.append(Lighting(g.side(action.piece(0)), action.piece(0)))


class Lighting(SquadStep, frozen=True, tag="lighting"):
    """Somebody fires a starshell: over which hex? Rule E1.92."""

    side: int
    unit: Piece

    def as_enemy_knows(self) -> None:
        """Nobody knows of it before it is up."""
        return

    def ask(self, g: SquadState) -> Decision:
        """The hexes within its reach."""
        near = g.setting.board.within(g.where[self.unit], g.setting.numbers.night.throw)
        hexes = len(g.setting.board.hexes)
        actions = [Action("over", (place,)) for place in each_place(near) if place < hexes]
        return Decision(self.side, "light", actions, ("E1.92",), {"unit": Ref("piece", self.unit)})

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Try it."""
        g.steps.pop()
        numbers, place = g.setting.numbers.night, action.place(0)
        g.lighters |= 1 << self.unit
        die = g.die()
        up = die <= (numbers.second_starshell if g.starshells else numbers.starshell)
        log.append(LightFired(self.side, place, (die,), "placed" if up else "failed"))
        if up:
            g.starshells = (*g.starshells, Starshell(Hexagon(place), LASTS))


def burn_down(g: SquadState, log: Log) -> None:
    """A player turn ends: lights burn down, and everybody may try anew. Rule E1.92."""
    g.lighters = 0
    left = tuple(Starshell(shell.place, shell.left - 1) for shell in g.starshells)
    g.starshells = tuple(shell for shell in left if shell.left)
    for shell in left:
        if not shell.left:
            log.append(LightFaded(shell.place))


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"night"}),
    rally_orders=(lights,),
    fire_orders=(lights,),
    verbs={"light": (ArgKind.PIECE,), "over": (ArgKind.PLACE,)},
    rally_deeds={"light": light},
    fire_deeds={"light": light},
    player_turn_ends=(burn_down,),
)
