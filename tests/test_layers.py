"""The shape of the tree: dependencies point downwards, and the core needs msgspec only."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import salient
import salient.engine
from salient.games import GAMES

SOURCE = Path(salient.__file__).parent
LAYERS = {
    "engine": set(),
    "boards": {"engine"},
    "theatre": {"engine", "boards"},
    "games": {"engine", "boards"},
    "bots": {"engine"},
    "lab": {"engine", "bots"},
    "research": {"engine", "bots"},
}
"""What each package may import of its siblings."""

CORE = {"engine", "boards", "games", "bots", "lab"}

PLAIN = ("errors", "rows", "setting events state", "rules", "sequence", "show", "bot", "game")
ROOMS = {
    "mist": PLAIN,
    "bulge": PLAIN,
    "squad": (
        "errors", "terrain", "core", "sight", "combat", "guns", "infantry", "ground", "vehicles",
        "phases", "sequence chapters", "knowledge", "show", "bot", "game",
    ),
    "trumpets": (
        "calendar rows", "country roster", "ladder charts scenario conditions",
        "setting events state", "standing", "harm", "air", "orders", "march", "fight", "special",
        "endings victory", "sequence", "knowledge", "show", "bot", "game",
    ),
    "peiper": (
        "calendar errors", "charts", "areas book", "setting events", "state", "standing", "staff",
        "battle", "refit", "sequence", "knowledge", "show", "bot", "game",
    ),
}  # fmt: skip
"""The rooms of each title; each imports only itself and those before it."""

MODULES = {
    ".".join(("salient", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in SOURCE.rglob("*.py")
}


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


STANDS_ON = {"peiper": "squad"}
"""Titles that are played with the rules of another: the campaign is fought in its battles."""


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a file imports; a module that it names in a text counts as well."""
    found: set[str] = set()
    for node in ast.walk(parse(path)):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom():
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                modules = names & MODULES.keys()
                found |= modules if modules == names else {*modules, node.module or ""}
            case ast.Constant(value=str(text)) if text in MODULES:
                found.add(text)
    return frozenset(found)


def for_types(path: Path) -> frozenset[str]:
    """The modules that a file imports only to name their types."""
    blocks = (node for node in parse(path).body if isinstance(node, ast.If))
    return frozenset(
        node.module or ""
        for block in blocks
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
    )


@pytest.mark.parametrize("package", LAYERS)
def test_dependencies_point_downwards(package: str) -> None:
    for path in (SOURCE / package).rglob("*.py"):
        siblings = {name.split(".")[1] for name in imports(path) if name.startswith("salient.")}
        assert siblings <= LAYERS[package] | {package}, path


@pytest.mark.parametrize("package", sorted(CORE))
def test_the_core_needs_msgspec_and_nothing_else(package: str) -> None:
    allowed = {*sys.stdlib_module_names, "msgspec", "salient"}
    for path in (SOURCE / package).rglob("*.py"):
        assert {name.split(".")[0] for name in imports(path)} <= allowed, path


def test_no_game_is_imported_outside_its_own_package() -> None:
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).parts
        own = parts[1] if parts[0] == "games" and len(parts) > 2 else ""
        for name in imports(path):
            title = re.match(r"salient\.games\.(\w+)", name)
            allowed = {own, STANDS_ON.get(own)}
            assert title is None or title.group(1) in allowed, f"{path} imports {name}"


def test_only_map_makers_name_a_title() -> None:
    """Theatre writes the maps of titles; everybody else finds a title by what it is asked for."""
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] not in ("games", "theatre"):
            words = {n.value for n in ast.walk(parse(path)) if isinstance(n, ast.Constant)}
            assert not words & set(GAMES), path


@pytest.mark.parametrize("title", GAMES)
def test_what_serves_the_eye_has_the_same_names_in_all_titles(title: str) -> None:
    modules = {path.stem for path in (SOURCE / "games" / title / "show").glob("*.py")}
    assert modules >= {"view", "sheet", "report", "notes", "overlays", "odds"}
    assert (SOURCE / "games" / title / "show" / "looks.toml").exists()


def test_the_public_face_is_complete() -> None:
    face = set(salient.engine.__all__)
    assert salient.engine.__all__ == sorted(face)
    assert all(hasattr(salient.engine, name) for name in face)
    for package in ("boards", "games", "bots", "lab", "research"):
        for path in (SOURCE / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and "salient.engine" in (node.module or ""):
                    assert {alias.name for alias in node.names} <= face, path


def test_importing_the_library_loads_no_front_end() -> None:
    code = "import sys, salient.engine, salient.games.mist; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"typer", "rich", "prompt_toolkit"} & set(modules)


def test_no_module_needs_itself() -> None:
    graph = {
        name: (imports(path) & MODULES.keys()) - for_types(path) for name, path in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize("path", sorted((SOURCE / "games").rglob("*.py")), ids=str)
def test_games_import_at_the_top(path: Path) -> None:
    top = {id(node) for node in parse(path).body}
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert id(node) in top, f"line {node.lineno}"


@pytest.mark.parametrize("title", ROOMS)
def test_rooms_stand_on_one_another(title: str) -> None:
    floor = {room: n for n, rooms in enumerate(ROOMS[title]) for room in rooms.split()}
    start = f"salient.games.{title}."
    for module, path in MODULES.items():
        if not module.startswith(start):
            continue
        room = module.removeprefix(start).split(".")[0]
        for name in imports(path):
            if name.startswith(start):
                other = name.removeprefix(start).split(".")[0]
                assert floor[other] <= floor[room], f"{module} imports {name}"
