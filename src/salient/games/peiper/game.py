"""The campaigns of Kampfgruppe Peiper as a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.game import require
from salient.engine.ledger import Ledger
from salient.engine.setting import Identity, Option
from salient.engine.state import Log
from salient.engine.texts import Texts, package_texts
from salient.games.peiper.battle.chapters import CAMPAIGN
from salient.games.peiper.book.command import COMMAND as CAMPAIGN_BOOK
from salient.games.peiper.bot.judge import judge
from salient.games.peiper.bot.value import evaluate
from salient.games.peiper.charts.rows import DOCUMENTS, TABLES
from salient.games.peiper.knowledge import could_learn, known
from salient.games.peiper.refit.markers import conclude
from salient.games.peiper.sequence import Beginning
from salient.games.peiper.setting import FOLDER, PeiperSetting
from salient.games.peiper.show.report import PeiperReport
from salient.games.peiper.show.sheet import lay_out
from salient.games.peiper.show.view import clock, markers, pieces, tracks
from salient.games.peiper.state import PeiperState
from salient.games.squad.chapters import CHAPTERS
from salient.games.squad.core.setting import FOLDER as SQUAD
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.tables import DATA_FILES
from salient.games.squad.game import FireFight, SquadGame, check_state


def first_state(setting: PeiperSetting, seed: bytes) -> PeiperState:
    """Every counter in the box."""
    count = len(setting.units)
    return PeiperState(
        setting=setting,
        seed=seed,
        steps=[Beginning()],
        where=[NOWHERE] * count,
        owner=[NOBODY] * count,
        facing=[-1] * count,
        turret=[-1] * count,
        kind=[unit.row.id for unit in setting.units],
        control=[0, 0],
        losses=[0, 0],
        spare=(1 << count) - 1,
        chosen=["", ""],
        cpp=[0, 0],
        fpp=[0, 0],
        chits=[0, 0],
        cg_lvp=[0, 0],
        snipers=[0, 0],
        san_now=[0, 0],
        objectives=[0, 0],
        watched=[0, 0],
    )


def check_campaign(g: PeiperState) -> None:
    """The invariants every state of a campaign keeps."""
    check_state(g)
    setting = g.setting
    require(min(g.cpp) >= 0 and min(g.fpp) >= 0, "nobody owes points")
    require(g.date in setting.dates, "the date is one of the campaign")
    boxed = set_of(g.box)
    require(not g.on_map(boxed | g.spare | g.lost), "who is in a box is not on the map")
    require(not boxed & (g.spare | g.lost), "a counter is in one place")
    parts = 2 * len(setting.entries)
    require(all(0 <= box < parts for box in g.box.values()), "boxes are of entry areas")
    require(not g.reserve & ~g.on_map(g.reserve), "reserves are on the map")
    groups = 0
    for force in g.forces:
        require(not groups & force.units, "a counter is of one group")
        groups |= force.units
    for side in (0, 1):
        most = setting.campaign.side(side).chits
        require(0 <= g.chits[side] <= most, "nobody has played more chits than he has")


class PeiperGame(FireFight[PeiperState, PeiperSetting]):
    """Three campaigns between Stoumont and La Gleize, December 1944."""

    id = "peiper"
    title = "Kampfgruppe Peiper"
    rules_version = "3"
    difficulty = 5
    scenarios = ("cheneux", "stoumont", "la_gleize")
    options: ClassVar[tuple[Option, ...]] = (
        Option("balance", ("none", "german", "american"), "P8.31"),
        Option("weather", ("historical", "random"), "CG3"),
    )
    data_files = (*DATA_FILES, *(table.file for table in TABLES), *DOCUMENTS)
    folder = FOLDER
    data_folder = FOLDER / "data"
    state_type = PeiperState
    on_table = (*SquadGame.on_table, "date", "cpp", "chits", "cg_lvp")
    report = PeiperReport()
    commands = (CAMPAIGN_BOOK,)

    known = staticmethod(known)
    could_learn = staticmethod(could_learn)
    set_up = staticmethod(first_state)
    check = staticmethod(check_campaign)
    judge = staticmethod(judge)
    value = staticmethod(evaluate)
    clock = staticmethod(clock)
    pieces = staticmethod(pieces)
    markers = staticmethod(markers)
    tracks = staticmethod(tracks)
    sheet = staticmethod(lay_out)

    def build_setting(self, identity: Identity, folders: Sequence[Path]) -> PeiperSetting:
        """Load the map, the charts and every counter."""
        return PeiperSetting(identity, folders, (*CHAPTERS, *CAMPAIGN))

    @cached_property
    def ledger(self) -> Ledger:
        """The rules of the campaign; behind them those of the squad game."""
        found = Ledger.load(self.folder)
        found.behind = Ledger.load(SQUAD)
        return found

    def texts(self, language: str) -> Texts:
        """The texts of the squad game and those of the campaign."""
        return package_texts(self.folder / "text", language, SQUAD / "text")

    def after(self, g: PeiperState, log: Log, before: int) -> bool:
        """The campaign is over if the Germans have destroyed the bridge. Rule P8.52-VC."""
        if super().after(g, log, before):
            return True
        if GERMAN in g.fallen.values() and not g.outcome:
            conclude(g, log, last=False)
            return True
        return False
