"""The shape of the tree: dependencies point downwards, and the core needs msgspec only."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import salient
import salient.engine

SOURCE = Path(salient.__file__).parent
LAYERS = {
    "engine": set(),
    "boards": {"engine"},
    "theatre": {"engine", "boards"},
    "games": {"engine", "boards"},
    "bots": {"engine"},
    "lab": {"engine", "bots"},
}
"""What each package may import of its siblings."""

CORE = {"engine", "boards", "games", "bots", "lab"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


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
            assert title is None or title.group(1) == own, f"{path} imports {name}"


def test_the_public_face_is_complete() -> None:
    assert salient.engine.__all__ == sorted(salient.engine.__all__)
    for name in salient.engine.__all__:
        assert hasattr(salient.engine, name)


def test_importing_the_library_loads_no_front_end() -> None:
    code = "import sys, salient.engine, salient.games.mist; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"typer", "rich", "prompt_toolkit"} & set(modules)
