"""What the terminal and the page tell about a position: odds, costs, hexes, supply, the front."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from salient.boards.bits import members, set_of
from salient.boards.hexes import Direction, Flood
from salient.engine.actions import Action
from salient.engine.events import Event, Modifier
from salient.engine.speech import Number
from salient.engine.state import Decision
from salient.engine.texts import Texts, package_texts
from salient.games.bulge.combat import (
    MIN_COLUMN,
    Declaring,
    Gathering,
    Ordering,
    defending,
    is_allowed,
    ratio,
    work_out,
)
from salient.games.bulge.commandos import Misdirection
from salient.games.bulge.control import ezoc, zoc
from salient.games.bulge.events import CommandoFound, Deployed, Destroyed, Moved
from salient.games.bulge.movement import Movement, Moving
from salient.games.bulge.odds import planned_attack
from salient.games.bulge.sectors import LineDrawing
from salient.games.bulge.setting import ALLIED, FOLDER, GERMAN, ODDS, SIDES
from salient.games.bulge.setup import Deployment
from salient.games.bulge.state import FULL, NOWHERE, BulgeState, Combat, enemy
from salient.games.bulge.supply import occupied_hexes, supplied_hexes
from salient.games.bulge.terrain import is_fortress, is_key_city, terrain_shift, town_class
from salient.games.bulge.view import FLAGS

CROWD = 4
"""From so many units on, setting up is told as one event."""

CLOCKWISE = (
    *(Direction.NE, Direction.E, Direction.SE),
    *(Direction.SW, Direction.W, Direction.NW),
)


class SetUp(Event, frozen=True, tag="set_up"):
    """Many units have been set up; only the condensed log has it. Rules 9.1, 9.2."""

    count: int


@cache
def _texts(language: str) -> Texts:
    return package_texts(FOLDER / "text", language)


# -- units and attacks --------------------------------------------------------------------------


def _unit_note(g: BulgeState, unit: int, texts: Texts) -> str:
    """Branch, strengths and state of a unit in a few letters."""
    flags = [name for flag, name in FLAGS.items() if getattr(g, flag) >> unit & 1]
    if g.steps_left[unit] < FULL:
        flags.append("reduced")
    return texts.say(
        "report.unit",
        kind=texts.say(f"kind_short.{g.setting.units[unit].branch}"),
        attack=g.attack(unit),
        defence=g.defence(unit),
        flags="".join(
            texts.say("report.unit_flag", flag=texts.say(f"flag_short.{flag}")) for flag in flags
        ),
    )


def _unit_list(g: BulgeState, units: Iterable[int], texts: Texts) -> str:
    said = [f"{g.setting.units[unit].id} {_unit_note(g, unit, texts)}" for unit in units]
    return texts.say("list.comma").join(said) or texts.say("list.none")


def _ids(g: BulgeState, units: Iterable[int], texts: Texts) -> str:
    return texts.say("list.comma").join(g.setting.units[unit].id for unit in units)


def _side(side: int, texts: Texts) -> str:
    return texts.say(f"side.{SIDES[side]}")


def _shift(modifier: Modifier, texts: Texts) -> str:
    return texts.say(
        "roll.minus" if modifier.value < 0 else "roll.plus",
        size=abs(modifier.value),
        reason=texts.say(f"modifier.{modifier.rule}"),
        rule=modifier.rule,
    )


def _odds_line(g: BulgeState, combat: Combat, side: int, texts: Texts) -> str:
    """Strengths, odds and shifts of an attack, and whether it may be made. Rules 8.2-1c, 8.3."""
    odds = work_out(g, combat, side)
    return texts.say(
        "report.odds" if is_allowed(g, odds) else "report.too_weak",
        attack=odds.attack,
        defence=odds.defence,
        base=ratio(odds.base),
        shifts="".join(_shift(shift, texts) for shift in odds.shifts),
        column=ODDS[max(odds.column, MIN_COLUMN)],
    )


def _attack_words(g: BulgeState, combat: Combat, side: int, language: str) -> str:
    texts = _texts(language)
    return texts.say(
        "report.attack",
        attackers=_ids(g, combat.attackers, texts),
        target=g.setting.name("place", combat.target, language),
        column=ODDS[max(work_out(g, combat, side).column, MIN_COLUMN)],
    )


# -- decisions ----------------------------------------------------------------------------------


def describe_decision(g: BulgeState, decision: Decision, language: str) -> list[str]:  # noqa: ARG001
    """The stack on the move, the attack being made up, or the combat being resolved."""
    step = g.steps[-1]
    tell = TELLERS.get(type(step))
    if tell:
        return tell(g, step, language)
    return _engagement_lines(g, language) if g.engagement else []


def _movement_lines(g: BulgeState, step: Movement, language: str) -> list[str]:
    texts = _texts(language)
    if step.number == 1:
        return [texts.say("report.first_movement")]
    commandos = step.side == GERMAN and g.on_map(g.setting.commandos)
    more = texts.say("report.and_commandos") if commandos else ""
    return [texts.say("report.second_movement", commandos=more)]


def _moving_lines(g: BulgeState, step: Moving, language: str) -> list[str]:
    texts, here = _texts(language), step.here(g)
    units = _unit_list(g, step.units, texts)
    if here == NOWHERE:
        said = [texts.say("report.group_off", units=units)]
    else:
        place = g.setting.name("place", here, language)
        said = [texts.say("report.group", place=place, units=units)]
    if not step.mode:
        combat, strategic = (min(g.setting.allowance[u][i] for u in step.units) for i in (0, 1))
        said.append(texts.say("report.allowance", combat=combat, strategic=strategic))
    if here != NOWHERE and ezoc(g, step.side) >> here & 1 and not _sneaks(g, step):
        said.append(texts.say("report.held"))
    if step.group & g.wary:
        said.append(texts.say("report.wary"))
    return said


def _sneaks(g: BulgeState, step: Moving) -> bool:
    return bool(step.group & g.setting.commandos)


def _gathering_lines(g: BulgeState, step: Gathering, language: str) -> list[str]:
    texts, combat = _texts(language), step.combat
    defenders = defending(g, combat.target, step.side)
    said = [
        _force(g, "attackers", step.side, combat.attackers, texts),
        _force(g, "defenders", enemy(step.side), defenders, texts),
    ]
    return [*said, _odds_line(g, combat, step.side, texts)] if combat.attackers else said


def _force(g: BulgeState, role: str, side: int, units: Iterable[int], texts: Texts) -> str:
    return texts.say(f"report.{role}", side=_side(side, texts), units=_unit_list(g, units, texts))


def _declared_lines(g: BulgeState, step: Declaring, language: str) -> list[str]:
    said = [_attack_words(g, combat, step.side, language) for combat in g.declared]
    return [_texts(language).say("report.declared", attack=attack) for attack in said]


def _ordering_lines(g: BulgeState, step: Ordering, language: str) -> list[str]:
    said = [_attack_words(g, combat, step.side, language) for combat in step.ordered]
    say = _texts(language).say
    return [say("report.ordered", number=n, attack=attack) for n, attack in enumerate(said, 1)]


def _line_lines(g: BulgeState, step: LineDrawing, language: str) -> list[str]:
    end = step.path[-1] if step.path else g.setting.lines[step.line][-1]
    place = g.setting.name("place", end, language, long=True)
    return [_texts(language).say("report.line_end", place=place)]


def _astray_lines(g: BulgeState, step: Misdirection, language: str) -> list[str]:
    texts = _texts(language)
    place = g.setting.name("place", g.where[step.units[0]], language)
    units = _unit_list(g, step.units, texts)
    return [texts.say("report.astray", place=place, mp=step.mp, units=units)]


def _deployment_lines(g: BulgeState, step: Deployment, language: str) -> list[str]:  # noqa: ARG001
    unit = int(g.offered.actions[0].args[0]) if g.offered else 0
    texts, name = _texts(language), g.setting.name("piece", unit, language, long=True)
    return [texts.say("report.unit_line", unit=_unit_list(g, [unit], texts), name=name)]


def _engagement_lines(g: BulgeState, language: str) -> list[str]:
    fight, texts = g.engagement, _texts(language)
    assert fight is not None, "a combat is being resolved"
    place = g.setting.name("place", fight.target, language)
    said = [texts.say("report.fight", place=place, result=texts.say(f"result.{fight.result}"))]
    for role, side, units in (
        ("attackers", fight.attacker, fight.attackers),
        ("defenders", enemy(fight.attacker), fight.defenders),
    ):
        alive = [unit for unit in units if g.steps_left[unit]]
        said.append(_force(g, role, side, alive, texts))
    return said


TELLERS: dict[type, Callable[[BulgeState, Any, str], list[str]]] = {
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


# -- actions ------------------------------------------------------------------------------------


class _Notes:
    """Notes on the actions of one decision."""

    def __init__(self, g: BulgeState, decision: Decision, language: str) -> None:
        self.g = g
        self.side = decision.side
        self.language = language
        self.texts = _texts(language)
        step = g.steps[-1]
        self.moving = step if isinstance(step, Moving) else None
        self.hostile = ezoc(g, self.side)
        self.costs: dict[str, dict[int, int]] = {}
        self.writers: dict[str, Callable[[Action], str]] = {
            "move": self._move,
            "march": self._move,
            "enter": self._enter,
            "exit": self._exit,
            "deploy": lambda action: self._terrain(int(action.args[1])),
            "land": lambda action: self._terrain(int(action.args[0])),
            "target": self._target,
            "resolve": self._target,
        }
        for verb in ("interdict", "cover", "supply"):
            self.writers[verb] = lambda action: self._garrison(int(action.args[0]))
        for verb in ("activate", "join", "commit", "lose", "pursue", "remove", "guard"):
            self.writers[verb] = lambda action: _unit_note(g, int(action.args[0]), self.texts)

    def note(self, action: Action) -> str:
        writer = self.writers.get(action.verb)
        return writer(action) if writer else ""

    def _move(self, action: Action) -> str:
        """Movement points, and whether the move ends in an enemy ZOC."""
        place, moving = int(action.args[0]), self.moving
        if moving is None:
            return ""
        if action.verb not in self.costs:
            march = action.verb == "march"
            reach = moving.strategic_range(self.g) if march else moving.combat_range(self.g)
            self.costs[action.verb] = _costs(reach)
        cost = self.costs[action.verb].get(place, moving.spent) - moving.spent
        held = self.hostile >> place & 1 and not _sneaks(self.g, moving)
        said = self.texts.say("report.cost", cost=cost)
        return said + (self.texts.say("report.zoc") if held else "")

    def _enter(self, action: Action) -> str:
        setting = self.g.setting
        edge = setting.entry_hex[int(action.args[0]) - setting.first_entry]
        place = setting.name("place", edge, self.language)
        return self.texts.say("report.edge", place=place)

    def _exit(self, action: Action) -> str:  # noqa: ARG002
        """What a breakthrough is worth. Rules 13.10-1, 13.10-2."""
        if self.moving is None or self.side != GERMAN:
            return ""
        mech = self.g.setting.mech
        vp = sum(2 if mech >> unit & 1 else 1 for unit in self.moving.units)
        return self.texts.say("report.points", vp=vp)

    def _terrain(self, place: int) -> str:
        return self.texts.say(f"terrain.{self.g.setting.hex_rows[place].terrain}")

    def _garrison(self, place: int) -> str:
        return _garrison(self.g, place, self.texts)

    def _target(self, action: Action) -> str:
        """The defence, and the odds of the attack declared or of the best one possible."""
        g, place = self.g, int(action.args[0])
        planned = planned_attack(g, place)
        if planned is None:
            defence = sum(g.defence(unit) for unit in defending(g, place, self.side))
            return self.texts.say("report.weak", defence=defence)
        odds = work_out(g, *planned)
        return self.texts.say(
            "report.planned" if action.verb == "resolve" else "report.best",
            attack=odds.attack,
            defence=odds.defence,
            column=ODDS[max(odds.column, MIN_COLUMN)],
        )


def _costs(reach: Flood) -> dict[int, int]:
    return {place: cost for cost, level in enumerate(reach.levels) for place in members(level)}


def describe_actions(g: BulgeState, decision: Decision, language: str) -> list[str]:
    """A short note on each action: cost of a move, strength of a unit, odds of an attack."""
    notes = _Notes(g, decision, language)
    return [notes.note(action) for action in decision.actions]


# -- places -------------------------------------------------------------------------------------


def note_place(g: BulgeState, place: int, language: str) -> str:
    """Number of a town's hex, terrain and class of town."""
    texts, row = _texts(language), g.setting.hex_rows.get(place)
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
    texts = _texts(language)
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
        sides = [_side(side, texts) for side in (GERMAN, ALLIED) if where(g, side) >> place & 1]
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
    setting, texts = g.setting, _texts(language)
    for way in CLOCKWISE:
        to, word = setting.board.neighbours[place][way], texts.say(f"way.{way.name}")
        if to < 0:
            yield texts.say("report.edge_of_map", way=word)
            continue
        words = _features(g, to, texts) + _links(g, place, way, texts)
        garrison = _garrison(g, to, texts)
        yield texts.say(
            "report.neighbour",
            way=word,
            name=setting.name("place", to, language, long=True),
            features=texts.say("list.comma").join([*words, garrison] if garrison else words),
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


def _garrison(g: BulgeState, place: int, texts: Texts) -> str:
    """Who is in a hex, with the strengths together."""
    for side in (GERMAN, ALLIED):
        units = members(g.stack(place, side))
        if units:
            return texts.say(
                "report.garrison",
                side=texts.say(f"side_short.{SIDES[side]}"),
                attack=sum(map(g.attack, units)),
                defence=sum(map(g.defence, units)),
            )
    return ""


def _entry_lines(g: BulgeState, entry: int, name: str, language: str) -> list[str]:
    """All about an entry beyond the map edge. Rules 9.3, 13.5-13.9."""
    setting, texts = g.setting, _texts(language)
    side = setting.entry_side[entry]
    place = setting.name("place", setting.entry_hex[entry], language)
    said = [texts.say("report.title_entry", name=name, side=_side(side, texts), place=place)]
    if side == ALLIED:
        capacity = Number(setting.entries[entry].capacity)
        said.append(texts.say("report.capacity", capacity=capacity))
    for message, units in (
        ("report.through", [unit for unit, where in g.exits.items() if where == entry]),
        ("report.guarded", [unit for where, unit in g.guards.items() if where == entry]),
        ("report.left", [unit for unit, where in g.evacuated.items() if where == entry]),
    ):
        if units:
            said.append(texts.say(message, units=_unit_list(g, units, texts)))
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


# -- events -------------------------------------------------------------------------------------


def condense(events: Sequence[Event]) -> list[Event]:
    """The steps of one march as one march, a whole set-up as one line, no loss told twice."""
    found: list[Event] = []
    for event in _without_crowds(events):
        last = found[-1] if found else None
        if isinstance(event, Moved) and isinstance(last, Moved) and last.units == event.units:
            found[-1] = msgspec.structs.replace(last, to=event.to, cost=last.cost + event.cost)
        elif isinstance(event, Destroyed) and last == CommandoFound(event.unit):
            continue
        else:
            found.append(event)
    return found


def _without_crowds(events: Sequence[Event]) -> list[Event]:
    """Long runs of set-up events counted."""
    found: list[Event] = []
    run: list[Event] = []
    for event in events:
        if isinstance(event, Deployed):
            run.append(event)
        else:
            found += [*_count(run), event]
            run = []
    return found + _count(run)


def _count(run: list[Event]) -> list[Event]:
    return [SetUp(len(run))] if len(run) >= CROWD else run
