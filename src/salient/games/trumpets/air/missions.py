"""Aircraft and their missions: types, corps, strafing or held, interception.

Chapters 5.2, 5.3, 5.4, 5.5, 5.6.
"""

from __future__ import annotations

from math import ceil

import msgspec

from salient.boards.bits import each_piece, each_place, union
from salient.engine.actions import Action
from salient.engine.events import Rolled
from salient.engine.ids import Piece, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.trumpets.air.patrols import patrol_area
from salient.games.trumpets.charts.air import FIGHTERS, JETS
from salient.games.trumpets.events import MissionGiven, SquadronsFound
from salient.games.trumpets.setting import PASS
from salient.games.trumpets.state import Aircraft, TrumpetsState, TrumpetsStep

DIE = 6
CORPS_REACH = 20
"""Hexes from a corps HQ within which its aircraft patrol (rc-air-2) and intercept (rc-air-3)."""

STRAFER_GOES_HOME, INTERCEPTOR_GOES_HOME = 5, 1
"""Interception: one die of 5-6, one die of 1 (rc-air-3)."""


def find_squadrons(g: TrumpetsState, log: Log) -> None:
    """Step 5b: how many squadrons, and of what type. Rules sop-5, sop-5b, note-aircraft-1."""
    share = g.setting.scenario.aircraft
    found: list[Aircraft] = []
    faces: list[int] = []
    for side, count in enumerate(g.setting.air.squadrons.get(g.turn, (0, 0))):
        for _ in range(ceil(count * share)):
            faces.append(g.roll(DIE))
            found.append(Aircraft(side, g.setting.air.types[side][faces[-1] - 1]))
    g.aircraft = tuple(found)
    if found:
        log.append(SquadronsFound(tuple(craft.type for craft in found), tuple(faces)))


def change(g: TrumpetsState, number: int, **columns: object) -> None:
    """Change one squadron."""
    craft = msgspec.structs.replace(g.aircraft[number], **columns)
    g.aircraft = (*g.aircraft[:number], craft, *g.aircraft[number + 1 :])


def corps_hqs(g: TrumpetsState, side: int) -> list[Piece]:
    """The corps HQs of a side on the map; army HQs where there is none. Rule sop-5c."""
    hqs = each_piece(g.on_map(g.setting.roster.hqs & g.setting.army[side]))
    for level in ("corps", "army", "division"):
        found = [hq for hq in hqs if g.setting.units[hq].size == level]
        if found:
            return found
    return []


class Missions(TrumpetsStep, frozen=True, tag="missions"):
    """Steps 5c-5e: each aircraft gets a corps and a mission. Rules sop-5c, sop-5d, sop-5e."""

    side: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """The next aircraft without a mission: patrol where, or held for whom."""
        number = self._next(g)
        hqs = corps_hqs(g, self.side)
        if number < 0 or not hqs:
            return None
        centres = self._centres(g, hqs)
        actions = [Action("hold", (number, self._corps(g, hq))) for hq in hqs]
        actions += [Action("strafe", (number, place)) for place in each_place(centres)]
        values = {"type": g.aircraft[number].type}
        return Decision(self.side, "mission", actions, ("sop-5c", "sop-5d", "rc-air-2"), {**values})

    def _next(self, g: TrumpetsState) -> int:
        mine = (i for i, c in enumerate(g.aircraft) if c.side == self.side and not c.mission)
        return next(mine, -1)

    def _centres(self, g: TrumpetsState, hqs: list[Piece]) -> int:
        """Hexes in clear weather near a corps HQ, with enemies to look for. Rule rc-air-2."""
        board, country = g.setting.board, g.setting.country
        clear = union(
            hexes
            for army, hexes in country.areas.items()
            if g.weather.get(army, "clear") == "clear"
        )
        near = board.within(union(1 << g.where[hq] for hq in hqs), CORPS_REACH)
        return near & clear & board.within(g.occupied[enemy(self.side)], 1)

    def _corps(self, g: TrumpetsState, hq: Piece) -> str:
        return g.setting.word(g.setting.units[hq].formation)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Send it out, or hold it."""
        number = action.number(0)
        if action.verb == "hold":
            corps = g.setting.formation(action.choice(1))
            change(g, number, mission="hold", corps=corps)
            log.append(MissionGiven(self.side, g.aircraft[number].type, "hold", -1))
            return
        centre, board = action.place(1), g.setting.board
        hqs = corps_hqs(g, self.side)
        hq = min(hqs, key=lambda one: board.distance(g.where[one], centre))
        corps = g.setting.units[hq].formation
        change(g, number, mission="strafe", corps=corps, centre=centre)
        log.append(MissionGiven(self.side, g.aircraft[number].type, "strafe", centre))


class Interception(TrumpetsStep, frozen=True, tag="interception"):
    """Step 5f, advanced: held fighters may meet a strafer. Rules sop-5f, rc-air-3.

    Attributes:
        number: The strafer in question.
    """

    number: int = 0

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which fighter meets it, if any."""
        if self.number >= len(g.aircraft) or not g.setting.advanced:
            return None
        strafer = g.aircraft[self.number]
        able = self._interceptors(g, strafer) if strafer.mission == "strafe" else []
        if not able:
            return None
        return Decision(
            enemy(strafer.side),
            "intercept",
            [*(g.setting.offer["intercept"][one] for one in able), PASS],
            ("sop-5f", "rc-air-3"),
            {"type": strafer.type, "place": Ref("place", strafer.centre)},
        )

    def _interceptors(self, g: TrumpetsState, strafer: Aircraft) -> list[int]:
        board, formations = g.setting.board, g.setting.roster.formations
        found = []
        for number, craft in enumerate(g.aircraft):
            if craft.side == strafer.side or craft.mission != "hold":
                continue
            hq = formations[craft.corps].hq
            close = hq >= 0 and board.distance(g.where[hq], strafer.centre) <= CORPS_REACH
            if close and craft.type in FIGHTERS | JETS:
                found.append(number)
        return found

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """One die decides who goes home; the interceptor is spent."""
        g.steps[-1] = Interception(self.number + 1)
        if action == PASS:
            return
        other = action.number(0)
        face = g.roll(DIE)
        home = face >= STRAFER_GOES_HOME
        side = g.aircraft[other].side
        log.append(Rolled(side, "interception", (face,), DIE, (), int(home), ("rc-air-3",)))
        change(g, other, mission="home")
        if home:
            change(g, self.number, mission="home")

    def run(self, g: TrumpetsState, log: Log) -> None:
        """On to the next strafer, or to the strafing."""
        if self.number < len(g.aircraft) and g.setting.advanced:
            g.steps[-1] = Interception(self.number + 1)
        else:
            g.steps.pop()


def strafing_hexes(g: TrumpetsState, craft: Aircraft) -> int:
    """The enemy-held hexes in the area of a strafer. Rule proc-strafe-1."""
    return patrol_area(g, craft) & g.occupied[enemy(craft.side)]
