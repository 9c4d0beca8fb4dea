"""What can be laid over the map: where each side would set up if it ended now, and more.

Rules P8.605, P8.6052, CG6, P8.2-LVP-a, P8.2-objective-b.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place, members
from salient.engine.ids import Place
from salient.engine.messages import Value, Word, message, series
from salient.engine.reports import Overlays, Shade
from salient.engine.state import Ref
from salient.games.peiper.calendar import date_word
from salient.games.peiper.charts.places import Entry
from salient.games.peiper.standing.control import areas_of, lvp_of
from salient.games.peiper.standing.entries import is_eligible
from salient.games.peiper.state import PeiperState
from salient.games.squad.show.overlays import OVERLAYS as SQUAD

OVERLAYS = Overlays[PeiperState](SQUAD)


@OVERLAYS.add("areas")
def _areas(g: PeiperState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    """Set-up areas and no man's land as they would be if the scenario ended now."""
    areas = areas_of(g)
    for owner in (0, 1):
        yield Shade("area", owner, members(areas.setup[owner]))
    yield Shade("no_mans_land", -1, members(areas.no_mans_land))


@OVERLAYS.add("front")
def _front(g: PeiperState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    """The front lines."""
    areas = areas_of(g)
    for owner in (0, 1):
        yield Shade("front", owner, members(areas.front[owner]))


@OVERLAYS.add("isolation")
def _isolation(g: PeiperState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    """Areas that are cut off."""
    areas = areas_of(g)
    for owner in (0, 1):
        yield Shade("isolated", owner, members(areas.isolated[owner]))


@OVERLAYS.add("entries")
def _entries(g: PeiperState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    """Entry areas: whose, with their colours and dates; those that are shut are told as well."""
    for owner in (0, 1):
        for what, wanted in (("entry", True), ("entry_shut", False)):
            places: list[Place] = []
            notes: dict[int, Value] = {}
            for number, entry in enumerate(g.setting.entries):
                if entry.since(owner) is None or is_eligible(g, number, owner) != wanted:
                    continue
                places.extend(each_place(entry.hexes))
                notes[entry.centre] = message(
                    "report.entry", name=Ref("entry", number), dates=_dates(entry, owner)
                )
            yield Shade(what, owner, tuple(places), notes)


def _dates(entry: Entry, owner: int) -> Value:
    """The colours of an arrow with their dates."""
    return series(
        message("report.arrow", colour=Word(colour, ("colour",)), date=date_word(since))
        for colour, since in entry.colours[owner].items()
    )


@OVERLAYS.add("points")
def _points(g: PeiperState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    """Location victory points: who holds them, and what they are worth."""
    nobody = ~(g.control[0] | g.control[1])
    for owner, held in ((0, g.control[0]), (1, g.control[1]), (-1, nobody)):
        places = [place for place in g.setting.lvp if held >> place & 1]
        notes: dict[int, Value] = {place: str(lvp_of(g, place)) for place in places}
        yield Shade("points" if owner >= 0 else "points_free", owner, tuple(places), notes)


@OVERLAYS.add("objectives")
def _objectives(g: PeiperState, side: int) -> Iterator[Shade]:
    """Objective hexes: those that are shown, and a side's own."""
    for owner in (0, 1):
        yield Shade("objective", owner, members(g.objectives[owner]))
    own: dict[int, Value] = {
        force.objective: force.chart for force in g.forces
        if force.side == side and force.objective >= 0
    }  # fmt: skip
    yield Shade("secret_objective", -1, tuple(own), own)
