"""Step 8.620: what the groups bought and given turn out to be."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.engine.events import Secret
from salient.engine.state import Log
from salient.games.peiper.charts.groups import Group, Item
from salient.games.peiper.events import Arrived, ContentsRolled, Diced
from salient.games.peiper.refit.armament import Requests, fit_out
from salient.games.peiper.refit.dummies import draw_dummy
from salient.games.peiper.standing.entries import matching, put_in_box
from salient.games.peiper.standing.pool import muster, spare_of
from salient.games.peiper.state import Force, PeiperState
from salient.games.squad.core.setting import AMERICAN


def raise_groups(g: PeiperState, log: Log) -> None:
    """Step 8.620: dice for strength, quality, types, weapons and leaders. Rules P8.6201 on."""
    for number, force in enumerate(g.forces):
        if not force.strength:
            raise_group(g, number, log)
    g.steps.append(Requests(AMERICAN))


def raise_group(g: PeiperState, number: int, log: Log) -> None:
    """One group. Rules P8.6201, P8.6202, P8.6203, P8.6204, P8.6205, P8.5b, P8.5d, P8.5e."""
    force = g.forces[number]
    group = g.setting.charts.groups.sides[force.side][force.chart]
    strength = roll_strength(g, group, force.side, log)
    form = "module" if force.form == "module" else strength
    units = 0
    for item in group.contents.get(form, ()):
        if force.form == "observer":
            continue  # P8.6206
        if force.form == "phone":
            item = msgspec.structs.replace(item, kind="usPhone")
        units |= draw(g, item, force, log)
    units |= draw_leader(g, group, force, log)
    if force.placing == "reserve":
        units |= draw_dummy(g, force.side)  # CG7a-4
    named = g.setting.charts.group_number(force.side, force.chart)
    for unit in each_piece(units):
        log.append(Secret(force.side, Arrived(force.side, unit, named)))
    arm(g, units)
    fit_out(g, units, force.side, log)
    g.change_force(number, strength=strength, units=units)
    place_group(g, number)


def roll_strength(g: PeiperState, group: Group, side: int, log: Log) -> str:
    """Whether a German group is at full strength; American ones always are. Rule P8.6201."""
    if group.row.rolled != "yes":
        return "full"
    need, dice = g.setting.charts.fortunes.full_strength(g.date), g.dice()
    strength = "full" if sum(dice) <= need else "reduced"
    log.append(Secret(side, Diced(side, "strength", dice, need, (), strength, "P8.6201")))
    return strength


def throw(g: PeiperState, force: Force, matter: str, count: int, log: Log) -> int:
    """The sum of some dice for what a group turns out to be; its side alone is told of them."""
    dice = tuple(g.die() for _ in range(count))
    group = g.setting.charts.group_number(force.side, force.chart)
    log.append(Secret(force.side, ContentsRolled(force.side, group, matter, dice)))
    return sum(dice)


def draw(g: PeiperState, item: Item, force: Force, log: Log) -> int:
    """The counters of a line of a group. Rules P8.6202, P8.6203, P8.6204."""
    found, side = 0, force.side
    for kind in kinds_for(g, item, force, log):
        if item.need and throw(g, force, "coming", 1, log) > item.need:
            continue
        unit = spare_of(g, kind, side)
        if unit is None and item.table:
            unit = spare_of(g, g.setting.charts.groups.tables[item.table].row.usual, side)
        if unit is None:
            continue
        muster(g, unit)
        found |= 1 << unit
        if item.half:
            g.half |= 1 << unit
    return found


def kinds_for(g: PeiperState, item: Item, force: Force, log: Log) -> list[str]:
    """The kinds that a line of a group comes to, one for each counter."""
    if not item.table:
        return [item.kind] * item.count
    table = g.setting.charts.groups.tables[item.table]

    def roll() -> tuple[str, int]:
        thrown = throw(g, force, "type", table.row.dice, log)
        line = table.look_up(thrown, g.setting.cg, g.date)
        return line.kind, line.count

    if table.row.each == "yes":
        return [roll()[0] for _ in range(item.count)]
    kind, count = roll()
    return [kind] * (count or item.count)


def draw_leader(g: PeiperState, group: Group, force: Force, log: Log) -> int:
    """The leader that comes along; a grade that has run out, the next lower. Rule P8.6205."""
    column = group.row.leaders
    if not column:
        return 0
    charts, side = g.setting.charts, force.side
    wanted = charts.leader(column, throw(g, force, "leader", 2, log) + group.row.leader_drm)
    if not wanted:
        return 0
    grades = charts.leader_kinds(column)
    for kind in grades[grades.index(wanted) :]:
        unit = spare_of(g, kind, side)
        if unit is not None:
            muster(g, unit)
            return 1 << unit
    return 0


def arm(g: PeiperState, units: int) -> None:
    """Guns go to crews, weapons to squads, as evenly as can be. Rules A4.4, CG12c."""
    setting = g.setting
    squads = list(each_piece(units & setting.squads))
    crews = [unit for unit in squads if setting.crews >> unit & 1] or squads
    riflemen = [unit for unit in squads if not setting.crews >> unit & 1] or squads
    for gun, crew in zip(each_piece(units & setting.guns), crews, strict=False):
        g.owner[gun] = crew
    for number, weapon in enumerate(each_piece(units & setting.weapons & ~setting.radios)):
        if riflemen:
            g.owner[weapon] = riflemen[number % len(riflemen)]


def place_group(g: PeiperState, number: int) -> None:
    """A group that enters waits in the holding box of its entry area. Rules CG6a, CG7c-1."""
    force = g.forces[number]
    if force.placing not in ("enter", "early"):
        return
    entry = force.entry
    if entry < 0:
        group = g.setting.charts.groups.sides[force.side][force.chart]
        entry = matching(g, group, force.side, g.date)[0]
        g.change_force(number, entry=entry)
    for unit in each_piece(force.units):
        put_in_box(g, unit, entry)


def in_hand(g: PeiperState, side: int) -> int:
    """A side's counters that are in its order of battle but neither on the map nor in a box."""
    away = g.spare | g.lost | g.exited | g.aside() | set_of(g.box)
    return g.setting.army[side] & ~away & ~g.on_map(g.setting.army[side])
