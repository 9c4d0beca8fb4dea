"""Command (6.0, 7.0, 8.0): every turn, who has a path to his HQ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from salient.boards.bits import each_piece, members, union
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.trumpets.events import CommandJudged
from salient.games.trumpets.roster import NO_UNIT, SIDES
from salient.games.trumpets.standing.paths import Net, command_hexes, enterable, spread
from salient.games.trumpets.state import TrumpetsState

TROOPS = frozenset({"corps", "army", "group"})
"""Formations whose units may use any HQ of their corps or army (rc-cmd-2)."""


def judge_command(g: TrumpetsState, log: Log) -> None:
    """Steps 6-8: the command state of all HQs and units. Rules sop-7, rc-cmd-1, rc-cmd-2."""
    before = g.ooc
    g.ooc = 0
    for side in range(len(SIDES)):
        g.ooc |= out_of_command(g, side)
    if g.ooc & ~before:
        log.append(CommandJudged(members(g.ooc & ~before)))


def out_of_command(g: TrumpetsState, side: int) -> int:
    """The units of a side that no command reaches, and the HQs."""
    roster = g.setting.roster
    through, ends = command_hexes(g, side), enterable(g, side)
    hqs = each_piece(g.on_map(roster.hqs & roster.army[side]))
    net = Net(g, through, ends)
    # A path of any length (rc-cmd-2).
    joined = {hq: net.joins(g.where[hq], command_goals(g, hq, side)) for hq in hqs}
    cut = union(1 << hq for hq in hqs if not joined[hq])
    reach = {
        hq: spread(g, 1 << g.where[hq], through, ends, steps=hq_range(g, hq))
        for hq in hqs
        if not cut >> hq & 1
    }
    return cut | unserved(g, side, reach)


def unserved(g: TrumpetsState, side: int, reach: Mapping[Piece, int]) -> int:
    """The units of a side that none of their HQs reaches, HQs apart.

    Args:
        g: The position.
        side: The side.
        reach: The hexes that each HQ reaches.
    """
    roster, found = g.setting.roster, 0
    reached: dict[int, int] = {}
    for unit in each_piece(g.on_map(roster.army[side] & ~roster.hqs)):
        formation = g.under[unit]
        if formation not in reached:
            reached[formation] = union(reach.get(hq, 0) for hq in serving_hqs(g, unit))
        if not reached[formation] >> g.where[unit] & 1:
            found |= 1 << unit
    return found


def hq_range(g: TrumpetsState, hq: Piece) -> int:
    """How far an HQ reaches: further deployed than in march formation. Rules sop-9f, rc-hq-1."""
    formation = g.setting.roster.formations[g.setting.units[hq].formation]
    return formation.range if g.deployed >> hq & 1 else formation.range_march


def serving_hqs(g: TrumpetsState, unit: Piece) -> Sequence[Piece]:
    """The HQs that may command and supply a unit. Rule rc-cmd-2.

    Its own, or, where its formation has no piece in the scenario, the first above that has one;
    troops of a corps, an army or a group may use any HQ of it.
    """
    formations = g.setting.roster.formations
    chain = g.chain(g.under[unit])
    if formations[chain[0]].level in TROOPS:
        above = chain[-1] if formations[chain[0]].level == "army" else g.corps_of(chain[0])
        return g.ladder.hqs_below[above]
    own = next((formations[one].hq for one in chain if formations[one].hq >= 0), NO_UNIT)
    return [own] if own >= 0 else []


def command_goals(g: TrumpetsState, hq: Piece, side: int) -> int:
    """The hexes to which an HQ needs a path: the superior HQ's, or supply sources. Rule rc-cmd-2.

    A corps HQ may use either.
    """
    formations = g.setting.roster.formations
    above = [formations[one].hq for one in g.chain(g.setting.units[hq].formation)[1:]]
    superior = next((one for one in above if one >= 0), -1)
    goals = g.setting.sources[side]
    if superior >= 0 and g.where[superior] >= 0:
        goals = 1 << g.where[superior]
        if formations[g.setting.units[hq].formation].level == "corps":
            goals |= g.setting.sources[side]
    return goals
