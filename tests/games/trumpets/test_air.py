"""The air war (5.0, 10.0, 33.0): bombing, squadrons, strafing, patrols, air supply."""

from __future__ import annotations

import pytest

from salient.engine.events import Moved, Rolled
from salient.games.trumpets.air.bombing import bomb
from salient.games.trumpets.air.missions import Interception, Missions, find_squadrons
from salient.games.trumpets.air.patrols import patrolled
from salient.games.trumpets.air.strafing import Strafing, answer_modifiers, attack_modifiers
from salient.games.trumpets.air.supply_drops import AirSupply
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.endings import end_turn
from salient.games.trumpets.events import Bombed, Strafed
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.state import Aircraft
from tests.conftest import Dice
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

CRAFT = ("fw190", "ju88", "me262", "p47", "b26")


def strafer(t: Table, kind: str, centre: str = "1010", side: int = ALLIED) -> Table:
    corps = t.formation("VIII" if side == ALLIED else "ISS")
    t.g.aircraft += (Aircraft(side, kind, corps, "strafe", t.hex(centre)),)
    return t


# -- bombing ------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:tab-bomb", "trumpets:sop-5a")
@pytest.mark.parametrize(
    ("total", "place"),
    [
        (2, "Houffalize"), (4, "Houffalize"), (5, "Malmedy"), (6, "Malmedy"), (7, ""),
        (8, "St. Vith"), (9, "St. Vith"), (10, "La Roche"), (12, "La Roche"),
    ],
)  # fmt: skip
def test_each_line_of_the_bombing_table(dice: Dice, total: int, place: str) -> None:
    """On the whole map."""
    g, log = Table.game.start("campaign", bytes(32))
    g.turn = turn_of("23MO")
    g.weather = dict.fromkeys(("6PA", "5PA", "7A"), "clear")
    dice(max(1, total - 6), min(6, total - 1))
    bomb(g, log)
    hit = {g.setting.country.rows[hex_].name: level for hex_, level in g.rubble.items()}
    assert hit == ({place: 2} if place else {})


@pytest.mark.rule("trumpets:note-bomb-1", "trumpets:rc-air-5")
@pytest.mark.parametrize(
    ("turn", "weather", "flown"),
    [
        ("22MO", "clear", False), ("23MO", "clear", True), ("23AF", "clear", True),
        ("23EV", "clear", False), ("23MO", "fog", False),
    ],
)  # fmt: skip
def test_bombers_fly_on_clear_days_from_the_twenty_third(
    dice: Dice, turn: str, weather: str, flown: bool
) -> None:
    t = Table(turn, weather)
    dice(3, 4, ...)
    bomb(t.g, t.events)
    assert bool(t.happened(Bombed)) is flown


# -- squadrons ----------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:tab-aircraft", "trumpets:sop-5b")
@pytest.mark.parametrize(
    ("die", "american", "german"),
    [
        (1, "p47", "fw190"), (2, "p47", "fw190"), (3, "p47", "fw190"), (4, "p47", "fw190"),
        (5, "b26", "me262"), (6, "b26", "ju88"),
    ],
)  # fmt: skip
def test_each_cell_of_the_aircraft_table(dice: Dice, die: int, american: str, german: str) -> None:
    t = Table("19AF")
    dice(die, die)
    find_squadrons(t.g, t.events)
    assert [(c.side, c.type) for c in t.g.aircraft] == [(GERMAN, german), (ALLIED, american)]
    assert t.events[-1].thrown == (die, die), "the dice are told"


@pytest.mark.rule("trumpets:note-aircraft-1", "trumpets:sop-5", "trumpets:rc-air-1")
@pytest.mark.parametrize(
    ("turn", "german", "american"),
    [
        ("16MO", 0, 0),
        ("16AF", 1, 1),
        ("17AF", 2, 2),
        ("20AF", 0, 0),
        ("23MO", 3, 6),
        ("26AF", 1, 6),
    ],
)
def test_one_die_for_each_squadron(dice: Dice, turn: str, german: int, american: int) -> None:
    t = Table(turn)
    dice(*[1] * (german + american))
    find_squadrons(t.g, t.events)
    assert sum(c.side == GERMAN for c in t.g.aircraft) == german
    assert sum(c.side == ALLIED for c in t.g.aircraft) == american


@pytest.mark.rule("trumpets:sop-5c", "trumpets:sop-5d", "trumpets:sop-5e", "trumpets:rc-air-2")
def test_each_aircraft_gets_a_corps_and_patrols_or_is_held() -> None:
    t = Table().put("1010", "vg1").put("0505", "HQ-VIII").put("0303", "HQ-VII")
    t.g.aircraft = (Aircraft(ALLIED, "p47"), Aircraft(ALLIED, "b26"))
    t.run(Missions(ALLIED))
    assert {"hold 0 viii", "hold 0 vii", "strafe 0 1010"} <= t.offered()
    t.play("strafe 0 1010", "hold 1 vii")
    first, second = t.g.aircraft
    assert (first.mission, first.corps) == ("strafe", t.formation("VIII"))
    assert (second.mission, second.corps) == ("hold", t.formation("VII"))


@pytest.mark.rule("trumpets:sop-5e", "trumpets:rc-air-2")
def test_nobody_patrols_in_bad_weather() -> None:
    t = Table(weather="fog").put("1010", "vg1").put("0505", "HQ-VIII").put("0303", "HQ-VII")
    t.g.aircraft = (Aircraft(ALLIED, "p47"),)
    assert not t.run(Missions(ALLIED)).offered("strafe")


@pytest.mark.rule("trumpets:sop-5f", "trumpets:rc-air-3")
@pytest.mark.parametrize(("die", "home"), [(6, True), (5, True), (4, False), (1, False)])
def test_a_held_fighter_may_intercept(dice: Dice, die: int, home: bool) -> None:
    t = strafer(Table(rules="advanced").put("1212", "HQ-ISS"), "p47").fly("german", "fw190")
    t.run(Interception())
    assert t.asked == "german intercept"
    dice(die)
    t.play("intercept 1")
    assert (t.g.aircraft[0].mission == "home") is home
    assert t.g.aircraft[1].mission == "home", "the interceptor is spent"


@pytest.mark.rule("trumpets:sop-5f", "trumpets:doc-advanced")
def test_there_is_no_interception_in_the_standard_game() -> None:
    t = strafer(Table().put("1212", "HQ-ISS"), "p47").fly("german", "fw190")
    assert t.run(Interception()).decision is None


# -- strafing -----------------------------------------------------------------------------------

RED = {2: "DDDDD", 3: "-D-DD", 4: "----D", 5: "-----"}
WHITE = {5: "-----", 6: "A-AA-", 7: "AAAAA", 8: "AAAAA"}


@pytest.mark.rule(
    "trumpets:tab-strafe", "trumpets:tab-strafe-2", "trumpets:tab-strafe-3",
    "trumpets:tab-strafe-4", "trumpets:tab-strafe-5", "trumpets:proc-strafe-2",
    "trumpets:tab-aa", "trumpets:tab-aa-5", "trumpets:tab-aa-6", "trumpets:tab-aa-7",
    "trumpets:tab-aa-8", "trumpets:proc-strafe-3",
)  # fmt: skip
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("roll", range(-1, 10))
def test_each_cell_of_both_tables(number: int, roll: int) -> None:
    charts = Table().g.setting.air
    craft = CRAFT[number]
    assert charts.strafing.look_up(roll, craft) == RED[min(max(roll, 2), 5)][number]
    assert charts.answer.look_up(roll, craft) == WHITE[min(max(roll, 5), 8)][number]


@pytest.mark.rule(
    "trumpets:proc-strafe-1", "trumpets:sop-5g", "trumpets:dis-1", "trumpets:res-strafe-D",
    "trumpets:proc-strafe-9", "trumpets:dis-9",
)  # fmt: skip
def test_a_hit_disrupts_and_turns_guns_to_march(dice: Dice) -> None:
    t = strafer(Table().put("1010", "ar1").flag("disrupted1", "ar1"), "p47")
    t.run(Strafing())
    dice(3, 1)
    t.play("hit 1010")
    assert t.is_("disrupted2", "ar1")
    assert not t.is_("disrupted1", "ar1")
    assert not t.is_("deployed", "ar1")


@pytest.mark.rule("trumpets:proc-strafe-4", "trumpets:proc-strafe-5")
def test_armour_first_then_others_then_hqs(dice: Dice) -> None:
    t = strafer(Table().put("1010", "HQ-12VG", "vg1", "stug"), "p47").run(Strafing())
    dice(5, 1, 5, 1, 5, 1)
    t.play("hit 1010")
    assert [e.unit for e in t.happened(Strafed)] == [t.unit(u) for u in ("stug", "vg1", "HQ-12VG")]


@pytest.mark.rule("trumpets:proc-strafe-8")
def test_hex_after_hex_until_the_attacker_stops(dice: Dice) -> None:
    t = strafer(Table().put("1010", "vg1").put("1011", "vg2").put("1015", "vg3"), "p47")
    t.run(Strafing())
    assert t.offered() == {"hit 1010", "hit 1011", "stop"}
    dice(6, 1)
    t.play("hit 1010")
    assert t.offered() == {"hit 1011", "stop"}
    assert t.play("stop").decision is None


@pytest.mark.rule("trumpets:res-aa-A", "trumpets:proc-strafe-8")
def test_an_aircraft_that_is_sent_home_patrols_no_more(dice: Dice) -> None:
    t = strafer(Table().put("1010", "vg1").put("1011", "vg2"), "p47").run(Strafing())
    assert patrolled(t.g, GERMAN) >> t.hex("1013") & 1
    dice(6, 6)
    t.play("hit 1010")
    assert t.decision is None
    assert not patrolled(t.g, GERMAN)


@pytest.mark.rule("trumpets:proc-strafe-10")
def test_infantry_in_forest_is_safe(dice: Dice) -> None:
    t = strafer(Table(ground={"1010": "forest"}).put("1010", "vg1"), "p47").run(Strafing())
    dice(1, 1)
    t.play("hit 1010")
    assert not t.is_("disrupted2", "vg1")


@pytest.mark.rule("trumpets:drm-strafe-1", "trumpets:drm-strafe-2", "trumpets:proc-strafe-6")
@pytest.mark.parametrize("terrain", ["forest", "marsh"])
@pytest.mark.parametrize(
    ("craft", "unit", "rules"),
    [
        ("p47", "pak", {"drm-strafe-1": -2}), ("fw190", "stug", {"drm-strafe-2": -1}),
        ("b26", "pak", {}), ("p47", "vg1", {}),
    ],
)  # fmt: skip
def test_vehicles_that_keep_to_the_road_are_easy_to_hit(
    terrain: str, craft: str, unit: str, rules: dict[str, int]
) -> None:
    t = Table(ground={"1010": terrain}).put("1010", unit)
    found = attack_modifiers(t.g, craft, t.unit(unit))
    assert {m.rule: m.value for m in found} == rules


@pytest.mark.rule(
    "trumpets:drm-strafe-1", "trumpets:drm-strafe-2", "trumpets:drm-strafe-3",
    "trumpets:drm-strafe-4", "trumpets:drm-strafe-5",
)  # fmt: skip
@pytest.mark.parametrize("ground", ["", "woods", "broken", "forest town"])
def test_elsewhere_they_leave_it_and_only_guns_count(ground: str) -> None:
    """In a clearing among forests too."""
    around = dict.fromkeys(("1009", "1011", "1109", "1110", "0909", "0910"), "forest")
    t = Table(ground=around | {"1010": ground}).put("1010", "pak", "stug", "vierling")
    for unit in ("pak", "stug"):
        found = attack_modifiers(t.g, "p47", t.unit(unit))
        assert {m.rule: m.value for m in found} == {"drm-strafe-4": 1}


@pytest.mark.rule(
    "trumpets:drm-strafe-3", "trumpets:drm-strafe-4", "trumpets:drm-strafe-5",
    "trumpets:drm-aa-3", "trumpets:drm-aa-4", "trumpets:drm-aa-5", "trumpets:proc-strafe-7",
)  # fmt: skip
def test_anti_aircraft_guns_in_the_hex_and_next_to_it() -> None:
    t = Table().put("1010", "vg1", "vierling").put("1111", "flak").put("1010", "vg2")
    unit = t.unit("vg1")
    for found, names in (
        (attack_modifiers(t.g, "p47", unit), ("drm-strafe-4", "drm-strafe-5")),
        (answer_modifiers(t.g, "p47", unit), ("drm-aa-4", "drm-aa-5")),
    ):
        assert {m.rule: m.value for m in found} == {names[0]: 1} | (
            {names[1]: 1} if t.g.setting.board.distance(t.hex("1010"), t.hex("1111")) == 1 else {}
        )
    u = Table().put("1010", "vg1", "flak")
    assert [m.value for m in attack_modifiers(u.g, "p47", u.unit("vg1"))] == [2]
    assert [m.rule for m in answer_modifiers(u.g, "p47", u.unit("vg1"))] == ["drm-aa-3"]


@pytest.mark.rule("trumpets:drm-aa-1", "trumpets:drm-aa-2")
@pytest.mark.parametrize(
    ("craft", "rule"),
    [("me262", "drm-aa-1"), ("p47", "drm-aa-2"), ("fw190", "drm-aa-2"), ("b26", "")],
)
def test_armour_shoots_back_at_fighters(craft: str, rule: str) -> None:
    t = Table().put("1010", "stug")
    found = answer_modifiers(t.g, craft, t.unit("stug"))
    assert [(m.rule, m.value) for m in found] == ([(rule, 1)] if rule else [])


# -- interdiction -------------------------------------------------------------------------------

INTERDICTION = {
    "foot": ("vg1", (1, 1, 0, 0, 0, 0, 0)), "horse": ("ar1", (2, 2, 1, 1, 1, 1, 2)),
    "cross": ("pg", (2, 2, 1, 1, 1, 1, 2)), "truck": ("pak", (2, 2, 1, 1, 1, 1, 2)),
    "afv": ("pz", (2, 2, 1, 1, 1, 1, 2)),
}  # fmt: skip
COLUMNS = ("clear", "marsh", "woods", "broken", "town", "city", "forest")


@pytest.mark.rule(
    "trumpets:tab-inter", "trumpets:sop-24d", *(f"trumpets:tab-inter-{k}" for k in INTERDICTION)
)
@pytest.mark.parametrize("key", INTERDICTION)
@pytest.mark.parametrize("number", range(7))
def test_each_cell_of_the_interdiction_chart(key: str, number: int) -> None:
    """Along a road, with and without a patrol overhead."""
    unit, row = INTERDICTION[key]
    costs = []
    for patrol in (False, True):
        t = Table(ground={"1011": COLUMNS[number]}, roads=("1010-1011",))
        if patrol:
            strafer(t, "p47", "1011")
        put_out(t, unit).move(unit)
        t.play("move 1011")
        if t.decision is not None and t.decision.prompt == "avoid":
            t.play("pay")
        costs.append(t.happened(Moved)[-1].cost)
    assert costs[1] - costs[0] == 2 * row[number]


AVOID = {
    "horse": ("ar1", "gggssd"), "cross": ("pg", "gggssd"), "truck": ("pak", "ggsddh"),
    "afv": ("pz", "ggssdd"),
}  # fmt: skip


@pytest.mark.rule(
    "trumpets:tab-avoid", "trumpets:sop-24o", "trumpets:note-inter-1", "trumpets:res-avoid-go",
    "trumpets:res-avoid-stop", "trumpets:res-avoid-dis", "trumpets:res-avoid-hit",
    *(f"trumpets:tab-avoid-{key}" for key in AVOID),
)  # fmt: skip
@pytest.mark.parametrize("key", AVOID)
@pytest.mark.parametrize("die", range(1, 7))
def test_each_cell_of_the_avoidance_table(dice: Dice, key: str, die: int) -> None:
    unit, cells = AVOID[key]
    result = cells[die - 1]
    t = strafer(Table(ground={"1011": "forest"}, roads=("1010-1011", "1011-1012")), "p47", "1011")
    put_out(t, unit)
    if key == "truck":
        t.g.steps_left[t.unit(unit)] = 1
    t.move(unit).play("move 1011")
    dice(die)
    t.play("avoid")
    assert t.is_("disrupted2", unit) is (result == "d")
    assert bool(t.steps(unit)) is (result != "h")
    goes_on = result == "g"
    assert bool(t.offered("move")) is goes_on
    if goes_on:
        assert t.g.steps[-1].spent < 2 + 4, "the road only"


# -- air supply ---------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-10", "trumpets:rc-sup-5")
@pytest.mark.parametrize(("die", "fed"), [(4, True), (5, False)])
def test_a_drop_supplies_an_hq_and_what_is_near(dice: Dice, die: int, fed: bool) -> None:
    t = Table("23MO").put("1010", "HQ-106ID").put("1013", "r1").put("1014", "r2")
    t.flag("oos", "HQ-106ID", "r1", "r2").run(AirSupply())
    dice(die)
    t.play("drop HQ-106ID")
    assert t.is_("oos", "r1") is not fed
    assert t.is_("oos", "r2"), "four hexes away"


@pytest.mark.rule("trumpets:sop-10")
@pytest.mark.parametrize(
    ("turn", "weather", "asked"),
    [
        ("22MO", "clear", False), ("23MO", "clear", True),
        ("23EV", "clear", False), ("23AF", "snow", False),
    ],
)  # fmt: skip
def test_transports_fly_by_day_from_the_twenty_third(turn: str, weather: str, asked: bool) -> None:
    t = Table(turn, weather).put("1010", "HQ-106ID").flag("oos", "HQ-106ID").run(AirSupply())
    assert bool(t.offered("drop")) is asked


@pytest.mark.rule("trumpets:rc-sup-5")
def test_a_held_aircraft_may_carry_supplies(dice: Dice) -> None:
    t = Table("18AF").put("1010", "HQ-106ID").flag("oos", "HQ-106ID").fly("allied", "p47")
    t.run(AirSupply())
    dice(1)
    t.play("drop HQ-106ID")
    assert t.g.aircraft[0].mission == "home"
    assert t.happened(Rolled)


@pytest.mark.rule("trumpets:met-14")
def test_all_aircraft_leave_at_the_mutual_end() -> None:
    t = strafer(Table(), "p47")
    end_turn(t.g)
    assert t.g.aircraft == ()
