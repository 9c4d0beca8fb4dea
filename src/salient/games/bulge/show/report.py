"""What the terminal and the page tell about a position: decisions, places, a shorter log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from salient.boards.bits import each_place, set_of
from salient.boards.hexes import Direction
from salient.boards.pieces import NOWHERE
from salient.boards.reports import PieceReport
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places, enemy
from salient.engine.messages import FullRef, Message, Series, Value, message, series
from salient.engine.reports import Chart, Lifeline
from salient.engine.state import Decision, Ref
from salient.engine.turns import TurnTrack
from salient.engine.views import PieceView
from salient.games.bulge.rules.combat import (
    MIN_COLUMN,
    Declaring,
    Gathering,
    Ordering,
    defending,
    is_allowed,
    ratio,
    work_out,
)
from salient.games.bulge.rules.commandos import Misdirection
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.sectors import LineDrawing
from salient.games.bulge.rules.setup import Deployment
from salient.games.bulge.rules.supply import occupied_hexes, supplied_hexes
from salient.games.bulge.rules.terrain import terrain_shift, town_class
from salient.games.bulge.setting import ALLIED, GERMAN, ODDS
from salient.games.bulge.show.charts import charts
from salient.games.bulge.show.lifelines import supply_line
from salient.games.bulge.show.notes import (
    figure_actions,
    garrison,
    is_held,
    note_actions,
    unit_list,
    unit_names,
)
from salient.games.bulge.show.overlays import OVERLAYS, range_of
from salient.games.bulge.show.refusals import REFUSALS
from salient.games.bulge.show.standing import standing, verdict
from salient.games.bulge.show.turns import turn_track
from salient.games.bulge.show.warnings import warnings
from salient.games.bulge.state import BulgeState, Combat, Engagement

CLOCKWISE = (
    *(Direction.NE, Direction.E, Direction.SE),
    *(Direction.SW, Direction.W, Direction.NW),
)


class BulgeReport(PieceReport[BulgeState]):
    """What is told of a position; nothing in it is hidden."""

    layers = OVERLAYS
    refusals = REFUSALS
    leading = frozenset({"move", "march", "exit", "mislead", "retreat", "through", "pursue"})

    def reach(self, g: BulgeState, piece: Piece) -> Places:
        """Where a unit on the map could go by itself."""
        if g.where[piece] < 0:
            return ()
        side = int(bool(g.setting.army[1] >> piece & 1))
        return each_place(range_of(g, side, piece))

    def lifelines(self, g: BulgeState, piece: Piece) -> list[Lifeline]:
        """The supply line of a unit on the map; commandos need none. Rules 11.1, 11.2."""
        checked = g.setting.regulars[GERMAN] | g.setting.regulars[ALLIED]
        return [supply_line(g, piece)] if g.where[piece] >= 0 and checked >> piece & 1 else []

    def describe_standing(self, g: BulgeState) -> list[Value]:
        """The points by their sources, and who would win."""
        return list(standing(g))

    def verdict(self, g: BulgeState) -> Value:
        """Who would win now, in one sentence."""
        return verdict(g)

    def turn_track(self, g: BulgeState) -> TurnTrack:
        """Turns and phases, and where one stands."""
        return turn_track(g)

    def charts(self, g: BulgeState) -> dict[str, Chart]:
        """The tables that players look things up in."""
        return charts(g.setting)

    def sum_pieces(self, g: BulgeState, pieces: Sequence[PieceView], side: int) -> int:
        """Attack strength of one's own units, defence strength of the others'."""
        return sum(piece.values[0 if piece.side == side else 1] for piece in pieces)

    def describe_decision(self, g: BulgeState, decision: Decision) -> list[Value]:
        """The stack on the move, the attack being made up, or the combat being resolved."""
        step = g.steps[-1]
        tell = TELLERS.get(type(step))
        if tell:
            return list(tell(g, step))
        return list(_engagement_lines(g, g.engagement)) if g.engagement else []

    def describe_actions(self, g: BulgeState, decision: Decision) -> list[Value]:
        """Cost of a move, strength of a unit, odds of an attack."""
        return note_actions(g, decision)

    def figure_actions(self, g: BulgeState, decision: Decision) -> list[str]:
        """Movement points of a move."""
        return figure_actions(g, decision)

    def warn_of_actions(self, g: BulgeState, decision: Decision) -> list[Value]:
        """Cities that are left to the enemy."""
        return warnings(g, decision)

    def start_of(self, g: BulgeState, decision: Decision, action: Action) -> int:
        """Where the units stand, or the entry at which they wait."""
        step = g.steps[-1]
        if isinstance(step, Moving) and step.here(g) == NOWHERE:
            return g.setting.entry_place[step.entry]
        return super().start_of(g, decision, action)

    def note_place(self, g: BulgeState, place: Place) -> Value:
        """Number of a town's hex, terrain and class of town."""
        row = g.setting.hex_rows.get(place)
        if row is None:
            return ""
        town = town_class(g, place)
        return message(
            "report.note",
            number=message("report.note_number", number=row.hex) if row.name else "",
            terrain=message(f"terrain_short.{row.terrain}"),
            town=message("report.note_town", town=message(f"town_short.{town}")) if town else "",
        )

    def describe_place(self, g: BulgeState, place: Place) -> list[Value]:
        """Terrain, owner, ZOC, supply and markers of a hex, and what lies around it. Chapter 3."""
        name = FullRef("place", place)
        if place >= g.setting.first_entry:
            return list(_entry_lines(g, place - g.setting.first_entry, name))
        if place not in g.setting.hex_rows:
            return [message("report.title_nothing", name=name)]
        return [
            message("report.title", name=name, features=series(_features(g, place))),
            _terrain_line(g, place),
            _control_line(g, place),
            *_marker_lines(g, place),
            *_neighbour_lines(g, place),
        ]

    def order_places(self, g: BulgeState) -> list[int]:
        """Hexes by their distance from the front, where the sides stand eye to eye; north first."""
        setting, board = g.setting, g.setting.board
        order, seen, ring = [], 0, _front(g)
        while ring:
            order += sorted(each_place(ring), reverse=True)
            seen |= ring
            ring = board.around(ring) & ~seen
        order += each_place(board.all & ~seen)
        known = set(order)
        places = setting.first_entry + len(setting.entries)
        return order + [place for place in range(places) if place not in known]

    def locate_places(self, g: BulgeState) -> dict[int, tuple[float, float]]:
        """Where the stacks and the cities lie: all hexes would fill many screens.

        Crowded longitudes are stretched, or the labels along the front would push each other away.
        """
        setting = g.setting
        cities = setting.towns["city"] | setting.towns["important"] | setting.towns["fortress"]
        used = {place: setting.board.hex(place) for place in each_place(cities | set_of(g.stacks))}
        across = {place: hex_.column + hex_.row % 2 / 2 for place, hex_ in used.items()}
        down = {place: -hex_.row for place, hex_ in used.items()}
        return {
            place: ((_share(x, across) + _rank(x, across)) / 2, _share(down[place], down))
            for place, x in across.items()
        }


# -- decisions: movement ------------------------------------------------------------------------


def _movement_lines(g: BulgeState, step: Movement) -> Iterator[Value]:
    if step.number == 1:
        yield message("report.first_movement")
        return
    commandos = step.side == GERMAN and g.on_map(g.setting.commandos)
    more = message("report.and_commandos") if commandos else ""
    yield message("report.second_movement", commandos=more)


def _moving_lines(g: BulgeState, step: Moving) -> Iterator[Value]:
    here, units = step.here(g), unit_list(g, step.units)
    if here == NOWHERE:
        yield message("report.group_off", units=units)
    else:
        yield message("report.group", place=Ref("place", here), units=units)
    if not step.mode:
        combat, strategic = (min(g.setting.allowance[u][i] for u in step.units) for i in (0, 1))
        yield message("report.allowance", combat=combat, strategic=strategic)
    if here != NOWHERE and is_held(g, step, here):
        yield message("report.held")
    if step.group & g.wary:
        yield message("report.wary")


def _astray_lines(g: BulgeState, step: Misdirection) -> Iterator[Value]:
    place, units = Ref("place", g.where[step.units[0]]), unit_list(g, step.units)
    yield message("report.astray", place=place, mp=step.mp, units=units)


def _deployment_lines(g: BulgeState, step: Deployment) -> Iterator[Value]:
    if step.unit >= 0:
        unit = unit_list(g, [step.unit])
        yield message("report.unit_line", unit=unit, name=FullRef("piece", step.unit))


def _line_lines(g: BulgeState, step: LineDrawing) -> Iterator[Value]:
    end = step.path[-1] if step.path else g.setting.lines[step.line][-1]
    yield message("report.line_end", place=FullRef("place", end))


# -- decisions: combat --------------------------------------------------------------------------


def _odds_line(g: BulgeState, combat: Combat, side: int) -> Message:
    """Strengths, odds and shifts of an attack, and whether it may be made. Rules 8.2-1c, 8.3."""
    odds = work_out(g, combat, side)
    return message(
        "report.odds" if is_allowed(g.setting, odds) else "report.too_weak",
        attack=odds.attack,
        defence=odds.defence,
        base=ratio(odds.base),
        shifts=series(odds.shifts, ""),
        column=ODDS[max(odds.column, MIN_COLUMN)],
    )


def _attack(g: BulgeState, combat: Combat, side: int) -> Message:
    return message(
        "report.attack",
        attackers=unit_names(combat.attackers),
        target=Ref("place", combat.target),
        column=ODDS[max(work_out(g, combat, side).column, MIN_COLUMN)],
    )


def _force(g: BulgeState, role: str, side: int, units: Iterable[Piece]) -> Message:
    return message(f"report.{role}", side=Ref("side", side), units=unit_list(g, units))


def _gathering_lines(g: BulgeState, step: Gathering) -> Iterator[Value]:
    combat = step.combat
    yield _force(g, "attackers", step.side, combat.attackers)
    yield _force(g, "defenders", enemy(step.side), defending(g, combat.target, step.side))
    if combat.attackers:
        yield _odds_line(g, combat, step.side)


def _declared_lines(g: BulgeState, step: Declaring) -> Iterator[Value]:
    for combat in g.declared:
        yield message("report.declared", attack=_attack(g, combat, step.side))


def _ordering_lines(g: BulgeState, step: Ordering) -> Iterator[Value]:
    for number, combat in enumerate(step.ordered, 1):
        yield message("report.ordered", number=number, attack=_attack(g, combat, step.side))


def _engagement_lines(g: BulgeState, fight: Engagement) -> Iterator[Value]:
    result = message(f"result.{fight.result}")
    yield message("report.fight", place=Ref("place", fight.target), result=result)
    for role, side, units in (
        ("attackers", fight.attacker, fight.attackers),
        ("defenders", enemy(fight.attacker), fight.defenders),
    ):
        yield _force(g, role, side, [unit for unit in units if g.steps_left[unit]])


TELLERS: dict[type, Callable[[BulgeState, Any], Iterator[Value]]] = {
    Movement: _movement_lines,
    Moving: _moving_lines,
    Declaring: _declared_lines,
    Gathering: _gathering_lines,
    Ordering: _ordering_lines,
    LineDrawing: _line_lines,
    Misdirection: _astray_lines,
    Deployment: _deployment_lines,
}
"""What is told of a decision, by the step that asks for it."""


# -- places -------------------------------------------------------------------------------------


def _features(g: BulgeState, place: Place) -> list[Value]:
    """Base terrain, town, West Wall, worth. Rules 3.3, 12.1, 13.3-4."""
    setting, town = g.setting, town_class(g, place)
    words: list[Value] = [message(f"terrain.{setting.hex_rows[place].terrain}")]
    if town:
        words.append(message(f"town.{town}"))
    if setting.prizes >> place & 1:
        words.append(message("report.prize"))
    if setting.wall >> place & 1:
        words.append(message("report.wall"))
    elif setting.germany >> place & 1:
        words.append(message("report.germany"))
    return words


def _terrain_line(g: BulgeState, place: Place) -> Series:
    """Costs of entry and shifts for the defender. Rules 3.3, 7.4, 7.6, 8.3-4."""
    base = g.setting.hex_rows[place].terrain
    row, enter = g.setting.terrain[base], "report.enter_deep" if base == "deep" else "report.enter"
    said = [message(enter, foot=row.foot, mech=row.mech, road=g.setting.road_cost)]
    german, allied = (-terrain_shift(g, place, side).value for side in (GERMAN, ALLIED))
    said.append(message("report.shift", shift=allied) if allied else message("report.no_shift"))
    if german != allied:
        said.append(message("report.shift_wall", shift=german))
    return series(said, "report.semicolon")


def _control_line(g: BulgeState, place: Place) -> Series:
    """Who occupies a hex, has a ZOC in it and could be supplied in it. Rules 5.1, 11.2, 13.3."""
    said = []
    for topic, where in (("held_by", occupied_hexes), ("zones", zoc), ("supply", supplied_hexes)):
        sides = [Ref("side", side) for side in (GERMAN, ALLIED) if where(g, side) >> place & 1]
        if sides:
            said.append(message(f"report.{topic}", sides=series(sides)))
        else:
            said.append(message(f"report.{topic}_none"))
    return series(said, "report.semicolon")


def _marker_lines(g: BulgeState, place: Place) -> Iterator[Message]:
    lines = [hex_ for line in (*g.setting.lines, *g.lines) for hex_ in line]
    here = {
        "interdiction": g.interdicted >> place & 1,
        "air_cover": g.covered >> place & 1,
        "air_supply": g.dropped_supply >> place & 1,
        "opened": g.opened >> place & 1,
        "attack_declared": any(combat.target == place for combat in g.declared),
        "line_hex": place in lines,
    }
    words = [message(f"report.{word}") for word, there in here.items() if there]
    if words:
        yield message("report.markers", words=series(words))


def _neighbour_lines(g: BulgeState, place: Place) -> Iterator[Message]:
    """The six hexes around, with the road and the river on the way there, and who is in them."""
    setting = g.setting
    for way in CLOCKWISE:
        to, word = setting.board.neighbours[place][way], message(f"way.{way.name}")
        if to < 0:
            yield message("report.edge_of_map", way=word)
            continue
        words, there = [*_features(g, to), *_links(g, place, way)], garrison(g, to)
        features = series([*words, there] if there else words)
        yield message("report.neighbour", way=word, name=FullRef("place", to), features=features)
    for entry, edge in enumerate(setting.entry_hex):
        if edge == place:
            yield message("report.entry_side", entry=Ref("place", setting.entry_place[entry]))


def _links(g: BulgeState, place: Place, way: Direction) -> Iterator[Message]:
    """The road and the river on a hexside. Rules 3.3-6, 3.3-7."""
    setting = g.setting
    for kind in ("main", "road"):
        if setting.roads[kind][way] >> place & 1:
            yield message(f"road.{kind}")
    for kind in ("great", "river"):
        if setting.rivers[kind][way] >> place & 1:
            yield message("report.river_side", river=message(f"river.{kind}"))


def _entry_lines(g: BulgeState, entry: int, name: FullRef) -> Iterator[Message]:
    """All about an entry beyond the map edge. Rules 9.3, 13.5, 13.7, 13.9."""
    setting = g.setting
    side, place = setting.entry_side[entry], Ref("place", setting.entry_hex[entry])
    yield message("report.title_entry", name=name, side=Ref("side", side), place=place)
    if side == ALLIED:
        yield message("report.capacity", capacity=setting.entries[entry].capacity)
    for topic, units in (
        ("through", [unit for unit, where in g.exits.items() if where == entry]),
        ("guarded", [unit for where, unit in g.guards.items() if where == entry]),
        ("left", [unit for unit, where in g.evacuated.items() if where == entry]),
    ):
        if units:
            yield message(f"report.{topic}", units=unit_list(g, units))


def _front(g: BulgeState) -> int:
    """The hexes of both sides that are nearest to an enemy."""
    board, (german, allied) = g.setting.board, g.occupied
    around = [german, allied]
    while german and allied and not around[GERMAN] & allied:
        around = [board.within(hexes, 1) for hexes in around]
    return german & around[ALLIED] | allied & around[GERMAN]


def _share(value: float, among: Mapping[Place, float]) -> float:
    """Where a value lies between the least and the greatest of some, from 0 to 1."""
    least, most = min(among.values()), max(among.values())
    return (value - least) / ((most - least) or 1.0)


def _rank(value: float, among: Mapping[Place, float]) -> float:
    """The share of some values that are smaller, those that are equal counting half."""
    smaller = sum(other < value for other in among.values())
    return (smaller + sum(other <= value for other in among.values())) / 2 / len(among)
