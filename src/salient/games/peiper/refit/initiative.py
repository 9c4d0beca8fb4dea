"""Steps 8.622 and 8.623: reconnaissance, and the chits."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.engine.actions import Action
from salient.engine.events import Modifier, Secret
from salient.engine.ids import enemy
from salient.engine.state import Decision, Log
from salient.games.peiper.calendar import is_night
from salient.games.peiper.events import BattleJoined, ChitLaid, Diced, UnitFared
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import NOBODY, PeiperState, PeiperStep, Terms
from salient.games.squad.core.actions import END
from salient.games.squad.core.setting import AMERICAN, GERMAN, PLAYERS
from salient.games.squad.terrain.board import Hexagon, each_hex

TRIES = 3
SUCCESS, TWICE, LOST = 6, 3, 12
"""Rolls of reconnaissance: one hex, two hexes, and the roll that loses men. Rule P8.622."""
SIGHT = 6
"""How far from an own area a hex may be named. Rule P8.622."""


def reconnoitre(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.622."""
    g.watched = [0, 0]
    g.steps.append(Reconnaissance(AMERICAN))
    g.steps.append(Reconnaissance(GERMAN))


class Reconnaissance(PeiperStep, frozen=True, tag="reconnaissance"):
    """A side pays for patrols from its areas; each may name hexes to be looked into. P8.622.

    Attributes:
        tried: Areas, by number, that have sent one.
        naming: Hexes still to be named from the last of them.
    """

    side: int
    tried: tuple[int, ...] = ()
    naming: int = 0

    def as_enemy_knows(self) -> Reconnaissance:
        """Nobody knows what was found."""
        return Reconnaissance(self.side)

    def question(self, g: PeiperState) -> Decision | None:
        """Which area sends a patrol, or which hex is named."""
        if self.naming:
            actions = [Action("watch", (here,)) for here in self.hexes(g)]
            if actions:
                return Decision(self.side, "watch", [*actions, END], ("P8.622",))
        actions = self.patrols(g)
        if not actions or not g.cpp[self.side] or len(self.tried) >= TRIES:
            return None
        return Decision(self.side, "recon", [*actions, END], ("P8.622",))

    def patrols(self, g: PeiperState) -> list[Action]:
        """A front-line hex with infantry of each area that has not sent one."""
        areas, found = areas_of(g), []
        for number, part in enumerate(areas.parts[self.side]):
            men = self.men(g, part & areas.front[self.side])
            if number not in self.tried and men:
                found.append(Action("recon", (g.hex(each_piece(men)[0]),)))
        return found

    def men(self, g: PeiperState, hexes: int) -> int:
        """Squads of the side in some hexes."""
        squads = g.on_map(g.setting.army[self.side] & g.setting.squads) & ~g.aside()
        return set_of(unit for unit in each_piece(squads) if hexes >> g.hex(unit) & 1)

    def hexes(self, g: PeiperState) -> list[Hexagon]:
        """Enemy hexes near enough to the area that sent the patrol."""
        areas = areas_of(g)
        part, board = areas.parts[self.side][self.tried[-1]], g.setting.board
        foes = areas.setup[enemy(self.side)] & ~g.watched[self.side]
        return [here for here in each_hex(foes) if board.within(here, SIGHT) & part]

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """The patrol goes out, or a hex is named."""
        if action.verb == "recon":
            self.go(g, Hexagon(action.place(0)), log)
        elif action.verb == "watch":
            g.watched[self.side] |= 1 << action.place(0)
            g.steps[-1] = Reconnaissance(self.side, self.tried, self.naming - 1)
        elif self.naming:
            g.steps[-1] = Reconnaissance(self.side, self.tried)
        else:
            g.steps.pop()

    def go(self, g: PeiperState, here: Hexagon, log: Log) -> None:
        """The dice of a patrol. Rule P8.622."""
        areas, setting = areas_of(g), g.setting
        number = areas.area_of(self.side, here)
        part = areas.parts[self.side][number]
        g.cpp[self.side] -= 1
        leaders = g.on_map(setting.army[self.side] & setting.leaders)
        there = [unit for unit in each_piece(leaders) if part >> g.hex(unit) & 1]
        best = min((g.leadership(unit) for unit in there), default=0)
        modifiers = tuple(
            drm for drm in (Modifier("A10.7", best), Modifier("P8.622", -is_night(g.date)))
            if drm.value
        )  # fmt: skip
        dice = g.dice()
        final = sum(dice) + sum(drm.value for drm in modifiers)
        found = 2 if final <= TWICE else 1 if final <= SUCCESS else 0
        result = "found" if found else "nothing"
        event = Diced(self.side, "recon", dice, SUCCESS, modifiers, result, "P8.622")
        log.append(Secret(self.side, event))
        if sum(dice) == LOST:
            men = each_piece(self.men(g, part))
            if len(men) > 1:
                log.append(UnitFared(self.side, men[-1], "patrol_lost", "P8.622"))
                lose(g, men[-1])
        g.steps[-1] = Reconnaissance(self.side, (*self.tried, number), found)


# -- chits ----------------------------------------------------------------------------------------


def lay_chits(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.623. Rule P8.6231."""
    g.chosen = ["", ""]
    g.steps.append(Showdown())
    g.steps.append(Chit(AMERICAN))
    g.steps.append(Chit(GERMAN))


class Chit(PeiperStep, frozen=True, tag="chit"):
    """A side lays Attack or Idle; without Attack chits left, Idle. Rule P8.6231."""

    side: int

    def question(self, g: PeiperState) -> Decision | None:
        """Attack or idle."""
        actions = [Action("chit", ("idle",))]
        left = g.setting.campaign.side(self.side).chits - g.chits[self.side]
        if left > 0:
            actions.append(Action("chit", ("attack",)))
        return Decision(self.side, "chit", actions, ("P8.6231",), {"count": left})

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It lies face down until both do."""
        g.steps.pop()
        g.chosen[self.side] = action.choice(0)
        log.append(Secret(self.side, ChitLaid(self.side, action.choice(0))))


class Showdown(PeiperStep, frozen=True, tag="showdown"):
    """Both chits are turned over. Rules P8.6232, P8.6233."""

    def act(self, g: PeiperState, log: Log) -> None:
        """An attack, a dual attack, or an idle date."""
        g.steps.pop()
        attacking = [side for side in (0, 1) if g.chosen[side] == "attack"]
        chits = (g.chosen[0], g.chosen[1])
        for side in (0, 1):
            log.append(ChitLaid(side, g.chosen[side]))
        for side in attacking:
            g.chits[side] += 1
        battle = ("idle", "attack", "dual")[len(attacking)]
        attacker = attacking[0] if battle == "attack" else NOBODY
        first = attacker if battle == "attack" else NOBODY
        if battle == "dual":
            first = self.first_in_dual(g, log)
        log.append(BattleJoined(battle, "nobody" if first == NOBODY else PLAYERS[first]))
        g.roster[-1] = msgspec.structs.replace(
            g.roster[-1], battle=battle, chits=chits, attacker=attacker
        )
        g.idle = battle == "idle"
        if battle != "idle":
            g.terms = Terms(first=first, attacker=attacker)

    def first_in_dual(self, g: PeiperState, log: Log) -> int:
        """Who moves first when both attack. Rule P8.6233."""
        last = next((line.winner for line in reversed(g.roster) if line.battle != "idle"), NOBODY)
        totals = []
        for side in (0, 1):
            modifiers = tuple(
                drm for drm in (Modifier("P8.6233", int(last == side)),
                                Modifier("P8.622", int(bool(g.watched[side]))))
                if drm.value
            )  # fmt: skip
            dice = g.dice()
            totals.append(sum(dice) + sum(drm.value for drm in modifiers))
            log.append(Diced(side, "initiative", dice, 12, modifiers, str(totals[-1]), "P8.6233"))
        if totals[0] == totals[1]:
            return enemy(g.terms.first)
        return totals.index(max(totals))
