"""Fuel (11.0, 12.0): shortages of the panzer formations, and captured dumps."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Piece, Pieces, Place
from salient.engine.state import Decision, Log
from salient.games.trumpets.calendar import day, is_predawn
from salient.games.trumpets.events import FuelBurnt, FuelCaptured, FuelSpent, RanLow
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.setting import PASS
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
NINTH_PANZER, NINTH_PANZER_DAY = "9PZ", 23
"""Rule drm-fuel-3."""

SEARCH_NEED = 3
"""Two dice at or under this find fuel in other towns (tab-dump-other)."""

BURNING_DISTANCE = 6
"""Hexes from a German combat unit within which a dump may be burnt (rc-fuel-3)."""

BARREN = frozenset({"Vianden", "Schleiden", "Stadtkyll", "Prüm", "Bitburg"})
"""Towns without American fuel (note-dump-3)."""

DUMPS = {
    "Francorchamps": "francorchamps", "Samrée": "samree", "Eupen": "eupen", "Spa": "spa",
    "Verviers": "verviers_each_hex", "Stavelot": "stavelot", "Malmedy": "malmedy",
    "Wiltz": "wiltz",
}  # fmt: skip
"""Rows of the dump chart by the name of the hex (tab-dump)."""


def roll_for_fuel(g: TrumpetsState, log: Log) -> None:
    """Step 11, from 19PD: two dice for each formation listed (sop-11, tab-fuel, note-fuel-1)."""
    charts = g.setting.preparation
    if g.turn < charts.fuel_starts:
        return
    if not g.setting.fuel_every_turn and not is_predawn(g.turn):  # option fuel_rolls
        return
    for shortage in charts.shortages:
        formation = g.setting.roster.formations[g.setting.formation(shortage.formation.casefold())]
        hq = formation.hq
        if hq < 0 or g.where[hq] < 0 or g.exhausted_yesterday >> hq & 1:  # note-fuel-2
            continue
        modifiers = fuel_modifiers(g, hq, shortage.formation)
        faces = (g.roll(DIE), g.roll(DIE))
        total = sum(faces) + sum(modifier.value for modifier in modifiers)
        short = shortage.low <= total <= shortage.high
        log.append(
            Rolled(GERMAN, "fuel", faces, shortage.high, modifiers, int(short), ("tab-fuel",))
        )
        if short:
            g.low_fuel |= 1 << hq  # note-fuel-3, sop-11a
            log.append(RanLow(hq))


def fuel_modifiers(g: TrumpetsState, hq: Piece, formation: str) -> tuple[Modifier, ...]:
    """Fatigue, a rest earned the turn before, the 9th Panzer's own.

    Rules drm-fuel-1, drm-fuel-2, drm-fuel-3.
    """
    found = []
    if g.fatigued >> hq & 1:
        found.append(Modifier("drm-fuel-1", -1))
    if g.just_rested >> hq & 1:
        found.append(Modifier("drm-fuel-2", 1))
    if formation == NINTH_PANZER and day(g.turn) == NINTH_PANZER_DAY:
        found.append(Modifier("drm-fuel-3", 1))
    return tuple(found)


class CapturedFuel(TrumpetsStep, frozen=True, tag="captured_fuel"):
    """Step 12: captured fuel cancels shortages. Rules sop-12a, rc-fuel-2."""

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which shortage, while there is fuel of its army."""
        offers = [
            g.setting.offer["spend"][hq]
            for hq in each_piece(g.low_fuel)
            if g.fuel.get(_pool(g, hq))
        ]
        if not offers:
            return None
        return Decision(GERMAN, "spend", [*offers, PASS], ("sop-12a", "rc-fuel-2"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Spend a unit of fuel, or go on."""
        if action == PASS:
            g.steps.pop()
            return
        hq = action.piece(0)
        g.fuel[_pool(g, hq)] -= 1
        g.low_fuel &= ~(1 << hq)
        log.append(FuelSpent(hq))


def _pool(g: TrumpetsState, hq: Piece) -> int:
    return g.army_of(g.under[hq])


def capture_fuel(g: TrumpetsState, units: Pieces, place: Place, log: Log) -> None:
    """German units enter a hex: a dump is taken the first time. Rules note-dump-1, sop-12b."""
    row = g.setting.country.rows[place]
    if g.dumps_taken >> place & 1 or g.setting.side_of[units[0]] != GERMAN:
        return
    name = row.name
    if name in DUMPS:
        found = g.setting.preparation.dumps[DUMPS[name]][min(day(g.turn), 19) - 16]
    elif row.settlement in ("town", "city") and name not in BARREN:
        faces = (g.roll(DIE), g.roll(DIE))
        lucky = sum(faces) <= SEARCH_NEED
        log.append(
            Rolled(GERMAN, "search", faces, SEARCH_NEED, (), int(lucky), ("tab-dump-other",))
        )
        other = g.setting.preparation.dumps["other_town"]
        found = other[min(day(g.turn), 19) - 16] if lucky else 0
    else:
        return
    g.dumps_taken |= 1 << place
    if found:
        pool = g.army_of(g.under[units[0]])
        g.fuel[pool] = g.fuel.get(pool, 0) + found
        log.append(FuelCaptured(place, found))


def burnable(g: TrumpetsState, side: int, corps: int) -> int:
    """Dumps that Allied units of a corps may burn before the Germans come. Rule rc-fuel-3."""
    if side != ALLIED:
        return 0
    found = 0
    for unit in each_piece(g.on_map(g.corps_units(corps))):
        place = g.where[unit]
        near = g.setting.board.within(1 << place, BURNING_DISTANCE) & g.held[GERMAN]
        if g.setting.country.rows[place].name in DUMPS and near:
            found |= 1 << place
    return found & ~g.dumps_taken


def burn(g: TrumpetsState, place: Place, log: Log) -> None:
    """A dump goes up in flames: no fuel is left there. Rule rc-fuel-3."""
    g.dumps_taken |= 1 << place
    log.append(FuelBurnt(place))


def is_low_on_fuel(g: TrumpetsState, unit: Piece) -> bool:
    """Whether a unit's formation has Low Fuel. Rules sop-11b, sop-24h.

    A Kampfgruppe rolls for itself and does not share its division's shortage (tab-fuel-1ss).
    """
    formations = g.setting.roster.formations
    for formation in g.chain(g.under[unit]):
        hq = formations[formation].hq
        if hq >= 0 and g.low_fuel >> hq & 1:
            return True
        if formations[formation].level in ("kg", "division", "brigade"):
            return False
    return False
