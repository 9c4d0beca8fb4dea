"""A few words of SVG, written as strings: enough for maps and counters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

Point = Sequence[float]


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element; underscores in attribute names stand for hyphens.

    >>> tag("circle", cx=1, cy=2.5, stroke_width=3)
    '<circle cx="1" cy="2.5" stroke-width="3"/>'
    """
    words = [name]
    words += [
        f"{key.rstrip('_').replace('_', '-')}={quoteattr(_number(value))}"
        for key, value in attributes.items()
        if value is not None
    ]
    if not children:
        return f"<{' '.join(words)}/>"
    return f"<{' '.join(words)}>{''.join(children)}</{name}>"


def text(content: str, x: float, y: float, **attributes: object) -> str:
    """A piece of text at a point."""
    return tag("text", escape(content), x=x, y=y, **attributes)


def title(content: str) -> str:
    """What a pointer resting on the parent element shows, and a screen reader says."""
    return tag("title", escape(content))


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """The ``d`` attribute of a line through points.

    >>> path([(0, 0), (10, 5)], closed=True)
    'M0 0L10 5Z'
    """
    words = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
    return f"M{words}{'Z' if closed else ''}"


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return str(value)
