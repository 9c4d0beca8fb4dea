"""The page in Japanese: all of it, and kept."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.table.browser.conftest import Visit
from tests.table.browser.visitor import Visitor

TABS = ("log", "status", "forces", "chat", "notes", "game")

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH = re.compile(r"\b[a-z]{3,} [a-z]{3,}\b")
"""Two words beside each other that are no names."""

# Every text of the page, and every word that is only heard or shown by the way; but not what is
# in another language on purpose.
WORDS = """() => [...document.querySelectorAll("body, body *")]
  .filter((element) => !element.closest("[lang=en], noscript, option[value=en]"))
  .flatMap((element) => [
    ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "")),
    ...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
  ])
  .map((text) => text.trim())
  .filter(Boolean)"""


def test_japanese_is_japanese_everywhere_and_is_kept(visit: Visit) -> None:
    reader = visit()
    reader.open()
    texts = {lang: reader.ask("/api/texts", lang=lang) for lang in ("en", "ja")}
    reader.see("language").click()
    expect(reader.page.locator("html")).to_have_attribute("lang", "ja")
    expect(reader.see("play-now")).to_have_text(texts["ja"]["lobby.play_now"])
    reader.picture("japanese-lobby")
    assert_no_english(reader, texts)
    for path in ("/new", "/account"):
        reader.open(path)
        reader.page.locator("h1").wait_for()
        assert_no_english(reader, texts)

    reader.sit_down()
    expect(reader.question).to_have_text(JAPANESE)
    reader.order(reader.find_offer("activate"))
    reader.order(reader.find_offer("move"))
    expect(reader.see("undo")).to_contain_text(texts["ja"]["table.undo.label"])
    assert all(JAPANESE.search(line) for line in reader.log()), reader.log()
    for tab in TABS:
        button = reader.page.locator(f"[data-tab={tab}]")
        expect(button).to_have_text(texts["ja"][f"table.tab.{tab}"])
        button.click()
        assert_no_english(reader, texts)
    reader.picture("japanese-table")

    log = reader.log()
    reader.page.reload()
    reader.wait_for_table()
    expect(reader.page.locator("html")).to_have_attribute("lang", "ja")
    assert reader.log() == log

    reader.see("language").click()
    expect(reader.see("undo")).to_contain_text(texts["en"]["table.undo.label"])
    assert not any(JAPANESE.search(line) for line in reader.log()), reader.log()


def test_a_japanese_browser_is_greeted_in_japanese(visit: Visit) -> None:
    reader = visit(language="ja")
    reader.open()
    texts = reader.ask("/api/texts", lang="ja")
    expect(reader.see("play-now")).to_have_text(texts["lobby.play_now"])


def assert_no_english(visitor: Visitor, texts: dict[str, dict[str, str]]) -> None:
    """No text of the English catalogue is on the page, nor anything that reads like English."""
    english = {
        text for name, text in texts["en"].items()
        if "{" not in text and text != texts["ja"][name]
    }  # fmt: skip
    words = visitor.page.evaluate(WORDS)
    left = [word for word in words if word in english or ENGLISH.search(word)]
    assert not left, left
