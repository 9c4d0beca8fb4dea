"""What holds for every choice of targets, whatever the forces and whatever the players like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.engine.ids import enemy
from salient.games.mist.events import Eliminated, Fired
from salient.games.mist.rules.artillery import shell_targets
from salient.games.mist.rules.targets import Target, legal_targets
from salient.games.mist.setting import SIDES
from tests.games.mist.battlefield import Battlefield, line_up

QUALITY = st.integers(1, 5)
STRENGTH = st.integers(1, 5)
FIRERS = st.lists(QUALITY, min_size=1, max_size=5)
ENEMIES = st.lists(st.builds(Target, QUALITY, STRENGTH, st.just(0)), min_size=1, max_size=5)
SEEN = st.lists(st.builds(Target, QUALITY, STRENGTH, st.integers(0, 2)), min_size=1, max_size=5)
KIND = st.sampled_from(["engineer", "armor", "mechanized", "motorized", "infantry"])
STACK = st.lists(st.tuples(KIND, STRENGTH), min_size=1, max_size=5)
GERMANS = ("ga1", "ga2", "gm1", "gm2", "gt1", "ge1", "ge2", "gi2", "gi3", "gi4")
ALLIES = ("aa1", "aa2", "am1", "at1", "ae1", "ae2", "ai1", "ai2", "ai4", "ai5")


def assign(
    firers: Sequence[int], enemies: list[Target], *, defending: bool, data: st.DataObject
) -> list[tuple[int, list[int], int, list[Target]]]:
    """Let all firers choose freely among what is legal; note firer, choices, choice, targets."""
    enemies, story = list(enemies), []
    for quality in sorted(firers, reverse=True):
        legal = legal_targets(quality, enemies, alone=len(firers) == 1, defending=defending)
        choice = data.draw(st.sampled_from(legal))
        story.append((quality, legal, choice, list(enemies)))
        enemies[choice] = enemies[choice]._replace(firers=enemies[choice].firers + 1)
    return story


def spread(counts: Sequence[int]) -> int:
    """The difference between the target with the most firers and the one with the fewest."""
    return max(counts) - min(counts)


# -- 9.5: units -----------------------------------------------------------------------------------


@given(QUALITY, SEEN, st.booleans(), st.booleans())
def test_every_firer_has_a_target_and_only_enemies_in_sight(
    quality: int, seen: list[Target], alone: bool, defending: bool
) -> None:
    legal = legal_targets(quality, seen, alone=alone, defending=defending)
    assert legal
    assert len(set(legal)) == len(legal)
    assert set(legal) <= set(range(len(seen)))


@pytest.mark.rule("mist:9.55a", "mist:9.55b")
@given(FIRERS, ENEMIES, st.booleans(), st.data())
def test_no_target_ever_has_two_more_firers_than_another(
    firers: list[int], enemies: list[Target], defending: bool, data: st.DataObject
) -> None:
    story = assign(firers, enemies, defending=defending, data=data)
    counts = Counter(choice for _, _, choice, _ in story)
    assert spread([counts[target] for target in range(len(enemies))]) <= 1
    assert all(spread([target.firers for target in seen]) <= 1 for *_, seen in story)


@pytest.mark.rule("mist:9.54b")
@given(st.lists(QUALITY, min_size=2, max_size=5), ENEMIES, st.data())
def test_with_enough_firers_even_attackers_of_strength_one_are_covered(
    firers: list[int], enemies: list[Target], data: st.DataObject
) -> None:
    story = assign(firers, enemies, defending=True, data=data)
    assert len({choice for _, _, choice, _ in story}) == min(len(firers), len(enemies))


@pytest.mark.rule("mist:9.52a", "mist:9.52b")
@given(FIRERS, ENEMIES, st.booleans(), st.data())
def test_nobody_fires_above_his_quality_while_a_lower_target_is_uncovered(
    firers: list[int], enemies: list[Target], defending: bool, data: st.DataObject
) -> None:
    for quality, _, choice, seen in assign(firers, enemies, defending=defending, data=data):
        uncovered = [target.quality for target in seen if not target.firers]
        if uncovered and seen[choice].quality > quality:
            assert min(uncovered) == seen[choice].quality


@pytest.mark.rule("mist:9.57b")
@given(QUALITY, SEEN, st.lists(STRENGTH, min_size=5, max_size=5))
def test_strength_means_nothing_to_attackers(
    quality: int, seen: list[Target], strengths: list[int]
) -> None:
    other = [
        target._replace(strength=strength)
        for target, strength in zip(seen, strengths, strict=False)
    ]
    assert legal_targets(quality, seen, alone=False, defending=False) == legal_targets(
        quality, other, alone=False, defending=False
    )


@pytest.mark.rule("mist:9.53")
@given(QUALITY, SEEN)
def test_a_defender_may_do_what_an_attacker_may_and_more_only_past_units_of_strength_one(
    quality: int, seen: list[Target]
) -> None:
    attacking = legal_targets(quality, seen, alone=False, defending=False)
    defending = legal_targets(quality, seen, alone=False, defending=True)
    assert set(attacking) <= set(defending)
    if set(attacking) < set(defending):
        assert {seen[target].strength for target in attacking} == {1}


@pytest.mark.rule("mist:9.54a", "mist:9.52a", "mist:9.52b")
@given(QUALITY, ENEMIES, st.booleans())
def test_a_lone_firer_takes_anything_up_to_his_quality_or_the_lowest_above(
    quality: int, enemies: list[Target], defending: bool
) -> None:
    legal = legal_targets(quality, enemies, alone=True, defending=defending)
    ceiling = max(quality, min(target.quality for target in enemies))
    assert legal == [i for i, target in enumerate(enemies) if target.quality <= ceiling]


# -- 9.46: artillery ------------------------------------------------------------------------------


@pytest.mark.rule("mist:9.46b", "mist:9.46c", "mist:9.46d")
@given(STACK, st.integers(1, 8), st.data())
def test_markers_go_unit_by_unit_and_always_on_the_strongest_type_left(
    stack: list[tuple[str, int]], markers: int, data: st.DataObject
) -> None:
    kinds, strengths = [kind for kind, _ in stack], [strength for _, strength in stack]
    marked = [0] * len(stack)
    for _ in range(markers):
        legal = shell_targets(kinds, strengths, marked)
        choice = data.draw(st.sampled_from(legal))
        assert not marked[choice] or all(marked)
        assert remainder(stack, marked, kinds[choice]) == max(
            remainder(stack, marked, kind)
            for kind, count in zip(kinds, marked, strict=True)
            if not count or all(marked)
        )
        marked[choice] += 1


def remainder(stack: list[tuple[str, int]], marked: list[int], kind: str) -> int:
    """The strength of a type less the markers on it."""
    return sum(
        strength - count for (k, strength), count in zip(stack, marked, strict=True) if k == kind
    )


# -- whole battles --------------------------------------------------------------------------------


def fight_at_random(field: Battlefield, data: st.DataObject) -> Battlefield:
    """Fight the battle with any legal choice of either player."""
    field.attack()
    while field.g.battle:
        field.play(data.draw(st.sampled_from(sorted(field.offered()))))
    return field


def firers_per_target(field: Battlefield, side: int) -> list[int]:
    """How many units of a side fired at each enemy that was alive when the side took aim."""
    battle = field.opened()
    mine = [shot for shot in field.happened(Fired) if field.g.setting.side_of[shot.firer] == side]
    if not mine:
        return [0]
    before = field.events[: field.events.index(mine[0])]
    dead = {event.unit for event in before if isinstance(event, Eliminated)}
    targets = [
        unit
        for unit in (*battle.attackers, *battle.defenders)
        if field.g.setting.side_of[unit] == enemy(side) and unit not in dead
    ]
    counts = Counter(shot.target for shot in mine)
    return [counts[unit] for unit in targets]


def forces(names: Sequence[str]) -> st.SearchStrategy[str]:
    """Up to four units with strengths that stay within the stacking limit."""
    words = st.tuples(st.sampled_from(names), st.integers(1, 2))
    chosen = st.lists(words, min_size=1, max_size=4, unique_by=lambda word: word[0])
    return chosen.map(lambda units: " ".join(f"{name}={strength}" for name, strength in units))


@pytest.mark.rule("mist:9.55a", "mist:9.58")
@settings(max_examples=60, deadline=None)
@given(
    forces(GERMANS), forces(ALLIES), st.booleans(), st.binary(min_size=32, max_size=32), st.data()
)
def test_in_any_battle_fire_is_spread_evenly_and_each_unit_fires_at_most_once(
    germans: str, allies: str, allied_attack: bool, seed: bytes, data: st.DataObject
) -> None:
    field = line_up(allies, germans) if allied_attack else line_up(germans, allies)
    field.g.seed = seed
    fight_at_random(field, data)
    firers = [shot.firer for shot in field.happened(Fired)]
    assert len(set(firers)) == len(firers)
    assert all(spread(firers_per_target(field, side)) <= 1 for side in range(len(SIDES)))
