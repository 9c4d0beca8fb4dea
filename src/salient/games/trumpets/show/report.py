"""What the terminal and the page tell about a position: decisions, places, ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.boards.pieces import NOWHERE
from salient.boards.reports import PieceReport
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import FullRef, Message, Value, Word, message, series
from salient.engine.reports import Chart, Lifeline
from salient.engine.state import Decision, Ref
from salient.engine.turns import TurnTrack
from salient.engine.views import PieceView
from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.fight.combat import Answering, Gathering
from salient.games.trumpets.fight.odds import work_out
from salient.games.trumpets.fight.situation import defenders_of
from salient.games.trumpets.march.allowance import halving
from salient.games.trumpets.march.infiltration import infiltration_routes
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.orders.substitutes import Exchange
from salient.games.trumpets.roster import ALLIED, GERMAN, GUNS
from salient.games.trumpets.sequence import Activation
from salient.games.trumpets.show.charts import charts
from salient.games.trumpets.show.lifelines import lifelines
from salient.games.trumpets.show.notes import (
    MOVES,
    features,
    figure_actions,
    garrison,
    is_held_up,
    note_actions,
    unit_list,
    unit_names,
)
from salient.games.trumpets.show.overlays import OVERLAYS, range_of
from salient.games.trumpets.show.refusals import REFUSALS
from salient.games.trumpets.show.standing import standing, verdict
from salient.games.trumpets.show.turns import turn_track
from salient.games.trumpets.standing.bridges import is_standing
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.standing.supply import supply_roads
from salient.games.trumpets.state import TrumpetsState


class TrumpetsReport(PieceReport[TrumpetsState]):
    """What is told of a position as a side knows it."""

    layers = OVERLAYS
    refusals = REFUSALS
    leading = frozenset({"retreat", "advance"})

    def reach(self, g: TrumpetsState, piece: Piece) -> tuple[int, ...]:
        """Where a unit on the map could go by itself."""
        if g.where[piece] < 0:
            return ()
        side = int(bool(g.setting.army[1] >> piece & 1))
        return members(range_of(g, side, piece))

    def lifelines(self, g: TrumpetsState, piece: Piece) -> list[Lifeline]:
        """Command and supply of a unit on the map. Rules rc-cmd-1, sop-9."""
        return lifelines(g, piece) if g.where[piece] >= 0 else []

    def describe_standing(self, g: TrumpetsState) -> list[Value]:
        """The points by their sources, and who would win."""
        return list(standing(g))

    def verdict(self, g: TrumpetsState) -> Value:
        """Who would win now, in one sentence."""
        return verdict(g)

    def turn_track(self, g: TrumpetsState) -> TurnTrack:
        """Turns and phases, and where one stands."""
        return turn_track(g)

    def charts(self, g: TrumpetsState) -> dict[str, Chart]:
        """The charts that players look things up in."""
        return charts(g)

    def sum_pieces(self, g: TrumpetsState, pieces: Sequence[PieceView], side: int) -> int:
        """Attack factors of one's own troops, defence factors of the others'; guns apart.

        Those who are not looked at show none (gc-6b, gc-6e).
        """
        troops = (piece for piece in pieces if piece.values and piece.symbol not in GUNS)
        return sum(piece.values[0 if piece.side == side else 1] for piece in troops)

    def describe_decision(self, g: TrumpetsState, decision: Decision) -> list[Value]:
        """The stack on the move, the attack being made up, or the sky and the ground."""
        step = g.steps[-1]
        tell = TELLERS.get(type(step))
        return list(tell(g, step)) if tell else []

    def describe_actions(self, g: TrumpetsState, decision: Decision) -> list[Value]:
        """Cost of a move, state of a unit, odds of an attack."""
        return note_actions(g, decision)

    def figure_actions(self, g: TrumpetsState, decision: Decision) -> list[str]:
        """Movement factors of a move, the column of an attack."""
        return figure_actions(g, decision)

    def left_out(self, g: TrumpetsState, decision: Decision) -> frozenset[int]:
        """Works and exchanges of guns are rarely ordered, and who digs does not move."""
        if isinstance(g.steps[-1], Orders | Exchange):
            return frozenset()
        return super().left_out(g, decision)

    def trace_action(self, g: TrumpetsState, decision: Decision, action: Action) -> list[int]:
        """The hexes of a move; other ways are found by beginning to go them."""
        step = g.steps[-1]
        if not isinstance(step, Moving):
            return super().trace_action(g, decision, action)
        if action.verb in MOVES:
            way = step.reaches(g)[action.verb].route(g, action.place(0))
        elif action.verb == "infiltrate":
            routes = infiltration_routes(g, step.side, step.units, step.left(g))
            way = routes[action.place(0)].route
        else:
            return []
        return [g.where[step.units[0]], *(place for place, _ in way)]

    def note_place(self, g: TrumpetsState, place: Place) -> Value:
        """Number of a settlement's hex, and what is there."""
        row = g.setting.country.rows.get(place)
        if row is None:
            return ""
        number = message("report.note_number", number=row.hex) if row.name else ""
        return series([number, series(features(g, place))], "")

    def describe_place(self, g: TrumpetsState, place: Place) -> list[Value]:
        """Ground, works, owner, zones, supply and weather of a hex, and what lies around it."""
        name = FullRef("place", place)
        if place not in g.setting.country.rows:
            return [message("report.title_nothing", name=name)]
        return [
            message("report.title", name=name, features=series(features(g, place))),
            _control_line(g, place),
            message("report.weather", weather=Word(g.weather_at(place), ("weather",))),
            *_neighbour_lines(g, place),
        ]

    def order_places(self, g: TrumpetsState) -> list[int]:
        """Hexes by their distance from the front, where the sides stand eye to eye."""
        board = g.setting.board
        order, seen, ring = list[int](), 0, _front(g)
        while ring:
            order += members(ring)
            seen |= ring
            ring = board.around(ring) & ~seen
        order += members(board.all & ~seen)
        known = set(order)
        return order + [p for p in range(len(g.setting.lexicon.places)) if p not in known]

    def locate_places(self, g: TrumpetsState) -> dict[int, tuple[float, float]]:
        """Where the stacks and the towns lie: all hexes would fill many screens."""
        country = g.setting.country
        towns = country.settlements["town"] | country.settlements["city"]
        used = each_place((towns & g.setting.board.all) | set_of(g.stacks))
        numbers = {place: country.number(place) for place in used}
        across = {place: float(number[:2]) for place, number in numbers.items()}
        down = {place: int(n[2:]) + int(n[:2]) % 2 / 2 for place, n in numbers.items()}
        return {place: (_share(across[place], across), _share(down[place], down)) for place in used}


# -- decisions ----------------------------------------------------------------------------------


def _moving_lines(g: TrumpetsState, step: Moving) -> Iterator[Value]:
    here, units = g.where[step.units[0]], unit_list(g, step.units)
    if here == NOWHERE:
        yield message("report.group_off", units=units)
        return
    yield message("report.group", place=Ref("place", here), units=units)
    slow: dict[str, list[Piece]] = {}
    for unit in step.units:
        if cause := halving(g, unit, movement_class(g, unit)):
            slow.setdefault(cause, []).append(unit)
    for cause, halved in slow.items():
        why = message(f"halving.{cause}")
        yield message("report.halved", units=unit_names(halved), why=why)
    if is_held_up(g, step.units, step.side, here):
        yield message("report.held")


def _turn_lines(g: TrumpetsState, step: Activation) -> Iterator[Value]:
    """The turn sheet: ground, weather, aircraft."""
    yield message("report.ground", ground=Word(g.ground, ("ground",)))
    for area, weather in sorted(g.weather.items()):
        words = Word(area, ("area",)), Word(weather, ("weather",))
        yield message("report.area", area=words[0], weather=words[1])
    planes = [Word(c.type, ("type",)) for c in g.aircraft if c.side == step.side]
    if planes:
        yield message("report.aircraft", planes=series(planes))


def _force(g: TrumpetsState, role: str, side: int, units: Iterable[Piece]) -> Message:
    return message(f"report.{role}", side=Ref("side", side), units=unit_list(g, units))


def _attack_lines(g: TrumpetsState, _step: Gathering | Answering) -> Iterator[Value]:
    """Both forces, their guns, and the odds with every shift.

    Rules gc-6, gc-8, gc-9, gc-10, gc-11, gc-12, gc-13, gc-14.
    """
    fight = g.fight
    yield _force(g, "attackers", fight.side, fight.attackers)
    yield _force(g, "defenders", enemy(fight.side), each_piece(defenders_of(g, fight)))
    for guns in (fight.guns, fight.defending_guns):
        if guns:
            yield _force(g, "guns", g.setting.side_of[guns[0]], guns)
    if not fight.attackers:
        return
    odds = work_out(g, fight)
    yield message(
        "report.odds",
        attack=odds.attack,
        defence=odds.defence,
        base=Word(ODDS[odds.base], ()),
        shifts=series(odds.shifts, ""),
        column=Word(ODDS[odds.column], ()),
        drms=series(odds.drms, ""),
        drm=odds.drm,
    )


TELLERS: dict[type, Callable[[TrumpetsState, Any], Iterator[Value]]] = {
    Moving: _moving_lines,
    Activation: _turn_lines,
    Gathering: _attack_lines,
    Answering: _attack_lines,
}
"""What is told of a decision, by the step that asks for it."""


# -- places -------------------------------------------------------------------------------------


def _control_line(g: TrumpetsState, place: Place) -> Value:
    """Who controls a hex, has a zone in it and a supply road to it. Rules rc-vic-1, tab-zoc."""
    owner = GERMAN if g.control >> place & 1 else ALLIED
    said: list[Value] = [message("report.control", side=Ref("side", owner))]
    for topic, where in (("zones", _any_zone), ("supply", supply_roads)):
        sides = [Ref("side", side) for side in (GERMAN, ALLIED) if where(g, side) >> place & 1]
        if sides:
            said.append(message(f"report.{topic}", sides=series(sides)))
    return series(said, "report.semicolon")


def _any_zone(g: TrumpetsState, side: int) -> int:
    return zone(g, side, afv=True) | zone(g, side, afv=False)


def _neighbour_lines(g: TrumpetsState, place: Place) -> Iterator[Message]:
    """The hexes around, with road, water and bridge on the way there, and who is in them."""
    for to in each_place(g.setting.board.around(1 << place) & ~(1 << place)):
        words, there = [*features(g, to), *_links(g, place, to)], garrison(g, to)
        said = series([*words, there] if there else words)
        yield message("report.neighbour", name=FullRef("place", to), features=said)


def _links(g: TrumpetsState, place: Place, to: Place) -> Iterator[Message]:
    """Road and water on a hexside, and the state of the bridge. Rule rc-map-3."""
    country = g.setting.country
    for kind, masks in country.roads.items():
        if country.across(masks, place, to):
            yield message(f"road.{kind}")
    water = next((kind for kind in ("river", "stream") if _is_over(g, kind, place, to)), "")
    if water:
        yield message("report.water", water=message(f"terrain.{water}"))
    site = country.site_at.get((place, to), -1)
    if site >= 0:
        yield message("report.bridge" if is_standing(g, site) else "report.bridge_down")


def _is_over(g: TrumpetsState, kind: str, place: Place, to: Place) -> bool:
    return bool(g.setting.country.across(g.setting.country.water[kind], place, to))


def _front(g: TrumpetsState) -> int:
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
