"""What is remembered: bounded, emptied without harm, and never another setting's."""

from __future__ import annotations

import msgspec
import pytest

from salient.engine import Decision, Memo, Memory, remembered
from salient.engine.memory import Answers
from salient.games.mist.game import TigersInTheMist
from salient.games.mist.state import MistState
from salient.lab.fuzz import Broken, fuzz

LENGTHS: Memo[str, int] = Memo("lengths of words", 3)


def test_answers_are_kept_until_there_are_too_many() -> None:
    answers = Memory().of(LENGTHS)
    for word in ("a", "bc", "def"):
        assert answers.keep(word, len(word)) == len(word)
    assert answers == {"a": 1, "bc": 2, "def": 3}
    answers.keep("ghij", 4)
    assert answers == {"ghij": 4}


def test_each_memo_has_answers_of_its_own() -> None:
    memory, other = Memory(), Memo[str, int]("lengths of words", 3)
    memory.of(LENGTHS).keep("word", 4)
    assert memory.of(other) == {}
    assert memory.of(LENGTHS) is memory.of(LENGTHS)
    assert isinstance(memory.of(other), Answers)


class Shelf:
    """Something with a memory, that counts how often it is looked through."""

    def __init__(self) -> None:
        self.memory, self.looks = Memory(), 0

    @staticmethod
    @remembered(most=2)
    def count(shelf: Shelf, word: str, *, twice: bool = False) -> int:
        shelf.looks += 1
        return len(word) * (2 if twice else 1)


def test_a_setting_remembers_what_a_function_says_of_it() -> None:
    shelf, other = Shelf(), Shelf()
    assert [Shelf.count(shelf, "map"), Shelf.count(shelf, "map")] == [3, 3]
    assert shelf.looks == 1
    assert Shelf.count(shelf, "map", twice=True) == 6
    assert shelf.looks == 2
    assert Shelf.count(other, "map") == 3
    assert other.looks == 1
    shelf.memory.forget()
    assert Shelf.count(shelf, "map") == 3
    assert shelf.looks == 3


def test_what_is_known_of_a_state_at_rest_is_known_of_no_other() -> None:
    memory, state, equal = Memory(), ["state"], ["state"]
    assert memory.found_of(state) is None
    memory.rest(state)
    found = memory.found_of(state)
    assert found == {}
    assert found is memory.found_of(state)
    assert memory.found_of(equal) is None
    memory.stir()
    assert memory.found_of(state) is None


def test_what_a_question_was_made_of_is_given_once_to_its_own_answer() -> None:
    memory, state, equal = Memory(), ["state"], ["state"]
    assert memory.hold(state, "where?", 7) == 7
    assert memory.release(state, "where?") == 7
    assert memory.release(state, "where?") is None
    memory.hold(state, "where?", 7)
    assert memory.release(equal, "where?") is None
    memory.hold(state, "where?", 7)
    assert memory.release(state, "who?") is None


def test_forgetting_leaves_nothing() -> None:
    memory, state = Memory(), ["state"]
    memory.of(LENGTHS).keep("word", 4)
    memory.rest(state)
    memory.hold(state, "where?", 7)
    memory.forget()
    assert memory.of(LENGTHS) == {}
    assert memory.found_of(state) is None
    assert memory.release(state, "where?") is None


def test_a_setting_afresh_shares_its_data_and_remembers_nothing() -> None:
    setting = TigersInTheMist().setting("seventh")
    setting.memory.of(LENGTHS).keep("word", 4)
    twin = setting.afresh()
    assert twin.lexicon is setting.lexicon
    assert twin.memory.of(LENGTHS) == {}
    twin.memory.of(LENGTHS).keep("other", 5)
    assert setting.memory.of(LENGTHS) == {"word": 4}


class Muddled(TigersInTheMist):
    """A game that remembers having been asked, and then offers one action less."""

    def decision(self, g: MistState) -> Decision | None:
        found, asked = super().decision(g), g.setting.memory.of(LENGTHS)
        if found is None or len(found.actions) < 2 or asked.get("asked", 0) < 50:
            asked.keep("asked", asked.get("asked", 0) + 1)
            return found
        return msgspec.structs.replace(found, actions=found.actions[:-1])


def test_the_fuzzer_finds_a_memory_that_changes_what_is_offered() -> None:
    with pytest.raises(Broken, match="what is remembered of earlier questions"):
        list(fuzz(Muddled(), games=2, seed="memory", save_every=1 << 30, forget_every=7))
