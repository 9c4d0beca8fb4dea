"""What the enemy does not see: dummies, hidden guns, states on paper, works, mines laid anew."""

from __future__ import annotations

import random

import pytest

from salient.boards.bits import members
from salient.engine.ids import Place
from salient.games.peiper.battle.bore import to_be_sighted
from salient.games.peiper.battle.notes import dig, entered, phase_begins, write_down
from salient.games.peiper.battle.reserves import phase_begins as reserves_begin
from salient.games.peiper.refit.concealing import conceal_all
from salient.games.peiper.refit.contents import raise_group
from salient.games.peiper.refit.deploy import SettingUp
from salient.games.peiper.refit.works import build_all
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import Force, PeiperState
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.vehicles.crews import can_abandon
from tests.games.peiper.table import GAME, Campaign

GERMAN, AMERICAN = 0, 1


def known(table: Campaign, side: int) -> PeiperState:
    return GAME.known(table.g, side, random.Random(1))


def woods(table: Campaign) -> str:
    """A hex of concealment terrain."""
    places = table.g.setting.ground.everywhere.bit_length()
    return next(
        table.g.setting.board.hexes[here].name for here in range(places)
        if conceals(table.g, Place(here)) and not table.g.setting.board.hexes[here].row.building
    )  # fmt: skip


# -- dummies --------------------------------------------------------------------------------------


def reserve_group() -> Campaign:
    table = Campaign("cheneux", "20N").hold_limits()
    table.g.forces.append(Force("I2", GERMAN, table.g.date, placing="reserve"))
    table.dice(...)
    raise_group(table.g, 0, table.events)
    return table


@pytest.mark.rule("peiper:CG7a-4")
def test_a_reserve_brings_one_dummy_cloaking_counter() -> None:
    table = reserve_group()
    units = table.g.forces[0].units
    assert (units & table.g.setting.dummies).bit_count() == 1
    table.g.steps = [SettingUp(GERMAN)]
    table.run().play("staff")
    here = table.g.on_map(units) & ~table.g.setting.items
    assert here & table.g.setting.dummies
    assert not here & ~(table.g.reserve & table.g.concealed)


@pytest.mark.rule("peiper:CG7a-4")
def test_the_buyer_may_do_without_it() -> None:
    table = reserve_group()
    (dummy,) = members(table.g.forces[0].units & table.g.setting.dummies)
    table.g.steps = [SettingUp(GERMAN)]
    table.run()
    name = table.g.setting.units[dummy].token
    while f"do_without {name}" not in table.offered():
        table.play(next(text for text in sorted(table.offered("deploy"))))
    table.play(f"do_without {name}")
    assert table.g.spare >> dummy & 1
    assert not table.g.forces[0].units >> dummy & 1


@pytest.mark.rule("peiper:CG7a-4")
def test_the_staff_does_without_a_dummy_for_which_there_is_no_room() -> None:
    table = Campaign("cheneux", "20N")
    table.g.forces.append(Force("I2", GERMAN, table.g.date, placing="reserve"))
    table.dice(...)
    raise_group(table.g, 0, table.events)
    (dummy,) = members(table.g.forces[0].units & table.g.setting.dummies)
    table.g.steps = [SettingUp(GERMAN)]
    table.run()
    name = table.g.setting.units[dummy].token
    assert table.offered() == {f"do_without {name}", "staff"}, "the Germans hold nothing"
    table.play("staff")
    assert table.g.spare >> dummy & 1
    assert f"do_without {name}" not in table.offered(), "nobody is asked for ever"


@pytest.mark.rule("peiper:CG7b-4", "peiper:P8.621")
def test_a_dummy_stack_is_not_placed_with_a_reserve_nor_stays_there() -> None:
    table = Campaign("cheneux").hold_limits().battle("american")
    here = woods(table)
    table.g.planned = [(GERMAN, "dummy", table.place(here))]
    table.put(here, "ss658.1").mark("reserve", "ss658.1").mark("concealed", "ss658.1")
    build_all(table.g, table.events)
    assert not table.g.on_map(table.g.setting.dummies)
    table.put(here, "ssDummy.1").mark("concealed", "ssDummy.1")
    reserves_begin(table.g, table.events)
    assert table.where("ssDummy.1") == ""


@pytest.mark.rule("peiper:P8.621", "peiper:P8.602e")
def test_a_dummy_that_was_bought_lies_on_the_map_and_comes_off_after_the_scenario() -> None:
    table = Campaign("cheneux").hold_limits()
    table.g.planned = [(GERMAN, "dummy", table.place(woods(table)))]
    build_all(table.g, table.events)
    dummy = table.g.on_map(table.g.setting.dummies)
    assert dummy.bit_count() == 1
    assert dummy & table.g.concealed
    assert table.step(602).g.spare & dummy
    assert not table.g.on_map(table.g.setting.dummies)


# -- who starts unseen ----------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG11c")
def test_who_cannot_be_seen_from_enemy_areas_starts_concealed_in_the_open() -> None:
    table = Campaign("cheneux", "20N").hold_limits().hold("american", "L10")
    board = table.g.setting.board
    fields = [h for h in board.hexes if h.row.terrain == "open_ground" and not h.row.building]
    far = max(fields, key=lambda h: board.range(h.index, table.place("L10"))).name
    near = min(fields, key=lambda h: board.range(h.index, table.place("L10"))).name
    table.put(far, "ss658.1").put(near, "ss658.2")
    conceal_all(table.g, GERMAN)
    assert table.is_("concealed", "ss658.1")
    assert not table.is_("concealed", "ss658.2")


@pytest.mark.rule("peiper:CG12a")
def test_a_gun_in_concealment_terrain_is_hidden_with_its_crew() -> None:
    table = Campaign("stoumont", "20AM").hold_limits().put("F44", "ss658.1")
    table.put(woods(table), "us227.1+us57.1", "us666.1")
    conceal_all(table.g, AMERICAN)
    for name in ("us227.1", "us57.1"):
        assert table.is_("hidden", name)
    assert table.is_("concealed", "us666.1")


@pytest.mark.rule("peiper:P8.621")
def test_a_squad_hides_where_a_hidden_set_up_was_bought() -> None:
    table = Campaign("stoumont", "20AM").hold_limits()
    here = woods(table)
    table.put(here, "us666.1", "us666.2")
    table.g.planned = [(AMERICAN, "hide", table.place(here))]
    conceal_all(table.g, AMERICAN)
    assert table.is_("hidden", "us666.1")
    assert table.is_("concealed", "us666.2")
    assert not table.g.planned


# -- bore sighting --------------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG12a")
@pytest.mark.parametrize(
    ("date", "attacker", "may"), [("20N", AMERICAN, True), ("20N", GERMAN, False),
                                  ("21AM", AMERICAN, False)],
)  # fmt: skip
def test_only_machine_guns_of_a_night_defender_are_sighted_in(
    date: str, attacker: int, may: bool
) -> None:
    table = Campaign("cheneux", date).hold_limits().put("V8", "ss658.1+ssHMG.1", "ss658.2+ssPSK.1")
    table.terms(first=attacker, attacker=attacker)
    assert bool(to_be_sighted(table.g, GERMAN)) is may
    table.g.steps = [SettingUp(GERMAN)]
    table.run()
    assert table.offered("sight_in") == ({"sight_in ssHMG.1"} if may else set())


@pytest.mark.rule("peiper:CG12a")
def test_fire_on_the_hex_that_a_machine_gun_is_sighted_in_on_is_better() -> None:
    table = Campaign("cheneux", "20N").hold_limits().put("V8", "ss658.1+ssHMG.1")
    table.terms(first=AMERICAN, attacker=AMERICAN)
    table.g.steps = [SettingUp(GERMAN)]
    table.run().play("sight_in ssHMG.1")
    hexes = [text.split()[2] for text in table.texts("bore")]
    table.play(f"bore ssHMG.1 {hexes[0]}")
    gun, target = table.unit("ssHMG.1"), table.place(hexes[0])
    table.put(hexes[0], "us747.1")

    def values(place: Place) -> list[int]:
        attack = Attack("fire", GERMAN, (place,), target, False, (gun,))
        found = cover(table.g, attack, table.unit("us747.1"))
        return [drm.value for drm in found if drm.rule == "CG12a"]

    assert values(table.place("V8")) == [-1]
    assert known(table, AMERICAN).bore == {}
    table.put("Y9", "ss658.1")
    assert values(table.place("Y9")) == []


# -- on paper -------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:CG10")
def test_states_are_on_paper_until_the_enemy_sees_the_unit_near() -> None:
    table = Campaign("stoumont", "20AM").battle("american").put("S22", "PzIVJ.1")
    table.mark("immobile", "PzIVJ.1").mark("malfunctioned", "PzIVJ.1")
    write_down(table.g)
    board = table.g.setting.board
    for flag in ("immobile", "malfunctioned"):
        assert not getattr(known(table, AMERICAN), flag)
        assert getattr(known(table, GERMAN), flag)
    far = next(h.name for h in board.hexes if board.range(h.index, table.place("S22")) == 20)
    table.put(far, "us666.1")
    phase_begins(table.g, table.events)
    assert table.is_("noted", "PzIVJ.1")
    beside = board.hexes[board.hexes[table.place("S22")].near[0]].name
    table.put(beside, "us666.1").mark("concealed", "PzIVJ.1")
    phase_begins(table.g, table.events)
    assert table.is_("noted", "PzIVJ.1")
    table.g.concealed = 0
    phase_begins(table.g, table.events)
    assert not table.is_("noted", "PzIVJ.1")
    assert known(table, AMERICAN).immobile


@pytest.mark.rule("peiper:P8.602g", "peiper:P8.621")
def test_foxholes_in_concealment_terrain_are_hidden_until_an_enemy_sees_them() -> None:
    table = Campaign("stoumont", "20AM").battle("american")
    here, field = table.place(woods(table)), table.place("S22")
    for place in (here, field):
        table.g.foxholes[place] = 1
        dig(table.g, place, GERMAN)
    seen = known(table, AMERICAN).foxholes
    assert here not in seen
    assert field in seen or conceals(table.g, field)
    assert here in known(table, GERMAN).foxholes
    board = table.g.setting.board
    near = next(n for n in board.hexes[here].near if n >= 0)
    table.put(board.hexes[near].name, "us666.1")
    phase_begins(table.g, table.events)
    assert here in known(table, AMERICAN).foxholes


@pytest.mark.rule("peiper:P8.602g")
def test_who_comes_to_a_foxhole_finds_it_and_all_are_shown_after_the_scenario() -> None:
    table = Campaign("stoumont", "20AM").battle("american")
    here = table.place(woods(table))
    table.g.foxholes[here] = 1
    dig(table.g, here, GERMAN)
    table.put(woods(table), "us666.1")
    entry = Entry(table.unit("us666.1"), "infantry", here, here)
    entered(table.g, entry, table.events)
    assert not table.g.dug
    dig(table.g, here, GERMAN)
    table.g.steps = []
    assert not table.step(602).g.dug


# -- mines ----------------------------------------------------------------------------------------


def found_mines(*strengths: int) -> Campaign:
    table = Campaign("cheneux", "20N").hold_limits()
    for name, strength in zip(("X9", "Z9"), strengths, strict=True):
        field = Minefield("ap", strength, GERMAN, known=True, shown=True)
        table.g.mines[table.place(name)] = (field,)
    return table


@pytest.mark.rule("peiper:P8.6073")
def test_mines_that_were_found_are_laid_anew_as_known_ones_with_dummies() -> None:
    table = found_mines(12, 12).step(607)
    table.play("take_up X9").dice(5).play("take_up Z9")
    assert not table.g.mines
    for word in ("ap12", "ap6", "ap6", "dummy", "dummy", "dummy"):
        table.play(next(t for t in sorted(table.offered("place")) if t.endswith(f" {word}")))
    fields = [field for at in table.g.mines.values() for field in at]
    assert sorted((field.kind, field.strength) for field in fields) == [
        ("ap", 6), ("ap", 6), ("ap", 12), ("dummy", 0), ("dummy", 0), ("dummy", 0),
    ]  # fmt: skip
    assert all(field.known and not field.shown for field in fields)
    assert not table.offered("place")


@pytest.mark.rule("peiper:P8.6073")
def test_mines_that_nobody_has_found_stay_what_they_are() -> None:
    table = Campaign("cheneux", "20N").hold_limits()
    table.g.mines[table.place("X9")] = (Minefield("ap", 8, GERMAN, known=False),)
    table.step(607)
    assert not table.offered("take_up")


@pytest.mark.rule("squad:D5.4")
def test_a_crew_that_is_dead_is_not_inside_a_vehicle_that_somebody_guesses_at() -> None:
    """An enemy who takes a question mark for a vehicle does not know that it was given up."""
    table = Campaign("cheneux").battle("german").put("FF12", "SdKfz71.1")
    vehicle = table.unit("SdKfz71.1")
    assert can_abandon(table.g, vehicle)
    lose(table.g, table.g.setting.inherent[vehicle])
    assert not can_abandon(table.g, vehicle)
