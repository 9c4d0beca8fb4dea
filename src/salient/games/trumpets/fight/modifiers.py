"""Column shifts and die modifiers of a ground combat, one small function for each line of a chart.

Report, forecast, bots and dice all use the same list (rules gc-9, gc-10, gc-11, gc-12, gc-13).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from salient.boards.bits import each_piece
from salient.engine.ids import Place
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.charts.combat import FIRST_TURN, AirSupport, TerrainEffect
from salient.games.trumpets.charts.names import formation_id
from salient.games.trumpets.fight.artillery import attack_fire
from salient.games.trumpets.fight.situation import Situation, nations
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.passage import BUILT, terrain_at, water_between
from salient.games.trumpets.state import TrumpetsState

PANIC = (turn_of("16AF"), turn_of("17EV"))
"""Rows we-02, we-19: the turns of the Tiger panic."""

EXEMPT = formation_id("4 Inf Div")
"""Row we-01: the division that is not surprised."""

FLANKS = 3
"""Row note-weapon-3: from so many hexes an attack is a flank attack."""

SURPRISE_SHIFT = 1
"""Rule kgp-15."""


class Entry(NamedTuple):
    """A line of a chart that applies: columns to the right, and what is added to the dice."""

    rule: str
    shift: int
    drm: int


def modifiers(s: Situation) -> tuple[Entry, ...]:
    """All lines that apply to an attack, in the order of the charts.

    Rules gc-9, gc-10, gc-11, gc-12, gc-13.
    """
    found = [
        *efficiency(s),
        *terrain(s),
        *combined_arms(s),
        *stug_assault(s),
        *weapons(s),
        *positions(s),
        *aircraft(s),
        *barrages(s),
        *surprise(s),
    ]
    return tuple(entry for entry in found if entry.shift or entry.drm)


# -- efficiency (gc-9) --------------------------------------------------------------------------


def efficiency(s: Situation) -> Iterator[Entry]:
    """The better ER; the lines we-14 and we-15 say the same, and it counts once. Rule gc-9."""
    ours, theirs = _best_er(s.g, s.attackers), _defending_er(s)
    if ours > theirs:
        yield Entry("gc-9a", 0, s.charts.weapons["we-14"].drm)
    elif ours < theirs:
        yield Entry("gc-9b", 0, s.charts.weapons["we-15"].drm)


def _best_er(g: TrumpetsState, units: int) -> int:
    return max((g.setting.units[unit].er for unit in each_piece(units)), default=0)


def _defending_er(s: Situation) -> int:
    """The best printed ER, or that of the position if it is better. Row tab-pos-er."""
    printed = _best_er(s.g, s.defenders)
    return max(printed, s.charts.positions[s.position].er) if s.position else printed


# -- terrain (tab-terrain) ----------------------------------------------------------------------


def terrain_rows(s: Situation) -> list[str]:
    """The rows of the terrain chart that an attack falls under.

    A town or city replaces the ground, a village does not. Water counts only if every attacker
    comes across it; of stream and river the weaker (note-terrain-5, rc-terr-1).
    """
    target = s.attack.target
    rows = [terrain_at(s.g, target)]
    if s.g.setting.country.rows[target].settlement == "village":
        rows.append("village")
    if s.attackers and s.across == s.attackers:
        waters = {water_between(s.g, home, target) for home in s.attack.origins}
        rows.append("stream" if "stream" in waters else "river")
    return rows


def light(s: Situation) -> str:
    """The column of the terrain chart: day, night, or German night superiority.

    Rules note-terrain-3, note-terrain-4; Peiper's is that of his division (kgp-17).
    """
    if not s.night:
        return "day"
    german, name = (
        (s.attackers, "german_night_attack")
        if s.attack.side == GERMAN
        else (s.defenders, "german_night_defence")
    )
    divisions = s.charts.night_divisions
    if any(s.g.belongs(unit, divisions) for unit in each_piece(german & s.roster.front)):
        return name
    return "night"


def terrain(s: Situation) -> Iterator[Entry]:
    """Ground, village and water. The night is in each row of the chart, and counts once."""
    *others, last = terrain_rows(s)
    for row in others:
        yield _terrain_entry(row, s.charts.terrain[row, "day"])
    yield _terrain_entry(last, s.charts.terrain[last, light(s)])


def _terrain_entry(row: str, effect: TerrainEffect) -> Entry:
    return Entry(f"tab-terrain-{row}", effect.shift, effect.drm)


def defence_multiplier(s: Situation) -> int:
    """What a town or a city makes of the defence factors. Rows tab-terrain-town, -city."""
    return s.charts.terrain[terrain_rows(s)[0], "day"].df


def combined_arms(s: Situation) -> Iterator[Entry]:
    """A tank unit and an infantry unit on this side of the water, and guns. Rule note-terrain-1."""
    if s.position and not s.charts.positions[s.position].combined_arms:
        return
    if s.dry & s.roster.tanks and s.dry & s.roster.infantry and attack_fire(s.g, s.attack):
        column = "combined_arms"
        if light(s) == "german_night_attack":
            column = "german_night_combined_arms"
        effect = s.charts.terrain[terrain_at(s.g, s.attack.target), column]
        yield Entry("note-terrain-1", effect.shift, effect.drm)


def stug_assault(s: Situation) -> Iterator[Entry]:
    """Assault guns and infantry out of one woods or broken hex. Rule note-terrain-2.

    In a village its modifier is made up for by that of the village (note-terrain-6).
    """
    roster = s.roster
    if s.position and not s.charts.positions[s.position].stug:
        return
    if s.defenders & (roster.afv | roster.antitank | roster.heavy_aa):
        return
    if any(_assaults(s, home) for home in set(s.attack.origins)):
        effect = s.charts.terrain[terrain_at(s.g, s.attack.target), "stug_assault"]
        yield Entry("note-terrain-2", effect.shift, effect.drm)


def _assaults(s: Situation, home: Place) -> bool:
    """Whether assault guns and infantry attack together out of a hex, not across water."""
    if terrain_at(s.g, home) not in ("woods", "broken"):
        return False
    stack = s.dry & s.g.stacks.get(home, 0)
    return bool(stack & s.roster.stug and stack & s.roster.infantry)


# -- weapons (tab-weapon) -----------------------------------------------------------------------

WEAPONS: dict[str, Callable[[Situation], bool]] = {}
"""When each line of the weapon effects chart applies, by its row."""


def _line(rule: str) -> Callable[[Callable[[Situation], bool]], Callable[[Situation], bool]]:
    def keep(test: Callable[[Situation], bool]) -> Callable[[Situation], bool]:
        WEAPONS[rule] = test
        return test

    return keep


def weapons(s: Situation) -> Iterator[Entry]:
    """The lines of the chart that apply; terrain does not touch them. Row tab-weapon."""
    for rule, applies in WEAPONS.items():
        if applies(s):
            effect = s.charts.weapons[rule]
            yield Entry(rule, effect.shift, effect.drm)


@_line("we-01")
def _surprise_attack(s: Situation) -> bool:
    if s.attack.side != GERMAN or s.g.turn != turn_of(FIRST_TURN):
        return False
    units = s.g.setting.units
    us = [unit for unit in each_piece(s.defenders) if units[unit].nation == "us"]
    return any(not s.g.belongs(unit, (EXEMPT,)) for unit in us)


@_line("we-02")
def _tigers_attack(s: Situation) -> bool:
    """In Peiper's exploitation too (kgp-16)."""
    return s.attack.side == GERMAN and _panic(s, s.attackers)


def _panic(s: Situation, germans: int) -> bool:
    """Whether Tigers spread panic. Rule rc-panic-1."""
    first, last = PANIC
    return first <= s.g.turn <= last and bool(germans & s.roster.heavy_tanks)


@_line("we-03")
def _tigers_in_the_mist(s: Situation) -> bool:
    return s.attack.blitz and s.poor


@_line("we-04")
def _defenders_out_of_supply(s: Situation) -> bool:
    sheltered = s.position == "strongpoint" and terrain_at(s.g, s.attack.target) in BUILT
    return bool(s.defenders & s.g.oos) and not sheltered  # note-weapon-1


@_line("we-05")
def _defenders_out_of_command(s: Situation) -> bool:
    return bool(s.defenders & s.g.ooc)


@_line("we-06")
def _allies_defend(s: Situation) -> bool:
    return {"us", "british"} <= nations(s.g, s.defenders)


@_line("we-07")
def _no_front_line_defends(s: Situation) -> bool:
    return bool(s.attackers & s.roster.front) and not s.defenders & s.roster.front


@_line("we-08")
def _afv_caught_alone(s: Situation) -> bool:
    roster = s.roster
    together = s.attackers & roster.afv and s.attackers & roster.infantry
    alone = s.defenders & roster.afv and not s.defenders & roster.infantry
    return bool(together and alone)


@_line("we-09")
def _engineers_attack(s: Situation) -> bool:
    return bool(s.attackers & s.roster.infantry and s.dry & s.roster.engineers)  # note-weapon-2


@_line("we-10")
def _flank_attack(s: Situation) -> bool:
    if s.position and not s.charts.positions[s.position].flank:
        return False
    front = s.dry & s.roster.front
    return len({s.g.where[unit] for unit in each_piece(front)}) >= FLANKS  # note-weapon-3


@_line("we-11")
def _recon_attacks_unseen(s: Situation) -> bool:
    return s.poor and bool(s.attackers & s.roster.recon)


@_line("we-12")
def _recon_in_ardennes_44(s: Situation) -> bool:
    return s.attack.blitz and not s.poor and bool(s.attackers & s.roster.recon)


@_line("we-13")
def _recon_in_the_mist(s: Situation) -> bool:
    return s.attack.blitz and s.poor and bool(s.attackers & s.roster.recon)


@_line("we-16")
def _attackers_out_of_command(s: Situation) -> bool:
    return bool(s.attackers & s.g.ooc)


@_line("we-17")
def _attackers_out_of_supply(s: Situation) -> bool:
    return bool(s.attackers & s.g.oos)


@_line("we-18")
def _no_front_line_attacks(s: Situation) -> bool:
    return not s.attackers & s.roster.front and bool(s.defenders & s.roster.front)


@_line("we-19")
def _tigers_defend(s: Situation) -> bool:
    return s.attack.side == ALLIED and _panic(s, s.defenders)


@_line("we-20")
def _allies_attack(s: Situation) -> bool:
    return {"us", "british"} <= nations(s.g, s.attackers)


@_line("we-21")
def _light_guns_against_infantry(s: Situation) -> bool:
    roster = s.roster
    bare = s.attackers & roster.infantry and not s.attackers & roster.afv
    light_guns = roster.light_aa & roster.antiaircraft
    return bool(bare and s.defenders & roster.front and s.defenders & light_guns)


@_line("we-22")
def _afv_without_infantry(s: Situation) -> bool:
    roster = s.roster
    alone = s.attackers & roster.afv and not s.attackers & roster.infantry
    return bool(alone and s.defenders & roster.infantry)


@_line("we-23")
def _aa_against_aircraft(s: Situation) -> bool:
    return bool(s.attack.planes) and bool(s.defenders & s.roster.antiaircraft)


@_line("we-24")
def _engineers_defend(s: Situation) -> bool:
    return bool(s.defenders & s.roster.engineers) and not s.attack.shocked  # res-bd-eng


@_line("we-25")
def _recon_defends_unseen(s: Situation) -> bool:
    return s.poor and bool(s.defenders & s.roster.recon)


@_line("we-26")
def _recon_against_ardennes_44(s: Situation) -> bool:
    return s.attack.blitz and not s.poor and bool(s.defenders & s.roster.recon)


@_line("we-27")
def _recon_against_the_mist(s: Situation) -> bool:
    return s.attack.blitz and s.poor and bool(s.defenders & s.roster.recon)


# -- positions, aircraft, barrages, surprise ----------------------------------------------------


def positions(s: Situation) -> Iterator[Entry]:
    """Strongpoint and fortress. Rows tab-pos-crt, note-pos-1."""
    if s.position:
        yield Entry("tab-pos-crt", s.charts.positions[s.position].shift, 0)


def aircraft(s: Situation) -> Iterator[Entry]:
    """Each aircraft shifts in favour of its side. Rows tab-air-*, rule rc-air-4."""
    for planes, sign in ((s.attack.planes, 1), (s.attack.defending_planes, -1)):
        for number in planes:
            kind = s.g.aircraft[number].type
            yield Entry(f"tab-air-{kind}", sign * air_support(s, number).shift, 0)


def air_support(s: Situation, number: int) -> AirSupport:
    """What an aircraft adds: factors and columns. Chart tab-air."""
    fog = s.g.weather_at(s.attack.target) != "clear"
    return s.charts.air[s.g.aircraft[number].type, fog]


def barrages(s: Situation) -> Iterator[Entry]:
    """The stars of both barrages. Rules drm-bd-star, drm-ba-star."""
    on_defender, on_attacker = s.charts.star
    yield Entry("drm-bd-star", 0, on_defender * s.attack.stars)
    yield Entry("drm-ba-star", 0, on_attacker * s.attack.return_stars)


def surprise(s: Situation) -> Iterator[Entry]:
    """Peiper surprises a hex without Alert. Rule kgp-15."""
    if s.attack.surprised:
        yield Entry("kgp-15", SURPRISE_SHIFT, 0)
