"""The page for people who hear it, or see it badly: every screen and the table of every title."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from salient.games import GAMES
from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.situations import finished_game, game_before
from tests.table.browser.test_library import sit_down
from tests.table.browser.test_rulebook import SIZES
from tests.table.browser.visitor import Visitor

WRONGS = """() => {
  const add = (tag, attributes, text = "") => {
    const element = Object.assign(document.createElement(tag), { textContent: text });
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.querySelector("main").append(element);
  };
  add("button", {});
  add("div", { role: "slider" });
  add("p", { style: "color: #bbb; background: #eee" }, "Hard to read");
  add("input", { type: "text" });
}"""

TABS = ("log", "status", "forces", "chat", "notes", "game")


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_can_be_heard_and_read(visit: Visit, size: str) -> None:
    reader = visit(**SIZES[size])
    for path in ("/", "/new", "/account", "/rules", "/rules/mist"):
        reader.open(path)
        reader.page.locator("h1").wait_for()
        reader.page.wait_for_load_state("networkidle")
        audit_in_both_themes(reader, path)
    reader.become_guest()
    replayed = reader.tell("/api/records", {"text": finished_game()})["id"]
    reader.go_to_table(replayed, "/replay")
    audit_in_both_themes(reader, "a replay")
    reader.open("/")
    reader.see("game-card").wait_for()
    audit_in_both_themes(reader, "a lobby with games")
    reader.open("/account")
    reader.page.locator("h1").wait_for()
    audit_in_both_themes(reader, "the account of a guest")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", GAMES)
def test_the_table_of_every_title_can_be_heard_and_read(
    visit: Visit, title: str, size: str
) -> None:
    reader = visit(**SIZES[size])
    sit_down(reader, title)
    expect(reader.question).to_have_attribute("aria-live", "polite")
    assert faults_of(reader.page) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_the_panel_can_be_heard_and_read(visit: Visit, size: str) -> None:
    reader = visit(**SIZES[size])
    sit_down(reader, "mist")
    if reader.see("drawer").is_visible():
        reader.see("drawer").click()
    for tab in TABS:
        reader.page.locator(f"[data-tab={tab}]").click()
        audit_in_both_themes(reader, tab, within=".panel")


def test_what_opens_over_the_table_can_be_heard_and_read(visit: Visit) -> None:
    reader = visit()
    reader.become_guest()
    record = game_before("fight", "mist", "seventh")
    reader.go_to_table(reader.tell("/api/records", {"text": record})["id"])
    reader.wait_for_turn()
    fight = reader.find_offer("fight")
    [[_, place]] = fight["action"]["args"]
    reader.page.mouse.move(*reader.spot("place", place))
    reader.see("odds").wait_for()
    audit_in_both_themes(reader, "odds")
    reader.page.keyboard.press("Escape")
    reader.see("unfold").click()
    reader.page.locator(".prompt .rule-chip").first.click()
    reader.page.locator(".rule-card").wait_for()
    audit_in_both_themes(reader, "rule")
    reader.page.keyboard.press("Escape")
    reader.page.keyboard.press("?")
    reader.page.locator("dialog[open]").wait_for()
    audit_in_both_themes(reader, "keys")


def test_the_audit_finds_what_is_wrong(visit: Visit) -> None:
    reader = visit()
    reader.open()
    reader.page.locator("h1").wait_for()
    reader.page.evaluate(WRONGS)
    found = " ".join(faults_of(reader.page))
    for fault in ("button-name", "aria-required-attr", "color-contrast", "label:"):
        assert fault in found, found


def audit_in_both_themes(visitor: Visitor, name: str, within: str = "body") -> None:
    """Audit what is seen by day and by night."""
    for theme in ("light", "dark"):
        visitor.page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        faults = faults_of(visitor.page, within)
        assert not faults, "\n".join([f"{name}, {theme}:", *faults])
