"""Vehicles on narrow streets: barrels, turning, towing, loading. Rules P5.12-P5.126."""

from __future__ import annotations

import pytest

from salient.engine.ids import Piece
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, HitRolled, Tried
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mp_left
from salient.games.squad.core.subjects import Attack, Entry, Means
from salient.games.squad.core.unit_rows import VehicleRow
from salient.games.squad.ground.street_dangers import street_flanks, street_smoke
from salient.games.squad.ground.street_vehicles import (
    about_cost,
    about_orders,
    is_gun_aligned,
    is_hemmed_in,
    is_turning_back,
    loading_places,
    swing_modifiers,
)
from salient.games.squad.sight.los import look_across
from tests.games.squad.street_table import on_street, passage, retool, street
from tests.games.squad.table import GAME, Table


def row_of(table: Table, unit: str) -> VehicleRow:
    return table.g.setting.vehicle_row(table.unit(unit))


def parked(*lines: str, **more: str) -> Table:
    """A Panzer IV (75L) standing on the street N17-O17, facing down it."""
    return on_street(street(*lines, **more), "PzIVH.1", "O17", "sw", "sw")


# -- turrets --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.121")
@pytest.mark.parametrize(("turret", "free"), [("e", True), ("w", True), ("ne", False),
                                              ("sw", False)])  # fmt: skip
def test_a_long_gun_rolls_along_a_street_ahead_or_astern_only(turret: str, free: bool) -> None:
    table = street().put("N16", "PzIVH.1", facing=turret)
    table.g.facing[table.unit("PzIVH.1")] = 2
    entry = passage(table, "PzIVH.1", "O17", "sw", "tracked")
    assert entry_cost(table.g, entry, 26).bar == ("" if free else "P5.121")
    assert ("bypass O17 sw" in table.move().play("move PzIVH.1").offered()) is free


@pytest.mark.rule("squad:P5.121")
@pytest.mark.parametrize(
    ("calibre", "barrel", "turret", "free"),
    [(75, "L", "T", False), (50, "", "T", False), (47, "L", "T", True), (75, "*", "T", True),
     (75, "L", "NT", True)],
)  # fmt: skip
def test_short_small_and_fixed_guns_do_not_mind(
    calibre: int, barrel: str, turret: str, free: bool
) -> None:
    table = street(scenario=f"# {calibre}{barrel}{turret}\n").put("N16", "PzIVH.1", facing="e")
    retool(table, "PzIVH.1", calibre=calibre, barrel=barrel, turret=turret)
    table.g.turret[table.unit("PzIVH.1")] = 1
    assert is_gun_aligned(table.g, table.unit("PzIVH.1")) is free


@pytest.mark.rule("squad:P5.121")
@pytest.mark.parametrize(("turret", "rolls"), [(4, True), (1, True), (3, False), (5, False)])
def test_with_its_gun_aside_a_tank_stays_where_it_stands_on_a_street(
    turret: int, rolls: bool
) -> None:
    """It may neither go on along the street nor leave it for the next hex."""
    table = parked()
    table.g.turret[table.unit("PzIVH.1")] = turret
    table.move().play("move PzIVH.1")
    assert ("bypass O18 nw" in table.offered()) is rolls
    assert ("drive O18" in table.offered()) is rolls


@pytest.mark.rule("squad:P5.121")
def test_in_motion_a_long_gun_is_not_swung_aside() -> None:
    table = parked().mark("motion", "PzIVH.1").move().play("move PzIVH.1")
    assert table.offered("turret") == {"turret ne"}, "the exact rear"


@pytest.mark.rule("squad:P5.122a")
@pytest.mark.parametrize(("die", "turns"), [(1, True), (2, True), (3, False)])
def test_a_die_decides_whether_a_gun_swings_among_houses(die: int, turns: bool) -> None:
    table = parked().move().play("move PzIVH.1").dice(die).play("turret w")
    assert table.happened(Tried)[0].result == ("passed" if turns else "failed")
    assert (table.g.turret[table.unit("PzIVH.1")] == 5) is turns
    assert table.spent() == (0 if turns else 2)


@pytest.mark.rule("squad:P5.122a")
def test_back_to_where_the_hull_faces_a_gun_swings_freely() -> None:
    table = parked()
    table.g.turret[table.unit("PzIVH.1")] = 5
    table.move().play("move PzIVH.1", "turret sw")
    assert not table.happened(Tried)
    free = street().put("N16", "PzIVH.1", facing="e").move().play("move PzIVH.1", "turret w")
    assert not free.happened(Tried), "nor is there a die off the street"


@pytest.mark.rule("squad:P5.122b")
def test_two_tries_in_a_phase_at_two_points_each() -> None:
    table = parked().move().play("move PzIVH.1")
    table.dice(6).play("turret w").dice(6).play("turret w")
    assert table.spent() == 4
    assert not table.offered("turret")


@pytest.mark.rule("squad:P5.122a", "squad:P5.122b")
def test_a_gun_that_does_not_swing_does_not_fire() -> None:
    table = parked().put("M17", "us666.1").fire("german", "prep")
    table.dice(6).attack("PzIVH.1", "M17")
    table.dice(6).attack("PzIVH.1", "M17")
    assert [event.result for event in table.happened(Tried)] == ["failed", "failed"]
    assert not table.happened(HitRolled)
    assert "shell M17" not in table.play("fire PzIVH.1").offered(), "smoke ahead is all it can do"
    again = parked().put("M17", "us666.1").fire("german", "prep")
    again.dice(1, 3, 3).attack("PzIVH.1", "M17")
    assert again.happened(HitRolled)


@pytest.mark.rule("squad:P5.122c")
@pytest.mark.parametrize(
    ("barrel", "buttoned", "total"),
    [("LL", True, 3), ("*", False, -1), ("L", False, 1), ("", True, 1), ("", False, 0)],
)
def test_what_counts_for_swinging_a_gun(barrel: str, buttoned: bool, total: int) -> None:
    table = street(scenario=f"# swing{barrel}\n")
    retool(table, "PzIVH.1", barrel=barrel)
    found = swing_modifiers(row_of(table, "PzIVH.1"), buttoned=buttoned)
    assert sum(modifier.value for modifier in found) == total


@pytest.mark.rule("squad:P5.122c")
def test_closed_hatches_make_it_harder() -> None:
    table = parked().mark("buttoned", "PzIVH.1").move().play("move PzIVH.1")
    table.dice(2).play("turret w")
    assert table.happened(Tried)[0].result == "failed", "2 + 1 (L) + 1 (BU)"


@pytest.mark.rule("squad:P5.122a")
@pytest.mark.parametrize(
    ("special", "road", "tries"),
    [("one_lane_roads", "road=N,S", True), ("one_lane_roads", "road=N,S paved=N,S", False),
     ("one_lane_roads", "", False), ("night", "road=N,S", False)],
)  # fmt: skip
def test_on_a_one_lane_road_a_long_gun_needs_the_die_too(
    special: str, road: str, tries: bool
) -> None:
    """Under the special rule all roads that are not paved are one-lane (reading of SSR KGP7)."""
    table = Table(f"C4 open_ground {road}", german="PzIVH", scenario=f'special = ["{special}"]\n')
    table.put("C4", "PzIVH.1", facing="ne").move().play("move PzIVH.1")
    if tries:
        table.dice(3)
    table.play("turret w")
    assert [event.result for event in table.happened(Tried)] == ["failed"] * tries, "3 + 1 (L)"


# -- hulls ----------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.123b", "squad:P5.12")
def test_a_tank_turns_at_corners_only_and_never_back() -> None:
    table = parked().mark("motion", "PzIVH.1").move().play("move PzIVH.1")
    assert not table.offered("turn")
    assert not table.offered("about")
    assert "bypass N17 ne" not in table.offered(), "not back where it came from"
    assert {"bypass O18 nw", "bypass O17 s"} <= table.offered("bypass")
    off = street().put("O18", "PzIVH.1", facing="e").move().play("move PzIVH.1")
    assert off.offered("turn")


@pytest.mark.rule("squad:P5.123b")
def test_a_fixed_gun_on_a_street_fires_only_ahead() -> None:
    table = street(scenario="# fixed\n").put("M17", "us666.1")
    retool(table, "PzIVH.1", turret="NT", cmg=0, bmg=0, aamg=0)
    on_street(table, "PzIVH.1", "O17", "sw", "sw").fire("german", "prep")
    assert "shell M17" not in table.play("fire PzIVH.1").offered()
    del table.g.bypass[table.unit("PzIVH.1")]
    table.put("N18", "PzIVH.1", facing="e")
    assert "shell M17" in table.fire("german", "prep").play("fire PzIVH.1").offered()


@pytest.mark.rule("squad:P5.123a")
@pytest.mark.parametrize(
    ("side", "unit", "spent"), [("german", "Kfz1.1", 15), ("american", "Jeep.1", 18.5)]
)
def test_very_small_vehicles_turn_about(side: str, unit: str, spent: float) -> None:
    """Half of the printed 30 MP, or 37 MP."""
    table = street(german="Kfz1", american="Jeep")
    on_street(table, unit, "O17", "sw", "sw").mark("motion", unit).move(side)
    table.play(f"move {unit}")
    assert "bypass N17 ne" not in table.offered()
    table.play("about")
    assert table.spent() == spent
    assert table.g.facing[table.unit(unit)] == table.g.turret[table.unit(unit)] == 5
    back = {text for text in table.offered("bypass") if text in ("bypass N17 ne", "bypass O18 nw")}
    assert back == {"bypass N17 ne"}, "now only back"


@pytest.mark.rule("squad:P5.123a")
def test_a_lorry_does_not_turn_about() -> None:
    table = street()
    on_street(table, "Opel.1", "O17", "sw", "sw").mark("motion", "Opel.1").move()
    assert "about" not in table.play("move Opel.1").offered()


# -- towing, loading, wrecks ----------------------------------------------------------------------


@pytest.mark.rule("squad:P5.125")
def test_passengers_get_on_and_off_on_both_sides_of_a_street() -> None:
    table = street().put("N16", "Opel.1")
    truck = table.unit("Opel.1")
    assert loading_places(table.g, truck) == (table.place("N16"),)
    on_street(table, "Opel.1", "O17", "sw", "sw")
    assert set(loading_places(table.g, truck)) == {table.place("O17"), table.place("N17")}


@pytest.mark.rule("squad:P5.126b", "squad:D10.4")
def test_a_tank_pushes_a_wreck_aside_but_not_off_a_street() -> None:
    table = parked().mark("wrecks", "PzIVH.1").put("O17", "PzIVH.2", facing="e")
    table.move().play("move PzIVH.2")
    assert not table.offered("shove")
    open_ground = street().put("M17", "PzIVH.1", "PzIVH.2", "ss658.1").mark("wrecks", "PzIVH.1")
    open_ground.move().play("move PzIVH.2", "shove PzIVH.1")
    assert open_ground.where("PzIVH.1") == ""
    left = {text.split()[0] for text in open_ground.offered()}
    assert not left & {"drive", "turn", "reverse", "shove"}, "that took its whole move"


@pytest.mark.rule("squad:P5.126b", "squad:D10.4")
@pytest.mark.parametrize(("unit", "flag"), [("PzIVH.2", "burning"), ("Opel.1", "")])
def test_burning_wrecks_stay_and_trucks_push_nothing(unit: str, flag: str) -> None:
    table = street().put("M17", "PzIVH.1", unit).mark("wrecks", "PzIVH.1")
    if flag:
        table.mark(flag, "PzIVH.1")
    assert not table.move().play(f"move {unit}").offered("shove")


@pytest.mark.rule("squad:P5.12")
def test_all_limits_of_narrow_streets_hold_at_once() -> None:
    table = street().put("N16", "PzVG.1", facing="e").move().play("move PzVG.1", "bypass O17 sw")
    assert not table.offered("turn"), "P5.123b"
    assert table.offered("turret") <= {"turret ne"}, "P5.121"
    table.g.rubble[table.place("O19")] = 2
    table.play("bypass O18 sw")
    assert not {text for text in table.offered("bypass") if "O19" in text}, "P5.126a"


# -- armour leaders -------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.122c", "squad:D3.44")
@pytest.mark.parametrize(("leader", "turns"), [(0, False), (-1, True)])
def test_an_armour_leader_helps_to_swing_the_gun_between_houses(leader: int, turns: bool) -> None:
    """A 75L adds one: a die of 3 fails by one."""
    extra = f'commanders = {{ "PzIVH.1" = {leader} }}\n' if leader else ""
    table = on_street(street(scenario=extra), "PzIVH.1", "O17", "sw", "sw").put("A1", "us666.1")
    tank = table.unit("PzIVH.1")
    corner = (table.g.facing[tank] + 1) % 6
    table.dice(3).move("german").play("move PzIVH.1", f"turret {CORNER_WORDS[corner]}")
    assert (table.g.turret[tank] == corner) is turns


@pytest.mark.rule("squad:D3.44")
def test_an_armour_leader_directs_gun_and_machine_guns() -> None:
    table = Table(german="PzIVH", american="us666 2", scenario='commanders = { "PzIVH.1" = -1 }\n')
    table.put("C3", "PzIVH.1", facing="e").put("H3", "us666.1").put("H5", "us666.2")
    table.phase("prep").dice(6, 5).play("fire PzIVH.1", "shell H3")
    assert ("D3.44", -1) in [(m.rule, m.value) for m in table.happened(HitRolled)[-1].modifiers]
    table.dice(6, 6, ...).play("fire PzIVH.1", "at H3")
    assert ("D3.44", -1) in [(m.rule, m.value) for m in table.happened(Fired)[-1].modifiers]


@pytest.mark.rule("squad:D3.44")
def test_the_lead_tank_of_the_village_has_one() -> None:
    g, _ = GAME.start("village", bytes(32), {"setup": "ready"})
    assert g.setting.commander == {g.setting.unit("PzVG.1"): -1}


@pytest.mark.rule("squad:D10.4")
@pytest.mark.parametrize(
    ("unit", "flag", "may"),
    [("PzIVH.1", "", True), ("PzIVH.1", "motion", False), ("PzIVH.1", "immobile", False),
     ("PzIVH.1", "bogged", False), ("SPW251.1", "", False), ("PzIVH.1", "bypass", False)],
)  # fmt: skip
def test_only_a_tracked_afv_that_stands_free_pushes_wrecks(unit: str, flag: str, may: bool) -> None:
    table = Table("C3 woods", german="PzIVH 2 SPW251", american="us666")
    table.put("C3", unit, "PzIVH.2", facing="e").mark("wrecks", "PzIVH.2")
    if flag == "bypass":
        table.g.bypass[table.unit(unit)] = (1, 2)
    elif flag:
        table.mark(flag, unit)
    table.move("german")
    if f"move {unit}" in table.offered():
        table.play(f"move {unit}")
    assert bool(table.offered("shove")) is may


@pytest.mark.rule("squad:D10.4")
def test_after_driving_no_wreck_is_pushed() -> None:
    table = Table(german="PzIVH 2", american="us666").put("C3", "PzIVH.1", facing="e")
    table.put("D3", "PzIVH.2").mark("wrecks", "PzIVH.2").move().play("move PzIVH.1", "drive D3")
    assert not table.offered("shove")


@pytest.mark.rule("squad:P5.122b")
def test_a_turret_that_swings_has_swung_and_does_so_once() -> None:
    table = parked().move().play("move PzIVH.1").dice(1).play("turret w")
    assert table.g.turret[table.unit("PzIVH.1")] == CORNER_WORDS.index("w")
    assert table.g.facing[table.unit("PzIVH.1")] == CORNER_WORDS.index("sw")
    assert not table.offered("turret")


@pytest.mark.rule("squad:P5.131")
@pytest.mark.parametrize(
    ("own", "beside", "aimed_at", "firing"),
    [(0, 0, [], []), (0, 1, [1], [2]), (0, 2, [2], [3]), (1, 2, [1], [1]), (2, 2, [], []),
     (3, 2, [], []), (1, 0, [], [])],
)  # fmt: skip
def test_the_thicker_smoke_counts_of_both_sides_of_the_street(
    own: int, beside: int, aimed_at: list[int], firing: list[int]
) -> None:
    """Who fires out of smoke that is not his own has one more."""
    table = on_street(street().put("N19", "us666.1"), "ss658.1", "O17", "sw", "sw")
    one, other, here = table.unit("ss658.1"), table.unit("us666.1"), table.place("O17")
    (across,) = street_flanks(table.g, one)
    table.g.smoke = {at: depth for at, depth in ((here, own), (across, beside)) if depth}
    look = look_across(table.g, here, here)

    def found(attack: Attack, unit: Piece) -> list[int]:
        return [cover.value for cover in street_smoke(table.g, attack, unit, look)]

    assert found(Attack("fire", 1, (), here, False, (other,)), one) == aimed_at
    assert found(Attack("fire", 0, (), here, False, (one,)), other) == firing
    without: tuple[Means, ...] = ("mines", "residual", "shell")
    for means in without:
        assert not found(Attack(means, 1, (), here, False, (other,)), one)


@pytest.mark.rule("squad:P5.123b")
@pytest.mark.parametrize("corner", [4, 5])
def test_who_looks_to_the_corner_he_stands_at_does_not_turn_back(corner: int) -> None:
    """The south-west side of O17 lies between its corners 4 and 5."""
    table = on_street(street(), "PzIVH.1", "O17", "sw", CORNER_WORDS[corner])
    unit, here = table.unit("PzIVH.1"), table.place("O17")
    entry = Entry(unit, "tracked", here, table.place("O18"), 3)
    assert not is_turning_back(table.g, entry)
    table.g.facing[unit] = 9 - corner
    assert is_turning_back(table.g, entry), "to the other end of its hexside"


@pytest.mark.rule("squad:P5.122a")
@pytest.mark.parametrize(
    ("special", "bypass", "hemmed"),
    [("one_lane_roads", False, True), ("one_lane_roads", True, False), ("night", False, False),
     ("night", True, False)],
)  # fmt: skip
def test_off_the_streets_only_the_middle_of_a_one_lane_road_hems_a_gun_in(
    special: str, bypass: bool, hemmed: bool
) -> None:
    table = Table("C4 woods road=N,S", german="PzIVH", scenario=f'special = ["{special}"]\n')
    table.put("C4", "PzIVH.1", facing="ne")
    if bypass:
        table.g.bypass[table.unit("PzIVH.1")] = (1, 1)
    assert is_hemmed_in(table.g, table.unit("PzIVH.1")) is hemmed


@pytest.mark.rule("squad:P5.123a")
@pytest.mark.parametrize(("spare", "offered"), [(1, True), (0, True), (-1, False)])
def test_turning_about_takes_no_more_than_a_vehicle_has_left(spare: int, offered: bool) -> None:
    table = on_street(street(german="Kfz1"), "Kfz1.1", "O17", "sw", "sw")
    unit = table.unit("Kfz1.1")
    spent = mp_left(table.g, March((unit,))) - about_cost(row_of(table, "Kfz1.1")) - spare
    assert bool(list(about_orders(table.g, March((unit,), spent=spent)))) is offered
