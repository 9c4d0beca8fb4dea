"""Retreat (rc-ret-1, rc-stack-2), what it disrupts (dis-5 to dis-10), and standing fast (gc-18)."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import Disrupted, FuelCaptured, Retreated, StoodFast
from salient.games.trumpets.harm.disruption import disrupt, disrupt_crowds
from tests.conftest import Dice
from tests.games.trumpets.table import Table, fix_odds

rule = pytest.mark.rule


def driven(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, t: Table, hexes: int, side: str = "german"
) -> Table:
    """Units next to 1010 attack it and drive the defenders back so many hexes."""
    fix_odds(monkeypatch, "5-1")
    dice(1, 7 - hexes, ...)
    t.fight(side)
    t.play("mark 1010")
    for text in ("done", "fight 1010"):
        if text in t.offered():
            t.play(text)
    t.play("all" if "all" in t.offered() else sorted(t.offered("commit"))[0])
    t.play("attack")
    while t.asked.endswith("answering"):
        t.play("done")
    return t


def ends(t: Table, unit: str) -> set[str]:
    """Where a unit may retreat to."""
    return {text.split()[2] for text in t.offered("retreat") if text.split()[1] == unit}


# -- where to -----------------------------------------------------------------------------------


@rule("trumpets:rc-ret-1", "trumpets:res-crt-dr1", "trumpets:tab-pos-retreat")
@pytest.mark.parametrize("position", ["", "ip6", "fortress"])
def test_one_hex_away_not_nearer_to_the_attacker(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, position: str
) -> None:
    """The attacker stands in 1110: 1109 and 1011 are next to it, as 1010 is. Works do not help."""
    t = Table().put("1010", "r1", "r2").put("1110", "pg")
    if position:
        t.works("1010", position)
    driven(monkeypatch, dice, t, 1)
    assert t.asked == "allied retreat"
    # 1011 and 1109 are in the zone of the attacker: there are better ways.
    assert ends(t, "r1") == {"0909", "0910", "1009"}


@rule("trumpets:rc-ret-1")
def test_the_end_lies_as_many_steps_away(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = driven(monkeypatch, dice, Table().put("1010", "r1").put("1110", "pg"), 3)
    board, target = t.g.setting.board, t.hex("1010")
    assert {board.distance(target, t.hex(end)) for end in ends(t, "r1")} == {3}
    t.play("retreat r1 0710")
    assert (t.where("r1"), t.steps("r1")) == ("0710", 3)
    assert t.happened(Retreated)


@rule("trumpets:rc-ret-1")
def test_enemy_zones_only_if_there_is_no_other_way(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """Germans on three sides control all the hexes behind: the retreat costs a step."""
    t = Table().put("1010", "r1", "r2").put("1110", "pg").put("0908", "vg1").put("0911", "vg2")
    driven(monkeypatch, dice, t, 1)
    assert ends(t, "r1")
    t.play(sorted(t.offered("retreat"))[0])
    assert t.steps("r1") == 2


@rule("trumpets:rc-ret-1", "trumpets:rc-zoc-3")
def test_a_friend_lifts_the_enemy_zone(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "r1", "r2").put("1110", "pg").put("0908", "vg1").put("0911", "vg2")
    t.put("0909", "r3")
    driven(monkeypatch, dice, t, 1)
    assert ends(t, "r1") == {"0909"}


@rule("trumpets:rc-ret-1")
def test_a_step_for_each_hex_that_is_missing(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """Surrounded by the enemy: nowhere to go, two steps for two hexes."""
    t = Table().put("1010", "r1")
    for place, unit in zip(
        ("1110", "1109", "1009", "0909", "0910", "1011"),
        ("vg1", "vg2", "vg3", "vg4", "pz", "stug"),
        strict=True,
    ):
        t.put(place, unit)
    driven(monkeypatch, dice, t, 2)
    assert (t.where("r1"), t.steps("r1")) == ("1010", 1)
    assert not t.offered("advance")


@rule("trumpets:rc-ret-1")
@pytest.mark.parametrize(
    ("unit", "water", "roads", "free"),
    [
        ("tk", "river", [], False),
        ("tk", "river ford", [], True),
        ("tk", "river", ["1010-0909"], True),
        ("tk", "stream", [], True),
        ("r1", "river", [], True),
        ("r1", "great", [], False),
    ],
    ids=["tanks", "a ford", "a bridge", "a stream", "foot", "the Meuse"],
)
def test_rivers_stop_vehicles(
    monkeypatch: pytest.MonkeyPatch,
    dice: Dice,
    unit: str,
    water: str,
    roads: list[str],
    free: bool,
) -> None:
    t = Table(water={"1010-0909": water}, roads=roads).put("1010", unit, "cav").put("1110", "pg")
    driven(monkeypatch, dice, t, 1)
    assert ("0909" in ends(t, unit)) == free


@rule("trumpets:rc-stack-2")
def test_a_retreat_that_would_overstack_goes_a_hex_further(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """Only 0909 is open, and full."""
    t = Table(water={"1010-1009": "great", "1010-0910": "great", "1010-1109": "great",
                     "1010-1011": "great"})  # fmt: skip
    t.put("1010", "r1", "eng").put("1110", "pg").put("0909", "r2", "r3", "aaw")
    driven(monkeypatch, dice, t, 1)
    board, target = t.g.setting.board, t.hex("1010")
    assert {board.distance(target, t.hex(end)) for end in ends(t, "r1")} == {2}


@rule("trumpets:rc-stack-2")
def test_the_surplus_unit_is_eliminated(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    water = {f"1010-{to}": "great" for to in ("1009", "0910", "1109", "1011")}
    water |= {f"0909-{to}": "great" for to in ("0908", "0809", "0810")}
    t = Table(water=water).put("1010", "r1").put("1110", "pg").put("0909", "r2", "r3", "aaw")
    driven(monkeypatch, dice, t, 1)
    assert t.steps("r1") == 0


@rule("trumpets:note-dump-1", "trumpets:tab-dump-other")
def test_a_dump_is_taken_on_the_retreat_too(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """A German battalion driven into a town nobody has searched finds fuel on 3 or less."""
    t = Table("17AF", ground={"0909": "town"}).put("1010", "vg1").put("1110", "r1")
    driven(monkeypatch, dice, t, 1, side="allied")
    dice(1, 2)
    t.play("retreat vg1 0909")
    assert t.g.dumps_taken == 1 << t.hex("0909")
    assert t.happened(FuelCaptured)


# -- disruption ---------------------------------------------------------------------------------


@rule("trumpets:dis-5", "trumpets:dis-9", "trumpets:tab-dis", "trumpets:rc-dis-1")
def test_emplaced_guns_that_retreat_are_disrupted(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    t = driven(monkeypatch, dice, Table().put("1010", "fa1").put("1110", "pg"), 1)
    t.play("retreat fa1 0909")
    assert t.is_("disrupted2", "fa1")
    assert not t.is_("deployed", "fa1")
    assert [event.cause for event in t.happened(Disrupted)] == ["dis-5"]


@rule("trumpets:dis-5")
def test_guns_in_march_formation_are_not(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "fa1").put("1110", "pg")
    t.g.deployed = 0
    driven(monkeypatch, dice, t, 1).play("retreat fa1 0909")
    assert not t.is_("disrupted2", "fa1")


@rule("trumpets:dis-6", "trumpets:dis-9")
def test_a_deployed_hq_that_retreats_is_disrupted(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    t = driven(monkeypatch, dice, Table().put("1010", "HQ-106ID").put("1110", "pg"), 1)
    t.play("retreat HQ-106ID 0909")
    assert [event.cause for event in t.happened(Disrupted)] == ["dis-6"]
    assert not t.is_("deployed", "HQ-106ID")


@rule("trumpets:dis-7", "trumpets:rc-dis-2")
@pytest.mark.parametrize(("roads", "disrupted"), [([], True), (["1010-0909"], False)])
def test_vehicles_driven_into_a_forest_are_disrupted(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, roads: list[str], disrupted: bool
) -> None:
    t = Table(ground={"0909": "forest"}, roads=roads).put("1010", "tk").put("1110", "pg")
    driven(monkeypatch, dice, t, 1).play("retreat tk 0909")
    assert t.is_("disrupted2", "tk") == disrupted


@rule("trumpets:dis-10")
def test_a_reserve_that_is_disrupted_is_no_reserve() -> None:
    t = Table().put("1010", "r1").flag("reserve", "r1").flag("disrupted1", "r1")
    disrupt(t.g, 1 << t.unit("r1"), "dis-1", t.events)
    assert (t.g.reserve, t.g.disrupted1, t.is_("disrupted2", "r1")) == (0, 0, True)


@rule("trumpets:dis-2", "trumpets:dis-3")
@pytest.mark.parametrize(
    ("units", "cause"), [(("HQ-ISS", "HQ-IISS"), "dis-2"), (("sub", "vak1"), "dis-3")]
)
def test_crowded_hqs_and_substitutes_are_disrupted(units: tuple[str, ...], cause: str) -> None:
    t = Table().put("1010", *units)
    disrupt_crowds(t.g, t.hex("1010"), t.events)
    assert {event.cause for event in t.happened(Disrupted)} == {cause}
    assert t.is_("disrupted2", units[0])


@rule("trumpets:dis-2", "trumpets:rc-ret-1")
@pytest.mark.parametrize(("end", "crowded"), [("0909", True), ("0910", False)])
def test_an_hq_driven_to_another_disrupts_that_too(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, end: str, crowded: bool
) -> None:
    """Two divisions' HQs in a hex; the one that came is disrupted by its retreat anyway."""
    t = Table().put("1010", "HQ-106ID").put("1110", "pg").put("0909", "HQ-4ID")
    driven(monkeypatch, dice, t, 1).play(f"retreat HQ-106ID {end}")
    assert t.is_("disrupted2", "HQ-4ID") is crowded
    assert ("dis-2" in {event.cause for event in t.happened(Disrupted)}) is crowded


# -- all-out effort (advanced) ------------------------------------------------------------------


@rule("trumpets:gc-18", "trumpets:tab-leader-H", "trumpets:rc-lead-1")
def test_a_leader_lets_his_units_stand(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """The 4th Division's leader has an H: its battalion stays, DR3 or not."""
    t = Table(rules="advanced").put("1010", "ivy").put("1110", "pg")
    driven(monkeypatch, dice, t, 3)
    assert "stand 4id" in t.offered()
    t.play("stand 4id")
    assert (t.where("ivy"), t.steps("ivy")) == ("1010", 3)
    assert t.happened(StoodFast)
    assert t.g.leaders_spent == 1 << t.formation("4ID")
    assert not t.offered("advance")


@rule("trumpets:gc-18")
@pytest.mark.parametrize("reason", ["standard", "spent", "out of command", "another division"])
def test_when_no_leader_can(monkeypatch: pytest.MonkeyPatch, dice: Dice, reason: str) -> None:
    unit = "r1" if reason == "another division" else "ivy"
    t = Table(rules="standard" if reason == "standard" else "advanced")
    t.put("1010", unit).put("1110", "pg")
    if reason == "spent":
        t.g.leaders_spent = 1 << t.formation("4ID")
    if reason == "out of command":
        t.flag("ooc", unit)
    assert not driven(monkeypatch, dice, t, 2).offered("stand")


@rule("trumpets:gc-18", "trumpets:res-crt-1dr1")
def test_losses_stand(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    fix_odds(monkeypatch, "5-1")
    t = Table(rules="advanced").put("1010", "ivy").put("1110", "pg")
    dice(1, 2, ...)
    t.fight().attack("1010", "pg").play("stand 4id")
    assert (t.combat.result, t.steps("ivy"), t.where("ivy")) == ("1DR1", 2, "1010")


@rule("trumpets:rc-lead-2", "trumpets:gc-18")
def test_the_leader_of_an_army_acts_for_one_formation(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """Dietrich has an H: the division stands with him, the corps troops beside it go."""
    t = Table(rules="advanced").put("1010", "vg1", "tiger").put("1110", "r1")
    driven(monkeypatch, dice, t, 1, side="allied")
    t.play("stand 6pa")
    assert (t.where("vg1"), ends(t, "vg1")) == ("1010", set())
    assert ends(t, "tiger")
    assert t.g.leaders_spent == 1 << t.formation("6PA")
