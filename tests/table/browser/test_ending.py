"""The end of a game is an occasion: winner, why, curves, losses, moments, the front, a picture."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.situations import game_of_bots
from tests.table.browser.test_company import gesture, two
from tests.table.browser.test_rulebook import SIZES
from tests.table.browser.visitor import Visitor

SHORT = [("mist", "seventh"), ("squad", "practice"), ("trumpets", "clervaux")]


def come_to_the_end(visitor: Visitor, title: str, scenario: str) -> str:
    visitor.become_guest()
    record = game_of_bots(title, scenario, 100_000)
    game: str = visitor.tell("/api/records", {"text": record})["id"]
    visitor.go_to_table(game)
    return game


@pytest.mark.parametrize(("title", "scenario"), SHORT)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_title_tells_how_it_ended(
    visit: Visit, title: str, scenario: str, language: str
) -> None:
    player = visit(ending=True, language=language, viewport=SIZES["laptop"]["viewport"])
    game = come_to_the_end(player, title, scenario)
    over = player.see("over")
    expect(over).to_be_visible()
    told = player.ask(f"/api/games/{game}/aftermath", lang=language)
    card = player.ask(f"/api/games/{game}", lang=language)
    assert told["winner"] == card["winner"]
    expect(over.locator(".over-result")).to_have_text(card["result"])
    expect(over.locator(".over-why li")).to_have_count(len(told["why"]))
    expect(over.locator(".over-moments li")).to_have_count(len(told["highlights"]))
    assert told["highlights"]
    expect(over.locator("polyline.curve").first).to_be_visible()
    shown = sum(min(len(lost), 24) for lost in told["losses"])
    expect(over.locator(".over-counters li")).to_have_count(shown)
    player.picture(f"over-{title}-{language}")
    assert faults_of(player.page, "dialog") == []


@pytest.mark.parametrize("size", SIZES)
def test_the_front_is_seen_turn_by_turn_and_moments_are_looked_at(visit: Visit, size: str) -> None:
    player = visit(ending=True, **SIZES[size])
    come_to_the_end(player, "mist", "seventh")
    over = player.see("over")
    front, german = player.see("front"), over.locator(".front-held[data-side='0']")
    front.scroll_into_view_if_needed()
    last = german.get_attribute("d")
    box = front.locator(".front-map").bounding_box()
    assert box
    assert box["height"] > 200
    seen = "image => image.decode().then(() => image.naturalWidth > 100)"
    assert front.locator("img").evaluate(seen)
    slider = player.see("front-slider")
    slider.focus()
    player.page.keyboard.press("Home")
    expect(front.locator("output")).to_have_text("Impulse 16-1")
    assert german.get_attribute("d") != last
    player.see("front-play").click()
    expect(front.locator("output")).to_have_text("Impulse 18-3")
    assert german.get_attribute("d") == last
    player.picture(f"over-front-{size}")
    look = over.locator("[data-moment]").first
    move = look.get_attribute("data-moment")
    look.click()
    expect(over).to_have_count(0)
    expect(player.see("replay-slider")).to_have_value(str(move))
    player.see("replay-leave").click()
    player.see("over-open").click()
    expect(player.see("over")).to_be_visible()


def test_a_picture_of_the_game_can_be_kept(visit: Visit) -> None:
    player = visit(ending=True, accept_downloads=True)
    game = come_to_the_end(player, "mist", "seventh")
    with player.page.expect_download() as download:
        player.see("over-picture").click()
    assert download.value.suggested_filename == f"salient-{game}.png"
    data = download.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) > 50_000


def test_it_comes_by_itself_once(visit: Visit) -> None:
    player = visit(ending=True)
    come_to_the_end(player, "mist", "seventh")
    expect(player.see("over")).to_be_visible()
    player.page.keyboard.press("Escape")
    player.page.reload()
    player.wait_for_table()
    expect(player.see("over")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [("laptop", "en"), ("phone", "ja")])
def test_a_rematch_is_asked_for_and_accepted_at_the_end_itself(
    visit: Visit, size: str, language: str
) -> None:
    german, allied, game = two(visit, {"ending": True, "language": language, **SIZES[size]})
    for one in (german, allied):
        one.go_to_table(game)
    gesture(german, game, "resign")
    mine, theirs = german.see("over-rematch"), allied.see("over-rematch")
    german.picture(f"over-rematch-{size}-{language}")
    mine.get_by_test_id("rematch").click()
    expect(mine.get_by_test_id("rematch-go")).to_be_visible()
    assert faults_of(german.page, "dialog") == []
    accept = theirs.get_by_test_id("rematch-accept")
    accept.focus()
    allied.page.keyboard.press("Enter")
    expect(allied.see("over")).to_have_count(0)
    allied.wait_for_table()
    mine.get_by_test_id("rematch-go").click()
    german.wait_for_table()
    assert german.game == allied.game != game
    expect(german.see("over")).to_have_count(0)


def test_against_a_bot_the_rematch_begins_at_once(visit: Visit) -> None:
    player = visit(ending=True)
    game = player.sit_down(seats={"german": "me", "allied": "bot:simple"})
    gesture(player, game, "resign")
    player.see("over-rematch").get_by_test_id("rematch").click()
    expect(player.page).not_to_have_url(re.compile(game))
    player.wait_for_table()
    seats = player.ask(f"/api/games/{player.game}")["seats"]
    assert [seat["mine"] for seat in seats] == [False, True]


def test_who_only_looked_on_is_offered_no_rematch(visit: Visit) -> None:
    player, reader = visit(ending=True), visit(ending=True)
    game = player.sit_down(seats={"german": "me", "allied": "bot:simple"})
    gesture(player, game, "resign")
    reader.become_guest()
    reader.go_to_table(game)
    expect(reader.see("over")).to_be_visible()
    expect(reader.see("over-rematch").get_by_role("button")).to_have_count(0)


def test_a_resignation_is_an_end_as_well(visit: Visit) -> None:
    player = visit(ending=True)
    player.sit_down(seats={"german": "me", "allied": "bot:simple"})
    player.page.locator("[data-tab=game]").click()
    player.page.locator("[data-gesture=resign]").click()
    player.say_yes()
    expect(player.see("over").locator(".over-winner")).to_have_text(re.compile("Allied"))
