"""The game against a second, plain reading of its rules, over games of bots that are disturbed."""

from __future__ import annotations

import ast
import random
from collections import Counter
from pathlib import Path

import pytest

from salient.boards.bits import each_piece, members
from salient.boards.pieces import NOWHERE
from salient.bots import SimpleBot
from salient.engine.events import Event, Moved
from salient.engine.ids import enemy
from salient.games.bulge import GAME
from salient.games.bulge.events import Dropped, Entered, Pursued, Retreated
from salient.games.bulge.rules.combat import Ordering, work_out
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.retreat import DEFENDER_DISTANCE, Retreat, retreats
from salient.games.bulge.rules.supply import occupied_hexes, supplied_hexes
from salient.games.bulge.setting import SIDES
from salient.games.bulge.state import BulgeState
from tests.amounts import amount
from tests.games.bulge.oracle import Data, Position

DATA = Data(GAME.data_folder)
TURNS = 8
"""The turns that are played: paratroops, commandos, the British and the air force are there."""

EVERY = {"supply": 90, "occupation": 90, "range": 4}
"""How many questions are passed over between two comparisons."""


class Comparison:
    """A game, and what the oracle makes of it."""

    def __init__(self, seed: str, disturbance: float) -> None:
        self.chance = random.Random(seed)
        self.disturbance = disturbance
        self.g: BulgeState = GAME.start("campaign", self.chance.randbytes(32))[0]
        self.bot = SimpleBot(self.chance.randrange(999))
        east = {a for a, row in DATA.hexes.items() if row["wall"] == "1"}
        self.last = {a: "german" if self._is_german(a, east) else "allied" for a in DATA.hexes}
        self.phase: tuple[int, object] = (0, None)
        self.own: set[str] = set()
        self.closed: set[str] = set()
        self.alarm = False
        self.compared: Counter[str] = Counter()

    def _is_german(self, a: str, wall: set[str]) -> bool:
        """Rule 13.3-1: the wall and what lies east of it in its row."""
        row = [b for b in wall if b[:2] == a[:2]]
        return int(a[2:]) >= min(int(b[2:]) for b in row) if row else False

    # -- playing --------------------------------------------------------------------------------

    def play(self) -> Counter[str]:
        """Play on, comparing wherever there is something to compare."""
        while (decision := GAME.decision(self.g)) and self.g.turn <= TURNS:
            self.look(self.position())
            action = self.bot.answer(GAME, self.g, decision)
            if self.chance.random() < self.disturbance:
                action = self.chance.choice(decision.actions)
            for event in GAME.play(self.g, action):
                self.follow(event)
        return self.compared

    def follow(self, event: Event) -> None:
        """Who passes through which hex, by the log alone. Rule 13.3-2."""
        match event:
            case Moved(units=(first, *_), to=to) | Entered(units=(first, *_), to=to):
                self.passed(first, to)
            case Retreated(unit=unit, to=to) | Pursued(unit=unit, to=to):
                self.passed(unit, to)
            case Dropped(unit=unit, landed=to) if self.g.steps_left[unit]:
                self.passed(unit, to)

    def passed(self, unit: int, to: int) -> None:
        row = self.g.setting.units[unit]
        if row.role != "commando":
            self.last[self.hex(to)] = row.side

    # -- looking --------------------------------------------------------------------------------

    def hex(self, place: int) -> str:
        return str(self.g.setting.board.hex(place))

    def hexes(self, places: int) -> set[str]:
        return {self.hex(place) for place in members(places)}

    def names(self, units: int) -> set[str]:
        return {self.g.setting.units[unit].id for unit in members(units)}

    def position(self) -> Position:
        """The map as the oracle sees it."""
        g = self.g
        rows = g.setting.units
        return Position(
            data=DATA,
            turn=g.turn,
            where={
                rows[unit].id: self.hex(place)
                for unit, place in enumerate(g.where)
                if place != NOWHERE
            },
            steps={row.id: g.steps_left[unit] for unit, row in enumerate(rows)},
            last=self.last,
            oos=self.names(g.oos),
            isolated=self.names(g.isolated),
            shaken=self.names(g.shaken),
            wary=self.names(g.wary),
            opened=self.hexes(g.opened),
            own=self.own,
            closed=self.closed,
            alarm=self.alarm,
            interdicted=self.hexes(g.interdicted),
            covered=self.hexes(g.covered),
            broken={g.setting.entries[entry].id for entry in g.exits.values()},
            ruined=self.hexes(g.ruined),
        )

    def due(self, kind: str) -> bool:
        """Whether it is time for a comparison of a kind."""
        return self.chance.randrange(EVERY[kind]) == 0

    def look(self, here: Position) -> None:
        step = self.g.steps[-1]
        phase = next((it for it in self.g.steps if isinstance(it, Movement)), None)
        if phase and (self.g.turn, phase) != self.phase:
            self.phase = (self.g.turn, phase)
            self.begin(here, phase)
        if isinstance(step, Moving) and not step.mode and self.due("range"):
            self.compare_ranges(here, step)
        elif isinstance(step, Ordering):
            self.compare_odds(here, step)
        elif isinstance(step, Retreat):
            self.compare_retreats(here, step)
        if self.due("supply"):
            self.compare_supply(here)
        if self.due("occupation"):
            self.compare_occupation(here)

    def begin(self, here: Position, phase: Movement) -> None:
        """What is settled when a movement phase begins. Rules 7.2-3c, 9.7b."""
        side = SIDES[phase.side]
        self.own = here.occupied(side) | (here.opened if side == "german" else set())
        if side == "allied" and phase.number == 1:
            self.alarm = here.frees_the_british()
        if side == "german":
            self.closed = here.key_cities() & here.occupied("allied")
        here.own, here.alarm, here.closed = self.own, self.alarm, self.closed

    # -- comparing ------------------------------------------------------------------------------

    def compare_ranges(self, here: Position, step: Moving) -> None:
        g = self.g
        units = [g.setting.units[unit].id for unit in step.units]
        entry = g.setting.entries[step.entry].id if step.entry >= 0 else ""
        if units[0] not in here.where and not entry:
            return
        start = here.where.get(units[0], "")
        found = step.ranges(step.stack(g))
        for mode, flood in found.items():
            points = min(DATA.points(unit, mode) for unit in units)
            if mode == "combat":
                expected = here.combat_range(units, points, entry)
            else:
                expected = here.strategic_range(units, points, entry)
            actual = {
                self.hex(place): cost
                for cost, level in enumerate(flood.levels)
                for place in members(level)
            }
            actual.pop(start, None)
            expected.pop(start, None)
            assert actual == expected, (g.turn, units, mode)
            self.compared[mode] += 1

    def compare_odds(self, here: Position, step: Ordering) -> None:
        for combat in self.g.declared:
            odds = work_out(self.g, combat, step.side)
            units = [self.g.setting.units[unit].id for unit in combat.attackers]
            expected = here.odds(units, self.hex(combat.target), air=combat.air)
            shift = sum(it.value for it in odds.shifts)
            assert (odds.attack, odds.defence, shift) == (*expected[:2], expected[3])
            column = ("1:2", *(f"{n}:1" for n in range(1, 8)))[max(0, odds.column)]
            assert column == expected[4]
            self.compared["odds"] += 1
            for unit in each_piece(self.g.stack(combat.target, enemy(step.side))):
                expected_hexes = here.retreats(self.g.setting.units[unit].id, DEFENDER_DISTANCE)
                found = retreats(self.g, unit, DEFENDER_DISTANCE)
                assert {self.hex(place) for place in found} == expected_hexes
                self.compared["retreats"] += 1

    def compare_retreats(self, here: Position, step: Retreat) -> None:
        decision = GAME.decision(self.g)
        assert decision
        offered: dict[int, set[str]] = {}
        for action in decision.actions:
            if action.verb == "retreat":
                offered.setdefault(action.piece(0), set()).add(self.hex(action.place(1)))
        for unit, hexes in offered.items():
            assert here.retreats(self.g.setting.units[unit].id, step.distance) == hexes
            self.compared["retreats"] += 1

    def compare_supply(self, here: Position) -> None:
        for number, side in enumerate(SIDES):
            fed, net = self.hexes(supplied_hexes(self.g, number)), here.road_net(side)
            places = sorted(here.held(side))
            for a in self.chance.sample(places, min(20, len(places))):
                assert here.is_supplied(a, side, net) == (a in fed), (self.g.turn, side, a)
                self.compared["supply"] += 1

    def compare_occupation(self, here: Position) -> None:
        for number, side in enumerate(SIDES):
            assert here.occupied(side) == self.hexes(occupied_hexes(self.g, number)), self.g.turn
            self.compared["occupation"] += 1


@pytest.mark.play
@pytest.mark.parametrize("seed", range(amount(2, soak=12)))
def test_a_plain_reading_of_the_rules_comes_to_the_same(seed: int) -> None:
    """Ranges, odds, supply, occupation and retreats, in games with 5 to 15 % of random actions."""
    compared = Comparison(f"oracle/{seed}", 0.05 + 0.1 * (seed % 2)).play()
    least = {"combat": 100, "strategic": 60, "odds": 60, "retreats": 60, "supply": 400}
    least |= {"occupation": 20}
    assert all(compared[kind] >= count for kind, count in least.items()), compared


def test_the_oracle_knows_nothing_of_the_game() -> None:
    text = (Path(__file__).parent / "oracle.py").read_text(encoding="utf-8")
    names = [
        name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
    ]
    assert not [name for name in names if name.startswith(("salient", "tests"))]
