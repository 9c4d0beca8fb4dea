"""The line of supply or command of one unit: pointed at, drawn to its end or its cut, explained."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.situations import game_of_bots
from tests.table.browser.test_library import sit_down
from tests.table.browser.test_rulebook import SIZES
from tests.table.browser.visitor import Visitor

DRAWN = re.compile("M")


def lines_of(visitor: Visitor, piece: int, game: str = "", **moment: int) -> list[Any]:
    """What the server says of a unit's lines, in the language of the page."""
    path = f"/api/games/{game or visitor.game}/lifelines/{piece}"
    found: list[Any] = visitor.ask(path, lang=visitor.language, **moment)
    return found


def in_sight(visitor: Visitor) -> list[int]:
    """Units on the map that can be pointed at."""
    pieces = [one for one in visitor.position()["pieces"] if one["place"] >= 0]
    return [one["id"] for one in pieces if visitor.free_spot("piece", one["id"])]


@pytest.mark.parametrize("title", ["mist", "bulge", "trumpets"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_click_on_a_unit_draws_its_line_and_tells_the_rule(
    visit: Visit, title: str, language: str
) -> None:
    player = visit(language=language, **SIZES["laptop"])
    sit_down(player, title)
    piece = next(one for one in in_sight(player) if len(lines_of(player, one)[0]["way"]) > 1)
    player.page.locator("[data-tool=lifeline]").click()
    player.page.mouse.click(*player.spot("piece", piece))
    told, card = lines_of(player, piece), player.see("lifeline")
    expect(player.page.locator(".strand")).to_have_count(len(told))
    expect(player.page.locator(".strand-held").first).to_have_attribute("d", DRAWN)
    for number, line in enumerate(told):
        part = card.locator(".lifeline-part").nth(number)
        for text in (line["title"], *line["lines"]):
            expect(part).to_contain_text(text)
    player.picture(f"lifeline-{title}-{language}")
    assert faults_of(player.page, ".lifeline") == []
    rule = told[0]["rules"][0]
    card.locator(f"[data-rule='{rule}']").first.click()
    expect(player.page.locator(".float, .popover, [popover]").last).to_contain_text(rule)
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(player.page.locator(".strand")).to_have_count(0)


def test_a_line_that_is_cut_is_crossed_where_it_is_cut(visit: Visit) -> None:
    player = visit(**SIZES["laptop"])
    player.become_guest()
    record = game_of_bots("mist", "fifth", 400)
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    pieces = [one["id"] for one in player.position()["pieces"] if one["place"] >= 0]
    cut = next(one for one in pieces if lines_of(player, one)[0]["cuts"])
    player.page.mouse.click(*player.spot("piece", cut), button="right")
    player.page.locator(f"[data-lifeline-of='{cut}']").click()
    expect(player.page.locator(".strand[data-sound=false] .strand-cut")).to_have_count(
        len(lines_of(player, cut)[0]["cuts"])
    )
    expect(player.see("lifeline")).to_contain_text("13.1")
    player.picture("lifeline-cut")


def test_by_the_keyboard_the_units_of_a_stack_are_asked_one_after_the_other(visit: Visit) -> None:
    player = visit(**SIZES["laptop"])
    sit_down(player, "mist")
    stack = player.page.locator("[data-lifeline]")
    for _ in range(40):
        player.page.keyboard.press("n")
        player.page.keyboard.press("p")
        expect(player.see("lifeline").locator(".lifeline-part")).to_be_visible()
        if stack.count() > 1:
            break
    first = player.page.locator("[data-lifeline][aria-pressed=true]").get_attribute("data-lifeline")
    player.page.keyboard.press("p")
    expect(player.page.locator("[data-lifeline][aria-pressed=true]")).not_to_have_attribute(
        "data-lifeline", str(first)
    )


@pytest.mark.parametrize("title", ["mist", "trumpets"])
def test_with_a_finger_on_a_phone(visit: Visit, title: str) -> None:
    player = visit(**SIZES["phone"])
    sit_down(player, title)
    player.page.locator("[data-tool=lifeline]").tap()
    piece = next(one for one in in_sight(player) if lines_of(player, one))
    player.page.touchscreen.tap(*player.spot("piece", piece))
    expect(player.see("lifeline").locator(".lifeline-part").first).to_be_visible()
    player.picture(f"lifeline-phone-{title}")
    assert faults_of(player.page, ".lifeline") == []


def test_where_units_live_by_no_lines_there_is_no_such_tool(visit: Visit) -> None:
    player = visit()
    sit_down(player, "squad")
    expect(player.page.locator("[data-tool=lifeline]")).to_have_count(0)


@pytest.mark.parametrize(
    ("title", "scenario", "actions"),
    [("mist", "fifth", 400), ("bulge", "campaign", 300), ("trumpets", "clervaux", 300)],
)
def test_a_moment_of_the_past_is_asked_about_itself(
    visit: Visit, title: str, scenario: str, actions: int
) -> None:
    player = visit(**SIZES["laptop"])
    player.become_guest()
    game = player.tell("/api/records", {"text": game_of_bots(title, scenario, actions)})["id"]
    path = f"/api/games/{game}"
    pieces = range(player.ask(f"{path}/board")["count"])
    last = player.ask(f"{path}/position")["move"]
    player.go_to_table(game, "/replay")
    strand, card = player.page.locator(".strand-under").first, player.see("lifeline")
    told = {p: [lines_of(player, p, move=move) for move in (0, last)] for p in pieces}
    changed, (before, after) = next(
        (piece, both) for piece, both in told.items()
        if all(both) and both[0][0]["way"] != both[1][0]["way"] and player.free_spot("piece", piece)
    )  # fmt: skip

    def seen(lines: list[Any]) -> str:
        for line in lines[0]["lines"]:
            expect(card.locator(".lifeline-part").first).to_contain_text(line)
        return str(strand.get_attribute("d"))

    player.page.locator("[data-tool=lifeline]").click()
    player.page.mouse.click(*player.spot("piece", changed))
    drawn = seen(before)
    player.page.locator("[data-replay=last]").click()
    expect(strand).not_to_have_attribute("d", drawn)
    seen(after)
    player.picture(f"lifeline-replay-{title}")
    player.page.locator("[data-replay=first]").click()
    expect(strand).to_have_attribute("d", drawn)
    seen(before)
