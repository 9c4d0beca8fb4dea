"""The map, the units and the tables of *Battle of the Bulge: Ardennes '44* (chapters 2, 3, 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from salient.boards.bits import each_place, set_of, union
from salient.boards.hexes import Direction, Enter, Hex, HexBoard, Prices
from salient.engine.actions import Action, ArgKind, Lexicon
from salient.engine.data import load_table
from salient.engine.errors import DataError
from salient.engine.ids import Piece, Place
from salient.engine.setting import Identity, Setting
from salient.engine.texts import package_texts
from salient.games.bulge.rows import (
    ALLOWANCES,
    ENTRIES,
    HEXES,
    HEXSIDES,
    LINES,
    RESULTS,
    SCATTER,
    TERRAIN,
    UNITS,
    AllowanceRow,
    EntryRow,
    HexRow,
    LineRow,
    Pace,
    ResultRow,
    ScatterRow,
    SideRow,
    TerrainRow,
    UnitRow,
)

FOLDER = Path(__file__).parent
GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
ARMIES = ("6SS", "5PZ", "7A")
"""The German armies from north to south: the yellow, red and blue stripes (2.4-3)."""

LAST_TURN = 13
"""Rule 4.3."""


ODDS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
"""The columns of the combat results table."""

RESULT_CODES = frozenset({
    "DElim", "D2R", "D1R", "Ex2", "Ex1", "Aopt", "D2", "D1",
    "Cont", "AR", "A1R", "A2R", "A1", "A2", "D1A2", "D2A1",
})  # fmt: skip
"""Rule 8.4."""

VERBS: dict[str, tuple[ArgKind, ...]] = {
    "muster": (ArgKind.PIECE,),
    "deploy": (ArgKind.PIECE, ArgKind.PLACE),
    "activate": (ArgKind.PIECE,),
    "skorzeny": (ArgKind.CHOICE,),
    "drop": (),
    "land": (ArgKind.PLACE,),
    "end": (),
    "join": (ArgKind.PIECE,),
    "enter": (ArgKind.PLACE,),
    "move": (ArgKind.PLACE,),
    "march": (ArgKind.PLACE,),
    "exit": (ArgKind.PLACE,),
    "discard": (ArgKind.NUMBER,),
    "stop": (),
    "wait": (),
    "mislead": (ArgKind.PLACE,),
    "interdict": (ArgKind.PLACE,),
    "cover": (ArgKind.PLACE,),
    "supply": (ArgKind.PLACE,),
    "keep": (),
    "west": (),
    "extend": (ArgKind.PLACE,),
    "target": (ArgKind.PLACE,),
    "commit": (ArgKind.PIECE,),
    "mass": (ArgKind.PLACE,),
    "release": (ArgKind.PIECE,),
    "air": (),
    "declare": (),
    "cancel": (),
    "resolve": (ArgKind.PLACE,),
    "choose": (ArgKind.NUMBER,),
    "stand": (),
    "withdraw": (),
    "lose": (ArgKind.PIECE,),
    "retreat": (ArgKind.PIECE, ArgKind.PLACE),
    "through": (ArgKind.PLACE,),
    "pursue": (ArgKind.PIECE,),
    "halt": (),
    "remove": (ArgKind.PIECE,),
    "guard": (ArgKind.PIECE,),
}

MOMENTOUS = frozenset(
    {"end", "drop", "exit", "resolve", "stand", "withdraw", "lose", "remove", "halt"}
)
"""What cannot be taken back: dice, steps and units that are lost, the end of a phase."""

END, STOP, WAIT = Action("end"), Action("stop"), Action("wait")


class BulgeSetting(Setting):
    """Everything that does not change while the game is played.

    Places are hex numbers of the board, and after them the entries beyond the map edge.
    """

    def __init__(self, identity: Identity, folders: Sequence[Path]) -> None:
        """Load the data.

        Args:
            identity: Scenario, options and packs.
            folders: The data folder, then those of the packs laid over it.
        """
        self._lay_map(load_table(HEXES, folders), load_table(HEXSIDES, folders))
        self._open_edges(load_table(ENTRIES, folders), load_table(LINES, folders))
        self._muster(load_table(UNITS, folders), load_table(ALLOWANCES, folders))
        self._read_tables(
            load_table(TERRAIN, folders),
            load_table(RESULTS, folders),
            load_table(SCATTER, folders),
        )
        self._price_movement()
        super().__init__(identity, self._lexicon())
        self._prepare_actions()

    # -- the map (chapter 3) ------------------------------------------------------------------

    def _lay_map(self, rows: Sequence[HexRow], sides: Sequence[SideRow]) -> None:
        hexes = [_hex(row.hex, HEXES.file, row.hex) for row in rows]
        size = (max(h.row for h in hexes) + 1, max(h.column for h in hexes) + 1)
        self.board = HexBoard(*size, hexes)
        board = self.board
        self.hex_rows = {board.index(h): row for h, row in zip(hexes, rows, strict=True)}
        self.base = {
            base: set_of(i for i, row in self.hex_rows.items() if row.terrain == base)
            for base in ("plain", "hill", "light", "deep")
        }
        self.towns = {
            town: set_of(i for i, row in self.hex_rows.items() if row.town == town)
            for town in ("town", "city", "important", "fortress")
        }
        self.fortresses = frozenset(each_place(self.towns["fortress"]))
        # The cities that bring victory points (13.3-4).
        self.prizes = self.towns["important"] | self.towns["fortress"]
        self.wall = set_of(i for i, row in self.hex_rows.items() if row.wall)
        self.sectors = self._by_word("sector")
        self.army_sectors = self._by_word("army")
        self.meuse_sides: list[tuple[Place, Place]] = []
        self.rivers = {"river": [0] * 6, "great": [0] * 6}
        self.roads = {"road": [0] * 6, "main": [0] * 6}
        for row in sides:
            self._lay_side(row)
        # A river is a river or a great river (3.3-6c), a road is a road or a main road (3.3-7b).
        self.any_road = [a | b for a, b in zip(self.roads["road"], self.roads["main"], strict=True)]
        self.road_hexes = union(self.any_road)
        self.main_hexes = union(self.roads["main"])
        self.junctions = set_of(
            i
            for i in each_place(self.road_hexes)
            if sum(mask >> i & 1 for mask in self.any_road) >= 3
        )
        self.germany = self._east_of_wall()
        self.names = {row.name: i for i, row in self.hex_rows.items() if row.name}

    def _by_word(self, column: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for index, row in self.hex_rows.items():
            for word in getattr(row, column).split("/"):
                if word:
                    found[word] = found.get(word, 0) | 1 << index
        return found

    def _lay_side(self, row: SideRow) -> None:
        where = f"{row.a},{row.b}"
        a, b = (self.board.index(_hex(text, HEXSIDES.file, where)) for text in (row.a, row.b))
        way = (
            self.board.direction(a, b) if (self.board.all >> a & self.board.all >> b & 1) else None
        )
        if way is None:
            raise DataError.entry(HEXSIDES.file, where, "two hexes that touch")
        if row.name == "Meuse":
            self.meuse_sides.append((a, b))
        for masks, kind in ((self.rivers, row.river), (self.roads, row.road)):
            if kind:
                masks[kind][way] |= 1 << a
                masks[kind][way.opposite] |= 1 << b

    def _east_of_wall(self) -> int:
        """German soil beyond the West Wall hexes. Rules 13.3-1, 13.11."""
        east = union(self.army_sectors.values()) & ~self.wall
        everywhere = [self.board.all] * 6
        return self.board.spread(east, everywhere, self.board.all & ~self.wall & ~self._west())

    def _west(self) -> int:
        """Hexes west of the West Wall in their row."""
        west = 0
        for index in each_place(self.board.all & ~self.wall):
            row, column = divmod(index, self.board.width)
            wall = [
                self.board.hex(w).column
                for w in each_place(self.wall)
                if w // self.board.width == row
            ]
            if wall and column < min(wall):
                west |= 1 << index
        return west

    def at(self, name: str) -> Place:
        """The hex with a number or the name of a town."""
        if name in self.names:
            return self.names[name]
        return self.board.index(Hex.parse(name))

    def name(self, kind: str, index: int, language: str, *, long: bool = False) -> str:
        """A unit by its designation or full name; a hex by its town or number; an entry."""
        if kind == "piece":
            unit = self.units[index]
            return (unit.ja if language == "ja" else unit.name) if long else unit.id
        texts = package_texts(FOLDER / "text", language)
        if index >= self.first_entry:
            entry = self.entries[index - self.first_entry].id
            if f"entry.{entry}" not in texts:
                return texts.say("place.entry_bare", id=entry)
            return texts.say("place.entry", id=entry, town=texts.say(f"entry.{entry}"))
        number, row = str(self.board.hex(index)), self.hex_rows.get(Place(index))
        town = "" if row is None else row.ja if language == "ja" else row.name
        if not town:
            return number
        return texts.say("place.town", town=town, number=number) if long else town

    # -- the edges (9.3, 13.5) ----------------------------------------------------------------

    def _open_edges(self, entries: Sequence[EntryRow], lines: Sequence[LineRow]) -> None:
        self.entries = tuple(entries)
        self.first_entry = self.board.rows * self.board.width
        self.entry_place = tuple(Place(self.first_entry + i) for i in range(len(entries)))
        self.entry_hex = tuple(
            self.board.index(_hex(row.hex, ENTRIES.file, row.id)) for row in entries
        )
        self.entries_of: dict[str, list[int]] = {}
        for number, row in enumerate(entries):
            self.entries_of.setdefault(row.direction, []).append(number)
        self.entries_at: dict[Place, list[int]] = {}
        for number, edge in enumerate(self.entry_hex):
            self.entries_at.setdefault(edge, []).append(number)
        self.entry_side = tuple(GERMAN if row.direction == "E" else ALLIED for row in entries)
        ordered = sorted(lines, key=lambda row: row.order)
        self.lines = tuple(
            tuple(
                self.board.index(_hex(row.hex, LINES.file, row.line))
                for row in ordered
                if row.line == name
            )
            for name in ("6SS/5PZ", "5PZ/7A")
        )

    # -- the units (chapter 2) ----------------------------------------------------------------

    def _muster(self, rows: Sequence[UnitRow], allowances: Sequence[AllowanceRow]) -> None:
        self.units = tuple(rows)
        self.all_units = tuple(map(Piece, range(len(rows))))
        count = range(len(rows))
        self.side_of = tuple(SIDES.index(row.side) for row in rows)
        self.army = tuple(set_of(u for u in count if self.side_of[u] == s) for s in (0, 1))
        self.mech = set_of(u for u in count if rows[u].mech)
        self.commandos = set_of(u for u in count if rows[u].role == "commando")
        self.regulars = tuple(army & ~self.commandos for army in self.army)
        self.british = set_of(u for u in count if rows[u].nation == "british")
        self.at_start = set_of(u for u in count if rows[u].turn == 0)
        self.army_of = {name: set_of(u for u in count if rows[u].army == name) for name in ARMIES}
        self.division = {
            name: set_of(u for u in count if rows[u].division == name)
            for name in {row.division for row in rows}
        }
        self.role = {
            row.role: u
            for u, row in zip(self.all_units, rows, strict=True)
            if row.role not in ("", "commando")
        }
        self.unit_by_id = {row.id: u for u, row in zip(self.all_units, rows, strict=True)}
        self.allowances = tuple(allowances)
        table = {(row.nation, row.colour): row for row in allowances}
        self.allowance: list[tuple[int, int]] = []
        for row in rows:
            line = table.get((row.nation, row.colour))
            if line is None:
                raise DataError.entry(
                    ALLOWANCES.file, row.id, f"a row for {row.nation} {row.colour}"
                )
            self.allowance.append((line.combat, line.strategic))
        combat, strategic = map(max, zip(*self.allowance, strict=True))
        # The most movement points any unit can have left. A stack on a strategic move may be misled
        # by any road (9.5-3e).
        self.most_points: dict[Pace, int] = {
            "foot": combat,
            "mech": combat,
            "main": strategic,
            "road": strategic,
        }

    def unit(self, name: str) -> Piece:
        """The unit with an id."""
        return self.unit_by_id[name]

    # -- the tables (chapter 14) --------------------------------------------------------------

    def _read_tables(
        self,
        terrain: Sequence[TerrainRow],
        results: Sequence[ResultRow],
        scatter: Sequence[ScatterRow],
    ) -> None:
        self.terrain = {row.terrain: row for row in terrain}
        self.crt: dict[int, tuple[str, ...]] = {}
        for row in results:
            line = (row.o12, row.o11, row.o21, row.o31, row.o41, row.o51, row.o61, row.o71)
            wrong = [code for code in line if code not in RESULT_CODES]
            if wrong:
                raise DataError.entry(
                    RESULTS.file, f"dice {row.dice}", f"a result of 8.4, not {wrong[0]!r}"
                )
            self.crt[row.dice] = line
        self.scatter = {row.die: Direction[row.direction] for row in scatter}

    def _price_movement(self) -> None:
        """Entry costs for foot, for mechanized units, on main roads, and by any road."""
        board, self.road_cost = self.board, self.terrain["road"].foot
        enter: dict[Pace, Enter] = {
            "foot": self._enter(mech=False),
            "mech": self._enter(mech=True),
            "main": {self.terrain["main"].foot: self.roads["main"]},
            "road": {self.road_cost: self.any_road},
        }
        self.prices = {pace: Prices(board, ways) for pace, ways in enter.items()}
        # From where a step leads to where it began.
        self.prices_back = {
            pace: Prices(board, _reversed(board, ways)) for pace, ways in enter.items()
        }
        # Where a unit may step from each hex, whatever it costs: for retreats and pursuit
        # (7.6b, 8.6b).
        self.steps_foot, self.steps_mech = (self._steps(enter["foot"]), self._steps(enter["mech"]))

    def _enter(self, *, mech: bool) -> dict[int, tuple[int, ...]]:
        prices: dict[int, list[int]] = {}
        for index in each_place(self.board.all):
            for way in Direction:
                to = self.board.neighbours[index][way]
                cost = self.step_cost(index, to, way, mech=mech) if to >= 0 else None
                if cost is not None:
                    prices.setdefault(cost, [0] * 6)[way] |= 1 << index
        return {cost: tuple(masks) for cost, masks in sorted(prices.items())}

    def _steps(self, enter: Enter) -> tuple[int, ...]:
        """For each hex the neighbours that a step leads to."""
        found = [0] * self.first_entry
        for masks in enter.values():
            for way, origins in enumerate(masks):
                for here in each_place(origins):
                    found[here] |= 1 << self.board.neighbours[here][way]
        return tuple(found)

    def step_cost(self, here: Place, to: Place, way: Direction, *, mech: bool) -> int | None:
        """Movement points from a hex to the next; None if barred. Rules 3.3, 7.4."""
        if self.any_road[way] >> here & 1:
            return self.road_cost
        row = self.terrain[self.hex_rows[to].terrain]
        if mech and (self.base["deep"] >> here | self.base["deep"] >> to) & 1:  # 7.6a, 7.6b
            return None
        cost = row.mech if mech else row.foot
        for kind in ("river", "great"):
            if self.rivers[kind][way] >> here & 1:
                cost += self.terrain[kind].mech if mech else self.terrain[kind].foot
        return cost

    # -- actions and options ------------------------------------------------------------------

    def _lexicon(self) -> Lexicon:
        tokens = [str(self.board.hex(i)) for i in range(self.first_entry)]
        tokens += [row.id for row in self.entries]
        aliases = {name.replace(" ", "-").replace(".", ""): i for name, i in self.names.items()}
        return Lexicon(VERBS, [row.id for row in self.units], tokens, aliases, MOMENTOUS)

    def _prepare_actions(self) -> None:
        """Actions with one argument are made once and shared by all decisions."""
        units, places = range(len(self.units)), range(self.first_entry + len(self.entries))
        self.activate = tuple(Action("activate", (u,)) for u in units)
        self.join = tuple(Action("join", (u,)) for u in units)
        self.move = tuple(Action("move", (p,)) for p in places)
        self.march = tuple(Action("march", (p,)) for p in places)
        self.mission = {
            verb: tuple(Action(verb, (p,)) for p in places)
            for verb in ("interdict", "cover", "supply")
        }

    def read_options(self, options: Mapping[str, str]) -> None:
        """The readings chosen for passages the rulebook leaves open."""
        self.historical = options["setup"] == "historical"
        self.odds_after_shifts = options["minimum_odds"] == "final"
        self.whole_stack_encircled = options["encirclement"] == "stack"
        self.units_give_ground = options["giving_ground"] == "units"
        self.fortress_saves_step = options["fortress_retreat"] == "optional"
        self.fortress_is_key = options["key_cities"] == "fortress"
        self.city_vp_kept = options["city_vp"] == "kept"


def _hex(text: str, file: str, where: str) -> Hex:
    try:
        return Hex.parse(text)
    except ValueError:
        raise DataError.entry(file, where, f"a four-digit hex, not {text!r}") from None


def _reversed(board: HexBoard, enter: Enter) -> Enter:
    """The same prices for going backwards: from where a step leads to where it comes from."""
    return {
        cost: tuple(board.shift[way.opposite](masks[way.opposite]) for way in Direction)
        for cost, masks in enter.items()
    }
