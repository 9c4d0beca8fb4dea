"""Artillery off the map, and the bombardment before play. Rules C1, C1.822.

Readings: a leader in Good Order who has not fired calls a battery in his side's prep fire or
defensive fire phase onto a hex that he sees; a roll up to the contact number gets through. A die up
to the accuracy number puts the shells on target, else they land half a die (rounded up) hexes away
in the direction of another. The whole mission falls at once on the hex and its six neighbours, on
friend and foe; a smoke mission lays smoke there. Shells that would kill thin out mines (B28.62).
"""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.state import Decision, Log, Ref, Step
from salient.games.squad.combat.firepower import mark_fired
from salient.games.squad.combat.mines import thin_mines
from salient.games.squad.combat.morale import check_morale
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.events import Barraged, Bombarded, Contacted
from salient.games.squad.core.locations import chart_row, is_building, is_subterranean
from salient.games.squad.core.questions import Attack, Occasion
from salient.games.squad.core.scenario import Battery, expand
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.guns.indirect import burst, column_for, he_power
from salient.games.squad.guns.smoke_shells import lay_smoke
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.sight.los import sees
from salient.games.squad.terrain.board import OFF_MAP

OCCASIONS = ("prep", "defensive")

BOMBARDED_MINES = 9
"""Reading of C1.822: mines withstand a bombardment as rail cars do (B32.57b)."""

BOMBARDED_HOUSES = {"wooden_building": 10, "stone_building": 11}
"""Reading of C1.822: the roll above which a bombarded building falls."""


# -- calling it -----------------------------------------------------------------------------------


def battery_of(g: SquadState, side: int) -> int | None:
    """The first battery of a side that can still fire."""
    for number, battery in enumerate(g.setting.scenario.artillery):
        if PLAYERS.index(battery.side) == side and g.missions.get(number, 0) < battery.missions:
            return number
    return None


def callers(g: SquadState, side: int, occasion: Occasion) -> list[int]:
    """The leaders who can call artillery now. Rule C1.2."""
    if occasion not in OCCASIONS or battery_of(g, side) is None:
        return []
    leaders = g.setting.army[side] & g.setting.leaders & g.good_order()
    leaders &= ~(g.pinned | g.ti | g.prep_fired | g.first_fired | g.final_fired)
    return [
        unit for unit in members(g.on_map(leaders))
        if g.setting.leader_row(unit).kind == "leader"
        and unit not in g.aboard
        and not is_subterranean(g, g.where[unit])
    ]  # fmt: skip


class Calling(SquadStep, frozen=True, tag="calling"):
    """A leader has the battery's ear, perhaps: what does he ask for, and where? Rule C1."""

    side: int
    occasion: Occasion
    leader: int

    def as_enemy_knows(self) -> None:
        """Nobody knows who calls before it happens."""
        return

    def ask(self, g: SquadState) -> Decision:
        """Every hex that he sees."""
        number = battery_of(g, self.side)
        assert number is not None
        battery = g.setting.scenario.artillery[number]
        seen = [
            place for place in range(len(g.setting.board.hexes))
            if sees(g, self.leader, place)
        ]  # fmt: skip
        actions = [Action("barrage", (place,)) for place in seen]
        if battery.smoke:
            actions += [Action("screen", (place,)) for place in seen]
        return Decision(
            self.side, "call", actions, ("C1.2", "C1.3"), {"unit": Ref("piece", self.leader)}
        )

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Try to get through; then the shells fall."""
        g.steps.pop()
        number = battery_of(g, self.side)
        assert number is not None
        battery = g.setting.scenario.artillery[number]
        dice = g.dice()
        through = sum(dice) <= battery.contact
        result = "passed" if through else "failed"
        log.append(Contacted(self.side, self.leader, dice, battery.contact, result))
        mark_fired(g, self.leader, self.occasion)
        if through:
            g.missions[number] = g.missions.get(number, 0) + 1
            fire_mission(g, self.side, battery, action.verb, action.place(0), log)


def fire_mission(
    g: SquadState, side: int, battery: Battery, kind: str, aimed: int, log: Log
) -> None:
    """Accuracy, scatter and effect. Rule C1.5."""
    die = g.die()
    # C1.3
    hexagon, faces = (aimed, (die,)) if die <= battery.accuracy else scatter(g, aimed, die)
    result = "hit" if hexagon == aimed else "lost" if hexagon == OFF_MAP else "scattered"
    where = hexagon if hexagon != OFF_MAP else aimed  # C1.31
    log.append(Barraged(side, kind, aimed, where, faces, result))
    if hexagon == OFF_MAP:  # C1.31
        return
    area = blast_area(g, hexagon)
    if kind == "screen":  # A24.2
        for place in area:
            lay_smoke(g, place, g.setting.numbers.fire.smoke, log)
        return
    after = after_barrage(g, side)
    for place in area:
        shell_hex(g, side, battery.calibre, place, log)
    g.steps += after


def after_barrage(g: SquadState, side: int) -> list[Step[SquadState]]:
    """Shells are about to fall on several hexes: what will follow when they have. Rule B37.64b."""
    return [step for answer in g.setting.chapters.barrages for step in answer(g, side)]


def scatter(g: SquadState, aimed: int, die: int) -> tuple[int, tuple[int, ...]]:
    """Where shells fall that miss, with the dice: half a die hexes in the direction of another.

    Rule C1.31; ``OFF_MAP`` if they miss the map.
    """
    way, far = g.die(), g.die()
    hexagon = aimed
    for _ in range((far + 1) // 2):
        hexagon = g.setting.board.hexes[hexagon].near[way - 1]
        if hexagon == OFF_MAP:
            return OFF_MAP, (die, way, far)
    return hexagon, (die, way, far)


def blast_area(g: SquadState, hexagon: int) -> tuple[int, ...]:
    """A hex and its neighbours, clockwise from the north. Rule C1.5."""
    return (hexagon, *(near for near in g.setting.board.hexes[hexagon].near if near != OFF_MAP))


def shell_hex(g: SquadState, side: int, calibre: int, hexagon: int, log: Log) -> None:
    """Shells fall on everything in a hex, with one roll. Rule C1.5."""
    attack = Attack("shell", side, (), hexagon)
    column = column_for(he_power(g, calibre))
    dice = burst(g, attack, calibre, column, everybody_in(g, hexagon), log)
    if g.setting.tables.result(column, sum(dice)).endswith("KIA"):  # B28.62
        thin_mines(g, hexagon)


def everybody_in(g: SquadState, hexagon: int) -> int:
    """All units in the locations of a hex, of both sides."""
    found = 0
    for place in g.setting.board.locations_in(hexagon):
        found |= g.stacks.get(place, 0)
    return found & (g.setting.personnel | g.setting.vehicles) & ~g.wrecks


# -- the bombardment before play ------------------------------------------------------------------


class Bombarding(SquadStep, frozen=True, tag="bombarding"):
    """What a scenario has bombarded before the first turn. Rules C1.822, B32.57b, P7.1d."""

    number: int

    def run(self, g: SquadState, log: Log) -> None:
        """Hex by hex; then the debris that this has brought down."""
        line = g.setting.scenario.bombardment[self.number]
        side = PLAYERS.index(line.side)
        g.steps[-1:] = after_barrage(g, side)
        for name in expand(line.area):
            hexagon = g.setting.board.hex_of[g.setting.location(name, "bombardment")]
            log.append(Bombarded(side, hexagon))
            bombard_hex(g, hexagon, log)


def bombarding_steps(g: SquadState) -> list[SquadStep]:
    """The bombardments of a scenario, the first one last."""
    return [Bombarding(n) for n in reversed(range(len(g.setting.scenario.bombardment)))]


def bombard_hex(g: SquadState, hexagon: int, log: Log) -> None:
    """Rail cars, mines and buildings suffer first, then who is left. Rule C1.822.

    Reading: everybody checks his morale, helped by his cover; nothing reaches a culvert.
    """
    if any(answer(g, hexagon, log) for answer in g.setting.chapters.bombardments):
        return
    if hexagon in g.mines and sum(g.dice()) > BOMBARDED_MINES:
        thin_mines(g, hexagon)
    building = g.setting.board.hexes[hexagon].row.building
    if is_building(g, hexagon) and sum(g.dice()) > BOMBARDED_HOUSES[building]:
        make_rubble(g, hexagon, log)
    for unit in members(everybody_in(g, hexagon) & g.setting.personnel):
        # P4.24
        if is_subterranean(g, g.where[unit]) or g.lost >> unit & 1:
            continue
        cover = chart_row(g, g.where[unit]).tem
        more = (Modifier("C1.822", -cover),) if cover else ()
        if not check_morale(g, unit, 0, log, more=more):
            reveal(g, 1 << unit, log)
