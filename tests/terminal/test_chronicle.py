"""The terminal tells a side only what it may know."""

from __future__ import annotations

from salient.engine.events import Secret
from salient.engine.speech import Speech
from salient.games import find_game
from salient.games.squad.core.events.play import Deployed
from salient.terminal.chronicle import Chronicle


def test_a_reader_is_told_only_what_his_side_sees() -> None:
    game = find_game("squad")
    chronicle = Chronicle(Speech(game, game.setting("practice"), "en"))
    entry = [("german", "deploy ss658.1 B3", [Secret(0, Deployed(0, 0, 5))])]
    told = {side: " ".join(map(str, chronicle.story(entry, side))) for side in (None, -1, 0, 1)}
    for knowing in (None, 0):
        assert told[knowing].count("ss658.1") == 2, "the order and what came of it"
    for other in (-1, 1):
        assert "ss658.1" not in told[other]
        assert "German" in told[other]
