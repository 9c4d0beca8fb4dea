"""Buying for the book: prices, limits, and the dice of what a group consists of.

Rules P8.619, P8.620.
"""

from __future__ import annotations

from salient.games.peiper.book.pages import Book, Bought
from salient.games.peiper.calendar import date_name
from salient.games.peiper.charts.charts import Charts
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.errors import BookError

PLACINGS = ("", "map", "early", "module")


def buy(book: Book, charts: Charts, side: int, word: str) -> Bought:
    """A group is paid for and diced: ``I2``, ``V2:map``, ``G4:module``."""
    name, _, placing = word.partition(":")
    chart = charts.groups.sides[side]
    group = chart.get(name)
    if group is None:
        raise BookError("book-group", name=name, expected=", ".join(chart))
    if placing not in PLACINGS:
        raise BookError("book-placing", word=placing, expected=", ".join(PLACINGS[1:]))
    check_limits(book, group, side)
    first = book.date == charts.campaigns[book.campaign].dates[0]
    if first and book.campaign in group.barred:
        raise BookError("book-dagger", name=name)
    price = group.price(placing)
    if price > book.cpp[side]:
        raise BookError("book-cpp", price=price, points=book.cpp[side])
    book.cpp[side] -= price
    strength, units = raise_group(book, charts, group, placing)
    line = Bought(side, name, book.date, price, placing, strength, units)
    book.bought.append(line)
    if group.kind == "sniper":
        book.snipers[side] += 1
        book.san[side] += 1
    return line


def give_first_groups(book: Book, charts: Charts) -> None:
    """The first order of battle, diced as what is bought. Rules P8.51, P8.52, P8.53."""
    for side in (0, 1):
        loose: list[str] = []
        for preset in charts.presets(book.campaign, side):
            if preset.group is None:
                loose += [preset.kind] * preset.count
                continue
            for _ in range(preset.count):
                strength, units = raise_group(book, charts, preset.group, "")
                book.bought.append(
                    Bought(side, preset.group.id, book.date, 0, "", strength, units, given=True)
                )
        if loose:
            book.bought.append(Bought(side, "", book.date, 0, units=tuple(loose), given=True))


def check_limits(book: Book, group: Group, side: int) -> None:
    """The most of a campaign, and the dates. Rules P8.6192, P8.6196."""
    count = sum(
        line.side == side and line.group == group.id and not line.given for line in book.bought
    )
    most = group.most[book.campaign]
    if count >= most:
        raise BookError("book-most", name=group.id, most=most)
    since = group.since[book.campaign]
    if not since <= book.date <= group.until:
        raise BookError("book-date", name=group.id, date=date_name(since))


def raise_group(
    book: Book, charts: Charts, group: Group, placing: str
) -> tuple[str, tuple[str, ...]]:
    """Strength, types, weapons and the leader of a group.

    Rules P8.6201, P8.6202, P8.6203, P8.6204, P8.6205.
    """
    strength = "module" if placing == "module" else "full"
    if group.row.rolled == "yes" and book.dice() > charts.fortunes.full_strength(book.date):
        strength = "reduced"
    units: list[str] = []
    for item in group.contents.get(strength, ()):
        kinds = [item.kind] * item.count
        if item.need:
            kinds = [kind for kind in kinds if book.die() <= item.need]
        if item.table:
            kinds = roll_types(book, charts, item.table, item.count)
        units += [f"{kind}/2" if item.half else kind for kind in kinds]
    if group.row.leaders and strength != "module":
        leader = charts.leader(group.row.leaders, book.dice() + group.row.leader_drm)
        units += [leader] if leader else []
    return strength, tuple(units)


def roll_types(book: Book, charts: Charts, name: str, count: int) -> list[str]:
    """What a table of types gives, for each counter or for all. Rules P8.6202, P8.6203."""
    table = charts.groups.tables[name]
    found: list[str] = []
    while len(found) < count:
        roll = book.dice() if table.row.dice == 2 else book.die()
        line = table.look_up(roll, book.campaign, book.date)
        if table.row.each == "yes":
            found.append(line.kind)
        else:
            return [line.kind] * (line.count or count)
    return found
