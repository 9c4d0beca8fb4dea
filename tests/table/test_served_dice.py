"""When a game is over its dice can be checked from what the server tells, in every title."""

from __future__ import annotations

import hashlib

import pytest

from salient.engine.events import condense, seen_events
from salient.games import GAMES
from tests.table.people import Hall, random_match
from tests.table.test_snapshots import SMALL

ACTIONS = 260


@pytest.mark.parametrize("title", GAMES)
def test_the_log_tells_the_dice_and_the_card_their_seed(hall: Hall, title: str) -> None:
    match = random_match(title, SMALL[title], "served", ACTIONS)
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
    served = [
        face for entry in reader.log(game) for line in entry["lines"] for face in line["faces"]
    ]
    fallen = [
        face
        for _, events in match.log
        for event in condense(seen_events(events, None))
        for face in event.thrown
    ]
    assert served == fallen
    assert served
