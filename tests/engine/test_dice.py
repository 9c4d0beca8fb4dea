"""Dice: fair, keyed, replayable."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salient.engine import SetupError, commitment, new_seed, seed_from_text
from salient.engine.dice import draw

seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.integers(0, 2**40), st.integers(2, 100))
def test_a_die_shows_one_of_its_faces_and_the_count_goes_on(
    seed: bytes, count: int, sides: int
) -> None:
    face, after = draw(seed, count, sides)
    assert 1 <= face <= sides
    assert after > count


@given(seeds, st.integers(0, 2**40))
def test_the_same_seed_and_count_give_the_same_die(seed: bytes, count: int) -> None:
    assert draw(seed, count, 10) == draw(seed, count, 10)


@pytest.mark.rule("mist:1.0b")
def test_ten_sided_dice_run_from_1_to_10_with_equal_chance() -> None:
    faces = Counter(draw(bytes(32), count, 10)[0] for count in range(20_000))
    assert set(faces) == set(range(1, 11))
    # Chi-squared with 9 degrees of freedom: 27.9 is exceeded once in a thousand.
    assert sum((n - 2000) ** 2 / 2000 for n in faces.values()) < 27.9


def test_other_seeds_give_other_dice() -> None:
    first = [draw(bytes(32), count, 10)[0] for count in range(40)]
    second = [draw(bytes([1]) * 32, count, 10)[0] for count in range(40)]
    assert first != second


def test_a_commitment_tells_seeds_apart_without_telling_the_seed() -> None:
    seed = new_seed()
    assert commitment(seed) == commitment(seed)
    assert commitment(seed) != commitment(new_seed())
    assert seed.hex() not in commitment(seed)


def test_64_hexadecimal_digits_are_the_seed_itself() -> None:
    seed = new_seed()
    assert seed_from_text(seed.hex()) == seed


def test_an_empty_seed_is_refused() -> None:
    with pytest.raises(SetupError, match="seed is empty"):
        seed_from_text("")
