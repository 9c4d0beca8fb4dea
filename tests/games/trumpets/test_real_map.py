"""Rules that speak of places, units and dates, shown with the real scenarios."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.events import Moved, Rolled
from salient.engine.ids import Piece
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.endings import end_player_turn, end_turn
from salient.games.trumpets.events import (
    ArrivalsDue,
    Dropped,
    Eliminated,
    FuelBurnt,
    FuelCaptured,
    LostStep,
    SegmentBegan,
)
from salient.games.trumpets.fight.advance import step_cost
from salient.games.trumpets.harm.losses import lose_step, lose_steps
from salient.games.trumpets.march.infiltration import infiltration_routes
from salient.games.trumpets.march.ranges import Movers
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.orders.areas import open_area
from salient.games.trumpets.orders.headquarters import PlacingKgc, ReturningHqs
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.orders.substitutes import Exchange
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.sequence import Fuel, GameTurn, MutualEnd, Preparation
from salient.games.trumpets.special.peiper import PeiperExploits
from salient.games.trumpets.standing.bridges import is_standing, passable
from salient.games.trumpets.standing.demolition import can_demolish
from salient.games.trumpets.standing.fuel import capture_fuel
from salient.games.trumpets.standing.stacking import legal, may_stop
from salient.games.trumpets.victory import german_points, judge_victory, level
from tests.conftest import Dice
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

# -- fuel dumps ---------------------------------------------------------------------------------

DUMPS = {
    "francorchamps": ("Francorchamps", (12, 9, 6, 3)), "samree": ("Samrée", (3, 2, 1, 1)),
    "eupen": ("Eupen", (3, 2, 1, 1)), "spa": ("Spa", (3, 2, 1, 1)),
    "verviers": ("Verviers", (3, 2, 1, 1)), "stavelot": ("Stavelot", (3, 2, 1, 0)),
    "malmedy": ("Malmedy", (3, 2, 1, 0)), "wiltz": ("Wiltz", (2, 1, 0, 0)),
}  # fmt: skip


@pytest.mark.rule("trumpets:note-dump-1", *(f"trumpets:tab-dump-{key}" for key in DUMPS))
@pytest.mark.parametrize("key", DUMPS)
def test_each_dump_on_each_date(key: str) -> None:
    name, amounts = DUMPS[key]
    for turn, amount in zip(("16AF", "17AF", "18AF", "20AF"), amounts, strict=True):
        t = Table.real("campaign", turn)
        unit = t.unit("I/SSPz1")
        for _ in range(2):  # The second visit finds nothing.
            capture_fuel(t.g, (unit,), t.g.setting.country.names[name], t.events)
        assert sum(e.amount for e in t.happened(FuelCaptured)) == amount
        assert sum(t.g.fuel.values()) == amount


@pytest.mark.rule("trumpets:note-dump-3")
@pytest.mark.parametrize("name", ["Vianden", "Schleiden", "Stadtkyll", "Prüm", "Bitburg"])
def test_german_towns_have_no_american_fuel(dice: Dice, name: str) -> None:
    t = Table.real("campaign", "19AF")
    dice()
    capture_fuel(t.g, (t.unit("I/SSPz1"),), t.g.setting.country.names[name], t.events)
    assert not t.happened(Rolled)


@pytest.mark.rule("trumpets:rc-fuel-3")
def test_a_dump_is_burnt_before_the_germans_come() -> None:
    t = Table.real("campaign", "18MO")
    stavelot = t.g.setting.country.names["Stavelot"]
    t.g.put(t.unit("2/110"), stavelot)
    orders = Orders(ALLIED, t.g.corps_of(t.g.under[t.unit("2/110")]))
    t.run(orders)
    assert "burn 6916" not in t.offered(), "nobody is near"
    t.g.steps = []
    t.g.put(t.unit("I/304"), t.hex("7316"))
    t.run(orders).play("burn 6916")
    assert t.happened(FuelBurnt)
    capture_fuel(t.g, (t.unit("I/304"),), stavelot, t.events)
    assert not t.happened(FuelCaptured)


@pytest.mark.rule("trumpets:note-fuel-1")
def test_fuel_is_judged_after_command_and_supply() -> None:
    t = Table.real("campaign", "19PD")
    t.g.steps = [GameTurn()]
    t.g.steps[-1].run(t.g, t.events)
    order = [type(step).__name__ for step in reversed(t.g.steps)]
    assert order.index("Judging") < order.index("Fuel") < order.index("PlayerSegment")


@pytest.mark.rule("trumpets:rc-fuel-1")
def test_with_the_option_day_fuel_is_rolled_once(dice: Dice) -> None:
    t = Table.real("campaign", "19MO", fuel_rolls="day")
    dice()
    t.run(Fuel())
    assert not t.happened(Rolled)
    t.g.low_fuel = 1 << t.unit("HQ-2PZ")
    end_turn(t.g)
    assert t.is_("low_fuel", "HQ-2PZ"), "until the evening"


# -- arrivals -----------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-1")
def test_arrivals_are_told_before_anything_else(dice: Dice) -> None:
    t = Table.real("clervaux", "16AF")
    dice(...)
    t.run(Preparation())
    assert isinstance(t.events[0], ArrivalsDue)
    assert t.unit("I/Pz3") in t.events[0].units


@pytest.mark.rule(
    "trumpets:sop-23", "trumpets:sop-23b", "trumpets:sop-24s", "trumpets:rc-arr-1",
    "trumpets:rc-arr-2",
)  # fmt: skip
def test_reinforcements_come_on_at_their_hex_when_their_corps_moves() -> None:
    t = Table.real("clervaux", "16MO").run(Movement(GERMAN, 0))
    t.g.steps = []
    corps = t.formation("XLVII")
    assert "pick I/Pz3" not in t.run(Movement(GERMAN, corps)).offered()
    t.g.steps, t.g.turn = [], turn_of("16AF")
    t.run(Movement(GERMAN, corps)).play("pick I/Pz3")
    assert t.offered("enter") == {"enter 8737"}
    t.play("enter 8737")
    assert t.where("I/Pz3") == "8737"
    assert t.offered("move"), "and go on with their move"


@pytest.mark.rule("trumpets:rc-arr-1")
def test_a_gate_in_enemy_hands_is_passed_along_the_edge() -> None:
    t = Table.real("clervaux", "16AF").run(Movement(GERMAN, 0))
    t.g.steps = []
    t.g.put(t.unit("3/110"), t.hex("8737"))
    t.run(Movement(GERMAN, t.formation("XLVII"))).play("pick I/Pz3")
    assert t.offered("enter") == {"enter 8736"}, "the next road hex of the edge, none inside"
    t.g.put(t.unit("1/110"), t.hex("8736"))
    t.play("wait", "pick II/Pz3")
    assert t.offered("enter") == {"enter 8741"}
    t.g.put(t.unit("2/110"), t.hex("8741"))
    t.play("wait", "pick I/2")
    assert t.offered("enter") == {"enter 8742"}, "five hexes away"
    t.g.put(t.unit("103E"), t.hex("8742"))
    assert not t.play("wait").offered("pick") & {"pick I/2", "pick II/2", "pick AA2"}, (
        "a turn later"
    )


@pytest.mark.rule("trumpets:rc-arr-2")
def test_a_place_on_enemy_ground_is_not_where_a_battalion_appears() -> None:
    t = Table.real("losheim", "17PD").run(Movement(ALLIED, 0))
    t.g.steps = []
    corps = t.g.corps_of(t.g.under[t.unit("254E")])
    t.run(Movement(ALLIED, corps)).play("pick 254E")
    assert t.offered("enter") == {"enter 8515"}
    t.g.steps = []
    t.g.control |= 1 << t.hex("8515")
    t.run(Movement(ALLIED, corps)).play("pick 254E")
    assert t.offered("enter") == {"enter 8415", "enter 8516", "enter 8615", "enter 8616"}


@pytest.mark.rule("trumpets:sop-23e", "trumpets:sop-24s")
def test_reinforcements_may_march() -> None:
    t = Table.real("clervaux", "17MO").run(Movement(ALLIED, 0))
    t.g.steps = []
    t.g.put(t.unit("28R"), NOWHERE)
    corps = t.g.corps_of(t.g.under[t.unit("2Tk")])
    t.run(Movement(ALLIED, corps)).play("pick 2Tk", "enter 7236")
    assert t.offered("march")


@pytest.mark.rule("trumpets:sop-23c", "trumpets:sop-23d")
def test_an_hq_arrives_with_a_rested_marker() -> None:
    t = Table.real("clervaux", "17MO")
    corps = t.g.corps_of(t.g.under[t.unit("HQ-CCR9")])
    t.run(Movement(ALLIED, corps)).play("pick HQ-CCR9", "enter 7236")
    assert t.g.rested[t.unit("HQ-CCR9")] == 1


@pytest.mark.rule("trumpets:sop-13")
def test_the_german_player_goes_first(dice: Dice) -> None:
    t = Table.real("clervaux", "16MO")
    dice(...)
    t.run(GameTurn())
    assert [e.side for e in t.happened(SegmentBegan)] == [GERMAN]


@pytest.mark.rule("trumpets:rc-form-2")
def test_army_troops_are_under_the_corps_that_the_scenario_names() -> None:
    t = Table.real("panzer_6", "16MO")
    assert t.g.under[t.unit("StuG667")] == t.formation("ISS")


@pytest.mark.rule("trumpets:rc-form-4", "trumpets:rc-area-2")
def test_formations_change_their_command_at_their_date() -> None:
    t = Table.real("campaign", "19EV")
    regiment, guns = t.unit("1/424"), t.formation("VIII")
    assert t.g.corps_of(t.g.under[regiment]) == t.formation("VIII")
    assert t.g.army_of(guns) == t.formation("1A")
    assert t.g.corps_units(t.formation("VIII")) >> regiment & 1
    t.g.turn = turn_of("20PD")
    assert t.g.corps_of(t.g.under[regiment]) == t.formation("XVIII")
    assert t.g.corps_units(t.formation("XVIII")) >> regiment & 1
    assert t.g.army_of(guns) == t.formation("1A"), "a day later"
    t.g.turn = turn_of("21PD")
    assert t.g.army_of(guns) == t.formation("3A")
    assert t.g.corps_of(t.formation("4ID")) == t.formation("XII")


@pytest.mark.rule("trumpets:rc-form-4")
@pytest.mark.parametrize(
    ("formation", "turn", "before", "after"),
    [
        ("FBB", "19PD", "5PA", "LXVI"),
        ("FBB", "24PD", "LXVI", "LVIII"),
        ("2SS", "21PD", "IISS", "5PA"),
        ("5FJ", "23PD", "LXXXV", "LIII"),
        ("FGB", "24PD", "LXXXV", "LIII"),
    ],
)
def test_german_formations_change_their_command_too(
    formation: str, turn: str, before: str, after: str
) -> None:
    t = Table.real("campaign", "16MO")
    t.g.turn = turn_of(turn) - 1
    assert t.g.corps_of(t.formation(formation)) == t.formation(before)
    t.g.turn = turn_of(turn)
    assert t.g.corps_of(t.formation(formation)) == t.formation(after)


@pytest.mark.rule("trumpets:rc-form-4", "trumpets:rc-area-1")
def test_the_2nd_ss_panzer_may_go_to_baraque_de_fraiture_from_the_21st_on() -> None:
    t = Table.real("campaign", "20EV")
    tanks, fraiture = t.unit("SSAA2"), t.g.setting.at("5926")
    t.g.put(tanks, t.g.setting.at("8018"))
    assert not open_area(t.g, tanks) >> fraiture & 1
    t.g.turn = turn_of("21PD")
    assert open_area(t.g, tanks) >> fraiture & 1


@pytest.mark.rule("trumpets:rc-loss-0")
def test_a_lost_step_does_not_come_back() -> None:
    """A night and a day of rest behind the front, and nothing has come up."""
    t = Table.real("clervaux", "16EV", events="no")
    worn, lost = t.unit("2/110"), t.unit("A/110")
    whole = t.g.steps_left[worn]
    lose_step(t.g, worn, t.events)
    assert t.steps("2/110") == whole - 1
    lose_steps(t.g, lost, t.g.steps_left[lost], t.events)
    assert worn in {event.unit for event in t.happened(LostStep)}
    assert [event.unit for event in t.happened(Eliminated)] == [lost]
    t.run(MutualEnd())
    while t.decision is not None and t.g.turn < turn_of("17AF"):
        idle = ("end", "go", "pass", "done", "stop", "wait", "keep", "pay")
        t.play(next(text for verb in idle for text in t.offered(verb)))
    assert t.g.steps_left[worn] == whole - 1
    assert t.g.steps_left[lost] == 0
    assert t.where("A/110") == ""


@pytest.mark.rule("trumpets:rc-vic-1")
def test_before_anybody_moves_places_belong_to_those_who_stand_nearer() -> None:
    t = Table.real("end_game", "22PD")
    for place, german in (("7924", True), ("6134", True), ("5844", False), ("6510", False)):
        assert bool(t.g.control >> t.hex(place) & 1) is german, place
    first = Table.real("campaign", "16MO")
    assert first.g.control & ~first.g.occupied[GERMAN] == (
        first.g.setting.behind_german_lines & ~first.g.occupied[GERMAN]
    )


# -- boundaries ---------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-24j", "trumpets:rc-area-1")
def test_german_armies_keep_to_their_areas() -> None:
    t = Table.real("campaign", "17MO")
    country = t.g.setting.country
    area = open_area(t.g, t.unit("I/304"))
    assert area >> t.hex("7540") & 1
    assert not area & country.areas["6PA"] & ~t.g.setting.board.within(country.areas["5PA"], 1)
    free = Table.real("campaign", "17MO", areas="free")
    assert open_area(free.g, free.unit("I/304")) == free.g.setting.board.all


@pytest.mark.rule("trumpets:sop-24k", "trumpets:rc-area-2")
def test_us_corps_keep_to_their_areas_of_operation() -> None:
    t = Table.real("campaign", "16EV")
    inside = open_area(t.g, t.unit("1/110"))
    assert inside >> t.hex("7540") & 1
    assert not inside >> t.hex("7401") & 1, "Eupen is V Corps'"
    early = Table.real("campaign", "16MO")
    assert open_area(early.g, early.unit("1/110")) == early.g.setting.board.all


@pytest.mark.rule("trumpets:sop-24j", "trumpets:sop-24k")
@pytest.mark.parametrize("unit", ["2/110", "I/304"])
@pytest.mark.parametrize("areas", ["strict", "free"])
def test_nobody_is_offered_a_way_over_his_boundary(unit: str, areas: str) -> None:
    """A battalion at the edge of its area, alone on the map."""
    t = Table.real("campaign", "17MO")
    inside, board = open_area(t.g, t.unit(unit)), t.g.setting.board
    edge = inside & board.around(board.all & ~inside) & t.g.setting.country.terrain["clear"]
    u = Table.real("campaign", "17MO", areas=areas)
    for other in each_piece(u.g.on_map(u.g.setting.roster.combat)):
        u.g.put(other, NOWHERE)
    put_out(u, unit, u.g.setting.country.number(each_place(edge)[len(members(edge)) // 2])).move(
        unit
    )
    ways = set_of(u.hex(text.split()[1]) for text in u.offered("move"))
    assert ways & inside
    assert bool(ways & ~inside) is (areas == "free")


@pytest.mark.rule("trumpets:sop-24p", "trumpets:rc-off-1")
def test_allies_go_round_the_edge_of_the_map() -> None:
    t = Table.real("campaign", "20MO", areas="free")
    gates = t.g.setting.gates[ALLIED]
    number = t.g.setting.country.number
    put_out(t, "2/110", number(gates[0])).move("2/110")
    assert f"leave {number(gates[2])}" in t.offered()
    t.play(f"leave {number(gates[2])}")
    unit = t.unit("2/110")
    assert t.g.waiting[unit] == t.g.turn + 2
    assert t.g.gate[unit] == gates[2]
    u = put_out(Table.real("campaign", "20MO", areas="free"), "I/304", number(gates[0]))
    assert not u.move("I/304").offered("leave")


@pytest.mark.rule("trumpets:rc-exit-1")
def test_peipers_units_leave_the_losheim_map_for_good() -> None:
    t = Table.real("losheim", "17MO")
    country = t.g.setting.country
    edge = next(
        country.number(p)
        for p in each_place(t.g.setting.board.all & country.road_hexes)
        if country.number(p)[:2] == "78"
        and 14 <= int(country.number(p)[2:]) <= 21
    )  # fmt: skip
    t.g.waiting.pop(t.unit("I/SSPz1"), None)
    put_out(t, "I/SSPz1", edge).move("I/SSPz1").play("exit")
    assert t.g.points == 1
    assert t.g.exited == 1 << t.unit("I/SSPz1")


# -- jams ---------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:tab-jam-1", "trumpets:tab-jam-2", "trumpets:note-jam-1")
@pytest.mark.parametrize(("turn", "cost"), [("16MO", 2), ("16AF", 1), ("16EV", 1), ("17PD", 0.5)])
def test_the_roads_of_the_first_ss_corps_are_jammed_behind_column_90(
    turn: str, cost: float
) -> None:
    t = Table.real("campaign", turn)
    country = t.g.setting.country
    jam = t.g.setting.jam_areas["6pzA_i_ss"]
    assert not jam & country.lxvii
    assert all(country.column(p) > 90 for p in each_place(jam))
    way = next(
        (p, q)
        for p in each_place(jam) if not t.g.stacks.get(p)
        for q in t.g.setting.board.neighbours[p]
        if q >= 0 and jam >> q & 1 and not t.g.stacks.get(q)
        and country.across(country.roads["primary"], p, q)
        and not country.across(country.any_water, p, q)
    )  # fmt: skip
    put_out(t, "FlR41", country.number(way[0])).move("FlR41")
    t.play(f"move {country.number(way[1])}")
    assert t.happened(Moved)[-1].cost == 2 * cost


# -- engineers ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "trumpets:sop-21", "trumpets:sop-21a", "trumpets:sop-21d", "trumpets:sop-31b",
    "trumpets:pet-3", "trumpets:rc-bridge-1",
)  # fmt: skip
def test_the_bridge_of_dasburg_carries_tanks_in_the_evening_and_tigers_next_morning() -> None:
    t = Table.real("clervaux", "16MO")
    site = t.g.setting.country.site_at[t.hex("7940"), t.hex("7840")]
    assert not is_standing(t.g, site)
    for turn in ("16MO", "16AF", "16EV"):
        t.g.turn, t.g.steps = turn_of(turn), []
        t.run(Orders(GERMAN, t.formation("XLVII")))
        text = "bridge BrDasburg 7840"
        if text in t.offered():
            t.play(text)
        t.g.steps, t.g.offered = [], None
        end_player_turn(t.g, GERMAN, t.events)
        light, heavy = (bool(passable(t.g, heavy=h) >> site & 1) for h in (False, True))
        assert (light, heavy) == {
            "16MO": (False, False), "16AF": (True, False), "16EV": (True, True)
        }[turn]  # fmt: skip
    assert t.where("BrDasburg") == "", "the column is in the bridge"


@pytest.mark.rule("trumpets:sop-21b", "trumpets:rc-bridge-1")
def test_a_bridge_is_taken_up_and_its_column_comes_back() -> None:
    t = Table.real("clervaux", "17MO")
    site = t.g.setting.country.site_at[t.hex("7940"), t.hex("7840")]
    t.g.stages, t.g.builders = {site: 3}, {site: GERMAN}
    t.g.columns = {site: t.unit("BrDasburg")}
    t.g.put(t.unit("BrDasburg"), NOWHERE)
    t.g.put(t.unit("I/304"), t.hex("8141"))
    t.put("7940", "Pi600")
    t.run(Orders(GERMAN, t.formation("XLVII"))).play("lift Pi600 7840")
    t.g.steps, t.g.offered = [], None
    end_player_turn(t.g, GERMAN, t.events)
    assert not is_standing(t.g, site)
    assert t.where("BrDasburg") == "7940"


@pytest.mark.rule("trumpets:rc-bridge-2")
def test_germans_do_not_bridge_the_meuse() -> None:
    t = Table.real("campaign", "24MO", areas="free")
    country = t.g.setting.country
    number, site = next((n, s) for n, s in enumerate(country.sites) if s.name == "Meuse")
    t.g.down |= 1 << number
    t.g.put(t.unit("BrDasburg"), site.a)
    t.run(Orders(GERMAN, t.formation("XLVII")))
    assert not any(text.startswith("bridge BrDasburg") for text in t.offered())


@pytest.mark.rule("trumpets:sop-20f")
def test_an_engineer_helps_one_unit_over_and_may_cross_himself() -> None:
    island = [f"1010-{to}" for to in ("1009", "1011", "1109", "1110", "0909", "0910")]
    t = Table(water=dict.fromkeys(island, "river ford"))
    t.g.ground = "mud"
    put_out(put_out(t, "pg", "1010"), "aa1", "1010")
    t.put("1010", "pi")
    t.g.assign(t.unit("pi"), t.formation("ISS"))
    t.g.ferrying = {t.unit("pi"): t.hex("1011")}
    t.move("pi")
    assert t.offered("move") == {"move 1011"}
    t.play("wait")
    t.g.moved = 0
    t.move("pg").play("move 1011")
    assert t.g.ferrying == {}, "used"
    t.g.steps, t.g.offered = [], None
    assert "move 1011" not in t.move("aa1").offered(), "another engineer is needed"


@pytest.mark.rule("trumpets:note-ford-3")
def test_who_needs_engineers_does_not_advance_over_a_ford() -> None:
    t = Table(water={"1010-1011": "river ford"})
    a, b = t.hex("1010"), t.hex("1011")
    assert step_cost(t.g, "horse", a, b, first=True) is None
    assert step_cost(t.g, "foot_german", a, b, first=True) is not None


@pytest.mark.rule("trumpets:rc-blow-2", "trumpets:rc-unit-4")
def test_general_service_engineers_do_not_blow_bridges() -> None:
    t = Table.real("campaign", "16MO")
    assert can_demolish(t.g, t.unit("103E"))
    assert not can_demolish(t.g, t.unit("1/372GS"))


@pytest.mark.rule("trumpets:rc-blow-3", "trumpets:rc-blow-4")
def test_a_bridge_is_blown_on_purpose_and_ready_stays_until_rolled(dice: Dice) -> None:
    t = Table.real("clervaux", "16EV")
    site = next(s for s in t.g.setting.country.sites if s.name == "Clerf" and not s.blown)
    t.g.put(t.unit("103E"), site.a)
    far = t.g.setting.country.number(site.b)
    t.run(Orders(ALLIED, t.g.corps_of(t.g.under[t.unit("103E")]))).play(f"prime 103E {far}")
    t.g.steps, t.g.offered = [], None
    end_player_turn(t.g, ALLIED, t.events)
    end_turn(t.g)
    assert t.unit("103E") in t.g.ready
    u = Table.real("clervaux", "16EV")
    u.g.put(u.unit("103E"), site.a)
    dice(1, 1)
    u.run(Orders(ALLIED, u.g.corps_of(u.g.under[u.unit("103E")]))).play(f"explode 103E {far}")
    assert u.g.down >> u.g.setting.country.site_at[site.a, site.b] & 1


# -- stacking -----------------------------------------------------------------------------------


@pytest.mark.rule(
    "trumpets:tab-stack", "trumpets:stack-7", "trumpets:stack-8", "trumpets:rc-stack-1"
)
@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ("1SS", "3FJ", True), ("116PZ", "560VG", True), ("KGP", "150", True), ("4ID", "10AD", True),
        ("101AB", "CCB10", True), ("1SS", "12VG", False), ("101AB", "CCA10", False),
        ("116PZ", "2PZ", False),
    ],
)  # fmt: skip
def test_the_special_pairs(one: str, other: str, may: bool) -> None:
    t = Table.real("campaign", "20MO")
    roster = t.g.setting.roster
    pair = 0
    for name in (one, other):
        formation = t.formation(name)
        pair |= 1 << next(
            u for u in range(len(t.g.where))
            if roster.front >> u & 1 and formation in t.g.chain(t.g.under[u])
            and not roster.tanks >> u & 1
        )  # fmt: skip
    assert legal(t.g, pair) is may


@pytest.mark.rule("trumpets:stack-7")
def test_two_units_of_the_escort_brigade_count_as_one() -> None:
    t = Table.real("campaign", "20MO")
    units = [t.unit(u) for u in ("II/PzGD", "FlR120", "I/FBB", "II/FBB")]
    assert legal(t.g, sum(1 << u for u in units))
    assert not legal(t.g, sum(1 << u for u in (*units, t.unit("Bn928"))))


@pytest.mark.rule("trumpets:met-15", "trumpets:rc-sub-1")
def test_a_substitute_becomes_its_battalions_and_back() -> None:
    t = Table.real("clervaux", "16MO").run(Exchange())
    place = t.where("VAK766b")
    members = [t.g.setting.units[m].id for m in t.g.setting.units[t.unit("VAK766b")].members]
    t.play("split VAK766b")
    assert t.where("VAK766b") == ""
    assert all(t.where(m) for m in members)
    t.g.steps, t.g.offered = [], None
    for member in members[1:]:
        assert t.g.setting.board.distance(t.hex(t.where(members[0])), t.hex(t.where(member))) <= 1
    t.run(Exchange())
    if "gather VAK766b" in t.offered():
        t.play("gather VAK766b")
        assert t.where("VAK766b") == place
        assert not any(t.where(m) for m in members)


# -- HQs ----------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-hq-2")
def test_a_lost_hq_comes_back_before_dawn() -> None:
    t = Table.real("clervaux", "17PD")
    hq = t.unit("HQ-26VG")
    t.g.put(hq, NOWHERE)
    t.g.steps_left[hq] = 0
    t.run(ReturningHqs())
    for text in sorted(t.offered("name"))[:1]:
        t.play(text)
    assert t.where("HQ-26VG"), "with the one that a supply road reaches, or the one chosen"
    assert not t.is_("deployed", "HQ-26VG")
    assert t.is_("fatigued", "HQ-26VG")
    later = Table.real("clervaux", "17MO")
    later.g.put(hq, NOWHERE)
    later.g.steps_left[hq] = 0
    assert later.run(ReturningHqs()).decision is None


@pytest.mark.rule("trumpets:sop-18c", "trumpets:rc-kgc-1")
@pytest.mark.parametrize(("turn", "asked"), [("22EV", False), ("23PD", True)])
def test_kampfgruppe_cochenhausen_is_formed_on_the_twenty_third(turn: str, asked: bool) -> None:
    t = Table.real("meuse", turn)
    if "HQ-KGC" in t.g.setting.roster.index:
        t.g.put(t.unit("HQ-KGC"), NOWHERE)
        t.g.waiting.pop(t.unit("HQ-KGC"), None)
        t.run(PlacingKgc(GERMAN))
        assert bool(t.offered("name")) is asked
        if asked:
            t.play(sorted(t.offered("name"))[0])
            kgc = t.formation("KGC")
            assert 1 <= sum(under == kgc for under in t.g.under) <= 7
    else:
        pytest.fail("the scenario has no HQ for the group")


# -- Peiper, Skorzeny, Stösser ------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-kgp-2", "trumpets:kgp-10")
def test_riders_are_off_the_tanks_when_the_night_is_over() -> None:
    t = Table.real("losheim", "17PD")
    t.g.riders = 1
    t.run(PeiperExploits(GERMAN))
    assert not t.g.riders


@pytest.mark.rule("trumpets:note-skor-3", "trumpets:note-skor-4")
def test_a_failed_infiltration_ends_where_it_was_declared(dice: Dice) -> None:
    t = Table.real("panzer_6", "17MO")
    put_out(t, "KGX", "9219")
    for unit in map(Piece, range(len(t.g.where))):
        if t.g.where[unit] == t.hex("9219") and unit != t.unit("KGX"):
            t.g.put(unit, NOWHERE)
    routes = infiltration_routes(t.g, GERMAN, (t.unit("KGX"),), 18)
    assert routes, "somewhere behind the American line"
    assert not any(t.g.occupied[ALLIED] >> to & 1 for to in routes), "an empty hex beyond"
    t.move("KGX")
    target = sorted(t.offered("infiltrate"))[0]
    dice(6, 6)
    t.play(target)
    assert t.where("KGX") == "9219"
    assert t.decision is None


@pytest.mark.rule("trumpets:note-skor-2", "trumpets:note-skor-3")
@pytest.mark.parametrize("left", [4, 6, 18])
def test_an_infiltration_leads_where_an_open_way_does_not(left: int) -> None:
    """Not where it could go anyhow, nor next to Americans or onto them."""
    t = Table.real("panzer_6", "17MO")
    put_out(t, "KGX", "9219")
    for unit in each_piece(t.g.on_map(t.g.setting.army[GERMAN])):
        if unit != t.unit("KGX"):
            t.g.put(unit, NOWHERE)
    t.put("9118", "1/394")
    movers = Movers(t.g, GERMAN, (t.unit("KGX"),))
    found = set_of(infiltration_routes(t.g, GERMAN, (t.unit("KGX"),), left))
    assert found
    assert not found & movers.reach(left, fresh=True).hexes
    assert not found & (movers.zones() | t.g.occupied[ALLIED])
    beyond = movers.unseen(left).hexes & ~(movers.zones() | t.g.occupied[ALLIED])
    assert found == beyond & ~movers.reach(left, fresh=True).hexes


@pytest.mark.rule("trumpets:rc-drop-1")
@pytest.mark.parametrize(("faces", "moved"), [((1, 1), 0), ((1, 2), 1), ((4, 6), 3)])
def test_von_der_heydte_drops_on_the_high_fens(
    dice: Dice, faces: tuple[int, int], moved: int
) -> None:
    t = Table.real("campaign", "17PD")
    dice(*faces, ...)
    t.run(Preparation())
    drop = t.happened(Dropped)[0]
    assert t.g.setting.board.distance(drop.place, t.hex("7608")) == moved


# -- rubble -------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-rubble-1")
@pytest.mark.parametrize(("level_", "cost"), [(0, 0.5), (1, 2), (2, 4)])
def test_rubble_spoils_a_road_for_vehicles(level_: int, cost: float) -> None:
    t = Table(roads=("1010-1011 primary",))
    if level_:
        t.g.rubble = {t.hex("1011"): level_}
    assert put_out(t, "pak").pay("pak", "1011") == cost


# -- victory ------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-vic-1", "trumpets:scn-victory")
def test_places_count_for_the_germans_where_their_supply_reaches() -> None:
    t = Table.real("clervaux", "17EV")
    assert german_points(t.g) == 0
    for unit in map(Piece, range(len(t.g.where))):
        if t.g.setting.side_of[unit] == ALLIED:
            t.g.put(unit, NOWHERE)
    t.put("7540", "I/304")
    assert german_points(t.g) == 0, "no road leads there while the Our bridges are down"
    t.g.down = 0
    assert german_points(t.g) == 1


@pytest.mark.rule("trumpets:rc-vic-1", "trumpets:scn-victory")
def test_the_levels_of_victory() -> None:
    t = Table.real("clervaux", "17EV")
    assert [level(t.g, n) for n in (14, 15, 17)] == ["allied_victory", "draw", "german_victory"]
    town = Table.real("bastogne", "22EV")
    assert [level(town.g, n) for n in (21, 22, 24, 25)] == [
        "allied_victory", "draw", "draw", "german_victory",
    ]  # fmt: skip
    campaign = Table.real("campaign", "26EV")
    assert [level(campaign.g, n) for n in (17, 18, 26, 38, 51)] == [
        "allied_decisive", "allied", "draw", "german_marginal", "german_strategic",
    ]  # fmt: skip


@pytest.mark.rule("trumpets:rc-vic-1")
def test_two_supplied_units_beyond_the_meuse_win_at_once() -> None:
    t = Table.real("campaign", "22MO", areas="free")
    judge_victory(t.g, t.events)
    assert t.game.result(t.g) is None
    for unit in map(Piece, range(len(t.g.where))):
        if t.g.setting.side_of[unit] == ALLIED:
            t.g.put(unit, NOWHERE)
    t.g.down = 0
    dinant = t.g.setting.country.names["Dinant"]
    far = next(
        h for h in t.g.setting.board.neighbours[dinant]
        if h >= 0 and t.g.setting.beyond_meuse >> h & 1
    )  # fmt: skip
    for name in ("I/304", "II/304"):
        t.g.put(t.unit(name), far)
    t.g.put(t.unit("HQ-2PZ"), dinant)
    judge_victory(t.g, t.events)
    assert t.result.outcome == "german_decisive"
    assert may_stop(t.g, 1 << t.unit("I/304"), far)
