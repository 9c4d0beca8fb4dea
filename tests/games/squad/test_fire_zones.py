"""Prepared fire zones. Rule B36; what a value clears is proven in ``test_sight_terrain.py``."""

from __future__ import annotations

import random

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.play import ZoneCleared
from salient.games.squad.core.locations import conceals, is_open, terrain_at
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.ground.fire_zones import ZoneClearing, clear_hex
from salient.games.squad.phases.setup import Deployment, set_up_steps
from salient.games.squad.sequence import EndOfPlayerTurn
from salient.games.squad.sight.los import look_across
from tests.games.squad.grounds import table_on
from tests.games.squad.table import GAME, Table

AREA = '[[group]]\nside = "german"\nunits = { ss548 = 1 }\narea = ["C3-C6", "D4"]\n'


def clearing(*lines: str, values: int = 4, special: str = "") -> Table:
    """The Germans clear fire zones in C3 to C6 and D4."""
    head = f"fire_zones = {{ german = {values} }}\n"
    if special:
        head += f'special = ["{special}"]\n'
    table = Table(*lines, german="ss658", american="us666 2", scenario=head + AREA)
    return table.run(ZoneClearing(0, values))


def hexes(table: Table) -> set[str]:
    return {text.split()[1] for text in table.offered("place")}


def zone(table: Table, *names: str) -> Table:
    for name in names:
        clear_hex(table.g, table.place(name), 0, table.events)
    return table


def step(table: Table, origin: str, to: str, way: str = "infantry") -> Entry:
    board = table.g.setting.board
    links = board.links[table.place(origin)]
    side = next(link.side for link in links if link.to == table.place(to))
    return Entry(table.unit("ss658.1"), way, table.place(origin), table.place(to), side)


# -- making them ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B36.1")
def test_values_are_spent_before_anybody_sets_up() -> None:
    table = clearing("C4 woods")
    table.g.setting.ready_made = False
    steps = set_up_steps(table.g)
    table.g.setting.ready_made = True
    zones = steps.index(ZoneClearing(0, 4))
    assert zones > max(steps.index(Deployment(side)) for side in (0, 1)), "later means first"
    assert table.asked == "german zones"
    assert not [step for step in steps if step == ZoneClearing(1, 4)]


@pytest.mark.rule("squad:B36.2")
def test_only_eligible_terrain_of_the_own_set_up_area_is_cleared() -> None:
    table = clearing("C3 woods", "C4 marsh", "C5 orchard", "D4 brush", "E4 woods", "C6 rubble")
    assert hexes(table) == {"C3", "C5", "D4"}


@pytest.mark.rule("squad:B36.2", "squad:B36.21", "squad:B36.22")
def test_each_value_goes_one_step_further() -> None:
    table = clearing("C3 pine_woods", values=3).play("place C3 zone")
    assert terrain_at(table.g, table.place("C3")) == "vineyard"
    assert conceals(table.g, table.place("C3"))
    table.play("place C3 zone")
    assert terrain_at(table.g, table.place("C3")) == "open_ground"
    assert is_open(table.g, table.place("C3"))
    assert table.decision is None, "nothing more to clear"


@pytest.mark.rule("squad:B36.2")
def test_no_more_values_than_given() -> None:
    table = clearing("C3 woods", "C4 woods", values=1).play("place C3 zone")
    assert table.decision is None
    assert terrain_at(table.g, table.place("C4")) == "woods"


@pytest.mark.rule("squad:B36.2", "squad:B36.22")
def test_a_cleared_hex_costs_and_shows_what_it_has_become() -> None:
    table = Table("C4 woods", german="ss658", american="us666")
    ends = table.place("C3"), table.place("C5")
    assert not look_across(table.g, *ends).clear
    zone(table, "C4")
    assert look_across(table.g, *ends).hindrance == 1
    assert entry_cost(table.g, step(table, "C3", "C4")).total == 4
    zone(table, "C4")
    assert look_across(table.g, *ends)[:2] == (True, 0)
    assert entry_cost(table.g, step(table, "C3", "C4")).total == 2


@pytest.mark.rule("squad:B36.21")
def test_deep_snow_buries_a_vineyard_but_not_that_of_a_fire_zone() -> None:
    lines = ("C4 vineyard", "D4 woods")
    plain = zone(Table(*lines, german="ss658"), "D4")
    snow = zone(Table(*lines, german="ss658", scenario='special = ["deep_snow"]\n'), "D4")
    for name, bare, white in (("C4", "vineyard", "open_ground"), ("D4", "vineyard", "vineyard")):
        assert terrain_at(plain.g, plain.place(name)) == bare
        assert terrain_at(snow.g, snow.place(name)) == white


# -- the example ----------------------------------------------------------------------------------


def example() -> Table:
    """The example to B36.22 on the hexes of its board; the firer's hex is lost, Y6 fits."""
    area = '[[group]]\nside = "american"\nunits = { us666 = 1 }\narea = ["V6", "W7", "X6"]\n'
    scenario = "fire_zones = { american = 4 }\n" + area
    table = table_on("practice_fire_zones", german="ss658", scenario=scenario)
    table.run(ZoneClearing(1, 4))
    return table.play("place X6 zone", "place W7 zone", "place W7 zone", "place V6 zone")


@pytest.mark.rule("squad:ex-B36.22b")
def test_the_example_spends_its_four_values() -> None:
    table = example()
    assert table.decision is None
    names = {table.g.setting.board.hexes[h].name: t for h, t in table.g.fire_zones.items()}
    assert names == {"X6": "open_ground", "W7": "open_ground", "V6": "vineyard"}


@pytest.mark.rule("squad:ex-B36.22b")
def test_the_shots_of_the_example() -> None:
    """V7 -1, U7 +2, V6 0; without FFMO in V7, so it is taken to be brush."""
    table = example().put("Y6", "us666.1").put("V8", "ss658.1").move("german")
    table.play("move ss658.1", "rush")
    found = {}
    for name in ("V7", "U7", "V6"):
        table.play(f"go {name}")
        attack = Attack("fire", 1, (table.place("Y6"),), table.place(name), moving=True,
                        firers=(table.unit("us666.1"),))  # fmt: skip
        modifiers = cover(table.g, attack, table.unit("ss658.1"))
        found[name] = sum(m.value for m in modifiers)
        while table.asked == "american fire.first":
            table.play("pass")
    assert found == {"V7": -1, "U7": 2, "V6": 0}
    assert not table.happened(Fired)


# -- what stays -----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B36.23")
def test_cleared_woods_of_a_stream_are_a_vineyard_by_the_stream() -> None:
    bed = "under=stream under_sides=N,S"
    table = zone(Table(f"C4 woods {bed}", german="ss658"), "C4")
    cost = entry_cost(table.g, step(table, "D3", "C4"))
    assert [(part.what, part.halves) for part in cost.parts] == [("stream", 6), ("vineyard", 4)]
    zone(table, "C4")
    cost = entry_cost(table.g, step(table, "D3", "C4"))
    assert [(part.what, part.halves) for part in cost.parts] == [("stream", 6)]


@pytest.mark.rule("squad:B36.23")
def test_the_vineyard_stands_at_the_rim() -> None:
    bed = "under=stream under_sides=N,S"
    table = zone(Table(f"C4 woods {bed}", german="ss658"), "C4")
    assert look_across(table.g, table.place("C2"), table.place("C6")).hindrance == 1


@pytest.mark.rule("squad:B36.3", "squad:B13.6")
def test_paths_go_and_roads_stay() -> None:
    lines = ("C4 woods path=S road=N", "C5 woods path=N", "C3 road=S")
    table = Table(*lines, german="ss658", american="us666")
    assert entry_cost(table.g, step(table, "C5", "C4")).total == 2
    assert entry_cost(table.g, step(table, "C3", "C4")).total == 2
    zone(table, "C4")
    assert entry_cost(table.g, step(table, "C5", "C4")).total == 4, "no path any more"
    assert [part.what for part in entry_cost(table.g, step(table, "C3", "C4")).parts] == ["road"]


@pytest.mark.rule("squad:B36.4")
@pytest.mark.parametrize(("what", "tem"), [("hedge", 1), ("wall", 2), ("bocage", 2)])
def test_walls_and_hedges_stay(what: str, tem: int) -> None:
    table = Table(f"C4 brush sides=N:{what}", german="ss658", american="us666")
    zone(table, "C4").put("C4", "ss658.1").put("C2", "us666.1")
    attack = Attack("fire", 1, (table.place("C2"),), table.place("C4"))
    assert [m.value for m in cover(table.g, attack, table.unit("ss658.1"))] == [tem]


@pytest.mark.rule("squad:B36.5")
def test_ponds_stay() -> None:
    table = Table("C4 brush sides=N:pond", german="ss658")
    zone(table, "C4")
    assert entry_cost(table.g, step(table, "C3", "C4")).bar == "B21"
    assert not entry_cost(table.g, step(table, "D3", "C4")).bar


@pytest.mark.rule("squad:B36.5")
def test_a_flooded_stream_stays() -> None:
    line = "C4 woods under=stream under_sides=N,S"
    table = zone(Table(line, german="ss658", scenario='stream = "flooded"\n'), "C4", "C4")
    assert entry_cost(table.g, step(table, "D3", "C4")).bar == "B20.44"


# -- hidden ones ----------------------------------------------------------------------------------


def zones_seen(table: Table, side: int) -> list[str]:
    markers = GAME.view(table.g, side).markers
    return [marker.text for marker in markers if marker.kind == "fire_zone"]


@pytest.mark.rule("squad:fn-B21", "squad:B36.1")
def test_without_a_special_rule_fire_zones_are_seen_by_all() -> None:
    table = clearing("C3 woods").play("place C3 zone")
    assert zones_seen(table, 0) == zones_seen(table, 1) == ["vineyard"]
    assert table.happened(ZoneCleared, told=1)


@pytest.mark.rule("squad:fn-B21", "squad:B36.1")
def test_with_it_they_are_hidden_until_they_change_what_the_enemy_sees() -> None:
    lines = ("C4 woods", "C5 woods", "B5 woods", "D4 woods", "B4 woods")
    table = clearing(*lines, special="hidden_zones").play("place C4 zone", "end")
    assert zones_seen(table, 0) == ["vineyard"]
    assert zones_seen(table, 1) == []
    assert table.happened(ZoneCleared, told=0)
    assert not table.happened(ZoneCleared, told=1)
    table.put("C8", "us666.1").put("J10", "us666.2").move("american").go("us666.1", "C7")
    assert zones_seen(table, 1) == [], "behind the woods of C5"
    table.put("C1", "us666.2").play("move us666.2", "go C2")
    assert zones_seen(table, 1) == ["vineyard"], "at once"
    assert table.happened(ZoneCleared, told=1)


@pytest.mark.rule("squad:fn-B21")
def test_who_rallies_in_sight_of_one_knows_it_by_the_end_of_the_turn() -> None:
    table = clearing("C4 woods", special="hidden_zones").play("place C4 zone", "end")
    table.put("C3", "us666.1").mark("broken", "us666.1").run(EndOfPlayerTurn(1))
    assert zones_seen(table, 1) == []
    table.dice(1, 1).phase("rally", "american").play("rally us666.1").run(EndOfPlayerTurn(1))
    assert zones_seen(table, 1) == ["vineyard"]


@pytest.mark.rule("squad:fn-B21")
def test_who_advances_into_sight_of_one_knows_it_at_once() -> None:
    lines = ("C4 woods", "C5 woods", "B5 woods", "D4 woods", "B4 woods")
    table = clearing(*lines, special="hidden_zones").play("place C4 zone", "end")
    table.put("C6", "us666.1").phase("advance", "american").play("advance us666.1 C5")
    assert zones_seen(table, 1) == ["vineyard"]


@pytest.mark.rule("squad:fn-B21")
def test_the_broken_do_not_notice() -> None:
    table = clearing("C4 woods", special="hidden_zones").play("place C4 zone", "end")
    table.put("C3", "us666.1").mark("broken", "us666.1").put("C2", "ss658.1")
    table.move("german").go("ss658.1", "B2")
    assert zones_seen(table, 1) == []


def behind_woods(*zones: str) -> Table:
    """An American before woods, behind which the Germans have cleared hexes secretly."""
    lines = ("C4 woods", "C5 woods", "B5 woods", "D4 woods", "B4 woods", "D5 woods")
    table = clearing(*lines, special="hidden_zones")
    table.play(*(f"place {place} zone" for place in zones), "end")
    return table.put("C6", "us666.1").put("J1", "ss658.1").move("american")


@pytest.mark.rule("squad:fn-B21")
def test_the_enemy_is_offered_and_told_what_the_map_without_them_allows() -> None:
    secret, plain = behind_woods("C4", "C4"), behind_woods()
    for table in (secret, plain):
        table.play("move us666.1")
    for side in (1, -1):
        assert GAME.view(secret.g, side) == GAME.view(plain.g, side)
    assert "go C3" not in secret.offered()
    decision, report = GAME.decision(secret.g), GAME.report
    assert decision is not None
    known, open_ = (GAME.known(table.g, 1, random.Random(1)) for table in (secret, plain))
    assert GAME.dump(known) == GAME.dump(open_)
    for ask in (report.figure_actions, report.describe_actions):
        assert ask(known, decision) == ask(open_, decision)
    here = secret.place("C4")
    assert report.describe_place(known, here) == report.describe_place(open_, here)


@pytest.mark.rule("squad:fn-B21")
def test_who_comes_upon_one_on_the_way_stops_and_thinks_again() -> None:
    table = behind_woods("C4", "C4").play("move us666.1", "go C4")
    assert table.where("us666.1") == "C5"
    assert zones_seen(table, 1) == ["open_ground"]
    assert "go C3" in table.offered()
    table = behind_woods().play("move us666.1", "go C4")
    assert table.where("us666.1") == "C4"


@pytest.mark.rule("squad:fn-B21")
def test_one_that_only_takes_a_hindrance_away_is_known_too() -> None:
    """Brush in D4 hinders lines from E8 past the woods of E6; cut down it no longer does."""
    table = clearing("D4 brush", "E6 woods", special="hidden_zones").play("place D4 zone")
    table.put("E8", "us666.1").move("american").play("move us666.1")
    assert not look_across(table.g, table.place("E8"), table.place("D4")).clear
    assert zones_seen(table, 1) == ["open_ground"]


@pytest.mark.rule("squad:fn-B21")
@pytest.mark.parametrize(("where", "known"), [("C4/culvert", True), ("C2", False)])
def test_who_stands_next_to_one_knows_it_though_he_does_not_see_it(where: str, known: bool) -> None:
    """Out of a culvert one sees nothing but the stream (P4.2b); C2 is two hexes away."""
    bed = [f"C{row} under=stream under_sides=N,S" for row in (1, 2, 3, 5)]
    lines = (*bed, "C4 under=culvert under_sides=N,S", "D4 woods", "D3 woods")
    table = clearing(*lines, special="hidden_zones").play("place D4 zone", "end")
    table.put(where, "us666.1")
    assert not look_across(table.g, table.place(where), table.place("D4")).clear
    table.move("american").play("move us666.1")
    assert zones_seen(table, 1) == (["vineyard"] if known else [])


@pytest.mark.rule("squad:fn-B21")
def test_one_that_opens_a_line_is_known_though_its_hex_is_not_seen() -> None:
    """From E8 the woods of E6 hide D4, but not all that the clearing of D4 lays open."""
    lines = ("D4 woods", "E6 woods")
    table = clearing(*lines, special="hidden_zones").play("place D4 zone", "end")
    table.put("E8", "us666.1").move("american").play("move us666.1")
    assert not look_across(table.g, table.place("E8"), table.place("D4")).clear
    assert zones_seen(table, 1) == ["vineyard"]


@pytest.mark.rule("squad:B36.2")
def test_neither_buildings_nor_what_is_above_the_ground_is_cleared() -> None:
    table = clearing("C3 woods stone_building", "C4 woods", "C5 orchard wooden_building")
    assert hexes(table) == {"C4"}


@pytest.mark.rule("squad:B36.23", "squad:B37.6")
def test_debris_on_a_fire_zone_is_debris_alone() -> None:
    found = []
    for names in ((), ("C4",)):
        table = zone(Table("C4 woods", german="ss658"), *names)
        table.g.debris = 1 << table.place("C4")
        found.append(look_across(table.g, table.place("C2"), table.place("C6")).hindrance)
    assert found[0] == found[1]


@pytest.mark.rule("squad:fn-B21")
def test_what_is_offered_reckons_with_a_zone_that_has_just_come_to_light() -> None:
    table = clearing("C4 woods", special="hidden_zones").play("place C4 zone", "place C4 zone")
    table.put("C6", "us666.1").move("american").play("move us666.1")
    assert zones_seen(table, 1) == ["open_ground"]
    offered = table.offered()
    table.g.offered = None
    assert table.offered() == offered
