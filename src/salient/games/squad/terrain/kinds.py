"""What each kind of terrain is to a line of sight, from the data files."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from salient.boards.sight_map import LEVEL, Feature, Reasons
from salient.engine.data import Sourced, Table, convert_document, load_document, load_table
from salient.engine.errors import DataError

FOLDER = Path(__file__).parents[1]

Place = Literal["hex", "side", "across", "counter", "building", "tower", "cars", "under"]


class TerrainRow(Sourced, frozen=True):
    """A kind of terrain.

    Attributes:
        terrain: Its name.
        place: Where it stands.
        effect: What it does to a line that it rises above; ``none`` for nothing.
        height: Levels above the ground; for what lies under the foot, what it adds to the ground.
        drm: How much a line through it is hindered.
        inherent: Whether it fills its hex with sides and corners (rule B.6); ``unwalled`` if not
            along a hexside with a wall or hedge (rule B37.2).
        rule: The rule that describes it.
        cleared: What a prepared fire zone makes of it (rules B36.21, B36.22).
        names: Other names that map files may use.
    """

    terrain: str
    place: Place
    effect: Literal["none", "obstacle", "hindrance", "screen"]
    height: str
    drm: int
    inherent: Literal["yes", "no", "unwalled"]
    rule: str
    cleared: str
    names: str


TERRAIN = Table("terrain.csv", TerrainRow, ("terrain",))


class _Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    higher: str
    blind: str
    crest: str
    hindrance: str
    limit: str
    depression: str
    culvert: str
    slope: str
    slope_crest: str
    slope_over: str
    hillside: str
    entrenched: str
    own_side: str
    rail: str
    floors: str


class _Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most: int
    slope_rise: str
    blind_step: int


class Kind(NamedTuple):
    """A kind of terrain, ready for use.

    Attributes:
        name: Its name.
        place: Where it stands.
        rise: Quarter levels that it adds to the ground (negative: a depression).
        feature: What it puts in the way of a line, if anything.
        rule: The rule that describes it.
        cleared: What a prepared fire zone makes of it.
    """

    name: str
    place: Place
    rise: int
    feature: Feature | None
    rule: str
    cleared: str


class Terrain:
    """All kinds of terrain by name, and the reasons of the rules of sight."""

    def __init__(self, kinds: Sequence[TerrainRow], reasons: Reasons) -> None:
        self.kinds = {row.terrain: _kind(row) for row in kinds}
        self.reasons = reasons
        self._names = {
            _plain(name): row.terrain for row in kinds for name in (row.terrain, *row.names.split())
        }

    @classmethod
    def load(cls, packs: Sequence[Path] = ()) -> Terrain:
        """Read the data files, with packs laid over them."""
        folders = [FOLDER / "data", *packs]
        return cls(load_table(TERRAIN, folders), _load_reasons(folders))

    def find(self, name: str, *places: Place) -> Kind | None:
        """The kind with a name, however it is spelt, if it stands in one of some places.

        >>> load_terrain().find("Pine Woods", "hex").feature.height
        8
        """
        kind = self.kinds.get(self._names.get(_plain(name), ""))
        return kind if kind is not None and kind.place in places else None

    def feature(self, name: str) -> Feature:
        """What a kind of terrain puts in the way of a line."""
        feature = self.kinds[name].feature
        assert feature is not None, f"{name} stands in nobody's way"
        return feature

    def names(self, *places: Place) -> list[str]:
        """The kinds that stand in some places, for messages."""
        return sorted(name for name, kind in self.kinds.items() if kind.place in places)


@cache
def load_terrain() -> Terrain:
    """The terrain as the game ships it."""
    return Terrain.load()


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def _kind(row: TerrainRow) -> Kind:
    height = quarters(row.height)
    if height is None:
        raise DataError(
            "data-entry", file=TERRAIN.file, place=f"{row.terrain}.height",
            expected="a number of levels in quarters, e.g. 0.5",
        )  # fmt: skip
    feature = None
    if row.effect != "none":
        feature = Feature(
            row.terrain, row.rule, row.effect, height, row.drm,
            inherent=row.inherent != "no", open_along_walls=row.inherent == "unwalled",
            roofed=row.place == "building",
        )  # fmt: skip
    rise = height if row.place == "under" else 0
    return Kind(row.terrain, row.place, rise, feature, row.rule, row.cleared)


def quarters(text: str) -> int | None:
    """Levels as a number of quarters; None if that cannot be.

    >>> quarters("1.5"), quarters("3/4"), quarters("1/3")
    (6, 3, None)
    """
    try:
        count = Fraction(text.strip()) * LEVEL
    except (ValueError, ZeroDivisionError):
        return None
    return count.numerator if count.denominator == 1 else None


def levels(count: int) -> str:
    """Quarters as levels, for people.

    >>> levels(6), levels(3), levels(-4), levels(-2)
    ('1 1/2', '3/4', '-1', '-1/2')
    """
    whole, rest = divmod(abs(count), LEVEL)
    words = [str(whole)] if whole or not rest else []
    if rest:
        words.append(str(Fraction(rest, LEVEL)))
    return ("-" if count < 0 else "") + " ".join(words)


def _load_reasons(folders: Sequence[Path]) -> Reasons:
    file = "sight.toml"
    document = load_document(file, folders)
    rules = convert_document(file, "rules", document.get("rules", {}), _Rules)
    numbers = convert_document(file, "numbers", document.get("numbers", {}), _Numbers)
    rise = quarters(numbers.slope_rise)
    if rise is None:
        raise DataError(
            "data-entry", file=file, place="numbers.slope_rise", expected="levels, e.g. 3/4"
        )
    return Reasons(
        **msgspec.structs.asdict(rules),
        most=numbers.most, slope_rise=rise, blind_step=numbers.blind_step,
    )  # fmt: skip
