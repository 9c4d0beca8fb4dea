"""Artillery off the map, and the bombardment before play. Rules C1, C1.822."""

from __future__ import annotations

import random
from types import EllipsisType

import msgspec
import pytest

from salient.games.squad.core.events.fire import (
    Barraged,
    Bombarded,
    ChitDrawn,
    Contacted,
    Fired,
    Struck,
)
from salient.games.squad.core.events.men import Checked, Eliminated
from salient.games.squad.core.events.play import GroundRolled, Rubbled
from salient.games.squad.core.ongoing import Minefield, Mission
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.street_blocks import blocks
from salient.games.squad.guns.artillery import under_fire
from salient.games.squad.guns.bombardment import bombard_mines
from salient.games.squad.sequence import Opening
from salient.games.squad.sight.los import look_at
from tests.games.squad.street_table import block, street
from tests.games.squad.table import Table

GUNS = '[[artillery]]\nside = "american"\ncalibre = 105\nsmoke = true\n'
AMERICAN = "us666 3 us81 2 usRadio 2 usPhone"


def field(*lines: str, scenario: str = GUNS, german: str = "ss658 4 ss91") -> Table:
    return Table(*lines, german=german, american=AMERICAN, size=(10, 10), scenario=scenario)


def battle(*lines: str, occasion: str = "prep", scenario: str = GUNS) -> Table:
    """An American leader in E9 watches E4, with Germans in it and in D3, two hexes off in E2."""
    table = field(*lines, scenario=scenario).put("E9", "us81.1", "us666.1")
    table.put("E4", "ss658.1").put("D3", "ss658.2").put("E2", "ss658.3")
    return table.fire("american", occasion)


def quiet(count: int) -> tuple[int, ...]:
    """Rolls of twelve: nothing happens on the column of 20 but a pin check."""
    return (6, 6) * count


THROUGH, ON_TARGET = (3, 4), (1,)
"""The leader gets through; the shells are on target."""


def shells(
    table: Table, place: str, *dice: int | EllipsisType, how: str = "convert",
    caller: str = "us81.1",
) -> Table:  # fmt: skip
    """Fire for effect where a spotting round has fallen."""
    table.g.missions[0] = Mission(7, 3, stage="sr", place=table.place(place))
    table.g.owner[table.unit("usRadio.1")] = table.unit(caller)
    table.g.put(table.unit(caller), table.g.where[table.unit(caller)])
    table.g.steps.clear()
    table.g.prep_fired = 0
    table.fire("american", "prep").dice(*THROUGH).play(f"call {caller}")
    return table.dice(*dice).play(how)


# -- calling it -----------------------------------------------------------------------------------


def post(*carried: str, scenario: str = GUNS, occasion: str = "prep") -> Table:
    """An American leader in E9 with a radio, or what is said, and Germans in E4."""
    table = field(scenario=scenario).put("E4", "ss658.1", "ss658.4").put("G9", "us666.1")
    table.put("E9", "+".join(("us81.1", *(carried or ("usRadio.1",)))))
    return table.fire("american", occasion)


def next_phase(table: Table, occasion: str) -> Table:
    """The next phase in which the Americans can call."""
    table.g.steps.clear()
    table.g.prep_fired = table.g.first_fired = table.g.final_fired = 0
    table.g.mover = AMERICAN_SIDE if occasion == "prep" else GERMAN_SIDE
    return table.phase(occasion)


GERMAN_SIDE, AMERICAN_SIDE = 0, 1


@pytest.mark.rule("squad:C1", "squad:C1.2", "squad:C1.22")
@pytest.mark.parametrize(("carried", "dice", "through"), [
    ("usRadio.1", (4, 4), True), ("usRadio.1", (4, 5), False),
    ("usPhone.1", (5, 6), True), ("usPhone.1", (6, 6), False),
])  # fmt: skip
def test_radio_and_phone_have_their_contact_numbers(
    carried: str, dice: tuple[int, int], through: bool
) -> None:
    link = 'link = "phone"\n' if "Phone" in carried else ""
    table = post(carried, scenario=GUNS + link).dice(*dice).play("call us81.1")
    assert [event.result for event in table.happened(Contacted)] == [
        "passed" if through else "failed"
    ]
    assert ("draw" in table.offered()) is through
    assert table.is_("malfunctioned", carried) is (dice == (6, 6)), "a line is cut by twelve"
    if not through:
        assert "call us81.1" not in table.offered(), "he has tried"


@pytest.mark.rule("squad:C1.2")
def test_who_has_neither_radio_nor_phone_calls_nobody() -> None:
    assert not post("usPhone.1").offered("call"), "the battery is called by radio"
    table = field().put("E9", "us81.1").put("E4", "ss658.1").put("D9", "us666.1")
    assert not table.fire("american", "prep").offered("call")


@pytest.mark.rule("squad:C1.2")
@pytest.mark.parametrize(
    ("occasion", "flag", "asks"),
    [("prep", "", True), ("defensive", "", True), ("advancing", "", False),
     ("prep", "broken", False), ("prep", "pinned", False)],
)  # fmt: skip
def test_a_leader_in_good_order_calls_in_prep_or_defensive_fire(
    occasion: str, flag: str, asks: bool
) -> None:
    table = field().put("E9", "us81.1+usRadio.1").put("E4", "ss658.1")
    if flag:
        table.mark(flag, "us81.1")
    table.fire("american", occasion)
    assert bool(table.offered("call")) is asks


@pytest.mark.rule("squad:C1")
def test_the_other_side_has_no_battery() -> None:
    table = field().put("E4", "ss91.1", "ss658.1").put("E9", "us666.1").fire("german", "prep")
    assert not table.offered("call")


@pytest.mark.rule("squad:C1.21")
def test_a_black_chit_brings_a_spotting_round_and_the_second_red_one_silence() -> None:
    table = post().dice(*THROUGH).play("call us81.1")
    table.g.missions[0] = msgspec.structs.replace(table.g.missions[0], black=1, red=2)
    table.dice(1).play("draw")
    assert [event.colour for event in table.happened(ChitDrawn)] == ["black"]
    assert "spot E4" in table.offered()
    table.play("pass")
    next_phase(table, "defensive").dice(*THROUGH, 1).play("call us81.1", "draw")
    assert [event.colour for event in table.happened(ChitDrawn)] == ["black", "red"]
    assert not table.offered("spot")
    next_phase(table, "prep").dice(*THROUGH, 1).play("call us81.1", "draw")
    assert [event.colour for event in table.happened(ChitDrawn)][-1] == "silent"
    assert not next_phase(table, "defensive").offered("call")


@pytest.mark.rule("squad:C1.3", "squad:C1.32")
def test_a_spotting_round_is_placed_moved_and_converted_in_phase_after_phase() -> None:
    table = post().dice(*THROUGH).play("call us81.1")
    table.g.steps[-1] = msgspec.structs.replace(table.g.steps[-1], drawn=True)
    table.g.offered = None
    table.play("spot E6")
    assert table.g.missions[0].stage == "sr"
    assert not table.offered("call"), "once a phase"
    next_phase(table, "defensive").dice(*THROUGH).play("call us81.1")
    assert {"convert", "screen", "shift E4", "shift E9"} <= table.offered()
    assert "shift E2" not in table.offered(), "by three hexes at most"
    table.play("shift E4")
    next_phase(table, "prep").dice(*THROUGH).play("call us81.1")
    table.dice(*ON_TARGET, *quiet(20), ...).play("convert")
    (event,) = table.happened(Barraged)
    assert event.place == table.place("E4")


@pytest.mark.rule("squad:C1.51")
def test_shells_fall_twice_and_on_those_who_come_in_between() -> None:
    table = shells(post(), "E4", *ON_TARGET, *quiet(20), ...)
    assert table.g.missions[0].stage == "ffe"
    table.put("E6", "ss658.3").put("E1", "ss658.4")
    table.g.steps.clear()
    table.events.clear()
    table.move("german").dice(6, 6, 1, 1, ...).play("move ss658.3", "go E5")
    assert [event.means for event in table.happened(Struck)] == ["shell"]
    table.events.clear()
    table.g.march = None
    table.dice(...)
    next_phase(table, "defensive")
    assert len(table.happened(Struck)) == 7
    assert table.g.missions[0].stage == ""
    assert table.g.missions[0].fired
    assert "call us81.1" in table.offered(), "for another chit"


@pytest.mark.rule("squad:C1.33")
def test_where_the_guns_are_registered_no_chit_is_needed() -> None:
    guns = GUNS + 'registered = ["A1"]\n'
    table = post(scenario=guns).dice(*THROUGH).play("call us81.1")
    assert {"spot A1", "draw"} <= table.offered()
    assert "spot E4" not in table.offered()
    table.play("spot A1")
    for die, result in ((4, "hit"), (5, "scattered")):
        again = shells(post(scenario=guns), "A1", die, 4, 1, ...)
        assert [event.result for event in again.happened(Barraged)] == [result]


@pytest.mark.rule("squad:C1.23")
@pytest.mark.parametrize(("where", "cut"), [("E10", True), ("F9", False)])
def test_enemies_on_the_line_cut_a_field_phone(where: str, cut: bool) -> None:
    guns = GUNS + 'link = "phone"\nline = ["E10", "D10"]\n'
    table = field(scenario=guns).put("E9", "us81.1+usPhone.1").put(where, "ss658.1")
    table.fire("american", "prep")
    assert bool(table.offered("call")) is not cut
    table.mark("hidden", "ss658.1").fire("american", "prep")
    assert table.offered("call"), "nobody knows of it"


@pytest.mark.rule("squad:C1.2")
def test_an_observer_off_the_map_always_gets_through() -> None:
    guns = GUNS + 'link = "observer"\npost = "A10"\nlevel = 3\n'
    table = field("D8 stone_building", scenario=guns).put("E9", "us666.1").put("E4", "ss658.1")
    table.fire("american", "prep").play("observe 0")
    assert not table.happened(Contacted)
    assert "draw" in table.offered()
    table.g.steps[-1] = msgspec.structs.replace(table.g.steps[-1], drawn=True)
    table.g.offered = None
    assert "spot E4" in table.offered()


@pytest.mark.rule("squad:C1.3")
def test_he_must_see_the_hex_and_need_not_know_who_is_there() -> None:
    table = field("E6 stone_building").put("E9", "us81.1+usRadio.1").put("E4", "ss658.1")
    table.fire("american", "prep").dice(*THROUGH).play("call us81.1")
    table.g.steps[-1] = msgspec.structs.replace(table.g.steps[-1], drawn=True)
    table.g.offered = None
    assert "spot E4" not in table.offered()
    assert "spot G7" in table.offered(), "nobody is there that he knows of"


# -- where it falls -------------------------------------------------------------------------------


@pytest.mark.rule("squad:C1.5", "squad:C8.31")
def test_the_hex_and_its_neighbours_are_struck_on_the_column_of_the_calibre() -> None:
    table = shells(battle(), "E4", *ON_TARGET, *quiet(9))
    fired = table.happened(Fired)
    board = table.g.setting.board
    assert {event.target for event in fired} == {
        table.place("E4"), *board.hexes[table.place("E4")].near,
    }  # fmt: skip
    assert {event.column for event in fired} == {20}
    assert [event.unit for event in table.happened(Checked)] == [
        table.unit("ss658.1"), table.unit("ss658.2"),
    ]  # fmt: skip


@pytest.mark.rule("squad:C1.5")
def test_friends_are_struck_like_enemies() -> None:
    table = shells(battle().put("E5", "us666.2"), "E4", *ON_TARGET, *quiet(20), ...)
    assert table.unit("us666.2") in {event.unit for event in table.happened(Checked)}


@pytest.mark.rule("squad:C1.3", "squad:C1.31")
@pytest.mark.parametrize(
    ("dice", "place"), [((2,), "E4"), ((3, 1, 1), "E3"), ((6, 4, 3), "E6"), ((4, 4, 6), "E7")]
)
def test_who_is_not_accurate_scatters(dice: tuple[int, ...], place: str) -> None:
    """Direction 1 is north, 4 south; half of the last die, rounded up."""
    table = shells(battle(), "E4", *dice, *quiet(20), ...)
    (event,) = table.happened(Barraged)
    assert event.place == table.place(place)
    assert table.happened(Fired)[0].target == table.place(place)


@pytest.mark.rule("squad:C1.31")
def test_shells_beyond_the_map_are_lost() -> None:
    table = shells(battle(), "E2", 6, 1, 6)
    assert [(e.result, e.place) for e in table.happened(Barraged)] == [("lost", table.place("E2"))]
    assert not table.happened(Fired)
    (mission,) = table.g.missions.values()
    assert (mission.stage, mission.place, mission.fired) == ("", -1, True), "the shells are spent"


@pytest.mark.rule("squad:C1.5", "squad:A24.2")
def test_a_smoke_mission_lays_smoke() -> None:
    table = shells(battle(), "E4", *ON_TARGET, how="screen")
    assert [event.mission for event in table.happened(Barraged)] == ["screen"]
    assert len(table.g.smoke) == 7
    assert set(table.g.smoke.values()) == {3}
    assert not table.happened(Fired)


@pytest.mark.rule("squad:P1.1b", "squad:B13.3", "squad:B35.1")
@pytest.mark.parametrize(
    ("terrain", "special"), [("woods", ""), ("pine_woods", ""), ("woods", '"light_woods"')]
)
def test_artillery_bursts_in_the_trees(terrain: str, special: str) -> None:
    table = battle(f"E4 {terrain}", "E5 wooden_building", scenario=f"special = [{special}]\n{GUNS}")
    table.put("E5", "ss658.2").put("E9", "us81.2")
    shells(table, "E6", *ON_TARGET, *quiet(20), ...)
    by_hex = {e.target: [m.value for m in e.modifiers] for e in table.happened(Fired)}
    assert by_hex[table.place("E5")] == [2]
    again = field(f"E4 {terrain}", scenario=f"special = [{special}]\n{GUNS}")
    shells(again.put("E6", "us81.1").put("E4", "ss658.1"), "E4", *ON_TARGET, *quiet(20), ...)
    by_hex = {e.target: [m.value for m in e.modifiers] for e in again.happened(Fired)}
    assert by_hex[again.place("E4")] == [-1]


def test_hidden_enemies_suffer_and_nothing_tells_of_them() -> None:
    table = battle().mark("hidden", "ss658.1")
    plain = field().put("E9", "us81.1", "us666.1")
    for one in (table, plain):
        shells(one, "E4", *ON_TARGET, 6, 5, ...)
    event, empty = table.happened(Fired)[0], plain.happened(Fired)[0]
    assert event == empty


# -- chapters -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P4.24a", "squad:P4.24b")
def test_shells_do_nothing_to_a_culvert_and_those_in_it() -> None:
    lines = [f"E{row} under=stream under_sides=N,S" for row in (2, 3, 5, 6)]
    table = field(*lines, "E4 under=culvert under_sides=N,S wooden_building storeys=1")
    table.put("C6", "us81.1").put("E4/culvert", "ss658.1").put("E4", "ss658.2")
    # A K/4 for the squad in the house, its check, then the fall of the house.
    shells(table, "E4", *ON_TARGET, 1, 1, 6, 5, 1, *quiet(20), ...)
    assert table.happened(Rubbled)
    assert table.is_("lost", "ss658.2")
    assert table.where("ss658.1") == "E4/culvert"
    assert not table.is_("broken", "ss658.1")
    assert not table.is_("pinned", "ss658.1")


@pytest.mark.rule("squad:P4.24b")
@pytest.mark.parametrize(("where", "offered"), [("E4/culvert", False), ("E4", True)])
def test_no_mortar_is_laid_on_a_culvert(where: str, offered: bool) -> None:
    """Whoever stands at its mouth sees into it, and spots for the mortar behind him."""
    lines = [f"E{row} under=stream under_sides=N,S" for row in (2, 3, 5, 6)]
    table = Table(
        *lines, "E4 under=culvert under_sides=N,S", german="ss658 ss91 ssMTR50", american="us666",
        size=(10, 10),
    )  # fmt: skip
    table.put(where, "us666.1").put("E6", "ss658.1+ssMTR50.1").put("E5", "ss91.1")
    assert look_at(table.g, table.unit("ss91.1"), table.place(where)).clear
    table.fire("german", "prep")
    assert ("fire ssMTR50.1" in table.offered()) is offered


@pytest.mark.rule("squad:P5.1411d")
@pytest.mark.parametrize(("dice", "gone"), [((1, 1), True), ((3, 4), False)])
def test_artillery_that_would_kill_removes_a_roadblock(dice: tuple[int, int], gone: bool) -> None:
    table = street(german="ss658", american="us81 usRadio", scenario=GUNS)
    shells(block(table).put("M17", "us81.1"), "O18", *ON_TARGET, *dice, *quiet(20), ...)
    assert bool(list(blocks(table.g))) is not gone


@pytest.mark.rule("squad:P7.1d", "squad:P7.2c", "squad:B28.62", "squad:C1.5")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        (Minefield("ap", 12, 0), (1, 1), Minefield("ap", 8, 0)),
        (Minefield("ap", 12, 0, shown=True), (1, 1), Minefield("ap", 8, 0, shown=True)),
        (Minefield("ap", 6, 0), (1, 1), Minefield("dummy", 0, 0)),
        (Minefield("ap", 12, 0), (4, 5), Minefield("ap", 12, 0)),
        (Minefield("dummy", 0, 0), (1, 1), Minefield("dummy", 0, 0)),
    ],
)
def test_shells_that_would_kill_thin_out_mines_but_not_dummies(
    before: Minefield, dice: tuple[int, int], after: Minefield
) -> None:
    table = field().put("E9", "us81.1")
    table.g.mines[table.place("E4")] = (before,)
    shells(table, "E4", *ON_TARGET, *dice, ...)
    assert table.g.mines[table.place("E4")] == (after,)


TOWN = ("E4 wooden_building storeys=2", "E6 wooden_building storeys=2")
DEBRIS = f'special = ["debris"]\n{GUNS}'


def collapse() -> Table:
    """Shells around E5 bring both houses down; debris falls around either."""
    table = field(*TOWN, scenario=DEBRIS).put("B5", "us81.1")
    table.put("D5", "ss658.1").put("E5", "ss658.2")
    e5 = table.place("E5")
    faces: list[int] = list(ON_TARGET)
    for hexagon in (e5, *table.g.setting.board.hexes[e5].near):
        faces += (1, 1, 1, 6, 2) if hexagon in (table.place("E4"), table.place("E6")) else (6, 6)
        if hexagon in (table.place("D5"), e5):
            faces += (1, 1)  # the pin check
    return shells(table, "E5", *faces)


@pytest.mark.rule("squad:B37.64b")
def test_the_attacker_says_where_debris_falls_first() -> None:
    table = collapse()
    assert len(table.happened(Rubbled)) == 2
    assert table.asked == "american debris"
    assert {"topple D5", "topple E5", "topple E3"} <= table.offered()
    table.events.clear()
    table.dice(1, 1).play("topple E5").dice(1, 1).play("topple D5")
    assert [table.g.where[event.unit] for event in table.happened(Checked)] == [
        table.place("E5"), table.place("D5"),
    ]  # fmt: skip


@pytest.mark.rule("squad:B37.64b", "squad:B37.641")
def test_between_two_falling_houses_it_falls_twice() -> None:
    table = collapse().dice(1, 1, ...).play("topple E5")
    assert "topple E5" in table.offered(), "once from each house"
    table.dice(1, 1, ...).play("topple E5")
    assert "topple E5" not in table.offered()
    while table.asked == "american debris":
        table.play(sorted(table.offered())[0])
    assert not table.g.debris_waits


# -- the bombardment ------------------------------------------------------------------------------


def opening(*lines: str, area: str, units: str = "", extra: str = "") -> Table:
    """A game from its start, with a bombardment of an area."""
    ready = "".join(
        f'[[ready]]\nat = "{at}"\nunits = ["{name}"]\n{more}'
        for at, name, more in (unit.split(":") for unit in units.split())
    )  # fmt: skip
    return Table(
        *lines, german="ss658 2 ss91", american="us666", size=(8, 8),
        scenario=f'{extra}[[bombardment]]\nside = "american"\narea = [{area}]\n{ready}',
    )  # fmt: skip


@pytest.mark.rule("squad:C1.822")
def test_everybody_in_the_area_checks_before_the_first_turn() -> None:
    table = opening(
        "D4 stone_building", area='"D4", "D5"', units="D4:ss658.1: D5:ss658.2: E7:ss91.1:"
    )
    table.dice(6, 1, 6, 2, 6, 2).run(Opening())  # the house stands; 8 - 3, then 8 in the open
    assert [table.g.setting.board.locations[e.place].token for e in table.happened(Bombarded)] == [
        "D4", "D5",
    ]  # fmt: skip
    assert [event.unit for event in table.happened(Checked)] == [
        table.unit("ss658.1"), table.unit("ss658.2"),
    ]  # fmt: skip
    assert [sum(m.value for m in event.modifiers) for event in table.happened(Checked)] == [-3, 0]


@pytest.mark.rule("squad:B32.57b", "squad:C1.822")
@pytest.mark.parametrize(("dice", "wrecked"), [((4, 5, 1, 1), False), ((4, 6), True)])
def test_a_bombardment_wrecks_rail_cars_above_nine(dice: tuple[int, ...], wrecked: bool) -> None:
    table = opening("D4 under=rail under_sides=N,S cars=printed", area='"D4"', units="D4:ss658.1:")
    table.dice(*dice).run(Opening())
    assert bool(table.happened(Rubbled)) is wrecked
    assert table.is_("lost", "ss658.1") is wrecked
    assert [event.cause for event in table.happened(Eliminated)] == ["rubble"] * wrecked


@pytest.mark.rule("squad:P7.1d", "squad:P7.2c", "squad:C1.822")
@pytest.mark.parametrize(
    ("kind", "strength", "dice", "after"),
    [("ap_mines", 12, (4, 6), ("ap", 8)), ("ap_mines", 12, (4, 5), ("ap", 12)),
     ("ap_mines", 6, (4, 6), ("dummy", 0)), ("dummy_mines", 0, (4, 6), ("dummy", 0))],
)  # fmt: skip
def test_a_bombardment_thins_out_mines(
    kind: str, strength: int, dice: tuple[int, int], after: tuple[str, int]
) -> None:
    mines = (
        f'[[fortification]]\nkind = "{kind}"\nside = "german"\nat = "D4"\nstrength = {strength}\n'
    )
    table = opening(area='"D4"', extra=mines).dice(*dice).run(Opening())
    (found,) = table.g.mines[table.place("D4")]
    assert (found.kind, found.strength, found.shown) == (*after, False)


@pytest.mark.rule("squad:C1.822")
@pytest.mark.parametrize(
    ("house", "dice", "falls"),
    [("wooden_building", (5, 5), False), ("wooden_building", (5, 6), True),
     ("stone_building", (5, 6), False), ("stone_building", (6, 6), True)],
)  # fmt: skip
def test_a_bombarded_house_falls_above_ten_or_eleven(
    house: str, dice: tuple[int, int], falls: bool
) -> None:
    table = opening(f"D4 {house}", area='"D4"').dice(*dice, ...).run(Opening())
    assert bool(table.happened(Rubbled)) is falls


@pytest.mark.rule("squad:P4.24a", "squad:P4.24b", "squad:C1.822")
def test_a_bombardment_does_not_reach_a_culvert() -> None:
    lines = [f"D{row} under=stream under_sides=N,S" for row in (2, 3, 5, 6)]
    table = opening(*lines, "D4 under=culvert under_sides=N,S", area='"D4"',
                    units="D4/culvert:ss658.1: D4:ss658.2:")  # fmt: skip
    table.dice(6, 6).run(Opening())
    assert [event.unit for event in table.happened(Checked)] == [table.unit("ss658.2")]
    assert not table.is_("broken", "ss658.1")


@pytest.mark.rule("squad:B37.64b", "squad:C1.822")
def test_debris_of_a_bombardment_falls_in_the_order_of_the_attacker() -> None:
    table = opening("D4 wooden_building storeys=2", area='"D4"', extra='special = ["debris"]\n')
    table.dice(6, 6, 6, 1).run(Opening())
    assert table.happened(Rubbled)
    assert table.asked == "american debris"
    while table.asked == "american debris":
        table.play(sorted(table.offered())[0])
    assert table.g.debris.bit_count() == 5, "and rubble in the sixth"


# -- all of it at random --------------------------------------------------------------------------

TOWN_LINES = (
    "C3 woods", "E4 stone_building storeys=2", "E6 wooden_building storeys=2", "G3 pine_woods",
    "F5 wooden_building storeys=2", "H7 under=rail under_sides=N,S cars=printed", "D8 brush",
)  # fmt: skip
STACKS = {
    "E4": "ss658.1 ss91.1+ssRadio.1", "E6": "ss658.2+ssMTR50.1", "F5": "ss658.3",
    "G3": "ss228.1+grw34.1@sw",
    "I5": "ss228.2+grw42.1@w", "I6": "PzIVH.1@w", "A4": "us666.1+usMTR60.1 us81.1+usRadio.1",
    "B7": "us666.2", "A6": "us666.3", "A8": "us227.1+usMTR81.1@e", "A2": "M4.1@e",
}  # fmt: skip
EVERYTHING = (
    'san = { german = 7, american = 6 }\nspecial = ["debris"]\n'
    + GUNS
    + GUNS.replace("american", "german")
    + '[[bombardment]]\nside = "american"\narea = ["E3-E7", "F5"]\n'
    + '[[fortification]]\nkind = "ap_mines"\nside = "german"\nat = "E5"\nstrength = 12\n'
    + "".join(
        f'[[ready]]\nat = "{at}"\nunits = {units.split()}\n'.replace("'", '"')
        for at, units in STACKS.items()
    )
)


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_with_all_of_it_keep_the_invariants(seed: int) -> None:
    table = Table(
        *TOWN_LINES, german="ss658 3 ss91 ssRadio ss228 2 ssMTR50 grw34 grw42 PzIVH",
        american="us666 3 us81 usRadio us227 usMTR60 usMTR81 M4", scenario=EVERYTHING,
    )  # fmt: skip
    chance = random.Random(seed)
    table.g.seed = seed.to_bytes(32, "big")
    table.run(Opening())
    verbs = set()
    while table.decision is not None:
        worth = table.game.judge(table.g, table.decision)
        assert len(worth) == len(table.decision.actions)
        action = chance.choice(table.decision.actions)
        verbs.add(action.verb)
        for place in (table.place("E4"), table.place("A4")):
            table.game.forecast(table.g, place)
        table.play(table.g.setting.lexicon.text(action))
    assert table.g.outcome
    assert {"call", "shell"} <= verbs
    assert table.happened(Bombarded)


@pytest.mark.rule("squad:C1.822")
@pytest.mark.parametrize(("dice", "seen"), [((4, 5), True), ((2, 3), False)])
def test_who_fails_under_a_bombardment_is_seen(dice: tuple[int, int], seen: bool) -> None:
    table = opening("D4 brush", area='"D4"', units="D7:ss658.2: D4:ss658.1:concealed=true")
    table.dice(*dice).run(Opening())
    assert table.is_("broken", "ss658.1") is seen
    assert table.is_("concealed", "ss658.1") is not seen


@pytest.mark.rule("squad:C1.51")
@pytest.mark.parametrize(
    ("to", "stage", "struck"),
    [("E5", "ffe", True), ("E4", "ffe", True), ("E7", "ffe", False), ("E5", "sr", False)],
)
def test_who_comes_under_falling_shells_is_struck(to: str, stage: str, struck: bool) -> None:
    table = post().put(to, "ss658.3", "ss658.4")
    table.g.missions[0] = Mission(7, 3, stage=stage, place=table.place("E4"))
    table.dice(6, 6, ...)
    entry = Entry(table.unit("ss658.3"), "infantry", table.place("A1"), table.place(to), 0)
    under_fire(table.g, entry, table.events)
    assert bool(table.happened(Struck)) is struck


@pytest.mark.rule("squad:C1.23")
@pytest.mark.parametrize(
    ("unit", "state", "cut"), [("ss658.1", "", True), ("ss658.1", "broken", False),
                               ("us666.1", "", False)],
)  # fmt: skip
def test_only_enemies_who_can_fight_cut_a_field_phone(unit: str, state: str, cut: bool) -> None:
    guns = GUNS + 'link = "phone"\nline = ["E10", "D10"]\n'
    table = field(scenario=guns).put("E9", "us81.1+usPhone.1").put("D10", unit)
    if state:
        table.mark(state, unit)
    table.put("E4", "ss658.2").fire("american", "prep")
    assert bool(table.offered("call")) is not cut


@pytest.mark.rule("squad:C1.822")
@pytest.mark.parametrize(
    ("known", "told"), [((True, True), 1), ((True, False), 1), ((False, False), 0)]
)
def test_the_roll_for_mines_is_told_where_one_of_them_is_known(
    known: tuple[bool, ...], told: int
) -> None:
    table = field()
    place = table.place("E4")
    table.g.mines[place] = tuple(
        Minefield(kind, 6, 0, one) for kind, one in zip(("ap", "at"), known, strict=True)
    )
    table.dice(1, 1)
    bombard_mines(table.g, place, table.events)
    assert len(table.happened(GroundRolled, told=1)) == told
    assert len(table.happened(GroundRolled, told=0)) == 1
