"""*Battle of the Bulge: Ardennes '44* as a game of the engine."""

from __future__ import annotations

from typing import ClassVar

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.forecast import Forecast
from salient.engine.game import Game, Result, require
from salient.engine.ids import Place
from salient.engine.setting import Option
from salient.games.bulge.bot.judge import judge
from salient.games.bulge.bot.value import evaluate
from salient.games.bulge.rows import DATA_FILES
from salient.games.bulge.rules.victory import winner
from salient.games.bulge.sequence import Opening
from salient.games.bulge.setting import FOLDER, SIDES, BulgeSetting
from salient.games.bulge.show.odds import attack_forecast, described_attack, planned_attack
from salient.games.bulge.show.report import BulgeReport
from salient.games.bulge.show.sheet import lay_out
from salient.games.bulge.show.view import clock, markers, pieces, tracks
from salient.games.bulge.state import FULL, BulgeState, BulgeStep


def check_state(g: BulgeState) -> None:
    """The invariants every state of the game keeps."""
    setting = g.setting
    count = len(setting.units)
    g.check_places(setting.hex_rows)
    require(len(g.steps_left) == count, "steps for each unit")
    on_map, occupied = g.on_map((1 << count) - 1), g.presence(~setting.commandos & (1 << count) - 1)
    for place, steps in zip(g.where, g.steps_left, strict=True):
        require(0 <= steps <= FULL, "units have 0 to 2 steps")
        require(steps > 0 or place == NOWHERE, "destroyed units are off the map")
    require(occupied == g.occupied, "occupied hexes agree with the units' places")
    require(not occupied[0] & occupied[1], "the sides do not share hexes (6.2-1)")
    require(1 <= g.turn <= 13, "the turn is within the game")
    require(not g.oos & g.isolated, "a unit has one supply status")
    require(not (g.oos | g.isolated) & ~on_map, "supply markers lie on units")
    for unit in each_piece(on_map):
        require(unit not in g.exits and unit not in g.evacuated, "units are in one place")
    require(0 <= g.air_left <= 6, "at most six air markers (10.2)")


class BattleOfTheBulge(Game[BulgeState, BulgeSetting]):
    """Regiments on hexes, zones of control and an odds table, 16-28 December 1944."""

    id = "bulge"
    title = "Battle of the Bulge: Ardennes '44"
    rules_version = "3"
    difficulty = 3
    sides = SIDES
    scenarios = ("campaign",)
    options: ClassVar[tuple[Option, ...]] = (
        Option("setup", ("historical", "free"), "9.1a"),
        Option("encirclement", ("stack", "unit"), "5.7a"),
        Option("minimum_odds", ("final", "base"), "8.2-1c"),
        Option("giving_ground", ("stack", "units"), "8.5-3a"),
        Option("fortress_retreat", ("optional", "none"), "12.3a"),
        Option("key_cities", ("important", "fortress"), "8.8b"),
        Option("city_vp", ("linked", "kept"), "13.3-4"),
    )
    data_files = DATA_FILES
    folder = FOLDER
    data_folder = FOLDER / "data"
    state_type = BulgeState
    on_table = (
        "turn", "where", "steps_left", "shaken", "oos", "isolated", "german_last", "captured",
        "air_left", "vp",
    )  # fmt: skip
    step_type = BulgeStep
    report = BulgeReport()

    # What the modules of the title do for it.
    build_setting = BulgeSetting
    clock = staticmethod(clock)
    pieces = staticmethod(pieces)
    markers = staticmethod(markers)
    tracks = staticmethod(tracks)
    value = staticmethod(evaluate)
    judge = staticmethod(judge)
    describe_combat = staticmethod(described_attack)
    sheet = staticmethod(lay_out)
    check = staticmethod(check_state)

    def set_up(self, setting: BulgeSetting, seed: bytes) -> BulgeState:
        """The empty map before anyone is set up."""
        count = len(setting.units)
        german_last = setting.germany | setting.wall  # 13.3-1
        return BulgeState(
            setting=setting,
            seed=seed,
            steps=[Opening()],
            where=[NOWHERE] * count,
            steps_left=[FULL] * count,
            occupied=[0, 0],
            german_last=german_last,
        )

    def result(self, g: BulgeState) -> Result | None:
        """The outcome once the game has ended."""
        return Result(g.outcome, winner(g), g.vp) if g.outcome else None

    def forecast(self, g: BulgeState, place: Place) -> Forecast | None:
        """The exact chances of the attack on a hex."""
        planned = planned_attack(g, place)
        return attack_forecast(g, *planned) if planned else None
