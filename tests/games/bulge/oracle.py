"""The rules once more, slow and plain: a second opinion on ranges, odds, supply and retreats.

Nothing of the game's code is used, only its data files. Hexes are their four-digit numbers, units
their designations, sets are sets; every function reads like the rule that it follows.
"""

from __future__ import annotations

import csv
import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

OTHER = {"german": "allied", "allied": "german"}
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
LEAVE_ZOC = 2
SUPPLY_REACH = 6
ALARM = 3

Row = dict[str, str]
Costs = dict[str, int]
Steps = Callable[[str, int], Iterator[tuple[str, int]]]
"""The steps from a hex and their costs; the second argument says whether it lies in an EZOC."""


def read(path: Path) -> list[Row]:
    """The rows of a table; lines with a hash are remarks."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def shifted(a: str, row: int, column: int) -> str:
    return f"{int(a[:2]) + row:02}{int(a[2:]) + column:02}"


@cache
def six_around(a: str) -> tuple[str, ...]:
    """The numbers around a hex: odd rows stand half a hex further east (rule 9.6-1)."""
    east = int(a[:2]) % 2
    return (
        *(shifted(a, 0, -1), shifted(a, 0, 1), shifted(a, 1, east - 1), shifted(a, 1, east)),
        *(shifted(a, -1, east - 1), shifted(a, -1, east)),
    )


def apart(a: str, b: str) -> int:
    """The number of steps between two hexes."""
    (r1, c1), (r2, c2) = ((int(it[:2]), int(it[2:])) for it in (a, b))
    down, along = r2 - r1, (c2 - r2 // 2) - (c1 - r1 // 2)
    return max(abs(down), abs(along), abs(down + along))


class Data:
    """The tables of the game."""

    def __init__(self, folder: Path) -> None:
        self.hexes = {row["hex"]: row for row in read(folder / "hexes.csv")}
        self.sides = {frozenset((r["a"], r["b"])): r for r in read(folder / "sides.csv")}
        self.units = {row["id"]: row for row in read(folder / "units.csv")}
        self.entries = {row["id"]: row for row in read(folder / "entries.csv")}
        self.terrain = {row["terrain"]: row for row in read(folder / "terrain.csv")}
        self.allowances = {(r["nation"], r["colour"]): r for r in read(folder / "allowances.csv")}
        self.lines: dict[str, list[str]] = {}
        for row in sorted(read(folder / "lines.csv"), key=lambda it: int(it["order"])):
            self.lines.setdefault(row["line"], []).append(row["hex"])
        self._near = {a: [b for b in six_around(a) if b in self.hexes] for a in self.hexes}

    def near(self, a: str) -> list[str]:
        return self._near[a]

    def around(self, hexes: Iterable[str]) -> set[str]:
        return {b for a in hexes for b in self._near[a]}

    def side(self, a: str, b: str, column: str) -> str:
        """What a hexside has in a column: a river, a road, a name, or nothing."""
        row = self.sides.get(frozenset((a, b)))
        return row[column] if row else ""

    def mech(self, unit: str) -> bool:
        return self.units[unit]["mech"] == "1"

    def points(self, unit: str, kind: str) -> int:
        """Movement points. Rule 7.1b."""
        row = self.units[unit]
        return int(self.allowances[row["nation"], row["colour"]][kind])

    def step(self, a: str, b: str, *, mech: bool) -> int | None:
        """Movement points from a hex to the next; None if barred. Rules 3.3, 7.4, 7.6."""
        if self.side(a, b, "road"):
            return int(self.terrain["road"]["foot"])
        if mech and "deep" in (self.hexes[a]["terrain"], self.hexes[b]["terrain"]):
            return None
        column = "mech" if mech else "foot"
        cost = int(self.terrain[self.hexes[b]["terrain"]][column])
        river = self.side(a, b, "river")
        return cost + (int(self.terrain[river][column]) if river else 0)

    def connected(self, start: Iterable[str], within: set[str]) -> set[str]:
        """What hangs together with some hexes."""
        seen = set(start) & within
        front = list(seen)
        while front:
            for b in self.near(front.pop()):
                if b in within and b not in seen:
                    seen.add(b)
                    front.append(b)
        return seen

    @cached_property
    def barred(self) -> dict[str, set[str]]:
        """The hexes beyond the boundary lines of each army. Rule 9.6a."""
        found: dict[str, set[str]] = {"6SS": set(), "5PZ": set(), "7A": set()}
        for name, line in self.lines.items():
            west = min(map(easting, line))
            strip = {a for a in self.hexes if easting(a) >= west} - set(line)
            top = max(strip)[:2]
            north = self.connected((a for a in strip if a[:2] == top), strip)
            found[name.split("/")[0]] |= strip - north
            found[name.split("/")[1]] |= north
            if name == "6SS/5PZ":
                found["7A"] |= north
            else:
                found["6SS"] |= strip - north
        return found

    @cached_property
    def meuse(self) -> set[frozenset[str]]:
        return {side for side, row in self.sides.items() if row["name"] == "Meuse"}

    @cached_property
    def meuse_cities(self) -> set[str]:
        banks = {a for side in self.meuse for a in side}
        return {a for a in banks if self.hexes[a]["town"] == "important"}

    @cached_property
    def beyond_meuse(self) -> set[str]:
        """Where the British may be in turn 5. Rule 9.7a."""
        seen = {row["hex"] for row in self.entries.values() if row["direction"] == "NW"}
        front = list(seen)
        while front:
            a = front.pop()
            for b in self.near(a):
                if b not in seen and frozenset((a, b)) not in self.meuse:
                    seen.add(b)
                    front.append(b)
        return seen | self.meuse_cities


def easting(a: str) -> float:
    """How far east a hex lies."""
    return int(a[2:]) + int(a[:2]) % 2 / 2


@dataclass
class Position:
    """What lies on the map.

    Attributes:
        last: The side that passed through each hex last (13.3-2).
        own: The hexes a side could use strategically when its movement phase began (7.2-3c).
        closed: Important cities that the Allies occupied then (9.5-2a).
        alarm: Whether the British were set free when their phase began (9.7b).
        broken: Entries that Germans have broken through.
        ruined: Fortresses that have fallen once.
    """

    data: Data
    turn: int
    where: dict[str, str]
    steps: dict[str, int]
    last: dict[str, str]
    oos: set[str] = field(default_factory=set)
    isolated: set[str] = field(default_factory=set)
    shaken: set[str] = field(default_factory=set)
    wary: set[str] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    alarm: bool = False
    interdicted: set[str] = field(default_factory=set)
    covered: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    ruined: set[str] = field(default_factory=set)

    # -- who is where ---------------------------------------------------------------------------

    def side(self, unit: str) -> str:
        return self.data.units[unit]["side"]

    def sneaks(self, unit: str) -> bool:
        return self.data.units[unit]["role"] == "commando"

    def regulars(self, side: str) -> Iterator[str]:
        return (u for u in self.where if self.side(u) == side and not self.sneaks(u))

    def held(self, side: str) -> set[str]:
        """Hexes with a side's units, commandos apart."""
        return {self.where[unit] for unit in self.regulars(side)}

    def stack(self, a: str, side: str) -> list[str]:
        return [unit for unit in self.regulars(side) if self.where[unit] == a]

    def zone(self, side: str) -> set[str]:
        """Zones of control. Rules 5.1, 5.2, 8.5-3b."""
        return self.data.around(
            self.where[unit] for unit in self.regulars(side) if unit not in self.shaken
        )

    # -- movement (chapter 7) -------------------------------------------------------------------

    def slowed(self, side: str) -> set[str]:
        """Hexes in which air markers hamper Germans on roads. Rule 10.4b."""
        if side == "allied":
            return set()
        return self.interdicted | self.data.around(self.interdicted)

    def may_enter(self, unit: str) -> set[str]:
        """The hexes a unit may be in. Rules 9.6a, 9.7a."""
        row = self.data.units[unit]
        found = set(self.data.hexes)
        if row["army"] and self.turn < 5:
            barred = self.data.barred[row["army"]]
            if self.where.get(unit) not in barred:
                found -= barred
        if row["nation"] == "british" and self.turn <= 5 and not self.alarm:
            found &= self.data.beyond_meuse
        return found

    def combat_range(self, units: list[str], points: int, entry: str = "") -> Costs:
        """What it costs a stack to come to each hex. Rules 5.4, 5.5, 7.4, 9.3."""
        side, sneaks = self.side(units[0]), self.sneaks(units[0])
        hostile = set() if sneaks else self.zone(OTHER[side])
        open_ = set.intersection(*map(self.may_enter, units))
        if not sneaks:
            open_ -= self.held(OTHER[side])
        if self.wary & set(units):
            open_ -= hostile
        mech, slow = any(map(self.data.mech, units)), self.slowed(side)

        def steps(a: str, leaving: int) -> Iterator[tuple[str, int]]:
            for b in self.data.near(a):
                cost = self.data.step(a, b, mech=mech)
                if cost is None or b not in open_ or (leaving and b in hostile):
                    continue
                late = b in slow and self.data.side(a, b, "road") != ""
                yield b, cost + late + LEAVE_ZOC * leaving

        start, spent = self._start(units, entry, side)
        if entry and (start not in open_ or spent > points):
            return {}
        return self._walk(start, spent, points, steps, hostile, entry=bool(entry))

    def strategic_range(self, units: list[str], points: int, entry: str = "") -> Costs:
        """The same by strategic movement. Rules 7.2, 9.5-2a."""
        side, sneaks = self.side(units[0]), self.sneaks(units[0])
        hostile = set() if sneaks else self.zone(OTHER[side])
        open_ = set.intersection(*map(self.may_enter, units))
        if sneaks:
            open_ -= self.closed
        else:
            open_ &= self.own - hostile - self.held(OTHER[side])
        slow = self.slowed(side)

        def steps(a: str, leaving: int) -> Iterator[tuple[str, int]]:
            for b in self.data.near(a):
                if not leaving and b in open_ and self.data.side(a, b, "road") == "main":
                    yield b, int(self.data.terrain["main"]["foot"]) + (b in slow)

        start, spent = self._start(units, entry, side)
        if entry and (start not in open_ or spent > points):
            return {}
        return self._walk(start, spent, points, steps, hostile, entry=bool(entry))

    def _start(self, units: list[str], entry: str, side: str) -> tuple[str, int]:
        if not entry:
            return self.where[units[0]], 0
        edge = self.data.entries[entry]["hex"]
        return edge, int(self.data.terrain["road"]["foot"]) + (edge in self.slowed(side))

    def _walk(
        self, start: str, spent: int, points: int, steps: Steps, hostile: set[str], *, entry: bool
    ) -> Costs:
        """Cheapest ways; who comes into an enemy zone stays there, who begins in one leaves it."""
        found: Costs = {}
        queue = [(spent, start, True)]
        while queue:
            cost, a, first = heapq.heappop(queue)
            if not first or entry:
                if a in found:
                    continue
                found[a] = cost
            begins = first and not entry
            if a in hostile and not begins:
                continue
            for b, price in steps(a, begins and a in hostile):
                if b not in found and cost + price <= points:
                    heapq.heappush(queue, (cost + price, b, False))
        return found

    # -- supply and occupation (11.2, 13.3) -----------------------------------------------------

    def sources(self, side: str) -> set[str]:
        return {
            row["hex"]
            for key, row in self.data.entries.items()
            if (row["direction"] == "E") == (side == "german") and key not in self.broken
        }

    def road_net(self, side: str) -> set[str]:
        """The hexes from which a free road leads to a source. Rules 11.2-1, 11.2-4."""
        closed = self.held(OTHER[side]) | self.zone(OTHER[side])
        seen = self.sources(side) - closed
        front = list(seen)
        while front:
            a = front.pop()
            for b in self.data.near(a):
                if b not in seen and b not in closed and self.data.side(a, b, "road"):
                    seen.add(b)
                    front.append(b)
        return seen

    def is_supplied(self, a: str, side: str, net: set[str]) -> bool:
        """Whether a unit in a hex reaches the net in six movement points on foot. Rule 11.2."""
        if a in self.sources(side):
            return True
        closed = self.held(OTHER[side]) | self.zone(OTHER[side])
        best = {a: 0}
        queue = [(0, a)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here in net:
                return True
            for b in self.data.near(here):
                price = self.data.step(here, b, mech=False)
                assert price is not None, "men on foot go everywhere"
                if b not in closed and cost + price <= min(SUPPLY_REACH, best.get(b, 99) - 1):
                    best[b] = cost + price
                    heapq.heappush(queue, (cost + price, b))
        return False

    def key_cities(self) -> set[str]:
        """Important cities and fallen fortresses. Rule 12.6."""
        return {a for a, row in self.data.hexes.items() if row["town"] == "important"} | self.ruined

    def frees_the_british(self) -> bool:
        """Whether Germans are near Spa, the Meuse or its important cities. Rule 9.7b."""
        watched = {a for pair in self.data.meuse for a in pair}
        watched |= {a for a, row in self.data.hexes.items() if row["name"] == "Spa"}
        germans = self.held("german")
        return any(apart(a, b) <= ALARM for a in watched for b in germans)

    def occupied(self, side: str) -> set[str]:
        """The hexes a side occupies. Rule 13.3-2."""
        own, theirs, net = self.held(side), self.held(OTHER[side]), self.road_net(side)
        sources = self.sources(side)
        return {
            a
            for a in self.data.hexes
            if a not in theirs
            and (a in own or self.last[a] == side)
            and (
                a in net
                or a in sources
                or any(b in net and self.data.side(a, b, "road") for b in self.data.near(a))
            )
        }

    # -- combat (8.3) ---------------------------------------------------------------------------

    def strength(self, unit: str, kind: str) -> int:
        return int(self.data.units[unit][kind if self.steps[unit] == 2 else f"{kind}2"])

    def odds(self, attackers: list[str], a: str, *, air: bool) -> tuple[int, int, str, int, str]:
        """Attack, defence, odds, sum of the shifts, and column of an attack. Rules 8.3-3, 8.3-4."""
        side = self.side(attackers[0])
        defenders = self.stack(a, OTHER[side])
        short = self.oos | self.isolated
        weak = sum(self.strength(u, "attack") for u in attackers if u in short)
        attack = sum(self.strength(u, "attack") for u in attackers if u not in short) + weak // 2
        cut = sum(self.strength(u, "defence") for u in defenders if u in self.isolated)
        sound = sum(self.strength(u, "defence") for u in defenders if u not in self.isolated)
        defence = sound + (cut + 1) // 2
        shift = self._ground_shift(a, OTHER[side]) + self._river_shift(attackers, a)
        fortress = self.data.hexes[a]["town"] == "fortress" and a not in self.ruined
        if not fortress and not any(self._ways_back(unit, a) for unit in defenders):
            shift += 2
        shift += air - (side == "german" and a in self.covered)
        if attack >= defence:
            base, ratio = attack // defence, f"{attack // defence}:1"
        else:
            many = -(-defence // attack)
            base, ratio = 2 - many, f"1:{many}"
        return attack, defence, ratio, shift, COLUMNS[max(0, min(7, base + shift))]

    def _ground_shift(self, a: str, defender: str) -> int:
        row = self.data.hexes[a]
        town = "important" if a in self.ruined else row["town"]
        kinds = [row["terrain"], *([town] if town else [])]
        if defender == "german" and row["wall"] == "1":
            kinds.append("wall")
        return -max(int(self.data.terrain[kind]["shift"]) for kind in kinds)

    def _river_shift(self, attackers: list[str], a: str) -> int:
        rivers = [self.data.side(self.where[unit], a, "river") for unit in attackers]
        return -min(int(self.data.terrain[river]["shift"]) if river else 0 for river in rivers)

    # -- retreat (8.5) --------------------------------------------------------------------------

    def _ways_back(self, unit: str, a: str) -> list[str]:
        """The hexes next to a place that a unit may retreat into. Rules 5.6, 7.6b, 8.5-2a."""
        foe = OTHER[self.side(unit)]
        closed = self.held(foe) | self.zone(foe)
        return [
            b
            for b in self.data.near(a)
            if b not in closed and self.data.step(a, b, mech=self.data.mech(unit)) is not None
        ]

    def retreats(self, unit: str, distance: int) -> set[str]:
        """Where a unit may end its retreat, a hex further if all is full. Rules 8.5-1, 8.5-2."""
        origin = self.where[unit]
        front = {origin}
        for length in range(1, distance + 2):
            front = {
                b for a in front for b in self._ways_back(unit, a) if apart(origin, b) == length
            }
            open_ = {b for b in front if self._has_room(unit, b)}
            if length > distance or (length == distance and open_):
                return open_
        return set()

    def _has_room(self, unit: str, a: str) -> bool:
        """Stacking. Rules 6.2, 12.5."""
        units = [*self.stack(a, self.side(unit)), unit]
        rows = [self.data.units[it] for it in units]
        fortress = self.data.hexes[a]["town"] == "fortress" and a not in self.ruined
        if len(units) > 3 or sum(is_british_brigade(row) for row in rows) > 2:
            return False
        return all(
            are_compatible(first, second, fortress=fortress)
            for i, first in enumerate(rows)
            for second in rows[:i]
        )


def is_british_brigade(row: Row) -> bool:
    return row["nation"] == "british" and row["mech"] == "1" and not row["division"]


def are_compatible(a: Row, b: Row, *, fortress: bool) -> bool:
    """Whether two units may share a hex. Rules 6.2-2 to 6.2-7, 12.5."""
    if a["nation"] != b["nation"] or (a["army"] and b["army"] and a["army"] != b["army"]):
        return False
    same_division = a["division"] and a["division"] == b["division"]
    brigades = {a["role"], b["role"]} == {"fb", "fg"}
    british = is_british_brigade(a) and is_british_brigade(b)
    return bool(fortress or a["colour"] != b["colour"] or same_division or brigades or british)
