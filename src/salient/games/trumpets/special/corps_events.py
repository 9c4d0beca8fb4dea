"""Random events (15.0, 78.0): what befalls a German corps when it is activated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision, Log
from salient.games.trumpets.calendar import code, day
from salient.games.trumpets.events import CorpsEvent
from salient.games.trumpets.harm.disruption import disrupt
from salient.games.trumpets.orders.activation import ALL_ACTIVE_DAY, corps_hqs, set_state
from salient.games.trumpets.orders.engineers import grow_bridge, shrink_bridge
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
LXXX = "LXXX"
LXXX_PLACES = ("Echternach", "Haller", "Müllerthal")
KEY_PLACES = {
    "LXVII": ("Monschau", "Höfen", "Kalterherberg"),
    "ISS": ("Losheimergraben", "Honsfeld", "Büllingen"),
    "IISS": ("Manhay", "Vielsalm", "Stavelot"),
    "LXVI": ("Auw", "Schönberg", "Bleialf"),
    "LVIII": ("Ouren", "Lützkampen", "Troisvierges"),
    "XLVII": ("Marnach", "Clervaux", "Hosingen"),
    "LXXXV": ("Vianden", "Fouhren", "Diekirch"),
}
"""Places whose owner bends the dice of a corps (rc-ev-2)."""

GENERAL = {
    0: "momentum", 1: "engineers", 2: "wires", 3: "", 4: "", 5: "congestion",
    6: "ammunition", 7: "orders_lost",
}  # fmt: skip
"""The events of all corps but one, by modified die (rc-ev-2)."""

WIRES_DAYS, WIRES_DISTANCE = (16, 17), 10
"""Wires are cut on these days, within so many hexes of the corps HQ (rc-ev-2)."""


def roll_corps_event(g: TrumpetsState, corps: int, log: Log) -> None:
    """One die when a German corps is activated. Rules sop-15a, rc-ev-1, rc-ev-2."""
    row = g.setting.roster.formations[corps]
    if not g.setting.events or row.side != GERMAN or row.level != "corps":
        return
    face, modifiers = g.roll(DIE), event_modifiers(g, row.id)
    total = face + sum(modifier.value for modifier in modifiers)
    log.append(Rolled(GERMAN, "event", (face,), DIE, modifiers, 0, ("sop-15a",)))
    events = events_of(g, row.id, total)
    for event in events:
        log.append(CorpsEvent(row.id, event))
        g.steps.append(Befalling(corps, event))
    if not events:
        log.append(CorpsEvent(row.id, "nothing"))


def event_modifiers(g: TrumpetsState, corps: str) -> tuple[Modifier, ...]:
    """Who holds the key places; nothing on the first morning. Rules rc-ev-1, rc-ev-2."""
    if code(g.turn) == "16MO":
        return ()
    names = g.setting.country.names
    if corps == LXXX:
        holders = [g.control >> names[name] & 1 for name in LXXX_PLACES if name in names]
        value = sum(-1 if german else 1 for german in holders)
        return (Modifier("rc-ev-1", value),) if value else ()
    holders = [g.control >> names[n] & 1 for n in KEY_PLACES.get(corps, ()) if n in names]
    if sum(holders) >= 2:
        return (Modifier("rc-ev-2", -1),)
    if len(holders) - sum(holders) >= 2:
        return (Modifier("rc-ev-2", 1),)
    return ()


def events_of(g: TrumpetsState, corps: str, total: int) -> list[str]:
    """The events of a modified die; beyond the ends the end rows hold."""
    row = g.setting.special.lxxx_events[min(max(total, 0), 7)]
    if corps == LXXX and code(g.turn) in row:
        cell = row[code(g.turn)]
        return [] if cell == "-" else cell.split("+")
    total = min(max(total, 0), 7)
    if total == 7 and day(g.turn) == ALL_ACTIVE_DAY:  # rc-ev-2: all HQs are active
        total = 6
    return [GENERAL[total]] if GENERAL[total] else []


class Befalling(TrumpetsStep, frozen=True, tag="befalling"):
    """An event that somebody has to choose for, or that works at once."""

    corps: int
    event: str

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Whom it befalls, where there is a choice."""
        side, pieces, places = self._options(g)
        actions = [
            *g.setting.offer["name"].of(pieces),
            *g.setting.offer["choose"].of(places),
        ]
        if not actions:
            return None
        rule = "rc-ev-1" if len(self.event) == 1 else "rc-ev-2"
        return Decision(side, f"event_{self.event}", actions, (rule,))

    def _options(self, g: TrumpetsState) -> tuple[int, Sequence[int], Sequence[int]]:
        """Who chooses, and among which pieces or places."""
        side, find = CHOICES.get(self.event, (GERMAN, None))
        if find is None:
            return side, [], []
        found = find(g, self.corps)
        return (side, [], found) if self.event in AT_PLACES else (side, found, [])

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """It befalls the one chosen."""
        g.steps.pop()
        EFFECTS[self.event](g, self.corps, int(action.args[0]), log)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Events without a choice work at once; where nobody can be chosen nothing happens."""
        g.steps.pop()
        if self.event not in CHOICES:
            EFFECTS[self.event](g, self.corps, -1, log)


# -- whom an event can befall ----------------------------------------------------------------------


def _division_hqs(g: TrumpetsState, corps: int) -> list[Piece]:
    return [h for h in each_piece(corps_hqs(g, corps)) if g.setting.units[h].size != "corps"]


def _bridges(g: TrumpetsState, corps: int) -> list[Place]:
    """One end of each German bridge under way that a unit of the corps stands at."""
    country, mine = g.setting.country, g.corps_units(corps)
    ends = []
    for site in g.stages:
        row = country.sites[site]
        if g.builders[site] == GERMAN and g.units_in(1 << row.a | 1 << row.b, mine):
            ends.append(row.a)
    return sorted(ends)


def _corps_guns(g: TrumpetsState, corps: int) -> list[Piece]:
    """One piece of each artillery formation of a corps that has not fired."""
    guns = g.on_map(g.corps_units(corps) & g.setting.roster.guns & ~g.fired)
    by_name = {g.setting.units[gun].guns: gun for gun in each_piece(guns)}
    return sorted(by_name.values())


def _us_guns(g: TrumpetsState, corps: int) -> list[Piece]:
    hq = g.setting.roster.formations[corps].hq
    if hq < 0 or g.where[hq] < 0 or day(g.turn) not in WIRES_DAYS:
        return []
    near = g.setting.board.within(1 << g.where[hq], WIRES_DISTANCE)
    guns = g.setting.roster.guns & g.setting.army[ALLIED] & ~g.fired
    return list(each_piece(g.units_in(near, guns)))


def _of_division(g: TrumpetsState, formation: str, units: int) -> list[Piece]:
    number = g.setting.formation(formation.casefold())
    return [u for u in each_piece(g.on_map(units)) if number in g.chain(g.under[u])]


def _short_of_steps(g: TrumpetsState, units: int) -> list[Piece]:
    steps = g.setting.units
    return [u for u in each_piece(g.on_map(units)) if g.steps_left[u] < steps[u].steps]


def _free_movers(g: TrumpetsState, _corps: int) -> list[Piece]:
    return _of_division(g, "212VG", g.setting.roster.front)


def _worn_grenadiers(g: TrumpetsState, _corps: int) -> list[Piece]:
    worn = _short_of_steps(g, g.setting.roster.combat & g.setting.army[GERMAN])
    return _of_division(g, "212VG", set_of(worn))


def _worn_americans(g: TrumpetsState, _corps: int) -> list[Piece]:
    return _short_of_steps(g, g.setting.roster.combat & g.setting.army[ALLIED])


def _fired_americans(g: TrumpetsState, _corps: int) -> list[Piece]:
    guns = g.on_map(g.fired & g.setting.army[ALLIED])
    return sorted({g.setting.units[gun].guns: gun for gun in each_piece(guns)}.values())


Find = Callable[[TrumpetsState, int], Sequence[int]]
CHOICES: dict[str, tuple[int, Find]] = {
    "momentum": (GERMAN, _division_hqs),
    "engineers": (GERMAN, _bridges),
    "wires": (GERMAN, _us_guns),
    "ammunition": (ALLIED, _corps_guns),
    "orders_lost": (ALLIED, _division_hqs),
    "F": (ALLIED, _corps_guns),
    "G": (GERMAN, _free_movers),
    "J": (ALLIED, _worn_americans),
    "K": (GERMAN, _worn_grenadiers),
    "L": (GERMAN, _bridges),
    "M": (ALLIED, _fired_americans),
}
"""Who chooses in an event, and among whom."""

AT_PLACES = frozenset({"engineers", "L"})

# -- what an event does ----------------------------------------------------------------------------


def _momentum(g: TrumpetsState, _corps: int, hq: int, _log: Log) -> None:
    g.momentum |= 1 << g.setting.units[hq].formation


def _grow(g: TrumpetsState, _corps: int, place: int, log: Log) -> None:
    for site in g.setting.country.sites_of[Place(place)]:
        if site in g.stages:
            grow_bridge(g, site, log)


def _fire(g: TrumpetsState, _corps: int, gun: int, _log: Log) -> None:
    """Guns that cannot fire any more this turn: a battalion, or its whole formation."""
    g.fired |= 1 << gun


def _fire_formation(g: TrumpetsState, _corps: int, gun: int, _log: Log) -> None:
    name = g.setting.units[gun].guns
    g.fired |= set_of(u for u, row in enumerate(g.setting.units) if row.guns == name)


def _reload(g: TrumpetsState, _corps: int, gun: int, _log: Log) -> None:
    name = g.setting.units[gun].guns
    g.fired &= ~set_of(u for u, row in enumerate(g.setting.units) if row.guns == name)


def _congest(g: TrumpetsState, corps: int, _choice: int, _log: Log) -> None:
    g.congested |= 1 << corps


def _idle(g: TrumpetsState, _corps: int, hq: int, _log: Log) -> None:
    set_state(g, Piece(hq), active=False)
    g.idle_without_rest |= 1 << hq


def _slip(g: TrumpetsState, _corps: int, unit: int, _log: Log) -> None:
    g.slipping |= 1 << unit


def _recover(g: TrumpetsState, _corps: int, unit: int, _log: Log) -> None:
    g.steps_left[unit] += 1


def _spot(g: TrumpetsState, _corps: int, _choice: int, _log: Log) -> None:
    g.spotters = True


def _silence(g: TrumpetsState, _corps: int, _choice: int, _log: Log) -> None:
    """Guns of the 422nd and 174th Field Artillery Groups do not support this turn (78.0)."""
    groups = {"FAG422", "FAG174"}
    for unit, row in enumerate(g.setting.units):
        if row.guns in groups or g.setting.roster.formations[row.formation].id in groups:
            g.fired |= 1 << unit


def _bridge_at(name: str, *, better: bool) -> Callable[[TrumpetsState, int, int, Log], None]:
    """A bridge at a place gains or loses a stage (rc-ev-1)."""

    def change(g: TrumpetsState, _corps: int, _choice: int, log: Log) -> None:
        place = g.setting.country.names.get(name, NOWHERE)
        for site in g.setting.country.sites_of.get(place, ()):
            if g.down >> site & 1:
                (grow_bridge if better else shrink_bridge)(g, site, log)

    return change


def _disrupt_hq(g: TrumpetsState, _corps: int, _choice: int, log: Log) -> None:
    hq = g.setting.roster.index.get("HQ-276VG", -1)
    if hq >= 0 and g.where[hq] >= 0:
        disrupt(g, 1 << hq, "rc-ev-1", log)


def _idle_276(g: TrumpetsState, corps: int, _choice: int, log: Log) -> None:
    hq = g.setting.roster.index.get("HQ-276VG", -1)
    if hq >= 0 and g.where[hq] >= 0:
        _idle(g, corps, hq, log)


EFFECTS: dict[str, Callable[[TrumpetsState, int, int, Log], None]] = {
    "momentum": _momentum, "engineers": _grow, "wires": _fire, "congestion": _congest,
    "ammunition": _fire_formation, "orders_lost": _idle,
    "A": _silence, "B": _bridge_at("Wallendorf", better=True),
    "C": _bridge_at("Echternach", better=True), "D": _bridge_at("Wallendorf", better=False),
    "E": _bridge_at("Echternach", better=False), "F": _fire_formation, "G": _slip,
    "H": _disrupt_hq, "I": _spot, "J": _recover, "K": _recover, "L": _grow, "M": _reload,
    "N": _idle_276,
}  # fmt: skip
"""What each event does."""
