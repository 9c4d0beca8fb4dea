"""The 27 lines of the weapon effects chart, on and off, in combats; and aircraft."""

from __future__ import annotations

import pytest

from salient.games.trumpets.fight.combat import declare
from tests.conftest import Dice
from tests.games.trumpets.table import Table

rule = pytest.mark.rule


def line(t: Table, name: str) -> int:
    """What a line of the chart gave in the last combat: columns or die modifier, 0 if nothing."""
    return t.shifts.get(name, 0) + t.drm.get(name, 0)


def fought(
    dice: Dice,
    name: str,
    attackers: list[str],
    defenders: list[str],
    *,
    side: str = "german",
    turn: str = "19AF",
    weather: str = "clear",
) -> int:
    """A line of the chart in a plain attack from 1110 (and 1109) on 1010."""
    t = Table(turn, weather).put("1010", *defenders)
    for number, unit in enumerate(attackers):
        t.put(("1110", "1109", "0910")[number], unit)
    dice(6, 5, ...)
    t.fight(side).attack("1010", *attackers)
    return line(t, name)


# -- who meets whom -----------------------------------------------------------------------------


@rule("trumpets:we-01", "trumpets:tab-weapon")
@pytest.mark.parametrize(
    ("turn", "defender", "shift"), [("16MO", "r1", 1), ("16AF", "r1", 0), ("16MO", "ivy", 0)]
)
def test_the_german_surprise(dice: Dice, turn: str, defender: str, shift: int) -> None:
    assert fought(dice, "we-01", ["vg1"], [defender], turn=turn) == shift


@rule("trumpets:we-01")
def test_americans_surprise_nobody_on_the_first_morning(dice: Dice) -> None:
    assert fought(dice, "we-01", ["r1"], ["vg1"], side="allied", turn="16MO") == 0


@rule("trumpets:we-02", "trumpets:rc-panic-1")
@pytest.mark.parametrize(
    ("turn", "unit", "shift"),
    [
        ("16MO", "tiger", 0), ("16AF", "tiger", 1), ("17MO", "tiger", 1), ("17EV", "tiger", 1),
        ("18MO", "tiger", 0), ("17MO", "pz", 0),
    ],
)  # fmt: skip
def test_the_panic_when_tigers_attack(dice: Dice, turn: str, unit: str, shift: int) -> None:
    assert fought(dice, "we-02", [unit], ["r1"], turn=turn) == shift


@rule("trumpets:we-19", "trumpets:rc-panic-1")
@pytest.mark.parametrize(
    ("turn", "unit", "shift"), [("17AF", "tiger", -1), ("18AF", "tiger", 0), ("17AF", "pz", 0)]
)
def test_the_panic_when_tigers_defend(dice: Dice, turn: str, unit: str, shift: int) -> None:
    assert fought(dice, "we-19", ["r1"], [unit], side="allied", turn=turn) == shift


@rule("trumpets:we-04", "trumpets:we-05", "trumpets:we-16", "trumpets:we-17")
@pytest.mark.parametrize(
    ("flag", "unit", "name", "shift"),
    [
        ("oos", "r1", "we-04", 1), ("ooc", "r1", "we-05", 1),
        ("ooc", "vg1", "we-16", -1), ("oos", "vg1", "we-17", -1),
    ],
)  # fmt: skip
def test_units_out_of_supply_and_command(
    dice: Dice, flag: str, unit: str, name: str, shift: int
) -> None:
    t = Table().put("1010", "r1", "r2").put("1110", "vg1", "vg2").flag(flag, unit)
    dice(6, 5, 6, 5, ...)
    t.fight().attack("1010", "vg1", "vg2")
    assert t.shifts == {name: shift}
    other = Table().put("1010", "r1", "r2").put("1110", "vg1", "vg2")
    other.fight().attack("1010", "vg1", "vg2")
    assert other.shifts == {}


@rule("trumpets:note-weapon-1", "trumpets:we-04")
@pytest.mark.parametrize(
    ("place", "position", "shift"),
    [("town", "strongpoint", 0), ("city", "strongpoint", 0), ("town", "ip6", 1),
     ("village", "strongpoint", 1), ("town", "fortress", 1)],
)  # fmt: skip
def test_a_strongpoint_in_a_town_bears_lack_of_supply(
    dice: Dice, place: str, position: str, shift: int
) -> None:
    t = Table(ground={"1010": place}).put("1010", "r1").put("1110", "vg1").flag("oos", "r1")
    t.works("1010", position)
    dice(6, 5, ...)
    assert line(t.fight().attack("1010", "vg1"), "we-04") == shift


@rule("trumpets:we-06")
@pytest.mark.parametrize(("units", "shift"), [(["cav", "tommy"], 1), (["cav", "r1"], 0)])
def test_us_and_british_in_one_hex(dice: Dice, units: list[str], shift: int) -> None:
    assert fought(dice, "we-06", ["vg1"], units) == shift


@rule("trumpets:we-20")
@pytest.mark.parametrize(("second", "shift"), [("tommy", -1), ("r2", 0)])
def test_us_and_british_attack_together(dice: Dice, second: str, shift: int) -> None:
    t = Table().put("1010", "vg1").put("1110", "r1").put("1109", second)
    t.g.assign(t.unit("tommy"), t.formation("VIII"))
    dice(6, 5, ...)
    t.fight("allied").attack("1010", "r1", second)
    assert line(t, "we-20") == shift


@rule("trumpets:we-07")
@pytest.mark.parametrize(
    ("attacker", "defenders", "shift"),
    [("vg1", ["eng", "fa1"], 1), ("vg1", ["eng", "r1"], 0), ("pi", ["eng", "fa1"], 0)],
)
def test_the_front_line_attacks_others(
    dice: Dice, attacker: str, defenders: list[str], shift: int
) -> None:
    assert fought(dice, "we-07", [attacker], defenders) == shift


@rule("trumpets:we-18")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [(["pi"], ["r1"], -1), (["pi", "vg1"], ["r1"], 0), (["pi"], ["eng"], 0)],
)
def test_support_units_attack_the_front_line(
    dice: Dice, attackers: list[str], defenders: list[str], shift: int
) -> None:
    assert fought(dice, "we-18", attackers, defenders) == shift


@rule("trumpets:we-08")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        (["pz", "pg"], ["tk"], 1), (["pz", "pg"], ["m10"], 1), (["pz", "pg"], ["tk", "rng"], 0),
        (["pz"], ["tk"], 0), (["pg"], ["tk"], 0), (["pz", "pg"], ["r1"], 0),
    ],
)  # fmt: skip
def test_afv_without_infantry_are_caught(
    dice: Dice, attackers: list[str], defenders: list[str], shift: int
) -> None:
    assert fought(dice, "we-08", attackers, defenders) == shift


@rule("trumpets:we-22")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [(["pz"], ["r1"], -1), (["pz", "pg"], ["r1"], 0), (["pz"], ["tk"], 0), (["stug"], ["r1"], -1)],
)
def test_afv_attack_infantry_alone(
    dice: Dice, attackers: list[str], defenders: list[str], shift: int
) -> None:
    assert fought(dice, "we-22", attackers, defenders) == shift


@rule("trumpets:we-21")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        (["vg1"], ["r1", "aaw"], -1), (["vg1", "stug"], ["r1", "aaw"], 0), (["vg1"], ["aaw"], 0),
        (["vg1"], ["r1"], 0), (["vg1"], ["r1", "aa90"], 0), (["pi"], ["r1", "aaw"], 0),
    ],
)  # fmt: skip
def test_light_flak_against_infantry(
    dice: Dice, attackers: list[str], defenders: list[str], shift: int
) -> None:
    assert fought(dice, "we-21", attackers, defenders) == shift


# -- engineers, flanks --------------------------------------------------------------------------


@rule("trumpets:we-09")
@pytest.mark.parametrize(("attackers", "drm"), [(["vg1", "pi"], -1), (["pi"], 0), (["vg1"], 0)])
def test_infantry_with_engineers(dice: Dice, attackers: list[str], drm: int) -> None:
    assert fought(dice, "we-09", attackers, ["r1"]) == drm


@rule("trumpets:we-09", "trumpets:note-weapon-2")
@pytest.mark.parametrize(("home", "drm"), [("1110", 0), ("1109", -1)])
def test_an_engineer_must_not_attack_over_water(dice: Dice, home: str, drm: int) -> None:
    t = Table(water={"1010-1110": "stream"}).put("1010", "r1").put("1109", "vg1").put(home, "pi")
    dice(6, 5, ...)
    assert line(t.fight().attack("1010", "vg1", "pi"), "we-09") == drm


@rule("trumpets:we-10", "trumpets:note-weapon-3")
@pytest.mark.parametrize(
    ("third", "home", "drm"),
    [("vg3", "0910", -1), ("vg3", "1109", 0), ("pi", "0910", 0), ("vg3", "0909", 0)],
    ids=["three hexes", "two hexes", "the third is no front-line unit", "the third across"],
)
def test_a_flank_attack_comes_from_three_hexes(dice: Dice, third: str, home: str, drm: int) -> None:
    t = Table(water={"1010-0909": "stream"}).put("1010", "r1").put("1110", "vg1")
    t.put("1109", "vg2").put(home, third)
    dice(6, 5, ...)
    assert line(t.fight().attack("1010", "vg1", "vg2", third), "we-10") == drm


@rule("trumpets:we-24")
@pytest.mark.parametrize(("defenders", "drm"), [(["r1", "eng"], 1), (["r1"], 0)])
def test_engineers_defend(dice: Dice, defenders: list[str], drm: int) -> None:
    assert fought(dice, "we-24", ["vg1"], defenders) == drm


# -- reconnaissance -----------------------------------------------------------------------------


@rule("trumpets:we-11", "trumpets:rc-icon-1")
@pytest.mark.parametrize(
    ("turn", "weather", "unit", "drm"),
    [
        ("19EV", "clear", "aa1", -1), ("19PD", "clear", "aa1", -1), ("19AF", "fog", "aa1", -1),
        ("19AF", "heavy_fog", "aa1", -1), ("19AF", "snow", "aa1", -1), ("19AF", "clear", "aa1", 0),
        ("19EV", "clear", "pg", 0),
    ],
)  # fmt: skip
def test_reconnaissance_attacks_unseen(
    dice: Dice, turn: str, weather: str, unit: str, drm: int
) -> None:
    assert fought(dice, "we-11", [unit], ["r1"], turn=turn, weather=weather) == drm


@rule("trumpets:we-25", "trumpets:rc-icon-1")
@pytest.mark.parametrize(
    ("turn", "weather", "unit", "drm"),
    [
        ("19AF", "fog", "cav", 1), ("19EV", "clear", "cav", 1), ("19AF", "clear", "cav", 0),
        ("19AF", "fog", "r1", 0),
    ],
)  # fmt: skip
def test_reconnaissance_defends_unseen(
    dice: Dice, turn: str, weather: str, unit: str, drm: int
) -> None:
    assert fought(dice, "we-25", ["vg1"], [unit], turn=turn, weather=weather) == drm


@rule("trumpets:tab-weapon")
@pytest.mark.parametrize("ground", ["clear", "forest", "marsh", "town"])
def test_terrain_does_not_touch_the_effects_of_weapons(dice: Dice, ground: str) -> None:
    t = Table(ground={"1010": ground}).put("1010", "r1", "eng").put("1110", "vg1", "pi")
    dice(6, 5, ...)
    t.fight().attack("1010", "vg1", "pi")
    assert t.drm == {"we-09": -1, "we-24": 1}


# -- aircraft -----------------------------------------------------------------------------------

AIR = {
    "fw190": (9, 1, 5, 1), "me262": (20, 1, 10, 1), "ju88": (23, 2, 12, 1),
    "p47": (23, 2, 12, 1), "b26": (30, 2, 15, 1),
}  # fmt: skip
"""CF and columns in clear weather, and in fog."""


@rule("trumpets:tab-air", "trumpets:gc-10", "trumpets:gc-6a")
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=rule(f"trumpets:tab-air-{kind}")) for kind in AIR]
)
@pytest.mark.parametrize("weather", ["clear", "fog", "heavy_fog"])
def test_aircraft_support_an_attack(dice: Dice, kind: str, weather: str) -> None:
    side = "german" if kind in ("fw190", "me262", "ju88") else "allied"
    ours, theirs = ("vg1", "r1") if side == "german" else ("r1", "vg1")
    t = Table("23AF", weather).put("1010", theirs).put("1110", ours).fly(side, kind)
    dice(6, 5, ...)
    t.fight(side).choose("1010", ours).play("air 0", "attack")
    cf, shift = AIR[kind][:2] if weather == "clear" else AIR[kind][2:]
    assert t.combat.attack == t.g.setting.units[t.unit(ours)].af + cf
    assert line(t, f"tab-air-{kind}") == shift


@rule("trumpets:tab-air-fw190", "trumpets:rc-air-4", "trumpets:gc-6d", "trumpets:gc-12")
def test_aircraft_support_a_defence(dice: Dice) -> None:
    """An FW190 over clear ground: 9 and one column to the left."""
    t = Table().put("1010", "vg1").put("1110", "r1").fly("german", "fw190")
    dice(6, 5, ...)
    t.fight("allied").choose("1010", "r1").play("attack", "air 0")
    assert (t.combat.defence, line(t, "tab-air-fw190")) == (10 + 9, -1)


@rule("trumpets:tab-air", "trumpets:rc-air-4")
@pytest.mark.parametrize(("turn", "weather"), [("23AF", "snow"), ("23EV", "clear")])
def test_no_aircraft_in_snow_or_at_night(turn: str, weather: str) -> None:
    t = Table(turn, weather).put("1010", "r1").put("1110", "vg1", "vg2").fly("german", "fw190")
    assert not t.fight().choose("1010", "vg1").offered("air")


@rule("trumpets:rc-air-4")
def test_two_aircraft_of_the_corps_at_most(dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1")
    t.fly("german", "fw190", "me262", "ju88").fly("german", "fw190", corps="IISS")
    t.fight().choose("1010", "vg1")
    assert t.offered("air") == {"air 0", "air 1", "air 2"}
    dice(6, 5, ...)
    assert not t.play("air 0", "air 2").offered("air")
    t.play("attack")
    assert (line(t, "tab-air-fw190"), line(t, "tab-air-ju88")) == (1, 2)


@rule("trumpets:we-23")
@pytest.mark.parametrize(
    ("defenders", "flies", "drm"),
    [(["r1", "aaw"], True, 1), (["r1", "aa90"], True, 1), (["r1"], True, 0),
     (["r1", "aaw"], False, 0)],
)  # fmt: skip
def test_aa_in_the_hex_against_aircraft(
    dice: Dice, defenders: list[str], flies: bool, drm: int
) -> None:
    t = Table().put("1010", *defenders).put("1110", "vg1").fly("german", "ju88")
    t.fight().choose("1010", "vg1")
    dice(6, 5, ...)
    if flies:
        t.play("air 0")
    assert line(t.play("attack"), "we-23") == drm


@rule("trumpets:gc-8c", "trumpets:gc-10", "trumpets:gc-12", "trumpets:tab-pos-er")
def test_a_worked_combat(dice: Dice) -> None:
    """41 against 21 is 3-2; P47 2R, broken 1L, strongpoint 1L; AA +1; ER 6 against its 6: nothing.

    No attacker's ER can beat that of a strongpoint.
    """
    t = Table(ground={"1010": "broken"}).put("1010", "flak").put("1010", "vg1", steps=2)
    t.put("1110", "r1").put("1109", "rng").put("0810", "ar2")
    t.fly("allied", "p47").works("1010", "strongpoint")
    dice(6, 5, ...)
    t.fight("allied").choose("1010", "r1", "rng").play("air 0", "attack", "guns ar12")
    assert (t.combat.attack, t.combat.defence) == (10 + 8 + 23, 7 + 10 + 4)
    assert t.shifts == {"tab-terrain-broken": -1, "tab-pos-crt": -1, "tab-air-p47": 2}
    assert (t.combat.odds, t.combat.column, t.drm) == ("3-2", "3-2", {"we-23": 1})


# -- surprised by Peiper ------------------------------------------------------------------------


@rule("trumpets:kgp-15", "trumpets:kgp-18", "trumpets:kgp-19")
def test_surprised_units_have_neither_works_nor_guns(dice: Dice) -> None:
    """Printed ER 4 in an IP of ER 6, one column, and no artillery to answer."""
    t = Table("17PD").put("1010", "r1").put("1110", "kpz").put("0810", "fa1").works("1010", "ip6")
    dice(6, 5, ...)
    declare(t.g, t.planned("1010", "kpz", kgp=True, surprised=True), t.events)
    t.run()
    assert t.shifts["kgp-15"] == 1
    assert t.drm["gc-9a"] == -1
    assert t.combat.defence == 13
