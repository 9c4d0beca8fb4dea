"""The map of a game in progress as an SVG file."""

from __future__ import annotations

import sys
from pathlib import Path

from salient.boards.sheets import draw_map
from salient.bots import make_bot
from salient.engine import Match, seed_from_text
from salient.games import find_game

ACTIONS = 150


def main(path: Path = Path("position.svg")) -> None:
    game, bot = find_game("bulge"), make_bot("simple", 1)
    match = Match.start(game, "campaign", seed_from_text("an example"))
    for _ in range(ACTIONS):
        decision = match.decision
        assert decision is not None
        match.play(bot.answer(game, match.state, decision))
    path.write_text(draw_map(game, match.state, "en"), encoding="utf-8")
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
