"""More rules with many cases: killing, height, cover behind tanks, heroes, mines on paper."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.morale import apply_results, crush
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.men import Checked, HeroMade
from salient.games.squad.core.events.movement import Appeared
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.state import NOBODY
from salient.games.squad.core.subjects import Attack, Entry, Means
from salient.games.squad.core.tables import Way
from salient.games.squad.ground.mine_laying import may_lay
from salient.games.squad.guns.armament import can_shoot, ordnance_targets
from salient.games.squad.infantry.ambuscade import step_forward
from salient.games.squad.infantry.heat_of_battle import make_hero
from salient.games.squad.phases.close_combat import Combat, begin
from salient.games.squad.phases.setup import set_up_steps
from salient.games.squad.sight.clutter import parked
from salient.games.squad.vehicles.fittings import fit_out
from tests.games.squad.table import Table

AMERICAN = 1


def found(table: Table, means: Means, origins: str, unit: str) -> dict[str, int]:
    """What covers a unit, by rule."""
    places = tuple(table.place(name) for name in origins.split())
    attack = Attack(means, 0, places, table.g.where[table.unit(unit)])
    return {m.rule: m.value for m in cover(table.g, attack, table.unit(unit))}


# -- killing --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A7.301")
@pytest.mark.parametrize(
    ("result", "dice", "lost", "broken"),
    [
        ("3KIA", (), 3, 0), ("1KIA", (6, 1, 1), 1, 2), ("2KIA", (6, 5, 1), 2, 1),
        ("1KIA", (6, 6, 1), 2, 1),
    ],
)  # fmt: skip
def test_so_many_are_killed_by_lot_and_the_others_break(
    result: str, dice: tuple[int, ...], lost: int, broken: int
) -> None:
    """Who throws the same as the last of them shares his lot."""
    table = Table(german="ss658", american="us666 4").put("F6", "us666.4")
    table.put("D3", "us666.1", "us666.2", "us666.3").dice(*dice, ...)
    units = [table.unit(f"us666.{number}") for number in (1, 2, 3)]
    apply_results(table.g, dict.fromkeys(units, result), table.events)
    assert sum(table.is_("lost", f"us666.{number}") for number in (1, 2, 3)) == lost
    assert sum(table.is_("broken", f"us666.{number}") for number in (1, 2, 3)) == broken
    assert not table.is_("lost", "us666.4")
    assert not table.is_("broken", "us666.4")


@pytest.mark.rule("squad:A7.301", "squad:A7.302")
@pytest.mark.parametrize(
    ("state", "now"), [("", "broken"), ("broken", "half"), ("berserk", "half")]
)
def test_whom_a_kill_spares_breaks_or_is_reduced(state: str, now: str) -> None:
    table = Table(german="ss658", american="us666 2").put("D3", "us666.1", "us666.2")
    if state:
        table.mark(state, "us666.1")
    crush(table.g, table.unit("us666.1"), table.events)
    assert table.is_(now, "us666.1")
    assert table.is_("half", "us666.1") is (now == "half")
    assert not table.is_("broken", "us666.2")


@pytest.mark.rule("squad:A7.302", "squad:A7.301")
def test_of_those_whom_a_k_strikes_one_is_reduced_and_all_check() -> None:
    table = Table(german="ss658", american="us666 2").put("D3", "us666.1", "us666.2")
    units = [table.unit(f"us666.{number}") for number in (1, 2)]
    table.dice(6, 1, 1, 1, 1, 1)
    apply_results(table.g, dict.fromkeys(units, "K/2"), table.events)
    assert [table.is_("half", f"us666.{number}") for number in (1, 2)] == [True, False]
    checks = table.happened(Checked)
    assert {event.unit for event in checks} == set(units)
    assert all(sum(m.value for m in event.modifiers) == 2 for event in checks)


# -- cover ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:B10.31")
@pytest.mark.parametrize(
    ("means", "origins", "unit", "higher"),
    [
        ("fire", "A3", "us666.1", True), ("ordnance", "A3", "us666.1", True),
        ("fire", "F3", "us666.1", False), ("fire", "A3 F3", "us666.1", False),
        ("fire", "A3 A4", "us666.1", True), ("fire", "", "us666.1", False),
        ("shell", "A3", "us666.1", False), ("ordnance", "A3", "M4A3.1", False),
    ],
)  # fmt: skip
def test_a_target_above_all_its_firers_is_covered_by_the_height(
    means: Means, origins: str, unit: str, higher: bool
) -> None:
    table = Table("C3 level=1", "F3 level=1", german="ss658", american="us666 M4A3")
    table.put("C3", unit)
    assert ("B10.31" in found(table, means, origins, unit)) is higher


@pytest.mark.rule("squad:B10.31")
def test_height_alone_does_not_make_of_open_ground_anything_else() -> None:
    for line, exposed in (("C3 level=1", True), ("C3 level=1 woods", False)):
        table = Table(line, german="ss658", american="us666", mover="american")
        table.put("D3", "us666.1").put("A3", "ss658.1").move("american")
        table.play("move us666.1", "go C3")
        attack = Attack("fire", 0, (table.place("A3"),), table.place("C3"), moving=True)
        rules = {m.rule for m in cover(table.g, attack, table.unit("us666.1"))}
        assert ("A4.6" in rules) is exposed


@pytest.mark.rule("squad:D9.3")
@pytest.mark.parametrize(
    ("beside", "state", "means", "covered"),
    [
        ("M4A3.1", "", "fire", True), ("M4A3.1", "motion", "fire", False),
        ("M4A3.1", "hidden", "fire", False), ("M4A3.1", "concealed", "fire", False),
        ("Truck.1", "", "fire", False), ("M4A3.1", "", "shell", False), ("", "", "fire", False),
        ("M4A3.1", "wrecks", "fire", True),
    ],
)  # fmt: skip
def test_who_is_covered_by_a_tank_beside_him(
    beside: str, state: str, means: Means, covered: bool
) -> None:
    table = Table(german="ss658", american="us666 M4A3 Truck").put("D3", "us666.1")
    if beside:
        table.put("D3", beside)
    if state:
        table.mark(state, beside)
    assert ("D9.3" in found(table, means, "A3", "us666.1")) is covered
    if beside == "M4A3.1" and not state:
        assert "D9.3" not in found(table, means, "A3", "M4A3.1"), "not itself"


# -- guns -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:C3.1")
@pytest.mark.parametrize(
    ("unit", "state", "targets"),
    [
        ("PzIVH.1", "", {"H3"}), ("PzIVH.1", "malfunctioned", set()), ("ss658.1", "", set()),
        ("pak40.1", "", {"H3"}), ("ssHMG.1", "", set()), ("ssMTR50.1", "", set()),
        ("pak40.1", "malfunctioned", set()),
    ],
)  # fmt: skip
def test_who_fires_shells_at_whom(unit: str, state: str, targets: set[str]) -> None:
    """Infantry that is seen and known; tanks are aimed at, and hills hide who is behind them."""
    table = Table(
        "J8 level=2", "J9 level=2", german="ss658 ss228 pak40 ssHMG ssMTR50 PzIVH",
        american="us666 3 M4A3", size=(12, 12),
    )  # fmt: skip
    table.put("C3", "ss658.1+ssHMG.1+ssMTR50.1", "ss228.1+pak40.1", facing="e")
    table.put("C3", "PzIVH.1", facing="e").put("H3", "us666.1").put("H5", "M4A3.1")
    table.put("G4", "us666.2").mark("hidden", "us666.2").put("L10", "us666.3")
    if state:
        table.mark(state, unit)
    places = ordnance_targets(table.g, table.unit(unit), "prep")
    names = {table.g.setting.board.locations[place].token for place in places}
    assert names - {"L10"} == targets


# -- heroes and mines -----------------------------------------------------------------------------


@pytest.mark.rule("squad:A15.21")
@pytest.mark.parametrize(
    ("unit", "rises"), [("ss658.1", True), ("ss91.1", False), ("us666.1", True)]
)
def test_a_hero_rises_beside_a_squad_of_his_side(unit: str, rises: bool) -> None:
    scenario = 'special = ["heat_of_battle"]\n'
    table = Table(german="ss658 ss91", american="us666", scenario=scenario)
    table.put("C3", "ss658.1", "ss91.1").put("F3", "us666.1").mark("concealed", unit)
    make_hero(table.g, table.unit(unit), table.events)
    made = table.happened(HeroMade)
    assert bool(made) is rises
    for event in made:
        assert table.g.where[event.unit] == table.g.where[table.unit(unit)]
        assert table.g.side(event.unit) == table.g.side(table.unit(unit))
        assert not table.g.spare >> event.unit & 1
        assert not table.is_("concealed", unit)


@pytest.mark.rule("squad:A15.21")
def test_without_a_counter_or_off_the_map_no_hero_rises() -> None:
    scenario = 'special = ["heat_of_battle"]\n'
    table = Table(german="ss658 2 SPW251", american="us666", scenario=scenario)
    table.put("C3", "ss658.1").put("E5", "SPW251.1").aboard("SPW251.1", "ss658.2")
    table.put("H9", "us666.1")
    make_hero(table.g, table.unit("ss658.2"), table.events)
    assert not table.happened(HeroMade), "aboard"
    for count in (1, 2, 2):
        make_hero(table.g, table.unit("ss658.1"), table.events)
        assert len(table.happened(HeroMade)) == count, "there are two"


@pytest.mark.rule("squad:B28.1")
@pytest.mark.parametrize(
    ("at", "word", "may"),
    [
        ("D3", "ap6", True), ("D4", "ap6", False), ("D4", "at3", True), ("D4", "dummy", False),
        ("D5", "ap6", False), ("D6/1", "ap6", False), ("D7", "ap6", False),
        ("D8", "ap6", False), ("D8", "dummy", False), ("D8", "at3", True),
        ("D9", "ap6", True), ("D9", "dummy", True), ("D9", "at3", False),
    ],
)  # fmt: skip
def test_where_mines_may_be_laid(at: str, word: str, may: bool) -> None:
    """One counter of a kind in a hex, on the ground, where men can go and nothing is paved.

    Dummies look like A-P mines and count as such.
    """
    lines = ("D5 road=N,S paved=yes", "D6 stone_building storeys=2", "D7 water")
    table = Table(*lines, german="ss658", american="us666")
    table.g.mines[table.place("D4")] = (Minefield("ap", 8, AMERICAN),)
    table.g.mines[table.place("D8")] = (Minefield("dummy", 0, AMERICAN),)
    table.g.mines[table.place("D9")] = (Minefield("at", 2, AMERICAN),)
    assert may_lay(table.g, table.place(at), word, AMERICAN) is may


@pytest.mark.rule("squad:A4.4")
def test_a_radio_comes_with_a_leader_and_one_too_many_with_nobody() -> None:
    later = (
        '[[group]]\nside = "german"\nturn = 2\narea = ["A1"]\n'
        "units = { ss838 = 1, ss81 = 1, ssRadio = 2, ssLMG = 1 }\n"
    )
    table = Table(german="ss658 ss91 ssHMG", american="us666", scenario=later)
    set_up_steps(table.g)
    owners = {name: table.g.owner[table.unit(name)] for name in ("ssRadio.1", "ssLMG.1", "ssHMG.1")}
    assert owners == {
        "ssRadio.1": table.unit("ss81.1"), "ssLMG.1": table.unit("ss838.1"), "ssHMG.1": NOBODY,
    }  # fmt: skip
    assert table.g.owner[table.unit("ssRadio.2")] == NOBODY


@pytest.mark.rule("squad:C2.24")
@pytest.mark.parametrize(
    ("unit", "state", "able"),
    [("pak40.1", "", True), ("pak40.1", "malfunctioned", False), ("ssPSK.1", "", True),
     ("ssPSK.1", "first_fired", False), ("pak40.1", "first_fired", False), ("ss658.1", "", False)],
)  # fmt: skip
def test_what_has_ordnance_to_fire(unit: str, state: str, able: bool) -> None:
    table = Table(german="ss658 ssPSK ss228 pak40", american="us666")
    table.put("C3", "ss658.1+ssPSK.1", "ss228.1+pak40.1", facing="e")
    if state:
        table.mark(state, unit)
    assert can_shoot(table.g, table.unit(unit), "first") is able
    table.g.owner[table.unit("ssPSK.1")] = NOBODY
    assert not can_shoot(table.g, table.unit("ssPSK.1"), "first")


@pytest.mark.rule("squad:D9.4")
@pytest.mark.parametrize(
    ("at", "state", "hinders"),
    [("A1", "", True), ("D4", "", True), ("D4", "wrecks", True), ("D4", "hidden", False),
     ("D4", "concealed", False), ("", "", False)],
)  # fmt: skip
def test_which_vehicles_are_in_the_way_of_sight(at: str, state: str, hinders: bool) -> None:
    table = Table(german="ss658 PzIVH", american="us666").put("H8", "ss658.1")
    if at:
        table.put(at, "PzIVH.1")
    if state:
        table.mark(state, "PzIVH.1")
    board = table.g.setting.board
    assert parked(table.g) == (board.hex_bits[table.place(at)] if hinders else 0)


# -- going up and coming near ---------------------------------------------------------------------


@pytest.mark.rule("squad:B10.4", "squad:B10.51")
@pytest.mark.parametrize(
    ("line", "way", "parts"),
    [
        ("C4 level=1", "infantry", {"B10.4": 2}), ("C4 level=2", "infantry", {"B10.4": 4}),
        ("C4 level=1 woods", "infantry", {"B10.4": 4}), ("C4 level=1", "tracked", {"B10.51": 8}),
        ("C4 level=2", "tracked", {"B10.51": 16}), ("C4 open_ground", "infantry", {}),
        ("C3 level=1", "infantry", {}), ("C3 level=1", "tracked", {}),
    ],
)  # fmt: skip
def test_what_going_up_costs(line: str, way: Way, parts: dict[str, int]) -> None:
    """On foot the terrain once more for each level, for vehicles four points; down nothing."""
    table = Table(line, german="ss658 PzIVH", american="us666")
    unit = table.unit("ss658.1" if way == "infantry" else "PzIVH.1")
    here, there = table.place("C3"), table.place("C4")
    side = next(link.side for link in table.g.setting.board.links[here] if link.to == there)
    cost = entry_cost(table.g, Entry(unit, way, here, there, side), 40)
    climbs = {part.rule: part.halves for part in cost.parts if part.rule in ("B10.4", "B10.51")}
    assert climbs == parts


@pytest.mark.rule("squad:A12.33")
@pytest.mark.parametrize(
    ("at", "state", "appears"),
    [
        ("C5", "", True), ("C5", "concealed", False), ("C5", "lost", False), ("C6", "", False),
        ("C5", "broken", True),
    ],
)  # fmt: skip
def test_hidden_units_come_to_light_as_question_marks_beside_an_enemy_they_see(
    at: str, state: str, appears: bool
) -> None:
    table = Table("C4 woods", german="ss658 2 ssHMG PzIVH", american="us666 2")
    table.put("C4", "ss658.1+ssHMG.1").put("F8", "ss658.2").put(at, "us666.1")
    table.mark("hidden", "ss658.1", "ss658.2")
    if state:
        table.mark(state, "us666.1")
    here = table.place(at)
    step_forward(table.g, Entry(table.unit("us666.1"), "infantry", here, here, -1), table.events)
    assert table.is_("hidden", "ss658.1") is not appears
    assert table.is_("concealed", "ss658.1") is appears
    assert table.is_("concealed", "ssHMG.1") is appears
    assert table.is_("hidden", "ss658.2")
    assert len(table.happened(Appeared)) == appears


@pytest.mark.rule("squad:D11.1", "squad:D8.23")
@pytest.mark.parametrize(("turn", "thrown"), [(1, 1), (2, 0), (3, 0)])
def test_tanks_are_fitted_out_before_the_first_turn_only(turn: int, thrown: int) -> None:
    table = Table(german="ss658", american="M4", scenario='special = ["gyros"]\n')
    table.put("C3", "M4.1")
    table.g.turn = turn
    fit_out(table.g, table.events)
    assert len(table.happened(Tried)) == thrown


@pytest.mark.rule("squad:A11.4")
@pytest.mark.parametrize(
    ("dice", "mover", "ambusher"),
    [((1, 6), 0, 0), ((6, 1), 0, 1), ((3, 4), 0, -1), ((1, 6), 1, 0), ((6, 1), 1, 1),
     ((3, 4), 1, -1)],
)  # fmt: skip
def test_who_ambushes_strikes_first_and_else_who_moves(
    dice: tuple[int, int], mover: int, ambusher: int
) -> None:
    table = Table("D3 woods", german="ss658", american="us666").put("D3", "ss658.1", "us666.1")
    table.g.mover = mover
    table.mark("advanced", "ss658.1" if mover == 0 else "us666.1").dice(*dice, ...)
    begin(table.g, table.place("D3"), mover, table.events)
    (combat,) = (step for step in table.g.steps if isinstance(step, Combat))
    assert combat.ambusher == ambusher
    assert combat.first == combat.side == (mover if ambusher < 0 else ambusher)
