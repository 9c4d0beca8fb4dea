"""Briefing, turns, standing, tables and keys on the page, in every title, at three sizes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from salient.games import GAMES, find_game
from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.test_rulebook import SIZES
from tests.table.browser.visitor import Visitor

PAGES = ("briefing", "turns", "tables", "counters", "map")


def seats_of(title: str) -> dict[str, str]:
    return dict.fromkeys(find_game(title).sides, "me")


def sit_down(visitor: Visitor, title: str, **wanted: Any) -> None:
    scenario = find_game(title).scenarios[0]
    visitor.sit_down(title=title, scenario=scenario, seats=seats_of(title), **wanted)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_begins_with_its_briefing_and_can_be_briefed_again(visit: Visit, size: str) -> None:
    newcomer = visit(briefing=True, **SIZES[size])
    sit_down(newcomer, "mist")
    dialog = newcomer.see("library")
    expect(dialog).to_contain_text("The German 7th Army")
    expect(dialog).to_contain_text("If the game ended now")
    newcomer.picture(f"briefing-{size}")
    assert faults_of(newcomer.page) == []
    newcomer.see("begin").click()
    expect(dialog).to_have_count(0)

    newcomer.page.locator("[data-tool=library]").click()
    expect(newcomer.see("library")).to_contain_text("To the Allied side")
    newcomer.page.keyboard.press("Escape")
    newcomer.order(newcomer.find_offer("activate"), by_list=True)
    newcomer.page.reload()
    newcomer.wait_for_table()
    expect(newcomer.see("library")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("title", GAMES)
def test_everything_is_one_click_away(visit: Visit, title: str, language: str) -> None:
    reader = visit(language=language)
    sit_down(reader, title)
    expect(reader.see("standing")).to_be_visible()
    reader.see("standing").click()
    current = reader.page.locator(".library-turns [aria-current=step]")
    expect(current).to_have_count(1)
    for page in PAGES:
        reader.page.locator(f"[data-page={page}]").click()
        expect(reader.page.locator(f"[data-page={page}]")).to_have_attribute(
            "aria-selected", "true"
        )
        reader.picture(f"library-{title}-{page}-{language}")
        assert faults_of(reader.page) == [], page
    expect(reader.page.locator(".library-key li svg").first).to_be_visible()


def test_the_strip_follows_the_game(visit: Visit) -> None:
    player = visit()
    sit_down(player, "mist")
    strip = player.see("standing")
    expect(strip).to_contain_text("16-1 (1 of 9)")
    expect(strip).to_contain_text("German: movement")
    player.order(player.find_offer("end"), by_list=True)
    expect(strip).not_to_contain_text("German: movement")
    expect(strip).to_contain_text(re.compile("Allied|German: (combat|bridges)"))


def test_a_rule_of_a_table_can_be_read_where_it_stands(visit: Visit) -> None:
    reader = visit()
    sit_down(reader, "bulge")
    reader.page.locator("[data-tool=library]").click()
    reader.page.locator("[data-page=tables]").click()
    reader.page.locator(".library-chart .rule-chip").first.click()
    with reader.context.expect_page() as opened:
        reader.page.locator(".rule-more a").click()
    expect(opened.value.locator("article.lit").first).to_be_in_viewport()


def test_who_does_not_want_to_be_briefed_is_not(visit: Visit) -> None:
    veteran = visit(briefing=True)
    sit_down(veteran, "mist")
    veteran.see("library").get_by_role("checkbox").check()
    veteran.see("begin").click()
    sit_down(veteran, "mist")
    expect(veteran.see("standing")).to_be_visible()
    expect(veteran.see("library")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [("laptop", "en"), ("phone", "ja")])
def test_the_status_says_who_would_win_and_why(visit: Visit, size: str, language: str) -> None:
    player = visit(language=language, **SIZES[size])
    sit_down(player, "mist")
    if player.see("drawer").is_visible():
        player.see("drawer").click()
    player.page.locator("[data-tab=status]").click()
    told = player.ask(f"/api/games/{player.game}/standing", lang=language)
    verdict = player.see("verdict")
    for line in (told["verdict"], *told["lines"]):
        expect(verdict).to_contain_text(line.strip())
    player.picture(f"status-{size}-{language}")
    assert faults_of(player.page, ".panel") == []


@pytest.mark.parametrize("title", ["trumpets", "peiper"])
def test_what_fell_before_one_came_lies_on_no_map(visit: Visit, title: str) -> None:
    """Dice of the set-up stand in the log; a card would lie over the briefing and the tour."""
    player = visit(tour=True)
    sit_down(player, title)
    player.wait_for_turn()
    expect(player.see("tour")).to_be_visible()
    expect(player.page.locator(".log .die").first).to_be_attached()
    expect(player.see("deed")).to_be_hidden()


def test_where_there_is_something_to_do_the_word_that_ends_it_is_not_as_loud(visit: Visit) -> None:
    player = visit()
    sit_down(player, "trumpets")
    player.wait_for_turn()
    expect(player.page.locator('.prompt [data-action="army 5pa"]')).to_have_class(
        re.compile("primary")
    )
    expect(player.page.locator('.prompt [data-action="end"]')).not_to_have_class(
        re.compile("primary")
    )
