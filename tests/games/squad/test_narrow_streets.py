"""Narrow streets: moving along them, and what lies in wait there. Rules P5.11, P5.126-P5.15."""

from __future__ import annotations

from typing import Any

import pytest

from salient.boards.sight_map import LEVEL
from salient.engine.errors import DataError
from salient.engine.events import Modifier
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.mines import fields_at
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.core.bypass import passages
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, MinesAttacked
from salient.games.squad.core.events.men import CloseCombat
from salient.games.squad.core.events.movement import Bypassed
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.paths import open_passages
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.setting import corner_of, side_of
from salient.games.squad.core.stacking import may_bypass
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.ground.narrow_streets import (
    corner_point,
    foot_bar,
    is_street,
    one_lane_roads,
    street_extras,
    street_under,
)
from salient.games.squad.ground.street_blocks import blocks
from salient.games.squad.ground.street_dangers import (
    bury_streets,
    may_clear_mines,
    must_be_shown,
    street_smoke,
)
from salient.games.squad.ground.street_vehicles import meets_oncoming
from salient.games.squad.infantry.defensive_fire import residual_at
from salient.games.squad.phases.close_combat import vehicle_modifiers
from salient.games.squad.phases.setup import build
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import look_at
from tests.games.squad.street_table import block, on_street, passage, street
from tests.games.squad.table import GAME, Table


def can_pass(table: Table, place: str, side: str) -> bool:
    return may_bypass(table.g, table.place(place), side_of(side))


# -- where streets run ----------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.1")
def test_a_narrow_street_is_a_road_along_hexsides_paved_or_not() -> None:
    table = street()
    hexes = table.g.setting.board.hexes
    assert is_street(table.g, table.place("N17"), side_of("ne"))
    assert is_street(table.g, table.place("O17"), side_of("sw")), "the same from the other hex"
    assert not is_street(table.g, table.place("O17"), side_of("se"))
    assert hexes[table.place("O18")].streets[side_of("nw")] == "paved"
    assert hexes[table.place("O18")].streets[side_of("sw")] == "unpaved"


BOARD_51 = (
    "L3 streets=NW:paved,SW:paved,S:paved", "K4 streets=SE:paved", "M4 streets=SW:paved,S:paved",
    "M5 streets=NE:paved", "F1 streets=S:paved,SE:paved", "F2 streets=NE:paved",
    "G1 streets=S:paved,SE:paved", "H8 streets=S:paved", "H0", "H9", "N4", "N5",
)  # fmt: skip


@pytest.mark.rule("squad:fn-B8")
def test_the_one_lane_roads_of_board_51() -> None:
    table = Table(*BOARD_51, german="ss658", size=(14, 9))
    board = table.g.setting.board

    def vertex(*names: str) -> tuple[int, int]:
        points = [{corner_point(board, table.place(n), c) for c in range(6)} for n in names]
        (point,) = set.intersection(*points)
        return point

    roads = {(frozenset((road[0], road[-1])), len(road) - 1) for road in one_lane_roads(board)}
    joint, fork = vertex("K4", "L3", "L4"), vertex("F1", "F2", "G2")
    for first, last, sides in (
        (vertex("K3", "L3", "L2"), joint, 2),
        (joint, vertex("M5", "N4", "N5"), 4),
        (fork, vertex("G1", "H0", "H1"), 3),
        (fork, vertex("F1", "F2", "E2"), 1),
        (fork, vertex("F2", "G2", "G3"), 1),
        (vertex("H8", "H9", "G9"), vertex("H8", "H9", "I9"), 1),
    ):
        assert (frozenset((first, last)), sides) in roads
    assert len(roads) == 7, "these and K4-L4"


# -- going along ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.11b")
def test_at_a_crest_line_the_street_runs_in_the_lower_hex() -> None:
    flat, steep = street(), street("N17 level=4")
    assert can_pass(flat, "N17", "ne")
    assert can_pass(flat, "O17", "sw")
    assert not can_pass(steep, "N17", "ne")
    assert can_pass(steep, "O17", "sw")
    on_street(steep, "ss658.1", "O17", "sw", "sw")
    assert eye_of(steep.g, steep.unit("ss658.1")).level == 3 * LEVEL


@pytest.mark.rule("squad:P5.11c")
def test_vehicles_pay_half_of_bypass_and_one_for_every_turn() -> None:
    table = street().put("N16", "PzIVH.1", facing="e").move()
    table.play("move PzIVH.1", "bypass O17 sw")
    assert table.spent() == 1 + 1, "starting, then half of 2"
    table.play("bypass O18 nw")
    assert table.spent() == 2 + 1 + 1, "turning at the corner"
    usual = Table("C3 woods", german="PzIVH", size=(5, 5)).put("C4", "PzIVH.1")
    entry = passage(usual, "PzIVH.1", "C3", "sw", "tracked")
    assert entry_cost(usual.g, entry, 26).total == 4


@pytest.mark.rule("squad:P5.11c")
def test_houses_on_both_sides_leave_room_on_a_street_only() -> None:
    assert can_pass(street(), "O19", "nw")
    houses = Table("C3 stone_building", "C4 stone_building", german="ss658", size=(5, 5))
    assert not can_pass(houses, "C3", "s")


@pytest.mark.rule("squad:P5.11d")
def test_infantry_pays_for_bypass_and_earns_the_bonus_of_roads() -> None:
    table = street().put("N16", "ss658.1").move().play("move ss658.1")
    for order in ("O17 sw", "O18 nw", "O18 sw", "O19 nw", "O19 sw"):
        table.play(f"bypass {order}")
    assert [event.cost for event in table.happened(Bypassed)] == [2] * 5, "five MF, not four"
    assert not table.asked.endswith("march")


@pytest.mark.rule("squad:P5.11d")
def test_one_step_off_the_street_and_the_bonus_is_gone() -> None:
    table = street().put("M17", "ss658.1").move().play("move ss658.1", "go N16")
    table.play("bypass O17 sw", "bypass O18 nw", "bypass O18 sw")
    assert len(table.happened(Bypassed)) == 3
    assert not table.offered("bypass"), "four MF and no more"


@pytest.mark.rule("squad:P5.11e")
def test_no_house_is_entered_at_the_rate_of_a_road_across_a_street() -> None:
    joined = ("O17 road=S", "O18 road=N")
    table = street(*joined)
    plain = Table("C3 stone_building road=S", "C4 road=N", german="ss658", size=(5, 5))
    for where, origin, to, halves in ((table, "O18", "O17", 4), (plain, "C4", "C3", 2)):
        entry = Entry(where.unit("ss658.1"), "infantry", where.place(origin), where.place(to), 0)
        assert entry_cost(where.g, entry, 8).total == halves


@pytest.mark.rule("squad:P5.11e")
def test_nor_from_along_a_street() -> None:
    table = street("O18 road=S", "O19 road=N")
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("O18"), table.place("O19"), 3)
    assert entry_cost(table.put("O18", "ss658.1").g, entry, 8).total == 2
    on_street(table, "ss658.1", "O18", "sw", "sw")
    assert entry_cost(table.g, entry, 8).total == 4


@pytest.mark.rule("squad:P5.11e")
@pytest.mark.parametrize(("terrain", "street_too", "spared"), [
    ("woods", False, True), ("woods", True, False), ("pine_woods", True, False),
    ("open_ground", True, True),
])  # fmt: skip
def test_across_a_street_no_vehicle_follows_the_road_into_woods(
    terrain: str, street_too: bool, spared: bool
) -> None:
    streets = "streets=N:paved" if street_too else ""
    table = Table(f"C3 {terrain} road=S", f"C4 road=N {streets}", german="PzIVH ss658")
    start, goal = table.place("C4"), table.place("C3")
    tank = entry_cost(table.g, Entry(table.unit("PzIVH.1"), "tracked", start, goal, 0), 26)
    assert (tank.total == 1 and not tank.bogs) is spared
    squad = entry_cost(table.g, Entry(table.unit("ss658.1"), "infantry", start, goal, 0), 8)
    price = {"woods": 4, "pine_woods": 3, "open_ground": 2}[terrain]
    assert squad.total == (2 if spared else price)


@pytest.mark.rule("squad:ex-P5.11")
def test_squad_g_pays_two_for_the_houses_of_the_figure() -> None:
    table = street().put("N17", "ss658.1", "ss658.2").move()
    table.play("move ss658.1", "bypass O18 sw")
    before = table.spent()
    table.play("go O19")
    assert table.spent() - before == 2
    table.play("stop", "move ss658.2", "go O17")
    assert table.spent() == 2


@pytest.mark.rule("squad:P5.11f")
def test_nobody_dashes_along_or_across_nor_routs_along() -> None:
    table = street().put("N17", "ss658.1")
    across = Entry(table.unit("ss658.1"), "infantry", table.place("N17"), table.place("O17"), 1)
    along = passage(table, "ss658.1", "O17", "s")
    for entry in (across, along):
        assert entry_cost(table.g, entry._replace(manner="dash"), 8).bar == "P5.11f"
    assert entry_cost(table.g, along._replace(manner="rout"), 8).bar == "P5.11f"
    partly = along._replace(manner="rout", along=3, passed=(2, 3))
    assert foot_bar(table.g, partly) == "P5.11f", "not even a part of the way"
    assert foot_bar(table.g, along._replace(manner="rout", along=1, passed=(1, 1))) == ""
    assert entry_cost(table.g, across._replace(manner="rout"), 8).bar == ""
    away = across._replace(to=table.place("M17"), side=5, manner="dash")
    assert entry_cost(table.g, away, 8).bar == ""


@pytest.mark.rule("squad:P5.11g")
@pytest.mark.parametrize(
    ("smoke", "level", "halves"),
    [((), 0, 2), (("N17",), 0, 4), (("O17",), 0, 4), (("N17", "O17"), 0, 4), (("N17",), 1, 2),
     (("O17",), 1, 4)],
)  # fmt: skip
def test_smoke_on_either_side_slows_down(smoke: tuple[str, ...], level: int, halves: int) -> None:
    table = street(f"N17 level={3 + level}").put("N16", "ss658.1")
    for place in smoke:
        table.g.smoke[table.place(place)] = 2
    along = passage(table, "ss658.1", "O17", "sw")
    assert entry_cost(table.g, along, 8).total == halves
    further = along._replace(passed=(*along.passed, 0), along=0)
    extra = 2 if smoke == ("N17",) and not level else 0
    assert sum(part.halves for part in street_extras(table.g, further)) == extra


@pytest.mark.rule("squad:P5.126a")
def test_fire_rubble_or_a_vehicle_closes_a_street() -> None:
    for place in ("N17", "O17"):
        table = street()
        table.g.rubble[table.place(place)] = 2
        assert not can_pass(table, "O17", "sw")
        assert can_pass(table, "O18", "sw")
        for fire in ("flames", "blazes"):
            table = street()
            setattr(table.g, fire, 1 << table.place(place))
            assert not can_pass(table, "O17", "sw")
    for flag in ("motion", "wrecks", "burning"):
        table = on_street(street(), "PzIVH.1", "N17", "ne", "e").mark(flag, "PzIVH.1")
        assert not can_pass(table, "O17", "sw"), "from the other hex, too"
        assert can_pass(table, "O18", "nw"), "a wreck on another hexside"
    assert can_pass(street(), "O17", "sw")


@pytest.mark.rule("squad:P5.11a")
def test_no_vehicle_passes_another_on_a_street() -> None:
    table = on_street(street(), "PzIVH.1", "O18", "nw", "w")
    table.put("N16", "PzIVH.2", facing="e").move().play("move PzIVH.2", "bypass O17 sw")
    along = {"bypass O18 nw", "bypass O18 sw", "bypass N17 se", "bypass N17 s"}
    assert not along & table.offered("bypass")
    free = street().put("N16", "PzIVH.2", facing="e").move().play("move PzIVH.2", "bypass O17 sw")
    assert {"bypass O18 nw", "bypass O18 sw", "bypass N17 se"} <= free.offered("bypass")


@pytest.mark.rule("squad:P5.11a", "squad:B6.43")
def test_vehicles_do_not_meet_on_a_one_lane_road() -> None:
    table = on_street(street(), "PzIVH.2", "O19", "nw", "nw")
    on_street(table, "PzIVH.1", "O17", "sw", "sw").mark("motion", "PzIVH.1").move()
    table.play("move PzIVH.1")
    assert "bypass O18 nw" not in table.offered(), "PzIVH.2 comes up the same road"
    fresh = on_street(street(), "PzIVH.2", "O19", "nw", "w")
    on_street(fresh, "PzIVH.1", "O17", "sw", "sw").mark("motion", "PzIVH.1").move()
    fresh.play("move PzIVH.1")
    assert "bypass O18 nw" in fresh.offered(), "both go down"


@pytest.mark.rule("squad:P5.11a", "squad:B6.43")
def test_the_next_vehicle_of_a_company_is_met_like_any_other() -> None:
    table = on_street(street(german="PzIVH 2", american=""), "PzIVH.2", "O19", "nw", "nw")
    assert table.unit("PzIVH.2") == table.unit("PzIVH.1") + 1
    on_street(table, "PzIVH.1", "O17", "sw", "sw").mark("motion", "PzIVH.1").move()
    assert "bypass O18 nw" not in table.play("move PzIVH.1").offered()


@pytest.mark.rule("squad:P5.11a", "squad:B6.43")
def test_nobody_meets_himself() -> None:
    table = on_street(street(), "PzIVH.1", "O17", "sw", "sw")
    unit, here, ahead = table.unit("PzIVH.1"), table.place("O17"), corner_of("sw")
    for corner in ({4, 5} - {ahead}).pop(), ahead:
        entry = Entry(unit, "tracked", here, here, -1, "bypass", 4, passed=(4,), corner=corner)
        assert not meets_oncoming(table.g, entry)


# -- what reaches those on it ---------------------------------------------------------------------


@pytest.mark.rule("squad:P5.131")
@pytest.mark.parametrize(
    ("level", "own", "across", "column"),
    [(0, 2, 4, 4), (0, 4, 2, 4), (0, -1, 3, 3), (1, 2, 4, 2), (1, -1, 4, -1)],
)
def test_the_stronger_residual_fire_strikes(level: int, own: int, across: int, column: int) -> None:
    table = on_street(street(f"N17 level={3 + level}"), "ss658.1", "O17", "sw", "sw")
    for place, value in (("O17", own), ("N17", across)):
        if value >= 0:
            table.g.residual[table.place(place)] = value
    unit = table.unit("ss658.1")
    assert residual_at(table.g, unit, table.place("O17")) == column
    del table.g.bypass[unit]
    assert residual_at(table.g, unit, table.place("O17")) == own, "not inside the house"


@pytest.mark.rule("squad:P5.131")
@pytest.mark.parametrize(
    ("level", "own", "across", "total"), [(0, 0, 2, 2), (0, 1, 2, 2), (0, 2, 1, 2), (1, 0, 2, 0)]
)
def test_the_thicker_smoke_hides(level: int, own: int, across: int, total: int) -> None:
    table = on_street(street(f"N17 level={3 + level}"), "us666.1", "O17", "sw", "sw")
    table.g.smoke = {table.place(p): v for p, v in (("O17", own), ("N17", across)) if v}
    table.g.march = None
    attack = Attack("fire", 0, (table.place("O18"),), table.place("O17"),
                    firers=(table.unit("ss658.1"),))  # fmt: skip
    table.put("O18", "ss658.1")
    found = cover(table.g, attack, table.unit("us666.1"))
    hidden = sum(m.value for m in found if m.rule in ("A6.7", "P5.131"))
    assert hidden == total


@pytest.mark.rule("squad:P5.131")
@pytest.mark.parametrize(
    ("own", "across", "values"), [(0, 2, [3]), (1, 3, [2]), (2, 1, []), (0, 0, [])]
)
def test_who_fires_beside_smoke_fires_out_of_it(own: int, across: int, values: list[int]) -> None:
    """Out of smoke it is one more; who stands in smoke himself has paid for that."""
    table = on_street(street(), "ss658.1", "O17", "sw", "sw").put("O19", "us666.1")
    table.g.smoke = {table.place(p): v for p, v in (("O17", own), ("N17", across)) if v}
    attack = Attack("fire", 0, (table.place("O17"),), table.place("O19"),
                    firers=(table.unit("ss658.1"),))  # fmt: skip
    look = look_at(table.g, table.unit("ss658.1"), table.place("O19"))
    found = street_smoke(table.g, attack, table.unit("us666.1"), look)
    assert [cover.value for cover in found] == values


@pytest.mark.rule("squad:P5.132a")
def test_from_the_ground_floor_beside_a_street_tanks_are_fought_more_easily() -> None:
    table = on_street(street("N17 wooden_building storeys=2"), "PzIVH.1", "O17", "sw", "sw")
    tank, squad = table.unit("PzIVH.1"), table.unit("us666.1")

    def bonus(place: str) -> bool:
        table.put(place, "us666.1")
        return Modifier("P5.132a", -1) in vehicle_modifiers(table.g, squad, tank)

    assert bonus("O17")
    assert bonus("N17")
    assert not bonus("N17/1")
    assert not bonus("O18")
    del table.g.bypass[tank]
    assert not bonus("O17")


@pytest.mark.rule("squad:P5.132b")
@pytest.mark.parametrize("on_it", [True, False])
def test_a_coaxial_machine_gun_has_no_room_in_close_combat(on_it: bool) -> None:
    """The attack of the squad beside the tank does not suffer from it."""
    table = street().put("O17", "us666.1", "PzIVH.1", "ss658.1")
    if on_it:
        on_street(table, "PzIVH.1", "O17", "sw", "sw")
    table.dice(6, 6, ...).phase("close", "german")
    attacks = [
        {found.rule: found.value for found in event.modifiers}
        for event in table.happened(CloseCombat) if event.side == 0
    ]  # fmt: skip
    assert [rules.get("P5.132b", 0) for rules in attacks] == [0, int(on_it)]


@pytest.mark.rule("squad:P5.132a", "squad:P5.132b")
@pytest.mark.parametrize("on_it", [True, False])
def test_close_combat_with_a_tank_on_a_street(on_it: bool) -> None:
    table = street().put("O17", "us666.1")
    if on_it:
        on_street(table, "PzIVH.1", "O17", "sw", "sw")
    else:
        table.put("O17", "PzIVH.1", facing="sw")
    table.dice(6, 6, 6, 6).phase("close", "american")
    against = {
        event.odds: {m.rule for m in event.modifiers} for event in table.happened(CloseCombat)
    }
    assert ("P5.132a" in against["ccv"]) is on_it
    others = [rules for odds, rules in against.items() if odds != "ccv"]
    assert [("P5.132b" in rules) for rules in others] == [on_it]


@pytest.mark.rule("squad:P5.131")
@pytest.mark.parametrize(("across", "struck"), [("N17", True), ("N18", False)])
def test_residual_fire_across_the_street_strikes_who_goes_along_it(
    across: str, struck: bool
) -> None:
    table = street().put("N16", "ss658.1").move()
    table.g.residual[table.place(across)] = 4
    table.play("move ss658.1").dice(6, 6, ...).play("bypass O17 sw")
    assert [event.means for event in table.happened(Fired)] == (["residual"] if struck else [])


@pytest.mark.rule("squad:P5.11g")
def test_smoke_across_the_street_is_paid_for_in_play() -> None:
    table = street().put("N16", "ss658.1").move()
    table.g.smoke[table.place("N17")] = 2
    table.play("move ss658.1", "bypass O17 sw")
    assert table.spent() == 2


# -- fortifications and mines ---------------------------------------------------------------------


def lay(table: Table, kind: str, at: str, strength: int = 1, **more: Any) -> None:
    build(table.g, Fortification(kind, "american", at, strength=strength, **more), [])  # type: ignore[arg-type]


@pytest.mark.rule("squad:P5.14", "squad:B27.1")
def test_a_paved_street_keeps_no_foxholes_out_but_a_paved_road_does() -> None:
    table = street("P17 road=N,S paved=N,S")
    lay(table, "foxhole", "N17")
    assert table.g.foxholes == {table.place("N17"): 1}
    for place in ("P17", "O17"):
        with pytest.raises(DataError, match=r"B27\.1"):
            lay(table, "foxhole", place)


@pytest.mark.rule("squad:P5.142a", "squad:ex-P5.142")
def test_mines_by_a_paved_street_lie_open() -> None:
    table = street()
    for place, strength in (("N17", 6), ("O18", 8)):
        with pytest.raises(DataError, match=r"P5\.142a"):
            lay(table, "ap_mines", place, strength, hidden=True)
        lay(table, "ap_mines", place, strength)
        assert table.g.mines[table.place(place)][0].shown
    lay(table, "ap_mines", "N18", 12, hidden=True)
    assert not table.g.mines[table.place("N18")][0].known


@pytest.mark.rule("squad:P5.142a")
def test_mines_above_all_their_streets_may_be_hidden() -> None:
    assert must_be_shown(street().g, street().place("N17"))
    above = street("N17 level=4")
    assert not must_be_shown(above.g, above.place("N17"))
    partly = street("N17 level=4", "O18 level=4")
    assert must_be_shown(partly.g, partly.place("N17"))


@pytest.mark.rule("squad:P5.142b")
def test_mines_that_lie_open_by_a_street_are_not_cleared() -> None:
    table = street()
    lay(table, "ap_mines", "N17", 6)
    lay(table, "ap_mines", "N18", 6)
    assert not may_clear_mines(table.g, table.place("N17"))
    assert may_clear_mines(table.g, table.place("N18"))
    table.put("N17", "ss658.1").put("N18", "ss658.2", "ss91.1").put("N19", "ss658.3").move()
    for unit, can in (("ss658.1", False), ("ss658.2", True), ("ss658.3", False)):
        table.play(f"move {unit}")
        assert ("lift" in table.offered()) is can
        table.play("stop")


@pytest.mark.rule("squad:P5.142b", "squad:B28.53")
@pytest.mark.parametrize(("dice", "gone"), [((3, 3), True), ((3, 4), False)])
def test_elsewhere_mines_are_cleared_in_a_whole_turn(dice: tuple[int, int], gone: bool) -> None:
    """The leader's modifier counts: six is just enough."""
    table = street()
    lay(table, "ap_mines", "N18", 6)
    table.put("N18", "ss658.2", "ss91.1").move().play("move ss658.2", "join ss91.1")
    table.dice(*dice).play("lift")
    assert (table.place("N18") not in table.g.mines) is gone
    assert table.is_("ti", "ss658.2")
    assert not table.offered("move")


@pytest.mark.rule("squad:P5.142b", "squad:B28.53")
def test_nobody_is_offered_to_clear_hidden_mines_of_the_enemy() -> None:
    table = street().put("N18", "ss658.2")
    lay(table, "ap_mines", "N18", 6, hidden=True)
    assert "lift" not in table.move().play("move ss658.2").offered()


def attacking(table: Table, unit: str) -> set[tuple[str, int]]:
    index = table.unit(unit)
    found = fields_at(table.g, (index,), table.g.where[index])
    return {(field.kind, field.strength) for _, _, field in found}


@pytest.mark.rule("squad:P5.142c", "squad:ex-P5.142")
@pytest.mark.parametrize(
    ("place", "side", "corner", "strength"),
    [("O17", "sw", "sw", 6), ("N17", "ne", "e", 6), ("O18", "nw", "w", 8), ("N17", "se", "e", 8)],
)
def test_mines_of_the_figure(place: str, side: str, corner: str, strength: int) -> None:
    table = street()
    for at, mines in (("N17", 6), ("O18", 8), ("N18", 12)):
        lay(table, "ap_mines", at, mines)
    on_street(table, "ss658.1", place, side, corner)
    assert attacking(table, "ss658.1") == {("ap", strength)}


@pytest.mark.rule("squad:P5.142c")
def test_mines_of_two_kinds_both_attack() -> None:
    table = on_street(street(), "ss658.1", "O18", "nw", "w")
    lay(table, "ap_mines", "N17", 6)
    lay(table, "at_mines", "O18", 3)
    assert attacking(table, "ss658.1") == {("ap", 6), ("at", 3)}


@pytest.mark.rule("squad:P5.142c")
def test_all_mines_of_one_hex_attack_whoever_laid_them() -> None:
    """Only those of different hexes outdo one another."""
    table = on_street(street(), "ss658.1", "O18", "nw", "w")
    table.g.mines[table.place("O18")] = (Minefield("ap", 6, 0), Minefield("ap", 8, 1))
    assert attacking(table, "ss658.1") == {("ap", 6), ("ap", 8)}


@pytest.mark.rule("squad:P5.142c")
def test_mines_across_the_street_go_off_in_play() -> None:
    table = street().put("N16", "ss658.1").move()
    lay(table, "ap_mines", "N17", 6)
    table.dice(6, 6, ...).play("move ss658.1", "bypass O17 sw")
    assert table.events
    assert not table.dice_left, "the mines of N17 were rolled for in O17"
    quiet = street().put("N16", "ss658.1").move()
    lay(quiet, "ap_mines", "N18", 6)
    quiet.dice(6, 6, ...).play("move ss658.1", "bypass O17 sw")
    assert quiet.dice_left == [6, 6]
    assert not quiet.happened(MinesAttacked)


@pytest.mark.rule("squad:P5.142d")
def test_mines_above_a_crest_line_street_do_not_reach_it() -> None:
    table = on_street(street("N17 level=4"), "ss658.1", "O17", "sw", "sw")
    lay(table, "ap_mines", "N17", 6)
    assert attacking(table, "ss658.1") == set()
    table.g.mines[table.place("O17")] = (Minefield("ap", 4, 1),)
    assert attacking(table, "ss658.1") == {("ap", 4)}


# -- rubble ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.15a", "squad:P5.15b", "squad:P5.15c", "squad:B24.121")
def test_a_falling_house_buries_the_streets_beside_it() -> None:
    table = block(street())
    on_street(table, "ss658.1", "N17", "ne", "e")
    on_street(table, "PzIVH.1", "O18", "n", "ne")
    on_street(table, "ss658.2", "O18", "sw", "sw")
    lay(table, "ap_mines", "N17", 6)
    lay(table, "ap_mines", "N18", 6)
    make_rubble(table.g, table.place("O17"), table.events)
    assert not list(blocks(table.g))
    assert table.is_("lost", "ss658.1")
    assert table.is_("wrecks", "PzIVH.1")
    assert not table.is_("lost", "ss658.2"), "on another hexside"
    assert set(table.g.mines) == {table.place("N18")}


@pytest.mark.rule("squad:P5.15a", "squad:P5.15b", "squad:P5.15c", "squad:B24.12")
def test_rubble_that_falls_into_a_hex_buries_its_streets_as_well() -> None:
    """The house in O19 falls northwards, into O18 with its roadblock."""
    table = block(street("O19 storeys=2"))
    on_street(table, "ss658.1", "O17", "s", "se")
    on_street(table, "ss658.2", "N17", "ne", "e")
    lay(table, "ap_mines", "O17", 6)
    table.dice(6, 1)
    make_rubble(table.g, table.place("O19"), table.events)
    assert not list(blocks(table.g))
    assert table.is_("lost", "ss658.1")
    assert not table.is_("lost", "ss658.2"), "on a hexside of O17 and N17"
    assert not table.g.mines


@pytest.mark.rule("squad:P5.15a")
def test_another_house_leaves_the_roadblock_alone() -> None:
    table = block(street())
    make_rubble(table.g, table.place("O19"), table.events)
    assert list(blocks(table.g))


def test_streets_and_their_orders_have_words() -> None:
    table = block(street().put("N17", "ss658.1")).move().play("move ss658.1")
    assert "unblock O18 n" in table.offered()
    assert passages(table.g, table.unit("ss658.1"))
    assert GAME.id == "squad"


def test_from_a_corner_one_looks_away_from_the_house_freely() -> None:
    table = on_street(street(), "ss658.1", "O17", "sw", "sw")
    assert look_at(table.g, table.unit("ss658.1"), table.place("N18")).clear, "down the street"
    assert not look_at(table.g, table.unit("ss658.1"), table.place("O16")).clear, "behind the house"


@pytest.mark.rule("squad:P5.131")
def test_smoke_elsewhere_is_nothing_to_who_is_off_the_street() -> None:
    table = street().put("P17", "us666.1").put("P18", "ss658.1")
    table.g.smoke = {table.place("N16"): 2}
    attack = Attack("fire", 0, (table.place("P18"),), table.place("P17"),
                    firers=(table.unit("ss658.1"),))  # fmt: skip
    found = cover(table.g, attack, table.unit("us666.1"))
    assert "P5.131" not in {m.rule for m in found}


@pytest.mark.rule("squad:P5.142a")
@pytest.mark.parametrize(("level", "shown"), [(1, False), (0, True)])
def test_the_first_hex_of_the_map_can_be_the_lower_one(level: int, shown: bool) -> None:
    table = Table(f"A2 level={level} streets=N:paved", "A1 streets=S:paved", german="ss658")
    assert must_be_shown(table.g, table.place("A2")) is shown


@pytest.mark.rule("squad:P5.15c", "squad:P5.15a")
def test_rubble_takes_the_mines_across_every_street_and_no_others() -> None:
    """Streets run along four sides of O17; P16 and P17 lie beyond the other two."""
    table = street()
    for name in ("N16", "N17", "O16", "O18", "P16", "P17"):
        table.g.mines[table.place(name)] = (Minefield("ap", 6, 0),)
    make_rubble(table.g, table.place("O17"), table.events)
    assert set(table.g.mines) == {table.place("P16"), table.place("P17")}


@pytest.mark.rule("squad:P5.11b")
def test_a_street_is_under_those_who_go_along_it_and_under_nobody_else() -> None:
    table = street()
    on_street(table, "ss658.1", "O17", "sw", "sw")
    squad = table.unit("ss658.1")
    assert street_under(table.g, squad) == (table.place("O17"), side_of("SW"))
    del table.g.bypass[squad]
    assert street_under(table.g, squad) is None, "in the hex itself"
    on_street(table, "ss658.1", "O17", "ne", "ne")
    assert street_under(table.g, squad) is None, "along another side"


@pytest.mark.rule("squad:P5.15c")
def test_of_mines_under_rubble_only_those_that_were_known_are_told() -> None:
    table = street()
    table.g.mines[table.place("N17")] = (Minefield("ap", 6, 0, known=True),)
    table.g.mines[table.place("N16")] = (Minefield("at", 3, 0, known=False),)
    bury_streets(table.g, table.place("O17"), table.events)
    assert [(event.place, event.what) for event in table.happened(Marked)] == [
        (table.place("N17"), "ap_mines")
    ]
    assert not table.g.mines


@pytest.mark.rule("squad:A4.3", "squad:B3.4")
@pytest.mark.parametrize(
    ("left", "on_road", "count"), [(2, False, 13), (1, False, 0), (0, True, 6), (0, False, 0)]
)
def test_who_has_kept_to_roads_has_a_point_more_for_a_street(
    left: int, on_road: bool, count: int
) -> None:
    """From O18 six ways lead along streets and seven along other hexsides, for one MF each."""
    table = street().put("O18", "ss658.1")
    found = open_passages(table.g, (table.unit("ss658.1"),), left, on_road=on_road)
    assert len(found) == count
