"""What is to be known of places: terrain, owner, supply, neighbours, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from salient.boards.bits import members, set_of
from salient.boards.hexes import Direction
from salient.engine.speech import Number
from salient.engine.texts import Texts
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.rules.supply import occupied_hexes, supplied_hexes
from salient.games.bulge.rules.terrain import is_fortress, is_key_city, terrain_shift, town_class
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.show.wording import garrison, side_name, texts_of, unit_list
from salient.games.bulge.state import BulgeState

CLOCKWISE = (
    *(Direction.NE, Direction.E, Direction.SE),
    *(Direction.SW, Direction.W, Direction.NW),
)


def note_place(g: BulgeState, place: int, language: str) -> str:
    """Number of a town's hex, terrain and class of town."""
    texts, row = texts_of(language), g.setting.hex_rows.get(place)
    if row is None:
        return ""
    town = town_class(g, place)
    return texts.say(
        "report.note",
        number=row.hex if row.name else "",
        terrain=texts.say(f"terrain_short.{row.terrain}"),
        town=texts.say(f"town_short.{town}") if town else "",
    ).strip()


def _is_target(g: BulgeState, place: int) -> bool:
    return any(combat.target == place for combat in g.declared)


def describe_place(g: BulgeState, place: int, language: str) -> list[str]:
    """Terrain, owner, ZOC, supply and markers of a hex, and what lies around it. Chapter 3."""
    texts = texts_of(language)
    name = g.setting.name("place", place, language, long=True)
    if place >= g.setting.first_entry:
        return _entry_lines(g, place - g.setting.first_entry, name, language)
    if place not in g.setting.hex_rows:
        return [texts.say("report.title_nothing", name=name)]
    features = texts.say("list.comma").join(_features(g, place, texts))
    return [
        texts.say("report.title", name=name, features=features),
        _terrain_line(g, place, texts),
        _control_line(g, place, texts),
        *_marker_lines(g, place, texts),
        *_neighbour_lines(g, place, language),
    ]


def _features(g: BulgeState, place: int, texts: Texts) -> list[str]:
    """Base terrain, town, West Wall, worth. Rules 3.3, 12.1, 13.3-4."""
    setting, town = g.setting, town_class(g, place)
    words = [texts.say(f"terrain.{setting.hex_rows[place].terrain}")]
    if town:
        words.append(texts.say(f"town.{town}"))
    if is_fortress(g, place) or is_key_city(g, place):
        words.append(texts.say("report.prize"))
    if setting.wall >> place & 1:
        words.append(texts.say("report.wall"))
    elif setting.germany >> place & 1:
        words.append(texts.say("report.germany"))
    return words


def _terrain_line(g: BulgeState, place: int, texts: Texts) -> str:
    """Costs of entry and shifts for the defender. Rules 3.3, 7.4, 7.6, 8.3-4."""
    base = g.setting.hex_rows[place].terrain
    row = g.setting.terrain[base]
    message = "report.enter_deep" if base == "deep" else "report.enter"
    said = [texts.say(message, foot=row.foot, mech=row.mech, road=g.setting.road_cost)]
    german, allied = (-terrain_shift(g, place, side).value for side in (GERMAN, ALLIED))
    said.append(texts.say("report.shift" if allied else "report.no_shift", shift=allied))
    if german != allied:
        said.append(texts.say("report.shift_wall", shift=german))
    return texts.say("report.semicolon").join(said)


def _control_line(g: BulgeState, place: int, texts: Texts) -> str:
    """Who occupies a hex, has a ZOC in it and could be supplied in it. Rules 5.1, 11.2, 13.3."""
    said = []
    for topic, where in (("held_by", occupied_hexes), ("zones", zoc), ("supply", supplied_hexes)):
        sides = [side_name(side, texts) for side in (GERMAN, ALLIED) if where(g, side) >> place & 1]
        message = f"report.{topic}" if sides else f"report.{topic}_none"
        said.append(texts.say(message, sides=texts.say("list.comma").join(sides)))
    return texts.say("report.semicolon").join(said)


def _marker_lines(g: BulgeState, place: int, texts: Texts) -> Iterator[str]:
    lines = [hex_ for line in (*g.setting.lines, *g.lines) for hex_ in line]
    here = {
        "interdiction": g.interdicted >> place & 1,
        "air_cover": g.covered >> place & 1,
        "air_supply": g.dropped_supply >> place & 1,
        "opened": g.opened >> place & 1,
        "attack_declared": _is_target(g, place),
        "line_hex": place in lines,
    }
    words = [texts.say(f"report.{word}") for word, there in here.items() if there]
    if words:
        yield texts.say("report.markers", words=texts.say("list.comma").join(words))


def _neighbour_lines(g: BulgeState, place: int, language: str) -> Iterator[str]:
    """The six hexes around, with the road and the river on the way there, and who is in them."""
    setting, texts = g.setting, texts_of(language)
    for way in CLOCKWISE:
        to, word = setting.board.neighbours[place][way], texts.say(f"way.{way.name}")
        if to < 0:
            yield texts.say("report.edge_of_map", way=word)
            continue
        words = _features(g, to, texts) + _links(g, place, way, texts)
        there = garrison(g, to, texts)
        yield texts.say(
            "report.neighbour",
            way=word,
            name=setting.name("place", to, language, long=True),
            features=texts.say("list.comma").join([*words, there] if there else words),
        )
    for entry, edge in enumerate(setting.entry_hex):
        if edge == place:
            name = setting.name("place", setting.first_entry + entry, language)
            yield texts.say("report.entry_side", entry=name)


def _links(g: BulgeState, place: int, way: Direction, texts: Texts) -> list[str]:
    """The road and the river on a hexside. Rules 3.3-6, 3.3-7."""
    setting = g.setting
    roads = [kind for kind in ("main", "road") if setting.roads[kind][way] >> place & 1]
    rivers = [kind for kind in ("great", "river") if setting.rivers[kind][way] >> place & 1]
    said = [texts.say(f"road.{kind}") for kind in roads]
    return said + [
        texts.say("report.river_side", river=texts.say(f"river.{kind}")) for kind in rivers
    ]


def _entry_lines(g: BulgeState, entry: int, name: str, language: str) -> list[str]:
    """All about an entry beyond the map edge. Rules 9.3, 13.5-13.9."""
    setting, texts = g.setting, texts_of(language)
    side = setting.entry_side[entry]
    place = setting.name("place", setting.entry_hex[entry], language)
    said = [texts.say("report.title_entry", name=name, side=side_name(side, texts), place=place)]
    if side == ALLIED:
        capacity = Number(setting.entries[entry].capacity)
        said.append(texts.say("report.capacity", capacity=capacity))
    for message, units in (
        ("report.through", [unit for unit, where in g.exits.items() if where == entry]),
        ("report.guarded", [unit for where, unit in g.guards.items() if where == entry]),
        ("report.left", [unit for unit, where in g.evacuated.items() if where == entry]),
    ):
        if units:
            said.append(texts.say(message, units=unit_list(g, units, texts)))
    return said


def order_places(g: BulgeState) -> list[int]:
    """Hexes by their distance from the front, where the sides stand eye to eye; north first."""
    setting, board = g.setting, g.setting.board
    order, seen, ring = [], 0, _front(g)
    while ring:
        order += sorted(members(ring), reverse=True)
        seen |= ring
        ring = board.around(ring) & ~seen
    order += members(board.all & ~seen)
    known = set(order)
    places = setting.first_entry + len(setting.entries)
    return order + [place for place in range(places) if place not in known]


def _front(g: BulgeState) -> int:
    """The hexes of both sides that are nearest to an enemy."""
    board, (german, allied) = g.setting.board, g.occupied
    around = [german, allied]
    while german and allied and not around[GERMAN] & allied:
        around = [board.within(hexes, 1) for hexes in around]
    return german & around[ALLIED] | allied & around[GERMAN]


def locate_places(g: BulgeState) -> dict[int, tuple[float, float]]:
    """Where the stacks and the cities lie: all hexes would fill many screens.

    Crowded longitudes are stretched, or the labels along the front would push each other away.
    """
    setting = g.setting
    cities = setting.towns["city"] | setting.towns["important"] | setting.towns["fortress"]
    used = {place: setting.board.hex(place) for place in members(cities | set_of(g.stacks))}
    across = {place: hex_.column + hex_.row % 2 / 2 for place, hex_ in used.items()}
    down = {place: -hex_.row for place, hex_ in used.items()}
    return {
        place: ((_share(x, across) + _rank(x, across)) / 2, _share(down[place], down))
        for place, x in across.items()
    }


def _share(value: float, among: Mapping[int, float]) -> float:
    """Where a value lies between the least and the greatest of some, from 0 to 1."""
    least, most = min(among.values()), max(among.values())
    return (value - least) / ((most - least) or 1.0)


def _rank(value: float, among: Mapping[int, float]) -> float:
    """The share of some values that are smaller, those that are equal counting half."""
    smaller = sum(other < value for other in among.values())
    return (smaller + sum(other <= value for other in among.values())) / 2 / len(among)
