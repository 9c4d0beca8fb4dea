"""Artillery groups: their batteries, radios and phones from scenario to scenario. CG15, CG22."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import enemy
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.refit.contents import in_hand
from salient.games.peiper.refit.purchase import REGISTERED
from salient.games.peiper.standing.control import areas_of, enterable
from salient.games.peiper.standing.entries import eligible, eligible_hexes
from salient.games.peiper.standing.pool import lose, muster, spare_of
from salient.games.peiper.state import Force, PeiperState
from salient.games.squad.core.scenario import Battery
from salient.games.squad.core.setting import AMERICAN
from salient.games.squad.core.state import NOBODY
from salient.games.squad.terrain.board import OFF_MAP, each_hex

USABLE = 2
"""Modules that a side may use on a date. Rule CG15a."""

RADIOS = ("ssRadio", "usRadio")
PHONE = "usPhone"


def is_artillery(g: PeiperState, force: Force) -> bool:
    """Whether a group is a module of artillery: all O, and mortars bought as one. Rule CG22e."""
    if (force.side, force.chart) not in g.setting.charts.groups.modules:
        return False
    return force.form != "" and bool(force.strength)


def usable(g: PeiperState, side: int) -> list[Force]:
    """The modules of a side that may be used on the date: two, and those not counted. CG15a."""
    found: list[Force] = []
    counted = 0
    for force in g.forces:
        if force.side != side or not is_artillery(g, force):
            continue
        row = g.setting.charts.groups.modules[side, force.chart]
        if row.counted == "yes":
            counted += 1
            if counted > USABLE:
                continue
        found.append(force)
    return found


def ready_batteries(g: PeiperState) -> None:
    """The batteries of the coming scenario, with full piles. Rules CG15a, CG22b."""
    g.missions.clear()
    g.guns_behind = [battery_of(g, force) for side in (0, 1) for force in usable(g, side)]


def battery_of(g: PeiperState, force: Force) -> Battery:
    """The battery of a module as the squad game calls it. Rules P8.6206, CG15c, CG15d."""
    row = g.setting.charts.groups.modules[force.side, force.chart]
    short = 1 if g.ammo_short and force.side != AMERICAN else 0
    link = "radio" if force.form in ("radio", "module") else force.form
    line = phone_line(g) if link == "phone" else []
    if link == "phone" and not line:
        link = "radio"
        swap_phone(g, force)
    post = g.setting.entries[eligible(g, force.side)[0]].centre if link == "observer" else -1
    return Battery(
        SIDES[force.side], row.calibre, max(1, row.black - short), row.red,
        link=link,  # type: ignore[arg-type]
        registered=registered_hexes(g, force.side), line=line,
        post=g.setting.board.hexes[post].name if post >= 0 else "",
    )  # fmt: skip


def swap_phone(g: PeiperState, force: Force) -> None:
    """A phone without a line is replaced by a radio in the same hands. Rule CG15e."""
    radio = spare_of(g, RADIOS[force.side], force.side)
    phones = each_piece(force.units & ~g.lost)
    if radio is None or not phones:
        return
    owner, place = g.owner[phones[0]], g.where[phones[0]]
    lose(g, phones[0])
    muster(g, radio)
    g.owner[radio] = owner
    g.put(radio, place)
    g.change_force(g.forces.index(force), units=1 << radio, form="radio")


def registered_hexes(g: PeiperState, side: int) -> list[str]:
    """The hexes on which a side's guns are registered: the objectives of its groups P."""
    hexes = g.setting.board.hexes
    return [
        hexes[force.objective].name for force in g.forces
        if force.side == side and force.chart == REGISTERED and force.objective >= 0
    ]  # fmt: skip


def phone_line(g: PeiperState) -> list[str]:
    """Hexes from the phone to an American entry area, clear of the enemy. Rules CG15d, CG15e."""
    setting = g.setting
    phones = setting.radios & g.on_map(setting.army[AMERICAN]) & setting.counters(PHONE)
    if not phones:
        return []
    start = g.hex(each_piece(phones)[0])
    goal = eligible_hexes(g, AMERICAN)
    ways = enterable(g) & ~areas_of(g).setup[enemy(AMERICAN)] | 1 << start
    came, edge = {start: OFF_MAP}, [start]
    while edge:
        here = edge.pop(0)
        if goal >> here & 1:
            found = []
            while here >= 0:
                found.append(setting.board.hexes[here].name)
                here = came[here]
            return found
        for near in each_hex(setting.ground.beside[here] & ways):
            if near not in came:
                came[near] = here
                edge.append(near)
    return []


def settle_modules(g: PeiperState) -> None:
    """Modules that have fired for effect are gone; the others get their radio back.

    Rules P8.602a, P8.602d, CG15b, CG22b.
    """
    number = 0
    gone: list[Force] = []
    for side in (0, 1):
        for force in usable(g, side):
            mission = g.missions.get(number)
            number += 1
            if mission is not None and mission.fired:
                gone.append(force)
    for force in gone:
        for unit in each_piece(force.units & ~g.lost):
            lose(g, unit)
        g.forces.remove(force)
    g.missions.clear()
    g.guns_behind = []
    for at, force in enumerate(g.forces):
        if is_artillery(g, force) and force.form != "observer":
            g.change_force(at, units=force.units & ~g.lost | regained(g, force))


def regained(g: PeiperState, force: Force) -> int:
    """A radio or phone in place of one that was lost. Rule CG22b."""
    if force.units & ~g.lost:
        return 0
    unit = spare_of(g, PHONE if force.form == "phone" else RADIOS[force.side], force.side)
    if unit is None:
        return 0
    muster(g, unit)
    return 1 << unit


def hand_out_radios(g: PeiperState, side: int) -> None:
    """Radios and phones go to leaders who are not isolated, phones on the map. CG15c, CG22c."""
    setting = g.setting
    isolated = 0 if g.terms.initial else areas_of(g).isolated[side]
    leaders = [
        unit for unit in each_piece(g.on_map(setting.army[side] & setting.leaders) & ~g.reserve)
        if not isolated >> g.hex(unit) & 1
    ]  # fmt: skip
    waiting = each_piece(g.in_boxes(side) & setting.leaders)
    for item in each_piece(in_hand(g, side) & setting.radios):
        phone = setting.weapon_row(item).kind == "phone"
        free = [u for u in (*leaders, *(() if phone else waiting)) if not g.carried(u)]
        if not free or g.owner[item] != NOBODY:
            continue
        taker = free[0]
        g.owner[item] = taker
        g.put(item, g.where[taker])
        if taker in g.box:
            g.box[item] = g.box[taker]
