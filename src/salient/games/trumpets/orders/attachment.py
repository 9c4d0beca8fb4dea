"""Attachment (18.2): in pre-dawn turns units pass from one HQ to another."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.memory import Memo
from salient.engine.state import Log, once
from salient.games.trumpets.calendar import is_predawn
from salient.games.trumpets.events import Attached
from salient.games.trumpets.standing.command import hq_range
from salient.games.trumpets.standing.stacking import legal_under
from salient.games.trumpets.state import TrumpetsState

IN_RANGE: Memo[tuple[int, int], int] = Memo("hexes within so many of a hex", 256)


def free_to_pass(g: TrumpetsState, units: int) -> int:
    """Those of some units that may pass to another HQ now: before dawn, once. Rule sop-18b."""
    return units & ~(g.setting.roster.hqs | g.attached) if is_predawn(g.turn) else 0


def attachments(g: TrumpetsState, unit: Piece) -> list[Action]:
    """The HQs a unit that is free to pass may be put under. Rules sop-18b, rc-form-3.

    Another HQ of its corps (army troops: of its army) within whose range it stands; at home the
    stack it is in must stay legal.
    """
    roster = g.setting.roster
    own, place = g.under[unit], g.where[unit]
    army_troops = roster.formations[own].level == "army"
    family = g.army_of(own) if army_troops else g.corps_of(own)
    stack = g.stack(place, roster.side_of[unit])
    hqs = once(g, (attachments, family, army_troops), lambda: _hqs_of(g, family, army_troops))
    return [
        Action("attach", (unit, hq))
        for hq, formation, near in hqs
        if formation != own and near >> place & 1
        if stack == 1 << unit or legal_under(g, unit, formation, stack)
    ]


def _hqs_of(g: TrumpetsState, family: int, army_troops: bool) -> list[tuple[Piece, int, int]]:
    """The HQs of a corps or an army that take units on, their formations, the hexes in range."""
    roster, found = g.setting.roster, []
    known, above = g.setting.memory.of(IN_RANGE), g.army_of if army_troops else g.corps_of
    for hq in g.ladder.hqs_below[family]:
        formation, key = roster.units[hq].formation, (g.where[hq], hq_range(g, hq))
        closed = above(formation) != family or roster.formations[formation].level == "fa_group"
        if closed or g.where[hq] == NOWHERE:
            continue
        if (near := known.get(key)) is None:
            near = known.keep(key, g.setting.board.within(1 << key[0], key[1]))
        found.append((hq, formation, near))
    return found


def attach(g: TrumpetsState, unit: Piece, hq: Piece, log: Log) -> None:
    """Put a unit under another HQ. Rule sop-18b."""
    for one in (unit, *g.setting.units[unit].members):  # A substitute with its battalions.
        g.assign(one, g.setting.units[hq].formation)
    g.attached |= 1 << unit
    log.append(Attached(unit, hq))
