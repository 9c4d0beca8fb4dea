"""The game against a second opinion: ranges, supply, control, odds and dice (``oracle.py``).

Bots play. Now and then the position is copied, disturbed at random, asked about, and played on for
an impulse. The oracle must never say anything else than the game.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from salient.boards.bits import members, set_of
from salient.boards.pieces import NOWHERE
from salient.bots import make_bot
from salient.engine import Decision, Event, seed_from_text
from salient.engine.events import reference_kinds
from salient.engine.ids import Piece, Place
from salient.engine.state import Log, advance
from salient.games.mist import GAME
from salient.games.mist.rules.movement import Movement, Moving
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.rules.victory import area_points, town_points
from salient.games.mist.sequence import Impulse
from salient.games.mist.setting import SIDES
from salient.games.mist.show.odds import battle_forecast, planned_battle
from salient.games.mist.state import MistState, Special
from tests.amounts import amount
from tests.games.mist import oracle
from tests.games.mist.oracle import Fight, Position, Scenario, Witness

pytestmark = pytest.mark.play
scenario_called = cache(Scenario)


# -- from numbers to names -----------------------------------------------------------------------


def names(g: MistState, units: int) -> set[str]:
    return {g.setting.units[unit].id for unit in members(units)}


def picture(g: MistState) -> Position:
    """The position in names."""
    setting = g.setting
    places = setting.place_names
    return Position(
        scenario=scenario_called(setting.identity.scenario),
        day=g.day,
        impulse=g.impulse,
        where={
            row.id: places[at] for row, at in zip(setting.units, g.where, strict=True) if at >= 0
        },
        strength={row.id: left for row, left in zip(setting.units, g.strength, strict=True)},
        blown={
            frozenset(places[end] for end in setting.board.links[link][:2])
            for link in members(g.blown)
        },
        german_control={places[area] for area in members(g.german_control)},
        dug_in=names(g, g.dug_in),
        on_foot=names(g, g.on_foot),
        waiting=names(g, g.waiting),
        outsiders=names(g, g.outsiders),
        entered=names(g, g.entered),
        hindered=places[g.special.area] if g.special and g.special.effect == "hinder" else "",
    )


def told(g: MistState, event: Event) -> dict[str, Any]:
    """An event with the names of what it refers to."""
    words = msgspec.to_builtins(event)
    lists = {
        "piece": [row.id for row in g.setting.units],
        "place": list(g.setting.place_names),
        "side": list(SIDES),
    }
    for field, kind in reference_kinds(type(event)).items():
        value = words[field]
        found = lists[kind]
        words[field] = [found[i] for i in value] if isinstance(value, tuple) else found[value]
    return dict(words)


# -- what is compared ----------------------------------------------------------------------------


class Comparison:
    """A scenario whose game and oracle are asked the same questions."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.scenario = scenario
        self.rng = random.Random(f"{scenario}/{seed}")
        self.g, self.log = GAME.start(scenario, seed_from_text(f"oracle/{seed}"))
        self.asked: Counter[str] = Counter()

    def play(self, bot: str, disturbances: int, decisions: int) -> None:
        """A game of bots, disturbed so many times in so many decisions."""
        g, player = self.g, make_bot(bot, 1)
        moments = set(self.rng.sample(range(decisions), disturbances))
        witness = Witness(picture(g))
        witness.hear(told(g, self.log[-1]))
        due = 0
        for count in range(decisions):
            decision = GAME.decision(g)
            if decision is None:
                break
            due += count in moments
            if due and isinstance(g.steps[-1], Movement):
                due -= 1
                self.disturbed(g.copy(), decision.side)
            for event in GAME.play(g, player.answer(GAME, g, decision)):
                witness.hear(told(g, event))
        self.asked += witness.heard

    def disturbed(self, g: MistState, side: int) -> None:
        """Another position, looked at and played on at random until the impulse is over."""
        disturb(g, self.rng)
        g.steps, g.offered = [Impulse(side)], None
        witness, log = Witness(picture(g)), Log()
        advance(g, log)
        GAME.after(g, log, None)
        self.look(g)
        for event in log:
            witness.hear(told(g, event))
        for _ in range(200):
            decision = GAME.decision(g)
            if decision is None:
                break
            if isinstance(g.steps[-1], Moving) and self.rng.random() < 0.5:
                self.orders(g, g.steps[-1], decision)
            for event in GAME.play(g, self.rng.choice(decision.actions)):
                witness.hear(told(g, event))
        else:
            return
        if witness.fighting_on:
            witness.position.end_impulse()
        witness.claim("positions", picture(g).where, wanted=witness.position.where)
        control = picture(g).german_control
        witness.claim("all control", control, wanted=witness.position.german_control)
        self.asked += witness.heard

    def look(self, g: MistState) -> None:
        """Supply of all units, points in hand, and the odds of a few battles."""
        position = picture(g)
        for unit, at in enumerate(g.where):
            if at != NOWHERE:
                name = g.setting.units[unit].id
                assert in_supply(g, Piece(unit)) == position.supplied(name), name
                self.asked["supply"] += 1
        assert area_points(g) == position.area_points()
        assert town_points(g) == position.town_points()
        contested = members(g.present[0] & g.present[1] & g.setting.all_areas)
        for area in contested[:3]:
            self.odds(g, position, Place(area))

    def odds(self, g: MistState, position: Position, area: Place) -> None:
        """The chances of the battle in an area, if it is small enough for the slow way."""
        battle = planned_battle(g, area)
        if battle is None or len(battle.attackers) + len(battle.defenders) > 5:
            return
        units = g.setting.units
        fight = Fight(
            position,
            g.setting.place_names[area],
            SIDES[battle.attacker],
            [units[unit].id for unit in battle.attackers],
            [units[unit].id for unit in battle.defenders],
            river=battle.river,
            supported=battle.supported,
        )
        if sum(fight.strength.values()) > 11:
            return
        chances = fight.chances()
        forecast = battle_forecast(g, battle)
        for role, table in enumerate(("attacker_left", "defender_left")):
            for left, chance in forecast.tables[table].items():
                wanted = sum(p for pair, p in chances.items() if pair[role] == left)
                assert chance == pytest.approx(wanted, abs=1e-9), (table, left)
        self.asked["odds"] += 1

    def orders(self, g: MistState, step: Moving, decision: Decision) -> None:
        """Where the active group may go, and for how much."""
        if step.route:
            return
        position, setting = picture(g), g.setting
        group = names(g, step.group)
        here = position.where[min(group)]
        offered: dict[str, dict[str, int]] = {"move": {}, "ford": {}}
        for action in decision.actions:
            if action.verb in offered:
                to = action.place(0)
                price = sum(step.way(g, to, ford=action.verb == "ford").costs)
                offered[action.verb][setting.place_names[to]] = price + step.spent
        cut_off = names(g, step.oos & step.group)
        if not step.moved:
            assert cut_off == {unit for unit in group if not position.supplied(unit)}
        if any(map(position.is_frozen, group)):
            assert offered == {"move": {}, "ford": {}}
            return
        points = min(map(position.allowance, group))
        walks = position.walks(group)
        plain = position.reach(group, step.spent, points, cut_off, wading=walks)
        moves = {place: cost for place, cost in plain.items() if position.has_room(place, group)}
        assert offered["move"] == moves, (sorted(group), here)
        self.asked["ranges"] += 1
        self.asked["destinations"] += len(moves)
        if any(position.kind(unit) == "armor" for unit in group):
            assert not offered["ford"]
            return
        wet = position.reach(group, step.spent, min(points, 5), cut_off, wading=True)
        straight = self._straight(position, group, step.spent, min(points, 5), wet)
        beyond = {} if walks else {place: c for place, c in wet.items() if place not in plain}
        for place, cost in offered["ford"].items():
            assert cost == straight.get(place, beyond.get(place)), (sorted(group), here, place)
            self.asked["fords"] += 1
        needed = set(beyond) | {p for p, cost in straight.items() if cost > plain.get(p, cost)}
        assert {p for p in needed if position.has_room(p, group)} <= set(offered["ford"])

    def _straight(
        self, position: Position, group: set[str], spent: int, points: int, wet: dict[str, int]
    ) -> dict[str, int]:
        """What wading straight across to the places next door costs."""
        here, found = position.where[min(group)], {}
        for road in position.scenario.roads[here]:
            if road.to in wet and position.is_blown(here, road.to):
                cost = position.step(group, here, road, wading=True)
                if cost is not None and spent + cost <= points:
                    found[road.to] = spent + cost
        return found


def disturb(g: MistState, rng: random.Random) -> None:
    """Another position: units elsewhere and weaker, bridges blown and built, control upset."""
    setting = g.setting
    areas = members(setting.section & setting.all_areas)
    zones = members(setting.section & setting.all_zones)
    on_map = [unit for unit, at in enumerate(g.where) if at != NOWHERE]
    for unit in rng.sample(on_map, len(on_map) // 3):
        place = rng.choice(zones if rng.random() < 0.05 else areas)
        if setting.enterable[setting.side_of[unit]] >> place & 1:
            g.put(Piece(unit), Place(place))
        g.strength[unit] = rng.randint(1, setting.units[unit].strength)
    for link in rng.sample(members(setting.bridges), 12):
        g.blown ^= 1 << link
    g.failures.clear()
    for area in rng.sample(areas, 5):
        g.german_control ^= 1 << area
    some = set_of(rng.sample(on_map, len(on_map) // 4))
    riders = set_of(u for u in on_map if setting.allowance[u] == 8) & ~setting.armor
    g.on_foot = some & riders
    g.dug_in = set_of(rng.sample(on_map, len(on_map) // 4)) & ~setting.armor
    g.waiting = 0
    for unit in on_map:
        if setting.home_zones[setting.side_of[unit]] >> g.where[unit] & 1:
            g.waiting |= 1 << unit
            g.arrived_at[Piece(unit)] = g.clock
    g.acted = g.entered = g.bridging = g.attacking = g.outsiders = 0
    g.special = Special("hinder", Place(rng.choice(areas))) if rng.random() < 0.5 else None
    g.battle = None


# -- the comparison ------------------------------------------------------------------------------

SCENARIOS = [
    ("seventh", "simple"),
    ("fifth", "random"),
    ("three_days", "random"),
    ("campaign", "random"),
]


@pytest.mark.parametrize(("scenario", "bot"), SCENARIOS)
@pytest.mark.parametrize("seed", range(amount(1, soak=10)))
def test_game_and_oracle_agree(scenario: str, bot: str, seed: int) -> None:
    comparison = Comparison(scenario, seed)
    comparison.play(bot, disturbances=15, decisions=500)
    assert {"supply", "ranges", "cost of a step", "control"} <= set(comparison.asked)


def test_the_oracle_knows_nothing_of_the_game() -> None:
    tree = ast.parse(Path(oracle.__file__).read_text(encoding="utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    assert not [name for name in modules if name and name.split(".")[0] in ("salient", "tests")]
