"""The pictures of the games in the lobby, taken anew: ``make cards``.

Each is a piece of the map with the counters of a scenario, as the sheet draws it, kept in the
package of its title (``show/card.webp``).
"""

from __future__ import annotations

import base64
import sys
from typing import Any

from playwright.sync_api import Page

from salient.boards.pieces import NOWHERE
from salient.boards.sheets import draw_map
from salient.engine import AnyGame, seed_from_text
from salient.games import GAMES, find_game
from tests.table.browser.chromium import find_chromium, open_chromium

WIDTH, HEIGHT = 320, 160
QUALITY = 0.22

# What is shown: the scenario, the middle of the picture and its width, as parts of the map's, and
# who looks at it.
VIEWS = {
    "mist": ("campaign", 0.62, 0.45, 0.42, -1),
    "bulge": ("campaign", 0.66, 0.6, 0.36, -1),
    "squad": ("sanatorium", 0.5, 0.42, 0.7, -1),
    "trumpets": ("panzer_5", 0.62, 0.6, 0.42, -1),
    "peiper": ("cheneux", 0.52, 0.33, 0.24, 0),
}

CROWD = 10
"""How many counters a picture must have to show: until then the bot sets up."""

SHRINK = """async ([picture, width, height, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


def main(names: list[str]) -> None:
    """Take the pictures that are named, or all."""
    program = find_chromium()
    assert program, "Chromium is not installed"
    with open_chromium(program) as browser:
        page = browser.new_page(viewport={"width": 3 * WIDTH, "height": 3 * HEIGHT})
        for name in names or [name for name in GAMES if name in VIEWS]:
            take(page, name)


def take(page: Page, name: str) -> None:
    """Take the picture of one title."""
    scenario, x, y, width, side = VIEWS[name]
    game = find_game(name)
    g, _ = game.start(scenario, seed_from_text("card"))
    fill(game, g)
    board = game.sheet(g.setting, "en").board("")
    wide = board.width * width
    high = wide * HEIGHT / WIDTH
    box = f"{board.width * x - wide / 2} {board.height * y - high / 2} {wide} {high}"
    page.set_content(f"<style>body{{margin:0}}</style>{draw_map(game, g, 'en', side)}")
    page.evaluate("box => document.querySelector('svg').setAttribute('viewBox', box)", box)
    whole = base64.b64encode(page.screenshot()).decode()
    small = page.evaluate(SHRINK, [whole, WIDTH, HEIGHT, QUALITY])
    path = game.folder / "show" / "card.webp"
    path.write_bytes(base64.b64decode(small))
    print(f"{path.relative_to(game.folder.parent)}: {path.stat().st_size / 1000:.1f} kB")


def fill(game: AnyGame, g: Any) -> None:
    """Let the bot set up, where a game begins with an empty map."""
    while sum(piece.place != NOWHERE for piece in game.view(g, -1).pieces) < CROWD:
        decision = game.decision(g)
        assert decision, "a game that has ended has no picture"
        weights = game.judge(g, decision)
        game.play(g, decision.actions[weights.index(max(weights))])


if __name__ == "__main__":
    main(sys.argv[1:])
