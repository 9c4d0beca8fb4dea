"""Railroads: entering them, bogging down, crossings. Rules B32.3 and B32.4."""

from __future__ import annotations

import pytest

from salient.boards.sight_map import LEVEL
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.movement import BogChecked, Moved
from salient.games.squad.core.subjects import BogCheck, Cost, Entry
from salient.games.squad.ground.rail_moves import rail_costs
from salient.games.squad.sight.los import look_across
from salient.games.squad.terrain.board import NO_SIDE
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

GERMANS = "ss658 4 ssHMG ssMMG ss228 pak40 PzIVH SPW251 Opel"
UNITS = {"infantry": "ss658.1", "tracked": "PzIVH.1",
         "halftrack": "SPW251.1", "truck": "Opel.1", "armoured_car": "Opel.1"}  # fmt: skip


def practice(*changes: str, scenario: str = "") -> Table:
    """The practice map of railroads and their crossings, perhaps with some hexes changed."""
    units = {"german": GERMANS, "american": "us666"}
    return table_on("practice_crossings", *changes, scenario=scenario, **units)


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


def embankment(*changes: str) -> Table:
    """G1 to G3 are a railroad at ground level, which goes on over an ElRR with brush in G4, G5."""
    return practice(*changes)


def plain() -> Table:
    """The same without the brush."""
    return practice("G4 open_ground", "G5 open_ground")


@pytest.mark.rule("squad:ex-B32.3x-1")
def test_infantry_pays_twice_to_come_up_the_track_from_ground_level() -> None:
    game = embankment().put("G3", "ss658.1").move("german").play("move ss658.1", "go G4")
    assert game.happened(Moved)[-1].cost == 2 * 4
    assert points(cost(embankment(), "infantry", "G5", "G4")) == 2, "the brush alone, on the level"


@pytest.mark.rule("squad:ex-B32.3x-2", "squad:B32.33b")
def test_the_half_track_of_the_example() -> None:
    along, up = (cost(embankment(), "halftrack", origin, "G4") for origin in ("G5", "G3"))
    assert (points(along), points(up)) == (2, 3)
    assert along.bogs == up.bogs == ()
    game = embankment().put("F4", "SPW251.1", facing="ne").mark("motion", "SPW251.1")
    game.move("german").dice(1, 1).play("move SPW251.1", "drive G4")
    assert game.happened(Moved)[-1].cost == 2 * 7
    (check,) = game.happened(BogChecked)
    assert ("B32.33a", 1) in [(m.rule, m.value) for m in check.modifiers]


@pytest.mark.rule("squad:B32.33a")
@pytest.mark.parametrize(
    ("way", "bar"),
    [("tracked", ""), ("halftrack", ""), ("truck", "B32.33a"), ("armoured_car", "B32.33a"),
     ("infantry", "")],
)  # fmt: skip
def test_only_tracks_climb_the_side_of_an_elevated_railroad(way: str, bar: str) -> None:
    assert cost(plain(), way, "F4", "G4").bar == bar
    assert cost(plain(), way, "G5", "G4").bar == "", "along the rails all may"


@pytest.mark.rule("squad:B32.33a")
@pytest.mark.parametrize(("dice", "bogs"), [((5, 5), False), ((5, 6), True)])
def test_a_tank_that_climbs_it_may_bog_down(dice: tuple[int, int], bogs: bool) -> None:
    """A Panzer IV has normal ground pressure, +1; 12 bogs."""
    game = plain().put("F4", "PzIVH.1", facing="ne").move("german")
    game.dice(*dice).play("move PzIVH.1", "drive G4")
    assert len(game.happened(BogChecked)) == 1
    assert game.is_("bogged", "PzIVH.1") is bogs


def test_nobody_bogs_down_along_the_rails() -> None:
    game = plain().put("G5", "PzIVH.1", facing="nw").move("german")
    game.play("move PzIVH.1", "drive G4")
    assert not game.happened(BogChecked)


@pytest.mark.rule("squad:B32.33c")
@pytest.mark.parametrize(("way", "drm"), [("tracked", 1), ("halftrack", 2)])
def test_other_terrain_makes_one_harder_check_of_two(way: str, drm: int) -> None:
    assert cost(embankment(), way, "F6", "G6").bogs == (BogCheck("B32.33a", drm, sole=True),)
    assert len(cost(practice("G6 vineyard under= under_sides="), way, "F6", "G6").bogs) == 1


@pytest.mark.rule("squad:B32.33a", "squad:B32.33c")
@pytest.mark.parametrize(("way", "drm"), [("tracked", 1 + 3), ("halftrack", 1 + 1)])
def test_what_woods_add_to_their_own_check_they_add_to_the_one(way: str, drm: int) -> None:
    found = cost(practice("G4 woods"), way, "F4", "G4")
    assert [(check.rule, check.drm) for check in found.bogs] == [("B32.33a", drm)]


@pytest.mark.rule("squad:B32.33c")
def test_a_hedge_asks_for_a_check_of_its_own() -> None:
    checks = cost(embankment("F6 sides=NE:hedge"), "halftrack", "F6", "G6").bogs
    assert [(check.rule, check.drm) for check in checks] == [("B9.41", 0), ("B32.33a", 2)]


@pytest.mark.rule("squad:B32.33c")
@pytest.mark.parametrize(("weather", "rule"), [("mud", "E3.6"), ("deep_snow", "E3.73")])
def test_so_do_mud_and_deep_snow(weather: str, rule: str) -> None:
    game = practice(scenario=f'special = ["{weather}"]').put("F4", "PzIVH.1", facing="ne")
    game.move("german").dice(1, 1, 1, 1).play("move PzIVH.1", "drive G4")
    checks = cost(game, "tracked", "F4", "G4").bogs
    assert [(check.rule, check.drm) for check in checks] == [("B32.33a", 0), (rule, 0)]
    assert len(game.happened(BogChecked)) == 2


@pytest.mark.rule("squad:fn-B16")
@pytest.mark.parametrize(("way", "bar"), [("tracked", "fn-B16"), ("infantry", "")])
def test_no_vehicle_drives_down_into_a_cutting(way: str, bar: str) -> None:
    assert cost(practice(), way, "E10", "D10").bar == bar
    assert cost(practice(), way, "D11", "D10").bar == ""


# -- crossings ------------------------------------------------------------------------------------

CROSSINGS = {"rail": "D2", "rail_embankment": "D5", "rail_elevated": "D8", "sunken_rail": "D11"}
"""On the practice map a road runs from B through C and D to E, across a track down column D."""


@pytest.mark.rule("squad:B32.4a")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("rail", "B32.41"), ("rail_embankment", "B32.42"), ("rail_elevated", "B32.43a"),
     ("sunken_rail", "B32.44")],
)  # fmt: skip
def test_the_kind_of_railroad_says_how_a_road_crosses_it(kind: str, rule: str) -> None:
    board = practice().g.setting.board
    here = board.place(CROSSINGS[kind])
    assert board.hexes[here].crossing == rule
    assert board.hexes[board.hexes[here].near[0]].crossing == ""
    ends = practice(f"{CROSSINGS[kind]} road=NW").g.setting.board
    assert ends.hexes[here].crossing == rule, "a road that only leads up to it, too"


@pytest.mark.rule("squad:B32.41")
def test_on_the_road_a_ground_level_crossing_costs_what_roads_do() -> None:
    game = practice()
    assert points(cost(game, "truck", "E2", "D2")) == 0.5
    assert points(cost(game, "truck", "E3", "D2")) == 5, "across the rails beside it"
    game.put("E2", "Opel.1", facing="w").mark("motion", "Opel.1").move("german")
    game.play("move Opel.1", "drive D2")
    assert game.happened(Moved)[-1].cost == 1


@pytest.mark.rule("squad:B32.42")
@pytest.mark.parametrize(("way", "road", "beside"), [("tracked", 0.5, 4), ("infantry", 1, 1.5)])
def test_a_road_leads_up_an_embankment_for_nothing(way: str, road: float, beside: float) -> None:
    game = practice()
    assert game.g.setting.board.level(game.place("D5")) == LEVEL // 2
    assert points(cost(game, way, "E5", "D5")) == road
    assert points(cost(game, way, "E6", "D5")) == beside


@pytest.mark.rule("squad:B32.4b")
@pytest.mark.parametrize(
    ("kind", "price", "bar"),
    [("rail", 2, ""), ("rail_embankment", 4, ""), ("rail_elevated", 0, "B32.4b"),
     ("sunken_rail", 0, "B32.4b")],
)  # fmt: skip
def test_the_road_may_be_left_aside_but_not_at_a_bridge(kind: str, price: int, bar: str) -> None:
    here = CROSSINGS[kind]
    to = f"{here}/bridge" if kind == "sunken_rail" else here
    game, east = practice(), f"E{here[1:]}"
    assert points(cost(game, "tracked", east, to)) == 0.5
    aside = cost(game, "tracked", east, to, off_road=True)
    assert (aside.total / 2, aside.bar) == (price, bar)
    for unit, spent in (("PzIVH.1", price), ("ss658.1", price and {2: 1, 4: 1.5}[price])):
        game = practice().put(east, unit, facing="w").mark("motion", "PzIVH.1").move("german")
        game.play(f"move {unit}")
        assert game.offered("aside") == (set() if bar else {f"aside {to}"})
        if not bar:
            game.play(f"aside {to}")
            assert (game.where(unit), game.spent()) == (to, spent)


@pytest.mark.rule("squad:B32.43a")
def test_under_an_elevated_railroad_the_road_is_a_place_of_its_own() -> None:
    game = practice().put("E8", "ss658.1").put("D7", "ss658.2").move("german")
    board = game.g.setting.board
    assert board.level(game.place("D8")) == 0
    assert board.level(game.place("D8/bridge")) == board.level(game.place("D7")) == LEVEL
    assert points(cost(game, "truck", "E8", "D8")) == 0.5
    assert game.place("D8/bridge") not in {k.to for k in board.links[game.place("E8")]}
    game.go("ss658.1", "D8").go("ss658.2", "D8/bridge")
    assert (game.where("ss658.1"), game.where("ss658.2")) == ("D8", "D8/bridge")


@pytest.mark.rule("squad:B32.43a")
def test_under_the_bridge_one_sees_along_the_road_and_above_along_the_track() -> None:
    game = practice()

    def sees(one: str, other: str) -> bool:
        return look_across(game.g, game.place(one), game.place(other)).clear

    assert sees("C8", "D8")
    assert sees("D8", "E8")
    assert sees("D7", "D9")
    assert sees("D7", "D8/bridge")
    assert not sees("C9", "E8"), "the embankment beside the road"


@pytest.mark.rule("squad:B32.43b")
def test_onto_the_bridge_of_the_track_only_the_track_leads() -> None:
    board = practice().g.setting.board
    bridge, below = board.place("D8/bridge"), board.place("D8")
    assert {board.locations[k.to].token for k in board.links[bridge]} == {"D7", "D9"}
    onto = [origin for origin, links in enumerate(board.links) for k in links if k.to == bridge]
    assert {board.locations[origin].token for origin in onto} == {"D7", "D9"}
    assert bridge not in {k.to for k in board.links[below]}


@pytest.mark.rule("squad:B32.43b", "squad:B23.424")
@pytest.mark.parametrize(("origin", "to"), [("D8", "D8/bridge"), ("D8/bridge", "D8")])
def test_unless_one_scales_it_with_a_whole_move(origin: str, to: str) -> None:
    game = practice().put(origin, "ss658.1").move("german").play("move ss658.1")
    assert f"assault {to}" not in game.offered(), "no step leads there"
    game.play(f"scale {to}")
    assert (game.where("ss658.1"), game.happened(Moved)[-1].cost) == (to, 2 * 4)
    laden = practice().put(origin, "ss658.1+ssHMG.1").move("german").play("move ss658.1")
    assert not laden.offered("scale"), "not with a heavy machine-gun"


@pytest.mark.rule("squad:B32.43b", "squad:B23.424")
@pytest.mark.parametrize(
    ("unit", "above", "offered"),
    [
        ("ss658.1", "", True),
        ("ss658.1+ssMMG.1", "", True),
        ("ss658.1+ssHMG.1", "", False),
        ("ss228.1+pak40.1", "", False),
        ("ss658.1", "us666.1", False),
        ("ss658.1", "ss658.2 ss658.3", True),
        ("ss658.1", "ss658.2 ss658.3 ss658.4", False),
    ],
)
def test_one_scales_where_there_is_room_and_no_enemy_with_three_points_and_no_gun(
    unit: str, above: str, offered: bool
) -> None:
    table = practice().put("D8", unit).put("D8/bridge", *above.split()).move("german")
    first = unit.split("+")[0]
    if f"move {first}" in table.offered():
        table.play(f"move {first}")
    assert ("scale D8/bridge" in table.offered()) is offered


@pytest.mark.rule("squad:B32.43b", "squad:B23.424")
def test_who_has_moved_does_not_scale_any_more_nor_does_one_of_two_who_is_laden() -> None:
    table = practice().put("D8", "ss658.1+ssHMG.1", "ss658.2").move("german")
    table.play("move ss658.2")
    assert table.offered("scale") == {"scale D8/bridge"}
    assert not table.play("join ss658.1").offered("scale")
    table = practice().put("C8", "ss658.1").move("german").play("move ss658.1")
    assert not table.offered("scale"), "from elsewhere"
    assert not table.play("go D8").offered("scale")


@pytest.mark.rule("squad:B32.43b")
def test_along_the_track_the_bridge_costs_what_open_ground_does() -> None:
    table = practice().put("D7", "ss658.1").move("german").play("move ss658.1", "go D8/bridge")
    moved = table.happened(Moved)[-1]
    assert (table.where("ss658.1"), moved.cost) == ("D8/bridge", 2)


@pytest.mark.rule("squad:B32.43c")
@pytest.mark.parametrize(("origin", "to"), [("D8", "D7"), ("D7", "D8")])
def test_between_the_road_below_and_the_track_one_goes_on_foot(origin: str, to: str) -> None:
    game = practice()
    assert cost(game, "tracked", origin, to).bar == "B32.43c"
    assert cost(game, "infantry", origin, to).bar == ""
    assert cost(game, "tracked", "D7", "D8/bridge").bar == "", "but along the track"
    assert points(cost(game, "tracked", "D7", "D8/bridge")) == 1


@pytest.mark.rule("squad:B32.44")
def test_over_a_cutting_the_road_is_a_bridge() -> None:
    game = practice().put("E11", "PzIVH.1", facing="w").move("german")
    board = game.g.setting.board
    assert board.level(game.place("D11")) == -LEVEL
    assert board.level(game.place("D11/bridge")) == 0
    game.play("move PzIVH.1")
    assert "drive D11/bridge" in game.offered()
    assert "drive D11" not in game.offered()
    assert cost(game, "tracked", "E11", "D11").bar == "B32.44"
    assert points(cost(game, "tracked", "E11", "D11/bridge")) == 0.5


@pytest.mark.rule("squad:B32.44")
def test_on_foot_one_may_go_down_to_the_track_instead() -> None:
    game = practice().put("E11", "ss658.1", "ss658.2").move("german")
    assert points(cost(game, "infantry", "E11", "D11/bridge")) == 1
    assert points(cost(game, "infantry", "E11", "D11")) == 2
    game.go("ss658.1", "D11").go("ss658.2", "D11/bridge")
    assert (game.where("ss658.1"), game.where("ss658.2")) == ("D11", "D11/bridge")


@pytest.mark.rule("squad:B32.42", "squad:ex-B32.3x-1", "squad:ex-B32.3x-2")
@pytest.mark.parametrize("way", ["infantry", "tracked"])
def test_a_hill_without_rails_is_no_embankment(way: str) -> None:
    table = Table("C4 level=1", german="ss658 PzIVH", american="us666")
    unit = table.unit("ss658.1" if way == "infantry" else "PzIVH.1")
    entry = Entry(unit, way, table.place("C3"), table.place("C4"), 3)
    assert not list(rail_costs(table.g, entry))


@pytest.mark.rule("squad:B32.33a")
@pytest.mark.parametrize(("way", "price"), [("tracked", 1 + 1 + 4), ("infantry", 1)])
def test_a_vehicle_climbs_all_of_an_embankment_even_from_as_high_ground(
    way: str, price: int
) -> None:
    table = practice("G4 open_ground", "G5 open_ground", "F4 level=1")
    assert points(cost(table, way, "F4", "G4")) == price


@pytest.mark.rule("squad:B32.31", "squad:B32.42", "squad:ex-B32.3x-1", "squad:ex-B32.3x-2")
def test_rails_add_nothing_to_bypass_nor_to_a_road_that_leaves_them_uphill() -> None:
    table = embankment()
    unit = table.unit("SPW251.1")
    entry = Entry(unit, "halftrack", table.place("G3"), table.place("G4"), 3, "bypass", 1)
    assert not list(rail_costs(table.g, entry))
    uphill = practice("C5 level=1")
    road = Entry(
        unit, "halftrack", uphill.place("D5"), uphill.place("C5"), side(uphill, "D5", "C5")
    )
    assert not list(rail_costs(uphill.g, road))


def side(table: Table, origin: str, to: str) -> int:
    """The hexside between two hexes."""
    links = table.g.setting.board.links[table.place(origin)]
    return next(link.side for link in links if link.to == table.place(to))
