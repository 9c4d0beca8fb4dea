"""A table on which each rule of the squad game can be shown.

A :class:`Table` has a made-up map, the units a test asks for, and dice that fall as it says::

    table = Table("C3 woods", "D3 stone_building", german="ss658 2 ss91", american="us666")
    table.put("B3", "ss658.1", "ss91.1").put("D3", "us666.1")
    table.fire("german", "prep")                      # a fire phase begins
    table.dice(3, 4).play("fire ss658.1", "at D3", "shoot")
    assert table.is_("broken", "us666.1")

Every hex from A1 to the last one is open ground at level 0 unless a line says otherwise. A line is
a hex and words: a kind of terrain, or ``column=value`` of the map file (``level=1``,
``sides=N:wall,SE:hedge``, ``road=N,S``, ``storeys=2``, ``under=stream``, ``under_sides=N,S`` …;
commas stand for the spaces of the file). How dice are said stands in ``tests/dice.py``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import EllipsisType
from typing import Self

import msgspec

from salient.boards.pieces import NOWHERE
from salient.engine import Event
from salient.engine.setting import Identity
from salient.games.squad.chapters import CHAPTERS
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.march import March
from salient.games.squad.core.scenario import load_scenario
from salient.games.squad.core.setting import PLAYERS, SquadSetting
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.tables import Tables
from salient.games.squad.core.unit_rows import InfantryRow, LeaderRow
from salient.games.squad.game import SquadGame, check_state, empty_state
from salient.games.squad.ground import debris, fire_zones, rail_cars
from salient.games.squad.infantry.fire import Firing
from salient.games.squad.sequence import Phase, PlayerTurn
from salient.games.squad.terrain.board import Hexagon
from tests.dice import SCRIPT
from tests.games.playing import Playing

GAME = SquadGame()
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIELDS = (
    "hex", "level", "terrain", "building", "storeys", "steeple", "joins", "tower",
    "tower_hinders", "under", "under_sides", "rail_sides", "cars", "road", "bridge", "sides",
    "slopes", "paved", "streets", "ford", "path", "lower",
)  # fmt: skip
STRANGERS = {
    "german": ("american", ("usPhone", "usRadio", "usDC"), ("us102", "us61")),
    "american": ("german", ("ssPhone", "ssRadio", "ssDC"), ("ss103", "ss70")),
}
"""Who may stand behind the units of a side: the enemy, with his sets and leaders."""

BUILDINGS = ("wooden_building", "stone_building")


VICTORY = '\n[victory]\nside = "german"\nkind = "losses"\nneed = 99\n'
"""What a made-up scenario is about that does not say."""

BY_HAND = (debris.CHAPTER, fire_zones.CHAPTER, rail_cars.CHAPTER)
"""Tests put debris, cleared ground and rail cars down themselves, whatever the scenario says."""

TOY_CHAPTERS = tuple(
    msgspec.structs.replace(chapter, needs=frozenset()) if chapter in BY_HAND else chapter
    for chapter in CHAPTERS
)


def map_lines(lines: Iterable[str], columns: int, rows: int) -> str:
    """A map file of open ground with some hexes changed."""
    table = {
        f"{COLUMNS[c]}{r}": {"terrain": "open_ground"}
        for c in range(columns) for r in range(1, rows + 1)
    }  # fmt: skip
    for line in lines:
        name, *words = line.split()
        row = table.setdefault(name, {"terrain": "open_ground"})
        for word in words:
            key, equals, value = word.partition("=")
            if equals:
                row[key] = value.replace(",", " ")
            else:
                row["building" if word in BUILDINGS else "terrain"] = word
    text = [",".join(FIELDS)]
    for name, row in table.items():
        row["hex"] = name
        text.append(",".join(row.get(field, "") for field in FIELDS))
    return "\n".join(text) + "\n"


def one_by_one(text: str) -> list[str]:
    """``ss658 2 ss91`` as the kinds of units, one for each unit."""
    kinds: list[str] = []
    for word in text.split():
        kinds += (int(word) - 1) * kinds[-1:] if word.isdigit() else [word]
    return kinds


@lru_cache(maxsize=1)
def men() -> frozenset[str]:
    """The kinds of personnel."""
    kinds = Tables([GAME.data_folder]).kinds
    return frozenset(
        kind for kind, row in kinds.items() if isinstance(row, InfantryRow | LeaderRow)
    )


def groups_toml(german: str, american: str) -> str:
    """The groups of a scenario: every unit is one, with a stranger behind it.

    Sets of units are ints, and whoever asks after the wrong bit asks after the next unit. So that
    this makes a difference, an enemy of another kind is next, who stays off the map: a telephone
    after men, a leader after anything else. Where one side only plays, there are none.
    """
    lines: list[str] = []
    for side, text in (("german", german), ("american", american)):
        enemy, *strangers = STRANGERS[side]
        known = {*german.split(), *american.split()}
        phone, leader = (next(kind for kind in kinds if kind not in known) for kinds in strangers)
        for kind in one_by_one(text):
            pair = [(side, kind)]
            if german and american:
                pair.append((enemy, phone if kind in men() else leader))
            for whose, what in pair:
                lines.append(f'[[group]]\nside = "{whose}"\nunits = {{ "{what}" = 1 }}')
                lines.append('area = ["A1"]')
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=256)
def make_setting(
    lines: tuple[str, ...], german: str, american: str, columns: int, rows: int, extra: str
) -> SquadSetting:
    """A setting on a made-up map; the same words give the same setting."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "maps").mkdir()
        (folder / "scenarios").mkdir()
        (folder / "maps" / "toy.csv").write_text(map_lines(lines, columns, rows), "utf-8")
        groups = groups_toml(german, american)
        head = f"\n{extra}".split("\n[", 1)
        victory = "" if "[victory]" in extra else VICTORY
        scenario = (
            'map = "toy"\nturns = 6\nfirst = "german"\n' + head[0] + victory + groups
            + ("[" + head[1] if len(head) > 1 else "")
        )  # fmt: skip
        (folder / "scenarios" / "toy.toml").write_text(scenario, "utf-8")
        identity = Identity("squad", GAME.rules_version, "toy", {"setup": "ready"})
        folders = [GAME.data_folder, folder]
        return SquadSetting(identity, folders, TOY_CHAPTERS, load_scenario("toy", folders))


class Table(Playing):
    """A game on a made-up map, set up piece by piece."""

    game = GAME

    def __init__(
        self,
        *lines: str,
        german: str = "",
        american: str = "",
        size: tuple[int, int] = (10, 10),
        mover: str = "german",
        scenario: str = "",
    ) -> None:
        """Lay out the map.

        Args:
            lines: Hexes that are not open ground, see the module.
            german: Units, e.g. ``ss658 2 ss91``.
            american: The same.
            size: Columns and rows of the map.
            mover: Whose player turn it is.
            scenario: More lines of the scenario file, e.g. ``special = ["debris"]``; tables last.
        """
        setting = make_setting(tuple(lines), german, american, *size, scenario)
        self.g: SquadState = empty_state(setting, bytes(32))
        self.g.steps = []
        self.g.phase = "move"
        self.g.mover = PLAYERS.index(mover)
        self.events: list[Event] = []

    # -- setting up ---------------------------------------------------------------------------

    def place(self, name: str) -> Hexagon:
        return Hexagon(self.g.setting.board.place(name))

    def put(self, where: str, *units: str, facing: str = "") -> Self:
        """Place units; ``a+b`` gives weapon or gun b to a; guns and vehicles face a corner."""
        g = self.g
        for text in units:
            first, *items = map(self.unit, text.split("+"))
            for item in items:
                g.owner[item] = first
            g.put(first, self.place(where))
            for unit in (first, *items):
                corner = CORNER_WORDS.index(facing) if facing else 0
                g.facing[unit] = g.turret[unit] = corner
        return self

    def aboard(self, vehicle: str, *units: str, towing: str = "") -> Self:
        """Put units on a vehicle that stands somewhere; hook a gun of theirs to it."""
        by = self.unit(vehicle)
        if towing:
            self.g.owner[self.unit(towing)] = self.unit(units[0])
            self.g.towed[self.unit(towing)] = by
        for text in units:
            self.put(self.where(vehicle), text)
            self.g.aboard[self.unit(text.split("+")[0])] = by
        return self

    def mark(self, flag: str, *units: str) -> Self:
        """Set a flag of units: broken, pinned, concealed, hidden, motion and so on."""
        for name in units:
            bits = 1 << self.unit(name)
            if flag in ("concealed", "hidden"):
                bits |= self.g.carried(self.unit(name)) | self.g.load(self.unit(name))
            setattr(self.g, flag, getattr(self.g, flag) | bits)
            if flag == "broken":
                self.g.desperate |= bits
        return self

    def dice(self, *faces: int | EllipsisType) -> Self:
        """Say how the next dice fall (of two dice the coloured one first)."""
        SCRIPT.say(*faces)
        return self

    @property
    def dice_left(self) -> list[int]:
        """Dice that were said and have not fallen."""
        return SCRIPT.left

    # -- playing ------------------------------------------------------------------------------

    def phase(self, name: str, side: str = "") -> Self:
        """A whole phase of the ATTACKER: rally, prep, move and so on."""
        if side:
            self.g.mover = PLAYERS.index(side)
        return self.run(Phase(self.g.mover, name))

    def fire(self, side: str, occasion: str) -> Self:
        """Fire by a side: prep, defensive or advancing."""
        index = PLAYERS.index(side)
        self.g.mover = 1 - index if occasion == "defensive" else index
        self.g.phase = occasion
        return self.run(Firing(index, occasion))  # type: ignore[arg-type]

    def look_after(self) -> None:
        """The invariants hold after every step."""
        check_state(self.g)

    def move(self, side: str = "") -> Self:
        """A movement phase."""
        return self.phase("move", side)

    def turn(self, side: str = "") -> Self:
        """A whole player turn."""
        return self.run(PlayerTurn(PLAYERS.index(side) if side else self.g.mover))

    def attack(self, firer: str, *more: str) -> Self:
        """Fire with a unit: a target and those who join in, as far as they are asked for."""
        self.play(f"fire {firer}")
        for word in more:
            for text in (f"at {word}", f"join {word}", f"shell {word}", f"aim {word}"):
                if text in self.offered():
                    self.play(text)
                    break
        if "shoot" in self.offered():
            self.play("shoot")
        return self

    def go(self, unit: str, *places: str) -> Self:
        """Move a unit through places; the enemy holds his fire."""
        self.play(f"move {unit}")
        for place in places:
            self.play(f"go {place}")
            while self.asked.endswith("fire.first"):
                self.play("pass")
        if "stop" in self.offered():
            self.play("stop")
        return self

    # -- looking ------------------------------------------------------------------------------

    def where(self, unit: str) -> str:
        place = self.g.where[self.unit(unit)]
        return "" if place == NOWHERE else self.g.setting.board.locations[place].token

    def spent(self) -> float:
        """Movement points used by the moving units."""
        return self.g.march.spent / 2 if self.g.march else 0


def on_the_march(table: Table, *units: str, **how: object) -> Table:
    """Units in the middle of their move."""
    table.g.march = March(tuple(map(table.unit, units)), **how)  # type: ignore[arg-type]
    return table
