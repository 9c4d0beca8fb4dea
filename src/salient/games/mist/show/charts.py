"""The tables of the rulebook: what the kinds of units can do, and the levels of victory."""

from __future__ import annotations

from salient.engine.messages import Value, Word, message
from salient.engine.reports import Chart
from salient.games.mist.rules.victory import TWO_TOWNS
from salient.games.mist.setting import MistSetting


def charts(setting: MistSetting) -> dict[str, Chart]:
    """The tables by their names."""
    found = {"kinds": _kinds(setting)}
    found["levels"] = _levels(setting) if setting.scenario.levels else _two_towns()
    return found


def _kinds(setting: MistSetting) -> Chart:
    """The values of the kinds of units. Rules 4.17, 9.32."""
    head = tuple(message(f"chart.{key}") for key in ("kind", "attack", "defence", "mp", "quality"))
    rows = (
        (Word(row.kind, ("kind",)), row.attack, row.defence, row.mp, row.quality)
        for row in setting.kinds.values()
    )
    return Chart(head, tuple(rows), ("4.17",))


def _two_towns() -> Chart:
    """What the state of its two towns means in the practice scenario. Rule s1-victory-1."""
    head = (message("chart.level"), message("chart.one_town"), message("chart.other_town"))
    rows: list[tuple[Value, ...]] = [
        (Word(outcome, ("result",)), *(Word(state, ("state",)) for state in reversed(states)))
        for states, (outcome, _) in TWO_TOWNS.items()
    ]
    return Chart(head, tuple(rows), ("s1-victory-1", "12.22"))


def _levels(setting: MistSetting) -> Chart:
    """The German points that each level of victory needs."""
    head = (message("chart.level"), message("chart.at_least"))
    rows: list[tuple[Value, ...]] = [
        (Word(level.outcome, ("result",)), level.at_least) for level in setting.scenario.levels
    ]
    return Chart(head, tuple(rows))
