"""Guns that support combats (44.0 to 47.0): who may, what they count, Fired."""

from __future__ import annotations

import pytest

from salient.games.trumpets.fight.artillery import attack_guns
from tests.conftest import Dice
from tests.games.trumpets.table import Table

rule = pytest.mark.rule

TERRAINS = ("clear", "woods", "forest", "broken", "town", "marsh", "city")
FULL = {"clear", "woods", "forest"}
ROCKETS = {"clear": 1.0, "woods": 1.0, "forest": 1.0, "broken": 0.5, "town": 0.25, "marsh": 0.5,
           "city": 0.25}  # fmt: skip


def fire(
    dice: Dice,
    guns: list[str],
    *,
    turn: str = "19AF",
    weather: str = "clear",
    ground: str = "clear",
    position: str = "",
) -> int:
    """What guns add to an attack of 54 AF on 1010."""
    t = Table(turn, weather, ground={"1010": ground}, roads=["1010-1110", "1010-1109"])
    t.put("1010", "r1").put("1110", "pz", "pg").put("1109", "kpz")
    if position:
        t.works("1010", position)
    for number, gun in enumerate(guns):
        t.put(f"12{9 + number:02}", gun)
    t.fight().choose("1010", "pz", "pg", "kpz")
    for text in sorted(t.offered("guns")):
        t.play(text)
    dice(6, 5, ...)
    t.play("attack")
    return t.combat.attack - 54


def near(share: float, cf: int) -> int:
    """A share of the CF, rounded to the nearest, halves up."""
    return int(cf * share + 0.5)


# -- field artillery in attack ------------------------------------------------------------------


@rule("trumpets:tab-fa", "trumpets:tab-fa-clear")
@pytest.mark.parametrize("ground", TERRAINS)
def test_field_artillery_by_clear_day(dice: Dice, ground: str) -> None:
    share = 1.0 if ground in FULL else 0.5
    assert fire(dice, ["ar1", "ar2"], ground=ground) == near(share, 27)


@rule("trumpets:tab-fa", "trumpets:tab-fa-poor", "trumpets:note-fa-once")
@pytest.mark.parametrize("ground", TERRAINS)
@pytest.mark.parametrize(
    ("turn", "weather"),
    [("19EV", "clear"), ("20PD", "clear"), ("19AF", "fog"), ("19AF", "heavy_fog"),
     ("19AF", "snow")],
)  # fmt: skip
def test_field_artillery_that_sees_badly_counts_half_once(
    dice: Dice, ground: str, turn: str, weather: str
) -> None:
    cf = fire(dice, ["ar1", "ar2"], ground=ground, turn=turn, weather=weather)
    assert cf == near(0.5, 27)


@rule("trumpets:tab-fa", "trumpets:tab-fa-16mo", "trumpets:note-fa-quarter")
@pytest.mark.parametrize("ground", TERRAINS)
@pytest.mark.parametrize("weather", ["clear", "fog"])
def test_german_guns_of_the_first_morning_count_a_quarter(
    dice: Dice, ground: str, weather: str
) -> None:
    guns = ["ar1", "ar2"]
    assert fire(dice, guns, ground=ground, turn="16MO", weather=weather) == near(0.25, 27)


@rule("trumpets:tab-fa-16mo")
def test_allied_guns_of_the_first_morning_do_not(dice: Dice) -> None:
    t = Table("16MO").put("1010", "vg1").put("1110", "r1").put("1109", "r2").put("1310", "fa1")
    t.fight("allied").choose("1010", "r1", "r2").play("guns fa106")
    dice(6, 5, ...)
    assert t.play("attack").combat.attack == 20 + 13


@rule("trumpets:note-fa-half")
def test_cf_are_added_first_and_then_halved(dice: Dice) -> None:
    """20 and 7 are 27, halved 14; apart they would be 10 and 4: the same; 20, 7, 12 are 20."""
    assert fire(dice, ["ar1", "ar2"], ground="broken") == 14
    assert fire(dice, ["ar1", "ar2", "hvy"], ground="broken") == 20


@rule("trumpets:tab-fa-clear", "trumpets:tab-pos-fa", "trumpets:rc-art-4")
@pytest.mark.parametrize(
    ("position", "share"),
    [("ip5", 1.0), ("ip6", 1.0), ("roadblock", 1.0), ("strongpoint", 0.5), ("fortress", 0.5)],
)
def test_field_artillery_against_positions(dice: Dice, position: str, share: float) -> None:
    assert fire(dice, ["ar1", "ar2"], position=position) == near(share, 27)


@rule("trumpets:note-fa-once", "trumpets:rc-art-4")
def test_a_strongpoint_in_a_town_at_night_halves_once(dice: Dice) -> None:
    cf = fire(dice, ["ar1", "ar2"], ground="town", position="strongpoint", turn="19EV")
    assert cf == near(0.5, 27)


@rule("trumpets:rc-art-4")
def test_a_village_uses_the_terrain_of_its_hex(dice: Dice) -> None:
    assert fire(dice, ["ar1", "ar2"], ground="woods village") == 27
    assert fire(dice, ["ar1", "ar2"], ground="broken village") == 14


# -- rockets ------------------------------------------------------------------------------------


@rule("trumpets:tab-nw", "trumpets:tab-nw-other", "trumpets:note-nw-half",
      "trumpets:note-nw-quarter")  # fmt: skip
@pytest.mark.parametrize("ground", TERRAINS)
@pytest.mark.parametrize(
    ("turn", "weather"), [("19AF", "clear"), ("19AF", "fog"), ("19EV", "snow")]
)
def test_rockets_do_not_mind_the_weather(dice: Dice, ground: str, turn: str, weather: str) -> None:
    """9 and 6 are 15: half 8, a quarter 4."""
    cf = fire(dice, ["nw1", "nw2"], ground=ground, turn=turn, weather=weather)
    assert cf == near(ROCKETS[ground], 15)


@rule("trumpets:tab-nw-16mo", "trumpets:tab-nw")
@pytest.mark.parametrize("ground", TERRAINS)
def test_rockets_of_the_first_morning_count_a_quarter(dice: Dice, ground: str) -> None:
    assert fire(dice, ["nw1", "nw2"], ground=ground, turn="16MO") == near(0.25, 15)


@rule("trumpets:tab-nw-other", "trumpets:tab-pos-nw", "trumpets:note-nw-worst")
@pytest.mark.parametrize(
    ("ground", "position", "share"),
    [
        ("clear", "ip6", 1.0), ("clear", "roadblock", 1.0), ("clear", "strongpoint", 0.25),
        ("clear", "fortress", 0.25), ("broken", "strongpoint", 0.25), ("broken", "ip5", 0.5),
        ("city", "fortress", 0.25),
    ],
)  # fmt: skip
def test_rockets_use_the_worst_column(dice: Dice, ground: str, position: str, share: float) -> None:
    assert fire(dice, ["nw1", "nw2"], ground=ground, position=position) == near(share, 15)


@rule("trumpets:rc-art-4")
def test_artillery_and_rockets_are_cut_apart(dice: Dice) -> None:
    """In a town: 27 halved 14, 15 quartered 4."""
    assert fire(dice, ["ar1", "ar2", "nw1", "nw2"], ground="town") == 14 + 4


# -- defence ------------------------------------------------------------------------------------


@rule("trumpets:tab-fadef", "trumpets:note-fadef-half", "trumpets:note-fadef-once")
@pytest.mark.parametrize(
    ("turn", "weather", "hexes", "cf"),
    [
        ("19AF", "clear", 1, 26), ("19AF", "clear", 2, 13), ("19AF", "fog", 1, 13),
        ("19AF", "fog", 2, 13), ("19EV", "clear", 1, 13), ("19EV", "snow", 2, 13),
    ],
)  # fmt: skip
def test_guns_in_defence(dice: Dice, turn: str, weather: str, hexes: int, cf: int) -> None:
    t = Table(turn, weather, ground={"1010": "town"}).put("1010", "r1", "r2").put("0810", "fa1")
    t.put("0809", "fa2").put("1110", "vg1").put("1110" if hexes == 1 else "1109", "vg2")
    t.fight().choose("1010", "vg1", "vg2").play("attack")
    dice(6, 5, ...)
    t.play("guns fa106")
    assert t.combat.defence == 2 * 26 + cf


@rule("trumpets:note-fadef-half")
def test_thirteen_halved_is_seven(dice: Dice) -> None:
    t = Table("19EV").put("1010", "r1").put("0810", "fa1").put("1110", "vg1", "vg2")
    t.fight().choose("1010", "vg1", "vg2").play("attack")
    dice(6, 5, ...)
    assert t.play("guns fa106").combat.defence == 13 + 7


@rule("trumpets:gc-6f")
def test_rockets_do_not_defend() -> None:
    t = Table().put("1010", "vg1").put("1110", "r1", "r2").put("0810", "nw1", "ar1")
    t.fight("allied").choose("1010", "r1", "r2").play("attack")
    assert t.offered("guns") == {"guns ar12"}
    assert not t.offered("gun")


@rule("trumpets:rc-sup-4", "trumpets:rc-art-2")
def test_guns_out_of_supply_defend_at_half_and_do_not_attack(dice: Dice) -> None:
    t = Table().put("1010", "r1").put("0810", "fa1", "fa2").put("1110", "vg1", "vg2")
    t.put("1310", "vak1").flag("oos", "fa1", "vak1")
    assert not t.fight().choose("1010", "vg1", "vg2").offered("guns")
    t.play("attack")
    dice(6, 5, ...)
    assert t.play("guns fa106").combat.defence == 13 + 20  # 6.5 and 13


# -- who ----------------------------------------------------------------------------------------


@rule("trumpets:note-fa-range", "trumpets:note-nw-range", "trumpets:note-fadef-range")
@pytest.mark.parametrize(
    ("gun", "home", "reaches"),
    [("ar1", "1810", True), ("ar1", "1910", False), ("nw1", "1410", True), ("nw1", "1510", False)],
)
def test_the_hex_must_be_in_range(gun: str, home: str, reaches: bool) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put(home, gun)
    assert bool(t.fight().choose("1010", "vg1", "vg2").offered("guns")) == reaches


@rule("trumpets:note-fadef-range")
@pytest.mark.parametrize(("home", "reaches"), [("0310", True), ("0210", False)])
def test_the_defended_hex_must_be_in_range(dice: Dice, home: str, reaches: bool) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put(home, "fa1")
    t.fight().choose("1010", "vg1", "vg2")
    dice(6, 5, ...)
    t.play("attack")
    assert (t.asked == "allied answering") == reaches


@rule("trumpets:rc-art-2")
@pytest.mark.parametrize("reason", ["march", "fired", "engaged next to the enemy"])
def test_guns_that_cannot_fire(reason: str) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("1111", "ar1").put("1011", "r2")
    assert attack_guns(t.g, t.planned("1010", "vg1"))
    if reason == "march":
        t.g.deployed = 0
    elif reason == "fired":
        t.flag("fired", "ar1")
    else:
        t.flag("engaged", "ar1")
    assert not t.fight().choose("1010", "vg1").offered("guns")


@rule("trumpets:rc-art-3")
def test_guns_of_the_corps_its_divisions_and_the_army_attack() -> None:
    """Those of another corps do not."""
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2")
    t.put("1310", "ar1").put("1311", "vak1").put("1312", "hvy").put("1313", "ar3")
    t.fight().choose("1010", "vg1", "vg2")
    assert t.offered("guns") == {"guns ar12", "guns vak", "guns hvy"}


@rule("trumpets:rc-art-3")
def test_all_us_guns_of_the_army_defend_british_only_their_own() -> None:
    """VII Corps' guns help VIII Corps; the British guns do not."""
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2")
    t.put("0810", "fa1").put("0811", "fa3").put("0812", "br25")
    t.fight().choose("1010", "vg1", "vg2").play("attack")
    assert t.offered("guns") == {"guns fa106", "guns favii"}


@rule("trumpets:rc-art-3")
def test_german_guns_defend_with_their_corps_and_army() -> None:
    t = Table().put("1010", "vg1").put("1110", "r1", "r2")
    t.put("0810", "ar1").put("0811", "hvy").put("0812", "ar3")
    t.fight("allied").choose("1010", "r1", "r2").play("attack")
    assert t.offered("guns") == {"guns ar12", "guns hvy"}


@rule("trumpets:rc-art-1")
def test_a_formation_fires_together_or_battalion_by_battalion() -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("1310", "ar1").put("1311", "ar2")
    t.fight().choose("1010", "vg1")
    assert t.offered("gun") == {"gun ar1", "gun ar2"}
    t.play("gun ar2")
    assert t.offered("guns") == {"guns ar12"}
    assert t.g.fight.guns == (t.unit("ar2"),)


@rule("trumpets:rc-art-5")
def test_guns_count_at_most_twice_the_troops(dice: Dice) -> None:
    """8 AF and 60 CF: 8 + 16. A hex of 5 DF and 26 CF: 5 + 10."""
    t = Table().put("1010", "aaw").put("1110", "vg1", "vg2").put("0810", "fa1", "fa2")
    t.put("1310", "vak1").put("1311", "vak2").put("1312", "vak3")
    t.fight().choose("1010", "vg1").play("guns vak", "attack")
    dice(6, 5, ...)
    t.play("guns fa106")
    assert (t.combat.attack, t.combat.defence) == (8 + 16, 5 + 10)


# -- Fired --------------------------------------------------------------------------------------


@rule("trumpets:gc-6c", "trumpets:gc-6g")
def test_guns_that_have_fired_do_not_fire_again(dice: Dice) -> None:
    """Not for another hex, and German guns not in the enemy's segment either."""
    t = Table().put("1010", "r1").put("1012", "r2").put("1110", "vg1").put("1112", "vg2", "vg3")
    t.put("1410", "ar1")
    t.fight().play("mark 1010", "mark 1012", "fight 1010", "commit vg1", "guns ar12")
    dice(6, 5, ...)
    t.play("attack")
    while t.asked.endswith("retreat"):
        t.play(sorted(t.offered("retreat"))[-1])
    t.play("fight 1012", "commit vg2")
    assert not t.offered("guns")
    assert t.is_("fired", "ar1")


@rule("trumpets:gc-6f", "trumpets:gc-6h")
def test_guns_of_a_defence_are_fired_too(dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("0810", "fa1")
    t.fight().choose("1010", "vg1", "vg2").play("attack")
    dice(6, 5, ...)
    assert t.play("guns fa106").is_("fired", "fa1")
