"""Railroads: entering them, bogging down, crossings. Rules B32.3 and B32.4."""

from __future__ import annotations

import pytest

from salient.boards.sight_map import LEVEL
from salient.games.squad.board import NO_SIDE
from salient.games.squad.costs import entry_cost
from salient.games.squad.events import BogChecked
from salient.games.squad.los import look_across
from salient.games.squad.questions import BogCheck, Cost, Entry
from tests.games.squad.table import Table

GERMANS = "ss658 2 PzIVH SPW251 Opel"
UNITS = {"infantry": "ss658.1", "cavalry": "ss658.1", "tracked": "PzIVH.1",
         "halftrack": "SPW251.1", "truck": "Opel.1", "armoured_car": "Opel.1"}  # fmt: skip
TRACK = "under_sides=N,S"


def table(*lines: str) -> Table:
    return Table(*lines, german=GERMANS, american="us666", size=(8, 8))


def cost(table: Table, way: str, origin: str, to: str, *, off_road: bool = False) -> Cost:
    """What entering costs, in whole points as the rules say them."""
    board = table.g.setting.board
    links = {link.to: link.side for link in board.links[table.place(origin)]}
    unit = table.unit(UNITS[way])
    entry = Entry(
        unit, way, table.place(origin), table.place(to), links.get(table.place(to), NO_SIDE),
        off_road=off_road,
    )  # fmt: skip
    return entry_cost(table.g, entry, 26)


def points(found: Cost) -> float:
    assert not found.bar
    return found.total / 2


# -- entering -------------------------------------------------------------------------------------


def embankment(terrain: str = "brush", *more: str) -> Table:
    """C2 is a railroad at ground level, which goes on over an ElRR with brush in C3 and C4."""
    return table(
        f"C2 under=rail {TRACK}", f"C3 {terrain} under=rail_elevated {TRACK}",
        f"C4 {terrain} under=rail_elevated {TRACK}", *more,
    )  # fmt: skip


@pytest.mark.rule("squad:ex-B32.3x-1")
def test_infantry_pays_twice_to_come_up_the_track_from_ground_level() -> None:
    assert points(cost(embankment(), "infantry", "C2", "C3")) == 4
    assert points(cost(embankment(), "infantry", "C4", "C3")) == 2, "the brush alone, on the level"


@pytest.mark.rule("squad:ex-B32.3x-2", "squad:B32.33b")
def test_the_half_track_of_the_example() -> None:
    along, up = (cost(embankment(), "halftrack", origin, "C3") for origin in ("C4", "C2"))
    assert (points(along), points(up)) == (2, 3)
    assert along.bogs == up.bogs == ()
    beside = cost(embankment(), "halftrack", "D3", "C3")
    assert points(beside) == 7
    assert [(check.rule, check.drm) for check in beside.bogs] == [("B32.33a", 1)]


@pytest.mark.rule("squad:B32.33a")
@pytest.mark.parametrize(
    ("way", "bar"),
    [("tracked", ""), ("halftrack", ""), ("truck", "B32.33a"), ("armoured_car", "B32.33a"),
     ("infantry", "")],
)  # fmt: skip
def test_only_tracks_climb_the_side_of_an_elevated_railroad(way: str, bar: str) -> None:
    assert cost(embankment("open_ground"), way, "D3", "C3").bar == bar
    assert cost(embankment("open_ground"), way, "C4", "C3").bar == "", "along the rails all may"


@pytest.mark.rule("squad:B32.33a")
@pytest.mark.parametrize(("dice", "bogs"), [((5, 5), False), ((5, 6), True)])
def test_a_tank_that_climbs_it_may_bog_down(dice: tuple[int, int], bogs: bool) -> None:
    """A Panzer IV has normal ground pressure, +1; 12 bogs."""
    game = embankment("open_ground").put("D3", "PzIVH.1", facing="nw").move("german")
    game.dice(*dice).play("move PzIVH.1", "drive C3")
    assert len(game.happened(BogChecked)) == 1
    assert game.is_("bogged", "PzIVH.1") is bogs


def test_nobody_bogs_down_along_the_rails() -> None:
    game = embankment("open_ground").put("C4", "PzIVH.1", facing="nw").move("german")
    game.play("move PzIVH.1", "drive C3")
    assert not game.happened(BogChecked)


@pytest.mark.rule("squad:B32.33c")
@pytest.mark.parametrize(("way", "drm"), [("tracked", 1), ("halftrack", 2)])
def test_other_terrain_makes_one_harder_check_of_two(way: str, drm: int) -> None:
    assert cost(embankment("vineyard"), way, "D3", "C3").bogs == (
        BogCheck("B32.33a", drm, sole=True),
    )
    assert len(cost(table("C3 vineyard"), way, "D3", "C3").bogs) == 1


@pytest.mark.rule("squad:B32.33c")
def test_a_hedge_asks_for_a_check_of_its_own() -> None:
    checks = cost(embankment("vineyard", "D3 sides=NW:hedge"), "halftrack", "D3", "C3").bogs
    assert [(check.rule, check.drm) for check in checks] == [("B9.41", 0), ("B32.33a", 2)]


@pytest.mark.rule("squad:fn-B16")
@pytest.mark.parametrize(("way", "bar"), [("tracked", "fn-B16"), ("infantry", "")])
def test_no_vehicle_drives_down_into_a_cutting(way: str, bar: str) -> None:
    cutting = table(f"C3 under=sunken_rail {TRACK}", f"C4 under=sunken_rail {TRACK}")
    assert cost(cutting, way, "D3", "C3").bar == bar
    assert cost(cutting, way, "C4", "C3").bar == ""


# -- crossings ------------------------------------------------------------------------------------


def crossing(kind: str, *more: str) -> Table:
    """A road runs from B4 through C4 to D4, across a track from C3 to C5."""
    return table(
        f"C3 under={kind} {TRACK}", f"C5 under={kind} {TRACK}",
        f"C4 under={kind} {TRACK} road=SW,SE", "B4 road=NE,SW", "D4 road=NW,SE", *more,
    )  # fmt: skip


@pytest.mark.rule("squad:B32.4a")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("rail", "B32.41"), ("rail_embankment", "B32.42"), ("rail_elevated", "B32.43a"),
     ("sunken_rail", "B32.44")],
)  # fmt: skip
def test_the_kind_of_railroad_says_how_a_road_crosses_it(kind: str, rule: str) -> None:
    board = crossing(kind).g.setting.board
    assert board.hexes[board.place("C4")].crossing == rule
    assert board.hexes[board.place("C3")].crossing == ""
    ends = table(f"C4 under={kind} {TRACK} road=SW").g.setting.board
    assert ends.hexes[ends.place("C4")].crossing == rule, "a road that only leads up to it, too"


@pytest.mark.rule("squad:B32.41")
def test_on_the_road_a_ground_level_crossing_costs_what_roads_do() -> None:
    game = crossing("rail")
    assert points(cost(game, "truck", "D4", "C4")) == 0.5
    assert points(cost(game, "truck", "D3", "C4")) == 5, "across the rails beside it"


@pytest.mark.rule("squad:B32.42")
@pytest.mark.parametrize(("way", "road", "beside"), [("tracked", 0.5, 4), ("infantry", 1, 1.5)])
def test_a_road_leads_up_an_embankment_for_nothing(way: str, road: float, beside: float) -> None:
    game = crossing("rail_embankment")
    assert game.g.setting.board.level(game.place("C4")) == LEVEL // 2
    assert points(cost(game, way, "D4", "C4")) == road
    assert points(cost(game, way, "D3", "C4")) == beside


@pytest.mark.rule("squad:B32.4b")
@pytest.mark.parametrize(
    ("kind", "price", "bar"),
    [("rail", 2, ""), ("rail_embankment", 4, ""), ("rail_elevated", 0, "B32.4b"),
     ("sunken_rail", 0, "B32.4b")],
)  # fmt: skip
def test_the_road_may_be_left_aside_but_not_at_a_bridge(kind: str, price: int, bar: str) -> None:
    game = crossing(kind)
    to = "C4/bridge" if kind == "sunken_rail" else "C4"
    assert points(cost(game, "tracked", "D4", to)) == 0.5
    aside = cost(game, "tracked", "D4", to, off_road=True)
    assert (aside.total / 2, aside.bar) == (price, bar)


@pytest.mark.rule("squad:B32.43a")
def test_under_an_elevated_railroad_the_road_is_a_place_of_its_own() -> None:
    game = crossing("rail_elevated").put("D4", "ss658.1").put("C3", "ss658.2").move("german")
    board = game.g.setting.board
    assert board.level(game.place("C4")) == 0
    assert board.level(game.place("C4/bridge")) == board.level(game.place("C3")) == LEVEL
    assert points(cost(game, "truck", "D4", "C4")) == 0.5
    assert game.place("C4/bridge") not in {k.to for k in board.links[game.place("D4")]}
    game.go("ss658.1", "C4").go("ss658.2", "C4/bridge")
    assert (game.where("ss658.1"), game.where("ss658.2")) == ("C4", "C4/bridge")


@pytest.mark.rule("squad:B32.43a")
def test_under_the_bridge_one_sees_along_the_road_and_above_along_the_track() -> None:
    game = crossing("rail_elevated")

    def sees(one: str, other: str) -> bool:
        return look_across(game.g, game.place(one), game.place(other)).clear

    assert sees("B4", "C4")
    assert sees("C4", "D4")
    assert sees("C3", "C5")
    assert sees("C3", "C4/bridge")
    assert not sees("B3", "D4"), "the embankment beside the road"


@pytest.mark.rule("squad:B32.43b")
def test_onto_the_bridge_of_the_track_only_the_track_leads() -> None:
    board = crossing("rail_elevated").g.setting.board
    bridge, below = board.place("C4/bridge"), board.place("C4")
    assert {board.locations[k.to].token for k in board.links[bridge]} == {"C3", "C5"}
    onto = [origin for origin, links in enumerate(board.links) for k in links if k.to == bridge]
    assert {board.locations[origin].token for origin in onto} == {"C3", "C5"}
    assert bridge not in {k.to for k in board.links[below]}


@pytest.mark.rule("squad:B32.43c")
@pytest.mark.parametrize(("origin", "to"), [("C4", "C3"), ("C3", "C4")])
def test_between_the_road_below_and_the_track_one_goes_on_foot(origin: str, to: str) -> None:
    game = crossing("rail_elevated")
    assert cost(game, "tracked", origin, to).bar == "B32.43c"
    assert cost(game, "cavalry", origin, to).bar == cost(game, "infantry", origin, to).bar == ""
    assert cost(game, "tracked", "C3", "C4/bridge").bar == "", "but along the track"
    assert points(cost(game, "tracked", "C3", "C4/bridge")) == 1


@pytest.mark.rule("squad:B32.44")
def test_over_a_cutting_the_road_is_a_bridge() -> None:
    game = crossing("sunken_rail").put("D4", "PzIVH.1", facing="nw").move("german")
    board = game.g.setting.board
    assert board.level(game.place("C4")) == -LEVEL
    assert board.level(game.place("C4/bridge")) == 0
    game.play("move PzIVH.1")
    assert "drive C4/bridge" in game.offered()
    assert "drive C4" not in game.offered()
    assert cost(game, "tracked", "D4", "C4").bar == "B32.44"
    assert points(cost(game, "tracked", "D4", "C4/bridge")) == 0.5


@pytest.mark.rule("squad:B32.44")
def test_on_foot_one_may_go_down_to_the_track_instead() -> None:
    game = crossing("sunken_rail").put("D4", "ss658.1", "ss658.2").move("german")
    assert points(cost(game, "infantry", "D4", "C4/bridge")) == 1
    assert points(cost(game, "infantry", "D4", "C4")) == 2
    game.go("ss658.1", "C4").go("ss658.2", "C4/bridge")
    assert (game.where("ss658.1"), game.where("ss658.2")) == ("C4", "C4/bridge")
