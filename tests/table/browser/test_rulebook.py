"""The rulebook on the page: read, searched, followed from rule to rule, at three sizes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from salient.games import GAMES, find_game
from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.visitor import PHONE

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
}


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_searched_and_followed(visit: Visit, size: str) -> None:
    reader = visit(**SIZES[size])
    reader.open()
    reader.see("help").click()
    reader.see("rules").click()
    expect(reader.page).to_have_url(re.compile("/rules$"))
    expect(reader.page.locator("article")).to_have_count(len(find_game("mist").ledger.rules))
    reader.picture(f"rulebook-{size}")

    reader.see("rules-search").fill("bridge BLOWN")
    expect(reader.see("rules-found")).not_to_have_text(re.compile("^337 "))
    found = reader.page.locator("article")
    assert 0 < found.count() < 40
    expect(found.first.locator("mark").first).to_have_text(re.compile("bridge|blown", re.I))

    reader.see("rules-search").fill("8.28")
    link = reader.page.locator("article[data-rule='8.28'] p a").first
    expect(link).to_have_text("13.0")
    link.click()
    expect(reader.page).to_have_url(re.compile(r"/rules/mist/13\.0$"))
    target = reader.page.locator("article[data-rule='13.0']")
    expect(target).to_have_class(re.compile("lit"))
    expect(target).to_be_in_viewport()
    assert faults_of(reader.page) == []


@pytest.mark.parametrize("title", GAMES)
def test_every_title_has_its_book_in_both_languages(visit: Visit, title: str) -> None:
    reader = visit()
    reader.open(f"/rules/{title}")
    rows = len(find_game(title).ledger.rules)
    expect(reader.page.locator("article")).to_have_count(rows)
    reader.see("language").click()
    japanese = find_game(title).rulebook.chapters[0][0].say("ja")
    expect(reader.page.locator("h2").first).to_have_text(japanese)
    reader.picture(f"rulebook-{title}-ja")


def test_a_rule_at_the_table_leads_into_the_book_and_the_game_stays(visit: Visit) -> None:
    player = visit()
    player.sit_down()
    player.see("unfold").click()
    chip = player.page.locator(".prompt .rule-chip").first
    rule = chip.text_content() or ""
    chip.click()
    with player.context.expect_page() as opened:
        player.page.locator(".rule-more a").click()
    book = opened.value
    expect(book.locator("article.lit").first).to_be_in_viewport()
    assert (book.locator("article.lit").first.get_attribute("data-rule") or "").startswith(rule)
    expect(player.see("table")).to_be_visible()
