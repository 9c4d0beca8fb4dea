"""A few words of SVG, written as strings: enough for maps and counters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

Point = Sequence[float]

PLAIN = re.compile(r"[^&<>\"\n\r\t]*").fullmatch
LEADING = re.compile(r"^(-?)0\.")
FONTS = "'Noto Sans','Noto Sans CJK JP','Hiragino Sans','DejaVu Sans',sans-serif"


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element; underscores in attribute names stand for hyphens.

    >>> tag("circle", cx=1, cy=2.5, stroke_width=3)
    '<circle cx="1" cy="2.5" stroke-width="3"/>'
    """
    words = [name]
    words += [
        f"{_attribute(key)}={_quoted(number(value))}"
        for key, value in attributes.items()
        if value is not None
    ]
    if not children:
        return f"<{' '.join(words)}/>"
    return f"<{' '.join(words)}>{''.join(children)}</{name}>"


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _quoted(value: str) -> str:
    """A value in quotes; almost none has anything in it that must be written otherwise.

    >>> _quoted("7"), _quoted("a<b")
    ('"7"', '"a&lt;b"')
    """
    return f'"{value}"' if PLAIN(value) else quoteattr(value)


def text(content: str, x: float | None, y: float, **attributes: object) -> str:
    """A piece of text at a point; without x, where the group around it begins."""
    return tag("text", escape(content), x=x, y=y, **attributes)


def title(content: str) -> str:
    """What a pointer resting on the parent element shows, and a screen reader says, if anything."""
    return tag("title", escape(content)) if content else ""


def path(points: Iterable[Point], *, closed: bool = False, parts: int = 10) -> str:
    """The ``d`` attribute of a line through points: the first one, then step by step.

    Steps are short numbers where places would be long ones: a map is half as large. They are
    counted from where the last one ended as written, so that rounding does not add up.

    >>> path([(0, 0), (10, 5.25), (8, 5)], closed=True)
    'M0 0l10 5.2-2-.2Z'

    Args:
        points: The points.
        closed: Whether the last one is joined to the first.
        parts: How finely a unit is divided: 10, or 1 for shapes without straight edges.
    """
    spots = [(round(x * parts), round(y * parts)) for x, y in points]
    if not spots:
        return ""
    steps = [(b - a) / parts for one, two in pairwise(spots) for a, b in zip(one, two, strict=True)]
    line = f"l{run(steps)}" if steps else ""
    return f"M{run(each / parts for each in spots[0])}{line}{'Z' if closed else ''}"


def run(numbers: Iterable[float]) -> str:
    """Numbers in a row, as short as they can be written.

    >>> run([10.5, -2, 0.5, 0, -0.3])
    '10.5-2 .5 0-.3'
    """
    words = (number(float(each)) for each in numbers)
    return " ".join(LEADING.sub(r"\1.", word) for word in words).replace(" -", "-")


def lines(all_points: Iterable[Iterable[Point]], *, parts: int = 10) -> str:
    """The ``d`` attribute of many lines that look the same."""
    return "".join(path(points, parts=parts) for points in all_points)


def strokes(name: str, d: str, *classes: str) -> str:
    """A line drawn several times, one stroke over the other, the lowest first.

    Args:
        name: Of the line in the picture.
        d: Its shape.
        classes: The strokes.
    """
    uses = [tag("use", href=f"#{name}", class_=each) for each in classes]
    return tag("defs", tag("path", d=d, id=name)) + "".join(uses)


def document(width: float, height: float, label: str, style: str, *layers: str) -> str:
    """A whole SVG document that also works inside a page.

    Every selector of its style begins with ``.board``, so that the page's own elements are left
    alone. The root has this class, and so have the parts that a page may take out of it.

    Args:
        width: Width in map units.
        height: Height in map units.
        label: What a screen reader says of it.
        style: Style rules, one to a line, without ``.board``.
        layers: What is drawn, the lowest first.
    """
    return tag(
        "svg",
        tag("style", _scoped(style)),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        class_="board",
        role="group",
        aria_label=label,
        font_family=FONTS,
    )


def head(style: str, definitions: str = "") -> str:
    """What parts taken out of a document need beside them: its style and its drawings.

    Args:
        style: Style rules, one to a line, without ``.board``.
        definitions: What the parts use.
    """
    hidden = {"xmlns": "http://www.w3.org/2000/svg", "width": 0, "height": 0}
    return tag("svg", tag("style", _scoped(style)), definitions, class_="board", **hidden)


def ground(class_: str) -> str:
    """A sample of ground for the key of a map."""
    return tag("rect", x=-22, y=-14, width=44, height=28, rx=3, class_=class_)


def stroke(*classes: str) -> str:
    """A sample of a line for the key of a map, the lowest stroke first."""
    return "".join(tag("path", d="M-22 5C-10 -9 8 9 22 -5", class_=each) for each in classes)


def _scoped(style: str) -> str:
    """Style rules for elements inside the board only.

    >>> _scoped(".a,.b{fill:red}")
    '.board .a,.board .b{fill:red}'
    """
    rules = []
    for rule in filter(None, style.split("\n")):
        selectors, brace, declarations = rule.partition("{")
        scoped = ",".join(f".board {selector}" for selector in selectors.split(","))
        rules.append(f"{scoped}{brace}{declarations}")
    return "\n".join(rules)


def number(value: object) -> str:
    """A value as text, numbers with one decimal at most.

    >>> number(2.0), number(1.25)
    ('2', '1.2')
    """
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return str(value)
