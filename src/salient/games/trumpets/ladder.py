"""The chain of command: what is above each formation."""

from __future__ import annotations

from collections.abc import Sequence

from salient.games.trumpets.roster import Formation


class Ladder:
    """What follows from the formation above each formation.

    Attributes:
        chains: Each formation and those above it, the lowest first.
        corps: The corps of each formation; troops of an army without a corps act as one
            (rc-turn-1).
        armies: The army of each formation, or the highest formation above it.
    """

    def __init__(self, formations: Sequence[Formation]) -> None:
        """Climb from each formation to the top."""
        parents = tuple(formation.parent for formation in formations)
        levels = [formation.level for formation in formations]
        self.chains = tuple(tuple(_climb(one, parents)) for one in range(len(parents)))
        self.corps = tuple(_first(chain, levels, ("corps", "army")) for chain in self.chains)
        self.armies = tuple(_first(chain, levels, ("army",)) for chain in self.chains)


def _climb(formation: int, parents: tuple[int, ...]) -> list[int]:
    found = []
    while formation >= 0:
        found.append(formation)
        formation = parents[formation]
    return found


def _first(chain: tuple[int, ...], levels: Sequence[str], wanted: tuple[str, ...]) -> int:
    """The first formation of a chain at one of some levels, the highest if there is none."""
    for level in wanted:
        for one in chain:
            if levels[one] == level:
                return one
    return chain[-1]
