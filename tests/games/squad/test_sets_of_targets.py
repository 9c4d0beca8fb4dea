"""Sets of locations say what one question at a time would: what is seen, hit and aimed at."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from salient.boards.bits import each_piece, each_place
from salient.engine import seed_from_text
from salient.engine.ids import Place
from salient.games.squad.combat.firepower import (
    can_hit,
    can_hit_any,
    can_hit_of,
    firers,
    target_places,
)
from salient.games.squad.combat.vehicle_arms import MACHINE_GUNS, field_of, mgs_at
from salient.games.squad.core.arcs import arc_of, turns_to
from salient.games.squad.core.state import SquadState
from salient.games.squad.game import SquadGame
from salient.games.squad.infantry.aims import aims, has_target
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of

GAME = SquadGame()


def positions(scenario: str) -> Iterator[SquadState]:
    """Some positions of a random game."""
    rng = random.Random(scenario)
    g, _ = GAME.start(scenario, seed_from_text("sets"))
    count = 0
    while (decision := GAME.decision(g)) is not None and count < 400:
        if count % 50 == 0:
            yield g
        GAME.play(g, rng.choice(decision.actions))
        count += 1


@pytest.mark.parametrize("scenario", ["practice", "armour", "village"])
def test_what_is_remembered_of_a_row_is_what_a_fresh_look_says(scenario: str) -> None:
    fresh = SquadGame()
    for g in positions(scenario):
        twin = fresh.load(GAME.dump(g))
        twin.setting.memory.forget()
        sight, anew, eyes = sight_of(g), sight_of(twin), g.setting.board.eyes
        held = target_places(g, 0) | target_places(g, 1)
        for unit in each_piece(g.on_map(g.setting.personnel | g.setting.vehicles)):
            eye, origin = eye_of(g, unit), g.where[unit]
            seen = sight.seen(eye, origin, held)
            assert seen == sum(
                1 << place for place in each_place(held)
                if anew.hindrance(eye_of(twin, unit), origin, eyes[place], place) >= 0
            )  # fmt: skip
            assert sight.sees_any(eye, origin, held) == bool(seen)


@pytest.mark.parametrize("scenario", ["practice", "armour", "village"])
def test_who_can_hit_a_set_can_hit_one_of_it(scenario: str) -> None:
    for g in positions(scenario):
        for side in (0, 1):
            places = target_places(g, side)
            for unit in each_piece(firers(g, side, "defensive")):
                single = tuple(p for p in each_place(places) if can_hit(g, unit, p, "defensive"))
                assert can_hit_of(g, unit, places, "defensive") == single
                assert can_hit_any(g, unit, places, "defensive") == bool(single)
                found = list(aims(g, unit, side, "defensive"))
                assert has_target(g, unit, side, "defensive") == bool(found)


def test_an_arc_holds_what_needs_no_turn_and_machine_guns_fire_into_theirs() -> None:
    for g in positions("armour"):
        for vehicle in each_piece(g.on_map(g.setting.vehicles & ~g.wrecks)):
            arc = arc_of(g, vehicle, turret=True)
            for place in range(len(g.setting.board.locations)):
                assert (arc >> place & 1) == (
                    not turns_to(g, vehicle, Place(place), turret=True)[0]
                )
                bearing = mgs_at(g, vehicle, Place(place), "prep")
                for arm in MACHINE_GUNS.values():
                    if bearing & arm:
                        assert field_of(g, vehicle, arm) >> place & 1
