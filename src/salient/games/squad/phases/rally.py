"""The rally phase: rallying, repairing, recovering. Rules A3.1, A10.6, A9.72, A4.44."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, enemy
from salient.engine.state import Decision, Log
from salient.games.squad.combat.morale import BOXCARS, SNAKE_EYES, inspire, reduce, tell_check
from salient.games.squad.core.actions import END
from salient.games.squad.core.events.fire import Recovered, Repaired
from salient.games.squad.core.events.men import Became
from salient.games.squad.core.locations import is_shelter
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.sight.los import sees_unit

REMOVED = 6
"""Rule A9.72: a repair die that ruins the weapon."""

GUN_REPAIRED = 1
"""The highest die that repairs the gun of a vehicle (A9.72)."""

PICKED_UP = 5
"""Rule A4.44: the highest die that recovers a weapon."""


class Rallying(SquadStep, frozen=True, tag="rallying"):
    """A side rallies, repairs and recovers, one after the other. Rule A10.6."""

    side: int

    def ask(self, g: SquadState) -> Decision | None:
        """Who tries next."""
        actions = [*self.rallies(g), *self.repairs(g), *self.broken_guns(g), *self.recoveries(g)]
        for answer in g.setting.chapters.rally_orders:
            actions += answer(g, self.side)
        if not actions:
            return None
        return Decision(self.side, "rally", [*actions, END], ("A10.6", "A9.72", "A4.44"))

    def rallies(self, g: SquadState) -> Iterator[Action]:
        """Broken units with a leader, leaders themselves, and some squads of the ATTACKER."""
        broken = g.on_map(g.setting.army[self.side] & g.broken) & ~g.rallied & ~g.melee
        for unit in each_piece(broken):
            if rally_leader(g, unit) is not None or self.by_itself(g, unit):
                yield Action("rally", (unit,))

    def by_itself(self, g: SquadState, unit: Piece) -> bool:
        """Leaders rally themselves; one squad, or as many as the scenario says, in its own turn.

        Rules A10.63, A18.11; the disrupted do not (A19.12).
        """
        if g.setting.leaders >> unit & 1:
            return True
        if self.side != g.mover or g.disrupted >> unit & 1:
            return False
        return g.self_rallied.bit_count() < g.self_rally

    def repairs(self, g: SquadState) -> Iterator[Action]:
        """Weapons out of order whose owners are in Good Order."""
        for weapon in each_piece(g.malfunctioned & g.arsenal(self.side) & ~g.rallied & ~g.lost):
            if not g.setting.weapons >> weapon & 1 or g.owner[weapon] == NOBODY:
                continue
            if g.setting.weapon_row(weapon).repair and g.good_order() >> g.owner[weapon] & 1:
                yield Action("repair", (weapon,))

    def broken_guns(self, g: SquadState) -> Iterator[Action]:
        """Guns of vehicles out of order, where a crew can despair of one. Rules A9.72, D5.341."""
        if not g.setting.chapters.recalls:
            return
        out = g.wrecks | g.abandoned | g.shocked | g.recalled | g.rallied | g.hidden
        for vehicle in each_piece(g.malfunctioned & g.setting.army[self.side] & g.setting.vehicles):
            if not out >> vehicle & 1 and g.where[vehicle] != NOWHERE:
                yield Action("repair", (vehicle,))

    def recoveries(self, g: SquadState) -> Iterator[Action]:
        """Weapons that lie about where a unit in Good Order could pick them up."""
        items = g.setting.items & g.arsenal(self.side) & ~g.rallied
        for item in each_piece(g.on_map(items)):
            if g.owner[item] != NOBODY or item in g.towed:
                continue
            hands = g.setting.leaders if g.setting.radios >> item & 1 else g.setting.squads
            takers = g.people(g.where[item], self.side) & hands & g.good_order()
            for unit in each_piece(takers & ~g.rallied & ~g.hidden):
                if not g.carried(unit):
                    yield Action("recover", (unit, item))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Try."""
        if action == END:
            self.settle(g)
            g.steps.pop()
            return
        if action.verb in g.setting.chapters.rally_deeds:
            g.setting.chapters.rally_deeds[action.verb](g, action, log)
            return
        first = action.piece(0)
        g.rallied |= 1 << first
        match action.verb:
            case "rally":
                rally(g, first, log)
            case "repair" if g.setting.vehicles >> first & 1:
                repair_gun(g, first, log)
            case "repair":
                repair(g, first, log)
            case _:
                recover(g, first, action.piece(1), log)

    def run(self, g: SquadState, log: Log) -> None:
        """Nothing left to try."""
        self.settle(g)
        g.steps.pop()

    def settle(self, g: SquadState) -> None:
        """Units out of the enemy's reach are no longer desperate. Rule A10.62."""
        own = g.on_map(g.setting.army[self.side] & g.desperate)
        for unit in each_piece(own):
            if not in_danger(g, unit):
                g.desperate &= ~(1 << unit)


def in_danger(g: SquadState, unit: Piece) -> bool:
    """Whether a known enemy next to a unit sees it. Rule A10.62."""
    board, side = g.setting.board, g.side(unit)
    foes = g.on_map(g.setting.army[enemy(side)]) & g.armed() & ~g.hidden & ~g.concealed
    return any(
        board.range(g.where[foe], g.where[unit]) <= 1 and sees_unit(g, foe, unit)
        for foe in each_piece(foes)
    )


def rally_leader(g: SquadState, unit: Piece) -> Piece | None:
    """The best leader in Good Order who can rally a unit. Rule A10.6."""
    place = g.where[unit]
    if place == NOWHERE:
        return None
    there = g.people(place, g.side(unit)) & g.setting.leaders & g.good_order() & ~(1 << unit)
    leaders = [u for u in each_piece(there) if g.leader(u).kind == "leader"]
    return min(leaders, key=g.leadership, default=None)


def rally_modifiers(g: SquadState, unit: Piece) -> tuple[Modifier, ...]:
    """What counts in a rally attempt."""
    numbers = g.setting.numbers.rally
    leader = rally_leader(g, unit)
    found = []
    if leader is not None:  # A10.63, A10.7
        found.append(Modifier("A10.7", g.leadership(leader)))
    else:
        found.append(Modifier("A10.63", numbers.self_rally))
    if g.disrupted >> unit & 1:  # A19.12
        found.append(Modifier("A19.12", numbers.disrupted))
    if g.desperate >> unit & 1:  # A10.62
        found.append(Modifier("A10.62", numbers.desperate))
    if is_shelter(g, g.where[unit]) and unit not in g.bypass:  # A10.61
        found.append(Modifier("A10.61", numbers.terrain))
    return tuple(modifier for modifier in found if modifier.value)


def rally(g: SquadState, unit: Piece, log: Log) -> None:
    """A rally attempt; an original 12 costs a casualty. Rules A10.6, A10.64."""
    modifiers = rally_modifiers(g, unit)
    if g.setting.squads >> unit & 1 and rally_leader(g, unit) is None:  # A18.11
        g.self_rallied |= 1 << unit
    dice = g.dice()
    need = g.morale(unit)
    passed = sum(dice) + sum(m.value for m in modifiers) <= need and sum(dice) != BOXCARS
    tell_check(g, unit, "rally", dice, need, modifiers, log, passed=passed)
    if passed:
        g.broken &= ~(1 << unit)
        g.desperate &= ~(1 << unit)
        g.disrupted &= ~(1 << unit)
        log.append(Became(unit, "rallied"))
        if sum(dice) == SNAKE_EYES and rally_leader(g, unit) is not None:  # A15.1
            inspire(g, unit, log)
    elif sum(dice) == BOXCARS:
        reduce(g, unit, "rally", log)


def repair(g: SquadState, weapon: Piece, log: Log) -> None:
    """A repair attempt. Rule A9.72."""
    die = g.die()
    row = g.setting.weapon_row(weapon)
    result = "repaired" if die <= row.repair else "lost" if die >= REMOVED else "failed"
    log.append(Repaired(weapon, (die,), result))
    if result == "repaired":
        g.malfunctioned &= ~(1 << weapon)
    elif result == "lost":
        g.owner[weapon] = NOBODY
        g.put(weapon, NOWHERE)
        g.lost |= 1 << weapon
        g.malfunctioned &= ~(1 << weapon)


def repair_gun(g: SquadState, vehicle: Piece, log: Log) -> None:
    """A repair attempt at a vehicle's gun; a ruined one is the end of its battle. A9.72, D5.341."""
    die = g.die()
    result = "repaired" if die <= GUN_REPAIRED else "lost" if die >= REMOVED else "failed"
    log.append(Repaired(vehicle, (die,), result))
    if result == "repaired":
        g.malfunctioned &= ~(1 << vehicle)
    elif result == "lost":
        for answer in g.setting.chapters.recalls:
            answer(g, vehicle, log)


def recover(g: SquadState, unit: Piece, item: Piece, log: Log) -> None:
    """Pick up a weapon or man a gun, perhaps one of the enemy's. Rules A4.44, A21.11."""
    die = g.die()
    done = die <= PICKED_UP
    log.append(Recovered(unit, item, (die,), "recovered" if done else "failed"))
    if done:
        g.owner[item] = unit
        ours = g.setting.side_of[item] == g.setting.side_of[unit]
        g.captured = g.captured & ~(1 << item) | (0 if ours else 1 << item)  # A21.11
        if g.concealed >> unit & 1:
            g.concealed |= 1 << item
