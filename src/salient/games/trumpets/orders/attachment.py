"""Attachment (18.2): in pre-dawn turns units pass from one HQ to another."""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.state import Log
from salient.games.trumpets.calendar import is_predawn
from salient.games.trumpets.events import Attached
from salient.games.trumpets.standing.command import hq_range
from salient.games.trumpets.standing.stacking import legal_under
from salient.games.trumpets.state import TrumpetsState


def attachments(g: TrumpetsState, unit: int) -> list[Action]:
    """The HQs a unit may be put under. Rules sop-18b, rc-form-3.

    Another HQ of its corps (army troops: of its army) within whose range it stands; at home the
    stack it is in must stay legal.
    """
    roster, board = g.setting.roster, g.setting.board
    if not is_predawn(g.turn) or (roster.hqs | g.attached) >> unit & 1:
        return []
    own = g.under[unit]
    army_troops = roster.formations[own].level == "army"
    family = g.army_of(own) if army_troops else g.corps_of(own)
    found = []
    for hq in members(g.on_map(roster.hqs & roster.army[roster.side_of[unit]])):
        formation = roster.units[hq].formation
        above = g.army_of(formation) if army_troops else g.corps_of(formation)
        if formation == own or above != family or roster.formations[formation].level == "fa_group":
            continue
        near = board.distance(g.where[unit], g.where[hq]) <= hq_range(g, hq)
        if near and _still_legal(g, unit, formation):
            found.append(Action("attach", (unit, hq)))
    return found


def _still_legal(g: TrumpetsState, unit: int, formation: int) -> bool:
    """Whether the stack a unit is in may stay together under its new formation."""
    stack = g.stack(g.where[unit], g.setting.side_of[unit])
    return legal_under(g, unit, formation, stack)


def attach(g: TrumpetsState, unit: int, hq: int, log: Log) -> None:
    """Put a unit under another HQ. Rule sop-18b."""
    for one in (unit, *g.setting.units[unit].members):  # A substitute with its battalions.
        g.under[one] = g.setting.units[hq].formation
    g.attached |= 1 << unit
    log.append(Attached(unit, hq))
