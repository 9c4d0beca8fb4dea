"""Weapons change hands, or are left behind, when a move begins. Rules A4.43, A4.431.

Reading: before those who are about to move spend anything, they may hand a weapon to somebody of
their own who stands in the same place and has not fired, or leave it there.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.events.play import Dropped, Given
from salient.games.squad.core.march import March
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import NOBODY, SquadState


def weapon_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Whom those about to move can give their weapons to; and they can leave them. A4.43."""
    place = g.where[march.units[0]]
    if march.spent or march.rushed or place == NOWHERE:
        return
    mates = g.people(place, g.side(march.units[0])) & g.good_order() & ~(g.ti | g.prep_fired)
    for item in each_piece(union(g.carried(unit) for unit in march.units) & g.setting.weapons):
        yield Action("drop", (item,))
        owner = g.owner[item]
        for unit in each_piece(mates & ~(1 << owner)):
            hidden = (g.hidden >> unit ^ g.hidden >> owner) & 1
            if not hidden and g.bypass.get(unit) == g.bypass.get(owner) and has_hands(g, unit):
                yield Action("transfer", (item, unit))


def has_hands(g: SquadState, unit: Piece) -> bool:
    """Whether a unit may take one more weapon: a squad two, others one. Rules A4.43, A7.35."""
    held = g.carried(unit)
    return not held & g.setting.guns and held.bit_count() < (2 if g.is_squad(unit) else 1)


def transfer(g: SquadState, item: Piece, unit: Piece, log: Log) -> None:
    """A weapon is handed over; it is as concealed as who has it. Rules A4.43, A12.14."""
    g.owner[item] = unit
    bit = 1 << item
    g.concealed = g.concealed & ~bit | (bit if g.concealed >> unit & 1 else 0)
    log.append(unseen(g, Given(g.side(unit), item, unit)))


def drop(g: SquadState, item: Piece, log: Log) -> None:
    """A weapon is left behind, where everybody sees it. Rule A4.431."""
    g.owner[item] = NOBODY
    g.concealed &= ~(1 << item)
    g.hidden &= ~(1 << item)
    log.append(Dropped(item, g.where[item]))


CHAPTER: Chapters[SquadState] = Chapters(
    orders=(weapon_orders,),
    verbs={"transfer": (PIECE, PIECE), "drop": (PIECE,)},
)
