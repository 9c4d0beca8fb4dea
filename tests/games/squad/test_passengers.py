"""Passengers and riders: getting on and off, under fire, wrecks; armoured assault. D6, D9.31."""

from __future__ import annotations

from typing import Any

import pytest

from salient.games.squad.combat.riding import fall_off, is_rider
from salient.games.squad.core.events.fire import Fired, Tried
from salient.games.squad.core.events.men import Checked
from salient.games.squad.core.events.movement import Alighted
from salient.games.squad.core.march import March
from salient.games.squad.core.setting import corner_of
from salient.games.squad.ground.falling_debris import fall_on
from salient.games.squad.ground.street_vehicles import about_orders
from salient.games.squad.vehicles.passengers import capacity
from tests.games.squad.street_table import on_street, retool, street
from tests.games.squad.table import GAME, Table

GERMAN = "ss658 3 ss91 ssLMG 2 ssHMG SPW251 PzIVH Opel ss228 pak40"
AMERICAN = "us666 2 M4A3 us57 us227"


def camp(*lines: str, **more: Any) -> Table:
    table = Table(*lines, german=GERMAN, american=AMERICAN, **more)
    return table.put("C3", "SPW251.1", facing="e").put("C3", "ss658.1+ssLMG.1", "ss91.1")


def loaded(*lines: str) -> Table:
    """A half-track with a squad and a leader aboard."""
    table = Table(*lines, german=GERMAN, american=AMERICAN)
    return table.put("C3", "SPW251.1", facing="e").aboard("SPW251.1", "ss658.1+ssLMG.1", "ss91.1")


def riders(*lines: str, at: str = "C3") -> Table:
    """A tank with a squad on it."""
    table = Table(*lines, german=GERMAN, american=AMERICAN)
    return table.put(at, "PzIVH.1", facing="e").aboard("PzIVH.1", "ss658.1")


# -- getting on and off ---------------------------------------------------------------------------


@pytest.mark.rule("squad:D6.1", "squad:D6.4")
def test_a_squad_and_its_leader_get_on_a_half_track_and_drive_along() -> None:
    table = camp().move().play("move ss658.1", "join ss91.1", "board SPW251.1")
    assert set(table.g.aboard) == {table.unit("ss658.1"), table.unit("ss91.1")}
    table.play("move SPW251.1", "drive F4")
    assert table.where("ss658.1") == table.where("ss91.1") == table.where("ssLMG.1") == "F4"


@pytest.mark.rule("squad:D6.4")
def test_getting_on_costs_one_factor_and_the_vehicle_a_quarter_of_its_points() -> None:
    table = camp().move().play("move ss658.1", "board SPW251.1", "move SPW251.1")
    assert table.question.values["points"] == 16 - 1 - 4


@pytest.mark.rule("squad:D6.5")
def test_what_they_have_walked_before_is_missing_for_the_vehicle() -> None:
    """One MF for a hex and one for getting on are half of what a squad has."""
    table = camp().put("B3", "ss658.2").move().play("move ss658.2", "go C3", "board SPW251.1")
    assert table.play("move SPW251.1").question.values["points"] == 16 - 1 - 8


@pytest.mark.rule("squad:D6.5")
@pytest.mark.parametrize(("turns", "left"), [(0, 3), (2, 2), (6, 1), (11, None)])
def test_those_aboard_have_the_part_of_their_factors_that_the_vehicle_has_left(
    turns: int, left: int | None
) -> None:
    """A half-track of 16 MP starts, turns and stops; of four MF getting off takes one."""
    table = loaded().put("C3", "ss91.1").move()
    del table.g.aboard[table.unit("ss91.1")]
    if turns:
        table.play("move SPW251.1")
        for turn in range(turns):
            table.play(f"turn {('se', 'e')[turn % 2]}")
        table.play("stop")
    if left is None:
        assert not table.offered("unload")
        return
    table.play("unload ss658.1 C3")
    assert table.question.values["points"] == left


@pytest.mark.rule("squad:D6.5")
def test_the_quarter_for_letting_off_is_paid_once_and_is_missing_for_driving() -> None:
    table = loaded().move().play("unload ss658.1 C3", "stop", "unload ss91.1 C3")
    assert table.question.values["points"] == 6 - 1
    table.play("stop", "move SPW251.1")
    assert table.question.values["points"] == 16 - 1 - 4


@pytest.mark.rule("squad:D6.4")
@pytest.mark.parametrize(("turns", "may"), [(5, True), (6, False)])
def test_what_loading_took_is_missing_beside_the_road(turns: int, may: bool) -> None:
    """Light woods cost a half-track 6 MP; of 16 loading takes 4, starting 1. Rules D6.4, B35.3."""
    lines = ("C4 woods road=N,S", "C3 road=N,S")
    table = camp(*lines, scenario='special = ["light_woods"]')
    table.g.facing[table.unit("SPW251.1")] = corner_of("se")
    table.move().play("move ss658.1", "board SPW251.1", "move SPW251.1")
    for turn in range(turns):
        table.play(f"turn {('sw', 'se')[turn % 2]}")
    assert ("aside C4" in table.offered()) is may


def test_what_loading_took_is_missing_for_turning_about_on_a_street() -> None:
    """A very small lorry of 32 MP turns about for 16; loading has taken 8. Rules D6.4, P5.123a."""
    table = street(scenario="# loaded jeep\n")
    retool(table, "Opel.1", size=2, mp=32)
    on_street(table, "Opel.1", "O17", "sw", "sw").put("O17", "ss658.1")
    table.move().play("move ss658.1", "board Opel.1")
    truck = table.unit("Opel.1")
    left = 32 - 8 - 1 - 16
    assert list(about_orders(table.g, March((truck,), spent=2 * left)))
    assert not list(about_orders(table.g, March((truck,), spent=2 * left + 1)))


@pytest.mark.rule("squad:D6.4", "squad:D10.4")
def test_a_tank_that_has_taken_riders_on_pushes_a_wreck_with_what_it_has_left() -> None:
    """A Panzer IV has 13 MP, of which loading takes 4. Rules D6.4, D10.4."""
    table = Table(german=GERMAN, american=AMERICAN).put("C3", "PzIVH.1", "Opel.1", "ss658.1")
    table.mark("wrecks", "Opel.1").move().play("move ss658.1", "board PzIVH.1")
    table.play("move PzIVH.1", "shove Opel.1")
    assert table.spent() == 13 - 4


@pytest.mark.rule("squad:D6.1")
def test_a_half_track_has_room_for_one_squad_and_its_weapons() -> None:
    table = camp().put("C3", "ss658.2")
    table.move().play("move ss658.1", "board SPW251.1", "move ss658.2")
    assert "board SPW251.1" not in table.offered()


@pytest.mark.rule("squad:D6.4")
def test_nobody_gets_on_a_vehicle_in_motion_or_a_wreck() -> None:
    table = camp().mark("motion", "SPW251.1").move().play("move ss658.1")
    assert "board SPW251.1" not in table.offered()


@pytest.mark.rule("squad:D6.1")
def test_who_is_aboard_neither_moves_nor_fires_by_himself() -> None:
    table = loaded().put("E4", "us666.1").fire("german", "prep")
    assert "fire ss658.1" not in table.offered()
    table = loaded().mark("motion", "SPW251.1").move()
    assert not [text for text in table.offered() if "ss658.1" in text]


@pytest.mark.rule("squad:D6.5")
def test_a_vehicle_stops_to_let_everybody_off_for_a_quarter_of_its_points() -> None:
    table = loaded().move().play("move SPW251.1", "drive E4", "unload ss658.1 E4")
    assert table.spent() == 1 + 2 + 1 + 4
    assert not table.is_("motion", "SPW251.1")
    table.play("unload ss91.1 E4")
    assert table.spent() == 8
    table.play("drive F4")
    assert table.where("ss658.1") == "E4"
    assert table.where("SPW251.1") == "F4"
    assert table.is_("moved", "ss658.1")


@pytest.mark.rule("squad:D6.5")
def test_those_aboard_a_vehicle_that_stands_get_off_and_walk_on() -> None:
    table = loaded().move().play("unload ss658.1 C3")
    assert table.spent() == 1
    table.play("go C6")
    assert table.where("ss658.1") == "C6"


@pytest.mark.rule("squad:A2.5")
def test_reinforcements_enter_aboard() -> None:
    extra = (
        '[[group]]\nside = "german"\nunits = { "ss548" = 1, "M3ht" = 1 }\narea = ["A5"]\nturn = 1\n'
    )
    table = Table(german="ss658", american="us666", scenario=extra).move()
    table.play("move ss548.1", "board M3ht.1", "move M3ht.1", "drive A5")
    assert table.where("ss548.1") == "A5"
    assert table.question.values["points"] == 19


def test_mines_await_those_who_get_off() -> None:
    from salient.games.squad.core.ongoing import Minefield

    table = loaded()
    table.g.mines[table.place("C3")] = (Minefield("ap", 12, 1),)
    table.dice(6, 6).move().play("unload ss658.1 C3")
    assert any(isinstance(event, Fired) and event.means == "mines" for event in table.events)


@pytest.mark.rule("squad:P5.125")
def test_on_a_narrow_street_they_get_off_on_either_side_and_on_from_either() -> None:
    table = street(german="ss658 2 ss91 Opel", american="us666")
    on_street(table, "Opel.1", "O17", "nw", "nw").aboard("Opel.1", "ss658.1", "ss91.1")
    table.put("N17", "ss658.2").move()
    assert {"unload ss658.1 O17", "unload ss658.1 N16"} <= set(table.offered())
    table.play("unload ss658.1 N16", "stop", "unload ss91.1 O17", "stop")
    assert table.where("ss658.1") == "N16"
    assert table.where("ss91.1") == "O17"


@pytest.mark.rule("squad:P5.125")
def test_on_a_narrow_street_they_get_on_from_the_other_hex() -> None:
    table = street(german="ss658 2 ss91 Opel", american="us666")
    on_street(table, "Opel.1", "O17", "nw", "nw").put("N16", "ss658.1").put("P17", "ss658.2")
    table.move().play("move ss658.2")
    assert "board Opel.1" not in table.offered()
    table.play("stop", "move ss658.1", "board Opel.1")
    assert table.where("ss658.1") == "O17"


@pytest.mark.rule("squad:P5.125")
def test_who_would_get_off_among_hidden_enemies_finds_them_and_stays_aboard() -> None:
    table = street(german="ss658 2 ss91 Opel", american="us666")
    on_street(table, "Opel.1", "O17", "nw", "nw").aboard("Opel.1", "ss658.1")
    table.put("N16", "us666.1").mark("hidden", "us666.1").move()
    table.play("unload ss658.1 N16")
    assert table.unit("ss658.1") in table.g.aboard
    assert not table.is_("hidden", "us666.1")


# -- what happens to them -------------------------------------------------------------------------


@pytest.mark.rule("squad:D5.31")
def test_small_arms_fire_at_those_in_a_half_track_who_have_cover_behind_its_sides() -> None:
    table = loaded().put("E4", "us666.1").fire("american", "prep")
    table.dice(3, 3, 1, 2, 1, 2, ...).attack("us666.1", "C3")
    fired = next(event for event in table.events if isinstance(event, Fired))
    assert [(m.rule, m.value) for m in fired.modifiers] == [("D5.31", 2)]


def test_an_empty_half_track_is_no_target_for_rifles() -> None:
    table = camp()
    for name in ("ss658.1", "ss91.1"):
        table.put("A1", name)
    table.put("E4", "us666.1").fire("american", "prep")
    assert not [text for text in table.offered() if text == "fire us666.1"] or (
        "at C3" not in table.play("fire us666.1").offered()
    )


def test_moving_passengers_are_fired_at_as_they_drive_by() -> None:
    table = loaded().put("F4", "us666.1").move().play("move SPW251.1", "drive E4")
    table.dice(6, 6, 1, 1, 1, 1, ...).play("fire us666.1")
    fired = table.happened(Fired)[0]
    assert fired.target == table.place("D3")


@pytest.mark.rule("squad:D6.24", "squad:D6.61")
def test_who_breaks_falls_off_and_stays_behind() -> None:
    table = loaded().put("C5", "us666.1").fire("american", "prep")
    table.dice(1, 2, 1, 1, 6, 5, ...).attack("us666.1", "C3")
    assert table.is_("broken", "ss658.1")
    assert table.unit("ss658.1") not in table.g.aboard
    assert any(isinstance(event, Alighted) for event in table.events)


@pytest.mark.rule("squad:D6.24")
def test_a_pinned_rider_falls_off_but_a_pinned_passenger_stays() -> None:
    from salient.games.squad.combat.morale import pin

    for table, stays in ((riders(), False), (loaded(), True)):
        pin(table.g, table.unit("ss658.1"), [])
        assert (table.unit("ss658.1") in table.g.aboard) is stays


@pytest.mark.rule("squad:D5.6")
@pytest.mark.parametrize(("dice", "lives"), [((2, 3), True), ((3, 3), False)])
def test_those_aboard_a_wreck_live_by_a_roll_of_its_survival_number(
    dice: tuple[int, int], lives: bool
) -> None:
    from salient.games.squad.combat.vehicle_damage import wreck

    table = loaded()
    del table.g.aboard[table.unit("ss91.1")]
    table.dice(*dice)
    wreck(table.g, table.unit("SPW251.1"), table.events)
    assert (table.where("ss658.1") == "C3") is lives
    assert not table.g.aboard
    assert [e.attempt for e in table.events if isinstance(e, Tried)] == ["survival"]
    table.look_after()


@pytest.mark.rule("squad:D.8")
def test_a_shell_that_does_not_stop_the_vehicle_strikes_those_aboard() -> None:
    table = riders().put("F3", "us227.1+us57.1", facing="w")
    table.fire("american", "prep")
    table.dice(3, 2, 6, 6, 6, 6).play("fire us57.1")
    assert [event.means for event in table.happened(Fired)] == ["shell"]


def test_a_concealed_vehicle_and_its_load_come_to_light_together() -> None:
    from salient.games.squad.sight.concealment import reveal

    table = loaded("C3 woods").mark("concealed", "SPW251.1")
    table.look_after()
    reveal(table.g, 1 << table.unit("ss658.1"), [])
    assert not table.is_("concealed", "SPW251.1")
    table.look_after()


def test_the_enemy_counts_one_question_mark_for_a_vehicle_and_its_load() -> None:
    table = loaded("C3 woods").mark("concealed", "SPW251.1")
    assert sum(piece.name == "?" for piece in GAME.view(table.g, 1).pieces) == 1
    own = {piece.name: piece.flags for piece in GAME.view(table.g, 0).pieces}
    assert "aboard" in own["ss658.1"]


def test_who_rides_on_what_is_shown_to_whoever_knows_the_vehicle() -> None:
    def told(table: Table) -> list[str]:
        return [m.text for m in GAME.view(table.g, 1).markers if m.kind == "load"]

    assert told(loaded("C3 woods")) == ["SPW251.1: ss658.1 ss91.1 ssLMG.1"]
    assert not told(loaded("C3 woods").mark("concealed", "SPW251.1"))


@pytest.mark.rule("squad:B37.64a")
def test_falling_debris_shakes_those_aboard_a_lorry() -> None:
    table = Table(german="Opel ss658", american="us666", scenario='special = ["debris"]')
    table.put("C3", "Opel.1").aboard("Opel.1", "ss658.1").dice(6, 5)
    fall_on(table.g, table.place("C3"), table.events)
    checks = [event for event in table.events if isinstance(event, Checked)]
    assert checks[0].modifiers[0].value == 1
    assert table.is_("broken", "ss658.1")


# -- riders and trees -----------------------------------------------------------------------------


@pytest.mark.rule("squad:D6.23")
def test_branches_sweep_riders_off_in_woods_but_not_on_a_road_through_them() -> None:
    table = riders("D3 woods").dice(1, 1, 1, 1).move().play("move PzIVH.1", "drive D3")
    assert table.where("ss658.1") == "D3"
    assert not table.g.aboard
    table = riders("D3 woods road=NW,SE", "C3 road=SE").move().play("move PzIVH.1", "drive D3")
    assert table.unit("ss658.1") in table.g.aboard


@pytest.mark.rule("squad:P4.11c", "squad:B33.11c")
def test_at_the_bottom_of_a_wooded_stream_riders_stay_on() -> None:
    bed = ("D3 woods under=stream under_sides=NW,SE", "C3 under=stream under_sides=SE")
    table = riders(*bed).dice(1, 1, 1, 1, 1, 1, ...).move().play("move PzIVH.1", "drive D3")
    assert table.where("PzIVH.1") == "D3"
    assert table.unit("ss658.1") in table.g.aboard


# -- armoured assault -----------------------------------------------------------------------------


def assault(*lines: str) -> Table:
    table = Table(*lines, german=GERMAN, american=AMERICAN)
    table.put("C3", "PzIVH.1", facing="e").put("C3", "ss658.1", "ss658.2").move()
    return table.play("move PzIVH.1", "join ss658.1", "join ss658.2")


@pytest.mark.rule("squad:D9.31")
def test_infantry_goes_along_with_a_tank_hex_by_hex_as_far_as_its_legs_carry_it() -> None:
    table = assault()
    assert "drive E4" not in table.offered()
    for place in ("D3", "E3", "F3"):
        drives = [text for text in table.offered() if text.startswith("drive")]
        assert f"drive {place}" in drives, drives
        table.play(f"drive {place}")
    assert table.where("ss658.1") == table.where("PzIVH.1") == "F3"
    table.play("drive G4")
    assert not [text for text in table.offered() if text.startswith("drive")]


@pytest.mark.rule("squad:D9.31")
def test_the_moving_tank_is_their_cover() -> None:
    table = assault().put("F5", "us666.1").play("drive D3").dice(6, 6, 6, 6, ...)
    table.play("fire us666.1")
    fired = next(event for event in table.events if isinstance(event, Fired))
    assert ("D9.31", 1) in [(m.rule, m.value) for m in fired.modifiers]
    assert "A4.6" not in [m.rule for m in fired.modifiers]


@pytest.mark.rule("squad:P3.2b")
def test_behind_a_tank_a_fence_costs_no_more() -> None:
    table = assault("C3 sides=SE:fence").dice(1, 1).play("drive D3")
    for place in ("E3", "F3", "G4"):
        assert f"drive {place}" in table.offered()
        table.play(f"drive {place}")
    assert table.where("ss658.1") == "G4"


@pytest.mark.rule("squad:D9.31")
def test_who_is_pinned_stays_behind() -> None:
    table = assault().play("drive D3")
    table.mark("pinned", "ss658.2").play("drive E3")
    assert table.where("ss658.1") == "E3"
    assert table.where("ss658.2") == "D3"


@pytest.mark.rule("squad:D6.24", "squad:D6.61")
def test_the_gun_of_a_crew_that_breaks_aboard_stays_hooked() -> None:
    table = Table(german="ss228 pak40 Opel ssLMG", american="us666").put("C3", "Opel.1", facing="e")
    table.aboard("Opel.1", "ss228.1", towing="pak40.1")
    table.g.owner[table.unit("ssLMG.1")] = table.unit("ss228.1")
    fall_off(table.g, table.unit("ss228.1"), table.events)
    assert table.unit("ss228.1") not in table.g.aboard
    assert table.g.owner[table.unit("pak40.1")] < 0
    assert table.g.towed[table.unit("pak40.1")] == table.unit("Opel.1")
    assert table.g.owner[table.unit("ssLMG.1")] == table.unit("ss228.1"), "what he carries he keeps"


@pytest.mark.rule("squad:D6.1")
@pytest.mark.parametrize(
    ("aboard", "room"),
    [("ss658.1+ssHMG.1", True), ("ss658.1+ssHMG.1+ssLMG.1", False), ("ss658.1 ss91.2", True),
     ("ss658.1 ss228.1", False), ("ss228.1 ss228.2", True)],
)  # fmt: skip
def test_weapons_and_people_take_up_the_fifteen_points_of_a_half_track(
    aboard: str, room: bool
) -> None:
    """A squad is ten points, a crew five, a leader one; weapons count as when they are carried."""
    table = Table(german="SPW251 ss658 ss228 2 ss91 2 ssHMG ssLMG", american="us666")
    table.put("C3", "SPW251.1", "ss91.1").aboard("SPW251.1", *aboard.split()).move("german")
    assert ("board SPW251.1" in table.play("move ss91.1").offered()) is room


@pytest.mark.rule("squad:D6.23")
@pytest.mark.parametrize(
    ("line", "swept"),
    [("D3 woods", True), ("D3 orchard", True), ("D3 brush", False), ("D3 open_ground", False)],
)
def test_where_riders_are_swept_off_they_take_a_check(line: str, swept: bool) -> None:
    table = riders(line).dice(1, 1, 1, 1, ...).move().play("move PzIVH.1", "drive D3")
    assert (table.unit("ss658.1") in table.g.aboard) is not swept
    checks = [event for event in table.happened(Checked) if event.check == "bail_out"]
    assert [(event.unit, event.modifiers) for event in checks] == (
        [(table.unit("ss658.1"), ())] if swept else []
    )


@pytest.mark.rule("squad:D6.23")
def test_passengers_inside_and_riders_beside_the_woods_stay_aboard() -> None:
    table = loaded("D3 orchard").dice(1, 1, 1, 1, ...).move().play("move SPW251.1", "drive D3")
    assert table.unit("ss658.1") in table.g.aboard
    table = riders("D3 woods").move().play("move PzIVH.1")
    along = next(text for text in sorted(table.offered("bypass")) if "D3" in text)
    table.play(along)
    assert table.unit("ss658.1") in table.g.aboard


@pytest.mark.rule("squad:D6.1", "squad:D6.2")
@pytest.mark.parametrize(
    ("vehicle", "room", "rides"),
    [("PzIVH.1", 14, True), ("SPW251.1", 15, False), ("Opel.1", 21, False), ("FlakPz.1", 0, True)],
)
def test_who_is_aboard_a_carrier_is_inside_and_on_a_tank_he_rides(
    vehicle: str, room: int, rides: bool
) -> None:
    table = Table(german="ss658 PzIVH SPW251 Opel FlakPz", american="us666").put("C3", vehicle)
    table.aboard(vehicle, "ss658.1")
    assert capacity(table.g, table.unit(vehicle)) == room
    assert is_rider(table.g, table.unit("ss658.1")) is rides
