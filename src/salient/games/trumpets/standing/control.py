"""Zones of control (25.0): who holds up the enemy next to him, by terrain, weather and night."""

from __future__ import annotations

from salient.boards.bits import each_place, set_of, union
from salient.engine.ids import Piece, Place, enemy
from salient.engine.memory import Memo
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.roster import ZONE_CLASSES
from salient.games.trumpets.setting import TrumpetsSetting
from salient.games.trumpets.state import TrumpetsState

ZoneKey = tuple[tuple[int, ...], tuple[tuple[str, str], ...], bool, bool]
ZONES: Memo[ZoneKey, int] = Memo("zones of control by where classes stand and weather", 4096)

ROWS = {"light_aa_mg": ("light_aa_mg_vs_afv", "light_aa_mg_vs_other")}
"""Light anti-aircraft and machine-guns have a row against AFV and one against others.

Rows tab-zoc-laa-afv, tab-zoc-laa-other.
"""


def zone(g: TrumpetsState, side: int, *, afv: bool) -> int:
    """The hexes a side's units control against AFV or against all others. Rules tab-zoc.

    Guns and HQs have no zone (tab-zoc-art, tab-zoc-hq); rivers do not matter.
    """
    first = side * len(ZONE_CLASSES)
    sources = tuple(g.zones[first : first + len(ZONE_CLASSES)])
    if g.ghosts:
        sources = _without_ghosts(g, sources, first)
    key = (sources, tuple(sorted(g.weather.items())), is_night(g.turn), afv)
    known = g.setting.memory.of(ZONES)
    found = known.get(key)
    return known.keep(key, _zone(g.setting, *key)) if found is None else found


def zone_from(g: TrumpetsState, unit: Piece, place: Place) -> int:
    """The hexes that a unit would control against all others from a hex. Rules tab-zoc."""
    kind = g.setting.roster.zone_of[unit] % len(ZONE_CLASSES)
    sources = tuple(1 << place if number == kind else 0 for number in range(len(ZONE_CLASSES)))
    if g.setting.roster.zone_of[unit] < 0:
        return 0
    return _zone(g.setting, sources, tuple(sorted(g.weather.items())), is_night(g.turn), afv=False)


def _without_ghosts(g: TrumpetsState, sources: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Where classes stand that have a zone: Peiper's units have none in exploitation (kgp-6)."""
    of_zone = g.setting.roster.of_zone
    return tuple(
        set_of(
            place for place in each_place(hexes)
            if g.stacks[place] & of_zone[first + number] & ~g.ghosts
        )
        for number, hexes in enumerate(sources)
    )  # fmt: skip


def _zone(
    setting: TrumpetsSetting,
    sources: tuple[int, ...],
    weather: tuple[tuple[str, str], ...],
    night: bool,
    afv: bool,
) -> int:
    charts, country = setting.movement, setting.country
    in_weather = dict(weather)
    # note-zoc-heavy-fog, note-zoc-snow: nobody standing in them has a zone either.
    clear = union(
        hexes for army, hexes in country.areas.items()
        if in_weather.get(army, "clear") not in charts.blind
    )  # fmt: skip
    found = 0
    for name, hexes in zip(ZONE_CLASSES, sources, strict=True):
        if hexes:
            row = ROWS[name][not afv] if name in ROWS else name
            found |= setting.board.around(hexes & clear) & _open_to(setting, row, in_weather, night)
    return found


def _open_to(setting: TrumpetsSetting, row: str, weather: dict[str, str], night: bool) -> int:
    """The hexes into which a row of the chart reaches in this weather. Rules note-zoc."""
    charts, country = setting.movement, setting.country
    found = 0
    for army, hexes in country.areas.items():
        terrains = charts.zone[row]
        kind = weather.get(army, "clear")
        if kind in charts.visible:
            terrains &= charts.visible[kind]
        if night:
            terrains &= charts.visible["night"]
        found |= hexes & union(country.terrain[terrain] for terrain in terrains)
    return found


def enemy_zone(g: TrumpetsState, side: int, *, afv: bool) -> int:
    """The hexes in which a side's units are held up by the enemy. Rule rc-zoc-3.

    A friendly combat unit lifts the enemy's zone in its hex.
    """
    return zone(g, enemy(side), afv=afv) & ~g.held[side]
