"""Night: how far one sees, lights, flashes, and who may move. Rules E1.1-E1.21, E1.8, E1.92."""

from __future__ import annotations

import random

import pytest

from salient.games.squad.combat.firepower import keep_rate
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import Darkened, Freed, LightFaded, LightFired
from salient.games.squad.core.ongoing import Starshell
from salient.games.squad.ground.darkness import base_nvr
from salient.games.squad.sequence import EndOfPlayerTurn, GameTurn, Phase
from salient.games.squad.sight.los import look_across, sight_of
from tests.games.squad.table import GAME, Table

GERMAN, AMERICAN = 0, 1


def night(
    *words: str, lines: tuple[str, ...] = (), german: str = "ss658 2 ss91", nvr: int = 3,
    american: str = "us666 2 us81 2 M4",
) -> Table:  # fmt: skip
    special = ", ".join(f'"{word}"' for word in ("night", *words))
    table = Table(*lines, german=german, american=american, size=(10, 20),
                  scenario=f"special = [{special}]\n")  # fmt: skip
    table.g.nvr = nvr
    return table


def sees(table: Table, origin: str, to: str) -> bool:
    return look_across(table.g, table.place(origin), table.place(to)).clear


@pytest.mark.rule("squad:E1.1")
def test_nobody_sees_farther_than_the_night_lets_him() -> None:
    table = night(nvr=3)
    assert sees(table, "C1", "C4")
    assert not sees(table, "C1", "C5")
    table.g.nvr = 4
    assert sees(table, "C1", "C5"), "what is remembered of darker hours does not matter"


@pytest.mark.rule("squad:E1.1")
@pytest.mark.parametrize(("words", "hexes"), [
    (("overcast",), 1), (("overcast", "half_moon"), 2), (("overcast", "full_moon"), 3),
    (("scattered",), 2), (("scattered", "full_moon"), 5), ((), 3), (("full_moon",), 6),
])  # fmt: skip
def test_clouds_and_moon_say_how_dark_it_is(words: tuple[str, ...], hexes: int) -> None:
    table = night(*words, nvr=0)
    assert base_nvr(table.g) == hexes
    table.put("C1", "ss658.1").put("C9", "us666.1").run(GameTurn())
    assert table.g.nvr == hexes
    assert [event.nvr for event in table.happened(Darkened)] == [hexes]


@pytest.mark.rule("squad:E1.12")
@pytest.mark.parametrize(("now", "die", "then"), [
    (3, 1, 2), (3, 3, 3), (3, 6, 4), (1, 1, 1), (5, 6, 5),
])  # fmt: skip
def test_the_night_changes_from_turn_to_turn(now: int, die: int, then: int) -> None:
    table = night(nvr=now).put("C1", "ss658.1").put("C9", "us666.1")
    table.dice(die, ...).run(GameTurn())
    assert table.g.nvr == then


@pytest.mark.rule("squad:E1.93")
def test_a_blaze_lights_up_two_hexes_around_it() -> None:
    table = night(nvr=1)
    table.g.blazes = 1 << table.place("C12")
    assert sees(table, "C3", "C10")
    assert not sees(table, "C3", "C9")
    assert not sees(table, "C10", "C3"), "who stands in the light does not see into the dark"


@pytest.mark.rule("squad:E1.8")
def test_who_fires_shows_where_he_is_until_the_phase_ends() -> None:
    table = night(nvr=2).put("C1", "us666.1").put("C3", "ss658.1").put("C8", "us666.2")
    table.put("B9", "us81.1").fire("american", "prep")
    assert "fire us666.2" not in table.offered(), "it is too far"
    table = night(nvr=2).put("C1", "us666.1").put("C3", "ss658.1").put("C8", "us666.2")
    table.fire("german", "prep").dice(5, 6, ...).attack("ss658.1", "C1")
    assert table.g.flashes == 1 << table.place("C3")
    assert sees(table, "C8", "C3")
    assert not sees(table, "C8", "C2")
    table.fire("american", "defensive").dice(5, 6, ...).attack("us666.2", "C3")
    shot = table.happened(Fired)[-1]
    assert [m.value for m in shot.modifiers if m.rule == "E1.8"] == [2]
    table.fire("american", "defensive").dice(5, 6, ...).attack("us666.1", "C3")
    shot = table.happened(Fired)[-1]
    assert not [m for m in shot.modifiers if m.rule == "E1.8"], "he sees more than a flash"
    table.phase("rally")
    while table.decision is not None and table.g.phase == "rally":
        table.play("end")
    assert not table.g.flashes


@pytest.mark.rule("squad:E1.8", "squad:A12.14")
def test_a_flash_recognises_nobody() -> None:
    table = night(nvr=2, lines=("C3 woods",)).put("C3", "ss658.1").put("C9", "us666.2")
    table.put("C1", "us666.1").mark("concealed", "ss658.1").mark("broken", "us666.1")
    table.g.blazes = 0
    table.fire("german", "prep").dice(5, 6, ...).attack("ss658.1", "C1")
    assert table.is_("concealed", "ss658.1")


# -- lights ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:E1.92")
@pytest.mark.parametrize(("die", "before", "up"), [(3, 0, True), (4, 0, False), (4, 1, True)])
def test_a_die_puts_a_light_up(die: int, before: int, up: bool) -> None:
    table = night(nvr=1).put("C1", "us81.1").put("C9", "ss658.1")
    table.g.starshells = (Starshell(table.place("H18"), 2),) * before
    table.fire("american", "prep")
    assert "light us81.1" in table.offered()
    table.play("light us81.1")
    assert "over C4" in table.offered()
    assert "over C5" not in table.offered(), "it goes up within three hexes"
    table.dice(die).play("over C4")
    (fired,) = table.happened(LightFired)
    assert fired.result == ("placed" if up else "failed")
    assert sees(table, "C1", "C7") is up
    assert not sees(table, "C1", "C8")
    assert "light us81.1" not in table.offered(), "one try a player turn"


@pytest.mark.rule("squad:E1.92")
def test_leaders_and_tanks_have_them_in_three_phases_of_a_night() -> None:
    def lighters(phase: str, nvr: int = 3) -> list[str]:
        table = night(nvr=nvr).put("C1", "us81.1").put("D3", "M4.1").put("E5", "us666.1")
        table.put("I18", "ss658.1").put("F5", "us81.2").mark("broken", "us81.2")
        table.g.mover = GERMAN if phase == "defensive" else AMERICAN
        table.g.phase = phase
        return sorted(
            table.g.setting.lexicon.text(a)
            for answer in table.g.setting.chapters.fire_orders for a in answer(table.g, AMERICAN)
            if a.verb == "light"
        )  # fmt: skip

    both = ["light M4.1", "light us81.1"]
    assert lighters("rally") == lighters("prep") == lighters("defensive") == both
    assert lighters("advancing") == []
    assert lighters("prep", nvr=0) == []


@pytest.mark.rule("squad:E1.92")
def test_a_light_burns_until_the_end_of_the_next_player_turn() -> None:
    table = night().put("C1", "us81.1").put("C9", "ss658.1")
    table.g.starshells = (Starshell(table.place("C5"), 2),)
    table.g.lighters = 1 << table.unit("us81.1")
    table.run(EndOfPlayerTurn(AMERICAN))
    assert table.g.starshells
    assert not table.g.lighters, "a new player turn, a new try"
    table.run(EndOfPlayerTurn(GERMAN))
    assert not table.g.starshells
    assert table.happened(LightFaded)


# -- freedom of movement --------------------------------------------------------------------------


def defence(nvr: int = 2) -> Table:
    """The Americans move second: they defend."""
    table = night(nvr=0, lines=("C12 woods", "C9 woods")).put("C12", "us666.1", "us81.1")
    table.put("H15", "us666.2", "us81.2").put("C3", "ss658.1")
    table.g.setting.first = GERMAN
    table.run(GameTurn())
    table.g.nvr = nvr
    return table


def movers(table: Table) -> set[str]:
    table.g.steps, table.g.moved, table.g.march = [], 0, None
    return set(table.move("american").offered("move"))


@pytest.mark.rule("squad:E1.21")
def test_the_defender_does_not_move_before_he_knows_of_an_enemy() -> None:
    table = defence()
    assert movers(table) == set()
    table.put("C11", "ss658.1")
    assert movers(table) == {"move us666.1", "move us81.1"}, "who sees them, and all with them"
    table.put("C3", "ss658.1")
    assert movers(table) == {"move us666.1", "move us81.1"}, "for good"


@pytest.mark.rule("squad:E1.21")
def test_a_concealed_enemy_wakes_nobody() -> None:
    table = defence().put("C10", "ss658.1").mark("concealed", "ss658.1")
    assert movers(table) == set()


@pytest.mark.rule("squad:E1.21")
def test_who_is_attacked_may_move() -> None:
    table = defence(nvr=3).put("C9", "ss658.1").mark("concealed", "ss658.1")
    table.g.restrained |= 1 << table.unit("us666.1") | 1 << table.unit("us81.1")
    table.fire("german", "prep").dice(5, 6, ...).attack("ss658.1", "C12")
    assert not table.g.restrained >> table.unit("us666.1") & 1
    assert table.g.restrained >> table.unit("us666.2") & 1
    assert table.happened(Freed)


@pytest.mark.rule("squad:E1.21")
@pytest.mark.parametrize(("die", "free"), [(1, True), (2, False)])
def test_a_die_frees_a_leader_and_those_with_him(die: int, free: bool) -> None:
    table = defence()
    table.g.steps = []
    table.g.mover = AMERICAN
    table.dice(die, ...).run(Phase(AMERICAN, "rally"))
    freed = {unit for event in table.happened(Freed) for unit in event.units}
    assert freed == ({table.unit("us666.1"), table.unit("us81.1")} if free else set())


@pytest.mark.rule("squad:E1.21")
def test_nobody_advances_either_and_he_is_told_why() -> None:
    table = defence()
    table.g.steps = []
    table.g.mover = AMERICAN
    table.phase("advance")
    assert not table.offered("advance")
    table.g.steps = []
    table.g.restrained &= ~(1 << table.unit("us666.2"))
    table.move("american")
    assert set(table.offered("move")) == {"move us666.2"}


@pytest.mark.rule("squad:E1.54")
@pytest.mark.parametrize(("road", "runs"), [("road=N,S", True), ("", False)])
def test_at_night_only_those_run_who_start_on_a_road(road: str, runs: bool) -> None:
    lines = (f"C3 {road}", "C2 road=S", "C4 road=N") if road else ()
    table = night(lines=lines).put("C3", "us666.1").put("I18", "ss658.1").move("american")
    table.play("move us666.1")
    assert ("rush" in table.offered()) is runs


@pytest.mark.parametrize("seed", [1, 2])
def test_random_nights_keep_the_invariants(seed: int) -> None:
    chance = random.Random(seed)
    g, _ = GAME.start("cheneux", seed.to_bytes(32, "big"))
    for _ in range(400):
        decision = GAME.decision(g)
        if decision is None:
            break
        assert len(GAME.judge(g, decision)) == len(decision.actions)
        GAME.play(g, chance.choice(decision.actions))
        GAME.check(g)


@pytest.mark.rule("squad:E1.1")
def test_what_is_lit_or_flashes_is_seen_from_afar_and_nothing_else() -> None:
    table = night(nvr=3)
    far, near, beside = "C9", "C4", "C8"
    assert [sees(table, "C1", name) for name in (far, near, beside)] == [False, True, False]
    table.g.flashes = 1 << table.place(far)
    assert [sees(table, "C1", name) for name in (far, near, beside)] == [True, True, False]
    table.g.flashes = 0
    table.g.blazes = 1 << table.place("C10")
    assert [sees(table, "C1", name) for name in (far, near, beside)] == [True, True, True]
    assert not sees(table, "C1", "C7"), "a blaze lights up two hexes"
    table.g.nvr = 0
    assert sees(table, "C1", "C7"), "by day"


@pytest.mark.rule("squad:E1.8")
def test_a_flash_is_all_that_is_seen_of_a_dark_place_that_fires() -> None:
    table = night(nvr=2)
    far = table.place("C8")

    def by_flash(name: str) -> bool:
        return sight_of(table.g).by_flash(table.place("C1"), table.place(name))

    assert not by_flash("C8")
    table.g.flashes = 1 << far | 1 << table.place("C2")
    assert [by_flash(name) for name in ("C8", "C2", "C9")] == [True, False, False]
    table.g.blazes = 1 << table.place("C10")
    assert not by_flash("C8"), "it is lit"
    table.g.nvr = table.g.blazes = 0
    assert not by_flash("C8"), "by day"


@pytest.mark.rule("squad:E1.8")
def test_a_weapon_that_keeps_its_rate_of_fire_flashes_too() -> None:
    table = night(nvr=9)
    table.put("C3", "ss658.1").put("C5", "us666.1")
    keep_rate(table.g, table.unit("ss658.1"), "prep")
    assert table.g.flashes == 1 << table.place("C3")
