"""The rulebook: the rows of a ledger in chapters, with references from rule to rule.

``chapters.csv`` beside the ledger names the chapters in the order in which one reads them. Each
takes the rows whose ids begin with one of its prefixes; where several match, the longest does. A
row that no chapter claims opens one of its own with the rows of the same number, so that a ledger
can be read without such a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from salient.engine.data import Table, load_table
from salient.engine.ledger import Ledger, Rule

CHAPTERS = "chapters.csv"

_CITATION = re.compile(r"(?<![\w.-])[A-Za-z]*-?[A-Za-z]*\d\w*(?:[.-]\w+)*", re.ASCII)
_NUMBERED = re.compile(r"(?:ex-|err-)?([A-Z]+)(\d*)(?:\.(\d+))?(.*)")


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a rulebook.

    Attributes:
        id: Its name in addresses.
        rows: What the ids of its rows begin with, separated by spaces.
        title: In English.
        title_ja: In Japanese.
    """

    id: str
    rows: str
    title: str
    title_ja: str

    def say(self, language: str) -> str:
        """The title in a language."""
        return self.title_ja if language == "ja" else self.title


class Rulebook:
    """A ledger as a book to be read."""

    def __init__(self, ledger: Ledger, chapters: Sequence[Chapter] = ()) -> None:
        self.ledger = ledger
        self._named = list(chapters)

    @classmethod
    def load(cls, folder: Path, ledger: Ledger) -> Rulebook:
        """The book of a ledger, with the ``chapters.csv`` of a game's package if it has one."""
        if not (folder / CHAPTERS).exists():
            return cls(ledger)
        return cls(ledger, load_table(Table(CHAPTERS, Chapter, ("id",)), [folder]))

    @cached_property
    def chapters(self) -> list[tuple[Chapter, list[Rule]]]:
        """The chapters that have rows, with their rows as one reads them."""
        prefixes = [(prefix, each) for each in self._named for prefix in each.rows.split()]
        prefixes.sort(key=lambda pair: -len(pair[0]))
        found: dict[str, tuple[Chapter, list[Rule]]] = {each.id: (each, []) for each in self._named}
        for rule in self.ledger.rules.values():
            chapter = next((c for p, c in prefixes if _begins(rule.id, p)), None)
            chapter = chapter or _own_chapter(rule)
            found.setdefault(chapter.id, (chapter, []))[1].append(rule)
        return [(chapter, _in_order(rules)) for chapter, rules in found.values() if rules]

    @cached_property
    def cited_by(self) -> dict[str, list[str]]:
        """For each row the rows that refer to it, in the order of the ledger."""
        index: dict[str, list[str]] = {}
        for rule in self.ledger.rules.values():
            cited = {
                row.id
                for text in (rule.summary, rule.summary_ja)
                for citation in self.parts(text)[1::2]
                for row in self.ledger.find(citation)
            }
            for each in cited - {rule.id}:
                index.setdefault(each, []).append(rule.id)
        return index

    def markdown(self, language: str) -> Iterator[str]:
        """The book as Markdown, line by line; every rule has an anchor that citations lead to."""
        for chapter, rules in self.chapters:
            yield from (f"## {chapter.say(language)}", "")
            for rule in rules:
                title, summary = rule.say(language)
                yield f'<a id="{rule.id}"></a>**{rule.id}** **{title}**  '
                yield from (self._linked(summary), "")

    def _linked(self, text: str) -> str:
        words = [re.sub(r"([*_`<>\[\]])", r"\\\1", part) for part in self.parts(text)]
        for at in range(1, len(words), 2):
            first = self.ledger.find(self.parts(text)[at])[0]
            words[at] = f"[{words[at]}](#{first.id})"
        return "".join(words)

    def parts(self, text: str) -> list[str]:
        """A text cut at its citations: words and citations alternately, words first.

        >>> rows = [Rule(i, "rule", "", "", "", "") for i in ("8.34", "8.35", "3.2")]
        >>> Rulebook(Ledger(rows, {})).parts("As in 8.34-8.35, on 3 of 10.")
        ['As in ', '8.34', '-', '8.35', ', on 3 of 10.']
        """
        parts, end = [], 0
        for start, citation in self._citations(text):
            parts += [text[end:start], citation]
            end = start + len(citation)
        return [*parts, text[end:]]

    def _citations(self, text: str) -> Iterator[tuple[int, str]]:
        for match in _CITATION.finditer(text):
            start, word = match.start(), match.group().rstrip(".-")
            if self._is_citation(word):
                yield start, word
                continue
            first, dash, last = word.partition("-")
            if dash and self._is_citation(first) and self._is_citation(last):
                yield start, first
                yield start + len(first) + 1, last

    def _is_citation(self, word: str) -> bool:
        """Whether a word names rows. A bare number never does, and a letter only before one."""
        if word.isdigit():
            return False
        plain = "." not in word and "-" not in word
        return word in self.ledger.rules if plain else bool(self.ledger.find(word))


def _begins(rule: str, prefix: str) -> bool:
    """Whether an id begins with a prefix: ``8`` begins ``8.2``, not ``81``."""
    if not rule.startswith(prefix):
        return False
    rest = rule[len(prefix) :]
    return not (prefix[-1].isdigit() and rest[:1].isdigit())


def _own_chapter(rule: Rule) -> Chapter:
    number = re.split(r"[.-]", rule.id.removeprefix("ex-").removeprefix("err-"))[0]
    return Chapter(number, number, rule.title, rule.title_ja)


def _in_order(rules: list[Rule]) -> list[Rule]:
    """Ids of the form A4.134 are decimals and are read as such; others keep their order."""
    keys = [_NUMBERED.fullmatch(rule.id) for rule in rules]
    if not all(keys):
        return rules
    return sorted(rules, key=lambda rule: _decimal(rule.id))


def _decimal(rule: str) -> tuple[str, int, str, bool, str]:
    match = _NUMBERED.fullmatch(rule)
    assert match is not None, rule
    letter, number, decimals, rest = match.groups()
    is_example = rule.startswith(("ex-", "err-"))
    return letter, int(number or 0), decimals or "", is_example, rest
