"""The squad game as a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

from salient.boards.bits import each_piece, members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.game import Game, Result, require
from salient.engine.setting import Identity, Option
from salient.engine.state import Log
from salient.games.squad.bot.judge import judge
from salient.games.squad.bot.value import evaluate
from salient.games.squad.chapters import CHAPTERS
from salient.games.squad.core.scenario import load_scenario
from salient.games.squad.core.secrets import shroud
from salient.games.squad.core.setting import FOLDER, PLAYERS, SquadSetting
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.core.tables import DATA_FILES
from salient.games.squad.ground.fire_zones import spot_zones
from salient.games.squad.knowledge import could_learn, known
from salient.games.squad.phases.victory import winner_of
from salient.games.squad.sequence import Opening
from salient.games.squad.show.commands import COMMANDS
from salient.games.squad.show.described_odds import described_combat
from salient.games.squad.show.odds import planned_attack
from salient.games.squad.show.report import SquadReport
from salient.games.squad.show.sheet import lay_out
from salient.games.squad.show.view import clock, markers, pieces, tracks
from salient.games.squad.terrain.board import SIDES


def empty_state(setting: SquadSetting, seed: bytes) -> SquadState:
    """Nobody on the map yet."""
    count = len(setting.units)
    return SquadState(
        setting=setting,
        seed=seed,
        steps=[Opening()],
        mover=setting.first,
        where=[NOWHERE] * count,
        owner=[NOBODY] * count,
        facing=[-1] * count,
        turret=[-1] * count,
        kind=[unit.row.id for unit in setting.units],
        control=[0, 0],
        losses=[0, 0],
        spare=setting.spares,
        fanatic=setting.fanatics,
        short=setting.short,
    )


def check_state(g: SquadState) -> None:
    """The invariants every state of the game keeps."""
    setting = g.setting
    count = len(setting.units)
    columns = (g.owner, g.facing, g.turret, g.kind)
    require(all(len(column) == count for column in columns), "one entry per unit")
    g.check_places(range(len(setting.board.locations)))
    require(not g.on_map(g.lost | g.exited | g.aside()), "who is out of play is off the map")
    check_men(g)
    items = setting.weapons | setting.guns
    for unit, owner in enumerate(g.owner):
        if owner != NOBODY:
            require(0 <= owner < count, "owners are units")
            require(bool(items >> unit & 1), "only weapons and guns are owned")
            require(g.where[unit] == g.where[owner], "weapons are with their owners")
    for unit, vehicle in (*g.aboard.items(), *g.towed.items()):
        require(g.where[unit] == g.where[vehicle], "who is carried is where the vehicle is")
        secret = (g.concealed >> unit & 1, g.hidden >> unit & 1)
        as_well = (g.concealed >> vehicle & 1, g.hidden >> vehicle & 1)
        require(secret == as_well, "a vehicle and its load are concealed together")
    require(not g.riding() & (g.broken | g.melee | ~setting.personnel), "riders are in order")
    require(not set_of(g.towed) & ~setting.guns, "guns are towed")
    require(not set_of(g.aboard.values()) & g.wrecks, "nobody rides on a wreck")
    personnel = g.broken | g.desperate | g.pinned | g.cx | g.wounded | g.half
    require(not personnel & ~setting.personnel, "states of personnel are of personnel")
    require(not g.desperate & ~g.broken, "only the broken are desperate")
    require(not g.pinned & g.broken, "the broken are not pinned")
    machines = g.motion | g.bogged | g.mired | g.immobile | g.wrecks | g.burning | g.buttoned
    require(not machines & ~setting.vehicles, "states of vehicles are of vehicles")
    require(not g.burning & ~g.wrecks, "only wrecks burn")
    require(not g.motion & (g.bogged | g.immobile | g.wrecks), "who is stuck does not move")
    require(not g.concealed & g.hidden, "hidden units are not concealed as well")
    require(not g.on_map(setting.dummies) & ~g.concealed, "dummies are question marks")
    require(not g.cloaked & ~g.concealed, "who is cloaked is concealed")
    require(not g.control[0] & g.control[1], "a location has one controller")
    require(all(g.where[unit] >= 0 for unit in g.bypass), "bypassers are on the map")
    check_ground(g)
    for unit in each_piece(g.melee):
        require(bool(setting.personnel >> unit & 1), "melee is for personnel")
    require(g.turn >= 1 and (not g.turns or g.turn <= g.turns), "the turn is within the game")


def check_men(g: SquadState) -> None:
    """Who is captured, makeshift crew, or has given up."""
    setting = g.setting
    require(not g.spare & (g.lost | g.exited), "what is in the box is not lost")
    require(not g.disrupted & ~g.broken, "only the broken are disrupted")
    require(not g.abandoned & ~(setting.vehicles & ~g.wrecks), "whole vehicles are abandoned")
    for unit, guard in g.captive.items():
        require(bool(setting.personnel >> unit & 1), "prisoners are personnel")
        require(g.side(unit) != g.side(guard), "prisoners have guards of the other side")
        require(g.where[guard] != NOWHERE, "guards are on the map")
    for unit, vehicle in g.crewing.items():
        require(bool(setting.squads >> unit & 1), "squads and crews man vehicles")
        manned = setting.vehicles & ~g.abandoned & ~g.wrecks
        require(bool(manned >> vehicle & 1), "it is manned then")
        require(g.where[vehicle] != NOWHERE or g.is_away(vehicle), "and on the map, or has left it")


S = TypeVar("S", bound=SquadState)
T = TypeVar("T", bound=SquadSetting)


class FireFight(Game[S, T]):
    """What all titles have in common that are fought by squads."""

    sides = PLAYERS
    step_type = SquadStep
    hides = True

    forecast = staticmethod(planned_attack)
    describe_combat = staticmethod(described_combat)

    def before(self, g: S) -> int:
        """The units that are not seen for what they are."""
        return g.unseen()

    def after(self, g: S, log: Log, before: int) -> bool:
        """Fire zones come to light (fn-B21); what unseen units did is told to their side only."""
        if g.phase != "setup" and spot_zones(g, log):
            return True
        shroud(g, before, log)
        return False

    def result(self, g: S) -> Result | None:
        """The outcome once the game has ended."""
        return Result(g.outcome, winner_of(g), g.score) if g.outcome else None


class SquadGame(FireFight[SquadState, SquadSetting]):
    """Squads, leaders, guns and vehicles on 40-metre hexes, December 1944."""

    id = "squad"
    title = "Squads in the Amblève valley"
    rules_version = "7"
    difficulty = 4
    scenarios = (
        "practice",
        "sanatorium",
        "armour",
        "station",
        "village",
        "cheneux",
        "gleize",
        "fog",
        "jabos",
    )
    options: ClassVar[tuple[Option, ...]] = (Option("setup", ("ready", "free"), "A2.5"),)
    data_files = DATA_FILES
    folder = FOLDER
    data_folder = FOLDER / "data"
    state_type = SquadState
    on_table = (
        "turn", "phase", "where", "owner", "facing", "half", "broken", "desperate", "pinned",
        "wounded", "concealed", "hidden", "melee", "immobile", "malfunctioned", "wrecks", "lost",
        "exited", "flames", "blazes", "control", "losses",
    )  # fmt: skip
    report = SquadReport[SquadState]()
    commands = COMMANDS

    # What the modules of the title do for it.
    known = staticmethod(known)
    could_learn = staticmethod(could_learn)
    set_up = staticmethod(empty_state)
    clock = staticmethod(clock)
    pieces = staticmethod(pieces)
    markers = staticmethod(markers)
    tracks = staticmethod(tracks)
    value = staticmethod(evaluate)
    judge = staticmethod(judge)
    sheet = staticmethod(lay_out)
    check = staticmethod(check_state)

    def build_setting(self, identity: Identity, folders: Sequence[Path]) -> SquadSetting:
        """Load the map, the units and the tables."""
        scenario = load_scenario(identity.scenario, folders)
        return SquadSetting(identity, folders, CHAPTERS, scenario)


def check_ground(g: SquadState) -> None:
    """What lies on the map, and what units have done there, is of this map and these units."""
    setting = g.setting
    units, places = len(setting.units), len(setting.board.locations)
    hexes = len(setting.board.hexes)
    for table in (g.unloading, g.beside_road, g.out_of_houses, g.stairs):
        require(all(0 <= unit < units for unit in table), "what is noted of units is of units")
        require(all(0 <= place < places for place in table.values()), "and of locations")
    require(
        not set_of((*g.loading, *g.driven, *g.swings)) & ~setting.vehicles,
        "vehicles load and swing",
    )
    charges = set_of((*g.charges_laid, *g.charges_set))
    require(not charges & ~setting.demolitions, "charges are demolition charges")
    require(set(g.charges_set) <= set(g.charges_laid), "who sets a charge has laid it")
    require(all(0 <= unit < units for unit in g.charges_laid.values()), "units lay charges")
    sides = (*g.street_blocks, *g.charges_set.values(), *g.roadblocks, *g.breaches)
    require(all(0 <= key < SIDES * hexes for key in sides), "hexsides are of the map")
    require(all(0 <= key < SIDES * places for key in g.wall_breaches), "walls are of the map")
    require(all(0 <= corner < SIDES for corner in g.street_blocks.values()), "arrows have a corner")
    require(set(g.hidden_zones) <= set(g.fire_zones), "hidden fire zones are fire zones")
    held = (*g.held_debris, *members(g.debris_bridges))
    require(all(0 <= place < places for place in held), "debris falls in locations")
    require(g.debris_waits or not g.held_debris, "debris is held for an attack only")
