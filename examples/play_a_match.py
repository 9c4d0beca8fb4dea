"""Two bots play a scenario; its result, its record, and the proof that it was legal."""

from __future__ import annotations

from salient.bots import make_bot
from salient.engine import Match, parse_record, replay, seed_from_text
from salient.games import find_game


def main() -> None:
    game = find_game("mist")
    match = Match.start(game, "seventh", seed_from_text("an example"))
    bots = [make_bot("simple", 1), make_bot("random", 2)]
    while (decision := match.decision) is not None:
        match.play(bots[decision.side].answer(game, match.state, decision))
    print(game.result(match.state))

    text = match.record().to_text()
    print(f"{len(match.log) - 1} actions, {len(text)} characters as a record")
    *_, (last, _) = replay(game, parse_record(text))
    assert game.fingerprint(last) == game.fingerprint(match.state)
    print("Played again, it comes out the same.")


if __name__ == "__main__":
    main()
