"""Snap shots at infantry on the hexside it crosses (A8.15), and of fire lanes (A9.221, P2.42)."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.lanes import lay_lane
from salient.games.squad.core.events.fire import Fired, ResidualLeft
from salient.games.squad.core.events.movement import CrossedAt
from salient.games.squad.infantry.fire import plan
from salient.games.squad.show.odds import planned_attack
from tests.games.squad.grounds import table_on
from tests.games.squad.street_table import block, on_street, street
from tests.games.squad.table import Table

MOVER, FIRER = "us666.1", "ss658.1"


def field(*lines: str, firer: str = "F4") -> Table:
    """A squad in C3 that a squad in F4 may fire at."""
    table = Table(*lines, german="ss658 3 ss91 ssHMG PzIVH", american="us666", mover="american")
    return table.put(firer, FIRER).put("C3", MOVER)


def crossing(table: Table, to: str = "C4") -> Table:
    return table.move().play(f"move {MOVER}", f"go {to}")


def last(table: Table, means: str = "snap") -> Fired:
    fired: list[Fired] = [event for event in table.happened(Fired) if event.means == means]
    return fired[-1]


def rules(fired: Fired) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in fired.modifiers}


# -- who may, and when ----------------------------------------------------------------------------


@pytest.mark.rule("squad:A8.15")
def test_infantry_that_crosses_a_hexside_may_be_shot_at_there_at_half_firepower() -> None:
    table = crossing(field())
    assert table.offered() == {f"fire {FIRER}", f"snap {FIRER}", "pass", "hold"}
    table.dice(5, 6).play(f"snap {FIRER}")
    fired = last(table)
    assert (fired.column, rules(fired)) == (2, {"A4.6": -1, "A4.61": -1})
    assert fired.target == table.place("C4")


@pytest.mark.rule("squad:A8.15")
def test_a_snap_shot_leaves_no_residual_fire_and_lays_no_lane() -> None:
    table = field().put("F4", "ss658.2+ssHMG.1")
    crossing(table).play("snap ssHMG.1")
    assert "lane" not in table.offered()
    table.dice(4, 5).play("shoot")
    assert not table.happened(ResidualLeft)
    assert not table.g.residual


@pytest.mark.rule("squad:A8.15")
def test_it_comes_before_fire_at_the_location_entered_and_not_after_it() -> None:
    table = field().put("G4", "ss658.2")
    crossing(table).dice(5, 6).play(f"snap {FIRER}", "shoot")
    assert f"snap {FIRER}" not in table.offered(), "one MF, one shot"
    assert {"snap ss658.2", "fire ss658.2"} <= table.offered()
    late = crossing(field().put("G4", "ss658.2")).dice(5, 6).play(f"fire {FIRER}", "shoot")
    assert late.offered("snap") == set()
    assert "fire ss658.2" in late.offered()


@pytest.mark.rule("squad:B9.3", "squad:A8.15")
@pytest.mark.parametrize(("firer", "walls"), [("C7", 2), ("F4", None)])
def test_a_wall_on_the_hexside_protects_if_fire_would_cross_it(
    firer: str, walls: int | None
) -> None:
    table = crossing(field("C4 sides=N:wall", firer=firer))
    table.dice(5, 6).play(f"snap {FIRER}")
    assert rules(last(table)).get("B9.3") == walls


@pytest.mark.rule("squad:A8.15")
def test_both_ends_of_the_hexside_must_be_seen() -> None:
    """From C6 the east end of C3-C4 is hidden by the house in D4, the west end is not."""
    assert f"snap {FIRER}" in crossing(field(firer="C6")).offered()
    table = crossing(field("D4 stone_building joins=N,NW,SW", firer="D6"))
    assert f"fire {FIRER}" in table.offered()
    assert f"snap {FIRER}" not in table.offered()


@pytest.mark.rule("squad:A8.15")
def test_nobody_is_seen_on_a_hexside_inside_a_house() -> None:
    for joins, seen in ((("S", "N"), False), (("N", "S"), True)):
        house = [f"C{3 + row} stone_building joins={side}" for row, side in enumerate(joins)]
        table = crossing(field(*house, "F4 level=4"))
        assert f"fire {FIRER}" in table.offered()
        assert (f"snap {FIRER}" in table.offered()) is seen


@pytest.mark.rule("squad:A8.15")
def test_there_is_none_at_bypass_stairs_vehicles_or_those_who_stay() -> None:
    bypass = field("C4 woods").move().play(f"move {MOVER}", "bypass C4 ne")
    assert f"fire {FIRER}" in bypass.offered()
    assert bypass.offered("snap") == set()
    smoke = crossing(field()).play("pass", "smoke C5")
    assert f"fire {FIRER}" in smoke.offered()
    assert smoke.offered("snap") == set()
    truck = Table(german="ss658 Opel", american="us666").put("C2", "Opel.1", facing="se")
    truck.put("F4", MOVER).move("german").play("move Opel.1", "drive C4")
    assert f"fire {MOVER}" in truck.offered()
    assert truck.offered("snap") == set()


@pytest.mark.rule("squad:A8.15")
def test_guns_have_no_snap_shot_but_the_machine_guns_of_a_tank_do() -> None:
    table = crossing(field().put("H4", "PzIVH.1", facing="w"))
    table.dice(5, 6).play("snap PzIVH.1")
    fired = last(table)
    assert fired.column == 4, "8 factors, halved"
    assert not table.offered("shell")


@pytest.mark.rule("squad:A8.15")
def test_a_group_joins_and_a_leader_directs() -> None:
    table = field().put("F4", "ss658.2", "ss91.1")
    crossing(table).play(f"snap {FIRER}")
    assert {"join ss658.2", "join ss91.1"} <= table.offered()
    table.dice(5, 6, ...).play("join ss658.2", "join ss91.1")
    fired = last(table)
    assert fired.column == 6
    assert rules(fired)["A7.53"] == -1


@pytest.mark.rule("squad:A8.15")
def test_who_does_not_see_the_hexside_cannot_join() -> None:
    table = field("D4 stone_building joins=N,NE,SE,S,SW,NW").put("F5", "ss658.2")
    assert crossing(table).offered("snap") == {f"snap {FIRER}"}
    table.dice(5, 6).play(f"snap {FIRER}")
    assert last(table).firers == (table.unit(FIRER),), "nobody was there to be asked"


# -- cover on the hexside -------------------------------------------------------------------------


@pytest.mark.rule("squad:A8.15")
@pytest.mark.parametrize(
    ("lines", "firer", "modifiers"),
    [
        (("C4 woods",), "C1", {"A4.6": -1, "A4.61": -1}),
        (("C3 sides=S:wall",), "C6", {"B9.3": 2, "A4.61": -1}),
        (("C3 sides=S:hedge",), "C1", {"B9.3": 1, "A4.61": -1}),
        (("C3 sides=S:wall",), "F4", {"A4.6": -1, "A4.61": -1}),
        (("D4 brush",), "F5", {"A6.7": 1, "A4.61": -1}),
        (("C3 level=1", "C4 level=1"), "C6", {"B10.31": 1, "A4.6": -1, "A4.61": -1}),
        (("C3 level=1", "C4 level=1"), "C1", {"B10.31": 1, "A4.6": -1, "A4.61": -1}),
    ],
)
def test_only_what_stands_on_the_hexside_or_before_it_covers(
    lines: tuple[str, ...], firer: str, modifiers: dict[str, int]
) -> None:
    table = crossing(field(*lines, firer=firer)).dice(5, 6).play(f"snap {FIRER}")
    assert rules(last(table)) == modifiers


def test_assault_movement_is_met_without_ffnam() -> None:
    table = field().move().play(f"move {MOVER}", "assault C4").dice(5, 6).play(f"snap {FIRER}")
    assert rules(last(table)) == {"A4.6": -1}


def test_the_forecast_of_a_snap_shot_is_that_of_the_attack() -> None:
    table = field().put("F4", "ss658.2")
    crossing(table).play(f"snap {FIRER}")
    forecast = planned_attack(table.g, table.place("C4"))
    assert forecast is not None
    order = table.g.steps[-1]
    assert forecast.figures["column"] == 2
    assert plan(table.g, order).attack.means == "snap"
    table.dice(1, 2).play("shoot")
    assert last(table).modifiers == forecast.modifiers
    assert last(table).column == forecast.figures["column"]


def test_a_bot_takes_a_snap_shot_that_is_worth_more() -> None:
    table = crossing(field("C4 stone_building"))
    decision = table.decision
    assert decision is not None
    verbs = [action.verb for action in decision.actions]
    worth = dict(zip(verbs, table.game.judge(table.g, decision), strict=True))
    assert worth["snap"] > worth["fire"]


# -- roadblocks across narrow streets -------------------------------------------------------------


def figure(*lines: str) -> Table:
    """The figure of P5.141 with two Americans who watch H in O18: F in P17, another in N17."""
    table = block(street(*lines)).put("P17", "us666.1").put("N17", "us666.2").put("O18", "ss658.2")
    return table.move("german").play("move ss658.2")


def declared(table: Table, corner: str) -> Table:
    assert table.offered() == {"vertex nw", "vertex ne"}
    table.play(f"vertex {corner}")
    assert table.happened(CrossedAt, told=1), "the enemy must know it"
    return table


@pytest.mark.rule("squad:P5.141e", "squad:ex-P5.141d")
@pytest.mark.parametrize(
    ("firer", "corner", "protected"),
    [("us666.1", "nw", True), ("us666.1", "ne", False), ("us666.2", "nw", False),
     ("us666.2", "ne", True)],
)  # fmt: skip
@pytest.mark.parametrize("how", ["go", "assault"])
def test_who_crosses_a_blocked_hexside_declares_on_which_side(
    firer: str, corner: str, protected: bool, how: str
) -> None:
    table = figure("O17 open_ground building=").play(f"{how} O17")
    declared(table, corner).dice(5, 6).play(f"snap {firer}")
    assert rules(last(table)).get("P5.141e", 0) == (2 if protected else 0)
    assert ("A4.6" in rules(last(table))) is not protected


@pytest.mark.rule("squad:ex-P5.141d")
def test_it_protects_from_a_unit_bypassing_at_the_other_corner_too() -> None:
    table = block(street()).put("O18", "ss658.2")
    on_street(table, "us666.1", "P17", "sw", "w")
    table.move("german").play("move ss658.2", "go O17")
    declared(table, "nw").dice(5, 6).play("snap us666.1")
    assert rules(last(table))["P5.141e"] == 2


@pytest.mark.rule("squad:P5.141e")
def test_where_nothing_blocks_nothing_is_declared_nor_in_bypass() -> None:
    table = figure().play("bypass O17 sw")
    assert "vertex" not in table.asked
    table = street().put("P17", "us666.1").put("O18", "ss658.2")
    table.move("german").play("move ss658.2", "go O17")
    assert table.offered("vertex") == set()
    assert "snap us666.1" in table.offered()


@pytest.mark.rule("squad:ex-P5.141e")
@pytest.mark.parametrize(("blocked", "value"), [(True, 2), (False, 0)])
def test_who_comes_in_bypass_to_the_corner_behind_it_has_its_cover(
    blocked: bool, value: int
) -> None:
    """H goes along O17-N17 to the corner with O18; F in P17 fires across the roadblock."""
    table = block(street()) if blocked else street()
    on_street(table.put("P17", "us666.1"), "ss658.2", "O17", "nw", "w")
    table.move("german").play("move ss658.2", "bypass O17 sw").dice(5, 6, ...).attack("us666.1")
    assert rules(table.happened(Fired)[-1]).get("P5.141e", 0) == value


# -- fire lanes -----------------------------------------------------------------------------------


def hill() -> Table:
    """The figure of P2.3."""
    return table_on("practice_slopes", german="ss658 ssHMG", american="us666")


def laned(table: Table, weapon_at: str, target: str) -> Table:
    table.put(weapon_at, "ss658.1+ssHMG.1")
    lay_lane(table.g, table.unit("ssHMG.1"), table.place(target), table.events)
    return table.mark("final_fired", "ss658.1", "ssHMG.1")


def lane_fire(table: Table, start: str, to: str) -> list[Fired]:
    table.put(start, MOVER).dice(5, 6, 5, 6, ...).move("american").play(f"move {MOVER}", f"go {to}")
    return [event for event in table.happened(Fired) if event.means == "lane"]


@pytest.mark.rule("squad:ex-P2.42c", "squad:P2.42b", "squad:A9.221")
def test_who_crosses_a_hexside_along_which_a_lane_runs_is_met_there_first() -> None:
    table = laned(hill(), "I14", "M14")
    on_hexside, in_hex = lane_fire(table, "L13", "L14")
    assert (on_hexside.column, in_hex.column) == (1, 2)
    assert not {"P2.42a", "P2.42b", "P2.41a"} & set(rules(on_hexside))


@pytest.mark.rule("squad:ex-P2.42c", "squad:A9.221")
def test_who_crosses_another_hexside_is_met_in_the_hex_only() -> None:
    assert len(lane_fire(laned(hill(), "I14", "M14"), "L12", "L13")) == 1


@pytest.mark.rule("squad:P2.42b")
@pytest.mark.parametrize(("slopes", "gains"), [("SE,NE", True), ("NE", False), ("SE", False)])
def test_a_lane_from_up_slope_on_a_hexside_needs_both_hexes_below(slopes: str, gains: bool) -> None:
    """The lane from C5 to G5 runs along D4-D5 next to the gun, and along F4-F5 farther on."""
    table = Table(f"C5 slopes={slopes}", german="ss658 ssHMG", american="us666")
    on_hexside, _ = lane_fire(laned(table, "C5", "G5"), "F4", "F5")
    assert rules(on_hexside).get("P2.42b", 0) == (1 if gains else 0)


@pytest.mark.rule("squad:A9.221")
def test_a_lane_does_not_reach_a_hexside_at_another_level() -> None:
    table = Table("F4 level=1", "F5 level=1", german="ss658 ssHMG", american="us666")
    assert lane_fire(laned(table, "C5", "G5"), "F4", "F5") == []
