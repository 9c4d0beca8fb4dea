"""Tools to look into any game: where a unit could go, and arrows that others are shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.situations import finished_game
from tests.table.browser.test_library import sit_down
from tests.table.browser.visitor import PHONE, Visitor

DRAWN = re.compile("M")
NOTE = "Hold on here: ここを守る"


def open_card(visitor: Visitor, piece: int) -> None:
    """Ask all about the place of a piece, with the right button."""
    visitor.page.mouse.click(*visitor.spot("piece", piece), button="right")
    visitor.page.locator(".inspect").wait_for()


@pytest.mark.parametrize("title", ["mist", "bulge", "trumpets", "squad"])
def test_the_range_of_any_unit_is_shown_also_of_the_enemy(visit: Visit, title: str) -> None:
    player = visit(viewport={"width": 1280, "height": 720})
    sit_down(player, title)
    player.wait_for_turn()
    count = player.ask(f"/api/games/{player.game}/board")["count"]
    on_map = [one for one in player.position()["pieces"] if one["place"] >= 0]
    pieces = [one for one in on_map if one["id"] < count]  # others are only seen to be there
    assert pieces
    for side in sorted({one["side"] for one in pieces}):
        seen = [p["id"] for p in pieces if p["side"] == side and player.free_spot("piece", p["id"])]
        reach = {p: player.ask(f"/api/games/{player.game}/reach/{p}")["places"] for p in seen[:12]}
        piece = next(p for p, places in reach.items() if places)
        open_card(player, piece)
        player.page.locator(f"[data-range='{piece}']").click()
        expect(player.page.locator(".shading .layer")).to_have_attribute("d", DRAWN)
        name = player.ask(f"/api/games/{player.game}/reach/{piece}")["text"]
        expect(player.see("legend")).to_contain_text(name)
        player.page.keyboard.press("Escape")
    player.picture(f"range-{title}")
    player.see("legend").get_by_role("button").click()
    expect(player.page.locator(".shading .layer")).to_have_count(0)


def test_range_place_and_shading_of_the_past_are_those_of_that_moment(visit: Visit) -> None:
    player = visit(viewport={"width": 1280, "height": 720})
    player.become_guest()
    game = player.tell("/api/records", {"text": finished_game()})["id"]
    player.go_to_table(game, "/replay")
    path, last = f"/api/games/{game}", player.ask(f"/api/games/{game}/position")["move"]
    reach = {
        piece: [player.ask(f"{path}/reach/{piece}", move=move)["places"] for move in (0, last)]
        for piece in range(player.ask(f"{path}/board")["count"])
    }
    moved = next(p for p, both in reach.items() if all(both) and both[0] != both[1])
    open_card(player, moved)
    where = next(one["place"] for one in player.ask(f"{path}/position", move=0)["pieces"]
                 if one["id"] == moved)  # fmt: skip
    for line in player.ask(f"{path}/places/{where}", move=0)["lines"]:
        expect(player.page.locator(".inspect")).to_contain_text(line)
    shaded = player.page.locator(".shading .layer").first
    player.page.locator(f"[data-range='{moved}']").click()
    expect(shaded).to_have_attribute("d", DRAWN)
    first = str(shaded.get_attribute("d"))
    player.page.locator("[data-replay=last]").click()
    expect(shaded).not_to_have_attribute("d", first)
    player.page.locator("[data-replay=first]").click()
    expect(shaded).to_have_attribute("d", first)
    player.page.locator("[data-tool=overlays]").click()
    player.page.locator("[data-overlay=supply]").click()
    expect(shaded).to_have_attribute("d", DRAWN)
    player.picture("range-replay")


def test_what_is_offered_is_in_the_range(visit: Visit) -> None:
    player = visit()
    sit_down(player, "mist")
    offer = player.find_offer("activate")
    [[_, piece]] = offer["action"]["args"]
    reach = set(player.ask(f"/api/games/{player.game}/reach/{piece}")["places"])
    player.order(offer)
    assert set(player.places_offered()) <= reach


def test_arrows_are_shown_to_whoever_opens_the_link(visit: Visit) -> None:
    player, reader = visit(), visit()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.become_guest()
    game = player.tell("/api/records", {"text": finished_game()})["id"]
    player.go_to_table(game, "/replay")
    start, goal = player.spot("place", 0), player.spot("place", 5)
    player.page.mouse.move(*start)
    player.page.mouse.down(button="right")
    player.page.mouse.move(*goal, steps=4)
    player.page.mouse.up(button="right")
    expect(player.page.locator(".sketch path")).to_have_count(1)
    player.page.locator("[data-analysis=link]").click()
    link = player.page.evaluate("navigator.clipboard.readText()")
    assert "marks=" in link
    reader.open(link)
    reader.wait_for_table()
    expect(reader.page.locator(".sketch path")).to_have_count(1)
    shown = [one.page.locator(".sketch path").get_attribute("d") for one in (player, reader)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_notes_are_written_on_the_map_kept_and_shown_by_a_link(visit: Visit, language: str) -> None:
    player, reader = visit(language=language), visit(language=language)
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.become_guest()
    game = player.tell("/api/records", {"text": finished_game()})["id"]
    player.go_to_table(game, "/replay")
    player.page.locator("[data-tool=sketch]").click()
    player.page.locator("[data-sketch=write]").click()
    player.page.mouse.click(*player.spot("place", 5))
    player.see("jotting").fill(NOTE)
    player.page.keyboard.press("Enter")
    written = player.page.locator("[data-jotting='5']")
    expect(written).to_contain_text("守る")
    player.picture(f"note-{language}")
    assert faults_of(player.page, ".sketch-bar") == []
    player.page.reload()
    player.wait_for_table()
    expect(written).to_contain_text("守る")
    player.page.locator("[data-analysis=link]").click()
    reader.open(player.page.evaluate("navigator.clipboard.readText()"))
    reader.wait_for_table()
    expect(reader.page.locator("[data-jotting='5']")).to_contain_text("守る")
    player.page.locator("[data-tool=sketch]").click()
    player.page.locator("[data-note='5']").click()
    player.see("jotting-rub").click()
    expect(written).to_have_count(0)


def test_with_a_finger_or_the_keyboard_notes_are_written_too(visit: Visit) -> None:
    player = visit(**PHONE)
    sit_down(player, "mist")
    player.page.locator("[data-tool=sketch]").tap()
    player.page.locator("[data-sketch=write]").tap()
    place = player.places_in_sight()[0]
    player.page.touchscreen.tap(*player.spot("place", place))
    player.see("jotting").fill(NOTE)
    player.page.locator(".jotting-form [type=submit]").tap()
    expect(player.page.locator(f"[data-jotting='{place}']")).to_contain_text("守る")
    player.picture("note-phone")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("n")
    player.page.keyboard.press("w")
    player.page.keyboard.type("by hand")
    player.page.keyboard.press("Enter")
    expect(player.page.locator("[data-jotting]")).to_have_count(2)
    player.page.keyboard.press("x")
    expect(player.page.locator("[data-jotting]")).to_have_count(0)
