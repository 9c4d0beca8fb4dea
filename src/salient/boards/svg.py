"""A few words of SVG, written as strings: enough for maps and counters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

Point = Sequence[float]

FONTS = "'Noto Sans','Noto Sans CJK JP','Hiragino Sans','DejaVu Sans',sans-serif"


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element; underscores in attribute names stand for hyphens.

    >>> tag("circle", cx=1, cy=2.5, stroke_width=3)
    '<circle cx="1" cy="2.5" stroke-width="3"/>'
    """
    words = [name]
    words += [
        f"{key.rstrip('_').replace('_', '-')}={quoteattr(number(value))}"
        for key, value in attributes.items()
        if value is not None
    ]
    if not children:
        return f"<{' '.join(words)}/>"
    return f"<{' '.join(words)}>{''.join(children)}</{name}>"


def text(content: str, x: float | None, y: float, **attributes: object) -> str:
    """A piece of text at a point; without x, where the group around it begins."""
    return tag("text", escape(content), x=x, y=y, **attributes)


def title(content: str) -> str:
    """What a pointer resting on the parent element shows, and a screen reader says."""
    return tag("title", escape(content))


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """The ``d`` attribute of a line through points.

    >>> path([(0, 0), (10, 5)], closed=True)
    'M0 0L10 5Z'
    """
    words = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{words}{'Z' if closed else ''}"


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
