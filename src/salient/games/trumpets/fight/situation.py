"""A planned attack as the charts look at it: who, from where, in what light and ground."""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.bits import each_piece, set_of
from salient.engine.ids import Place, enemy
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.charts.combat import CombatCharts
from salient.games.trumpets.roster import Roster
from salient.games.trumpets.standing.passage import water_between
from salient.games.trumpets.standing.visibility import poor_sight
from salient.games.trumpets.state import Attack, TrumpetsState


class Situation(NamedTuple):
    """What the modifiers of an attack are judged by. Sets are sets of units.

    Attributes:
        attackers, defenders: Who fights; guns that support from elsewhere are not among them.
        across: Attackers that come across a stream or a river.
        night: Whether it is a night turn.
        poor: Whether it is fog, snow or night in the hex attacked.
        position: The works that the defenders have the use of, or nothing.
    """

    g: TrumpetsState
    attack: Attack
    attackers: int
    defenders: int
    across: int
    night: bool
    poor: bool
    position: str

    @property
    def roster(self) -> Roster:
        """All pieces, and the sets of them that the charts speak of."""
        return self.g.setting.roster

    @property
    def charts(self) -> CombatCharts:
        """The charts of combat."""
        return self.g.setting.combat

    @property
    def dry(self) -> int:
        """Attackers that do not come across water."""
        return self.attackers & ~self.across


def defenders_of(g: TrumpetsState, attack: Attack) -> int:
    """The units that defend: all in the hex attacked. Rule gc-8b."""
    return g.stack(attack.target, enemy(attack.side))


def position_at(g: TrumpetsState, place: Place) -> str:
    """The works in a hex; all units there have the use of them. Rules tab-pos, rc-pos-3."""
    return g.positions.get(place, "")


def is_manned(g: TrumpetsState, defenders: int) -> bool:
    """Whether works are properly manned: by a front-line or support unit. Rule rc-pos-4."""
    return bool(defenders & g.setting.roster.combat)


def situation(g: TrumpetsState, attack: Attack) -> Situation:
    """Look at a planned attack. A surprised hex has no works (kgp-19)."""
    homes = zip(attack.attackers, attack.origins, strict=True)
    return Situation(
        g,
        attack,
        attackers=set_of(attack.attackers),
        defenders=defenders_of(g, attack),
        across=set_of(unit for unit, home in homes if water_between(g, home, attack.target)),
        night=is_night(g.turn),
        poor=poor_sight(g, attack.target),
        position="" if attack.surprised else position_at(g, attack.target),
    )


def nations(g: TrumpetsState, units: int) -> set[str]:
    """The nations of some units."""
    return {g.setting.units[unit].nation for unit in each_piece(units)}
