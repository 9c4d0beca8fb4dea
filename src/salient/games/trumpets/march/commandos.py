"""Commando teams (94.2.3): Skorzeny's men at the crossroads send columns the wrong way."""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.events import Rolled
from salient.engine.ids import Place, enemy
from salient.engine.state import Decision, Log
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.events import TeamMoved
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.setting import PASS
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
FIRST, LAST = turn_of("17PD"), turn_of("19EV")
REACH = 20
"""Turns in which teams are placed, and hexes they go west of a German unit (rc-com-1)."""


class PlacingTeams(TrumpetsStep, frozen=True, tag="teams"):
    """The German places the teams that are at hand. Rule rc-com-1."""

    corps: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """A road hex without Allied units, or none."""
        if not g.teams_left or not FIRST <= g.turn <= LAST:
            return None
        if g.setting.roster.formations[self.corps].id != "ISS":
            return None
        hexes = team_hexes(g)
        if not hexes:
            return None
        actions = [*g.setting.offer["team"].of(members(hexes)), PASS]
        return Decision(GERMAN, "team", actions, ("rc-com-1", "tab-commando"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Place one, or go on."""
        if action == PASS:
            g.steps.pop()
            return
        place = action.place(0)
        g.teams |= 1 << place
        g.teams_left -= 1
        log.append(TeamMoved(place, "placed"))


def team_hexes(g: TrumpetsState) -> int:
    """Road hexes without Allied units at most 20 hexes west of a German unit. Rule rc-com-1."""
    country, board = g.setting.country, g.setting.board
    germans = g.occupied[GERMAN]
    near = board.within(germans, REACH) & country.road_hexes & ~g.occupied[ALLIED] & ~g.teams
    return near & ~germans


def misdirect(g: TrumpetsState, side: int, here: Place, to: Place, log: Log) -> int:
    """Allied units enter or leave the hex of a team: half MF they lose. Rule tab-commando."""
    met = g.teams & (1 << here | 1 << to)
    if side != ALLIED or not met:
        return 0
    place = members(met)[0]
    faces = (g.roll(DIE), g.roll(DIE))
    row = next(r for r in g.setting.special.misdirection if r.low <= sum(faces) <= r.high)
    log.append(
        Rolled(enemy(side), "misdirection", faces, 12, (), int(row.mf_lost > 0), ("tab-commando",))
    )
    g.teams &= ~(1 << place)
    if row.team != "eliminated":  # note-commando-1; with an HQ it is at hand again as well
        g.teams_next += 1
    log.append(TeamMoved(place, row.team))
    return 2 * row.mf_lost


def ready_teams(g: TrumpetsState) -> None:
    """Teams on the next turn's box are at hand again. Rule note-commando-1."""
    g.teams_left += g.teams_next
    g.teams_next = 0
