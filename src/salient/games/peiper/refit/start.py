"""Step 8.625: the scenario begins. Also how a campaign begins (8.5)."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.peiper.battle.notes import write_down
from salient.games.peiper.calendar import date_name, is_night
from salient.games.peiper.events import DateBegan, Told
from salient.games.peiper.refit.armament import fit_out
from salient.games.peiper.refit.artillery import ready_batteries
from salient.games.peiper.refit.contents import arm
from salient.games.peiper.refit.sorties import aim_barrages
from salient.games.peiper.refit.works import build_all
from salient.games.peiper.setting import MIST_WORDS, WRECK
from salient.games.peiper.standing.control import lvp_total
from salient.games.peiper.standing.entries import put_in_box
from salient.games.peiper.standing.pool import muster, spare_of
from salient.games.peiper.state import (
    HELD,
    NOBODY,
    Force,
    Line,
    PeiperState,
    PeiperStep,
    Terms,
)
from salient.games.squad.core.setting import AMERICAN, GERMAN, PLAYERS
from salient.games.squad.guns.bombardment import bombarding_steps
from salient.games.squad.infantry.foxholes import TakingCover
from salient.games.squad.sequence import GameTurn
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.terrain.board import each_hex

FAUSTS = 3
"""Halves of a panzerfaust shot that a squad brings. Rule CG13a."""

LATER = 2
"""The turn from which groups bought for the first scenario of Cheneux enter. Rule SSR-II.4."""


# -- the beginning of a campaign ------------------------------------------------------------------


def begin_campaign(g: PeiperState, log: Log) -> None:
    """The first date: control, points, what is given. P8.5, P8.5f, P8.51, P8.52, P8.53.

    Rules P8.51-init-order, P8.52-init-order, P8.53-init-order, P8.52-US-setup, P8.53-US-setup.
    """
    campaign = g.setting.campaign
    g.date = campaign.dates[0]
    first = PLAYERS.index(campaign.first)
    g.terms = Terms(first=first, attacker=first, initial=True)
    g.roster.append(Line(g.date, "initial", attacker=first))
    log.append(DateBegan(date_name(g.date)))
    for side in (0, 1):
        own = campaign.side(side)
        g.cpp[side], g.san_now[side] = own.cpp, own.san
        g.control[side] = first_control(g, side)
        give_presets(g, side, log)
    place_wrecks(g)


def first_control(g: PeiperState, side: int) -> int:
    """All locations within a side's limits are its own at first. Rule P8.5f.

    Reading: those in both sides' limits are nobody's (rc-overlap).
    """
    board, limits = g.setting.board, g.setting.limits
    hexes = limits[side] & ~limits[1 - side]
    found = 0
    for here in each_hex(hexes):
        for place in board.locations_in(here):
            found |= 1 << place
    return found


def give_presets(g: PeiperState, side: int, log: Log) -> None:
    """The first order of battle: groups are diced in step 8.620. Rules P8.51-GE-OB and on."""
    loose = 0
    for preset in g.setting.charts.presets(g.setting.cg, side):
        placing = "enter" if preset.enters else "map"
        for _ in range(preset.count):
            if preset.group is not None:
                g.forces.append(Force(preset.group.id, side, g.date, True, placing))
                continue
            unit = spare_of(g, preset.kind, side)
            if unit is None:
                continue
            muster(g, unit)
            loose |= 1 << unit
            g.forces.append(
                Force(preset.kind, side, g.date, True, placing, strength="full", units=1 << unit)
            )
            if preset.enters:
                put_in_box(g, unit, preset_entry(g, side))
    arm(g, loose)
    fit_out(g, loose, side, log)
    if g.setting.cg == "la_gleize" and side == GERMAN:
        g.immobile |= loose & g.setting.vehicles  # SSR-III.4


def preset_entry(g: PeiperState, side: int) -> int:
    """The entry area by which loose counters of a first order of battle enter."""
    return next(
        number for number, area in enumerate(g.setting.entries)
        if area.since(side) is not None and (area.since(side) or 0) <= g.date
    )  # fmt: skip


def place_wrecks(g: PeiperState) -> None:
    """Wrecks that lie about at first. Rule SSR-II.3."""
    for name in g.setting.first_wrecks:
        unit = spare_of(g, WRECK, GERMAN)
        assert unit is not None
        muster(g, unit)
        g.put(unit, g.setting.board.place(name))
        g.facing[unit] = g.turret[unit] = 0
        g.wrecks |= 1 << unit
        g.burnt |= 1 << unit


# -- the beginning of a scenario ------------------------------------------------------------------


def start(g: PeiperState, log: Log) -> None:
    """Step 8.625: fanaticism comes before a bombardment. Rules P8.625, CG5, CG13a, CG14."""
    words = words_of(g)
    lvp = (lvp_total(g, GERMAN), lvp_total(g, AMERICAN))
    g.terms = msgspec.structs.replace(
        g.terms, words=words, san=(g.san_now[0], g.san_now[1]), lvp=lvp
    )
    g.turn, g.phase, g.mover = 1, "rally", g.terms.first
    g.losses = [0, 0]
    g.exited = 0
    g.veiled = g.rolling = g.moved = g.pinned = 0
    g.released = 0
    g.fausts_fired = 0
    g.nvr = 0
    for unit, box in g.box.items():
        g.box[unit] = box - box % 2
    squads = g.on_map(g.setting.army[GERMAN] & g.setting.squads & ~g.setting.crews) & ~g.reserve
    g.fausts = FAUSTS * sum(g.is_squad(unit) for unit in each_piece(squads))
    if g.ammo_short:  # P8.618
        g.short |= g.on_map(g.setting.army[GERMAN])
    if g.terms.initial and g.setting.cg == "stoumont":  # SSR-I.3
        g.unlaid = g.on_map(g.setting.army[AMERICAN] & g.setting.guns) & (g.concealed | g.hidden)
    build_all(g, log)
    write_down(g)
    ready_batteries(g)
    aim_barrages(g)
    hold_back(g)
    look_into(g, log)
    g.refit = 0
    g.steps += [GameTurn(), *bombarding_steps(g), TakingCover()]
    if g.declared < g.setting.campaign.fanatic:
        g.steps.append(Fanaticism(GERMAN))


def words_of(g: PeiperState) -> tuple[str, ...]:
    """The special rules of the date. Rules CG2, CG3, SSR-I.1, SSR-II.1, SSR-III.1."""
    weather = g.weather
    found = set(g.setting.special)
    if weather.mist != "clear":
        found.add(f"mist_{MIST_WORDS[weather.mist]}")
    if is_night(g.date):
        found |= {"night", "cloaking"}  # CG5d
        found |= {weather.cloud} & {"overcast", "scattered"}
        if weather.moon in ("half", "full"):
            found.add(f"{weather.moon}_moon")
    if weather.snowfall:
        found.add("falling_snow")
    if weather.ground in ("snow", "frozen"):
        found.add("snow")
    if weather.ground == "frozen":
        found.add("frozen")
    return tuple(sorted(found))


def hold_back(g: PeiperState) -> None:
    """When groups in holding boxes may enter. Rules CG5e, SSR-I.2, SSR-II.4, SSR-III.5."""
    for number, force in enumerate(g.forces):
        g.forces[number] = msgspec.structs.replace(force, since=entry_turn(g, force))


def entry_turn(g: PeiperState, force: Force) -> int:
    """The turn from which a group may enter; ``HELD`` if a die decides it."""
    terms, cg = g.terms, g.setting.cg
    if terms.initial:
        if cg == "stoumont" and force.side == AMERICAN and force.placing == "enter":
            return HELD  # SSR-I.2
        if cg == "cheneux" and force.side == AMERICAN and not force.preset:
            return LATER  # SSR-II.4
        if cg == "la_gleize" and force.side == AMERICAN:
            first = force.preset and force.chart in ("I1", "us80")
            return 1 if first else HELD  # SSR-III.5
        return 1
    defender = terms.attacker not in (NOBODY, force.side)
    return HELD if is_night(g.date) and defender else 1  # CG5e


def look_into(g: PeiperState, log: Log) -> None:
    """What patrols are to see: the owner must show it, but for reserves. Rule P8.622."""
    for side in (0, 1):
        foes = g.on_map(g.setting.army[1 - side]) & ~g.reserve
        for unit in each_piece(foes):
            if g.watched[side] >> g.hex(unit) & 1:
                reveal(g, 1 << unit, log)
    g.watched = [0, 0]


class Fanaticism(PeiperStep, frozen=True, tag="fanaticism"):
    """Whether the Germans fight fanatically in this scenario. Rule CG14."""

    side: int

    def question(self, g: PeiperState) -> Decision | None:
        """Yes or no."""
        actions = [Action("fanatic", ("no",)), Action("fanatic", ("yes",))]
        left = g.setting.campaign.fanatic - g.declared
        return Decision(self.side, "fanatic", actions, ("CG14",), {"count": left})

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """All German personnel is fanatic for the scenario."""
        g.steps.pop()
        if action.choice(0) == "yes":
            g.declared += 1
            g.terms = msgspec.structs.replace(g.terms, fanatic=True)
            g.fanatic |= g.setting.army[GERMAN] & g.setting.personnel
            log.append(Told(GERMAN, "fanatic", g.declared, "CG14"))
