"""Plans of attack: which enemies are worth attacking now, with whom and from where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine import remembered
from salient.engine.ids import Piece, Place, enemy
from salient.games.bulge.bot.danger import (
    ENCIRCLED,
    approaches,
    can_be_trapped,
    caution,
    column_against,
    expected_loss,
    temptation,
)
from salient.games.bulge.bot.roads import blockers
from salient.games.bulge.bot.survey import Survey, attack_sector, duty, reach, survey, toll
from salient.games.bulge.bot.weights import (
    CITY_WORTH,
    CLOSING,
    COVER,
    DANGER,
    EFFORT,
    EXPOSURE,
    GROUND,
    IN_PLACE,
    LEAST_PROMISE,
    MARCH_EFFORT,
    PRIZE,
    RECKLESS,
    REOPEN,
    RIVER,
    ROAD,
    THROWN_BACK,
)
from salient.games.bulge.rules.combat import (
    MAX_COLUMN,
    MIN_COLUMN,
    Gathering,
    able,
    attack_strength,
    defence_strength,
    may_combine,
    odds_column,
)
from salient.games.bulge.rules.results import ATTACKER_RETREATS, DEFENDER_RETREATS, LOSSES
from salient.games.bulge.rules.stacking import may_stack
from salient.games.bulge.rules.terrain import is_fortress, river_shift, terrain_shift
from salient.games.bulge.rules.victory import INTRUSION_TURN
from salient.games.bulge.setting import ALLIED, GERMAN, BulgeSetting
from salient.games.bulge.show.odds import chances
from salient.games.bulge.state import BulgeState


class Assault(NamedTuple):
    """An attack worth making.

    Attributes:
        target: The enemy's hex.
        posts: The attackers and the hexes they attack from.
        gain: What it promises, in victory points.
        column: The odds column it is made at.
    """

    target: Place
    posts: tuple[tuple[Piece, Place], ...]
    gain: float
    column: int

    @property
    def units(self) -> int:
        """The attackers as a set."""
        return set_of(unit for unit, _ in self.posts)


# -- what a battle is worth ---------------------------------------------------------------------


@remembered(most=32)
def _table(setting: BulgeSetting, column: int) -> tuple[tuple[str, float], ...]:
    return tuple(chances(setting, column).items())


class Defence(NamedTuple):
    """The defenders of a hex, as an attacker sees them.

    Attributes:
        strength: Defence strength together.
        shift: Columns of the terrain, cover from the air included.
        fortress: Whether they stand in a fortress city.
        toll: What they pay for each number of steps lost.
        ground: What their hex is worth once they are gone.
    """

    strength: int
    shift: int
    fortress: bool
    toll: tuple[float, ...]
    ground: float

    @property
    def steps(self) -> int:
        """Steps they have."""
        return len(self.toll) - 1


def expected(
    setting: BulgeSetting,
    foe: Defence,
    column: int,
    own: tuple[float, ...],
    side: int,
    *,
    trapped: bool,
) -> float:
    """What an attack in a column promises.

    Args:
        setting: The tables.
        foe: The defenders.
        column: The final odds column.
        own: What the attackers pay for each number of steps lost.
        side: Who attacks.
        trapped: Whether the defenders cannot retreat: then they surrender (5.6).
    """
    total = 0.0
    for result, chance in _table(setting, min(max(column, MIN_COLUMN), MAX_COLUMN)):
        if result == "Aopt":
            total += chance * max(0.0, _bargain(foe, own, side))
            continue
        lost, killed = LOSSES.get(result, (0, foe.steps))
        driven = result in DEFENDER_RETREATS and not foe.fortress
        if result == "DElim" or (driven and trapped) or killed >= foe.steps:
            killed, driven = foe.steps, True
        value = foe.toll[killed] - RECKLESS[side] * own[min(lost, len(own) - 1)]
        if driven:
            value += foe.ground
        if result in ATTACKER_RETREATS:
            value -= THROWN_BACK
        total += chance * value
    return total


def _bargain(foe: Defence, own: tuple[float, ...], side: int) -> float:
    """The worth of fighting a free exchange to the end. Rule 8.4-Aopt."""
    if foe.steps >= len(own):
        return 0.0
    return foe.toll[-1] + foe.ground - RECKLESS[side] * own[foe.steps]


# -- who can attack what ------------------------------------------------------------------------


class Planner:
    """Puts attacks together, greedily, the most promising first."""

    def __init__(self, g: BulgeState, side: int, number: int) -> None:
        """Take stock.

        Args:
            g: The state.
            side: Who attacks.
            number: First or second phase.
        """
        self.g, self.side, self.number = g, side, number
        self.view: Survey = survey(g, side)
        self.pull = self.view.drive(mech=False)
        self.board = g.setting.board
        self.loads: dict[Place, int] = {}
        self.duties: dict[Piece, float] = {}
        self.risks: dict[Piece, float] = {}
        self.sources = g.occupied[side]

    # -- targets --------------------------------------------------------------------------

    def defence(self, target: Place) -> Defence:
        """The defenders of a hex."""
        key = ("defence", target, self.g.covered >> target & 1)
        memo = self.view.memo
        if key not in memo:
            memo[key] = self._defence(target)
        return memo[key]  # type: ignore[no-any-return]

    def _defence(self, target: Place) -> Defence:
        g, foe = self.g, enemy(self.side)
        units = each_piece(g.stack(target, foe))
        cover = int(self.side == GERMAN and bool(g.covered >> target & 1))
        return Defence(
            strength=defence_strength(g, units),
            shift=terrain_shift(g, target, foe).value - cover,
            fortress=is_fortress(g, target),
            toll=toll(g, units),
            ground=self._ground(target),
        )

    def _ground(self, target: Place) -> float:
        side, worth = self.side, GROUND[self.side]
        if self.g.setting.prizes >> target & 1:
            worth += CITY_WORTH * PRIZE
        if side == GERMAN:
            worth += REOPEN * CITY_WORTH * blockers(self.g, self.view).get(target, 0)
        return worth + ROAD[side] * self.pull[target]

    def is_trapped(self, target: Place, slots: int) -> bool:
        """Whether the defenders could not retreat if attackers stood in some hexes too."""
        g, setting, foe = self.g, self.g.setting, enemy(self.side)
        own = self.sources | slots
        closed = own | self.board.around(own)
        units = g.stack(target, foe)
        steps = setting.steps_foot if units & ~setting.mech else setting.steps_mech
        return not steps[target] & ~closed

    # -- one attack -----------------------------------------------------------------------

    def assemble(self, target: Place, candidates: Sequence[tuple[Piece, int]]) -> Assault | None:
        """The best attack on a hex.

        Args:
            target: The enemy's hex.
            candidates: Units and the hexes next to the target where each can be.
        """
        around = self.board.around(1 << target)
        loads = tuple((slot, self._load(slot)) for slot in each_place(around & ~self.view.foe))
        near = self.sources & self.board.around(around)
        key = (
            "assault", self.number, target, tuple(candidates), loads, near,
            tuple(self._duty(unit) for unit, _ in candidates),
            self.g.covered >> target & 1, self.g.lines,
        )  # fmt: skip
        memo = self.view.memo
        if key not in memo:
            memo[key] = self._assemble(target, candidates)
        return memo[key]  # type: ignore[no-any-return]

    def _assemble(self, target: Place, candidates: Sequence[tuple[Piece, int]]) -> Assault | None:
        best: Assault | None = None
        for team in self._teams(target, candidates):
            found = self._gather(target, team)
            if found and (best is None or found.gain > best.gain):
                best = found
        return best

    def _teams(
        self, target: Place, candidates: Sequence[tuple[Piece, int]]
    ) -> Iterable[list[tuple[Piece, int]]]:
        """The sets of candidates that may attack a target together. Rule 8.8."""
        g = self.g
        leaders: list[Piece] = []
        for unit, _ in candidates:
            row = g.setting.units[unit]
            bound = row.army or row.nation != "german"
            if bound and all(not may_combine(g, target, unit, other) for other in leaders):
                leaders.append(unit)
        if not leaders:
            yield list(candidates)
        for leader in leaders:
            yield [pair for pair in candidates if may_combine(g, target, leader, pair[0])]

    def _gather(self, target: Place, team: list[tuple[Piece, int]]) -> Assault | None:
        """Add one unit after the other, the strongest first; keep the best number of them."""
        g, foe = self.g, self.defence(target)
        team.sort(key=lambda pair: (-g.attack(pair[0]), g.where[pair[0]], pair[0]))
        added: dict[Place, int] = {}
        posts: list[tuple[Piece, Place]] = []
        best: Assault | None = None
        effort = 0.0
        for unit, slots in team:
            slot = self._slot(target, unit, slots, added)
            if slot == NOWHERE:
                continue
            added[slot] = added.get(slot, 0) | 1 << unit
            posts.append((unit, slot))
            effort += EFFORT[self.side]
            if slot != g.where[unit]:
                effort += MARCH_EFFORT + self._duty(unit)
            column, trapped = self._odds(target, posts, foe, set_of(added))
            if column < MIN_COLUMN:
                continue
            own = toll(g, [other for other, _ in posts])
            gain = expected(g.setting, foe, column, own, self.side, trapped=trapped) - effort
            exposure = caution(self.g, EXPOSURE, self.side)
            if exposure:
                gain -= exposure * self._exposure(posts, added)
            if best is None or gain > best.gain:
                best = Assault(target, tuple(posts), gain, column)
            if column >= MAX_COLUMN:
                break
        return best

    def _exposure(self, posts: list[tuple[Piece, Place]], added: dict[Place, int]) -> float:
        """How much more the enemy's answer would cost than if all had stayed where they are."""
        g = self.g
        moved = set_of(unit for unit, slot in posts if slot != g.where[unit])
        left = set_of(
            g.where[unit]
            for unit in each_piece(moved)
            if not self._load(g.where[unit]) & ~moved and g.where[unit] not in added
        )
        reached = approaches(g, self.side, self.sources & ~left | set_of(added))
        after = sum(
            self._risk(slot, units & moved, reached)
            for slot, units in added.items()
            if units & moved
        )
        return after - sum(self._risk_now(unit) for unit in each_piece(moved))

    def _risk_now(self, unit: Piece) -> float:
        """What a unit must expect to lose where it stands."""
        if unit not in self.risks:
            reached = approaches(self.g, self.side, self.g.occupied[self.side])
            self.risks[unit] = self._risk(self.g.where[unit], 1 << unit, reached)
        return self.risks[unit]

    def _risk(self, place: Place, units: int, reached: int) -> float:
        """What some units must expect to lose in a hex, together with those who are there."""
        g = self.g
        defence = sum(map(g.defence, each_piece(self._load(place) | units)))
        firm, mech = is_fortress(g, place), bool(units & g.setting.mech)
        trapped = not firm and can_be_trapped(g, place, reached, mech=mech)
        shift = self.view.shift(g, place) + ENCIRCLED * trapped
        column = column_against(self.view.power[place], defence, shift)
        if column <= 0:
            return 0.0
        price = toll(g, each_piece(units))
        lost = expected_loss(g.setting, price, column, trapped=trapped, firm=firm)
        return caution(self.g, DANGER, self.side) * temptation(column) * lost

    def _odds(
        self, target: Place, posts: list[tuple[Piece, Place]], foe: Defence, slots: int
    ) -> tuple[int, bool]:
        """The final column of an attack from some hexes, and whether the enemy is trapped."""
        g = self.g
        column = odds_column(attack_strength(g, [unit for unit, _ in posts]), foe.strength)
        river = river_shift(g, target, {slot for _, slot in posts})
        column += foe.shift + (river.value if river else 0)
        trapped = not foe.fortress and self.is_trapped(target, slots)
        return min(column + 2 * trapped, MAX_COLUMN), trapped

    def _slot(self, target: Place, unit: Piece, slots: int, added: dict[Place, int]) -> Place:
        """The hex a unit attacks from: it closes the ring if it can, and crosses no river."""
        here, best, place = self.g.where[unit], 0.0, NOWHERE
        taken = set_of(added)
        covered = self.board.around(taken)
        ring = self.board.around(1 << target)
        for slot in each_place(slots):
            crowd = (self._load(slot) | added.get(slot, 0)) & ~(1 << unit)
            if crowd and not may_stack(self.g, slot, crowd | 1 << unit):
                continue
            closed = (self.board.around(1 << slot) | 1 << slot) & ring & ~covered & ~taken
            worth = CLOSING * closed.bit_count() + IN_PLACE * (slot == here)
            worth -= COVER * self.view.shift(self.g, slot)
            if river_shift(self.g, target, {slot}):
                worth -= RIVER
            if place == NOWHERE or worth > best:
                best, place = worth, slot
        return place

    def _load(self, slot: Place) -> int:
        """Own units in a hex, as planned so far."""
        if slot not in self.loads:
            self.loads[slot] = self.g.stack(slot, self.side)
        return self.loads[slot]

    def _duty(self, unit: Piece) -> float:
        """What it costs to take a unit away from its post."""
        if unit not in self.duties:
            self.duties[unit] = duty(self.g, self.view, unit)
        return self.duties[unit]

    # -- all attacks ----------------------------------------------------------------------

    def plan(self, targets: int, candidates: Sequence[tuple[Piece, int]]) -> tuple[Assault, ...]:
        """The attacks to make, the best first, no unit in two of them.

        Args:
            targets: Enemy hexes.
            candidates: Units and all the hexes where each can be.
        """
        free = set_of(unit for unit, _ in candidates)
        open_: dict[Place, Assault | None] = {}
        made: list[Assault] = []
        sides = {
            target: [
                (unit, slots)
                for unit, places in candidates
                if (slots := places & self.board.around(1 << target))
            ]
            for target in each_place(targets)
        }
        while True:
            for target, team in sides.items():
                if target not in open_:
                    open_[target] = self.assemble(
                        target, tuple(pair for pair in team if free >> pair[0] & 1)
                    )
            found = [assault for assault in open_.values() if assault]
            best = max(found, key=lambda assault: assault.gain, default=None)
            if best is None or best.gain < LEAST_PROMISE[self.side]:
                return tuple(made)
            made.append(best)
            free &= ~best.units
            self._occupy(best)
            del sides[best.target]
            for target, assault in list(open_.items()):
                if target == best.target or (assault and assault.units & best.units):
                    del open_[target]

    def _occupy(self, assault: Assault) -> None:
        """Note where the attackers will be."""
        for unit, slot in assault.posts:
            here = self.g.where[unit]
            self.loads[here] = self._load(here) & ~(1 << unit)
            self.loads[slot] = self._load(slot) | 1 << unit
            self.sources |= 1 << slot


# -- plans for a phase --------------------------------------------------------------------------


def plan_moves(g: BulgeState, side: int, number: int, ready: int) -> tuple[Assault, ...]:
    """The attacks to be prepared in a movement phase.

    Args:
        g: The state.
        side: Whose phase it is.
        number: First or second phase.
        ready: Units that may still move; the others fight from where they stand.
    """
    view, setting = survey(g, side), g.setting
    key = ("plan", number, ready, tuple(g.where), tuple(g.steps_left), g.lines)
    if key in view.memo:
        return view.memo[key]  # type: ignore[no-any-return]
    planner = Planner(g, side, number)
    units = g.on_map(setting.regulars[side])
    if number == 2:
        units &= setting.mech
    barred = setting.germany if side == ALLIED and g.turn < INTRUSION_TURN else 0
    candidates = []
    for unit in each_piece(units):
        if not g.attack(unit):
            continue
        places = reach(g, view, unit) if ready >> unit & 1 else 1 << g.where[unit]
        places &= view.hostile & attack_sector(g, g.setting.units[unit].army) & ~barred
        if places:
            candidates.append((unit, places))
    plan = planner.plan(view.foe & setting.board.around(_any(candidates)), candidates)
    view.memo[key] = plan
    return plan


def plan_battles(g: BulgeState, side: int, number: int) -> tuple[Assault, ...]:
    """The attacks to be declared in a combat phase, from where the units stand."""
    view, step = survey(g, side), g.steps[-1]
    targets = view.foe & ~g.attacked
    if isinstance(step, Gathering):
        targets |= 1 << step.combat.target
    key = ("battles", number, targets, g.fought, g.covered, tuple(g.where), g.lines)
    if key not in view.memo:
        planner = Planner(g, side, number)
        units = able(g, side, number)
        near = set_of(t for t in each_place(targets) if g.stack(t, enemy(side)))
        candidates = [(unit, 1 << g.where[unit]) for unit in each_piece(units)]
        view.memo[key] = planner.plan(near, candidates)
    return view.memo[key]  # type: ignore[no-any-return]


def _any(candidates: Iterable[tuple[Piece, int]]) -> int:
    found = 0
    for _, places in candidates:
        found |= places
    return found
