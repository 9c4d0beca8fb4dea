"""The movement segment (24.0, 25.0, 29.2, 31.0): who moves, how far, and what stops him."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import Disrupted
from salient.games.trumpets.march.allowance import allowance
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.roster import ALLIED, GERMAN
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

# -- movement factors ---------------------------------------------------------------------------


def mf(t: Table, unit: str) -> float:
    return allowance(t.g, t.unit(unit)) / 2


@pytest.mark.rule("trumpets:half-1", "trumpets:sop-24f", "trumpets:tab-half")
@pytest.mark.parametrize("state", ["resting", "exhausted"])
def test_the_resting_and_the_exhausted_have_half(state: str) -> None:
    t = Table().put("1010", "pz", "HQ-1SS").flag(state, "HQ-1SS")
    assert mf(t, "pz") == 4
    assert mf(t, "vg1") == 6, "another division"


@pytest.mark.rule("trumpets:half-2", "trumpets:sop-24f")
@pytest.mark.parametrize("state", ["disrupted1", "disrupted2"])
def test_the_disrupted_have_half(state: str) -> None:
    t = Table().put("1010", "pz").flag(state, "pz")
    assert mf(t, "pz") == 4


@pytest.mark.rule("trumpets:half-3", "trumpets:half-4", "trumpets:half-5")
def test_vehicles_out_of_supply_have_half_and_foot_has_all() -> None:
    t = Table().flag("oos", "pz", "tiger", "pak", "pg", "vg1", "ar1")
    assert [mf(t, u) for u in ("pz", "tiger", "pak", "pg")] == [4, 3, 4, 5]
    assert [mf(t, u) for u in ("vg1", "ar1")] == [6, 4]


@pytest.mark.rule("trumpets:half-6", "trumpets:sop-24g")
def test_nothing_is_halved_twice_and_fractions_go_up() -> None:
    t = Table().flag("oos", "stug").flag("disrupted2", "stug")
    assert mf(t, "stug") == 5, "9 halved once, rounded up"


@pytest.mark.rule(
    "trumpets:low-1", "trumpets:low-2", "trumpets:low-3", "trumpets:sop-24h", "trumpets:sop-11b",
    "trumpets:tab-low",
)  # fmt: skip
@pytest.mark.parametrize("unit", ["pz", "pg", "aa1"])
def test_low_fuel_lets_vehicles_move_one_hex_whatever_it_costs(unit: str) -> None:
    ground = {"1011": "broken", "1009": "forest"}
    t = put_out(Table(ground=ground).put("1515", "HQ-1SS"), unit).flag("low_fuel", "HQ-1SS")
    t.move(unit)
    assert "move 1011" in t.offered()
    assert "move 1012" not in t.offered()
    t.play("move 1011")
    assert not t.offered("move")


@pytest.mark.rule("trumpets:low-5", "trumpets:low-6")
def test_low_fuel_does_not_touch_foot_and_horse() -> None:
    t = Table().put("1515", "HQ-12VG").flag("low_fuel", "HQ-12VG")
    for unit in ("vg1", "ar1"):
        put_out(t, unit).move(unit)
        assert "move 1012" in t.offered()
        t.play("wait")


@pytest.mark.rule("trumpets:low-4", "trumpets:rc-mode-1")
def test_guns_with_low_fuel_may_still_change_mode() -> None:
    t = Table().put("1515", "HQ-ISS").put("1010", "vak1").flag("low_fuel", "HQ-ISS").move("vak1")
    assert "pack" in t.offered()


# -- who may move -------------------------------------------------------------------------------


def movers(t: Table, side: int, corps: str) -> set[str]:
    t.run(Movement(side, t.formation(corps)))
    return {text.split()[1] for text in t.offered("pick")}


@pytest.mark.rule("trumpets:sop-24a", "trumpets:sop-24")
def test_units_of_the_corps_that_is_taken_move() -> None:
    t = Table().put("1010", "vg1").put("0505", "ss2")
    assert movers(t, GERMAN, "ISS") == {"vg1"}


@pytest.mark.rule("trumpets:sop-24m", "trumpets:sop-19d", "trumpets:sop-20e")
def test_units_at_work_stay_where_they_are() -> None:
    t = Table().put("1010", "vg1", "pi").put("1212", "vg2").put("0808", "stug")
    t.flag("building", "vg1")
    t.g.works[t.unit("vg1")] = "ip5"
    assert movers(t, GERMAN, "ISS") == {"pi", "vg2", "stug"}
    for column in ("bridging", "ready"):
        u = Table().put("1010", "pi").put("1212", "vg2")
        getattr(u.g, column)[u.unit("pi")] = 0
        assert movers(u, GERMAN, "ISS") == {"vg2"}, column


@pytest.mark.rule("trumpets:rc-alarm-1")
@pytest.mark.parametrize(
    ("turn", "german", "free"),
    [
        ("16MO", "1014", False), ("16AF", "1014", False),
        ("16MO", "1013", True), ("16EV", "1014", True),
    ],
)  # fmt: skip
def test_allies_do_not_stir_on_the_first_day_before_germans_are_near(
    turn: str, german: str, free: bool
) -> None:
    t = Table(turn).put("1010", "r1").put(german, "vg1")
    assert movers(t, ALLIED, "VIII") == ({"r1"} if free else set())


@pytest.mark.rule("trumpets:rc-mode-1")
def test_guns_pack_up_for_half_their_factors_before_they_move() -> None:
    t = Table().put("1010", "vak1").move("vak1")
    assert not t.offered("move")
    t.play("pack")
    assert not t.is_("deployed", "vak1")
    assert "move 1012" in t.offered(), "4 of 8 factors are left, clear costs a truck 2"
    assert "move 1013" not in t.offered()


@pytest.mark.rule("trumpets:rc-mode-1")
def test_guns_that_have_moved_more_than_half_do_not_deploy() -> None:
    t = put_out(Table(), "vak1").move("vak1").play("move 1012")
    assert "deploy" in t.offered(), "4 of 8 spent"
    u = put_out(Table(), "vak1").move("vak1").play("move 1013")
    assert "deploy" not in u.offered(), "6 of 8 spent"
    t.play("deploy")
    assert t.is_("deployed", "vak1")


# -- zones of control ---------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-zoc-1", "trumpets:sop-24i")
def test_a_unit_stops_where_it_enters_an_enemy_zone() -> None:
    t = put_out(Table().put("1010", "r1"), "vg1", "1013").move("vg1")
    assert {"move 1011", "move 1012"} <= t.offered()
    assert "move 1007" not in t.offered(), "six hexes straight on, seven round the zone"
    t.play("move 1011")
    assert t.where("vg1") == "1011"
    assert t.decision is None


@pytest.mark.rule("trumpets:rc-zoc-1")
def test_reconnaissance_pays_two_factors_more_for_each_hex_in_a_zone() -> None:
    t = put_out(Table().put("1010", "r1"), "aa1", "1012")
    assert t.pay("aa1", "1011") == 1 + 2


@pytest.mark.rule("trumpets:rc-zoc-2")
def test_leaving_a_zone_costs_one_and_from_zone_to_zone_is_one_step() -> None:
    t = put_out(Table().put("1010", "r1"), "vg1", "1011")
    assert t.pay("vg1", "1012") == 1 + 1
    u = put_out(Table().put("1010", "r1"), "vg1", "1011").move("vg1")
    assert "move 1110" in u.offered()
    u.play("move 1110")
    assert u.decision is None


@pytest.mark.rule("trumpets:rc-eng-1")
def test_leaving_a_fight_costs_one_more() -> None:
    t = put_out(Table().put("1010", "r1"), "vg1", "1011").flag("engaged", "vg1")
    assert t.pay("vg1", "1012") == 1 + 1 + 1


@pytest.mark.rule("trumpets:rc-zoc-3")
def test_a_friend_in_a_hex_lifts_the_zone_there() -> None:
    t = put_out(Table().put("1010", "r1").put("1011", "vg2"), "vg1", "1012").move("vg1")
    assert "move 1110" in t.offered(), "through the hex of vg2"


@pytest.mark.rule("trumpets:rc-zoc-4")
def test_hqs_do_not_enter_a_zone_where_no_friend_is() -> None:
    t = Table().put("1010", "r1").put("1012", "HQ-12VG")
    t.g.deployed = 0
    t.move("HQ-12VG")
    assert "move 1011" not in t.offered()
    u = Table().put("1010", "r1").put("1011", "vg1").put("1012", "HQ-12VG")
    u.g.deployed = 0
    u.move("HQ-12VG")
    assert "move 1011" in u.offered()


# -- stacks on the move -------------------------------------------------------------------------


@pytest.mark.rule("trumpets:rc-move-3")
def test_a_stack_pays_the_highest_price_and_has_the_least_factors() -> None:
    t = put_out(put_out(Table(), "vg1"), "stug").move("vg1").play("join stug")
    t.g.ground = "mud"
    t.g.offered = None
    assert "move 1013" in t.offered(), "6 MF, an AFV pays 2 in the mud"
    assert "move 1014" not in t.offered()


@pytest.mark.rule("trumpets:rc-move-4")
def test_one_hex_is_always_possible() -> None:
    t = put_out(Table("19EV", "snow", ground={"1011": "broken"}), "ar1").flag("disrupted2", "ar1")
    t.move("ar1")
    assert "move 1011" in t.offered(), "2 MF are left, the hex costs 2 + 2"
    t.play("move 1011")
    assert t.where("ar1") == "1011"


@pytest.mark.rule("trumpets:rc-move-2")
def test_panzergrenadiers_go_over_a_river_on_foot() -> None:
    t = put_out(Table(water={"1010-1011": "river"}, ground={"1011": "forest"}, weather="fog"), "pg")
    assert t.pay("pg", "1011", "foot") == 6, "3 + 2 + 1: the Our on 16 December"
    assert t.is_("dismounted", "pg")


@pytest.mark.rule("trumpets:dis-2", "trumpets:stack-1", "trumpets:sop-24e")
def test_two_hqs_of_one_level_are_disrupted() -> None:
    t = Table().put("1010", "HQ-ISS").put("1012", "HQ-IISS")
    t.g.deployed = 0
    t.move("HQ-ISS").play("move 1012", "stop")
    assert t.is_("disrupted2", "HQ-ISS")
    assert t.is_("disrupted2", "HQ-IISS")
    assert {e.cause for e in t.happened(Disrupted)} == {"dis-2"}


@pytest.mark.rule("trumpets:stack-1", "trumpets:stack-2")
def test_hqs_of_different_levels_share_a_hex() -> None:
    for mover, other in (("HQ-ISS", "HQ-1SS"), ("HQ-VIII", "HQ-106ID")):
        t = Table().put("1010", mover).put("1012", other)
        t.g.deployed = 0
        t.move(mover).play("move 1012", "stop")
        assert not t.is_("disrupted2", mover)


@pytest.mark.rule("trumpets:stack-3")
def test_three_german_units_to_a_hex() -> None:
    t = put_out(Table().put("1012", "vg2", "vg3", "pi"), "vg1").move("vg1")
    assert "move 1012" not in t.offered()
    assert "move 1013" in t.offered(), "passing through friends is free"


@pytest.mark.rule("trumpets:stack-4", "trumpets:stack-5")
def test_one_allied_tank_battalion_to_a_hex() -> None:
    t = Table().put("1012", "tk")
    t.g.assign(t.unit("tk"), t.formation("VIII"))
    put_out(t, "r1").move("r1")
    assert "move 1012" in t.offered()


@pytest.mark.rule("trumpets:stack-3", "trumpets:stack-6")
def test_one_unit_of_a_german_artillery_formation_to_a_hex() -> None:
    t = put_out(Table().put("1012", "vak2", "vg1"), "vak1").move("vak1")
    assert "move 1012" not in t.offered()
    u = put_out(Table().put("1012", "vg2", "vg1"), "vak1").move("vak1")
    assert "move 1012" in u.offered()


@pytest.mark.rule("trumpets:rc-stack-1")
def test_divisions_do_not_mix_but_corps_troops_go_with_any() -> None:
    t = put_out(Table().put("1012", "vg1"), "pz").move("pz")
    assert "move 1012" not in t.offered()
    u = put_out(Table().put("1012", "vg1"), "tiger").move("tiger")
    assert "move 1012" in u.offered()


@pytest.mark.rule("trumpets:stack-7", "trumpets:stack-8")
@pytest.mark.parametrize(
    ("mover", "under", "other", "beside", "together"),
    [
        ("pz", "1SS", "vg1", "3FJ", True),
        ("pz", "116PZ", "vg1", "560VG", True),
        ("kpz", "KGP", "vg1", "150", True),
        ("pz", "1SS", "vg1", "150", False),
        ("ivy", "4ID", "tk", "10AD", True),
        ("ivy", "101AB", "tk", "CCB10", True),
        ("ivy", "101AB", "tk", "10AD", False),
    ],
)
def test_the_special_pairs_share_a_hex(
    mover: str, under: str, other: str, beside: str, together: bool
) -> None:
    """A pair may be of parts of divisions: Peiper of the 1st SS, CCB of the 10th Armored."""
    t = Table().put("1012", other)
    t.g.assign(t.unit(mover), t.formation(under))
    t.g.assign(t.unit(other), t.formation(beside))
    put_out(t, mover).move(mover)
    assert ("move 1012" in t.offered()) == together


@pytest.mark.rule("trumpets:dis-4")
def test_a_substitute_is_disturbed_by_an_american_next_to_it() -> None:
    t = put_out(Table().put("1010", "sub"), "r1", "1013").move("r1").play("move 1011")
    assert t.is_("disrupted2", "sub")
    assert not t.is_("deployed", "sub"), "dis-9: in march formation"


@pytest.mark.rule("trumpets:rc-mode-1", "trumpets:low-4")
def test_only_guns_and_hqs_have_modes_and_changing_one_begins_the_move() -> None:
    t = Table().put("1010", "ar1", "vg1").put("1012", "vg2")
    t.move("ar1")
    assert t.offered("pack")
    t.play("pack")
    assert "wait" not in t.offered(), "it has begun to move"
    assert {"stop", "join vg1"} & t.offered() == {"stop"}
    t.move("vg2")
    assert not {"deploy", "pack"} & t.offered()
