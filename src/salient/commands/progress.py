"""A progress bar on the standard error output, so that results can be piped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from salient.commands.shell import Shell

T = TypeVar("T")


def watched(shell: Shell, items: Iterable[T], message: str, total: int | None) -> Iterator[T]:
    """Pass items on and show how far the work is.

    Args:
        shell: Where to show it.
        items: The work.
        message: What is being done.
        total: How many items there are, if that is known.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # A pipe gets results only, no bars.
    hidden = not shell.err.is_terminal
    with Progress(
        *columns, TimeElapsedColumn(), console=shell.err, transient=True, disable=hidden
    ) as progress:
        task = progress.add_task(message, total=total)
        for item in items:
            yield item
            progress.advance(task)
