"""The README and the documents keep their word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "salient-record 2" in capsys.readouterr().out


def test_the_bot_example_plays() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    scope: dict[str, object] = {}
    exec(compile(example, "bots.md", "exec"), scope)
    from salient.bots import BOTS
    from salient.games import find_game
    from salient.lab.arena import play_match

    try:
        (finished,) = play_match(find_game("mist"), "seventh", ["cautious", "random"], 1, "1")
    finally:
        del BOTS["cautious"]
    assert finished.decisions > 10
