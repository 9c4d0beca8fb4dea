"""Small arms at lorries, machine-guns at armour. Rules A7.308, A9.61."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from salient.boards.pieces import NOWHERE
from salient.games.squad.combat.vehicle_damage import fire_at_vehicles, soft_result
from salient.games.squad.core.events.fire import Fired, HitRolled, KillRolled
from salient.games.squad.core.events.men import Wrecked
from salient.games.squad.guns.machine_guns import shoot_mg
from salient.games.squad.show.notes import figure_actions
from tests.games.squad.table import Table


def road(*lines: str) -> Table:
    """Two squads fire at a lorry four hexes away: 12 factors, kill number 8."""
    table = Table(*lines, german="Opel SPW251", american="us666 2").put("G3", "Opel.1")
    return table.put("C3", "us666.1", "us666.2").fire("american", "prep").play("fire us666.1")


@pytest.mark.rule("squad:A7.308")
@pytest.mark.parametrize(
    ("lines", "burns"),
    [((), "burning"), (("E3 brush", "F3 brush"), "wrecked"), (("G3 woods",), "wrecked")],
)
def test_hindrance_and_cover_protect_a_lorry(lines: tuple[str, ...], burns: str) -> None:
    table = road(*lines)
    table.dice(1, 3).play("join us666.2")
    assert table.happened(Wrecked)[-1].state == burns


@pytest.mark.rule("squad:A7.308")
def test_smoke_may_save_it_altogether() -> None:
    table = road()
    table.g.smoke[table.place("G3")] = 3
    table.dice(2, 4).play("join us666.2")
    assert not table.happened(Wrecked)
    assert table.happened(Fired)[-1].result == "none"


@pytest.mark.rule("squad:A7.308")
@pytest.mark.parametrize(
    ("dice", "result"),
    [((1, 3), "burning"), ((3, 4), "wrecked"), ((3, 5), "immobilised"), ((4, 5), "none")],
)
def test_the_line_of_the_log_tells_what_becomes_of_a_lorry(
    dice: tuple[int, int], result: str
) -> None:
    table = road().dice(*dice).play("join us666.2")
    assert table.happened(Fired)[-1].result == result


@pytest.mark.rule("squad:A7.308")
def test_the_chance_told_is_that_of_stopping_the_lorry() -> None:
    """One squad has 6 factors: 6 or less, 15 chances of 36; two brush hexes leave 4 or less."""
    for lines, chance in (((), "42%"), (("E3 brush", "F3 brush"), "17%")):
        table = road(*lines)
        table.g.steps[-1] = replace(table.g.steps[-1], target=NOWHERE)
        table.g.offered = None
        table.put("G6", "SPW251.1").mark("concealed", "SPW251.1")
        told = figure_actions(table.g, table.question)
        assert told[0] == chance


def heavy(
    gun: str, *lines: str, target: str = "SPW251", facing: str = "w", occasion: str = "prep"
) -> Table:
    table = Table(*lines, german=f"{target} 2", american=f"us666 {gun}")
    table.put("C3", f"us666.1+{gun}.1").put("F3", f"{target}.1", facing=facing)
    return table.put("F5", f"{target}.2", facing=facing).fire("american", occasion)


@pytest.mark.rule("squad:A9.61")
@pytest.mark.parametrize(("gun", "need"), [("us50", 5), ("usHMG", 4)])
def test_a_machine_gun_may_pierce_a_half_track(gun: str, need: int) -> None:
    """Three hexes: To Kill 4 or 5, +1 for the range, less one of armour."""
    table = heavy(gun).dice(5, 2, 1, 1).play(f"fire {gun}.1", "aim SPW251.1")
    assert table.happened(HitRolled)[-1].result == "hit"
    assert table.happened(KillRolled)[-1].need == need
    assert table.is_("wrecks", "SPW251.1")


@pytest.mark.rule("squad:A9.61", "squad:A9.2")
def test_it_keeps_its_rate_of_fire_or_has_fired() -> None:
    table = heavy("us50", "F3 woods").dice(3, 6).play("fire us50.1", "aim SPW251.1")
    assert "fire us50.1" in table.offered()
    assert table.is_("prep_fired", "us50.1"), "it has fired all the same"
    assert table.is_("kept_rate", "us50.1")
    table.dice(4, 6).play("fire us50.1", "aim SPW251.1")
    assert not table.is_("kept_rate", "us50.1")
    assert "fire us50.1" not in table.offered()


@pytest.mark.rule("squad:A9.61")
def test_nobody_fires_a_machine_gun_at_armour_that_it_cannot_pierce() -> None:
    assert "fire us50.1" not in heavy("us50", target="PzVG").offered()


@pytest.mark.rule("squad:A9.61")
def test_nor_pinned_nor_in_the_advancing_fire_phase() -> None:
    table = heavy("us50").mark("pinned", "us666.1")
    table.g.offered = None
    assert "fire us50.1" not in table.offered()
    assert "fire us50.1" not in heavy("us50", occasion="advancing").offered()


@pytest.mark.rule("squad:A9.61")
def test_first_fire_at_a_half_track_on_the_move() -> None:
    table = Table(german="SPW251", american="us666 us50").put("H3", "us666.1+us50.1")
    table.put("C3", "SPW251.1", facing="e").move().play("move SPW251.1", "drive D3")
    assert "fire us50.1" in table.offered()


@pytest.mark.rule("squad:A9.61")
def test_first_fire_is_aimed_at_the_half_track_that_moves_and_no_other() -> None:
    table = Table(german="SPW251 2", american="us666 us50").put("H3", "us666.1+us50.1")
    table.put("C3", "SPW251.1", facing="e").put("F4", "SPW251.2", facing="e").move()
    table.play("move SPW251.1", "drive D3", "fire us50.1")
    assert table.offered("aim") <= {"aim SPW251.1"}


@pytest.mark.rule("squad:A12.14", "squad:A9.61")
@pytest.mark.parametrize("state", ["hidden", "concealed"])
def test_who_fires_a_machine_gun_at_a_half_track_is_seen(state: str) -> None:
    table = heavy("us50", "C3 woods").mark(state, "us666.1")
    table.g.offered = None
    table.dice(6, 5, ...).play("fire us50.1", "aim SPW251.1")
    assert not (table.g.hidden | table.g.concealed)


@pytest.mark.rule("squad:A9.61", "squad:A9.7")
@pytest.mark.parametrize(("dice", "broken"), [((6, 6), True), ((5, 6), False)])
def test_a_machine_gun_breaks_down_at_a_half_track_as_well(
    dice: tuple[int, int], broken: bool
) -> None:
    table = heavy("us50").dice(*dice, ...).play("fire us50.1", "aim SPW251.1")
    assert table.is_("malfunctioned", "us50.1") is broken


@pytest.mark.rule("squad:A9.61")
@pytest.mark.parametrize(
    ("dice", "aspect", "need"),
    [((2, 1), "hull_front", 5), ((2, 2), "hull_front", 5), ((1, 2), "turret_front", 5),
     ((1, 1), "hull_front", 11)],
)  # fmt: skip
def test_the_dice_of_a_machine_gun_say_what_it_hits_and_two_ones_hit_twice_as_hard(
    dice: tuple[int, int], aspect: str, need: int
) -> None:
    """Six at this range, or twelve, less one of armour."""
    table = heavy("us50").dice(*dice, 6, 6).play("fire us50.1", "aim SPW251.1")
    (kill,) = table.happened(KillRolled)
    assert (kill.aspect, kill.need) == (aspect, need)


@pytest.mark.rule("squad:A9.61", "squad:A14.1")
@pytest.mark.parametrize(("dice", "calls"), [((5, 6), (1, 0)), ((5, 5), (0, 0))])
def test_the_roll_of_a_machine_gun_may_call_the_sniper_of_the_enemy(
    dice: tuple[int, int], calls: tuple[int, int]
) -> None:
    table = Table(german="SPW251", american="us666 us50", scenario="san = { german = 11 }\n")
    table.put("C3", "us666.1+us50.1").put("F3", "SPW251.1", facing="w").dice(*dice, ...)
    shoot_mg(table.g, table.unit("us50.1"), table.unit("SPW251.1"), "prep", table.events)
    assert table.g.calls == calls


@pytest.mark.rule("squad:A7.308")
def test_even_a_single_factor_can_stop_a_lorry_and_less_than_that_cannot() -> None:
    table = road()
    kill = table.g.setting.tables.vehicle_line[1]
    assert soft_result(table.g, 0, kill) == "immobilised"
    assert soft_result(table.g, 0, kill + 1) == ""
    assert soft_result(table.g, 0, kill // 2) == "burning"
    assert soft_result(table.g, -1, -9) == ""


@pytest.mark.rule("squad:A12.14")
def test_a_concealed_lorry_that_is_stopped_is_seen_and_another_is_not() -> None:
    table = Table("D4 woods", "D6 woods", german="ss658", american="Truck 2").put("D4", "Truck.1")
    table.put("D6", "Truck.2").mark("concealed", "Truck.1", "Truck.2")
    fire_at_vehicles(table.g, 3, {table.unit("Truck.1"): 6}, table.events)
    assert table.is_("immobile", "Truck.1")
    assert not table.is_("concealed", "Truck.1")
    assert table.is_("concealed", "Truck.2")
