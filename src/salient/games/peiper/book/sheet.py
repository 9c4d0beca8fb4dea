"""The roster of a book as a sheet to be printed, with the Americans' curve and the groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from salient.boards import svg
from salient.engine.messages import Value, Word, message
from salient.games.peiper.book.groups import tell_groups
from salient.games.peiper.book.pages import NOBODY, Book
from salient.games.peiper.calendar import date_name
from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.charts import Charts

WIDTH, ROW, TOP, LEFT = 780, 22, 70, 20
COLUMNS = (20, 90, 220, 340, 440, 540, 640)
LETTER = 6.4
"""How wide a letter is, about."""
CURVE = 180
"""Height of the curve."""
STYLE = "text{font:12px sans-serif;fill:#111}.rule{stroke:#999;stroke-width:.6}.curve{fill:none;stroke:#46592a;stroke-width:2.5}.line{stroke:#b3001b;stroke-dasharray:5 4}.box{fill:none;stroke:#111}.head{font-weight:bold}"  # noqa: E501


def draw_book(book: Book, charts: Charts, sides: Sequence[int], say: Callable[[Value], str]) -> str:
    """A page with a row for each date, empty where nothing has happened yet, the curve, the groups.

    Of the orders of battle those of the given sides, with a box to tick off each group.
    """
    campaign = charts.campaigns[book.campaign]
    lists = [(side, list(tell_groups(book, side))) for side in sides]
    top = TOP + ROW * (len(campaign.dates) + 2) + CURVE
    height = top + 30 + ROW * sum(len(groups) + 1 for _, groups in lists)
    heads = ("date", "mist", "battle", "winner", "lvp", "total", "cvp")
    parts = [svg.tag("style", STYLE), svg.text(say(Word(book.campaign, ("scenario",))), LEFT, 30)]
    parts += [
        svg.text(say(message(f"chart.{key}")), x, TOP - 8)
        for key, x in zip(heads, COLUMNS, strict=True)
    ]
    lines = {line.date: line for line in book.roster}
    for number, date in enumerate(campaign.dates):
        y = TOP + ROW * number
        parts.append(svg.tag("line", x1=LEFT, x2=WIDTH - LEFT, y1=y, y2=y, class_="rule"))
        cells = [date_name(date)]
        line = lines.get(date)
        if line is not None:
            fought = any(line.total)
            cells += [
                say(Word(line.mist, ("mist",))),
                say(Word(line.battle, ("battle",))) if line.battle else "",
                say(Word(SIDES[line.winner], ("side",))) if line.winner != NOBODY else "",
                *(f"{a} : {b}" if fought else "" for a, b in (line.lvp, line.total, line.cvp)),
            ]
        parts += [
            svg.text(cell, x, y + 15) for cell, x in zip(cells, COLUMNS, strict=False) if cell
        ]
    parts.append(draw_curve(book, charts, TOP + ROW * (len(campaign.dates) + 1)))
    for side, groups in lists:
        top += ROW
        parts.append(svg.text(say(Word(SIDES[side], ("side",))), LEFT, top, class_="head"))
        for group in groups:
            top += ROW
            parts.append(svg.tag("rect", x=LEFT, y=top - 10, width=11, height=11, class_="box"))
            parts.append(svg.text(say(group), LEFT + 20, top))
    longest = max((breadth(say(group)) for _, groups in lists for group in groups), default=0)
    width = max(WIDTH, 2 * LEFT + 20 + LETTER * longest)
    return svg.tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}"
    )


def breadth(text: str) -> int:
    """How many letters wide a text is; Japanese ones count for two."""
    return sum(1 if character.isascii() else 2 for character in text)


def draw_curve(book: Book, charts: Charts, top: float) -> str:
    """The Americans' CG-LVP date by date, and the victory line. Rules P8.51-VC, P8.53-VC."""
    campaign = charts.campaigns[book.campaign]
    need = campaign.victory.cg_lvp
    highest = max(need, book.total[1], 1)
    step = (WIDTH - 2 * LEFT) / max(1, len(campaign.dates))
    spots, points = [(float(LEFT), top + CURVE)], 0
    for line in book.roster:
        if line.battle != "idle" and not any(line.total):
            continue
        points = max(points, line.total[1])
        column = line.date - campaign.dates[0] + 1
        spots.append((LEFT + step * column, top + CURVE * (1 - points / highest)))
    parts = [svg.tag("path", d=svg.path(spots), class_="curve")]
    if need:
        y = top + CURVE * (1 - need / highest)
        parts.append(svg.tag("line", x1=LEFT, x2=WIDTH - LEFT, y1=y, y2=y, class_="line"))
        parts.append(svg.text(str(need), WIDTH - LEFT - 24, y - 4))
    return svg.tag("g", *parts)
