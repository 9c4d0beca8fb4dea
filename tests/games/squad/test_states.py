"""What the states of a unit keep it from: each by itself, and nobody but the unit that is in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from salient.engine.ids import Piece
from salient.games.squad.combat.firepower import able_to_fire
from salient.games.squad.core.march import March
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground.fences import holds
from salient.games.squad.ground.starshells import lighters
from salient.games.squad.guns.artillery import callers
from salient.games.squad.guns.flak import gunners
from salient.games.squad.infantry.deployment import ready
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.infantry.heat_of_battle import chargers
from salient.games.squad.infantry.prisoners import guards_in
from salient.games.squad.phases.advance import Advance
from salient.games.squad.phases.movement import can_move, may_run
from salient.games.squad.phases.rally import Rallying
from salient.games.squad.phases.withdrawal import free_units
from salient.games.squad.terrain.board import Hexside
from salient.games.squad.vehicles.armoured_assault import followers
from salient.games.squad.vehicles.crews import can_abandon, men_ready
from salient.games.squad.vehicles.driving import can_drive
from salient.games.squad.vehicles.passengers import own_exits, takes
from salient.games.squad.vehicles.recalls import must_retire
from salient.games.squad.vehicles.towing import own_unhookings
from tests.games.squad.table import Table

GERMAN, AMERICAN = 0, 1
UNITS = "ss658 3 ss91 2 ss228 pak40 SPW251 2 PzIVH 2 Opel"


def field(scenario: str = "") -> Table:
    """Two of each kind, one here and one over there, and an enemy in sight."""
    table = Table(german=UNITS, american="us666", scenario=scenario, size=(12, 12))
    table.put("C3", "ss658.1", "ss91.1", "PzIVH.1", facing="e").put("F9", "ss658.2", "ss91.2")
    return table.put("F9", "PzIVH.2", facing="e").put("H3", "us666.1")


def keeps(
    table: Table, state: str, unit: str, other: str, may: Callable[[SquadState, Piece], bool]
) -> bool:
    """Whether a state keeps a unit from something that it may do, and only the unit in it."""
    one, two = table.unit(unit), table.unit(other)
    assert may(table.g, one), "otherwise it may"
    setattr(table.g, state, getattr(table.g, state) | 1 << two)
    assert may(table.g, one), "it is not its own state"
    assert not may(table.g, two)
    setattr(table.g, state, getattr(table.g, state) & ~(1 << two) | 1 << one)
    return not may(table.g, one) and may(table.g, two)


@pytest.mark.rule("squad:A7.1", "squad:A10.4")
@pytest.mark.parametrize("state", ["broken", "melee", "ti", "berserk"])
def test_who_does_not_fire(state: str) -> None:
    def may(g: SquadState, unit: int) -> bool:
        return bool(able_to_fire(g, 1 << unit))

    assert keeps(field(), state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:A7.1", "squad:A10.4")
@pytest.mark.parametrize("state", ["wrecks", "shocked", "abandoned", "melee"])
def test_which_tanks_do_not_fire(state: str) -> None:
    def may(g: SquadState, unit: int) -> bool:
        return bool(able_to_fire(g, 1 << unit))

    assert keeps(field(), state, "PzIVH.1", "PzIVH.2", may)


@pytest.mark.rule("squad:A4.1", "squad:A7.8", "squad:A10.4")
@pytest.mark.parametrize("state", ["moved", "prep_fired", "ti", "broken", "pinned", "melee"])
def test_who_does_not_move(state: str) -> None:
    assert keeps(field(), state, "ss658.1", "ss658.2", can_move)


@pytest.mark.rule("squad:A4.5")
@pytest.mark.parametrize("state", ["cx", "wounded"])
def test_who_does_not_run(state: str) -> None:
    def may(g: SquadState, unit: Piece) -> bool:
        return may_run(g, March((unit,)))

    assert keeps(field(), state, "ss91.1", "ss91.2", may)


@pytest.mark.rule("squad:D8.1", "squad:D8.3")
@pytest.mark.parametrize("state", ["wrecks", "immobile", "shocked", "melee", "abandoned"])
def test_which_tanks_do_not_drive(state: str) -> None:
    assert keeps(field(), state, "PzIVH.1", "PzIVH.2", can_drive)


@pytest.mark.rule("squad:A4.7")
@pytest.mark.parametrize("state", ["pinned", "ti", "advanced", "broken", "melee"])
def test_who_does_not_advance(state: str) -> None:
    def may(g: SquadState, unit: int) -> bool:
        return bool(Advance(GERMAN).able(g) >> unit & 1)

    assert keeps(field(), state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:A1.31", "squad:A1.32")
@pytest.mark.parametrize("state", ["rallied", "ti", "unarmed", "berserk", "broken", "melee"])
def test_who_does_not_deploy(state: str) -> None:
    def may(g: SquadState, unit: int) -> bool:
        return bool(ready(g, GERMAN) >> unit & 1)

    assert keeps(field('special = ["deployment"]\n'), state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:D5.4")
@pytest.mark.parametrize(
    "state", ["wrecks", "abandoned", "motion", "moved", "prep_fired", "shocked", "hidden"]
)
def test_which_tanks_are_not_given_up(state: str) -> None:
    assert keeps(field('special = ["crews"]\n'), state, "PzIVH.1", "PzIVH.2", can_abandon)


@pytest.mark.rule("squad:D5.4")
@pytest.mark.parametrize(
    "state", ["moved", "prep_fired", "ti", "pinned", "unarmed", "berserk", "broken", "melee"]
)
def test_who_does_not_man_a_tank(state: str) -> None:
    def may(g: SquadState, unit: int) -> bool:
        return bool(men_ready(g, GERMAN) >> unit & 1)

    assert keeps(field('special = ["crews"]\n'), state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:D6.4")
@pytest.mark.parametrize("state", ["wrecks", "motion", "hidden", "lost", "exited"])
def test_what_takes_nobody_aboard(state: str) -> None:
    table = field().put("C5", "ss658.3").put("C5", "SPW251.1", "SPW251.2", facing="e")
    squad = table.unit("ss658.3")

    def may(g: SquadState, unit: Piece) -> bool:
        return takes(g, unit, (squad,))

    assert keeps(table, state, "SPW251.1", "SPW251.2", may)


@pytest.mark.rule("squad:D6.5")
@pytest.mark.parametrize("state", ["moved", "prep_fired", "ti", "pinned"])
def test_who_does_not_get_off(state: str) -> None:
    table = field().put("C5", "SPW251.1", facing="e").put("C7", "SPW251.2", facing="e")
    table.aboard("SPW251.1", "ss658.1").aboard("SPW251.2", "ss658.2")

    def may(g: SquadState, unit: int) -> bool:
        return any(action.piece(0) == unit for action in own_exits(g, GERMAN))

    assert keeps(table, state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:C10.12")
@pytest.mark.parametrize("state", ["moved", "prep_fired", "ti", "pinned"])
def test_whose_gun_is_not_unhooked(state: str) -> None:
    table = field().put("C5", "Opel.1", facing="e").aboard("Opel.1", "ss228.1", towing="pak40.1")
    assert list(own_unhookings(table.g, GERMAN))
    assert not list(own_unhookings(table.g, AMERICAN))
    assert list(own_unhookings(table.mark(state, "ss658.1").g, GERMAN))
    assert not list(own_unhookings(table.mark(state, "ss228.1").g, GERMAN))


@pytest.mark.rule("squad:D5.341")
@pytest.mark.parametrize("state", ["moved", "prep_fired", "bogged", "ti", "immobile", "wrecks"])
def test_which_tanks_need_not_retire(state: str) -> None:
    table = field('special = ["crews"]\n').mark("recalled", "PzIVH.1", "PzIVH.2")

    def may(g: SquadState, unit: int) -> bool:
        return any(action.piece(0) == unit for action in must_retire(g, GERMAN))

    assert keeps(table, state, "PzIVH.1", "PzIVH.2", may)


@pytest.mark.rule("squad:D9.31")
@pytest.mark.parametrize("state", ["moved", "prep_fired", "ti", "broken", "pinned", "melee", "cx"])
def test_who_does_not_walk_beside_a_tank(state: str) -> None:
    table = field().put("C3", "ss658.2")
    march = March((table.unit("PzIVH.1"),))

    def may(g: SquadState, unit: int) -> bool:
        return unit in followers(g, march)

    assert keeps(table, state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:P3.21b")
@pytest.mark.parametrize("state", ["broken", "pinned", "melee", "lost"])
def test_who_keeps_no_breach_open(state: str) -> None:
    table = field().mark("ti", "ss658.1", "ss658.2")

    def may(g: SquadState, unit: Piece) -> bool:
        return holds(g, unit, Hexside(6 * g.hex(unit)))

    assert keeps(table, state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:E1.92")
@pytest.mark.parametrize(
    ("state", "unit"),
    [("pinned", "ss91"), ("ti", "ss91"), ("lighters", "ss91"), ("prep_fired", "ss91"),
     ("broken", "ss91"), ("wrecks", "PzIVH"), ("shocked", "PzIVH"), ("lighters", "PzIVH")],
)  # fmt: skip
def test_who_fires_no_light(state: str, unit: str) -> None:
    table = field()
    table.g.nvr, table.g.phase = 3, "prep"

    def may(g: SquadState, one: int) -> bool:
        return bool(lighters(g, GERMAN) >> one & 1)

    assert keeps(table, state, f"{unit}.1", f"{unit}.2", may)


@pytest.mark.rule("squad:A11.2")
@pytest.mark.parametrize("state", ["broken", "pinned", "berserk"])
def test_who_does_not_get_out_of_a_melee(state: str) -> None:
    table = field().put("H3", "ss658.1", "ss658.2").mark("melee", "ss658.1", "ss658.2", "us666.1")

    def may(g: SquadState, unit: int) -> bool:
        return bool(free_units(g, table.place("H3"), GERMAN) >> unit & 1)

    assert keeps(table, state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:A20.5", "squad:A20.21")
@pytest.mark.parametrize("state", ["broken", "unarmed", "berserk"])
def test_who_guards_nobody(state: str) -> None:
    table = field().put("C3", "ss658.2")
    foe = table.unit("us666.1")

    def may(g: SquadState, unit: int) -> bool:
        return unit in guards_in(g, table.place("C3"), GERMAN, foe)

    assert keeps(table, state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:A15.42")
@pytest.mark.parametrize("state", ["moved", "melee", "ti"])
def test_which_berserks_do_not_charge(state: str) -> None:
    table = field().mark("berserk", "ss658.1", "ss658.2")

    def may(g: SquadState, unit: int) -> bool:
        return unit in tuple(chargers(g, GERMAN))

    assert keeps(table, state, "ss658.1", "ss658.2", may)


@pytest.mark.rule("squad:A7.53", "squad:A3.2")
@pytest.mark.parametrize("state", ["pinned", "prep_fired", "first_fired", "final_fired", "broken"])
def test_who_does_not_direct_fire(state: str) -> None:
    table = field().put("C3", "ss658.2").put("F9", "ss658.1")
    group = (table.unit("ss658.1"), table.unit("ss658.2"))
    order = Aiming(GERMAN, "prep", group, target=table.place("H3"))

    def may(g: SquadState, unit: int) -> bool:
        return unit in order.directors(g, {g.where[unit]})

    assert keeps(table, state, "ss91.1", "ss91.2", may)


BATTERY = """
[[artillery]]
side = "german"
calibre = 105
black = 5
red = 1
link = "radio"
"""


@pytest.mark.rule("squad:C1.2")
@pytest.mark.parametrize(
    "state", ["pinned", "ti", "prep_fired", "first_fired", "final_fired", "broken"]
)
def test_who_does_not_call_artillery(state: str) -> None:
    table = Table(german="ss91 2 ssRadio 2", american="us666", scenario=BATTERY)
    table.put("C3", "ss91.1+ssRadio.1").put("F9", "ss91.2+ssRadio.2").put("H3", "us666.1")
    table.g.phase = "prep"

    def may(g: SquadState, unit: int) -> bool:
        return unit in callers(g, GERMAN)

    assert keeps(table, state, "ss91.1", "ss91.2", may)


@pytest.mark.rule("squad:E7.5")
@pytest.mark.parametrize("state", ["first_fired", "final_fired", "malfunctioned", "abandoned"])
def test_what_does_not_fire_at_planes(state: str) -> None:
    table = Table(german="SdKfz104 2", american="us666")
    table.put("C3", "SdKfz104.1", facing="e").put("C5", "SdKfz104.2", facing="e")

    def may(g: SquadState, unit: int) -> bool:
        return unit in gunners(g, GERMAN, table.place("C4"))

    assert keeps(table, state, "SdKfz104.1", "SdKfz104.2", may)


@pytest.mark.rule("squad:A9.72", "squad:D5.341")
@pytest.mark.parametrize(
    "state", ["wrecks", "abandoned", "shocked", "recalled", "rallied", "hidden"]
)
def test_whose_gun_is_not_repaired(state: str) -> None:
    table = field('special = ["crews"]\n').mark("malfunctioned", "PzIVH.1", "PzIVH.2")

    def may(g: SquadState, unit: int) -> bool:
        return any(action.piece(0) == unit for action in Rallying(GERMAN).broken_guns(g))

    assert keeps(table, state, "PzIVH.1", "PzIVH.2", may)
