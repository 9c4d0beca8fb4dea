"""When a game is over its dice can be checked from what the server tells, in every title."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

import salient.engine.state
from salient.games import GAMES
from tests.table.people import Hall, random_match
from tests.table.test_snapshots import SMALL
from tests.test_told_dice import Cup

ACTIONS = 260


@pytest.mark.parametrize(
    ("title", "scenario", "lots"),
    [*((title, SMALL[title], False) for title in GAMES), ("squad", "village", True),
     ("peiper", "stoumont", True)],
)  # fmt: skip
def test_the_log_tells_the_dice_and_the_card_their_seed(
    hall: Hall, title: str, scenario: str, lots: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = Cup()
    monkeypatch.setattr(salient.engine.state, "draw", cup.draw)
    match = random_match(title, scenario, "served", ACTIONS)
    fallen = list(map(int, cup.faces))
    person = hall.guest()
    card = person.bring_in(match.record().to_text())
    game = card["id"]
    if card["status"] == "running":
        assert card["seed"] == "", "until then nobody is told"
        person.gesture(game, "resign", side=match.game.sides[0])
    reader = hall.stranger()
    over = reader.card(game)
    seed = bytes.fromhex(over["seed"])
    assert hashlib.sha256(b"salient commitment " + seed).hexdigest() == over["commitment"]
    lines = [line for entry in reader.log(game) for line in entry["lines"]]
    drawn = [lot["number"] for line in lines for lot in line["lots"]]
    served = [face for line in lines for face in line["faces"]] + drawn
    assert not lots or drawn
    assert Counter(served) == Counter(fallen)
    assert served
