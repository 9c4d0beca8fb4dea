"""Chapters 9.1 and 9.2: setting up."""

from __future__ import annotations

import random

import pytest

from salient.boards.bits import each_piece, each_place, members
from salient.games.bulge import GAME
from salient.games.bulge.rules.setup import Deployment, set_up_hexes
from salient.games.bulge.sequence import Opening
from salient.games.bulge.setting import ALLIED, ARMIES, BulgeSetting
from salient.games.bulge.state import BulgeState
from tests.games.bulge.table import RealTable, Table

SETTING_UP = ("mustering", "deployment")

ASIDE = "0101"
"""A hex in which nobody is set up."""


def room(unit: str, *placed: str, table: Table | None = None) -> set[str]:
    """The hexes offered to a unit that is set up last; some others stand where the test says.

    Args:
        unit: The unit.
        placed: Other units and their hexes: ``i1/28 0410``.
        table: Where, if not on the test map.
    """
    hexes = dict(text.split() for text in placed)
    table = table or Table(turn=1, setup="free")
    setting = table.g.setting
    side = setting.side_of[table.unit(unit)]
    for other in members(setting.at_start & setting.army[side]):
        name = setting.units[other].id
        if name != unit:
            table.put(hexes.get(name, ASIDE), name)
    table.run(Deployment(side))
    return {text.split()[2] for text in table.offered("deploy")}


def block(rows: range, columns: range) -> set[str]:
    return {f"{row:02}{column:02}" for row in rows for column in columns}


def set_up_at_random(g: BulgeState, rng: random.Random) -> BulgeState:
    """Play a free set-up to its end."""
    while (decision := GAME.decision(g)) and decision.prompt in SETTING_UP:
        GAME.play(g, rng.choice(decision.actions))
    return g


# -- who, and where nobody (9.1a) -----------------------------------------------------------------


@pytest.mark.rule("bulge:9.1a")
def test_the_allies_set_up_before_the_germans() -> None:
    table = Table(turn=1, setup="free").run(Opening())
    sides = []
    while table.asked.endswith(SETTING_UP):
        sides.append(table.asked.split()[0])
        table.play(min(table.offered()))
    assert sides == sorted(sides)
    assert set(sides) == {"allied", "german"}
    assert table.asked == "german movement"


@pytest.mark.rule("bulge:9.1a")
@pytest.mark.parametrize("unit", ["i1/2", "i1/99", "i1/9", "14Cav", "pz/1SS", "g1/62", "g1/212"])
def test_nobody_is_set_up_in_a_west_wall_hex(unit: str) -> None:
    assert room(unit)
    assert not room(unit) & block(range(1, 14), range(11, 12))


@pytest.mark.rule("bulge:2.6-4a", "bulge:9.1a")
def test_the_ready_made_set_up_places_just_the_units_without_an_arrival_turn() -> None:
    table = RealTable(turn=1, setup="historical").run(Opening())
    rows = table.g.setting.units
    assert {row.id for row in rows if table.where(row.id)} == {
        row.id for row in rows if not row.turn
    }
    assert table.where("110/28") == "2231"
    assert table.asked == "german movement"


def test_the_ready_made_set_up_could_be_a_free_one() -> None:
    setting = real_setting()
    for unit in each_piece(setting.at_start):
        assert set_up_hexes(setting, unit) >> setting.at(setting.units[unit].start) & 1


# -- five infantry divisions (9.1b, 9.1c) ---------------------------------------------------------


@pytest.mark.rule("bulge:9.1b")
def test_infantry_starts_two_hexes_from_the_wall_in_its_sector_or_in_a_city_five_away() -> None:
    # 1008 is three hexes west, 0909 in another sector; Echo (0406) is five away, Bravo (0305) six.
    assert room("i1/99") == {"1009", "1010", "1109", "1110", "0406"}


@pytest.mark.rule("bulge:9.1b")
@pytest.mark.parametrize(
    ("unit", "rows"), [("i1/2", (8, 10)), ("i1/106", (6, 8)), ("i1/28", (4, 6)), ("i1/4", (1, 4))]
)
def test_each_of_the_five_divisions_has_its_own_sector(unit: str, rows: tuple[int, int]) -> None:
    assert room(unit) == block(range(*rows), range(9, 11)) | {"0406"}


@pytest.mark.rule("bulge:9.1b")
def test_fifteen_infantry_units_start_on_the_map() -> None:
    units = real_setting().units
    infantry = [row for row in units if row.division in ("2", "99", "106", "28", "4")]
    assert len(infantry) == 15
    assert all(row.turn == 0 for row in infantry)


@pytest.mark.rule("bulge:9.1b")
def test_any_city_near_the_wall_will_do_even_far_from_the_sector() -> None:
    assert "St. Vith" in names_of(room("8/4", table=RealTable(turn=1, setup="free")))


@pytest.mark.rule("bulge:9.1b")
def test_a_town_is_no_city() -> None:
    table = RealTable(turn=1, setup="free")
    setting = table.g.setting
    near = setting.board.within(setting.wall, 5) & ~setting.board.within(setting.wall, 2)
    towns = {str(setting.board.hex(i)) for i in members(near & setting.towns["town"])}
    assert towns
    assert not room("8/4", table=table) & towns


@pytest.mark.rule("bulge:9.1c")
def test_two_units_of_the_28th_do_not_stack() -> None:
    assert "0410" in room("i2/28")
    assert "0410" not in room("i2/28", "i1/28 0410")


@pytest.mark.rule("bulge:9.1c")
def test_the_whole_2nd_division_may_stack() -> None:
    assert "0910" in room("i3/2", "i1/2 0910", "i2/2 0910")


@pytest.mark.rule("bulge:9.1c")
def test_nobody_stacks_with_another_division() -> None:
    assert "0406" not in room("i1/2", "i1/28 0406")
    assert "0406" not in room("i1/28", "i1/2 0406")
    assert "0406" not in room("i1/4", "CCA/9A 0406")


# -- the others (9.1d, 9.1f, 9.1g) ----------------------------------------------------------------


@pytest.mark.rule("bulge:9.1d")
def test_the_9th_infantry_starts_near_the_wall_in_its_sector_and_in_no_city() -> None:
    assert room("i1/9") == {"1209", "1210", "1309", "1310"}


@pytest.mark.rule("bulge:9.1d")
def test_the_9th_infantry_does_not_stack() -> None:
    assert room("i2/9", "i1/9 1209") == {"1210", "1309", "1310"}


@pytest.mark.rule("bulge:9.1f")
def test_the_14th_cavalry_starts_next_to_the_wall_in_the_sector_of_the_99th_or_106th() -> None:
    assert room("14Cav") == {"0610", "0710", "1010", "1110"}


@pytest.mark.rule("bulge:9.1f")
def test_the_14th_cavalry_is_alone_in_its_hex() -> None:
    assert "1010" not in room("14Cav", "i1/99 1010")
    assert "1010" not in room("i1/99", "14Cav 1010")


@pytest.mark.rule("bulge:9.1g")
def test_the_9th_armored_starts_in_cities_of_any_kind_but_not_in_towns() -> None:
    assert room("CCA/9A") == {"0203", "0305", "0406", "0603", "0904", "1201"}


@pytest.mark.rule("bulge:9.1g")
def test_the_9th_armored_keeps_five_hexes_from_the_wall() -> None:
    setting = real_setting()
    cities = [cities_at(setting, distance) for distance in (4, 5)]
    assert all(cities)
    offered = room("CCA/9A", table=RealTable(turn=1, setup="free"))
    assert not cities[0] & offered
    assert cities[1] <= offered


@pytest.mark.rule("bulge:9.1g")
def test_units_of_the_9th_armored_stack_with_each_other_only() -> None:
    assert "0406" in room("CCR/9A", "CCA/9A 0406", "CCB/9A 0406")
    assert "0406" not in room("CCR/9A", "i1/28 0406")


# -- the Germans (9.2) ----------------------------------------------------------------------------


@pytest.mark.rule("bulge:9.2")
@pytest.mark.parametrize(
    ("unit", "rows"), [("pz/1SS", (9, 14)), ("g1/62", (5, 10)), ("g1/212", (1, 6))]
)
def test_a_german_army_starts_east_of_the_wall_in_its_sector(
    unit: str, rows: tuple[int, int]
) -> None:
    assert room(unit) == block(range(*rows), range(12, 15))


@pytest.mark.rule("bulge:9.2")
def test_german_stacks_of_the_set_up_obey_the_stacking_rules() -> None:
    assert "0612" in room("g3/62", "g1/62 0612", "g2/62 0612")
    assert "0612" not in room("g1/560", "g1/62 0612")
    assert "0512" not in room("g1/212", "g1/62 0512")


@pytest.mark.rule("bulge:9.2")
def test_eight_seven_and_four_divisions_start() -> None:
    units = real_setting().units
    divisions = [{row.division for row in units if row.army == army} for army in ARMIES]
    assert [len(names) for names in divisions] == [8, 7, 4]


# -- a free set-up never gets stuck ---------------------------------------------------------------


def test_units_are_set_up_in_any_order() -> None:
    table = RealTable(turn=1, setup="free").run(Opening())
    assert table.asked == "allied mustering"
    assert len(table.offered("muster")) == 22
    table.play("muster CCB/9A", "deploy CCB/9A Bastogne", "muster 14Cav")
    assert {text.split()[1] for text in table.offered("deploy")} == {"14Cav"}


def test_nobody_takes_the_last_hex_of_another() -> None:
    """The three regiments of the 9th Division want the four hexes that are left to them."""
    table = RealTable(turn=1, setup="free")
    setting = table.g.setting
    own = each_place(set_up_hexes(setting, table.unit("39/9")))
    others = [unit for unit in each_piece(setting.at_start) if setting.side_of[unit] == ALLIED]
    strangers = [unit for unit in others if setting.units[unit].division not in ("9", "2")]
    for unit, place in zip(strangers, own[3:], strict=False):
        table.g.put(unit, place)
    free = [place for place in own if not table.g.stacks.get(place)]
    assert len(free) == 3
    table.run(Deployment(ALLIED)).play("muster 23/2")
    assert not {f"deploy 23/2 {setting.board.hex(place)}" for place in free} & table.offered()


def test_a_set_up_that_takes_what_others_want_most_can_be_finished() -> None:
    """Those with the most room come first and go where most of the others could."""
    g, _ = GAME.start("campaign", bytes(32), {"setup": "free"})
    setting = g.setting
    while (decision := GAME.decision(g)) and decision.prompt in SETTING_UP:
        waiting = [unit for unit in each_piece(setting.at_start) if g.where[unit] < 0]
        if decision.prompt == "mustering":
            room = {a: set_up_hexes(setting, a.piece(0)).bit_count() for a in decision.actions}
            GAME.play(g, max(room, key=room.__getitem__))
        else:
            hexes = [set_up_hexes(setting, unit) for unit in waiting]
            wanted = {a: sum(h >> a.place(1) & 1 for h in hexes) for a in decision.actions}
            GAME.play(g, max(wanted, key=wanted.__getitem__))
    assert g.on_map(setting.at_start) == setting.at_start


@pytest.mark.rule("bulge:9.1c")
@pytest.mark.parametrize("seed", range(10))
def test_set_ups_at_random_can_be_finished_and_are_legal(seed: int) -> None:
    g, _ = GAME.start("campaign", bytes(32), {"setup": "free"})
    set_up_at_random(g, random.Random(seed))
    GAME.check(g)
    setting = g.setting
    assert g.on_map(setting.at_start) == setting.at_start
    for unit in each_piece(setting.at_start):
        assert set_up_hexes(setting, unit) >> g.where[unit] & 1
    allies = [units for units in g.stacks.values() if units & setting.army[ALLIED]]
    together = {divisions(setting, units) for units in allies if units.bit_count() > 1}
    assert together <= {("2",), ("9A",)}


def divisions(setting: BulgeSetting, units: int) -> tuple[str, ...]:
    return tuple(sorted({setting.units[unit].division for unit in members(units)}))


def real_setting() -> BulgeSetting:
    setting = GAME.setting("campaign", {"setup": "free"})
    assert isinstance(setting, BulgeSetting)
    return setting


def cities_at(setting: BulgeSetting, distance: int) -> set[str]:
    """Cities west of the wall, just so far from it."""
    board = setting.board
    ring = board.within(setting.wall, distance) & ~board.within(setting.wall, distance - 1)
    cities = setting.towns["city"] | setting.towns["fortress"]
    return {str(board.hex(i)) for i in members(ring & cities & ~setting.germany)}


def names_of(hexes: set[str]) -> set[str]:
    setting = real_setting()
    return {setting.hex_rows[setting.at(number)].name for number in hexes}
