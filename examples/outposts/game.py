"""*Outposts* as a game of the engine."""

from __future__ import annotations

from typing import ClassVar

from outposts.bot import evaluate, judge
from outposts.knowledge import known
from outposts.rules import STRENGTHS, Dealing
from outposts.setting import FOLDER, SIDES, TABLES, OutpostSetting
from outposts.show.report import OutpostReport
from outposts.show.sheet import lay_out
from outposts.show.view import clock, markers, pieces, tracks
from outposts.state import OutpostState, OutpostStep
from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine import Game, Option, Result, require


def check_state(g: OutpostState) -> None:
    """The invariants every state of the game keeps."""
    setting, places = g.setting, range(len(g.setting.places))
    g.check_places(places)
    require(not g.held & ~setting.goals, "only goals are held")
    for side, army in enumerate(setting.army):
        dealt = sorted(g.strength[unit] for unit in members(army))
        require(g.turn == 0 or dealt == sorted(STRENGTHS), "each side has its counters (1.3)")
        crowded = any(g.stack(place, side).bit_count() > 1 for place in places)
        require(not crowded, "one counter of a side in a place (2.3)")


class Outposts(Game[OutpostState, OutpostSetting]):
    """Counters face down, one decoy a side."""

    id = "outposts"
    title = "Outposts"
    rules_version = "1"
    sides = SIDES
    scenarios = ("valley",)
    options: ClassVar[tuple[Option, ...]] = (Option("ties", ("back", "both"), "3.2"),)
    data_files = tuple(table.file for table in TABLES)
    folder = FOLDER
    data_folder = FOLDER / "data"
    state_type = OutpostState
    step_type = OutpostStep
    on_table = ("turn", "where", "shown", "held")
    hides = True

    build_setting = OutpostSetting
    pieces = staticmethod(pieces)
    markers = staticmethod(markers)
    clock = staticmethod(clock)
    tracks = staticmethod(tracks)
    check = staticmethod(check_state)
    known = staticmethod(known)
    value = staticmethod(evaluate)
    judge = staticmethod(judge)
    sheet = staticmethod(lay_out)
    report = OutpostReport()

    def set_up(self, setting: OutpostSetting, seed: bytes) -> OutpostState:
        """Everybody in place, nobody dealt. Rule 1.2."""
        count = len(setting.counters)
        g = OutpostState(
            setting=setting,
            seed=seed,
            steps=[Dealing()],
            where=[NOWHERE] * count,
            strength=[0] * count,
        )
        for unit, place in enumerate(setting.start):
            g.put(unit, place)
        return g

    def result(self, g: OutpostState) -> Result | None:
        """The outcome once the game has ended. Rules 4.2, 4.3."""
        if not g.outcome:
            return None
        winner = SIDES.index(g.outcome) if g.outcome in SIDES else None
        return Result(g.outcome, winner, g.score)
