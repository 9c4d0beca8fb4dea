"""A small field on which each rule of *A Time for Trumpets* can be shown.

The field has the columns 00 to 20 and the rows 01 to 20, all of it clear ground without roads or
water, in the area of 6th Panzer Army, unless a test says otherwise: ``Table(ground={"1010":
"woods village"}, water={"1010-1110": "river"}, roads=["1010-1011"])``. The hex 1010 has the
neighbours 1009, 1011, 1109, 1110, 0909 and 0910. The units are in ``toy``, the formations and the
charts are those of the game.

A :class:`Table` starts with an empty map on a clear, dry afternoon: put units where the rule needs
them, begin a segment, script the dice, play actions by their text, and look at what is offered and
what happened.
"""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

import pytest

from salient.boards.pieces import NOWHERE
from salient.engine import Event, Identity
from salient.engine.events import Moved
from salient.engine.ids import Place
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.events import CombatResolved
from salient.games.trumpets.fight import odds
from salient.games.trumpets.fight.combat import CombatSegment
from salient.games.trumpets.fight.modifiers import Entry
from salient.games.trumpets.game import TimeForTrumpets
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.roster import SIDES
from salient.games.trumpets.setting import FOLDER, TrumpetsSetting
from salient.games.trumpets.state import Aircraft, Attack, TrumpetsState
from tests.games.playing import Playing

TOY = Path(__file__).parent / "toy"
OPTIONS = {
    "rules": "standard",
    "events": "yes",
    "areas": "strict",
    "fuel_rolls": "turn",
    "demolition": "a",
    "inspection": "open",
}
COLUMNS, ROWS = range(21), range(1, 21)
HEADQUARTERS = (
    "6PA", "ISS", "1SS", "KGP", "12VG", "IISS", "2SS",
    "1A", "VIII", "106ID", "4ID", "9AD", "VII", "84ID", "XXX", "43ID",
)  # fmt: skip
HOME = {"german": "12VG", "allied": "106ID"}
"""The divisions whose corps attack if a test says nothing else; it depends on the date."""

Spec = tuple[tuple[str, str], ...]


@cache
def field(ground: Spec, water: Spec, roads: tuple[str, ...], rules: str) -> TrumpetsSetting:
    """A setting with the field laid out; the charts are those of the game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = shutil.ignore_patterns("hexes.csv", "sides.csv", "units.csv", "setup_*", "map.json")
        shutil.copytree(FOLDER / "data", folder, ignore=ours, dirs_exist_ok=True)
        for path in TOY.iterdir():
            shutil.copy(path, folder)
        _write_hexes(folder, dict(ground))
        _write_sides(folder, dict(water), roads)
        _write_setup(folder)
        identity = Identity("trumpets", "1", "field", OPTIONS | {"rules": rules})
        return TrumpetsSetting(identity, [folder])


def _write(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _write_hexes(folder: Path, ground: Mapping[str, str]) -> None:
    rows = []
    for column in COLUMNS:
        for row in ROWS:
            number = f"{column:02}{row:02}"
            words = ground.get(number, "").split()
            terrain = [word for word in words if word in ("woods", "broken", "forest", "marsh")]
            built = [word for word in words if word in ("village", "town", "city")]
            rows.append({
                "hex": number,
                "terrain": terrain[0] if terrain else "clear",
                "settlement": built[0] if built else "",
                "name": "",
                "ja": "",
                "army": next((word for word in words if word in ("5PA", "7A")), "6PA"),
                "lxvii": str("lxvii" in words).lower(),
                "wall": str("wall" in words).lower(),
                "squall": str("squall" in words).lower(),
                "east": str("east" in words).lower(),
            })  # fmt: skip
    _write(folder / "hexes.csv", rows)


def _write_sides(folder: Path, water: Mapping[str, str], roads: Sequence[str]) -> None:
    rows = []
    for pair in dict.fromkeys([*water, *(road.split()[0] for road in roads), "0001-0002"]):
        words = water.get(pair, "").split()
        kinds = [word for word in words if word in ("stream", "river", "great")]
        a, b = pair.split("-")
        rows.append({
            "a": a,
            "b": b,
            "water": kinds[0] if kinds else "",
            "road": _grade(pair, roads),
            "ford": str("ford" in words).lower(),
            "bridge": "" if not (kinds and _grade(pair, roads)) else _state(words),
            "name": "Our" if kinds else "",
        })  # fmt: skip
    _write(folder / "sides.csv", rows)


def _grade(pair: str, roads: Sequence[str]) -> str:
    """The road over a hexside: secondary unless it says ``1010-1011 primary``."""
    for road in roads:
        name, _, grade = road.partition(" ")
        if name == pair:
            return grade or "secondary"
    return ""


def _state(words: Sequence[str]) -> str:
    return "blown" if "blown" in words else "whole"


def _write_setup(folder: Path) -> None:
    with (TOY / "units.csv").open(encoding="utf-8") as file:
        units = [row["id"] for row in csv.DictReader(line for line in file if line[0] != "#")]
    names = [*units, "sub", *(f"HQ-{name}" for name in HEADQUARTERS)]
    _write(folder / "setup_field.csv", [{"unit": name, "hex": ""} for name in names])


STRENGTHS = {
    "1-4": (6, 24), "1-3": (6, 18), "1-2": (6, 12), "1-1": (12, 12), "3-2": (18, 12),
    "2-1": (24, 12), "3-1": (36, 12), "4-1": (48, 12), "5-1": (60, 12), "6-1": (72, 12),
    "7-1": (84, 12),
}  # fmt: skip


def fix_odds(monkeypatch: pytest.MonkeyPatch, column: str, drm: int = 0) -> None:
    """Let all attacks have some odds and die modifier: strengths are set, the rest is played."""
    ours, theirs = STRENGTHS[column]
    monkeypatch.setattr(odds, "attack_strength", lambda _s: ours)
    monkeypatch.setattr(odds, "defence_strength", lambda _s: theirs)
    monkeypatch.setattr(odds, "modifiers", lambda _s: (Entry("gc-9", 0, drm),))


class Table(Playing):
    """A position on the field, set up piece by piece."""

    game = TimeForTrumpets()

    def __init__(
        self,
        turn: str = "19AF",
        weather: str = "clear",
        *,
        ground: Mapping[str, str] | None = None,
        water: Mapping[str, str] | None = None,
        roads: Sequence[str] = (),
        rules: str = "standard",
    ) -> None:
        setting = field(
            tuple((ground or {}).items()), tuple((water or {}).items()), tuple(roads), rules
        )
        self.g: TrumpetsState = self.game.set_up(setting, bytes(32))
        self.g.steps = []
        self.g.turn = turn_of(turn)
        self.g.deployed = 0
        self.g.weather = {"6PA": weather, "5PA": weather, "7A": weather}
        self.events: list[Event] = []

    @classmethod
    def real(cls, scenario: str, turn: str, weather: str = "clear", **options: str) -> Self:
        """A table with the units, the map and the set-up of a scenario, nothing on the stack."""
        t = cls.__new__(cls)
        t.g, _ = cls.game.start(scenario, bytes(32), options)
        t.g.steps, t.g.offered = [], None
        t.g.turn = turn_of(turn)
        t.g.weather = {"6PA": weather, "5PA": weather, "7A": weather}
        t.events = []
        return t

    # -- setting up ---------------------------------------------------------------------------

    def put(self, where: str, *units: str, steps: int | None = None) -> Self:
        """Place units; guns and HQs are deployed."""
        g = self.g
        for name in units:
            unit = self.unit(name)
            g.put(unit, g.setting.at(where))
            g.deployed |= 1 << unit & g.setting.roster.emplaced
            if steps is not None:
                g.steps_left[unit] = steps
        return self

    def flag(self, flag: str, *units: str) -> Self:
        """Set a unit flag: oos, ooc, engaged, reserve and so on."""
        for name in units:
            setattr(self.g, flag, getattr(self.g, flag) | 1 << self.unit(name))
        return self

    def works(self, where: str, kind: str) -> Self:
        """Dig or build a position."""
        self.g.positions[self.g.setting.at(where)] = kind
        return self

    def fly(self, side: str, *types: str, corps: str = "") -> Self:
        """Give a corps aircraft held for ground support."""
        index = self.formation(corps) if corps else self.home(side)
        self.g.aircraft += tuple(Aircraft(SIDES.index(side), kind, index, "hold") for kind in types)
        return self

    # -- playing ------------------------------------------------------------------------------

    def look_after(self) -> None:
        """Nothing may ever break an invariant."""
        self.game.check(self.g)

    def fight(self, side: str = "german", corps: str = "") -> Self:
        """The combat segment of a corps; the game stops when it is over."""
        index = self.formation(corps) if corps else self.home(side)
        return self.run(CombatSegment(SIDES.index(side), index))

    def move(self, *units: str, corps: str = "", **more: Any) -> Self:
        """A stack is on the move."""
        numbers = tuple(self.unit(name) for name in units)
        side = self.g.setting.side_of[numbers[0]]
        index = self.g.corps_of(self.g.under[numbers[0]])
        if corps:
            index = self.formation(corps)
        return self.run(Moving(side, index, numbers, **more))

    def pay(self, unit: str, to: str, how: str = "move") -> float | None:
        """Movement factors that a unit pays to a hex; None if it is not offered."""
        self.move(unit)
        if f"{how} {to}" not in self.offered():
            return None
        before = len(self.events)
        self.play(f"{how} {to}")
        return sum(e.cost for e in self.events[before:] if isinstance(e, Moved)) / 2

    def choose(self, target: str, *units: str) -> Self:
        """Mark one hex, end the marking, and name the attackers."""
        self.play(f"mark {target}")
        for text in ("done", f"fight {target}"):
            if text in self.offered():
                self.play(text)
        for name in units:
            if f"commit {name}" in self.offered():
                self.play(f"commit {name}")
        return self

    def attack(self, target: str, *units: str, how: str = "attack") -> Self:
        """One attack on a hex; the defender adds nothing."""
        self.choose(target, *units).play(how)
        while self.decision is not None and self.decision.prompt == "answering":
            self.play("done")
        return self

    # -- looking ------------------------------------------------------------------------------

    def where(self, unit: str) -> str:
        place = self.g.where[self.unit(unit)]
        return "" if place == NOWHERE else self.g.setting.country.number(place)

    def steps(self, unit: str) -> int:
        return self.g.steps_left[self.unit(unit)]

    def hex(self, number: str) -> Place:
        return self.g.setting.at(number)

    def formation(self, name: str) -> int:
        return self.g.setting.roster.formation_index[name]

    def home(self, side: str) -> int:
        """The corps of a side's division of the field in this turn. Rule rc-form-4."""
        return self.g.corps_of(self.formation(HOME[side]))

    @property
    def combat(self) -> CombatResolved:
        """The last combat that was resolved."""
        combat = self.happened(CombatResolved)[-1]
        assert isinstance(combat, CombatResolved)
        return combat

    @property
    def shifts(self) -> dict[str, int]:
        """The shifts of the last combat by rule."""
        return {shift.rule: shift.value for shift in self.combat.shifts}

    @property
    def drm(self) -> dict[str, int]:
        """The die modifiers of the last combat by rule."""
        return {drm.rule: drm.value for drm in self.combat.drm}

    def planned(self, target: str, *units: str, side: str = "german", **more: Any) -> Attack:
        """A planned attack, for the lists of modifiers."""
        numbers = tuple(self.unit(name) for name in units)
        corps = self.home(side)
        origins = tuple(self.g.where[unit] for unit in numbers)
        return Attack(SIDES.index(side), corps, self.hex(target), numbers, origins, **more)


class Marnach(Table):
    """The scenario ``clervaux`` with two German battalions before Marnach, on 16AF in clear sky."""

    def __init__(self, rules: str = "standard") -> None:
        setting = self.game.setting("clervaux", {"rules": rules})
        self.g = self.game.set_up(setting, bytes(32))
        self.g.steps = []
        self.g.turn = turn_of("16AF")
        self.g.weather = dict.fromkeys(("6PA", "5PA", "7A"), "clear")
        self.events = []
        self.put("7640", "I/304").put("7641", "II/304")
