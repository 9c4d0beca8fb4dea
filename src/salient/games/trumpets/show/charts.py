"""The charts that players look things up in: combat results, costs of movement."""

from __future__ import annotations

from salient.engine.messages import Value, Word, message
from salient.engine.reports import Chart
from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.charts.movement import CLASSES
from salient.games.trumpets.country import ROADS, TERRAINS
from salient.games.trumpets.state import TrumpetsState


def charts(g: TrumpetsState) -> dict[str, Chart]:
    """The charts by their names; costs are those of the present ground."""
    return {
        "results": _results(g),
        "codes": _codes(g),
        "attrition": _attrition(g),
        "off_road": _off_road(g),
        "roads": _roads(g),
    }


def _results(g: TrumpetsState) -> Chart:
    """The white die. Row tab-crt."""
    rows = tuple((str(die), *cells) for die, cells in sorted(g.setting.combat.crt.items()))
    return Chart((message("chart.die"), *ODDS), rows, ("tab-crt", "gc-15"))


def _codes(g: TrumpetsState) -> Chart:
    """What the results of the white die mean. Row tab-crt."""
    lines = sorted(g.setting.combat.crt.items())
    found = dict.fromkeys(code for _, cells in lines for code in cells)
    rows = tuple((Word(code, ("result",)),) for code in found)
    return Chart((message("chart.meaning"),), rows, ("tab-crt",))


def _attrition(g: TrumpetsState) -> Chart:
    """The red die: what the attacker loses. Row gc-15."""
    lines = sorted(g.setting.combat.attrition.items())
    rows = tuple((str(die), *(cell or "–" for cell in cells)) for die, cells in lines)
    return Chart((message("chart.die"), *ODDS), rows, ("gc-15",))


def _off_road(g: TrumpetsState) -> Chart:
    """MF off roads on the present ground, and across water. Rows tab-off, tab-side."""
    costs, ground = g.setting.movement, g.ground
    heads = (*TERRAINS, "stream", "river")
    rows = []
    for kind in CLASSES:
        over = [costs.off_road[kind, terrain, ground] for terrain in TERRAINS]
        across = [costs.sides[kind, water, ground] for water in ("stream", "river")]
        rows.append((message(f"movement.{kind}"), *map(_mf, (*over, *across))))
    head = (message("chart.troops"), *(message(f"terrain.{name}") for name in heads))
    return Chart(head, tuple(rows), ("tab-off", "tab-side"))


def _roads(g: TrumpetsState) -> Chart:
    """MF along roads in clear weather, tactical and strategic. Rows tab-road, tab-strat."""
    costs = g.setting.movement
    rows = tuple(
        (
            message(f"movement.{kind}"),
            *(_mf(costs.road[kind, "clear", grade]) for grade in ROADS),
            *(_mf(costs.strategic[kind, grade]) for grade in ROADS),
        )
        for kind in CLASSES
    )
    names = ("troops", "primary", "secondary", "primary_march", "secondary_march")
    return Chart(tuple(message(f"chart.{name}") for name in names), rows, ("tab-road", "tab-strat"))


def _mf(halves: int | None) -> Value:
    """A cost in MF; a dash where only roads or fords lead."""
    return "–" if halves is None else f"{halves / 2:g}"
