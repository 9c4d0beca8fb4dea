"""*Tigers in the Mist* as a game of the engine."""

from __future__ import annotations

from typing import Any, ClassVar

from salient.boards.bits import each_piece, pick, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.forecast import Forecast
from salient.engine.game import Game, Result, require
from salient.engine.ids import Place
from salient.engine.setting import Option
from salient.engine.state import Log
from salient.games.mist.bot.judge import judge
from salient.games.mist.bot.value import evaluate
from salient.games.mist.rows import DATA_FILES
from salient.games.mist.rules.movement import return_vehicles
from salient.games.mist.rules.reinforcements import NOT_RELEASED
from salient.games.mist.rules.victory import winner
from salient.games.mist.sequence import ImpulsePair
from salient.games.mist.setting import FOLDER, SIDES, MistSetting
from salient.games.mist.show.odds import battle_forecast, described_forecast, planned_battle
from salient.games.mist.show.report import MistReport
from salient.games.mist.show.sheet import lay_out
from salient.games.mist.show.view import clock, markers, pieces, tracks
from salient.games.mist.state import DIE, MistState, MistStep


def check_state(g: MistState) -> None:
    """The invariants every state of the game keeps."""
    setting = g.setting
    units = len(setting.units)
    require(len(g.stacks) == setting.place_count, "one stack per place")
    g.check_places(range(setting.place_count))
    require(len(g.strength) == units, "one strength per unit")
    require(len(g.released) == len(setting.reserves), "one release per reserve")
    on_map = g.on_map((1 << units) - 1)
    require(g.present == g.presence(on_map), "places with units agree with the units' places")
    for unit, (place, strength) in enumerate(zip(g.where, g.strength, strict=True)):
        full = setting.units[unit].strength
        require(0 <= strength <= full, f"strength of {setting.units[unit].id} within 0-{full}")
        require(strength > 0 or place == NOWHERE, "destroyed units are off the map")
    require(not g.dug_in & ~on_map, "only units on the map are entrenched")
    require(not g.dug_in & setting.armor, "armor is never entrenched (8.54)")
    require(not g.blown & ~setting.bridges, "only bridges are blown")
    require(0 <= g.clock <= setting.last_clock, "the clock is within the scenario")
    for side in (0, 1):
        barred = g.present[side] & ~setting.enterable[side]
        require(not barred, "nobody stands in a zone closed to their side (11.22, 11.23)")
    require(all(0 <= unit < units for unit in each_piece(g.acted)), "markers lie on units")


class TigersInTheMist(Game[MistState, MistSetting]):
    """Area movement, impulses and strength-point combat in the Ardennes, December 1944."""

    id = "mist"
    title = "Tigers in the Mist"
    rules_version = "4"
    difficulty = 2
    sides = SIDES
    scenarios = ("seventh", "fifth", "three_days", "campaign")
    whole_map = "campaign"
    options: ClassVar[tuple[Option, ...]] = (
        Option("origin", ("contested", "controlled"), "8.27"),
        Option("frozen_attack", ("yes", "no"), "5.23a"),
        Option("moved", ("entered", "acted"), "10.29b"),
        Option("combined_arms", ("type", "foot"), "9.6a"),
        Option("oos_artillery", ("never", "attack"), "13.22"),
        Option("towns", ("control", "contested"), "12.22a"),
        Option("vp_supply", ("garrison", "unit"), "12.22d"),
        Option("zone_vp", ("end", "turn"), "12.23b"),
        Option("last_turn", ("vp", "full"), "12.26b"),
        Option("gaps", ("routes", "zones"), "s3-vp-5"),
    )
    data_files = DATA_FILES
    folder = FOLDER
    data_folder = FOLDER / "data"
    state_type = MistState
    die = DIE
    on_table = (
        "clock",
        "where",
        "strength",
        "acted",
        "dug_in",
        "on_foot",
        "german_control",
        "blown",
        "vp",
    )
    step_type = MistStep
    report = MistReport()

    # What the modules of the title do for it.
    build_setting = MistSetting
    clock = staticmethod(clock)
    pieces = staticmethod(pieces)
    markers = staticmethod(markers)
    tracks = staticmethod(tracks)
    value = staticmethod(evaluate)
    judge = staticmethod(judge)
    describe_combat = staticmethod(described_forecast)
    sheet = staticmethod(lay_out)
    check = staticmethod(check_state)

    def set_up(self, setting: MistSetting, seed: bytes) -> MistState:
        """Place the units that start on the map.

        The deployment table says where each stands and which are entrenched; some bridges are
        blown. The turn marker is in its first box, and there are no victory points yet.
        """
        g = MistState(
            setting=setting,
            seed=seed,
            steps=[ImpulsePair()],
            where=[NOWHERE] * len(setting.units),
            strength=[row.strength for row in setting.units],
            stacks=[0] * setting.place_count,
            present=[0, 0],
            blown=setting.blown_at_start,  # 5.1a, s2-setup-bridge
            german_control=setting.german_at_start & setting.all_areas,
            released=(NOT_RELEASED,) * len(setting.reserves),
        )
        # 5.21, s1-setup, s2-setup, s3-setup, s4-setup
        for unit, place in setting.start_at.items():
            g.put(unit, place)
        # 5.22
        g.dug_in = set_of(u for u in setting.start_at if setting.units[u].entrenched)
        # s2-rules-2: who is set up outside of the section
        g.outsiders = union(pick(g.stacks, setting.everywhere & ~setting.section))
        return g

    def after(self, g: MistState, log: Log, before: Any) -> bool:
        """Vehicles left behind come back whatever it was that opened the road. Rule 8.35b."""
        return bool(g.on_foot) and return_vehicles(g, log)

    def result(self, g: MistState) -> Result | None:
        """The outcome once the scenario has ended."""
        return Result(g.outcome, winner(g), g.vp) if g.outcome else None

    def forecast(self, g: MistState, place: Place) -> Forecast | None:
        """The exact chances of the battle that would be fought in an area."""
        battle = planned_battle(g, place)
        return battle_forecast(g, battle) if battle else None
