"""What the terminal and the page tell about a position: costs, roads, supply, the front."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place, members
from salient.boards.reports import PieceReport
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import FullRef, Message, Value, Word, message, series
from salient.engine.reports import Chart, Lifeline
from salient.engine.state import Decision, Ref
from salient.engine.turns import TurnTrack
from salient.games.mist.rows import AreaRow, ZoneRow
from salient.games.mist.rules.movement import Moving
from salient.games.mist.rules.supply import lines
from salient.games.mist.rules.victory import controls, is_contested
from salient.games.mist.setting import ALLIED, GERMAN, SIDES
from salient.games.mist.show.charts import charts
from salient.games.mist.show.lifelines import supply_line
from salient.games.mist.show.notes import figure_actions, note_actions, unit_list
from salient.games.mist.show.overlays import OVERLAYS, arrival_date, arrivals, range_of
from salient.games.mist.show.refusals import REFUSALS
from salient.games.mist.show.standing import standing
from salient.games.mist.show.turns import turn_track
from salient.games.mist.show.warnings import warnings
from salient.games.mist.state import Battle, MistState


class MistReport(PieceReport[MistState]):
    """What is told of a position; nothing in it is hidden."""

    layers = OVERLAYS
    refusals = REFUSALS
    leading = frozenset({"move", "ford", "shift"})

    def reach(self, g: MistState, piece: Piece) -> tuple[int, ...]:
        """Where a unit on the map could go by itself."""
        if g.where[piece] < 0:
            return ()
        side = int(bool(g.setting.army[1] >> piece & 1))
        return members(range_of(g, side, piece))

    def lifelines(self, g: MistState, piece: Piece) -> list[Lifeline]:
        """The supply line of a unit on the map. Rule 13.11."""
        return [supply_line(g, piece)] if g.where[piece] >= 0 else []

    def describe_standing(self, g: MistState) -> list[Value]:
        """The points by their sources, and who would win."""
        return list(standing(g))

    def turn_track(self, g: MistState) -> TurnTrack:
        """Turns and phases, and where one stands."""
        return turn_track(g)

    def charts(self, g: MistState) -> dict[str, Chart]:
        """The tables that players look things up in."""
        return charts(g.setting)

    def describe_decision(self, g: MistState, decision: Decision) -> list[Value]:
        """The group on the move, or the two sides of the battle."""
        moving = next((step for step in reversed(g.steps[-2:]) if isinstance(step, Moving)), None)
        if moving is None:
            return list(_battle_lines(g, g.battle)) if g.battle else []
        place, units = Ref("place", g.where[moving.units[0]]), unit_list(g, moving.units)
        if moving.side != decision.side:
            return [message("report.crossing", place=place, units=units)]
        group = message("report.group", place=place, units=units)
        return [group, message("report.group_oos")] if moving.oos & moving.group else [group]

    def describe_actions(self, g: MistState, decision: Decision) -> list[Value]:
        """Cost of a move, strength of a unit, chance of a try."""
        return note_actions(g, decision)

    def figure_actions(self, g: MistState, decision: Decision) -> list[str]:
        """Movement points of a move."""
        return figure_actions(g, decision)

    def warn_of_actions(self, g: MistState, decision: Decision) -> list[Value]:
        """Vehicles and towns that are left behind."""
        return warnings(g, decision)

    def note_place(self, g: MistState, place: Place) -> Value:
        """Number, owner and worth of an area; whose zone a zone is."""
        setting = g.setting
        if setting.all_zones >> place & 1:
            worth = _worth(g, place)
            zone = message("report.zone", side=_owner(g, place))
            exit_ = message("report.exit", multiplier=worth) if worth else ""
            return series([zone, exit_], "")
        more = [message("report.town")] if place in setting.towns else []
        if g.special and g.special.area == place:
            more.append(message("report.special"))
        if g.battle and g.battle.area == place:
            more.append(message("report.battle"))
        return message(
            "report.note",
            number=setting.areas[place].number,
            control=message("report." + _state_of(g, place)),
            vp=message("report.vp", vp=_worth(g, place)) if _worth(g, place) else "",
            more=series(more, ""),
        )

    def describe_place(self, g: MistState, place: Place) -> list[Value]:
        """Title, roads and bridges, arrivals, and supply. Rules 3.2, 8.33, 11.1, 12.2, 13.1."""
        return [_title(g, place), *_roads(g, place), *_coming(g, place), *_supply(g, place)]

    def order_places(self, g: MistState) -> list[int]:
        """Places by their distance from the front: where both sides are, or stand eye to eye."""
        setting = g.setting
        exits = setting.board.exits
        front = g.present[GERMAN] & g.present[ALLIED]
        for place in each_place(g.present[GERMAN]):
            if any(g.present[ALLIED] >> to & 1 for to, *_ in exits[place]):
                front |= 1 << place
        for place in each_place(g.present[ALLIED]):
            if any(g.present[GERMAN] >> to & 1 for to, *_ in exits[place]):
                front |= 1 << place
        contested = g.present[GERMAN] & g.present[ALLIED]
        order = [*each_place(contested), *each_place(front & ~contested)]
        seen = set(order)
        for place in order:
            for to, *_ in exits[place]:
                if to not in seen:
                    seen.add(to)
                    order.append(to)
        return order + [place for place in range(setting.place_count) if place not in seen]

    def locate_places(self, g: MistState) -> dict[int, tuple[float, float]]:
        """The scenario's part of the map, laid out by latitude and longitude."""
        setting = g.setting
        rows: list[AreaRow | ZoneRow] = [*setting.areas, *setting.zones]
        used = list(members(setting.section | g.present[GERMAN] | g.present[ALLIED]))
        lats, lons = [rows[p].lat for p in used], [rows[p].lon for p in used]
        height, width = max(lats) - min(lats) or 1.0, max(lons) - min(lons) or 1.0
        return {
            place: ((rows[place].lon - min(lons)) / width, (max(lats) - rows[place].lat) / height)
            for place in used
        }


# -- battles ------------------------------------------------------------------------------------


def _battle_lines(g: MistState, battle: Battle) -> Iterator[Value]:
    """Who fights, under which conditions, and who aims at whom already."""
    for role in (battle.attacker, enemy(battle.attacker)):
        name = "attackers" if role == battle.attacker else "defenders"
        units = [unit for unit in battle.units(role) if g.strength[unit]]
        yield message(f"report.{name}", side=Ref("side", role), units=unit_list(g, units))
    conditions = [
        message(f"report.{name}")
        for name in ("river", "combined_arms", "supported")
        if getattr(battle, name)
    ]
    if conditions:
        yield series(conditions)
    if battle.aims:
        aims = (series((Ref("piece", a), Ref("piece", b)), "list.arrow") for a, b in battle.aims)
        yield message("report.aims", aims=series(aims))


# -- places -------------------------------------------------------------------------------------


def _owner(g: MistState, zone: Place) -> Ref:
    return Ref("side", GERMAN if g.setting.home_zones[GERMAN] >> zone & 1 else ALLIED)


def _state_of(g: MistState, area: Place) -> str:
    if is_contested(g, area):
        return "contested"
    return SIDES[GERMAN] if controls(g, area) else SIDES[ALLIED]


def _title(g: MistState, place: Place) -> Message:
    setting, name = g.setting, FullRef("place", place)
    if setting.all_zones >> place & 1:
        worth = _worth(g, place)
        return message(
            "report.title_zone",
            name=name,
            side=_owner(g, place),
            exit=message("report.title_exit", multiplier=worth) if worth else "",
        )
    vp = _worth(g, place)
    reserves = [
        Word(row.name, ("reserve",))
        for row, areas in zip(setting.reserves, setting.reserve_areas, strict=True)
        if areas >> place & 1
    ]
    return message(
        "report.title",
        name=name,
        number=setting.areas[place].number,
        control=Ref("side", GERMAN if controls(g, place) else ALLIED),
        vp=message("report.title_vp", vp=vp) if vp else _town(g, place),
        front=message("report.title_front") if setting.front >> place & 1 else "",
        reserve=message("report.title_reserve", reserve=series(reserves)) if reserves else "",
    )


def _worth(g: MistState, place: Place) -> int:
    """The points of an area each turn, or of each strength point in a zone, if any are counted.

    The practice scenario has none (s1), the First Three Days have those of zones only (s3-vp-1).
    """
    scoring = g.setting.scenario.scoring
    if g.setting.all_zones >> place & 1:
        return 0 if scoring == "two_towns" else g.setting.multiplier[place]
    return g.setting.vp[place] if scoring == "areas" else 0


def _town(g: MistState, place: Place) -> Value:
    """What a town of the scenario counts for."""
    if place not in g.setting.towns:
        return ""
    return message(f"report.title_{g.setting.scenario.scoring}")


def _coming(g: MistState, place: Place) -> Iterator[Message]:
    """Who enters by a zone, and when. Rules 11.1, 11.3."""
    for side in (GERMAN, ALLIED):
        coming = [arrival for arrival in arrivals(g, side) if arrival.place == place]
        for clock in sorted({arrival.clock for arrival in coming}):
            units = series(arrival.name for arrival in coming if arrival.clock == clock)
            when = arrival_date(clock)
            yield message("report.arrivals", side=Ref("side", side), clock=when, units=units)


def _roads(g: MistState, place: Place) -> Iterator[Message]:
    setting = g.setting
    for to, link, cost, bridge in setting.board.exits[place]:
        yield message(
            "report.road",
            road=message(f"report.{setting.link_rows[link].road}"),
            to=Ref("place", to),
            cost=cost,
            bridge=_bridge(g, link) if bridge else "",
        )


def _bridge(g: MistState, link: int) -> Value:
    """A bridge with its river, and attempts to mend it."""
    name = g.setting.link_rows[link].river
    # A river whose name the data do not give is a single letter there.
    river = message("report.over", river=Word(name, ("river",))) if len(name) > 1 else ""
    state = message("report.bridge_blown" if g.blown >> link & 1 else "report.bridge", river=river)
    tries = {side: g.failures.get(2 * link + side, 0) for side in (GERMAN, ALLIED)}
    told = [
        message("report.bridging", side=Ref("side", side), failures=failures)
        for side, failures in tries.items()
        if failures
    ]
    return series([state, *told], "")


def _supply(g: MistState, place: Place) -> Iterator[Message]:
    for side in (GERMAN, ALLIED):
        reach = lines(g, side)
        dry, wet = reach.dry >> place & 1, reach.wet >> place & 1
        word = "yes" if dry else "wet" if wet else "no"
        yield message(f"report.supply_{word}", side=Ref("side", side))
