"""Guns behind vehicles and guns pushed by hand. Rules C10.1-C10.3, P5.124, P5.125, P3.21c."""

from __future__ import annotations

from typing import Any

import pytest

from salient.engine.actions import Action
from salient.games.squad.combat.bogging import bog_modifiers
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.events.fire import Fired, Tried
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mp_unspent
from salient.games.squad.core.subjects import BogCheck, Entry
from salient.games.squad.terrain.board import Hexside
from salient.games.squad.vehicles.passengers import stopping_cost
from salient.games.squad.vehicles.towing import (
    can_tow,
    hook,
    hook_orders,
    release,
    towing_bar,
    unhook_orders,
)
from tests.games.squad.street_table import on_street, retool, street
from tests.games.squad.table import Table

GERMAN = "Opel SPW251 PzIVH ss228 2 pak40 sig33 ss658 2 ss91"


def battery(*lines: str, **more: Any) -> Table:
    """A lorry, and a crew with its gun beside it."""
    table = Table(*lines, german=GERMAN, american="us666", **more)
    return table.put("C3", "Opel.1", facing="e").put("C3", "ss228.1+pak40.1", facing="e")


def towing(*lines: str, **more: Any) -> Table:
    """A lorry with a gun behind it."""
    table = Table(*lines, german=GERMAN, american="us666", **more)
    return table.put("C3", "Opel.1", facing="e").aboard("Opel.1", "ss228.1", towing="pak40.1")


# -- towing ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C10.1", "squad:C10.11")
def test_a_crew_hooks_its_gun_up_and_rides_along() -> None:
    table = battery().move().play("move ss228.1", "hook Opel.1", "move Opel.1")
    assert table.question.values["points"] == 28 - 1 - 14
    table.play("drive F4")
    assert table.where("pak40.1") == table.where("ss228.1") == "F4"


@pytest.mark.rule("squad:C10.11")
def test_a_gun_that_is_hooked_up_has_lost_its_aim_and_its_crew_all_its_mf() -> None:
    table = battery().move()
    gun, crew = table.unit("pak40.1"), table.unit("ss228.1")
    table.g.acquired[gun] = (table.place("F4"), -1)
    table.g.march = March((crew,))
    assert hook(table.g, Action("hook", (table.unit("Opel.1"),)), table.events) == 2 * 4
    assert not table.g.acquired


@pytest.mark.rule("squad:C10.11")
def test_beside_the_map_hooking_up_takes_no_time() -> None:
    units = 'units = { "Opel" = 1, "ss228" = 1, "pak40" = 1 }'
    group = f'[[group]]\nside = "german"\n{units}\narea = ["A5"]\nturn = 1\n'
    table = Table(german="ss91", american="us666", scenario=group)
    table.g.march = March((table.unit("ss228.1"),))
    assert hook(table.g, Action("hook", (table.unit("Opel.1"),)), table.events) == 0
    assert table.g.towed == {table.unit("pak40.1"): table.unit("Opel.1")}


@pytest.mark.rule("squad:C10.1")
def test_a_gun_too_heavy_for_a_vehicle_stays_where_it_is() -> None:
    table = battery().put("C3", "ss228.2+sig33.1").move().play("move ss228.2")
    assert not table.offered("hook")
    table = battery().put("C3", "PzIVH.1").move().play("move ss228.1")
    assert table.offered("hook") == {"hook Opel.1"}


@pytest.mark.rule("squad:C10.1")
def test_a_gun_behind_a_vehicle_does_not_fire_and_nobody_picks_it_up() -> None:
    table = towing().put("F4", "us666.1").fire("german", "prep")
    assert "fire pak40.1" not in table.offered()


@pytest.mark.rule("squad:C10.12")
def test_a_vehicle_stops_and_leaves_the_gun_with_its_muzzle_to_the_rear() -> None:
    table = towing().move().play("move Opel.1", "drive D3", "unhook pak40.1 D3")
    assert table.spent() == 1 + 4 + 1 + 14
    assert not table.g.towed
    assert not table.g.aboard
    assert table.g.facing[table.unit("pak40.1")] == (table.g.facing[table.unit("Opel.1")] + 3) % 6
    assert table.is_("moved", "ss228.1")
    table.play("drive E3")
    assert table.where("pak40.1") == table.where("ss228.1") == "D3"


@pytest.mark.rule("squad:C10.12")
def test_the_crew_of_a_vehicle_that_stands_unhooks_its_gun_itself() -> None:
    table = towing().move()
    assert "unload ss228.1 C3" not in table.offered()
    table.play("unhook pak40.1 C3")
    assert not table.g.towed
    assert table.is_("moved", "ss228.1")


@pytest.mark.rule("squad:C10.2")
def test_with_a_gun_behind_it_no_vehicle_backs_or_bypasses() -> None:
    table = towing("D3 woods").move().play("move Opel.1")
    assert not table.offered("reverse")
    assert not table.offered("bypass")
    table.play("unhook pak40.1 C3")
    assert table.offered("bypass")


@pytest.mark.rule("squad:C10.2", "squad:D8.21")
def test_a_gun_behind_makes_bogging_likelier() -> None:
    table = towing()
    heavy = bog_modifiers(table.g, table.unit("Opel.1"), BogCheck("B3", 0))
    table.g.towed.clear()
    light = bog_modifiers(table.g, table.unit("Opel.1"), BogCheck("B3", 0))
    assert sum(m.value for m in heavy) == sum(m.value for m in light) + 1


def test_a_gun_is_left_behind_by_a_wreck_or_a_broken_crew() -> None:
    from salient.games.squad.combat.morale import break_unit
    from salient.games.squad.combat.vehicle_damage import wreck

    table = towing().dice(1, 1)
    wreck(table.g, table.unit("Opel.1"), [])
    table.look_after()
    assert not table.g.towed
    assert table.where("pak40.1") == "C3"
    table = towing()
    break_unit(table.g, table.unit("ss228.1"), [])
    table.look_after()
    assert table.g.towed
    assert table.g.owner[table.unit("pak40.1")] == -1
    assert "unhook pak40.1 C3" in table.move().play("move Opel.1").offered()


def on_the_street() -> Table:
    table = street(german="ss228 2 Opel pak40 ss658", american="us666", scenario="# towing")
    on_street(table, "Opel.1", "O17", "nw", "nw")
    return table.aboard("Opel.1", "ss228.1", towing="pak40.1")


@pytest.mark.rule("squad:P5.124a")
def test_a_gun_is_towed_along_a_narrow_street_but_not_unhooked_there() -> None:
    table = on_the_street().move()
    assert not table.offered("unhook")
    assert not table.offered("unload")
    table.play("move Opel.1")
    assert not table.offered("unhook")
    assert table.offered("bypass")
    table = street(german="ss228 2 Opel pak40 ss658", american="us666")
    table.put("N16", "Opel.1", facing="e").aboard("Opel.1", "ss228.1", towing="pak40.1")
    table.move().play("move Opel.1", "bypass O17 sw")
    assert table.where("pak40.1") == "O17"
    assert not table.offered("unhook")


@pytest.mark.rule("squad:P5.124a")
def test_a_gun_is_not_hooked_up_on_a_narrow_street_either() -> None:
    table = street(german="ss228 2 Opel pak40 ss658", american="us666")
    on_street(table, "Opel.1", "O17", "nw", "nw").put("N16", "ss228.1+pak40.1")
    assert not table.move().play("move ss228.1").offered("hook")


@pytest.mark.rule("squad:P5.125")
def test_a_mortar_of_81_mm_is_hooked_and_unhooked_on_either_side_of_a_street() -> None:
    table = on_the_street()
    retool(table, "pak40.1", kind="MTR", calibre=81)
    assert {"unhook pak40.1 O17", "unhook pak40.1 N16"} <= table.move().offered("unhook")


@pytest.mark.rule("squad:P5.124a", "squad:P5.125")
@pytest.mark.parametrize(
    ("kind", "calibre", "free"),
    [("MTR", 81, True), ("MTR", 120, False), ("MTR", 60, False), ("AT", 81, False)],
)
def test_only_mortars_of_a_middle_calibre_are_handled_on_a_street(
    kind: str, calibre: int, free: bool
) -> None:
    table = on_the_street()
    retool(table, "pak40.1", kind=kind, calibre=calibre)
    assert bool(table.move().offered("unhook")) is free


# -- pushing --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C10.3")
def test_a_crew_pushes_its_gun_into_the_next_hex() -> None:
    table = battery().move().play("move ss228.1")
    assert not table.offered("go")
    assert not table.offered("board")
    table.dice(4, 4).play("push D3")
    assert table.where("pak40.1") == table.where("ss228.1") == "D3"
    assert table.spent() == 2


@pytest.mark.rule("squad:C10.3")
def test_who_does_not_manage_is_busy() -> None:
    table = battery().move().dice(5, 4).play("move ss228.1", "push D3")
    assert table.where("pak40.1") == "C3"
    assert table.is_("ti", "ss228.1")
    assert table.happened(Tried)[0].result == "failed"


@pytest.mark.rule("squad:C10.3")
def test_a_squad_lends_a_hand_and_a_slope_of_rough_ground_is_harder() -> None:
    table = battery().put("C3", "ss658.1").move()
    table.dice(5, 4).play("move ss228.1", "join ss658.1", "push D3")
    assert table.where("pak40.1") == table.where("ss658.1") == "D3"
    table = battery("D3 woods").move().dice(4, 4).play("move ss228.1", "push D3")
    assert table.where("pak40.1") == "C3"


@pytest.mark.rule("squad:C10.3", "squad:A4.62")
def test_pushing_a_gun_is_hazardous() -> None:
    table = battery().put("D6", "us666.1").move().dice(1, 1, ...).play("move ss228.1", "push D3")
    table.dice(6, 6, 6, 6, ...).play("fire us666.1")
    assert ("A4.62", -2) in [(m.rule, m.value) for m in table.happened(Fired)[0].modifiers]


@pytest.mark.rule("squad:P3.21c")
def test_who_pushes_a_gun_does_not_use_a_breach_in_a_fence() -> None:
    table = battery("C3 sides=SE:fence").put("C3", "ss658.1").mark("ti", "ss658.1")
    table.g.breaches[Hexside(6 * table.place("C3") + 2)] = table.unit("ss658.1")
    table.move().dice(1, 1).play("move ss228.1", "push D3")
    assert table.happened(Moved)[0].cost == 2 * (2 + 2)


@pytest.mark.rule("squad:B34.4b")
def test_no_gun_is_pushed_under_a_tower_or_upstairs() -> None:
    table = battery("D3 tower=2", scenario='special = ["towers"]').move().play("move ss228.1")
    assert table.offered("push")
    assert "push D3" not in table.offered()


@pytest.mark.rule("squad:C10.11")
def test_a_gun_is_hooked_before_anything_else_by_its_crew_alone_to_a_vehicle_that_stands() -> None:
    table = battery().put("C3", "ss658.1").move().play("move ss228.1")
    assert table.offered("hook") == {"hook Opel.1"}
    assert not table.play("join ss658.1").offered("hook")
    pushed = battery().put("D3", "Opel.1").put("C3", "ss228.1+pak40.1", facing="e").move()
    pushed.dice(1, 1, ...).play("move ss228.1", "push D3")
    assert not pushed.offered("hook")
    moving = battery().mark("motion", "Opel.1").move().play("move ss228.1")
    assert not moving.offered("hook")


@pytest.mark.rule("squad:C10.1")
def test_a_vehicle_tows_one_gun() -> None:
    table = towing().put("C3", "ss228.2+sig33.1", facing="e")
    table.put("C3", "ss228.2").move()
    if "move ss228.2" in table.offered():
        assert not table.play("move ss228.2").offered("hook")
    unit, gun = table.unit("Opel.1"), table.unit("pak40.1")
    assert not can_tow(table.g, unit, gun)
    table.g.towed.clear()
    assert can_tow(table.g, unit, gun)


@pytest.mark.rule("squad:C10.3")
@pytest.mark.parametrize(("at", "pushed"), [("full", False), ("held", False), ("", True)])
def test_a_gun_is_pushed_where_there_is_room_and_no_enemy(at: str, pushed: bool) -> None:
    table = Table(german="ss228 pak40 ss658 3", american="us666").put(
        "C3", "ss228.1+pak40.1", facing="e"
    )
    if at == "full":
        table.put("D3", "ss658.1", "ss658.2", "ss658.3")
    elif at == "held":
        table.put("D3", "us666.1")
    assert ("push D3" in table.move().play("move ss228.1").offered()) is pushed


@pytest.mark.rule("squad:C10.3")
def test_pushing_costs_twice_and_only_the_first_push_may_take_all() -> None:
    """Woods cost two MF, pushing a gun into them four: all that a crew has."""
    table = battery("D3 woods", "E4 woods").move().dice(1, 1).play("move ss228.1", "push D3")
    assert table.happened(Moved)[-1].cost == 8
    table = battery("E3 woods").move().dice(1, 1).play("move ss228.1", "push D3")
    assert table.spent() == 2
    assert "push E3" not in table.offered()
    assert "push D4" in table.offered()


@pytest.mark.rule("squad:C10.11")
def test_a_leader_hooks_no_gun_and_nobody_does_after_he_has_begun() -> None:
    table = Table(german="ss228 pak40 Opel ss91", american="us666").put("C3", "ss228.1+pak40.1")
    table.put("C3", "Opel.1", "ss91.1", facing="e")
    crew, leader = table.unit("ss228.1"), table.unit("ss91.1")
    assert list(hook_orders(table.g, March((crew,))))
    assert not list(hook_orders(table.g, March((crew,), spent=2)))
    assert not list(hook_orders(table.g, March((crew, leader))))
    table.g.owner[table.unit("pak40.1")] = leader
    assert not list(hook_orders(table.g, March((leader,))))


@pytest.mark.rule("squad:C10.12")
def test_an_unhooked_gun_points_to_the_rear_and_has_moved_with_its_crew() -> None:
    table = Table(german="Opel ss228 2 pak40", american="us666").put("C3", "Opel.1", facing="e")
    table.aboard("Opel.1", "ss228.1", towing="pak40.1")
    release(table.g, table.unit("pak40.1"), table.place("C3"), table.events)
    assert table.g.facing[table.unit("pak40.1")] == CORNER_WORDS.index("w")
    assert table.g.turret[table.unit("pak40.1")] == CORNER_WORDS.index("w")
    assert table.is_("moved", "pak40.1")
    assert table.is_("moved", "ss228.1")
    assert not table.is_("moved", "ss228.2")
    assert not table.g.towed
    assert not table.g.aboard


@pytest.mark.rule("squad:C10.12")
def test_a_gun_without_a_crew_stays_where_it_is_unhooked() -> None:
    table = Table(german="Opel pak40", american="us666").put("C3", "Opel.1", "pak40.1", facing="e")
    table.g.towed[table.unit("pak40.1")] = table.unit("Opel.1")
    release(table.g, table.unit("pak40.1"), table.place("D3"), table.events)
    assert table.where("pak40.1") == "D3"
    assert not table.is_("moved", "pak40.1")


@pytest.mark.rule("squad:C10.12", "squad:P5.124a")
def test_a_vehicle_leaves_its_gun_if_just_half_of_its_points_are_left() -> None:
    table = towing()
    lorry = table.unit("Opel.1")
    need = stopping_cost(table.g, lorry, 2)
    have = mp_unspent(table.g, March((lorry,)))
    for spent, able in ((have - need - 1, True), (have - need, True), (have - need + 1, False)):
        assert bool(list(unhook_orders(table.g, March((lorry,), spent=spent)))) is able


@pytest.mark.rule("squad:C10.2", "squad:P5.124a")
@pytest.mark.parametrize(("passed", "bar"), [((0,), ""), ((0, 1), "C10.2"), ((1,), "C10.2")])
def test_a_gun_is_towed_no_further_than_the_narrow_street_goes(
    passed: tuple[int, ...], bar: str
) -> None:
    """Only the north side of O18 is a street."""
    table = street(german="ss228 2 Opel pak40 ss658", american="us666", scenario="# towing")
    table.put("N17", "Opel.1", facing="e").aboard("Opel.1", "ss228.1", towing="pak40.1")
    entry = Entry(table.unit("Opel.1"), "truck", table.place("N17"), table.place("O18"), 2,
                  "bypass", passed[-1], passed=passed)  # fmt: skip
    assert towing_bar(table.g, entry) == bar
    table.g.towed.clear()
    assert towing_bar(table.g, entry) == ""
