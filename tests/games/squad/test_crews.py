"""Crews of vehicles: survival, giving up, manning, stun, shock, recall. Rules D5, C7.42, A21.22."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.stunning import come_round, expose_crew, stun
from salient.games.squad.combat.vehicle_arms import GUN
from salient.games.squad.combat.vehicle_damage import (
    fire_at_vehicles,
    immobilise,
    shake_crew,
    wreck,
)
from salient.games.squad.core.events.fire import HitRolled, Repaired, Tried
from salient.games.squad.core.events.men import (
    Abandoned,
    Became,
    Checked,
    Manned,
    ShockRolled,
    Withdrew,
)
from salient.games.squad.core.points import mp_of
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.game import check_state
from salient.games.squad.guns.aircraft import hit_armour
from salient.games.squad.vehicles.crews import is_unqualified, lose_heart, makeshift, survive
from salient.games.squad.vehicles.recalls import withdraw
from tests.games.squad.table import Table

CREWS = 'special = ["crews"]'


def tank(american: str = "us666 2", scenario: str = CREWS, mover: str = "german") -> Table:
    table = Table(
        german="PzIVJ ss658 SPW251", american=f"{american} M4A3", scenario=scenario, mover=mover
    )
    return table.put("C3", "PzIVJ.1", facing="e").put("J9", "us666.1")


@pytest.mark.rule("squad:D5.6", "squad:A26.2")
@pytest.mark.parametrize(
    ("dice", "burns", "lives", "points"),
    [((3, 3), False, True, 4), ((4, 3), False, False, 6), ((1, 2), True, True, 4),
     ((2, 2), True, False, 6)],
)  # fmt: skip
def test_a_crew_gets_out_of_its_wreck_alive_or_is_lost_with_it(
    dice: tuple[int, int], burns: bool, lives: bool, points: int
) -> None:
    table = tank().dice(*dice)
    wreck(table.g, table.unit("PzIVJ.1"), table.events, burns=burns)
    assert table.happened(Tried)[-1].attempt == "survival"
    assert (table.where("ss127.1") == "C3") is lives
    assert table.is_("pinned", "ss127.1") is lives
    assert table.g.losses == [0, points]


@pytest.mark.rule("squad:D5.5")
@pytest.mark.parametrize(("dice", "stays"), [((4, 4), True), ((5, 4), False)])
def test_the_crew_of_an_immobilised_tank_stays_or_gives_it_up(
    dice: tuple[int, int], stays: bool
) -> None:
    table = tank().dice(*dice)
    immobilise(table.g, table.unit("PzIVJ.1"), table.events)
    shake_crew(table.g, table.unit("PzIVJ.1"), table.events)
    assert table.happened(Checked)[-1].check == "stay"
    assert table.is_("abandoned", "PzIVJ.1") is not stays
    assert bool(table.happened(Abandoned)) is not stays


@pytest.mark.rule("squad:D5.5", "squad:E7.41", "squad:E7.42")
def test_the_crew_of_a_tank_that_a_plane_has_immobilised_is_shaken_too() -> None:
    """Eight is just the number; nine on the second roll is too much for the crew."""
    table = tank().dice(4, 4, 5, 4)
    hit_armour(table.g, 1 << table.unit("PzIVJ.1"), 8, "bombing", table.events)
    assert table.is_("immobile", "PzIVJ.1")
    assert table.happened(Checked)[-1].check == "stay"
    assert table.is_("abandoned", "PzIVJ.1")


@pytest.mark.rule("squad:D5.5")
def test_a_crew_that_has_got_out_is_not_asked_to_stay() -> None:
    table = tank().move().play("abandon PzIVJ.1")
    lose_heart(table.g, table.unit("PzIVJ.1"), table.events)
    assert not table.happened(Checked)


@pytest.mark.rule("squad:A2.6")
def test_a_vehicle_that_has_left_the_map_is_away_and_no_other() -> None:
    table = tank().mark("exited", "SPW251.1")
    assert table.g.is_away(table.unit("SPW251.1"))
    assert not table.g.is_away(table.unit("PzIVJ.1"))


@pytest.mark.rule("squad:D5.4", "squad:D6.631")
def test_a_crew_gives_its_tank_up_with_the_machine_gun_on_top_and_mans_it_again() -> None:
    table = tank().move().play("abandon PzIVJ.1")
    assert table.where("ss127.1") == "C3"
    assert table.g.owner[table.unit("ssLMG.1")] == table.unit("ss127.1")
    assert table.is_("dismounted", "PzIVJ.1")
    assert not table.offered("move")
    table.g.steps.clear()
    table.g.moved = 0
    table.move()
    assert "move PzIVJ.1" not in table.offered()
    table.play("man ss127.1 PzIVJ.1")
    assert table.happened(Manned)
    assert table.is_("spare", "ss127.1")
    assert table.is_("spare", "ssLMG.1")
    assert not table.g.abandoned | table.g.dismounted
    assert not table.g.crewing


@pytest.mark.rule("squad:D6.631")
@pytest.mark.parametrize(
    ("vehicle", "gun"),
    [("PzIVJ", "ssLMG"), ("SPW251", "ssLMG"), ("M4A3", "usMMG"), ("PzIVH", ""), ("M5A1", "")],
)
def test_what_a_crew_takes_off_its_vehicle_is_as_strong_as_the_gun_on_top(
    vehicle: str, gun: str
) -> None:
    german, american = (vehicle, "us666") if vehicle[0] in "PS" else ("ss658", vehicle)
    table = Table(german=german, american=american, scenario='special = ["crews"]\n')
    taken = table.g.setting.removable.get(table.unit(f"{vehicle}.1"))
    assert (table.g.setting.units[taken].row.id if taken is not None else "") == gun


@pytest.mark.rule("squad:D5.4")
def test_who_sits_in_a_vehicle_that_is_given_up_is_seen_and_has_no_cloak() -> None:
    table = tank().put("D4", "SPW251.1", facing="e").put("D4", "ss658.1")
    table.aboard("SPW251.1", "ss658.1")
    table.mark("concealed", "SPW251.1", "ss658.1").mark("cloaked", "ss658.1")
    table.move().play("abandon SPW251.1")
    assert not table.is_("concealed", "ss658.1")
    assert not table.is_("cloaked", "ss658.1")
    check_state(table.g)


@pytest.mark.rule("squad:D5.4")
def test_nobody_drives_or_fires_an_abandoned_tank_and_infantry_walks_up_to_it() -> None:
    table = tank().mark("abandoned", "PzIVJ.1").put("C4", "us666.2")
    table.fire("german", "prep")
    assert table.decision is None
    table.g.steps.clear()
    table.move("american").play("move us666.2")
    assert "go C3" in table.offered()


@pytest.mark.rule("squad:A21.22")
def test_a_squad_mans_a_tank_as_best_it_can() -> None:
    table = tank().mark("abandoned", "PzIVJ.1").put("C3", "ss658.1").put("F3", "M4A3.1")
    table.move().play("man ss658.1 PzIVJ.1")
    assert table.where("ss658.1") == ""
    assert mp_of(table.g, table.unit("PzIVJ.1")) == 2 * (13 - 4)
    table.g.steps.clear()
    table.dice(1, 5, ...).fire("german", "prep")
    table.attack("PzIVJ.1", "M4A3.1")
    (shot,) = table.happened(HitRolled)
    assert {m.rule: m.value for m in shot.modifiers}["A21.22"] == 2
    assert table.g.arms_fired[table.unit("PzIVJ.1")] & GUN


@pytest.mark.rule("squad:A21.22")
@pytest.mark.parametrize(("crew", "plus"), [("ss658", 2), ("ss228", 0)])
def test_a_gun_wants_a_crew(crew: str, plus: int) -> None:
    table = Table(german=f"{crew} pak40", american="M4A3", scenario=CREWS)
    table.put("C3", f"{crew}.1+pak40.1", facing="e").put("G3", "M4A3.1")
    table.dice(6, 5, ...).fire("german", "prep").attack("pak40.1", "M4A3.1")
    (shot,) = table.happened(HitRolled)
    assert sum(m.value for m in shot.modifiers if m.rule == "A21.22") == plus


@pytest.mark.rule("squad:D5.34")
@pytest.mark.parametrize(
    ("roll", "dice", "stunned"),
    [(4, (5, 3), True), (4, (3, 3), False), (6, (), False)],
)
def test_fire_stuns_an_exposed_crew_that_fails_its_check(
    roll: int, dice: tuple[int, ...], stunned: bool
) -> None:
    table = tank().dice(*dice)
    vehicle = table.unit("PzIVJ.1")
    fire_at_vehicles(table.g, COLUMNS.index(6), {vehicle: roll}, table.events)
    assert (vehicle in table.g.stunned) is stunned
    assert table.is_("buttoned", "PzIVJ.1")


@pytest.mark.rule("squad:D5.34", "squad:D5.341")
def test_a_stunned_crew_does_nothing_for_two_player_turns_and_is_recalled() -> None:
    table = tank()
    vehicle = table.unit("PzIVJ.1")
    stun(table.g, vehicle, table.events)
    table.move()
    assert table.decision is None
    come_round(table.g, table.events)
    assert table.is_("shocked", "PzIVJ.1")
    come_round(table.g, table.events)
    assert not table.is_("shocked", "PzIVJ.1")
    assert table.is_("recalled", "PzIVJ.1")


@pytest.mark.rule("squad:D5.341")
def test_a_recalled_tank_drives_to_its_own_edge_and_leaves_for_no_points() -> None:
    table = tank().mark("recalled", "PzIVJ.1").move()
    assert table.where("PzIVJ.1") == "A1"
    assert not table.happened(Withdrew)
    table.g.steps.clear()
    table.g.moved = 0
    table.move()
    assert table.happened(Withdrew)
    assert table.is_("lost", "PzIVJ.1")
    assert table.g.losses == [0, 0]


@pytest.mark.rule("squad:D5.341")
@pytest.mark.parametrize(("die", "result"), [(1, "repaired"), (3, "failed"), (6, "lost")])
def test_a_ruined_gun_recalls_its_tank(die: int, result: str) -> None:
    table = tank().mark("malfunctioned", "PzIVJ.1").dice(die).phase("rally")
    table.play("repair PzIVJ.1")
    assert table.happened(Repaired)[-1].result == result
    assert table.is_("malfunctioned", "PzIVJ.1") is (result != "repaired")
    assert table.is_("recalled", "PzIVJ.1") is (result == "lost")


@pytest.mark.rule("squad:C7.42")
@pytest.mark.parametrize(
    ("die", "shocked", "destroyed"), [(2, False, False), (4, True, False), (5, False, True)]
)
def test_a_shocked_crew_comes_round_stays_so_or_is_lost(
    die: int, shocked: bool, destroyed: bool
) -> None:
    table = tank(scenario="").mark("shocked", "PzIVJ.1").dice(die).phase("rally")
    assert table.happened(ShockRolled)
    assert table.is_("shocked", "PzIVJ.1") is shocked
    assert table.is_("wrecks", "PzIVJ.1") is destroyed


@pytest.mark.rule("squad:A26.11")
def test_vehicles_and_leaders_control_nothing() -> None:
    table = Table(german="PzIVJ ss91 ss658", american="us666").put("J9", "us666.1")
    table.put("C3", "PzIVJ.1", facing="e").put("C5", "ss91.1").put("C7", "ss658.1")
    table.move().go("ss91.1", "D5").go("ss658.1", "D7")
    control = table.g.control[0]
    assert not control >> table.place("D5") & 1
    assert control >> table.place("D7") & 1
    table.play("move PzIVJ.1", "drive E3")
    assert not table.g.control[0] >> table.place("E3") & 1


@pytest.mark.rule("squad:D5.341")
def test_a_vehicle_that_leaves_the_game_leaves_its_gun_behind() -> None:
    table = Table(german="Opel ss228 pak40", american="us666", scenario=CREWS).put("C3", "Opel.1")
    table.aboard("Opel.1", "ss228.1", towing="pak40.1")
    withdraw(table.g, table.unit("Opel.1"), table.events)
    assert table.where("Opel.1") == ""
    assert not table.g.towed
    assert (table.where("pak40.1"), table.where("ss228.1")) == ("C3", "C3")


@pytest.mark.rule("squad:D5.34")
@pytest.mark.parametrize(
    ("result", "dice", "more", "stunned"),
    [
        ("K/1", (), 0, True), ("2KIA", (), 0, True), ("NMC", (3, 4), 0, False),
        ("NMC", (4, 4), 0, True), ("2MC", (2, 3), 2, False), ("2MC", (3, 3), 2, True),
        ("PTC", (), 0, False), ("", (), 0, False),
    ],
)  # fmt: skip
def test_what_fire_does_to_an_exposed_crew(
    result: str, dice: tuple[int, ...], more: int, stunned: bool
) -> None:
    """The morale of its crew is seven."""
    table = tank().mark("motion", "PzIVJ.1").mark("concealed", "PzIVJ.1")
    vehicle = table.unit("PzIVJ.1")
    if dice:
        table.dice(*dice)
    expose_crew(table.g, vehicle, result, table.events)
    checks = table.happened(Checked)
    assert len(checks) == bool(dice)
    for check in checks:
        assert sum(modifier.value for modifier in check.modifiers) == more
        assert (check.result == "passed") is not stunned
    assert table.is_("shocked", "PzIVJ.1") is stunned
    assert table.is_("motion", "PzIVJ.1") is not stunned
    assert table.is_("buttoned", "PzIVJ.1") is stunned
    assert table.is_("concealed", "PzIVJ.1") is not (stunned or bool(dice))


@pytest.mark.rule("squad:D5.34")
@pytest.mark.parametrize("state", ["abandoned", "stunned"])
def test_a_crew_that_is_gone_or_stunned_is_not_stunned_again(state: str) -> None:
    table = tank()
    vehicle = table.unit("PzIVJ.1")
    if state == "abandoned":
        table.mark("abandoned", "PzIVJ.1")
    else:
        table.g.stunned[vehicle] = 1
    expose_crew(table.g, vehicle, "1KIA", table.events)
    assert not table.is_("shocked", "PzIVJ.1")
    assert not table.happened(Became)


@pytest.mark.rule("squad:A21.22")
def test_who_mans_what_and_whether_he_is_a_crew() -> None:
    table = Table(german="PzIVJ 2 ss658 ss228 pak40 flak38", american="us666", scenario=CREWS)
    table.put("C3", "PzIVJ.1", "PzIVJ.2", facing="e").put("D3", "ss228.1+pak40.1")
    table.put("E3", "ss658.1+flak38.1")
    tanks = [table.unit(f"PzIVJ.{number}") for number in (1, 2)]
    assert not any(table.g.has_strangers(tank) for tank in tanks)
    table.g.crewing = {table.unit("ss658.1"): tanks[0]}
    assert [makeshift(table.g, tank) for tank in tanks] == [[table.unit("ss658.1")], []]
    assert [table.g.has_strangers(tank) for tank in tanks] == [True, False]
    table.g.crewing = {}
    served = {name: is_unqualified(table.g, table.unit(name)) for name in ("pak40.1", "flak38.1")}
    assert served == {"pak40.1": False, "flak38.1": True}
    assert not is_unqualified(table.g, table.unit("ss658.1"))


@pytest.mark.rule("squad:A26.2", "squad:D5.6")
@pytest.mark.parametrize(
    ("dice", "burns", "lives"), [((3, 3), False, True), ((3, 4), False, False),
                                 ((1, 2), True, True), ((2, 2), True, False)],
)  # fmt: skip
def test_a_crew_gets_out_of_a_wreck_by_its_number(
    dice: tuple[int, int], burns: bool, lives: bool
) -> None:
    """Six or less, and three more if it burns; other vehicles stay as they are."""
    table = Table(german="PzIVJ 2", american="us666", scenario=CREWS)
    table.put("C3", "PzIVJ.1", facing="e").put("C5", "PzIVJ.2", facing="e")
    table.mark("abandoned", "PzIVJ.2").dice(*dice, ...)
    survive(table.g, table.unit("PzIVJ.1"), burns, table.events)
    (tried,) = table.happened(Tried)
    assert (tried.result == "passed") is lives
    crew = tried.unit
    assert bool(table.g.lost >> crew & 1) is not lives
    assert (table.g.where[crew] == table.place("C3")) is lives
    assert bool(table.g.pinned >> crew & 1) is lives
    assert not table.is_("abandoned", "PzIVJ.1")
    assert table.is_("abandoned", "PzIVJ.2")
