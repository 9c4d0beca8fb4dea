"""What a step costs: terrain, ground, weather, roads, water, fords, jams, bridges.

Chapters 28.0, 29.0, 30.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from salient.boards.bits import union
from salient.boards.hexes import Direction, Enter, Prices
from salient.engine.ids import Place
from salient.engine.memory import Memo
from salient.engine.state import once
from salient.games.trumpets.air.patrols import patrolled
from salient.games.trumpets.calendar import code, is_night
from salient.games.trumpets.country import ROADS, TERRAINS, Country, Masks
from salient.games.trumpets.roster import GERMAN, is_foot
from salient.games.trumpets.setting import TrumpetsSetting
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.state import TrumpetsState


class Going(NamedTuple):
    """All that the price of a step depends on besides who takes it: the key of a memory.

    Attributes:
        ground: Dry, mud or frozen.
        weather: Weather of each army area.
        turn: Code of the turn.
        night: Whether it is night.
        down: Sites without a bridge that carries the class.
        rubble: Hexes and their level of rubble.
        ferries: Hexsides (from, to) with an unused Eng Ferry (sop-20f).
        patrols: Hexes under enemy patrols (sop-24d).
        congestion: Least cost of a road hex for vehicles of a corps (rc-ev-2).
    """

    ground: str
    weather: tuple[tuple[str, str], ...]
    turn: str
    night: bool
    down: int
    rubble: tuple[tuple[Place, int], ...]
    ferries: tuple[tuple[Place, Place], ...]
    patrols: int
    congestion: int = 0


PRICES: Memo[tuple[tuple[str, ...], int, bool, Going], Prices] = Memo("prices of steps", 512)


def going(g: TrumpetsState, side: int, kinds: Sequence[str], congestion: int = 0) -> Going:
    """The going for movement classes of a side as things stand."""
    return Going(
        g.ground,
        tuple(sorted(g.weather.items())),
        code(g.turn),
        is_night(g.turn),
        g.setting.all_sites & ~passable(g, heavy="afv_heavy" in kinds),
        tuple(sorted(g.rubble.items())),
        tuple(sorted((g.where[unit], far) for unit, far in g.ferrying.items())),
        patrolled(g, side),
        congestion,
    )


def prices(
    g: TrumpetsState,
    side: int,
    kinds: Sequence[str],
    *,
    strategic: bool = False,
    congestion: int = 0,
) -> Prices:
    """What steps cost a stack of some movement classes: the highest of its units (rc-move-3)."""
    asked = (prices, *kinds, side, strategic, congestion)
    return once(g, asked, lambda: _look_up(g, side, kinds, strategic, congestion))


def _look_up(
    g: TrumpetsState, side: int, kinds: Sequence[str], strategic: bool, congestion: int
) -> Prices:
    """Prices that have been laid out before, or laid out now."""
    classes = tuple(sorted(set(kinds)))
    key = (classes, side, strategic, going(g, side, classes, congestion))
    known = g.setting.memory.of(PRICES)
    found = known.get(key)
    if found is None:
        found = known.keep(key, Prices(g.setting.board, _enter(g.setting, *key)))
    return found


def _enter(
    setting: TrumpetsSetting, classes: tuple[str, ...], side: int, strategic: bool, now: Going
) -> Enter:
    lay = _strategic if strategic else _tactical
    enter: Enter = lay(setting, classes[0], side, now)
    for kind in classes[1:]:
        enter = dearest(enter, lay(setting, kind, side, now))
    return enter


def dearest(a: Enter, b: Enter) -> Enter:
    """The prices of those who go together: open to both, at the higher cost of the two.

    A step that either could take at several prices has its lowest first.
    """
    cheap_a, cheap_b = _cheapest(a), _cheapest(b)
    found: dict[int, Masks] = {}
    for cost_a, masks_a in cheap_a.items():
        for cost_b, masks_b in cheap_b.items():
            both = [one & other for one, other in zip(masks_a, masks_b, strict=True)]
            if any(both):
                _add(found, max(cost_a, cost_b), both)
    return found


def _cheapest(enter: Enter) -> dict[int, Masks]:
    """The same prices, each step only at its lowest."""
    seen, found = [0] * 6, {}
    for cost, masks in sorted(enter.items()):
        found[cost] = [mask & ~old for mask, old in zip(masks, seen, strict=True)]
        seen = [mask | old for mask, old in zip(masks, seen, strict=True)]
    return found


def _add(found: dict[int, Masks], cost: int, masks: Sequence[int]) -> None:
    into = found.setdefault(cost, [0] * 6)
    for way, mask in enumerate(masks):
        into[way] |= mask


# -- one class ------------------------------------------------------------------------------------


def _tactical(setting: TrumpetsSetting, kind: str, side: int, now: Going) -> Enter:
    """Prices of a class on its own: off the roads and along them, whichever is cheaper."""
    country, found = setting.country, dict[int, Masks]()
    for cost, hexes in _off_road(setting, kind, now):
        entering = entries(country, hexes)
        dry = [mask & ~water for mask, water in zip(entering, country.any_water, strict=True)]
        _add(found, cost, dry)
        _add_water(setting, kind, now, found, cost, entering)
    for cost, masks in _roads(setting, kind, side, now):
        _add(found, cost, masks)
    return found


def _add_water(
    setting: TrumpetsSetting,
    kind: str,
    now: Going,
    found: dict[int, Masks],
    cost: int,
    entering: Masks,
) -> None:
    """Unbridged streams, and fords; rivers are crossed from where a move begins only."""
    country, charts = setting.country, setting.movement
    stream = charts.sides[kind, "stream", now.ground]
    if stream is not None:  # note-off-4
        sides = [
            mask & water & ~ford
            for mask, water, ford in zip(
                entering, country.water["stream"], country.fords, strict=True
            )
        ]
        _add(found, cost + stream, sides)
    ford = charts.fords[kind, now.ground]
    if ford is None:  # note-ford-4
        return
    sides = [mask & side for mask, side in zip(entering, country.fords, strict=True)]
    if ford.engineers:  # note-ford-2
        helped = _sides(country, now.ferries)
        sides = [mask & help_ for mask, help_ in zip(sides, helped, strict=True)]
    _add(found, cost + ford.cost, sides)  # note-ford-1


def _off_road(setting: TrumpetsSetting, kind: str, now: Going) -> Iterator[tuple[int, int]]:
    """Costs of hexes entered off the road, weather and patrols included. Rules tab-off."""
    country, charts = setting.country, setting.movement
    for army, weather in _areas(now):
        extra = charts.weather[now.night][weather]
        for terrain in TERRAINS:
            cost = charts.off_road[kind, terrain, now.ground]
            hexes = country.terrain[terrain] & country.areas[army]
            if cost is not None and hexes:
                yield from _surcharged(setting, kind, now, terrain, cost + extra, hexes)


def _areas(now: Going) -> Iterator[tuple[str, str]]:
    weather = dict(now.weather)
    for army in ("6PA", "5PA", "7A"):
        yield army, weather.get(army, "clear")


def _surcharged(
    setting: TrumpetsSetting, kind: str, now: Going, terrain: str, cost: int, hexes: int
) -> Iterator[tuple[int, int]]:
    """A price, with what patrols and rubble add where they are. Rules tab-inter, rc-rubble-1."""
    patrol = setting.movement.interdiction[kind, terrain]
    for level, added in ((0, 0), (1, 2), (2, 4)):
        rubble = union(1 << hex_ for hex_, height in now.rubble if height == level)
        here = hexes & rubble if level else hexes & ~union(1 << hex_ for hex_, _ in now.rubble)
        more = 0 if is_foot(kind) else added
        yield cost + more, here & ~now.patrols
        if here & now.patrols:
            yield cost + more + patrol, here & now.patrols


def _roads(
    setting: TrumpetsSetting, kind: str, side: int, now: Going
) -> Iterator[tuple[int, Sequence[int]]]:
    """Costs along roads over standing bridges, jams as a floor. Rules tab-road, tab-jam."""
    country, charts = setting.country, setting.movement
    broken = country.site_masks(now.down)
    for grade, army, weather, worse in _stretches(now):
        used = "secondary" if worse == 1 else grade  # rc-rubble-1
        if worse == 2 and not is_foot(kind):
            continue
        hexes = country.areas[army] & _rubble(setting, now, worse)
        cost = max(charts.road[kind, weather, used], 0 if is_foot(kind) else now.congestion)
        for floor, jammed in _jams(setting, kind, side, now):
            for terrain in TERRAINS:
                into = hexes & jammed & country.terrain[terrain]
                if not into:
                    continue
                for price, part in _surcharged(setting, kind, now, terrain, max(cost, floor), into):
                    along = [
                        entry & road & ~gap
                        for entry, road, gap in zip(
                            entries(country, part), country.roads[grade], broken, strict=True
                        )
                    ]
                    if any(along):
                        yield price, along


def _stretches(now: Going) -> Iterator[tuple[str, str, str, int]]:
    levels = {0, *(level for _, level in now.rubble)}
    for grade in ROADS:
        for army, weather in _areas(now):
            for level in sorted(levels):
                yield grade, army, weather, level


def _rubble(setting: TrumpetsSetting, now: Going, level: int) -> int:
    """Hexes with a level of rubble, or without any."""
    if level:
        return union(1 << hex_ for hex_, height in now.rubble if height == level)
    return setting.board.all & ~union(1 << hex_ for hex_, _ in now.rubble)


def _jams(setting: TrumpetsSetting, kind: str, side: int, now: Going) -> Iterator[tuple[int, int]]:
    """Least cost of a road hex, by where it lies.

    Rules tab-jam-1, tab-jam-2, tab-jam-3, tab-jam-4, tab-jam-5, tab-jam-6, note-jam-1.
    """
    charts, country = setting.movement, setting.country
    free = country.board.all
    if side == GERMAN and kind in charts.jammed:
        for jam, hexes in setting.jam_areas.items():
            floor = charts.jams[jam].get(now.turn, 0)
            if floor:
                yield floor, hexes
                free &= ~hexes
    yield 0, free


def _strategic(setting: TrumpetsSetting, kind: str, _side: int, now: Going) -> Enter:
    """Prices of strategic movement: roads only, whatever the weather. Rules tab-strat, note-1."""
    country, found = setting.country, dict[int, Masks]()
    broken = country.site_masks(now.down)
    for grade in ROADS:
        cost = setting.movement.strategic[kind, grade]
        along = [road & ~gap for road, gap in zip(country.roads[grade], broken, strict=True)]
        _add(found, cost, along)
    return found


def entries(country: Country, hexes: int) -> Masks:
    """For each direction the hexes from which a step that way leads into a set."""
    # The way back is three ways on; plain numbers, for this is asked for every price.
    shift = country.board.shift
    return [shift[(way + 3) % 6](hexes) for way in range(6)]


def _sides(country: Country, pairs: Sequence[tuple[int, int]]) -> Masks:
    masks = [0] * 6
    for a, b in pairs:
        way = country.board.direction(a, b)
        if way is not None:
            masks[way] |= 1 << a
            masks[way.opposite] |= 1 << b
    return masks


# -- rivers on foot -------------------------------------------------------------------------------


def river_steps(g: TrumpetsState, side: int, kind: str, start: Place) -> dict[int, int]:
    """Hexes across an unbridged river next to where a move begins, by cost. Rules note-off-8, 9.

    Not across the Meuse or the Moselle (rc-move-1).
    """
    setting, now = g.setting, going(g, side, (kind,))
    extra = setting.movement.sides[kind, "river", now.ground]
    if extra is None:
        return {}
    country, beyond = setting.country, 0
    for way in Direction:
        river = country.water["river"][way] & ~country.water["great"][way] & ~country.fords[way]
        if river >> start & 1:
            beyond |= country.board.shift[way](1 << start)
    found: dict[int, int] = {}
    for cost, hexes in _off_road(setting, kind, now):
        if hexes & beyond:
            found[cost + extra] = found.get(cost + extra, 0) | hexes & beyond
    return found


def may_enter_off_road(g: TrumpetsState, kind: str, place: Place) -> bool:
    """Whether a class can be in a hex without a road: restricted hexes otherwise (rc-dis-2)."""
    country = g.setting.country
    return any(
        country.terrain[terrain] >> place & 1
        and g.setting.movement.off_road[kind, terrain, g.ground] is not None
        for terrain in TERRAINS
    )
