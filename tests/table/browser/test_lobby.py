"""The lobby for one who knows none of the games, at three sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from salient.games import GAMES, find_game
from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.test_rulebook import SIZES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_games_stand_in_the_lobby(visit: Visit, size: str, language: str) -> None:
    newcomer = visit(language=language, **SIZES[size])
    newcomer.open()
    cards = newcomer.see("titles").locator("article")
    expect(cards).to_have_count(len(GAMES))
    for title in GAMES:
        card = newcomer.page.locator(f"[data-title={title}]")
        card.scroll_into_view_if_needed()
        expect(card).to_contain_text(find_game(title).texts(language).say("game.title"))
        expect(card.locator("dd").first).not_to_be_empty()
        expect(card.locator("img")).to_have_attribute("src", re.compile("/picture"))
        seen = "image => image.complete && image.naturalWidth > 0"
        assert card.locator("img").evaluate(
            f"async image => (await image.decode(), ({seen})(image))"
        )
    newcomer.page.evaluate("scrollTo(0, 0)")
    newcomer.page.wait_for_load_state("networkidle")
    newcomer.picture(f"lobby-{size}-{language}")
    assert faults_of(newcomer.page) == []


@pytest.mark.parametrize("title", GAMES)
def test_a_game_of_the_shelf_begins_with_a_click(visit: Visit, title: str) -> None:
    newcomer = visit(briefing=True)
    newcomer.open()
    newcomer.see(f"play-{title}").click()
    expect(newcomer.page).to_have_url(re.compile("/game/"))
    newcomer.see("begin").click()
    newcomer.wait_for_turn()


def test_a_game_of_the_shelf_can_be_set_up(visit: Visit) -> None:
    newcomer = visit()
    newcomer.open()
    newcomer.page.locator("[data-title=bulge] a[href='/new?title=bulge']").click()
    expect(newcomer.page.locator("input[name=title][value=bulge]")).to_be_checked()
