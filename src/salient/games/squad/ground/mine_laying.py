"""How known, dummy and hidden mines are laid (rule P7). What they do is in ``combat.mines``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Place
from salient.engine.state import Decision, Log
from salient.games.squad.combat.mines import STRENGTHS, face
from salient.games.squad.core.actions import END
from salient.games.squad.core.events.play import DummiesDrawn, Marked
from salient.games.squad.core.locations import chart_row
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.scenario import Fortification, MineAllotment
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.ground.fire_zones import set_up_area
from salient.games.squad.ground.street_dangers import is_shown

MOST_AT = 5
"""A-T mines in a location (reading of B28.5)."""

DUMMY_EVERY = 24
"""Firepower of known mines that brings a dummy where a scenario gives none (P7.2d)."""

NONE = MineAllotment()

Pool = Literal["known", "known_at", "regular", "regular_at", "dummies"]


def dummies_for(allotment: MineAllotment) -> int:
    """Dummies that a side has before its secret die. Rule P7.2d.

    >>> dummies_for(MineAllotment(known=48)), dummies_for(MineAllotment(known=48, dummies=5))
    (2, 5)
    """
    return allotment.dummies or allotment.known // DUMMY_EVERY


# -- laying them ----------------------------------------------------------------------------------


class DummyDraw(SquadStep, frozen=True, tag="dummy_draw"):
    """How many dummies a side has: a secret die adds half of itself. Rules P7.2d, P7.2e."""

    side: int

    def run(self, g: SquadState, log: Log) -> None:
        """Throw it once, then lay the mines."""
        allotment = allotment_of(g, self.side)
        count = dummies_for(allotment)
        if count:
            die = g.die()
            count += die // 2
            log.append(Secret(self.side, DummiesDrawn(self.side, (die,), count)))
        g.steps[-1] = MineLaying(self.side, msgspec.structs.replace(allotment, dummies=count))


class MineLaying(SquadStep, frozen=True, tag="mine_laying"):
    """A side lays its mines in its set-up area, as many counters as it likes. Rules P7.1b, B28.1.

    Known mines and dummies lie on the map, their strength face down, by night as by day and on
    any map (P7.1c, P7.1f); regular mines are hidden. Neither kind, nor A-P and A-T, are ever
    exchanged (P7.1e, P7.3c): each is laid from its own part of the allotment.
    """

    side: int
    left: MineAllotment

    def as_enemy_knows(self) -> MineLaying:
        """Nobody knows what is laid."""
        return MineLaying(self.side, NONE)

    def ask(self, g: SquadState) -> Decision | None:
        """What is laid next, and where."""
        actions = [
            Action("place", (place, word))
            for place in each_place(set_up_area(g, self.side))
            for word in counters_left(self.left)
            if may_lay(g, place, word, self.side)
        ]
        if not actions:
            return None
        return Decision(self.side, "mines", [*actions, END], ("P7.1b", "P7.2d", "B28.1"))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Lay a counter, or leave the rest."""
        if action == END:
            g.steps.pop()
            return
        place, word = action.place(0), action.choice(1)
        pool, kind, strength = read_counter(word)
        hidden = pool.startswith("regular")
        lay(g, place, Minefield(kind, strength, self.side, known=not hidden), log)
        had: int = getattr(self.left, pool)
        left = msgspec.structs.replace(self.left, **{pool: had - max(strength, 1)})
        g.steps[-1] = MineLaying(self.side, left)


def mine_steps(g: SquadState, side: int) -> list[SquadStep]:
    """The laying of a side's mines, if a scenario gives it any."""
    return [DummyDraw(side)] if allotment_of(g, side) != NONE else []


def allotment_of(g: SquadState, side: int) -> MineAllotment:
    """What a scenario gives a side."""
    given = g.setting.scenario.mines
    return next((own for name, own in given.items() if PLAYERS.index(name) == side), NONE)


def counters_left(left: MineAllotment) -> Iterator[str]:
    """The counters that a side can still lay, as words: ``ap12``, ``hidden_at1``, ``dummy``.

    Factors are laid out as it likes, in counters of 12, 8 and 6. Rules P7.1b, ex-P7.1.
    """
    for word, factors in (("ap", left.known), ("hidden_ap", left.regular)):
        yield from (f"{word}{strength}" for strength in STRENGTHS if strength <= factors)
    for word, mines in (("at", left.known_at), ("hidden_at", left.regular_at)):
        yield from (f"{word}{number}" for number in range(1, min(mines, MOST_AT) + 1))
    if left.dummies:
        yield "dummy"


def read_counter(word: str) -> tuple[Pool, str, int]:
    """The part of the allotment, kind and strength of a counter.

    >>> read_counter("ap12"), read_counter("hidden_at3"), read_counter("dummy")
    (('known', 'ap', 12), ('regular_at', 'at', 3), ('dummies', 'dummy', 0))
    """
    if word == "dummy":
        return "dummies", "dummy", 0
    name = word.rstrip("0123456789")
    kind, strength = name[-2:], int(word[len(name) :])
    if name.startswith("hidden"):
        return "regular" if kind == "ap" else "regular_at", kind, strength
    return "known" if kind == "ap" else "known_at", kind, strength


def may_lay(g: SquadState, place: Place, word: str, side: int) -> bool:
    """Whether a counter may be laid in a location: one of a kind, where mines can be (B28.1).

    Hidden ones of the enemy are not there for who lays.
    """
    pool, kind, strength = read_counter(word)
    seen = "ap" if kind == "dummy" else kind
    there = [field for field in g.mines.get(place, ()) if field.known or field.side == side]
    if any(("ap" if field.kind == "dummy" else field.kind) == seen for field in there):
        return False
    if g.setting.board.locations[place].floor != "ground" or chart_row(g, place).infantry == "no":
        return False
    item = Fortification(
        f"{seen}_mines", PLAYERS[side], g.setting.board.locations[place].token,  # type: ignore[arg-type]
        strength=strength, hidden=pool.startswith("regular"),
    )  # fmt: skip
    return not any(answer(g, item, place) for answer in g.setting.chapters.fortification_bars)


def lay(g: SquadState, place: Place, field: Minefield, log: Log) -> None:
    """Put a minefield down; on the map it is seen, but not what it is worth. Rule P7.1a.

    By a paved narrow street its strength is seen, too (P5.142a).
    """
    if field.known and is_shown(g, place):
        field = msgspec.structs.replace(field, shown=True)
    g.mines[place] = (*g.mines.get(place, ()), field)
    if field.known:
        log.append(Marked(place, face(field), "placed"))
