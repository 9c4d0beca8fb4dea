"""Set-up areas, no man's land, front lines, isolation. Rules P8.2, P8.605."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.boards.bits import each_place, set_of
from salient.boards.sight_lines import distance, opposite
from salient.engine import Match
from salient.games.peiper.areas import Areas, survey
from salient.games.peiper.standing.control import fixed_points, is_strategic, strategic_hexes
from salient.games.squad.terrain.board import each_hex
from tests.games.peiper.maps import AMERICAN, GERMAN, board, charts, ground, hexes, houses, names
from tests.games.peiper.table import GAME


def at_the_start(name: str, *, but: str = "") -> tuple[int, int]:
    """The strategic hexes inside each side's limits, without some. Rule P8.5f."""
    campaign, ours = charts().campaigns[name], board(name)
    free = houses(name) & ~hexes(name, but)
    return campaign.limits(ours, GERMAN) & free, campaign.limits(ours, AMERICAN) & free


def taken(text: str) -> tuple[int, int]:
    """Cheneux with some houses in American hands."""
    german, _ = at_the_start("cheneux")
    theirs = hexes("cheneux", text)
    return german & ~theirs, theirs


def sizes(areas: Areas, side: int) -> list[int]:
    """How large a side's areas are, the largest first."""
    return sorted((part.bit_count() for part in areas.parts[side]), reverse=True)


GOLDEN = [
    ("stoumont", "start", [110, 37], [362, 49, 46], 2, 1959, 70, 124),
    ("cheneux", "start", [312, 19], [], 0, 1003, 118, 0),
    ("cheneux", "L10 P9", [281, 19, 2], [1, 1], 26, 1004, 132, 2),
    ("cheneux", "J8 L10 M11 N8 N10 P9", [259, 19], [37, 1], 15, 1003, 111, 22),
    ("la_gleize", "start", [387, 59, 53, 45, 24, 19], [], 0, 2035, 232, 0),
]


@pytest.mark.rule(
    "peiper:P8.2-setup-area", "peiper:P8.2-no-mans-land", "peiper:P8.2-uncontrolled",
    "peiper:P8.2-front-line", "peiper:P8.605", "peiper:P8.6051", "peiper:P8.6053",
    "peiper:P8.6054",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "held", "german", "american", "between", "rest", "g", "us"), GOLDEN
)
def test_houses_and_bridges_alone_divide_the_maps_like_this(
    name: str, held: str, german: list[int], american: list[int], between: int, rest: int,
    g: int, us: int,
) -> None:  # fmt: skip
    """Five situations, counted."""
    but = "K36" if name == "stoumont" else ""
    areas = survey(ground(name), at_the_start(name, but=but) if held == "start" else taken(held))
    assert (sizes(areas, GERMAN), sizes(areas, AMERICAN)) == (german, american)
    assert (areas.no_mans_land.bit_count(), areas.uncontrolled.bit_count()) == (between, rest)
    assert (areas.front[GERMAN].bit_count(), areas.front[AMERICAN].bit_count()) == (g, us)


@pytest.mark.rule("peiper:P8.5f")
def test_the_limits_of_the_first_set_up_hold_so_many_strongholds() -> None:
    """Hexes of the limits, and strategic ones among them."""
    limits = {
        (name, side): charts().campaigns[name].limits(board(name), side)
        for name in ("stoumont", "cheneux", "la_gleize")
        for side in (GERMAN, AMERICAN)
    }
    found = {
        key: (bits.bit_count(), (bits & houses(key[0])).bit_count())
        for key, bits in limits.items() if bits
    }  # fmt: skip
    assert found == {
        ("stoumont", AMERICAN): (542, 70),
        ("stoumont", GERMAN): (461, 13),
        ("cheneux", GERMAN): (888, 53),
        ("la_gleize", GERMAN): (1655, 75),
    }
    both = limits["stoumont", GERMAN] & limits["stoumont", AMERICAN]
    assert both.bit_count() == 34
    assert names("stoumont", both & houses("stoumont")) == {"K36"}


@pytest.mark.rule("peiper:P8.52-GE-setup")
def test_the_thin_columns_of_cheneux_hold_four_points() -> None:
    """From G to V; L10, P9, S10 and V8 lie there."""
    thin = charts().campaigns["cheneux"].thin(board("cheneux"), GERMAN)
    assert (thin.bit_count(), (thin & houses("cheneux")).bit_count()) == (288, 16)
    markers = hexes("cheneux", " ".join(r.hex for r in charts().lvp_rows if r.map == "cheneux"))
    assert names("cheneux", thin & markers) == {"L10", "P9", "S10", "V8"}


@pytest.mark.parametrize(
    ("name", "streets"),
    [("stoumont", "K33 L32 L33 N16 N17 N18 N19 O16 O17 O18 O19"), ("cheneux", "S8 T7 T8"),
     ("la_gleize", "N25 O25 O26 P25 P28 Q28 Q29")],
)  # fmt: skip
def test_the_villages_of_the_whole_maps_have_their_narrow_streets(name: str, streets: str) -> None:
    """Between houses that face each other; from both hexes of a hexside alike. Rule P5.1."""
    hexes = board(name).hexes
    assert {here.name for here in hexes if any(here.streets)} == set(streets.split())
    for here in hexes:
        for side, street in enumerate(here.streets):
            if street and here.near[side] >= 0:
                assert hexes[here.near[side]].streets[opposite(side)] == street


@pytest.mark.rule("peiper:P8.2-no-mans-land", "peiper:P8.2-uncontrolled")
def test_two_hexes_from_both_is_no_mans_land_and_three_from_all_nobodys() -> None:
    """Strongholds four hexes apart, C20 German and G20 American."""
    areas = survey(ground("cheneux"), (hexes("cheneux", "C20"), hexes("cheneux", "G20")))
    assert names("cheneux", areas.no_mans_land) >= {"E20"}
    assert "C20" in names("cheneux", areas.setup[GERMAN])
    assert "K20" in names("cheneux", areas.uncontrolled)  # Four away.
    assert "J20" in names("cheneux", areas.uncontrolled)  # Three away.
    assert "I20" in names("cheneux", areas.setup[AMERICAN])  # Two away.


@pytest.mark.rule("peiper:P8.2-strategic", "peiper:P8.2-setup-area")
def test_a_stronghold_next_to_the_enemys_stays_its_owners() -> None:
    """It is not no man's land although both are near (reading 24)."""
    areas = survey(ground("cheneux"), (hexes("cheneux", "C20"), hexes("cheneux", "C21")))
    assert names("cheneux", areas.setup[GERMAN]) == {"C20"}
    assert names("cheneux", areas.setup[AMERICAN]) == {"C21"}


@pytest.mark.rule("peiper:P8.2-setup-area", "peiper:P8.2-enterable")
def test_ground_that_cannot_be_reached_is_nobodys() -> None:
    """NN1 is two hexes from LL2, but the Amblève lies between (reading 23)."""
    areas = survey(ground("cheneux"), (hexes("cheneux", "LL2"), 0))
    assert "NN1" in names("cheneux", areas.near[GERMAN])
    assert "NN1" in names("cheneux", areas.uncontrolled)
    assert "MM2" in names("cheneux", areas.uncontrolled)  # The water itself.
    assert "LL4" in names("cheneux", areas.setup[GERMAN])


@pytest.mark.rule("peiper:P8.2-isolated", "peiper:P8.6052")
def test_p9_is_cut_off_behind_no_mans_land_and_the_rest_is_not() -> None:
    """The worked example: the Americans of P9 have no way but through no man's land."""
    gates = (hexes("cheneux", "TT1"), hexes("cheneux", "A10"))
    areas = survey(ground("cheneux"), taken("J8 L10 M11 N8 N10 P9"), gates)
    assert names("cheneux", areas.isolated[AMERICAN]) == {"P9"}
    assert not areas.isolated[GERMAN]
    assert names("cheneux", areas.no_mans_land) == {
        "N11",
        "N12",
        "O7",
        "O8",
        "O9",
        "O10",
        "O11",
        "O12",
        "P7",
        "P8",
        "P10",
        "Q9",
        "Q10",
        "R8",
        "R9",
    }


@pytest.mark.rule("peiper:P8.2-isolated", "peiper:P8.2-enterable")
def test_a_blaze_on_the_only_way_cuts_off() -> None:
    """A ring of fire round a house, but for one hex; then that one burns as well."""
    ours = board("cheneux")
    house = ours.named["c20"]
    ring = set_of(index for index, away in enumerate(ours.ranges(house)) if away == 4)
    gap = ring & -ring
    gates = (hexes("cheneux", "A10"), 0)
    held = (1 << house, 0)
    assert not survey(ground("cheneux"), held, gates, ring & ~gap).isolated[GERMAN]
    assert survey(ground("cheneux"), held, gates, ring).isolated[GERMAN]


@pytest.mark.rule("peiper:P8.2-isolated")
def test_germans_at_la_gleize_may_trace_to_their_headquarters() -> None:
    """Cut off from E1 and R1 but joined to N25: not isolated."""
    german, _ = at_the_start("la_gleize")
    school = hexes("la_gleize", "N25")
    assert charts().campaigns["la_gleize"].headquarters == ["N25"]
    alone = survey(ground("la_gleize"), (german, 0), (0, 0))
    assert alone.isolated[GERMAN] == alone.setup[GERMAN]
    joined = survey(ground("la_gleize"), (german, 0), (school, 0))
    assert not joined.isolated[GERMAN]


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, 1333), max_size=40), st.sets(st.integers(0, 1333), max_size=40))
def test_every_hex_is_of_one_kind_only(german: set[int], american: set[int]) -> None:
    """Areas of both sides, no man's land and the rest make up the map; fronts lie in areas."""
    held = (set_of(german), set_of(american - german))
    areas = survey(ground("cheneux"), held)
    kinds = (*areas.setup, areas.no_mans_land, areas.uncontrolled)
    assert sum(bits.bit_count() for bits in kinds) == len(board("cheneux").hexes)
    assert kinds[0] | kinds[1] | kinds[2] | kinds[3] == ground("cheneux").everywhere
    for side in (GERMAN, AMERICAN):
        assert not held[side] & ~areas.setup[side]
        assert not areas.front[side] & ~areas.setup[side]
        assert sum(areas.parts[side]) == areas.setup[side]
        for here in each_hex(areas.setup[side]):
            assert areas.area_of(side, here) >= 0


@pytest.mark.rule("peiper:P8.2-strategic", "peiper:P8.605")
def test_the_map_is_asked_only_where_something_can_be_strategic() -> None:
    """Of every location in turn, after digging and rubble, the same comes out."""
    rng = random.Random(3)
    g = Match.start(GAME, "stoumont", bytes(32)).state
    ground, places = g.setting.board, g.setting.board.places
    hexes = [here.index for here in ground.hexes]
    g.foxholes = dict.fromkeys(rng.sample(hexes, 40), 1)
    g.trenches = set_of(rng.sample(hexes, 40))
    g.rubble = dict.fromkeys(rng.sample(hexes, 40), 2)
    for place in places:
        g.control[rng.randrange(2)] |= 1 << place
    for side in (GERMAN, AMERICAN):
        one_by_one = set_of(
            ground.hex_of[place] for place in each_place(g.control[side])
            if ground.locations[place].floor != "rooftop" and is_strategic(g, place)
        )  # fmt: skip
        others = g.objectives[side] & g.control[side] | fixed_points(g, side)
        assert strategic_hexes(g, side) & ~others == one_by_one & ~others
        assert one_by_one & ~g.setting.strongholds


@pytest.mark.parametrize("name", ["stoumont", "cheneux", "la_gleize"])
def test_ranges_down_the_columns_are_the_ranges_hex_by_hex(name: str) -> None:
    ours = board(name)
    for here in random.Random(name).sample(ours.hexes, 12):
        c, h = here.spot
        away = [distance(d - c, i - h) for d, i in (other.spot for other in ours.hexes)]
        assert list(ours.ranges(here.index)) == away
