"""Artillery off the map: radio, field phone and observer, chits, spotting rounds. Rule C1.

Readings: once in his side's prep fire phase, and in the defensive fire phase of the enemy's turn,
a leader in Good Order who has a radio or a field phone and has not fired may call; so may an
observer off the map. A roll up to the contact number gets through, an observer always does. Then a
chit is drawn: on a black one a spotting round (SR) falls in any hex that he sees; a red one means
silence for this time, the second red one for good. In a later phase he moves the SR by up to three
hexes, or converts it: a die up to the accuracy number is on target, else the shells land half a die
away. They fall at once (FFE:1), on whoever comes in afterwards, and once more in the next phase in
which his side could call (FFE:2); then he needs another chit. Where the guns are registered he
neither needs a black chit nor must he see the hex, and the shells fall better.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import each_piece
from salient.boards.sight_map import LEVEL
from salient.engine.actions import Action, ArgKind
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.firepower import mark_spent
from salient.games.squad.core.actions import PASS
from salient.games.squad.core.events.fire import (
    Barraged,
    ChitDrawn,
    Contacted,
    Malfunctioned,
    Spotted,
)
from salient.games.squad.core.locations import is_subterranean
from salient.games.squad.core.ongoing import Mission
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Battery, expand
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.guns.barrage import after_barrage, blast_area, scatter, shell_hex
from salient.games.squad.guns.indirect import column_for, exposed_to_shells, he_power
from salient.games.squad.guns.smoke_shells import lay_smoke
from salient.games.squad.sight.lines import Sight
from salient.games.squad.sight.los import sees, sight_of
from salient.games.squad.terrain.board import OFF_MAP, Hexagon

DRAW, CONVERT, SCREEN = Action("draw"), Action("convert"), Action("screen")

REDS = 2
"""Rule C1.21: so many red chits silence a battery for good."""

SHIFT = 3
"""Rule C1.32: hexes by which an SR is moved."""

DEAD_LINE = 12
"""Rule C1.22: the roll at which a field phone is gone."""

MIST = 3
"""Rule C1.33: points of mist for each of which registered fire loses a point."""


# -- who can call ---------------------------------------------------------------------------------


def calls_now(g: SquadState, side: int) -> bool:
    """Whether it is a phase in which a side can call its batteries. Rule C1.2."""
    return g.phase == ("prep" if side == g.mover else "defensive")


def mission_of(g: SquadState, number: int) -> Mission:
    """How things stand with a battery."""
    battery = g.batteries[number]
    return g.missions.get(number) or Mission(battery.black, battery.red)


def own_batteries(g: SquadState, side: int, *links: str) -> Iterator[int]:
    """The batteries of a side that can be called with some means now."""
    for number, battery in enumerate(g.batteries):
        if PLAYERS.index(battery.side) != side or battery.link not in links:
            continue
        mission = mission_of(g, number)
        spent = mission.reds >= REDS or not mission.black + mission.red
        if not mission.acted and mission.stage != "ffe" and (mission.stage or not spent):
            yield number


def battery_for(g: SquadState, leader: Piece) -> int | None:
    """The first battery that a leader can call with what he carries. Rules C1.2, C1.23."""
    for item in each_piece(g.carried(leader) & g.setting.radios & ~g.malfunctioned):
        link = g.setting.weapon_row(item).kind
        for number in own_batteries(g, g.side(leader), link):
            if link != "phone" or not is_cut(g, g.batteries[number]):
                return number
    return None


def is_cut(g: SquadState, battery: Battery) -> bool:
    """Whether known enemies stand on the line of a field phone. Rule C1.23."""
    foes = g.setting.army[enemy(PLAYERS.index(battery.side))] & g.armed() & ~g.hidden
    hexes = {g.setting.location(name, "artillery") for name in expand(battery.line)}
    return any(g.stacks.get(hexagon, 0) & foes for hexagon in hexes)


def callers(g: SquadState, side: int) -> list[Piece]:
    """The leaders who can call artillery now. Rule C1.2."""
    if not g.batteries or not calls_now(g, side):
        return []
    leaders = g.setting.army[side] & g.setting.leaders & g.good_order()
    leaders &= ~(g.pinned | g.ti | g.prep_fired | g.first_fired | g.final_fired)
    return [
        unit for unit in each_piece(g.on_map(leaders))
        if unit not in g.aboard
        and not is_subterranean(g, g.where[unit])
        and battery_for(g, unit) is not None
    ]  # fmt: skip


def calls(g: SquadState, side: int) -> Iterator[Action]:
    """Leaders with a radio or phone, and observers off the map. Rule C1.2."""
    yield from (Action("call", (unit,)) for unit in callers(g, side))
    if g.batteries and calls_now(g, side):
        yield from (Action("observe", (n,)) for n in own_batteries(g, side, "observer"))


def call(g: SquadState, action: Action, log: Log) -> None:
    """Try to get through, and draw a chit if need be. Rules C1.2, C1.21, C1.22."""
    if action.verb == "observe":
        number, leader = action.number(0), NOBODY
        through = True
    else:
        leader = action.piece(0)
        found = battery_for(g, leader)
        assert found is not None
        number = found
        mark_spent(g, leader, "prep" if g.side(leader) == g.mover else "defensive")
        through = get_through(g, leader, g.batteries[number], log)
    mission = msgspec.structs.replace(mission_of(g, number), acted=True)
    g.missions[number] = mission
    if through:
        g.steps.append(Calling(PLAYERS.index(g.batteries[number].side), number, leader))


def get_through(g: SquadState, leader: Piece, battery: Battery, log: Log) -> bool:
    """The contact roll; a field phone may die of it. Rules C1.2, C1.22."""
    need = battery.contact or getattr(g.setting.numbers.artillery, battery.link)
    dice = g.dice()
    through = sum(dice) <= need
    log.append(Contacted(g.side(leader), leader, dice, need, "passed" if through else "failed"))
    if battery.link == "phone" and sum(dice) == DEAD_LINE:
        for item in each_piece(g.carried(leader) & g.setting.radios):
            if g.setting.weapon_row(item).kind == "phone":
                g.malfunctioned |= 1 << item
                log.append(Malfunctioned(item, "malfunctioned"))
    return through


# -- what he asks for -----------------------------------------------------------------------------


class Calling(SquadStep, frozen=True, tag="calling"):
    """Somebody has the battery's ear: what does he ask for, and where? Rules C1.21, C1.3, C1.32.

    Attributes:
        leader: Who calls; ``NOBODY`` for an observer off the map.
        drawn: Whether a black chit has been drawn.
    """

    side: int
    battery: int
    leader: Piece
    drawn: bool = False

    def as_enemy_knows(self) -> None:
        """Nobody knows who calls before it happens."""
        return

    def ask(self, g: SquadState) -> Decision | None:
        """A chit, a hex for the SR, or what becomes of the one that is there."""
        mission, battery = mission_of(g, self.battery), g.batteries[self.battery]
        if mission.stage == "sr":
            actions = [CONVERT, *([SCREEN] if battery.smoke else [])]
            near = g.setting.board.within(mission.place, SHIFT) & ~(1 << mission.place)
            actions += [Action("shift", (place,)) for place in self.seen(g) if near >> place & 1]
        elif self.drawn:
            aimed = dict.fromkeys((*self.seen(g), *registered(g, battery)))
            actions = [Action("spot", (place,)) for place in aimed]
        else:
            actions = [Action("spot", (place,)) for place in registered(g, battery)]
            if mission.black + mission.red:
                actions.append(DRAW)
        actions.append(PASS)
        values: dict[str, Ref | int | str] = {}
        if self.leader != NOBODY:
            values["unit"] = Ref("piece", self.leader)
        prompt = "call" if self.leader != NOBODY else "observe"
        return Decision(self.side, prompt, actions, ("C1.2", "C1.21", "C1.3"), values)

    def seen(self, g: SquadState) -> list[Hexagon]:
        """The hexes that the caller sees. Rule C1.3."""
        hexes = [here.index for here in g.setting.board.hexes]
        if self.leader != NOBODY:
            return [place for place in hexes if sees(g, self.leader, place)]
        battery, sight = g.batteries[self.battery], sight_of(g)
        return [place for place in hexes if observes(g, sight, battery, place)]

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Draw, place or move the SR, or let the shells fall."""
        mission = mission_of(g, self.battery)
        g.steps.pop()
        match action.verb:
            case "draw":
                if draw(g, self.side, self.battery, log):
                    g.steps.append(msgspec.structs.replace(self, drawn=True))
            case "spot" | "shift":
                place = action.place(0)
                g.missions[self.battery] = msgspec.structs.replace(mission, stage="sr", place=place)
                log.append(Spotted(self.side, place))
            case "convert" | "screen":
                fire_mission(g, self.battery, smoke=action == SCREEN, log=log)


def observes(g: SquadState, sight: Sight, battery: Battery, place: Place) -> bool:
    """Whether an observer off the map sees a hex, from above an edge hex. Rule C1.2."""
    board = g.setting.board
    post = g.setting.location(battery.post, "artillery")
    eye = board.eyes[post]
    high = eye._replace(level=eye.level + battery.level * LEVEL)
    return sight.hindrance(high, post, board.eyes[place], place) >= 0


def registered(g: SquadState, battery: Battery) -> list[Hexagon]:
    """The hexes on which a battery has its guns registered. Rule C1.33."""
    hex_of = g.setting.board.hex_of
    return [hex_of[g.setting.location(name, "artillery")] for name in battery.registered]


def draw(g: SquadState, side: int, number: int, log: Log) -> bool:
    """Draw a chit; whether it is black. Rule C1.21."""
    mission = mission_of(g, number)
    lot = g.lot(mission.black + mission.red)
    black = lot.number <= mission.black
    g.missions[number] = msgspec.structs.replace(
        mission, black=mission.black - black, red=mission.red - (not black),
        reds=mission.reds + (not black),
    )  # fmt: skip
    silent = mission.reds + (not black) >= REDS
    colour = "black" if black else "silent" if silent else "red"
    log.append(ChitDrawn(side, colour, (lot,)))
    return black


# -- shells ---------------------------------------------------------------------------------------


def accuracy(g: SquadState, battery: Battery, place: Place) -> int:
    """The highest die that puts shells on a hex. Rules C1.3, C1.33."""
    if place not in registered(g, battery):
        return battery.accuracy
    post = g.setting.location(battery.post, "artillery") if battery.post else place
    return g.setting.numbers.artillery.registered - sight_of(g).haze(post, place) // MIST


def fire_mission(g: SquadState, number: int, *, smoke: bool, log: Log) -> None:
    """Accuracy, scatter and the first effect. Rules C1.3, C1.31, C1.5."""
    battery, mission = g.batteries[number], mission_of(g, number)
    side, aimed, die = PLAYERS.index(battery.side), mission.place, g.die()
    on_target = die <= accuracy(g, battery, aimed)
    hexagon, faces = (aimed, (die,)) if on_target else scatter(g, aimed, die)
    result = "hit" if hexagon == aimed else "lost" if hexagon == OFF_MAP else "scattered"
    where = hexagon if hexagon != OFF_MAP else aimed  # C1.31
    kind = "screen" if smoke else "barrage"
    log.append(Barraged(side, kind, aimed, where, faces, result))
    if hexagon == OFF_MAP or smoke:  # C1.31
        g.missions[number] = msgspec.structs.replace(mission, stage="", place=OFF_MAP, fired=True)
        for place in blast_area(g, hexagon) if hexagon != OFF_MAP else ():
            lay_smoke(g, place, g.setting.numbers.fire.smoke, log)  # A24.2
        return
    g.missions[number] = msgspec.structs.replace(mission, stage="ffe", place=hexagon, fired=True)
    fall(g, number, log)


def fall(g: SquadState, number: int, log: Log) -> None:
    """Shells fall on a hex and its neighbours. Rule C1.5."""
    battery, mission = g.batteries[number], mission_of(g, number)
    side = PLAYERS.index(battery.side)
    after = after_barrage(g, side)
    for place in blast_area(g, mission.place):
        shell_hex(g, side, battery.calibre, place, log)
    g.steps += after  # B37.64b


def fall_again(g: SquadState, log: Log) -> None:
    """A phase begins: batteries may be called anew, and their last shells fall. Rule C1.51."""
    for number, battery in enumerate(g.batteries):
        mission = g.missions.get(number)
        if mission is None or not calls_now(g, PLAYERS.index(battery.side)):
            continue
        g.missions[number] = msgspec.structs.replace(mission, acted=False)
        if mission.stage == "ffe":
            where = mission.place
            log.append(Barraged(PLAYERS.index(battery.side), "barrage", where, where, (), "hit"))
            fall(g, number, log)
            g.missions[number] = msgspec.structs.replace(mission, stage="", place=-1, acted=False)


def under_fire(g: SquadState, entry: Entry, log: Log) -> None:
    """Whoever comes under shells that are falling is struck. Rule C1.51."""
    hexagon = g.setting.board.hex_of[entry.to]
    for number, mission in sorted(g.missions.items()):
        if mission.stage != "ffe" or hexagon not in blast_area(g, mission.place):
            continue
        battery = g.batteries[number]
        side, units = PLAYERS.index(battery.side), 1 << entry.unit
        if g.march is not None and entry.unit in g.march.units:
            units = g.stacks.get(entry.to, 0) & sum(1 << unit for unit in g.march.units)
        targets = exposed_to_shells(g, units & ~(g.lost | g.wrecks))
        if targets:
            shells = Attack("shell", side, (), entry.to)
            strike(g, shells, column_for(he_power(g, battery.calibre)), g.dice(), (), targets, log)


CHAPTER: Chapters[SquadState] = Chapters(
    fire_orders=(calls,),
    verbs={
        "call": (ArgKind.PIECE,), "observe": (ArgKind.NUMBER,), "draw": (), "convert": (),
        "screen": (), "spot": (ArgKind.PLACE,), "shift": (ArgKind.PLACE,),
    },
    fire_deeds={"call": call, "observe": call},
    phases=(fall_again,),
    arrivals=(under_fire,),
)  # fmt: skip
