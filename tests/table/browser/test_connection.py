"""What happens between two screens: lost lines, a killed server, actions taken back."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.table.browser.conftest import Visit
from tests.table.browser.situations import game_before
from tests.table.browser.visitor import Visitor
from tests.table.people import wait_until
from tests.table.process import ServerProcess

CUT_LINES = (r"WebSocket", r"net::ERR_CONNECTION", r"net::ERR_EMPTY_RESPONSE", r"ERR_NETWORK")
"""What a browser says when a server is gone."""


def test_a_page_comes_back_when_the_server_dies_in_the_enemys_turn_and_misses_nothing(
    visit: Visit, server: ServerProcess
) -> None:
    enemy, player = face_each_other(visit)
    player.expect_faults(*CUT_LINES)
    order_past_the_page(enemy, player.game)
    wait_until(lambda: player.seq() == 1, 60)

    server.kill()
    expect(player.see("connection")).to_have_text("Reconnecting…")
    expect(player.see("connection")).to_be_visible()
    player.picture("reconnecting")
    server.start()
    wait_until(server.answers, patience=120)
    for _ in range(3):
        order_past_the_page(enemy, player.game)
    expect(player.see("connection")).to_be_hidden()
    wait_until(lambda: player.seq() == 4, 60)
    assert player.log() == log_of_the_server(player)
    assert not player.is_asked()

    order_past_the_page(enemy, player.game)
    wait_until(lambda: player.seq() == 5, 60)
    expect(player.page.locator(".offline")).to_be_hidden()


def test_a_page_without_a_live_line_asks_now_and_then_and_can_be_played(visit: Visit) -> None:
    player = visit()
    player.page.route_web_socket(re.compile("/live"), lambda line: line.close())
    player.become_guest()
    game = player.set_up()
    player.open(f"/game/{game}")
    player.wait_for_table(line="lost")
    expect(player.see("connection")).to_be_visible()
    player.order(player.find_offer("activate"))
    order_past_the_page(player, game)
    wait_until(lambda: player.seq() == 2, 60)
    assert player.log() == log_of_the_server(player)


def test_a_line_that_opens_late_does_not_disturb_what_is_being_chosen(visit: Visit) -> None:
    player = visit()
    player.become_guest()
    record = game_before("fight", "mist", "seventh")
    game = player.tell("/api/records", {"text": record})["id"]
    held: list[Route] = []
    player.page.route("**/chat?*", lambda route: held.append(route))  # the line waits for the talk
    player.open(f"/game/{game}")
    player.wait_for_turn()
    player.page.keyboard.press("n")
    player.page.keyboard.press("o")
    expect(player.see("odds")).to_be_visible()
    held[0].continue_()
    player.wait_for_table()
    expect(player.see("odds")).to_be_visible()


def test_undo_takes_a_move_back_on_both_screens(visit: Visit) -> None:
    watcher, player = face_each_other(visit, mover_has_a_page=True)
    offer = player.find_offer("activate")
    [[_, piece]] = offer["action"]["args"]
    player.order(offer)
    wait_until(lambda: watcher.seq() == player.seq(), 60)
    before = [where(visitor, piece) for visitor in (player, watcher)]
    player.order(player.find_offer("move"))
    wait_until(lambda: watcher.seq() == player.seq(), 60)
    assert where(player, piece) != before[0]
    assert where(watcher, piece) != before[1]

    expect(watcher.see("undo")).to_be_hidden()
    with player.acting():
        player.see("undo").click()
    wait_until(lambda: watcher.seq() == player.seq(), 60)
    assert [where(visitor, piece) for visitor in (player, watcher)] == before
    for visitor in (player, watcher):
        expect(visitor.page.locator(".entry.undone")).to_have_count(1)
    assert player.log() == watcher.log()

    with player.acting():
        player.page.keyboard.press("u")
    expect(player.see("undo")).to_be_hidden()
    expect(player.page.locator(".piece.legal").first).to_be_visible()


# -- small things -------------------------------------------------------------------------------


def face_each_other(visit: Visit, *, mover_has_a_page: bool = False) -> tuple[Visitor, Visitor]:
    """Two people at a table of which the German has the first move, and the other a page.

    Returns:
        The German without a page and the other; or the other and the German, each with his page.
    """
    german, allied = visit(), visit()
    german.become_guest()
    allied.become_guest()
    game = german.set_up(seats={"german": "me", "allied": "open"}, open=True)
    allied.tell(f"/api/games/{game}/seats", {"side": "allied", "invite": ""})
    allied.go_to_table(game)
    if not mover_has_a_page:
        return german, allied
    german.go_to_table(game)
    return allied, german


def order_past_the_page(visitor: Visitor, game: str) -> None:
    """Order the first thing that is offered, without a page."""
    position: Any = visitor.ask(f"/api/games/{game}/position")
    text = position["question"]["offers"][0]["action"]["text"]
    order = {"text": text, "after": position["seq"], "key": f"order-{position['seq']:04}"}
    visitor.tell(f"/api/games/{game}/orders", order)


def where(visitor: Visitor, piece: int) -> str | None:
    """Where a piece is drawn."""
    return visitor.page.locator(f'.piece[data-piece="{piece}"]').get_attribute("transform")


def log_of_the_server(visitor: Visitor) -> list[str]:
    """The sentences that the page should show."""
    entries: Any = visitor.ask(f"/api/games/{visitor.game}/log", lang="en")
    told = [line for entry in entries if not entry["undone"] for line in entry["lines"]]
    return [line["text"].strip() for line in told]
