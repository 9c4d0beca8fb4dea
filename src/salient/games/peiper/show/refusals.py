"""Why something cannot be bought, built or named, with its rule."""

from __future__ import annotations

from salient.engine.actions import Action
from salient.engine.messages import Value, message
from salient.engine.reports import Refusals
from salient.engine.state import Ref
from salient.games.peiper.calendar import date_word
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.refit.deploy import SettingUp
from salient.games.peiper.refit.initiative import Chit
from salient.games.peiper.refit.purchase import (
    Purchase,
    cost,
    is_in_box,
    is_worth_having,
    placings,
)
from salient.games.peiper.refit.works import Fortifying
from salient.games.peiper.standing.control import strategic_hexes
from salient.games.peiper.state import PeiperState
from salient.games.squad.show.refusals import REFUSALS as SQUAD

REFUSALS = Refusals[PeiperState](SQUAD)


@REFUSALS.add(Purchase, "buy")
def _buy(g: PeiperState, step: Purchase, action: Action) -> Value:
    """Why a group cannot be bought. Rules P8.6192, P8.6194, P8.6196, P8.2-initial-scenario."""
    chart = g.setting.charts.groups.sides[step.side]
    group = chart.get(action.choice(0).upper())
    if group is None:
        return message("refusal.no_group", groups=", ".join(chart))
    return _barred(g, step.side, group) or _unplaced(g, step.side, group, action.choice(1))


def _barred(g: PeiperState, side: int, group: Group) -> Value:
    """What keeps a side from buying a group at all now."""
    cg = g.setting.cg
    name = Ref("group", g.setting.charts.group_number(side, group.id))
    bought = sum(
        force.side == side and force.chart == group.id and not force.preset for force in g.forces
    )
    if not group.most[cg]:
        return message("refusal.not_here", group=name)
    if bought >= group.most[cg]:
        return message("refusal.all_bought", group=name, count=bought)
    if g.date < group.since[cg]:
        return message("refusal.too_early", group=name, date=date_word(group.since[cg]))
    if g.date > group.until:
        return message("refusal.too_late", group=name, date=date_word(group.until))
    if g.terms.initial and cg in group.barred:
        return message("refusal.dagger", group=name)
    if group.kind == "aircraft" and not g.weather.flying:
        return message("refusal.no_flying")
    return ""


def _unplaced(g: PeiperState, side: int, group: Group, placing: str) -> Value:
    """What keeps a group from coming that way."""
    ways = placings(g, group, side)
    if placing not in ways:
        return message("refusal.placing", ways=", ".join(ways) or "–")
    price = cost(g, group, placing)
    if price > g.cpp[side]:
        return message("refusal.points", price=price, points=g.cpp[side])
    if not is_in_box(g, group, side, placing):
        return message("refusal.no_counters")
    return ""


@REFUSALS.add(Purchase, "objective")
def _objective(g: PeiperState, step: Purchase, action: Action) -> Value:  # noqa: ARG001
    """Why a hex cannot be an objective. Rule P8.2-objective-a."""
    here = g.setting.board.hex_of[action.place(0)]
    if (strategic_hexes(g, 0) | strategic_hexes(g, 1)) >> here & 1:
        return message("refusal.strategic")
    return "" if is_worth_having(g, here) else message("refusal.plain_hex")


@REFUSALS.add(Chit, "chit")
def _chit(g: PeiperState, step: Chit, action: Action) -> Value:  # noqa: ARG001
    """Why no Attack chit can be laid. Rule P8.6231."""
    left = g.setting.campaign.side(step.side).chits - g.chits[step.side]
    return "" if left else message("refusal.no_chits")


@REFUSALS.add(Fortifying, "fort")
def _fort(g: PeiperState, step: Fortifying, action: Action) -> Value:
    """Why a work cannot be built. Rule P8.621."""
    work = g.setting.charts.works.get(action.choice(0))
    if work is None:
        return message("refusal.no_work", works=", ".join(g.setting.charts.works))
    if work.fpp > g.fpp[step.side]:
        return message("refusal.points", price=work.fpp, points=g.fpp[step.side])
    return message("refusal.work_nowhere")


@REFUSALS.add(Fortifying, "site")
def _site(g: PeiperState, step: Fortifying, action: Action) -> Value:  # noqa: ARG001
    """Why a work cannot be built in a hex. Rule P8.621."""
    work = g.setting.charts.works[step.work]
    return message("refusal.work_place", where=message(f"where.{work.where}"))


@REFUSALS.add(SettingUp, "deploy")
def _deploy(g: PeiperState, step: SettingUp, action: Action) -> Value:  # noqa: ARG001
    """Why a unit cannot set up in a hex. Rules P8.624, CG7-1, CG12b."""
    return message("refusal.set_up", unit=Ref("piece", action.piece(0)))
