"""The pictures of the documentation, taken anew: ``python -m tests.table.browser.pictures``.

They are made smaller with a palette of colours where Pillow is installed.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.table.browser.chromium import find_chromium, open_chromium
from tests.table.browser.situations import finished_game, game_of_bots
from tests.table.browser.visitor import PHONE, Json, Visitor
from tests.table.people import PASSWORD, wait_until
from tests.table.process import ServerProcess

FOLDER = Path(__file__).parents[3] / "docs" / "images"

TIGERS = ("mist", "three_days", 490, "activate")
"""The game of bots that is shown: the Germans are to move on the second day."""

WIDE = {"width": 1440, "height": 900}
READABLE = 40
"""Pixels of a counter that can be read."""

Arrive = Callable[..., Visitor]


def main(names: list[str]) -> None:
    """Take the pictures that are named, or all."""
    program = find_chromium()
    assert program, "Chromium is not installed"
    with open_server() as server, open_chromium(program) as browser:
        for picture in PICTURES:
            name = picture.__name__.replace("_", "-")
            if not names or name in names:
                take(picture, name, browser, server)


def take(
    picture: Callable[[Arrive], Visitor], name: str, browser: Browser, server: ServerProcess
) -> None:
    """Take one picture."""
    visitors: list[Visitor] = []

    def arrive(person: str, **settings: Any) -> Visitor:
        visitors.append(Visitor(browser, server.address, **settings))
        visitors[-1].tell("/api/accounts", {"name": person, "password": PASSWORD})
        return visitors[-1]

    visitor = picture(arrive)
    visitor.rest()
    path = FOLDER / f"{name}.png"
    visitor.page.screenshot(path=path, animations="disabled")
    reduce_colours(path)
    print(f"{path}: {path.stat().st_size // 1000} kB")
    faults = [fault for one in visitors for fault in one.leave()]
    assert not faults, faults


@contextmanager
def open_server() -> Iterator[ServerProcess]:
    """A server with an empty table."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/table.db", Path(folder) / "log")
        server.start()
        try:
            wait_until(server.answers, patience=120)
            yield server
        finally:
            server.stop()


def reduce_colours(path: Path) -> None:
    """Write a picture with 256 colours, if we can."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


# -- the pictures -------------------------------------------------------------------------------


def table(arrive: Arrive) -> Visitor:
    """A unit is chosen; the places it can reach glow, the way to one of them is shown."""
    player = arrive("Clarke", viewport=WIDE)
    bring_in(player, *TIGERS)
    return show_the_way(player)


def table_bulge(arrive: Arrive) -> Visitor:
    """The same on hexes."""
    player = arrive("Hasbrouck", viewport=WIDE)
    bring_in(player, "bulge", "campaign", 630, "activate")
    return show_the_way(player)


def table_squad(arrive: Arrive) -> Visitor:
    """A squad has aimed: column, modifiers and chances stand in the question."""
    player = arrive("Peiper", viewport=WIDE)
    player.go_to_table(
        player.set_up(
            title="squad", scenario="village", seats={"german": "me", "american": "bot:simple"}
        )
    )
    player.wait_for_turn()
    while not any(one["action"]["verb"] == "fire" for one in player.offers()):
        player.order(player.find_offer("end"))
        player.wait_for_turn()
    firer = player.find_offer("fire")
    player.order(firer)
    come_closer(player, piece_of(firer))
    return player


def table_phone(arrive: Arrive) -> Visitor:
    """The table on a phone."""
    player = arrive("Abrams", **PHONE)
    bring_in(player, "mist", "seventh", 40, "activate")
    return player


def table_ja(arrive: Arrive) -> Visitor:
    """The table in Japanese."""
    player = arrive("関ヶ原", language="ja", viewport=WIDE)
    bring_in(player, *TIGERS)
    return show_the_way(player)


def odds(arrive: Arrive) -> Visitor:
    """The exact chances of a combat, before it is fought."""
    player = arrive("McAuliffe")
    bring_in(player, "mist", "three_days", 100, "fight")
    [[_, place]] = player.find_offer("fight")["action"]["args"]
    player.page.mouse.move(*player.spot("place", place), steps=4)
    player.see("odds").wait_for()
    return player


def replay(arrive: Arrive) -> Visitor:
    """A finished game in its middle."""
    player = arrive("Ridgway")
    player.go_to_table(player.tell("/api/records", {"text": finished_game()})["id"], "/replay")
    slider = player.see("replay-slider")
    slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
    slider.blur()
    expect(player.page.locator(".log .now")).to_be_visible()
    return player


def lobby(arrive: Arrive) -> Visitor:
    """A lobby with games of all kinds."""
    player = arrive("Jones", viewport={"width": 1280, "height": 1040})
    other, third = arrive("Middleton"), arrive("Gerhardt")
    player.set_up(seats={"german": "bot:simple", "allied": "me"}, scenario="campaign")
    player.tell("/api/records", {"text": game_of_bots("bulge", "campaign", 630)})
    other.set_up(seats={"german": "open", "allied": "me"}, open=True, scenario="fifth", pace="slow")
    watched = other.set_up(seats={"german": "open", "allied": "me"}, open=True)
    third.tell(f"/api/games/{watched}/seats", {"side": "german", "invite": ""})
    player.tell("/api/records", {"text": finished_game()})
    player.open()
    expect(player.see("game-card").first).to_be_visible()
    player.page.wait_for_load_state("networkidle")
    return player


PICTURES = (table, table_bulge, table_squad, table_phone, table_ja, odds, replay, lobby)


# -- small things -------------------------------------------------------------------------------


def bring_in(visitor: Visitor, title: str, scenario: str, actions: int, verb: str) -> None:
    """Open the table of a game that bots have begun."""
    record = game_of_bots(title, scenario, actions, verb)
    visitor.go_to_table(visitor.tell("/api/records", {"text": record})["id"])
    visitor.wait_for_turn()


def show_the_way(visitor: Visitor) -> Visitor:
    """Choose a unit in the middle of the map, look at it closely, and point at a place far away."""
    units = [one for one in visitor.offers() if one["action"]["verb"] == "activate"]
    seen = [one for one in units if visitor.free_spot("piece", piece_of(one))]
    box = visitor.map.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
    chosen = min(seen, key=lambda one: math.dist(middle, visitor.spot("piece", piece_of(one))))
    visitor.order(chosen)
    come_closer(visitor, piece_of(chosen))
    start = visitor.spot("piece", piece_of(chosen))
    spots = [visitor.free_spot("place", place) for place in visitor.places_offered()]
    goal = max((spot for spot in spots if spot), key=lambda spot: math.dist(start, spot))
    visitor.page.mouse.move(*goal, steps=4)
    expect(visitor.page.locator("path.way:not(.under)")).not_to_have_attribute("d", "")
    return visitor


def come_closer(visitor: Visitor, piece: int) -> None:
    """Zoom in with the wheel until a counter can be read."""
    visitor.page.mouse.move(*visitor.spot("piece", piece))
    counter = visitor.page.locator(f'.piece[data-piece="{piece}"]')
    while (box := counter.bounding_box()) and box["width"] < READABLE:
        visitor.page.mouse.wheel(0, -60)
        visitor.rest()


def piece_of(offer: Json) -> int:
    """The piece that an offer names."""
    piece: int = offer["action"]["args"][0][1]
    return piece


if __name__ == "__main__":
    main(sys.argv[1:])
