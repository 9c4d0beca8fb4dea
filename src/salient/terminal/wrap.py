"""Breaking lines so that scripts without spaces read well, too."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

NEVER_FIRST = frozenset(
    "、。，．・：；？！）」』】〕》〉…‥ーゝ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)]}.,:;?!%"
)
"""Characters that do not begin a line."""

NEVER_LAST = frozenset("（「『【〔《〈([{")
"""Characters that do not end a line."""


def wrap(line: Text, width: int) -> list[Text]:
    """Break a text into parts of at most a width, keeping styles.

    >>> [part.plain for part in wrap(Text("one two three"), 8)]
    ['one two', 'three']
    >>> [part.plain for part in wrap(Text("移動を終えた。"), 12)]
    ['移動を終え', 'た。']
    """
    plain, parts, start = line.plain, [], 0
    while start < len(plain):
        end = _end(plain, start, width)
        part = line[start:end]
        part.rstrip()
        parts.append(part)
        start = end
        while start < len(plain) and plain[start] == " ":
            start += 1
    return parts or [line]


def _end(plain: str, start: int, width: int) -> int:
    """Where the line that begins at ``start`` must end."""
    used, best = 0, 0
    for index in range(start, len(plain)):
        if index > start and can_break(plain, index):
            best = index
        size = cell_len(plain[index])
        if used + size > width and plain[index] != " ":
            return best or max(index, start + 1)
        used += size
    return len(plain)


def can_break(plain: str, index: int) -> bool:
    """Whether a line may end just before a character."""
    before, after = plain[index - 1], plain[index]
    if before == " ":
        return after != " "
    wide = cell_len(before) > 1 or cell_len(after) > 1
    return wide and after not in NEVER_FIRST and before not in NEVER_LAST
