"""The charts and papers of a campaign: calendar, roster, purchase record, points, group charts.

What is secret is only in what a side knows: the record and the book are its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from salient.engine.messages import Value, Word, message, series
from salient.engine.reports import Chart
from salient.engine.state import Ref
from salient.games.peiper.calendar import date_word
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.groups import DAGGER, Group, Item
from salient.games.peiper.standing.victory import lvp_hexes
from salient.games.peiper.state import NOBODY, Force, Line, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.show.charts import charts as squad_charts

Rows = tuple[tuple[Value, ...], ...]
DECIDED = 624
"""The step of the refit phase from which it is known whether there is a battle (P8.623)."""

VICTORY = {"stoumont": "P8.51-VC", "cheneux": "P8.52-VC", "la_gleize": "P8.53-VC"}
"""The rule that says how each campaign is won."""

BAR = 24
"""Letters of a curve's bar from nothing to the victory line."""


def charts(g: PeiperState) -> dict[str, Chart]:
    """The papers of the campaign, its charts, then those of the squad game."""
    return {
        "calendar": calendar(g),
        "curve": curve(g),
        "record": record(g),
        "german_groups": group_chart(g, GERMAN),
        "american_groups": group_chart(g, AMERICAN),
        "cpp": cpp_chart(g),
        "weather": weather_chart(g),
        "supply": supply_chart(g),
        "types": type_chart(g),
        "leaders": leader_chart(g),
        "works": work_chart(g),
        "end": end_chart(g),
        **squad_charts(g.setting),
    }


def head(*keys: str) -> tuple[Value, ...]:
    """What stands over the columns."""
    return tuple(message(f"chart.{key}") for key in keys)


# -- papers ---------------------------------------------------------------------------------------


def calendar(g: PeiperState) -> Chart:
    """The campaign roster: every date of the campaign, with what happened. Rule P8.14."""
    lines = {line.date: line for line in g.roster}
    rows = [_date_row(g, date, lines.get(date)) for date in g.setting.dates]
    keys = ("date", "mist", "battle", "attacker", "winner", "lvp", "total", "cvp", "bought")
    return Chart(head(*keys), tuple(rows), ("P8.14", "P8.6033"))


def _date_row(g: PeiperState, date: int, line: Line | None) -> tuple[Value, ...]:
    told = date <= g.date
    mist: Value = Word(g.setting.charts.fortunes.weather[date].mist, ("mist",))
    if g.setting.random_weather and date != g.date:
        mist = ""
    if line is None or not told:
        return (date_word(date), mist, "", "", "", "", "", "", "")
    fought = line.battle not in ("", "idle") and any(line.cg_lvp)
    open_yet = date == g.date and 0 < g.refit < DECIDED and line.battle == "idle"
    return (
        date_word(date),
        mist,
        "" if open_yet else Word(line.battle, ("battle",)),
        "" if open_yet else side_or_none(line.attacker),
        side_or_none(line.winner) if fought else "",
        pair(line.lvp) if fought else "",
        pair(line.cg_lvp) if fought else "",
        pair(line.cvp) if fought else "",
        series(bought for side in (GERMAN, AMERICAN) for bought in _bought(g, line, side)),
    )


def _bought(g: PeiperState, line: Line, side: int) -> Iterator[Value]:
    """The groups that a side bought for a date, with their numbers."""
    for group_id, count in Counter(line.bought[side]).items():
        group = Ref("group", g.setting.charts.group_number(side, group_id))
        yield message("report.item", count=count, kind=group)


def pair(values: tuple[int, int]) -> str:
    """The Germans' and the Americans' number.

    >>> pair((3, 11))
    '3 : 11'
    """
    return f"{values[GERMAN]} : {values[AMERICAN]}"


def side_or_none(side: int) -> Value:
    """A side, or nobody."""
    return "–" if side == NOBODY else Ref("side", side)


def curve(g: PeiperState) -> Chart:
    """The Americans' points date by date towards the victory line.

    Rules P8.51-VC, P8.52-VC, P8.53-VC. Where hexes held at the end count, the bars are of the
    points held on each date, and the last line before the victory line is what is held now.
    """
    needs = g.setting.campaign.victory
    need = needs.cg_lvp or needs.lvp_hexes
    rows: list[tuple[Value, ...]] = []
    for line in g.roster:
        if line.battle in ("", "idle") or not any(line.cg_lvp):
            continue
        total = line.cg_lvp[AMERICAN] if needs.cg_lvp else line.lvp[AMERICAN]
        rows.append(
            (date_word(line.date), line.lvp[GERMAN], line.lvp[AMERICAN], line.cg_lvp[AMERICAN],
             bar(total, need))
        )  # fmt: skip
    if needs.lvp_hexes:
        held = lvp_hexes(g)
        rows.append((message("chart.hexes_now"), "", held, "", bar(held, need)))
    rows.append((message("chart.line"), "", "", need, bar(need, need)))
    return Chart(
        head("date", "german_lvp", "american_lvp", "total", "way"),
        tuple(rows),
        (VICTORY[g.setting.cg],),
    )


def bar(value: int, need: int) -> str:
    """A bar as long as a value is of what is needed, with the line at its end.

    >>> bar(65, 130)
    '████████████············|'
    """
    filled = min(BAR, BAR * value // need)
    return "█" * filled + "·" * (BAR - filled) + "|"


def record(g: PeiperState) -> Chart:
    """The purchase record and the book of points: all that the side knows of.

    Rules P8.14, P8.6198.
    """
    rows = [_force_row(g, force) for force in g.forces]
    for side, name in enumerate(SIDES):
        if any(force.side == side for force in g.forces):
            left = message(f"chart.left_{name}")
            rows.append((left, date_word(g.date), "", g.cpp[side], "", "", "", ""))
    keys = ("group", "date", "placing", "cpp_paid", "strength", "counters", "lost", "objective")
    return Chart(head(*keys), tuple(rows), ("P8.6198",))


def _force_row(g: PeiperState, force: Force) -> tuple[Value, ...]:
    board = g.setting.board
    chart = g.setting.charts.groups.sides[force.side]
    group = None if force.preset else chart.get(force.chart)
    return (
        force_name(g, force),
        message("chart.given") if force.preset else date_word(force.date),
        Word(force.placing, ("choice",)),
        "" if group is None else group.price(force.placing),
        Word(force.strength, ("strength",)) if force.strength else "",
        (force.units & ~g.lost).bit_count(),
        (force.units & g.lost).bit_count(),
        board.hexes[force.objective].name if force.objective >= 0 else "",
    )


def force_name(g: PeiperState, force: Force) -> Value:
    """A group by its name; loose counters by their kind."""
    if force.chart in g.setting.charts.groups.sides[force.side]:
        return Ref("group", g.setting.charts.group_number(force.side, force.chart))
    return counter_name(force.chart)


# -- charts ---------------------------------------------------------------------------------------


def group_chart(g: PeiperState, side: int) -> Chart:
    """A reinforcement group chart, with what is left of each in this campaign. Rule P8.619."""
    rows = [
        _group_row(g, side, group) for group in g.setting.charts.groups.sides[side].values()
        if group.most[g.setting.cg]
    ]  # fmt: skip
    keys = ("group", "price", "on_map", "most", "left", "from", "colours", "contents")
    return Chart(head(*keys), tuple(rows), ("P8.619",))


def _group_row(g: PeiperState, side: int, group: Group) -> tuple[Value, ...]:
    cg = g.setting.cg
    most = group.most[cg]
    bought = sum(
        force.side == side and force.chart == group.id and not force.preset for force in g.forces
    )
    since = group.since[cg]
    return (
        message("report.named", what=_group(g, side, group)),
        group.cpp,
        group.price("map"),
        f"{most}{DAGGER * (cg in group.barred)}",
        most - bought,
        date_word(since) if since > g.setting.dates[0] else "",
        series([Word(colour, ("colour",)) for colour in group.row.colours.split()], "list.comma"),
        contents_of(group),
    )


def _group(g: PeiperState, side: int, group: Group) -> Ref:
    return Ref("group", g.setting.charts.group_number(side, group.id))


def contents_of(group: Group) -> Value:
    """What a group consists of at full strength."""
    items = group.contents.get("full", ())
    return series([_item(item) for item in items], "list.comma")


def _item(item: Item) -> Value:
    kind = counter_name(item.kind) if item.kind else Word(item.table, ("types",))
    if item.need:
        return message("report.item_maybe", count=item.count, kind=kind, need=item.need)
    return message("report.item_half" if item.half else "report.item", count=item.count, kind=kind)


def counter_name(kind: str) -> Value:
    """A kind of counters as people call it."""
    return Word(kind, ("kind",))


def cpp_chart(g: PeiperState) -> Chart:
    """What the dates add to the roll for purchase points. Rule P8.616."""
    setting = g.setting
    rows: Rows = tuple(
        (date_word(date), *(setting.charts.fortunes.cpp_gain(setting.cg, side, date)
                            for side in (GERMAN, AMERICAN)))
        for date in setting.dates[1:]
    )  # fmt: skip
    return Chart(head("date", *SIDES), rows, ("P8.616",))


def weather_chart(g: PeiperState) -> Chart:
    """The historical weather of the campaign. Rule P8.617."""
    rows: Rows = tuple(
        (Word(row.date, ("turn",)), Word(row.mist, ("mist",)), Word(row.cloud, ("cloud",)),
         Word(row.moon, ("moon",)), Word(row.ground, ("soil",)))
        for date, row in g.setting.charts.fortunes.weather.items() if date in g.setting.dates
    )  # fmt: skip
    return Chart(head("date", "mist", "cloud", "moon", "soil"), rows, ("P8.617",))


def supply_chart(g: PeiperState) -> Chart:
    """When German ammunition and fuel are short. Rule P8.618."""
    setting = g.setting
    rows: Rows = tuple(
        (date_word(date), *setting.charts.fortunes.shortage(setting.cg, date))
        for date in setting.dates
    )
    return Chart(head("date", "ammunition", "fuel"), rows, ("P8.618",))


def type_chart(g: PeiperState) -> Chart:
    """What the dice give: qualities of squads, types of vehicles. Rules P8.6202, P8.6203."""
    return Chart(head("table", "roll", "counter"), tuple(_type_rows(g)), ("P8.6202", "P8.6203"))


def _type_rows(g: PeiperState) -> Iterator[tuple[Value, ...]]:
    for name, table in g.setting.charts.groups.tables.items():
        for line in table.for_campaign(g.setting.cg):
            rolls = f"{line.low}-{line.high}" if line.low < line.high else str(line.low)
            yield Word(name, ("types",)), rolls, counter_name(line.kind)


def leader_chart(g: PeiperState) -> Chart:
    """The leaders that come with groups. Rule P8.6205."""
    columns = ("ss", "german", "parachute", "american")
    rows: Rows = tuple(
        (roll, *(counter_name(g.setting.charts.leader(column, roll) or "–") for column in columns))
        for roll in range(2, 13)
    )
    keys = ("roll", "ss_leader", "german_leader", "parachute_leader", "american_leader")
    return Chart(head(*keys), rows, ("P8.6205",))


def work_chart(g: PeiperState) -> Chart:
    """What fortification points buy. Rule P8.621."""
    rows: Rows = tuple(
        (Word(row.work, ("work",)), row.fpp, Word(row.where, ("where",)))
        for row in g.setting.charts.works.values()
    )
    return Chart(head("work", "price", "where"), rows, ("P8.621",))


def end_chart(g: PeiperState) -> Chart:
    """The die that ends a scenario, by day and by night. Rule CG23."""
    fortunes = g.setting.charts.fortunes
    rows: Rows = tuple(
        (turn, *(f"{fortunes.end_chance(turn, night=night)}/6" for night in (False, True)))
        for turn in fortunes.ends
    )
    return Chart(head("turn", "day", "night"), rows, ("CG23",))
