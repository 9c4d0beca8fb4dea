"""Fire: choosing firers and target, and the attack on the fire table. Rules A7, A9."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec

from salient.boards.bits import each_piece, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Pieces, Place, Places, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.attack import strike, struck
from salient.games.squad.combat.firepower import (
    AT_MOVERS,
    breakdown_of,
    can_hit,
    can_snap,
    column_of,
    crew_of,
    eighths,
    firers,
    is_again,
    keep_rate,
    malfunction,
    mark_fired,
    rate_of,
)
from salient.games.squad.combat.lanes import can_lay, lay_lane, leave_residual
from salient.games.squad.combat.morale import check_morale
from salient.games.squad.combat.vehicle_arms import MACHINE_GUNS, fire_arms, mgs_at
from salient.games.squad.core.actions import DESPERATE, END, LANE, SHOOT
from salient.games.squad.core.events.fire import Cowered
from salient.games.squad.core.secrets import lurks
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.guns.backblast import is_confined
from salient.games.squad.guns.machine_guns import shoot_mg
from salient.games.squad.guns.mortars import is_mortar, lob
from salient.games.squad.guns.ordnance import shoot_at_place, shoot_at_vehicle
from salient.games.squad.guns.panzerfausts import fire_faust
from salient.games.squad.guns.smoke_shells import Ammunition, Screening
from salient.games.squad.guns.vehicle_targets import fire_on_suspicion
from salient.games.squad.infantry.aims import aims
from salient.games.squad.infantry.detonation import throw_at_block, throw_charge
from salient.games.squad.infantry.standing_targets import able_to_shoot
from salient.games.squad.sight.concealment import expose, reveal

CX = Modifier("A4.51", 1)


# -- the steps ------------------------------------------------------------------------------------


class Firing(SquadStep, frozen=True, tag="firing"):
    """A fire phase: prep fire, defensive fire or advancing fire. Rules A3.2, A3.4, A3.5.

    Attributes:
        silent: Whether nobody can fire, and the enemy must not learn it: he does not see who might
            have (A12.3).
    """

    side: int
    occasion: Literal["prep", "defensive", "advancing"]
    silent: bool = False

    def as_enemy_knows(self) -> Firing:
        """Nobody knows whether there is somebody who can fire."""
        return Firing(self.side, self.occasion)

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Who fires next, or nobody any more."""
        if self.silent:
            return Decision(
                self.side, f"fire.{self.occasion}", [END], RULES[self.occasion], veils=True
            )
        able = able_to_shoot(g, self.side, self.occasion)
        actions = [Action("fire", (unit,)) for unit in able]
        for answer in g.setting.chapters.fire_orders:
            actions += answer(g, self.side)
        if not actions:
            return None
        return Decision(self.side, f"fire.{self.occasion}", [*actions, END], RULES[self.occasion])

    def run(self, g: SquadState, log: Log) -> None:
        """Nobody fires; whether anybody could, an enemy who does not see all of them is not told.

        Rule A12.3.
        """
        if lurks(g, self.side):
            g.steps[-1] = Firing(self.side, self.occasion, silent=True)
        else:
            g.steps.pop()

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Aim, do something else, or close the phase."""
        if action == END:
            g.steps.pop()
            return
        if action.verb in g.setting.chapters.fire_deeds:
            g.setting.chapters.fire_deeds[action.verb](g, action, log)
            return
        g.steps.append(Aiming(self.side, self.occasion, (action.piece(0),)))


RULES: dict[str, tuple[str, ...]] = {
    "prep": ("A3.2", "A7.1"),
    "first": ("A8.1", "A8.15", "A8.31", "A7.1"),
    "defensive": ("A3.4", "A8.4"),
    "advancing": ("A3.5", "A7.24"),
}


class Aiming(SquadStep, frozen=True, tag="aiming"):
    """A fire attack being put together: the target, then who joins, then the dice.

    Rules A7.4, A7.5, A7.53.

    Attributes:
        group: The firing units and machine-guns, the one that began first.
        leaders: Leaders who direct the fire.
        target: The location, once chosen; at moving units it is given.
        snap: Whether it is a snap shot at the hexside just crossed (A8.15).
        arms: The machine-guns of a vehicle that fire, if not all that can (D1.8).
        desperate: Whether a backblast is taken for a better aim (C13.81).
    """

    side: int
    occasion: Occasion
    group: Pieces
    leaders: Pieces = ()
    target: Place = NOWHERE
    snap: bool = False
    arms: int = 0
    desperate: bool = False

    def as_enemy_knows(self) -> None:
        """Nobody knows who fires before it happens."""
        return

    @at_rest
    def ask(self, g: SquadState) -> Decision:
        """What to fire at; then who joins in, or the order to shoot."""
        first = Ref("piece", self.group[0])
        if self.target == NOWHERE:
            actions = list(aims(g, self.group[0], self.side, self.occasion))
            if self.may_despair(g, actions):
                actions.append(DESPERATE)
            rules = ("A7.1", "C3.1")
            return Decision(self.side, "aim", actions, rules, {"unit": first}, self.group)
        actions = [Action("join", (unit,)) for unit in self.joiners(g)]
        lays = self.occasion == "first" and not self.snap
        if lays and can_lay(g, self.group, self.target):
            actions.append(LANE)
        return Decision(
            self.side, "group", [*actions, SHOOT], ("A7.5", "A7.53", "A10.7"),
            {"unit": first, "place": Ref("place", self.target)}, (*self.group, *self.leaders),
        )  # fmt: skip

    def may_despair(self, g: SquadState, actions: Iterable[Action]) -> bool:
        """Whether a rocket may be fired out of a building in spite of its blast. Rule C13.81."""
        rockets = any(action.verb in ("aim", "shell", "suspect", "faust") for action in actions)
        return not self.desperate and rockets and is_confined(g, self.group[0])

    def joiners(self, g: SquadState) -> list[Piece]:
        """Units next to the group that can fire at the target too, and leaders to direct it."""
        setting, board = g.setting, g.setting.board
        if setting.flamethrowers >> self.group[0] & 1:
            return []
        places = {g.where[unit] for unit in self.group}
        if setting.vehicles >> self.group[0] & 1:
            return []
        near = union(board.within(place, 1) for place in places)
        beside = union(stack for place, stack in g.stacks.items() if near >> place & 1)
        beside &= (setting.personnel | setting.mgs) & ~set_of(self.group)
        found = [
            unit for unit in each_piece(firers(g, self.side, self.occasion, beside))
            if self.can_join(g, unit) and not sharing(g, unit, self.group)
        ]  # fmt: skip
        return found + self.directors(g, places)

    def can_join(self, g: SquadState, unit: Piece) -> bool:
        """Whether a unit or machine-gun can fire at the same target."""
        if self.occasion in AT_MOVERS and not has_shot_left(g, unit):
            return False
        if self.snap:
            return can_snap(g, unit, self.occasion)
        return can_hit(g, unit, self.target, self.occasion)

    def directors(self, g: SquadState, places: set[Place]) -> list[Piece]:
        """Leaders in Good Order who may direct fire from a location. Rule A7.53."""
        taken = {g.where[leader] for leader in self.leaders}
        done = g.prep_fired | g.final_fired  # A3.2
        found = []
        for place in places - taken:
            there = g.people(place, self.side) & g.setting.leaders & g.good_order()
            there &= ~(g.pinned | done | g.first_fired | set_of(self.group))
            found += [u for u in each_piece(there) if not g.firepower(u)]
        return sorted(found)

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Build the attack up, or carry it out."""
        match action.verb:
            case "at":
                g.steps[-1] = msgspec.structs.replace(self, target=action.place(0))
            case "burst":
                arms, place = MACHINE_GUNS[action.choice(1)], action.place(0)
                g.steps[-1] = msgspec.structs.replace(self, target=place, arms=arms)
            case "join":
                unit = action.piece(0)
                leads = g.setting.leaders >> unit & 1 and not g.firepower(unit)
                if self.occasion in AT_MOVERS:
                    count_shot(g, unit)
                g.steps[-1] = msgspec.structs.replace(
                    self,
                    group=self.group if leads else (*self.group, unit),
                    leaders=(*self.leaders, unit) if leads else self.leaders,
                )
            case "desperate":
                g.steps[-1] = msgspec.structs.replace(self, desperate=True)
            case "shell" if is_mortar(g, self.group[0]):
                g.steps.pop()
                lob(g, self.group[0], action.place(0), self.occasion, log)
            case "shell":
                g.steps.pop()
                shoot_at_place(
                    g, self.group[0], action.place(0), self.occasion, log, desperate=self.desperate
                )
            case "load":
                kind: Ammunition = "smoke" if action.choice(0) == "smoke" else "wp"
                g.steps[-1] = Screening(self.side, self.occasion, self.group[0], kind)
            case verb if verb in g.setting.chapters.shots:
                g.steps.pop()
                g.setting.chapters.shots[verb](g, self.group[0], action, self.occasion, log)
            case "throw":
                g.steps.pop()
                throw_charge(g, self.group[0], action.place(0), self.occasion, log)
            case "hurl":
                g.steps.pop()
                throw_at_block(g, self.group[0], action, self.occasion, log)
            case "faust":
                g.steps.pop()
                fire_faust(
                    g, self.group[0], action.piece(0), self.occasion, log, desperate=self.desperate
                )
            case "suspect":
                g.steps.pop()
                fire_on_suspicion(
                    g, self.group[0], action.place(0), self.occasion, log, desperate=self.desperate
                )
            case "aim" if g.setting.mgs >> self.group[0] & 1:
                g.steps.pop()
                shoot_mg(g, self.group[0], action.piece(0), self.occasion, log)
            case "aim":
                g.steps.pop()
                shoot_at_vehicle(
                    g, self.group[0], action.piece(0), self.occasion, log, desperate=self.desperate
                )
            case _:
                g.steps.pop()
                shoot(g, self, log, lane=action == LANE)


def count_shot(g: SquadState, unit: Piece) -> None:
    """Remember that a unit fires at this expenditure of the moving units. Rule A8.14.

    The weapons of a vehicle are counted one by one as they fire.
    """
    if not g.setting.vehicles >> unit & 1:
        g.change_march(shots=(*g.moving.shots, unit))


def has_shot_left(g: SquadState, unit: Piece) -> bool:
    """Whether a unit has fired less often than points were spent this time. Rule A8.14."""
    return g.moving.shots.count(unit) < max(1, g.moving.last // 2)


def sharing(g: SquadState, unit: Piece, group: Iterable[Piece]) -> bool:
    """Whether somebody with one pair of hands fires already in the group. Rule A7.351."""
    crew = crew_of(g, unit)
    same = sum(crew_of(g, other) == crew for other in group)
    return same >= (2 if g.is_squad(crew) else 1)


# -- the attack -----------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A fire attack as it will be rolled for, but for cowering.

    Attributes:
        attack: The attack.
        targets: The units it strikes.
        powers: Eighths of firepower of each firer.
        own: The firers' modifiers.
    """

    attack: Attack
    targets: int
    powers: dict[Piece, int]
    own: tuple[Modifier, ...]

    @property
    def column(self) -> int:
        """The column of all the firepower."""
        return column_of(sum(self.powers.values()))


def plan(g: SquadState, order: Aiming) -> Plan:
    """What an attack comes to. Rule A7.3.

    Whether all targets are concealed is judged by those that are on the table.
    """
    moving = order.occasion in AT_MOVERS
    targets = struck(g, order.target, enemy(order.side), moving=moving)
    seen = targets & ~g.hidden
    concealed = bool(seen) and not seen & ~g.concealed
    powers = {
        unit: eighths(
            g, unit, order.target, order.occasion,
            concealed=concealed, snap=order.snap, arms=order.arms,
        )
        for unit in order.group
    }  # fmt: skip
    flame = g.setting.flamethrowers >> order.group[0] & 1
    means: Literal["fire", "flame", "snap"] = "flame" if flame else "snap" if order.snap else "fire"
    origins = tuple(sorted({g.where[unit] for unit in order.group}))
    attack = Attack(
        means, order.side, origins, order.target, moving, order.group, crossing=order.snap
    )
    own = list(direction(g, order, origins))
    if any(g.cx >> crew_of(g, unit) & 1 for unit in order.group):
        own.append(CX)
    return Plan(attack, targets, powers, tuple(own))


def shoot(g: SquadState, order: Aiming, log: Log, *, lane: bool = False) -> None:
    """Roll for a fire attack by small arms. Rule A7.3."""
    attack, targets, _, own = planned = plan(g, order)
    column = planned.column
    # A8.31
    payers = who_pays(g, order.group, order.leaders) if order.occasion == "protective" else ()
    dice = g.dice()
    cowers = dice[0] == dice[1] and can_cower(g, order)  # A7.9
    fall = 2 if any(_is_raw(g, unit) for unit in order.group) else 1
    expose_firers(g, order.group, log)
    spend(g, order, dice, log, lane=lane, cowers=cowers)  # a weapon may be gone after this
    if cowers:  # A7.9
        column -= fall
        log.append(Cowered(fall))
    for answer in g.setting.chapters.small_arms_fired:  # A19.131
        answer(g, set_of(order.group), sum(dice), log)
    strike(g, attack, column, dice, own, targets, log)
    if attack.moving and not order.snap:  # A8.15, A8.2
        if lane:  # A9.22
            lay_lane(g, order.group[0], order.target, log)
        led = sum(modifier.value for modifier in direction(g, order, attack.origins))
        leave_residual(g, attack, column, log, leadership=led)
    pay(g, payers, dice, log)  # A8.31


def direction(g: SquadState, order: Aiming, origins: Places) -> Iterable[Modifier]:
    """Leaders direct if there is one for each firing location; the worst counts. Rule A7.531."""
    yield from commanded(g, order.group)
    led = {g.where[leader] for leader in order.leaders}
    if order.leaders and led.issuperset(origins):
        value = max(g.leadership(leader) for leader in order.leaders)
        if value:
            yield Modifier("A7.53", value)


def commanded(g: SquadState, group: Iterable[Piece]) -> Iterator[Modifier]:
    """What the armour leader of a vehicle adds to its machine-guns. Rule D3.44."""
    value = sum(g.setting.commander.get(unit, 0) for unit in group)
    if value:
        yield Modifier("D3.44", value)


def can_cower(g: SquadState, order: Aiming) -> bool:
    """Whether doubles make the firers cower: nobody leads them. Rule A7.9."""
    led = {g.where[leader] for leader in order.leaders}
    places = {g.where[unit] for unit in order.group}
    cowards = [u for u in order.group if g.setting.squads >> crew_of(g, u) & 1]
    return bool(cowards) and not led.issuperset(places)


def _is_raw(g: SquadState, unit: Piece) -> bool:
    """Whether green troops or conscripts serve a weapon: they cower worse. Rule A7.9."""
    crew = crew_of(g, unit)
    return bool(g.setting.squads >> crew & 1) and g.row(crew).quality in ("green", "conscript")


def expose_firers(g: SquadState, group: Iterable[Piece], log: Log) -> None:
    """Who fires in sight of an enemy loses concealment. Rule A12.141."""
    for unit in group:
        crew = crew_of(g, unit)
        if g.hidden >> crew & 1:
            reveal(g, 1 << crew, log)
        elif g.concealed >> crew & 1:
            expose(g, 1 << crew, log)


def spend(
    g: SquadState, order: Aiming, dice: tuple[int, int], log: Log, *, lane: bool, cowers: bool
) -> None:
    """Mark who has fired; a machine-gun may keep its rate of fire, or break down."""
    for unit in (*order.group, *order.leaders):
        if g.setting.vehicles >> unit & 1:  # D1.8
            arms = order.arms or mgs_at(g, unit, order.target, order.occasion)
            fire_arms(g, unit, arms, order.occasion)
            continue
        row = g.setting.weapon_row(unit) if g.setting.weapons >> unit & 1 else None
        if row is not None and sum(dice) >= breakdown_of(g, unit, row.breakdown):  # A9.7
            malfunction(g, unit, log)
        again = is_again(g, unit, order.occasion)
        # A9.2
        rate = 0 if row is None else rate_of(g, unit, row.rof)
        keeps = dice[0] <= rate and not lane and not again and not cowers
        if keeps:
            keep_rate(g, unit, order.occasion)
        else:
            # A8.3
            mark_fired(g, unit, order.occasion, final=again or lane or cowers)


def who_pays(g: SquadState, group: Iterable[Piece], leaders: Iterable[Piece]) -> Pieces:
    """Those whose morale protective fire tests: leaders first (A10.2), then who fires. A8.31."""
    return tuple(dict.fromkeys((*leaders, *(crew_of(g, unit) for unit in group))))


def pay(g: SquadState, payers: Iterable[Piece], dice: tuple[int, int], log: Log) -> None:
    """Check morale with the dice that the attack was rolled with. Rule A8.31."""
    for unit in payers:
        if not g.lost >> unit & 1:
            check_morale(g, unit, 0, log, "fpf", dice=dice)
