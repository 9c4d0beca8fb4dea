"""Rules with many cases, case by case: kills, control, concealment, leaders from the ranks."""

from __future__ import annotations

from typing import Any

import pytest

from salient.engine.ids import Place
from salient.games.squad.combat.vehicle_damage import fire_at_vehicles, kill_roll
from salient.games.squad.core.events.fire import HitRolled, KillRolled
from salient.games.squad.core.events.men import Became, LeaderMade
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import CloseRoll
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.guns.armament import heat_shot
from salient.games.squad.guns.indirect import he_power
from salient.games.squad.guns.mortars import mortar_turns
from salient.games.squad.guns.to_hit import hit_cases
from salient.games.squad.infantry.entering import occupy
from salient.games.squad.infantry.leader_creation import create_leader
from salient.games.squad.infantry.prisoners import captors_of
from salient.games.squad.phases.victory import holder, take_control
from salient.games.squad.sight.concealment import gain
from tests.games.squad.table import Table

GERMAN, AMERICAN = 0, 1

# -- To Kill --------------------------------------------------------------------------------------


def shot(vehicle: str, *dice: int, **how: Any) -> Table:
    """A shot of 14 factors, and 2 for the range, hits a vehicle from the front."""
    table = Table(german="ss658 ssPSK", american="M4A3 M10 Truck").put("C3", "ss658.1+ssPSK.1")
    table.put("F4", vehicle, facing="w").mark("concealed", vehicle).dice(*dice, ...)
    kill_roll(table.g, table.unit("ssPSK.1"), table.unit(vehicle), 14, 2, table.events, **how)
    return table


@pytest.mark.rule("squad:C7")
@pytest.mark.parametrize(
    ("how", "part", "need"),
    [
        ({"hull": True}, "hull_front", 16 - 8),
        ({"hull": False}, "turret_front", 16 - 8),
        ({"hull": True, "critical": True}, "hull_front", 2 * 16 - 8),
    ],
)
def test_what_is_needed_to_kill_a_tank(how: dict[str, Any], part: str, need: int) -> None:
    table = shot("M4A3.1", 6, 6, **how)
    (rolled,) = table.happened(KillRolled)
    assert (rolled.aspect, rolled.need) == (part, need)
    assert not table.is_("concealed", "M4A3.1")


@pytest.mark.rule("squad:C7")
@pytest.mark.parametrize(
    ("dice", "hull", "states"),
    [
        ((1, 1), True, {"wrecks", "burning"}), ((2, 2), True, {"wrecks", "burning"}),
        ((2, 3), True, {"wrecks"}), ((3, 4), True, {"wrecks"}), ((4, 4), True, {"immobile"}),
        ((4, 5), True, set()), ((4, 4), False, {"shocked"}), ((4, 5), False, set()),
    ],
)  # fmt: skip
def test_what_a_kill_number_of_eight_does(
    dice: tuple[int, int], hull: bool, states: set[str]
) -> None:
    """The M4A3 has front armour of eight; the shot is worth sixteen."""
    table = Table(german="ss658 ssPSK", american="M4A3 2").put("C3", "ss658.1+ssPSK.1")
    table.put("F4", "M4A3.1", facing="w").dice(*dice, ...)
    unit = table.unit("M4A3.1")
    row = table.g.setting.vehicle_row(unit)
    armour = row.front if hull else row.turret_front
    kill_roll(table.g, table.unit("ssPSK.1"), unit, armour + 8, 0, table.events, hull=hull)
    found = {
        name for name in ("wrecks", "burning", "immobile", "shocked") if table.is_(name, "M4A3.1")
    }
    assert found == states


@pytest.mark.rule("squad:C7")
@pytest.mark.parametrize(
    ("how", "need"), [({}, 11), ({"critical": True}, 22), ({"calibre": 20}, 7)]
)
def test_what_is_needed_to_kill_a_lorry(how: dict[str, Any], need: int) -> None:
    """A shaped charge has eleven whatever it is; of others the calibre decides."""
    (rolled,) = shot("Truck.1", 6, 6, hull=True, **how).happened(KillRolled)
    assert rolled.need == need


@pytest.mark.rule("squad:A7.308")
@pytest.mark.parametrize(
    ("less", "states"),
    [(-1, set()), (0, {"immobile"}), (1, {"wrecks"}), (3, {"wrecks"}), (4, {"wrecks", "burning"})],
)
def test_the_vehicle_line_of_the_fire_table(less: int, states: set[str]) -> None:
    """By less than its number a column wrecks a lorry; by half of it the lorry burns."""
    table = Table(german="ss658", american="Truck 2").put("F4", "Truck.1").put("G4", "Truck.2")
    kill, column = 8, 5
    assert table.g.setting.tables.vehicle_line[COLUMNS[column]] == kill
    fire_at_vehicles(table.g, column, {table.unit("Truck.1"): kill - less}, table.events)
    names = ("wrecks", "burning", "immobile")
    assert {name for name in names if table.is_(name, "Truck.1")} == states
    assert not any(table.is_(name, "Truck.2") for name in names)


# -- control --------------------------------------------------------------------------------------

TAKE = '\n[victory]\nside = "german"\nkind = "control"\nneed = 1\nplaces = ["C3"]\n'


@pytest.mark.rule("squad:A26.1", "squad:A26.11")
@pytest.mark.parametrize(
    ("inside", "states", "owner"),
    [
        ("ss658.1", "", GERMAN), ("ss228.1", "", GERMAN), ("ss91.1", "", AMERICAN),
        ("PzIVH.1", "", AMERICAN), ("ss658.1", "broken", AMERICAN), ("ss658.1", "melee", AMERICAN),
        ("ss658.1 us666.1", "", AMERICAN), ("ss658.1 us81.1", "", AMERICAN),
        ("ss658.1 ss91.1", "", GERMAN),
    ],
)  # fmt: skip
@pytest.mark.parametrize("how", ["enters", "stands"])
def test_who_controls_a_place(inside: str, states: str, owner: int, how: str) -> None:
    table = Table(german="ss658 ss228 ss91 PzIVH", american="us666 us81", scenario=TAKE)
    table.put("C3", *inside.split())
    if states:
        table.mark(states, *inside.split())
    place = table.place("C3")
    table.g.control = [0, 1 << place]
    table.g.mover = GERMAN
    if how == "enters":
        occupy(table.g, place)
    else:
        take_control(table.g, table.events)
    assert holder(table.g, place) == owner
    assert holder(table.g, table.place("C4")) == NOBODY


# -- concealment ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:A12.12")
@pytest.mark.parametrize(
    ("at", "state", "concealed"),
    [
        ("D3", "", True), ("E5", "", False), ("D3", "broken", False), ("D3", "melee", False),
        ("D3", "hidden", False),
    ],
)  # fmt: skip
def test_who_gains_concealment(at: str, state: str, concealed: bool) -> None:
    """In the woods of D3, out of sight; the enemy at J9 sees neither D3 nor E5."""
    table = Table("D3 woods", *(f"H{row} woods" for row in range(1, 11)),
                  german="ss658 ssHMG", american="us666").put("J9", "us666.1")  # fmt: skip
    table.put(at, "ss658.1+ssHMG.1")
    if state:
        table.mark(state, "ss658.1")
    gain(table.g, GERMAN, table.events)
    assert table.is_("concealed", "ss658.1") is concealed
    assert table.is_("concealed", "ssHMG.1") is concealed
    gain(table.g, AMERICAN, table.events)
    assert not table.is_("concealed", "us666.1"), "in the open"


@pytest.mark.rule("squad:A12.12")
def test_who_is_seen_or_goes_along_a_hexside_or_is_not_alone_gains_nothing() -> None:
    for bar in ("", "seen", "bypass", "enemy", "wreck"):
        table = Table("D3 woods", german="ss658 PzIVH", american="us666 us81")
        table.put("D3", "ss658.1")
        if bar == "seen":
            table.put("F3", "us666.1")
        elif bar == "bypass":
            table.g.bypass[table.unit("ss658.1")] = (0, 0)
        elif bar == "enemy":
            table.put("D3", "us666.1").mark("broken", "us666.1")
        elif bar == "wreck":
            table.put("D3", "PzIVH.1").mark("wrecks", "PzIVH.1")
        gain(table.g, GERMAN, table.events)
        assert table.is_("concealed", "ss658.1") is (bar in ("", "wreck"))
        assert not table.is_("concealed", "PzIVH.1")


# -- leaders --------------------------------------------------------------------------------------

RANKS = 'special = ["leader_creation"]\n'


@pytest.mark.rule("squad:A18.2")
@pytest.mark.parametrize(
    ("units", "kill", "die", "kind"),
    [
        ("ss658.1", 5, 3, "ss81"), ("ss658.1", 5, 4, "ss80"), ("ss658.1", 5, 5, "ss80"),
        ("ss658.1", 5, 6, "ss70"), ("ss447.1", 5, 3, "ss80"), ("ss436.1", 5, 3, "ss80"),
        ("ss436.1", 5, 6, "none"), ("ss447.1", 5, 6, "ss70"), ("ss447.1", 4, 6, "ss70"),
        ("ss447.1", 3, 4, "ss81"), ("ss658.1 ss436.1", 5, 5, "ss80"),
    ],
)  # fmt: skip
def test_a_leader_comes_up_by_morale_and_odds(units: str, kill: int, die: int, kind: str) -> None:
    """One off for the SS; for good odds of the enemy one more each; for morale one either way."""
    table = Table(german="ss658 ss447 ss436 ss91", american="us666", scenario=RANKS)
    table.put("C3", *units.split(), "us666.1").dice(die)
    own = sum(1 << table.unit(unit) for unit in units.split())
    create_leader(table.g, roll(own, (1, 1), kill), table.events)
    (made,) = table.happened(LeaderMade)
    assert made.kind == kind


def roll(own: int, dice: tuple[int, int], kill: int = 5) -> CloseRoll:
    return CloseRoll(Place(0), GERMAN, own, dice, kill)


@pytest.mark.rule("squad:A18.2")
def test_no_leader_comes_up_where_there_is_one_or_without_two_ones() -> None:
    table = Table(german="ss658 ss447 ss436 ss91", american="us666", scenario=RANKS)
    table.put("C3", "ss658.1", "ss91.1", "us666.1")
    squad, leader = 1 << table.unit("ss658.1"), 1 << table.unit("ss91.1")
    for own, dice in ((squad, (1, 2)), (squad | leader, (1, 1)), (0, (1, 1)), (leader, (1, 1))):
        create_leader(table.g, roll(own, dice), table.events)
    assert not table.happened(LeaderMade)


# -- captors --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A20.21")
@pytest.mark.parametrize(
    ("at", "state", "takes"),
    [
        ("D3", "", True), ("E3", "", False), ("D3", "broken", False), ("D3", "hidden", False),
        ("D3", "concealed", False), ("D3", "unarmed", False), ("D3", "berserk", False),
        ("D3", "melee", False),
    ],
)  # fmt: skip
def test_who_takes_prisoners(at: str, state: str, takes: bool) -> None:
    table = Table(german="ss658", american="us666 us81", scenario='special = ["prisoners"]\n')
    table.put("C3", "ss658.1").mark("broken", "ss658.1").put(at, "us666.1", "us81.1")
    if state:
        table.mark(state, "us666.1")
    captors = captors_of(table.g, table.unit("ss658.1"))
    assert captors == ([table.unit("us666.1")] if takes else [])
    assert not table.happened(Became)


# -- To Hit ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C5.11")
@pytest.mark.parametrize(
    ("unit", "turns", "values"),
    [
        ("PzIVH.1", (0, 1, 2, 3), (0, 1, 2, 3)), ("PzVIB.1", (0, 1, 2, 3), (0, 2, 3, 4)),
        ("pak40.1", (0, 1, 2, 3), (0, 3, 4, 5)), ("M10.1", (1, 3), (2, 4)),
        ("M4105.1", (1, 2), (2, 3)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("terrain", ["open_ground", "woods"])
def test_what_turning_a_gun_costs(
    unit: str, turns: tuple[int, ...], values: tuple[int, ...], terrain: str
) -> None:
    """A turret less than a slow one, that less than a gun; among trees twice as much."""
    table = Table(f"C3 {terrain}", german="ss228 pak40 PzIVH PzVIB", american="us666 M10 M4105")
    table.put("C3", "ss228.1+pak40.1" if unit == "pak40.1" else unit, facing="e")
    gun, there, times = table.unit(unit), table.place("G3"), 2 if terrain == "woods" else 1
    found = [
        {m.rule: m.value for m in hit_cases(table.g, gun, there, turn, "prep", NOBODY)}
        for turn in turns
    ]
    assert [cases.get("C5.11", 0) for cases in found] == [times * value for value in values]


@pytest.mark.rule("squad:C5.11")
def test_a_mortar_in_the_hand_has_no_arc() -> None:
    table = Table(german="ss228 grw34 ss658 ssMTR50", american="us666")
    table.put("D2", "ss228.1+grw34.1", facing="ne").put("D2", "ss658.1+ssMTR50.1", facing="ne")
    away = table.place("D9")
    assert mortar_turns(table.g, table.unit("grw34.1"), away) == 2
    assert mortar_turns(table.g, table.unit("ssMTR50.1"), away) == 0
    assert mortar_turns(table.g, table.unit("grw34.1"), table.place("G1")) == 0


@pytest.mark.rule("squad:C13.81", "squad:C13.8")
@pytest.mark.parametrize(
    ("unit", "terrain", "desperate", "value"),
    [
        ("ssPSK.1", "stone_building", False, 2), ("ssPSK.1", "stone_building", True, 0),
        ("ssPSK.1", "open_ground", False, 0), ("pak40.1", "stone_building", False, 0),
    ],
)  # fmt: skip
def test_the_blast_of_a_rocket_in_a_house(
    unit: str, terrain: str, desperate: bool, value: int
) -> None:
    table = Table(f"C3 {terrain}", german="ss658 ssPSK ss228 pak40", american="M4A3")
    owner = "ss658.1" if unit == "ssPSK.1" else "ss228.1"
    table.put("C3", f"{owner}+{unit}", facing="e").put("F3", "M4A3.1", facing="w")
    target = table.unit("M4A3.1")
    found = hit_cases(
        table.g, table.unit(unit), table.place("F3"), 0, "prep", target, desperate=desperate
    )
    assert {m.rule: m.value for m in found}.get("C13.8", 0) == value
    assert all(modifier.value for modifier in found)


@pytest.mark.rule("squad:C8.31")
@pytest.mark.parametrize(
    ("calibre", "power"),
    [(15, 1), (20, 1), (29, 1), (30, 2), (36, 2), (37, 4), (49, 4), (50, 6), (60, 8), (69, 8),
     (70, 12), (79, 12), (80, 16), (99, 16), (100, 20)],
)  # fmt: skip
def test_the_firepower_of_a_shell_by_its_calibre(calibre: int, power: int) -> None:
    assert he_power(Table(german="ss658").g, calibre) == power


@pytest.mark.rule("squad:C8.31")
@pytest.mark.parametrize(
    ("at", "line", "offered"),
    [
        ("F3", "F3 stone_building", True), ("F3", "F3 woods", False), ("F3", "F3 rubble", True),
        ("G3", "G3 stone_building", True), ("H3", "H3 stone_building", False),
    ],
)  # fmt: skip
def test_a_rocket_is_fired_at_infantry_behind_something_hard_and_not_far(
    at: str, line: str, offered: bool
) -> None:
    """It reaches four hexes; no squad fires one by itself."""
    table = Table(line, german="ss658 ssPSK", american="us666 2").put("C3", "ss658.1+ssPSK.1")
    table.put(at, "us666.1").fire("german", "prep")
    assert ("fire ssPSK.1" in table.offered()) is offered
    rocket = heat_shot(table.g, table.unit("ssPSK.1"))
    assert rocket is not None
    assert (rocket.heat, rocket.ife, rocket.calibre) == (True, 12, 0)
    assert heat_shot(table.g, table.unit("ss658.1")) is None


@pytest.mark.rule("squad:C8.31", "squad:C6.2")
@pytest.mark.parametrize(("concealed", "value"), [("", 0), ("us666.1", 0), ("us666.1 us666.2", 2)])
def test_a_shell_at_question_marks_only_hits_less_easily(concealed: str, value: int) -> None:
    table = Table("G3 woods", german="PzIVH", american="us666 2").put("C3", "PzIVH.1", facing="e")
    table.put("G3", "us666.1", "us666.2").mark("concealed", *concealed.split())
    table.fire("german", "prep").dice(6, 5, ...).play("fire PzIVH.1", "shell G3")
    (shot,) = table.happened(HitRolled)
    assert {m.rule: m.value for m in shot.modifiers}.get("C6.2", 0) == value
