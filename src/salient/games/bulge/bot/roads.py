"""Roads home: a city counts only while one leads to its owner's edge of the map (13.3-2)."""

from __future__ import annotations

from salient.boards.bits import each_place, set_of
from salient.engine import remembered
from salient.engine.ids import Place, Places
from salient.games.bulge.bot.survey import FAR, Survey, survey
from salient.games.bulge.bot.weights import CITY_WORTH, RAID
from salient.games.bulge.rules.supply import occupied_hexes, open_entries
from salient.games.bulge.setting import ALLIED, GERMAN, BulgeSetting
from salient.games.bulge.state import BulgeState

# -- German roads, as the Allies see them -------------------------------------------------------


def cuts(g: BulgeState, view: Survey) -> dict[Place, int]:
    """How many German cities lose their road if an Allied unit stands in a hex, where any do.

    A city counts only while a road leads home, past no Allied unit and no zone of control
    (13.3-2). Roads are looked at as they were when the Allied movement phase began.
    """
    if "cuts" not in view.memo:
        view.memo["cuts"] = _find_cuts(g, view)
    return view.memo["cuts"]  # type: ignore[no-any-return]


def _find_cuts(g: BulgeState, view: Survey) -> dict[Place, int]:
    board, roads = g.setting.board, g.setting.any_road
    sources = set_of(g.setting.entry_hex[entry] for entry in open_entries(g, GERMAN))
    net = board.spread(sources, roads, board.all & ~g.march_hexes)
    cities, lines = view.kept & net, 0
    for city in each_place(cities):
        lines |= _road_home(g.setting, city, net, sources)
    found: dict[Place, int] = {}
    for place in each_place(board.within(lines, 1) & board.within(g.march_hexes, RAID) & ~view.foe):
        closed = board.within(1 << place, 1)
        rest = board.spread(sources & ~closed, roads, net & ~closed)
        lost = cities & ~(rest | board.step(rest, roads))
        if lost:
            found[place] = lost.bit_count()
    return found


def _road_home(setting: BulgeSetting, city: Place, net: int, sources: int) -> int:
    """The hexes of a shortest road from a city to a source."""
    flood = setting.board.flood({0: 1 << city}, setting.prices["road"], 0, net, FAR)
    ends = sources & flood.hexes
    if not ends:
        return 1 << city
    nearest = next(level & ends for level in flood.levels if level & ends)
    return set_of(setting.board.way(flood, each_place(nearest)[0]))


# -- as the Germans see them --------------------------------------------------------------------


def blockers(g: BulgeState, view: Survey) -> dict[Place, int]:
    """How many German cities an Allied hex keeps from their road home, where it does any."""
    if "blockers" not in view.memo:
        view.memo["blockers"] = _find_blockers(g, view)
    return view.memo["blockers"]  # type: ignore[no-any-return]


def _find_blockers(g: BulgeState, view: Survey) -> dict[Place, int]:
    board, found = g.setting.board, dict[Place, int]()
    sources = set_of(g.setting.entry_hex[entry] for entry in open_entries(g, GERMAN))
    for city in each_place(view.kept & ~occupied_hexes(g, GERMAN)):
        road = _road_home(g.setting, city, board.all, sources)
        for place in each_place(board.within(road, 1) & g.occupied[ALLIED]):
            found[place] = found.get(place, 0) + 1
    return found


# -- Allied roads, as the Germans see them ------------------------------------------------------


def convoys(g: BulgeState) -> dict[Place, float]:
    """How much Allied traffic each main road hex will see: columns from the edges to the posts.

    A column counts with what its post needs.
    """
    view = survey(g, ALLIED)
    if "convoys" not in view.memo:
        view.memo["convoys"] = _find_convoys(g, view)
    return view.memo["convoys"]  # type: ignore[no-any-return]


def _find_convoys(g: BulgeState, view: Survey) -> dict[Place, float]:
    found = dict[Place, float]()
    for entry in open_entries(g, ALLIED):
        for post, need in view.needs.items():
            if (g.setting.prizes & ~view.kept) >> post & 1:
                for place in _column(g.setting, entry, post):
                    found[place] = found.get(place, 0.0) + need / CITY_WORTH
    return found


@remembered(most=512)
def _column(setting: BulgeSetting, entry: int, post: Place) -> Places:
    """The shortest way by main roads from the map edge to a post; empty if there is none."""
    board, start = setting.board, {0: 1 << setting.entry_hex[entry]}
    flood = board.flood(start, setting.prices["main"], 0, board.all, FAR)
    return tuple(board.way(flood, post)) if flood.hexes >> post & 1 else ()
