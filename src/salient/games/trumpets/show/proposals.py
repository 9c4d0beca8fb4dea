"""What the staff proposes, in words (rc-staff-1): the note on its offer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from salient.boards.bits import each_piece
from salient.engine.ids import Piece
from salient.engine.messages import Value, Word, message, series
from salient.engine.state import Ref
from salient.games.trumpets.fight.combat import Answering, Gathering
from salient.games.trumpets.fight.staff import proposed_attack_guns, proposed_defence_guns
from salient.games.trumpets.march.movement import movable
from salient.games.trumpets.march.rear import to_bring_up
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.orders.activation import Divisions
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.sequence import Activation
from salient.games.trumpets.state import TrumpetsState


def staff_note(g: TrumpetsState) -> Value:
    """What the staff would have done at the question that is asked."""
    step = g.steps[-1]
    tell = TELLERS.get(type(step))
    return tell(g, step) if tell else ""


def _named(kind: str, units: Sequence[Piece]) -> Value:
    return message(f"proposal.{kind}", units=series(Ref("piece", unit) for unit in units))


def _corps(g: TrumpetsState, step: Activation) -> Value:
    names = (Word(g.setting.word(one), ("choice",)) for one in step.proposed(g))
    return message("proposal.rest", units=series(names))


def _divisions(g: TrumpetsState, step: Divisions) -> Value:
    return _named("rest", step.proposed(g))


def _orders(g: TrumpetsState, step: Orders) -> Value:
    """Units by what they are told to do."""
    found: dict[str, list[Piece]] = {}
    for order in step.proposed(g):
        found.setdefault(order.verb, []).append(order.piece(0))
    return series([_named(verb, units) for verb, units in found.items()], "report.semicolon")


def _movement(g: TrumpetsState, step: Movement) -> Value:
    return _named("bring_up", each_piece(to_bring_up(g, movable(g, step.corps))))


def _attack(g: TrumpetsState, _step: Gathering) -> Value:
    return _named("fire", proposed_attack_guns(g, g.fight))


def _defence(g: TrumpetsState, _step: Answering) -> Value:
    return _named("fire", proposed_defence_guns(g, g.fight))


TELLERS: dict[type, Callable[[TrumpetsState, Any], Value]] = {
    Activation: _corps,
    Divisions: _divisions,
    Orders: _orders,
    Movement: _movement,
    Gathering: _attack,
    Answering: _defence,
}
"""Who tells the proposal, by the step that asks."""
