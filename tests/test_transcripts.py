"""The kept games: they replay, and playing them again writes the same files."""

from __future__ import annotations

import pytest

from salient.engine import parse_record, replay
from salient.games import find_game
from tests.transcripts import FOLDER, transcripts


def test_the_transcripts_are_up_to_date() -> None:
    """If a change of rules or data was meant, write them anew: make transcripts."""
    expected = dict(transcripts())
    kept = {path for path in FOLDER.iterdir() if path.suffix in (".record", ".txt")}
    assert kept == set(expected)
    for path, text in expected.items():
        assert path.read_text(encoding="utf-8") == text, path.name


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.record")))
def test_a_kept_record_replays_to_its_end(name: str) -> None:
    record = parse_record((FOLDER / name).read_text(encoding="utf-8"))
    *_, (state, _) = replay(find_game(record.identity.game), record)
    assert find_game(record.identity.game).result(state) is not None
