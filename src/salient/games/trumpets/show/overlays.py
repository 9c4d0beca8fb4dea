"""What can be laid over the map: zones, command, supply, guns, sky, control, arrivals, threats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place, members, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Value, Word, message
from salient.engine.reports import Arrival, Overlays, Shade, tell_arrivals
from salient.games.trumpets.calendar import code
from salient.games.trumpets.march.allowance import allowance
from salient.games.trumpets.march.ranges import Movers
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.show.notes import unit_names
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.standing.command import hq_range
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.standing.paths import command_hexes, enterable, spread
from salient.games.trumpets.standing.supply import out_of_supply, supply_roads
from salient.games.trumpets.state import TrumpetsState

OVERLAYS = Overlays[TrumpetsState]()
SIDES = (GERMAN, ALLIED)


@OVERLAYS.add("zoc")
def _zones(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """Zones of control: those against AFV, and those that hold up only others. Row tab-zoc."""
    for owner in SIDES:
        all_arms = zone(g, owner, afv=True)
        yield Shade("zoc_afv", owner, members(all_arms))
        yield Shade("zoc", owner, members(zone(g, owner, afv=False) & ~all_arms))


@OVERLAYS.add("command")
def _command(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """How far the HQs reach, and the units that no command reaches. Rules rc-cmd-1, rc-hq-1."""
    roster = g.setting.roster
    for owner in SIDES:
        through, ends = command_hexes(g, owner), enterable(g, owner)
        hqs = each_piece(g.on_map(roster.hqs & roster.army[owner]))
        reach = union(
            spread(g, 1 << g.where[hq], through, ends, steps=hq_range(g, hq)) for hq in hqs
        )
        yield Shade("command", owner, members(reach))
        yield _without(g, "out_of_command", owner, g.ooc)


def _without(g: TrumpetsState, what: str, owner: int, units: int) -> Shade:
    """The hexes of units that lack something, with their names."""
    mine = g.on_map(units & g.setting.army[owner])
    places = sorted({g.where[unit] for unit in each_piece(mine)})
    notes: dict[int, Value] = {
        place: unit_names(each_piece(g.stacks[place] & mine)) for place in places
    }
    return Shade(what, owner, tuple(places), notes)


@OVERLAYS.add("supply")
def _supply(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """Supply roads, and the units that would be without supply now. Rules sop-9, rc-sup-3."""
    for owner in SIDES:
        yield Shade("supply", owner, members(supply_roads(g, owner)))
        yield _without(g, "cut_off", owner, out_of_supply(g, owner))


@OVERLAYS.add("guns")
def _guns(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """Where deployed guns that have not fired reach. Rules rc-art-2, note-fa-range."""
    board, roster = g.setting.board, g.setting.roster
    for owner in SIDES:
        reach = 0
        for gun in each_piece(
            g.on_map(roster.guns & g.setting.army[owner] & g.deployed & ~g.fired)
        ):
            reach |= board.within(1 << g.where[gun], g.setting.units[gun].range)
        yield Shade("guns", owner, members(reach))


@OVERLAYS.add("sky")
def _sky(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """The weather of the army areas. Rule sop-3a."""
    areas = g.setting.country.areas
    for kind in sorted(set(g.weather.values())):
        hexes = union(areas[army] for army, found in g.weather.items() if found == kind)
        yield Shade(f"sky_{kind}", -1, members(hexes & g.setting.board.all))


@OVERLAYS.add("bridges")
def _bridges(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """Bridges that stand, and those that do not. Rules rc-map-3, rc-bridge-1."""
    sites, whole = g.setting.country.sites, passable(g, heavy=False)
    for what, numbers in (("standing", whole), ("blown", g.setting.all_sites & ~whole)):
        ends = set_of(end for number in members(numbers) for end in sites[number][:2])
        yield Shade(what, -1, members(ends))


@OVERLAYS.add("control")
def _control(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """Who entered a hex last, and the places that count. Rule rc-vic-1."""
    board, prizes = g.setting.board, g.setting.scenario.prizes
    worth = {g.setting.at(row.hex): row.points for row in prizes}
    for owner, held in ((GERMAN, g.control & board.all), (ALLIED, board.all & ~g.control)):
        notes: dict[int, Value] = {
            place: message("report.points", vp=vp)
            for place, vp in worth.items()
            if held >> place & 1
        }
        yield Shade("control", owner, members(held), notes)


@OVERLAYS.add("reinforcements")
def _reinforcements(g: TrumpetsState, _side: int) -> Iterator[Shade]:
    """Where units that are still to come enter, and when. Rules sop-23, rc-arr-1."""
    coming: tuple[list[Arrival], list[Arrival]] = ([], [])
    for unit, turn in g.waiting.items():
        if g.where[unit] == NOWHERE and g.steps_left[unit] and not g.exited >> unit & 1:
            row = g.setting.units[unit]
            coming[row.side].append(Arrival(max(turn, g.turn), g.gate[unit], row.id))
    for owner in SIDES:
        notes = tell_arrivals(coming[owner], lambda turn: Word(code(turn), ("turn",)))
        yield Shade("reinforcements", owner, tuple(notes), notes)


@OVERLAYS.add("threat")
def _threat(g: TrumpetsState, side: int) -> Iterator[Shade]:
    """What the enemies of a side could enter or attack when they next move."""
    for foe in SIDES:
        if foe != side:
            reach, attack = _reach(g, foe)
            yield Shade("threat", foe, members(reach & ~g.occupied[foe]))
            notes: dict[int, Value] = {
                place: message("shade.odds", attack=attack[place], defence=_defence(g, place))
                for place in sorted(attack)
            }
            yield Shade("targets", foe, tuple(notes), notes)


def range_of(g: TrumpetsState, side: int, unit: Piece) -> int:
    """The hexes a unit on the map can enter alone."""
    return Movers(g, side, (unit,)).reach(allowance(g, unit), fresh=True).hexes


def _reach(g: TrumpetsState, side: int) -> tuple[int, Counter[Place]]:
    """The hexes a side's units can enter, each alone, and what they can attack from there."""
    board, targets = g.setting.board, g.occupied[enemy(side)]
    everywhere, attack = 0, Counter[Place]()
    for unit in each_piece(g.on_map(g.setting.army[side] & g.setting.roster.combat)):
        reach = range_of(g, side, unit) | 1 << g.where[unit]
        everywhere |= reach
        for place in each_place(board.around(reach) & targets):
            attack[place] += g.af(unit)
    return everywhere, attack


def _defence(g: TrumpetsState, place: Place) -> int:
    return sum(map(g.df, each_piece(g.stacks[place])))
