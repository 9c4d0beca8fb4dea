"""Squads deploy into half-squads, and half-squads recombine. Rules A1.31, A1.32.

Readings: weapons are divided evenly; both halves are in the state that the squad was in, and of two
that recombine the worse state counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier, Secret
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log
from salient.games.squad.combat.morale import remove, tell_check
from salient.games.squad.core.actions import END, PIECE
from salient.games.squad.core.events.men import Recombined, Split
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import SquadState, SquadStep

ALONE = Modifier("A1.31", 1)
"""What it costs to deploy without a leader."""

WORD = "deployment"
SHARED = ("cx", "concealed", "cloaked", "restrained", "hidden", "entrenched", "fanatic")
"""States that both halves are in."""


def spare_half(g: SquadState, unit: Piece) -> Piece | None:
    """A counter in the box that a squad's second half can be."""
    box = g.stock() & g.setting.army[g.side(unit)] & g.setting.squads & ~g.setting.crews
    return each_piece(box)[0] if box else None


def leaders_with(g: SquadState, unit: Piece) -> list[Piece]:
    """Leaders in Good Order beside a unit, heroes left out."""
    there = g.people(g.where[unit], g.side(unit)) & g.setting.leaders & g.good_order()
    return [one for one in each_piece(there) if g.leader(one).kind == "leader"]


def ready(g: SquadState, side: int) -> int:
    """A side's squads in Good Order on foot that have done nothing in this phase yet."""
    squads = g.setting.army[side] & g.setting.squads & ~g.setting.crews & g.good_order()
    return g.on_map(squads) & ~(g.rallied | g.ti | g.riding() | g.unarmed | g.berserk)


def deployment_orders(g: SquadState, side: int) -> Iterator[Action]:
    """Squads that may try to deploy, and half-squads that may recombine. Rules A1.31, A1.32."""
    units = ready(g, side)
    for unit in each_piece(units & ~g.half):
        alone = g.row(unit).deploys == "yes"
        if (alone or leaders_with(g, unit)) and spare_half(g, unit) is not None:
            yield Action("split", (unit,))
    halves = each_piece(units & g.half)
    for unit in halves:
        if not leaders_with(g, unit):
            continue
        for other in halves:
            if unit < other and are_alike(g, unit, other):
                yield Action("recombine", (unit, other))


def are_alike(g: SquadState, unit: Piece, other: Piece) -> bool:
    """Whether two half-squads are of one kind and stand together."""
    return (
        g.kind[unit] == g.kind[other]
        and g.where[unit] == g.where[other]
        and g.bypass.get(unit) == g.bypass.get(other)
        and not (g.hidden >> unit ^ g.hidden >> other) & 1
    )


def deploy_modifiers(g: SquadState, unit: Piece) -> tuple[Modifier, ...]:
    """The best leader helps; without one it is harder. Rule A1.31."""
    leaders = leaders_with(g, unit)
    if not leaders:
        return (ALONE,)
    best = min(map(g.leadership, leaders))
    return (Modifier("A10.7", best),) if best else ()


def try_to_deploy(g: SquadState, action: Action, log: Log) -> None:
    """A task check: whoever fails stays together. Rule A1.31."""
    unit = action.piece(0)
    g.rallied |= 1 << unit
    modifiers, dice, need = deploy_modifiers(g, unit), g.dice(), g.morale(unit)
    passed = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
    tell_check(g, unit, "deploy", dice, need, modifiers, log, passed=passed)
    if passed:
        split(g, unit, log)


def split(g: SquadState, unit: Piece, log: Log) -> None:
    """A squad is two half-squads from now on. Rule A1.31."""
    other = spare_half(g, unit)
    assert other is not None, "a counter is in the box"
    bit = 1 << other
    g.spare &= ~bit
    g.kind[other] = g.kind[unit]
    g.half |= 1 << unit | bit
    g.rallied |= bit
    for name in SHARED:
        if getattr(g, name) >> unit & 1:
            setattr(g, name, getattr(g, name) | bit)
    if unit in g.bypass:
        g.bypass[other] = g.bypass[unit]
    if unit in g.crest:
        g.crest[other] = g.crest[unit]
    for item in members(g.carried(unit))[1:]:
        g.owner[item] = other
    done = Split(g.side(unit), unit, other)
    if g.where[unit] == NOWHERE:  # Before the set-up: the enemy learns nothing of it.
        log.append(Secret(done.side, done))
        return
    g.put(other, g.where[unit])
    log.append(unseen(g, done))


def recombine(g: SquadState, action: Action, log: Log) -> None:
    """Two half-squads are a squad again; one counter goes back into the box. Rule A1.32."""
    unit, other = action.piece(0), action.piece(1)
    for item in each_piece(g.carried(other)):
        g.owner[item] = unit
    both = 1 << unit | 1 << other
    if both & ~g.concealed:
        g.concealed &= ~(both | g.carried(unit))
    if g.cx & both:
        g.cx |= both
    if both & ~g.entrenched:
        g.entrenched &= ~both
    g.half &= ~(1 << unit)
    g.rallied |= 1 << unit
    log.append(unseen(g, Recombined(g.side(unit), unit, other)))
    remove(g, other)
    g.spare |= 1 << other


class Splitting(SquadStep, frozen=True, tag="splitting"):
    """Before a side sets up, a quarter of its squads may be deployed. Rule A1.31."""

    side: int
    left: int

    def ask(self, g: SquadState) -> Decision | None:
        """Which squad next."""
        squads = g.setting.army[self.side] & g.setting.squads & ~g.setting.crews
        squads &= ~(g.half | g.aside())
        actions = [
            Action("split", (unit,)) for unit in each_piece(squads) if not g.entry_turn(unit)
        ]
        if not self.left or not actions:
            return None
        return Decision(self.side, "split", [*actions, END], ("A1.31",), {"count": self.left})

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Divide it, or go on."""
        if action == END:
            g.steps.pop()
            return
        g.steps[-1] = Splitting(self.side, self.left - 1)
        split(g, action.piece(0), log)
        g.rallied = 0


def splitting_steps(g: SquadState, side: int) -> list[SquadStep]:
    """The step in which a side deploys before it sets up: a quarter of its squads, rounded up."""
    if WORD not in g.special:
        return []
    squads = g.setting.army[side] & g.setting.squads & ~g.setting.crews & ~g.setting.spares
    return [Splitting(side, -(-squads.bit_count() // 4))]


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    rally_orders=(deployment_orders,),
    rally_deeds={"split": try_to_deploy, "recombine": recombine},
    verbs={"split": (PIECE,), "recombine": (PIECE, PIECE)},
)
