"""Two people play a whole game in two browsers, and a third replays it."""

from __future__ import annotations

import hashlib
import re
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.table.browser.conftest import Visit
from tests.table.browser.visitor import Visitor

SHORT = ("end", "stop", "wait", "none", "decline", "pass")
"""Verbs that bring a game to its end sooner."""

HASTE = 0.5
"""How often a player takes one of them where he can."""

MOST_ACTIONS = 400


class Player:
    """Plays hastily, and answers now on the map, now with the list, now by dragging."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor = visitor
        self.drags = self.clicks = 0
        self._random = Random(seed)

    def play(self) -> None:
        """Answer one question of the page."""
        offers = self.visitor.offers()
        short = [offer for offer in offers if offer["action"]["verb"] in SHORT]
        hasty = short and self._random.random() < HASTE
        offer = self._random.choice(short if hasty else offers)
        if offer["action"]["verb"] == "activate" and self._random.random() < 0.5:
            self._drag(offer)
        else:
            self.clicks += 1
            self.visitor.order(offer, by_list=self._random.random() < 0.3)

    def _drag(self, offer: dict[str, Any]) -> None:
        [[_, piece]] = offer["action"]["args"]
        self.visitor.drag(piece, self._random.choice)
        self.drags += 1


def test_two_people_play_a_whole_game_and_a_third_replays_it(visit: Visit) -> None:
    host, guest = visit(), visit()
    invite(host, guest)
    host.wait_for_turn()

    players = [Player(host, seed=16), Player(guest, seed=12)]
    play_to_the_end(players)
    assert all(player.clicks for player in players)
    assert any(player.drags for player in players)
    for visitor in (host, guest):
        expect(visitor.prompt).to_contain_text("The game is over")
        expect(visitor.page.locator(".turns")).to_be_hidden()
    host.picture("whole-game-over")
    assert host.log() == guest.log()
    assert host.seq() == guest.seq()

    check_the_dice(host)
    link = host.page.get_by_role("link", name="Replay", exact=True).get_attribute("href")
    assert link == f"/replay/{host.game}"
    replay(visit(), link)


def invite(host: Visitor, guest: Visitor) -> None:
    """The host sets a table up in the page, the guest comes by the link."""
    host.open("/new")
    host.page.locator("input[name=scenario][value=seventh]").check()
    host.see("seat-allied").select_option("open")
    host.see("create-game").click()
    link = host.see("invite-link").input_value()
    host.page.get_by_role("link", name="To the table").click()
    host.wait_for_table()
    expect(host.page.locator(".wait-strip")).to_be_visible()
    guest.open(link)
    guest.see("take-seat").click()
    guest.wait_for_table()


def play_to_the_end(players: list[Player]) -> None:
    """Whoever is asked answers, until nobody is."""
    for _ in range(MOST_ACTIONS):
        asked = [player for player in players if player.visitor.is_asked()]
        if asked:
            asked[0].play()
        elif all(one.visitor.page.locator(".prompt.over").count() for one in players):
            return
        else:
            players[0].visitor.page.wait_for_timeout(20)  # news is on its way
    raise AssertionError(f"the game does not end: {players[0].visitor.log()[-3:]}")


def check_the_dice(visitor: Visitor) -> None:
    """The page shows the dice, and they are those that were promised."""
    visitor.page.locator("[data-tab=game]").click()
    visitor.page.locator(".gameinfo summary", has_text="Dice").click()
    promised, seed = visitor.page.locator(".hash").all_text_contents()
    kept = hashlib.sha256(b"salient commitment " + bytes.fromhex(seed)).hexdigest()
    assert kept == promised


def replay(stranger: Visitor, link: str) -> None:
    """Somebody without an account looks at the whole game from all sides."""
    stranger.open(link)
    stranger.wait_for_table()
    slider, count = stranger.see("replay-slider"), stranger.page.locator(".replay-count")
    expect(count).to_have_text(re.compile(r"^0 / \d+$"))
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    slider.fill(str(last))
    expect(count).to_have_text(f"{last} / {last}")
    stranger.page.locator("[data-replay=back]").click()
    expect(count).to_have_text(f"{last - 1} / {last}")
    viewpoint = stranger.page.get_by_label("Seen by")
    for side in ("german", "allied"):
        with stranger.page.expect_response(re.compile(f"position.*side={side}")):
            viewpoint.select_option(side)
        for move in (0, last // 2, last):
            slider.fill(str(move))
            expect(count).to_have_text(f"{move} / {last}")
            expect(stranger.page.locator(".piece").first).to_be_attached()
    slider.fill("0")
    expect(stranger.page.locator(".log .now")).to_have_attribute("data-seq", "0")
    stranger.picture("whole-game-replay")
