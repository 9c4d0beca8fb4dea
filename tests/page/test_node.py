"""The page's pure modules, tested by Node.js: a file of ``tests/page/*.test.js`` is a test here."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.table.required import require

NODE = shutil.which("node")
ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_page_does_what_its_tests_say(script: Path) -> None:
    require("node", NODE, "Node.js is not installed (Debian: apt install nodejs)")
    command = [str(NODE), "--test", "--test-reporter=spec", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_tests_of_the_page() -> None:
    assert SCRIPTS


def test_the_tools_are_pinned_without_saying_whence_they_come() -> None:
    lock = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert '"resolved"' not in lock
    for name, version in wanted.items():
        assert json.loads(lock)["packages"][f"node_modules/{name}"]["version"] == version
