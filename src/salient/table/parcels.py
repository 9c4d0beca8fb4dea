"""The files of the page as they are sent: in a few parcels instead of a hundred letters.

The page is plain ES modules and style sheets, and stays so: there is no build. The server joins
them as it reads them. All modules that ``main.js`` needs at once become one file in which each is
a function of its own; a module that comes later is a file that takes what it needs out of that
parcel, so that no module is ever loaded twice. Style sheets take in those that they import.

Only what the page uses is understood: imports and exports by name, of constants, functions and
classes. Anything else is an error, which the tests find.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple

ENTRY = "main.js"

COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
"""Those that have lines of their own."""

TYPES = re.compile(r"/\*\* @[^\n]*?\*/ ?")
"""What the type checker is told in the middle of a line."""

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
STRANGE = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)

Sources = Mapping[str, str]
"""Files by their names from the folder of the page."""


class Module(NamedTuple):
    """A module without its imports and exports.

    Attributes:
        body: What is left of it.
        imports: The module of each import, and what is taken out of it.
        exports: The names that others take out of it.
    """

    body: str
    imports: list[tuple[str, str]]
    exports: list[str]


def read_module(name: str, source: str) -> Module:
    """Take a module apart.

    Raises:
        ValueError: It says something that is not understood.
    """
    text = TYPES.sub("", COMMENTS.sub("", source))
    imports = [(_seen_from(name, path), _renamed(names)) for names, path in IMPORT.findall(text)]
    exports = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub("", text))
    if strange := STRANGE.search(body):
        raise ValueError(f"{name}: {strange[0]!r}: imports and exports go by names here")
    return Module(body, imports, exports)


def join_modules(sources: Sources, entry: str = ENTRY) -> str:
    """A module and all that it needs at once, as one."""
    parts = ["export const parcel = {};\n"]
    for name in in_order(sources, entry):
        body, imports, exports = read_module(name, sources[name])
        taken = "".join(f'const {{{names}}} = parcel["{path}"];\n' for path, names in imports)
        body = LATER.sub(lambda found, name=name: f'import("./{_seen_from(name, found[1])}")', body)  # type: ignore[misc]
        body = body.replace("import.meta.url", f'new URL("./{name}", import.meta.url)')
        given = f"return {{{', '.join(exports)}}};\n"
        parts.append(f'parcel["{name}"] = (() => {{\n{taken}{body}{given}}})();\n')
    return "".join(parts)


def later_module(sources: Sources, name: str, entry: str = ENTRY) -> str:
    """A module that comes later: what the parcel has it takes from there."""
    known = set(in_order(sources, entry))
    body, imports, exports = read_module(name, sources[name])
    home = posixpath.dirname(name) or "."
    lines = [f'import {{ parcel }} from "{_way(home, entry)}";\n']
    for path, names in imports:
        if path in known:
            lines.append(f'const {{{names}}} = parcel["{path}"];\n')
        else:
            given = names.replace(":", " as")
            lines.append(f'import {{{given}}} from "{_way(home, path)}";\n')
    return f"{''.join(lines)}{body}export {{ {', '.join(exports)} }};\n"


def in_order(sources: Sources, entry: str) -> list[str]:
    """A module after all that it needs at once.

    Raises:
        ValueError: Two modules need each other.
    """
    done: dict[str, None] = {}
    under_way: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name in under_way:
            raise ValueError(f"{' → '.join([*under_way, name])}: modules in a circle")
        under_way.append(name)
        for path, _ in read_module(name, sources[name]).imports:
            visit(path)
        under_way.pop()
        done[name] = None

    visit(entry)
    return list(done)


def join_sheets(sources: Sources, name: str) -> str:
    """A style sheet with those that it imports."""
    text = COMMENTS.sub("", sources[name])
    return SHEET.sub(lambda found: join_sheets(sources, _seen_from(name, found[1])), text)


def as_sent(sources: Sources, name: str) -> str:
    """A file of the page as it is sent."""
    if name.endswith(".css"):
        return INDENT.sub("", join_sheets(sources, name))
    if name == ENTRY:
        return INDENT.sub("", join_modules(sources))
    if name.endswith(".js") and EXPORT.search(sources[name]):
        return INDENT.sub("", later_module(sources, name))
    return COMMENTS.sub("", sources[name])


def _seen_from(name: str, path: str) -> str:
    """The file that a path in another file means.

    >>> _seen_from("table/map.js", "../dom.js")
    'dom.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _way(home: str, path: str) -> str:
    """A path to a file from a folder.

    >>> _way("table", "dom.js"), _way(".", "dom.js")
    ('../dom.js', './dom.js')
    """
    way = posixpath.relpath(path, home)
    return way if way.startswith(".") else f"./{way}"


def _renamed(names: str) -> str:
    """Names of an import as those of a pattern.

    >>> _renamed(" fill, h as make ")
    'fill, h: make'
    """
    return ", ".join(
        each.strip().replace(" as ", ": ") for each in names.split(",") if each.strip()
    )
