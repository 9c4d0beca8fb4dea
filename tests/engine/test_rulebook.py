"""The rulebook: chapters, the order of rules, references from rule to rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from salient.engine.ledger import Ledger, Rule
from salient.engine.rulebook import Chapter, Rulebook
from salient.engine.texts import LANGUAGES
from salient.games import GAMES, find_game


def book(*ids: str, chapters: tuple[Chapter, ...] = (), texts: Mapping[str, str] = {}) -> Rulebook:
    """A book of rules by their ids, some with texts."""
    rows = [Rule(i, "rule", f"On {i}", texts.get(i, ""), i, "") for i in ids]
    return Rulebook(Ledger(rows, {}), chapters)


def read(book: Rulebook) -> dict[str, list[str]]:
    return {chapter.id: [rule.id for rule in rules] for chapter, rules in book.chapters}


@pytest.mark.parametrize("name", GAMES)
class TestTitles:
    """The books of the titles."""

    def test_every_rule_stands_in_one_chapter(self, name: str) -> None:
        found = find_game(name)
        read = Counter(rule.id for _, rules in found.rulebook.chapters for rule in rules)
        assert read == Counter(list(found.ledger.rules))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_chapter_has_a_title_of_its_own(self, name: str, language: str) -> None:
        titles = [chapter.say(language) for chapter, _ in find_game(name).rulebook.chapters]
        assert all(titles)
        assert len(set(titles)) == len(titles)

    def test_no_rule_is_left_without_a_named_chapter(self, name: str) -> None:
        folder = find_game(name).folder
        named = (folder / "chapters.csv").exists()
        chapters = find_game(name).rulebook.chapters
        assert not named or all(chapter.title != rules[0].title for chapter, rules in chapters)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_link_of_the_printed_book_leads_to_an_anchor(
        self, name: str, language: str
    ) -> None:
        text = "\n".join(find_game(name).rulebook.markdown(language))
        anchors = {part.partition('"')[0] for part in text.split('<a id="')[1:]}
        links = {part.partition(")")[0] for part in text.split("](#")[1:]}
        assert anchors == set(find_game(name).ledger.rules)
        assert links <= anchors


def test_the_longest_prefix_takes_a_rule() -> None:
    chapters = (Chapter("a", "8 ex", "A", ""), Chapter("b", "8.3 ex-8.3", "B", ""))
    found = book("8.1", "8.3", "8.31", "81.1", "ex-8.3", chapters=chapters)
    assert read(found) == {"a": ["8.1", "8.31"], "b": ["8.3", "ex-8.3"], "81": ["81.1"]}


def test_rules_without_chapters_open_their_own() -> None:
    found = book("7.1", "7.2", "8.1", "s1-map")
    assert read(found) == {"7": ["7.1", "7.2"], "8": ["8.1"], "s1": ["s1-map"]}
    assert found.chapters[0][0].say("en") == "On 7.1"


def test_numbers_after_a_letter_are_read_as_decimals() -> None:
    found = book("A4.2", "A4.134", "A4.14", "ex-A4.14", chapters=(Chapter("a", "A ex-A", "A", ""),))
    assert read(found) == {"a": ["A4.134", "A4.14", "ex-A4.14", "A4.2"]}


def test_plain_numbers_keep_the_order_of_the_ledger() -> None:
    assert read(book("13.9", "13.10")) == {"13": ["13.9", "13.10"]}


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("as in 8.36, or 8.3.", ["8.36", "8.3"]),
        ("8.36とB13の規則", ["8.36", "B13"]),
        ("see 8.3-8.36", ["8.3", "8.36"]),
        ("on 8 of 10, 3-4 hexes, 1.5 km, hex B9", []),
        ("rule8.3 and 8.365", []),
    ],
)
def test_what_is_a_citation(text: str, cited: list[str]) -> None:
    parts = book("8.3", "8.36a", "B13", "B9.1").parts(text)
    assert "".join(parts) == text
    assert parts[1::2] == cited


def test_a_rule_knows_who_refers_to_it() -> None:
    found = book("8.1", "8.2", "8.3", texts={"8.1": "See 8.3.", "8.2": "As 8.3 and 8.2."})
    assert found.cited_by == {"8.3": ["8.1", "8.2"]}


def test_a_folder_without_chapters_has_a_book_all_the_same(tmp_path: Path) -> None:
    ledger = Ledger([Rule("1.1", "rule", "One", "", "一", "")], {})
    assert read(Rulebook.load(tmp_path, ledger)) == {"1": ["1.1"]}
