"""The preparation of a turn (1.0-12.0): ground, weather, freshness, fuel, dumps."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece
from salient.engine.events import Rolled
from salient.games.trumpets.calendar import CODES, code, is_night, turn_of
from salient.games.trumpets.endings import end_turn
from salient.games.trumpets.events import FuelCaptured, GroundFound, RanLow, WeatherFound
from salient.games.trumpets.sequence import Fuel, Preparation
from salient.games.trumpets.standing.freshness import fresh_state, is_exhausted, judge_freshness
from salient.games.trumpets.standing.fuel import CapturedFuel, fuel_modifiers, is_low_on_fuel
from salient.games.trumpets.standing.weather import find_ground, find_weather
from tests.conftest import Dice
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

# -- turns --------------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:def-turns", "trumpets:met-18")
def test_four_parts_a_day_from_the_morning_of_the_sixteenth() -> None:
    assert (CODES[0], CODES[-1], len(CODES)) == ("16MO", "26EV", 43)
    assert [code(t) for t in (3, 4, 5)] == ["16EV", "17PD", "17MO"]
    assert [is_night(turn_of(f"17{part}")) for part in ("PD", "MO", "AF", "EV")] == [
        True, False, False, True,
    ]  # fmt: skip


# -- ground -------------------------------------------------------------------------------------

GROUND = {
    "18PD": "mmdddd", "18MO": "mmmmdd", "20PD": "mmmmmd", "20MO": "mmmmdd", "20AF": "mmmddd",
    "20EV": "mmdddd", "22EV": "dddddf", "23PD": "dfffff",
}  # fmt: skip
NAMES = {"m": "mud", "d": "dry", "f": "frozen"}


@pytest.mark.rule(
    "trumpets:tab-ground", "trumpets:sop-2", "trumpets:met-12",
    *(f"trumpets:tab-ground-{turn}" for turn in GROUND),
)  # fmt: skip
@pytest.mark.parametrize("turn", GROUND)
@pytest.mark.parametrize("die", range(1, 7))
def test_each_cell_of_the_ground_table(dice: Dice, turn: str, die: int) -> None:
    t = Table(turn)
    dice(die)
    find_ground(t.g, t.events)
    assert t.g.ground == NAMES[GROUND[turn][die - 1]]


@pytest.mark.rule("trumpets:tab-ground", "trumpets:rc-ground-1")
@pytest.mark.parametrize(
    ("turn", "ground"),
    [
        ("16MO", "dry"), ("17EV", "dry"), ("18AF", "mud"), ("19EV", "mud"), ("21PD", "dry"),
        ("22AF", "dry"), ("23MO", "frozen"), ("26EV", "frozen"),
    ],
)  # fmt: skip
def test_other_turns_throw_no_die(dice: Dice, turn: str, ground: str) -> None:
    t = Table(turn)
    dice()
    find_ground(t.g, t.events)
    assert t.g.ground == ground


@pytest.mark.rule("trumpets:note-ground-x", "trumpets:note-ground-y", "trumpets:note-ground-z")
@pytest.mark.parametrize(
    ("first", "die", "ground", "later"),
    [
        ("18PD", 2, "mud", ["18MO"]), ("20PD", 6, "dry", ["20MO", "20AF", "20EV"]),
        ("20MO", 5, "dry", ["20AF", "20EV"]), ("20AF", 4, "dry", ["20EV"]),
        ("22EV", 6, "frozen", ["23PD"]),
    ],
)  # fmt: skip
def test_some_ground_carries_on(
    dice: Dice, first: str, die: int, ground: str, later: list[str]
) -> None:
    t = Table(first)
    dice(die)
    find_ground(t.g, t.events)
    for turn in later:
        t.g.turn = turn_of(turn)
        find_ground(t.g, t.events)
        assert t.g.ground == ground
    assert len(t.happened(GroundFound)) == 1


# -- weather ------------------------------------------------------------------------------------

FOGGY, SNOWY = "hfffcc", "hfffsc"
WEATHER = {
    "tab-weather-a": (["17PD", "18PD", "19PD"], FOGGY),
    "tab-weather-b": (["16MO", "17MO", "18MO", "19MO"], FOGGY),
    "tab-weather-e": (["20PD", "21PD", "22PD"], FOGGY),
    "tab-weather-f": (["20MO", "21MO", "22MO"], FOGGY),
    "tab-weather-i": (["22AF", "22EV", "23PD"], SNOWY),
}
WORDS = {"h": "heavy_fog", "f": "fog", "s": "snow", "c": "clear"}


@pytest.mark.rule(
    "trumpets:tab-weather", "trumpets:sop-3", "trumpets:met-13",
    *(f"trumpets:{row}" for row in WEATHER),
)  # fmt: skip
@pytest.mark.parametrize("row", WEATHER)
@pytest.mark.parametrize("die", range(1, 7))
def test_each_cell_of_the_atmosphere_table(dice: Dice, row: str, die: int) -> None:
    turns, cells = WEATHER[row]
    for turn in turns:
        t = Table(turn)
        dice(die, ...)
        find_weather(t.g, t.events)
        assert t.g.weather_at(t.hex("1010")) == WORDS[cells[die - 1]]


@pytest.mark.rule(
    "trumpets:tab-weather-c", "trumpets:tab-weather-d", "trumpets:tab-weather-g",
    "trumpets:tab-weather-h", "trumpets:tab-weather-j",
)  # fmt: skip
@pytest.mark.parametrize(
    "turn",
    [
        *(f"{day}{part}" for day in range(16, 20) for part in ("AF", "EV")),
        "20AF", "21AF", "20EV", "21EV", "23MO", "23AF", "23EV", "24PD", "25PD", "26EV",
    ],
)  # fmt: skip
def test_on_other_turns_it_is_clear_without_a_die(dice: Dice, turn: str) -> None:
    t = Table(turn, "fog")
    dice()
    find_weather(t.g, t.events)
    assert set(t.g.weather.values()) == {"clear"}


@pytest.mark.rule("trumpets:sop-3a", "trumpets:tab-weather")
def test_each_army_area_has_its_own_die(dice: Dice) -> None:
    t = Table("17MO", ground={"0505": "5PA", "0506": "7A"})
    dice(1, 2, 5)
    find_weather(t.g, t.events)
    assert [t.g.weather_at(t.hex(h)) for h in ("1010", "0505", "0506")] == [
        "heavy_fog", "fog", "clear",
    ]  # fmt: skip


@pytest.mark.rule("trumpets:note-weather-1")
@pytest.mark.parametrize(
    ("turn", "faces", "squalls"),
    [
        ("20PD", (3, 1), True), ("22MO", (2, 1), True), ("21PD", (4, 2), False),
        ("20MO", (1,), False), ("20MO", (5,), False), ("19PD", (3,), False),
    ],
)  # fmt: skip
def test_fog_of_the_twentieth_may_bring_squalls(
    dice: Dice, turn: str, faces: tuple[int, ...], squalls: bool
) -> None:
    t = Table(turn)
    dice(*faces)
    find_weather(t.g, t.events)
    assert ("6PA" in t.g.squalls) is squalls
    assert t.happened(WeatherFound)[0].squalls is squalls


# -- freshness ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "trumpets:tab-fresh", "trumpets:tab-fresh-a", "trumpets:tab-fresh-b", "trumpets:tab-fresh-c",
    "trumpets:tab-fresh-d", "trumpets:tab-fresh-e", "trumpets:tab-fresh-f", "trumpets:rc-fresh-1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("rested", "state", "becomes"),
    [
        (0, "", "fatigued"), (1, "", "fresh"), (2, "", "fresh"), (0, "fatigued", "exhausted"),
        (1, "fatigued", "exhausted"), (2, "fatigued", "fresh"), (3, "fatigued", "fresh"),
        (0, "exhausted", "fresh"), (1, "exhausted", "fresh"), (2, "exhausted", "fresh"),
    ],
)  # fmt: skip
def test_each_line_of_the_freshness_chart(rested: int, state: str, becomes: str) -> None:
    t = Table("19PD").put("1010", "HQ-1SS")
    hq = t.unit("HQ-1SS")
    t.g.rested = {hq: rested}
    if state:
        t.flag(state, "HQ-1SS")
    assert fresh_state(t.g, hq) == becomes
    judge_freshness(t.g, t.events)
    assert t.is_("fatigued", "HQ-1SS") is (becomes == "fatigued")
    assert t.is_("exhausted", "HQ-1SS") is (becomes == "exhausted")
    assert hq not in t.g.rested, "all Rested markers are used up"


@pytest.mark.rule("trumpets:sop-4", "trumpets:note-fresh-1")
@pytest.mark.parametrize(("turn", "judged"), [("19PD", True), ("19MO", False), ("19EV", False)])
def test_freshness_is_judged_before_dawn(turn: str, judged: bool, dice: Dice) -> None:
    t = Table(turn).put("1010", "HQ-1SS").put("0505", "HQ-VIII")
    t.g.rested = {}
    dice(...)
    t.run(Preparation())
    for hq in ("HQ-1SS", "HQ-VIII"):
        assert t.is_("fatigued", hq) is judged


@pytest.mark.rule("trumpets:note-fresh-2", "trumpets:sop-13e")
def test_night_movement_does_not_count() -> None:
    t = Table("19PD").put("1010", "HQ-1SS").flag("night_movement", "HQ-1SS")
    t.g.rested = {}
    assert fresh_state(t.g, t.unit("HQ-1SS")) == "fatigued"


@pytest.mark.rule("trumpets:rc-fresh-3")
def test_a_state_works_on_the_units_of_the_hq_and_not_on_lower_ones() -> None:
    t = Table().put("1010", "HQ-ISS", "HQ-1SS", "tiger", "pz").flag("exhausted", "HQ-ISS")
    assert is_exhausted(t.g, t.unit("tiger"))
    assert not is_exhausted(t.g, t.unit("pz"))


@pytest.mark.rule("trumpets:rc-fresh-2")
def test_every_hq_begins_with_a_rested_marker() -> None:
    g, _ = Table.game.start("clervaux", bytes(32))
    hqs = each_piece(g.on_map(g.setting.roster.hqs))
    assert hqs
    assert all(g.rested[hq] == 1 for hq in hqs)


# -- fuel ---------------------------------------------------------------------------------------


def roll_fuel(t: Table) -> Table:
    return t.run(Fuel())


FUEL = {
    "kgp": ("KGP", 3), "1ss": ("1SS", 4), "12ss": ("12SS", 5), "9ss": ("9SS", 5),
    "2ss": ("2SS", 5), "116": ("116PZ", 4), "fe": ("FBB", 3), "lehr": ("PZL", 5),
    "2pz": ("2PZ", 5), "9pz": ("9PZ", 4),
}  # fmt: skip


@pytest.mark.rule("trumpets:tab-fuel", *(f"trumpets:tab-fuel-{key}" for key in FUEL))
@pytest.mark.parametrize("key", FUEL)
def test_each_formation_of_the_fuel_table(key: str) -> None:
    name, high = FUEL[key]
    shortages = {row.formation: row for row in Table().g.setting.preparation.shortages}
    assert (shortages[name].low, shortages[name].high) == (2, high)


@pytest.mark.rule(
    "trumpets:tab-fuel-1ss", "trumpets:note-fuel-3", "trumpets:sop-11", "trumpets:sop-11a"
)
@pytest.mark.parametrize(("faces", "short"), [((1, 3), True), ((2, 3), False)])
def test_a_shortage_marks_the_hq(dice: Dice, faces: tuple[int, int], short: bool) -> None:
    t = Table("19PD").put("1010", "HQ-1SS")
    dice(*faces)
    roll_fuel(t)
    assert t.is_("low_fuel", "HQ-1SS") is short
    assert bool(t.happened(RanLow)) is short
    assert is_low_on_fuel(t.g, t.unit("pz")) is short
    assert not is_low_on_fuel(t.g, t.unit("kpz")), "Kampfgruppe Peiper rolls for itself"


@pytest.mark.rule("trumpets:tab-fuel")
def test_nobody_rolls_for_fuel_before_the_nineteenth(dice: Dice) -> None:
    t = Table("18EV").put("1010", "HQ-1SS")
    dice()
    roll_fuel(t)
    assert not t.happened(Rolled)


@pytest.mark.rule("trumpets:note-fuel-2")
def test_nobody_rolls_on_the_day_after_exhaustion(dice: Dice) -> None:
    t = Table("20PD").put("1010", "HQ-1SS").flag("exhausted", "HQ-1SS")
    judge_freshness(t.g, t.events)
    dice()
    for turn in ("20PD", "20MO", "20AF", "20EV"):
        t.g.turn = turn_of(turn)
        roll_fuel(t)
    assert not t.happened(Rolled)
    t.g.turn = turn_of("21PD")
    judge_freshness(t.g, t.events)
    dice(6, 6)
    roll_fuel(t)
    assert len(t.happened(Rolled)) == 1


@pytest.mark.rule("trumpets:drm-fuel-1", "trumpets:drm-fuel-2", "trumpets:drm-fuel-3")
def test_fuel_modifiers() -> None:
    t = Table("23MO").put("1010", "HQ-1SS")
    hq = t.unit("HQ-1SS")

    def values(formation: str = "1SS") -> dict[str, int]:
        return {m.rule: m.value for m in fuel_modifiers(t.g, hq, formation)}

    assert values() == {}
    assert values("9PZ") == {"drm-fuel-3": 1}
    t.g.turn = turn_of("24PD")
    assert values("9PZ") == {}
    t.flag("fatigued", "HQ-1SS")
    assert values() == {"drm-fuel-1": -1}
    t.flag("just_rested", "HQ-1SS")
    assert values() == {"drm-fuel-1": -1, "drm-fuel-2": 1}


@pytest.mark.rule("trumpets:drm-fuel-2", "trumpets:met-1", "trumpets:sop-32a", "trumpets:met-11")
def test_a_rest_helps_in_the_next_turn(dice: Dice) -> None:
    t = Table("20PD").put("1010", "HQ-1SS").flag("resting", "HQ-1SS").flag("low_fuel", "HQ-1SS")
    t.g.rested = {}
    end_turn(t.g)
    assert t.g.rested == {t.unit("HQ-1SS"): 1}
    assert not t.is_("low_fuel", "HQ-1SS")
    dice(1, 3)
    roll_fuel(t)
    assert not t.is_("low_fuel", "HQ-1SS"), "4 and 1 are 5: no shortage of the 1st SS"


@pytest.mark.rule("trumpets:sop-12", "trumpets:sop-12a", "trumpets:rc-fuel-2")
def test_captured_fuel_ends_a_shortage_of_its_army() -> None:
    t = Table("20PD").put("1010", "HQ-1SS").flag("low_fuel", "HQ-1SS")
    t.g.fuel = {t.formation("6PA"): 1}
    t.run(CapturedFuel()).play("spend HQ-1SS")
    assert not t.is_("low_fuel", "HQ-1SS")
    assert t.g.fuel == {t.formation("6PA"): 0}
    u = Table("20PD").put("1010", "HQ-1SS").flag("low_fuel", "HQ-1SS")
    u.g.fuel = {u.formation("5PA"): 1}
    assert u.run(CapturedFuel()).decision is None


@pytest.mark.rule("trumpets:tab-dump-other", "trumpets:sop-12b", "trumpets:tab-dump")
@pytest.mark.parametrize(("faces", "found"), [((1, 2), 1), ((2, 2), 0)])
def test_other_towns_are_searched_once(dice: Dice, faces: tuple[int, int], found: int) -> None:
    t = put_out(Table(ground={"1011": "town"}), "vg1").move("vg1")
    dice(*faces)
    t.play("move 1011")
    assert sum(e.amount for e in t.happened(FuelCaptured)) == found
    dice()
    t.play("move 1010", "stop")
    put_out(t, "vg2", "1012").move("vg2").play("move 1011")
    assert sum(t.g.fuel.values()) == found
