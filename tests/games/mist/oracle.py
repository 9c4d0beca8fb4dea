"""*Tigers in the Mist* once more, slow and plain: a second opinion for the tests.

It knows the data files and the rulebook, and nothing of the game's own code: places and units are
names, sets are sets, and every question is worked out anew. It answers for the readings that are
the defaults of docs/readings.md.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[3] / "src" / "salient" / "games" / "mist" / "data"
CLOSED = {"german": set("LMNP"), "allied": set("ABC")}
QUALITY = ["infantry", "motorized", "mechanized", "armor", "engineer"]
DEMOLITION = {
    ("engineer", False): 8,
    ("engineer", True): 4,
    ("other", False): 4,
    ("other", True): 2,
}


def read(name: str) -> list[dict[str, str]]:
    """The rows of a data file."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def other(side: str) -> str:
    return "allied" if side == "german" else "german"


class Road(NamedTuple):
    """A link of the map as seen from one of its ends."""

    to: str
    cost: int
    bridge: bool


class Scenario:
    """What is printed: the map, the counters and the words of a scenario."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.words = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))[name]
        part = self.words["section"]
        areas, zones = read("areas.csv"), read("zones.csv")
        numbers = {row["number"]: row["name"] for row in areas} | {
            z["letter"]: z["letter"] for z in zones
        }
        self.areas = {row["name"]: row for row in areas}
        self.zones = {row["letter"]: row for row in zones}
        self.section = {
            numbers[row.get("number") or row["letter"]]
            for row in [*areas, *zones]
            if not part or row[part] == "1"
        }
        self.roads: dict[str, list[Road]] = {place: [] for place in numbers.values()}
        for row in read("links.csv"):
            a, b = numbers[row["a"]], numbers[row["b"]]
            primary = row["road"] == "primary" or a in self.zones or b in self.zones
            for here, to in ((a, b), (b, a)):
                self.roads[here].append(Road(to, 1 if primary else 2, row["bridge"] != ""))
        self.kinds = {row["kind"]: row for row in read("kinds.csv")}
        self.units = {row["id"]: row for row in read("units.csv") if not part or row[part] == "1"}
        self.sources = {side: set(self.words[f"{side}_sources"]) for side in ("german", "allied")}
        self.exits = {z for z, row in self.zones.items() if row["side"] == "allied"} - CLOSED[
            "german"
        ]


@dataclass
class Position:
    """What lies on the table."""

    scenario: Scenario
    day: int
    impulse: int
    where: dict[str, str]
    strength: dict[str, int]
    blown: set[frozenset[str]]
    german_control: set[str]
    dug_in: set[str] = field(default_factory=set)
    on_foot: set[str] = field(default_factory=set)
    waiting: set[str] = field(default_factory=set)
    outsiders: set[str] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    hindered: str = ""

    # -- looking around -----------------------------------------------------------------------

    def side(self, unit: str) -> str:
        return self.scenario.units[unit]["side"]

    def kind(self, unit: str) -> str:
        return self.scenario.units[unit]["kind"]

    def there(self, place: str, side: str) -> list[str]:
        """A side's units in a place."""
        return [unit for unit, at in self.where.items() if at == place and self.side(unit) == side]

    def held_by(self, side: str) -> set[str]:
        """All places with units of a side."""
        return {at for unit, at in self.where.items() if self.side(unit) == side}

    def is_area(self, place: str) -> bool:
        return place in self.scenario.areas

    def is_blown(self, a: str, b: str) -> bool:
        return frozenset((a, b)) in self.blown

    # -- chapter 13: supply -------------------------------------------------------------------

    def has_line(self, side: str, start: str, over: int) -> bool:
        """Whether a line leads from a place to a source over at most so many blown bridges."""
        enemies, seen, front = self.held_by(other(side)), {(start, 0)}, [(start, 0)]
        sources = self.scenario.sources[side] - enemies
        while front:
            place, crossed = front.pop()
            if place in sources:
                return True
            for road in self.scenario.roads[place]:
                then = crossed + self.is_blown(place, road.to)
                passable = self.is_area(road.to) or road.to in sources
                if (
                    passable
                    and then <= over
                    and road.to in self.scenario.section
                    and road.to not in enemies
                    and (road.to, then) not in seen
                ):
                    seen.add((road.to, then))
                    front.append((road.to, then))
        return False

    def supplied_at(self, unit: str, place: str) -> bool:
        """Whether a unit would be in supply in a place."""
        if place not in self.scenario.section:
            return unit in self.outsiders
        return self.has_line(self.side(unit), place, 0 if self.kind(unit) == "armor" else 1)

    def supplied(self, unit: str) -> bool:
        return self.supplied_at(unit, self.where[unit])

    # -- chapter 12: control and points -------------------------------------------------------

    def end_impulse(self) -> None:
        """Areas with units of one side alone are that side's."""
        german, allied = self.held_by("german"), self.held_by("allied")
        for area in self.scenario.areas:
            if area in german and area not in allied:
                self.german_control.add(area)
            if area in allied and area not in german:
                self.german_control.discard(area)

    def pays(self, area: str) -> bool:
        """Whether Germans in an area, if there are any, have at least one unit in supply."""
        garrison = self.there(area, "german")
        return not garrison or any(map(self.supplied, garrison))

    def area_points(self) -> int:
        held = self.german_control & self.scenario.section
        return sum(int(self.scenario.areas[area]["vp"]) for area in held if self.pays(area))

    def town(self, area: str) -> str:
        """German if they control it, contested if both are in it, else Allied."""
        if area in self.german_control:
            return "german"
        both = self.there(area, "german") and self.there(area, "allied")
        return "contested" if both else "allied"

    def town_points(self) -> int:
        worth = {"german": 2, "contested": 1, "allied": 0}
        towns = self.scenario.words.get("towns", ())
        return sum(worth[self.town(area)] for area in towns if self.pays(area))

    def zone_points(self) -> int:
        """Supplied German strength in Allied zones times their multipliers."""
        zones = self.scenario.zones
        return sum(
            self.strength[unit] * int(zones[at]["multiplier"])
            for unit, at in self.where.items()
            if at in self.scenario.exits and self.side(unit) == "german" and self.supplied(unit)
        )

    # -- chapter 8: movement ------------------------------------------------------------------

    def allowance(self, unit: str) -> int:
        return 5 if unit in self.on_foot else int(self.scenario.kinds[self.kind(unit)]["mp"])

    def walks(self, group: Iterable[str]) -> bool:
        return all(self.kind(unit) == "infantry" or unit in self.on_foot for unit in group)

    def is_frozen(self, unit: str) -> bool:
        if (self.day, self.impulse) != (16, 1):
            return False
        first = self.scenario.units[unit]["first"]
        return first == "held" if self.side(unit) == "german" else first != "free"

    def has_room(self, place: str, group: set[str]) -> bool:
        if not self.is_area(place):
            return True
        units = group | set(self.there(place, self.side(next(iter(group)))))
        return len(units) <= 4 and sum(self.strength[unit] for unit in units) <= 10

    def step(self, group: set[str], here: str, road: Road, *, wading: bool) -> int | None:
        """What a group pays for one step, or None if it may not go there."""
        scenario, side = self.scenario, self.side(next(iter(group)))
        enemies = {p for p in self.held_by(other(side)) if self.is_area(p)}
        if road.to in CLOSED[side]:
            return None
        if road.to not in scenario.section and here in scenario.section:
            return None
        if here in enemies and road.to in enemies:
            return None
        if self.is_blown(here, road.to):
            if not wading:
                return None
            cost = 3
        else:
            cost = road.cost
        if self.is_area(road.to) and any(u not in group for u in self.units_in(road.to)):
            cost += 1
        if here in enemies:
            cost += 1
        if side == "allied":
            cost += (road.to == self.hindered) + (here == self.hindered)
        return cost

    def units_in(self, place: str) -> Iterator[str]:
        return (unit for unit, at in self.where.items() if at == place)

    def reach(
        self, group: set[str], spent: int, points: int, cut_off: set[str], *, wading: bool
    ) -> dict[str, int]:
        """The least that going to each place costs, spent points included.

        Args:
            group: The units that move together.
            spent: What they have spent in this activation.
            points: What they have in all.
            cut_off: Those that were out of supply before they moved.
            wading: Whether they cross at blown bridges.
        """
        scenario, side = self.scenario, self.side(next(iter(group)))
        start = self.where[next(iter(group))]
        if cut_off & self.entered:
            return {}
        if side == "german" and start in scenario.exits:
            return {}
        if side == "allied" and group & self.waiting and self.there(start, "german"):
            return {}
        enemies = self.held_by(other(side))
        best, front = {start: spent}, [start]
        while front:
            here = front.pop()
            ends = here in scenario.exits if side == "german" else False
            if here != start and (cut_off or ends or (self.is_area(here) and here in enemies)):
                continue
            for road in scenario.roads[here]:
                cost = self.step(group, here, road, wading=wading)
                if cost is None or best[here] + cost > points:
                    continue
                if best[here] + cost >= best.get(road.to, points + 1):
                    continue
                supplied = group - cut_off
                if road.to in scenario.section and not all(
                    self.supplied_at(unit, road.to) for unit in supplied
                ):
                    continue
                best[road.to] = best[here] + cost
                front.append(road.to)
        del best[start]
        return best

    # -- chapters 9 and 10: who fires with what -------------------------------------------------

    def value(self, unit: str, *, attacking: bool) -> int:
        return int(self.scenario.kinds[self.kind(unit)]["attack" if attacking else "defence"])

    def request_need(self, side: str, area: str) -> int:
        if side == "allied":
            return 8
        return 6 if self.scenario.areas[area]["front"] == "1" else 4

    def demolition_need(self, unit: str, *, guarded: bool) -> int:
        if guarded:
            return 1
        kind = "engineer" if self.kind(unit) == "engineer" else "other"
        return DEMOLITION[kind, unit in self.entered]


# -- battles -------------------------------------------------------------------------------------

Cases = dict[tuple[tuple[str, int], ...], float]
"""How likely each set of strengths is."""


def hits(dice: int, need: int) -> list[float]:
    """The chances of 0, 1, ... dice of ten sides that show so much or less."""
    p = min(max(need, 0), 10) / 10
    return [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]


def strike(cases: Cases, target: str, chances: list[float]) -> Cases:
    """Let a unit take hits; those beyond its strength are lost."""
    after: Cases = {}
    for case, chance in cases.items():
        for count, p in enumerate(chances):
            then = tuple((u, max(n - count, 0) if u == target else n) for u, n in case)
            after[then] = after.get(then, 0.0) + chance * p
    return after


@dataclass
class Fight:
    """A battle about to be fought, in the words of chapter 9."""

    position: Position
    area: str
    attacker: str
    attackers: list[str]
    defenders: list[str]
    river: bool
    supported: bool = False

    def __post_init__(self) -> None:
        units = [*self.attackers, *self.defenders]
        self.cut_off = {unit for unit in units if not self.position.supplied(unit)}
        self.entrenched = self.position.dug_in & set(units)
        self.strength = {unit: self.position.strength[unit] for unit in units}

    def units(self, side: str) -> list[str]:
        return self.attackers if side == self.attacker else self.defenders

    def kind(self, unit: str) -> str:
        return self.position.kind(unit)

    def requests(self, side: str) -> int:
        """One for each three full points in supply; the defender has one at least."""
        units = [unit for unit in self.units(side) if unit not in self.cut_off]
        count = sum(self.strength[unit] for unit in units) // 3
        return max(count, 1) if side != self.attacker and units else count

    def combined(self, markers: int) -> bool:
        kinds = set(map(self.kind, self.attackers))
        return bool(markers) and "armor" in kinds and kinds != {"armor"}

    def modifiers(
        self, firer: str | None, side: str, target: str, *, combined: bool
    ) -> dict[str, int]:
        """What is added to the dice of a shot, by rule; artillery has no firer."""
        found = {}
        if side == self.attacker and target in self.entrenched:
            found["9.71a"] = 1
        if firer in self.cut_off:
            found["9.71b"] = 1
        if side != self.attacker and not combined:
            found["9.71c"] = -1
        if side != self.attacker and self.river:
            found["9.71d"] = -1
        if side == "allied" and self.supported:
            found["14.24"] = 1
        return found

    # -- who is fired at ------------------------------------------------------------------------

    def shelled(self, side: str, count: int) -> list[str]:
        """The targets of a side's markers: the strongest of those the rule allows."""
        targets = self.units(other(side))
        marks: list[str] = []
        for _ in range(count):
            totals = dict.fromkeys(map(self.kind, targets), 0)
            for unit in targets:
                totals[self.kind(unit)] += self.strength[unit] - marks.count(unit)
            bare = [unit for unit in targets if unit not in marks] or targets
            most = max(totals[self.kind(unit)] for unit in bare)
            fair = [unit for unit in bare if totals[self.kind(unit)] == most]
            marks.append(max(fair, key=lambda unit: self.strength[unit]))
        return marks

    def aims(self, side: str, strength: dict[str, int]) -> list[tuple[str, str]]:
        """Who fires at whom, each at the strongest of those it may fire at."""
        firers = [unit for unit in self.units(side) if strength[unit]]
        targets = [unit for unit in self.units(other(side)) if strength[unit]]
        if not targets:
            return []
        found: list[tuple[str, str]] = []
        for firer in sorted(firers, key=lambda unit: -self.quality(unit)):
            aimed = [target for _, target in found]
            if len(firers) == 1:
                fair = self._allowed(firer, targets)
            else:
                least = min(map(aimed.count, targets))
                fair = [unit for unit in targets if aimed.count(unit) == least]
                if not least:
                    fair = self._first(firer, fair, strength, defending=side != self.attacker)
            found.append((firer, max(fair, key=lambda unit: strength[unit])))
        return found

    def quality(self, unit: str) -> int:
        return QUALITY.index(self.kind(unit))

    def _allowed(self, firer: str, targets: list[str]) -> list[str]:
        """Targets of equal or lower quality, else the lowest above (9.52)."""
        low = [unit for unit in targets if self.quality(unit) <= self.quality(firer)]
        least = min(map(self.quality, targets))
        return low or [unit for unit in targets if self.quality(unit) == least]

    def _nearest(self, firer: str, targets: list[str]) -> list[str]:
        """Own quality, else the best below, else the lowest above (9.57)."""
        low = [unit for unit in targets if self.quality(unit) <= self.quality(firer)]
        wanted = max(map(self.quality, low)) if low else min(map(self.quality, targets))
        return [unit for unit in targets if self.quality(unit) == wanted]

    def _first(
        self, firer: str, targets: list[str], strength: dict[str, int], *, defending: bool
    ) -> list[str]:
        """Targets nobody aims at yet; a defender may pass by those of strength one (9.53)."""
        fair = self._nearest(firer, targets)
        allowed = self._allowed(firer, targets)
        while defending and all(strength[unit] == 1 for unit in fair):
            rest = [unit for unit in allowed if unit not in fair]
            if not rest:
                break
            fair += self._nearest(firer, rest)
        return [unit for unit in targets if unit in fair]

    # -- chances --------------------------------------------------------------------------------

    def chances(self) -> dict[tuple[int, int], float]:
        """How likely each pair of total strengths is after the battle."""
        defender = other(self.attacker)
        ends: dict[tuple[int, int], float] = {}
        calls = (enumerate(self._calls(side)) for side in (self.attacker, defender))
        for (ours, p), (theirs, q) in product(*calls):
            combined = self.combined(ours)
            cases: Cases = {tuple(self.strength.items()): p * q}
            cases = self._barrage(cases, defender, theirs, combined=combined)
            cases = self._volley(cases, defender, combined=combined)
            cases = self._barrage(cases, self.attacker, ours, combined=combined)
            cases = self._volley(cases, self.attacker, combined=combined)
            for case, chance in cases.items():
                left = dict(case)
                ours_left = sum(left[unit] for unit in self.attackers)
                pair = ours_left, sum(left.values()) - ours_left
                ends[pair] = ends.get(pair, 0.0) + chance
        return ends

    def _calls(self, side: str) -> list[float]:
        return hits(self.requests(side), self.position.request_need(side, self.area))

    def _barrage(self, cases: Cases, side: str, count: int, *, combined: bool) -> Cases:
        value = 3 if side == self.attacker else 5
        for target in self.shelled(side, count):
            shift = sum(self.modifiers(None, side, target, combined=combined).values())
            cases = strike(cases, target, hits(1, value - shift))
        return cases

    def _volley(self, cases: Cases, side: str, *, combined: bool) -> Cases:
        after: Cases = {}
        for case, chance in cases.items():
            strength, here = dict(case), {case: chance}
            for firer, target in self.aims(side, strength):
                shift = sum(self.modifiers(firer, side, target, combined=combined).values())
                need = self.position.value(firer, attacking=side == self.attacker) - shift
                here = strike(here, target, hits(strength[firer], need))
            for then, p in here.items():
                after[then] = after.get(then, 0.0) + p
        return after


# -- a whole impulse, from its log -----------------------------------------------------------------


class Witness:
    """Follows a game by what is told of it, and objects to what the rules do not say.

    Attributes:
        position: What lies on the table, as far as it has been told.
        heard: How many claims of each kind have been checked.
    """

    def __init__(self, position: Position) -> None:
        self.position, self.side = position, ""
        self.crossed: set[str] = set()
        self.occupied: set[str] = set()
        self.special = ("", "")
        self.fight: Fight | None = None
        self.markers = dict.fromkeys(("german", "allied"), 0)
        self.roll: dict[str, Any] = {}
        self.failures: dict[tuple[frozenset[str], str], int] = {}
        self.starving: set[str] | None = None
        self.fighting_on = False
        self.total = 0
        self.heard: Counter[str] = Counter()

    def hear(self, event: dict[str, Any]) -> None:
        """Take in an event: its name under ``event``, its values in names."""
        name = event["event"]
        if self.fighting_on and name in IMPULSE_IS_OVER:
            self.position.end_impulse()
            self.fighting_on = False
        listener = getattr(self, f"_{name}", None)
        if listener:
            listener(event)

    def claim(self, what: str, told: object, *, wanted: object) -> None:
        """Something told that the rules say as well."""
        self.heard[what] += 1
        assert told == wanted, (what, told, wanted)

    # -- time -----------------------------------------------------------------------------------

    def _impulse(self, event: dict[str, Any]) -> None:
        position = self.position
        position.day, position.impulse = map(int, event["clock"].split("-"))
        self.side, self.fighting_on, self.starving = event["side"], True, None
        self.crossed, self.occupied = set(), position.held_by(event["side"])

    def _control(self, event: dict[str, Any]) -> None:
        german = event["area"] in self.position.german_control
        self.claim("control", event["side"], wanted="german" if german else "allied")

    def _starved(self, event: dict[str, Any]) -> None:
        if self.starving is None:
            position = self.position
            self.starving = {unit for unit in position.where if not position.supplied(unit)}
        self.claim("attrition", event["unit"] in self.starving, wanted=True)
        self.starving.discard(event["unit"])

    def _scored(self, event: dict[str, Any]) -> None:
        position = self.position
        self.claim("attrition", self.starving or set(), wanted=set())
        if position.scenario.words["scoring"] == "areas":
            self.claim("points", event["gained"], wanted=position.area_points())
        self.total = event["total"]
        self._next_turn()

    def _turn_ended(self, _event: dict[str, Any]) -> None:
        self.claim("attrition", self.starving or set(), wanted=set())
        self._next_turn()

    def _next_turn(self) -> None:
        self.position.entered.clear()
        self.position.outsiders.clear()

    def _town_stands(self, event: dict[str, Any]) -> None:
        self.claim("town", event["state"], wanted=self.position.town(event["town"]))

    def _ended(self, event: dict[str, Any]) -> None:
        if self.position.scenario.words["scoring"] == "areas":
            gained = event["score"] - self.total
            self.claim("points", gained, wanted=self.position.zone_points())

    # -- coming and going -------------------------------------------------------------------------

    def _arrived(self, event: dict[str, Any]) -> None:
        unit, zone = event["unit"], event["zone"]
        self.position.where[unit] = zone
        self.position.waiting.add(unit)
        if zone not in self.position.scenario.section:
            self.position.outsiders.add(unit)

    def _moved(self, event: dict[str, Any]) -> None:
        position, group = self.position, set(event["units"])
        here, to = event["origin"], event["to"]
        road = next(road for road in position.scenario.roads[here] if road.to == to)
        wanted = position.step(group, here, road, wading=position.walks(group))
        self.claim("cost of a step", event["cost"], wanted=wanted)
        for unit in group:
            self.claim("origin", position.where[unit], wanted=here)
            position.where[unit] = to
        position.entered |= group
        position.waiting -= group
        self.crossed = self.crossed | group if road.bridge else self.crossed - group

    def _shifted(self, event: dict[str, Any]) -> None:
        self.position.where |= dict.fromkeys(event["units"], event["to"])
        self.position.entered |= set(event["units"])

    def _abandoned(self, event: dict[str, Any]) -> None:
        self.position.on_foot |= set(event["units"])

    def _remounted(self, event: dict[str, Any]) -> None:
        position, unit = self.position, event["unit"]
        sound = position.has_line(position.side(unit), position.where[unit], 0)
        self.claim("return of vehicles", sound, wanted=True)
        position.on_foot.discard(unit)

    def _entrenched(self, event: dict[str, Any]) -> None:
        position, unit = self.position, event["unit"]
        alone = not position.there(position.where[unit], other(position.side(unit)))
        self.claim("digging", (position.kind(unit) != "armor", alone), wanted=(True, True))
        position.dug_in.add(unit)

    def _left_entrenchment(self, event: dict[str, Any]) -> None:
        self.position.dug_in -= set(event["units"])

    def _eliminated(self, event: dict[str, Any]) -> None:
        self._gone(event["unit"])

    def _overstack_removed(self, event: dict[str, Any]) -> None:
        crowd = set(self.position.there(event["area"], self.position.side(event["unit"])))
        self.claim("overstack", self.position.has_room(event["area"], crowd), wanted=False)
        self._gone(event["unit"])

    def _turned_back(self, event: dict[str, Any]) -> None:
        self._gone(event["unit"])

    def _gone(self, unit: str) -> None:
        position = self.position
        del position.where[unit]
        position.strength[unit] = 0
        for marks in (position.dug_in, position.on_foot, position.waiting):
            marks.discard(unit)

    def _lost_strength(self, event: dict[str, Any]) -> None:
        unit = event["unit"]
        self.position.strength[unit] -= event["lost"]
        self.claim("strength left", event["left"], wanted=self.position.strength[unit])

    def _special_placed(self, event: dict[str, Any]) -> None:
        self.special = event["effect"], event["area"]
        self.position.hindered = event["area"] if event["effect"] == "hinder" else ""

    def _special_removed(self, _event: dict[str, Any]) -> None:
        self.special = ("", "")
        self.position.hindered = ""

    # -- bridges ----------------------------------------------------------------------------------

    def _bridge_blown(self, event: dict[str, Any]) -> None:
        self._demolition(event)
        self.position.blown.add(frozenset((event["a"], event["b"])))

    def _bridge_held(self, event: dict[str, Any]) -> None:
        self._demolition(event)

    def _demolition(self, event: dict[str, Any]) -> None:
        unit = event["unit"]
        guarded = self.special == ("prevent", self.position.where[unit])
        need = self.position.demolition_need(unit, guarded=guarded)
        self.claim("demolition", self.roll["need"], wanted=need)

    def _bridge_built(self, event: dict[str, Any]) -> None:
        bridge = frozenset((event["a"], event["b"]))
        self._bridging(bridge, built=True)
        self.position.blown.discard(bridge)

    def _bridging_failed(self, event: dict[str, Any]) -> None:
        self._bridging(frozenset((event["a"], event["b"])), built=False)

    def _bridging(self, bridge: frozenset[str], *, built: bool) -> None:
        earlier = self.failures.get((bridge, self.side), 0)
        self.claim("bridging", self.roll["faces"][0] - earlier <= 4, wanted=built)
        if built:
            self.failures = {key: n for key, n in self.failures.items() if key[0] != bridge}
        else:
            self.failures[bridge, self.side] = earlier + 1

    # -- battles ----------------------------------------------------------------------------------

    def _battle(self, event: dict[str, Any]) -> None:
        area, position = event["area"], self.position
        ours = position.there(area, self.side)
        river = area not in self.occupied and all(unit in self.crossed for unit in ours)
        attackers, defenders = event["attackers"], event["defenders"]
        self.claim("defenders", set(defenders), wanted=set(position.there(area, other(self.side))))
        self.fight = Fight(position, area, self.side, attackers, defenders, river)

    def _special_used(self, _event: dict[str, Any]) -> None:
        assert self.fight is not None
        self.fight.supported = True

    def _rolled(self, event: dict[str, Any]) -> None:
        self.roll = event
        if event["purpose"] == "artillery":
            assert self.fight is not None
            side, fight = event["side"], self.fight
            need = self.position.request_need(side, fight.area)
            told = len(event["faces"]), event["need"]
            self.claim("artillery", told, wanted=(fight.requests(side), need))
            self.markers[side] = sum(face <= need for face in event["faces"])

    def _shelled(self, event: dict[str, Any]) -> None:
        assert self.fight is not None
        value = 3 if event["side"] == self.fight.attacker else 5
        self._shot(None, event["side"], event["target"], 1, value)

    def _fired(self, event: dict[str, Any]) -> None:
        firer = event["firer"]
        side = self.position.side(firer)
        value = self.position.value(firer, attacking=side == self.side)
        self._shot(firer, side, event["target"], self.position.strength[firer], value)

    def _shot(self, firer: str | None, side: str, target: str, dice: int, value: int) -> None:
        assert self.fight is not None
        combined = self.fight.combined(self.markers[self.fight.attacker])
        shift = self.fight.modifiers(firer, side, target, combined=combined)
        told = {entry["rule"]: entry["value"] for entry in self.roll["modifiers"]}
        self.claim("modifiers", told, wanted=shift)
        self.claim("dice", (len(self.roll["faces"]), self.roll["need"]), wanted=(dice, value))
        hit = sum(face + sum(shift.values()) <= value for face in self.roll["faces"])
        self.claim("hits", self.roll["successes"], wanted=hit)

    def _battle_ended(self, _event: dict[str, Any]) -> None:
        self.markers = dict.fromkeys(("german", "allied"), 0)
        self.fight = None


IMPULSE_IS_OVER = {
    "control",
    "released",
    "starved",
    "turned_back",
    "turn_ended",
    "scored",
    "arrived",
    "impulse",
}
"""What is told first when a player's impulse is over."""
