"""Fine points of the core rules: the first unit of all, two states at once, nothing to choose."""

from __future__ import annotations

from random import Random

import pytest

from salient.boards.pieces import NOWHERE
from salient.games.squad.combat.firepower import far_range
from salient.games.squad.combat.morale import feel_loss, leader_help, random_selection
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.men import Became, Checked
from salient.games.squad.core.locations import is_shelter
from salient.games.squad.ground.kindling import KINDLE, set_fire
from salient.games.squad.guns.bombardment import bombard_hex
from salient.games.squad.guns.machine_guns import shoot_mg
from salient.games.squad.infantry.ammunition_shortage import run_low
from salient.games.squad.infantry.deployment import split
from salient.games.squad.knowledge import known
from salient.games.squad.phases.advance import dares
from salient.games.squad.phases.close_combat import prey, settle_melee
from salient.games.squad.phases.rally import Rallying
from salient.games.squad.phases.rout import Routing, crawl_goals, go
from tests.games.squad.table import Table, on_the_march

GERMAN, AMERICAN, NOBODY = 0, 1, -1


# -- morale and leaders ---------------------------------------------------------------------------


@pytest.mark.rule("squad:A.9")
@pytest.mark.parametrize(
    ("number", "dice", "chosen"),
    [(2, (), "12"), (3, (), "12"), (1, (3, 5), "2"), (1, (4, 4), "12")],
)
def test_where_all_are_chosen_nobody_rolls(number: int, dice: tuple[int, ...], chosen: str) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2").dice(*dice)
    units = [table.unit("ss658.1"), table.unit("ss658.2")]
    found = random_selection(table.g, units, number, table.events)
    assert found == {table.unit(f"ss658.{name}") for name in chosen}


@pytest.mark.rule("squad:A10.7")
def test_every_leader_helps_the_first_unit_of_all_too() -> None:
    table = Table(german="ss91 ss658", american="us666").put("C3", "ss91.1", "ss658.1")
    assert table.unit("ss91.1") == 0
    (help_,) = leader_help(table.g, table.unit("ss658.1"))
    assert help_.value == -1
    assert not leader_help(table.g, table.unit("ss658.1"), unknown=1)
    assert not leader_help(table.g, table.unit("ss91.1")), "nobody leads himself"


@pytest.mark.rule("squad:A10.7")
@pytest.mark.parametrize(
    ("units", "best"),
    [("ss658.1", 0), ("ss658.1 ss91.1", -1), ("ss91.1 ss92.1", -2), ("ss92.1 ss658.1", -2)],
)
def test_the_best_leader_of_a_group_counts(units: str, best: int) -> None:
    table = Table(german="ss658 ss91 ss92", american="us666").put("C3", *units.split())
    assert table.g.best_leadership([table.unit(name) for name in units.split()]) == best


@pytest.mark.rule("squad:A10.7", "squad:B25.11")
@pytest.mark.parametrize(("leader", "values"), [("", []), ("ss91.1", [1])])
def test_a_leader_helps_to_set_fire(leader: str, values: list[int]) -> None:
    table = Table("C3 stone_building", german="ss658 ss91", american="us666")
    table.put("C3", "ss658.1", "ss91.1")
    on_the_march(table, "ss658.1", *filter(None, [leader])).dice(1, 1)
    set_fire(table.g, KINDLE, table.events)
    (tried,) = table.happened(Tried)
    assert [(m.rule, m.value) for m in tried.modifiers] == [("A10.7", value) for value in values]


@pytest.mark.rule("squad:A10.2")
def test_a_wounded_leader_does_not_mourn_himself() -> None:
    table = Table(german="ss92 ss658", american="us666").put("C3", "ss92.1", "ss658.1")
    table.mark("wounded", "ss92.1").dice(1, 1, ...)
    feel_loss(table.g, table.unit("ss92.1"), table.place("C3"), table.events, dead=True)
    assert {event.unit for event in table.happened(Checked)} <= {table.unit("ss658.1")}


@pytest.mark.rule("squad:A10.61")
@pytest.mark.parametrize(
    ("foxhole", "trench", "shelter"),
    [("", "", False), ("C3", "", True), ("", "C3", True), ("C4", "C4", False), ("", "C2", False)],
)
def test_a_foxhole_or_a_trench_is_shelter_where_it_is(
    foxhole: str, trench: str, shelter: bool
) -> None:
    table = Table(german="ss658", american="us666")
    if foxhole:
        table.g.foxholes[table.place(foxhole)] = 1
    if trench:
        table.g.trenches = 1 << table.place(trench)
    assert is_shelter(table.g, table.place("C3")) is shelter


@pytest.mark.rule("squad:A10.8", "squad:A7.7", "squad:A20.551")
@pytest.mark.parametrize(
    ("states", "more"),
    [("fanatic", 1), ("encircled", -1), ("fanatic encircled", 0), ("unarmed", -1),
     ("unarmed encircled", -2), ("fanatic unarmed encircled", -1), ("", 0)],
)  # fmt: skip
@pytest.mark.parametrize("broken", [True, False])
def test_what_raises_and_lowers_morale_adds_up(states: str, more: int, broken: bool) -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    for state in states.split():
        table.mark(state, "ss658.1")
    if broken:
        table.mark("broken", "ss658.1", "ss658.2")
    one, other = table.unit("ss658.1"), table.unit("ss658.2")
    assert table.g.morale(one) == table.g.morale(other) + more


@pytest.mark.rule("squad:A10.8", "squad:A12.11", "squad:C1.822")
def test_a_bombardment_is_as_hard_on_fanatics_and_no_question_mark_checks() -> None:
    table = Table(german="ssDummy ss658 2", american="us666")
    table.put("C3", "ssDummy.1", "ss658.1", "ss658.2").mark("fanatic", "ss658.1")
    table.mark("concealed", "ssDummy.1").dice(1, 1, 1, 1)
    bombard_hex(table.g, table.place("C3"), table.events)
    found = {c.unit: [m.value for m in c.modifiers] for c in table.happened(Checked)}
    assert found == {table.unit("ss658.1"): [1], table.unit("ss658.2"): []}


# -- deployment, rally, rout ----------------------------------------------------------------------


@pytest.mark.rule("squad:A1.31")
@pytest.mark.parametrize("flag", ["cx", "concealed", "entrenched", "fanatic", "hidden"])
@pytest.mark.parametrize("marked", [True, False])
def test_both_halves_are_in_the_state_of_the_squad(flag: str, marked: bool) -> None:
    table = Table(german="ss658 2", american="us666", scenario='special = ["deployment"]\n')
    table.put("C3", "ss658.1").put("C4", "ss658.2")
    table.mark(flag, "ss658.2")
    if marked:
        table.mark(flag, "ss658.1")
    before = getattr(table.g, flag)
    split(table.g, table.unit("ss658.1"), table.events)
    half = next(unit for unit in range(len(table.g.where)) if table.g.half >> unit & 1
                and unit != table.unit("ss658.1"))  # fmt: skip
    assert getattr(table.g, flag) == before | (marked << half)


@pytest.mark.rule("squad:A10.63", "squad:A18.11", "squad:A19.12")
@pytest.mark.parametrize(
    ("unit", "state", "side", "able"),
    [("ss658.1", "", GERMAN, True), ("ss658.1", "disrupted", GERMAN, False),
     ("ss91.1", "disrupted", GERMAN, True), ("us666.1", "", AMERICAN, False),
     ("us81.1", "", AMERICAN, True)],
)  # fmt: skip
@pytest.mark.parametrize("bystander", [True, False])
def test_who_rallies_by_himself(
    unit: str, state: str, side: int, able: bool, bystander: bool
) -> None:
    table = Table(german="ss658 2 ss91", american="us666 us81", mover="german")
    table.put("C3", "ss658.1", "ss658.2", "ss91.1").put("F3", "us666.1", "us81.1")
    if state:
        table.mark(state, unit)
    if bystander:
        table.mark("disrupted", "ss658.2")
    assert Rallying(side).by_itself(table.g, table.unit(unit)) is able


@pytest.mark.rule("squad:A10.52")
def test_who_crawls_has_the_mf_of_a_rout() -> None:
    """Woods cost two MF."""
    table = Table("C4 woods", german="ss658", american="us666").put("C3", "ss658.1")
    table.mark("broken", "ss658.1")
    assert table.place("C4") in crawl_goals(table.g, table.unit("ss658.1"))


@pytest.mark.rule("squad:A10.5")
def test_who_cannot_rout_is_lost_and_nobody_else() -> None:
    table = Table(german="ss658 2", american="us666 6").put("C3", "ss658.1")
    table.put("F6", "ss658.2")
    ring = table.g.setting.board.hexes[table.place("C3")].near
    for number, place in enumerate(ring):
        table.g.put(table.unit(f"us666.{number + 1}"), place)
    table.mark("broken", "ss658.1").run(Routing(GERMAN))
    assert table.is_("lost", "ss658.1") or table.g.captive
    assert table.is_("routed", "ss658.1")
    assert not table.is_("routed", "ss658.2")


@pytest.mark.rule("squad:A10.5", "squad:B28.41")
def test_who_runs_leaves_bypass_crest_and_foxhole() -> None:
    table = Table(german="ss658 2", american="us666").put("C3", "ss658.1", "ss658.2")
    unit, other = table.unit("ss658.1"), table.unit("ss658.2")
    for one in (unit, other):
        table.g.bypass[one] = (1, 0)
        table.g.crest[one] = 2
    table.mark("entrenched", "ss658.1", "ss658.2")
    go(table.g, unit, table.place("C4"), table.events)
    assert table.where("ss658.1") == "C4"
    assert set(table.g.bypass) == set(table.g.crest) == {other}
    assert table.g.entrenched == 1 << other


# -- close combat ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:A11.6")
@pytest.mark.parametrize(
    ("tank", "state", "asked"),
    [("M4A3.1", "", True), ("M4A3.1", "concealed", False), ("M4A3.1", "hidden", False),
     ("M4A3.1", "wrecks", False), ("Truck.1", "", False)],
)  # fmt: skip
def test_only_a_known_afv_needs_courage(tank: str, state: str, asked: bool) -> None:
    table = Table(german="ss658", american="M4A3 2 Truck").put("C3", "ss658.1").put("C4", tank)
    table.put("F6", "M4A3.2")
    if state:
        table.mark(state, tank)
    table.dice(*((1, 1) if asked else ()))
    assert dares(table.g, table.unit("ss658.1"), table.place("C4"), table.events)
    assert bool(table.happened(Checked)) is asked


@pytest.mark.rule("squad:A11.16", "squad:A4.51", "squad:A11.4")
@pytest.mark.parametrize(
    ("states", "values"),
    [({}, {}), ({"us666.1": "broken"}, {}), ({"us666.2": "broken"}, {}),
     ({"us666.1": "broken", "us666.2": "broken"}, {"A11.16": -2}),
     ({"us666.1": "cx"}, {"A4.51": -1}), ({"us666.3": "cx"}, {})],
)  # fmt: skip
@pytest.mark.parametrize(("ambusher", "surprise"), [(NOBODY, 0), (GERMAN, -1), (AMERICAN, 1)])
def test_who_is_easy_prey(
    states: dict[str, str], values: dict[str, int], ambusher: int, surprise: int
) -> None:
    table = Table(german="ss658", american="us666 3").put("C3", "ss658.1", "us666.1", "us666.2")
    for unit, state in states.items():
        table.mark(state, unit)
    foes = 1 << table.unit("us666.1") | 1 << table.unit("us666.2")
    found = {m.rule: m.value for m in prey(table.g, GERMAN, foes, ambusher)}
    assert found == values | {"A11.4": surprise}


@pytest.mark.rule("squad:A11.15")
def test_only_where_both_sides_are_left_they_are_locked_in_melee() -> None:
    table = Table(german="ss658 2 ss91", american="us666 2")
    table.put("C3", "ss658.1", "ss91.1", "us666.1").put("D3", "ss658.2").put("F3", "us666.2")
    table.mark("melee", "ss658.1", "ss658.2")
    settle_melee(table.g, table.events)
    locked = {table.unit(name) for name in ("ss658.1", "ss91.1", "us666.1")}
    assert table.g.melee == sum(1 << unit for unit in locked)
    new = {event.unit for event in table.happened(Became)}
    assert new == locked - {table.unit("ss658.1")}


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A12.14", "squad:A9.61")
@pytest.mark.parametrize(
    ("state", "watched", "seen"),
    [("concealed", True, True), ("concealed", False, False), ("hidden", False, True)],
)
def test_a_machine_gun_that_fires_unseen_stays_unknown(
    state: str, watched: bool, seen: bool
) -> None:
    """Nobody sits in the half-track; who was not on the map at all is put there."""
    table = Table(german="SPW251 ss658", american="us666 us50").put("F3", "SPW251.1", facing="w")
    table.put("C3", "us666.1+us50.1").mark(state, "us666.1").mark("abandoned", "SPW251.1")
    if watched:
        table.put("F5", "ss658.1")
    table.dice(6, 5, ...)
    shoot_mg(table.g, table.unit("us50.1"), table.unit("SPW251.1"), "prep", table.events)
    assert table.is_(state, "us666.1") is not seen


@pytest.mark.rule("squad:A19.131")
@pytest.mark.parametrize(("roll", "low"), [(12, True), (11, False)])
def test_only_squads_that_have_fired_run_low(roll: int, low: bool) -> None:
    table = Table(german="ss658 3 ss91", american="us666").put("C3", "ss658.1", "ss658.2")
    table.mark("short", "ss658.1", "ss658.2", "ss91.1")
    fired = sum(1 << table.unit(name) for name in ("ss658.1", "ss658.3", "ss91.1"))
    run_low(table.g, fired, roll, table.events)
    assert table.g.low == (1 << table.unit("ss658.1") if low else 0)


@pytest.mark.rule("squad:A19.131", "squad:A20.551")
def test_who_is_short_of_ammunition_fires_no_farther_than_without() -> None:
    table = Table(german="ss658 2", american="us666").mark("unarmed", "ss658.1", "ss658.2")
    table.mark("low", "ss658.1")
    assert [far_range(table.g, table.unit(f"ss658.{n}")) for n in (1, 2)] == [0, 0]


@pytest.mark.rule("squad:A12.3")
@pytest.mark.parametrize(("state", "held"), [("", True), ("hidden", False), ("concealed", False)])
def test_who_moves_does_not_know_that_somebody_unseen_holds_his_fire(
    state: str, held: bool
) -> None:
    table = Table("F3 woods", german="ss658", american="us666", mover="german")
    table.put("C3", "ss658.1").put("F3", "us666.1")
    if state:
        table.mark(state, "us666.1")
    for unit in range(len(table.g.where)):
        if table.g.where[unit] == NOWHERE:
            table.g.lost |= 1 << unit
    on_the_march(table, "ss658.1", held=True)
    assert known(table.g, GERMAN, Random(7)).moving.held is held
