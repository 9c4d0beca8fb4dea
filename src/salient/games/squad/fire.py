"""Fire: choosing firers and target, and the attack on the fire table. Rules A7, A9."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from salient.boards.bits import members, set_of
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.state import Decision, Log, Ref
from salient.games.squad.actions import END, LANE, SHOOT
from salient.games.squad.attack import moving_place, strike, struck
from salient.games.squad.concealment import expose, reveal
from salient.games.squad.events import Cowered
from salient.games.squad.firepower import (
    Occasion,
    can_hit,
    column_of,
    crew_of,
    eighths,
    firers,
    is_again,
    target_places,
)
from salient.games.squad.lanes import can_lay, lay_lane, leave_residual
from salient.games.squad.ordnance import (
    ordnance_targets,
    ordnance_vehicles,
    shoot_at_place,
    shoot_at_vehicle,
)
from salient.games.squad.questions import Attack
from salient.games.squad.state import SquadState, SquadStep, enemy
from salient.games.squad.weapons import malfunction, mark_fired

CX = Modifier("A4.51", 1)
NOWHERE_YET = -1


# -- the steps ------------------------------------------------------------------------------------


class Firing(SquadStep, frozen=True, tag="firing"):
    """A fire phase: prep fire, defensive fire or advancing fire. Rules A3.2, A3.4, A3.5."""

    side: int
    occasion: Literal["prep", "defensive", "advancing"]

    def ask(self, g: SquadState) -> Decision | None:
        """Who fires next, or nobody any more."""
        actions = [
            Action("fire", (unit,))
            for unit in members(firers(g, self.side, self.occasion))
            if has_target(g, unit, self.side, self.occasion)
        ]
        if not actions:
            return None
        return Decision(self.side, f"fire.{self.occasion}", [*actions, END], RULES[self.occasion])

    def take(self, g: SquadState, action: Action, log: Log) -> None:  # noqa: ARG002
        """Aim, or close the phase."""
        if action == END:
            g.steps.pop()
        else:
            g.steps.append(Aiming(self.side, self.occasion, (int(action.args[0]),)))


RULES: dict[str, tuple[str, ...]] = {
    "prep": ("A3.2", "A7.1"),
    "first": ("A8.1", "A7.1"),
    "defensive": ("A3.4", "A8.4"),
    "advancing": ("A3.5", "A7.24"),
}


def has_target(g: SquadState, unit: int, side: int, occasion: Occasion) -> bool:
    """Whether a unit or weapon has anything to fire at."""
    return next(aims(g, unit, side, occasion), None) is not None


def aims(g: SquadState, unit: int, side: int, occasion: Occasion) -> Iterator[Action]:
    """Everything a unit or weapon can fire at, with small arms and with its gun.

    First fire is aimed at the moving units only (A8.1).
    """
    only = first_aims(g) if occasion == "first" else None
    for place in target_places(g, side):
        action = Action("at", (place,))
        if (only is None or action in only) and can_hit(g, unit, place, occasion):
            yield action
    for place in ordnance_targets(g, unit, occasion):
        action = Action("shell", (place,))
        if only is None or action in only:
            yield action
    for foe in ordnance_vehicles(g, unit, occasion):
        action = Action("aim", (foe,))
        if only is None or action in only:
            yield action


def first_aims(g: SquadState) -> set[Action]:
    """What first fire may be aimed at."""
    place = moving_place(g)
    if g.march is None or place == NOWHERE_YET:
        return set()
    vehicle = g.march.units[0]
    if not g.setting.vehicles >> vehicle & 1:
        return {Action("at", (place,)), Action("shell", (place,))}
    soft = {Action("at", (place,))} if not g.setting.armour >> vehicle & 1 else set()
    return {Action("aim", (vehicle,)), *soft}


class Aiming(SquadStep, frozen=True, tag="aiming"):
    """A fire attack being put together: the target, then who joins, then the dice.

    Rules A7.4, A7.5, A7.53.

    Attributes:
        group: The firing units and machine-guns, the one that began first.
        leaders: Leaders who direct the fire.
        target: The location, once chosen; at moving units it is given.
    """

    side: int
    occasion: Occasion
    group: tuple[int, ...]
    leaders: tuple[int, ...] = ()
    target: int = NOWHERE_YET

    def ask(self, g: SquadState) -> Decision:
        """What to fire at; then who joins in, or the order to shoot."""
        first = Ref("piece", self.group[0])
        if self.target == NOWHERE_YET:
            actions = list(aims(g, self.group[0], self.side, self.occasion))
            return Decision(self.side, "aim", actions, ("A7.1", "C3.1"), {"unit": first})
        actions = [Action("join", (unit,)) for unit in self.joiners(g)]
        if self.occasion == "first" and can_lay(g, self.group, self.target):
            actions.append(LANE)
        return Decision(
            self.side, "group", [*actions, SHOOT], ("A7.5", "A7.53", "A10.7"),
            {"unit": first, "place": Ref("place", self.target)},
        )  # fmt: skip

    def joiners(self, g: SquadState) -> list[int]:
        """Units next to the group that can fire at the target too, and leaders to direct it."""
        setting, board = g.setting, g.setting.board
        if setting.flamethrowers >> self.group[0] & 1:
            return []
        places = {g.where[unit] for unit in self.group}
        able = firers(g, self.side, self.occasion) & ~set_of(self.group)
        able &= setting.personnel | setting.mgs
        found = [
            unit for unit in members(able)
            if any(board.range(g.where[unit], place) <= 1 for place in places)
            and can_hit(g, unit, self.target, self.occasion)
            and not sharing(g, unit, self.group)
        ]  # fmt: skip
        if setting.vehicles >> self.group[0] & 1:
            return []
        return found + self.directors(g, places)

    def directors(self, g: SquadState, places: set[int]) -> list[int]:
        """Leaders in Good Order who may direct fire from a location. Rule A7.53."""
        taken = {g.where[leader] for leader in self.leaders}
        done = g.final_fired if self.occasion == "advancing" else g.prep_fired | g.final_fired
        found = []
        for place in places - taken:
            there = g.people(place, self.side) & g.setting.leaders & g.good_order()
            there &= ~(g.pinned | done | g.first_fired | set_of(self.group))
            found += [u for u in members(there) if not g.firepower(u)]
        return sorted(found)

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Build the attack up, or carry it out."""
        match action.verb:
            case "at":
                g.steps[-1] = Aiming(self.side, self.occasion, self.group, (), int(action.args[0]))
            case "join":
                unit = int(action.args[0])
                leads = g.setting.leaders >> unit & 1 and not g.firepower(unit)
                g.steps[-1] = Aiming(
                    self.side, self.occasion,
                    self.group if leads else (*self.group, unit),
                    (*self.leaders, unit) if leads else self.leaders,
                    self.target,
                )  # fmt: skip
            case "shell":
                g.steps.pop()
                shoot_at_place(g, self.group[0], int(action.args[0]), self.occasion, log)
            case "aim":
                g.steps.pop()
                shoot_at_vehicle(g, self.group[0], int(action.args[0]), self.occasion, log)
            case _:
                g.steps.pop()
                shoot(g, self, log, lane=action == LANE)


def sharing(g: SquadState, unit: int, group: Iterable[int]) -> bool:
    """Whether somebody with one pair of hands fires already in the group. Rule A7.351."""
    crew = crew_of(g, unit)
    same = sum(crew_of(g, other) == crew for other in group)
    return same >= (2 if g.is_squad(crew) else 1)


# -- the attack -----------------------------------------------------------------------------------


def shoot(g: SquadState, order: Aiming, log: Log, *, lane: bool = False) -> None:
    """Roll for a fire attack by small arms. Rules A7.3, A7.9, A8.2, A9.2, A9.7."""
    moving = order.occasion == "first"
    targets = struck(g, order.target, enemy(order.side), moving=moving)
    concealed = bool(targets) and not targets & ~g.concealed
    power = sum(
        eighths(g, unit, order.target, order.occasion, concealed=concealed) for unit in order.group
    )
    column = column_of(power)
    dice = g.dice()
    means: Literal["fire", "flame"] = (
        "flame" if g.setting.flamethrowers >> order.group[0] & 1 else "fire"
    )
    where = {unit: g.where[unit] for unit in order.group}
    origins = tuple(sorted(set(where.values())))
    attack = Attack(means, order.side, origins, order.target, moving, order.group)
    fatigue = CX if any(g.cx >> crew_of(g, unit) & 1 for unit in order.group) else None
    own = [*direction(g, order, origins), *([fatigue] if fatigue else [])]
    cowers = dice[0] == dice[1] and can_cower(g, order)
    spend(g, order, dice, log, lane=lane, cowers=cowers)
    expose_firers(g, order.group, log)
    if cowers:
        fall = 2 if any(_is_raw(g, unit) for unit in order.group) else 1
        column -= fall
        log.append(Cowered(fall))
    strike(g, attack, column, dice, tuple(own), targets, log)
    if moving:
        if lane:
            lay_lane(g, order.group[0], order.target, log)
        leave_residual(g, attack, column, log)


def direction(g: SquadState, order: Aiming, origins: tuple[int, ...]) -> Iterable[Modifier]:
    """Leaders direct if there is one for each firing location; the worst counts. Rule A7.531."""
    led = {g.where[leader] for leader in order.leaders}
    if order.leaders and led.issuperset(origins):
        value = max(g.leadership(leader) for leader in order.leaders)
        if value:
            yield Modifier("A7.53", value)


def can_cower(g: SquadState, order: Aiming) -> bool:
    """Whether doubles make the firers cower: nobody leads them. Rule A7.9."""
    led = {g.where[leader] for leader in order.leaders}
    places = {g.where[unit] for unit in order.group}
    cowards = [u for u in order.group if g.setting.squads >> crew_of(g, u) & 1]
    return bool(cowards) and not led.issuperset(places)


def _is_raw(g: SquadState, unit: int) -> bool:
    crew = crew_of(g, unit)
    return bool(g.setting.squads >> crew & 1) and g.row(crew).quality in ("green", "conscript")


def expose_firers(g: SquadState, group: Iterable[int], log: Log) -> None:
    """Who fires in sight of an enemy loses concealment. Rule A12.141."""
    for unit in group:
        crew = crew_of(g, unit)
        if g.hidden >> crew & 1:
            reveal(g, 1 << crew, log)
        expose(g, 1 << crew, log)


def spend(
    g: SquadState, order: Aiming, dice: tuple[int, int], log: Log, *, lane: bool, cowers: bool
) -> None:
    """Mark who has fired; a machine-gun may keep its rate of fire, or break down.

    Rules A8.3, A9.2, A9.7.
    """
    for unit in (*order.group, *order.leaders):
        row = g.setting.weapon_row(unit) if g.setting.weapons >> unit & 1 else None
        if row is not None and sum(dice) >= row.breakdown:
            malfunction(g, unit, log)
        again = is_again(g, unit, order.occasion)
        keeps = row is not None and dice[0] <= row.rof and not lane and not again and not cowers
        if not keeps:
            mark_fired(g, unit, order.occasion, final=again or lane or cowers)
