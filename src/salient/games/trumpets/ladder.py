"""The chain of command: what is above each formation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from salient.games.trumpets.calendar import CODES
from salient.games.trumpets.roster import Formation

FOLLOWERS = frozenset({"cp", "fa_group"})
"""HQs that share the state of the one above them (rc-act-1, rc-fresh-3)."""


class Ladder:
    """What follows from the formation above each formation.

    Attributes:
        chains: Each formation and those above it, the lowest first.
        corps: The corps of each formation; troops of an army without a corps act as one
            (rc-turn-1).
        armies: The army of each formation, or the highest formation above it.
        divisions: The division or brigade of each formation; -1 for corps and army troops.
        parts: The part of its corps that each formation belongs to, the corps itself for its own
            troops: what is moved as one (rc-group-1).
        below: Each formation with all below it.
        hqs_below: The HQs of each formation and of all below it.
        governing: The HQ whose freshness the units of each formation share: their own, not those
            above; -1 for none (rc-fresh-3).
    """

    def __init__(self, formations: Sequence[Formation], parents: Sequence[int]) -> None:
        """Climb from each formation to the top.

        Args:
            formations: The formations.
            parents: The formation above each of them, -1 for none.
        """
        levels = [formation.level for formation in formations]
        self.chains = tuple(tuple(_climb(one, parents)) for one in range(len(parents)))
        self.corps = tuple(_first(chain, levels, ("corps", "army")) for chain in self.chains)
        self.armies = tuple(_first(chain, levels, ("army",)) for chain in self.chains)
        self.divisions = tuple(_division(chain, levels) for chain in self.chains)
        self.parts = tuple(map(_part, self.chains, self.corps))
        self.below = tuple(
            tuple(one for one, chain in enumerate(self.chains) if above in chain)
            for above in range(len(formations))
        )
        self.hqs_below = tuple(
            tuple(formations[one].hq for one in below if formations[one].hq >= 0)
            for below in self.below
        )
        self.governing = tuple(
            next((formations[one].hq for one in chain if levels[one] not in FOLLOWERS), -1)
            for chain in self.chains
        )


def ladders(
    formations: Sequence[Formation], transfers: Iterable[tuple[int, int, int]]
) -> tuple[Ladder, ...]:
    """The chain of command by turn, from 0 to one after the last. Rule rc-form-4.

    Args:
        formations: The formations, under those they start under.
        transfers: Turn, formation, and the formation that it comes under then.
    """
    parents = [formation.parent for formation in formations]
    found = [Ladder(formations, tuple(parents))]
    for turn, changes in groupby(sorted(transfers), key=itemgetter(0)):
        for _, formation, parent in changes:
            parents[formation] = parent
        found += [found[-1]] * (turn - len(found))
        found.append(Ladder(formations, tuple(parents)))
    return (*found, *[found[-1]] * (len(CODES) + 2 - len(found)))


def _climb(formation: int, parents: Sequence[int]) -> list[int]:
    found = []
    while formation >= 0:
        found.append(formation)
        formation = parents[formation]
    return found


def _division(chain: tuple[int, ...], levels: Sequence[str]) -> int:
    """The first division or brigade of a chain, -1 if there is none."""
    return next((one for one in chain if levels[one] in ("division", "brigade")), -1)


def _part(chain: tuple[int, ...], corps: int) -> int:
    """The formation of a chain right below the corps."""
    at = chain.index(corps)
    return chain[max(at - 1, 0)]


def _first(chain: tuple[int, ...], levels: Sequence[str], wanted: tuple[str, ...]) -> int:
    """The first formation of a chain at one of some levels, the highest if there is none."""
    for level in wanted:
        for one in chain:
            if levels[one] == level:
                return one
    return chain[-1]
