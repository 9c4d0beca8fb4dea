"""How long the refit phase takes when the staff decides: ``python -m benchmarks.refit``."""

from __future__ import annotations

from random import Random
from time import process_time

from salient.engine import Match, seed_from_text
from salient.engine.actions import Action
from salient.games.peiper.game import PeiperGame
from salient.games.peiper.standing.control import areas_of

GAME = PeiperGame()
STAFF, END = Action("staff"), Action("end")


def main() -> None:
    """The steps before the first scenario of each campaign, then what is told of the position."""
    for name in GAME.scenarios:
        match = Match.start(GAME, name, seed_from_text("refit"))
        start = process_time()
        while (decision := match.decision) is not None and match.state.refit:
            actions = decision.actions
            wishes = (action for action in (STAFF, END, actions[0]) if action in actions)
            match.play(next(wishes))
        spent = process_time() - start
        start = process_time()
        areas_of(match.state)
        divided = process_time() - start
        start = process_time()
        GAME.known(match.state, 1, Random(1))
        known = process_time() - start
        print(
            f"{name}: refit {spent:.2f} s, areas {1000 * divided:.1f} ms, "
            f"known {1000 * known:.1f} ms"
        )


if __name__ == "__main__":
    main()
