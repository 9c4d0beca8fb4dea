"""Rain, snow and mud on the ground (E3.54, E3.6, E3.72, E3.723, E3.73, E3.74).

A scenario names what is in force: ``rain``, ``snow``, ``mud``, ``deep_snow``, ``frozen`` ground.
What is in the air is told in :mod:`salient.games.squad.sight.air`.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.games.squad.core.locations import by_road, is_building
from salient.games.squad.core.points import ONE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, BogCheck, Cover, Entry, Look, Part
from salient.games.squad.ground.slopes import climbs

SLICK = {"rain": "E3.54", "snow": "E3.723"}
"""Weather in which going up is harder."""

SOFT = {"mud": "E3.6", "deep_snow": "E3.73"}
"""Ground that swallows shells."""

SNOW = frozenset({"snow", "deep_snow"})
"""Snow on the ground."""


def slick_ground(g: SquadState, entry: Entry) -> Iterator[Part]:
    """In rain and snow whoever goes up a level, or a slope, pays more. Rules E3.54, E3.723, P2.54.

    A hexside that is both a slope and a crest line counts once.
    """
    rules = [rule for name, rule in SLICK.items() if name in g.special]
    if not rules or not entry.crossing:
        return
    board = g.setting.board
    if board.hex(entry.to).level > board.hex(entry.origin).level:
        yield Part(rules[0], ONE, "weather")
    elif climbs(g, entry):
        yield Part("P2.54", ONE, "weather")


def soft_going(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """In mud and deep snow vehicles off the road may bog anywhere. Rules E3.6, E3.73, B32.33c.

    Reading: a check of its own, beside any other, with nothing added.
    """
    rules = [rule for name, rule in SOFT.items() if name in g.special]
    if not rules or not entry.crossing or entry.on_foot:
        return
    if entry.off_road or not by_road(g, entry.origin, entry.to, entry.side):
        yield BogCheck(rules[0], 0)


def soft_ground(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Mud and deep snow protect infantry from shells, beside all other cover. Rules E3.6, E3.73.

    Reading: +1, not inside buildings.
    """
    rules = [rule for name, rule in SOFT.items() if name in g.special]
    if not rules or attack.means not in ("ordnance", "shell"):
        return
    if g.seems_infantry(unit) and not is_building(g, g.where[unit]):
        yield Cover(rules[0], 1)


def snowed_under(g: SquadState, vehicle: Piece) -> Iterator[Modifier]:  # noqa: ARG001
    """Snow on soft ground makes every bog check harder. Rule E3.72."""
    if g.special & SNOW and "frozen" not in g.special:
        yield Modifier("E3.72", 1)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"deep_snow", "mud", "rain", "snow"}),
    extra_costs=(slick_ground,),
    bog_modifiers=(snowed_under,),
    covers=(("any", soft_ground),),
)

SOFT_GOING: Chapters[SquadState] = Chapters(
    needs=frozenset({"deep_snow", "mud"}),
    bog_checks=(soft_going,),
)
