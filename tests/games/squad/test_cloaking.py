"""Cloaked infantry at night. Rules E1.4, E1.42, E1.43."""

from __future__ import annotations

import random

import pytest

from salient.engine import seed_from_text
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.ongoing import Starshell
from salient.games.squad.core.subjects import Attack
from salient.games.squad.ground.cloaking import put_on_cloaks
from salient.games.squad.sequence import GameTurn
from tests.games.squad.table import GAME, Table

GERMAN, AMERICAN = 0, 1


def night(*units: str, at: str = "C3", nvr: int = 5) -> Table:
    """Germans attack by night; an American squad waits in C12."""
    table = Table("C12 woods", german="ss658 3 ss91 ssDummy", american="us666 2",
                  size=(8, 16), scenario='special = ["night", "cloaking"]\n')  # fmt: skip
    table.put(at, *(units or ("ss658.1", "ss658.2", "ss91.1"))).put("C12", "us666.1")
    table.run(GameTurn())
    table.g.nvr = nvr
    table.g.steps.clear()
    table.events.clear()
    return table


def marks(table: Table, side: int = AMERICAN) -> list[tuple[str, ...]]:
    pieces = GAME.view(table.g, side).pieces
    return [piece.flags for piece in pieces if piece.name == "?"]


@pytest.mark.rule("squad:E1.4")
@pytest.mark.parametrize("units", [("ss658.1",), ("ss658.1", "ss658.2", "ss91.1"), ("ssDummy.1",)])
def test_a_stack_is_one_counter_whoever_is_in_it(units: tuple[str, ...]) -> None:
    table = night(*units)
    assert marks(table) == [("concealed", "cloaked")]
    known = GAME.known(table.g, AMERICAN, random.Random(1))
    assert GAME.view(known, AMERICAN).pieces == GAME.view(table.g, AMERICAN).pieces
    assert known.cloaked.bit_count() == 1, "nobody knows how many they are"


@pytest.mark.rule("squad:E1.4")
@pytest.mark.parametrize(
    ("word", "turn", "cloaked"),
    [("cloaking", 1, {"ss658.1", "ss91.1"}), ("cloaking", 2, set()), ("night", 1, set())],
)
def test_only_infantry_of_the_attacker_is_cloaked_and_only_as_the_first_turn_begins(
    word: str, turn: int, cloaked: set[str]
) -> None:
    table = Table(german="ss658 3 ss91 SPW251", american="us666", scenario=f'special = ["{word}"]')
    table.put("C3", "ss658.1", "ss91.1").put("C5", "ss658.2").put("E3", "SPW251.1")
    table.aboard("SPW251.1", "ss658.3").put("E9", "us666.1").mark("hidden", "ss658.2")
    table.g.turn = turn
    put_on_cloaks(table.g, table.events)
    assert table.g.cloaked == table.g.concealed == sum(1 << table.unit(unit) for unit in cloaked)


@pytest.mark.rule("squad:E1.42")
def test_fire_at_a_cloak_is_halved_and_at_one_more() -> None:
    table = night("ss658.1", at="C8").fire("american", "prep")
    table.g.flashes = 0
    table.dice(6, 5, ...).attack("us666.1", "C8")
    (shot,) = table.happened(Fired)
    assert ("E1.42", 1) in {(m.rule, m.value) for m in shot.modifiers}
    assert shot.column == 2, "six factors, halved"


@pytest.mark.rule("squad:E1.43")
@pytest.mark.parametrize(("to", "cloaked"), [("C9", True), ("C10", False)])
def test_a_cloak_is_lost_within_two_hexes_of_an_enemy_who_sees(to: str, cloaked: bool) -> None:
    table = night("ss658.1", "ss658.2", at="C8").move("german").play("move ss658.1")
    table.play("join ss658.2", f"go {to}")
    while table.asked == "american fire.first":
        table.play("pass")
    assert bool(table.g.cloaked) is cloaked
    assert table.is_("concealed", "ss658.1"), "they are question marks"
    assert len(marks(table)) == (1 if cloaked else 2)


@pytest.mark.rule("squad:E1.43", "squad:E1.92")
def test_a_light_shows_what_is_under_a_cloak() -> None:
    table = night("ss658.1", at="C8")
    table.phase("prep", "german")
    assert table.g.cloaked
    table.g.steps.clear()
    table.g.starshells = (Starshell(table.place("C7"), 2),)
    table.phase("prep", "german")
    assert not table.g.cloaked


@pytest.mark.rule("squad:E1.43")
def test_who_fires_has_no_cloak_any_more() -> None:
    table = night("ss658.1", "ss658.2", at="C8").fire("german", "prep")
    table.dice(6, 5, ...).attack("ss658.1", "C12")
    assert not table.g.cloaked


@pytest.mark.rule("squad:E1.4")
def test_by_day_and_on_the_other_side_nobody_is_cloaked() -> None:
    table = night()
    assert not table.g.cloaked & table.g.setting.army[AMERICAN]
    day = Table(german="ss658", american="us666").put("C3", "ss658.1").put("C9", "us666.1")
    assert not day.run(GameTurn()).g.cloaked


def test_random_nights_are_known_alike_however_many_stand_under_a_cloak() -> None:
    chance = random.Random(4)
    g, _ = GAME.start("cheneux", seed_from_text("cloaks"))
    for count in range(240):
        decision = GAME.decision(g)
        if decision is None:
            break
        if count % 8 == 0:
            known = GAME.known(g, decision.side, random.Random(1))
            known.offered = None
            assert GAME.decision(known) == decision
            again = GAME.known(known, decision.side, random.Random(2))
            assert GAME.dump(again) == GAME.dump(GAME.known(g, decision.side, random.Random(2)))
        GAME.play(g, chance.choice(decision.actions))
        GAME.check(g)


@pytest.mark.rule("squad:E1.42")
def test_what_comes_from_nowhere_finds_a_cloak_as_well_as_anybody() -> None:
    """Mines and residual fire are not aimed, and who wears no cloak has no use of it."""
    table = night("ss658.1", at="C8")

    def astray(origin: str, unit: str = "ss658.1") -> bool:
        origins = (table.place(origin),) if origin else ()
        attack = Attack("fire", AMERICAN, origins, table.g.where[table.unit(unit)])
        return "E1.42" in {m.rule for m in cover(table.g, attack, table.unit(unit))}

    assert astray("C12")
    assert not astray("")
    assert not astray("C8", "us666.1")
