"""What a step costs (28.0-30.0): off the road, along it, over water, in jams; strategic moves."""

from __future__ import annotations

import pytest

from salient.games.trumpets.fight.combat import can_attack
from salient.games.trumpets.standing.passage import crosses
from tests.games.trumpets.table import Table

UNITS = {
    "foot_german": "vg1", "foot_allied": "r1", "horse": "ar1", "cross_country": "pg",
    "truck": "pak", "afv_light_medium": "pz", "afv_heavy": "tiger",
}  # fmt: skip
TERRAIN = ("clear", "woods", "broken", "forest", "marsh", "town", "city")


def put_out(t: Table, unit: str, where: str = "1010") -> Table:
    """A unit in march formation, on its own."""
    t.put(where, unit)
    t.g.deployed = 0
    return t


def pay(kind: str, terrain: str, ground: str, **more: str) -> float | None:
    t = Table(ground={"1011": terrain}, **more)  # type: ignore[arg-type]
    t.g.ground = ground
    return put_out(t, UNITS[kind]).pay(UNITS[kind], "1011")


# -- off the road -------------------------------------------------------------------------------

OFF_ROAD = {
    "foot_german": "1/1/1 1/2/1 2/3/2 3/3/3 4/4/1 1/1/1 1/1/1",
    "foot_allied": "1/1/1 1/2/1 2/3/2 3/3/3 4/4/1 1/1/1 1/1/1",
    "horse": "1/1/1 1/2/1 2/3/2 3/3/3 -/-/1 1/1/1 1/1/1",
    "cross_country": "1/1/1 1/2/1 2/3/2 3/3/3 -/-/1 1/1/1 1/1/1",
    "truck": "2/3/1 2/3/1 3/4/2 -/-/- -/-/- 1/1/1 1/1/1",
    "afv_light_medium": "1/2/1 1/2/1 2/3/2 -/-/- -/-/- 1/1/1 1/1/1",
    "afv_heavy": "1/2/1 2/3/1 3/4/2 -/-/- -/-/- 1/1/1 1/1/1",
}
CASES = [
    (kind, terrain, ground, cell)
    for kind, row in OFF_ROAD.items()
    for terrain, cells in zip(TERRAIN, row.split(), strict=True)
    for ground, cell in zip(("dry", "mud", "frozen"), cells.split("/"), strict=True)
]


@pytest.mark.rule(
    "trumpets:tab-off", "trumpets:tab-off-foot", "trumpets:tab-off-horse",
    "trumpets:tab-off-cross", "trumpets:tab-off-truck", "trumpets:tab-off-afv",
    "trumpets:tab-off-heavy", "trumpets:note-off-1", "trumpets:note-off-2",
    "trumpets:note-off-3", "trumpets:note-off-5", "trumpets:note-off-6", "trumpets:sop-24b",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "terrain", "ground", "cell"), CASES)
def test_each_cell_of_the_off_road_chart(kind: str, terrain: str, ground: str, cell: str) -> None:
    assert pay(kind, terrain, ground) == (None if cell == "-" else float(cell))


@pytest.mark.rule(
    "trumpets:note-off-night", "trumpets:note-off-fog", "trumpets:note-off-heavy-fog",
    "trumpets:note-off-snow", "trumpets:sop-24c",
)  # fmt: skip
@pytest.mark.parametrize(
    ("turn", "weather", "added"),
    [
        ("19AF", "clear", 0), ("19AF", "fog", 1), ("19AF", "heavy_fog", 1), ("19AF", "snow", 2),
        ("19EV", "clear", 1), ("19EV", "fog", 1), ("19EV", "heavy_fog", 1), ("19EV", "snow", 2),
    ],
)  # fmt: skip
def test_dark_and_weather_cost_more_off_the_road(turn: str, weather: str, added: int) -> None:
    assert pay("foot_german", "woods", "dry", turn=turn, weather=weather) == 1 + added


# -- unbridged water ----------------------------------------------------------------------------


ISLAND = tuple(f"1010-{to}" for to in ("1009", "1011", "1109", "1110", "0909", "0910"))
"""All sides of a hex: there is no way round the water."""


def cross(kind: str, water: str, ground: str, *, roads: tuple[str, ...] = ()) -> float | None:
    t = Table(water=dict.fromkeys(ISLAND, water), roads=roads)
    t.g.ground = ground
    return put_out(t, UNITS[kind]).pay(UNITS[kind], "1011")


SIDES = {
    "foot_german": ("1/2/0", "2/2/2"),
    "foot_allied": ("1/2/0", "2/2/2"),
    "horse": ("-/-/0", "-/-/-"),
    "cross_country": ("-/-/1", "-/-/-"),
    "truck": ("-/-/-", "-/-/-"),
    "afv_light_medium": ("-/-/-", "-/-/-"),
    "afv_heavy": ("-/-/-", "-/-/-"),
}
CLEAR = {"truck": (2, 3, 1), "afv_light_medium": (1, 2, 1), "afv_heavy": (1, 2, 1)}


@pytest.mark.rule(
    "trumpets:tab-side-foot", "trumpets:tab-side-horse", "trumpets:tab-side-cross",
    "trumpets:tab-side-truck", "trumpets:tab-side-afv", "trumpets:tab-side-heavy",
    "trumpets:note-off-4", "trumpets:note-off-7", "trumpets:note-off-9", "trumpets:sop-24n",
)  # fmt: skip
@pytest.mark.parametrize("kind", SIDES)
@pytest.mark.parametrize("number", [0, 1])
def test_what_streams_and_rivers_add(kind: str, number: int) -> None:
    water = ("stream", "river")[number]
    base = CLEAR.get(kind, (1, 1, 1))
    for ground, cell, hex_ in zip(
        ("dry", "mud", "frozen"), SIDES[kind][number].split("/"), base, strict=True
    ):
        expected = None if cell == "-" else hex_ + int(cell)
        assert cross(kind, water, ground) == expected, ground


@pytest.mark.rule(
    "trumpets:tab-side-foot", "trumpets:tab-side-horse", "trumpets:tab-side-cross",
    "trumpets:tab-side-truck", "trumpets:tab-side-afv", "trumpets:tab-side-heavy",
    "trumpets:rc-move-1",
)  # fmt: skip
@pytest.mark.parametrize("kind", SIDES)
def test_who_gets_across_at_all(kind: str) -> None:
    """As far as nobody asks what it costs: in an attack or a retreat."""
    t = Table(water={"1010-1110": "stream", "1010-1011": "river", "1010-1009": "great"})
    here = t.hex("1010")
    for ground, stream, river in zip(
        ("dry", "mud", "frozen"), *(cells.split("/") for cells in SIDES[kind]), strict=True
    ):
        t.g.ground = ground
        assert crosses(t.g, kind, here, t.hex("1110")) == (stream != "-"), ground
        assert crosses(t.g, kind, here, t.hex("1011")) == (river != "-"), ground
        assert not crosses(t.g, kind, here, t.hex("1009")), "not the Meuse or the Moselle"
        assert crosses(t.g, kind, here, t.hex("0909")), "no water, no hindrance"


@pytest.mark.rule("trumpets:tab-side-afv", "trumpets:tab-side-heavy", "trumpets:rc-att-1")
@pytest.mark.parametrize(
    ("water", "attackers"),
    [
        ("stream", {"vg1"}),
        ("river", {"vg1"}),
        ("", {"vg1", "stug"}),
        ("river ford", {"vg1", "stug"}),
    ],
)
def test_tanks_do_not_attack_over_water_without_a_ford(water: str, attackers: set[str]) -> None:
    t = Table(water={"1010-1110": water} if water else {})
    t.put("1010", "r1").put("1110", "vg1", "stug")
    assert {unit for unit in ("vg1", "stug") if can_attack(t.g, t.unit(unit), t.hex("1010"))} == (
        attackers
    )


@pytest.mark.rule("trumpets:note-off-8")
def test_a_river_is_crossed_on_foot_only_from_where_the_move_begins() -> None:
    t = put_out(Table(water=dict.fromkeys(ISLAND, "river")), "vg1", "1012")
    t.move("vg1")
    assert "move 1011" in t.offered()
    assert "move 1010" not in t.offered()
    assert (
        put_out(Table(water=dict.fromkeys(ISLAND, "river")), "vg1", "1011").pay("vg1", "1010") == 3
    )


@pytest.mark.rule("trumpets:rc-move-1")
def test_nobody_wades_through_the_meuse() -> None:
    t = put_out(Table(water=dict.fromkeys(ISLAND, "great")), "vg1").move("vg1")
    assert not t.offered("move")


@pytest.mark.rule("trumpets:tab-road", "trumpets:note-off-7")
def test_a_bridge_carries_a_road_over_the_water() -> None:
    assert cross("afv_heavy", "river", "dry", roads=("1010-1011",)) == 1
    assert cross("afv_heavy", "river blown", "dry", roads=("1010-1011",)) is None


# -- fords --------------------------------------------------------------------------------------

FORDS = {
    "foot_german": "1n/2n/0n", "foot_allied": "1n/2n/0n", "horse": "2y/3y/1n",
    "cross_country": "4n/4y/1n", "truck": "4y/X/3y", "afv_light_medium": "7y/X/3n",
    "afv_heavy": "X/X/X",
}  # fmt: skip


@pytest.mark.rule(
    "trumpets:tab-ford", "trumpets:tab-ford-foot", "trumpets:tab-ford-heavy",
    "trumpets:tab-ford-horse", "trumpets:tab-ford-cross", "trumpets:tab-ford-truck",
    "trumpets:tab-ford-afv", "trumpets:note-ford-1", "trumpets:note-ford-2",
    "trumpets:note-ford-4", "trumpets:sop-20a",
)  # fmt: skip
@pytest.mark.parametrize("kind", FORDS)
@pytest.mark.parametrize("helped", [False, True])
def test_each_cell_of_the_ford_chart(kind: str, helped: bool) -> None:
    base = CLEAR.get(kind, (1, 1, 1))
    for ground, cell, hex_ in zip(
        ("dry", "mud", "frozen"), FORDS[kind].split("/"), base, strict=True
    ):
        t = Table(water=dict.fromkeys(ISLAND, "river ford"))
        t.g.ground = ground
        unit = UNITS[kind]
        put_out(t, unit)
        if helped:
            engineer = "eng" if kind == "foot_allied" else "pi"
            t.put("1010", engineer)
            t.g.assign(t.unit(engineer), t.formation("VIII" if engineer == "eng" else "ISS"))
            t.g.ferrying[t.unit(engineer)] = t.hex("1011")
        barred = cell == "X" or (cell[1] == "y" and not helped)
        cost = t.pay(unit, "1011")
        most = t.g.setting.units[t.unit(unit)].mf / 2
        expected = None if barred else min(hex_ + int(cell[0]), most)
        assert cost == expected or (expected == most and cost is None), ground


@pytest.mark.rule("trumpets:note-off-10")
def test_a_ford_may_be_reached_first() -> None:
    t = put_out(Table(water=dict.fromkeys(ISLAND, "river ford")), "vg1", "1012")
    assert t.pay("vg1", "1010") == 1 + (1 + 1)


# -- roads --------------------------------------------------------------------------------------

ROAD = {
    "foot_german": "1/1 1/1 1/1 2/2", "foot_allied": "1/1 1/1 1/1 2/2",
    "horse": ".5/.5 .5/.5 1/1 2/2", "cross_country": ".5/.5 .5/.5 1/1 2/2",
    "truck": ".5/1 .5/1 1/1 2/2", "afv_light_medium": ".5/1 .5/1 1/1 2/2",
    "afv_heavy": ".5/1 .5/1 1/1 2/2",
}  # fmt: skip


@pytest.mark.rule(
    "trumpets:tab-road", "trumpets:tab-road-gfoot", "trumpets:tab-road-afoot",
    "trumpets:tab-road-horse", "trumpets:tab-road-cross", "trumpets:tab-road-truck",
    "trumpets:tab-road-afv", "trumpets:sop-24c",
)  # fmt: skip
@pytest.mark.parametrize("kind", ROAD)
@pytest.mark.parametrize("number", range(4))
def test_each_cell_of_the_road_chart(kind: str, number: int) -> None:
    """Through forest, where there is no cheaper way beside the road."""
    weather = ("clear", "fog", "heavy_fog", "snow")[number]
    cells = ROAD[kind].split()[number].split("/")
    for grade, cell in zip(("primary", "secondary"), cells, strict=True):
        t = Table(weather=weather, ground={"1011": "forest"}, roads=(f"1010-1011 {grade}",))
        assert put_out(t, UNITS[kind]).pay(UNITS[kind], "1011") == float(cell)


@pytest.mark.rule("trumpets:note-road-1", "trumpets:note-weather-3")
def test_squalls_do_not_touch_the_roads() -> None:
    t = Table(ground={"1011": "forest squall"}, roads=("1010-1011",))
    assert put_out(t, "pak").pay("pak", "1011") == 1


# -- strategic movement -------------------------------------------------------------------------

LINE = tuple(f"10{row:02}-10{row + 1:02}" for row in range(2, 19))


@pytest.mark.rule("trumpets:tab-strat", "trumpets:note-strat-1")
@pytest.mark.parametrize("weather", ["clear", "snow"])
@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("foot_german", 1), ("foot_allied", 0.5), ("horse", 0.5), ("cross_country", 0.5),
        ("truck", 0.5), ("afv_light_medium", 0.5), ("afv_heavy", 0.5),
    ],
)  # fmt: skip
def test_strategic_movement_by_road_whatever_the_weather(
    kind: str, cost: float, weather: str
) -> None:
    t = put_out(Table(weather=weather, roads=LINE), UNITS[kind], "1002")
    assert t.pay(UNITS[kind], "1004", "march") == 2 * cost


@pytest.mark.rule("trumpets:rc-strat-1")
def test_strategic_movement_keeps_three_hexes_from_the_enemy() -> None:
    t = put_out(Table(roads=LINE), "pak", "1002").put("1010", "r1").move("pak")
    assert "march 1006" in t.offered()
    assert "march 1007" not in t.offered()


@pytest.mark.rule("trumpets:rc-strat-1", "trumpets:rc-cmd-3", "trumpets:rc-sup-4")
@pytest.mark.parametrize("flag", ["engaged", "disrupted1", "disrupted2", "oos", "ooc"])
def test_who_is_in_trouble_does_not_march(flag: str) -> None:
    t = put_out(Table(roads=LINE), "pak", "1002").flag(flag, "pak").move("pak")
    assert not t.offered("march")
    assert t.offered("move")


# -- traffic jams -------------------------------------------------------------------------------


@pytest.mark.rule(
    "trumpets:tab-jam", "trumpets:tab-jam-3", "trumpets:tab-jam-4", "trumpets:tab-jam-5",
    "trumpets:tab-jam-6", "trumpets:sop-24l", "trumpets:def-vehicle",
)  # fmt: skip
@pytest.mark.parametrize("army", ["5PA", "7A"])
@pytest.mark.parametrize(("turn", "cost"), [("16MO", 2), ("16AF", 1), ("16EV", 1), ("17PD", 0.5)])
def test_jams_east_of_the_rivers(army: str, turn: str, cost: float) -> None:
    t = Table(turn, ground={"1011": f"forest east {army}"}, roads=("1010-1011 primary",))
    assert put_out(t, "pak").pay("pak", "1011") == cost


@pytest.mark.rule("trumpets:tab-jam", "trumpets:def-vehicle")
def test_jams_hold_up_german_vehicles_only() -> None:
    for unit, cost in (("vg1", 1), ("eng", 0.5), ("ar1", 2)):
        t = Table("16MO", ground={"1011": "forest east 5PA"}, roads=("1010-1011 primary",))
        t.put("1310", "vg2" if unit == "eng" else "r1")
        assert put_out(t, unit).pay(unit, "1011") == cost


@pytest.mark.rule("trumpets:tab-jam-5")
def test_there_are_no_jams_west_of_the_rivers() -> None:
    t = Table("16MO", ground={"1011": "forest 5PA"}, roads=("1010-1011 primary",))
    assert put_out(t, "pak").pay("pak", "1011") == 0.5
