"""Chapter 6: stacking."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.engine import remembered
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.rows import UnitRow
from salient.games.bulge.rules.losses import destroy
from salient.games.bulge.rules.terrain import is_fortress
from salient.games.bulge.setting import BulgeSetting
from salient.games.bulge.state import BulgeState, BulgeStep

MAX_UNITS = 3
"""Rule 6.2."""

MAX_BRITISH_BRIGADES = 2
"""Rule 6.2-7."""

STACKS: Memo[tuple[int, bool], bool] = Memo("stacks, in a fortress or not", 8192)

PANZER_BRIGADES = frozenset({"fb", "fg"})
"""Rule 6.2-6: the two brigades that may stack with each other."""


def may_stack(g: BulgeState, place: Place, units: int) -> bool:
    """Whether a side's units may be together in a hex. Rules 6.2, 12.5.

    Commandos do not count (6.2-5).
    """
    known = g.setting.memory.of(STACKS)
    key = (units, is_fortress(g, place))
    found = known.get(key)
    return known.keep(key, _may_stack(g.setting, *key)) if found is None else found


def _may_stack(setting: BulgeSetting, units: int, fortress: bool) -> bool:
    units &= ~setting.commandos
    if units.bit_count() > MAX_UNITS:
        return False
    fellows = companions(setting, fortress)
    if any(units & ~fellows[unit] for unit in each_piece(units)):
        return False
    return (units & british_brigades(setting)).bit_count() <= MAX_BRITISH_BRIGADES


@remembered(most=64)
def companions(setting: BulgeSetting, fortress: bool) -> tuple[int, ...]:
    """For each unit those it may share a hex with, itself included. Rules 6.2, 12.5."""
    rows = setting.units
    return tuple(
        1 << unit
        | set_of(o for o, other in enumerate(rows) if compatible(row, other, fortress=fortress))
        for unit, row in enumerate(rows)
    )


@remembered(most=64)
def british_brigades(setting: BulgeSetting) -> int:
    """The British armoured brigades. Rule 6.2-7."""
    return set_of(unit for unit, row in enumerate(setting.units) if is_british_brigade(row))


def compatible(a: UnitRow, b: UnitRow, *, fortress: bool = False) -> bool:
    """Whether two units of one side may share a hex.

    Of one nation (6.2-2) and army (6.2-3); of one colour only within a division, brigades of none
    included (6.2-4a, 6.2-4b), except for two pairs (6.2-6, 6.2-7) and in a fortress (12.5).
    """
    if a.nation != b.nation:
        return False
    if a.army and b.army and a.army != b.army:
        return False
    if fortress or a.colour != b.colour or (a.division and a.division == b.division):
        return True
    if {a.role, b.role} == PANZER_BRIGADES:
        return True
    return is_british_brigade(a) and is_british_brigade(b)


def is_british_brigade(row: UnitRow) -> bool:
    """Whether a unit is a British armoured brigade, of no division. Rule 6.2-7."""
    return row.nation == "british" and row.mech and not row.division


def offenders(g: BulgeState, place: Place, side: int) -> list[Piece]:
    """The units of a hex that break the stacking rules: those whose removal helps. Rule 6.3b."""
    units = each_piece(g.stack(place, side))
    if len(units) > MAX_UNITS:
        return list(units)
    rows = {unit: g.setting.units[unit] for unit in units}
    fortress = is_fortress(g, place)
    found = [
        a
        for a in units
        if any(a != b and not compatible(rows[a], rows[b], fortress=fortress) for b in units)
    ]
    return found or [unit for unit in units if is_british_brigade(rows[unit])]


def has_room(g: BulgeState, place: Place, group: int) -> bool:
    """Whether a group may stay in a hex with the friends there."""
    unit = (group & -group).bit_length() - 1
    friends = g.stack(place, g.setting.side_of[unit])
    return may_stack(g, place, friends | group)


def overstacked(g: BulgeState, side: int) -> list[Place]:
    """Hexes where a side breaks the stacking rules."""
    own = g.setting.regulars[side]
    return sorted(
        place
        for place, units in g.stacks.items()
        if (units & own).bit_count() > 1 and not may_stack(g, place, units & own)
    )


class Overstacking(BulgeStep, frozen=True, tag="overstacking"):
    """Units in violation of stacking are removed, the owner choosing. Rule 6.3."""

    side: int

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit goes, in the first hex that holds too many."""
        places = overstacked(g, self.side)
        if not places:
            return None
        return Decision(
            self.side,
            "overstacked",
            [Action("remove", (unit,)) for unit in offenders(g, places[0], self.side)],
            ("6.2", "6.3"),
            {"hex": Ref("place", places[0])},
        )

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Remove the chosen unit; it counts as destroyed (13.4-3)."""
        destroy(g, action.piece(0), "overstacked", log)
