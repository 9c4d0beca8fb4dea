"""Step 8.619: reinforcement groups are bought, and objective hexes named."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from salient.boards.bits import set_of
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.memory import Memo
from salient.engine.state import Decision, Log, Ref
from salient.games.peiper.charts.groups import Group
from salient.games.peiper.events import Bought, Objective
from salient.games.peiper.staff.orders import Staffed
from salient.games.peiper.standing.control import areas_of, strategic_hexes
from salient.games.peiper.standing.entries import eligible, is_eligible, matching
from salient.games.peiper.standing.pool import left_of
from salient.games.peiper.state import BARRAGE, Force, PeiperState
from salient.games.squad.core.actions import END
from salient.games.squad.core.locations import chart_row
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.terrain.board import Hexagon, each_hex

FPP = 10
"""Fortification points of a group F. Rule P8.621."""

REGISTERED = "P"
"""The group that registers guns on a hex. Rule P8.6191."""

ANYWHERE = (REGISTERED, BARRAGE)
"""Groups for which any hex may be named."""

WORTH_HAVING: Memo[tuple[object, ...], int] = Memo("hexes that may be objectives", 16)

SIDES_OF_COVER = 3
"""Hexsides that make an objective of open ground. Rule P8.2-objective-a."""


def buy(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.619: the Germans first, neither knowing what the other buys. Rules P8.619, P8.6."""
    g.steps.append(Purchase(AMERICAN))
    g.steps.append(Purchase(GERMAN))


class Purchase(Staffed, frozen=True, tag="purchase"):
    """A side buys groups until it has enough. Rules P8.6192, P8.6194.

    Attributes:
        naming: Whether an entry area is to be named for the group that was bought last.
    """

    side: int
    naming: bool = False

    def as_enemy_knows(self) -> Purchase:
        """Nobody knows what is bought."""
        return Purchase(self.side)

    def question(self, g: PeiperState) -> Decision | None:
        """What may be bought, and how; then by which entry area, and towards which hex."""
        if self.naming:
            return self.name(g)
        aimless = next((n for n, force in enumerate(g.forces) if needs_objective(g, n, self.side)),
                       None)  # fmt: skip
        if aimless is not None:
            hexes = objective_hexes(g, g.forces[aimless].chart)
            actions = [Action("objective", (here,)) for here in hexes]
            group = self.group(g, g.forces[aimless].chart)
            if actions:
                return Decision(
                    self.side, "objective", actions, ("P8.2-objective-a",), {"group": group}
                )
        offers = [*offered(g, self.side), *registrations(g, self.side)]
        if not offers:
            return None
        return Decision(
            self.side, "buy", [*offers, END], ("P8.619", "P8.6192", "P8.6194"),
            {"points": g.cpp[self.side]},
        )  # fmt: skip

    def name(self, g: PeiperState) -> Decision | None:
        """By which of several entry areas a group enters. Rule CG6a."""
        force = g.forces[last_bought(g, self.side)]
        chart = g.setting.charts.groups.sides[self.side][force.chart]
        doors = ways_in(g, chart, self.side, force.placing)
        actions = [Action("by", (g.setting.entries[door].centre,)) for door in doors]
        return Decision(
            self.side, "enter_by", actions, ("CG6a",), {"group": self.group(g, force.chart)}
        )

    def group(self, g: PeiperState, chart: str) -> Ref:
        """A group by its name."""
        return Ref("group", g.setting.charts.group_number(self.side, chart))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """Do it."""
        match action.verb:
            case "end":
                g.steps.pop()
            case "buy":
                self.buy(g, action.choice(0).upper(), action.choice(1), log)
            case "by":
                centre = action.place(0)
                number = next(n for n, a in enumerate(g.setting.entries) if a.centre == centre)
                bought = last_bought(g, self.side)
                g.change_force(bought, entry=number)
                if g.forces[bought].placing == "early":
                    g.early |= 1 << number  # CG6c-2
                g.steps[-1] = Purchase(self.side)
            case "reregister":
                kept = {force.objective: number for number, force in registered(g, self.side)}
                g.change_force(kept[Hexagon(action.place(0))], objective=-1)
            case "objective":
                number = next(n for n in range(len(g.forces)) if needs_objective(g, n, self.side))
                g.change_force(number, objective=action.place(0))
                group = self.group(g, g.forces[number].chart).value
                event = Objective(self.side, group, action.place(0))
                log.append(Secret(self.side, event))

    def buy(self, g: PeiperState, chart_id: str, placing: str, log: Log) -> None:
        """A group joins the record. Rules P8.6192, P8.6198."""
        group = g.setting.charts.groups.sides[self.side][chart_id]
        price = cost(g, group, placing)
        g.cpp[self.side] -= price
        number = self.group(g, chart_id).value
        bought = Bought(self.side, number, placing, price, g.cpp[self.side])
        log.append(Secret(self.side, bought))
        g.forces.append(Force(chart_id, self.side, g.date, placing=placing, form=form_of(placing)))
        note_purchase(g, self.side, chart_id)
        match group.kind:
            case "works":
                g.fpp[self.side] += FPP
            case "sniper":
                g.snipers[self.side] += 1
                g.san_now[self.side] += 1
        if placing in ("enter", "early"):
            g.steps[-1] = Purchase(self.side, naming=True)


def last_bought(g: PeiperState, side: int) -> int:
    """The number of the last group in a side's record."""
    return max(number for number, force in enumerate(g.forces) if force.side == side)


def form_of(placing: str) -> str:
    """The form of a group that may be had in several. Rule P8.6206."""
    return placing if placing in ("module", "radio", "phone", "observer") else ""


def note_purchase(g: PeiperState, side: int, chart_id: str) -> None:
    """The roster says what was bought on a date. Rule P8.14."""
    line = g.roster[-1]
    bought = list(line.bought)
    bought[side] = (*bought[side], chart_id)
    g.roster[-1] = msgspec.structs.replace(line, bought=(bought[0], bought[1]))


# -- what may be bought ---------------------------------------------------------------------------


def offered(g: PeiperState, side: int) -> Iterator[Action]:
    """All groups that a side may buy now, each in every way. Rules P8.6192, P8.6194."""
    for chart_id, group in g.setting.charts.groups.sides[side].items():
        if refusal(g, group, side):
            continue
        for placing in placings(g, group, side):
            if cost(g, group, placing) <= g.cpp[side] and is_in_box(g, group, side, placing):
                yield Action("buy", (chart_id.lower(), placing))


def refusal(g: PeiperState, group: Group, side: int) -> str:
    """The rule that keeps a side from buying a group now, or empty. Rule P8.6192."""
    cg = g.setting.cg
    bought = sum(
        force.side == side and force.chart == group.id and not force.preset for force in g.forces
    )
    if bought >= group.most[cg] or not group.since[cg] <= g.date <= group.until:
        return "P8.6192"
    if g.terms.initial and cg in group.barred:
        return "P8.2-initial-scenario"
    if group.kind == "aircraft" and not g.weather.flying:
        return "P8.617"
    return ""


def placings(g: PeiperState, group: Group, side: int) -> list[str]:
    """How a group may come into play. Rules P8.6194, P8.6194a, P8.6194b, CG6c-4, CG7a-1, CG7c-1."""
    match group.kind:
        case "artillery":
            module = g.setting.charts.groups.modules[side, group.id]
            return module.means.split()
        case "infantry" | "heavy" | "vehicle" | "gun":
            found = list(german_ways(g) if side == GERMAN else american_ways(g, group))
            if "module" in group.contents:
                found.append("module")
            return found
    return ["set"]


def german_ways(g: PeiperState) -> Iterator[str]:
    """Reserve as a rule; else for more points on the map, or from a box. Rules CG7a-1, CG6c-4."""
    cg = g.setting.cg
    doors = eligible(g, GERMAN)
    if g.terms.initial and cg == "stoumont":  # SSR-I.2
        yield "map"
        return
    if not doors and cg != "la_gleize" and not g.terms.initial:  # CG6c-4
        return
    yield "reserve"
    if not (g.terms.initial and cg == "la_gleize"):  # SSR-III.3
        yield "map"
    if doors and cg != "la_gleize":
        yield "enter"


def american_ways(g: PeiperState, group: Group) -> Iterator[str]:
    """From off the map as a rule. Rules CG7c-1, CG7c-2, P8.6194a, P8.6194b."""
    if g.terms.initial and g.setting.cg == "stoumont":  # SSR-I.2
        yield "map"
        return
    if ways_in(g, group, AMERICAN, "enter"):
        yield "enter"
    if not g.terms.initial:
        areas = areas_of(g)
        if areas.setup[AMERICAN] & ~areas.isolated[AMERICAN]:
            yield "map"
        if ways_in(g, group, AMERICAN, "early"):
            yield "early"


def ways_in(g: PeiperState, group: Group, side: int, placing: str) -> list[int]:
    """The entry areas that may be named for a group. Rules CG6a, CG6c-2, P8.6194b."""
    if placing == "early":
        return [n for n in matching(g, group, side, g.date + 1) if not is_eligible(g, n, side)]
    return matching(g, group, side, g.date)


def cost(g: PeiperState, group: Group, placing: str) -> int:
    """The price of a group, placed in a way. Rules P8.6194a, P8.6194b, SSR-I.2."""
    if placing == "map" and g.terms.initial and g.setting.cg == "stoumont":
        return group.cpp
    return group.price(placing)


def is_in_box(g: PeiperState, group: Group, side: int, placing: str) -> bool:
    """Whether there are counters left for a group. Rule rc-pool."""
    strength = "module" if placing == "module" else "full"
    for item in group.contents.get(strength, ()):
        kind = item.kind or g.setting.charts.groups.tables[item.table].row.usual
        if left_of(g, kind, side) < item.count:
            return False
    return True


def registered(g: PeiperState, side: int) -> Iterator[tuple[int, Force]]:
    """The groups P that a side has kept from an earlier date."""
    for number, force in enumerate(g.forces):
        kept = force.side == side and force.chart == REGISTERED and force.date < g.date
        if kept and force.objective >= 0:
            yield number, force


def registrations(g: PeiperState, side: int) -> Iterator[Action]:
    """Hexes on which a side's guns are registered and which it may change. Rule CG22c."""
    yield from (Action("reregister", (force.objective,)) for _, force in registered(g, side))


# -- objectives -----------------------------------------------------------------------------------


def needs_objective(g: PeiperState, number: int, side: int) -> bool:
    """Whether a group still needs an objective hex. Rule P8.2-objective-a."""
    force = g.forces[number]
    chart = g.setting.charts.groups.sides[side]
    if force.side != side or force.objective >= 0 or force.chart not in chart or not force.new:
        return False
    return chart[force.chart].has_objective or force.chart in ANYWHERE


def objective_hexes(g: PeiperState, chart_id: str) -> list[Hexagon]:
    """The hexes that may be an objective: not strategic, but worth having. P8.2-objective-a.

    Guns may be registered on any hex (C1.33), and any be the middle of a bombardment (C1.822).
    """
    if chart_id in ANYWHERE:
        return list(each_hex(g.setting.ground.everywhere))
    strategic = strategic_hexes(g, 0) | strategic_hexes(g, 1)
    return list(each_hex(worth_having(g) & ~(strategic | g.setting.ground.closed)))


def worth_having(g: PeiperState) -> int:
    """All hexes that may be an objective, strategic or not. Rule P8.2-objective-a."""
    known = g.setting.memory.of(WORTH_HAVING)
    lying = (*sorted(g.rubble.items()), *sorted(g.fire_zones.items()))
    key = lying, g.debris, g.cars
    found = known.get(key)
    if found is None:
        hexes = each_hex(g.setting.ground.everywhere)
        found = known.keep(key, set_of(here for here in hexes if is_worth_having(g, here)))
    return found


def is_worth_having(g: PeiperState, here: Hexagon) -> bool:
    """Cover of +1, three sides of road, crest, slope, wall or hedge, or a ford.

    Rule P8.2-objective-a.
    """
    hexagon = g.setting.board.hexes[here]
    if hexagon.row.building or here in g.rubble:
        return False
    if chart_row(g, here).tem >= 1 or hexagon.row.ford:
        return True
    sides = hexagon.road | hexagon.slopes
    for side, what in enumerate(hexagon.sides):
        if what in ("wall", "hedge", "cliff") or has_crest(g, here, side):
            sides |= 1 << side
    return sides.bit_count() >= SIDES_OF_COVER


def has_crest(g: PeiperState, here: Hexagon, side: int) -> bool:
    """Whether a crest line runs along a side: the ground beyond is of another level."""
    hexes = g.setting.board.hexes
    near = hexes[here].near[side]
    return near >= 0 and hexes[near].level != hexes[here].level
