"""Attacks with real units that come to any odds and any die modifier of the table.

Nothing is set: battalions, guns, works, ground and weather make the odds. Positions are drawn by
lot until each column of the table has been met with each die modifier from -4 to +4.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.fight.odds import work_out
from tests.games.trumpets.table import Table

TARGET = "1010"
GUN_HEXES = ("1014", "1114", "0914", "1214", "0814")
DEFENDING_GUN_HEXES = ("1006", "1106", "0906")
DRMS = range(-4, 5)
TRIES = 20_000


class Battle(NamedTuple):
    """A position before an attack on 1010.

    Attributes:
        ground: Terrain and settlement of the hex.
        weather: The weather everywhere.
        works: The position in the hex, if there is one.
        defenders: Units in the hex.
        attackers: Units around it, by hex.
        weak: Units with one step left.
        guns, defending_guns: Guns in range.
        how: Whether it is an ordinary attack or a ``blitz``.
    """

    ground: str
    weather: str
    works: str
    defenders: tuple[str, ...]
    attackers: tuple[tuple[str, str], ...]
    weak: tuple[str, ...]
    guns: tuple[str, ...]
    defending_guns: tuple[str, ...]
    how: str = "attack"

    def table(self) -> Table:
        """The position, set up."""
        t = Table(weather=self.weather, ground={TARGET: self.ground} if self.ground else {})
        t.put(TARGET, *self.defenders)
        if self.works:
            t.works(TARGET, self.works)
        for unit, place in self.attackers:
            t.put(place, unit)
        for unit in self.weak:
            t.g.steps_left[t.unit(unit)] = 1
        for gun, place in zip(self.guns, GUN_HEXES, strict=False):
            t.put(place, gun)
        for gun, place in zip(self.defending_guns, DEFENDING_GUN_HEXES, strict=False):
            t.put(place, gun)
        return t

    def odds(self) -> tuple[str, int]:
        """Column and die modifier of the attack with all there is."""
        t = self.table()
        guns = tuple(map(t.unit, self.guns))
        answer = tuple(map(t.unit, self.defending_guns))
        units = [unit for unit, _ in self.attackers]
        blitz = self.how == "blitz"
        attack = t.planned(TARGET, *units, guns=guns, defending_guns=answer, blitz=blitz)
        found = work_out(t.g, attack)
        return ODDS[found.column], found.drm

    def declare(self) -> Table:
        """Play the attack up to its dice, which the defender's last word brings down."""
        t = self.table()
        t.fight().choose(TARGET, *(unit for unit, _ in self.attackers))
        while guns := sorted(t.offered("guns")):
            t.play(guns[0])
        return t

    def resolve(self, t: Table) -> Table:
        """The attack, with all guns of the defender."""
        t.play(self.how)
        while t.asked == "allied answering":
            t.play(next(iter(sorted(t.offered("guns"))), "done"))
        return t


def _drawn(rng: Random) -> Battle:
    """A position: one that favours the attacker's dice, the defender's, or neither's."""
    mood = rng.choice(("sharp", "stubborn", "plain"))
    fog = mood != "plain" and rng.random() < 0.8
    rifles = tuple(rng.sample(("r1", "r2", "r3"), rng.randint(mood == "sharp", 3)))
    defenders = ("eng", "cav", *rifles[:1]) if mood == "stubborn" else rifles or ("r1",)
    ground = {"sharp": ("", "town"), "stubborn": ("village",), "plain": ("", "village", "town")}
    if mood == "sharp":
        home = {
            "pi": "1110",
            "vg2": "1110",
            "vg1": "1011",
            "aa1": "0910",
            "pg": "0910",
            "pz": "0910",
        }
        units = ["pi", "aa1", "vg1", *rng.sample(("vg2", "pg", "pz"), rng.randint(0, 3))]
        attackers = tuple((unit, home[unit]) for unit in units)
    else:
        pool = ("vg1", "vg2", "vg3", "vg4", "stug", "tiger", "pi")
        units = rng.sample(pool, rng.randint(1, 6))
        hexes = ("1110", "1011", "0910") if rng.random() < 0.5 else ("1110", "1011")
        attackers = tuple((unit, hexes[i % len(hexes)]) for i, unit in enumerate(units))
    spent = defenders if rng.random() < 0.5 else units
    return Battle(
        rng.choice(ground[mood]),
        "fog" if fog else "clear",
        "ip6" if mood == "stubborn" else "",
        defenders,
        attackers,
        tuple(unit for unit in spent if rng.random() < 0.7),
        tuple(rng.sample(("vak1", "vak2", "vak3", "ar1", "hvy"), rng.choice((0, 0, 1, 2, 3, 5)))),
        tuple(rng.sample(("fa1", "fa2", "fa3"), rng.choice((0, 0, 1, 2, 3)))),
    )


def _drawn_blitz(rng: Random) -> Battle:
    """A position before a blitzkrieg: panzers in the mist, with reconnaissance on one side."""
    scouts = rng.random() < 0.5
    panzers = rng.sample(("pz", "pg", "kpz", "tiger"), rng.randint(1 - scouts, 4))
    units = [*panzers, "aa1"] if scouts else [*panzers, "pz"] if panzers == ["pg"] else panzers
    hexes = ("1110", "1011", "0910")[: rng.randint((len(units) + 2) // 3, 3)]
    rear = ("eng", "aaw", "at57", "r1")
    defenders = rng.sample(rear, rng.randint(1, 2)) if scouts else ["cav", *rng.sample(rear, 1)]
    return Battle(
        rng.choice(("", "village", "broken")),
        "fog",
        rng.choice(("", "ip6")),
        tuple(defenders),
        tuple((unit, hexes[i % len(hexes)]) for i, unit in enumerate(units)),
        tuple(unit for unit in defenders if rng.random() < 0.6),
        tuple(rng.sample(("vak1", "vak2", "vak3", "ar1", "hvy"), rng.choice((0, 1, 2, 3, 5)))),
        tuple(rng.sample(("fa1", "fa2"), rng.choice((0, 0, 1)))),
        how="blitz",
    )


@cache
def blitzes() -> dict[tuple[str, int], Battle]:
    """Blitzkriegs for each column of their table, with die modifiers that reach all its rows."""
    rng, found = Random(44), dict[tuple[str, int], Battle]()
    wanted = {(odds, drm) for odds in ODDS[ODDS.index("2-1") :] for drm in (-4, -3, 3, 4)}
    for _ in range(TRIES):
        battle = _drawn_blitz(rng)
        if (odds := battle.odds()) in wanted:
            found.setdefault(odds, battle)
        if len(found) == len(wanted):
            return found
    raise AssertionError(wanted - found.keys())


@cache
def battles() -> dict[tuple[str, int], Battle]:
    """A battle for each column and each die modifier."""
    rng, found = Random(44), dict[tuple[str, int], Battle]()
    for _ in range(TRIES):
        battle = _drawn(rng)
        found.setdefault(battle.odds(), battle)
        if len(found) == len(ODDS) * len(DRMS):
            return found
    raise AssertionError({(o, d) for o in ODDS for d in DRMS} - found.keys())
