"""Short notes on what is offered in the refit phase: prices, contents, dates, chances."""

from __future__ import annotations

from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.messages import Value, message
from salient.engine.state import Decision, Ref
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.refit.purchase import cost
from salient.games.peiper.show.charts import contents_of
from salient.games.peiper.show.odds import at_most
from salient.games.peiper.standing.control import areas_of, lvp_of
from salient.games.peiper.state import PeiperState

RECON = 6
"""What a patrol needs on two dice. Rule P8.622."""


def note_actions(g: PeiperState, decision: Decision) -> list[Value]:
    """A few words on each offered action."""
    return [_note(g, decision.side, action) for action in decision.actions]


def figure_actions(g: PeiperState, decision: Decision) -> list[str]:
    """Prices of what is bought, to be written beside it."""
    return [_figure(g, decision.side, action) for action in decision.actions]


def describe_decision(g: PeiperState, decision: Decision) -> list[Value]:
    """What one must have in mind: points left, the price list, what a purchase is."""
    if decision.prompt == "buy":
        return [message("report.purse", points=g.cpp[decision.side])]
    if decision.prompt in ("fort", "site"):
        return [message("report.works", points=g.fpp[decision.side])]
    if decision.prompt == "objective":
        return [message("report.objective")]
    if decision.prompt == "chit":
        left = g.setting.campaign.side(decision.side).chits - g.chits[decision.side]
        dates = sum(date >= g.date for date in g.setting.dates)
        return [message("report.chits", left=left, dates=dates)]
    return []


def _note(g: PeiperState, side: int, action: Action) -> Value:
    match action.verb:
        case "buy":
            return _purchase(g, side, action.choice(0).upper(), action.choice(1))
        case "by":
            return _entry(g, action.place(0))
        case "fort":
            return message("report.fpp", points=g.setting.charts.works[action.choice(0)].fpp)
        case "recon":
            return message("report.patrol", chance=at_most(RECON))
        case "objective" | "to" | "watch" | "site":
            return _where(g, action.place(0))
    return ""


def _purchase(g: PeiperState, side: int, group_id: str, placing: str) -> Value:
    group = g.setting.charts.groups.sides[side][group_id]
    return message(
        "report.purchase",
        name=Ref("group", g.setting.charts.group_number(side, group_id)),
        price=cost(g, group, placing),
        left=_left(g, side, group),
        contents=contents_of(group),
    )


def _left(g: PeiperState, side: int, group: Group) -> int:
    """How many more of a group may be bought. Rule P8.6192."""
    bought = sum(
        force.side == side and force.chart == group.id and not force.preset for force in g.forces
    )
    return group.most[g.setting.cg] - bought


def _entry(g: PeiperState, centre: int) -> Value:
    number = next(n for n, entry in enumerate(g.setting.entries) if entry.centre == centre)
    return Ref("entry", number)


def _where(g: PeiperState, place: Place) -> Value:
    """Whose area a hex lies in, and what the next victory points are."""
    here = g.setting.board.hex_of[place]
    areas = areas_of(g)
    for owner in (0, 1):
        if areas.setup[owner] >> here & 1:
            return message("report.in_area", side=Ref("side", owner))
    if areas.no_mans_land >> here & 1:
        return message("report.in_no_mans_land")
    return message("report.uncontrolled")


def _figure(g: PeiperState, side: int, action: Action) -> str:
    if action.verb == "buy":
        group = g.setting.charts.groups.sides[side][action.choice(0).upper()]
        return str(cost(g, group, action.choice(1)))
    if action.verb == "fort":
        return str(g.setting.charts.works[action.choice(0)].fpp)
    return ""


def note_place(g: PeiperState, place: Place) -> list[Value]:
    """What a place counts in the campaign: points, areas, entry areas."""
    here = g.setting.board.hex_of[place]
    lines: list[Value] = [_where(g, place)]
    if place in g.setting.lvp:
        lines.append(message("report.worth", points=lvp_of(g, place)))
    for number, entry in enumerate(g.setting.entries):
        if entry.hexes >> here & 1:
            lines.append(message("report.entry_area", name=Ref("entry", number)))
    return lines
