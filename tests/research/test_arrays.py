"""Arrays say what the views say, and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from salient.engine import Action, ArgKind, RuleViolation
from salient.games import GAMES, find_game
from salient.research import Environment, Observation
from salient.research.arrays import KINDS, VALUES, WORDS, Coder
from tests.research.test_environment import walk

ALL = [(title, scenario) for title in GAMES for scenario in find_game(title).scenarios]


@pytest.mark.parametrize("title", GAMES)
def test_what_is_seen_can_be_read_back(title: str) -> None:
    env = Environment(find_game(title))
    coder = Coder(env)
    rng = Random(4)
    for _ in range(8):
        walk(env, 25, rng.randrange(1000))
        for side in (0, 1):
            compare(coder, env.observe(side))


def compare(coder: Coder, seen: Observation) -> None:
    """Read the arrays of an observation and look whether they say what it says."""
    arrays = coder.write(seen)
    assert {name: array.shape for name, array in arrays.items()} == coder.shapes
    known = [piece for piece in seen.view.pieces if piece.id < coder.pieces]
    rows = arrays["pieces"]
    assert set(np.flatnonzero(rows[:, 0])) == {piece.id for piece in known}
    for piece in known:
        _, side, kind, place, *rest = (int(value) for value in rows[piece.id])
        values, flags = rest[:VALUES], rest[VALUES:]
        assert (side, coder.kinds[kind - 1], place) == (piece.side, piece.symbol, piece.place)
        assert tuple(values[: len(piece.values)]) == piece.values
        told = {flag for flag, lies in zip(coder.flags, flags, strict=True) if lies}
        assert told == set(piece.flags)
    unknown = [piece for piece in seen.view.pieces if piece.id >= coder.pieces]
    assert arrays["unknown"].sum() == len(unknown)
    markers = {(p, coder.markers.index(m.kind)) for m in seen.view.markers for p in m.places}
    assert {tuple(spot) for spot in np.argwhere(arrays["markers"])} == markers
    assert (
        dict(zip(coder.tracks, arrays["tracks"], strict=True)).items() >= seen.view.tracks.items()
    )
    number = int(arrays["question"][0])
    assert (coder.prompts[number - 1] if number else "") == seen.prompt
    told_actions = arrays["actions"][: len(seen.actions)]
    for row, action in zip(told_actions, seen.actions, strict=True):
        assert read(coder, [int(value) for value in row]) == plain(coder, action)
    assert coder.mask(seen).sum() == len(seen.actions)
    assert (arrays["actions"][len(seen.actions) :] == -1).all()


def read(coder: Coder, row: list[int]) -> tuple[str, list[tuple[ArgKind, int]]]:
    pairs = [(row[at], row[at + 1]) for at in range(1, len(row), 2) if row[at] >= 0]
    return coder.verbs[row[0]], [(KINDS[kind], value) for kind, value in pairs]


def plain(coder: Coder, action: Action) -> tuple[str, list[tuple[ArgKind, int]]]:
    kinds = coder.forms[action.verb]
    numbers = [coder.word(value) if isinstance(value, str) else value for value in action.args]
    return action.verb, list(zip(kinds, numbers, strict=True))


@pytest.mark.parametrize(("title", "scenario"), ALL)
def test_there_is_room_for_whatever_is_offered_at_first(title: str, scenario: str) -> None:
    env = walk(Environment(find_game(title), scenario), 30)
    coder = Coder(env)
    arrays = coder.write(env.observe())
    assert arrays["actions"].shape == (coder.most_actions, 5)


def test_no_two_words_of_a_title_have_the_same_number() -> None:
    for title in GAMES:
        env = walk(Environment(find_game(title)), 100)
        words = {
            value for _ in range(40) for action in walk(env, 5).observe().actions
            for value in action.args if isinstance(value, str)
        }  # fmt: skip
        numbers = {Coder.word(word) for word in words}
        assert len(numbers) == len(words)
        assert all(0 <= number < WORDS for number in numbers)


def test_too_little_room_is_told() -> None:
    env = Environment(find_game("mist"), "seventh")
    with pytest.raises(RuleViolation) as refused:
        Coder(env, most_actions=2).write(env.observe())
    assert refused.value.code == "too-many-offers"
    assert refused.value.params == {"number": len(env.observe().actions), "most": 2}


@pytest.mark.parametrize("title", ["squad", "peiper"])
def test_arrays_are_made_of_what_a_side_knows(title: str) -> None:
    """A position that the side may take it to be gives the same arrays as the true one."""
    env = Environment(find_game(title), "village" if title == "squad" else None)
    coder = Coder(env)
    for number in range(6):
        walk(env, 40, number)
        if env.over:
            break
        true, guess = env.observe(), env.imagine(Random(number)).observe()
        for name, array in coder.write(true).items():
            assert (array == coder.write(guess)[name]).all(), name
