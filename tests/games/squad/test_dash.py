"""Dash (A4.63): across a road at a run, and where nobody can (P5.11f, B37.61, B37.62)."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.core.events.fire import Fired, HitRolled
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.infantry.dash import dashes as find_dashes
from salient.games.squad.infantry.dash import is_across
from salient.games.squad.show.odds import planned_attack
from tests.games.squad.table import Table

FOOT, FIRER = "us666.1", "ss658.1"
ROAD = ("D1 road=S", *(f"D{row} road=N,S" for row in range(2, 10)), "D10 road=N")


def roadside(*lines: str, start: str = "C4", **more: Any) -> Table:
    """A road down the D column; a squad stands beside it in C4, and one down the road in D8."""
    table = Table(*ROAD, *lines, german="ss658 2 ssHMG ss228 pak40", american="us666 2 us81",
                  mover="american", **more)  # fmt: skip
    return table.put(start, FOOT).put("D8", FIRER)


def dashing(table: Table, via: str = "D4", to: str = "E5") -> Table:
    return table.move().play(f"move {FOOT}", f"dash {via} {to}")


def dashes(table: Table) -> set[str]:
    return table.move().play(f"move {FOOT}").offered("dash")


# -- where ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.63")
def test_one_dashes_from_one_side_of_the_road_to_the_other() -> None:
    assert dashes(roadside()) == {"dash D3 E3", "dash D3 E4", "dash D4 E4", "dash D4 E5"}


@pytest.mark.rule("squad:A4.63")
def test_one_runs_neither_along_the_road_nor_to_the_same_side_of_it() -> None:
    assert is_across(0b001001, 1, 5)
    assert not is_across(0b001001, 1, 2)
    assert not is_across(0b000001, 1, 5), "past the end of a road"
    assert is_across(0b011001, 2, 5)
    assert "dash D4 C5" not in dashes(roadside())


@pytest.mark.rule("squad:A4.63")
@pytest.mark.parametrize(("halves", "goes"), [(4, True), (3, False)])
def test_who_dashes_pays_for_the_road_and_what_lies_beyond(halves: int, goes: bool) -> None:
    """One MF each, and no more need be left."""
    table = roadside()
    found = set(find_dashes(table.g, (table.unit(FOOT),), halves))
    assert ((table.place("D4"), table.place("E5")) in found) is goes


@pytest.mark.rule("squad:A4.63")
@pytest.mark.parametrize("place", ["D4", "C4"])
def test_who_stands_on_the_road_or_ends_on_one_does_not_dash(place: str) -> None:
    more = () if place == "D4" else ("C4 road=N,S",)
    assert dashes(roadside(*more, start=place)) == set()
    ends = dashes(roadside("E4 road=N,S", "E3 road=N,S"))
    assert ends == {"dash D4 E5"}


@pytest.mark.rule("squad:A4.63")
def test_it_is_the_whole_move_of_units_that_do_not_run() -> None:
    table = dashing(roadside()).play("pass")
    assert [event.to for event in table.happened(Moved)] == [table.place("D4"), table.place("E5")]
    assert "pass" in table.offered()
    table.play("pass")
    assert table.is_("moved", FOOT)
    tired = roadside().move().play(f"move {FOOT}", "rush")
    assert tired.offered("dash") == set()
    gone = roadside(start="B4").move().play(f"move {FOOT}", "go C4")
    assert gone.offered("dash") == set(), "after a move it is too late"


@pytest.mark.rule("squad:A4.63")
def test_there_must_be_mf_enough_for_both_hexes() -> None:
    assert "dash D4 E5" in dashes(roadside("E5 stone_building"))
    deep = roadside("E5 stone_building", "D4 grain", "E4 stone_building", "D3 marsh")
    assert "dash D4 E5" in dashes(deep)
    table = roadside("E5 stone_building")
    table.g.smoke = {table.place("D4"): 2, table.place("E5"): 2}
    assert "dash D4 E5" not in dashes(table)


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.63")
@pytest.mark.parametrize(("how", "column"), [("dash D4 E5", 2), ("go D4", 6)])
def test_first_fire_on_the_road_is_halved(how: str, column: int) -> None:
    table = roadside().move().play(f"move {FOOT}", how).dice(5, 6).play(f"fire {FIRER}")
    fired = table.happened(Fired)[-1]
    assert (fired.target, fired.column) == (table.place("D4"), column)
    assert {m.rule: m.value for m in fired.modifiers} == {"A4.6": -1, "A4.61": -1}


@pytest.mark.rule("squad:A4.63")
def test_beyond_the_road_it_is_fired_at_as_ever() -> None:
    table = dashing(roadside()).play("pass").dice(5, 6).play(f"fire {FIRER}")
    assert table.happened(Fired)[-1].column == 6


def test_a_snap_shot_at_the_edge_of_the_road_is_halved_once() -> None:
    table = dashing(roadside().put("C8", "ss658.2")).dice(5, 6).play("snap ss658.2", "shoot")
    assert table.happened(Fired)[-1].column == 2


def test_residual_fire_and_lanes_strike_with_all_they_have() -> None:
    table = roadside()
    table.g.residual[table.place("D4")] = 4
    dashing(table.dice(6, 6))
    fired = table.happened(Fired)[-1]
    assert (fired.means, fired.column) == ("residual", 8)


@pytest.mark.rule("squad:A4.63", "squad:C6.1")
def test_a_gun_hits_less_easily_by_case_j() -> None:
    found = []
    for how in ("dash D4 E5", "go D4"):
        table = roadside().put("D7", "ss228.1+pak40.1", facing="nw")
        table.move().play(f"move {FOOT}", how).dice(6, 6).play("fire pak40.1")
        modifiers = table.happened(HitRolled)[-1].modifiers
        found.append({m.rule: m.value for m in modifiers}.get("C6.1", 0))
    assert found == [2, 0]


def test_the_forecast_knows_that_it_is_halved() -> None:
    table = dashing(roadside().put("D8", "ss658.2")).play(f"fire {FIRER}")
    forecast = planned_attack(table.g, table.place("D4"))
    assert forecast is not None
    assert forecast.figures["column"] == 2


@pytest.mark.rule("squad:A4.63")
def test_who_is_pinned_on_the_road_stays_there() -> None:
    table = dashing(roadside()).dice(2, 3, 6, 4).play(f"fire {FIRER}")
    assert not table.asked.startswith("german")
    assert table.where(FOOT) == "D4"


# -- where nobody dashes --------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.11f")
@pytest.mark.parametrize(
    ("street", "gone"),
    [
        ("C4 streets=SE:paved", "dash D4 E5"),
        ("D4 streets=SE:paved", "dash D4 E5"),
        ("D4 streets=NE:paved", "dash D4 E4"),
    ],
)
def test_nobody_dashes_across_a_narrow_street(street: str, gone: str) -> None:
    assert gone in dashes(roadside())
    assert gone not in dashes(roadside(street))


DEBRIS = 'special = ["debris"]'


def strewn(*lines: str, **more: Any) -> Table:
    table = roadside(*lines, scenario=DEBRIS, **more)
    table.g.debris |= 1 << table.place("D4")
    return table


@pytest.mark.rule("squad:B37.61")
def test_nobody_dashes_across_a_road_under_debris_until_it_is_cleared() -> None:
    assert dashes(strewn()) == {"dash D3 E3", "dash D3 E4"}
    opened = strewn()
    side = 5  # the north-west side of D4, where C4 lies
    opened.g.breaks[opened.place("D4")] = 1 << side
    assert {"dash D4 E4", "dash D4 E5"} <= dashes(opened)
    cleared = strewn()
    cleared.g.debris = 0
    assert {"dash D4 E4", "dash D4 E5"} <= dashes(cleared)


@pytest.mark.rule("squad:B37.61")
def test_debris_beside_the_road_is_no_bar() -> None:
    table = roadside(scenario=DEBRIS)
    table.g.debris |= 1 << table.place("E5")
    assert "dash D4 E5" in dashes(table)


@pytest.mark.rule("squad:B37.62")
@pytest.mark.parametrize("strewn_over", [True, False])
def test_nobody_dashes_across_a_boulevard_under_debris_or_not(strewn_over: bool) -> None:
    table = strewn("D4 runway") if strewn_over else roadside("D4 runway")
    assert dashes(table) == {"dash D3 E3", "dash D3 E4"}


def test_a_bot_would_rather_dash_than_walk_across() -> None:
    table = roadside().move().play(f"move {FOOT}")
    decision = table.decision
    assert decision is not None
    texts = [table.g.setting.lexicon.text(action) for action in decision.actions]
    worth = dict(zip(texts, table.game.judge(table.g, decision), strict=True))
    assert worth["dash D4 E5"] > worth["go E5"]
