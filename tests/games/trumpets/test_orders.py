"""Activation, orders, works, engineers, leaders (13.0-22.0, 37.0-39.0, 59.0)."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.events import Rolled
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.endings import end_player_turn, end_turn
from salient.games.trumpets.events import BridgeBlown, Eliminated
from salient.games.trumpets.harm.losses import leave_work
from salient.games.trumpets.march.crossing import Crossing
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.march.released import Exploitation, Response
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.orders.activation import Divisions
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.orders.substitutes import Exchange
from salient.games.trumpets.orders.surrender import roll_surrenders, surrender_modifiers
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.sequence import Activation, CorpsTurn
from salient.games.trumpets.standing.demolition import demolition_modifiers, try_to_blow
from tests.conftest import Dice
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out


def orders(t: Table, side: int = GERMAN, corps: str = "ISS") -> Table:
    return t.run(Orders(side, t.formation(corps)))


# -- activation ---------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-13a", "trumpets:scn-first-day")
@pytest.mark.parametrize("turn", ["16MO", "16AF", "16EV"])
def test_on_the_first_day_nobody_rests(turn: str) -> None:
    t = Table(turn).put("1010", "HQ-ISS", "vg1").run(Activation(GERMAN)).play("army 6pa")
    assert "corps iss" in t.offered()
    assert not t.offered("rest")


@pytest.mark.rule("trumpets:sop-13b", "trumpets:sop-14", "trumpets:sop-15", "trumpets:rc-turn-1")
def test_later_a_corps_acts_or_rests() -> None:
    t = Table("17PD").put("1010", "HQ-ISS", "vg1").put("0505", "HQ-IISS", "ss2")
    t.run(Activation(GERMAN))
    assert t.offered("army") == {"army 6pa"}
    t.play("army 6pa")
    assert {"corps iss", "rest iss", "corps iiss", "rest iiss"} <= t.offered()


@pytest.mark.rule("trumpets:sop-13c", "trumpets:sop-15b", "trumpets:rc-act-1")
def test_the_hqs_of_a_resting_corps_rest() -> None:
    t = Table("17MO").put("1010", "HQ-ISS", "HQ-1SS", "pz")
    t.run(CorpsTurn(GERMAN, t.formation("ISS"), active=False))
    assert t.is_("resting", "HQ-ISS")
    assert t.is_("resting", "HQ-1SS")
    u = Table("17MO").put("1010", "HQ-ISS", "HQ-1SS", "pz")
    u.g.turn = turn_of("17MO")
    u.run(CorpsTurn(GERMAN, u.formation("ISS"), active=True))
    assert not u.g.resting


@pytest.mark.rule("trumpets:sop-13d", "trumpets:sop-13e", "trumpets:met-16")
@pytest.mark.parametrize(("turn", "marked"), [("17AF", False), ("17EV", True)])
def test_active_at_night_gets_a_night_movement_marker(turn: str, marked: bool) -> None:
    t = Table(turn).put("1010", "HQ-IISS", "ss2")
    t.run(CorpsTurn(GERMAN, t.formation("IISS"), active=True))
    assert t.is_("night_movement", "HQ-IISS") is marked
    t.g.steps = []
    end_turn(t.g)
    assert not t.g.night_movement


@pytest.mark.rule("trumpets:sop-16")
def test_a_division_of_an_active_corps_may_rest() -> None:
    t = Table("17MO").put("1010", "HQ-ISS", "HQ-1SS", "pz").put("0505", "HQ-12VG")
    t.run(Divisions(GERMAN, t.formation("ISS")))
    assert t.offered() == {"idle HQ-1SS", "idle HQ-12VG", "go"}
    t.play("idle HQ-1SS", "go")
    assert t.is_("resting", "HQ-1SS")
    assert not t.is_("resting", "HQ-12VG")


@pytest.mark.rule("trumpets:sop-14")
def test_who_is_not_taken_rests_where_he_is() -> None:
    t = Table("17MO").put("1010", "HQ-ISS", "vg1").run(Activation(GERMAN)).play("end")
    assert t.is_("resting", "HQ-ISS")
    u = Table("16AF").put("1010", "HQ-ISS", "vg1").run(Activation(GERMAN)).play("end")
    assert not u.is_("resting", "HQ-ISS")


# -- works --------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-19", "trumpets:sop-19a", "trumpets:tab-pos-builder")
def test_front_line_and_support_units_dig() -> None:
    t = orders(Table().put("1010", "vg1", "stug").put("1212", "ar1", "HQ-12VG"))
    assert t.offered("dig") == {"dig vg1", "dig stug"}
    assert not t.offered("fortify")


@pytest.mark.rule("trumpets:sop-19b", "trumpets:tab-pos-hex", "trumpets:tab-pos-builder")
def test_engineers_build_more() -> None:
    t = Table(roads=("1010-1011",)).put("1010", "pi").put("1515", "HQ-12VG")
    orders(t)
    assert {"fortify pi", "block pi"} <= t.offered()
    assert not t.offered("strengthen")
    u = orders(Table().works("1010", "ip6").put("1010", "pi").put("1515", "HQ-12VG"))
    assert "strengthen pi" in u.offered()
    assert not u.offered("block"), "no road"


@pytest.mark.rule("trumpets:sop-19c", "trumpets:sop-19d", "trumpets:tab-pos-mobility")
def test_construction_keeps_a_unit_busy() -> None:
    t = orders(Table(water={"1010-1011": "river ford"}).put("1010", "pi", "vg1")).play("fortify pi")
    assert t.is_("building", "pi")
    assert not t.offered("ferry")
    t.g.steps = []
    t.run(Movement(GERMAN, t.formation("ISS")))
    assert "pick pi" not in t.offered()


@pytest.mark.rule(
    "trumpets:sop-19e", "trumpets:sop-31a", "trumpets:pet-1", "trumpets:tab-pos-time",
    "trumpets:sop-31",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "order", "work"),
    [("vg1", "dig", "ip5"), ("pi", "fortify", "ip6"), ("pi", "block", "roadblock")],
)
def test_works_are_done_at_the_players_end(unit: str, order: str, work: str) -> None:
    t = Table(roads=("1010-1011",)).put("1010", unit).put("1515", "HQ-12VG")
    orders(t).play(f"{order} {unit}")
    assert t.hex("1010") not in t.g.positions
    end_player_turn(t.g, GERMAN, t.events)
    assert t.g.positions[t.hex("1010")] == work
    assert not t.is_("building", unit)


@pytest.mark.rule("trumpets:pet-2", "trumpets:rc-pos-3")
def test_works_without_units_come_off_and_fortresses_stay() -> None:
    t = Table().works("1010", "ip6").works("1011", "fortress").works("1012", "ip5")
    t.put("1012", "vg1")
    end_player_turn(t.g, GERMAN, t.events)
    assert t.g.positions == {t.hex("1011"): "fortress", t.hex("1012"): "ip5"}


@pytest.mark.rule("trumpets:rc-pos-1", "trumpets:rc-pos-2")
def test_nobody_digs_where_better_works_are_or_in_a_fight() -> None:
    t = orders(Table().works("1010", "ip6").put("1010", "vg1").put("1212", "vg2"))
    assert t.offered("dig") == {"dig vg2"}
    u = orders(Table().put("1010", "vg1").put("1212", "vg2").flag("engaged", "vg1"))
    assert u.offered("dig") == {"dig vg2"}
    v = Table(roads=("1010-1011",)).put("1010", "pi").put("1011", "r1").put("1515", "HQ-12VG")
    assert not orders(v).offered("block"), "an enemy is next to it"


# -- ferries ------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-20", "trumpets:sop-20b", "trumpets:sop-20c")
def test_an_engineer_next_to_a_ford_may_ferry() -> None:
    t = Table(water={"1010-1011": "river ford"}).put("1010", "pi").put("1515", "HQ-12VG")
    orders(t).play("ferry pi 1011")
    assert t.g.ferrying == {t.unit("pi"): t.hex("1011")}
    u = Table(water={"1010-1011": "river ford"}).put("1012", "pi").put("1515", "HQ-12VG")
    assert not orders(u).offered("ferry")


@pytest.mark.rule("trumpets:sop-20d", "trumpets:sop-22b")
def test_one_work_for_one_engineer() -> None:
    water, roads = {"1010-1011": "river ford", "1010-1110": "river"}, ("1010-1110",)
    t = Table(water=water, roads=roads).put("1010", "pi").put("1515", "HQ-12VG")
    orders(t)
    assert {"ferry pi 1011", "prime pi 1110", "fortify pi"} <= t.offered()
    t.play("ferry pi 1011")
    assert not any("pi" in text for text in t.offered())


@pytest.mark.rule("trumpets:met-8")
def test_ferries_come_off_at_the_mutual_end() -> None:
    t = Table().put("1010", "pi")
    t.g.ferrying = {t.unit("pi"): t.hex("1011")}
    end_turn(t.g)
    assert t.g.ferrying == {}


# -- bridges ------------------------------------------------------------------------------------

BLOWN = {"1010-1011": "river blown"}


@pytest.mark.rule("trumpets:sop-21", "trumpets:sop-21a", "trumpets:sop-21c")
def test_divisional_engineers_build_no_bridges() -> None:
    t = Table(water=BLOWN, roads=("1010-1011",)).put("1010", "pi").put("1515", "HQ-12VG")
    assert not orders(t).offered("bridge")
    t.g.steps = []
    u = Table(water=BLOWN, roads=("1010-1011",)).put("1010", "eng").put("1515", "HQ-106ID")
    assert not orders(u, ALLIED, "VIII").offered("bridge")


# -- demolition ---------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-22", "trumpets:sop-22a")
def test_an_engineer_at_a_bridge_gets_ready_to_blow() -> None:
    t = Table(water={"1010-1011": "river"}, roads=("1010-1011",)).put("1010", "eng")
    t.put("1515", "HQ-106ID")
    orders(t, ALLIED, "VIII").play("prime eng 1011")
    assert list(t.g.ready) == [t.unit("eng")]


def bridge(kind: str = "river") -> Table:
    return Table(water={"1010-1011": kind}, roads=("1010-1011",)).put("1010", "eng")


@pytest.mark.rule("trumpets:tab-blow", "trumpets:tab-blow-river", "trumpets:tab-blow-stream")
@pytest.mark.parametrize(
    ("kind", "faces", "blown"),
    [
        ("river", (4, 5), True), ("river", (5, 5), False),
        ("stream", (4, 4), True), ("stream", (4, 5), False),
    ],
)  # fmt: skip
def test_bridges_of_the_map(dice: Dice, kind: str, faces: tuple[int, int], blown: bool) -> None:
    t = bridge(kind)
    t.g.ready = {t.unit("eng"): 0}
    dice(*faces)
    assert try_to_blow(t.g, t.unit("eng"), 0, 0, t.events) is blown
    assert bool(t.g.down & 1) is blown


@pytest.mark.rule("trumpets:tab-blow-bailey", "trumpets:tab-blow-jb")
@pytest.mark.parametrize("builder", [GERMAN, ALLIED])
@pytest.mark.parametrize(("faces", "blown"), [((5, 5), True), ((5, 6), False)])
def test_bridges_that_engineers_built(
    dice: Dice, builder: int, faces: tuple[int, int], blown: bool
) -> None:
    t = Table(water=BLOWN, roads=("1010-1011",)).put("1010", "eng")
    t.g.stages, t.g.builders, t.g.ready = {0: 3}, {0: builder}, {t.unit("eng"): 0}
    dice(*faces)
    assert try_to_blow(t.g, t.unit("eng"), 0, 0, t.events) is blown


@pytest.mark.rule(
    "trumpets:drm-blow-1", "trumpets:drm-blow-2", "trumpets:drm-blow-3", "trumpets:drm-blow-4"
)
def test_what_makes_a_demolition_harder() -> None:
    t = bridge().put("1011", "pi", "tiger")
    engineer = t.unit("eng")

    def rules(movers: int) -> dict[str, int]:
        return {m.rule: m.value for m in demolition_modifiers(t.g, engineer, 0, movers)}

    assert rules(0) == {"drm-blow-4": 2}
    t.g.ready = {engineer: 0}
    assert rules(0) == {}
    assert rules(1 << t.unit("pi")) == {"drm-blow-1": 1}
    assert rules(1 << t.unit("tiger")) == {"drm-blow-2": 1}
    for hex_, modifiers in (
        ("1011", {"drm-blow-3": 1}), ("1010", {"drm-blow-3": 1}), ("1009", {}), ("1012", {}),
    ):  # fmt: skip
        t.g.teams = 1 << t.hex(hex_)
        assert rules(0) == modifiers, "at either end, and not beside it"


@pytest.mark.rule("trumpets:note-blow-2", "trumpets:drm-blow-4")
@pytest.mark.parametrize(("faces", "blown"), [((3, 4), True), ((4, 4), False)])
def test_who_is_not_ready_has_two_more_to_his_dice(
    dice: Dice, faces: tuple[int, int], blown: bool
) -> None:
    t = bridge()
    dice(*faces)
    assert try_to_blow(t.g, t.unit("eng"), 0, 0, t.events) is blown, "nine at most over a river"


@pytest.mark.rule(
    "trumpets:sop-22c", "trumpets:note-blow-1", "trumpets:note-blow-2", "trumpets:rc-blow-1"
)
@pytest.mark.parametrize(("faces", "blown"), [((1, 2), True), ((6, 6), False)])
def test_a_bridge_is_blown_before_the_enemy_is_across(
    dice: Dice, faces: tuple[int, int], blown: bool
) -> None:
    """The engineer stands where the column sets out from, which is his own bank."""
    t = put_out(bridge(), "aa1", "1012")
    engineer = t.unit("eng")
    t.g.ready = {engineer: 0}
    t.run(Crossing(ALLIED, t.hex("1011"), t.hex("1010"), (t.unit("aa1"),)))
    assert t.asked == "allied crossing"
    t.g.steps[:0] = [Moving(GERMAN, t.formation("ISS"), (t.unit("aa1"),), mode="move", over=True)]
    dice(*faces)
    t.play("blow")
    assert bool(t.happened(BridgeBlown)) is blown
    assert t.g.ready == {}
    assert t.g.blow_tried == 1 << engineer, "one try for each engineer and segment"


# -- surrender ----------------------------------------------------------------------------------


def cut_off(turn: str, unit: str) -> Table:
    return Table(turn).put("1010", unit).put("1212", "ivy").flag("oos", unit).flag("ooc", unit)


@pytest.mark.rule("trumpets:sop-18a", "trumpets:sop-18", "trumpets:rc-surr-1", "trumpets:rc-iso-1")
@pytest.mark.parametrize(
    ("turn", "unit", "faces", "lost"),
    [
        ("18PD", "r3", (2,), True), ("18PD", "r3", (3,), False),
        ("17EV", "r3", (), False), ("18PD", "r1", (), False),
    ],
)  # fmt: skip
def test_the_isolated_and_weak_may_give_up(
    dice: Dice, turn: str, unit: str, faces: tuple[int, ...], lost: bool
) -> None:
    t = cut_off(turn, unit)
    dice(*faces)
    roll_surrenders(t.g, t.formation("VIII"), t.events)
    assert bool(t.happened(Eliminated)) is lost
    assert len(t.happened(Rolled)) == len(faces)


@pytest.mark.rule("trumpets:rc-surr-1")
def test_works_hold_them_together_and_loneliness_does_not() -> None:
    t = cut_off("18PD", "r3").works("1010", "ip6")
    assert [m.value for m in surrender_modifiers(t.g, t.unit("r3"))] == [1]
    u = Table("18PD").put("1010", "r3").flag("oos", "r3").flag("ooc", "r3")
    assert [m.value for m in surrender_modifiers(u.g, u.unit("r3"))] == [-1]


# -- attachment ---------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-18b", "trumpets:rc-form-3")
def test_units_change_their_hq_before_dawn() -> None:
    t = Table("19PD").put("1010", "tiger").put("1212", "HQ-1SS").put("0101", "HQ-12VG")
    orders(t)
    assert t.offered("attach") == {"attach tiger HQ-1SS"}, "the other one is too far away"
    t.play("attach tiger HQ-1SS")
    assert t.g.under[t.unit("tiger")] == t.formation("1SS")
    u = orders(Table("19MO").put("1010", "tiger").put("1212", "HQ-1SS"))
    assert not u.offered("attach")


@pytest.mark.rule("trumpets:sop-21b", "trumpets:rc-bridge-1")
@pytest.mark.parametrize(("others", "driven_off", "taken_up"), [
    ((), False, True), (("I/304", "II/304"), False, False), ((), True, False),
])  # fmt: skip
def test_a_bridge_is_taken_up_where_its_column_finds_room(
    others: tuple[str, ...], driven_off: bool, taken_up: bool
) -> None:
    """With three units at the site the column could not come back; without engineers neither."""
    t = Table.real("clervaux", "16EV").put("7940", "Pi600")
    g, country = t.g, t.g.setting.country
    column = next(u for u in each_piece(g.setting.roster.bridging) if g.where[u] == t.hex("7940"))
    site = country.sites_of[t.hex("7940")][0]
    for unit in each_piece(g.stacks[t.hex("7940")] & ~(1 << t.unit("Pi600"))):
        g.put(unit, NOWHERE)
    g.stages[site], g.builders[site], g.columns[site] = 3, GERMAN, column
    t.put("7940", *others)
    lift = next(a for a in orders(t, GERMAN, "XLVII").offered("lift") if "Pi600" in a)
    t.play(lift)
    if driven_off:
        leave_work(g, t.unit("Pi600"))
    end_player_turn(g, GERMAN, t.events)
    t.look_after()
    assert (site not in g.stages) == taken_up
    assert (g.where[column] == t.hex("7940")) == taken_up


@pytest.mark.rule("trumpets:met-15", "trumpets:rc-sub-1")
def test_what_lies_on_a_substitute_passes_to_its_battalions_and_back() -> None:
    t = Table().put("1010", "sub").flag("engaged", "sub").flag("oos", "sub")
    t.g.engaged_since[t.unit("sub")] = 7
    t.run(Exchange()).play("split sub")
    assert not t.is_("engaged", "sub")
    assert all(t.is_("engaged", name) and t.is_("oos", name) for name in ("sa", "sb", "sc"))
    assert set(t.g.engaged_since.values()) == {7}
    t.run(Exchange()).play("gather sub")
    assert list(t.g.engaged_since) == [t.unit("sub")]


# -- leaders and reserves (advanced) ------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-18d", "trumpets:rc-res-1", "trumpets:tab-reserve")
def test_divisions_name_reserves_before_dawn() -> None:
    t = Table("19PD", rules="advanced").put("1010", "vg1").put("1212", "vg2").put("1213", "r1")
    assert orders(t).offered("reserve") == {"reserve vg1"}, "vg2 is next to the enemy"
    t.play("reserve vg1")
    assert t.is_("reserve", "vg1")
    u = orders(Table("19PD").put("1010", "vg1"))
    assert not u.offered("reserve"), "in the standard game there are none"
    v = orders(Table("19AF", rules="advanced").put("1010", "vg1"))
    assert not v.offered("reserve"), "by day only leaders with D"


@pytest.mark.rule("trumpets:sop-24m", "trumpets:rc-res-1")
def test_an_engineer_with_charges_to_see_to_is_no_reserve() -> None:
    """As a reserve he would move away in exploitation and leave them."""
    water, roads = {"1010-1011": "river"}, ["1010-1011"]
    t = Table("19PD", water=water, roads=roads, rules="advanced").put("1010", "eng", "r1")
    orders(t.put("0909", "HQ-VIII", "HQ-106ID"), ALLIED, "VIII")
    assert "reserve eng" in t.offered()
    t.play("prime eng 1011")
    assert t.offered("reserve") == {"reserve r1"}


@pytest.mark.rule("trumpets:sop-18e", "trumpets:tab-leader", "trumpets:tab-leader-D")
def test_a_leader_with_d_names_reserves_at_any_time() -> None:
    t = Table("19AF", rules="advanced").put("1010", "r1", "r2").put("0505", "HQ-VIII")
    orders(t, ALLIED, "VIII")
    assert t.offered("reserve") == {"reserve r1", "reserve r2"}
    t.play("reserve r1")
    assert t.g.leaders_spent == 1 << t.formation("VIII")


@pytest.mark.rule("trumpets:met-2", "trumpets:eoc-8")
def test_spent_leaders_recover_at_the_mutual_end() -> None:
    t = Table(rules="advanced")
    t.g.leaders_spent = 1 << t.formation("VIII")
    end_player_turn(t.g, GERMAN, t.events)
    assert t.g.leaders_spent
    end_turn(t.g)
    assert not t.g.leaders_spent


def reserve(t: Table, *units: str) -> Table:
    return t.flag("reserve", *units)


@pytest.mark.rule(
    "trumpets:sop-17", "trumpets:sop-17a", "trumpets:sop-25", "trumpets:sop-26",
    "trumpets:tab-leader-R", "trumpets:tab-reserve-1",
)  # fmt: skip
def test_a_leader_with_r_answers_the_move_of_a_corps() -> None:
    t = Table(rules="advanced").put("1010", "r1").put("0808", "HQ-VIII").put("1210", "vg1")
    reserve(t, "r1").run(Response(ALLIED, t.formation("ISS")))
    assert t.asked == "allied response"
    t.play("respond viii", "pick r1")
    assert "move 0910" in t.offered()
    assert not t.is_("reserve", "r1")
    assert {"move 1013"} <= t.offered(), "three of its six factors"
    assert "move 1014" not in t.offered()


@pytest.mark.rule("trumpets:sop-17b", "trumpets:sop-26")
def test_a_german_leader_answers_the_allies_too() -> None:
    t = Table(rules="advanced").put("1010", "pz").put("0808", "HQ-ISS").put("1210", "r1")
    reserve(t, "pz").run(Response(GERMAN, t.formation("VIII")))
    assert t.asked == "german response"


@pytest.mark.rule("trumpets:sop-17", "trumpets:doc-advanced")
def test_there_is_no_response_in_the_standard_game() -> None:
    t = Table().put("1010", "r1").put("0808", "HQ-VIII").put("1210", "vg1")
    assert reserve(t, "r1").run(Response(ALLIED, t.formation("ISS"))).decision is None


@pytest.mark.rule("trumpets:sop-30", "trumpets:sop-30a", "trumpets:tab-reserve-2")
def test_a_reserve_changes_place_with_half_its_factors_and_stays_one() -> None:
    t = reserve(Table(rules="advanced").put("1010", "vg1"), "vg1").run(Exploitation(GERMAN))
    t.play("shift vg1")
    assert "move 1013" in t.offered()
    assert "move 1014" not in t.offered()
    t.play("move 1013")
    assert t.is_("reserve", "vg1")


@pytest.mark.rule("trumpets:sop-30b", "trumpets:tab-leader-E", "trumpets:tab-reserve-3")
def test_a_leader_with_e_lets_reserves_exploit_with_all_their_factors() -> None:
    t = Table(rules="advanced").put("1010", "pz").put("0808", "HQ-1SS")
    reserve(t, "pz").run(Exploitation(GERMAN)).play("exploit 1ss", "pick pz")
    assert "move 1018" in t.offered()
    t.play("move 1018")
    assert not t.is_("reserve", "pz")


@pytest.mark.rule("trumpets:met-17")
@pytest.mark.parametrize(("turn", "stays"), [("19AF", True), ("19EV", False)])
def test_reserves_end_with_the_evening(turn: str, stays: bool) -> None:
    t = reserve(Table(turn, rules="advanced").put("1010", "vg1"), "vg1")
    end_turn(t.g)
    assert t.is_("reserve", "vg1") is stays


@pytest.mark.rule("trumpets:rc-res-1")
def test_a_reserve_neither_moves_in_the_segment_nor_stays_one_next_to_the_enemy() -> None:
    t = reserve(Table(rules="advanced").put("1010", "vg1").put("1515", "vg2"), "vg1")
    t.run(Movement(GERMAN, t.formation("ISS")))
    assert t.offered("pick") == {"pick vg2"}
    t.g.steps = []
    t.put("1011", "r1")
    end_player_turn(t.g, GERMAN, t.events)
    assert not t.is_("reserve", "vg1")


# -- ends ---------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:pet-5", "trumpets:dis-8")
def test_shock_becomes_disruption_at_a_players_end() -> None:
    t = Table().put("1010", "vg1").flag("shock", "vg1")
    end_player_turn(t.g, ALLIED, t.events)
    assert t.is_("disrupted2", "vg1")
    assert not t.is_("shock", "vg1")


@pytest.mark.rule(
    "trumpets:pet-6", "trumpets:gc-6h", "trumpets:gc-6g", "trumpets:met-9", "trumpets:met-10"
)
def test_fired_markers_of_both_sides() -> None:
    t = Table().put("1010", "fa1").put("0505", "ar1").flag("fired", "fa1", "ar1")
    end_player_turn(t.g, GERMAN, t.events)
    assert not t.is_("fired", "fa1")
    assert t.is_("fired", "ar1")
    end_turn(t.g)
    assert not t.is_("fired", "ar1")


@pytest.mark.rule("trumpets:pet-4", "trumpets:sop-31c")
def test_guns_of_a_destroyed_us_division_leave() -> None:
    t = Table().put("1010", "fa1")
    end_player_turn(t.g, ALLIED, t.events)
    assert t.where("fa1") == "1010", "its riflemen may still come"
    for unit in ("r1", "r2", "r3"):
        t.g.steps_left[t.unit(unit)] = 0
    t.flag("oos", "fa1")
    end_player_turn(t.g, ALLIED, t.events)
    assert t.where("fa1") == ""
    assert not t.is_("oos", "fa1"), "the markers go with them"


@pytest.mark.rule("trumpets:met-3", "trumpets:met-4", "trumpets:sop-32b", "trumpets:sop-32")
def test_disruption_fades() -> None:
    t = Table().put("1010", "vg1", "vg2").flag("disrupted2", "vg1").flag("disrupted1", "vg2")
    end_turn(t.g)
    assert (t.is_("disrupted1", "vg1"), t.is_("disrupted2", "vg1")) == (True, False)
    assert not t.is_("disrupted1", "vg2")


@pytest.mark.rule("trumpets:met-5", "trumpets:met-6", "trumpets:met-7")
def test_rubble_is_cleared() -> None:
    t = Table().put("1010", "pi")
    t.g.rubble = {t.hex("1010"): 2, t.hex("1011"): 2, t.hex("1012"): 1}
    end_turn(t.g)
    assert t.g.rubble == {t.hex("1011"): 1}
