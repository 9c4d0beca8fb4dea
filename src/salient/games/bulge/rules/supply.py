"""Chapter 11: supply, and the occupation of hexes that depends on it (13.3)."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.engine import remembered
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import SupplyChanged
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.losses import lose_step
from salient.games.bulge.rules.terrain import is_fortress
from salient.games.bulge.setting import ALLIED, GERMAN, BulgeSetting
from salient.games.bulge.state import BulgeState, BulgeStep

REACH = 6
"""Rule 11.2a: movement points from a unit to the road."""


# -- the supply net -----------------------------------------------------------------------------


def open_entries(g: BulgeState, side: int) -> list[int]:
    """A side's entries that the enemy has not broken through. Rule 11.2b."""
    broken = set(g.exits.values())
    return [
        entry
        for entry, owner in enumerate(g.setting.entry_side)
        if owner == side and entry not in broken
    ]


def sources(g: BulgeState, side: int) -> int:
    """The map-edge hexes from which a road runs to a side's open entries. Rule 11.2b."""
    return set_of(g.setting.entry_hex[entry] for entry in open_entries(g, side))


def road_net(g: BulgeState, side: int) -> int:
    """The hexes from which a road runs to a source, free of enemies and their ZOC.

    Rules 5.8, 11.2, 11.2-1, 11.2-4.
    """
    closed = g.occupied[enemy(side)] | ezoc(g, side)
    return _linked_by_road(g.setting, sources(g, side) & ~closed, closed)


@remembered(most=4096)
def _linked_by_road(setting: BulgeSetting, start: int, closed: int) -> int:
    """Everything a road leads to; remembered, because the lines of the armies change slowly."""
    return setting.board.spread(start, setting.any_road, setting.board.all & ~closed)


def supplied_hexes(g: BulgeState, side: int) -> int:
    """The hexes in which a side's units are in supply: six movement points from the net.

    The path may begin in an EZOC but enter none; deep forest is open to everyone. Rules 11.2a,
    11.2-1, 11.2-2, 11.2-3.
    """
    setting = g.setting
    net = road_net(g, side)
    hostile = ezoc(g, side)
    within = setting.board.all & ~g.occupied[enemy(side)]
    prices = setting.prices_back["foot"]
    found = setting.board.flood({0: net}, prices, hostile, within, REACH).hexes
    # A unit on a source's own hex needs no road at all.
    return found | sources(g, side)


# -- the check (11.1) ---------------------------------------------------------------------------


class SupplyCheck(BulgeStep, frozen=True, tag="supply_check"):
    """At the end of its second combat phase a side checks all its units.

    Paratroops are in supply in the turn of their drop (9.4-4c). Rules 11.1, 11.3, 11.4, 11.5.
    """

    side: int

    def run(self, g: BulgeState, log: Log) -> None:
        """Settle everybody's status; isolated units suffer."""
        g.steps.pop()
        setting = g.setting
        units = g.on_map(setting.regulars[self.side])
        fed = supplied_hexes(g, self.side)
        dropped = setting.role.get("vdh")
        starving = []
        for unit in each_piece(units):
            if fed >> g.where[unit] & 1 or (unit == dropped and g.drop_turn == g.turn):
                restore(g, unit, log)
            elif not g.dropped_supply >> g.where[unit] & 1 or self.side == GERMAN:
                if g.isolated >> unit & 1:
                    starving.append(unit)
                else:
                    worsen(g, unit, log)
        g.steps += reversed(self._losses(g, starving))

    def _losses(self, g: BulgeState, starving: list[Piece]) -> list[BulgeStep]:
        """One step each; in a fortress one for the whole stack. Rules 11.5, 12.4."""
        places = {g.where[unit] for unit in starving}
        steps: list[BulgeStep] = []
        for place in sorted(places):
            units = tuple(unit for unit in starving if g.where[unit] == place)
            if is_fortress(g, place):
                steps.append(Starvation(self.side, units))
            else:
                steps += [Starvation(self.side, (unit,)) for unit in units]
        return steps


class Starvation(BulgeStep, frozen=True, tag="starvation"):
    """Isolation goes on: a step is lost. Rules 11.5, 12.4."""

    side: int
    units: Pieces

    def ask(self, g: BulgeState) -> Decision:
        """Which unit of a fortress garrison loses the step."""
        place = g.where[self.units[0]]
        return Decision(
            self.side,
            "starvation",
            [Action("lose", (unit,)) for unit in self.units],
            ("11.5a", "12.4"),
            {"hex": Ref("place", place)},
        )

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Take the step."""
        g.steps.pop()
        lose_step(g, action.piece(0), log, "isolation")


def restore(g: BulgeState, unit: Piece, log: Log) -> None:
    """A unit with a path is in supply at once. Rule 11.4b."""
    bit = 1 << unit
    if (g.oos | g.isolated) & bit:
        g.oos &= ~bit
        g.isolated &= ~bit
        log.append(SupplyChanged(unit, "supplied"))


def worsen(g: BulgeState, unit: Piece, log: Log) -> None:
    """Supplied becomes out of supply, out of supply becomes isolated. Rules 11.3, 11.4a."""
    bit = 1 << unit
    if g.oos & bit:
        g.oos &= ~bit
        g.isolated |= bit
        g.intruders &= ~bit  # 13.11-2
        log.append(SupplyChanged(unit, "isolated"))
    else:
        g.oos |= bit
        log.append(SupplyChanged(unit, "out_of_supply"))


# -- occupation (13.3) --------------------------------------------------------------------------


def occupied_hexes(g: BulgeState, side: int) -> int:
    """The hexes a side occupies: it was there last, and a road leads back to its source.

    The line may begin in an EZOC but not run through one. Rules 13.3-1, 13.3-2.
    """
    setting = g.setting
    theirs = g.occupied[enemy(side)]
    last = g.german_last if side == GERMAN else ~g.german_last
    net = road_net(g, side)
    linked = net | setting.board.step(net, setting.any_road) | sources(g, side)
    return (last | g.occupied[side]) & ~theirs & linked & setting.board.all


def note_captures(g: BulgeState) -> None:
    """Cities change hands the moment the conditions change; a captured fortress is one no more.

    A city is captured when the Germans occupy it and recaptured when the Allies do; while neither
    side has a road to it, it stays as it was. Rules 12.6, 13.3-2b, 13.3-4.
    """
    cities = g.setting.prizes
    german = cities & (g.german_last | g.occupied[GERMAN])
    if german == g.captured:
        return
    if german & ~g.captured:
        g.captured |= cities & occupied_hexes(g, GERMAN)
        g.ruined |= g.setting.towns["fortress"] & g.captured
    if g.captured & ~german:
        g.captured &= ~occupied_hexes(g, ALLIED)
