"""Who may do what, and where: states, neighbours and edges, one by one."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.games.squad.combat.lanes import can_lay, lane_end, leave_residual
from salient.games.squad.combat.vehicle_arms import BOW, COAXIAL, GUN, fire_arms
from salient.games.squad.core.stacking import may_bypass
from salient.games.squad.core.subjects import Attack, Entry, Manner, Occasion
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.ground.rail_cars import art_crosses
from salient.games.squad.ground.towers import breaks_in
from salient.games.squad.guns.aircraft import hit_armour
from salient.games.squad.guns.barrage import scatter
from salient.games.squad.infantry.fire import Aiming, can_cower
from salient.games.squad.phases.setup import arm_reinforcements
from salient.games.squad.terrain.board import OFF_MAP
from salient.games.squad.vehicles.armoured_assault import followers
from salient.games.squad.vehicles.crews import can_abandon, men_ready
from salient.games.squad.vehicles.passengers import own_exits
from tests.games.squad.differences import difference
from tests.games.squad.table import Table, on_the_march

GERMAN, AMERICAN, NOBODY = 0, 1, -1
NORTH, SOUTH = 0, 3


# -- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A9.22")
@pytest.mark.parametrize(
    ("group", "target", "fired", "lays"),
    [
        ("ssHMG.1", "E3", "", True), ("ssHMG.1 ss658.1", "E3", "", False),
        ("ss658.1", "E3", "", False),
        ("ssHMG.1", "E3", "ssHMG.1", False), ("ssHMG.1", "E3", "ssHMG.2", True),
        ("ssHMG.1", "F4", "", False), ("ssHMG.1", "Q3", "", True), ("ssHMG.1", "S3", "", False),
    ],
)  # fmt: skip
def test_who_may_lay_a_fire_lane(group: str, target: str, fired: str, lays: bool) -> None:
    """The range of the machine-gun is sixteen hexes."""
    table = Table(german="ss658 ssHMG 2", american="us666", size=(20, 6))
    table.put("A3", "ss658.1+ssHMG.1+ssHMG.2")
    assert table.g.reach(table.unit("ssHMG.1")) == 16
    if fired:
        table.mark("first_fired", fired)
    units = tuple(map(table.unit, group.split()))
    assert can_lay(table.g, units, table.place(target)) is lays


@pytest.mark.rule("squad:A9.22")
@pytest.mark.parametrize(
    ("size", "target", "last"),
    [((2, 22), "A5", "A17"), ((2, 12), "A5", "A12"), ((2, 22), "A16", "A17"),
     ((2, 22), "A17", "A17")],
)  # fmt: skip
def test_a_lane_ends_at_the_range_or_the_edge(
    size: tuple[int, int], target: str, last: str
) -> None:
    table = Table(german="ss658 ssHMG", american="us666", size=size).put("A1", "ss658.1+ssHMG.1")
    end = lane_end(table.g, table.unit("ssHMG.1"), table.place(target))
    assert end == table.place(last)


@pytest.mark.rule("squad:A8.2")
@pytest.mark.parametrize(
    ("fp", "leadership", "before", "after"),
    [
        (12, 0, None, 6), (8, 0, None, 4), (36, 0, None, 12), (24, 0, None, 12), (20, 0, None, 8),
        (2, 0, None, 1), (1, 0, None, None), (12, 1, None, 4), (12, -1, None, 6), (12, 0, 4, 6),
        (12, 0, 8, 8), (2, 1, None, None), (0, 0, None, None),
    ],
)  # fmt: skip
def test_how_much_residual_fire_is_left(
    fp: int, leadership: int, before: int | None, after: int | None
) -> None:
    table = Table(german="ss658", american="us666")
    place = table.place("C3")
    if before is not None:
        table.g.residual[place] = COLUMNS.index(before)
    attack = Attack("fire", GERMAN, (table.place("C6"),), place, moving=True)
    column = COLUMNS.index(fp) if fp else -1
    leave_residual(table.g, attack, column, table.events, leadership=leadership)
    assert table.g.residual == ({} if after is None else {place: COLUMNS.index(after)})


@pytest.mark.rule("squad:A3.2", "squad:A8.3", "squad:C2.24")
@pytest.mark.parametrize(
    ("arms", "occasion", "keeps", "before", "fired", "spent", "flags"),
    [
        (GUN, "prep", False, 0, GUN, GUN, {"prep_fired"}),
        (GUN, "prep", True, 0, 0, 0, {"prep_fired"}),
        (BOW, "first", False, 0, BOW, 0, {"first_fired"}),
        (BOW, "first", False, BOW, BOW, BOW, {"first_fired"}),
        (GUN, "first", False, 0, GUN, GUN, {"first_fired"}),
        (BOW, "defensive", False, 0, BOW, BOW, {"first_fired"}),
        (GUN | BOW | COAXIAL, "defensive", False, 0, GUN | BOW | COAXIAL, GUN | BOW | COAXIAL,
         {"first_fired", "final_fired"}),
        (GUN | BOW | COAXIAL, "prep", False, 0, GUN | BOW | COAXIAL, GUN | BOW | COAXIAL,
         {"prep_fired"}),
        (GUN, "first", True, 0, 0, 0, {"first_fired"}),
    ],
)  # fmt: skip
def test_what_firing_leaves_of_the_weapons_of_a_vehicle(
    arms: int, occasion: Occasion, keeps: bool, before: int, fired: int, spent: int, flags: set[str]
) -> None:
    table = Table(german="PzIVH 2", american="us666").put("C3", "PzIVH.1", "PzIVH.2")
    on_the_march(table, "us666.1")
    tank = table.unit("PzIVH.1")
    if before:
        table.g.arms_fired[tank] = before
    found = difference(table, lambda: fire_arms(table.g, tank, arms, occasion, keeps=keeps))
    assert table.g.arms_fired.get(tank, 0) == fired
    assert table.g.arms_spent.get(tank, 0) == spent
    volleys = ((tank, arms),) if occasion == "first" else ()
    assert table.g.moving.volleys == volleys
    for name in ("arms_fired", "arms_spent", "march"):
        found.pop(name, None)
    assert found == dict.fromkeys(flags, "+PzIVH.1")


@pytest.mark.rule("squad:A7.9")
@pytest.mark.parametrize(
    ("group", "leaders", "cowers"),
    [
        ("ss658.1", "", True), ("ss658.1", "ss91.1", False), ("ss658.1 ss658.2", "ss91.1", True),
        ("ss658.1 ss658.2", "ss91.1 ss92.1", False), ("ssLMG.1", "", True), ("sshero.1", "", False),
        ("PzIVH.1", "", False), ("PzIVH.1 ss658.1", "", True),
    ],
)  # fmt: skip
def test_who_cowers(group: str, leaders: str, cowers: bool) -> None:
    table = Table(german="ss658 2 ss91 ss92 ssLMG sshero PzIVH", american="us666")
    table.put("C3", "ss658.1+ssLMG.1", "ss91.1", "sshero.1", "PzIVH.1").put(
        "D3", "ss658.2", "ss92.1"
    )
    order = Aiming(
        GERMAN, "prep", tuple(map(table.unit, group.split())),
        tuple(map(table.unit, leaders.split())), table.place("F3"),
    )  # fmt: skip
    assert can_cower(table.g, order) is cowers


@pytest.mark.rule("squad:C1.31")
@pytest.mark.parametrize(
    ("way", "far", "to"),
    [(1, 1, "E4"), (1, 2, "E4"), (1, 3, "E3"), (1, 4, "E3"), (1, 6, "E2"), (4, 5, "E8"),
     (2, 1, "F4"), (4, 6, "E8")],
)  # fmt: skip
def test_shells_scatter_half_a_die_in_the_direction_of_another(way: int, far: int, to: str) -> None:
    table = Table(german="ss658", american="us666").dice(way, far)
    assert scatter(table.g, table.place("E5"), 6) == (table.place(to), (6, way, far))


@pytest.mark.rule("squad:C1.31")
@pytest.mark.parametrize(("far", "lost"), [(2, False), (3, True), (6, True)])
def test_shells_may_miss_the_map(far: int, lost: bool) -> None:
    table = Table(german="ss658", american="us666").dice(1, far)
    hexagon, dice = scatter(table.g, table.place("E2"), 5)
    assert (hexagon == OFF_MAP) is lost
    assert dice == (5, 1, far)


@pytest.mark.rule("squad:E7.41", "squad:E7.42")
@pytest.mark.parametrize(
    ("dice", "changed"),
    [((2, 2), "burning"), ((3, 4), "wrecks"), ((4, 4), "immobile"), ((4, 5), "")],
)
def test_what_a_plane_does_to_armour(dice: tuple[int, int], changed: str) -> None:
    table = Table(german="PzIVH 3 Opel", american="us666").put("C3", "PzIVH.1", "PzIVH.2", "Opel.1")
    table.mark("wrecks", "PzIVH.2").dice(*dice, ...)
    units = sum(1 << table.unit(name) for name in ("PzIVH.1", "PzIVH.2", "Opel.1"))
    found = difference(table, lambda: hit_armour(table.g, units, 8, "bombs", table.events))
    for name in ("losses", "smoke"):
        found.pop(name, None)
    expected = {changed: "+PzIVH.1"} if changed else {}
    assert found == expected | ({"wrecks": "+PzIVH.1"} if changed == "burning" else {})


# -- movement -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.3", "squad:D2.3")
@pytest.mark.parametrize(
    ("lines", "state", "may"),
    [
        (("C4 woods",), "", True), (("C4 brush",), "", False), ((), "", False),
        (("C4 woods", "C5 woods"), "", False), (("C4 woods", "C5 stone_building"), "", True),
        (("C4 stone_building", "C5 stone_building"), "", False),
        (("C4 stone_building", "C5 woods"), "", True), (("C4 woods", "C3 woods"), "", True),
        (("C4 stone_building joins=S",), "", False), (("C4 stone_building joins=N",), "", True),
        (("C4 woods",), "blazes", False), (("C4 stone_building",), "rubble", False),
        (("C4 woods",), "beside", True),
    ],
)  # fmt: skip
def test_where_there_is_room_beside_an_obstacle(
    lines: tuple[str, ...], state: str, may: bool
) -> None:
    table = Table(*lines, german="ss658", american="us666")
    here = table.place("C4")
    match state:
        case "blazes":
            table.g.blazes = 1 << here
        case "rubble":
            table.g.rubble[here] = 2
        case "beside":
            table.g.blazes = 1 << table.place("D4")
            table.g.rubble[table.place("B4")] = 2
    assert may_bypass(table.g, here, SOUTH) is may


@pytest.mark.rule("squad:A4.3", "squad:D2.3")
def test_at_the_edge_of_the_map_an_obstacle_can_be_bypassed() -> None:
    table = Table("C10 woods", german="ss658", american="us666")
    assert may_bypass(table.g, table.place("C10"), SOUTH)


@pytest.mark.rule("squad:D9.31")
@pytest.mark.parametrize(
    ("vehicle", "unit", "state", "spent", "goes"),
    [
        ("PzIVH.1", "ss658.1", "", 0, True), ("PzIVH.1", "ss658.1", "", 2, False),
        ("Opel.1", "ss658.1", "", 0, False), ("PzIVH.1", "us666.1", "", 0, False),
        *(("PzIVH.1", "ss658.1", state, 0, False)
          for state in ("moved", "prep_fired", "ti", "broken", "pinned", "melee", "cx")),
        ("PzIVH.1", "ss658.1", "wounded", 0, True), ("PzIVH.1", "ss228.1", "", 0, False),
        ("PzIVH.1", "ss91.1", "", 0, True),
    ],
)  # fmt: skip
def test_who_may_follow_a_tank(vehicle: str, unit: str, state: str, spent: int, goes: bool) -> None:
    table = Table(german="PzIVH Opel ss658 2 ss91 ss228 pak40", american="us666").put("C3", vehicle)
    table.put("C3", f"{unit}+pak40.1" if unit == "ss228.1" else unit)
    if state:
        table.mark(state, unit)
    on_the_march(table, vehicle, spent=spent)
    assert followers(table.g, table.g.moving) == [table.unit(unit)] * goes


@pytest.mark.rule("squad:D9.31")
@pytest.mark.parametrize("state", ["bypass", "motion", "man in bypass", "nowhere"])
def test_nobody_follows_a_tank_that_drives_or_stands_elsewhere(state: str) -> None:
    table = Table(german="PzIVH ss658", american="us666").put("C3", "PzIVH.1", "ss658.1")
    match state:
        case "bypass":
            table.g.bypass[table.unit("PzIVH.1")] = (1, 0)
        case "motion":
            table.mark("motion", "PzIVH.1")
        case "man in bypass":
            table.g.bypass[table.unit("ss658.1")] = (1, 0)
        case _:
            table.g.put(table.unit("PzIVH.1"), NOWHERE)
    on_the_march(table, "PzIVH.1")
    assert not followers(table.g, table.g.moving)


@pytest.mark.rule("squad:D6.5")
@pytest.mark.parametrize(
    ("state", "who", "side", "gets_off"),
    [
        ("", "", GERMAN, True), ("", "", AMERICAN, False), ("motion", "SPW251.1", GERMAN, False),
        ("motion", "SPW251.2", GERMAN, True),
        *((state, "ss658.1", GERMAN, False) for state in ("moved", "prep_fired", "ti", "pinned")),
        ("moved", "ss658.2", GERMAN, True), ("cx", "ss658.1", GERMAN, True),
    ],
)  # fmt: skip
def test_who_gets_off_a_vehicle_that_stands(
    state: str, who: str, side: int, gets_off: bool
) -> None:
    table = Table(german="SPW251 2 ss658 2", american="us666").put("C3", "SPW251.1", "SPW251.2")
    table.aboard("SPW251.1", "ss658.1")
    if state:
        table.mark(state, who)
    assert bool(list(own_exits(table.g, side))) is gets_off


@pytest.mark.rule("squad:D6.5")
@pytest.mark.parametrize(("driven", "gets_off"), [(0, True), (24, True), (25, False), (32, False)])
def test_who_has_ridden_all_the_way_does_not_walk_on(driven: int, gets_off: bool) -> None:
    """The half-track has sixteen MP, and letting people off takes four of them."""
    table = Table(german="SPW251 ss658", american="us666").put("C3", "SPW251.1")
    table.aboard("SPW251.1", "ss658.1")
    table.g.driven[table.unit("SPW251.1")] = driven
    assert bool(list(own_exits(table.g, GERMAN))) is gets_off


@pytest.mark.rule("squad:D5.4")
@pytest.mark.parametrize(
    ("state", "may"),
    [("", True), ("buttoned", True), *((state, False) for state in (
        "wrecks", "abandoned", "motion", "moved", "prep_fired", "shocked", "hidden"))],
)  # fmt: skip
def test_a_vehicle_is_given_up_only_where_it_stands_idle(state: str, may: bool) -> None:
    special = 'special = ["crews"]\n'
    table = Table(german="PzIVH 2", american="us666", scenario=special).put("C3", "PzIVH.1")
    if state:
        table.mark(state, "PzIVH.1")
    assert can_abandon(table.g, table.unit("PzIVH.1")) is may


@pytest.mark.rule("squad:D5.4")
@pytest.mark.parametrize(
    ("unit", "state", "ready"),
    [("ss658.1", "", True), ("ss91.1", "", False), ("us666.1", "", False), ("ss658.1", "cx", True),
     *(("ss658.1", state, False) for state in (
         "moved", "prep_fired", "ti", "pinned", "unarmed", "berserk", "broken", "melee"))],
)  # fmt: skip
def test_who_may_man_a_vehicle(unit: str, state: str, ready: bool) -> None:
    table = Table(german="ss658 2 ss91 SPW251", american="us666").put("C3", unit)
    if state:
        table.mark(state, unit)
    assert men_ready(table.g, GERMAN) == (1 << table.unit(unit) if ready else 0)


@pytest.mark.rule("squad:B34.41")
@pytest.mark.parametrize(
    ("vehicle", "way", "manner", "buttoned", "may"),
    [
        ("PzIVH.1", "tracked", "move", True, True), ("PzIVH.1", "tracked", "move", False, False),
        ("PzIVH.1", "tracked", "bypass", True, False),
        ("PzIVH.1", "halftrack", "move", True, False),
        ("SPW251.1", "tracked", "move", True, False), ("Opel.1", "tracked", "move", True, False),
    ],
)  # fmt: skip
def test_what_drives_into_a_tower(
    vehicle: str, way: str, manner: Manner, buttoned: bool, may: bool
) -> None:
    special = 'special = ["towers"]\n'
    table = Table(
        "C4 woods tower=1", german="PzIVH SPW251 Opel", american="us666", scenario=special
    )
    if buttoned:
        table.mark("buttoned", vehicle)
    entry = Entry(table.unit(vehicle), way, table.place("C3"), table.place("C4"), SOUTH, manner)
    assert breaks_in(table.g, entry) is may
    tower = entry._replace(to=table.place("C4/tower"))
    assert not breaks_in(table.g, tower)


# -- rail cars, reinforcements --------------------------------------------------------------------


@pytest.mark.rule("squad:B32.6b", "squad:ex-B32.6a", "squad:ex-B32.6b", "squad:B32.52c")
@pytest.mark.parametrize(
    ("cars", "counters", "rubble", "side", "crosses"),
    [
        ("C4", "", "", SOUTH, True), ("C5", "", "", SOUTH, True), ("", "C4", "", SOUTH, False),
        ("", "C4 C5", "", SOUTH, True), ("", "C4 C5", "", NORTH, False),
        ("", "C4", "C5", SOUTH, True),
        ("", "C4 C3", "", SOUTH, False), ("C4", "", "", 1, False), ("", "C4 D4", "", 1, False),
        ("C4", "", "C4", SOUTH, True),
    ],
)  # fmt: skip
def test_where_rail_cars_stand_across_a_hexside(
    cars: str, counters: str, rubble: str, side: int, crosses: bool
) -> None:
    """A track runs from C2 to C6, beside it there is none."""
    lines = [
        f"C{row} under=rail under_sides=N,S" + (" cars=printed" if cars == f"C{row}" else "")
        for row in range(2, 7)
    ]
    table = Table(*lines, german="ss658", american="us666")
    table.g.cars = sum(1 << table.place(name) for name in counters.split())
    for name in rubble.split():
        table.g.rubble[table.place(name)] = 1
    assert art_crosses(table.g, table.place("C4"), side) is crosses


@pytest.mark.rule("squad:B32.52c", "squad:ex-B32.6a")
def test_no_train_stands_across_the_edge_of_the_map_but_a_printed_one() -> None:
    for cars, crosses in (("", False), (" cars=printed", True)):
        table = Table(f"C10 under=rail under_sides=N,S{cars}", german="ss658", american="us666")
        table.g.cars = 1 << table.place("C10")
        assert art_crosses(table.g, table.place("C10"), SOUTH) is crosses


@pytest.mark.rule("squad:A4.4", "squad:C1.2")
def test_reinforcements_bring_their_weapons_in_order() -> None:
    """Guns go to the crews, radios to leaders, the rest to the squads from the first on."""
    group = ('[[group]]\nside = "german"\nturn = 2\narea = ["A5"]\nunits = { "ss548" = 2, '
             '"ss228" = 1, "ss80" = 1, "ssLMG" = 2, "pak40" = 1, "ssRadio" = 2 }\n')  # fmt: skip
    table = Table(german="ss658 ssPSK", american="us666", scenario=group)
    table.g.owner = [Piece(NOBODY)] * len(table.g.owner)
    arm_reinforcements(table.g)
    units = table.g.setting.units
    held = {
        units[item].token: units[owner].token
        for item, owner in enumerate(table.g.owner) if owner != NOBODY
    }  # fmt: skip
    assert held == {
        "ssLMG.1": "ss548.1", "ssLMG.2": "ss548.2", "pak40.1": "ss228.1", "ssRadio.1": "ss80.1",
    }  # fmt: skip


@pytest.mark.rule("squad:A4.4")
@pytest.mark.parametrize(
    ("units", "held"),
    [
        ('"ss548" = 2, "ssLMG" = 3', {"ssLMG.1": "ss548.1", "ssLMG.2": "ss548.2",
                                      "ssLMG.3": "ss548.1"}),
        ('"ss228" = 1, "ss548" = 1, "ssLMG" = 1, "pak40" = 1',
         {"ssLMG.1": "ss548.1", "pak40.1": "ss228.1"}),
        ('"ss548" = 2, "pak40" = 1', {"pak40.1": "ss548.2"}),
        ('"ss80" = 1, "ssLMG" = 1', {}),
    ],
)  # fmt: skip
def test_when_all_reinforcements_have_a_weapon_the_first_gets_another(
    units: str, held: dict[str, str]
) -> None:
    group = f'[[group]]\nside = "german"\nturn = 2\narea = ["A5"]\nunits = {{ {units} }}\n'
    table = Table(german="ss658", american="us666", scenario=group)
    table.g.owner = [Piece(NOBODY)] * len(table.g.owner)
    arm_reinforcements(table.g)
    names = [unit.token for unit in table.g.setting.units]
    found = {names[item]: names[own] for item, own in enumerate(table.g.owner) if own != NOBODY}
    assert found == held


@pytest.mark.rule("squad:A8.2")
def test_the_worst_line_of_a_group_tells_what_its_fire_leaves() -> None:
    """Brush in C3 hinders those in C1, nothing those in C9."""
    left = []
    for names in (("C9",), ("C1",), ("C1", "C9")):
        table = Table("C3 brush", german="ss658", american="us666")
        attack = Attack("fire", 0, tuple(map(table.place, names)), table.place("C5"))
        leave_residual(table.g, attack, 6, table.events)
        left.append(table.g.residual[table.place("C5")])
    assert left == [left[0], left[0] - 1, left[0] - 1]
