"""Hidden pieces: the same position as both sides and a spectator know it."""

from __future__ import annotations

from random import Random

from salient.engine import seed_from_text
from salient.games import find_game


def main() -> None:
    game = find_game("squad")
    g, _ = game.start("sanatorium", seed_from_text("an example"))
    for side, name in ((-1, "a spectator"), *enumerate(game.sides)):
        pieces = [piece for piece in game.view(g, side).pieces if piece.place >= 0]
        unknown = sum(piece.name == "?" for piece in pieces)
        print(f"{name} sees {len(pieces)} pieces on the map, {unknown} of them question marks")

    # What a side knows is a position to play on: question marks are guessed, hidden pieces absent.
    guesses = [game.known(g, 0, Random(number)) for number in range(3)]
    assert all(game.view(guess, 0) == game.view(g, 0) for guess in guesses)
    print("Three guesses at the whole position look the same to the side that makes them.")


if __name__ == "__main__":
    main()
