"""Reading and writing files with errors that a person understands."""

from __future__ import annotations

from pathlib import Path

from salient.engine import RecordError, SetupError


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        RecordError: ``file-unreadable``.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError("file-not-text", file=str(path)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise RecordError("file-unreadable", file=str(path), reason=reason) from None


def write_new(path: Path, text: str, *, force: bool = False) -> None:
    """Write a text file that must not exist yet, unless forced.

    Raises:
        SetupError: ``file-exists`` or ``file-unwritable``; nothing is overwritten.
    """
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise SetupError("file-exists", file=str(path)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise SetupError("file-unwritable", file=str(path), reason=reason) from None
