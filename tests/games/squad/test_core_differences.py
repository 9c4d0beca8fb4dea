"""What deeds change, wholly: who is concerned and nobody beside, these states and no others."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.games.squad.combat.bogging import try_to_free
from salient.games.squad.combat.morale import break_unit, eliminate, reduce, wound
from salient.games.squad.combat.stunning import come_round, roll_for_shock, stun
from salient.games.squad.combat.vehicle_damage import immobilise, wreck
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.debris import remove_debris, scatter
from salient.games.squad.infantry.charges import put_down
from salient.games.squad.infantry.deployment import recombine
from salient.games.squad.infantry.entering import enter, leave_map
from salient.games.squad.infantry.heat_of_battle import go_berserk, harden
from salient.games.squad.infantry.prisoners import massacre, rearm, set_free
from salient.games.squad.infantry.weapons import drop, transfer
from salient.games.squad.phases.advance import advance
from salient.games.squad.phases.rally import rally, recover, repair, repair_gun
from salient.games.squad.phases.withdrawal import slip_away
from salient.games.squad.vehicles.crews import abandon, man
from salient.games.squad.vehicles.passengers import get_on, unload
from salient.games.squad.vehicles.recalls import withdraw
from salient.games.squad.vehicles.wrecks import shove
from tests.games.squad.differences import difference
from tests.games.squad.table import Table, on_the_march

GERMAN, AMERICAN = 0, 1
MEN = ("ss658.1", "ss658.2")
TANKS = ("PzIVH.1", "PzIVH.2")


def two_squads(*flags: str, scenario: str = "", german: str = "ss658 2 ss91 ssLMG 2") -> Table:
    """Two squads side by side in the same states."""
    table = Table(german=german, american="us666", scenario=scenario).put("C3", *MEN)
    for flag in flags:
        table.mark(flag, *MEN)
    return table


def two_tanks(*flags: str, scenario: str = "", german: str = "PzIVH 2 ss658 2") -> Table:
    """Two tanks side by side in the same states."""
    table = Table(german=german, american="us666", scenario=scenario).put("C3", *TANKS)
    for flag in flags:
        table.mark(flag, *TANKS)
    return table


def off_centre(table: Table, *units: str) -> Table:
    """Units in bypass and at a crest at once, to see whether they leave both."""
    for unit in units:
        table.g.bypass[table.unit(unit)] = (1, 0)
        table.g.crest[table.unit(unit)] = 2
    return table


# -- vehicles -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:D10", "squad:D10.4", "squad:D5.34")
@pytest.mark.parametrize("burns", [True, False])
def test_what_becomes_of_a_wreck(burns: bool) -> None:
    flags = ("motion", "buttoned", "bogged", "mired", "immobile", "shocked", "melee", "recalled",
             "concealed")  # fmt: skip
    table = two_tanks(*flags)
    table.g.stunned = {table.unit(tank): 2 for tank in TANKS}
    tank = table.unit("PzIVH.1")
    points = table.g.setting.vehicle_row(tank).cvp
    found = difference(table, lambda: wreck(table.g, tank, table.events, burns=burns))
    expected = dict.fromkeys(flags, "-PzIVH.1") | {
        "stunned": "-PzIVH.1", "wrecks": "+PzIVH.1", "losses": str([0, points])
    }  # fmt: skip
    if burns:
        smoke = table.g.setting.numbers.fire.burning_wreck
        expected |= {"burning": "+PzIVH.1", "smoke": str({table.place("C3"): smoke})}
    assert found == expected
    assert not difference(table, lambda: wreck(table.g, tank, table.events)), "only once"


@pytest.mark.rule("squad:D8.1")
def test_what_becomes_of_a_vehicle_that_is_immobilised() -> None:
    table = two_tanks("motion", "concealed")
    tank = table.unit("PzIVH.1")
    found = difference(table, lambda: immobilise(table.g, tank, table.events))
    assert found == {"immobile": "+PzIVH.1", "motion": "-PzIVH.1"}
    told = len(table.events)
    assert not difference(table, lambda: immobilise(table.g, tank, table.events))
    assert len(table.events) == told


@pytest.mark.rule("squad:D5.34", "squad:D5.3")
@pytest.mark.parametrize("state", ["concealed", "hidden"])
def test_what_becomes_of_a_stunned_crew(state: str) -> None:
    table = two_tanks("motion", state)
    found = difference(table, lambda: stun(table.g, table.unit("PzIVH.1"), table.events))
    assert found == {
        state: "-PzIVH.1", "shocked": "+PzIVH.1", "motion": "-PzIVH.1", "stunned": "+PzIVH.1",
        "buttoned": "+PzIVH.1",
    }  # fmt: skip
    assert table.g.stunned == {table.unit("PzIVH.1"): 2}


@pytest.mark.rule("squad:D5.34")
def test_stunned_crews_come_round_one_after_the_other() -> None:
    table = two_tanks("shocked", "buttoned")
    table.g.stunned = {table.unit("PzIVH.1"): 1, table.unit("PzIVH.2"): 2}
    found = difference(table, lambda: come_round(table.g, table.events))
    assert found == {"stunned": "-PzIVH.1 ~PzIVH.2", "shocked": "-PzIVH.1"}
    assert table.g.stunned == {table.unit("PzIVH.2"): 1}


@pytest.mark.rule("squad:C7.42")
@pytest.mark.parametrize(
    ("die", "lost", "changed"),
    [(2, False, {"shocked": "-PzIVH.1"}), (3, False, {}), (4, False, {}), (5, True, {})],
)
def test_only_the_shocked_who_are_not_stunned_throw_a_die(
    die: int, lost: bool, changed: dict[str, str]
) -> None:
    table = two_tanks("shocked").dice(die)
    table.g.stunned = {table.unit("PzIVH.2"): 2}
    left: list[int] = []
    found = difference(table, lambda: left.extend(roll_for_shock(table.g, GERMAN, table.events)))
    assert found == changed
    assert left == [table.unit("PzIVH.1")] * lost


@pytest.mark.rule("squad:D8.3")
@pytest.mark.parametrize(
    ("die", "mired", "changed"),
    [
        (1, False, {"bogged": "-PzIVH.1"}), (1, True, {"bogged": "-PzIVH.1", "mired": "-PzIVH.1"}),
        (6, False, {"mired": "+PzIVH.1"}), (6, True, {"immobile": "+PzIVH.1"}),
    ],
)  # fmt: skip
def test_what_becomes_of_a_bogged_vehicle(die: int, mired: bool, changed: dict[str, str]) -> None:
    table = two_tanks("bogged", *(["mired"] if mired else [])).dice(die)
    found = difference(table, lambda: try_to_free(table.g, table.unit("PzIVH.1"), table.events))
    assert found == changed


@pytest.mark.rule("squad:D5.4", "squad:D6.631")
def test_what_becomes_of_a_vehicle_that_is_given_up() -> None:
    table = two_tanks("motion", "concealed", scenario='special = ["crews"]\n')
    crew = table.g.setting.units[table.g.setting.inherent[table.unit("PzIVH.1")]].token
    found = difference(table, lambda: abandon(table.g, table.unit("PzIVH.1"), table.events))
    gun = table.g.setting.removable.get(table.unit("PzIVH.1"))
    spare = {f"-{crew}"} | ({f"-{table.g.setting.units[gun].token}"} if gun is not None else set())
    assert set(found.pop("spare").split()) == spare
    assert set(found.pop("where").split()) == {word.replace("-", "~") for word in spare}
    assert found.pop("moved") in (f"+PzIVH.1 +{crew}", f"+{crew} +PzIVH.1")
    if gun is not None:
        assert found.pop("owner") == f"~{table.g.setting.units[gun].token}"
        assert found.pop("dismounted") == "+PzIVH.1"
    assert found == {"abandoned": "+PzIVH.1", "motion": "-PzIVH.1", "concealed": "-PzIVH.1"}


@pytest.mark.rule("squad:D5.4", "squad:A21.22")
def test_what_becomes_of_who_mans_a_vehicle() -> None:
    flags = ("concealed", "entrenched", "cx")
    table = two_tanks("abandoned", scenario='special = ["crews"]\n').put("C3", *MEN)
    off_centre(table, *MEN)
    for flag in flags:
        table.mark(flag, *MEN)
    action = Action("man", (table.unit("ss658.1"), table.unit("PzIVH.1")))
    found = difference(table, lambda: man(table.g, action, table.events))
    assert found == dict.fromkeys(flags, "-ss658.1") | {
        "moved": "+PzIVH.1 +ss658.1", "abandoned": "-PzIVH.1", "bypass": "-ss658.1",
        "crest": "-ss658.1", "crewing": "+ss658.1", "where": "~ss658.1",
    }  # fmt: skip


@pytest.mark.rule("squad:D6.4", "squad:A12.14")
@pytest.mark.parametrize("vehicle", [True, False])
def test_what_becomes_of_who_gets_on(vehicle: bool) -> None:
    """Both are concealed, or neither."""
    table = Table(german="SPW251 2 ss658 2", american="us666").put("C3", "SPW251.1", *MEN)
    table.mark("entrenched", *MEN).mark("concealed", *MEN)
    for name in MEN:
        table.g.crest[table.unit(name)] = 2
    if vehicle:
        table.mark("concealed", "SPW251.1")
    unit, by = table.unit("ss658.1"), table.unit("SPW251.1")
    found = difference(table, lambda: get_on(table.g, unit, by, table.events))
    expected = {"entrenched": "-ss658.1", "crest": "-ss658.1", "aboard": "+ss658.1"}
    assert found == expected | ({} if vehicle else {"concealed": "-ss658.1"})


@pytest.mark.rule("squad:D6.5")
def test_what_becomes_of_who_gets_off() -> None:
    table = Table(german="SPW251 2 ss658 2", american="us666").put("C3", "SPW251.1", "SPW251.2")
    table.aboard("SPW251.1", *MEN).mark("motion", "SPW251.1", "SPW251.2")
    on_the_march(table, "SPW251.1")
    action = Action("unload", (table.unit("ss658.1"), table.place("C3")))
    found = difference(table, lambda: unload(table.g, action, table.events))
    assert found == {
        "motion": "-SPW251.1", "unloading": "+SPW251.1", "aboard": "-ss658.1",
        "moved": "+ss658.1",
    }  # fmt: skip


@pytest.mark.rule("squad:D5.341")
def test_what_becomes_of_a_vehicle_that_goes_home() -> None:
    flags = ("recalled", "motion", "buttoned", "immobile")
    table = two_tanks(*flags, scenario='special = ["crews"]\n')
    for tank in TANKS:
        table.g.bypass[table.unit(tank)] = (1, 0)
    crew = table.g.setting.units[table.g.setting.inherent[table.unit("PzIVH.1")]].token
    found = difference(table, lambda: withdraw(table.g, table.unit("PzIVH.1"), table.events))
    assert found == dict.fromkeys(flags, "-PzIVH.1") | {
        "bypass": "-PzIVH.1", "where": "~PzIVH.1", "spare": f"-{crew}",
        "lost": f"+PzIVH.1 +{crew}",
    }  # fmt: skip


@pytest.mark.rule("squad:D10.4")
def test_what_becomes_of_a_wreck_that_is_pushed_away() -> None:
    table = two_tanks("wrecks", german="PzIVH 3").put("C3", "PzIVH.3")
    for tank in TANKS:
        table.g.bypass[table.unit(tank)] = (1, 0)
    on_the_march(table, "PzIVH.3", spent=2)
    action = Action("shove", (table.unit("PzIVH.1"),))
    found = difference(table, lambda: shove(table.g, action, table.events))
    assert found == {"where": "~PzIVH.1", "bypass": "-PzIVH.1", "lost": "+PzIVH.1"}


# -- men ------------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A10.4")
def test_what_becomes_of_who_breaks() -> None:
    table = two_squads("pinned", "ti", "cx", "entrenched")
    found = difference(table, lambda: break_unit(table.g, table.unit("ss658.1"), table.events))
    assert found == {
        "desperate": "+ss658.1", "broken": "+ss658.1", "pinned": "-ss658.1", "ti": "-ss658.1",
    }  # fmt: skip
    table.g.desperate = 0
    found = difference(table, lambda: break_unit(table.g, table.unit("ss658.1"), table.events))
    assert found == {"desperate": "+ss658.1"}, "once more"


@pytest.mark.rule("squad:A7.302")
@pytest.mark.parametrize("half", [True, False])
def test_what_casualties_do_to_a_squad(half: bool) -> None:
    flags = ("broken", "cx", "concealed", "entrenched", "fanatic", "melee")
    table = off_centre(two_squads(*flags), *MEN)
    table.g.owner[table.unit("ssLMG.1")] = table.unit("ss658.1")
    table.g.put(table.unit("ss658.1"), table.place("C3"))
    if half:
        table.mark("half", *MEN)
    found = difference(table, lambda: reduce(table.g, table.unit("ss658.1"), "fire", table.events))
    if not half:
        assert found == {"half": "+ss658.1", "losses": "[0, 1]"}
        return
    for column in (*flags, "half", "bypass", "crest", "desperate"):
        assert found.pop(column) == "-ss658.1"
    assert found == {
        "losses": "[0, 1]", "lost": "+ss658.1", "where": "~ss658.1", "owner": "~ssLMG.1",
    }  # fmt: skip


@pytest.mark.rule("squad:A17")
@pytest.mark.parametrize(("die", "wounded"), [(4, True), (5, False)])
def test_what_a_wound_does(die: int, wounded: bool) -> None:
    table = Table(german="ss91 ss92", american="us666").put("C3", "ss91.1", "ss92.1").dice(die, ...)
    found = difference(table, lambda: wound(table.g, table.unit("ss91.1"), table.events))
    if wounded:
        assert found == {"wounded": "+ss91.1"}
    else:
        assert {name: found[name] for name in ("lost", "where")} == {
            "lost": "+ss91.1", "where": "~ss91.1",
        }  # fmt: skip


@pytest.mark.rule("squad:A10.6", "squad:A10.62", "squad:A19.12")
def test_what_becomes_of_who_rallies() -> None:
    flags = ("broken", "disrupted", "desperate", "cx")
    table = two_squads(*flags).put("C3", "ss91.1").dice(1, 2)
    found = difference(table, lambda: rally(table.g, table.unit("ss658.1"), table.events))
    assert found == dict.fromkeys(flags[:3], "-ss658.1")


@pytest.mark.rule("squad:A9.72")
@pytest.mark.parametrize(
    ("die", "changed"),
    [(1, {"malfunctioned": "-ssLMG.1"}), (5, {}),
     (6, {"malfunctioned": "-ssLMG.1", "owner": "~ssLMG.1", "where": "~ssLMG.1",
          "lost": "+ssLMG.1"})],
)  # fmt: skip
def test_what_becomes_of_a_weapon_that_is_repaired(die: int, changed: dict[str, str]) -> None:
    table = Table(german="ss658 2 ssLMG 2", american="us666")
    table.put("C3", "ss658.1+ssLMG.1", "ss658.2+ssLMG.2")
    table.mark("malfunctioned", "ssLMG.1", "ssLMG.2").dice(die)
    found = difference(table, lambda: repair(table.g, table.unit("ssLMG.1"), table.events))
    assert found == changed


@pytest.mark.rule("squad:A9.72", "squad:D5.341")
@pytest.mark.parametrize(
    ("die", "changed"), [(1, {"malfunctioned": "-PzIVH.1"}), (5, {}), (6, {"recalled": "+PzIVH.1"})]
)
def test_what_becomes_of_a_gun_that_is_repaired(die: int, changed: dict[str, str]) -> None:
    table = two_tanks("malfunctioned", scenario='special = ["crews"]\n').dice(die)
    found = difference(table, lambda: repair_gun(table.g, table.unit("PzIVH.1"), table.events))
    assert found == changed


@pytest.mark.rule("squad:A4.44", "squad:A21.11")
@pytest.mark.parametrize(
    ("die", "item", "captured", "changed"),
    [(1, "usBAZ.1", "", {"owner": "~usBAZ.1", "captured": "+usBAZ.1", "concealed": "+usBAZ.1"}),
     (1, "ssLMG.1", "ssLMG.1 usBAZ.2",
      {"owner": "~ssLMG.1", "captured": "-ssLMG.1", "concealed": "+ssLMG.1"}),
     (6, "usBAZ.1", "", {})],
)  # fmt: skip
def test_what_becomes_of_a_weapon_that_is_picked_up(
    die: int, item: str, captured: str, changed: dict[str, str]
) -> None:
    table = Table(german="ss658 2 ssLMG 2", american="us666 usBAZ 2").put("C3", *MEN)
    table.put("C3", "usBAZ.1", "usBAZ.2", "ssLMG.1", "ssLMG.2").mark("concealed", *MEN).dice(die)
    for name in ("usBAZ.1", "usBAZ.2", "ssLMG.1", "ssLMG.2"):
        table.g.owner[table.unit(name)] = NOBODY
    for name in captured.split():
        table.mark("captured", name)
    unit, what = table.unit("ss658.1"), table.unit(item)
    found = difference(table, lambda: recover(table.g, unit, what, table.events))
    assert found == changed


@pytest.mark.rule("squad:A4.431")
@pytest.mark.parametrize("state", ["concealed", "hidden"])
def test_what_becomes_of_a_weapon_that_is_dropped(state: str) -> None:
    table = Table(german="ss658 2 ssLMG 2", american="us666")
    table.put("C3", "ss658.1+ssLMG.1", "ss658.2+ssLMG.2").mark(state, *MEN)
    found = difference(table, lambda: drop(table.g, table.unit("ssLMG.1"), table.events))
    assert found == {"owner": "~ssLMG.1", state: "-ssLMG.1"}


@pytest.mark.rule("squad:A4.43", "squad:A12.14")
@pytest.mark.parametrize(
    ("concealed", "changed"),
    [("ss658.1", "-ssLMG.1"), ("ss658.2", "+ssLMG.1"), ("ss658.1 ss658.2", ""), ("", "")],
)
def test_what_becomes_of_a_weapon_that_is_handed_over(concealed: str, changed: str) -> None:
    table = Table(german="ss658 2 ssLMG 2", american="us666")
    table.put("C3", "ss658.1+ssLMG.1", "ss658.2").mark("concealed", *concealed.split())
    item, unit = table.unit("ssLMG.1"), table.unit("ss658.2")
    found = difference(table, lambda: transfer(table.g, item, unit, table.events))
    assert found == {"owner": "~ssLMG.1"} | ({"concealed": changed} if changed else {})


@pytest.mark.rule("squad:A23.3", "squad:A12.14")
@pytest.mark.parametrize("state", ["concealed", "hidden"])
def test_what_becomes_of_a_charge_that_is_laid(state: str) -> None:
    """Nobody is near enough to see it."""
    table = Table(german="ss658 2 ssDC 2", american="us666")
    table.put("C3", "ss658.1+ssDC.1", "ss658.2+ssDC.2").mark(state, *MEN)
    unit, place = table.unit("ss658.1"), table.place("C4")
    found = difference(table, lambda: put_down(table.g, unit, place, table.events))
    assert found == {
        "owner": "~ssDC.1", "where": "~ssDC.1", state: "-ssDC.1", "charges_laid": "+ssDC.1",
    }  # fmt: skip


@pytest.mark.rule("squad:A1.32")
def test_what_becomes_of_two_halves_that_come_together() -> None:
    table = Table(german="ss658 3 ssLMG", american="us666").put("C3", "ss658.1", "ss658.2+ssLMG.1")
    table.put("C3", "ss658.3").mark("half", *MEN, "ss658.3").mark("concealed", *MEN, "ss658.3")
    table.mark("cx", "ss658.2", "ss658.3").mark("entrenched", "ss658.1", "ss658.3")
    table.g.concealed &= ~(1 << table.unit("ss658.2"))
    action = Action("recombine", (table.unit("ss658.1"), table.unit("ss658.2")))
    found = difference(table, lambda: recombine(table.g, action, table.events))
    assert found == {
        "owner": "~ssLMG.1", "concealed": "-ss658.1 -ssLMG.1", "entrenched": "-ss658.1",
        "cx": "+ss658.1 -ss658.2", "half": "-ss658.1 -ss658.2", "rallied": "+ss658.1",
        "where": "~ss658.2", "spare": "+ss658.2",
    }  # fmt: skip


@pytest.mark.rule("squad:A20.551")
@pytest.mark.parametrize("unit", ["us666.1", "us81.1"])
def test_what_becomes_of_a_prisoner_who_is_free(unit: str) -> None:
    table = Table(german="ss658", american="us666 2 us81").put("C3", "ss658.1")
    guard = table.unit("ss658.1")
    table.g.captive = {table.unit(one): guard for one in (unit, "us666.2")}
    table.g.losses = [20, 20]
    one = table.unit(unit)
    found = difference(table, lambda: set_free(table.g, one, table.place("D3"), table.events))
    assert found.pop("losses") == str([20 - 2 * 2, 20])
    expected = {"captive": f"-{unit}", "where": f"~{unit}"}
    assert found == expected | ({"unarmed": f"+{unit}"} if unit == "us666.1" else {})


@pytest.mark.rule("squad:A20.551")
def test_what_becomes_of_freed_men_with_a_weapon() -> None:
    table = Table(german="ss658", american="us666 3 usBAZ").put("C3", "us666.1+usBAZ.1", "us666.2")
    table.mark("unarmed", "us666.1", "us666.2")
    found = difference(table, lambda: rearm(table.g, table.events))
    assert found == {
        "kind": "~us666.1", "unarmed": "-us666.1", "half": "+us666.1", "losses": "[1, 0]",
    }  # fmt: skip


@pytest.mark.rule("squad:A20.4", "squad:A20.3")
def test_what_a_massacre_changes() -> None:
    table = Table(german="ss658 2", american="us666 3").put("C3", *MEN).mark("half", "us666.1")
    table.mark("half", "us666.3")
    first, second = (table.unit(name) for name in MEN)
    table.g.captive = {table.unit("us666.1"): first, table.unit("us666.2"): second}
    table.g.losses = [9, 9]
    action = Action("massacre", (first,))
    found = difference(table, lambda: massacre(table.g, action, table.events))
    assert found == {
        "captive": "-us666.1", "losses": "[8, 9]", "half": "-us666.1", "lost": "+us666.1",
        "no_quarter": "1",
    }  # fmt: skip


@pytest.mark.rule("squad:A15.43")
def test_what_becomes_of_who_sees_red() -> None:
    flags = ("broken", "desperate", "disrupted", "concealed", "pinned")
    table = two_squads(*flags, "cx")
    found = difference(table, lambda: go_berserk(table.g, table.unit("ss658.1"), table.events))
    assert found == dict.fromkeys(flags, "-ss658.1") | {"berserk": "+ss658.1"}


@pytest.mark.rule("squad:A15.3", "squad:A10.8")
@pytest.mark.parametrize(("kind", "changed"), [("ss658", "fanatic"), ("ss447", "kind")])
def test_what_becomes_of_who_is_hardened(kind: str, changed: str) -> None:
    table = Table(german=f"{kind} 2", american="us666").put("C3", f"{kind}.1", f"{kind}.2")
    table.mark("broken", f"{kind}.1", f"{kind}.2")
    found = difference(table, lambda: harden(table.g, table.unit(f"{kind}.1"), table.events))
    sign = "+" if changed == "fanatic" else "~"
    gone = dict.fromkeys(("broken", "desperate"), f"-{kind}.1")
    assert found == gone | {changed: f"{sign}{kind}.1"}


# -- going ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.2", "squad:A12.14", "squad:A26.1")
def test_what_becomes_of_who_enters_a_location() -> None:
    table = off_centre(two_squads("entrenched", "hidden"), *MEN)
    place = table.place("C4")
    table.g.control = [0, 1 << place | 1 << table.place("C5")]
    on_the_march(table, "ss658.1", assault=True)
    entry = Entry(table.unit("ss658.1"), "infantry", table.place("C3"), place, 3)
    table.g.concealed = 0
    found = difference(table, lambda: enter(table.g, entry, 2, table.events))
    found.pop("march")
    assert found == {
        "where": "~ss658.1", "entrenched": "-ss658.1", "crest": "-ss658.1", "bypass": "-ss658.1",
        "hidden": "-ss658.1", "concealed": "+ss658.1",
        "control": str([1 << place, 1 << table.place("C5")]),
    }  # fmt: skip


@pytest.mark.rule("squad:A4.7", "squad:A12.14")
def test_what_becomes_of_who_advances() -> None:
    table = off_centre(two_squads("entrenched", "hidden"), *MEN)
    place = table.place("C4")
    found = difference(table, lambda: advance(table.g, table.unit("ss658.1"), place, table.events))
    assert found == {
        "where": "~ss658.1", "entrenched": "-ss658.1", "crest": "-ss658.1", "bypass": "-ss658.1",
        "hidden": "-ss658.1", "concealed": "+ss658.1", "advanced": "+ss658.1",
        "control": str([1 << place, 0]),
    }  # fmt: skip


@pytest.mark.rule("squad:A11.2")
@pytest.mark.parametrize("mover", ["german", "american"])
def test_what_becomes_of_who_slips_away(mover: str) -> None:
    table = off_centre(two_squads("entrenched", "melee"), *MEN)
    table.g.mover = ["german", "american"].index(mover)
    place = table.place("C4")
    found = difference(
        table, lambda: slip_away(table.g, table.unit("ss658.1"), place, table.events)
    )
    assert found == dict.fromkeys(("melee", "entrenched", "crest", "bypass"), "-ss658.1") | {
        "where": "~ss658.1"
    } | ({"control": str([1 << place, 0])} if mover == "german" else {})


@pytest.mark.rule("squad:A2.6", "squad:A20.5")
def test_what_becomes_of_who_leaves_the_map() -> None:
    table = Table(german="ss658 2 ssLMG", american="us666 2").put("C3", "ss658.1+ssLMG.1")
    table.put("C3", "ss658.2")
    first, second = (table.unit(name) for name in MEN)
    table.g.bypass = {first: (1, 0), second: (1, 0)}
    table.g.captive = {table.unit("us666.1"): first, table.unit("us666.2"): second}
    found = difference(table, lambda: leave_map(table.g, (first,), table.events))
    assert found == {
        "where": "~ss658.1 ~ssLMG.1", "bypass": "-ss658.1", "exited": "+ss658.1 +ssLMG.1",
        "captive": "-us666.1", "lost": "+us666.1",
    }  # fmt: skip


# -- the ground -----------------------------------------------------------------------------------


@pytest.mark.rule("squad:B37.6", "squad:B37.641", "squad:B37.7")
def test_debris_comes_and_goes_in_its_own_place() -> None:
    table = Table(german="ss658", american="us666")
    here, there = table.place("C3"), table.place("C4")
    scatter(table.g, there)
    table.g.breaks = {here: 3, there: 5}
    assert difference(table, lambda: scatter(table.g, here)) == {
        "debris": str(1 << here | 1 << there)
    }
    assert not difference(table, lambda: scatter(table.g, here)), "more changes nothing"
    assert difference(table, lambda: remove_debris(table.g, here)) == {
        "debris": str(1 << there), "breaks": str({there: 5}),
    }  # fmt: skip


@pytest.mark.rule("squad:A7.302", "squad:A12.11")
def test_who_is_off_the_map_is_lost_as_well() -> None:
    table = two_squads()
    table.g.put(table.unit("ss658.1"), NOWHERE)
    found = difference(
        table, lambda: eliminate(table.g, table.unit("ss658.1"), "fire", table.events)
    )
    assert found == {"lost": "+ss658.1", "losses": "[0, 2]"}
