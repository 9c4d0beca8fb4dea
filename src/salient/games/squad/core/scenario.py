"""What a scenario file says: map, order of battle, set-up, what is built, how the game is won."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from salient.engine.data import convert_document, load_document
from salient.games.squad.core.unit_rows import SideName


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of an order of battle: units that set up, or enter, together.

    Attributes:
        units: How many of each kind.
        area: Hexes to set up in, or hexes where they enter.
        turn: Turn of entry; 0 for those that set up before play.
        concealed: Whether they set up under concealment where terrain allows it (A12.12).
        hidden: How many of them may set up hidden (A12.3).
    """

    side: SideName
    units: dict[str, int]
    area: list[str]
    turn: int = 0
    concealed: bool = False
    hidden: int = 0


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stack of the ready-made set-up.

    Attributes:
        at: Its location.
        units: Tokens; ``a+b`` gives weapon or gun b to a, ``a@se`` faces it to a corner.
    """

    at: str
    units: list[str]
    concealed: bool = False
    hidden: bool = False


class Fortification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a side has built or found.

    Attributes:
        kind: What it is; for mines ``strength`` is their firepower (A-P) or number (A-T).
        side: Whose it is.
        at: Its location.
        hexside: The hexside it lies on (roadblocks).
        corner: The corner its arrow points at (roadblocks across narrow streets, P5.141a).
        hidden: Whether the enemy does not know it.
    """

    kind: Literal[
        "ap_mines", "at_mines", "dummy_mines", "roadblock", "wire", "foxhole", "trench",
        "debris", "rubble", "wreck", "rail_cars", "vineyard", "open_ground", "flame", "blaze",
    ]  # fmt: skip
    side: SideName
    at: str
    hexside: str = ""
    corner: str = ""
    strength: int = 0
    hidden: bool = False


class MineAllotment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Mines that a side may lay itself. Rules B28, P7.

    Attributes:
        known, known_at: Firepower of known A-P mines, number of known A-T mines (P7.1b).
        regular, regular_at: The same of hidden ones.
        dummies: Dummy minefields (P7.2d).
    """

    known: int = 0
    known_at: int = 0
    regular: int = 0
    regular_at: int = 0
    dummies: int = 0


class Battery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Artillery off the map that a side can call. Rule C1.

    Attributes:
        calibre: Of its shells, in millimetres.
        black, red: Chits of its pile (C1.21).
        link: How it is called: by radio, field phone, or an observer off the map (C1.2).
        contact: The highest roll that gets through to it; 0 for that of its link (C1.2).
        accuracy: The highest die that puts its shells on target (C1.3).
        smoke: Whether it fires smoke as well.
        registered: Hexes on which its guns are registered (C1.33).
        line: Hexes along which the line of a field phone runs (C1.23).
        post, level: The hex over which an observer looks onto the map, and from how high.
    """

    side: SideName
    calibre: int
    black: int = 7
    red: int = 3
    link: Literal["radio", "phone", "observer"] = "radio"
    contact: int = 0
    accuracy: int = 2
    smoke: bool = False
    registered: list[str] = []
    line: list[str] = []
    post: str = ""
    level: int = 2


class Flight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fighter-bombers of a side. Rule E7.

    Attributes:
        planes: How many.
        turn: When they come; 0 if a die says so.
    """

    side: SideName
    planes: int = 2
    turn: int = 0


class Bombardment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that a side bombards before play. Rule C1.822.

    Attributes:
        area: The hexes.
        block: Two corner hexes: all between them are bombarded as well.
    """

    side: SideName
    area: list[str] = []
    block: list[str] = []


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one side must do to win; otherwise the other side wins.

    Attributes:
        side: Who must do it.
        kind: ``control`` counts controlled locations among ``places``, ``exit`` units that left
            the map over them, ``losses`` the enemy's casualty points.
        need: How many.
    """

    side: SideName
    kind: Literal["control", "exit", "losses"]
    need: int
    places: list[str] = []


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file.

    Attributes:
        map: Name of the map file in ``data/maps``.
        window: Two corner hexes: only what lies between them is in play; empty for the whole map.
        turns: Game turns.
        first: Who moves first; the other side sets up first.
        elr: Experience level ratings (A19.1).
        mines: Mines that each side lays itself, where it sets up itself (P7.1b).
        fire_zones: Values of prepared fire zones of each side (B36.1).
        stream: Depth of streams (B20.4).
        artillery: Batteries off the map (C1).
        air: Fighter-bombers (E7).
        bombardment: What is bombarded before play (C1.822).
        san: Sniper activation numbers (A14.1); 0 for no sniper.
        special: Special rules in force, by the name of their chapter (``debris``, ``towers`` …).
        year, month: The date, for weapons that came late (PF range, C13.31).
        fanatic: Units that are fanatic, or sides all of whose personnel are (A10.8).
        short: Units, or sides, that are short of ammunition (A19.131).
        snipers: Snipers of each side, if not one (A14.2).
        self_rally: Squads that may try to rally by themselves in a rally phase (A18.11).
        commanders: Leadership modifiers of armour leaders, by their vehicle (D3.44).
    """

    map: str
    turns: int
    first: SideName
    victory: Victory
    group: list[Group]
    window: list[str] = []
    elr: dict[SideName, int] = {}
    ready: list[Ready] = []
    fortification: list[Fortification] = []
    mines: dict[SideName, MineAllotment] = {}
    fire_zones: dict[SideName, int] = {}
    stream: Literal["dry", "shallow", "deep", "flooded"] = "shallow"
    artillery: list[Battery] = []
    air: list[Flight] = []
    bombardment: list[Bombardment] = []
    san: dict[SideName, int] = {}
    special: list[str] = []
    year: int = 1944
    month: int = 12
    panzerfaust: int = 0
    commanders: dict[str, int] = {}
    self_rally: int = 1
    snipers: dict[SideName, int] = {}
    fanatic: list[str] = []
    short: list[str] = []


def load_scenario(name: str, folders: Sequence[Path]) -> Scenario:
    """Read a scenario file."""
    file = f"scenarios/{name}.toml"
    having = [folder for folder in folders if (folder / file).exists()] or folders
    return convert_document(file, name, load_document(file, having), Scenario)


def expand(names: Sequence[str]) -> list[str]:
    """Names of locations, with runs of rows written out.

    >>> expand(["B2", "C3-C5"])
    ['B2', 'C3', 'C4', 'C5']
    """
    found: list[str] = []
    for name in names:
        first, dash, last = name.partition("-")
        if not dash:
            found.append(name)
            continue
        column = first.rstrip("0123456789")
        rows = range(int(first[len(column) :]), int(last[len(last.rstrip("0123456789")) :]) + 1)
        found += [f"{column}{row}" for row in rows]
    return found
