"""Steps 8.619 to 8.625: purchase, contents, works, reconnaissance, chits, set-up, start."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece, each_place, members
from salient.games.peiper.calendar import parse_date
from salient.games.peiper.events import BattleJoined, Diced
from salient.games.peiper.refit.contents import in_hand
from salient.games.peiper.refit.deploy import places, reserve_hexes
from salient.games.peiper.refit.purchase import cost, is_worth_having, placings, refusal
from salient.games.peiper.sequence import REFIT
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.standing.entries import is_eligible, matching
from salient.games.peiper.state import HELD
from tests.games.peiper.table import Campaign


def group(table: Campaign, side: int, name: str):  # type: ignore[no-untyped-def]
    return table.g.setting.charts.groups.sides[side][name]


def later(name: str = "cheneux", date: str = "20N") -> Campaign:
    """A campaign on a date after its first, the Americans with a foothold."""
    table = Campaign(name, date).hold_limits()
    if name == "cheneux":
        table.hold("american", "J8", "L10", "M11", "N8", "N10", "P9")
    return table


# -- the beginning --------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.5a", "peiper:P8.52", "peiper:P8.52-GE-OB", "peiper:P8.52-US-OB")
def test_cheneux_begins_on_20pm_with_supply_purchase_contents_and_works() -> None:
    table = Campaign.begun("cheneux")
    assert table.asked == "german objective"
    assert table.g.date == parse_date("20PM")
    assert table.g.cpp == [35, 24]
    presets = [force.chart for force in table.g.forces]
    assert presets == ["I2", "I2", "HW1", "V4", "V4", "V5", "V6", "I2", "I2", "I2", "SPW9us"]
    numbers = [event.number for event in table.events if hasattr(event, "number")]
    assert numbers == [617, 618, 619]


@pytest.mark.rule("peiper:P8.51", "peiper:P8.51-GE-OB", "peiper:P8.51-US-OB")
def test_stoumont_begins_on_19am() -> None:
    table = Campaign.begun("stoumont")
    assert table.g.date == parse_date("19AM")
    assert table.g.cpp == [85, 25]
    charts = [force.chart for force in table.g.forces if force.side == 0]
    assert charts == ["I1"] * 4 + ["HW2"] + ["V1"] * 4 + ["V2"] * 4
    loose = [
        force.chart for force in table.g.forces if force.side and not force.chart[1:].isdigit()
    ]
    assert loose.count("us3in") == 4
    assert loose.count("M4A3") == 3


@pytest.mark.rule("peiper:P8.53", "peiper:P8.53-GE-OB", "peiper:P8.53-US-OB", "peiper:SSR-III.4")
def test_la_gleize_begins_on_19pm_with_an_immobile_tiger() -> None:
    table = Campaign.begun("la_gleize")
    assert table.g.date == parse_date("19PM")
    assert table.g.cpp == [30, 14]
    tiger = table.unit("PzVIB.1")
    assert table.g.immobile >> tiger & 1
    assert table.g.setting.fixed_hex(tiger) == table.place("R44")
    table.terms(initial=True)
    assert [table.g.setting.board.hexes[p].name for p in places(table.g, tiger)] == ["R44"]


@pytest.mark.rule("peiper:P8.51-init-order", "peiper:P8.52-init-order", "peiper:P8.53-init-order")
@pytest.mark.parametrize(("name", "first"), [("stoumont", 0), ("cheneux", 1), ("la_gleize", 1)])
def test_who_does_not_move_first_sets_up_first(name: str, first: int) -> None:
    table = Campaign.begun(name)
    assert table.g.first == first
    table.g.steps = []
    table.g.refit = 0
    REFIT[624](table.g, table.events)
    assert [step.side for step in table.g.steps] == [first, 1 - first]


@pytest.mark.rule("peiper:P8.5f", "peiper:rc-overlap")
def test_each_side_controls_what_lies_within_its_limits() -> None:
    table = Campaign.begun("stoumont")
    assert table.g.control[0] >> table.place("F44") & 1
    assert table.g.control[1] >> table.place("S22") & 1
    both = table.place("K36")
    assert not (table.g.control[0] | table.g.control[1]) >> both & 1
    assert not (table.g.control[0] | table.g.control[1]) >> table.place("AA15") & 1


@pytest.mark.rule("peiper:SSR-II.3")
def test_two_burnt_out_wrecks_lie_at_cheneux() -> None:
    table = Campaign.begun("cheneux")
    there = {
        table.g.setting.board.hexes[table.g.hex(unit)].name for unit in each_piece(table.g.burnt)
    }
    assert there == {"K10", "GG8"}
    assert not table.g.burnt & ~table.g.wrecks


# -- purchase -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.6192")
def test_money_maxima_and_dates_bind_and_presets_do_not_count() -> None:
    table = later()
    i2 = group(table, 0, "I2")
    for _ in range(4):
        table.force("german", "I2")
    assert not refusal(table.g, i2, 0)
    table.force("german", "I2", preset=True)
    assert not refusal(table.g, i2, 0)
    table.force("german", "I2")
    assert refusal(table.g, i2, 0) == "P8.6192"
    table.g.cpp = [5, 0]
    table.step(619)
    assert all(table.g.setting.charts.groups.sides[0][text.split()[1].upper()].cpp <= 5
               for text in table.offered("buy"))  # fmt: skip


@pytest.mark.rule("peiper:P8.6196")
def test_some_groups_may_be_bought_only_from_a_date_on() -> None:
    assert refusal(Campaign("cheneux", "20PM").g, group(Campaign("cheneux"), 1, "V3"), 1)
    table = later()
    assert not refusal(table.g, group(table, 1, "V3"), 1)


@pytest.mark.rule("peiper:P8.2-CPP", "peiper:P8.2-RG-record")
@pytest.mark.rule("peiper:P8.619", "peiper:P8.6198")
def test_a_purchase_costs_points_and_stands_in_the_record() -> None:
    table = later()
    table.g.cpp = [12, 0]
    table.step(619).play("buy I2 reserve")
    assert table.g.cpp[0] == 6
    force = table.g.forces[-1]
    assert (force.chart, force.placing, force.date) == ("I2", "reserve", table.g.date)
    assert table.g.roster[-1].bought == (("I2",), ())
    assert table.asked == "german objective"


@pytest.mark.rule("peiper:P8.6194a", "peiper:P8.6194b", "peiper:P8.6194")
def test_on_the_map_costs_half_as_much_again_and_early_entry_a_quarter() -> None:
    table = later()
    assert cost(table.g, group(table, 0, "I2"), "map") == 9
    assert cost(table.g, group(table, 0, "I2"), "reserve") == 6
    assert cost(table.g, group(table, 1, "I2"), "early") == 8
    assert "early" in placings(table.g, group(table, 1, "I2"), 1)  # Monceau opens on 21AM


@pytest.mark.rule("peiper:CG7a-1", "peiper:CG6b")
def test_germans_come_as_reserve_or_for_more_points_or_from_a_box() -> None:
    table = later()
    assert placings(table.g, group(table, 0, "I2"), 0) == ["reserve", "map", "enter"]


@pytest.mark.rule("peiper:CG6c-4")
def test_without_an_entry_area_germans_cannot_be_bought_but_at_la_gleize() -> None:
    table = later().hold("american", "TT1", "HH0")
    assert placings(table.g, group(table, 0, "I2"), 0) == []
    table = later("la_gleize", "20AM").hold("american", "E1", "R0")
    assert placings(table.g, group(table, 0, "I2"), 0) == ["reserve", "map"]


@pytest.mark.rule("peiper:SSR-III.3")
def test_in_the_first_scenario_of_la_gleize_germans_pay_for_no_set_up_and_no_roadblocks() -> None:
    table = Campaign("la_gleize").hold_limits().terms(initial=True)
    assert "map" not in placings(table.g, group(table, 0, "I2"), 0)
    table.g.fpp = [10, 0]
    table.step(621)
    assert not any("roadblock" in text for text in table.offered("fort"))


@pytest.mark.rule("peiper:CG7c-1", "peiper:CG7c-2")
def test_americans_come_from_off_the_map_and_never_as_reserve() -> None:
    table = later()
    ways = placings(table.g, group(table, 1, "I2"), 1)
    assert ways[0] == "enter"
    assert "reserve" not in ways


@pytest.mark.rule("peiper:SSR-I.2", "peiper:P8.5c")
def test_at_stoumont_everything_sets_up_on_the_map_for_nothing_at_first() -> None:
    table = Campaign("stoumont").hold_limits().terms(initial=True)
    assert placings(table.g, group(table, 0, "I1"), 0) == ["map"]
    assert cost(table.g, group(table, 0, "I1"), "map") == 9
    begun = Campaign.begun("stoumont")
    assert all(force.placing == "map" for force in begun.g.forces if force.side == 0)


@pytest.mark.rule("peiper:CG6a", "peiper:P8.6197")
def test_a_group_enters_by_arrows_of_its_colour_from_their_date_on() -> None:
    table = later("stoumont", "19PM")
    names = [
        table.g.setting.entries[n].name
        for n in matching(table.g, group(table, 1, "I1"), 1, table.g.date)
    ]
    assert names == ["Targnon"]
    assert matching(table.g, group(table, 1, "I3"), 1, parse_date("19PM")) == []
    red = matching(table.g, group(table, 1, "I3"), 1, parse_date("20AM"))
    assert [table.g.setting.entries[n].name for n in red] == ["Theux"]


@pytest.mark.rule("peiper:P8.2-eligible")
@pytest.mark.rule("peiper:CG6c-1", "peiper:CG6c-3")
def test_an_area_is_eligible_by_its_date_and_for_germans_by_control() -> None:
    table = later()
    rahier, gleize = table.entry("A10"), table.entry("TT1")
    assert is_eligible(table.g, rahier, 1)
    assert not is_eligible(table.g, rahier, 0)
    assert is_eligible(table.g, gleize, 0)
    table.hold("american", "TT1").hold("german", "A10")
    assert not is_eligible(table.g, gleize, 0)
    assert is_eligible(table.g, rahier, 1)
    monceau = next(n for n, a in enumerate(table.g.setting.entries) if a.name == "Monceau")
    assert not is_eligible(table.g, monceau, 1)
    table.g.date = parse_date("21AM")
    assert is_eligible(table.g, monceau, 1)


@pytest.mark.rule("peiper:CG6c-2")
def test_an_area_named_for_early_entry_serves_the_americans_from_then_on() -> None:
    table = later()
    table.g.cpp = [0, 20]
    table.step(619)
    while table.asked != "american buy":
        table.play("end")
    table.play("buy I2 early")
    monceau = next(n for n, a in enumerate(table.g.setting.entries) if a.name == "Monceau")
    assert table.g.forces[-1].entry == monceau
    assert is_eligible(table.g, monceau, 1)


@pytest.mark.rule("peiper:P8.2-objective-a")
def test_an_objective_has_cover_or_three_sides_and_is_not_strategic() -> None:
    table = later()
    board = table.g.setting.board
    assert not is_worth_having(table.g, table.place("P9"))
    woods = next(
        here for here in board.hexes if here.row.terrain == "woods" and not here.row.building
    )
    assert is_worth_having(table.g, woods.index)
    bare = [
        here for here in board.hexes
        if here.row.terrain == "open_ground" and not here.row.building and not here.row.ford
        and not any(here.sides) and not here.slopes and here.road.bit_count() == 2
        and all(near < 0 or board.hexes[near].level == here.level for near in here.near)
    ]  # fmt: skip
    assert bare
    assert not is_worth_having(table.g, bare[0].index)


# -- contents -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.2-strength")
@pytest.mark.rule("peiper:P8.620", "peiper:P8.6201", "peiper:P8.6193", "peiper:P8.5b")
@pytest.mark.parametrize(("dice", "squads"), [((4, 4), 3), ((4, 5), 2)])
def test_a_german_group_comes_at_full_or_reduced_strength(
    dice: tuple[int, int], squads: int
) -> None:
    table = later()
    table.force("german", "I2")
    table.g.change_force(0, strength="", preset=True)
    table.dice(*dice, ...).step(620)
    raised = table.g.forces[0]
    assert raised.strength == ("full" if squads == 3 else "reduced")
    assert (raised.units & table.g.setting.squads).bit_count() == squads


@pytest.mark.rule(
    "peiper:P8.6202", "peiper:P8.6204", "peiper:P8.6205", "peiper:P8.5d", "peiper:P8.5e"
)
def test_quality_weapons_and_leaders_are_diced() -> None:
    table = later()
    table.force("american", "I2", placing="enter")
    table.g.change_force(0, strength="")
    table.dice(1, 1, 3, 1, 2).step(620)
    units = [table.g.setting.units[unit].row.id for unit in members(table.g.forces[0].units)]
    assert sorted(units) == ["us667", "us667", "us667", "us92", "usBAZ", "usMMG"]
    assert table.boxed("usBAZ.1") == "A10"
    assert table.g.owner[table.unit("usBAZ.1")] >= 0


@pytest.mark.rule("peiper:P8.6203")
def test_the_types_of_tank_destroyers_are_diced() -> None:
    table = later()
    table.force("american", "V3", placing="enter")
    table.g.change_force(0, strength="")
    table.dice(3, 4).step(620)
    units = [table.g.setting.units[unit].row.id for unit in members(table.g.forces[0].units)]
    assert units == ["M36", "M36"]


# -- works, patrols, chits ------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.2-FPP")
@pytest.mark.rule("peiper:P8.621", "peiper:CG19a")
def test_works_are_paid_for_and_stand_when_the_scenario_begins() -> None:
    table = later()
    table.g.fpp = [10, 0]
    table.step(621)
    table.play("fort foxhole3")
    text = sorted(table.offered("site"))[0]
    table.play(text)
    assert table.g.fpp[0] == 7
    table.end()
    assert table.g.fpp[0] == 0
    place = table.place(text.split()[1])
    assert place not in table.g.foxholes
    table.terms(first=1, attacker=1).step(625)
    assert table.g.foxholes[place] == 3


@pytest.mark.rule("peiper:P8.622")
def test_a_patrol_lets_its_side_look_into_an_enemy_hex() -> None:
    table = later().put("N10", "us747.1").put("V8", "ss658.1").mark("concealed", "ss658.1")
    table.g.cpp = [0, 2]
    table.step(622)
    assert table.asked == "american recon"
    table.dice(2, 2).play(sorted(table.offered("recon"))[0])
    assert table.g.cpp[1] == 1
    assert table.asked == "american watch"
    table.play(sorted(table.offered("watch"))[0]).end()
    seen = members(table.g.watched[1])
    assert len(seen) == 1
    table.put(table.g.setting.board.hexes[seen[0]].name, "ss658.2").mark("concealed", "ss658.2")
    table.terms(first=1, attacker=1).step(625)
    assert not table.is_("concealed", "ss658.2")
    assert table.is_("concealed", "ss658.1") or table.place("V8") in seen


@pytest.mark.rule(
    "peiper:P8.6231", "peiper:P8.52-chits", "peiper:P8.51-chits", "peiper:P8.53-chits"
)
@pytest.mark.parametrize(
    ("name", "most"), [("stoumont", (3, 5)), ("cheneux", (1, 3)), ("la_gleize", (3, 8))]
)
def test_a_side_has_so_many_attack_chits(name: str, most: tuple[int, int]) -> None:
    table = Campaign(name, "20N").hold_limits()
    table.g.chits = [most[0] - 1, most[1] - 1]
    table.step(623)
    assert table.asked == "german chit"
    table.play("chit attack")
    assert table.asked == "american chit"
    table.play("chit attack")
    assert table.g.chits == list(most)
    table.step(623)
    assert table.g.chosen == ["idle", "idle"]  # Unasked: there is nothing else to lay.


@pytest.mark.rule("peiper:P8.2-idle-date")
@pytest.mark.rule("peiper:P8.6232")
def test_when_both_are_idle_the_next_date_comes() -> None:
    table = later()
    table.step(623).play("chit idle", "chit idle")
    assert table.g.roster[-1].battle == "idle"
    assert table.g.idle


@pytest.mark.rule("peiper:P8.6233", "peiper:CG5b")
def test_one_attack_chit_makes_an_attacker_who_moves_first() -> None:
    table = later()
    table.step(623).play("chit idle", "chit attack")
    assert (table.g.terms.first, table.g.terms.attacker) == (1, 1)
    REFIT[624](table.g, table.events)
    assert [step.side for step in table.g.steps] == [1, 0]


@pytest.mark.rule("peiper:P8.6233")
def test_two_attack_chits_are_diced_for() -> None:
    table = later()
    table.step(623).play("chit attack").dice(3, 4, 4, 4).play("chit attack")
    assert (table.g.terms.first, table.g.terms.attacker) == (1, -1)
    assert table.happened(BattleJoined)[-1].battle == "dual"
    assert len(table.happened(Diced)) == 2


# -- set-up ---------------------------------------------------------------------------------------


def spare(table: Campaign, *tokens: str) -> None:
    for token in tokens:
        table.g.spare &= ~(1 << table.unit(token))


@pytest.mark.rule("peiper:P8.2-retained")
@pytest.mark.rule("peiper:P8.624", "peiper:P8.6241")
def test_who_was_kept_in_an_area_sets_up_in_it() -> None:
    table = later().put("L10", "us747.1").put("P9", "us747.2").step(605)
    table.play("stay_all")
    areas = areas_of(table.g)
    big = next(part for part in areas.parts[1] if part >> table.place("L10") & 1)
    hexes = {
        table.g.setting.board.hex_of[place] for place in places(table.g, table.unit("us747.1"))
    }
    assert hexes
    assert all(big >> here & 1 for here in hexes)
    alone = {
        table.g.setting.board.hex_of[place] for place in places(table.g, table.unit("us747.2"))
    }
    assert alone == {table.place("P9")}


@pytest.mark.rule("peiper:CG7-1")
def test_a_new_group_sets_up_in_one_area_and_not_in_an_isolated_one() -> None:
    table = later()
    spare(table, "us747.1", "us747.2")
    table.force("american", "I2", "us747.1", "us747.2", placing="map")
    hexes = {table.g.setting.board.hex_of[p] for p in places(table.g, table.unit("us747.1"))}
    assert table.place("P9") not in hexes
    assert table.place("L10") in hexes


@pytest.mark.rule("peiper:CG7a-6", "peiper:SSR-II.2", "peiper:SSR-III.2")
def test_reserves_are_eight_hexes_from_the_americans_or_as_far_as_can_be() -> None:
    table = Campaign("cheneux").hold_limits().terms(initial=True)
    setting = table.g.setting
    limits = setting.limits[0]
    found = reserve_hexes(table.g, limits, setting.ground.everywhere & ~limits)
    assert found
    outside = each_place(setting.ground.everywhere & ~limits)
    near = min(setting.board.range(here, foe) for here in each_place(found) for foe in outside)
    assert near >= 8
    small = 1 << table.place("P9") | 1 << table.place("Q10")
    assert reserve_hexes(table.g, small, setting.ground.everywhere & ~small) == small


@pytest.mark.rule("peiper:CG12b")
def test_a_gun_stays_within_three_hexes_unless_an_idle_date_has_come() -> None:
    table = later("stoumont", "19PM").put("M20", "us227.1+us57.1").step(605)
    board = table.g.setting.board
    away = {
        board.range(place, table.place("M20")) for place in places(table.g, table.unit("us227.1"))
    }
    assert max(away) == 3
    table.g.idle = True
    away = {
        board.range(place, table.place("M20")) for place in places(table.g, table.unit("us227.1"))
    }
    assert max(away) > 3


@pytest.mark.rule("peiper:CG11a", "peiper:CG11b")
def test_infantry_in_cover_starts_concealed_and_vehicles_far_from_the_enemy() -> None:
    table = later().put("P9", "us747.1").put("V8", "ss658.1").put("Y9", "SdKfz104.1")
    table.put("R9", "SdKfz104.2").terms(first=1, attacker=1).step(624)
    table.play("end", "end")
    assert table.is_("concealed", "us747.1")
    assert table.is_("concealed", "ss658.1")
    assert table.is_("concealed", "SdKfz104.1")
    assert not table.is_("concealed", "SdKfz104.2")


@pytest.mark.rule("peiper:P8.52-GE-setup")
def test_each_western_column_holds_one_squad_and_no_empty_foxhole() -> None:
    table = Campaign("cheneux").hold_limits().terms(first=1, attacker=1, initial=True)
    table.put("T12", "ss658.1")
    spare(table, "ss658.2")
    names = {
        table.g.setting.board.locations[p].token for p in places(table.g, table.unit("ss658.2"))
    }
    assert not any(name.rstrip("0123456789/") == "T" for name in names)
    assert any(name.rstrip("0123456789/") == "U" for name in names)
    assert any(name.startswith("Z") for name in names)
    table.g.planned = [(0, "foxhole1", table.place("T12")), (0, "foxhole1", table.place("U12"))]
    table.step(624).play("staff").end()
    assert [plan[2] for plan in table.g.planned] == [table.place("T12")] or table.g.stack(
        table.place("U12"), 0
    )


@pytest.mark.rule("peiper:P8.51-US-setup")
def test_at_stoumont_american_guns_and_fifteen_squads_stay_out_of_the_houses() -> None:
    table = Campaign("stoumont").hold_limits().terms(first=0, attacker=0, initial=True)
    spare(table, *(f"us666.{n}" for n in range(1, 19)), "us227.1", "us57.1")
    table.g.owner[table.unit("us57.1")] = table.unit("us227.1")
    board = table.g.setting.board
    assert not any(
        board.hex(place).row.building for place in places(table.g, table.unit("us227.1"))
    )
    houses = [p for p in places(table.g, table.unit("us666.1")) if board.hex(p).row.building]
    for number, place in enumerate(houses[:3], 1):
        table.g.put(table.unit(f"us666.{number}"), place)
    left = places(table.g, table.unit("us666.4"))
    assert left
    assert not any(board.hex(place).row.building for place in left)


@pytest.mark.rule("peiper:P8.51-GE-setup")
def test_at_stoumont_the_germans_set_up_east_of_their_line() -> None:
    table = Campaign("stoumont").hold_limits().terms(first=0, attacker=0, initial=True)
    spare(table, "ss658.1")
    hexes = {table.g.setting.board.hex_of[p] for p in places(table.g, table.unit("ss658.1"))}
    assert hexes
    assert all(table.g.setting.limits[0] >> here & 1 for here in hexes)


@pytest.mark.rule("peiper:P8.53-GE-setup")
def test_at_la_gleize_germans_in_cover_start_hidden() -> None:
    table = Campaign("la_gleize").hold_limits().terms(first=1, attacker=1, initial=True)
    table.put("N25", "ss658.1").step(624).end()
    assert table.is_("hidden", "ss658.1")


@pytest.mark.rule("peiper:CG7a-3")
def test_who_cannot_be_set_up_waits_in_a_box() -> None:
    table = later().terms(first=1, attacker=1)
    spare(table, "ss658.1")
    table.g.control[0] = 0
    table.force("german", "I2", "ss658.1", placing="reserve").step(624).end()
    assert table.boxed("ss658.1")
    assert not in_hand(table.g, 0)


@pytest.mark.rule("peiper:CG7a-2", "peiper:CG7a-4", "peiper:CG7a-5", "peiper:CG7a-7")
def test_reserves_start_under_a_counter_each_and_their_vehicles_open() -> None:
    table = later().terms(first=1, attacker=1)
    spare(table, "ss658.1", "SdKfz104.1")
    table.force("german", "I2", "ss658.1", "SdKfz104.1", placing="reserve")
    table.step(624).play("staff").end()
    for token in ("ss658.1", "SdKfz104.1"):
        assert table.is_("reserve", token)
        assert table.is_("concealed", token)
    assert not table.g.buttoned


# -- start ----------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.625")
def test_who_was_pinned_in_the_refit_phase_begins_the_scenario_unpinned() -> None:
    table = Campaign("cheneux").put("Y9", "ss658.10").mark("pinned", "ss658.10")
    table.terms(first=1, attacker=1).step(625)
    assert not table.is_("pinned", "ss658.10")


@pytest.mark.rule("peiper:P8.625", "peiper:CG13a")
def test_nine_squads_bring_thirteen_panzerfausts_and_a_half() -> None:
    table = later().terms(first=1, attacker=1)
    board = table.g.setting.board
    hexes = members(areas_of(table.g).setup[0])
    for number in range(1, 10):
        table.put(board.hexes[hexes[3 * number]].name, f"ss658.{number}")
    table.put(board.hexes[hexes[40]].name, "ss658.10").mark("reserve", "ss658.10")
    table.mark("concealed", "ss658.10").step(625)
    assert table.g.fausts == 27
    assert table.g.panzerfausts == 13


@pytest.mark.rule("peiper:CG14")
@pytest.mark.parametrize(("name", "most"), [("cheneux", 1), ("stoumont", 2)])
def test_germans_declare_fanaticism_once_or_twice(name: str, most: int) -> None:
    table = (
        later(name, "20N")
        .put("V8" if name == "cheneux" else "F44", "ss658.1")
        .terms(first=1, attacker=1)
    )
    table.step(625)
    assert table.asked == "german fanatic"
    table.play("fanatic yes")
    assert table.is_("fanatic", "ss658.1")
    table.g.steps = []
    table.g.declared = most
    table.step(625)
    assert table.asked != "german fanatic"


@pytest.mark.rule(
    "peiper:SSR-I.1", "peiper:SSR-II.1", "peiper:SSR-III.1", "peiper:SSR-KGP3", "peiper:CG2"
)
@pytest.mark.parametrize(
    ("name", "word"),
    [("stoumont", "mist_extreme"), ("cheneux", "mist_very_heavy"), ("la_gleize", "mist_moderate")],
)
def test_the_first_scenarios_have_their_mist(name: str, word: str) -> None:
    table = Campaign(name).hold_limits().terms(initial=True).step(617).step(625)
    assert {word, "one_lane_roads"} <= table.g.special
    assert "night" not in table.g.special


@pytest.mark.rule("peiper:CG5a", "peiper:CG5d")
def test_a_night_has_its_sky_and_lets_the_attacker_come_unseen() -> None:
    table = later().terms(first=1, attacker=1).step(617).step(625)
    assert {"night", "cloaking", "overcast"} <= table.g.special


@pytest.mark.rule("peiper:CG5e", "peiper:SSR-II.4", "peiper:SSR-I.2", "peiper:SSR-III.5")
def test_when_groups_in_boxes_may_enter() -> None:
    table = later().terms(first=1, attacker=1)
    table.box("TT1", "ss658.1").force("german", "I2", "ss658.1", placing="enter").step(625)
    assert table.g.forces[0].since == HELD
    first = Campaign("cheneux").terms(first=1, attacker=1, initial=True)
    first.force("american", "I2", preset=True).force("american", "I2").step(625)
    assert [force.since for force in first.g.forces] == [1, 2]
    gleize = Campaign("la_gleize").terms(first=1, attacker=1, initial=True)
    gleize.force("american", "I1", preset=True).force("american", "V2", preset=True).step(625)
    assert [force.since for force in gleize.g.forces] == [1, HELD]
    tanks = Campaign("stoumont").terms(initial=True)
    tanks.force("american", "V2", placing="enter", preset=True).step(625)
    assert tanks.g.forces[0].since == HELD
