"""The book itself: what has happened on each date, what each side has, dice and points.

Two people play a scenario at a real table and enter its outcome; the book keeps the roster, adds
up points, throws the dice of the refit phase that need no map, and dices what is bought.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from salient.engine.dice import draw
from salient.engine.ids import enemy
from salient.games.peiper.calendar import date_name
from salient.games.peiper.charts.campaigns import SIDES, Campaign
from salient.games.peiper.charts.charts import Charts
from salient.games.peiper.errors import BookError

KEPT, WINNER = 10, 3
"""Points kept for the next date, and what the winner of a scenario gets. Rule P8.616."""
LEAST_SAN, MOST_SAN = 2, 7
"""Bounds of a sniper activation number. Rule P8.6122."""
NOBODY = -1


class Bought(msgspec.Struct, frozen=True):
    """A line of the purchase record. Rule P8.6198.

    Attributes:
        group: Its id in the chart, empty for loose counters of the first order of battle.
        given: Whether it is of the first order of battle (8.51, 8.52, 8.53).
    """

    side: int
    group: str
    date: int
    price: int
    placing: str = ""
    strength: str = ""
    units: tuple[str, ...] = ()
    given: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A line of the roster: a CG date. Rule P8.14."""

    date: int
    mist: str = ""
    battle: str = ""
    attacker: int = NOBODY
    winner: int = NOBODY
    lvp: tuple[int, int] = (0, 0)
    cvp: tuple[int, int] = (0, 0)
    total: tuple[int, int] = (0, 0)
    ammo_short: bool = False


class Book(msgspec.Struct):
    """A campaign on paper.

    Attributes:
        campaign: Which.
        seed: Of its dice, as hexadecimal digits; ``thrown`` says how many have been drawn.
        date: The CG date.
        cpp, chits, san, snipers, total, held: Points, attack chits played, sniper numbers, SAN
            bought, CG-LVP totals and LVP at the end of the last scenario, by side.
        chosen: Chits of this date.
        winner: The campaign's winner, or -1.
        ended: Whether the last date is over: what is left is to say who has won.
        before: The book before the last order, to take it back.
    """

    campaign: str
    seed: str
    date: int
    cpp: list[int]
    san: list[int]
    held: list[int]
    thrown: int = 0
    chits: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    snipers: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    total: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    chosen: list[str] = msgspec.field(default_factory=lambda: ["", ""])
    roster: list[Entry] = []
    bought: list[Bought] = []
    winner: int = NOBODY
    ended: bool = False
    before: Book | None = None

    def die(self) -> int:
        """One die."""
        face, self.thrown = draw(bytes.fromhex(self.seed), self.thrown, 6)
        return face

    def dice(self) -> int:
        """Two dice together."""
        return self.die() + self.die()


def read_book(path: Path) -> Book:
    """The book in a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Book)
    except FileNotFoundError:
        raise BookError("book-missing", file=str(path)) from None
    except (msgspec.DecodeError, OSError) as error:
        raise BookError("book-unreadable", file=str(path), reason=str(error)) from None


def write_book(path: Path, book: Book) -> None:
    """Keep the book."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(book), indent=1))


def open_book(charts: Charts, name: str, seed: bytes) -> Book:
    """A new campaign at its first date. Rules P8.51, P8.52, P8.53."""
    campaign = charts.campaigns.get(name)
    if campaign is None:
        raise BookError("book-campaign", name=name, expected=", ".join(charts.campaigns))
    book = Book(
        name, seed.hex(), campaign.dates[0],
        [campaign.side(side).cpp for side in (0, 1)],
        [campaign.side(side).san for side in (0, 1)], [0, 0],
    )  # fmt: skip
    book.roster = [Entry(book.date, charts.fortunes.weather[book.date].mist, "initial")]
    return book


def remember(book: Book) -> Book:
    """The book as it stands, for an order that is taken back; nothing is shared with it."""
    return msgspec.convert({**msgspec.to_builtins(book), "before": None}, Book)


# -- chits ----------------------------------------------------------------------------------------


def lay_chit(book: Book, campaign: Campaign, side: int, chit: str) -> None:
    """A side lays Attack or Idle; both idle and the next date begins. Rules P8.6231, P8.6232."""
    if book.date == campaign.dates[0]:
        raise BookError("book-first")
    if chit not in ("attack", "idle"):
        raise BookError("book-chit", word=chit)
    if chit == "attack" and book.chits[side] >= campaign.side(side).chits:
        raise BookError("book-no-chits", side=SIDES[side])
    book.chosen[side] = chit


def join_battle(book: Book) -> None:
    """Both chits are turned over. Rule P8.6233."""
    attacking = [side for side in (0, 1) if book.chosen[side] == "attack"]
    for side in attacking:
        book.chits[side] += 1
    battle = ("idle", "attack", "dual")[len(attacking)]
    attacker = attacking[0] if battle == "attack" else NOBODY
    book.roster[-1] = msgspec.structs.replace(book.roster[-1], battle=battle, attacker=attacker)


# -- the end of a scenario ------------------------------------------------------------------------


def enter_result(
    book: Book, charts: Charts, lvp: tuple[int, int], cvp: tuple[int, int], winner: int
) -> None:
    """What a scenario came to; then the next date. Rules P8.6032a, P8.6033, P8.612."""
    line = book.roster[-1]
    if line.battle not in ("initial", "attack", "dual"):
        raise BookError("book-no-battle", date=date_name(book.date))
    most = sum(row.value for row in charts.lvp_rows if row.map == book.campaign)
    if min(*lvp, *cvp) < 0 or not most:
        raise BookError("book-points")
    book.total = [total + more for total, more in zip(book.total, lvp, strict=True)]
    won = winner if winner != NOBODY else scenario_winner(book, charts, lvp, cvp)
    book.roster[-1] = msgspec.structs.replace(
        line, lvp=lvp, cvp=cvp, winner=won, total=(book.total[0], book.total[1])
    )
    book.held = list(lvp)
    need = charts.campaigns[book.campaign].victory.cg_lvp
    if need and book.total[1] >= need:
        book.winner = 1


def scenario_winner(book: Book, charts: Charts, lvp: tuple[int, int], cvp: tuple[int, int]) -> int:
    """Who won by points; hexes and buildings the players look at themselves. Rule P8.6234."""
    campaign, line = charts.campaigns[book.campaign], book.roster[-1]
    if line.battle == "initial":
        needs = campaign.initial
        side = SIDES.index(needs.side)
        met = (
            (needs.lvp and lvp[side] >= needs.lvp)
            or (needs.cvp and cvp[side] >= needs.cvp)
            or (needs.cvp_lead and cvp[side] - cvp[enemy(side)] >= needs.cvp_lead)
        )
        return side if met else enemy(side)
    later = campaign.later
    gains = [lvp[side] - book.held[side] for side in (0, 1)]
    if line.battle == "dual":
        points = [gains[side] * later.dual_lvp + cvp[side] for side in (0, 1)]
        ahead = max((0, 1), key=lambda side: points[side])
        return ahead if points[ahead] - points[enemy(ahead)] >= later.dual_lead else NOBODY
    side = line.attacker
    enough = gains[side] >= later.lvp_gain or cvp[side] - cvp[enemy(side)] >= later.cvp_lead
    return side if enough else enemy(side)


def next_date(book: Book, charts: Charts) -> bool:
    """The steps of a new date that need no map; whether there is one.

    Rules P8.6121, P8.616, P8.617, P8.618.
    """
    campaign = charts.campaigns[book.campaign]
    if book.winner != NOBODY or book.date + 1 not in campaign.dates:
        return False
    last = book.roster[-1]
    book.date += 1
    book.chosen = ["", ""]
    for side in (0, 1):
        gain = charts.fortunes.cpp_gain(book.campaign, side, book.date)
        fresh = max(0, book.dice() + gain) + (WINNER if last.winner == side else 0)
        book.cpp[side] = min(KEPT, book.cpp[side]) + fresh
        start = campaign.side(side).san + book.snipers[side]
        die = book.die() + (last.battle == "idle")
        shift = -1 if die <= 1 else 1 if die >= 6 else 0
        book.san[side] = min(MOST_SAN, max(LEAST_SAN, start + shift))
    short = book.dice() <= charts.fortunes.shortage(book.campaign, book.date).ammo
    mist = charts.fortunes.weather[book.date].mist
    book.roster.append(Entry(book.date, mist, ammo_short=short))
    return True
