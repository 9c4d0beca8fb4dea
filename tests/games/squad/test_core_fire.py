"""Fire: firepower, cover, the table, morale. Rules A7, A9, A10."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import eighths
from salient.games.squad.combat.morale import break_unit, check_morale, fail
from salient.games.squad.core.events.fire import Cowered, Fired, Malfunctioned
from salient.games.squad.core.events.men import Became, Checked, Eliminated
from salient.games.squad.core.subjects import Attack
from tests.games.squad.table import Table


def duel(*lines: str, at: str = "D3", **more: Any) -> Table:
    table = Table(*lines, german="ss658 2 ss91 ssHMG ssLMG", american="us666 3 us81", **more)
    return table.put("B3", "ss658.1").put(at, "us666.1")


def last_fire(table: Table) -> Fired:
    fired: Fired = table.happened(Fired)[-1]
    return fired


@pytest.mark.rule("squad:A7.1", "squad:A7.3", "squad:A7.8")
def test_a_squad_fires_with_its_firepower_and_the_table_says_what_happens() -> None:
    table = duel().fire("german", "prep")
    table.dice(3, 5, 6, 6).attack("ss658.1")
    fired = last_fire(table)
    assert (fired.column, fired.result) == (6, "PTC")
    assert table.is_("pinned", "us666.1")


def test_only_one_target_and_nobody_to_join_need_no_questions() -> None:
    table = duel().fire("german", "prep").attack("ss658.1")
    assert table.is_("prep_fired", "ss658.1")


@pytest.mark.parametrize(("at", "power"), [("C3", 12), ("D3", 6), ("G3", 6), ("H3", 3), ("B4", 12)])
def test_firepower_doubles_next_door_and_halves_at_long_range(at: str, power: int) -> None:
    table = duel(at=at)
    assert eighths(table.g, table.unit("ss658.1"), table.place(at), "prep") == power * 8


@pytest.mark.rule("squad:A12.13", "squad:A7.8")
def test_fire_at_concealed_units_by_the_pinned_and_after_moving_is_halved() -> None:
    table = duel()
    unit, place = table.unit("ss658.1"), table.place("D3")
    assert eighths(table.g, unit, place, "prep", concealed=True) == 24
    table.mark("pinned", "ss658.1")
    assert eighths(table.g, unit, place, "prep") == 24


@pytest.mark.rule("squad:A7.36", "squad:A7.24")
def test_assault_fire_adds_one_after_all_else() -> None:
    table = duel()
    assert eighths(table.g, table.unit("ss658.1"), table.place("D3"), "advancing") == 4 * 8


@pytest.mark.rule(
    "squad:A7.6",
    "squad:A6.7",
    "squad:B1",
    "squad:B9.3",
    "squad:B10.31",
    "squad:B12",
    "squad:B13",
    "squad:B18",
    "squad:B23",
)
@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("D3 woods", 1), ("D3 stone_building", 3), ("D3 wooden_building", 2), ("D3 graveyard", 1),
        ("D3 sides=NW:wall,SW:wall", 2), ("D3 sides=NW:hedge,SW:hedge", 1), ("C3 brush", 1),
        ("D3 level=1", 1), ("D3 open_ground", 0),
    ],
)  # fmt: skip
def test_cover_of_terrain_walls_hindrances_and_height(line: str, total: int) -> None:
    table = duel(line)
    attack = Attack("fire", 0, (table.place("B3"),), table.place("D3"))
    found = cover(table.g, attack, table.unit("us666.1"))
    assert sum(modifier.value for modifier in found) == total


@pytest.mark.rule("squad:A7.53")
def test_a_leader_directs_the_fire_of_his_location() -> None:
    table = duel().put("B3", "ss91.1").fire("german", "prep")
    table.dice(4, 4, 6, 6).attack("ss658.1", "ss91.1")
    fired = last_fire(table)
    assert [m.value for m in fired.modifiers] == [-1]
    assert fired.result == "NMC"
    assert not table.happened(Cowered)


@pytest.mark.rule("squad:A7.9")
def test_doubles_without_a_leader_make_the_firers_cower() -> None:
    table = duel().fire("german", "prep").dice(3, 3, ...).attack("ss658.1")
    assert table.happened(Cowered)
    assert last_fire(table).column == 4


@pytest.mark.rule("squad:A7.5")
def test_units_of_neighbouring_locations_form_a_fire_group() -> None:
    table = duel().put("B4", "ss658.2").fire("german", "prep")
    table.dice(1, 2, ...).attack("ss658.1", "ss658.2")
    assert last_fire(table).column == 12


@pytest.mark.rule("squad:A9.2", "squad:A9.7")
def test_a_machine_gun_may_keep_its_rate_of_fire_and_break_down() -> None:
    table = Table(german="ss658 ssHMG", american="us666").put("B3", "ss658.1+ssHMG.1")
    table.put("G3", "us666.1").fire("german", "prep")
    table.dice(3, 5, ...).attack("ssHMG.1")
    assert "fire ssHMG.1" in table.offered()
    table.dice(6, 6, ...).attack("ssHMG.1")
    assert table.happened(Malfunctioned)[-1].result == "malfunctioned"
    assert table.is_("malfunctioned", "ssHMG.1")
    assert "fire ssHMG.1" not in table.offered()


@pytest.mark.rule("squad:A7.301", "squad:A.9")
def test_a_kia_eliminates_by_lot_and_breaks_the_others() -> None:
    table = duel(at="C3").put("C3", "us666.2").fire("german", "prep")
    table.dice(1, 2, 6, 2, 6, 6, ...).attack("ss658.1")
    assert last_fire(table).result == "K/3"
    table = duel(at="C3").put("C3", "us666.2").put("B3", "ss658.2").fire("german", "prep")
    table.dice(1, 2, 2, 5, ...).attack("ss658.1", "ss658.2")
    assert (last_fire(table).column, last_fire(table).result) == (24, "2KIA")
    assert table.is_("lost", "us666.1")
    assert table.is_("lost", "us666.2")
    table = duel().put("D3", "us666.2").fire("german", "prep").mark("cx", "ss658.1")
    table.put("B3", "ss91.1").dice(1, 1, 6, 2, ...).attack("ss658.1", "ss91.1")
    assert last_fire(table).result == "1KIA"
    assert table.is_("lost", "us666.1")
    assert table.is_("broken", "us666.2")


@pytest.mark.rule("squad:A10.3", "squad:A19.13")
def test_who_fails_a_check_breaks_and_by_much_is_replaced() -> None:
    table = duel().fire("german", "prep").dice(2, 3, 6, 5).attack("ss658.1")
    assert [e.state for e in table.happened(Became)] == ["broken"]
    assert table.is_("desperate", "us666.1")
    assert table.g.kind[table.unit("us666.1")] == "us546"


@pytest.mark.rule("squad:A10.3", "squad:A7.8")
def test_the_highest_roll_that_passes_pins() -> None:
    table = duel().fire("german", "prep").dice(2, 4, 2, 3).attack("ss658.1")
    assert table.is_("pinned", "us666.1")


@pytest.mark.rule("squad:A10.3")
def test_an_original_twelve_costs_a_casualty_besides() -> None:
    table = duel().fire("german", "prep").dice(2, 4, 6, 6).attack("ss658.1")
    assert table.is_("broken", "us666.1")
    assert table.is_("half", "us666.1")


@pytest.mark.rule("squad:A10.3")
def test_a_broken_unit_that_fails_suffers_casualties() -> None:
    table = duel().mark("broken", "us666.1").fire("german", "prep")
    table.dice(2, 4, 6, 5).attack("ss658.1")
    assert table.is_("half", "us666.1")


@pytest.mark.rule("squad:A10.7")
def test_a_leader_checks_first_and_helps_the_others() -> None:
    table = duel().put("D3", "us81.1").fire("german", "prep")
    table.dice(3, 4, 2, 2, 3, 4).attack("ss658.1")
    assert not table.is_("broken", "us81.1")
    assert not table.is_("broken", "us666.1")
    assert table.is_("pinned", "us666.1")


@pytest.mark.rule("squad:A3.2")
def test_nobody_fires_twice_in_a_phase() -> None:
    table = duel().fire("german", "prep").attack("ss658.1")
    assert table.decision is None


@pytest.mark.rule("squad:A12.3")
def test_hidden_enemies_are_no_targets() -> None:
    table = duel().mark("hidden", "us666.1").fire("german", "prep")
    assert table.decision is None


@pytest.mark.rule("squad:A8.14")
def test_who_joined_in_first_fire_has_fired_at_that_expenditure_too() -> None:
    table = Table(german="ss658 2", american="us666", mover="american")
    table.put("D4", "ss658.1", "ss658.2").put("C6", "us666.1")
    table.move().play("move us666.1", "go C5").dice(6, 5, ...).play("fire ss658.1", "join ss658.2")
    assert "fire.first" not in table.asked, "one MF, one shot each"


@pytest.mark.rule("squad:A8.14")
def test_who_has_fired_at_an_expenditure_does_not_join_in_again() -> None:
    table = Table(german="ss658 3", american="us666", mover="american")
    table.put("D4", "ss658.1", "ss658.2", "ss658.3").put("C6", "us666.1")
    table.move().play("move us666.1", "go C5").dice(6, 5, ...).play("fire ss658.1", "shoot")
    assert table.play("fire ss658.2").offered("join") == {"join ss658.3"}


@pytest.mark.rule("squad:A12.1", "squad:A12.13")
def test_hidden_companions_do_not_change_the_firepower_against_concealed_units() -> None:
    for hidden in (False, True):
        table = duel("D3 woods").put("D3", "us666.2").mark("concealed", "us666.1")
        table.mark("hidden" if hidden else "concealed", "us666.2")
        table.fire("german", "prep").dice(6, 5).attack("ss658.1")
        assert last_fire(table).column == 2


# -- checks ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A10.3", "squad:A7.8")
def test_who_is_broken_and_passes_with_the_highest_roll_is_not_pinned() -> None:
    """The broken squad has a morale of 8: seven and one for the 1MC."""
    table = duel().mark("broken", "us666.1").fire("german", "prep")
    table.dice(2, 4, 4, 3).attack("ss658.1")
    assert table.happened(Checked)[-1].result == "passed"
    assert not table.is_("pinned", "us666.1")
    assert not table.is_("half", "us666.1")


@pytest.mark.rule("squad:A10.3")
def test_who_is_lost_by_a_twelve_is_lost_once() -> None:
    table = duel().mark("broken", "us666.1").mark("half", "us666.1").fire("german", "prep")
    table.dice(2, 4, 6, 6).attack("ss658.1")
    assert len(table.happened(Eliminated)) == 1
    assert table.g.losses[0] == 1


@pytest.mark.rule("squad:A12.14", "squad:A7.8")
@pytest.mark.parametrize(("dice", "passed"), [((3, 3), True), ((3, 4), False)])
def test_who_fails_a_pin_check_is_seen_and_who_passes_is_not(
    dice: tuple[int, int], passed: bool
) -> None:
    """Twelve factors next door are six at a question mark: an eight is a PTC."""
    table = duel(at="C3").mark("concealed", "us666.1").fire("german", "prep")
    table.dice(3, 5, *dice).attack("ss658.1")
    assert last_fire(table).result == "PTC"
    assert table.is_("concealed", "us666.1") is passed
    assert table.is_("pinned", "us666.1") is not passed


@pytest.mark.rule("squad:A10.4", "squad:A10.62")
def test_who_breaks_is_desperate_and_neither_pinned_nor_busy_any_more() -> None:
    table = duel().mark("pinned", "us666.1").mark("ti", "us666.1")
    break_unit(table.g, table.unit("us666.1"), table.events)
    assert [table.is_(state, "us666.1") for state in ("broken", "desperate", "pinned", "ti")] == [
        True, True, False, False,
    ]  # fmt: skip
    table.g.desperate = 0
    break_unit(table.g, table.unit("us666.1"), table.events)
    assert table.is_("desperate", "us666.1"), "once more"
    assert len(table.happened(Became)) == 1


@pytest.mark.rule("squad:A15.2")
def test_a_leader_who_is_no_hero_breaks_and_is_not_wounded() -> None:
    table = duel()
    fail(table.g, table.unit("ss91.1"), 1, table.events)
    assert table.is_("broken", "ss91.1")
    assert not table.is_("wounded", "ss91.1")


@pytest.mark.rule("squad:A19.13")
@pytest.mark.parametrize(
    ("unit", "by", "kind"),
    [("us666.1", 3, "us666"), ("us666.1", 4, "us546"), ("us747.1", 4, "us747"),
     ("us536.1", 4, "us536")],
)  # fmt: skip
def test_by_more_than_the_rating_but_not_by_just_that(unit: str, by: int, kind: str) -> None:
    """Those of underlined morale are steady, and below green there is nothing."""
    table = Table(german="ss658", american="us747 us536 us666", scenario="elr = { american = 3 }\n")
    table.put("C3", unit)
    fail(table.g, table.unit(unit), by, table.events)
    assert table.is_("broken", unit)
    assert table.g.kind[table.unit(unit)] == kind


@pytest.mark.rule("squad:A10.2")
def test_leaders_check_first_and_the_best_before_the_others() -> None:
    table = Table(german="ss658", american="us666 us81 us92").put("B3", "ss658.1")
    table.put("D3", "us666.1", "us81.1", "us92.1").fire("german", "prep")
    table.dice(2, 4, 1, 1, 1, 1, 1, 1).attack("ss658.1")
    units = [event.unit for event in table.happened(Checked)]
    assert units == [table.unit(name) for name in ("us92.1", "us81.1", "us666.1")]


@pytest.mark.rule("squad:A10.7")
@pytest.mark.parametrize(("broken", "value"), [("", -2), ("us92.1", -1), ("us92.1 us81.1", None)])
def test_the_best_leader_in_good_order_helps_others_and_not_himself(
    broken: str, value: int | None
) -> None:
    table = Table(german="ss658", american="us666 us81 us92").put("B3", "ss658.1")
    table.put("D3", "us666.1", "us81.1", "us92.1").mark("broken", *broken.split())
    check_morale(table.g, table.unit("us666.1"), 0, table.events)
    (check,) = table.happened(Checked)[:1]
    assert {m.rule: m.value for m in check.modifiers}.get("A10.7") == value
    check_morale(table.g, table.unit("us92.1"), 0, table.events)
    own = next(event for event in table.happened(Checked) if event.unit == table.unit("us92.1"))
    assert {m.rule: m.value for m in own.modifiers}.get("A10.7") == (-1 if value else None)


@pytest.mark.rule("squad:A10.3")
@pytest.mark.parametrize(("dice", "passed"), [((3, 3), True), ((3, 4), False), ((6, 6), False)])
def test_a_check_tells_whether_it_was_passed(dice: tuple[int, int], passed: bool) -> None:
    table = duel().dice(*dice, ...)
    assert check_morale(table.g, table.unit("us666.1"), 0, table.events) is passed


@pytest.mark.rule("squad:A3.2", "squad:A7.53")
def test_a_leader_who_directed_prep_fire_directs_no_advancing_fire() -> None:
    table = Table(german="ss658 2 ss91", american="us666").put("C3", "ss658.1", "ss658.2", "ss91.1")
    table.put("F3", "us666.1").dice(6, 5, ...).fire("german", "prep")
    table.attack("ss658.1", "ss91.1").play("end")
    table.fire("german", "advancing").play("fire ss658.2")
    assert "join ss91.1" not in table.offered()


@pytest.mark.rule("squad:D5.31", "squad:D6.2")
@pytest.mark.parametrize(("vehicle", "covered"), [("SPW251.1", True), ("Opel.1", False)])
def test_an_armoured_carrier_covers_its_passengers_and_a_lorry_does_not(
    vehicle: str, covered: bool
) -> None:
    table = Table(german="ss658 SPW251 Opel PzIVH", american="us666").put("D3", vehicle)
    table.aboard(vehicle, "ss658.1")
    attack = Attack("fire", 1, (table.place("G3"),), table.place("D3"))
    found = {m.rule for m in cover(table.g, attack, table.unit("ss658.1"))}
    assert ("D5.31" in found) is covered


@pytest.mark.rule("squad:A9.7", "squad:A12.14", "squad:A7.9")
@pytest.mark.parametrize(
    ("dice", "left", "fallen"), [((5, 4), True, None), ((6, 4), False, None), ((5, 5), False, 1)]
)
def test_a_flamethrower_that_runs_empty_still_shows_and_shames_who_fired_it(
    dice: tuple[int, int], left: bool, fallen: int | None
) -> None:
    table = Table("C3 woods", german="ss658", american="us666 usFT")
    table.put("C3", "us666.1+usFT.1").put("C4", "ss658.1").mark("concealed", "us666.1")
    table.fire("american", "prep").dice(*dice, ...).attack("usFT.1", "C4")
    assert bool(table.g.lost >> table.unit("usFT.1") & 1) is not left
    assert not table.is_("concealed", "us666.1")
    assert [event.columns for event in table.happened(Cowered)] == [fallen] * bool(fallen)
    assert table.happened(Fired)
